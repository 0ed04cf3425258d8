// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::*;
use core::ffi::c_char;

/// Memory of 1, 2 or 3 dimensions in the device's own layout. An opaque identifier, not an address: never
/// dereferenced.
#[repr(C)]
pub struct gc_array {
    _private: [u8; 0],
}

/// The type of a channel of an element. CUDA's numbers (CU_AD_FORMAT_...).
pub type gc_array_format = i32;
/// An unsigned integer of 8 bits.
pub const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8: gc_array_format = 1;
/// An unsigned integer of 16 bits.
pub const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16: gc_array_format = 2;
/// An unsigned integer of 32 bits.
pub const GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32: gc_array_format = 3;
/// A signed integer of 8 bits.
pub const GRIDCALL_ARRAY_FORMAT_SIGNED_INT8: gc_array_format = 8;
/// A signed integer of 16 bits.
pub const GRIDCALL_ARRAY_FORMAT_SIGNED_INT16: gc_array_format = 9;
/// A signed integer of 32 bits.
pub const GRIDCALL_ARRAY_FORMAT_SIGNED_INT32: gc_array_format = 10;
/// A floating-point number of 16 bits.
pub const GRIDCALL_ARRAY_FORMAT_HALF: gc_array_format = 16;
/// A floating-point number of 32 bits.
pub const GRIDCALL_ARRAY_FORMAT_FLOAT: gc_array_format = 32;
/// Four channels in 32 bits, 10, 10, 10 and 2, the first one lowest, always read as numbers from 0 to 1. An
/// array of it has 4 channels.
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2: gc_array_format = 80;
/// One channel of 8 bits, always read as a number from 0 to 1.
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X1: gc_array_format = 192;
/// Two channels of 8 bits, always read as numbers from 0 to 1.
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X2: gc_array_format = 193;
/// Four channels of 8 bits, always read as numbers from 0 to 1.
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT8X4: gc_array_format = 194;
/// One channel of 16 bits, always read as a number from 0 to 1.
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X1: gc_array_format = 195;
/// Two channels of 16 bits, always read as numbers from 0 to 1.
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X2: gc_array_format = 196;
/// Four channels of 16 bits, always read as numbers from 0 to 1.
pub const GRIDCALL_ARRAY_FORMAT_UNORM_INT16X4: gc_array_format = 197;
/// One channel of 8 bits, always read as a number from -1 to 1.
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X1: gc_array_format = 198;
/// Two channels of 8 bits, always read as numbers from -1 to 1.
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X2: gc_array_format = 199;
/// Four channels of 8 bits, always read as numbers from -1 to 1.
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT8X4: gc_array_format = 200;
/// One channel of 16 bits, always read as a number from -1 to 1.
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X1: gc_array_format = 201;
/// Two channels of 16 bits, always read as numbers from -1 to 1.
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X2: gc_array_format = 202;
/// Four channels of 16 bits, always read as numbers from -1 to 1.
pub const GRIDCALL_ARRAY_FORMAT_SNORM_INT16X4: gc_array_format = 203;

