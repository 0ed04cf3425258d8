// SPDX-License-Identifier: Apache-2.0
//
// Smooths a picture: a PNG is read into an array, a kernel reads it through a texture with a linear filter,
// and the result is written as a PNG. Four reads at the corners of a pixel are the weights 1 2 1, 2 4 2, 1
// 2 1.

#include <gridcall/gridcall.h>
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kWidth = 160, kHeight = 96, kBytes = kWidth * kHeight * 4 };

static const char kSource[] =
    "__global__ void smooth(cudaTextureObject_t picture, uchar4 *out, int width, int height) {\n"
    "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "  if (x >= width || y >= height) return;\n"
    "  float4 a = tex2D<float4>(picture, x, y), b = tex2D<float4>(picture, x + 1, y);\n"
    "  float4 c = tex2D<float4>(picture, x, y + 1), d = tex2D<float4>(picture, x + 1, y + 1);\n"
    "  auto mean = [](float p, float q, float r, float s) {\n"
    "    return (unsigned char)__fmaf_rn((p + q) + (r + s), 63.75f, 0.5f);\n"
    "  };\n"
    "  out[y * width + x] = make_uchar4(mean(a.x, b.x, c.x, d.x), mean(a.y, b.y, c.y, d.y),\n"
    "                                   mean(a.z, b.z, c.z, d.z), mean(a.w, b.w, c.w, d.w));\n"
    "}\n";

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}

static void fail(const char* what, const char* file) {
  fprintf(stderr, "%s: %s\n", file, what);
  exit(1);
}

static void write_png(const char* file, const uint8_t* pixels) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = kWidth;
  image.height = kHeight;
  image.format = PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&image, file, 0, pixels, 0, NULL)) fail(image.message, file);
}

static void read_png(const char* file, uint8_t* pixels) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, file)) fail(image.message, file);
  image.format = PNG_FORMAT_RGBA;
  if (image.width != kWidth || image.height != kHeight) fail("not the size that was written", file);
  if (!png_image_finish_read(&image, NULL, pixels, 0, NULL)) fail(image.message, file);
}

static uint32_t checksum(const uint8_t* pixels) {
  uint32_t sum = 2166136261u;
  for (int i = 0; i < kBytes; i++) sum = (sum ^ pixels[i]) * 16777619u;
  return sum;
}

// A channel of a pixel; outside, of the nearest one.
static int at(const uint8_t* pixels, int x, int y, int channel) {
  x = x < 0 ? 0 : x >= kWidth ? kWidth - 1 : x;
  y = y < 0 ? 0 : y >= kHeight ? kHeight - 1 : y;
  return pixels[(y * kWidth + x) * 4 + channel];
}

int main(void) {
  char folder[] = "/tmp/image_filter-XXXXXX", file[64];
  if (!mkdtemp(folder)) fail("cannot be made", folder);
  snprintf(file, sizeof file, "%s/picture.png", folder);

  static uint8_t picture[kBytes], smooth[kBytes], again[kBytes];
  for (int y = 0; y < kHeight; y++)
    for (int x = 0; x < kWidth; x++) {
      uint8_t* pixel = picture + (y * kWidth + x) * 4;
      pixel[0] = (uint8_t)(x * 255 / (kWidth - 1));
      pixel[1] = (uint8_t)((x / 8 + y / 8) % 2 * 200);
      pixel[2] = (uint8_t)(x * x + y * y);
      pixel[3] = (uint8_t)(255 - y);
    }
  write_png(file, picture);
  read_png(file, picture);
  printf("picture: %d x %d, %08x\n", kWidth, kHeight, (unsigned)checksum(picture));

  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_module* module = NULL;
  gc_kernel* kernel = NULL;
  check(gc_context_get_default(&context, &error), &error);
  check(gc_module_from_source(context, kSource, strlen(kSource), NULL, &module, &error), &error);
  check(gc_module_get_kernel(module, "smooth", &kernel, &error), &error);

  // An array of the shape of the elements: rows, columns, channels.
  const uint64_t shape[] = {kHeight, kWidth, 4};
  gc_ndarray_options elements = GRIDCALL_NDARRAY_OPTIONS_INIT;
  elements.scalar_type = GRIDCALL_SCALAR_TYPE_UINT8;
  elements.shape = shape;
  elements.shape_count = 3;
  gc_array* array = NULL;
  check(gc_array_from_host(context, picture, kBytes, &elements, 0, GRIDCALL_ARRAY_FROM_CHANNELS, &array,
                           &error),
        &error);
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  options.array = array;
  options.sampling.filter = GRIDCALL_FILTER_MODE_LINEAR;
  options.sampling.address_x = options.sampling.address_y = GRIDCALL_ADDRESS_MODE_CLAMP;
  gc_texture* texture = NULL;
  check(gc_texture_create(context, &options, &texture, &error), &error);
  gc_mem* out = NULL;
  check(gc_mem_alloc(context, kBytes, &out, &error), &error);

  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = (kWidth + 31) / 32;
  config.grid_y = (kHeight + 7) / 8;
  config.block_x = 32;
  config.block_y = 8;
  int width = kWidth, height = kHeight;
  gc_arg args[] = {GRIDCALL_ARG_TEXTURE(texture), GRIDCALL_ARG_MEM(out), GRIDCALL_ARG(width),
                   GRIDCALL_ARG(height)};
  check(gc_launch(kernel, &config, args, 4, NULL, &error), &error);
  check(gc_memcpy_dtoh(smooth, out, 0, kBytes, NULL, &error), &error);
  write_png(file, smooth);
  read_png(file, again);
  printf("smooth: %08x\n", (unsigned)checksum(again));

  int largest = 0;
  for (int y = 0; y < kHeight; y++)
    for (int x = 0; x < kWidth; x++)
      for (int c = 0; c < 4; c++) {
        int sum = 0;
        for (int j = -1; j <= 1; j++)
          for (int i = -1; i <= 1; i++) sum += at(picture, x + i, y + j, c) * (2 - i * i) * (2 - j * j);
        int difference = abs((sum + 8) / 16 - at(again, x, y, c));
        if (difference > largest) largest = difference;
      }
  printf("from the host's: at most %d\n", largest);

  gc_texture_release(texture);
  gc_array_release(array);
  gc_mem_release(out);
  gc_kernel_release(kernel);
  gc_module_release(module);
  gc_context_release(context);
  remove(file);
  remove(folder);
  return 0;
}
