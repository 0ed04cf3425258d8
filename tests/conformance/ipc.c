/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory and events of two processes. The other one is this program again (--ipc), which does what it is
 * told by its standard input.
 */

#define _GNU_SOURCE
#include "harness.h"
#include "support/effort.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

enum { OBJECTS = 16 };

typedef enum Act {
  MAKE_MEM,   /* `size` bytes, as object `object`; returns its handle and offset */
  OPEN_MEM,   /* handle, offset, size */
  FREE_MEM,   /* at once */
  FILL,       /* all of it with the 32-bit `value`, on the stream */
  SUM,        /* of its 32-bit numbers, after what is on the stream */
  ADD,        /* `value` to each of them, by a kernel, on the stream */
  MAKE_EVENT, /* returns its handle */
  OPEN_EVENT,
  FREE_EVENT,
  RECORD,      /* on the stream */
  WAIT,        /* by the stream */
  SYNCHRONIZE, /* by the host */
  QUERY,
  SYNCHRONIZE_STREAM,
  CLOSE_GATE, /* on the stream */
  OPEN_GATE,
} Act;

typedef struct Order {
  Act act;
  int object;
  unsigned char handle[64];
  uint64_t offset, size, value;
} Order;

typedef struct Answer {
  gc_status status;
  unsigned char handle[64];
  uint64_t offset, value;
  char message[512];
} Answer;

/* --- what both processes can do --- */

static struct {
  gc_mem* mems[OBJECTS];
  gc_event* events[OBJECTS];
  gc_stream* stream;
  gc_kernel* add;
  Gate gate;
  int has_gate;
} own;

static const char add_source[] =
    "__global__ void add(unsigned *x, unsigned long long n, unsigned k) {\n"
    "  for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * "
    "blockDim.x)\n"
    "    x[i] += k;\n"
    "}\n";

static gc_status sum(gc_mem* mem, uint64_t* total, gc_error** error) {
  uint64_t size = 0;
  gc_status status = gc_mem_get_size(mem, &size, error);
  if (status != GRIDCALL_OK) return status;
  uint32_t* words = malloc(size);
  status = gc_memcpy_dtoh(words, mem, 0, size, own.stream, error);
  *total = 0;
  for (uint64_t i = 0; i < size / 4; ++i) *total += words[i];
  free(words);
  return status;
}

static gc_status add(gc_mem* mem, uint64_t value, gc_error** error) {
  if (own.add == NULL) own.add = kernel_of(compile(add_source), "add");
  uint64_t size = 0;
  const gc_status status = gc_mem_get_size(mem, &size, error);
  if (status != GRIDCALL_OK) return status;
  start(own.add, own.stream, 4, 64, ARGS(M(mem), L((int64_t)(size / 4)), U((uint32_t)value)));
  return GRIDCALL_OK;
}

static gc_status do_order(const Order* order, Answer* answer, gc_error** error) {
  gc_mem** mem = &own.mems[order->object];
  gc_event** event = &own.events[order->object];
  gc_status status = GRIDCALL_OK;
  int32_t done = 0;
  if (own.stream == NULL) {
    const gc_stream_options options = {sizeof options, GRIDCALL_STREAM_NON_BLOCKING, 0};
    status = gc_stream_create(context, &options, &own.stream, error);
    if (status != GRIDCALL_OK) return status;
    /* A driver loads code at its first use, and may wait for the device to do so: not behind a gate. */
    gc_mem* word = NULL;
    CALL(gc_mem_alloc, context, 4, &word);
    CALL(fill_u32, word, 0, 0, 1, own.stream);
    status = add(word, 0, error);
    if (status != GRIDCALL_OK) return status;
    CALL(gc_stream_synchronize, own.stream);
    gc_mem_release(word);
  }
  switch (order->act) {
    case MAKE_MEM:
      status = gc_mem_alloc(context, order->size, mem, error);
      if (status != GRIDCALL_OK) return status;
      return gc_mem_get_ipc_handle(*mem, answer->handle, &answer->offset, error);
    case OPEN_MEM:
      return gc_mem_open_ipc(context, order->handle, 64, order->offset, order->size, NULL, mem, error);
    case FREE_MEM:
      status = gc_mem_free(*mem, error);
      *mem = NULL;
      return status;
    case FILL: {
      uint64_t size = 0;
      status = gc_mem_get_size(*mem, &size, error);
      if (status != GRIDCALL_OK) return status;
      return fill_u32(*mem, 0, (uint32_t)order->value, size / 4, own.stream, error);
    }
    case SUM:
      return sum(*mem, &answer->value, error);
    case ADD:
      return add(*mem, order->value, error);
    case MAKE_EVENT: {
      const gc_event_options options = {sizeof options,
                                        GRIDCALL_EVENT_INTERPROCESS | GRIDCALL_EVENT_DISABLE_TIMING};
      status = gc_event_create(context, &options, event, error);
      if (status != GRIDCALL_OK) return status;
      return gc_event_get_ipc_handle(*event, answer->handle, error);
    }
    case OPEN_EVENT:
      return gc_event_open_ipc(context, order->handle, 64, event, error);
    case FREE_EVENT:
      gc_event_release(*event);
      *event = NULL;
      return gc_handle_collect(error);
    case RECORD:
      return gc_event_record(*event, own.stream, error);
    case WAIT:
      return gc_stream_wait_event(own.stream, *event, error);
    case SYNCHRONIZE:
      return gc_event_synchronize(*event, error);
    case QUERY:
      status = gc_event_query(*event, &done, error);
      answer->value = (uint64_t)done;
      return status;
    case SYNCHRONIZE_STREAM:
      return gc_stream_synchronize(own.stream, error);
    case CLOSE_GATE:
      if (!own.has_gate) own.gate = gate_make();
      own.has_gate = 1;
      *own.gate.flag = 0;
      gate_close(&own.gate, own.stream);
      return GRIDCALL_OK;
    case OPEN_GATE:
      gate_open(&own.gate);
      return GRIDCALL_OK;
  }
  return GRIDCALL_ERROR_INVALID_ARGUMENT;
}

