// SPDX-License-Identifier: Apache-2.0

#define GRIDCALL_LANE_COUNT 1
#define GRIDCALL_LANES lanes_one
#include "cpu/runtime/texture_lanes_impl.h"
