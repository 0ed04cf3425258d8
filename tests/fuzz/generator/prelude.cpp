// SPDX-License-Identifier: Apache-2.0

#include <cstddef>

#include "fuzz/generator.h"
#include "fuzz/generator/terms.h"

namespace gridcall::kernels {
namespace {

constexpr const char* kKernels = "// The kernels.\n";

// The functions that the interpreter knows without reading them.
std::string short_prelude() {
  return std::string(R"(typedef unsigned u32;
typedef unsigned long long u64;
struct Parameters { u32 a, b; u64 c; unsigned char d; signed char e; unsigned short f[3]; float g; };
#ifdef ACROSS_DEVICES
#define FITS __launch_bounds__(1024)  // a GPU's registers
#else
#define FITS
#endif
)") + kKernels;
}

std::string full_prelude() {
  return std::string(R"(#include <cuda_fp16.h>
typedef unsigned u32;
typedef unsigned long long u64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef signed char s8;
typedef double f64;
struct Parameters { u32 a, b; u64 c; u8 d; s8 e; u16 f[3]; float g; };
struct Pair { u32 x; u16 y; u8 z; };
__device__ inline u32 bits_of(float f) { return f != f ? 0x7fc00000u : __float_as_uint(f); }
// There is no signalling NaN, and no NaN's sign: neither is the same on every machine.
__device__ inline float float_of(u32 b) { return __uint_as_float((b & 0x7f800000u) == 0x7f800000u ? b | 0x00400000u : b); }
__device__ inline float with_sign(float a, float b) { return copysignf(a, b != b ? 1.0f : b); }
__device__ inline Pair make_pair_of(u32 a, u32 b) { Pair p; p.x = a ^ b; p.y = (u16)(a + b); p.z = (u8)(b >> 3); return p; }
__device__ inline u32 sum_of(const Pair& p) { return p.x + p.y * 3u + p.z; }
__device__ inline u64 bits_of(f64 d) { return d != d ? 0x7ff8000000000000ull : (u64)__double_as_longlong(d); }
__device__ inline f64 double_of(u64 b) {
  return __longlong_as_double((long long)((b & 0x7ff0000000000000ull) == 0x7ff0000000000000ull ? b | 0x0008000000000000ull : b));
}
// The integer of a NaN differs between machines, and so does a small one of a number out of range.
#ifdef ACROSS_DEVICES
__device__ inline f64 some(f64 d) { return d != d ? 3.0 : d; }
#define SMALL(type, x) (type)(int)(x)
#else
__device__ inline f64 some(f64 d) { return d; }
#define SMALL(type, x) small_of<type>(x)
template <typename T, typename From> __device__ inline T small_of(From x) { return (T)x; }
#endif
__device__ inline void turn(u32* l, u32 by) { for (u32 k = 0; k < 8u; ++k) l[k] = l[k + by & 7u] + k; }
__device__ inline u32 mixed(uint4 v) { return v.x ^ v.y * 3u ^ (v.z >> 1) ^ v.w; }
__device__ inline u32 mixed(float4 v) { return bits_of(v.x + v.y) ^ bits_of(v.z * v.w); }
#ifdef ACROSS_DEVICES
#define MATH(call, x) ((x) - (x) / 8)
#define FITS __launch_bounds__(1024)  // a GPU's registers
#else
#define MATH(call, x) call
#define FITS
#endif
__constant__ u32 fixed[64] = {
  0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 0xffffffffu, 0x80000000u, 0x7fffffffu, 255, 256, 31, 32, 33, 77, 78, 79, 6, 6, 6, 4,
  9, 1u << 20, 1u << 30, 3u << 30, 12, 11, 10, 65535, 65536, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 56, 57, 58, 59, 60, 61, 62, 63, 64};
__constant__ f64 fixed_doubles[4] = {0.1, -3.5, 1e300, 1e-310};
)") + kKernels;
}

// A block's barrier that lanes of a warp may come to from different places: CUDA asks __syncthreads() of
// whole warps.
std::string meeting_prelude() {
  return R"(#ifdef ACROSS_DEVICES
#define block_barrier() asm volatile("barrier.sync 0;" ::: "memory")
#else
#define block_barrier() __syncthreads()
#endif
#define named_barrier(number, count) asm volatile("barrier.sync %0, %1;" ::"r"(number), "r"(count) : "memory")
)" + short_prelude();
}

constexpr Generator kGenerators[] = {
    {"mixed", generate_mixed, full_prelude, false, 32},
    {"graph", generate_graph, short_prelude, true, 16},
    {"loops", generate_loops, short_prelude, true, 16},
    {"nests", generate_nests, short_prelude, true, 8},
    {"meetings", generate_meetings, meeting_prelude, true, 8},
};

}  // namespace

const Generator* find_generator(const std::string& name) {
  for (const Generator& generator : kGenerators) {
    if (name == generator.name) return &generator;
  }
  return nullptr;
}

std::string generator_names() {
  std::string names;
  for (const Generator& generator : kGenerators) names += std::string(" ") + generator.name;
  return names;
}

std::string kernel_in(const std::string& source) {
  const std::size_t at = source.find(kKernels);
  return at == std::string::npos ? source : source.substr(at);
}

}  // namespace gridcall::kernels
