// SPDX-License-Identifier: Apache-2.0
//
// The CPU device beside native C++ and, where OpenCL was there when this was built, every OpenCL platform
// with a CPU that is found: the same work, in one process, in turn, on all cores. Prints medians and ratios;
// results are checked against native. It judges nothing.
//
//   cpu_device_bench [rounds] [substring of the cases wanted] [cpu] [second] [--json FILE]
//
// "second" runs the second set, thirty kernels that the compiler was not tuned to. With "cpu" it counts the
// processor time of all threads instead of the wall clock: for a machine that others use too.

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
#include <string>
#include <string_view>
#include <vector>

#ifdef GRIDCALL_BENCH_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif

#include "check.h"
#include "cpu/case.h"
#include "report.h"

namespace {

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
std::string_view source_of(const std::string& name) {
  for (const Source& source : kSources) {
    if (source.name == name) return source.text;
  }
  std::abort();
}

bool is_second = false;
std::string source_for(std::string_view language) {
  if (!is_second) return std::string(source_of("kernels." + std::string(language)));
  return std::string(source_of("second.h")) + std::string(source_of("second.cu"));
}

class Gridcall : public Runner {
 public:
  Gridcall() {
    CHECK(gc_context_get_default(&context_, error));
    const std::string source = source_for("cu");
    gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
    options.flags = GRIDCALL_COMPILE_NO_TIERING;
    CHECK(gc_module_from_source(context_, source.data(), source.size(), &options, &module_, error));
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
          arguments.push_back({GRIDCALL_ARG_KIND_SCALAR, argument.bytes, argument.bits, nullptr});
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
          check(clSetKernelArg(kernel, index++, argument.bytes, &argument.bits));
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
    const std::string text = source_for("cl");
    const char* source = text.c_str();
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

double element(Elements elements, const char* at) {
  if (elements == Elements::kHalves) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, at, 2);
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 31) return NAN;
    const double size = std::ldexp(exponent == 0 ? fraction : fraction + 1024, std::max(exponent, 1) - 25);
    return bits >> 15 != 0 ? -size : size;
  }
  if (elements == Elements::kDoubles) {
    double value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  float value = 0;
  std::memcpy(&value, at, sizeof value);
  return double{value};
}

// "" where the result is the native one, as near as the case asks.
std::string difference(const Case& work, const std::vector<char>& expected, const std::vector<char>& got) {
  const std::size_t size = work.elements == Elements::kHalves    ? 2
                           : work.elements == Elements::kDoubles ? 8
                                                                 : 4;
  const std::size_t count = expected.size() / size;
  std::size_t wrong = 0;
  double worst = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const char *a = &expected[i * size], *b = &got[i * size];
    if (std::memcmp(a, b, size) == 0) continue;
    double off = 1;
    if (work.elements != Elements::kWords) {
      const double x = element(work.elements, a), y = element(work.elements, b);
      off = std::fabs(x - y) / std::max(1.0, std::fabs(x));
      if (off <= work.tolerance) continue;
    }
    worst = off > worst || std::isnan(off) ? off : worst;
    ++wrong;
  }
  if (wrong * 1000 <= count * static_cast<std::size_t>(work.outliers)) return "";
  char text[96];
  std::snprintf(text, sizeof text, "DIFFERS in %zu of %zu, worst %g", wrong, count, worst);
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
  Report report(
      "cpu_device_bench",
      "cpu_device_bench [rounds] [substring of the cases wanted] [cpu] [second] [--json FILE]\n\nThe CPU "
      "device beside native C++ and "
      "every OpenCL platform with a CPU; medians of `rounds` rounds (11).\n`cpu` counts the "
      "processor time of all threads "
      "instead of the wall clock; `second` runs the second set of kernels.\nOCL_ICD_VENDORS is a folder of "
      "OpenCL runtimes, such as one "
      "that is not installed "
      "for the system "
      "(scripts/setup --opencl).",
      argc, argv);
  report.device("cpu");
  const int rounds = report.number(0, 11);
  const char* wanted = report.arguments.size() > 1 ? report.arguments[1] : "";
  for (std::size_t i = 2; i < report.arguments.size(); ++i) {
    count_cpu = count_cpu || std::strcmp(report.arguments[i], "cpu") == 0;
    is_second = is_second || std::strcmp(report.arguments[i], "second") == 0;
  }
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
  const Makers makers = is_second ? second_set() : first_set();
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
    std::vector<char> expected(work.result->bytes), got(work.result->bytes);
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
