// SPDX-License-Identifier: Apache-2.0
//
// Calls a function that device code may not call.

#include "kernel.h"

extern "C" int system(const char* command);

namespace {
void run(ThreadContext*, const void*) {
  system("true");
}
const KernelDescription kernels[] = {{"run", "run", run, nullptr, nullptr, 0, 0, 0, 1024, 0, 0}};
}  // namespace

extern "C" __attribute__((visibility("default")))
const ModuleDescription gridcall_module = {kImageMagic, kImageVersion, nullptr, kernels, nullptr, 1, 0, 0, 0};
