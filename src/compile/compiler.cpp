// SPDX-License-Identifier: Apache-2.0

#include "compile/compiler.h"

#include <unistd.h>

#include <memory>
#include <optional>

#include "base/environment.h"
#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"
#include "compile/cc_client.h"
#include "compile/cc_process.h"
#include "compile/entry.h"
#include "compile/file_identity.h"
#include "compile/job.h"
#include "compile/keep.h"
#include "compile/nvrtc.h"
#include "compile/search_paths.h"
#include "compile/single_flight.h"

namespace gridcall::compile {

using image::Image;

namespace {

constexpr const char* kNoNvrtc =
    "no NVRTC was found: install CUDA's libnvrtc.so (or `pip install nvidia-cuda-nvrtc`), or set "
    "GRIDCALL_NVRTC to its "
    "path";

// Folders that a compiler of CUDA's reads when no file is named: its libraries and headers, and what the C
// library looks up when it is first asked for the time.
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

[[noreturn]] void refuse_compiler(const std::string& path, const std::string& what) {
  throw Failure(status::kCompilerUnavailable, "`options->compiler` \"" + path + "\" " + what);
}

Image compile_for_gpu(const CompileJob& job, Cache& cache, CacheUse use, Given& told) {
  if (job.arch.empty() && job.target.compute_capability_major == 0)
    throw Failure(
        status::kInvalidArgument,
        "`device` is NULL and the options name no architecture: pass a device, or set `arch` to one "
        "such as sm_90");
  std::vector<std::string> notes;
  std::vector<std::string> candidates;
  if (job.compiler.empty()) {
    candidates = find_nvrtc(&notes);
  } else if (const std::string path = absolute_path(job.compiler); is_regular_file(path)) {
    candidates.push_back(path);
  } else {
    refuse_compiler(job.compiler, "is no file: name libnvrtc.so, or pass NULL");
  }
  std::string last_reason;
  bool is_arch_unknown = !candidates.empty();  // to every one that there is
  for (const std::string& path : candidates) {
    std::vector<std::string> toolkit_dirs = find_cuda_headers(path);
    CompileJob given = job;
    given.arguments = arguments_of(job, toolkit_dirs);
    told = {path, given.arguments};
    if (job.no_files) {
      given.readable = readable_folders(path, toolkit_dirs);
      keep_from_files(given, toolkit_dirs);
    }
    IncludeClosure closure = includes_of(given, toolkit_dirs);
    if (job.no_files && !closure.computed_by.empty())
      throw Failure(status::kCompile, job.name + ": error: `" + closure.computed_by +
                                          "` includes what a macro names, which the source can define, and "
                                          "GRIDCALL_COMPILE_NO_FILES keeps the source from reading files");
    given.headers.insert(given.headers.end(), closure.built_in.begin(), closure.built_in.end());

    KeyBuilder key = key_of(job, closure);
    key.add("NVRTC", path + " " + file_identity(path));
    key.add("device", std::to_string(job.target.compute_capability_major) + "." +
                          std::to_string(job.target.compute_capability_minor));
    key.add("driver", std::to_string(job.target.driver_version));
    try {
      return through_cache(cache, key.bytes(), closure.is_known ? use : CacheUse::kNone, false, [&] {
        std::string why;
        const Nvrtc* nvrtc = load_nvrtc(path, &why);
        if (!nvrtc) throw NvrtcUnsuitable{"it cannot be loaded: " + why};
        return compile_with_nvrtc(*nvrtc, given);
      });
    } catch (const NvrtcUnsuitable& unsuitable) {
      notes.push_back(path + ": " + unsuitable.why);
      last_reason = unsuitable.why;
      is_arch_unknown = is_arch_unknown && unsuitable.is_arch;
    } catch (Failure& failure) {
      failure.options = joined(given.arguments);
      failure.notes.push_back("compiler: " + path);
      throw;
    }
  }
  if (!job.compiler.empty() && !is_arch_unknown)
    refuse_compiler(job.compiler, "cannot compile this: " + last_reason);
  if (is_arch_unknown) {
    Failure failure(
        status::kInvalidCompileOption,
        last_reason +
            ": name one of these in `arch`, or set GRIDCALL_NVRTC to the path of an NVRTC that knows " +
            job.arch);
    failure.notes = std::move(notes);
    throw failure;
  }
  Failure failure(status::kCompilerUnavailable,
                  candidates.empty() ? kNoNvrtc
                                     : "no NVRTC that can compile this was found: " + last_reason +
                                           "; install another, or set GRIDCALL_NVRTC to its path");
  failure.notes = std::move(notes);
  throw failure;
}

Image compile_for_cpu(const CompileJob& job, std::int64_t began_ms, bool tiered,
                      const std::shared_ptr<Cache>& cache, CacheUse use, Given& told) {
  std::vector<std::string> tried;
  std::optional<std::string> program;
  if (job.compiler.empty()) {
    program = find_cc(&tried);
  } else if (program = absolute_path(job.compiler);
             !is_regular_file(*program) || ::access(program->c_str(), X_OK) != 0) {
    refuse_compiler(job.compiler, "is no program: name gridcall-cc, or pass NULL");
  }
  if (!program) {
    Failure failure(status::kCompilerUnavailable,
                    "gridcall-cc, the compiler for the CPU device, was not found (" + joined(tried, ", ") +
                        "): install it, or set GRIDCALL_CC to it");
    throw failure;
  }
  const IncludeClosure closure = includes_of(job, {});
  CompileJob given = job;
  given.arguments = arguments_of(job, {});
  told = {*program, given.arguments};

  KeyBuilder key = key_of(job, closure);
  key.add("gridcall-cc", *program + " " + file_identity(*program));
  key.add("host", host_cpu_identity());
  key.add("target", environment::value(environment::Name::CPU_TARGET).value_or(""));
  if (!closure.is_known) use = CacheUse::kNone;
  environment::require(environment::Name::DISABLE_TIERING);
  given.tiered = tiered && !environment::is_on(environment::Name::DISABLE_TIERING);
  TierUp tier_up;
  tier_up.optimised = std::make_shared<image::OptimisedTier>();
  tier_up.is_cached = use != CacheUse::kNone && !cache->directory().empty();
  tier_up.take = [cache, key = key.bytes(), stores = use != CacheUse::kNone,
                  optimised = std::weak_ptr(tier_up.optimised)](const Image* made) {
    if (made && stores) cache->store(key, encode_image(*made));
    if (const auto waited_for = optimised.lock()) {
      if (made) waited_for->bytes = made->bytes;
      waited_for->state.store(
          made ? image::OptimisedTier::State::kMade : image::OptimisedTier::State::kFailed,
          std::memory_order_release);
    }
    end_baseline(*cache, key);
  };
  given.prepared_ms = steady_ms() - began_ms;
  try {
    return through_cache(*cache, key.bytes(), use, given.tiered,
                         [&] { return compile_with_cc(*program, given, tier_up); });
  } catch (Failure& failure) {
    failure.options = joined(given.arguments);
    throw;
  }
}

Image compile_with(const Request& request, const Target& target, CacheUse use) {
  try {
    const std::int64_t began = steady_ms();
    const CompileJob job = make_job(request, target);
    const std::shared_ptr<Cache> cache = cache_in(request.cache_dir);
    Given given;
    const auto run = [&] {
      return target.is_cpu
                 ? compile_for_cpu(job, began, request.tiered && request.keep_dir.empty(), cache, use, given)
                 : compile_for_gpu(job, *cache, use, given);
    };
    if (request.keep_dir.empty()) return run();
    Image image;
    try {
      image = run();
    } catch (Failure& failure) {
      try {
        keep(request.keep_dir, job, given, failure.log, nullptr);
      } catch (const Failure& not_kept) {
        failure.notes.push_back(not_kept.message);
      }
      throw;
    }
    keep(request.keep_dir, job, given, image.log, &image);
    return image;
  } catch (Failure& failure) {
    failure.source_name = request.name.empty() ? "source.cu" : request.name;
    if (failure.options.empty()) failure.options = joined(request.options);
    // What a cache would have spared the user.
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
  Failure failure(status::kCompilerUnavailable, kNoNvrtc);
  failure.notes = std::move(notes);
  throw failure;
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
