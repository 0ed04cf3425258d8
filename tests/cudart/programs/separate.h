// SPDX-License-Identifier: Apache-2.0
//
// Declarations that the two files of the program `separate` share.

#pragma once

#include "check.h"

struct Shape {
  float size;
  __device__ explicit Shape(float s) : size(s) {}
  __device__ virtual float area() const;
};
template <class T>
__device__ T twice(T x) {
  return x + x;
}
template <class T>
__global__ void fill(T* out, T value) {
  out[threadIdx.x] = value;
}
__device__ float apply(float x);
__global__ void of_library(float* out);
extern __device__ int calls;
extern __constant__ float factors[4];
extern __managed__ int total;
void set_factors(float first);
int count_calls();
