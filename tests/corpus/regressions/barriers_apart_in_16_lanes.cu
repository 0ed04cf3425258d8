// SPDX-License-Identifier: Apache-2.0
//
// A barrier in a case, where lanes may wait apart: a warp of a block of 16 threads has 16 lanes, and the compiler
// ended at a mask of 32 bits for them.
__device__ u32 apart(u32 a, u32 b) {
  if (a > b) return a - b;
  if (a == 0u) return 9u;
  return b % (a | 1u);
}
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  const u32 threads = blockDim.x * blockDim.y * blockDim.z;
  const u32 tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const u32 gid = (blockIdx.x + (blockIdx.y + blockIdx.z * gridDim.y) * gridDim.x) * threads + tid;
  u32 a = gid, b = in[tid], w = tid;
  __shared__ u32 ring[1024];
  // All lanes go one way, which the compiler cannot see.
  switch (min(blockDim.y & 255u, (b & 65535u) % (blockIdx.z | 1u)) & 7u) {
    case 0: {
      w = (int)gid - 12 >= 0 ? in[(int)gid - 12] : apart(threadIdx.y, in[0]);
    } break;
    case 1: {
    } break;
    case 5: {
      ring[tid] = tid + b;
      __syncthreads();
      a ^= ring[(a + b) % threads];
    } break;
  }
  out[gid] = gid * 31u + w + a;
}
