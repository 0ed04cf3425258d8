// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.
//
// The layout that the bindings were generated for.

#include "gridcall/gridcall.h"

_Static_assert(sizeof(void*) == 8 && sizeof(size_t) == 8, "gridcall is for 64-bit platforms");

_Static_assert(sizeof(gc_device_attribute_entry) == 8, "size of gc_device_attribute_entry");
_Static_assert(offsetof(gc_device_attribute_entry, attribute) == 0,
               "offset of gc_device_attribute_entry.attribute");
_Static_assert(offsetof(gc_device_attribute_entry, value) == 4, "offset of gc_device_attribute_entry.value");

_Static_assert(sizeof(gc_context_options) == 24, "size of gc_context_options");
_Static_assert(offsetof(gc_context_options, struct_size) == 0, "offset of gc_context_options.struct_size");
_Static_assert(offsetof(gc_context_options, flags) == 8, "offset of gc_context_options.flags");
_Static_assert(offsetof(gc_context_options, sched) == 16, "offset of gc_context_options.sched");
_Static_assert(offsetof(gc_context_options, reserved) == 20, "offset of gc_context_options.reserved");

_Static_assert(sizeof(gc_stream_options) == 24, "size of gc_stream_options");
_Static_assert(offsetof(gc_stream_options, struct_size) == 0, "offset of gc_stream_options.struct_size");
_Static_assert(offsetof(gc_stream_options, flags) == 8, "offset of gc_stream_options.flags");
_Static_assert(offsetof(gc_stream_options, priority) == 16, "offset of gc_stream_options.priority");
_Static_assert(offsetof(gc_stream_options, reserved) == 20, "offset of gc_stream_options.reserved");

_Static_assert(sizeof(gc_event_options) == 16, "size of gc_event_options");
_Static_assert(offsetof(gc_event_options, struct_size) == 0, "offset of gc_event_options.struct_size");
_Static_assert(offsetof(gc_event_options, flags) == 8, "offset of gc_event_options.flags");

_Static_assert(sizeof(gc_dtype_entry) == 40, "size of gc_dtype_entry");
_Static_assert(offsetof(gc_dtype_entry, name) == 0, "offset of gc_dtype_entry.name");
_Static_assert(offsetof(gc_dtype_entry, record) == 8, "offset of gc_dtype_entry.record");
_Static_assert(offsetof(gc_dtype_entry, offset) == 16, "offset of gc_dtype_entry.offset");
_Static_assert(offsetof(gc_dtype_entry, count) == 24, "offset of gc_dtype_entry.count");
_Static_assert(offsetof(gc_dtype_entry, scalar_type) == 32, "offset of gc_dtype_entry.scalar_type");
_Static_assert(offsetof(gc_dtype_entry, reserved) == 36, "offset of gc_dtype_entry.reserved");

_Static_assert(sizeof(gc_dtype_field) == 48, "size of gc_dtype_field");
_Static_assert(offsetof(gc_dtype_field, struct_size) == 0, "offset of gc_dtype_field.struct_size");
_Static_assert(offsetof(gc_dtype_field, name) == 8, "offset of gc_dtype_field.name");
_Static_assert(offsetof(gc_dtype_field, offset) == 16, "offset of gc_dtype_field.offset");
_Static_assert(offsetof(gc_dtype_field, count) == 24, "offset of gc_dtype_field.count");
_Static_assert(offsetof(gc_dtype_field, size) == 32, "offset of gc_dtype_field.size");
_Static_assert(offsetof(gc_dtype_field, scalar_type) == 40, "offset of gc_dtype_field.scalar_type");
_Static_assert(offsetof(gc_dtype_field, reserved) == 44, "offset of gc_dtype_field.reserved");

_Static_assert(sizeof(gc_mem_ipc_options) == 16, "size of gc_mem_ipc_options");
_Static_assert(offsetof(gc_mem_ipc_options, struct_size) == 0, "offset of gc_mem_ipc_options.struct_size");
_Static_assert(offsetof(gc_mem_ipc_options, flags) == 8, "offset of gc_mem_ipc_options.flags");

