// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/copy.h"

#include <pthread.h>
#include <xmmintrin.h>

#include <algorithm>
#include <cfenv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <new>
#include <variant>

#include "cpu/base/fault_text.h"
#include "cpu/exec/fault.h"
#include "cpu/image/module.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/context.h"
#include "cpu/queue/graph.h"
#include "cpu/queue/scheduler.h"
#include "cpu/queue/workers.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// The size below which a copy or fill without blockers is done at once, because a worker's wake-up costs
// more.
constexpr std::size_t kInlineBytes = 64 * 1024;
// CUDA stages pageable memory up to this size instead of waiting.
constexpr std::size_t kStageBytes = 64 * 1024;
// The size from which the workers help a thread that copies.
constexpr std::size_t kSharedBytes = 2 * kTransferChunkBytes;
constexpr std::size_t kMaxHostWorkBytes = 4096;

// One side of a copy with its range.
struct Side {
  std::uintptr_t address = 0;
  bool known = false;  // the address lies in a range of Memory: page-locked or device memory
  Module* module = nullptr;
};

bool look_up(Memory& memory, std::uintptr_t address, std::size_t bytes, bool device, Side& side) {
  side.address = address;
  Range range;
  switch (memory.place(address, bytes, range)) {
    case Memory::Place::kInside:
      side.known = true;
      side.module = range.module;
      return true;
    case Memory::Place::kLeaves:
      // The side begins in one of our ranges but does not end there.
      if (range.kind != RangeKind::kRegistered) return false;
      break;
    case Memory::Place::kUnknown:
      break;
  }
  if (!device) return address != 0;
  // Memory that the host program wraps stays valid until the work is done, as the device's does.
  side.known = memory.admit_host(address, bytes);
  if (side.known) fault_install_handlers();
  return side.known;
}

void released_text(char* text, std::size_t capacity, const Transfer& transfer,
                   std::uintptr_t address) noexcept {
  std::snprintf(text, capacity,
                "%s: illegal address 0x%llx: the memory was released before its work was done, or cannot be "
                "accessed so",
                transfer.name(), static_cast<unsigned long long>(address));
}

// Transfers everything on a thread of the host. Returns false if memory of the device was released meanwhile;
// the call's text says so.
bool transfer_by_host(const Transfer& transfer) noexcept {
  std::uintptr_t address = 0;
  const auto run = [](const void* raw) {
    const auto& all = *static_cast<const Transfer*>(raw);
    all.run(0, all.bytes);
  };
  if (fault_guard_copy(run, &transfer, address)) return true;
  char text[kFaultTextBytes];
  released_text(text, sizeof text, transfer, address);
  fault_text_set(text);
  return false;
}

enum class Wait : std::uint8_t {
  kNever,      // both ends stay valid, so the workers copy
  kStage,      // the source is the caller's and small, so it is staged if the copy must wait
  kUntilDone,  // the call returns after it has used the caller's memory
};

Wait wait_of(const Side& to, const Side& from, std::size_t bytes, bool synchronous) noexcept {
  if (synchronous || !to.known) return Wait::kUntilDone;
  if (from.known) return Wait::kNever;
  return bytes <= kStageBytes ? Wait::kStage : Wait::kUntilDone;
}

// Keeps a module loaded while a command touches its globals.
void hold_locked(Command* command, int slot, Module* module) noexcept {
  if (!module || command->stream->context->modules.modules.count(module) == 0) return;
  ++module->references;
  command->modules[slot] = module;
}

// Returns the pitches of a box whose rows and slices have no gaps.
Pitches tight(const Box& box) noexcept {
  return {box.width, box.width * box.rows};
}

