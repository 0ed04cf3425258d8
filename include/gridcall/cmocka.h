/* SPDX-License-Identifier: Apache-2.0
 *
 * For tests of programs that use gridcall, with cmocka (1.1 or later):
 *
 *     #include <gridcall/cmocka.h>
 *
 *     static void doubles(void** state) {
 *       const gridcall_test* test = *state;
 *       gc_mem* mem = NULL;
 *       GRIDCALL_MUST(gc_mem_alloc, test->context, 64, &mem);
 *       ...
 *       gc_mem_release(mem);
 *     }
 *     int main(void) {
 *       const struct CMUnitTest tests[] = {GRIDCALL_CUDA_TEST(doubles)};
 *       return cmocka_run_group_tests(tests, NULL, NULL);
 *     }
 *
 * Each test gets the default context, and fails if it leaves a handle or the fault of a kernel behind.
 */

#ifndef GRIDCALL_CMOCKA_H
#define GRIDCALL_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka.h requires these before it. */
#include <cmocka.h>

#include "gridcall/preview.h"

/* The struct that `*state` of such a test points to. */
typedef struct gridcall_test {
  gc_context* context;  /* the default one; released by the teardown */
  gc_device* device;    /* its device */
  uint64_t handles;     /* how many there were before */
} gridcall_test;

/* A test with the setup and teardown below. */
#define GRIDCALL_CUDA_TEST(function) \
  cmocka_unit_test_setup_teardown(function, gridcall_test_setup, gridcall_test_teardown)

/* GRIDCALL_MUST(gc_mem_alloc, context, size, &mem): the call, which is given an error object, must work;
 * else the test fails with all that the error says. */
#define GRIDCALL_MUST(function, ...)                                                              \
  do {                                                                                            \
    gc_error* gridcall_error = NULL;                                                              \
    const gc_status gridcall_status = function(__VA_ARGS__, &gridcall_error);                     \
    gridcall_test_check(gridcall_status, GRIDCALL_OK, gridcall_error, #function, __FILE__, __LINE__); \
  } while (0)

/* A call that must fail with a status. */
#define GRIDCALL_MUST_FAIL(expected, function, ...)                                             \
  do {                                                                                          \
    gc_error* gridcall_error = NULL;                                                            \
    const gc_status gridcall_status = function(__VA_ARGS__, &gridcall_error);                   \
    gridcall_test_check(gridcall_status, expected, gridcall_error, #function, __FILE__, __LINE__); \
  } while (0)

static inline void gridcall_test_check(gc_status status, gc_status expected, gc_error* error,
                                       const char* function, const char* file, int line) {
  if (status != expected) {
    print_error("%s returned %s, not %s: %s\n", function, gc_status_name(status), gc_status_name(expected),
                error != NULL ? gc_error_text(error) : "");
    gc_error_release(error);
    _fail(file, line);
  }
  gc_error_release(error);
}

/* Prints an error and releases it. */
static inline int gridcall_test_give_up(const char* what, gc_status status, gc_error* error) {
  print_error("%s: %s: %s\n", what, gc_status_name(status), error != NULL ? gc_error_text(error) : "");
  gc_error_release(error);
  return -1;
}

static inline int gridcall_test_setup(void** state) {
  const uint64_t handles = gc_handle_count();
  gc_error* error = NULL;
  gridcall_test* test = (gridcall_test*)calloc(1, sizeof *test);
  if (test == NULL) return -1;
  gc_status status = gc_context_get_default(&test->context, &error);
  if (status == GRIDCALL_OK) status = gc_context_get_device(test->context, &test->device, &error);
  if (status != GRIDCALL_OK) {
    gc_context_release(test->context);
    free(test);
    return gridcall_test_give_up("no context for the test", status, error);
  }
  test->handles = handles;
  *state = test;
  return 0;
}

/* Waits for the context, drops what was kept for contexts (gc_context_set_memo: a preview), gives back what
 * was released, and fails if the test left a handle or a kernel failed that nothing has reported. */
static inline int gridcall_test_teardown(void** state) {
  gridcall_test* test = (gridcall_test*)*state;
  gc_error* error = NULL;
  gc_status status = gc_context_synchronize(test->context, &error);
  int result =
      status == GRIDCALL_OK ? 0 : gridcall_test_give_up("a kernel of the test failed", status, error);
  gc_context_clear_memo(NULL, NULL);
  gc_context_release(test->context);
  gc_handle_collect(NULL);
  const uint64_t handles = gc_handle_count();
  if (handles > test->handles) {
    print_error("the test left %llu handles\n", (unsigned long long)(handles - test->handles));
    result = -1;
  }
  free(test);
  *state = NULL;
  return result;
}

#endif
