// SPDX-License-Identifier: Apache-2.0
//
// The CPU device beside native C++ and, where OpenCL was there when this was built, every OpenCL platform
// with a CPU that is found: the same work, in one process, in turn, on all cores. Prints medians and ratios;
// results are checked against native. It judges nothing.
//
//   cpu_device_bench [rounds] [substring of the cases wanted] [cpu] [--json FILE]
//
// With "cpu" it counts the processor time of all threads instead of the wall clock: for a machine that others
// use too.

#include <gridcall/gridcall.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#ifdef GRIDCALL_BENCH_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif

#include "check.h"
#include "cpu/native.h"
#include "report.h"

namespace {

// Memory that each of the runners gets its own copy of.
struct Buffer {
  std::size_t bytes = 0;
  void* initial = nullptr;
  void* native = nullptr;
  gc_mem* device = nullptr;

  template <typename T>
  T* as() const {
    return static_cast<T*>(native);
  }
};

struct Argument {
  Buffer* buffer = nullptr;
  std::uint32_t bits = 0;
  Argument(Buffer& memory) : buffer(&memory) {}
  Argument(int value) : bits(static_cast<std::uint32_t>(value)) {}
  Argument(float value) { std::memcpy(&bits, &value, sizeof bits); }
};

struct Size {
  std::uint32_t x = 1, y = 1;
};

struct Step {
  std::string kernel;
  Size grid, block;
  std::vector<Argument> arguments;
};

struct Case {
  std::string name;
  std::vector<Step> steps;
  std::function<void()> native;
  Buffer* result;
  // The largest difference that may be: 0 means the same bytes. Elements that differ by more, of a thousand.
  bool is_float;
  double tolerance;
  int outliers = 0;
};

template <typename T>
Buffer* make(std::size_t count, const std::function<T(std::size_t)>& element) {
  auto* buffer = new Buffer;
  buffer->bytes = count * sizeof(T);
  std::size_t rounded = (buffer->bytes + 4095) / 4096 * 4096;
  buffer->initial = std::aligned_alloc(4096, rounded);
  buffer->native = std::aligned_alloc(4096, rounded);
  if (!buffer->initial || !buffer->native) std::abort();
  auto* values = static_cast<T*>(buffer->initial);
  for (std::size_t i = 0; i < count; ++i) values[i] = element ? element(i) : T{};
  std::memcpy(buffer->native, buffer->initial, buffer->bytes);
  return buffer;
}

std::mt19937 random_bits(1);
float uniform(float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(random_bits);
}
Buffer* floats(std::size_t count, float low, float high) {
  return make<float>(count, [=](std::size_t) { return uniform(low, high); });
}
Buffer* words(std::size_t count) {
  return make<std::uint32_t>(count, [](std::size_t) { return static_cast<std::uint32_t>(random_bits()); });
}
Buffer* zeros(std::size_t words_count) {
  return make<std::uint32_t>(words_count, {});
}

std::uint32_t u(int value) {
  return static_cast<std::uint32_t>(value);
}

Case saxpy() {
  constexpr int kN = 16 << 20;
  Buffer *x = floats(kN, 0, 1), *y = floats(kN, 0, 1);
  return {"saxpy 16M",
          {{"saxpy", {kN / 256}, {256}, {kN, 2.0f, *x, *y}}},
          [=] { native::saxpy(kN, 2.0f, x->as<float>(), y->as<float>()); },
          y,
          true,
          1e-6};
}

Case vecadd() {
  constexpr int kN = 16 << 20;
  Buffer *a = floats(kN, 0, 1), *b = floats(kN, 0, 1), *c = zeros(kN);
  return {"vector add 16M",
          {{"vecadd", {kN / 256}, {256}, {kN, *a, *b, *c}}},
          [=] { native::vecadd(kN, a->as<float>(), b->as<float>(), c->as<float>()); },
          c,
          true,
          0};
}

Case matmul(const char* name, const char* kernel, int n) {
  auto elements = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  Buffer *a = floats(elements, -1, 1), *b = floats(elements, -1, 1), *c = zeros(elements);
  return {name,
          {{kernel, {u(n / 16), u(n / 16)}, {16, 16}, {n, *a, *b, *c}}},
          [=] { native::matmul(n, a->as<float>(), b->as<float>(), c->as<float>()); },
          c,
          true,
          1e-3};
}

Case transpose() {
  constexpr int kN = 4096;
  Buffer *in = floats(kN * kN, 0, 1), *out = zeros(kN * kN);
  return {"transpose 4096",
          {{"transpose", {kN / 32, kN / 32}, {32, 8}, {kN, *in, *out}}},
          [=] { native::transpose(kN, in->as<float>(), out->as<float>()); },
          out,
          true,
          0};
}

Case reduce(const char* name, int blocks) {
  constexpr int kN = 16 << 20;
  Buffer* in = make<int>(kN, [](std::size_t i) { return static_cast<int>(i % 1001); });
  Buffer* partial = zeros(static_cast<std::size_t>(blocks));
  Buffer* sum = zeros(1);
  // The last few sums by one more block, as the CUDA samples do.
  return {
      name,
      {{"reduce", {u(blocks)}, {256}, {kN, *in, *partial}}, {"reduce", {1}, {256}, {blocks, *partial, *sum}}},
      [=] { *sum->as<int>() = native::reduce(kN, in->as<int>()); },
      sum,
      false,
      0};
}

Case scan() {
  constexpr int kN = 4 << 20;
  Buffer* in = make<int>(kN, [](std::size_t i) { return static_cast<int>(i % 7); });
  Buffer *out = zeros(kN), *sums = zeros(kN / 256);
  return {"scan 4M",
          {{"scan_blocks", {kN / 256}, {256}, {*in, *out, *sums}},
           {"scan_sums", {1}, {256}, {kN / 256, *sums}},
           {"scan_add", {kN / 256}, {256}, {*out, *sums}}},
          [=] { native::scan(kN, in->as<int>(), out->as<int>()); },
          out,
          false,
          0};
}

Case histogram() {
  constexpr int kN = 4 << 20;
  Buffer *in = words(kN), *partial = zeros(64 * 256), *out = zeros(256);
  return {"histogram 16M bytes",
          {{"histogram", {64}, {256}, {kN, *in, *partial}},
           {"histogram_merge", {1}, {256}, {64, *partial, *out}}},
          [=] { native::histogram(kN, in->as<std::uint32_t>(), out->as<std::uint32_t>()); },
          out,
          false,
          0};
}

Case black_scholes() {
  constexpr int kN = 4 << 20;
  Buffer *price = floats(kN, 5, 30), *strike = floats(kN, 1, 100), *years = floats(kN, 0.25f, 10);
  Buffer *call = zeros(kN), *put = zeros(kN);
  return {"Black-Scholes 4M",
          {{"black_scholes", {kN / 256}, {256}, {kN, *price, *strike, *years, *call, *put, 0.02f, 0.3f}}},
          [=] {
            native::black_scholes(kN, price->as<float>(), strike->as<float>(), years->as<float>(),
                                  call->as<float>(), put->as<float>(), 0.02f, 0.3f);
          },
          call,
          true,
          1e-4};
}

Case mandelbrot() {
  Buffer* out = zeros(1024 * 1024);
  return {"Mandelbrot 1024",
          {{"mandelbrot", {32, 128}, {32, 8}, {1024, 1024, 256, *out}}},
          [=] { native::mandelbrot(1024, 1024, 256, out->as<int>()); },
          out,
          false,
          0,
          5};
}

Case nbody() {
  constexpr int kN = 8192;
  Buffer *bodies = floats(4 * kN, 0, 1), *forces = zeros(4 * kN);
  return {"n-body 8192",
          {{"nbody", {kN / 256}, {256}, {kN, *bodies, *forces}}},
          [=] { native::nbody(kN, bodies->as<float>(), forces->as<float>()); },
          forces,
          true,
          1e-3};
}

Case stencil() {
  constexpr int kN = 2048;
  Buffer *in = floats(kN * kN, 0, 1), *out = zeros(kN * kN);
  return {"stencil 2048",
          {{"stencil", {kN / 32, kN / 16}, {32, 16}, {kN, kN, *in, *out}}},
          [=] { native::stencil(kN, kN, in->as<float>(), out->as<float>()); },
          out,
          true,
          1e-6};
}

Case spmv() {
  constexpr int kRows = 256 << 10;
  std::vector<int> first{0};
  for (int row = 0; row < kRows; ++row)
    first.push_back(first.back() + 8 + static_cast<int>(random_bits() % 17));
  auto entries = static_cast<std::size_t>(first.back());
  Buffer* starts = make<int>(first.size(), [&](std::size_t i) { return first[i]; });
  Buffer* columns = make<int>(entries, [](std::size_t) { return static_cast<int>(random_bits() % kRows); });
  Buffer *values = floats(entries, -1, 1), *x = floats(kRows, -1, 1), *y = zeros(kRows);
  return {"sparse MV 256K rows",
          {{"spmv", {kRows / 256}, {256}, {kRows, *starts, *columns, *values, *x, *y}}},
          [=] {
            native::spmv(kRows, starts->as<int>(), columns->as<int>(), values->as<float>(), x->as<float>(),
                         y->as<float>());
          },
          y,
          true,
          1e-4};
}

Case bitonic() {
  constexpr int kN = 1 << 20;
  Buffer *in = words(kN), *out = zeros(kN);
  std::vector<Step> steps{{"bitonic_local", {kN / 2048}, {1024}, {*in, *out}}};
  for (int size = 4096; size <= kN; size *= 2) {
    for (int stride = size / 2; stride >= 2048; stride /= 2)
      steps.push_back({"bitonic_step", {kN / 2 / 256}, {256}, {*out, size, stride}});
    steps.push_back({"bitonic_merge", {kN / 2048}, {1024}, {*out, size}});
  }
  return {"bitonic sort 1M",
          std::move(steps),
          [=] { native::bitonic(kN, in->as<std::uint32_t>(), out->as<std::uint32_t>()); },
          out,
          false,
          0};
}

Case sha256() {
  constexpr int kN = 128 << 10;
  Buffer *messages = words(kN * 16), *digests = zeros(kN * 8);
  return {"SHA-256 128K x 64 B",
          {{"sha256", {kN / 128}, {128}, {kN, *messages, *digests}}},
          [=] { native::sha256(kN, messages->as<std::uint32_t>(), digests->as<std::uint32_t>()); },
          digests,
          false,
          0};
}

Case ray_march() {
  Buffer* out = zeros(1024 * 1024);
  return {"ray marching 1024",
          {{"ray_march", {64, 64}, {16, 16}, {1024, 1024, *out}}},
          [=] { native::ray_march(1024, 1024, out->as<float>()); },
          out,
          true,
          1e-4,
          5};
}

// --- The three ways to run a case

class Runner {
 public:
  virtual ~Runner() = default;
  virtual void upload(Buffer& buffer) = 0;
  virtual void prepare(const Case& work) = 0;
  virtual void run() = 0;
  virtual void download(Buffer& buffer, void* to) = 0;
  virtual void forget(Buffer& buffer) = 0;
};

class Native : public Runner {
 public:
  void upload(Buffer& buffer) override { std::memcpy(buffer.native, buffer.initial, buffer.bytes); }
  void prepare(const Case& work) override { work_ = &work; }
  void run() override { work_->native(); }
  void download(Buffer& buffer, void* to) override { std::memcpy(to, buffer.native, buffer.bytes); }
  void forget(Buffer& buffer) override {
    std::free(buffer.native);
    std::free(buffer.initial);
  }

