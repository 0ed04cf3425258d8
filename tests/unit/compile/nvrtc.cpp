// SPDX-License-Identifier: Apache-2.0
//
// NVRTC needs no GPU, so wherever there is a libnvrtc all of this is real. Where there is none, what needs it
// is skipped and counted, and what happens without it is tested all the same.

#include "check.h"

#include <dlfcn.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "base/status.h"
#include "compile/compiler.h"
#include "compile/nvjitlink.h"
#include "compile/search_paths.h"
#include "image/parameters.h"
#include "image/symbols.h"

using namespace gridcall;
using namespace gridcall::compile;
using namespace gridcall::compile::test;

namespace {

std::string g_root;
std::string g_nvrtc;  // "" if there is none
int g_skipped = 0;

#define GRIDCALL_NEED_NVRTC() \
  if (g_nvrtc.empty()) {      \
    ++g_skipped;              \
    skip();                   \
  }

Target gpu(int major = 9, int minor = 0) {
  Target target;
  target.compute_capability_major = major;
  target.compute_capability_minor = minor;
  return target;
}

struct Source {
  explicit Source(const std::string& source_text) : text(source_text) {
    request.source = text;
    request.name = "vector_add.cu";
    request.use_cache = false;
  }
  std::string text;
  Request request;
};

image::Image compiled(const Source& source, const Target& target = gpu()) {
  return compile::compile(source.request, target);
}

std::string lowered(const image::Image& result, const std::string& plain) {
  for (const auto& [name, value] : result.lowered_names) {
    if (name == plain) return value;
  }
  return "";
}

bool is_cubin(const image::Image& result) {
  return result.bytes.size() > 64 && std::memcmp(result.bytes.data(), "\177ELF", 4) == 0;
}

std::string image_text(const image::Image& result) {
  return std::string(reinterpret_cast<const char*>(result.bytes.data()), result.bytes.size());
}

constexpr const char* kMany = R"(
namespace lib {
template <class T> __global__ void scale(T* p, int n) { p[threadIdx.x] *= n; }
__constant__ float weights[4];
__device__ int unused;
}
__device__ int counter;
__constant__ float table[4];
namespace { __global__ void hidden(int* p) { *p = 1; } }
static __global__ void local(int* p) { *p = 2; }
__global__ void __launch_bounds__(128) vector_add(const float* a, const float* b, float* c) {
  c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x] + lib::weights[1] + table[2];
}
__global__ void twice(int* a) { *a *= 2; }
__global__ void twice(float* a) { *a *= 2; }
extern "C" __global__ void plain_c(int* a) { *a = counter; }
template __global__ void lib::scale<double>(double*, int);
// __global__ void commented(int) {}
#if 0
__global__ void left_out(int) {}
#endif
)";

void kernels_are_found_by_plain_name(void**) {
  GRIDCALL_NEED_NVRTC();
  for (const char* arch : {"", "compute_90"}) {
    Source source(kMany);
    source.request.arch = arch;
    source.request.instances = {"lib::scale<float>", "&lib::unused"};
    image::Image result = compiled(source);
    assert_int_equal(is_cubin(result), *arch == '\0');
    expect_equal(lowered(result, "vector_add"), "_Z10vector_addPKfS0_Pf");
    expect_equal(lowered(result, "plain_c"), "plain_c");
    expect_equal(lowered(result, "lib::scale<float>"), "_ZN3lib5scaleIfEEvPT_i");
    expect_equal(lowered(result, "lib::scale<double>"), "_ZN3lib5scaleIdEEvPT_i");
    expect_equal(lowered(result, "twice(int*)"), "_Z5twicePi");
    expect_equal(lowered(result, "twice(float*)"), "_Z5twicePf");
    expect_equal(lowered(result, "twice"), "");
    expect_equal(lowered(result, "local"), "_Z5localPi");
    expect_contains(lowered(result, "hidden"), "hiddenEPi");
    expect_equal(lowered(result, "table"), "table");
    expect_equal(lowered(result, "counter"), "counter");
    expect_equal(lowered(result, "lib::weights"), "_ZN3lib7weightsE");
    expect_equal(lowered(result, "lib::unused"), "_ZN3lib6unusedE");
    expect_equal(lowered(result, "left_out"), "");
    assert_int_equal(result.kernels.size(), 8);
    for (const auto& [name, value] : result.lowered_names) {
      if (image_text(result).find(value) == std::string::npos)
        fail_msg("`%s` is not in the image", value.c_str());
    }
  }
}

