// SPDX-License-Identifier: Apache-2.0
//
// QR and singular values of matrices in Fortran's order: a block does one matrix, and each of its warps some columns.
// Before it stand add_product.cuh, complex_parts.cuh, `number`, `real_number`, kRoutine, 0 for QR, and kHasRoom, 0 if no
// block has shared memory for a matrix: then half of the code is left out.

enum { kMaxThreads = 1024, kSweeps = 40 };

__device__ inline float square(float a) { return a * a; }
__device__ inline double square(double a) { return a * a; }
template <class P> __device__ inline P square(complex_number<P> a) { return a.re * a.re + a.im * a.im; }

template <class T> __device__ inline T sum_of_warp(T value) {
  for (int away = 16; away > 0; away /= 2) value += __shfl_xor_sync(0xffffffff, value, away);
  return value;
}
template <class P> __device__ inline complex_number<P> sum_of_warp(complex_number<P> value) {
  complex_number<P> sum = {sum_of_warp(value.re), sum_of_warp(value.im)};
  return sum;
}
template <class T> __device__ inline T most_of_warp(T value) {
  for (int away = 16; away > 0; away /= 2) {
    const T other = __shfl_xor_sync(0xffffffff, value, away);
    value = other > value ? other : value;
  }
  return value;
}

// Quotients of complex numbers multiply by an inverse, which is infinite for a denormal number.
__device__ inline float over(float a, float b) { return a / b; }
__device__ inline double over(double a, double b) { return a / b; }
template <class P> __device__ inline complex_number<P> over(complex_number<P> a, P b) {
  complex_number<P> quotient = {a.re / b, a.im / b};
  return quotient;
}

// Makes the column a multiple of the first unit vector, as LAPACK's larfg: `x` becomes that, and the reflector's
// elements behind its first, 1. Returns its factor.
__device__ inline number reflect(number* x, index length) {
  const int lane = threadIdx.x % 32;
  const number none = convert<number>::of(0);
  const real_number first = magnitude(x[0]);
  real_number most = first > 0 ? first : 0;
  for (index i = lane + 1; i < length; i += 32) {  // those that this lane writes
    const real_number here = magnitude(x[i]);
    most = here > most ? here : most;
  }
  most = most_of_warp(most);
  if (!(most > 0)) return none;
  const number alpha = over(x[0], most);
  real_number sum = 0;
  for (index i = lane + 1; i < length; i += 32) sum += square(over(x[i], most));
  sum = sum_of_warp(sum);
  if (sum == 0 && square(alpha) == real_of(alpha) * real_of(alpha)) return none;
  const real_number norm = root(square(alpha) + sum), beta = real_of(alpha) > 0 ? -norm : norm;
  const number beyond = alpha - convert<number>::of(beta);
  for (index i = lane + 1; i < length; i += 32) x[i] = over(x[i], most) / beyond;
  __syncwarp();
  if (lane == 0) x[0] = convert<number>::of(beta * most);
  return -beyond / beta;
}

// Reflects a column, by a reflector whose first element is 1.
__device__ inline void apply(const number* reflector, number factor, number* y, index length) {
  const int lane = threadIdx.x % 32;
  number dot = lane == 0 ? y[0] : convert<number>::of(0);
  for (index i = lane + 1; i < length; i += 32) dot = add_product(conjugate(reflector[i]), y[i], dot);
  dot = -(factor * sum_of_warp(dot));
  if (lane == 0) y[0] = y[0] + dot;
  for (index i = lane + 1; i < length; i += 32) y[i] = add_product(reflector[i], dot, y[i]);
}

// Makes `a` R, with reflectors below its diagonal, and `q` Q; `positive`: with the signs of a positive diagonal.
__device__ inline void orthonormalize(number* a, number* q, number* factors, index m, index n, bool positive) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const index least = m < n ? m : n;
  for (index k = 0; k < least; ++k) {
    number* const column = a + (i64)k * m + k;
    if (warp == 0) {
      const number factor = reflect(column, m - k);
      if (lane == 0) factors[k] = factor;
    }
    __syncthreads();
    const number factor = conjugate(factors[k]);
    for (index j = k + 1 + warp; j < n; j += blockDim.x / 32) apply(column, factor, a + (i64)j * m + k, m - k);
    __syncthreads();
  }
  for (index j = warp; j < least; j += blockDim.x / 32) {
    number* const column = q + (i64)j * m;
    const bool is_negative = positive && real_of(a[(i64)j * m + j]) < 0;
    for (index i = lane; i < m; i += 32) column[i] = convert<number>::of(i != j ? 0 : is_negative ? -1 : 1);
    __syncwarp();
    for (index k = j; k >= 0; --k) {
      apply(a + (i64)k * m + k, factors[k], column + k, m - k);
      __syncwarp();
    }
  }
  __syncthreads();
}

