// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace gridcall::cc {

void initialize_targets();

// Returns the processor to compile for by LLVM's name, and its features ("+avx2,-avx512f,..."): this
// machine's, or those of GRIDCALL_CPU_TARGET.
const std::string& host_cpu();
const std::string& host_features();
// Returns the target that an image names: the processor, and "+NAME" for each feature of cpu/abi/features.def
// that the code may use.
std::string image_target(const llvm::TargetMachine& host);
std::string unknown_cpu();  // the value of GRIDCALL_CPU_TARGET if LLVM does not know it

// Returns the target that the NVPTX-shaped IR is optimized for; it generates no code.
std::unique_ptr<llvm::TargetMachine> create_device_machine();
std::unique_ptr<llvm::TargetMachine> create_host_machine(bool optimize);

}  // namespace gridcall::cc
