// SPDX-License-Identifier: Apache-2.0
//
// Inline PTX (assembly.def, and kernels of memory and of threads) against what it should do, in both modes of
// the CPU device; with GRIDCALL_DEVICE=gpu on the GPU too. So also C++ under -ftz=true.

#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/devices.h"
#include "kernels/numbers.h"
#include "support/part.h"

namespace {

using namespace gridcall::math;

// ---- Arguments: 64 bits each, of which a type takes the low ones ----

struct small;     // a float in [-8, 8)
struct positive;  // a float in [2^-16, 2^16)
struct tiny;      // a float of which most are subnormal
struct odd32;
struct halves;  // two numbers of 16 bits

template <typename T>
struct Argument {
  using Type = T;
};
template <>
struct Argument<small> {
  using Type = f32;
};
template <>
struct Argument<positive> {
  using Type = f32;
};
template <>
struct Argument<tiny> {
  using Type = f32;
};
template <>
struct Argument<odd32> {
  using Type = u32;
};
template <>
struct Argument<halves> {
  using Type = u32;
};

u64 any_word(u64* seed) {
  static const u64 special[] = {0,   1,   2,   3,          5,          31,         32,
                                33,  63,  64,  65,         127,        128,        255,
                                256, 257, 287, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000};
  const u64 random = next_random(seed), kind = next_random(seed) % 4;
  if (kind == 0) return special[random % (sizeof special / sizeof special[0])];
  if (kind == 1) return random % 70;
  return kind == 2 ? random : 0 - random % 300;
}
template <typename T>
u64 any_argument(u64* seed) {
  const u64 word = any_word(seed);
  const double unit = static_cast<double>(next_random(seed) >> 40) * 0x1p-24;
  if constexpr (std::is_same_v<T, small>) return bits_of(static_cast<f32>(unit * 16 - 8));
  if constexpr (std::is_same_v<T, positive>) return bits_of(static_cast<f32>(std::exp2(unit * 32 - 16)));
  if constexpr (std::is_same_v<T, tiny>)
    return (next_random(seed) & 0x80ffffff) | (word % 9 == 0 ? 0x3f000000 : 0);
  // Any bits, or numbers near enough to each other for ties and for sums that are not exact.
  if constexpr (std::is_same_v<T, halves>)
    return word % 3 == 0 ? next_random(seed) & 0xffffffff : (next_random(seed) & 0x8fff8fff) | 0x30003000;
  if constexpr (std::is_same_v<T, odd32>) return (word | 1) & 0xffffffff;
  if constexpr (std::is_floating_point_v<typename Argument<T>::Type>) {
    if ((word & 7) == 0) return next_random(seed);
    return bits_of(static_cast<typename Argument<T>::Type>((unit - 0.5) *
                                                           std::exp2(static_cast<double>(word % 70) - 30)));
  }
  return word;
}

// ---- References ----

u32 clamp32(i64 value) {
  return static_cast<u32>(
      std::clamp<i64>(value, std::numeric_limits<i32>::min(), std::numeric_limits<i32>::max()));
}
i32 low24(u32 value) {
  return static_cast<i32>(value << 8) >> 8;
}
u32 lookup(u32 a, u32 b, u32 c, u32 table) {
  u32 result = 0;
  for (int i = 0; i < 32; ++i)
    result |= (table >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i;
  return result;
}
u32 highest_unlike_sign(i32 value) {
  const auto word = static_cast<u32>(value < 0 ? ~value : value);
  return word == 0 ? ~0u : 31u - static_cast<u32>(std::countl_zero(word));
}
u32 reversed(u32 value) {
  u32 result = 0;
  for (int i = 0; i < 32; ++i) result |= (value >> i & 1) << (31 - i);
  return result;
}
// As the PTX ISA writes it down for bfe; `word` is extended by its sign where there is one.
u64 field(u64 word, u32 position, u32 length, int size, bool is_signed) {
  const int at = static_cast<int>(position & 255), count = static_cast<int>(length & 255);
  const auto bit = [&](int i) { return word >> i & 1; };
  const u64 sign = !is_signed || count == 0 ? 0 : bit(std::min(at + count - 1, size - 1));
  u64 result = 0;
  for (int i = 0; i < size; ++i) result |= (i < count && at + i < size ? bit(at + i) : sign) << i;
  return result;
}
u32 inserted(u32 from, u32 into, u32 position, u32 length) {
  u32 result = into;
  for (u32 i = 0; i < (length & 255) && (position & 255) + i < 32; ++i) {
    const u32 at = (position & 255) + i;
    result = (result & ~(1u << at)) | (from >> i & 1) << at;
  }
  return result;
}
u32 mask_of(u32 position, u32 length) {
  u32 result = 0;
  for (u64 i = position; i < std::min<u64>(32, u64{position} + length); ++i) result |= 1u << i;
  return result;
}
u32 permuted(u32 a, u32 b, u32 selector) {
  const u64 bytes = u64{b} << 32 | a;
  u32 result = 0;
  for (int i = 0; i < 4; ++i) {
    const u32 pick = selector >> (4 * i) & 15;
    u32 byte = static_cast<u32>(bytes >> (8 * (pick & 7))) & 255;
    if ((pick & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}
// An operation on the parts of two words, whose low bits stand in place or are added.
u32 by_parts(u32 a, u32 b, int size, bool is_signed, int (*operation)(int, int), bool adds = false) {
  const auto part = [&](u32 word, int at) {
    const u32 up = word << (32 - size - at);
    return is_signed ? static_cast<i32>(up) >> (32 - size) : static_cast<i32>(up >> (32 - size));
  };
  u32 result = 0;
  for (int at = 0; at < 32; at += size) {
    const auto one = static_cast<u32>(operation(part(a, at), part(b, at)));
    result += adds ? static_cast<u32>(part(one, 0)) : (one & ((1u << size) - 1)) << at;
  }
  return result;
}
u32 dot(u32 a, u32 b, u32 c, bool is_signed) {
  for (int i = 0; i < 4; ++i) {
    const u32 x = a >> (8 * i) & 255, y = b >> (8 * i) & 255;
    c += is_signed ? static_cast<u32>(static_cast<i8>(x) * static_cast<i8>(y)) : x * y;
  }
  return c;
}
u32 whole32(f32 value) {
  if (std::isnan(value)) return 0;
  return value >= 0x1p31f   ? 0x7fffffffu
         : value < -0x1p31f ? 0x80000000u
                            : static_cast<u32>(static_cast<i32>(value));
}
f32 saturated(f32 value) {
  return !(value > 0) ? 0.0f : std::min(value, 1.0f);
}
f32 flushed(f32 value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}
// From zero to the least normal number.
f32 next_normal(f32 a, f32 b) {
  if (a == 0 && b != 0 && !std::isnan(b)) return std::copysign(0x1p-126f, b);
  return flushed(std::nextafter(a, b));
}
f32 lesser(f32 a, f32 b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}

// The code of 8 bits, `digits` of them behind the point, that is nearest; the largest number stands for those
// beyond.
u32 byte_of(f32 value, int digits) {
  if (std::isnan(value)) return 0x7f;
  const auto number = [&](u32 code) {
    const int exponent = static_cast<int>(code >> digits), bias = digits == 3 ? 7 : 15;
    const f64 part = std::ldexp(code & ((1u << digits) - 1), -digits);
    return std::ldexp(part + (exponent > 0), std::max(exponent, 1) - bias);
  };
  const u32 largest = digits == 3 ? 0x7e : 0x7b;
  const f64 size = std::min<f64>(std::fabs(value), number(largest));
  u32 best = 0;
  for (u32 code = 1; code <= largest; ++code) {
    const f64 off = std::fabs(number(code) - size), least = std::fabs(number(best) - size);
    if (off < least || (off == least && code % 2 == 0)) best = code;
  }
  return best | (std::signbit(value) ? 0x80 : 0);
}
// An operation on the lower numbers and on the upper ones.
template <typename T, typename Operation>
u32 by_halves(u32 a, u32 b, u32 c, Operation operation) {
  u32 result = 0;
  for (int shift : {0, 16}) {
    const auto part = [&](u32 word) { return static_cast<long double>(T{static_cast<u16>(word >> shift)}); };
    result |= u32{T(operation(part(a), part(b), part(c))).bits} << shift;
  }
  return result;
}
// The larger one, +0 above -0, a number above NaN.
long double larger(long double x, long double y) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? y : x;
  return x > y || (x == y && !std::signbit(x)) ? x : y;
}
long double unit(long double x) {
  return std::isnan(x) ? 0 : std::min(std::max(x, 0.0L), 1.0L);
}
// e5m2 as a half.
u32 widened(u32 code) {
  return (code & 0x7f) > 0x7c ? 0x7fff : code << 8;
}

// A result in a rounding mode, of operands that the compiler does not look through.
template <typename T, typename Function>
auto in_mode(int mode, T a, T b, T c, Function function) {
  volatile T x = a, y = b, z = c;
  std::fesetround(mode);
  volatile auto result = function(x, y, z);
  std::fesetround(FE_TONEAREST);
  return static_cast<std::remove_cvref_t<decltype(function(a, b, c))>>(result);
}
template <typename T>
u16 half_in_mode(int mode, long double value) {
  std::fesetround(mode);
  const T result = narrow<T>(value);
  std::fesetround(FE_TONEAREST);
  return result.bits;
}
// The largest number for an infinity.
template <typename T>
u16 finite(T value) {
  const u16 infinity = (2 * T::max_exponent - 1) << (T::digits - 1);
  return (value.bits & 0x7fff) == infinity ? value.bits - 1 : value.bits;
}
// `result` of a pair `given`, with the one NaN that a GPU gives.
template <typename T>
u32 one_nan(u32 given, u32 result) {
  for (const u32 at : {0u, 16u}) {
    if (std::isnan(static_cast<long double>(T{static_cast<u16>(given >> at)})))
      result |= 0x7fffu << at, result &= ~(0x8000u << at);
  }
  return result;
}
// A GPU keeps the upper bits of a NaN.
template <typename T>
u16 of_double(f64 value) {
  constexpr int kFraction = T::digits - 1;
  if (!std::isnan(value)) return narrow<T>(static_cast<long double>(value)).bits;
  const u64 bits = bits_of(value);
  const u64 fraction = (bits >> (52 - kFraction) & ((u64{1} << kFraction) - 1)) | u64{1} << (kFraction - 1);
  return static_cast<u16>((bits >> 48 & 0x8000) | ((2 * T::max_exponent - 1) << kFraction) | fraction);
}
template <typename T>
T positive_part(T value) {
  const long double number = value;
  return number > 0 || std::isnan(number) ? value : T{};
}
// One bit that keeps a second rounding right stands for what a double lacks of a long integer.
f64 odd_double(i64 value) {
  const f64 down =
      in_mode<i64>(FE_DOWNWARD, value, 0, 0, [](i64 x, i64, i64) { return static_cast<f64>(x); });
  const f64 up = in_mode<i64>(FE_UPWARD, value, 0, 0, [](i64 x, i64, i64) { return static_cast<f64>(x); });
  const f64 zero = value < 0 ? up : down;
  return down == up ? down : of_bits<f64>(bits_of(zero) | 1);
}
// Halves of a word as flushed numbers of 16 bits.
template <typename T>
T flushed_half(T value) {
  const u16 exponent = (2 * T::max_exponent - 1) << (T::digits - 1);
  return (value.bits & exponent) == 0 ? T{static_cast<u16>(value.bits & 0x8000)} : value;
}
template <typename T>
T half_of(u32 word, int index) {
  return T{static_cast<u16>(word >> (16 * index))};
}
template <typename T, typename Compare>
u32 halves_that(u32 a, u32 b, u32 one, Compare compare) {
  u32 result = 0;
  for (int i = 0; i < 2; ++i)
    if (compare(static_cast<long double>(half_of<T>(a, i)), static_cast<long double>(half_of<T>(b, i))))
      result |= one << (16 * i);
  return result;
}
u32 packed(i32 a, i32 b, u32 c, int size, bool is_signed) {
  const i64 least = is_signed ? -(i64{1} << (size - 1)) : 0,
            most = is_signed ? (i64{1} << (size - 1)) - 1 : (i64{1} << size) - 1;
  const u64 mask = (u64{1} << size) - 1;
  const u64 low = static_cast<u64>(std::clamp<i64>(b, least, most)) & mask,
            high = static_cast<u64>(std::clamp<i64>(a, least, most)) & mask;
  return static_cast<u32>(u64{c} << (2 * size) | high << size | low);
}
// As PTX ISA 9.7.1 writes it down.
u32 extended(u32 a, u32 b, bool clamps, bool is_signed) {
  const u32 length = b & 31;
  if (clamps && b >= 32) return a;
  if (length == 0) return 0;
  const u32 mask = ~u32{0} << length, sign = is_signed ? a >> (length - 1) & 1 : 0;
  return (a & ~mask) | (sign != 0 ? mask : 0);
}
u32 nth_set_bit(u32 mask, u32 base, i32 n) {
  if (n == 0) return (mask >> base & 1) != 0 ? base : ~0u;
  i32 left = std::abs(n);
  for (i32 at = static_cast<i32>(base); at >= 0 && at < 32; at += n > 0 ? 1 : -1)
    if ((mask >> at & 1) != 0 && --left == 0) return static_cast<u32>(at);
  return ~0u;
}
// ---- Video instructions, as PTX ISA 9.7.18 writes them down: a part of a word; its bounds; into another
// word ----
i64 video_part(u32 word, int size, int index, bool is_signed) {
  const u64 part = u64{word} >> (size * index) & ((u64{1} << size) - 1);
  return is_signed && (part >> (size - 1)) != 0 ? static_cast<i64>(part) - (i64{1} << size)
                                                : static_cast<i64>(part);
}
i64 video_bound(i64 value, int size, bool is_signed) {
  return is_signed ? std::clamp(value, -(i64{1} << (size - 1)), (i64{1} << (size - 1)) - 1)
                   : std::clamp<i64>(value, 0, (i64{1} << size) - 1);
}
u32 video_merged(i64 value, u32 into, int size, int index) {
  const u32 mask = static_cast<u32>(((u64{1} << size) - 1) << (size * index));
  return (into & ~mask) | (static_cast<u32>(static_cast<u64>(value) << (size * index)) & mask);
}
// Parts of the words (b:a) by number, an operation on each, into the parts of c that a mask names.
template <typename Operation>
u32 video_all(u32 a, u32 b, u32 c, int size, std::vector<int> of_a, std::vector<int> of_b, u32 mask,
              bool is_signed, Operation operation) {
  const auto part = [&](int index) {
    const int parts = 32 / size;
    return video_part(index < parts ? a : b, size, index % parts, is_signed);
  };
  u32 result = c;
  for (int i = 0; i < 32 / size; ++i)
    if ((mask >> i & 1) != 0)
      result = video_merged(
          operation(part(of_a[static_cast<std::size_t>(i)]), part(of_b[static_cast<std::size_t>(i)])), result,
          size, i);
  return result;
}
f32 by_sign_of_both(f32 a, f32 b, f32 size) {
  return std::copysign(size, std::signbit(a) != std::signbit(b) ? -1.0f : 1.0f);
}
f64 flushed(f64 value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0, value) : value;
}
u32 steps_to_one(u32 start) {
  u32 steps = 0;
  for (u64 x = start; x > 1 && steps < 100; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  return steps;
}

struct Row {
  std::string name, kernel;
  bool flushes;  // to be compiled with -ftz=true
  bool is_near;
  void (*fill)(u64* seed, u64* arguments);
  u64 (*reference)(const u64* arguments);
  bool (*same)(u64 got, u64 want, bool is_near);
};

template <typename T>
bool same(u64 got, u64 want, bool is_near) {
  if (got == want) return true;
  if constexpr (std::is_floating_point_v<T>) {
    const T a = of_bits<T>(got), b = of_bits<T>(want);
    if (std::isnan(a) && std::isnan(b)) return true;
    return is_near && std::fabs(a - b) <= static_cast<T>(0x1p-18) * (1 + std::fabs(b));
  }
  return false;
}

// The letter of a constraint, and how a kernel writes the type.
template <typename T>
const char* letter() {
  if (std::is_same_v<T, f32>) return "f";
  if (std::is_same_v<T, f64>) return "d";
  return sizeof(T) == 2 ? "h" : sizeof(T) == 4 ? "r" : "l";
}
template <typename T>
const char* type_name() {
  return spelling<T>().name;
}

template <typename Result, typename A, typename B, typename C>
std::string kernel_of(const std::string& name, const std::string& text, int count, bool is_expression) {
  std::string kernel = "extern \"C\" __global__ void on_" + name +
                       "(unsigned long long* out, const unsigned long long* x, unsigned n) {\n"
                       "  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n  ";
  const char *types[] = {type_name<A>(), type_name<B>(), type_name<C>()},
             *letters[] = {letter<A>(), letter<B>(), letter<C>()};
  std::string inputs;
  for (int k = 0; k < count; ++k) {
    const std::string argument(1, static_cast<char>('a' + k));
    kernel += std::string(types[k]) + " " + argument + " = *(const " + types[k] + "*)&x[3 * i + " +
              std::to_string(k) + "];\n  ";
    inputs += std::string(k > 0 ? ", " : "") + "\"" + letters[k] + "\"(" + argument + ")";
  }
  kernel += std::string(type_name<Result>()) + " d;\n  ";
  if (is_expression)
    return kernel + "d = " + text + ";\n  out[i] = 0;\n  *(" + type_name<Result>() + "*)&out[i] = d;\n}\n";
  return kernel + "asm(" + text + " : \"=" + letter<Result>() + "\"(d) : " + inputs +
         ");\n  out[i] = 0;\n  *(" + type_name<Result>() + "*)&out[i] = d;\n}\n";
}

template <typename Result, typename A, typename B, typename C, typename Reference>
Row row(const std::string& name, const std::string& text, int count, bool is_near, bool flushes, Reference) {
  using TypeA = typename Argument<A>::Type;
  using TypeB = typename Argument<B>::Type;
  using TypeC = typename Argument<C>::Type;
  return {name,
          kernel_of<Result, TypeA, TypeB, TypeC>(name, text, count, flushes),
          flushes,
          is_near,
          [](u64* seed, u64* arguments) {
            arguments[0] = any_argument<A>(seed);
            arguments[1] = any_argument<B>(seed);
            arguments[2] = any_argument<C>(seed);
          },
          [](const u64* x) {
            return bits_of(static_cast<Result>(
                Reference()(of_bits<TypeA>(x[0]), of_bits<TypeB>(x[1]), of_bits<TypeC>(x[2]))));
          },
          same<Result>};
}

std::vector<Row> all_rows() {
  std::vector<Row> rows;
#define ROW(is_near, flushes, count, name, result, text, A, B, C, expression)                             \
  rows.push_back(                                                                                         \
      row<result, A, B, C>(#name, #text, count, is_near, flushes,                                         \
                           []([[maybe_unused]] Argument<A>::Type a, [[maybe_unused]] Argument<B>::Type b, \
                              [[maybe_unused]] Argument<C>::Type c) { return expression; }));
#define ANY(is_near, ...) ROW(is_near, false, __VA_ARGS__)
#define ROW1(name, result, text, A, expression) ANY(false, 1, name, result, text, A, u32, u32, expression)
#define ROW2(name, result, text, A, B, expression) ANY(false, 2, name, result, text, A, B, u32, expression)
#define ROW3(name, result, text, A, B, C, expression) ANY(false, 3, name, result, text, A, B, C, expression)
#define NEAR1(name, result, text, A, expression) ANY(true, 1, name, result, text, A, u32, u32, expression)
#define FTZ1(name, result, text, A, expression) \
  ROW(false, true, 1, name, result, text, A, u32, u32, expression)
#define FTZ2(name, result, text, A, B, expression) \
  ROW(false, true, 2, name, result, text, A, B, u32, expression)
#define FTZ3(name, result, text, A, B, C, expression) \
  ROW(false, true, 3, name, result, text, A, B, C, expression)
#define NEAR2(name, result, text, A, B, expression) ANY(true, 2, name, result, text, A, B, u32, expression)
#include "kernels/assembly.def"
  return rows;
}

bool is_all_right(const Row& one, const std::vector<u64>& list, const std::vector<std::uint8_t>& out,
                  std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    u64 got = 0;
    std::memcpy(&got, &out[8 * i], 8);
    if (!one.same(got, one.reference(&list[3 * i]), one.is_near)) return false;
  }
  return true;
}
// On sm_90 without instructions for them: an H100's results are not those of the PTX ISA's text, which the
// CPU device follows. A result merged into a part of c is there the largest number where it is negative, or
// 0; vmad has 32 bits where the text has more.
bool differs_on_gpu(const std::string& name) {
  return name == "vsub_merge" || name == "vmin_merge" || name == "vmad_po" || name == "vmad_sat";
}

void values(void**) {
  const std::vector<Row> rows = all_rows();
  std::string sources[2] = {"//\n", "//\n"};  // without -ftz=true and with it
  for (const Row& one : rows) sources[one.flushes] += one.kernel;
  constexpr std::size_t kCalls = 4096;
  std::size_t wrong = 0;
  for (const Way& way : ways) {
    gc_module* modules[] = {compiled(way.context, sources[0]),
                            compiled(way.context, sources[1], {"-ftz=true"})};
    for (const Row& one : rows) {
      gc_module* module = modules[one.flushes];
      u64 seed = 3;
      std::vector<u64> list(3 * kCalls);
      for (std::size_t i = 0; i < kCalls; ++i) one.fill(&seed, &list[3 * i]);
      std::vector<std::uint8_t> in(list.size() * 8);
      std::memcpy(in.data(), list.data(), in.size());
      const std::vector<std::uint8_t> out = launch(way, module, "on_" + one.name, kCalls * 8, &in, kCalls);
      int shown = 0;
      if (way.mode < 0 && differs_on_gpu(one.name)) {
        if (is_all_right(one, list, out, kCalls)) {
          print_error("%s: %s does not differ any more\n", way.name, one.name.c_str());
          ++wrong;
        }
        continue;
      }
      for (std::size_t i = 0; i < kCalls; ++i) {
        u64 got = 0;
        std::memcpy(&got, &out[8 * i], 8);
        const u64 *x = &list[3 * i], want = one.reference(x);
        if (one.same(got, want, one.is_near)) continue;
        ++wrong;
        if (++shown > 3) continue;
        print_error("%s: %s of %#llx, %#llx, %#llx is %#llx, not %#llx\n", way.name, one.name.c_str(),
                    static_cast<unsigned long long>(x[0]), static_cast<unsigned long long>(x[1]),
                    static_cast<unsigned long long>(x[2]), static_cast<unsigned long long>(got),
                    static_cast<unsigned long long>(want));
      }
    }
    for (gc_module* module : modules) gc_module_release(module);
  }
  assert_int_equal(wrong, 0);
}

// ---- Memory and threads: the lines whose check fails, in each of 256 threads ----

const char kOthers[] = R"(
#define CHECK(condition) if (!(condition)) out[t] = __LINE__
__device__ __align__(16) unsigned given[64];
// Its kernel goes on without the thread.
__device__ __noinline__ void leave(unsigned t) { asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 7; @p exit; }" :: "r"(t)); }
extern "C" __global__ void others(unsigned* out, unsigned* in, unsigned n) {
  unsigned t = threadIdx.x, lane = t & 31, r, s;
  unsigned long long w, wide64;
  // Special registers.
  asm("mov.u32 %0, %laneid;" : "=r"(r)); CHECK(r == lane);
  asm("mov.u32 %0, %%tid.x;" : "=r"(r)); CHECK(r == t);
  asm volatile("mov.u32 %0, %lanemask_lt;" : "=r"(r)); CHECK(r == (1u << lane) - 1);
  asm("mov.u32 %0, %ntid.x;" : "=r"(r)); CHECK(r == blockDim.x);
  asm("mov.u32 %0, WARP_SZ;" : "=r"(r)); CHECK(r == 32);
  asm("mov.u32 %0, %warpid;" : "=r"(r)); CHECK(r < 64);  // a GPU may number them otherwise
  asm volatile("mov.u64 %0, %clock64;" : "=l"(w)); CHECK(w != 0);
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(w)); CHECK(w != 0);
  // Global and shared memory.
  unsigned* own = in + 8 * t;
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(own), "r"(t), "r"(t + 1), "r"(t + 2), "r"(0xfffffffe) : "memory");
  asm volatile("ld.global.v2.u32 {%0, %1}, [%2+8];" : "=r"(r), "=r"(s) : "l"(own) : "memory"); CHECK(r == t + 2 && s == 0xfffffffe);
  asm volatile("ld.global.nc.v2.u32 {%0, %1}, [%2+24];" : "=r"(r), "=r"(s) : "l"(own)); CHECK(r == 8 * t + 6 && s == 8 * t + 7);  // no kernel writes it
  asm volatile("ld.global.L1::no_allocate.s8 %0, [%1+12];" : "=r"(r) : "l"(own)); CHECK(r == 0xfffffffe);
  asm volatile("ld.volatile.global.u8 %0, [%1+12];" : "=r"(r) : "l"(own)); CHECK(r == 0xfe);
  asm volatile("st.relaxed.gpu.global.u16 [%0+16], %1;" :: "l"(own), "h"((unsigned short)7) : "memory"); CHECK(*(unsigned short*)(own + 4) == 7);
  __shared__ unsigned cells[512];
  unsigned cell = (unsigned)__cvta_generic_to_shared(&cells[t]);
  asm volatile("st.shared.u32 [%0], %1;" :: "r"(cell), "r"(3 * t) : "memory"); CHECK(cells[t] == 3 * t);
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r) : "r"(cell) : "memory"); CHECK(r == 3 * t);
  asm volatile("{ .reg .u64 a; cvta.to.shared.u64 a, %1; ld.shared.u32 %0, [a+0]; }" : "=r"(r) : "l"(&cells[t]) : "memory"); CHECK(r == 3 * t);
  CHECK(__cvta_shared_to_generic(cell) == &cells[t]);
  *own = 77;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\ncp.async.commit_group;\ncp.async.wait_group 0;" :: "r"(cell), "l"(own) : "memory");
  CHECK(cells[t] == 77);
  // A guard keeps an access from happening.
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, 3; mov.u32 %0, 5; @p ld.global.u32 %0, [%1]; }" : "=r"(r) : "l"(t < 3 ? own : (unsigned*)0), "r"(t));
  CHECK(r == (t < 3 ? 77 : 5));
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %2, 9; @!p st.global.u32 [%0], %1; }" :: "l"(own), "r"(t), "r"(t) : "memory"); CHECK(*own == (t == 9 ? 77 : t));
  // Atomics.
  __shared__ unsigned sum, most, set; __shared__ float floats; __shared__ unsigned long long wide;
  if (t == 0) { sum = 0; most = 0; set = 0; floats = 0; wide = 0; }
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(r) : "r"((unsigned)__cvta_generic_to_shared(&sum)) : "memory"); CHECK(r < 256);
  asm volatile("red.max.u32 [%0], %1;" :: "l"(&most), "r"(t) : "memory");
  asm volatile("red.relaxed.gpu.or.b32 [%0], %1;" :: "l"(&set), "r"(1u << lane) : "memory");
  asm volatile("red.add.f32 [%0], %1;" :: "l"(&floats), "f"(0.5f) : "memory");
  asm volatile("{ .reg .u64 old; atom.add.u64 old, [%0], %1; }" :: "l"(&wide), "l"(1ull << 33) : "memory");
  asm volatile("membar.cta; barrier.sync 0;" ::: "memory");
  CHECK(sum == 256 && most == 255 && set == 0xffffffff && floats == 128 && wide == 256ull << 33);
  asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(r) : "l"(own), "r"(t), "r"(t + 100) : "memory"); CHECK(r == (t == 9 ? 77 : t));
  CHECK(*own == (t == 9 ? 77 : t + 100));
  asm volatile("atom.global.exch.b32 %0, [%1], 1;" : "=r"(r) : "l"(own) : "memory"); CHECK(*own == 1);
  // A barrier in memory: by its state and by its parity, with bytes that are announced, and without the threads that dropped out.
  __shared__ unsigned long long meeting;
  unsigned place = (unsigned)__cvta_generic_to_shared(&meeting);
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(place), "r"(256) : "memory");
  __syncthreads();
  cells[t] = t;
