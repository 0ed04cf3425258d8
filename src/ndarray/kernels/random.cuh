// SPDX-License-Identifier: Apache-2.0
//
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3") and numbers of
// distributions. Every operation here is one that IEEE 754 defines, rounded by itself, so that all devices
// compute the same bits. The host writes in front of it: `element`, `index`, `parameters`, and the constants
// kDistribution, kDims, kWide, and GRIDCALL_WORDS if another generator's words are in memory (random_words.cuh); those that
// are refused are replaced by Philox's.

struct words { u32 w[4]; };

__device__ inline words philox(u64 counter, u64 subsequence, u64 seed) {
  u32 x = (u32)counter, y = (u32)(counter >> 32), z = (u32)subsequence, w = (u32)(subsequence >> 32);
  u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
#pragma unroll
  for (int i = 0; i < 10; ++i) {
    const u64 a = (u64)0xd2511f53u * x, b = (u64)0xcd9e8d57u * z;
    x = (u32)(b >> 32) ^ y ^ k0;
    y = (u32)b;
    z = (u32)(a >> 32) ^ w ^ k1;
    w = (u32)a;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  return {{x, y, z, w}};
}

struct request {
  u64 seed, offset, range, low, least;
  double a, b, last;
  const u32* words;  // those of `counter` and of the counters behind it
  u64 counter;
};

// Returns the words that belong to a counter.
__device__ inline words words_of(u64 counter, const request& r) {
#ifdef GRIDCALL_WORDS
  const uint4 w = ((const uint4*)r.words)[counter - r.counter];
  return {{w.x, w.y, w.z, w.w}};
#else
  return philox(counter, 0, r.seed);
#endif
}

// --- functions of floats and doubles

template <class T> struct format;
template <> struct format<float> {
  enum { kLog = 6, kSin = 6, kExp = 8 };  // terms of the series
  typedef int bits;
  static constexpr int kFraction = 23, kBias = 127;
  static constexpr float kLeastExp = -104, kMostExp = 89, kHighLog2 = 0x1.62e4p-1f, kLowLog2 = 0x1.7f7d1cp-20f;
  __device__ static int bits_of(float x) { return __float_as_int(x); }
  __device__ static float of(int x) { return __int_as_float(x); }
  __device__ static float root(float x) { return sqrtf(x); }
  __device__ static float nearest(float x) { return rintf(x); }
};
template <> struct format<double> {
  enum { kLog = 12, kSin = 10, kExp = 15 };
  typedef i64 bits;
  static constexpr int kFraction = 52, kBias = 1023;
  static constexpr double kLeastExp = -746, kMostExp = 710, kHighLog2 = 0x1.62e42fefp-1,
                          kLowLog2 = 0x1.473de6af278edp-34;
  __device__ static i64 bits_of(double x) { return __double_as_longlong(x); }
  __device__ static double of(i64 x) { return __longlong_as_double(x); }
  __device__ static double root(double x) { return sqrt(x); }
  __device__ static double nearest(double x) { return rint(x); }
};

// The logarithm of a normal number above 0: log(m 2^e) = 2 artanh((m - 1) / (m + 1)) + e log(2), m being near 1.
template <class T> __device__ inline T log_of(T x) {
  typedef typename format<T>::bits bits;
  const bits whole = format<T>::bits_of(x), middle = format<T>::bits_of((T)0.70710678118654752);
  const bits e = (whole - middle) >> format<T>::kFraction;
  const T m = format<T>::of(whole - e * ((bits)1 << format<T>::kFraction));
  const T s = (m - 1) / (m + 1), z = s * s;
  T sum = 0;
#pragma unroll
  for (int i = format<T>::kLog; i > 0; --i) sum = (sum + (T)1 / (T)(2 * i + 1)) * z;
  return 2 * (s + s * sum) + (T)e * (T)0.69314718055994531;
}

template <class T> __device__ inline T power_of_2(int n) {
  typedef typename format<T>::bits bits;
  return format<T>::of((bits)(n + format<T>::kBias) << format<T>::kFraction);
}

template <class T> __device__ inline T exp_of(T x) {
  if (x < format<T>::kLeastExp) x = format<T>::kLeastExp;
  if (x > format<T>::kMostExp) x = format<T>::kMostExp;
  const T n = format<T>::nearest(x * (T)1.4426950408889634);
  const T r = x - n * format<T>::kHighLog2 - n * format<T>::kLowLog2;
  T sum = 1;
#pragma unroll
  for (int i = format<T>::kExp; i > 0; --i) sum = 1 + sum * r * ((T)1 / (T)i);
  const int whole = (int)n, half = whole / 2;  // the power itself may be no normal number
  return sum * power_of_2<T>(half) * power_of_2<T>(whole - half);
}

template <class T> struct two { T first, second; };

// Returns the sine and the cosine of y + quadrant * pi / 2, y being from -pi / 4 to pi / 4.
template <class T> __device__ inline two<T> sin_cos(T y, u32 quadrant) {
  const T z = y * y;
  T s = 1, c = 1;
#pragma unroll
  for (int i = format<T>::kSin; i > 0; --i) {
    s = 1 - s * z * ((T)1 / (T)(2 * i * (2 * i + 1)));
    c = 1 - c * z * ((T)1 / (T)(2 * i * (2 * i - 1)));
  }
  s *= y;
  const T one = (quadrant & 1) != 0 ? c : s, other = (quadrant & 1) != 0 ? -s : c;
  return {(quadrant & 2) != 0 ? -one : one, (quadrant & 2) != 0 ? -other : other};
}

// --- numbers from words

__device__ inline u64 bits53(u32 low, u32 high) { return low ^ (u64)high << 21; }
// Return numbers from 0 to below 1, and those between the same limits without 0.
__device__ inline double unit(u64 bits) { return (double)bits * 0x1p-53; }
__device__ inline double open_unit(u64 bits) { return (double)bits * 0x1p-53 + 0x1p-54; }

// Box and Muller, as cuRAND pairs words; the angle is reduced before it is rounded.
__device__ inline two<float> normal_pair(u32 radius, u32 angle) {
  const float r = sqrtf(-2 * log_of((float)radius * 0x1p-32f + 0x1p-33f));
  const u32 quadrant = (angle + (1u << 29)) >> 30;
  const float y = (float)(int)(angle - (quadrant << 30)) * 0x1.921fb6p-30f + 0x1.921fb6p-31f;
  const two<float> turned = sin_cos(y, quadrant);
  return {r * turned.first, r * turned.second};
}
__device__ inline two<double> normal_pair(u64 radius, u64 angle) {
  const double r = sqrt(-2 * log_of(open_unit(radius)));
  const u64 quadrant = (angle + (1ull << 50)) >> 51;
  const double y = (double)(i64)(angle - (quadrant << 51)) * 0x1.921fb54442d18p-51 + 0x1.921fb54442d18p-52;
  const two<double> turned = sin_cos(y, (u32)quadrant);
  return {r * turned.first, r * turned.second};
}

// log(lambda^k exp(-lambda) / k!), by Stirling's series.
__device__ inline double log_poisson(double k, double lambda) {
  if (k < 16) {
    double factorial = 1;
    for (double i = 2; i <= k; i += 1) factorial *= i;
    return k * log_of(lambda) - lambda - log_of(factorial);
  }
  const double r = 1 / k, z = r * r;
  const double rest = r * (1 / 12.0 - z * (1 / 360.0 - z * (1 / 1260.0 - z * (1 / 1680.0))));
  return k * log_of(lambda * r) + (k - lambda) - 0.5 * log_of(6.2831853071795865 * k) - rest;
}

// Below 10 by the inverse distribution function, above by rejection (Hoermann: "The transformed rejection
// method for generating Poisson random variables", PTRS). Element n and attempt t use the words of counter n
// in subsequence t.
__device__ inline double poisson(u64 n, const request& r, double lambda) {
  if (lambda < 10) {
    const words w = words_of(n, r);
    const double u = open_unit(bits53(w.w[0], w.w[1]));
    double k = 0, part = exp_of(-lambda), sum = part;
    while (u > sum && k < 200) {
      k += 1;
      part *= lambda / k;
      sum += part;
    }
    return k;
  }
  const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
  for (u64 attempt = 0;; ++attempt) {
    const words w = attempt == 0 ? words_of(n, r) : philox(n, attempt, r.seed);
    const double u = open_unit(bits53(w.w[0], w.w[1])) - 0.5, v = open_unit(bits53(w.w[2], w.w[3]));
    const double us = 0.5 - fabs(u), k = floor((2 * a / us + b) * u + lambda + 0.43);
    if (us >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (log_of(v * (1.1239 + 1.1328 / (b - 3.4)) / (a / (us * us) + b)) <= log_poisson(k, lambda)) return k;
  }
}

// Integers below `range`, of 2^32 at most or 2^64 (0), without bias (Lemire: "Fast random integer generation
// in an interval"). A refused word is replaced by that of its place in the next subsequence.
__device__ inline u64 narrow_below(u32 word, int place, u64 counter, u64 range, u32 least, u64 seed) {
  u64 product = word * range;
  for (u64 attempt = 1; (u32)product < least; ++attempt)
    product = philox(counter, attempt, seed).w[place] * range;
  return product >> 32;
}
__device__ inline u64 wide_below(u32 low, u32 high, int place, u64 counter, u64 range, u64 least, u64 seed) {
  u64 word = low | (u64)high << 32;
  if (range == 0) return word;
  for (u64 attempt = 1; word * range < least; ++attempt) {
    const words w = philox(counter, attempt, seed);
    word = w.w[place] | (u64)w.w[place + 1] << 32;
  }
  return __umul64hi(word, range);
}

// --- the four elements of a thread

enum { kUniform = 1, kNormal = 2, kLogNormal = 3, kPoisson = 4, kIntegers = 5 };

template <class T> __device__ inline element uniform(T u, const request& r) {
  const T a = (T)r.a, b = (T)r.b;
  const element made = convert<element>::of(a + (b - a) * u);
  return value_of(made) >= b ? convert<element>::of((T)r.last) : made;
}
template <class T> __device__ inline element normal(T z, const request& r) {
  const T x = (T)r.a + (T)r.b * z;
  return convert<element>::of(kDistribution == kLogNormal ? exp_of(x) : x);
}

// Elements n to n + 3; n is a multiple of 4.
__device__ inline void make_four(element (&made)[4], u64 n, const request& r) {
  if (kDistribution == kPoisson) {
    for (int i = 0; i < 4; ++i) {
      const double k = poisson(n + i, r, r.a);
      made[i] = convert<element>::of(k > r.last ? r.last : k);
    }
  } else if (kWide) {
    const words w[2] = {words_of(n / 2, r), words_of(n / 2 + 1, r)};
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const u32 *x = w[i].w;
      if (kDistribution == kIntegers) {
#pragma unroll
        for (int j = 0; j < 2; ++j)
          made[2 * i + j] = convert<element>::of(
              r.low + wide_below(x[2 * j], x[2 * j + 1], 2 * j, n / 2 + i, r.range, r.least, r.seed));
      } else if (kDistribution == kUniform) {
        made[2 * i] = uniform<double>(unit(bits53(x[0], x[1])), r);
        made[2 * i + 1] = uniform<double>(unit(bits53(x[2], x[3])), r);
      } else {
        const two<double> pair = normal_pair(bits53(x[0], x[1]), bits53(x[2], x[3]));
        made[2 * i] = normal(pair.first, r);
        made[2 * i + 1] = normal(pair.second, r);
      }
    }
  } else {
    const words w = words_of(n / 4, r);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      if (kDistribution == kIntegers)
        made[i] = convert<element>::of(r.low + narrow_below(w.w[i], i, n / 4, r.range, (u32)r.least, r.seed));
      else if (kDistribution == kUniform && sizeof(element) == 8)
        made[i] = uniform<double>((double)w.w[i] * 0x1p-32, r);
      else if (kDistribution == kUniform)
        made[i] = uniform<float>((float)(w.w[i] >> 8) * 0x1p-24f, r);
    }
    if (kDistribution == kNormal || kDistribution == kLogNormal) {
#pragma unroll
      for (int i = 0; i < 4; i += 2) {
        const two<float> pair = normal_pair(w.w[i], w.w[i + 1]);
        made[i] = normal(pair.first, r);
        made[i + 1] = normal(pair.second, r);
      }
    }
  }
}

