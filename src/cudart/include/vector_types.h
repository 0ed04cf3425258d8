// SPDX-License-Identifier: Apache-2.0

#pragma once
// First: the next one needs its words.
#include "host_defines.h"

#include "gridcall/vector_types.h"
