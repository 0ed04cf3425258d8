// SPDX-License-Identifier: Apache-2.0
//
// Reads of textures, reads and writes of surfaces. The runtime reads textures (cpu/runtime/texture.cpp), but for the
// commonest, whose code is vectorised with the kernel's: of 2 dimensions, f32 and u8, one level.

#pragma once
#pragma clang system_header

#include "../gridcall_texture_state.h"

enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

extern "C" {
__device__ gridcall::cpu::Texel gridcall_texture_sample(unsigned long long object, unsigned op, float x, float y, float z,
                                                        int layer, float level);
__device__ gridcall::cpu::Texel gridcall_texture_fetch(unsigned long long object, int x);
__device__ gridcall::cpu::Texel gridcall_texture_gather(unsigned long long object, float x, float y, int channel);
__device__ float gridcall_texture_level(unsigned long long object, unsigned dimensions, float ax, float ay, float az,
                                        float bx, float by, float bz);
}

// ---- What a read returns, as a type of the kernel's ----

template <typename T> struct __gc_texel;
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

// ---- The commonest textures ----

// One axis of a read: two texels and the share of the second one, 256ths; where a texel is outside, the border.
struct __gc_axis {
  int texel[2];
  int fraction;
  bool outside[2];
};

__GC_DEVICE int __gc_floor(float x) {
  __GC_EXACT
  return static_cast<int>(__builtin_floorf(x));
}

// The number of the texel for number `i`, of a repeated texture from -1 to one period and 1.
__GC_DEVICE int __gc_texel_number(int i, int size, unsigned int mode) {
  if (mode == gridcall::cpu::kAddressWrap) return i < 0 ? i + size : i >= size ? i - size : i;
  if (mode == gridcall::cpu::kAddressMirror) {
    i = i < 0 ? -1 - i : i;
    i = i >= 2 * size ? i - 2 * size : i;
    return i >= size ? 2 * size - 1 - i : i;
  }
  i = i < 0 ? 0 : i;
  return i > size - 1 ? size - 1 : i;
}

__GC_DEVICE __gc_axis __gc_axis_of(float coordinate, int size, unsigned int mode, unsigned int is_normalized,
                                   unsigned int is_linear) {
  __GC_EXACT
  float x = __builtin_fabsf(coordinate) >= 0x1p-126f ? coordinate : 0.0f;
  int at;  // 256ths of texels, or texels
  if (is_normalized) {
    float k;  // 2^-21ths of the texture
    if (mode == gridcall::cpu::kAddressWrap || mode == gridcall::cpu::kAddressMirror) {
      float period = mode == gridcall::cpu::kAddressWrap ? 0x1p21f : 0x1p22f;
      float per = mode == gridcall::cpu::kAddressWrap ? 0x1p-21f : 0x1p-22f;
      k = __builtin_floorf(__builtin_fabsf(x) < 0x1p100f ? x * 0x1p21f : 0.0f);
      k -= __builtin_floorf(k * per) * period;
    } else {
      k = __builtin_floorf(__builtin_fminf(__builtin_fmaxf(x, -4.0f), 4.0f) * 0x1p21f);
    }
    double scale = static_cast<double>(size) * (is_linear ? 0x1p-13 : 0x1p-21);
    at = static_cast<int>(__builtin_floor(static_cast<double>(k) * scale + (is_linear ? 0.5 : 0.0)));
  } else {
    x = __builtin_fminf(__builtin_fmaxf(x, -0x1p20f), 0x1p20f);
    if (is_linear) x *= 256.0f;
    float whole = __builtin_floorf(x);
    at = static_cast<int>(whole) + (is_linear && x - whole >= 0.5f ? 1 : 0);
  }
  __gc_axis axis;
  axis.fraction = 0;
  axis.outside[0] = axis.outside[1] = false;
  if (is_linear) {
    at -= 128;
    if (mode == gridcall::cpu::kAddressClamp) {
      // No fraction beyond the outer centres.
      int last = (size - 1) * 256;
      at = at < 0 ? 0 : at;
      at = at > last ? last : at;
    }
    axis.fraction = at & 255;
    at >>= 8;
  }
  if (mode == gridcall::cpu::kAddressBorder) {
    axis.outside[0] = static_cast<unsigned int>(at) >= static_cast<unsigned int>(size);
    axis.outside[1] = static_cast<unsigned int>(at + 1) >= static_cast<unsigned int>(size);
  }
  axis.texel[0] = __gc_texel_number(at, size, mode);
  axis.texel[1] = is_linear ? __gc_texel_number(at + 1, size, mode) : axis.texel[0];
  return axis;
}

