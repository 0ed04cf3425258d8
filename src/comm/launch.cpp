// SPDX-License-Identifier: Apache-2.0
//
// From checked operations to calls of the engine: all of a call are one group of the engine's, which begins
// and ends in this thread.

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "base/concat.h"
#include "comm/alone.h"
#include "comm/ask.h"
#include "comm/service.h"
#include "comm/signature.h"
#include "comm/time_text.h"
#include "core/capture.h"
#include "core/poll_until.h"

namespace gridcall::comm {

using core::Comm;
using core::CommState;
using core::Context;
using core::Mem;
using core::Queue;
using core::Ref;

namespace {

constexpr std::uint64_t kScratchBytes = 64;

}  // namespace

class Launch {
 public:
  Launch(std::span<const Operation> operations, bool is_group)
      : operations_(operations), is_group_(is_group) {}

  void run() {
    check();
    if (!operations_.front().comm->engine()) return launch_alone(operations_, checked_);
    hold();
    std::vector<std::unique_ptr<OrderLock>> order;
    order.reserve(comms_.size());
    for (const Ref<Comm>& comm : comms_) order.push_back(std::make_unique<OrderLock>(comm->order_));
    for (const Ref<Comm>& comm : comms_) comm->check_ready();
    if (!is_captured()) check_signatures();
    mark_uses();
    queue();
    finish();
  }

 private:
  void check() {
    if (operations_.empty())
      throw Failure(status::kInvalidArgument, "`op_count` is 0: pass one operation in `ops` at least");
    checked_.reserve(operations_.size());
    const Engine* const engine = operations_.front().comm->engine();
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      Comm& comm = *operations_[i].comm;
      comm.check_ready();
      checked_.push_back(comm::check(operations_[i], is_group_ ? static_cast<std::ptrdiff_t>(i) : -1));
      if (comm.engine() != engine)
        throw Failure(status::kUnsupported,
                      concat("`ops[0]` is of a communicator ", kind_of(engine), " and `ops[", i, "]` of one ",
                             kind_of(comm.engine()), ": pass operations of one kind of communicator"));
    }
  }

  static std::string kind_of(const Engine* engine) {
    return engine ? "over " + engine->name() : "of one rank, without an engine";
  }

  // What a wait in this call needs to stay.
  void hold() {
    for (const Operation& op : operations_) {
      if (std::none_of(comms_.begin(), comms_.end(),
                       [&](const Ref<Comm>& each) { return each.get() == op.comm; }))
        comms_.emplace_back(op.comm);
      for (core::Object* object : {static_cast<core::Object*>(op.dst), static_cast<core::Object*>(op.src),
                                   static_cast<core::Object*>(op.stream)})
        if (object) kept_.emplace_back(object);
    }
    std::sort(comms_.begin(), comms_.end(),
              [](const Ref<Comm>& a, const Ref<Comm>& b) { return std::less<>()(a.get(), b.get()); });
  }

  bool is_captured() const {
    return std::any_of(operations_.begin(), operations_.end(),
                       [](const Operation& op) { return queue_of(op.stream).slot >= core::kStreamSlots; });
  }

  // What a rank of this process is about to call, and what all ranks of its communicator are.
  struct Compared {
    Comm& comm;
    Signature mine;
    Queue queue;
    Ref<Mem> all;
  };

  // On a device whose ranks are not compared by the engine itself. The ranks of this process all at once, as
  // each waits for the others.
  void check_signatures() {
    std::vector<Compared> compared;
    for (const Ref<Comm>& comm : comms_) {
      if (comm->engine()->kind != EngineKind::kNccl || !comm->spec_.checked) continue;
      Compared& each = compared.emplace_back(Compared{*comm, {}, {}, nullptr});
      each.mine.sequence = comm->started_.load(std::memory_order_relaxed) + 1;
      for (const Operation& op : operations_) {
        if (op.comm != comm.get()) continue;
        each.mine.add(op);
        each.queue = queue_of(op.stream);
      }
    }
    if (compared.empty()) return;
    exchange(compared);
    std::optional<Failure> first;
    for (const Compared& each : compared) {
      std::vector<Signature> all(each.comm.count());
      std::memcpy(all.data(), each.all->host(), sizeof(Signature) * all.size());
      std::optional<Failure> wrong = failure_of(all, each.comm);
      if (!wrong) continue;
      Failure failure = *std::move(wrong);
      each.comm.fail(CommState::kFailed, failure);
      if (!first) first = std::move(failure);
    }
    if (first) throw *std::move(first);
  }

