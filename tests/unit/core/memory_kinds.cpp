// SPDX-License-Identifier: Apache-2.0
//
// Each kind of memory: what the driver is asked for, and when it has it back.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fixture.h"
#include "support/objects.h"

namespace {

constexpr std::uint64_t kMax = ~std::uint64_t{0};

gc_mem* create(const gc_mem_options& options) {
  gc_mem_options sized = options;
  sized.struct_size = sizeof sized;
  gc_mem* mem = nullptr;
  MUST(gc_mem_create(context, &sized, &mem, &e));
  return mem;
}

gc_status try_create(const gc_mem_options& options, gc_error** e) {
  gc_mem_options sized = options;
  sized.struct_size = sizeof sized;
  gc_mem* mem = nullptr;
  const gc_status status = gc_mem_create(context, &sized, &mem, e);
  assert_null(mem);
  return status;
}

std::uint64_t attribute_of(gc_mem* mem, gc_mem_attribute attribute) {
  std::uint64_t value = 0;
  MUST(gc_mem_get_attribute(mem, attribute, &value, &e));
  return value;
}

gc_device* device_of(gc_context* of) {
  gc_device* device = nullptr;
  MUST(gc_context_get_device(of, &device, &e));
  return device;
}

void pitched_by_the_driver(void**) {
  for (const std::uint32_t element : {0u, 4u, 8u, 16u}) {
    gc_mem* mem = create({.size = 700, .height = 3, .element_size = element});
    assert_int_equal(fake->range().number, element == 0 ? 4 : element);
    assert_int_equal(attribute_of(mem, GRIDCALL_MEM_ATTRIBUTE_PITCH), 1024);
    MUST(gc_mem_free(mem, &e));
    assert_int_equal(fake->live("memory"), 0);
  }
  // The driver's own function takes no alignment.
  const auto calls = fake->calls_of("cuMemAllocPitch");
  gc_mem* mem = create({.size = 700, .alignment = 1 << 16, .height = 3});
  assert_int_equal(fake->calls_of("cuMemAllocPitch"), calls);
  assert_int_equal(address_of(mem) % (1 << 16), 0);
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
  REFUSED(try_create({.size = kMax / 2, .height = 4}, &e), OUT_OF_RANGE,
          "4 rows|9223372036854775807|64 bits");
  REFUSED(try_create({.size = 1 << 20, .height = 1 << 20}, &e), OUT_OF_MEMORY, "1099511627776 bytes");
}

// The address that goes back to the driver is the one it gave, not the one where the memory begins.
void aligned_memory_goes_back_whole(void**) {
  for (const gc_mem_place place :
       {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST, GRIDCALL_MEM_PLACE_MANAGED})
    for (const std::uint64_t alignment : {1ull, 256ull, 512ull, 1ull << 20}) {
      gc_mem* mem = create({.place = place, .size = 1000, .alignment = alignment});
      assert_int_equal(address_of(mem) % alignment, 0);
      if (alignment == 512)
        MUST(gc_mem_free(mem, &e));
      else
        gc_mem_release(mem);
    }
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
  assert_int_equal(fake->live("host memory"), 0);
  assert_int_equal(fake->live("managed memory"), 0);
  gc_mem* mem = create({.place = GRIDCALL_MEM_PLACE_MANAGED, .size = 64, .alignment = 1 << 20});
  MUST(gc_mem_attach(mem, GRIDCALL_MEM_ATTACH_MODE_HOST, nullptr, &e));  // the fake wants its beginning
  gc_mem_release(mem);
}

void content_is_there_at_once(void**) {
  unsigned char in[64], got[128];
  for (unsigned i = 0; i < sizeof in; ++i) in[i] = static_cast<unsigned char>(i + 1);
  fake->hold(1);  // work of other streams is not waited for
  gc_stream* stream = make_stream();
  gc_mem* busy = make_mem(64);
  MUST(fill_u8(busy, 0, 1, 64, stream, &e));
  const auto synchronized = fake->calls_of("cuCtxSynchronize");
  gc_mem* mem =
      create({.flags = GRIDCALL_MEM_ZERO, .size = sizeof got, .content = in, .content_size = sizeof in});
  assert_int_equal(fake->calls_of("cuCtxSynchronize"), synchronized);
  std::memcpy(got, reinterpret_cast<const void*>(address_of(mem)),
              sizeof got);  // the fake's memory is the host's
  for (unsigned i = 0; i < sizeof got; ++i) assert_int_equal(got[i], i < sizeof in ? i + 1 : 0);
  fake->hold(0);
  gc_mem_release(mem);
  gc_mem_release(busy);
  gc_stream_release(stream);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("stream"), 0);  // nor is the one that filled it left
}

