// SPDX-License-Identifier: Apache-2.0
//
// Matrix products of a warp. Lane l computes rows l / 8 + 4 i and columns l % 8 + 8 j of the result. Its fragments hold all elements of
// the factors that it needs, so that no lane reads another's. CUDA does not specify which element x[i] is.

#pragma once
#pragma clang system_header

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
namespace precision {
struct tf32 {};
}  // namespace precision
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental
enum layout_t { mem_row_major, mem_col_major };

// The type of a number in a fragment and in memory, that of a factor, and that of a sum.
template <typename __T> struct __gc_number { typedef __T type, factor, sum; };
template <> struct __gc_number<__half> { typedef __half type; typedef float factor, sum; };
template <> struct __gc_number<__nv_bfloat16> { typedef __nv_bfloat16 type; typedef float factor, sum; };
template <> struct __gc_number<precision::tf32> { typedef float type, factor, sum; };
template <> struct __gc_number<signed char> { typedef signed char type; typedef int factor, sum; };
template <> struct __gc_number<unsigned char> { typedef unsigned char type; typedef int factor, sum; };

// The shapes that the CUDA C++ Programming Guide lists.
template <typename __T, int __M, int __N, int __K> struct __gc_is_shape {
  static constexpr bool is_16 = __K == 16 && __M * __N == 256 && (__M == 8 || __M == 16 || __M == 32);
  static constexpr bool value = std::is_same<__T, double>::value              ? __M == 8 && __N == 8 && __K == 4
                                : std::is_same<__T, precision::tf32>::value   ? __M == 16 && __N == 16 && __K == 8
                                : std::is_same<__T, float>::value             ? is_16 || (__M == 16 && __N == 16 && __K == 8)
                                : std::is_same<__T, int>::value               ? is_16 || (__M == 8 && __N == 8 && (__K == 32 || __K == 128))
                                                                              : is_16;
};

template <typename __Use, int __M, int __N, int __K, typename __T, typename __Layout = void> class fragment {
  static_assert(__gc_is_shape<__T, __M, __N, __K>::value, "there is no fragment of this shape and type");

 public:
  // In a factor, elements that are multiplied together are adjacent: x[k * width + i].
  static constexpr bool __gc_is_a = std::is_same<__Use, matrix_a>::value, __gc_is_b = std::is_same<__Use, matrix_b>::value;
  static constexpr int __gc_width = __gc_is_a ? __M / 4 : __N / 8, __gc_height = __gc_is_a || __gc_is_b ? __K : __M / 4;
  typedef typename __gc_number<__T>::type element_type, storage_element_type;
  static constexpr int num_elements = __gc_width * __gc_height, num_storage_elements = num_elements;
  element_type x[num_elements];

  template <typename __V> __device__ static element_type __gc_filled(const __V& __value) { return static_cast<element_type>(__value); }
  // Calls f(x[i], row, column) for each element.
  template <typename __F> __device__ void __gc_each(__F __f) {
    const unsigned int __lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31;
    const unsigned int __row = __lane / 8, __column = __lane % 8;
#pragma unroll 1
    for (unsigned int __k = 0; __k < __gc_height; ++__k)
#pragma unroll
      for (unsigned int __i = 0; __i < __gc_width; ++__i)
        __f(x[__k * __gc_width + __i], __gc_is_a ? __row + 4 * __i : __gc_is_b ? __k : __row + 4 * __k, __gc_is_a ? __k : __column + 8 * __i);
  }
};

