// SPDX-License-Identifier: Apache-2.0
//
// Mappings of a GPU's memory over the fake driver: what is copied when, and what becomes of the page-locked
// memory.

#include <vector>

#include "fixture.h"

namespace {

struct Count {
  std::uint64_t to_host = fake->calls_of("cuMemcpyDtoHAsync");
  std::uint64_t to_device = fake->calls_of("cuMemcpyHtoDAsync");
  std::uint64_t waits = fake->calls_of("cuStreamWaitEvent");
  std::uint64_t allocations = fake->calls_of("cuMemHostAlloc");
};
void check_calls(const Count& since, unsigned to_host, unsigned to_device, unsigned waits,
                 unsigned allocations) {
  const Count now;
  assert_int_equal(now.to_host - since.to_host, to_host);
  assert_int_equal(now.to_device - since.to_device, to_device);
  assert_int_equal(now.waits - since.waits, waits);
  assert_int_equal(now.allocations - since.allocations, allocations);
}

gc_mapping* map(gc_mem* mem, std::uint64_t offset, std::uint64_t size, std::uint64_t flags,
                gc_stream* stream = nullptr) {
  gc_mapping* mapping = nullptr;
  MUST(gc_mem_map(mem, offset, size, flags, stream, &mapping, &e));
  return mapping;
}
unsigned char* address_in(gc_mapping* mapping) {
  std::uint64_t address = 0;
  MUST(gc_mapping_get_address(mapping, &address, &e));
  return reinterpret_cast<unsigned char*>(address);
}
std::uint64_t is_direct(gc_mapping* mapping) {
  std::uint64_t direct = 99;
  MUST(gc_mapping_get_attribute(mapping, GRIDCALL_MAPPING_ATTRIBUTE_IS_DIRECT, &direct, &e));
  return direct;
}

void what_is_copied(void**) {
  gc_stream* stream = make_stream();
  gc_mem* mem = make_mem(4096);
  MUST(fill_u8(mem, 0, 7, 4096, stream, &e));
  struct Case {
    std::uint64_t flags;
    unsigned to_host, to_device, waits;
  };
  for (const Case& each : {Case{GRIDCALL_MAP_READ, 1, 0, 0}, Case{GRIDCALL_MAP_WRITE, 1, 1, 1},
                           Case{GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, 1, 1, 1},
                           Case{GRIDCALL_MAP_WRITE_INVALIDATE_REGION, 0, 1, 0}}) {
    const Count before;
    gc_mapping* mapping = map(mem, 100, 200, each.flags, stream);
    assert_int_equal(is_direct(mapping), 0);
    unsigned char* bytes = address_in(mapping);
    if (each.to_host) assert_int_equal(bytes[199], 7);
    bytes[0] = 50;
    MUST(gc_mapping_unmap(mapping, stream, &e));
    gc_mapping_release(mapping);
    // One block serves all of them.
    check_calls(before, each.to_host, each.to_device, each.waits, each.flags == GRIDCALL_MAP_READ ? 1 : 0);
    unsigned char got[2] = {};
    MUST(gc_memcpy_dtoh(got, mem, 99, 2, stream, &e));
    assert_int_equal(got[0], 7);
    assert_int_equal(got[1], each.to_device ? 50 : 7);
    MUST(fill_u8(mem, 0, 7, 4096, stream, &e));
    MUST(gc_stream_synchronize(stream, &e));
  }
  // The block, and the chunk that the copies back went through, which stays for one round.
  assert_int_equal(fake->live("host memory"), 2);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("host memory"), 1);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("host memory"), 0);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

void page_locked_memory_is_where_it_is(void**) {
  gc_mem* mem = nullptr;
  MUST(alloc_host(context, 256, &mem, &e));
  const Count before;
  gc_mapping* mapping = map(mem, 16, 64, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE);
  assert_int_equal(is_direct(mapping), 1);
  std::uint64_t host = 0;
  MUST(gc_mem_get_host_address(mem, &host, &e));
  assert_int_equal(reinterpret_cast<std::uintptr_t>(address_in(mapping)), host + 16);
  MUST(gc_mapping_unmap(mapping, nullptr, &e));
  check_calls(before, 0, 0, 0, 0);
  gc_mapping_release(mapping);
  gc_mem_release(mem);
}