static Answer do_here(Order order) {
  Answer answer;
  memset(&answer, 0, sizeof answer);
  gc_error* error = NULL;
  answer.status = do_order(&order, &answer, &error);
  if (error != NULL) snprintf(answer.message, sizeof answer.message, "%s", gc_error_message(error));
  gc_error_release(error);
  return answer;
}

static int transfer(int descriptor, void* bytes, size_t size, int writes) {
  for (size_t done = 0; done < size;) {
    char* at = (char*)bytes + done;
    const ssize_t moved = writes ? write(descriptor, at, size - done) : read(descriptor, at, size - done);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return 0;
    done += (size_t)moved;
  }
  return 1;
}

int ipc_child(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* a gate that nobody opens would occupy the device */
  Order order;
  while (transfer(0, &order, sizeof order, 0)) {
    Answer answer = do_here(order);
    if (!transfer(1, &answer, sizeof answer, 1)) break;
  }
  return 0;
}

/* --- the other process, seen from this one --- */

typedef struct Other {
  pid_t pid;
  int to, from;
} Other;

static Other other_begin(void) {
  int to[2], from[2];
  assert_int_equal(pipe2(to, O_CLOEXEC), 0);
  assert_int_equal(pipe2(from, O_CLOEXEC), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from[1], 1);
  char option[] = "--ipc";
  char* argv[] = {(char*)(uintptr_t)program_path, option, NULL};
  Other other = {0, to[1], from[0]};
  assert_int_equal(posix_spawn(&other.pid, program_path, &actions, NULL, argv, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  return other;
}

static void other_end(Other* other) {
  close(other->to);
  close(other->from);
  waitpid(other->pid, NULL, 0);
}

static void other_kill(Other* other) {
  kill(other->pid, SIGKILL);
  other_end(other);
}

static void send_order(Other* other, Order order) {
  assert_true(transfer(other->to, &order, sizeof order, 1));
}

static Answer get_answer(Other* other) {
  Answer answer;
  assert_true(transfer(other->from, &answer, sizeof answer, 0));
  return answer;
}

static Answer ask(Other* other, Order order) {
  send_order(other, order);
  return get_answer(other);
}
#define ASK(other, ...) ask(other, (Order){__VA_ARGS__})
#define HERE(...) do_here((Order){__VA_ARGS__})

static Answer must(Answer answer) {
  if (answer.status != GRIDCALL_OK) fail_msg("%s: %s", gc_status_name(answer.status), answer.message);
  return answer;
}

static Order open_order(Answer exported, Act act, int object, uint64_t size) {
  Order order = {.act = act, .object = object, .offset = exported.offset, .size = size};
  memcpy(order.handle, exported.handle, sizeof order.handle);
  return order;
}

static int has_ipc(void) {
  int32_t supported = 0;
  CALL(gc_context_is_supported, context, GRIDCALL_FEATURE_IPC, &supported);
  return supported;
}
#define NEEDS_IPC() \
  if (!has_ipc()) skip()

static uint64_t attribute(gc_mem* mem, gc_mem_attribute which) {
  uint64_t value = 0;
  CALL(gc_mem_get_attribute, mem, which, &value);
  return value;
}

/* --- tests --- */

static const uint64_t sizes[] = {64, 4096, 40000, 1u << 20, 16u << 20};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* Each process sees what the other writes, by copies, fills and kernels, also in small allocations. */
static void memory_is_shared(void** state) {
  (void)state;
  NEEDS_IPC();
  Other other = other_begin();
  for (int i = 0; i < SIZES; ++i) {
    const uint64_t count = sizes[i] / 4;
    gc_mem* beside = zeros(sizes[i]);
    const Answer exported = must(HERE(MAKE_MEM, i, .size = sizes[i]));
    must(HERE(FILL, i, .value = 3));
    must(HERE(SYNCHRONIZE_STREAM));
    must(ask(&other, open_order(exported, OPEN_MEM, i, sizes[i])));
    assert_int_equal(must(ASK(&other, SUM, i)).value, 3 * count);
    must(ASK(&other, ADD, i, .value = 4));
    assert_int_equal(must(ASK(&other, SUM, i)).value, 7 * count);
    assert_int_equal(must(HERE(SUM, i)).value, 7 * count);
    must(HERE(ADD, i, .value = 1));
    assert_int_equal(must(HERE(SUM, i)).value, 8 * count);
    assert_int_equal(must(ASK(&other, SUM, i)).value, 8 * count);
    /* Exported again it has the same handle, and a neighbour is untouched. */
    Answer again;
    CALL(gc_mem_get_ipc_handle, own.mems[i], again.handle, &again.offset);
    assert_memory_equal(again.handle, exported.handle, 64);
    uint64_t total = 1;
    gc_error* error = NULL;
    check_call(sum(beside, &total, &error), error, "sum", __FILE__, __LINE__);
    assert_int_equal(total, 0);
    gc_mem_release(beside);
  }
  /* It stays what it was for this process. */
  assert_int_equal(attribute(own.mems[0], GRIDCALL_MEM_ATTRIBUTE_ORIGIN), GRIDCALL_MEM_ORIGIN_ALLOCATED);
  for (int i = 0; i < SIZES; ++i) {
    must(ASK(&other, FREE_MEM, i));
    must(HERE(FREE_MEM, i));
  }
  other_end(&other);
}

/* In the other direction, with parts, several openings of the same memory, and one handle after another. */
static void parts_and_openings(void** state) {
  (void)state;
  NEEDS_IPC();
  Other other = other_begin();
  enum { SIZE = 1 << 20 };
  const Answer exported = must(ASK(&other, MAKE_MEM, 0, .size = SIZE));
  must(ASK(&other, FILL, 0, .value = 5));
  must(ASK(&other, SYNCHRONIZE_STREAM));
  must(do_here(open_order(exported, OPEN_MEM, 1, SIZE)));
  Answer inside = exported;
  inside.offset += 4096;
  must(do_here(open_order(inside, OPEN_MEM, 2, 400)));
  gc_mem* mem = own.mems[2];
  assert_int_equal(attribute(mem, GRIDCALL_MEM_ATTRIBUTE_ORIGIN), GRIDCALL_MEM_ORIGIN_IPC);
  assert_int_equal(attribute(mem, GRIDCALL_MEM_ATTRIBUTE_PLACE), GRIDCALL_MEM_PLACE_DEVICE);
  uint64_t whole = 0, part = 0;
  CALL(gc_mem_get_address, own.mems[1], &whole);
  CALL(gc_mem_get_address, mem, &part);
  assert_int_equal(part - whole, 4096); /* one mapping, counted */
  must(HERE(FILL, 2, .value = 6));
  must(HERE(SYNCHRONIZE_STREAM));
  assert_int_equal(must(ASK(&other, SUM, 0)).value, SIZE / 4 * 5 + 100);
  must(HERE(FREE_MEM, 1));
  assert_int_equal(must(HERE(SUM, 2)).value, 600);
  gc_mem* flagged = NULL;
  gc_mem_ipc_options options = GRIDCALL_MEM_IPC_OPTIONS_INIT;
  options.flags = GRIDCALL_MEM_IPC_LAZY_PEER_ACCESS; /* what it does anyhow */
  CALL(gc_mem_open_ipc, context, exported.handle, 64, inside.offset, 4, &options, &flagged);
  uint32_t word = 0;
  download(flagged, &word, sizeof word);
  assert_int_equal(word, 6);
  gc_mem_release(flagged);
  /* The process that has it open cannot export it; a part of it is as any. */
  Answer none;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_get_ipc_handle, own.mems[2], none.handle, &none.offset);
  assert_says("pass on the handle");
  gc_mem* sub = NULL;
  CALL(gc_mem_create_sub_region, own.mems[2], 40, 40, 0, &sub);
  uint32_t words[10];
  download(sub, words, sizeof words);
  assert_int_equal(words[9], 6);
  gc_mem_release(sub);
  collect();
  must(HERE(FREE_MEM, 2));
  must(do_here(open_order(exported, OPEN_MEM, 2, SIZE)));
  assert_int_equal(must(HERE(SUM, 2)).value, SIZE / 4 * 5 + 100);
  /* Released without a wait, as any memory. */
  must(HERE(ADD, 2, .value = 1));
  gc_mem_release(own.mems[2]);
  wait_all();
  collect();
  assert_int_equal(must(ASK(&other, SUM, 0)).value, SIZE / 4 * 6 + 100);

  /* A part of an own allocation: the offset says where. */
  gc_mem* all = zeros(SIZE);
  CALL(gc_mem_create_sub_region, all, 1000, 2000, 0, &sub);
  Answer of_part, of_all;
  CALL(gc_mem_get_ipc_handle, sub, of_part.handle, &of_part.offset);
  CALL(gc_mem_get_ipc_handle, all, of_all.handle, &of_all.offset);
  assert_memory_equal(of_part.handle, of_all.handle, 64);
  assert_int_equal(of_part.offset - of_all.offset, 1000);
  must(ask(&other, open_order(of_part, OPEN_MEM, 3, 2000)));
  must(ASK(&other, FILL, 3, .value = 9));
  must(ASK(&other, SYNCHRONIZE_STREAM));
  static uint32_t got[SIZE / 4];
  download(all, got, SIZE);
  for (int i = 0; i < SIZE / 4; ++i) assert_int_equal(got[i], i >= 250 && i < 750 ? 9 : 0);
  must(ASK(&other, FREE_MEM, 3));
  gc_mem_release(sub);
  gc_mem_release(all);
  other_end(&other);
}

/* Work of one process waits for the other's, whichever made the event. */
static void events_order_work(void** state) {
  (void)state;
  NEEDS_IPC();
  Other other = other_begin();
  enum { SIZE = 4 << 20, COUNT = SIZE / 4 };
  const Answer mem = must(HERE(MAKE_MEM, 0, .size = SIZE));
  must(HERE(FILL, 0, .value = 1));
  must(HERE(SYNCHRONIZE_STREAM));
  must(ask(&other, open_order(mem, OPEN_MEM, 0, SIZE)));
  for (int made_there = 0; made_there < 2; ++made_there) {
    const Order make_event = {.act = MAKE_EVENT, .object = 1};
    const Answer event = must(made_there ? ask(&other, make_event) : do_here(make_event));
    const Order open_event = open_order(event, OPEN_EVENT, 1, 0);
    must(made_there ? do_here(open_event) : ask(&other, open_event));
    assert_int_equal(must(ASK(&other, QUERY, 1)).value, 1); /* never recorded */
    must(ASK(&other, SYNCHRONIZE, 1));

    must(HERE(FILL, 0, .value = 1));
    must(HERE(SYNCHRONIZE_STREAM));
    must(HERE(CLOSE_GATE));
    must(HERE(FILL, 0, .value = 10));
    must(HERE(RECORD, 1));
    assert_int_equal(must(ASK(&other, QUERY, 1)).value, 0);
    must(ASK(&other, WAIT, 1));
    send_order(&other, (Order){.act = SUM, .object = 0}); /* waits */
    usleep(30000);
    must(HERE(OPEN_GATE));
    assert_int_equal(must(get_answer(&other)).value, 10 * COUNT);
    must(ASK(&other, SYNCHRONIZE, 1));
    assert_int_equal(must(ASK(&other, QUERY, 1)).value, 1);
    must(HERE(SYNCHRONIZE, 1));

    /* And back, by the host's wait. */
    must(ASK(&other, CLOSE_GATE));
    must(ASK(&other, ADD, 0, .value = 5));
    must(ASK(&other, RECORD, 1));
    assert_int_equal(must(HERE(QUERY, 1)).value, 0);
    must(ASK(&other, OPEN_GATE));
    must(HERE(SYNCHRONIZE, 1));
    assert_int_equal(must(HERE(SUM, 0)).value, 15 * COUNT);
    must(ASK(&other, FREE_EVENT, 1));
    must(HERE(FREE_EVENT, 1));
  }
  must(ASK(&other, FREE_MEM, 0));
  must(HERE(FREE_MEM, 0));
  other_end(&other);
}

/* Many records, of both processes in turn: a wait is for the newest. */
static void events_in_turn(void** state) {
  (void)state;
  NEEDS_IPC();
  Other other = other_begin();
  enum { SIZE = 1 << 20, COUNT = SIZE / 4, TURNS = 100 };
  const Answer mem = must(HERE(MAKE_MEM, 0, .size = SIZE));
  const Answer event = must(HERE(MAKE_EVENT, 1));
  must(HERE(FILL, 0, .value = 0));
  must(HERE(SYNCHRONIZE_STREAM));
  must(ask(&other, open_order(mem, OPEN_MEM, 0, SIZE)));
  must(ask(&other, open_order(event, OPEN_EVENT, 1, 0)));
  for (int turn = 0; turn < TURNS; ++turn) {
    must(HERE(WAIT, 1));
    must(HERE(ADD, 0, .value = 1));
    must(HERE(RECORD, 1));
    must(ASK(&other, WAIT, 1));
    must(ASK(&other, ADD, 0, .value = 1));
    must(ASK(&other, RECORD, 1));
  }
  must(HERE(WAIT, 1));
  assert_int_equal(must(HERE(SUM, 0)).value, (uint64_t)2 * TURNS * COUNT);
  must(ASK(&other, FREE_EVENT, 1));
  must(HERE(FREE_EVENT, 1));
  must(ASK(&other, FREE_MEM, 0));
  must(HERE(FREE_MEM, 0));
  other_end(&other);
}

static void refused_mem(gc_mem* mem, const char* says) {
  Answer none;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_get_ipc_handle, mem, none.handle, &none.offset);
  assert_says(says);
}

