/* SPDX-License-Identifier: Apache-2.0
 *
 * Fourier transforms, by the library's kernels and by the library that the machine has. tests/ndarray/fft.py
 * compares them with NumPy's.
 */

#include <math.h>
#include <stdlib.h>

#include "gridcall/preview.h"
#include "ndarrays.h"

static gc_fft_options options_of(gc_fft_flags flags) {
  gc_fft_options options = GRIDCALL_FFT_OPTIONS_INIT;
  options.flags = flags;
  return options;
}

static const gc_fft_flags ways[] = {0, GRIDCALL_FFT_OWN_KERNEL};
/* Radices, several passes, and Bluestein's way. */
static const uint64_t lengths[] = {1, 2, 30, 31, 64, 77, 105, 243, 512, 1000, 1009};
enum { kMost = 1009, kRows = 3 };
static double signal[kRows][kMost][2], spectrum[kRows][kMost][2], got[kRows][kMost][2];

static void make_signal(uint64_t count) {
  uint64_t seed = count;
  for (size_t i = 0; i < 2 * count; ++i)
    (&signal[0][0][0])[i] = (double)(random_u32(&seed) % 2001) / 1000 - 1;
}

/* The sums of the definition, of rows of n numbers. */
static void transform_rows(uint64_t rows, uint64_t n, double sign) {
  const double(*x)[2] = &signal[0][0];
  double(*y)[2] = &spectrum[0][0];
  for (uint64_t row = 0; row < rows; ++row, x += n, y += n)
    for (uint64_t k = 0; k < n; ++k) {
      y[k][0] = y[k][1] = 0;
      for (uint64_t j = 0; j < n; ++j) {
        const double angle = sign * 6.283185307179586 * (double)(j * k % n) / (double)n;
        y[k][0] += x[j][0] * cos(angle) - x[j][1] * sin(angle);
        y[k][1] += x[j][0] * sin(angle) + x[j][1] * cos(angle);
      }
    }
}

static void check_near(const double* value, const double* want, size_t count, double scale,
                       const char* what) {
  for (size_t i = 0; i < count; ++i)
    if (!(fabs(value[i] - want[i] * scale) <= 1e-11))
      fail_msg("%s: part %zu is %.15g, expected %.15g", what, i, value[i], want[i] * scale);
}

static void fft_lengths_and_factors(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
    const uint64_t n = lengths[i], bytes = kRows * n * 16;
    make_signal(kRows * n);
    gc_ndarray *src = NEW(COMPLEX128, kRows, n), *dst = NEW(COMPLEX128, kRows, n);
    CALL(gc_ndarray_copy_from_host, src, signal, bytes, NULL, NULL);
    for (size_t way = 0; way < 2; ++way) {
      gc_fft_options options = options_of(ways[way]);
      options.axes = (uint32_t[]){1};
      options.axis_count = 1;
      transform_rows(kRows, n, -1);
      CALL(gc_ndarray_fft, dst, src, &options, NULL);
      CALL(gc_ndarray_copy_to_host, dst, got, bytes, NULL, NULL);
      check_near(&got[0][0][0], &spectrum[0][0][0], 2 * kRows * n, 1, "forward");
      transform_rows(kRows, n, 1);
      options.flags |= GRIDCALL_FFT_INVERSE;
      const double factors[] = {1 / (double)n, 1 / sqrt((double)n), 1};
      for (gc_fft_norm norm = GRIDCALL_FFT_NORM_BACKWARD; norm <= GRIDCALL_FFT_NORM_FORWARD; ++norm) {
        options.norm = norm;
        CALL(gc_ndarray_fft, dst, src, &options, NULL);
        CALL(gc_ndarray_copy_to_host, dst, got, bytes, NULL, NULL);
        check_near(&got[0][0][0], &spectrum[0][0][0], 2 * kRows * n, factors[norm], "inverse");
      }
    }
    gc_ndarray_release(src);
    gc_ndarray_release(dst);
  }
}

