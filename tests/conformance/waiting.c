/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for several events, and tokens that streams post to completions.
 */

#include <poll.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"
#include "support/slowdown.h"

enum { SECOND = 1000000000 };

static gc_completion* completion(void) {
  gc_completion* c = NULL;
  CALL(gc_completion_create, &c);
  return c;
}
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
/* Whether a token came in that time, which is then in *token. */
static int wait_token(gc_completion* c, uint64_t timeout, uint64_t* token) {
  int32_t done = -1;
  *token = 99;
  CALL(gc_completion_wait, c, timeout, token, &done);
  assert_true(done || *token == 0);
  return done;
}
static void expect_token(gc_completion* c, uint64_t wanted) {
  uint64_t token;
  assert_true(wait_token(c, stretched(60 * (uint64_t)SECOND), &token));
  assert_int_equal(token, wanted);
}
static void expect_no_token(gc_completion* c) {
  uint64_t token;
  assert_false(wait_token(c, 0, &token));
}
static int readable(gc_completion* c, int milliseconds) {
  int32_t descriptor = -1;
  CALL(gc_completion_get_descriptor, c, &descriptor);
  struct pollfd wanted = {descriptor, POLLIN, 0};
  return poll(&wanted, 1, milliseconds) == 1 && (wanted.revents & POLLIN);
}

static void stream_waits_for_all_events(void** state) {
  (void)state;
  Gate first = gate_make(), second = gate_make();
  gc_stream *a = own_stream(), *b = own_stream(), *c = own_stream();
  gc_event *at_a = new_event(), *at_b = new_event(), *never = new_event();
  gate_close(&first, a);
  CALL(gc_event_record, at_a, a);
  gate_close(&second, b);
  CALL(gc_event_record, at_b, b);
  CALL(gc_stream_wait_events, c, (gc_event*[]){at_a, never, at_b}, 3);
  CALL(gc_stream_wait_events, c, NULL, 0);
  gc_completion* reached = completion();
  CALL(gc_stream_notify, c, reached, 1);
  gate_open(&first);
  CALL(gc_event_synchronize, at_a);
  assert_false(stream_done(c));
  expect_no_token(reached);
  gate_open(&second);
  expect_token(reached, 1);
  CALL(gc_stream_synchronize, c);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_stream_wait_events, c, (gc_event*[]){at_a, NULL}, 2);
  assert_says("events[1]");
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_stream_wait_events, c, NULL, 2);
  gc_completion_release(reached);
  gc_event_release(at_a);
  gc_event_release(at_b);
  gc_event_release(never);
  gc_stream_release(a);
  gc_stream_release(b);
  gc_stream_release(c);
  gate_free(&first);
  gate_free(&second);
}

static void host_waits_for_all_events(void** state) {
  (void)state;
  Gate first = gate_make(), second = gate_make();
  gc_stream *a = own_stream(), *b = own_stream();
  gc_event* at[] = {new_event(), new_event(), new_event()};
  gate_close(&first, a);
  CALL(gc_event_record, at[0], a);
  gate_close(&second, b);
  CALL(gc_event_record, at[2], b);
  int32_t done = -1;
  CALL(gc_event_synchronize_for, at + 1, 1, 0, &done); /* never recorded */
  assert_int_equal(done, 1);
  CALL(gc_event_synchronize_for, NULL, 0, 0, &done);
  assert_int_equal(done, 1);
  CALL(gc_event_synchronize_for, at, 3, 0, &done);
  assert_int_equal(done, 0);
  gate_open(&first);
  const double begin = now();
  CALL(gc_event_synchronize_for, at, 3, 50000000, &done);
  assert_true(now() - begin >= 0.05 && now() - begin < 30 * slowdown());
  assert_int_equal(done, 0);
  CALL(gc_event_synchronize_for, at, 2, stretched(60 * (uint64_t)SECOND), &done);
  assert_int_equal(done, 1);
  gate_open(&second);
  CALL(gc_event_synchronize_for, at, 3, stretched(60 * (uint64_t)SECOND), &done);
  assert_int_equal(done, 1);
  CALL(gc_event_synchronize_for, at, 3, UINT64_MAX, &done);
  assert_int_equal(done, 1);
  for (int i = 0; i < 3; ++i) gc_event_release(at[i]);
  gc_stream_release(a);
  gc_stream_release(b);
  gate_free(&first);
  gate_free(&second);
}

static void token_comes_when_the_work_is_done(void** state) {
  (void)state;
  Gate gate = gate_make();
  gc_stream* s = own_stream();
  gc_completion* c = completion();
  expect_no_token(c);
  assert_false(readable(c, 0));
  gate_close(&gate, s);
  for (uint64_t token = 1; token <= 100; ++token) CALL(gc_stream_notify, s, c, token);
  uint64_t token;
  const double begin = now();
  assert_false(wait_token(c, 50000000, &token));
  assert_true(now() - begin >= 0.05 && now() - begin < 30 * slowdown());
  assert_false(readable(c, 0));
  gate_open(&gate);
  assert_true(readable(c, 60000));
  for (uint64_t wanted = 1; wanted <= 100; ++wanted) {
    assert_true(readable(c, 0) || readable(c, 60000));
    expect_token(c, wanted);
  }
  expect_no_token(c);
  assert_false(readable(c, 0));
  CALL(gc_stream_synchronize, s);
  CALL(gc_stream_notify, s, c, UINT64_MAX); /* nothing is queued before it */
  expect_token(c, UINT64_MAX);
  CALL(gc_stream_synchronize, s);
  gc_completion_release(c);
  gc_stream_release(s);
  gate_free(&gate);
}

