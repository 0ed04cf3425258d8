// SPDX-License-Identifier: Apache-2.0
//
// Long because one lock guards the graph of commands, whose steps depend on each other.

#include "cpu/queue/scheduler.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>

#include "cpu/base/futex.h"
#include "cpu/base/immortal.h"
#include "cpu/image/module.h"
#include "cpu/queue/copy.h"
#include "cpu/queue/graph.h"
#include "cpu/queue/shared_event.h"
#include "cpu/queue/value_wait.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

Scheduler& scheduler() noexcept {
  return immortal<Scheduler>();
}

namespace {

void release_modules_locked(Command* command) noexcept {
  for (Module*& module : command->modules) {
    if (module) module_release_locked(module);
    module = nullptr;
  }
}

void write_behind_earlier(std::string& printed) {
  scheduler().flush_printed();
  std::fwrite(printed.data(), 1, printed.size(), stdout);
  std::fflush(stdout);
  printed.clear();
}

// Frees the memory of a reused command if it is large.
void shrink(std::vector<std::uint64_t>& words) noexcept {
  if (words.capacity() > 1024) std::vector<std::uint64_t>().swap(words);
}

}  // namespace

LaunchCommand::LaunchCommand() noexcept : Command(kKind), Launch(stop, write_behind_earlier, replace_code) {}

LaunchCode LaunchCommand::choose_code() const noexcept {
  LaunchCode chosen{.kernel = function->kernel};
  chosen.is_baseline = (function->module->current().flags & kModuleQuick) != 0;
  if (cpu_mode == 0) chosen.warp = choose_warp_entry(*chosen.kernel, grid, block);
  chosen.may_block = !chosen.warp.entry && (chosen.kernel->flags & kKernelMayBlock) != 0;
  return chosen;
}

void LaunchCommand::choose_entry() noexcept {
  codes[0] = choose_code();
  code.store(&codes[0], std::memory_order_relaxed);
  const bool may_block = codes[0].may_block;
  // A worker claims several small blocks at a time, so that the counter is not contended; blocks that may
  // wait for a lower-numbered one are claimed one by one.
  grain = 1;
  if (!may_block && !blocks_meet()) {
    const std::uint64_t share = chunks / (std::uint64_t{workers_count()} * 16);
    const std::uint64_t small = 1024 / (block[0] * block[1] * block[2]);
    grain = std::max<std::uint64_t>(1, std::min(share, small * 4));
  }
}

bool LaunchCommand::fits_newest() const noexcept {
  return dynamic_shared_bytes + function->kernel->static_shared_bytes <= kMaxSharedBytes;
}

const LaunchCode& LaunchCommand::replace_code(Launch& launch) noexcept {
  LaunchCommand& self = of(launch);
  if (!self.modules[0]->is_replaced.load(std::memory_order_acquire)) return self.codes[0];
  const std::lock_guard lock(scheduler().lock);
  if (!self.code.load(std::memory_order_relaxed)->is_baseline) return self.codes[1];
  LaunchCode& next = self.codes[1];
  next = self.choose_code();
  // Blocks that meet run the same code. A worker that has claimed several blocks runs none of them on fibers.
  if (self.blocks_meet() || !self.fits_newest() || (next.may_block && !self.codes[0].may_block))
    next = self.codes[0];
  next.is_baseline = false;
  self.code.store(&next, std::memory_order_release);
  return next;
}

void LaunchCommand::take_over(const LaunchCommand& other) {
  parameters.assign(other.parameters.begin(), other.parameters.end());
  parts = other.parts;
  function = other.function;
  cpu_mode = other.cpu_mode;
  codes[0] = other.codes[0];
  code.store(&codes[0], std::memory_order_relaxed);
  std::copy_n(other.grid, 3, grid);
  std::copy_n(other.block, 3, block);
  dynamic_shared_bytes = other.dynamic_shared_bytes;
  stack_bytes = other.stack_bytes;
  heap = other.heap;
  limit_ns = other.limit_ns;
  begin_grid(other.is_cooperative, other.has_clusters ? other.cluster : nullptr);
}

Command* Scheduler::take_free_locked(CommandKind kind) noexcept {
  Command*& free = free_commands[static_cast<std::size_t>(kind)];
  Command* command = free;
  if (command) free = command->next;
  return command;
}

void Scheduler::put_free_locked(Command* command) noexcept {
  Command*& free = free_commands[static_cast<std::size_t>(command->kind)];
  command->next = free;
  free = command;
}

