// SPDX-License-Identifier: Apache-2.0
//
// LAPACK on the host, for the CPU device, as work of a stream. Its functions are found with those of BLAS
// (host_blas.cpp).

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "base/concat.h"
#include "core/context.h"
#include "core/stream.h"
#include "ndarray/factor_step.h"
#include "ndarray/host_blas.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

using Integer = const std::int64_t*;  // a library of 32 bits reads the lower half
using Text = const char*;

// The addresses of a routine's work space, and its length in elements; -1 asks for it.
struct Work {
  void *elements = nullptr, *reals = nullptr, *integers = nullptr;
  std::int64_t length = -1, real_length = 0, integer_length = 0;
};

// Calls a function of LAPACK, whose texts have their lengths at the end.
template <class... Arguments>
void call_lapack(void (*function)(), Arguments... arguments) {
  reinterpret_cast<void (*)(Arguments..., std::size_t, std::size_t)>(function)(arguments..., 1, 1);
}

// Runs a routine for one matrix. Returns its info.
std::int32_t run_routine(void (*function)(), const FactorStep& step, const Work& work) {
  const std::int64_t m = step.m, n = step.n, k = step.k, rows = std::max<std::int64_t>(m, 1),
                     least = std::max<std::int64_t>(std::min(m, n), 1);
  std::int64_t info = 0;
  const Integer lda = &rows, length = &work.length;
  void* const a = memory_at(step.a);
  const Text vectors = step.has_vectors ? step.routine == Routine::kGesvd ? "S" : "V" : "N";
  switch (step.routine) {
    case Routine::kGetrf:
      call_lapack(function, &m, &n, a, lda, memory_at(step.pivots), &info);
      break;
    case Routine::kGetrs:
      call_lapack(function, Text{"N"}, &n, &k, a, lda, memory_at(step.pivots), memory_at(step.b), lda, &info);
      break;
    case Routine::kPotrf:
      call_lapack(function, Text{step.is_upper ? "U" : "L"}, &n, a, lda, &info);
      break;
    case Routine::kGeqrf:
      call_lapack(function, &m, &n, a, lda, memory_at(step.tau), work.elements, length, &info);
      break;
    case Routine::kOrgqr:
      call_lapack(function, &m, &n, &k, a, lda, memory_at(step.tau), work.elements, length, &info);
      break;
    case Routine::kGesvd:
      if (core::is_complex(step.type))
        call_lapack(function, vectors, &m, &n, a, lda, memory_at(step.values), memory_at(step.u), lda,
                    memory_at(step.vt), &least, work.elements, length, work.reals, work.integers, &info);
      else
        call_lapack(function, vectors, &m, &n, a, lda, memory_at(step.values), memory_at(step.u), lda,
                    memory_at(step.vt), &least, work.elements, length, work.integers, &info);
      break;
    case Routine::kSyevd:
      if (core::is_complex(step.type))
        call_lapack(function, vectors, Text{"L"}, &n, a, lda, memory_at(step.values), work.elements, length,
                    work.reals, &work.real_length, work.integers, &work.integer_length, &info);
      else
        call_lapack(function, vectors, Text{"L"}, &n, a, lda, memory_at(step.values), work.elements, length,
                    work.integers, &work.integer_length, &info);
      break;
  }
  return static_cast<std::int32_t>(info);
}

bool is_finite(const FactorStep& step) noexcept {
  const std::uint64_t count = step.a_step / real_size_of(step);
  const auto all = [count](const auto* numbers) {
    return std::all_of(numbers, numbers + count, [](auto each) { return std::isfinite(each); });
  };
  return real_size_of(step) == 4 ? all(static_cast<const float*>(memory_at(step.a)))
                                 : all(static_cast<const double*>(memory_at(step.a)));
}

struct HostStep {
  void (*function)();
  FactorStep step;
  Work work;
};
static_assert(std::is_trivially_copyable_v<HostStep> && sizeof(HostStep) <= 4096);

