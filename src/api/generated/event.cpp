// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_event_create(gc_context* context, const gc_event_options* options, gc_event** out_event,
                          gc_error** out_error) {
  return api::guard("gc_event_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 16,
                                       GRIDCALL_EVENT_BLOCKING_SYNC | GRIDCALL_EVENT_DISABLE_TIMING | GRIDCALL_EVENT_INTERPROCESS);
    call.out(out_event, "out_event");
    call.give(out_event, api::event_create(context_, options_));
  });
}

gc_status gc_event_record(gc_event* event, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_event_record", out_error, [&](api::Call& call) {
    auto& event_ = call.handle<core::Event>(event, "event");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    event_.record(stream_);
  });
}

gc_status gc_event_synchronize(gc_event* event, gc_error** out_error) {
  return api::guard("gc_event_synchronize", out_error, [&](api::Call& call) {
    auto& event_ = call.handle<core::Event>(event, "event");
    event_.synchronize();
  });
}

gc_status gc_event_synchronize_for(gc_event* const* events, size_t event_count, uint64_t timeout_nanoseconds,
                                   int32_t* out_done, gc_error** out_error) {
  return api::guard("gc_event_synchronize_for", out_error, [&](api::Call& call) {
    const auto events_ = call.handles<core::Event>(events, event_count, "events");
    call.out(out_done, "out_done");
    *out_done = core::Event::synchronize_for(events_, timeout_nanoseconds) ? 1 : 0;
  });
}

gc_status gc_event_query(gc_event* event, int32_t* out_done, gc_error** out_error) {
  return api::guard("gc_event_query", out_error, [&](api::Call& call) {
    auto& event_ = call.handle<core::Event>(event, "event");
    call.out(out_done, "out_done");
    *out_done = event_.query() ? 1 : 0;
  });
}

gc_status gc_event_get_elapsed(gc_event* start, gc_event* end, int64_t* out_nanoseconds,
                               gc_error** out_error) {
  return api::guard("gc_event_get_elapsed", out_error, [&](api::Call& call) {
    auto& start_ = call.handle<core::Event>(start, "start");
    auto& end_ = call.handle<core::Event>(end, "end");
    call.out(out_nanoseconds, "out_nanoseconds");
    *out_nanoseconds = api::event_get_elapsed(start_, end_);
  });
}

void gc_event_release(gc_event* event) { api::release<core::Event>(event); }

gc_status gc_event_wrap(gc_context* context, uint64_t native, gc_event** out_event, gc_error** out_error) {
  return api::guard("gc_event_wrap", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_event, "out_event");
    call.give(out_event, core::Event::wrap(context_, native));
  });
}

gc_status gc_event_get_ipc_handle(gc_event* event, uint8_t out_handle[64], gc_error** out_error) {
  return api::guard("gc_event_get_ipc_handle", out_error, [&](api::Call& call) {
    auto& event_ = call.handle<core::Event>(event, "event");
    call.out(out_handle, "out_handle");
    const auto out_handle_ = event_.ipc_handle();
    std::memcpy(out_handle, out_handle_.data(), out_handle_.size());
  });
}

gc_status gc_event_open_ipc(gc_context* context, const void* handle, size_t handle_size, gc_event** out_event,
                            gc_error** out_error) {
  return api::guard("gc_event_open_ipc", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto handle_ = call.bytes(handle, handle_size, "handle");
    call.out(out_event, "out_event");
    call.give(out_event, core::Event::open_ipc(context_, handle_));
  });
}

}  // extern "C"
