/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that go wrong. A GPU's context is lost after one, so each runs in a process of its own:
 * `test_conformance --fault NAME` prints what the library said.
 */

#define _GNU_SOURCE
#include "harness.h"
#include "support/slowdown.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Report {
  char status[64]; /* name of the first failing call's status */
  char message[2048];
  char later[64]; /* status of a launch after that, of a good kernel */
  char value[64]; /* what that good kernel wrote */
} Report;

/* --- the child --- */

static int say(const char* key, const char* value) {
  return printf("%s=%s\n", key, value);
}

int fault_child(const char* name) {
  gc_error* error = NULL;
  if (gc_context_get_default(&context, &error) != GRIDCALL_OK) {
    say("status", "NO_CONTEXT");
    say("message", gc_error_message(error));
    return 1;
  }
  alarm(alarm_limit(100));
  const char* text = NULL;
  for (const Source* s = source_list; s->name != NULL; ++s) {
    if (strcmp(s->name, "fault.cu") == 0) text = s->text;
  }
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.name = "fault.cu";
  gc_module* module = NULL;
  gc_kernel *kernel = NULL, *fine = NULL;
  gc_mem *out = NULL, *host = NULL;
  gc_status status = gc_module_from_source(context, text, strlen(text), &options, &module, &error);
  if (status == GRIDCALL_OK) status = gc_module_get_kernel(module, name, &kernel, &error);
  if (status == GRIDCALL_OK) status = gc_module_get_kernel(module, "fine", &fine, &error);
  if (status == GRIDCALL_OK) status = gc_mem_alloc(context, 4096, &out, &error);
  if (status == GRIDCALL_OK) status = fill_u8(out, 0, 0, 4096, NULL, &error);
  if (status != GRIDCALL_OK) {
    say("status", "NOT_STARTED");
    say("message", gc_error_message(error));
    return 1;
  }
  (void)host;
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 2;
  config.block_x = 32;
  gc_arg args[2] = {M(out), I(0)};
  size_t count = 2;
  const int64_t distance = -((int64_t)1 << 40); /* 4 TiB below, where nothing is */
  if (strcmp(name, "null_store") == 0 || strcmp(name, "null_load") == 0 || strcmp(name, "remainder_of") == 0)
    args[1] = L(0);
  if (strcmp(name, "far_store") == 0) args[1] = L(distance);
  if (strcmp(name, "wild_store") == 0) args[1] = L((int64_t)1 << 44);
  if (strcmp(name, "stack_overflow") == 0) args[1] = I(10000000);
  if (strcmp(name, "misaligned") == 0 || strcmp(name, "trap") == 0 || strcmp(name, "deadlock") == 0)
    count = 1;
  status = gc_launch(kernel, &config, args, count, NULL, &error);
  if (status == GRIDCALL_OK) status = gc_context_synchronize(context, &error);
  say("status", gc_status_name(status));
  say("message", gc_error_message(error));
  if (gc_error_status(error) != status) say("status", "DIFFERS_FROM_ERROR");
  gc_error_release(error);
  error = NULL;

  /* Afterwards: every call returns, none crashes. */
  config.grid_x = 1;
  status = gc_launch(fine, &config, args, 1, NULL, &error);
  if (status == GRIDCALL_OK) status = gc_context_synchronize(context, &error);
  say("later", gc_status_name(status));
  int32_t value = 0;
  if (status == GRIDCALL_OK && gc_memcpy_dtoh(&value, out, 28, 4, NULL, NULL) == GRIDCALL_OK) {
    char number[16];
    snprintf(number, sizeof number, "%d", value);
    say("value", number);
  }
  gc_error_release(error);
  gc_mem_release(out);
  gc_kernel_release(kernel);
  gc_kernel_release(fine);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}

/* --- the parent --- */

static void take(const char* output, const char* key, char* value, size_t capacity) {
  const size_t length = strlen(key);
  value[0] = '\0';
  for (const char* line = output; line != NULL && *line != '\0';) {
    const char* end = strchr(line, '\n');
    if (strncmp(line, key, length) == 0 && line[length] == '=') {
      const size_t size = end != NULL ? (size_t)(end - line) - length - 1 : strlen(line) - length - 1;
      snprintf(value, capacity, "%.*s", (int)size, line + length + 1);
    }
    line = end != NULL ? end + 1 : NULL;
  }
}

static Report report_of(const char* name) {
  static char output[65536];
  Report r;
  const int code = run_self("--fault", name, output, sizeof output);
  if (code != 0) fail_msg("%s: the process ended with %d; it said:\n%s", name, code, output);
  take(output, "status", r.status, sizeof r.status);
  take(output, "message", r.message, sizeof r.message);
  take(output, "later", r.later, sizeof r.later);
  take(output, "value", r.value, sizeof r.value);
  return r;
}

