// SPDX-License-Identifier: Apache-2.0
//
// Attributes that the driver is told and tells: options and results of compiling PTX, launches with
// attributes, launches between events, preferences of kernels, occupancy. Over the fake driver; run a
// second time without the driver functions behind them.

#include "fixture.h"

namespace {

constexpr char kPtx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry scale(.param .u64 data, .param .u32 n)\n{\n  ret;\n}\n";

gc_module* module = nullptr;
gc_kernel* scale = nullptr;
gc_mem* data = nullptr;
bool is_old = false;  // the driver lacks what came later

int open_kernel(void** state) {
  if (open_context(state) != 0) return -1;
  is_old = getenv("FAKE_CUDA_MISSING") != nullptr;
  MUST(gc_module_from_buffer(context, kPtx, sizeof kPtx - 1, nullptr, &module, &e));
  MUST(gc_module_get_kernel(module, "scale", &scale, &e));
  data = make_mem(64);
  return 0;
}

int close_kernel(void** state) {
  gc_kernel_release(scale);
  gc_module_release(module);
  gc_mem_release(data);
  return nothing_left(state);
}

gc_launch_config shape(std::uint32_t grid, std::uint32_t block) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid;
  config.block_x = block;
  return config;
}

struct Arguments {
  gc_arg args[2] = {{GRIDCALL_ARG_KIND_MEM, 0, 0, data, 0, 0},
                    {GRIDCALL_ARG_KIND_SCALAR, 4, 3, nullptr, 0, 0}};
};

std::string log_of(gc_module* of) {
  char text[512];
  std::size_t needed = 0;
  MUST(gc_module_get_log(of, text, sizeof text, &needed, &e));
  return text;
}

std::uint64_t attribute_of(gc_module* of, gc_module_attribute attribute) {
  std::uint64_t value = ~0ull;
  MUST(gc_module_get_attribute(of, attribute, &value, &e));
  return value;
}

void jit_options_arrive(void**) {
  assert_string_equal(log_of(module).c_str(), "");
  assert_int_equal(attribute_of(module, GRIDCALL_MODULE_ATTRIBUTE_JIT_NANOSECONDS), 1500000);
  assert_int_equal(attribute_of(module, GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK), 0);
  assert_int_equal(attribute_of(module, GRIDCALL_MODULE_ATTRIBUTE_COMPILE_NANOSECONDS), 0);
  gc_module_options options = GRIDCALL_MODULE_OPTIONS_INIT;
  options.flags = GRIDCALL_MODULE_DEBUG | GRIDCALL_MODULE_LINE_INFO | GRIDCALL_MODULE_VERBOSE |
                  GRIDCALL_MODULE_PREFER_BINARY | GRIDCALL_MODULE_NO_OPTIMIZATION;
  options.max_registers = 40;
  options.threads_per_block = 200;
  gc_module* made = nullptr;
  MUST(gc_module_from_buffer(context, kPtx, sizeof kPtx - 1, &options, &made, &e));
  assert_string_equal(log_of(made).c_str(),
                      "fake: info 6=8192 4=8192 2=0 0=40 1=200 7=0 10=1 11=1 12=1 13=1");
  assert_int_equal(attribute_of(made, GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK), 256);
  gc_module_release(made);
  gc_module_options target = GRIDCALL_MODULE_OPTIONS_INIT;
  target.arch = "sm_90a";
  target.optimization_level = 3;
  MUST(gc_module_from_buffer(context, kPtx, sizeof kPtx - 1, &target, &made, &e));
  assert_string_equal(log_of(made).c_str(), "fake: info 6=8192 4=8192 2=0 7=3 9=65626");
  gc_module_release(made);
}

void foreign_images_are_refused(void**) {
  char image[96] = "GRIDCPUI";
  gc_module* made = nullptr;
  REFUSED(gc_module_from_buffer(context, image, sizeof image, nullptr, &made, &e), INCOMPATIBLE_IMAGE,
          "96 bytes|CPU device");
}

