// SPDX-License-Identifier: Apache-2.0
//
// The math functions of the CPU device beside those of vector libraries, as they are found when this runs:
// glibc's libmvec and SLEEF (AVX2), and OpenCL's platforms for CPUs (OCL_ICD_VENDORS; Intel's has SVML). On
// one core, in turn; processor time in nanoseconds for each number, and in brackets the largest error in ulp
// of the same results. `copy` is the floor. It judges nothing.
//
//   math_speed [rounds] [name of a function] [--json FILE]

#include <dlfcn.h>
#include <gridcall/gridcall.h>
#include <immintrin.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#ifdef GRIDCALL_BENCH_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif

#include "check.h"
#include "math/references.h"
#include "report.h"

namespace {

constexpr std::size_t kCount = 1 << 19;
constexpr unsigned kBlock = 256;

struct Function {
  const char* name;
  bool is_double;
  int arguments;
  long double (*want)(long double x, long double y);
};
const Function kFunctions[] = {
#define WANT(type, reference)                                                       \
  [](long double a, [[maybe_unused]] long double b) -> long double {                \
    [[maybe_unused]] const type x = static_cast<type>(a), y = static_cast<type>(b); \
    return reference;                                                               \
  }
#define F1(name, ulp, reference) {#name, false, 1, WANT(double, reference)},
#define F2(name, ulp, reference) {#name, false, 2, WANT(double, reference)},
#define D1(name, ulp, from, to, reference) {#name, true, 1, WANT(long double, reference)},
#define D2(name, ulp, reference) {#name, true, 2, WANT(long double, reference)},
    {"copyf", false, 1, WANT(double, x)},
#include "math/functions.def"
    {"copy", true, 1, WANT(long double, x)},
};

// The arguments that programs use: those of each base name, for float and double.
struct Range {
  const char* names;
  double from, to, y_from, y_to;
};
constexpr Range kRanges[] = {
    {" copy exp exp2 ", -80, 80, 0, 0},
    {" exp10 ", -30, 30, 0, 0},
    {" expm1 sinh cosh tanh erf asinh atan ", -5, 5, 0, 0},
    {" erfc ", -2, 6, 0, 0},
    {" log log2 log10 sqrt rsqrt cbrt ", 1e-3, 1e3, 0, 0},
    {" log1p atanh asin acos ", -0.99, 0.99, 0, 0},
    {" sin cos tan sinpi cospi ", -30, 30, 0, 0},
    {" acosh tgamma lgamma ", 1, 20, 0, 0},
    {" pow ", 0.01, 20, -5, 5},
    {" atan2 hypot ", -10, 10, -10, 10},
    {" fmod remainder ", -1000, 1000, 1, 10},
};
std::string base_of(const Function& f) {
  std::string name = f.name;
  if (!f.is_double && name.back() == 'f') name.pop_back();  // erf is a double's
  return name;
}
const Range* range_of(const Function& f) {
  for (const Range& range : kRanges)
    if (std::string(range.names).find(" " + base_of(f) + " ") != std::string::npos) return &range;
  return nullptr;
}

struct Work {
  const Function* function;
  std::size_t size;  // of a number
  std::vector<unsigned char> x, y;
};

double value(const Work& work, const void* numbers, std::size_t i) {
  return work.size == 4 ? static_cast<double>(static_cast<const float*>(numbers)[i])
                        : static_cast<const double*>(numbers)[i];
}
double worst_error(const Work& work, const void* results) {
  double worst = 0;
  for (std::size_t i = 0; i < kCount; i += 4) {
    const long double want =
        work.function->want(value(work, work.x.data(), i), value(work, work.y.data(), i));
    const int digits = work.size == 4 ? 24 : 53, least = work.size == 4 ? -149 : -1074;
    const double ulp = std::ldexp(1.0, std::max(want == 0 ? least : std::ilogb(want) + 1 - digits, least));
    worst = std::max(worst, std::fabs(static_cast<double>(value(work, results, i) - want)) / ulp);
  }
  return worst;
}

// One way to compute; `prepare` returns false where it lacks the function.
class Runner {
 public:
  explicit Runner(std::string label) : name(std::move(label)) {}
  virtual ~Runner() = default;
  virtual bool prepare(const Work& work) = 0;
  virtual void run() = 0;
  virtual void results(void* to) = 0;
  const std::string name;
};

class Gridcall : public Runner {
 public:
  Gridcall() : Runner("gridcall") { CHECK(gc_context_get_default(&context_, error)); }
  bool prepare(const Work& work) override {
    bytes_ = kCount * work.size;
    const std::string type = work.size == 4 ? "float" : "double", name = work.function->name;
    const std::string source =
        "__device__ float copyf(float x) { return x; }\n"
        "__device__ double copy(double x) { return x; }\n"
        "extern \"C\" __global__ void on(" +
        type + "* out, const " + type + "* x, const " + type +
        "* y) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = " + name +
        (work.function->arguments == 2 ? "(x[i], y[i]); }" : "(x[i]); }");
    gc_module* module = nullptr;
    gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
    options.flags = GRIDCALL_COMPILE_NO_TIERING;
    CHECK(gc_module_from_source(context_, source.data(), source.size(), &options, &module, error));
    gc_kernel* kernel = nullptr;
    CHECK(gc_module_get_kernel(module, "on", &kernel, error));
    gc_arg arguments[3];
    const void* inputs[3] = {nullptr, work.x.data(), work.y.data()};
    for (int i = 0; i < 3; ++i) {
      gc_mem_release(memory_[i]);
      CHECK(gc_mem_alloc(context_, bytes_, &memory_[i], error));
      if (inputs[i]) CHECK(gc_memcpy_htod(memory_[i], 0, inputs[i], bytes_, nullptr, error));
      arguments[i] = {GRIDCALL_ARG_KIND_MEM, 0, 0, memory_[i]};
    }
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = kCount / kBlock;
    config.block_x = kBlock;
    gc_prepared_release(launch_);
    CHECK(gc_prepared_create(kernel, &config, arguments, 3, &launch_, error));
    gc_kernel_release(kernel);
    gc_module_release(module);
    return true;
  }
  void run() override {
    CHECK(gc_prepared_launch(launch_, nullptr, nullptr, 0, nullptr, error));
    CHECK(gc_context_synchronize(context_, error));
  }
  void results(void* to) override { CHECK(gc_memcpy_dtoh(to, memory_[0], 0, bytes_, nullptr, error)); }

