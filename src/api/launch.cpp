// SPDX-License-Identifier: Apache-2.0

#include "core/launch.h"

#include "api/generated/implementation.h"
#include "base/value_type.h"

namespace gridcall::api {

namespace {

using core::Argument;
static_assert(sizeof(Argument) == sizeof(gc_arg) && offsetof(Argument, kind) == offsetof(gc_arg, kind) &&
              offsetof(Argument, size) == offsetof(gc_arg, size) &&
              offsetof(Argument, bits) == offsetof(gc_arg, bits) &&
              offsetof(Argument, object) == offsetof(gc_arg, object) &&
              offsetof(Argument, type) == offsetof(gc_arg, value_type));
static_assert(
    value_type::kUnknown == GRIDCALL_VALUE_TYPE_UNKNOWN && value_type::kInt8 == GRIDCALL_VALUE_TYPE_INT8 &&
    value_type::kUint8 == GRIDCALL_VALUE_TYPE_UINT8 && value_type::kInt16 == GRIDCALL_VALUE_TYPE_INT16 &&
    value_type::kUint16 == GRIDCALL_VALUE_TYPE_UINT16 && value_type::kInt32 == GRIDCALL_VALUE_TYPE_INT32 &&
    value_type::kUint32 == GRIDCALL_VALUE_TYPE_UINT32 && value_type::kInt64 == GRIDCALL_VALUE_TYPE_INT64 &&
    value_type::kUint64 == GRIDCALL_VALUE_TYPE_UINT64 &&
    value_type::kFloat16 == GRIDCALL_VALUE_TYPE_FLOAT16 &&
    value_type::kBfloat16 == GRIDCALL_VALUE_TYPE_BFLOAT16 &&
    value_type::kFloat32 == GRIDCALL_VALUE_TYPE_FLOAT32 &&
    value_type::kFloat64 == GRIDCALL_VALUE_TYPE_FLOAT64 && value_type::kBool == GRIDCALL_VALUE_TYPE_BOOL &&
    value_type::kStruct == GRIDCALL_VALUE_TYPE_STRUCT && value_type::kPointer == GRIDCALL_VALUE_TYPE_POINTER);

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
