// SPDX-License-Identifier: Apache-2.0
//
// A release makes no later call wait for a kernel that has nothing to do with it. Every kind of
// object is made, used and released while a kernel waits for what this thread does last; then every call
// that makes something is made. Who waited for that kernel would wait for ever: the test needs no clock but
// that of a thread which ends such a wait, and fails.

#include <functional>
#include <map>

#include "fixture.h"
#include "gridcall/preview.h"

namespace {

// ---- What is made and released ---------------------------------------------------------------------------

// Releases what it holds, in the order in which it was made.
class HeldStream {
 public:
  template <class Object>
  Object* add(Object* object, void (*release)(Object*)) {
    releases_.emplace_back([=] { release(object); });
    return object;
  }
  ~HeldStream() {
    for (const auto& release : releases_) release();
  }

 private:
  std::vector<std::function<void()>> releases_;
};

struct Use {
  HeldStream& held;
  gc_stream* stream;  // to use it on; NULL: it is not used
};

constexpr std::uint64_t kSize = 4096;
alignas(4096) unsigned char page[4][4096];

gc_mem* use(const Use& with, gc_mem* mem) {
  with.held.add(mem, gc_mem_release);
  if (with.stream) OK(fill_u8, mem, 0, 1, 16, with.stream);
  return mem;
}

gc_mem* mem_of(const Use& with) {
  return use(with, make_mem(kSize));
}

void device_memory(const Use& with) {
  mem_of(with);
}
void large_memory(const Use& with) {
  use(with, make_mem(std::uint64_t{4} << 20));
}
void exposed_memory(const Use& with) {
  std::uint64_t address = 0;
  OK(gc_mem_get_address, mem_of(with), &address);
}
void page_locked_memory(const Use& with) {
  gc_mem* mem = nullptr;
  OK(alloc_host, context, kSize, &mem);
  use(with, mem);
}
void memory_of_place(const Use& with, gc_mem_place place) {
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.place = place;
  options.size = kSize;
  gc_mem* mem = nullptr;
  OK(gc_mem_create, context, &options, &mem);
  use(with, mem);
}
void managed_memory(const Use& with) {
  memory_of_place(with, GRIDCALL_MEM_PLACE_MANAGED);
}
void registered_memory(const Use& with) {
  static int next = 0;
  gc_mem* mem = nullptr;
  // A page that is registered still, as it may be in use, is another one's.
  void* const at = page[next++ % 4];
  gc_error* error = nullptr;
  if (gc_mem_register(context, reinterpret_cast<std::uintptr_t>(at), kSize, nullptr, &mem, &error) !=
      GRIDCALL_OK)
    return gc_error_release(error);
  use(with, mem);
}
void wrapped_memory(const Use& with) {
  gc_mem* mem = nullptr;
  OK(gc_mem_wrap, context, reinterpret_cast<std::uintptr_t>(page[3]), kSize, nullptr, &mem);
  use(with, mem);
}
void exported_memory(const Use& with) {
  std::uint8_t handle[64];
  std::uint64_t offset = 0;
  OK(gc_mem_get_ipc_handle, mem_of(with), handle, &offset);
}
void sub_region(const Use& with) {
  gc_mem* part = nullptr;
  OK(gc_mem_create_sub_region, mem_of(with), 256, 256, 0, &part);
  use(with, part);
}
void mapping(const Use& with) {
  gc_mapping* mapping = nullptr;
  OK(gc_mem_map, mem_of(with), 0, kSize, GRIDCALL_MAP_READ, with.stream, &mapping);
  with.held.add(mapping, gc_mapping_release);
}
void pipe(const Use& with) {
  gc_pipe* pipe = nullptr;
  OK(gc_pipe_create, context, 4, 16, &pipe);
  with.held.add(pipe, gc_pipe_release);
}
void pool(const Use& with) {
  gc_pool* pool = nullptr;
  OK(gc_pool_create, context, nullptr, &pool);
  gc_mem* mem = nullptr;
  OK(gc_pool_alloc, pool, kSize, with.stream, &mem);
  use(with, mem);
  with.held.add(pool, gc_pool_release);
}

gc_array* array_of(const Use& with, std::uint32_t levels = 0) {
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.flags = GRIDCALL_ARRAY_SURFACE_LDST;
  options.width = options.height = 64;
  options.format = GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8;
  options.channels = 1;
  options.levels = levels;
  gc_array* array = nullptr;
  OK(gc_array_create, context, &options, &array);
  with.held.add(array, gc_array_release);
  gc_array* used = array;
  if (levels != 0) {
    OK(gc_array_get_level, array, 1, &used);
    with.held.add(used, gc_array_release);
  }
  if (with.stream) {
    gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
    fill.dst.array = used;
    fill.width = 8;
    fill.value = "a";
    fill.value_size = 1;
    OK(gc_memset_rect, &fill, with.stream);
  }
  return array;
}
void array(const Use& with) {
  array_of(with);
}
void array_with_levels(const Use& with) {
  array_of(with, 3);
}
void mapped_array(const Use& with) {
  gc_mapping* mapping = nullptr;
  OK(gc_array_map, array_of(with), nullptr, GRIDCALL_MAP_READ, with.stream, &mapping);
  with.held.add(mapping, gc_mapping_release);
}
gc_texture* texture_with(const Use& with, gc_texture_options options) {
  gc_texture* texture = nullptr;
  OK(gc_texture_create, context, &options, &texture);
  return with.held.add(texture, gc_texture_release);
}
void texture_of_array(const Use& with) {
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.array = array_of(with);
  texture_with(with, options);
}
void texture_with_levels(const Use& with) {
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.array = array_of(with, 3);
  texture_with(with, options);
}
void surface(const Use& with) {
  gc_surface* surface = nullptr;
  OK(gc_surface_create, array_of(with), &surface);
  with.held.add(surface, gc_surface_release);
}
void sampler(const Use& with) {
  gc_sampler* sampler = nullptr;
  OK(gc_sampler_create, context, nullptr, &sampler);
  with.held.add(sampler, gc_sampler_release);
}

void stream(const Use& with) {
  gc_stream* stream = with.held.add(make_stream(), gc_stream_release);
  if (with.stream) {
    use({with.held, stream}, make_mem(kSize));
    gc_event* event = nullptr;
    OK(gc_event_create, context, nullptr, &event);
    with.held.add(event, gc_event_release);
    OK(gc_event_record, event, with.stream);
    OK(gc_stream_wait_event, stream, event);
  }
}
void event_with(const Use& with, std::uint64_t flags) {
  gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
  options.flags = flags;
  gc_event* event = nullptr;
  OK(gc_event_create, context, &options, &event);
  with.held.add(event, gc_event_release);
  if (with.stream) OK(gc_event_record, event, with.stream);
}
void event(const Use& with) {
  event_with(with, 0);
}
void interprocess_event(const Use& with) {
  event_with(with, GRIDCALL_EVENT_INTERPROCESS | GRIDCALL_EVENT_DISABLE_TIMING);
}
void completion(const Use& with) {
  gc_completion* completion = nullptr;
  OK(gc_completion_create, &completion);
  with.held.add(completion, gc_completion_release);
  if (with.stream) OK(gc_stream_notify, with.stream, completion, 1);
}
void graph(const Use& with) {
  gc_stream* captured = with.held.add(make_stream(), gc_stream_release);
  OK(gc_stream_begin_capture, captured, GRIDCALL_CAPTURE_MODE_RELAXED);
  use({with.held, captured}, make_mem(kSize));
  gc_graph* graph = nullptr;
  OK(gc_stream_end_capture, captured, &graph);
  with.held.add(graph, gc_graph_release);
  if (with.stream) OK(gc_graph_launch, graph, with.stream);
}

void module_and_kernel(const Use& with) {
  static const char source[] =
      "__device__ int value[16];\n"
      "__global__ void set(int v) { value[0] = v; }\n";
  gc_module* module = nullptr;
  OK(gc_module_from_source, context, source, sizeof source - 1, nullptr, &module);
  with.held.add(module, gc_module_release);
  gc_kernel* kernel = nullptr;
  OK(gc_module_get_kernel, module, "set", &kernel);
  with.held.add(kernel, gc_kernel_release);
  gc_mem* value = nullptr;
  OK(gc_module_get_global, module, "value", &value);
  use(with, value);
  const gc_arg arg = {GRIDCALL_ARG_KIND_SCALAR, 4, 1, nullptr};
  const gc_launch_config config = shape(1, 1);
  gc_prepared* prepared = nullptr;
  OK(gc_prepared_create, kernel, &config, &arg, 1, &prepared);
  with.held.add(prepared, gc_prepared_release);
  if (with.stream) OK(gc_prepared_launch, prepared, nullptr, nullptr, 0, with.stream);
}
void ndarray(const Use& with) {
  const std::uint64_t shape[] = {8, 8};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
  options.shape = shape;
  options.shape_count = 2;
  gc_ndarray* ndarray = nullptr;
  OK(gc_ndarray_create, context, &options, &ndarray);
  with.held.add(ndarray, gc_ndarray_release);
  const float value = 1;
  if (with.stream) OK(gc_ndarray_fill, ndarray, &value, sizeof value, with.stream);
  gc_array* array = nullptr;
  OK(gc_array_from_ndarray, ndarray, 0, 0, with.stream, &array);
  with.held.add(array, gc_array_release);
}
void own_context(const Use& with) {
  gc_device* device = nullptr;
  OK(gc_context_get_device, context, &device);
  gc_context* own = nullptr;
  OK(gc_context_create, device, nullptr, &own);
  gc_mem* mem = nullptr;
  OK(gc_mem_alloc, own, kSize, &mem);
  if (with.stream) OK(fill_u8, mem, 0, 1, kSize, nullptr);
  gc_mem_release(mem);
  with.held.add(own, gc_context_release);
}

using Make = void (*)(const Use&);
const std::map<const char*, Make> kinds = {
    {"device memory", device_memory},
    {"large memory", large_memory},
    {"memory whose address is known", exposed_memory},
    {"page-locked memory", page_locked_memory},
    {"managed memory", managed_memory},
    {"registered memory", registered_memory},
    {"wrapped memory", wrapped_memory},
    {"exported memory", exported_memory},
    {"a part of memory", sub_region},
    {"a mapping", mapping},
    {"a pipe", pipe},
    {"a pool", pool},
    {"an array", array},
    {"an array with levels", array_with_levels},
    {"a mapped array", mapped_array},
    {"a texture", texture_of_array},
    {"a texture with levels", texture_with_levels},
    {"a surface", surface},
    {"a sampler", sampler},
    {"a stream", stream},
    {"an event", event},
    {"an event for processes", interprocess_event},
    {"a completion", completion},
    {"a graph", graph},
    {"a module", module_and_kernel},
    {"an ndarray", ndarray},
    {"a context", own_context},
};

// ---- Who waits -------------------------------------------------------------------------------------------

// Opens the gate if a step takes so long that it must be waiting for it.
class Watch {
 public:
  explicit Watch(Gate& held_up) : gate_(held_up), thread_([this] { run(); }) {}
  ~Watch() {
    over_ = true;
    thread_.join();
  }
  void step() { ++steps_; }
  bool waited() const { return waited_; }

