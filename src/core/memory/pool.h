// SPDX-License-Identifier: Apache-2.0
//
// A caching allocator. Blocks come in size classes, eight to an octave. A held block lies in its class's list
// of the slot that used it last, so that the same stream takes it again at once and without asking the
// driver; another stream takes it when what was queued before its release is done. Where nothing else is left
// a device block is handed out while still in use: the first work on another stream is then ordered behind.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/spin_lock.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

struct PoolStatistics {
  std::uint64_t held_blocks = 0;
  std::uint64_t held_bytes = 0;
  std::uint64_t active_blocks = 0;
  std::uint64_t active_bytes = 0;
  std::uint64_t peak_bytes = 0;
  std::uint64_t limit = 0;
};

// The fields of gc_pool_options.
struct PoolSpec {
  MemPlace place = MemPlace::kDevice;
  std::uint64_t limit = 0;
  std::uint64_t flags = 0;  // gc_mem_flags
  std::uint64_t alignment = 0;
};

class PoolBlock;
class Pool;

// The pools of a context, which free held blocks when memory runs out.
class Pools final : public ContextService {
 public:
  static constexpr Place kPlace = kPools;

  explicit Pools(Context&) noexcept {}
  void add(Pool& pool);
  void remove(Pool& pool) noexcept;
  void free_held(const Pool* except) noexcept;

 private:
  std::mutex lock_;
  std::vector<Pool*> pools_;
};

class Pool final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kPool;

  // Makes a pool from a spec that create() has checked.
  Pool(Context& context, const PoolSpec& spec);
  static Ref<Pool> create(Context& context, const PoolSpec& spec);

  Context& context() const noexcept { return context_; }
  Context* context_or_null() noexcept override { return &context_; }

  Ref<Mem> alloc(std::uint64_t size, const Stream* stream);
  // Returns a held block that the stream may use at once; nullptr if there is none, or alloc() has more to do
  // than that. Calls no driver.
  Ref<Mem> alloc_held(std::uint64_t size, const Stream& stream) noexcept;
  PoolStatistics statistics() const noexcept;
  void free_held();
  void stop_holding();
  void set_limit(std::uint64_t limit);

  // Takes back a block whose last reference was dropped.
  void take_back(PoolBlock& block) noexcept;
  // Queues held blocks for release until at most `keep` bytes are held.
  void release_held(std::uint64_t keep) noexcept;

  void handle_released() noexcept override;

  // Return the size of the block for a request of `size`, and the number of the block's class.
  static std::uint64_t rounded(std::uint64_t size) noexcept;
  static std::uint32_t bin_of(std::uint64_t rounded_size) noexcept;

 protected:
  ~Pool() override;

 private:
  struct List {
    PoolBlock* newest = nullptr;
    PoolBlock* oldest = nullptr;
  };
  static constexpr unsigned kMixed = kStreamSlots;  // the list of blocks that several slots may still use
  static constexpr unsigned kSettled = kStreamSlots + 1;  // the list of blocks that no slot uses
  struct Bin {
    std::array<List, kStreamSlots + 2> lists;
    std::uint64_t slots = 0;  // the slots whose list is not empty
  };
  static constexpr std::uint32_t kBins = 440;

  Ref<Mem> take(std::uint64_t size, const Stream* stream);
  void fill_with_zeros(Mem& mem, const Stream* stream);
  bool drop_block_reference() noexcept;
  static void link(List& list, PoolBlock& block) noexcept;
  void unlink(Bin& bin, unsigned list, PoolBlock& block) noexcept;
  PoolBlock* take_fitting(Bin& bin, unsigned slot) noexcept;
  PoolBlock* take_finished(Bin& bin) noexcept;
  PoolBlock* take_any(Bin& bin) noexcept;
  void ask_about(std::uint32_t bin) noexcept;
  template <class Take>
  PoolBlock* from_held(std::uint32_t bin, Take&& take);
  bool is_over_limit(std::uint64_t block_size) const noexcept;
  PoolBlock* make_room(std::uint64_t size, std::uint64_t block_size, std::uint32_t bin);
  PoolBlock* new_block(std::uint64_t block_size, std::uint32_t bin);
  void count_active(std::uint64_t bytes) noexcept;
  bool discount_active(std::uint64_t bytes) noexcept;
  void note_peak() noexcept;
  PoolBlock* from_driver(std::uint64_t block_size, std::uint32_t bin);

  const Ref<Context> keeps_context_;
  Context& context_;
  const MemPlace place_;
  const std::uint64_t flags_;
  const std::uint64_t alignment_;
  mutable SpinLock lock_;
  // The lock guards all members below; it is never held across a driver call.
  PoolStatistics stats_;
  bool holding_ = true;
  // One reference for all active blocks together, so that an allocation counts none. It is taken with the
  // first block and dropped with the last one that comes back after the handle is released.
  bool held_by_blocks_ = false;
  bool released_ = false;
  std::array<std::unique_ptr<Bin>, kBins> bins_;
};

// Memory of the driver that a pool lends and takes back. The links are used while the pool holds the block;
// they keep the state at its release.
class PoolBlock final : public Allocation {
 public:
  PoolBlock(Pool& pool, Ref<DriverAllocation> source, std::uint64_t flags, std::uint32_t bin) noexcept
      : Allocation(source->context(), source->place()),
        pool_(pool),
        source_(std::move(source)),
        bytes_(source_->device_bytes()),
        bin_(bin) {
    set_whole(source_->whole().address(), bytes_, source_->whole().host());
    set_flags(flags);
  }

  // The memory goes back to the driver when the work that may use it is done.
  ~PoolBlock() override { source_->usage().take_over(usage()); }

  MemOrigin origin() const noexcept override { return MemOrigin::kPool; }

 protected:
  void last_reference() noexcept override { pool_.take_back(*this); }

 private:
  friend class Pool;
  // Lends the first `size` bytes of the block.
  Ref<Mem> lend(std::uint64_t size) noexcept;

  Pool& pool_;
  const Ref<DriverAllocation> source_;
  const std::uint64_t bytes_;
  PoolBlock* previous_held_ = nullptr;
  PoolBlock* next_held_ = nullptr;
  std::uint64_t released_at_ = 0;
  std::uint64_t pending_slots_ = 0;
  const std::uint32_t bin_;
};

}  // namespace gridcall::core
