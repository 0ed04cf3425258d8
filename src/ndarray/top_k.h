// SPDX-License-Identifier: Apache-2.0
//
// The first elements that a sort of each row would have.

#pragma once

#include "ndarray/keys.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

// Returns true if elements are selected before they are sorted. A shorter row is sorted at once.
bool selects_first(std::uint64_t count) noexcept;

// Moves the elements that a sort would put first to `to`, in their order in `from`; all arrays are in rows.
// `from_values` nullptr: the values are places.
void select_first(const Workspace& workspace, const core::Ndarray& from, const core::Ndarray* from_values,
                  const core::Ndarray& to, const core::Ndarray* to_values, bool is_descending);

}  // namespace gridcall::ndarray
