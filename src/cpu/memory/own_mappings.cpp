// SPDX-License-Identifier: Apache-2.0

#include "cpu/memory/own_mappings.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

namespace gridcall::cpu {

namespace {

std::size_t pages_for(std::size_t bytes) noexcept {
  return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

}  // namespace

bool OwnMappings::map(std::size_t bytes, GuardedPages& pages) noexcept {
  const bool huge = buffer_bytes(bytes) >= 2 * kHugePageBytes;
  if (!guarded_map(bytes, huge ? kHugePageBytes : kPageBytes, pages)) return false;
  if (huge) ::madvise(reinterpret_cast<void*>(pages.begin), pages.bytes, MADV_HUGEPAGE);
  return true;
}

std::uintptr_t OwnMappings::place(const GuardedPages& pages, std::size_t bytes) noexcept {
  return pages.end() - buffer_bytes(bytes);
}

bool OwnMappings::take_kept(std::size_t bytes, GuardedPages& pages) noexcept {
  // The newest mapping comes first, because its pages may still be in the caches.
  for (std::size_t i = freed_count_; i-- > 0;) {
    if (!freed_[i].has_pages || freed_[i].mapping.pages.bytes != pages_for(bytes)) continue;
    pages = freed_[i].mapping.pages;
    forget(i);
    return true;
  }
  return false;
}

void OwnMappings::forget(std::size_t index) noexcept {
  if (freed_[index].has_pages) idle_.bytes -= freed_[index].mapping.pages.bytes;
  std::move(freed_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
            freed_.begin() + static_cast<std::ptrdiff_t>(freed_count_),
            freed_.begin() + static_cast<std::ptrdiff_t>(index));
  --freed_count_;
}

void OwnMappings::keep(const OwnMapping& mapping, std::unique_lock<std::mutex>& lock) noexcept {
  FreedMapping next{mapping, true};
  for (;;) {
    if (freed_count_ == freed_.size()) {
      const GuardedPages oldest = freed_[0].mapping.pages;
      forget(0);
      lock.unlock();
      guarded_unmap(oldest);
      lock.lock();
      continue;
    }
    if (next.has_pages) {
      freed_[freed_count_++] = next;
      idle_.bytes += next.mapping.pages.bytes;
    } else {
      std::move_backward(freed_.begin(), freed_.begin() + static_cast<std::ptrdiff_t>(freed_count_),
                         freed_.begin() + static_cast<std::ptrdiff_t>(freed_count_) + 1);
      freed_[0] = next;
      ++freed_count_;
    }
    if (idle_.bytes <= idle_.limit) return;
    const auto end = freed_.begin() + static_cast<std::ptrdiff_t>(freed_count_);
    const auto oldest =
        std::find_if(freed_.begin(), end, [](const FreedMapping& freed) { return freed.has_pages; });
    if (oldest == end) return;  // the idle memory is in shared pages
    next = FreedMapping{oldest->mapping, false};
    forget(static_cast<std::size_t>(oldest - freed_.begin()));
    lock.unlock();
    const bool reserved = guarded_empty(next.mapping.pages);
    lock.lock();
    if (!reserved) return;
  }
}

const OwnMapping* OwnMappings::find_below(std::uintptr_t address) const noexcept {
  const auto next = live_.upper_bound(address);
  return next != live_.begin() ? &std::prev(next)->second : nullptr;
}

const OwnMapping* OwnMappings::find_above(std::uintptr_t address) const noexcept {
  const auto next = live_.upper_bound(address);
  return next != live_.end() ? &next->second : nullptr;
}

const OwnMapping* OwnMappings::find_freed(std::uintptr_t address) const noexcept {
  for (std::size_t i = freed_count_; i-- > 0;) {
    const Buffer& buffer = freed_[i].mapping.buffer;
    if (address >= buffer.begin && address < buffer.end()) return &freed_[i].mapping;
  }
  return nullptr;
}

void OwnMappings::trim() noexcept {
  for (std::size_t i = freed_count_; i-- > 0;) {
    if (!freed_[i].has_pages) continue;
    const GuardedPages pages = freed_[i].mapping.pages;
    forget(i);
    guarded_unmap(pages);
  }
}

void OwnMappings::clear() noexcept {
  for (const auto& [begin, mapping] : live_) {
    guarded_unmap(mapping.pages);
    if (mapping.file >= 0) ::close(mapping.file);
  }
  live_.clear();
  trim();
}

}  // namespace gridcall::cpu
