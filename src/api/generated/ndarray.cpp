// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/ndarray/ndarray.h"
#include "gridcall/gridcall.h"
#include "ndarray/copy.h"
#include "ndarray/reduce.h"
#include "ndarray/to_array.h"

namespace api = gridcall::api;
namespace core = gridcall::core;
namespace ndarray = gridcall::ndarray;

extern "C" {

gc_status gc_ndarray_create(gc_context* context, const gc_ndarray_options* options, gc_ndarray** out_ndarray,
                            gc_error** out_error) {
  return api::guard("gc_ndarray_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.required_options(options, "options", 104, GRIDCALL_NDARRAY_ORDER_F);
    api::NdarrayOptionsObjects options_objects;
    options_objects.record = call.optional_handle<core::Dtype>(options_.record, "options->record");
    call.array(options_.shape, options_.shape_count, "options->shape");
    call.array(options_.strides, options_.stride_count, "options->strides");
    call.flags(options_.mem_flags, "options->mem_flags", GRIDCALL_MEM_WRITE_COMBINED | GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_ZERO | GRIDCALL_MEM_KERNEL_READ_ONLY | GRIDCALL_MEM_KERNEL_WRITE_ONLY | GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_WRITE_ONLY | GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER | GRIDCALL_MEM_SVM_ATOMICS);
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    options_objects.stream = call.optional_handle<core::Stream>(options_.stream, "options->stream");
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, api::ndarray_create(context_, options_, options_objects));
  });
}

gc_status gc_ndarray_from_host(gc_context* context, const void* data, size_t size,
                               const gc_ndarray_options* options, gc_ndarray** out_ndarray,
                               gc_error** out_error) {
  return api::guard("gc_ndarray_from_host", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto data_ = call.bytes(data, size, "data");
    const auto options_ = call.required_options(options, "options", 104, GRIDCALL_NDARRAY_ORDER_F);
    api::NdarrayOptionsObjects options_objects;
    options_objects.record = call.optional_handle<core::Dtype>(options_.record, "options->record");
    call.array(options_.shape, options_.shape_count, "options->shape");
    call.array(options_.strides, options_.stride_count, "options->strides");
    call.flags(options_.mem_flags, "options->mem_flags", GRIDCALL_MEM_WRITE_COMBINED | GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_ZERO | GRIDCALL_MEM_KERNEL_READ_ONLY | GRIDCALL_MEM_KERNEL_WRITE_ONLY | GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_WRITE_ONLY | GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER | GRIDCALL_MEM_SVM_ATOMICS);
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    options_objects.stream = call.optional_handle<core::Stream>(options_.stream, "options->stream");
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, api::ndarray_from_host(context_, data_, options_, options_objects));
  });
}

gc_status gc_ndarray_from_mem(gc_mem* mem, uint64_t offset, const gc_ndarray_options* options,
                              gc_ndarray** out_ndarray, gc_error** out_error) {
  return api::guard("gc_ndarray_from_mem", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    const auto options_ = call.required_options(options, "options", 104, GRIDCALL_NDARRAY_ORDER_F);
    api::NdarrayOptionsObjects options_objects;
    options_objects.record = call.optional_handle<core::Dtype>(options_.record, "options->record");
    call.array(options_.shape, options_.shape_count, "options->shape");
    call.array(options_.strides, options_.stride_count, "options->strides");
    call.flags(options_.mem_flags, "options->mem_flags", GRIDCALL_MEM_WRITE_COMBINED | GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_ZERO | GRIDCALL_MEM_KERNEL_READ_ONLY | GRIDCALL_MEM_KERNEL_WRITE_ONLY | GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_WRITE_ONLY | GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER | GRIDCALL_MEM_SVM_ATOMICS);
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    options_objects.stream = call.optional_handle<core::Stream>(options_.stream, "options->stream");
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, api::ndarray_from_mem(mem_, offset, options_, options_objects));
  });
}

gc_status gc_ndarray_get_mem(gc_ndarray* ndarray, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_ndarray_get_mem", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    call.out(out_mem, "out_mem");
    call.give(out_mem, ndarray_.mem_reference());
  });
}

gc_status gc_ndarray_get_record(gc_ndarray* ndarray, gc_dtype** out_dtype, gc_error** out_error) {
  return api::guard("gc_ndarray_get_record", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    call.out(out_dtype, "out_dtype");
    call.give(out_dtype, ndarray_.record_reference());
  });
}

gc_status gc_ndarray_get_attribute(gc_ndarray* ndarray, gc_ndarray_attribute attribute, uint64_t* out_value,
                                   gc_error** out_error) {
  return api::guard_quick("gc_ndarray_get_attribute", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    call.out(out_value, "out_value");
    *out_value = ndarray_.attribute(attribute);
  });
}

