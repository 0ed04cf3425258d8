// SPDX-License-Identifier: Apache-2.0
//
// The deliberate mistakes of ../mistakes.py: NAME TAB MESSAGE for each.

#include <gridcall/gridcall.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gc_context *on, *apart;
static gc_module* module;
static gc_kernel* scale;
static gc_mem *mem, *doubles;

static void must(gc_status status, gc_error* error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_message(error));
  exit(1);
}

static void report(const char* name, gc_status status, gc_error* error) {
  printf("%s\t", name);
  if (status == GRIDCALL_OK)
    printf("no error");
  else
    printf("%s: ", gc_error_function(error));
  for (const char* c = gc_error_message(error); *c; ++c) fputs(*c == '\n' ? "\\n" : (char[]){*c, 0}, stdout);
  puts("");
  gc_error_release(error);
}

// A call that must work, and one that is a mistake, whose last argument is `&e`.
#define MUST(...)                         \
  do {                                    \
    gc_error* e = NULL;                   \
    const gc_status status = __VA_ARGS__; \
    must(status, e);                      \
  } while (0)
#define MISTAKE(name, ...)                \
  do {                                    \
    gc_error* e = NULL;                   \
    const gc_status status = __VA_ARGS__; \
    report(name, status, e);              \
  } while (0)
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define RUN(name, g, b, s, stream, ...)                                      \
  do {                                                                       \
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;                   \
    const gc_arg args[] = {__VA_ARGS__};                                     \
    config.grid_x = (g), config.block_x = (b), config.shared_size = (s);     \
    MISTAKE(name, gc_launch(scale, &config, args, COUNT(args), stream, &e)); \
  } while (0)

static gc_kernel* kernel(const char* name) {
  gc_kernel* k = NULL;
  MUST(gc_module_get_kernel(module, name, &k, &e));
  return k;
}

static gc_mem* zeros(gc_context* context, uint64_t size) {
  gc_mem* made = NULL;
  MUST(gc_mem_alloc(context, size, &made, &e));
  MUST(gc_memset(made, 0, "", 1, size, NULL, &e));
  return made;
}

static gc_stream* new_stream(gc_context* context) {
  gc_stream* s = NULL;
  MUST(gc_stream_create(context, NULL, &s, &e));
  return s;
}