/* Real numbers to half a spectrum and back, in two dimensions, through transposed views and a pool. */
static void fft_real_numbers(void** state) {
  (void)state;
  enum { kHeight = 6, kWidth = 9 };
  float image[kHeight][kWidth], back[kHeight][kWidth], half[kHeight][kWidth / 2 + 1][2];
  uint64_t seed = 7;
  for (int i = 0; i < kHeight * kWidth; ++i) (&image[0][0])[i] = (float)(random_u32(&seed) % 19) - 9;
  gc_ndarray *src = NEW(FLOAT32, kHeight, kWidth), *whole = NEW(COMPLEX64, kWidth / 2 + 1, kHeight),
             *dst = NULL;
  CALL(gc_ndarray_transpose, whole, NULL, 0, &dst);
  CALL(gc_ndarray_copy_from_host, src, image, sizeof image, NULL, NULL);
  for (size_t way = 0; way < 2; ++way) {
    gc_fft_options options = options_of(ways[way]);
    CALL(gc_pool_create, context, NULL, &options.pool);
    CALL(gc_ndarray_fft, dst, src, &options, NULL);
    CALL(gc_ndarray_copy_to_host, dst, half, sizeof half, NULL, NULL);
    for (int u = 0; u < kHeight; ++u)
      for (int v = 0; v <= kWidth / 2; ++v) {
        double re = 0, im = 0;
        for (int y = 0; y < kHeight; ++y)
          for (int x = 0; x < kWidth; ++x) {
            const double angle = -6.283185307179586 * ((double)(u * y) / kHeight + (double)(v * x) / kWidth);
            re += image[y][x] * cos(angle);
            im += image[y][x] * sin(angle);
          }
        assert_true(fabs(half[u][v][0] - re) < 1e-4 && fabs(half[u][v][1] - im) < 1e-4);
      }
    options.flags |= GRIDCALL_FFT_INVERSE;
    CALL(gc_ndarray_fill, src, (float[]){0}, sizeof(float), NULL);
    CALL(gc_ndarray_fft, src, dst, &options, NULL);
    CALL(gc_ndarray_copy_to_host, src, back, sizeof back, NULL, NULL);
    for (int i = 0; i < kHeight * kWidth; ++i) assert_true(fabs((&back[0][0])[i] - (&image[0][0])[i]) < 1e-4);
    gc_pool_release(options.pool);
  }
  gc_ndarray_release(src);
  gc_ndarray_release(whole);
  gc_ndarray_release(dst);
}

static void refuse(gc_ndarray* dst, gc_ndarray* src, const gc_fft_options* options, const char* text) {
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_ndarray_fft, dst, src, options, NULL);
  assert_says(text);
}

static void fft_refusals(void** state) {
  (void)state;
  gc_ndarray *a = NEW(COMPLEX64, 4, 6), *b = NEW(COMPLEX64, 4, 4), *real = NEW(FLOAT32, 4, 6),
             *wide = NEW(FLOAT64, 4, 6), *none = NEW(COMPLEX64, 4, 0), *ints = NEW(INT32, 4, 6),
             *deep = NEW(COMPLEX64, 1, 1, 1, 1);
  gc_fft_options inverse = options_of(GRIDCALL_FFT_INVERSE), options = options_of(0);
  refuse(
      b, a, NULL,
      "`ndarray` has the shape (4, 4), and the transform of `src` (4, 6) has (4, 6): make it of that shape");
  refuse(a, real, NULL, "has (4, 4): make it of that shape");
  refuse(real, a, &inverse, "it is (4, 4): n/2 + 1 elements along dimension 1");
  refuse(real, b, NULL, "which only an inverse transform gives: set GRIDCALL_FFT_INVERSE");
  refuse(b, real, &inverse, "transform forward, or a complex `src`");
  refuse(b, wide, NULL, "`ndarray` is complex64, and `src` float64: make `ndarray` complex128");
  refuse(real, real, NULL, "make `ndarray` complex64");
  refuse(a, ints, NULL, "`src` is int32: transform complex64, complex128, float32 or float64");
  refuse(none, none, NULL, "has 0 elements along dimension 1: transform 1 or more");
  refuse(deep, deep, NULL, "`src` has 4 dimensions, and `options->axes` names none: name 1 to 3 of them");
  options.axes = (uint32_t[]){1, 1, 2, 3};
  options.axis_count = 2;
  refuse(a, a, &options, "`options->axes[1]` is 1 again: name each dimension once");
  options.axis_count = 3;
  refuse(a, a, &options, "`options->axes[1]` is 1 again");
  options.axis_count = 4;
  refuse(a, a, &options, "transform 3 dimensions at most by a call");
  options.axes = (uint32_t[]){2};
  options.axis_count = 1;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_ndarray_fft, a, a, &options, NULL);
  assert_says("`options->axes[0]` is 2, and `src` has 2 dimensions: pass less");
  options.axis_count = 0;
  options.norm = (gc_fft_norm)9;
  refuse(a, a, &options, "`options->norm` is 9: pass 0 (BACKWARD), 1 (ORTHO) or 2 (FORWARD)");
  gc_ndarray* all[] = {a, b, real, wide, none, ints, deep};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) gc_ndarray_release(all[i]);
}

const struct CMUnitTest fft_tests[] = {
    cmocka_unit_test(fft_lengths_and_factors),
    cmocka_unit_test(fft_real_numbers),
    cmocka_unit_test(fft_refusals),
    {NULL, NULL, NULL, NULL, NULL},
};
