// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic and conversions with a chosen rounding (rounding.def), bit for bit against this machine's own
// arithmetic with its rounding mode set: with arguments known at run time in each mode of the CPU device, and
// with constant ones. On a GPU (GRIDCALL_DEVICE=gpu) the GPU and the CPU device both. One NaN is as good as
// another.
//
//   test_math_rounding [COUNT]     that many random arguments for each function; by default 2^17

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "gridcall/gridcall.h"
#include "kernels/call.h"
#include "support/cmocka.h"

namespace {

[[noreturn]] void give_up(const std::string& problem) {
  print_error("%s\n", problem.c_str());
  fail();
  std::abort();  // fail() does not come back
}

// ---- Types ----

using i8 = std::int8_t;
using u8 = std::uint8_t;
using i16 = std::int16_t;
using u16 = std::uint16_t;
using i32 = std::int32_t;
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using f32 = float;
using f64 = double;
// A format of 16 bits: as a number it is a long double.
template <int kDigits, int kMaxExponent>
struct Narrow {
  static constexpr int digits = kDigits, max_exponent = kMaxExponent;
  u16 bits = 0;
  operator long double() const {
    const int exponent = (bits & 0x7fff) >> (digits - 1), fraction = bits & ((1 << (digits - 1)) - 1);
    long double value = std::ldexp(static_cast<long double>(fraction), 2 - max_exponent - digits + 1);
    if (exponent == 2 * max_exponent - 1) value = fraction != 0 ? NAN : HUGE_VALL;
    if (exponent > 0 && exponent < 2 * max_exponent - 1)
      value = std::ldexp(static_cast<long double>(fraction + (1 << (digits - 1))),
                         exponent - max_exponent + 1 - digits + 1);
    return (bits & 0x8000) != 0 ? -value : value;
  }
};
using f16 = Narrow<11, 16>;
using bf16 = Narrow<8, 128>;

template <typename T>
constexpr bool kIsNarrow = std::is_same_v<T, f16> || std::is_same_v<T, bf16>;
template <typename T>
constexpr bool kIsFloat = std::is_floating_point_v<T> || kIsNarrow<T>;

// How a kernel writes the type, and a constant of it.
struct Spelling {
  const char *name, *constant;
};
template <typename T>
Spelling spelling() {
  if constexpr (std::is_same_v<T, f32>) return {"float", "__int_as_float(0x%llx)"};
  if constexpr (std::is_same_v<T, f64>) return {"double", "__longlong_as_double(0x%llxLL)"};
  if constexpr (std::is_same_v<T, f16>) return {"__half", "__ushort_as_half(0x%llx)"};
  if constexpr (std::is_same_v<T, bf16>) return {"__nv_bfloat16", "__ushort_as_bfloat16(0x%llx)"};
  if constexpr (std::is_same_v<T, i8>) return {"signed char", "(signed char)0x%llx"};
  if constexpr (std::is_same_v<T, u8>) return {"unsigned char", "(unsigned char)0x%llx"};
  if constexpr (std::is_same_v<T, i16>) return {"short", "(short)0x%llx"};
  if constexpr (std::is_same_v<T, u16>) return {"unsigned short", "(unsigned short)0x%llx"};
  if constexpr (std::is_same_v<T, i32>) return {"int", "(int)0x%llx"};
  if constexpr (std::is_same_v<T, u32>) return {"unsigned int", "0x%llxu"};
  if constexpr (std::is_same_v<T, i64>) return {"long long", "(long long)0x%llxull"};
  if constexpr (std::is_same_v<T, u64>) return {"unsigned long long", "0x%llxull"};
}

template <typename T>
u64 bits_of(T value) {
  u64 bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}
template <typename T>
T of_bits(u64 bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <typename T>
bool is_nan(T value) {
  if constexpr (kIsNarrow<T>) return std::isnan(static_cast<long double>(value));
  if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  return false;
}
template <typename T>
bool is_denormal(T value) {
  if constexpr (std::is_same_v<T, f32>) return std::fpclassify(value) == FP_SUBNORMAL;
  return false;
}
template <typename T>
std::string text_of(T value) {
  char text[64];
  if constexpr (kIsFloat<T>) {
    std::snprintf(text, sizeof text, "%La (%#llx)", static_cast<long double>(value),
                  static_cast<unsigned long long>(bits_of(value)));
  } else {
    std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(bits_of(value)));
  }
  return text;
}

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
To narrow(long double exact) {
  const u16 sign = std::signbit(exact) ? 0x8000 : 0, infinity = (2 * To::max_exponent - 1)
                                                                << (To::digits - 1);
  if (std::isnan(exact)) return {0x7fff};
  if (std::isinf(exact)) return {static_cast<u16>(sign | infinity)};
  if (exact == 0) return {sign};
  constexpr int least = 2 - To::max_exponent - To::digits + 1;  // the exponent of the least denormal number
  const int quantum = std::max(std::ilogb(exact) - To::digits + 1, least);
  const long double rounded = std::fabs(std::nearbyint(std::ldexp(exact, -quantum)));
  // The fraction's carry goes into the exponent, also from the largest number to infinity.
  const auto steps = static_cast<u64>(rounded) + (static_cast<u64>(quantum - least) << (To::digits - 1));
  if (steps < infinity) return {static_cast<u16>(sign | steps)};
  const bool up =
      std::fegetround() == FE_TONEAREST || std::fegetround() == (sign != 0 ? FE_DOWNWARD : FE_UPWARD);
  return {static_cast<u16>(sign | (up ? infinity : infinity - 1))};
}

template <typename To>
To quotient(long double x, long double y) {
  return narrow<To>(x / y);
}
template <typename To>
To root(long double x) {
  return narrow<To>(std::sqrt(x));
}
// The sum is made odd where it is not exact, so that the second rounding is the right one.
template <typename To>
To fused(long double x, long double y, long double z) {
  std::fesetround(FE_TOWARDZERO);
  std::feclearexcept(FE_INEXACT);
  volatile double a = static_cast<double>(x), b = static_cast<double>(y), c = static_cast<double>(z);
  volatile double product = a * b;  // exact
  volatile double sum = product + c;
  if (std::fetestexcept(FE_INEXACT) != 0) sum = of_bits<double>(bits_of<double>(sum) | 1);
  std::fesetround(FE_TONEAREST);
  // An exact zero is negative only if both terms are.
  if (sum == 0)
    sum = std::signbit(static_cast<double>(product)) && std::signbit(static_cast<double>(c)) ? -0.0 : 0.0;
  return narrow<To>(sum);
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
  std::string (*shown)(u64 result);
  std::string (*shown_argument)(u64 argument);
};

u64 next_random(u64* state) {
  u64 z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// Numbers at the edges of the type itself and of those it may be converted to.
template <typename T>
std::vector<u64> specials() {
  std::vector<u64> list;
  if constexpr (kIsFloat<T>) {
    constexpr int size = 8 * sizeof(T);
    constexpr int digits = std::is_same_v<T, f32>   ? 24
                           : std::is_same_v<T, f64> ? 53
                           : kIsNarrow<T>           ? [] {
                               if constexpr (kIsNarrow<T>) return T::digits;
                               return 0;
                             }()
                                          : 0;
    const u64 one = u64{1} << (digits - 1), infinity = ((u64{1} << (size - digits)) - 1) << (digits - 1);
    const u64 bias = (u64{1} << (size - digits - 1)) - 1;
    std::vector<u64> positive = {0, 1, 2, 3, one - 1, one, one + 1, infinity - 1, infinity - 2, infinity};
    const auto add = [&](int exponent,
                         u64 fraction) {  // 2^exponent (1 + fraction / one), and what is beside it
      const i64 biased = exponent + static_cast<i64>(bias);
      if (biased <= 0 || biased >= static_cast<i64>(infinity / one)) return;
      const u64 bits = static_cast<u64>(biased) * one + fraction;
      for (const u64 near : {bits, bits - 1, bits + 1}) positive.push_back(near);
    };
    for (int exponent : {-1, 0, 1, 2, 7, 8, 11, 15, 16, 23, 24, 25, 31, 32, 52, 53, 54, 63, 64})
      add(exponent, 0);
    // Halves: 0.5, 1.5, 2.5 and those next to the integers' bounds.
    for (int exponent : {0, 1, 6, 7, 14, 15, 22, 30, 31, 51}) {
      if (exponent < digits - 1) {
        add(exponent, one >> (exponent + 1));
        add(exponent, one - (one >> (exponent + 1)));
      }
    }
    // The bounds of narrower formats: the largest, the least normal, the least denormal number and half of
    // it.
    for (int exponent : {15, 127, -14, -15, -24, -25, -26, -126, -127, -133, -134, -135, -149, -150, -151})
      add(exponent, 0);
    for (int narrower : {8, 11, 24}) {
      if (narrower >= digits) continue;
      for (int exponent : {0, 3, 15, 16, 127, -14, -15, -126, -127}) {
        const u64 half = one >> narrower;  // half a step of the narrower format
        add(exponent, half);
        add(exponent, half * 3);
        add(exponent, one - half);
        add(exponent, one - 2 * half);
      }
    }
    for (u64 bits : positive) {
      list.push_back(bits);
      list.push_back(bits | u64{1} << (size - 1));
    }
    // NaNs: quiet, with a payload, signalling, negative.
    for (u64 bits : {infinity + one / 2, infinity + one / 2 + 5, infinity + 1, infinity + one - 1}) {
      list.push_back(bits);
      list.push_back(bits | u64{1} << (size - 1));
    }
  } else {
    const u64 all = sizeof(T) == 8 ? ~u64{0} : (u64{1} << (8 * sizeof(T))) - 1;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit) {
      for (u64 step : {u64{0}, u64{1}, ~u64{0}}) {
        list.push_back(((u64{1} << bit) + step) & all);
        list.push_back((~((u64{1} << bit) + step) + 1) & all);
        // Half a step of a format of 8, 11, 24 and 53 digits, and what is beside it.
        for (unsigned digits : {8u, 11u, 24u, 53u}) {
          if (bit < digits) continue;
          const u64 half = u64{1} << (bit - digits);
          list.push_back(((u64{1} << bit) + half + step) & all);
          list.push_back(((u64{1} << bit) + 3 * half + step) & all);
          list.push_back((~((u64{1} << bit) + half + step) + 1) & all);
        }
      }
    }
    list.push_back(all);
    list.push_back(0);
  }
  return list;
}

template <typename T>
u64 any_bits(u64* seed, const std::vector<u64>& special) {
  const u64 random = next_random(seed), all = sizeof(T) == 8 ? ~u64{0} : (u64{1} << (8 * sizeof(T))) - 1;
  const u64 kind = next_random(seed) % 8;
  if (kind == 0) return special[random % special.size()];
  if constexpr (std::is_floating_point_v<T>) {
    // All sizes; then of middle size, where the results are normal; then with few digits, where many are
    // exact.
    if (kind <= 3) return random & all;
    const T fraction = static_cast<T>(1 + static_cast<double>(random >> 40) * 0x1p-24 * (kind < 6 ? 1 : 0) +
                                      static_cast<double>(random & 15) / 16 * (kind < 6 ? 0 : 1));
    const T value = std::ldexp(fraction, static_cast<int>(random >> 8 & 63) - 32);
    return bits_of((random & 128) != 0 ? -value : value);
  } else if constexpr (kIsFloat<T>) {
    return random & all;
  } else {
    return (random & all) >> (kind < 4 ? 0 : (random >> 58) % (8 * sizeof(T)));
  }
}

// Two numbers whose sum, or three whose x y + z, nearly vanishes.
template <typename T>
void cancel(u64* seed, u64* arguments, int count) {
  if constexpr (std::is_floating_point_v<T>) {
    const u64 random = next_random(seed);
    T x = of_bits<T>(arguments[0]), y = of_bits<T>(arguments[1]);
    T last = count == 2 ? -x : -x * y;
    for (u64 i = 0; i < random % 4; ++i)
      last = std::nextafter(last, (random & 16) != 0 ? HUGE_VALF : -HUGE_VALF);
    arguments[count - 1] = bits_of(last);
  }
}

template <typename T>
std::vector<u64> arguments(u64* seed, int count, u64 random) {
  const std::vector<u64> special = specials<T>();
  std::vector<u64> result;
  if (count == 1) {
    result = special;
  } else {
    // Each with each; of three a selection.
    const std::size_t most = std::min<std::size_t>(special.size(), count == 2 ? 320 : 45);
    const auto at = [&](std::size_t i) { return special[i * special.size() / most]; };
    for (std::size_t i = 0; i < most; ++i) {
      for (std::size_t j = 0; j < most; ++j) {
        for (std::size_t k = 0; k < (count == 3 ? most : 1); ++k) {
          result.push_back(at(i));
          result.push_back(at(j));
          if (count == 3) result.push_back(at(k));
        }
      }
    }
  }
  for (u64 i = 0; i < random; ++i) {
    u64 call[3] = {};
    for (int k = 0; k < count; ++k) call[k] = any_bits<T>(seed, special);
    if (count > 1 && i % 4 == 0) cancel<T>(seed, call, count);
    result.insert(result.end(), call, call + count);
  }
  return result;
}

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

// What arithmetic takes: the number itself, or for a format of 16 bits a long double.
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

template <typename Result, typename Argument, int kCount, typename Reference>
Function function(const std::string& name, int mode, Reference) {
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
          shown<Result>,
          shown<Argument>};
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

// ---- The devices ----

// One way to run a kernel.
struct Way {
  const char* name;
  gc_context* context;
  int mode;  // of the CPU device; -1: a GPU
};
std::vector<Way> ways;
u64 random_count = 1 << 17;
constexpr std::uint32_t kBlock = 256;

gc_module* compiled(gc_context* context, const std::string& source, const char* option) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_FULL;
  options.options = &option;
  options.option_count = option != nullptr ? 1 : 0;
  gc_module* module = nullptr;
  CALL(gc_module_from_source, context, source.c_str(), source.size(), &options, &module);
  return module;
}

