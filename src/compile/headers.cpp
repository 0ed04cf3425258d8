// SPDX-License-Identifier: Apache-2.0

#include "compile/headers.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/os.h"

namespace gridcall::compile {

namespace {

struct Text {
  std::string_view name;
  std::string_view text;
};

constexpr std::string_view kStddef = R"(#pragma once
using max_align_t = double __attribute__((aligned(16)));
using nullptr_t = decltype(nullptr);
#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
)";

constexpr std::string_view kCstddef = R"(#pragma once
#include <stddef.h>
namespace std {
using ::size_t;
using ::ptrdiff_t;
using ::nullptr_t;
using ::max_align_t;
#if __cplusplus >= 201703L
enum class byte : unsigned char {};
#endif
}
)";

// The 64-bit types are long long, as in libcu++ under NVRTC, because a source may include both.
constexpr std::string_view kStdint = R"(#pragma once
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long long uint_least64_t;
typedef signed char int_fast8_t;
typedef short int_fast16_t;
typedef int int_fast32_t;
typedef long long int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned short uint_fast16_t;
typedef unsigned int uint_fast32_t;
typedef unsigned long long uint_fast64_t;
typedef long long intptr_t;
typedef unsigned long long uintptr_t;
typedef long long intmax_t;
typedef unsigned long long uintmax_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32767 - 1)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_MAX 9223372036854775807LL
#define UINT64_MAX 18446744073709551615ULL
#define INTPTR_MIN INT64_MIN
#define INTPTR_MAX INT64_MAX
#define UINTPTR_MAX UINT64_MAX
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define PTRDIFF_MIN INT64_MIN
#define PTRDIFF_MAX INT64_MAX
#define SIZE_MAX UINT64_MAX
#define INT8_C(x) x
#define INT16_C(x) x
#define INT32_C(x) x
#define INT64_C(x) x##LL
#define UINT8_C(x) x
#define UINT16_C(x) x
#define UINT32_C(x) x##U
#define UINT64_C(x) x##ULL
#define INTMAX_C(x) x##LL
#define UINTMAX_C(x) x##ULL
)";

constexpr std::string_view kCstdint = R"(#pragma once
#include <stdint.h>
namespace std {
using ::int8_t;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::uint8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::int_least8_t;
using ::int_least16_t;
using ::int_least32_t;
using ::int_least64_t;
using ::uint_least8_t;
using ::uint_least16_t;
using ::uint_least32_t;
using ::uint_least64_t;
using ::int_fast8_t;
using ::int_fast16_t;
using ::int_fast32_t;
using ::int_fast64_t;
using ::uint_fast8_t;
using ::uint_fast16_t;
using ::uint_fast32_t;
using ::uint_fast64_t;
using ::intptr_t;
using ::uintptr_t;
using ::intmax_t;
using ::uintmax_t;
}
)";

constexpr std::string_view kLimits = R"(#pragma once
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (char(-1) < 0 ? SCHAR_MIN : 0)
#define CHAR_MAX (char(-1) < 0 ? SCHAR_MAX : UCHAR_MAX)
#define SHRT_MIN (-32767 - 1)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-9223372036854775807L - 1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
)";

constexpr std::string_view kFloat = R"(#pragma once
#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define DBL_MANT_DIG 53
#define FLT_DIG 6
#define DBL_DIG 15
#define FLT_MIN_EXP (-125)
#define DBL_MIN_EXP (-1021)
#define FLT_MAX_EXP 128
#define DBL_MAX_EXP 1024
#define FLT_MIN_10_EXP (-37)
#define DBL_MIN_10_EXP (-307)
#define FLT_MAX_10_EXP 38
#define DBL_MAX_10_EXP 308
#define FLT_MAX 3.402823466e+38F
#define DBL_MAX 1.7976931348623157e+308
#define FLT_EPSILON 1.192092896e-07F
#define DBL_EPSILON 2.2204460492503131e-16
#define FLT_MIN 1.175494351e-38F
#define DBL_MIN 2.2250738585072014e-308
)";

// The functions are NVRTC's own, with overloads for float.
constexpr std::string_view kMath = R"(#pragma once
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
#ifndef HUGE_VAL
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#endif
#ifndef HUGE_VALF
#define HUGE_VALF INFINITY
#endif
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif
)";

