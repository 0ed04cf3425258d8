// SPDX-License-Identifier: Apache-2.0
//
// Kernels that include our curand_kernel.h, and NVIDIA's, against the generators of libcurand.so that run on
// the host. The last two come from the package nvidia-curand (scripts/setup), or from the folder that
// GRIDCALL_CURAND names; without them all is skipped but the known answers of Philox and MRG32k3a, and what
// the header refuses.

#include <dlfcn.h>
#include <glob.h>

#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/devices.h"
#include "kernels/numbers.h"
#include "support/part.h"
#include "support/places.h"

namespace {

using namespace gridcall::math;

std::string include_dir;

// ---- libcurand.so (cuRAND Library documentation, "Host API") ----

enum Generator { kXorwow = 101, kMrg32k3a = 121, kPhilox = 161, kSobol32 = 201 };
struct Curand {
  int (*create)(void** generator, int type);
  int (*set_seed)(void* generator, unsigned long long seed);
  int (*set_offset)(void* generator, unsigned long long offset);
  int (*set_dimensions)(void* generator, unsigned count);
  int (*generate)(void* generator, unsigned* out, std::size_t count);
  int (*generate_long)(void* generator, u64* out, std::size_t count);
  int (*uniform)(void* generator, float* out, std::size_t count);
  int (*uniform_double)(void* generator, double* out, std::size_t count);
  int (*destroy)(void* generator);
  int (*vectors32)(const void** vectors, int set);
  int (*vectors64)(const void** vectors, int set);
  int (*scramble32)(const void** constants);
  int (*scramble64)(const void** constants);
};
Curand curand;
constexpr unsigned long long kSeed = 1234;

struct Destroy {
  void operator()(void* generator) const { curand.destroy(generator); }
};
using Handle = std::unique_ptr<void, Destroy>;

Handle new_generator(int type, unsigned long long seed = kSeed) {
  void* generator = nullptr;
  assert_int_equal(curand.create(&generator, type), 0);
  if (type < kSobol32) assert_int_equal(curand.set_seed(generator, seed), 0);
  return Handle(generator);
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
       {of_environment("GRIDCALL_CURAND"), kPrefix + std::string("/curand/nvidia/*"),
        of_environment("CUDA_HOME"), std::string("/usr/local/cuda")}) {
    const std::string header = root.empty() ? "" : first_match(root + "/include/curand_kernel.h");
    const std::string library = root.empty() ? "" : first_match(root + "/lib*/libcurand.so.*");
    if (header.empty() || library.empty()) continue;
    // It depends on this one, which is in no path of the loader's.
    for (const std::string& place : {root, kPrefix + std::string("/nvrtc/nvidia/*")}) {
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
    load(curand.set_offset, "curandSetGeneratorOffset");
    load(curand.set_dimensions, "curandSetQuasiRandomGeneratorDimensions");
    load(curand.generate, "curandGenerate");
    load(curand.generate_long, "curandGenerateLongLong");
    load(curand.destroy, "curandDestroyGenerator");
    load(curand.vectors32, "curandGetDirectionVectors32");
    load(curand.vectors64, "curandGetDirectionVectors64");
    load(curand.scramble32, "curandGetScrambleConstants32");
    load(curand.scramble64, "curandGetScrambleConstants64");
    load(curand.uniform, "curandGenerateUniform");
    load(curand.uniform_double, "curandGenerateUniformDouble");
    include_dir = header.substr(0, header.rfind('/'));
    return open_devices_without_reference(state);
  }
  print_message(
      "# SKIPPED: no curand_kernel.h and libcurand.so: scripts/setup installs nvidia-curand, or set "
      "GRIDCALL_CURAND\n");
  return open_devices_without_reference(state);
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
  float uniform[2], normal[3], log_normal[2];
  double doubles[2], normals[3], log_normals[2];
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
  for (int i = 0; i < 3; ++i) v.normal[i] = curand_normal(&s);
  for (int i = 0; i < 2; ++i) v.log_normal[i] = curand_log_normal(&s, 0.5f, 0.25f);
  for (int i = 0; i < 3; ++i) v.normals[i] = curand_normal_double(&s);
  for (int i = 0; i < 2; ++i) v.log_normals[i] = curand_log_normal_double(&s, 0.5, 0.25);
  s = first;
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
// L'Ecuyer's own start: all 12345.
extern "C" __global__ void first(unsigned* out, const unsigned*, unsigned n) {
  if (threadIdx.x >= n) return;
  curandStateMRG32k3a s = begin<curandStateMRG32k3a>(0, 0);
  out[threadIdx.x] = (unsigned)(curand_uniform_double(&s) * 4294967087.0 + 0.5);
}
// `each` numbers of subsequence t: group of `together` g is at place (g * subsequences + t) of the library's.
struct Stream { unsigned long long seed, offset; unsigned subsequences, each, together; };
extern "C" __global__ void stream(unsigned* out, const Stream* in, unsigned n) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  STATE s;
  curand_init(in->seed, t, in->offset, &s);
  for (unsigned k = 0; k < in->each; ++k)
    out[(k / in->together * in->subsequences + t) * in->together + k % in->together] = curand(&s);
}
)";

