/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads of textures as its standard input says (run.py): for each case a line of hexadecimal numbers, one of
 * texels and one of places; it writes a line with the bits of what was read. Exit code 77: there is no such
 * device.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gridcall/gridcall.h"

static const char kSource[] =
    "struct Place { float x, y, z; int layer; float level; };\n"
    "__device__ uint4 bits(float4 v) { return make_uint4(__float_as_uint(v.x), __float_as_uint(v.y), "
    "__float_as_uint(v.z), __float_as_uint(v.w)); }\n"
    "__device__ uint4 bits(uint4 v) { return v; }\n"
    "__device__ uint4 bits(int4 v) { return make_uint4(v.x, v.y, v.z, v.w); }\n"
    "template <class T> __device__ T gather(cudaTextureObject_t t, const Place& p) {\n"
    "  switch (p.layer) {\n"
    "    case 0: return tex2Dgather<T>(t, p.x, p.y, 0);\n"
    "    case 1: return tex2Dgather<T>(t, p.x, p.y, 1);\n"
    "    case 2: return tex2Dgather<T>(t, p.x, p.y, 2);\n"
    "    default: return tex2Dgather<T>(t, p.x, p.y, 3);\n"
    "  }\n"
    "}\n"
    "template <class T> __device__ T read(cudaTextureObject_t t, int op, const Place& p) {\n"
    "  switch (op) {\n"
    "    case 0: return tex1D<T>(t, p.x);\n"
    "    case 1: return tex2D<T>(t, p.x, p.y);\n"
    "    case 2: return tex3D<T>(t, p.x, p.y, p.z);\n"
    "    case 3: return tex1DLayered<T>(t, p.x, p.layer);\n"
    "    case 4: return tex2DLayered<T>(t, p.x, p.y, p.layer);\n"
    "    case 5: return texCubemap<T>(t, p.x, p.y, p.z);\n"
    "    case 6: return texCubemapLayered<T>(t, p.x, p.y, p.z, p.layer);\n"
    "    case 7: return tex1DLod<T>(t, p.x, p.level);\n"
    "    case 8: return tex2DLod<T>(t, p.x, p.y, p.level);\n"
    "    case 9: return tex3DLod<T>(t, p.x, p.y, p.z, p.level);\n"
    "    case 10: return tex2DLayeredLod<T>(t, p.x, p.y, p.layer, p.level);\n"
    "    case 11: return tex1Dfetch<T>(t, p.layer);\n"
    "    default: return gather<T>(t, p);\n"
    "  }\n"
    "}\n"
    "__global__ void run(cudaTextureObject_t t, int op, int result, const Place* places, uint4* out, int n) "
    "{\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i >= n) return;\n"
    "  out[i] = result == 0 ? bits(read<float4>(t, op, places[i])) : result == 1 ? bits(read<uint4>(t, op, "
    "places[i]))\n"
    "                                                                            : bits(read<int4>(t, op, "
    "places[i]));\n"
    "}\n";

