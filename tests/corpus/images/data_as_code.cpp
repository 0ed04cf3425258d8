// SPDX-License-Identifier: Apache-2.0
//
// A kernel whose warp entry is no code.

#include "kernel.h"

namespace {

void nothing(ThreadContext*, const void*) {}

const u64 kData[4] = {1, 2, 3, 4};
const WarpEntry kEntries[kWarpVariants] = {nullptr, reinterpret_cast<WarpEntry>(const_cast<u64*>(kData)),
                                           nullptr};
const KernelDescription kKernels[] = {
    {"nothing", "nothing", nothing, kEntries, nullptr, 0, 0, 0, 1024, 0, 0}};

}  // namespace

extern "C" __attribute__((visibility("default"))) const ModuleDescription gridcall_module = {
    kImageMagic, kImageVersion, nullptr, kKernels, nullptr, 1, 0, 0, 0};
