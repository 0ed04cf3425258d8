/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs: what is captured runs when the graph is launched and not before, what a capture refuses ends it,
 * and what the work uses stays with the graph.
 */

#include <pthread.h>
#include <stdio.h>

#include "harness.h"
#include "support/slowdown.h"

static void begin(gc_stream* stream) {
  CALL(gc_stream_begin_capture, stream, GRIDCALL_CAPTURE_MODE_RELAXED);
}
static gc_graph* end(gc_stream* stream) {
  gc_graph* graph = NULL;
  CALL(gc_stream_end_capture, stream, &graph);
  return graph;
}
static void launch(gc_graph* graph, gc_stream* stream) {
  CALL(gc_graph_launch, graph, stream);
}
static int captures(gc_stream* stream) {
  int64_t value = -1;
  CALL(gc_stream_get_attribute, stream, GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING, &value);
  return (int)value;
}
static int32_t read_int(gc_mem* mem) {
  int32_t value = 0;
  download(mem, &value, 4);
  return value;
}

static gc_module* helpers(void) {
  static gc_module* m;
  if (m == NULL) {
    m = compile(
        "__global__ void put(int *x, int v) { *x = v; }\n"
        "__global__ void affine(int *x, int a, int b) { *x = *x * a + b; }\n"
        "__global__ void sum(int *x, const int *y, const int *z) { *x = *y + *z; }\n"
        "__global__ void put_at(unsigned long long x, int v) { *(int *)x = v; }\n"
        "__device__ int counter;\n"
        "__global__ void count(int *x) { *x = ++counter; }\n");
    const char* const names[] = {"put", "affine", "sum", "put_at", "count"};
    for (int i = 0; i < 5; ++i) gc_kernel_release(kernel_of(m, names[i]));
  }
  return m;
}

static void captured_work_runs_when_it_is_launched(void** state) {
  (void)state;
  gc_kernel* affine = kernel_of(helpers(), "affine");
  gc_stream *s = own_stream(), *other = stream_with(context, 0);
  gc_mem* x = zeros(4);
  assert_int_equal(captures(s), 0);
  begin(s);
  assert_int_equal(captures(s), 1);
  start(affine, s, 1, 1, ARGS(M(x), I(2), I(1)));
  start(affine, s, 1, 1, ARGS(M(x), I(1), I(10)));
  gc_graph* graph = end(s);
  assert_int_equal(captures(s), 0);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(x), 0);
  int expected = 0;
  gc_stream* const streams[] = {s, other, NULL};
  for (int i = 0; i < 6; ++i) {
    launch(graph, streams[i % 3]);
    expected = expected * 2 + 11;
  }
  wait_all();
  assert_int_equal(read_int(x), expected);
  /* The stream works as before. */
  start(affine, s, 1, 1, ARGS(M(x), I(0), I(5)));
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(x), 5);
  gc_graph_release(graph);
  gc_kernel_release(affine);
  gc_mem_release(x);
  gc_stream_release(s);
  gc_stream_release(other);
}

static void copies_and_fills_are_captured(void** state) {
  (void)state;
  gc_stream* s = own_stream();
  gc_mem *a = zeros(1 << 20), *b = zeros(1 << 20), *in = NULL, *out = NULL;
  CALL(alloc_host, context, 1 << 20, &in);
  CALL(alloc_host, context, 1 << 20, &out);
  uint64_t in_at = 0, out_at = 0;
  CALL(gc_mem_get_host_address, in, &in_at);
  CALL(gc_mem_get_host_address, out, &out_at);
  unsigned char *from = (unsigned char*)(uintptr_t)in_at, *to = (unsigned char*)(uintptr_t)out_at;
  memset(from, 1, 1 << 20);
  memset(to, 0, 1 << 20);
  begin(s);
  CALL(gc_memcpy, a, 0, in, 0, 1 << 20, s);
  CALL(fill_u8, a, 7, 9, 100, s);
  CALL(fill_u32, a, 4096, 0x01020304, 16, s);
  CALL(gc_memcpy, b, 0, a, 0, 1 << 20, s);
  CALL(gc_memcpy, out, 0, b, 0, 1 << 20, s);
  gc_graph* graph = end(s);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(to[7], 0);
  for (int round = 1; round < 4; ++round) {
    memset(from, round, 1 << 20); /* the memory is read when the graph runs */
    launch(graph, s);
    CALL(gc_stream_synchronize, s);
    for (int i = 0; i < 1 << 20; ++i) {
      int expected = round;
      if (i >= 7 && i < 107) expected = 9;
      if (i >= 4096 && i < 4096 + 64) expected = 4 - i % 4;
      if (to[i] != expected) fail_msg("byte %d is %d, expected %d", i, to[i], expected);
    }
  }
  size_t count = 0;
  CALL(gc_graph_get_node_count, graph, &count);
  assert_int_equal(count, 5);
  int kinds[3] = {0, 0, 0};
  for (size_t i = 0; i < count; ++i) {
    gc_graph_node_kind kind = -1;
    CALL(gc_graph_get_node_kind, graph, i, &kind);
    assert_in_range(kind, GRIDCALL_GRAPH_NODE_KIND_MEMCPY, GRIDCALL_GRAPH_NODE_KIND_MEMSET);
    ++kinds[kind];
  }
  assert_int_equal(kinds[GRIDCALL_GRAPH_NODE_KIND_MEMCPY], 3);
  assert_int_equal(kinds[GRIDCALL_GRAPH_NODE_KIND_MEMSET], 2);
  gc_graph_release(graph);
  gc_mem_release(a);
  gc_mem_release(b);
  gc_mem_release(in);
  gc_mem_release(out);
  gc_stream_release(s);
}