constexpr std::string_view kCmath = R"(#pragma once
#include <math.h>
namespace std {
using ::abs; using ::acos; using ::acosh; using ::asin; using ::asinh; using ::atan; using ::atan2;
using ::atanh; using ::cbrt; using ::ceil; using ::copysign; using ::cos; using ::cosh; using ::erf;
using ::erfc; using ::exp; using ::exp2; using ::expm1; using ::fabs; using ::fdim; using ::floor;
using ::fma; using ::fmax; using ::fmin; using ::fmod; using ::frexp; using ::hypot; using ::ilogb;
using ::isfinite; using ::isinf; using ::isnan; using ::ldexp; using ::lgamma; using ::llrint;
using ::llround; using ::log; using ::log10; using ::log1p; using ::log2; using ::logb; using ::lrint;
using ::lround; using ::modf; using ::nearbyint; using ::nextafter; using ::pow; using ::remainder;
using ::remquo; using ::rint; using ::round; using ::scalbln; using ::scalbn; using ::signbit; using ::sin;
using ::sinh; using ::sqrt; using ::tan; using ::tanh; using ::tgamma; using ::trunc;
}
)";

constexpr std::string_view kNothing = "#pragma once\n";

constexpr std::string_view kCstdio = "#pragma once\nnamespace std {\nusing ::printf;\n}\n";
constexpr std::string_view kCstring =
    "#pragma once\nnamespace std {\nusing ::size_t;\nusing ::memcpy;\nusing ::memset;\n}\n";
constexpr std::string_view kCstdlib =
    "#pragma once\nnamespace std {\nusing ::size_t;\nusing ::malloc;\nusing ::free;\nusing ::abs;\n}\n";
constexpr std::string_view kCtime = "#pragma once\nnamespace std {\nusing ::clock_t;\nusing ::clock;\n}\n";

// This text is in use only without libcu++.
constexpr std::string_view kTypeTraits = R"(#pragma once
namespace std {
template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  using value_type = T;
  using type = integral_constant;
  __host__ __device__ constexpr operator T() const noexcept { return v; }
  __host__ __device__ constexpr T operator()() const noexcept { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;
template <class T, class U> struct is_same : false_type {};
template <class T> struct is_same<T, T> : true_type {};
template <class T> struct remove_const { using type = T; };
template <class T> struct remove_const<const T> { using type = T; };
template <class T> struct remove_volatile { using type = T; };
template <class T> struct remove_volatile<volatile T> { using type = T; };
template <class T> struct remove_cv : remove_const<typename remove_volatile<T>::type> {};
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T&> { using type = T; };
template <class T> struct remove_reference<T&&> { using type = T; };
template <class T> struct remove_pointer { using type = T; };
template <class T> struct remove_pointer<T*> { using type = T; };
template <class T> struct remove_pointer<T* const> { using type = T; };
template <class T> struct add_const { using type = const T; };
template <class T> struct is_pointer : false_type {};
template <class T> struct is_pointer<T*> : true_type {};
template <class T> struct is_pointer<T* const> : true_type {};
template <class T> struct is_reference : false_type {};
template <class T> struct is_reference<T&> : true_type {};
template <class T> struct is_reference<T&&> : true_type {};
template <class T> struct is_const : false_type {};
template <class T> struct is_const<const T> : true_type {};
template <class T> struct is_void : is_same<void, typename remove_cv<T>::type> {};
template <bool condition, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <bool condition, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <class T, class... U> struct __gridcall_one_of : false_type {};
template <class T, class H, class... U>
struct __gridcall_one_of<T, H, U...>
    : conditional<is_same<T, H>::value, true_type, __gridcall_one_of<T, U...>>::type {};
template <class T> struct is_integral
    : __gridcall_one_of<typename remove_cv<T>::type, bool, char, signed char, unsigned char, wchar_t, char16_t,
                        char32_t, short, unsigned short, int, unsigned int, long, unsigned long, long long,
                        unsigned long long> {};
template <class T> struct is_floating_point
    : __gridcall_one_of<typename remove_cv<T>::type, float, double, long double> {};
template <class T> struct is_arithmetic : bool_constant<is_integral<T>::value || is_floating_point<T>::value> {};
template <bool arithmetic, class T> struct __gridcall_signed : bool_constant<(T(-1) < T(0))> {};
template <class T> struct __gridcall_signed<false, T> : false_type {};
template <class T> struct is_signed : __gridcall_signed<is_arithmetic<T>::value, T> {};
template <class T> struct is_unsigned
    : bool_constant<is_arithmetic<T>::value && !is_signed<T>::value> {};
template <class T> struct is_enum : bool_constant<__is_enum(T)> {};
template <class T> struct is_class : bool_constant<__is_class(T)> {};
template <class B, class D> struct is_base_of : bool_constant<__is_base_of(B, D)> {};
template <class T> struct is_trivially_copyable : bool_constant<__is_trivially_copyable(T)> {};
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> using remove_volatile_t = typename remove_volatile<T>::type;
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <bool condition, class T, class F> using conditional_t = typename conditional<condition, T, F>::type;
template <bool condition, class T = void> using enable_if_t = typename enable_if<condition, T>::type;
template <class...> using void_t = void;
#if __cplusplus >= 201703L
template <class T, class U> inline constexpr bool is_same_v = is_same<T, U>::value;
template <class T> inline constexpr bool is_pointer_v = is_pointer<T>::value;
template <class T> inline constexpr bool is_reference_v = is_reference<T>::value;
template <class T> inline constexpr bool is_const_v = is_const<T>::value;
template <class T> inline constexpr bool is_void_v = is_void<T>::value;
template <class T> inline constexpr bool is_integral_v = is_integral<T>::value;
template <class T> inline constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T> inline constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <class T> inline constexpr bool is_signed_v = is_signed<T>::value;
template <class T> inline constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <class T> inline constexpr bool is_enum_v = is_enum<T>::value;
template <class T> inline constexpr bool is_class_v = is_class<T>::value;
template <class T> inline constexpr bool is_trivially_copyable_v = is_trivially_copyable<T>::value;
template <class B, class D> inline constexpr bool is_base_of_v = is_base_of<B, D>::value;
#endif
}
)";

