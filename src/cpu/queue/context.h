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
  bool blocking = true;  // work is ordered with the NULL stream
  bool legacy = false;   // this is the NULL stream
  bool destroyed = false;
  std::uint64_t id = 0;
  Command* tail = nullptr;  // the last command, until it is done
  Command* running =
      nullptr;  // the command that the workers run, or NULL: one at a time, the others wait for it
  std::uint32_t pending = 0;
  // The epoch of queued work, which increases when a fault of the stream was reported.
  std::uint64_t epoch = 1;
  std::uint64_t faulted_epoch = 0;  // commands of this epoch and before are skipped
  FaultRecord* fault = nullptr;     // the newest fault, also after its report
  Stream* next_draining = nullptr;
  Capture* capture = nullptr;             // commands are recorded in its graph (queue/graph.h)
  std::vector<GraphNode*> captured_tail;  // the nodes that the next recorded node depends on
};

struct Event {
  bool timing = true;
  Command* recorded = nullptr;
  SharedEvent* shared = nullptr;          // the part of an event that other processes can open
  std::uint64_t recorded_number = 0;      // the number of `recorded` in `shared`
  std::uint64_t capture = 0;              // the number of the capture of the last record; 0: none
  std::vector<GraphNode*> captured_tail;  // the nodes before that record, during that capture
};

// A context. The scheduler's lock guards it, except the atomic members, the constants, and `memory` and
// `heap`, which have locks of their own.
struct Context {
  const std::uint32_t index;  // 0: the primary context; Memory knows the owner of an allocation by it
  // The generation of the handle; 0 once the context is destroyed. The next context in this place has another
  // one.
  std::atomic<std::uint32_t> live{0};
  std::uint32_t generation = 0;  // the newest generation; the lock of driver/context.cpp guards it
  std::uint64_t id = 0;          // the id of the newest context
  bool is_free = false;          // the context is destroyed, and its place is free; the same lock guards it

  Stream legacy;                        // the NULL stream
  std::unordered_set<Stream*> streams;  // live handles
  Stream* draining = nullptr;           // destroyed streams with pending work
  std::unordered_set<Event*> events;    // live handles
  Modules modules;
  std::vector<Capture*> captures;                    // the active captures
  std::unordered_set<Graph*> graphs;                 // live handles
  std::unordered_set<GraphExec*> graph_execs;        // live handles
  std::unordered_set<const GraphNode*> graph_nodes;  // the nodes of graphs and of captures
  // All contexts share one table of ranges, because the process has one address space.
  Memory& memory = cpu::memory();
  Heap heap;

  // The sizes that the cuCtxSet... functions set last. Only the stack size has an effect.
  std::atomic<std::size_t> stack_bytes{0};
  std::atomic<std::size_t> printf_bytes{0};
  std::atomic<std::size_t> l2_fetch_bytes{0};
  std::atomic<int> cache_config{0};
  unsigned flags = 0;                       // constant while the context lives
  std::unordered_set<std::uint32_t> peers;  // indices of contexts

  explicit Context(std::uint32_t at) noexcept : index(at) {
    legacy.context = this;
    legacy.legacy = true;
    legacy.blocking = false;
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // Returns NULL if the handle is not one of this context's.
  Stream* find_locked(driver::CUstream handle) noexcept;
  Event* find_locked(driver::CUevent handle) noexcept;
  Module* find_locked(driver::CUmodule handle) noexcept;
  Function* find_locked(driver::CUfunction handle) noexcept;

  // Calls `visit` for all created streams, also destroyed ones with pending work.
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

// This is inline, because every call begins with a look-up.
inline Stream* Context::find_locked(driver::CUstream handle) noexcept {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value == 0 || value == 1) return &legacy;  // NULL or CU_STREAM_LEGACY
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