static void exports_refused(void** state) {
  (void)state;
  NEEDS_IPC();
  gc_mem* mem = NULL;
  CALL(alloc_host, context, 4096, &mem);
  refused_mem(mem, "no device memory");
  gc_mem_release(mem);
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.size = 4096;
  options.place = GRIDCALL_MEM_PLACE_MANAGED;
  if (gc_mem_create(context, &options, &mem, NULL) == GRIDCALL_OK) {
    refused_mem(mem, "no device memory");
    gc_mem_release(mem);
  }
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, NULL, &pool);
  CALL(gc_pool_alloc, pool, 4096, NULL, &mem);
  refused_mem(mem, "pool");
  gc_mem_release(mem);
  gc_pool_release(pool);
  gc_module* module = compile("__device__ int variable[64];\n__global__ void k() { variable[0] = 1; }\n");
  CALL(gc_module_get_global, module, "variable", &mem);
  refused_mem(mem, "variable of a module");
  gc_mem_release(mem);
  gc_module_release(module);

  gc_event* event = NULL;
  gc_event_options flags = {sizeof flags, GRIDCALL_EVENT_INTERPROCESS};
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_event_create, context, &flags, &event);
  assert_says("DISABLE_TIMING");
  CALL(gc_event_create, context, NULL, &event);
  Answer none;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_event_get_ipc_handle, event, none.handle);
  assert_says("INTERPROCESS");
  gc_event_release(event);
}