// A failure of any call on the way leaves nothing behind.
void a_failed_fill_leaves_nothing(void**) {
  const char content[] = "content";
  for (const char* call :
       {"cuStreamCreateWithPriority", "cuMemsetD8Async", "cuMemcpyHtoDAsync", "cuStreamSynchronize"}) {
    fake->fail_only(call);
    fake->inject(1, 999, 0);
    REFUSED(try_create({.flags = GRIDCALL_MEM_ZERO, .size = 64, .content = content, .content_size = 8}, &e),
            DRIVER, call);
    fake->fail_only(nullptr);
    MUST(gc_handle_collect(&e));
    assert_int_equal(fake->live("memory"), 0);
    assert_int_equal(fake->live("stream"), 0);
  }
}

void managed_memory(void**) {
  gc_stream* stream = make_stream();
  gc_mem* mem =
      create({.place = GRIDCALL_MEM_PLACE_MANAGED, .attach = GRIDCALL_MEM_ATTACH_MODE_HOST, .size = 4096});
  assert_int_equal(fake->range().number, 2);
  std::uint64_t host = 0;
  MUST(gc_mem_get_host_address(mem, &host, &e));
  assert_int_equal(host, address_of(mem));
  MUST(gc_mem_prefetch(mem, 1024, 512, device_of(context), 0, stream, &e));
  assert_int_equal(fake->range().address, host + 1024);
  assert_int_equal(fake->range().bytes, 512);
  assert_int_equal(fake->range().device, 0);
  assert_non_null(fake->range().stream);
  MUST(gc_mem_prefetch(mem, 0, 4096, nullptr, 0, nullptr, &e));
  assert_int_equal(fake->range().device, -1);
  assert_null(fake->range().stream);
  MUST(gc_mem_advise(mem, 64, 128, GRIDCALL_MEM_ADVICE_SET_ACCESSED_BY, device_of(context), &e));
  assert_int_equal(fake->range().number, 5);
  assert_int_equal(fake->range().bytes, 128);
  MUST(gc_mem_attach(mem, GRIDCALL_MEM_ATTACH_MODE_SINGLE, stream, &e));
  assert_int_equal(fake->range().number, 4);
  assert_int_equal(fake->range().bytes, 0);
  const auto attached = fake->calls_of("cuStreamAttachMemAsync");
  REFUSED(gc_mem_attach(mem, GRIDCALL_MEM_ATTACH_MODE_SINGLE, nullptr, &e), INVALID_ARGUMENT,
          "default stream");
  gc_mem* part = nullptr;
  MUST(gc_mem_create_sub_region(mem, 0, 64, 0, &part, &e));
  REFUSED(gc_mem_attach(part, GRIDCALL_MEM_ATTACH_MODE_HOST, nullptr, &e), INVALID_ARGUMENT, "as a whole");
  REFUSED(gc_mem_attach(mem, 5, nullptr, &e), INVALID_ARGUMENT, "`attach` is 5");
  assert_int_equal(fake->calls_of("cuStreamAttachMemAsync"), attached);
  gc_mem* plain = make_mem(64);
  const auto prefetched = fake->calls_of("cuMemPrefetchAsync");
  MUST(gc_mem_prefetch(plain, 0, 64, nullptr, 0, nullptr, &e));
  assert_int_equal(fake->calls_of("cuMemPrefetchAsync"), prefetched);
  // The CPU device is of another driver.
  gc_device* cpu = nullptr;
  if (gc_device_find("cpu", &cpu, nullptr) == GRIDCALL_OK) {
    REFUSED(gc_mem_advise(mem, 0, 64, GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION, cpu, &e), INVALID_ARGUMENT,
            "`device`|same driver");
    REFUSED(gc_mem_prefetch(mem, 0, 64, cpu, 0, nullptr, &e), INVALID_ARGUMENT, "`device`");
  }
  gc_mem_release(plain);
  gc_mem_release(part);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

void a_device_without_managed_memory(void**) {
  fake->set_attribute(83, 0);
  REFUSED(try_create({.place = GRIDCALL_MEM_PLACE_MANAGED, .size = 64}, &e), UNSUPPORTED,
          "no managed memory|MANAGED_MEMORY is 0|HOST");
  gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
  options.place = GRIDCALL_MEM_PLACE_MANAGED;
  gc_pool* pool = nullptr;
  gc_mem* mem = nullptr;
  MUST(gc_pool_create(context, &options, &pool, &e));
  REFUSED(gc_pool_alloc(pool, 64, nullptr, &mem, &e), UNSUPPORTED, "MANAGED_MEMORY is 0");
  gc_pool_release(pool);
  fake->set_attribute(83, 1);
  // If the host must not touch it while kernels run, its content comes by the device.
  fake->set_attribute(89, 0);
  const auto copies = fake->calls_of("cuMemcpyHtoDAsync");
  mem = create({.place = GRIDCALL_MEM_PLACE_MANAGED, .size = 8, .content = "content", .content_size = 8});
  assert_int_equal(fake->calls_of("cuMemcpyHtoDAsync"), copies + 1);
  gc_mem_release(mem);
  fake->set_attribute(89, 1);
  mem = create({.place = GRIDCALL_MEM_PLACE_MANAGED, .size = 8, .content = "content", .content_size = 8});
  assert_int_equal(fake->calls_of("cuMemcpyHtoDAsync"), copies + 1);
  gc_mem_release(mem);
}

// A GPU without access to ordinary host memory never gets its address.
void ordinary_host_memory(void**) {
  gc_mem* mem = create({.flags = GRIDCALL_MEM_ZERO, .place = GRIDCALL_MEM_PLACE_PAGEABLE, .size = 100});
  gc_mem* device = make_mem(100);
  std::uint64_t address = 0;
  REFUSED(gc_mem_get_address(mem, &address, &e), UNSUPPORTED, "`mem`|cannot reach");
  MUST(gc_mem_get_host_address(mem, &address, &e));
  const auto* bytes = reinterpret_cast<const unsigned char*>(address);
  // The driver copies it as the host's, and never fills it.
  const auto fills = fake->calls_of("cuMemsetD32Async");
  MUST(fill_u32(mem, 4, 0x05060708, 2, nullptr, &e));
  assert_int_equal(bytes[3], 0);
  assert_int_equal(bytes[4], 8);
  assert_int_equal(bytes[11], 5);
  assert_int_equal(fake->calls_of("cuMemsetD32Async"), fills);
  MUST(gc_memcpy(device, 0, mem, 4, 4, nullptr, &e));
  MUST(gc_memcpy(mem, 20, device, 0, 4, nullptr, &e));
  MUST(gc_context_synchronize(context, &e));
  assert_memory_equal(bytes + 20, bytes + 4, 4);
  gc_mem* other = create({.place = GRIDCALL_MEM_PLACE_PAGEABLE, .size = 100});
  MUST(gc_memcpy(other, 50, mem, 4, 8, nullptr, &e));
  std::uint64_t other_address = 0;
  MUST(gc_mem_get_host_address(other, &other_address, &e));
  assert_memory_equal(reinterpret_cast<const unsigned char*>(other_address) + 50, bytes + 4, 8);
  REFUSED(gc_memcpy(other, 0, mem, 99, 2, nullptr, &e), OUT_OF_RANGE, "`src`");
  // A pointer into the memory itself; AddressSanitizer refuses a memcpy of ranges that overlap.
  MUST(gc_memcpy_htod(other, 52, reinterpret_cast<const void*>(other_address + 50), 8, nullptr, &e));
  assert_memory_equal(reinterpret_cast<const unsigned char*>(other_address) + 52, bytes + 4, 8);
  gc_mem_release(other);
  // It lies beside page-locked memory, of this context and of another one.
  gc_context* another = nullptr;
  gc_device* gpu = nullptr;
  MUST(gc_context_get_device(context, &gpu, &e));
  MUST(gc_context_create(gpu, nullptr, &another, &e));
  for (gc_context* of : {context, another}) {
    gc_mem* locked = nullptr;
    MUST(alloc_host(of, 100, &locked, &e));
    MUST(gc_memcpy(locked, 8, mem, 4, 8, nullptr, &e));
    MUST(gc_memcpy(mem, 40, locked, 8, 8, nullptr, &e));
    MUST(gc_context_synchronize(of, &e));
    MUST(gc_context_synchronize(context, &e));
    assert_memory_equal(bytes + 40, bytes + 4, 8);
    gc_mem_release(locked);
  }
  gc_context_release(another);
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  MUST(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx, nullptr, &module, &e));
  MUST(gc_module_get_kernel(module, "scale", &kernel, &e));
  const objects::ScaleArguments arguments(mem);
  const gc_launch_config config = objects::shape(1, 32);
  const auto launches = fake->launches(nullptr);
  REFUSED(gc_launch(kernel, &config, arguments.args, 3, nullptr, &e), INVALID_ARGUMENT,
          "argument 0|cannot reach");
  gc_prepared* prepared = nullptr;
  REFUSED(gc_prepared_create(kernel, &config, arguments.args, 3, &prepared, &e), INVALID_ARGUMENT,
          "cannot reach");
  assert_int_equal(fake->launches(nullptr), launches);
  gc_kernel_release(kernel);
  gc_module_release(module);
  assert_int_equal(address % 4096, 0);
  assert_int_equal(attribute_of(mem, GRIDCALL_MEM_ATTRIBUTE_USES_SVM), 0);
  MUST(gc_memcpy_htod(device, 0, reinterpret_cast<const void*>(address), 100, nullptr, &e));
  gc_mem_release(mem);
  gc_mem_release(device);
}