/* s: put 3 into y, fork; t: put 4 into z; both: x = y + z. */
static void streams_join_a_capture(void** state) {
  (void)state;
  gc_kernel *put = kernel_of(helpers(), "put"), *sum = kernel_of(helpers(), "sum");
  gc_stream *s = own_stream(), *t = own_stream();
  gc_event *fork = new_event(), *join = new_event();
  gc_mem *x = zeros(4), *y = zeros(4), *z = zeros(4);
  begin(s);
  CALL(gc_event_record, fork, s);
  CALL(gc_stream_wait_event, t, fork);
  assert_int_equal(captures(t), 1);
  start(put, s, 1, 1, ARGS(M(y), I(3)));
  start(put, t, 1, 1, ARGS(M(z), I(4)));
  CALL(gc_event_record, join, t);
  CALL(gc_stream_wait_event, s, join);
  start(sum, s, 1, 1, ARGS(M(x), M(y), M(z)));
  gc_graph* graph = end(s);
  assert_int_equal(captures(t), 0);
  launch(graph, s);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(x), 7);
  char text[1024];
  size_t needed = 0;
  CALL(gc_graph_get_text, graph, text, sizeof text, &needed);
  const char expected[] =
      "digraph gridcall {\n"
      "  n0 [label=\"put<<<(1, 1, 1), (1, 1, 1)>>>\"];\n"
      "  n1 [label=\"put<<<(1, 1, 1), (1, 1, 1)>>>\"];\n"
      "  n2 [label=\"sum<<<(1, 1, 1), (1, 1, 1)>>>\"];\n"
      "  n0 -> n2;\n"
      "  n1 -> n2;\n"
      "}\n";
  assert_string_equal(text, expected);
  assert_int_equal(needed, sizeof expected);
  /* The stream that had joined works by itself again, and so do the events. */
  start(put, t, 1, 1, ARGS(M(x), I(1)));
  CALL(gc_event_record, join, t);
  CALL(gc_event_synchronize, join);
  assert_int_equal(read_int(x), 1);
  gc_graph_release(graph);
  gc_kernel_release(put);
  gc_kernel_release(sum);
  gc_event_release(fork);
  gc_event_release(join);
  gc_mem_release(x);
  gc_mem_release(y);
  gc_mem_release(z);
  gc_stream_release(s);
  gc_stream_release(t);
}

/* --- What a capture refuses, and what becomes of it. */

typedef struct Broken {
  gc_stream *s, *t;
  gc_event *inside, *outside;
  gc_mem* x;
} Broken;

static void synchronize(Broken* b, gc_error** e, gc_status* status) {
  *status = gc_stream_synchronize(b->s, e);
}
static void query(Broken* b, gc_error** e, gc_status* status) {
  int32_t done = 0;
  *status = gc_stream_query(b->s, &done, e);
}
static void synchronize_context(Broken* b, gc_error** e, gc_status* status) {
  (void)b;
  *status = gc_context_synchronize(context, e);
}
static void blocking_copy(Broken* b, gc_error** e, gc_status* status) {
  int32_t value = 0;
  *status = gc_memcpy_dtoh(&value, b->x, 0, 4, b->s, e);
}
static void query_event(Broken* b, gc_error** e, gc_status* status) {
  int32_t done = 0;
  *status = gc_event_query(b->inside, &done, e);
}
static void synchronize_event(Broken* b, gc_error** e, gc_status* status) {
  *status = gc_event_synchronize(b->inside, e);
}
static void wait_for_outside(Broken* b, gc_error** e, gc_status* status) {
  *status = gc_stream_wait_event(b->s, b->outside, e);
}
static void use_default_stream(Broken* b, gc_error** e, gc_status* status) {
  *status = fill_u8(b->x, 0, 1, 4, NULL, e);
}

