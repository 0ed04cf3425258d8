// SPDX-License-Identifier: Apache-2.0
//
// A kernel and a variable for many_arguments.cpp, by their addresses on the host.

__device__ int variable[16];
__global__ void kernel(int* out) { out[threadIdx.x] = variable[threadIdx.x]; }

const void* kernel_address() { return reinterpret_cast<const void*>(kernel); }
const void* variable_address() { return variable; }
