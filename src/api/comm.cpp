// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "api/results.h"
#include "comm/create.h"
#include "comm/environment.h"
#include "comm/id.h"
#include "comm/operation.h"

namespace gridcall::api {

namespace {

comm::Spec spec_of(const gc_comm_options& options) {
  comm::Spec spec;
  spec.checked = (options.flags & GRIDCALL_COMM_CHECKED) != 0;
  spec.unchecked = (options.flags & GRIDCALL_COMM_UNCHECKED) != 0;
  spec.share = (options.flags & GRIDCALL_COMM_SHARE) != 0;
  spec.create_timeout_ns = options.create_timeout_nanoseconds;
  spec.timeout_ns = options.timeout_nanoseconds;
  if (options.name) spec.name = options.name;
  spec.min_blocks = options.min_blocks;
  spec.max_blocks = options.max_blocks;
  return spec;
}

comm::Operation operation_of(core::CommOperation number, comm::Rank& comm, core::Mem* dst,
                             std::uint64_t dst_offset, core::Mem* src, std::uint64_t src_offset,
                             std::uint64_t count, gc_scalar_type scalar_type, core::Stream* stream) {
  comm::Operation operation;
  operation.operation = number;
  operation.rank = &comm;
  operation.dst = dst;
  operation.dst_offset = dst_offset;
  operation.src = src;
  operation.src_offset = src_offset;
  operation.count = count;
  operation.scalar_type = static_cast<core::ScalarType>(scalar_type);
  operation.stream = stream;
  return operation;
}

void launch(comm::Operation operation, gc_comm_reduction reduction = 0, std::uint32_t peer = 0) {
  operation.reduction = static_cast<core::CommReduction>(reduction);
  operation.peer = peer;
  comm::launch({&operation, 1}, false);
}

}  // namespace

std::string context_get_comm_engine(core::Context& context) {
  core::check_process();
  const comm::Engine& engine = comm::engine_for(context.is_cpu());
  return engine.failure == 0 ? engine.name() : engine.reason;
}

std::array<std::uint8_t, 256> comm_create_id(core::Context& context) {
  core::check_process();
  return comm::bytes_of(comm::make_id(comm::usable_engine(context.is_cpu())));
}

core::Ref<comm::Rank> comm_create(core::Context& context, std::span<const std::byte> id, std::uint32_t rank,
                                  std::uint32_t count, const gc_comm_options& options) {
  return comm::create(context, id, rank, count, spec_of(options));
}

std::vector<core::Ref<comm::Rank>> comm_create_many(std::span<core::Context* const> contexts,
                                                    std::span<const std::uint32_t> ranks,
                                                    std::span<const std::byte> id, std::uint32_t count,
                                                    const gc_comm_options& options) {
  return comm::create_many(contexts, ranks, id, count, spec_of(options));
}

core::Ref<comm::Rank> comm_from_environment(core::Context* context, const gc_comm_options& options) {
  return comm::from_environment(context, spec_of(options));
}

core::Ref<comm::Rank> comm_split(comm::Rank& comm, std::int32_t color, std::int32_t key,
                                 const gc_comm_options& options) {
  return comm::split(comm, color, key, spec_of(options));
}

void comm_all_reduce(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem& src,
                     std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                     gc_comm_reduction reduction, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kAllReduce, comm, &dst, dst_offset, &src, src_offset, count,
                      scalar_type, stream),
         reduction);
}

void comm_reduce(comm::Rank& comm, core::Mem* dst, std::uint64_t dst_offset, core::Mem& src,
                 std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                 gc_comm_reduction reduction, std::uint32_t root, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kReduce, comm, dst, dst_offset, &src, src_offset, count,
                      scalar_type, stream),
         reduction, root);
}

void comm_broadcast(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem* src,
                    std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                    std::uint32_t root, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kBroadcast, comm, &dst, dst_offset, src, src_offset, count,
                      scalar_type, stream),
         0, root);
}

void comm_all_gather(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem& src,
                     std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                     core::Stream* stream) {
  launch(operation_of(core::CommOperation::kAllGather, comm, &dst, dst_offset, &src, src_offset, count,
                      scalar_type, stream));
}

void comm_reduce_scatter(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem& src,
                         std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                         gc_comm_reduction reduction, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kReduceScatter, comm, &dst, dst_offset, &src, src_offset, count,
                      scalar_type, stream),
         reduction);
}

void comm_all_to_all(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem& src,
                     std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                     core::Stream* stream) {
  launch(operation_of(core::CommOperation::kAllToAll, comm, &dst, dst_offset, &src, src_offset, count,
                      scalar_type, stream));
}

void comm_gather(comm::Rank& comm, core::Mem* dst, std::uint64_t dst_offset, core::Mem& src,
                 std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                 std::uint32_t root, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kGather, comm, dst, dst_offset, &src, src_offset, count,
                      scalar_type, stream),
         0, root);
}

void comm_scatter(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, core::Mem* src,
                  std::uint64_t src_offset, std::uint64_t count, gc_scalar_type scalar_type,
                  std::uint32_t root, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kScatter, comm, &dst, dst_offset, src, src_offset, count,
                      scalar_type, stream),
         0, root);
}

void comm_send(comm::Rank& comm, core::Mem& src, std::uint64_t src_offset, std::uint64_t count,
               gc_scalar_type scalar_type, std::uint32_t peer, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kSend, comm, nullptr, 0, &src, src_offset, count, scalar_type,
                      stream),
         0, peer);
}

void comm_recv(comm::Rank& comm, core::Mem& dst, std::uint64_t dst_offset, std::uint64_t count,
               gc_scalar_type scalar_type, std::uint32_t peer, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kRecv, comm, &dst, dst_offset, nullptr, 0, count, scalar_type,
                      stream),
         0, peer);
}

void comm_barrier(comm::Rank& comm, core::Stream* stream) {
  launch(operation_of(core::CommOperation::kBarrier, comm, nullptr, 0, nullptr, 0, 0, 0, stream));
}

void comm_launch_group(std::span<const gc_comm_op> ops, std::span<const CommOpObjects> ops_objects) {
  std::vector<comm::Operation> operations;
  operations.reserve(ops.size());
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const gc_comm_op& op = ops[i];
    const CommOpObjects& objects = ops_objects[i];
    comm::Operation operation =
        operation_of(static_cast<core::CommOperation>(op.operation), *objects.comm, objects.dst,
                     op.dst_offset, objects.src, op.src_offset, op.count, op.scalar_type, objects.stream);
    operation.reduction = static_cast<core::CommReduction>(op.reduction);
    operation.peer = op.peer;
    operation.scale = op.scale;
    operations.push_back(operation);
  }
  comm::launch(operations, true);
}

void comm_abort(std::span<comm::Rank* const> comms) {
  comm::abort(comms);
}

}  // namespace gridcall::api
