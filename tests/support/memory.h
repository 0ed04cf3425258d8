// SPDX-License-Identifier: Apache-2.0
//
// Page-locked memory, and fills with a number: short calls for tests in C and C++.

#pragma once

#include <gridcall/gridcall.h>

static inline gc_status alloc_host(gc_context* context, uint64_t size, gc_mem** out_mem,
                                   gc_error** out_error) {
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_HOST;
  options.size = size;
  return gc_mem_create(context, &options, out_mem, out_error);
}

static inline gc_status fill_u8(gc_mem* mem, uint64_t offset, uint8_t value, uint64_t count,
                                gc_stream* stream, gc_error** out_error) {
  return gc_memset(mem, offset, &value, sizeof value, count, stream, out_error);
}

static inline gc_status fill_u16(gc_mem* mem, uint64_t offset, uint16_t value, uint64_t count,
                                 gc_stream* stream, gc_error** out_error) {
  return gc_memset(mem, offset, &value, sizeof value, count, stream, out_error);
}

static inline gc_status fill_u32(gc_mem* mem, uint64_t offset, uint32_t value, uint64_t count,
                                 gc_stream* stream, gc_error** out_error) {
  return gc_memset(mem, offset, &value, sizeof value, count, stream, out_error);
}
