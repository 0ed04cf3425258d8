// SPDX-License-Identifier: Apache-2.0
//
// Contexts of the program's own and of other libraries: which calls the driver gets, when a context ends, and
// that the thread's stack stays as it was. The driver ends the process if a context is destroyed before what
// is in it, or before its work is done.

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "driver/table.h"
#include "fixture.h"
#include "support/objects.h"

namespace {

using namespace gridcall::driver;

gc_device* gpu(int index = 0) {
  gc_device* device = nullptr;
  MUST(gc_device_find(("gpu:" + std::to_string(index)).c_str(), &device, &e));
  return device;
}
gc_context* make_own(gc_device* device, gc_context_sched sched = GRIDCALL_CONTEXT_SCHED_AUTO,
                     gc_context_flags flags = 0) {
  gc_context_options options = GRIDCALL_CONTEXT_OPTIONS_INIT;
  options.sched = sched;
  options.flags = flags;
  gc_context* made = nullptr;
  MUST(gc_context_create(device, &options, &made, &e));
  return made;
}
std::uint64_t native_of(const void* handle) {
  std::uint64_t native = 0;
  MUST(gc_handle_get_native(handle, &native, &e));
  return native;
}
std::uint64_t identity_of(const void* handle) {
  std::uint64_t identity = 0;
  MUST(gc_handle_get_identity(handle, &identity, &e));
  return identity;
}
void collect() {
  MUST(gc_handle_collect(&e));
}

// One of everything in a context, and work that uses it.
struct All {
  explicit All(gc_context* in) : parent(in) {
    MUST(gc_stream_create(in, nullptr, &stream, &e));
    MUST(gc_event_create(in, nullptr, &event, &e));
    MUST(gc_module_from_buffer(in, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &e));
    MUST(gc_module_get_kernel(module, "scale", &kernel, &e));
    MUST(gc_mem_alloc(in, 4096, &mem, &e));
    MUST(alloc_host(in, 4096, &host, &e));
    MUST(gc_pool_create(in, nullptr, &pool, &e));
    MUST(gc_pool_alloc(pool, 1000, stream, &lent, &e));
    const gc_launch_config config = objects::shape(1, 32);
    const objects::ScaleArguments one(mem), two(lent);
    MUST(gc_prepared_create(kernel, &config, one.args, 3, &prepared, &e));
    MUST(gc_launch(kernel, &config, one.args, 3, stream, &e));
    MUST(gc_launch(kernel, &config, two.args, 3, nullptr, &e));
    MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, stream, &e));
    MUST(gc_memcpy(mem, 0, host, 0, 64, stream, &e));
    MUST(gc_event_record(event, stream, &e));
  }
  static constexpr int kCount = 10;
  void release(int which) const {
    switch (which) {
      case 0:
        return gc_context_release(parent);
      case 1:
        return gc_stream_release(stream);
      case 2:
        return gc_event_release(event);
      case 3:
        return gc_module_release(module);
      case 4:
        return gc_kernel_release(kernel);
      case 5:
        return gc_mem_release(mem);
      case 6:
        return gc_mem_release(host);
      case 7:
        return gc_pool_release(pool);
      case 8:
        return gc_mem_release(lent);
      default:
        return gc_prepared_release(prepared);
    }
  }

  gc_context* parent;
  gc_stream* stream = nullptr;
  gc_event* event = nullptr;
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  gc_mem *mem = nullptr, *host = nullptr, *lent = nullptr;
  gc_pool* pool = nullptr;
  gc_prepared* prepared = nullptr;
};

