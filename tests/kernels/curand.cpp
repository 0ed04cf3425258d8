// SPDX-License-Identifier: Apache-2.0
//
// Kernels that include NVIDIA's curand_kernel.h, against the generators of libcurand.so that run on the host.
// Both come from the package nvidia-curand (scripts/setup), or from the folder that GRIDCALL_CURAND names;
// without them all is skipped.

#include <dlfcn.h>
#include <glob.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/devices.h"
#include "kernels/numbers.h"

namespace {

using namespace gridcall::math;

std::string include_dir;

// ---- libcurand.so (cuRAND Library documentation, "Host API") ----

enum Generator { kXorwow = 101, kMrg32k3a = 121, kPhilox = 161 };
struct Curand {
  int (*create)(void** generator, int type);
  int (*set_seed)(void* generator, unsigned long long seed);
  int (*generate)(void* generator, unsigned* out, std::size_t count);
  int (*uniform)(void* generator, float* out, std::size_t count);
  int (*uniform_double)(void* generator, double* out, std::size_t count);
};
Curand curand;
constexpr unsigned long long kSeed = 1234;

void* new_generator(Generator type) {
  void* generator = nullptr;
  assert_int_equal(curand.create(&generator, type), 0);
  assert_int_equal(curand.set_seed(generator, kSeed), 0);
  return generator;
}

std::string first_match(const std::string& pattern) {
  glob_t found = {};
  std::string path;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) path = found.gl_pathv[0];
  globfree(&found);
  return path;
}

int open_all(void** state) {
  const auto of_environment = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  };
  for (const std::string& root :
       {of_environment("GRIDCALL_CURAND"), std::string(GRIDCALL_PREFIX "/curand/nvidia/*"),
        of_environment("CUDA_HOME"), std::string("/usr/local/cuda")}) {
    const std::string header = root.empty() ? "" : first_match(root + "/include/curand_kernel.h");
    const std::string library = root.empty() ? "" : first_match(root + "/lib*/libcurand.so.*");
    if (header.empty() || library.empty()) continue;
    // It depends on this one, which is in no path of the loader's.
    for (const std::string& place : {root, std::string(GRIDCALL_PREFIX "/nvrtc/nvidia/*")}) {
      const std::string runtime = first_match(place + "/lib*/libcudart.so.*");
      if (!runtime.empty() && dlopen(runtime.c_str(), RTLD_NOW | RTLD_GLOBAL)) break;
    }
    void* handle = dlopen(library.c_str(), RTLD_NOW);
    if (!handle) {
      print_message("# %s\n", dlerror());
      continue;
    }
    const auto load = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
      if (!function) give_up(std::string("libcurand.so has no ") + name);
    };
    load(curand.create, "curandCreateGeneratorHost");
    load(curand.set_seed, "curandSetPseudoRandomGeneratorSeed");
    load(curand.generate, "curandGenerate");
    load(curand.uniform, "curandGenerateUniform");
    load(curand.uniform_double, "curandGenerateUniformDouble");
    include_dir = header.substr(0, header.rfind('/'));
    return open_devices(state);
  }
  print_message(
      "# SKIPPED: no curand_kernel.h and libcurand.so: scripts/setup installs nvidia-curand, or set "
      "GRIDCALL_CURAND\n");
  return 0;
}

// ---- The kernels ----

const char kSource[] = R"(
#include <curand_kernel.h>
template <typename State> __device__ State begin(unsigned long long seed, unsigned t) {
  State state;
  curand_init(seed, t, 0, &state);
  return state;
}
struct Values {
  unsigned bits[2], poisson[2], skipped[2];
  float uniform[2], normal[2];
  double doubles[2];
};
// The values of each thread, whose subsequence is its own.
extern "C" __global__ void values(Values* out, const unsigned*, unsigned n) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const STATE first = begin<STATE>(1234, t);
  STATE s = first;
  Values v;
  for (int i = 0; i < 2; ++i) v.bits[i] = curand(&s);
  s = first;
  for (int i = 0; i < 2; ++i) v.uniform[i] = curand_uniform(&s);
  s = first;
  for (int i = 0; i < 2; ++i) v.doubles[i] = curand_uniform_double(&s);
  s = first;
  for (int i = 0; i < 2; ++i) v.normal[i] = curand_normal(&s);
  v.poisson[0] = curand_poisson(&s, 3.5);
  v.poisson[1] = curand_poisson(&s, 2000.0);
  s = first;
  for (int i = 0; i < 1000; ++i) curand(&s);
  v.skipped[0] = curand(&s);
  s = first;
  skipahead(1000, &s);
  v.skipped[1] = curand(&s);
  out[t] = v;
}
// Philox of the counter 0 and the key 0.
extern "C" __global__ void four(uint4* out, const unsigned*, unsigned n) {
  if (threadIdx.x >= n) return;
  curandStatePhilox4_32_10_t s = begin<curandStatePhilox4_32_10_t>(0, 0);
  out[threadIdx.x] = curand4(&s);
}
)";

