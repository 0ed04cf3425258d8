// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

//! What the header says of sizes and offsets, held against what this compiler makes of the structs.

use super::*;

#[cfg(target_pointer_width = "64")]
const _: () = {
    macro_rules! offset {
        ($t:ty, $f:ident) => {{
            let whole = core::mem::MaybeUninit::<$t>::uninit();
            let base = whole.as_ptr();
            // SAFETY: both pointers lie in `whole`, and nothing is read.
            unsafe { (core::ptr::addr_of!((*base).$f) as *const u8).offset_from(base as *const u8) }
        }};
    }
    assert!(core::mem::size_of::<gc_device_attribute_entry>() == 8);
    assert!(offset!(gc_device_attribute_entry, attribute) == 0);
    assert!(offset!(gc_device_attribute_entry, value) == 4);
    assert!(core::mem::size_of::<gc_context_options>() == 8);
    assert!(offset!(gc_context_options, struct_size) == 0);
    assert!(core::mem::size_of::<gc_stream_options>() == 24);
    assert!(offset!(gc_stream_options, struct_size) == 0);
    assert!(offset!(gc_stream_options, flags) == 8);
    assert!(offset!(gc_stream_options, priority) == 16);
    assert!(offset!(gc_stream_options, reserved) == 20);
    assert!(core::mem::size_of::<gc_event_options>() == 16);
    assert!(offset!(gc_event_options, struct_size) == 0);
    assert!(offset!(gc_event_options, flags) == 8);
    assert!(core::mem::size_of::<gc_mem_options>() == 72);
    assert!(offset!(gc_mem_options, struct_size) == 0);
    assert!(offset!(gc_mem_options, flags) == 8);
    assert!(offset!(gc_mem_options, place) == 16);
    assert!(offset!(gc_mem_options, attach) == 20);
    assert!(offset!(gc_mem_options, size) == 24);
    assert!(offset!(gc_mem_options, alignment) == 32);
    assert!(offset!(gc_mem_options, height) == 40);
    assert!(offset!(gc_mem_options, element_size) == 48);
    assert!(offset!(gc_mem_options, reserved) == 52);
    assert!(offset!(gc_mem_options, content) == 56);
    assert!(offset!(gc_mem_options, content_size) == 64);
    assert!(core::mem::size_of::<gc_mem_register_options>() == 16);
    assert!(offset!(gc_mem_register_options, struct_size) == 0);
    assert!(offset!(gc_mem_register_options, flags) == 8);
    assert!(core::mem::size_of::<gc_mem_host_options>() == 16);
    assert!(offset!(gc_mem_host_options, struct_size) == 0);
    assert!(offset!(gc_mem_host_options, flags) == 8);
    assert!(core::mem::size_of::<gc_mem_wrap_options>() == 24);
    assert!(offset!(gc_mem_wrap_options, struct_size) == 0);
    assert!(offset!(gc_mem_wrap_options, host_address) == 8);
    assert!(offset!(gc_mem_wrap_options, flags) == 16);
    assert!(core::mem::size_of::<gc_define>() == 16);
    assert!(offset!(gc_define, name) == 0);
    assert!(offset!(gc_define, value) == 8);
    assert!(core::mem::size_of::<gc_header>() == 16);
    assert!(offset!(gc_header, name) == 0);
    assert!(offset!(gc_header, text) == 8);
    assert!(core::mem::size_of::<gc_compile_options>() == 112);
    assert!(offset!(gc_compile_options, struct_size) == 0);
    assert!(offset!(gc_compile_options, flags) == 8);
    assert!(offset!(gc_compile_options, name) == 16);
    assert!(offset!(gc_compile_options, arch) == 24);
    assert!(offset!(gc_compile_options, options) == 32);
    assert!(offset!(gc_compile_options, option_count) == 40);
    assert!(offset!(gc_compile_options, defines) == 48);
    assert!(offset!(gc_compile_options, define_count) == 56);
    assert!(offset!(gc_compile_options, include_dirs) == 64);
    assert!(offset!(gc_compile_options, include_dir_count) == 72);
    assert!(offset!(gc_compile_options, headers) == 80);
    assert!(offset!(gc_compile_options, header_count) == 88);
    assert!(offset!(gc_compile_options, instances) == 96);
    assert!(offset!(gc_compile_options, instance_count) == 104);
    assert!(core::mem::size_of::<gc_module_options>() == 8);
    assert!(offset!(gc_module_options, struct_size) == 0);
    assert!(core::mem::size_of::<gc_kernel_param>() == 48);
    assert!(offset!(gc_kernel_param, struct_size) == 0);
    assert!(offset!(gc_kernel_param, offset) == 8);
    assert!(offset!(gc_kernel_param, size) == 16);
    assert!(offset!(gc_kernel_param, value_type) == 24);
    assert!(offset!(gc_kernel_param, reserved) == 28);
    assert!(offset!(gc_kernel_param, type_name) == 32);
    assert!(offset!(gc_kernel_param, name) == 40);
    assert!(core::mem::size_of::<gc_arg>() == 32);
    assert!(offset!(gc_arg, kind) == 0);
    assert!(offset!(gc_arg, size) == 4);
    assert!(offset!(gc_arg, bits) == 8);
    assert!(offset!(gc_arg, object) == 16);
    assert!(offset!(gc_arg, value_type) == 24);
    assert!(offset!(gc_arg, reserved) == 28);
    assert!(core::mem::size_of::<gc_launch_config>() == 64);
    assert!(offset!(gc_launch_config, struct_size) == 0);
    assert!(offset!(gc_launch_config, grid_x) == 8);
    assert!(offset!(gc_launch_config, grid_y) == 12);
    assert!(offset!(gc_launch_config, grid_z) == 16);
    assert!(offset!(gc_launch_config, block_x) == 20);
    assert!(offset!(gc_launch_config, block_y) == 24);
    assert!(offset!(gc_launch_config, block_z) == 28);
    assert!(offset!(gc_launch_config, shared_size) == 32);
    assert!(offset!(gc_launch_config, bytes) == 40);
    assert!(offset!(gc_launch_config, bytes_size) == 48);
    assert!(offset!(gc_launch_config, timeout_nanoseconds) == 56);
    assert!(core::mem::size_of::<gc_pool_options>() == 24);
    assert!(offset!(gc_pool_options, struct_size) == 0);
    assert!(offset!(gc_pool_options, place) == 8);
    assert!(offset!(gc_pool_options, reserved) == 12);
    assert!(offset!(gc_pool_options, limit) == 16);
    assert!(core::mem::size_of::<gc_pool_statistics>() == 56);
    assert!(offset!(gc_pool_statistics, struct_size) == 0);
    assert!(offset!(gc_pool_statistics, held_blocks) == 8);
    assert!(offset!(gc_pool_statistics, held_bytes) == 16);
    assert!(offset!(gc_pool_statistics, active_blocks) == 24);
    assert!(offset!(gc_pool_statistics, active_bytes) == 32);
    assert!(offset!(gc_pool_statistics, peak_bytes) == 40);
    assert!(offset!(gc_pool_statistics, limit) == 48);
    assert!(core::mem::size_of::<gc_cache_statistics>() == 40);
    assert!(offset!(gc_cache_statistics, struct_size) == 0);
    assert!(offset!(gc_cache_statistics, hits) == 8);
    assert!(offset!(gc_cache_statistics, misses) == 16);
    assert!(offset!(gc_cache_statistics, errors) == 24);
    assert!(offset!(gc_cache_statistics, enabled) == 32);
    assert!(offset!(gc_cache_statistics, reserved) == 36);
};
