// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices by cuBLAS, over the fake driver and the fake cuBLAS: the arguments of each call,
// results, and failures. There is no compiler for this GPU, so the library's own kernel would fail.

#include <dlfcn.h>

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "fake_cublas/control.h"
#include "gridcall/preview.h"
#include "unit/core/fixture.h"

namespace {

fake_cublas_state* cublas = nullptr;

template <class T>
constexpr gc_scalar_type kTypeOf = GRIDCALL_SCALAR_TYPE_FLOAT32;
template <>
constexpr gc_scalar_type kTypeOf<double> = GRIDCALL_SCALAR_TYPE_FLOAT64;
template <>
constexpr gc_scalar_type kTypeOf<std::complex<float>> = GRIDCALL_SCALAR_TYPE_COMPLEX64;
template <>
constexpr gc_scalar_type kTypeOf<std::complex<double>> = GRIDCALL_SCALAR_TYPE_COMPLEX128;

// Elements 1, 2, 3 ..., modulo a small number.
template <class T>
gc_ndarray* counted(const std::vector<std::uint64_t>& shape, int modulus) {
  gc_ndarray* made = make_array(kTypeOf<T>, shape);
  std::vector<T> values(std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = T(static_cast<float>((i + 1) % static_cast<std::size_t>(modulus)));
  MUST(gc_ndarray_copy_from_host(made, values.data(), values.size() * sizeof(T), nullptr, nullptr, &e));
  return made;
}

gc_ndarray* transposed(gc_ndarray* ndarray, std::vector<std::uint32_t> axes = {}) {
  gc_ndarray* made = nullptr;
  MUST(gc_ndarray_transpose(ndarray, axes.data(), axes.size(), &made, &e));
  return made;
}

template <class T>
std::vector<T> read(gc_ndarray* ndarray) {
  std::uint64_t count = 0;
  MUST(gc_ndarray_get_attribute(ndarray, GRIDCALL_NDARRAY_ATTRIBUTE_COUNT, &count, &e));
  std::vector<T> values(count);
  MUST(gc_ndarray_copy_to_host(ndarray, values.data(), count * sizeof(T), nullptr, nullptr, &e));
  return values;
}

// Returns the matrices of a batch transposed, as the host reads them: a copy of a view would need a kernel.
template <class T>
std::vector<T> turned_by_host(const std::vector<T>& values, std::size_t rows, std::size_t columns) {
  std::vector<T> made(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t row = i / columns % rows, column = i % columns;
    made[i - i % (rows * columns) + column * rows + row] = values[i];
  }
  return made;
}

// Compares the results with loops over what the host reads.
template <class T>
void compare(const std::vector<T>& got, const std::vector<T>& left, const std::vector<T>& right,
             std::size_t batch, std::size_t m, std::size_t n, std::size_t k, bool same_right) {
  for (std::size_t p = 0; p < batch; ++p)
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        T sum{};
        for (std::size_t d = 0; d < k; ++d)
          sum += left[(p * m + i) * k + d] * right[((same_right ? 0 : p) * k + d) * n + j];
        assert_true(got[(p * m + i) * n + j] == sum);
      }
}
template <class T>
void check(gc_ndarray* out, gc_ndarray* a, gc_ndarray* b, std::size_t batch, std::size_t m, std::size_t n,
           std::size_t k, bool same_b) {
  compare(read<T>(out), read<T>(a), read<T>(b), batch, m, n, k, same_b);
}

template <class T>
void multiplies_as(int type, int compute_type, gc_matmul_flags flags) {
  gc_ndarray *a = counted<T>({5, 7}, 4), *b = counted<T>({7, 3}, 5), *out = make_array(kTypeOf<T>, {5, 3});
  gc_matmul_options options = GRIDCALL_MATMUL_OPTIONS_INIT;
  options.flags = flags;
  MUST(gc_pool_create(context, nullptr, &options.pool, &e));  // the context keeps its own for a second
  MUST(gc_ndarray_matmul(out, a, b, &options, nullptr, &e));
  check<T>(out, a, b, 1, 5, 3, 7, true);
  // In C's order the operands change places.
  assert_true(cublas->m == 3 && cublas->n == 5 && cublas->k == 7 && cublas->count == 1);
  assert_true(cublas->lda == 3 && cublas->ldb == 7 && cublas->ldc == 3);
  assert_true(cublas->transpose_a == 0 && cublas->transpose_b == 0);
  assert_true(cublas->type == type && cublas->compute_type == compute_type);
  assert_true(cublas->workspace_bytes == 32 << 20);
  for (gc_ndarray* each : {a, b, out}) gc_ndarray_release(each);
  gc_pool_release(options.pool);
}

void types_and_tf32(void**) {
  multiplies_as<float>(0, 68, 0);
  multiplies_as<float>(0, 77, GRIDCALL_MATMUL_TF32);
  multiplies_as<double>(1, 70, GRIDCALL_MATMUL_TF32);
  multiplies_as<std::complex<float>>(4, 68, 0);
  multiplies_as<std::complex<double>>(5, 70, 0);
  for (const auto& [type, number] :
       {std::pair{GRIDCALL_SCALAR_TYPE_FLOAT16, 2}, std::pair{GRIDCALL_SCALAR_TYPE_BFLOAT16, 14}}) {
    gc_ndarray *a = make_array(type, {4, 4}), *b = make_array(type, {4, 4}), *out = make_array(type, {4, 4});
    MUST(gc_ndarray_matmul(out, a, b, nullptr, nullptr, &e));
    assert_true(cublas->type == number && cublas->compute_type == 68);
    for (gc_ndarray* each : {a, b, out}) gc_ndarray_release(each);
  }
  assert_int_equal(cublas->handles, 1);
}

// Transposed operands and results are no copies.
void views(void**) {
  gc_ndarray *a = counted<float>({7, 5}, 4), *b = counted<float>({3, 7}, 5),
             *out = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {3, 5});
  gc_ndarray *turned_a = transposed(a), *turned_b = transposed(b), *turned = transposed(out);
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(context, nullptr, &stream, &e));
  const Calls copies("cuMemcpyDtoDAsync");
  MUST(gc_ndarray_matmul(turned, turned_a, turned_b, nullptr, stream, &e));
  assert_int_equal(copies.made(), 0);
  assert_non_null(cublas->stream);
  MUST(gc_stream_synchronize(stream, &e));
  compare(turned_by_host(read<float>(out), 3, 5), turned_by_host(read<float>(a), 7, 5),
          turned_by_host(read<float>(b), 3, 7), 1, 5, 3, 7, true);
  assert_true(cublas->m == 5 && cublas->n == 3 && cublas->transpose_a == 0 && cublas->transpose_b == 0 &&
              cublas->lda == 5);
  gc_stream_release(stream);
  for (gc_ndarray* each : {a, b, out, turned_a, turned_b, turned}) gc_ndarray_release(each);
}