std::vector<int> random_order(std::mt19937& random, int count) {
  std::vector<int> order(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = i;
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

void created_with_its_flags_and_popped(void**) {
  const int depth = fake->stack_depth();
  const std::uint64_t pops = fake->calls_of("cuCtxPopCurrent");
  const std::uint64_t contexts = fake->live("context");
  gc_context* own = make_own(gpu(), GRIDCALL_CONTEXT_SCHED_YIELD, GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX);
  assert_int_equal(fake->stack_depth(), depth);
  assert_null(fake->current());
  assert_int_equal(fake->calls_of("cuCtxPopCurrent") - pops, 1);
  assert_int_equal(fake->live("context"), contexts + 1);
  std::uint64_t value = 0;
  MUST(gc_context_get_attribute(own, GRIDCALL_CONTEXT_ATTRIBUTE_SCHED, &value, &e));
  assert_int_equal(value, GRIDCALL_CONTEXT_SCHED_YIELD);
  MUST(gc_context_get_attribute(own, GRIDCALL_CONTEXT_ATTRIBUTE_FLAGS, &value, &e));
  assert_int_equal(value, GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX);
  gc_context_release(own);
  collect();
  assert_int_equal(fake->live("context"), contexts);
}

// Two contexts of one device, everything in them released in random orders, with work done and with work
// pending.
void released_in_any_order(void**) {
  std::mt19937 random(12);
  for (int round = 0; round < 400; ++round) {
    const std::uint64_t contexts = fake->live("context");
    fake->hold(round % 2);
    {
      const All first(make_own(gpu())), second(make_own(gpu()));
      for (const int which : random_order(random, 2 * All::kCount))
        (which < All::kCount ? first : second).release(which % All::kCount);
      if (round % 2) {
        collect();
        assert_int_equal(fake->live("context"), contexts + 2);
      }
    }
    fake->hold(0);
    collect();
    assert_int_equal(fake->live("context"), contexts);
    assert_int_equal(fake->live(nullptr), contexts);
    assert_int_equal(gc_handle_count(), 1);
  }
}

// The last holder is any one of them; until it goes the context is there, and works.
void ends_with_the_last_holder(void**) {
  for (int last = 0; last < All::kCount; ++last) {
    const std::uint64_t contexts = fake->live("context"), destroyed = fake->calls_of("cuCtxDestroy");
    const All all(make_own(gpu()));
    for (int which = 0; which < All::kCount; ++which)
      if (which != last) all.release(which);
    collect();
    assert_int_equal(fake->live("context"), contexts + 1);
    gc_context* of = nullptr;
    const void* const objects[] = {all.parent, all.stream, all.event, all.module, all.kernel,
                                   all.mem,    all.host,   all.pool,  all.lent,   all.prepared};
    MUST(gc_handle_get_context(objects[last], &of, &e));
    gc_mem* more = nullptr;
    MUST(gc_mem_alloc(of, 64, &more, &e));
    gc_mem_release(more);
    gc_context_release(of);
    all.release(last);
    assert_int_equal(fake->calls_of("cuCtxDestroy"), destroyed);  // a release calls no driver
    collect();
    assert_int_equal(fake->calls_of("cuCtxDestroy"), destroyed + 1);
    assert_int_equal(fake->live("context"), contexts);
  }
}

// Other calls end it too, on whatever context they are.
void ends_without_being_asked(void**) {
  const std::uint64_t contexts = fake->live("context");
  {
    const All all(make_own(gpu()));
    for (int which = 0; which < All::kCount; ++which) all.release(which);
  }
  for (int i = 0; i < 2000 && fake->live("context") != contexts; ++i) {
    gc_mem_release(make_mem(64));
    usleep(1000);
  }
  assert_int_equal(fake->live("context"), contexts);
}

void more_streams_than_slots(void**) {
  const std::uint64_t contexts = fake->live("context");
  gc_context* own = make_own(gpu());
  fake->hold(1);
  std::vector<gc_stream*> streams;
  gc_mem* mem = nullptr;
  MUST(gc_mem_alloc(own, 64, &mem, &e));
  for (int i = 0; i < 80; ++i) {
    gc_stream* stream = nullptr;
    gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
    options.flags = GRIDCALL_STREAM_NON_BLOCKING;
    MUST(gc_stream_create(own, &options, &stream, &e));
    MUST(fill_u8(mem, 0, 1, 64, stream, &e));
    streams.push_back(stream);
  }
  for (gc_stream* stream : streams) gc_stream_release(stream);
  gc_mem_release(mem);
  gc_context_release(own);
  collect();
  assert_int_equal(fake->live("context"), contexts + 1);
  fake->hold(0);
  collect();
  assert_int_equal(fake->live("context"), contexts);
}

// A thread's stack with contexts of others on it is the same after every call, whichever context that is for.
void stack_of_others_stays(void**) {
  gc_context *current = make_own(gpu()), *own = make_own(gpu());
  MUST(gc_context_push(context, &e));
  MUST(gc_context_push(current, &e));
  const int depth = fake->stack_depth();
  void* const top = fake->current();
  for (gc_context* in : {own, context, current}) {
    gc_context* handle = nullptr;
    MUST(gc_handle_get_context(in, &handle, &e));
    const All all(handle);
    MUST(gc_context_synchronize(in, &e));
    MUST(gc_context_set_attribute(in, GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE, 2048, &e));
    for (int which = 0; which < All::kCount; ++which) all.release(which);
    collect();
    assert_int_equal(fake->stack_depth(), depth);
    assert_ptr_equal(fake->current(), top);
  }
  gc_context* passing = make_own(gpu());
  gc_context_release(passing);
  collect();
  assert_int_equal(fake->stack_depth(), depth);
  assert_ptr_equal(fake->current(), top);
  // A call that fails leaves it too.
  fake->fail_only("cuMemAlloc");
  fake->inject(1, 999, 0);
  gc_mem* none = nullptr;
  REFUSED(gc_mem_alloc(own, 64, &none, &e), DRIVER, "cuMemAlloc");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  assert_ptr_equal(fake->current(), top);
  MUST(gc_context_pop(current, &e));
  MUST(gc_context_pop(context, &e));
  assert_int_equal(fake->stack_depth(), 0);
  gc_context_release(current);
  gc_context_release(own);
}

void creation_that_fails_leaves_nothing(void**) {
  const std::uint64_t contexts = fake->live("context");
  gc_device* const device = gpu();
  gc_context* none = nullptr;
  fake->fail_only("cuCtxCreate");
  fake->inject(1, CUDA_ERROR_OUT_OF_MEMORY, 0);
  REFUSED(gc_context_create(device, nullptr, &none, &e), OUT_OF_MEMORY, "cuCtxCreate");
  fake->fail_only("cuCtxPopCurrent");
  fake->inject(1, CUDA_ERROR_UNKNOWN, 0);
  REFUSED(gc_context_create(device, nullptr, &none, &e), DRIVER, "cuCtxPopCurrent");
  fake->fail_only("cuDeviceTotalMem");
  fake->inject(1, CUDA_ERROR_UNKNOWN, 0);
  REFUSED(gc_context_create(device, nullptr, &none, &e), DRIVER, "cuDeviceTotalMem");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  assert_int_equal(fake->stack_depth(), 0);
  assert_int_equal(fake->live("context"), contexts);
  gc_context_options options = GRIDCALL_CONTEXT_OPTIONS_INIT;
  options.sched = 5;
  REFUSED(gc_context_create(device, &options, &none, &e), INVALID_OPTIONS, "`options.sched` is 5");
}

// --- other libraries'

// Calls the driver as another library does.
template <class Function>
Function driver_function(const char* name, int version) {
  void* const library = dlopen(std::getenv("GRIDCALL_CUDA_DRIVER"), RTLD_NOW | RTLD_LOCAL);
  const auto get = reinterpret_cast<cuGetProcAddress_fn>(dlsym(library, "cuGetProcAddress_v2"));
  void* function = nullptr;
  CUdriverProcAddressQueryResult found{};
  assert_int_equal(get(name, &function, version, 0, &found), CUDA_SUCCESS);
  assert_int_equal(found, CU_GET_PROC_ADDRESS_SUCCESS);
  return reinterpret_cast<Function>(function);
}
CUcontext foreign_context(int device) {
  CUcontext made = nullptr;
  assert_int_equal(
      driver_function<CUresult (*)(CUcontext*, unsigned, CUdevice)>("cuCtxCreate", 3020)(&made, 0, device),
      0);
  assert_int_equal(driver_function<CUresult (*)(CUcontext*)>("cuCtxPopCurrent", 4000)(&made), 0);
  return made;
}
void destroy_foreign(CUcontext its) {
  assert_int_equal(driver_function<CUresult (*)(CUcontext)>("cuCtxDestroy", 4000)(its), 0);
}

void wrapped_is_not_destroyed(void**) {
  const CUcontext theirs = foreign_context(0);
  const auto native = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(theirs));
  const std::uint64_t contexts = fake->live("context"), destroyed = fake->calls_of("cuCtxDestroy");
  gc_context *wrapped = nullptr, *same = nullptr;
  MUST(gc_context_wrap(gpu(), native, &wrapped, &e));
  MUST(gc_context_wrap(gpu(), native, &same, &e));
  assert_int_equal(identity_of(wrapped), identity_of(same));
  std::uint64_t primary = 1;
  MUST(gc_context_get_attribute(wrapped, GRIDCALL_CONTEXT_ATTRIBUTE_IS_PRIMARY, &primary, &e));
  assert_int_equal(primary, 0);
  gc_context_release(same);
  {
    const All all(wrapped);
    for (int which = 0; which < All::kCount; ++which) all.release(which);
  }
  collect();
  assert_int_equal(fake->calls_of("cuCtxDestroy"), destroyed);
  assert_int_equal(fake->live("context"), contexts);
  assert_int_equal(fake->live(nullptr), contexts);
  // Wrapped anew it is another object; and found as the current one.
  assert_int_equal(driver_function<CUresult (*)(CUcontext)>("cuCtxPushCurrent", 4000)(theirs), 0);
  MUST(gc_context_get_current(&wrapped, &e));
  assert_int_equal(native_of(wrapped), native);
  MUST(gc_context_pop(wrapped, &e));
  gc_context_release(wrapped);
  collect();
  destroy_foreign(theirs);
}

void primary_and_own_are_found(void**) {
  gc_context *own = make_own(gpu()), *found = nullptr;
  for (gc_context* of : {own, context}) {
    MUST(gc_context_wrap(gpu(), native_of(of), &found, &e));
    assert_int_equal(identity_of(found), identity_of(of));
    gc_context_release(found);
    MUST(gc_context_push(of, &e));
    MUST(gc_context_get_current(&found, &e));
    assert_int_equal(identity_of(found), identity_of(of));
    gc_context_release(found);
    MUST(gc_context_pop(of, &e));
  }
  gc_context_release(own);
}

// A context may be released while it is current: the driver's function tells, and nothing asks about its
// handle.
void a_destroyed_one_is_not_found(void**) {
  for (const char* of : {"gpu", "cpu"}) {
    gc_device* device = nullptr;
    MUST(gc_device_find(of, &device, &e));
    gc_context *own = make_own(device), *found = nullptr;
    gc_status pushed = GRIDCALL_OK, answer = GRIDCALL_OK;
    gc_error* error = nullptr;
    // A thread of its own, because nothing takes the context off its stack.
    std::thread([&] {
      pushed = gc_context_push(own, nullptr);
      std::thread([&] {
        gc_context_release(own);
        gc_handle_collect(nullptr);
      }).join();
      answer = gc_context_get_current(&found, &error);
    }).join();
    assert_int_equal(pushed, GRIDCALL_OK);
    REFUSED((e = error, answer), NOT_FOUND, "was destroyed|gc_context_pop");
    assert_null(found);
  }
}

void wrapped_streams_and_events_are_not_destroyed(void**) {
  gc_stream* theirs = make_stream(GRIDCALL_STREAM_NON_BLOCKING);
  gc_event* marker = nullptr;
  MUST(gc_event_create(context, nullptr, &marker, &e));
  gc_stream* wrapped = nullptr;
  gc_event* event = nullptr;
  MUST(gc_stream_wrap(context, native_of(theirs), &wrapped, &e));
  MUST(gc_event_wrap(context, native_of(marker), &event, &e));
  const std::uint64_t streams = fake->calls_of("cuStreamDestroy"), events = fake->calls_of("cuEventDestroy");
  // Memory that its work uses is kept until that is done.
  fake->hold(1);
  gc_mem* mem = make_mem(64);
  MUST(fill_u8(mem, 0, 1, 64, wrapped, &e));
  MUST(gc_event_record(event, wrapped, &e));
  gc_mem_release(mem);
  gc_stream_release(wrapped);
  gc_event_release(event);
  collect();
  assert_int_equal(fake->live("memory"), 1);
  fake->hold(0);
  collect();
  assert_int_equal(fake->live("memory"), 0);
  assert_int_equal(fake->calls_of("cuStreamDestroy"), streams);
  assert_int_equal(fake->calls_of("cuEventDestroy"), events);
  gc_stream_release(theirs);
  gc_event_release(marker);
}

// --- with another driver

void peers(void**) {
  in_child([] {
    setenv("FAKE_CUDA_DEVICES", "2", 1);
    if (open_context(nullptr) != 0) _exit(3);
    gc_device *first = gpu(0), *second = gpu(1);
    gc_context *a = make_own(first), *b = make_own(second), *none = nullptr;
    std::int32_t can = 0;
    MUST(gc_device_can_access_peer(first, second, &can, &e));
    assert_int_equal(can, 1);
    MUST(gc_context_enable_peer_access(a, b, &e));
    REFUSED(gc_context_enable_peer_access(a, b, &e), INVALID_STATE, "already|704");
    REFUSED(gc_context_disable_peer_access(b, a, &e), INVALID_STATE, "given no access|705");
    MUST(gc_context_disable_peer_access(a, b, &e));
    REFUSED(gc_context_enable_peer_access(a, context, &e), UNSUPPORTED, "gc_device_can_access_peer|217");
    REFUSED(gc_context_enable_peer_access(a, a, &e), INVALID_ARGUMENT, "`peer`");
    REFUSED(gc_context_wrap(first, native_of(b), &none, &e), WRONG_CONTEXT, "device 1");
    // The devices are one another's, also where no context is known to be current.
    MUST(gc_context_push(b, &e));
    MUST(gc_context_get_current(&none, &e));
    gc_device* its = nullptr;
    MUST(gc_context_get_device(none, &its, &e));
    if (its != second) _exit(4);
    MUST(gc_context_pop(b, &e));
  });
}

void old_driver(void**) {
  in_child([] {
    setenv("FAKE_CUDA_MISSING",
           "cuCtxCreate,cuCtxGetLimit,cuCtxSetLimit,cuCtxGetFlags,cuCtxGetDevice,cuStreamGetId,"
           "cuPointerGetAttribute",
           1);
    if (open_context(nullptr) != 0) _exit(3);
    gc_context* none = nullptr;
    std::uint64_t value = 0;
    std::int64_t number = 0;
    gc_stream* stream = make_stream();
    REFUSED(gc_context_create(gpu(), nullptr, &none, &e), UNSUPPORTED, "cuCtxCreate");
    REFUSED(gc_context_wrap(gpu(), 64, &none, &e), UNSUPPORTED, "cuCtxGetDevice");
    REFUSED(gc_context_get_attribute(context, 0, &value, &e), UNSUPPORTED, "cuCtxGetLimit");
    REFUSED(gc_context_set_attribute(context, 0, 1, &e), UNSUPPORTED, "cuCtxSetLimit");
    REFUSED(gc_context_get_attribute(context, GRIDCALL_CONTEXT_ATTRIBUTE_SCHED, &value, &e), UNSUPPORTED,
            "cuCtxGetFlags");
    REFUSED(gc_context_get_pointer_attribute(context, 2, 64, &value, &e), UNSUPPORTED,
            "cuPointerGetAttribute");
    REFUSED(gc_stream_get_attribute(stream, GRIDCALL_STREAM_ATTRIBUTE_ID, &number, &e), UNSUPPORTED,
            "cuStreamGetId");
  });
}

// As CUDA 13 has it on two H200: after a fault in one context all calls of the process return it, those of
// other contexts and GPUs too, and no context can be made.
void lost_together(void**) {
  in_child([] {
    if (open_context(nullptr) != 0) _exit(3);
    const All lost(make_own(gpu())), other(make_own(gpu()));
    gc_mem* none = nullptr;
    gc_context* made = nullptr;
    fake->sticky(700);
    REFUSED(gc_stream_synchronize(lost.stream, &e), ILLEGAL_ADDRESS,
            "a kernel failed|700|cannot be used any more");
    const char* const text = "device 0|is lost for this process|cuStreamSynchronize|start a new process";
    REFUSED(gc_mem_alloc(lost.parent, 64, &none, &e), DEVICE_LOST, text);
    REFUSED(gc_context_synchronize(other.parent, &e), DEVICE_LOST, text);
    REFUSED(gc_context_synchronize(context, &e), DEVICE_LOST, text);
    REFUSED(gc_context_create(gpu(), nullptr, &made, &e), DEVICE_LOST, text);
    for (int which = 0; which < All::kCount; ++which) {
      lost.release(which);
      other.release(which);
    }
    collect();
  });
}

}  // namespace