static void a_refused_call_ends_the_capture(void** state) {
  (void)state;
  static const struct {
    void (*call)(Broken* b, gc_error** e, gc_status* status);
    const char *name, *next;
    uint64_t flags;
  } kCalls[] = {
      {synchronize, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "before gc_stream_begin_capture",
       GRIDCALL_STREAM_NON_BLOCKING},
      {query, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "before gc_stream_begin_capture",
       GRIDCALL_STREAM_NON_BLOCKING},
      {synchronize_context, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "before gc_stream_begin_capture",
       GRIDCALL_STREAM_NON_BLOCKING},
      {blocking_copy, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "before gc_stream_begin_capture",
       GRIDCALL_STREAM_NON_BLOCKING},
      {query_event, "CUDA_ERROR_CAPTURED_EVENT", "wait for its stream", GRIDCALL_STREAM_NON_BLOCKING},
      {synchronize_event, "CUDA_ERROR_CAPTURED_EVENT", "wait for its stream", GRIDCALL_STREAM_NON_BLOCKING},
      {wait_for_outside, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "record it within the capture",
       GRIDCALL_STREAM_NON_BLOCKING},
      {use_default_stream, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", "pass a stream", 0},
  };
  for (size_t i = 0; i < sizeof kCalls / sizeof *kCalls; ++i) {
    Broken b = {stream_with(context, kCalls[i].flags), own_stream(), new_event(), new_event(), zeros(4)};
    CALL(gc_event_record, b.outside, b.t);
    CALL(gc_event_synchronize, b.outside);
    begin(b.s);
    CALL(fill_u8, b.x, 0, 7, 4, b.s);
    CALL(gc_event_record, b.inside, b.s);
    gc_error* error = NULL;
    gc_status status = GRIDCALL_OK;
    kCalls[i].call(&b, &error, &status);
    assert_int_equal(status, GRIDCALL_ERROR_INVALID_STATE);
    check_says(gc_error_message(error), kCalls[i].name, __FILE__, __LINE__);
    check_says(gc_error_message(error), kCalls[i].next, __FILE__, __LINE__);
    gc_error_release(error);
    FAILS(GRIDCALL_ERROR_INVALID_STATE, fill_u8, b.x, 0, 7, 4, b.s);
    assert_says("CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
    gc_graph* graph = NULL;
    FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_end_capture, b.s, &graph);
    assert_says("CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
    assert_null(graph);
    /* No work of the capture has run, and the stream works. */
    assert_int_equal(captures(b.s), 0);
    assert_int_equal(read_int(b.x), 0);
    CALL(fill_u8, b.x, 0, 1, 4, b.s);
    CALL(gc_stream_synchronize, b.s);
    assert_int_equal(read_int(b.x), 0x01010101);
    begin(b.s);
    CALL(fill_u8, b.x, 0, 2, 4, b.s);
    graph = end(b.s);
    launch(graph, b.s);
    CALL(gc_stream_synchronize, b.s);
    assert_int_equal(read_int(b.x), 0x02020202);
    gc_graph_release(graph);
    gc_mem_release(b.x);
    gc_event_release(b.inside);
    gc_event_release(b.outside);
    gc_stream_release(b.s);
    gc_stream_release(b.t);
  }
}

static void what_is_not_joined_back_is_refused(void** state) {
  (void)state;
  gc_stream *s = own_stream(), *t = own_stream();
  gc_event* fork = new_event();
  gc_mem* x = zeros(4);
  begin(s);
  CALL(gc_event_record, fork, s);
  CALL(gc_stream_wait_event, t, fork);
  CALL(fill_u8, x, 0, 7, 4, t);
  gc_graph* graph = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_end_capture, s, &graph);
  assert_says("CUDA_ERROR_STREAM_CAPTURE_UNJOINED");
  assert_int_equal(captures(s), 0);
  assert_int_equal(captures(t), 0);
  CALL(fill_u8, x, 0, 1, 4, t);
  CALL(gc_stream_synchronize, t);
  assert_int_equal(read_int(x), 0x01010101);

  /* One that has joined and done nothing has nothing to join back. */
  begin(s);
  CALL(fill_u8, x, 0, 3, 4, s);
  CALL(gc_event_record, fork, s);
  CALL(gc_stream_wait_event, t, fork);
  graph = end(s);
  launch(graph, t);
  CALL(gc_stream_synchronize, t);
  assert_int_equal(read_int(x), 0x03030303);
  gc_graph_release(graph);
  gc_event_release(fork);
  gc_mem_release(x);
  gc_stream_release(s);
  gc_stream_release(t);
}

/* Only the stream where it began ends it. */
static void a_stream_that_joined_does_not_end_a_capture(void** state) {
  (void)state;
  gc_stream *s = own_stream(), *t = own_stream();
  gc_event* fork = new_event();
  begin(s);
  CALL(gc_event_record, fork, s);
  CALL(gc_stream_wait_event, t, fork);
  gc_graph* graph = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_end_capture, t, &graph);
  assert_says("CUDA_ERROR_STREAM_CAPTURE_UNMATCHED");
  assert_int_equal(captures(s), 1);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_end_capture, s, &graph);
  assert_says("CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
  assert_int_equal(captures(s), 0);
  assert_int_equal(captures(t), 0);
  CALL(gc_stream_synchronize, s);
  CALL(gc_stream_synchronize, t);
  gc_event_release(fork);
  gc_stream_release(s);
  gc_stream_release(t);
}