_Static_assert(sizeof(gc_mem_options) == 88, "size of gc_mem_options");
_Static_assert(offsetof(gc_mem_options, struct_size) == 0, "offset of gc_mem_options.struct_size");
_Static_assert(offsetof(gc_mem_options, flags) == 8, "offset of gc_mem_options.flags");
_Static_assert(offsetof(gc_mem_options, place) == 16, "offset of gc_mem_options.place");
_Static_assert(offsetof(gc_mem_options, attach) == 20, "offset of gc_mem_options.attach");
_Static_assert(offsetof(gc_mem_options, size) == 24, "offset of gc_mem_options.size");
_Static_assert(offsetof(gc_mem_options, alignment) == 32, "offset of gc_mem_options.alignment");
_Static_assert(offsetof(gc_mem_options, height) == 40, "offset of gc_mem_options.height");
_Static_assert(offsetof(gc_mem_options, element_size) == 48, "offset of gc_mem_options.element_size");
_Static_assert(offsetof(gc_mem_options, reserved) == 52, "offset of gc_mem_options.reserved");
_Static_assert(offsetof(gc_mem_options, content) == 56, "offset of gc_mem_options.content");
_Static_assert(offsetof(gc_mem_options, content_size) == 64, "offset of gc_mem_options.content_size");
_Static_assert(offsetof(gc_mem_options, completion) == 72, "offset of gc_mem_options.completion");
_Static_assert(offsetof(gc_mem_options, token) == 80, "offset of gc_mem_options.token");

_Static_assert(sizeof(gc_mem_register_options) == 16, "size of gc_mem_register_options");
_Static_assert(offsetof(gc_mem_register_options, struct_size) == 0,
               "offset of gc_mem_register_options.struct_size");
_Static_assert(offsetof(gc_mem_register_options, flags) == 8, "offset of gc_mem_register_options.flags");

_Static_assert(sizeof(gc_mem_wrap_options) == 40, "size of gc_mem_wrap_options");
_Static_assert(offsetof(gc_mem_wrap_options, struct_size) == 0, "offset of gc_mem_wrap_options.struct_size");
_Static_assert(offsetof(gc_mem_wrap_options, host_address) == 8,
               "offset of gc_mem_wrap_options.host_address");
_Static_assert(offsetof(gc_mem_wrap_options, flags) == 16, "offset of gc_mem_wrap_options.flags");
_Static_assert(offsetof(gc_mem_wrap_options, completion) == 24, "offset of gc_mem_wrap_options.completion");
_Static_assert(offsetof(gc_mem_wrap_options, token) == 32, "offset of gc_mem_wrap_options.token");

_Static_assert(sizeof(gc_copy_end) == 80, "size of gc_copy_end");
_Static_assert(offsetof(gc_copy_end, mem) == 0, "offset of gc_copy_end.mem");
_Static_assert(offsetof(gc_copy_end, host) == 8, "offset of gc_copy_end.host");
_Static_assert(offsetof(gc_copy_end, host_size) == 16, "offset of gc_copy_end.host_size");
_Static_assert(offsetof(gc_copy_end, array) == 24, "offset of gc_copy_end.array");
_Static_assert(offsetof(gc_copy_end, offset) == 32, "offset of gc_copy_end.offset");
_Static_assert(offsetof(gc_copy_end, row_pitch) == 40, "offset of gc_copy_end.row_pitch");
_Static_assert(offsetof(gc_copy_end, slice_pitch) == 48, "offset of gc_copy_end.slice_pitch");
_Static_assert(offsetof(gc_copy_end, x) == 56, "offset of gc_copy_end.x");
_Static_assert(offsetof(gc_copy_end, y) == 64, "offset of gc_copy_end.y");
_Static_assert(offsetof(gc_copy_end, z) == 72, "offset of gc_copy_end.z");

_Static_assert(sizeof(gc_rect_copy) == 192, "size of gc_rect_copy");
_Static_assert(offsetof(gc_rect_copy, struct_size) == 0, "offset of gc_rect_copy.struct_size");
_Static_assert(offsetof(gc_rect_copy, dst) == 8, "offset of gc_rect_copy.dst");
_Static_assert(offsetof(gc_rect_copy, src) == 88, "offset of gc_rect_copy.src");
_Static_assert(offsetof(gc_rect_copy, width) == 168, "offset of gc_rect_copy.width");
_Static_assert(offsetof(gc_rect_copy, height) == 176, "offset of gc_rect_copy.height");
_Static_assert(offsetof(gc_rect_copy, depth) == 184, "offset of gc_rect_copy.depth");

