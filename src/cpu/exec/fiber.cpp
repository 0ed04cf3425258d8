// SPDX-License-Identifier: Apache-2.0

#include "cpu/exec/fiber.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <new>

#include "cpu/memory/guarded_pages.h"

#if defined(GRIDCALL_CPU_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(GRIDCALL_CPU_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

// gridcall_cpu_fiber_switch(void** save, void* load) stores the callee-saved registers on the stack and the
// stack pointer in *save, loads the stack pointer from `load`, and restores the registers.
// gridcall_cpu_fiber_resume is its second half, after the stack pointer was loaded; a signal handler can make
// a faulting thread continue there. Floating-point control words are not saved, because device code does not
// change them.
#if defined(__x86_64__)
asm(R"(
.text
.p2align 4
.hidden gridcall_cpu_fiber_switch
.globl gridcall_cpu_fiber_switch
.type gridcall_cpu_fiber_switch, @function
gridcall_cpu_fiber_switch:
  endbr64
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
.hidden gridcall_cpu_fiber_resume
.globl gridcall_cpu_fiber_resume
gridcall_cpu_fiber_resume:
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size gridcall_cpu_fiber_switch, .-gridcall_cpu_fiber_switch
.p2align 4
.hidden gridcall_cpu_fiber_start
.globl gridcall_cpu_fiber_start
.type gridcall_cpu_fiber_start, @function
gridcall_cpu_fiber_start:
  movq %r12, %rdi
  xorl %ebp, %ebp
  call *%rbx
  ud2
.size gridcall_cpu_fiber_start, .-gridcall_cpu_fiber_start
)");
#elif defined(__aarch64__)
asm(R"(
.text
.p2align 4
.hidden gridcall_cpu_fiber_switch
.globl gridcall_cpu_fiber_switch
.type gridcall_cpu_fiber_switch, %function
gridcall_cpu_fiber_switch:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
.hidden gridcall_cpu_fiber_resume
.globl gridcall_cpu_fiber_resume
gridcall_cpu_fiber_resume:
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size gridcall_cpu_fiber_switch, .-gridcall_cpu_fiber_switch
.p2align 4
.hidden gridcall_cpu_fiber_start
.globl gridcall_cpu_fiber_start
.type gridcall_cpu_fiber_start, %function
gridcall_cpu_fiber_start:
  mov x0, x20
  mov x29, xzr
  mov x30, xzr
  blr x19
  brk #1
.size gridcall_cpu_fiber_start, .-gridcall_cpu_fiber_start
)");
#else
#error "gridcall's CPU device knows x86-64 and aarch64"
#endif

extern "C" {
void gridcall_cpu_fiber_resume();
void gridcall_cpu_fiber_start();
}

