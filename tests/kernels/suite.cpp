// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tests/corpus/compiler at many block shapes, each run in two ways whose results must agree:
// in both modes of the CPU device, byte for byte; with GRIDCALL_DEVICE=gpu on the GPU and on the CPU device,
// where functions with a documented error may differ by twice that.
//
//   test_kernel_suite [--without-math]     without the math functions, of which there are many

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gridcall/gridcall.h"
#include "support/call.h"
#include "support/cmocka.h"
#include "support/part.h"
#include "support/places.h"

namespace {

[[noreturn]] void give_up(const std::string& problem) {
  print_error("%s\n", problem.c_str());
  fail();
  std::abort();  // fail() does not come back
}

struct Shape {
  std::uint32_t x, y = 1, z = 1;
};
using Shapes = std::vector<Shape>;

const Shapes kAny = {{1},    {17},     {32},    {33},      {96},   {256},
                     {1024}, {16, 16}, {32, 8}, {8, 8, 8}, {5, 7}, {3, 11, 2}};
const Shapes kRows = {{1}, {17}, {32}, {33}, {96}, {256}, {1024}};
const Shapes kWarps = {{32}, {96}, {256}, {1024}};

// The content of memory, and how two of it are compared.
enum class Kind { kWords, kFloats, kDoubles };
// The first content of a buffer.
enum class Fill { kZero, kRandom, kSmall, kWhole, kRange };

struct Argument {
  Kind kind = Kind::kWords;
  Fill fill = Fill::kZero;
  std::size_t bytes = 0;  // 0: it is a scalar
  double from = 0, to = 0;
  std::uint32_t scalar = 0;
};

Argument words(std::size_t count, Fill fill = Fill::kZero) {
  return {Kind::kWords, fill, count * 4};
}
Argument floats(std::size_t count, Fill fill = Fill::kZero, double from = 0, double to = 0) {
  return {Kind::kFloats, fill, count * 4, from, to};
}
Argument doubles(std::size_t count, Fill fill = Fill::kZero, double from = 0, double to = 0) {
  return {Kind::kDoubles, fill, count * 8, from, to};
}
Argument number(std::int32_t value) {
  Argument argument;
  argument.scalar = static_cast<std::uint32_t>(value);
  return argument;
}
Argument number(float value) {
  Argument argument;
  std::memcpy(&argument.scalar, &value, 4);
  return argument;
}

struct Case {
  std::string kernel;
  Shapes shapes;
  std::uint32_t grid_x, grid_y;
  std::uint32_t shared;
  std::vector<Argument> arguments;
  double ulps = 0;  // by which a device may be off, of `float` or `double`
};

std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::vector<std::uint8_t> contents(const Argument& argument, std::uint64_t seed) {
  std::vector<std::uint8_t> bytes(argument.bytes);
  const std::size_t size = argument.kind == Kind::kDoubles ? 8 : 4;
  for (std::size_t i = 0; i < argument.bytes / size; ++i) {
    const std::uint64_t bits = next_random(seed);
    const double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    double value = 0;
    if (argument.fill == Fill::kWhole) value = static_cast<double>(bits >> 32 & 15) - 7;
    if (argument.fill == Fill::kSmall) value = static_cast<double>(bits >> 32 & 1023) + 1;
    if (argument.fill == Fill::kRange) value = argument.from + (argument.to - argument.from) * unit;
    const auto single = static_cast<float>(value);
    const auto whole = static_cast<std::int32_t>(value);
    const void* from = argument.fill == Fill::kRandom   ? static_cast<const void*>(&bits)
                       : argument.kind == Kind::kWords  ? static_cast<const void*>(&whole)
                       : argument.kind == Kind::kFloats ? static_cast<const void*>(&single)
                                                        : static_cast<const void*>(&value);
    std::memcpy(&bytes[i * size], from, size);
  }
  return bytes;
}

// One way to run a case: a device, in one mode.
struct Way {
  gc_context* context = nullptr;
  std::map<std::string, gc_module*> modules;
  int mode = 0;
  bool is_cpu = true;
};
Way ways[2];
bool on_gpu;

gc_kernel* kernel_of(Way& way, const std::string& file, const std::string& name) {
  gc_module*& module = way.modules[file];
  if (!module) {
    std::ifstream stream(corpus("/compiler/" + file));
    const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    const char* exact[] = {"-fmad=false"};
    const char* instances[] = {"scale<float, 3>"};
    gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
    options.name = file.c_str();
    options.flags = GRIDCALL_COMPILE_NO_TIERING;
    options.options = exact;
    options.option_count = 1;
    options.instances = instances;
    options.instance_count = file == "basic.cu" ? 1 : 0;
    CALL(gc_module_from_source, way.context, text.c_str(), text.size(), &options, &module);
  }
  gc_kernel* kernel = nullptr;
  CALL(gc_module_get_kernel, module, name.c_str(), &kernel);
  if (way.is_cpu) CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, way.mode);
  return kernel;
}

using Memories = std::vector<std::vector<std::uint8_t>>;