_Static_assert(sizeof(gc_rect_fill) == 136, "size of gc_rect_fill");
_Static_assert(offsetof(gc_rect_fill, struct_size) == 0, "offset of gc_rect_fill.struct_size");
_Static_assert(offsetof(gc_rect_fill, dst) == 8, "offset of gc_rect_fill.dst");
_Static_assert(offsetof(gc_rect_fill, width) == 88, "offset of gc_rect_fill.width");
_Static_assert(offsetof(gc_rect_fill, height) == 96, "offset of gc_rect_fill.height");
_Static_assert(offsetof(gc_rect_fill, depth) == 104, "offset of gc_rect_fill.depth");
_Static_assert(offsetof(gc_rect_fill, value) == 112, "offset of gc_rect_fill.value");
_Static_assert(offsetof(gc_rect_fill, value_size) == 120, "offset of gc_rect_fill.value_size");
_Static_assert(offsetof(gc_rect_fill, color_type) == 128, "offset of gc_rect_fill.color_type");
_Static_assert(offsetof(gc_rect_fill, reserved) == 132, "offset of gc_rect_fill.reserved");

_Static_assert(sizeof(gc_image_format) == 8, "size of gc_image_format");
_Static_assert(offsetof(gc_image_format, order) == 0, "offset of gc_image_format.order");
_Static_assert(offsetof(gc_image_format, channel_type) == 4, "offset of gc_image_format.channel_type");

_Static_assert(sizeof(gc_image_format_info) == 40, "size of gc_image_format_info");
_Static_assert(offsetof(gc_image_format_info, struct_size) == 0,
               "offset of gc_image_format_info.struct_size");
_Static_assert(offsetof(gc_image_format_info, format) == 8, "offset of gc_image_format_info.format");
_Static_assert(offsetof(gc_image_format_info, channels) == 12, "offset of gc_image_format_info.channels");
_Static_assert(offsetof(gc_image_format_info, channel_size) == 16,
               "offset of gc_image_format_info.channel_size");
_Static_assert(offsetof(gc_image_format_info, element_size) == 20,
               "offset of gc_image_format_info.element_size");
_Static_assert(offsetof(gc_image_format_info, order_name) == 24, "offset of gc_image_format_info.order_name");
_Static_assert(offsetof(gc_image_format_info, type_name) == 32, "offset of gc_image_format_info.type_name");

_Static_assert(sizeof(gc_array_options) == 56, "size of gc_array_options");
_Static_assert(offsetof(gc_array_options, struct_size) == 0, "offset of gc_array_options.struct_size");
_Static_assert(offsetof(gc_array_options, flags) == 8, "offset of gc_array_options.flags");
_Static_assert(offsetof(gc_array_options, width) == 16, "offset of gc_array_options.width");
_Static_assert(offsetof(gc_array_options, height) == 24, "offset of gc_array_options.height");
_Static_assert(offsetof(gc_array_options, depth) == 32, "offset of gc_array_options.depth");
_Static_assert(offsetof(gc_array_options, format) == 40, "offset of gc_array_options.format");
_Static_assert(offsetof(gc_array_options, channels) == 44, "offset of gc_array_options.channels");
_Static_assert(offsetof(gc_array_options, levels) == 48, "offset of gc_array_options.levels");
_Static_assert(offsetof(gc_array_options, reserved) == 52, "offset of gc_array_options.reserved");

_Static_assert(sizeof(gc_array_region) == 56, "size of gc_array_region");
_Static_assert(offsetof(gc_array_region, struct_size) == 0, "offset of gc_array_region.struct_size");
_Static_assert(offsetof(gc_array_region, x) == 8, "offset of gc_array_region.x");
_Static_assert(offsetof(gc_array_region, y) == 16, "offset of gc_array_region.y");
_Static_assert(offsetof(gc_array_region, z) == 24, "offset of gc_array_region.z");
_Static_assert(offsetof(gc_array_region, width) == 32, "offset of gc_array_region.width");
_Static_assert(offsetof(gc_array_region, height) == 40, "offset of gc_array_region.height");
_Static_assert(offsetof(gc_array_region, depth) == 48, "offset of gc_array_region.depth");

_Static_assert(sizeof(gc_sampling) == 64, "size of gc_sampling");
_Static_assert(offsetof(gc_sampling, flags) == 0, "offset of gc_sampling.flags");
_Static_assert(offsetof(gc_sampling, address_x) == 8, "offset of gc_sampling.address_x");
_Static_assert(offsetof(gc_sampling, address_y) == 12, "offset of gc_sampling.address_y");
_Static_assert(offsetof(gc_sampling, address_z) == 16, "offset of gc_sampling.address_z");
_Static_assert(offsetof(gc_sampling, filter) == 20, "offset of gc_sampling.filter");
_Static_assert(offsetof(gc_sampling, mip_filter) == 24, "offset of gc_sampling.mip_filter");
_Static_assert(offsetof(gc_sampling, max_anisotropy) == 28, "offset of gc_sampling.max_anisotropy");
_Static_assert(offsetof(gc_sampling, bias) == 32, "offset of gc_sampling.bias");
_Static_assert(offsetof(gc_sampling, min_level) == 36, "offset of gc_sampling.min_level");
_Static_assert(offsetof(gc_sampling, max_level) == 40, "offset of gc_sampling.max_level");
_Static_assert(offsetof(gc_sampling, border_r) == 44, "offset of gc_sampling.border_r");
_Static_assert(offsetof(gc_sampling, border_g) == 48, "offset of gc_sampling.border_g");
_Static_assert(offsetof(gc_sampling, border_b) == 52, "offset of gc_sampling.border_b");
_Static_assert(offsetof(gc_sampling, border_a) == 56, "offset of gc_sampling.border_a");
_Static_assert(offsetof(gc_sampling, reserved) == 60, "offset of gc_sampling.reserved");

