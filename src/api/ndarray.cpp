// SPDX-License-Identifier: Apache-2.0

#include "core/ndarray/ndarray.h"

#include <vector>

#include "api/generated/implementation.h"
#include "api/results.h"
#include "base/concat.h"
#include "core/memory/pool.h"
#include "ndarray/apply.h"
#include "ndarray/host_copy.h"
#include "ndarray/reduce.h"
#include "ndarray/to_array.h"

namespace gridcall::api {

namespace {

static_assert(core::AxisSlice::kOmitted == INT64_MIN && sizeof(core::AxisSlice) == sizeof(gc_axis_slice) &&
              offsetof(core::AxisSlice, stop) == offsetof(gc_axis_slice, stop) &&
              offsetof(core::AxisSlice, step) == offsetof(gc_axis_slice, step));
static_assert(GRIDCALL_ARRAY_FROM_CHANNELS == 1 && GRIDCALL_ARRAY_FROM_NORMALIZED == 2);
static_assert(static_cast<int>(core::Reduction::kSum) == GRIDCALL_REDUCTION_SUM &&
              static_cast<int>(core::Reduction::kCustom) == GRIDCALL_REDUCTION_CUSTOM);

core::NdarraySpec spec_of(const gc_ndarray_options& options, const NdarrayOptionsObjects& objects) {
  core::NdarraySpec spec;
  spec.element = core::Element::of(static_cast<core::ScalarType>(options.scalar_type), objects.record,
                                   "options->scalar_type", "options->record");
  spec.layout =
      core::checked_layout({options.shape, options.shape_count}, {options.strides, options.stride_count},
                           spec.element.size, (options.flags & GRIDCALL_NDARRAY_ORDER_F) != 0, "options");
  spec.mem.place = options.place == 0 ? core::MemPlace::kDevice : static_cast<core::MemPlace>(options.place);
  spec.mem.attach = static_cast<core::MemAttachMode>(options.attach);
  spec.mem.flags = options.mem_flags;
  spec.mem.alignment = options.alignment;
  spec.pool = objects.pool;
  spec.stream = objects.stream;
  return spec;
}

// Returns the field that describes new memory, which is an error if no memory is allocated.
const char* memory_field(const gc_ndarray_options& options) noexcept {
  if (options.place != 0) return "place";
  if (options.mem_flags != 0) return "mem_flags";
  if (options.alignment != 0) return "alignment";
  if (options.attach != 0) return "attach";
  return nullptr;
}

core::NdarraySpec new_spec_of(const gc_ndarray_options& options, const NdarrayOptionsObjects& objects) {
  if (const char* field = memory_field(options); objects.pool && field)
    throw Failure(status::kInvalidOptions, concat("`options->", field,
                                                  "` is set, and `options->pool` gives the memory: leave "
                                                  "one of them out"));
  return spec_of(options, objects);
}

ndarray::HostLayout host_layout(const gc_ndarray_layout& layout) {
  return {static_cast<core::ScalarType>(layout.scalar_type),
          {layout.strides, layout.stride_count},
          layout.offset,
          (layout.flags & GRIDCALL_NDARRAY_ORDER_F) != 0};
}

std::vector<ndarray::Scalar> scalars_of(std::span<const gc_scalar> scalars) {
  std::vector<ndarray::Scalar> values;
  values.reserve(scalars.size());
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    const gc_scalar& scalar = scalars[i];
    if (scalar.reserved != 0)
      throw Failure(status::kInvalidOptions,
                    concat("`reserved` of `scalars`[", i, "] is ", scalar.reserved, ": set it to 0"));
    const auto type = static_cast<core::ScalarType>(scalar.scalar_type);
    if (core::scalar_size(type) == 0)
      throw Failure(status::kInvalidArgument,
                    concat("`scalar_type` of `scalars`[", i, "] is ", scalar.scalar_type,
                           ": pass a GRIDCALL_SCALAR_TYPE_* number of a scalar"));
    if (core::is_float8(type)) core::check_array_scalar(type, concat("scalars[", i, "].scalar_type"));
    values.push_back({type, {scalar.bits[0], scalar.bits[1]}});
  }
  return values;
}

}  // namespace

core::Ref<core::Ndarray> ndarray_create(core::Context& context, const gc_ndarray_options& options,
                                        const NdarrayOptionsObjects& options_objects) {
  return core::Ndarray::create(context, new_spec_of(options, options_objects));
}

core::Ref<core::Ndarray> ndarray_from_host(core::Context& context, std::span<const std::byte> data,
                                           const gc_ndarray_options& options,
                                           const NdarrayOptionsObjects& options_objects) {
  const core::NdarraySpec spec = new_spec_of(options, options_objects);
  ndarray::check_host_size(data.size(), spec.layout, spec.element, "data");
  core::Ref<core::Ndarray> made = core::Ndarray::create(context, spec);
  ndarray::copy_from_host(*made, data, {.order_f = (options.flags & GRIDCALL_NDARRAY_ORDER_F) != 0},
                          spec.stream);
  return made;
}