void wrong_instances_are_named(void**) {
  GRIDCALL_NEED_NVRTC();
  Source source(kMany);
  source.request.instances = {"lib::scale<float>", "lib::scale<flot>"};
  auto failure = failure_of([&] { compiled(source); });
  expect_failure(failure, status::kCompile,
                 "the instance `lib::scale<flot>` cannot be made: identifier \"flot\" is undefined");
  source.request.instances = {"nothing<int>"};
  expect_failure(failure_of([&] { compiled(source); }), status::kCompile, "`nothing<int>`");
}

void errors_carry_file_line_column_and_log(void**) {
  GRIDCALL_NEED_NVRTC();
  Source source("__global__ void vector_add(float* a) {\n  int i = threadIdx.x;\n    a[i] = missing;\n}\n");
  source.request.options = {"-DX=1", "--use_fast_math"};
  auto failure = failure_of([&] { compiled(source); });
  expect_failure(failure, status::kCompile, "vector_add.cu:3:12: error: identifier \"missing\" is undefined");
  expect_contains(failure->log, "a[i] = missing;");
  expect_contains(failure->log, "^");
  expect_contains(failure->options, "-DX=1 --use_fast_math");
  expect_equal(failure->source_name, "vector_add.cu");
  expect_equal(failure->driver_name, "NVRTC_ERROR_COMPILATION");
}

void warnings_come_in_the_log(void**) {
  GRIDCALL_NEED_NVRTC();
  image::Image result = compiled(Source("__global__ void f(int* a) {\n  int unused_one;\n}\n"));
  expect_contains(result.log, "unused_one");
  expect_equal(compiled(Source("__global__ void f(int* a) {}\n")).log, "");
}

void options_arrive(void**) {
  GRIDCALL_NEED_NVRTC();
  Source source(
      "#if N != 4 || !defined(M) || defined(U)\n#error wrong\n#endif\n__global__ void f(float* a) { *a = N / "
      "*a; }\n");
  source.request.options = {"-DN=4",          "-O3", "-Xcompiler",        "-Wall", "-lineinfo",
                            "-use_fast_math", "-UU", "--ptxas-options=-v"};
  source.request.defines = {{"M", "1"}};
  expect_contains(compiled(source).log, "registers");
  source.request.options = {"-DN=4", "--no-such-option"};
  auto failure = failure_of([&] { compiled(source); });
  expect_failure(failure, status::kInvalidCompileOption, "unrecognized option --no-such-option");
  source.request.options = {"-DN=4", "-ccbin", "g++"};
  expect_failure(failure_of([&] { compiled(source); }), status::kInvalidCompileOption, "`-ccbin`");
  source.request.options = {"-DN=4", "-std=c++99"};
  expect_failure(failure_of([&] { compiled(source); }), status::kInvalidCompileOption, "--std");
}

constexpr char kManyParameters[] = R"(
struct Odd { char c[5]; };
struct Big { double d; int i[300]; };
struct alignas(16) Wide { float f[4]; };
__global__ void many(float* a, char b, double c, short d, Odd e, Big f, char g, Wide h) {
  *a = b + c + d + e.c[1] + f.i[5] + g + h.f[2];
}
__global__ void one(unsigned long long a) {}
extern "C" __global__ void none() {}
)";

