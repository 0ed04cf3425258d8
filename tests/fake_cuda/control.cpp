// SPDX-License-Identifier: Apache-2.0
//
// The functions of control.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>

#include "fake_cuda/graph.h"
#include "fake_cuda/state.h"

namespace fake {

int id_of(const char* name) {
  for (int i = 0; i < id_count; ++i)
    if (strcmp(kFunctions[i].name, name) == 0) return i;
  fprintf(stderr, "fake_cuda: no function %s\n", name);
  abort();
}
bool counts(const Object& object) {
  return object.live && !object.given_up;
}

constexpr fake_cuda_control kControl = {
    .inject =
        [](std::uint64_t nth, int code, int for_ever) {
          const std::lock_guard lock(state().mutex);
          State& s = state();
          s.fail_in = nth;
          s.fail_code = code;
          s.fail_for_ever = for_ever != 0;
          s.failing = false;
          s.failed_call = nullptr;
        },
    .fail_only =
        [](const char* function) {
          const std::lock_guard lock(state().mutex);
          state().fail_only = function ? id_of(function) : -1;
        },
    .failed_call =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().failed_call;
        },
    .calls =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().calls;
        },
    .calls_of =
        [](const char* function) {
          const std::lock_guard lock(state().mutex);
          return state().calls_of[id_of(function)];
        },
    .function_name = [](std::size_t index) { return index < id_count ? kFunctions[index].name : nullptr; },
    .live =
        [](const char* kind) {
          const std::lock_guard lock(state().mutex);
          std::uint64_t count = 0;
          for (const auto& [handle, object] : state().objects)
            if (counts(object) && (!kind || strcmp(kind, kKindNames[static_cast<int>(object.kind)]) == 0))
              ++count;
          return count;
        },
    .describe =
        [](char* text, std::size_t capacity) {
          const std::lock_guard lock(state().mutex);
          std::string all;
          for (const auto& [handle, object] : state().objects)
            if (counts(object)) {
              char line[128];
              snprintf(line, sizeof line, "%s 0x%llx made by call %llu\n",
                       kKindNames[static_cast<int>(object.kind)], static_cast<unsigned long long>(handle),
                       static_cast<unsigned long long>(object.made_by));
              all += line;
            }
          snprintf(text, capacity, "%s", all.c_str());
          return all.size();
        },
    .hold =
        [](int on) {
          std::unique_lock lock(state().mutex);
          state().hold = on != 0;
          if (!on) finish_all();
          wait_for_host_calls(lock);
        },
    .finish =
        [](std::uint64_t pieces) {
          std::unique_lock lock(state().mutex);
          finish_to(std::min(state().queued, state().finished + pieces));
          wait_for_host_calls(lock);
        },
    .sticky =
        [](int code) {
          const std::lock_guard lock(state().mutex);
          State& s = state();
          s.sticky = code;
          if (code == 0) return;
          s.dropped_host_calls.insert(s.dropped_host_calls.end(), s.host_calls.begin(), s.host_calls.end());
          s.host_calls.clear();
        },
    .launches =
        [](fake_cuda_launch* newest) {
          const std::lock_guard lock(state().mutex);
          if (newest) *newest = state().launch;
          return state().launches;
        },
    .stack_depth = [] { return depth; },
    .current = []() -> void* { return current(); },
    .sites =
        [](std::uintptr_t* addresses, unsigned char* functions, unsigned char* failed, std::size_t capacity) {
          const std::lock_guard lock(state().mutex);
          std::size_t count = 0;
          for (const auto& [address, site] : state().sites) {
            if (count < capacity) {
              addresses[count] = address;
              functions[count] = static_cast<unsigned char>(site.function);
              failed[count] = site.failed;
            }
            ++count;
          }
          return count;
        },
    .capture =
        [](void* stream, int on) {
          const std::lock_guard lock(state().mutex);
          state().has_captured = true;
          live(static_cast<CUstream>(stream), Kind::kStream).captures = on != 0;
          live(static_cast<CUstream>(stream), Kind::kStream).captures_hard = on == 2;
        },
    .broken_captures =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().broken_captures;
        },
    .set_attribute =
        [](int attribute, int value) {
          const std::lock_guard lock(state().mutex);
          state().attributes[attribute] = value;
        },
    .range =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().range;
        },
    .texture =
        [] {
          const std::scoped_lock lock(state().mutex);
          return state().texture;
        },
    .make_gate =
        [](void* stream) {
          const std::lock_guard lock(state().mutex);
          State& s = state();
          const std::uint64_t work = ++s.queued;
          CUcontext context = current();
          if (stream) {
            auto& object = live(static_cast<CUstream>(stream), Kind::kStream);
            object.work = work;
            context = object.context;
          }
          s.gates[work] = context;
          live(context, Kind::kContext).work = work;
          return work;
        },
    .open_gate =
        [](std::uint64_t gate) {
          std::unique_lock lock(state().mutex);
          State& s = state();
          s.gates.erase(gate);
          finish_to(s.hold ? s.finished : s.queued);
          s.gates_changed.notify_all();
          wait_for_host_calls(lock);
        },
    .is_capturing =
        [](void* stream) {
          const std::lock_guard lock(state().mutex);
          return stream && live(static_cast<CUstream>(stream), Kind::kStream).capture != 0 ? 1 : 0;
        },
    .capture_call =
        [](void* stream, void (*function)(void*), void* data) {
          const std::lock_guard lock(state().mutex);
          captured(static_cast<CUstream>(stream), CU_GRAPH_NODE_TYPE_HOST, [=] { function(data); });
        },
    .set_current =
        [](void* context) {
          if (depth == 0) depth = 1;
          stack[depth - 1] = static_cast<CUcontext>(context);
        },
    .sweep =
        [] {
          const std::lock_guard lock(state().mutex);
          State& s = state();
          for (auto& [handle, object] : s.objects) {
            if (!object.live || !object.given_up) continue;
            object.live = false;
            if (object.kind == Kind::kMemory)
              s.used[static_cast<std::size_t>(s.objects.at(key(object.context)).device)] -= object.bytes;
            if (is_memory(object.kind) && object.kind != Kind::kRegistered)
              free(reinterpret_cast<void*>(handle));
          }
        },
};

}  // namespace fake

extern "C" __attribute__((visibility("default"))) const fake_cuda_control* fake_cuda_get_control() {
  return &fake::kControl;
}
