// SPDX-License-Identifier: Apache-2.0
//
// Divides points into clusters by k-means, without a kernel of its own: the nearest center of all points at
// once, and the sums of all clusters at once, are reductions of expressions over points by centers.

#include <gridcall/preview.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kPoints = 20000, kClusters = 4, kSteps = 10 };

static gc_error* error;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

static gc_ndarray* make(gc_context* context, gc_scalar_type type, uint64_t rows, uint64_t columns) {
  const uint64_t shape[] = {rows, columns};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape;
  options.shape_count = 2;
  gc_ndarray* made = NULL;
  check(gc_ndarray_create(context, &options, &made, &error));
  return made;
}

int main(void) {
  static double points[2][kPoints];
  const double corners[kClusters][2] = {{100, 200}, {700, 100}, {400, 700}, {100, 600}};
  uint32_t r = 1;
  for (int i = 0; i < kPoints; i++) {
    r = r * 1664525u + 1013904223u;
    const double* corner = corners[r >> 30];
    points[0][i] = corner[0] + (r >> 8 & 255);
    points[1][i] = corner[1] + (r >> 16 & 255);
  }

  gc_context* context = NULL;
  check(gc_context_get_default(&context, &error));
  gc_ndarray *at[2], *center[2], *sum[2], *size = make(context, GRIDCALL_SCALAR_TYPE_FLOAT64, 1, kClusters),
                                          *number = make(context, GRIDCALL_SCALAR_TYPE_INT32, 1, kClusters),
                                          *label = make(context, GRIDCALL_SCALAR_TYPE_INT32, kPoints, 1);
  check(gc_ndarray_apply(number, "i", NULL, 0, NULL, 0, NULL, &error));
  for (int d = 0; d < 2; d++) {
    at[d] = make(context, GRIDCALL_SCALAR_TYPE_FLOAT64, kPoints, 1);
    center[d] = make(context, GRIDCALL_SCALAR_TYPE_FLOAT64, 1, kClusters);
    sum[d] = make(context, GRIDCALL_SCALAR_TYPE_FLOAT64, 1, kClusters);
    check(gc_ndarray_copy_from_host(at[d], points[d], sizeof points[d], NULL, NULL, &error));
    // The first points are the first centers.
    check(gc_ndarray_copy_from_host(center[d], points[d], kClusters * sizeof(double), NULL, NULL, &error));
  }

  gc_ndarray *places[] = {at[0], at[1], center[0], center[1]}, *labels[] = {label, number, at[0], at[1]},
             *sums[] = {size, sum[0], sum[1]}, *old[] = {size, sum[0], sum[1], center[0], center[1]};
  const gc_reduction least = GRIDCALL_REDUCTION_ARG_MIN, add = GRIDCALL_REDUCTION_SUM;
  const uint32_t points_axis = 0, clusters_axis = 1;
  for (int step = 0; step < kSteps; step++) {
    check(gc_ndarray_transform_reduce(&label, 1, "(a - c) * (a - c) + (b - d) * (b - d)", places, 4, NULL,
                                      NULL, 0, &least, 1, &clusters_axis, 1, NULL, &error));
    // The points of each cluster and their coordinates, added up in one pass.
    check(gc_ndarray_transform_reduce(sums, 3, "a == b ? 1.0 : 0.0; a == b ? c : 0.0; a == b ? d : 0.0",
                                      labels, 4, NULL, NULL, 0, &add, 1, &points_axis, 1, NULL, &error));
    check(gc_ndarray_transform(center, 2, "a > 0 ? b / a : d; a > 0 ? c / a : e", old, 5, NULL, NULL, 0, NULL,
                               &error));
  }

  double x[kClusters], y[kClusters], sizes[kClusters];
  check(gc_ndarray_copy_to_host(center[0], x, sizeof x, NULL, NULL, &error));
  check(gc_ndarray_copy_to_host(center[1], y, sizeof y, NULL, NULL, &error));
  check(gc_ndarray_copy_to_host(size, sizes, sizeof sizes, NULL, NULL, &error));
  printf("%d points after %d steps\n", kPoints, kSteps);
  for (int k = 0; k < kClusters; k++) printf("%.0f points around (%.3f, %.3f)\n", sizes[k], x[k], y[k]);

  gc_ndarray* all[] = {at[0], at[1], center[0], center[1], sum[0], sum[1], size, number, label};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) gc_ndarray_release(all[i]);
  gc_context_release(context);
  return 0;
}