/* A wait for the stream ends behind its tokens. */
static void token_is_there_after_synchronize(void** state) {
  (void)state;
  gc_stream *s = own_stream(), *by_default = NULL;
  gc_completion* c = completion();
  CALL(gc_context_get_default_stream, context, &by_default);
  for (uint64_t i = 0; i < 200; ++i) {
    gc_stream* at = i % 2 ? s : by_default;
    CALL(gc_stream_notify, at, c, i);
    CALL(gc_stream_synchronize, at);
    uint64_t token;
    assert_true(wait_token(c, 0, &token));
    assert_int_equal(token, i);
  }
  gc_completion_release(c);
  gc_stream_release(s);
  gc_stream_release(by_default);
}

static void token_outlives_its_stream(void** state) {
  (void)state;
  Gate gate = gate_make();
  gc_stream* s = own_stream();
  gc_completion *c = completion(), *gone = completion();
  gate_close(&gate, s);
  CALL(gc_stream_notify, s, gone, 1);
  CALL(gc_stream_notify, s, c, 5);
  CALL(gc_stream_notify, s, gone, 2);
  gc_stream_release(s);
  gc_completion_release(gone); /* what is still posted to it is dropped */
  collect();
  expect_no_token(c);
  gate_open(&gate);
  expect_token(c, 5);
  uint64_t token = 0;
  int32_t done = 0;
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_completion_wait, gone, 0, &token, &done);
  s = own_stream();
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_stream_notify, s, gone, 1);
  gc_completion_release(c); /* with nothing taken from it */
  gc_stream_release(s);
  gate_free(&gate);
}

static void* wait_for_ever(void* of) {
  uint64_t token = 0;
  int32_t done = 0;
  gc_error* error = NULL;
  const gc_status status = gc_completion_wait(of, UINT64_MAX, &token, &done, &error);
  gc_error_release(error);
  return (void*)(intptr_t)status;
}
static void release_ends_waits(void** state) {
  (void)state;
  int at_once = 0; /* not at the next look, a second later; a busy machine may take its time */
  for (int round = 0; round < 5 && !at_once; ++round) {
    gc_completion* c = completion();
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) assert_int_equal(pthread_create(&threads[i], NULL, wait_for_ever, c), 0);
    const struct timespec moment = {0, 50000000};
    nanosleep(&moment, NULL);
    const double begin = now();
    gc_completion_release(c);
    for (int i = 0; i < 3; ++i) {
      void* status = NULL;
      pthread_join(threads[i], &status);
      assert_int_equal((intptr_t)status, GRIDCALL_ERROR_INVALID_HANDLE);
    }
    at_once = now() - begin < 0.4;
  }
  assert_true(at_once);
}

/* The token comes, and says nothing of the fault: the stream or an event does. */
static void token_comes_behind_a_fault(void** state) {
  (void)state;
  if (is_gpu) skip(); /* the GPU would be lost: tests/unit/core/completion.cpp */
  gc_stream* s = own_stream();
  gc_completion* c = completion();
  gc_event *before = new_event(), *after = new_event();
  gc_module* m = compile("__global__ void fault(int *x) { *(volatile int *)16 = *x; }\n");
  gc_kernel* k = kernel_of(m, "fault");
  gc_mem* x = zeros(4);
  CALL(gc_event_record, before, s);
  start(k, s, 1, 1, ARGS(M(x)));
  CALL(gc_event_record, after, s);
  CALL(gc_stream_notify, s, c, 1);
  expect_token(c, 1);
  int32_t done = -1;
  CALL(gc_event_synchronize_for, &before, 1, UINT64_MAX, &done);
  FAILS(GRIDCALL_ERROR_ILLEGAL_ADDRESS, gc_event_synchronize_for, (gc_event*[]){before, after}, 2,
        stretched(60 * (uint64_t)SECOND), &done);
  CALL(gc_event_synchronize_for, &after, 1, 0, &done); /* reported once */
  CALL(gc_stream_synchronize, s);
  /* Cancelled: what runs, and what waits. */
  Gate gate = gate_make();
  gate_close(&gate, s);
  CALL(gc_stream_notify, s, c, 2);
  gate_close(&gate, s);
  CALL(gc_stream_notify, s, c, 3);
  CALL(gc_stream_cancel, s);
  expect_token(c, 2);
  expect_token(c, 3);
  FAILS(GRIDCALL_ERROR_CANCELLED, gc_stream_synchronize, s);
  gate_close(&gate, s);
  gc_stream* other = own_stream();
  CALL(gc_event_record, after, s);
  CALL(gc_stream_wait_event, other, after);
  CALL(gc_stream_notify, other, c, 4);
  CALL(gc_stream_cancel, other);
  expect_no_token(c); /* it still comes behind what it waits for */
  gate_open(&gate);
  expect_token(c, 4);
  FAILS(GRIDCALL_ERROR_CANCELLED, gc_stream_synchronize, other);
  gc_stream_release(other);
  gate_free(&gate);
  gc_kernel_release(k);
  gc_module_release(m);
  gc_mem_release(x);
  gc_event_release(before);
  gc_event_release(after);
  gc_completion_release(c);
  gc_stream_release(s);
}

