// SPDX-License-Identifier: Apache-2.0
//
// Reads of textures; reads and writes of surfaces. The runtime reads textures (cpu/runtime/texture.cpp), for all lanes of a
// warp at once if the kernel runs as vectors.

#pragma once
#pragma clang system_header

#include "../gridcall_texture_state.h"


extern "C" {
__device__ gridcall::cpu::Texel gridcall_texture_sample(unsigned long long object, unsigned op, float x, float y, float z,
                                                        int layer, float level);
__device__ gridcall::cpu::Texel gridcall_texture_fetch(unsigned long long object, int x);
__device__ gridcall::cpu::Texel gridcall_texture_gather(unsigned long long object, float x, float y, int channel);
__device__ float gridcall_texture_level(unsigned long long object, unsigned dimensions, float ax, float ay, float az,
                                        float bx, float by, float bz);
}

// ---- The result of a read, as a type of the kernel's ----

template <typename T> struct __gc_texel {
  static_assert(sizeof(T) == 0, "a texture is read as char, short, int, float, an unsigned one of these, or a vector of 1, 2 or 4 of them");
  static __device__ T of(unsigned int x, unsigned int y, unsigned int z, unsigned int w);
};
template <typename E> __GC_DEVICE E __gc_channel(unsigned int bits) { return static_cast<E>(bits); }
template <> __GC_DEVICE float __gc_channel<float>(unsigned int bits) { return __builtin_bit_cast(float, bits); }

#define __GC_TEXEL(type, element, channels, ...)                                                                     \
  template <> struct __gc_texel<type> {                                                                              \
    enum { count = channels };                                                                                       \
    static __device__ __inline__ __attribute__((always_inline)) type of(unsigned int x, unsigned int y, unsigned int z, \
                                                                         unsigned int w) {                           \
      (void)x; (void)y; (void)z; (void)w;                                                                            \
      return __VA_ARGS__;                                                                                            \
    }                                                                                                                \
  };
#define __GC_TEXELS(scalar, element, name)                                                                          \
  __GC_TEXEL(scalar, element, 1, __gc_channel<element>(x))                                                           \
  __GC_TEXEL(name##1, element, 1, make_##name##1(__gc_channel<element>(x)))                                          \
  __GC_TEXEL(name##2, element, 2, make_##name##2(__gc_channel<element>(x), __gc_channel<element>(y)))                \
  __GC_TEXEL(name##4, element, 4,                                                                                    \
             make_##name##4(__gc_channel<element>(x), __gc_channel<element>(y), __gc_channel<element>(z),            \
                            __gc_channel<element>(w)))
__GC_TEXELS(signed char, signed char, char)
__GC_TEXEL(char, char, 1, __gc_channel<char>(x))
__GC_TEXELS(unsigned char, unsigned char, uchar)
__GC_TEXELS(short, short, short)
__GC_TEXELS(unsigned short, unsigned short, ushort)
__GC_TEXELS(int, int, int)
__GC_TEXELS(unsigned int, unsigned int, uint)
__GC_TEXELS(float, float, float)
#undef __GC_TEXEL
#undef __GC_TEXELS

template <typename T> __GC_DEVICE T __gc_unpack(gridcall::cpu::Texel texel) {
  return __gc_texel<T>::of(static_cast<unsigned int>(texel.xy), static_cast<unsigned int>(texel.xy >> 32),
                           static_cast<unsigned int>(texel.zw), static_cast<unsigned int>(texel.zw >> 32));
}

template <typename T>
__GC_DEVICE T __gc_sample(cudaTextureObject_t object, unsigned int op, float x, float y, float z, int layer, float level) {
  return __gc_unpack<T>(gridcall_texture_sample(object, op, x, y, z, layer, level));
}

// ---- CUDA's functions ----

template <typename T> __GC_DEVICE T tex2D(cudaTextureObject_t object, float x, float y) {
  return __gc_sample<T>(object, 2, x, y, 0, 0, 0);
}
template <typename T> __GC_DEVICE T tex1Dfetch(cudaTextureObject_t object, int x) {
  return __gc_unpack<T>(gridcall_texture_fetch(object, x));
}
template <typename T> __GC_DEVICE T tex1D(cudaTextureObject_t object, float x) { return __gc_sample<T>(object, 1, x, 0, 0, 0, 0); }
template <typename T> __GC_DEVICE T tex3D(cudaTextureObject_t object, float x, float y, float z) {
  return __gc_sample<T>(object, 3, x, y, z, 0, 0);
}
template <typename T> __GC_DEVICE T tex1DLayered(cudaTextureObject_t object, float x, int layer) {
  return __gc_sample<T>(object, 1 | gridcall::cpu::kOpLayered, x, 0, 0, layer, 0);
}
template <typename T> __GC_DEVICE T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
  return __gc_sample<T>(object, 2 | gridcall::cpu::kOpLayered, x, y, 0, layer, 0);
}
template <typename T> __GC_DEVICE T texCubemap(cudaTextureObject_t object, float x, float y, float z) {
  return __gc_sample<T>(object, gridcall::cpu::kOpCube, x, y, z, 0, 0);
}
template <typename T> __GC_DEVICE T texCubemapLayered(cudaTextureObject_t object, float x, float y, float z, int layer) {
  return __gc_sample<T>(object, gridcall::cpu::kOpCube | gridcall::cpu::kOpLayered, x, y, z, layer, 0);
}
template <typename T> __GC_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0) {
  return __gc_unpack<T>(gridcall_texture_gather(object, x, y, channel));
}

