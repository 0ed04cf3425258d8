// SPDX-License-Identifier: Apache-2.0
//
// Steps of factorisations by cuSOLVER, over the fake driver and the fake cuSOLVER: the arguments of each
// call, results, and failures. There is no compiler for this GPU, so the kernels before and behind these
// steps would fail.

#include <dlfcn.h>

#include <complex>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/handle.h"
#include "core/memory/pool.h"
#include "fake_cusolver/control.h"
#include "ndarray/cublas.h"
#include "ndarray/factor_step.h"
#include "unit/core/fixture.h"

namespace {

using namespace gridcall;
using ndarray::FactorStep;
using ndarray::Routine;

fake_cusolver_state* cusolver = nullptr;

template <class T>
constexpr core::ScalarType kTypeOf = core::ScalarType::kFloat32;
template <>
constexpr core::ScalarType kTypeOf<double> = core::ScalarType::kFloat64;
template <>
constexpr core::ScalarType kTypeOf<std::complex<float>> = core::ScalarType::kComplex64;
template <>
constexpr core::ScalarType kTypeOf<std::complex<double>> = core::ScalarType::kComplex128;

// Memory of the fake driver, which is the host's.
struct Memory {
  gc_mem* handle = nullptr;
  core::Mem* mem = nullptr;

  explicit Memory(std::size_t bytes) {
    gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
    options.flags = GRIDCALL_MEM_ZERO;
    options.size = bytes;
    MUST(gc_mem_create(context, &options, &handle, &e));
    const core::Epoch epoch;
    mem = static_cast<core::Mem*>(
        core::handle_find(reinterpret_cast<std::uintptr_t>(handle), core::Mem::kType));
  }
  ~Memory() { gc_mem_release(handle); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  std::uint64_t address() const { return mem->address(); }
  template <class T>
  T* as() const {
    return static_cast<T*>(ndarray::memory_at(address()));
  }
};

// `by_cublas`: solves with right sides in the pivots' order.
bool run(const FactorStep& step, const Memory& memory, const Memory* by_cublas = nullptr) {
  core::Mem* const mems[] = {memory.mem};
  std::string reason;
  if (by_cublas) {
    const core::Epoch epoch;
    auto& cublas = core::service<ndarray::Cublas>(memory.mem->context());
    const bool is_there = cublas.open(memory.mem->context());
    cublas.solve(memory.mem->context(), step, *by_cublas->mem, mems, nullptr);
    return is_there;
  }
  gc_pool* pool = nullptr;  // the context keeps its own for a second
  MUST(gc_pool_create(context, nullptr, &pool, &e));
  bool done = false;
  const auto release = [&] { gc_pool_release(pool); };
  try {
    const core::Epoch epoch;
    auto* const of_work = static_cast<core::Pool*>(
        core::handle_find(reinterpret_cast<std::uintptr_t>(pool), core::Pool::kType));
    done = ndarray::run_on_cusolver(step, mems, {memory.mem->context(), of_work, nullptr}, reason);
  } catch (...) {
    release();
    throw;
  }
  release();
  return done;
}

enum { kCount = 2, kRows = 5, kColumns = 3 };

template <class T>
FactorStep step_of(Routine routine, const Memory& a, std::int64_t m, std::int64_t n) {
  FactorStep step{};
  step.routine = routine;
  step.type = kTypeOf<T>;
  step.has_vectors = true;
  step.m = m, step.n = n;
  step.count = kCount;
  step.a = a.address();
  step.a_step = static_cast<std::uint64_t>(m * n) * sizeof(T);
  return step;
}

// Makes the step one call for all matrices.
void point(FactorStep& step, const Memory& memory) {
  step.is_one_call = true;
  step.pointers = memory.address() + 60000;
  auto* const pointers = static_cast<std::uint64_t*>(ndarray::memory_at(step.pointers));
  for (std::uint64_t p = 0; p < kCount; ++p) {
    pointers[p] = ndarray::matrix_of(step, p).a;
    pointers[kCount + p] = ndarray::matrix_of(step, p).b;
  }
}

// Numbers without a pattern; a matrix's diagonal is greater.
template <class T>
std::vector<T> numbers(std::int64_t m, std::int64_t n, bool is_hermitian = false) {
  std::vector<T> made(static_cast<std::size_t>(kCount * m * n));
  unsigned seed = 1;
  for (T& each : made) {
    seed = seed * 1664525 + 1013904223;
    each = T(static_cast<float>(seed >> 24) / 256);
    if constexpr (!std::is_floating_point_v<T>) each += T(0, static_cast<float>(seed >> 20 & 15) / 16);
  }
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i) % (m * n), row = at % m, column = at / m;
    if (row != column) continue;
    made[i] = T(static_cast<float>(m + 2));
  }
  if (is_hermitian)
    for (std::size_t i = 0; i < made.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i) % (m * n), row = at % m, column = at / m;
      const std::size_t other = i - static_cast<std::size_t>(at - (row * m + column));
      if constexpr (std::is_floating_point_v<T>)
        made[i] = row < column ? made[other] : made[i];
      else
        made[i] = row < column ? std::conj(made[other]) : made[i];
    }
  return made;
}