// Copies the source to the command. Returns false if memory is short or the source is unreadable.
bool stage(TransferCommand* command) noexcept {
  try {
    command->staged.resize((command->transfer.bytes + 7) / 8);
  } catch (const std::bad_alloc&) {
    return false;
  }
  const auto keep = [](const void* raw) {
    const auto& kept = *static_cast<const TransferCommand*>(raw);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the guard's function takes const
    auto* const place = reinterpret_cast<std::byte*>(const_cast<std::uint64_t*>(kept.staged.data()));
    Transfer into = kept.transfer;
    if (auto* copy = std::get_if<Copy>(&into.work)) {
      copy->destination = place;
    } else {
      auto& box = std::get<CopyBox>(into.work);
      box.destination = place;
      box.to = tight(box.box);
    }
    into.run(0, into.bytes);
  };
  std::uintptr_t address = 0;
  if (!fault_guard_copy(keep, command, address)) return false;
  const auto* const kept = reinterpret_cast<const std::byte*>(command->staged.data());
  if (auto* copy = std::get_if<Copy>(&command->transfer.work)) {
    copy->source = kept;
  } else {
    auto& box = std::get<CopyBox>(command->transfer.work);
    box.source = kept;
    box.from = tight(box.box);
  }
  return true;
}

// Runs a transfer of several chunks with the help of workers. Returns when the command is done.
CUresult transfer_shared(TransferCommand* command) noexcept {
  Scheduler& queue = scheduler();
  {
    const std::lock_guard lock(queue.lock);
    queue.share_locked(command);
  }
  workers_wake();
  const std::uint64_t chunks = command->chunks;
  const auto finish = [&](std::uint64_t count) {
    if (command->finished_chunks.fetch_add(count, std::memory_order_acq_rel) + count != chunks) return;
    const std::lock_guard lock(queue.lock);
    queue.finish_locked(command);
  };
  for (;;) {
    struct Chunk {
      const Transfer& transfer;
      std::uint64_t first;
    };
    const std::uint64_t claimed = command->next_chunk.fetch_add(1, std::memory_order_acq_rel);
    if (claimed >= chunks) break;
    const Chunk chunk{command->transfer, claimed * kTransferChunkBytes};
    const auto run = [](const void* raw) {
      const auto& each = *static_cast<const Chunk*>(raw);
      each.transfer.run(each.first, std::min(kTransferChunkBytes, each.transfer.bytes - each.first));
    };
    std::uint64_t over = 1;
    if (std::uintptr_t address = 0; !fault_guard_copy(run, &chunk, address)) {
      char* text = fault_new_text();
      if (text) released_text(text, kFaultTextBytes, command->transfer, address);
      const std::lock_guard lock(queue.lock);
      queue.set_fault_locked(command, CUDA_ERROR_ILLEGAL_ADDRESS, text);
      workers_stop(*command);
      const std::uint64_t next = command->next_chunk.exchange(chunks, std::memory_order_acq_rel);
      if (next < chunks) over += chunks - next;
    }
    finish(over);
  }
  {
    const std::lock_guard lock(queue.lock);
    queue.unlist_locked(command);
  }
  Scheduler::wait_done(command);
  const std::lock_guard lock(queue.lock);
  return queue.take_fault_locked(command->fault);
}

