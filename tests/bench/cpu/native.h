// SPDX-License-Identifier: Apache-2.0
//
// The benchmark's work as a C++ programmer would write it: OpenMP over all cores, plain loops.

#pragma once

#include <cstdint>

namespace native {

void saxpy(int n, float a, const float* x, float* y);
void vecadd(int n, const float* a, const float* b, float* c);
void matmul(int n, const float* a, const float* b, float* c);
void transpose(int n, const float* in, float* out);
int reduce(int n, const int* in);
void scan(int n, const int* in, int* out);
void histogram(int n, const std::uint32_t* in, std::uint32_t* out);
void black_scholes(int n, const float* price, const float* strike, const float* years, float* call,
                   float* put, float rate, float volatility);
void mandelbrot(int width, int height, int limit, int* out);
void nbody(int n, const float* bodies, float* forces);
void stencil(int width, int height, const float* in, float* out);
void spmv(int rows, const int* first, const int* column, const float* value, const float* x, float* y);
void bitonic(std::uint32_t n, const std::uint32_t* in, std::uint32_t* out);
void sha256(int count, const std::uint32_t* messages, std::uint32_t* digests);
void ray_march(int width, int height, float* out);

}  // namespace native
