// SPDX-License-Identifier: Apache-2.0
//
// A selection by a mask, and a reduction of runs of equal keys: their results are fewer than the elements.

#pragma once

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

// The array for the number of results, and the pool for temporary memory; both may be nullptr.
struct Compaction {
  core::Ndarray* count;
  core::Pool* pool;
};

// `src` nullptr: the results are the numbers of the elements.
void select(core::Ndarray& ndarray, core::Ndarray* src, core::Ndarray& mask, const Compaction& compaction,
            core::Stream* stream);
// `values` nullptr: the keys alone. `src_values` nullptr: the values are the lengths of the runs.
void reduce_by_key(core::Ndarray& keys, core::Ndarray* values, core::Ndarray& src_keys,
                   core::Ndarray* src_values, core::Reduction reduction, const Compaction& compaction,
                   core::Stream* stream);

}  // namespace gridcall::ndarray
