// SPDX-License-Identifier: Apache-2.0
//
// Blurs a picture by Fourier transforms: the spectra of the picture and of a Gaussian are multiplied. Some
// pixels are computed as weighted sums of their neighbours, too. The picture goes on at its other side.

#include <gridcall/preview.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kHeight = 1080, kWidth = 1920, kRectangles = 1000, kReach = 40 };
static const double kDeviation = 5;

static gc_error* error;
static gc_context* context;
static uint8_t picture[kHeight][kWidth];
static double down[kHeight], across[kWidth], blurred[kHeight][kWidth];

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

static int random_below(int limit) {
  static uint32_t r = 1;
  r = r * 1664525u + 1013904223u;
  return (int)((r >> 8) % (uint32_t)limit);
}

static int min(int a, int b) {
  return a < b ? a : b;
}

// Rectangles of gray on top of each other.
static void paint(void) {
  for (int i = 0; i < kRectangles; i++) {
    const int top = random_below(kHeight), left = random_below(kWidth);
    const int bottom = min(top + random_below(200), kHeight), right = min(left + random_below(200), kWidth);
    const int gray = random_below(256);
    for (int y = top; y < bottom; y++) memset(&picture[y][left], gray, (size_t)(right - left));
  }
}

// Weights of distances along a circle of pixels, whose sum is 1.
static void make_gaussian(double* weights, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    const double distance = min(i, count - i) / kDeviation;
    sum += weights[i] = exp(-distance * distance / 2);
  }
  for (int i = 0; i < count; i++) weights[i] /= sum;
}

static double blur_directly(int row, int column) {
  double sum = 0;
  for (int y = -kReach; y <= kReach; y++)
    for (int x = -kReach; x <= kReach; x++)
      sum += down[abs(y)] * across[abs(x)] *
             picture[(row + y + kHeight) % kHeight][(column + x + kWidth) % kWidth];
  return sum;
}

static gc_ndarray* make(gc_scalar_type type, uint64_t rows, uint64_t columns, const void* data, size_t size) {
  const uint64_t shape[] = {rows, columns};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape;
  options.shape_count = 2;
  gc_ndarray* made = NULL;
  check(data ? gc_ndarray_from_host(context, data, size, &options, &made, &error)
             : gc_ndarray_create(context, &options, &made, &error));
  return made;
}

static double sum_of(gc_ndarray* array, gc_ndarray* one) {
  double sum = 0;
  check(gc_ndarray_reduce(one, array, GRIDCALL_REDUCTION_SUM, NULL, 0, NULL, &error));
  check(gc_ndarray_copy_to_host(one, &sum, sizeof sum, NULL, NULL, &error));
  return sum;
}

int main(void) {
  paint();
  make_gaussian(down, kHeight);
  make_gaussian(across, kWidth);
  check(gc_context_get_default(&context, &error));
  const gc_scalar_type real = GRIDCALL_SCALAR_TYPE_FLOAT64, complex = GRIDCALL_SCALAR_TYPE_COMPLEX128;
  gc_ndarray* image = make(real, kHeight, kWidth, NULL, 0);
  gc_ndarray* weights = make(real, kHeight, kWidth, NULL, 0);
  gc_ndarray* spectrum = make(complex, kHeight, kWidth / 2 + 1, NULL, 0);
  gc_ndarray* factors = make(complex, kHeight, kWidth / 2 + 1, NULL, 0);
  gc_ndarray* one = make(real, 1, 1, NULL, 0);
  gc_ndarray* bytes = make(GRIDCALL_SCALAR_TYPE_UINT8, kHeight, kWidth, picture, sizeof picture);
  gc_ndarray* sides[] = {make(real, kHeight, 1, down, sizeof down),
                         make(real, 1, kWidth, across, sizeof across)};
  check(gc_ndarray_copy(image, bytes, NULL, &error));
  check(gc_ndarray_apply(weights, "a * b", sides, 2, NULL, 0, NULL, &error));
  const double before = sum_of(image, one);

  check(gc_ndarray_fft(spectrum, image, NULL, NULL, &error));
  check(gc_ndarray_fft(factors, weights, NULL, NULL, &error));
  gc_ndarray* spectra[] = {spectrum, factors};
  check(gc_ndarray_apply(spectrum, "a * b", spectra, 2, NULL, 0, NULL, &error));
  gc_fft_options back = GRIDCALL_FFT_OPTIONS_INIT;
  back.flags = GRIDCALL_FFT_INVERSE;
  check(gc_ndarray_fft(image, spectrum, &back, NULL, &error));

  printf("%d x %d pixels, sum %.3f, of the blurred ones %.3f\n", kWidth, kHeight, before, sum_of(image, one));
  check(gc_ndarray_copy_to_host(image, blurred, sizeof blurred, NULL, NULL, &error));
  for (int i = 0; i < 4; i++) {
    const int row = 40 + 270 * i, column = 300 + 480 * i;
    printf("row %d, column %d: %.3f by Fourier transforms, %.3f directly\n", row, column,
           blurred[row][column], blur_directly(row, column));
  }

  gc_ndarray* all[] = {image, weights, spectrum, factors, one, bytes, sides[0], sides[1]};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) gc_ndarray_release(all[i]);
  gc_context_release(context);
  return 0;
}