// While it lives, the numbers are those of a worker, whatever the caller's rounding and traps are.
class DefaultNumbers {
 public:
  DefaultNumbers() noexcept {
    // fesetenv() takes longer than a short transform, and most callers have the default.
    std::uint16_t control = 0, status = 0;
    asm volatile("fnstcw %0\n\tfnstsw %1" : "=m"(control), "=m"(status));
    is_default_ = control == kControl && (status & kFlags) == 0 && (words_ & ~kFlags) == kWords;
    if (is_default_) return;
    std::fegetenv(&environment_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultNumbers() {
    if (!is_default_) {
      std::fesetenv(&environment_);
      return;
    }
    std::uint16_t status = 0;
    asm volatile("fnstsw %0" : "=m"(status));
    if ((status & kFlags) != 0) asm volatile("fnclex");
    if (_mm_getcsr() != words_) _mm_setcsr(words_);
  }
  DefaultNumbers(const DefaultNumbers&) = delete;
  DefaultNumbers& operator=(const DefaultNumbers&) = delete;

 private:
  static constexpr unsigned kFlags = 0x3f, kControl = 0x37f, kWords = 0x1f80;
  const unsigned words_ = _mm_getcsr();
  bool is_default_ = false;
  std::fenv_t environment_{};
};

// Returns true if work of the host may run on this thread's stack: OpenBLAS has arrays of 2 MiB on it, and
// the host may have given the thread less, or have switched to a stack of its own.
bool is_stack_deep() noexcept {
  constexpr std::uintptr_t kNeededBytes = std::uintptr_t{4} << 20;
  thread_local struct {
    bool is_known;
    std::uintptr_t low, high;
  } stack;
  if (!stack.is_known) {
    stack.is_known = true;
    pthread_attr_t attributes;
    if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
      void* low = nullptr;
      std::size_t bytes = 0;
      ::pthread_attr_getstack(&attributes, &low, &bytes);
      ::pthread_attr_destroy(&attributes);
      stack.low = reinterpret_cast<std::uintptr_t>(low), stack.high = stack.low + bytes;
    }
  }
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return here < stack.high && here >= stack.low + kNeededBytes;
}

// Waits until the command is ready and runs it on this thread. The command is done if and only if
// CUDA_SUCCESS is returned.
CUresult finish_by_host(TransferCommand* command, bool report_blocking) {
  Scheduler& queue = scheduler();
  Scheduler::wait_ready(command);
  CUresult result = CUDA_SUCCESS;
  if (report_blocking && queue.unreported.load(std::memory_order_relaxed) != 0) {
    // The command waited for the blocking streams, whose faults may concern the data that it would read.
    const std::lock_guard lock(queue.lock);
    if (!command->skipped)
      result = queue.take_fault_locked(queue.oldest_fault_locked(*command->stream->context, Tails(), false));
  }
  if (result == CUDA_SUCCESS && command->state.load(std::memory_order_acquire) == kCommandReady &&
      command->transfer.bytes != 0) {
    if (command->transfer.bytes >= kSharedBytes && workers_count() > 1 && workers_start())
      result = transfer_shared(command);
    else if (!transfer_by_host(command->transfer))
      result = CUDA_ERROR_ILLEGAL_ADDRESS;
  }
  {
    const std::lock_guard lock(queue.lock);
    if (command->state.load(std::memory_order_relaxed) == kCommandReady) queue.complete_locked(command);
    if (command->skipped) result = queue.report_skipped_locked(*command);
    queue.release_locked(command);
  }
  workers_wake();
  return result;
}

CUresult enqueue(Context& context, CUstream handle, const Transfer& transfer, const Side& to,
                 const Side& from, Wait wait, bool report_blocking) {
  const std::size_t bytes = transfer.bytes;
  Scheduler& queue = scheduler();
  if (wait != Wait::kUntilDone && !workers_start()) return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  TransferCommand* mine = nullptr;
  {
    const std::lock_guard lock(queue.lock);
    Stream* stream = context.find_locked(handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult refused = check_capture_locked(*stream)) return refused;
    const bool is_captured = stream->capture != nullptr;
    if (!is_captured) {
      if (const CUresult fault = queue.take_fault_locked(*stream)) return fault;
    }
    if (bytes == 0 && wait == Wait::kNever) return CUDA_SUCCESS;
    const NewCommand<TransferCommand> command(queue, *stream);
    command->transfer = transfer;
    hold_locked(command.get(), 0, to.module);
    hold_locked(command.get(), 1, from.module);
    command->chunks = (bytes + kTransferChunkBytes - 1) / kTransferChunkBytes;
    // The command is first queued for this thread: small work without blockers is done here at once.
    command->by_host = !is_captured;
    queue.submit_locked(command.get());
    if (is_captured) return CUDA_SUCCESS;
    if (wait == Wait::kUntilDone) {
      mine = command.get();
    } else if (command->state.load(std::memory_order_relaxed) == kCommandReady) {
      if (bytes <= kInlineBytes) {
        mine = command.get();
      } else {
        command->state.store(kCommandQueued, std::memory_order_relaxed);
        command->by_host = false;
        queue.hand_over_locked(command.get());
      }
    } else if (wait == Wait::kStage && !stage(command.get())) {
      mine = command.get();
    } else {
      command->by_host = false;
    }
    if (mine) ++mine->references;
  }
  if (!mine) {
    workers_wake();
    return CUDA_SUCCESS;
  }
  const CUresult result = finish_by_host(mine, report_blocking);
  if (wait == Wait::kUntilDone) queue.flush_printed();
  return result;
}

}  // namespace