static void captures_are_not_merged(void** state) {
  (void)state;
  gc_stream *s = own_stream(), *t = own_stream();
  gc_event* event = new_event();
  gc_mem* x = zeros(4);
  begin(s);
  begin(t);
  CALL(fill_u8, x, 0, 1, 4, s);
  CALL(gc_event_record, event, s);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_wait_event, t, event);
  assert_says("CUDA_ERROR_STREAM_CAPTURE_MERGE");
  gc_graph* graph = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_end_capture, t, &graph);
  assert_says("CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_end_capture, s, &graph);
  assert_says("CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
  gc_event_release(event);
  gc_mem_release(x);
  gc_stream_release(s);
  gc_stream_release(t);
}

typedef struct EndElsewhere {
  gc_stream* stream;
  gc_graph* graph;
  gc_status status;
  char message[512];
} EndElsewhere;
static void* end_elsewhere(void* raw) {
  EndElsewhere* const at = raw;
  gc_error* error = NULL;
  at->status = gc_stream_end_capture(at->stream, &at->graph, &error);
  strncpy(at->message, error ? gc_error_message(error) : "", sizeof at->message - 1);
  gc_error_release(error);
  return NULL;
}
static EndElsewhere in_other_thread(gc_stream* stream) {
  EndElsewhere at = {stream, NULL, GRIDCALL_OK, ""};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, end_elsewhere, &at), 0);
  pthread_join(thread, NULL);
  return at;
}

static void begin_and_end_must_match(void** state) {
  (void)state;
  gc_stream *s = own_stream(), *legacy = NULL;
  gc_graph* graph = NULL;
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_end_capture, s, &graph);
  assert_says("`stream` is in no capture");
  begin(s);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_begin_capture, s, GRIDCALL_CAPTURE_MODE_RELAXED);
  assert_says("captures already");
  graph = end(s);
  size_t count = 1;
  CALL(gc_graph_get_node_count, graph, &count);
  assert_int_equal(count, 0);
  launch(graph, s); /* nothing */
  CALL(gc_stream_synchronize, s);
  gc_graph_release(graph);
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_stream_begin_capture, s, 3);

  CALL(gc_context_get_default_stream, context, &legacy);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_begin_capture, legacy, GRIDCALL_CAPTURE_MODE_RELAXED);
  assert_says("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED");
  gc_stream_release(legacy);

  /* Any thread may end a relaxed capture, only its own the others. */
  begin(s);
  EndElsewhere at = in_other_thread(s);
  assert_int_equal(at.status, GRIDCALL_OK);
  gc_graph_release(at.graph);
  for (int mode = GRIDCALL_CAPTURE_MODE_GLOBAL; mode <= GRIDCALL_CAPTURE_MODE_THREAD_LOCAL; ++mode) {
    CALL(gc_stream_begin_capture, s, mode);
    gc_mem_release(make(64)); /* the library's own calls are never refused */
    collect();
    at = in_other_thread(s); /* which ends the capture all the same */
    assert_int_equal(at.status, GRIDCALL_ERROR_INVALID_STATE);
    check_says(at.message, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", __FILE__, __LINE__);
    check_says(at.message, "nothing was recorded", __FILE__, __LINE__);
    FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_end_capture, s, &graph);
    CALL(gc_stream_synchronize, s);
  }
  gc_stream_release(s);
}

static void streams_may_be_released_while_they_capture(void** state) {
  (void)state;
  gc_stream *s = own_stream(), *t = own_stream();
  gc_event* event = new_event();
  gc_mem* x = zeros(4);
  begin(s);
  CALL(fill_u8, x, 0, 1, 4, s);
  CALL(gc_event_record, event, s);
  CALL(gc_stream_wait_event, t, event);
  CALL(fill_u8, x, 0, 1, 4, t);
  CALL(gc_event_record, event, t);
  CALL(gc_stream_wait_event, s, event);
  gc_stream_release(t);
  gc_mem_release(x);
  gc_graph* graph = end(s);
  launch(graph, s);
  CALL(gc_stream_synchronize, s);
  gc_graph_release(graph);
  /* Nobody can end this one. */
  begin(s);
  gc_stream_release(s);
  collect();
  wait_all();
  gc_event_release(event);
}

/* --- What the work uses. */

