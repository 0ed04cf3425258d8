// SPDX-License-Identifier: Apache-2.0

#include "core/profiler.h"

#include <string>

#include "api/generated/implementation.h"

namespace gridcall::api {

void profiler_initialize(core::Context& context, const gc_profiler_options& options) {
  core::ProfilerSettings settings;
  if (options.output < 0 || options.output > GRIDCALL_PROFILER_OUTPUT_CSV)
    throw Failure(status::kInvalidOptions,
                  "`options->output` is " + std::to_string(options.output) +
                      ": pass TRACE_EVENTS (1), KEY_VALUE_PAIR (2) or CSV (3), or 0 for trace events");
  if (options.output != 0) settings.output = static_cast<core::ProfilerOutput>(options.output);
  settings.capacity = options.capacity;
  settings.output_file = options.output_file;
  if (options.config_file) settings.config_file = options.config_file;
  core::service<core::Profiler>(context).initialize(settings);
}

void profiler_start(core::Context& context) {
  core::service<core::Profiler>(context).start();
}

void profiler_stop(core::Context& context) {
  core::service<core::Profiler>(context).stop();
}

}  // namespace gridcall::api
