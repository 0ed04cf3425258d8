// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;

/// A way to read an array or linear memory in kernels. An opaque identifier, not an address: never
/// dereferenced.
#[repr(C)]
pub struct gc_texture {
    _private: [u8; 0],
}

/// A way to read and write an array in kernels. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_surface {
    _private: [u8; 0],
}

/// A way in which textures are read. An opaque identifier, not an address: never dereferenced.
#[repr(C)]
pub struct gc_sampler {
    _private: [u8; 0],
}

/// The treatment of coordinates outside a texture. CUDA's numbers.
pub type gc_address_mode = i32;
/// The texture repeats (OpenCL: REPEAT). Without normalized coordinates it is CLAMP.
pub const GRIDCALL_ADDRESS_MODE_WRAP: gc_address_mode = 0;
/// The nearest edge (OpenCL: CLAMP_TO_EDGE, and NONE).
pub const GRIDCALL_ADDRESS_MODE_CLAMP: gc_address_mode = 1;
/// The texture repeats, every other time mirrored (OpenCL: MIRRORED_REPEAT). Without normalized coordinates
/// it is CLAMP.
pub const GRIDCALL_ADDRESS_MODE_MIRROR: gc_address_mode = 2;
/// The border colour (OpenCL: CLAMP).
pub const GRIDCALL_ADDRESS_MODE_BORDER: gc_address_mode = 3;

/// The elements that a read combines. CUDA's numbers.
pub type gc_filter_mode = i32;
/// The nearest element (OpenCL: NEAREST).
pub const GRIDCALL_FILTER_MODE_POINT: gc_filter_mode = 0;
/// The weighted mean of the 2, 4 or 8 nearest elements, with weights of 8 bits.
pub const GRIDCALL_FILTER_MODE_LINEAR: gc_filter_mode = 1;

/// Attributes of a sampler. gridcall's own numbers; floating-point numbers are their 32 bits.
pub type gc_sampler_attribute = i32;
/// GRIDCALL_SAMPLING_\* bits.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_FLAGS: gc_sampler_attribute = 100001;
/// The gc_address_mode of x.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_X: gc_sampler_attribute = 100002;
/// The gc_address_mode of y.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Y: gc_sampler_attribute = 100003;
/// The gc_address_mode of z.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Z: gc_sampler_attribute = 100004;
/// The gc_filter_mode.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_FILTER: gc_sampler_attribute = 100005;
/// The gc_filter_mode between levels.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_MIP_FILTER: gc_sampler_attribute = 100006;
/// Elements along the longer gradient.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_MAX_ANISOTROPY: gc_sampler_attribute = 100007;
/// The level's bias.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_BIAS: gc_sampler_attribute = 100008;
/// The least level.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_MIN_LEVEL: gc_sampler_attribute = 100009;
/// The greatest level.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_MAX_LEVEL: gc_sampler_attribute = 100010;
/// The number of handles and textures that hold it.
pub const GRIDCALL_SAMPLER_ATTRIBUTE_REFERENCE_COUNT: gc_sampler_attribute = 100011;

/// Attributes of a texture. gridcall's own numbers, up to MAX_LEVEL those of gc_sampler_attribute;
/// floating-point numbers are their 32 bits.
pub type gc_texture_attribute = i32;
/// GRIDCALL_SAMPLING_\* bits.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_SAMPLING_FLAGS: gc_texture_attribute = 100001;
/// The gc_address_mode of x.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_X: gc_texture_attribute = 100002;
/// The gc_address_mode of y.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Y: gc_texture_attribute = 100003;
/// The gc_address_mode of z.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Z: gc_texture_attribute = 100004;
/// The gc_filter_mode.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_FILTER: gc_texture_attribute = 100005;
/// The gc_filter_mode between levels.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_MIP_FILTER: gc_texture_attribute = 100006;
/// Elements along the longer gradient.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_MAX_ANISOTROPY: gc_texture_attribute = 100007;
/// The level's bias.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_BIAS: gc_texture_attribute = 100008;
/// The least level.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_MIN_LEVEL: gc_texture_attribute = 100009;
/// The greatest level.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_MAX_LEVEL: gc_texture_attribute = 100010;
/// GRIDCALL_TEXTURE_\* bits.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_FLAGS: gc_texture_attribute = 100021;
/// The gc_array_format that it reads.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_FORMAT: gc_texture_attribute = 100022;
/// The channels of an element.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_CHANNELS: gc_texture_attribute = 100023;
/// Bytes between where the texture begins and where the memory's part does; 0 but with ALLOW_OFFSET.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_OFFSET: gc_texture_attribute = 100024;
/// The device address of the first element of linear memory, as gc_mem_get_address of the part has it; 0 of
/// an array.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS: gc_texture_attribute = 100025;
/// Elements of a row.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_WIDTH: gc_texture_attribute = 100026;
/// Rows; 0: of one row.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_HEIGHT: gc_texture_attribute = 100027;
/// Bytes from row to row of linear memory with rows; else 0.
pub const GRIDCALL_TEXTURE_ATTRIBUTE_ROW_PITCH: gc_texture_attribute = 100028;

