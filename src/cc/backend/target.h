// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace gridcall::cc {

void initialize_targets();

// The processor to compile for as LLVM names it, and its features ("+avx2,-avx512f,..."): this machine's, or
// GRIDCALL_CPU_TARGET's.
std::string host_cpu();
// Returns the target that an image names: the processor, and "+NAME" for each feature of cpu/abi/features.def
// that the code may use.
std::string image_target();
std::string host_features();
std::string unknown_cpu();  // what GRIDCALL_CPU_TARGET says, if LLVM does not know it

// The target that the NVPTX-shaped half is optimized for; it generates no code.
std::unique_ptr<llvm::TargetMachine> create_device_machine();
std::unique_ptr<llvm::TargetMachine> create_host_machine(bool optimize);

}  // namespace gridcall::cc
