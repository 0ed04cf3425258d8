// SPDX-License-Identifier: Apache-2.0
//
// Faults of streams: how a command's fault reaches its stream, which call reports it, and what a cancellation
// or a time limit ends.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cpu/base/results.h"
#include "cpu/exec/fault.h"
#include "cpu/image/module.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/foreign_wait.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"
#include "cpu/queue/zone_watch.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

const char* text_of(const FaultRecord& record) noexcept {
  if (record.text) return record.text;
  const char* text = result_text(record.code);
  return text ? text : "a kernel failed";
}

}  // namespace

void Scheduler::unref_record_locked(FaultRecord* record) noexcept {
  if (!record || --record->references != 0) return;
  if (!record->reported && record->number != 0) unreported.fetch_sub(1, std::memory_order_relaxed);
  delete[] record->text;
  std::free(record->reports);
  *record = FaultRecord{};
  record->next = free_records;
  free_records = record;
}

CUresult Scheduler::look_at_fault_locked(const FaultRecord* record) noexcept {
  if (!record || record->reported) return CUDA_SUCCESS;
  fault_text_set(text_of(*record), record->reports);
  return record->code;
}

CUresult Scheduler::take_fault_locked(FaultRecord* record) noexcept {
  const CUresult code = look_at_fault_locked(record);
  if (code == CUDA_SUCCESS) return code;
  record->reported = true;
  if (record->number != 0) unreported.fetch_sub(1, std::memory_order_relaxed);
  return code;
}

CUresult Scheduler::take_fault_locked(Stream& stream) noexcept {
  if (stream.faulted_epoch != stream.epoch) return CUDA_SUCCESS;
  // While cancelled work still runs there is no report, and later work is skipped too.
  FaultRecord* record = stream.fault;
  if (!record || record->epoch != stream.epoch) return CUDA_SUCCESS;
  ++stream.epoch;
  return take_fault_locked(record);
}

CUresult Scheduler::report_skipped_locked(const Command& command) noexcept {
  FaultRecord* record = command.fault;
  if (!record) return CUDA_ERROR_LAUNCH_FAILED;
  if (!record->reported) return take_fault_locked(record);
  fault_text_set(text_of(*record), record->reports);
  return record->code;
}

FaultRecord* Scheduler::oldest_fault_locked(const Context& context, const Tails& waited_for,
                                            bool all) noexcept {
  FaultRecord* oldest = nullptr;
  if (unreported.load(std::memory_order_relaxed) == 0) return oldest;
  const auto consider = [&oldest](FaultRecord* record) {
    if (!record || record->reported) return;
    if (!oldest || record->number < oldest->number) oldest = record;
  };
  consider(context.legacy.fault);
  for (const Stream* stream : context.streams) {
    if (all || stream->blocking) consider(stream->fault);
  }
  // Only their commands still know streams that were destroyed meanwhile.
  waited_for.each([&](Command* command) { consider(command->fault); });
  return oldest;
}

void Scheduler::set_fault_locked(Command* command, CUresult code, char* text) noexcept {
  if (command->fault) {
    delete[] text;
    return;
  }
  FaultRecord* record = command->spare;
  command->spare = nullptr;
  record->references = 1;
  record->code = code;
  record->text = text;
  command->fault = record;
}

void Scheduler::give_stream_fault_locked(Stream& stream, FaultRecord* record) noexcept {
  unref_record_locked(stream.fault);
  stream.fault = record;
  ++record->references;
  record->epoch = stream.faulted_epoch = stream.epoch;
  record->number = ++fault_count;
  unreported.fetch_add(1, std::memory_order_relaxed);
}

// Makes the first report of the checks the launch's fault. Writes of a kernel without checks are not tracked.
void Scheduler::tell_checks_locked(LaunchCommand& launch) noexcept {
  if (launch.modules[0] && launch.modules[0]->current().flags >> kModuleChecksShift == 0)
    memory().mark_written();
  const CheckReports& reports = launch.checks;
  const std::uint32_t count = reports.count.load(std::memory_order_relaxed);
  if (count == 0) return;
  char* const text = fault_new_text();
  if (text) {
    if (count == 1)
      std::snprintf(text, kFaultTextBytes, "%s", reports.text.c_str());
    else
      std::snprintf(text, kFaultTextBytes, "%s; and %u more reports", reports.text.c_str(), count - 1);
  }
  FaultNote note;
  note.kind = reports.kind;
  set_fault_locked(&launch, fault_code(note), text);
  if (!launch.fault->reports) launch.fault->reports = ::strdup(reports.lines.c_str());
}