 private:
  static constexpr int kSeconds = 20;
  void run() {
    unsigned last = ~0U;
    for (int quiet = 0; !over_ && quiet < kSeconds * 100; ++quiet) {
      const unsigned now = steps_;
      if (now != last) quiet = 0;
      last = now;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (over_) return;
    waited_ = true;
    gate_.open();
  }

  Gate& gate_;
  std::atomic<unsigned> steps_{0};
  std::atomic<bool> over_{false};
  std::atomic<bool> waited_{false};
  std::thread thread_;
};

// The use that the released object had.
enum class FormerUse { kNever, kOnIdleStream, kOnBusyStream };

void nobody_waits(FormerUse how) {
  gc_stream* unrelated = make_stream();
  gc_stream* other = make_stream();
  {
    // Objects that are made for the first time may need a compilation.
    HeldStream held;
    for (const auto& [name, make] : kinds) make({held, other});
    OK(gc_stream_synchronize, other);
  }
  OK(gc_context_synchronize, context);
  gc_handle_collect(nullptr);
  Gate held_up;
  Watch watch(held_up);
  held_up.close(unrelated);
  const auto check = [&](const char* released, const char* what) {
    watch.step();
    if (watch.waited()) fail_msg("%s was released: `%s' waited for an unrelated kernel", released, what);
  };
  for (const auto& [released, make] : kinds) {
    {
      HeldStream held;
      make({held, how == FormerUse::kNever ? nullptr : how == FormerUse::kOnIdleStream ? other : unrelated});
      if (how == FormerUse::kOnIdleStream) OK(gc_stream_synchronize, other);
      check(released, "its own calls");
    }
    gc_handle_collect(nullptr);
    check(released, "gc_handle_collect");
    for (const auto& [what, make_next] : kinds) {
      HeldStream held;
      make_next({held, nullptr});
      check(released, what);
    }
  }
  held_up.open();
  OK(gc_context_synchronize, context);
  gc_stream_release(unrelated);
  gc_stream_release(other);
}

void after_a_release_of_what_was_not_used(void**) {
  nobody_waits(FormerUse::kNever);
}
void after_a_release_of_what_was_used(void**) {
  nobody_waits(FormerUse::kOnIdleStream);
}
void after_a_release_of_what_is_in_use(void**) {
  nobody_waits(FormerUse::kOnBusyStream);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(after_a_release_of_what_was_not_used),
      cmocka_unit_test(after_a_release_of_what_was_used),
      cmocka_unit_test(after_a_release_of_what_is_in_use),
  };
  return cmocka_run_group_tests_name("cpu_device_releases", tests, open_cpu, nullptr);
}
