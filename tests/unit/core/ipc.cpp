// SPDX-License-Identifier: Apache-2.0
//
// Memory and events of other processes: what the driver is asked for, and that all of it goes back. With
// FAKE_CUDA_MISSING: what a driver without them leads to.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "fixture.h"
#include "support/objects.h"

namespace {

using Handle = std::array<unsigned char, 64>;

// The fake's handles name the process at byte 16; one of another process opens.
Handle foreign(Handle handle, unsigned char process = 1) {
  std::memset(handle.data() + 16, 0, 8);
  handle[16] = process;
  return handle;
}

Handle exported(gc_mem* mem, std::uint64_t& offset) {
  Handle handle{};
  MUST(gc_mem_get_ipc_handle(mem, handle.data(), &offset, &e));
  return handle;
}

gc_mem* alloc(std::uint64_t size) {
  gc_mem* mem = nullptr;
  MUST(gc_mem_alloc(context, size, &mem, &e));
  return mem;
}

gc_mem* opened(const Handle& handle, std::uint64_t offset, std::uint64_t size) {
  gc_mem* mem = nullptr;
  MUST(gc_mem_open_ipc(context, handle.data(), handle.size(), offset, size, nullptr, &mem, &e));
  return mem;
}

gc_status try_open(const Handle& handle, std::uint64_t offset, std::uint64_t size, gc_error** e) {
  gc_mem* mem = nullptr;
  const gc_status status =
      gc_mem_open_ipc(context, handle.data(), handle.size(), offset, size, nullptr, &mem, e);
  assert_null(mem);
  return status;
}

gc_status try_export(gc_mem* mem, gc_error** e) {
  Handle handle{};
  std::uint64_t offset = 0;
  return gc_mem_get_ipc_handle(mem, handle.data(), &offset, e);
}

void the_allocation_is_exported(void**) {
  gc_mem* mem = alloc(4096);
  gc_mem* part = nullptr;
  MUST(gc_mem_create_sub_region(mem, 300, 100, 0, &part, &e));
  std::uint64_t of_mem = 1, of_part = 0;
  const Handle whole = exported(mem, of_mem);
  assert_int_equal(fake->range().address, address_of(mem));
  const Handle same = exported(part, of_part);
  assert_int_equal(fake->range().address, address_of(mem));  // the driver is asked for its beginning
  assert_true(whole == same);
  assert_int_equal(of_mem, 0);
  assert_int_equal(of_part, 300);
  gc_mem_release(part);
  gc_mem_release(mem);
  // Memory that begins behind what the driver gave.
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.size = 100;
  options.alignment = 1 << 16;
  MUST(gc_mem_create(context, &options, &mem, &e));
  std::uint64_t offset = 0;
  exported(mem, offset);
  assert_int_equal(address_of(mem) - offset, fake->range().address);
  gc_mem_release(mem);
}

void opened_as_often_as_closed(void**) {
  gc_mem* mem = alloc(4096);
  std::uint64_t offset = 0;
  const Handle handle = foreign(exported(mem, offset));
  const auto opens = fake->calls_of("cuIpcOpenMemHandle"), closes = fake->calls_of("cuIpcCloseMemHandle");
  gc_mem* first = opened(handle, 0, 4096);
  assert_int_equal(fake->range().number, 1);  // LAZY_ENABLE_PEER_ACCESS
  gc_mem* second = opened(handle, 256, 64);
  assert_int_equal(address_of(second) - address_of(first), 256);
  assert_int_equal(fake->live("imported memory"), 1);
  MUST(gc_mem_free(first, &e));
  assert_int_equal(fake->calls_of("cuIpcCloseMemHandle"), closes + 1);
  assert_int_equal(fake->live("imported memory"), 1);
  MUST(fill_u8(second, 0, 1, 64, nullptr, &e));
  gc_mem_release(second);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("imported memory"), 0);
  assert_int_equal(fake->calls_of("cuIpcOpenMemHandle"), opens + 2);
  assert_int_equal(fake->calls_of("cuIpcCloseMemHandle"), closes + 2);
  gc_mem_release(mem);
}