 private:
  gc_context* context_ = nullptr;
  gc_mem* memory_[3] = {};
  gc_prepared* launch_ = nullptr;
  std::size_t bytes_ = 0;
};

// The floor of a library's functions: its loop with a call that does nothing.
__attribute__((target("avx2"), noinline)) __m256 same(__m256 x) {
  return x;
}

// A library whose functions take vectors of AVX2; `symbol` makes the name of one of them.
class Library : public Runner {
 public:
  Library(const char* label, const char* file,
          std::function<std::string(const Function&, const std::string&)> symbol)
      : Runner(label), library_(dlopen(file, RTLD_NOW)), symbol_(std::move(symbol)) {
    if (!library_) std::printf("%s is left out: %s\n", label, dlerror());
  }
  bool prepare(const Work& work) override {
    const std::string base = base_of(*work.function);
    call_ = library_ ? dlsym(library_, symbol_(*work.function, base).c_str()) : nullptr;
    if (library_ && base == "copy") call_ = reinterpret_cast<void*>(same);
    work_ = &work;
    out_.resize(kCount * work.size);
    return call_;
  }
  void run() override {
    if (work_->size == 4) {
      floats();
    } else {
      doubles();
    }
  }
  void results(void* to) override { std::memcpy(to, out_.data(), out_.size()); }

 private:
  __attribute__((target("avx2"))) void floats() {
    const auto *x = reinterpret_cast<const float*>(work_->x.data()),
               *y = reinterpret_cast<const float*>(work_->y.data());
    auto* out = reinterpret_cast<float*>(out_.data());
    const auto one = reinterpret_cast<__m256 (*)(__m256)>(call_);
    const auto two = reinterpret_cast<__m256 (*)(__m256, __m256)>(call_);
    for (std::size_t i = 0; i < kCount; i += 8)
      _mm256_storeu_ps(out + i, work_->function->arguments == 1
                                    ? one(_mm256_loadu_ps(x + i))
                                    : two(_mm256_loadu_ps(x + i), _mm256_loadu_ps(y + i)));
  }
  __attribute__((target("avx2"))) void doubles() {
    const auto *x = reinterpret_cast<const double*>(work_->x.data()),
               *y = reinterpret_cast<const double*>(work_->y.data());
    auto* out = reinterpret_cast<double*>(out_.data());
    const auto one = reinterpret_cast<__m256d (*)(__m256d)>(call_);
    const auto two = reinterpret_cast<__m256d (*)(__m256d, __m256d)>(call_);
    for (std::size_t i = 0; i < kCount; i += 4)
      _mm256_storeu_pd(out + i, work_->function->arguments == 1
                                    ? one(_mm256_loadu_pd(x + i))
                                    : two(_mm256_loadu_pd(x + i), _mm256_loadu_pd(y + i)));
  }