void registered_memory(void**) {
  static unsigned char memory[8192];
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  gc_mem *mem = nullptr, *none = nullptr;
  gc_mem_register_options options = GRIDCALL_MEM_REGISTER_OPTIONS_INIT;
  options.flags = GRIDCALL_MEM_REGISTER_READ_ONLY;
  MUST(gc_mem_register(context, address + 1, 5000, &options, &mem, &e));
  assert_int_equal(fake->range().number, 1 | 2 | 8);
  assert_int_equal(fake->range().address, address + 1);
  assert_int_equal(fake->live("registered memory"), 1);
  for (const std::uint64_t at : {address, address + 1, address + 5000})
    REFUSED(gc_mem_register(context, at, 100, nullptr, &none, &e), ALREADY_REGISTERED,
            ("`size` 100 at `host_address` " + std::to_string(at) + "|5000 bytes at address " +
             std::to_string(address + 1) + "|gc_mem_free")
                .c_str());
  // Page-locked by another library, of which nothing is known.
  gc_mem* host = nullptr;
  std::uint64_t host_address = 0;
  MUST(alloc_host(context, 64, &host, &e));
  MUST(gc_mem_get_host_address(host, &host_address, &e));
  REFUSED(gc_mem_register(context, host_address, 64, nullptr, &none, &e), ALREADY_REGISTERED,
          "another library");
  gc_mem_release(host);
  // Released while queued work uses it: it stays registered, and a new registration says so.
  gc_stream* stream = make_stream();
  fake->hold(1);
  MUST(fill_u8(mem, 0, 1, 64, stream, &e));
  gc_mem_release(mem);
  REFUSED(gc_mem_register(context, address, 100, nullptr, &none, &e), ALREADY_REGISTERED, "5000 bytes");
  assert_int_equal(fake->live("registered memory"), 1);
  fake->hold(0);
  // Registering collects by itself: no call before it did.
  MUST(gc_mem_register(context, address, 100, nullptr, &mem, &e));
  assert_int_equal(fake->live("registered memory"), 1);
  // It is freed at once, and waited for.
  fake->hold(1);
  MUST(fill_u8(mem, 0, 1, 64, stream, &e));
  std::int32_t done = 1;
  MUST(gc_mem_wait(mem, 0, &done, &e));
  assert_int_equal(done, 0);
  fake->hold(0);
  MUST(gc_mem_free(mem, &e));
  assert_int_equal(fake->live("registered memory"), 0);
  REFUSED(gc_mem_free(mem, &e), INVALID_HANDLE, "`mem`");
  // A failure half way is undone.
  fake->fail_only("cuMemHostGetDevicePointer");
  fake->inject(1, 999, 0);
  REFUSED(gc_mem_register(context, address, 100, nullptr, &none, &e), DRIVER, "");
  fake->fail_only(nullptr);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("registered memory"), 0);
  REFUSED(gc_mem_register(context, kMax - 10, 100, nullptr, &none, &e), OUT_OF_RANGE,
          "`host_address`|address space");
  REFUSED(gc_mem_register(context, 0, 100, nullptr, &none, &e), INVALID_ARGUMENT, "`host_address` is 0");
  REFUSED(gc_mem_register(context, std::uint64_t{1} << 50, 100, nullptr, &none, &e), INVALID_ARGUMENT,
          "1125899906842624|not host memory");
  gc_stream_release(stream);
}

