// SPDX-License-Identifier: Apache-2.0
// C++ in kernels.

extern "C" __global__ void c_name(int *out) { *out = 1; }

namespace outer { namespace inner { __global__ void deep(int *out) { *out = 2; } } }

__device__ int helper(int x) { return x * 3; }
__device__ __noinline__ int far_helper(int x) { return x * 5; }
__device__ __forceinline__ int near_helper(int x) { return x * 7; }
__host__ __device__ constexpr int both(int x) { return x * 11; }
__global__ void helpers(int *out, int x) {
  out[0] = helper(x); out[1] = far_helper(x); out[2] = near_helper(x); out[3] = both(x);
  static_assert(both(2) == 22, "constexpr");
}

// Templates: types, numbers, defaults, specialization, variadic, of templates.
template <typename T, int N> __global__ void fill(T *out, T first) {
  if (threadIdx.x < N) out[threadIdx.x] = first + (T)threadIdx.x;
}
template <typename T> struct Name { static __device__ int value() { return 1; } };
template <> struct Name<float> { static __device__ int value() { return 2; } };
template <typename T> struct Name<T *> { static __device__ int value() { return 10 + Name<T>::value(); } };
__device__ int sum() { return 0; }
template <typename First, typename... Rest> __device__ int sum(First first, Rest... rest) { return (int)first + sum(rest...); }
template <template <typename> class C, typename T> __device__ int of() { return C<T>::value(); }
__global__ void templates(int *out) {
  out[0] = Name<int>::value(); out[1] = Name<float>::value(); out[2] = Name<float **>::value();
  out[3] = sum(1, 2.9, 'a', 4ll); out[4] = of<Name, float>();
}

// Lambdas.
template <typename F> __device__ int twice(F f, int x) { return f(f(x)); }
__global__ void lambdas(int *out, int k) {
  auto add = [k](int x) { return x + k; };
  int calls = 0;
  auto counted = [&](int x) { ++calls; return x * 2; };
  auto mixed = [](double a, int b) { return a + b; };  // NVRTC takes no generic lambda in a kernel
  out[0] = twice(add, 1); out[1] = twice(counted, 3); out[2] = calls;
  out[3] = (int)(mixed(1.5, 2) * 2); out[4] = [=] { return k * k; }();
}

// Recursion, one function and two.
__device__ unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__device__ int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__global__ void recursion(int *out) {
  out[0] = fibonacci(15 + threadIdx.x % 2); out[1] = even(20); out[2] = odd(20); out[3] = ackermann(2, 3);
}

// Function pointers and virtual functions.
typedef int (*Operation)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ int times(int a, int b) { return a * b; }
__device__ Operation table[3] = {plus, minus, times};
__global__ void pointers(int *out, int a, int b) {
  out[threadIdx.x] = table[threadIdx.x % 3](a, b);
  Operation local = threadIdx.x % 2 ? plus : times;
  out[blockDim.x + threadIdx.x] = local(a, b);
}

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Disc : Shape {
  float radius;
  __device__ Disc(float r) : radius(r) {}
  __device__ float area() const override { return 3 * radius * radius; }
};
__global__ void virtuals(float *out) {
  Square square(threadIdx.x);
  Disc disc(threadIdx.x);
  const Shape *shape = threadIdx.x % 2 ? (const Shape *)&square : (const Shape *)&disc;
  out[threadIdx.x] = shape->area();
}
__global__ void made_with_new(float *out) {
  Shape *shape = threadIdx.x % 2 ? (Shape *)new Square(2) : (Shape *)new Disc(2);
  out[threadIdx.x] = shape->area();
  delete shape;
  int *many = new int[10];
  for (int i = 0; i < 10; ++i) many[i] = i;
  out[threadIdx.x] += many[9];
  delete[] many;
}