/// The meaning of coordinates. CUDA's bit (CU_TRSF_...).
pub type gc_sampling_flags = u64;
/// From 0 to 1 across the texture, else in elements.
pub const GRIDCALL_SAMPLING_NORMALIZED_COORDINATES: gc_sampling_flags = 1 << 1;

/// Flags of how a texture converts what it reads. CUDA's bits (CU_TRSF_...), but ALLOW_OFFSET.
pub type gc_texture_flags = u64;
/// Integers are read as they are; else those of 8 and 16 bits as numbers from 0 or -1 to 1.
pub const GRIDCALL_TEXTURE_READ_AS_INTEGER: gc_texture_flags = 1 << 0;
/// Channels of 8 bits are sRGB and are made linear, but the last of 2 and of 4.
pub const GRIDCALL_TEXTURE_SRGB: gc_texture_flags = 1 << 4;
/// Filtering combines faces of a cube. GPU only.
pub const GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP: gc_texture_flags = 1 << 6;
/// Linear memory may begin at no multiple of the device's alignment: the texture begins before it, and the
/// attribute OFFSET tells how many bytes.
pub const GRIDCALL_TEXTURE_ALLOW_OFFSET: gc_texture_flags = 1 << 32;

/// The way in which a texture is read. All zero: WRAP, POINT, coordinates in elements.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sampling {
    /// GRIDCALL_SAMPLING_\* bits.
    pub flags: gc_sampling_flags,
    /// The treatment of x outside the texture.
    pub address_x: gc_address_mode,
    /// The treatment of y outside the texture.
    pub address_y: gc_address_mode,
    /// The treatment of z outside the texture.
    pub address_z: gc_address_mode,
    /// The filter within one level.
    pub filter: gc_filter_mode,
    /// The filter between two levels.
    pub mip_filter: gc_filter_mode,
    /// Elements along the longer gradient, at most 16; 0 and 1: one. The CPU device has no anisotropic
    /// filter: gc_texture_create returns UNSUPPORTED for more.
    pub max_anisotropy: u32,
    /// Added to the level that tex2DLod and tex2DGrad (and their kin) ask for.
    pub bias: f32,
    /// The least level that is read.
    pub min_level: f32,
    /// The greatest level that is read, as CUDA's maxMipmapLevelClamp: 0 is level 0 alone; a number not below
    /// the array's levels reads them all.
    pub max_level: f32,
    /// The border colour's first channel.
    pub border_r: f32,
    /// The second.
    pub border_g: f32,
    /// The third.
    pub border_b: f32,
    /// The fourth.
    pub border_a: f32,
    /// Zero.
    pub reserved: u32,
}

/// Options of a sampler.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sampler_options {
    /// sizeof(gc_sampler_options).
    pub struct_size: usize,
    /// The way in which a texture is read.
    pub sampling: gc_sampling,
}

