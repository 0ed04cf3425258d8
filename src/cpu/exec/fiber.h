// SPDX-License-Identifier: Apache-2.0
//
// Stacks and the switch between them. A fiber never leaves its OS thread, so a switch is six registers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define GRIDCALL_CPU_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GRIDCALL_CPU_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define GRIDCALL_CPU_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GRIDCALL_CPU_TSAN 1
#endif
#endif

extern "C" void gridcall_cpu_fiber_switch(void** save, void* load);

namespace gridcall::cpu {

struct Fiber {
  void* stack_pointer = nullptr;  // the point where it resumes; invalid while it runs
  // These are for the sanitizers, which have a shadow of each stack.
  void* low = nullptr;
  std::size_t bytes = 0;
  void* fake_stack = nullptr;
  void* tsan = nullptr;
  bool left = false;  // the fiber never resumes, so the sanitizer must forget its frames
};

using FiberEntry = void (*)(void* argument);

// Makes `fiber` start `entry(argument)` on [low, low + bytes) at the next switch to it; `entry` must not
// return.
void fiber_prepare(Fiber& fiber, void* low, std::size_t bytes, FiberEntry entry, void* argument) noexcept;

// Makes `fiber` represent the calling OS thread's own stack.
void fiber_adopt_thread(Fiber& fiber) noexcept;

// Switches to `to`; returns when another fiber switches back to `from`.
#if defined(GRIDCALL_CPU_ASAN) || defined(GRIDCALL_CPU_TSAN)
void fiber_switch(Fiber& from, Fiber& to) noexcept;
#else
inline void fiber_switch(Fiber& from, Fiber& to) noexcept {
  gridcall_cpu_fiber_switch(&from.stack_pointer, to.stack_pointer);
}
#endif

// Resumes `to` and never returns; the stack of `from` is free afterwards.
[[noreturn]] void fiber_leave(Fiber& from, Fiber& to) noexcept;

// Makes the interrupted context of a signal handler resume `to` when the handler returns.
void fiber_leave_by_signal(void* ucontext, Fiber& from, Fiber& to) noexcept;

struct Stack {
  Fiber fiber;
  std::byte* low = nullptr;  // the lowest usable byte; `guard` inaccessible bytes are below it, if any
  std::size_t bytes = 0;
  std::size_t guard = 0;
};

// Stacks of one size for one OS thread, allocated in slabs that live as long as the pool.
class StackPool {
 public:
  explicit StackPool(std::size_t bytes) noexcept : bytes_(bytes) {}
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  // Returns NULL if the system gives no more memory.
  Stack* take() noexcept;
  void give(Stack* stack) noexcept;
  std::size_t stack_bytes() const noexcept { return bytes_; }

  // Returns true if a stack overflowed that has no guard page, because the system's limit of mappings was
  // near. Such a stack has a canary at its low end.
  static bool overflowed(const Stack& stack) noexcept { return stack.guard == 0 && canary_is_gone(stack); }
  static constexpr std::size_t kGuardBytes = 16 * 1024;
  static constexpr std::size_t kColourUnit = 16 * 1024;

 private:
  bool grow() noexcept;
  static bool canary_is_gone(const Stack& stack) noexcept;

  struct Slab {
    void* address;
    std::size_t bytes;
    Stack* stacks;
    std::size_t count;
  };
  std::size_t bytes_;
  std::vector<Stack*> free_;
  std::vector<Slab> slabs_;
};

}  // namespace gridcall::cpu
