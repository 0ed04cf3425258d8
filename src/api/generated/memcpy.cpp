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

gc_status gc_memcpy(gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset, uint64_t size,
                    gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    core::copy(dst_, dst_offset, src_, src_offset, size, stream_);
  });
}

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

gc_status gc_memcpy_rect(const gc_rect_copy* rect, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_rect", out_error, [&](api::Call& call) {
    const auto rect_ = call.required_options(rect, "rect", 192, 0);
    api::RectCopyObjects rect_objects;
    rect_objects.dst.mem = call.optional_handle<core::Mem>(rect_.dst.mem, "rect->dst.mem");
    call.out_bytes(rect_.dst.host, rect_.dst.host_size, "rect->dst.host");
    rect_objects.dst.array = call.optional_handle<core::Array>(rect_.dst.array, "rect->dst.array");
    rect_objects.src.mem = call.optional_handle<core::Mem>(rect_.src.mem, "rect->src.mem");
    call.out_bytes(rect_.src.host, rect_.src.host_size, "rect->src.host");
    rect_objects.src.array = call.optional_handle<core::Array>(rect_.src.array, "rect->src.array");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memcpy_rect(rect_, rect_objects, stream_);
  });
}

gc_status gc_memset(gc_mem* mem, uint64_t offset, const void* value, size_t value_size, uint64_t count,
                    gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memset", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    const auto value_ = call.bytes(value, value_size, "value");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    core::fill(mem_, offset, value_, count, stream_);
  });
}

gc_status gc_memset_rect(const gc_rect_fill* rect, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memset_rect", out_error, [&](api::Call& call) {
    const auto rect_ = call.required_options(rect, "rect", 136, 0);
    api::RectFillObjects rect_objects;
    rect_objects.dst.mem = call.optional_handle<core::Mem>(rect_.dst.mem, "rect->dst.mem");
    call.out_bytes(rect_.dst.host, rect_.dst.host_size, "rect->dst.host");
    rect_objects.dst.array = call.optional_handle<core::Array>(rect_.dst.array, "rect->dst.array");
    call.bytes(rect_.value, rect_.value_size, "rect->value");
    call.reserved(rect_.reserved, "rect->reserved");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_rect(rect_, rect_objects, stream_);
  });
}

}  // extern "C"