Command* Scheduler::prepare_locked(Command* command, Stream& stream) {
  if (!command->spare) {
    FaultRecord* record = free_records;
    if (!record) record = new (std::nothrow) FaultRecord;
    if (!record) {
      put_free_locked(command);
      throw std::bad_alloc();
    }
    free_records = record->next;
    record->next = nullptr;
    command->spare = record;
  }
  command->state.store(kCommandQueued, std::memory_order_relaxed);
  command->by_host = false;
  command->skipped = false;
  command->references = 1;
  command->blockers = 0;
  command->successors = nullptr;
  command->stream = &stream;
  command->epoch = stream.epoch;
  command->next = command->previous = nullptr;
  command->listed = false;
  command->fault = nullptr;
  command->modules[0] = command->modules[1] = nullptr;
  command->chunks = 0;
  command->grain = 1;
  command->next_chunk.store(0, std::memory_order_relaxed);
  command->finished_chunks.store(0, std::memory_order_relaxed);
  command->stop.store(false, std::memory_order_relaxed);
  if (LaunchCommand* launch = as_launch(command)) {
    launch->limit_ns = launch->began_ns = 0;
    launch->has_suspended.store(false, std::memory_order_relaxed);
    launch->last_ended.store(~std::uint64_t{0}, std::memory_order_relaxed);
  }
  return command;
}

void Scheduler::release_locked(Command* command) noexcept {
  if (--command->references != 0) return;
  unref_record_locked(command->fault);
  command->fault = nullptr;
  release_modules_locked(command);  // the modules of a command that was never queued
  if (LaunchCommand* launch = as_launch(command)) {
    launch->printed.clear();
    shrink(launch->parameters);
  } else if (TransferCommand* transfer = as_transfer(command)) {
    shrink(transfer->staged);
  }
  put_free_locked(command);
}

void Scheduler::release_locked(const Tails& tails) noexcept {
  tails.each([this](Command* command) { release_locked(command); });
}

void Scheduler::reserve_edges_locked(std::size_t count) {
  for (; free_edge_count < count; ++free_edge_count) free_edges = new Edge{nullptr, free_edges};
}

// The caller has reserved room for the edge.
void Scheduler::depend_locked(Command* command, Command* on) noexcept {
  if (!on || on == command || on->state.load(std::memory_order_relaxed) == kCommandDone) return;
  Edge* edge = free_edges;
  free_edges = edge->next;
  --free_edge_count;
  edge->to = command;
  edge->next = on->successors;
  on->successors = edge;
  ++command->blockers;
}

void Scheduler::submit_locked(Command* command, Command* also) {
  if (command->stream->capture) return capture_locked(command);
  submit_locked(std::span<Command* const>(&command, 1), also);
}

void Scheduler::submit_locked(std::span<Command* const> commands, Command* also) {
  Command* const first = commands.front();
  Stream& stream = *first->stream;
  // `also`, the default stream's last command, and each command's predecessor.
  std::size_t edges = 2 + commands.size();
  const Context& context = *stream.context;
  if (stream.legacy) edges += context.created_count_locked();
  reserve_edges_locked(edges);
  depend_locked(first, also);
  depend_locked(first, stream.tail);
  if (stream.legacy) {
    context.each_created_locked([&](const Stream& other) {
      if (other.blocking) depend_locked(first, other.tail);
    });
  } else if (stream.blocking) {
    depend_locked(first, context.legacy.tail);
  }
  Command* previous = nullptr;
  for (Command* command : commands) {
    depend_locked(command, previous);
    previous = command;
    ++stream.pending;
    ++command->references;  // holds the command until it is done
  }
  stream.tail = previous;
  if (first->blockers == 0) {
    Command* finished = nullptr;
    make_ready_locked(first, finished);
    if (finished) complete_locked(finished);
  }
}

// Makes a command without blockers ready. Sets `finished` to a command that is done already.
void Scheduler::make_ready_locked(Command* command, Command*& finished) noexcept {
  Stream& stream = *command->stream;
  if (command->epoch <= stream.faulted_epoch) {
    command->skipped = true;
    if (!command->fault && stream.fault) {
      command->fault = stream.fault;
      ++command->fault->references;
    }
  }
  if (ValueWaitCommand* wait = as_value_wait(command); wait && value_wait_begin_locked(*wait)) return;
  if (command->kind == CommandKind::kMarker || command->skipped ||
      (command->chunks == 0 && !command->by_host)) {
    command->next = finished;
    finished = command;
    return;
  }
  if (command->by_host) {
    command->state.store(kCommandReady, std::memory_order_seq_cst);
    if (command->sleepers.load(std::memory_order_seq_cst) != 0) futex_wake(command->state, INT_MAX);
    return;
  }
  if (LaunchCommand* launch = as_launch(command);
      launch && launch->codes[0].kernel != launch->function->kernel && launch->fits_newest())
    launch->choose_entry();
  hand_over_locked(command);
}

