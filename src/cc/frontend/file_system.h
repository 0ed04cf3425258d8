// SPDX-License-Identifier: Apache-2.0
//
// The file system that clang reads from: the source, the request's headers, the built-in headers and the
// precompiled prelude in memory, and behind them the machine's files, as far as they are allowed.

#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <string>

#include "cc/frontend/options.h"
#include "cc/frontend/request.h"

namespace gridcall::cc {

inline constexpr const char* kHeaderRoot = "/gridcall/headers";  // of the request's headers
inline constexpr const char* kDefinesName = "gridcall_command_line.h";
inline constexpr const char* kPrecompiledName = "/gridcall/prelude.pch";

// Returns whether the caller has a header of that name, in memory or in its folders.
bool is_given(const Request& request, const Options& options, llvm::StringRef name);

// Returns the source's own path in the file system.
std::string source_path(const Request& request);

// `precompiled` may be empty, and `source` NULL. All arguments outlive the result.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(const Request& request, const Options& options,
                                                            llvm::StringRef precompiled,
                                                            llvm::StringRef source);

}  // namespace gridcall::cc
