/* SPDX-License-Identifier: Apache-2.0
 *
 * Contexts of the program's own: what is apart in them, what they are made with, when they end. The thread's
 * current context, and contexts, streams and events of other libraries.
 */

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char source[] =
    "__device__ int counter;\n"
    "__global__ void count_up(int n) { counter += n; }\n"
    "__global__ void put(int *x, int value) { *x = value; }\n"
    "__global__ void wait_for(volatile int *flag, int *done) {\n"
    "  for (long long i = 0; *flag == 0 && i < 4000000000ll; ++i) { }\n"
    "  *done = 7;\n"
    "}\n"
    "__global__ void take(unsigned long long bytes, int *got) {\n"
    "  char *p = (char *)malloc(bytes);\n"
    "  *got = p != 0;\n"
    "  if (p) { *(volatile char *)p = 1; free(p); }\n"
    "}\n"
    "__device__ __noinline__ int deep(int n) {\n"
    "  volatile int frame[256];\n"
    "  frame[n & 255] = n;\n"
    "  const int below = n == 0 ? 0 : deep(n - 1);\n"
    "  return below + (frame[n & 255] == n);\n"
    "}\n"
    "__global__ void recurse(int n, int *x) { *x = deep(n); }\n"
    "__global__ void wild() { *(volatile int *)8 = 1; }\n";

/* The harness works in `context`: between these in another one. A test that failed may have left it. */
static gc_context* primary;
static void enter(gc_context* into) {
  if (primary == NULL) primary = context;
  context = into;
}
static void leave(void) {
  if (primary != NULL) context = primary;
}

static gc_context* own(void) {
  leave();
  gc_context* made = NULL;
  CALL(gc_context_create, device, NULL, &made);
  return made;
}
static uint64_t identity(const void* handle) {
  uint64_t number = 0;
  CALL(gc_handle_get_identity, handle, &number);
  return number;
}
static uint64_t native(const void* handle) {
  uint64_t number = 0;
  CALL(gc_handle_get_native, handle, &number);
  return number;
}
static uint64_t attribute(gc_context* of, gc_context_attribute which) {
  uint64_t value = ~UINT64_C(0);
  CALL(gc_context_get_attribute, of, which, &value);
  return value;
}
static void set(gc_context* of, gc_context_attribute which, uint64_t value) {
  CALL(gc_context_set_attribute, of, which, value);
}
static void pause_ms(long ms) {
  const struct timespec t = {0, ms * 1000000};
  nanosleep(&t, NULL);
}

/* A module in a context, and its kernel of that name. */
static gc_module* module_in(gc_context* in) {
  enter(in);
  gc_module* module = compile(source);
  leave();
  return module;
}
static gc_mem* zeros_in(gc_context* in, size_t size) {
  enter(in);
  gc_mem* mem = zeros(size);
  leave();
  return mem;
}
static void run_in(gc_context* in, gc_kernel* kernel, const gc_arg* args, size_t count) {
  enter(in);
  run(kernel, 1, 1, args, count);
  leave();
}
static int32_t value_of(gc_mem* mem) {
  int32_t value = -1;
  download(mem, &value, 4);
  return value;
}

/* Page-locked memory that kernels of every context reach by its address. */
typedef struct Flags {
  gc_mem* mem;
  volatile int32_t* host; /* [0]: the flag, [1]: what the kernel writes */
  uint64_t address;
} Flags;
static Flags flags_make(void) {
  Flags flags;
  CALL(alloc_host, context, 64, &flags.mem);
  uint64_t host = 0;
  CALL(gc_mem_get_host_address, flags.mem, &host);
  CALL(gc_mem_get_address, flags.mem, &flags.address);
  flags.host = (volatile int32_t*)(uintptr_t)host;
  memset((void*)(uintptr_t)host, 0, 64);
  return flags;
}
/* Once through an open gate: a driver may load code at the first launch, and wait for the device to do so. */
static void close_gate(Flags* flags, gc_kernel* wait, gc_context* in, gc_stream* stream) {
  flags->host[0] = 1;
  run_in(in, wait, ARGS(L((int64_t)flags->address), L((int64_t)(flags->address + 4))));
  flags->host[0] = 0;
  flags->host[1] = 0;
  start(wait, stream, 1, 1, ARGS(L((int64_t)flags->address), L((int64_t)(flags->address + 4))));
}

