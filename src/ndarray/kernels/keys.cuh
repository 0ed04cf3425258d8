// SPDX-License-Identifier: Apache-2.0
//
// The order of keys. The host writes in front of it: `bits` (a key as it is stored), the constants kKind, kDescending
// and kInfinity (the bits of a float's infinity).

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
