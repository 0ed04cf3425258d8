// SPDX-License-Identifier: Apache-2.0
//
// The misuse matrix: each function of the API with each of its arguments made wrong, on the device that the
// first argument names (else the default one). The cells are generated from the spec (misuse_matrix.inc);
// here are the objects that they misuse, and what is required of every call:
//
//   the status is one that the cell allows, all of them documented
//   the error has the same status, names the function and the argument, in one line
//   without an out_error the status is the same
//   out parameters are untouched, and no handle was made or lost
//
// The cell "all valid" of each function shows that its other cells have one fault alone.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gridcall/preview.h"
#include "gridcall/table.h"
#include "support/memory.h"

enum { MEM_SIZE = 4096, OUT_SIZE = 131072, OUT_CAPACITY = 16384, OUTS = 8, UNTOUCHED = 0xA5 };

struct fixture {
  gc_device* device;
  gc_context* context;
  gc_stream* stream;
  gc_event* event;
  gc_event* start;
  gc_event* interprocess;  // one of another kind, where the device shares none
  gc_mem* mem;
  gc_mem* other_mem;
  gc_mem* host;
  gc_mem* managed;  // device memory, where there is no managed memory
  gc_mem* part;
  gc_mem* ending;  // the valid call of gc_mem_free ends it
  gc_module* module;
  gc_program* program;
  gc_link_input link_inputs[1];
  gc_kernel* kernel;
  gc_kernel* staged;  // with a parameter more, that takes an array of the host
  gc_prepared* prepared;
  gc_graph* graph;  // of a launch
  // In a context of their own, in which nothing else waits: where captures begin, and one that captures.
  gc_context* capture_context;
  gc_stream* capture_stream;
  gc_stream* capturing_stream;
  gc_pool* pool;
  gc_completion* completion;
  gc_pipe* pipe;
  gc_log* log;
  gc_array* array;
  gc_array* levels;
  gc_array* surface_array;
  gc_texture* texture;
  gc_surface* surface;
  gc_sampler* sampler;
  gc_mapping* mapping;
  gc_mapping* unmapped;
  gc_dtype* inner;
  gc_dtype* dtype;      // with a field of `inner`
  gc_ndarray* ndarray;  // 4 x 4 floats
  gc_ndarray *other_ndarray, *third_ndarray;
  gc_ndarray* reduced;   // 4 floats
  gc_ndarray* mask;      // 4 x 4 truth values
  gc_ndarray* places;    // 4 integers
  gc_ndarray* count;     // one of 64 bits
  gc_ndarray* spectrum;  // 4 x 4 complex numbers
  gc_ndarray* record_ndarray;
  gc_ndarray *offsets, *indices;  // 5 and 4 integers, all 0
  gc_comm* comm;                  // of one rank
  gc_comm* finalized_comm;
  gc_comm* aborted_comm;
  gc_comm_op ops[1];
  gc_error* error;
  gc_context* released_context;
  gc_stream* released_stream;
  gc_event* released_event;
  gc_mem* released_mem;
  gc_module* released_module;
  gc_program* released_program;
  gc_kernel* released_kernel;
  gc_prepared* released_prepared;
  gc_graph* released_graph;
  gc_pool* released_pool;
  gc_completion* released_completion;
  gc_pipe* released_pipe;
  gc_log* released_log;
  gc_array* released_array;
  gc_texture* released_texture;
  gc_surface* released_surface;
  gc_sampler* released_sampler;
  gc_mapping* released_mapping;
  gc_dtype* released_dtype;
  gc_ndarray* released_ndarray;
  gc_comm* released_comm;
  gc_error* released_error;
  gc_arg args[2];
  gc_host_arg host_args[1];
  gc_dtype_entry entries[2];
  gc_axis_slice slices[2];
  gc_scalar scalars[1];
  unsigned char element[4];
  uint64_t tensor;  // of DLPack
  uint64_t address;
  uint64_t foreign_address;  // of host memory
  uint64_t native_context, native_stream, native_event, native_array;
  unsigned char bytes[64];
  const char* source;
  char device_text[16];
  char path[64];
  char profile_path[64];
  int is_sized[OUTS];  // whether an out parameter begins with its struct_size, and which
  size_t sized[OUTS];
  uint64_t out[OUTS][OUT_SIZE / sizeof(uint64_t)];
};