/// The source of a texture, and how it is read: an array, a row of linear memory (`height` 0), or rows of
/// linear memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_texture_options {
    /// sizeof(gc_texture_options).
    pub struct_size: usize,
    /// GRIDCALL_TEXTURE_\* bits.
    pub flags: gc_texture_flags,
    /// The array.
    pub array: *mut gc_array,
    /// The linear memory.
    pub mem: *mut gc_mem,
    /// The first byte in `mem`: a multiple of the device's TEXTURE_ALIGNMENT.
    pub offset: u64,
    /// Elements of a row of `mem`.
    pub width: u64,
    /// Rows of `mem`; 0: one row, which kernels read with tex1Dfetch alone.
    pub height: u64,
    /// From row to row of `mem`: a multiple of the device's TEXTURE_PITCH_ALIGNMENT. 0: the memory's own
    /// pitch, else rows without a gap.
    pub row_pitch: u64,
    /// The gc_array_format of `mem`; 0 with an array.
    pub format: i32,
    /// The channels of `mem`; 0 with an array.
    pub channels: u32,
    /// The way in which it is read.
    pub sampling: gc_sampling,
    /// Takes the place of `sampling`, which is then all zero.
    pub sampler: *mut gc_sampler,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes a texture. Filtering integers that are read as integers works on the GPUs that were tried and on
    /// the CPU device; CUDA does not promise it.
    pub fn gc_texture_create(context: *mut gc_context, options: *const gc_texture_options, out_texture: *mut *mut gc_texture, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of a texture. NOT_FOUND for a number that is none.
    pub fn gc_texture_get_attribute(texture: *mut gc_texture, attribute: gc_texture_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// The array that a texture reads. NOT_FOUND if it reads linear memory.
    pub fn gc_texture_get_array(texture: *mut gc_texture, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a texture. It goes back to the driver when the launches that were given it are done.
    pub fn gc_texture_release(texture: *mut gc_texture);
    /// Makes a surface of an array that was made with SURFACE_LDST.
    pub fn gc_surface_create(array: *mut gc_array, out_surface: *mut *mut gc_surface, out_error: *mut *mut gc_error) -> gc_status;
    /// The array of a surface.
    pub fn gc_surface_get_array(surface: *mut gc_surface, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a surface. It goes back to the driver when the launches that were given it are done.
    pub fn gc_surface_release(surface: *mut gc_surface);
    /// Makes a sampler.
    pub fn gc_sampler_create(context: *mut gc_context, options: *const gc_sampler_options, out_sampler: *mut *mut gc_sampler, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of a sampler. NOT_FOUND for a number that is none.
    pub fn gc_sampler_get_attribute(sampler: *mut gc_sampler, attribute: gc_sampler_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases a sampler. Textures made with it stay.
    pub fn gc_sampler_release(sampler: *mut gc_sampler);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes a texture. Filtering integers that are read as integers works on the GPUs that were tried and on
    /// the CPU device; CUDA does not promise it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_texture_create(context: *mut gc_context, options: *const gc_texture_options, out_texture: *mut *mut gc_texture, out_error: *mut *mut gc_error) -> gc_status {
        match function!(texture_create) {
            Some(function) => function(context, options, out_texture, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of a texture. NOT_FOUND for a number that is none.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_texture_get_attribute(texture: *mut gc_texture, attribute: gc_texture_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(texture_get_attribute) {
            Some(function) => function(texture, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The array that a texture reads. NOT_FOUND if it reads linear memory.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_texture_get_array(texture: *mut gc_texture, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status {
        match function!(texture_get_array) {
            Some(function) => function(texture, out_array, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a texture. It goes back to the driver when the launches that were given it are done.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_texture_release(texture: *mut gc_texture) {
        if let Some(function) = function!(texture_release) {
            function(texture)
        }
    }

    /// Makes a surface of an array that was made with SURFACE_LDST.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_surface_create(array: *mut gc_array, out_surface: *mut *mut gc_surface, out_error: *mut *mut gc_error) -> gc_status {
        match function!(surface_create) {
            Some(function) => function(array, out_surface, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The array of a surface.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_surface_get_array(surface: *mut gc_surface, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status {
        match function!(surface_get_array) {
            Some(function) => function(surface, out_array, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a surface. It goes back to the driver when the launches that were given it are done.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_surface_release(surface: *mut gc_surface) {
        if let Some(function) = function!(surface_release) {
            function(surface)
        }
    }

    /// Makes a sampler.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_sampler_create(context: *mut gc_context, options: *const gc_sampler_options, out_sampler: *mut *mut gc_sampler, out_error: *mut *mut gc_error) -> gc_status {
        match function!(sampler_create) {
            Some(function) => function(context, options, out_sampler, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of a sampler. NOT_FOUND for a number that is none.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_sampler_get_attribute(sampler: *mut gc_sampler, attribute: gc_sampler_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(sampler_get_attribute) {
            Some(function) => function(sampler, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases a sampler. Textures made with it stay.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_sampler_release(sampler: *mut gc_sampler) {
        if let Some(function) = function!(sampler_release) {
            function(sampler)
        }
    }
}
