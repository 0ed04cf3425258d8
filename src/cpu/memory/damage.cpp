// SPDX-License-Identifier: Apache-2.0
//
// Writes that are found in red zones: at a kernel's end, which is told at once, and as memory is released or
// a kernel begins, which is noted until a call reports it.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <mutex>

#include "cpu/base/fault_text.h"
#include "cpu/memory/memory.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// The number of words in a launch's arguments that are checked as addresses.
constexpr std::size_t kMaxArgumentWords = 64;

// Damage that no kernel's end has found. A call reports it, or the end of a kernel that may have caused it.
struct DamageNotes {
  static constexpr unsigned kMax = 8;
  struct Note {
    std::uintptr_t buffer;
    std::uintptr_t address;
    char text[320];
  };
  std::mutex lock;
  Note notes[kMax];
  std::atomic<unsigned> count;
  unsigned lost;

  void add(std::uintptr_t buffer, std::uintptr_t address, const char* text) noexcept {
    const std::lock_guard held(lock);
    if (count == kMax) {
      ++lost;
      return;
    }
    notes[count].buffer = buffer;
    notes[count].address = address;
    std::snprintf(notes[count++].text, sizeof notes[0].text, "%s", text);
  }
  bool take(char* text, std::size_t capacity) noexcept {
    if (count.load(std::memory_order_acquire) == 0) return false;
    const std::lock_guard held(lock);
    if (count == 0) return false;
    const bool last = count == 1 && lost != 0;
    if (last) {
      std::snprintf(text, capacity, "%s (and %u more times)", notes[0].text, lost);
      lost = 0;
    } else {
      std::snprintf(text, capacity, "%s", notes[0].text);
    }
    std::move(notes + 1, notes + count, notes);
    --count;
    return true;
  }
  // Removes the notes of a buffer. Returns the address of the last one, or 0.
  std::uintptr_t drop(std::uintptr_t buffer) noexcept {
    const std::lock_guard held(lock);
    std::uintptr_t address = 0;
    for (unsigned i = count; i-- > 0;) {
      if (notes[i].buffer != buffer) continue;
      address = notes[i].address;
      std::move(notes + i + 1, notes + count--, notes + i);
    }
    return address;
  }
};
constinit DamageNotes damage_notes{};

}  // namespace

std::uint32_t& Memory::damaged_at_locked(const Range& range) noexcept {
  const OwnMapping* own = own_.find_below(range.begin);
  if (own && own->buffer.begin == range.begin) return own_.damaged_at(range.begin);
  return (range.kind == RangeKind::kDevice ? device_ : host_).damaged_at(range.begin);
}

// Marks the buffer as damaged, perhaps by a running kernel that uses it.
void Memory::mark_damaged_locked(const Range& range) noexcept {
  std::uint32_t count = damage_count_.load(std::memory_order_relaxed) + 1;
  if (count == 0) count = 1;
  damaged_at_locked(range) = count;
  damage_count_.store(count, std::memory_order_release);
}

// Describes damage relative to that buffer, because another one may be nearer.
void Memory::describe_beside_locked(const Range& range, std::uintptr_t damaged, char* text,
                                    std::size_t capacity) const noexcept {
  const bool is_before = damaged < range.begin;
  const char* what = range.kind == RangeKind::kDevice    ? "allocation"
                     : range.kind == RangeKind::kManaged ? "managed allocation"
                                                         : "page-locked allocation";
  std::snprintf(text, capacity, "%zu bytes %s the %zu-byte %s at 0x%llx",
                is_before ? range.begin - damaged : damaged - range.end(),
                is_before ? "before" : "past the end of", range.bytes, what,
                static_cast<unsigned long long>(range.begin));
}

void Memory::report_locked(const Range& range, std::uintptr_t damaged, const char* when) noexcept {
  char where[200];
  char text[320];
  describe_beside_locked(range, damaged, where, sizeof where);
  std::snprintf(text, sizeof text, "a write to 0x%llx, %s, was found %s%s",
                static_cast<unsigned long long>(damaged), where, when,
                checked_ ? "" : "; GRIDCALL_CPU_CHECK=1 names the kernel");
  mark_damaged_locked(range);
  damage_notes.add(range.begin, damaged, text);
}

