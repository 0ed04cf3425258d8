// SPDX-License-Identifier: Apache-2.0

#include "core/capture.h"

#include <algorithm>
#include <cstring>

#include "base/concat.h"
#include "core/launch.h"

namespace gridcall::core {

using namespace driver;

CapturedLaunch::CapturedLaunch() = default;
CapturedLaunch::~CapturedLaunch() = default;
Capture::Capture(Stream& origin) noexcept : origin_(origin) {}
Capture::~Capture() = default;

std::byte* CapturedLaunch::value(std::size_t index) noexcept {
  return reinterpret_cast<std::byte*>(values.data()) + kernel->parameters()[index].offset;
}

std::vector<void*> CapturedLaunch::pointers() {
  std::vector<void*> pointers(kernel->parameters().size());
  for (std::size_t i = 0; i < pointers.size(); ++i) pointers[i] = value(i);
  return pointers;
}

void KeptObjects::add(Usage& usage) {
  Kept& kept = kept_[&usage];
  if (kept.uses++ == 0) kept.owner = Ref<Object>(usage.owner);
}

void KeptObjects::remove(Usage& usage) noexcept {
  const auto found = kept_.find(&usage);
  if (found != kept_.end() && --found->second.uses == 0) kept_.erase(found);
}

// ----------------------------------------------------------------------------------------------------------

unsigned Captures::reserve(const Stream& stream) {
  auto made = make<Capture>(const_cast<Stream&>(stream));
  const std::lock_guard lock(lock_);
  if (stream.slot() >= kStreamSlots)
    throw Failure(
        status::kInvalidState,
        "`stream` captures already: end that with gc_stream_end_capture on the stream where it began");
  for (unsigned i = 0; i < kMost; ++i) {
    if (captures_[i]) continue;
    captures_[i] = std::move(made);
    count_.fetch_add(1, std::memory_order_acq_rel);
    return kStreamSlots + i;
  }
  throw Failure(status::kInvalidState,
                concat("the context of `stream` has ", kMost,
                       " captures under way, the most that there can be: end one first"));
}

void Captures::forget(unsigned slot) noexcept {
  Ref<Capture> dropped;
  const std::lock_guard lock(lock_);
  dropped = std::exchange(captures_[slot - kStreamSlots], nullptr);
  count_.fetch_sub(1, std::memory_order_acq_rel);
}

void Captures::start(Stream& stream, unsigned slot) noexcept {
  const std::lock_guard lock(lock_);
  stream.set_capture(captures_[slot - kStreamSlots], slot);
}

Ref<Capture> Captures::of(const Stream& stream) {
  const std::lock_guard lock(lock_);
  return stream.capture();
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

void Captures::join(Stream& stream, Capture& capture) {
  const std::lock_guard lock(lock_);
  const auto found = find_locked(capture);
  if (stream.capture() || found == captures_.end()) return;
  capture.joined_.emplace_back(&stream);
  stream.set_capture(*found, kStreamSlots + static_cast<unsigned>(found - captures_.begin()));
}

// Of one that is over the origin may be gone.
std::array<Ref<Capture>, Captures::kMost>::iterator Captures::find_locked(const Capture& capture) noexcept {
  return std::find_if(captures_.begin(), captures_.end(),
                      [&](const Ref<Capture>& each) { return each.get() == &capture; });
}

void Captures::finish(Capture& capture) noexcept {
  Ref<Capture> keep(&capture);
  std::vector<Ref<Stream>> joined;  // dropped behind the lock
  {
    const std::lock_guard lock(lock_);
    const auto found = find_locked(capture);
    if (found == captures_.end()) return;
    found->reset();
    count_.fetch_sub(1, std::memory_order_acq_rel);
    joined.swap(capture.joined_);
    for (const Ref<Stream>& stream : joined) stream->end_of_capture();
    capture.origin_.end_of_capture();
  }
}

bool Captures::keep(unsigned slot, Usage& usage) {
  if (!usage.owner) return true;
  const std::lock_guard lock(lock_);
  Capture* const capture = captures_[slot - kStreamSlots].get();
  if (capture) capture->kept_.add(usage);
  return capture != nullptr;
}

std::unique_ptr<CapturedLaunch> Captures::prepare(unsigned slot, Kernel& kernel, const Shape& shape,
                                                  void* const* values, std::span<const UsedObject> used) {
  auto launch = std::make_unique<CapturedLaunch>();
  launch->kernel = Ref<Kernel>(&kernel);
  launch->shape = std::make_unique<Shape>(shape);
  std::size_t size = 0;
  for (const image::Parameter& parameter : kernel.parameters())
    size = std::max(size, std::size_t{parameter.offset} + parameter.size);
  launch->values.resize((size + 7) / 8);
  for (std::size_t i = 0; i < kernel.parameters().size(); ++i)
    std::memcpy(launch->value(i), values[i], kernel.parameters()[i].size);
  launch->used.assign(used.begin(), used.end());
  const std::lock_guard lock(lock_);
  if (Capture* capture = captures_[slot - kStreamSlots].get()) {
    auto& launches = capture->launches_;
    if (launches.size() == launches.capacity()) launches.reserve(2 * launches.size() + 16);
  }
  return launch;
}

void Captures::record(unsigned slot, CUstream stream, std::unique_ptr<CapturedLaunch> launch) {
  // The node that the launch has made is all that the next one comes behind.
  Context& context = launch->kernel->context();
  const auto ask = context.table().cuStreamGetCaptureInfo;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUgraphNode* nodes = nullptr;
  std::size_t count = 0;
  const CUresult result = ask ? ask(stream, &status, nullptr, nullptr, &nodes, &count) : CUDA_SUCCESS;
  if (result == CUDA_SUCCESS && status == CU_STREAM_CAPTURE_STATUS_ACTIVE && count == 1)
    launch->node = nodes[0];
  {
    const std::lock_guard lock(lock_);
    Capture* const capture = captures_[slot - kStreamSlots].get();
    if (capture) capture->launches_.push_back(std::move(launch));
  }
  context.check(result, "cuStreamGetCaptureInfo");
}

}  // namespace gridcall::core
