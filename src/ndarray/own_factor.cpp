// SPDX-License-Identifier: Apache-2.0
//
// The library's own kernels for getrf, getrs, potrf and the order of rows, and for QR and singular values.

#include <algorithm>

#include "base/concat.h"
#include "core/context.h"
#include "core/device.h"
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
// Threads for a warp for each pair of columns.
constexpr std::uint32_t kFewThreads = 512, kManyThreads = 1024;
constexpr std::uint64_t kFewColumns = 32;
constexpr std::uint64_t kStaticShared = 1024;  // of the kernel, at most

// The types of kernels' numbers.
std::string types_of(const FactorStep& step, std::size_t indices) {
  static constexpr const char* kNumbers[] = {"float", "double", "complex_number<float>",
                                             "complex_number<double>"};
  const std::size_t letter = letter_of(step.type);
  return concat(Parameters::declaration(true, indices, 0), "typedef ", kNumbers[letter], " number;\ntypedef ",
                kNumbers[letter % 2], " real_number;\n");
}

// `pivot`: the type of pivots, which begin at `first`.
void run_own(const FactorStep& step, int routine, const char* pivot, int first, std::uint64_t count,
             std::span<core::Mem* const> memory, const Workspace& workspace) {
  const std::string head = concat(types_of(step, 3), "typedef ", pivot,
                                  " pivot;\nenum { kRoutine = ", routine, ", kFirst = ", first, " };\n");
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

// Returns the bytes of shared memory that a block can have.
std::uint64_t most_room(const core::Context& context) {
  int most = 0;
  if (context.is_cpu() ||
      !context.device().try_attribute(driver::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, most))
    return 0;
  return static_cast<std::uint64_t>(std::max(most, static_cast<int>(kStaticShared))) - kStaticShared;
}

void run_orthogonal(const FactorStep& step, std::span<core::Mem* const> memory, const Workspace& workspace) {
  const std::string head =
      concat(types_of(step, 4), "enum { kRoutine = ", step.routine == Routine::kOwnQr ? 0 : 1,
             ", kHasRoom = ", workspace.context.is_cpu() ? 0 : 1, " };\n");
  const core::Ref<core::Kernel> kernel = kernel_of(workspace.context, concat("orthogonal ", head),
                                                   [&] { return concat(head, kOrthogonalText); });
  Parameters parameters(true);
  parameters.add(step.count);
  parameters.add(static_cast<std::uint64_t>(step.n));
  parameters.add(static_cast<std::uint64_t>(step.m));
  const std::uint64_t shared = room_of(workspace.context, step);
  parameters.add(shared);
  if (shared > 0)
    kernel->set_attribute(driver::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          static_cast<int>(most_room(workspace.context)));
  const void* const values[] = {&step.a, &step.b, &step.vt, &step.values, &step.info, parameters.bytes()};
  const bool is_narrow = static_cast<std::uint64_t>(step.n) <= kFewColumns;
  launch(*kernel, workspace.stream, {static_cast<std::uint32_t>(std::min(step.count, kMaxLines)), 1, 1},
         {is_narrow ? kFewThreads : kManyThreads, 1, 1}, values, memory, shared);
}

}  // namespace

std::uint64_t room_of(const core::Context& context, const FactorStep& step) {
  const auto m = static_cast<std::uint64_t>(step.m), n = static_cast<std::uint64_t>(step.n);
  const std::uint64_t bytes = m * (n + std::min(m, n)) * size_of(step);
  return bytes <= most_room(context) ? bytes : 0;
}

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
