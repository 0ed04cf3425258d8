// SPDX-License-Identifier: Apache-2.0
//
// A search in a sorted array for the places of values.

#pragma once

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

void search(core::Ndarray& ndarray, core::Ndarray& sorted, core::Ndarray& values, bool is_right,
            core::Stream* stream);

}  // namespace gridcall::ndarray