void plain_launches_stay_plain(void**) {
  const auto before = fake->calls_of("cuLaunchKernel"), extended = fake->calls_of("cuLaunchKernelEx"),
             events = fake->calls_of("cuEventRecord");
  const Arguments a;
  const gc_launch_config config = shape(4, 32);
  MUST(gc_launch(scale, &config, a.args, 2, nullptr, &e));
  assert_int_equal(fake->calls_of("cuLaunchKernel"), before + 1);
  assert_int_equal(fake->calls_of("cuLaunchKernelEx"), extended);
  assert_int_equal(fake->calls_of("cuEventRecord"), events);
}

void attributes_arrive(void**) {
  const Arguments a;
  gc_launch_config config = shape(12, 64);
  config.flags = GRIDCALL_LAUNCH_COOPERATIVE;
  config.shared_size = 96;
  fake_cuda_launch launch;
  if (is_old) {
    REFUSED(gc_launch(scale, &config, a.args, 2, nullptr, &e), UNSUPPORTED,
            "COOPERATIVE|cuLaunchKernelEx|update");
    config.flags = 0;
    config.cluster_x = 2;
    REFUSED(gc_launch(scale, &config, a.args, 2, nullptr, &e), UNSUPPORTED, "cluster|cuLaunchKernelEx");
    return;
  }
  MUST(gc_launch(scale, &config, a.args, 2, nullptr, &e));
  fake->launches(&launch);
  assert_int_equal(launch.cooperative, 1);
  assert_int_equal(launch.cluster[0], 0);
  assert_int_equal(launch.grid[0], 12);
  assert_int_equal(launch.block[0], 64);
  assert_int_equal(launch.shared_bytes, 96);
  std::uint32_t n = 0;
  std::memcpy(&n, launch.arguments + 8, sizeof n);
  assert_int_equal(n, 3);
  config.cluster_x = 3;
  config.cluster_z = 1;
  config.flags = 0;
  MUST(gc_launch(scale, &config, a.args, 2, nullptr, &e));
  fake->launches(&launch);
  assert_int_equal(launch.cooperative, 0);
  assert_int_equal(launch.cluster[0], 3);
  assert_int_equal(launch.cluster[1], 1);
  assert_int_equal(launch.cluster[2], 1);
  // The next plain one has none of it.
  config = shape(1, 32);
  MUST(gc_launch(scale, &config, a.args, 2, nullptr, &e));
  fake->launches(&launch);
  assert_int_equal(launch.cluster[0], 0);
}

void refusals_name_both_numbers(void**) {
  if (is_old) return;
  const Arguments a;
  gc_launch_config config = shape(8 * 2 + 1, 1024);  // 8 multiprocessors of 2,048 threads
  config.flags = GRIDCALL_LAUNCH_COOPERATIVE;
  REFUSED(gc_launch(scale, &config, a.args, 2, nullptr, &e), INVALID_LAUNCH,
          "`scale` has 17 blocks|16 are resident|2 on each of 8");
  gc_prepared* prepared = nullptr;
  REFUSED(gc_prepared_create(scale, &config, a.args, 2, &prepared, &e), INVALID_LAUNCH,
          "17 blocks|16 are resident");
  config.grid_x = 16;
  MUST(gc_launch(scale, &config, a.args, 2, nullptr, &e));
  config.flags = 0;
  config.cluster_x = 5;
  REFUSED(gc_launch(scale, &config, a.args, 2, nullptr, &e), INVALID_LAUNCH, "cluster_x` is 5|grid_x` is 16");
  config.cluster_x = 16;
  REFUSED(gc_launch(scale, &config, a.args, 2, nullptr, &e), INVALID_LAUNCH,
          "cluster of 16 x 1 x 1|`scale`|8 blocks");
}

