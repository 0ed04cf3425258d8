// SPDX-License-Identifier: Apache-2.0
//
// The prelude of a whole program, which gridcall-nvcc compiles once for the host and once for the device. Both compilations
// read the host's C and C++ library; functions of the prelude overload its functions for the device.

#pragma once
#pragma clang system_header

#define __GC_WHOLE_PROGRAM 1
#include "types.h"

#include "integer.h"
#pragma clang attribute push(__attribute__((annotate("gridcall-flushed-outside"))), apply_to = function)
#include "math_core.h"
#include "math_rounding.h"
#pragma clang attribute pop

// Names that the host's library has too are declared for the device alone.
#pragma push_macro("__host__")
#undef __host__
#define __host__
#include "simd.h"
#include "math.h"
#include "warp.h"
#include "cluster.h"
#include "atomic.h"
#include "texture.h"
#include "std_math.h"
#pragma pop_macro("__host__")

#include "whole_program_host.h"