static void objects_are_apart(void** state) {
  (void)state;
  gc_context *a = own(), *b = own();
  assert_true(identity(a) != identity(b) && identity(a) != identity(context));
  assert_true(native(a) != native(b) && native(a) != 0);
  gc_module *in_a = module_in(a), *in_b = module_in(b);
  gc_kernel *put_a = kernel_of(in_a, "put"), *count_a = kernel_of(in_a, "count_up"),
            *count_b = kernel_of(in_b, "count_up");
  gc_mem *x_a = zeros_in(a, 64), *x_b = zeros_in(b, 64);
  gc_stream* stream_b = NULL;
  CALL(gc_stream_create, b, NULL, &stream_b);

  run_in(a, put_a, ARGS(M(x_a), I(5)));
  assert_int_equal(value_of(x_a), 5);
  assert_int_equal(value_of(x_b), 0);
  /* Each has its own variables. */
  run_in(a, count_a, ARGS(I(3)));
  run_in(a, count_a, ARGS(I(3)));
  run_in(b, count_b, ARGS(I(10)));
  gc_mem *counter_a = NULL, *counter_b = NULL;
  CALL(gc_module_get_global, in_a, "counter", &counter_a);
  CALL(gc_module_get_global, in_b, "counter", &counter_b);
  assert_int_equal(value_of(counter_a), 6);
  assert_int_equal(value_of(counter_b), 10);

  gc_launch_config shape = GRIDCALL_LAUNCH_CONFIG_INIT;
  shape.grid_x = shape.block_x = 1;
  const gc_arg wrong[] = {M(x_b), I(1)}, right[] = {M(x_a), I(1)};
  FAILS(GRIDCALL_ERROR_WRONG_CONTEXT, gc_launch, put_a, &shape, wrong, 2, NULL);
  assert_says("two contexts of");
  FAILS(GRIDCALL_ERROR_WRONG_CONTEXT, gc_launch, put_a, &shape, right, 2, stream_b);
  gc_event* event_a = NULL;
  CALL(gc_event_create, a, NULL, &event_a);
  FAILS(GRIDCALL_ERROR_WRONG_CONTEXT, gc_event_record, event_a, stream_b);

  gc_context* of = NULL;
  CALL(gc_handle_get_context, put_a, &of);
  assert_true(identity(of) == identity(a));
  gc_context_release(of);
  gc_device* same = NULL;
  CALL(gc_context_get_device, a, &same);
  assert_ptr_equal(same, device);
  gc_event_release(event_a);
  gc_stream_release(stream_b);
  gc_mem_release(counter_a);
  gc_mem_release(counter_b);
  gc_mem_release(x_a);
  gc_mem_release(x_b);
  gc_kernel_release(put_a);
  gc_kernel_release(count_a);
  gc_kernel_release(count_b);
  gc_module_release(in_a);
  gc_module_release(in_b);
  gc_context_release(a);
  gc_context_release(b);
}

/* Work in one context never waits for work in another: neither its default stream does, nor a wait for all of
 * it. */
static void work_is_apart(void** state) {
  (void)state;
  gc_context *a = own(), *b = own();
  gc_module *in_a = module_in(a), *in_b = module_in(b);
  gc_kernel *wait = kernel_of(in_a, "wait_for"), *put = kernel_of(in_b, "put");
  gc_mem* x = zeros_in(b, 4);
  run_in(b, put, ARGS(M(x), I(1)));
  Flags flags = flags_make();
  close_gate(&flags, wait, a, NULL);
  start(put, NULL, 1, 1, ARGS(M(x), I(2)));
  CALL(gc_context_synchronize, b);
  assert_int_equal(value_of(x), 2);
  gc_stream* stream_a = NULL;
  CALL(gc_context_get_default_stream, a, &stream_a);
  int32_t done = 1;
  CALL(gc_stream_query, stream_a, &done);
  assert_false(done);
  assert_int_equal(flags.host[1], 0);

  /* But an event of one may hold back a stream of the other. */
  gc_event* opened = NULL;
  gc_stream* later = NULL;
  CALL(gc_event_create, a, NULL, &opened);
  CALL(gc_event_record, opened, NULL);
  CALL(gc_stream_create, b, NULL, &later);
  CALL(gc_stream_wait_event, later, opened);
  start(put, later, 1, 1, ARGS(M(x), I(3)));
  pause_ms(20);
  CALL(gc_stream_query, later, &done);
  assert_false(done);
  flags.host[0] = 1;
  CALL(gc_stream_synchronize, later);
  assert_int_equal(flags.host[1], 7);
  assert_int_equal(value_of(x), 3);

  gc_event_release(opened);
  gc_stream_release(later);
  gc_stream_release(stream_a);
  gc_mem_release(x);
  gc_kernel_release(wait);
  gc_kernel_release(put);
  gc_module_release(in_a);
  gc_module_release(in_b);
  gc_context_release(a);
  gc_context_release(b);
  gc_mem_release(flags.mem);
}