#define WAIT(text, ...) for (r = 0; !r;) asm volatile("{ .reg .pred p; mbarrier." text "; selp.u32 %0, 1, 0, p; }" : "=r"(r) : __VA_ARGS__ : "memory")
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(w) : "r"(place) : "memory");
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(r) : "l"(w)); CHECK(r > 0 && r <= 256);
  WAIT("test_wait.shared.b64 p, [%1], %2", "r"(place), "l"(w));
  CHECK(cells[255 - t] == 255 - t);
  if (t == 0) asm volatile("mbarrier.arrive.expect_tx.release.cta.shared.b64 _, [%0], 64;" :: "r"(place) : "memory");
  else asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" :: "r"(place) : "memory");
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "r"(place) : "memory");
  CHECK(r == 0);  // the bytes are missing
  cells[t + 256] = 2 * t;
  __syncthreads();
  if (t == 9) asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 64;" :: "r"(place) : "memory");
  WAIT("try_wait.parity.shared::cta.b64 p, [%1], %2", "r"(place), "r"(1));
  CHECK(cells[256 + (t ^ 1)] == 2 * (t ^ 1));
  if (t < 100) asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" :: "r"(place) : "memory");
  else asm volatile("{ .reg .b64 s; mbarrier.arrive.b64 s, [%0]; }" :: "l"(&meeting) : "memory");
  WAIT("try_wait.parity.shared.b64 p, [%1], 0, 100", "r"(place));
  __syncthreads();
  if (t == 0) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0], 156; }" :: "r"(place) : "memory");
  WAIT("test_wait.parity.shared.b64 p, [%1], 1", "r"(place));
  __syncthreads();
  if (t == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(place) : "memory");
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  __syncthreads();
  if (t == 0) in[0] = in[1] = 0;
  __syncthreads();
  asm volatile("red.relaxed.gpu.global.add.v2.f32 [%0], {%1, %2};" :: "l"(in), "f"(0.5f), "f"((float)t) : "memory");
  __syncthreads();
  CHECK(((float*)in)[0] == 128 && ((float*)in)[1] == 32640);
