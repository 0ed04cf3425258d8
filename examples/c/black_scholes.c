// SPDX-License-Identifier: Apache-2.0
//
// Prices options by Monte Carlo, and by the formula of Black and Scholes: random numbers, one reduction of an
// expression for each price, and no kernel of its own.

#include <gridcall/preview.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kPaths = 1 << 22 };

static gc_error* error;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

static gc_ndarray* make(gc_context* context, const uint64_t* shape, size_t ndim) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT64;
  options.shape = shape;
  options.shape_count = ndim;
  gc_ndarray* made = NULL;
  check(gc_ndarray_create(context, &options, &made, &error));
  return made;
}

static gc_scalar scalar(double value) {
  gc_scalar made = {{0, 0}, GRIDCALL_SCALAR_TYPE_FLOAT64, 0};
  memcpy(made.bits, &value, sizeof value);
  return made;
}

static double value_of(gc_ndarray* one) {
  double value = 0;
  check(gc_ndarray_copy_to_host(one, &value, sizeof value, NULL, NULL, &error));
  return value;
}

int main(void) {
  const double price = 100, rate = 0.05, volatility = 0.2, years = 1;
  const double drift = (rate - volatility * volatility / 2) * years, deviation = volatility * sqrt(years),
               discount = exp(-rate * years);
  gc_context* context = NULL;
  check(gc_context_get_default(&context, &error));
  const uint64_t shape[] = {kPaths};
  gc_ndarray *normal = make(context, shape, 1), *one = make(context, NULL, 0);
  gc_random_options random = GRIDCALL_RANDOM_OPTIONS_INIT;
  random.distribution = GRIDCALL_RANDOM_DISTRIBUTION_NORMAL;
  random.seed = 2026;
  random.b = 1;
  check(gc_ndarray_fill_random(normal, &random, NULL, &error));

  printf("%d paths, price %.0f, rate %.2f, volatility %.2f\n", kPaths, price, rate, volatility);
  for (int strike = 80; strike <= 120; strike += 10) {
    const gc_scalar path[] = {scalar(price * exp(drift)), scalar(deviation), scalar(strike)};
    const gc_reduction sum = GRIDCALL_REDUCTION_SUM;
    check(gc_ndarray_transform_reduce(&one, 1, "fmax(x * exp(y * a) - z, 0.0)", &normal, 1, NULL, path, 3,
                                      &sum, 1, NULL, 0, NULL, &error));
    const double sampled = discount * value_of(one) / kPaths;
    const double d = (log(price / strike) + drift) / deviation;
    const gc_scalar call[] = {scalar(price), scalar(d + deviation), scalar(discount * strike), scalar(d)};
    check(gc_ndarray_apply(one, "x * normcdf(y) - z * normcdf(u)", NULL, 0, call, 4, NULL, &error));
    printf("strike %d: %.3f by Monte Carlo, %.3f by the formula\n", strike, sampled, value_of(one));
  }
  gc_ndarray_release(normal);
  gc_ndarray_release(one);
  gc_context_release(context);
  return 0;
}