/* Whether the driver still has a context. A GPU's may not be asked for one that is gone. */
static int is_gone(uint64_t number) {
  gc_context* wrapped = NULL;
  const gc_status status = gc_context_wrap(device, number, &wrapped, NULL);
  gc_context_release(wrapped);
  return status == GRIDCALL_ERROR_INVALID_ARGUMENT;
}

static void it_ends_with_the_last_of_it(void** state) {
  (void)state;
  gc_context* a = own();
  const uint64_t number = native(a);
  gc_module* module = module_in(a);
  gc_kernel* put = kernel_of(module, "put");
  gc_mem* x = zeros_in(a, 4096);
  gc_context_release(a);
  gc_module_release(module);
  collect();
  /* Objects that were made in a context keep it. */
  gc_launch_config shape = GRIDCALL_LAUNCH_CONFIG_INIT;
  shape.grid_x = shape.block_x = 1;
  CALL(gc_launch, put, &shape, ARGS(M(x), I(8)), NULL);
  assert_int_equal(value_of(x), 8);
  gc_kernel_release(put);
  collect();
  if (!is_gpu) assert_false(is_gone(number));
  gc_mem_release(x);
  collect();
  if (!is_gpu) assert_true(is_gone(number));
}

/* Everything is released while a kernel of it runs: the release waits for nothing, and the kernel ends as it
 * should. */
static void queued_work_keeps_it(void** state) {
  (void)state;
  gc_context* a = own();
  const uint64_t number = native(a);
  gc_module* module = module_in(a);
  gc_kernel* wait = kernel_of(module, "wait_for");
  gc_stream* stream = NULL;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  CALL(gc_stream_create, a, &options, &stream);
  Flags flags = flags_make();
  close_gate(&flags, wait, a, stream);
  gc_stream_release(stream);
  gc_kernel_release(wait);
  gc_module_release(module);
  gc_context_release(a);
  collect();
  pause_ms(20);
  assert_int_equal(flags.host[1], 0);
  if (!is_gpu) assert_false(is_gone(number));
  flags.host[0] = 1;
  for (int i = 0; i < 5000 && flags.host[1] != 7; ++i) pause_ms(1);
  assert_int_equal(flags.host[1], 7);
  for (int i = 0; i < 5000 && !is_gpu && !is_gone(number); ++i) {
    pause_ms(1);
    collect();
  }
  if (!is_gpu) assert_true(is_gone(number));
  gc_mem_release(flags.mem);
}

/* Memory of it, whole and in pools, goes back with it. */
static void its_memory_comes_back(void** state) {
  (void)state;
  collect();
  uint64_t before = 0, after = 0, total = 0;
  CALL(gc_context_get_memory_info, context, &before, &total);
  const uint64_t size = UINT64_C(256) << 20;
  for (int round = 0; round < 3; ++round) {
    gc_context* a = own();
    gc_pool* pool = NULL;
    gc_mem *whole = NULL, *lent = NULL;
    uint64_t addresses[2] = {0, 0}, value = 0;
    CALL(gc_mem_alloc, a, size, &whole);
    CALL(gc_pool_create, a, NULL, &pool);
    CALL(gc_pool_alloc, pool, 1 << 20, NULL, &lent);
    CALL(gc_mem_get_address, whole, &addresses[0]);
    CALL(gc_mem_get_address, lent, &addresses[1]);
    gc_context_release(a);
    gc_mem_release(whole);
    gc_mem_release(lent);
    gc_pool_release(pool);
    collect();
    for (int i = 0; i < 2; ++i) {
      FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_context_get_pointer_attribute, context,
            GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE, addresses[i], &value);
    }
  }
  CALL(gc_context_get_memory_info, context, &after, &total);
  if (is_gpu)
    assert_true(after + size / 4 > before); /* a CPU device's depends on what else the machine does */
}

