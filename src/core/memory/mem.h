// SPDX-License-Identifier: Apache-2.0
//
// What a gc_mem names: bytes of an allocation, the whole or a part, and how kernels and the host reach them.

#pragma once

#include <cstdint>

#include "core/stream.h"

namespace gridcall::core {

class Allocation;

class Mem final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kMem;

  // One constructor for each source (its own file here has it), and one for parts.
  static Ref<Mem> alloc(Context& context, std::uint64_t size);
  static Ref<Mem> alloc_host(Context& context, std::uint64_t size, bool write_combined);
  // `host_address` 0: the driver is asked whether it is page-locked memory, and where.
  static Ref<Mem> wrap(Context& context, std::uint64_t address, std::uint64_t size,
                       std::uint64_t host_address);
  // A variable of a module, which `owner` keeps loaded and whose work `usage` counts.
  static Ref<Mem> global(Context& context, Object& owner, Usage& usage, std::uint64_t address,
                         std::uint64_t size);
  static Ref<Mem> sub_region(Mem& whole, std::uint64_t offset, std::uint64_t size);

  Context& context() const noexcept { return context_; }
  MemPlace place() const noexcept;
  MemOrigin origin() const noexcept;
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t address() const noexcept { return address_; }
  std::byte* host() const noexcept { return host_; }  // nullptr unless page-locked
  // Whose work counts: a part's is its whole's.
  Usage& usage() const noexcept { return usage_; }

  // Throws OUT_OF_RANGE unless [offset, offset + size) lies inside. The names are the parameters'.
  void check_range(std::uint64_t offset, std::uint64_t size, const char* mem_name, const char* offset_name,
                   const char* size_name = "size") const {
    if (__builtin_expect(offset > size_ || size > size_ - offset, 0))
      refuse_range(offset, size, mem_name, offset_name, size_name);
  }

  // Work queued on the stream so far uses it unseen; nullptr: the default stream.
  void use_on(const Stream* stream);
  // Its address leaves the library.
  void expose() noexcept { usage_.exposed.store(true, std::memory_order_relaxed); }

 protected:
  void last_reference() noexcept override;

 private:
  friend class Allocation;
  Mem(Allocation& allocation, Context& context, Usage& usage) noexcept
      : context_(context), usage_(usage), allocation_(allocation) {}
  [[noreturn]] void refuse_range(std::uint64_t offset, std::uint64_t size, const char* mem_name,
                                 const char* offset_name, const char* size_name) const;

  Context& context_;
  Usage& usage_;
  std::uint64_t address_ = 0;
  std::uint64_t size_ = 0;
  std::byte* host_ = nullptr;
  Allocation& allocation_;  // one reference is held
};

}  // namespace gridcall::core
