// SPDX-License-Identifier: Apache-2.0
//
// The accumulators of reductions and scans, and what combines them: one of the library's combinations, or an
// expression of the caller's.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// A reduction, and the fields of the options; those that are not set have no data().
struct Combination {
  core::Reduction reduction;
  std::string_view combine = {}, neutral = {}, preamble = {};
  std::string_view name = "`reduction`";  // in messages

  bool is_custom() const noexcept { return reduction == core::Reduction::kCustom; }
};

// Returns that of a call, whose options are a gc_reduce_options or have its fields.
template <class Options>
Combination combination_of(std::int32_t reduction, const Options& options) {
  const auto text = [](const char* field) { return field ? std::string_view(field) : std::string_view(); };
  return {static_cast<core::Reduction>(reduction), text(options.combine), text(options.neutral),
          text(options.preamble)};
}

inline bool is_truth(core::Reduction reduction) noexcept {
  return reduction == core::Reduction::kAny || reduction == core::Reduction::kAll;
}
inline bool is_arg(core::Reduction reduction) noexcept {
  return reduction == core::Reduction::kArgMin || reduction == core::Reduction::kArgMax;
}

// Throws INVALID_ARGUMENT unless CUSTOM has its expressions, and no other reduction has.
void check_combination(const Combination& combination);
// Throws if the reduction is CUSTOM; `other` says what to do.
void check_not_custom(core::Reduction reduction, std::string_view other);

// The text of kernels/combine.cuh.
extern const std::string_view kCombineText;
// Returns the caller's preamble, and of CUSTOM gridcall_sum and the functions that combine it. It stands in
// front of a kernel, which is in a namespace of its own: functions of the preamble see no name of the kernel.
// `mapped` stands behind the preamble; if it is not empty, it declares gridcall_sum.
std::string functions_of(const Combination& combination, core::ScalarType out, std::string_view mapped = {});
// Returns the function combine() of `sum`.
std::string combine_function(const Combination& combination);
// Returns a function for an expression, behind #line, so that messages of the compiler name it.
std::string expression_function(std::string_view name, std::string_view parameters,
                                std::string_view expression, std::string_view file);

// Returns true if floats are summed in double for results of that type.
bool sums_in_double(core::ScalarType out) noexcept;
inline constexpr std::uint64_t kMaxAccumulator = 16;
// Returns the bytes of the accumulator.
std::uint64_t accumulator_size(core::ScalarType in, core::ScalarType out, core::Reduction reduction) noexcept;

}  // namespace gridcall::ndarray
