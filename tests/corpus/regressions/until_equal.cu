// SPDX-License-Identifier: Apache-2.0
//
// The loop's exit is an equality: each lane takes it in another iteration.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  u32 s = 0u;
  for (u32 i = 0u; i != threadIdx.x; ++i) s = s * 5u + in[i];
  const u64 wide = (u64)s * 77777u;
  out[threadIdx.x * 4u] = (u32)wide;
  out[threadIdx.x * 4u + 1u] = (u32)(wide >> 32);
}