// A texel's bits below what the largest one of its quad keeps are cut off.
__GC_DEVICE double __gc_float_term(unsigned int bits, int exponent, int largest, int weight) {
  __GC_EXACT
  int drop = largest - exponent - 4;
  drop = drop < 0 ? 0 : drop;
  unsigned int kept = bits & (0xffffffffu << (drop & 31));
  kept = drop >= 24 || exponent == 0 ? 0u : kept;
  return static_cast<double>(__builtin_bit_cast(float, kept)) * static_cast<double>(weight);
}

// The bits of the weighted mean of four; false: NaN or infinity is among them.
__GC_DEVICE bool __gc_filter_floats(const unsigned int* bits, const int* weight, unsigned int* result) {
  __GC_EXACT
  int exponent[4];
  int largest = 0, special = 0;
  unsigned int signs = 0x80000000u;  // 0 if a texel with a weight is not negative
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    exponent[i] = static_cast<int>(bits[i] >> 23 & 255u);
    special = special > exponent[i] ? special : exponent[i];
    int counted = weight[i] > 0 ? exponent[i] : 0;
    largest = largest > counted ? largest : counted;
    signs &= weight[i] > 0 ? bits[i] : signs;
  }
  double sum = (__gc_float_term(bits[0], exponent[0], largest, weight[0]) +
                __gc_float_term(bits[1], exponent[1], largest, weight[1])) +
               (__gc_float_term(bits[2], exponent[2], largest, weight[2]) +
                __gc_float_term(bits[3], exponent[3], largest, weight[3]));
  // To 24 bits, halves away from zero.
  unsigned long long raw = __builtin_bit_cast(unsigned long long, sum);
  raw = (raw + (1ull << 28)) & ~((1ull << 29) - 1);
  float value = static_cast<float>(__builtin_bit_cast(double, raw) * 0x1p-8);
  value = __builtin_fabsf(value) >= 0x1p-126f ? value : 0.0f;
  *result = value == 0.0f ? signs : __builtin_bit_cast(unsigned int, value);
  return special < 255;
}

// Where the four texels of a quad lie: x0y0, x0y1, x1y0, x1y1; and whether the border is read instead.
struct __gc_quad {
  int offset[4];
  bool outside[4];
  int weight[4];
};

__GC_DEVICE __gc_quad __gc_quad_of(const gridcall::cpu::TextureState* state, float x, float y) {
  const gridcall::cpu::TextureLevel& level = state->level[0];
  __gc_axis ax = __gc_axis_of(x, level.width, state->address[0], state->is_normalized, state->is_linear);
  __gc_axis ay = __gc_axis_of(y, level.height, state->address[1], state->is_normalized, state->is_linear);
  int left = 256 - ax.fraction;
  int lower0 = left - ((left * (256 - ay.fraction) + 128) >> 8);
  int lower1 = (ax.fraction * ay.fraction + 128) >> 8;
  int bytes = static_cast<int>(state->texel_bytes), pitch = static_cast<int>(level.pitch);
  __gc_quad quad = {{}, {}, {256 - ax.fraction - lower0, lower0, ax.fraction - lower1, lower1}};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    quad.offset[i] = ay.texel[i & 1] * pitch + ax.texel[i >> 1] * bytes;
    quad.outside[i] = ax.outside[i >> 1] || ay.outside[i & 1];
  }
  return quad;
}

// Of f32.
template <typename T> __GC_DEVICE T __gc_sample_floats(const gridcall::cpu::TextureState* state, float x, float y) {
  const unsigned char* base = state->level[0].base;
  unsigned int channels = state->channels;
  bool has_border = state->address[0] == gridcall::cpu::kAddressBorder || state->address[1] == gridcall::cpu::kAddressBorder;
  unsigned int value[4] = {0, 0, 0, 0};
  __gc_quad quad = __gc_quad_of(state, x, y);
  if (state->is_linear) {
    bool is_finite = true;
#pragma unroll
    for (unsigned int c = 0; c < __gc_texel<T>::count; ++c) {
      if (c >= channels) continue;
      unsigned int bits[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) bits[i] = *reinterpret_cast<const unsigned int*>(base + (quad.offset[i] + static_cast<int>(c) * 4));
      if (has_border) {
#pragma unroll
        for (int i = 0; i < 4; ++i) bits[i] = quad.outside[i] ? state->border[c] : bits[i];
      }
      is_finite = __gc_filter_floats(bits, quad.weight, &value[c]) && is_finite;
    }
    if (!is_finite) {
      gridcall::cpu::Texel all = gridcall_texture_sample(reinterpret_cast<unsigned long long>(state), 2, x, y, 0, 0, 0);
      value[0] = static_cast<unsigned int>(all.xy);
      value[1] = static_cast<unsigned int>(all.xy >> 32);
      value[2] = static_cast<unsigned int>(all.zw);
      value[3] = static_cast<unsigned int>(all.zw >> 32);
    }
  } else {
#pragma unroll
    for (unsigned int c = 0; c < __gc_texel<T>::count; ++c) {
      if (c >= channels) continue;
      value[c] = *reinterpret_cast<const unsigned int*>(base + (quad.offset[0] + static_cast<int>(c) * 4));
      if (has_border) value[c] = quad.outside[0] ? state->border[c] : value[c];
    }
  }
  return __gc_texel<T>::of(value[0], value[1], value[2], value[3]);
}