static void memory_stays_with_the_graph(void** state) {
  (void)state;
  gc_kernel *put = kernel_of(helpers(), "put"), *sum = kernel_of(helpers(), "sum");
  gc_completion* completion = NULL;
  CALL(gc_completion_create, &completion);
  gc_stream* s = own_stream();
  gc_mem *owner = make(64), *x = zeros(4), *y = make(4), *z = NULL, *w = NULL;
  uint64_t address = address_of(owner);
  gc_mem_wrap_options options = GRIDCALL_MEM_WRAP_OPTIONS_INIT;
  options.completion = completion;
  options.token = 1;
  CALL(gc_mem_wrap, context, address, 4, &options, &z);
  options.token = 2;
  CALL(gc_mem_wrap, context, address + 32, 4, &options, &w);
  begin(s);
  CALL(fill_u8, w, 0, 0, 4, s);
  start(put, s, 1, 1, ARGS(M(y), I(30)));
  start(put, s, 1, 1, ARGS(M(z), I(12)));
  gc_mem_release(z); /* in the middle */
  start(sum, s, 1, 1, ARGS(M(x), M(y), M(y)));
  gc_graph* graph = end(s);
  gc_mem_release(w);
  gc_kernel_release(put);
  /* Freed at once it would be gone from under the graph. */
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_mem_free, y);
  assert_says("graphs");
  gc_mem_release(y);
  collect();
  gc_mem* others[64]; /* which would take its place */
  for (int i = 0; i < 64; ++i) {
    others[i] = make(4);
    CALL(fill_u8, others[i], 0, 1, 4, NULL);
  }
  wait_all();
  launch(graph, s);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(x), 60);
  for (int i = 0; i < 64; ++i) {
    assert_int_equal(read_int(others[i]), 0x01010101);
    gc_mem_release(others[i]);
  }
  uint64_t token = 0;
  int32_t done = 0;
  collect();
  CALL(gc_completion_wait, completion, 0, &token, &done);
  assert_int_equal(done, 0); /* the graph has both */
  /* A graph that runs while it is released. */
  Gate gate = gate_make();
  gate_close(&gate, s);
  launch(graph, s);
  gc_graph_release(graph);
  collect();
  CALL(gc_completion_wait, completion, 20000000, &token, &done);
  assert_int_equal(done, 0);
  gate_open(&gate);
  CALL(gc_stream_synchronize, s);
  uint64_t tokens = 0;
  for (int i = 0; i < 2; ++i) {
    CALL(gc_completion_wait, completion, stretched(10000000000), &token, &done);
    assert_int_equal(done, 1);
    tokens |= token;
  }
  assert_int_equal(tokens, 3);
  gate_free(&gate);
  gc_kernel_release(sum);
  gc_completion_release(completion);
  gc_mem_release(x);
  gc_mem_release(owner);
  gc_stream_release(s);
}

static void blocks_of_a_pool_stay_with_the_graph(void** state) {
  (void)state;
  gc_kernel* put_at = kernel_of(helpers(), "put_at");
  gc_pool* pool = NULL;
  CALL(gc_pool_create, context, NULL, &pool);
  gc_stream *s = own_stream(), *t = own_stream();
  gc_mem *first = NULL, *second = NULL, *third = NULL;
  begin(s);
  CALL(gc_pool_alloc, pool, 4, s, &first);
  const uint64_t at = address_of(first);
  start(put_at, s, 1, 1, ARGS(L((int64_t)at), I(77)));
  gc_mem_release(first);
  CALL(gc_pool_alloc, pool, 4, s, &second);
  const uint64_t also = address_of(second);
  assert_true(also != at);
  gc_mem_release(second);
  gc_graph* graph = end(s);
  collect();
  for (int i = 0; i < 8; ++i) {
    CALL(gc_pool_alloc, pool, 4, i % 2 ? s : t, &third);
    const uint64_t now = address_of(third);
    assert_true(now != at && now != also);
    CALL(fill_u8, third, 0, 1, 4, i % 2 ? s : t);
    launch(graph, s);
    wait_all();
    assert_int_equal(read_int(third), 0x01010101);
    gc_mem_release(third);
  }
  gc_pool_statistics statistics = GRIDCALL_POOL_STATISTICS_INIT;
  CALL(gc_pool_get_statistics, pool, &statistics);
  assert_int_equal(statistics.active_blocks, 2);
  gc_graph_release(graph);
  collect();
  CALL(gc_pool_get_statistics, pool, &statistics);
  assert_int_equal(statistics.active_blocks, 0);
  gc_pool_release(pool);
  gc_kernel_release(put_at);
  gc_stream_release(s);
  gc_stream_release(t);
}

