// SPDX-License-Identifier: Apache-2.0

#include "compile/job.h"

#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"
#include "base/failure.h"
#include "base/file.h"
#include "base/source_scanner.h"
#include "base/status.h"

namespace gridcall::compile {

namespace {

constexpr const char* kReferences = "gridcall_textures.h";

// Returns true if the text has the word before a `<`, and defines no class of that name.
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

// Returns true if the source uses CUDA's texture and surface references, which compilers no longer know.
bool has_references(const std::string& source) {
  if (source.find("texture") == std::string::npos && source.find("surface") == std::string::npos)
    return false;
  const std::string text = without_comments(source);
  return text.find(kReferences) == std::string::npos &&
         (has_template(text, "texture") || has_template(text, "surface"));
}

bool may_be_tiered(const Request& request, const Target& target) {
  if (!target.is_cpu) return false;
  environment::require(environment::Name::DISABLE_TIERING);
  return request.tiered && request.keep_dir.empty() &&
         !environment::is_on(environment::Name::DISABLE_TIERING);
}

void check_texts(const Request& request) {
  if (const std::size_t at = request.source.find('\0'); at != std::string::npos)
    throw Failure(status::kCompile, "the source has a zero byte at offset " + std::to_string(at) + " of " +
                                        std::to_string(request.source.size()) + ": pass its text alone");
  if (!request.no_files) return;
  for (const std::string& instance : request.instances)
    if (instance.find_first_of("\n\r") != std::string::npos)
      throw Failure(status::kCompile,
                    "an instance has several lines, and GRIDCALL_COMPILE_NO_FILES is set: write it in one");
}

}  // namespace

CompileJob make_job(const Request& request, const Target& target) {
  const auto began = std::chrono::steady_clock::now();
  check_texts(request);
  const bool is_tiered = may_be_tiered(request, target), uses_references = has_references(request.source);
  CompileJob job{request,
                 target,
                 request.source_name(),
                 options_of(request, target.is_cpu),
                 request.compiler.empty() ? "" : absolute_path(request.compiler),
                 is_tiered,
                 began};
  std::vector<std::string>& first = job.options.pre_includes;
  if (uses_references) first.insert(first.begin(), kReferences);
  return job;
}

}  // namespace gridcall::compile