#endif
  // A carry from one assembly to the next, through branches and a loop.
  unsigned long long low, high;
  asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(low) : "l"(~0ull), "l"(t & 1ull));
  r = 5;
  if (t % 3 == 0) asm volatile("addc.cc.u32 %0, %0, 0xffffffff;" : "+r"(r));
  asm volatile("addc.u64 %0, %1, 0;" : "=l"(high) : "l"(7ull)); CHECK(low == (t & 1) - 1ull && high == 7 + (t % 3 == 0 || t & 1));
  CHECK(r == (t % 3 ? 5 : 4 + (t & 1)));
  unsigned words[4] = {t, 0, 0, 5};
  asm volatile("sub.cc.u32 %0, %0, 9;" : "+r"(words[0]));
  #pragma unroll
  for (int i = 1; i < 4; ++i) asm volatile("subc.cc.u32 %0, %0, 0;" : "+r"(words[i]));
  CHECK(words[0] == t - 9 && words[1] == 0u - (t < 9) && words[2] == words[1] && words[3] == 5 - (t < 9));
  // Numbers of 16 bits, each by itself.
  __shared__ unsigned pair; __shared__ unsigned short single;
  if (t == 0) { pair = 0; single = 0; }
  __syncthreads();
  asm volatile("{ .reg .b32 one; mov.b32 one, 0x40003c00; red.shared.add.noftz.f16x2 [%0], one; }" :: "r"((unsigned)__cvta_generic_to_shared(&pair)) : "memory");
  if (t < 128) asm volatile("{ .reg.b16 one, old; mov.b16 one, 0x3f80; atom.add.noftz.bf16 old, [%0], one; }" :: "l"(&single) : "memory");
  __syncthreads();
  CHECK(pair == 0x60005c00 && single == 0x4300);  // 512 and 256; 128
  __syncthreads();
  {
    unsigned short had;
    asm volatile("atom.shared.cas.b16 %0, [%1], %2, %3;" : "=h"(had) : "r"((unsigned)__cvta_generic_to_shared(&single)), "h"((unsigned short)0x4300), "h"((unsigned short)5) : "memory");
    CHECK(had == 0x4300 || had == 5);
  }
  // A word of 16 bytes; a policy for caches; where a word is.
  asm volatile("{ .reg .b128 w; ld.global.b128 w, [%2]; mov.b128 {%0, %1}, w; }" : "=l"(w), "=l"(wide64) : "l"(in + 8 * t + 4) : "memory");
  CHECK((unsigned)wide64 == in[8 * t + 6] && (unsigned)(w >> 32) == in[8 * t + 5]);
  asm volatile("{ .reg .b64 policy; createpolicy.fractional.L2::evict_first.b64 policy, 1.0; ld.global.L2::cache_hint.u32 %0, [%1], policy; }" : "=r"(r) : "l"(own)); CHECK(r == *own);
  asm volatile("{ .reg .pred p, q, l; isspacep.shared p, %2; isspacep.global q, %2; isspacep.local l, %2; or.pred q, q, l; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }" : "=r"(r), "=r"(s) : "l"(&cells[t])); CHECK(r == 1 && s == 0);
  asm volatile("mov.u32 %0, %dynamic_smem_size;" : "=r"(r)); CHECK(r == 0);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  // Copies of many bytes, into shared memory with a barrier that tells of them, and back; sums.
  __shared__ __align__(16) unsigned bulk[64]; __shared__ unsigned long long told;
  unsigned told_at = (unsigned)__cvta_generic_to_shared(&told), bulk_at = (unsigned)__cvta_generic_to_shared(bulk);
  if (t < 64) given[t] = 3 * t;
  __threadfence();
  __syncthreads();
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" :: "r"(told_at) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" :: "r"(told_at) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(bulk_at), "l"(given), "r"(256), "r"(told_at) : "memory");
  }
  __syncthreads();
  WAIT("try_wait.parity.shared::cta.b64 p, [%1], 0", "r"(told_at));
  CHECK(bulk[t % 64] == 3 * (t % 64));
  __syncthreads();
  if (t < 64) bulk[t] = t;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 256;" :: "l"(given), "r"(bulk_at) : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
  }
  __syncthreads();
  CHECK(*(volatile unsigned*)&given[t % 64] == 4 * (t % 64));
  __syncthreads();
  if (t == 0) asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128; cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; cp.async.bulk.wait_group 0;" :: "l"(given), "r"(bulk_at) : "memory");
  __syncthreads();
  CHECK(*(volatile unsigned*)&given[t % 64] == (t % 64 < 32 ? 1 : 4) * (t % 64));
  asm volatile("{ .reg .pred p; elect.sync %0|p, -1; selp.u32 %1, 1, 0, p; }" : "=r"(r), "=r"(s)); CHECK(s == (lane == r));
