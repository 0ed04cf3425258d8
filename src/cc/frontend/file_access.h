// SPDX-License-Identifier: Apache-2.0
//
// The files that a source may read.

#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <functional>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace gridcall::cc {

// Returns the file system of a compilation: `memory` and, unless `no_files`, after it the regular files of
// this machine. A device or a FIFO cannot be opened, so that no #include waits or reads without end. A folder
// in `library_dirs` may be a whole toolkit's; only the files that is_library_header names are visible there.
// `is_given` is that of without_host_headers.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> source_file_system(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> memory, const std::vector<std::string>& library_dirs,
    bool no_files, std::function<bool(llvm::StringRef)> is_given);

// Returns the text with `__has_include(<NAME>)` made false, in as many characters, for headers of C, C++ and
// host libraries: they are built in, and NVRTC has none, so that sources have something else for it.
// `is_given` says whether the caller's folders have a header.
std::string without_host_headers(llvm::StringRef text, const std::function<bool(llvm::StringRef)>& is_given);

// Returns whether CUB, Thrust, libcu++ or cuRAND may have the header.
bool is_library_header(llvm::StringRef name);

// Headers of these libraries that a source includes or tests for.
struct LibraryUse {
  bool is_found = false;     // set by the caller: the machine's libraries are on the path
  bool is_missing = false;   // a header was not found
  bool is_built_in = false;  // a header was found in this program
};

// Refuses #embed, which NVRTC does not have either. A diagnostic says when `no_files` hides a header.
void watch_file_directives(clang::CompilerInstance& compiler, bool no_files, LibraryUse& use);

// After this call the process and its children cannot open a file, start a program or create a socket,
// whatever goes wrong in the compiler. Returns false if the system does not support that; the file system
// above still applies.
bool close_files();

}  // namespace gridcall::cc
