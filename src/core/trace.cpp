// SPDX-License-Identifier: Apache-2.0

#include "core/trace.h"

#include <errno.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <string>

#include "base/environment.h"
#include "base/log.h"
#include "base/process.h"
#include "core/profiler.h"

namespace gridcall::core {

namespace {

constinit std::mutex opening;
constinit std::atomic<bool> is_off{false};  // true if the environment names no file
constinit std::atomic<ProfilerFile*> trace{nullptr};

ProfilerFile* open_trace() {
  const std::lock_guard lock(opening);
  if (ProfilerFile* const open = trace.load(std::memory_order_relaxed)) return open;
  const char* const path = environment::text(environment::Name::TRACE);
  if (!path) {
    is_off.store(true, std::memory_order_relaxed);
    return nullptr;
  }
  static const bool finishes_at_exit = [] {
    process_at_exit(Profiler::finish_traces);  // runs before the file is completed at the exit
    return true;
  }();
  (void)finishes_at_exit;
  ProfilerSettings settings;
  settings.output_file = path;
  settings.is_trace = true;
  ProfilerFile* const made =
      ProfilerFile::create(settings, std::string("host: ") + program_invocation_short_name, 0, nullptr)
          .release();
  log::info("trace", "writing \"", made->path(), "\"");
  trace.store(made, std::memory_order_release);
  return made;
}

}  // namespace

ProfilerFile* trace_file() noexcept {
  ProfilerFile* const file = trace.load(std::memory_order_acquire);
  return __builtin_expect(file != nullptr, 0) && !process_forked() ? file : nullptr;
}

void trace_context(Context& context) {
  if (is_off.load(std::memory_order_relaxed)) return;
  ProfilerFile* const file = open_trace();
  if (!file) return;
  try {
    service<Profiler>(context).start_trace(*file);
  } catch (const Failure& failure) {
    log::info("trace", "a context is not recorded: ", failure.message);
  }
}

void TraceSpan::end(const char* category, const std::string& name, const std::string& args) const noexcept {
  if (!file_) return;
  try {
    file_->add_span(name, category, ::gettid(), begin_ns_ - file_->origin_ns(), host_ns() - begin_ns_, args);
  } catch (...) {
    file_->add_dropped();
  }
}

}  // namespace gridcall::core
