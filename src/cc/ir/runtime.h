// SPDX-License-Identifier: Apache-2.0
//
// The functions of cpu/abi/runtime.def and cpu/abi/math.def as LLVM functions, and loads of the contexts'
// fields.

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace gridcall::cc {

// The prefix by which device headers call the runtime, without the thread; LowerDeviceIntrinsics adds it.
inline constexpr const char* kDevicePrefix = "__gridcall_rt_";
inline constexpr const char* kRuntimePrefix = "gridcall_rt_";
inline constexpr const char* kCheckPrefix = "gridcall_rt_check_";

bool is_runtime_function(llvm::StringRef name);
bool is_math_function(llvm::StringRef name);
// Returns true for a function of cpu/abi/texture.def; these take no thread.
bool is_texture_function(llvm::StringRef name);
// Returns true for a runtime function in which a thread may wait for others.
bool is_blocking_runtime_function(llvm::StringRef name);
// Returns true for barriers, and for warp functions that wait for the lanes of a mask.
bool is_waiting_runtime_function(llvm::StringRef name);
// Returns true for a function that never returns.
bool is_ending_runtime_function(llvm::StringRef name);

// Returns the type of a runtime function, with the thread parameter; NULL for an unknown name.
llvm::FunctionType* runtime_type(llvm::LLVMContext& context, llvm::StringRef name);
llvm::Function* runtime_function(llvm::Module& module, llvm::StringRef name);

// Emit loads of fields that do not change while a thread runs.
llvm::Value* load_thread_field(llvm::IRBuilder<>& builder, llvm::Value* thread, unsigned offset,
                               llvm::Type* type);
llvm::Value* load_block(llvm::IRBuilder<>& builder, llvm::Value* thread);
llvm::Value* load_block_field(llvm::IRBuilder<>& builder, llvm::Value* thread, unsigned offset,
                              llvm::Type* type);

}  // namespace gridcall::cc
