// SPDX-License-Identifier: Apache-2.0

#define GRIDCALL_LANE_COUNT 32
#define GRIDCALL_LANES lanes_avx2
#include "cpu/runtime/texture_lanes_impl.h"
