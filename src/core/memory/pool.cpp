// SPDX-License-Identifier: Apache-2.0

#include "core/memory/pool.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/concat.h"
#include "base/log.h"
#include "core/context_list.h"

namespace gridcall::core {

using namespace driver;

void Pools::add(Pool& pool) {
  const std::lock_guard lock(lock_);
  pools_.push_back(&pool);
}

void Pools::remove(Pool& pool) noexcept {
  const std::lock_guard lock(lock_);
  pools_.erase(std::remove(pools_.begin(), pools_.end(), &pool), pools_.end());
}

void Pools::free_held(const Pool* except) noexcept {
  const std::lock_guard lock(lock_);
  for (Pool* pool : pools_)
    if (pool != except) pool->release_held(0);
}

// ----------------------------------------------------------------------------------------------------------

std::uint64_t Pool::rounded(std::uint64_t size) noexcept {
  std::uint64_t step = 256;
  if (size > 2048) step = std::uint64_t{1} << (static_cast<unsigned>(std::bit_width(size - 1)) - 4);
  return (size + step - 1) / step * step;
}

std::uint32_t Pool::bin_of(std::uint64_t rounded_size) noexcept {
  if (rounded_size < 2048) return static_cast<std::uint32_t>(rounded_size / 256);
  const auto exponent = static_cast<std::uint32_t>(std::bit_width(rounded_size)) - 1;
  return 8 + (exponent - 11) * 8 + (static_cast<std::uint32_t>(rounded_size >> (exponent - 3)) & 7);
}

Pool::Pool(Context& context, const PoolSpec& spec)
    : keeps_context_(&context),
      context_(context),
      place_(spec.place),
      flags_(spec.flags),
      alignment_(spec.alignment) {
  stats_.limit = spec.limit;
  holding_ = !context_.checks_memory();
  service<Pools>(context_).add(*this);
}

Ref<Pool> Pool::create(Context& context, const PoolSpec& spec) {
  check_process();
  if (spec.place != MemPlace::kDevice && spec.place != MemPlace::kHost && spec.place != MemPlace::kManaged)
    throw Failure(status::kInvalidOptions, "`options->place` is " +
                                               std::to_string(static_cast<std::int32_t>(spec.place)) +
                                               ": pass DEVICE (1), HOST (2) or MANAGED (3)");
  check_flags(context, spec.flags, spec.place);
  check_alignment(spec.alignment);
  collect(context);
  return make<Pool>(context, spec);
}

Pool::~Pool() {
  service<Pools>(context_).remove(*this);
  release_held(0);
}

void Pool::handle_released() noexcept {
  bool last = false;
  {
    const std::lock_guard lock(lock_);
    holding_ = false;
    released_ = true;
    last = drop_block_reference();
  }
  release_held(0);
  if (last) unretain();
}

// Returns true if the caller must drop the reference, after it has released the lock.
bool Pool::drop_block_reference() noexcept {
  if (!released_ || !held_by_blocks_ || stats_.active_blocks != 0) return false;
  held_by_blocks_ = false;
  return true;
}

PoolStatistics Pool::statistics() const noexcept {
  const std::lock_guard lock(lock_);
  return stats_;
}

// --- Lists; the lock is held in all of these.

void Pool::link(List& list, PoolBlock& block) noexcept {
  block.previous_held_ = nullptr;
  block.next_held_ = list.newest;
  (list.newest ? list.newest->previous_held_ : list.oldest) = &block;
  list.newest = &block;
}

void Pool::unlink(Bin& bin, unsigned index, PoolBlock& block) noexcept {
  List& list = bin.lists[index];
  (block.previous_held_ ? block.previous_held_->next_held_ : list.newest) = block.next_held_;
  (block.next_held_ ? block.next_held_->previous_held_ : list.oldest) = block.previous_held_;
  if (index < kStreamSlots && !list.newest) bin.slots &= ~slot_bit(index);
  --stats_.held_blocks;
  stats_.held_bytes -= block.bytes_;
}

// Takes a block that the stream may use at once: its own last block, else one that no work uses.
PoolBlock* Pool::take_fitting(Bin& bin, unsigned slot) noexcept {
  // No stream orders the host's accesses, so the work on host memory must be done.
  if (place_ == MemPlace::kDevice && slot < kSharedSlot) {
    if (PoolBlock* block = bin.lists[slot].newest) {
      unlink(bin, slot, *block);
      return block;
    }
  }
  if (PoolBlock* block = bin.lists[kSettled].newest) {
    unlink(bin, kSettled, *block);
    return block;
  }
  return nullptr;
}

// Takes the oldest block of any list whose work is known to be done.
PoolBlock* Pool::take_finished(Bin& bin) noexcept {
  const auto try_list = [&](unsigned index) -> PoolBlock* {
    PoolBlock* block = bin.lists[index].oldest;
    if (!block || context_.slots().unfinished(block->pending_slots_, block->released_at_, false) != 0)
      return nullptr;
    unlink(bin, index, *block);
    block->pending_slots_ = 0;
    return block;
  };
  for (std::uint64_t rest = bin.slots; rest != 0; rest &= rest - 1)
    if (PoolBlock* block = try_list(static_cast<unsigned>(std::countr_zero(rest)))) return block;
  return try_list(kMixed);
}

PoolBlock* Pool::take_any(Bin& bin) noexcept {
  for (unsigned i = 0; i < bin.lists.size(); ++i) {
    if (PoolBlock* block = bin.lists[i].oldest) {
      unlink(bin, i, *block);
      return block;
    }
  }
  return nullptr;
}

// --- Functions that are called without the lock.

// Asks the driver about the oldest blocks of a class, for take_finished.
void Pool::ask_about(std::uint32_t index) noexcept {
  struct Question {
    std::uint64_t slots, moment;
  };
  std::array<Question, 4> questions;
  std::size_t count = 0;
  {
    const std::lock_guard lock(lock_);
    const Bin* bin = bins_[index].get();
    if (!bin) return;
    const auto add = [&](const PoolBlock* block) {
      if (block && count < questions.size())
        questions[count++] = {block->pending_slots_, block->released_at_};
    };
    add(bin->lists[kMixed].oldest);
    for (std::uint64_t rest = bin->slots; rest != 0; rest &= rest - 1)
      add(bin->lists[static_cast<unsigned>(std::countr_zero(rest))].oldest);
  }
  if (count == 0) return;
  context_.run_quietly([&] {
    for (std::size_t i = 0; i < count; ++i)
      context_.slots().unfinished(questions[i].slots, questions[i].moment, true);
  });
}

void Pool::count_active(std::uint64_t bytes) noexcept {
  ++stats_.active_blocks;
  if (__builtin_expect(!held_by_blocks_, 0)) {
    held_by_blocks_ = true;
    retain();
  }
  stats_.active_bytes += bytes;
}

// Returns true if the caller must drop the blocks' reference, after it has released the lock.
bool Pool::discount_active(std::uint64_t bytes) noexcept {
  stats_.active_bytes -= bytes;
  --stats_.active_blocks;
  return drop_block_reference();
}

void Pool::note_peak() noexcept {
  stats_.peak_bytes = std::max(stats_.peak_bytes, stats_.active_bytes + stats_.held_bytes);
}

Ref<Mem> PoolBlock::lend(std::uint64_t size) noexcept {
  set_size(size);
  Usage& work = usage();
  work.slots.store(0, std::memory_order_relaxed);
  work.exposed.store(false, std::memory_order_relaxed);
  work.inherited = pending_slots_;
  return hand_out();
}

PoolBlock* Pool::from_driver(std::uint64_t block_size, std::uint32_t bin) {
  Ref<DriverAllocation> source =
      place_ == MemPlace::kHost ? make_page_locked_memory(context_, (flags_ & mem_flags::kWriteCombined) != 0)
      : place_ == MemPlace::kManaged ? make_managed_memory(context_, MemAttachMode::kGlobal)
                                     : make_device_memory(context_);
  source->set_options({.flags = flags_, .alignment = alignment_}, {});
  source->take(block_size, this);
  return new PoolBlock(*this, std::move(source), flags_, bin);
}

Ref<Mem> Pool::alloc(std::uint64_t size, const Stream* stream) {
  Ref<Mem> mem = take(size, stream);
  // The graph holds the memory from here on, even if the only trace of it is a number in an argument.
  if (const unsigned slot = queue_of(stream).slot; __builtin_expect(slot >= kStreamSlots, 0))
    context_.slots().use(mem->usage(), slot);
  if (__builtin_expect((flags_ & mem_flags::kZero) != 0, 0)) fill_with_zeros(*mem, stream);
  return mem;
}

Ref<Mem> Pool::alloc_held(std::uint64_t size, const Stream& stream) noexcept {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 40;
  if (__builtin_expect(
          &stream.context() != &context_ || flags_ != 0 || size - 1 >= kLargest || context_.checks_memory(),
          0))
    return {};
  handle_collect_some();
  if (__builtin_expect(context_.has_to_sweep() || ending_contexts.load(std::memory_order_relaxed) != 0, 0))
    return {};
  PoolBlock* const block =
      from_held(bin_of(rounded(size)), [&](Bin& bin) { return take_fitting(bin, stream.slot()); });
  return block ? block->lend(size) : nullptr;
}

void Pool::fill_with_zeros(Mem& mem, const Stream* stream) {
  if (host_writes(context_, mem)) {
    std::memset(mem.host(), 0, mem.size());
    return;
  }
  const Queue queue = queue_of(stream);
  context_.run([&] {
    context_.slots().use(mem.usage(), queue.slot);
    const CUresult result = context_.table().cuMemsetD8Async(mem.address(), 0, mem.size(), queue.stream);
    context_.slots().queued(queue.slot);
    context_.check(result, "cuMemsetD8Async", "the memory was not filled with zeros");
  });
  // The first use on another stream waits for the earlier work.
  mem.usage().inherited |= slot_bit(queue.slot);
}

// Takes, in this order: a held block that the stream may use at once, one whose work is done, a new one. At
// the limit it takes one that is still in use before it frees held blocks of other sizes.
Ref<Mem> Pool::take(std::uint64_t size, const Stream* stream) {
  if (size == 0) throw Failure(status::kInvalidArgument, "`size` is 0: ask for 1 byte at least");
  if (stream) check_context("stream", stream->context(), "`pool`", context_);
  check_process();
  context_.check_loss();
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 60;
  if (size > kLargest)
    throw Failure(status::kOutOfMemory,
                  "out of memory allocating " + std::to_string(size) + " bytes: no device has so much");
  collect(context_);

  const std::uint64_t block_size = context_.checks_memory() ? size : rounded(size);
  const std::uint32_t index = bin_of(rounded(size));
  const unsigned slot = queue_of(stream).slot;
  const auto fitting = [&](Bin& bin) { return take_fitting(bin, slot); };
  PoolBlock* block = from_held(index, fitting);
  if (!block) block = from_held(index, [&](Bin& bin) { return take_finished(bin); });
  if (!block) {
    ask_about(index);
    block = from_held(index, [&](Bin& bin) { return take_finished(bin); });
  }
  // A new block needs room below the limit, so held blocks of other sizes are freed first.
  if (!block && is_over_limit(block_size)) {
    handle_collect_all();  // released memory counts as active until then
    block = from_held(index, fitting);
    if (!block && is_over_limit(block_size)) block = make_room(size, block_size, index);
  }
  const bool is_new = !block;
  if (is_new) block = new_block(block_size, index);
  if (log::wants(log::Level::kDebug))
    log::debug("pool", is_new ? "a new" : "a held", " block of ", block_size, " bytes for ", size,
               stream ? " on stream " : " on the default stream", log::Hex(queue_of(stream).stream));
  return block->lend(size);
}

template <class Take>
PoolBlock* Pool::from_held(std::uint32_t index, Take&& take) {
  const std::lock_guard lock(lock_);
  Bin* bin = bins_[index].get();
  PoolBlock* block = bin ? take(*bin) : nullptr;
  if (!block) return nullptr;
  count_active(block->bytes_);
  note_peak();
  return block;
}

bool Pool::is_over_limit(std::uint64_t block_size) const noexcept {
  const std::lock_guard lock(lock_);
  if (stats_.limit == 0) return false;
  return stats_.active_bytes > stats_.limit || block_size > stats_.limit - stats_.active_bytes ||
         stats_.held_bytes > stats_.limit - stats_.active_bytes - block_size;
}

namespace {

[[noreturn]] void refuse_at_limit(std::string message) {
  log::info("pool", message);
  throw Failure(status::kPoolLimit, std::move(message));
}

}  // namespace

// Makes room for a new block and returns nullptr, or returns a block whose work is not done. Throws
// POOL_LIMIT.
PoolBlock* Pool::make_room(std::uint64_t size, std::uint64_t block_size, std::uint32_t index) {
  PoolBlock* block = nullptr;
  if (place_ != MemPlace::kDevice) {
    context_.run([&] { context_.slots().wait_for_all(); });
    block = from_held(index, [&](Bin& bin) { return take_finished(bin); });
  } else {
    block = from_held(index, [&](Bin& bin) { return take_any(bin); });
  }
  if (block) return block;
  const PoolStatistics now = statistics();
  const std::uint64_t active = now.active_bytes, limit = now.limit;
  if (limit != 0 && (active > limit || block_size > limit - active))
    refuse_at_limit(concat("a block of ", block_size, " bytes (for ", size, ") and ", active,
                           " active are more than the pool's limit of ", limit,
                           ": release some, or raise it with gc_pool_set_limit"));
  if (limit != 0) release_held(limit - active - block_size);
  return nullptr;
}

PoolBlock* Pool::new_block(std::uint64_t block_size, std::uint32_t index) {
  const Ref<Pool> keep(this);  // the call leaves its epoch if memory is short
  // The block is counted before it exists, so that no other thread takes its place below the limit.
  {
    const std::lock_guard lock(lock_);
    if (!bins_[index]) bins_[index] = std::make_unique<Bin>();
    count_active(block_size);
  }
  PoolBlock* block = nullptr;
  try {
    block = from_driver(block_size, index);
  } catch (...) {
    bool last = false;
    {
      const std::lock_guard lock(lock_);
      last = discount_active(block_size);
    }
    if (last) unretain();
    throw;
  }
  const std::lock_guard lock(lock_);
  note_peak();
  return block;
}

void Pool::take_back(PoolBlock& block) noexcept {
  block.released_at_ = context_.slots().now();
  block.pending_slots_ = context_.slots().unfinished(block.usage().told(), block.released_at_, false);
  bool last = false, held = false;
  {
    const std::lock_guard lock(lock_);
    last = discount_active(block.bytes_);
    held = holding_ &&
           (stats_.limit == 0 || stats_.active_bytes + stats_.held_bytes + block.bytes_ <= stats_.limit);
    if (held) {
      Bin& bin = *bins_[block.bin_];
      unsigned list = kSettled;
      if (block.pending_slots_ != 0) {
        list = std::has_single_bit(block.pending_slots_)
                   ? static_cast<unsigned>(std::countr_zero(block.pending_slots_))
                   : kMixed;
        if (list < kStreamSlots) bin.slots |= slot_bit(list);
      }
      link(bin.lists[list], block);
      ++stats_.held_blocks;
      stats_.held_bytes += block.bytes_;
    }
  }
  // `this` is not used: since the lock was released, another block's release may have deleted the pool.
  if (!held) delete &block;  // not counted: the compiler asks for NULL
  if (last) unretain();
}

void Pool::release_held(std::uint64_t keep) noexcept {
  PoolBlock* released = nullptr;
  {
    const std::lock_guard lock(lock_);
    // The largest first: they make the most room for the fewest blocks lost.
    // not counted: no bin is left only where nothing is held
    for (std::size_t i = bins_.size(); i-- > 0 && stats_.held_bytes > keep;) {
      if (!bins_[i]) continue;
      while (stats_.held_bytes > keep) {
        PoolBlock* block = take_any(*bins_[i]);
        if (!block) break;
        block->next_held_ = released;
        released = block;
      }
    }
  }
  while (released) {
    PoolBlock* block = released;
    released = block->next_held_;
    delete block;  // not counted: the compiler asks for NULL
  }
}

void Pool::free_held() {
  const Ref<Pool> keep(this);  // synchronize leaves the epoch
  handle_collect_all();        // memory that was released before this call is held after it
  release_held(0);
  context_.run([&] {
    const EpochPause pause;
    context_.check(context_.slots().wait_for_all(), "cuCtxSynchronize");
  });
  collect(context_);
  context_.sweep(Sweep::kNow);
}

void Pool::stop_holding() {
  {
    const std::lock_guard lock(lock_);
    holding_ = false;
  }
  free_held();
}

void Pool::set_limit(std::uint64_t limit) {
  handle_collect_all();
  std::uint64_t active = 0;
  {
    const std::lock_guard lock(lock_);
    stats_.limit = limit;
    active = stats_.active_bytes;
  }
  collect(context_);
  if (limit != 0) release_held(limit > active ? limit - active : 0);
  context_.sweep(Sweep::kCheap);
}

}  // namespace gridcall::core
