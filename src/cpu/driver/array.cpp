// SPDX-License-Identifier: Apache-2.0

#include "cpu/driver/array.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "cpu/base/immortal.h"
#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "cpu/memory/memory.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr std::size_t kRowAlignment = 64;
// The limits of an H200.
constexpr std::size_t kMaxWidth1 = 131072, kMaxWidth2 = 131072, kMaxHeight2 = 65536, kMaxExtent3 = 16384;
constexpr std::size_t kMaxLayeredExtent = 32768, kMaxLayers = 2048, kMaxCubeFaces = 2046;

// The memory of an array and its levels.
struct Storage {
  std::uint32_t owner = 0;
  bool is_mipmapped = false;
  std::uintptr_t memory = 0;
  unsigned count = 0;
  ArrayInfo levels[kTextureLevels] = {};
};

// The live arrays. A handle is the address of an ArrayInfo in a Storage, or of a mipmapped array's Storage.
struct Registry {
  std::mutex lock;
  std::map<const Storage*, std::unique_ptr<Storage>> all;
  std::map<const ArrayInfo*, Storage*> arrays;  // the arrays and levels that have handles
};
Registry& registry() noexcept {
  return immortal<Registry>();
}

bool is_cube(const CUDA_ARRAY3D_DESCRIPTOR& array) noexcept {
  return (array.flags & kArrayCubemap) != 0;
}
bool is_layered(const CUDA_ARRAY3D_DESCRIPTOR& array) noexcept {
  return (array.flags & kArrayLayered) != 0;
}
// Returns true if the slices keep their number from level to level.
bool has_layers(const CUDA_ARRAY3D_DESCRIPTOR& array) noexcept {
  return is_cube(array) || is_layered(array);
}

