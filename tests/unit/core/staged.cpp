// SPDX-License-Identifier: Apache-2.0
//
// Launches with arrays of the host and profilers on a GPU, over the fake driver: what is copied, what a
// failure leaves, and what a launch asks the driver for.

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "fixture.h"
#include "gridcall/preview.h"

namespace {

gc_module* module = nullptr;
gc_kernel* kernel = nullptr;

// out, in, n
constexpr char kPtx[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n) { ret; }\n";

int open_all(void** state) {
  if (open_context(state) != 0) return -1;
  return gc_module_from_buffer(context, kPtx, sizeof kPtx - 1, nullptr, &module, nullptr) == GRIDCALL_OK &&
                 gc_module_get_kernel(module, "k", &kernel, nullptr) == GRIDCALL_OK
             ? 0
             : -1;
}
int close_all(void** state) {
  gc_kernel_release(kernel);
  gc_module_release(module);
  return nothing_left(state);
}

gc_launch_config shape() {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 2;
  config.block_x = 32;
  return config;
}

struct Count {
  std::uint64_t to_device = fake->calls_of("cuMemcpyHtoD") + fake->calls_of("cuMemcpyHtoDAsync");
  std::uint64_t to_host = fake->calls_of("cuMemcpyDtoH") + fake->calls_of("cuMemcpyDtoHAsync");
  std::uint64_t launches = fake->calls_of("cuLaunchKernel");
};
void check_calls(const Count& since, unsigned to_device, unsigned to_host, unsigned launches) {
  const Count now;
  assert_int_equal(now.to_device - since.to_device, to_device);
  assert_int_equal(now.to_host - since.to_host, to_host);
  assert_int_equal(now.launches - since.launches, launches);
}

void what_is_copied(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  const gc_launch_config config = shape();
  const gc_arg n = GRIDCALL_ARG(7);  // the value is in the argument itself
  int in[64], out[64];
  std::memset(in, 5, sizeof in);
  for (gc_stream* on : {static_cast<gc_stream*>(nullptr), stream}) {
    for (const gc_host_direction direction : {GRIDCALL_HOST_DIRECTION_OUT, GRIDCALL_HOST_DIRECTION_IN_OUT}) {
      gc_host_arg arrays[] = {GRIDCALL_HOST_ARG(1, IN, in, sizeof in),
                              GRIDCALL_HOST_ARG(0, OUT, out, sizeof out)};
      arrays[1].direction = direction;
      const Count before;
      MUST(gc_launch_staged(kernel, &config, &n, 1, arrays, 2, on, &e));
      check_calls(before, direction == GRIDCALL_HOST_DIRECTION_OUT ? 1 : 2, 1, 1);
      fake_cuda_launch launch;
      fake->launches(&launch);
      std::uint64_t addresses[2];
      std::memcpy(addresses, launch.arguments, sizeof addresses);
      std::uint32_t value = 0;
      std::memcpy(&value, launch.arguments + 16, sizeof value);
      assert_int_equal(value, 7);
      assert_true(addresses[0] != addresses[1] && addresses[0] != reinterpret_cast<std::uintptr_t>(out));
      assert_true((launch.stream != nullptr) == (on != nullptr));
    }
  }
  // The context keeps the blocks.
  const auto allocated = fake->calls_of("cuMemAlloc");
  gc_host_arg arrays[] = {GRIDCALL_HOST_ARG(1, IN, in, sizeof in),
                          GRIDCALL_HOST_ARG(0, OUT, out, sizeof out)};
  MUST(gc_launch_staged(kernel, &config, &n, 1, arrays, 2, nullptr, &e));
  assert_int_equal(fake->calls_of("cuMemAlloc"), allocated);
  gc_stream_release(stream);
}

// Whatever call of the driver fails, the call says so and nothing is left.
void each_failure(void**) {
  const gc_launch_config config = shape();
  const gc_arg n = GRIDCALL_ARG(7);
  int in[64] = {}, out[64] = {};
  const gc_host_arg arrays[] = {GRIDCALL_HOST_ARG(1, IN_OUT, in, sizeof in),
                                GRIDCALL_HOST_ARG(0, OUT, out, sizeof out)};
  bool worked = false;
  for (std::uint64_t nth = 1; !worked; ++nth) {
    assert_true(nth < 200);
    fake->inject(nth, 1, 0);
    gc_error* error = nullptr;
    const gc_status status = gc_launch_staged(kernel, &config, &n, 1, arrays, 2, nullptr, &error);
    worked = !fake->failed_call();
    if (worked) assert_int_equal(status, GRIDCALL_OK);
    gc_error_release(error);
  }
  fake->inject(0, 0, 0);
}

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}
unsigned count(const std::string& text, const std::string& word) {
  unsigned found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++found;
  return found;
}

