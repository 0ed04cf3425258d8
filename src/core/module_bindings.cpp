// SPDX-License-Identifier: Apache-2.0
//
// Textures and surfaces that are bound to names in a module: their numbers in variables of the module.

#include <span>

#include "base/concat.h"
#include "base/each_call.h"
#include "core/copy/copy.h"
#include "core/module.h"
#include "core/surface.h"
#include "core/texture.h"

namespace gridcall::core {

void Module::bind(std::string_view name, Texture* texture, Stream* stream) {
  if (texture) check_context("texture", texture->context(), "`module`", *context_);
  bind(name, "cudaTextureObject_t", texture ? texture->driver_handle() : 0,
       {.texture = Ref<Texture>(texture), .surface = nullptr}, stream);
}

void Module::bind(std::string_view name, Surface* surface, Stream* stream) {
  if (surface) check_context("surface", surface->context(), "`module`", *context_);
  bind(name, "cudaSurfaceObject_t", surface ? surface->driver_handle() : 0,
       {.texture = nullptr, .surface = Ref<Surface>(surface)}, stream);
}

void Module::bind(std::string_view name, const char* what, std::uint64_t value, Binding binding,
                  Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`module`", *context_);
  const Ref<Module> keep(this);  // a copy leaves the epoch
  const std::string key(name);
  const Ref<Mem> variable = global(key);
  if (variable->size() != sizeof value)
    throw Failure(status::kInvalidArgument,
                  concat("`", key, "` has ", variable->size(), " bytes, and a ", what, " has ", sizeof value,
                         ": name a variable of that type"));
  copy_htod(*variable, 0, std::as_bytes(std::span(&value, 1)), stream);
  const bool is_bound = binding.texture || binding.surface;
  const std::lock_guard lock(lock_);
  if (is_bound)
    bindings_[key] = std::move(binding);
  else
    bindings_.erase(key);
  if (!bindings_.empty()) begin_rare_state();
  if (has_bindings_.exchange(!bindings_.empty(), std::memory_order_relaxed)) end_rare_state();
}

void Module::use_bindings(unsigned slot) {
  const std::lock_guard lock(lock_);
  for (const auto& [name, binding] : bindings_)
    context_->slots().use(binding.texture ? binding.texture->usage() : binding.surface->usage(), slot);
}

// Throws if no object of that kind is bound to the name, or if the module does not have the name.
void Module::refuse_unbound(std::string_view name, const char* what) {
  try {
    global(name);
  } catch (const Failure& failure) {
    if (failure.status == status::kNotFound || failure.status == status::kInvalidArgument) throw;
  }
  throw Failure(status::kNotFound, concat("no ", what, " is bound to `name` \"", name,
                                          "\", which the module has: bind one with gc_module_bind_", what));
}

Ref<Texture> Module::texture(std::string_view name) {
  {
    const std::lock_guard lock(lock_);
    const auto found = bindings_.find(name);
    if (found != bindings_.end() && found->second.texture) return found->second.texture;
  }
  refuse_unbound(name, "texture");
}

Ref<Surface> Module::surface(std::string_view name) {
  {
    const std::lock_guard lock(lock_);
    const auto found = bindings_.find(name);
    if (found != bindings_.end() && found->second.surface) return found->second.surface;
  }
  refuse_unbound(name, "surface");
}

}  // namespace gridcall::core