// A live handle's value with some bits turned: in its type and index, or in its generation alone.
#define FORGED(handle) ((uintptr_t)(handle) ^ UINT64_C(0x5a5a0000))
#define ANOTHER_GENERATION(handle) ((uintptr_t)(handle) ^ (UINT64_C(1) << 33))
#define OUT(i) ((void*)f->out[i])
// An out parameter that says how large it is.
static void* sized(struct fixture* f, int i, size_t size) {
  f->is_sized[i] = 1;
  f->sized[i] = size;
  memcpy(f->out[i], &size, sizeof size);
  return f->out[i];
}
#define NOT_UTF8 "\xff\xfe"

enum cell_kind { WRONG = 0, BASELINE, ACCESSOR, WRITES_NEEDED };

struct cell {
  const char* function;
  const char* what;
  const char* names;  // what the message must name, alternatives separated by |
  gc_status (*run)(struct fixture* f, gc_error** e);
  gc_status allowed[6];
  int allowed_count;
  int kind;
  unsigned needed;                      // the outs that receive the size of a buffer, a bit each
  void (*release[OUTS])(void* handle);  // of the handle that a valid call makes there
  int ends;                             // a valid call ends a handle
};

static int is_empty(const char* text) {
  return text != NULL && text[0] == '\0';
}

#include "misuse_matrix.inc"

static struct fixture fixture;

// --- judging a cell

static int is_allowed(const struct cell* cell, gc_status status) {
  for (int i = 0; i < cell->allowed_count; ++i)
    if (cell->allowed[i] == status) return 1;
  // Valid arguments, and a device that cannot do it at all.
  return cell->kind == BASELINE && status == GRIDCALL_ERROR_UNSUPPORTED;
}

static int names_one(const char* message, const char* names) {
  char word[128];
  while (*names) {
    const size_t length = strcspn(names, "|");
    snprintf(word, sizeof word, "%.*s", (int)length, names);
    if (strstr(message, word)) return 1;
    names += length + (names[length] == '|');
  }
  return 0;
}

static void fill_outs(void) {
  memset(fixture.out, UNTOUCHED, sizeof fixture.out);
  memset(fixture.is_sized, 0, sizeof fixture.is_sized);
}

static int outs_untouched(const struct cell* cell) {
  static unsigned char untouched[OUT_SIZE];
  memset(untouched, UNTOUCHED, sizeof untouched);
  for (size_t out = 0; out < OUTS; ++out) {
    const unsigned char* const bytes = (const unsigned char*)fixture.out[out];
    size_t begin = 0;
    if (fixture.is_sized[out]) {
      begin = sizeof fixture.sized[out];
      if (memcmp(bytes, &fixture.sized[out], begin) != 0) return 0;
    } else if (cell->kind == WRITES_NEEDED && (cell->needed >> out & 1)) {
      // A call with a buffer that is too small returns how much is needed, in the out parameter behind it.
      begin = sizeof(size_t);
    }
    if (memcmp(bytes + begin, untouched + begin, OUT_SIZE - begin) != 0) return 0;
  }
  return 1;
}

static void check_error(const struct cell* cell, gc_status status, gc_error* error) {
  assert_non_null(error);
  const char* message = gc_error_message(error);
  if (gc_error_status(error) != status)
    fail_msg("returned %s, but the error says %s", gc_status_name(status),
             gc_status_name(gc_error_status(error)));
  if (message == NULL || message[0] == '\0') fail_msg("%s without a message", gc_status_name(status));
  if (strchr(message, '\n')) fail_msg("the message has several lines: %s", message);
  if (strcmp(gc_error_function(error), cell->function) != 0)
    fail_msg("the error speaks of %s: %s", gc_error_function(error), message);
  if (cell->names[0] != '\0' && !names_one(message, cell->names))
    fail_msg("the message names none of %s: %s", cell->names, message);
}

