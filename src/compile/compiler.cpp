// SPDX-License-Identifier: Apache-2.0

#include "compile/compiler.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/failure.h"
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

// Compiles by the first compiler that is suitable, through the cache, and keeps what was compiled where the
// request asks for that.
Image compile_and_keep(const Request& request, const Target& target, CacheUse use) {
  const CompileJob job = make_job(request, target);
  Attempt last;
  const auto compile_by = [&](const Compiler& compiler) {
    const CompilerInput input = input_for(job, compiler);
    last = {compiler.path, input.arguments};
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
    try {
      keep(job, last, failure.log, nullptr);
    } catch (const Failure& not_kept) {
      failure.notes.push_back(not_kept.message);
    }
    throw;
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