/// The channels of an element of an image, and their order. OpenCL's numbers.
pub type gc_channel_order = i32;
/// One channel.
pub const GRIDCALL_CHANNEL_ORDER_R: gc_channel_order = 4272;
/// Alpha alone.
pub const GRIDCALL_CHANNEL_ORDER_A: gc_channel_order = 4273;
/// Two channels.
pub const GRIDCALL_CHANNEL_ORDER_RG: gc_channel_order = 4274;
/// Red and alpha.
pub const GRIDCALL_CHANNEL_ORDER_RA: gc_channel_order = 4275;
/// Three channels.
pub const GRIDCALL_CHANNEL_ORDER_RGB: gc_channel_order = 4276;
/// Four channels.
pub const GRIDCALL_CHANNEL_ORDER_RGBA: gc_channel_order = 4277;
/// Four channels, blue first.
pub const GRIDCALL_CHANNEL_ORDER_BGRA: gc_channel_order = 4278;
/// Four channels, alpha first.
pub const GRIDCALL_CHANNEL_ORDER_ARGB: gc_channel_order = 4279;
/// One channel that is read as all four.
pub const GRIDCALL_CHANNEL_ORDER_INTENSITY: gc_channel_order = 4280;
/// One channel that is read as red, green and blue.
pub const GRIDCALL_CHANNEL_ORDER_LUMINANCE: gc_channel_order = 4281;
/// One channel and padding.
pub const GRIDCALL_CHANNEL_ORDER_RX: gc_channel_order = 4282;
/// Two channels and padding.
pub const GRIDCALL_CHANNEL_ORDER_RGX: gc_channel_order = 4283;
/// Three channels and padding.
pub const GRIDCALL_CHANNEL_ORDER_RGBX: gc_channel_order = 4284;
/// A depth.
pub const GRIDCALL_CHANNEL_ORDER_DEPTH: gc_channel_order = 4285;
/// A depth and a stencil.
pub const GRIDCALL_CHANNEL_ORDER_DEPTH_STENCIL: gc_channel_order = 4286;
/// Three channels, sRGB.
pub const GRIDCALL_CHANNEL_ORDER_SRGB: gc_channel_order = 4287;
/// Three channels, sRGB, and padding.
pub const GRIDCALL_CHANNEL_ORDER_SRGBX: gc_channel_order = 4288;
/// Three channels, sRGB, and alpha.
pub const GRIDCALL_CHANNEL_ORDER_SRGBA: gc_channel_order = 4289;
/// Three channels, sRGB, blue first, and alpha.
pub const GRIDCALL_CHANNEL_ORDER_SBGRA: gc_channel_order = 4290;
/// Four channels, alpha first, red last.
pub const GRIDCALL_CHANNEL_ORDER_ABGR: gc_channel_order = 4291;

/// The type of a channel of an image. OpenCL's numbers.
pub type gc_channel_type = i32;
/// 8 bits, a number from -1 to 1.
pub const GRIDCALL_CHANNEL_TYPE_SNORM_INT8: gc_channel_type = 4304;
/// 16 bits, a number from -1 to 1.
pub const GRIDCALL_CHANNEL_TYPE_SNORM_INT16: gc_channel_type = 4305;
/// 8 bits, a number from 0 to 1.
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT8: gc_channel_type = 4306;
/// 16 bits, a number from 0 to 1.
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT16: gc_channel_type = 4307;
/// Three channels in 16 bits.
pub const GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_565: gc_channel_type = 4308;
/// Three channels in 15 of 16 bits.
pub const GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_555: gc_channel_type = 4309;
/// Three channels in 30 of 32 bits.
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010: gc_channel_type = 4310;
/// A signed integer of 8 bits.
pub const GRIDCALL_CHANNEL_TYPE_SIGNED_INT8: gc_channel_type = 4311;
/// A signed integer of 16 bits.
pub const GRIDCALL_CHANNEL_TYPE_SIGNED_INT16: gc_channel_type = 4312;
/// A signed integer of 32 bits.
pub const GRIDCALL_CHANNEL_TYPE_SIGNED_INT32: gc_channel_type = 4313;
/// An unsigned integer of 8 bits.
pub const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT8: gc_channel_type = 4314;
/// An unsigned integer of 16 bits.
pub const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT16: gc_channel_type = 4315;
/// An unsigned integer of 32 bits.
pub const GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT32: gc_channel_type = 4316;
/// A floating-point number of 16 bits.
pub const GRIDCALL_CHANNEL_TYPE_HALF_FLOAT: gc_channel_type = 4317;
/// A floating-point number of 32 bits.
pub const GRIDCALL_CHANNEL_TYPE_FLOAT: gc_channel_type = 4318;
/// 24 bits, a number from 0 to 1.
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT24: gc_channel_type = 4319;
/// Four channels in 32 bits: 10, 10, 10 and 2.
pub const GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2: gc_channel_type = 4320;

