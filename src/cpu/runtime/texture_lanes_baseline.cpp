// SPDX-License-Identifier: Apache-2.0

#define GRIDCALL_LANE_COUNT 32
#define GRIDCALL_LANES lanes_baseline
#include "cpu/runtime/texture_lanes_impl.h"
