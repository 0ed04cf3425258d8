// SPDX-License-Identifier: Apache-2.0
//
// Arrays, textures and surfaces. CUDA's objects are the numbers that kernels read; gridcall's are kept beside
// them.

#include <algorithm>
#include <optional>

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

struct Format {
  gc_array_format format = 0;
  std::uint32_t channels = 0;
  std::size_t element_size = 0;
  bool is_integer = false;
};

std::optional<Format> format_of(const cudaChannelFormatDesc& description) {
  const int bits[] = {description.x, description.y, description.z, description.w};
  Format format;
  while (format.channels < 4 && bits[format.channels] != 0) ++format.channels;
  for (std::uint32_t i = 1; i < format.channels; ++i)
    if (bits[i] != bits[0]) return std::nullopt;
  if (format.channels == 0 || format.channels == 3) return std::nullopt;
  const int size = bits[0];
  format.element_size = format.channels * static_cast<std::size_t>(size / 8);
  format.is_integer = description.f != cudaChannelFormatKindFloat;
  switch (description.f) {
    case cudaChannelFormatKindUnsigned:
      format.format = size == 8    ? GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8
                      : size == 16 ? GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16
                                   : GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32;
      break;
    case cudaChannelFormatKindSigned:
      format.format = size == 8    ? GRIDCALL_ARRAY_FORMAT_SIGNED_INT8
                      : size == 16 ? GRIDCALL_ARRAY_FORMAT_SIGNED_INT16
                                   : GRIDCALL_ARRAY_FORMAT_SIGNED_INT32;
      break;
    case cudaChannelFormatKindFloat:
      format.format = size == 16 ? GRIDCALL_ARRAY_FORMAT_HALF : GRIDCALL_ARRAY_FORMAT_FLOAT;
      break;
    default:
      return std::nullopt;
  }
  const bool is_known = size == 8 ? format.is_integer : size == 16 || size == 32;
  return is_known ? std::optional(format) : std::nullopt;
}

cudaError_t create_array(cudaArray& array, const cudaChannelFormatDesc* description, cudaExtent extent,
                         unsigned levels, unsigned flags) {
  if (!description) return cudaErrorInvalidValue;
  const std::optional<Format> format = format_of(*description);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return error;
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.flags = flags;  // the same bits
  options.width = extent.width;
  options.height = extent.height;
  options.depth = extent.depth;
  options.format = format->format;
  options.channels = format->channels;
  options.levels = levels;
  array.format = *description;
  array.extent = extent;
  array.flags = flags;
  array.element_size = format->element_size;
  return call(gc_array_create, device->context, static_cast<const gc_array_options*>(&options),
              &array.handle);
}

struct Texture {
  int device = current_device();
  gc_texture* handle = nullptr;
  cudaResourceDesc resource{};
  cudaTextureDesc texture{};
};
struct Surface {
  int device = current_device();
  gc_surface* handle = nullptr;
  cudaResourceDesc resource{};
};

// The objects by the number that kernels use.
struct Objects {
  std::mutex mutex;
  std::unordered_map<unsigned long long, Texture> textures;
  std::unordered_map<unsigned long long, Surface> surfaces;
};
Objects& objects() {
  static auto* const instance = new Objects;
  return *instance;
}

cudaError_t describe_memory(const void* address, const cudaChannelFormatDesc& description,
                            gc_texture_options& options, Format& format) {
  const std::optional<Format> found = format_of(description);
  if (!found) return cudaErrorInvalidChannelDescriptor;
  Allocation allocation;
  if (!find_allocation(address, allocation)) return cudaErrorInvalidValue;
  options.mem = allocation.mem;
  options.offset = reinterpret_cast<std::uintptr_t>(address) - allocation.base;
  options.format = found->format;
  options.channels = found->channels;
  format = *found;
  return cudaSuccess;
}

