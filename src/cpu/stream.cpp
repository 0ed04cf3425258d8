// SPDX-License-Identifier: Apache-2.0

#include "cpu/stream.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "cpu/api.h"
#include "cpu/context.h"
#include "cpu/futex.h"
#include "cpu/memory.h"
#include "cpu/module.h"
#include "cpu/workers.h"

namespace gridcall::cpu {

using namespace driver;

Scheduler& scheduler() noexcept {
  static Scheduler* const instance =
      new Scheduler;  // never destroyed: kernels may run while the process exits
  return *instance;
}

Stream* Scheduler::resolve_locked(CUstream handle) noexcept {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value == 0 || value == 1) return &legacy;  // NULL and CU_STREAM_LEGACY
  auto* stream = reinterpret_cast<Stream*>(handle);
  return streams.count(stream) != 0 ? stream : nullptr;
}

void Scheduler::unref_record_locked(FaultRecord* record) noexcept {
  if (record != nullptr && --record->references == 0) delete record;
}

CUresult Scheduler::take_record_locked(FaultRecord* record) noexcept {
  if (record == nullptr || record->reported) return CUDA_SUCCESS;
  record->reported = true;
  fault_text_set(record->text);
  const CUresult code = record->code;
  const auto place = std::find(faults.begin(), faults.end(), record);
  if (place != faults.end()) {
    faults.erase(place);
    unref_record_locked(record);
  }
  return code;
}

CUresult Scheduler::take_fault_locked(Stream& stream) noexcept {
  FaultRecord* record = stream.fault;
  if (record == nullptr) return CUDA_SUCCESS;
  const CUresult code = take_record_locked(record);
  stream.fault = nullptr;
  ++stream.epoch;  // what comes now is run again
  unref_record_locked(record);
  return code;
}

CUresult Scheduler::take_any_fault_locked() noexcept {
  if (faults.empty()) return CUDA_SUCCESS;
  return take_record_locked(faults.front());
}

void Scheduler::fault_locked(Op* op, FaultRecord* record) noexcept {
  op->fault = record;
  Stream& stream = *op->stream;
  if (stream.fault != nullptr && stream.fault->reported) {
    unref_record_locked(stream.fault);
    stream.fault = nullptr;
  }
  stream.faulted_epoch = stream.epoch;
  if (stream.fault != nullptr) return;  // an older one has yet to be reported
  ++record->references;
  stream.fault = record;
  try {
    faults.push_back(record);
    ++record->references;
  } catch (const std::bad_alloc&) {
    // cuCtxSynchronize will not see it; the stream still does.
  }
}

Op* Scheduler::new_op_locked(OpKind kind, Stream& stream) {
  Op* op = free_ops;
  if (op != nullptr) {
    free_ops = op->next;
  } else {
    op = new Op;
  }
  op->state.store(kOpQueued, std::memory_order_relaxed);
  op->kind = kind;
  op->by_host = false;
  op->skipped = false;
  op->references = 1;
  op->blockers = 0;
  op->successors = nullptr;
  op->stream = &stream;
  op->epoch = stream.epoch;
  op->next = op->previous = nullptr;
  op->listed = false;
  op->fault = nullptr;
  op->modules[0] = op->modules[1] = nullptr;
  op->parts = 0;
  op->grain = 1;
  op->next_part.store(0, std::memory_order_relaxed);
  op->finished_parts.store(0, std::memory_order_relaxed);
  op->stop.store(false, std::memory_order_relaxed);
  op->waits.store(false, std::memory_order_relaxed);
  op->last_over.store(~std::uint64_t{0}, std::memory_order_relaxed);
  return op;
}

void Scheduler::release_locked(Op* op) noexcept {
  if (--op->references != 0) return;
  unref_record_locked(op->fault);
  op->fault = nullptr;
  op->printed.clear();
  if (op->parameters.capacity() > 1024) std::vector<std::uint64_t>().swap(op->parameters);
  op->next = free_ops;
  free_ops = op;
}