Memories run(Way& way, const std::string& file, const Case& work, const Shape& shape) {
  gc_kernel* kernel = kernel_of(way, file, work.kernel);
  std::vector<gc_arg> arguments;
  std::vector<gc_mem*> memories;
  Memories result;
  for (const Argument& argument : work.arguments) {
    gc_arg arg = {GRIDCALL_ARG_KIND_SCALAR, 4, argument.scalar, nullptr};
    if (argument.bytes != 0) {
      result.push_back(contents(argument, arguments.size() + 7));
      gc_mem* memory = nullptr;
      CALL(gc_mem_alloc, way.context, argument.bytes, &memory);
      CALL(gc_memcpy_htod, memory, 0, result.back().data(), argument.bytes, nullptr);
      memories.push_back(memory);
      arg = {GRIDCALL_ARG_KIND_MEM, 8, 0, memory};
    }
    arguments.push_back(arg);
  }
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = work.grid_x;
  config.grid_y = work.grid_y;
  config.block_x = shape.x;
  config.block_y = shape.y;
  config.block_z = shape.z;
  config.shared_size = work.shared;
  CALL(gc_launch, kernel, &config, arguments.data(), arguments.size(), nullptr);
  CALL(gc_context_synchronize, way.context);
  for (std::size_t i = 0; i < memories.size(); ++i) {
    CALL(gc_memcpy_dtoh, result[i].data(), memories[i], 0, result[i].size(), nullptr);
    gc_mem_release(memories[i]);
  }
  gc_kernel_release(kernel);
  return result;
}

template <typename T>
bool near(T a, T b, double ulps) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b || std::memcmp(&a, &b, sizeof a) == 0) return ulps > 0 || std::signbit(a) == std::signbit(b);
  if (std::isinf(a) || std::isinf(b)) return false;
  const T larger = std::fabs(a) < std::fabs(b) ? b : a;
  const T ulp = std::nextafter(std::fabs(larger), std::numeric_limits<T>::infinity()) - std::fabs(larger);
  return std::fabs(static_cast<double>(a) - static_cast<double>(b)) <= ulps * static_cast<double>(ulp);
}

template <typename T>
std::size_t first_apart(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b, double ulps) {
  for (std::size_t i = 0; i * sizeof(T) < a.size(); ++i) {
    T x, y;
    std::memcpy(&x, &a[i * sizeof(T)], sizeof x);
    std::memcpy(&y, &b[i * sizeof(T)], sizeof y);
    if (!near(x, y, ulps)) return i;
  }
  return a.size();
}

void compare(const std::string& file, const Case& work) {
  for (const Shape& shape : work.shapes) {
    const Memories one = run(ways[0], file, work, shape), other = run(ways[1], file, work, shape);
    std::size_t at = 0;
    for (const Argument& argument : work.arguments) {
      if (argument.bytes == 0) continue;
      const auto &a = one[at], &b = other[at];
      ++at;
      if (a == b) continue;
      std::size_t where = 0;
      if (!on_gpu || argument.kind == Kind::kWords) {
        while (a[where] == b[where]) ++where;
        where /= argument.kind == Kind::kDoubles ? 8 : 4;
      } else {
        where = argument.kind == Kind::kFloats ? first_apart<float>(a, b, 2 * work.ulps)
                                               : first_apart<double>(a, b, 2 * work.ulps);
        if (where == a.size()) continue;
      }
      const std::size_t size = argument.kind == Kind::kDoubles ? 8 : 4;
      std::uint64_t x = 0, y = 0;
      std::memcpy(&x, &a[where * size], size);
      std::memcpy(&y, &b[where * size], size);
      fail_msg("%s, %ux%ux%u threads: memory %zu, element %zu is %#llx, %s %#llx", work.kernel.c_str(),
               shape.x, shape.y, shape.z, at, where, static_cast<unsigned long long>(x),
               on_gpu ? "on the CPU device" : "in reference mode", static_cast<unsigned long long>(y));
    }
  }
}

