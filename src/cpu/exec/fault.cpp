// SPDX-License-Identifier: Apache-2.0

#include "cpu/exec/fault.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <mutex>

#include "cpu/exec/block.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/moved_pages.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constinit struct sigaction previous[4] = {};
constinit std::mutex install_lock;
constinit struct sigaction first_previous[4] = {};  // the handlers before the library was loaded
constinit std::atomic<bool> first_known = false;

// A handler that the host installed after ours may call ours in turn, if ours was installed again before it.
// The inner call has the same context and a deeper frame. A flag would not detect this, because handlers may
// leave by longjmp.
struct HandingOn {
  const void* ucontext;
  const void* frame;
};
[[gnu::tls_model("initial-exec")]] thread_local HandingOn handing_on = {};

int slot_of(int signal) noexcept {
  for (int i = 0; i < 4; ++i) {
    if (kSignals[i] == signal) return i;
  }
  return 0;
}

// Handles the signal as the program would without this handler.
void pass_on_signal(int signal, siginfo_t* info, void* ucontext) noexcept {
  const void* frame = __builtin_frame_address(0);
  const bool again = handing_on.ucontext == ucontext && std::less<const void*>()(frame, handing_on.frame);
  const struct sigaction& old = again ? first_previous[slot_of(signal)] : previous[slot_of(signal)];
  handing_on = HandingOn{ucontext, frame};
  if ((old.sa_flags & SA_SIGINFO) != 0 && old.sa_sigaction) {
    old.sa_sigaction(signal, info, ucontext);
    return;
  }
  if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
    old.sa_handler(signal);
    return;
  }
  if (old.sa_handler == SIG_IGN && info->si_code <= 0) return;  // a signal that was sent can be ignored
  // The default handler is restored; the repeated instruction then ends the process as it would have.
  struct sigaction fallback = {};
  fallback.sa_handler = SIG_DFL;
  ::sigaction(signal, &fallback, nullptr);
  if (info->si_code <= 0) raise(signal);
}

#if defined(__x86_64__)
bool canonical(greg_t value) noexcept {
  const std::int64_t top = static_cast<std::int64_t>(value) >> 47;
  return top == 0 || top == -1;
}

// The operand that the faulting instruction accessed, decoded if the processor does not report the address.
struct Operand {
  bool known = false;
  bool many = false;  // each element has an address
  std::uintptr_t address = 0;
};

