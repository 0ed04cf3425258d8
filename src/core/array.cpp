// SPDX-License-Identifier: Apache-2.0

#include "core/array.h"

#include <algorithm>
#include <bit>

#include "base/concat.h"
#include "core/array_format.h"
#include "core/check.h"
#include "core/context_list.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

// The limit on attributes that the device's driver does not know.
constexpr std::uint64_t kWidest = 131072;

struct Limit {
  const char* name;
  std::uint64_t value;
  CUdevice_attribute attribute;
  int alternate = 0;
};

void check_limit(const Context& context, const Limit& limit) {
  const auto ask = [&](int attribute) -> std::uint64_t {
    int value = 0;
    if (attribute == 0 || !context.device().try_attribute(attribute, value) || value <= 0) return 0;
    return static_cast<std::uint64_t>(value);
  };
  std::uint64_t most = std::max(ask(limit.attribute), ask(limit.alternate));
  if (most == 0) most = kWidest;
  if (limit.value > most)
    throw Failure(status::kOutOfRange, concat("`", limit.name, "` ", limit.value, " exceeds ", most,
                                              ", the device's limit for such arrays: make it smaller"));
}

[[noreturn]] void refuse(std::string message) {
  throw Failure(status::kInvalidArgument, std::move(message));
}

void check_extent(const Context& context, const ArraySpec& spec) {
  const auto check = [&](const char* name, std::uint64_t value, CUdevice_attribute attribute,
                         int alternate = 0) { check_limit(context, {name, value, attribute, alternate}); };
  const bool layered = (spec.flags & kArrayLayered) != 0;
  if (spec.width == 0) refuse("`width` is 0: an array has 1 element at least");
  if ((spec.flags & kArrayCubemap) != 0) {
    check("width", spec.width,
          layered ? CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH
                  : CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH);
    if (spec.height != spec.width)
      refuse(concat("`height` ", spec.height, " differs from `width` ", spec.width,
                    ": faces of a cube are squares"));
    if (spec.depth == 0 || spec.depth % 6 != 0 || (!layered && spec.depth != 6))
      refuse(concat("`depth` is ", spec.depth, ", the faces of a cube: pass ",
                    layered ? "a multiple of 6" : "6, or LAYERED for several cubes"));
    check("depth", spec.depth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS);
  } else if (layered) {
    if (spec.depth == 0) refuse("`depth` is 0, the number of layers: pass 1 at least, or no LAYERED");
    if (spec.height == 0) {
      check("width", spec.width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH);
      check("depth", spec.depth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS);
    } else {
      check("width", spec.width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH);
      check("height", spec.height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT);
      check("depth", spec.depth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS);
    }
  } else if (spec.depth != 0) {
    if (spec.height == 0)
      refuse(concat("`depth` is ", spec.depth,
                    " and `height` 0: pass the rows of a slice, or LAYERED for rows as layers"));
    // The number of MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE; height and depth follow.
    constexpr int kAlternate = 47;
    check("width", spec.width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, kAlternate);
    check("height", spec.height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, kAlternate + 1);
    check("depth", spec.depth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, kAlternate + 2);
  } else if (spec.height != 0) {
    check("width", spec.width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH);
    check("height", spec.height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT);
  } else {
    check("width", spec.width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH);
  }
  if ((spec.flags & kArrayGather) != 0) {
    if (spec.height == 0 || spec.depth != 0)
      refuse(concat("`flags` has TEXTURE_GATHER, which is for arrays of 2 dimensions, and `height` is ",
                    spec.height, ", `depth` ", spec.depth, ": pass rows and no depth"));
    check("width", spec.width, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH);
    check("height", spec.height, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT);
  }
  const bool has_layers = (spec.flags & (kArrayLayered | kArrayCubemap)) != 0;
  const std::uint64_t largest = std::max({spec.width, spec.height, has_layers ? 1 : spec.depth});
  const auto most = static_cast<std::uint32_t>(std::bit_width(largest));
  if (spec.levels > most)
    refuse(concat("`levels` is ", spec.levels, ", and an array whose largest dimension is ", largest, " has ",
                  most, " at most: pass less"));
}

CUDA_ARRAY3D_DESCRIPTOR descriptor_of(const ArraySpec& spec) noexcept {
  return {spec.width,    spec.height,
          spec.depth,    static_cast<CUarray_format>(spec.format),
          spec.channels, static_cast<unsigned>(spec.flags)};
}

}  // namespace