static void refused_handle(const void* handle, size_t size, int is_event) {
  gc_mem* mem = NULL;
  gc_event* event = NULL;
  gc_error* error = NULL;
  const gc_status status = is_event ? gc_event_open_ipc(context, handle, size, &event, &error)
                                    : gc_mem_open_ipc(context, handle, size, 0, 64, NULL, &mem, &error);
  if (status == GRIDCALL_OK) fail_msg("it was opened");
  assert_null(mem);
  assert_null(event);
  /* A GPU's driver has codes of its own for some. */
  if (status != GRIDCALL_ERROR_INVALID_ARGUMENT && !(is_gpu && status == GRIDCALL_ERROR_DRIVER))
    fail_msg("%s: %s", gc_status_name(status), gc_error_message(error));
  gc_error_release(error);
}

static void handles_refused(void** state) {
  (void)state;
  NEEDS_IPC();
  unsigned char handle[65] = {0};
  uint64_t random = 7;
  for (int is_event = 0; is_event < 2; ++is_event) {
    refused_handle(handle, 63, is_event);
    refused_handle(handle, 65, is_event);
    refused_handle(handle, 0, is_event);
    refused_handle(handle, 64, is_event);
  }
  for (int round = 0; round < (is_gpu ? 4 : 1000); ++round) {
    for (int i = 0; i < 64; ++i) handle[i] = (unsigned char)random_u32(&random);
    refused_handle(handle, 64, round & 1);
  }
  /* Handles that name the other kind of object, of this process and of another one. */
  Answer mem = must(HERE(MAKE_MEM, 0, .size = 4096));
  Answer event = must(HERE(MAKE_EVENT, 0));
  refused_handle(mem.handle, 64, 0);
  refused_handle(event.handle, 64, 1);
  Other other = other_begin();
  const Answer their_mem = must(ASK(&other, MAKE_MEM, 0, .size = 4096));
  const Answer their_event = must(ASK(&other, MAKE_EVENT, 0));
  refused_handle(their_mem.handle, 64, 1);
  refused_handle(their_event.handle, 64, 0);
  if (!is_gpu) {
    /* One bit wrong. */
    for (int bit = 0; bit < 512; ++bit) {
      Answer damaged = (bit & 1) != 0 ? their_event : their_mem;
      damaged.handle[bit / 8] ^= (unsigned char)(1 << bit % 8);
      refused_handle(damaged.handle, 64, bit & 1);
    }
  }
  gc_mem* none = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_open_ipc, context, their_mem.handle, 64, their_mem.offset, 0,
        NULL, &none);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_open_ipc, context, their_mem.handle, 64, their_mem.offset,
        UINT64_MAX, NULL, &none);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_open_ipc, context, their_mem.handle, 64, UINT64_MAX, 1, NULL,
        &none);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_mem_open_ipc, context, their_mem.handle, 64, 1u << 30, 64, NULL,
        &none);
  assert_says("exceeds the memory of `handle`");
  assert_null(none);
  must(ask(&other, open_order(mem, OPEN_MEM, 1, 4096)));
  must(ASK(&other, FREE_MEM, 1));
  must(ASK(&other, FREE_MEM, 0));
  must(ASK(&other, FREE_EVENT, 0));
  if (!is_gpu) {
    Answer gone = do_here(open_order(their_mem, OPEN_MEM, 1, 64));
    assert_int_equal(gone.status, GRIDCALL_ERROR_NOT_FOUND);
    check_says(gone.message, "has released the memory", __FILE__, __LINE__);
    gone = do_here(open_order(their_event, OPEN_EVENT, 1, 0));
    assert_int_equal(gone.status, GRIDCALL_ERROR_NOT_FOUND);
    check_says(gone.message, "has released the event", __FILE__, __LINE__);
  }
  must(HERE(FREE_MEM, 0));
  must(HERE(FREE_EVENT, 0));
  other_end(&other);
}