// Describes the source of a texture.
cudaError_t describe_source(const cudaResourceDesc& resource, gc_texture_options& options, Format& format) {
  switch (resource.resType) {
    case cudaResourceTypeArray:
    case cudaResourceTypeMipmappedArray: {
      const cudaArray* array = resource.resType == cudaResourceTypeArray ? resource.res.array.array : nullptr;
      if (resource.resType == cudaResourceTypeMipmappedArray && is_live(resource.res.mipmap.mipmap))
        array = &resource.res.mipmap.mipmap->whole;
      if (!is_live(array)) return cudaErrorInvalidValue;
      options.array = array->handle;
      format = *format_of(array->format);
      return cudaSuccess;
    }
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      if (cudaError_t error = describe_memory(linear.devPtr, linear.desc, options, format);
          error != cudaSuccess)
        return error;
      options.width = linear.sizeInBytes / format.element_size;
      return cudaSuccess;
    }
    case cudaResourceTypePitch2D: {
      const auto& pitched = resource.res.pitch2D;
      if (cudaError_t error = describe_memory(pitched.devPtr, pitched.desc, options, format);
          error != cudaSuccess)
        return error;
      options.width = pitched.width;
      options.height = pitched.height;
      options.row_pitch = pitched.pitchInBytes;
      return cudaSuccess;
    }
  }
  return cudaErrorInvalidValue;
}

void release(cudaArray* array) {
  gc_array_release(array->handle);
  delete array;
}

void release(cudaMipmappedArray* array) {
  for (auto& level : array->levels)
    if (level) gc_array_release(level->handle);
  gc_array_release(array->whole.handle);
  delete array;
}

}  // namespace

void release_textures(int device) {
  {
    const std::lock_guard lock(objects().mutex);
    std::erase_if(objects().textures, [&](auto& entry) {
      if (entry.second.device != device) return false;
      gc_texture_release(entry.second.handle);
      return true;
    });
    std::erase_if(objects().surfaces, [&](auto& entry) {
      if (entry.second.device != device) return false;
      gc_surface_release(entry.second.handle);
      return true;
    });
  }
  for (cudaMipmappedArray* array : cudaMipmappedArray::of_device(device))
    if (cudaMipmappedArray::forget(array)) release(array);
  for (cudaArray* array : cudaArray::of_device(device))
    if (cudaArray::forget(array)) release(array);
}

}  // namespace gridcall::cudart

using namespace gridcall::cudart;

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned int flags) try {
  if (!array) return result(cudaErrorInvalidValue);
  auto made = std::make_unique<cudaArray>();
  if (cudaError_t error = create_array(*made, format, extent, 0, flags); error != cudaSuccess)
    return result(error);
  *array = made.release();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned int flags) try {
  return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}
GRIDCALL_CATCH