#endif
  // Other lanes.
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(r) : "r"(t)); CHECK(r == (t & ~31) + 3);
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, -1;" : "=r"(r) : "r"(t), "r"(1)); CHECK(r == (t ^ 1));
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 1, 0, -1; selp.u32 %1, 1, 0, p; }" : "=r"(r), "=r"(s) : "r"(t));
  CHECK(r == (lane == 0 ? t : t - 1) && s == (lane != 0));
  asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(t), "r"(2), "n"(0x181f), "r"(~0u)); CHECK(r == ((lane & 7) < 6 ? t + 2 : t));
  asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(t), "r"(4), "r"(n == 0 ? 31 : 20), "r"(~0u)); CHECK(r == (lane <= 16 ? t + 4 : t));
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 3, %3, -1; selp.u32 %1, 1, 0, p; }" : "=r"(r), "=r"(s) : "r"(t), "r"(n == 0 ? 0 : 0x1000));
  CHECK(r == ((lane & 15) >= 3 ? t - 3 : t) && s == (lane & 15) >= 3);
  asm volatile("shfl.sync.idx.b32 %0, %1, 37, %2, -1;" : "=r"(r) : "r"(t), "r"(n == 0 ? 0 : 0x181f)); CHECK(r == (t & ~7) + 5);
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 15; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(r) : "r"(lane)); CHECK(r == 0xffff0000);
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 5; vote.sync.any.pred p, p, -1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "r"(lane)); CHECK(r == 1);
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 5; vote.sync.all.pred p, p, -1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "r"(lane)); CHECK(r == 0);
  asm volatile("activemask.b32 %0;" : "=r"(r)); CHECK(r >> lane & 1);
  asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(r) : "r"(lane & 1)); CHECK(r == (lane & 1 ? 0xaaaaaaaa : 0x55555555));
  asm volatile("redux.sync.add.u32 %0, %1, -1;" : "=r"(r) : "r"(lane)); CHECK(r == 496);
  asm volatile("redux.sync.max.s32 %0, %1, -1;" : "=r"(r) : "r"(lane - 16)); CHECK(r == 15);
  asm volatile("bar.warp.sync -1;");
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 100; bar.red.popc.u32 %0, 0, p; }" : "=r"(r) : "r"(t)); CHECK(r == 100);
  // A value that is read and written; a comment; an early result.
  r = 4;
  asm("add.u32 %0, %0, %1; // plus" : "+r"(r) : "r"(t)); CHECK(r == t + 4);
  asm("{ .reg .u32 x; shl.b32 x, %1, 1; mov.u32 %0, x; add.u32 %0, %0, x; }" : "=&r"(r) : "r"(t)); CHECK(r == 4 * t);
  asm volatile("prefetch.global.L2 [%0];" :: "l"(own));
  asm volatile("nanosleep.u32 5;");
  leave(t);
  if (t == 7) out[t] = __LINE__;
}
)";