void batches(void**) {
  gc_ndarray *a = counted<float>({4, 2, 3}, 7), *b = counted<float>({4, 3, 5}, 5),
             *one = counted<float>({3, 5}, 5), *out = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {4, 2, 5});
  int before = cublas->calls;
  MUST(gc_ndarray_matmul(out, a, b, nullptr, nullptr, &e));
  check<float>(out, a, b, 4, 2, 5, 3, false);
  assert_true(cublas->count == 4 && cublas->stride_a == 15 && cublas->stride_b == 6 &&
              cublas->stride_c == 10);
  // One right operand for all: more rows of one product.
  MUST(gc_ndarray_matmul(out, a, one, nullptr, nullptr, &e));
  check<float>(out, a, one, 4, 2, 5, 3, true);
  assert_true(cublas->count == 1 && cublas->n == 8);
  assert_int_equal(cublas->calls - before, 2);
  // A batch of two dimensions whose results are not in their order: as many calls as the first one has.
  gc_ndarray *grid = counted<float>({2, 2, 2, 3}, 7), *swapped = transposed(grid, {1, 0, 2, 3}),
             *right = counted<float>({2, 2, 3, 5}, 5),
             *wide = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {2, 2, 2, 5});
  before = cublas->calls;
  MUST(gc_ndarray_matmul(wide, swapped, right, nullptr, nullptr, &e));
  std::vector<float> left = read<float>(grid);
  std::swap_ranges(left.begin() + 6, left.begin() + 12, left.begin() + 12);
  compare(read<float>(wide), left, read<float>(right), 4, 2, 5, 3, false);
  assert_int_equal(cublas->calls - before, 2);
  for (gc_ndarray* each : {a, b, one, out, grid, swapped, right, wide}) gc_ndarray_release(each);
}

