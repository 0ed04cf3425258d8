// SPDX-License-Identifier: Apache-2.0

#include "cpu/memory/shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace gridcall::cpu {

namespace {

constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

// Maps zeros, which take no memory until they are written, in huge pages if `huge`. Returns NULL if no
// addresses are left.
void* map_zeros(std::size_t bytes, bool huge) noexcept {
  const std::size_t more = huge ? kHugePageBytes : 0;
  void* const made = ::mmap(nullptr, bytes + more, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return nullptr;
  if (!huge) return made;
  const auto begin = reinterpret_cast<std::uintptr_t>(made);
  const std::uintptr_t first = (begin + more - 1) / more * more;
  void* const used = reinterpret_cast<void*>(first);
  if (first != begin) ::munmap(made, first - begin);
  if (first != begin + more) ::munmap(reinterpret_cast<void*>(first + bytes), begin + more - first);
  ::madvise(used, bytes, MADV_HUGEPAGE);
  return used;
}

// Sets `place` to new zeros unless another thread did so first.
template <class T>
T* make_once(std::atomic<T*>& place, std::size_t bytes, bool huge = false) noexcept {
  if (T* known = place.load(std::memory_order_acquire)) return known;
  T* const made = static_cast<T*>(map_zeros(bytes, huge));
  if (!made) return nullptr;
  T* before = nullptr;
  if (place.compare_exchange_strong(before, made, std::memory_order_acq_rel)) return made;
  ::munmap(static_cast<void*>(made), bytes);
  return before;
}

// Calls visit(first address, bytes) for the part in each chunk.
template <class Visit>
void each_chunk(std::uintptr_t begin, std::size_t bytes, Visit visit) noexcept {
  while (bytes != 0) {
    const std::size_t part = std::min(bytes, Shadow::kChunkBytes - begin % Shadow::kChunkBytes);
    visit(begin, part);
    begin += part;
    bytes -= part;
  }
}

}  // namespace

constinit Shadow the_shadow;

bool Shadow::turn_on() noexcept {
  return make_once(chunks_, kChunks * sizeof(std::atomic<std::uint8_t*>)) &&
         make_once(races_, kChunks * sizeof(std::atomic<RaceCells*>));
}

std::uint8_t* Shadow::make(std::uintptr_t address) noexcept {
  std::atomic<std::uint8_t*>* const chunks = chunks_.load(std::memory_order_acquire);
  if (!chunks || address >> kShadowAddressBits != 0) return nullptr;
  // Huge pages, because a kernel that walks down a column needs another page of the shadow for each row.
  return make_once(chunks[address >> kShadowChunkBits], kChunkBytes, /*huge*/ true);
}

RaceCells* Shadow::make_cells(std::atomic<RaceCells*>& place) noexcept {
  return make_once(place, sizeof(RaceCells), /*huge*/ true);
}

void Shadow::forget_accesses(std::uintptr_t begin, std::size_t bytes) noexcept {
  std::atomic<RaceCells*>* const races = races_.load(std::memory_order_relaxed);
  if (!races) return;
  each_chunk(begin, bytes, [&](std::uintptr_t first, std::size_t count) {
    RaceCells* const cells = races[first >> kShadowChunkBits].load(std::memory_order_acquire);
    if (!cells) return;
    // Accesses to bytes are only read after a write of a word.
    const std::size_t begins = first % kChunkBytes / 4, ends = begins + (count + 3) / 4;
    for (std::size_t word = begins; word < ends; ++word)
      for (unsigned kind = 0; kind < RaceCells::kBytes; ++kind) cells->block(kind, word) = 0;
    for (std::size_t line = begins / RaceCells::kLineWords; line * RaceCells::kLineWords < ends; ++line)
      cells->lines[line] = {};
  });
}

void Shadow::set(std::uintptr_t begin, std::size_t bytes, std::uint8_t value) noexcept {
  if (!is_on()) return;
  set_own(begin, bytes, value);
  // Behind it, so that who counts meanwhile keeps nothing.
  if ((value & kShadowWritten) == 0) forget_written(begin, bytes);
}

void Shadow::set_own(std::uintptr_t begin, std::size_t bytes, std::uint8_t value) noexcept {
  if (!is_on()) return;
  each_chunk(begin, bytes, [&](std::uintptr_t first, std::size_t count) {
    std::uint8_t* const chunk = value != 0 ? make(first) : find(first);
    if (chunk) std::memset(chunk + first % kChunkBytes, value, count);
  });
}

void Shadow::add(std::uintptr_t begin, std::size_t bytes, std::uint8_t bits) noexcept {
  if (!is_on()) return;
  each_chunk(begin, bytes, [&](std::uintptr_t first, std::size_t count) {
    std::uint8_t* const chunk = find(first);
    if (!chunk) return;
    std::uint8_t* const place = chunk + first % kChunkBytes;
    for (std::size_t i = 0; i < count; ++i) place[i] = static_cast<std::uint8_t>(place[i] | bits);
  });
}

void Shadow::copy_written(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) noexcept {
  if (!is_on()) return;
  constexpr std::uint8_t kBoth = kShadowValid | kShadowWritten;
  if (!find(from) || count_with(from, bytes, kBoth, kBoth) == bytes) return add(to, bytes, kShadowWritten);
  const auto one = [&](std::size_t i) {
    const std::uint8_t source = at(from + i);
    std::uint8_t* const chunk = find(to + i);
    if (!chunk) return;
    std::uint8_t& place = chunk[(to + i) % kChunkBytes];
    // Memory without a shadow is the host's, whose writes are not tracked.
    if ((source & kShadowValid) == 0 || (source & kShadowWritten) != 0)
      place = static_cast<std::uint8_t>(place | kShadowWritten);
    else
      place = static_cast<std::uint8_t>(place & ~kShadowWritten);
  };
  if (to <= from)
    for (std::size_t i = 0; i < bytes; ++i) one(i);
  else
    for (std::size_t i = bytes; i-- > 0;) one(i);
  forget_written(to, bytes);
}

std::size_t Shadow::count_with(std::uintptr_t begin, std::size_t bytes, std::uint8_t mask,
                               std::uint8_t wanted) const noexcept {
  std::size_t done = 0;
  while (done < bytes) {
    const std::uint8_t* const chunk = find(begin + done);
    if (!chunk) return done;
    const std::size_t first = (begin + done) % kChunkBytes;
    const std::size_t part = std::min(bytes - done, kChunkBytes - first);
    std::size_t right = 0;
    // 64 bytes at a time, which the compiler vectorizes.
    for (; right + 64 <= part; right += 64) {
      std::uint8_t wrong = 0;
      for (std::size_t i = 0; i < 64; ++i)
        wrong = static_cast<std::uint8_t>(wrong | ((chunk[first + right + i] & mask) ^ wanted));
      if (wrong != 0) break;
    }
    for (std::size_t i = right; i < part; ++i)
      if ((chunk[first + i] & mask) != wanted) return done + i;
    done += part;
  }
  return bytes;
}

std::size_t Shadow::count_written(std::uintptr_t begin, std::size_t bytes) noexcept {
  std::uint64_t forgotten = 0;
  {
    const std::lock_guard held(written_lock_);
    for (const WrittenRange& each : written_)
      if (begin >= each.begin && begin + bytes <= each.end) return bytes;
    forgotten = forgotten_;
  }
  const std::size_t count = count_with(begin, bytes, kShadowWritten, kShadowWritten);
  const std::lock_guard held(written_lock_);
  if (count == bytes && forgotten_ == forgotten)
    written_[next_written_++ % kWritten] = {begin, begin + bytes};
  return count;
}

void Shadow::forget_written(std::uintptr_t begin, std::size_t bytes) noexcept {
  const std::lock_guard held(written_lock_);
  ++forgotten_;
  for (WrittenRange& each : written_)
    if (begin < each.end && each.begin < begin + bytes) each = {};
}

}  // namespace gridcall::cpu