_Static_assert(sizeof(gc_sampler_options) == 72, "size of gc_sampler_options");
_Static_assert(offsetof(gc_sampler_options, struct_size) == 0, "offset of gc_sampler_options.struct_size");
_Static_assert(offsetof(gc_sampler_options, sampling) == 8, "offset of gc_sampler_options.sampling");

_Static_assert(sizeof(gc_texture_options) == 144, "size of gc_texture_options");
_Static_assert(offsetof(gc_texture_options, struct_size) == 0, "offset of gc_texture_options.struct_size");
_Static_assert(offsetof(gc_texture_options, flags) == 8, "offset of gc_texture_options.flags");
_Static_assert(offsetof(gc_texture_options, array) == 16, "offset of gc_texture_options.array");
_Static_assert(offsetof(gc_texture_options, mem) == 24, "offset of gc_texture_options.mem");
_Static_assert(offsetof(gc_texture_options, offset) == 32, "offset of gc_texture_options.offset");
_Static_assert(offsetof(gc_texture_options, width) == 40, "offset of gc_texture_options.width");
_Static_assert(offsetof(gc_texture_options, height) == 48, "offset of gc_texture_options.height");
_Static_assert(offsetof(gc_texture_options, row_pitch) == 56, "offset of gc_texture_options.row_pitch");
_Static_assert(offsetof(gc_texture_options, format) == 64, "offset of gc_texture_options.format");
_Static_assert(offsetof(gc_texture_options, channels) == 68, "offset of gc_texture_options.channels");
_Static_assert(offsetof(gc_texture_options, sampling) == 72, "offset of gc_texture_options.sampling");
_Static_assert(offsetof(gc_texture_options, sampler) == 136, "offset of gc_texture_options.sampler");

_Static_assert(sizeof(gc_define) == 16, "size of gc_define");
_Static_assert(offsetof(gc_define, name) == 0, "offset of gc_define.name");
_Static_assert(offsetof(gc_define, value) == 8, "offset of gc_define.value");

_Static_assert(sizeof(gc_header) == 16, "size of gc_header");
_Static_assert(offsetof(gc_header, name) == 0, "offset of gc_header.name");
_Static_assert(offsetof(gc_header, text) == 8, "offset of gc_header.text");

_Static_assert(sizeof(gc_compile_options) == 136, "size of gc_compile_options");
_Static_assert(offsetof(gc_compile_options, struct_size) == 0, "offset of gc_compile_options.struct_size");
_Static_assert(offsetof(gc_compile_options, flags) == 8, "offset of gc_compile_options.flags");
_Static_assert(offsetof(gc_compile_options, name) == 16, "offset of gc_compile_options.name");
_Static_assert(offsetof(gc_compile_options, arch) == 24, "offset of gc_compile_options.arch");
_Static_assert(offsetof(gc_compile_options, options) == 32, "offset of gc_compile_options.options");
_Static_assert(offsetof(gc_compile_options, option_count) == 40, "offset of gc_compile_options.option_count");
_Static_assert(offsetof(gc_compile_options, defines) == 48, "offset of gc_compile_options.defines");
_Static_assert(offsetof(gc_compile_options, define_count) == 56, "offset of gc_compile_options.define_count");
_Static_assert(offsetof(gc_compile_options, include_dirs) == 64, "offset of gc_compile_options.include_dirs");
_Static_assert(offsetof(gc_compile_options, include_dir_count) == 72,
               "offset of gc_compile_options.include_dir_count");
_Static_assert(offsetof(gc_compile_options, headers) == 80, "offset of gc_compile_options.headers");
_Static_assert(offsetof(gc_compile_options, header_count) == 88, "offset of gc_compile_options.header_count");
_Static_assert(offsetof(gc_compile_options, instances) == 96, "offset of gc_compile_options.instances");
_Static_assert(offsetof(gc_compile_options, instance_count) == 104,
               "offset of gc_compile_options.instance_count");
