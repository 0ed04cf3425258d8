/* SPDX-License-Identifier: Apache-2.0
 *
 * A profiler's file. GRIDCALL_TEST_PROFILE names a file that the test "profiler_trace" leaves behind, for
 * profile.py to read.
 */

#include "gridcall/preview.h"
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[256];
static char content[1 << 20];

static const char* file_name(const char* ending) {
  snprintf(path, sizeof path, "/tmp/gridcall-profile-%d.%s", (int)getpid(), ending);
  return path;
}
static const char* read_all(const char* name) {
  FILE* file = fopen(name, "rb");
  assert_non_null(file);
  content[fread(content, 1, sizeof content - 1, file)] = '\0';
  fclose(file);
  return content;
}
static int count(const char* text, const char* word) {
  int found = 0;
  for (const char* at = text; (at = strstr(at, word)) != NULL; ++at) ++found;
  return found;
}
static gc_profiler_options options_of(gc_profiler_output output, const char* file) {
  gc_profiler_options options = GRIDCALL_PROFILER_OPTIONS_INIT;
  options.output = output;
  options.output_file = file;
  return options;
}
static gc_kernel* doubler(void) {
  static gc_module* m;
  if (m == NULL)
    m = compile("__global__ void twice(int *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }\n");
  return kernel_of(m, "twice");
}
/* Two copies, a fill and two launches, one on each stream. */
static void work(void) {
  gc_kernel* twice = doubler();
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  int32_t values[32] = {0};
  gc_mem* mem = make(sizeof values);
  CALL(gc_memcpy_htod, mem, 0, values, sizeof values, NULL);
  CALL(fill_u32, mem, 0, 3, 32, stream);
  start(twice, stream, 1, 32, ARGS(M(mem), I(32)));
  CALL(gc_memcpy_dtoh, values, mem, 0, sizeof values, stream);
  run(twice, 2, 16, ARGS(M(mem), I(16)));
  assert_int_equal(values[0], 6);
  gc_mem_release(mem);
  gc_kernel_release(twice);
  gc_stream_release(stream);
}

static void trace(void** state) {
  (void)state;
  const char* wanted = getenv("GRIDCALL_TEST_PROFILE");
  const char* name = wanted ? wanted : file_name("json");
  const gc_profiler_options options = options_of(0, name);
  CALL(gc_profiler_initialize, context, &options);
  work(); /* not started: not recorded */
  assert_int_equal(count(read_all(name), "\"ph\":\"X\""), 0);
  for (int round = 1; round <= 2; ++round) { /* a later start appends */
    CALL(gc_profiler_start, context);
    CALL(gc_profiler_start, context); /* it stays started */
    work();
    CALL(gc_profiler_stop, context);
    work();
    const char* text = read_all(name);
    assert_int_equal(count(text, "\"ph\":\"X\""), 5 * round);
    assert_int_equal(count(text, "\"name\":\"twice\""), 2 * round);
    assert_int_equal(count(text, "\"grid\":[2,1,1],\"block\":[16,1,1]"), round);
    assert_int_equal(count(text, "\"name\":\"memcpyHtoD\""), round);
    assert_int_equal(count(text, "\"name\":\"memcpyDtoH\""), round);
    assert_int_equal(count(text, "\"name\":\"memset\""), round);
    assert_int_equal(count(text, "\"bytes\":128"), 3 * round);
    assert_int_equal(count(text, "\"dropped\":0"), 1);
  }
  CALL(gc_profiler_stop, context);
  if (!wanted) remove(name);
}

