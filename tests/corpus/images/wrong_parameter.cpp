// SPDX-License-Identifier: Apache-2.0
//
// A kernel whose second parameter begins at the end of the parameter block.

#include "kernel.h"

namespace {

void nothing(ThreadContext*, const void*) {}

const ParameterDescription kParameters[] = {{0, 8}, {8, 4}};
const KernelDescription kKernels[] = {
    {"nothing", "nothing", nothing, nullptr, kParameters, 2, 8, 0, 1024, 0, 0}};

}  // namespace

extern "C" __attribute__((visibility("default"))) const ModuleDescription gridcall_module = {
    kImageMagic, kImageVersion, nullptr, kKernels, nullptr, 1, 0, 0, 0};
