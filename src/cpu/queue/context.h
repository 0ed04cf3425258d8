// SPDX-License-Identifier: Apache-2.0
//
// A context: its streams, events, modules, memory, kernel heap and limits.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "cpu/image/module.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/command.h"
#include "cpu/runtime/heap.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Capture;
struct Context;
struct Graph;
struct GraphExec;
struct GraphNode;
class SharedEvent;

struct Stream {
  Context* context = nullptr;
  bool blocking = true;  // ordered with the NULL stream
  bool legacy = false;   // is the NULL stream
  bool destroyed = false;
  std::uint64_t id = 0;
  Command* tail = nullptr;  // the last command, while it is not done
  Command* running =
      nullptr;  // the command that the workers have, if any: one at a time, the others wait for it
  std::uint32_t pending = 0;
  // The epoch of what is queued; work that is queued after a fault of it was reported is of the next one.
  std::uint64_t epoch = 1;
  std::uint64_t faulted_epoch = 0;  // commands of this epoch and before are skipped
  FaultRecord* fault = nullptr;     // the newest, also once it has been reported
  Stream* next_draining = nullptr;
  Capture* capture = nullptr;             // what is queued goes into its graph (queue/graph.h)
  std::vector<GraphNode*> captured_tail;  // behind which that comes
};

struct Event {
  bool timing = true;
  Command* recorded = nullptr;
  SharedEvent* shared = nullptr;      // of an event that other processes can open
  std::uint64_t recorded_number = 0;  // of `recorded`, there
  std::uint64_t capture = 0;          // the number of the capture in which it was recorded last; 0: in none
  std::vector<GraphNode*> captured_tail;  // behind what it was, while that capture lasts
};

// Under the scheduler's lock, except the atomic members, what is constant, and `memory` and `heap`, which
// have locks of their own.
struct Context {
  const std::uint32_t index;  // 0: the primary context; what Memory knows the owner of an allocation by
  // The generation of its handle; 0 once it is destroyed. The next context in this place has another one.
  std::atomic<std::uint32_t> live{0};
  std::uint32_t generation = 0;  // of the newest; under the lock of driver/context.cpp
  std::uint64_t id = 0;          // of the newest
  bool is_free = false;          // destroyed, and its place may be taken; under the same lock

  Stream legacy;                        // the NULL stream
  std::unordered_set<Stream*> streams;  // live handles
  Stream* draining = nullptr;           // destroyed with work pending
  std::unordered_set<Event*> events;    // live handles
  Modules modules;
  std::vector<Capture*> captures;                    // under way
  std::unordered_set<Graph*> graphs;                 // live handles
  std::unordered_set<GraphExec*> graph_execs;        // live handles
  std::unordered_set<const GraphNode*> graph_nodes;  // of graphs and of captures
  // The process has one address space, so contexts share the table of its ranges.
  Memory& memory = cpu::memory();
  Heap heap;

  // The sizes that cuCtxSet... was given last. Only the stack size acts.
  std::atomic<std::size_t> stack_bytes{0};
  std::atomic<std::size_t> printf_bytes{0};
  std::atomic<std::size_t> l2_fetch_bytes{0};
  std::atomic<int> cache_config{0};
  unsigned flags = 0;                       // constant while it lives
  std::unordered_set<std::uint32_t> peers;  // indices

  explicit Context(std::uint32_t at) noexcept : index(at) {
    legacy.context = this;
    legacy.legacy = true;
    legacy.blocking = false;
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // NULL when the handle is not one of this context's.
  Stream* find_locked(driver::CUstream handle) noexcept;
  Event* find_locked(driver::CUevent handle) noexcept;
  Module* find_locked(driver::CUmodule handle) noexcept;
  Function* find_locked(driver::CUfunction handle) noexcept;

  // The streams that were created, also those that were destroyed with work pending.
  template <class Visit>
  void each_created_locked(Visit visit) const {
    for (Stream* stream : streams) visit(*stream);
    for (Stream* stream = draining; stream; stream = stream->next_draining) visit(*stream);
  }
  std::size_t created_count_locked() const noexcept {
    std::size_t count = streams.size();
    for (const Stream* stream = draining; stream; stream = stream->next_draining) ++count;
    return count;
  }
};

// Inline, because every call begins with a look-up.
inline Stream* Context::find_locked(driver::CUstream handle) noexcept {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value == 0 || value == 1) return &legacy;  // NULL and CU_STREAM_LEGACY
  auto* stream = reinterpret_cast<Stream*>(handle);
  return streams.count(stream) != 0 ? stream : nullptr;
}

inline Event* Context::find_locked(driver::CUevent handle) noexcept {
  auto* event = reinterpret_cast<Event*>(handle);
  return events.count(event) != 0 ? event : nullptr;
}

inline Module* Context::find_locked(driver::CUmodule handle) noexcept {
  auto* module = reinterpret_cast<Module*>(handle);
  return modules.modules.count(module) != 0 ? module : nullptr;
}

inline Function* Context::find_locked(driver::CUfunction handle) noexcept {
  auto* function = reinterpret_cast<Function*>(handle);
  return modules.functions.count(function) != 0 ? function : nullptr;
}

}  // namespace gridcall::cpu