static void lines(void** state) {
  (void)state;
  char config[256];
  snprintf(config, sizeof config, "/tmp/gridcall-profile-%d.config", (int)getpid());
  FILE* file = fopen(config, "w");
  assert_non_null(file);
  fputs("# columns\n\ngridsize3d\n threadblocksize \nmemtransfersize\nstreamid\ngpustarttimestamp\n", file);
  fclose(file);
  const char* name = file_name("log");
  gc_profiler_options options = options_of(GRIDCALL_PROFILER_OUTPUT_KEY_VALUE_PAIR, name);
  CALL(gc_profiler_initialize, context, &options);
  CALL(gc_profiler_start, context);
  work();
  CALL(gc_profiler_stop, context);
  const char* text = read_all(name);
  assert_non_null(strstr(text, "# CUDA_PROFILE_LOG_VERSION 2.0\n# CUDA_DEVICE "));
  assert_int_equal(count(text, "\nmethod=[ twice ] gputime=[ "), 2);
  assert_int_equal(count(text, " ] cputime=[ "), 5);
  assert_int_equal(count(text, "gridsize"), 0);

  options = options_of(GRIDCALL_PROFILER_OUTPUT_CSV, name);
  options.config_file = config;
  CALL(gc_profiler_initialize, context, &options);
  CALL(gc_profiler_start, context);
  work();
  CALL(gc_profiler_stop, context);
  text = read_all(name);
  assert_non_null(
      strstr(text,
             "\ngpustarttimestamp,method,gputime,cputime,gridsizeX,gridsizeY,gridsizeZ,threadblocksizeX,"
             "threadblocksizeY,threadblocksizeZ,memtransfersize,streamid\n"));
  assert_int_equal(count(text, ",2,1,1,16,1,1,,0\n"), 1);
  assert_int_equal(count(text, ",,,,,,,128,"), 3);

  options.output = GRIDCALL_PROFILER_OUTPUT_TRACE_EVENTS;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_profiler_initialize, context, &options);
  assert_says("`options->config_file` is given, and `options->output` is TRACE_EVENTS");
  file = fopen(config, "a");
  fputs("l1_global_load_hit\n", file);
  fclose(file);
  options.output = GRIDCALL_PROFILER_OUTPUT_CSV;
  FAILS(GRIDCALL_ERROR_INVALID_OPTIONS, gc_profiler_initialize, context, &options);
  assert_says("line 8: `l1_global_load_hit` is none of the columns");
  remove(config);
  options.config_file = config;
  FAILS(GRIDCALL_ERROR_IO, gc_profiler_initialize, context, &options);
  remove(name);
}

static void refused(void** state) {
  (void)state;
  gc_profiler_options options = options_of(0, "/no/such/folder/trace.json");
  FAILS(GRIDCALL_ERROR_IO, gc_profiler_initialize, context, &options);
  assert_says("`options->output_file` \"/no/such/folder/trace.json\" cannot be written: No such file");
  options.output_file = "/dev/null";
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_profiler_initialize, context, &options);
  assert_says("is no regular file");
  options.output_file = "";
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_profiler_initialize, context, &options);
  const char* name = file_name("json");
  options.output_file = name;
  CALL(gc_profiler_initialize, context, &options);
  CALL(gc_profiler_start, context);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_profiler_initialize, context, &options);
  assert_says("call gc_profiler_stop first");
  gc_context* other = NULL;
  CALL(gc_context_create, device, NULL, &other);
  FAILS(GRIDCALL_ERROR_INVALID_STATE, gc_profiler_initialize, other, &options);
  assert_says("is written by the profiler of another context");
  gc_context_release(other);
  CALL(gc_profiler_stop, context);
  /* Its own file may be begun anew. */
  CALL(gc_profiler_initialize, context, &options);
  options.output_file = "/no/such/folder/trace.json";
  FAILS(GRIDCALL_ERROR_IO, gc_profiler_initialize, context, &options);
  CALL(gc_profiler_start, context); /* what it had is still there */
  work();
  CALL(gc_profiler_stop, context);
  assert_int_equal(count(read_all(name), "\"ph\":\"X\""), 5);
  remove(name);
}

