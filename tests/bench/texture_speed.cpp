// SPDX-License-Identifier: Apache-2.0
//
// Reads of textures by one filter each: millions of samples a second of one core, by processor time. Where
// OpenCL was there when this was built, the same reads of images by PoCL beside them. Prints the best of some
// rounds, and the least of each column; it judges nothing.

#include <gridcall/gridcall.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "check.h"
#include "report.h"
#ifdef GRIDCALL_BENCH_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif

namespace {

constexpr std::uint32_t kThreads = 1 << 20;
constexpr int kReads = 8;  // of a thread

constexpr char kSource[] = R"(
#define READER(name, type, ...)                                                           \
  extern "C" __global__ void name(cudaTextureObject_t t, float* out, int size) {          \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                        \
    float x = (i & 1023) * size / 1024.0f + 0.3f, y = (i >> 10) * size / 1024.0f + 0.7f;  \
    float sum = 0;                                                                        \
    for (int k = 0; k < 8; ++k) {                                                         \
      type v = __VA_ARGS__;                                                               \
      sum += first(v);                                                                    \
      x += 0.37f, y += 0.21f;                                                             \
    }                                                                                     \
    out[i] = sum;                                                                         \
  }
__device__ float first(float v) { return v; }
__device__ float first(float2 v) { return v.x + v.y; }
__device__ float first(float4 v) { return v.x + v.y + v.z + v.w; }
READER(read_2d_1, float, tex2D<float>(t, x, y))
READER(read_2d_2, float2, tex2D<float2>(t, x, y))
READER(read_2d_4, float4, tex2D<float4>(t, x, y))
READER(read_3d_1, float, tex3D<float>(t, x, y, x * 0.5f))
READER(read_3d_2, float2, tex3D<float2>(t, x, y, x * 0.5f))
READER(read_3d_4, float4, tex3D<float4>(t, x, y, x * 0.5f))
)";

#ifdef GRIDCALL_BENCH_OPENCL
constexpr char kOpenCl[] = R"(
#define READER(name, image, place, use)                                                    \
  kernel void name(read_only image t, sampler_t s, global float* out, int size) {          \
    int i = get_global_id(0);                                                              \
    float x = (i & 1023) * size / 1024.0f + 0.3f, y = (i >> 10) * size / 1024.0f + 0.7f;   \
    float sum = 0;                                                                         \
    for (int k = 0; k < 8; ++k) {                                                          \
      float4 v = read_imagef(t, s, place);                                                 \
      sum += use;                                                                          \
      x += 0.37f, y += 0.21f;                                                              \
    }                                                                                      \
    out[i] = sum;                                                                          \
  }
READER(read_2d_1, image2d_t, (float2)(x, y), v.x)
READER(read_2d_2, image2d_t, (float2)(x, y), v.x + v.y)
READER(read_2d_4, image2d_t, (float2)(x, y), v.x + v.y + v.z + v.w)
READER(read_3d_1, image3d_t, (float4)(x, y, x * 0.5f, 0), v.x)
READER(read_3d_2, image3d_t, (float4)(x, y, x * 0.5f, 0), v.x + v.y)
READER(read_3d_4, image3d_t, (float4)(x, y, x * 0.5f, 0), v.x + v.y + v.z + v.w)
)";
#endif

struct Case {
  std::string name;
  std::string kernel;
  gc_array_format format;
  std::uint32_t channels;
  int dimensions;
  bool is_linear;
};

std::vector<Case> all_cases() {
  constexpr struct {
    const char* name;
    gc_array_format format;
  } kFormats[] = {{"u8", GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8},
                  {"u16", GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16},
                  {"s16", GRIDCALL_ARRAY_FORMAT_SIGNED_INT16},
                  {"f16", GRIDCALL_ARRAY_FORMAT_HALF},
                  {"f32", GRIDCALL_ARRAY_FORMAT_FLOAT}};
  std::vector<Case> cases;
  for (const int dimensions : {2, 3})
    for (const auto& format : kFormats)
      for (const std::uint32_t channels : {1U, 2U, 4U})
        for (const bool is_linear : {false, true}) {
          const std::string start = std::to_string(dimensions) + "d";
          const std::string count = std::to_string(channels);
          cases.push_back({start + " " + format.name + " x " + count + (is_linear ? " linear" : " point"),
                           "read_" + start + "_" + count, format.format, channels, dimensions, is_linear});
        }
  return cases;
}

std::uint32_t channel_bytes(gc_array_format format) {
  return format == GRIDCALL_ARRAY_FORMAT_FLOAT ? 4 : format == GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8 ? 1 : 2;
}
std::uint64_t size_of(const Case& work) {
  return work.dimensions == 3 ? 64 : 512;
}
std::uint64_t texels(const Case& work) {
  const std::uint64_t size = size_of(work);
  return size * size * (work.dimensions == 3 ? size : 1);
}