namespace gridcall::cpu {

namespace {

constexpr std::uint64_t kCanary = 0x6772696463616c6c;

#if defined(GRIDCALL_CPU_ASAN)
void arrived(void* fake_stack) noexcept {
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
}
#endif

// The first frame on every new stack, which tells the sanitizer of the switch.
struct Start {
  FiberEntry entry;
  void* argument;
};

void start(void* raw) noexcept {
#if defined(GRIDCALL_CPU_ASAN)
  arrived(nullptr);
#endif
  const Start first = *static_cast<Start*>(raw);
  first.entry(first.argument);
  __builtin_trap();
}

void announce(Fiber& from, Fiber& to, bool for_good) noexcept {
#if defined(GRIDCALL_CPU_ASAN)
  __sanitizer_start_switch_fiber(for_good ? nullptr : &from.fake_stack, to.low, to.bytes);
#endif
#if defined(GRIDCALL_CPU_TSAN)
  __tsan_switch_to_fiber(to.tsan, 0);
#endif
  (void)from, (void)to, (void)for_good;
}

// Every guarded stack costs the process two mappings.
std::atomic<long> guards_left{-1};

bool take_guards(long count) noexcept {
  long left = guards_left.load(std::memory_order_relaxed);
  if (left < 0) {
    long unset = -1;
    guards_left.compare_exchange_strong(unset, system_mapping_limit() / 4);
    left = guards_left.load(std::memory_order_relaxed);
  }
  while (left >= count) {
    if (guards_left.compare_exchange_weak(left, left - count)) return true;
  }
  return false;
}

}  // namespace

void fiber_prepare(Fiber& fiber, void* low, std::size_t bytes, FiberEntry entry, void* argument) noexcept {
  fiber.low = low;
  fiber.bytes = bytes;
  fiber.fake_stack = nullptr;
#if defined(GRIDCALL_CPU_ASAN)
  __asan_unpoison_memory_region(low, bytes);  // abandoned frames leave poisoned memory
#endif
#if defined(GRIDCALL_CPU_TSAN)
  if (fiber.tsan && fiber.left) {
    __tsan_destroy_fiber(fiber.tsan);
    fiber.tsan = nullptr;
  }
  if (!fiber.tsan) fiber.tsan = __tsan_create_fiber(0);
  fiber.left = false;
#endif
  auto top = (reinterpret_cast<std::uintptr_t>(low) + bytes) & ~std::uintptr_t{15};
  // The tops of neighbouring stacks share their low address bits, and would compete for the same cache sets.
  top -= reinterpret_cast<std::uintptr_t>(low) / StackPool::kColourUnit % 13 * 320;
  top -= sizeof(Start) + 16;
  top &= ~std::uintptr_t{15};
  auto* first = reinterpret_cast<Start*>(top);
  *first = Start{entry, argument};
#if defined(__x86_64__)
  // The layout that the switch leaves: r15 r14 r13 r12 rbx rbp, return address; 16-byte aligned after the
  // pop.
  auto* words = reinterpret_cast<std::uintptr_t*>(top - 56);
  words[0] = words[1] = words[2] = 0;
  words[3] = top;
  words[4] = reinterpret_cast<std::uintptr_t>(&start);
  words[5] = 0;
  words[6] = reinterpret_cast<std::uintptr_t>(&gridcall_cpu_fiber_start);
  fiber.stack_pointer = words;
#else
  auto* words = reinterpret_cast<std::uintptr_t*>(top - 160);
  std::memset(words, 0, 160);
  words[0] = reinterpret_cast<std::uintptr_t>(&start);
  words[1] = top;
  words[11] = reinterpret_cast<std::uintptr_t>(&gridcall_cpu_fiber_start);
  fiber.stack_pointer = words;
#endif
}

void fiber_adopt_thread(Fiber& fiber) noexcept {
#if defined(GRIDCALL_CPU_ASAN)
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
    ::pthread_attr_getstack(&attributes, &fiber.low, &fiber.bytes);
    ::pthread_attr_destroy(&attributes);
  }
#endif
#if defined(GRIDCALL_CPU_TSAN)
  fiber.tsan = __tsan_get_current_fiber();
#endif
  (void)fiber;
}

#if defined(GRIDCALL_CPU_ASAN) || defined(GRIDCALL_CPU_TSAN)
void fiber_switch(Fiber& from, Fiber& to) noexcept {
  announce(from, to, false);
  gridcall_cpu_fiber_switch(&from.stack_pointer, to.stack_pointer);
#if defined(GRIDCALL_CPU_ASAN)
  arrived(from.fake_stack);
#endif
#if defined(GRIDCALL_CPU_TSAN)
  if (__tsan_get_current_fiber() != from.tsan) __tsan_switch_to_fiber(from.tsan, 0);
#endif
}
#endif

void fiber_leave(Fiber& from, Fiber& to) noexcept {
  from.left = true;
  announce(from, to, true);
  gridcall_cpu_fiber_switch(&from.stack_pointer, to.stack_pointer);
  __builtin_trap();
}