void Scheduler::unblock_locked(Command* command) noexcept {
  if (--command->blockers != 0) return;
  Command* finished = nullptr;
  make_ready_locked(command, finished);
  if (finished) complete_locked(finished);
}

namespace {

bool is_cooperative(const Command& command) noexcept {
  return command.kind == CommandKind::kLaunch && static_cast<const LaunchCommand&>(command).blocks_meet();
}

}  // namespace

void Scheduler::hand_over_locked(Command* command) noexcept {
  command->stream->running = command;
  list_last_locked(command);
  workers_note_ready_locked();
}

void Scheduler::share_locked(Command* command) noexcept {
  list_last_locked(command);
  workers_note_ready_locked();
}

void Scheduler::list_last_locked(Command* command) noexcept {
  command->listed = true;
  command->next = nullptr;
  command->previous = ready_tail;
  (ready_tail ? ready_tail->next : ready_head) = command;
  ready_tail = command;
  if (is_cooperative(*command)) ready_cooperative.fetch_add(1, std::memory_order_relaxed);
  ready_count.fetch_add(1, std::memory_order_relaxed);
}

void Scheduler::unlist_locked(Command* command) noexcept {
  if (!command->listed) return;
  (command->previous ? command->previous->next : ready_head) = command->next;
  (command->next ? command->next->previous : ready_tail) = command->previous;
  command->listed = false;
  command->next = command->previous = nullptr;
  if (is_cooperative(*command)) ready_cooperative.fetch_sub(1, std::memory_order_relaxed);
  ready_count.fetch_sub(1, std::memory_order_relaxed);
}

Command* Scheduler::claim_cooperative_locked(std::uint64_t held, bool any) noexcept {
  for (Command* command = ready_head; command; command = command->next) {
    const std::uint64_t workers = workers_count();
    if (!is_cooperative(*command)) continue;
    const auto& launch = static_cast<const LaunchCommand&>(*command);
    if (launch.is_cooperative ? !any && held >= (command->chunks + workers - 1) / workers
                              : launch.all_clusters_have_begun())
      continue;
    ++command->references;
    return command;
  }
  return nullptr;
}

Command* Scheduler::claim_locked(const Command* const* avoid, std::size_t avoid_count,
                                 bool others_only) noexcept {
  Command* command = others_only ? nullptr : ready_head;
  // A worker with suspended blocks of some kernels claims another kernel first.
  for (Command* candidate = ready_head; candidate; candidate = candidate->next) {
    if (std::find(avoid, avoid + avoid_count, candidate) == avoid + avoid_count) {
      command = candidate;
      break;
    }
  }
  if (!command) return nullptr;
  if (command != ready_tail) {
    unlist_locked(command);
    list_last_locked(command);
  }
  ++command->references;
  return command;
}

void Scheduler::complete_locked(Command* command) noexcept {
  command->next = nullptr;
  complete_list_locked(command);
}

void Scheduler::complete_list_locked(Command* work) noexcept {
  std::int64_t now = 0;
  bool has_written = false;
  // The loop replaces a recursion, because a long queue of events would need a deep stack.
  while (work) {
    Command* done = work;
    work = done->next;
    done->next = nullptr;
    if (done->kind != CommandKind::kTransfer) {  // no event is one, and to ask takes 20 ns
      if (now == 0) now = now_ns();
      done->done_ns = now;
    }
    if (LaunchCommand* launch = as_launch(done); launch && !launch->printed.empty())
      keep_printed_locked(launch->printed);
    Stream* stream = done->stream;
    if (stream->tail == done) stream->tail = nullptr;
    if (stream->running == done) stream->running = nullptr;
    release_modules_locked(done);
    Edge* edge = done->successors;
    done->successors = nullptr;
    // The call precedes the command's completion, so that a waiting thread finds it made.
    if (const HostCallCommand* call = as_host_call(done)) call->function(call->data);
    if (const ValueWriteCommand* write = as_value_write(done)) {
      __atomic_store_n(write->word, write->value, __ATOMIC_SEQ_CST);
      has_written = true;
    }
    done->state.store(kCommandDone, std::memory_order_seq_cst);
    if (done->sleepers.load(std::memory_order_seq_cst) != 0) futex_wake(done->state, INT_MAX);
    while (edge) {
      Edge* const next = edge->next;
      Command* const successor = edge->to;
      edge->next = free_edges;
      free_edges = edge;
      ++free_edge_count;
      if (--successor->blockers == 0) make_ready_locked(successor, work);
      edge = next;
    }
    release_locked(done);
    if (--stream->pending == 0 && stream->destroyed) {
      Stream** place = &stream->context->draining;
      while (*place != stream) place = &(*place)->next_draining;
      *place = stream->next_draining;
      unref_record_locked(stream->fault);
      delete stream;
    }
    if (!work && has_written) {
      has_written = false;
      work = value_wait_take_locked();
    }
  }
}