void Scheduler::depend_locked(Op* op, Op* on) {
  if (on == nullptr || on == op || on->state.load(std::memory_order_relaxed) == kOpDone) return;
  Edge* edge = free_edges;
  if (edge != nullptr) {
    free_edges = edge->next;
  } else {
    edge = new Edge;
  }
  edge->to = op;
  edge->next = on->successors;
  on->successors = edge;
  ++op->blockers;
}

void Scheduler::submit_locked(Op* op) {
  Stream& stream = *op->stream;
  depend_locked(op, stream.tail);
  if (stream.legacy) {
    for (Stream* other : streams) {
      if (other->blocking) depend_locked(op, other->tail);
    }
    for (Stream* other : draining) {
      if (other->blocking) depend_locked(op, other->tail);
    }
  } else if (stream.blocking) {
    depend_locked(op, legacy.tail);
  }
  stream.tail = op;
  ++stream.pending;
  ++op->references;  // until it is done
  if (op->blockers == 0) {
    Op* finished = nullptr;
    make_ready_locked(op, finished);
    if (finished != nullptr) complete_locked(finished);
  }
}

// Nothing is left to wait for. Answers through `finished` what is done already.
void Scheduler::make_ready_locked(Op* op, Op*& finished) noexcept {
  Stream& stream = *op->stream;
  if (op->epoch <= stream.faulted_epoch) {
    op->skipped = true;
    if (op->fault == nullptr && stream.fault != nullptr) {
      op->fault = stream.fault;
      ++op->fault->references;
    }
  }
  if (op->kind == OpKind::kMarker || op->skipped || (op->parts == 0 && !op->by_host)) {
    op->next = finished;
    finished = op;
    return;
  }
  if (op->by_host) {
    op->state.store(kOpReady, std::memory_order_seq_cst);
    if (op->sleepers.load(std::memory_order_seq_cst) != 0) futex_wake(op->state, INT_MAX);
    return;
  }
  hand_over_locked(op);
}

void Scheduler::hand_over_locked(Op* op) noexcept {
  op->stream->running = op;
  op->listed = true;
  op->next = nullptr;
  op->previous = ready_tail;
  (ready_tail != nullptr ? ready_tail->next : ready_head) = op;
  ready_tail = op;
  ready_count.fetch_add(1, std::memory_order_relaxed);
  workers_note_ready_locked();
}

void Scheduler::unlist_locked(Op* op) noexcept {
  if (!op->listed) return;
  (op->previous != nullptr ? op->previous->next : ready_head) = op->next;
  (op->next != nullptr ? op->next->previous : ready_tail) = op->previous;
  op->listed = false;
  op->next = op->previous = nullptr;
  ready_count.fetch_sub(1, std::memory_order_relaxed);
}

Op* Scheduler::claim_locked(const Op* const* avoid, std::size_t avoid_count, bool others_only) noexcept {
  Op* op = others_only ? nullptr : ready_head;
  // With blocks of some kernels suspended on this worker, another kernel's turn comes first.
  for (Op* candidate = ready_head; candidate != nullptr; candidate = candidate->next) {
    if (std::find(avoid, avoid + avoid_count, candidate) == avoid + avoid_count) {
      op = candidate;
      break;
    }
  }
  if (op == nullptr) return nullptr;
  if (op != ready_tail) {
    unlist_locked(op);
    op->listed = true;
    op->previous = ready_tail;
    ready_tail->next = op;
    ready_tail = op;
    ready_count.fetch_add(1, std::memory_order_relaxed);
  }
  ++op->references;
  return op;
}

