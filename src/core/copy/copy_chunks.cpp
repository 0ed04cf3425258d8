// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy_chunks.h"

#include <atomic>
#include <bit>
#include <utility>

#include "core/capture.h"
#include "core/context.h"

namespace gridcall::core {

using namespace driver;

namespace {

static_assert(CopyChunks::kChunks == 32);

std::atomic<std::size_t> bytes_of_all{0};

}  // namespace

CopyChunks::Lease::Lease(CopyChunks& chunks, Context& context, unsigned wanted) : chunks_(chunks) {
  const std::lock_guard lock(chunks_.lock_);
  chunks_.is_used_ = true;
  while (count_ < wanted && chunks_.free_ != 0) {
    const std::uint32_t made = chunks_.free_ & chunks_.made_;
    const auto index = static_cast<unsigned>(std::countr_zero(made ? made : chunks_.free_));
    if (!made && !chunks_.make_locked(context, index)) break;
    chunks_.free_ &= ~(std::uint32_t{1} << index);
    indices_[count_++] = static_cast<std::uint8_t>(index);
  }
}

CopyChunks::Lease::~Lease() {
  const std::lock_guard lock(chunks_.lock_);
  for (unsigned i = 0; i < count_; ++i)
    (abandoned_ ? chunks_.abandoned_ : chunks_.free_) |= std::uint32_t{1} << indices_[i];
}

std::byte* CopyChunks::Lease::chunk(unsigned index) const noexcept {
  return chunks_.memory_[indices_[index]];
}

CUevent CopyChunks::Lease::event(unsigned index) const noexcept {
  return chunks_.events_[indices_[index]];
}

bool CopyChunks::make_locked(Context& context, unsigned index) noexcept {
  const Table& table = context.table();
  if (bytes_of_all.fetch_add(kChunkBytes, std::memory_order_relaxed) <= kMaxBytes - kChunkBytes) {
    void* memory = nullptr;
    CUevent event = nullptr;
    const RelaxedCaptureMode relaxed(table, context.is_cpu());
    CUresult result = table.cuMemHostAlloc(&memory, kChunkBytes, 0);
    if (result == CUDA_SUCCESS) {
      result = table.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING);
      if (result == CUDA_SUCCESS) {
        memory_[index] = static_cast<std::byte*>(memory);
        events_[index] = event;
        made_ |= std::uint32_t{1} << index;
        return true;
      }
      table.cuMemFreeHost(memory);
    }
    context.notice(result, "cuMemHostAlloc");
  }
  bytes_of_all.fetch_sub(kChunkBytes, std::memory_order_relaxed);
  return false;
}

void CopyChunks::free(Context& context) noexcept {
  const std::lock_guard lock(lock_);
  if ((free_ | abandoned_) != kAll) return;
  const Table& table = context.table();
  for (; made_ != 0; made_ &= made_ - 1) {
    const int index = std::countr_zero(made_);
    table.cuEventDestroy(events_[index]);
    table.cuMemFreeHost(memory_[index]);
    bytes_of_all.fetch_sub(kChunkBytes, std::memory_order_relaxed);
  }
  free_ = kAll;
  abandoned_ = 0;
}

bool CopyChunks::are_unused() noexcept {
  const std::lock_guard lock(lock_);
  return !std::exchange(is_used_, false) && made_ != 0;
}

}  // namespace gridcall::core
