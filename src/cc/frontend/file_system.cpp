// SPDX-License-Identifier: Apache-2.0

#include "cc/frontend/file_system.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cc/frontend/builtin_headers.h"
#include "cc/frontend/file_access.h"

namespace gridcall::cc {
namespace {

// The source is a file, not a buffer: clang 19 crashes on #embed in a buffer.
constexpr const char* kSourceRoot = "/gridcall/source";

// Returns the macros of the options, then the caller's -D and -U, as text after the prelude: a macro as short
// as `A` must not affect the prelude's own names.
std::string defines_of(const Options& options) {
  const std::string architecture = std::to_string(options.architecture) + "0\n";
  std::string text = "#define __CUDA_ARCH__ " + architecture + "#define __CUDA_ARCH_LIST__ " + architecture;
  const auto number = [&](const char* name, bool value) {
    text += std::string("#define ") + name + (value ? " 1\n" : " 0\n");
  };
  number("__USE_FAST_MATH__", options.fast_math);
  number("__CUDA_FTZ", options.ftz || options.fast_math);
  number("__CUDA_PREC_DIV", options.precise_division && !options.fast_math);
  number("__CUDA_PREC_SQRT", options.precise_sqrt && !options.fast_math);
  if (options.device_debug) text += "#define __CUDACC_DEBUG__ 1\n";
  if (options.relocatable) text += "#define __CUDACC_RDC__ 1\n";
  text += "#line 1 \"<command line>\"\n";
  for (const std::string& macro : options.macros) {
    const std::string body = macro.substr(2, macro.find_first_of("\r\n") - 2);
    const std::size_t equals = body.find('=');
    if (macro[1] == 'U') {
      text += "#undef " + body + "\n";
    } else if (equals == std::string::npos) {
      text += "#define " + body + " 1\n";
    } else {
      text += "#define " + body.substr(0, equals) + " " + body.substr(equals + 1) + "\n";
    }
  }
  return text;
}

// Returns the names of the files that the prelude consists of.
llvm::StringSet<> prelude_files() {
  llvm::StringSet<> names;
  std::vector<std::string> waiting = {kPreludeName};
  while (!waiting.empty()) {
    const std::string name = std::move(waiting.back());
    waiting.pop_back();
    if (!names.insert(name).second) continue;
    for (std::size_t i = 0; i < kDeviceHeaderCount; ++i) {
      if (name != kDeviceHeaders[i].name) continue;
      llvm::StringRef rest(kDeviceHeaders[i].text.data(), kDeviceHeaders[i].text.size());
      constexpr llvm::StringLiteral kInclude("\n#include \"");
      for (std::size_t at; (at = rest.find(kInclude)) != llvm::StringRef::npos;) {
        rest = rest.drop_front(at + kInclude.size());
        // As in clang, the name is relative to the folder of the including file.
        llvm::SmallString<64> included = llvm::sys::path::parent_path(name);
        llvm::sys::path::append(included, rest.take_until([](char c) { return c == '"'; }));
        llvm::sys::path::remove_dots(included, /*remove_dot_dot*/ true);
        waiting.push_back(included.str().str());
      }
    }
  }
  return names;
}

// Returns a device header that undefines the source's macros while it is read. Reserved names, and the macros
// of `assert.h`, are meant for headers and remain.
std::string without_defines(llvm::StringRef header, const Options& options) {
  std::string before, after;
  llvm::StringSet<> seen;
  for (const std::string& macro : options.macros) {
    const llvm::StringRef name =
        llvm::StringRef(macro).drop_front(2).take_while([](char c) { return c == '_' || llvm::isAlnum(c); });
    if (macro[1] != 'D' || name.empty() || name.starts_with("_") || name == "NDEBUG" ||
        !seen.insert(name).second)
      continue;
    before += ("#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n").str();
    after += ("#pragma pop_macro(\"" + name + "\")\n").str();
  }
  if (before.empty()) return header.str();
  return before + "#line 1\n" + header.str() + "\n" + after;
}

// CUB and Thrust need all of the libcu++ that they come with, so that the caller's headers take precedence
// over these, as over cuRAND's, those of host libraries, and those of C++ that NVRTC does not have.
std::string header_path(const BuiltinHeader& header) {
  const llvm::StringRef name = header.name;
  // A barrier of libcu++ has a constructor, which clang refuses in shared memory.
  const bool is_ours = name == "cuda/barrier" || name == "cuda/std/barrier" || name == "cuda/pipeline";
  const bool is_of_cpp = llvm::is_contained({"chrono", "complex", "concepts", "expected", "mdspan", "memory",
                                             "optional", "ratio", "span", "variant"},
                                            name);
  const bool is_last = name.starts_with("pycuda") || name.starts_with("curand") ||
                       (name.starts_with("cuda/") && !is_ours) || name.starts_with("thrust/") ||
                       name.starts_with("cub/") || is_of_cpp || header.text.data() == kHostHeaderText.data();
  return ((is_last ? kLastHeaderRoot : kDeviceHeaderRoot) + llvm::Twine("/") + name).str();
}

// A file whose text is not hashed, unlike that of InMemoryFileSystem's files.
class PrecompiledFile : public llvm::vfs::File {
 public:
  PrecompiledFile(llvm::vfs::Status status, llvm::StringRef text) : status_(std::move(status)), text_(text) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine&, int64_t, bool,
                                                               bool) override {
    return llvm::MemoryBuffer::getMemBuffer(text_, kPrecompiledName, false);
  }
  std::error_code close() override { return {}; }