// Barriers of which warp mode has none: at which threads count themselves and go on, and with a predicate.
const char kBarriers[] = R"(
#define CHECK(condition) if (!(condition)) out[t] = __LINE__
extern "C" __global__ void others(unsigned* out, unsigned* in, unsigned n) {
  unsigned t = threadIdx.x, r;
  __shared__ unsigned cells[128];
  for (unsigned round = 0; round < 4; ++round) {
    if (t < 128) {
      cells[t] = t + round;
      asm volatile("bar.arrive 1, 256;" ::: "memory");
      asm volatile("bar.sync 2, 256;" ::: "memory");
    } else {
      asm volatile("barrier.cta.sync.aligned 1, 256;" ::: "memory");
      CHECK(cells[255 - t] == 255 - t + round);
      asm volatile("barrier.cta.arrive.aligned 2, 256;" ::: "memory");
    }
  }
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 100; barrier.cta.red.popc.aligned.u32 %0, 3, p; }" : "=r"(r) : "r"(t)); CHECK(r == 100);
  if (t < 64) {
    asm volatile("{ .reg .pred p, q; setp.eq.u32 p, %1, 5; bar.red.or.pred q, 4, 64, p; selp.u32 %0, 1, 0, q; }" : "=r"(r) : "r"(t)); CHECK(r == 1);
    asm volatile("{ .reg .pred p, q; setp.eq.u32 p, %1, 5; bar.red.and.pred q, 4, 64, !p; selp.u32 %0, 1, 0, q; }" : "=r"(r) : "r"(t)); CHECK(r == 0);
  }
}
)";

