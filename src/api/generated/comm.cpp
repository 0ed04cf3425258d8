// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "comm/rank.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;
namespace comm = gridcall::comm;

extern "C" {

gc_status gc_context_get_comm_engine(gc_context* context, char* text, size_t capacity, size_t* out_needed,
                                     gc_error** out_error) {
  return api::guard("gc_context_get_comm_engine", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.buffer(text, capacity, "text");
    call.needed(text, out_needed, "out_needed");
    call.out_string(text, capacity, out_needed, api::context_get_comm_engine(context_));
  });
}

gc_status gc_comm_create_id(gc_context* context, uint8_t out_id[256], gc_error** out_error) {
  return api::guard("gc_comm_create_id", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_id, "out_id");
    const auto out_id_ = api::comm_create_id(context_);
    std::memcpy(out_id, out_id_.data(), out_id_.size());
  });
}

gc_status gc_comm_create(gc_context* context, const void* id, size_t id_size, uint32_t rank, uint32_t count,
                         const gc_comm_options* options, gc_comm** out_comm, gc_error** out_error) {
  return api::guard("gc_comm_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto id_ = call.bytes(id, id_size, "id");
    const auto options_ = call.options(options, "options", 48,
                                       GRIDCALL_COMM_CHECKED | GRIDCALL_COMM_UNCHECKED | GRIDCALL_COMM_SHARE);
    call.optional_str(options_.name, "options->name");
    call.out(out_comm, "out_comm");
    call.give(out_comm, api::comm_create(context_, id_, rank, count, options_));
  });
}

gc_status gc_comm_create_many(gc_context* const* contexts, size_t context_count, const uint32_t* ranks,
                              size_t rank_count, const void* id, size_t id_size, uint32_t count,
                              const gc_comm_options* options, gc_comm** out_comms, gc_error** out_error) {
  return api::guard("gc_comm_create_many", out_error, [&](api::Call& call) {
    const auto contexts_ = call.handles<core::Context>(contexts, context_count, "contexts");
    const auto ranks_ = call.array(ranks, rank_count, "ranks");
    const auto id_ = call.bytes(id, id_size, "id");
    const auto options_ = call.options(options, "options", 48,
                                       GRIDCALL_COMM_CHECKED | GRIDCALL_COMM_UNCHECKED | GRIDCALL_COMM_SHARE);
    call.optional_str(options_.name, "options->name");
    call.buffer(out_comms, context_count, "out_comms");
    call.give_each(out_comms, context_count, api::comm_create_many(contexts_, ranks_, id_, count, options_));
  });
}

gc_status gc_comm_from_environment(gc_context* context, const gc_comm_options* options, gc_comm** out_comm,
                                   gc_error** out_error) {
  return api::guard("gc_comm_from_environment", out_error, [&](api::Call& call) {
    auto* context_ = call.optional_handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 48,
                                       GRIDCALL_COMM_CHECKED | GRIDCALL_COMM_UNCHECKED | GRIDCALL_COMM_SHARE);
    call.optional_str(options_.name, "options->name");
    call.out(out_comm, "out_comm");
    call.give(out_comm, api::comm_from_environment(context_, options_));
  });
}

gc_status gc_comm_split(gc_comm* comm, int32_t color, int32_t key, const gc_comm_options* options,
                        gc_comm** out_comm, gc_error** out_error) {
  return api::guard("gc_comm_split", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    const auto options_ = call.options(options, "options", 48,
                                       GRIDCALL_COMM_CHECKED | GRIDCALL_COMM_UNCHECKED | GRIDCALL_COMM_SHARE);
    call.optional_str(options_.name, "options->name");
    call.out(out_comm, "out_comm");
    call.give_optional(out_comm, api::comm_split(comm_, color, key, options_));
  });
}

gc_status gc_comm_get_attribute(gc_comm* comm, gc_comm_attribute attribute, uint64_t* out_value,
                                gc_error** out_error) {
  return api::guard("gc_comm_get_attribute", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    call.out(out_value, "out_value");
    *out_value = comm_.attribute(attribute);
  });
}

gc_status gc_comm_query(gc_comm* comm, int32_t* out_done, gc_error** out_error) {
  return api::guard("gc_comm_query", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    call.out(out_done, "out_done");
    *out_done = comm_.query() ? 1 : 0;
  });
}

gc_status gc_comm_all_reduce(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                             uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                             gc_comm_reduction reduction, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_comm_all_reduce", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    call.enumeration(reduction, "reduction", {GRIDCALL_COMM_REDUCTION_SUM, GRIDCALL_COMM_REDUCTION_PROD, GRIDCALL_COMM_REDUCTION_MAX, GRIDCALL_COMM_REDUCTION_MIN, GRIDCALL_COMM_REDUCTION_AVG, GRIDCALL_COMM_REDUCTION_SCALED_SUM});
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_all_reduce(comm_, dst_, dst_offset, src_, src_offset, count, scalar_type, reduction, stream_);
  });
}