core::Ref<core::Ndarray> ndarray_from_mem(core::Mem& mem, std::uint64_t offset,
                                          const gc_ndarray_options& options,
                                          const NdarrayOptionsObjects& options_objects) {
  const char* field = memory_field(options);
  if (!field && options_objects.pool) field = "pool";
  if (!field && options_objects.stream) field = "stream";
  if (field)
    throw Failure(status::kInvalidOptions,
                  concat("`options->", field, "` is set, and the memory is `mem`: leave it out"));
  const core::NdarraySpec spec = spec_of(options, options_objects);
  return core::Ndarray::from_mem(mem, offset, spec.element, spec.layout);
}

core::Ref<core::Array> array_from_host(core::Context& context, std::span<const std::byte> data,
                                       const gc_ndarray_options& options,
                                       const NdarrayOptionsObjects& options_objects,
                                       gc_array_flags array_flags, gc_array_from_flags from_flags) {
  const char* field = memory_field(options);
  if (!field && options_objects.pool) field = "pool";
  if (field)
    throw Failure(status::kInvalidOptions,
                  concat("`options->", field, "` is set, which an array has not: leave it out"));
  return ndarray::to_array(context, data, spec_of(options, options_objects),
                           {.strides = {options.strides, options.stride_count},
                            .order_f = (options.flags & GRIDCALL_NDARRAY_ORDER_F) != 0},
                           array_flags, from_flags);
}

core::Ref<core::Ndarray> ndarray_slice(core::Ndarray& ndarray, std::span<const gc_axis_slice> slices) {
  return ndarray.slice({reinterpret_cast<const core::AxisSlice*>(slices.data()), slices.size()});
}

core::Ref<core::Ndarray> ndarray_reshape(core::Ndarray& ndarray, std::span<const std::int64_t> shape,
                                         gc_ndarray_flags flags) {
  return ndarray.reshape(shape, (flags & GRIDCALL_NDARRAY_ORDER_F) != 0);
}

core::Ref<core::Ndarray> ndarray_transpose(core::Ndarray& ndarray, std::span<const std::uint32_t> axes) {
  return ndarray.transpose(axes);
}

core::Ref<core::Ndarray> ndarray_view(core::Ndarray& ndarray, gc_scalar_type scalar_type,
                                      core::Dtype* record) {
  return ndarray.view(
      core::Element::of(static_cast<core::ScalarType>(scalar_type), record, "scalar_type", "record"));
}

core::Ref<core::Ndarray> ndarray_get_field(core::Ndarray& ndarray, std::string_view name) {
  return ndarray.field(name);
}

void ndarray_copy_from_host(core::Ndarray& ndarray, std::span<const std::byte> data,
                            const gc_ndarray_layout& layout, core::Stream* stream) {
  ndarray::copy_from_host(ndarray, data, host_layout(layout), stream);
}

void ndarray_copy_to_host(core::Ndarray& ndarray, std::span<std::byte> data, const gc_ndarray_layout& layout,
                          core::Stream* stream) {
  ndarray::copy_to_host(ndarray, data, host_layout(layout), stream);
}

void ndarray_apply(core::Ndarray& ndarray, std::string_view expression,
                   std::span<core::Ndarray* const> inputs, std::span<const gc_scalar> scalars,
                   core::Stream* stream) {
  ndarray::apply(ndarray, expression, inputs, scalars_of(scalars), stream);
}

void ndarray_transform_reduce(std::span<core::Ndarray* const> outputs, std::string_view expression,
                              std::span<core::Ndarray* const> inputs, const gc_reduce_options& options,
                              std::span<const gc_scalar> scalars, std::span<const gc_reduction> reductions,
                              std::span<const std::uint32_t> axes, core::Stream* stream) {
  ndarray::transform_reduce(outputs, expression, inputs, scalars_of(scalars), reductions,
                            ndarray::combination_of(0, options), axes, stream);
}

namespace {

ndarray::TransformOptions transform_options(const gc_transform_options& options) {
  const auto names = [](const char* const* from, std::size_t count) {
    return std::vector<std::string_view>(from, from + count);
  };
  return {options.preamble ? options.preamble : "", names(options.input_names, options.input_name_count),
          names(options.scalar_names, options.scalar_name_count)};
}

}  // namespace

void ndarray_transform(std::span<core::Ndarray* const> outputs, std::string_view expression,
                       std::span<core::Ndarray* const> inputs, const gc_transform_options& options,
                       std::span<const gc_scalar> scalars, core::Stream* stream) {
  ndarray::transform(outputs, expression, inputs, scalars_of(scalars), transform_options(options), stream);
}

core::Ref<core::Prepared> prepared_from_expression(std::span<core::Ndarray* const> outputs,
                                                   std::string_view expression,
                                                   std::span<core::Ndarray* const> inputs,
                                                   const gc_transform_options& options,
                                                   std::span<const gc_scalar> scalars) {
  return ndarray::prepare_transform(outputs, expression, inputs, scalars_of(scalars),
                                    transform_options(options));
}

}  // namespace gridcall::api
