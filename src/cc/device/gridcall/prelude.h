// SPDX-License-Identifier: Apache-2.0
//
// Included before every source, as by a CUDA compiler: declares the names that device code has without an #include.
// Rarely used parts have headers of their own. Written from NVIDIA's public documentation (CUDA C++ Programming Guide;
// CUDA Math API); our own reserved names begin with __gc_ or __GC_.

#pragma once
#pragma clang system_header

#include "types.h"
#include "integer.h"
#include "simd.h"
#include "math.h"
#include "warp.h"
#include "cluster.h"
#include "atomic.h"
#include "texture.h"