enum { STREAMS = 4, TOKENS = 2000, WAITERS = 3 };
typedef struct Post {
  gc_stream* stream;
  gc_completion* completion;
  uint64_t first;
} Post;
static void* post_tokens(void* of) {
  const Post* post = of;
  for (uint64_t i = 0; i < TOKENS; ++i)
    if (gc_stream_notify(post->stream, post->completion, post->first + i, NULL) != GRIDCALL_OK) return of;
  return NULL;
}
static unsigned char taken[STREAMS * TOKENS];
static void* take_tokens(void* of) {
  for (;;) {
    uint64_t token = 0;
    int32_t done = 0;
    if (gc_completion_wait(of, UINT64_MAX, &token, &done, NULL) != GRIDCALL_OK) return NULL;
    if (!done) return of;
    if (token == UINT64_MAX) return NULL;
    __atomic_add_fetch(&taken[token], 1, __ATOMIC_RELAXED);
  }
}
static void each_token_goes_to_one_thread(void** state) {
  (void)state;
  gc_completion* c = completion();
  pthread_t waiters[WAITERS], posters[STREAMS];
  Post posts[STREAMS];
  memset(taken, 0, sizeof taken);
  for (int i = 0; i < WAITERS; ++i) assert_int_equal(pthread_create(&waiters[i], NULL, take_tokens, c), 0);
  for (int i = 0; i < STREAMS; ++i) {
    posts[i] = (Post){own_stream(), c, (uint64_t)i * TOKENS};
    assert_int_equal(pthread_create(&posters[i], NULL, post_tokens, &posts[i]), 0);
  }
  void* failed = NULL;
  for (int i = 0; i < STREAMS; ++i) {
    pthread_join(posters[i], &failed);
    assert_null(failed);
    CALL(gc_stream_synchronize, posts[i].stream);
  }
  for (int i = 0; i < WAITERS; ++i) CALL(gc_stream_notify, posts[0].stream, c, UINT64_MAX);
  for (int i = 0; i < WAITERS; ++i) {
    pthread_join(waiters[i], &failed);
    assert_null(failed);
  }
  for (int i = 0; i < STREAMS * TOKENS; ++i) assert_int_equal(taken[i], 1);
  expect_no_token(c);
  for (int i = 0; i < STREAMS; ++i) gc_stream_release(posts[i].stream);
  gc_completion_release(c);
}

/* Posts, waits and releases at once: nothing is lost but what is released. */
static void released_while_tokens_come(void** state) {
  (void)state;
  gc_stream* streams[2] = {own_stream(), own_stream()};
  for (int round = 0; round < 50; ++round) {
    gc_completion* c = completion();
    pthread_t waiters[2], poster;
    Post post = {streams[round % 2], c, 0};
    for (int i = 0; i < 2; ++i) assert_int_equal(pthread_create(&waiters[i], NULL, take_tokens, c), 0);
    assert_int_equal(pthread_create(&poster, NULL, post_tokens, &post), 0);
    for (int i = 0; i < round; ++i) CALL(gc_stream_notify, streams[(round + 1) % 2], c, (uint64_t)i);
    gc_completion_release(c);
    void* ended = NULL;
    pthread_join(poster, NULL);
    for (int i = 0; i < 2; ++i) {
      pthread_join(waiters[i], &ended);
      assert_null(ended);
    }
  }
  for (int i = 0; i < 2; ++i) {
    CALL(gc_stream_synchronize, streams[i]);
    gc_stream_release(streams[i]);
  }
  collect();
}

const struct CMUnitTest waiting_tests[] = {
    {"waiting_stream_waits_for_all_events", stream_waits_for_all_events, NULL, NULL, NULL},
    {"waiting_host_waits_for_all_events", host_waits_for_all_events, NULL, NULL, NULL},
    {"waiting_token_comes_when_the_work_is_done", token_comes_when_the_work_is_done, NULL, NULL, NULL},
    {"waiting_token_is_there_after_synchronize", token_is_there_after_synchronize, NULL, NULL, NULL},
    {"waiting_token_outlives_its_stream", token_outlives_its_stream, NULL, NULL, NULL},
    {"waiting_release_ends_waits", release_ends_waits, NULL, NULL, NULL},
    {"waiting_token_comes_behind_a_fault", token_comes_behind_a_fault, NULL, NULL, NULL},
    {"waiting_each_token_goes_to_one_thread", each_token_goes_to_one_thread, NULL, NULL, NULL},
    {"waiting_released_while_tokens_come", released_while_tokens_come, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
