// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "core/memory/pool.h"
#include "ndarray/compact.h"
#include "ndarray/random.h"
#include "ndarray/scan.h"
#include "ndarray/sort.h"

namespace gridcall::api {

void ndarray_fill_random(core::Ndarray& ndarray, const gc_random_options& options, core::Stream* stream) {
  ndarray::fill_random(ndarray,
                       {static_cast<core::RandomDistribution>(options.distribution), options.seed,
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
  ndarray::scan(
      ndarray, src,
      {static_cast<core::Reduction>(reduction), options.axis, (options.flags & GRIDCALL_SCAN_EXCLUSIVE) != 0,
       options_objects.segments, options_objects.pool},
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

}  // namespace gridcall::api