static void run_cell(void** state) {
  const struct cell* cell = *state;
  const uint64_t handles = gc_handle_count();
  gc_error* const poison = (gc_error*)(void*)&fixture;
  gc_error* error = poison;

  fill_outs();
  gc_status status = cell->run(&fixture, &error);
  if (cell->kind == ACCESSOR) {
    if (status != GRIDCALL_OK) fail_msg("a wrong argument did not return \"\" or 0");
  } else if (status == GRIDCALL_OK) {
    for (int i = 0; i < OUTS; ++i) {
      void* made;
      memcpy(&made, fixture.out[i], sizeof made);
      if (cell->release[i]) cell->release[i](made);
    }
    if (!is_allowed(cell, status)) fail_msg("it was accepted");
    if (error != poison && error != NULL)
      fail_msg("an error in spite of success: %s", gc_error_message(error));
    if (error == poison) fail_msg("out_error is not NULL after success");
  } else {
    if (error == poison) fail_msg("%s, and no error", gc_status_name(status));
    if (!is_allowed(cell, status))
      fail_msg("%s is not what this is documented to return: %s", gc_status_name(status),
               gc_error_message(error));
    check_error(cell, status, error);
    gc_error_release(error);
    if (!outs_untouched(cell)) fail_msg("an out parameter was touched");
    fill_outs();
    const gc_status silent = cell->run(&fixture, NULL);
    if (silent != status)
      fail_msg("without out_error it returns %s instead of %s", gc_status_name(silent),
               gc_status_name(status));
    if (!outs_untouched(cell)) fail_msg("without out_error an out parameter was touched");
  }
  // A valid call may end the handle that is there for it.
  const uint64_t ended = cell->kind == BASELINE && cell->ends ? 1 : 0;
  if (gc_handle_count() + ended != handles)
    fail_msg("%llu handles before, %llu after", (unsigned long long)handles,
             (unsigned long long)gc_handle_count());
}

// --- the objects

static const char kSource[] =
    "__device__ float misuse_global[16];\n"
    "__constant__ cudaTextureObject_t misuse_texture, misuse_bound_texture;\n"
    "__constant__ cudaSurfaceObject_t misuse_surface, misuse_bound_surface;\n"
    "__global__ void misuse_kernel(float* out, unsigned n) {\n"
    "  if (n == 12345) out[0] = misuse_texture + misuse_bound_texture + misuse_surface + "
    "misuse_bound_surface;\n"
    "  if (threadIdx.x < n) out[threadIdx.x] = misuse_global[0];\n"
    "}\n"
    "__global__ void misuse_staged(float* out, const float* in, unsigned n) {\n"
    "  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];\n"
    "}\n";