void Scheduler::complete_locked(Op* op) noexcept {
  Op* work = op;
  op->next = nullptr;
  const std::int64_t now = now_ns();
  // A list, not recursion: a long queue of events would otherwise need a deep stack.
  while (work != nullptr) {
    Op* done = work;
    work = done->next;
    done->next = nullptr;
    done->done_ns = now;
    if (!done->printed.empty()) {
      try {
        printed += done->printed;
      } catch (const std::bad_alloc&) {
      }
    }
    Stream* stream = done->stream;
    if (stream->tail == done) stream->tail = nullptr;
    if (stream->running == done) stream->running = nullptr;
    for (Module*& module : done->modules) {
      if (module != nullptr) module_release_locked(module);
      module = nullptr;
    }
    Edge* edge = done->successors;
    done->successors = nullptr;
    done->state.store(kOpDone, std::memory_order_seq_cst);
    if (done->sleepers.load(std::memory_order_seq_cst) != 0) futex_wake(done->state, INT_MAX);
    while (edge != nullptr) {
      Edge* const next = edge->next;
      Op* const successor = edge->to;
      edge->next = free_edges;
      free_edges = edge;
      if (--successor->blockers == 0) make_ready_locked(successor, work);
      edge = next;
    }
    release_locked(done);
    if (--stream->pending == 0 && stream->destroyed) {
      const auto place = std::find(draining.begin(), draining.end(), stream);
      if (place != draining.end()) draining.erase(place);
      unref_record_locked(stream->fault);
      delete stream;
    }
  }
}

void Scheduler::cancel_locked(Stream& stream) {
  Op* op = stream.running;
  if (op == nullptr && stream.tail == nullptr) return;
  auto record = std::make_unique<FaultRecord>();
  record->code = fault_code(Fault::kCancelled);
  if (op != nullptr && op->kind == OpKind::kLaunch) {
    std::snprintf(record->text, sizeof record->text, "kernel `%.300s`: cancelled", op->kernel->plain_name);
  } else {
    std::snprintf(record->text, sizeof record->text, "cancelled before it began");
  }
  if (op == nullptr) {
    // What is queued waits for another stream: it stays in its place and is skipped when its turn comes.
    fault_locked(stream.tail, record.release());
    return;
  }
  stream.faulted_epoch = stream.epoch;
  if (op->fault == nullptr) op->fault = record.release();
  workers_stop(*op);
  const std::uint64_t next = op->next_part.exchange(op->parts, std::memory_order_acq_rel);
  if (next >= op->parts) return;  // its workers see `stop`, and the last one completes it
  const std::uint64_t dropped = op->parts - next;
  if (op->finished_parts.fetch_add(dropped, std::memory_order_acq_rel) + dropped != op->parts) return;
  unlist_locked(op);
  FaultRecord* fault = op->fault;
  op->fault = nullptr;
  fault_locked(op, fault);
  complete_locked(op);
}

namespace {

constinit SpinTime host_spin(40000);

void wait_state(Op* op, std::uint32_t least) noexcept {
  if (op->state.load(std::memory_order_acquire) >= least) return;
  const std::int64_t until = now_ns() + host_spin.next();
  do {
    for (int i = 0; i < 16; ++i) {
      if (op->state.load(std::memory_order_acquire) >= least) {
        host_spin.learn(true);
        return;
      }
      cpu_pause();
    }
  } while (now_ns() < until);
  host_spin.learn(false);
  op->sleepers.fetch_add(1, std::memory_order_seq_cst);
  for (;;) {
    const std::uint32_t seen = op->state.load(std::memory_order_seq_cst);
    if (seen >= least) break;
    futex_wait(op->state, seen);
  }
  op->sleepers.fetch_sub(1, std::memory_order_seq_cst);
}

}  // namespace

void Scheduler::wait_done(Op* op) noexcept {
  wait_state(op, kOpDone);
}
void Scheduler::wait_ready(Op* op) noexcept {
  wait_state(op, kOpReady);
}

bool Scheduler::pending_locked(const Stream& stream) const noexcept {
  if (stream.tail != nullptr) return true;
  if (!stream.legacy) return false;
  for (const Stream* other : streams) {
    if (other->blocking && other->tail != nullptr) return true;
  }
  for (const Stream* other : draining) {
    if (other->blocking && other->tail != nullptr) return true;
  }
  return false;
}

void Scheduler::collect_locked(const Stream* stream, std::vector<Op*>& ops) {
  const auto take = [&ops](Op* op) {
    if (op == nullptr) return;
    ops.push_back(op);
    ++op->references;
  };
  ops.reserve(ops.size() + streams.size() + draining.size() + 1);
  if (stream != nullptr) {
    take(stream->tail);
    if (!stream->legacy) return;
  } else {
    take(legacy.tail);
  }
  for (const Stream* other : streams) {
    if (stream == nullptr || other->blocking) take(other->tail);
  }
  for (const Stream* other : draining) {
    if (stream == nullptr || other->blocking) take(other->tail);
  }
}