extern __shared__ number room[];

__device__ inline void copy_all(number* to, const number* from, i64 count) {
  for (i64 at = threadIdx.x; at < count; at += blockDim.x) to[at] = from[at];
}

// Does that in the shared memory, if it has room for both.
__device__ inline void orthonormalize_in(number* a, number* q, number* factors, index m, index n, bool positive,
                                         bool has_room) {
  if (!has_room) return orthonormalize(a, q, factors, m, n, positive);
  const i64 count = (i64)m * n;
  copy_all(room, a, count);
  __syncthreads();
  orthonormalize(room, room + count, factors, m, n, positive);
  copy_all(a, room, count);
  copy_all(q, room + count, (i64)m * (m < n ? m : n));
  __syncthreads();
}

// `ratio`: the tangent of half the angle. Rounding errors become as small as the angle so.
__device__ inline void rotate(number* x, number* y, index length, real_number sine, real_number ratio, number phase) {
  for (index i = threadIdx.x % 32; i < length; i += 32) {
    const number left = x[i], right = phase * y[i];
    x[i] = left - (right + left * ratio) * sine;
    y[i] = right + (left - right * ratio) * sine;
  }
}

__device__ inline float size_of(float a) { return fabsf(a); }
__device__ inline double size_of(double a) { return fabs(a); }
template <class P> __device__ inline P size_of(complex_number<P> a) { return root(square(a)); }

// Returns the tangent of half the angle that makes two columns orthogonal, of which the difference of their squares
// and the length of their product are given. Some digits of it are enough, because any angle keeps lengths.
__device__ inline real_number half_tangent(real_number apart, real_number cross, real_number most) {
  const real_number far = apart < 0 ? -apart : apart;
  real_number half;
  if (cross < 1e-6 * far) {
    half = cross / (2 * far);
  } else {
    const real_number scale = scalbn((real_number)1, -ilogb(most));
    const float a = (float)(far * scale), b = (float)(cross * scale), t = 2 * b / (a + sqrtf(a * a + 4 * b * b));
    half = t / (1 + sqrtf(1 + t * t));
  }
  return apart < 0 ? -half : half;
}

// Makes two columns orthogonal, and the others that go with them the same. Returns false if they are: the square of
// their cosine is `least` at most.
__device__ inline bool turn(number* x, number* y, index m, number* u, number* v, index n, real_number least) {
  real_number xx = 0, yy = 0;
  number xy = convert<number>::of(0);
  for (int i = threadIdx.x % 32; i < m; i += 32) {
    const number left = x[i], right = y[i];
    xx += square(left), yy += square(right);
    xy = add_product(conjugate(left), right, xy);
  }
  xx = sum_of_warp(xx), yy = sum_of_warp(yy), xy = sum_of_warp(xy);
  const real_number squared = square(xy), apart = yy - xx;
  // Squares that are next to denormal have lost digits.
  if (!(squared > least * xx * yy && squared > (sizeof(real_number) == 4 ? 1e-30 : 1e-290))) return false;
  const real_number cross = size_of(xy), ratio = half_tangent(apart, cross, yy > xx ? yy : xx);
  const real_number sine = 2 * ratio / (1 + ratio * ratio);
  const number phase = conjugate(xy) / cross;
  rotate(x, y, m, sine, ratio, phase);
  rotate(u, v, n, sine, ratio, phase);
  return true;
}

// Turns all pairs of columns, in rounds of pairs that have no column in common, until all are orthogonal. Returns
// false if they do not become so.
__device__ inline bool turn_all(number* a, number* v, index m, index n) {
  __shared__ int turned;
  const int rounds = (int)n - 1 + (int)n % 2;
  const real_number cosine = (sizeof(real_number) == 4 ? 1.2e-7 : 2.2e-16) * (8 + root((real_number)m));
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    if (threadIdx.x == 0) turned = 0;
    __syncthreads();
    for (int round = 0; round < rounds; ++round) {
      for (int pair = threadIdx.x / 32; pair < (rounds + 1) / 2; pair += blockDim.x / 32) {
        const int on = round + pair, back = round - pair;
        const int first = pair == 0 ? rounds : on < rounds ? on : on - rounds, second = back < 0 ? back + rounds : back;
        const int x = first < second ? first : second, y = first < second ? second : first;
        if (y >= n) continue;
        if (turn(a + x * m, a + y * m, m, v + x * n, v + y * n, n, cosine * cosine)) turned = 1;
      }
      __syncthreads();
    }
    const bool is_done = turned == 0;
    __syncthreads();
    if (is_done) return true;
  }
  return false;
}

