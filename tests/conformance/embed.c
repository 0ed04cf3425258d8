/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel sources, as bytes of the program: KERNEL_DIR is where they are when it is built.
 */

#include "harness.h"

#define EMBED(symbol, file)                                                    \
  __asm__(".pushsection .rodata\n" #symbol ":\n.incbin \"" KERNEL_DIR "/" file \
          "\"\n.byte 0\n.popsection\n");                                       \
  extern const char symbol[] __attribute__((visibility("hidden")))

#define KERNELS(X) \
  X(atomic)        \
  X(block) X(half) X(heap) X(integer) X(language) X(math) X(memory_space) X(output) X(vector) X(warp) X(fault)

#define X(name) EMBED(kernel_##name, #name ".cu");
KERNELS(X)
#undef X
EMBED(kernel_math_list, "math_list.def");

const Source source_list[] = {
#define X(name) {#name, kernel_##name},
    KERNELS(X)
#undef X
        {"math_list.def", kernel_math_list},
    {NULL, NULL},
};
