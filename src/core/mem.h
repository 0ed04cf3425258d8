// SPDX-License-Identifier: Apache-2.0
//
// One object for every kind of memory.

#pragma once

#include <cstdint>
#include <string>

#include "core/stream.h"

namespace gridcall::core {

class Pool;

class Mem final : public DriverObject {
 public:
  static constexpr HandleType kType = HandleType::kMem;

  static Ref<Mem> alloc(Context& context, std::uint64_t size);
  static Ref<Mem> alloc_host(Context& context, std::uint64_t size, bool write_combined);
  static Ref<Mem> sub_region(Mem& whole, std::uint64_t offset, std::uint64_t size);
  // `host_address` 0: the driver is asked whether it is page-locked memory, and where.
  static Ref<Mem> wrap(Context& context, std::uint64_t address, std::uint64_t size,
                       std::uint64_t host_address);
  // A variable of a module, which `owner` keeps loaded and whose work `usage` counts.
  static Ref<Mem> global(Context& context, Object& owner, Usage& usage, std::uint64_t address,
                         std::uint64_t size);

  MemPlace place() const noexcept { return place_; }
  MemOrigin origin() const noexcept { return pool_ ? MemOrigin::kPool : origin_; }
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t address() const noexcept { return address_; }
  void* host() const noexcept { return host_; }  // nullptr unless page-locked, or a part of such
  // Whose work counts: a part's is its whole's.
  Usage& usage() const noexcept { return *usage_; }

  // Throws OUT_OF_RANGE unless [offset, offset + size) lies inside. The names are the parameters'.
  void check_range(std::uint64_t offset, std::uint64_t size, const char* mem_name, const char* offset_name,
                   const char* size_name = "size") const {
    if (__builtin_expect(offset > size_ || size > size_ - offset, 0))
      refuse_range(offset, size, mem_name, offset_name, size_name);
  }

  // Takes memory from the driver. Before it throws OUT_OF_MEMORY it gives back
  // what the asking pool holds, what was released, what other pools hold, and waits for running work.
  void take_from_driver(MemPlace place, std::uint64_t size, bool write_combined, Pool* asking);

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return own_usage_.told(); }
  std::uint64_t slots_in_use() const noexcept override { return own_usage_.possible(); }
  // Work queued on the stream so far uses it unseen; nullptr: the default stream.
  void use_on(const Stream* stream);
  // Its address leaves the library.
  void expose() noexcept { usage_->exposed.store(true, std::memory_order_relaxed); }
  std::uint64_t device_bytes() const noexcept override { return block_size_; }
  bool give_back() noexcept override;

  explicit Mem(Context& context) noexcept : DriverObject(context), usage_(&own_usage_) {}

 protected:
  void last_reference() noexcept override;

 private:
  friend class Pool;
  [[noreturn]] void refuse_range(std::uint64_t offset, std::uint64_t size, const char* mem_name,
                                 const char* offset_name, const char* size_name) const;

  static void* host_address_of(Context& context, std::uint64_t address);

  Usage* usage_;
  std::uint64_t address_ = 0;
  std::uint64_t size_ = 0;
  void* host_ = nullptr;
  MemPlace place_ = MemPlace::kDevice;
  MemOrigin origin_ = MemOrigin::kAllocated;
  Ref<Object> owner_;  // the whole, or the module
  Usage own_usage_;

  // What the driver gave; 0 for memory that is not ours.
  std::uint64_t block_size_ = 0;

  // A block of a pool: while it is held these are its links and the moment it was released.
  Pool* pool_ = nullptr;
  Mem* previous_held_ = nullptr;
  Mem* next_held_ = nullptr;
  std::uint64_t released_at_ = 0;
  std::uint64_t pending_slots_ = 0;
  std::uint32_t bin_ = 0;
};

}  // namespace gridcall::core