// The two ways in which NVRTC writes the parameters of a kernel, read by different code.
void parameters_are_read_from_either_image(void**) {
  GRIDCALL_NEED_NVRTC();
  Source source(kManyParameters);
  source.request.arch = "compute_90";
  const image::Image ptx = compiled(source);
  source.request.arch = "sm_90";
  image::Image cubin = compiled(source);
  assert_true(is_cubin(cubin));
  const auto wanted = image::declared_parameters(std::as_bytes(std::span(ptx.bytes)));
  const auto found = image::declared_parameters(std::as_bytes(std::span(cubin.bytes)));
  assert_int_equal(wanted.size(), 3);
  for (const auto& [name, parameters] : wanted) {
    const auto at = found.find(name);
    if (at == found.end()) fail_msg("the cubin does not have %s", name.c_str());
    assert_int_equal(at->second.size(), parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      assert_int_equal(at->second[i].offset, parameters[i].offset);
      assert_int_equal(at->second[i].size, parameters[i].size);
    }
  }
  assert_int_equal(found.find("_Z4manyPfcds3Odd3Bigc4Wide")->second.size(), 8);
  assert_int_equal(found.find("none")->second.size(), 0);

  // A damaged one is read without leaving it.
  std::mt19937 random(20261122);
  for (int round = 0; round < 3000; ++round) {
    auto damaged = cubin.bytes;
    if (round % 3 == 0) damaged.resize(random() % damaged.size());
    for (int i = 0; i < 4 && !damaged.empty(); ++i) damaged[random() % damaged.size()] = std::byte(random());
    image::declared_parameters(std::as_bytes(std::span(damaged)));
  }
}

void archs_choose_the_image(void**) {
  GRIDCALL_NEED_NVRTC();
  Source source("__global__ void f(int* a) { *a = 1; }\n");
  assert_true(is_cubin(compiled(source)));
  source.request.arch = "compute_90";
  image::Image ptx = compiled(source);
  expect_contains(image_text(ptx), ".target sm_90");
  assert_int_equal(static_cast<int>(ptx.bytes.back()), 0);
  source.request.arch = "";
  source.request.options = {"-arch", "sm_90a"};
  assert_true(is_cubin(compiled(source)));
  source.request.arch = "sm_10";
  auto failure = failure_of([&] { compiled(source); });
  expect_failure(failure, status::kInvalidCompileOption, "does not know sm_10; it knows sm_");
  assert_true(!failure->notes.empty());
}

void unknown_devices_get_what_is_nearest(void**) {
  GRIDCALL_NEED_NVRTC();
  // 9.9 does not exist: 9.0's code runs on it. 99.0 is of another generation: PTX.
  Source source("__global__ void f(int* a) { *a = 1; }\n");
  Target target = gpu(9, 9);
  NvrtcVersion version = nvrtc_version();
  target.driver_version = version.major * 1000 + version.minor * 10;
  image::Image result = compiled(source, target);
  assert_false(is_cubin(result));
  expect_contains(result.log, "does not know sm_99: made PTX for compute_90");
  target.driver_version = 11000;  // older than NVRTC: PTX would be refused
  result = compiled(source, target);
  assert_true(is_cubin(result));
  expect_contains(result.log, "a cubin for sm_90");
  result = compiled(source, gpu(99, 0));
  assert_false(is_cubin(result));
  expect_contains(result.log, "made PTX");
  expect_failure(failure_of([&] { compiled(source, gpu(3, 0)); }), status::kCompilerUnavailable,
                 "the device is sm_30");
}

void standard_headers_are_built_in(void**) {
  GRIDCALL_NEED_NVRTC();
  Source source(R"(
#include <stdint.h>
#include <cstdint>
#include <cstddef>
#include <climits>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cassert>
#include <cstring>
#include <cstdlib>
#include <limits.h>
#include <type_traits>
__global__ void f(std::uint32_t* a, int64_t n, float x, double d) {
  assert(n < INT_MAX && sizeof(std::size_t) == 8 && CHAR_BIT == 8);
  static_assert(sizeof(int64_t) == 8 && sizeof(uint8_t) == 1 && UINT32_MAX == 0xffffffffu, "");
  static_assert(std::is_same<std::remove_const<const int>::type, int>::value, "");
  static_assert(std::is_same_v<int, std::conditional_t<true, int, float>> && std::is_integral_v<long>, "");
  a[0] = std::sqrt(x) + std::fmin(d, DBL_MAX) + std::pow(x, 2.f) + std::isnan(x) + M_PI;
  std::memset(a, 0, 4);
  std::printf("%d\n", (int)std::abs(x));
}
)");
  compiled(source);
}