// Makes `a`, of as many rows as columns at least, the left vectors, and `right` the right ones, in columns; `b`, `v`
// and `norms` are work space. Returns a number other than 0 if the matrix has a NaN or an infinity, or does not
// converge.
__device__ inline int decompose(number* a, number* b, number* right, number* v, number* norms, real_number* values,
                                index m, index n, bool has_room) {
  number *const x = has_room ? room : a, *const turns = has_room ? room + m * n : v;
  __shared__ real_number greatest[kMaxThreads / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const real_number infinite = (real_number)1e300 * (real_number)1e300;
  real_number most = 0;
  for (i64 at = threadIdx.x; at < (i64)m * n; at += blockDim.x) {
    const real_number here = magnitude(a[at]);
    most = here <= most ? most : here < infinite ? here : infinite;
  }
  most = most_of_warp(most);
  if (lane == 0) greatest[warp] = most;
  __syncthreads();
  for (int i = 0; i < blockDim.x / 32; ++i) most = greatest[i] > most ? greatest[i] : most;
  if (!(most < infinite)) return 1;
  // Squares are far from the ends of the range.
  const int exponent = most > 0 ? ilogb(most) : 0;
  for (i64 at = threadIdx.x; at < (i64)m * n; at += blockDim.x)
    x[at] = a[at] * scalbn((real_number)1, -exponent / 2) * scalbn((real_number)1, -exponent - -exponent / 2);
  for (i64 at = threadIdx.x; at < (i64)n * n; at += blockDim.x)
    turns[at] = convert<number>::of(at % n == at / n ? 1 : 0);
  __syncthreads();
  const bool is_done = turn_all(x, turns, m, n);
  for (index j = warp; j < n; j += blockDim.x / 32) {
    real_number sum = 0;
    for (index i = lane; i < m; i += 32) sum += square(x[(i64)j * m + i]);
    sum = sum_of_warp(sum);
    if (lane == 0) norms[j] = convert<number>::of(root(sum));
  }
  __syncthreads();
  for (index j = warp; j < n; j += blockDim.x / 32) {
    const real_number norm = real_of(norms[j]);
    int before = 0;
    for (index i = lane; i < n; i += 32) {
      const real_number other = real_of(norms[i]);
      before += other > norm || (other == norm && i < j) ? 1 : 0;
    }
    const index place = sum_of_warp(before);
    if (lane == 0) values[place] = scalbn(norm, exponent);
    for (index i = lane; i < m; i += 32) b[(i64)place * m + i] = x[(i64)j * m + i];
    for (index i = lane; i < n; i += 32) right[(i64)place * n + i] = turns[(i64)j * n + i];
  }
  __syncthreads();
  // The vectors of values that are 0, too, are orthonormal then.
  orthonormalize_in(b, a, norms, m, n, true, has_room);
  return is_done ? 0 : 1;
}

// The values in v: the matrices, their columns and their rows, and not 0 if the shared memory has room for twice a
// matrix. `b`: Q, or as much work space as `a`; `v`: the factors
// of reflectors, or the right vectors of all matrices and work space behind them.
extern "C" __global__ void __launch_bounds__(kMaxThreads)
    gridcall_kernel(number* a, number* b, number* v, real_number* values, int* info, const parameters p) {
  const index n = p.v[1], m = p.v[2], least = m < n ? m : n;
  const bool has_room = kHasRoom != 0 && p.v[3] != 0;
  for (index at = blockIdx.x; at < p.v[0]; at += gridDim.x) {
    number* const matrix = a + (i64)at * m * n;
    if (kRoutine == 0) {
      orthonormalize_in(matrix, b + (i64)at * m * least, v + (i64)at * least, m, n, false, has_room);
    } else {
      number* const work = v + (i64)p.v[0] * n * n + (i64)at * (n + 1) * n;
      const int result = decompose(matrix, b + (i64)at * m * n, v + (i64)at * n * n, work, work + (i64)n * n,
                                   values + (i64)at * n, m, n, has_room);
      if (threadIdx.x == 0) info[at] = result;
      __syncthreads();
    }
  }
}