void fiber_leave_by_signal(void* ucontext, Fiber& from, Fiber& to) noexcept {
  from.left = true;
#if defined(GRIDCALL_CPU_ASAN)
  announce(from, to, true);
#endif
  // ThreadSanitizer must find this fiber current after the handler returns; it learns of the switch where
  // `to` resumes.
  auto& machine = static_cast<ucontext_t*>(ucontext)->uc_mcontext;
#if defined(__x86_64__)
  machine.gregs[REG_RSP] = reinterpret_cast<greg_t>(to.stack_pointer);
  machine.gregs[REG_RIP] = reinterpret_cast<greg_t>(&gridcall_cpu_fiber_resume);
  machine.gregs[REG_EFL] &= ~greg_t{0x400};  // direction flag: a backward copy may have been interrupted
#else
  machine.sp = reinterpret_cast<std::uintptr_t>(to.stack_pointer);
  machine.pc = reinterpret_cast<std::uintptr_t>(&gridcall_cpu_fiber_resume);
#endif
}

StackPool::~StackPool() {
  for (const Slab& slab : slabs_) {
#if defined(GRIDCALL_CPU_TSAN)
    for (std::size_t i = 0; i < slab.count; ++i) {
      if (slab.stacks[i].fiber.tsan) __tsan_destroy_fiber(slab.stacks[i].fiber.tsan);
    }
#endif
    ::munmap(slab.address, slab.bytes);
    delete[] slab.stacks;
  }
}

bool StackPool::grow() noexcept {
  constexpr std::size_t kCount = 64;
  const std::size_t count = slabs_.empty() && bytes_ >= 512 * 1024 ? 1 : kCount;
  const std::size_t step = bytes_ + kGuardBytes;
  // An access that misses the slab by less than its edge never hits memory of the host.
  constexpr std::size_t kEdge = cpu::kGuardBytes;
  const std::size_t total = step * count + 2 * kEdge;
  const bool guarded = take_guards(static_cast<long>(2 * count));
  void* address =
      ::mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (address == MAP_FAILED) return false;
  auto* stacks = new (std::nothrow) Stack[count];
  std::byte* const slab = static_cast<std::byte*>(address) + kEdge;
  if (!stacks || (!guarded && ::mprotect(slab, step * count, PROT_READ | PROT_WRITE) != 0)) {
    ::munmap(address, total);
    delete[] stacks;
    return false;
  }
  for (std::size_t i = 0; i < count; ++i) {
    Stack& stack = stacks[i];
    stack.low = slab + i * step + kGuardBytes;
    stack.bytes = bytes_;
    stack.guard = guarded ? kGuardBytes : 0;
    if (guarded && ::mprotect(stack.low, bytes_, PROT_READ | PROT_WRITE) != 0) {
      ::munmap(address, total);
      delete[] stacks;
      return false;
    }
    if (!guarded) {
      stack.low -= kGuardBytes;
      stack.bytes += kGuardBytes;
      std::memcpy(stack.low, &kCanary, sizeof kCanary);
    }
  }
  try {
    free_.reserve(free_.capacity() + count);
    slabs_.push_back(Slab{address, total, stacks, count});
  } catch (const std::bad_alloc&) {
    ::munmap(address, total);
    delete[] stacks;
    return false;
  }
  for (std::size_t i = count; i-- > 0;) free_.push_back(&stacks[i]);
  return true;
}

Stack* StackPool::take() noexcept {
  if (free_.empty() && !grow()) return nullptr;
  Stack* stack = free_.back();
  free_.pop_back();
  return stack;
}

void StackPool::give(Stack* stack) noexcept {
#if defined(GRIDCALL_CPU_ASAN)
  __asan_unpoison_memory_region(stack->low, stack->bytes);
#endif
  if (stack->guard == 0) std::memcpy(stack->low, &kCanary, sizeof kCanary);
  free_.push_back(stack);  // never grows: the capacity covers every stack of the pool
}

bool StackPool::canary_is_gone(const Stack& stack) noexcept {
  return std::memcmp(stack.low, &kCanary, sizeof kCanary) != 0;
}

}  // namespace gridcall::cpu