static void arguments_are_replaced(void** state) {
  (void)state;
  gc_kernel *put = kernel_of(helpers(), "put"), *affine = kernel_of(helpers(), "affine");
  gc_completion* completion = NULL;
  CALL(gc_completion_create, &completion);
  gc_stream* s = own_stream();
  gc_mem *owner = make(4), *x = NULL, *y = zeros(4);
  gc_mem_wrap_options options = GRIDCALL_MEM_WRAP_OPTIONS_INIT;
  options.completion = completion;
  CALL(gc_mem_wrap, context, address_of(owner), 4, &options, &x);
  begin(s);
  CALL(fill_u8, y, 0, 0, 4, s);
  start(put, s, 1, 1, ARGS(M(x), I(5)));
  start(affine, s, 1, 1, ARGS(M(y), I(1), I(100)));
  gc_graph* graph = end(s);
  size_t count = 0;
  CALL(gc_graph_get_node_count, graph, &count);
  assert_int_equal(count, 3);
  size_t puts = 3, fill = 3, add = 3;
  for (size_t i = 0; i < count; ++i) {
    gc_kernel* kernel = NULL;
    gc_graph_node_kind kind = -1;
    CALL(gc_graph_get_node_kind, graph, i, &kind);
    if (kind != GRIDCALL_GRAPH_NODE_KIND_KERNEL) {
      fill = i;
      FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_graph_get_node_kernel, graph, i, &kernel);
      continue;
    }
    CALL(gc_graph_get_node_kernel, graph, i, &kernel);
    uint64_t its = 0, put_is = 0;
    CALL(gc_handle_get_identity, kernel, &its);
    CALL(gc_handle_get_identity, put, &put_is);
    *(its == put_is ? &puts : &add) = i;
    gc_kernel_release(kernel);
  }
  assert_true(puts < add && fill < 3 && add < 3);
  launch(graph, s);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(owner), 5);
  assert_int_equal(read_int(y), 100);

  /* Launches that are queued keep the old argument. */
  Gate gate = gate_make();
  gate_close(&gate, s);
  launch(graph, s);
  const gc_arg six = I(6), eight_bytes = L(6), a_float = F(6), to_y = M(y);
  CALL(gc_graph_set_arg, graph, puts, 1, &six, NULL, 0);
  gate_open(&gate);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(owner), 5);
  launch(graph, s);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(owner), 6);
  gate_free(&gate);

  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_graph_set_arg, graph, puts, 1, &eight_bytes, NULL, 0);
  assert_says("8 bytes");
  if (!is_gpu) FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_graph_set_arg, graph, puts, 1, &a_float, NULL, 0);
  FAILS(GRIDCALL_ERROR_ARGUMENT_MISMATCH, gc_graph_set_arg, graph, puts, 1, &to_y, NULL, 0);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_graph_set_arg, graph, puts, 2, &six, NULL, 0);
  assert_says("`index` is 2, and `put` takes 2 parameters");
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_graph_set_arg, graph, 3, 0, &six, NULL, 0);
  assert_says("`node` is 3, and `graph` has 3 nodes");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_graph_set_arg, graph, fill, 0, &six, NULL, 0);
  assert_says("launches no kernel");

  /* Memory that is replaced is not the graph's any more. */
  gc_mem_release(x);
  collect();
  uint64_t token = 0;
  int32_t done = -1;
  CALL(gc_completion_wait, completion, 0, &token, &done);
  assert_int_equal(done, 0);
  CALL(gc_graph_set_arg, graph, puts, 0, &to_y, NULL, 0);
  collect();
  CALL(gc_completion_wait, completion, stretched(10000000000), &token, &done);
  assert_int_equal(done, 1);
  launch(graph, s);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(y), 106);
  gc_mem_release(y); /* it has this one now */
  collect();
  launch(graph, s);
  CALL(gc_stream_synchronize, s);
  gc_graph_release(graph);
  gc_completion_release(completion);
  gc_kernel_release(put);
  gc_kernel_release(affine);
  gc_mem_release(owner);
  gc_stream_release(s);
}

static void graphs_are_launched_where_they_may(void** state) {
  (void)state;
  gc_context* own = NULL;
  CALL(gc_context_create, device, NULL, &own);
  gc_stream *there = stream_with(own, 0), *s = own_stream(), *capturing = own_stream();
  gc_mem* x = zeros(4);
  begin(s);
  CALL(fill_u8, x, 0, 1, 4, s);
  gc_graph* graph = end(s);
  FAILS(GRIDCALL_ERROR_WRONG_CONTEXT, gc_graph_launch, graph, there);
  begin(capturing);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_graph_launch, graph, capturing);
  gc_completion* completion = NULL;
  CALL(gc_completion_create, &completion);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_stream_notify, capturing, completion, 1);
  assert_says("posted once");
  gc_completion_release(completion);
  /* None of both has ended the capture. */
  CALL(fill_u8, x, 0, 2, 4, capturing);
  gc_graph* other = end(capturing);
  launch(graph, NULL);
  launch(other, NULL);
  wait_all();
  assert_int_equal(read_int(x), 0x02020202);
  gc_graph_release(graph);
  gc_graph_release(other);
  gc_mem_release(x);
  gc_stream_release(there);
  gc_stream_release(s);
  gc_stream_release(capturing);
  gc_context_release(own);
  collect();
}