/* More records than fit wait for the device: those that do not are counted, and nothing waits. */
static void is_bounded(void** state) {
  (void)state;
  gc_profiler_options options = options_of(0, file_name("json"));
  options.capacity = 3;
  CALL(gc_profiler_initialize, context, &options);
  gc_kernel* twice = doubler();
  gc_stream* stream = NULL;
  CALL(gc_stream_create, context, NULL, &stream);
  gc_mem* mem = zeros(128);
  Gate gate = gate_make();
  gate_close(&gate, stream);
  CALL(gc_profiler_start, context);
  for (int i = 0; i < 10; ++i) start(twice, stream, 1, 32, ARGS(M(mem), I(32)));
  gate_open(&gate);
  CALL(gc_stream_synchronize, stream);
  start(twice, stream, 1, 32, ARGS(M(mem), I(32))); /* there is room again */
  CALL(gc_profiler_stop, context);
  const char* text = read_all(path);
  assert_int_equal(count(text, "\"name\":\"twice\""), 4);
  assert_int_equal(count(text, "\"dropped\":7"), 1);
  gate_free(&gate);
  gc_mem_release(mem);
  gc_stream_release(stream);
  gc_kernel_release(twice);
  remove(path);
}

/* The end of an own context completes its file. */
static void ends_with_context(void** state) {
  (void)state;
  gc_context *other = NULL, *own = context;
  const gc_profiler_options options = options_of(0, file_name("json"));
  CALL(gc_context_create, device, NULL, &other);
  CALL(gc_profiler_initialize, other, &options);
  CALL(gc_profiler_start, other);
  gc_mem* mem = NULL;
  CALL(gc_mem_alloc, other, 64, &mem);
  CALL(fill_u8, mem, 0, 1, 64, NULL);
  CALL(gc_context_synchronize, other);
  gc_mem_release(mem);
  gc_context_release(other);
  context = own;
  collect();
  collect();
  const char* text = read_all(path);
  assert_int_equal(count(text, "\"name\":\"memset\""), 1);
  assert_non_null(strstr(text, "\"dropped\":0}}\n"));
  remove(path);
}

/* A process that exits completes its file, with what was done at the last synchronize, and counts the rest. A
 * process that it forked does not write the file. */
static void ends_with_process(void** state) {
  (void)state;
  static const char key[] = "GRIDCALL_TEST_PROFILE_EXIT";
  const char* file = getenv(key);
  if (file != NULL) {
    const gc_profiler_options options = options_of(0, file);
    CALL(gc_profiler_initialize, context, &options);
    CALL(gc_profiler_start, context);
    work();
    int begin[2];
    assert_int_equal(pipe(begin), 0);
    const pid_t child = fork();
    if (child == 0) {
      char byte;
      if (read(begin[0], &byte, 1) == 1) exit(0);
      _exit(1);
    }
    work();
    CALL(gc_profiler_stop, context); /* which completes the file */
    assert_int_equal(write(begin[1], "x", 1), 1);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    CALL(gc_profiler_start, context);
    work();
    CALL(gc_context_synchronize, context);
    gc_mem* mem = make(64);
    CALL(fill_u8, mem, 0, 1, 64, NULL);
    exit(0);
  }
  char output[4096];
  setenv(key, file_name("json"), 1);
  const int code = run_self("profiler_ends_with_process", NULL, output, sizeof output);
  unsetenv(key);
  if (code != 0) fail_msg("exit code %d: %s", code, output);
  const char* text = read_all(path);
  assert_int_equal(count(text, "\"ph\":\"X\""), 15);
  assert_int_equal(count(text, "\"traceEvents\""), 1);
  assert_int_equal(count(text, "\"otherData\""), 1);
  assert_non_null(strstr(text, "\"dropped\":1}}\n"));
  remove(path);
}

const struct CMUnitTest profiler_tests[] = {
    {"profiler_trace", trace, NULL, NULL, NULL},
    {"profiler_lines", lines, NULL, NULL, NULL},
    {"profiler_refused", refused, NULL, NULL, NULL},
    {"profiler_is_bounded", is_bounded, NULL, NULL, NULL},
    {"profiler_ends_with_context", ends_with_context, NULL, NULL, NULL},
    {"profiler_ends_with_process", ends_with_process, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
