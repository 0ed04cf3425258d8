// SPDX-License-Identifier: Apache-2.0
//
// The fault sweep: each scenario is run again and again while its first, second, third ... driver call fails,
// once or from then on, with each of several codes, until a run needs fewer calls than that. After each run
// the status is one that the spec documents, the error carries the driver's code, nothing is left in the
// driver or in the library, the thread's context is as it was, and the scenario then works, unless the code
// says that the device is lost.
//
// A driver is opened once in a process, and a lost device stays lost, so the runs happen in forked children
// of a process that itself never uses the library.
//
//   test_fault_injection_driver [--all]     with every code in every scenario; by default two codes in those
//   whose runs take long

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gridcall/preview.h"
#include "support/cmocka.h"
#include "support/effort.h"
#include "support/objects.h"
#include "support/sanitized.h"
#include "support/slowdown.h"

namespace {

const std::map<std::string, std::set<gc_status>> kDocumented = {
#include "documented.inc"
};

// One run of a scenario: stops at the first call that fails, and releases all that was made.
class Run {
 public:
  Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    for (const auto& release : releases_) release();
    gc_error_release(error);
  }
  // Returns whether the scenario continues.
  bool check(gc_status returned, const char* call) {
    if (returned == GRIDCALL_OK) return true;
    status = returned;
    what = call;
    return false;
  }
  template <typename Object>
  Object* own(Object* object, void (*release)(Object*)) {
    releases_.push_back([object, release] { release(object); });
    return object;
  }

  gc_status status = GRIDCALL_OK;
  std::string what;
  gc_error* error = nullptr;