// Sobol's: a dimension has its vectors and constant; each thread has 256 numbers that follow one another.
const char kSobolSource[] = R"(
#include <curand_kernel.h>
struct Dimension { unsigned long long offset; WORD scramble, vectors[8 * sizeof(WORD)]; };
extern "C" __global__ void stream(WORD* out, const Dimension* in, unsigned n) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  STATE s;
  curand_init((WORD*)in->vectors, SCRAMBLE (WORD)(in->offset + 256 * t), &s);
  for (int k = 0; k < 256; ++k) out[256 * t + k] = curand(&s);
}
)";

constexpr std::size_t kThreads = 4096;

struct Values {
  unsigned bits[2], poisson[2], skipped[2];
  float uniform[2], normal[3], log_normal[2];
  double doubles[2], normals[3], log_normals[2];
};

template <typename T>
std::vector<T> run(const Way& way, gc_module* module, const char* name, std::size_t threads,
                   const std::vector<std::uint8_t>& in = std::vector<std::uint8_t>(4), std::size_t each = 1) {
  const std::vector<std::uint8_t> out = launch(way, module, name, threads * each * sizeof(T), &in, threads);
  std::vector<T> values(threads * each);
  std::memcpy(values.data(), out.data(), out.size());
  return values;
}

// With NVIDIA's header if `theirs`.
gc_module* module_of(const Way& way, const std::string& source, const char* state, bool theirs) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  const char* dirs[] = {include_dir.c_str()};
  const gc_define define = {"STATE", state};
  options.flags = GRIDCALL_COMPILE_NO_TIERING;
  options.include_dirs = dirs;
  options.include_dir_count = theirs ? 1 : 0;
  options.defines = &define;
  options.define_count = 1;
  gc_module* module = nullptr;
  CALL(gc_module_from_source, way.context, source.c_str(), source.size(), &options, &module);
  return module;
}
std::vector<Values> values_of(const Way& way, const char* state, bool theirs) {
  gc_module* module = module_of(way, kSource, state, theirs);
  std::vector<Values> values = run<Values>(way, module, "values", kThreads);
  gc_module_release(module);
  return values;
}