gc_status gc_ndarray_get_shape(gc_ndarray* ndarray, uint64_t* shape, size_t capacity, size_t* out_count,
                               gc_error** out_error) {
  return api::guard_quick("gc_ndarray_get_shape", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    call.buffer(shape, capacity, "shape");
    call.needed(shape, out_count, "out_count");
    call.out_array(shape, capacity, out_count, ndarray_.shape_vector());
  });
}

gc_status gc_ndarray_get_strides(gc_ndarray* ndarray, int64_t* strides, size_t capacity, size_t* out_count,
                                 gc_error** out_error) {
  return api::guard_quick("gc_ndarray_get_strides", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    call.buffer(strides, capacity, "strides");
    call.needed(strides, out_count, "out_count");
    call.out_array(strides, capacity, out_count, ndarray_.strides_vector());
  });
}

gc_status gc_ndarray_slice(gc_ndarray* ndarray, const gc_axis_slice* slices, size_t slice_count,
                           gc_ndarray** out_ndarray, gc_error** out_error) {
  return api::guard("gc_ndarray_slice", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto slices_ = call.array(slices, slice_count, "slices");
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, api::ndarray_slice(ndarray_, slices_));
  });
}

gc_status gc_ndarray_reshape(gc_ndarray* ndarray, const int64_t* shape, size_t shape_count,
                             gc_ndarray_flags flags, gc_ndarray** out_ndarray, gc_error** out_error) {
  return api::guard("gc_ndarray_reshape", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto shape_ = call.array(shape, shape_count, "shape");
    call.flags(flags, "flags", GRIDCALL_NDARRAY_ORDER_F);
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, api::ndarray_reshape(ndarray_, shape_, flags));
  });
}

gc_status gc_ndarray_transpose(gc_ndarray* ndarray, const uint32_t* axes, size_t axis_count,
                               gc_ndarray** out_ndarray, gc_error** out_error) {
  return api::guard("gc_ndarray_transpose", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto axes_ = call.array(axes, axis_count, "axes");
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, api::ndarray_transpose(ndarray_, axes_));
  });
}

gc_status gc_ndarray_view(gc_ndarray* ndarray, gc_scalar_type scalar_type, gc_dtype* record,
                          gc_ndarray** out_ndarray, gc_error** out_error) {
  return api::guard("gc_ndarray_view", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto* record_ = call.optional_handle<core::Dtype>(record, "record");
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, api::ndarray_view(ndarray_, scalar_type, record_));
  });
}

gc_status gc_ndarray_get_field(gc_ndarray* ndarray, const char* name, gc_ndarray** out_ndarray,
                               gc_error** out_error) {
  return api::guard("gc_ndarray_get_field", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto name_ = call.str(name, "name");
    call.out(out_ndarray, "out_ndarray");
    call.give(out_ndarray, api::ndarray_get_field(ndarray_, name_));
  });
}

gc_status gc_ndarray_copy(gc_ndarray* dst, gc_ndarray* src, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_copy", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Ndarray>(dst, "dst");
    auto& src_ = call.handle<core::Ndarray>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    ndarray::copy(dst_, src_, stream_);
  });
}

gc_status gc_ndarray_copy_from_host(gc_ndarray* ndarray, const void* data, size_t size,
                                    const gc_ndarray_layout* layout, gc_stream* stream,
                                    gc_error** out_error) {
  return api::guard("gc_ndarray_copy_from_host", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto data_ = call.bytes(data, size, "data");
    const auto layout_ = call.options(layout, "layout", 48, GRIDCALL_NDARRAY_ORDER_F);
    call.array(layout_.strides, layout_.stride_count, "layout->strides");
    call.reserved(layout_.reserved, "layout->reserved");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_copy_from_host(ndarray_, data_, layout_, stream_);
  });
}

gc_status gc_ndarray_copy_to_host(gc_ndarray* ndarray, void* data, size_t size,
                                  const gc_ndarray_layout* layout, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_copy_to_host", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto data_ = call.out_bytes(data, size, "data");
    const auto layout_ = call.options(layout, "layout", 48, GRIDCALL_NDARRAY_ORDER_F);
    call.array(layout_.strides, layout_.stride_count, "layout->strides");
    call.reserved(layout_.reserved, "layout->reserved");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_copy_to_host(ndarray_, data_, layout_, stream_);
  });
}

gc_status gc_ndarray_fill(gc_ndarray* ndarray, const void* value, size_t value_size, gc_stream* stream,
                          gc_error** out_error) {
  return api::guard("gc_ndarray_fill", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto value_ = call.bytes(value, value_size, "value");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    ndarray::fill(ndarray_, value_, stream_);
  });
}

