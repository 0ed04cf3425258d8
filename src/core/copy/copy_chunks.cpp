// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy_chunks.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include "core/context.h"

namespace gridcall::core {

using namespace driver;

namespace {

constexpr std::size_t kBytes = CopyChunks::kChunkBytes * CopyChunks::kChunks;
constexpr std::uint32_t kAll = ~std::uint32_t{0};
static_assert(CopyChunks::kChunks == 32);

std::atomic<std::size_t> bytes_of_all{0};

}  // namespace

CopyChunks::Lease::Lease(Context& context, unsigned wanted) noexcept : chunks_(context.copy_chunks()) {
  const std::lock_guard lock(chunks_.lock_);
  if (!chunks_.memory_) chunks_.make_locked(context);
  // Half of what is left: other threads copy too.
  const auto left = static_cast<unsigned>(std::popcount(chunks_.free_));
  const unsigned most = std::min(wanted, (left + 1) / 2);
  for (; count_ < most; ++count_) {
    const auto index = static_cast<unsigned>(std::countr_zero(chunks_.free_));
    CUevent& event = chunks_.events_[index];
    if (!event && context.table().cuEventCreate(&event, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS) {
      event = nullptr;
      break;
    }
    chunks_.free_ &= chunks_.free_ - 1;
    indices_[count_] = static_cast<std::uint8_t>(index);
  }
}

CopyChunks::Lease::~Lease() {
  const std::lock_guard lock(chunks_.lock_);
  for (unsigned i = 0; i < count_; ++i)
    (abandoned_ ? chunks_.abandoned_ : chunks_.free_) |= std::uint32_t{1} << indices_[i];
}

std::byte* CopyChunks::Lease::chunk(unsigned index) const noexcept {
  return chunks_.memory_ + std::size_t{indices_[index]} * kChunkBytes;
}

CUevent CopyChunks::Lease::event(unsigned index) const noexcept {
  return chunks_.events_[indices_[index]];
}

void CopyChunks::make_locked(Context& context) noexcept {
  if (bytes_of_all.fetch_add(kBytes, std::memory_order_relaxed) > kMostBytes - kBytes) {
    bytes_of_all.fetch_sub(kBytes, std::memory_order_relaxed);
    return;
  }
  void* made = nullptr;
  const CUresult result = context.table().cuMemHostAlloc(&made, kBytes, 0);
  if (result != CUDA_SUCCESS) {
    context.notice(result, "cuMemHostAlloc");
    bytes_of_all.fetch_sub(kBytes, std::memory_order_relaxed);
    return;
  }
  memory_ = static_cast<std::byte*>(made);
  free_ = kAll;
}

void CopyChunks::free_locked(Context& context) noexcept {
  const Table& table = context.table();
  for (CUevent& event : events_) {
    if (event) table.cuEventDestroy(event);
    event = nullptr;
  }
  table.cuMemFreeHost(memory_);
}

void CopyChunks::free(Context& context) noexcept {
  const std::lock_guard lock(lock_);
  if (!memory_ || (free_ | abandoned_) != kAll) return;
  free_locked(context);
  memory_ = nullptr;
  free_ = abandoned_ = 0;
  bytes_of_all.fetch_sub(kBytes, std::memory_order_relaxed);
}

bool CopyChunks::is_made() const noexcept {
  const std::lock_guard lock(lock_);
  return memory_ != nullptr;
}

}  // namespace gridcall::core