/// Attributes of an array. gridcall's own numbers.
pub type gc_array_attribute = i32;
/// Elements of a row.
pub const GRIDCALL_ARRAY_ATTRIBUTE_WIDTH: gc_array_attribute = 100001;
/// Rows; 0: of one dimension.
pub const GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT: gc_array_attribute = 100002;
/// Slices, layers or faces; 0: of one or two dimensions.
pub const GRIDCALL_ARRAY_ATTRIBUTE_DEPTH: gc_array_attribute = 100003;
/// The gc_array_format.
pub const GRIDCALL_ARRAY_ATTRIBUTE_FORMAT: gc_array_attribute = 100004;
/// Channels of an element.
pub const GRIDCALL_ARRAY_ATTRIBUTE_CHANNELS: gc_array_attribute = 100005;
/// GRIDCALL_ARRAY_\* bits.
pub const GRIDCALL_ARRAY_ATTRIBUTE_FLAGS: gc_array_attribute = 100006;
/// Levels; 0: without.
pub const GRIDCALL_ARRAY_ATTRIBUTE_LEVELS: gc_array_attribute = 100007;
/// The level that it is, of an array that gc_array_get_level returned; else 0.
pub const GRIDCALL_ARRAY_ATTRIBUTE_LEVEL: gc_array_attribute = 100008;
/// Layers; 0: none. Of a layered cube map each has six faces.
pub const GRIDCALL_ARRAY_ATTRIBUTE_LAYERS: gc_array_attribute = 100009;
/// Bytes of an element.
pub const GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE: gc_array_attribute = 100010;
/// Bytes of all elements of this level, without what the device adds.
pub const GRIDCALL_ARRAY_ATTRIBUTE_SIZE: gc_array_attribute = 100011;
/// Samples of an element: always 0.
pub const GRIDCALL_ARRAY_ATTRIBUTE_SAMPLES: gc_array_attribute = 100012;
/// The gc_channel_order: R, RG or RGBA.
pub const GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_ORDER: gc_array_attribute = 100013;
/// The gc_channel_type.
pub const GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_TYPE: gc_array_attribute = 100014;
/// Bytes from row to row where the host or memory has the elements without gaps, as a mapping of all of it.
/// How far apart the device's own rows are is not told by any driver.
pub const GRIDCALL_ARRAY_ATTRIBUTE_ROW_PITCH: gc_array_attribute = 100015;
/// Bytes from slice to slice there, or from layer to layer; 0 of an array of one or two dimensions.
pub const GRIDCALL_ARRAY_ATTRIBUTE_SLICE_PITCH: gc_array_attribute = 100016;
/// The number of its holders: its handles, its levels, textures, surfaces and mappings, calls under way. For
/// finding leaks.
pub const GRIDCALL_ARRAY_ATTRIBUTE_REFERENCE_COUNT: gc_array_attribute = 100017;
/// The number of its mappings that are mapped.
pub const GRIDCALL_ARRAY_ATTRIBUTE_MAP_COUNT: gc_array_attribute = 100018;

/// The kind of an array and the uses it allows. CUDA's bits (CUDA_ARRAY3D_...).
pub type gc_array_flags = u64;
/// `depth` counts layers of 1 or 2 dimensions.
pub const GRIDCALL_ARRAY_LAYERED: gc_array_flags = 1 << 0;
/// A surface may be made of it.
pub const GRIDCALL_ARRAY_SURFACE_LDST: gc_array_flags = 1 << 1;
/// `depth` counts the faces of a cube: 6, with LAYERED a multiple of 6. Width and height are equal.
pub const GRIDCALL_ARRAY_CUBEMAP: gc_array_flags = 1 << 2;
/// Kernels may use tex2Dgather. Of 2 dimensions alone.
pub const GRIDCALL_ARRAY_TEXTURE_GATHER: gc_array_flags = 1 << 3;

/// A format of images in OpenCL's terms.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_image_format {
    /// The channels and their order.
    pub order: gc_channel_order,
    /// The type of a channel.
    pub channel_type: gc_channel_type,
}

