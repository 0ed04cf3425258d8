// SPDX-License-Identifier: Apache-2.0
//
// Where memory comes from and how it goes back: one subclass for each source. The Mem of the whole is inside
// the object; a Mem of a part is an object of its own. Each holds a reference on the allocation, so it goes
// with the last of them.

#pragma once

#include <cstdint>
#include <string>

#include "core/memory/mem.h"

namespace gridcall::core {

class Pool;

class Allocation : public DriverObject {
 public:
  MemPlace place() const noexcept { return place_; }
  virtual MemOrigin origin() const noexcept = 0;
  Usage& usage() const noexcept { return whole_.usage_; }
  const Mem& whole() const noexcept { return whole_; }
  bool is_whole(const Mem& mem) const noexcept { return &mem == &whole_; }
  // The only reference of a new object becomes the Mem's.
  template <class Source>
  static Ref<Mem> mem_of(Ref<Source> made) noexcept {
    return static_cast<Allocation*>(made.detach())->hand_out();
  }
  Ref<Mem> part(std::uint64_t address, std::uint64_t size, std::byte* host);

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return usage().told(); }
  std::uint64_t slots_in_use() const noexcept override { return usage().possible(); }
  bool give_back() noexcept override { return true; }

 protected:
  // Memory that is part of something else counts its work with that.
  Allocation(Context& context, MemPlace place, Usage& usage) noexcept
      : DriverObject(context), place_(place), whole_(*this, context, usage) {}
  Allocation(Context& context, MemPlace place) noexcept : Allocation(context, place, own_usage_) {}

  void set_whole(std::uint64_t address, std::uint64_t size, std::byte* host) noexcept;
  void set_size(std::uint64_t size) noexcept { whole_.size_ = size; }
  // The Mem of the whole, with one reference. A pool calls it each time that it lends the block.
  Ref<Mem> hand_out() noexcept {
    revive();
    whole_.revive();
    return Ref<Mem>::adopt(&whole_);
  }

  // Deletes it at once: the driver has nothing to free.
  void last_reference() noexcept override;

 private:
  const MemPlace place_;
  Usage own_usage_;
  Mem whole_;
};

// Memory that the driver gave, and gets back when no work uses it any more.
class DriverAllocation : public Allocation {
 public:
  // Takes `size` bytes from the driver. Before it throws OUT_OF_MEMORY it gives back what the asking pool
  // holds, what was released and what other pools hold, and waits for running work.
  void take(std::uint64_t size, Pool* asking);
  MemOrigin origin() const noexcept override { return MemOrigin::kAllocated; }
  std::uint64_t device_bytes() const noexcept override { return whole().size(); }
  bool give_back() noexcept final;

 protected:
  using Allocation::Allocation;

  struct Given {
    std::uint64_t address = 0;
    void* host = nullptr;
  };
  virtual driver::CUresult ask(std::uint64_t size, Given& given) noexcept = 0;
  virtual void free() noexcept = 0;
  virtual const char* call() const noexcept = 0;  // what `ask` calls
  // Status and first words of the failure when there is none left.
  virtual Status out_of_memory(std::uint64_t size, std::string& message) = 0;

  void last_reference() noexcept override;

 private:
  driver::CUresult ask_again(std::uint64_t size, Pool* asking, Given& given);
  [[noreturn]] void refuse(std::uint64_t size, const Pool* asking, driver::CUresult result);
};

// Not taken yet.
Ref<DriverAllocation> make_device_memory(Context& context);
Ref<DriverAllocation> make_page_locked_memory(Context& context, bool write_combined);

// Throws INVALID_ARGUMENT for 0.
void check_size(std::uint64_t size);

}  // namespace gridcall::core