static int must(gc_status status, gc_error* error, const char* what) {
  if (status == GRIDCALL_OK) return 0;
  print_error("%s: %s\n%s\n", what, gc_error_message(error), gc_error_log(error));
  gc_error_release(error);
  return -1;
}
#define MUST(call) \
  if (must(call, error, #call) != 0) return -1

// DLPack's DLManagedTensorVersioned.
static struct {
  uint32_t major, minor;
  void* manager;
  void (*deleter)(void* tensor);
  uint64_t flags;
  void* data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} tensor;

static gc_status make_typed(gc_context* context, gc_scalar_type type, gc_dtype* record, const uint64_t* shape,
                            size_t count, gc_ndarray** out, gc_error** e) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = record ? GRIDCALL_SCALAR_TYPE_RECORD : type;
  options.record = record;
  options.shape = shape;
  options.shape_count = count;
  options.mem_flags = GRIDCALL_MEM_ZERO;
  return gc_ndarray_create(context, &options, out, e);
}

static gc_status make_ndarray(gc_context* context, gc_dtype* record, const uint64_t* shape, size_t count,
                              gc_ndarray** out, gc_error** e) {
  return make_typed(context, GRIDCALL_SCALAR_TYPE_FLOAT32, record, shape, count, out, e);
}

static int make_arrays(struct fixture* f) {
  gc_error* error = NULL;
  gc_error** e = &error;
  static const uint64_t shape[2] = {4, 4};
  gc_dtype_entry inner[2] = {{"x", NULL, 0, 0, GRIDCALL_SCALAR_TYPE_FLOAT32, 0},
                             {"y", NULL, 4, 0, GRIDCALL_SCALAR_TYPE_INT32, 0}};
  MUST(gc_dtype_create(inner, 2, 0, &f->inner, e));
  f->entries[0] = (gc_dtype_entry){"a", f->inner, 0, 0, GRIDCALL_SCALAR_TYPE_RECORD, 0};
  f->entries[1] = (gc_dtype_entry){"b", NULL, 8, 0, GRIDCALL_SCALAR_TYPE_FLOAT32, 0};
  MUST(gc_dtype_create(f->entries, 2, 0, &f->dtype, e));
  MUST(gc_dtype_create(f->entries, 2, 0, &f->released_dtype, e));
  gc_dtype_release(f->released_dtype);
  MUST(make_ndarray(f->context, NULL, shape, 2, &f->ndarray, e));
  MUST(make_ndarray(f->context, NULL, shape, 2, &f->other_ndarray, e));
  MUST(make_ndarray(f->context, NULL, shape, 2, &f->third_ndarray, e));
  MUST(make_ndarray(f->context, NULL, shape, 1, &f->reduced, e));
  MUST(make_typed(f->context, GRIDCALL_SCALAR_TYPE_BOOL, NULL, shape, 2, &f->mask, e));
  MUST(make_typed(f->context, GRIDCALL_SCALAR_TYPE_INT32, NULL, shape, 1, &f->places, e));
  MUST(make_typed(f->context, GRIDCALL_SCALAR_TYPE_INT64, NULL, NULL, 0, &f->count, e));
  gc_ndarray_options complex_options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  complex_options.scalar_type = GRIDCALL_SCALAR_TYPE_COMPLEX64;
  complex_options.shape = shape;
  complex_options.shape_count = 2;
  MUST(gc_ndarray_create(f->context, &complex_options, &f->spectrum, e));
  MUST(make_ndarray(f->context, f->dtype, shape, 1, &f->record_ndarray, e));
  static const uint64_t five = 5;
  gc_ndarray_options integers = GRIDCALL_NDARRAY_OPTIONS_INIT;
  integers.scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
  integers.shape = &five;
  integers.shape_count = 1;
  integers.mem_flags = GRIDCALL_MEM_ZERO;
  MUST(gc_ndarray_create(f->context, &integers, &f->offsets, e));
  integers.shape = shape;
  MUST(gc_ndarray_create(f->context, &integers, &f->indices, e));
  MUST(make_ndarray(f->context, NULL, shape, 1, &f->released_ndarray, e));
  gc_ndarray_release(f->released_ndarray);
  f->slices[0] = f->slices[1] = (gc_axis_slice){0, 2, 1};
  f->scalars[0] = (gc_scalar){{0, 0}, GRIDCALL_SCALAR_TYPE_FLOAT32, 0};
  static int64_t extent[1] = {4};
  gc_device_kind kind = GRIDCALL_DEVICE_KIND_CPU;
  int32_t id = 0;
  MUST(gc_device_get_kind(f->device, &kind, e));
  uint64_t native = 0;
  MUST(gc_handle_get_native(f->device, &native, e));
  id = (int32_t)native;
  static float host[4];
  const int on_cpu = kind == GRIDCALL_DEVICE_KIND_CPU;
  tensor.major = 1;
  tensor.data = on_cpu ? (void*)host : (void*)(uintptr_t)f->address;
  tensor.device_type = on_cpu ? 1 : 2;
  tensor.device_id = on_cpu ? 0 : id;
  tensor.ndim = 1;
  tensor.code = 2;
  tensor.bits = 32;
  tensor.lanes = 1;
  tensor.shape = extent;
  f->tensor = (uintptr_t)&tensor;
  return 0;
}

// Arrays, and what reads and writes them.
static int make_array_objects(struct fixture* f) {
  gc_error* error = NULL;
  gc_error** e = &error;
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.width = options.height = 16;
  options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
  options.channels = 4;
  MUST(gc_array_create(f->context, &options, &f->array, e));
  MUST(gc_array_create(f->context, &options, &f->released_array, e));
  MUST(gc_handle_get_native(f->array, &f->native_array, e));
  options.levels = 3;
  MUST(gc_array_create(f->context, &options, &f->levels, e));
  options.levels = 0;
  options.flags = GRIDCALL_ARRAY_SURFACE_LDST;
  MUST(gc_array_create(f->context, &options, &f->surface_array, e));
  gc_texture_options texture = GRIDCALL_TEXTURE_OPTIONS_INIT;
  texture.array = f->array;
  MUST(gc_texture_create(f->context, &texture, &f->texture, e));
  MUST(gc_texture_create(f->context, &texture, &f->released_texture, e));
  MUST(gc_surface_create(f->surface_array, &f->surface, e));
  MUST(gc_surface_create(f->surface_array, &f->released_surface, e));
  MUST(gc_sampler_create(f->context, NULL, &f->sampler, e));
  MUST(gc_sampler_create(f->context, NULL, &f->released_sampler, e));
  MUST(gc_module_bind_texture(f->module, "misuse_bound_texture", f->texture, f->stream, e));
  MUST(gc_module_bind_surface(f->module, "misuse_bound_surface", f->surface, f->stream, e));
  gc_array_release(f->released_array);
  gc_texture_release(f->released_texture);
  gc_surface_release(f->released_surface);
  gc_sampler_release(f->released_sampler);
  return 0;
}

static int make_comms(struct fixture* f) {
  gc_error* error = NULL;
  gc_error** e = &error;
  gc_comm** const comms[] = {&f->comm, &f->finalized_comm, &f->aborted_comm, &f->released_comm};
  for (int i = 0; i < 4; ++i) MUST(gc_comm_create(f->context, NULL, 0, 0, 1, NULL, comms[i], e));
  gc_comm_release(f->released_comm);
  f->ops[0].operation = GRIDCALL_COMM_OPERATION_ALL_REDUCE;
  f->ops[0].scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
  f->ops[0].comm = f->comm;
  f->ops[0].dst = f->mem;
  f->ops[0].src = f->other_mem;
  f->ops[0].count = 4;
  return 0;
}

static int make_graphs(struct fixture* f) {
  gc_error* error = NULL;
  gc_error** e = &error;
  const gc_launch_config config = example_launch_config();
  gc_graph** const graphs[] = {&f->graph, &f->released_graph};
  for (int i = 0; i < 2; ++i) {
    MUST(gc_stream_begin_capture(f->stream, GRIDCALL_CAPTURE_MODE_RELAXED, e));
    MUST(gc_launch(f->kernel, &config, f->args, 2, f->stream, e));
    MUST(gc_stream_end_capture(f->stream, graphs[i], e));
  }
  gc_graph_release(f->released_graph);
  MUST(gc_context_create(f->device, NULL, &f->capture_context, e));
  MUST(gc_stream_create(f->capture_context, NULL, &f->capture_stream, e));
  MUST(gc_stream_create(f->capture_context, NULL, &f->capturing_stream, e));
  MUST(gc_stream_begin_capture(f->capturing_stream, GRIDCALL_CAPTURE_MODE_RELAXED, e));
  return 0;
}

static int make_objects(void** state) {
  (void)state;
  struct fixture* f = &fixture;
  gc_error* error = NULL;
  gc_error** e = &error;

  const gc_launch_config config = example_launch_config();
  f->source = kSource;

  MUST(gc_context_get_default(&f->context, e));
  MUST(gc_context_get_device(f->context, &f->device, e));
  int32_t index = 0;
  MUST(gc_device_get_index(f->device, &index, e));
  snprintf(f->device_text, sizeof f->device_text, "%d", (int)index);

  MUST(gc_stream_create(f->context, NULL, &f->stream, e));
  MUST(gc_event_create(f->context, NULL, &f->start, e));
  MUST(gc_event_create(f->context, NULL, &f->event, e));
  gc_event_options shared = GRIDCALL_EVENT_OPTIONS_INIT;
  shared.flags = GRIDCALL_EVENT_INTERPROCESS | GRIDCALL_EVENT_DISABLE_TIMING;
  const gc_status has_shared = gc_event_create(f->context, &shared, &f->interprocess, NULL);
  if (has_shared != GRIDCALL_OK) MUST(gc_event_create(f->context, NULL, &f->interprocess, e));
  MUST(gc_event_record(f->start, f->stream, e));
  MUST(gc_event_record(f->event, f->stream, e));
  MUST(gc_event_synchronize(f->event, e));
  MUST(gc_mem_alloc(f->context, MEM_SIZE, &f->mem, e));
  MUST(gc_mem_alloc(f->context, MEM_SIZE, &f->other_mem, e));
  MUST(alloc_host(f->context, MEM_SIZE, &f->host, e));
  MUST(gc_mem_get_address(f->mem, &f->address, e));
  gc_mem_options managed = GRIDCALL_MEM_OPTIONS_INIT;
  managed.size = MEM_SIZE;
  managed.place = GRIDCALL_MEM_PLACE_MANAGED;
  const gc_status has_managed = gc_mem_create(f->context, &managed, &f->managed, NULL);
  if (has_managed == GRIDCALL_ERROR_UNSUPPORTED) managed.place = GRIDCALL_MEM_PLACE_DEVICE;
  if (has_managed != GRIDCALL_OK) MUST(gc_mem_create(f->context, &managed, &f->managed, e));
  MUST(gc_mem_create_sub_region(f->mem, 0, MEM_SIZE, 0, &f->part, e));
  MUST(gc_mem_alloc(f->context, MEM_SIZE, &f->ending, e));
  static unsigned char foreign[MEM_SIZE];
  f->foreign_address = (uintptr_t)foreign;
  MUST(gc_handle_get_native(f->context, &f->native_context, e));
  MUST(gc_handle_get_native(f->stream, &f->native_stream, e));
  MUST(gc_handle_get_native(f->event, &f->native_event, e));
  MUST(gc_module_from_source(f->context, kSource, sizeof kSource - 1, NULL, &f->module, e));
  MUST(gc_program_compile(f->device, kSource, sizeof kSource - 1, NULL, &f->program, e));
  MUST(gc_module_get_kernel(f->module, "misuse_kernel", &f->kernel, e));
  static const char* const relocatable[] = {"-rdc=true"};
  static unsigned char object[65536];
  gc_compile_options object_options = GRIDCALL_COMPILE_OPTIONS_INIT;
  object_options.options = relocatable;
  object_options.option_count = 1;
  gc_program* object_program = NULL;
  size_t object_size = 0;
  MUST(gc_program_compile(f->device, kSource, sizeof kSource - 1, &object_options, &object_program, e));
  MUST(gc_program_get_image(object_program, object, sizeof object, &object_size, e));
  gc_program_release(object_program);
  f->link_inputs[0] = (gc_link_input){"object", object, object_size};
  MUST(gc_module_get_kernel(f->module, "misuse_staged", &f->staged, e));
  f->args[0] = (gc_arg){GRIDCALL_ARG_KIND_MEM, 8, 0, f->mem};
  f->args[1] = (gc_arg){GRIDCALL_ARG_KIND_SCALAR, 4, 4, NULL};
  f->host_args[0] = (gc_host_arg)GRIDCALL_HOST_ARG(1, IN, foreign, 64);
  MUST(gc_prepared_create(f->kernel, &config, f->args, 2, &f->prepared, e));
  MUST(gc_pool_create(f->context, NULL, &f->pool, e));
  MUST(gc_completion_create(&f->completion, e));
  MUST(gc_pipe_create(f->context, 4, 16, &f->pipe, e));
  MUST(gc_log_create(GRIDCALL_LOG_LEVEL_INFO, &f->log, e));
  if (make_array_objects(f) != 0) return -1;
  MUST(gc_mem_map(f->mem, 0, 64, GRIDCALL_MAP_READ, f->stream, &f->mapping, e));
  MUST(gc_mem_map(f->mem, 0, 64, GRIDCALL_MAP_READ, f->stream, &f->unmapped, e));
  MUST(gc_mapping_unmap(f->unmapped, f->stream, e));

  if (make_arrays(f) != 0) return -1;
  if (make_graphs(f) != 0) return -1;
  if (make_comms(f) != 0) return -1;

  MUST(gc_context_get_primary(f->device, NULL, &f->released_context, e));
  MUST(gc_stream_create(f->context, NULL, &f->released_stream, e));
  MUST(gc_event_create(f->context, NULL, &f->released_event, e));
  MUST(gc_mem_alloc(f->context, MEM_SIZE, &f->released_mem, e));
  MUST(gc_module_from_source(f->context, kSource, sizeof kSource - 1, NULL, &f->released_module, e));
  MUST(gc_program_compile(f->device, kSource, sizeof kSource - 1, NULL, &f->released_program, e));
  MUST(gc_module_get_kernel(f->module, "misuse_kernel", &f->released_kernel, e));
  MUST(gc_prepared_create(f->kernel, &config, f->args, 2, &f->released_prepared, e));
  MUST(gc_pool_create(f->context, NULL, &f->released_pool, e));
  MUST(gc_completion_create(&f->released_completion, e));
  MUST(gc_pipe_create(f->context, 4, 16, &f->released_pipe, e));
  MUST(gc_log_create(GRIDCALL_LOG_LEVEL_INFO, &f->released_log, e));
  MUST(gc_mem_map(f->mem, 0, 64, GRIDCALL_MAP_READ, f->stream, &f->released_mapping, e));
  gc_prepared_release(f->released_prepared);
  gc_kernel_release(f->released_kernel);
  gc_module_release(f->released_module);
  gc_program_release(f->released_program);
  gc_mem_release(f->released_mem);
  gc_event_release(f->released_event);
  gc_stream_release(f->released_stream);
  gc_pool_release(f->released_pool);
  gc_completion_release(f->released_completion);
  gc_pipe_release(f->released_pipe);
  gc_log_release(f->released_log);
  gc_mapping_release(f->released_mapping);
  gc_context_release(f->released_context);

  if (gc_mem_alloc(NULL, 1, &f->other_mem, &f->error) == GRIDCALL_OK) return -1;
  if (gc_mem_alloc(NULL, 1, &f->other_mem, &f->released_error) == GRIDCALL_OK) return -1;
  gc_error_release(f->released_error);

  strcpy(f->path, "/tmp/gridcall-misuse-XXXXXX.cu");
  const int file = mkstemps(f->path, 3);
  snprintf(f->profile_path, sizeof f->profile_path, "%.*s.json", (int)strlen(f->path) - 3, f->path);
  if (file < 0 || write(file, kSource, sizeof kSource - 1) != (ssize_t)(sizeof kSource - 1)) return -1;
  close(file);
  return 0;
}

static int release_objects(void** state) {
  (void)state;
  struct fixture* f = &fixture;
  gc_error* error = NULL;
  unlink(f->path);
  unlink(f->profile_path);
  // The work that valid calls queued must not have failed either.
  MUST(gc_context_synchronize(f->context, &error));
  gc_error_release(f->error);
  gc_prepared_release(f->prepared);
  gc_graph_release(f->graph);
  gc_stream_release(f->capture_stream);
  gc_stream_release(f->capturing_stream);
  gc_context_release(f->capture_context);
  gc_kernel_release(f->kernel);
  gc_kernel_release(f->staged);
  gc_module_release(f->module);
  gc_program_release(f->program);
  gc_pool_release(f->pool);
  gc_completion_release(f->completion);
  gc_pipe_release(f->pipe);
  gc_log_release(f->log);
  gc_array_release(f->array);
  gc_array_release(f->levels);
  gc_array_release(f->surface_array);
  gc_texture_release(f->texture);
  gc_surface_release(f->surface);
  gc_sampler_release(f->sampler);
  gc_mapping_release(f->mapping);
  gc_mapping_release(f->unmapped);
  gc_ndarray_release(f->ndarray);
  gc_ndarray_release(f->other_ndarray);
  gc_ndarray_release(f->third_ndarray);
  gc_ndarray_release(f->reduced);
  gc_ndarray_release(f->mask);
  gc_ndarray_release(f->places);
  gc_ndarray_release(f->count);
  gc_ndarray_release(f->spectrum);
  gc_ndarray_release(f->record_ndarray);
  gc_ndarray_release(f->offsets);
  gc_ndarray_release(f->indices);
  gc_comm_release(f->comm);
  gc_comm_release(f->finalized_comm);
  gc_comm_release(f->aborted_comm);
  gc_dtype_release(f->dtype);
  gc_dtype_release(f->inner);
  gc_mem_release(f->host);
  gc_mem_release(f->managed);
  gc_mem_release(f->part);
  gc_mem_release(f->ending);
  gc_mem_release(f->other_mem);
  gc_mem_release(f->mem);
  gc_event_release(f->event);
  gc_event_release(f->start);
  gc_event_release(f->interprocess);
  gc_stream_release(f->stream);
  gc_context_release(f->context);
  if (gc_handle_count() != 0) {
    print_error("%llu handles are left\n", (unsigned long long)gc_handle_count());
    return -1;
  }
  return 0;
}

int main(int argc, char** argv) {
  enum { COUNT = sizeof kCells / sizeof kCells[0] };
  static struct CMUnitTest tests[COUNT];
  static char names[COUNT][96];
  for (size_t i = 0; i < COUNT; ++i) {
    snprintf(names[i], sizeof names[i], "%s: %s", kCells[i].function, kCells[i].what);
    tests[i].name = names[i];
    tests[i].test_func = run_cell;
    tests[i].initial_state = (void*)(uintptr_t)&kCells[i];
  }
  if (argc > 1) {
    gc_device* device;
    gc_error* error = NULL;
    setenv("GRIDCALL_DEVICE", argv[1], 1);
    if (gc_device_find(argv[1], &device, &error) != GRIDCALL_OK) {
      printf("ok 1 - misuse # SKIP no device %s: %s\n1..1\n", argv[1], gc_error_message(error));
      gc_error_release(error);
      return strcmp(argv[1], "gpu") == 0 ? 0 : 1;
    }
  }
  return cmocka_run_group_tests_name("misuse", tests, make_objects, release_objects);
}