Operand memory_operand(const greg_t* registers) noexcept {
  static constexpr int kRegisters[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                         REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                         REG_R12, REG_R13, REG_R14, REG_R15};
  const auto* at = reinterpret_cast<const std::uint8_t*>(registers[REG_RIP]);
  Operand result;
  while (*at == 0x66 || *at == 0xf2 || *at == 0xf3 || *at == 0xf0 || *at == 0x2e || *at == 0x3e) ++at;
  unsigned base_high = 0, index_high = 0, map = 0;
  std::int64_t scale8 = 1;  // the scale of a one-byte displacement
  std::uint8_t opcode = 0;
  if (*at == 0xc5) {
    map = 1;
    opcode = at[2];
    at += 3;
  } else if (*at == 0xc4 || *at == 0x62) {
    const bool evex = *at == 0x62;
    index_high = (at[1] & 0x40) != 0 ? 0 : 8;
    base_high = (at[1] & 0x20) != 0 ? 0 : 8;
    map = at[1] & (evex ? 7u : 31u);
    if (evex) scale8 = std::int64_t{16} << (at[3] >> 5 & 3);
    opcode = at[evex ? 4 : 3];
    at += evex ? 5 : 4;
  } else {
    if ((*at & 0xf0) == 0x40) {
      index_high = (*at & 2) != 0 ? 8 : 0;
      base_high = (*at & 1) != 0 ? 8 : 0;
      ++at;
    }
    if (*at == 0x0f) {
      ++at;
      if (*at == 0x38 || *at == 0x3a) ++at;
    } else if ((*at >= 0xa4 && *at <= 0xaf) || (*at >= 0x6c && *at <= 0x6f)) {
      return result;  // the registers of a string instruction have the address
    }
    ++at;
  }
  if (map == 2 && ((opcode >= 0x90 && opcode <= 0x93) || (opcode >= 0xa0 && opcode <= 0xa3))) {
    result.many = true;
    return result;
  }
  const unsigned mode = at[0] >> 6;
  unsigned base = at[0] & 7u;
  ++at;
  if (mode == 3) return result;
  std::uint64_t address = 0;
  bool has_base = true;
  if (base == 4) {
    const unsigned index = (*at >> 3 & 7u) | index_high;
    if (index != 4) address = static_cast<std::uint64_t>(registers[kRegisters[index]]) << (*at >> 6);
    base = *at & 7u;
    ++at;
    if (base == 5 && mode == 0) has_base = false;
  } else if (base == 5 && mode == 0) {
    return result;  // a displacement relative to the instruction
  }
  if (has_base) address += static_cast<std::uint64_t>(registers[kRegisters[base | base_high]]);
  if (mode == 1) {
    address += static_cast<std::uint64_t>(static_cast<std::int8_t>(*at) * scale8);
  } else if (mode == 2 || !has_base) {
    std::int32_t displacement = 0;
    std::memcpy(&displacement, at, sizeof displacement);
    address += static_cast<std::uint64_t>(std::int64_t{displacement});
  }
  result.known = true;
  result.address = address;
  return result;
}
#endif

void note_signal(Worker& worker, int signal, const siginfo_t& info, void* raw) noexcept {
  FaultNote& note = worker.note;
  note.set = true;
  note.no_memory = false;
  note.has_address = false;
  note.knows_access = false;
  note.is_write = false;
  note.detail[0] = '\0';
  note.candidates = 1;
  if (worker.current) {
    std::memcpy(note.thread, worker.current->thread_index, sizeof note.thread);
    if (worker.block && worker.block->code->warp.entry)
      note.candidates = WarpBlock::name_running(*worker.current, note.thread);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  switch (signal) {
    case SIGFPE:
      note.kind = Fault::kDivideByZero;
      return;
    case SIGILL:
      note.kind = Fault::kIllegalInstruction;
      note.has_address = true;
      note.address = address;
      return;
    default:
      break;
  }
  note.kind =
      signal == SIGBUS && info.si_code == BUS_ADRALN ? Fault::kMisalignedAddress : Fault::kIllegalAddress;
  note.has_address = true;
  note.address = address;
#if defined(__x86_64__)
  const auto& registers = static_cast<ucontext_t*>(raw)->uc_mcontext.gregs;
  if (signal == SIGSEGV && info.si_code == SI_KERNEL) {
    // Without an address from the processor, it is a non-canonical address, or a misaligned vector access.
    note.kind = Fault::kMisalignedAddress;
    note.has_address = false;
    const Operand operand = memory_operand(registers);
    if (operand.known && !canonical(static_cast<greg_t>(operand.address))) {
      note.kind = Fault::kIllegalAddress;
      note.has_address = true;
      note.address = operand.address;
    } else if (operand.many) {
      note.kind = Fault::kIllegalAddress;
    }
    if (note.kind == Fault::kIllegalAddress) return;
    for (int i = REG_R8; i <= REG_RSP && !operand.known; ++i) {
      if (canonical(registers[i])) continue;
      note.kind = Fault::kIllegalAddress;
      note.has_address = true;
      note.address = static_cast<std::uintptr_t>(registers[i]);
      break;
    }
    return;
  }
  note.knows_access = true;
  note.is_write = (registers[REG_ERR] & 2) != 0;
#else
  (void)raw;
#endif
  const Stack* stack = worker.running_stack;
  if (stack && stack->guard != 0) {
    const auto low = reinterpret_cast<std::uintptr_t>(stack->low);
    if (address < low && address >= low - stack->guard) note.kind = Fault::kStackOverflow;
  }
}

// A copy by this thread of the host.
struct GuardedCopy {
  sigjmp_buf environment;
  std::uintptr_t address;
};
[[gnu::tls_model("initial-exec")]] constinit thread_local GuardedCopy* guarded_copy = nullptr;

void leave_copy(int signal, const siginfo_t& info, const void* ucontext) noexcept {
  GuardedCopy* const copy = guarded_copy;
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  // Addresses that the caller passed as host memory are not guarded. SIGBUS is the end of a mapped file.
  if (!copy || (signal != SIGSEGV && signal != SIGBUS) || info.si_code <= 0 || !memory().may_hold(address))
    return;
  guarded_copy = nullptr;
  copy->address = address;
  ::pthread_sigmask(SIG_SETMASK, &static_cast<const ucontext_t*>(ucontext)->uc_sigmask, nullptr);
  siglongjmp(copy->environment, 1);
}

void on_signal(int signal, siginfo_t* info, void* ucontext) noexcept {
  // A write to pages that are being moved to a file is repeated.
  if (signal == SIGSEGV && info->si_code > 0 &&
      moved_pages_wait(reinterpret_cast<std::uintptr_t>(info->si_addr)))
    return;
  leave_copy(signal, *info, ucontext);
  Worker* worker = this_worker();
  if (!worker || !worker->in_kernel.load(std::memory_order_relaxed) || info->si_code <= 0) {
    pass_on_signal(signal, info, ucontext);
    return;
  }
  worker->in_kernel.store(false, std::memory_order_relaxed);
  note_signal(*worker, signal, *info, ucontext);
  fiber_leave_by_signal(ucontext, *worker->running, worker->main);
}

}  // namespace