/* Exports end with their process; on the CPU device what is open stays. */
static void exporter_ends(void** state) {
  (void)state;
  NEEDS_IPC();
  for (int by_signal = 0; by_signal < 2; ++by_signal) {
    Other other = other_begin();
    const Answer mem = must(ASK(&other, MAKE_MEM, 0, .size = 1 << 20));
    const Answer event = must(ASK(&other, MAKE_EVENT, 0));
    must(ASK(&other, FILL, 0, .value = 2));
    must(ASK(&other, SYNCHRONIZE_STREAM));
    must(do_here(open_order(mem, OPEN_MEM, 1, 1 << 20)));
    must(do_here(open_order(event, OPEN_EVENT, 1, 0)));
    by_signal ? other_kill(&other) : other_end(&other);
    Answer answer = do_here(open_order(mem, OPEN_MEM, 2, 64));
    if (is_gpu && answer.status == GRIDCALL_OK) must(HERE(FREE_MEM, 2)); /* while it is open elsewhere */
    if (!is_gpu) {
      assert_int_equal(answer.status, GRIDCALL_ERROR_NOT_FOUND);
      check_says(answer.message, "has ended", __FILE__, __LINE__);
      answer = do_here(open_order(event, OPEN_EVENT, 2, 0));
      assert_int_equal(answer.status, GRIDCALL_ERROR_NOT_FOUND);
      assert_int_equal(must(HERE(SUM, 1)).value, 2 << 18);
      must(HERE(ADD, 1, .value = 1));
      assert_int_equal(must(HERE(SUM, 1)).value, 3 << 18);
      must(HERE(QUERY, 1));
      must(HERE(RECORD, 1));
      must(HERE(SYNCHRONIZE, 1));
    }
    must(HERE(FREE_MEM, 1));
    must(HERE(FREE_EVENT, 1));
  }
}