static void expect(const char* name, const char* status) {
  const Report r = report_of(name);
  if (strcmp(r.status, status) != 0) fail_msg("%s: %s, not %s: %s", name, r.status, status, r.message);
}

static void null_pointer(void** state) {
  (void)state;
  expect("null_store", "ILLEGAL_ADDRESS");
  expect("null_load", "ILLEGAL_ADDRESS");
}
static void far_address(void** state) {
  (void)state;
  expect("far_store", "ILLEGAL_ADDRESS");
}
/* An address that no device can have. */
static void wild_address(void** state) {
  (void)state;
  expect("wild_store", "ILLEGAL_ADDRESS");
}
static void misaligned(void** state) {
  (void)state;
  expect("misaligned", "MISALIGNED_ADDRESS");
}
static void trap(void** state) {
  (void)state;
  expect("trap", "KERNEL_TRAP");
}
static void failed_assert(void** state) {
  (void)state;
  expect("failed_assert", "KERNEL_ASSERT");
  static char output[65536];
  assert_int_equal(run_self("--fault", "failed_assert", output, sizeof output), 0);
  check_says(output, "n == 12345", __FILE__, __LINE__);
}
static void divide_by_zero(void** state) {
  (void)state;
  expect("divide", "DIVIDE_BY_ZERO");
  expect("remainder_of", "DIVIDE_BY_ZERO");
}

/* A GPU's local memory just ends, so what it notices is an address. */
static void stack(void** state) {
  (void)state;
  const char* names[] = {"stack_overflow", "endless_recursion"};
  for (int i = 0; i < 2; ++i) {
    const Report r = report_of(names[i]);
    if (strcmp(r.status, "STACK_OVERFLOW") != 0 && !(is_gpu && strcmp(r.status, "ILLEGAL_ADDRESS") == 0)) {
      fail_msg("%s: %s, not STACK_OVERFLOW: %s", names[i], r.status, r.message);
    }
  }
}
static void deadlock(void** state) {
  (void)state;
  expect("deadlock", "KERNEL_DEADLOCK");
}

static void names_the_thread(void** state) {
  (void)state;
  const Report r = report_of("null_store");
  check_says(r.message, "null_store", __FILE__, __LINE__);
  check_says(r.message, "1", __FILE__, __LINE__);
  check_says(r.message, "5", __FILE__, __LINE__);
  const Report t = report_of("trap");
  check_says(t.message, "trap", __FILE__, __LINE__);
  check_says(t.message, "3", __FILE__, __LINE__);
}

static void device_usable(void** state) {
  (void)state;
  const char* names[] = {"null_store", "trap", "failed_assert", "stack_overflow", "fine"};
  for (int i = 0; i < 4; ++i) {
    const Report r = report_of(names[i]);
    if (strcmp(r.later, "OK") != 0 || strcmp(r.value, "8") != 0) {
      fail_msg("after %s: %s, out[7] is %s", names[i], r.later, r.value);
    }
  }
}

/* Whatever the device does with later launches, it says so and does not crash. */
static void answers_later(void** state) {
  (void)state;
  const Report r = report_of("far_store");
  if (strcmp(r.later, "OK") != 0 && strcmp(r.later, "DEVICE_LOST") != 0 &&
      strcmp(r.later, "ILLEGAL_ADDRESS") != 0) {
    fail_msg("a launch after a fault returns %s", r.later);
  }
}

static void forked_child(void** state) {
  (void)state;
  const pid_t child = fork();
  if (child == 0) {
    int32_t count = 0;
    gc_mem* mem = NULL;
    gc_error* error = NULL;
    const int ok = gc_mem_alloc(context, 64, &mem, &error) == GRIDCALL_ERROR_FORKED &&
                   gc_error_status(error) == GRIDCALL_ERROR_FORKED &&
                   gc_device_get_count(&count, NULL) == GRIDCALL_ERROR_FORKED;
    gc_error_release(error);
    gc_mem_release((gc_mem*)context); /* nothing, and no crash */
    _exit(ok ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

const struct CMUnitTest fault_tests[] = {
    {"fault_null_pointer", null_pointer, NULL, NULL, NULL},
    {"fault_far_address", far_address, NULL, NULL, NULL},
    {"fault_wild_address", wild_address, NULL, NULL, NULL},
    {"fault_misaligned", misaligned, NULL, NULL, NULL},
    {"fault_trap", trap, NULL, NULL, NULL},
    {"fault_assert", failed_assert, NULL, NULL, NULL},
    {"fault_divide_by_zero", divide_by_zero, NULL, NULL, NULL},
    {"fault_stack", stack, NULL, NULL, NULL},
    {"fault_deadlock", deadlock, NULL, NULL, NULL},
    {"fault_names_the_thread", names_the_thread, NULL, NULL, NULL},
    {"fault_leaves_the_device_usable", device_usable, NULL, NULL, NULL},
    {"fault_answers_later", answers_later, NULL, NULL, NULL},
    {"fault_forked_child", forked_child, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