template <class T>
T conjugate(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return value;
  else
    return std::conj(value);
}

// Holds a = left * right, of matrices in Fortran's order.
template <class T, class First, class Second>
void check_product(const std::vector<T>& a, std::int64_t m, std::int64_t n, std::int64_t k, First left,
                   Second right) {
  const double unit = sizeof(decltype(std::abs(T()))) == 4 ? 1e-6 : 1e-15;
  for (std::int64_t p = 0; p < kCount; ++p)
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        T sum{};
        for (std::int64_t d = 0; d < k; ++d) sum += left(p, i, d) * right(p, d, j);
        const T want = a[static_cast<std::size_t>((p * n + j) * m + i)];
        if (!(std::abs(sum - want) < 200 * unit)) fail_msg("at %d, %d, %d", int(p), int(i), int(j));
      }
}

#define LAST(what, of_m, of_n, of_k)                                                                     \
  assert_true(std::string(cusolver->name) == (what) && cusolver->m == (of_m) && cusolver->n == (of_n) && \
              cusolver->k == (of_k) && cusolver->lda == (of_m))

template <class T>
void solves() {
  const auto a = numbers<T>(kRows, kRows);
  const Memory memory(1 << 16);
  std::copy(a.begin(), a.end(), memory.as<T>());
  T* const b = memory.as<T>() + 1024;
  for (int i = 0; i < kCount * kRows * 2; ++i) b[i] = T(static_cast<float>(i));
  const std::vector<T> right(b, b + kCount * kRows * 2);
  FactorStep step = step_of<T>(Routine::kGetrf, memory, kRows, kRows);
  step.pivots = memory.address() + 40000;
  step.info = memory.address() + 50000;
  memory.as<int>()[50000 / 4 + 1] = 9;
  assert_true(run(step, memory));
  LAST("getrf", kRows, kRows, 0);
  assert_int_equal(memory.as<int>()[50000 / 4 + 1], 0);
  step.routine = Routine::kGetrs;
  step.k = 2;
  step.b = memory.address() + 1024 * sizeof(T);
  step.info = 0;
  assert_true(run(step, memory));
  LAST("getrs", kRows, kRows, 2);
  const auto is_solved = [&] {
    check_product(
        right, kRows, 2, kRows,
        [&](auto p, auto i, auto d) { return a[std::size_t((p * kRows + d) * kRows + i)]; },
        [&](auto p, auto d, auto j) { return b[(p * 2 + j) * kRows + d]; });
  };
  is_solved();
  // By cuBLAS, of one matrix at a time.
  const Memory workspace(ndarray::Cublas::kWorkspaceBytes);
  std::copy(right.begin(), right.end(), b);
  for (std::uint64_t p = 0; p < kCount; ++p) {
    const FactorStep one = ndarray::matrix_of(step, p);
    const auto* const pivots = static_cast<const int*>(ndarray::memory_at(one.pivots));
    for (int k = 0; k < kRows; ++k)
      for (int j = 0; j < 2; ++j) {
        T* const side = static_cast<T*>(ndarray::memory_at(one.b)) + j * kRows;
        std::swap(side[k], side[pivots[k] - 1]);
      }
    assert_true(run(one, memory, &workspace));
  }
  is_solved();
  // All in one call.
  std::copy(a.begin(), a.end(), memory.as<T>());
  std::copy(right.begin(), right.end(), b);
  step.info = memory.address() + 50000;
  point(step, memory);
  for (const Routine routine : {Routine::kGetrf, Routine::kGetrs}) {
    step.routine = routine;
    assert_true(run(step, memory, &workspace));
  }
  is_solved();
}

