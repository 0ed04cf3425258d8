// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/graph.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_stream_begin_capture(gc_stream* stream, gc_capture_mode mode, gc_error** out_error) {
  return api::guard("gc_stream_begin_capture", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    call.enumeration(mode, "mode", {GRIDCALL_CAPTURE_MODE_GLOBAL, GRIDCALL_CAPTURE_MODE_THREAD_LOCAL, GRIDCALL_CAPTURE_MODE_RELAXED});
    stream_.begin_capture(mode);
  });
}

gc_status gc_stream_end_capture(gc_stream* stream, gc_graph** out_graph, gc_error** out_error) {
  return api::guard("gc_stream_end_capture", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    call.out(out_graph, "out_graph");
    call.give(out_graph, stream_.end_capture());
  });
}

gc_status gc_graph_launch(gc_graph* graph, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_graph_launch", out_error, [&](api::Call& call) {
    auto& graph_ = call.handle<core::Graph>(graph, "graph");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    graph_.launch(stream_);
  });
}

gc_status gc_graph_get_node_count(gc_graph* graph, size_t* out_count, gc_error** out_error) {
  return api::guard_quick("gc_graph_get_node_count", out_error, [&](api::Call& call) {
    auto& graph_ = call.handle<core::Graph>(graph, "graph");
    call.out(out_count, "out_count");
    *out_count = api::graph_get_node_count(graph_);
  });
}

gc_status gc_graph_get_node_kind(gc_graph* graph, size_t node, gc_graph_node_kind* out_kind,
                                 gc_error** out_error) {
  return api::guard_quick("gc_graph_get_node_kind", out_error, [&](api::Call& call) {
    auto& graph_ = call.handle<core::Graph>(graph, "graph");
    call.out(out_kind, "out_kind");
    *out_kind = api::graph_get_node_kind(graph_, node);
  });
}

gc_status gc_graph_get_node_kernel(gc_graph* graph, size_t node, gc_kernel** out_kernel,
                                   gc_error** out_error) {
  return api::guard("gc_graph_get_node_kernel", out_error, [&](api::Call& call) {
    auto& graph_ = call.handle<core::Graph>(graph, "graph");
    call.out(out_kernel, "out_kernel");
    call.give(out_kernel, api::graph_get_node_kernel(graph_, node));
  });
}

gc_status gc_graph_set_arg(gc_graph* graph, size_t node, size_t index, const gc_arg* arg, const void* bytes,
                           size_t bytes_size, gc_error** out_error) {
  return api::guard("gc_graph_set_arg", out_error, [&](api::Call& call) {
    auto& graph_ = call.handle<core::Graph>(graph, "graph");
    const auto& arg_ = call.structure(arg, "arg");
    const auto bytes_ = call.bytes(bytes, bytes_size, "bytes");
    api::graph_set_arg(graph_, node, index, arg_, bytes_);
  });
}

gc_status gc_graph_get_text(gc_graph* graph, char* text, size_t capacity, size_t* out_needed,
                            gc_error** out_error) {
  return api::guard_quick("gc_graph_get_text", out_error, [&](api::Call& call) {
    auto& graph_ = call.handle<core::Graph>(graph, "graph");
    call.buffer(text, capacity, "text");
    call.needed(text, out_needed, "out_needed");
    call.out_string(text, capacity, out_needed, api::graph_get_text(graph_));
  });
}

void gc_graph_release(gc_graph* graph) { api::release<core::Graph>(graph); }

}  // extern "C"