// The results as they lie in memory, each as 64 bits. Without arguments: a kernel of constants.
std::vector<u64> run(const Way& way, gc_module* module, const Function& f, const std::vector<u64>* list,
                     std::size_t count) {
  gc_kernel* kernel = nullptr;
  CALL(gc_module_kernel, module, ((list != nullptr ? "on_" : "of_constants_") + f.name).c_str(), &kernel);
  if (way.mode >= 0) CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, way.mode);
  gc_mem *out = nullptr, *in = nullptr;
  CALL(gc_mem_alloc, way.context, count * f.result_size, &out);
  gc_arg args[3] = {{GRIDCALL_ARG_KIND_MEM, 8, 0, out}};
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = config.block_x = 1;
  if (list != nullptr) {
    std::vector<std::uint8_t> bytes(list->size() * f.argument_size);
    for (std::size_t i = 0; i < list->size(); ++i)
      std::memcpy(&bytes[i * f.argument_size], &(*list)[i], f.argument_size);
    CALL(gc_mem_alloc, way.context, bytes.size(), &in);
    CALL(gc_memcpy_htod, in, 0, bytes.data(), bytes.size());
    args[1] = {GRIDCALL_ARG_KIND_MEM, 8, 0, in};
    args[2] = {GRIDCALL_ARG_KIND_SCALAR, 4, count, nullptr};
    config.block_x = kBlock;
    config.grid_x = static_cast<std::uint32_t>((count + kBlock - 1) / kBlock);
  }
  CALL(gc_launch, kernel, nullptr, &config, args, list != nullptr ? 3 : 1);
  CALL(gc_context_synchronize, way.context);
  std::vector<std::uint8_t> bytes(count * f.result_size);
  CALL(gc_memcpy_dtoh, out, 0, bytes.data(), bytes.size());
  std::vector<u64> results(count);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(&results[i], &bytes[i * f.result_size], f.result_size);
  gc_mem_release(out);
  gc_mem_release(in);
  gc_kernel_release(kernel);
  return results;
}