// Number `k` of thread `t` is the library's number `place(t, k)`.
void generator(const char* state, Generator type, std::size_t (*place)(std::size_t t, std::size_t k)) {
  if (include_dir.empty()) skip();
  const std::size_t count = place(kThreads - 1, 1) + 1;
  std::vector<unsigned> bits(count);
  std::vector<float> uniform(count);
  std::vector<double> doubles(count);
  assert_int_equal(curand.generate(new_generator(type).get(), bits.data(), count), 0);
  assert_int_equal(curand.uniform(new_generator(type).get(), uniform.data(), count), 0);
  if (type != kPhilox)
    assert_int_equal(curand.uniform_double(new_generator(type).get(), doubles.data(), count), 0);
  for (const Way& way : ways) {
    const std::vector<Values> theirs = values_of(way, state, true), ours = values_of(way, state, false);
    double sum = 0, squares = 0, few = 0, many = 0;
    for (std::size_t t = 0; t < kThreads; ++t) {
      const Values &v = ours[t], &w = theirs[t];
      assert_int_equal(v.skipped[0], v.skipped[1]);
      assert_int_equal(w.skipped[0], w.skipped[1]);
      for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t at = place(t, k);
        for (const Values* one : {&v, &w}) {
          if (one->bits[k] != bits[at] || one->uniform[k] != uniform[at] ||
              (type != kPhilox && one->doubles[k] != doubles[at]))
            fail_msg("%s: number %zu of thread %zu is %#x, %a, %a, not %#x, %a, %a", way.name, k, t,
                     one->bits[k], static_cast<double>(one->uniform[k]), one->doubles[k], bits[at],
                     static_cast<double>(uniform[at]), doubles[at]);
        }
        sum += static_cast<double>(v.normal[k]);
        squares += static_cast<double>(v.normal[k]) * static_cast<double>(v.normal[k]);
      }
      few += v.poisson[0];
      many += v.poisson[1];
      // Both headers. A float's angle is rounded once less in ours; of a large mean the methods differ.
      assert_int_equal(v.skipped[0], w.skipped[0]);
      assert_int_equal(v.poisson[0], w.poisson[0]);
      for (std::size_t k = 0; k < 3; ++k) {
        assert_true(std::fabs(v.normal[k] - w.normal[k]) < 2e-6f);
        assert_true(std::fabs(v.normals[k] - w.normals[k]) < 1e-14);
      }
      for (std::size_t k = 0; k < 2; ++k) {
        assert_true(v.doubles[k] == w.doubles[k]);
        assert_true(std::fabs(v.log_normal[k] / w.log_normal[k] - 1) < 2e-6f);
        assert_true(std::fabs(v.log_normals[k] / w.log_normals[k] - 1) < 1e-14);
      }
    }
    // Values that go through logarithms and sines have the right moments.
    assert_true(std::fabs(sum / (2 * kThreads)) < 0.05 && std::fabs(squares / (2 * kThreads) - 1) < 0.08);
    assert_true(std::fabs(few / kThreads - 3.5) < 0.15 && std::fabs(many / kThreads - 2000) < 4);
  }
}

template <typename... T>
std::vector<std::uint8_t> bytes_of(const T&... values) {
  std::vector<std::uint8_t> bytes;
  const auto add = [&](const auto& value) {
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof value);
    std::memcpy(bytes.data() + at, &value, sizeof value);
  };
  (add(values), ...);
  return bytes;
}

// A million numbers, the library's bit for bit, of several seeds and behind several offsets.
void stream(const char* state, Generator type, unsigned subsequences, unsigned each, unsigned together) {
  if (include_dir.empty()) skip();
  for (const Way& way : ways) {
    gc_module* module = module_of(way, kSource, state, false);
    for (const auto& [seed, offset] :
         std::initializer_list<std::pair<unsigned long long, unsigned long long>>{
             {0, 0}, {1234, 3}, {0x123456789abcdef, 1000003}, {~0ull, (1ull << 40) + 5}}) {
      const std::size_t count = std::size_t{subsequences} * each;
      std::vector<unsigned> wanted(count);
      const Handle library = new_generator(type, seed);
      assert_int_equal(curand.set_offset(library.get(), offset * subsequences * together), 0);
      assert_int_equal(curand.generate(library.get(), wanted.data(), count), 0);
      const auto in = bytes_of(u64{seed}, u64{offset * together}, subsequences, each, together, 0u);
      const std::vector<unsigned> values = run<unsigned>(way, module, "stream", subsequences, in, each);
      for (std::size_t i = 0; i < count; ++i) {
        if (values[i] != wanted[i])
          fail_msg("%s: seed %#llx, offset %llu: number %zu is %#x, not %#x", way.name, seed, offset, i,
                   values[i], wanted[i]);
      }
    }
    gc_module_release(module);
  }
}

