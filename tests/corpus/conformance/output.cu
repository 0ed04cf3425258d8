// SPDX-License-Identifier: Apache-2.0
// printf and assert.

__global__ void formats(const char *, void *p) {
  printf("plain\n");
  printf("%d %i %u %x %X %o %c %%\n", -5, 42, 4000000000u, 0xbeef, 0xBEEF, 8, 'q');
  printf("%5d|%-5d|%05d|%+d|% d|%.3d\n", 42, 42, 42, 42, 42, 7);
  printf("%lld %llu %llx %ld %lu\n", -9000000000ll, 18000000000000000000ull, 0x123456789abcdefull, -7l, 7ul);
  printf("%hd %hu\n", (short)-3, (unsigned short)65535);
  printf("%f %.2f %e %g %G %10.3f|%-10.1f|\n", 1.5, 3.14159f, 12345.678, 0.0001, 1e20, 2.0, 2.0);
  printf("%s and %10s and %-6s| and %.2s\n", "text", "right", "left", "cut");
  printf("%p\n", p);
  printf("%*d|%-*d|\n", 6, 1, 6, 2);
  printf("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d\n", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
}

__global__ void lines() { printf("block %d thread %d\n", (int)blockIdx.x, (int)threadIdx.x); }

__global__ void counted(int *out) { out[0] = printf("%d %s\n", 1, "x"); out[1] = printf("none\n"); }

// assert that holds, with its text in the source.
__global__ void holds(int n) { assert(n == 3); }