void freed_memory_is_gone_at_once(void**) {
  gc_mem* mem = make_mem(4096);
  gc_mem *part = nullptr, *parent = nullptr;
  MUST(gc_mem_create_sub_region(mem, 0, 64, 0, &part, &e));
  REFUSED(gc_mem_free(mem, &e), INVALID_STATE, "1 more");
  REFUSED(gc_mem_free(part, &e), INVALID_ARGUMENT, "part");
  MUST(gc_mem_get_parent(part, &parent, &e));
  REFUSED(gc_mem_get_parent(mem, &parent, &e), NOT_FOUND, "no part");
  gc_mem_release(part);
  gc_mem_release(parent);
  MUST(gc_handle_collect(&e));
  MUST(gc_mem_free(mem, &e));
  assert_int_equal(fake->live("memory"), 0);
  assert_int_equal(gc_handle_count(), 1);
  // A driver that fails to free it is heard.
  mem = make_mem(64);
  fake->fail_only("cuMemFree");
  fake->inject(1, 999, 0);
  REFUSED(gc_mem_free(mem, &e), DRIVER, "cuMemFree");
  fake->fail_only(nullptr);
  fake->sweep();
  // Its address was given away: all streams count.
  mem = make_mem(64);
  address_of(mem);
  gc_stream* stream = make_stream();
  gc_mem* other = make_mem(64);
  fake->hold(1);
  MUST(fill_u8(other, 0, 1, 64, stream, &e));
  std::int32_t done = 0;
  MUST(gc_mem_wait(mem, 0, &done, &e));
  assert_int_equal(done, 1);  // no work that is known uses it
  fake->hold(0);
  MUST(gc_mem_free(mem, &e));
  gc_mem_release(other);
  gc_stream_release(stream);
}

