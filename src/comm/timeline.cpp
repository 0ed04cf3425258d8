// SPDX-License-Identifier: Apache-2.0

#include "comm/timeline.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/concat.h"
#include "core/context.h"

namespace gridcall::comm {

using namespace driver;

namespace {

constexpr std::uint64_t kWordsBytes = 4096;
constexpr std::size_t kWordBytes = 8;

}  // namespace

void Timeline::add_words() {
  words_.push_back(core::Mem::create(context_, {.size = kWordsBytes, .place = core::MemPlace::kHost}));
  std::memset(words_.back()->host(), 0, kWordsBytes);
}

Timeline::StreamRecord& Timeline::record_of(CUstream stream) {
  {
    const std::lock_guard lock(lock_);
    for (StreamRecord& record : records_)
      if (record.stream == stream) return record;
  }
  constexpr std::size_t kWords = kWordsBytes / kWordBytes;
  const std::size_t index = records_.size();
  if (index / kWords >= words_.size()) add_words();
  core::Mem& memory = *words_[index / kWords];
  const std::size_t offset = index % kWords * kWordBytes;
  const std::lock_guard lock(lock_);
  StreamRecord& record = records_.emplace_back();
  record.stream = stream;
  record.word = reinterpret_cast<const std::uint32_t*>(memory.host() + offset);
  record.address = memory.address() + offset;
  record.memory = &memory;
  record.progress = Clock::now();
  return record;
}

void Timeline::mark(CUstream stream, unsigned slot, InFlight&& operation) {
  StreamRecord& record = record_of(stream);
  const Table& table = context_.table();
  std::uint32_t number = 0;
  {
    const std::lock_guard lock(lock_);
    look_locked(Clock::now());
    InFlight& added = record.in_flight.emplace_back(std::move(operation));
    number = added.number = ++record.queued;
  }
  context_.slots().use(record.memory->usage(), slot);
  CUresult result = CUDA_ERROR_NOT_SUPPORTED;
  const char* call = "cuStreamWriteValue64";
  if (table.cuStreamWriteValue64)
    result = table.cuStreamWriteValue64(stream, record.address, number, CU_STREAM_WRITE_VALUE_DEFAULT);
  if (result == CUDA_ERROR_NOT_SUPPORTED) {
    call = "cuMemsetD32Async";
    result = table.cuMemsetD32Async(record.address, number, 1, stream);
  }
  context_.slots().queued(slot);
  if (result != CUDA_SUCCESS) {
    // The operation is queued but not watched.
    const std::lock_guard lock(lock_);
    if (!record.in_flight.empty() && record.in_flight.back().number == number) record.in_flight.pop_back();
    --record.queued;
  }
  context_.check(result, call, "the operation was queued, and its time limit does not hold");
  Service::get().wake();
}

bool Timeline::look_locked(Clock::time_point now) {
  bool is_idle = true;
  for (StreamRecord& record : records_) {
    const std::uint32_t word = __atomic_load_n(record.word, __ATOMIC_ACQUIRE);
    while (!record.in_flight.empty() &&
           static_cast<std::int32_t>(word - record.in_flight.front().number) >= 0) {
      const std::uint64_t sequence = record.in_flight.front().sequence;
      if (done() < sequence) done_.store(sequence, std::memory_order_relaxed);
      record.in_flight.pop_front();
      record.progress = now;
    }
    if (!record.in_flight.empty()) is_idle = false;
  }
  return is_idle;
}

bool Timeline::is_idle() {
  const std::lock_guard lock(lock_);
  return look_locked(Clock::now());
}

std::optional<Clock::time_point> Timeline::deadline(Clock::time_point now, Clock::duration limit,
                                                    std::string& late) {
  std::optional<Clock::time_point> earliest;
  const std::lock_guard lock(lock_);
  look_locked(now);
  for (const StreamRecord& record : records_) {
    if (record.in_flight.empty()) continue;
    const InFlight& first = record.in_flight.front();
    const Clock::time_point until = std::max(first.since, record.progress) + limit;
    if (!earliest || until < *earliest) earliest = until;
    if (until > now || !late.empty()) continue;
    late = first.is_graph ? std::string("a graph with operations")
                          : concat("operation ", first.sequence, ", ", first.signature.text());
  }
  return earliest;
}

void Timeline::fail(const Failure& failure) {
  const std::lock_guard lock(lock_);
  look_locked(Clock::now());
  for (const StreamRecord& record : records_) {
    if (!record.in_flight.empty()) context_.late_failures().add(record.stream, failure);
    for (const InFlight& each : record.in_flight)
      for (const core::Ref<core::Object>& object : each.kept) object->retain();
  }
}

}  // namespace gridcall::comm
