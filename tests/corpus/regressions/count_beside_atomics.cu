// SPDX-License-Identifier: Apache-2.0
//
// The atomic operations go lane by lane, so that a warp's frame keeps the address of its context, and the barrier's
// kind is stored by way of that: the code behind the barrier ran before the predicates were added up.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  __shared__ u32 s[16];
  const u32 t = threadIdx.x + blockDim.x * threadIdx.y, size = blockDim.x * blockDim.y;
  for (u32 i = t; i < 16u; i += size) s[i] = in[i];
  __syncthreads();
  const u32 count = (u32)__syncthreads_count(in[t] % 7u != 3u);
  __syncthreads();
  for (u32 i = t; i < 16u; i += size) atomicAdd(out + 8192u + i, s[i]);
  out[t + size * blockIdx.x] = count + 1u;
}