/* A record whose process ended before its work was done is never waited for without end. */
static void recorder_is_killed(void** state) {
  (void)state;
  NEEDS_IPC();
  if (is_gpu) skip(); /* CUDA does not say what happens */
  const Answer event = must(HERE(MAKE_EVENT, 0));
  must(HERE(MAKE_MEM, 0, .size = 4096));
  for (int round = 0; round < 3; ++round) {
    Other other = other_begin();
    must(ask(&other, open_order(event, OPEN_EVENT, 0, 0)));
    must(ASK(&other, CLOSE_GATE));
    must(ASK(&other, RECORD, 0));
    assert_int_equal(must(HERE(QUERY, 0)).value, 0);
    if (round == 0) {
      must(HERE(WAIT, 0)); /* the stream's wait begins before, */
      must(HERE(FILL, 0, .value = 1));
    }
    other_kill(&other);
    if (round == 1) must(HERE(WAIT, 0)); /* or after it */
    if (round < 2) {
      const Answer answer = HERE(SYNCHRONIZE_STREAM);
      assert_int_equal(answer.status, GRIDCALL_ERROR_CANCELLED);
      check_says(answer.message, "ended before its work was done", __FILE__, __LINE__);
      must(HERE(SYNCHRONIZE_STREAM)); /* once */
    }
    Answer answer = HERE(SYNCHRONIZE, 0);
    assert_int_equal(answer.status, GRIDCALL_ERROR_CANCELLED);
    check_says(answer.message, "ended before its work was done", __FILE__, __LINE__);
    answer = HERE(QUERY, 0);
    assert_int_equal(answer.status, GRIDCALL_ERROR_CANCELLED);
  }
  /* An event that is recorded again is as any other. */
  must(HERE(RECORD, 0));
  must(HERE(SYNCHRONIZE, 0));
  assert_int_equal(must(HERE(QUERY, 0)).value, 1);

  /* A wait for a process that only takes long ends when the stream is cancelled. */
  Other other = other_begin();
  must(ask(&other, open_order(event, OPEN_EVENT, 0, 0)));
  must(ASK(&other, CLOSE_GATE));
  must(ASK(&other, RECORD, 0));
  must(HERE(WAIT, 0));
  must(HERE(FILL, 0, .value = 1));
  CALL(gc_stream_cancel, own.stream);
  assert_int_equal(HERE(SYNCHRONIZE_STREAM).status, GRIDCALL_ERROR_CANCELLED);
  must(ASK(&other, OPEN_GATE));
  must(HERE(SYNCHRONIZE, 0));
  other_end(&other);
  must(HERE(FREE_EVENT, 0));
  must(HERE(FREE_MEM, 0));
}