// ---- Matrices: of small integers, whose products are exact ----

const char kMatrices[] = R"(
#define CHECK(condition) if (!(condition)) out[t] = __LINE__
__device__ int left(int i, int k) { return (i * 7 + k * 3) % 11 - 5; }
__device__ int right(int k, int j) { return (k * 5 + j * 2) % 9 - 4; }
__device__ int product(int i, int j, int depth) {
  int sum = i - j;
  for (int k = 0; k < depth; ++k) sum += left(i, k) * right(k, j);
  return sum;
}
__device__ unsigned halves(float low, float high) { unsigned r; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low)); return r; }
__device__ unsigned bfloats(float low, float high) { unsigned r; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low)); return r; }
__device__ unsigned bytes(int a, int b, int c, int d) { return (a & 255) | (b & 255) << 8 | (c & 255) << 16 | (unsigned)d << 24; }
__device__ unsigned coarse(float a, float b) { unsigned short r; asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(r) : "f"(b), "f"(a)); return r; }
__device__ unsigned tiny(float a, float b) { unsigned short r; asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(b), "f"(a)); return r; }
extern "C" __global__ void others(unsigned* out, unsigned* in, unsigned n) {
  unsigned t = threadIdx.x, lane = t & 31, r[4], s[4];
  int g = lane / 4, p = lane % 4, u[4];
  float d[4];
#define FLOATS (d[0] == product(g, 2 * p, depth) && d[1] == product(g, 2 * p + 1, depth) && d[2] == product(g + 8, 2 * p, depth) && d[3] == product(g + 8, 2 * p + 1, depth))
#define START(v) for (int i = 0; i < 4; ++i) v[i] = g + i / 2 * 8 - 2 * p - i % 2
#define FACTORS(pair)   for (int i = 0; i < 4; ++i) { int row = g + i % 2 * 8, k = 2 * p + i / 2 * 8; r[i] = pair(left(row, k), left(row, k + 1)); }   for (int i = 0; i < 2; ++i) { int k = 2 * p + i * 8; s[i] = pair(right(k, g), right(k + 1, g)); }
  int depth = 16;
  FACTORS(halves)
  START(d);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
  CHECK(FLOATS);
  depth = 8;
  unsigned two[2] = {halves(g - 2 * p, g - 2 * p - 1), halves(g + 8 - 2 * p, g + 7 - 2 * p)};
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
      : "+r"(two[0]), "+r"(two[1]) : "r"(r[0]), "r"(r[1]), "r"(s[0]));
  CHECK(two[0] == halves(product(g, 2 * p, 8), product(g, 2 * p + 1, 8)) && two[1] == halves(product(g + 8, 2 * p, 8), product(g + 8, 2 * p + 1, 8)));
  depth = 16;
  FACTORS(bfloats)
  START(d);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
  CHECK(FLOATS);
  depth = 8;
  for (int i = 0; i < 4; ++i) r[i] = __float_as_uint(left(g + i % 2 * 8, p + i / 2 * 4));
  for (int i = 0; i < 2; ++i) s[i] = __float_as_uint(right(p + i * 4, g));
  START(d);
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
  CHECK(FLOATS);
  depth = 32;
