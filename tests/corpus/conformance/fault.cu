// SPDX-License-Identifier: Apache-2.0
// Kernels that go wrong, each on the thread that its name says or on all.

__global__ void null_store(int *out, int *null) { if (blockIdx.x == 1 && threadIdx.x == 5) null[0] = 1; else out[threadIdx.x] = 2; }
__global__ void null_load(int *out, const int *null) { out[threadIdx.x] = null[threadIdx.x]; }
__global__ void far_store(int *out, long long distance) { if (threadIdx.x == 0) out[distance] = 1; }
__global__ void wild_store(int *out, long long distance) { if (threadIdx.x == 0) out[distance] = 1; }
__global__ void misaligned(int *out) { *(volatile int *)((char *)out + 1) = 7; }
__global__ void trap(int *out) { if (threadIdx.x == 3) __trap(); out[threadIdx.x] = 1; }
__global__ void failed_assert(int *out, int n) { assert(n == 12345); out[0] = n; }
__global__ void divide(int *out, int zero) { out[threadIdx.x] = 100 / (zero + 0 * out[0]); }
__global__ void remainder_of(long long *out, long long zero) { out[threadIdx.x] = 100 % zero; }

__device__ __noinline__ int deep(int n, volatile int *sink) {
  volatile int room[64];
  for (int i = 0; i < 64; ++i) room[i] = n + i;
  if (n <= 0) return room[1];
  int below = deep(n - 1, sink);
  *sink = below;
  return below + room[n % 64];
}
__global__ void stack_overflow(int *out, int depth) { out[threadIdx.x] = deep(depth, out + 64); }

__device__ __noinline__ int endless(int n, volatile int *sink) {
  int below = endless(n + 1, sink);
  *sink = below + n;
  return below + n;
}
__global__ void endless_recursion(int *out, int n) { out[threadIdx.x] = endless(n, out + 64); }

// Half of a warp waits at a barrier of the block, half for the other half.
__global__ void deadlock(int *out) {
  if (threadIdx.x < 16) __syncthreads();
  else out[threadIdx.x] = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0);
}

__global__ void fine(int *out) { out[threadIdx.x] = threadIdx.x + 1; }
