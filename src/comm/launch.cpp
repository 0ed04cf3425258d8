// SPDX-License-Identifier: Apache-2.0
//
// From checked operations to calls of the engine: all of a call are one group of the engine's, which begins
// and ends in this thread.

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "comm/alone.h"
#include "comm/rendezvous.h"
#include "core/capture.h"

namespace gridcall::comm {

using core::Context;
using core::Queue;

namespace {

void* pointer(std::uint64_t address) noexcept {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
}

class GroupCall {
 public:
  GroupCall(std::span<const Operation> operations, bool is_group)
      : operations_(operations), is_group_(is_group) {}

  void run() {
    check();
    if (!operations_.front().rank->engine()) return launch_alone(operations_, checked_);
    hold();
    std::vector<std::unique_ptr<OrderLock>> order;
    order.reserve(ranks_.size());
    for (const Ref<Rank>& rank : ranks_) order.push_back(std::make_unique<OrderLock>(rank->order()));
    for (const Ref<Rank>& rank : ranks_) rank->check_ready();
    if (!is_captured()) compare();
    mark_uses();
    queue();
    mark();
  }

 private:
  void check() {
    if (operations_.empty())
      throw Failure(status::kInvalidArgument, "`op_count` is 0: pass one operation in `ops` at least");
    checked_.reserve(operations_.size());
    const Engine* const engine = operations_.front().rank->engine();
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      Rank& rank = *operations_[i].rank;
      rank.check_ready();
      checked_.push_back(comm::check(operations_[i], is_group_ ? static_cast<std::ptrdiff_t>(i) : -1));
      if (rank.engine() != engine)
        throw Failure(status::kUnsupported, concat("`ops[0]` is of a communicator ", text_of(engine),
                                                   ", and `ops[", i, "]` of one ", text_of(rank.engine()),
                                                   ": pass operations of one kind of communicator"));
    }
  }

  static std::string text_of(const Engine* engine) {
    return engine ? "over " + engine->name() : "that has one rank and no engine";
  }

  // Holds the objects that a wait in this call needs.
  void hold() {
    for (const Operation& op : operations_) {
      if (std::none_of(ranks_.begin(), ranks_.end(),
                       [&](const Ref<Rank>& each) { return each.get() == op.rank; }))
        ranks_.emplace_back(op.rank);
      for (core::Object* object : {static_cast<core::Object*>(op.dst), static_cast<core::Object*>(op.src),
                                   static_cast<core::Object*>(op.stream)})
        if (object) kept_.emplace_back(object);
    }
    std::sort(ranks_.begin(), ranks_.end(),
              [](const Ref<Rank>& a, const Ref<Rank>& b) { return std::less<>()(a.get(), b.get()); });
    for (const Ref<Rank>& rank : ranks_) sessions_.push_back(&rank->session());
  }

  bool is_captured() const {
    return std::any_of(operations_.begin(), operations_.end(),
                       [](const Operation& op) { return queue_of(op.stream).slot >= core::kStreamSlots; });
  }

  // Compares the calls of checked ranks, unless the engine does so.
  void compare() {
    std::vector<Ref<Rank>> compared;
    std::vector<Rendezvous::Call> calls;
    for (const Ref<Rank>& rank : ranks_) {
      if (rank->engine()->checks_calls || !rank->spec().checked) continue;
      compared.push_back(rank);
      Rendezvous::Call& call = calls.emplace_back();
      call.signature.sequence = rank->timeline().started() + 1;
      for (const Operation& op : operations_) {
        if (op.rank != rank.get()) continue;
        call.signature.add(op.signature());
        call.queue = queue_of(op.stream);
      }
    }
    if (!compared.empty()) Rendezvous(std::move(compared)).compare(calls);
  }

  void check_not_ended() {
    for (const Ref<Rank>& rank : ranks_) rank->check_not_ended();
  }

  void mark_uses() {
    for (const Operation& op : operations_) {
      Context& context = op.rank->context();
      const unsigned slot = queue_of(op.stream).slot;
      core::Mem* const scratch = op.operation == CommOperation::kBarrier ? &op.rank->scratch() : nullptr;
      context.run([&] {
        for (core::Mem* mem : {op.dst, op.src, scratch})
          if (mem) context.slots().use(mem->usage(), slot);
        if (slot >= core::kStreamSlots) context.slots().use(op.rank->usage(), slot);
      });
    }
  }

  // Queues the operations. The engine is unlocked while it works on a group that it could not queue at once.
  void queue() {
    const auto called = Session::call_all(sessions_, [&] { return call_engine(); });
    if (!called) check_not_ended();
    ncclResult_t result = called.value_or(ncclSuccess);
    if (result == ncclInProgress) result = wait_until_queued();
    if (result == ncclSuccess) return;
    check_not_ended();  // an abort or a timeout may have happened meanwhile
    ranks_.front()->refuse(result, call_);
  }