static void options_and_attributes(void** state) {
  (void)state;
  gc_context_options options = GRIDCALL_CONTEXT_OPTIONS_INIT;
  options.flags = GRIDCALL_CONTEXT_MAP_HOST | GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX;
  options.sched = GRIDCALL_CONTEXT_SCHED_BLOCKING_SYNC;
  gc_context *a = NULL, *b = own(), *none = NULL;
  CALL(gc_context_create, device, &options, &a);
  assert_int_equal(attribute(a, GRIDCALL_CONTEXT_ATTRIBUTE_SCHED), GRIDCALL_CONTEXT_SCHED_BLOCKING_SYNC);
  assert_int_equal(attribute(a, GRIDCALL_CONTEXT_ATTRIBUTE_FLAGS) & options.flags, options.flags);
  assert_int_equal(attribute(b, GRIDCALL_CONTEXT_ATTRIBUTE_SCHED), GRIDCALL_CONTEXT_SCHED_AUTO);
  assert_int_equal(attribute(a, GRIDCALL_CONTEXT_ATTRIBUTE_IS_PRIMARY), 0);
  assert_int_equal(attribute(context, GRIDCALL_CONTEXT_ATTRIBUTE_IS_PRIMARY), 1);
  assert_int_equal(attribute(a, GRIDCALL_CONTEXT_ATTRIBUTE_API_VERSION), 3020);
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_context_get_primary, device, &options, &none);
  assert_says("gc_context_create");

  const gc_cache_config configs[] = {GRIDCALL_CACHE_CONFIG_PREFER_SHARED, GRIDCALL_CACHE_CONFIG_PREFER_L1,
                                     GRIDCALL_CACHE_CONFIG_PREFER_EQUAL, GRIDCALL_CACHE_CONFIG_PREFER_NONE};
  for (int i = 0; i < 4; ++i) {
    set(a, GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG, (uint64_t)configs[i]);
    assert_int_equal(attribute(a, GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG), configs[i]);
  }
  set(a, GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG, GRIDCALL_CACHE_CONFIG_PREFER_L1);
  assert_int_equal(attribute(b, GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG), GRIDCALL_CACHE_CONFIG_PREFER_NONE);
  for (int width = GRIDCALL_SHARED_CONFIG_DEFAULT_BANK_SIZE;
       width <= GRIDCALL_SHARED_CONFIG_EIGHT_BYTE_BANK_SIZE; ++width) {
    set(a, GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG, (uint64_t)width);
    assert_int_equal(attribute(a, GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG),
                     GRIDCALL_SHARED_CONFIG_FOUR_BYTE_BANK_SIZE);
  }
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_context_set_attribute, a, GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG,
        77);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_context_set_attribute, a, GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG,
        UINT64_MAX);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_context_set_attribute, a, GRIDCALL_CONTEXT_ATTRIBUTE_SCHED, 1);
  assert_says("only read");

  const gc_context_attribute limits[] = {GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE,
                                         GRIDCALL_CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE,
                                         GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE};
  for (int i = 0; i < 3; ++i) {
    const uint64_t first = attribute(a, limits[i]), other = attribute(b, limits[i]);
    assert_true(first != 0);
    set(a, limits[i], 2 * first);
    assert_int_equal(attribute(a, limits[i]), 2 * first);
    assert_int_equal(attribute(b, limits[i]), other);
  }
  set(a, GRIDCALL_CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY, 128);
  assert_int_equal(attribute(a, GRIDCALL_CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY), 128);
  uint64_t value = 0;
  FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_context_get_attribute, a, 4242, &value);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_context_get_attribute, a, 199999, &value);
  gc_context_release(a);
  gc_context_release(b);
}

static int32_t heap_gives(gc_context* in, gc_kernel* take, uint64_t bytes) {
  gc_mem* got = zeros_in(in, 4);
  run_in(in, take, ARGS(L((int64_t)bytes), M(got)));
  const int32_t value = value_of(got);
  gc_mem_release(got);
  return value;
}

static void heap_size_acts(void** state) {
  (void)state;
  gc_context *small = own(), *large = own();
  set(small, GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE, UINT64_C(8) << 20);
  set(large, GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE, UINT64_C(128) << 20);
  gc_module *in_small = module_in(small), *in_large = module_in(large);
  gc_kernel *take_small = kernel_of(in_small, "take"), *take_large = kernel_of(in_large, "take");
  const uint64_t size = attribute(small, GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE);
  assert_int_equal(heap_gives(small, take_small, size / 4), 1);
  assert_int_equal(heap_gives(small, take_small, size * 2), 0);
  assert_int_equal(heap_gives(large, take_large, size * 2), 1);
  if (!is_gpu) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_context_set_attribute, small,
          GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE, UINT64_C(16) << 20);
    assert_says("before the first kernel");
  }
  gc_kernel_release(take_small);
  gc_kernel_release(take_large);
  gc_module_release(in_small);
  gc_module_release(in_large);
  gc_context_release(small);
  gc_context_release(large);
}

