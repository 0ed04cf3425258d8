// SPDX-License-Identifier: Apache-2.0

#include "core/launch.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

namespace {

using core::Argument;
static_assert(sizeof(Argument) == sizeof(gc_arg) && offsetof(Argument, kind) == offsetof(gc_arg, kind) &&
              offsetof(Argument, size) == offsetof(gc_arg, size) &&
              offsetof(Argument, bits) == offsetof(gc_arg, bits) &&
              offsetof(Argument, object) == offsetof(gc_arg, object) &&
              offsetof(Argument, type) == offsetof(gc_arg, value_type));

std::span<const Argument> arguments(std::span<const gc_arg> args) {
  return {reinterpret_cast<const Argument*>(args.data()), args.size()};
}

core::Shape shape(const gc_launch_config& config) {
  return core::shape_of({config.grid_x, config.grid_y, config.grid_z},
                        {config.block_x, config.block_y, config.block_z}, config.shared_size,
                        config.timeout_nanoseconds);
}

std::span<const std::byte> bytes(const gc_launch_config& config) {
  return {static_cast<const std::byte*>(config.bytes), config.bytes_size};
}

}  // namespace

void launch(core::Kernel& kernel, const gc_launch_config& config, std::span<const gc_arg> args,
            core::Stream* stream) {
  core::launch(kernel, stream, shape(config), arguments(args), bytes(config));
}

core::Ref<core::Prepared> prepared_create(core::Kernel& kernel, const gc_launch_config& config,
                                          std::span<const gc_arg> args) {
  core::collect(kernel.context());
  return core::make<core::Prepared>(kernel, shape(config), arguments(args), bytes(config));
}

void prepared_set_arg(core::Prepared& prepared, std::size_t index, const gc_arg& arg,
                      std::span<const std::byte> bytes) {
  prepared.set_argument(index, *reinterpret_cast<const Argument*>(&arg), bytes);
}

}  // namespace gridcall::api