#define OF_ROW(a) a(left(row, k), left(row, k + 1), left(row, k + 2), left(row, k + 3))
#define OF_COLUMN(a) a(right(k, g), right(k + 1, g), right(k + 2, g), right(k + 3, g))
#define TINY(a, b, c, d) tiny(a, b) | tiny(c, d) << 16
#define COARSE(a, b, c, d) coarse(a, b) | coarse(c, d) << 16
  for (int i = 0; i < 4; ++i) { int row = g + i % 2 * 8, k = 4 * p + i / 2 * 16; r[i] = OF_ROW(bytes); }
  for (int i = 0; i < 2; ++i) { int k = 4 * p + i * 16; s[i] = OF_COLUMN(bytes); }
  START(u);
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(u[0]), "+r"(u[1]), "+r"(u[2]), "+r"(u[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
  for (int i = 0; i < 4; ++i) { d[i] = u[i]; CHECK(u[i] == product(g + i / 2 * 8, 2 * p + i % 2, 32)); }
  u[0] = u[1] = 0x7fffffff;
  asm volatile("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(u[0]), "+r"(u[1]) : "r"(0x01010101), "r"(0x02020202));
  CHECK(u[0] == 0x7fffffff && u[1] == 0x7fffffff);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 890
  for (int i = 0; i < 4; ++i) { int row = g + i % 2 * 8, k = 4 * p + i / 2 * 16; r[i] = OF_ROW(TINY); }
  for (int i = 0; i < 2; ++i) { int k = 4 * p + i * 16; s[i] = OF_COLUMN(TINY); }
  START(d);
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
  CHECK(FLOATS);
  for (int i = 0; i < 4; ++i) { int row = g + i % 2 * 8, k = 4 * p + i / 2 * 16; r[i] = OF_ROW(COARSE); }
  START(d);
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
  CHECK(FLOATS);
#endif
  // One row of k, in numbers of 4 bits and of 1.
#define NIBBLES(a) (a(0) | a(1) << 4 | a(2) << 8 | a(3) << 12 | a(4) << 16 | a(5) << 20 | a(6) << 24 | a(7) << 28)
#define NIBBLE_LEFT(j) unsigned(left(row, k + j) & 15)
#define NIBBLE_RIGHT(j) unsigned(right(k + j, g) & 15)
  for (int i = 0; i < 4; ++i) { int row = g + i % 2 * 8, k = 8 * p + i / 2 * 32; r[i] = NIBBLES(NIBBLE_LEFT); }
  for (int i = 0; i < 2; ++i) { int k = 8 * p + i * 32; s[i] = NIBBLES(NIBBLE_RIGHT); }
  START(u);
  asm volatile("mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(u[0]), "+r"(u[1]), "+r"(u[2]), "+r"(u[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
  for (int i = 0; i < 4; ++i) CHECK(u[i] == product(g + i / 2 * 8, 2 * p + i % 2, 64));
  START(u);
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+r"(u[0]), "+r"(u[1]), "+r"(u[2]), "+r"(u[3]) : "r"(r[0]), "r"(r[1]), "r"(s[0]));
  for (int i = 0; i < 4; ++i) CHECK(u[i] == product(g + i / 2 * 8, 2 * p + i % 2, 32));
  START(u);
  asm volatile("mma.sync.aligned.m8n8k32.row.col.s32.u4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(u[0]), "+r"(u[1]) : "r"(r[0]), "r"(s[0]));
  for (int i = 0; i < 2; ++i) {
    int sum = g - 2 * p - i;
    for (int k = 0; k < 32; ++k) sum += (left(g, k) & 15) * right(k, 2 * p + i);
    CHECK(u[i] == sum);
  }
  auto bit_left = [](int i, int k) { return unsigned(i * 5 + k * 3 + i * k) % 7 < 3; };
  auto bit_right = [](int k, int j) { return unsigned(k * 11 + j) % 5 < 2; };
  auto popcount = [&](int i, int j, int depth, bool exclusive) {
    int sum = i - j;
    for (int k = 0; k < depth; ++k) sum += exclusive ? bit_left(i, k) != bit_right(k, j) : bit_left(i, k) && bit_right(k, j);
    return sum;
  };
  for (int i = 0; i < 4; ++i) { r[i] = 0; for (int j = 0; j < 32; ++j) r[i] |= unsigned(bit_left(g + i % 2 * 8, 32 * p + i / 2 * 128 + j)) << j; }
  for (int i = 0; i < 2; ++i) { s[i] = 0; for (int j = 0; j < 32; ++j) s[i] |= unsigned(bit_right(32 * p + i * 128 + j, g)) << j; }
  START(u);
  asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(u[0]), "+r"(u[1]), "+r"(u[2]), "+r"(u[3]) : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(s[0]), "r"(s[1]));
  for (int i = 0; i < 4; ++i) CHECK(u[i] == popcount(g + i / 2 * 8, 2 * p + i % 2, 256, false));
  START(u);
  asm volatile("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+r"(u[0]), "+r"(u[1]), "+r"(u[2]), "+r"(u[3]) : "r"(r[0]), "r"(r[1]), "r"(s[0]));
  for (int i = 0; i < 4; ++i) CHECK(u[i] == popcount(g + i / 2 * 8, 2 * p + i % 2, 128, true));
  START(u);
  asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(u[0]), "+r"(u[1]) : "r"(r[0]), "r"(s[0]));
  for (int i = 0; i < 2; ++i) CHECK(u[i] == popcount(g, 2 * p + i, 128, true));
  // Four columns of tf32, and doubles of sixteen rows.
  depth = 4;
  START(d);
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(__float_as_uint(left(g, p))), "r"(__float_as_uint(left(g + 8, p))), "r"(__float_as_uint(right(p, g))));
  CHECK(FLOATS);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  double rows[4], a64[8], b64[4];
  for (int i = 0; i < 8; ++i) a64[i] = left(g + i % 2 * 8, p + i / 2 * 4);
  for (int i = 0; i < 4; ++i) b64[i] = right(p + i * 4, g);
  START(rows);
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+d"(rows[0]), "+d"(rows[1]), "+d"(rows[2]), "+d"(rows[3]) : "d"(a64[0]), "d"(a64[1]), "d"(b64[0]));
  for (int i = 0; i < 4; ++i) CHECK(rows[i] == product(g + i / 2 * 8, 2 * p + i % 2, 4));
  START(rows);
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+d"(rows[0]), "+d"(rows[1]), "+d"(rows[2]), "+d"(rows[3]) : "d"(a64[0]), "d"(a64[1]), "d"(a64[2]), "d"(a64[3]), "d"(b64[0]), "d"(b64[1]));
  for (int i = 0; i < 4; ++i) CHECK(rows[i] == product(g + i / 2 * 8, 2 * p + i % 2, 8));
  START(rows);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
      : "+d"(rows[0]), "+d"(rows[1]), "+d"(rows[2]), "+d"(rows[3]) : "d"(a64[0]), "d"(a64[1]), "d"(a64[2]), "d"(a64[3]), "d"(a64[4]), "d"(a64[5]),
        "d"(a64[6]), "d"(a64[7]), "d"(b64[0]), "d"(b64[1]), "d"(b64[2]), "d"(b64[3]));
  for (int i = 0; i < 4; ++i) CHECK(rows[i] == product(g + i / 2 * 8, 2 * p + i % 2, 16));
#endif
  double x = left(g, p), y = right(p, g), e[2] = {double(g - 2 * p), double(g - 2 * p - 1)};
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(e[0]), "+d"(e[1]) : "d"(x), "d"(y));
  CHECK(e[0] == product(g, 2 * p, 4) && e[1] == product(g, 2 * p + 1, 4));
  // Rows of a warp's own, 32 of 8 elements each.
  __shared__ __align__(16) unsigned short cells[8][32][8];
