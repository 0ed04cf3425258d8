// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/scheduler.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>

#include "cpu/base/futex.h"
#include "cpu/base/immortal.h"
#include "cpu/image/module.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

Scheduler& scheduler() noexcept {
  return immortal<Scheduler>();
}

Stream* Scheduler::resolve_locked(CUstream handle) noexcept {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value == 0 || value == 1) return &legacy;  // NULL and CU_STREAM_LEGACY
  auto* stream = reinterpret_cast<Stream*>(handle);
  return streams.count(stream) != 0 ? stream : nullptr;
}

namespace {

void release_modules_locked(Op* op) noexcept {
  for (Module*& module : op->modules) {
    if (module != nullptr) module_release_locked(module);
    module = nullptr;
  }
}

}  // namespace

Op* Scheduler::new_op_locked(OpKind kind, Stream& stream) {
  Op* op = free_ops;
  if (op == nullptr) op = new Op;
  free_ops = op->next;
  if (op->spare == nullptr) {
    FaultRecord* record = free_records;
    if (record == nullptr) record = new (std::nothrow) FaultRecord;
    if (record == nullptr) {
      op->next = free_ops;
      free_ops = op;
      throw std::bad_alloc();
    }
    free_records = record->next;
    record->next = nullptr;
    op->spare = record;
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
  op->kernel = nullptr;
  op->modules[0] = op->modules[1] = nullptr;
  op->limit_ns = op->began_ns = 0;
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
  release_modules_locked(op);  // of one that was never queued
  op->printed.clear();
  if (op->parameters.capacity() > 1024) std::vector<std::uint64_t>().swap(op->parameters);
  op->next = free_ops;
  free_ops = op;
}

void Scheduler::release_locked(const Tails& tails) noexcept {
  tails.each([this](Op* op) { release_locked(op); });
}

void Scheduler::reserve_edges_locked(std::size_t count) {
  for (; free_edge_count < count; ++free_edge_count) free_edges = new Edge{nullptr, free_edges};
}

// Its edge has been reserved.
void Scheduler::depend_locked(Op* op, Op* on) noexcept {
  if (on == nullptr || on == op || on->state.load(std::memory_order_relaxed) == kOpDone) return;
  Edge* edge = free_edges;
  free_edges = edge->next;
  --free_edge_count;
  edge->to = op;
  edge->next = on->successors;
  on->successors = edge;
  ++op->blockers;
}

void Scheduler::submit_locked(Op* op, Op* also) {
  Stream& stream = *op->stream;
  std::size_t edges = 3;  // `also`, the stream's last, the default stream's last
  if (stream.legacy) {
    edges += streams.size();
    for (const Stream* other = draining; other != nullptr; other = other->next_draining) ++edges;
  }
  reserve_edges_locked(edges);
  depend_locked(op, also);
  depend_locked(op, stream.tail);
  if (stream.legacy) {
    for (Stream* other : streams) {
      if (other->blocking) depend_locked(op, other->tail);
    }
    for (Stream* other = draining; other != nullptr; other = other->next_draining) {
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
    if (!done->printed.empty()) keep_printed_locked(done->printed);
    Stream* stream = done->stream;
    if (stream->tail == done) stream->tail = nullptr;
    if (stream->running == done) stream->running = nullptr;
    release_modules_locked(done);
    Edge* edge = done->successors;
    done->successors = nullptr;
    done->state.store(kOpDone, std::memory_order_seq_cst);
    if (done->sleepers.load(std::memory_order_seq_cst) != 0) futex_wake(done->state, INT_MAX);
    while (edge != nullptr) {
      Edge* const next = edge->next;
      Op* const successor = edge->to;
      edge->next = free_edges;
      free_edges = edge;
      ++free_edge_count;
      if (--successor->blockers == 0) make_ready_locked(successor, work);
      edge = next;
    }
    release_locked(done);
    if (--stream->pending == 0 && stream->destroyed) {
      Stream** place = &draining;
      while (*place != stream) place = &(*place)->next_draining;
      *place = stream->next_draining;
      unref_record_locked(stream->fault);
      delete stream;
    }
  }
}

// Work that is pending still runs; a fault of it is reported to nobody but who waits for it already.
void Scheduler::destroy_locked(Stream* stream) noexcept {
  streams.erase(stream);
  stream->destroyed = true;
  if (stream->pending != 0) {
    stream->next_draining = draining;
    draining = stream;
    return;
  }
  unref_record_locked(stream->fault);
  delete stream;
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
  for (const Stream* other = draining; other != nullptr; other = other->next_draining) {
    if (other->blocking && other->tail != nullptr) return true;
  }
  return false;
}

void Scheduler::collect_locked(const Stream* stream, Tails& tails) {
  const auto take = [&tails](Op* op) {
    if (op == nullptr) return;
    tails.add(op);
    ++op->references;
  };
  if (stream != nullptr && !stream->legacy) return take(stream->tail);
  std::size_t most = 1 + streams.size();
  for (const Stream* other = draining; other != nullptr; other = other->next_draining) ++most;
  tails.reserve(most);
  take(legacy.tail);
  for (const Stream* other : streams) {
    if (stream == nullptr || other->blocking) take(other->tail);
  }
  for (const Stream* other = draining; other != nullptr; other = other->next_draining) {
    if (stream == nullptr || other->blocking) take(other->tail);
  }
}

void Scheduler::drain(const Stream* stream) {
  Tails tails;
  {
    const std::lock_guard<std::mutex> guard(lock);
    collect_locked(stream, tails);
  }
  if (tails.empty()) return;
  tails.each(wait_done);
  const std::lock_guard<std::mutex> guard(lock);
  release_locked(tails);
}

void Scheduler::keep_printed_locked(std::string& text) noexcept {
  if (printed.empty()) return printed.swap(text);
  try {
    printed += text;
  } catch (const std::bad_alloc&) {
    // No room to keep it in: it is written now.
    std::fwrite(printed.data(), 1, printed.size(), stdout);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    printed.clear();
  }
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

}  // namespace gridcall::cpu