// The machine has NVRTC and no toolkit: a folder with nothing but the two libraries.
void standard_headers_need_no_toolkit(void**) {
  GRIDCALL_NEED_NVRTC();
  if (!find_cuda_headers("/nowhere/lib/libnvrtc.so").empty()) {
    std::printf("# SKIPPED: a toolkit is installed\n");
    ++g_skipped;
    skip();
  }
  // It runs in a process of its own: NVRTC would be loaded a second time here.
  std::string lib = g_root + "/bare/lib";
  std::string command =
      "mkdir -p " + lib + " && cp -L " + g_nvrtc.substr(0, g_nvrtc.rfind('/')) + "/libnvrtc*.so* " + lib;
  assert_int_equal(std::system(command.c_str()), 0);
  write_file(g_root + "/bare.cu",
             "#include <cuda_runtime.h>\n#include <cstdint>\n#include <cmath>\n#include "
             "<type_traits>\n#include <climits>\n"
             "#include <cfloat>\n#include <cstddef>\n"
             "__global__ void bare(std::uint8_t* a, float x, int64_t n, std::size_t m) {\n"
             "  static_assert(std::is_unsigned_v<std::uint64_t> && !std::is_signed_v<unsigned> && "
             "std::is_signed_v<float>, \"\");\n"
             "  static_assert(std::is_base_of_v<std::true_type, std::is_same<int, int>> && "
             "std::is_pointer_v<int*>, \"\");\n"
             "  *a = std::sqrt(x) + INT64_MAX + SIZE_MAX + FLT_MAX + INT_MIN;\n}\n");
  const char* tool = std::getenv("GRIDCALL_TEST_COMPILE_ONCE");
  assert_non_null(tool);
  command = "GRIDCALL_DISABLE_CACHE=1 GRIDCALL_NVRTC=" + lib + " " + tool + " gpu " + g_root + "/bare.cu > " +
            g_root + "/bare.out";
  int code = std::system(command.c_str());
  std::string output = read_file(g_root + "/bare.out");
  if (code != 0) fail_msg("%s", output.c_str());
  expect_contains(output, "kernel bare\n");
}

// The library's own header, by name alone; every function of it, with packets of several types.
void the_pipe_header_is_built_in(void**) {
  GRIDCALL_NEED_NVRTC();
  Source source(R"(
#include <gridcall_pipe.h>
struct Packet { float4 value; int number; };
template <class T> __global__ void all(gridcall::pipe<T> p, T* data, int* out) {
  *out = write_pipe(p, data) + read_pipe(p, data) + get_pipe_num_packets(p) + get_pipe_max_packets(p);
  gridcall::reserve_id_t w = reserve_write_pipe(p, 2), r = reserve_read_pipe(p, 2);
  if (is_valid_reserve_id(w)) *out += write_pipe(p, w, 1, data);
  if (is_valid_reserve_id(r)) *out += read_pipe(p, r, 1, data);
  commit_write_pipe(p, w);
  commit_read_pipe(p, r);
  w = work_group_reserve_write_pipe(p, 4);
  r = work_group_reserve_read_pipe(p, 4);
  work_group_commit_write_pipe(p, w);
  work_group_commit_read_pipe(p, r);
}
)");
  source.request.instances = {"all<int>", "all<Packet>", "all<char>"};
  for (const Target& target : {gpu(7, 5), gpu(9, 0)}) {
    const image::Image result = compiled(source, target);
    assert_false(lowered(result, "all<Packet>").empty());
  }
}

void toolkit_headers_are_found(void**) {
  GRIDCALL_NEED_NVRTC();
  if (find_cuda_headers(g_nvrtc).empty()) {
    std::printf("# SKIPPED: no CUDA headers beside NVRTC\n");
    ++g_skipped;
    skip();
  }
  compiled(
      Source("#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n#include <cstdint>\n"
             "__global__ void f(__half* a, std::uint32_t n) { "
             "a[cooperative_groups::this_grid().thread_rank()] = __float2half(1.f); }\n"));
}

