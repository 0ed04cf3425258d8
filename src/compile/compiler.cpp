// SPDX-License-Identifier: Apache-2.0

#include "compile/compiler.h"

#include <chrono>
#include <memory>

#include "base/failure.h"
#include "base/status.h"
#include "compile/cc_client.h"
#include "compile/diagnostics.h"
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

using Clock = std::chrono::steady_clock;

// The compiler that was tried last, and what it got: for `keep_dir` and failures.
struct Attempt {
  std::string compiler;
  std::vector<std::string> arguments;
  bool is_refused = false;
};

Image compile_job(const CompileJob& job, Clock::time_point began, const std::shared_ptr<Cache>& cache,
                  CacheUse use, Attempt& tried) {
  const bool is_cpu = job.target.is_cpu;
  Toolchain toolchain = find_compilers(job);
  std::string last_reason;
  bool is_arch_unknown = !toolchain.paths.empty();  // to every one that there is
  for (const std::string& path : toolchain.paths) {
    const Compiler compiler = compiler_at(path, is_cpu);
    CompilerInput input = input_for(job, compiler);
    tried = {path, input.arguments};
    const CacheUse cached = input.is_cacheable ? use : CacheUse::kNone;
    const TierUp tier_up = is_cpu ? tier_up_for(cache, input.key, cached != CacheUse::kNone) : TierUp{};
    input.prepared_ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began).count();
    try {
      return through_cache(*cache, input.key, cached, input.tiered, [&] {
        return is_cpu ? compile_with_cc(input, tier_up) : compile_with_nvrtc(input);
      });
    } catch (const NvrtcUnsuitable& unsuitable) {
      toolchain.notes.push_back(path + ": " + unsuitable.why);
      last_reason = unsuitable.why;
      is_arch_unknown = is_arch_unknown && unsuitable.is_arch;
    } catch (Failure& failure) {
      if (!is_cpu) failure.notes.push_back("compiler: " + path);
      tried.is_refused = true;
      throw;
    }
  }
  refuse_job(job, std::move(toolchain), last_reason, is_arch_unknown);
}

// Compiles, and keeps what was compiled where the request asks for that.
Image compile_and_keep(const Request& request, const Target& target, CacheUse use, Attempt& tried) {
  const Clock::time_point began = Clock::now();
  const CompileJob job = make_job(request, target);
  const std::shared_ptr<Cache> cache = cache_in(job.cache_dir, request.cache_dir);
  if (request.keep_dir.empty()) return compile_job(job, began, cache, use, tried);
  const auto keep_all = [&](const std::string& log, const Image* image) {
    keep(request.keep_dir,
         {job.name, job.source, tried.compiler, tried.arguments, log, image, target.is_cpu});
  };
  Image image;
  try {
    image = compile_job(job, began, cache, use, tried);
  } catch (Failure& failure) {
    try {
      keep_all(failure.log, nullptr);
    } catch (const Failure& not_kept) {
      failure.notes.push_back(not_kept.message);
    }
    throw;
  }
  keep_all(image.log, &image);
  return image;
}

Image compile_with(const Request& request, const Target& target, CacheUse use) {
  Attempt tried;
  try {
    return compile_and_keep(request, target, use, tried);
  } catch (Failure& failure) {
    failure.source_name = request.name.empty() ? "source.cu" : request.name;
    if (failure.options.empty())
      failure.options = joined(tried.is_refused ? tried.arguments : request.options);
    // A cache would have spared the user this.
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
  return compile_with(request, target, request.use_cache ? CacheUse::kReadAndFill : CacheUse::kNone);
}

Image recompile(const Request& request, const Target& target) {
  return compile_with(request, target, request.use_cache ? CacheUse::kFillOnly : CacheUse::kNone);
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