// Work that uses it keeps it open.
void closed_behind_its_work(void**) {
  gc_mem* mem = alloc(4096);
  std::uint64_t offset = 0;
  gc_mem* other = opened(foreign(exported(mem, offset)), 0, 4096);
  fake->hold(1);
  MUST(fill_u8(other, 0, 1, 64, nullptr, &e));
  gc_mem_release(other);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("imported memory"), 1);
  fake->hold(0);
  MUST(gc_context_synchronize(context, &e));
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("imported memory"), 0);
  gc_mem_release(mem);
}

void more_than_there_is(void**) {
  gc_mem* mem = alloc(4096);
  std::uint64_t offset = 0;
  const Handle handle = foreign(exported(mem, offset));
  REFUSED(try_open(handle, 0, 4097, &e), OUT_OF_RANGE, "`size` 4097|`offset` 0|4096 bytes");
  REFUSED(try_open(handle, 4000, 97, &e), OUT_OF_RANGE, "`size` 97|`offset` 4000|4096 bytes");
  REFUSED(try_open(handle, ~std::uint64_t{0}, 1, &e), OUT_OF_RANGE, "`offset`|every `handle`");
  REFUSED(try_open(handle, 0, 0, &e), INVALID_ARGUMENT, "`size` is 0");
  assert_int_equal(fake->live("imported memory"), 0);
  gc_mem_release(mem);
}

void handles_that_do_not_open(void**) {
  gc_mem* mem = alloc(4096);
  std::uint64_t offset = 0;
  const Handle own = exported(mem, offset);
  REFUSED(try_open(own, 0, 64, &e), INVALID_ARGUMENT,
          "`handle` cannot be opened|CUDA_ERROR_INVALID_CONTEXT|another process");
  Handle none{};
  REFUSED(try_open(none, 0, 64, &e), INVALID_ARGUMENT, "CUDA_ERROR_INVALID_VALUE|gc_mem_get_ipc_handle");
  std::memcpy(none.data(), "GMc1", 4);
  REFUSED(try_open(none, 0, 64, &e), INVALID_ARGUMENT, "of the CPU device");
  gc_mem* opened_mem = nullptr;
  REFUSED(gc_mem_open_ipc(context, own.data(), 63, 0, 64, nullptr, &opened_mem, &e), INVALID_ARGUMENT,
          "`handle_size` is 63|64 bytes");
  gc_event* event = nullptr;
  REFUSED(gc_event_open_ipc(context, own.data(), 64, &event, &e), INVALID_ARGUMENT,
          "gc_event_get_ipc_handle");
  // Other codes of the driver stay as they are.
  fake->fail_only("cuIpcOpenMemHandle");
  for (const int code : {2, 304, 801}) {
    fake->inject(1, code, 1);
    gc_error* e = nullptr;
    const gc_status status = try_open(foreign(own), 0, 64, &e);
    gc_error_release(e);
    assert_int_equal(status, code == 2     ? GRIDCALL_ERROR_OUT_OF_MEMORY
                             : code == 304 ? GRIDCALL_ERROR_DRIVER
                                           : GRIDCALL_ERROR_UNSUPPORTED);
    fake->inject(0, 0, 0);
  }
  fake->fail_only(nullptr);
  gc_mem_release(mem);
}

void memory_that_is_not_exported(void**) {
  const auto asked = fake->calls_of("cuIpcGetMemHandle");
  gc_mem* mem = nullptr;
  MUST(alloc_host(context, 64, &mem, &e));
  REFUSED(try_export(mem, &e), INVALID_ARGUMENT, "`mem` is no device memory");
  gc_mem_release(mem);
  gc_pool* pool = nullptr;
  MUST(gc_pool_create(context, nullptr, &pool, &e));
  MUST(gc_pool_alloc(pool, 64, nullptr, &mem, &e));
  REFUSED(try_export(mem, &e), INVALID_ARGUMENT, "pool");
  gc_mem_release(mem);
  gc_pool_release(pool);
  mem = alloc(64);
  std::uint64_t offset = 0;
  gc_mem* other = opened(foreign(exported(mem, offset)), 0, 64);
  REFUSED(try_export(other, &e), INVALID_ARGUMENT, "pass on the handle");
  gc_mem_release(other);
  assert_int_equal(fake->calls_of("cuIpcGetMemHandle"), asked + 1);
  // The driver refuses what it has made by other functions.
  fake->fail_only("cuIpcGetMemHandle");
  fake->inject(1, 1, 0);
  REFUSED(try_export(mem, &e), INVALID_ARGUMENT, "no memory that the driver shares|CUDA_ERROR_INVALID_VALUE");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  // Memory that another library allocated is exported as its own.
  gc_mem* wrapped = nullptr;
  MUST(gc_mem_wrap(context, address_of(mem) + 16, 16, nullptr, &wrapped, &e));
  exported(wrapped, offset);
  assert_int_equal(offset, 16);
  gc_mem_release(wrapped);
  gc_mem_release(mem);
}

