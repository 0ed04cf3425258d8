// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/ndarray/ndarray.h"
#include "core/prepared.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_ndarray_transform_reduce(gc_ndarray* const* outputs, size_t output_count, const char* expression,
                                      gc_ndarray* const* inputs, size_t input_count,
                                      const gc_reduce_options* options, const gc_scalar* scalars,
                                      size_t scalar_count, const gc_reduction* reductions,
                                      size_t reduction_count, const uint32_t* axes, size_t axis_count,
                                      gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_transform_reduce", out_error, [&](api::Call& call) {
    call.max_count(output_count, 8, "output_count");
    const auto outputs_ = call.handles<core::Ndarray>(outputs, output_count, "outputs");
    const auto expression_ = call.str(expression, "expression");
    call.max_count(input_count, 8, "input_count");
    const auto inputs_ = call.handles<core::Ndarray>(inputs, input_count, "inputs");
    const auto options_ = call.options(options, "options", 32, 0);
    call.optional_str(options_.combine, "options->combine");
    call.optional_str(options_.neutral, "options->neutral");
    call.optional_str(options_.preamble, "options->preamble");
    call.max_count(scalar_count, 6, "scalar_count");
    const auto scalars_ = call.array(scalars, scalar_count, "scalars");
    call.max_count(reduction_count, 8, "reduction_count");
    const auto reductions_ = call.enumerations(reductions, reduction_count, "reductions", {GRIDCALL_REDUCTION_SUM, GRIDCALL_REDUCTION_PROD, GRIDCALL_REDUCTION_MIN, GRIDCALL_REDUCTION_MAX, GRIDCALL_REDUCTION_ANY, GRIDCALL_REDUCTION_ALL, GRIDCALL_REDUCTION_ARG_MIN, GRIDCALL_REDUCTION_ARG_MAX, GRIDCALL_REDUCTION_CUSTOM});
    const auto axes_ = call.array(axes, axis_count, "axes");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_transform_reduce(outputs_, expression_, inputs_, options_, scalars_, reductions_, axes_, stream_);
  });
}

gc_status gc_ndarray_transform(gc_ndarray* const* outputs, size_t output_count, const char* expression,
                               gc_ndarray* const* inputs, size_t input_count,
                               const gc_transform_options* options, const gc_scalar* scalars,
                               size_t scalar_count, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_transform", out_error, [&](api::Call& call) {
    call.max_count(output_count, 8, "output_count");
    const auto outputs_ = call.handles<core::Ndarray>(outputs, output_count, "outputs");
    const auto expression_ = call.str(expression, "expression");
    call.max_count(input_count, 16, "input_count");
    const auto inputs_ = call.handles<core::Ndarray>(inputs, input_count, "inputs");
    const auto options_ = call.options(options, "options", 48, 0);
    call.optional_str(options_.preamble, "options->preamble");
    call.strings(options_.input_names, options_.input_name_count, "options->input_names");
    call.strings(options_.scalar_names, options_.scalar_name_count, "options->scalar_names");
    call.max_count(scalar_count, 16, "scalar_count");
    const auto scalars_ = call.array(scalars, scalar_count, "scalars");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_transform(outputs_, expression_, inputs_, options_, scalars_, stream_);
  });
}

gc_status gc_prepared_from_expression(gc_ndarray* const* outputs, size_t output_count, const char* expression,
                                      gc_ndarray* const* inputs, size_t input_count,
                                      const gc_transform_options* options, const gc_scalar* scalars,
                                      size_t scalar_count, gc_prepared** out_prepared, gc_error** out_error) {
  return api::guard("gc_prepared_from_expression", out_error, [&](api::Call& call) {
    call.max_count(output_count, 8, "output_count");
    const auto outputs_ = call.handles<core::Ndarray>(outputs, output_count, "outputs");
    const auto expression_ = call.str(expression, "expression");
    call.max_count(input_count, 16, "input_count");
    const auto inputs_ = call.handles<core::Ndarray>(inputs, input_count, "inputs");
    const auto options_ = call.options(options, "options", 48, 0);
    call.optional_str(options_.preamble, "options->preamble");
    call.strings(options_.input_names, options_.input_name_count, "options->input_names");
    call.strings(options_.scalar_names, options_.scalar_name_count, "options->scalar_names");
    call.max_count(scalar_count, 16, "scalar_count");
    const auto scalars_ = call.array(scalars, scalar_count, "scalars");
    call.out(out_prepared, "out_prepared");
    call.give(out_prepared, api::prepared_from_expression(outputs_, expression_, inputs_, options_, scalars_));
  });
}