  void* library_;
  std::function<std::string(const Function&, const std::string&)> symbol_;
  void* call_ = nullptr;
  const Work* work_ = nullptr;
  std::vector<unsigned char> out_;
};

#ifdef GRIDCALL_BENCH_OPENCL
class OpenCl : public Runner {
 public:
  OpenCl(const std::string& label, cl_device_id device) : Runner(label), device_(device) {
    context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue_ = clCreateCommandQueue(context_, device, 0, nullptr);
  }
  bool prepare(const Work& work) override {
    const std::string type = work.size == 4 ? "float" : "double";
    const std::string base = base_of(*work.function), call = base == "copy" ? "" : base;
    const std::string source = "__kernel void on(__global " + type + "* out, __global const " + type +
                               "* x, __global const " + type +
                               "* y) { size_t i = get_global_id(0); out[i] = " + call +
                               (work.function->arguments == 2 ? "(x[i], y[i]); }" : "(x[i]); }");
    const char* text = source.c_str();
    cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, nullptr);
    bytes_ = kCount * work.size;
    if (clBuildProgram(program, 1, &device_, "", nullptr, nullptr) != CL_SUCCESS) return false;
    kernel_ = clCreateKernel(program, "on", nullptr);
    const void* inputs[3] = {nullptr, work.x.data(), work.y.data()};
    for (cl_uint i = 0; i < 3; ++i) {
      if (memory_[i]) clReleaseMemObject(memory_[i]);
      memory_[i] = clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes_, nullptr, nullptr);
      if (inputs[i])
        clEnqueueWriteBuffer(queue_, memory_[i], CL_TRUE, 0, bytes_, inputs[i], 0, nullptr, nullptr);
      clSetKernelArg(kernel_, i, sizeof(cl_mem), &memory_[i]);
    }
    return true;
  }
  void run() override {
    const std::size_t global = kCount, local = kBlock;
    if (clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &global, &local, 0, nullptr, nullptr) !=
            CL_SUCCESS ||
        clFinish(queue_) != CL_SUCCESS)
      std::abort();
  }
  void results(void* to) override {
    clEnqueueReadBuffer(queue_, memory_[0], CL_TRUE, 0, bytes_, to, 0, nullptr, nullptr);
  }

 private:
  cl_device_id device_;
  cl_context context_;
  cl_command_queue queue_;
  cl_kernel kernel_ = nullptr;
  cl_mem memory_[3] = {};
  std::size_t bytes_ = 0;
};
#endif

void add_opencl(std::vector<std::unique_ptr<Runner>>& runners) {
#ifdef GRIDCALL_BENCH_OPENCL
  cl_uint count = 0;
  cl_platform_id platforms[8];
  if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) count = 0;
  for (cl_uint i = 0; i < count && i < 8; ++i) {
    char name[256] = "";
    cl_device_id device = nullptr;
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
    if (!std::strstr(name, "Intel")) continue;  // PoCL's are SLEEF's
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, nullptr) != CL_SUCCESS) continue;
    runners.push_back(std::make_unique<OpenCl>("Intel", device));
    return;
  }
#endif
  std::printf(
      "Intel's OpenCL runtime is left out: scripts/setup --opencl installs it, OCL_ICD_VENDORS names it\n");
  (void)runners;
}

double now_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

