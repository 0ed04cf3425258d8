// SPDX-License-Identifier: Apache-2.0
//
// File descriptors that the CPU device has open: none for what is no longer exported, few for what was
// released and cannot go yet; and what is said where the system gives none.

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>

#include "fixture.h"

namespace {

int open_descriptors() {
  DIR* folder = opendir("/proc/self/fd");
  int count = -1;  // its own
  while (const dirent* entry = readdir(folder)) count += entry->d_name[0] != '.' ? 1 : 0;
  closedir(folder);
  return count;
}

gc_status export_mem(gc_mem* mem, gc_error** error) {
  std::uint8_t handle[64];
  std::uint64_t offset = 0;
  return gc_mem_get_ipc_handle(mem, handle, &offset, error);
}

gc_status create_shared_event(gc_event** event, gc_error** error) {
  gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
  options.flags = GRIDCALL_EVENT_INTERPROCESS | GRIDCALL_EVENT_DISABLE_TIMING;
  return gc_event_create(context, &options, event, error);
}

// All descriptors that there are, until its end.
class AllTaken {
 public:
  AllTaken() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit tight{static_cast<rlim_t>(open_descriptors()) + 8, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &tight);
    for (int file; (file = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0;) taken_.push_back(file);
  }
  ~AllTaken() {
    for (const int file : taken_) close(file);
    setrlimit(RLIMIT_NOFILE, &before_);
  }
  AllTaken(const AllTaken&) = delete;
  AllTaken& operator=(const AllTaken&) = delete;

 private:
  rlimit before_{};
  std::vector<int> taken_;
};

// A first call that finds no free descriptor fails, and the next one succeeds.
void none_is_left_at_the_first_call(void**) {
  {
    const AllTaken taken;
    for (int i = 0; i < 2; ++i)
      FAILS(OUT_OF_HOST_MEMORY, "no file descriptor", gc_context_get_default, &context);
  }
  open_cpu(nullptr);
}

void closed_with_the_last_export(void**) {
  const int before = open_descriptors();
  for (const std::uint64_t size : {1000u, 40000u, 1u << 20}) {
    std::vector<gc_mem*> exported, others;
    for (int i = 0; i < 60; ++i) {
      exported.push_back(make_mem(size));
      others.push_back(make_mem(size));
      OK(fill_u8, others.back(), 0, static_cast<std::uint8_t>(i), size, nullptr);
    }
    for (gc_mem* mem : exported) OK(export_mem, mem);
    assert_true(open_descriptors() > before);
    for (gc_mem* mem : exported) gc_mem_release(mem);
    OK(gc_context_synchronize, context);
    gc_handle_collect(nullptr);
    assert_int_equal(open_descriptors(), before);
    // Buffers beside them are whole, and can be exported in their turn, twice.
    std::vector<unsigned char> got(size);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < others.size(); ++i) {
        OK(export_mem, others[i]);
        OK(gc_memcpy_dtoh, got.data(), others[i], 0, size, nullptr);
        assert_true(got == std::vector<unsigned char>(size, static_cast<unsigned char>(i)));
      }
    }
    for (gc_mem* mem : others) gc_mem_release(mem);
    OK(gc_context_synchronize, context);
    gc_handle_collect(nullptr);
    assert_int_equal(open_descriptors(), before);
  }
  gc_event* event = nullptr;
  OK(create_shared_event, &event);
  gc_event_release(event);
  gc_handle_collect(nullptr);
  assert_int_equal(open_descriptors(), before);
}

// Exported memory may be in use by work that the library does not know, so it waits for all streams. Not
// where descriptors run out.
void few_while_a_kernel_runs(void**) {
  rlimit limit{};
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const int before = open_descriptors();
  const rlimit tight{static_cast<rlim_t>(before) + 60, limit.rlim_max};
  gc_stream* stream = make_stream();
  Gate held_up;
  held_up.close(stream);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &tight), 0);
  for (int i = 0; i < 400; ++i) {
    gc_mem* mem = make_mem(i % 2 != 0 ? 1000 : 1 << 20);
    OK(export_mem, mem);
    gc_mem_release(mem);
  }
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
  held_up.open();
  OK(gc_context_synchronize, context);
  gc_handle_collect(nullptr);
  assert_int_equal(open_descriptors(), before);
  gc_stream_release(stream);
}

void none_is_left(void**) {
  gc_mem* mem = make_mem(1000);
  gc_event* event = nullptr;
  gc_completion* completion = nullptr;
  {
    const AllTaken taken;
    FAILS(OUT_OF_HOST_MEMORY, "Too many open files", export_mem, mem);
    FAILS(OUT_OF_HOST_MEMORY, "Too many open files", create_shared_event, &event);
    FAILS(IO, "descriptor|Too many open files", gc_completion_create, &completion);
  }
  OK(export_mem, mem);
  OK(create_shared_event, &event);
  OK(gc_completion_create, &completion);
  gc_mem_release(mem);
  gc_event_release(event);
  gc_completion_release(completion);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(none_is_left_at_the_first_call),  // it opens the device
      cmocka_unit_test(closed_with_the_last_export),
      cmocka_unit_test(few_while_a_kernel_runs),
      cmocka_unit_test(none_is_left),
  };
  return cmocka_run_group_tests_name("cpu_device_descriptors", tests, nullptr, nullptr);
}
