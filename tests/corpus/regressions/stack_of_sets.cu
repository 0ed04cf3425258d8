// SPDX-License-Identifier: Apache-2.0
//
// Sets on a stack, each thread's own: two nested loops that `continue` makes of one.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  const u32 t = threadIdx.x + blockDim.x * threadIdx.y;
  u32 open[8];
  int sp = 0;
  u32 found = 0u;
  open[0] = in[t] & 1023u;
  while (sp >= 0) {
    if (open[sp] == 0u) {
      --sp;
      continue;
    }
    const u32 bit = open[sp] & 0x7fffu;
    open[sp] &= open[sp] - 1u;
    if (sp == 3) {
      ++found;
      continue;
    }
    ++sp;
    open[sp] = in[t] & 1023u & ~bit;
  }
  out[t * 4u] = found;
}