  static std::optional<Failure> failure_of(const std::vector<Signature>& all, const Comm& comm) {
    for (std::uint32_t rank = 0; rank < comm.count(); ++rank)
      if (all[rank].sequence == 0) return missing_record(*comm.engine(), rank);
    std::string difference = difference_of(all, comm.rank());
    if (difference.empty()) return std::nullopt;
    return Failure(status::kCommMismatch, std::move(difference));
  }

  // All-gathers the signatures and waits for them. Nobody else calls on the communicators meanwhile.
  void exchange(std::vector<Compared>& compared) {
    for (Compared& each : compared) {
      Context& context = each.comm.context();
      each.all = Mem::create(context,
                             {.size = sizeof(Signature) * each.comm.count(), .place = core::MemPlace::kHost});
      std::memset(each.all->host(), 0, sizeof(Signature) * each.comm.count());
      std::memcpy(each.all->host() + sizeof(Signature) * each.comm.rank(), &each.mine, sizeof each.mine);
      context.run([&] { context.use(each.all->usage(), each.queue.slot); });
    }
    const auto begun = Comm::Clock::now();
    const EngineTable& table = comms_.front()->engine()->table;
    call_ = "ncclAllGather";
    const auto queued = call_locked([&] {
      const bool groups = compared.size() > 1;
      ncclResult_t result = groups ? table.ncclGroupStart() : ncclSuccess;
      if (result != ncclSuccess) return result;
      for (const Compared& each : compared) {
        result = table.ncclAllGather(address(each.all->address() + sizeof(Signature) * each.comm.rank()),
                                     address(each.all->address()), sizeof(Signature), ncclUint8,
                                     each.comm.native_, each.queue.stream);
        if (result != ncclSuccess && result != ncclInProgress) break;
      }
      if (!groups) return result;
      const ncclResult_t ended = table.ncclGroupEnd();
      return result == ncclSuccess || result == ncclInProgress ? ended : result;
    });
    if (!queued) check_not_ended();
    const ncclResult_t result = queued.value_or(ncclInternalError);
    if (result != ncclSuccess && result != ncclInProgress) compared.front().comm.refuse(result, call_);
    std::uint64_t limit = ~std::uint64_t{0};
    for (const Compared& each : compared) {
      Context& context = each.comm.context();
      context.run([&] { context.queued(each.queue.slot); });
      limit = std::min(limit, each.comm.timeout_ns_);
    }
    const auto is_there = [](const Compared& each) {
      each.comm.check_not_ended();
      each.comm.look_for_error(true);
      each.comm.look_for_lost_peer(Comm::Clock::now());
      Context& context = each.comm.context();
      return !each.comm.is_queueing() && context.run([&] { return context.is_idle(each.queue.stream); });
    };
    const bool done = core::poll_until(
        limit,
        [&] {
          core::check_process();
          return std::all_of(compared.begin(), compared.end(), is_there);
        },
        [] {});
    check_not_ended();
    if (done) return;
    const Compared& first = compared.front();
    Failure failure(status::kCommTimeout,
                    concat("operation ", first.mine.sequence, ", ", first.mine.text(), ", of ",
                           first.comm.label(), ": not all ranks called within ",
                           time_text(Comm::Clock::now() - begun), " (timeout_nanoseconds)"));
    for (const Compared& each : compared) each.comm.fail(CommState::kFailed, failure);
    throw failure;
  }

  void check_not_ended() {
    for (const Ref<Comm>& comm : comms_) comm->check_not_ended();
  }

