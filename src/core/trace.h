// SPDX-License-Identifier: Apache-2.0
//
// The trace of the process, which GRIDCALL_TRACE asks for: one file to which the profilers of all contexts
// write, and threads of the host what took them long.

#pragma once

#include <cstdint>
#include <string>

#include "core/profiler_file.h"

namespace gridcall::core {

class Context;

// Records the work that is queued in a context from now on, if the environment asks for a trace; the first
// call begins the trace. Throws INVALID_ARGUMENT if the file cannot be written.
void trace_context(Context& context);
// Returns nullptr if there is no trace.
ProfilerFile* trace_file() noexcept;

// A span of the calling thread, from its construction to end(). It costs one load if there is no trace.
class TraceSpan {
 public:
  TraceSpan() noexcept : file_(trace_file()), begin_ns_(file_ ? host_ns() : 0) {}
  explicit operator bool() const noexcept { return file_ != nullptr; }
  // `args`: JSON such as "\"bytes\":4096".
  void end(const char* category, const std::string& name, const std::string& args) const noexcept;

 private:
  ProfilerFile* const file_;
  const std::int64_t begin_ns_;
};

}  // namespace gridcall::core