 private:
  const Case* work_ = nullptr;
};

// The files of tests/corpus/bench.
struct Source {
  std::string_view name, text;
};
constexpr Source kSources[] = {
#define GRIDCALL_FILE(name, text) {name, text},
#include "cpu_kernels.inc"
#undef GRIDCALL_FILE
};
std::string_view source_of(std::string_view name) {
  for (const Source& source : kSources) {
    if (source.name == name) return source.text;
  }
  std::abort();
}

class Gridcall : public Runner {
 public:
  Gridcall() {
    CHECK(gc_context_get_default(&context_, error));
    const std::string_view source = source_of("kernels.cu");
    CHECK(gc_module_from_source(context_, source.data(), source.size(), nullptr, &module_, error));
  }
  void upload(Buffer& buffer) override {
    if (!buffer.device) CHECK(gc_mem_alloc(context_, buffer.bytes, &buffer.device, error));
    CHECK(gc_memcpy_htod(buffer.device, 0, buffer.initial, buffer.bytes, nullptr, error));
  }
  void prepare(const Case& work) override {
    for (gc_prepared* launch : launches_) gc_prepared_release(launch);
    launches_.clear();
    for (const Step& step : work.steps) {
      gc_kernel*& kernel = kernels_[step.kernel];
      if (!kernel) CHECK(gc_module_get_kernel(module_, step.kernel.c_str(), &kernel, error));
      std::vector<gc_arg> arguments;
      for (const Argument& argument : step.arguments) {
        if (argument.buffer) {
          arguments.push_back({GRIDCALL_ARG_KIND_MEM, 0, 0, argument.buffer->device});
        } else {
          arguments.push_back({GRIDCALL_ARG_KIND_SCALAR, 4, argument.bits, nullptr});
        }
      }
      gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
      config.grid_x = step.grid.x;
      config.grid_y = step.grid.y;
      config.block_x = step.block.x;
      config.block_y = step.block.y;
      gc_prepared* launch = nullptr;
      CHECK(gc_prepared_create(kernel, &config, arguments.data(), arguments.size(), &launch, error));
      launches_.push_back(launch);
    }
  }
  void run() override {
    for (gc_prepared* launch : launches_)
      CHECK(gc_prepared_launch(launch, nullptr, nullptr, 0, nullptr, error));
    CHECK(gc_context_synchronize(context_, error));
  }
  void download(Buffer& buffer, void* to) override {
    CHECK(gc_memcpy_dtoh(to, buffer.device, 0, buffer.bytes, nullptr, error));
  }
  void forget(Buffer& buffer) override {
    for (gc_prepared* launch : launches_) gc_prepared_release(launch);
    launches_.clear();
    gc_mem_release(buffer.device);
  }