void basic(void**) {
  constexpr std::int32_t n = 1000;
  const Case cases[] = {
      {"vector_add",
       kAny,
       16,
       1,
       0,
       {floats(n, Fill::kRange, -1, 1), floats(n, Fill::kRange, -1, 1), floats(n), number(n)}},
      {"reduce", kWarps, 4, 1, 0, {floats(10000, Fill::kWhole), floats(1), number(10000)}},
      {"matmul",
       {{16, 16}},
       4,
       4,
       0,
       {floats(4096, Fill::kWhole), floats(4096, Fill::kWhole), floats(4096), number(64)}},
      {"histogram", kAny, 6, 1, 1024, {words(1000, Fill::kRandom), words(256), number(4000)}},
      {"global_histogram", kAny, 6, 1, 0, {words(1000, Fill::kRandom), words(256), number(4000)}},
      {"recursion", {{1}, {17}}, 1, 1, 0, {words(32)}},
      {"virtual_call", kAny, 1, 1, 0, {floats(1024), number(20)}},
      {"function_pointers", kAny, 1, 1, 0, {floats(1024), number(0)}},
      {"function_pointers", kAny, 1, 1, 0, {floats(1024), number(1)}},
      {"function_pointers", kAny, 1, 1, 0, {floats(1024), number(2)}, 2},
      {"variables", kAny, 1, 1, 0, {floats(1024)}},
      {"scale<float, 3>", kRows, 1, 1, 0, {floats(1024, Fill::kRange, -10, 10)}},
      {"functors", kRows, 1, 1, 0, {floats(1024, Fill::kRange, -10, 10), number(0.1f)}},
      {"wide_shuffles", kWarps, 1, 1, 0, {words(2048), doubles(1024)}},
      {"votes", kWarps, 1, 1, 0, {words(10240)}},
      {"vectors", kAny, 1, 1, 0, {floats(4096, Fill::kRange, -10, 10), floats(4096), words(1024)}},
      {"indices", kAny, 2, 2, 0, {words(3 * 4096)}},
      {"integers",
       kRows,
       1,
       1,
       0,
       {words(1024, Fill::kRandom), words(1024, Fill::kSmall), words(1024), words(1024)}},
      {"bounded", {{1}, {33}, {128}, {8, 16}}, 1, 1, 0, {words(1)}},
      {"atomics", kRows, 1, 1, 0, {words(4), words(8), words(4), floats(1), doubles(1)}},
  };
  for (const Case& work : cases) compare("basic.cu", work);
}

void math(void**) {
  constexpr std::int32_t n = 2048;
  const struct {
    const char* name;
    double ulp_f, ulp_d, from, to;
  } functions[] = {
#define M1(name, ulp_f, ulp_d, from, to, reference) {#name, ulp_f, ulp_d, from, to},
#define M2(name, ulp_f, ulp_d, from, to, from_y, to_y, reference)
#include "corpus/conformance/math_list.def"
#undef M1
#undef M2
      {"cyl_bessel_i0", 6, 6, 0, 20},
      {"cyl_bessel_i1", 6, 6, 0, 20},
  };
  // These are not in math.cu.
  const std::string absent = " logb asinh acosh atanh nearbyint ";
  for (const auto& function : functions) {
    if (absent.find(" " + std::string(function.name) + " ") != std::string::npos) continue;
    const double from = function.from, to = function.to;
    compare("math.cu", {std::string("f_") + function.name,
                        kAny,
                        1,
                        1,
                        0,
                        {floats(n, Fill::kRange, from, to), floats(n), number(n)},
                        function.ulp_f});
    compare("math.cu", {std::string("d_") + function.name,
                        kAny,
                        1,
                        1,
                        0,
                        {doubles(n, Fill::kRange, from, to), doubles(n), number(n)},
                        function.ulp_d});
  }
}

void exact_arithmetic(void**) {
  constexpr std::int32_t n = 777;
  const Argument x = floats(n, Fill::kRange, -1000, 1000), y = floats(n, Fill::kRange, -3, 3);
  const Case cases[] = {
      {"rounding", kAny, 1, 1, 0, {x, y, floats(24 * n), number(n)}},
      {"integer_functions",
       kAny,
       1,
       1,
       0,
       {words(n, Fill::kRandom), words(n, Fill::kRandom), words(16 * n), number(n)}},
      {"conversions", kAny, 1, 1, 0, {floats(n, Fill::kRange, -5e9, 5e9), words(6 * n), number(n)}},
      {"conversions", kAny, 1, 1, 0, {x, words(6 * n), number(n)}},
      {"halves", kAny, 1, 1, 0, {x, y, floats(8 * n), number(n)}},
  };
  for (const Case& work : cases) compare("arithmetic.cu", work);
  for (const auto& [kernel, functions] :
       {std::pair{"packed_halves", 41}, std::pair{"packed_bytes", 41}, std::pair{"sums_and_extremes", 44}}) {
    const Argument pairs = words(n, Fill::kRandom), results = words(static_cast<std::size_t>(functions * n));
    compare("simd.cu", {kernel, kAny, 1, 1, 0, {pairs, pairs, results, number(n)}});
  }
}

int open_devices(void**) {
  gc_device *device = nullptr, *cpu = nullptr;
  CALL(gc_context_get_default, &ways[0].context);
  CALL(gc_context_get_device, ways[0].context, &device);
  gc_device_kind kind = 0;
  CALL(gc_device_get_kind, device, &kind);
  on_gpu = kind == GRIDCALL_DEVICE_KIND_GPU;
  ways[0].is_cpu = !on_gpu;
  CALL(gc_device_find, "cpu", &cpu);
  CALL(gc_context_get_primary, cpu, nullptr, &ways[1].context);
  ways[1].mode = on_gpu ? 0 : 1;
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--without-math") == 0) cmocka_set_skip_filter("math");
  CMUnitTest tests[] = {
      cmocka_unit_test(basic),
      cmocka_unit_test(math),
      cmocka_unit_test(exact_arithmetic),
  };
  gridcall::part::take(tests, 2, 1);
  return cmocka_run_group_tests_name("kernel_suite", tests, open_devices, nullptr);
}