void profiler(void**) {
  const std::string path = "/tmp/gridcall-core-staged-" + std::to_string(getpid());
  gc_profiler_options options = GRIDCALL_PROFILER_OPTIONS_INIT;
  options.output_file = path.c_str();
  MUST(gc_profiler_initialize(context, &options, &e));
  gc_mem* mem = make_mem(256);
  const gc_launch_config config = shape();
  const gc_arg args[] = {GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG_MEM(mem), GRIDCALL_ARG(7)};
  // It is not started: a launch asks for nothing more.
  const auto events = fake->calls_of("cuEventRecord");
  const auto calls = fake->calls();
  MUST(gc_launch(kernel, &config, args, 3, nullptr, &e));
  const auto per_launch = fake->calls() - calls;
  assert_int_equal(fake->calls_of("cuEventRecord"), events);
  const auto started = fake->calls_of("cuProfilerStart"), stopped = fake->calls_of("cuProfilerStop");
  MUST(gc_profiler_start(context, &e));
  assert_int_equal(fake->calls_of("cuProfilerStart"), started + 1);
  const auto recorded = fake->calls_of("cuEventRecord");
  for (int i = 0; i < 3; ++i) MUST(gc_launch(kernel, &config, args, 3, nullptr, &e));
  MUST(fill_u8(mem, 0, 1, 256, nullptr, &e));
  assert_int_equal(fake->calls_of("cuEventRecord"), recorded + 8);
  // A launch that the driver refuses is no record.
  fake->fail_only("cuLaunchKernel");
  fake->inject(1, 1, 0);
  REFUSED(gc_launch(kernel, &config, args, 3, nullptr, &e), INVALID_LAUNCH, "");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  MUST(gc_profiler_stop(context, &e));
  assert_int_equal(fake->calls_of("cuProfilerStop"), stopped + 1);
  const std::string text = read_file(path);
  assert_int_equal(count(text, "\"name\":\"k\""), 3);
  assert_int_equal(count(text, "\"name\":\"memset\""), 1);
  assert_int_equal(count(text, "\"dropped\":0"), 1);
  const auto after = fake->calls();
  MUST(gc_launch(kernel, &config, args, 3, nullptr, &e));
  assert_int_equal(fake->calls() - after, per_launch);
  gc_mem_release(mem);
  unlink(path.c_str());
}

void prefetch_discard(void**) {
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_MANAGED;
  options.size = 4096;
  gc_mem* mem = nullptr;
  MUST(gc_mem_create(context, &options, &mem, &e));
  const auto plain = fake->calls_of("cuMemPrefetchAsync");
  const auto batches = fake->calls_of("cuMemDiscardAndPrefetchBatchAsync");
  MUST(gc_mem_prefetch(mem, 64, 128, nullptr, GRIDCALL_MEM_PREFETCH_DISCARD, nullptr, &e));
  assert_int_equal(fake->calls_of("cuMemPrefetchAsync"), plain);
  assert_int_equal(fake->range().bytes, 128);
  assert_int_equal(fake->range().device, -1);
  assert_int_equal(fake->range().number, 1);
  // A driver that cannot: moved with its content.
  fake->fail_only("cuMemDiscardAndPrefetchBatchAsync");
  fake->inject(1, 801, 0);
  MUST(gc_mem_prefetch(mem, 0, 4096, nullptr, GRIDCALL_MEM_PREFETCH_DISCARD, nullptr, &e));
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  assert_int_equal(fake->calls_of("cuMemDiscardAndPrefetchBatchAsync"), batches + 2);
  assert_int_equal(fake->calls_of("cuMemPrefetchAsync"), plain + 1);
  gc_mem_release(mem);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(what_is_copied),
      cmocka_unit_test(each_failure),
      cmocka_unit_test(profiler),
      cmocka_unit_test(prefetch_discard),
  };
  return cmocka_run_group_tests_name("core staged", tests, open_all, close_all);
}