 private:
  const llvm::vfs::Status status_;
  const llvm::StringRef text_;
};

// The built-in headers of a file system, each added when it is first asked for: to add them all takes as long
// as the parse of a small source.
class HeadersOnDemand : public llvm::vfs::ProxyFileSystem {
 public:
  HeadersOnDemand(llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory, const Options& options,
                  llvm::StringRef precompiled)
      : ProxyFileSystem(memory), memory_(std::move(memory)), options_(options), precompiled_(precompiled) {
    if (!precompiled_.empty())
      memory_->addFile(kPrecompiledName, 0, llvm::MemoryBuffer::getMemBuffer("", kPrecompiledName));
    // The prelude's own files must not change after they were precompiled; they are read before those macros.
    if (!options.macros.empty()) untouched_ = prelude_files();
    for (std::size_t i = 0; i < kDeviceHeaderCount; ++i)
      wait(header_path(kDeviceHeaders[i]), kDeviceHeaders[i]);
    for (std::size_t i = 0; i < kShortHeaderCount; ++i) wait(header_path(kShortHeaders[i]), kShortHeaders[i]);
    for (std::size_t i = 0; i < kClangHeaderCount; ++i)
      wait(std::string(kClangHeaderRoot) + "/" + kClangHeaders[i].name, kClangHeaders[i]);
    for (const auto& folder : folders_)
      memory_->addFile(folder.getKey(), 0, llvm::MemoryBuffer::getMemBuffer(""), {}, {},
                       llvm::sys::fs::file_type::directory_file);
  }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    add(path);
    return ProxyFileSystem::status(path);
  }
  bool exists(const llvm::Twine& path) override { return static_cast<bool>(status(path)); }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    add(path);
    if (!precompiled_.empty() && path.str() == kPrecompiledName)
      return std::make_unique<PrecompiledFile>(*status(path), precompiled_);
    return ProxyFileSystem::openFileForRead(path);
  }

 private:
  void wait(const std::string& path, const BuiltinHeader& header) {
    waiting_.try_emplace(path, &header);
    folders_.insert(llvm::sys::path::parent_path(path));
  }

  void add(const llvm::Twine& given) {
    llvm::SmallString<256> path;
    given.toVector(path);
    if (!path.starts_with(kRoot)) return;
    llvm::sys::path::remove_dots(path, /*remove_dot_dot*/ true);
    const auto found = waiting_.find(path);
    if (found == waiting_.end()) return;
    const BuiltinHeader& header = *found->second;
    waiting_.erase(found);
    const llvm::StringRef text(header.text.data(), header.text.size());
    // Only those of the device have names that a macro may have, too.
    const bool is_plain = options_.macros.empty() || untouched_.contains(header.name) || !is_device(header);
    memory_->addFile(path, 0,
                     is_plain ? llvm::MemoryBuffer::getMemBuffer(text, path, false)
                              : llvm::MemoryBuffer::getMemBufferCopy(without_defines(text, options_), path));
  }
  static bool is_device(const BuiltinHeader& header) {
    return &header >= kDeviceHeaders && &header < kDeviceHeaders + kDeviceHeaderCount;
  }

  const llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory_;
  const Options& options_;
  const llvm::StringRef precompiled_;
  llvm::StringSet<> untouched_, folders_;
  llvm::StringMap<const BuiltinHeader*> waiting_;
};

}  // namespace

bool is_given(const Request& request, const Options& options, llvm::StringRef name) {
  return llvm::any_of(request.headers, [&](const auto& header) { return header.first == name; }) ||
         (!request.no_files && llvm::any_of(options.include_paths, [&](const std::string& folder) {
           return llvm::sys::fs::exists(folder + "/" + name);
         }));
}

std::string source_path(const Request& request) {
  const llvm::StringRef name = llvm::sys::path::filename(request.source_name);
  return (llvm::Twine(kSourceRoot) + "/" + (name.empty() || name == ".." ? "source.cu" : name)).str();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(const Request& request, const Options& options,
                                                            llvm::StringRef precompiled,
                                                            llvm::StringRef source) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto add = [&](const std::string& path, llvm::StringRef text) {
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(text, path, false));
  };
  const std::string defines = std::string(kDeviceHeaderRoot) + "/" + kDefinesName;
  memory->addFile(defines, 0, llvm::MemoryBuffer::getMemBufferCopy(defines_of(options), defines));
  const auto has_header = [&](llvm::StringRef name) { return is_given(request, options, name); };
  for (const auto& [name, text] : request.headers) {
    bool absolute = llvm::sys::path::is_absolute(name);
    const std::string path = absolute ? name : std::string(kHeaderRoot) + "/" + name;
    memory->addFile(path, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(without_host_headers(text, has_header), path));
  }
  if (source.data()) add(source_path(request), source);
  // All files of a folder that the caller names are visible.
  std::vector<std::string> library_dirs = options.library_dirs;
  llvm::erase_if(library_dirs,
                 [&](const std::string& dir) { return llvm::is_contained(options.include_paths, dir); });
  return source_file_system(
      llvm::makeIntrusiveRefCnt<HeadersOnDemand>(std::move(memory), options, precompiled), library_dirs,
      request.no_files, has_header);
}

}  // namespace gridcall::cc
