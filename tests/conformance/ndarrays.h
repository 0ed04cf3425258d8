/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers that the tests of ndarrays and their algorithms share. */

#ifndef GRIDCALL_TESTS_CONFORMANCE_NDARRAYS_H
#define GRIDCALL_TESTS_CONFORMANCE_NDARRAYS_H

#include "harness.h"

/* Returns an array of zeros. */
static inline gc_ndarray* new_ndarray(gc_scalar_type type, const uint64_t* shape, size_t ndim) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape;
  options.shape_count = ndim;
  options.mem_flags = GRIDCALL_MEM_ZERO;
  gc_ndarray* ndarray = NULL;
  CALL(gc_ndarray_create, context, &options, &ndarray);
  return ndarray;
}
#define NEW(type, ...)                                                \
  new_ndarray(GRIDCALL_SCALAR_TYPE_##type, (uint64_t[]){__VA_ARGS__}, \
              sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static inline void read_into(gc_ndarray* ndarray, void* data, size_t size) {
  memset(data, 0xee, size);
  CALL(gc_ndarray_copy_to_host, ndarray, data, size, NULL, NULL);
}

#endif
