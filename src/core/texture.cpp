// SPDX-License-Identifier: Apache-2.0

#include "core/texture.h"

#include <algorithm>

#include "base/concat.h"
#include "core/array_format.h"
#include "core/check.h"
#include "core/context_list.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

// The address of a driver's texture over linear memory, and the number of its bytes before the caller's
// address.
struct Linear {
  std::uint64_t address = 0;
  std::uint64_t skipped = 0;
  std::uint64_t bytes = 0;  // the bytes of one row, with the skipped ones
  std::uint64_t pitch = 0;
};

std::uint64_t alignment_of(const Context& context, CUdevice_attribute attribute, std::uint64_t otherwise) {
  int value = 0;
  return context.device().try_attribute(attribute, value) && value > 0 ? static_cast<std::uint64_t>(value)
                                                                       : otherwise;
}

[[noreturn]] void refuse(std::string message) {
  throw Failure(status::kInvalidArgument, std::move(message));
}

Linear check_linear(const Context& context, const TextureSpec& spec) {
  constexpr std::uint64_t kAlignment = 512, kPitchAlignment = 32;
  Mem& mem = *spec.mem;
  if ((mem.barred() & Mem::kKernels) != 0) mem.refuse_barred("`mem`", Mem::kKernels);
  const std::uint64_t element = check_element(spec.format, spec.channels);
  if (spec.width == 0) refuse("`width` is 0: pass the elements of a row of `mem`");
  std::uint64_t row = 0;
  if (__builtin_mul_overflow(spec.width, element, &row))
    throw Failure(status::kOutOfRange, concat("`width` ", spec.width, " of ", element,
                                              " bytes an element exceeds 64 bits: pass less"));
  Linear linear;
  std::uint64_t needed = row;
  if (spec.height != 0) {
    linear.pitch = spec.row_pitch;
    if (linear.pitch == 0) {
      const auto own = mem.origin() == MemOrigin::kAllocated ? mem.attribute(MemAttribute::kPitch) : 0;
      linear.pitch = own != 0 ? own : row;
    }
    const std::uint64_t step =
        alignment_of(context, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, kPitchAlignment);
    if (linear.pitch % step != 0)
      refuse(concat("`row_pitch` ", linear.pitch, " is no multiple of ", step,
                    ", the device's TEXTURE_PITCH_ALIGNMENT: pass a multiple, as pitched memory has"));
    if (linear.pitch < row)
      refuse(concat("`row_pitch` ", linear.pitch, " is less than the ", row, " bytes of a row: pass more"));
    if (__builtin_mul_overflow(spec.height - 1, linear.pitch, &needed) ||
        __builtin_add_overflow(needed, row, &needed))
      throw Failure(status::kOutOfRange, concat("`height` ", spec.height, " of ", linear.pitch,
                                                " bytes a row exceeds 64 bits: pass less"));
  } else if (spec.row_pitch != 0) {
    refuse(concat("`row_pitch` is ", spec.row_pitch, " and `height` 0: pass the rows, or no pitch"));
  }
  if (spec.offset > mem.size() || needed > mem.size() - spec.offset)
    throw Failure(status::kOutOfRange, concat("the texture needs ", needed, " bytes at `offset` ",
                                              spec.offset, ", and `mem` has ", mem.size(), ": pass less"));
  const std::uint64_t step = alignment_of(context, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, kAlignment);
  linear.address = mem.address() + spec.offset;
  linear.skipped = linear.address % step;
  if (linear.skipped != 0) {
    if ((spec.flags & Texture::kAllowOffset) == 0)
      refuse(concat("`offset` ", spec.offset, " is ", linear.skipped, " bytes behind a multiple of ", step,
                    ", the device's TEXTURE_ALIGNMENT: align it, or pass ALLOW_OFFSET"));
    if (linear.skipped > spec.offset || linear.skipped % element != 0 || spec.height != 0)
      refuse(concat("`offset` ", spec.offset, " is ", linear.skipped, " bytes behind a multiple of ", step,
                    ", which are not whole elements of one row of `mem`: align it"));
    linear.address -= linear.skipped;
  }
  linear.bytes = row + linear.skipped;
  return linear;
}

CUDA_TEXTURE_DESC description_of(const TextureSpec& spec) noexcept {
  const Sampling& sampling = spec.sampling;
  CUDA_TEXTURE_DESC how{};
  for (int i = 0; i < 3; ++i) how.address[i] = static_cast<CUaddress_mode>(sampling.address[i]);
  how.filter = static_cast<CUfilter_mode>(sampling.filter);
  how.mip_filter = static_cast<CUfilter_mode>(sampling.mip_filter);
  how.flags = static_cast<unsigned>((spec.flags & ~Texture::kAllowOffset) | sampling.flags);
  how.max_anisotropy = sampling.max_anisotropy;
  how.bias = sampling.bias;
  how.min_level = sampling.min_level;
  how.max_level = sampling.max_level;
  std::copy_n(sampling.border, 4, how.border);
  return how;
}