// While copies run no other mapping gets the block.
void blocks_under_way_are_not_shared(void**) {
  gc_stream* stream = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_mem* mem = make_mem(4096);
  fake->hold(1);
  gc_mapping* first = map(mem, 0, 1024, GRIDCALL_MAP_WRITE, stream);
  unsigned char* const of_first = address_in(first);
  MUST(gc_mapping_unmap(first, stream, &e));
  gc_mapping_release(first);
  gc_mapping* dropped = map(mem, 0, 1024, GRIDCALL_MAP_READ, stream);
  unsigned char* const of_dropped = address_in(dropped);
  gc_mapping_release(dropped);
  gc_mapping* second = map(mem, 0, 1024, GRIDCALL_MAP_WRITE, stream);
  assert_true(address_in(second) != of_first && address_in(second) != of_dropped && of_first != of_dropped);
  MUST(gc_mapping_unmap(second, stream, &e));
  gc_mapping_release(second);
  fake->hold(0);
  MUST(gc_stream_synchronize(stream, &e));
  const Count before;
  gc_mapping* third = map(mem, 0, 1024, GRIDCALL_MAP_READ, stream);
  check_calls(before, 1, 0, 0, 0);  // one of the three
  gc_mapping_release(third);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

// It is released without being unmapped: copied back once, on the stream of the mapping.
void a_release_copies_back(void**) {
  gc_mem* mem = make_mem(64);
  MUST(fill_u8(mem, 0, 1, 64, nullptr, &e));
  const Count before;
  gc_mapping* mapping = map(mem, 0, 64, GRIDCALL_MAP_WRITE);
  address_in(mapping)[3] = 9;
  gc_mem_release(mem);  // the mapping keeps it
  assert_int_equal(address_in(mapping)[4], 1);
  gc_mapping_release(mapping);
  gc_mapping_release(mapping);
  check_calls(before, 1, 1, 1, 1);
  MUST(gc_handle_collect(&e));
  check_calls(before, 1, 1, 1, 1);
}

void failures(void**) {
  gc_stream* stream = make_stream();
  gc_mem* mem = make_mem(64);
  gc_mapping* mapping = nullptr;
  for (const char* call : {"cuEventCreate", "cuMemHostAlloc", "cuMemcpyDtoHAsync", "cuEventRecord"}) {
    fake->fail_only(call);
    fake->inject(1, 1, 0);
    REFUSED(gc_mem_map(mem, 0, 64, GRIDCALL_MAP_READ, stream, &mapping, &e), DRIVER, call);
    fake->fail_only(nullptr);
    MUST(gc_handle_collect(&e));
  }
  assert_null(mapping);
  // A mapping that could not be unmapped is still mapped.
  mapping = map(mem, 0, 64, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, stream);
  address_in(mapping)[0] = 77;
  for (const char* call : {"cuStreamWaitEvent", "cuMemcpyHtoDAsync"}) {
    fake->fail_only(call);
    fake->inject(1, 1, 0);
    REFUSED(gc_mapping_unmap(mapping, stream, &e), DRIVER, call);
    fake->fail_only(nullptr);
    assert_int_equal(address_in(mapping)[0], 77);
  }
  MUST(gc_mapping_unmap(mapping, stream, &e));
  REFUSED(gc_mapping_unmap(mapping, stream, &e), INVALID_STATE, "unmapped");
  unsigned char got = 0;
  MUST(gc_memcpy_dtoh(&got, mem, 0, 1, stream, &e));
  assert_int_equal(got, 77);
  gc_mapping_release(mapping);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

// A context keeps 64 MiB of page-locked memory for mappings, not all that there ever was.
void little_is_kept(void**) {
  constexpr std::uint64_t kSize = std::uint64_t{40} << 20;
  gc_mem* mem = make_mem(2 * kSize);
  gc_mapping* both[] = {map(mem, 0, kSize, GRIDCALL_MAP_READ), map(mem, kSize, kSize, GRIDCALL_MAP_READ)};
  assert_int_equal(fake->live("host memory"), 2);
  for (gc_mapping* mapping : both) {
    MUST(gc_mapping_unmap(mapping, nullptr, &e));
    gc_mapping_release(mapping);
  }
  MUST(gc_context_synchronize(context, &e));
  assert_int_equal(fake->live("host memory"), 1);
  gc_mem_release(mem);
}

void objects_of_two_contexts(void**) {
  gc_device* device = nullptr;
  gc_context* cpu = nullptr;
  gc_stream* there = nullptr;
  gc_mapping* mapping = nullptr;
  gc_mem* mem = make_mem(64);
  MUST(gc_device_find("cpu", &device, &e));
  MUST(gc_context_get_primary(device, nullptr, &cpu, &e));
  MUST(gc_stream_create(cpu, nullptr, &there, &e));
  REFUSED(gc_mem_map(mem, 0, 64, GRIDCALL_MAP_READ, there, &mapping, &e), WRONG_CONTEXT, "`stream`|`mem`");
  mapping = map(mem, 0, 64, GRIDCALL_MAP_WRITE);
  REFUSED(gc_mapping_unmap(mapping, there, &e), WRONG_CONTEXT, "`stream`|`mapping`");
  MUST(gc_mapping_unmap(mapping, nullptr, &e));
  gc_mapping_release(mapping);
  gc_mem_release(mem);
  gc_stream_release(there);
  gc_context_release(cpu);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(what_is_copied, nothing_left),
      cmocka_unit_test_teardown(page_locked_memory_is_where_it_is, nothing_left),
      cmocka_unit_test_teardown(blocks_under_way_are_not_shared, nothing_left),
      cmocka_unit_test_teardown(a_release_copies_back, nothing_left),
      cmocka_unit_test_teardown(failures, nothing_left),
      cmocka_unit_test_teardown(little_is_kept, nothing_left),
      cmocka_unit_test_teardown(objects_of_two_contexts, nothing_left),
  };
  return cmocka_run_group_tests_name("mappings", tests, open_context, nullptr);
}
