// SPDX-License-Identifier: Apache-2.0

#include "compile/toolchain.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "base/concat.h"
#include "base/failure.h"
#include "base/file.h"
#include "base/os.h"
#include "base/rate_limit.h"
#include "base/status.h"
#include "compile/search_paths.h"
#include "image/elf.h"

namespace gridcall::compile {

namespace {

// A linker puts the build id near the begin.
constexpr std::size_t kHeaderBytes[] = {4 * 1024, 64 * 1024};
// A build id of this length is a digest of the file.
constexpr std::size_t kMinDigestBytes = 16;

// Returns the build id in hexadecimal; "" if the file has none.
std::string build_id(std::string_view head) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  const image::Elf elf(std::as_bytes(std::span(head)));
  for (const std::byte each : elf.build_id()) {
    text += kDigits[std::to_integer<unsigned>(each) >> 4];
    text += kDigits[std::to_integer<unsigned>(each) & 15];
  }
  return text;
}

// The identities of files. It is leaked, so that no destructor runs at exit.
struct Identity {
  std::string stamp, text;
  RateLimit checks;
};
struct Identities {
  std::mutex mutex;
  std::map<std::string, Identity> by_path;
};
Identities& known_identities() {
  static Identities* instance = new Identities;
  return *instance;
}

std::string read_identity(const std::string& path, bool is_cpu) {
  Fd fd = open_at(AT_FDCWD, path, O_RDONLY | O_NONBLOCK);
  struct stat info;
  if (!fd || os.fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0) return "";
  std::string head, id;
  for (const std::size_t bytes : kHeaderBytes) {
    const std::size_t wanted = std::min(bytes, static_cast<std::size_t>(info.st_size));
    const std::optional<std::string> more = read_exactly(fd.get(), wanted - head.size());
    if (!more) return "";
    head += *more;
    if (id = build_id(head); !id.empty()) break;
  }
  // gridcall-cc is the same wherever and whenever it was installed; NVRTC needs files beside it.
  if (is_cpu && id.size() >= 2 * kMinDigestBytes) return "build " + id;
  return path + " size " + std::to_string(info.st_size) + " time " + std::to_string(info.st_mtim.tv_sec) +
         "." + std::to_string(info.st_mtim.tv_nsec) + " inode " + std::to_string(info.st_ino) + " build " +
         id;
}

// Returns what distinguishes the builds of a compiler without loading it: of gridcall-cc the build id, if it
// has one, else path, size, time and build id. Returns "" if the file is gone.
std::string file_identity(const std::string& path, bool is_cpu) {
  std::string stamp;
  {
    const std::lock_guard lock(known_identities().mutex);
    Identity& known = known_identities().by_path[path];
    // One of gridcall-cc is asked for at each compilation: it may have been built just now.
    if (!is_cpu && !known.text.empty() && !known.checks.allow()) return known.text;
    struct stat before;
    if (os.fstatat(AT_FDCWD, path.c_str(), &before, 0) != 0) {
      known_identities().by_path.erase(path);
      return "";
    }
    stamp = stamp_of(before);
    if (known.stamp == stamp) return known.text;
  }
  std::string identity = read_identity(path, is_cpu);
  if (identity.empty()) return path;
  const std::lock_guard lock(known_identities().mutex);
  known_identities().by_path[path] = {std::move(stamp), identity, {}};
  return identity;
}

[[noreturn]] void refuse_compiler(const std::string& path, const std::string& what) {
  throw Failure(status::kCompilerUnavailable, "`options->compiler` \"" + path + "\" " + what);
}

// Returns the paths of the available compilers. `tried`: the places that have none. `checks`: as find_nvrtc.
std::vector<std::string> find_compilers(const CompileJob& job, std::vector<std::string>* tried, bool checks) {
  const bool is_cpu = job.target.is_cpu;
  if (!is_cpu && job.options.arch.empty() && job.target.compute_capability_major == 0)
    throw Failure(
        status::kInvalidArgument,
        "`device` is NULL and the options name no architecture: pass a device, or set `arch` to one "
        "such as sm_90");
  if (const std::string& path = job.compiler; !path.empty()) {
    if (!is_regular_file(path) || (is_cpu && ::access(path.c_str(), X_OK) != 0))
      refuse_compiler(job.request.compiler, is_cpu ? "is no program: name gridcall-cc, or pass NULL"
                                                   : "is no file: name libnvrtc.so, or pass NULL");
    return {path};
  }
  if (!is_cpu) return find_nvrtc(tried, checks);
  const std::optional<std::string> program = find_cc(tried);
  if (!program)
    throw Failure(status::kCompilerUnavailable,
                  "gridcall-cc, the compiler for the CPU device, was not found (" + joined(*tried, ", ") +
                      "): install it, or set GRIDCALL_CC to it");
  return {*program};
}

}  // namespace

image::Image by_suitable_compiler(const CompileJob& job,
                                  const std::function<image::Image(const Compiler&)>& compile) {
  std::vector<std::string> notes;
  std::vector<std::string> paths = find_compilers(job, &notes, false);
  std::string identity = paths.empty() ? "" : file_identity(paths.front(), job.target.is_cpu);
  if (identity.empty() && !paths.empty()) paths = find_compilers(job, &notes, true);
  std::string why;
  bool is_arch_unknown = true;  // no compiler so far knows the architecture
  for (const std::string& path : paths) {
    try {
      if (identity.empty()) identity = file_identity(path, job.target.is_cpu);
      return compile({path, identity.empty() ? path : std::exchange(identity, ""),
                      job.target.is_cpu ? std::vector<std::string>() : find_cuda_headers(path)});
    } catch (const CompilerUnsuitable& unsuitable) {
      notes.push_back(path + ": " + unsuitable.why);
      why = unsuitable.why;
      is_arch_unknown = is_arch_unknown && unsuitable.is_arch;
    }
  }
  if (paths.empty()) refuse_missing_nvrtc(std::move(notes));
  if (!job.compiler.empty() && !is_arch_unknown)
    refuse_compiler(job.request.compiler, "cannot compile this: " + why);
  Failure failure =
      is_arch_unknown
          ? Failure(status::kInvalidCompileOption,
                    concat(why,
                           ": name one of these in `arch`, or set GRIDCALL_NVRTC to the path of an NVRTC "
                           "that knows ",
                           job.options.arch))
          : Failure(status::kCompilerUnavailable,
                    concat("no NVRTC that can compile this was found: ", why,
                           "; install another, or set GRIDCALL_NVRTC to its path"));
  failure.notes = std::move(notes);
  throw failure;
}

void refuse_missing_nvrtc(std::vector<std::string> notes) {
  Failure failure(
      status::kCompilerUnavailable,
      "no NVRTC was found: install CUDA's libnvrtc.so (or `pip install nvidia-cuda-nvrtc`), or set "
      "GRIDCALL_NVRTC to its path");
  failure.notes = std::move(notes);
  throw failure;
}

}  // namespace gridcall::compile
