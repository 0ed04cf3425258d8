// SPDX-License-Identifier: Apache-2.0

#error the CPU device has no tensor cores and no <mma.h>: multiply the matrices in plain CUDA C++
