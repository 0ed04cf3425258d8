// SPDX-License-Identifier: Apache-2.0
//
// Compiled for a processor with what no processor has.

#include "kernel.h"

extern "C" __attribute__((visibility("default"))) const ModuleDescription gridcall_module = {
    kImageMagic, kImageVersion, "x86-64+nonesuch", nullptr, nullptr, 0, 0, 0, 0};
