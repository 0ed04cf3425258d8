// SPDX-License-Identifier: Apache-2.0
//
// Texture and surface objects: their numbers are addresses of what device code reads, each in a page of its
// own.

#include "cpu/runtime/texture.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#include "cpu/base/immortal.h"
#include "cpu/driver/api.h"
#include "cpu/driver/array.h"
#include "cpu/driver/context.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/object_pages.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// The values of CU_DEVICE_ATTRIBUTE_... (driver/device.cpp).
constexpr std::size_t kAddressAlignment = 256, kPitchAlignment = 32;
constexpr std::size_t kMaxTexels = 268435456, kMaxPitchedWidth = 131072, kMaxPitchedHeight = 65000,
                      kMaxPitchedPitch = 2097120;

template <class State>
struct RegistryEntry {
  std::uint32_t owner = 0;
  std::unique_ptr<State, ToObjectPages> state;
};
struct Textures {
  std::mutex lock;
  std::map<std::uint64_t, RegistryEntry<TextureState>> textures;
  std::map<std::uint64_t, RegistryEntry<SurfaceState>> surfaces;
};
Textures& registered() noexcept {
  return immortal<Textures>();
}

template <class State>
CUresult add(std::map<std::uint64_t, RegistryEntry<State>>& to, const State& state, std::uint64_t& number) {
  void* const page = object_pages().take();
  if (!page) return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  std::unique_ptr<State, ToObjectPages> placed(new (page) State(state));
  const std::uint64_t made = reinterpret_cast<std::uintptr_t>(page);
  const std::lock_guard lock(registered().lock);
  to[made] = {current_context().index, std::move(placed)};
  number = made;
  return CUDA_SUCCESS;
}

template <class State>
CUresult destroy(std::map<std::uint64_t, RegistryEntry<State>>& from, std::uint64_t number) {
  typename std::map<std::uint64_t, RegistryEntry<State>>::node_type gone;
  {
    const std::lock_guard lock(registered().lock);
    gone = from.extract(number);
  }
  if (gone.empty()) return CUDA_ERROR_INVALID_VALUE;
  // Textures are destroyed at once, as arrays are: the library destroys only those that no work uses.
  return CUDA_SUCCESS;
}

CUresult set_format(TextureState& state, CUarray_format format, unsigned channels,
                    const CUDA_TEXTURE_DESC& how) noexcept {
  ArrayFormat known;
  if (!array_format(format, known)) return CUDA_ERROR_INVALID_VALUE;
  if (channels != 1 && channels != 2 && channels != 4) return CUDA_ERROR_INVALID_VALUE;
  if (known.channels != 0 && known.channels != channels) return CUDA_ERROR_INVALID_VALUE;
  state.type = known.type;
  state.channels = channels;
  state.texel_bytes = known.channel_bytes * channels;
  const bool is_small = known.type != kTexelU32 && known.type != kTexelS32;
  if (known.type == kTexelF16 || known.type == kTexelF32)
    state.read = kReadFloat;
  else if (known.is_normalized || (is_small && (how.flags & kTextureReadAsInteger) == 0))
    state.read = kReadNormalized;
  else
    state.read = kReadBits;
  if ((how.flags & kTextureSrgb) != 0 && known.type == kTexelU8 && state.read == kReadNormalized)
    state.read = kReadSrgb;
  return CUDA_SUCCESS;
}

CUresult set_array(TextureState& state, const ArrayInfo* levels, unsigned count,
                   const CUDA_TEXTURE_DESC& how) noexcept {
  const CUDA_ARRAY3D_DESCRIPTOR& array = levels[0].descriptor;
  if (const CUresult refused = set_format(state, array.format, array.channels, how)) return refused;
  state.levels = count;
  for (unsigned i = 0; i < count; ++i) state.level[i] = levels[i].place;
  state.is_layered = (array.flags & kArrayLayered) != 0 ? 1 : 0;
  state.is_cube = (array.flags & kArrayCubemap) != 0 ? 1 : 0;
  const bool has_slices = array.depth != 0 && state.is_layered == 0 && state.is_cube == 0;
  state.dimensions = has_slices ? 3 : array.height != 0 ? 2 : 1;
  return CUDA_SUCCESS;
}

