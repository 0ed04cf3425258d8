// SPDX-License-Identifier: Apache-2.0
//
// printf and the heap, as kernels call them.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>

#include "cpu/abi/runtime.h"
#include "cpu/exec/block.h"
#include "cpu/exec/check.h"
#include "cpu/memory/shadow.h"
#include "cpu/runtime/heap.h"
#include "cpu/runtime/print.h"

using namespace gridcall::cpu;

namespace {

constexpr std::size_t kHeapGap = 16;
// Above this size a kernel's output is written before the kernel ends.
constexpr std::size_t kFlushBytes = 256 * 1024;

}  // namespace

std::int32_t gridcall_rt_vprintf(ThreadContext* thread, const char* format, const void* arguments) {
  Block& block = block_of(thread);
  PrintedLine line;
  // A bad %s pointer faults here, with no lock held.
  const std::int32_t count = print(line, format, static_cast<const std::byte*>(arguments));
  const HostSection host(*block.worker);
  Launch& launch = *block.launch;
  try {
    const std::lock_guard lock(launch.print_lock);
    launch.printed.append(line.text, line.used);
    if (launch.printed.size() > kFlushBytes) launch.write_printed(launch.printed);
  } catch (...) {
    return -2;
  }
  return count;
}

void* gridcall_rt_malloc(ThreadContext* thread, std::uint64_t bytes) {
  const HostSection host(*block_of(thread).worker);
  if (!shadow().is_on()) return block_of(thread).launch->heap->alloc(bytes);
  // A gap after the allocation detects an access past its end.
  void* const made = block_of(thread).launch->heap->alloc(bytes != 0 ? bytes + kHeapGap : 0);
  if (made) check_heap(thread, made, bytes);
  return made;
}

void gridcall_rt_free(ThreadContext* thread, void* address) {
  if (!address) return;
  bool known = false;
  {
    const HostSection host(*block_of(thread).worker);
    known = block_of(thread).launch->heap->free(address);
  }
  if (known) return;
  Worker& worker = *block_of(thread).worker;
  worker.in_kernel.store(false, std::memory_order_relaxed);
  worker.note = FaultNote{};
  worker.note.set = true;
  worker.note.kind = Fault::kTrap;
  std::memcpy(worker.note.thread, thread->thread_index, sizeof worker.note.thread);
  std::snprintf(worker.note.detail, sizeof worker.note.detail,
                "free(%p): no live allocation of this kernel heap", address);
  worker.abandon_fiber();
}