// Of u8, as integers or as numbers from 0 to 1.
template <typename T> __GC_DEVICE T __gc_sample_bytes(const gridcall::cpu::TextureState* state, float x, float y) {
  __GC_EXACT
  const unsigned char* base = state->level[0].base;
  unsigned int channels = state->channels;
  bool has_border = state->address[0] == gridcall::cpu::kAddressBorder || state->address[1] == gridcall::cpu::kAddressBorder;
  unsigned int value[4] = {0, 0, 0, 0};
  __gc_quad quad = __gc_quad_of(state, x, y);
  unsigned int is_linear = state->is_linear;
  unsigned int whole[4] = {0, 0, 0, 0};  // of four channels
  if (channels == 4) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (i == 0 || is_linear) whole[i] = *reinterpret_cast<const unsigned int*>(base + quad.offset[i]);
  }
#pragma unroll
  for (unsigned int c = 0; c < __gc_texel<T>::count; ++c) {
    if (c >= channels) continue;
    unsigned int texel[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      texel[i] = channels == 4 ? whole[i] >> (8 * c) & 255u
                 : i == 0 || is_linear ? base[quad.offset[i] + static_cast<int>(c)]
                                       : 0u;
      if (has_border) texel[i] = quad.outside[i] ? state->border[c] : texel[i];
    }
    unsigned int sum = texel[0];
    if (is_linear) {
      sum = 0;
#pragma unroll
      for (int i = 0; i < 4; ++i) sum += texel[i] * static_cast<unsigned int>(quad.weight[i]);
    }
    if (state->read == gridcall::cpu::kReadBits) {
      value[c] = is_linear ? (sum + 128) >> 8 : sum;
    } else {
      // Double, so that a reciprocal gives what a division does.
      double number = is_linear ? static_cast<double>(static_cast<int>((sum * 257 + 128) >> 8)) * (1.0 / 65535)
                                : static_cast<double>(static_cast<int>(sum)) * (1.0 / 255);
      value[c] = __builtin_bit_cast(unsigned int, static_cast<float>(number));
    }
  }
  return __gc_texel<T>::of(value[0], value[1], value[2], value[3]);
}

// ---- CUDA's functions ----

template <typename T> __GC_DEVICE T tex2D(cudaTextureObject_t object, float x, float y) {
  const gridcall::cpu::TextureState* state = reinterpret_cast<const gridcall::cpu::TextureState*>(object);
  if (state->is_plain == gridcall::cpu::kPlainFloats) return __gc_sample_floats<T>(state, x, y);
  if (state->is_plain == gridcall::cpu::kPlainBytes) return __gc_sample_bytes<T>(state, x, y);
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

// The older forms, which put what they read at an address.
#define __GC_TEXTURE_OUT(name, parameters, ...)                                                                  \
  template <typename T> __GC_DEVICE void name(T* result, cudaTextureObject_t object, __GC_UNPACK parameters) {   \
    *result = name<T>(object, __VA_ARGS__);                                                                      \
  }
#define __GC_UNPACK(...) __VA_ARGS__
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
__GC_TEXTURE_OUT(tex2DGrad, (float x, float y, float2 dx, float2 dy), x, y, dx, dy)
#undef __GC_TEXTURE_OUT

// ---- Surfaces ----

// Where `bytes` bytes of x (in bytes), y and z lie; NULL: nowhere.
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
__GC_SURFACE(surf3D, (int x, int y, int z), y, z)
__GC_SURFACE(surf1DLayered, (int x, int layer), 0, layer)
__GC_SURFACE(surf2DLayered, (int x, int y, int layer), y, layer)
__GC_SURFACE(surfCubemap, (int x, int y, int face), y, face)
__GC_SURFACE(surfCubemapLayered, (int x, int y, int layer_face), y, layer_face)
#undef __GC_SURFACE
#undef __GC_UNPACK