void headers_from_memory_go_before_files(void**) {
  GRIDCALL_NEED_NVRTC();
  ::mkdir((g_root + "/inc").c_str(), 0700);
  write_file(g_root + "/inc/a.h", "#error the file was taken\n");
  write_file(g_root + "/inc/only_file.h", "#define FILE_VALUE 2\n");
  Source source(
      "#include \"a.h\"\n#include \"sub/b.h\"\n#include <only_file.h>\n__global__ void f(int* p) { *p = A + "
      "B + FILE_VALUE; }\n");
  source.request.headers = {{"a.h", "#define A 1\n"}, {"sub/b.h", "#include \"a.h\"\n#define B 1\n"}};
  source.request.include_dirs = {g_root + "/inc"};
  compiled(source);
  Source gone("#include \"gone.h\"\n__global__ void f() {}\n");
  expect_failure(failure_of([&] { compiled(gone); }), status::kCompile, "vector_add.cu:1:");
}

void the_working_directory_gives_nothing(void**) {
  GRIDCALL_NEED_NVRTC();
  ::mkdir((g_root + "/cwd").c_str(), 0700);
  write_file(g_root + "/cwd/planted.h", "#define PLANTED 1\n");
  char before[4096];
  assert_non_null(::getcwd(before, sizeof(before)));
  assert_int_equal(::chdir((g_root + "/cwd").c_str()), 0);
  Source source("#include \"planted.h\"\n__global__ void f() {}\n");
  auto failure = failure_of([&] { compiled(source); });
  // A name with a folder means that folder.
  source.request.name = g_root + "/cwd/kernels.cu";
  auto named = failure_of([&] { compiled(source); });
  assert_int_equal(::chdir(before), 0);
  expect_failure(failure, status::kCompile, "planted.h");
  assert_false(named.has_value());
}

void threads_compile_at_once(void**) {
  GRIDCALL_NEED_NVRTC();
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&, i] {
      std::string name = "kernel_" + std::to_string(i);
      Source source("__global__ void " + name + "(int* a) { *a = " + std::to_string(i) + "; }\n");
      image::Image result = compiled(source);
      if (result.kernels.size() == 1 && result.kernels[0] == name) ++right;
      Source wrong("__global__ void f() { missing_" + std::to_string(i) + "; }\n");
      auto failure = failure_of([&] { compiled(wrong); });
      if (failure && failure->log.find("missing_" + std::to_string(i)) != std::string::npos) ++right;
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(right.load(), 12);
}

void the_cache_keeps_images_and_names(void**) {
  GRIDCALL_NEED_NVRTC();
  Source source(kMany);
  source.request.use_cache = true;
  source.request.instances = {"lib::scale<float>"};
  image::Image first = compiled(source);
  image::Image second = compiled(source);
  assert_false(first.from_cache);
  assert_true(second.from_cache);
  assert_true(first.bytes == second.bytes && first.lowered_names == second.lowered_names &&
              first.kernels == second.kernels && first.log == second.log);
  assert_false(compiled(source, gpu(8, 0)).from_cache);  // another device
  Target driver = gpu();
  driver.driver_version = 12000;
  assert_false(compiled(source, driver).from_cache);
}

// R9 with a real entry: damaged in its file, compiled again, and right.
void damaged_entries_are_compiled_again(void**) {
  GRIDCALL_NEED_NVRTC();
  cache_clear();
  Source source("__global__ void entry(int* a) { *a = 1; }\n");
  source.request.use_cache = true;
  image::Image good = compiled(source);
  std::string listing = g_root + "/entries";
  assert_int_equal(std::system(("ls " + cache_directory() + "/*.gridcall > " + listing).c_str()), 0);
  std::string path = read_file(listing);
  path.pop_back();
  std::string bytes = read_file(path);
  std::mt19937 random(9);
  for (int round = 0; round < 25; ++round) {
    std::string damaged = bytes;
    if (round % 5 == 0) {
      damaged.resize(random() % damaged.size());
    } else {
      std::size_t bit = random() % (damaged.size() * 8);
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    }
    write_file(path, damaged);
    ::chmod(path.c_str(), 0600);
    CacheStats before = cache_stats();
    image::Image again = compiled(source);
    assert_false(again.from_cache);
    assert_true(again.kernels == good.kernels);
    assert_int_equal(cache_stats().errors, before.errors + 1);
    assert_int_equal(cache_stats().misses, before.misses + 1);
  }
  assert_true(compiled(source).from_cache);
}

// nvJitLink needs no GPU either.
using Inputs = std::vector<std::pair<std::string, std::string>>;