_Static_assert(offsetof(gc_compile_options, cache_dir) == 112, "offset of gc_compile_options.cache_dir");
_Static_assert(offsetof(gc_compile_options, keep_dir) == 120, "offset of gc_compile_options.keep_dir");
_Static_assert(offsetof(gc_compile_options, compiler) == 128, "offset of gc_compile_options.compiler");

_Static_assert(sizeof(gc_module_options) == 40, "size of gc_module_options");
_Static_assert(offsetof(gc_module_options, struct_size) == 0, "offset of gc_module_options.struct_size");
_Static_assert(offsetof(gc_module_options, flags) == 8, "offset of gc_module_options.flags");
_Static_assert(offsetof(gc_module_options, arch) == 16, "offset of gc_module_options.arch");
_Static_assert(offsetof(gc_module_options, max_registers) == 24, "offset of gc_module_options.max_registers");
_Static_assert(offsetof(gc_module_options, threads_per_block) == 28,
               "offset of gc_module_options.threads_per_block");
_Static_assert(offsetof(gc_module_options, optimization_level) == 32,
               "offset of gc_module_options.optimization_level");
_Static_assert(offsetof(gc_module_options, reserved) == 36, "offset of gc_module_options.reserved");

_Static_assert(sizeof(gc_kernel_param) == 48, "size of gc_kernel_param");
_Static_assert(offsetof(gc_kernel_param, struct_size) == 0, "offset of gc_kernel_param.struct_size");
_Static_assert(offsetof(gc_kernel_param, offset) == 8, "offset of gc_kernel_param.offset");
_Static_assert(offsetof(gc_kernel_param, size) == 16, "offset of gc_kernel_param.size");
_Static_assert(offsetof(gc_kernel_param, value_type) == 24, "offset of gc_kernel_param.value_type");
_Static_assert(offsetof(gc_kernel_param, reserved) == 28, "offset of gc_kernel_param.reserved");
_Static_assert(offsetof(gc_kernel_param, type_name) == 32, "offset of gc_kernel_param.type_name");
_Static_assert(offsetof(gc_kernel_param, name) == 40, "offset of gc_kernel_param.name");

_Static_assert(sizeof(gc_arg) == 32, "size of gc_arg");
_Static_assert(offsetof(gc_arg, kind) == 0, "offset of gc_arg.kind");
_Static_assert(offsetof(gc_arg, size) == 4, "offset of gc_arg.size");
_Static_assert(offsetof(gc_arg, bits) == 8, "offset of gc_arg.bits");
_Static_assert(offsetof(gc_arg, object) == 16, "offset of gc_arg.object");
_Static_assert(offsetof(gc_arg, value_type) == 24, "offset of gc_arg.value_type");
_Static_assert(offsetof(gc_arg, reserved) == 28, "offset of gc_arg.reserved");

_Static_assert(sizeof(gc_launch_config) == 104, "size of gc_launch_config");
_Static_assert(offsetof(gc_launch_config, struct_size) == 0, "offset of gc_launch_config.struct_size");
_Static_assert(offsetof(gc_launch_config, grid_x) == 8, "offset of gc_launch_config.grid_x");
_Static_assert(offsetof(gc_launch_config, grid_y) == 12, "offset of gc_launch_config.grid_y");
_Static_assert(offsetof(gc_launch_config, grid_z) == 16, "offset of gc_launch_config.grid_z");
_Static_assert(offsetof(gc_launch_config, block_x) == 20, "offset of gc_launch_config.block_x");
_Static_assert(offsetof(gc_launch_config, block_y) == 24, "offset of gc_launch_config.block_y");
_Static_assert(offsetof(gc_launch_config, block_z) == 28, "offset of gc_launch_config.block_z");
_Static_assert(offsetof(gc_launch_config, shared_size) == 32, "offset of gc_launch_config.shared_size");
_Static_assert(offsetof(gc_launch_config, bytes) == 40, "offset of gc_launch_config.bytes");
_Static_assert(offsetof(gc_launch_config, bytes_size) == 48, "offset of gc_launch_config.bytes_size");
_Static_assert(offsetof(gc_launch_config, timeout_nanoseconds) == 56,
               "offset of gc_launch_config.timeout_nanoseconds");