CUresult fault_code(const FaultNote& note) noexcept {
  if (note.no_memory) return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  switch (note.kind) {
    case Fault::kTrap:
      return CUDA_ERROR_LAUNCH_FAILED;
    case Fault::kAssert:
      return CUDA_ERROR_ASSERT;
    case Fault::kDivideByZero:
      return GRIDCALL_DRIVER_ERROR_DIVIDE_BY_ZERO;
    case Fault::kIllegalAddress:
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    case Fault::kMisalignedAddress:
      return CUDA_ERROR_MISALIGNED_ADDRESS;
    case Fault::kStackOverflow:
      return CUDA_ERROR_HARDWARE_STACK_ERROR;
    case Fault::kIllegalInstruction:
      return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    case Fault::kCancelled:
      return GRIDCALL_DRIVER_ERROR_CANCELLED;
    case Fault::kDeadlock:
      return GRIDCALL_DRIVER_ERROR_DEADLOCK;
    case Fault::kCheck:
      return GRIDCALL_DRIVER_ERROR_CHECK_FAILED;
  }
  return CUDA_ERROR_LAUNCH_FAILED;
}

namespace {

struct FaultText {
  char* text;
  std::size_t capacity;
  std::size_t used = 0;

  template <class... Values>
  void add(const char* format, Values... values) noexcept {
    if (used >= capacity) return;
    const int written = std::snprintf(text + used, capacity - used, format, values...);
    if (written > 0) used += static_cast<std::size_t>(written);
  }
};

void describe_cause(const FaultNote& note, FaultText& to) noexcept {
  if (note.detail[0] != '\0') {
    to.add("%s", note.detail);
    return;
  }
  const auto address = static_cast<unsigned long long>(note.address);
  switch (note.kind) {
    case Fault::kTrap:
      to.add("%s", "trap");
      break;
    case Fault::kAssert:
      to.add("%s", "assertion failed");
      break;
    case Fault::kDivideByZero:
      to.add("%s", "integer division by zero, or of the least number by -1");
      break;
    case Fault::kIllegalAddress:
    case Fault::kMisalignedAddress: {
      const char* what = note.kind == Fault::kIllegalAddress ? "illegal address" : "misaligned address";
      if (!note.has_address && note.kind == Fault::kIllegalAddress) {
        to.add("%s (several threads' accesses at once; the processor does not say where)", what);
        break;
      }
      if (!note.has_address) {
        to.add("%s (a vector access that needs alignment; the processor does not say where)", what);
        break;
      }
      if (note.knows_access) {
        to.add("%s 0x%llx (%s)", what, address, note.is_write ? "write" : "read");
      } else {
        to.add("%s 0x%llx", what, address);
      }
      char near[200];
      memory().describe(note.address, near, sizeof near);
      if (near[0] != '\0') {
        to.add(", %s", near);
      } else if (note.address < 65536) {
        to.add("%s", ", a null pointer plus an offset");
      }
      break;
    }
    case Fault::kStackOverflow:
      to.add("%s", "stack overflow: raise GRIDCALL_CPU_STACK or recurse less deep");
      break;
    case Fault::kIllegalInstruction:
      to.add("illegal instruction at 0x%llx", address);
      break;
    case Fault::kCancelled:
      to.add("%s", "cancelled");
      break;
    case Fault::kDeadlock:
      to.add("%s", "deadlock");
      break;
    case Fault::kCheck:
      to.add("%s", "a check of the kernel failed");
      break;
  }
}

}  // namespace

