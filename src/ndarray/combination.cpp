// SPDX-License-Identifier: Apache-2.0

#include "ndarray/combination.h"

#include <algorithm>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "ndarray/expression.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

using core::Reduction;
using core::ScalarType;

const std::string_view kCombineText =
#include "combine.cuh.inc"
    ;

void check_combination(const Combination& combination) {
  const auto check = [&](std::string_view expression, std::string_view name, std::size_t inputs,
                         std::string_view known, std::string_view example) {
    const auto number = static_cast<std::int32_t>(combination.reduction);
    const bool is_set = expression.data() != nullptr;
    if (is_set != combination.is_custom())
      throw Failure(status::kInvalidArgument,
                    is_set ? concat(name, " is set, and ", combination.name, " is ", number,
                                    ": leave it out, or pass CUSTOM")
                           : concat(combination.name, " is ", number, ", CUSTOM, and ", name,
                                    " is not set: write an expression, such as ", example));
    if (!is_set) return;
    Words words{input_letters(inputs), {}, 0};
    words.calls_any = !combination.preamble.empty();
    words.has_indices = false;
    words.name = name;
    words.known = known;
    words.example = example;
    check_expressions(expression, 0, words);
  };
  check(combination.combine, "`options->combine`", 2, "a, b", "\"a * b\"");
  check(combination.neutral, "`options->neutral`", 0, "a number", "\"1\"");
}

void check_not_custom(Reduction reduction, std::string_view other) {
  if (reduction != Reduction::kCustom) return;
  throw Failure(status::kInvalidArgument,
                concat("`reduction` is ", static_cast<std::int32_t>(reduction),
                       ", CUSTOM, and this function takes no combination: ", other));
}

std::string expression_function(std::string_view name, std::string_view parameters,
                                std::string_view expression, std::string_view file) {
  return concat("__device__ inline auto ", name, "(", parameters, ") { return\n#line 1 \"", file, "\"\n",
                expression, "\n; }\n", kOwnLines);
}

std::string functions_of(const Combination& combination, ScalarType out, std::string_view mapped) {
  std::string text;
  if (combination.is_custom() && mapped.empty())
    text = concat("typedef decltype(value_of(*(", storage_name(out), "*)0)) gridcall_sum;\n");
  if (!combination.preamble.empty())
    text += concat("#line 1 \"preamble\"\n", combination.preamble, "\n", kOwnLines);
  text += mapped;
  if (!combination.is_custom()) return text;
  text += expression_function("gridcall_combine", "gridcall_sum a, gridcall_sum b", combination.combine,
                              "combine");
  text += expression_function("gridcall_neutral", "", combination.neutral, "neutral");
  return text +
         "typedef choose<is_same<gridcall_sum, bool>::value, truth, gridcall_sum>::type gridcall_taken;\n"
         "template <class T> __device__ inline gridcall_sum gridcall_to_sum(T value) {\n"
         "  return value_of(convert<gridcall_taken>::of(value));\n}\n";
}

// In parentheses a name finds no function of the caller's preamble by the types of its arguments.
std::string combine_function(const Combination& combination) {
  static constexpr const char* kNames[] = {"sum", "prod", "min", "max", "any", "all", "arg_min", "arg_max"};
  const std::string call =
      combination.is_custom()
          ? "gridcall_to_sum(gridcall_combine(a, b))"
          : concat("(combine_",
                   kNames[static_cast<int>(combination.reduction) - static_cast<int>(Reduction::kSum)],
                   ")(a, b)");
  return concat("__device__ inline sum combine(sum a, sum b) { return ", call, "; }\n");
}

bool sums_in_double(ScalarType out) noexcept {
  return out == ScalarType::kFloat64 || out == ScalarType::kComplex128;
}

std::uint64_t accumulator_size(ScalarType in, ScalarType out, Reduction reduction) noexcept {
  if (is_arg(reduction)) return 16;
  if (is_truth(reduction)) return 4;
  if (reduction == Reduction::kCustom) return std::max<std::uint64_t>(core::scalar_size(out), 4);
  const bool is_float =
      in == ScalarType::kFloat16 || in == ScalarType::kBfloat16 || in == ScalarType::kFloat32;
  return core::is_complex(in) ? 16 : is_float && !sums_in_double(out) ? 4 : 8;
}

}  // namespace gridcall::ndarray