_Static_assert(offsetof(gc_launch_config, flags) == 64, "offset of gc_launch_config.flags");
_Static_assert(offsetof(gc_launch_config, start_event) == 72, "offset of gc_launch_config.start_event");
_Static_assert(offsetof(gc_launch_config, end_event) == 80, "offset of gc_launch_config.end_event");
_Static_assert(offsetof(gc_launch_config, cluster_x) == 88, "offset of gc_launch_config.cluster_x");
_Static_assert(offsetof(gc_launch_config, cluster_y) == 92, "offset of gc_launch_config.cluster_y");
_Static_assert(offsetof(gc_launch_config, cluster_z) == 96, "offset of gc_launch_config.cluster_z");
_Static_assert(offsetof(gc_launch_config, reserved) == 100, "offset of gc_launch_config.reserved");

_Static_assert(sizeof(gc_host_arg) == 32, "size of gc_host_arg");
_Static_assert(offsetof(gc_host_arg, index) == 0, "offset of gc_host_arg.index");
_Static_assert(offsetof(gc_host_arg, direction) == 4, "offset of gc_host_arg.direction");
_Static_assert(offsetof(gc_host_arg, host_address) == 8, "offset of gc_host_arg.host_address");
_Static_assert(offsetof(gc_host_arg, size) == 16, "offset of gc_host_arg.size");
_Static_assert(offsetof(gc_host_arg, value_type) == 24, "offset of gc_host_arg.value_type");
_Static_assert(offsetof(gc_host_arg, reserved) == 28, "offset of gc_host_arg.reserved");

_Static_assert(sizeof(gc_pool_options) == 40, "size of gc_pool_options");
_Static_assert(offsetof(gc_pool_options, struct_size) == 0, "offset of gc_pool_options.struct_size");
_Static_assert(offsetof(gc_pool_options, place) == 8, "offset of gc_pool_options.place");
_Static_assert(offsetof(gc_pool_options, reserved) == 12, "offset of gc_pool_options.reserved");
_Static_assert(offsetof(gc_pool_options, limit) == 16, "offset of gc_pool_options.limit");
_Static_assert(offsetof(gc_pool_options, flags) == 24, "offset of gc_pool_options.flags");
_Static_assert(offsetof(gc_pool_options, alignment) == 32, "offset of gc_pool_options.alignment");

_Static_assert(sizeof(gc_pool_statistics) == 56, "size of gc_pool_statistics");
_Static_assert(offsetof(gc_pool_statistics, struct_size) == 0, "offset of gc_pool_statistics.struct_size");
_Static_assert(offsetof(gc_pool_statistics, held_blocks) == 8, "offset of gc_pool_statistics.held_blocks");
_Static_assert(offsetof(gc_pool_statistics, held_bytes) == 16, "offset of gc_pool_statistics.held_bytes");
_Static_assert(offsetof(gc_pool_statistics, active_blocks) == 24,
               "offset of gc_pool_statistics.active_blocks");
_Static_assert(offsetof(gc_pool_statistics, active_bytes) == 32, "offset of gc_pool_statistics.active_bytes");
_Static_assert(offsetof(gc_pool_statistics, peak_bytes) == 40, "offset of gc_pool_statistics.peak_bytes");
_Static_assert(offsetof(gc_pool_statistics, limit) == 48, "offset of gc_pool_statistics.limit");

_Static_assert(sizeof(gc_ndarray_options) == 104, "size of gc_ndarray_options");
_Static_assert(offsetof(gc_ndarray_options, struct_size) == 0, "offset of gc_ndarray_options.struct_size");
_Static_assert(offsetof(gc_ndarray_options, flags) == 8, "offset of gc_ndarray_options.flags");
_Static_assert(offsetof(gc_ndarray_options, scalar_type) == 16, "offset of gc_ndarray_options.scalar_type");
_Static_assert(offsetof(gc_ndarray_options, place) == 20, "offset of gc_ndarray_options.place");
_Static_assert(offsetof(gc_ndarray_options, record) == 24, "offset of gc_ndarray_options.record");
_Static_assert(offsetof(gc_ndarray_options, shape) == 32, "offset of gc_ndarray_options.shape");
_Static_assert(offsetof(gc_ndarray_options, shape_count) == 40, "offset of gc_ndarray_options.shape_count");
_Static_assert(offsetof(gc_ndarray_options, strides) == 48, "offset of gc_ndarray_options.strides");
_Static_assert(offsetof(gc_ndarray_options, stride_count) == 56, "offset of gc_ndarray_options.stride_count");
_Static_assert(offsetof(gc_ndarray_options, mem_flags) == 64, "offset of gc_ndarray_options.mem_flags");
_Static_assert(offsetof(gc_ndarray_options, alignment) == 72, "offset of gc_ndarray_options.alignment");
_Static_assert(offsetof(gc_ndarray_options, pool) == 80, "offset of gc_ndarray_options.pool");
_Static_assert(offsetof(gc_ndarray_options, stream) == 88, "offset of gc_ndarray_options.stream");
_Static_assert(offsetof(gc_ndarray_options, attach) == 96, "offset of gc_ndarray_options.attach");
_Static_assert(offsetof(gc_ndarray_options, reserved) == 100, "offset of gc_ndarray_options.reserved");

