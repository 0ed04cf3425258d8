# SPDX-License-Identifier: Apache-2.0
"""Whole C programs as structs: what they keep in variables of the program becomes a thread's own, so that one source serves
the host's compiler, where the result is what must come out, and the device's, where each thread has another input."""

import math

from slowdown import limit

THREADS = 96  # of which each has its own result
FIRST_OUT = 2654435761  # what run_programs fills the output with

# For both compilers. `program_note` is what all results go through.
PRELUDE = r"""
#ifdef __clang__
#pragma clang diagnostic ignored "-Wc++11-narrowing"
#endif
#ifdef __CUDACC_RTC__
typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t;
typedef int int32_t; typedef unsigned uint32_t; typedef long int64_t; typedef unsigned long uint64_t;
typedef long intptr_t; typedef unsigned long uintptr_t;
#else
#include <stdint.h>
#include <stddef.h>
#endif
#define SCHAR_MAX 127
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#undef CHAR_BIT
#define CHAR_BIT 8
struct Parameters { uint32_t a, b; uint64_t c; uint8_t d; int8_t e; uint16_t f[3]; float g; };
struct Notes {
  uint32_t program_sum = 1;
  void program_note(uint64_t value) {
    program_sum = (program_sum ^ (uint32_t)value) * 0x9e3779b1u;
    program_sum = (program_sum ^ (program_sum >> 15) ^ (uint32_t)(value >> 32)) * 0x85ebca6bu;
  }
};
"""

KERNEL = r"""
extern "C" __global__ void k_%(name)s(const uint32_t *in, uint32_t *out, Parameters p) {
  const uint32_t threads = blockDim.x * blockDim.y * blockDim.z;
  const uint32_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  %(name)s program = %(name)s();
  out[blockIdx.x * threads + thread] = program.run(thread, out[4096u%(lane)s] - %(first)uu);
}
"""

# Each program in a process of its own, for it may not end.
MAIN = r"""
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
template <typename Program> void run_all(const char *name) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(%(seconds)d);
    uint32_t results[%(threads)d];
    for (uint32_t thread = 0; thread < %(threads)d; ++thread) {
      Program *program = new Program();
      results[thread] = program->run(thread, 0);
      delete program;
    }
    printf("k_%%s", name);
    for (uint32_t result : results) printf(" %%u", result);
    printf("\n");
    fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
}
int main() {
%(calls)s
  return 0;
}
"""


class Program:
    """`text` defines `struct NAME : Notes` with `uint32_t run(uint32_t thread, uint32_t zero)`, where `zero` is 0, which no
    compiler knows."""

    def __init__(self, name, text, lane_zero=True):
        self.name = name
        self.text = text
        self.lane_zero = lane_zero  # each thread reads its own 0

    def marked(self):
        """With what compilers call it in their errors."""
        return f'#line 1 "{self.name}"\n{self.text}'

    def kernel(self):
        return KERNEL % {"name": self.name, "lane": " + thread" if self.lane_zero else "", "first": FIRST_OUT}


def host_source(programs, before=""):
    calls = "\n".join(f'  run_all<{program.name}>("{program.name}");' for program in programs)
    return PRELUDE + before + "".join(program.marked() for program in programs) + MAIN % {"threads": THREADS, "calls": calls, "seconds": math.ceil(limit(2))}


def device_source(programs, before=""):
    return PRELUDE + before + "".join(program.marked() + program.kernel() for program in programs)