 private:
  std::vector<std::function<void()>> releases_;
};
#define TRY(call) \
  if (!run.check((call), #call)) return

gc_context* context_of(Run& run) {
  gc_device* device = nullptr;
  gc_context* context = nullptr;
  if (!run.check(gc_device_find("gpu", &device, &run.error), "gc_device_find")) return nullptr;
  if (!run.check(gc_context_get_primary(device, nullptr, &context, &run.error), "gc_context_get_primary"))
    return nullptr;
  return run.own(context, gc_context_release);
}
#define CONTEXT()                              \
  gc_context* const context = context_of(run); \
  if (!context) return

gc_stream* stream_of(Run& run, gc_context* context) {
  gc_stream* stream = nullptr;
  if (!run.check(gc_stream_create(context, nullptr, &stream, &run.error), "gc_stream_create")) return nullptr;
  return run.own(stream, gc_stream_release);
}
#define STREAM(name)                               \
  gc_stream* const name = stream_of(run, context); \
  if (!name) return

gc_mem* mem_of(Run& run, gc_context* context, bool host = false) {
  gc_mem* mem = nullptr;
  const gc_status status =
      host ? alloc_host(context, 4096, &mem, &run.error) : gc_mem_alloc(context, 4096, &mem, &run.error);
  if (!run.check(status, "gc_mem_alloc")) return nullptr;
  return run.own(mem, gc_mem_release);
}
#define MEM(name, host)                            \
  gc_mem* const name = mem_of(run, context, host); \
  if (!name) return

gc_module* module_of(Run& run, gc_context* context) {
  gc_module* module = nullptr;
  if (!run.check(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module,
                                       &run.error),
                 "gc_module_from_buffer"))
    return nullptr;
  return run.own(module, gc_module_release);
}
gc_kernel* kernel_of(Run& run, gc_context* context) {
  gc_module* module = module_of(run, context);
  gc_kernel* kernel = nullptr;
  if (!module ||
      !run.check(gc_module_get_kernel(module, "scale", &kernel, &run.error), "gc_module_get_kernel"))
    return nullptr;
  return run.own(kernel, gc_kernel_release);
}

// --- the scenarios: together they reach every function of the driver table

void devices(Run& run) {
  int32_t count = 0, value = 0, minor = 0, patch = 0;
  gc_device* device = nullptr;
  char text[128];
  std::size_t needed = 0;
  std::uint64_t bytes = 0;
  std::uint8_t uuid[16];
  std::vector<gc_device_attribute_entry> entries(256);
  TRY(gc_version_get(GRIDCALL_VERSION_COMPONENT_DRIVER, &value, &minor, &patch, &run.error));
  TRY(gc_device_get_count(&count, &run.error));
  TRY(gc_device_get_by_index(0, &device, &run.error));
  TRY(gc_device_get_name(device, text, sizeof text, &needed, &run.error));
  TRY(gc_device_get_pci_bus_id(device, text, sizeof text, &needed, &run.error));
  TRY(gc_device_find("0000:10:00.0", &device, &run.error));
  TRY(gc_device_get_uuid(device, uuid, &run.error));
  TRY(gc_device_get_compute_capability(device, &value, &minor, &run.error));
  TRY(gc_device_get_total_memory(device, &bytes, &run.error));
  TRY(gc_device_get_attribute(device, GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE, &value, &run.error));
  TRY(gc_device_get_attributes(device, entries.data(), entries.size(), &needed, &run.error));
}
void default_context(Run& run) {
  gc_context* made = nullptr;
  char text[512];
  std::size_t needed = 0;
  TRY(gc_context_get_default(&made, &run.error));
  gc_context* const context = run.own(made, gc_context_release);
  TRY(gc_context_get_device_reason(context, text, sizeof text, &needed, &run.error));
}
void own_context(Run& run) {
  CONTEXT();
  gc_device* device = nullptr;
  gc_context* made = nullptr;
  std::int32_t can = 0;
  std::uint64_t value = 0;
  TRY(gc_context_get_device(context, &device, &run.error));
  TRY(gc_device_can_access_peer(device, device, &can, &run.error));
  TRY(gc_context_create(device, nullptr, &made, &run.error));
  gc_context* const own = run.own(made, gc_context_release);
  for (const gc_context_attribute each :
       {GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE, GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG,
        GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG}) {
    TRY(gc_context_get_attribute(own, each, &value, &run.error));
    TRY(gc_context_set_attribute(own, each, 1, &run.error));
  }
  TRY(gc_context_get_attribute(own, GRIDCALL_CONTEXT_ATTRIBUTE_FLAGS, &value, &run.error));
  TRY(gc_context_get_attribute(own, GRIDCALL_CONTEXT_ATTRIBUTE_API_VERSION, &value, &run.error));
  gc_mem* const mem = mem_of(run, own);
  if (!mem) return;
  gc_stream* const stream = stream_of(run, own);
  if (!stream) return;
  TRY(fill_u8(mem, 0, 1, 4096, stream, &run.error));
  TRY(gc_context_synchronize(own, &run.error));
}
void wrapped_objects(Run& run) {
  CONTEXT();
  STREAM(stream);
  gc_device* device = nullptr;
  gc_context* found = nullptr;
  gc_event *event = nullptr, *same_event = nullptr;
  std::uint64_t native = 0;
  std::int64_t value = 0;
  TRY(gc_context_get_device(context, &device, &run.error));
  TRY(gc_handle_get_native(context, &native, &run.error));
  TRY(gc_context_wrap(device, native, &found, &run.error));
  run.own(found, gc_context_release);
  for (const gc_stream_attribute each :
       {GRIDCALL_STREAM_ATTRIBUTE_FLAGS, GRIDCALL_STREAM_ATTRIBUTE_PRIORITY, GRIDCALL_STREAM_ATTRIBUTE_ID,
        GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING})
    TRY(gc_stream_get_attribute(stream, each, &value, &run.error));
  TRY(gc_event_create(context, nullptr, &event, &run.error));
  run.own(event, gc_event_release);
  TRY(gc_handle_get_native(event, &native, &run.error));
  TRY(gc_event_wrap(context, native, &same_event, &run.error));
  run.own(same_event, gc_event_release);
  TRY(gc_stream_synchronize(stream, &run.error));
}
void context(Run& run) {
  CONTEXT();
  std::uint64_t free = 0, total = 0;
  int32_t least = 0, greatest = 0;
  TRY(gc_context_get_memory_info(context, &free, &total, &run.error));
  TRY(gc_context_get_stream_priority_range(context, &least, &greatest, &run.error));
  TRY(gc_context_synchronize(context, &run.error));
}
void streams(Run& run) {
  CONTEXT();
  gc_stream_options options{};
  options.struct_size = sizeof options;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  options.priority = -1;
  gc_stream* made = nullptr;
  TRY(gc_stream_create(context, &options, &made, &run.error));
  gc_stream* const stream = run.own(made, gc_stream_release);
  int32_t done = 0;
  TRY(gc_stream_query(stream, &done, &run.error));
  TRY(gc_stream_synchronize(stream, &run.error));
}
void events(Run& run) {
  CONTEXT();
  STREAM(stream);
  gc_event *made = nullptr, *other = nullptr;
  TRY(gc_event_create(context, nullptr, &made, &run.error));
  gc_event* const start = run.own(made, gc_event_release);
  TRY(gc_event_create(context, nullptr, &other, &run.error));
  gc_event* const end = run.own(other, gc_event_release);
  int32_t done = 0;
  std::int64_t nanoseconds = 0;
  TRY(gc_event_record(start, stream, &run.error));
  TRY(gc_event_record(end, nullptr, &run.error));
  TRY(gc_stream_wait_event(stream, end, &run.error));
  TRY(gc_event_synchronize(end, &run.error));
  TRY(gc_event_query(end, &done, &run.error));
  TRY(gc_event_get_elapsed(start, end, &nanoseconds, &run.error));
}
void waits(Run& run) {
  CONTEXT();
  STREAM(stream);
  gc_completion* made = nullptr;
  TRY(gc_completion_create(&made, &run.error));
  gc_completion* const completion = run.own(made, gc_completion_release);
  gc_event* events[2] = {};
  for (gc_event*& event : events) {
    TRY(gc_event_create(context, nullptr, &event, &run.error));
    run.own(event, gc_event_release);
    TRY(gc_event_record(event, stream, &run.error));
  }
  std::int32_t done = 0;
  std::uint64_t token = 0;
  TRY(gc_stream_wait_events(stream, events, 2, &run.error));
  TRY(gc_stream_notify(stream, completion, 5, &run.error));
  TRY(gc_event_synchronize_for(events, 2, stretched(1'000'000'000), &done, &run.error));
  TRY(gc_stream_synchronize(stream, &run.error));
  TRY(gc_completion_wait(completion, 0, &token, &done, &run.error));
  if (done != 1 || token != 5) std::abort();  // every call before it worked
}
void mappings(Run& run) {
  CONTEXT();
  STREAM(stream);
  MEM(mem, false);
  gc_mapping* made = nullptr;
  gc_event* event = nullptr;
  std::uint64_t address = 0;
  TRY(gc_mem_map(mem, 0, 64, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, stream, &made, &run.error));
  gc_mapping* const mapping = run.own(made, gc_mapping_release);
  TRY(gc_mapping_get_event(mapping, &event, &run.error));
  run.own(event, gc_event_release);
  TRY(gc_event_synchronize(event, &run.error));
  TRY(gc_mapping_get_address(mapping, &address, &run.error));
  TRY(gc_mapping_unmap(mapping, stream, &run.error));
}
void arrays(Run& run) {
  CONTEXT();
  STREAM(stream);
  MEM(mem, false);
  gc_array_options what = GRIDCALL_ARRAY_OPTIONS_INIT;
  what.flags = GRIDCALL_ARRAY_SURFACE_LDST;
  what.width = what.height = 8;
  what.format = GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8;
  what.channels = 4;
  gc_array *made = nullptr, *with_levels = nullptr, *part = nullptr;
  TRY(gc_array_create(context, &what, &made, &run.error));
  gc_array* const array = run.own(made, gc_array_release);
  what.levels = 2;
  TRY(gc_array_create(context, &what, &with_levels, &run.error));
  run.own(with_levels, gc_array_release);
  TRY(gc_array_get_level(with_levels, 1, &part, &run.error));
  run.own(part, gc_array_release);
  unsigned char texels[8 * 8 * 4] = {1, 2, 3};
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.dst.array = array;
  copy.src.host = texels;
  copy.src.host_size = sizeof texels;
  copy.width = 32;
  copy.height = 8;
  TRY(gc_memcpy_rect(&copy, nullptr, &run.error));
  TRY(gc_memcpy_rect(&copy, stream, &run.error));
  copy.src.host = nullptr;
  copy.src.host_size = 0;
  copy.src.mem = mem;
  TRY(gc_memcpy_rect(&copy, stream, &run.error));
  gc_mapping* mapped = nullptr;
  TRY(gc_array_map(array, nullptr, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, stream, &mapped, &run.error));
  gc_mapping* const mapping = run.own(mapped, gc_mapping_release);
  TRY(gc_mapping_unmap(mapping, stream, &run.error));
}
void textures(Run& run) {
  CONTEXT();
  gc_array_options what = GRIDCALL_ARRAY_OPTIONS_INIT;
  what.flags = GRIDCALL_ARRAY_SURFACE_LDST;
  what.width = what.height = 8;
  what.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
  what.channels = 1;
  gc_array *made = nullptr, *same = nullptr;
  TRY(gc_array_create(context, &what, &made, &run.error));
  gc_array* const array = run.own(made, gc_array_release);
  std::uint64_t native = 0;
  TRY(gc_handle_get_native(array, &native, &run.error));
  TRY(gc_array_wrap(context, native, &same, &run.error));
  run.own(same, gc_array_release);
  gc_texture_options how = GRIDCALL_TEXTURE_OPTIONS_INIT;
  how.array = array;
  gc_texture* texture = nullptr;
  TRY(gc_texture_create(context, &how, &texture, &run.error));
  run.own(texture, gc_texture_release);
  gc_surface* surface = nullptr;
  TRY(gc_surface_create(array, &surface, &run.error));
  run.own(surface, gc_surface_release);
  std::size_t count = 0;
  TRY(gc_array_get_image_formats(context, 0, 2, nullptr, 0, &count, &run.error));
}
void memory(Run& run) {
  CONTEXT();
  MEM(mem, false);
  gc_mem *part = nullptr, *wrapped = nullptr;
  std::uint64_t address = 0;
  TRY(gc_mem_create_sub_region(mem, 256, 256, 0, &part, &run.error));
  run.own(part, gc_mem_release);
  TRY(gc_mem_get_address(mem, &address, &run.error));
  TRY(gc_mem_wrap(context, address, 4096, nullptr, &wrapped, &run.error));
  run.own(wrapped, gc_mem_release);
}
void host_memory(Run& run) {
  CONTEXT();
  MEM(mem, true);
  std::uint64_t address = 0;
  TRY(gc_mem_get_host_address(mem, &address, &run.error));
  std::memset(reinterpret_cast<void*>(address), 1, 4096);
}
gc_mem* created(Run& run, gc_context* context, gc_mem_options options) {
  gc_mem* mem = nullptr;
  options.struct_size = sizeof options;
  if (!run.check(gc_mem_create(context, &options, &mem, &run.error), "gc_mem_create")) return nullptr;
  return run.own(mem, gc_mem_release);
}
void pitched_memory(Run& run) {
  CONTEXT();
  gc_mem* const mem = created(run, context, {.size = 700, .height = 3});
  if (!mem) return;
  gc_mem* const aligned = created(run, context, {.size = 700, .alignment = 4096});
  if (!aligned) return;
  gc_mem* const filled = created(
      run, context, {.flags = GRIDCALL_MEM_ZERO, .size = 64, .content = "content", .content_size = 8});
  if (!filled) return;
  std::int32_t done = 0;
  TRY(gc_mem_wait(filled, stretched(1000000000), &done, &run.error));
  TRY(gc_mem_free(filled, &run.error));
}
void managed_memory(Run& run) {
  CONTEXT();
  STREAM(stream);
  gc_mem* const mem = created(run, context, {.place = GRIDCALL_MEM_PLACE_MANAGED, .size = 4096});
  if (!mem) return;
  std::uint64_t value = 0;
  TRY(gc_mem_attach(mem, GRIDCALL_MEM_ATTACH_MODE_SINGLE, stream, &run.error));
  TRY(gc_mem_advise(mem, 0, 4096, GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY, nullptr, &run.error));
  TRY(gc_mem_prefetch(mem, 0, 4096, nullptr, 0, stream, &run.error));
  TRY(gc_mem_get_attribute(mem, GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY, &value, &run.error));
  TRY(gc_stream_synchronize(stream, &run.error));
  TRY(gc_mem_free(mem, &run.error));
}
void registered_memory(Run& run) {
  CONTEXT();
  static unsigned char memory[4096];
  gc_mem *mem = nullptr, *again = nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  TRY(gc_mem_register(context, address, sizeof memory, nullptr, &mem, &run.error));
  run.own(mem, gc_mem_release);
  std::uint64_t value = 0;
  TRY(gc_mem_get_attribute(mem, GRIDCALL_MEM_ATTRIBUTE_FLAGS, &value, &run.error));
  TRY(gc_mem_free(mem, &run.error));
  TRY(gc_mem_register(context, address, 16, nullptr, &again, &run.error));
  run.own(again, gc_mem_release);
}
// The fake's handles name the process at byte 16; one of another process opens.
void shared_memory(Run& run) {
  CONTEXT();
  MEM(mem, false);
  unsigned char handle[64] = {};
  std::uint64_t offset = 0;
  TRY(gc_mem_get_ipc_handle(mem, handle, &offset, &run.error));
  std::memset(handle + 16, 1, 1);
  std::memset(handle + 17, 0, 7);
  gc_mem *first = nullptr, *second = nullptr;
  TRY(gc_mem_open_ipc(context, handle, sizeof handle, offset, 64, nullptr, &first, &run.error));
  run.own(first, gc_mem_release);
  TRY(gc_mem_open_ipc(context, handle, sizeof handle, offset, 64, nullptr, &second, &run.error));
  run.own(second, gc_mem_release);
  TRY(fill_u8(second, 0, 1, 64, nullptr, &run.error));
  TRY(gc_mem_free(first, &run.error));
}
void shared_events(Run& run) {
  CONTEXT();
  gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
  options.flags = GRIDCALL_EVENT_INTERPROCESS | GRIDCALL_EVENT_DISABLE_TIMING;
  gc_event *event = nullptr, *other = nullptr;
  TRY(gc_event_create(context, &options, &event, &run.error));
  run.own(event, gc_event_release);
  unsigned char handle[64] = {};
  TRY(gc_event_get_ipc_handle(event, handle, &run.error));
  std::memset(handle + 16, 1, 1);
  std::memset(handle + 17, 0, 7);
  TRY(gc_event_open_ipc(context, handle, sizeof handle, &other, &run.error));
  run.own(other, gc_event_release);
  TRY(gc_event_record(other, nullptr, &run.error));
  TRY(gc_event_synchronize(other, &run.error));
}
void copies(Run& run) {
  CONTEXT();
  MEM(mem, false);
  unsigned char bytes[256];
  std::memset(bytes, 7, sizeof bytes);
  TRY(gc_memcpy_htod(mem, 0, bytes, sizeof bytes, nullptr, &run.error));
  TRY(gc_memcpy(mem, 1024, mem, 0, sizeof bytes, nullptr, &run.error));
  TRY(gc_memcpy_dtoh(bytes, mem, 1024, sizeof bytes, nullptr, &run.error));
}
// Copies of ordinary memory, by the library's threads.
void large_copies(Run& run) {
  CONTEXT();
  STREAM(stream);
  gc_mem* made = nullptr;
  TRY(gc_mem_alloc(context, (4 << 20) + 4096, &made, &run.error));
  gc_mem* const mem = run.own(made, gc_mem_release);
  std::vector<unsigned char> host((4 << 20) + 4096, 1);
  TRY(gc_memcpy_htod(mem, 0, host.data(), host.size(), nullptr, &run.error));
  TRY(gc_memcpy_dtoh(host.data(), mem, 0, host.size(), nullptr, &run.error));
  TRY(gc_memcpy_htod(mem, 0, host.data(), host.size(), stream, &run.error));
  TRY(gc_memcpy_dtoh(host.data(), mem, 0, host.size(), stream, &run.error));
}
void asynchronous_copies(Run& run) {
  CONTEXT();
  STREAM(stream);
  MEM(mem, false);
  MEM(host, true);
  TRY(gc_memcpy(mem, 0, host, 0, 1024, stream, &run.error));
  TRY(gc_memcpy(mem, 2048, mem, 0, 1024, stream, &run.error));
  TRY(gc_memcpy(host, 0, mem, 2048, 1024, stream, &run.error));
  TRY(gc_memcpy(host, 0, mem, 2048, 1024, nullptr, &run.error));
}
void fills(Run& run) {
  CONTEXT();
  MEM(mem, false);
  TRY(fill_u8(mem, 0, 1, 100, nullptr, &run.error));
  TRY(fill_u16(mem, 0, 1, 100, nullptr, &run.error));
  TRY(fill_u32(mem, 0, 1, 100, nullptr, &run.error));
}
void asynchronous_fills(Run& run) {
  CONTEXT();
  STREAM(stream);
  MEM(mem, false);
  TRY(fill_u8(mem, 0, 1, 100, stream, &run.error));
  TRY(fill_u16(mem, 0, 1, 100, stream, &run.error));
  TRY(fill_u32(mem, 0, 1, 100, nullptr, &run.error));
}
void link(Run& run) {
  CONTEXT();
  const gc_link_input inputs[] = {{"scale.ptx", objects::kPtx, sizeof objects::kPtx - 1}};
  gc_module* made = nullptr;
  TRY(gc_module_link(context, nullptr, inputs, 1, &made, &run.error));
  run.own(made, gc_module_release);
}
void module(Run& run) {
  CONTEXT();
  gc_module* const module = module_of(run, context);
  if (!module) return;
  std::size_t count = 0;
  gc_kernel_param param = GRIDCALL_KERNEL_PARAM_INIT;
  char name[64];
  std::size_t needed = 0;
  int32_t value = 0;
  gc_mem* global = nullptr;
  gc_kernel* made = nullptr;
  TRY(gc_module_get_kernel_count(module, &count, &run.error));
  TRY(gc_module_get_kernel_name(module, 0, name, sizeof name, &needed, &run.error));
  TRY(gc_module_get_global(module, "counter", &global, &run.error));
  run.own(global, gc_mem_release);
  TRY(fill_u32(global, 0, 1, 1, nullptr, &run.error));
  TRY(gc_module_get_kernel(module, "scale", &made, &run.error));
  gc_kernel* const kernel = run.own(made, gc_kernel_release);
  TRY(gc_kernel_get_attribute(kernel, GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS, &value, &run.error));
  TRY(gc_kernel_set_attribute(kernel, GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536,
                              &run.error));
  TRY(gc_kernel_get_param_count(kernel, &count, &run.error));
  TRY(gc_kernel_get_param(kernel, 2, &param, &run.error));
}
void launch(Run& run) {
  CONTEXT();
  STREAM(stream);
  MEM(mem, false);
  gc_kernel* const kernel = kernel_of(run, context);
  if (!kernel) return;
  const gc_launch_config config = objects::shape(2, 32);
  const objects::ScaleArguments arguments(mem, 16);
  TRY(gc_launch(kernel, &config, arguments.args, 3, stream, &run.error));
  TRY(gc_launch(kernel, &config, arguments.args, 3, nullptr, &run.error));
  TRY(gc_stream_synchronize(stream, &run.error));
}
// Watched by events, where the driver cannot end a kernel.
void limited_launch(Run& run) {
  CONTEXT();
  STREAM(stream);
  MEM(mem, false);
  gc_kernel* const kernel = kernel_of(run, context);
  if (!kernel) return;
  gc_launch_config config = objects::shape(2, 32);
  config.timeout_nanoseconds = stretched(1000000000);
  const objects::ScaleArguments arguments(mem, 16);
  gc_event* made = nullptr;
  TRY(gc_launch(kernel, &config, arguments.args, 3, stream, &run.error));
  TRY(gc_event_create(context, nullptr, &made, &run.error));  // looks at what is over
  gc_event* const event = run.own(made, gc_event_release);
  TRY(gc_launch(kernel, &config, arguments.args, 3, stream, &run.error));
  TRY(gc_launch(kernel, &config, arguments.args, 3, nullptr, &run.error));
  TRY(gc_event_record(event, stream, &run.error));
  TRY(gc_event_synchronize(event, &run.error));
  TRY(gc_stream_synchronize(stream, &run.error));
  TRY(gc_context_synchronize(context, &run.error));
}
void prepared_launch(Run& run) {
  CONTEXT();
  STREAM(stream);
  MEM(mem, false);
  gc_kernel* const kernel = kernel_of(run, context);
  if (!kernel) return;
  const gc_launch_config config = objects::shape(2, 32);
  const objects::ScaleArguments arguments(mem);
  gc_prepared* made = nullptr;
  TRY(gc_prepared_create(kernel, &config, arguments.args, 3, &made, &run.error));
  gc_prepared* const prepared = run.own(made, gc_prepared_release);
  TRY(gc_prepared_launch(prepared, nullptr, nullptr, 0, stream, &run.error));
  TRY(gc_prepared_set_arg(prepared, 2, &arguments.args[2], nullptr, 0, &run.error));
  TRY(gc_prepared_launch(prepared, nullptr, nullptr, 0, nullptr, &run.error));
}
// Captures on two streams, changes and launches the graph; and begins a capture that nobody ends.
void graphs(Run& run) {
  CONTEXT();
  STREAM(stream);
  STREAM(joined);
  STREAM(abandoned);
  MEM(mem, false);
  gc_kernel* const kernel = kernel_of(run, context);
  if (!kernel) return;
  const gc_launch_config config = objects::shape(2, 32);
  const objects::ScaleArguments arguments(mem);
  gc_event* made = nullptr;
  TRY(gc_event_create(context, nullptr, &made, &run.error));
  gc_event* const event = run.own(made, gc_event_release);
  TRY(gc_stream_begin_capture(abandoned, GRIDCALL_CAPTURE_MODE_RELAXED, &run.error));
  TRY(gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_GLOBAL, &run.error));
  TRY(gc_launch(kernel, &config, arguments.args, 3, stream, &run.error));
  TRY(gc_event_record(event, stream, &run.error));
  TRY(gc_stream_wait_event(joined, event, &run.error));
  TRY(fill_u8(mem, 0, 1, 16, joined, &run.error));
  TRY(gc_event_record(event, joined, &run.error));
  TRY(gc_stream_wait_event(stream, event, &run.error));
  gc_graph* captured = nullptr;
  TRY(gc_stream_end_capture(stream, &captured, &run.error));
  gc_graph* const graph = run.own(captured, gc_graph_release);
  std::size_t count = 0, needed = 0;
  char text[512];
  TRY(gc_graph_launch(graph, stream, &run.error));
  TRY(gc_graph_get_node_count(graph, &count, &run.error));
  TRY(gc_graph_get_text(graph, text, sizeof text, &needed, &run.error));
  for (std::size_t node = 0; node < count; ++node) {
    gc_graph_node_kind kind = 0;
    TRY(gc_graph_get_node_kind(graph, node, &kind, &run.error));
    if (kind == GRIDCALL_GRAPH_NODE_KIND_KERNEL)
      TRY(gc_graph_set_arg(graph, node, 2, &arguments.args[2], nullptr, 0, &run.error));
  }
  TRY(gc_graph_launch(graph, joined, &run.error));
  TRY(gc_stream_synchronize(joined, &run.error));
}
// The driver refuses the launch; the library then asks it why, and those calls fail too.
void refused_launch(Run& run) {
  CONTEXT();
  MEM(mem, false);
  gc_kernel* const kernel = kernel_of(run, context);
  if (!kernel) return;
  gc_launch_config config = objects::shape(1, 2048);
  const objects::ScaleArguments arguments(mem);
  const gc_status status = gc_launch(kernel, &config, arguments.args, 3, nullptr, &run.error);
  if (status == GRIDCALL_ERROR_INVALID_LAUNCH) {
    gc_error_release(run.error);
    run.error = nullptr;
    return;
  }
  run.check(status, "gc_launch");
}
void pool_of(Run& run, gc_mem_place place) {
  CONTEXT();
  STREAM(first);
  STREAM(second);
  gc_pool_options options{};
  options.struct_size = sizeof options;
  options.place = place;
  gc_pool* made = nullptr;
  TRY(gc_pool_create(context, &options, &made, &run.error));
  gc_pool* const pool = run.own(made, gc_pool_release);
  for (gc_stream* stream : {first, second, first}) {
    gc_mem* mem = nullptr;
    TRY(gc_pool_alloc(pool, 5000, stream, &mem, &run.error));
    const gc_status status = fill_u8(mem, 0, 1, 5000, stream, &run.error);
    gc_mem_release(mem);
    TRY(status);
  }
  gc_mem* mem = nullptr;
  TRY(gc_pool_alloc(pool, 100, nullptr, &mem, &run.error));
  run.own(mem, gc_mem_release);
  TRY(gc_pool_set_limit(pool, 1 << 20, &run.error));
  TRY(gc_pool_free_held(pool, &run.error));
  TRY(gc_pool_stop_holding(pool, &run.error));
}
void device_pool(Run& run) {
  pool_of(run, GRIDCALL_MEM_PLACE_DEVICE);
}
void host_pool(Run& run) {
  pool_of(run, GRIDCALL_MEM_PLACE_HOST);
}
// A stream that never rests: the pool puts an event behind a block's work, asks about it, and the stream is
// released while the event is not seen to have happened.
void pool_beside_a_busy_stream(Run& run) {
  CONTEXT();
  fake_cuda()->hold(1);
  struct Hold {
    ~Hold() { fake_cuda()->hold(0); }
  } const hold_ends;
  gc_stream* const busy = stream_of(run, context);
  gc_stream* const other = busy ? stream_of(run, context) : nullptr;
  if (!other) return;
  gc_pool* made = nullptr;
  TRY(gc_pool_create(context, nullptr, &made, &run.error));
  gc_pool* const pool = run.own(made, gc_pool_release);
  for (int round = 0; round < 3; ++round) {
    gc_mem *block = nullptr, *elsewhere = nullptr;
    TRY(gc_pool_alloc(pool, 5000, busy, &block, &run.error));
    const gc_status status = fill_u8(block, 0, 1, 5000, busy, &run.error);
    gc_mem_release(block);
    TRY(status);
    TRY(gc_pool_alloc(pool, 5000, other, &elsewhere, &run.error));
    run.own(elsewhere, gc_mem_release);
  }
}
void queue_work(Run& run, gc_context* context) {
  STREAM(stream);
  MEM(mem, false);
  MEM(host, true);
  gc_kernel* const kernel = kernel_of(run, context);
  if (!kernel) return;
  const gc_launch_config config = objects::shape(1, 32);
  const objects::ScaleArguments arguments(mem);
  TRY(gc_memcpy(mem, 0, host, 0, 1024, stream, &run.error));
  TRY(gc_launch(kernel, &config, arguments.args, 3, stream, &run.error));
}
// Everything is released while its work has not finished.
void release_in_flight(Run& run) {
  CONTEXT();
  fake_cuda()->hold(1);
  {
    Run inner;
    queue_work(inner, context);
    run.status = inner.status;
    run.what = inner.what;
    run.error = std::exchange(inner.error, nullptr);
  }
  if (run.status == GRIDCALL_OK) {
    gc_mem* mem = nullptr;
    run.check(gc_mem_alloc(context, 16, &mem, &run.error), "gc_mem_alloc with releases pending");
    gc_mem_release(mem);
  }
  fake_cuda()->hold(0);
}

// Communicators of one rank, over the fake NCCL: everything but other ranks.
void communicators(Run& run) {
  CONTEXT();
  STREAM(stream);
  MEM(mem, false);
  std::uint8_t id[256] = {};
  TRY(gc_comm_create_id(context, id, &run.error));
  gc_comm_options options = GRIDCALL_COMM_OPTIONS_INIT;
  options.flags = GRIDCALL_COMM_CHECKED;
  gc_comm *made = nullptr, *part = nullptr;
  TRY(gc_comm_create(context, id, sizeof id, 0, 1, &options, &made, &run.error));
  gc_comm* const comm = run.own(made, gc_comm_release);
  TRY(gc_comm_all_reduce(comm, mem, 0, mem, 0, 16, GRIDCALL_SCALAR_TYPE_FLOAT32, GRIDCALL_COMM_REDUCTION_SUM,
                         stream, &run.error));
  TRY(gc_comm_barrier(comm, stream, &run.error));
  TRY(gc_stream_synchronize(stream, &run.error));
  TRY(gc_comm_split(comm, 0, 0, nullptr, &part, &run.error));
  run.own(part, gc_comm_release);
  TRY(gc_comm_broadcast(part, mem, 0, mem, 0, 16, GRIDCALL_SCALAR_TYPE_FLOAT32, 0, stream, &run.error));
  std::int32_t done = 0;
  TRY(gc_comm_finalize(part, stretched(5'000'000'000), &done, &run.error));
  TRY(gc_comm_finalize(comm, stretched(5'000'000'000), &done, &run.error));
}

bool all = false;

struct Scenario {
  const char* name;
  void (*function)(Run&);
  bool first_use;      // the calls that open the driver are part of it
  bool waits = false;  // for a thread of the library's
  bool slow = false;   // moves much memory
  // Two codes are swept: what the others become is decided in one place, which all scenarios pass.
  bool has_few_codes() const { return !all && (waits || slow); }
};
const Scenario kScenarios[] = {
    {"devices", devices, true},
    {"default context", default_context, true},
    {"context", context, false},
    {"own context", own_context, false},
    {"wrapped objects", wrapped_objects, false},
    {"streams", streams, false},
    {"events", events, false},
    {"waits", waits, false},
    {"mappings", mappings, false},
    {"arrays", arrays, false},
    {"textures", textures, false},
    {"memory", memory, false},
    {"host memory", host_memory, false},
    {"pitched memory", pitched_memory, false},
    {"managed memory", managed_memory, false},
    {"registered memory", registered_memory, false},
    {"shared memory", shared_memory, false},
    {"shared events", shared_events, false},
    {"copies", copies, false},
    {"large copies", large_copies, false, false, true},
    {"asynchronous copies", asynchronous_copies, false},
    {"fills", fills, false},
    {"asynchronous fills", asynchronous_fills, false},
    {"module", module, false},
    {"link", link, false},
    {"launch", launch, false},
    {"launch with a time limit", limited_launch, false},
    {"prepared launch", prepared_launch, false},
    {"graphs", graphs, false},
    {"refused launch", refused_launch, false},
    {"device pool", device_pool, false},
    {"page-locked pool", host_pool, false},
    {"pool beside a busy stream", pool_beside_a_busy_stream, false},
    {"release in flight", release_in_flight, false},
    {"communicators", communicators, false, true},
};

struct Code {
  int code;
  std::set<gc_status> statuses;  // what it may become; DRIVER for a function that documents none of them
  bool lost;                     // the device stays unusable
};
const Code kCodes[] = {
    {2, {GRIDCALL_ERROR_OUT_OF_MEMORY, GRIDCALL_ERROR_OUT_OF_HOST_MEMORY}, false},
    {3, {GRIDCALL_ERROR_DRIVER}, false},
    {4, {GRIDCALL_ERROR_EXITING}, false},
    {700, {GRIDCALL_ERROR_ILLEGAL_ADDRESS, GRIDCALL_ERROR_DEVICE_LOST}, true},
    {709, {GRIDCALL_ERROR_DRIVER}, false},
    {999, {GRIDCALL_ERROR_DRIVER}, false},
};
// A sanitizer makes a run five times as long. There one code that leaves the device usable and one that does
// not are swept; the build without a sanitizer sweeps all.
bool is_swept(const Code& code, const Scenario& scenario, bool for_ever) {
  if (code.code == 2 || (code.lost && !(kIsSanitized && scenario.waits))) return true;
  if (!all && code.code != 4 && code.code != 999 && effort(1, 0)) return false;
  // The code that makes everything behind it fail does not affect what is released then.
  return !kIsSanitized && !scenario.has_few_codes() && (!for_ever || code.code == 999);
}
// Every call fails with the first code, once and from then on, by which all call sites are reached. With the
// others some do, another part with each seed: at each place the library goes one way for all codes but those
// of a lost device. A sanitizer has each call fail once.
std::uint64_t step_between(const Code& code, const Scenario& scenario, bool for_ever) {
  if (all || (code.code == kCodes[0].code && !(kIsSanitized && for_ever))) return 1;
  return effort(kIsSanitized ? 16 : scenario.slow ? 12 : 6, 1);
}
// Before a context exists a failure means that there is no usable driver or device.
const std::set<gc_status> kWithoutDevice = {GRIDCALL_ERROR_NO_DEVICE, GRIDCALL_ERROR_DRIVER_UNAVAILABLE,
                                            GRIDCALL_ERROR_DRIVER_TOO_OLD, GRIDCALL_ERROR_NOT_FOUND,
                                            GRIDCALL_ERROR_OUT_OF_RANGE};

// --- one run, in a child

enum Result : int { kFine = 0, kWrong = 1, kNoFault = 2 };

struct SharedMemory {  // with the parent and with runs beside this one
  std::atomic<std::uint64_t> runs, faults;
  struct Site {
    std::uintptr_t address;
    unsigned char function, failed;
  } sites[1024];
  std::size_t site_count;
  std::atomic_flag busy;  // while `undocumented` changes
  char undocumented[512][160];
  std::size_t undocumented_count;
};
SharedMemory* shared;

void merge_sites(const fake_cuda_control* fake) {
  std::uintptr_t addresses[1024];
  unsigned char functions[1024], failed[1024];
  const std::size_t count = std::min<std::size_t>(fake->sites(addresses, functions, failed, 1024), 1024);
  for (std::size_t i = 0; i < count; ++i) {
    SharedMemory::Site* const end = shared->sites + shared->site_count;
    SharedMemory::Site* site = std::find_if(
        shared->sites, end, [&](const SharedMemory::Site& each) { return each.address == addresses[i]; });
    if (site == end) {
      if (shared->site_count == std::size(shared->sites)) std::abort();
      *site = {addresses[i], functions[i], 0};
      ++shared->site_count;
    }
    site->failed = static_cast<unsigned char>(site->failed | failed[i]);
  }
}

int wrong(const Run& run, const char* what, const fake_cuda_control* fake) {
  std::fprintf(stderr, "    %s (the fault fired in %s)", what,
               fake->failed_call() ? fake->failed_call() : "no call");
  if (run.status != GRIDCALL_OK)
    std::fprintf(stderr, "; %s returned %s: %s", run.what.c_str(), gc_status_name(run.status),
                 run.error ? gc_error_message(run.error) : "(no error)");
  std::fprintf(stderr, "\n");
  return kWrong;
}

void note_undocumented(const Run& run, const fake_cuda_control* fake) {
  char line[sizeof shared->undocumented[0]];
  std::snprintf(line, sizeof line, "%s returns %s (%s failed with %d)", gc_error_function(run.error),
                gc_status_name(run.status), fake->failed_call() ? fake->failed_call() : "nothing",
                gc_error_driver_code(run.error));
  while (shared->busy.test_and_set()) usleep(100);
  const auto end = shared->undocumented + shared->undocumented_count;
  const bool is_known =
      std::any_of(shared->undocumented, end, [&](const char* each) { return std::strcmp(each, line) == 0; });
  if (!is_known && shared->undocumented_count < std::size(shared->undocumented))
    std::strcpy(shared->undocumented[shared->undocumented_count++], line);
  shared->busy.clear();
}

// Checks that the status fits the code, that the spec documents it for the function, and that the error says
// what happened.
int check_status(const Run& run, const Scenario& scenario, const Code& code, const fake_cuda_control* fake) {
  if (run.status == GRIDCALL_OK) return kFine;  // whether that is right shows in what was made and is left
  if (!run.error) return wrong(run, "a failure without an error", fake);
  if (gc_error_status(run.error) != run.status)
    return wrong(run, "the error has another status than the call", fake);
  if (!*gc_error_message(run.error)) return wrong(run, "the error says nothing", fake);
  const auto documented = kDocumented.find(gc_error_function(run.error));
  if (documented == kDocumented.end()) return wrong(run, "the error names no function of the API", fake);
  if (!documented->second.contains(run.status)) note_undocumented(run, fake);  // a case of its own
  if (scenario.first_use && kWithoutDevice.contains(run.status)) return kFine;
  // The call was done, but the thread's context could not be put back: DRIVER, and a text of its own.
  const std::string where = fake->failed_call() ? fake->failed_call() : "";
  const bool pop =
      where == "cuCtxPopCurrent" || std::strstr(gc_error_message(run.error), "(cuCtxPopCurrent returned ");
  if (pop && run.status == GRIDCALL_ERROR_DRIVER) return kFine;
  const auto listed =
      [&](gc_status status) {  // every function lists OUT_OF_HOST_MEMORY, for the library's own
        return status != GRIDCALL_ERROR_OUT_OF_HOST_MEMORY && documented->second.contains(status);
      };
  const bool none_listed = std::none_of(code.statuses.begin(), code.statuses.end(), listed);
  if (!code.statuses.contains(run.status) && !(none_listed && run.status == GRIDCALL_ERROR_DRIVER))
    return wrong(run, "the status does not fit the driver's code", fake);
  if (run.status == GRIDCALL_ERROR_DEVICE_LOST) return kFine;
  if (gc_error_driver_code(run.error) != code.code)
    return wrong(run, "the error does not carry the driver's code", fake);
  return kFine;
}

int one(const Scenario& scenario, const Code& code, bool for_ever, std::uint64_t nth) {
  const fake_cuda_control* fake = fake_cuda();
  if (!scenario.first_use) {  // the driver is open before the fault
    int32_t count = 0;
    if (gc_device_get_count(&count, nullptr) != GRIDCALL_OK || count != 1) return kWrong;
  }
  const int depth = fake->stack_depth();
  int result;
  bool fired;
  {
    Run run;
    fake->inject(nth, code.code, for_ever);
    scenario.function(run);
    fired = fake->failed_call() != nullptr;
    result = check_status(run, scenario, code, fake);
    if (!fired && run.status != GRIDCALL_OK) result = wrong(run, "failed without a fault", fake);
    // Releases happen under the fault too.
  }
  Run after;
  (void)gc_handle_collect(nullptr);
  // A thread of the library's ends communicators: under the fault if it can, and without it.
  const auto wait_for_end = [&](std::uint64_t most_ms) {
    for (std::uint64_t ms = 0;
         ms < stretched(most_ms) && (gc_handle_count() != 0 || objects::left_in_driver(fake) != 0); ++ms) {
      usleep(1000);
      (void)gc_handle_collect(nullptr);
    }
  };
  if (scenario.waits && !for_ever) wait_for_end(300);
  fired = fired || fake->failed_call();
  const std::string where = fake->failed_call() ? fake->failed_call() : "";
  fake->inject(0, 0, 0);
  if (!scenario.waits) merge_sites(fake);  // when that thread calls differs from run to run
  ++shared->runs;
  if (fired) ++shared->faults;
  if (result != kFine) return result;
  if (scenario.waits) wait_for_end(code.lost && fired ? 300 : 5000);
  if (!(code.lost && fired))
    (void)gc_handle_collect(nullptr);  // chunks of large copies go with the second one
  if (gc_handle_count() != 0)
    return wrong(after, ("handles are left after a fault in " + where).c_str(), fake);
  // After a lost device the driver's objects go with the process.
  if (!(code.lost && fired) && objects::left_in_driver(fake) != 0) {
    wrong(after, ("objects are left in the driver after a fault in " + where).c_str(), fake);
    objects::print_live(fake);
    return kWrong;
  }
  if (where != "cuCtxPopCurrent" && where != "cuCtxSetCurrent" && !for_ever && fake->stack_depth() != depth)
    return wrong(after, ("the thread's context changed after a fault in " + where).c_str(), fake);
  // A pop that was made to fail leaves its context there: no retry on this thread, which ends with the child.
  if (fake->stack_depth() != depth) return kFine;
  if (!code.lost && !scenario.first_use && fired) {
    fake->sweep();
    Run retry;
    scenario.function(retry);
    if (retry.status != GRIDCALL_OK)
      return wrong(retry, ("does not work again after a fault in " + where).c_str(), fake);
  }
  return fired ? kFine : kNoFault;
}

pid_t start(const std::function<int()>& child) {
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid != 0) return pid;
  alarm(alarm_limit(20));
  _exit(child());
}
int result_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  std::fprintf(stderr, "    ended by signal %d\n", WTERMSIG(status));
  return kWrong;
}

// As many runs at once that mostly wait.
constexpr std::size_t kBeside = 12;

// Returns how many runs went wrong.
int sweep_with(const Scenario& scenario, const Code& code, bool for_ever) {
  int failures = 0;
  std::deque<pid_t> begun;
  bool goes_on = true;
  const std::uint64_t step = step_between(code, scenario, for_ever), first = 1 + effort_seed() % step;
  for (std::uint64_t nth = first, next = first; goes_on || !begun.empty(); nth += step) {
    for (; goes_on && begun.size() < (scenario.waits ? kBeside : 1); next += step)
      begun.push_back(start([&] { return one(scenario, code, for_ever, next); }));
    const int result = result_of(begun.front());
    begun.pop_front();
    if (!goes_on) continue;  // needs fewer calls than that
    goes_on = result != kNoFault && nth <= 500 && failures <= 20;
    if (result == kFine || result == kNoFault) continue;
    ++failures;
    std::fprintf(stderr, "  ^ %s: driver call %llu returns %d %s\n", scenario.name,
                 static_cast<unsigned long long>(nth), code.code, for_ever ? "from then on" : "once");
  }
  return failures;
}

void sweep(void** state) {
  const Scenario& scenario = *static_cast<const Scenario*>(*state);
  int failures = 0;
  for (const Code& code : kCodes)
    for (const bool for_ever : {false, true})
      if (is_swept(code, scenario, for_ever)) failures += sweep_with(scenario, code, for_ever);
  assert_int_equal(failures, 0);
}

void documented_statuses(void**) {
  for (std::size_t i = 0; i < shared->undocumented_count; ++i)
    std::fprintf(stderr, "  not documented: %s\n", shared->undocumented[i]);
  assert_int_equal(shared->undocumented_count, 0);
}

// Together the scenarios reach every function that there is, and at each place where the library calls one it
// was made to fail.
void every_call_site(void**) {
  const fake_cuda_control* fake = fake_cuda();
  std::map<std::string, int> places;
  int failed = 0;
  for (std::size_t i = 0; i < shared->site_count; ++i) {
    ++places[fake->function_name(shared->sites[i].function)];
    if (shared->sites[i].failed)
      ++failed;
    else
      std::printf("# never made to fail: a call of %s at %p\n",
                  fake->function_name(shared->sites[i].function),
                  reinterpret_cast<void*>(shared->sites[i].address));
  }
  // These only explain, or no function of the library calls them.
  const std::set<std::string> exempt = {
      "cuGetErrorName",  "cuGetErrorString",      "gridcallFaultText",     "gridcallFaultReports",
      "gridcallVersion", "gridcallStreamCancel",  "gridcallModuleReplace", "gridcallMemFree",
      "gridcallCtxWait", "gridcallLaunchLimited", "gridcallIsHostMemory"};
  std::string never;
  int reached = 0;
  for (std::size_t i = 0; const char* name = fake->function_name(i); ++i) {
    if (exempt.contains(name)) continue;
    if (places.contains(name)) {
      ++reached;
      std::printf("# %s: %d call sites\n", name, places[name]);
    } else {
      never += std::string(" ") + name;
    }
  }
  std::printf("# never called in a scenario:%s\n", never.c_str());
  std::printf("# METRIC fault_runs %llu\n# METRIC fault_call_sites %d of %zu\n# METRIC fault_functions %d\n",
              static_cast<unsigned long long>(shared->runs.load()), failed, shared->site_count, reached);
  if (step_between(kCodes[0], kScenarios[0], true) == 1) assert_int_equal(failed, shared->site_count);
  assert_true(shared->site_count >= 40);
}

}  // namespace

int main(int count, char** arguments) {
  all = count > 1 && std::strcmp(arguments[1], "--all") == 0;
  shared = static_cast<SharedMemory*>(
      mmap(nullptr, sizeof(SharedMemory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  std::printf("# seed %u\n", effort_seed());
  std::vector<CMUnitTest> tests;
  for (const Scenario& scenario : kScenarios)
    tests.push_back({scenario.name, sweep, nullptr, nullptr, const_cast<Scenario*>(&scenario)});
  tests.push_back(cmocka_unit_test(documented_statuses));
  tests.push_back(cmocka_unit_test(every_call_site));
  return _cmocka_run_group_tests("fault", tests.data(), tests.size(), nullptr, nullptr);
}