/* Frames of 1 KiB: more of them than the CPU device's default stack holds, which the GPU's does with far
 * fewer. */
static void stack_size_acts(void** state) {
  (void)state;
  const int frames = is_gpu ? 30 : 6000;
  gc_context* a = own();
  gc_module* module = module_in(a);
  gc_kernel* recurse = kernel_of(module, "recurse");
  gc_mem* x = zeros_in(a, 4);
  if (!is_gpu) {
    gc_launch_config shape = GRIDCALL_LAUNCH_CONFIG_INIT;
    shape.grid_x = shape.block_x = 1;
    const gc_arg args[] = {I(frames), M(x)};
    CALL(gc_launch, recurse, &shape, args, 2, NULL);
    FAILS(GRIDCALL_ERROR_STACK_OVERFLOW, gc_context_synchronize, a);
  }
  /* A GPU takes it for each thread that it can hold: 16 GB on one of 132 multiprocessors. */
  set(a, GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE, is_gpu ? 60000 : UINT64_C(32) << 20);
  run_in(a, recurse, ARGS(I(frames), M(x)));
  assert_int_equal(value_of(x), frames + 1);
  gc_mem_release(x);
  gc_kernel_release(recurse);
  gc_module_release(module);
  gc_context_release(a);
}

static uint64_t current(void) {
  gc_context* now = NULL;
  const gc_status status = gc_context_get_current(&now, NULL);
  if (status == GRIDCALL_ERROR_NOT_FOUND) return 0;
  assert_int_equal(status, GRIDCALL_OK);
  const uint64_t number = identity(now);
  gc_context_release(now);
  return number;
}

/* The thread's stack is for others: no call but these looks at it, and each leaves it as it was. */
static void current_context(void** state) {
  (void)state;
  gc_context *a = own(), *b = own();
  gc_module* module = module_in(b);
  gc_kernel* put = kernel_of(module, "put");
  gc_mem* x = zeros_in(b, 4);
  gc_context* none = NULL;
  assert_int_equal(current(), 0);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_context_get_current, &none);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_context_pop, a);
  CALL(gc_context_push, a);
  assert_true(current() == identity(a));
  /* A context, objects and work of another one, and its end, with `a` current. */
  run_in(b, put, ARGS(M(x), I(4)));
  assert_int_equal(value_of(x), 4);
  gc_context* passing = own();
  assert_true(current() == identity(a));
  gc_context_release(passing);
  collect();
  assert_true(current() == identity(a));
  CALL(gc_context_push, b);
  CALL(gc_context_push, b);
  CALL(gc_context_push, context);
  assert_true(current() == identity(context));
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_context_pop, b);
  assert_says("another one");
  CALL(gc_context_pop, context);
  CALL(gc_context_pop, b);
  assert_true(current() == identity(b));
  CALL(gc_context_pop, b);
  assert_true(current() == identity(a));
  CALL(gc_context_pop, a);
  assert_int_equal(current(), 0);
  gc_mem_release(x);
  gc_kernel_release(put);
  gc_module_release(module);
  gc_context_release(a);
  gc_context_release(b);
}

static void wrapped_contexts(void** state) {
  (void)state;
  gc_context *a = own(), *wrapped = NULL;
  CALL(gc_context_wrap, device, native(a), &wrapped);
  assert_true(identity(wrapped) == identity(a));
  gc_context_release(wrapped);
  CALL(gc_context_wrap, device, native(context), &wrapped);
  assert_true(identity(wrapped) == identity(context));
  gc_context_release(wrapped);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_context_wrap, device, 0, &wrapped);
  if (!is_gpu) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_context_wrap, device, 12345, &wrapped);
    assert_says("no context of");
  }
  gc_context_release(a);
}

static uint64_t pointer(gc_pointer_attribute which, uint64_t address) {
  uint64_t value = ~UINT64_C(0);
  CALL(gc_context_get_pointer_attribute, context, which, address, &value);
  return value;
}