_Static_assert(sizeof(gc_ndarray_layout) == 48, "size of gc_ndarray_layout");
_Static_assert(offsetof(gc_ndarray_layout, struct_size) == 0, "offset of gc_ndarray_layout.struct_size");
_Static_assert(offsetof(gc_ndarray_layout, flags) == 8, "offset of gc_ndarray_layout.flags");
_Static_assert(offsetof(gc_ndarray_layout, strides) == 16, "offset of gc_ndarray_layout.strides");
_Static_assert(offsetof(gc_ndarray_layout, stride_count) == 24, "offset of gc_ndarray_layout.stride_count");
_Static_assert(offsetof(gc_ndarray_layout, offset) == 32, "offset of gc_ndarray_layout.offset");
_Static_assert(offsetof(gc_ndarray_layout, scalar_type) == 40, "offset of gc_ndarray_layout.scalar_type");
_Static_assert(offsetof(gc_ndarray_layout, reserved) == 44, "offset of gc_ndarray_layout.reserved");

_Static_assert(sizeof(gc_axis_slice) == 24, "size of gc_axis_slice");
_Static_assert(offsetof(gc_axis_slice, start) == 0, "offset of gc_axis_slice.start");
_Static_assert(offsetof(gc_axis_slice, stop) == 8, "offset of gc_axis_slice.stop");
_Static_assert(offsetof(gc_axis_slice, step) == 16, "offset of gc_axis_slice.step");

_Static_assert(sizeof(gc_scalar) == 24, "size of gc_scalar");
_Static_assert(offsetof(gc_scalar, bits) == 0, "offset of gc_scalar.bits");
_Static_assert(offsetof(gc_scalar, scalar_type) == 16, "offset of gc_scalar.scalar_type");
_Static_assert(offsetof(gc_scalar, reserved) == 20, "offset of gc_scalar.reserved");

_Static_assert(sizeof(gc_comm_options) == 48, "size of gc_comm_options");
_Static_assert(offsetof(gc_comm_options, struct_size) == 0, "offset of gc_comm_options.struct_size");
_Static_assert(offsetof(gc_comm_options, flags) == 8, "offset of gc_comm_options.flags");
_Static_assert(offsetof(gc_comm_options, create_timeout_nanoseconds) == 16,
               "offset of gc_comm_options.create_timeout_nanoseconds");
_Static_assert(offsetof(gc_comm_options, timeout_nanoseconds) == 24,
               "offset of gc_comm_options.timeout_nanoseconds");
_Static_assert(offsetof(gc_comm_options, name) == 32, "offset of gc_comm_options.name");
_Static_assert(offsetof(gc_comm_options, min_blocks) == 40, "offset of gc_comm_options.min_blocks");
_Static_assert(offsetof(gc_comm_options, max_blocks) == 44, "offset of gc_comm_options.max_blocks");

_Static_assert(sizeof(gc_comm_op) == 80, "size of gc_comm_op");
_Static_assert(offsetof(gc_comm_op, operation) == 0, "offset of gc_comm_op.operation");
_Static_assert(offsetof(gc_comm_op, reduction) == 4, "offset of gc_comm_op.reduction");
_Static_assert(offsetof(gc_comm_op, scalar_type) == 8, "offset of gc_comm_op.scalar_type");
_Static_assert(offsetof(gc_comm_op, peer) == 12, "offset of gc_comm_op.peer");
_Static_assert(offsetof(gc_comm_op, comm) == 16, "offset of gc_comm_op.comm");
_Static_assert(offsetof(gc_comm_op, dst) == 24, "offset of gc_comm_op.dst");
_Static_assert(offsetof(gc_comm_op, dst_offset) == 32, "offset of gc_comm_op.dst_offset");
_Static_assert(offsetof(gc_comm_op, src) == 40, "offset of gc_comm_op.src");
_Static_assert(offsetof(gc_comm_op, src_offset) == 48, "offset of gc_comm_op.src_offset");
_Static_assert(offsetof(gc_comm_op, count) == 56, "offset of gc_comm_op.count");
_Static_assert(offsetof(gc_comm_op, stream) == 64, "offset of gc_comm_op.stream");
_Static_assert(offsetof(gc_comm_op, scale) == 72, "offset of gc_comm_op.scale");

