// SPDX-License-Identifier: Apache-2.0
//
// The factors of a transform's length, and the tables of the own kernels for it.

#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <vector>

#include "core/memory/mem.h"
#include "core/services.h"

namespace gridcall::ndarray {

// Constants of the kernel.
constexpr std::uint64_t max_fft_factor(bool is_cpu) noexcept {
  return is_cpu ? 1024 : 256;
}
inline constexpr std::uint64_t kMaxFftRadix = 31;
inline constexpr std::uint32_t kMaxFftStages = 8;

// A pass along a factor of the length. The numbers are places in the tables, in elements; 0: there is none.
struct FftFactor {
  std::uint64_t factor = 1, before = 1;  // before: the product of the factors before
  std::vector<std::uint32_t> radices;
  std::uint64_t stages = 0, high = 0, low = 0, lane_factors = 0;
  std::uint32_t shift = 0;
  bool has_all_factors = false;  // else lane_factors are those of the first indices
};

struct FftPlan {
  // The length that the passes transform: the whole one, or for Bluestein's way a power of two of twice that
  // at least.
  std::uint64_t length = 0, padded = 0;
  std::vector<FftFactor> factors;
  // Bluestein's way: what elements are multiplied by at first, between the two transforms and at last.
  std::uint64_t chirp = 0, spectrum = 0, unchirp = 0;
  bool is_padded() const noexcept { return padded != length; }
  core::Ref<core::Mem> tables;
};

// Returns true if all prime factors are radices.
bool has_small_factors(std::uint64_t length) noexcept;

// The plans of a context, with their tables in its memory.
class FftPlans final : public core::ContextService {
 public:
  static constexpr Place kPlace = kFft;

  explicit FftPlans(core::Context&) noexcept {}

  // `lanes`: the lanes of the kernel. `in_lanes`: neighbours along the dimension are lanes, so that the first
  // factor is a multiple of them where that can be; several passes even for a small length.
  FftPlan plan(core::Context& context, std::uint64_t length, bool is_double, std::uint32_t lanes,
               bool in_lanes);
  // Returns a plan of one factor, which has the roots `high` and `low` of a quarter turn; `low` has `lanes`
  // more.
  FftPlan roots(core::Context& context, std::uint64_t length, bool is_double, std::uint32_t lanes);
  void drop_references(core::Context& context, bool now) noexcept override;
  void free_unused(core::Context& context) noexcept override;

 private:
  struct Entry {
    std::string key;
    FftPlan plan;
    std::chrono::steady_clock::time_point used_at;
  };
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;
  static constexpr std::size_t kMaxEntries = 64;

  bool find(const std::string& key, FftPlan& plan);
  void keep(const std::string& key, const FftPlan& plan);

  std::mutex lock_;
  std::list<Entry> entries_;  // the last one used comes first
};

}  // namespace gridcall::ndarray