/* Either side may let go first. */
static void released_in_any_order(void** state) {
  (void)state;
  NEEDS_IPC();
  Other other = other_begin();
  for (int i = 0; i < SIZES; ++i) {
    const Answer mem = must(HERE(MAKE_MEM, 0, .size = sizes[i]));
    const Answer event = must(HERE(MAKE_EVENT, 0));
    must(HERE(FILL, 0, .value = 4));
    must(HERE(RECORD, 0));
    must(HERE(SYNCHRONIZE, 0));
    must(ask(&other, open_order(mem, OPEN_MEM, 0, sizes[i])));
    must(ask(&other, open_order(event, OPEN_EVENT, 0, 0)));
    if (is_gpu) {
      must(ASK(&other, FREE_MEM, 0));
      must(ASK(&other, FREE_EVENT, 0));
      must(HERE(FREE_EVENT, 0));
      must(HERE(FREE_MEM, 0));
      continue;
    }
    must(HERE(FREE_EVENT, 0));
    must(HERE(FREE_MEM, 0));
    /* New memory here is other memory. */
    gc_mem* next = zeros(sizes[i]);
    assert_int_equal(must(ASK(&other, SUM, 0)).value, sizes[i]);
    must(ASK(&other, FILL, 0, .value = 7));
    must(ASK(&other, RECORD, 0));
    must(ASK(&other, SYNCHRONIZE, 0));
    uint64_t total = 1;
    gc_error* error = NULL;
    check_call(sum(next, &total, &error), error, "sum", __FILE__, __LINE__);
    assert_int_equal(total, 0);
    gc_mem_release(next);
    must(ASK(&other, FREE_MEM, 0));
    must(ASK(&other, FREE_EVENT, 0));
  }
  other_end(&other);
}