// A factor of numbers of 4 bits or of 1: whole words, four of each row of the left factor or column of the right one.
template <typename __Use, typename __Layout, typename __Word, int __Bits> struct __gc_packed {
  static constexpr bool __gc_is_a = std::is_same<__Use, matrix_a>::value;
  static_assert(std::is_same<__Layout, typename std::conditional<__gc_is_a, row_major, col_major>::type>::value, "the left factor is row_major, the right one col_major");
  typedef __Word element_type, storage_element_type;
  static constexpr int num_storage_elements = __gc_is_a ? 8 : 4, num_elements = num_storage_elements * 32 / __Bits;
  __Word x[num_storage_elements];

  __device__ static __Word __gc_filled(__Word __value) {
    constexpr unsigned int __digits = (1u << __Bits) - 1;
    return static_cast<__Word>((__value & __digits) * (0xffffffffu / __digits));
  }
};
template <typename __Use, typename __Layout> class fragment<__Use, 8, 8, 32, experimental::precision::s4, __Layout> : public __gc_packed<__Use, __Layout, int, 4> {};
template <typename __Use, typename __Layout> class fragment<__Use, 8, 8, 32, experimental::precision::u4, __Layout> : public __gc_packed<__Use, __Layout, unsigned int, 4> {};
template <typename __Use, typename __Layout> class fragment<__Use, 8, 8, 128, experimental::precision::b1, __Layout> : public __gc_packed<__Use, __Layout, unsigned int, 1> {};

template <typename __Use, typename __Layout, typename __Word, int __Bits>
__GC_DEVICE void load_matrix_sync(__gc_packed<__Use, __Layout, __Word, __Bits>& __a, const void* __from, unsigned int __ldm) {
  __syncwarp();
  const unsigned int __lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31;
  for (unsigned int __i = 0; __i < __a.num_storage_elements; ++__i) {
    const size_t __row = __a.__gc_is_a ? __lane / 8 + 4 * (__i / 4) : __lane % 8;
    __a.x[__i] = static_cast<const __Word*>(__from)[__row * __ldm * __Bits / 32 + __i % 4];
  }
}

template <typename __Use, int __M, int __N, int __K, typename __T, typename __Layout, typename __V>
__GC_DEVICE void fill_fragment(fragment<__Use, __M, __N, __K, __T, __Layout>& __a, const __V& __value) {
#pragma unroll
  for (auto& __x : __a.x) __x = __a.__gc_filled(__value);
}

// A load waits until every lane has arrived; a store waits until every lane has written.
template <typename __Use, int __M, int __N, int __K, typename __T, typename __Layout>
__GC_DEVICE void load_matrix_sync(fragment<__Use, __M, __N, __K, __T, __Layout>& __a, const typename __gc_number<__T>::type* __from, unsigned int __ldm) {
  static_assert(!std::is_same<__Use, accumulator>::value, "an accumulator is loaded with a layout");
  __syncwarp();
  __a.__gc_each([&](auto& __x, unsigned int __row, unsigned int __column) {
    __x = __from[std::is_same<__Layout, row_major>::value ? size_t(__row) * __ldm + __column : size_t(__column) * __ldm + __row];
  });
}
template <int __M, int __N, int __K, typename __T>
__GC_DEVICE void load_matrix_sync(fragment<accumulator, __M, __N, __K, __T>& __a, const __T* __from, unsigned int __ldm, layout_t __layout) {
  __syncwarp();
  __a.__gc_each([&](__T& __x, unsigned int __row, unsigned int __column) {
    __x = __from[__layout == mem_row_major ? size_t(__row) * __ldm + __column : size_t(__column) * __ldm + __row];
  });
}
template <int __M, int __N, int __K, typename __T>
__GC_DEVICE void store_matrix_sync(__T* __to, const fragment<accumulator, __M, __N, __K, __T>& __a, unsigned int __ldm, layout_t __layout) {
  fragment<accumulator, __M, __N, __K, __T> __copy = __a;
  __copy.__gc_each([&](__T& __x, unsigned int __row, unsigned int __column) {
    __to[__layout == mem_row_major ? size_t(__row) * __ldm + __column : size_t(__column) * __ldm + __row] = __x;
  });
  __syncwarp();
}

// Rounds to the nearest number of 11 digits, ties away from zero.
__GC_DEVICE float __float_to_tf32(float __v) {
  const unsigned int __bits = __float_as_uint(__v);
  return (__bits & 0x7f800000u) == 0x7f800000u ? __v : __uint_as_float((__bits + 0x1000u) & 0xffffe000u);
}

__GC_DEVICE int __gc_saturated_sum(int __a, int __b, bool __saturate) {
  const long long __sum = static_cast<long long>(__a) + __b;
  if (!__saturate || __sum == static_cast<int>(__sum)) return static_cast<int>(__sum);
  return __a < 0 ? -0x7fffffff - 1 : 0x7fffffff;
}

