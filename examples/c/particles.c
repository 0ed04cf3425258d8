// SPDX-License-Identifier: Apache-2.0
//
// Particles that attract each other. Twenty steps, two launches each, are captured into a graph; one call
// queues them all. Then the step of time in the graph is changed.

#include <gridcall/gridcall.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 512, kBlock = 64, kSteps = 20, kLaunches = 5, kSize = kCount * 8 };

static const char kSource[] =
    "__global__ void pull(const float2 *at, float2 *speed, float dt, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i >= n) return;\n"
    "  float2 sum = {0, 0};\n"
    "  for (int j = 0; j < n; ++j) {\n"
    "    float dx = at[j].x - at[i].x, dy = at[j].y - at[i].y;\n"
    "    float square = dx * dx + dy * dy + 0.25f;\n"
    "    float force = 1 / (square * sqrtf(square) * n);\n"
    "    sum.x += dx * force;\n"
    "    sum.y += dy * force;\n"
    "  }\n"
    "  speed[i].x += sum.x * dt;\n"
    "  speed[i].y += sum.y * dt;\n"
    "}\n"
    "__global__ void move(float2 *at, const float2 *speed, float dt, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i >= n) return;\n"
    "  at[i].x += speed[i].x * dt;\n"
    "  at[i].y += speed[i].y * dt;\n"
    "}\n";

static gc_error* error;

static void check(gc_status status) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(error));
  exit(1);
}

static gc_context* context;
static gc_kernel *pull, *move;

struct particles {
  gc_mem *at, *speed;
};

// Numbers are the same in every language.
static struct particles particles_new(void) {
  static float at[kCount][2], speed[kCount][2];
  for (uint32_t i = 0; i < kCount; i++) {
    const uint32_t x = i * 2654435761u >> 8, y = (i + 7777) * 2654435761u >> 8;
    at[i][0] = (float)(x % 4000) / 1000 - 2;
    at[i][1] = (float)(y % 4000) / 1000 - 2;
    speed[i][0] = -at[i][1] / 4;
    speed[i][1] = at[i][0] / 4;
  }
  struct particles made;
  check(gc_mem_alloc(context, kSize, &made.at, &error));
  check(gc_mem_alloc(context, kSize, &made.speed, &error));
  check(gc_memcpy_htod(made.at, 0, at, kSize, NULL, &error));
  check(gc_memcpy_htod(made.speed, 0, speed, kSize, NULL, &error));
  return made;
}

static void particles_release(struct particles* p) {
  gc_mem_release(p->at);
  gc_mem_release(p->speed);
}

static void queue_step(struct particles* p, float dt, gc_stream* stream) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = kCount / kBlock;
  config.block_x = kBlock;
  int n = kCount;
  gc_arg args[] = {GRIDCALL_ARG_MEM(p->at), GRIDCALL_ARG_MEM(p->speed), GRIDCALL_ARG(dt), GRIDCALL_ARG(n)};
  check(gc_launch(pull, &config, args, 4, stream, &error));
  check(gc_launch(move, &config, args, 4, stream, &error));
}

// Prints the mean distance of the particles from their middle.
static void print(const char* what, struct particles* p) {
  static float at[kCount][2];
  double x = 0, y = 0, distance = 0;
  check(gc_memcpy_dtoh(at, p->at, 0, kSize, NULL, &error));
  for (int i = 0; i < kCount; i++) x += at[i][0], y += at[i][1];
  x /= kCount, y /= kCount;
  for (int i = 0; i < kCount; i++)
    distance += sqrt((at[i][0] - x) * (at[i][0] - x) + (at[i][1] - y) * (at[i][1] - y));
  printf("%s: %.3f\n", what, distance / kCount);
}

static int equal(struct particles* a, struct particles* b) {
  static float first[kCount][2], second[kCount][2];
  check(gc_memcpy_dtoh(first, a->at, 0, kSize, NULL, &error));
  check(gc_memcpy_dtoh(second, b->at, 0, kSize, NULL, &error));
  return memcmp(first, second, kSize) == 0;
}

int main(void) {
  gc_module* module = NULL;
  gc_stream* stream = NULL;
  gc_graph* graph = NULL;
  check(gc_context_get_default(&context, &error));
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error));
  check(gc_module_get_kernel(module, "pull", &pull, &error));
  check(gc_module_get_kernel(module, "move", &move, &error));
  check(gc_stream_create(context, NULL, &stream, &error));
  struct particles particles = particles_new();
  print("at the start", &particles);

  // This does not run: it is recorded.
  check(gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_RELAXED, &error));
  for (int i = 0; i < kSteps; i++) queue_step(&particles, 0.05f, stream);
  check(gc_stream_end_capture(stream, &graph, &error));
  size_t nodes = 0;
  check(gc_graph_get_node_count(graph, &nodes, &error));
  printf("nodes: %d\n", (int)nodes);

  for (int i = 0; i < kLaunches; i++) check(gc_graph_launch(graph, stream, &error));
  check(gc_stream_synchronize(stream, &error));
  print("after 100 steps", &particles);

  // Smaller steps from here on.
  float dt = 0.01f;
  gc_arg argument = GRIDCALL_ARG(dt);
  for (size_t node = 0; node < nodes; node++)
    check(gc_graph_set_arg(graph, node, 2, &argument, NULL, 0, &error));
  for (int i = 0; i < kLaunches; i++) check(gc_graph_launch(graph, stream, &error));
  check(gc_stream_synchronize(stream, &error));
  print("after 100 small ones", &particles);

  struct particles again = particles_new();
  for (int i = 0; i < 2 * kLaunches * kSteps; i++)
    queue_step(&again, i < kLaunches * kSteps ? 0.05f : 0.01f, stream);
  check(gc_stream_synchronize(stream, &error));
  printf("as without a graph: %s\n", equal(&particles, &again) ? "yes" : "no");

  particles_release(&again);
  particles_release(&particles);
  gc_graph_release(graph);
  gc_stream_release(stream);
  gc_kernel_release(pull);
  gc_kernel_release(move);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