// Structs as arguments, small, odd and large, and more than one.
struct Odd { char c; short s; char d; };
struct Mixed { char a; double b; int c[3]; float *where; };
struct Large { int values[250]; };
struct Empty {};
__global__ void structs(float *out, Odd odd, Mixed mixed, int between, Large large, char last) {
  out[0] = odd.c; out[1] = odd.s; out[2] = odd.d; out[3] = mixed.a; out[4] = (float)mixed.b; out[5] = mixed.c[2];
  mixed.where[6] = between;
  int sum = 0;
  for (int i = 0; i < 250; ++i) sum += large.values[i];
  out[7] = sum; out[8] = last;
  large.values[threadIdx.x] = 0; // its own copy
}
__global__ void by_reference_inside(int *out, int x) {
  int y = x;
  int &r = y;
  r += 2;
  auto swap = [](int &a, int &b) { int t = a; a = b; b = t; };
  int z = 100;
  swap(y, z);
  out[0] = y; out[1] = z;
}
__global__ void every_scalar(double *out, bool a, char b, signed char c, unsigned char d, short e, unsigned short f, int g,
                             unsigned h, long i, unsigned long j, long long k, unsigned long long l, float m, double n) {
  double v[14] = {(double)a, (double)b, (double)c, (double)d, (double)e, (double)f, (double)g,
                  (double)h, (double)i, (double)j, (double)k, (double)l, (double)m, n};
  for (int x = 0; x < 14; ++x) out[x] = v[x];
}

// Control flow that differs by thread.
__global__ void control(int *out) {
  int t = threadIdx.x, v = 0;
  switch (t % 6) {
    case 0: v = 1; break;
    case 1: v = 2;
    case 2: v += 3; break;
    case 3: for (int i = 0; i < t; ++i) { if (i % 3 == 0) continue; if (i > 40) break; v += i; } break;
    case 4: { int i = t; do { v ^= i; i /= 2; } while (i > 0); break; }
    default: {
      int i = 0;
    again:
      v += i * t;
      if (++i < 5) goto again;
    }
  }
  out[t] = v;
}

// Unions, bit-fields, enums, operators, inheritance.
enum class Colour : unsigned char { red = 3, green = 5 };
struct Bits { unsigned a : 3; int b : 5; unsigned long long c : 40; };
union Both { float f; unsigned u; };
struct Base { int x; __device__ int get() const { return x; } };
struct Derived : Base { int y; __device__ Derived(int a, int b) { x = a; y = b; } };
struct Vec { float x, y; __device__ Vec operator+(Vec o) const { return Vec{x + o.x, y + o.y}; } __device__ float operator[](int i) const { return i ? y : x; } };
__global__ void odds_and_ends(int *out) {
  Bits bits = {5, -7, 0xffeeddccbbull};
  Both both;
  both.f = 1.0f;
  Derived d(3, 4);
  Vec v = Vec{1, 2} + Vec{10, 20};
  out[0] = bits.a; out[1] = bits.b; out[2] = (int)(bits.c >> 32); out[3] = (int)both.u; out[4] = (int)Colour::green;
  out[5] = d.get() + d.y; out[6] = (int)v[0]; out[7] = (int)v[1]; out[8] = sizeof(Bits); out[9] = alignof(double);
}

// Whole numbers of every width: wrap, sign, shift, division.
__global__ void arithmetic(long long *out, int a, int b, long long c, long long d, unsigned char e) {
  out[0] = (unsigned char)(e + 200); out[1] = (signed char)(e + 200); out[2] = (short)(a * 1000); out[3] = a / b;
  out[4] = a % b; out[5] = c / d; out[6] = c % d; out[7] = (unsigned)a / 3u; out[8] = a >> 3; out[9] = (unsigned)a >> 3;
  out[10] = c << 7; out[11] = (long long)((unsigned long long)c * (unsigned long long)d); out[12] = -c; out[13] = ~a;
  out[14] = (a < b) + 2 * (a == b) + 4 * (c > d); out[15] = (long long)((unsigned long long)c / 7u);
}

__global__ void __launch_bounds__(128, 2) bounded(int *out) { out[threadIdx.x] = 128; }

// A local array that is too large for registers.
__global__ void local_array(int *out, int n) {
  int a[200];
  for (int i = 0; i < 200; ++i) a[i] = i * n + threadIdx.x;
  for (int i = 1; i < 200; ++i) a[i] += a[(i * 7) % 200] % 5;
  out[threadIdx.x] = a[199] + a[n % 200];
}
