// SPDX-License-Identifier: Apache-2.0

#include "compile/job.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"
#include "compile/headers.h"
#include "compile/no_files.h"

#ifndef GRIDCALL_VERSION
#error "GRIDCALL_VERSION must be defined: it is part of the cache key"
#endif

namespace gridcall::compile {

namespace {

bool is_in_memory(const CompileJob& job, const std::string& header) {
  return std::any_of(job.headers.begin(), job.headers.end(),
                     [&](const auto& each) { return each.first == header; });
}

// What the caller names besides the source, where files are not to be read.
void check_names(const CompileJob& job) {
  for (const std::string& header : job.options.pre_includes) {
    if (!is_in_memory(job, header))
      throw Failure(status::kInvalidCompileOption,
                    "`--pre-include=" + header + "`: " + not_given_message(header));
  }
  for (const std::string& instance : job.instances) {
    if (instance.find_first_of("\n\r") != std::string::npos)
      throw Failure(status::kCompile,
                    "an instance has several lines, and GRIDCALL_COMPILE_NO_FILES is set: write it in one");
  }
}

void add_list(KeyBuilder* key, std::string_view field, const std::vector<std::string>& values) {
  for (const std::string& value : values) key->add(field, value);
}

}  // namespace

namespace {

constexpr const char* kReferences = "gridcall_textures.h";

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Whether the text has the word and then a `<`, and defines no class of that name.
bool has_template(std::string_view text, std::string_view word) {
  bool found = false;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (at != 0 && is_word(text[at - 1])) continue;
    const std::size_t next = text.find_first_not_of(" \t", at + word.size());
    if (next == std::string_view::npos) continue;
    const std::string_view before =
        text.substr(0, text.find_last_not_of(" \t\r\n", at == 0 ? 0 : at - 1) + 1);
    if (before.ends_with("struct") || before.ends_with("class")) return false;
    found = found || text[next] == '<';
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
      request.compiler};
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

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

KeyBuilder key_of(const CompileJob& job, const IncludeClosure& closure) {
  KeyBuilder key;
  key.add("gridcall", GRIDCALL_VERSION);
  key.add("source", job.source);
  key.add("name", job.name);
  key.add("arch", job.arch);
  add_list(&key, "option", job.options.arguments);
  add_list(&key, "include directory", job.options.include_dirs);
  add_list(&key, "pre-include", job.options.pre_includes);
  for (const auto& [name, text] : job.headers) {
    key.add("header name", name);
    key.add("header text", text);
  }
  add_list(&key, "instance", job.instances);
  if (job.no_files) key.add("files", "none");
  key.add("includes", closure.description);
  return key;
}

std::vector<std::string> arguments_of(const CompileJob& job, const std::vector<std::string>& toolkit_dirs) {
  std::vector<std::string> options = job.options.arguments;
  // The CPU device runs any; its compiler shows the number to the source as __CUDA_ARCH__.
  if (job.target.is_cpu && !job.arch.empty()) options.push_back("--gpu-architecture=" + job.arch);
  for (const std::string& dir : job.options.include_dirs) options.push_back("-I" + dir);
  for (const std::string& dir : toolkit_dirs) options.push_back("-I" + dir);
  for (const std::string& name : job.options.pre_includes) options.push_back("--pre-include=" + name);
  return options;
}

IncludeClosure includes_of(const CompileJob& job, const std::vector<std::string>& toolkit_dirs) {
  // All that counts is in the job.
  if (job.no_files && job.target.is_cpu) return {};
  IncludeSearch search;
  search.user_dirs = job.options.include_dirs;
  search.toolkit_dirs = toolkit_dirs;
  search.headers = &job.headers;
  // gridcall-cc brings its own headers.
  if (!job.target.is_cpu) {
    search.built_in = [&](const std::string& name) { return built_in_header(name, toolkit_dirs); };
  }
  return include_closure(job.source, job.options.pre_includes, search);
}

void keep_from_files(CompileJob& job, const std::vector<std::string>& toolkit_dirs) {
  const auto is_given = [&](const std::string& header) {
    if (is_in_memory(job, header) || built_in_header(header, toolkit_dirs)) return true;
    if (header.empty() || header.front() == '/' || header.find("..") != std::string::npos) return false;
    return std::any_of(toolkit_dirs.begin(), toolkit_dirs.end(),
                       [&](const std::string& dir) { return is_regular_file(dir + "/" + header); });
  };
  job.source = without_comments(job.source);
  check_directives(job.source, job.name, is_given);
  for (auto& [name, text] : job.headers) {
    text = without_comments(text);
    check_directives(text, name, is_given);
  }
  std::vector<std::string_view> texts = {job.source};
  for (const auto& header : job.headers) texts.push_back(header.second);
  check_pasted_words(texts, job.name);
}

}  // namespace gridcall::compile
