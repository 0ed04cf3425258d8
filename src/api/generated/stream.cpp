// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/completion.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_stream_create(gc_context* context, const gc_stream_options* options, gc_stream** out_stream,
                           gc_error** out_error) {
  return api::guard("gc_stream_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 24, GRIDCALL_STREAM_NON_BLOCKING);
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_stream, "out_stream");
    call.give(out_stream, api::stream_create(context_, options_));
  });
}

gc_status gc_context_get_default_stream(gc_context* context, gc_stream** out_stream, gc_error** out_error) {
  return api::guard("gc_context_get_default_stream", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_stream, "out_stream");
    call.give(out_stream, core::Stream::default_of(context_));
  });
}

gc_status gc_context_get_stream_priority_range(gc_context* context, int32_t* out_least, int32_t* out_greatest,
                                               gc_error** out_error) {
  return api::guard("gc_context_get_stream_priority_range", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_least, "out_least");
    call.out(out_greatest, "out_greatest");
    std::int32_t out_least_{};
    std::int32_t out_greatest_{};
    api::context_get_stream_priority_range(context_, out_least_, out_greatest_);
    *out_least = out_least_;
    *out_greatest = out_greatest_;
  });
}

gc_status gc_stream_synchronize(gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_stream_synchronize", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    stream_.synchronize();
  });
}

gc_status gc_stream_query(gc_stream* stream, int32_t* out_done, gc_error** out_error) {
  return api::guard("gc_stream_query", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    call.out(out_done, "out_done");
    *out_done = stream_.query() ? 1 : 0;
  });
}

gc_status gc_stream_synchronize_for(gc_stream* stream, uint64_t timeout_nanoseconds, int32_t* out_done,
                                    gc_error** out_error) {
  return api::guard("gc_stream_synchronize_for", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    call.out(out_done, "out_done");
    *out_done = stream_.wait(timeout_nanoseconds) ? 1 : 0;
  });
}

gc_status gc_stream_cancel(gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_stream_cancel", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    stream_.cancel();
  });
}

gc_status gc_stream_wait_event(gc_stream* stream, gc_event* event, gc_error** out_error) {
  return api::guard("gc_stream_wait_event", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    auto& event_ = call.handle<core::Event>(event, "event");
    stream_.wait_event(event_);
  });
}

gc_status gc_stream_wait_events(gc_stream* stream, gc_event* const* events, size_t event_count,
                                gc_error** out_error) {
  return api::guard("gc_stream_wait_events", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    const auto events_ = call.handles<core::Event>(events, event_count, "events");
    stream_.wait_events(events_);
  });
}

gc_status gc_stream_notify(gc_stream* stream, gc_completion* completion, uint64_t token,
                           gc_error** out_error) {
  return api::guard("gc_stream_notify", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    auto& completion_ = call.handle<core::Completion>(completion, "completion");
    stream_.notify(completion_, token);
  });
}

void gc_stream_release(gc_stream* stream) { api::release<core::Stream>(stream); }

gc_status gc_stream_get_attribute(gc_stream* stream, gc_stream_attribute attribute, int64_t* out_value,
                                  gc_error** out_error) {
  return api::guard("gc_stream_get_attribute", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    call.out(out_value, "out_value");
    *out_value = stream_.attribute(attribute);
  });
}

gc_status gc_stream_wrap(gc_context* context, uint64_t native, gc_stream** out_stream, gc_error** out_error) {
  return api::guard("gc_stream_wrap", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_stream, "out_stream");
    call.give(out_stream, core::Stream::wrap(context_, native));
  });
}

}  // extern "C"