void Scheduler::drain(const Stream* stream) {
  std::vector<Op*> ops;
  {
    const std::lock_guard<std::mutex> guard(lock);
    collect_locked(stream, ops);
  }
  for (Op* op : ops) wait_done(op);
  if (ops.empty()) return;
  const std::lock_guard<std::mutex> guard(lock);
  for (Op* op : ops) release_locked(op);
}

void Scheduler::flush_printed() noexcept {
  std::string text;
  {
    const std::lock_guard<std::mutex> guard(lock);
    if (printed.empty()) return;
    text.swap(printed);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

namespace api {

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  if (const CUresult refused = enter_context()) return refused;
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  if (const CUresult refused = enter_context()) return refused;
  if (stream == nullptr || (flags & ~unsigned{CU_STREAM_NON_BLOCKING}) != 0) return CUDA_ERROR_INVALID_VALUE;
  auto created = std::make_unique<Stream>();
  created->blocking = (flags & CU_STREAM_NON_BLOCKING) == 0;
  created->priority = std::clamp(priority, -5, 0);
  Scheduler& queue = scheduler();
  const std::lock_guard<std::mutex> guard(queue.lock);
  queue.streams.insert(created.get());
  *stream = reinterpret_cast<CUstream>(created.release());
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream handle) {
  if (const CUresult refused = enter_context()) return refused;
  Scheduler& queue = scheduler();
  const std::lock_guard<std::mutex> guard(queue.lock);
  Stream* stream = queue.resolve_locked(handle);
  if (stream == nullptr || stream->legacy) return CUDA_ERROR_INVALID_HANDLE;
  if (stream->pending != 0) queue.draining.push_back(stream);
  queue.streams.erase(stream);
  stream->destroyed = true;
  if (stream->pending == 0) {
    queue.unref_record_locked(stream->fault);
    delete stream;
  }
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream handle) {
  if (const CUresult refused = enter_context()) return refused;
  Scheduler& queue = scheduler();
  std::vector<Op*> ops;
  Stream* stream = nullptr;
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    stream = queue.resolve_locked(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    queue.collect_locked(stream, ops);
  }
  for (Op* op : ops) Scheduler::wait_done(op);
  queue.flush_printed();
  const std::lock_guard<std::mutex> guard(queue.lock);
  for (Op* op : ops) queue.release_locked(op);
  stream = queue.resolve_locked(handle);  // another thread may have destroyed it meanwhile
  if (stream == nullptr) return CUDA_SUCCESS;
  if (const CUresult fault = queue.take_fault_locked(*stream)) return fault;
  if (stream->legacy) {
    // The NULL stream waits for the blocking ones, so who waits for it learns of their faults.
    for (Stream* other : queue.streams) {
      if (!other->blocking) continue;
      if (const CUresult fault = queue.take_fault_locked(*other)) return fault;
    }
  }
  return CUDA_SUCCESS;
}

CUresult cuStreamQuery(CUstream handle) {
  if (const CUresult refused = enter_context()) return refused;
  Scheduler& queue = scheduler();
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    Stream* stream = queue.resolve_locked(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult fault = queue.take_fault_locked(*stream)) return fault;
    if (queue.pending_locked(*stream)) return CUDA_ERROR_NOT_READY;
  }
  return CUDA_SUCCESS;
}

CUresult gridcallStreamCancel(CUstream handle) {
  if (const CUresult refused = enter_context()) return refused;
  Scheduler& queue = scheduler();
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    Stream* stream = queue.resolve_locked(handle);
    if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    queue.cancel_locked(*stream);
  }
  workers_wake();
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  if (const CUresult refused = enter_context()) return refused;
  Scheduler& queue = scheduler();
  queue.drain(nullptr);
  queue.flush_printed();
  {
    const std::lock_guard<std::mutex> guard(queue.lock);
    if (const CUresult fault = queue.take_any_fault_locked()) return fault;
  }
  return memory_take_damage();
}

}  // namespace api

}  // namespace gridcall::cpu
