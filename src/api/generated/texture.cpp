// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/sampler.h"
#include "core/surface.h"
#include "core/texture.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_texture_create(gc_context* context, const gc_texture_options* options, gc_texture** out_texture,
                            gc_error** out_error) {
  return api::guard("gc_texture_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.required_options(options, "options", 144,
                                                GRIDCALL_TEXTURE_READ_AS_INTEGER | GRIDCALL_TEXTURE_SRGB | GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP | GRIDCALL_TEXTURE_ALLOW_OFFSET);
    api::TextureOptionsObjects options_objects;
    options_objects.array = call.optional_handle<core::Array>(options_.array, "options->array");
    options_objects.mem = call.optional_handle<core::Mem>(options_.mem, "options->mem");
    call.reserved(options_.sampling.reserved, "options->sampling.reserved");
    options_objects.sampler = call.optional_handle<core::Sampler>(options_.sampler, "options->sampler");
    call.out(out_texture, "out_texture");
    call.give(out_texture, api::texture_create(context_, options_, options_objects));
  });
}

gc_status gc_texture_get_attribute(gc_texture* texture, gc_texture_attribute attribute, uint64_t* out_value,
                                   gc_error** out_error) {
  return api::guard_quick("gc_texture_get_attribute", out_error, [&](api::Call& call) {
    auto& texture_ = call.handle<core::Texture>(texture, "texture");
    call.out(out_value, "out_value");
    *out_value = texture_.attribute(attribute);
  });
}

gc_status gc_texture_get_array(gc_texture* texture, gc_array** out_array, gc_error** out_error) {
  return api::guard("gc_texture_get_array", out_error, [&](api::Call& call) {
    auto& texture_ = call.handle<core::Texture>(texture, "texture");
    call.out(out_array, "out_array");
    call.give(out_array, texture_.array());
  });
}

void gc_texture_release(gc_texture* texture) { api::release<core::Texture>(texture); }

gc_status gc_surface_create(gc_array* array, gc_surface** out_surface, gc_error** out_error) {
  return api::guard("gc_surface_create", out_error, [&](api::Call& call) {
    auto& array_ = call.handle<core::Array>(array, "array");
    call.out(out_surface, "out_surface");
    call.give(out_surface, core::Surface::create(array_));
  });
}

gc_status gc_surface_get_array(gc_surface* surface, gc_array** out_array, gc_error** out_error) {
  return api::guard("gc_surface_get_array", out_error, [&](api::Call& call) {
    auto& surface_ = call.handle<core::Surface>(surface, "surface");
    call.out(out_array, "out_array");
    call.give(out_array, surface_.array());
  });
}

void gc_surface_release(gc_surface* surface) { api::release<core::Surface>(surface); }

gc_status gc_sampler_create(gc_context* context, const gc_sampler_options* options, gc_sampler** out_sampler,
                            gc_error** out_error) {
  return api::guard("gc_sampler_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 72, 0);
    call.reserved(options_.sampling.reserved, "options->sampling.reserved");
    call.out(out_sampler, "out_sampler");
    call.give(out_sampler, api::sampler_create(context_, options_));
  });
}

gc_status gc_sampler_get_attribute(gc_sampler* sampler, gc_sampler_attribute attribute, uint64_t* out_value,
                                   gc_error** out_error) {
  return api::guard_quick("gc_sampler_get_attribute", out_error, [&](api::Call& call) {
    auto& sampler_ = call.handle<core::Sampler>(sampler, "sampler");
    call.out(out_value, "out_value");
    *out_value = sampler_.attribute(attribute);
  });
}

void gc_sampler_release(gc_sampler* sampler) { api::release<core::Sampler>(sampler); }

}  // extern "C"