CUresult check(const CUDA_ARRAY3D_DESCRIPTOR& array, unsigned levels, unsigned& texel_bytes) noexcept {
  constexpr unsigned kKnown = kArrayLayered | kArraySurface | kArrayCubemap | kArrayGather;
  ArrayFormat format;
  if ((array.flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  if (!array_format(array.format, format)) return CUDA_ERROR_INVALID_VALUE;
  if (array.channels != 1 && array.channels != 2 && array.channels != 4) return CUDA_ERROR_INVALID_VALUE;
  if (format.channels != 0 && format.channels != array.channels) return CUDA_ERROR_INVALID_VALUE;
  texel_bytes = format.channel_bytes * array.channels;
  const std::size_t width = array.width, height = array.height, depth = array.depth;
  if (width == 0) return CUDA_ERROR_INVALID_VALUE;
  if (is_cube(array)) {
    if (width != height || width > kMaxLayeredExtent || depth == 0 || depth % 6 != 0)
      return CUDA_ERROR_INVALID_VALUE;
    if (is_layered(array) ? depth > kMaxCubeFaces : depth != 6) return CUDA_ERROR_INVALID_VALUE;
  } else if (is_layered(array)) {
    if (depth == 0 || depth > kMaxLayers || width > kMaxLayeredExtent || height > kMaxLayeredExtent)
      return CUDA_ERROR_INVALID_VALUE;
  } else if (depth != 0) {
    if (height == 0 || width > kMaxExtent3 || height > kMaxExtent3 || depth > kMaxExtent3)
      return CUDA_ERROR_INVALID_VALUE;
  } else if (height != 0) {
    if (width > kMaxWidth2 || height > kMaxHeight2) return CUDA_ERROR_INVALID_VALUE;
  } else if (width > kMaxWidth1) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if ((array.flags & kArrayGather) != 0 &&
      (depth != 0 || height == 0 || width > kMaxLayeredExtent || height > kMaxLayeredExtent))
    return CUDA_ERROR_INVALID_VALUE;
  const std::size_t largest = std::max({width, height, has_layers(array) ? std::size_t{1} : depth});
  if (levels > static_cast<unsigned>(std::bit_width(largest))) return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult create(const CUDA_ARRAY3D_DESCRIPTOR& descriptor, unsigned levels, bool is_mipmapped,
                std::unique_ptr<Storage>& made) {
  unsigned texel_bytes = 0;
  if (const CUresult refused = check(descriptor, levels, texel_bytes)) return refused;
  made = std::make_unique<Storage>();
  made->owner = current_context().index;
  made->is_mipmapped = is_mipmapped;
  made->count = levels;
  std::size_t total = 0;
  for (unsigned i = 0; i < levels; ++i) {
    ArrayInfo& level = made->levels[i];
    level.descriptor = descriptor;
    level.texel_bytes = texel_bytes;
    const auto halved = [&](std::size_t extent) {
      return extent == 0 ? 0 : std::max<std::size_t>(extent >> i, 1);
    };
    level.descriptor.width = halved(descriptor.width);
    level.descriptor.height = halved(descriptor.height);
    if (!has_layers(descriptor)) level.descriptor.depth = halved(descriptor.depth);
    TextureLevel& place = level.place;
    place.width = static_cast<int>(level.descriptor.width);
    place.height = static_cast<int>(std::max<std::size_t>(level.descriptor.height, 1));
    place.depth = static_cast<int>(std::max<std::size_t>(level.descriptor.depth, 1));
    place.pitch = (level.descriptor.width * texel_bytes + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
    place.slice = place.pitch * static_cast<std::size_t>(place.height);
    // The product of the largest extents fits in 64 bits.
    total += place.slice * static_cast<std::size_t>(place.depth);
  }
  Memory& memory = current_context().memory;
  if (const CUresult refused = memory.allocate(total, RangeKind::kDevice, made->owner, made->memory))
    return refused;
  std::uintptr_t at = made->memory;
  for (unsigned i = 0; i < levels; ++i) {
    TextureLevel& place = made->levels[i].place;
    place.base = reinterpret_cast<const unsigned char*>(at);
    at += place.slice * static_cast<std::size_t>(place.depth);
  }
  return CUDA_SUCCESS;
}

// Registers a storage, or makes a level a handle. A failure frees the memory.
template <class Handle>
CUresult register_new(std::unique_ptr<Storage> made, Handle* handle) {
  Registry& all = registry();
  Storage* const storage = made.get();
  const std::lock_guard lock(all.lock);
  try {
    all.all.emplace(storage, std::move(made));
    if (!storage->is_mipmapped) all.arrays.emplace(&storage->levels[0], storage);
  } catch (...) {
    current_context().memory.free(storage->memory, RangeKind::kDevice);
    all.all.erase(storage);
    throw;
  }
  *handle = storage->is_mipmapped ? reinterpret_cast<Handle>(storage)
                                  : reinterpret_cast<Handle>(&storage->levels[0]);
  return CUDA_SUCCESS;
}

std::unique_ptr<Storage> take_locked(Registry& all, Storage* storage) noexcept {
  for (const ArrayInfo& level : storage->levels) all.arrays.erase(&level);
  auto found = all.all.extract(storage);
  return found.empty() ? nullptr : std::move(found.mapped());
}

CUresult destroy(std::unique_ptr<Storage> gone) {
  if (!gone) return CUDA_ERROR_INVALID_HANDLE;
  // The memory is freed at once, as by gridcallMemFree: the library destroys only arrays that no work uses. A
  // wait for running kernels would block the calling thread.
  memory().free(gone->memory, RangeKind::kDevice);
  return CUDA_SUCCESS;
}

}  // namespace

bool array_format(CUarray_format format, ArrayFormat& to) noexcept {
  switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
      to = {kTexelU8, 1, false, 0};
      return true;
    case CU_AD_FORMAT_UNSIGNED_INT16:
      to = {kTexelU16, 2, false, 0};
      return true;
    case CU_AD_FORMAT_UNSIGNED_INT32:
      to = {kTexelU32, 4, false, 0};
      return true;
    case CU_AD_FORMAT_SIGNED_INT8:
      to = {kTexelS8, 1, false, 0};
      return true;
    case CU_AD_FORMAT_SIGNED_INT16:
      to = {kTexelS16, 2, false, 0};
      return true;
    case CU_AD_FORMAT_SIGNED_INT32:
      to = {kTexelS32, 4, false, 0};
      return true;
    case CU_AD_FORMAT_UNORM_INT_101010_2:
      to = {kTexelU10, 1, true, 4};
      return true;
    case CU_AD_FORMAT_HALF:
      to = {kTexelF16, 2, false, 0};
      return true;
    case CU_AD_FORMAT_FLOAT:
      to = {kTexelF32, 4, false, 0};
      return true;
    default:
      break;
  }
  if (format < CU_AD_FORMAT_UNORM_INT8X1 || format > CU_AD_FORMAT_SNORM_INT16X4) return false;
  // The table has three channel counts for each of four types.
  constexpr TexelType kTypes[] = {kTexelU8, kTexelU16, kTexelS8, kTexelS16};
  const unsigned number = static_cast<unsigned>(format) - CU_AD_FORMAT_UNORM_INT8X1;
  to = {kTypes[number / 3], 1 + (number / 3 & 1), true, 1U << number % 3};
  return true;
}

bool find_array(CUarray array, ArrayInfo& info) noexcept {
  Registry& all = registry();
  const std::lock_guard lock(all.lock);
  const auto found = all.arrays.find(reinterpret_cast<const ArrayInfo*>(array));
  if (found == all.arrays.end()) return false;
  info = *found->first;
  return true;
}

unsigned find_levels(CUmipmappedArray array, ArrayInfo (&levels)[kTextureLevels]) noexcept {
  Registry& all = registry();
  const std::lock_guard lock(all.lock);
  const auto found = all.all.find(reinterpret_cast<const Storage*>(array));
  if (found == all.all.end() || !found->second->is_mipmapped) return 0;
  std::copy_n(found->second->levels, kTextureLevels, levels);
  return found->second->count;
}

bool find_in_array(CUarray array, std::size_t x, std::size_t y, std::size_t z, std::size_t width,
                   std::size_t rows, std::size_t slices, ArrayEnd& end) noexcept {
  ArrayInfo info;
  if (!find_array(array, info)) return false;
  const TextureLevel& place = info.place;
  const auto fits = [](std::size_t begin, std::size_t count, std::size_t extent) {
    return begin <= extent && count <= extent - begin;
  };
  if (x % info.texel_bytes != 0 || width % info.texel_bytes != 0 ||
      !fits(x, width, static_cast<std::size_t>(place.width) * info.texel_bytes) ||
      !fits(y, rows, static_cast<std::size_t>(place.height)) ||
      !fits(z, slices, static_cast<std::size_t>(place.depth)))
    return false;
  end = {reinterpret_cast<std::uintptr_t>(place.base) + z * place.slice + y * place.pitch + x, place.pitch,
         place.slice};
  return true;
}

void destroy_arrays(const Context& context) noexcept {
  Registry& all = registry();
  const std::lock_guard lock(all.lock);
  for (auto at = all.all.begin(); at != all.all.end();) {
    Storage* const storage = at->second.get();
    ++at;
    // The memory is freed with all memory of the context.
    if (storage->owner == context.index) take_locked(all, storage);
  }
}

namespace api {

CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* descriptor) {
  std::unique_ptr<Storage> made;
  if (const CUresult refused = create(*descriptor, 1, false, made)) return refused;
  return register_new(std::move(made), array);
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR* descriptor, CUarray array) {
  ArrayInfo info;
  if (!find_array(array, info)) return CUDA_ERROR_INVALID_HANDLE;
  *descriptor = info.descriptor;
  return CUDA_SUCCESS;
}

CUresult cuArrayDestroy(CUarray array) {
  Registry& all = registry();
  std::unique_ptr<Storage> gone;
  {
    const std::lock_guard lock(all.lock);
    const auto found = all.arrays.find(reinterpret_cast<const ArrayInfo*>(array));
    // A level is destroyed with its array.
    if (found == all.arrays.end() || found->second->is_mipmapped) return CUDA_ERROR_INVALID_HANDLE;
    gone = take_locked(all, found->second);
  }
  return destroy(std::move(gone));
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray* array, const CUDA_ARRAY3D_DESCRIPTOR* descriptor,
                                unsigned levels) {
  if (levels == 0) return CUDA_ERROR_INVALID_VALUE;
  std::unique_ptr<Storage> made;
  if (const CUresult refused = create(*descriptor, levels, true, made)) return refused;
  return register_new(std::move(made), array);
}

CUresult cuMipmappedArrayGetLevel(CUarray* level, CUmipmappedArray array, unsigned index) {
  Registry& all = registry();
  const std::lock_guard lock(all.lock);
  const auto found = all.all.find(reinterpret_cast<const Storage*>(array));
  if (found == all.all.end() || !found->second->is_mipmapped) return CUDA_ERROR_INVALID_HANDLE;
  if (index >= found->second->count) return CUDA_ERROR_INVALID_VALUE;
  ArrayInfo* const info = &found->second->levels[index];
  all.arrays.emplace(info, found->second.get());
  *level = reinterpret_cast<CUarray>(info);
  return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray array) {
  Registry& all = registry();
  std::unique_ptr<Storage> gone;
  {
    const std::lock_guard lock(all.lock);
    const auto found = all.all.find(reinterpret_cast<const Storage*>(array));
    if (found == all.all.end() || !found->second->is_mipmapped) return CUDA_ERROR_INVALID_HANDLE;
    gone = take_locked(all, found->second.get());
  }
  return destroy(std::move(gone));
}

}  // namespace api

}  // namespace gridcall::cpu
