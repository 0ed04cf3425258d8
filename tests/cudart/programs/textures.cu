// SPDX-License-Identifier: Apache-2.0
//
// Arrays, texture and surface objects, linear textures, a level of a mipmapped array.

#include <vector>

#include "check.h"

__global__ void read(cudaTextureObject_t texture, float* out, int width) {
  out[blockIdx.x * width + threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}
__global__ void fetch(cudaTextureObject_t texture, int* out) { out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x); }
__global__ void write(cudaSurfaceObject_t surface) {
  surf2Dwrite(float(threadIdx.x + 100 * blockIdx.x), surface, threadIdx.x * sizeof(float), blockIdx.x);
}

int main() {
  const int width = 16, height = 8;
  std::vector<float> image(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = i * 0.5f;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CUDA(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
  CUDA(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc sampling = {};
  sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
  sampling.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  CUDA(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  float* out = nullptr;
  CUDA(cudaMallocManaged(&out, image.size() * sizeof(float)));
  read<<<height, width>>>(texture, out, width);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < width * height; ++i) CHECK(out[i] == image[i]);

  cudaSurfaceObject_t surface = 0;
  CUDA(cudaCreateSurfaceObject(&surface, &resource));
  write<<<height, width>>>(surface);
  CUDA(cudaMemcpy2DFromArray(image.data(), width * sizeof(float), array, 0, 0, width * sizeof(float), height, cudaMemcpyDeviceToHost));
  CHECK(image[0] == 0 && image[width + 3] == 103 && image[7 * width + 15] == 715);
  CUDA(cudaDestroySurfaceObject(surface));
  CUDA(cudaDestroyTextureObject(texture));
  CUDA(cudaFreeArray(array));

  int *numbers = nullptr, *copied = nullptr;
  CUDA(cudaMallocManaged(&numbers, 32 * sizeof(int)));
  CUDA(cudaMallocManaged(&copied, 32 * sizeof(int)));
  for (int i = 0; i < 32; ++i) numbers[i] = i * i;
  resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = numbers;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 32 * sizeof(int);
  CUDA(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
  fetch<<<1, 32>>>(texture, copied);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) CHECK(copied[i] == i * i);

  const cudaExtent extent = make_cudaExtent(width, height, 4);
  cudaArray_t volume;
  CUDA(cudaMalloc3DArray(&volume, &format, extent));
  std::vector<float> cube(width * height * 4, 2.5f), back(cube.size());
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(cube.data(), width * sizeof(float), width, height);
  copy.dstArray = volume;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CUDA(cudaMemcpy3D(&copy));
  cudaMemcpy3DParms reverse = {};
  reverse.srcArray = volume;
  reverse.dstPtr = make_cudaPitchedPtr(back.data(), width * sizeof(float), width, height);
  reverse.extent = extent;
  reverse.kind = cudaMemcpyDeviceToHost;
  CUDA(cudaMemcpy3D(&reverse));
  CHECK(back == cube);
  cudaMipmappedArray_t levels;
  cudaArray_t level;
  cudaExtent info;
  CUDA(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(width, height, 0), 3));
  CUDA(cudaGetMipmappedArrayLevel(&level, levels, 1));
  CUDA(cudaArrayGetInfo(nullptr, &info, nullptr, level));
  CHECK(info.width == 8 && info.height == 4);
  CUDA(cudaFreeMipmappedArray(levels));
}