cudaError_t cudaFreeArray(cudaArray_t array) try {
  if (!array) return cudaSuccess;
  if (!LiveObject<cudaArray>::forget(array)) return result(cudaErrorInvalidValue);
  release(array);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array, const cudaChannelFormatDesc* format,
                                     cudaExtent extent, unsigned int levels, unsigned int flags) try {
  if (!array || levels == 0) return result(cudaErrorInvalidValue);
  auto made = std::make_unique<cudaMipmappedArray>();
  if (cudaError_t error = create_array(made->whole, format, extent, levels, flags); error != cudaSuccess)
    return result(error);
  made->level_count = levels;
  made->levels.resize(levels);
  *array = made.release();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level_array, cudaMipmappedArray_const_t array,
                                       unsigned int level) try {
  if (!level_array || !is_live(array) || level >= array->level_count) return result(cudaErrorInvalidValue);
  auto& place = const_cast<cudaMipmappedArray_t>(array)->levels[level];
  if (!place) {
    auto made = std::make_unique<cudaArray>(array->whole);
    const auto half = [&](std::size_t size) {
      return size == 0 ? 0 : std::max<std::size_t>(size >> level, 1);
    };
    const bool is_layered = (array->whole.flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
    made->extent = {half(made->extent.width), half(made->extent.height),
                    is_layered ? made->extent.depth : half(made->extent.depth)};
    if (cudaError_t error =
            call(gc_array_get_level, array->whole.handle, static_cast<std::uint32_t>(level), &made->handle);
        error != cudaSuccess)
      return result(error);
    place = std::move(made);
  }
  *level_array = place.get();
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) try {
  if (!array) return cudaSuccess;
  if (!LiveObject<cudaMipmappedArray>::forget(array)) return result(cudaErrorInvalidValue);
  release(array);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) try {
  if (!is_live(array)) return result(cudaErrorInvalidResourceHandle);
  if (format) *format = array->format;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) try {
  if (!format || !is_live(array)) return result(cudaErrorInvalidValue);
  *format = array->format;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const cudaResourceViewDesc* view) try {
  if (!object || !resource || !texture) return result(cudaErrorInvalidValue);
  if (view) return result(cudaErrorNotSupported);
  Device* device = nullptr;
  if (cudaError_t error = get_device(device); error != cudaSuccess) return result(error);
  gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
  Format format;
  if (cudaError_t error = describe_source(*resource, options, format); error != cudaSuccess)
    return result(error);
  if (texture->readMode == cudaReadModeElementType && format.is_integer)
    options.flags |= GRIDCALL_TEXTURE_READ_AS_INTEGER;
  if (texture->sRGB) options.flags |= GRIDCALL_TEXTURE_SRGB;
  if (texture->seamlessCubemap) options.flags |= GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP;
  gc_sampling& sampling = options.sampling;
  if (texture->normalizedCoords) sampling.flags |= GRIDCALL_SAMPLING_NORMALIZED_COORDINATES;
  sampling.address_x = texture->addressMode[0];  // the same numbers
  sampling.address_y = texture->addressMode[1];
  sampling.address_z = texture->addressMode[2];
  sampling.filter = texture->filterMode;
  sampling.mip_filter = texture->mipmapFilterMode;
  sampling.max_anisotropy = texture->maxAnisotropy;
  sampling.bias = texture->mipmapLevelBias;
  sampling.min_level = texture->minMipmapLevelClamp;
  sampling.max_level = texture->maxMipmapLevelClamp;
  sampling.border_r = texture->borderColor[0];
  sampling.border_g = texture->borderColor[1];
  sampling.border_b = texture->borderColor[2];
  sampling.border_a = texture->borderColor[3];
  Texture made;
  made.resource = *resource;
  made.texture = *texture;
  std::uint64_t number = 0;
  cudaError_t error = call(gc_texture_create, device->context,
                           static_cast<const gc_texture_options*>(&options), &made.handle);
  if (error == cudaSuccess)
    error = call(gc_handle_get_native, static_cast<const void*>(made.handle), &number);
  if (error != cudaSuccess) return result(error);
  const std::lock_guard lock(objects().mutex);
  objects().textures[number] = made;
  *object = number;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) try {
  const std::lock_guard lock(objects().mutex);
  const auto found = objects().textures.find(object);
  if (found == objects().textures.end())
    return object == 0 ? cudaSuccess : result(cudaErrorInvalidResourceHandle);
  gc_texture_release(found->second.handle);
  objects().textures.erase(found);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) try {
  const std::lock_guard lock(objects().mutex);
  const auto found = objects().textures.find(object);
  if (!resource || found == objects().textures.end()) return result(cudaErrorInvalidValue);
  *resource = found->second.resource;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object) try {
  const std::lock_guard lock(objects().mutex);
  const auto found = objects().textures.find(object);
  if (!texture || found == objects().textures.end()) return result(cudaErrorInvalidValue);
  *texture = found->second.texture;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) try {
  const bool is_array =
      object && resource && resource->resType == cudaResourceTypeArray && is_live(resource->res.array.array);
  if (!is_array) return result(cudaErrorInvalidValue);
  Surface made;
  made.resource = *resource;
  std::uint64_t number = 0;
  cudaError_t error = call(gc_surface_create, resource->res.array.array->handle, &made.handle);
  if (error == cudaSuccess)
    error = call(gc_handle_get_native, static_cast<const void*>(made.handle), &number);
  if (error != cudaSuccess) return result(error);
  const std::lock_guard lock(objects().mutex);
  objects().surfaces[number] = made;
  *object = number;
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) try {
  const std::lock_guard lock(objects().mutex);
  const auto found = objects().surfaces.find(object);
  if (found == objects().surfaces.end()) return result(cudaErrorInvalidResourceHandle);
  gc_surface_release(found->second.handle);
  objects().surfaces.erase(found);
  return cudaSuccess;
}
GRIDCALL_CATCH

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object) try {
  const std::lock_guard lock(objects().mutex);
  const auto found = objects().surfaces.find(object);
  if (!resource || found == objects().surfaces.end()) return result(cudaErrorInvalidValue);
  *resource = found->second.resource;
  return cudaSuccess;
}
GRIDCALL_CATCH