void fault_describe(const FaultNote& note, const KernelDescription& kernel, const std::uint32_t block[3],
                    char* text, std::size_t capacity) noexcept {
  FaultText to{text, capacity};
  to.add("kernel `%.300s`: block (%u,%u,%u), thread (%u,%u,%u)", kernel.plain_name, block[0], block[1],
         block[2], note.thread[0], note.thread[1], note.thread[2]);
  if (note.candidates > 1) to.add(" or another of the %u that ran with it", note.candidates - 1);
  to.add("%s", ": ");
  describe_cause(note, to);
}

void fault_describe(const FaultNote& note, const char* what, char* text, std::size_t capacity) noexcept {
  FaultText to{text, capacity};
  to.add("%s: ", what);
  describe_cause(note, to);
}

bool fault_guard_copy(void (*body)(const void*), const void* argument, std::uintptr_t& address) noexcept {
  if (!first_known.load(std::memory_order_acquire)) fault_install_handlers();
  GuardedCopy copy;
  if (sigsetjmp(copy.environment, 0) != 0) {
    address = copy.address;
    return false;
  }
  guarded_copy = &copy;
  body(argument);
  guarded_copy = nullptr;
  return true;
}

void fault_install_handlers() noexcept {
  // The handlers are checked before every launch, because a host that installs its own later would receive a
  // kernel's faults.
  struct sigaction now = {};
  if (::sigaction(SIGSEGV, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
      now.sa_sigaction == on_signal)
    return;
  const std::lock_guard lock(install_lock);
  for (int i = 0; i < 4; ++i) {
    ::sigaction(kSignals[i], nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_signal) continue;
    previous[i] = now;
    if (!first_known.load(std::memory_order_relaxed)) first_previous[i] = now;
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(kSignals[i], &action, nullptr);
  }
  first_known.store(true, std::memory_order_release);
}

namespace {

// The size of the widest vector state that the kernel saves, and of the frames of other handlers in the
// chain.
constexpr std::size_t kSignalStackBytes = 128 * 1024;

}  // namespace

void* fault_new_signal_stack() noexcept {
  void* memory = ::mmap(nullptr, kSignalStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory != MAP_FAILED ? memory : nullptr;
}

void fault_prepare_thread(void* signal_stack) noexcept {
  stack_t stack = {};
  stack.ss_sp = signal_stack;
  stack.ss_size = kSignalStackBytes;
  ::sigaltstack(&stack, nullptr);
}

}  // namespace gridcall::cpu
