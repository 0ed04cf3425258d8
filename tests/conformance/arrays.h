/* SPDX-License-Identifier: Apache-2.0 */
/* Helpers that the tests of arrays and of textures share. */

#ifndef GRIDCALL_TESTS_CONFORMANCE_ARRAYS_H
#define GRIDCALL_TESTS_CONFORMANCE_ARRAYS_H

#include "harness.h"

static inline gc_array* array_with_levels(uint64_t width, uint64_t height, uint64_t depth,
                                          gc_array_format format, uint32_t channels, gc_array_flags flags,
                                          uint32_t levels) {
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.width = width;
  options.height = height;
  options.depth = depth;
  options.format = format;
  options.channels = channels;
  options.flags = flags;
  options.levels = levels;
  gc_array* array = NULL;
  CALL(gc_array_create, context, &options, &array);
  return array;
}

static inline uint64_t attribute(gc_array* array, gc_array_attribute which) {
  uint64_t value = 0;
  CALL(gc_array_get_attribute, array, which, &value);
  return value;
}

#endif