gc_status gc_ndarray_fill_random(gc_ndarray* ndarray, const gc_random_options* options, gc_stream* stream,
                                 gc_error** out_error) {
  return api::guard("gc_ndarray_fill_random", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    const auto options_ = call.required_options(options, "options", 56, 0);
    call.reserved(options_.reserved, "options->reserved");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_fill_random(ndarray_, options_, stream_);
  });
}

gc_status gc_ndarray_sort(gc_ndarray* ndarray, gc_ndarray* src, const gc_sort_options* options,
                          gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_sort", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& src_ = call.handle<core::Ndarray>(src, "src");
    const auto options_ = call.options(options, "options", 56, GRIDCALL_SORT_DESCENDING);
    api::SortOptionsObjects options_objects;
    call.reserved(options_.reserved, "options->reserved");
    options_objects.values = call.optional_handle<core::Ndarray>(options_.values, "options->values");
    options_objects.values_src = call.optional_handle<core::Ndarray>(options_.values_src, "options->values_src");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    options_objects.segments = call.optional_handle<core::Ndarray>(options_.segments, "options->segments");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_sort(ndarray_, src_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_scan(gc_ndarray* ndarray, gc_ndarray* src, gc_reduction reduction,
                          const gc_scan_options* options, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_scan", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& src_ = call.handle<core::Ndarray>(src, "src");
    call.enumeration(reduction, "reduction", {GRIDCALL_REDUCTION_SUM, GRIDCALL_REDUCTION_PROD, GRIDCALL_REDUCTION_MIN, GRIDCALL_REDUCTION_MAX, GRIDCALL_REDUCTION_ANY, GRIDCALL_REDUCTION_ALL, GRIDCALL_REDUCTION_ARG_MIN, GRIDCALL_REDUCTION_ARG_MAX, GRIDCALL_REDUCTION_CUSTOM});
    const auto options_ = call.options(options, "options", 104, GRIDCALL_SCAN_EXCLUSIVE);
    api::ScanOptionsObjects options_objects;
    call.reserved(options_.reserved, "options->reserved");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    options_objects.segments = call.optional_handle<core::Ndarray>(options_.segments, "options->segments");
    call.optional_str(options_.combine, "options->combine");
    call.optional_str(options_.neutral, "options->neutral");
    call.optional_str(options_.preamble, "options->preamble");
    call.optional_str(options_.map, "options->map");
    call.optional_str(options_.output, "options->output");
    options_objects.b = call.optional_handle<core::Ndarray>(options_.b, "options->b");
    options_objects.c = call.optional_handle<core::Ndarray>(options_.c, "options->c");
    options_objects.d = call.optional_handle<core::Ndarray>(options_.d, "options->d");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_scan(ndarray_, src_, reduction, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_select(gc_ndarray* ndarray, gc_ndarray* src, gc_ndarray* mask, gc_ndarray* count,
                            const gc_select_options* options, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_select", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto* src_ = call.optional_handle<core::Ndarray>(src, "src");
    auto& mask_ = call.handle<core::Ndarray>(mask, "mask");
    auto* count_ = call.optional_handle<core::Ndarray>(count, "count");
    const auto options_ = call.options(options, "options", 16, 0);
    api::SelectOptionsObjects options_objects;
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_select(ndarray_, src_, mask_, count_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_reduce_by_key(gc_ndarray* keys, gc_ndarray* values, gc_ndarray* src_keys,
                                   gc_ndarray* src_values, gc_reduction reduction, gc_ndarray* count,
                                   const gc_select_options* options, gc_stream* stream,
                                   gc_error** out_error) {
  return api::guard("gc_ndarray_reduce_by_key", out_error, [&](api::Call& call) {
    auto& keys_ = call.handle<core::Ndarray>(keys, "keys");
    auto* values_ = call.optional_handle<core::Ndarray>(values, "values");
    auto& src_keys_ = call.handle<core::Ndarray>(src_keys, "src_keys");
    auto* src_values_ = call.optional_handle<core::Ndarray>(src_values, "src_values");
    call.enumeration(reduction, "reduction", {GRIDCALL_REDUCTION_SUM, GRIDCALL_REDUCTION_PROD, GRIDCALL_REDUCTION_MIN, GRIDCALL_REDUCTION_MAX, GRIDCALL_REDUCTION_ANY, GRIDCALL_REDUCTION_ALL, GRIDCALL_REDUCTION_ARG_MIN, GRIDCALL_REDUCTION_ARG_MAX, GRIDCALL_REDUCTION_CUSTOM});
    auto* count_ = call.optional_handle<core::Ndarray>(count, "count");
    const auto options_ = call.options(options, "options", 16, 0);
    api::SelectOptionsObjects options_objects;
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_reduce_by_key(keys_, values_, src_keys_, src_values_, reduction, count_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_histogram(gc_ndarray* counts, gc_ndarray* src, const gc_histogram_options* options,
                               gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_histogram", out_error, [&](api::Call& call) {
    auto& counts_ = call.handle<core::Ndarray>(counts, "counts");
    auto& src_ = call.handle<core::Ndarray>(src, "src");
    const auto options_ = call.required_options(options, "options", 48, 0);
    api::HistogramOptionsObjects options_objects;
    options_objects.edges = call.optional_handle<core::Ndarray>(options_.edges, "options->edges");
    options_objects.weights = call.optional_handle<core::Ndarray>(options_.weights, "options->weights");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_histogram(counts_, src_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_search(gc_ndarray* ndarray, gc_ndarray* sorted, gc_ndarray* values,
                            gc_search_flags flags, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_search", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& sorted_ = call.handle<core::Ndarray>(sorted, "sorted");
    auto& values_ = call.handle<core::Ndarray>(values, "values");
    call.flags(flags, "flags", GRIDCALL_SEARCH_RIGHT);
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_search(ndarray_, sorted_, values_, flags, stream_);
  });
}

gc_status gc_ndarray_take(gc_ndarray* ndarray, gc_ndarray* src, gc_ndarray* indices,
                          const gc_index_options* options, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_take", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& src_ = call.handle<core::Ndarray>(src, "src");
    auto& indices_ = call.handle<core::Ndarray>(indices, "indices");
    const auto options_ = call.options(options, "options", 24,
                                       GRIDCALL_INDEX_WRAP | GRIDCALL_INDEX_CLIP | GRIDCALL_INDEX_ADD);
    call.reserved(options_.reserved, "options->reserved");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_take(ndarray_, src_, indices_, options_, stream_);
  });
}

gc_status gc_ndarray_put(gc_ndarray* ndarray, gc_ndarray* indices, gc_ndarray* values,
                         const gc_index_options* options, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_put", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& indices_ = call.handle<core::Ndarray>(indices, "indices");
    auto& values_ = call.handle<core::Ndarray>(values, "values");
    const auto options_ = call.options(options, "options", 24,
                                       GRIDCALL_INDEX_WRAP | GRIDCALL_INDEX_CLIP | GRIDCALL_INDEX_ADD);
    call.reserved(options_.reserved, "options->reserved");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_put(ndarray_, indices_, values_, options_, stream_);
  });
}

}  // extern "C"