static void check(gc_status status, gc_error* error, const char* call) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s: %s\n%s\n", call, gc_error_message(error), gc_error_log(error));
  exit(1);
}
#define CALL(function, ...)                                 \
  do {                                                      \
    gc_error* error = NULL;                                 \
    check(function(__VA_ARGS__, &error), error, #function); \
  } while (0)

enum { MAX_BYTES = 1 << 20, WORDS = 25 };
static char line[2 * MAX_BYTES + 16];
static unsigned char texels[MAX_BYTES], places[MAX_BYTES];

/* A line of hexadecimal bytes. */
static size_t read_bytes(unsigned char* to) {
  if (!fgets(line, sizeof line, stdin)) return 0;
  const size_t count = strcspn(line, "\n") / 2;
  for (size_t i = 0; i < count; ++i) {
    const char digits[3] = {line[2 * i], line[2 * i + 1], 0};
    to[i] = (unsigned char)strtoul(digits, NULL, 16);
  }
  return count;
}

static float float_of(unsigned bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static unsigned halved(unsigned extent, unsigned level) {
  return extent >> level ? extent >> level : 1;
}

/* Copies the texels of all levels. */
static void fill(gc_array* array, const unsigned* w, unsigned element) {
  const int has_layers = (w[7] & (GRIDCALL_ARRAY_LAYERED | GRIDCALL_ARRAY_CUBEMAP)) != 0;
  size_t at = 0;
  for (unsigned level = 0; level == 0 || level < w[6]; ++level) {
    gc_array* part = array;
    if (w[6] != 0) CALL(gc_array_get_level, array, level, &part);
    gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
    copy.dst.array = part;
    copy.width = (uint64_t)halved(w[3], level) * element;
    copy.height = halved(w[4] ? w[4] : 1, level);
    copy.depth = has_layers ? w[5] : halved(w[5] ? w[5] : 1, level);
    copy.src.host_size = copy.width * copy.height * copy.depth;
    copy.src.host = texels + at;
    CALL(gc_memcpy_rect, &copy, NULL);
    at += copy.src.host_size;
    if (part != array) gc_array_release(part);
  }
}

int main(void) {
  gc_context* context = NULL;
  gc_error* missing = NULL;
  const gc_status opened = gc_context_get_default(&context, &missing);
  if (opened == GRIDCALL_ERROR_NO_DEVICE || opened == GRIDCALL_ERROR_NOT_FOUND ||
      opened == GRIDCALL_ERROR_DRIVER_UNAVAILABLE)
    return 77;
  check(opened, missing, "gc_context_get_default");
  gc_module* module = NULL;
  gc_kernel* kernel = NULL;
  CALL(gc_module_from_source, context, kSource, sizeof kSource - 1, NULL, &module);
  CALL(gc_module_get_kernel, module, "run", &kernel);

  while (fgets(line, sizeof line, stdin)) {
    unsigned w[WORDS];
    char* next = line;
    for (int i = 0; i < WORDS; ++i) w[i] = (unsigned)strtoul(next, &next, 16);
    const size_t texel_bytes = read_bytes(texels);
    const size_t place_bytes = read_bytes(places);
    static const unsigned kBytes[33] = {
        [1] = 1, [2] = 2, [3] = 4, [8] = 1, [9] = 2, [10] = 4, [16] = 2, [32] = 4};
    const unsigned element = kBytes[w[1]] * w[2];

    gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
    gc_array* array = NULL;
    gc_mem* linear = NULL;
    options.flags = w[8];
    if (w[0] == 0) {
      gc_array_options what = GRIDCALL_ARRAY_OPTIONS_INIT;
      what.width = w[3];
      what.height = w[4];
      what.depth = w[5];
      what.levels = w[6];
      what.flags = w[7];
      what.format = (gc_array_format)w[1];
      what.channels = w[2];
      CALL(gc_array_create, context, &what, &array);
      fill(array, w, element);
      options.array = array;
    } else {
      const uint64_t pitch = ((uint64_t)w[3] * element + 511) / 512 * 512;
      const unsigned rows = w[0] == 1 ? 1 : w[4];
      CALL(gc_mem_alloc, context, pitch * rows, &linear);
      for (unsigned y = 0; y < rows; ++y)
        CALL(gc_memcpy_htod, linear, y * pitch, texels + (size_t)y * w[3] * element, (size_t)w[3] * element,
             NULL);
      options.mem = linear;
      options.width = w[3];
      options.height = w[0] == 1 ? 0 : w[4];
      options.row_pitch = w[0] == 1 ? 0 : pitch;
      options.format = (int32_t)w[1];
      options.channels = w[2];
    }
    options.sampling.flags = w[9];
    options.sampling.address_x = (gc_address_mode)w[10];
    options.sampling.address_y = (gc_address_mode)w[11];
    options.sampling.address_z = (gc_address_mode)w[12];
    options.sampling.filter = (gc_filter_mode)w[13];
    options.sampling.mip_filter = (gc_filter_mode)w[14];
    options.sampling.bias = float_of(w[15]);
    options.sampling.min_level = float_of(w[16]);
    options.sampling.max_level = float_of(w[17]);
    options.sampling.border_r = float_of(w[18]);
    options.sampling.border_g = float_of(w[19]);
    options.sampling.border_b = float_of(w[20]);
    options.sampling.border_a = float_of(w[21]);
    gc_texture* texture = NULL;
    CALL(gc_texture_create, context, &options, &texture);

    const int op = (int)w[22], result = (int)w[23], count = (int)w[24];
    gc_mem *in = NULL, *out = NULL;
    CALL(gc_mem_alloc, context, place_bytes, &in);
    CALL(gc_mem_alloc, context, (uint64_t)count * 16, &out);
    CALL(gc_memcpy_htod, in, 0, places, place_bytes, NULL);
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = (uint32_t)(count + 63) / 64;
    config.block_x = 64;
    const gc_arg args[] = {GRIDCALL_ARG_TEXTURE(texture), GRIDCALL_ARG(op),      GRIDCALL_ARG(result),
                           GRIDCALL_ARG_MEM(in),          GRIDCALL_ARG_MEM(out), GRIDCALL_ARG(count)};
    CALL(gc_launch, kernel, &config, args, 6, NULL);
    static unsigned char answer[MAX_BYTES];
    CALL(gc_memcpy_dtoh, answer, out, 0, (size_t)count * 16, NULL);
    for (int i = 0; i < count * 16; ++i) printf("%02x", answer[i]);
    printf("\n");
    (void)texel_bytes;
    gc_texture_release(texture);
    gc_array_release(array);
    gc_mem_release(linear);
    gc_mem_release(in);
    gc_mem_release(out);
  }
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  return 0;
}
