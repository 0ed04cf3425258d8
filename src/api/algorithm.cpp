// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "core/memory/pool.h"
#include "ndarray/compact.h"
#include "ndarray/gather.h"
#include "ndarray/histogram.h"
#include "ndarray/random.h"
#include "ndarray/scan.h"
#include "ndarray/search.h"
#include "ndarray/sort.h"

namespace gridcall::api {

void ndarray_fill_random(core::Ndarray& ndarray, const gc_random_options& options, core::Stream* stream) {
  ndarray::fill_random(ndarray,
                       {static_cast<core::RandomDistribution>(options.distribution),
                        static_cast<ndarray::Generator>(options.generator), options.dimension, options.seed,
                        options.offset, options.a, options.b},
                       stream);
}

void ndarray_sort(core::Ndarray& ndarray, core::Ndarray& src, const gc_sort_options& options,
                  const SortOptionsObjects& options_objects, core::Stream* stream) {
  ndarray::sort(ndarray, src,
                {options.axis, (options.flags & GRIDCALL_SORT_DESCENDING) != 0, options_objects.values,
                 options_objects.values_src, options_objects.segments, options_objects.pool},
                stream);
}

void ndarray_scan(core::Ndarray& ndarray, core::Ndarray& src, gc_reduction reduction,
                  const gc_scan_options& options, const ScanOptionsObjects& options_objects,
                  core::Stream* stream) {
  ndarray::scan(ndarray, src,
                {ndarray::combination_of(reduction, options),
                 options.axis,
                 (options.flags & GRIDCALL_SCAN_EXCLUSIVE) != 0,
                 options_objects.segments,
                 options_objects.pool,
                 options.map,
                 options.output,
                 {options_objects.b, options_objects.c, options_objects.d}},
                stream);
}

void ndarray_select(core::Ndarray& ndarray, core::Ndarray* src, core::Ndarray& mask, core::Ndarray* count,
                    const gc_select_options&, const SelectOptionsObjects& options_objects,
                    core::Stream* stream) {
  ndarray::select(ndarray, src, mask, {count, options_objects.pool}, stream);
}

void ndarray_reduce_by_key(core::Ndarray& keys, core::Ndarray* values, core::Ndarray& src_keys,
                           core::Ndarray* src_values, gc_reduction reduction, core::Ndarray* count,
                           const gc_select_options&, const SelectOptionsObjects& options_objects,
                           core::Stream* stream) {
  ndarray::reduce_by_key(keys, values, src_keys, src_values, static_cast<core::Reduction>(reduction),
                         {count, options_objects.pool}, stream);
}

void ndarray_histogram(core::Ndarray& counts, core::Ndarray& src, const gc_histogram_options& options,
                       const HistogramOptionsObjects& options_objects, core::Stream* stream) {
  ndarray::histogram(
      counts, src,
      {options.lower, options.upper, options_objects.edges, options_objects.weights, options_objects.pool},
      stream);
}

void ndarray_search(core::Ndarray& ndarray, core::Ndarray& sorted, core::Ndarray& values,
                    gc_search_flags flags, core::Stream* stream) {
  ndarray::search(ndarray, sorted, values, (flags & GRIDCALL_SEARCH_RIGHT) != 0, stream);
}

static ndarray::Indexing indexing_of(const gc_index_options& options) {
  return {options.axis, (options.flags & GRIDCALL_INDEX_WRAP) != 0,
          (options.flags & GRIDCALL_INDEX_CLIP) != 0, (options.flags & GRIDCALL_INDEX_ADD) != 0};
}

void ndarray_take(core::Ndarray& ndarray, core::Ndarray& src, core::Ndarray& indices,
                  const gc_index_options& options, core::Stream* stream) {
  ndarray::take(ndarray, src, indices, indexing_of(options), stream);
}

void ndarray_put(core::Ndarray& ndarray, core::Ndarray& indices, core::Ndarray& values,
                 const gc_index_options& options, core::Stream* stream) {
  ndarray::put(ndarray, indices, values, indexing_of(options), stream);
}

}  // namespace gridcall::api
