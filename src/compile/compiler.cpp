// SPDX-License-Identifier: Apache-2.0

#include "compile/compiler.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "base/environment.h"
#include "base/os.h"
#include "base/status.h"
#include "compile/cache.h"
#include "compile/cc_client.h"
#include "compile/entry.h"
#include "compile/file_identity.h"
#include "compile/headers.h"
#include "compile/includes.h"
#include "compile/no_files.h"
#include "compile/nvrtc.h"
#include "compile/options.h"
#include "compile/search_paths.h"

#ifndef GRIDCALL_VERSION
#error "GRIDCALL_VERSION must be defined: it is part of the cache key"
#endif

namespace gridcall::compile {

namespace {

// Leaked on purpose: no destructors at exit.
Cache& the_cache() {
  static Cache* cache = new Cache(cache_settings_from_environment());
  return *cache;
}

enum class CacheUse { kNone, kReadAndFill, kFillOnly };

// One compilation that several threads want at once.
struct Compilation {
  std::mutex mutex;
  std::condition_variable done;
  bool is_done = false;
  std::shared_ptr<const Result> result;
  std::exception_ptr failure;
};

struct InFlight {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<Compilation>> by_key;
};
InFlight& in_flight() {
  static InFlight* instance = new InFlight;
  return *instance;
}

std::optional<Result> load_from_cache(const std::string& key) {
  Cache& cache = the_cache();
  std::optional<std::string> payload = cache.load(key);
  if (!payload) return std::nullopt;
  std::optional<Result> result = decode_result(*payload);
  if (!result) {
    cache.count_error();
    return std::nullopt;
  }
  cache.count_hit();
  result->from_cache = true;
  return result;
}

Result compile_and_store(const std::string& key, CacheUse use, const std::function<Result()>& work) {
  Cache& cache = the_cache();
  // Another process may be at the same source: what it makes is soon there to be read.
  Cache::Wait wait = cache.take_turn(key);
  if (wait.waited && use == CacheUse::kReadAndFill) {
    if (std::optional<Result> found = load_from_cache(key)) return std::move(*found);
  }
  if (!cache.directory().empty()) cache.count_miss();
  Result result = work();
  // Of a source with two tiers the optimised code goes there, when it is made.
  if (result.full == nullptr) cache.store(key, encode_result(result));
  return result;
}

bool is_being_made(const Result* result) {
  return result != nullptr && result->full != nullptr &&
         result->full->state.load(std::memory_order_acquire) == core::OptimisedTier::State::kBeingMade;
}

// A request that may get baseline code does not share a compilation with one that may not.
std::string compilation_key(const std::string& key, bool tiered) {
  return key + (tiered ? "quick" : "full");
}

// The optimised code is there, or will not be: the next one looks into the cache.
void end_baseline(const std::string& key) {
  std::lock_guard lock(in_flight().mutex);
  auto place = in_flight().by_key.find(compilation_key(key, true));
  if (place == in_flight().by_key.end()) return;
  const std::shared_ptr<Compilation> compilation = place->second;  // outlives its lock
  const std::lock_guard flight_lock(compilation->mutex);
  if (compilation->is_done) in_flight().by_key.erase(place);
}

// Runs `work` unless the cache or another thread has its result.
Result through_cache(const std::string& key, CacheUse use, bool tiered, const std::function<Result()>& work) {
  if (use == CacheUse::kNone) return work();
  if (use == CacheUse::kReadAndFill) {
    if (std::optional<Result> found = load_from_cache(key)) return std::move(*found);
  }

  std::shared_ptr<Compilation> compilation;
  bool is_mine = false;
  {
    std::lock_guard lock(in_flight().mutex);
    auto [place, is_new] = in_flight().by_key.try_emplace(compilation_key(key, tiered));
    if (is_new) place->second = std::make_shared<Compilation>();
    compilation = place->second;
    is_mine = is_new;
  }
  if (!is_mine) {
    std::unique_lock lock(compilation->mutex);
    compilation->done.wait(lock, [&] { return compilation->is_done; });
    if (compilation->result == nullptr) {
      // A copy: the callers of several threads add to what they catch.
      try {
        std::rethrow_exception(compilation->failure);
      } catch (const Failure& failure) {
        throw Failure(failure);
      }
    }
    the_cache().count_hit();
    Result result = *compilation->result;
    result.from_cache = true;
    return result;
  }

  std::shared_ptr<const Result> made;
  std::exception_ptr thrown;
  try {
    made = std::make_shared<const Result>(compile_and_store(key, use, work));
  } catch (...) {
    thrown = std::current_exception();
  }
  {
    // A baseline image is handed out until the full one is there.
    std::lock_guard lock(in_flight().mutex);
    if (!is_being_made(made.get())) in_flight().by_key.erase(compilation_key(key, tiered));
    std::lock_guard flight_lock(compilation->mutex);
    compilation->result = made;
    if (thrown != nullptr) {
      // The waiters' own copy of the exception object.
      try {
        std::rethrow_exception(thrown);
      } catch (const Failure& failure) {
        compilation->failure = std::make_exception_ptr(Failure(failure));
      } catch (...) {
        compilation->failure = thrown;
      }
    }
    compilation->is_done = true;
  }
  compilation->done.notify_all();
  if (thrown != nullptr) std::rethrow_exception(thrown);
  return *made;
}

// A request made definite: everything that decides the result but the compiler itself.
struct Job {
  const Request& request;
  const Target& target;
  std::string name;
  Options options;
  std::string arch;  // "" = the device's own
};

bool is_in_memory(const Request& request, const std::string& header) {
  return std::any_of(request.headers.begin(), request.headers.end(),
                     [&](const auto& each) { return each.first == header; });
}

// What the caller names besides the source, where files are not to be read.
void check_names(const Request& request, const Options& options) {
  for (const std::string& header : options.pre_includes) {
    if (!is_in_memory(request, header))
      throw Failure(status::kInvalidCompileOption,
                    "`--pre-include=" + header + "`: " + not_given_message(header));
  }
  for (const std::string& instance : request.instances) {
    if (instance.find_first_of("\n\r") != std::string::npos)
      throw Failure(status::kCompile,
                    "an instance has several lines, and GRIDCALL_COMPILE_NO_FILES is set: write it in one");
  }
}

Job make_job(const Request& request, const Target& target) {
  for (std::size_t at = request.source.find('\0'); at != std::string_view::npos;) {
    throw Failure(status::kCompile, "the source has a zero byte at offset " + std::to_string(at) + " of " +
                                        std::to_string(request.source.size()) + ": pass its text alone");
  }
  std::vector<std::string> all = default_options();
  all.insert(all.end(), request.options.begin(), request.options.end());
  Job job{request, target, request.name.empty() ? "source.cu" : request.name,
          translate_options(all, request.defines, request.include_dirs, target.is_cpu, request.no_files),
          request.arch};
  if (request.no_files) check_names(request, job.options);
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

std::string joined(const std::vector<std::string>& words, const char* separator = " ") {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

void add_list(KeyBuilder* key, std::string_view field, const std::vector<std::string>& values) {
  for (const std::string& value : values) key->add(field, value);
}

KeyBuilder make_key(const Job& job, const IncludeClosure& closure) {
  KeyBuilder key;
  key.add("gridcall", GRIDCALL_VERSION);
  key.add("source", job.request.source);
  key.add("name", job.name);
  key.add("arch", job.arch);
  add_list(&key, "option", job.options.arguments);
  add_list(&key, "include directory", job.options.include_dirs);
  add_list(&key, "pre-include", job.options.pre_includes);
  for (const auto& [name, text] : job.request.headers) {
    key.add("header name", name);
    key.add("header text", text);
  }
  add_list(&key, "instance", job.request.instances);
  if (job.request.no_files) key.add("files", "none");
  key.add("includes", closure.description);
  return key;
}

std::vector<std::string> compiler_options(const Job& job, const std::vector<std::string>& toolkit_dirs) {
  std::vector<std::string> options = job.options.arguments;
  // The CPU device runs any; its compiler shows the number to the source as __CUDA_ARCH__.
  if (job.target.is_cpu && !job.arch.empty()) options.push_back("--gpu-architecture=" + job.arch);
  for (const std::string& dir : job.options.include_dirs) options.push_back("-I" + dir);
  for (const std::string& dir : toolkit_dirs) options.push_back("-I" + dir);
  for (const std::string& name : job.options.pre_includes) options.push_back("--pre-include=" + name);
  return options;
}

IncludeClosure find_includes(const Job& job, std::string_view source,
                             const std::vector<std::pair<std::string, std::string>>& headers,
                             const std::vector<std::string>& toolkit_dirs) {
  // All that counts is in the request.
  if (job.request.no_files && job.target.is_cpu) return {};
  IncludeSearch search;
  search.user_dirs = job.options.include_dirs;
  search.toolkit_dirs = toolkit_dirs;
  search.headers = &headers;
  // gridcall-cc brings its own headers.
  if (!job.target.is_cpu) {
    search.carried = [&](const std::string& name) { return carried_header(name, toolkit_dirs); };
  }
  return include_closure(source, job.options.pre_includes, search);
}

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

// Refuses a job in which something makes NVRTC open a file outside `toolkit_dirs`.
void keep_from_files(const Job& job, const std::vector<std::string>& toolkit_dirs, NvrtcJob* nvrtc_job) {
  const auto is_given = [&](const std::string& header) {
    if (is_in_memory(job.request, header) || carried_header(header, toolkit_dirs)) return true;
    if (header.empty() || header.front() == '/' || header.find("..") != std::string::npos) return false;
    return std::any_of(toolkit_dirs.begin(), toolkit_dirs.end(),
                       [&](const std::string& dir) { return is_regular_file(dir + "/" + header); });
  };
  nvrtc_job->source = without_comments(nvrtc_job->source);
  check_directives(nvrtc_job->source, job.name, is_given);
  for (auto& [name, text] : nvrtc_job->headers) {
    text = without_comments(text);
    check_directives(text, name, is_given);
  }
  std::vector<std::string_view> texts = {nvrtc_job->source};
  for (const auto& header : nvrtc_job->headers) texts.push_back(header.second);
  check_pasted_words(texts, job.name);
}

Result compile_for_gpu(const Job& job, CacheUse use) {
  std::vector<std::string> notes;
  std::vector<std::string> candidates = find_nvrtc(&notes);
  std::string last_reason;
  for (const std::string& path : candidates) {
    std::vector<std::string> toolkit_dirs = find_cuda_headers(path);
    NvrtcJob nvrtc_job{std::string(job.request.source),
                       job.name,
                       compiler_options(job, toolkit_dirs),
                       job.request.headers,
                       job.request.instances,
                       job.arch,
                       job.target};
    if (job.request.no_files) {
      nvrtc_job.readable = readable_folders(path, toolkit_dirs);
      keep_from_files(job, toolkit_dirs, &nvrtc_job);
    }
    IncludeClosure closure = find_includes(job, nvrtc_job.source, nvrtc_job.headers, toolkit_dirs);
    if (job.request.no_files && !closure.computed_by.empty())
      throw Failure(status::kCompile, job.name + ": error: `" + closure.computed_by +
                                          "` includes what a macro names, which the source can define, and "
                                          "GRIDCALL_COMPILE_NO_FILES keeps the source from reading files");
    nvrtc_job.headers.insert(nvrtc_job.headers.end(), closure.carried.begin(), closure.carried.end());

    KeyBuilder key = make_key(job, closure);
    key.add("NVRTC", path + " " + file_identity(path));
    key.add("device", std::to_string(job.target.compute_capability_major) + "." +
                          std::to_string(job.target.compute_capability_minor));
    key.add("driver", std::to_string(job.target.driver_version));
    try {
      return through_cache(key.bytes(), closure.is_known ? use : CacheUse::kNone, false, [&] {
        std::string why;
        const Nvrtc* nvrtc = load_nvrtc(path, &why);
        if (nvrtc == nullptr) throw NvrtcUnsuitable{"it cannot be loaded: " + why};
        return compile_with_nvrtc(*nvrtc, nvrtc_job);
      });
    } catch (const NvrtcUnsuitable& unsuitable) {
      notes.push_back(path + ": " + unsuitable.why);
      last_reason = unsuitable.why;
    } catch (Failure& failure) {
      failure.options = joined(nvrtc_job.options);
      failure.notes.push_back("compiler: " + path);
      throw;
    }
  }
  Failure failure(
      status::kCompilerUnavailable,
      candidates.empty()
          ? "no NVRTC was found: install CUDA's libnvrtc.so (or `pip install nvidia-cuda-nvrtc`), or "
            "set GRIDCALL_NVRTC to its path"
          : "no NVRTC that can compile this was found: " + last_reason +
                "; install another, or set GRIDCALL_NVRTC to its path");
  failure.notes = std::move(notes);
  throw failure;
}

Result compile_for_cpu(const Job& job, CacheUse use) {
  std::vector<std::string> tried;
  std::optional<std::string> program = find_cc(&tried);
  if (!program) {
    Failure failure(status::kCompilerUnavailable,
                    "gridcall-cc, the compiler for the CPU device, was not found (" + joined(tried, ", ") +
                        "): install it, or set GRIDCALL_CC to it");
    throw failure;
  }
  IncludeClosure closure = find_includes(job, job.request.source, job.request.headers, {});
  CcJob cc_job{job.request.source, job.name, compiler_options(job, {}), job.request.headers,
               job.request.instances};

  KeyBuilder key = make_key(job, closure);
  key.add("gridcall-cc", *program + " " + file_identity(*program));
  key.add("host", host_cpu_identity());
  key.add("target", environment::value(environment::Name::CPU_TARGET).value_or(""));
  if (!closure.is_known) use = CacheUse::kNone;
  environment::require(environment::Name::DISABLE_TIERING);
  cc_job.tiered = job.request.tiered && !environment::is_on(environment::Name::DISABLE_TIERING);
  cc_job.no_files = job.request.no_files;
  cc_job.full = std::make_shared<core::OptimisedTier>();
  cc_job.wants_full = use != CacheUse::kNone && !the_cache().directory().empty();
  cc_job.take_full = [key = key.bytes(), stores = use != CacheUse::kNone,
                      full = std::weak_ptr(cc_job.full)](const Result* result) {
    if (result != nullptr && stores) the_cache().store(key, encode_result(*result));
    if (const auto waited_for = full.lock()) {
      if (result != nullptr) waited_for->image = result->image;
      waited_for->state.store(
          result != nullptr ? core::OptimisedTier::State::kMade : core::OptimisedTier::State::kFailed,
          std::memory_order_release);
    }
    end_baseline(key);
  };
  try {
    return through_cache(key.bytes(), use, cc_job.tiered, [&] { return compile_with_cc(*program, cc_job); });
  } catch (Failure& failure) {
    failure.options = joined(cc_job.options);
    throw;
  }
}

Result compile_with(const Request& request, const Target& target, CacheUse use) {
  try {
    Job job = make_job(request, target);
    return target.is_cpu ? compile_for_cpu(job, use) : compile_for_gpu(job, use);
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

Result compile(const Request& request, const Target& target) {
  return compile_with(request, target, request.use_cache ? CacheUse::kReadAndFill : CacheUse::kNone);
}

Result recompile(const Request& request, const Target& target) {
  return compile_with(request, target, request.use_cache ? CacheUse::kFillOnly : CacheUse::kNone);
}

NvrtcVersion nvrtc_version() {
  std::vector<std::string> notes;
  for (const std::string& path : find_nvrtc(&notes)) {
    std::string why;
    if (const Nvrtc* nvrtc = load_nvrtc(path, &why)) return nvrtc->version_number;
    notes.push_back(path + ": " + why);
  }
  Failure failure(
      status::kCompilerUnavailable,
      "no NVRTC was found: install CUDA's libnvrtc.so (or `pip install nvidia-cuda-nvrtc`), or set "
      "GRIDCALL_NVRTC to its path");
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