std::pair<std::string, std::string> object_of(const std::string& name, const std::string& text,
                                              const std::vector<std::string>& options) {
  Source source(text);
  source.request.name = name;
  source.request.options = options;
  return {name, image_text(compiled(source))};
}

constexpr const char* kCaller =
    "__device__ float scaled(float x);\n"
    "extern \"C\" __global__ void caller(float* x) { *x = scaled(*x) * x[3] + x[2] / x[1]; }";
constexpr const char* kCallee = "__device__ float scaled(float x) { return x * 3; }";

void need_nvjitlink() {
  GRIDCALL_NEED_NVRTC();
  std::vector<std::string> notes;
  if (!find_nvjitlink(&notes).empty()) return;
  ++g_skipped;
  std::printf("# SKIPPED: no nvJitLink on this machine\n");
  skip();
}

void link_time_optimization_inlines(void**) {
  need_nvjitlink();
  const Inputs inputs = {object_of("a.cu", kCaller, {"-dlto"}), object_of("b.cu", kCallee, {"-dlto"})};
  for (const auto& [name, bytes] : inputs)
    assert_true(image::format_of(std::as_bytes(std::span(bytes))) == image::Format::kLtoIr);
  LinkOptions options;
  options.arch = "sm_90";
  image::Image all = link_lto(inputs, options);
  assert_true(is_cubin(all));
  assert_true(image_text(all).find("scaled") == std::string::npos);
  image::add_names(all);
  expect_equal(lowered(all, "caller"), "caller");
  // A cubin beside LTO IR is only linked.
  const Inputs mixed = {inputs[0], object_of("b.cu", kCallee, {"-rdc=true"})};
  assert_true(image_text(link_lto(mixed, options)).find("_Z6scaledf") != std::string::npos);
  options.optimization_level = 1;
  options.max_registers = 32;
  options.line_info = options.verbose = true;
  assert_true(is_cubin(link_lto(inputs, options)));
  options = {};
  options.arch = "sm_90";
  options.debug = true;
  assert_true(is_cubin(link_lto(inputs, options)));
}

void link_time_optimization_keeps_the_arithmetic(void**) {
  need_nvjitlink();
  LinkOptions options;
  options.arch = "sm_90";
  const auto linked = [&](const std::string& option) {
    return image_text(link_lto(
        Inputs{object_of("a.cu", kCaller, {"-dlto", option}), object_of("b.cu", kCallee, {"-dlto", option})},
        options));
  };
  const std::string usual = linked("-DX");
  for (const char* option : {"--ftz=true", "--prec-div=false", "--fmad=false", "--use_fast_math"})
    assert_true(linked(option) != usual);
  for (const char* option : {"--ftz=false", "--prec-div=true", "--fmad=true"})
    assert_true(linked(option) == usual);
  const Inputs different = {object_of("a.cu", kCaller, {"-dlto", "--ftz=true", "--fmad=false"}),
                            object_of("b.cu", kCallee, {"-dlto"})};
  expect_failure(failure_of([&] { link_lto(different, options); }), status::kInvalidImage,
                 "`a.cu` was compiled with `-ftz=1 -fma=0` and `b.cu` with the default arithmetic");
}

void link_failures_have_the_log(void**) {
  need_nvjitlink();
  LinkOptions options;
  options.arch = "sm_90";
  const Inputs caller = {object_of("a.cu", kCaller, {"-dlto"})};
  const auto undefined = failure_of([&] { link_lto(caller, options); });
  expect_failure(undefined, status::kCompile, "nvJitLinkComplete of /");
  expect_contains(undefined->log, "_Z6scaledf");
  Inputs damaged = caller;
  damaged[0].second.resize(damaged[0].second.size() / 2);
  const auto broken = failure_of([&] { link_lto(damaged, options); });
  assert_true(broken && !broken->log.empty());
  const Inputs text = {caller[0], {"notes", "nothing of the kind"}};
  expect_failure(failure_of([&] { link_lto(text, options); }), status::kInvalidImage, "`notes` of 19 bytes");
  Inputs other = caller;
  other[0].second += std::string(image::kLtoArithmetic) + "-split-compile=0";
  expect_failure(failure_of([&] { link_lto(other, options); }), status::kInvalidImage, "`a.cu` is damaged");
  // nvJitLink would end the process.
  options.arch = "sm_1";
  expect_failure(failure_of([&] { link_lto(caller, options); }), status::kCompilerUnavailable,
                 "does not link for sm_1");
}