template <typename Word>
void sobol(const char* state, int type, bool scrambled) {
  if (include_dir.empty()) skip();
  constexpr std::size_t kBits = 8 * sizeof(Word), kEach = 256 * 1024;
  constexpr unsigned kDimensions = 4;
  const bool wide = sizeof(Word) == 8;
  const void *vectors = nullptr, *constants = nullptr;
  // The sets stand in the generators' order.
  assert_int_equal((wide ? curand.vectors64 : curand.vectors32)(&vectors, 101 + type - kSobol32), 0);
  assert_int_equal((wide ? curand.scramble64 : curand.scramble32)(&constants), 0);
  std::string source = std::string("#define WORD ") + (wide ? "unsigned long long" : "unsigned int") +
                       "\n#define SCRAMBLE " + (scrambled ? "in->scramble," : "") + kSobolSource;
  for (const Way& way : ways) {
    gc_module* module = module_of(way, source, state, false);
    for (const unsigned long long offset : {0ull, 12345ull, (1ull << 31) - 77}) {
      std::vector<Word> wanted(kEach * kDimensions);
      const Handle library = new_generator(type);
      assert_int_equal(curand.set_dimensions(library.get(), kDimensions), 0);
      assert_int_equal(curand.set_offset(library.get(), offset), 0);
      if constexpr (sizeof(Word) == 8)
        assert_int_equal(curand.generate_long(library.get(), wanted.data(), wanted.size()), 0);
      else
        assert_int_equal(curand.generate(library.get(), wanted.data(), wanted.size()), 0);
      for (unsigned dimension = 0; dimension < kDimensions; ++dimension) {
        std::array<Word, kBits> own;
        std::memcpy(own.data(), static_cast<const Word*>(vectors) + dimension * kBits, sizeof own);
        const auto in = bytes_of(u64{offset}, static_cast<const Word*>(constants)[dimension], own);
        const std::vector<Word> values = run<Word>(way, module, "stream", kEach / 256, in, 256);
        for (std::size_t i = 0; i < kEach; ++i) {
          if (values[i] != wanted[dimension * kEach + i])
            fail_msg("%s: dimension %u, offset %llu: number %zu is %#llx, not %#llx", way.name, dimension,
                     offset, i, static_cast<unsigned long long>(values[i]),
                     static_cast<unsigned long long>(wanted[dimension * kEach + i]));
        }
      }
    }
    gc_module_release(module);
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
}
void xorwow_stream(void**) {
  stream("curandStateXORWOW_t", kXorwow, 4096, 256, 1);
}
void mrg32k3a_stream(void**) {
  stream("curandStateMRG32k3a_t", kMrg32k3a, 81920, 13, 1);
}
void philox_stream(void**) {
  stream("curandStatePhilox4_32_10_t", kPhilox, 65536, 16, 4);
}
void sobol32(void**) {
  sobol<u32>("curandStateSobol32_t", kSobol32, false);
}
void scrambled_sobol32(void**) {
  sobol<u32>("curandStateScrambledSobol32_t", kSobol32 + 1, true);
}
void sobol64(void**) {
  sobol<u64>("curandStateSobol64_t", kSobol32 + 2, false);
}
void scrambled_sobol64(void**) {
  sobol<u64>("curandStateScrambledSobol64_t", kSobol32 + 3, true);
}
void known_answers(void**) {
  // Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", known answers of
  // philox4x32-10.
  const unsigned known[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (const Way& way : ways) {
    struct Four {
      unsigned words[4];
    };
    gc_module* module = module_of(way, kSource, "curandStatePhilox4_32_10_t", false);
    const std::vector<Four> four = run<Four>(way, module, "four", 1);
    // The first number of RngStreams' default seed is 0.1270111220...
    const std::vector<unsigned> first = run<unsigned>(way, module, "first", 1);
    gc_module_release(module);
    assert_memory_equal(four[0].words, known, sizeof known);
    assert_int_equal(first[0], 545508589);
  }
}
void refused(void**) {
  if (ways[0].mode < 0) skip();  // the toolkit's header has them
  for (const char* line : {"curandStateMtgp32_t* s;", "curandState s; curand_discrete(&s, 0);"}) {
    const std::string source =
        std::string("#include <curand_kernel.h>\n__global__ void k() { ") + line + " }";
    gc_module* module = nullptr;
    gc_error* error = nullptr;
    const gc_status status =
        gc_module_from_source(ways[0].context, source.c_str(), source.size(), nullptr, &module, &error);
    assert_int_equal(status, GRIDCALL_ERROR_COMPILE);
    gc_error_release(error);
  }
}

}  // namespace

int main() {
  CMUnitTest tests[] = {cmocka_unit_test(known_answers),   cmocka_unit_test(refused),
                        cmocka_unit_test(xorwow),          cmocka_unit_test(mrg32k3a),
                        cmocka_unit_test(philox),          cmocka_unit_test(xorwow_stream),
                        cmocka_unit_test(mrg32k3a_stream), cmocka_unit_test(philox_stream),
                        cmocka_unit_test(sobol32),         cmocka_unit_test(scrambled_sobol32),
                        cmocka_unit_test(sobol64),         cmocka_unit_test(scrambled_sobol64)};
  gridcall::part::take(tests, 2, 2);
  return cmocka_run_group_tests_name("curand", tests, open_all, nullptr);
}