Ref<Array> Array::create(Context& context, const ArraySpec& spec) {
  const std::uint32_t element_size = check_element(spec.format, spec.channels);
  check_extent(context, spec);
  const Table& table = context.table();
  if (!(spec.levels == 0 ? table.cuArray3DCreate != nullptr : table.cuMipmappedArrayCreate != nullptr))
    throw Failure(status::kUnsupported,
                  concat("the driver has no ",
                         spec.levels == 0 ? "cuArray3DCreate" : "cuMipmappedArrayCreate", ": update it"));
  collect(context);
  const auto made = make<Array>(context);
  made->spec_ = spec;
  made->element_size_ = element_size;
  const CUDA_ARRAY3D_DESCRIPTOR descriptor = descriptor_of(spec);
  const std::uint64_t bytes = made->row_size() * made->rows() * made->slices();
  context.run([&] {
    if (context.deferred().has_much()) context.sweep(Sweep::kPressed);
    const char* const call = spec.levels == 0 ? "cuArray3DCreate" : "cuMipmappedArrayCreate";
    const auto ask = [&] {
      return spec.levels == 0 ? table.cuArray3DCreate(&made->array_, &descriptor)
                              : table.cuMipmappedArrayCreate(&made->mipmap_, &descriptor, spec.levels);
    };
    CUresult result = ask();
    if (result == CUDA_ERROR_OUT_OF_MEMORY) result = ask_again(context, nullptr, ask);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
      Failure failure = driver_failure(table, result, call);
      failure.status = status::kOutOfMemory;
      failure.message = concat(
          "out of memory allocating an array of ", bytes,
          " bytes; released memory and what pools held were freed first: release memory or ask for less");
      throw failure;
    }
    if (result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_NOT_SUPPORTED) {
      Failure failure = driver_failure(table, result, call);
      failure.status = status::kUnsupported;
      failure.message =
          concat(context.device().label(), " has no array of `format` ", spec.format, " with ", spec.channels,
                 " channels, `flags` ", spec.flags, ", ", spec.width, " x ", spec.height, " x ", spec.depth,
                 " (", failure.message, "): see gc_array_get_image_formats");
      throw failure;
    }
    context.check(result, call);
    made->bytes_ = bytes;
  });
  return made;
}

Ref<Array> Array::wrap(Context& context, std::uint64_t native) {
  if (native == 0)
    throw Failure(status::kInvalidArgument, "`native` is 0: pass the CUarray of another library");
  const Table& table = context.table();
  if (!table.cuArray3DGetDescriptor)
    throw Failure(status::kUnsupported, "the driver has no cuArray3DGetDescriptor: update it");
  collect(context);
  const auto made = make<Array>(context);
  auto* const array = reinterpret_cast<CUarray>(static_cast<std::uintptr_t>(native));
  CUDA_ARRAY3D_DESCRIPTOR descriptor{};
  context.run([&] {
    const CUresult result = table.cuArray3DGetDescriptor(&descriptor, array);
    if (result == CUDA_ERROR_INVALID_HANDLE || result == CUDA_ERROR_INVALID_VALUE ||
        result == CUDA_ERROR_INVALID_CONTEXT) {
      Failure failure = driver_failure(table, result, "cuArray3DGetDescriptor");
      failure.status = status::kInvalidArgument;
      failure.message = "`native` is no array of `context` that lives (" + failure.message +
                        "): pass the CUarray of one and its context";
      throw failure;
    }
    context.check(result, "cuArray3DGetDescriptor");
  });
  ElementFormat element;
  if (!element_format(descriptor.format, element))
    throw Failure(status::kUnsupported,
                  concat("`native` has format ", static_cast<int>(descriptor.format),
                         ", which gridcall does not know: wrap an array of a gc_array_format"));
  made->spec_ = {descriptor.flags,
                 descriptor.width,
                 descriptor.height,
                 descriptor.depth,
                 descriptor.format,
                 descriptor.channels,
                 0};
  made->element_size_ = element.channel_bytes * descriptor.channels;
  made->array_ = array;
  return made;
}