/// The format of arrays that stands for a format of images.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_image_format_info {
    /// sizeof(gc_image_format_info).
    pub struct_size: usize,
    /// The format of an array.
    pub format: gc_array_format,
    /// Its channels.
    pub channels: u32,
    /// The bytes of a channel; 0 where several share them (UNORM_INT_101010_2).
    pub channel_size: u32,
    /// The bytes of an element.
    pub element_size: u32,
    /// The order as text: "RGBA". Static; never released.
    pub order_name: *const c_char,
    /// The type of a channel as text: "UNORM_INT8". Static; never released.
    pub type_name: *const c_char,
}

/// Description of an array. All quantities are in elements.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_array_options {
    /// sizeof(gc_array_options).
    pub struct_size: usize,
    /// GRIDCALL_ARRAY_\* bits.
    pub flags: gc_array_flags,
    /// Elements of a row.
    pub width: u64,
    /// Rows; 0: an array of one dimension.
    pub height: u64,
    /// Slices, layers or faces; 0: an array of one or two dimensions.
    pub depth: u64,
    /// The type of a channel.
    pub format: gc_array_format,
    /// Channels of an element: 1, 2 or 4. A format that says how many has that many.
    pub channels: u32,
    /// Levels, at most 1 + log2 of the largest dimension; 0: an array without levels.
    pub levels: u32,
    /// Zero.
    pub reserved: u32,
}

/// A part of an array. Columns are counted in bytes, as gc_rect_copy does.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_array_region {
    /// sizeof(gc_array_region).
    pub struct_size: usize,
    /// The first column, a multiple of the element's size.
    pub x: u64,
    /// The first row.
    pub y: u64,
    /// The first slice, layer or face.
    pub z: u64,
    /// The bytes of a row, a multiple of the element's size; 0: all behind `x`.
    pub width: u64,
    /// Rows; 0: all behind `y`.
    pub height: u64,
    /// Slices; 0: all behind `z`.
    pub depth: u64,
}

