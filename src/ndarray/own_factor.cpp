// SPDX-License-Identifier: Apache-2.0
//
// The library's own kernels for getrf, getrs, potrf and the order of rows, and for QR and singular values.

#include <algorithm>

#include "base/concat.h"
#include "ndarray/factor_step.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

constexpr std::string_view kFactorText =
#include "add_product.cuh.inc"
#include "complex_parts.cuh.inc"
#include "factor.cuh.inc"
    ;
constexpr std::string_view kOrthogonalText =
#include "add_product.cuh.inc"
#include "complex_parts.cuh.inc"
#include "orthogonal.cuh.inc"
    ;
constexpr std::uint32_t kOrthogonalThreads = 512;

// The types of kernels' numbers.
std::string types_of(const FactorStep& step) {
  static constexpr const char* kNumbers[] = {"float", "double", "complex_number<float>",
                                             "complex_number<double>"};
  const std::size_t letter = letter_of(step.type);
  return concat(Parameters::declaration(true, 3, 0), "typedef ", kNumbers[letter], " number;\ntypedef ",
                kNumbers[letter % 2], " real_number;\n");
}

// `pivot`: the type of pivots, which begin at `first`.
void run_own(const FactorStep& step, int routine, const char* pivot, int first, std::uint64_t count,
             std::span<core::Mem* const> memory, const Workspace& workspace) {
  const std::string head = concat(types_of(step), "typedef ", pivot, " pivot;\nenum { kRoutine = ", routine,
                                  ", kFirst = ", first, " };\n");
  const core::Ref<core::Kernel> kernel =
      kernel_of(workspace.context, concat("factor ", head), [&] { return concat(head, kFactorText); });
  Parameters parameters(true);
  parameters.add(count);
  parameters.add(static_cast<std::uint64_t>(step.n));
  parameters.add(static_cast<std::uint64_t>(step.k));
  const void* const values[] = {&step.a, &step.pivots, &step.b, &step.info, parameters.bytes()};
  launch(*kernel, workspace.stream, {static_cast<std::uint32_t>(std::min(count, kMaxLines)), 1, 1},
         {kThreads, 1, 1}, values, memory);
}

void run_orthogonal(const FactorStep& step, std::span<core::Mem* const> memory, const Workspace& workspace) {
  const std::string head =
      concat(types_of(step), "enum { kRoutine = ", step.routine == Routine::kOwnQr ? 0 : 1, " };\n");
  const core::Ref<core::Kernel> kernel = kernel_of(workspace.context, concat("orthogonal ", head),
                                                   [&] { return concat(head, kOrthogonalText); });
  Parameters parameters(true);
  parameters.add(step.count);
  parameters.add(static_cast<std::uint64_t>(step.n));
  parameters.add(static_cast<std::uint64_t>(step.m));
  const void* const values[] = {&step.a, &step.b, &step.vt, &step.values, &step.info, parameters.bytes()};
  launch(*kernel, workspace.stream, {static_cast<std::uint32_t>(std::min(step.count, kMaxLines)), 1, 1},
         {kOrthogonalThreads, 1, 1}, values, memory);
}

}  // namespace

bool run_own_step(const FactorStep& step, std::span<core::Mem* const> memory, const Workspace& workspace) {
  if (step.routine >= Routine::kOwnQr) {
    run_orthogonal(step, memory, workspace);
    return true;
  }
  if (step.routine > Routine::kPotrf) return false;
  run_own(step, static_cast<int>(step.routine), "i64", 0, step.count, memory, workspace);
  return true;
}

void order_rows(const FactorStep& step, bool by_cusolver, std::span<core::Mem* const> memory,
                const Workspace& workspace) {
  run_own(step, 3, by_cusolver ? "int" : "i64", by_cusolver ? 1 : 0,
          divide_up(static_cast<std::uint64_t>(step.n), kThreads), memory, workspace);
}

}  // namespace gridcall::ndarray