void Scheduler::values_written_locked() noexcept {
  complete_list_locked(value_wait_take_locked());
}

void Scheduler::complete_waits_of_locked(const Stream& stream) noexcept {
  complete_list_locked(value_wait_take_locked(&stream));
}

// Pending work still runs; only a call that waits for it already reports its fault.
void Scheduler::destroy_locked(Stream* stream) noexcept {
  Context& context = *stream->context;
  leave_capture_locked(*stream);
  context.streams.erase(stream);
  stream->destroyed = true;
  if (stream->pending != 0) {
    stream->next_draining = context.draining;
    context.draining = stream;
    return;
  }
  unref_record_locked(stream->fault);
  delete stream;
}

void Scheduler::destroy_locked(Event* event) noexcept {
  if (event->recorded) release_locked(event->recorded);
  if (event->shared) {
    event->shared->withdraw();
    event->shared->release_locked();
  }
  delete event;
}

namespace {

constinit SpinTime host_spin(40000);

void wait_state(Command* command, std::uint32_t least) noexcept {
  do {
    if (command->state.load(std::memory_order_acquire) >= least) return;
  } while (run_for_wait(*command, least));
  const std::int64_t until = now_ns() + host_spin.next();
  do {
    for (int i = 0; i < 16; ++i) {
      if (command->state.load(std::memory_order_acquire) >= least) {
        host_spin.learn(true);
        return;
      }
      cpu_pause();
    }
  } while (now_ns() < until);
  host_spin.learn(false);
  command->sleepers.fetch_add(1, std::memory_order_seq_cst);
  for (;;) {
    const std::uint32_t seen = command->state.load(std::memory_order_seq_cst);
    if (seen >= least) break;
    futex_wait(command->state, seen);
  }
  command->sleepers.fetch_sub(1, std::memory_order_seq_cst);
}

}  // namespace

void Scheduler::wait_done(Command* command) noexcept {
  wait_state(command, kCommandDone);
}
void Scheduler::wait_ready(Command* command) noexcept {
  wait_state(command, kCommandReady);
}

bool Scheduler::pending_locked(const Stream& stream) const noexcept {
  bool pending = stream.tail != nullptr;
  if (!stream.legacy) return pending;
  stream.context->each_created_locked(
      [&](const Stream& other) { pending = pending || (other.blocking && other.tail); });
  return pending;
}

void Scheduler::collect_locked(const Context& context, bool all, Tails& tails) {
  tails.reserve(1 + context.created_count_locked());
  const auto take = [&tails](const Stream& stream) {
    if (!stream.tail) return;
    tails.add(stream.tail);
    ++stream.tail->references;
  };
  take(context.legacy);
  context.each_created_locked([&](const Stream& stream) {
    if (all || stream.blocking) take(stream);
  });
}

void Scheduler::collect_locked(const Context& context, Tails& tails) {
  collect_locked(context, true, tails);
}

void Scheduler::collect_locked(const Stream& stream, Tails& tails) {
  if (stream.legacy) return collect_locked(*stream.context, false, tails);
  if (!stream.tail) return;
  tails.add(stream.tail);
  ++stream.tail->references;
}

bool Scheduler::wait(const Tails& tails, std::unique_lock<std::mutex>& held) noexcept {
  if (tails.empty() && printed.empty()) return false;
  held.unlock();
  tails.each(wait_done);
  flush_printed();
  held.lock();
  return true;
}

void Scheduler::drain(const Context& context) {
  Tails tails;
  {
    const std::lock_guard held(lock);
    collect_locked(context, tails);
  }
  if (tails.empty()) return;
  tails.each(wait_done);
  const std::lock_guard held(lock);
  release_locked(tails);
}

void Scheduler::keep_printed_locked(std::string& text) noexcept {
  if (printed.empty()) return printed.swap(text);
  try {
    printed += text;
  } catch (const std::bad_alloc&) {
    // The output cannot be stored, so it is written now.
    std::fwrite(printed.data(), 1, printed.size(), stdout);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
    printed.clear();
  }
}

void Scheduler::flush_printed() noexcept {
  std::string text;
  {
    const std::lock_guard held(lock);
    if (printed.empty()) return;
    text.swap(printed);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace gridcall::cpu
