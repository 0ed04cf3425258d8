// SPDX-License-Identifier: Apache-2.0

#include "core/capture.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/concat.h"
#include "base/each_call.h"
#include "base/failure.h"
#include "base/status.h"

namespace gridcall::core {

using namespace driver;

DriverStream::DriverStream(Context& context) noexcept : DriverObject(context) {}
DriverStream::~DriverStream() = default;

void KeptObjects::add(Usage& usage) {
  KeptUse& kept = kept_[&usage];
  if (kept.uses++ == 0) kept.owner = Ref<Object>(usage.owner);
}

void KeptObjects::remove(Usage& usage) noexcept {
  const auto found = kept_.find(&usage);
  if (found != kept_.end() && --found->second.uses == 0) kept_.erase(found);
}

// ----------------------------------------------------------------------------------------------------------

unsigned Captures::reserve(DriverStream& stream) {
  auto made = make<Capture>(stream);
  const std::lock_guard lock(lock_);
  if (stream.slot() >= kStreamSlots)
    throw Failure(
        status::kInvalidState,
        "`stream` captures already: end that with gc_stream_end_capture on the stream where it began");
  for (unsigned i = 0; i < kMax; ++i) {
    if (captures_[i]) continue;
    captures_[i] = std::move(made);
    count_.fetch_add(1, std::memory_order_acq_rel);
    begin_rare_state();
    return kStreamSlots + i;
  }
  throw Failure(status::kInvalidState,
                concat("the context of `stream` has ", kMax,
                       " captures under way, the most that there can be: end one first"));
}

void Captures::forget(unsigned slot) noexcept {
  Ref<Capture> dropped;
  const std::lock_guard lock(lock_);
  dropped = std::exchange(captures_[slot - kStreamSlots], nullptr);
  count_.fetch_sub(1, std::memory_order_acq_rel);
  end_rare_state();
}

void Captures::start(DriverStream& stream, unsigned slot) noexcept {
  const std::lock_guard lock(lock_);
  stream.capture_ = captures_[slot - kStreamSlots];
  stream.slot_.store(slot, std::memory_order_relaxed);
}

Ref<Capture> Captures::of(const DriverStream& stream) {
  const std::lock_guard lock(lock_);
  return stream.capture_;
}

Ref<Capture> Captures::of(unsigned slot) {
  const std::lock_guard lock(lock_);
  return captures_[slot - kStreamSlots];
}

void Captures::make_room(Capture& capture) {
  const std::lock_guard lock(lock_);
  auto& joined = capture.joined_;
  if (joined.size() == joined.capacity()) joined.reserve(2 * joined.size() + 8);
}

void Captures::join(DriverStream& stream, Capture& capture) {
  const std::lock_guard lock(lock_);
  const auto found = find_locked(capture);
  if (stream.capture_ || found == captures_.end()) return;
  capture.joined_.emplace_back(&stream);
  stream.capture_ = *found;
  stream.slot_.store(kStreamSlots + static_cast<unsigned>(found - captures_.begin()),
                     std::memory_order_relaxed);
}

// The origin of a finished capture may be destroyed, so captures are compared by address.
std::array<Ref<Capture>, Captures::kMax>::iterator Captures::find_locked(const Capture& capture) noexcept {
  return std::find_if(captures_.begin(), captures_.end(),
                      [&](const Ref<Capture>& each) { return each.get() == &capture; });
}

void Captures::finish(Capture& capture) noexcept {
  Ref<Capture> keep(&capture);
  std::vector<Ref<DriverStream>> joined;  // destructors run after the unlock
  {
    const std::lock_guard lock(lock_);
    const auto found = find_locked(capture);
    if (found == captures_.end()) return;
    found->reset();
    count_.fetch_sub(1, std::memory_order_acq_rel);
    end_rare_state();
    joined.swap(capture.joined_);
    const auto end = [](DriverStream& stream) {
      stream.capture_.reset();
      stream.slot_.store(stream.own_slot_, std::memory_order_relaxed);
    };
    for (const Ref<DriverStream>& stream : joined) end(*stream);
    end(capture.origin_);
  }
}

bool Captures::keep(unsigned slot, Usage& usage) {
  if (!usage.owner) return true;
  const std::lock_guard lock(lock_);
  Capture* const capture = captures_[slot - kStreamSlots].get();
  if (capture) capture->kept_.add(usage);
  return capture != nullptr;
}

void Captures::make_room(unsigned slot) {
  const std::lock_guard lock(lock_);
  Capture* const capture = captures_[slot - kStreamSlots].get();
  if (!capture) return;
  auto& launches = capture->launches_;
  if (launches.size() == launches.capacity()) launches.reserve(2 * launches.size() + 16);
}

void Captures::add(unsigned slot, std::unique_ptr<CapturedWork> launch) {
  const std::lock_guard lock(lock_);
  Capture* const capture = captures_[slot - kStreamSlots].get();
  if (capture) capture->launches_.push_back(std::move(launch));
}

}  // namespace gridcall::core
