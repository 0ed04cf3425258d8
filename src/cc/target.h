// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace gridcall::cc {

void initialise_targets();

// This machine's processor as LLVM names it, and its features ("+avx2,-avx512f,...").
std::string host_cpu();
std::string host_features();

// What the NVPTX-shaped half is optimised for; it generates no code.
std::unique_ptr<llvm::TargetMachine> create_device_machine();
std::unique_ptr<llvm::TargetMachine> create_host_machine(bool optimise);

}  // namespace gridcall::cc
