// SPDX-License-Identifier: Apache-2.0
//
// Ordinary memory of the host, aligned: pages of its own.

#include <sys/mman.h>

#include <algorithm>

#include "base/concat.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

constexpr std::uint64_t kPageBytes = 4096;

class PageableMemory final : public Allocation {
 public:
  PageableMemory(Context& context, const MemSpec& spec, const RowLayout& rows, std::uint64_t size)
      : Allocation(context, MemPlace::kPageable) {
    const bool reachable = has_attribute(context, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
    const std::uint64_t slack = std::max(spec.alignment, kPageBytes) - kPageBytes;
    std::uint64_t mapped = 0;
    void* const pages =
        __builtin_add_overflow(size, slack, &mapped)
            ? MAP_FAILED
            : ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
      throw Failure(status::kOutOfHostMemory,
                    concat("out of memory allocating ", size, " bytes of host memory: ask for less"));
    pages_ = pages;
    mapped_ = mapped;
    const std::uint64_t first = reinterpret_cast<std::uintptr_t>(pages);
    const std::uint64_t address = first + ((0 - first) & (slack + kPageBytes - 1));
    set_whole(address, size, reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(address)));
    set_rows(rows);
    set_flags(spec.flags);
    if (!context.is_cpu()) bar(Mem::kOrdinary);
    if (!reachable) bar(Mem::kKernels);
  }
  ~PageableMemory() override {
    if (mapped_ != 0) ::munmap(pages_, mapped_);
  }

  MemOrigin origin() const noexcept override { return MemOrigin::kAllocated; }
  bool give_back() noexcept override {
    ::munmap(pages_, mapped_);
    mapped_ = 0;
    return true;
  }

 protected:
  // Kernels may still use the memory.
  void last_reference() noexcept override {
    if (mapped_ != 0)
      context_->defer(this);
    else
      delete this;
  }

 private:
  void* pages_ = nullptr;
  std::uint64_t mapped_ = 0;
};

}  // namespace

Ref<Allocation> make_pageable_memory(Context& context, const MemSpec& spec, const RowLayout& rows,
                                     std::uint64_t size) {
  return Ref<Allocation>::adopt(new PageableMemory(context, spec, rows, size));
}

}  // namespace gridcall::core