_Static_assert(sizeof(gc_cache_statistics) == 40, "size of gc_cache_statistics");
_Static_assert(offsetof(gc_cache_statistics, struct_size) == 0, "offset of gc_cache_statistics.struct_size");
_Static_assert(offsetof(gc_cache_statistics, hits) == 8, "offset of gc_cache_statistics.hits");
_Static_assert(offsetof(gc_cache_statistics, misses) == 16, "offset of gc_cache_statistics.misses");
_Static_assert(offsetof(gc_cache_statistics, errors) == 24, "offset of gc_cache_statistics.errors");
_Static_assert(offsetof(gc_cache_statistics, enabled) == 32, "offset of gc_cache_statistics.enabled");
_Static_assert(offsetof(gc_cache_statistics, reserved) == 36, "offset of gc_cache_statistics.reserved");

_Static_assert(sizeof(gc_profiler_options) == 32, "size of gc_profiler_options");
_Static_assert(offsetof(gc_profiler_options, struct_size) == 0, "offset of gc_profiler_options.struct_size");
_Static_assert(offsetof(gc_profiler_options, output) == 8, "offset of gc_profiler_options.output");
_Static_assert(offsetof(gc_profiler_options, capacity) == 12, "offset of gc_profiler_options.capacity");
_Static_assert(offsetof(gc_profiler_options, output_file) == 16, "offset of gc_profiler_options.output_file");
_Static_assert(offsetof(gc_profiler_options, config_file) == 24, "offset of gc_profiler_options.config_file");

_Static_assert(sizeof(gc_device_data) == 64, "size of gc_device_data");
_Static_assert(offsetof(gc_device_data, struct_size) == 0, "offset of gc_device_data.struct_size");
_Static_assert(offsetof(gc_device_data, max_threads) == 8, "offset of gc_device_data.max_threads");
_Static_assert(offsetof(gc_device_data, warp_size) == 12, "offset of gc_device_data.warp_size");
_Static_assert(offsetof(gc_device_data, warps_per_mp) == 16, "offset of gc_device_data.warps_per_mp");
_Static_assert(offsetof(gc_device_data, thread_blocks_per_mp) == 20,
               "offset of gc_device_data.thread_blocks_per_mp");
_Static_assert(offsetof(gc_device_data, registers_per_mp) == 24, "offset of gc_device_data.registers_per_mp");
_Static_assert(offsetof(gc_device_data, registers_per_block) == 28,
               "offset of gc_device_data.registers_per_block");
_Static_assert(offsetof(gc_device_data, registers_per_thread) == 32,
               "offset of gc_device_data.registers_per_thread");
_Static_assert(offsetof(gc_device_data, register_alloc_unit) == 36,
               "offset of gc_device_data.register_alloc_unit");
_Static_assert(offsetof(gc_device_data, register_partitions) == 40,
               "offset of gc_device_data.register_partitions");
_Static_assert(offsetof(gc_device_data, shared_memory_per_mp) == 44,
               "offset of gc_device_data.shared_memory_per_mp");
_Static_assert(offsetof(gc_device_data, shared_memory_per_block) == 48,
               "offset of gc_device_data.shared_memory_per_block");
_Static_assert(offsetof(gc_device_data, system_shared) == 52, "offset of gc_device_data.system_shared");
_Static_assert(offsetof(gc_device_data, smem_granularity) == 56, "offset of gc_device_data.smem_granularity");
_Static_assert(offsetof(gc_device_data, smem_alloc_granularity) == 60,
               "offset of gc_device_data.smem_alloc_granularity");

_Static_assert(sizeof(gc_occupancy_record) == 32, "size of gc_occupancy_record");
_Static_assert(offsetof(gc_occupancy_record, struct_size) == 0, "offset of gc_occupancy_record.struct_size");
_Static_assert(offsetof(gc_occupancy_record, thread_blocks_per_mp) == 8,
               "offset of gc_occupancy_record.thread_blocks_per_mp");
_Static_assert(offsetof(gc_occupancy_record, limited_by) == 12, "offset of gc_occupancy_record.limited_by");
_Static_assert(offsetof(gc_occupancy_record, warps_per_mp) == 16,
               "offset of gc_occupancy_record.warps_per_mp");
_Static_assert(offsetof(gc_occupancy_record, reserved) == 20, "offset of gc_occupancy_record.reserved");
_Static_assert(offsetof(gc_occupancy_record, occupancy) == 24, "offset of gc_occupancy_record.occupancy");