static void pointer_attributes(void** state) {
  (void)state;
  gc_context* a = own();
  gc_mem* x = zeros_in(a, 1000);
  Flags flags = flags_make();
  uint64_t address = 0, value = 0;
  CALL(gc_mem_get_address, x, &address);
  assert_true(pointer(GRIDCALL_POINTER_ATTRIBUTE_CONTEXT, address) == native(a));
  assert_int_equal(pointer(GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE, address + 10), 2);
  assert_true(pointer(GRIDCALL_POINTER_ATTRIBUTE_DEVICE_POINTER, address) == address);
  assert_int_equal(pointer(GRIDCALL_POINTER_ATTRIBUTE_IS_MANAGED, address), 0);
  assert_int_equal(pointer(GRIDCALL_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address), (int)native(device));
  assert_true(pointer(GRIDCALL_POINTER_ATTRIBUTE_RANGE_START_ADDRESS, address + 900) == address);
  assert_int_equal(pointer(GRIDCALL_POINTER_ATTRIBUTE_RANGE_SIZE, address), 1000);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_context_get_pointer_attribute, context,
        GRIDCALL_POINTER_ATTRIBUTE_HOST_POINTER, address, &value);
  const uint64_t host = (uint64_t)(uintptr_t)flags.host;
  assert_int_equal(pointer(GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE, flags.address), 1);
  assert_true(pointer(GRIDCALL_POINTER_ATTRIBUTE_HOST_POINTER, flags.address + 4) == host + 4);
  assert_true(pointer(GRIDCALL_POINTER_ATTRIBUTE_CONTEXT, flags.address) == native(context));
  void* ordinary = malloc(100);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_context_get_pointer_attribute, context,
        GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE, (uint64_t)(uintptr_t)ordinary, &value);
  assert_says("no memory of CUDA");
  free(ordinary);
  gc_mem_release(x);
  gc_mem_release(flags.mem);
  gc_context_release(a);
}

/* Two contexts of one device: the CPU device's reach each other's memory; what a GPU says is its driver's
 * affair. */
static void peers(void** state) {
  (void)state;
  gc_context *a = own(), *b = own();
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_context_enable_peer_access, a, a);
  int32_t can = -1;
  CALL(gc_device_can_access_peer, device, device, &can);
  assert_int_equal(can, 0);
  if (!is_gpu) {
    CALL(gc_context_enable_peer_access, a, b);
    FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_context_enable_peer_access, a, b);
    assert_says("already");
    FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_context_disable_peer_access, b, a);
    CALL(gc_context_disable_peer_access, a, b);
    FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_context_disable_peer_access, a, b);
  }
  gc_context_release(a);
  gc_context_release(b);
}

static void default_device(void** state) {
  (void)state;
  gc_device* chosen = NULL;
  int32_t count = 0;
  CALL(gc_device_get_count, &count);
  int32_t major = 0, minor = 0, patch = -1;
  CALL(gc_version_get, GRIDCALL_VERSION_COMPONENT_CUDA, &major, &minor, &patch);
  assert_true(major == 13 && minor == 0 && patch == 0);
  /* The test is run with GRIDCALL_DEVICE; without one the index decides. */
  char before[64];
  const char* variable = getenv("GRIDCALL_DEVICE");
  snprintf(before, sizeof before, "%s", variable ? variable : "");
  setenv("GRIDCALL_DEVICE", is_gpu ? "gpu" : "cpu", 1);
  CALL(gc_device_get_default, 1000, &chosen);
  gc_device_kind kind = 0;
  CALL(gc_device_get_kind, chosen, &kind);
  assert_int_equal(kind, is_gpu ? GRIDCALL_DEVICE_KIND_GPU : GRIDCALL_DEVICE_KIND_CPU);
  setenv("GRIDCALL_DEVICE", "no such device", 1);
  FAILS(GRIDCALL_ERROR_NO_DEVICE, gc_device_get_default, 0, &chosen);
  assert_says("GRIDCALL_DEVICE");
  if (getenv("CUDA_DEVICE") == NULL) {
    char home[256];
    snprintf(home, sizeof home, "%s", getenv("HOME") ? getenv("HOME") : "");
    unsetenv("GRIDCALL_DEVICE");
    setenv("HOME", "/nonexistent", 1);
    gc_device* last = NULL;
    CALL(gc_device_get_by_index, count - 1, &last);
    CALL(gc_device_get_default, count - 1, &chosen);
    assert_ptr_equal(chosen, last);
    FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_device_get_default, count, &chosen);
    assert_says("`fallback`");
    FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_device_get_default, -1, &chosen);
    setenv("HOME", home, 1);
  }
  setenv("GRIDCALL_DEVICE", before, 1);
}