void without_nvrtc_the_places_are_listed(void**) {
  std::string saved = !std::getenv("GRIDCALL_NVRTC") ? "" : std::getenv("GRIDCALL_NVRTC");
  ::setenv("GRIDCALL_NVRTC", (g_root + "/nowhere.so").c_str(), 1);
  Source source("__global__ void f() {}\n");
  auto failure = failure_of([&] { compiled(source); });
  auto version_failure = failure_of([] { nvrtc_version(); });
  write_file(g_root + "/libnvrtc.so", "no library");
  ::setenv("GRIDCALL_NVRTC", (g_root + "/libnvrtc.so").c_str(), 1);
  auto no_library = failure_of([&] { compiled(source); });
  // It was found once, and is looked for again.
  assert_int_equal(::unlink((g_root + "/libnvrtc.so").c_str()), 0);
  const auto gone = failure_of([&] { compiled(source); });
  if (saved.empty()) {
    ::unsetenv("GRIDCALL_NVRTC");
  } else {
    ::setenv("GRIDCALL_NVRTC", saved.c_str(), 1);
  }
  expect_failure(failure, status::kCompilerUnavailable, "no NVRTC was found");
  assert_int_equal(failure->notes.size(), 1);
  expect_contains(failure->notes[0], "nowhere.so (GRIDCALL_NVRTC)");
  expect_failure(version_failure, status::kCompilerUnavailable, "no NVRTC was found");
  expect_failure(no_library, status::kCompilerUnavailable, "cannot be loaded");
  expect_failure(gone, status::kCompilerUnavailable, "no NVRTC was found");
}

void the_version_is_told(void**) {
  GRIDCALL_NEED_NVRTC();
  NvrtcVersion version = nvrtc_version();
  assert_true(version.major >= 11 && version.major < 100 && version.minor >= 0);
}

}  // namespace

int main() {
  g_root = make_temp_directory();
  ::setenv("GRIDCALL_CACHE_DIR", (g_root + "/cache").c_str(), 1);
  std::vector<std::string> tried;
  std::vector<std::string> found = find_nvrtc(&tried);
  if (!found.empty()) g_nvrtc = found.front();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kernels_are_found_by_plain_name),
      cmocka_unit_test(wrong_instances_are_named),
      cmocka_unit_test(errors_carry_file_line_column_and_log),
      cmocka_unit_test(warnings_come_in_the_log),
      cmocka_unit_test(options_arrive),
      cmocka_unit_test(parameters_are_read_from_either_image),
      cmocka_unit_test(archs_choose_the_image),
      cmocka_unit_test(unknown_devices_get_what_is_nearest),
      cmocka_unit_test(standard_headers_are_built_in),
      cmocka_unit_test(standard_headers_need_no_toolkit),
      cmocka_unit_test(the_pipe_header_is_built_in),
      cmocka_unit_test(toolkit_headers_are_found),
      cmocka_unit_test(headers_from_memory_go_before_files),
      cmocka_unit_test(the_working_directory_gives_nothing),
      cmocka_unit_test(threads_compile_at_once),
      cmocka_unit_test(the_cache_keeps_images_and_names),
      cmocka_unit_test(damaged_entries_are_compiled_again),
      cmocka_unit_test(link_time_optimization_inlines),
      cmocka_unit_test(link_time_optimization_keeps_the_arithmetic),
      cmocka_unit_test(link_failures_have_the_log),
      cmocka_unit_test(without_nvrtc_the_places_are_listed),
      cmocka_unit_test(the_version_is_told),
  };
  int failed = cmocka_run_group_tests_name("NVRTC", tests, nullptr, nullptr);
  if (g_nvrtc.empty()) std::printf("# SKIPPED: no NVRTC on this machine\n");
  std::printf("# METRIC nvrtc_tests_skipped %d\n", g_skipped);
  remove_tree(g_root);
  return failed;
}