// How many results differ; says the first few.
std::size_t compare(const Way& way, const Function& f, const char* how, const std::vector<u64>& list,
                    const std::vector<u64>& got, const std::vector<u64>& want, bool may_flush) {
  constexpr std::size_t kShown = 4;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const u64* call = &list[i * static_cast<std::size_t>(f.count)];
    if (f.same(got[i], want[i]) || (may_flush && f.denormal(want[i], call, f.count))) continue;
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
  const std::vector<Function> functions = all_functions();
  std::size_t wrong = 0, results = 0;
  for (std::size_t first = 0; first < functions.size(); first += kFunctions) {
    const std::size_t last = std::min(first + kFunctions, functions.size());
    std::string source = kPrologue;
    for (std::size_t i = first; i < last; ++i) source += run_time_kernel(functions[i]);
    std::vector<gc_module*> modules;
    for (const Way& way : ways) modules.push_back(compiled(way.context, source, option));
    for (std::size_t k = first; k < last; ++k) {
      const Function& f = functions[k];
      u64 seed = k;
      const std::vector<u64> list = f.arguments(&seed, f.count, random);
      const std::vector<u64> want = f.reference(list, f.mode);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        const std::vector<u64> got = run(ways[i], modules[i], f, &list, want.size());
        wrong += compare(ways[i], f, "run time", list, got, want, option != nullptr);
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
// The functions with a rounding in their names are exact whatever the options say.
void with_fast_math(void**) {
  expect_all_right("--use_fast_math", 1 << 12);
}

void with_constants(void**) {
  std::size_t wrong = 0, results = 0;
  const std::vector<Function> functions = all_functions();
  constexpr std::size_t kEach = 32;
  for (std::size_t first = 0; first < functions.size(); first += kFunctions) {
    const std::size_t last = std::min(first + kFunctions, functions.size());
    std::string source = kPrologue;
    std::vector<std::vector<u64>> lists;
    for (std::size_t i = first; i < last; ++i) {
      const Function& f = functions[i];
      u64 seed = i;
      const std::vector<u64> all = f.arguments(&seed, f.count, 0);
      const auto width = static_cast<std::size_t>(f.count);
      const std::size_t calls = all.size() / width, each = std::min(kEach, calls);
      std::vector<u64> list;
      for (std::size_t k = 0; k < each; ++k) {
        const std::size_t call = f.count == 1 ? k * calls / each : next_random(&seed) % calls;
        list.insert(list.end(), all.begin() + static_cast<std::ptrdiff_t>(call * width),
                    all.begin() + static_cast<std::ptrdiff_t>((call + 1) * width));
      }
      source += constant_kernel(f, list);
      lists.push_back(list);
    }
    for (const Way& way : ways) {
      gc_module* module = compiled(way.context, source, nullptr);
      for (std::size_t i = first; i < last; ++i) {
        const Function& f = functions[i];
        const std::vector<u64> want = f.reference(lists[i - first], f.mode);
        wrong += compare(way, f, "constants", lists[i - first], run(way, module, f, nullptr, want.size()),
                         want, false);
        results += want.size();
      }
      gc_module_release(module);
    }
  }
  print_message("# %zu functions, %zu results\n", functions.size(), results);
  assert_int_equal(wrong, 0);
}

// Of each float in four binades, where every fraction stands at an even and at an odd exponent.
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
  for (const Way& way : ways) modules.push_back(compiled(way.context, source, nullptr));
  for (u64 part = 0; part < 8; ++part) {
    std::vector<u64> list(1 << 21);
    for (u64 i = 0; i < list.size(); ++i) list[i] = 0x3f800000 + (part << 21) + i;
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

int open_devices(void**) {
  gc_context *context = nullptr, *cpu_context = nullptr;
  gc_device *device = nullptr, *cpu = nullptr;
  gc_device_kind_t kind = 0;
  CALL(gc_context_default, &context);
  CALL(gc_context_device, context, &device);
  CALL(gc_device_kind, device, &kind);
  if (kind == GRIDCALL_DEVICE_KIND_GPU) ways.push_back({"GPU", context, -1});
  CALL(gc_device_find, "cpu", &cpu);
  CALL(gc_context_primary, cpu, &cpu_context);
  ways.push_back({"CPU device", cpu_context, 0});
  ways.push_back({"CPU device in reference mode", cpu_context, 1});
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) random_count = std::strtoull(arguments[1], nullptr, 10);
  const CMUnitTest tests[] = {
      cmocka_unit_test(at_run_time),
      cmocka_unit_test(with_constants),
      cmocka_unit_test(with_fast_math),
      cmocka_unit_test(roots_of_every_fraction),
  };
  return cmocka_run_group_tests_name("rounding", tests, open_devices, nullptr);
}