// Calls visit(range) for each buffer that a word points to.
template <class Visit>
void Memory::each_argument(const std::uint64_t* words, std::size_t count, std::unique_lock<std::mutex>& lock,
                           Visit visit) noexcept {
  for (std::size_t i = 0; i < std::min(count, kMaxArgumentWords); ++i) {
    const std::uintptr_t word = words[i];
    if (!may_hold(word)) continue;
    if (!lock.owns_lock()) lock.lock();
    Range range;
    if (find_allocation_locked(word, range)) visit(range);
  }
}

Damage Memory::find_damage(const std::uint64_t* words, std::size_t count, std::uint32_t since) noexcept {
  Damage damage;
  std::uint32_t until = since;
  const auto look = [&](const Range& range, const RedZones& zones) {
    const std::uintptr_t damaged = zones.damage();
    if (damaged == 0) return false;
    if (damage.zones == 0 || damage.is_shared) {
      damage.is_shared = false;
      damage.address = damaged;
      describe_beside_locked(range, damaged, damage.where, sizeof damage.where);
    }
    ++damage.zones;
    mark_damaged_locked(range);
    damage_notes.drop(range.begin);
    zones.fill();
    return true;
  };
  const auto look_at_range = [&](const RedZones& zones, RangeKind kind) {
    look(Range{zones.begin, zones.end - zones.begin, kind}, zones);
  };
  std::unique_lock lock(lock_, std::defer_lock);
  bool knows_until = false;
  each_argument(words, count, lock, [&](const Range& range) {
    if (!knows_until) until = damage_count_.load(std::memory_order_relaxed);
    knows_until = true;
    if (look(range, red_zones_locked(range)) || until == since) return;
    const std::uint32_t at = damaged_at_locked(range);
    // Damage that this call has found is not noted again.
    if (at == 0 || at - since - 1 >= until - since) return;
    const std::uintptr_t noted = damage_notes.drop(range.begin);
    if (damage.zones++ != 0) return;
    damage.is_shared = true;
    damage.address = noted;
    if (noted != 0) return describe_beside_locked(range, noted, damage.where, sizeof damage.where);
    std::snprintf(damage.where, sizeof damage.where, "beside the %zu-byte allocation at 0x%llx", range.bytes,
                  static_cast<unsigned long long>(range.begin));
  });
  if (!checked_ && (damage.zones == 0 || damage.is_shared)) return damage;
  // A write far past the end of one buffer hits the red zones of others.
  if (!lock.owns_lock()) lock.lock();
  device_.for_each([&](const RedZones& zones) { look_at_range(zones, RangeKind::kDevice); });
  host_.for_each([&](const RedZones& zones) { look_at_range(zones, host_kind_locked(zones.begin)); });
  own_.for_each([&](const OwnMapping& own) {
    look_at_range(own.red_zones(), own.is_host ? host_kind_locked(own.buffer.begin) : RangeKind::kDevice);
  });
  return damage;
}

void Memory::note_damage(const std::uint64_t* words, std::size_t count) noexcept {
  std::unique_lock lock(lock_, std::defer_lock);
  each_argument(words, count, lock, [&](const Range& range) {
    const RedZones zones = red_zones_locked(range);
    const std::uintptr_t damaged = zones.damage();
    if (damaged == 0) return;
    report_locked(range, damaged, "when a kernel that uses it began");
    zones.fill();
  });
}

CUresult memory_take_damage() noexcept {
  char text[sizeof damage_notes.notes[0].text + 64];
  if (!damage_notes.take(text, sizeof text)) return CUDA_SUCCESS;
  fault_text_set(text);
  return CUDA_ERROR_ILLEGAL_ADDRESS;
}

void memory_print_damage() noexcept {
  char text[sizeof damage_notes.notes[0].text + 64];
  while (damage_notes.take(text, sizeof text)) std::fprintf(stderr, "gridcall: CPU device: %s\n", text);
}

}  // namespace gridcall::cpu
