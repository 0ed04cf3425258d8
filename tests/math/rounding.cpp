// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic and conversions with a chosen rounding (rounding.def), bit for bit against this machine's own
// arithmetic with its rounding mode set: with arguments known at run time in each mode of the CPU device, and
// with constant ones. On a GPU (GRIDCALL_DEVICE=gpu) the GPU and the CPU device both. One NaN is as good as
// another.
//
//   test_math_rounding [--all] [--seed N] [COUNT]     COUNT random arguments for each function, by default
//   2^15
//
// Without --all a choice, which the seed decides: of constant arguments, of fractions of roots, and of the
// functions that an option for floats should not affect.

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/devices.h"
#include "kernels/numbers.h"
#include "support/effort.h"

namespace {

using namespace gridcall::math;

// ---- References, in the rounding mode that is set ----

// As PTX's cvt: out of range the nearest integer of the type; NaN is 0, but the topmost bit alone where the
// source is a double or the result has 64 bits.
template <typename To, typename From>
To whole(From value) {
  constexpr To least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
  const long double exact = value;
  if (std::isnan(exact)) {
    return std::is_same_v<From, f64> || sizeof(To) == 8 ? static_cast<To>(u64{1} << (8 * sizeof(To) - 1)) : 0;
  }
  const long double rounded = std::nearbyint(exact);
  if (rounded <= static_cast<long double>(least)) return least;
  if (rounded >= static_cast<long double>(most)) return most;
  return static_cast<To>(rounded);
}

template <typename To>
To quotient(long double x, long double y) {
  return narrow<To>(x / y);
}
template <typename To>
To root(long double x) {
  return narrow<To>(std::sqrt(x));
}
// No root of a float is so near the middle of two floats that a long double cannot tell.
f32 reciprocal_root(f32 x) {
  return static_cast<f32>(1 / std::sqrt(static_cast<long double>(x)));
}

// ---- The functions ----

struct Function {
  std::string name;
  int mode;  // FE_*
  int count;
  u64 result_size, argument_size;
  std::string result, argument;
  std::vector<u64> (*arguments)(u64* seed, int count,
                                u64 random);  // `count` for each call, one after the other
  std::string (*constant)(u64 bits);
  // The results for those arguments, in bits.
  std::vector<u64> (*reference)(const std::vector<u64>& arguments, int mode);
  bool (*same)(u64 got, u64 want);
  bool (*denormal)(u64 result, const u64* arguments, int count);
  bool flushes_arguments, flushes_result;  // under -ftz=true
  std::string (*shown)(u64 result);
  std::string (*shown_argument)(u64 argument);
};

template <typename T>
std::string constant(u64 bits) {
  char text[96];
  std::snprintf(text, sizeof text, spelling<T>().constant, static_cast<unsigned long long>(bits));
  return text;
}
template <typename T>
std::string shown(u64 bits) {
  return text_of(of_bits<T>(bits));
}
template <typename T>
bool same(u64 got, u64 want) {
  return got == want || (is_nan(of_bits<T>(got)) && is_nan(of_bits<T>(want)));
}
template <typename Result, typename Argument>
bool denormal(u64 result, const u64* list, int count) {
  return is_denormal(of_bits<Result>(result)) ||
         std::any_of(list, list + count, [](u64 bits) { return is_denormal(of_bits<Argument>(bits)); });
}

// The type of an operand: the number itself, or for a format of 16 bits a long double.
template <typename T>
using Value = std::conditional_t<kIsNarrow<T>, long double, T>;
template <typename T>
Value<T> value_of(u64 bits) {
  return static_cast<Value<T>>(of_bits<T>(bits));
}

template <typename Result, typename Argument, int kCount, typename Reference>
std::vector<u64> reference(const std::vector<u64>& list, int mode) {
  std::vector<u64> results(list.size() / kCount);
  std::fesetround(mode);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const u64* call = &list[i * kCount];
    // Read once more, so that nothing is computed before the mode is set.
    volatile Value<Argument> x = value_of<Argument>(call[0]),
                             y = value_of<Argument>(call[kCount > 1 ? 1 : 0]),
                             z = value_of<Argument>(call[kCount - 1]);
    results[i] = bits_of(static_cast<Result>(Reference()(x, y, z)));
  }
  std::fesetround(FE_TONEAREST);
  return results;
}

u64 flushed(u64 bits) {
  return is_denormal(of_bits<f32>(bits)) ? bits & 0x80000000 : bits;
}

