// SPDX-License-Identifier: Apache-2.0

#include "nvcc/layout.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "base/environment.h"

namespace gridcall::nvcc {

namespace fs = std::filesystem;

[[noreturn]] void die(const std::string& text) {
  std::fprintf(stderr, "gridcall-nvcc: error: %s\n", text.c_str());
  std::exit(1);
}

namespace {

bool is_program(const fs::path& path) {
  return ::access(path.c_str(), X_OK) == 0 && !fs::is_directory(path);
}

}  // namespace

Layout::Layout() {
  std::error_code error;
  const fs::path self = fs::canonical("/proc/self/exe", error);
  const fs::path prefix = self.parent_path().parent_path();
  for (const char* folder : {GRIDCALL_NVCC_LIBDIR, "lib"}) {
    libraries = prefix / folder;
    cuda = libraries / "gridcall/cuda";
    if (fs::exists(cuda / "include/cuda_runtime.h")) break;
  }
  if (!fs::exists(cuda / "include/cuda_runtime.h"))
    die("the headers are not where they were installed: " + cuda.string() + "/include");
  const char* given = gridcall::environment::text("GRIDCALL_CC");
  gridcall_cc = given ? fs::path(given) : prefix / GRIDCALL_NVCC_LIBEXECDIR / "gridcall/gridcall-cc";
  if (!given && !is_program(gridcall_cc)) gridcall_cc = prefix / "libexec/gridcall/gridcall-cc";
  if (!is_program(gridcall_cc))
    die("gridcall-cc is not there: " + gridcall_cc.string() + "; GRIDCALL_CC may name it");
}

std::string find_clang(const std::string& given) {
  if (!given.empty()) {
    const fs::path path = fs::is_directory(given) ? fs::path(given) / "clang++" : fs::path(given);
    if (given.find('/') == std::string::npos || is_program(path)) return path.string();
    die("-ccbin " + given + ": there is no such compiler");
  }
  const char* path = gridcall::environment::text("PATH");
  std::string folders = path ? path : "/usr/bin";
  folders += ":/usr/lib/llvm-19/bin";
  for (const char* name : {"clang++-19", "clang++"}) {
    for (std::size_t begin = 0; begin <= folders.size();) {
      const std::size_t end = std::min(folders.find(':', begin), folders.size());
      const fs::path found = fs::path(folders.substr(begin, end - begin)) / name;
      if (is_program(found)) return found.string();
      begin = end + 1;
    }
  }
  die("clang++ 19, which compiles the host's code, was not found in PATH. On Debian: apt-get install "
      "clang-19");
}

TemporaryFolder::TemporaryFolder(bool keep) : keep_(keep) {
  const char* folder = gridcall::environment::text("TMPDIR");
  std::string pattern = std::string(folder ? folder : "/tmp") + "/gridcall-nvcc-XXXXXX";
  if (!::mkdtemp(pattern.data())) die("cannot make a folder " + pattern + ": " + std::strerror(errno));
  path_ = pattern;
  if (keep_) std::fprintf(stderr, "gridcall-nvcc: kept in %s\n", path_.c_str());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!keep_) fs::remove_all(path_, error);
}

}  // namespace gridcall::nvcc
