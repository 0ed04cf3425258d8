// SPDX-License-Identifier: Apache-2.0
//
// Types of the CUDA driver API that sources of the runtime API mention. gridcall-nvcc has no function of the
// driver API.

#pragma once
#ifdef __clang__
#pragma clang system_header
#endif

#include "driver_types.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION 12040
#endif
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef enum CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;