bool is_readable(std::uintptr_t address, std::size_t bytes) noexcept {
  Range range;
  return bytes != 0 && (memory().find(address, bytes, range) || memory().admit_host(address, bytes));
}

CUresult set_linear(TextureState& state, const CUDA_RESOURCE_DESC& resource,
                    const CUDA_TEXTURE_DESC& how) noexcept {
  const auto& linear = resource.res.linear;
  if (const CUresult refused = set_format(state, linear.format, linear.channels, how)) return refused;
  state.count = linear.bytes / state.texel_bytes;
  if (linear.address % kAddressAlignment != 0 || state.count == 0 || state.count > kMaxTexels ||
      !is_readable(linear.address, linear.bytes))
    return CUDA_ERROR_INVALID_VALUE;
  state.levels = 1;
  state.dimensions = 1;
  state.level[0] = {
      reinterpret_cast<const unsigned char*>(linear.address), 0, 0, static_cast<int>(state.count), 1, 1, 0};
  return CUDA_SUCCESS;
}

CUresult set_pitched(TextureState& state, const CUDA_RESOURCE_DESC& resource,
                     const CUDA_TEXTURE_DESC& how) noexcept {
  const auto& rows = resource.res.pitch2d;
  if (const CUresult refused = set_format(state, rows.format, rows.channels, how)) return refused;
  if (rows.address % kAddressAlignment != 0 || rows.pitch % kPitchAlignment != 0 || rows.width == 0 ||
      rows.height == 0 || rows.width > kMaxPitchedWidth || rows.height > kMaxPitchedHeight ||
      rows.pitch > kMaxPitchedPitch || rows.pitch < rows.width * state.texel_bytes ||
      !is_readable(rows.address, (rows.height - 1) * rows.pitch + rows.width * state.texel_bytes))
    return CUDA_ERROR_INVALID_VALUE;
  state.levels = 1;
  state.dimensions = 2;
  state.level[0] = {reinterpret_cast<const unsigned char*>(rows.address),
                    rows.pitch,
                    rows.pitch * rows.height,
                    static_cast<int>(rows.width),
                    static_cast<int>(rows.height),
                    1,
                    0};
  return CUDA_SUCCESS;
}

int level_256ths(float level) noexcept {
  return level == level ? static_cast<int>(std::clamp(level, -1024.0F, 1024.0F) * 256) : 0;
}

CUresult set_sampling(TextureState& state, const CUDA_TEXTURE_DESC& how) noexcept {
  state.is_normalized = (how.flags & kTextureNormalizedCoordinates) != 0 ? 1 : 0;
  for (unsigned i = 0; i < 3; ++i) {
    const CUaddress_mode mode = how.address[i];
    if (mode < CU_TR_ADDRESS_MODE_WRAP || mode > CU_TR_ADDRESS_MODE_BORDER) return CUDA_ERROR_INVALID_VALUE;
    const bool repeats = mode == CU_TR_ADDRESS_MODE_WRAP || mode == CU_TR_ADDRESS_MODE_MIRROR;
    state.address[i] = repeats && state.is_normalized == 0 ? kAddressClamp : static_cast<unsigned>(mode);
    if (state.is_cube != 0) state.address[i] = kAddressClamp;
  }
  const auto is_filter = [](CUfilter_mode mode) {
    return mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
  };
  if (!is_filter(how.filter) || !is_filter(how.mip_filter)) return CUDA_ERROR_INVALID_VALUE;
  state.is_linear = how.filter == CU_TR_FILTER_MODE_LINEAR ? 1 : 0;
  state.is_mip_linear = how.mip_filter == CU_TR_FILTER_MODE_LINEAR ? 1 : 0;
  state.bias = level_256ths(how.bias);
  state.min_level = level_256ths(how.min_level);
  state.max_level = level_256ths(how.max_level);
  set_border(state, how.border);
  bool is_small = state.count == 0;  // linear memory has more texels, and only fetches read it
  for (unsigned i = 0; i < state.levels; ++i)
    is_small &= state.level[i].slice * static_cast<unsigned>(state.level[i].depth) < (std::uint64_t{1} << 31);
  const bool is_wide = state.type == kTexelU32 || state.type == kTexelS32;
  state.by_lanes = is_small && state.is_mip_linear == 0 && state.type != kTexelU10 &&
                           state.read != kReadSrgb && !(is_wide && state.is_linear != 0)
                       ? 1
                       : 0;
  return CUDA_SUCCESS;
}

}  // namespace