gc_status gc_ndarray_apply(gc_ndarray* ndarray, const char* expression, gc_ndarray* const* inputs,
                           size_t input_count, const gc_scalar* scalars, size_t scalar_count,
                           gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_apply", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto expression_ = call.str(expression, "expression");
    call.max_count(input_count, 8, "input_count");
    const auto inputs_ = call.handles<core::Ndarray>(inputs, input_count, "inputs");
    call.max_count(scalar_count, 6, "scalar_count");
    const auto scalars_ = call.array(scalars, scalar_count, "scalars");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_apply(ndarray_, expression_, inputs_, scalars_, stream_);
  });
}

gc_status gc_ndarray_reduce(gc_ndarray* ndarray, gc_ndarray* src, gc_reduction reduction,
                            const uint32_t* axes, size_t axis_count, gc_stream* stream,
                            gc_error** out_error) {
  return api::guard("gc_ndarray_reduce", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& src_ = call.handle<core::Ndarray>(src, "src");
    call.enumeration(reduction, "reduction", {GRIDCALL_REDUCTION_SUM, GRIDCALL_REDUCTION_PROD, GRIDCALL_REDUCTION_MIN, GRIDCALL_REDUCTION_MAX, GRIDCALL_REDUCTION_ANY, GRIDCALL_REDUCTION_ALL, GRIDCALL_REDUCTION_ARG_MIN, GRIDCALL_REDUCTION_ARG_MAX, GRIDCALL_REDUCTION_CUSTOM});
    const auto axes_ = call.array(axes, axis_count, "axes");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    ndarray::reduce(ndarray_, src_, reduction, axes_, stream_);
  });
}

gc_status gc_array_from_ndarray(gc_ndarray* ndarray, gc_array_flags array_flags,
                                gc_array_from_flags from_flags, gc_stream* stream, gc_array** out_array,
                                gc_error** out_error) {
  return api::guard("gc_array_from_ndarray", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    call.flags(array_flags, "array_flags", GRIDCALL_ARRAY_LAYERED | GRIDCALL_ARRAY_SURFACE_LDST | GRIDCALL_ARRAY_CUBEMAP | GRIDCALL_ARRAY_TEXTURE_GATHER);
    call.flags(from_flags, "from_flags", GRIDCALL_ARRAY_FROM_CHANNELS | GRIDCALL_ARRAY_FROM_NORMALIZED);
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    call.out(out_array, "out_array");
    call.give(out_array, ndarray::to_array(ndarray_, array_flags, from_flags, stream_));
  });
}

gc_status gc_array_from_host(gc_context* context, const void* data, size_t size,
                             const gc_ndarray_options* options, gc_array_flags array_flags,
                             gc_array_from_flags from_flags, gc_array** out_array, gc_error** out_error) {
  return api::guard("gc_array_from_host", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto data_ = call.bytes(data, size, "data");
    const auto options_ = call.required_options(options, "options", 104, GRIDCALL_NDARRAY_ORDER_F);
    api::NdarrayOptionsObjects options_objects;
    options_objects.record = call.optional_handle<core::Dtype>(options_.record, "options->record");
    call.array(options_.shape, options_.shape_count, "options->shape");
    call.array(options_.strides, options_.stride_count, "options->strides");
    call.flags(options_.mem_flags, "options->mem_flags", GRIDCALL_MEM_WRITE_COMBINED | GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_ZERO | GRIDCALL_MEM_KERNEL_READ_ONLY | GRIDCALL_MEM_KERNEL_WRITE_ONLY | GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_WRITE_ONLY | GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER | GRIDCALL_MEM_SVM_ATOMICS);
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    options_objects.stream = call.optional_handle<core::Stream>(options_.stream, "options->stream");
    call.reserved(options_.reserved, "options->reserved");
    call.flags(array_flags, "array_flags", GRIDCALL_ARRAY_LAYERED | GRIDCALL_ARRAY_SURFACE_LDST | GRIDCALL_ARRAY_CUBEMAP | GRIDCALL_ARRAY_TEXTURE_GATHER);
    call.flags(from_flags, "from_flags", GRIDCALL_ARRAY_FROM_CHANNELS | GRIDCALL_ARRAY_FROM_NORMALIZED);
    call.out(out_array, "out_array");
    call.give(out_array,
              api::array_from_host(context_, data_, options_, options_objects, array_flags, from_flags));
  });
}

void gc_ndarray_release(gc_ndarray* ndarray) { api::release<core::Ndarray>(ndarray); }

}  // extern "C"
