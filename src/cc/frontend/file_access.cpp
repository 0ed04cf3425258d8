// SPDX-License-Identifier: Apache-2.0

#include "cc/frontend/file_access.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <llvm/Support/Path.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>

#include "cc/frontend/builtin_headers.h"

namespace gridcall::cc {
namespace {

constexpr llvm::StringLiteral kHasInclude("__has_include");

// Returns whether the header is of C, C++ or a host library.
bool is_host_header(llvm::StringRef name) {
  const auto is_named = [&](const BuiltinHeader& header) { return name == header.name; };
  const auto* clang_end = kClangHeaders + kClangHeaderCount;
  const auto* short_end = kShortHeaders + kShortHeaderCount;
  const auto* short_header = std::find_if(kShortHeaders, short_end, is_named);
  return name.find_first_of("./") == llvm::StringRef::npos ||
         std::find_if(kClangHeaders, clang_end, is_named) != clang_end ||
         (short_header != short_end && short_header->text.data() == kHostHeaderText.data()) ||
         llvm::is_contained({"assert.h", "inttypes.h", "malloc.h", "math.h", "memory.h", "stdio.h",
                             "stdlib.h", "string.h", "time.h"},
                            name);
}

// A file with another text of the same length.
class ChangedFile : public llvm::vfs::File {
 public:
  ChangedFile(std::unique_ptr<llvm::vfs::File> file, std::string text)
      : file_(std::move(file)), text_(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t, bool,
                                                               bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_, name);
  }
  std::error_code close() override { return file_->close(); }

 private:
  std::unique_ptr<llvm::vfs::File> file_;
  std::string text_;
};

class RegularFiles : public llvm::vfs::ProxyFileSystem {
 public:
  RegularFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
               std::function<bool(llvm::StringRef)> is_given)
      : ProxyFileSystem(std::move(files)), is_given_(std::move(is_given)) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    const llvm::ErrorOr<llvm::vfs::Status> status = ProxyFileSystem::status(path);
    if (!status) return status.getError();
    if (!status->isRegularFile()) return std::make_error_code(std::errc::invalid_argument);
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file) return file;
    const auto buffer = (*file)->getBuffer(path);
    if (!buffer) return buffer.getError();
    if (!(*buffer)->getBuffer().contains(kHasInclude)) return ProxyFileSystem::openFileForRead(path);
    std::string text = without_host_headers((*buffer)->getBuffer(), is_given_);
    return std::make_unique<ChangedFile>(std::move(*file), std::move(text));
  }

 private:
  std::function<bool(llvm::StringRef)> is_given_;
};

