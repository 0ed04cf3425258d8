// SPDX-License-Identifier: Apache-2.0
//
// Included after the prelude of a whole program: the runtime API, and functions of the CUDA Math API that the C library lacks.

#pragma once
#pragma clang system_header

#include <cuda_runtime.h>