/* Each launch of a graph comes behind the one before, on whatever stream. */
static void launches_of_a_graph_come_one_after_another(void** state) {
  (void)state;
  enum { LAUNCHES = 100, ROUNDS = 20, STREAMS = 3 };
  gc_kernel* affine = kernel_of(helpers(), "affine");
  gc_stream *s = own_stream(), *streams[STREAMS];
  for (int i = 0; i < STREAMS; ++i) streams[i] = own_stream();
  gc_mem* x = zeros(4);
  begin(s);
  for (int i = 0; i < LAUNCHES; ++i) start(affine, s, 1, 1, ARGS(M(x), I(1), I(1)));
  gc_graph* graph = end(s);
  for (int i = 0; i < ROUNDS; ++i) launch(graph, streams[i % STREAMS]);
  wait_all();
  assert_int_equal(read_int(x), LAUNCHES * ROUNDS);
  size_t count = 0;
  CALL(gc_graph_get_node_count, graph, &count);
  assert_int_equal(count, LAUNCHES);
  /* The first one is held up, and the second one with it, on a stream that has nothing else. */
  Gate gate = gate_make();
  gate_close(&gate, streams[0]);
  launch(graph, streams[0]);
  launch(graph, streams[1]);
  int32_t done = -1;
  CALL(gc_stream_synchronize_for, streams[1], 20000000, &done);
  assert_int_equal(done, 0);
  gate_open(&gate);
  CALL(gc_stream_synchronize, streams[1]);
  assert_int_equal(read_int(x), LAUNCHES * (ROUNDS + 2));
  CALL(gc_stream_synchronize, streams[0]);
  gate_free(&gate);
  gc_graph_release(graph);
  gc_mem_release(x);
  gc_kernel_release(affine);
  gc_stream_release(s);
  for (int i = 0; i < STREAMS; ++i) gc_stream_release(streams[i]);
}

/* Prepared launches, time limits, events of a launch, arrays and the library's own kernels. */
static void every_kind_of_launch_is_captured(void** state) {
  (void)state;
  gc_kernel *affine = kernel_of(helpers(), "affine"), *put = kernel_of(helpers(), "put");
  gc_stream* s = own_stream();
  gc_event *start_event = new_event(), *end_event = new_event();
  gc_mem* x = zeros(4);
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  config.timeout_nanoseconds = stretched(60000000000);
  const gc_arg args[] = {M(x), I(2), I(1)};
  gc_prepared* prepared = NULL;
  CALL(gc_prepared_create, affine, &config, args, 3, &prepared);
  static const uint64_t shape[1] = {1};
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
  options.shape = shape;
  options.shape_count = 1;
  gc_ndarray* array = NULL;
  CALL(gc_ndarray_from_mem, x, 0, &options, &array);
  const int32_t three = 3;
  CALL(gc_ndarray_fill, array, &three, sizeof three, NULL); /* compiles it */
  wait_all();
  begin(s);
  CALL(gc_ndarray_fill, array, &three, sizeof three, s);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, s);
  CALL(gc_prepared_launch, prepared, NULL, NULL, 0, s);
  config.start_event = start_event;
  config.end_event = end_event;
  CALL(gc_launch, affine, &config, args, 3, s);
  gc_graph* graph = end(s);
  gc_prepared_release(prepared);
  gc_ndarray_release(array);
  for (int i = 0; i < 3; ++i) launch(graph, s);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(x), ((3 * 2 + 1) * 2 + 1) * 2 + 1);
  gc_graph_release(graph);
  gc_event_release(start_event);
  gc_event_release(end_event);
  gc_kernel_release(affine);
  gc_kernel_release(put);
  gc_mem_release(x);
  gc_stream_release(s);
}

/* The CPU device alone goes on after a fault. */
static void a_fault_in_a_graph_is_reported_once(void** state) {
  (void)state;
  if (is_gpu) skip();
  gc_module* m = compile(
      "__global__ void divide(int *x, int by) { *x = 100 / by; }\n"
      "__global__ void add(int *x) { *x += 1; }\n");
  gc_kernel *divide = kernel_of(m, "divide"), *add = kernel_of(m, "add");
  gc_stream* s = own_stream();
  gc_mem *x = zeros(4), *by = zeros(4);
  begin(s);
  start(divide, s, 1, 1, ARGS(M(x), I(0)));
  start(add, s, 1, 1, ARGS(M(x)));
  gc_graph* graph = end(s);
  launch(graph, s);
  FAILS(GRIDCALL_ERROR_DIVIDE_BY_ZERO, gc_stream_synchronize, s);
  assert_int_equal(read_int(x), 0); /* what came behind was dropped */
  CALL(gc_stream_synchronize, s);
  const gc_arg four = I(4);
  CALL(gc_graph_set_arg, graph, 0, 1, &four, NULL, 0);
  launch(graph, s);
  CALL(gc_stream_synchronize, s);
  assert_int_equal(read_int(x), 26);
  gc_graph_release(graph);
  gc_mem_release(x);
  gc_mem_release(by);
  gc_kernel_release(divide);
  gc_kernel_release(add);
  gc_module_release(m);
  gc_stream_release(s);
}

