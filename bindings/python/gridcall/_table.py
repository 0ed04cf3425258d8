# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.
"""Every function and struct of the C API: bindings/gen/python_table.py says how a line is read."""

VERSION = "0.1.0"
ABI = 0
STRUCTS = """
device_attribute_entry attribute:=device_attribute value:i32
context_options struct_size:size flags:~context_flags sched:=context_sched reserved:u32
stream_options struct_size:size flags:~stream_flags priority:i32 reserved:u32
event_options struct_size:size flags:~event_flags
dtype_entry name:str record:@dtype? offset:u64 count:u64 scalar_type:=scalar_type reserved:u32
dtype_field struct_size:size name:str offset:u64 count:u64 size:u64 scalar_type:=scalar_type reserved:u32
mem_ipc_options struct_size:size flags:~mem_ipc_flags
mem_options struct_size:size flags:~mem_flags place:=mem_place attach:=mem_attach_mode size:u64 alignment:u64 height:u64 element_size:u32 reserved:u32
 content:bytes? content_size:size#content completion:@completion? token:u64
mem_register_options struct_size:size flags:~mem_register_flags
mem_wrap_options struct_size:size host_address:u64 flags:~mem_wrap_flags completion:@completion? token:u64
copy_end mem:@mem? host:bytes?% host_size:size#host array:@array? offset:u64 row_pitch:u64 slice_pitch:u64 x:u64 y:u64 z:u64
rect_copy struct_size:size dst:&copy_end! src:&copy_end width:u64 height:u64 depth:u64
rect_fill struct_size:size dst:&copy_end! width:u64 height:u64 depth:u64 value:bytes? value_size:size#value color_type:=scalar_type reserved:u32
image_format order:=channel_order channel_type:=channel_type
image_format_info struct_size:size format:=array_format channels:u32 channel_size:u32 element_size:u32 order_name:str type_name:str
array_options struct_size:size flags:~array_flags width:u64 height:u64 depth:u64 format:=array_format channels:u32 levels:u32 reserved:u32
array_region struct_size:size x:u64 y:u64 z:u64 width:u64 height:u64 depth:u64
sampling flags:~sampling_flags address_x:=address_mode address_y:=address_mode address_z:=address_mode filter:=filter_mode mip_filter:=filter_mode
 max_anisotropy:u32 bias:f32 min_level:f32 max_level:f32 border_r:f32 border_g:f32 border_b:f32 border_a:f32 reserved:u32
sampler_options struct_size:size sampling:&sampling
texture_options struct_size:size flags:~texture_flags array:@array? mem:@mem? offset:u64 width:u64 height:u64 row_pitch:u64 format:i32 channels:u32
 sampling:&sampling sampler:@sampler?
define name:str value:str?
header name:str text:str
compile_options struct_size:size flags:~compile_flags name:str? arch:str? options:str* option_count:size#options defines:&define*
 define_count:size#defines include_dirs:str* include_dir_count:size#include_dirs headers:&header* header_count:size#headers instances:str*
 instance_count:size#instances cache_dir:str? keep_dir:str? compiler:str?
module_options struct_size:size flags:~module_flags arch:str? max_registers:u32 threads_per_block:u32 optimization_level:u32 reserved:u32
link_input name:str? image:bytes size:size#image
kernel_param struct_size:size offset:u64 size:u64 value_type:=value_type reserved:u32 type_name:str name:str
arg kind:=arg_kind size:u32 bits:u64 object:any? value_type:=value_type reserved:u32
launch_config struct_size:size grid_x:u32 grid_y:u32 grid_z:u32 block_x:u32 block_y:u32 block_z:u32 shared_size:u64 bytes:bytes? bytes_size:size#bytes
 timeout_nanoseconds:u64 flags:~launch_flags start_event:@event? end_event:@event? cluster_x:u32 cluster_y:u32 cluster_z:u32 reserved:u32
host_arg index:u32 direction:=host_direction host_address:u64 size:size value_type:=value_type reserved:u32
pool_options struct_size:size place:=mem_place reserved:u32 limit:u64 flags:~mem_flags alignment:u64
pool_statistics struct_size:size held_blocks:u64 held_bytes:u64 active_blocks:u64 active_bytes:u64 peak_bytes:u64 limit:u64
ndarray_options struct_size:size flags:~ndarray_flags scalar_type:=scalar_type place:=mem_place record:@dtype? shape:u64* shape_count:size#shape
 strides:i64* stride_count:size#strides mem_flags:~mem_flags alignment:u64 pool:@pool? stream:@stream? attach:=mem_attach_mode reserved:u32
ndarray_layout struct_size:size flags:~ndarray_flags strides:i64* stride_count:size#strides offset:u64 scalar_type:=scalar_type reserved:u32
axis_slice start:i64 stop:i64 step:i64
scalar bits:u64[2] scalar_type:=scalar_type reserved:u32
random_options struct_size:size distribution:=random_distribution generator:=random_generator seed:u64 offset:u64 a:f64 b:f64 dimension:u32
 reserved:u32
reduce_options struct_size:size combine:str? neutral:str? preamble:str?
transform_options struct_size:size preamble:str? input_names:str* input_name_count:size#input_names scalar_names:str*
 scalar_name_count:size#scalar_names
sort_options struct_size:size flags:~sort_flags axis:u32 reserved:u32 values:@ndarray? values_src:@ndarray? pool:@pool? segments:@ndarray?
scan_options struct_size:size flags:~scan_flags axis:u32 reserved:u32 pool:@pool? segments:@ndarray? combine:str? neutral:str? preamble:str? map:str?
 output:str? b:@ndarray? c:@ndarray? d:@ndarray?
select_options struct_size:size pool:@pool?
histogram_options struct_size:size lower:f64 upper:f64 edges:@ndarray? weights:@ndarray? pool:@pool?
index_options struct_size:size flags:~index_flags axis:u32 reserved:u32
matmul_options struct_size:size flags:~matmul_flags pool:@pool?
sparse_matmul_options struct_size:size pool:@pool?
factor_options struct_size:size info:@ndarray? pool:@pool?
fft_options struct_size:size flags:~fft_flags norm:=fft_norm reserved:u32 axes:u32* axis_count:size#axes pool:@pool?
comm_options struct_size:size flags:~comm_flags create_timeout_nanoseconds:u64 timeout_nanoseconds:u64 name:str? min_blocks:u32 max_blocks:u32
comm_op operation:=comm_operation reduction:=comm_reduction scalar_type:=scalar_type peer:u32 comm:@comm dst:@mem? dst_offset:u64 src:@mem?
 src_offset:u64 count:u64 stream:@stream? scale:f64
cache_statistics struct_size:size hits:u64 misses:u64 errors:u64 enabled:bool reserved:u32
profiler_options struct_size:size output:=profiler_output capacity:u32 output_file:str config_file:str?
log_record struct_size:size time_nanoseconds:u64 lost:u64 component:str level:=log_level message:char[476]
device_data struct_size:size max_threads:u32 warp_size:u32 warps_per_mp:u32 thread_blocks_per_mp:u32 registers_per_mp:u32 registers_per_block:u32
 registers_per_thread:u32 register_alloc_unit:u32 register_partitions:u32 shared_memory_per_mp:u32 shared_memory_per_block:u32 system_shared:u32
 smem_granularity:u32 smem_alloc_granularity:u32
occupancy_record struct_size:size thread_blocks_per_mp:u32 limited_by:=occupancy_limit warps_per_mp:u32 reserved:u32 occupancy:f64
"""
FUNCTIONS = """
gc_version u32
gc_version_text str
gc_version_get - component:=version_component >out_major:i32 >out_minor:i32 >out_patch:i32
gc_status_name str status:=status
gc_status_text str status:=status
gc_status_category =category status:=status
gc_error_status =status error:@error
gc_error_message str error:@error
gc_error_text str error:@error
gc_error_function str error:@error
gc_error_driver_code i32 error:@error
gc_error_driver_name str error:@error
gc_error_note_count size error:@error
gc_error_note str error:@error index:size
gc_error_report str error:@error index:size key:str?
gc_error_log str error:@error
gc_error_options str error:@error
gc_error_source_name str error:@error
gc_error_release void error:@error?
gc_handle_get_context - handle:any >out_context:@context
gc_handle_get_identity - handle:any >out_identity:u64
gc_handle_get_native - handle:any >out_native:u64
gc_handle_count u64
gc_handle_collect -
gc_device_get_count - >out_count:i32
gc_device_get_by_index - index:i32 >out_device:@device
gc_device_find - text:str >out_device:@device
gc_device_get_index - device:@device >out_index:i32
gc_device_get_kind - device:@device >out_kind:=device_kind
gc_device_get_name - device:@device >name:str
gc_device_get_pci_bus_id - device:@device >bus_id:str
gc_device_get_uuid - device:@device >out_uuid:u8[16]
gc_device_get_compute_capability - device:@device >out_major:i32 >out_minor:i32
gc_device_get_total_memory - device:@device >out_size:u64
gc_device_get_attribute - device:@device attribute:=device_attribute >out_value:i32
gc_device_get_attributes - device:@device >values:&device_attribute_entry*
gc_device_attribute_name str attribute:=device_attribute
gc_device_attribute_from_name - name:str >out_attribute:=device_attribute
gc_device_get_default - fallback:i32 >out_device:@device
gc_device_can_access_peer - device:@device peer:@device >out_can:bool
gc_context_get_default - >out_context:@context
gc_context_get_primary - device:@device options:&context_options? >out_context:@context
gc_context_create - device:@device options:&context_options? >out_context:@context
gc_context_wrap - device:@device native:u64 >out_context:@context
gc_context_push - context:@context
gc_context_pop - context:@context
gc_context_get_current - >out_context:@context
gc_context_get_attribute - context:@context attribute:=context_attribute >out_value:u64
gc_context_set_attribute - context:@context attribute:=context_attribute value:u64
gc_context_get_pointer_attribute - context:@context attribute:=pointer_attribute address:u64 >out_value:u64
gc_context_enable_peer_access - context:@context peer:@context
gc_context_disable_peer_access - context:@context peer:@context
gc_context_get_device_reason - context:@context >text:str
gc_context_get_device - context:@context >out_device:@device
gc_context_synchronize - context:@context
gc_context_get_memory_info - context:@context >out_free:u64 >out_total:u64
gc_context_is_supported - context:@context feature:=feature >out_supported:bool
gc_context_release void context:@context?
gc_stream_create - context:@context options:&stream_options? >out_stream:@stream
gc_context_get_default_stream - context:@context >out_stream:@stream
gc_context_get_stream_priority_range - context:@context >out_least:i32 >out_greatest:i32
gc_stream_synchronize - stream:@stream
gc_stream_query - stream:@stream >out_done:bool
gc_stream_synchronize_for - stream:@stream timeout_nanoseconds:u64 >out_done:bool
gc_stream_cancel - stream:@stream
gc_stream_wait_event - stream:@stream event:@event
gc_stream_wait_events - stream:@stream events:@event*
gc_stream_notify - stream:@stream completion:@completion token:u64
gc_stream_release void stream:@stream?
gc_stream_get_attribute - stream:@stream attribute:=stream_attribute >out_value:i64
gc_stream_wrap - context:@context native:u64 >out_stream:@stream
gc_event_create - context:@context options:&event_options? >out_event:@event
gc_event_record - event:@event stream:@stream?
gc_event_synchronize - event:@event
gc_event_synchronize_for - events:@event* timeout_nanoseconds:u64 >out_done:bool
gc_event_query - event:@event >out_done:bool
gc_event_get_elapsed - start:@event end:@event >out_nanoseconds:i64
gc_event_release void event:@event?
gc_event_wrap - context:@context native:u64 >out_event:@event
gc_event_get_ipc_handle - event:@event >out_handle:u8[64]
gc_event_open_ipc - context:@context handle:bytes >out_event:@event
gc_completion_create - >out_completion:@completion
gc_completion_wait - completion:@completion timeout_nanoseconds:u64 >out_token:u64 >out_done:bool
gc_completion_get_descriptor - completion:@completion >out_descriptor:i32
gc_completion_release void completion:@completion?
gc_dtype_create - entries:&dtype_entry* size:u64 >out_dtype:@dtype
gc_dtype_get_size - dtype:@dtype >out_size:u64
gc_dtype_get_alignment - dtype:@dtype >out_alignment:u64
gc_dtype_get_field_count - dtype:@dtype >out_count:size
gc_dtype_get_field - dtype:@dtype index:size >out_field:&dtype_field
gc_dtype_get_field_record - dtype:@dtype index:size >out_record:@dtype
gc_dtype_find_field - dtype:@dtype name:str >out_index:size
gc_dtype_scalar_size u32 scalar_type:=scalar_type
gc_dtype_scalar_name str scalar_type:=scalar_type
gc_dtype_scalar_from_name - name:str >out_scalar_type:=scalar_type
gc_dtype_release void dtype:@dtype?
gc_mem_alloc - context:@context size:u64 >out_mem:@mem
gc_mem_create - context:@context options:&mem_options >out_mem:@mem
gc_mem_create_sub_region - mem:@mem offset:u64 size:u64 flags:~mem_flags >out_mem:@mem
gc_mem_register - context:@context host_address:u64 size:u64 options:&mem_register_options? >out_mem:@mem
gc_mem_wrap - context:@context address:u64 size:u64 options:&mem_wrap_options? >out_mem:@mem
gc_mem_get_address - mem:@mem >out_address:u64
gc_mem_get_host_address - mem:@mem >out_address:u64
gc_mem_get_size - mem:@mem >out_size:u64
gc_mem_get_attribute - mem:@mem attribute:=mem_attribute >out_value:u64
gc_mem_get_parent - mem:@mem >out_mem:@mem
gc_mem_use - mem:@mem stream:@stream?
gc_mem_wait - mem:@mem timeout_nanoseconds:u64 >out_done:bool
gc_mem_attach - mem:@mem attach:=mem_attach_mode stream:@stream?
gc_mem_advise - mem:@mem offset:u64 size:u64 advice:=mem_advice device:@device?
gc_mem_prefetch - mem:@mem offset:u64 size:u64 device:@device? flags:~mem_prefetch_flags stream:@stream?
gc_mem_get_ipc_handle - mem:@mem >out_handle:u8[64] >out_offset:u64
gc_mem_open_ipc - context:@context handle:bytes offset:u64 size:u64 options:&mem_ipc_options? >out_mem:@mem
gc_mem_free - mem:@mem
gc_mem_release void mem:@mem?
gc_memcpy - dst:@mem dst_offset:u64 src:@mem src_offset:u64 size:u64 stream:@stream?
gc_memcpy_htod - dst:@mem dst_offset:u64 src:bytes stream:@stream?
gc_memcpy_dtoh - >dst:bytes src:@mem src_offset:u64 size:size#dst stream:@stream?
gc_memcpy_rect - rect:&rect_copy stream:@stream?
gc_memset - mem:@mem offset:u64 value:bytes count:u64 stream:@stream?
gc_memset_rect - rect:&rect_fill stream:@stream?
gc_mem_map - mem:@mem offset:u64 size:u64 flags:~map_flags stream:@stream? >out_mapping:@mapping
gc_mapping_get_address - mapping:@mapping >out_address:u64
gc_mapping_get_attribute - mapping:@mapping attribute:=mapping_attribute >out_value:u64
gc_mapping_get_event - mapping:@mapping >out_event:@event
gc_mapping_unmap - mapping:@mapping stream:@stream?
gc_mapping_release void mapping:@mapping?
gc_pipe_create - context:@context packet_size:u64 max_packets:u64 >out_pipe:@pipe
gc_pipe_get_attribute - pipe:@pipe attribute:=pipe_attribute >out_value:u64
gc_pipe_release void pipe:@pipe?
gc_array_create - context:@context options:&array_options >out_array:@array
gc_array_wrap - context:@context native:u64 >out_array:@array
gc_array_find_format - order:=channel_order channel_type:=channel_type >out_info:&image_format_info
gc_array_channel_count u32 channels:u32
gc_array_get_image_formats - context:@context flags:~array_flags dimensions:u32 >formats:&image_format*
gc_array_get_attribute - array:@array attribute:=array_attribute >out_value:u64
gc_array_get_level - array:@array level:u32 >out_array:@array
gc_array_map - array:@array region:&array_region? flags:~map_flags stream:@stream? >out_mapping:@mapping
gc_array_release void array:@array?
gc_texture_create - context:@context options:&texture_options >out_texture:@texture
gc_texture_get_attribute - texture:@texture attribute:=texture_attribute >out_value:u64
gc_texture_get_array - texture:@texture >out_array:@array
gc_texture_release void texture:@texture?
gc_surface_create - array:@array >out_surface:@surface
gc_surface_get_array - surface:@surface >out_array:@array
gc_surface_release void surface:@surface?
gc_sampler_create - context:@context options:&sampler_options? >out_sampler:@sampler
gc_sampler_get_attribute - sampler:@sampler attribute:=sampler_attribute >out_value:u64
gc_sampler_release void sampler:@sampler?
gc_module_from_source - context:@context source:text options:&compile_options? >out_module:@module
gc_module_from_buffer - context:@context image:bytes options:&module_options? >out_module:@module
gc_module_from_file - context:@context path:str options:&compile_options? >out_module:@module
gc_module_get_kernel - module:@module name:str >out_kernel:@kernel
gc_module_get_kernel_count - module:@module >out_count:size
gc_module_get_kernel_name - module:@module index:size >name:str
gc_module_get_global - module:@module name:str >out_mem:@mem
gc_module_bind_texture - module:@module name:str texture:@texture? stream:@stream?
gc_module_bind_surface - module:@module name:str surface:@surface? stream:@stream?
gc_module_get_texture - module:@module name:str >out_texture:@texture
gc_module_get_surface - module:@module name:str >out_surface:@surface
gc_module_get_log - module:@module >log:str
gc_module_get_attribute - module:@module attribute:=module_attribute >out_value:u64
gc_module_is_cached - module:@module >out_cached:bool
gc_module_release void module:@module?
gc_program_compile - device:@device? source:text options:&compile_options? >out_program:@program
gc_program_get_image - program:@program >image:u8*
gc_program_get_log - program:@program >log:str
gc_program_get_symbol - program:@program name:str >symbol:str
gc_module_from_program - context:@context program:@program options:&module_options? >out_module:@module
gc_program_get_default_options - >options:str
gc_program_set_default_options - options:str*
gc_program_release void program:@program?
gc_module_link - context:@context options:&module_options? inputs:&link_input* >out_module:@module
gc_kernel_get_name - kernel:@kernel >name:str
gc_kernel_get_attribute - kernel:@kernel attribute:=kernel_attribute >out_value:i32
gc_kernel_set_attribute - kernel:@kernel attribute:=kernel_attribute value:i32
gc_kernel_get_occupancy - kernel:@kernel block_size:u32 shared_size:u64 flags:~occupancy_flags >out_block_count:u32
gc_kernel_suggest_block - kernel:@kernel shared_size:u64 max_block_size:u32 >out_block_size:u32 >out_grid_size:u32
gc_kernel_get_param_count - kernel:@kernel >out_count:size
gc_kernel_get_param - kernel:@kernel index:size >out_param:&kernel_param
gc_kernel_release void kernel:@kernel?
gc_launch - kernel:@kernel config:&launch_config$ args:&arg* stream:@stream?
gc_prepared_create - kernel:@kernel config:&launch_config$ args:&arg* >out_prepared:@prepared
gc_prepared_set_arg - prepared:@prepared index:size arg:&arg bytes:bytes?
gc_prepared_set_config - prepared:@prepared config:&launch_config$
gc_prepared_launch - prepared:@prepared config:&launch_config?$ args:&arg* stream:@stream?
gc_prepared_release void prepared:@prepared?
gc_launch_staged - kernel:@kernel config:&launch_config$ args:&arg* host_args:&host_arg* stream:@stream?
gc_stream_begin_capture - stream:@stream mode:=capture_mode
gc_stream_end_capture - stream:@stream >out_graph:@graph
gc_graph_launch - graph:@graph stream:@stream?
gc_graph_get_node_count - graph:@graph >out_count:size
gc_graph_get_node_kind - graph:@graph node:size >out_kind:=graph_node_kind
gc_graph_get_node_kernel - graph:@graph node:size >out_kernel:@kernel
gc_graph_set_arg - graph:@graph node:size index:size arg:&arg bytes:bytes?
gc_graph_get_text - graph:@graph >text:str
gc_graph_release void graph:@graph?
gc_pool_create - context:@context options:&pool_options? >out_pool:@pool
gc_pool_alloc - pool:@pool size:u64 stream:@stream? >out_mem:@mem
gc_pool_get_statistics - pool:@pool >out_statistics:&pool_statistics
gc_pool_free_held - pool:@pool
gc_pool_stop_holding - pool:@pool
gc_pool_set_limit - pool:@pool limit:u64
gc_pool_release void pool:@pool?
gc_ndarray_create - context:@context options:&ndarray_options >out_ndarray:@ndarray
gc_ndarray_from_host - context:@context data:bytes options:&ndarray_options >out_ndarray:@ndarray
gc_ndarray_from_mem - mem:@mem offset:u64 options:&ndarray_options >out_ndarray:@ndarray
gc_ndarray_get_mem - ndarray:@ndarray >out_mem:@mem
gc_ndarray_get_record - ndarray:@ndarray >out_dtype:@dtype
gc_ndarray_get_attribute - ndarray:@ndarray attribute:=ndarray_attribute >out_value:u64
gc_ndarray_get_shape - ndarray:@ndarray >shape:u64*
gc_ndarray_get_strides - ndarray:@ndarray >strides:i64*
gc_ndarray_slice - ndarray:@ndarray slices:&axis_slice* >out_ndarray:@ndarray
gc_ndarray_reshape - ndarray:@ndarray shape:i64* flags:~ndarray_flags >out_ndarray:@ndarray
gc_ndarray_transpose - ndarray:@ndarray axes:u32* >out_ndarray:@ndarray
gc_ndarray_view - ndarray:@ndarray scalar_type:=scalar_type record:@dtype? >out_ndarray:@ndarray
gc_ndarray_get_field - ndarray:@ndarray name:str >out_ndarray:@ndarray
gc_ndarray_copy - dst:@ndarray src:@ndarray stream:@stream?
gc_ndarray_copy_from_host - ndarray:@ndarray data:bytes layout:&ndarray_layout? stream:@stream?
gc_ndarray_copy_to_host - ndarray:@ndarray >data:bytes size:size#data layout:&ndarray_layout? stream:@stream?
gc_ndarray_fill - ndarray:@ndarray value:bytes stream:@stream?
gc_ndarray_apply - ndarray:@ndarray expression:str inputs:@ndarray* scalars:&scalar* stream:@stream?
gc_ndarray_reduce - ndarray:@ndarray src:@ndarray reduction:=reduction axes:u32* stream:@stream?
gc_array_from_ndarray - ndarray:@ndarray array_flags:~array_flags from_flags:~array_from_flags stream:@stream? >out_array:@array
gc_array_from_host - context:@context data:bytes options:&ndarray_options array_flags:~array_flags from_flags:~array_from_flags >out_array:@array
gc_ndarray_release void ndarray:@ndarray?
gc_ndarray_transform_reduce - outputs:@ndarray* expression:str inputs:@ndarray* options:&reduce_options? scalars:&scalar* reductions:=reduction*
 axes:u32* stream:@stream?
gc_ndarray_transform - outputs:@ndarray* expression:str inputs:@ndarray* options:&transform_options? scalars:&scalar* stream:@stream?
gc_prepared_from_expression - outputs:@ndarray* expression:str inputs:@ndarray* options:&transform_options? scalars:&scalar* >out_prepared:@prepared
gc_ndarray_fill_random - ndarray:@ndarray options:&random_options stream:@stream?
gc_ndarray_sort - ndarray:@ndarray src:@ndarray options:&sort_options? stream:@stream?
gc_ndarray_scan - ndarray:@ndarray src:@ndarray reduction:=reduction options:&scan_options? stream:@stream?
gc_ndarray_select - ndarray:@ndarray src:@ndarray? mask:@ndarray count:@ndarray? options:&select_options? stream:@stream?
gc_ndarray_reduce_by_key - keys:@ndarray values:@ndarray? src_keys:@ndarray src_values:@ndarray? reduction:=reduction count:@ndarray?
 options:&select_options? stream:@stream?
gc_ndarray_histogram - counts:@ndarray src:@ndarray options:&histogram_options stream:@stream?
gc_ndarray_search - ndarray:@ndarray sorted:@ndarray values:@ndarray flags:~search_flags stream:@stream?
gc_ndarray_take - ndarray:@ndarray src:@ndarray indices:@ndarray options:&index_options? stream:@stream?
gc_ndarray_put - ndarray:@ndarray indices:@ndarray values:@ndarray options:&index_options? stream:@stream?
gc_ndarray_matmul - ndarray:@ndarray left:@ndarray right:@ndarray options:&matmul_options? stream:@stream?
gc_ndarray_sparse_matmul - ndarray:@ndarray row_offsets:@ndarray columns:@ndarray values:@ndarray right:@ndarray options:&sparse_matmul_options?
 stream:@stream?
gc_ndarray_solve - x:@ndarray a:@ndarray b:@ndarray options:&factor_options? stream:@stream?
gc_ndarray_cholesky - ndarray:@ndarray a:@ndarray options:&factor_options? stream:@stream?
gc_ndarray_qr - q:@ndarray r:@ndarray a:@ndarray options:&factor_options? stream:@stream?
gc_ndarray_svd - values:@ndarray u:@ndarray? vt:@ndarray? a:@ndarray options:&factor_options? stream:@stream?
gc_ndarray_eigh - values:@ndarray vectors:@ndarray? a:@ndarray options:&factor_options? stream:@stream?
gc_ndarray_fft - ndarray:@ndarray src:@ndarray options:&fft_options? stream:@stream?
gc_ndarray_to_dlpack - ndarray:@ndarray flags:~dlpack_flags stream:@stream? >out_tensor:u64
gc_ndarray_from_dlpack - context:@context tensor:u64 flags:~dlpack_flags stream:@stream? >out_ndarray:@ndarray
gc_context_get_comm_engine - context:@context >text:str
gc_comm_create_id - context:@context >out_id:u8[256]
gc_comm_create - context:@context id:bytes? rank:u32 count:u32 options:&comm_options? >out_comm:@comm
gc_comm_create_many - contexts:@context* ranks:u32* id:bytes? count:u32 options:&comm_options? >out_comms:@comm^contexts
gc_comm_from_environment - context:@context? options:&comm_options? >out_comm:@comm
gc_comm_split - comm:@comm color:i32 key:i32 options:&comm_options? >out_comm:@comm?
gc_comm_get_attribute - comm:@comm attribute:=comm_attribute >out_value:u64
gc_comm_query - comm:@comm >out_done:bool
gc_comm_all_reduce - comm:@comm dst:@mem dst_offset:u64 src:@mem src_offset:u64 count:u64 scalar_type:=scalar_type reduction:=comm_reduction
 stream:@stream?
gc_comm_reduce - comm:@comm dst:@mem? dst_offset:u64 src:@mem src_offset:u64 count:u64 scalar_type:=scalar_type reduction:=comm_reduction root:u32
 stream:@stream?
gc_comm_broadcast - comm:@comm dst:@mem dst_offset:u64 src:@mem? src_offset:u64 count:u64 scalar_type:=scalar_type root:u32 stream:@stream?
gc_comm_all_gather - comm:@comm dst:@mem dst_offset:u64 src:@mem src_offset:u64 count:u64 scalar_type:=scalar_type stream:@stream?
gc_comm_reduce_scatter - comm:@comm dst:@mem dst_offset:u64 src:@mem src_offset:u64 count:u64 scalar_type:=scalar_type reduction:=comm_reduction
 stream:@stream?
gc_comm_all_to_all - comm:@comm dst:@mem dst_offset:u64 src:@mem src_offset:u64 count:u64 scalar_type:=scalar_type stream:@stream?
gc_comm_gather - comm:@comm dst:@mem? dst_offset:u64 src:@mem src_offset:u64 count:u64 scalar_type:=scalar_type root:u32 stream:@stream?
gc_comm_scatter - comm:@comm dst:@mem dst_offset:u64 src:@mem? src_offset:u64 count:u64 scalar_type:=scalar_type root:u32 stream:@stream?
gc_comm_send - comm:@comm src:@mem src_offset:u64 count:u64 scalar_type:=scalar_type peer:u32 stream:@stream?
gc_comm_recv - comm:@comm dst:@mem dst_offset:u64 count:u64 scalar_type:=scalar_type peer:u32 stream:@stream?
gc_comm_barrier - comm:@comm stream:@stream?
gc_comm_launch_group - ops:&comm_op*
gc_comm_finalize - comm:@comm timeout_nanoseconds:u64 >out_done:bool
gc_comm_abort - comms:@comm*
gc_comm_release void comm:@comm?
gc_cache_get_statistics - >out_statistics:&cache_statistics
gc_cache_get_directory - >path:str
gc_cache_get_disabled_reason - >reason:str
gc_cache_clear -
gc_profiler_initialize - context:@context options:&profiler_options
gc_profiler_start - context:@context
gc_profiler_stop - context:@context
gc_log_create - level:=log_level >out_log:@log
gc_log_read - log:@log timeout_nanoseconds:u64 >out_record:&log_record >out_done:bool
gc_log_get_descriptor - log:@log >out_descriptor:i32
gc_log_release void log:@log?
gc_device_get_data - device:@device >out_data:&device_data$
gc_device_get_alignment - device:@device word_size:u64 size:u64 >out_alignment:u64 >out_size:u64
gc_device_data_get_occupancy - data:&device_data$ threads:u32 shared_size:u64 registers:u32 >out_record:&occupancy_record
gc_context_set_memo - context:@context key:bytes handle:any? value:u64
gc_context_get_memo - context:@context key:bytes >out_handle:u64 >out_value:u64 >out_found:bool
gc_context_clear_memo - context:@context?
gc_context_defer_cleanup - context:@context defers:bool
"""
# What messages say in Python: C's words and these, longest first.
MESSAGES = """
GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = KernelAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES;
a gc_mem, or a null pointer as an 8-byte SCALAR = an NdArray, a Mem, or ctypes.c_void_p();
GRIDCALL_MAP_WRITE_INVALIDATE_REGION = MapFlags.WRITE_INVALIDATE_REGION; gc_context_get_stream_priority_range = Context.stream_priority_range;
gc_ndarray_copy_from_host: `size` = x.copy_from: the size of `data`; gc_context_get_pointer_attribute = Context.pointer_attribute;
gc_device_get_compute_capability = Device.compute_capability; GRIDCALL_RANDOM_DISTRIBUTION_* = RandomDistribution;
a GRIDCALL_NDARRAY_ATTRIBUTE_* = an NdarrayAttribute; gc_context_disable_peer_access = Context.disable_peer_access;
gc_program_get_default_options = Program.default_options; gc_program_set_default_options = Program.set_default_options;
MAX_DYNAMIC_SHARED_SIZE_BYTES = KernelAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES; gc_context_enable_peer_access = Context.enable_peer_access;
gc_context_get_default_stream = Context.default_stream; gc_device_attribute_from_name = Device.attribute_from_name;
gc_module_from_buffer: `size` = Module.from_buffer: the size of `image`; GRIDCALL_CONTEXT_ATTRIBUTE_* = ContextAttribute;
GRIDCALL_MAPPING_ATTRIBUTE_* = MappingAttribute; GRIDCALL_NDARRAY_ATTRIBUTE_* = NdarrayAttribute; GRIDCALL_POINTER_ATTRIBUTE_* = PointerAttribute;
GRIDCALL_SAMPLER_ATTRIBUTE_* = SamplerAttribute; GRIDCALL_TEXTURE_ATTRIBUTE_* = TextureAttribute; GRIDCALL_VERSION_COMPONENT_* = VersionComponent;
`create_timeout_nanoseconds` = `create_timeout`; a GRIDCALL_ARRAY_ATTRIBUTE_* = an ArrayAttribute; a GRIDCALL_OCCUPANCY_LIMIT_* = an OccupancyLimit;
gc_cache_get_disabled_reason = cache_disabled_reason; gc_completion_get_descriptor = Completion.descriptor;
gc_context_get_device_reason = Context.device_reason; gc_device_data_get_occupancy = preview.device_data_occupancy;
gc_ndarray_from_host: `size` = array: the size of `data`; GRIDCALL_DEVICE_ATTRIBUTE_* = DeviceAttribute;
GRIDCALL_KERNEL_ATTRIBUTE_* = KernelAttribute; GRIDCALL_LAUNCH_COOPERATIVE = LaunchFlags.COOPERATIVE; GRIDCALL_MODULE_ATTRIBUTE_* = ModuleAttribute;
GRIDCALL_RANDOM_GENERATOR_* = RandomGenerator; GRIDCALL_STREAM_ATTRIBUTE_* = StreamAttribute;
MAP_WRITE_INVALIDATE_REGION = MapFlags.WRITE_INVALIDATE_REGION; gc_ndarray_transform_reduce = preview.ndarray_transform_reduce;
gc_prepared_from_expression = preview.prepared_from_expression; GRIDCALL_ARRAY_ATTRIBUTE_* = ArrayAttribute;
GRIDCALL_GRAPH_NODE_KIND_* = GraphNodeKind; GRIDCALL_MEM_ATTACH_MODE_* = MemAttachMode; GRIDCALL_OCCUPANCY_LIMIT_* = OccupancyLimit;
GRIDCALL_PROFILER_OUTPUT_* = ProfilerOutput; gc_array_from_host: `size` = Array.from_host: the size of `data`;
gc_array_get_image_formats = Array.image_formats; gc_context_get_comm_engine = preview.context_comm_engine;
gc_context_get_memory_info = Context.memory_info; gc_device_get_total_memory = Device.total_memory; gc_module_get_kernel_count = Module.kernel_count;
GRIDCALL_COMM_ATTRIBUTE_* = CommAttribute; GRIDCALL_COMM_OPERATION_* = CommOperation; GRIDCALL_COMM_REDUCTION_* = CommReduction;
GRIDCALL_COMPILE_NO_FILES = CompileFlags.NO_FILES; GRIDCALL_HOST_DIRECTION_* = HostDirection; GRIDCALL_PIPE_ATTRIBUTE_* = PipeAttribute;
a GRIDCALL_ADDRESS_MODE_* = an AddressMode; a GRIDCALL_ARRAY_FORMAT_* = an ArrayFormat; gc_device_attribute_entry = DeviceAttributeEntry;
gc_device_can_access_peer = Device.can_access_peer; gc_dtype_get_field_record = DType.field_record;
gc_dtype_scalar_from_name = DType.scalar_from_name; gc_kernel_get_param_count = Kernel.param_count; gc_module_get_kernel_name = Module.kernel_name;
gc_ndarray_copy_from_host = x.copy_from; gc_stream_synchronize_for = Stream.synchronize_for; GRIDCALL_CHANNEL_ORDER_* = ChannelOrder;
GRIDCALL_CONTEXT_SCHED_* = ContextSched; GRIDCALL_MEM_ATTRIBUTE_* = MemAttribute; GRIDCALL_SHARED_CONFIG_* = SharedConfig;
gc_comm_from_environment = preview.Comm.from_environment; gc_context_defer_cleanup = preview.context_defer_cleanup;
gc_context_get_attribute = Context.attribute; gc_context_set_attribute = Context.set_attribute; gc_device_attribute_name = Device.attribute_name;
gc_device_get_attributes = Device.attributes; gc_device_get_pci_bus_id = Device.pci_bus_id; gc_dtype_get_field_count = DType.field_count;
gc_event_synchronize_for = Event.synchronize_for; gc_graph_get_node_kernel = Graph.node_kernel; gc_mapping_get_attribute = Mapping.attribute;
gc_mem_create_sub_region = mem[start:stop]; gc_ndarray_get_attribute = NdArray.attribute; gc_ndarray_reduce_by_key = preview.ndarray_reduce_by_key;
gc_ndarray_sparse_matmul = preview.ndarray_sparse_matmul; gc_sampler_get_attribute = Sampler.attribute;
gc_sparse_matmul_options = SparseMatmulOptions; gc_texture_get_attribute = Texture.attribute; GRIDCALL_ADDRESS_MODE_* = AddressMode;
GRIDCALL_ARRAY_FORMAT_* = ArrayFormat; GRIDCALL_CACHE_CONFIG_* = CacheConfig; GRIDCALL_CAPTURE_MODE_* = CaptureMode;
GRIDCALL_CHANNEL_TYPE_* = ChannelType; GRIDCALL_COMPUTE_MODE_* = ComputeMode; an address as a pointer = an address as a ctypes.c_void_p;
gc_cache_get_statistics = cache_statistics; gc_context_is_supported = Context.is_supported; gc_device_get_alignment = preview.device_alignment;
gc_device_get_attribute = Device.attribute; gc_event_get_ipc_handle = Event.ipc_handle; gc_graph_get_node_count = Graph.node_count;
gc_kernel_get_attribute = Kernel.attribute; gc_kernel_get_occupancy = Kernel.occupancy; gc_kernel_set_attribute = Kernel.set_attribute;
gc_kernel_suggest_block = Kernel.suggest_block; gc_mem_get_host_address = Mem.host_address; gc_mem_register_options = MemRegisterOptions;
gc_module_get_attribute = Module.attribute; gc_ndarray_copy_to_host = x.to_host; gc_stream_begin_capture = Stream.begin_capture;
gc_stream_get_attribute = Stream.attribute; GRIDCALL_COMM_ENGINE_* = CommEngine; GRIDCALL_DEVICE_KIND_* = DeviceKind;
GRIDCALL_DLPACK_LEGACY = DlpackFlags.LEGACY; GRIDCALL_FILTER_MODE_* = FilterMode; GRIDCALL_SCALAR_TYPE_* = ScalarType;
a gc_image_format_info = an ImageFormatInfo; a gc_ndarray_attribute = an NdarrayAttribute; gc_array_channel_count = Array.channel_count;
gc_array_get_attribute = Array.attribute; gc_cache_get_directory = cache_directory; gc_comm_reduce_scatter = preview.Comm.reduce_scatter;
gc_context_get_current = Context.current; gc_context_get_default = Context; gc_context_get_primary = Context;
gc_context_synchronize = Context.synchronize; gc_device_get_by_index = Device.by_index; gc_dtype_get_alignment = DType.alignment;
gc_graph_get_node_kind = Graph.node_kind; gc_handle_get_identity = Object.identity; gc_mapping_get_address = Mapping.address;
gc_memcpy_htod: `size` = mem.copy_from: the size of `src`; gc_module_bind_surface = Module.bind_surface; gc_module_bind_texture = Module.bind_texture;
gc_module_from_program = Module.from_program; gc_ndarray_fill_random = preview.ndarray_fill_random; gc_ndarray_from_dlpack = from_dlpack;
gc_ndarray_get_strides = NdArray.strides; gc_pool_get_statistics = Pool.statistics; gc_prepared_set_config = Prepared.set_config;
gc_profiler_initialize = preview.profiler_initialize; gc_random_distribution = RandomDistribution; GRIDCALL_COMM_CHECKED = CommFlags.CHECKED;
GRIDCALL_COMM_STATE_* = CommState; GRIDCALL_MEM_ADVICE_* = MemAdvice; GRIDCALL_MEM_ORIGIN_* = MemOrigin; GRIDCALL_VALUE_TYPE_* = ValueType;
`timeout_nanoseconds` = `timeout`; a GRIDCALL_ARG_KIND_* = an ArgKind; a gc_occupancy_record = an OccupancyRecord;
gc_array_from_ndarray = Array.from_ndarray; gc_comm_get_attribute = preview.Comm.attribute; gc_completion_release = close;
gc_context_clear_memo = preview.context_clear_memo; gc_context_get_device = Context.device; gc_device_get_default = Device.default;
gc_handle_get_context = Object.context; gc_log_get_descriptor = preview.Log.descriptor; gc_mem_get_ipc_handle = Mem.ipc_handle;
gc_module_from_buffer = Module.from_buffer; gc_module_from_source = Module; gc_module_get_surface = Module.surface;
gc_module_get_texture = Module.texture; gc_ndarray_get_record = NdArray.record; gc_pipe_get_attribute = preview.Pipe.attribute;
gc_program_get_symbol = Program.symbol; gc_stream_end_capture = Stream.end_capture; gc_stream_synchronize = Stream.synchronize;
gc_stream_wait_events = Stream.wait_events; GRIDCALL_LOG_LEVEL_* = LogLevel; GRIDCALL_MEM_PLACE_* = MemPlace; GRIDCALL_REDUCTION_* = Reduction;
`object` of argument = argument; a gc_array_attribute = an ArrayAttribute; a gc_ndarray_options = an NdarrayOptions;
a gc_occupancy_limit = an OccupancyLimit; gc_array_find_format = Array.find_format; gc_comm_launch_group = preview.Comm.launch_group;
gc_completion_create = Completion; gc_context_attribute = ContextAttribute; gc_dtype_scalar_name = DType.scalar_name;
gc_dtype_scalar_size = DType.scalar_size; gc_error_driver_code = Error.driver_code; gc_error_driver_name = Error.driver_name;
gc_error_source_name = Error.source_name; gc_event_get_elapsed = Event.elapsed; gc_event_synchronize = Event.synchronize;
gc_handle_get_native = Object.native; gc_histogram_options = HistogramOptions; gc_image_format_info = ImageFormatInfo;
gc_mapping_attribute = MappingAttribute; gc_mapping_get_event = Mapping.event; gc_mem_get_attribute = Mem.attribute;
gc_module_get_global = Module.global_; gc_module_get_kernel = Module.kernel; gc_ndarray_attribute = NdarrayAttribute; gc_ndarray_from_host = array;
gc_ndarray_get_field = NdArray.field; gc_ndarray_get_shape = NdArray.shape; gc_ndarray_histogram = preview.ndarray_histogram;
gc_ndarray_to_dlpack = numpy.from_dlpack; gc_ndarray_transform = preview.ndarray_transform; gc_ndarray_transpose = NdArray.transpose;
gc_pointer_attribute = PointerAttribute; gc_pool_stop_holding = Pool.stop_holding; gc_program_get_image = Program.image;
gc_sampler_attribute = SamplerAttribute; gc_stream_wait_event = Stream.wait_event; gc_surface_get_array = Surface.array;
gc_texture_attribute = TextureAttribute; gc_texture_get_array = Texture.array; gc_transform_options = TransformOptions;
gc_version_component = VersionComponent; GRIDCALL_ARG_KIND_* = ArgKind; GRIDCALL_CATEGORY_* = Category; GRIDCALL_FFT_NORM_* = FftNorm;
`include_dir_count` = the number of `include_dirs`; `scalar_name_count` = the number of `scalar_names`; a gc_ndarray_layout = an NdarrayLayout;
gc_cache_statistics = CacheStatistics; gc_comm_create_many = preview.Comm.create_many; gc_device_attribute = DeviceAttribute;
gc_device_get_count = Device.count; gc_device_get_index = Device.index; gc_dtype_find_field = DType.find_field;
gc_error_note_count = Error.note_count; gc_kernel_attribute = KernelAttribute; gc_kernel_get_param = Kernel.param;
gc_mem_wrap_options = MemWrapOptions; gc_module_attribute = ModuleAttribute; gc_module_from_file = Module.from_file;
gc_module_is_cached = Module.is_cached; gc_ndarray_cholesky = preview.ndarray_cholesky; gc_ndarray_from_mem = NdArray.from_mem;
gc_occupancy_record = OccupancyRecord; gc_prepared_release = close; gc_prepared_set_arg = prepared[index]; gc_profiler_options = ProfilerOptions;
gc_random_generator = RandomGenerator; gc_stream_attribute = StreamAttribute; GRIDCALL_FEATURE_* = Feature; GRIDCALL_MAP_WRITE = MapFlags.WRITE;
LAUNCH_COOPERATIVE = LaunchFlags.COOPERATIVE; `input_name_count` = the number of `input_names`; `time_nanoseconds` = `time`;
a gc_array_options = an ArrayOptions; a gc_event_options = an EventOptions; a gc_index_options = an IndexOptions; gc_array_attribute = ArrayAttribute;
gc_array_from_host = Array.from_host; gc_array_get_level = Array.level; gc_comm_all_gather = preview.Comm.all_gather;
gc_comm_all_reduce = preview.Comm.all_reduce; gc_comm_all_to_all = preview.Comm.all_to_all; gc_compile_options = CompileOptions;
gc_completion_wait = Completion.wait; gc_context_options = ContextOptions; gc_context_release = close; gc_device_get_data = preview.device_data;
gc_device_get_kind = Device.kind; gc_device_get_name = Device.name; gc_device_get_uuid = Device.uuid; gc_dtype_get_field = DType.field;
gc_graph_node_kind = GraphNodeKind; gc_kernel_get_name = Kernel.name; gc_mapping_release = close; gc_mem_attach_mode = MemAttachMode;
gc_mem_get_address = Mem.address; gc_mem_ipc_options = MemIpcOptions; gc_ndarray_get_mem = NdArray.mem; gc_ndarray_options = NdarrayOptions;
gc_ndarray_release = close; gc_ndarray_reshape = NdArray.reshape; gc_occupancy_limit = OccupancyLimit; gc_pool_statistics = PoolStatistics;
gc_prepared_create = kernel[grid, block].prepare; gc_prepared_launch = kernel[grid, block].prepare; gc_profiler_output = ProfilerOutput;
gc_program_compile = Program.compile; gc_program_get_log = Program.log; gc_program_release = close; gc_sampler_options = SamplerOptions;
gc_sampler_release = close; gc_status_category = status_category; gc_surface_release = close; gc_texture_options = TextureOptions;
gc_texture_release = close; GRIDCALL_MAP_READ = MapFlags.READ; GRIDCALL_STATUS_* = Status; `reduction_count` = the number of `reductions`;
a gc_address_mode = an AddressMode; a gc_array_format = an ArrayFormat; a gc_array_region = an ArrayRegion; a gc_image_format = an ImageFormat;
gc_comm_attribute = CommAttribute; gc_comm_broadcast = preview.Comm.broadcast; gc_comm_create_id = preview.Comm.create_id;
gc_comm_operation = CommOperation; gc_comm_reduction = CommReduction; gc_context_create = Context.create; gc_dtype_get_size = DType.size;
gc_error_function = Error.function; gc_event_open_ipc = Event.open_ipc; gc_factor_options = FactorOptions; gc_graph_get_text = Graph.text;
gc_handle_collect = handle_collect; gc_host_direction = HostDirection; gc_kernel_release = close; gc_matmul_options = MatmulOptions;
gc_mem_get_parent = Mem.parent; gc_module_get_log = Module.log; gc_module_options = ModuleOptions; gc_module_release = close;
gc_ndarray_create = empty or zeros; gc_ndarray_layout = NdarrayLayout; gc_ndarray_matmul = preview.ndarray_matmul; gc_ndarray_reduce = x.reduced;
gc_ndarray_search = preview.ndarray_search; gc_ndarray_select = preview.ndarray_select; gc_pipe_attribute = PipeAttribute;
gc_pool_free_held = Pool.free_held; gc_pool_set_limit = Pool.set_limit; gc_profiler_start = preview.profiler_start; gc_random_options = RandomOptions;
gc_reduce_options = ReduceOptions; gc_sampler_create = Sampler; gc_select_options = SelectOptions; gc_stream_options = StreamOptions;
gc_stream_release = close; gc_surface_create = Surface; gc_texture_create = Texture; COMPILE_NO_FILES = CompileFlags.NO_FILES;
`host_arg_count` = the number of arrays of the host; `instance_count` = the number of `instances`; gc_array_options = ArrayOptions;
gc_array_release = close; gc_channel_order = ChannelOrder; gc_comm_finalize = preview.Comm.finalize; gc_context_sched = ContextSched;
gc_dtype_release = close; gc_error_message = Error.message; gc_error_options = Error.options; gc_error_release = close;
gc_event_options = EventOptions; gc_event_release = close; gc_graph_release = close; gc_graph_set_arg = graph[node, index];
gc_index_options = IndexOptions; gc_launch_config = LaunchConfig; gc_launch_staged = kernel[grid, block]; gc_mapping_unmap = Mapping.unmap;
gc_mem_attribute = MemAttribute; gc_ndarray_apply = out.apply or apply; gc_ndarray_slice = x[1:, ::2]; gc_ndarray_solve = preview.ndarray_solve;
gc_profiler_stop = preview.profiler_stop; gc_shared_config = SharedConfig; gc_stream_cancel = Stream.cancel; gc_stream_create = Stream;
gc_stream_notify = stream.wait; `config->block_ = `block.; `context_count` = the number of `contexts`; a gc_axis_slice = an AxisSlice;
gc_address_mode = AddressMode; gc_array_create = Array; gc_array_format = ArrayFormat; gc_array_region = ArrayRegion; gc_cache_config = CacheConfig;
gc_capture_mode = CaptureMode; gc_channel_type = ChannelType; gc_comm_barrier = preview.Comm.barrier; gc_comm_options = CommOptions;
gc_comm_release = close; gc_comm_scatter = preview.Comm.scatter; gc_compute_mode = ComputeMode; gc_context_push = Context.push;
gc_context_wrap = Context.wrap; gc_dtype_create = DType; gc_error_report = Error.report; gc_error_status = Error.status; gc_event_create = Event;
gc_event_record = Event.record; gc_graph_launch = Graph.launch; gc_handle_count = handle_count; gc_image_format = ImageFormat;
gc_kernel_param = KernelParam; gc_mem_get_size = Mem.size; gc_mem_open_ipc = Mem.open_ipc; gc_mem_prefetch = Mem.prefetch;
gc_mem_register = Mem.register; gc_ndarray_copy = NdArray.copy_ndarray; gc_ndarray_eigh = preview.ndarray_eigh; gc_ndarray_fill = x.fill;
gc_ndarray_scan = preview.ndarray_scan; gc_ndarray_sort = preview.ndarray_sort; gc_ndarray_take = preview.ndarray_take;
gc_ndarray_view = NdArray.view; gc_pipe_release = close; gc_pool_options = PoolOptions; gc_pool_release = close; gc_scan_options = ScanOptions;
gc_sort_options = SortOptions; gc_stream_query = Stream.query; gc_version_text = version_text; `config->grid_ = `grid.;
`content_size` = the size of `content`; `define_count` = the number of `defines`; `header_count` = the number of `headers`;
`option_count` = the number of `options`; `output_count` = the number of `outputs`; `scalar_count` = the number of `scalars`;
`stride_count` = the number of `strides`; gc_cache_clear = cache_clear; gc_comm_create = preview.Comm; gc_comm_engine = CommEngine;
gc_comm_gather = preview.Comm.gather; gc_comm_reduce = preview.Comm.reduce; gc_context_pop = Context.pop; gc_device_data = DeviceData;
gc_device_find = Device; gc_device_kind = DeviceKind; gc_dtype_entry = DtypeEntry; gc_dtype_field = DtypeField; gc_event_query = Event.query;
gc_fft_options = FftOptions; gc_filter_mode = FilterMode; gc_log_release = close; gc_mem_options = MemOptions; gc_mem_release = close;
gc_memcpy_dtoh = mem.to_host; gc_memcpy_htod = mem.copy_from; gc_memcpy_rect = Mem.memcpy_rect; gc_memset_rect = Mem.memset_rect;
gc_module_link = preview.module_link; gc_ndarray_fft = preview.ndarray_fft; gc_ndarray_put = preview.ndarray_put;
gc_ndarray_svd = preview.ndarray_svd; gc_pipe_create = preview.Pipe; gc_pool_create = Pool; gc_scalar_type = ScalarType; gc_status_name = status_name;
gc_status_text = status_text; gc_stream_wrap = Stream.wrap; gc_version_get = version_get; pass memory of = pass an NdArray of;
DLPACK_LEGACY = DlpackFlags.LEGACY; `entry_count` = the number of `entries`; `event_count` = the number of `events`;
`handle_size` = the size of `handle`; `input_count` = the number of `inputs`; `shape_count` = the number of `shape`;
`slice_count` = the number of `slices`; `source_size` = the size of `source`; a gc_arg_kind = an ArgKind;
as kind BYTES = as bytes or a ctypes.Structure; gc_array_wrap = Array.wrap; gc_axis_slice = AxisSlice; gc_comm_abort = preview.Comm.abort;
gc_comm_query = preview.Comm.query; gc_comm_split = preview.Comm.split; gc_comm_state = CommState; gc_completion = Completion;
gc_error_note = Error.note; gc_error_text = Error.text; gc_event_wrap = Event.wrap; gc_link_input = LinkInput; gc_log_create = preview.Log;
gc_log_record = LogRecord; gc_mem_advice = MemAdvice; gc_mem_advise = Mem.advise; gc_mem_attach = Mem.attach; gc_mem_create = Mem.create;
gc_mem_origin = MemOrigin; gc_ndarray_qr = preview.ndarray_qr; gc_pool_alloc = Pool.alloc; gc_value_type = ValueType;
COMM_CHECKED = CommFlags.CHECKED; `axis_count` = the number of `axes`; `bytes_size` = the size of `bytes`; `comm_count` = the number of `comms`;
`rank_count` = the number of `ranks`; `value_size` = the size of `value`; a gc_ndarray = an NdArray; gc_array_map = Array.map;
gc_comm_recv = preview.Comm.recv; gc_comm_send = preview.Comm.send; gc_error_log = Error.log; gc_log_level = LogLevel; gc_mem_alloc = Mem;
gc_mem_place = MemPlace; gc_rect_copy = RectCopy; gc_rect_fill = RectFill; gc_reduction = Reduction; `arg_count` = the number of arguments;
`host_args[ = array `[; `host_size` = the size of `host`; gc_arg_kind = ArgKind; gc_category = Category; gc_copy_end = CopyEnd; gc_fft_norm = FftNorm;
gc_host_arg = HostArg; gc_log_read = preview.Log.read; gc_mem_free = Mem.free; gc_mem_wait = Mem.wait; gc_mem_wrap = Mem.wrap; gc_prepared = Prepared;
gc_sampling = Sampling; `key_size` = the size of `key`; `op_count` = the number of `ops`; `options-> = `; a gc_array = an Array;
a gc_error = an Error; a gc_event = an Event; gc_comm_op = CommOp; gc_context = Context; gc_feature = Feature; gc_mapping = Mapping;
gc_mem_map = mem.map; gc_mem_use = Mem.use_on; gc_ndarray = NdArray; gc_program = Program; gc_sampler = Sampler; gc_surface = Surface;
gc_texture = Texture; gc_version = version; MAP_WRITE = MapFlags.WRITE; `config-> = `; `id_size` = the size of `id`; gc_define = Define;
gc_device = Device; gc_header = Header; gc_kernel = Kernel; gc_launch = kernel[grid, block]; gc_memcpy = mem.copy_from; gc_memset = mem.fill;
gc_module = Module; gc_scalar = Scalar; gc_status = Status; gc_stream = Stream; MAP_READ = MapFlags.READ; a gc_arg = an Arg; gc_array = Array;
gc_dtype = DType; gc_error = Error; gc_event = Event; gc_graph = Graph; gc_comm = Comm; gc_pipe = Pipe; gc_pool = Pool; gc_arg = Arg; gc_log = Log;
gc_mem = Mem; NULL = None
"""