// Numbers from 0 to 1 in each format.
std::vector<unsigned char> content(const Case& work) {
  const std::uint32_t bytes = channel_bytes(work.format);
  std::vector<unsigned char> data(texels(work) * work.channels * bytes);
  std::uint32_t random = 1;
  for (std::size_t at = 0; at < data.size(); at += bytes) {
    random = random * 1664525 + 1013904223;
    const float value = static_cast<float>(random >> 8) / 16777216.0F;
    std::uint32_t bits = random >> 16;
    if (work.format == GRIDCALL_ARRAY_FORMAT_FLOAT) std::memcpy(&bits, &value, sizeof value);
    if (work.format == GRIDCALL_ARRAY_FORMAT_HALF) bits = 0x3000 + (random >> 21);
    std::memcpy(&data[at], &bits, bytes);
  }
  return data;
}

// Millions of samples a second of processor time; the best of some rounds.
double speed(const std::function<void()>& work) {
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < 7; ++round) {
    const std::clock_t begin = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return static_cast<double>(kThreads) * kReads / best / 1e6;
}

double ours(gc_context* context, gc_module* module, const Case& work, double& sum) {
  gc_kernel* kernel = nullptr;
  CHECK(gc_module_get_kernel(module, work.kernel.c_str(), &kernel, error));
  const std::uint64_t size = size_of(work);
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.width = options.height = size;
  options.depth = work.dimensions == 3 ? size : 0;
  options.format = work.format;
  options.channels = work.channels;
  gc_array* array = nullptr;
  CHECK(gc_array_create(context, &options, &array, error));
  const std::vector<unsigned char> data = content(work);
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.dst.array = array;
  copy.src.host = const_cast<void*>(static_cast<const void*>(data.data()));
  copy.src.host_size = data.size();
  copy.width = size * work.channels * channel_bytes(work.format);
  copy.height = size;
  copy.depth = options.depth;
  CHECK(gc_memcpy_rect(&copy, nullptr, error));
  gc_texture_options how = GRIDCALL_TEXTURE_OPTIONS_INIT;
  how.array = array;
  how.sampling.filter = work.is_linear ? GRIDCALL_FILTER_MODE_LINEAR : GRIDCALL_FILTER_MODE_POINT;
  how.sampling.address_x = how.sampling.address_y = how.sampling.address_z = GRIDCALL_ADDRESS_MODE_CLAMP;
  gc_texture* texture = nullptr;
  CHECK(gc_texture_create(context, &how, &texture, error));
  gc_mem* out = nullptr;
  CHECK(gc_mem_alloc(context, kThreads * sizeof(float), &out, error));
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = kThreads / 256;
  config.block_x = 256;
  const int extent = static_cast<int>(size);
  const gc_arg args[] = {GRIDCALL_ARG_TEXTURE(texture),
                         GRIDCALL_ARG_MEM(out),
                         {GRIDCALL_ARG_KIND_SCALAR, 4, static_cast<std::uint64_t>(extent), nullptr, 0, 0}};
  const double best = speed([&] {
    CHECK(gc_launch(kernel, &config, args, 3, nullptr, error));
    CHECK(gc_context_synchronize(context, error));
  });
  std::vector<float> result(kThreads);
  CHECK(gc_memcpy_dtoh(result.data(), out, 0, kThreads * sizeof(float), nullptr, error));
  sum = 0;
  for (const float each : result) sum += each;
  gc_mem_release(out);
  gc_texture_release(texture);
  gc_array_release(array);
  gc_kernel_release(kernel);
  return best;
}