CUresult copy(Context& context, std::uintptr_t destination, std::uintptr_t source, std::size_t bytes,
              bool to_device, bool from_device, CUstream stream, bool synchronous) {
  Side to;
  Side from;
  if (bytes != 0) {
    if (!look_up(context.memory, destination, bytes, to_device, to) ||
        !look_up(context.memory, source, bytes, from_device, from)) {
      return CUDA_ERROR_INVALID_VALUE;
    }
  }
  const Wait wait = bytes == 0 && !synchronous ? Wait::kNever : wait_of(to, from, bytes, synchronous);
  const Copy work{reinterpret_cast<std::byte*>(destination), reinterpret_cast<const std::byte*>(source)};
  return enqueue(context, stream, {work, bytes}, to, from, wait, synchronous);
}

CUresult fill(Context& context, CUdeviceptr destination, std::uint32_t value, std::uint32_t value_bytes,
              std::size_t count, CUstream stream) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, std::size_t{value_bytes}, &bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (destination % value_bytes != 0) return CUDA_ERROR_INVALID_VALUE;
  Side to;
  if (bytes != 0 && !look_up(context.memory, destination, bytes, true, to)) return CUDA_ERROR_INVALID_VALUE;
  const Fill work{reinterpret_cast<std::byte*>(destination), value, value_bytes};
  return enqueue(context, stream, {work, bytes}, to, Side(), Wait::kNever, false);
}