template <typename T> __GC_DEVICE T tex1DLod(cudaTextureObject_t object, float x, float level) {
  return __gc_sample<T>(object, 1 | gridcall::cpu::kOpLevel, x, 0, 0, 0, level);
}
template <typename T> __GC_DEVICE T tex2DLod(cudaTextureObject_t object, float x, float y, float level) {
  return __gc_sample<T>(object, 2 | gridcall::cpu::kOpLevel, x, y, 0, 0, level);
}
template <typename T> __GC_DEVICE T tex3DLod(cudaTextureObject_t object, float x, float y, float z, float level) {
  return __gc_sample<T>(object, 3 | gridcall::cpu::kOpLevel, x, y, z, 0, level);
}
template <typename T> __GC_DEVICE T tex1DLayeredLod(cudaTextureObject_t object, float x, int layer, float level) {
  return __gc_sample<T>(object, 1 | gridcall::cpu::kOpLayered | gridcall::cpu::kOpLevel, x, 0, 0, layer, level);
}
template <typename T> __GC_DEVICE T tex2DLayeredLod(cudaTextureObject_t object, float x, float y, int layer, float level) {
  return __gc_sample<T>(object, 2 | gridcall::cpu::kOpLayered | gridcall::cpu::kOpLevel, x, y, 0, layer, level);
}
template <typename T> __GC_DEVICE T texCubemapLod(cudaTextureObject_t object, float x, float y, float z, float level) {
  return __gc_sample<T>(object, gridcall::cpu::kOpCube | gridcall::cpu::kOpLevel, x, y, z, 0, level);
}
template <typename T>
__GC_DEVICE T texCubemapLayeredLod(cudaTextureObject_t object, float x, float y, float z, int layer, float level) {
  return __gc_sample<T>(object, gridcall::cpu::kOpCube | gridcall::cpu::kOpLayered | gridcall::cpu::kOpLevel, x, y, z, layer, level);
}

template <typename T> __GC_DEVICE T tex1DGrad(cudaTextureObject_t object, float x, float dx, float dy) {
  return tex1DLod<T>(object, x, gridcall_texture_level(object, 1, dx, 0, 0, dy, 0, 0));
}
template <typename T> __GC_DEVICE T tex2DGrad(cudaTextureObject_t object, float x, float y, float2 dx, float2 dy) {
  return tex2DLod<T>(object, x, y, gridcall_texture_level(object, 2, dx.x, dx.y, 0, dy.x, dy.y, 0));
}
template <typename T> __GC_DEVICE T tex3DGrad(cudaTextureObject_t object, float x, float y, float z, float4 dx, float4 dy) {
  return tex3DLod<T>(object, x, y, z, gridcall_texture_level(object, 3, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z));
}
template <typename T> __GC_DEVICE T tex1DLayeredGrad(cudaTextureObject_t object, float x, int layer, float dx, float dy) {
  return tex1DLayeredLod<T>(object, x, layer, gridcall_texture_level(object, 1, dx, 0, 0, dy, 0, 0));
}
template <typename T>
__GC_DEVICE T tex2DLayeredGrad(cudaTextureObject_t object, float x, float y, int layer, float2 dx, float2 dy) {
  return tex2DLayeredLod<T>(object, x, y, layer, gridcall_texture_level(object, 2, dx.x, dx.y, 0, dy.x, dy.y, 0));
}

// The older forms, which store the result at an address.
#define __GC_UNPACK(...) __VA_ARGS__
#define __GC_TEXTURE_OUT(name, parameters, ...)                                                                  \
  template <typename T> __GC_DEVICE void name(T* result, cudaTextureObject_t object, __GC_UNPACK parameters) {   \
    *result = name<T>(object, __VA_ARGS__);                                                                      \
  }
