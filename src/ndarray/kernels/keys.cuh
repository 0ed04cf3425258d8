// SPDX-License-Identifier: Apache-2.0
//
// The order of keys. The host writes in front of it: `bits` (a key as it is stored), the constants kKind, kDescending
// and kInfinity (the bits of a float's infinity), and GRIDCALL_STRIDED if elements do not follow each other: then the
// last parameter of a kernel is `steps`.

enum { kUnsigned = 0, kSigned = 1, kFloat = 2, kBool = 3 };  // kKind
enum { kPasses = sizeof(bits), kDigits = 256 };

// Keys whose numbers are in the order of the elements.
__device__ inline bits ordered(bits raw) {
  constexpr bits top = (bits)((bits)1 << (8 * sizeof(bits) - 1));
  bits key = raw;
  if (kKind == kBool) key = raw != 0;
  if (kKind == kSigned) key = (bits)(raw ^ top);
  if (kKind == kFloat) {
    key = raw > top ? (bits)~raw : (bits)(raw | top);  // -0.0 is as 0.0
    if ((bits)(raw & (bits)~top) > (bits)kInfinity) key = (bits)~(bits)0;
  }
  return kDescending ? (bits)~key : key;
}
__device__ inline u32 digit_of(bits raw, int pass) { return (u32)(ordered(raw) >> (8 * pass)) & 255; }

// Elements, from the first one.
#ifdef GRIDCALL_STRIDED
#define GRIDCALL_STEPS , const steps strides
#define GRIDCALL_GIVEN_STEPS , strides, p.v[1]
struct step { i64 element, row; };  // in bytes
struct steps { step source, result, source_values, result_values; };
template <class T> struct elements_of {
  T* first;
  i64 stride;
  __device__ elements_of(T* of, step s, index row, index i)
      : first((T*)((u64)of + row * s.row + i * s.element)), stride(s.element) {}
  __device__ T& operator[](index i) const { return *(T*)((u64)first + i * stride); }
  __device__ bool operator!=(const elements_of& other) const { return first != other.first; }
};
template <class T> struct line_of { typedef elements_of<T> type, only; };
#else
#define GRIDCALL_STEPS
#define GRIDCALL_GIVEN_STEPS
template <class T> struct line_of {
  typedef T* type;
  typedef T* __restrict__ only;  // nothing else has them
};
#endif
