/* SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE
#include "harness.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

gc_context* context;
gc_device* device;
int is_gpu;
const char* program_path;
char last_message[1024];
char last_log[8192];

void check_call(gc_status status, gc_error* error, const char* call, const char* file, int line) {
  if (status == GRIDCALL_OK) {
    if (error != NULL) {
      _fail(file, line);
    }
    return;
  }
  print_error("%s: %s: %s", call, gc_status_name(status), gc_error_message(error));
  for (size_t i = 0; i < gc_error_note_count(error); ++i) {
    print_error(" | %s", gc_error_note(error, i));
  }
  print_error("\n%s\n", gc_error_log(error));
  gc_error_release(error);
  _fail(file, line);
}

/* The function that a test's short call stands for. */
static const char* called_by(const char* call) {
  if (strncmp(call, "fill_u", 6) == 0) {
    return "gc_memset";
  }
  return strcmp(call, "alloc_host") == 0 ? "gc_mem_create" : call;
}

void check_failure(gc_status status, gc_error* error, gc_status expected, const char* call, const char* file,
                   int line) {
  const gc_status inner = gc_error_status(error);
  snprintf(last_message, sizeof last_message, "%s", gc_error_message(error));
  snprintf(last_log, sizeof last_log, "%s", gc_error_log(error));
  const int named = strcmp(gc_error_function(error), called_by(call)) == 0;
  gc_error_release(error);
  if (status != expected || inner != expected || !named || last_message[0] == '\0') {
    print_error("%s: %s wanted, got %s (%d), its error %s, function %s, message \"%s\"\n", call,
                gc_status_name(expected), gc_status_name(status), (int)status, gc_status_name(inner),
                named ? "right" : "wrong", last_message);
    _fail(file, line);
  }
}

void check_says(const char* have, const char* want, const char* file, int line) {
  if (strstr(have, want) == NULL) {
    print_error("\"%s\" is not in: %s\n", want, have);
    _fail(file, line);
  }
}

/* --- modules and kernels --- */

static const char* text_of(const char* name) {
  for (const Source* s = source_list; s->name != NULL; ++s) {
    if (strcmp(s->name, name) == 0) {
      return s->text;
    }
  }
  fail_msg("there is no kernel source %s", name);
  return NULL;
}

gc_module* load(const char* name, const char* const* instances, size_t instance_count) {
  static struct {
    const char* name;
    gc_module* module;
  } loaded[64];
  size_t i = 0;
  for (; loaded[i].name != NULL; ++i) {
    if (strcmp(loaded[i].name, name) == 0) {
      return loaded[i].module;
    }
  }
  char file[128];
  snprintf(file, sizeof file, "%s.cu", name);
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.name = file;
  options.instances = instances;
  options.instance_count = instance_count;
  const char* text = text_of(file);
  gc_module* module = NULL;
  CALL(gc_module_from_source, context, text, strlen(text), &options, &module);
  loaded[i].name = name;
  loaded[i].module = module;
  return module;
}

gc_module* compile(const char* text) {
  gc_module* module = NULL;
  CALL(gc_module_from_source, context, text, strlen(text), NULL, &module);
  return module;
}

gc_kernel* kernel_of(gc_module* module, const char* name) {
  gc_kernel* kernel = NULL;
  gc_error* error = NULL;
  const gc_status status = gc_module_get_kernel(module, name, &kernel, &error);
  if (status != GRIDCALL_OK) {
    print_error("kernel %s: ", name);
  }
  check_call(status, error, "gc_module_get_kernel", __FILE__, __LINE__);
  return kernel;
}

/* --- memory --- */

gc_mem* make(size_t size) {
  gc_mem* mem = NULL;
  CALL(gc_mem_alloc, context, size, &mem);
  return mem;
}

gc_mem* upload(const void* data, size_t size) {
  gc_mem* mem = make(size);
  CALL(gc_memcpy_htod, mem, 0, data, size, NULL);
  return mem;
}

gc_mem* zeros(size_t size) {
  gc_mem* mem = make(size);
  CALL(fill_u8, mem, 0, 0, size, NULL);
  int32_t done = 0; /* streams of a test need not wait for the NULL stream */
  CALL(gc_mem_wait, mem, UINT64_MAX, &done);
  return mem;
}

uint64_t address_of(gc_mem* mem) {
  uint64_t address = 0;
  CALL(gc_mem_get_address, mem, &address);
  return address;
}

void download(gc_mem* mem, void* data, size_t size) {
  CALL(gc_memcpy_dtoh, data, mem, 0, size, NULL);
}

/* --- launches --- */

gc_arg arg_mem(gc_mem* mem) {
  gc_arg arg = {GRIDCALL_ARG_KIND_MEM, 8, 0, mem};
  return arg;
}

gc_arg arg_scalar(const void* value, uint32_t size) {
  gc_arg arg = {GRIDCALL_ARG_KIND_SCALAR, size, 0, NULL};
  memcpy(&arg.bits, value, size);
  return arg;
}

gc_arg arg_typed(const void* value, uint32_t size, gc_value_type type) {
  gc_arg arg = arg_scalar(value, size);
  arg.value_type = type;
  return arg;
}