/* Threads that capture and launch beside each other, in one context. */
enum { THREADS = 4, THREAD_ROUNDS = 30 };
/* Another thread may fail no test: it says what went wrong and counts it. */
static intptr_t went_wrong(gc_status status, gc_error* error, const char* call) {
  if (status == GRIDCALL_OK) return 0;
  fprintf(stderr, "# %s: %s\n", call, gc_error_message(error));
  gc_error_release(error);
  return 1;
}
#define TRY(function, ...)                                          \
  do {                                                              \
    gc_error* try_error = NULL;                                     \
    const gc_status try_status = function(__VA_ARGS__, &try_error); \
    wrong += went_wrong(try_status, try_error, #function);          \
  } while (0)
static void* capture_and_launch(void* raw) {
  gc_kernel* affine = raw;
  intptr_t wrong = 0;
  gc_stream* s = NULL;
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = GRIDCALL_STREAM_NON_BLOCKING;
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  TRY(gc_stream_create, context, &options, &s);
  for (int round = 0; round < THREAD_ROUNDS; ++round) {
    gc_mem* x = NULL;
    gc_graph* graph = NULL;
    int32_t value = -1;
    TRY(gc_mem_alloc, context, 4, &x);
    const gc_arg args[] = {GRIDCALL_ARG_MEM(x), I(2), I(1)};
    /* While a thread captures in the global mode, a GPU's driver lets no other one wait. */
    TRY(gc_stream_begin_capture, s, GRIDCALL_CAPTURE_MODE_THREAD_LOCAL);
    TRY(fill_u8, x, 0, 0, 4, s);
    for (int i = 0; i < 5; ++i) TRY(gc_launch, affine, &config, args, 3, s);
    TRY(gc_stream_end_capture, s, &graph);
    TRY(gc_graph_launch, graph, s);
    TRY(gc_graph_launch, graph, s);
    gc_graph_release(graph);
    TRY(gc_stream_synchronize, s);
    TRY(gc_memcpy_dtoh, &value, x, 0, 4, s);
    if (value != 31) {
      fprintf(stderr, "# round %d: %d, not 31\n", round, (int)value);
      ++wrong;
    }
    gc_mem_release(x);
  }
  gc_stream_release(s);
  return (void*)wrong;
}
#undef TRY
static void threads_capture_beside_each_other(void** state) {
  (void)state;
  gc_kernel* affine = kernel_of(helpers(), "affine");
  gc_mem* warm = zeros(4);
  run(affine, 1, 1, ARGS(M(warm), I(1), I(1)));
  gc_mem_release(warm);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i)
    assert_int_equal(pthread_create(&threads[i], NULL, capture_and_launch, affine), 0);
  for (int i = 0; i < THREADS; ++i) {
    void* wrong = NULL;
    pthread_join(threads[i], &wrong);
    assert_null(wrong);
  }
  gc_kernel_release(affine);
}

const struct CMUnitTest graph_tests[] = {
    cmocka_unit_test(captured_work_runs_when_it_is_launched),
    cmocka_unit_test(copies_and_fills_are_captured),
    cmocka_unit_test(streams_join_a_capture),
    cmocka_unit_test(a_refused_call_ends_the_capture),
    cmocka_unit_test(what_is_not_joined_back_is_refused),
    cmocka_unit_test(a_stream_that_joined_does_not_end_a_capture),
    cmocka_unit_test(captures_are_not_merged),
    cmocka_unit_test(begin_and_end_must_match),
    cmocka_unit_test(streams_may_be_released_while_they_capture),
    cmocka_unit_test(memory_stays_with_the_graph),
    cmocka_unit_test(blocks_of_a_pool_stay_with_the_graph),
    cmocka_unit_test(arguments_are_replaced),
    cmocka_unit_test(graphs_are_launched_where_they_may),
    cmocka_unit_test(launches_of_a_graph_come_one_after_another),
    cmocka_unit_test(every_kind_of_launch_is_captured),
    cmocka_unit_test(a_fault_in_a_graph_is_reported_once),
    cmocka_unit_test(threads_capture_beside_each_other),
    {NULL, NULL, NULL, NULL, NULL},
};