// Reads that return whether the texels are in memory. They always are, because the CPU device has no sparse arrays.
#define __GC_TEXTURE_RESIDENT(name, parameters, ...)                                                             \
  template <typename T>                                                                                          \
  __GC_DEVICE T name(cudaTextureObject_t object, __GC_UNPACK parameters, bool* isResident) {                     \
    *isResident = true;                                                                                          \
    return name<T>(object, __VA_ARGS__);                                                                         \
  }                                                                                                              \
  __GC_TEXTURE_OUT(name, (__GC_UNPACK parameters, bool* isResident), __VA_ARGS__, isResident)
__GC_TEXTURE_OUT(tex1Dfetch, (int x), x)
__GC_TEXTURE_OUT(tex1D, (float x), x)
__GC_TEXTURE_OUT(tex2D, (float x, float y), x, y)
__GC_TEXTURE_OUT(tex3D, (float x, float y, float z), x, y, z)
__GC_TEXTURE_OUT(tex1DLayered, (float x, int layer), x, layer)
__GC_TEXTURE_OUT(tex2DLayered, (float x, float y, int layer), x, y, layer)
__GC_TEXTURE_OUT(texCubemap, (float x, float y, float z), x, y, z)
__GC_TEXTURE_OUT(texCubemapLayered, (float x, float y, float z, int layer), x, y, z, layer)
__GC_TEXTURE_OUT(tex2Dgather, (float x, float y, int channel = 0), x, y, channel)
__GC_TEXTURE_OUT(tex1DLod, (float x, float level), x, level)
__GC_TEXTURE_OUT(tex2DLod, (float x, float y, float level), x, y, level)
__GC_TEXTURE_OUT(tex3DLod, (float x, float y, float z, float level), x, y, z, level)
__GC_TEXTURE_OUT(tex1DLayeredLod, (float x, int layer, float level), x, layer, level)
__GC_TEXTURE_OUT(tex2DLayeredLod, (float x, float y, int layer, float level), x, y, layer, level)
__GC_TEXTURE_OUT(texCubemapLod, (float x, float y, float z, float level), x, y, z, level)
__GC_TEXTURE_OUT(texCubemapLayeredLod, (float x, float y, float z, int layer, float level), x, y, z, layer, level)
__GC_TEXTURE_OUT(tex1DGrad, (float x, float dx, float dy), x, dx, dy)
__GC_TEXTURE_OUT(tex2DGrad, (float x, float y, float2 dx, float2 dy), x, y, dx, dy)
__GC_TEXTURE_OUT(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), x, y, z, dx, dy)
__GC_TEXTURE_OUT(tex1DLayeredGrad, (float x, int layer, float dx, float dy), x, layer, dx, dy)
__GC_TEXTURE_OUT(tex2DLayeredGrad, (float x, float y, int layer, float2 dx, float2 dy), x, y, layer, dx, dy)
__GC_TEXTURE_RESIDENT(tex2D, (float x, float y), x, y)
__GC_TEXTURE_RESIDENT(tex3D, (float x, float y, float z), x, y, z)
__GC_TEXTURE_RESIDENT(tex2DLayered, (float x, float y, int layer), x, y, layer)
__GC_TEXTURE_RESIDENT(tex2DLod, (float x, float y, float level), x, y, level)
__GC_TEXTURE_RESIDENT(tex3DLod, (float x, float y, float z, float level), x, y, z, level)
__GC_TEXTURE_RESIDENT(tex2DLayeredLod, (float x, float y, int layer, float level), x, y, layer, level)
__GC_TEXTURE_RESIDENT(tex2DGrad, (float x, float y, float2 dx, float2 dy), x, y, dx, dy)
__GC_TEXTURE_RESIDENT(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), x, y, z, dx, dy)
__GC_TEXTURE_RESIDENT(tex2DLayeredGrad, (float x, float y, int layer, float2 dx, float2 dy), x, y, layer, dx, dy)
#undef __GC_TEXTURE_RESIDENT
#undef __GC_TEXTURE_OUT
template <typename T>
__GC_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, bool* isResident, int channel = 0) {
  *isResident = true;
  return tex2Dgather<T>(object, x, y, channel);
}
template <typename T>
__GC_DEVICE void tex2Dgather(T* result, cudaTextureObject_t object, float x, float y, bool* isResident, int channel = 0) {
  *result = tex2Dgather<T>(object, x, y, isResident, channel);
}

