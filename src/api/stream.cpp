// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"

namespace gridcall::api {

core::Ref<core::Stream> stream_create(core::Context& context, const gc_stream_options& options) {
  return core::Stream::create(context, (options.flags & GRIDCALL_STREAM_NON_BLOCKING) != 0, options.priority);
}

void context_get_stream_priority_range(core::Context& context, std::int32_t& out_least,
                                       std::int32_t& out_greatest) {
  const core::PriorityRange range = core::priority_range(context);
  out_least = range.least;
  out_greatest = range.greatest;
}

}  // namespace gridcall::api
