// SPDX-License-Identifier: Apache-2.0

#include "core/prepared.h"

#include <algorithm>

#include "api/at_once.h"
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

std::int32_t repeat_at_once(const gc_prepared* prepared, const gc_stream* stream,
                            gc_error** out_error) noexcept {
  const AtOnce call(stream);
  auto* const launch = call.own ? call.find<core::Prepared>(prepared) : nullptr;
  if (__builtin_expect(!launch, 0)) return kNotAtOnce;
  static_assert(kNotAtOnce == core::Prepared::kNotRepeated && status::kOk == driver::CUDA_SUCCESS);
  const int result = launch->repeat(reinterpret_cast<std::uintptr_t>(stream), call.own->is_sole);
  if (__builtin_expect(result > 0, 0)) {
    try {
      launch->refuse_repeat(static_cast<driver::CUresult>(result));
    } catch (...) {
      return detail::answer_exception("gc_prepared_launch", out_error);
    }
  }
  if (out_error) *out_error = nullptr;
  return result;
}

std::int32_t launch_guarded(const gc_kernel* kernel, const gc_launch_config& c, const gc_arg* args,
                            std::size_t arg_count, const gc_stream* stream, gc_error** out_error) noexcept {
  if (__builtin_expect((c.flags | c.timeout_nanoseconds | c.cluster_x | c.cluster_y | c.cluster_z |
                        c.reserved | c.shared_size >> 32) != 0 ||
                           c.start_event || c.end_event || c.grid_x == 0 || c.block_x == 0 ||
                           !core::no_default_time_limit.load(std::memory_order_relaxed) ||
                           (!c.bytes && c.bytes_size != 0) || c.bytes_size > PTRDIFF_MAX,
                       0))
    return kNotAtOnce;
  const AtOnce call(stream);
  if (__builtin_expect(!call.own, 0)) return kNotAtOnce;
  auto* const to = call.find<core::Stream>(stream);
  auto* const its = call.find<core::Kernel>(kernel);
  if (__builtin_expect(!to || !its, 0)) return kNotAtOnce;
  const auto one = [](std::uint32_t value) { return value == 0 ? 1U : value; };
  const std::uint32_t grid[3] = {c.grid_x, one(c.grid_y), one(c.grid_z)};
  const std::uint32_t block[3] = {c.block_x, one(c.block_y), one(c.block_z)};
  static_assert(kNotAtOnce == core::kNotLaunched);
  const int result = core::launch_at_once(*its, *to, grid, block, static_cast<std::uint32_t>(c.shared_size),
                                          {reinterpret_cast<const Argument*>(args), arg_count});
  if (__builtin_expect(result > 0, 0)) {
    try {
      core::refuse_launch(*its, shape(c), static_cast<driver::CUresult>(result));
    } catch (...) {
      return detail::answer_exception("gc_launch", out_error);
    }
  }
  if (out_error) *out_error = nullptr;
  return result;
}

}  // namespace gridcall::api
