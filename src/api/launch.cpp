// SPDX-License-Identifier: Apache-2.0

#include "core/prepared.h"

#include <algorithm>

#include "api/generated/implementation.h"
#include "api/results.h"
#include "core/context_list.h"
#include "core/staged.h"

namespace gridcall::api {

namespace {

using core::Argument;
static_assert(sizeof(Argument) == sizeof(gc_arg) && offsetof(Argument, kind) == offsetof(gc_arg, kind) &&
              offsetof(Argument, size) == offsetof(gc_arg, size) &&
              offsetof(Argument, bits) == offsetof(gc_arg, bits) &&
              offsetof(Argument, object) == offsetof(gc_arg, object) &&
              offsetof(Argument, type) == offsetof(gc_arg, value_type));

using core::HostArgument;
static_assert(sizeof(HostArgument) == sizeof(gc_host_arg) &&
              offsetof(HostArgument, index) == offsetof(gc_host_arg, index) &&
              offsetof(HostArgument, direction) == offsetof(gc_host_arg, direction) &&
              offsetof(HostArgument, address) == offsetof(gc_host_arg, host_address) &&
              offsetof(HostArgument, size) == offsetof(gc_host_arg, size) &&
              offsetof(HostArgument, type) == offsetof(gc_host_arg, value_type));

std::span<const Argument> arguments(std::span<const gc_arg> args) {
  return {reinterpret_cast<const Argument*>(args.data()), args.size()};
}

core::Shape shape(const gc_launch_config& config) {
  core::Shape shape = core::shape_of({config.grid_x, config.grid_y, config.grid_z},
                                     {config.block_x, config.block_y, config.block_z}, config.shared_size,
                                     config.timeout_nanoseconds);
  shape.is_cooperative = (config.flags & GRIDCALL_LAUNCH_COOPERATIVE) != 0;
  if (__builtin_expect((config.cluster_x | config.cluster_y | config.cluster_z) != 0, 0)) {
    shape.cluster[0] = std::max(config.cluster_x, 1U);
    shape.cluster[1] = std::max(config.cluster_y, 1U);
    shape.cluster[2] = std::max(config.cluster_z, 1U);
  }
  return shape;
}

core::LaunchEvents events(const LaunchConfigObjects& objects) {
  return {objects.start_event, objects.end_event};
}

std::span<const std::byte> bytes(const gc_launch_config& config) {
  return {static_cast<const std::byte*>(config.bytes), config.bytes_size};
}

}  // namespace

void launch(core::Kernel& kernel, const gc_launch_config& config, const LaunchConfigObjects& config_objects,
            std::span<const gc_arg> args, core::Stream* stream) {
  core::launch(kernel, stream, shape(config), events(config_objects), arguments(args), bytes(config));
}

void launch_staged(core::Kernel& kernel, const gc_launch_config& config,
                   const LaunchConfigObjects& config_objects, std::span<const gc_arg> args,
                   std::span<const gc_host_arg> host_args, core::Stream* stream) {
  core::launch_staged(kernel, stream, shape(config), events(config_objects), arguments(args), bytes(config),
                      {reinterpret_cast<const HostArgument*>(host_args.data()), host_args.size()});
}

core::Ref<core::Prepared> prepared_create(core::Kernel& kernel, const gc_launch_config& config,
                                          const LaunchConfigObjects& config_objects,
                                          std::span<const gc_arg> args) {
  core::collect(kernel.context());
  return core::make<core::Prepared>(kernel, shape(config), events(config_objects), arguments(args),
                                    bytes(config));
}

void prepared_set_arg(core::Prepared& prepared, std::size_t index, const gc_arg& arg,
                      std::span<const std::byte> bytes) {
  prepared.set_argument(index, *reinterpret_cast<const Argument*>(&arg), bytes);
}

void prepared_set_config(core::Prepared& prepared, const gc_launch_config& config,
                         const LaunchConfigObjects& config_objects) {
  prepared.set_shape(shape(config), events(config_objects));
}

void prepared_launch(core::Prepared& prepared, const gc_launch_config& config,
                     const LaunchConfigObjects& config_objects, std::span<const gc_arg> args,
                     core::Stream* stream) {
  // Without both, the caller gives no configuration, or only the bytes.
  if (__builtin_expect((config.grid_x | config.block_x) == 0, 1))
    return prepared.launch(nullptr, {}, arguments(args), bytes(config), stream);
  const core::Shape given = shape(config);
  prepared.launch(&given, events(config_objects), arguments(args), bytes(config), stream);
}

}  // namespace gridcall::api