#[cfg(not(feature = "dlopen"))]
extern "C" {
    /// Makes an array. Its content is undefined. A combination that the device does not have is
    /// INVALID_ARGUMENT, or UNSUPPORTED for a format.
    pub fn gc_array_create(context: *mut gc_context, options: *const gc_array_options, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status;
    /// Takes a CUarray that another library made, with which it stays: it must outlive the array and all work
    /// that uses it. On the CPU device only an array of gridcall's own can be wrapped, and INVALID_ARGUMENT
    /// says that it is none; a GPU's driver reads the number as an address, so it must be a CUarray.
    pub fn gc_array_wrap(context: *mut gc_context, native: u64, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status;
    /// The format of arrays that stands for an image format of OpenCL: format, channels, sizes and a text.
    /// UNSUPPORTED names a format that arrays do not have: three channels, orders other than R, RG and RGBA,
    /// channels of several in one word but UNORM_INT_101010_2 with RGBA. UNORM and SNORM types give the
    /// formats that are always read as numbers.
    pub fn gc_array_find_format(order: gc_channel_order, channel_type: gc_channel_type, out_info: *mut gc_image_format_info, out_error: *mut *mut gc_error) -> gc_status;
    /// The channels of an array or a texture that holds so many values for each element: 1, 2 or 4, the least
    /// that is enough; 0 if none is.
    pub fn gc_array_channel_count(channels: u32) -> u32;
    /// The image formats of which a context can make arrays of these dimensions. Each was tried on the
    /// device, once; the answer is kept.
    pub fn gc_array_get_image_formats(context: *mut gc_context, flags: gc_array_flags, dimensions: u32, formats: *mut gc_image_format, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status;
    /// One attribute of an array. NOT_FOUND for a number that is none.
    pub fn gc_array_get_attribute(array: *mut gc_array, attribute: gc_array_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status;
    /// A level of an array as an array of its own, which shares its content: for copies, surfaces, and
    /// textures of one level.
    pub fn gc_array_get_level(array: *mut gc_array, level: u32, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status;
    /// Maps a part of an array, behind the work that is queued on the stream: a copy in page-locked memory,
    /// whose rows follow each other without a gap, and whose slices do. The host may use the mapping when its
    /// event has happened, and gc_mapping_unmap copies back what was mapped for writing.
    pub fn gc_array_map(array: *mut gc_array, region: *const gc_array_region, flags: gc_map_flags, stream: *mut gc_stream, out_mapping: *mut *mut gc_mapping, out_error: *mut *mut gc_error) -> gc_status;
    /// Releases an array. Its memory goes back when the work that uses it is done and no texture, surface or
    /// level holds it.
    pub fn gc_array_release(array: *mut gc_array);
}

#[cfg(feature = "dlopen")]
pub use from_table::*;

#[cfg(feature = "dlopen")]
mod from_table {
    use super::*;

    /// Makes an array. Its content is undefined. A combination that the device does not have is
    /// INVALID_ARGUMENT, or UNSUPPORTED for a format.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_create(context: *mut gc_context, options: *const gc_array_options, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_create) {
            Some(function) => function(context, options, out_array, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Takes a CUarray that another library made, with which it stays: it must outlive the array and all work
    /// that uses it. On the CPU device only an array of gridcall's own can be wrapped, and INVALID_ARGUMENT
    /// says that it is none; a GPU's driver reads the number as an address, so it must be a CUarray.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_wrap(context: *mut gc_context, native: u64, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_wrap) {
            Some(function) => function(context, native, out_array, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The format of arrays that stands for an image format of OpenCL: format, channels, sizes and a text.
    /// UNSUPPORTED names a format that arrays do not have: three channels, orders other than R, RG and RGBA,
    /// channels of several in one word but UNORM_INT_101010_2 with RGBA. UNORM and SNORM types give the
    /// formats that are always read as numbers.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_find_format(order: gc_channel_order, channel_type: gc_channel_type, out_info: *mut gc_image_format_info, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_find_format) {
            Some(function) => function(order, channel_type, out_info, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// The channels of an array or a texture that holds so many values for each element: 1, 2 or 4, the least
    /// that is enough; 0 if none is.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_channel_count(channels: u32) -> u32 {
        match function!(array_channel_count) {
            Some(function) => function(channels),
            None => 0,
        }
    }

    /// The image formats of which a context can make arrays of these dimensions. Each was tried on the
    /// device, once; the answer is kept.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_get_image_formats(context: *mut gc_context, flags: gc_array_flags, dimensions: u32, formats: *mut gc_image_format, capacity: usize, out_count: *mut usize, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_get_image_formats) {
            Some(function) => function(context, flags, dimensions, formats, capacity, out_count, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// One attribute of an array. NOT_FOUND for a number that is none.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_get_attribute(array: *mut gc_array, attribute: gc_array_attribute, out_value: *mut u64, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_get_attribute) {
            Some(function) => function(array, attribute, out_value, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// A level of an array as an array of its own, which shares its content: for copies, surfaces, and
    /// textures of one level.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_get_level(array: *mut gc_array, level: u32, out_array: *mut *mut gc_array, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_get_level) {
            Some(function) => function(array, level, out_array, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Maps a part of an array, behind the work that is queued on the stream: a copy in page-locked memory,
    /// whose rows follow each other without a gap, and whose slices do. The host may use the mapping when its
    /// event has happened, and gc_mapping_unmap copies back what was mapped for writing.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_map(array: *mut gc_array, region: *const gc_array_region, flags: gc_map_flags, stream: *mut gc_stream, out_mapping: *mut *mut gc_mapping, out_error: *mut *mut gc_error) -> gc_status {
        match function!(array_map) {
            Some(function) => function(array, region, flags, stream, out_mapping, out_error),
            None => { if !out_error.is_null() { *out_error = core::ptr::null_mut() }; GRIDCALL_ERROR_DRIVER_UNAVAILABLE },
        }
    }

    /// Releases an array. Its memory goes back when the work that uses it is done and no texture, surface or
    /// level holds it.
    #[allow(clippy::missing_safety_doc)]
    #[inline]
    pub unsafe fn gc_array_release(array: *mut gc_array) {
        if let Some(function) = function!(array_release) {
            function(array)
        }
    }
}
