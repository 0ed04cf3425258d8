// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/array.h"
#include "core/copy/copy.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_memcpy_htod(gc_mem* dst, uint64_t dst_offset, const void* src, size_t size, gc_stream* stream,
                         gc_error** out_error) {
  return api::guard("gc_memcpy_htod", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    const auto src_ = call.bytes(src, size, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    core::copy_htod(dst_, dst_offset, src_, stream_);
  });
}

gc_status gc_memcpy_dtoh(void* dst, gc_mem* src, uint64_t src_offset, size_t size, gc_stream* stream,
                         gc_error** out_error) {
  return api::guard("gc_memcpy_dtoh", out_error, [&](api::Call& call) {
    const auto dst_ = call.out_bytes(dst, size, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    core::copy_dtoh(dst_, src_, src_offset, stream_);
  });
}

gc_status gc_memcpy_dtod(gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset, uint64_t size,
                         gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_dtod", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    core::copy_dtod(dst_, dst_offset, src_, src_offset, size, stream_);
  });
}

gc_status gc_memcpy_htod_async(gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                               uint64_t size, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_htod_async", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    core::copy_htod_async(dst_, dst_offset, src_, src_offset, size, stream_);
  });
}

gc_status gc_memcpy_dtoh_async(gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                               uint64_t size, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_dtoh_async", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    core::copy_dtoh_async(dst_, dst_offset, src_, src_offset, size, stream_);
  });
}

gc_status gc_memcpy_rect(const gc_rect_copy* rect, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_rect", out_error, [&](api::Call& call) {
    const auto rect_ = call.required_options(rect, "rect", 192, 0);
    api::RectCopyObjects rect_objects;
    rect_objects.dst_mem = call.optional_handle<core::Mem>(rect_.dst_mem, "rect->dst_mem");
    call.out_bytes(rect_.dst_host, rect_.dst_host_size, "rect->dst_host");
    rect_objects.src_mem = call.optional_handle<core::Mem>(rect_.src_mem, "rect->src_mem");
    call.bytes(rect_.src_host, rect_.src_host_size, "rect->src_host");
    rect_objects.dst_array = call.optional_handle<core::Array>(rect_.dst_array, "rect->dst_array");
    rect_objects.src_array = call.optional_handle<core::Array>(rect_.src_array, "rect->src_array");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memcpy_rect(rect_, rect_objects, stream_);
  });
}

gc_status gc_memcpy_rect_async(const gc_rect_copy* rect, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_rect_async", out_error, [&](api::Call& call) {
    const auto rect_ = call.required_options(rect, "rect", 192, 0);
    api::RectCopyObjects rect_objects;
    rect_objects.dst_mem = call.optional_handle<core::Mem>(rect_.dst_mem, "rect->dst_mem");
    call.out_bytes(rect_.dst_host, rect_.dst_host_size, "rect->dst_host");
    rect_objects.src_mem = call.optional_handle<core::Mem>(rect_.src_mem, "rect->src_mem");
    call.bytes(rect_.src_host, rect_.src_host_size, "rect->src_host");
    rect_objects.dst_array = call.optional_handle<core::Array>(rect_.dst_array, "rect->dst_array");
    rect_objects.src_array = call.optional_handle<core::Array>(rect_.src_array, "rect->src_array");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memcpy_rect_async(rect_, rect_objects, stream_);
  });
}

gc_status gc_memset_d8(gc_mem* mem, uint64_t offset, uint8_t value, uint64_t count, gc_stream* stream,
                       gc_error** out_error) {
  return api::guard("gc_memset_d8", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_d8(mem_, offset, value, count, stream_);
  });
}

gc_status gc_memset_d16(gc_mem* mem, uint64_t offset, uint16_t value, uint64_t count, gc_stream* stream,
                        gc_error** out_error) {
  return api::guard("gc_memset_d16", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_d16(mem_, offset, value, count, stream_);
  });
}

gc_status gc_memset_d32(gc_mem* mem, uint64_t offset, uint32_t value, uint64_t count, gc_stream* stream,
                        gc_error** out_error) {
  return api::guard("gc_memset_d32", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_d32(mem_, offset, value, count, stream_);
  });
}

gc_status gc_memset_pattern(gc_mem* mem, uint64_t offset, const void* pattern, size_t pattern_size,
                            uint64_t count, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memset_pattern", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    const auto pattern_ = call.bytes(pattern, pattern_size, "pattern");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_pattern(mem_, offset, pattern_, count, stream_);
  });
}

gc_status gc_memset_rect(const gc_rect_fill* rect, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memset_rect", out_error, [&](api::Call& call) {
    const auto rect_ = call.required_options(rect, "rect", 120, 0);
    api::RectFillObjects rect_objects;
    rect_objects.mem = call.optional_handle<core::Mem>(rect_.mem, "rect->mem");
    call.bytes(rect_.pattern, rect_.pattern_size, "rect->pattern");
    rect_objects.array = call.optional_handle<core::Array>(rect_.array, "rect->array");
    call.reserved(rect_.reserved, "rect->reserved");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_rect(rect_, rect_objects, stream_);
  });
}

}  // extern "C"