static void launches(gc_stream* other_stream) {
  const float f = 2;
  const double wide = 2;
  const int n = 100, whole = 2;
  const long long far = 5;
  gc_mem *other = zeros(apart, 400), *closed = zeros(on, 400);
  gc_kernel* closed_kernel = kernel("scale");
  gc_stream* closed_stream = new_stream(on);
  gc_mem_release(closed);
  gc_kernel_release(closed_kernel);
  gc_stream_release(closed_stream);
  float local[100] = {0}, *on_stack = local, *on_heap = calloc(100, sizeof *on_heap);
  gc_mem* odd = NULL;
  MUST(gc_mem_create_sub_region(mem, 1, 33, 0, &odd, &e));
  const gc_arg x = GRIDCALL_ARG(mem);
  RUN("few_arguments", 1, 32, 0, NULL, x, GRIDCALL_ARG(f));
  RUN("many_arguments", 1, 32, 0, NULL, x, GRIDCALL_ARG(f), GRIDCALL_ARG(n), GRIDCALL_ARG(n));
  RUN("double_for_float", 1, 32, 0, NULL, x, GRIDCALL_ARG(wide), GRIDCALL_ARG(n));
  RUN("int_for_float", 1, 32, 0, NULL, x, GRIDCALL_ARG(whole), GRIDCALL_ARG(n));
  RUN("long_for_int", 1, 32, 0, NULL, x, GRIDCALL_ARG(f), GRIDCALL_ARG(far));
  RUN("memory_for_number", 1, 32, 0, NULL, x, x, GRIDCALL_ARG(n));
  RUN("number_for_memory", 1, 32, 0, NULL, GRIDCALL_ARG(far), GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("host_memory", 1, 32, 0, NULL, GRIDCALL_ARG(on_heap), GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("host_stack", 1, 32, 0, NULL, GRIDCALL_ARG(on_stack), GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("odd_part", 1, 32, 0, NULL, GRIDCALL_ARG(odd), GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("other_context_memory", 1, 32, 0, NULL, GRIDCALL_ARG(other), GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("other_context_stream", 1, 32, 0, other_stream, x, GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("released_argument", 1, 32, 0, NULL, GRIDCALL_ARG(closed), GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("released_stream", 1, 32, 0, closed_stream, x, GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("grid_zero", 0, 32, 0, NULL, x, GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("block_zero", 1, 0, 0, NULL, x, GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("block_large", 1, 2048, 0, NULL, x, GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  RUN("shared_large", 1, 32, 1 << 20, NULL, x, GRIDCALL_ARG(f), GRIDCALL_ARG(n));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  gc_arg args[] = {x, GRIDCALL_ARG(f), GRIDCALL_ARG(n)};
  config.grid_x = 1, config.block_x = 32, config.block_y = 32, config.block_z = 2;
  MISTAKE("block_product", gc_launch(scale, &config, args, 3, NULL, &e));
  config.grid_y = 70000, config.block_x = config.block_y = config.block_z = 1;
  MISTAKE("grid_large", gc_launch(scale, &config, args, 3, NULL, &e));
  config.grid_y = 1, config.grid_x = UINT32_MAX;
  MISTAKE("negative_grid", gc_launch(scale, &config, args, 3, NULL, &e));
  config.grid_x = 1, config.block_x = 32;
  MISTAKE("released_kernel", gc_launch(closed_kernel, &config, args, 3, NULL, &e));
  MISTAKE("null_kernel", gc_launch(NULL, &config, args, 3, NULL, &e));
  MISTAKE("null_config", gc_launch(scale, NULL, args, 3, NULL, &e));
  MISTAKE("null_arguments", gc_launch(scale, &config, NULL, 3, NULL, &e));
  const struct {
    int a, b;
  } pair = {1, 2};
  const gc_arg part = GRIDCALL_ARG(pair);
  MISTAKE("struct_size", gc_launch(kernel("record"), &config, &part, 1, NULL, &e));
  double host[9];
  const gc_arg rest[] = {GRIDCALL_ARG(f), GRIDCALL_ARG(n)};
  gc_host_arg staged = {0};
  staged.direction = GRIDCALL_HOST_DIRECTION_IN_OUT;
  staged.host_address = (uint64_t)(uintptr_t)host;
  staged.size = sizeof host;
  staged.value_type = GRIDCALL_VALUE_TYPE_FLOAT64;
  MISTAKE("staged_type", gc_launch_staged(scale, &config, rest, 2, &staged, 1, NULL, &e));

  gc_prepared* prepared = NULL;
  MUST(gc_prepared_create(scale, &config, args, 3, &prepared, &e));
  gc_arg typed = GRIDCALL_ARG(doubles);
  typed.value_type = GRIDCALL_VALUE_TYPE_FLOAT64;
  args[0] = typed;
  MISTAKE("doubles_for_floats", gc_launch(scale, &config, args, 3, NULL, &e));
  MISTAKE("prepared_index", gc_prepared_set_arg(prepared, 3, &rest[1], NULL, 0, &e));
  MISTAKE("prepared_type", gc_prepared_set_arg(prepared, 0, &typed, NULL, 0, &e));
  gc_stream* s = new_stream(on);
  gc_graph* graph = NULL;
  MUST(gc_stream_begin_capture(s, GRIDCALL_CAPTURE_MODE_RELAXED, &e));
  MUST(gc_prepared_launch(prepared, NULL, NULL, 0, s, &e));
  MUST(gc_stream_end_capture(s, &graph, &e));
  MISTAKE("graph_node", gc_graph_set_arg(graph, 5, 0, &x, NULL, 0, &e));
  MISTAKE("graph_index", gc_graph_set_arg(graph, 0, 3, &rest[1], NULL, 0, &e));
  MISTAKE("graph_type", gc_graph_set_arg(graph, 0, 0, &typed, NULL, 0, &e));
  char bytes[404] = {0};
  MISTAKE("released", gc_memcpy_dtoh(bytes, closed, 0, 400, NULL, &e));
  MISTAKE("wrong_handle", gc_memcpy_dtoh(bytes, (gc_mem*)s, 0, 400, NULL, &e));
  MISTAKE("not_a_handle", gc_memcpy_dtoh(bytes, (gc_mem*)bytes, 0, 400, NULL, &e));
}

static void memory(void) {
  char bytes[404] = {0};
  gc_mem* out = NULL;
  gc_mapping* mapping = NULL;
  gc_pool* pool = NULL;
  uint64_t address = 0;
  MUST(gc_pool_create(on, NULL, &pool, &e));
  MUST(gc_pool_set_limit(pool, 1 << 20, &e));
  MISTAKE("bytes_long", gc_memcpy_htod(mem, 0, bytes, 404, NULL, &e));
  MISTAKE("download_long", gc_memcpy_dtoh(bytes, mem, 0, 404, NULL, &e));
  MISTAKE("null_host", gc_memcpy_dtoh(NULL, mem, 0, 400, NULL, &e));
  MISTAKE("null_mem", gc_memcpy_dtoh(bytes, NULL, 0, 400, NULL, &e));
  MISTAKE("part_past", gc_mem_create_sub_region(mem, 390, 20, 0, &out, &e));
  MISTAKE("size_zero", gc_mem_alloc(on, 0, &out, &e));
  MISTAKE("null_result", gc_mem_alloc(on, 64, NULL, &e));
  MISTAKE("too_large", gc_mem_alloc(on, (uint64_t)1 << 50, &out, &e));
  MISTAKE("pool_limit", gc_pool_alloc(pool, 2 << 20, NULL, &out, &e));
  MISTAKE("fill_long", gc_memset(mem, 0, bytes, 129, 1, NULL, &e));
  MISTAKE("copy_overlap", gc_memcpy(mem, 4, mem, 0, 100, NULL, &e));
  MISTAKE("map_past", gc_mem_map(mem, 390, 20, GRIDCALL_MAP_READ, NULL, &mapping, &e));
  MISTAKE("map_flags", gc_mem_map(mem, 0, 20, 0, NULL, &mapping, &e));
  MISTAKE("host_address", gc_mem_get_host_address(mem, &address, &e));
  gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
  options.size = 64, options.place = 99;
  MISTAKE("enum_number", gc_mem_create(on, &options, &out, &e));
  options.place = 0, options.flags = UINT64_C(1) << 63;
  MISTAKE("unknown_flag", gc_mem_create(on, &options, &out, &e));
  options.flags = 0, options.struct_size = 0;
  MISTAKE("no_struct_size", gc_mem_create(on, &options, &out, &e));
  gc_pool_release(pool);
}

static void modules(void) {
  static const char broken[] = "__global__ void k() { int x = 1 }", with_header[] = "#include \"mine.h\"\n";
  const char* const wrong[] = {"--expt-nothing"};
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.options = wrong, options.option_count = 1;
  gc_module* m = NULL;
  gc_kernel* k = NULL;
  gc_mem* global = NULL;
  gc_device* device = NULL;
  int32_t value = 0;
  const char image[20] = {0};
  MISTAKE("kernel_name", gc_module_get_kernel(module, "scael", &k, &e));
  MISTAKE("global_name", gc_module_get_global(module, "tabel", &global, &e));
  MISTAKE("no_file", gc_module_from_file(on, "/nowhere/k.cu", NULL, &m, &e));
  MISTAKE("folder", gc_module_from_file(on, "/", NULL, &m, &e));
  MISTAKE("include", gc_module_from_source(on, with_header, sizeof with_header - 1, NULL, &m, &e));
  MISTAKE("syntax", gc_module_from_source(on, broken, sizeof broken - 1, NULL, &m, &e));
  MISTAKE("option", gc_module_from_source(on, "", 0, &options, &m, &e));
  MISTAKE("image", gc_module_from_buffer(on, image, sizeof image, NULL, &m, &e));
  MISTAKE("device_name", gc_device_find("gpuu", &device, &e));
  MISTAKE("device_index", gc_device_get_by_index(99, &device, &e));
  MUST(gc_device_find("cpu", &device, &e));
  MISTAKE("device_attribute", gc_device_get_attribute(device, 9999, &value, &e));
}

static void run_to_the_end(const char* name, uint64_t limit) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1, config.timeout_nanoseconds = limit;
  gc_mem* eight = zeros(on, 32);
  const gc_arg arg = GRIDCALL_ARG(eight);
  gc_stream* s = new_stream(on);
  MUST(gc_launch(kernel(name), &config, &arg, 1, s, &e));
  MISTAKE(limit ? "endless" : "past_end", gc_stream_synchronize(s, &e));
  gc_stream_release(s);
}

static void streams(void) {
  char bytes[400];
  gc_graph* graph = NULL;
  gc_event *start = NULL, *end = NULL;
  int64_t elapsed = 0;
  for (int i = 0; i < 3; ++i) {
    gc_stream* s = new_stream(on);
    MUST(gc_stream_begin_capture(s, GRIDCALL_CAPTURE_MODE_RELAXED, &e));
    if (i == 0) MISTAKE("capture_wait", gc_stream_synchronize(s, &e));
    if (i == 1) MISTAKE("capture_copy", gc_memcpy_dtoh(bytes, mem, 0, 400, s, &e));
    if (i == 2) MISTAKE("capture_twice", gc_stream_begin_capture(s, GRIDCALL_CAPTURE_MODE_RELAXED, &e));
    gc_stream_end_capture(s, &graph, NULL);
    gc_stream_release(s);
  }
  MISTAKE("capture_end", gc_stream_end_capture(new_stream(on), &graph, &e));
  MUST(gc_event_create(on, NULL, &start, &e));
  MUST(gc_event_create(on, NULL, &end, &e));
  MISTAKE("event_unrecorded", gc_event_get_elapsed(start, end, &elapsed, &e));
  run_to_the_end("past", 0);
  run_to_the_end("endless", 50000000);
}

static void arrays(void) {
  gc_ndarray *x = NULL, *shorter = NULL, *out = NULL;
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  uint64_t count = 100;
  const int64_t shape[] = {3, 33};
  const uint32_t axis = 3;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32, options.shape = &count, options.shape_count = 1;
  MUST(gc_ndarray_create(on, &options, &x, &e));
  count = 99;
  MUST(gc_ndarray_create(on, &options, &shorter, &e));
  gc_ndarray *const one[] = {x}, *const less[] = {shorter};
  MISTAKE("expression_half", gc_ndarray_apply(x, "a +", one, 1, NULL, 0, NULL, &e));
  MISTAKE("expression_name", gc_ndarray_apply(x, "a + foo", one, 1, NULL, 0, NULL, &e));
  MISTAKE("expression_read", gc_ndarray_apply(x, "*(float*)8", NULL, 0, NULL, 0, NULL, &e));
  MISTAKE("expression_inputs", gc_ndarray_apply(x, "a + b", one, 1, NULL, 0, NULL, &e));
  MISTAKE("shapes", gc_ndarray_apply(x, "a", less, 1, NULL, 0, NULL, &e));
  MISTAKE("reshape", gc_ndarray_reshape(x, shape, 2, 0, &out, &e));
  MISTAKE("axis", gc_ndarray_reduce(x, x, GRIDCALL_REDUCTION_SUM, &axis, 1, NULL, &e));
  gc_texture* texture = NULL;
  gc_array* array = NULL;
  gc_texture_options of_nothing = GRIDCALL_TEXTURE_OPTIONS_INIT;
  gc_array_options wrong = GRIDCALL_ARRAY_OPTIONS_INIT;
  MISTAKE("texture_of_nothing", gc_texture_create(on, &of_nothing, &texture, &e));
  wrong.format = GRIDCALL_ARRAY_FORMAT_FLOAT, wrong.channels = 1;
  MISTAKE("array_empty", gc_array_create(on, &wrong, &array, &e));
  wrong.width = 4, wrong.channels = 3;
  MISTAKE("array_channels", gc_array_create(on, &wrong, &array, &e));
}

int main(int argc, char** argv) {
  static char source[4096];
  FILE* file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!file) return 1;
  const size_t size = fread(source, 1, sizeof source, file);
  fclose(file);
  gc_device* device = NULL;
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.name = "mistakes.cu";
  MUST(gc_device_find("cpu", &device, &e));
  MUST(gc_context_get_primary(device, NULL, &on, &e));
  MUST(gc_context_create(device, NULL, &apart, &e));
  MUST(gc_module_from_source(on, source, size, &options, &module, &e));
  scale = kernel("scale"), mem = zeros(on, 400), doubles = zeros(on, 800);
  launches(new_stream(apart));
  memory();
  modules();
  streams();
  arrays();
  return 0;
}