CUDA_RESOURCE_DESC resource_of(const TextureSpec& spec, const Linear& linear) noexcept {
  CUDA_RESOURCE_DESC resource{};
  if (spec.array && spec.array->has_levels()) {
    resource.type = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    resource.res.mipmap = spec.array->driver_levels();
  } else if (spec.array) {
    resource.type = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array = spec.array->driver_handle();
  } else if (spec.height == 0) {
    resource.type = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear = {linear.address, static_cast<CUarray_format>(spec.format), spec.channels,
                           linear.bytes};
  } else {
    resource.type = CU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2d = {linear.address, static_cast<CUarray_format>(spec.format),
                            spec.channels,  spec.width,
                            spec.height,    linear.pitch};
  }
  return resource;
}

// Returns the sentence for a texture that the device's driver does not support.
std::string unsupported(const TextureSpec& spec, const std::string& device) {
  if ((spec.flags & kTextureSeamlessCubemap) != 0)
    return concat(
        "`flags` has SEAMLESS_CUBEMAP, and ", device,
        " does not filter across the edges of a cube's faces: leave it out, and each read filters within "
        "one face");
  if (spec.sampling.max_anisotropy > 1)
    return concat(
        "`max_anisotropy` is ", spec.sampling.max_anisotropy, ", and ", device,
        " has no anisotropic filter: pass 0 or 1, and reads by gradients take one place of the level "
        "that the longer one means");
  return "";
}

void check_array(const TextureSpec& spec) {
  const auto check_zero = [](const char* name, std::uint64_t value) {
    if (value != 0) refuse(concat("`", name, "` is ", value, ", and `array` says it: pass 0"));
  };
  check_zero("offset", spec.offset);
  check_zero("width", spec.width);
  check_zero("height", spec.height);
  check_zero("row_pitch", spec.row_pitch);
  check_zero("format", static_cast<std::uint64_t>(spec.format));
  check_zero("channels", spec.channels);
}

}  // namespace

Ref<Texture> Texture::create(Context& context, const TextureSpec& given) {
  if (!given.array == !given.mem)
    refuse(given.array ? "`array` and `mem` are both given: pass one of them"
                       : "neither `array` nor `mem` is given: pass one of them");
  const Context& its = given.array ? given.array->context() : given.mem->context();
  check_context(given.array ? "array" : "mem", its, "`context`", context);
  given.sampling.check();
  Linear linear;
  TextureSpec spec = given;
  if (spec.array) {
    check_array(spec);
    spec.format = spec.array->spec().format;
    spec.channels = spec.array->spec().channels;
  } else {
    linear = check_linear(context, spec);
  }
  const Table& table = context.table();
  if (!table.cuTexObjectCreate)
    throw Failure(status::kUnsupported, "the driver has no cuTexObjectCreate: update it");
  collect(context);
  const auto made = make<Texture>(context, spec);
  made->skipped_ = linear.skipped;
  made->row_pitch_ = linear.pitch;
  const CUDA_RESOURCE_DESC resource = resource_of(spec, linear);
  const CUDA_TEXTURE_DESC how = description_of(spec);
  context.run([&] {
    const CUresult result = table.cuTexObjectCreate(&made->texture_, &resource, &how, nullptr);
    if (result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_NOT_SUPPORTED) {
      Failure failure = driver_failure(table, result, "cuTexObjectCreate");
      failure.status = result == CUDA_ERROR_NOT_SUPPORTED ? status::kUnsupported : status::kInvalidArgument;
      std::string known;
      if (failure.status == status::kUnsupported) known = unsupported(spec, context.device().label());
      failure.message =
          !known.empty()
              ? known
              : concat(context.device().label(), " refuses the texture of `options` (", failure.message,
                       "): `flags` ", spec.flags, ", format ", spec.format, ", ", spec.channels, " channels");
      throw failure;
    }
    context.check(result, "cuTexObjectCreate");
  });
  return made;
}

std::uint64_t Texture::attribute(std::int32_t attribute) const {
  const auto number = [](std::int32_t value) { return static_cast<std::uint64_t>(value); };
  switch (static_cast<TextureAttribute>(attribute)) {
    case TextureAttribute::kSamplingFlags:
    case TextureAttribute::kAddressX:
    case TextureAttribute::kAddressY:
    case TextureAttribute::kAddressZ:
    case TextureAttribute::kFilter:
    case TextureAttribute::kMipFilter:
    case TextureAttribute::kMaxAnisotropy:
    case TextureAttribute::kBias:
    case TextureAttribute::kMinLevel:
    case TextureAttribute::kMaxLevel:
      return spec_.sampling.attribute(static_cast<SamplerAttribute>(attribute));
    case TextureAttribute::kFlags:
      return spec_.flags;
    case TextureAttribute::kFormat:
      return number(spec_.format);
    case TextureAttribute::kChannels:
      return spec_.channels;
    case TextureAttribute::kOffset:
      return skipped_;
    case TextureAttribute::kAddress:
      return mem_ ? mem_->address() + spec_.offset : 0;
    case TextureAttribute::kWidth:
      return array_ ? array_->spec().width : spec_.width;
    case TextureAttribute::kHeight:
      return array_ ? array_->spec().height : spec_.height;
    case TextureAttribute::kRowPitch:
      return row_pitch_;
  }
  refuse_attribute(attribute, "TEXTURE");
}

Ref<Array> Texture::array() const {
  if (!array_)
    throw Failure(status::kNotFound,
                  "`texture` reads linear memory and no array: ask one that was made of an array");
  return array_;
}

bool Texture::give_back() noexcept {
  if (texture_ != 0) context_->table().cuTexObjectDestroy(texture_);
  return true;
}

}  // namespace gridcall::core