template <class T>
void factorizes_positive() {
  const auto a = numbers<T>(kRows, kRows, true);
  const Memory memory(1 << 16);
  FactorStep step = step_of<T>(Routine::kPotrf, memory, kRows, kRows);
  step.info = memory.address() + 50000;
  const T* const l = memory.as<T>();
  const auto lower = [&](auto p, auto i, auto d) { return d > i ? T{} : l[(p * kRows + d) * kRows + i]; };
  for (const bool is_one_call : {false, true}) {
    std::copy(a.begin(), a.end(), memory.as<T>());
    if (is_one_call) point(step, memory);
    assert_true(run(step, memory));
    LAST(is_one_call ? "potrfBatched" : "potrf", kRows, kRows, 0);
    check_product(a, kRows, kRows, kRows, lower,
                  [&](auto p, auto d, auto j) { return conjugate(lower(p, j, d)); });
  }
}

template <class T>
void makes_orthonormal() {
  const auto a = numbers<T>(kRows, kColumns);
  const Memory memory(1 << 16);
  std::copy(a.begin(), a.end(), memory.as<T>());
  FactorStep step = step_of<T>(Routine::kGeqrf, memory, kRows, kColumns);
  step.tau = memory.address() + 40000;
  assert_true(run(step, memory));
  LAST("geqrf", kRows, kColumns, 0);
  const std::vector<T> r(memory.as<T>(), memory.as<T>() + a.size());
  step.routine = Routine::kOrgqr;
  step.k = kColumns;
  assert_true(run(step, memory));
  LAST("orgqr", kRows, kColumns, kColumns);
  const T* const q = memory.as<T>();
  check_product(
      a, kRows, kColumns, kColumns, [&](auto p, auto i, auto d) { return q[(p * kColumns + d) * kRows + i]; },
      [&](auto p, auto d, auto j) { return d > j ? T{} : r[std::size_t((p * kColumns + j) * kRows + d)]; });
}

template <class T>
void finds_values() {
  using Real = decltype(std::abs(T()));
  const Memory memory(1 << 16);
  const auto square = numbers<T>(kRows, kRows, true);
  for (const bool is_one_call : {false, true}) {
    std::copy(square.begin(), square.end(), memory.as<T>());
    FactorStep step = step_of<T>(Routine::kSyevd, memory, kRows, kRows);
    step.values = memory.address() + 40000;
    step.info = memory.address() + 50000;
    step.is_one_call = is_one_call;
    assert_true(run(step, memory));
    LAST(is_one_call ? "XsyevBatched" : "syevd", kRows, kRows, 0);
    const Real* const values = memory.as<Real>() + 40000 / sizeof(Real);
    const T* const v = memory.as<T>();
    check_product(
        square, kRows, kRows, kRows,
        [&](auto p, auto i, auto d) { return v[(p * kRows + d) * kRows + i] * values[p * kRows + d]; },
        [&](auto p, auto d, auto j) { return conjugate(v[(p * kRows + d) * kRows + j]); });
  }
}