static int64_t stream_attribute(gc_stream* stream, gc_stream_attribute which) {
  int64_t value = -1;
  CALL(gc_stream_get_attribute, stream, which, &value);
  return value;
}

static void stream_attributes(void** state) {
  (void)state;
  int32_t least = 0, greatest = 0;
  CALL(gc_context_get_stream_priority_range, context, &least, &greatest);
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  options.priority = greatest;
  gc_stream *urgent = NULL, *plain = NULL, *legacy = NULL;
  CALL(gc_stream_create, context, &options, &urgent);
  CALL(gc_stream_create, context, NULL, &plain);
  CALL(gc_context_get_default_stream, context, &legacy);
  assert_int_equal(stream_attribute(urgent, GRIDCALL_STREAM_ATTRIBUTE_FLAGS), GRIDCALL_STREAM_NON_BLOCKING);
  assert_int_equal(stream_attribute(plain, GRIDCALL_STREAM_ATTRIBUTE_FLAGS), 0);
  assert_int_equal(stream_attribute(legacy, GRIDCALL_STREAM_ATTRIBUTE_FLAGS), 0);
  assert_int_equal(stream_attribute(urgent, GRIDCALL_STREAM_ATTRIBUTE_PRIORITY), greatest);
  assert_int_equal(stream_attribute(plain, GRIDCALL_STREAM_ATTRIBUTE_PRIORITY), 0);
  assert_int_equal(stream_attribute(plain, GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING), 0);
  const int64_t ids[] = {stream_attribute(urgent, GRIDCALL_STREAM_ATTRIBUTE_ID),
                         stream_attribute(plain, GRIDCALL_STREAM_ATTRIBUTE_ID),
                         stream_attribute(legacy, GRIDCALL_STREAM_ATTRIBUTE_ID)};
  assert_true(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
  int64_t value = 0;
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_stream_get_attribute, plain, 1, &value);
  gc_stream_release(urgent);
  gc_stream_release(plain);
  gc_stream_release(legacy);
}

/* A stream and an event of another library, here our own under another handle. */
static void wrapped_streams_and_events(void** state) {
  (void)state;
  gc_context* a = own();
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_stream *theirs = NULL, *wrapped = NULL, *none = NULL;
  CALL(gc_stream_create, context, &options, &theirs);
  CALL(gc_stream_wrap, context, native(theirs), &wrapped);
  assert_true(native(wrapped) == native(theirs));
  assert_int_equal(stream_attribute(wrapped, GRIDCALL_STREAM_ATTRIBUTE_FLAGS), GRIDCALL_STREAM_NON_BLOCKING);
  gc_module* module = compile(source);
  gc_kernel *wait = kernel_of(module, "wait_for"), *put = kernel_of(module, "put");
  gc_mem* x = zeros(4);
  run(put, 1, 1, ARGS(M(x), I(1)));
  Flags flags = flags_make();
  close_gate(&flags, wait, context, theirs);
  start(put, wrapped, 1, 1, ARGS(M(x), I(2)));
  int32_t done = 1;
  CALL(gc_stream_query, wrapped, &done);
  assert_false(done);
  gc_event *event = NULL, *same = NULL;
  CALL(gc_event_create, context, NULL, &event);
  CALL(gc_event_record, event, wrapped);
  CALL(gc_event_wrap, context, native(event), &same);
  CALL(gc_event_query, same, &done);
  assert_false(done);
  gc_mem_release(x); /* the work on it still runs */
  collect();
  flags.host[0] = 1;
  CALL(gc_event_synchronize, same);
  CALL(gc_stream_query, theirs, &done);
  assert_true(done);
  gc_event_release(same);
  CALL(gc_event_query, event, &done); /* it was not destroyed */
  gc_stream_release(wrapped);
  collect();
  CALL(gc_stream_synchronize, theirs); /* nor was this */

  FAILS(GRIDCALL_ERROR_WRONG_CONTEXT, gc_stream_wrap, a, native(theirs), &none);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_stream_wrap, context, 2, &none);
  if (!is_gpu) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_stream_wrap, context, 4096, &none);
    gc_event* no_event = NULL;
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_event_wrap, context, 4096, &no_event);
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_event_wrap, a, native(event), &no_event);
  }
  CALL(gc_stream_wrap, a, 0, &none);
  CALL(gc_stream_synchronize, none);
  gc_stream_release(none);
  gc_event_release(event);
  gc_stream_release(theirs);
  gc_kernel_release(wait);
  gc_kernel_release(put);
  gc_module_release(module);
  gc_mem_release(flags.mem);
  gc_context_release(a);
}