void Scheduler::finish_locked(Command* command) noexcept {
  unlist_locked(command);
  if (LaunchCommand* launch = as_launch(command))
    zone_watch_end_locked(*launch);  // a launch that was cut short
  if (LaunchCommand* launch = as_launch(command)) tell_checks_locked(*launch);
  if (LaunchCommand* launch = as_launch(command); launch && launch->began_ns != 0) {
    LaunchCommand** place = &limited;
    while (*place != launch) place = &(*place)->next_limited;
    *place = launch->next_limited;
    launch->began_ns = 0;
    limited_count.fetch_sub(1, std::memory_order_relaxed);
  }
  if (command->fault && !command->by_host) give_stream_fault_locked(*command->stream, command->fault);
  complete_locked(command);
}

// Ends a command that the workers have: none of its chunks begins any more, and running ones end at their
// next check.
void Scheduler::end_locked(Command* command, CUresult code, char* text) noexcept {
  command->stream->faulted_epoch = command->stream->epoch;
  set_fault_locked(command, code, text);
  workers_stop(*command);
  const std::uint64_t next = command->next_chunk.exchange(command->chunks, std::memory_order_acq_rel);
  if (next >= command->chunks) return;  // its workers see `stop`, and the last one finishes it
  const std::uint64_t dropped = command->chunks - next;
  if (command->finished_chunks.fetch_add(dropped, std::memory_order_acq_rel) + dropped == command->chunks)
    finish_locked(command);
}

void Scheduler::cancel_locked(Stream& stream) noexcept {
  Command* command = stream.running;
  const bool waits = !command;  // the command waits for another stream, or for the host thread that copies
  if (waits) command = stream.tail;
  if (!command) return;
  // Every queued command belongs to a faulted epoch and would be skipped anyway.
  if (command->epoch <= stream.faulted_epoch) {
    foreign_wait_cancel_locked(stream);
    return complete_waits_of_locked(stream);
  }
  if (waits && stream.pending == 1 && command->state.load(std::memory_order_relaxed) == kCommandReady) return;
  char* text = fault_new_text();
  if (text) {
    if (const LaunchCommand* launch = as_launch(command); launch && !waits) {
      std::snprintf(text, kFaultTextBytes, "kernel `%.300s`: cancelled", launch->kernel().plain_name);
    } else {
      std::snprintf(text, kFaultTextBytes, "%s", waits ? "cancelled before it began" : "cancelled");
    }
  }
  if (waits) {
    // The queued commands stay in their places and are skipped when they become ready.
    fail_locked(command, GRIDCALL_DRIVER_ERROR_CANCELLED, text);
  } else {
    end_locked(command, GRIDCALL_DRIVER_ERROR_CANCELLED, text);
  }
  foreign_wait_cancel_locked(stream);
  complete_waits_of_locked(stream);
}

void Scheduler::fail_locked(Command* command, CUresult code, char* text) noexcept {
  if (command->epoch <= command->stream->faulted_epoch) {
    delete[] text;
    return;
  }
  set_fault_locked(command, code, text);
  give_stream_fault_locked(*command->stream, command->fault);
}

void Scheduler::begin_limit_locked(LaunchCommand* launch, std::int64_t now) noexcept {
  if (launch->began_ns != 0 || launch->state.load(std::memory_order_relaxed) == kCommandDone) return;
  launch->began_ns = now;
  launch->next_limited = limited;
  limited = launch;
  limited_count.fetch_add(1, std::memory_order_seq_cst);
}

void Scheduler::forgive_locked(std::int64_t begin, std::int64_t end) noexcept {
  for (LaunchCommand* launch = limited; launch; launch = launch->next_limited)
    launch->began_ns += std::max<std::int64_t>(end - std::max(begin, launch->began_ns), 0);
}

std::int64_t Scheduler::end_overdue_locked(std::int64_t now) noexcept {
  std::int64_t next = kNever;
  for (LaunchCommand* launch = limited; launch;) {
    LaunchCommand* const following = launch->next_limited;
    std::int64_t due = 0;
    if (__builtin_add_overflow(launch->began_ns, launch->limit_ns, &due)) due = kNever;
    if (launch->stop.load(std::memory_order_relaxed)) {
      // The launch is about to end.
    } else if (due > now) {
      next = due < next ? due : next;
    } else {
      char* text = fault_new_text();
      if (text) {
        std::snprintf(
            text, kFaultTextBytes,
            "kernel `%.300s`: ended after %.4g s: its time limit is %.10g s; raise it, or launch less work",
            launch->kernel().plain_name, static_cast<double>(now - launch->began_ns) * 1e-9,
            static_cast<double>(launch->limit_ns) * 1e-9);
      }
      end_locked(launch, CUDA_ERROR_LAUNCH_TIMEOUT, text);
    }
    launch = following;
  }
  return next;
}

}  // namespace gridcall::cpu
