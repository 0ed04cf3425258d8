// SPDX-License-Identifier: Apache-2.0

#include "cpu/memory/moved_pages.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "cpu/base/fault_text.h"
#include "cpu/memory/guarded_pages.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// The number is odd while pages move. A fault may be handled after its move, so the last ranges are stored.
constinit std::atomic<std::uint64_t> moves{0};
struct MovedRange {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
};
constexpr std::size_t kKept = 64;
constinit MovedRange moved[kKept];

// The last access that this thread repeated. A fault at the same address without a move in between is another
// fault.
struct Retry {
  std::uintptr_t address;
  std::uint64_t moves;
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Retry last_retry{0, 0};

#if defined(__SANITIZE_THREAD__)
#define GRIDCALL_NO_TSAN [[gnu::no_sanitize_thread]]
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GRIDCALL_NO_TSAN [[clang::no_sanitize("thread")]]
#endif
#endif
#ifndef GRIDCALL_NO_TSAN
#define GRIDCALL_NO_TSAN
#endif

// Pages that were never written are not copied.
GRIDCALL_NO_TSAN bool is_zero(const std::uint64_t* words) noexcept {
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < kPageBytes / sizeof *words && any == 0; i += 8)
    for (std::size_t j = i; j < i + 8; ++j) any |= words[j];
  return any == 0;
}

// The library's pwrite is not used, because a sanitizer reports the kernel's read as a race.
bool write_all(int file, std::uintptr_t from, std::size_t bytes, std::size_t offset) noexcept {
  while (bytes != 0) {
    const long wrote = ::syscall(SYS_pwrite64, file, from, bytes, offset);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    const auto done = static_cast<std::size_t>(wrote);
    from += done;
    offset += done;
    bytes -= done;
  }
  return true;
}

bool copy(std::uintptr_t begin, std::size_t bytes, int file) noexcept {
  const auto is_hole = [&](std::size_t at) {
    return is_zero(reinterpret_cast<const std::uint64_t*>(begin + at));
  };
  for (std::size_t at = 0; at < bytes;) {
    if (is_hole(at)) {
      at += kPageBytes;
      continue;
    }
    std::size_t end = at + kPageBytes;
    while (end < bytes && end - at < kHugePageBytes && !is_hole(end)) end += kPageBytes;
    if (!write_all(file, begin + at, end - at, at)) return false;
    at = end;
  }
  return true;
}

CUresult failure(int error) noexcept {
  char room[128];
  fault_text_format("memory cannot be moved to where other processes can open it: %s",
                    strerror_r(error, room, sizeof room));
  return error == ENOMEM || error == ENOSPC ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_OPERATING_SYSTEM;
}

}  // namespace

CUresult moved_pages_move(std::uintptr_t begin, std::size_t bytes, int file) noexcept {
  void* const pages = reinterpret_cast<void*>(begin);
  const std::uint64_t number = moves.load(std::memory_order_relaxed);
  MovedRange& here = moved[number / 2 % kKept];
  here.begin.store(begin, std::memory_order_relaxed);
  here.end.store(begin + bytes, std::memory_order_relaxed);
  moves.store(number + 1, std::memory_order_seq_cst);
  int error = 0;
  if (::mprotect(pages, bytes, PROT_READ) != 0) {
    error = errno;
  } else if (!copy(begin, bytes, file)) {
    error = errno != 0 ? errno : EIO;
  } else if (::mmap(pages, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
    error = errno;
  }
  if (error != 0) ::mprotect(pages, bytes, PROT_READ | PROT_WRITE);
  moves.store(number + 2, std::memory_order_seq_cst);
  if (error != 0) return failure(error);
  if (bytes >= 2 * kHugePageBytes) ::madvise(pages, bytes, MADV_HUGEPAGE);
  return CUDA_SUCCESS;
}

bool moved_pages_wait(std::uintptr_t address) noexcept {
  std::uint64_t number = moves.load(std::memory_order_seq_cst);
  if (number == 0) return false;
  const auto holds = [address](const MovedRange& range) {
    return address >= range.begin.load(std::memory_order_relaxed) &&
           address < range.end.load(std::memory_order_relaxed);
  };
  bool known = false;
  for (const MovedRange& range : moved) known = known || holds(range);
  if (!known) return false;
  if (number % 2 != 0 && holds(moved[number / 2 % kKept])) {
    const int error = errno;
    const std::uint64_t under_way = number;
    while ((number = moves.load(std::memory_order_seq_cst)) == under_way) {
      constexpr timespec kPause{0, 20000};
      ::nanosleep(&kPause, nullptr);
    }
    errno = error;
    last_retry = {address, number};
    return true;
  }
  if (last_retry.address == address && last_retry.moves == number) return false;
  last_retry = {address, number};
  return true;
}

}  // namespace gridcall::cpu