/* kill -9 at random moments: what this process has stays usable. */
static void killed_at_random(void** state) {
  (void)state;
  NEEDS_IPC();
  uint64_t random = 11;
  const Answer mem = must(HERE(MAKE_MEM, 0, .size = 1 << 20));
  const Answer event = must(HERE(MAKE_EVENT, 0));
  for (unsigned round = 0; round < effort(40, 200); ++round) {
    Other other = other_begin();
    const Order orders[] = {open_order(mem, OPEN_MEM, 0, 1 << 20),
                            open_order(event, OPEN_EVENT, 0, 0),
                            {.act = MAKE_MEM, .object = 1, .size = 1 << 20},
                            {.act = MAKE_EVENT, .object = 1},
                            {.act = FILL, .object = 0, .value = 3},
                            {.act = RECORD, .object = 0},
                            {.act = WAIT, .object = 0},
                            {.act = FILL, .object = 1, .value = 3},
                            {.act = RECORD, .object = 1}};
    enum { ORDERS = sizeof orders / sizeof orders[0] };
    Answer theirs[2] = {must(ask(&other, orders[2])), must(ask(&other, orders[3]))};
    gc_status opened[2] = {do_here(open_order(theirs[0], OPEN_MEM, 1, 1 << 20)).status,
                           do_here(open_order(theirs[1], OPEN_EVENT, 1, 0)).status};
    assert_int_equal(opened[0] + opened[1], 0);
    for (int i = 0; i < 100; ++i) {
      const uint32_t which = random_u32(&random) % ORDERS;
      if (which == 2 || which == 3) continue;
      send_order(&other, orders[which]);
    }
    usleep(random_u32(&random) % 20000);
    kill(other.pid, SIGKILL);
    /* Work here that uses what is shared with it, before and after its end. */
    for (int i = 0; i < 4 && !is_gpu; ++i) {
      const Act acts[] = {RECORD, WAIT, SYNCHRONIZE, FILL};
      const Answer answer = do_here((Order){.act = acts[i], .object = random_u32(&random) & 1, .value = 5});
      if (answer.status != GRIDCALL_OK) assert_int_equal(answer.status, GRIDCALL_ERROR_CANCELLED);
    }
    other_end(&other);
    const gc_status status = HERE(SYNCHRONIZE_STREAM).status;
    if (status != GRIDCALL_OK) assert_int_equal(status, GRIDCALL_ERROR_CANCELLED);
    must(HERE(FREE_MEM, 1));
    must(HERE(FREE_EVENT, 1));
    must(HERE(RECORD, 0));
    must(HERE(SYNCHRONIZE, 0));
    must(HERE(FILL, 0, .value = 2));
    assert_int_equal(must(HERE(SUM, 0)).value, 2 << 18);
  }
  must(HERE(FREE_MEM, 0));
  must(HERE(FREE_EVENT, 0));
}

/* Kernels use the memory while it is exported: nothing of what they write is lost. */
static void exporter_runs_kernels(void** state) {
  (void)state;
  NEEDS_IPC();
  enum { COUNT = 1 << 20 };
  gc_mem* mem = zeros(COUNT * 4);
  if (own.add == NULL) own.add = kernel_of(compile(add_source), "add");
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  enum { LAUNCHES = 40 };
  for (int i = 0; i < LAUNCHES; ++i) start(own.add, stream, 16, 64, ARGS(M(mem), L(COUNT), U(1)));
  Answer exported;
  CALL(gc_mem_get_ipc_handle, mem, exported.handle, &exported.offset);
  CALL(gc_stream_synchronize, stream);
  uint32_t* words = malloc(COUNT * 4);
  download(mem, words, COUNT * 4);
  for (int i = 0; i < COUNT; ++i) assert_int_equal(words[i], LAUNCHES);
  free(words);
  gc_stream_release(stream);
  gc_mem_release(mem);
}

const struct CMUnitTest ipc_tests[] = {
    {"ipc_memory_is_shared", memory_is_shared, NULL, NULL, NULL},
    {"ipc_parts_and_openings", parts_and_openings, NULL, NULL, NULL},
    {"ipc_events_order_work", events_order_work, NULL, NULL, NULL},
    {"ipc_events_in_turn", events_in_turn, NULL, NULL, NULL},
    {"ipc_exports_refused", exports_refused, NULL, NULL, NULL},
    {"ipc_handles_refused", handles_refused, NULL, NULL, NULL},
    {"ipc_exporter_ends", exporter_ends, NULL, NULL, NULL},
    {"ipc_recorder_is_killed", recorder_is_killed, NULL, NULL, NULL},
    {"ipc_released_in_any_order", released_in_any_order, NULL, NULL, NULL},
    {"ipc_killed_at_random", killed_at_random, NULL, NULL, NULL},
    {"ipc_exporter_runs_kernels", exporter_runs_kernels, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
