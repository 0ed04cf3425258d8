// SPDX-License-Identifier: Apache-2.0
//
// A GPU that faulted is lost to the process, whichever call notices it: one that waits, or one that works for
// something else. Each case in a process of its own.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "fixture.h"
#include "support/objects.h"

namespace {

struct Work {
  gc_stream* stream = nullptr;
  gc_mem* mem = nullptr;
  gc_kernel* kernel = nullptr;
};

// A launch whose fault nobody has noticed yet.
Work start() {
  if (open_context(nullptr) != 0) _exit(3);
  Work work;
  work.stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  work.mem = make_mem(4096);
  gc_module* module = nullptr;
  MUST(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &e));
  MUST(gc_module_get_kernel(module, "scale", &work.kernel, &e));
  const gc_launch_config config = objects::shape(2, 32);
  const objects::ScaleArguments arguments(work.mem);
  MUST(gc_launch(work.kernel, &config, arguments.args, 3, work.stream, &e));
  fake->sticky(700);
  return work;
}

// Every call that needs the device says that it is lost, why, and to start anew; releases work.
void expect_lost(Work& work) {
  constexpr char kWhy[] =
      "is lost for this process|a kernel failed|700|last launch: scale|start a new process";
  unsigned char bytes[16] = {};
  int32_t done = 0;
  gc_mem* none = nullptr;
  REFUSED(gc_stream_synchronize(work.stream, &e), DEVICE_LOST, kWhy);
  REFUSED(gc_stream_query(work.stream, &done, &e), DEVICE_LOST, kWhy);
  REFUSED(gc_memcpy_dtoh(bytes, work.mem, 0, sizeof bytes, nullptr, &e), DEVICE_LOST, kWhy);
  REFUSED(gc_mem_alloc(context, 64, &none, &e), DEVICE_LOST, kWhy);
  REFUSED(gc_context_synchronize(context, &e), DEVICE_LOST, kWhy);
  gc_stream_release(work.stream);
  gc_mem_release(work.mem);
  gc_kernel_release(work.kernel);
}

void noticed_by_a_wait(void**) {
  in_child([] {
    Work work = start();
    REFUSED(gc_stream_synchronize(work.stream, &e), ILLEGAL_ADDRESS,
            "a kernel failed|700|last launch: scale");
    expect_lost(work);
  });
}

void noticed_by_a_query(void**) {
  in_child([] {
    Work work = start();
    int32_t done = 0;
    REFUSED(gc_stream_query(work.stream, &done, &e), ILLEGAL_ADDRESS, "a kernel failed|700");
    expect_lost(work);
  });
}

void noticed_while_memory_is_reclaimed(void**) {
  in_child([] {
    Work work = start();
    gc_mem_release(work.mem);
    gc_mem* none = nullptr;
    // The poll notices it, and the call that it works for reports that the device is lost.
    gc_stream* stream = nullptr;
    REFUSED(gc_stream_create(context, nullptr, &stream, &e), DEVICE_LOST,
            "a kernel failed|cuStreamQuery|700");
    REFUSED(gc_mem_alloc(context, 64, &none, &e), DEVICE_LOST, "a kernel failed");
    work.mem = nullptr;
    REFUSED(gc_stream_synchronize(work.stream, &e), DEVICE_LOST, "a kernel failed");
  });
}

void noticed_while_memory_runs_out(void**) {
  in_child([] {
    Work work = start();
    fake->sticky(0);
    fake->fail_only("cuCtxSynchronize");
    fake->inject(1, 700, 1);
    gc_mem* none = nullptr;
    REFUSED(gc_mem_alloc(context, std::uint64_t{1} << 40, &none, &e), DEVICE_LOST, "a kernel failed|700");
    fake->inject(0, 0, 0);
    expect_lost(work);
  });
}

void noticed_by_a_wait_with_a_time_limit(void**) {
  in_child([] {
    if (open_context(nullptr) != 0) _exit(3);
    gc_module* module = nullptr;
    Work work;
    work.stream = make_stream();
    work.mem = make_mem(4096);
    MUST(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &e));
    MUST(gc_module_get_kernel(module, "scale", &work.kernel, &e));
    gc_launch_config config = objects::shape(2, 32);
    config.timeout_nanoseconds = 10'000'000'000;
    const objects::ScaleArguments arguments(work.mem);
    fake->hold(1);
    MUST(gc_launch(work.kernel, &config, arguments.args, 3, work.stream, &e));
    fake->sticky(700);
    REFUSED(gc_stream_synchronize(work.stream, &e), ILLEGAL_ADDRESS, "a kernel failed|700");
    expect_lost(work);
  });
}

// The driver is asked for nothing any more; pages of the host that the library holds go back.
void memory_of_the_host_goes_back(void**) {
  in_child([] {
    constexpr std::uint64_t kSize = 1 << 20;
    if (open_context(nullptr) != 0) _exit(3);
    gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
    options.place = GRIDCALL_MEM_PLACE_PAGEABLE;
    options.size = kSize;
    gc_mem* mem = nullptr;
    MUST(gc_mem_create(context, &options, &mem, &e));
    std::uint64_t address = 0;
    MUST(gc_mem_get_host_address(mem, &address, &e));
    Work work = start();
    REFUSED(gc_stream_synchronize(work.stream, &e), ILLEGAL_ADDRESS, "700");
    expect_lost(work);
    const auto is_mapped = [&] { return msync(reinterpret_cast<void*>(address), kSize, MS_ASYNC) == 0; };
    assert_true(is_mapped());
    gc_mem_release(mem);
    const auto frees = fake->calls_of("cuMemFree");
    MUST(gc_handle_collect(&e));
    assert_false(is_mapped());
    assert_int_equal(fake->calls_of("cuMemFree"), frees);
  });
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(noticed_by_a_wait),
      cmocka_unit_test(noticed_by_a_query),
      cmocka_unit_test(noticed_while_memory_is_reclaimed),
      cmocka_unit_test(noticed_while_memory_runs_out),
      cmocka_unit_test(noticed_by_a_wait_with_a_time_limit),
      cmocka_unit_test(memory_of_the_host_goes_back),
  };
  return cmocka_run_group_tests_name("core_loss", tests, nullptr, nullptr);
}
