// SPDX-License-Identifier: Apache-2.0
//
// The accumulators of reductions and scans, and how two of them become one. The order is the host's.

// Integers are summed in 64 bits, floats in their own type, or in double where the result is one.
template <class T, bool kWide> struct accumulator { typedef i64 type; };
template <bool kWide> struct accumulator<unsigned char, kWide> { typedef u64 type; };
template <bool kWide> struct accumulator<unsigned short, kWide> { typedef u64 type; };
template <bool kWide> struct accumulator<unsigned, kWide> { typedef u64 type; };
template <bool kWide> struct accumulator<unsigned long, kWide> { typedef u64 type; };
template <bool kWide> struct accumulator<unsigned long long, kWide> { typedef u64 type; };
template <bool kWide> struct accumulator<float, kWide> { typedef typename choose<kWide, double, float>::type type; };
template <bool kWide> struct accumulator<double, kWide> { typedef double type; };
template <class P, bool kWide> struct accumulator<complex_number<P>, kWide> {
  typedef complex_number<typename accumulator<P, kWide>::type> type;
};

// An element and where it is.
template <class T> struct indexed { T value; i64 index; };

template <class T> __device__ inline bool is_negative(T value) { return value < 0; }
__device__ inline bool is_negative(float value) { return signbit(value); }
__device__ inline bool is_negative(double value) { return signbit(value); }

// Return the least and the greatest number of an accumulator.
template <class T> __device__ inline T least_of() { return (T)-__int_as_float(0x7f800000); }
template <> __device__ inline i64 least_of<i64>() { return -9223372036854775807ll - 1; }
template <> __device__ inline u64 least_of<u64>() { return 0; }
template <class T> __device__ inline T greatest_of() { return (T)__int_as_float(0x7f800000); }
template <> __device__ inline i64 greatest_of<i64>() { return 9223372036854775807ll; }
template <> __device__ inline u64 greatest_of<u64>() { return 18446744073709551615ull; }

template <class T> __device__ inline T combine_sum(T a, T b) { return a + b; }
template <class T> __device__ inline T combine_prod(T a, T b) { return a * b; }
template <class T> __device__ inline T combine_any(T a, T b) { return a | b; }
template <class T> __device__ inline T combine_all(T a, T b) { return a & b; }
// NaN is kept, and -0.0 is less than 0.0.
template <class T> __device__ inline T combine_min(T a, T b) {
  static_assert(is_real<T>::value, "complex numbers have no MIN");
  return b < a || b != b || (b == a && is_negative(b)) ? b : a;
}
template <class T> __device__ inline T combine_max(T a, T b) {
  static_assert(is_real<T>::value, "complex numbers have no MAX");
  return b > a || b != b || (b == a && !is_negative(b)) ? b : a;
}
// The first of equal elements, or of NaN, which goes before numbers: without branches, which lanes would take
// at different times.
template <bool kLeast, class T> __device__ inline indexed<T> combine_arg(indexed<T> a, indexed<T> b) {
  static_assert(is_real<T>::value, "complex numbers have no ARG_MIN and ARG_MAX");
  const bool a_is_nan = a.value != a.value, b_is_nan = b.value != b.value;
  const bool before = kLeast ? b.value < a.value : b.value > a.value;
  const bool equal = (b.value == a.value) | (a_is_nan & b_is_nan);
  const bool takes = (!a_is_nan & (before | b_is_nan)) | (equal & (b.index < a.index));
  return {takes ? b.value : a.value, takes ? b.index : a.index};
}
template <class T> __device__ inline indexed<T> combine_arg_min(indexed<T> a, indexed<T> b) {
  return combine_arg<true>(a, b);
}
template <class T> __device__ inline indexed<T> combine_arg_max(indexed<T> a, indexed<T> b) {
  return combine_arg<false>(a, b);
}