 private:
  gc_context* context_ = nullptr;
  gc_module* module_ = nullptr;
  std::map<std::string, gc_kernel*> kernels_;
  std::vector<gc_prepared*> launches_;
};

#ifdef GRIDCALL_BENCH_OPENCL
class OpenCl : public Runner {
 public:
  struct Platform {
    std::string name;
    OpenCl* runner;
  };
  // Every platform with a CPU. One that does not compile the kernels is left out, with its log.
  static std::vector<Platform> open_all() {
    std::vector<Platform> found;
    cl_uint count = 0;
    cl_platform_id platforms[8];
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) return found;
    for (cl_uint i = 0; i < count && i < 8; ++i) {
      cl_device_id device = nullptr;
      if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, nullptr) != CL_SUCCESS) continue;
      char name[256] = "", version[256] = "";
      clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
      clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version, version, nullptr);
      char driver[256] = "";
      clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof driver, driver, nullptr);
      std::string label = name;
      if (std::strstr(name, "Portable Computing Language")) label = "PoCL";
      if (std::strstr(name, "Intel")) label = "Intel";
      for (const Platform& other : found)
        if (other.name == label) label += std::to_string(found.size() + 1);
      std::printf("%s: %s, driver %s\n", label.c_str(), version, driver);
      auto* runner = new OpenCl(device);
      if (runner->build(device)) {
        found.push_back({label, runner});
      } else {
        std::printf("%s is left out: it does not compile the kernels\n", label.c_str());
        delete runner;
      }
    }
    return found;
  }
  void upload(Buffer& buffer) override {
    cl_int error = 0;
    cl_mem& memory = buffers_[&buffer];
    if (!memory) memory = clCreateBuffer(context_, CL_MEM_READ_WRITE, buffer.bytes, nullptr, &error);
    check(error);
    check(
        clEnqueueWriteBuffer(queue_, memory, CL_TRUE, 0, buffer.bytes, buffer.initial, 0, nullptr, nullptr));
  }
  void prepare(const Case& work) override {
    work_ = &work;
    for (cl_kernel kernel : kernels_) clReleaseKernel(kernel);
    kernels_.clear();
    for (const Step& step : work.steps) {
      cl_int error = 0;
      cl_kernel kernel = clCreateKernel(program_, step.kernel.c_str(), &error);
      check(error);
      cl_uint index = 0;
      for (const Argument& argument : step.arguments) {
        if (argument.buffer) {
          check(clSetKernelArg(kernel, index++, sizeof(cl_mem), &buffers_[argument.buffer]));
        } else {
          check(clSetKernelArg(kernel, index++, 4, &argument.bits));
        }
      }
      kernels_.push_back(kernel);
    }
  }
  void run() override {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      const Step& step = work_->steps[i];
      const std::size_t global[2] = {step.grid.x * step.block.x, step.grid.y * step.block.y};
      const std::size_t local[2] = {step.block.x, step.block.y};
      const cl_uint dimensions = step.grid.y * step.block.y > 1 ? 2 : 1;
      check(clEnqueueNDRangeKernel(queue_, kernels_[i], dimensions, nullptr, global, local, 0, nullptr,
                                   nullptr));
    }
    check(clFinish(queue_));
  }
  void download(Buffer& buffer, void* to) override {
    check(clEnqueueReadBuffer(queue_, buffers_[&buffer], CL_TRUE, 0, buffer.bytes, to, 0, nullptr, nullptr));
  }
  void forget(Buffer& buffer) override {
    if (const auto found = buffers_.find(&buffer); found != buffers_.end()) {
      clReleaseMemObject(found->second);
      buffers_.erase(found);
    }
  }

 private:
  explicit OpenCl(cl_device_id device) {
    cl_int error = 0;
    context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error);
    queue_ = clCreateCommandQueue(context_, device, 0, &error);
    check(error);
  }
  bool build(cl_device_id device) {
    cl_int error = 0;
    const char* source = source_of("kernels.cl").data();
    program_ = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
    check(error);
    if (clBuildProgram(program_, 1, &device, "", nullptr, nullptr) == CL_SUCCESS) return true;
    std::vector<char> log(1 << 16);
    clGetProgramBuildInfo(program_, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::fprintf(stderr, "%s\n", log.data());
    return false;
  }
  static void check(cl_int error) {
    if (error == CL_SUCCESS) return;
    std::fprintf(stderr, "OpenCL error %d\n", error);
    std::exit(1);
  }

  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
  std::vector<cl_kernel> kernels_;
  std::map<const Buffer*, cl_mem> buffers_;
  const Case* work_ = nullptr;
};
#endif