gc_status gc_comm_reduce(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                         uint64_t count, gc_scalar_type scalar_type, gc_comm_reduction reduction,
                         uint32_t root, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_comm_reduce", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto* dst_ = call.optional_handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    call.enumeration(reduction, "reduction", {GRIDCALL_COMM_REDUCTION_SUM, GRIDCALL_COMM_REDUCTION_PROD, GRIDCALL_COMM_REDUCTION_MAX, GRIDCALL_COMM_REDUCTION_MIN, GRIDCALL_COMM_REDUCTION_AVG, GRIDCALL_COMM_REDUCTION_SCALED_SUM});
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_reduce(comm_, dst_, dst_offset, src_, src_offset, count, scalar_type, reduction, root, stream_);
  });
}

gc_status gc_comm_broadcast(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                            uint64_t count, gc_scalar_type scalar_type, uint32_t root, gc_stream* stream,
                            gc_error** out_error) {
  return api::guard("gc_comm_broadcast", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto* src_ = call.optional_handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_broadcast(comm_, dst_, dst_offset, src_, src_offset, count, scalar_type, root, stream_);
  });
}

gc_status gc_comm_all_gather(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                             uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                             gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_comm_all_gather", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_all_gather(comm_, dst_, dst_offset, src_, src_offset, count, scalar_type, stream_);
  });
}

gc_status gc_comm_reduce_scatter(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                 uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                 gc_comm_reduction reduction, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_comm_reduce_scatter", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    call.enumeration(reduction, "reduction", {GRIDCALL_COMM_REDUCTION_SUM, GRIDCALL_COMM_REDUCTION_PROD, GRIDCALL_COMM_REDUCTION_MAX, GRIDCALL_COMM_REDUCTION_MIN, GRIDCALL_COMM_REDUCTION_AVG, GRIDCALL_COMM_REDUCTION_SCALED_SUM});
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_reduce_scatter(comm_, dst_, dst_offset, src_, src_offset, count, scalar_type, reduction, stream_);
  });
}

gc_status gc_comm_all_to_all(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                             uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                             gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_comm_all_to_all", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_all_to_all(comm_, dst_, dst_offset, src_, src_offset, count, scalar_type, stream_);
  });
}

gc_status gc_comm_gather(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                         uint64_t count, gc_scalar_type scalar_type, uint32_t root, gc_stream* stream,
                         gc_error** out_error) {
  return api::guard("gc_comm_gather", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto* dst_ = call.optional_handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_gather(comm_, dst_, dst_offset, src_, src_offset, count, scalar_type, root, stream_);
  });
}

gc_status gc_comm_scatter(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                          uint64_t count, gc_scalar_type scalar_type, uint32_t root, gc_stream* stream,
                          gc_error** out_error) {
  return api::guard("gc_comm_scatter", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto* src_ = call.optional_handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_scatter(comm_, dst_, dst_offset, src_, src_offset, count, scalar_type, root, stream_);
  });
}

gc_status gc_comm_send(gc_comm* comm, gc_mem* src, uint64_t src_offset, uint64_t count,
                       gc_scalar_type scalar_type, uint32_t peer, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_comm_send", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_send(comm_, src_, src_offset, count, scalar_type, peer, stream_);
  });
}

gc_status gc_comm_recv(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, uint64_t count,
                       gc_scalar_type scalar_type, uint32_t peer, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_comm_recv", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_recv(comm_, dst_, dst_offset, count, scalar_type, peer, stream_);
  });
}

gc_status gc_comm_barrier(gc_comm* comm, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_comm_barrier", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::comm_barrier(comm_, stream_);
  });
}

gc_status gc_comm_launch_group(const gc_comm_op* ops, size_t op_count, gc_error** out_error) {
  return api::guard("gc_comm_launch_group", out_error, [&](api::Call& call) {
    const auto ops_ = call.array(ops, op_count, "ops");
    std::vector<api::CommOpObjects> ops_objects;
    ops_objects.reserve(ops_.size());
    for (const gc_comm_op& element : ops_) {
      auto& objects = ops_objects.emplace_back();
      objects.comm = &call.handle<comm::Rank>(element.comm, "ops[].comm");
      objects.dst = call.optional_handle<core::Mem>(element.dst, "ops[].dst");
      objects.src = call.optional_handle<core::Mem>(element.src, "ops[].src");
      objects.stream = call.optional_handle<core::Stream>(element.stream, "ops[].stream");
    }
    api::comm_launch_group(ops_, ops_objects);
  });
}

gc_status gc_comm_finalize(gc_comm* comm, uint64_t timeout_nanoseconds, int32_t* out_done,
                           gc_error** out_error) {
  return api::guard("gc_comm_finalize", out_error, [&](api::Call& call) {
    auto& comm_ = call.handle<comm::Rank>(comm, "comm");
    call.out(out_done, "out_done");
    *out_done = comm_.finalize(timeout_nanoseconds) ? 1 : 0;
  });
}

gc_status gc_comm_abort(gc_comm* const* comms, size_t comm_count, gc_error** out_error) {
  return api::guard("gc_comm_abort", out_error, [&](api::Call& call) {
    const auto comms_ = call.handles<comm::Rank>(comms, comm_count, "comms");
    api::comm_abort(comms_);
  });
}

void gc_comm_release(gc_comm* comm) { api::release<comm::Rank>(comm); }

}  // extern "C"