void start_shape(gc_kernel* kernel, gc_stream* stream, Shape shape, const gc_arg* args, size_t count) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = shape.grid[0];
  config.grid_y = shape.grid[1];
  config.grid_z = shape.grid[2];
  config.block_x = shape.block[0];
  config.block_y = shape.block[1];
  config.block_z = shape.block[2];
  config.shared_size = shape.shared;
  CALL(gc_launch, kernel, &config, args, count, stream);
}

void start(gc_kernel* kernel, gc_stream* stream, uint32_t grid, uint32_t block, const gc_arg* args,
           size_t count) {
  start_shape(kernel, stream, (Shape){{grid, 1, 1}, {block, 1, 1}, 0}, args, count);
}

gc_stream* stream_with(gc_context* of, uint64_t flags) {
  gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
  options.flags = flags;
  gc_stream* stream = NULL;
  CALL(gc_stream_create, of, &options, &stream);
  return stream;
}
gc_stream* own_stream(void) {
  return stream_with(context, GRIDCALL_STREAM_NON_BLOCKING);
}
gc_event* new_event(void) {
  gc_event* event = NULL;
  CALL(gc_event_create, context, NULL, &event);
  return event;
}
int stream_done(gc_stream* stream) {
  int32_t done = -1;
  CALL(gc_stream_query, stream, &done);
  return done;
}
int event_done(gc_event* event) {
  int32_t done = -1;
  CALL(gc_event_query, event, &done);
  return done;
}

void wait_all(void) {
  CALL(gc_context_synchronize, context);
}

void run_shape(gc_kernel* kernel, Shape shape, const gc_arg* args, size_t count) {
  start_shape(kernel, NULL, shape, args, count);
  wait_all();
}

void collect(void) {
  gc_error* error = NULL;
  const gc_status status = gc_handle_collect(&error);
  check_call(status, error, "gc_handle_collect", __FILE__, __LINE__);
}

void run(gc_kernel* kernel, uint32_t grid, uint32_t block, const gc_arg* args, size_t count) {
  start(kernel, NULL, grid, block, args, count);
  wait_all();
}

/* --- the rest --- */

uint32_t random_u32(uint64_t* state) {
  /* splitmix64 */
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

double random_unit(uint64_t* state) {
  const uint64_t high = random_u32(state);
  return (double)((high << 21) ^ (random_u32(state) >> 11)) * 0x1p-53;
}

Capture capture_begin(int descriptor) {
  Capture c;
  char path[] = "/tmp/gridcall_conformance_XXXXXX";
  fflush(NULL);
  c.descriptor = descriptor;
  c.saved = dup(descriptor);
  c.file = mkstemp(path);
  assert_true(c.saved >= 0 && c.file >= 0);
  unlink(path);
  dup2(c.file, descriptor);
  return c;
}

size_t capture_end(Capture* c, char* text, size_t capacity) {
  fflush(NULL);
  dup2(c->saved, c->descriptor);
  close(c->saved);
  ssize_t size = pread(c->file, text, capacity - 1, 0);
  close(c->file);
  if (size < 0) {
    size = 0;
  }
  text[size] = '\0';
  return (size_t)size;
}

static const char gate_source[] =
    "__global__ void gate(volatile int *flag) {\n"
    "  for (long long i = 0; *flag == 0 && i < 4000000000ll; ++i) { }\n"
    "}\n"
    "__global__ void nothing() { }\n"
    "__global__ void put(int *x, int value) { *x = value; }\n"
    "__global__ void take(int *x, const int *y, int add) { *x = *y + add; }\n";

Gate gate_make(void) {
  static gc_module* module;
  Gate gate;
  if (module == NULL) {
    module = compile(gate_source);
  }
  gate.kernel = kernel_of(module, "gate");
  CALL(alloc_host, context, 64, &gate.mem);
  uint64_t address = 0;
  CALL(gc_mem_get_host_address, gate.mem, &address);
  gate.flag = (volatile int*)(uintptr_t)address;
  /* Once through an open gate: a driver may load code at the first launch, and wait for the device to do so.
   */
  *gate.flag = 1;
  run(gate.kernel, 1, 1, ARGS(M(gate.mem)));
  *gate.flag = 0;
  return gate;
}

void gate_close(Gate* gate, gc_stream* stream) {
  start(gate->kernel, stream, 1, 1, ARGS(M(gate->mem)));
}
void gate_open(Gate* gate) {
  *gate->flag = 1;
}
void gate_free(Gate* gate) {
  *gate->flag = 1;
  wait_all();
  gc_mem_release(gate->mem);
  gc_kernel_release(gate->kernel);
}

extern char** environ;

int run_self(const char* option, const char* value, char* output, size_t capacity) {
  int ends[2];
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  char* argv[] = {(char*)(uintptr_t)program_path, (char*)(uintptr_t)option, (char*)(uintptr_t)value, NULL};
  pid_t child = 0;
  assert_int_equal(posix_spawn(&child, program_path, &actions, NULL, argv, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  size_t size = 0;
  for (;;) {
    char chunk[4096];
    const ssize_t got = read(ends[0], chunk, sizeof chunk);
    if (got <= 0) {
      break;
    }
    for (ssize_t i = 0; i < got && size + 1 < capacity; ++i) {
      output[size++] = chunk[i];
    }
  }
  output[size] = '\0';
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}