void events_are_recorded_around(void**) {
  const Arguments a;
  gc_event *start = nullptr, *end = nullptr;
  MUST(gc_event_create(context, nullptr, &start, &e));
  MUST(gc_event_create(context, nullptr, &end, &e));
  gc_launch_config config = shape(1, 32);
  config.start_event = start;
  config.end_event = end;
  const auto before = fake->calls_of("cuEventRecord");
  fake->hold(1);
  MUST(gc_launch(scale, &config, a.args, 2, nullptr, &e));
  assert_int_equal(fake->calls_of("cuEventRecord"), before + 2);
  // They end in this order: start, kernel, end.
  std::int32_t is_done = 0;
  for (std::uint64_t pieces = 0; pieces <= 3; ++pieces) {
    if (pieces != 0) fake->finish(1);
    MUST(gc_event_query(start, &is_done, &e));
    assert_int_equal(is_done, pieces >= 1);
    MUST(gc_event_query(end, &is_done, &e));
    assert_int_equal(is_done, pieces >= 3);
  }
  fake->hold(0);
  // A prepared launch holds its events.
  gc_prepared* prepared = nullptr;
  MUST(gc_prepared_create(scale, &config, a.args, 2, &prepared, &e));
  gc_event_release(start);
  gc_event_release(end);
  MUST(gc_handle_collect(&e));
  MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, nullptr, &e));
  assert_int_equal(fake->calls_of("cuEventRecord"), before + 4);
  config = shape(2, 16);
  MUST(gc_prepared_set_config(prepared, &config, &e));
  MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, nullptr, &e));
  assert_int_equal(fake->calls_of("cuEventRecord"), before + 4);
  fake_cuda_launch launch;
  fake->launches(&launch);
  assert_int_equal(launch.grid[0], 2);
  assert_int_equal(launch.block[0], 16);
  config.block_x = 4096;
  REFUSED(gc_prepared_set_config(prepared, &config, &e), INVALID_LAUNCH, "4096");
  MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, nullptr, &e));
  fake->launches(&launch);
  assert_int_equal(launch.block[0], 16);
  gc_prepared_release(prepared);
}

void preferences_arrive(void**) {
  const Arguments a;
  fake_cuda_launch launch;
  std::int32_t value = 7;
  if (is_old) {
    REFUSED(gc_kernel_set_attribute(scale, GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG, 1, &e), UNSUPPORTED,
            "cuFuncSetCacheConfig");
    REFUSED(gc_kernel_set_attribute(scale, GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG, 1, &e), UNSUPPORTED,
            "cuFuncSetSharedMemConfig");
    return;
  }
  MUST(gc_kernel_set_attribute(scale, GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG, 2, &e));
  MUST(gc_kernel_set_attribute(scale, GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG, 1, &e));
  const gc_launch_config config = shape(1, 32);
  MUST(gc_launch(scale, &config, a.args, 2, nullptr, &e));
  fake->launches(&launch);
  assert_int_equal(launch.cache_config, 2);
  assert_int_equal(launch.shared_config, 1);
  MUST(gc_kernel_get_attribute(scale, GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG, &value, &e));
  assert_int_equal(value, 2);
  REFUSED(gc_kernel_set_attribute(scale, GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG, 4, &e), OUT_OF_RANGE,
          "`value` is 4");
  REFUSED(gc_kernel_set_attribute(scale, GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG, 3, &e), OUT_OF_RANGE,
          "`value` is 3");
}

void occupancy_is_asked_for(void**) {
  std::uint32_t blocks = 0, size = 0, grid = 0;
  if (is_old) {
    REFUSED(gc_kernel_get_occupancy(scale, 64, 0, 0, &blocks, &e), UNSUPPORTED, "occupancy|update");
    REFUSED(gc_kernel_suggest_block(scale, 0, 0, &size, &grid, &e), UNSUPPORTED, "occupancy|update");
    return;
  }
  MUST(gc_kernel_get_occupancy(scale, 512, 16, GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE, &blocks, &e));
  assert_int_equal(blocks, 4);
  const auto before = fake->calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags");
  MUST(gc_kernel_get_occupancy(scale, 1025, 0, 0, &blocks, &e));
  assert_int_equal(blocks, 0);
  assert_int_equal(fake->calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags"), before);
  MUST(gc_kernel_suggest_block(scale, 0, 256, &size, &grid, &e));
  assert_int_equal(size, 256);
  assert_int_equal(grid, 64);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(jit_options_arrive),         cmocka_unit_test(foreign_images_are_refused),
      cmocka_unit_test(plain_launches_stay_plain),  cmocka_unit_test(attributes_arrive),
      cmocka_unit_test(refusals_name_both_numbers), cmocka_unit_test(events_are_recorded_around),
      cmocka_unit_test(preferences_arrive),         cmocka_unit_test(occupancy_is_asked_for),
  };
  return cmocka_run_group_tests_name("attributes", tests, open_kernel, close_kernel);
}
