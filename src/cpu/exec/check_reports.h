// SPDX-License-Identifier: Apache-2.0
//
// The findings of the checks of a launch.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cpu/abi/check.h"
#include "cpu/abi/image.h"

namespace gridcall::cpu {

class Launch;

struct CheckReports {
  static constexpr std::size_t kMaxReports = 100;  // the limit for one launch

  std::uint64_t launch = 0;  // a unique number

  std::mutex lock;
  std::atomic<std::uint32_t> count{0};
  Fault kind = Fault::kCheck;       // the kind of the first report
  std::string text;                 // the text of the first report
  std::string lines;                // the reports as lines of JSON, without warnings
  std::vector<std::uint64_t> seen;  // the reports that were made, which are not repeated
  std::uint32_t warnings = 0;       // the number of written warnings

  // The number of its first block among those of all launches, for the race check; a barrier of the whole
  // grid changes it.
  std::atomic<std::uint32_t> first_block{0};
  std::uint64_t blocks = 0;
  std::unique_ptr<std::atomic<std::uint16_t>[]> releases;  // the number of fences by block
  std::unique_ptr<std::atomic<bool>[]> acquired;  // true if the block may have seen released values of others
  // The allocations and variables that the kernel may write.
  struct WrittenRange {
    std::uintptr_t begin;
    std::uintptr_t end;
  };
  std::vector<WrittenRange> written;
  bool writes_anywhere = true;

  bool may_write(std::uintptr_t begin, std::uintptr_t end) const noexcept {
    return writes_anywhere || std::any_of(written.begin(), written.end(), [&](const WrittenRange& each) {
             return begin < each.end && each.begin < end;
           });
  }
  // Begins a launch of that many blocks.
  void begin(std::uint64_t block_count) noexcept;
  void begin_races(const Launch& of, const CheckKernel& kernel) noexcept;
  void find_written(const Launch& of, const CheckKernel& kernel) noexcept;
  void renumber() noexcept;
};

}  // namespace gridcall::cpu
