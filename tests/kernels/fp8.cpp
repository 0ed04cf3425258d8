// SPDX-License-Identifier: Apache-2.0
//
// cuda_fp8.h, cuda_fp6.h and cuda_fp4.h beside the definition of their numbers: every code, every half and
// bfloat16, and floats and doubles about every number and every tie. In both modes of the CPU device; with
// GRIDCALL_DEVICE=gpu on the GPU too.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "kernels/devices.h"
#include "support/part.h"

namespace {

using namespace gridcall::math;
using Bytes = std::vector<std::uint8_t>;

// NVIDIA's headers of CUDA 13.0 assert that a double is rounded towards zero.
const std::vector<const char*> kNoAsserts = {"-DNDEBUG"};

constexpr const char* kSource = R"(
#if __CUDACC_VER_MAJOR__ != 13 || __CUDACC_VER_MINOR__ >= 5
#define NEW  // NVRTC 13.0 has no ue5m3, and no bfloat16 of 6 or 8 bits
#endif
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#define ALL(function, v) \
  (function(v, __NV_SATFINITE, __NV_E4M3) | function(v, __NV_NOSAT, __NV_E4M3) << 8 | \
   function(v, __NV_SATFINITE, __NV_E5M2) << 16 | (unsigned)function(v, __NV_NOSAT, __NV_E5M2) << 24)
#define KERNEL(name, type) \
  extern "C" __global__ void name(unsigned* out, const type* in, unsigned n) { \
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x; \
  if (t >= n) return;
KERNEL(from_float, float) out[t] = ALL(__nv_cvt_float_to_fp8, in[t]); }
KERNEL(from_double, double) out[t] = ALL(__nv_cvt_double_to_fp8, in[t]); }
KERNEL(from_half, unsigned short) out[t] = ALL(__nv_cvt_halfraw_to_fp8, __half_raw{in[t]}); }
KERNEL(from_bfloat16, unsigned short) out[t] = ALL(__nv_cvt_bfloat16raw_to_fp8, __nv_bfloat16_raw{in[t]}); }
KERNEL(to_half, unsigned short)
  out[t] = __nv_cvt_fp8_to_halfraw(in[t], __NV_E4M3).x | (unsigned)__nv_cvt_fp8_to_halfraw(in[t], __NV_E5M2).x << 16; }
#define ROUNDED(function, v, kind) \
  (function(v, kind, cudaRoundNearest) | function(v, kind, cudaRoundZero) << 8 | \
   function(v, kind, cudaRoundPosInf) << 16 | (unsigned)function(v, kind, cudaRoundMinInf) << 24)
KERNEL(e2m1, double) out[t] = ROUNDED(__nv_cvt_double_to_fp4, in[t], __NV_E2M1); }
KERNEL(e2m3, double) out[t] = ROUNDED(__nv_cvt_double_to_fp6, in[t], __NV_E2M3); }
KERNEL(e3m2, double) out[t] = ROUNDED(__nv_cvt_double_to_fp6, in[t], __NV_E3M2); }
KERNEL(e8m0, double)
  out[t] = __nv_cvt_double_to_e8m0(in[t], __NV_NOSAT, cudaRoundZero) | __nv_cvt_double_to_e8m0(in[t], __NV_NOSAT, cudaRoundPosInf) << 8 |
           __nv_cvt_double_to_e8m0(in[t], __NV_SATFINITE, cudaRoundZero) << 16 |
           (unsigned)__nv_cvt_double_to_e8m0(in[t], __NV_SATFINITE, cudaRoundPosInf) << 24; }
#ifdef NEW
KERNEL(ue5m3, double)
  out[t] = __nv_cvt_double_to_ue5m3(in[t], __NV_NOSAT, cudaRoundNearest) | __nv_cvt_double_to_ue5m3(in[t], __NV_NOSAT, cudaRoundZero) << 8 |
           __nv_cvt_double_to_ue5m3(in[t], __NV_NOSAT, cudaRoundPosInf) << 16 |
           (unsigned)__nv_cvt_double_to_ue5m3(in[t], __NV_SATFINITE, cudaRoundNearest) << 24; }
