// SPDX-License-Identifier: Apache-2.0

#include "comm/alone.h"

#include <vector>

#include "base/concat.h"

namespace gridcall::comm {

namespace {

constexpr std::size_t kNone = ~std::size_t{0};

// Returns the send that each receive takes: the nth send of a communicator goes to its nth receive.
std::vector<std::size_t> pairs_of(std::span<const Operation> operations,
                                  std::span<const EngineOperation> checked) {
  std::vector<std::size_t> source(operations.size(), kNone);
  std::vector<bool> taken(operations.size(), false);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (operations[i].operation != CommOperation::kRecv) continue;
    for (std::size_t k = 0; k < operations.size() && source[i] == kNone; ++k) {
      if (operations[k].operation != CommOperation::kSend || taken[k] ||
          operations[k].rank != operations[i].rank)
        continue;
      source[i] = k;
      taken[k] = true;
      if (checked[k].slot_bytes != checked[i].slot_bytes)
        throw Failure(status::kCommMismatch,
                      concat("`ops[", k, "]` sends ", checked[k].slot_bytes, " bytes, and `ops[", i,
                             "]` receives ", checked[i].slot_bytes, ": pass the same counts"));
    }
  }
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const bool is_recv = operations[i].operation == CommOperation::kRecv;
    if (is_recv ? source[i] == kNone : operations[i].operation == CommOperation::kSend && !taken[i])
      throw Failure(status::kInvalidArgument, concat("`peer` is this rank itself, and its ",
                                                     is_recv ? "recv has no send" : "send has no recv",
                                                     " in the same call: pass both to gc_comm_launch_group"));
  }
  return source;
}

}  // namespace

void launch_alone(std::span<const Operation> operations, std::span<const EngineOperation> checked) {
  const std::vector<std::size_t> pairs = pairs_of(operations, checked);
  for (const Operation& op : operations)
    if (op.reduction == CommReduction::kScaledSum && kind_of(op.operation).reduces && op.scale != 1)
      throw Failure(status::kUnsupported,
                    "SCALED_SUM in a communicator of one rank that was made without an id needs "
                    "a scale of 1: scale by a kernel, or make it with an id");
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const Operation& op = operations[i];
    op.rank->timeline().start(1);
    if (op.operation == CommOperation::kBarrier || op.operation == CommOperation::kSend) continue;
    const Operation& from = pairs[i] == kNone ? op : operations[pairs[i]];
    const std::uint64_t src = pairs[i] == kNone ? checked[i].src : checked[pairs[i]].src;
    if (src == checked[i].dst || checked[i].slot_bytes == 0) continue;
    core::Context& context = op.rank->context();
    const core::Queue queue = core::queue_of(op.stream);
    context.run([&] {
      context.slots().use(op.dst->usage(), queue.slot);
      context.slots().use(from.src->usage(), queue.slot);
      const driver::CUresult result =
          context.table().cuMemcpyDtoDAsync(checked[i].dst, src, checked[i].slot_bytes, queue.stream);
      context.slots().queued(queue.slot);
      context.check(result, "cuMemcpyDtoDAsync", "the operation was not queued");
    });
  }
}

}  // namespace gridcall::comm