constexpr Text kOwn[] = {
    {"stddef.h", kStddef},
    {"cstddef", kCstddef},
    {"stdint.h", kStdint},
    {"cstdint", kCstdint},
    {"limits.h", kLimits},
    {"climits", kLimits},
    {"float.h", kFloat},
    {"cfloat", kFloat},
    {"math.h", kMath},
    {"cmath", kCmath},
    {"stdio.h", kNothing},
    {"cstdio", kCstdio},
    {"string.h", kNothing},
    {"cstring", kCstring},
    {"stdlib.h", kStddef},
    {"cstdlib", kCstdlib},
    {"time.h", kNothing},
    {"ctime", kCtime},
    {"assert.h", kNothing},
    {"cassert", kNothing},
    // NVRTC has the device side of these built in, but sources written for nvcc include them.
    {"cuda.h", kNothing},
    {"cuda_runtime.h", kNothing},
    {"cuda_runtime_api.h", kNothing},
    {"device_launch_parameters.h", kNothing},
};

constexpr std::string_view kFromLibcudacxx[] = {
    "algorithm", "array",       "atomic",           "barrier",        "bit",
    "bitset",    "chrono",      "complex",          "concepts",       "exception",
    "expected",  "functional",  "initializer_list", "inplace_vector", "iterator",
    "latch",     "limits",      "mdspan",           "memory",         "mutex",
    "new",       "numbers",     "numeric",          "optional",       "ranges",
    "ratio",     "semaphore",   "source_location",  "span",           "string_view",
    "tuple",     "type_traits", "utility",          "variant",
};

// Returns the macros of a text, each within an #ifndef.
std::string where_missing(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    constexpr std::string_view kDefine = "#define ";
    if (!line.starts_with(kDefine)) continue;
    std::string_view name = line.substr(kDefine.size());
    name = name.substr(0, name.find(' '));
    result += "#ifndef " + std::string(name) + "\n" + std::string(line) + "\n#endif\n";
  }
  return result;
}

}  // namespace

namespace {

// The headers that the CPU device's compiler has too.
constexpr Text kShared[] = {
#define GRIDCALL_FILE(name, text) {name, text},
#include "shared_headers.inc"
#undef GRIDCALL_FILE
};

}  // namespace

std::optional<std::string> built_in_header(const std::string& name,
                                           const std::vector<std::string>& toolkit_dirs) {
  // libcu++ defines these types and macros itself, at the outermost level; two definitions would collide.
  for (const auto& [c_name, bridged] : {std::pair{"stdint.h", "cstdint"},
                                        {"limits.h", "climits"},
                                        {"climits", "climits"},
                                        {"float.h", "cfloat"},
                                        {"cfloat", "cfloat"}}) {
    if (name != c_name) continue;
    for (const std::string& dir : toolkit_dirs) {
      if (!is_regular_file(dir + "/cuda/std/" + bridged)) continue;
      std::string text = "#pragma once\n#include <cuda/std/" + std::string(bridged) + ">\n";
      // CUDA 13.0's cuda/std/cfloat defines few of the macros.
      return bridged == std::string_view("cfloat") ? text + where_missing(kFloat) : text;
    }
  }
  for (const std::span<const Text> texts : {std::span<const Text>(kOwn), std::span<const Text>(kShared)})
    for (const Text& own : texts)
      if (own.name == name) return std::string(own.text);
  for (std::string_view bridged : kFromLibcudacxx) {
    if (bridged != name) continue;
    for (const std::string& dir : toolkit_dirs) {
      if (!is_regular_file(dir + "/cuda/std/" + name)) continue;
      return "#pragma once\n#include <cuda/std/" + name +
             ">\nnamespace std { using namespace ::cuda::std; }\n";
    }
  }
  if (name == "type_traits") return std::string(kTypeTraits);
  return std::nullopt;
}

}  // namespace gridcall::compile
