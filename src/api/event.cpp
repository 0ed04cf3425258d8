// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"

namespace gridcall::api {

core::Ref<core::Event> event_create(core::Context& context, const gc_event_options& options) {
  const bool timing = (options.flags & GRIDCALL_EVENT_DISABLE_TIMING) == 0;
  const bool interprocess = (options.flags & GRIDCALL_EVENT_INTERPROCESS) != 0;
  if (interprocess && timing)
    throw Failure(status::kInvalidOptions,
                  "`options->flags` has INTERPROCESS without DISABLE_TIMING: an event that processes share "
                  "measures no time; pass both flags");
  return core::Event::create(context, (options.flags & GRIDCALL_EVENT_BLOCKING_SYNC) != 0, timing,
                             interprocess);
}

std::int64_t event_get_elapsed(core::Event& start, core::Event& end) {
  return end.elapsed_ns(start);
}

}  // namespace gridcall::api
