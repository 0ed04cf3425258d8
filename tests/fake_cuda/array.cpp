// SPDX-License-Identifier: Apache-2.0
//
// Arrays, textures and surfaces.

#include <algorithm>
#include <utility>

#include "fake_cuda/copy.h"

namespace fake {

std::size_t element_bytes(const CUDA_ARRAY3D_DESCRIPTOR& array) {
  const int format = array.format;
  if (array.channels != 1 && array.channels != 2 && array.channels != 4) return 0;
  if (format >= CU_AD_FORMAT_UNORM_INT8X1 && format <= CU_AD_FORMAT_SNORM_INT16X4) {
    const unsigned number = static_cast<unsigned>(format - CU_AD_FORMAT_UNORM_INT8X1);
    return array.channels == 1u << number % 3 ? (1 + (number / 3 & 1)) * array.channels : 0;
  }
  switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
      return array.channels;
    case CU_AD_FORMAT_UNORM_INT_101010_2:
      return array.channels == 4 ? 4 : 0;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
      return std::size_t{2} * array.channels;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
      return std::size_t{4} * array.channels;
    default:
      return 0;
  }
}

const Array& find_array(CUarray handle) {
  const auto found = state().arrays.find(key(handle));
  if (found == state().arrays.end()) die("not an array of this driver", key(handle));
  if (found->second.whole)
    live_here(found->second.whole, Kind::kMipmap);
  else
    live_here(handle, Kind::kArray);
  return found->second;
}

CUresult make_array(const CUDA_ARRAY3D_DESCRIPTOR& descriptor, unsigned levels, Kind kind,
                    std::uintptr_t& handle) {
  NEED_CONTEXT();
  constexpr std::size_t kMax = 131072;
  Array array{descriptor, element_bytes(descriptor), 0, 0};
  if (!array.element || !descriptor.width || descriptor.width > kMax || descriptor.height > kMax ||
      descriptor.depth > kMax || descriptor.flags > 15)
    return CUDA_ERROR_INVALID_VALUE;
  const bool has_layers = (descriptor.flags & (kArrayLayered | kArrayCubemap)) != 0;
  const auto level_of = [&](unsigned i) {
    Array level = array;
    const auto halved = [&](std::size_t extent) {
      return extent ? std::max<std::size_t>(extent >> i, 1) : 0;
    };
    level.descriptor.width = halved(descriptor.width);
    level.descriptor.height = halved(descriptor.height);
    if (!has_layers) level.descriptor.depth = halved(descriptor.depth);
    return level;
  };
  std::size_t bytes = 0;
  for (unsigned i = 0; i < levels; ++i) bytes += level_of(i).slice() * level_of(i).slices();
  const CUresult result = bytes > state().memory ? CUDA_ERROR_OUT_OF_MEMORY : allocate(&handle, bytes, kind);
  if (result != CUDA_SUCCESS) return result;
  array.content = handle;
  if (kind == Kind::kArray) {
    state().arrays[handle] = array;
    return result;
  }
  std::uintptr_t content = handle;
  for (unsigned i = 0; i < levels; ++i) {
    Array level = level_of(i);
    level.content = content;
    level.whole = handle;
    content += level.slice() * level.slices();
    // A handle inside the allocation, which is 256 bytes or more: no other array has it.
    state().arrays[handle + 1 + i] = level;
  }
  return result;
}

CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* descriptor) {
  std::uintptr_t made = 0;
  const CUresult result = make_array(*descriptor, 1, Kind::kArray, made);
  if (result == CUDA_SUCCESS) *array = reinterpret_cast<CUarray>(made);
  return result;
}
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* descriptor, CUarray array) {
  NEED_CONTEXT();
  *descriptor = find_array(array).descriptor;
  return CUDA_SUCCESS;
}
CUresult cuArrayDestroy(CUarray array) {
  NEED_CONTEXT();
  if (find_array(array).whole) die("a level is destroyed without its array", key(array));
  state().arrays.erase(key(array));
  return deallocate(key(array), Kind::kArray);
}
CUresult cuMipmappedArrayCreate(CUmipmappedArray* array, const CUDA_ARRAY3D_DESCRIPTOR* descriptor,
                                unsigned levels) {
  if (levels == 0 || levels > 18) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t made = 0;
  const CUresult result = make_array(*descriptor, levels, Kind::kMipmap, made);
  if (result == CUDA_SUCCESS) *array = reinterpret_cast<CUmipmappedArray>(made);
  return result;
}
CUresult cuMipmappedArrayGetLevel(CUarray* level, CUmipmappedArray array, unsigned index) {
  NEED_CONTEXT();
  live_here(array, Kind::kMipmap);
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> levels;  // content, handle
  for (const auto& [handle, each] : state().arrays)
    if (each.whole == key(array)) levels.emplace_back(each.content, handle);
  if (index >= levels.size()) return CUDA_ERROR_INVALID_VALUE;
  std::sort(levels.begin(), levels.end());
  *level = reinterpret_cast<CUarray>(levels[index].second);
  return CUDA_SUCCESS;
}
CUresult cuMipmappedArrayDestroy(CUmipmappedArray array) {
  NEED_CONTEXT();
  live_here(array, Kind::kMipmap);
  std::erase_if(state().arrays, [&](const auto& entry) { return entry.second.whole == key(array); });
  return deallocate(key(array), Kind::kMipmap);
}

CUresult cuTexObjectCreate(CUtexObject* texture, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* how, const CUDA_RESOURCE_VIEW_DESC* view) {
  NEED_CONTEXT();
  if (view || resource->flags) return CUDA_ERROR_INVALID_VALUE;
  fake_cuda_texture made{};
  made.type = resource->type;
  switch (resource->type) {
    case CU_RESOURCE_TYPE_ARRAY: {
      const Array& array = find_array(resource->res.array);
      made.address = key(resource->res.array);
      made.format = array.descriptor.format;
      made.channels = array.descriptor.channels;
      break;
    }
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
      live_here(resource->res.mipmap, Kind::kMipmap);
      made.address = key(resource->res.mipmap);
      break;
    case CU_RESOURCE_TYPE_LINEAR:
      made.address = resource->res.linear.address;
      made.format = resource->res.linear.format;
      made.channels = resource->res.linear.channels;
      made.bytes = resource->res.linear.bytes;
      check_range(made.address, made.bytes);
      break;
    case CU_RESOURCE_TYPE_PITCH2D:
      made.address = resource->res.pitch2d.address;
      made.format = resource->res.pitch2d.format;
      made.channels = resource->res.pitch2d.channels;
      made.width = resource->res.pitch2d.width;
      made.height = resource->res.pitch2d.height;
      made.pitch = resource->res.pitch2d.pitch;
      check_range(made.address, (made.height - 1) * made.pitch);
      break;
  }
  for (int i = 0; i < 3; ++i) made.address_mode[i] = how->address[i];
  made.filter = how->filter;
  made.mip_filter = how->mip_filter;
  made.flags = how->flags;
  made.max_anisotropy = how->max_anisotropy;
  made.bias = how->bias;
  made.min_level = how->min_level;
  made.max_level = how->max_level;
  std::copy_n(how->border, 4, made.border);
  state().texture = made;
  *texture = key(make<unsigned char*>(Kind::kTexture, current()));
  return CUDA_SUCCESS;
}
CUresult cuTexObjectDestroy(CUtexObject texture) {
  NEED_CONTEXT();
  live_here(static_cast<std::uintptr_t>(texture), Kind::kTexture).live = false;
  return CUDA_SUCCESS;
}
CUresult cuSurfObjectCreate(CUsurfObject* surface, const CUDA_RESOURCE_DESC* resource) {
  NEED_CONTEXT();
  if (resource->type != CU_RESOURCE_TYPE_ARRAY) return CUDA_ERROR_INVALID_VALUE;
  if ((find_array(resource->res.array).descriptor.flags & kArraySurface) == 0)
    return CUDA_ERROR_INVALID_VALUE;
  *surface = key(make<unsigned char*>(Kind::kSurface, current()));
  return CUDA_SUCCESS;
}
CUresult cuSurfObjectDestroy(CUsurfObject surface) {
  NEED_CONTEXT();
  live_here(static_cast<std::uintptr_t>(surface), Kind::kSurface).live = false;
  return CUDA_SUCCESS;
}

End array_end(CUarray handle, std::size_t x, std::size_t y) {
  const Array& array = find_array(handle);
  return {array.content + x + y * array.pitch(), false, array.pitch(), array.slice(), &array};
}

}  // namespace fake
