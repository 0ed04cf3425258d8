// SPDX-License-Identifier: Apache-2.0
//
// The kernels of modules, which launches name.

#pragma once

#include "fake_cuda/state.h"

namespace fake {

Function& live_function(CUfunction function);

}  // namespace fake
