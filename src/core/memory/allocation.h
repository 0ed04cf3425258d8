// SPDX-License-Identifier: Apache-2.0
//
// Sources of memory, and its way back: one subclass for each source. The Mem of the whole is inside
// the object; a Mem of a part is an object of its own. Each holds a reference on the allocation, so it goes
// with the last of them.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/memory/mem.h"
#include "core/notification.h"

namespace gridcall::core {

class Pool;

// The bits of gc_mem_flags.
namespace mem_flags {
inline constexpr std::uint64_t kWriteCombined = 1u << 0;
inline constexpr std::uint64_t kPortable = 1u << 1;
inline constexpr std::uint64_t kMapped = 1u << 2;
inline constexpr std::uint64_t kZero = 1u << 3;
inline constexpr std::uint64_t kKernelReadOnly = 1u << 4;
inline constexpr std::uint64_t kKernelWriteOnly = 1u << 5;
inline constexpr std::uint64_t kHostReadOnly = 1u << 6;
inline constexpr std::uint64_t kHostWriteOnly = 1u << 7;
inline constexpr std::uint64_t kHostNoAccess = 1u << 8;
inline constexpr std::uint64_t kSvmFineGrainBuffer = 1u << 9;
inline constexpr std::uint64_t kSvmAtomics = 1u << 10;

// The flags by which the program promises how it uses the memory.
inline constexpr std::uint64_t kPromises =
    kKernelReadOnly | kKernelWriteOnly | kHostReadOnly | kHostWriteOnly | kHostNoAccess;

// Returns the bits of Mem::BarredUse that the flags imply.
unsigned barred_by(std::uint64_t flags) noexcept;
}  // namespace mem_flags

// The layout of rows that begin at multiples of `pitch`; all 0 for memory without a pitch.
struct RowLayout {
  std::uint64_t pitch = 0;
  std::uint64_t row_size = 0;
  std::uint64_t height = 0;
};

class Allocation : public DriverObject {
 public:
  MemPlace place() const noexcept { return place_; }
  virtual MemOrigin origin() const noexcept = 0;
  Usage& usage() const noexcept { return whole_.usage_; }
  const Mem& whole() const noexcept { return whole_; }
  // Returns the address at which the driver's allocation begins.
  virtual std::uint64_t base() const noexcept { return whole_.address_; }
  const RowLayout& rows() const noexcept { return rows_; }
  std::uint64_t flags() const noexcept { return flags_; }  // gc_mem_flags
  bool is_whole(const Mem& mem) const noexcept { return &mem == &whole_; }
  // Makes an object and gives its only reference to the Mem.
  template <class Source>
  static Ref<Mem> mem_of(Ref<Source> made) noexcept {
    return static_cast<Allocation*>(made.detach())->hand_out();
  }
  // Gives the memory back now, when no work uses it or can begin to. The object is deleted later.
  void give_back_now();

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return usage().told(); }
  std::uint64_t slots_in_use() const noexcept override { return usage().possible(); }
  bool give_back() noexcept override { return true; }
  bool holds_descriptor() const noexcept override { return is_exported_.load(std::memory_order_relaxed); }
  // Sets the completion that gets the token when the memory is given back, or nullptr. arm_last_token() puts
  // it into effect.
  void set_last_token(Completion* completion, std::uint64_t token);
  void arm_last_token() noexcept { last_token_.arm(); }
  // Records that the CPU device has a file for the memory.
  void set_exported() noexcept { is_exported_.store(true, std::memory_order_relaxed); }

 protected:
  // Makes memory that is part of another object, whose usage counts its work.
  Allocation(Context& context, MemPlace place, Usage& usage) noexcept
      : DriverObject(context), place_(place), whole_(*this, context, usage) {}
  Allocation(Context& context, MemPlace place) noexcept : Allocation(context, place, own_usage_) {
    own_usage_.owner = &whole_;
  }

  void set_whole(std::uint64_t address, std::uint64_t size, std::byte* host) noexcept;
  void set_rows(const RowLayout& rows) noexcept { rows_ = rows; }
  // Sets the flags and the uses that they bar.
  void set_flags(std::uint64_t flags) noexcept;
  void bar(unsigned what) noexcept { whole_.barred_ |= static_cast<std::uint8_t>(what); }
  bool has_last_token() const noexcept { return last_token_.is_armed; }
  void set_size(std::uint64_t size) noexcept { whole_.size_ = size; }
  // Returns the Mem of the whole allocation with one reference. A pool calls it each time that it lends the
  // block.
  Ref<Mem> hand_out() noexcept {
    revive();
    whole_.revive();
    return Ref<Mem>::adopt(&whole_);
  }

  // Frees the memory at once. Returns the name of the driver's function, and its result.
  virtual const char* free_now(driver::CUresult& result) noexcept;

