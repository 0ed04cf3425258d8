// SPDX-License-Identifier: Apache-2.0

#include "core/handle.h"

#include <pthread.h>
#include <sched.h>
#include <sys/random.h>
#include <time.h>

#include <cstdint>
#include <memory>
#include <new>

#include "base/concat.h"
#include "base/failure.h"
#include "base/process.h"
#include "base/status.h"

namespace gridcall::core {

namespace detail {
std::atomic<HandleSlot*> handle_chunks[kHandleChunks];
constinit thread_local EpochSlot* this_thread_epoch = nullptr;
}  // namespace detail

namespace {

using detail::EpochSlot;

// Index 0 ends the list of free slots, because permanent handles use the first slots. The upper half counts,
// against ABA.
std::atomic<std::uint64_t> free_slots{0};
HandleSlot first_chunk[kSlotsPerChunk];  // this chunk needs no allocation
std::atomic<std::uint32_t> chunk_count{1};

// Slots of released handles, newest first. A slot that a call may still see is put back.
std::atomic<HandleSlot*> retired{nullptr};
// Slots that handle_collect_some leaves to its next call; none while a call collects all.
std::atomic<HandleSlot*> put_off{nullptr};
std::atomic<std::uint32_t> collecting_all{0};

std::atomic<EpochSlot*> epoch_slots{nullptr};
// Slots for the first threads need no allocation, so that each thread can at least read the error of a failed
// allocation.
constexpr std::uint32_t kFirstEpochSlots = 64;
EpochSlot first_epoch_slots[kFirstEpochSlots];
std::atomic<std::uint32_t> first_epoch_slots_used{0};
pthread_key_t thread_end;
bool thread_end_made = false;

void at_thread_end(void* slot);
void let_calls_end();
void set_indexes(HandleSlot* chunk, std::uint32_t chunk_index) noexcept;
void push_free_from(HandleSlot* chunk, std::uint32_t first) noexcept;

// Handles of two copies of the library in one process must differ. This runs when the library is loaded.
__attribute__((constructor(101))) void open_table() {
  std::uint64_t word = 0;
  if (::getrandom(&word, sizeof word, GRND_NONBLOCK) != static_cast<ssize_t>(sizeof word)) {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    word = reinterpret_cast<std::uint64_t>(&word) * 0x9e3779b97f4a7c15u ^
           static_cast<std::uint64_t>(now.tv_nsec) << 20 ^ static_cast<std::uint64_t>(now.tv_sec);
  }
  detail::handle_secret = word;
  set_indexes(first_chunk, 0);
  detail::handle_chunks[0].store(first_chunk, std::memory_order_release);
  push_free_from(first_chunk, kPermanentHandles);
  process_at_exit(let_calls_end);
  SoleThread::allow();
  thread_end_made = ::pthread_key_create(&thread_end, at_thread_end) == 0;
}

HandleSlot& slot_at(std::uint32_t index) {
  return detail::handle_chunks[index / kSlotsPerChunk].load(
      std::memory_order_acquire)[index % kSlotsPerChunk];
}

// Puts the chained slots `first` to `last` at the head of the list.
void push_free(HandleSlot& first, HandleSlot& last) noexcept {
  std::uint64_t head = free_slots.load(std::memory_order_relaxed);
  std::uint64_t next;
  do {
    last.next_free.store(static_cast<std::uint32_t>(head), std::memory_order_relaxed);
    next = ((head >> 32) + 1) << 32 | first.index;
    // not counted: another thread was first
  } while (
      !free_slots.compare_exchange_weak(head, next, std::memory_order_release, std::memory_order_relaxed));
}

void push_free(HandleSlot& slot) noexcept {
  push_free(slot, slot);
}

void at_thread_end(void* of_thread) {
  auto* slot = static_cast<EpochSlot*>(of_thread);
  detail::this_thread_epoch = nullptr;
  while (HandleSlot* spare = slot->spare) {
    slot->spare = spare->next_retired;
    push_free(*spare);
  }
  slot->spare_count = 0;
  slot->taken.store(false, std::memory_order_release);
}

HandleSlot* pop_free() noexcept {
  if (EpochSlot* own = detail::this_thread_epoch; own && own->spare) {
    HandleSlot* slot = own->spare;
    own->spare = slot->next_retired;
    --own->spare_count;
    return slot;
  }
  std::uint64_t head = free_slots.load(std::memory_order_acquire);
  for (;;) {
    const std::uint32_t index = static_cast<std::uint32_t>(head);
    if (index == 0) return nullptr;
    HandleSlot& slot = slot_at(index);  // slots are never freed, so reading a stale one is harmless
    const std::uint64_t next = ((head >> 32) + 1) << 32 | slot.next_free.load(std::memory_order_relaxed);
    // not counted: another thread was first
    if (free_slots.compare_exchange_weak(head, next, std::memory_order_acquire, std::memory_order_acquire))
      return &slot;
  }
}

void set_indexes(HandleSlot* chunk, std::uint32_t chunk_index) noexcept {
  for (std::uint32_t i = 0; i < kSlotsPerChunk; ++i) chunk[i].index = chunk_index * kSlotsPerChunk + i;
}

void push_free_from(HandleSlot* chunk, std::uint32_t first) noexcept {
  for (std::uint32_t i = first; i + 1 < kSlotsPerChunk; ++i)
    chunk[i].next_free.store(chunk[i + 1].index, std::memory_order_relaxed);
  push_free(chunk[first], chunk[kSlotsPerChunk - 1]);
}

// Returns false if memory ran out or every index is used. It takes no lock, because a fork would leave the
// lock held in the child. Threads that grow the table at once each add a chunk.
bool grow() noexcept {
  std::uint32_t index = chunk_count.load(std::memory_order_acquire);
  std::unique_ptr<HandleSlot[]> chunk(index == kHandleChunks ? nullptr
                                                             : new (std::nothrow) HandleSlot[kSlotsPerChunk]);
  for (;; ++index) {
    if (!chunk || index == kHandleChunks)
      return static_cast<std::uint32_t>(free_slots.load(std::memory_order_relaxed)) != 0;
    set_indexes(chunk.get(), index);
    HandleSlot* none = nullptr;
    if (detail::handle_chunks[index].compare_exchange_strong(none, chunk.get(), std::memory_order_acq_rel))
      break;
  }
  std::uint32_t count = chunk_count.load(std::memory_order_relaxed);
  // not counted: another thread was first
  while (count <= index && !chunk_count.compare_exchange_weak(count, index + 1, std::memory_order_release,
                                                              std::memory_order_relaxed)) {
  }
  push_free_from(chunk.release(), 0);
  return true;
}

// Returns the epoch of the oldest running call, or the maximum if no call runs.
std::uint64_t oldest_epoch() noexcept {
  std::uint64_t oldest = ~std::uint64_t{0};
  for (EpochSlot* slot = epoch_slots.load(std::memory_order_acquire); slot; slot = slot->next) {
    const std::uint64_t epoch = slot->epoch.load(std::memory_order_seq_cst);
    if (epoch != 0 && epoch < oldest) oldest = epoch;
  }
  return oldest;
}

// Waits until the calls that began before now have ended, except those that wait for a device. Returns false
// if some have not ended in that time.
bool calls_end(int half_milliseconds) {
  const std::uint64_t later = detail::current_epoch.fetch_add(1, std::memory_order_seq_cst) + 1;
  const EpochSlot* own = detail::this_thread_epoch;
  for (int patience = half_milliseconds;; --patience) {
    bool all = true;
    for (EpochSlot* slot = epoch_slots.load(std::memory_order_acquire); slot; slot = slot->next) {
      const std::uint64_t epoch = slot->epoch.load(std::memory_order_seq_cst);
      if (slot != own && epoch != 0 && epoch < later) all = false;
    }
    if (all || patience == 0) return all;
    const timespec moment{0, 500'000};
    ::nanosleep(&moment, nullptr);
  }
}

// Gives running calls of other threads a moment to end when the process exits, before the driver's own exit
// handler runs. A forked child does not have these threads.
void let_calls_end() {
  if (process_forked()) return;
  calls_end(200);
}

constexpr std::uint64_t kTypeMask = (1u << kHandleTypeBits) - 1;

}  // namespace

namespace detail {

EpochSlot* register_thread() noexcept {
  SoleThread::add();
  EpochSlot* found = nullptr;
  for (EpochSlot* slot = epoch_slots.load(std::memory_order_acquire); slot && !found; slot = slot->next) {
    bool expected = false;
    // not counted: another thread was first
    if (!slot->taken.load(std::memory_order_relaxed) &&
        slot->taken.compare_exchange_strong(expected, true, std::memory_order_acquire))
      found = slot;
  }
  if (!found) {
    const std::uint32_t used = first_epoch_slots_used.fetch_add(1, std::memory_order_relaxed);
    found = used < kFirstEpochSlots ? &first_epoch_slots[used] : new (std::nothrow) EpochSlot;
    if (!found) return nullptr;
    found->taken.store(true, std::memory_order_relaxed);
    EpochSlot* head = epoch_slots.load(std::memory_order_relaxed);
    do {
      found->next = head;
      // not counted: another thread was first
    } while (!epoch_slots.compare_exchange_weak(head, found, std::memory_order_release,
                                                std::memory_order_relaxed));
  }
  // Without the key the slot stays taken after the thread's end, which wastes only a few bytes.
  if (thread_end_made) ::pthread_setspecific(thread_end, found);
  found->is_sole = SoleThread::is_this_thread();
  this_thread_epoch = found;
  return found;
}

}  // namespace detail

std::uint64_t Object::identity() noexcept {
  static std::atomic<std::uint64_t> last{0};
  std::uint64_t now = identity_.load(std::memory_order_relaxed);
  if (now != 0) return now;
  const std::uint64_t drawn = last.fetch_add(1, std::memory_order_relaxed) + 1;
  // not counted: another thread was first
  return identity_.compare_exchange_strong(now, drawn, std::memory_order_relaxed) ? drawn : now;
}

HandleValue handle_try_create(HandleType type, Object* object) noexcept {
  for (;;) {
    HandleSlot* slot = pop_free();
    if (!slot) {
      if (grow()) continue;
      object->handle_released();
      object->unretain();
      return 0;
    }
    const std::uint64_t generation = (slot->tag.load(std::memory_order_relaxed) >> kHandleTypeBits) + 1;
    const std::uint64_t tag = generation << kHandleTypeBits | static_cast<std::uint64_t>(type);
    const HandleValue value = (tag << kHandleIndexBits | slot->index) ^ detail::handle_secret;
    slot->object.store(object, std::memory_order_relaxed);
    slot->tag.store(tag, std::memory_order_release);
    // One value in 2^64 equals NULL; its slot is never used again.
    if (__builtin_expect(value == 0, 0)) continue;
    return value;
  }
}

HandleValue handle_create(HandleType type, Object* object) {
  const HandleValue value = handle_try_create(type, object);
  if (value == 0) throw Failure(status::kOutOfHostMemory, "no memory for another handle: release some");
  return value;
}

HandleValue handle_make_permanent(HandleType type, Object* object) noexcept {
  static std::atomic<std::uint32_t> made{0};
  const std::uint32_t index = made.fetch_add(1, std::memory_order_relaxed);
  if (index >= kPermanentHandles) return 0;
  HandleSlot& slot = first_chunk[index];
  const std::uint64_t tag = std::uint64_t{1} << kHandleTypeBits | static_cast<std::uint64_t>(type);
  slot.object.store(object, std::memory_order_relaxed);
  slot.tag.store(tag, std::memory_order_release);
  return (tag << kHandleIndexBits | slot.index) ^ detail::handle_secret;
}

AnyObject handle_find_any(HandleValue handle) noexcept {
  const auto type = static_cast<HandleType>((handle ^ detail::handle_secret) >> kHandleIndexBits & kTypeMask);
  if (handle == 0 || type == HandleType::kNone || type > kLastHandleType) return {};
  Object* object = handle_find(handle, type);
  return object ? AnyObject{type, object} : AnyObject{};
}

HandleDiagnosis handle_diagnose(HandleValue handle, HandleType wanted) noexcept {
  if (handle == 0) return {HandleVerdict::kNull, HandleType::kNone};
  const std::uint64_t plain = handle ^ detail::handle_secret;
  const std::uint32_t index = static_cast<std::uint32_t>(plain) & ((1u << kHandleIndexBits) - 1);
  const std::uint64_t tag = plain >> kHandleIndexBits;
  const auto type = static_cast<HandleType>(tag & kTypeMask);
  const std::uint64_t generation = tag >> kHandleTypeBits;
  if (index / kSlotsPerChunk >= chunk_count.load(std::memory_order_acquire) || (generation & 1) == 0 ||
      type == HandleType::kNone || type > kLastHandleType)
    return {HandleVerdict::kForeign, HandleType::kNone};
  const std::uint64_t now = slot_at(index).tag.load(std::memory_order_acquire);
  if (now == tag) return {type == wanted ? HandleVerdict::kReleased : HandleVerdict::kWrongType, type};
  if (generation < (now >> kHandleTypeBits)) return {HandleVerdict::kReleased, type};
  return {HandleVerdict::kForeign, HandleType::kNone};
}

void refuse_handle(HandleValue handle, HandleType wanted, std::string_view subject,
                   std::string_view or_null) {
  const bool any = wanted == HandleType::kNone;
  const HandleDiagnosis diagnosis = handle_diagnose(handle, wanted);
  const std::string advice = concat(": pass a ", any ? "live handle" : handle_type_name(wanted));
  const char* const actual = handle_type_name(diagnosis.actual);
  std::string message;
  // not counted: the compiler asks for a verdict that there is not
  switch (diagnosis.verdict) {
    case HandleVerdict::kNull:
      message = concat(subject, " is NULL", advice, or_null);
      break;
    case HandleVerdict::kReleased:
      message = any || diagnosis.actual == wanted
                    ? concat(subject, " is a ", actual, " that was released: release it after its last use")
                    : concat(subject, " was a ", actual, ", which was released", advice);
      break;
    case HandleVerdict::kWrongType:
      message = concat(subject, " is a ", actual, advice);
      break;
    case HandleVerdict::kForeign:
      message = concat(subject, " is not a gridcall handle", advice);
      break;
  }
  throw Failure(status::kInvalidHandle, std::move(message));
}

bool handle_release(HandleValue handle, HandleType type) noexcept {
  const std::uint64_t plain = handle ^ detail::handle_secret;
  const std::uint32_t index = static_cast<std::uint32_t>(plain) & ((1u << kHandleIndexBits) - 1);
  std::uint64_t tag = plain >> kHandleIndexBits;
  if (handle == 0 || (tag & kTypeMask) != static_cast<std::uint64_t>(type) ||
      ((tag >> kHandleTypeBits) & 1) == 0)
    return false;
  HandleSlot* chunk = detail::handle_chunks[index / kSlotsPerChunk].load(std::memory_order_acquire);
  if (!chunk) return false;
  HandleSlot& slot = chunk[index % kSlotsPerChunk];
  if (__builtin_expect(index < kPermanentHandles, 0)) return slot.tag.load(std::memory_order_acquire) == tag;
  const std::uint64_t dead = ((tag >> kHandleTypeBits) + 1) << kHandleTypeBits | (tag & kTypeMask);
  const SoleThread::Section section;
  if (!section.replace(slot.tag, tag, dead)) return false;
  // Calls that start from now on see the new generation, so only calls of an older epoch matter.
  slot.retired_at = section.add(detail::current_epoch, std::uint64_t{1}) + 1;
  HandleSlot* head = retired.load(std::memory_order_relaxed);
  do {
    slot.next_retired = head;
    // not counted: another thread was first
  } while (!section.replace(retired, head, &slot));
  return true;
}

namespace {

// Looks at no less than `most` released handles, if there are that many.
void collect_retired(std::uint32_t most) noexcept {
  if (!retired.load(std::memory_order_relaxed) && !put_off.load(std::memory_order_relaxed)) return;
  // In a forked child, other threads may have stopped at any instruction.
  if (process_forked()) return;
  EpochSlot* own = detail::this_thread_epoch ? detail::this_thread_epoch : detail::register_thread();
  if (!own || own->draining.load(std::memory_order_relaxed)) return;
  // `draining` is set before a list is taken, so that a thread that finds the list empty knows of the other
  // thread.
  own->draining.store(true, std::memory_order_relaxed);
  HandleSlot* ready = nullptr;  // oldest first
  HandleSlot* first_seen = nullptr;
  HandleSlot* last_seen = nullptr;
  std::uint32_t looked_at = 0;
  for (std::atomic<HandleSlot*>* list : {&put_off, &retired}) {
    if (looked_at >= most) break;
    if (!list->load(std::memory_order_acquire)) continue;
    HandleSlot* batch = SoleThread::Section().exchange<HandleSlot*>(*list, nullptr);
    const std::uint64_t oldest = oldest_epoch();
    for (; batch; ++looked_at) {
      if (looked_at >= most && collecting_all.load(std::memory_order_seq_cst) == 0) {
        HandleSlot* none = nullptr;
        // not counted: another thread was first
        if (put_off.compare_exchange_strong(none, batch, std::memory_order_acq_rel)) break;
      }
      HandleSlot* slot = batch;
      batch = slot->next_retired;
      if (slot->retired_at <= oldest) {
        slot->next_retired = ready;
        ready = slot;
      } else {
        slot->next_retired = nullptr;
        (last_seen ? last_seen->next_retired : first_seen) = slot;
        last_seen = slot;
      }
    }
  }
  if (first_seen) {
    HandleSlot* head = retired.load(std::memory_order_relaxed);
    do {
      last_seen->next_retired = head;
      // not counted: another thread was first
    } while (!retired.compare_exchange_weak(head, first_seen, std::memory_order_release,
                                            std::memory_order_relaxed));
  }
  constexpr std::uint32_t kMaxSpare = 16;
  while (ready) {
    HandleSlot* slot = ready;
    ready = slot->next_retired;
    // No other thread looks at the slot: its generation is over and no earlier call runs.
    Object* object = slot->object.load(std::memory_order_relaxed);
    slot->object.store(nullptr, std::memory_order_relaxed);
    // A slot whose generations are used up is never reused.
    const std::uint64_t generation = slot->tag.load(std::memory_order_relaxed) >> kHandleTypeBits;
    if (__builtin_expect(generation < 0xfffffffeu, 1)) {
      if (own->spare_count < kMaxSpare) {
        slot->next_retired = own->spare;
        own->spare = slot;
        ++own->spare_count;
      } else {
        push_free(*slot);
      }
    }
    object->handle_released();
    object->unretain();
  }
  own->draining.store(false, std::memory_order_release);
}

}  // namespace

void handle_collect_some() noexcept {
  collect_retired(64);
}

void handle_collect() noexcept {
  collect_retired(~std::uint32_t{0});
}

void handle_collect_all() noexcept {
  if (process_forked()) return;
  collecting_all.fetch_add(1, std::memory_order_seq_cst);
  // The second round collects slots that a thread put off before it saw the count, and handles that the first
  // round released.
  for (int round = 0; round < 2; ++round) {
    handle_collect();
    const EpochSlot* own = detail::this_thread_epoch;
    for (EpochSlot* slot = epoch_slots.load(std::memory_order_acquire); slot; slot = slot->next)
      while (slot != own && slot->draining.load(std::memory_order_acquire)) ::sched_yield();
  }
  collecting_all.fetch_sub(1, std::memory_order_seq_cst);
}

void handle_collect_after_calls() noexcept {
  handle_collect_all();
  // not counted: another thread put slots off since
  if (process_forked() || (!retired.load() && !put_off.load())) return;
  calls_end(200);
  handle_collect_all();
}

std::uint64_t handle_count() noexcept {
  std::uint64_t count = 0;
  const std::uint32_t chunks = chunk_count.load(std::memory_order_acquire);
  for (std::uint32_t index = kPermanentHandles; index < chunks * kSlotsPerChunk; ++index) {
    const std::uint64_t tag = slot_at(index).tag.load(std::memory_order_relaxed);
    if (((tag >> kHandleTypeBits) & 1) != 0 &&
        (tag & kTypeMask) != static_cast<std::uint64_t>(HandleType::kDevice))
      ++count;
  }
  return count;
}

}  // namespace gridcall::core