Work make_work(const Function& f, const Range& range) {
  Work work{&f, f.is_double ? 8u : 4u, {}, {}};
  std::mt19937_64 bits(1);
  std::uniform_real_distribution<double> first(range.from, range.to), second(range.y_from, range.y_to);
  work.x.resize(kCount * work.size);
  work.y.resize(kCount * work.size);
  for (std::size_t i = 0; i < kCount; ++i) {
    const double x = first(bits), y = second(bits);
    const auto narrow_x = static_cast<float>(x), narrow_y = static_cast<float>(y);
    std::memcpy(&work.x[i * work.size], f.is_double ? static_cast<const void*>(&x) : &narrow_x, work.size);
    std::memcpy(&work.y[i * work.size], f.is_double ? static_cast<const void*>(&y) : &narrow_y, work.size);
  }
  return work;
}

void measure(const Work& work, const std::vector<std::unique_ptr<Runner>>& runners, int rounds,
             Report& report) {
  std::vector<std::vector<double>> samples(runners.size());
  std::vector<double> errors(runners.size(), -1);
  std::vector<unsigned char> got(kCount * work.size);
  for (std::size_t i = 0; i < runners.size(); ++i) {
    if (!runners[i]->prepare(work)) continue;
    runners[i]->run();
    runners[i]->results(got.data());
    errors[i] = worst_error(work, got.data());
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < runners.size(); ++i) {
      if (errors[i] < 0) continue;
      runners[i]->run();  // caches are warm, and the one before is asleep
      const double start = now_ns();
      runners[i]->run();
      samples[i].push_back((now_ns() - start) / static_cast<double>(kCount));
    }
  }
  double ours = 0, best = 0;
  std::printf("| %s |", work.function->name);
  for (std::size_t i = 0; i < runners.size(); ++i) {
    if (samples[i].empty()) {
      std::printf(" |");
      continue;
    }
    std::sort(samples[i].begin(), samples[i].end());
    const double ns = samples[i][samples[i].size() / 2];
    std::printf(" %.2f (%.2f) |", ns, errors[i]);
    report.add(work.function->name, runners[i]->name, ns, "ns");
    if (i == 0) ours = ns;
    if (i > 0 && (best == 0 || ns < best)) best = ns;
  }
  if (best > 0) std::printf(" %.2f", best / ours);
  std::printf(" |\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (!std::getenv("GRIDCALL_CPU_THREADS")) {
    setenv("GRIDCALL_CPU_THREADS", "1", 1);
    setenv("GRIDCALL_DEVICE", "cpu", 1);
    setenv("GRIDCALL_DISABLE_TIERING", "1", 1);
    execv("/proc/self/exe", argv);
  }
  Report report(
      "math_speed",
      "math_speed [rounds] [name of a function]\n\nThe CPU device's math functions beside libmvec, SLEEF and "
      "Intel's OpenCL runtime\n(OCL_ICD_VENDORS), on one core: ns of processor time for a number, medians of "
      "`rounds` rounds (11),\nand in brackets the largest error in ulp.",
      argc, argv);
  report.device("cpu");
  cpu_set_t core;
  CPU_ZERO(&core);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &core);
  sched_setaffinity(0, sizeof core, &core);
  const int rounds = report.number(0, 11);
  const std::string wanted = report.arguments.size() > 1 ? report.arguments[1] : "";
  std::vector<std::unique_ptr<Runner>> runners;
  runners.push_back(std::make_unique<Gridcall>());
  runners.push_back(
      std::make_unique<Library>("libmvec", "libmvec.so.1", [](const Function& f, const std::string& base) {
        return std::string(f.is_double ? "_ZGVdN4v" : "_ZGVdN8v") + (f.arguments == 2 ? "v_" : "_") + base +
               (f.is_double ? "" : "f");
      }));
  runners.push_back(
      std::make_unique<Library>("SLEEF", "libsleef.so.3", [](const Function& f, const std::string& base) {
        const std::string ulp = base == "hypot" || base == "sqrt" ? "_u05avx2"
                                : base == "fmod"                  ? "_avx2"
                                                                  : "_u10avx2";
        return "Sleef_" + base + (f.is_double ? "d4" : "f8") + ulp;
      }));
  add_opencl(runners);
  std::string rule = "|---|";
  std::printf("| ns (ulp) |");
  for (const auto& runner : runners) {
    std::printf(" %s |", runner->name.c_str());
    rule += "---|";
  }
  std::printf(" best / gridcall |\n%s---|\n", rule.c_str());
  for (const Function& f : kFunctions) {
    const Range* range = range_of(f);
    if (!range || (!wanted.empty() && wanted != f.name)) continue;
    measure(make_work(f, *range), runners, rounds, report);
  }
  report.write();
}