// Results whose batch runs backwards beside an operand that runs forwards: cuBLAS takes them one by one.
void batches_in_two_directions(void**) {
  gc_ndarray *a = counted<float>({4, 2, 3}, 7), *b = counted<float>({4, 3, 5}, 5),
             *out = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {4, 2, 5}), *backwards = nullptr;
  const gc_axis_slice from_the_end = {INT64_MIN, INT64_MIN, -1};
  MUST(gc_ndarray_slice(out, &from_the_end, 1, &backwards, &e));
  const int before = cublas->calls;
  MUST(gc_ndarray_matmul(backwards, a, b, nullptr, nullptr, &e));
  assert_int_equal(cublas->calls - before, 4);
  std::vector<float> got = read<float>(out);
  for (int p = 0; p < 2; ++p)
    std::swap_ranges(got.begin() + p * 10, got.begin() + p * 10 + 10, got.begin() + (3 - p) * 10);
  compare(got, read<float>(a), read<float>(b), 4, 2, 5, 3, false);
  for (gc_ndarray* each : {a, b, out, backwards}) gc_ndarray_release(each);
}

void failures(void**) {
  gc_ndarray *a = counted<float>({2, 2}, 7), *out = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {2, 2});
  cublas->next_result = 13;
  REFUSED(gc_ndarray_matmul(out, a, a, nullptr, nullptr, &e), DRIVER,
          "cublasGemmStridedBatchedEx of cuBLAS 12.4 returned CUBLAS_STATUS_EXECUTION_FAILED (13)");
  MUST(gc_ndarray_matmul(out, a, a, nullptr, nullptr, &e));
  std::int32_t major = 0, minor = 0, patch = 0;
  MUST(gc_version_get(GRIDCALL_VERSION_COMPONENT_CUBLAS, &major, &minor, &patch, &e));
  assert_true(major == 12 && minor == 4 && patch == 5);
  for (gc_ndarray* each : {a, out}) gc_ndarray_release(each);
}

// The handle ends with its context.
void handles_end(void**) {
  gc_context *const first = context, *second = nullptr;
  gc_device* device = nullptr;
  MUST(gc_context_get_device(context, &device, &e));
  MUST(gc_context_create(device, nullptr, &second, &e));
  context = second;
  multiplies_as<float>(0, 68, 0);
  assert_int_equal(cublas->handles, 2);
  context = first;
  gc_context_release(second);
  MUST(gc_handle_collect(&e));
  assert_int_equal(cublas->handles, 1);
}

}  // namespace

int main() {
  void* const library = dlopen(std::getenv("GRIDCALL_CUBLAS"), RTLD_NOW);
  cublas = static_cast<fake_cublas_state*>(dlsym(library, "fake_cublas"));
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(types_and_tf32, nothing_left),
      cmocka_unit_test_teardown(views, nothing_left),
      cmocka_unit_test_teardown(batches, nothing_left),
      cmocka_unit_test_teardown(batches_in_two_directions, nothing_left),
      cmocka_unit_test_teardown(failures, nothing_left),
      cmocka_unit_test_teardown(handles_end, nothing_left),
  };
  return cmocka_run_group_tests_name("cublas", tests, open_context, nullptr);
}