// Runs on a worker of the CPU device.
void run_matrices(void* data) {
  const auto& [function, batch, work] = *static_cast<const HostStep*>(data);
  // These may not end with numbers that are none. They are at fault as LAPACK says it: argument 4, `a`.
  const bool wants_finite = batch.routine == Routine::kGesvd || batch.routine == Routine::kSyevd;
  for (std::uint64_t i = 0; i < batch.count; ++i) {
    const FactorStep step = matrix_of(batch, i);
    const std::int32_t info = wants_finite && !is_finite(step) ? -4 : run_routine(function, step, work);
    if (step.info != 0) *static_cast<std::int32_t*>(memory_at(step.info)) = info;
  }
}

// Fills the lengths of a routine's work space.
void ask_lengths(void (*function)(), const FactorStep& step, Work& work) {
  work.length = 0;
  if (step.routine == Routine::kGetrf || step.routine == Routine::kGetrs || step.routine == Routine::kPotrf)
    return;
  const std::int64_t n = step.n, most = std::max(step.m, n), least = std::min(step.m, n);
  if (step.routine == Routine::kGesvd) {
    work.integer_length = 8 * least;
    work.real_length = least * std::max(5 * least + 7, 2 * most + 2 * least + 1);
  } else if (step.routine == Routine::kSyevd) {
    work.integer_length = step.has_vectors ? 3 + 5 * n : 1;
    work.real_length = step.has_vectors ? 1 + 5 * n + 2 * n * n : n;
  }
  alignas(16) std::byte answer[64] = {}, reals[64] = {}, integers[64] = {};
  Work asks = work;
  asks.elements = answer, asks.reals = reals, asks.integers = integers;
  asks.length = -1;
  run_routine(function, step, asks);
  double length = 0;
  if (real_size_of(step) == 4) {
    float rounded = 0;  // it may have been rounded down
    std::memcpy(&rounded, answer, sizeof rounded);
    length = static_cast<double>(std::nextafter(rounded, HUGE_VALF));
  } else {
    std::memcpy(&length, answer, sizeof length);
  }
  work.length = std::max<std::int64_t>(static_cast<std::int64_t>(std::ceil(length)), 1);
}

}  // namespace

bool run_on_lapack(const FactorStep& step, std::span<core::Mem* const> memory, const Workspace& workspace,
                   std::string& reason) {
  const HostLapack& lapack = host_blas().lapack;
  core::Context& context = workspace.context;
  const driver::Table& table = context.table();
  reason = lapack.reason;
  if (lapack.path.empty() || !table.gridcallHostWork) return false;
  HostStep work = {lapack.functions[static_cast<std::size_t>(step.routine)][letter_of(step.type)], step, {}};
  ask_lengths(work.function, step, work.work);
  const auto round = [](std::int64_t count, std::uint64_t size) {
    return divide_up(static_cast<std::uint64_t>(count) * size, 64) * 64;
  };
  const std::uint64_t elements = round(work.work.length, size_of(step)),
                      reals =
                          core::is_complex(step.type) ? round(work.work.real_length, real_size_of(step)) : 0,
                      integers = round(work.work.integer_length, kPivotBytes);
  const std::uint64_t bytes[] = {elements + reals + integers};
  const Temporary space(context, core::Element::of(core::ScalarType::kUint8), bytes, workspace.stream,
                        workspace.pool);
  work.work.elements = memory_at(space->address());
  work.work.reals = memory_at(space->address() + elements);
  work.work.integers = memory_at(space->address() + elements + reals);
  const auto side = static_cast<std::uint64_t>(std::max({step.m, step.n, step.k}));
  // These iterate, and take some 30 times as long as a factorization.
  const bool iterates = step.routine == Routine::kGesvd || step.routine == Routine::kSyevd;
  const bool is_short = side <= 64 && side * side * side * step.count * (iterates ? 32 : 1) <= kShortProducts;
  const core::Queue queue = core::queue_of(workspace.stream);
  context.run([&] {
    for (core::Mem* mem : memory) context.slots().use(mem->usage(), queue.slot);
    context.slots().use(space->mem().usage(), queue.slot);
    context.check(table.gridcallHostWork(queue.stream, &run_matrices, &work, sizeof work, is_short),
                  "gridcallHostWork");
    context.slots().queued(queue.slot);
  });
  return true;
}

}  // namespace gridcall::ndarray
