// SPDX-License-Identifier: Apache-2.0
//
// i == threadIdx.x holds for one lane at most, but in each iteration for another: behind the loop's exit they are
// all there.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  const u32 t = threadIdx.x;
  u32 s = 0u;
  for (u32 i = 0u; i < 40u; ++i) {
    if (i == threadIdx.x) {
      u32 j = 0u;
      do {
        s = s * 3u + in[t + j];
        ++j;
      } while ((s & 3u) != 0u && j < 9u);
      out[(t + blockDim.x * threadIdx.y) * 4u + 2u] = s;
      return;
    }
    s = s * 5u + in[i];
  }
}