Ref<Array> Array::level(std::uint32_t index) {
  if (!mipmap_)
    throw Failure(status::kInvalidArgument,
                  "`array` has no levels: make it with `levels`, or use it as it is");
  if (index >= spec_.levels)
    throw Failure(status::kOutOfRange,
                  concat("`level` is ", index, ", and `array` has ", spec_.levels, ": pass one below that"));
  collect(*context_);
  const auto made = make<Array>(*context_);
  context_->run([&] {
    context_->check(context_->table().cuMipmappedArrayGetLevel(&made->array_, mipmap_, index),
                    "cuMipmappedArrayGetLevel");
  });
  const auto halved = [&](std::uint64_t extent) {
    return extent == 0 ? 0 : std::max<std::uint64_t>(extent >> index, 1);
  };
  made->spec_ = spec_;
  made->spec_.levels = 0;
  made->spec_.width = halved(spec_.width);
  made->spec_.height = halved(spec_.height);
  if ((spec_.flags & (kArrayLayered | kArrayCubemap)) == 0) made->spec_.depth = halved(spec_.depth);
  made->element_size_ = element_size_;
  made->level_ = index;
  made->whole_ = Ref<Array>(this);
  return made;
}

std::uint64_t Array::attribute(std::int32_t attribute) const {
  ElementFormat element;
  element_format(spec_.format, element);
  const bool is_cube = (spec_.flags & kArrayCubemap) != 0;
  switch (static_cast<ArrayAttribute>(attribute)) {
    case ArrayAttribute::kWidth:
      return spec_.width;
    case ArrayAttribute::kHeight:
      return spec_.height;
    case ArrayAttribute::kDepth:
      return spec_.depth;
    case ArrayAttribute::kFormat:
      return static_cast<std::uint64_t>(spec_.format);
    case ArrayAttribute::kChannels:
      return spec_.channels;
    case ArrayAttribute::kFlags:
      return spec_.flags;
    case ArrayAttribute::kLevels:
      return spec_.levels;
    case ArrayAttribute::kLevel:
      return level_;
    case ArrayAttribute::kLayers:
      if ((spec_.flags & kArrayLayered) == 0) return 0;
      return is_cube ? spec_.depth / 6 : spec_.depth;
    case ArrayAttribute::kElementSize:
      return element_size_;
    case ArrayAttribute::kSize:
      return row_size() * rows() * slices();
    case ArrayAttribute::kSamples:
      return 0;
    case ArrayAttribute::kChannelOrder:
      return static_cast<std::uint64_t>(order_of(spec_.channels));
    case ArrayAttribute::kChannelType:
      return static_cast<std::uint64_t>(element.type);
    case ArrayAttribute::kRowPitch:
      return row_size();
    case ArrayAttribute::kSlicePitch:
      return spec_.depth == 0 ? 0 : row_size() * rows();
    case ArrayAttribute::kReferenceCount:
      return references();
    case ArrayAttribute::kMapCount:
      return mappings_.load(std::memory_order_relaxed);
  }
  refuse_attribute(attribute, "ARRAY");
}

void Array::need_no_levels(const char* name) const {
  if (mipmap_)
    throw Failure(status::kInvalidArgument,
                  concat(name, " has ", spec_.levels, " levels: pass one of them, gc_array_get_level"));
}

bool Array::give_back() noexcept {
  if (bytes_ == 0) return true;
  const Table& table = context_->table();
  if (mipmap_)
    table.cuMipmappedArrayDestroy(mipmap_);
  else
    table.cuArrayDestroy(array_);
  return true;
}

void Array::last_reference() noexcept {
  if (bytes_ != 0)
    context_->defer(this);
  else
    delete this;  // a wrapped array, a level, or no array: there is nothing to destroy
}

void ArrayBox::check(const Array& array, const char* prefix) const {
  const auto check_axis = [&](const char* name, std::uint64_t begin, const char* count_name,
                              std::uint64_t count, std::uint64_t extent, const char* unit) {
    if (begin <= extent && count <= extent - begin) return;
    throw Failure(status::kOutOfRange,
                  concat("`", prefix, name, "` ", begin, " and `", count_name, "` ", count,
                         " exceed the array, which has ", extent, " ", unit, ": pass less"));
  };
  check_axis("x", x, "width", width, array.row_size(), "bytes in a row");
  check_axis("y", y, "height", height, array.rows(), "rows");
  check_axis("z", z, "depth", depth, array.slices(), "slices");
  const std::uint64_t element = array.element_size();
  if (x % element != 0 || width % element != 0)
    throw Failure(status::kInvalidArgument,
                  concat("`", prefix, "x` ", x, " or `width` ", width, " is no multiple of ", element,
                         ", the bytes of an element: pass whole elements"));
}

}  // namespace gridcall::core
