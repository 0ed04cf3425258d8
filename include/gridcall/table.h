/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of gc_get_api, for plugins that link nothing: each function of gridcall.h is a field, named as
 * the function without gc_. The section "Library" there shows how a plugin gets and uses it.
 *
 * Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.
 */

#ifndef GRIDCALL_TABLE_H
#define GRIDCALL_TABLE_H

#include <gridcall/gridcall.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The functions of gridcall.h: stable ones in an order that never changes; behind them the previews, which a
 * program sees that has included gridcall/preview.h. */
struct gc_api {
  size_t size; /**< Bytes that the library fills. */
  __typeof__(gc_version)* version;
  __typeof__(gc_version_text)* version_text;
  __typeof__(gc_version_get)* version_get;
  __typeof__(gc_status_name)* status_name;
  __typeof__(gc_status_text)* status_text;
  __typeof__(gc_status_category)* status_category;
  __typeof__(gc_error_status)* error_status;
  __typeof__(gc_error_message)* error_message;
  __typeof__(gc_error_text)* error_text;
  __typeof__(gc_error_function)* error_function;
  __typeof__(gc_error_driver_code)* error_driver_code;
  __typeof__(gc_error_driver_name)* error_driver_name;
  __typeof__(gc_error_note_count)* error_note_count;
  __typeof__(gc_error_note)* error_note;
  __typeof__(gc_error_log)* error_log;
  __typeof__(gc_error_options)* error_options;
  __typeof__(gc_error_source_name)* error_source_name;
  __typeof__(gc_error_release)* error_release;
  __typeof__(gc_handle_get_context)* handle_get_context;
  __typeof__(gc_handle_get_identity)* handle_get_identity;
  __typeof__(gc_handle_get_native)* handle_get_native;
  __typeof__(gc_handle_count)* handle_count;
  __typeof__(gc_handle_collect)* handle_collect;
  __typeof__(gc_device_get_count)* device_get_count;
  __typeof__(gc_device_get_by_index)* device_get_by_index;
  __typeof__(gc_device_find)* device_find;
  __typeof__(gc_device_get_index)* device_get_index;
  __typeof__(gc_device_get_kind)* device_get_kind;
  __typeof__(gc_device_get_name)* device_get_name;
  __typeof__(gc_device_get_pci_bus_id)* device_get_pci_bus_id;
  __typeof__(gc_device_get_uuid)* device_get_uuid;
  __typeof__(gc_device_get_compute_capability)* device_get_compute_capability;
  __typeof__(gc_device_get_total_memory)* device_get_total_memory;
  __typeof__(gc_device_get_attribute)* device_get_attribute;
  __typeof__(gc_device_get_attributes)* device_get_attributes;
  __typeof__(gc_device_attribute_name)* device_attribute_name;
  __typeof__(gc_device_attribute_from_name)* device_attribute_from_name;
  __typeof__(gc_device_get_default)* device_get_default;
  __typeof__(gc_device_can_access_peer)* device_can_access_peer;
  __typeof__(gc_context_get_default)* context_get_default;
  __typeof__(gc_context_get_primary)* context_get_primary;
  __typeof__(gc_context_create)* context_create;
  __typeof__(gc_context_wrap)* context_wrap;
  __typeof__(gc_context_push)* context_push;
  __typeof__(gc_context_pop)* context_pop;
  __typeof__(gc_context_get_current)* context_get_current;
  __typeof__(gc_context_get_attribute)* context_get_attribute;
  __typeof__(gc_context_set_attribute)* context_set_attribute;
  __typeof__(gc_context_get_pointer_attribute)* context_get_pointer_attribute;
  __typeof__(gc_context_enable_peer_access)* context_enable_peer_access;
  __typeof__(gc_context_disable_peer_access)* context_disable_peer_access;
  __typeof__(gc_context_get_device_reason)* context_get_device_reason;
  __typeof__(gc_context_get_device)* context_get_device;
  __typeof__(gc_context_synchronize)* context_synchronize;
  __typeof__(gc_context_get_memory_info)* context_get_memory_info;
  __typeof__(gc_context_is_supported)* context_is_supported;
  __typeof__(gc_context_release)* context_release;
  __typeof__(gc_stream_create)* stream_create;
  __typeof__(gc_context_get_default_stream)* context_get_default_stream;
  __typeof__(gc_context_get_stream_priority_range)* context_get_stream_priority_range;
  __typeof__(gc_stream_synchronize)* stream_synchronize;
  __typeof__(gc_stream_query)* stream_query;
  __typeof__(gc_stream_synchronize_for)* stream_synchronize_for;
  __typeof__(gc_stream_cancel)* stream_cancel;
  __typeof__(gc_stream_wait_event)* stream_wait_event;
  __typeof__(gc_stream_wait_events)* stream_wait_events;
  __typeof__(gc_stream_notify)* stream_notify;
  __typeof__(gc_stream_release)* stream_release;
  __typeof__(gc_stream_get_attribute)* stream_get_attribute;
  __typeof__(gc_stream_wrap)* stream_wrap;
  __typeof__(gc_event_create)* event_create;
  __typeof__(gc_event_record)* event_record;
  __typeof__(gc_event_synchronize)* event_synchronize;
  __typeof__(gc_event_synchronize_for)* event_synchronize_for;
  __typeof__(gc_event_query)* event_query;
  __typeof__(gc_event_get_elapsed)* event_get_elapsed;
  __typeof__(gc_event_release)* event_release;
  __typeof__(gc_event_wrap)* event_wrap;
  __typeof__(gc_event_get_ipc_handle)* event_get_ipc_handle;
  __typeof__(gc_event_open_ipc)* event_open_ipc;
  __typeof__(gc_completion_create)* completion_create;
  __typeof__(gc_completion_wait)* completion_wait;
  __typeof__(gc_completion_get_descriptor)* completion_get_descriptor;
  __typeof__(gc_completion_release)* completion_release;
  __typeof__(gc_dtype_create)* dtype_create;
  __typeof__(gc_dtype_get_size)* dtype_get_size;
  __typeof__(gc_dtype_get_alignment)* dtype_get_alignment;
  __typeof__(gc_dtype_get_field_count)* dtype_get_field_count;
  __typeof__(gc_dtype_get_field)* dtype_get_field;
  __typeof__(gc_dtype_get_field_record)* dtype_get_field_record;
  __typeof__(gc_dtype_find_field)* dtype_find_field;
  __typeof__(gc_dtype_scalar_size)* dtype_scalar_size;
  __typeof__(gc_dtype_scalar_name)* dtype_scalar_name;
  __typeof__(gc_dtype_scalar_from_name)* dtype_scalar_from_name;
  __typeof__(gc_dtype_release)* dtype_release;
  __typeof__(gc_mem_alloc)* mem_alloc;
  __typeof__(gc_mem_create)* mem_create;
  __typeof__(gc_mem_create_sub_region)* mem_create_sub_region;
  __typeof__(gc_mem_register)* mem_register;
  __typeof__(gc_mem_wrap)* mem_wrap;
  __typeof__(gc_mem_get_address)* mem_get_address;
  __typeof__(gc_mem_get_host_address)* mem_get_host_address;
  __typeof__(gc_mem_get_size)* mem_get_size;
  __typeof__(gc_mem_get_attribute)* mem_get_attribute;
  __typeof__(gc_mem_get_parent)* mem_get_parent;
  __typeof__(gc_mem_use)* mem_use;
  __typeof__(gc_mem_wait)* mem_wait;
  __typeof__(gc_mem_attach)* mem_attach;
  __typeof__(gc_mem_advise)* mem_advise;
  __typeof__(gc_mem_prefetch)* mem_prefetch;
  __typeof__(gc_mem_get_ipc_handle)* mem_get_ipc_handle;
  __typeof__(gc_mem_open_ipc)* mem_open_ipc;
  __typeof__(gc_mem_free)* mem_free;
  __typeof__(gc_mem_release)* mem_release;
  __typeof__(gc_memcpy)* memcpy;
  __typeof__(gc_memcpy_htod)* memcpy_htod;
  __typeof__(gc_memcpy_dtoh)* memcpy_dtoh;
  __typeof__(gc_memcpy_rect)* memcpy_rect;
  __typeof__(gc_memset)* memset;
  __typeof__(gc_memset_rect)* memset_rect;
  __typeof__(gc_mem_map)* mem_map;
  __typeof__(gc_mapping_get_address)* mapping_get_address;
  __typeof__(gc_mapping_get_attribute)* mapping_get_attribute;
  __typeof__(gc_mapping_get_event)* mapping_get_event;
  __typeof__(gc_mapping_unmap)* mapping_unmap;
  __typeof__(gc_mapping_release)* mapping_release;
  __typeof__(gc_array_create)* array_create;
  __typeof__(gc_array_wrap)* array_wrap;
  __typeof__(gc_array_find_format)* array_find_format;
  __typeof__(gc_array_channel_count)* array_channel_count;
  __typeof__(gc_array_get_image_formats)* array_get_image_formats;
  __typeof__(gc_array_get_attribute)* array_get_attribute;
  __typeof__(gc_array_get_level)* array_get_level;
  __typeof__(gc_array_map)* array_map;
  __typeof__(gc_array_release)* array_release;
  __typeof__(gc_texture_create)* texture_create;
  __typeof__(gc_texture_get_attribute)* texture_get_attribute;
  __typeof__(gc_texture_get_array)* texture_get_array;
  __typeof__(gc_texture_release)* texture_release;
  __typeof__(gc_surface_create)* surface_create;
  __typeof__(gc_surface_get_array)* surface_get_array;
  __typeof__(gc_surface_release)* surface_release;
  __typeof__(gc_sampler_create)* sampler_create;
  __typeof__(gc_sampler_get_attribute)* sampler_get_attribute;
  __typeof__(gc_sampler_release)* sampler_release;
  __typeof__(gc_module_from_source)* module_from_source;
  __typeof__(gc_module_from_buffer)* module_from_buffer;
  __typeof__(gc_module_from_file)* module_from_file;
  __typeof__(gc_module_get_kernel)* module_get_kernel;
  __typeof__(gc_module_get_kernel_count)* module_get_kernel_count;
  __typeof__(gc_module_get_kernel_name)* module_get_kernel_name;
  __typeof__(gc_module_get_global)* module_get_global;
  __typeof__(gc_module_bind_texture)* module_bind_texture;
  __typeof__(gc_module_bind_surface)* module_bind_surface;
  __typeof__(gc_module_get_texture)* module_get_texture;
  __typeof__(gc_module_get_surface)* module_get_surface;
  __typeof__(gc_module_get_log)* module_get_log;
  __typeof__(gc_module_get_attribute)* module_get_attribute;
  __typeof__(gc_module_is_cached)* module_is_cached;
  __typeof__(gc_module_release)* module_release;
  __typeof__(gc_program_compile)* program_compile;
  __typeof__(gc_program_get_image)* program_get_image;
  __typeof__(gc_program_get_log)* program_get_log;
  __typeof__(gc_program_get_symbol)* program_get_symbol;
  __typeof__(gc_module_from_program)* module_from_program;
  __typeof__(gc_program_get_default_options)* program_get_default_options;
  __typeof__(gc_program_set_default_options)* program_set_default_options;
  __typeof__(gc_program_release)* program_release;
  __typeof__(gc_kernel_get_name)* kernel_get_name;
  __typeof__(gc_kernel_get_attribute)* kernel_get_attribute;
  __typeof__(gc_kernel_set_attribute)* kernel_set_attribute;
  __typeof__(gc_kernel_get_occupancy)* kernel_get_occupancy;
  __typeof__(gc_kernel_suggest_block)* kernel_suggest_block;
  __typeof__(gc_kernel_get_param_count)* kernel_get_param_count;
  __typeof__(gc_kernel_get_param)* kernel_get_param;
  __typeof__(gc_kernel_release)* kernel_release;
  __typeof__(gc_launch)* launch;
  __typeof__(gc_prepared_create)* prepared_create;
  __typeof__(gc_prepared_set_arg)* prepared_set_arg;
  __typeof__(gc_prepared_set_config)* prepared_set_config;
  __typeof__(gc_prepared_launch)* prepared_launch;
  __typeof__(gc_prepared_release)* prepared_release;
  __typeof__(gc_launch_staged)* launch_staged;
  __typeof__(gc_stream_begin_capture)* stream_begin_capture;
  __typeof__(gc_stream_end_capture)* stream_end_capture;
  __typeof__(gc_graph_launch)* graph_launch;
  __typeof__(gc_graph_get_node_count)* graph_get_node_count;
  __typeof__(gc_graph_get_node_kind)* graph_get_node_kind;
  __typeof__(gc_graph_get_node_kernel)* graph_get_node_kernel;
  __typeof__(gc_graph_set_arg)* graph_set_arg;
  __typeof__(gc_graph_get_text)* graph_get_text;
  __typeof__(gc_graph_release)* graph_release;
  __typeof__(gc_pool_create)* pool_create;
  __typeof__(gc_pool_alloc)* pool_alloc;
  __typeof__(gc_pool_get_statistics)* pool_get_statistics;
  __typeof__(gc_pool_free_held)* pool_free_held;
  __typeof__(gc_pool_stop_holding)* pool_stop_holding;
  __typeof__(gc_pool_set_limit)* pool_set_limit;
  __typeof__(gc_pool_release)* pool_release;
  __typeof__(gc_ndarray_create)* ndarray_create;
  __typeof__(gc_ndarray_from_host)* ndarray_from_host;
  __typeof__(gc_ndarray_from_mem)* ndarray_from_mem;
  __typeof__(gc_ndarray_get_mem)* ndarray_get_mem;
  __typeof__(gc_ndarray_get_record)* ndarray_get_record;
  __typeof__(gc_ndarray_get_attribute)* ndarray_get_attribute;
  __typeof__(gc_ndarray_get_shape)* ndarray_get_shape;
  __typeof__(gc_ndarray_get_strides)* ndarray_get_strides;
  __typeof__(gc_ndarray_slice)* ndarray_slice;
  __typeof__(gc_ndarray_reshape)* ndarray_reshape;
  __typeof__(gc_ndarray_transpose)* ndarray_transpose;
  __typeof__(gc_ndarray_view)* ndarray_view;
  __typeof__(gc_ndarray_get_field)* ndarray_get_field;
  __typeof__(gc_ndarray_copy)* ndarray_copy;
  __typeof__(gc_ndarray_copy_from_host)* ndarray_copy_from_host;
  __typeof__(gc_ndarray_copy_to_host)* ndarray_copy_to_host;
  __typeof__(gc_ndarray_fill)* ndarray_fill;
  __typeof__(gc_ndarray_apply)* ndarray_apply;
  __typeof__(gc_ndarray_reduce)* ndarray_reduce;
  __typeof__(gc_array_from_ndarray)* array_from_ndarray;
  __typeof__(gc_array_from_host)* array_from_host;
  __typeof__(gc_ndarray_release)* ndarray_release;
  __typeof__(gc_ndarray_to_dlpack)* ndarray_to_dlpack;
  __typeof__(gc_ndarray_from_dlpack)* ndarray_from_dlpack;
  __typeof__(gc_cache_get_statistics)* cache_get_statistics;
  __typeof__(gc_cache_get_directory)* cache_get_directory;
  __typeof__(gc_cache_get_disabled_reason)* cache_get_disabled_reason;
  __typeof__(gc_cache_clear)* cache_clear;
#ifdef GRIDCALL_PREVIEW_H
  __typeof__(gc_error_report)* error_report;
  __typeof__(gc_pipe_create)* pipe_create;
  __typeof__(gc_pipe_get_attribute)* pipe_get_attribute;
  __typeof__(gc_pipe_release)* pipe_release;
  __typeof__(gc_module_link)* module_link;
  __typeof__(gc_ndarray_transform_reduce)* ndarray_transform_reduce;
  __typeof__(gc_ndarray_transform)* ndarray_transform;
  __typeof__(gc_prepared_from_expression)* prepared_from_expression;
  __typeof__(gc_ndarray_fill_random)* ndarray_fill_random;
  __typeof__(gc_ndarray_sort)* ndarray_sort;
  __typeof__(gc_ndarray_scan)* ndarray_scan;
  __typeof__(gc_ndarray_select)* ndarray_select;
  __typeof__(gc_ndarray_reduce_by_key)* ndarray_reduce_by_key;
  __typeof__(gc_ndarray_histogram)* ndarray_histogram;
  __typeof__(gc_ndarray_search)* ndarray_search;
  __typeof__(gc_ndarray_take)* ndarray_take;
  __typeof__(gc_ndarray_put)* ndarray_put;
  __typeof__(gc_ndarray_matmul)* ndarray_matmul;
  __typeof__(gc_ndarray_sparse_matmul)* ndarray_sparse_matmul;
  __typeof__(gc_ndarray_solve)* ndarray_solve;
  __typeof__(gc_ndarray_cholesky)* ndarray_cholesky;
  __typeof__(gc_ndarray_qr)* ndarray_qr;
  __typeof__(gc_ndarray_svd)* ndarray_svd;
  __typeof__(gc_ndarray_eigh)* ndarray_eigh;
  __typeof__(gc_ndarray_fft)* ndarray_fft;
  __typeof__(gc_context_get_comm_engine)* context_get_comm_engine;
  __typeof__(gc_comm_create_id)* comm_create_id;
  __typeof__(gc_comm_create)* comm_create;
  __typeof__(gc_comm_create_many)* comm_create_many;
  __typeof__(gc_comm_from_environment)* comm_from_environment;
  __typeof__(gc_comm_split)* comm_split;
  __typeof__(gc_comm_get_attribute)* comm_get_attribute;
  __typeof__(gc_comm_query)* comm_query;
  __typeof__(gc_comm_all_reduce)* comm_all_reduce;
  __typeof__(gc_comm_reduce)* comm_reduce;
  __typeof__(gc_comm_broadcast)* comm_broadcast;
  __typeof__(gc_comm_all_gather)* comm_all_gather;
  __typeof__(gc_comm_reduce_scatter)* comm_reduce_scatter;
  __typeof__(gc_comm_all_to_all)* comm_all_to_all;
  __typeof__(gc_comm_gather)* comm_gather;
  __typeof__(gc_comm_scatter)* comm_scatter;
  __typeof__(gc_comm_send)* comm_send;
  __typeof__(gc_comm_recv)* comm_recv;
  __typeof__(gc_comm_barrier)* comm_barrier;
  __typeof__(gc_comm_launch_group)* comm_launch_group;
  __typeof__(gc_comm_finalize)* comm_finalize;
  __typeof__(gc_comm_abort)* comm_abort;
  __typeof__(gc_comm_release)* comm_release;
  __typeof__(gc_profiler_initialize)* profiler_initialize;
  __typeof__(gc_profiler_start)* profiler_start;
  __typeof__(gc_profiler_stop)* profiler_stop;
  __typeof__(gc_log_create)* log_create;
  __typeof__(gc_log_read)* log_read;
  __typeof__(gc_log_get_descriptor)* log_get_descriptor;
  __typeof__(gc_log_release)* log_release;
  __typeof__(gc_device_get_data)* device_get_data;
  __typeof__(gc_device_get_alignment)* device_get_alignment;
  __typeof__(gc_device_data_get_occupancy)* device_data_get_occupancy;
  __typeof__(gc_context_set_memo)* context_set_memo;
  __typeof__(gc_context_get_memo)* context_get_memo;
  __typeof__(gc_context_clear_memo)* context_clear_memo;
  __typeof__(gc_context_defer_cleanup)* context_defer_cleanup;
#endif
};

/** Bytes of the table that never change: what follows are previews. */
#define GRIDCALL_API_STABLE_SIZE (offsetof(gc_api, cache_clear) + sizeof(((gc_api*)0)->cache_clear))

/** 1 if the library that filled a table has a function of this header: GRIDCALL_API_HAS(api, mem_alloc). */
#define GRIDCALL_API_HAS(api, name) \
  (offsetof(gc_api, name) < (api)->size && \
   (offsetof(gc_api, name) < GRIDCALL_API_STABLE_SIZE || (api)->version() == GRIDCALL_VERSION))

#ifdef __cplusplus
}
#endif

#endif /* GRIDCALL_TABLE_H */
