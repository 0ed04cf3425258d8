// SPDX-License-Identifier: Apache-2.0
//
// A profiler's file: trace events in JSON, or the lines of CUDA's first profiler. After each write the
// file is complete: what ends it is overwritten by what comes next. The file of a trace (core/trace.h) has
// the events of several contexts, a row of streams each, and a row of the host's threads.

#pragma once

#include <sys/stat.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "base/os.h"
#include "core/types.h"

namespace gridcall::core {

enum class WorkKind : std::uint8_t { kLaunch, kHtoD, kDtoH, kDtoD, kFill };

// One piece of work that was queued.
struct Work {
  WorkKind kind = WorkKind::kLaunch;
  const char* name = "";  // a launch's kernel, interned
  std::uint64_t bytes = 0;
  std::uint32_t grid[3] = {};
  std::uint32_t block[3] = {};
  std::uint64_t dynamic_shared = 0;
  int static_shared = 0;
  int registers = 0;
};

// The work and its times, in nanoseconds since the profiler was started first.
struct WorkRecord {
  Work work;
  unsigned stream = 0;  // 0: the default stream; else the number in the order of first use
  std::int64_t begin_ns = 0;
  std::int64_t duration_ns = 0;
  std::int64_t call_begin_ns = 0;  // the host's call
  std::int64_t call_duration_ns = 0;
  unsigned row = 0;  // the row in a trace, and the calling thread
  int thread = 0;
};

struct ProfilerSettings {
  ProfilerOutput output = ProfilerOutput::kTraceEvents;
  std::uint32_t capacity = 0;
  std::string output_file;
  std::string config_file;  // "" if there is none
  // The file is the process's trace. If another process writes the file, this process's number is appended to
  // the name.
  bool is_trace = false;
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

std::int64_t host_ns() noexcept;
// Locks a mutex that another thread may hold for ever while the process exits. Returns false after 100 ms.
bool lock_at_exit(std::mutex& lock) noexcept;
// Returns the text in quotes, as JSON has it.
std::string json_text(std::string_view text);

class ProfilerFile {
 public:
  // Throws IO, INVALID_ARGUMENT, INVALID_OPTIONS, NOT_FOUND, and INVALID_STATE if a file other than
  // `replaces`, which may be nullptr, is open at this path.
  static std::unique_ptr<ProfilerFile> create(const ProfilerSettings& settings, const std::string& device,
                                              int ordinal, const ProfilerFile* replaces);
  ~ProfilerFile();
  ProfilerFile(const ProfilerFile&) = delete;
  ProfilerFile& operator=(const ProfilerFile&) = delete;

  const std::string& path() const noexcept { return path_; }

  void add(const WorkRecord& record);
  // Add to a trace: a row for a device's streams, and a span of a thread of the host, with `args` in JSON.
  unsigned add_row(const std::string& name);
  void add_span(std::string_view name, std::string_view category, int thread, std::int64_t begin_ns,
                std::int64_t duration_ns, const std::string& args);
  bool is_trace() const noexcept { return is_trace_; }
  // Returns the host's clock at the begin of a trace.
  std::int64_t origin_ns() const noexcept { return origin_ns_; }
  // Returns true if the waiting text should be written soon, so that a process that is killed loses little of
  // its trace.
  bool is_due() const noexcept;
  // Counts a record that was left out.
  void add_dropped() noexcept;
  // Changes the number of records that wait for the device, which count as dropped if the process exits.
  void change_outstanding(std::int64_t by) noexcept { outstanding_.fetch_add(by, std::memory_order_relaxed); }
  // Writes the waiting text and the end of the file. Returns 0 or the first errno of a write to this file.
  int complete() noexcept;

 private:
  ProfilerFile(const ProfilerSettings& settings, std::vector<ProfilerColumn> columns);

  void open();
  [[noreturn]] void refuse(Status status, const std::string& why) const;
  void write_head(const std::string& device, int ordinal);
  void add_event(const WorkRecord& record);
  void add_line(const WorkRecord& record);
  void add_span_locked(std::string_view name, std::string_view category, int thread, std::int64_t begin_ns,
                       std::int64_t duration_ns, const std::string& args);
  void add_name(const char* kind, int process, int thread, std::string_view name);
  void name_stream(unsigned row, unsigned stream);
  int process_of(unsigned row) const noexcept;
  std::string end() const;
  int complete_locked() noexcept;
  static void complete_all() noexcept;

  std::string path_;
  const ProfilerOutput output_;
  const bool is_trace_;
  const std::int64_t origin_ns_;
  const std::vector<ProfilerColumn> columns_;
  Fd file_;
  struct stat identity_ = {};

  std::mutex lock_;
  std::string waiting_;            // text that is not yet written
  std::uint64_t size_ = 0;         // the size of the written text without the end
  std::vector<unsigned> streams_;  // the number of streams in each row that have a name
  std::set<int> threads_;          // the threads of the host that have a name
  std::atomic<std::int64_t> written_ns_{0};
  std::uint64_t dropped_ = 0;
  std::atomic<std::int64_t> outstanding_{0};
  int error_ = 0;
};

}  // namespace gridcall::core
