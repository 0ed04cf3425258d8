// SPDX-License-Identifier: Apache-2.0
//
// Events of one driver that a stream of another waits for: the CPU device and the fake GPU in one process.

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "fixture.h"

namespace {

gc_context* cpu = nullptr;
gc_module* module = nullptr;

constexpr char kSource[] = R"(
__global__ void hold(volatile int* gate) { while (*gate == 0) { } }
)";

int open_both(void** state) {
  gc_device* device = nullptr;
  gc_error* error = nullptr;
  if (open_context(state) == 0 && gc_device_find("cpu", &device, &error) == GRIDCALL_OK &&
      gc_context_get_primary(device, nullptr, &cpu, &error) == GRIDCALL_OK &&
      gc_module_from_source(cpu, kSource, sizeof kSource - 1, nullptr, &module, &error) == GRIDCALL_OK)
    return 0;
  print_error("%s\n", message_of(error).c_str());
  return -1;
}

int close_both(void**) {
  gc_module_release(module);
  gc_context_release(cpu);
  return 0;
}

gc_stream* stream_of(gc_context* of) {
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(of, nullptr, &stream, &e));
  return stream;
}

gc_event* recorded_on(gc_context* of, gc_stream* stream) {
  gc_event* event = nullptr;
  MUST(gc_event_create(of, nullptr, &event, &e));
  MUST(gc_event_record(event, stream, &e));
  return event;
}

bool is_done(gc_event* event) {
  std::int32_t done = 0;
  MUST(gc_event_query(event, &done, &e));
  return done != 0;
}

void a_stream_of_the_gpu_waits_for_the_cpu_device(void**) {
  gc_mem* gate = nullptr;
  std::uint64_t address = 0;
  MUST(alloc_host(cpu, 4, &gate, &e));
  MUST(gc_mem_get_host_address(gate, &address, &e));
  auto& flag = *reinterpret_cast<std::atomic<int>*>(static_cast<std::uintptr_t>(address));
  flag = 0;

  gc_kernel* kernel = nullptr;
  MUST(gc_module_get_kernel(module, "hold", &kernel, &e));
  gc_stream* first = stream_of(cpu);
  gc_stream* second = stream_of(context);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  const gc_arg args[] = {GRIDCALL_ARG_MEM(gate)};
  MUST(gc_launch(kernel, &config, args, 1, first, &e));
  gc_event* event = recorded_on(cpu, first);
  assert_false(is_done(event));

  std::thread opener([&flag] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    flag = 1;
  });
  MUST(gc_stream_wait_event(second, event, &e));
  const bool done = is_done(event);
  opener.join();
  // Work that is queued on `second` from here on runs behind the kernel.
  assert_true(done);

  gc_event_release(event);
  gc_stream_release(first);
  gc_stream_release(second);
  gc_kernel_release(kernel);
  gc_mem_release(gate);
}

void a_stream_of_the_cpu_device_waits_for_the_gpu(void**) {
  gc_stream* first = stream_of(context);
  gc_stream* second = stream_of(cpu);
  gc_mem* mem = make_mem(64);
  fake->hold(1);
  MUST(fill_u8(mem, 0, 1, 64, first, &e));
  gc_event* event = recorded_on(context, first);
  assert_false(is_done(event));
  MUST(gc_stream_wait_event(second, event, &e));
  assert_true(is_done(event));
  fake->hold(0);

  gc_event_release(event);
  gc_stream_release(first);
  gc_stream_release(second);
  gc_mem_release(mem);
}

void a_released_event_is_refused(void**) {
  gc_stream* first = stream_of(cpu);
  gc_stream* second = stream_of(context);
  gc_event* event = recorded_on(cpu, first);
  gc_event_release(event);
  REFUSED(gc_stream_wait_event(second, event, &e), INVALID_HANDLE, "`event`");
  gc_stream_release(first);
  gc_stream_release(second);
}

// Ordinary memory of the host in a context of the GPU: its driver does not know the addresses.
void pageable_memory_of_the_gpu_is_copied(void**) {
  constexpr std::uint64_t kBytes = 8192;
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.size = kBytes;
  options.place = GRIDCALL_MEM_PLACE_PAGEABLE;
  gc_mem* pageable = nullptr;
  gc_mem* of_cpu = nullptr;
  MUST(gc_mem_create(context, &options, &pageable, &e));
  MUST(gc_mem_alloc(cpu, kBytes, &of_cpu, &e));
  std::vector<unsigned char> bytes(kBytes), back(kBytes);
  for (std::size_t i = 0; i < kBytes; ++i) bytes[i] = static_cast<unsigned char>(i * 7 + i / 256);
  gc_stream* streams[] = {nullptr, stream_of(cpu)};
  for (gc_stream* stream : streams) {
    MUST(fill_u8(pageable, 0, 0, kBytes, nullptr, &e));
    MUST(gc_memcpy_htod(of_cpu, 0, bytes.data(), kBytes, stream, &e));
    MUST(gc_memcpy(pageable, 152, of_cpu, 100, 4000, stream, &e));
    MUST(gc_memcpy_dtoh(back.data(), pageable, 152, 4000, nullptr, &e));
    assert_memory_equal(back.data(), bytes.data() + 100, 4000);
    MUST(fill_u8(of_cpu, 0, 0, kBytes, stream, &e));
    MUST(gc_memcpy(of_cpu, 3, pageable, 152, 4000, stream, &e));
    MUST(gc_memcpy_dtoh(back.data(), of_cpu, 3, 4000, stream, &e));
    assert_memory_equal(back.data(), bytes.data() + 100, 4000);
  }
  // Rows of 10 bytes.
  gc_rect_copy rows = GRIDCALL_RECT_COPY_INIT;
  rows.dst.mem = pageable;
  rows.dst.row_pitch = 16;
  rows.src.mem = of_cpu;
  rows.src.row_pitch = 24;
  rows.width = 10;
  rows.height = 20;
  MUST(gc_memcpy_htod(of_cpu, 0, bytes.data(), kBytes, nullptr, &e));
  MUST(gc_memcpy_rect(&rows, nullptr, &e));
  MUST(gc_memcpy_dtoh(back.data(), pageable, 0, kBytes, nullptr, &e));
  for (std::size_t y = 0; y < 20; ++y) assert_memory_equal(back.data() + y * 16, bytes.data() + y * 24, 10);
  gc_stream_release(streams[1]);
  gc_mem_release(pageable);
  gc_mem_release(of_cpu);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_stream_of_the_gpu_waits_for_the_cpu_device),
      cmocka_unit_test(a_stream_of_the_cpu_device_waits_for_the_gpu),
      cmocka_unit_test(a_released_event_is_refused),
      cmocka_unit_test(pageable_memory_of_the_gpu_is_copied),
  };
  return cmocka_run_group_tests_name("two_drivers", tests, open_both, close_both);
}
