// SPDX-License-Identifier: Apache-2.0

#include "core/texture.h"

#include "api/generated/implementation.h"
#include "api/results.h"
#include "core/surface.h"

namespace gridcall::api {

namespace {

static_assert(GRIDCALL_TEXTURE_READ_AS_INTEGER == driver::kTextureReadAsInteger &&
              GRIDCALL_TEXTURE_SRGB == driver::kTextureSrgb &&
              GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP == driver::kTextureSeamlessCubemap &&
              GRIDCALL_TEXTURE_ALLOW_OFFSET == core::Texture::kAllowOffset &&
              GRIDCALL_SAMPLING_NORMALIZED_COORDINATES == driver::kTextureNormalizedCoordinates);

core::Sampling sampling_of(const gc_sampling& given) {
  if ((given.flags & ~std::uint64_t{GRIDCALL_SAMPLING_NORMALIZED_COORDINATES}) != 0)
    throw Failure(status::kInvalidOptions, "`options.sampling.flags` is " + std::to_string(given.flags) +
                                               ": pass NORMALIZED_COORDINATES or 0");
  if (given.reserved != 0)
    throw Failure(status::kInvalidOptions,
                  "`options.sampling.reserved` is " + std::to_string(given.reserved) + ": set it to 0");
  return {.flags = given.flags,
          .address = {given.address_x, given.address_y, given.address_z},
          .filter = given.filter,
          .mip_filter = given.mip_filter,
          .max_anisotropy = given.max_anisotropy,
          .bias = given.bias,
          .min_level = given.min_level,
          .max_level = given.max_level,
          .border = {given.border_r, given.border_g, given.border_b, given.border_a}};
}

}  // namespace

core::Ref<core::Texture> texture_create(core::Context& context, const gc_texture_options& options,
                                        const TextureOptionsObjects& options_objects) {
  core::Sampling sampling = sampling_of(options.sampling);
  if (const core::Sampler* sampler = options_objects.sampler) {
    if (sampling != core::Sampling{})
      throw Failure(status::kInvalidArgument, "`sampler` and `sampling` are both given: pass one of them");
    core::check_context("sampler", sampler->context(), "`context`", context);
    sampling = sampler->sampling();
  }
  return core::Texture::create(context, {.flags = options.flags,
                                         .array = options_objects.array,
                                         .mem = options_objects.mem,
                                         .offset = options.offset,
                                         .width = options.width,
                                         .height = options.height,
                                         .row_pitch = options.row_pitch,
                                         .format = options.format,
                                         .channels = options.channels,
                                         .sampling = sampling});
}

core::Ref<core::Sampler> sampler_create(core::Context& context, const gc_sampler_options& options) {
  const core::Sampling sampling = sampling_of(options.sampling);
  sampling.check();
  return core::make<core::Sampler>(context, sampling);
}

}  // namespace gridcall::api