CUresult copy_box(Context& context, const BoxEnd& destination, const BoxEnd& source, const Box& box,
                  CUstream stream, bool synchronous) {
  const std::size_t bytes = box.width * box.rows * box.slices;
  const Pitches flat = tight(box);
  const auto is_flat = [&](const Pitches& pitches) {
    return (box.rows == 1 || pitches.row == flat.row) && (box.slices == 1 || pitches.slice == flat.slice);
  };
  if (is_flat(destination.pitches) && is_flat(source.pitches))
    return copy(context, destination.address, source.address, bytes, destination.is_device, source.is_device,
                stream, synchronous);
  Side to;
  Side from;
  if (!look_up(context.memory, destination.address, destination.pitches.extent(box), destination.is_device,
               to) ||
      !look_up(context.memory, source.address, source.pitches.extent(box), source.is_device, from)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const CopyBox work{reinterpret_cast<std::byte*>(destination.address),
                     reinterpret_cast<const std::byte*>(source.address), box, destination.pitches,
                     source.pitches};
  return enqueue(context, stream, {work, bytes}, to, from, wait_of(to, from, bytes, synchronous),
                 synchronous);
}

CUresult fill_box(Context& context, const BoxEnd& destination, const Box& box, const void* pattern,
                  std::size_t pattern_bytes, CUstream stream) {
  Side to;
  if (!look_up(context.memory, destination.address, destination.pitches.extent(box), true, to))
    return CUDA_ERROR_INVALID_VALUE;
  FillBox work{reinterpret_cast<std::byte*>(destination.address),
               box,
               destination.pitches,
               static_cast<std::uint32_t>(pattern_bytes),
               {}};
  std::memcpy(work.pattern, pattern, pattern_bytes);
  return enqueue(context, stream, {work, box.width * box.rows * box.slices}, to, Side(), Wait::kNever, false);
}

CUresult host_work(Context& context, CUhostFn function, const void* data, std::size_t bytes, unsigned flags,
                   CUstream handle) {
  if (bytes == 0 || bytes > kMaxHostWorkBytes) return CUDA_ERROR_INVALID_VALUE;
  if (!workers_start()) return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  // As before a launch: the host may have installed its own, and a worker may begin at once.
  if ((flags & kHostWorkKept) == 0) fault_install_handlers();
  Scheduler& queue = scheduler();
  TransferCommand* mine = nullptr;
  {
    const std::lock_guard lock(queue.lock);
    Stream* stream = context.find_locked(handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (const CUresult refused = check_capture_locked(*stream)) return refused;
    if (!stream->capture) {
      if (const CUresult fault = queue.take_fault_locked(*stream)) return fault;
    }
    const NewCommand<TransferCommand> command(queue, *stream);
    command->staged.resize((bytes + 7) / 8);
    command->transfer = {HostWork{function, command->staged.data()}, 1};
    command->chunks = 1;
    command->by_host = (flags & kHostWorkShort) != 0 && !stream->capture &&
                       ((flags & kHostWorkDeep) == 0 || is_stack_deep());
    const auto keep_data = [&] { std::memcpy(command->staged.data(), data, bytes); };
    if (!command->by_host) keep_data();
    queue.submit_locked(command.get());
    if (command->by_host && command->state.load(std::memory_order_relaxed) == kCommandReady) {
      mine = command.get();
      ++mine->references;
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): no copy, since the caller waits
      std::get<HostWork>(mine->transfer.work).data = const_cast<void*>(data);
    } else if (command->by_host) {
      command->by_host = false;
      keep_data();  // no worker looks before the lock is free
    }
  }
  if (mine) {
    const DefaultNumbers numbers;
    return finish_by_host(mine, false);
  }
  workers_wake();
  return CUDA_SUCCESS;
}

bool run_for_wait(const Command& awaited, std::uint32_t least) noexcept {
  Scheduler& queue = scheduler();
  if (queue.ready_count.load(std::memory_order_acquire) == 0) return false;
  const auto work_locked = [&]() -> TransferCommand* {
    if (awaited.state.load(std::memory_order_relaxed) >= least || !awaited.stream->running) return nullptr;
    TransferCommand* const found = as_transfer(awaited.stream->running);
    return found && std::holds_alternative<HostWork>(found->transfer.work) ? found : nullptr;
  };
  {
    const std::lock_guard lock(queue.lock);
    if (!work_locked()) return false;
  }
  if (!is_stack_deep()) return false;  // reads a file at first
  TransferCommand* mine = nullptr;
  {
    const std::lock_guard lock(queue.lock);
    mine = work_locked();
    if (!mine || mine->next_chunk.fetch_add(1, std::memory_order_acq_rel) != 0) return false;
    queue.unlist_locked(mine);
    ++mine->references;
  }
  fault_install_handlers();
  const auto run = [](const void* raw) { static_cast<const Transfer*>(raw)->run(0, 1); };
  std::uintptr_t address = 0;
  bool is_done = false;
  {
    const DefaultNumbers numbers;
    is_done = fault_guard_copy(run, &mine->transfer, address);
  }
  char* const text = is_done ? nullptr : fault_new_text();
  if (text) released_text(text, kFaultTextBytes, mine->transfer, address);
  {
    const std::lock_guard lock(queue.lock);
    if (!is_done) queue.set_fault_locked(mine, CUDA_ERROR_ILLEGAL_ADDRESS, text);
    mine->finished_chunks.store(1, std::memory_order_release);
    queue.finish_locked(mine);
    queue.release_locked(mine);
  }
  workers_wake();
  return true;
}

}  // namespace gridcall::cpu