// From here on this process has the driver.
void opens(void**) {
  assert_int_equal(open_context(nullptr), 0);
}

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(peers),
      cmocka_unit_test(old_driver),
      cmocka_unit_test(lost_together),
      cmocka_unit_test(opens),
      cmocka_unit_test_teardown(created_with_its_flags_and_popped, nothing_left),
      cmocka_unit_test_teardown(released_in_any_order, nothing_left),
      cmocka_unit_test_teardown(ends_with_the_last_holder, nothing_left),
      cmocka_unit_test_teardown(ends_without_being_asked, nothing_left),
      cmocka_unit_test_teardown(more_streams_than_slots, nothing_left),
      cmocka_unit_test_teardown(stack_of_others_stays, nothing_left),
      cmocka_unit_test_teardown(creation_that_fails_leaves_nothing, nothing_left),
      cmocka_unit_test_teardown(wrapped_is_not_destroyed, nothing_left),
      cmocka_unit_test_teardown(primary_and_own_are_found, nothing_left),
      cmocka_unit_test_teardown(a_destroyed_one_is_not_found, nothing_left),
      cmocka_unit_test_teardown(wrapped_streams_and_events_are_not_destroyed, nothing_left),
  };
  return cmocka_run_group_tests_name("core_contexts", tests, nullptr, nullptr);
}