template <typename Result, typename Argument, int kCount, typename Reference>
Function function(const std::string& name, int mode, Reference) {
  // As NVRTC's PTX shows; what has 16 bits has none.
  const bool has_ftz = !kIsNarrow<Result> && !kIsNarrow<Argument> && name.find("_ieee_") == std::string::npos;
  return {name,
          mode,
          kCount,
          sizeof(Result),
          sizeof(Argument),
          spelling<Result>().name,
          spelling<Argument>().name,
          arguments<Argument>,
          constant<Argument>,
          reference<Result, Argument, kCount, Reference>,
          same<Result>,
          denormal<Result, Argument>,
          has_ftz && std::is_same_v<Argument, f32>,
          has_ftz && std::is_same_v<Result, f32>,
          shown<Result>,
          shown<Argument>};
}

// Returns the expected results, with -ftz=true if `flushes`.
std::vector<u64> wanted(const Function& f, std::vector<u64> list, bool flushes) {
  if (flushes && f.flushes_arguments) {
    for (u64& argument : list) argument = flushed(argument);
  }
  std::vector<u64> results = f.reference(list, f.mode);
  if (flushes && f.flushes_result) {
    for (u64& result : results) result = flushed(result);
  }
  return results;
}

std::vector<Function> all_functions() {
  std::vector<Function> list;
#define ONE(count, name, mode, result, argument, expression)                     \
  list.push_back(function<result, argument, count>(                              \
      name, mode,                                                                \
      []([[maybe_unused]] Value<argument> x, [[maybe_unused]] Value<argument> y, \
         [[maybe_unused]] Value<argument> z) { return expression; }));
#define ROUNDED(count, name, ...)                     \
  ONE(count, #name "_rn", FE_TONEAREST, __VA_ARGS__)  \
  ONE(count, #name "_rz", FE_TOWARDZERO, __VA_ARGS__) \
  ONE(count, #name "_ru", FE_UPWARD, __VA_ARGS__)     \
  ONE(count, #name "_rd", FE_DOWNWARD, __VA_ARGS__)
#define ROUNDED1(...) ROUNDED(1, __VA_ARGS__)
#define ROUNDED2(...) ROUNDED(2, __VA_ARGS__)
#define ROUNDED3(...) ROUNDED(3, __VA_ARGS__)
#define NEAREST1(name, ...) ONE(1, #name, FE_TONEAREST, __VA_ARGS__)
#define NEAREST2(name, ...) ONE(2, #name, FE_TONEAREST, __VA_ARGS__)
#define NEAREST3(name, ...) ONE(3, #name, FE_TONEAREST, __VA_ARGS__)
#define TRUNCATE1(name, ...) ONE(1, #name, FE_TOWARDZERO, __VA_ARGS__)
#include "math/rounding.def"
  return list;
}

// ---- The kernels ----

const char kPrologue[] = R"(
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ int to_int(float x) { return (int)x; }
__device__ unsigned to_uint(float x) { return (unsigned)x; }
__device__ long long to_ll(float x) { return (long long)x; }
__device__ unsigned long long to_ull(float x) { return (unsigned long long)x; }
__device__ int double_to_int(double x) { return (int)x; }
__device__ unsigned double_to_uint(double x) { return (unsigned)x; }
__device__ long long double_to_ll(double x) { return (long long)x; }
__device__ unsigned long long double_to_ull(double x) { return (unsigned long long)x; }
__device__ float double_to_float(double x) { return (float)x; }
__device__ float ll_to_float(long long x) { return (float)x; }
__device__ float ull_to_float(unsigned long long x) { return (float)x; }
typedef __nv_bfloat16 bf16;
__device__ bf16 bfloat16_add(bf16 x, bf16 y) { return __hadd(x, y); }
__device__ bf16 bfloat16_sub(bf16 x, bf16 y) { return __hsub(x, y); }
__device__ bf16 bfloat16_mul(bf16 x, bf16 y) { return __hmul(x, y); }
__device__ bf16 bfloat16_div(bf16 x, bf16 y) { return __hdiv(x, y); }
__device__ bf16 bfloat16_fma(bf16 x, bf16 y, bf16 z) { return __hfma(x, y, z); }
__device__ bf16 bfloat16_sqrt(bf16 x) { return hsqrt(x); }
)";

std::string run_time_kernel(const Function& f) {
  std::string call = f.name + "(x[i]";
  if (f.count > 1) call = f.name + "(x[" + std::to_string(f.count) + " * i]";
  for (int k = 1; k < f.count; ++k)
    call += ", x[" + std::to_string(f.count) + " * i + " + std::to_string(k) + "]";
  return "extern \"C\" __global__ void on_" + f.name + "(" + f.result + "* out, const " + f.argument +
         "* x, unsigned n) {\n  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = " +
         call + ");\n}\n";
}
std::string constant_kernel(const Function& f, const std::vector<u64>& list) {
  std::string text = "extern \"C\" __global__ void of_constants_" + f.name + "(" + f.result + "* out) {\n";
  for (std::size_t i = 0; i < list.size(); i += static_cast<std::size_t>(f.count)) {
    text += "  out[" + std::to_string(i / static_cast<std::size_t>(f.count)) + "] = " + f.name + "(";
    for (int k = 0; k < f.count; ++k)
      text += (k > 0 ? ", " : "") + f.constant(list[i + static_cast<std::size_t>(k)]);
    text += ");\n";
  }
  return text + "}\n";
}

// ---- The runs ----

u64 random_count = 1 << 15, first_seed = effort_seed();
bool all = false;

// The results as they are in memory, each as 64 bits. Without arguments: a kernel of constants.
std::vector<u64> run(const Way& way, gc_module* module, const Function& f, const std::vector<u64>* list,
                     std::size_t count) {
  std::vector<std::uint8_t> in;
  if (list) {
    in.resize(list->size() * f.argument_size);
    for (std::size_t i = 0; i < list->size(); ++i)
      std::memcpy(&in[i * f.argument_size], &(*list)[i], f.argument_size);
  }
  const std::string name = (list ? "on_" : "of_constants_") + f.name;
  const std::vector<std::uint8_t> out =
      launch(way, module, name, count * f.result_size, list ? &in : nullptr, count);
  std::vector<u64> results(count);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(&results[i], &out[i * f.result_size], f.result_size);
  return results;
}

// A GPU flushes what would be smaller than the least normal number if exponents had no end, although it
// rounds to that number.
bool is_flushed_least(u64 got, u64 want) {
  return (want & 0x7fffffff) == 0x00800000 && got == (want & 0x80000000);
}

// Returns how many results differ; prints the first few.
std::size_t compare(const Way& way, const Function& f, const char* how, const std::vector<u64>& list,
                    const std::vector<u64>& got, const std::vector<u64>& want, bool may_flush) {
  constexpr std::size_t kShown = 4;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const u64* call = &list[i * static_cast<std::size_t>(f.count)];
    if (f.same(got[i], want[i]) || (may_flush && f.denormal(want[i], call, f.count))) continue;
    if (may_flush && f.flushes_result && is_flushed_least(got[i], want[i])) continue;
    if (++wrong > kShown) continue;
    std::string text = f.name + "(";
    for (int k = 0; k < f.count; ++k) text += (k > 0 ? ", " : "") + f.shown_argument(call[k]);
    print_error("%s, %s: %s) = %s, not %s\n", way.name, how, text.c_str(), f.shown(got[i]).c_str(),
                f.shown(want[i]).c_str());
  }
  if (wrong > kShown)
    print_error("%s, %s: %s: %zu of %zu results are wrong\n", way.name, how, f.name.c_str(), wrong,
                want.size());
  return wrong;
}

// As many functions as one module has kernels for.
constexpr std::size_t kFunctions = 48;

void expect_all_right(const char* option, u64 random) {
  std::vector<Function> functions = all_functions();
  u64 choice = first_seed;
  if (option && !all)
    std::erase_if(functions, [&](const Function& f) {
      return !f.flushes_arguments && !f.flushes_result && next_random(&choice) % effort(36, 6) != 0;
    });
  std::size_t wrong = 0, results = 0;
  for (std::size_t first = 0; first < functions.size(); first += kFunctions) {
    const std::size_t last = std::min(first + kFunctions, functions.size());
    std::string source = kPrologue;
    for (std::size_t i = first; i < last; ++i) source += run_time_kernel(functions[i]);
    std::vector<gc_module*> modules;
    for (const Way& way : ways) {
      modules.push_back(option ? compiled(way.context, source, {option}) : compiled(way.context, source));
    }
    for (std::size_t k = first; k < last; ++k) {
      const Function& f = functions[k];
      u64 seed = first_seed + k;
      const std::vector<u64> list = f.arguments(&seed, f.count, random);
      const std::vector<u64> want = wanted(f, list, option != nullptr);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        const std::vector<u64> got = run(ways[i], modules[i], f, &list, want.size());
        // A GPU divides bfloat16 by way of floats.
        const bool may_flush = option && ways[i].mode < 0;
        wrong += compare(ways[i], f, "run time", list, got, want, may_flush);
        results += want.size();
      }
    }
    for (gc_module* module : modules) gc_module_release(module);
  }
  print_message("# %zu functions, %zu results\n", functions.size(), results);
  assert_int_equal(wrong, 0);
}

void at_run_time(void**) {
  expect_all_right(nullptr, random_count);
}
// The functions with a rounding in their names are exact whatever the options say; both flush.
void with_fast_math(void**) {
  expect_all_right("--use_fast_math", 1 << 12);
}
void with_ftz(void**) {
  expect_all_right("-ftz=true", 1 << 12);
}

void expect_constants_right(bool flushes) {
  std::size_t wrong = 0, results = 0;
  std::vector<Function> functions = all_functions();
  // An eighth of the functions, and another one under -ftz=true.
  u64 at = first_seed + flushes;
  if (!all) std::erase_if(functions, [&](const Function&) { return at++ % effort(8, 1) != 0; });
  const std::size_t most = all ? 32 : effort(2, 8);
  for (std::size_t first = 0; first < functions.size(); first += kFunctions) {
    const std::size_t last = std::min(first + kFunctions, functions.size());
    std::string source = kPrologue;
    std::vector<std::vector<u64>> lists;
    for (std::size_t i = first; i < last; ++i) {
      const Function& f = functions[i];
      u64 seed = first_seed + i;
      const std::vector<u64> from = f.arguments(&seed, f.count, 0);
      const auto width = static_cast<std::size_t>(f.count);
      const std::size_t calls = from.size() / width, each = std::min(most, calls);
      std::vector<u64> list;
      for (std::size_t k = 0; k < each; ++k) {
        // If there is one argument, a call from each part of the list.
        const std::size_t part = f.count == 1 ? calls / each : calls;
        const std::size_t call = next_random(&seed) % part + (f.count == 1 ? k * part : 0);
        list.insert(list.end(), from.begin() + static_cast<std::ptrdiff_t>(call * width),
                    from.begin() + static_cast<std::ptrdiff_t>((call + 1) * width));
      }
      source += constant_kernel(f, list);
      lists.push_back(list);
    }
    for (const Way& way : ways) {
      gc_module* module =
          flushes ? compiled(way.context, source, {"-ftz=true"}) : compiled(way.context, source);
      for (std::size_t i = first; i < last; ++i) {
        const Function& f = functions[i];
        const std::vector<u64> want = wanted(f, lists[i - first], flushes);
        wrong += compare(way, f, "constants", lists[i - first], run(way, module, f, nullptr, want.size()),
                         want, flushes && way.mode < 0);
        results += want.size();
      }
      gc_module_release(module);
    }
  }
  print_message("# %zu functions, %zu results\n", functions.size(), results);
  assert_int_equal(wrong, 0);
}

void with_constants(void**) {
  expect_constants_right(false);
}
void with_constants_and_ftz(void**) {
  expect_constants_right(true);
}

// Compares each float of two binades, where every fraction occurs with an even and with an odd exponent;
// without --all every 17th.
void roots_of_every_fraction(void**) {
  const std::vector<Function> functions = all_functions();
  std::string source = kPrologue;
  std::vector<const Function*> chosen;
  for (const Function& f : functions) {
    if (f.name != "__frsqrt_rn" && f.name.rfind("__fsqrt_", 0) != 0 && f.name.rfind("__frcp_", 0) != 0)
      continue;
    chosen.push_back(&f);
    source += run_time_kernel(f);
  }
  std::size_t wrong = 0;
  std::vector<gc_module*> modules;
  for (const Way& way : ways) modules.push_back(compiled(way.context, source));
  for (u64 part = 0; part < 8; ++part) {
    const u64 step = all ? 1 : effort(51, 17);
    std::vector<u64> list((1 << 21) / step);
    for (u64 i = 0; i < list.size(); ++i) list[i] = 0x3f800000 + (part << 21) + first_seed % step + i * step;
    for (const Function* f : chosen) {
      const std::vector<u64> want = f->reference(list, f->mode);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        if (ways[i].mode == 1) continue;  // the same code, and slow
        wrong += compare(ways[i], *f, "run time", list, run(ways[i], modules[i], *f, &list, want.size()),
                         want, false);
      }
    }
  }
  for (gc_module* module : modules) gc_module_release(module);
  assert_int_equal(wrong, 0);
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--all") == 0)
      all = true;
    else if (std::strcmp(arguments[i], "--seed") == 0 && i + 1 < count)
      first_seed = std::strtoull(arguments[++i], nullptr, 10);
    else
      random_count = std::strtoull(arguments[i], nullptr, 10);
  }
  std::printf("# seed %llu\n", static_cast<unsigned long long>(first_seed));
  const CMUnitTest tests[] = {
      cmocka_unit_test(at_run_time),
      cmocka_unit_test(with_constants),
      cmocka_unit_test(with_constants_and_ftz),
      cmocka_unit_test(with_fast_math),
      cmocka_unit_test(with_ftz),
      cmocka_unit_test(roots_of_every_fraction),
  };
  return cmocka_run_group_tests_name("rounding", tests, open_devices, nullptr);
}
