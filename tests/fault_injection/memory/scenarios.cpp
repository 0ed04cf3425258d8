// SPDX-License-Identifier: Apache-2.0

#include "scenarios.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <initializer_list>

#include "support/memory.h"

// Ends the scenario if the call fails.
#define TRY(function, ...) \
  if (!run.check(function(__VA_ARGS__, &run.error), #function)) return

Run::~Run() {
  while (owned_count_ != 0) {
    const OwnedObject& last = owned_[--owned_count_];
    last.release(last.object);
  }
  gc_error_release(error);
}

bool Run::check(gc_status returned, const char* what) {
  if (returned == GRIDCALL_OK) return true;
  status = returned;
  call = what;
  if (gc_error_status(error) != returned) defect("the error has another status than the call");
  if (*gc_error_message(error) == '\0') defect("the error has no message");
  return false;
}

void Run::defect(const char* what) {
  if (!wrong) wrong = what;
}

namespace {

constexpr int kCount = 5000;
constexpr std::size_t kBytes = kCount * sizeof(int);
constexpr int kManyArguments = 70;

int numbers[kCount];
int result[kCount];
char source[8192];

__attribute__((constructor)) void prepare() {
  for (int i = 0; i < kCount; ++i) numbers[i] = 3 * i + 1;
  std::size_t used = 0;
  const auto add = [&](const char* format, auto... values) {
    used += static_cast<std::size_t>(std::snprintf(source + used, sizeof source - used, format, values...));
  };
  add("%s",
      "__device__ int table[64];\n"
      "template <class T> __global__ void fill(T* x, T v) { x[threadIdx.x] = v; }\n"
      "__global__ void add(const int* a, int* b, int n) {\n"
      "  __shared__ int t[64];\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  t[threadIdx.x] = i;\n"
      "  __syncthreads();\n"
      "  if (i < n) b[i] = a[i] + t[63 - threadIdx.x] + t[threadIdx.x] - 2 * blockIdx.x * blockDim.x;\n"
      "}\n"
      "__global__ void boom() { *(volatile int*)8 = 1; }\n"
      "__global__ void loop() { for (;;) { } }\n"
      "__global__ void heap(int* x) {\n"
      "  char* p = (char*)malloc(100 + threadIdx.x);\n"
      "  if (p) p[3] = 1;\n"
      "  x[threadIdx.x] = p ? p[3] : 2;\n"
      "  free(p);\n"
      "  printf(\"thread %d of a kernel that says something\\n\", threadIdx.x);\n"
      "}\n"
      "__global__ void of_table(int* x) { x[threadIdx.x] = table[threadIdx.x]; }\n"
      "__global__ void many(int* x");
  for (int i = 0; i < kManyArguments; ++i) add(", int a%d", i);
  add("%s", ") { x[0] = 0");
  for (int i = 0; i < kManyArguments; ++i) add(" + a%d", i);
  add("%s", "; }\n");
}

struct Fixture {
  gc_context* context = nullptr;
  gc_module* module = nullptr;
  gc_kernel *add = nullptr, *add_by_threads = nullptr, *boom = nullptr, *loop = nullptr, *heap = nullptr,
            *of_table = nullptr, *many = nullptr;
} fixture;

bool open_context(Run& run, gc_context** context) {
  gc_device* device = nullptr;
  return run.check(gc_device_find("cpu", &device, &run.error), "gc_device_find") &&
         run.check(gc_context_get_primary(device, nullptr, context, &run.error), "gc_context_get_primary");
}

bool compile(Run& run, gc_context* context, std::uint64_t flags, gc_module** module) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  const char* const instance = "fill<int>";
  options.instances = &instance;
  options.instance_count = 1;
  options.flags = flags;
  return run.check(gc_module_from_source(context, source, strlen(source), &options, module, &run.error),
                   "gc_module_from_source");
}

gc_mem* mem_of(Run& run, gc_context* context, std::uint64_t size = kBytes) {
  gc_mem* mem = nullptr;
  if (!run.check(gc_mem_alloc(context, size, &mem, &run.error), "gc_mem_alloc")) return nullptr;
  return run.own(mem, gc_mem_release);
}
gc_stream* stream_of(Run& run, gc_context* context, std::uint64_t flags = GRIDCALL_STREAM_NON_BLOCKING) {
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = flags;
  gc_stream* stream = nullptr;
  if (!run.check(gc_stream_create(context, &options, &stream, &run.error), "gc_stream_create"))
    return nullptr;
  return run.own(stream, gc_stream_release);
}
#define MEM(name)                                    \
  gc_mem* const name = mem_of(run, fixture.context); \
  if (!name) return
#define STREAM(name)                                       \
  gc_stream* const name = stream_of(run, fixture.context); \
  if (!name) return

gc_arg memory(gc_mem* mem) {
  return {GRIDCALL_ARG_KIND_MEM, 8, 0, mem};
}
gc_arg number(int value) {
  return {GRIDCALL_ARG_KIND_SCALAR, 4, static_cast<std::uint32_t>(value), nullptr};
}
gc_launch_config shape(std::uint32_t grid, std::uint32_t block) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid;
  config.block_x = block;
  return config;
}
constexpr std::uint32_t kBlocks = (kCount + 63) / 64;

// b = a + 63, and reads it back.
void add_up(Run& run, gc_kernel* kernel, gc_stream* stream, gc_mem* a, gc_mem* b) {
  const gc_launch_config config = shape(kBlocks, 64);
  const gc_arg args[] = {memory(a), memory(b), number(kCount)};
  TRY(gc_memcpy_htod, a, 0, numbers, kBytes, nullptr);
  TRY(fill_u32, b, 0, 0, kCount, nullptr);
  // Work on the default stream is not ordered with a stream that does not block.
  TRY(gc_context_synchronize, fixture.context);
  TRY(gc_launch, kernel, &config, args, 3, stream);
  if (stream) TRY(gc_stream_synchronize, stream);
  TRY(gc_memcpy_dtoh, result, b, 0, kBytes, nullptr);
  for (int i = 0; i < kCount; ++i)
    if (result[i] != numbers[i] + 63) return run.defect("wrong numbers");
}

// --- first use

void device_list(Run& run) {
  std::int32_t count = 0, major = 0, minor = 0;
  gc_device *device = nullptr, *cpu = nullptr;
  char text[256];
  std::size_t needed = 0;
  std::uint64_t bytes = 0;
  std::uint8_t uuid[16];
  TRY(gc_device_get_count, &count);
  if (count < 1) return run.defect("no device");
  TRY(gc_device_get_by_index, count - 1, &device);
  TRY(gc_device_find, "cpu", &cpu);
  if (device != cpu) return run.defect("the CPU device is not the last one");
  TRY(gc_device_get_name, device, text, sizeof text, &needed);
  if (strncmp(text, "gridcall CPU: ", 14) != 0) return run.defect("a wrong name");
  TRY(gc_device_get_uuid, device, uuid);
  TRY(gc_device_get_compute_capability, device, &major, &minor);
  TRY(gc_device_get_total_memory, device, &bytes);
  static std::uint64_t total = 0;
  if (total == 0) total = bytes;
  if (bytes != total) return run.defect("another memory size than before");
  static gc_device_attribute_entry entries[256];
  TRY(gc_device_get_attributes, device, entries, 256, &needed);
}

void first_context(Run& run) {
  gc_context* made = nullptr;
  TRY(gc_context_get_default, &made);
  gc_context* const context = run.own(made, gc_context_release);
  char text[512];
  std::size_t needed = 0;
  std::uint64_t free = 0, total = 0;
  TRY(gc_context_get_device_reason, context, text, sizeof text, &needed);
  TRY(gc_context_get_memory_info, context, &free, &total);
  TRY(gc_context_synchronize, context);
}

void cold_start(Run& run) {
  gc_context* made = nullptr;
  if (!open_context(run, &made)) return;
  gc_context* const context = run.own(made, gc_context_release);
  gc_module* module = nullptr;
  if (!compile(run, context, 0, &module)) return;
  run.own(module, gc_module_release);
  gc_kernel* kernel = nullptr;
  TRY(gc_module_get_kernel, module, "add", &kernel);
  run.own(kernel, gc_kernel_release);
  gc_stream* const stream = stream_of(run, context);
  if (!stream) return;
  gc_mem* const a = mem_of(run, context);
  if (!a) return;
  gc_mem* const b = mem_of(run, context);
  if (!b) return;
  fixture.context = context;
  add_up(run, kernel, stream, a, b);
  fixture.context = nullptr;
}

// --- later

void context(Run& run) {
  gc_context* made = nullptr;
  TRY(gc_context_get_default, &made);
  gc_context* const again = run.own(made, gc_context_release);
  gc_stream* stream = nullptr;
  std::int32_t done = 0, least = 0, greatest = 0;
  TRY(gc_context_get_default_stream, again, &stream);
  run.own(stream, gc_stream_release);
  TRY(gc_stream_query, stream, &done);
  TRY(gc_context_get_stream_priority_range, again, &least, &greatest);
  TRY(gc_context_synchronize, again);
}

void module_from(Run& run, std::uint64_t flags) {
  gc_module* module = nullptr;
  if (!compile(run, fixture.context, flags, &module)) return;
  run.own(module, gc_module_release);
  gc_kernel *kernel = nullptr, *instance = nullptr;
  TRY(gc_module_get_kernel, module, "add", &kernel);
  run.own(kernel, gc_kernel_release);
  TRY(gc_module_get_kernel, module, "fill<int>", &instance);
  run.own(instance, gc_kernel_release);
  std::size_t count = 0;
  gc_kernel_param param = GRIDCALL_KERNEL_PARAM_INIT;
  std::int32_t value = 0;
  char text[64];
  std::size_t needed = 0;
  TRY(gc_module_get_kernel_count, module, &count);
  TRY(gc_module_get_kernel_name, module, 0, text, sizeof text, &needed);
  TRY(gc_kernel_get_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &value);
  TRY(gc_kernel_get_param, kernel, 2, &param);
  if (param.offset != 16 || param.size != 4) run.defect("wrong parameters");
}
void module_cached(Run& run) {
  module_from(run, 0);
}
void module_compiled(Run& run) {
  module_from(run, GRIDCALL_COMPILE_NO_CACHE);
}

void launch(Run& run) {
  MEM(a);
  MEM(b);
  add_up(run, fixture.add, nullptr, a, b);
}
void launch_by_threads(Run& run) {
  MEM(a);
  MEM(b);
  STREAM(stream);
  add_up(run, fixture.add_by_threads, stream, a, b);
}

void launch_with_many_arguments(Run& run) {
  MEM(out);
  static gc_arg args[kManyArguments + 1];
  args[0] = memory(out);
  int sum = 0;
  for (int i = 0; i < kManyArguments; ++i) {
    args[i + 1] = number(i * i);
    sum += i * i;
  }
  const gc_launch_config config = shape(1, 1);
  TRY(gc_launch, fixture.many, &config, args, kManyArguments + 1, nullptr);
  int got = 0;
  TRY(gc_memcpy_dtoh, &got, out, 0, sizeof got, nullptr);
  if (got != sum) run.defect("wrong sum");
}

void prepared(Run& run) {
  MEM(a);
  MEM(b);
  STREAM(stream);
  TRY(gc_memcpy_htod, a, 0, numbers, kBytes, nullptr);
  const gc_launch_config config = shape(kBlocks, 64);
  const gc_arg args[] = {memory(a), memory(a), number(kCount)};
  const gc_arg other = memory(b);
  gc_prepared* made = nullptr;
  TRY(gc_prepared_create, fixture.add, &config, args, 3, &made);
  gc_prepared* const launch = run.own(made, gc_prepared_release);
  TRY(gc_prepared_set_arg, launch, 1, &other, nullptr, 0);
  TRY(gc_prepared_launch, launch, nullptr, nullptr, 0, stream);
  TRY(gc_prepared_launch, launch, nullptr, nullptr, 0, stream);
  TRY(gc_stream_synchronize, stream);
  TRY(gc_memcpy_dtoh, result, b, 0, kBytes, nullptr);
  for (int i = 0; i < kCount; ++i)
    if (result[i] != numbers[i] + 63) return run.defect("wrong numbers");
}

void graphs(Run& run) {
  MEM(a);
  MEM(b);
  STREAM(stream);
  STREAM(joined);
  TRY(gc_memcpy_htod, a, 0, numbers, kBytes, nullptr);
  const gc_launch_config config = shape(kBlocks, 64);
  const gc_arg args[] = {memory(a), memory(a), number(kCount)};
  const gc_arg other = memory(b);
  gc_event* event = nullptr;
  TRY(gc_event_create, fixture.context, nullptr, &event);
  run.own(event, gc_event_release);
  TRY(gc_stream_begin_capture, stream, GRIDCALL_CAPTURE_MODE_RELAXED);
  TRY(gc_launch, fixture.add, &config, args, 3, stream);
  TRY(gc_event_record, event, stream);
  TRY(gc_stream_wait_event, joined, event);
  TRY(gc_memcpy, b, 0, a, 0, 16, joined);
  TRY(gc_event_record, event, joined);
  TRY(gc_stream_wait_event, stream, event);
  gc_graph* made = nullptr;
  TRY(gc_stream_end_capture, stream, &made);
  gc_graph* const graph = run.own(made, gc_graph_release);
  char text[512];
  size_t needed = 0;
  TRY(gc_graph_get_text, graph, text, sizeof text, &needed);
  TRY(gc_graph_set_arg, graph, 0, 1, &other, nullptr, 0);
  TRY(gc_memcpy_htod, a, 0, numbers, kBytes, nullptr);
  TRY(gc_graph_launch, graph, stream);
  TRY(gc_stream_synchronize, stream);
  TRY(gc_memcpy_dtoh, result, b, 0, kBytes, nullptr);
}

void copies(Run& run) {
  MEM(a);
  MEM(b);
  STREAM(stream);
  gc_mem* made = nullptr;
  TRY(alloc_host, fixture.context, kBytes, &made);
  gc_mem* const host = run.own(made, gc_mem_release);
  std::uint64_t address = 0;
  TRY(gc_mem_get_host_address, host, &address);
  auto* const words = reinterpret_cast<int*>(static_cast<std::uintptr_t>(address));
  memcpy(words, numbers, kBytes);
  TRY(gc_memcpy, a, 0, host, 0, kBytes, stream);
  TRY(gc_memcpy, b, 0, a, 0, kBytes, stream);
  TRY(gc_stream_synchronize, stream);
  memset(words, 0, kBytes);
  TRY(gc_memcpy, host, 0, b, 0, kBytes, stream);
  TRY(gc_stream_synchronize, stream);
  if (memcmp(words, numbers, kBytes) != 0) return run.defect("asynchronous copies went wrong");
  TRY(gc_memcpy_htod, a, 0, numbers, kBytes, nullptr);
  TRY(gc_memcpy, b, 0, a, 0, kBytes, nullptr);
  memset(result, 0, kBytes);
  TRY(gc_memcpy_dtoh, result, b, 0, kBytes, nullptr);
  if (memcmp(result, numbers, kBytes) != 0) run.defect("copies went wrong");
}

// The copies are large enough for the workers.
void large_copies(Run& run) {
  constexpr std::uint64_t kLarge = 3 << 20;
  gc_mem* const a = mem_of(run, fixture.context, kLarge);
  if (!a) return;
  gc_mem* const b = mem_of(run, fixture.context, kLarge);
  if (!b) return;
  STREAM(stream);
  TRY(fill_u32, a, 0, 0x01020304, kLarge / 4, stream);
  TRY(gc_memcpy, b, 0, a, 0, kLarge, stream);
  TRY(gc_stream_synchronize, stream);
  int got = 0;
  TRY(gc_memcpy_dtoh, &got, b, kLarge - 4, sizeof got, nullptr);
  if (got != 0x01020304) run.defect("a large copy went wrong");
}

void fills(Run& run) {
  MEM(mem);
  STREAM(stream);
  unsigned char got[16];
  TRY(fill_u8, mem, 0, 1, 16, nullptr);
  TRY(fill_u16, mem, 2, 0x0302, 2, nullptr);
  TRY(fill_u32, mem, 8, 0x07060504, 1, nullptr);
  TRY(gc_context_synchronize, fixture.context);
  TRY(fill_u8, mem, 12, 9, 1, stream);
  TRY(fill_u16, mem, 14, 0x0b0a, 1, stream);
  TRY(gc_stream_synchronize, stream);
  TRY(gc_memcpy_dtoh, got, mem, 0, sizeof got, nullptr);
  const unsigned char wanted[] = {1, 1, 2, 3, 2, 3, 1, 1, 4, 5, 6, 7, 9, 1, 10, 11};
  if (memcmp(got, wanted, sizeof got) != 0) run.defect("fills went wrong");
}

// More blocking streams than a wait keeps room for, all with work behind one that runs.
void streams(Run& run) {
  constexpr int kStreams = 40;
  MEM(mem);
  TRY(fill_u32, mem, 0, 0, kStreams + 1, nullptr);
  gc_event* made = nullptr;
  TRY(gc_event_create, fixture.context, nullptr, &made);
  gc_event* const event = run.own(made, gc_event_release);
  gc_stream* all[kStreams];
  for (gc_stream*& stream : all)
    if (!(stream = stream_of(run, fixture.context, 0))) return;
  STREAM(first);
  TRY(gc_context_synchronize, fixture.context);
  const gc_launch_config endless = shape(1, 1);
  TRY(gc_launch, fixture.loop, &endless, nullptr, 0, first);
  // Whatever else fails, it has to end.
  struct Cancel {
    gc_stream* stream;
    ~Cancel() {
      while (gc_stream_cancel(stream, nullptr) != GRIDCALL_OK) usleep(1000);
    }
  };
  {
    const Cancel cancel{first};
    TRY(gc_event_record, event, first);
    for (int i = 0; i < kStreams; ++i) {
      TRY(gc_stream_wait_event, all[i], event);
      TRY(fill_u32, mem, 4u * static_cast<unsigned>(i), 7, 1, all[i]);
    }
    TRY(fill_u32, mem, 4 * kStreams, 8, 1, nullptr);  // on the default stream, behind all of them
    std::int32_t done = 0;
    TRY(gc_stream_query, all[kStreams - 1], &done);
    TRY(gc_stream_synchronize_for, all[0], 1000, &done);
    // Without memory for the kernel it has ended by that.
    if (done != 0) TRY(gc_stream_query, first, &done);
    if (done != 0) run.defect("work is done before what it waits for");
  }
  TRY(gc_memcpy_dtoh, result, mem, 0, 4 * (kStreams + 1), nullptr);
  for (int i = 0; i <= kStreams; ++i)
    if (result[i] != (i < kStreams ? 7 : 8)) return run.defect("streams went wrong");
}

void events(Run& run) {
  STREAM(stream);
  MEM(mem);
  gc_event *from = nullptr, *to = nullptr;
  TRY(gc_event_create, fixture.context, nullptr, &from);
  run.own(from, gc_event_release);
  TRY(gc_event_create, fixture.context, nullptr, &to);
  run.own(to, gc_event_release);
  TRY(gc_event_record, from, stream);
  TRY(fill_u32, mem, 0, 1, 100, stream);
  TRY(gc_event_record, to, stream);
  TRY(gc_event_record, to, stream);
  TRY(gc_stream_wait_event, stream, to);
  TRY(gc_event_synchronize, to);
  std::int32_t done = 0;
  std::int64_t nanoseconds = -1;
  TRY(gc_event_query, to, &done);
  if (done != 1) return run.defect("an event that was waited for has not happened");
  TRY(gc_event_get_elapsed, from, to, &nanoseconds);
  if (nanoseconds < 0) run.defect("a negative time");
}

void waits(Run& run) {
  STREAM(stream);
  gc_completion* completion = nullptr;
  TRY(gc_completion_create, &completion);
  run.own(completion, gc_completion_release);
  gc_event* events[2] = {};
  for (gc_event*& event : events) {
    TRY(gc_event_create, fixture.context, nullptr, &event);
    run.own(event, gc_event_release);
    TRY(gc_event_record, event, stream);
  }
  std::int32_t done = 0;
  std::uint64_t token = 0;
  TRY(gc_stream_wait_events, stream, events, 2);
  for (std::uint64_t i = 0; i < 3; ++i) TRY(gc_stream_notify, stream, completion, i);
  TRY(gc_event_synchronize_for, events, 2, 60'000'000'000, &done);
  if (done != 1) return run.defect("two events have not happened in a minute");
  for (std::uint64_t i = 0; i < 3; ++i) {
    TRY(gc_completion_wait, completion, 60'000'000'000, &token, &done);
    if (done != 1 || token != i) return run.defect("a token is missing");
  }
}

void mappings(Run& run) {
  STREAM(stream);
  MEM(mem);
  gc_mapping* mapping = nullptr;
  gc_event* event = nullptr;
  std::uint64_t address = 0;
  TRY(gc_mem_map, mem, 0, 64, GRIDCALL_MAP_WRITE_INVALIDATE_REGION, stream, &mapping);
  run.own(mapping, gc_mapping_release);
  TRY(gc_mapping_get_event, mapping, &event);
  run.own(event, gc_event_release);
  TRY(gc_event_synchronize, event);
  TRY(gc_mapping_get_address, mapping, &address);
  TRY(gc_mapping_unmap, mapping, stream);
}

void pools(Run& run) {
  STREAM(first);
  STREAM(second);
  for (const gc_mem_place place : {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST}) {
    gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
    options.place = place;
    options.limit = 1 << 20;
    gc_pool* made = nullptr;
    TRY(gc_pool_create, fixture.context, &options, &made);
    gc_pool* const pool = run.own(made, gc_pool_release);
    for (int i = 0; i < 6; ++i) {
      gc_mem* mem = nullptr;
      gc_stream* const stream = i % 2 == 0 ? first : second;
      TRY(gc_pool_alloc, pool, i < 4 ? 600000u : 3000u, stream, &mem);
      const gc_status filled = fill_u8(mem, 0, static_cast<std::uint8_t>(i), 3000, stream, &run.error);
      gc_mem_release(mem);
      if (!run.check(filled, "fill_u8")) return;
    }
    gc_pool_statistics statistics = GRIDCALL_POOL_STATISTICS_INIT;
    TRY(gc_pool_get_statistics, pool, &statistics);
    TRY(gc_pool_free_held, pool);
    TRY(gc_pool_stop_holding, pool);
  }
}

void kernel_output_and_heap(Run& run) {
  MEM(mem);
  const gc_launch_config config = shape(1, 64);
  const gc_arg args[] = {memory(mem)};
  TRY(gc_launch, fixture.heap, &config, args, 1, nullptr);
  TRY(gc_memcpy_dtoh, result, mem, 0, 256, nullptr);
  for (int i = 0; i < 64; ++i)  // 2: the kernel's malloc returned NULL
    if (result[i] != 1 && result[i] != 2) return run.defect("a kernel's heap went wrong");
}

void kernel_fault(Run& run) {
  STREAM(stream);
  MEM(mem);
  int value = 5;
  TRY(gc_memcpy_htod, mem, 0, &value, sizeof value, nullptr);
  const gc_launch_config config = shape(4, 64);
  TRY(gc_launch, fixture.boom, &config, nullptr, 0, stream);
  // It is reported: as what it is, or that there is no memory for the kernel. A call that has no memory for
  // itself leaves it to the next.
  bool reported = false;
  for (int i = 0; i < 3 && !reported; ++i) {
    gc_error_release(run.error);
    run.error = nullptr;
    const gc_status status = gc_stream_synchronize(stream, &run.error);
    if (status == GRIDCALL_OK) break;
    if (gc_error_status(run.error) != status) return run.defect("the error has another status than the call");
    if (status != GRIDCALL_ERROR_ILLEGAL_ADDRESS && status != GRIDCALL_ERROR_OUT_OF_HOST_MEMORY)
      return run.defect("a fault is reported as something else");
    reported = true;
  }
  if (!reported) return run.defect("a fault is not reported");
  gc_error_release(run.error);
  run.error = nullptr;
  const gc_status next = gc_stream_synchronize(stream, &run.error);
  if (next != GRIDCALL_OK && next != GRIDCALL_ERROR_ILLEGAL_ADDRESS &&
      next != GRIDCALL_ERROR_OUT_OF_HOST_MEMORY)
    return run.defect("a fault is reported as something else");
  TRY(gc_memcpy_dtoh, &value, mem, 0, sizeof value, nullptr);
  if (value != 5) run.defect("memory was changed");
}

void cancellation(Run& run) {
  STREAM(stream);
  STREAM(waiting);
  gc_event* made = nullptr;
  TRY(gc_event_create, fixture.context, nullptr, &made);
  gc_event* const event = run.own(made, gc_event_release);
  const gc_launch_config config = shape(2, 64);
  TRY(gc_launch, fixture.loop, &config, nullptr, 0, stream);
  struct End {
    gc_stream* stream;
    ~End() {
      while (gc_stream_cancel(stream, nullptr) != GRIDCALL_OK) usleep(1000);
    }
  } end{stream};
  TRY(gc_event_record, event, stream);
  TRY(gc_stream_wait_event, waiting, event);
  TRY(gc_launch, fixture.loop, &config, nullptr, 0, waiting);
  TRY(gc_stream_cancel, waiting);
  TRY(gc_stream_cancel, stream);
  for (gc_stream* each : {stream, waiting}) {
    gc_error_release(run.error);
    run.error = nullptr;
    const gc_status status = gc_stream_synchronize(each, &run.error);
    if (status == GRIDCALL_OK) return run.defect("a cancellation is not reported");
    if (gc_error_status(run.error) != status) return run.defect("the error has another status than the call");
    // Without memory for the kernel it ends by that; without memory for the call it says so.
    if (status != GRIDCALL_ERROR_CANCELLED && status != GRIDCALL_ERROR_OUT_OF_HOST_MEMORY)
      return run.defect("a cancellation is reported as something else");
  }
}

void time_limit(Run& run) {
  STREAM(stream);
  gc_launch_config config = shape(1, 32);
  config.timeout_nanoseconds = 1000000;
  TRY(gc_launch, fixture.loop, &config, nullptr, 0, stream);
  gc_error_release(run.error);
  run.error = nullptr;
  const gc_status status = gc_stream_synchronize(stream, &run.error);
  if (status == GRIDCALL_OK) return run.defect("a time limit is not reported");
  if (status != GRIDCALL_ERROR_LAUNCH_TIMEOUT && status != GRIDCALL_ERROR_OUT_OF_HOST_MEMORY)
    run.defect("a time limit is reported as something else");
}

void globals(Run& run) {
  MEM(mem);
  gc_mem* table = nullptr;
  TRY(gc_module_get_global, fixture.module, "table", &table);
  run.own(table, gc_mem_release);
  TRY(gc_memcpy_htod, table, 0, numbers, 256, nullptr);
  const gc_launch_config config = shape(1, 64);
  const gc_arg args[] = {memory(mem)};
  TRY(gc_launch, fixture.of_table, &config, args, 1, nullptr);
  TRY(gc_memcpy_dtoh, result, mem, 0, 256, nullptr);
  if (memcmp(result, numbers, 256) != 0) run.defect("a global went wrong");
}

// Calls that are wrong say what is wrong, or that there is no memory for it; the error says the same.
void errors(Run& run) {
  MEM(mem);
  const gc_launch_config config = shape(1, 1);
  const gc_arg one[] = {memory(mem)};
  gc_kernel* kernel = nullptr;
  gc_mem* part = nullptr;
  const auto expect = [&](gc_status expected, gc_status returned, gc_error* error) {
    if (returned != expected && returned != GRIDCALL_ERROR_OUT_OF_HOST_MEMORY) run.defect("a wrong status");
    if (gc_error_status(error) != returned) run.defect("the error has another status than the call");
    if (*gc_error_message(error) == '\0') run.defect("the error has no message");
    gc_error_release(error);
  };
  gc_error* error = nullptr;
  gc_status status = gc_memcpy_htod(mem, kBytes, numbers, 1, nullptr, &error);
  expect(GRIDCALL_ERROR_OUT_OF_RANGE, status, error);
  status = gc_launch(fixture.add, &config, one, 1, nullptr, &error);
  expect(GRIDCALL_ERROR_ARGUMENT_MISMATCH, status, error);
  status = gc_module_get_kernel(fixture.module, "no_such_kernel", &kernel, &error);
  expect(GRIDCALL_ERROR_NOT_FOUND, status, error);
  status = gc_mem_create_sub_region(reinterpret_cast<gc_mem*>(fixture.module), 0, 1, 0, &part, &error);
  expect(GRIDCALL_ERROR_INVALID_HANDLE, status, error);
  status = gc_mem_alloc(fixture.context, 0, &part, &error);
  expect(GRIDCALL_ERROR_INVALID_ARGUMENT, status, error);
}

// Two threads at once; threads that exist already.
struct ConcurrentRun {
  Run run;
  std::atomic<int>* ready;
};
void* work_beside(void* raw) {
  auto& beside = *static_cast<ConcurrentRun*>(raw);
  // Until the other has begun too, and the requests for memory fail.
  beside.ready->fetch_add(1);
  while (beside.ready->load() < 3) usleep(50);
  Run& run = beside.run;
  [&] {
    STREAM(stream);
    MEM(a);
    MEM(b);
    const gc_launch_config config = shape(kBlocks, 64);
    const gc_arg args[] = {memory(a), memory(b), number(kCount)};
    for (int i = 0; i < 3; ++i) {
      TRY(gc_memcpy_htod, a, 0, numbers, kBytes, nullptr);
      TRY(gc_launch, fixture.add, &config, args, 3, stream);
      TRY(gc_stream_synchronize, stream);
      int got[2] = {};
      TRY(gc_memcpy_dtoh, got, b, 4 * (kCount - 2), sizeof got, nullptr);
      if (got[0] != numbers[kCount - 2] + 63 || got[1] != numbers[kCount - 1] + 63)
        return run.defect("wrong numbers beside another thread");
    }
  }();
  return nullptr;
}

pthread_t beside_threads[2];
ConcurrentRun* besides[2];
std::atomic<int> beside_ready{0};

void two_threads(Run& run) {
  beside_ready.fetch_add(1);
  for (int i = 0; i < 2; ++i) {
    pthread_join(beside_threads[i], nullptr);
    Run& its = besides[i]->run;
    if (its.wrong) run.defect(its.wrong);
    if (its.status != GRIDCALL_OK) {
      run.status = its.status;
      run.call = its.call;
    }
    besides[i]->~ConcurrentRun();
    besides[i] = nullptr;
  }
}

alignas(ConcurrentRun) char beside_memory[2][sizeof(ConcurrentRun)];

void prepare_two_threads() {
  beside_ready = 0;
  for (int i = 0; i < 2; ++i) {
    besides[i] = new (beside_memory[i]) ConcurrentRun{{}, &beside_ready};
    pthread_create(&beside_threads[i], nullptr, work_beside, besides[i]);
  }
  while (beside_ready.load() < 2) usleep(50);
}

}  // namespace

const Scenario scenarios[] = {
    {"device list", device_list, true, false},
    {"first context", first_context, true, false},
    {"cold start", cold_start, true, false},
    {"context", context, false, false},
    {"module from cached source", module_cached, false, false},
    {"module from source", module_compiled, false, true},
    {"launch", launch, false, false},
    {"launch by threads", launch_by_threads, false, false},
    {"launch with many arguments", launch_with_many_arguments, false, false},
    {"prepared launch", prepared, false, false},
    {"graphs", graphs, false, false},
    {"copies", copies, false, false},
    {"large copies", large_copies, false, false},
    {"fills", fills, false, false},
    {"streams", streams, false, false},
    {"events", events, false, false},
    {"waits", waits, false, false},
    {"mappings", mappings, false, false},
    {"pools", pools, false, false},
    {"kernel output and heap", kernel_output_and_heap, false, false},
    {"kernel fault", kernel_fault, false, false},
    {"cancellation", cancellation, false, false},
    {"time limit", time_limit, false, false},
    {"globals", globals, false, false},
    {"errors", errors, false, false},
    {"two threads", two_threads, false, false, prepare_two_threads},
};
const std::size_t scenario_count = sizeof scenarios / sizeof *scenarios;

bool open_fixture() {
  Run run;
  Fixture& f = fixture;
  if (!open_context(run, &f.context) || !compile(run, f.context, 0, &f.module)) return false;
  const auto kernel = [&](const char* name, gc_kernel*& out) {
    return run.check(gc_module_get_kernel(f.module, name, &out, &run.error), name);
  };
  gc_module* other = nullptr;  // the same kernel in the other mode
  const bool all =
      kernel("add", f.add) && kernel("boom", f.boom) && kernel("loop", f.loop) && kernel("heap", f.heap) &&
      kernel("of_table", f.of_table) && kernel("many", f.many) && compile(run, f.context, 0, &other) &&
      run.check(gc_module_get_kernel(other, "add", &f.add_by_threads, &run.error), "add") &&
      run.check(gc_kernel_set_attribute(f.add_by_threads, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, 1, &run.error),
                "gc_kernel_set_attribute");
  gc_module_release(other);
  return all;
}

gc_context* fixture_context() {
  return fixture.context;
}

void close_fixture() {
  Fixture& f = fixture;
  for (gc_kernel* kernel : {f.add, f.add_by_threads, f.boom, f.loop, f.heap, f.of_table, f.many})
    gc_kernel_release(kernel);
  gc_module_release(f.module);
  gc_context_release(f.context);
  f = Fixture{};
}
