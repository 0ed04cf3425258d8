// SPDX-License-Identifier: Apache-2.0
//
// Handles. A handle's value is never an address but
//
//     generation (32 bits) | type (6) | index (26),   XOR a random word drawn at load
//
// so NULL, released, wrong-type, foreign and forged handles are found out without reading memory that may be
// gone. Slots are never freed. A released slot's object lives on until every call that may have looked it up
// has ended: each API call is one `Epoch`, and a slot is reclaimed when no call is older than its release.
//
// Releasing bumps the generation and pushes the slot on a list, and no more: it may run in a finalizer.
// `collect` empties the list; calls that create something do that first. A call that waits for the device
// leaves its epoch meanwhile (EpochPause), so that it does not hold up what others release.

#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "base/sole_thread.h"
#include "core/object.h"

namespace gridcall::core {

using HandleValue = std::uint64_t;  // the number in the opaque pointer

struct HandleSlot {
  std::atomic<std::uint64_t> tag{0};  // generation << 6 | type; the generation is odd while the handle lives
  std::atomic<Object*> object{nullptr};
  std::atomic<std::uint32_t> next_free{0};
  std::uint32_t index = 0;
  HandleSlot* next_retired = nullptr;
  std::uint64_t retired_at = 0;
};

inline constexpr std::uint32_t kHandleIndexBits = 26;
inline constexpr std::uint32_t kHandleTypeBits = 6;
inline constexpr std::uint32_t kSlotsPerChunk = 1024;
inline constexpr std::uint32_t kHandleChunks = (1u << kHandleIndexBits) / kSlotsPerChunk;

namespace detail {
struct alignas(64) EpochSlot {
  std::atomic<std::uint64_t> epoch{0};  // 0 if no call runs on this thread
  std::atomic<bool> taken{false};
  bool is_sole = false;               // SoleThread::is_this_thread()
  std::atomic<bool> draining{false};  // true while this thread drops references of released handles
  // Free handle slots that only this thread takes. The shared list costs two locked instructions per handle.
  std::uint32_t spare_count = 0;
  HandleSlot* spare = nullptr;
  EpochSlot* next = nullptr;

  void begin() noexcept;
  void end() noexcept { epoch.store(0, std::memory_order_release); }
};
extern std::atomic<HandleSlot*> handle_chunks[kHandleChunks];
inline constexpr std::uint64_t& handle_secret = each_call.handle_secret;
inline constexpr std::atomic<std::uint64_t>& current_epoch = each_call.epoch;
// constinit: without it each use calls a wrapper that may run a constructor. initial-exec: one load, 0.8 ns
// less than a call of the loader; the 8 bytes come from the C library's reserve for libraries opened later.
extern constinit thread_local EpochSlot* this_thread_epoch __attribute__((tls_model("initial-exec")));
EpochSlot* register_thread() noexcept;  // nullptr if memory ran out

inline void EpochSlot::begin() noexcept {
  const std::uint64_t now = current_epoch.load(std::memory_order_acquire);
  if (SoleThread::is_alone()) {
    epoch.store(now, std::memory_order_release);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (__builtin_expect(SoleThread::is_alone(), 1)) return;
  }
  // The store is sequentially consistent, so that it is visible before any handle is looked up.
  epoch.store(now, std::memory_order_seq_cst);
}
}  // namespace detail

// A scope in which no object that was looked up by its handle is reclaimed. It cannot be nested.
class Epoch {
 public:
  Epoch() noexcept : slot_(detail::this_thread_epoch) {
    if (__builtin_expect(!slot_, 0)) slot_ = detail::register_thread();
    if (__builtin_expect(slot_ != nullptr, 1)) slot_->begin();
  }
  ~Epoch() {
    if (slot_) slot_->end();
  }
  Epoch(const Epoch&) = delete;
  Epoch& operator=(const Epoch&) = delete;

  explicit operator bool() const noexcept { return slot_ != nullptr; }

 private:
  detail::EpochSlot* slot_;
};

// A pause of the epoch around a wait inside a call, so that the call does not delay reclamation. The call
// must hold a reference on each object that it still uses.
class EpochPause {
 public:
  EpochPause() noexcept : slot_(detail::this_thread_epoch) {
    // The epoch is paused already.
    if (slot_ && slot_->epoch.load(std::memory_order_relaxed) == 0) slot_ = nullptr;
    if (slot_) slot_->end();
  }
  ~EpochPause() {
    if (slot_) slot_->begin();
  }
  EpochPause(const EpochPause&) = delete;
  EpochPause& operator=(const EpochPause&) = delete;