void events(void**) {
  gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
  gc_event* event = nullptr;
  options.flags = GRIDCALL_EVENT_INTERPROCESS;
  REFUSED(gc_event_create(context, &options, &event, &e), INVALID_OPTIONS, "INTERPROCESS|DISABLE_TIMING");
  options.flags |= GRIDCALL_EVENT_DISABLE_TIMING;
  MUST(gc_event_create(context, &options, &event, &e));
  Handle handle{};
  MUST(gc_event_get_ipc_handle(event, handle.data(), &e));
  gc_event* other = nullptr;
  REFUSED(gc_event_open_ipc(context, handle.data(), 64, &other, &e), INVALID_ARGUMENT,
          "CUDA_ERROR_MAP_FAILED|another process");
  handle = foreign(handle);
  MUST(gc_event_open_ipc(context, handle.data(), 64, &other, &e));
  MUST(gc_event_record(other, nullptr, &e));
  MUST(gc_event_synchronize(other, &e));
  std::int64_t time = 0;
  REFUSED(gc_event_get_elapsed(event, other, &time, &e), INVALID_STATE, "DISABLE_TIMING");
  REFUSED(gc_event_get_ipc_handle(other, handle.data(), &e), INVALID_ARGUMENT, "its own handle");
  gc_event_release(other);
  gc_event_release(event);
}

void a_driver_without_them(void**) {
  std::int32_t supported = 1;
  MUST(gc_context_is_supported(context, GRIDCALL_FEATURE_IPC, &supported, &e));
  assert_int_equal(supported, 0);
  gc_mem* mem = alloc(64);
  REFUSED(try_export(mem, &e), UNSUPPORTED, "is missing");
  REFUSED(try_open(Handle{}, 0, 64, &e), UNSUPPORTED, "is missing");
  gc_mem_release(mem);
  gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
  options.flags = GRIDCALL_EVENT_INTERPROCESS | GRIDCALL_EVENT_DISABLE_TIMING;
  gc_event* event = nullptr;
  REFUSED(gc_event_create(context, &options, &event, &e), UNSUPPORTED, "is missing");
  REFUSED(gc_event_open_ipc(context, Handle{}.data(), 64, &event, &e), UNSUPPORTED, "is missing");
}

void a_device_without_them(void**) {
  fake->set_attribute(125, 0);
  a_driver_without_them(nullptr);
  fake->set_attribute(125, 1);
  fake->set_attribute(41, 0);
  a_driver_without_them(nullptr);
  fake->set_attribute(41, 1);
  std::int32_t supported = 0;
  MUST(gc_context_is_supported(context, GRIDCALL_FEATURE_IPC, &supported, &e));
  assert_int_equal(supported, 1);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, nullptr, nothing_left)

}  // namespace

int main() {
  const CMUnitTest missing[] = {CASE(a_driver_without_them)};
  if (std::getenv("FAKE_CUDA_MISSING"))
    return cmocka_run_group_tests_name("core_ipc", missing, open_context, nullptr);
  const CMUnitTest tests[] = {
      CASE(the_allocation_is_exported),
      CASE(opened_as_often_as_closed),
      CASE(closed_behind_its_work),
      CASE(more_than_there_is),
      CASE(handles_that_do_not_open),
      CASE(memory_that_is_not_exported),
      CASE(events),
      CASE(a_device_without_them),
  };
  return cmocka_run_group_tests_name("core_ipc", tests, open_context, nullptr);
}
