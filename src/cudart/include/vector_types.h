// SPDX-License-Identifier: Apache-2.0

#pragma once
#include "host_defines.h"
#include "gridcall/vector_types.h"