 private:
  detail::EpochSlot* slot_;
};

// Creates a handle and takes over one reference. Throws OUT_OF_HOST_MEMORY, after it has dropped the
// reference.
HandleValue handle_create(HandleType type, Object* object);
// Creates a handle likewise; returns 0 instead of an exception.
HandleValue handle_try_create(HandleType type, Object* object) noexcept;

// Creates a handle that a release does not end and handle_count does not count. Takes over the reference. At
// most kPermanentHandles are made, while the library is loaded; returns 0 beyond that.
inline constexpr std::uint32_t kPermanentHandles = 64;
HandleValue handle_make_permanent(HandleType type, Object* object) noexcept;

// Returns nullptr unless `handle` is live and of this type. Only inside an Epoch.
[[gnu::always_inline]] inline Object* handle_find(HandleValue handle, HandleType type) noexcept {
  const std::uint64_t plain = handle ^ detail::handle_secret;
  const std::uint32_t index = static_cast<std::uint32_t>(plain) & ((1u << kHandleIndexBits) - 1);
  const std::uint64_t tag = plain >> kHandleIndexBits;
  const HandleSlot* chunk = detail::handle_chunks[index / kSlotsPerChunk].load(std::memory_order_acquire);
  if (__builtin_expect(!chunk, 0)) return nullptr;
  const HandleSlot& slot = chunk[index % kSlotsPerChunk];
  if (__builtin_expect(slot.tag.load(std::memory_order_acquire) != tag, 0)) return nullptr;
  // The type, and a generation that is odd.
  constexpr std::uint64_t kAlive = 1u << kHandleTypeBits;
  if (__builtin_expect((tag & (2 * kAlive - 1)) != (kAlive | static_cast<std::uint64_t>(type)), 0))
    return nullptr;
  return slot.object.load(std::memory_order_relaxed);
}

// Returns true if a handle that was found once is live still. Only inside an Epoch.
[[gnu::always_inline]] inline bool handle_is_live(HandleValue handle) noexcept {
  const std::uint64_t plain = handle ^ detail::handle_secret;
  const std::uint32_t index = static_cast<std::uint32_t>(plain) & ((1u << kHandleIndexBits) - 1);
  const HandleSlot* chunk = detail::handle_chunks[index / kSlotsPerChunk].load(std::memory_order_acquire);
  return chunk[index % kSlotsPerChunk].tag.load(std::memory_order_acquire) == plain >> kHandleIndexBits;
}

// An object of any type and its handle type; kNone and nullptr if the handle is not live.
struct AnyObject {
  HandleType type = HandleType::kNone;
  Object* object = nullptr;
};
AnyObject handle_find_any(HandleValue handle) noexcept;

// The reason why handle_find refused a value, for the message.
enum class HandleVerdict { kNull, kForeign, kReleased, kWrongType };
struct HandleDiagnosis {
  HandleVerdict verdict;
  HandleType actual;
};
HandleDiagnosis handle_diagnose(HandleValue handle, HandleType wanted) noexcept;

// Throws INVALID_HANDLE for a value that handle_find refused (kNone: handle_find_any). `subject` is the
// parameter's name, "`mem`"; `or_null` follows the advice on what to pass instead of NULL.
[[noreturn]] void refuse_handle(HandleValue handle, HandleType wanted, std::string_view subject,
                                std::string_view or_null = {});

// Ends a handle; returns false if it was not live. Never blocks, calls no driver, cannot fail.
bool handle_release(HandleValue handle, HandleType type) noexcept;

// Drops the references of released handles that no call can see any more. Never waits: another thread drops
// the slots that it has taken.
void handle_collect() noexcept;
// Drops a bounded number of them, so that a call does not pay for other threads' releases.
void handle_collect_some() noexcept;
// Drops all of them, and waits until other threads have dropped the slots that they took before.
void handle_collect_all() noexcept;
// Drops them after the running calls of other threads have ended, or after 100 ms: such calls keep all
// handles that were released since they began. The caller has left its epoch.
void handle_collect_after_calls() noexcept;

// Returns the number of live handles without those of devices.
std::uint64_t handle_count() noexcept;

}  // namespace gridcall::core
