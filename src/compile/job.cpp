// SPDX-License-Identifier: Apache-2.0

#include "compile/job.h"

#include <algorithm>
#include <string_view>

#include "base/failure.h"
#include "base/file.h"
#include "base/os.h"
#include "base/source_scanner.h"
#include "base/status.h"
#include "compile/no_files.h"

namespace gridcall::compile {

namespace {

// Checks the names that the caller gives besides the source, where files are not to be read.
void check_names(const CompileJob& job) {
  for (const std::string& header : job.options.pre_includes) {
    if (!job.has_header(header))
      throw Failure(status::kInvalidCompileOption,
                    "`--pre-include=" + header + "`: " + not_given_message(header));
  }
  for (const std::string& instance : job.instances) {
    if (instance.find_first_of("\n\r") != std::string::npos)
      throw Failure(status::kCompile,
                    "an instance has several lines, and GRIDCALL_COMPILE_NO_FILES is set: write it in one");
  }
}

constexpr const char* kReferences = "gridcall_textures.h";

// Returns whether the text has the word and then a `<`, and defines no class of that name.
bool has_template(std::string_view text, std::string_view word) {
  bool found = false;
  std::string_view before;
  for (SourceScanner source(text); !source.at_end();) {
    if (!source.at_word()) {
      source.skip();
      continue;
    }
    const std::string_view each = source.word();
    if (each == word) {
      if (before == "struct" || before == "class") return false;
      source.skip_blanks();
      found = found || source.peek() == '<';
    }
    before = each;
  }
  return found;
}

// CUDA's texture and surface references, which compilers know no more.
bool has_references(const std::string& source) {
  if (source.find("texture") == std::string::npos && source.find("surface") == std::string::npos)
    return false;
  const std::string text = without_comments(source);
  return text.find(kReferences) == std::string::npos &&
         (has_template(text, "texture") || has_template(text, "surface"));
}

}  // namespace

CompileJob make_job(const Request& request, const Target& target) {
  if (const std::size_t at = request.source.find('\0'); at != std::string::npos) {
    throw Failure(status::kCompile, "the source has a zero byte at offset " + std::to_string(at) + " of " +
                                        std::to_string(request.source.size()) + ": pass its text alone");
  }
  std::vector<std::string> all;
  if (!request.is_own) all = default_options(!request.options.empty());
  all.insert(all.end(), request.options.begin(), request.options.end());
  CompileJob job{
      request.source,
      request.name.empty() ? "source.cu" : request.name,
      translate_options(all, request.defines, request.include_dirs, target.is_cpu, request.no_files),
      request.arch,
      request.headers,
      request.instances,
      target,
      request.no_files,
      request.compiler,
      request.compiler.empty() ? std::string() : absolute_path(request.compiler),
      request.cache_dir.empty() ? std::string() : absolute_path(request.cache_dir),
      request.tiered && request.keep_dir.empty()};
  if (job.no_files) check_names(job);
  if (has_references(job.source))
    job.options.pre_includes.insert(job.options.pre_includes.begin(), kReferences);
  if (!job.arch.empty() && !is_arch(job.arch)) {
    throw Failure(
        status::kInvalidCompileOption,
        "arch: `" + job.arch + "` is no architecture: write sm_90 or compute_90, or leave it empty");
  }
  if (job.arch.empty()) job.arch = job.options.arch;
  // "kernels/scale.cu" includes "scale.h" from its own folder, as it would under nvcc; "scale.cu" too if it
  // is a file of the working directory, for a name may also be only a name.
  const std::size_t slash = job.name.rfind('/');
  if (!request.no_files &&
      (slash != std::string::npos || (!request.name.empty() && is_regular_file(absolute_path(job.name))))) {
    auto& dirs = job.options.include_dirs;
    const std::string folder = slash == std::string::npos ? "."
                               : slash == 0               ? "/"
                                                          : job.name.substr(0, slash);
    dirs.insert(dirs.begin(), absolute_path(folder));
  }
  return job;
}

}  // namespace gridcall::compile
