// SPDX-License-Identifier: Apache-2.0
//
// Texture and surface references, which CUDA had up to version 11: `texture<float, 2, cudaReadModeElementType> image;` at
// namespace scope, read with tex2D(image, x, y). Here each is a constant that holds an object, which gc_module_bind_texture
// or gc_module_bind_surface sets. For NVRTC and the CPU device's compiler, which include it before a source that contains
// `texture<` or `surface<`.

#pragma once

// These numbers are those of CUDA's headers.
#undef cudaTextureType1D
#undef cudaTextureType2D
#undef cudaTextureType3D
#undef cudaTextureTypeCubemap
#undef cudaTextureType1DLayered
#undef cudaTextureType2DLayered
#undef cudaTextureTypeCubemapLayered
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#undef cudaSurfaceType1D
#undef cudaSurfaceType2D
#undef cudaSurfaceType3D
#undef cudaSurfaceTypeCubemap
#undef cudaSurfaceType1DLayered
#undef cudaSurfaceType2DLayered
#undef cudaSurfaceTypeCubemapLayered
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

template <class T, int D = cudaTextureType1D, enum cudaTextureReadMode M = cudaReadModeElementType>
struct texture {
  unsigned long long object;
};
template <class T, int D = 1>
struct surface {
  unsigned long long object;
};

namespace gridcall {
namespace references {

// The type that a read returns: the element, or floats.
template <class T, enum cudaTextureReadMode M> struct read_type { typedef T type; };
#define GRIDCALL_FLOATS(element, floats) \
  template <> struct read_type<element, cudaReadModeNormalizedFloat> { typedef floats type; };
GRIDCALL_FLOATS(char, float)
GRIDCALL_FLOATS(signed char, float)
GRIDCALL_FLOATS(unsigned char, float)
GRIDCALL_FLOATS(short, float)
GRIDCALL_FLOATS(unsigned short, float)
GRIDCALL_FLOATS(char1, float1)
GRIDCALL_FLOATS(uchar1, float1)
GRIDCALL_FLOATS(short1, float1)
GRIDCALL_FLOATS(ushort1, float1)
GRIDCALL_FLOATS(char2, float2)
GRIDCALL_FLOATS(uchar2, float2)
GRIDCALL_FLOATS(short2, float2)
GRIDCALL_FLOATS(ushort2, float2)
GRIDCALL_FLOATS(char4, float4)
GRIDCALL_FLOATS(uchar4, float4)
GRIDCALL_FLOATS(short4, float4)
GRIDCALL_FLOATS(ushort4, float4)
#undef GRIDCALL_FLOATS

// The type that a gather returns: four values of the channel's type.
template <class T> struct four_of;
#define GRIDCALL_FOUR(scalar, name)                         \
  template <> struct four_of<scalar> { typedef name##4 type; };  \
  template <> struct four_of<name##1> { typedef name##4 type; }; \
  template <> struct four_of<name##2> { typedef name##4 type; }; \
  template <> struct four_of<name##4> { typedef name##4 type; };
template <> struct four_of<char> { typedef char4 type; };
GRIDCALL_FOUR(signed char, char)
GRIDCALL_FOUR(unsigned char, uchar)
GRIDCALL_FOUR(short, short)
GRIDCALL_FOUR(unsigned short, ushort)
GRIDCALL_FOUR(int, int)
GRIDCALL_FOUR(unsigned int, uint)
GRIDCALL_FOUR(float, float)
#undef GRIDCALL_FOUR

}  // namespace references
}  // namespace gridcall

#define GRIDCALL_REFERENCE(name, dimensions, parameters, ...)                                                        \
  template <class T, enum cudaTextureReadMode M>                                                                     \
  static __inline__ __device__ typename gridcall::references::read_type<T, M>::type name(                            \
      texture<T, dimensions, M> reference, GRIDCALL_UNPACK parameters) {                                             \
    return name<typename gridcall::references::read_type<T, M>::type>(reference.object, __VA_ARGS__);                \
  }
#define GRIDCALL_UNPACK(...) __VA_ARGS__
GRIDCALL_REFERENCE(tex1Dfetch, 1, (int x), x)
GRIDCALL_REFERENCE(tex1D, 1, (float x), x)
GRIDCALL_REFERENCE(tex2D, 2, (float x, float y), x, y)
GRIDCALL_REFERENCE(tex3D, 3, (float x, float y, float z), x, y, z)
GRIDCALL_REFERENCE(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), x, layer)
GRIDCALL_REFERENCE(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), x, y, layer)
GRIDCALL_REFERENCE(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), x, y, z)
GRIDCALL_REFERENCE(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer), x, y, z, layer)
GRIDCALL_REFERENCE(tex1DLod, 1, (float x, float level), x, level)
GRIDCALL_REFERENCE(tex2DLod, 2, (float x, float y, float level), x, y, level)
GRIDCALL_REFERENCE(tex3DLod, 3, (float x, float y, float z, float level), x, y, z, level)
GRIDCALL_REFERENCE(tex1DLayeredLod, cudaTextureType1DLayered, (float x, int layer, float level), x, layer, level)
GRIDCALL_REFERENCE(tex2DLayeredLod, cudaTextureType2DLayered, (float x, float y, int layer, float level), x, y, layer, level)
GRIDCALL_REFERENCE(texCubemapLod, cudaTextureTypeCubemap, (float x, float y, float z, float level), x, y, z, level)
GRIDCALL_REFERENCE(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer, float level), x, y, z,
                   layer, level)