bool count_cpu = false;

double now_ms() {
  timespec now{};
  clock_gettime(count_cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

// "" where the result is the native one, as near as the case asks.
std::string difference(const Case& work, const std::vector<std::uint32_t>& expected,
                       const std::vector<std::uint32_t>& got) {
  std::size_t wrong = 0;
  double worst = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == got[i]) continue;
    double off = 1;
    if (work.is_float) {
      float a = 0, b = 0;
      std::memcpy(&a, &expected[i], 4);
      std::memcpy(&b, &got[i], 4);
      off = std::fabs(double{a} - double{b}) / std::max(1.0, std::fabs(double{a}));
      if (off <= work.tolerance) continue;
    }
    worst = off > worst || std::isnan(off) ? off : worst;
    ++wrong;
  }
  if (wrong * 1000 <= expected.size() * static_cast<std::size_t>(work.outliers)) return "";
  char text[96];
  std::snprintf(text, sizeof text, "DIFFERS in %zu of %zu, worst %g", wrong, expected.size(), worst);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  // Waiting OpenMP threads that spin would take the others' cores; the library reads this before main.
  if (!std::getenv("OMP_WAIT_POLICY")) {
    setenv("OMP_WAIT_POLICY", "passive", 1);
    setenv("GRIDCALL_DEVICE", "cpu", 1);
    setenv("GRIDCALL_DISABLE_TIERING", "1", 1);
    execv("/proc/self/exe", argv);
  }
  Report report("cpu_device_bench",
                "cpu_device_bench [rounds] [substring of the cases wanted] [cpu] [--json FILE]\n\nThe CPU "
                "device beside native C++ and "
                "every OpenCL platform with a CPU; medians of `rounds` rounds (11).\n`cpu` counts the "
                "processor time of all threads "
                "instead of the wall clock.\nOCL_ICD_VENDORS is a folder of OpenCL runtimes, such as one "
                "that is not installed "
                "for the system "
                "(scripts/setup --opencl).",
                argc, argv);
  report.device("cpu");
  const int rounds = report.number(0, 11);
  const char* wanted = report.arguments.size() > 1 ? report.arguments[1] : "";
  count_cpu = report.arguments.size() > 2 && std::strcmp(report.arguments[2], "cpu") == 0;
  struct Candidate {
    std::string name;
    Runner* runner;
    double log_ratio = 0;  // of its time and ours, summed over the cases
  };
  std::vector<Candidate> candidates{{"native", new Native}, {"gridcall", new Gridcall}};
#ifdef GRIDCALL_BENCH_OPENCL
  for (const OpenCl::Platform& platform : OpenCl::open_all())
    candidates.push_back({platform.name, platform.runner});
#endif
  const std::vector<std::function<Case()>> makers{
      saxpy,
      vecadd,
      [] { return matmul("tiled matmul 512", "matmul_tiled", 512); },
      [] { return matmul("tiled matmul 1024", "matmul_tiled", 1024); },
      [] { return matmul("naive matmul 512", "matmul_naive", 512); },
      transpose,
      [] { return reduce("reduction 16M, 64", 64); },
      [] { return reduce("reduction 16M, 4096", 4096); },
      scan,
      histogram,
      black_scholes,
      mandelbrot,
      nbody,
      stencil,
      spmv,
      bitonic,
      sha256,
      ray_march};
  std::printf("%d rounds, medians in ms%s; speed: how many times as fast (above 1: gridcall is faster)\n\n",
              rounds, count_cpu ? " of processor time" : "");
  const char* unit = count_cpu ? "ms of processor time" : "ms";
  // gridcall first, then what it is compared with: native, and the OpenCL platforms.
  std::vector<std::size_t> others{0};
  for (std::size_t i = 2; i < candidates.size(); ++i) others.push_back(i);
  std::printf("%-22s %9s", "", "gridcall");
  for (const std::size_t i : others) std::printf(" %9s", candidates[i].name.c_str());
  std::printf(" ");
  for (const std::size_t i : others) std::printf(" %9s", ("x " + candidates[i].name).c_str());
  std::printf("  remark\n");
  int cases = 0;
  for (const auto& maker : makers) {
    Case work = maker();
    if (work.name.find(wanted) == std::string::npos) continue;
    std::vector<Buffer*> buffers;
    for (const Step& step : work.steps) {
      for (const Argument& argument : step.arguments) {
        if (argument.buffer && std::find(buffers.begin(), buffers.end(), argument.buffer) == buffers.end())
          buffers.push_back(argument.buffer);
      }
    }
    std::string remark;
    std::vector<std::uint32_t> expected(work.result->bytes / 4), got(work.result->bytes / 4);
    for (const Candidate& candidate : candidates) {
      for (Buffer* buffer : buffers) candidate.runner->upload(*buffer);
      candidate.runner->prepare(work);
      candidate.runner->run();
      auto& to = candidate.runner == candidates[0].runner ? expected : got;
      candidate.runner->download(*work.result, to.data());
      if (candidate.runner == candidates[0].runner) continue;
      std::string problem = difference(work, expected, got);
      if (!problem.empty()) remark += std::string(" ") + candidate.name + " " + problem;
    }
    std::vector<std::vector<double>> samples(candidates.size());
    for (int round = -1; round < rounds; ++round) {
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        usleep(300);  // workers of the one before have gone to sleep
        const double start = now_ms();
        candidates[i].runner->run();
        // The time of a thread that still spins is not in the clock yet.
        if (count_cpu) usleep(2000);
        const double ms = now_ms() - start;
        if (round >= 0) samples[i].push_back(ms);
      }
    }
    const double ours = median(samples[1]);
    std::printf("%-22s %9.3f", work.name.c_str(), ours);
    report.add(work.name, "gridcall", ours, unit);
    std::string ratios;
    for (const std::size_t i : others) {
      const double theirs = median(samples[i]);
      char ratio[32];
      std::snprintf(ratio, sizeof ratio, " %9.2f", theirs / ours);
      ratios += ratio;
      std::printf(" %9.3f", theirs);
      report.add(work.name, candidates[i].name, theirs, unit);
      candidates[i].log_ratio += std::log(theirs / ours);
      const double least = i == 0 ? 0.8 : 0.9;
      if (theirs / ours < least) remark += (i == 0 ? " below 0.8 " : " below 0.9 ") + candidates[i].name;
    }
    std::printf(" %s %s\n", ratios.c_str(), remark.c_str());
    std::fflush(stdout);
    ++cases;
    for (auto candidate = candidates.rbegin(); candidate != candidates.rend(); ++candidate) {
      for (Buffer* buffer : buffers) candidate->runner->forget(*buffer);
    }
  }
  if (cases != 0) {
    std::printf("%-22s %9s", "geometric mean", "");
    for (std::size_t i = 0; i < others.size(); ++i) std::printf(" %9s", "");
    std::printf(" ");
    for (const std::size_t i : others) std::printf(" %9.2f", std::exp(candidates[i].log_ratio / cases));
    std::printf("\n");
  }
  report.write();
}