#define CELL(row, column) (1000 * (t / 32) + 10 * (row) + (column))
#define PAIR(row, column) (unsigned(CELL(row, column)) | unsigned(CELL(row, (column) + 1)) << 16)
  for (int i = 0; i < 8; ++i) cells[t / 32][lane][i] = CELL(lane, i);
  __syncwarp();
  unsigned at = (unsigned)__cvta_generic_to_shared(cells[t / 32][lane]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
  for (int i = 0; i < 4; ++i) CHECK(r[i] == PAIR(8 * i + g, 2 * p));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(s[0]), "=r"(s[1]) : "r"(at) : "memory");
  for (int i = 0; i < 2; ++i) CHECK(s[i] == (unsigned(CELL(8 * i + 2 * p, g)) | unsigned(CELL(8 * i + 2 * p + 1, g)) << 16));
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(s[2]) : "r"(r[0]));
  CHECK(s[2] == s[0]);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" :: "r"(at), "r"(r[2]), "r"(r[3]) : "memory");
  __syncwarp();
  for (int i = 0; i < 8; ++i) CHECK(cells[t / 32][lane][i] == (lane < 16 ? CELL(16 + lane / 8 * 8 + i, lane % 8) : CELL(lane, i)));
#endif
  // Functions of two halves.
  unsigned pair = halves(0.5f, -1.5f);
  float low, high;
#define APART asm("{ .reg .b16 x, y; mov.b32 {x, y}, %2; cvt.f32.f16 %0, x; cvt.f32.f16 %1, y; }" : "=f"(low), "=f"(high) : "r"(pair))
  asm("ex2.approx.f16x2 %0, %0;" : "+r"(pair));
  APART; CHECK(fabsf(low - 1.41421356f) < 2e-3f && fabsf(high - 0.35355339f) < 1e-3f);
  pair = halves(0.5f, -1.5f);
  asm("tanh.approx.f16x2 %0, %0;" : "+r"(pair));
  APART; CHECK(fabsf(low - 0.46211716f) < 1e-3f && fabsf(high + 0.90514825f) < 1e-3f);
}
)";

void check_lines(const char* kernels) {
  const std::string source = std::string("#line 1 \"others\"\n") + kernels;
  for (const Way& way : ways) {
    gc_module* module = compiled(way.context, source);
    std::vector<u32> words(8 * kBlock);
    std::iota(words.begin(), words.end(), 0u);
    std::vector<std::uint8_t> in(4 * words.size());
    std::memcpy(in.data(), words.data(), in.size());
    const std::vector<std::uint8_t> out = launch(way, module, "others", kBlock * 4, &in, kBlock);
    for (u32 t = 0; t < kBlock; ++t) {
      u32 line = 0;
      std::memcpy(&line, &out[4 * t], 4);
      if (line != 0) fail_msg("%s: thread %u: line %u", way.name, t, line);
    }
    gc_module_release(module);
  }
}

void others(void**) {
  check_lines(kOthers);
}
void barriers(void**) {
  check_lines(kBarriers);
}
void matrices(void**) {
  check_lines(kMatrices);
}

}  // namespace

int main() {
  CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(others), cmocka_unit_test(barriers),
                        cmocka_unit_test(matrices)};
  gridcall::part::take(tests, 2);
  return cmocka_run_group_tests_name("assembly", tests, open_devices_without_reference, nullptr);
}