constexpr std::size_t kThreads = 4096;

struct Values {
  unsigned bits[2], poisson[2], skipped[2];
  float uniform[2], normal[2];
  double doubles[2];
};

template <typename T>
std::vector<T> run(const Way& way, gc_module* module, const char* name, std::size_t threads) {
  const std::vector<std::uint8_t> in(4), out = launch(way, module, name, threads * sizeof(T), &in, threads);
  std::vector<T> values(threads);
  std::memcpy(values.data(), out.data(), out.size());
  return values;
}

gc_module* module_of(const Way& way, const char* state) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  const char* dirs[] = {include_dir.c_str()};
  const gc_define define = {"STATE", state};
  options.flags = GRIDCALL_COMPILE_NO_TIERING;
  options.include_dirs = dirs;
  options.include_dir_count = 1;
  options.defines = &define;
  options.define_count = 1;
  gc_module* module = nullptr;
  CALL(gc_module_from_source, way.context, kSource, std::strlen(kSource), &options, &module);
  return module;
}

// Number `k` of thread `t` is the library's number `place(t, k)`.
void generator(const char* state, Generator type, std::size_t (*place)(std::size_t t, std::size_t k)) {
  if (include_dir.empty()) skip();
  const std::size_t count = place(kThreads - 1, 1) + 1;
  std::vector<unsigned> bits(count);
  std::vector<float> uniform(count);
  std::vector<double> doubles(count);
  assert_int_equal(curand.generate(new_generator(type), bits.data(), count), 0);
  assert_int_equal(curand.uniform(new_generator(type), uniform.data(), count), 0);
  if (type != kPhilox) assert_int_equal(curand.uniform_double(new_generator(type), doubles.data(), count), 0);
  for (const Way& way : ways) {
    gc_module* module = module_of(way, state);
    const std::vector<Values> values = run<Values>(way, module, "values", kThreads);
    gc_module_release(module);
    double sum = 0, squares = 0, few = 0, many = 0;
    for (std::size_t t = 0; t < kThreads; ++t) {
      const Values& v = values[t];
      assert_int_equal(v.skipped[0], v.skipped[1]);
      for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t at = place(t, k);
        if (v.bits[k] != bits[at] || v.uniform[k] != uniform[at] ||
            (type != kPhilox && v.doubles[k] != doubles[at]))
          fail_msg("%s: number %zu of thread %zu is %#x, %a, %a, not %#x, %a, %a", way.name, k, t, v.bits[k],
                   static_cast<double>(v.uniform[k]), v.doubles[k], bits[at],
                   static_cast<double>(uniform[at]), doubles[at]);
        sum += static_cast<double>(v.normal[k]);
        squares += static_cast<double>(v.normal[k]) * static_cast<double>(v.normal[k]);
      }
      few += v.poisson[0];
      many += v.poisson[1];
    }
    // Values that go through logarithms and sines have the right moments.
    assert_true(std::fabs(sum / (2 * kThreads)) < 0.05 && std::fabs(squares / (2 * kThreads) - 1) < 0.08);
    assert_true(std::fabs(few / kThreads - 3.5) < 0.15 && std::fabs(many / kThreads - 2000) < 4);
  }
}

// The library takes from 4,096 subsequences of XORWOW one after the other, from 81,920 of MRG32k3a, and from
// those of Philox four at a time (cuRAND Library documentation, "Generator Options", "Ordering").
std::size_t round_robin(std::size_t t, std::size_t k) {
  return 4096 * k + t;
}
std::size_t long_round_robin(std::size_t t, std::size_t k) {
  return 81920 * k + t;
}
std::size_t four_at_a_time(std::size_t t, std::size_t k) {
  return 4 * t + k;
}
void xorwow(void**) {
  generator("curandStateXORWOW_t", kXorwow, round_robin);
}
void mrg32k3a(void**) {
  generator("curandStateMRG32k3a_t", kMrg32k3a, long_round_robin);
}
void philox(void**) {
  generator("curandStatePhilox4_32_10_t", kPhilox, four_at_a_time);
  // Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", known answers of
  // philox4x32-10.
  const unsigned known[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (const Way& way : ways) {
    struct Four {
      unsigned words[4];
    };
    gc_module* module = module_of(way, "curandStatePhilox4_32_10_t");
    const std::vector<Four> four = run<Four>(way, module, "four", 1);
    gc_module_release(module);
    assert_memory_equal(four[0].words, known, sizeof known);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(xorwow), cmocka_unit_test(mrg32k3a), cmocka_unit_test(philox)};
  return cmocka_run_group_tests_name("curand", tests, open_all, nullptr);
}
