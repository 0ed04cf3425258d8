// SPDX-License-Identifier: Apache-2.0
//
// A profiler's file: trace events in JSON, or the lines of CUDA's first profiler. After each write the
// file is complete: what ends it is overwritten by what comes next.

#pragma once

#include <sys/stat.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/os.h"
#include "core/types.h"

namespace gridcall::core {

enum class WorkKind : std::uint8_t { kLaunch, kHtoD, kDtoH, kDtoD, kFill };

// One piece of work that was queued.
struct Work {
  WorkKind kind = WorkKind::kLaunch;
  const char* name = "";  // of a launch: its kernel's; interned
  std::uint64_t bytes = 0;
  std::uint32_t grid[3] = {};
  std::uint32_t block[3] = {};
  std::uint64_t dynamic_shared = 0;
  int static_shared = 0;
  int registers = 0;
};

// And what became of it. Nanoseconds since the profiler was started first.
struct WorkRecord {
  Work work;
  unsigned stream = 0;  // 0: the default stream; else in the order in which they came
  std::int64_t begin_ns = 0;
  std::int64_t duration_ns = 0;
  std::int64_t call_begin_ns = 0;  // the host's call
  std::int64_t call_duration_ns = 0;
};

struct ProfilerSettings {
  ProfilerOutput output = ProfilerOutput::kTraceEvents;
  std::uint32_t capacity = 0;
  std::string output_file;
  std::string config_file;  // "": none
};

enum class ProfilerColumn : std::uint8_t {
  kTimestamp,
  kGpuStartTimestamp,
  kGpuEndTimestamp,
  kGridSize,
  kGridSize3d,
  kThreadBlockSize,
  kDynSmemPerBlock,
  kStaSmemPerBlock,
  kRegPerThread,
  kMemTransferDir,
  kMemTransferSize,
  kStreamId,
};

class ProfilerFile {
 public:
  // Throws IO, INVALID_ARGUMENT, INVALID_OPTIONS, NOT_FOUND, and INVALID_STATE if another one than
  // `replaces`, which may be nullptr, writes the file.
  static std::unique_ptr<ProfilerFile> create(const ProfilerSettings& settings, const std::string& device,
                                              int ordinal, const ProfilerFile* replaces);
  ~ProfilerFile();
  ProfilerFile(const ProfilerFile&) = delete;
  ProfilerFile& operator=(const ProfilerFile&) = delete;

  const std::string& path() const noexcept { return path_; }

  void add(const WorkRecord& record);
  // A record that was left out.
  void add_dropped() noexcept;
  // Says how many records wait for the device: dropped too, should the process exit now.
  void set_outstanding(std::size_t count) noexcept { outstanding_.store(count, std::memory_order_relaxed); }
  // Writes what waits and the end. 0, or the first errno that a write of this file has met.
  int complete() noexcept;

 private:
  ProfilerFile(const ProfilerSettings& settings, std::vector<ProfilerColumn> columns);

  void write_head(const std::string& device, int ordinal);
  void add_event(const WorkRecord& record);
  void add_line(const WorkRecord& record);
  void name_stream(unsigned stream);
  std::string end() const;
  int complete_locked() noexcept;
  static void complete_all() noexcept;

  const std::string path_;
  const ProfilerOutput output_;
  const std::vector<ProfilerColumn> columns_;
  Fd file_;
  struct stat identity_ = {};

  std::mutex lock_;
  std::string waiting_;      // not yet written
  std::uint64_t size_ = 0;   // of what is written, without the end
  bool has_events_ = false;  // whether a comma is needed
  unsigned streams_ = 0;     // that have their name
  std::uint64_t dropped_ = 0;
  std::atomic<std::uint64_t> outstanding_{0};
  int error_ = 0;
};

}  // namespace gridcall::core