  // Deletes the object at once, because the driver has nothing to free.
  void last_reference() noexcept override;

 private:
  // Posts a token when it is destroyed, once the memory exists.
  struct LastToken {
    std::unique_ptr<Notification> notification{};
    bool is_armed = false;

    LastToken() noexcept;
    LastToken(const LastToken&) = delete;
    LastToken& operator=(const LastToken&) = delete;
    ~LastToken();
    void arm() noexcept;
  };

  LastToken last_token_;  // the last member to be destroyed
  const MemPlace place_;
  Usage own_usage_;
  Mem whole_;
  RowLayout rows_;
  std::uint64_t flags_ = 0;
  std::atomic<bool> is_exported_{false};
};

// Memory of the driver, which is freed when no work uses it any more.
class DriverAllocation : public Allocation {
 public:
  // Allocates `size` bytes. Before it throws OUT_OF_MEMORY it frees the held blocks of the asking pool,
  // released objects and the held blocks of other pools, and waits for running work.
  void take(std::uint64_t size, Pool* asking);
  MemOrigin origin() const noexcept override { return MemOrigin::kAllocated; }
  std::uint64_t device_bytes() const noexcept override { return whole().size(); }
  bool give_back() noexcept final;

  // Sets options that Mem::create has checked. Must be called before take().
  void set_options(const MemSpec& spec, const RowLayout& rows) noexcept;
  std::uint64_t base() const noexcept override { return given_.address; }

 protected:
  using Allocation::Allocation;

  // Memory that the driver returned. The usable part lies inside it, if its alignment exceeds the driver's.
  struct DriverMemory {
    std::uint64_t address = 0;
    void* host = nullptr;
  };
  const DriverMemory& given() const noexcept { return given_; }
  virtual driver::CUresult ask(std::uint64_t size, DriverMemory& given) noexcept = 0;
  virtual driver::CUresult free() noexcept = 0;
  const char* free_now(driver::CUresult& result) noexcept final;
  // Returns true if gridcallMemFree frees the memory.
  virtual bool is_drivers() const noexcept { return true; }
  virtual const char* call() const noexcept = 0;  // the name of the function that `ask` calls
  virtual const char* free_call() const noexcept {
    return place() == MemPlace::kHost ? "cuMemFreeHost" : "cuMemFree";
  }
  // Returns the status and sets the first words of the failure when there is no memory left.
  virtual Status out_of_memory(std::uint64_t size, std::string& message) = 0;

  void last_reference() noexcept override;

 private:
  [[noreturn]] void refuse(std::uint64_t size, const Pool* asking, driver::CUresult result);

  DriverMemory given_;
  std::uint64_t slack_ = 0;  // bytes beyond the size, for the alignment
};

// Retries an allocation that the driver refused: each step frees more memory, also that of `asking`, and asks
// the driver again. The context is current; the epoch is left meanwhile.
driver::CUresult ask_again(Context& context, Pool* asking, const std::function<driver::CUresult()>& ask);

// Return an allocation on which take() was not called yet.
Ref<DriverAllocation> make_device_memory(Context& context);
Ref<DriverAllocation> make_page_locked_memory(Context& context, bool write_combined);
// `attach`: 0 or a mode that cuMemAllocManaged takes. Throws UNSUPPORTED if the device has no managed memory.
Ref<DriverAllocation> make_managed_memory(Context& context, MemAttachMode attach);
// Uses cuMemAllocPitch; the driver selects the pitch.
Ref<DriverAllocation> make_pitched_memory(Context& context, const MemSpec& spec);
// Uses ordinary memory of the host.
Ref<Allocation> make_pageable_memory(Context& context, const MemSpec& spec, const RowLayout& rows,
                                     std::uint64_t size);

// Returns the attribute of the device as a bool; 0 if its driver does not know it.
bool has_attribute(const Context& context, driver::CUdevice_attribute attribute);

// Throws INVALID_OPTIONS for gc_mem_flags that exclude each other or the place, UNSUPPORTED if the device has
// no such memory.
void check_flags(const Context& context, std::uint64_t flags, MemPlace place);
// Checks the flags that are promises.
void check_promises(std::uint64_t flags, const char* name);
// Throws INVALID_ARGUMENT unless gc_mem_options.alignment is 0 or a power of two up to the limit.
void check_alignment(std::uint64_t alignment);
// Returns true if the host may write the memory at any time.
bool host_writes(const Context& context, const Mem& mem);

// Throws INVALID_ARGUMENT for a size of 0.
void check_size(std::uint64_t size);
// Throws unless memory of `size` bytes can be at the address. `name`: the parameter's name. `what`: the kind
// of address.
void check_foreign_range(std::uint64_t address, std::uint64_t size, const char* name, const char* what);

}  // namespace gridcall::core
