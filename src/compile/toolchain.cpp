// SPDX-License-Identifier: Apache-2.0

#include "compile/toolchain.h"

#include <unistd.h>

#include <optional>

#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"
#include "compile/cc_client.h"
#include "compile/diagnostics.h"
#include "compile/file_identity.h"
#include "compile/search_paths.h"

namespace gridcall::compile {

namespace {

[[noreturn]] void refuse_compiler(const std::string& path, const std::string& what) {
  throw Failure(status::kCompilerUnavailable, "`options->compiler` \"" + path + "\" " + what);
}

bool is_compiler(const std::string& path, bool is_cpu) {
  return is_regular_file(path) && (!is_cpu || ::access(path.c_str(), X_OK) == 0);
}

}  // namespace

Toolchain find_compilers(const CompileJob& job) {
  const bool is_cpu = job.target.is_cpu;
  if (!is_cpu && job.arch.empty() && job.target.compute_capability_major == 0)
    throw Failure(
        status::kInvalidArgument,
        "`device` is NULL and the options name no architecture: pass a device, or set `arch` to one "
        "such as sm_90");
  Toolchain found;
  if (!job.compiler.empty()) {
    if (!is_compiler(job.compiler, is_cpu))
      refuse_compiler(job.compiler_given, is_cpu ? "is no program: name gridcall-cc, or pass NULL"
                                                 : "is no file: name libnvrtc.so, or pass NULL");
    found.paths.push_back(job.compiler);
  } else if (!is_cpu) {
    found.paths = find_nvrtc(&found.notes);
  } else if (const std::optional<std::string> program = find_cc(&found.notes)) {
    found.paths.push_back(*program);
  } else {
    throw Failure(status::kCompilerUnavailable,
                  "gridcall-cc, the compiler for the CPU device, was not found (" +
                      joined(found.notes, ", ") + "): install it, or set GRIDCALL_CC to it");
  }
  return found;
}

Compiler compiler_at(const std::string& path, bool is_cpu) {
  return {path, file_identity(path), is_cpu ? std::vector<std::string>() : find_cuda_headers(path)};
}

void refuse_missing_nvrtc(std::vector<std::string> notes) {
  Failure failure(
      status::kCompilerUnavailable,
      "no NVRTC was found: install CUDA's libnvrtc.so (or `pip install nvidia-cuda-nvrtc`), or set "
      "GRIDCALL_NVRTC to its path");
  failure.notes = std::move(notes);
  throw failure;
}

void refuse_job(const CompileJob& job, Toolchain toolchain, const std::string& last_reason,
                bool is_arch_unknown) {
  if (!job.compiler.empty() && !is_arch_unknown)
    refuse_compiler(job.compiler_given, "cannot compile this: " + last_reason);
  if (toolchain.paths.empty()) refuse_missing_nvrtc(std::move(toolchain.notes));
  Failure failure(
      is_arch_unknown ? status::kInvalidCompileOption : status::kCompilerUnavailable,
      is_arch_unknown
          ? last_reason +
                ": name one of these in `arch`, or set GRIDCALL_NVRTC to the path of an NVRTC that knows " +
                job.arch
          : "no NVRTC that can compile this was found: " + last_reason +
                "; install another, or set GRIDCALL_NVRTC to its path");
  failure.notes = std::move(toolchain.notes);
  throw failure;
}

}  // namespace gridcall::compile