struct alignas(sizeof(element) > 4 ? 16 : 4 * sizeof(element)) pack { element e[4]; };

// The values in v: the elements, the first group of four and the one behind the last, whether they are aligned packs, then
// for each dimension its elements and its stride.
extern "C" __global__ void __launch_bounds__(256)
    gridcall_kernel(unsigned char* out, const request r, const parameters p) {
  const index count = p.v[0], groups = p.v[2], packs = p.v[3], before = (index)(r.offset % 4);
  for (index g = p.v[1] + (index)blockIdx.x * 256 + (index)threadIdx.x; g < groups; g += (index)gridDim.x * 256) {
    element made[4];
    make_four(made, r.offset - (u64)before + 4 * (u64)g, r);
    const index first = 4 * g - before;
    if (packs != 0 && first >= 0 && count - first >= 4) {
      *(pack*)(out + (i64)first * (i64)sizeof(element)) = {{made[0], made[1], made[2], made[3]}};
      continue;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const index at = first + i;
      if (at < 0 || at >= count) continue;
      unsigned char* to = out;
      index left = at;
#pragma unroll
      for (int d = kDims - 1; d > 0; --d) {
        to += (i64)(left % p.v[4 + 2 * d]) * p.v[5 + 2 * d];
        left /= p.v[4 + 2 * d];
      }
      if (kDims > 0) to += (i64)left * p.v[5];
      *(element*)to = made[i];
    }
  }
}
