// SPDX-License-Identifier: Apache-2.0

#include "compile/input.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "base/file.h"
#include "base/os.h"
#include "base/source_scanner.h"
#include "base/status.h"
#include "compile/headers.h"
#include "compile/includes.h"
#include "compile/key.h"
#include "compile/no_files.h"
#include "compile/search_paths.h"

namespace gridcall::compile {

namespace {

// The folders that CUDA's compilers read on their own: their libraries and headers, and the files that the C
// library opens at its first call for the time.
std::vector<std::string> readable_folders(const std::string& nvrtc,
                                          const std::vector<std::string>& toolkit_dirs) {
  std::vector<std::string> folders = toolkit_dirs;
  folders.push_back(nvrtc.substr(0, nvrtc.rfind('/')));
  for (const char* folder :
       {"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/etc/localtime",
        "/usr/share/zoneinfo", "/sys/devices/system/cpu", "/proc/sys/vm/overcommit_memory"})
    folders.push_back(folder);
  return folders;
}

std::vector<std::string> arguments_of(const CompileJob& job, const std::vector<std::string>& toolkit_dirs) {
  std::vector<std::string> options = job.options.arguments;
  // The CPU device runs any architecture; its compiler defines __CUDA_ARCH__ by the number.
  if (job.target.is_cpu && !job.options.arch.empty())
    options.push_back("--gpu-architecture=" + job.options.arch);
  for (const std::string& dir : job.options.include_dirs) options.push_back("-I" + dir);
  for (const std::string& dir : toolkit_dirs) options.push_back("-I" + dir);
  for (const std::string& name : job.options.pre_includes) options.push_back("--pre-include=" + name);
  return options;
}

// Refuses a job whose text makes NVRTC open a file outside `toolkit_dirs`, and removes comments, so that the
// checks see the text as the compiler does.
void keep_from_files(CompilerInput& input, const std::vector<std::string>& toolkit_dirs) {
  const CompileJob& job = input.job;
  const auto is_given = [&](const std::string& header) {
    if (has_header(job.request.headers, header) || built_in_header(header, toolkit_dirs)) return true;
    if (header.empty() || header.front() == '/' || header.find("..") != std::string::npos) return false;
    return std::any_of(toolkit_dirs.begin(), toolkit_dirs.end(),
                       [&](const std::string& dir) { return is_regular_file(dir + "/" + header); });
  };
  input.plain_source = without_comments(job.request.source);
  for (const auto& [name, text] : job.request.headers)
    input.plain_headers.emplace_back(name, without_comments(text));
  check_directives(input.plain_source, job.name, is_given);
  std::vector<std::string_view> texts = {input.plain_source};
  for (const auto& [name, text] : input.plain_headers) {
    check_directives(text, name, is_given);
    texts.push_back(text);
  }
  check_pasted_words(texts, job.name);
}

// Returns true for headers of CUB, Thrust, libcu++ and cuRAND; gridcall-cc has some of them itself.
bool is_library_header(const std::string& name) {
  const auto begins = [&](const char* library) { return name.starts_with(library); };
  return begins("cub/") || begins("thrust/") || begins("cuda/") || begins("nv/") || begins("curand");
}

// Gives gridcall-cc the folders of these libraries if the source may include them. Their headers are not read
// here: a folder's contents change with the file that states the version.
void add_library_headers(CompilerInput& input, IncludeClosure& closure) {
  if (closure.is_known && std::none_of(closure.missing.begin(), closure.missing.end(), is_library_header))
    return;
  for (const std::string& dir : find_library_headers()) {
    input.arguments.push_back("--library-headers=" + dir);
    closure.description += "libraries " + dir + "\n";
    for (const char* file : {"/cub/version.cuh", "/curand_kernel.h"}) {
      struct stat info;
      if (os.fstatat(AT_FDCWD, (dir + file).c_str(), &info, 0) == 0)
        closure.description += "  " + stamp_of(info) + "\n";
    }
  }
}

IncludeClosure includes_of(const CompilerInput& input) {
  const CompileJob& job = input.job;
  // Without files gridcall-cc depends only on the job, since it brings its own headers.
  if (job.target.is_cpu && job.request.no_files) return {};
  const std::vector<std::string>& toolkit_dirs = input.compiler.toolkit_dirs;
  IncludeSearch search{job.options.include_dirs, toolkit_dirs, &input.headers(), nullptr};
  if (!job.target.is_cpu)
    search.built_in = [&](const std::string& name) { return built_in_header(name, toolkit_dirs); };
  return include_closure(input.source(), job.options.pre_includes, search);
}

}  // namespace

CompilerInput input_for(const CompileJob& job, const Compiler& compiler) {
  CompilerInput input{job, compiler, arguments_of(job, compiler.toolkit_dirs), {}};
  if (job.request.no_files && !job.target.is_cpu) {
    input.readable = readable_folders(compiler.path, compiler.toolkit_dirs);
    keep_from_files(input, compiler.toolkit_dirs);
  }
  IncludeClosure closure = includes_of(input);
  if (job.target.is_cpu && !job.request.no_files) add_library_headers(input, closure);
  if (job.request.no_files && !closure.computed_by.empty())
    throw Failure(status::kCompile, job.name + ": error: `" + closure.computed_by +
                                        "` includes what a macro names, which the source can define, and "
                                        "GRIDCALL_COMPILE_NO_FILES keeps the source from reading files");
  input.key = key_of(job, compiler, closure.description);
  input.is_cacheable = closure.is_known;
  input.built_in = std::move(closure.built_in);
  return input;
}

}  // namespace gridcall::compile