#ifdef GRIDCALL_BENCH_OPENCL
class Pocl {
 public:
  // Returns false if there is no OpenCL device.
  bool open() {
    cl_uint count = 0;
    cl_platform_id platforms[8];
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return false;
    for (cl_uint i = 0; i < std::min<cl_uint>(count, 8); ++i) {
      char name[128] = {};
      clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
      if (!std::strstr(name, "Portable Computing Language")) continue;
      if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device_, nullptr) != CL_SUCCESS) continue;
      cl_int error = 0;
      context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
      queue_ = clCreateCommandQueue(context_, device_, 0, &error);
      const char* source = kOpenCl;
      program_ = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
      return clBuildProgram(program_, 1, &device_, "", nullptr, nullptr) == CL_SUCCESS;
    }
    return false;
  }

  // 0: it cannot.
  double run(const Case& work, double& sum) {
    const std::uint64_t size = size_of(work);
    cl_image_format format{};
    format.image_channel_order = work.channels == 4 ? CL_RGBA : work.channels == 2 ? CL_RG : CL_R;
    format.image_channel_data_type = work.format == GRIDCALL_ARRAY_FORMAT_FLOAT           ? CL_FLOAT
                                     : work.format == GRIDCALL_ARRAY_FORMAT_HALF          ? CL_HALF_FLOAT
                                     : work.format == GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8 ? CL_UNORM_INT8
                                     : work.format == GRIDCALL_ARRAY_FORMAT_SIGNED_INT16  ? CL_SNORM_INT16
                                                                                          : CL_UNORM_INT16;
    cl_image_desc description{};
    description.image_type = work.dimensions == 3 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = size;
    description.image_depth = work.dimensions == 3 ? size : 0;
    std::vector<unsigned char> data = content(work);
    cl_int error = 0;
    cl_mem image = clCreateImage(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &description,
                                 data.data(), &error);
    if (error != CL_SUCCESS) return 0;
    cl_sampler sampler = clCreateSampler(context_, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE,
                                         work.is_linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &error);
    if (error != CL_SUCCESS) return 0;
    cl_mem out = clCreateBuffer(context_, CL_MEM_WRITE_ONLY, kThreads * sizeof(float), nullptr, &error);
    cl_kernel kernel = clCreateKernel(program_, work.kernel.c_str(), &error);
    const cl_int extent = static_cast<cl_int>(size);
    clSetKernelArg(kernel, 0, sizeof image, &image);
    clSetKernelArg(kernel, 1, sizeof sampler, &sampler);
    clSetKernelArg(kernel, 2, sizeof out, &out);
    clSetKernelArg(kernel, 3, sizeof extent, &extent);
    bool worked = true;
    const double best = speed([&] {
      const std::size_t global = kThreads, local = 256;
      worked = worked && clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr,
                                                nullptr) == CL_SUCCESS;
      clFinish(queue_);
    });
    std::vector<float> result(kThreads);
    clEnqueueReadBuffer(queue_, out, CL_TRUE, 0, kThreads * sizeof(float), result.data(), 0, nullptr,
                        nullptr);
    sum = 0;
    for (const float each : result) sum += each;
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    clReleaseSampler(sampler);
    clReleaseMemObject(image);
    return worked ? best : 0;
  }

 private:
  cl_device_id device_{};
  cl_context context_{};
  cl_command_queue queue_{};
  cl_program program_{};
};
#endif

}  // namespace

int main(int argc, char** argv) {
  Report report("texture_speed", "texture_speed [TEXT]\n\nonly the cases whose names have TEXT", argc, argv);
  const std::string only = report.arguments.empty() ? "" : report.arguments[0];
  gc_context* context = nullptr;
  gc_module* module = nullptr;
  CHECK(gc_context_get_default(&context, error));
  CHECK(gc_module_from_source(context, kSource, sizeof kSource - 1, nullptr, &module, error));
#ifdef GRIDCALL_BENCH_OPENCL
  Pocl pocl;
  const bool has_pocl = pocl.open();
  if (!has_pocl) std::printf("SKIPPED: PoCL is not installed: scripts/setup --opencl\n");
#else
  std::printf("SKIPPED: built without OpenCL's headers: scripts/setup --opencl\n");
#endif
  std::printf("%-20s %12s %12s %8s\n", "M samples/s", "gridcall", "PoCL", "ratio");
  double least = std::numeric_limits<double>::max();
  double least_ratio = least;
  for (const Case& work : all_cases()) {
    if (work.name.find(only) == std::string::npos) continue;
    double sum = 0;
    const double mine = ours(context, module, work, sum);
    least = std::min(least, mine);
    report.add(work.name, "gridcall", mine, "M/s");
    std::printf("%-20s %12.1f", work.name.c_str(), mine);
#ifdef GRIDCALL_BENCH_OPENCL
    double its_sum = 0;
    const double its = has_pocl ? pocl.run(work, its_sum) : 0;
    if (its != 0) {
      report.add(work.name, "PoCL", its, "M/s");
      least_ratio = std::min(least_ratio, mine / its);
      std::printf(" %12.1f %8.2f", its, mine / its);
      if (std::fabs(sum - its_sum) > 1e-3 * std::fabs(sum)) std::printf("  sums %.6g and %.6g", sum, its_sum);
    } else {
      std::printf(" %12s", "-");
    }
#endif
    std::printf("\n");
    std::fflush(stdout);
  }
  std::printf("least: %.1f M samples/s", least);
  if (least_ratio < std::numeric_limits<double>::max()) std::printf(", %.2f times PoCL's", least_ratio);
  std::printf("\n");
  gc_module_release(module);
  gc_context_release(context);
  report.write();
  return 0;
}