// The level that a GPU selects for the gradients of a direction has not been measured.
#define __GC_TEXTURE_REFUSED(name, otherwise, ...)                                                                       \
  template <typename T>                                                                                                  \
  __device__ __attribute__((unavailable("the CPU device does not have it; use " otherwise ", with the level that the "  \
                                        "gradients mean"))) T name(cudaTextureObject_t object, __VA_ARGS__);             \
  template <typename T>                                                                                                  \
  __device__ __attribute__((unavailable("the CPU device does not have it; use " otherwise ", with the level that the "  \
                                        "gradients mean"))) void name(T* result, cudaTextureObject_t object, __VA_ARGS__);
__GC_TEXTURE_REFUSED(texCubemapGrad, "texCubemapLod", float x, float y, float z, float4 dx, float4 dy)
__GC_TEXTURE_REFUSED(texCubemapLayeredGrad, "texCubemapLayeredLod", float x, float y, float z, int layer, float4 dx, float4 dy)
#undef __GC_TEXTURE_REFUSED

// ---- Surfaces ----

// Returns the address of `bytes` bytes at x (in bytes), y and z; NULL if nothing is read or written.
__GC_DEVICE unsigned char* __gc_surface_place(cudaSurfaceObject_t object, int x, int y, int z, int bytes,
                                              cudaSurfaceBoundaryMode mode) {
  const gridcall::cpu::SurfaceState* state = reinterpret_cast<const gridcall::cpu::SurfaceState*>(object);
  bool inside = x >= 0 && x <= state->row_bytes - bytes && static_cast<unsigned int>(y) < static_cast<unsigned int>(state->height) &&
                static_cast<unsigned int>(z) < static_cast<unsigned int>(state->depth);
  if (!inside) {
    if (mode == cudaBoundaryModeTrap) __gridcall_rt_fault(4);
    if (mode == cudaBoundaryModeZero || state->row_bytes < bytes) return 0;
    int last = (state->row_bytes / bytes - 1) * bytes;
    x = x < 0 ? 0 : x > state->row_bytes - bytes ? last : x;
    y = y < 0 ? 0 : y >= state->height ? state->height - 1 : y;
    z = static_cast<unsigned int>(z) >= static_cast<unsigned int>(state->depth) ? state->depth - 1 : z;
  }
  return state->base + static_cast<long long>(z) * static_cast<long long>(state->slice) +
         static_cast<long long>(y) * static_cast<long long>(state->pitch) + x;
}
template <typename T>
__GC_DEVICE T __gc_surface_read(cudaSurfaceObject_t object, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  T value;
  __builtin_memset(&value, 0, sizeof(T));
  const unsigned char* place = __gc_surface_place(object, x, y, z, static_cast<int>(sizeof(T)), mode);
  if (place != 0) __builtin_memcpy(&value, place, sizeof(T));
  return value;
}
template <typename T>
__GC_DEVICE void __gc_surface_write(T value, cudaSurfaceObject_t object, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  unsigned char* place = __gc_surface_place(object, x, y, z, static_cast<int>(sizeof(T)), mode);
  if (place != 0) __builtin_memcpy(place, &value, sizeof(T));
}

#define __GC_SURFACE(name, parameters, y, z)                                                                          \
  template <typename T>                                                                                               \
  __GC_DEVICE T name##read(cudaSurfaceObject_t object, __GC_UNPACK parameters,                                        \
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                     \
    return __gc_surface_read<T>(object, x, y, z, mode);                                                               \
  }                                                                                                                   \
  template <typename T>                                                                                               \
  __GC_DEVICE void name##read(T* result, cudaSurfaceObject_t object, __GC_UNPACK parameters,                          \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                  \
    *result = __gc_surface_read<T>(object, x, y, z, mode);                                                            \
  }                                                                                                                   \
  template <typename T>                                                                                               \
  __GC_DEVICE void name##write(T value, cudaSurfaceObject_t object, __GC_UNPACK parameters,                           \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                 \
    __gc_surface_write(value, object, x, y, z, mode);                                                                 \
  }
__GC_SURFACE(surf1D, (int x), 0, 0)
__GC_SURFACE(surf2D, (int x, int y), y, 0)
// A slice below the first is clamped to the first; layers and faces are clamped as unsigned numbers.
__GC_SURFACE(surf3D, (int x, int y, int z), y, mode == cudaBoundaryModeClamp && z < 0 ? 0 : z)
__GC_SURFACE(surf1DLayered, (int x, int layer), 0, layer)
__GC_SURFACE(surf2DLayered, (int x, int y, int layer), y, layer)
__GC_SURFACE(surfCubemap, (int x, int y, int face), y, face)
__GC_SURFACE(surfCubemapLayered, (int x, int y, int layer_face), y, layer_face)
#undef __GC_SURFACE
#undef __GC_UNPACK
