/* SPDX-License-Identifier: Apache-2.0
 *
 * test_conformance: what CUDA promises a kernel and what gridcall promises its caller, compared with host
 * references. GRIDCALL_DEVICE chooses the driver; the expectations are the same for all. What a driver cannot
 * do is in the table below with the reason; such a test is run in a process of its own and must fail
 * there, so that the table cannot outlive its reasons.
 *
 *   test_conformance [PATTERN]...  every test, or those whose name matches one ("warp*")
 *   test_conformance --one-of N [PATTERN]...  of these every N-th, from a seed on, unless the effort is full
 *   test_conformance --list
 */

#include "harness.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/effort.h"
#include "support/slowdown.h"

typedef struct Exception {
  const char* test;
  const char* reason;
} Exception;

static const Exception cpu_exceptions[] = {
    {"fault_misaligned", "the processor reads and writes unaligned addresses without a fault"},
    {NULL, NULL},
};

static const Exception gpu_exceptions[] = {
    {"fault_divide_by_zero", "a GPU gives an unspecified quotient and no fault"},
    {"fault_deadlock", "a GPU does not notice; the launch would never end"},
    {"fault_names_the_thread", "the driver tells neither kernel nor thread"},
    {"fault_leaves_the_device_usable", "the driver gives the context up after a fault"},
    {NULL, NULL},
};

/* Tests that would never end where they cannot work: not even tried there. */
static const char* const endless[] = {"fault_deadlock", NULL};

static const Exception* exceptions(void) {
  return is_gpu ? gpu_exceptions : cpu_exceptions;
}

static const char* reason_against(const char* name) {
  for (const Exception* e = exceptions(); e->test != NULL; ++e) {
    if (strcmp(e->test, name) == 0) {
      return e->reason;
    }
  }
  return NULL;
}

static int open_device(void) {
  gc_error* error = NULL;
  gc_status status = gc_context_get_default(&context, &error);
  if (status == GRIDCALL_OK) {
    status = gc_context_get_device(context, &device, &error);
  }
  gc_device_kind kind = 0;
  if (status == GRIDCALL_OK) {
    status = gc_device_get_kind(device, &kind, &error);
  }
  if (status != GRIDCALL_OK) {
    fprintf(stderr, "# %s: %s\n", gc_status_name(status), gc_error_message(error));
    gc_error_release(error);
    return status;
  }
  is_gpu = kind == GRIDCALL_DEVICE_KIND_GPU;
  return GRIDCALL_OK;
}

static int before_test(void** state) {
  (void)state;
  alarm(alarm_limit(300)); /* a hang is a failure, and must not be one for ever */
  return 0;
}

/* Listed tests run in a process of their own, where they have to fail. */
static void unlikely_test(void** state) {
  const char* name = *state;
  for (size_t i = 0; endless[i] != NULL; ++i) {
    if (strcmp(endless[i], name) == 0) {
      print_message("# %s: %s\n", name, reason_against(name));
      skip();
    }
  }
  static char output[65536];
  if (run_self("--only", name, output, sizeof output) == 0) {
    fail_msg("%s passes: take it out of the table (reason there: %s)", name, reason_against(name));
  }
  print_message("# %s: %s\n", name, reason_against(name));
  skip();
}

static const struct CMUnitTest* const groups[] = {
    device_tests,        handle_tests,   compile_tests,   memory_tests,    stream_tests,
    launch_tests,        pool_tests,     block_tests,     warp_tests,      atomic_tests,
    language_tests,      output_tests,   math_tests,      integer_tests,   half_tests,
    fault_tests,         contexts_tests, rect_tests,      waiting_tests,   mapping_tests,
    memory_kinds_tests,  program_tests,  link_tests,      occupancy_tests, cooperative_tests,
    pipe_tests,          staged_tests,   profiler_tests,  folder_tests,    foreign_tests,
    ipc_tests,           texture_tests,  tools_tests,     ndarray_tests,   ndarray_create_tests,
    array_content_tests, graph_tests,    algorithm_tests, linalg_tests,    primitive_tests,
    fft_tests,
};

static int is_wanted(const char* name, char** patterns, int count) {
  for (int i = 0; i < count; ++i)
    if (fnmatch(patterns[i], name, 0) == 0) return 1;
  return count == 0;
}

int main(int argc, char** argv) {
  static char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = '\0';
  program_path = path;
  if (argc == 3 && strcmp(argv[1], "--fault") == 0) {
    return fault_child(argv[2]);
  }
  if (argc == 2 && strcmp(argv[1], "--ipc") == 0) {
    return open_device() == GRIDCALL_OK ? ipc_child() : 1;
  }
  const int only = argc == 3 && strcmp(argv[1], "--only") == 0;
  const int is_part = argc > 2 && strcmp(argv[1], "--one-of") == 0, first = is_part ? 3 : only ? 2 : 1;
  const unsigned one_of = is_part ? effort((unsigned)atoi(argv[2]), 1) : 1;
  unsigned wanted_tests = 0;
  const int lists = argc == 2 && strcmp(argv[1], "--list") == 0;

  static struct CMUnitTest tests[1024];
  size_t count = 0;
  for (size_t g = 0; g < sizeof groups / sizeof groups[0]; ++g) {
    for (const struct CMUnitTest* t = groups[g]; t->name != NULL; ++t) {
      if (lists) {
        puts(t->name);
      } else if (is_wanted(t->name, argv + first, argc - first) &&
                 wanted_tests++ % one_of == effort_seed() % one_of) {
        if (count == sizeof tests / sizeof tests[0]) abort();
        tests[count++] = *t;
      }
    }
  }
  if (lists) {
    return 0;
  }
  if (count == 0) {
    fprintf(stderr, "no test matches %s\n", argv[first]);
    return 2;
  }

  const gc_status opened = open_device();
  if (opened != GRIDCALL_OK) {
    const char* wanted = getenv("GRIDCALL_DEVICE");
    if (wanted != NULL && strncmp(wanted, "gpu", 3) == 0 &&
        (opened == GRIDCALL_ERROR_NO_DEVICE || opened == GRIDCALL_ERROR_NOT_FOUND ||
         opened == GRIDCALL_ERROR_DRIVER_UNAVAILABLE)) {
      puts("1..0 # SKIP no GPU here");
      return 0;
    }
    return 1;
  }
  for (const Exception* e = exceptions(); e->test != NULL && argc == 1; ++e) {
    size_t i = 0;
    while (i < count && strcmp(tests[i].name, e->test) != 0) {
      ++i;
    }
    if (i == count) {
      fprintf(stderr, "the table of exceptions names %s, which is no test\n", e->test);
      return 1;
    }
  }
  for (size_t i = 0; i < count; ++i) {
    tests[i].setup_func = before_test;
    if (!only && reason_against(tests[i].name) != NULL) {
      tests[i].initial_state = (void*)(uintptr_t)tests[i].name;
      tests[i].test_func = unlikely_test;
    }
  }
  char name[256] = "";
  size_t needed = 0;
  gc_device_get_name(device, name, sizeof name, &needed, NULL);
  fprintf(stderr, "# device: %s\n", name);
  if (one_of > 1) {
    fprintf(stderr, "# one of %u tests, seed %u\n", one_of, effort_seed());
  }
  char group[300];
  snprintf(group, sizeof group, "conformance on %s", is_gpu ? "a GPU" : "the CPU device");
  return _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}