#endif
extern "C" __global__ void small_values(float* out, const unsigned*, unsigned n) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  out[6 * t] = __half2float(__nv_cvt_fp4_to_halfraw(t & 15, __NV_E2M1));
  out[6 * t + 2] = __half2float(__nv_cvt_fp6_to_halfraw(t & 63, __NV_E3M2));
  out[6 * t + 3] = __bfloat162float(__nv_cvt_e8m0_to_bf16raw(t));
#ifdef NEW
  out[6 * t + 1] = __bfloat162float(__nv_cvt_fp6_to_bf16raw(t & 63, __NV_E2M3));
  out[6 * t + 4] = __bfloat162float(__nv_cvt_ue5m3_to_bf16raw(t));
  out[6 * t + 5] = __half2float(__nv_cvt_ue5m3_to_halfraw(t));
#endif
}
// Pairs, fours and classes beside the functions: the line that fails.
#define CHECK(condition) if (!(condition)) out[t] = __LINE__
template <typename One, typename Two, typename Four> __device__ void check(unsigned* out, unsigned t, float v, float w, __nv_fp8_interpretation_t kind) {
  unsigned a = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, kind), b = __nv_cvt_float_to_fp8(w, __NV_SATFINITE, kind);
  CHECK(One(v).__x == a && One((double)w).__x == b && One(__float2half(1.5f)).__x == One(1.5f).__x);
  CHECK(One(__float2bfloat16(3)).__x == One(3).__x && One(-7ll).__x == One(-7.0f).__x && One(5u).__x == One((short)5).__x);
  CHECK(__nv_cvt_float2_to_fp8x2(make_float2(v, w), __NV_SATFINITE, kind) == (a | b << 8));
  CHECK(Two(make_float2(v, w)).__x == (a | b << 8) && Two(make_double2(v, w)).__x == (a | b << 8));
  CHECK(Two(__half2(2.0f, 3.0f)).__x == Two(__nv_bfloat162(2.0f, 3.0f)).__x);
  CHECK(Four(make_float4(v, w, w, v)).__x == (a | b << 8 | b << 16 | a << 24) && Four(make_double4(v, w, w, v)).__x == Four(make_float4(v, w, w, v)).__x);
  CHECK(Four(__half2(1.0f, 2.0f), __half2(3.0f, 4.0f)).__x == Four(make_float4(1, 2, 3, 4)).__x);
  float2 pair = (float2)Two(make_float2(v, w));
  float4 four = (float4)Four(make_float4(v, w, w, v));
  CHECK(pair.x == (float)One(v) && pair.y == (float)One(w) && four.x == pair.x && four.y == pair.y && four.z == pair.y && four.w == pair.x);
  CHECK((float)(__half)One(v) == pair.x && __high2float((__half2)Two(make_float2(v, w))) == pair.y && (double)One(v) == pair.x);
  CHECK((float)(__nv_bfloat16)One(v) == pair.x && (bool)One(v) == (pair.x != 0) && (int)One(-2.5f) == -2 && (unsigned)One(-3.0f) == 0);
  CHECK((signed char)One(-300.0f) == -128 && (unsigned char)One(300.0f) == 255 && (long long)One(v) == (long long)pair.x);
}
template <typename One, typename Two, typename Four> __device__ void check_small(unsigned* out, unsigned t, float v, float w, int bits, int code) {
  unsigned a = One(v).__x, b = One(w).__x;
  CHECK(One((double)v).__x == a && One(__half(v)).__x == One(__half2float(__half(v))).__x && One(__nv_bfloat16(3)).__x == One(3).__x);
  CHECK(One(-7ll).__x == One(-7.0f).__x && One(5u).__x == One((short)5).__x && One((unsigned short)1).__x == One(1ul).__x);
  unsigned two = Two(make_float2(v, w)).__x;
  CHECK(two == (a | b << code) && Two(make_double2(v, w)).__x == two);
  CHECK(Two(__half2(2.0f, 3.0f)).__x == Two(__nv_bfloat162(2.0f, 3.0f)).__x);
  CHECK(Four(make_float4(v, w, w, v)).__x == (two | (b | a << code) << bits) && Four(make_double4(v, w, w, v)).__x == Four(make_float4(v, w, w, v)).__x);
  CHECK(Four(__half2(1.0f, 2.0f), __half2(2.0f, 4.0f)).__x == Four(make_float4(1, 2, 2, 4)).__x);
  float2 pair = (float2)Two(make_float2(v, w));
  float4 four = (float4)Four(make_float4(v, w, w, v));
  CHECK(pair.x == (float)One(v) && pair.y == (float)One(w) && four.x == pair.x && four.y == pair.y && four.z == pair.y && four.w == pair.x);
  CHECK((double)One(v) == pair.x && (float)(__nv_bfloat16)One(v) == pair.x && (int)One(v) == (int)pair.x && (long long)One(w) == (long long)pair.y);
}
KERNEL(classes, float)
  float v = (float)(int)(t * 37 - 4000) / 9, w = (float)t / 256;
  check<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(out, t, v, w, __NV_E4M3);
  check<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(out, t, v, w, __NV_E5M2);
  check_small<__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1>(out, t, v, w, 8, 4);
  check_small<__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3>(out, t, v, w, 16, 8);
  check_small<__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2>(out, t, v, w, 16, 8);
  CHECK(__nv_fp8_e8m0(v).__x == __nv_cvt_float_to_e8m0(v, __NV_SATFINITE, cudaRoundPosInf) && (float)__nv_fp8_e8m0(4) == 4);
  CHECK(__nv_fp8x2_e8m0(make_float2(v, 2)).__x == (__nv_fp8_e8m0(v).__x | 128 << 8) && ((float4)__nv_fp8x4_e8m0(make_float4(1, 2, 4, 3))).w == 4);
