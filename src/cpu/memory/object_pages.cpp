// SPDX-License-Identifier: Apache-2.0

#include "cpu/memory/object_pages.h"

#include <sys/mman.h>

#include <algorithm>

#include "cpu/base/immortal.h"
#include "cpu/memory/guarded_pages.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

namespace {

constexpr std::uint8_t kReadByKernels = kShadowValid | kShadowWritten | kShadowReadOnly;

}  // namespace

ObjectPages& object_pages() noexcept {
  return immortal<ObjectPages>();
}

void* ObjectPages::take() {
  const std::lock_guard lock(lock_);
  std::uintptr_t page = 0;
  bool again = false;
  if (frontier_ == kChunkPages && released_.size() < kLeastReleased) {
    chunks_.reserve(chunks_.size() + 1);
    void* const chunk = ::mmap(nullptr, kChunkPages * kPageBytes, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (chunk != MAP_FAILED) {
      chunks_.push_back(reinterpret_cast<std::uintptr_t>(chunk));
      frontier_ = 0;
    }
  }
  if (frontier_ != kChunkPages) {
    page = chunks_.back() + frontier_ * kPageBytes;
  } else if (!released_.empty()) {
    page = released_.front();
    again = true;
  }
  if (page == 0 || ::mprotect(reinterpret_cast<void*>(page), kPageBytes, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  if (again)
    released_.pop_front();
  else
    ++frontier_;
  shadow().set(page, kPageBytes, kReadByKernels);
  return reinterpret_cast<void*>(page);
}

void ObjectPages::give(void* page) noexcept {
  ::madvise(page, kPageBytes, MADV_DONTNEED);
  ::mprotect(page, kPageBytes, PROT_NONE);
  shadow().set(reinterpret_cast<std::uintptr_t>(page), kPageBytes, 0);
  const std::lock_guard lock(lock_);
  try {
    released_.push_back(reinterpret_cast<std::uintptr_t>(page));
  } catch (...) {
    // Without memory for the record, the page is not reused.
  }
}

void ObjectPages::mark_taken() noexcept {
  const std::lock_guard lock(lock_);
  for (const std::uintptr_t chunk : chunks_)
    shadow().set(chunk, (chunk == chunks_.back() ? frontier_ : kChunkPages) * kPageBytes, kReadByKernels);
  for (const std::uintptr_t page : released_) shadow().set(page, kPageBytes, 0);
}

bool ObjectPages::is_released(std::uintptr_t address) noexcept {
  const std::lock_guard lock(lock_);
  const std::uintptr_t page = address / kPageBytes * kPageBytes;
  for (const std::uintptr_t chunk : chunks_) {
    if (page - chunk >= kChunkPages * kPageBytes) continue;
    const bool is_new = chunk == chunks_.back() && (page - chunk) / kPageBytes >= frontier_;
    return is_new || std::find(released_.begin(), released_.end(), page) != released_.end();
  }
  return false;
}

}  // namespace gridcall::cpu
