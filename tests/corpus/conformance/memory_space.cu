// SPDX-License-Identifier: Apache-2.0
// Variables of the module, in global and constant memory.

__device__ int scalar = 41;
__device__ float table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ double weights[4] = {0.5, 0.25, 0.125, 0.0625};
__constant__ int limit;
struct Config { int a; float b; char name[8]; };
__constant__ Config config = {7, 2.5f, "hello"};
__device__ Config changed;
static __device__ unsigned long long hidden = 5;
namespace lib { __device__ int inside = 3; __constant__ int fixed = 9; }
__device__ int *address;
__device__ int target[4];
__device__ int zeroed[1000];

__global__ void read_all(double *out) {
  out[0] = scalar; out[1] = table[7]; out[2] = weights[3]; out[3] = limit; out[4] = config.a; out[5] = config.b;
  out[6] = config.name[4]; out[7] = changed.a; out[8] = (double)hidden; out[9] = lib::inside; out[10] = lib::fixed;
}
__global__ void write_all(int v) {
  scalar = v; table[threadIdx.x] *= v; changed = config; changed.a += v; hidden += v; lib::inside = -v;
}
__global__ void set_address() { address = &target[2]; }
__global__ void through_address(int v) { *address = v; }
__global__ void count_zeroed(int *out) {
  int n = 0;
  for (int i = 0; i < 1000; ++i) n += zeroed[i] == 0;
  *out = n;
}
// A constant array read at an index that differs by thread.
__global__ void lookup(double *out) { out[threadIdx.x] = weights[threadIdx.x % 4]; }