// Without a LAPACK on the host the fake one computes nothing.
template <void (*... kCheck)()>
void each_type(void**) {
  const Memory memory(4096);
  FactorStep step = step_of<float>(Routine::kPotrf, memory, 1, 1);
  step.info = memory.address() + 64;
  assert_true(run(step, memory));
  if (!cusolver->has_lapack) skip();
  (kCheck(), ...);
}

void failures(void**) {
  const Memory memory(4096);
  FactorStep step = step_of<double>(Routine::kPotrf, memory, 3, 3);
  step.info = memory.address() + 1024;
  cusolver->next_result = 7;
  std::string says;
  try {
    run(step, memory);
  } catch (const Failure& failure) {
    says = failure.what();
  }
  assert_true(says.find("cusolverDnDpotrf of cuSOLVER 11.6 returned 7") != std::string::npos);
  std::string reason;
  assert_true((ndarray::cusolver_version(reason) == std::array<int, 3>{11, 6, 4}));
  // The second matrix is not positive definite.
  memory.as<double>()[0] = memory.as<double>()[4] = memory.as<double>()[8] = 1;
  if (!cusolver->has_lapack) skip();
  assert_true(run(step, memory));
  assert_int_equal(memory.as<int>()[1024 / 4], 0);
  assert_int_equal(memory.as<int>()[1024 / 4 + 1], 1);
  assert_int_equal(cusolver->handles, 1);
}

// The handle and its parameters end with their context.
void handles_end(void**) {
  gc_context *const first = context, *second = nullptr;
  gc_device* device = nullptr;
  MUST(gc_context_get_device(context, &device, &e));
  MUST(gc_context_create(device, nullptr, &second, &e));
  context = second;
  {
    const Memory memory(4096);
    FactorStep step = step_of<float>(Routine::kPotrf, memory, 1, 1);
    step.info = memory.address() + 64;
    assert_true(run(step, memory));
    step.routine = Routine::kSyevd;
    step.values = memory.address() + 128;
    step.is_one_call = true;
    assert_true(run(step, memory));
  }
  assert_int_equal(cusolver->handles, 2);
  const int parameters = cusolver->parameters;
  context = first;
  gc_context_release(second);
  MUST(gc_handle_collect(&e));
  assert_int_equal(cusolver->handles, 1);
  assert_int_equal(cusolver->parameters, parameters - 1);
}

}  // namespace

int main() {
  using Float = std::complex<float>;
  using Double = std::complex<double>;
  void* const library = dlopen(std::getenv("GRIDCALL_CUSOLVER"), RTLD_NOW);
  cusolver = static_cast<fake_cusolver_state*>(dlsym(library, "fake_cusolver"));
  const struct CMUnitTest tests[] = {
      {"solve", each_type<solves<float>, solves<double>, solves<Float>, solves<Double>>, nullptr,
       nothing_left, nullptr},
      {"cholesky",
       each_type<factorizes_positive<float>, factorizes_positive<double>, factorizes_positive<Float>,
                 factorizes_positive<Double>>,
       nullptr, nothing_left, nullptr},
      {"qr",
       each_type<makes_orthonormal<float>, makes_orthonormal<double>, makes_orthonormal<Float>,
                 makes_orthonormal<Double>>,
       nullptr, nothing_left, nullptr},
      {"eigh",
       each_type<finds_values<float>, finds_values<double>, finds_values<Float>, finds_values<Double>>,
       nullptr, nothing_left, nullptr},
      cmocka_unit_test_teardown(failures, nothing_left),
      cmocka_unit_test_teardown(handles_end, nothing_left),
  };
  return cmocka_run_group_tests_name("cusolver", tests, open_context, nullptr);
}