void destroy_textures(const Context& context) noexcept {
  const auto of_context = [&](const auto& entry) { return entry.second.owner == context.index; };
  const std::lock_guard lock(registered().lock);
  std::erase_if(registered().textures, of_context);
  std::erase_if(registered().surfaces, of_context);
}

namespace api {

CUresult cuTexObjectCreate(CUtexObject* texture, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* how, const CUDA_RESOURCE_VIEW_DESC* view) {
  constexpr unsigned kKnown = kTextureReadAsInteger | kTextureNormalizedCoordinates | kTextureSrgb |
                              kTextureNoTrilinearOptimization | kTextureSeamlessCubemap;
  if (view || resource->flags != 0 || (how->flags & ~kKnown) != 0) return CUDA_ERROR_INVALID_VALUE;
  // core/texture.cpp says which of the two it is.
  if ((how->flags & kTextureSeamlessCubemap) != 0 || how->max_anisotropy > 1) return CUDA_ERROR_NOT_SUPPORTED;
  auto state = std::make_unique<TextureState>();
  ArrayInfo levels[kTextureLevels] = {};
  CUresult refused = CUDA_SUCCESS;
  switch (resource->type) {
    case CU_RESOURCE_TYPE_ARRAY:
      if (!find_array(resource->res.array, levels[0])) return CUDA_ERROR_INVALID_HANDLE;
      refused = set_array(*state, levels, 1, *how);
      break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: {
      const unsigned count = find_levels(resource->res.mipmap, levels);
      if (count == 0) return CUDA_ERROR_INVALID_HANDLE;
      refused = set_array(*state, levels, count, *how);
      break;
    }
    case CU_RESOURCE_TYPE_LINEAR:
      refused = set_linear(*state, *resource, *how);
      break;
    case CU_RESOURCE_TYPE_PITCH2D:
      refused = set_pitched(*state, *resource, *how);
      break;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
  if (refused != CUDA_SUCCESS) return refused;
  if (const CUresult bad = set_sampling(*state, *how)) return bad;
  std::uint64_t number = 0;
  if (const CUresult none = add(registered().textures, *state, number)) return none;
  *texture = number;
  return CUDA_SUCCESS;
}

CUresult cuTexObjectDestroy(CUtexObject texture) {
  return destroy(registered().textures, texture);
}

CUresult cuSurfObjectCreate(CUsurfObject* surface, const CUDA_RESOURCE_DESC* resource) {
  if (resource->type != CU_RESOURCE_TYPE_ARRAY || resource->flags != 0) return CUDA_ERROR_INVALID_VALUE;
  ArrayInfo array{};
  if (!find_array(resource->res.array, array)) return CUDA_ERROR_INVALID_HANDLE;
  if ((array.descriptor.flags & kArraySurface) == 0) return CUDA_ERROR_INVALID_VALUE;
  auto state = std::make_unique<SurfaceState>();
  const TextureLevel& place = array.place;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the array's own memory
  *state = {const_cast<unsigned char*>(place.base),
            place.pitch,
            place.slice,
            place.width * static_cast<int>(array.texel_bytes),
            place.height,
            place.depth,
            0};
  std::uint64_t number = 0;
  if (const CUresult none = add(registered().surfaces, *state, number)) return none;
  *surface = number;
  return CUDA_SUCCESS;
}

CUresult cuSurfObjectDestroy(CUsurfObject surface) {
  return destroy(registered().surfaces, surface);
}

}  // namespace api

}  // namespace gridcall::cpu
