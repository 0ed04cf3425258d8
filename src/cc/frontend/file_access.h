// SPDX-License-Identifier: Apache-2.0
//
// The files that a source may read.

#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace clang {
class CompilerInstance;
}

namespace gridcall::cc {

// The file system of a compilation: `memory` and, unless `no_files`, behind it the regular files of this
// machine. A device or a FIFO cannot be opened, so no #include waits or reads without end.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> source_file_system(
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory, bool no_files);

// Refuses #embed, which NVRTC does not have either. If `no_files` hides a header, the diagnostic says so.
void watch_file_directives(clang::CompilerInstance& compiler, bool no_files);

// After this call the process and its children cannot open a file, start a program or create a socket,
// whatever goes wrong in the compiler. False if the system does not support that; the file system above still
// applies.
bool close_files();

}  // namespace gridcall::cc
