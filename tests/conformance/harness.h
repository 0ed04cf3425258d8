/* SPDX-License-Identifier: Apache-2.0
 *
 * What the conformance tests share. They use gridcall.h alone, so that every driver behind it is
 * compared with the same results.
 */

#ifndef GRIDCALL_TESTS_CONFORMANCE_HARNESS_H
#define GRIDCALL_TESTS_CONFORMANCE_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h requires these before it. */
#include <cmocka.h>

#include "gridcall/gridcall.h"
#include "support/memory.h"

/* The device under test, made once. */
extern gc_context* context;
extern gc_device* device;
extern int is_gpu;

/* A kernel source, embedded by sources.c: <name> of tests/corpus/conformance. */
typedef struct Source {
  const char* name;
  const char* text;
} Source;
extern const Source source_list[];

/* Fails the test with the whole error, if the call failed. */
void check_call(gc_status status, gc_error* error, const char* call, const char* file, int line);
/* Fails the test unless the call failed with this status, and so says its error, which names `function`. */
void check_failure(gc_status status, gc_error* error, gc_status expected, const char* call, const char* file,
                   int line);

/* CALL(gc_mem_get_size, mem, &size): the call, with an error object, must work. */
#define CALL(function, ...)                                             \
  do {                                                                  \
    gc_error* call_error = NULL;                                        \
    gc_status call_status = function(__VA_ARGS__, &call_error);         \
    check_call(call_status, call_error, #function, __FILE__, __LINE__); \
  } while (0)
/* FAILS(GRIDCALL_ERROR_..., gc_mem_get_size, NULL, &size): it must fail so. The message is in `last_message`.
 */
#define FAILS(expected, function, ...)                                               \
  do {                                                                               \
    gc_error* call_error = NULL;                                                     \
    gc_status call_status = function(__VA_ARGS__, &call_error);                      \
    check_failure(call_status, call_error, expected, #function, __FILE__, __LINE__); \
  } while (0)
extern char last_message[1024];
extern char last_log[8192];
#define assert_says(text) check_says(last_message, text, __FILE__, __LINE__)
#define assert_log_says(text) check_says(last_log, text, __FILE__, __LINE__)
void check_says(const char* have, const char* want, const char* file, int line);

/* --- modules and kernels --- */

/* The module of corpus/conformance/<name>.cu, compiled once a run with these template instances; never
 * released by a test. */
gc_module* load(const char* name, const char* const* instances, size_t instance_count);
gc_kernel* kernel_of(gc_module* module, const char* name);
/* Compiles a text; on failure the test fails with the log. */
gc_module* compile(const char* text);

/* --- memory --- */

gc_mem* make(size_t size); /* undefined content */
gc_mem* upload(const void* data, size_t size);
void download(gc_mem* mem, void* data, size_t size);
gc_mem* zeros(size_t size);
uint64_t address_of(gc_mem* mem);

/* --- launches: run(kernel, 2, 64, ARGS(M(out), I(5))) waits for the end --- */

typedef struct Shape {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t shared;
} Shape;

gc_arg arg_mem(gc_mem* mem);
gc_arg arg_scalar(const void* value, uint32_t size);
/* One that says what it is. */
gc_arg arg_typed(const void* value, uint32_t size, gc_value_type type);
#define M(mem) arg_mem(mem)
#define I(value) arg_typed(&(int32_t){value}, 4, GRIDCALL_VALUE_TYPE_INT32)
#define U(value) arg_typed(&(uint32_t){value}, 4, GRIDCALL_VALUE_TYPE_UINT32)
/* Stands for an address too, so it tells no type. */
#define L(value) arg_scalar(&(int64_t){value}, 8)
#define F(value) arg_typed(&(float){value}, 4, GRIDCALL_VALUE_TYPE_FLOAT32)
#define D(value) arg_typed(&(double){value}, 8, GRIDCALL_VALUE_TYPE_FLOAT64)
#define ARGS(...) (gc_arg[]){__VA_ARGS__}, sizeof((gc_arg[]){__VA_ARGS__}) / sizeof(gc_arg)

void start_shape(gc_kernel* kernel, gc_stream* stream, Shape shape, const gc_arg* args, size_t count);
void start(gc_kernel* kernel, gc_stream* stream, uint32_t grid, uint32_t block, const gc_arg* args,
           size_t count);
void run_shape(gc_kernel* kernel, Shape shape, const gc_arg* args, size_t count);
void run(gc_kernel* kernel, uint32_t grid, uint32_t block, const gc_arg* args, size_t count);
gc_stream* stream_with(gc_context* of, uint64_t flags);
gc_stream* own_stream(void); /* does not wait for the default stream */
gc_event* new_event(void);
int stream_done(gc_stream* stream);
int event_done(gc_event* event);
void wait_all(void);
void collect(void); /* gc_handle_collect: what was released is freed now */

/* --- the rest --- */

/* A number sequence that is the same everywhere. */
uint32_t random_u32(uint64_t* state);
double random_unit(uint64_t* state); /* [0, 1) */

/* Collects what this process writes to file descriptor 1 or 2. */
typedef struct Capture {
  int descriptor;
  int saved;
  int file;
} Capture;
Capture capture_begin(int descriptor);
/* Puts the text, ended by NUL, into `text`, and gives its length. */
size_t capture_end(Capture* capture, char* text, size_t capacity);

/* A kernel that spins until its host opens it: proof that something has, or has not, waited. */
typedef struct Gate {
  gc_mem* mem;
  volatile int* flag;
  gc_kernel* kernel;
} Gate;
Gate gate_make(void);
void gate_close(Gate* gate, gc_stream* stream); /* queues the kernel, which waits */
void gate_open(Gate* gate);
void gate_free(Gate* gate);

/* Tests by file; each list ends with a NULL name. */
extern const struct CMUnitTest block_tests[], warp_tests[], atomic_tests[], language_tests[], output_tests[],
    math_tests[], integer_tests[], half_tests[], compile_tests[], memory_tests[], stream_tests[],
    launch_tests[], pool_tests[], device_tests[], fault_tests[], handle_tests[], contexts_tests[],
    rect_tests[], memory_kinds_tests[], waiting_tests[], mapping_tests[], program_tests[], link_tests[],
    occupancy_tests[], cooperative_tests[], pipe_tests[], staged_tests[], profiler_tests[], folder_tests[],
    foreign_tests[], ipc_tests[], texture_tests[], tools_tests[], ndarray_tests[], ndarray_create_tests[],
    array_content_tests[], graph_tests[], algorithm_tests[], linalg_tests[], primitive_tests[], fft_tests[];

/* In fault.c: runs one faulting kernel and reports on stdout; the program's other personality. */
int fault_child(const char* name);
/* In ipc.c: the other process, which does what its standard input says. */
int ipc_child(void);
/* The path of this program, and a run of it with these arguments: exit code, or 1000 + the signal. */
extern const char* program_path;
int run_self(const char* option, const char* value, char* output, size_t capacity);

#endif
