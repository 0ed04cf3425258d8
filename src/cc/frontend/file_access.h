// SPDX-License-Identifier: Apache-2.0
//
// Which files a source may read.

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

// Refuses #embed, which NVRTC does not have either, and says of a header that is not there when `no_files` is
// why.
void watch_file_directives(clang::CompilerInstance& compiler, bool no_files);

// From here on this process and its children open no file, start no program and make no socket, whatever goes
// wrong in the compiler. False where the system cannot do that: the file system above still holds then.
bool close_files();

}  // namespace gridcall::cc