void owned_memory_goes_back(void**) {
  gc_mem_wrap_options options = GRIDCALL_MEM_WRAP_OPTIONS_INIT;
  options.flags = GRIDCALL_MEM_WRAP_OWNED;
  // Memory of a library that has given it up: the fake's, which no gc_mem owns any more.
  gc_mem* lender = make_mem(128);
  const std::uint64_t address = address_of(lender);
  gc_mem* mem = nullptr;
  REFUSED(gc_mem_wrap(context, address + 8, 8, &options, &mem, &e), INVALID_ARGUMENT,
          "lies inside|beginning");
  REFUSED(gc_mem_wrap(context, address, 129, &options, &mem, &e), OUT_OF_RANGE, "129|128 bytes");
  REFUSED(gc_mem_wrap(context, reinterpret_cast<std::uintptr_t>(&options), 8, &options, &mem, &e),
          INVALID_ARGUMENT, "no allocation of the driver");
  const auto frees = fake->calls_of("cuMemFree");
  MUST(gc_mem_wrap(context, address, 128, &options, &mem, &e));
  // The lender's own free is made to fail, so that the memory is freed once.
  fake->fail_only("cuMemFree");
  fake->inject(1, 999, 0);
  gc_mem_release(lender);
  MUST(gc_handle_collect(&e));
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  assert_int_equal(fake->calls_of("cuMemFree"), frees + 1);
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->calls_of("cuMemFree"), frees + 2);
  assert_int_equal(fake->live("memory"), 0);
}

// A whole, its part, the part's part and a handle of the parent are released in every order.
void released_in_any_order(void**) {
  static unsigned char memory[4096];
  std::vector<int> order{0, 1, 2, 3};
  do {
    for (int kind = 0; kind < 4; ++kind) {
      gc_mem* all[4] = {};
      if (kind == 3)
        MUST(gc_mem_register(context, reinterpret_cast<std::uintptr_t>(memory), 4096, nullptr, &all[0], &e));
      else
        all[0] = create({.place = kind + 1, .size = 4096});
      MUST(gc_mem_create_sub_region(all[0], 0, 1024, 0, &all[1], &e));
      MUST(gc_mem_create_sub_region(all[1], 0, 64, 0, &all[2], &e));
      MUST(gc_mem_get_parent(all[2], &all[3], &e));
      for (std::size_t i = 0; i < order.size(); ++i) {
        assert_true(fake->live(nullptr) > 1);
        gc_mem_release(all[order[i]]);
        MUST(gc_handle_collect(&e));
      }
      assert_int_equal(fake->live("memory") + fake->live("host memory") + fake->live("managed memory") +
                           fake->live("registered memory"),
                       0);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace

#define CASE(name) cmocka_unit_test_teardown(name, nothing_left)

int main() {
  const CMUnitTest tests[] = {
      CASE(pitched_by_the_driver),
      CASE(aligned_memory_goes_back_whole),
      CASE(content_is_there_at_once),
      CASE(a_failed_fill_leaves_nothing),
      CASE(managed_memory),
      CASE(a_device_without_managed_memory),
      CASE(ordinary_host_memory),
      CASE(registered_memory),
      CASE(freed_memory_is_gone_at_once),
      CASE(owned_memory_goes_back),
      CASE(released_in_any_order),
  };
  return cmocka_run_group_tests_name("core_memory_kinds", tests, open_context, nullptr);
}
