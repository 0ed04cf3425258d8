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

// gc_mem_flags.
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

// Promises of the program about its use.
inline constexpr std::uint64_t kPromises =
    kKernelReadOnly | kKernelWriteOnly | kHostReadOnly | kHostWriteOnly | kHostNoAccess;

// Mem::BarredUse bits that follow.
unsigned barred_by(std::uint64_t flags) noexcept;
}  // namespace mem_flags

// Rows that begin at multiples of `pitch`; all 0: not pitched.
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
  // The only reference of a new object becomes the Mem's.
  template <class Source>
  static Ref<Mem> mem_of(Ref<Source> made) noexcept {
    return static_cast<Allocation*>(made.detach())->hand_out();
  }
  // Gives it back now; nobody uses it or can begin to. What is left is only deleted.
  void give_back_now();

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return usage().told(); }
  std::uint64_t slots_in_use() const noexcept override { return usage().possible(); }
  bool give_back() noexcept override { return true; }
  bool holds_descriptor() const noexcept override { return is_exported_.load(std::memory_order_relaxed); }
  // Sets the completion, or nullptr, that gets the token when the memory is given back. It takes effect with
  // arm_last_token().
  void set_last_token(Completion* completion, std::uint64_t token);
  void arm_last_token() noexcept { last_token_.arm(); }
  // The CPU device has a file for it.
  void set_exported() noexcept { is_exported_.store(true, std::memory_order_relaxed); }

 protected:
  // Memory that is part of something else counts its work with that.
  Allocation(Context& context, MemPlace place, Usage& usage) noexcept
      : DriverObject(context), place_(place), whole_(*this, context, usage) {}
  Allocation(Context& context, MemPlace place) noexcept : Allocation(context, place, own_usage_) {
    own_usage_.owner = &whole_;
  }

  void set_whole(std::uint64_t address, std::uint64_t size, std::byte* host) noexcept;
  void set_rows(const RowLayout& rows) noexcept { rows_ = rows; }
  // With them what is barred.
  void set_flags(std::uint64_t flags) noexcept;
  void bar(unsigned what) noexcept { whole_.barred_ |= static_cast<std::uint8_t>(what); }
  bool has_last_token() const noexcept { return last_token_.is_armed; }
  void set_size(std::uint64_t size) noexcept { whole_.size_ = size; }
  // The Mem of the whole, with one reference. A pool calls it each time that it lends the block.
  Ref<Mem> hand_out() noexcept {
    revive();
    whole_.revive();
    return Ref<Mem>::adopt(&whole_);
  }

  // Gives it back at once. Returns the name of the driver's function, and its result.
  virtual const char* free_now(driver::CUresult& result) noexcept;

  // Deletes it at once: the driver has nothing to free.
  void last_reference() noexcept override;

 private:
  // Posts when it goes, once the memory exists.
  struct LastToken {
    std::unique_ptr<Notification> notification{};
    bool is_armed = false;

    LastToken() noexcept;
    LastToken(const LastToken&) = delete;
    LastToken& operator=(const LastToken&) = delete;
    ~LastToken();
    void arm() noexcept;
  };

  LastToken last_token_;  // goes after the rest
  const MemPlace place_;
  Usage own_usage_;
  Mem whole_;
  RowLayout rows_;
  std::uint64_t flags_ = 0;
  std::atomic<bool> is_exported_{false};
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

  // Takes options that Mem::create has checked. Before take().
  void set_options(const MemSpec& spec, const RowLayout& rows) noexcept;
  std::uint64_t base() const noexcept override { return given_.address; }

 protected:
  using Allocation::Allocation;

  // Memory as the driver gave it. The whole lies inside it, if it must be aligned more than the driver does.
  struct DriverMemory {
    std::uint64_t address = 0;
    void* host = nullptr;
  };
  const DriverMemory& given() const noexcept { return given_; }
  virtual driver::CUresult ask(std::uint64_t size, DriverMemory& given) noexcept = 0;
  virtual driver::CUresult free() noexcept = 0;
  const char* free_now(driver::CUresult& result) noexcept final;
  // Whether gridcallMemFree takes it.
  virtual bool is_drivers() const noexcept { return true; }
  virtual const char* call() const noexcept = 0;  // what `ask` calls
  virtual const char* free_call() const noexcept {
    return place() == MemPlace::kHost ? "cuMemFreeHost" : "cuMemFree";
  }
  // Status and first words of the failure when there is none left.
  virtual Status out_of_memory(std::uint64_t size, std::string& message) = 0;

  void last_reference() noexcept override;

 private:
  [[noreturn]] void refuse(std::uint64_t size, const Pool* asking, driver::CUresult result);

  DriverMemory given_;
  std::uint64_t slack_ = 0;  // taken beyond the size, for the alignment
};

// The driver is out of memory: each step frees more, what `asking` holds too, and then asks the driver again.
// The context is current; the epoch is left meanwhile.
driver::CUresult ask_again(Context& context, Pool* asking, const std::function<driver::CUresult()>& ask);

// Not taken yet.
Ref<DriverAllocation> make_device_memory(Context& context);
Ref<DriverAllocation> make_page_locked_memory(Context& context, bool write_combined);
// `attach`: 0 or one that cuMemAllocManaged takes. Throws UNSUPPORTED where the device has none.
Ref<DriverAllocation> make_managed_memory(Context& context, MemAttachMode attach);
// cuMemAllocPitch; the driver decides on the pitch.
Ref<DriverAllocation> make_pitched_memory(Context& context, const MemSpec& spec);
// Ordinary memory of the host.
Ref<Allocation> make_pageable_memory(Context& context, const MemSpec& spec, const RowLayout& rows,
                                     std::uint64_t size);

// Whether the device has an attribute; 0 where its driver does not know it.
bool has_attribute(const Context& context, driver::CUdevice_attribute attribute);

// gc_mem_flags that do not go together, or not with the place: INVALID_OPTIONS. UNSUPPORTED: the device has
// no such memory.
void check_flags(const Context& context, std::uint64_t flags, MemPlace place);
// Checks those of them that are promises.
void check_promises(std::uint64_t flags, const char* name);
// gc_mem_options.alignment: INVALID_ARGUMENT unless it is 0 or a power of two that is not too large.
void check_alignment(std::uint64_t alignment);
// Whether the host may write the memory at any time.
bool host_writes(const Context& context, const Mem& mem);

// Throws INVALID_ARGUMENT for 0.
void check_size(std::uint64_t size);
// Throws unless memory of `size` bytes can be at the address. `name` is the parameter's, `what` it is the
// address of.
void check_foreign_range(std::uint64_t address, std::uint64_t size, const char* name, const char* what);

}  // namespace gridcall::core
