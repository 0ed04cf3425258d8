// SPDX-License-Identifier: Apache-2.0
//
// The objects of the fake driver, its work, and when that is done.

#include "fake_cuda/state.h"

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <thread>

#include "fake_cuda/graph.h"

namespace fake {

State& state() {
  static State* const made = [] {
    auto* state = new State;
    const auto number = [](const char* name, long long otherwise) {
      const char* text = getenv(name);
      return text && *text ? strtoll(text, nullptr, 10) : otherwise;
    };
    state->init_result = static_cast<int>(number("FAKE_CUDA_INIT", 0));
    state->load_result = static_cast<int>(number("FAKE_CUDA_LOAD", 0));
    state->version = static_cast<int>(number("FAKE_CUDA_VERSION", state->version));
    state->capability = static_cast<int>(number("FAKE_CUDA_CAPABILITY", 9));
    state->devices = static_cast<int>(number("FAKE_CUDA_DEVICES", 1));
    state->memory = static_cast<std::size_t>(number("FAKE_CUDA_MEMORY", 1 << 30));
    if (const char* text = getenv("FAKE_CUDA_MISSING")) state->missing = std::string(",") + text + ",";
    state->primary.resize(static_cast<std::size_t>(state->devices));
    state->used.resize(static_cast<std::size_t>(state->devices));
    return state;
  }();
  return *made;
}

thread_local CUcontext stack[4096];
thread_local int depth = 0;
thread_local const char* current_function = "";
thread_local std::unique_lock<std::mutex>* held_lock = nullptr;

void die(const char* what, std::uint64_t value) {
  fprintf(stderr, "fake_cuda: %s: %s (0x%llx)\n", current_function, what,
          static_cast<unsigned long long>(value));
  fflush(stderr);
  abort();
}

CUcontext current() {
  return depth ? stack[depth - 1] : nullptr;
}

const Object* memory_at(std::uintptr_t address, std::uintptr_t* start) {
  auto found = state().memories.upper_bound(address);
  while (found != state().memories.begin()) {
    --found;
    const Object& object = state().objects.at(*found);
    if (!object.live) continue;
    if (start) *start = *found;
    return address - *found < object.bytes ? &object : nullptr;
  }
  return nullptr;
}

void check_range(CUdeviceptr address, std::size_t bytes) {
  std::uintptr_t begin = 0;
  const Object* object = memory_at(address, &begin);
  if (!object && bytes == 0) object = memory_at(address - 1, &begin);  // no bytes at its end
  if (object && bytes <= object->bytes && address - begin <= object->bytes - bytes) return;
  for (const auto& [handle, module] : state().modules) {
    if (!state().objects.at(key(handle)).live) continue;
    for (const Global* global : module.globals) {
      const auto start = key(global->bytes.data());
      if (start <= address && bytes <= global->bytes.size() &&
          address - start <= global->bytes.size() - bytes)
        return;
    }
  }
  die("memory outside of every live allocation", address);
}

// Behind work of another library, in the same context.
bool is_gated(std::uint64_t work, CUcontext context) {
  for (const auto& [gate, its] : state().gates)
    if (its == context && gate <= work) return true;
  return false;
}
bool is_done(std::uint64_t work, CUcontext context) {
  return work <= state().finished && (state().gates.empty() || !is_gated(work, context));
}
void finish_to(std::uint64_t work) {
  State& s = state();
  s.finished = std::max(s.finished, work);
  std::erase_if(s.writes, [](const State::Write& write) {
    if (!is_done(write.work, write.context)) return false;
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(write.address), write.value, __ATOMIC_SEQ_CST);
    return true;
  });
}
void finish_all(std::uint64_t wanted) {
  State& s = state();
  finish_to(s.queued);
  if (s.gates.empty() || !held_lock) return;
  const std::uint64_t work = std::min(wanted, s.queued);
  const CUcontext context = depth ? stack[depth - 1] : nullptr;
  while (is_gated(work, context)) s.gates_changed.wait(*held_lock);
  finish_to(s.queued);
}
CUresult capture_refusal(CUstream stream) {
  State& s = state();
  if (stream) {
    if (!live_here(stream, Kind::kStream).captures) return CUDA_SUCCESS;
    break_capture(live_here(stream, Kind::kStream));
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  if (!s.has_captured) return CUDA_SUCCESS;
  for (const auto& [address, object] : s.objects) {
    const bool is_blocking = (object.flags & CU_STREAM_NON_BLOCKING) == 0;
    if (object.kind != Kind::kStream || !object.live || !object.captures || !is_blocking) continue;
    break_capture(object);
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  return CUDA_SUCCESS;
}
std::uint64_t queue(CUstream stream) {
  State& s = state();
  ++s.queued;
  if (!s.hold) finish_to(s.queued);
  live(current(), Kind::kContext).work = s.queued;
  if (stream) live_here(stream, Kind::kStream).work = s.queued;
  return s.queued;
}

bool host_call_is_due() {
  return !state().host_calls.empty() &&
         is_done(state().host_calls.front().work, state().host_calls.front().context);
}

void make_host_calls() {
  State& s = state();
  std::unique_lock lock(s.mutex);
  for (;;) {
    s.host_calls_changed.wait(lock, host_call_is_due);
    const State::HostCall call = s.host_calls.front();
    s.host_calls.pop_front();
    s.in_host_call = true;
    lock.unlock();
    call.function(call.data);
    lock.lock();
    s.in_host_call = false;
    s.host_calls_changed.notify_all();
  }
}

void wait_for_host_calls(std::unique_lock<std::mutex>& lock) {
  State& s = state();
  if (!host_call_is_due() && !s.in_host_call) return;
  if (!s.has_host_thread) std::thread(make_host_calls).detach();
  s.has_host_thread = true;
  s.host_calls_changed.notify_all();
  s.host_calls_changed.wait(lock, [&] { return !host_call_is_due() && !s.in_host_call; });
}

CUresult need_context() {
  if (!current()) return CUDA_ERROR_INVALID_CONTEXT;
  if (!live(current(), Kind::kContext).live) die("the current context was destroyed", key(current()));
  return CUDA_SUCCESS;
}

bool valid_device(CUdevice device) {
  return device >= 0 && device < state().devices;
}

}  // namespace fake