#ifdef NEW
  CHECK(__nv_fp8_ue5m3(v).__x == __nv_cvt_float_to_ue5m3(v, __NV_SATFINITE, cudaRoundNearest) && (int)__nv_fp8_ue5m3(-36) == 36);
  CHECK(__nv_fp8x2_ue5m3(make_float2(v, w)).__x == (__nv_fp8_ue5m3(v).__x | __nv_fp8_ue5m3(w).__x << 8) && (float)(__half)__nv_fp8_ue5m3(__half(3)) == 3);
  CHECK(__nv_cvt_half2raw_to_ue5m3x2(__half2(2.0f, 3.0f), __NV_NOSAT, cudaRoundZero) == __nv_fp8x2_ue5m3(__nv_bfloat162(2.0f, 3.0f)).__x);
  CHECK(((float4)__nv_fp8x4_ue5m3(make_float4(1, 2, 4, 3))).w == 3 && __high2float(__nv_cvt_ue5m3x2_to_halfraw2(0x7870)) == 1 && !(bool)__nv_fp8_ue5m3(0));
  CHECK(__bfloat162float(__nv_cvt_fp8_to_bf16raw(t & 0x7e, __NV_E4M3)) == __half2float(__nv_cvt_fp8_to_halfraw(t & 0x7e, __NV_E4M3)));
#endif
}
)";

struct Format {
  int mantissa, bias;
  std::uint32_t most;  // the largest number's code; the next one is e4m3's NaN, e5m2's infinity
};
constexpr Format kE4m3 = {3, 7, 0x7e}, kE5m2 = {2, 15, 0x7b};

// The number that a code without sign stands for; of `most` + 1 what it would be.
double value_of(std::uint32_t code, const Format& format) {
  const int exponent = static_cast<int>(code >> format.mantissa),
            fraction = static_cast<int>(code & ((1u << format.mantissa) - 1));
  return exponent == 0
             ? std::ldexp(fraction, 1 - format.bias - format.mantissa)
             : std::ldexp(fraction + (1 << format.mantissa), exponent - format.bias - format.mantissa);
}