GRIDCALL_REFERENCE(tex1DGrad, 1, (float x, float dx, float dy), x, dx, dy)
GRIDCALL_REFERENCE(tex2DGrad, 2, (float x, float y, float2 dx, float2 dy), x, y, dx, dy)
GRIDCALL_REFERENCE(tex3DGrad, 3, (float x, float y, float z, float4 dx, float4 dy), x, y, z, dx, dy)
GRIDCALL_REFERENCE(tex1DLayeredGrad, cudaTextureType1DLayered, (float x, int layer, float dx, float dy), x, layer, dx, dy)
GRIDCALL_REFERENCE(tex2DLayeredGrad, cudaTextureType2DLayered, (float x, float y, int layer, float2 dx, float2 dy), x, y, layer, dx,
                   dy)
GRIDCALL_REFERENCE(texCubemapGrad, cudaTextureTypeCubemap, (float x, float y, float z, float4 dx, float4 dy), x, y, z, dx, dy)
GRIDCALL_REFERENCE(texCubemapLayeredGrad, cudaTextureTypeCubemapLayered,
                   (float x, float y, float z, int layer, float4 dx, float4 dy), x, y, z, layer, dx, dy)
#undef GRIDCALL_REFERENCE
template <class T, enum cudaTextureReadMode M>
static __inline__ __device__ typename gridcall::references::four_of<typename gridcall::references::read_type<T, M>::type>::type
tex2Dgather(texture<T, 2, M> reference, float x, float y, int channel = 0) {
  return tex2Dgather<typename gridcall::references::four_of<typename gridcall::references::read_type<T, M>::type>::type>(
      reference.object, x, y, channel);
}

#define GRIDCALL_REFERENCE(name, dimensions, parameters, ...)                                                           \
  template <class V, class T>                                                                                           \
  static __inline__ __device__ void name##write(V value, surface<T, dimensions> reference, GRIDCALL_UNPACK parameters,  \
                                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                  \
    name##write(value, reference.object, __VA_ARGS__, mode);                                                            \
  }                                                                                                                     \
  template <class V, class T>                                                                                           \
  static __inline__ __device__ void name##read(V* value, surface<T, dimensions> reference, GRIDCALL_UNPACK parameters,  \
                                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    name##read(value, reference.object, __VA_ARGS__, mode);                                                             \
  }                                                                                                                     \
  template <class V, class T>                                                                                           \
  static __inline__ __device__ V name##read(surface<T, dimensions> reference, GRIDCALL_UNPACK parameters,               \
                                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                      \
    V value;                                                                                                            \
    name##read(&value, reference.object, __VA_ARGS__, mode);                                                            \
    return value;                                                                                                       \
  }
GRIDCALL_REFERENCE(surf1D, 1, (int x), x)
GRIDCALL_REFERENCE(surf2D, 2, (int x, int y), x, y)
GRIDCALL_REFERENCE(surf3D, 3, (int x, int y, int z), x, y, z)
GRIDCALL_REFERENCE(surf1DLayered, cudaSurfaceType1DLayered, (int x, int layer), x, layer)
GRIDCALL_REFERENCE(surf2DLayered, cudaSurfaceType2DLayered, (int x, int y, int layer), x, y, layer)
GRIDCALL_REFERENCE(surfCubemap, cudaSurfaceTypeCubemap, (int x, int y, int face), x, y, face)
GRIDCALL_REFERENCE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, (int x, int y, int layer_face), x, y, layer_face)
#undef GRIDCALL_REFERENCE

// 64-bit and complex numbers as elements of 32 bits, as in PyCUDA; gc_array_from_ndarray converts such numbers to them. Complex
// numbers are float2 and double2, as in cuComplex.h. Surfaces count elements, not bytes. If PyCUDA's own headers are on the path,
// its pycuda-helpers.hpp declares these names, with PyCUDA's complex numbers.
#if !__has_include(<pycuda-complex.hpp>)
typedef float fp_tex_float;
typedef int2 fp_tex_double;
typedef float2 fp_tex_cfloat;
typedef int4 fp_tex_cdouble;

