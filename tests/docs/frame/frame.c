// SPDX-License-Identifier: Apache-2.0
//
// Stands around a piece of C in a guide: objects under the names that the guides use.

#include <gridcall/preview.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gc_error* error;

static void must(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

// Options of an ndarray, as `floats` in arrays.md.
static inline gc_ndarray_options numbers(gc_scalar_type type, const uint64_t* shape, size_t dimensions) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = type;
  options.shape = shape;
  options.shape_count = dimensions;
  return options;
}

static const char source[] =
    "__global__ void step(float *x, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] += 1;\n}\n";

int main(void) {
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* step = NULL;
  gc_stream *stream = NULL, *a = NULL, *b = NULL;
  gc_event *fork = NULL, *join = NULL;
  gc_mem *x = NULL, *y = NULL;
  must(gc_context_get_default(&context, &error));
  must(gc_module_from_source(context, source, sizeof source - 1, NULL, &module, &error));
  must(gc_module_get_kernel(module, "step", &step, &error));
  must(gc_stream_create(context, NULL, &stream, &error));
  must(gc_stream_create(context, NULL, &a, &error));
  must(gc_stream_create(context, NULL, &b, &error));
  must(gc_event_create(context, NULL, &fork, &error));
  must(gc_event_create(context, NULL, &join, &error));
  int n = 1024;
  must(gc_mem_alloc(context, n * sizeof(float), &x, &error));
  must(gc_mem_alloc(context, n * sizeof(float), &y, &error));
  must(gc_memset(x, 0, "", 1, n * sizeof(float), stream, &error));
  must(gc_memset(y, 0, "", 1, n * sizeof(float), stream, &error));
  must(gc_stream_synchronize(stream, &error));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 4;
  config.block_x = 256;
  gc_arg args[] = {GRIDCALL_ARG_MEM(x), GRIDCALL_ARG(n)};
  gc_arg y_args[] = {GRIDCALL_ARG_MEM(y), GRIDCALL_ARG(n)};
  gc_stream* streams[] = {a, b};
  (void)config, (void)streams, (void)fork, (void)join, (void)args, (void)y_args;
  {
    // The piece.
  }
  must(gc_context_synchronize(context, &error));
  return 0;
}