std::uint32_t encoded(double v, const Format& format, bool saturates) {
  if (std::isnan(v)) return 0x7f;
  const double size = std::fabs(v);
  std::uint32_t best = format.most + 1;
  if (size < value_of(best, format)) {
    for (std::uint32_t code = 0; code <= format.most; ++code) {
      const double below = size - value_of(code, format), above = value_of(code + 1, format) - size;
      if (below < 0 || above < 0) continue;
      best = below < above || (below == above && code % 2 == 0) ? code : code + 1;
      break;
    }
  }
  if (best > format.most && saturates) best = format.most;
  return best | (std::signbit(v) ? 0x80 : 0);
}
// Rounds to nearest, towards zero, up or down; too large or NaN is the largest.
std::uint32_t rounded(double v, const Format& format, std::uint32_t sign) {
  std::uint32_t codes = 0;
  for (std::uint32_t mode = 0; mode < 4; ++mode) {
    std::uint32_t code = format.most;
    const double size = std::fabs(v);
    if (size < value_of(format.most, format)) {
      code = 0;
      while (value_of(code + 1, format) <= size) ++code;
      const double below = size - value_of(code, format), above = value_of(code + 1, format) - size;
      const bool nearest = above < below || (above == below && code % 2 == 1);
      if (below > 0 && (mode == 0 ? nearest : mode == 1 ? false : (mode == 3) == std::signbit(v))) ++code;
    }
    if (std::signbit(v) && !std::isnan(v)) code |= sign;
    codes |= code << 8 * mode;
  }
  return codes;
}
constexpr Format kE2m1 = {1, 1, 7}, kE2m3 = {3, 1, 31}, kE3m2 = {2, 3, 31};
std::uint32_t of_e2m1(double v) {
  return rounded(v, kE2m1, 8);
}
std::uint32_t of_e2m3(double v) {
  return rounded(v, kE2m3, 32);
}
std::uint32_t of_e3m2(double v) {
  return rounded(v, kE3m2, 32);
}
// Towards zero and up, then with saturation.
std::uint32_t of_e8m0(double v) {
  const double size = std::fabs(v);
  std::uint32_t zero = 0, up = 0;
  while (zero < 255 && std::ldexp(1, static_cast<int>(zero) + 1 - 127) <= size) ++zero;
  while (up < 255 && std::ldexp(1, static_cast<int>(up) - 127) < size) ++up;
  // Only infinity is above 2^127 when it is rounded towards zero.
  if (zero == 255 && !std::isinf(v)) zero = 254;
  if (std::isnan(v)) return 0xffffffff;
  return zero | up << 8 | std::min(zero, 254u) << 16 | std::min(up, 254u) << 24;
}
constexpr Format kUe5m3 = {3, 15, 0xfe};
// Rounds to nearest, towards zero or up, then to nearest with saturation; 0xff is NaN.
std::uint32_t of_ue5m3(double v) {
  if (std::isnan(v)) return 0xffffffff;
  const double size = std::fabs(v);
  std::uint32_t below = 0;
  while (below < 255 && value_of(below + 1, kUe5m3) <= size) ++below;
  const double rest = size - value_of(below, kUe5m3), missing = value_of(below + 1, kUe5m3) - size;
  const std::uint32_t up = std::min(below + (rest > 0), 255u);
  const std::uint32_t nearest = rest < missing || (rest == missing && below % 2 == 0) ? below : up;
  const std::uint32_t zero = std::isinf(v) ? 255 : std::min(below, 254u);
  return nearest | zero << 8 | up << 16 | std::min(nearest, 254u) << 24;
}
std::uint32_t encoded(double v) {
  return encoded(v, kE4m3, true) | encoded(v, kE4m3, false) << 8 | encoded(v, kE5m2, true) << 16 |
         encoded(v, kE5m2, false) << 24;
}

template <typename T>
T bits_as(std::uint64_t bits) {
  T v;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}