// d = a b + c, summed in float, int or double; a float factor has the digits of tf32.
template <int __M, int __N, int __K, typename __T, typename __A, typename __B, typename __D, typename __C>
__GC_DEVICE void mma_sync(fragment<accumulator, __M, __N, __K, __D>& __d, const fragment<matrix_a, __M, __N, __K, __T, __A>& __a,
                          const fragment<matrix_b, __M, __N, __K, __T, __B>& __b, const fragment<accumulator, __M, __N, __K, __C>& __c,
                          bool __saturate = false) {
  typedef typename __gc_number<__T>::factor __factor;
  const auto __read = [](auto __x) {
    if constexpr (std::is_same<__T, precision::tf32>::value) return __uint_as_float(__float_as_uint(__x) & 0xffffe000u);
    else return static_cast<__factor>(__x);
  };
  constexpr int __rows = __M / 4, __columns = __N / 8;
  constexpr bool __is_integer = std::is_same<__factor, int>::value;
  __factor __sum[__rows * __columns];
#pragma unroll
  for (int __i = 0; __i < __rows * __columns; ++__i) __sum[__i] = __is_integer ? 0 : static_cast<__factor>(__c.x[__i]);
#pragma unroll 1
  for (int __k = 0; __k < __K; ++__k) {
    __factor __x[__rows], __y[__columns];
#pragma unroll
    for (int __i = 0; __i < __rows; ++__i) __x[__i] = __read(__a.x[__k * __rows + __i]);
#pragma unroll
    for (int __j = 0; __j < __columns; ++__j) __y[__j] = __read(__b.x[__k * __columns + __j]);
#pragma unroll
    for (int __i = 0; __i < __rows * __columns; ++__i) {
      if constexpr (__is_integer) __sum[__i] += __x[__i / __columns] * __y[__i % __columns];
      else if constexpr (std::is_same<__factor, double>::value) __sum[__i] = __fma_rn(__x[__i / __columns], __y[__i % __columns], __sum[__i]);
      else __sum[__i] = __fmaf_rn(__x[__i / __columns], __y[__i % __columns], __sum[__i]);
    }
  }
#pragma unroll
  for (int __i = 0; __i < __rows * __columns; ++__i) {
    if constexpr (__is_integer) __sum[__i] = __gc_saturated_sum(__c.x[__i], __sum[__i], __saturate);
    __d.x[__i] = static_cast<__D>(__sum[__i]);
  }
}

template <typename __T>
__GC_DEVICE void mma_sync(fragment<accumulator, 8, 8, 32, int>& __d, const fragment<matrix_a, 8, 8, 32, __T, row_major>& __a,
                          const fragment<matrix_b, 8, 8, 32, __T, col_major>& __b, const fragment<accumulator, 8, 8, 32, int>& __c, bool __saturate = false) {
  for (int __i = 0; __i < 2; ++__i) {
    int __sum = 0;
    for (int __k = 0; __k < 32; ++__k) {
      const auto __digit = [&](auto __word) { return static_cast<int>((__word << (28 - __k % 8 * 4)) >> 28); };
      __sum += __digit(__a.x[4 * __i + __k / 8]) * __digit(__b.x[__k / 8]);
    }
    __d.x[__i] = __gc_saturated_sum(__c.x[__i], __sum, __saturate);
  }
}
__GC_DEVICE void bmma_sync(fragment<accumulator, 8, 8, 128, int>& __d, const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& __a,
                           const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& __b, const fragment<accumulator, 8, 8, 128, int>& __c,
                           experimental::bmmaBitOp __op = experimental::bmmaBitOpXOR,
                           experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  for (int __i = 0; __i < 2; ++__i) {
    unsigned int __sum = __c.x[__i];
    for (int __k = 0; __k < 4; ++__k)
      __sum += __popc(__op == experimental::bmmaBitOpAND ? __a.x[4 * __i + __k] & __b.x[__k] : __a.x[4 * __i + __k] ^ __b.x[__k]);
    __d.x[__i] = static_cast<int>(__sum);
  }
}

}  // namespace wmma
}  // namespace nvcuda