  void mark_uses() {
    for (const Operation& op : operations_) {
      Context& context = op.comm->context();
      const unsigned slot = queue_of(op.stream).slot;
      if (op.operation == CommOperation::kBarrier && !op.comm->scratch_)
        op.comm->scratch_ = Mem::create(context, {.size = kScratchBytes, .flags = 0});
      context.run([&] {
        if (op.dst) context.use(op.dst->usage(), slot);
        if (op.src) context.use(op.src->usage(), slot);
        if (op.operation == CommOperation::kBarrier) context.use(op.comm->scratch_->usage(), slot);
        if (slot >= core::kStreamSlots) context.use(op.comm->usage(), slot);
      });
    }
  }

  static void* address(std::uint64_t value) noexcept {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(value));
  }

  // The engine is free for other threads while it works on a group that it could not queue at once.
  void queue() {
    const EngineTable& table = comms_.front()->engine()->table;
    const auto called = call_locked([&] { return call_engine(table); });
    if (!called) check_not_ended();
    ncclResult_t result = called.value_or(ncclSuccess);
    if (result == ncclInProgress) result = wait_until_queued(table);
    if (result == ncclSuccess) return;
    check_not_ended();  // aborted, or late, meanwhile
    comms_.front()->refuse(result, call_);
  }

  // Nothing: a communicator has ended.
  template <class Body>
  std::optional<ncclResult_t> call_locked(Body&& body) {
    std::vector<std::unique_lock<std::mutex>> locks;
    locks.reserve(comms_.size());
    bool has_ended = false;
    for (const Ref<Comm>& comm : comms_) {
      locks.emplace_back(comm->engine_lock_);
      has_ended = has_ended || !comm->native_;
      comm->busy_since_ns_.store(now_ns(), std::memory_order_release);
    }
    std::optional<ncclResult_t> result;
    if (!has_ended) {
      Service::get().wake();
      result = run_engine(comms_.front()->context(), body);
    }
    for (const Ref<Comm>& comm : comms_) comm->busy_since_ns_.store(0, std::memory_order_release);
    return result;
  }

  static std::int64_t now_ns() noexcept {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Comm::Clock::now().time_since_epoch())
        .count();
  }

  ncclResult_t wait_until_queued(const EngineTable& table) {
    ncclResult_t result = ncclInProgress;
    Comm& first = *comms_.front();
    const bool done = core::poll_until(
        first.timeout_ns_,
        [&] {
          core::check_process();
          result = ncclSuccess;
          for (const Ref<Comm>& comm : comms_) {
            comm->look_for_lost_peer(Comm::Clock::now());
            ncclResult_t its = ncclSuccess;
            if (!comm->ask([&](ncclComm_t native) { return table.ncclCommGetAsyncError(native, &its); }))
              comm->check_not_ended();
            if (its != ncclSuccess && (result == ncclSuccess || result == ncclInProgress)) result = its;
          }
          return result != ncclInProgress;
        },
        [] {});
    if (done) return result;
    Failure failure(
        status::kCommTimeout,
        concat("operation ", first.started_.load(std::memory_order_relaxed) + 1, ", ",
               describe(operations_.front()), ", of ", first.label(), " was not queued within ",
               time_text(first.timeout_ns_), " (timeout_nanoseconds): another rank is late or gone"));
    for (const Ref<Comm>& comm : comms_) comm->fail(CommState::kFailed, failure);
    throw failure;
  }

  ncclResult_t call_engine(const EngineTable& table) {
    const bool groups = operations_.size() > 1 || needs_group(table, operations_.front().operation);
    std::vector<std::pair<Comm*, ncclRedOp_t>> scaled;
    ncclResult_t result = ncclSuccess;
    for (std::size_t i = 0; i < operations_.size() && result == ncclSuccess; ++i) {
      if (operations_[i].reduction != CommReduction::kScaledSum ||
          operations_[i].operation > CommOperation::kReduceScatter)
        continue;
      unsigned char scale[8] = {};
      store_scalar(checked_[i].type, operations_[i].scale, scale);
      Comm& comm = *operations_[i].comm;
      call_ = "ncclRedOpCreatePreMulSum";
      result = table.ncclRedOpCreatePreMulSum(&checked_[i].reduction, scale, checked_[i].type,
                                              ncclScalarHostImmediate, comm.native_);
      if (result == ncclSuccess) scaled.emplace_back(&comm, checked_[i].reduction);
    }
    if (result == ncclSuccess && groups) result = table.ncclGroupStart();
    if (result == ncclSuccess) {
      for (std::size_t i = 0; i < operations_.size() && result == ncclSuccess; ++i)
        result = call_one(table, operations_[i], checked_[i]);
      if (groups) {
        const ncclResult_t ended = table.ncclGroupEnd();
        if (result == ncclSuccess || result == ncclInProgress) {
          if (ended != ncclSuccess && ended != ncclInProgress) call_ = "ncclGroupEnd";
          result = ended;
        }
      }
    }
    for (const auto& [comm, reduction] : scaled) table.ncclRedOpDestroy(reduction, comm->native_);
    return result;
  }

  static bool needs_group(const EngineTable& table, CommOperation operation) noexcept {
    return (operation == CommOperation::kAllToAll && !table.ncclAlltoAll) ||
           (operation == CommOperation::kGather && !table.ncclGather) ||
           (operation == CommOperation::kScatter && !table.ncclScatter);
  }

  // Within a group ncclInProgress is as good as ncclSuccess.
  ncclResult_t call_one(const EngineTable& table, const Operation& op, const Checked& c) {
    const ncclComm_t native = op.comm->native_;
    const driver::CUstream stream = queue_of(op.stream).stream;
    const int root = static_cast<int>(op.peer);
    const int count = static_cast<int>(op.comm->count());
    void* const dst = address(c.dst);
    const void* const src = address(c.src);
    ncclResult_t result = ncclSuccess;
    const auto exchange = [&](const char* call,
                              ncclResult_t (*function)(const void*, std::size_t, ncclDataType_t, int,
                                                       ncclComm_t, driver::CUstream),
                              const void* from, int peer) {
      if (result != ncclSuccess) return;
      call_ = call;
      result = function(from, c.count, c.type, peer, native, stream);
      if (result == ncclInProgress) result = ncclSuccess;
    };
    const auto send = [&](std::uint64_t from, int peer) {
      exchange("ncclSend", table.ncclSend, address(from), peer);
    };
    const auto recv = [&](std::uint64_t to, int peer) {
      if (result != ncclSuccess) return;
      call_ = "ncclRecv";
      result = table.ncclRecv(address(to), c.count, c.type, peer, native, stream);
      if (result == ncclInProgress) result = ncclSuccess;
    };
    const auto slot = [&](std::uint64_t base, int rank) {
      return c.slot_bytes * static_cast<std::uint64_t>(rank) + base;
    };
    switch (op.operation) {
      case CommOperation::kAllReduce:
        call_ = "ncclAllReduce";
        return in_group(table.ncclAllReduce(src, dst, c.count, c.type, c.reduction, native, stream));
      case CommOperation::kReduce:
        call_ = "ncclReduce";
        return in_group(table.ncclReduce(src, dst, c.count, c.type, c.reduction, root, native, stream));
      case CommOperation::kBroadcast:
        call_ = "ncclBroadcast";
        return in_group(table.ncclBroadcast(src ? src : dst, dst, c.count, c.type, root, native, stream));
      case CommOperation::kAllGather:
        call_ = "ncclAllGather";
        return in_group(table.ncclAllGather(src, dst, c.count, c.type, native, stream));
      case CommOperation::kReduceScatter:
        call_ = "ncclReduceScatter";
        return in_group(table.ncclReduceScatter(src, dst, c.count, c.type, c.reduction, native, stream));
      case CommOperation::kAllToAll:
        call_ = "ncclAlltoAll";
        if (table.ncclAlltoAll)
          return in_group(table.ncclAlltoAll(src, dst, c.count, c.type, native, stream));
        for (int peer = 0; peer < count; ++peer) {
          send(slot(c.src, peer), peer);
          recv(slot(c.dst, peer), peer);
        }
        return result;
      case CommOperation::kGather:
        call_ = "ncclGather";
        if (table.ncclGather)
          return in_group(table.ncclGather(src, dst, c.count, c.type, root, native, stream));
        send(c.src, root);
        for (int peer = 0; c.dst != 0 && peer < count; ++peer) recv(slot(c.dst, peer), peer);
        return result;
      case CommOperation::kScatter:
        call_ = "ncclScatter";
        if (table.ncclScatter)
          return in_group(table.ncclScatter(src, dst, c.count, c.type, root, native, stream));
        for (int peer = 0; c.src != 0 && peer < count; ++peer) send(slot(c.src, peer), peer);
        recv(c.dst, root);
        return result;
      case CommOperation::kSend:
        send(c.src, root);
        return again_in_progress(result);
      case CommOperation::kRecv:
        recv(c.dst, root);
        return again_in_progress(result);
      case CommOperation::kBarrier: {
        call_ = "ncclAllReduce";
        void* const word = address(op.comm->scratch_->address());
        return in_group(table.ncclAllReduce(word, word, 1, ncclInt32, ncclMax, native, stream));
      }
    }
    return ncclInvalidArgument;
  }
  ncclResult_t in_group(ncclResult_t result) const noexcept {
    return result == ncclInProgress && operations_.size() > 1 ? ncclSuccess : result;
  }
  // A single one outside of a group is asked about.
  ncclResult_t again_in_progress(ncclResult_t result) const noexcept {
    return result == ncclSuccess && operations_.size() == 1 ? ncclInProgress : result;
  }

  // Each stream gets one write behind the group for each communicator.
  void finish() {
    const auto now = Comm::Clock::now();
    for (const Ref<Comm>& comm : comms_) {
      std::uint64_t sequence = comm->started_.load(std::memory_order_relaxed);
      for (const Operation& op : operations_) sequence += op.comm == comm.get();
      comm->started_.store(sequence, std::memory_order_relaxed);
    }
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const Operation& op = operations_[i];
      const Queue queue = queue_of(op.stream);
      Context& context = op.comm->context();
      context.run([&] { context.queued(queue.slot); });
      if (queue.slot >= core::kStreamSlots) continue;  // watched over when the graph is launched
      const bool comes_again =
          std::any_of(operations_.begin() + static_cast<std::ptrdiff_t>(i) + 1, operations_.end(),
                      [&](const Operation& later) {
                        return later.comm == op.comm && queue_of(later.stream).stream == queue.stream;
                      });
      if (comes_again) continue;
      Comm::Outstanding what;
      what.sequence = op.comm->started_.load(std::memory_order_relaxed);
      what.what = op;
      what.since = now;
      if (op.comm->engine()->kind == EngineKind::kMpi) keep_for(op, queue.stream, what.kept);
      context.run([&] { op.comm->mark(op.comm->lane_of(queue.stream), queue.slot, what); });
    }
  }

  // What the group has of the same communicator and stream.
  void keep_for(const Operation& last, driver::CUstream stream, std::vector<Ref<core::Object>>& kept) const {
    const auto keep = [&](core::Object* object) {
      if (object) kept.emplace_back(object);
    };
    for (const Operation& op : operations_) {
      if (op.comm != last.comm || queue_of(op.stream).stream != stream) continue;
      keep(op.dst);
      keep(op.src);
      if (op.operation == CommOperation::kBarrier) keep(op.comm->scratch_.get());
    }
  }

  const std::span<const Operation> operations_;
  const bool is_group_;
  std::vector<Checked> checked_;
  std::vector<Ref<Comm>> comms_;  // each once
  std::vector<Ref<core::Object>> kept_;
  const char* call_ = "";
};

void launch(std::span<const Operation> operations, bool is_group) {
  core::check_process();
  Launch(operations, is_group).run();
}

}  // namespace gridcall::comm