double half_value(std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  double size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  if (exponent == 31) size = fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
  return std::copysign(size, (bits & 0x8000) != 0 ? -1.0 : 1.0);
}

bool has(gc_module* module, const char* kernel) {
  gc_kernel* found = nullptr;
  gc_error* error = nullptr;
  const bool is_there = gc_module_get_kernel(module, kernel, &found, &error) == GRIDCALL_OK;
  gc_kernel_release(found);
  gc_error_release(error);
  return is_there;
}

template <typename T>
void expect(const char* kernel, const std::vector<T>& in, double (*value)(T),
            std::uint32_t (*codes)(double) = encoded) {
  Bytes bytes(in.size() * sizeof(T));
  std::memcpy(bytes.data(), in.data(), bytes.size());
  for (const Way& way : ways) {
    gc_module* module = compiled(way.context, kSource, kNoAsserts);
    // CUDA 13.0's headers round doubles otherwise.
    if (way.mode < 0 && (!has(module, kernel) || (sizeof(T) == 8 && !has(module, "ue5m3")))) {
      print_message("%s: %s is not in NVRTC's headers, or not as of CUDA 13.5\n", way.name, kernel);
      gc_module_release(module);
      continue;
    }
    const Bytes out = launch(way, module, kernel, 4 * in.size(), &bytes, in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      std::uint32_t found = 0;
      std::memcpy(&found, &out[4 * i], 4);
      const std::uint32_t expected = codes(value(in[i]));
      if (found != expected)
        fail_msg("%s, %s: %a gave %08x, not %08x", way.name, kernel, value(in[i]), found, expected);
    }
    gc_module_release(module);
  }
}

std::vector<std::uint16_t> all_words() {
  std::vector<std::uint16_t> words(65536);
  for (std::uint32_t i = 0; i < 65536; ++i) words[i] = static_cast<std::uint16_t>(i);
  return words;
}

void from_half(void**) {
  expect<std::uint16_t>("from_half", all_words(), [](std::uint16_t v) { return half_value(v); });
}
void from_bfloat16(void**) {
  expect<std::uint16_t>("from_bfloat16", all_words(),
                        [](std::uint16_t v) { return double{bits_as<float>(std::uint64_t{v} << 16)}; });
}

// Numbers, the middles between them, and what stands beside both.
template <typename T>
std::vector<T> about_ties() {
  std::vector<T> list;
  for (const Format& format : {kE4m3, kE5m2, kE2m1, kE2m3, kE3m2, kUe5m3}) {
    for (std::uint32_t code = 0; code <= format.most + 1; ++code) {
      const double at = value_of(code, format), middle = (at + value_of(code + 1, format)) / 2;
      for (double v : {at, middle}) {
        const T exact = static_cast<T>(v), infinity = std::numeric_limits<T>::infinity();
        for (T w : {exact, std::nextafter(exact, infinity), std::nextafter(exact, -infinity)})
          list.insert(list.end(), {w, -w});
      }
    }
  }
  using Limits = std::numeric_limits<T>;
  list.insert(list.end(), {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN(),
                           Limits::max(), Limits::denorm_min()});
  std::mt19937_64 random(8);
  for (int i = 0; i < 40000; ++i) list.push_back(bits_as<T>(random()));
  for (int i = 0; i < 40000; ++i) {
    const double fraction = static_cast<double>(random() >> 11) * 0x1p-53 + 0.5;
    list.push_back(
        static_cast<T>(std::ldexp(i % 2 == 0 ? fraction : -fraction, static_cast<int>(random() % 40) - 20)));
  }
  return list;
}
void from_float(void**) {
  expect<float>("from_float", about_ties<float>(), [](float v) { return double{v}; });
}
void from_double(void**) {
  expect<double>("from_double", about_ties<double>(), [](double v) { return v; });
}