  ncclResult_t wait_until_queued() {
    Rank& first = *ranks_.front();
    PollResult polled;
    const bool done = wait_for_engine(ranks_, first.spec().timeout_ns, polled, [&](ncclResult_t result) {
      for (const Ref<Rank>& rank : ranks_) rank->look_for_lost_peer(Clock::now());
      return result != ncclInProgress;
    });
    if (done) return polled.result;
    const Failure failure(
        status::kCommTimeout,
        concat("operation ", first.timeline().started() + 1, ", ", operations_.front().signature().text(),
               ", of ", first.label(), " was not queued within ", time_text(first.spec().timeout_ns),
               " (timeout_nanoseconds): another rank is late or gone"));
    for (const Ref<Rank>& rank : ranks_) rank->fail(CommState::kFailed, failure);
    throw failure;
  }

  const EngineTable& table() const noexcept { return sessions_.front()->engine().table; }

  ncclResult_t call_engine() {
    const bool is_group = operations_.size() > 1 || !has_function(operations_.front().operation);
    std::vector<std::pair<ncclComm_t, ncclRedOp_t>> scaled;
    ncclResult_t result = ncclSuccess;
    for (std::size_t i = 0; i < operations_.size() && result == ncclSuccess; ++i) {
      const Operation& op = operations_[i];
      if (op.reduction != CommReduction::kScaledSum || !kind_of(op.operation).reduces) continue;
      unsigned char scale[8] = {};
      store_scalar(checked_[i].type, op.scale, scale);
      const ncclComm_t handle = op.rank->session().handle();
      call_ = "ncclRedOpCreatePreMulSum";
      result = table().ncclRedOpCreatePreMulSum(&checked_[i].reduction, scale, checked_[i].type,
                                                ncclScalarHostImmediate, handle);
      if (result == ncclSuccess) scaled.emplace_back(handle, checked_[i].reduction);
    }
    if (result == ncclSuccess && is_group) result = table().ncclGroupStart();
    if (result == ncclSuccess) {
      for (std::size_t i = 0; i < operations_.size() && result == ncclSuccess; ++i)
        result = call_one(operations_[i], checked_[i]);
      if (is_group) {
        const ncclResult_t ended = table().ncclGroupEnd();
        if (!is_error(result)) {
          if (is_error(ended)) call_ = "ncclGroupEnd";
          result = ended;
        }
      }
    }
    for (const auto& [handle, reduction] : scaled) table().ncclRedOpDestroy(reduction, handle);
    return result;
  }

  // Returns false for an older engine, with which sends and receives do the operation.
  bool has_function(CommOperation operation) const noexcept {
    switch (operation) {
      case CommOperation::kAllToAll:
        return table().ncclAlltoAll;
      case CommOperation::kGather:
        return table().ncclGather;
      case CommOperation::kScatter:
        return table().ncclScatter;
      default:
        return true;
    }
  }

  ncclResult_t call_one(const Operation& op, const EngineOperation& c) {
    if (!has_function(op.operation)) return call_by_messages(op, c);
    const ncclComm_t comm = op.rank->session().handle();
    const driver::CUstream stream = queue_of(op.stream).stream;
    const int root = static_cast<int>(op.peer);
    void* const dst = pointer(c.dst);
    const void* const src = pointer(c.src);
    switch (op.operation) {
      case CommOperation::kAllReduce:
        call_ = "ncclAllReduce";
        return in_group(table().ncclAllReduce(src, dst, c.count, c.type, c.reduction, comm, stream));
      case CommOperation::kReduce:
        call_ = "ncclReduce";
        return in_group(table().ncclReduce(src, dst, c.count, c.type, c.reduction, root, comm, stream));
      case CommOperation::kBroadcast:
        call_ = "ncclBroadcast";
        return in_group(table().ncclBroadcast(src ? src : dst, dst, c.count, c.type, root, comm, stream));
      case CommOperation::kAllGather:
        call_ = "ncclAllGather";
        return in_group(table().ncclAllGather(src, dst, c.count, c.type, comm, stream));
      case CommOperation::kReduceScatter:
        call_ = "ncclReduceScatter";
        return in_group(table().ncclReduceScatter(src, dst, c.count, c.type, c.reduction, comm, stream));
      case CommOperation::kAllToAll:
        call_ = "ncclAlltoAll";
        return in_group(table().ncclAlltoAll(src, dst, c.count, c.type, comm, stream));
      case CommOperation::kGather:
        call_ = "ncclGather";
        return in_group(table().ncclGather(src, dst, c.count, c.type, root, comm, stream));
      case CommOperation::kScatter:
        call_ = "ncclScatter";
        return in_group(table().ncclScatter(src, dst, c.count, c.type, root, comm, stream));
      case CommOperation::kSend:
        return in_progress(send(op, c, c.src, root));
      case CommOperation::kRecv:
        return in_progress(receive(op, c, c.dst, root));
      case CommOperation::kBarrier: {
        call_ = "ncclAllReduce";
        void* const word = pointer(op.rank->scratch().address());
        return in_group(table().ncclAllReduce(word, word, 1, ncclInt32, ncclMax, comm, stream));
      }
    }
    return ncclInvalidArgument;
  }