class LibraryFiles : public llvm::vfs::ProxyFileSystem {
 public:
  LibraryFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, const std::vector<std::string>& dirs)
      : ProxyFileSystem(std::move(files)), dirs_(dirs) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    if (is_hidden(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::status(path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    if (is_hidden(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(path);
  }

 private:
  bool is_hidden(const llvm::Twine& path) const {
    llvm::SmallString<256> storage;
    const llvm::StringRef text = path.toStringRef(storage);
    // The folder "cub" counts as "cub/".
    return std::any_of(dirs_.begin(), dirs_.end(), [&](llvm::StringRef dir) {
      llvm::StringRef rest = text;
      return rest.consume_front(dir) && rest.consume_front("/") && !is_library_header((rest + "/").str());
    });
  }

  std::vector<std::string> dirs_;
};

class Watcher : public clang::PPCallbacks {
 public:
  Watcher(clang::CompilerInstance& compiler, bool no_files, LibraryUse& use)
      : compiler_(compiler), no_files_(no_files), use_(use) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (file && file->getName().starts_with(kRoot) && is_library_header(name) &&
        !compiler_.getSourceManager().isInSystemHeader(hash))
      use_.is_built_in = true;
  }

  void HasInclude(clang::SourceLocation place, llvm::StringRef name, bool, clang::OptionalFileEntryRef file,
                  clang::SrcMgr::CharacteristicKind) override {
    // These libraries test for parts that they may lack.
    if (!file && is_library_header(name) && compiler_.getSourceManager().isWrittenInMainFile(place))
      use_.is_missing = true;
  }

  void EmbedDirective(clang::SourceLocation hash, llvm::StringRef, bool, clang::OptionalFileEntryRef,
                      const clang::LexEmbedParametersResult&) override {
    report(
        hash,
        "#embed is not supported, as in NVRTC: write the bytes into the source, or copy them to the device");
  }

  // Called for #include, and in clang 19 for #embed too.
  bool FileNotFound(llvm::StringRef name) override {
    if (no_files_) {
      report(place(),
             "'%0' is no header given from memory, and GRIDCALL_COMPILE_NO_FILES keeps the source from "
             "reading files")
          << name.trim("\"<>");
      return true;
    }
    if (const llvm::StringRef plain = name.trim("\"<>"); is_library_header(plain)) {
      use_.is_missing = true;
      if (use_.is_found) return false;
      report(
          place(),
          "'%0' is not built into the CPU device's compiler, and no CUDA toolkit or Python package with it "
          "was found: `pip install %1`, or set GRIDCALL_CUDA_HEADERS to the folder that has it")
          << plain << (plain.starts_with("curand") ? "nvidia-curand" : "nvidia-cuda-cccl");
      return true;
    }
    if (!llvm::sys::path::is_absolute(name)) return false;
    const auto status = compiler_.getVirtualFileSystem().status(name);
    if (!status || status->isRegularFile()) return false;
    report(place(), "'%0' is no regular file") << name;
    return true;
  }

 private:
  clang::DiagnosticBuilder report(clang::SourceLocation place, llvm::StringRef format) {
    clang::DiagnosticsEngine& diagnostics = compiler_.getDiagnostics();
    return diagnostics.Report(
        place, diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Fatal, format));
  }
  // Returns the end of the directive's line, which the lexer has just read.
  clang::SourceLocation place() const {
    const clang::PreprocessorLexer* lexer = compiler_.getPreprocessor().getCurrentFileLexer();
    if (!lexer) return {};
    auto* text = const_cast<clang::Lexer*>(static_cast<const clang::Lexer*>(lexer));
    return text->getSourceLocation().getLocWithOffset(-1);
  }

  clang::CompilerInstance& compiler_;
  const bool no_files_;
  LibraryUse& use_;
};

constexpr unsigned kForbidden[] = {SYS_open,
                                   SYS_openat,
                                   SYS_openat2,
                                   SYS_creat,
                                   SYS_open_by_handle_at,
                                   SYS_name_to_handle_at,
                                   SYS_execve,
                                   SYS_execveat,
                                   SYS_socket,
                                   SYS_socketpair,
                                   SYS_connect,
                                   SYS_ptrace,
                                   SYS_process_vm_readv,
                                   SYS_process_vm_writev,
                                   SYS_io_uring_setup,
                                   SYS_pidfd_getfd,
                                   SYS_bpf,
                                   SYS_perf_event_open,
                                   SYS_mount,
                                   SYS_unlink,
                                   SYS_unlinkat,
                                   SYS_rename,
                                   SYS_renameat,
                                   SYS_renameat2,
                                   SYS_truncate,
                                   SYS_link,
                                   SYS_linkat,
                                   SYS_symlink,
                                   SYS_symlinkat,
                                   SYS_mkdir,
                                   SYS_mkdirat,
                                   SYS_mknod,
                                   SYS_mknodat,
                                   SYS_rmdir,
                                   SYS_chmod,
                                   SYS_fchmodat,
                                   SYS_chown,
                                   SYS_fchownat,
                                   SYS_readlink,
                                   SYS_readlinkat};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> source_file_system(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> memory, const std::vector<std::string>& library_dirs,
    bool no_files, std::function<bool(llvm::StringRef)> is_given) {
  if (no_files) return memory;
  auto files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::makeIntrusiveRefCnt<LibraryFiles>(
          llvm::makeIntrusiveRefCnt<RegularFiles>(llvm::vfs::getRealFileSystem(), std::move(is_given)),
          library_dirs));
  files->pushOverlay(std::move(memory));
  return files;
}

std::string without_host_headers(llvm::StringRef text, const std::function<bool(llvm::StringRef)>& is_given) {
  std::string result = text.str();
  for (std::size_t at = 0; (at = text.find(kHasInclude, at)) != llvm::StringRef::npos;) {
    at += kHasInclude.size();
    llvm::StringRef rest = text.substr(at).ltrim(" \t");
    if (!rest.consume_front("(")) continue;
    rest = rest.ltrim(" \t");
    if (!rest.consume_front("<")) continue;
    const llvm::StringRef name = rest.take_until([](char c) { return c == '>' || c == '\n'; });
    // No header has a name that begins so.
    if (!name.empty() && is_host_header(name) && !is_given(name))
      result[static_cast<std::size_t>(name.data() - text.data())] = '?';
  }
  return result;
}

bool is_library_header(llvm::StringRef name) {
  const auto begins = [&](llvm::StringRef library) { return name.starts_with(library); };
  return begins("cub/") || begins("thrust/") || begins("cuda/") || begins("nv/") || begins("curand");
}

void watch_file_directives(clang::CompilerInstance& compiler, bool no_files, LibraryUse& use) {
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<Watcher>(compiler, no_files, use));
}

bool close_files() {
  constexpr std::size_t kCount = std::size(kForbidden);
  static_assert(kCount < 200, "a jump of the filter is at most 255 instructions long");
  sock_filter filter[kCount + 7];
  std::size_t at = 0;
  const auto load = [&](std::size_t offset) {
    filter[at++] = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset));
  };
  load(offsetof(seccomp_data, arch));
  filter[at++] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  filter[at++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
  // Numbers from here on are x32's, which reach the same calls under other numbers.
  constexpr unsigned kX32 = 0x40000000;
  filter[at++] = BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32, static_cast<unsigned char>(kCount + 1), 0);
  for (std::size_t i = 0; i < kCount; ++i)
    filter[at++] =
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kForbidden[i], static_cast<unsigned char>(kCount - i), 0);
  filter[at++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[at++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES);
  sock_fprog program = {static_cast<unsigned short>(at), filter};
  // The filter applies to all threads of the process.
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

}  // namespace gridcall::cc