void smaller(void**) {
  std::vector<double> in = about_ties<double>();
  // Powers of two that e8m0 has, and what stands beside them.
  for (int exponent = -151; exponent < 130; ++exponent) {
    const double power = std::ldexp(1, exponent);
    for (double v : {power, std::nextafter(power, 0.0), std::nextafter(power, 1e300), 1.5 * power})
      in.push_back(v);
  }
  const auto same = [](double v) { return v; };
  expect<double>("e2m1", in, same, of_e2m1);
  expect<double>("e2m3", in, same, of_e2m3);
  expect<double>("e3m2", in, same, of_e3m2);
  expect<double>("e8m0", in, same, of_e8m0);
  expect<double>("ue5m3", in, same, of_ue5m3);
  const Bytes none(4);
  for (const Way& way : ways) {
    gc_module* module = compiled(way.context, kSource, kNoAsserts);
    const Bytes out = launch(way, module, "small_values", 6144, &none, 256);
    const bool has_all = way.mode >= 0 || has(module, "ue5m3");
    gc_module_release(module);
    for (std::uint32_t code = 0; code < 256; ++code) {
      float found[6];
      std::memcpy(found, &out[24 * code], sizeof found);
      const auto signed_value = [&](const Format& format, std::uint32_t sign) {
        const double size = value_of(code & (sign - 1), format);
        return (code & sign) != 0 ? -size : size;
      };
      assert_true(found[0] == signed_value(kE2m1, 8) && found[2] == signed_value(kE3m2, 32));
      assert_true(code == 255 ? std::isnan(found[3])
                              : found[3] == std::ldexp(1.0f, static_cast<int>(code) - 127));
      if (!has_all) continue;
      assert_true(found[1] == signed_value(kE2m3, 32));
      const double ue5m3 = value_of(code, kUe5m3);
      assert_true(code == 255
                      ? std::isnan(found[4]) && std::isnan(found[5])
                      : found[4] == ue5m3 && (ue5m3 < 65536 ? found[5] == ue5m3 : std::isinf(found[5])));
    }
  }
}

void to_half(void**) {
  Bytes in(512);
  for (std::size_t i = 0; i < 256; ++i) in[2 * i] = static_cast<std::uint8_t>(i);
  for (const Way& way : ways) {
    gc_module* module = compiled(way.context, kSource, kNoAsserts);
    const Bytes out = launch(way, module, "to_half", 1024, &in, 256);
    for (std::uint32_t code = 0; code < 256; ++code) {
      for (const Format& format : {kE4m3, kE5m2}) {
        std::uint16_t found = 0;
        std::memcpy(&found, &out[4 * code + (format.mantissa == 2 ? 2 : 0)], 2);
        const std::uint32_t size = code & 0x7f;
        double expected = value_of(size, format);
        if (format.mantissa == 2 && size == 0x7c) expected = std::numeric_limits<double>::infinity();
        const bool is_nan = size > (format.mantissa == 2 ? 0x7cu : 0x7eu);
        if (is_nan ? found != 0x7fff
                   : half_value(found) != (code > 0x7f ? -expected : expected) || found >> 15 != code >> 7)
          fail_msg("%s: e%dm%d code %02x gave the half %04x", way.name, 7 - format.mantissa, format.mantissa,
                   code, found);
      }
    }
    const Bytes lines = launch(way, module, "classes", 4 * kBlock, &in, kBlock);
    for (std::size_t i = 0; i < lines.size(); i += 4)
      if (lines[i] != 0 || lines[i + 1] != 0)
        fail_msg("%s: thread %zu: line %d", way.name, i / 4, lines[i] | lines[i + 1] << 8);
    gc_module_release(module);
  }
}

}  // namespace

int main() {
  CMUnitTest tests[] = {
      cmocka_unit_test(to_half),       cmocka_unit_test(smaller),    cmocka_unit_test(from_half),
      cmocka_unit_test(from_bfloat16), cmocka_unit_test(from_float), cmocka_unit_test(from_double),
  };
  gridcall::part::take(tests, 2);
  return cmocka_run_group_tests_name("fp8", tests, open_devices, nullptr);
}