  ncclResult_t call_by_messages(const Operation& op, const EngineOperation& c) {
    const int count = static_cast<int>(op.rank->count());
    const int root = static_cast<int>(op.peer);
    const auto slot = [&](std::uint64_t base, int rank) {
      return base + c.slot_bytes * static_cast<std::uint64_t>(rank);
    };
    ncclResult_t result = ncclSuccess;
    const auto then = [&](auto call, std::uint64_t address, int peer) {
      if (result == ncclSuccess) result = (this->*call)(op, c, address, peer);
    };
    if (op.operation == CommOperation::kGather) then(&GroupCall::send, c.src, root);
    for (int peer = 0; peer < count; ++peer) {
      if (op.operation != CommOperation::kGather && c.src != 0)
        then(&GroupCall::send, slot(c.src, peer), peer);
      if (op.operation != CommOperation::kScatter && c.dst != 0)
        then(&GroupCall::receive, slot(c.dst, peer), peer);
    }
    if (op.operation == CommOperation::kScatter) then(&GroupCall::receive, c.dst, root);
    return result;
  }

  ncclResult_t send(const Operation& op, const EngineOperation& c, std::uint64_t src, int peer) {
    call_ = "ncclSend";
    return success_of(table().ncclSend(pointer(src), c.count, c.type, peer, op.rank->session().handle(),
                                       queue_of(op.stream).stream));
  }
  ncclResult_t receive(const Operation& op, const EngineOperation& c, std::uint64_t dst, int peer) {
    call_ = "ncclRecv";
    return success_of(table().ncclRecv(pointer(dst), c.count, c.type, peer, op.rank->session().handle(),
                                       queue_of(op.stream).stream));
  }
  // Within a group ncclInProgress counts as ncclSuccess.
  static ncclResult_t success_of(ncclResult_t result) noexcept {
    return result == ncclInProgress ? ncclSuccess : result;
  }
  ncclResult_t in_group(ncclResult_t result) const noexcept {
    return operations_.size() > 1 ? success_of(result) : result;
  }
  // Polls a single operation outside of a group.
  ncclResult_t in_progress(ncclResult_t result) const noexcept {
    return result == ncclSuccess && operations_.size() == 1 ? ncclInProgress : result;
  }

  // Queues one write per rank on each stream, after the group.
  void mark() {
    const auto now = Clock::now();
    for (const Ref<Rank>& rank : ranks_)
      rank->timeline().start(static_cast<std::uint64_t>(
          std::count_if(operations_.begin(), operations_.end(),
                        [&](const Operation& op) { return op.rank == rank.get(); })));
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const Operation& op = operations_[i];
      const Queue queue = queue_of(op.stream);
      Context& context = op.rank->context();
      context.run([&] { context.slots().queued(queue.slot); });
      if (queue.slot >= core::kStreamSlots) continue;  // the launch of the graph is watched instead
      const bool comes_again =
          std::any_of(operations_.begin() + static_cast<std::ptrdiff_t>(i) + 1, operations_.end(),
                      [&](const Operation& later) { return is_beside(later, op); });
      if (comes_again) continue;
      InFlight operation;
      operation.sequence = op.rank->timeline().started();
      operation.signature = op.signature();
      operation.since = now;
      if (op.rank->engine()->may_write_after_abort) operation.kept = memory_beside(op);
      context.run([&] { op.rank->timeline().mark(queue.stream, queue.slot, std::move(operation)); });
    }
  }

  static bool is_beside(const Operation& one, const Operation& other) noexcept {
    return one.rank == other.rank && queue_of(one.stream).stream == queue_of(other.stream).stream;
  }

  // Returns the memory of the group's operations of the same rank and stream.
  std::vector<Ref<core::Object>> memory_beside(const Operation& last) const {
    std::vector<Ref<core::Object>> kept;
    for (const Operation& op : operations_) {
      if (!is_beside(op, last)) continue;
      core::Mem* const scratch = op.operation == CommOperation::kBarrier ? &op.rank->scratch() : nullptr;
      for (core::Mem* mem : {op.dst, op.src, scratch})
        if (mem) kept.emplace_back(mem);
    }
    return kept;
  }

  const std::span<const Operation> operations_;
  const bool is_group_;
  std::vector<EngineOperation> checked_;
  std::vector<Ref<Rank>> ranks_;  // without duplicates
  std::vector<Session*> sessions_;
  std::vector<Ref<core::Object>> kept_;
  const char* call_ = "";
};

}  // namespace

void launch(std::span<const Operation> operations, bool is_group) {
  core::check_process();
  GroupCall(operations, is_group).run();
}

}  // namespace gridcall::comm
