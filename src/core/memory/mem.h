// SPDX-License-Identifier: Apache-2.0
//
// The object that a gc_mem names: bytes of an allocation, the whole or a part, and their addresses.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "core/stream.h"

namespace gridcall::core {

class Allocation;
class Completion;

// The fields of gc_mem_options.
struct MemSpec {
  std::uint64_t size = 0;  // the bytes of a row, if `height` is not 0
  MemPlace place = MemPlace::kDevice;
  MemAttachMode attach{};  // 0 means GLOBAL
  std::uint64_t flags = 0;
  std::uint64_t alignment = 0;
  std::uint64_t height = 0;
  std::uint32_t element_size = 0;
  std::span<const std::byte> content;
  std::uint64_t zeroed = ~std::uint64_t{0};  // with kZero: the number of zero bytes, from the first on
  Completion* completion = nullptr;          // gets the token when the memory is given back
  std::uint64_t token = 0;
};

class Mem final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kMem;

  // The uses that the program has promised not to make, or that the device does not support. kOrdinary: a
  // GPU's driver copies the memory by its host address, as ordinary host memory, and does not fill it.
  enum BarredUse : std::uint8_t { kKernels = 1, kOrdinary = 2, kHostReads = 4, kHostWrites = 8 };

  // Allocates memory of any place.
  static Ref<Mem> create(Context& context, const MemSpec& spec);
  static Ref<Mem> alloc(Context& context, std::uint64_t size) { return create(context, {.size = size}); }
  // `flags`: the flags of cuMemHostRegister.
  static Ref<Mem> register_host(Context& context, std::uint64_t address, std::uint64_t size, unsigned flags);
  // `host_address` 0: the driver is asked whether the memory is page-locked, and for its host address.
  // `owned`: the driver gets the memory back with the last reference. `completion`, or nullptr, gets the
  // token when no work uses the memory.
  static Ref<Mem> wrap(Context& context, std::uint64_t address, std::uint64_t size,
                       std::uint64_t host_address, bool owned, Completion* completion, std::uint64_t token);
  // Makes the memory of a module's variable. `owner` keeps the module loaded, and `usage` counts its work.
  static Ref<Mem> global(Context& context, Object& owner, Usage& usage, std::uint64_t address,
                         std::uint64_t size);
  // Opens another process's memory: `size` bytes from `offset` on of the allocation that the handle names.
  static Ref<Mem> open_ipc(Context& context, std::span<const std::byte> handle, std::uint64_t offset,
                           std::uint64_t size);
  // `flags`: promises among gc_mem_flags.
  static Ref<Mem> sub_region(Mem& whole, std::uint64_t offset, std::uint64_t size, std::uint64_t flags = 0);

  Context& context() const noexcept { return context_; }
  Context* context_or_null() noexcept override { return &context_; }
  std::optional<std::uint64_t> native() override {
    expose();
    return address_;
  }
  MemPlace place() const noexcept;
  MemOrigin origin() const noexcept;
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t address() const noexcept { return address_; }
  std::byte* host() const noexcept { return host_; }  // nullptr unless the host can access the memory
  unsigned barred() const noexcept { return barred_; }
  bool is_ordinary() const noexcept { return (barred_ & kOrdinary) != 0; }
  // Throws INVALID_ARGUMENT. `name`: the parameter, such as "`dst`". `barred`: one of the memory's bits.
  [[noreturn]] void refuse_barred(const char* name, BarredUse barred) const;
  // Returns the usage that counts the work; a part has that of its whole.
  Usage& usage() const noexcept { return usage_; }

  // Throws OUT_OF_RANGE unless [offset, offset + size) lies inside the memory. The names are the parameters'.
  void check_range(std::uint64_t offset, std::uint64_t size, const char* mem_name, const char* offset_name,
                   const char* size_name = "size") const {
    if (__builtin_expect(offset > size_ || size > size_ - offset, 0))
      refuse_range(offset, size, mem_name, offset_name, size_name);
  }

  // Records that work queued on the stream so far uses the memory without a handle; nullptr: the default
  // stream.
  void use_on(const Stream* stream);
  // Throws NOT_FOUND if the memory is no part.
  Ref<Mem> parent() const;
  // Throws UNSUPPORTED or NOT_FOUND.
  std::uint64_t attribute(MemAttribute attribute) const;
  // Sets the bytes that open_ipc takes in another process.
  void ipc_handle(std::array<std::uint8_t, 64>& handle, std::uint64_t& offset);
  // Waits until no work that was queued before uses the memory. Returns false after the timeout.
  bool wait(std::uint64_t timeout_ns);
  // Waits for the memory's work, ends the handle and gives the memory back.
  void free(HandleValue handle);

  // These need managed memory; `device` nullptr is the host.
  void attach(std::int32_t mode, const Stream* stream);
  void advise(std::uint64_t offset, std::uint64_t size, std::int32_t advice, const Device* device);
  // `flags`: the flags of gc_mem_prefetch.
  void prefetch(std::uint64_t offset, std::uint64_t size, const Device* device, std::uint64_t flags,
                const Stream* stream);

  // Counts a mapping that begins or ends.
  void map() noexcept { mappings_.fetch_add(1, std::memory_order_relaxed); }
  void unmap() noexcept { mappings_.fetch_sub(1, std::memory_order_relaxed); }

  // Marks that the program knows the address.
  void expose() noexcept { usage_.exposed.store(true, std::memory_order_relaxed); }

 protected:
  void last_reference() noexcept override;

 private:
  friend class Allocation;
  Mem(Allocation& allocation, Context& context, Usage& usage) noexcept
      : context_(context), usage_(usage), allocation_(allocation) {}
  bool is_part() const noexcept { return static_cast<bool>(parent_); }
  bool wait_for(std::uint64_t slots, std::uint64_t timeout_ns);
  void need_managed(const char* call, bool has_function) const;
  driver::CUdevice ordinal_of(const Device* device) const;
  std::uint64_t range_attribute(MemAttribute attribute) const;
  [[noreturn]] void refuse_range(std::uint64_t offset, std::uint64_t size, const char* mem_name,
                                 const char* offset_name, const char* size_name) const;

  Context& context_;
  Usage& usage_;
  std::uint64_t address_ = 0;
  std::uint64_t size_ = 0;
  std::byte* host_ = nullptr;
  std::uint8_t barred_ = 0;
  std::uint16_t promises_ = 0;  // gc_mem_flags of a part
  std::atomic<std::uint32_t> mappings_{0};
  Allocation& allocation_;  // the Mem of the whole holds one reference
  Ref<Mem> parent_;         // the memory that contains a part
};

}  // namespace gridcall::core