namespace gridcall {
namespace references {

static __inline__ __device__ float number_of(float v) { return v; }
static __inline__ __device__ double number_of(int2 v) { return __hiloint2double(v.y, v.x); }
static __inline__ __device__ float2 number_of(float2 v) { return v; }
static __inline__ __device__ double2 number_of(int4 v) {
  return make_double2(__hiloint2double(v.y, v.x), __hiloint2double(v.w, v.z));
}
static __inline__ __device__ float element_of(float v) { return v; }
static __inline__ __device__ int2 element_of(double v) { return make_int2(__double2loint(v), __double2hiint(v)); }
static __inline__ __device__ float2 element_of(float2 v) { return v; }
static __inline__ __device__ int4 element_of(double2 v) {
  return make_int4(__double2loint(v.x), __double2hiint(v.x), __double2loint(v.y), __double2hiint(v.y));
}

}  // namespace references
}  // namespace gridcall

#define GRIDCALL_REFERENCE(name, dimensions, element, number, parameters, ...)                                   \
  template <enum cudaTextureReadMode M>                                                                          \
  static __inline__ __device__ number fp_##name(texture<element, dimensions, M> reference, GRIDCALL_UNPACK parameters) { \
    return gridcall::references::number_of(name(reference, __VA_ARGS__));                                        \
  }
#define GRIDCALL_NUMBERS(name, dimensions, parameters, ...)                                                      \
  GRIDCALL_REFERENCE(name, dimensions, fp_tex_float, float, parameters, __VA_ARGS__)                             \
  GRIDCALL_REFERENCE(name, dimensions, fp_tex_double, double, parameters, __VA_ARGS__)                           \
  GRIDCALL_REFERENCE(name, dimensions, fp_tex_cfloat, float2, parameters, __VA_ARGS__)                           \
  GRIDCALL_REFERENCE(name, dimensions, fp_tex_cdouble, double2, parameters, __VA_ARGS__)
GRIDCALL_NUMBERS(tex1Dfetch, 1, (int x), x)
GRIDCALL_NUMBERS(tex2D, 2, (float x, float y), x, y)
GRIDCALL_NUMBERS(tex3D, 3, (float x, float y, float z), x, y, z)
GRIDCALL_NUMBERS(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), x, y, layer)
#undef GRIDCALL_NUMBERS
#undef GRIDCALL_REFERENCE

#define GRIDCALL_REFERENCE(name, dimensions, element, number, parameters, ...)                                   \
  template <class T>                                                                                             \
  static __inline__ __device__ void fp_##name##write(number value, surface<T, dimensions> reference, int x,      \
                                                     GRIDCALL_UNPACK parameters                                  \
                                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {      \
    name##write(gridcall::references::element_of(value), reference.object, x * static_cast<int>(sizeof(element)), \
                __VA_ARGS__ mode);                                                                               \
  }                                                                                                              \
  template <class T>                                                                                             \
  static __inline__ __device__ void fp_##name##read(number* value, surface<T, dimensions> reference, int x,      \
                                                    GRIDCALL_UNPACK parameters                                   \
                                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {       \
    element read;                                                                                                \
    name##read(&read, reference.object, x * static_cast<int>(sizeof(element)), __VA_ARGS__ mode);                \
    *value = gridcall::references::number_of(read);                                                              \
  }
#define GRIDCALL_NUMBERS(name, dimensions, parameters, ...)                                                      \
  GRIDCALL_REFERENCE(name, dimensions, fp_tex_float, float, parameters, __VA_ARGS__)                             \
  GRIDCALL_REFERENCE(name, dimensions, fp_tex_double, double, parameters, __VA_ARGS__)                           \
  GRIDCALL_REFERENCE(name, dimensions, fp_tex_cfloat, float2, parameters, __VA_ARGS__)                           \
  GRIDCALL_REFERENCE(name, dimensions, fp_tex_cdouble, double2, parameters, __VA_ARGS__)
GRIDCALL_NUMBERS(surf2D, 2, (int y,), y, )
GRIDCALL_NUMBERS(surf3D, 3, (int y, int z,), y, z, )
GRIDCALL_NUMBERS(surf2DLayered, cudaSurfaceType2DLayered, (int y, int layer,), y, layer, )
#undef GRIDCALL_NUMBERS
#undef GRIDCALL_REFERENCE
#endif
#undef GRIDCALL_UNPACK

// Must be last: it makes later declarations of a source constants. With NVRTC parameters too, which it then refuses.
#ifdef __GRIDCALL_CPU__
#define texture __attribute__((gridcall_reference)) texture
#define surface __attribute__((gridcall_reference)) surface
#else
#define texture __constant__ texture
#define surface __constant__ surface
#endif
