// SPDX-License-Identifier: Apache-2.0

#include "compile/compiler.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/failure.h"
#include "base/log.h"
#include "base/status.h"
#include "compile/cc_client.h"
#include "compile/input.h"
#include "compile/job.h"
#include "compile/keep.h"
#include "compile/nvrtc.h"
#include "compile/search_paths.h"
#include "compile/single_flight.h"
#include "compile/toolchain.h"

namespace gridcall::compile {

using image::Image;

namespace {

// Returns why a result was not found in the cache.
std::string miss_reason(const Request& request, CacheUse use, bool is_cacheable) {
  if (!is_cacheable) return "not all that it includes is known, so no cache";
  if (use == CacheUse::kFillOnly) return "the driver refused what the cache had";
  if (use == CacheUse::kNone) return "without the cache, as was asked for";
  const std::string why = request.cache_dir.empty() ? the_cache().why() : "";
  return why.empty() ? "not in the cache" : "the cache is off: " + why;
}

// A failure to make the record does not change the result.
void log_outcome(const CompileJob& job, const std::string& outcome) noexcept try {
  const std::string& arch = job.options.arch;
  const auto passed = std::chrono::steady_clock::now() - job.began;
  log::info("compile", "\"", job.name, "\" for ",
            job.target.is_cpu ? std::string("the CPU device")
            : arch.empty()
                ? concat("sm_", job.target.compute_capability_major, job.target.compute_capability_minor)
                : arch,
            ": ", outcome, " after ", passed / std::chrono::milliseconds(1), " ms");
} catch (...) {
}

// Logs remarks, such as the reason why a kernel has no vector code.
void log_remarks(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.find("remark:") != std::string_view::npos) log::info("compile", line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

// Compiles by the first suitable compiler, through the cache, and writes the files that the request keeps.
Image compile_and_keep(const Request& request, const Target& target, CacheUse use) {
  const CompileJob job = make_job(request, target);
  Attempt last;
  bool is_cacheable = true;
  const auto compile_by = [&](const Compiler& compiler) {
    const CompilerInput input = input_for(job, compiler);
    last = {compiler.path, input.arguments};
    is_cacheable = input.is_cacheable;
    const auto make = [&](const std::shared_ptr<TierUp>& tier_up) {
      try {
        return target.is_cpu ? compile_with_cc(input, tier_up) : compile_with_nvrtc(input);
      } catch (Failure& failure) {
        failure.options = joined(input.arguments, " ");
        if (!target.is_cpu) failure.notes.push_back("compiler: " + compiler.path);
        throw;
      }
    };
    return through_cache(request.cache_dir, input.key, input.is_cacheable ? use : CacheUse::kNone,
                         job.is_tiered, make);
  };
  Image image;
  try {
    image = by_suitable_compiler(job, compile_by);
  } catch (Failure& failure) {
    if (log::wants(log::Level::kInfo)) log_outcome(job, "failed: " + failure.message);
    try {
      keep(job, last, failure.log, nullptr);
    } catch (const Failure& not_kept) {
      failure.notes.push_back(not_kept.message);
    }
    throw;
  }
  if (log::wants(log::Level::kInfo)) {
    log_outcome(job, (image.from_cache ? std::string("from the cache")
                                       : concat("compiled by ", last.compiler, " (",
                                                miss_reason(request, use, is_cacheable), ")")) +
                         (image.optimized ? ", baseline code first," : ""));
    log_remarks(image.log);
  }
  keep(job, last, image.log, &image);
  return image;
}

Image compile_with(const Request& request, const Target& target, CacheUse use) {
  if (!request.use_cache) use = CacheUse::kNone;
  try {
    return compile_and_keep(request, target, use);
  } catch (Failure& failure) {
    failure.source_name = request.source_name();
    if (failure.options.empty()) failure.options = joined(request.options, " ");
    // A cache would have avoided this compilation.
    if (use != CacheUse::kNone &&
        (failure.status == status::kCompileTimeout || failure.status == status::kCompilerUnavailable)) {
      if (std::string why = the_cache().why(); !why.empty())
        failure.notes.push_back("the compile cache is off: " + why);
    }
    throw;
  }
}

}  // namespace

Image compile(const Request& request, const Target& target) {
  return compile_with(request, target, CacheUse::kReadAndFill);
}

Image recompile(const Request& request, const Target& target) {
  return compile_with(request, target, CacheUse::kFillOnly);
}

NvrtcVersion nvrtc_version() {
  std::vector<std::string> notes;
  for (const std::string& path : find_nvrtc(&notes)) {
    std::string why;
    if (const Nvrtc* nvrtc = load_nvrtc(path, &why)) return nvrtc->version_number;
    notes.push_back(path + ": " + why);
  }
  refuse_missing_nvrtc(std::move(notes));
}

CacheStats cache_stats() {
  return the_cache().stats();
}
std::string cache_directory() {
  return the_cache().directory();
}
std::string cache_disabled_reason() {
  return the_cache().why();
}
void cache_clear() {
  the_cache().clear();
}

}  // namespace gridcall::compile
