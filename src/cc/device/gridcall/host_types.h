// SPDX-License-Identifier: Apache-2.0
//
// Types and numbers of the CUDA runtime API that structs and prototypes of a kernel's source use (CUDA Runtime API, "Data
// types used by CUDA Runtime"). This header declares none of its functions.

#pragma once
#pragma clang system_header

#include "library_types.h"
#include "runtime_types.h"
// A launch begins after the launches before it in the stream have ended.
__GC_DEVICE void cudaGridDependencySynchronize() {}
__GC_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}
__GC_INLINE cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }
__GC_INLINE cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
__GC_INLINE cudaPitchedPtr make_cudaPitchedPtr(void* address, size_t pitch, size_t width, size_t height) { return {address, pitch, width, height}; }
