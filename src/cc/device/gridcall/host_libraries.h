// SPDX-License-Identifier: Apache-2.0
//
// Names of host libraries in structs and prototypes that a kernel's source shares with host code.

#pragma once
#pragma clang system_header

#include "library_types.h"
#define __GC_HANDLE(name) typedef struct __gc_##name* name;
#define __GC_ENUM(name) enum name : int {};
__GC_HANDLE(cublasHandle_t)
__GC_HANDLE(cublasLtHandle_t)
__GC_HANDLE(curandGenerator_t)
__GC_HANDLE(cusolverDnHandle_t)
__GC_HANDLE(cusparseHandle_t)
__GC_HANDLE(cusparseSpMatDescr_t)
__GC_HANDLE(cusparseMatDescr_t)
__GC_HANDLE(nvrtcProgram)
__GC_ENUM(cublasComputeType_t)
__GC_ENUM(cublasOperation_t)
__GC_ENUM(cublasStatus_t)
__GC_ENUM(cufftResult)
__GC_ENUM(cufftType)
__GC_ENUM(curandRngType_t)
__GC_ENUM(curandStatus_t)
__GC_ENUM(cusolverStatus_t)
__GC_ENUM(cusparseStatus_t)
__GC_ENUM(nvrtcResult)
#undef __GC_HANDLE
#undef __GC_ENUM
typedef curandStatus_t curandStatus;
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
