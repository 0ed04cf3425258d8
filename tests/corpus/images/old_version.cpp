// SPDX-License-Identifier: Apache-2.0

#include "kernel.h"

extern "C" __attribute__((visibility("default"))) const ModuleDescription gridcall_module = {
    kImageMagic, kImageVersion + 1, nullptr, nullptr, nullptr, 0, 0, 0, 0};