static void fault_belongs_to_its_context_alone(void) {
  gc_context *a = own(), *b = own();
  gc_module *in_a = module_in(a), *in_b = module_in(b);
  gc_kernel *wild = kernel_of(in_a, "wild"), *put = kernel_of(in_b, "put");
  gc_mem *x = zeros_in(b, 4), *none = NULL;
  start(wild, NULL, 1, 1, NULL, 0);
  FAILS(GRIDCALL_ERROR_ILLEGAL_ADDRESS, gc_context_synchronize, a);
  gc_context* again = NULL;
  if (is_gpu) { /* every context of the process fails then */
    gc_context* const others[] = {a, b, context};
    for (int i = 0; i < 3; ++i) {
      FAILS(GRIDCALL_ERROR_DEVICE_LOST, gc_mem_alloc, others[i], 64, &none);
      assert_says("start a new process");
    }
    FAILS(GRIDCALL_ERROR_DEVICE_LOST, gc_context_create, device, NULL, &again);
    return;
  }
  CALL(gc_context_synchronize, a); /* reported once */
  run_in(b, put, ARGS(M(x), I(6)));
  assert_int_equal(value_of(x), 6);
  CALL(gc_context_synchronize, b);
  CALL(gc_context_synchronize, context);
  gc_mem_release(x);
  gc_kernel_release(wild);
  gc_kernel_release(put);
  gc_module_release(in_a);
  gc_module_release(in_b);
  gc_context_release(a);
  gc_context_release(b);
  collect();
  /* Another one takes its place. */
  again = own();
  gc_module* module = module_in(again);
  gc_kernel* same = kernel_of(module, "put");
  x = zeros_in(again, 4);
  run_in(again, same, ARGS(M(x), I(9)));
  assert_int_equal(value_of(x), 9);
  gc_mem_release(x);
  gc_kernel_release(same);
  gc_module_release(module);
  gc_context_release(again);
}

/* In a process of its own: what else it does must not be in question. */
static void fault_belongs_to_its_context(void** state) {
  (void)state;
  static const char kChild[] = "GRIDCALL_TEST_CONTEXT_CHILD";
  if (getenv(kChild) != NULL) {
    fault_belongs_to_its_context_alone();
    return;
  }
  static char output[65536];
  setenv(kChild, "1", 1);
  const int code = run_self("--only", "contexts_fault_belongs_to_its_context", output, sizeof output);
  unsetenv(kChild);
  if (code != 0) fail_msg("the process ended with %d; it said:\n%s", code, output);
}

const struct CMUnitTest contexts_tests[] = {
    {"contexts_objects_are_apart", objects_are_apart, NULL, NULL, NULL},
    {"contexts_work_is_apart", work_is_apart, NULL, NULL, NULL},
    {"contexts_it_ends_with_the_last_of_it", it_ends_with_the_last_of_it, NULL, NULL, NULL},
    {"contexts_queued_work_keeps_it", queued_work_keeps_it, NULL, NULL, NULL},
    {"contexts_its_memory_comes_back", its_memory_comes_back, NULL, NULL, NULL},
    {"contexts_options_and_attributes", options_and_attributes, NULL, NULL, NULL},
    {"contexts_heap_size_acts", heap_size_acts, NULL, NULL, NULL},
    {"contexts_stack_size_acts", stack_size_acts, NULL, NULL, NULL},
    {"contexts_current_context", current_context, NULL, NULL, NULL},
    {"contexts_wrapped_contexts", wrapped_contexts, NULL, NULL, NULL},
    {"contexts_pointer_attributes", pointer_attributes, NULL, NULL, NULL},
    {"contexts_peers", peers, NULL, NULL, NULL},
    {"contexts_default_device", default_device, NULL, NULL, NULL},
    {"contexts_stream_attributes", stream_attributes, NULL, NULL, NULL},
    {"contexts_wrapped_streams_and_events", wrapped_streams_and_events, NULL, NULL, NULL},
    {"contexts_fault_belongs_to_its_context", fault_belongs_to_its_context, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
