// SPDX-License-Identifier: Apache-2.0
// Rare, but must work.
#include <cuda_fp16.h>
namespace { __global__ void anon(int* p) { p[0] = 1; } template<class T> __device__ __noinline__ T inner(T v) { __shared__ T s[4]; s[threadIdx.x & 3] = v; __syncthreads(); return s[(threadIdx.x + 1) & 3]; } }
extern "C" __global__ void plain(int* p) { p[0] = inner(p[1]) + (int)inner(2.5); printf("none\n"); }
__global__ void empty() {}
__global__ void i128f(const __int128* x, double* d, float* f, __int128* y, unsigned __int128* z) { int i = threadIdx.x; d[i] = x[i]; f[i] = (unsigned __int128)x[i] >> 1; y[i] = d[i] / 3; z[i] = f[i]; }
__global__ void i128b(const __int128* x, __bf16* b) { int i = threadIdx.x; b[i] = (__bf16)x[i]; }
__global__ void i128(__int128* p) { p[0] = p[1] / p[2] + p[1] % p[3]; p[4] = (unsigned __int128)p[1] / 7; }
__global__ void ld(double* p) { long double x = p[0]; p[1] = x * 2; }
__global__ void halfp(__half h, __half2* o) { o[0] = __half2half2(h); }
__managed__ int m = 3;
__global__ void go(int* p, int n) { int i = 0; if (n > 3) goto b; a: p[i] = 1; i++; b: p[i] += 2; i += n; if (p[i] == 9) return; goto a; }
__global__ void sw(int* p, int n) { switch (n) { case 1: p[0] = 3; break; case 2: p[0] = 7; case 3: p[1] = 8; break; case 4: p[3] = 1; break; case 9: p[2] = 1; break; default: p[9] = m; } }
__global__ void arrays(int* p) { int big[5000]; for (int i = 0; i < 5000; ++i) big[i] = p[i]; int* q = new int[10]; q[3] = big[p[0]]; p[1] = q[3]; delete[] q; }
struct Big { float v[64]; }; __device__ __noinline__ Big make(float f) { Big b; for (int i = 0; i < 64; ++i) b.v[i] = f * i; return b; }
__global__ void agg(Big b, Big* o) { *o = make(b.v[3]); o[1] = b; }
__global__ void variadic(int* p) { [&](auto... a) { ((p[0] += a), ...); }(1, 2, 3); }
__global__ void dynamic_shared(float* p) { extern __shared__ __align__(128) float d[]; __shared__ float s[3]; d[threadIdx.x] = p[0]; s[threadIdx.x % 3] = 1; __syncthreads(); p[1] = d[0] + s[1]; }
void host() { plain<<<1, 1>>>(nullptr); }
__global__ void __launch_bounds__(64, 2) lb(volatile float* p) { p[0] = __fdividef(p[1], p[2]); }
__global__ void mem(char* p, const char* q) { memcpy(p, q, 33); memset(p + 40, 0, 100); p[200] = memcmp(p, q, 8) == 0; }
__global__ void clk(long long* p) { p[0] = clock64() + clock(); __nanosleep(10); p[1] = __globaltimer(); p[2] = __isShared(p); }
__global__ void ptx() { asm volatile(""); __trap(); }
template<class F> __global__ void fn(F f, int* p) { p[0] = f(p[1]); }
struct Add { int by; __device__ int operator()(int v) const { return v + by; } };
