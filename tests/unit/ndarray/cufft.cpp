// SPDX-License-Identifier: Apache-2.0
//
// Fourier transforms by cuFFT, over the fake driver and the fake cuFFT: the arguments of each call, results,
// plans and failures. There is no compiler for this GPU, so that whatever needs a kernel fails: factors other
// than 1 too.

#include <dlfcn.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "fake_cufft/control.h"
#include "gridcall/preview.h"
#include "unit/core/fixture.h"

namespace {

fake_cufft_state* cufft = nullptr;
using Shape = std::vector<std::uint64_t>;

std::uint64_t count_of(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

template <class T>
void write(gc_ndarray* ndarray, const std::vector<T>& values) {
  MUST(gc_ndarray_copy_from_host(ndarray, values.data(), values.size() * sizeof(T), nullptr, nullptr, &e));
}
template <class T>
std::vector<T> read(gc_ndarray* ndarray, std::uint64_t count) {
  std::vector<T> values(count);
  MUST(gc_ndarray_copy_to_host(ndarray, values.data(), count * sizeof(T), nullptr, nullptr, &e));
  return values;
}

void transform(gc_ndarray* out, gc_ndarray* src, gc_fft_flags flags, const std::vector<std::uint32_t>& axes,
               gc_stream* stream = nullptr) {
  gc_fft_options options = GRIDCALL_FFT_OPTIONS_INIT;
  options.flags = flags;
  options.norm = flags != 0 ? GRIDCALL_FFT_NORM_FORWARD : GRIDCALL_FFT_NORM_BACKWARD;
  options.axes = axes.data();
  options.axis_count = axes.size();
  MUST(gc_ndarray_fft(out, src, &options, stream, &e));
}

// Element (0, ..., 0) of a spectrum is the sum, and an inverse transform gives the values back times their
// number.
template <class T, class C>
void there_and_back(gc_scalar_type type, gc_scalar_type spectrum_type, const Shape& shape,
                    const Shape& half) {
  gc_ndarray *src = make_array(type, shape), *out = make_array(spectrum_type, half),
             *back = make_array(type, shape);
  std::vector<T> values(count_of(shape));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = T(static_cast<float>(i * i % 11));
  write(src, values);
  transform(out, src, 0, {});
  const C sum = read<C>(out, count_of(half))[0];
  assert_true(std::abs(sum - C(std::accumulate(values.begin(), values.end(), T{}))) < 1e-3);
  transform(back, out, GRIDCALL_FFT_INVERSE, {});
  const std::vector<T> got = read<T>(back, values.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    assert_true(std::abs(got[i] - values[i] * T(static_cast<float>(values.size()))) < 1e-3);
  // A transform from complex to real reads a copy.
  assert_true(read<C>(out, count_of(half))[0] == sum);
  for (gc_ndarray* each : {src, out, back}) gc_ndarray_release(each);
}

void types(void**) {
  using Single = std::complex<float>;
  using Double = std::complex<double>;
  there_and_back<Single, Single>(GRIDCALL_SCALAR_TYPE_COMPLEX64, GRIDCALL_SCALAR_TYPE_COMPLEX64, {3, 5},
                                 {3, 5});
  assert_true(cufft->in_type == 4 && cufft->out_type == 4 && cufft->direction == 1);
  there_and_back<Double, Double>(GRIDCALL_SCALAR_TYPE_COMPLEX128, GRIDCALL_SCALAR_TYPE_COMPLEX128, {7}, {7});
  assert_true(cufft->in_type == 5 && cufft->out_type == 5 && cufft->rank == 1);
  there_and_back<float, Single>(GRIDCALL_SCALAR_TYPE_FLOAT32, GRIDCALL_SCALAR_TYPE_COMPLEX64, {2, 3, 5},
                                {2, 3, 3});
  assert_true(cufft->in_type == 4 && cufft->out_type == 0 && cufft->rank == 3);
  assert_true(cufft->lengths[2] == 5 && cufft->in_embed[2] == 3 && cufft->out_embed[2] == 5);
  there_and_back<double, Double>(GRIDCALL_SCALAR_TYPE_FLOAT64, GRIDCALL_SCALAR_TYPE_COMPLEX128, {4, 6},
                                 {4, 4});
  assert_true(cufft->in_type == 5 && cufft->out_type == 1);
}

// Batches on either side of what is transformed, and transposed views, are no copies.
void views(void**) {
  const auto type = GRIDCALL_SCALAR_TYPE_COMPLEX64;
  gc_ndarray *src = make_array(type, {4, 6}), *out = make_array(type, {4, 6}), *turned = nullptr;
  const Calls copies("cuMemcpyDtoDAsync");
  transform(out, src, 0, {1});
  assert_true(cufft->batch == 4 && cufft->in_stride == 1 && cufft->in_distance == 6 &&
              cufft->lengths[0] == 6);
  transform(out, src, 0, {0});
  assert_true(cufft->batch == 6 && cufft->in_stride == 6 && cufft->out_distance == 1 &&
              cufft->lengths[0] == 4);
  MUST(gc_ndarray_transpose(out, nullptr, 0, &turned, &e));
  gc_ndarray* wide = make_array(type, {6, 4});
  transform(turned, wide, 0, {1});
  assert_true(cufft->batch == 6 && cufft->in_stride == 1 && cufft->out_stride == 6 &&
              cufft->out_distance == 1);
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(context, nullptr, &stream, &e));
  transform(out, out, 0, {}, stream);
  assert_non_null(cufft->stream);
  assert_int_equal(copies.made(), 0);
  MUST(gc_stream_synchronize(stream, &e));
  gc_stream_release(stream);
  for (gc_ndarray* each : {src, out, turned, wide}) gc_ndarray_release(each);
}

// A plan is made once; the 16 used last are kept, and end with the context.
void plans(void**) {
  gc_ndarray* arrays[20];
  for (std::size_t i = 0; i < 20; ++i) arrays[i] = make_array(GRIDCALL_SCALAR_TYPE_COMPLEX64, {i + 1});
  gc_context *const first = context, *second = nullptr;
  const int others = cufft->plans, made = cufft->made;
  for (int round = 0; round < 2; ++round) transform(arrays[2], arrays[2], 0, {});
  assert_int_equal(cufft->made, made + 1);
  for (gc_ndarray* each : arrays) transform(each, each, 0, {});
  assert_true(cufft->plans == 16 && others < 16);
  gc_device* device = nullptr;
  MUST(gc_context_get_device(context, &device, &e));
  MUST(gc_context_create(device, nullptr, &second, &e));
  context = second;
  gc_ndarray* other = make_array(GRIDCALL_SCALAR_TYPE_COMPLEX64, {4});
  gc_fft_options options = GRIDCALL_FFT_OPTIONS_INIT;
  MUST(gc_pool_create(context, nullptr, &options.pool, &e));  // the context keeps its own for a second
  MUST(gc_ndarray_fft(other, other, &options, nullptr, &e));
  gc_pool_release(options.pool);
  assert_int_equal(cufft->plans, 17);
  gc_ndarray_release(other);
  context = first;
  gc_context_release(second);
  MUST(gc_handle_collect(&e));
  assert_int_equal(cufft->plans, 16);
  for (gc_ndarray* each : arrays) gc_ndarray_release(each);
}

void failures(void**) {
  gc_ndarray* a = make_array(GRIDCALL_SCALAR_TYPE_COMPLEX64, {4});
  cufft->next_result = 6;
  REFUSED(gc_ndarray_fft(a, a, nullptr, nullptr, &e), DRIVER, "cufftXtExec of cuFFT returned 6");
  std::int32_t major = 0, minor = 0, patch = 0;
  MUST(gc_version_get(GRIDCALL_VERSION_COMPONENT_CUFFT, &major, &minor, &patch, &e));
  assert_true(major == 11 && minor == 2 && patch == 3);
  gc_ndarray* b = make_array(GRIDCALL_SCALAR_TYPE_COMPLEX64, {44});
  // Without a plan the library's kernels do it, for which there is no compiler here.
  const int before = cufft->calls, plans_before = cufft->plans;
  cufft->next_plan = 5;
  gc_error* error = nullptr;
  assert_int_not_equal(gc_ndarray_fft(b, b, nullptr, nullptr, &error), GRIDCALL_OK);
  gc_error_release(error);
  assert_true(cufft->calls == before && cufft->plans == plans_before);
  transform(b, b, 0, {});
  assert_int_equal(cufft->calls, before + 1);
  gc_ndarray_release(a);
  gc_ndarray_release(b);
}

}  // namespace

int main() {
  void* const library = dlopen(std::getenv("GRIDCALL_CUFFT"), RTLD_NOW);
  cufft = static_cast<fake_cufft_state*>(dlsym(library, "fake_cufft"));
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(types, nothing_left),
      cmocka_unit_test_teardown(views, nothing_left),
      cmocka_unit_test_teardown(plans, nothing_left),
      cmocka_unit_test_teardown(failures, nothing_left),
  };
  return cmocka_run_group_tests_name("cufft", tests, open_context, nullptr);
}
