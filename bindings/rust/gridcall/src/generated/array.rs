// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

use crate::support::{array_out, check};
use crate::sys;
use crate::Result;
use core::fmt;
use core::ptr;
use super::*;

/// Memory of 1, 2 or 3 dimensions in the device's own layout.
///
/// An array is memory of 1, 2 or 3 dimensions whose layout is the device's own. Kernels read it through a
/// texture and read and write it through a surface; the host copies it with [`Mem::memcpy_rect`] or maps it
/// with [`Array::map`]. It can have layers, the six faces of a cube, and levels: each level is half as large
/// as the one before in every dimension that is not layers. An array holds elements of 1, 2 or 4 channels of
/// one format. Neither kernels nor the host have its address.
///
/// Releasing never blocks and never fails; what was made from it stays usable.
pub struct Array {
    pub(super) raw: *mut sys::gc_array,
}

// SAFETY: any function of the library may be called from any thread on any handle.
unsafe impl Send for Array {}
unsafe impl Sync for Array {}

impl Array {
    /// The C handle, for other code that speaks to the library. Still owned by `self`.
    pub fn raw(&self) -> *mut sys::gc_array {
        self.raw
    }

    /// Takes a C handle over.
    ///
    /// # Safety
    ///
    /// `raw` must be a `gc_array` that nobody else releases.
    pub unsafe fn from_raw(raw: *mut sys::gc_array) -> Array {
        Array { raw }
    }

    /// The C handle, no longer owned: somebody must release it.
    pub fn into_raw(self) -> *mut sys::gc_array {
        let raw = self.raw;
        core::mem::forget(self);
        raw
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Array({:#x})", self.raw as usize)
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        // SAFETY: the handle is ours, and a release only queues its work.
        unsafe { sys::gc_array_release(self.raw) }
    }
}

/// The type of a channel of an element. CUDA's numbers (CU_AD_FORMAT_...).
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayFormat(pub i32);

impl ArrayFormat {
    /// An unsigned integer of 8 bits.
    pub const UNSIGNED_INT8: ArrayFormat = ArrayFormat(1);
    /// An unsigned integer of 16 bits.
    pub const UNSIGNED_INT16: ArrayFormat = ArrayFormat(2);
    /// An unsigned integer of 32 bits.
    pub const UNSIGNED_INT32: ArrayFormat = ArrayFormat(3);
    /// A signed integer of 8 bits.
    pub const SIGNED_INT8: ArrayFormat = ArrayFormat(8);
    /// A signed integer of 16 bits.
    pub const SIGNED_INT16: ArrayFormat = ArrayFormat(9);
    /// A signed integer of 32 bits.
    pub const SIGNED_INT32: ArrayFormat = ArrayFormat(10);
    /// A floating-point number of 16 bits.
    pub const HALF: ArrayFormat = ArrayFormat(16);
    /// A floating-point number of 32 bits.
    pub const FLOAT: ArrayFormat = ArrayFormat(32);
    /// Four channels in 32 bits, 10, 10, 10 and 2, the first one lowest, always read as numbers from 0 to 1.
    /// An array of it has 4 channels.
    pub const UNORM_INT_101010_2: ArrayFormat = ArrayFormat(80);
    /// One channel of 8 bits, always read as a number from 0 to 1.
    pub const UNORM_INT8X1: ArrayFormat = ArrayFormat(192);
    /// Two channels of 8 bits, always read as numbers from 0 to 1.
    pub const UNORM_INT8X2: ArrayFormat = ArrayFormat(193);
    /// Four channels of 8 bits, always read as numbers from 0 to 1.
    pub const UNORM_INT8X4: ArrayFormat = ArrayFormat(194);
    /// One channel of 16 bits, always read as a number from 0 to 1.
    pub const UNORM_INT16X1: ArrayFormat = ArrayFormat(195);
    /// Two channels of 16 bits, always read as numbers from 0 to 1.
    pub const UNORM_INT16X2: ArrayFormat = ArrayFormat(196);
    /// Four channels of 16 bits, always read as numbers from 0 to 1.
    pub const UNORM_INT16X4: ArrayFormat = ArrayFormat(197);
    /// One channel of 8 bits, always read as a number from -1 to 1.
    pub const SNORM_INT8X1: ArrayFormat = ArrayFormat(198);
    /// Two channels of 8 bits, always read as numbers from -1 to 1.
    pub const SNORM_INT8X2: ArrayFormat = ArrayFormat(199);
    /// Four channels of 8 bits, always read as numbers from -1 to 1.
    pub const SNORM_INT8X4: ArrayFormat = ArrayFormat(200);
    /// One channel of 16 bits, always read as a number from -1 to 1.
    pub const SNORM_INT16X1: ArrayFormat = ArrayFormat(201);
    /// Two channels of 16 bits, always read as numbers from -1 to 1.
    pub const SNORM_INT16X2: ArrayFormat = ArrayFormat(202);
    /// Four channels of 16 bits, always read as numbers from -1 to 1.
    pub const SNORM_INT16X4: ArrayFormat = ArrayFormat(203);
}

impl fmt::Debug for ArrayFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            1 => "UNSIGNED_INT8",
            2 => "UNSIGNED_INT16",
            3 => "UNSIGNED_INT32",
            8 => "SIGNED_INT8",
            9 => "SIGNED_INT16",
            10 => "SIGNED_INT32",
            16 => "HALF",
            32 => "FLOAT",
            80 => "UNORM_INT_101010_2",
            192 => "UNORM_INT8X1",
            193 => "UNORM_INT8X2",
            194 => "UNORM_INT8X4",
            195 => "UNORM_INT16X1",
            196 => "UNORM_INT16X2",
            197 => "UNORM_INT16X4",
            198 => "SNORM_INT8X1",
            199 => "SNORM_INT8X2",
            200 => "SNORM_INT8X4",
            201 => "SNORM_INT16X1",
            202 => "SNORM_INT16X2",
            203 => "SNORM_INT16X4",
            other => return write!(f, "ArrayFormat({other})"),
        })
    }
}

/// The channels of an element of an image, and their order. OpenCL's numbers.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChannelOrder(pub i32);

impl ChannelOrder {
    /// One channel.
    pub const R: ChannelOrder = ChannelOrder(4272);
    /// Alpha alone.
    pub const A: ChannelOrder = ChannelOrder(4273);
    /// Two channels.
    pub const RG: ChannelOrder = ChannelOrder(4274);
    /// Red and alpha.
    pub const RA: ChannelOrder = ChannelOrder(4275);
    /// Three channels.
    pub const RGB: ChannelOrder = ChannelOrder(4276);
    /// Four channels.
    pub const RGBA: ChannelOrder = ChannelOrder(4277);
    /// Four channels, blue first.
    pub const BGRA: ChannelOrder = ChannelOrder(4278);
    /// Four channels, alpha first.
    pub const ARGB: ChannelOrder = ChannelOrder(4279);
    /// One channel that is read as all four.
    pub const INTENSITY: ChannelOrder = ChannelOrder(4280);
    /// One channel that is read as red, green and blue.
    pub const LUMINANCE: ChannelOrder = ChannelOrder(4281);
    /// One channel and padding.
    pub const RX: ChannelOrder = ChannelOrder(4282);
    /// Two channels and padding.
    pub const RGX: ChannelOrder = ChannelOrder(4283);
    /// Three channels and padding.
    pub const RGBX: ChannelOrder = ChannelOrder(4284);
    /// A depth.
    pub const DEPTH: ChannelOrder = ChannelOrder(4285);
    /// A depth and a stencil.
    pub const DEPTH_STENCIL: ChannelOrder = ChannelOrder(4286);
    /// Three channels, sRGB.
    pub const SRGB: ChannelOrder = ChannelOrder(4287);
    /// Three channels, sRGB, and padding.
    pub const SRGBX: ChannelOrder = ChannelOrder(4288);
    /// Three channels, sRGB, and alpha.
    pub const SRGBA: ChannelOrder = ChannelOrder(4289);
    /// Three channels, sRGB, blue first, and alpha.
    pub const SBGRA: ChannelOrder = ChannelOrder(4290);
    /// Four channels, alpha first, red last.
    pub const ABGR: ChannelOrder = ChannelOrder(4291);
}

impl fmt::Debug for ChannelOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            4272 => "R",
            4273 => "A",
            4274 => "RG",
            4275 => "RA",
            4276 => "RGB",
            4277 => "RGBA",
            4278 => "BGRA",
            4279 => "ARGB",
            4280 => "INTENSITY",
            4281 => "LUMINANCE",
            4282 => "RX",
            4283 => "RGX",
            4284 => "RGBX",
            4285 => "DEPTH",
            4286 => "DEPTH_STENCIL",
            4287 => "SRGB",
            4288 => "SRGBX",
            4289 => "SRGBA",
            4290 => "SBGRA",
            4291 => "ABGR",
            other => return write!(f, "ChannelOrder({other})"),
        })
    }
}

/// The type of a channel of an image. OpenCL's numbers.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChannelType(pub i32);

impl ChannelType {
    /// 8 bits, a number from -1 to 1.
    pub const SNORM_INT8: ChannelType = ChannelType(4304);
    /// 16 bits, a number from -1 to 1.
    pub const SNORM_INT16: ChannelType = ChannelType(4305);
    /// 8 bits, a number from 0 to 1.
    pub const UNORM_INT8: ChannelType = ChannelType(4306);
    /// 16 bits, a number from 0 to 1.
    pub const UNORM_INT16: ChannelType = ChannelType(4307);
    /// Three channels in 16 bits.
    pub const UNORM_SHORT_565: ChannelType = ChannelType(4308);
    /// Three channels in 15 of 16 bits.
    pub const UNORM_SHORT_555: ChannelType = ChannelType(4309);
    /// Three channels in 30 of 32 bits.
    pub const UNORM_INT_101010: ChannelType = ChannelType(4310);
    /// A signed integer of 8 bits.
    pub const SIGNED_INT8: ChannelType = ChannelType(4311);
    /// A signed integer of 16 bits.
    pub const SIGNED_INT16: ChannelType = ChannelType(4312);
    /// A signed integer of 32 bits.
    pub const SIGNED_INT32: ChannelType = ChannelType(4313);
    /// An unsigned integer of 8 bits.
    pub const UNSIGNED_INT8: ChannelType = ChannelType(4314);
    /// An unsigned integer of 16 bits.
    pub const UNSIGNED_INT16: ChannelType = ChannelType(4315);
    /// An unsigned integer of 32 bits.
    pub const UNSIGNED_INT32: ChannelType = ChannelType(4316);
    /// A floating-point number of 16 bits.
    pub const HALF_FLOAT: ChannelType = ChannelType(4317);
    /// A floating-point number of 32 bits.
    pub const FLOAT: ChannelType = ChannelType(4318);
    /// 24 bits, a number from 0 to 1.
    pub const UNORM_INT24: ChannelType = ChannelType(4319);
    /// Four channels in 32 bits: 10, 10, 10 and 2.
    pub const UNORM_INT_101010_2: ChannelType = ChannelType(4320);
}

impl fmt::Debug for ChannelType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            4304 => "SNORM_INT8",
            4305 => "SNORM_INT16",
            4306 => "UNORM_INT8",
            4307 => "UNORM_INT16",
            4308 => "UNORM_SHORT_565",
            4309 => "UNORM_SHORT_555",
            4310 => "UNORM_INT_101010",
            4311 => "SIGNED_INT8",
            4312 => "SIGNED_INT16",
            4313 => "SIGNED_INT32",
            4314 => "UNSIGNED_INT8",
            4315 => "UNSIGNED_INT16",
            4316 => "UNSIGNED_INT32",
            4317 => "HALF_FLOAT",
            4318 => "FLOAT",
            4319 => "UNORM_INT24",
            4320 => "UNORM_INT_101010_2",
            other => return write!(f, "ChannelType({other})"),
        })
    }
}

/// Attributes of an array. gridcall's own numbers.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayAttribute(pub i32);

impl ArrayAttribute {
    /// Elements of a row.
    pub const WIDTH: ArrayAttribute = ArrayAttribute(100001);
    /// Rows; 0: of one dimension.
    pub const HEIGHT: ArrayAttribute = ArrayAttribute(100002);
    /// Slices, layers or faces; 0: of one or two dimensions.
    pub const DEPTH: ArrayAttribute = ArrayAttribute(100003);
    /// The [`ArrayFormat`].
    pub const FORMAT: ArrayAttribute = ArrayAttribute(100004);
    /// Channels of an element.
    pub const CHANNELS: ArrayAttribute = ArrayAttribute(100005);
    /// [`ArrayFlags`] bits.
    pub const FLAGS: ArrayAttribute = ArrayAttribute(100006);
    /// Levels; 0: without.
    pub const LEVELS: ArrayAttribute = ArrayAttribute(100007);
    /// The level that it is, of an array that [`Array::level`] returned; else 0.
    pub const LEVEL: ArrayAttribute = ArrayAttribute(100008);
    /// Layers; 0: none. Of a layered cube map each has six faces.
    pub const LAYERS: ArrayAttribute = ArrayAttribute(100009);
    /// Bytes of an element.
    pub const ELEMENT_SIZE: ArrayAttribute = ArrayAttribute(100010);
    /// Bytes of all elements of this level, without what the device adds.
    pub const SIZE: ArrayAttribute = ArrayAttribute(100011);
    /// Samples of an element: always 0.
    pub const SAMPLES: ArrayAttribute = ArrayAttribute(100012);
    /// The [`ChannelOrder`]: R, RG or RGBA.
    pub const CHANNEL_ORDER: ArrayAttribute = ArrayAttribute(100013);
    /// The [`ChannelType`].
    pub const CHANNEL_TYPE: ArrayAttribute = ArrayAttribute(100014);
    /// Bytes from row to row where the host or memory has the elements without gaps, as a mapping of all of
    /// it. How far apart the device's own rows are is not told by any driver.
    pub const ROW_PITCH: ArrayAttribute = ArrayAttribute(100015);
    /// Bytes from slice to slice there, or from layer to layer; 0 of an array of one or two dimensions.
    pub const SLICE_PITCH: ArrayAttribute = ArrayAttribute(100016);
    /// The number of its holders: its handles, its levels, textures, surfaces and mappings, calls under way.
    /// For finding leaks.
    pub const REFERENCE_COUNT: ArrayAttribute = ArrayAttribute(100017);
    /// The number of its mappings that are mapped.
    pub const MAP_COUNT: ArrayAttribute = ArrayAttribute(100018);
}

impl fmt::Debug for ArrayAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            100001 => "WIDTH",
            100002 => "HEIGHT",
            100003 => "DEPTH",
            100004 => "FORMAT",
            100005 => "CHANNELS",
            100006 => "FLAGS",
            100007 => "LEVELS",
            100008 => "LEVEL",
            100009 => "LAYERS",
            100010 => "ELEMENT_SIZE",
            100011 => "SIZE",
            100012 => "SAMPLES",
            100013 => "CHANNEL_ORDER",
            100014 => "CHANNEL_TYPE",
            100015 => "ROW_PITCH",
            100016 => "SLICE_PITCH",
            100017 => "REFERENCE_COUNT",
            100018 => "MAP_COUNT",
            other => return write!(f, "ArrayAttribute({other})"),
        })
    }
}

/// The kind of an array and the uses it allows. CUDA's bits (CUDA_ARRAY3D_...).
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArrayFlags(pub u64);

impl ArrayFlags {
    /// `depth` counts layers of 1 or 2 dimensions.
    pub const LAYERED: ArrayFlags = ArrayFlags(1 << 0);
    /// A surface may be made of it.
    pub const SURFACE_LDST: ArrayFlags = ArrayFlags(1 << 1);
    /// `depth` counts the faces of a cube: 6, with LAYERED a multiple of 6. Width and height are equal.
    pub const CUBEMAP: ArrayFlags = ArrayFlags(1 << 2);
    /// Kernels may use tex2Dgather. Of 2 dimensions alone.
    pub const TEXTURE_GATHER: ArrayFlags = ArrayFlags(1 << 3);

    /// Whether all of `other`'s flags are set.
    pub const fn contains(self, other: ArrayFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for ArrayFlags {
    type Output = ArrayFlags;
    fn bitor(self, other: ArrayFlags) -> ArrayFlags {
        ArrayFlags(self.0 | other.0)
    }
}

/// A format of images in OpenCL's terms.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageFormat {
    /// The channels and their order.
    pub order: ChannelOrder,
    /// The type of a channel.
    pub channel_type: ChannelType,
}

impl ImageFormat {
    pub(crate) fn from_c(c: sys::gc_image_format) -> ImageFormat {
        ImageFormat {
            order: ChannelOrder(c.order),
            channel_type: ChannelType(c.channel_type),
        }
    }
}

/// The format of arrays that stands for a format of images.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageFormatInfo {
    /// The format of an array.
    pub format: ArrayFormat,
    /// Its channels.
    pub channels: u32,
    /// The bytes of a channel; 0 where several share them (UNORM_INT_101010_2).
    pub channel_size: u32,
    /// The bytes of an element.
    pub element_size: u32,
    /// The order as text: "RGBA". Static; never released.
    pub order_name: String,
    /// The type of a channel as text: "UNORM_INT8". Static; never released.
    pub type_name: String,
}

impl ImageFormatInfo {
    pub(crate) fn from_c(c: sys::gc_image_format_info) -> ImageFormatInfo {
        ImageFormatInfo {
            format: ArrayFormat(c.format),
            channels: c.channels,
            channel_size: c.channel_size,
            element_size: c.element_size,
            order_name: unsafe { crate::support::owned_text(c.order_name) },
            type_name: unsafe { crate::support::owned_text(c.type_name) },
        }
    }
}

/// Description of an array. All quantities are in elements.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug)]
pub struct ArrayOptions {
    /// [`ArrayFlags`] bits.
    pub flags: ArrayFlags,
    /// Elements of a row.
    pub width: u64,
    /// Rows; 0: an array of one dimension.
    pub height: u64,
    /// Slices, layers or faces; 0: an array of one or two dimensions.
    pub depth: u64,
    /// The type of a channel.
    pub format: ArrayFormat,
    /// Channels of an element: 1, 2 or 4. A format that says how many has that many.
    pub channels: u32,
    /// Levels, at most 1 + log2 of the largest dimension; 0: an array without levels.
    pub levels: u32,
}

impl Default for ArrayOptions {
    fn default() -> ArrayOptions {
        ArrayOptions {
            flags: Default::default(),
            width: Default::default(),
            height: Default::default(),
            depth: Default::default(),
            format: ArrayFormat(0),
            channels: Default::default(),
            levels: Default::default(),
        }
    }
}

impl ArrayOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_array_options {
        sys::gc_array_options {
            struct_size: core::mem::size_of::<sys::gc_array_options>(),
            flags: self.flags.0,
            width: self.width,
            height: self.height,
            depth: self.depth,
            format: self.format.0,
            channels: self.channels,
            levels: self.levels,
            reserved: 0,
        }
    }
}

/// A part of an array. Columns are counted in bytes, as [`RectCopy`] does.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArrayRegion {
    /// The first column, in bytes, a multiple of the element's size.
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

impl ArrayRegion {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_array_region {
        sys::gc_array_region {
            struct_size: core::mem::size_of::<sys::gc_array_region>(),
            x: self.x,
            y: self.y,
            z: self.z,
            width: self.width,
            height: self.height,
            depth: self.depth,
        }
    }
}

impl Array {
    /// Makes an array. Its content is undefined. A combination that the device does not have is
    /// INVALID_ARGUMENT, or UNSUPPORTED for a format.
    ///
    /// * `context`: The context whose kernels use it.
    /// * `options`: Extent, format and kind.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, any device error.
    pub fn create(context: &Context, options: &ArrayOptions) -> Result<Array> {
        let options = options.as_c();
        let mut out_array = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_array_create(context.raw, &options, &mut out_array, &mut error) };
        check(status, error)?;
        Ok(Array { raw: out_array })
    }

    /// Takes a CUarray that another library made, with which it stays: it must outlive the array and all work
    /// that uses it. On the CPU device only an array of gridcall's own can be wrapped, and INVALID_ARGUMENT
    /// says that it is none; a GPU's driver reads the number as an address, so it must be a CUarray.
    ///
    /// * `context`: The context that it belongs to.
    /// * `native`: The CUarray.
    ///
    /// # Safety
    /// `native` must be a CUarray of the context, and stay until the [`Array`] and all work that uses it are
    /// gone.
    ///
    /// # Errors
    /// `UNSUPPORTED`, any device error.
    pub unsafe fn wrap(context: &Context, native: u64) -> Result<Array> {
        let mut out_array = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_array_wrap(context.raw, native, &mut out_array, &mut error) };
        check(status, error)?;
        Ok(Array { raw: out_array })
    }

    /// The format of arrays that stands for an image format of OpenCL: format, channels, sizes and a text.
    /// UNSUPPORTED names a format that arrays do not have: three channels, orders other than R, RG and RGBA,
    /// channels of several in one word but UNORM_INT_101010_2 with RGBA. UNORM and SNORM types give the
    /// formats that are always read as numbers.
    ///
    /// * `order`: The channels and their order.
    /// * `channel_type`: The type of a channel.
    ///
    /// # Errors
    /// `UNSUPPORTED`.
    pub fn find_format(order: ChannelOrder, channel_type: ChannelType) -> Result<ImageFormatInfo> {
        let mut out_info = sys::gc_image_format_info { struct_size: core::mem::size_of::<sys::gc_image_format_info>(), ..unsafe { core::mem::zeroed() } };
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_array_find_format(order.0, channel_type.0, &mut out_info, &mut error) };
        check(status, error)?;
        Ok(ImageFormatInfo::from_c(out_info))
    }

    /// The channels of an array or a texture that holds so many values for each element: 1, 2 or 4, the least
    /// that is enough; 0 if none is.
    ///
    /// * `channels`: Values of an element; 1 to 4.
    pub fn channel_count(channels: u32) -> u32 {
        unsafe { sys::gc_array_channel_count(channels) }
    }

    /// The image formats of which a context can make arrays of these dimensions. Each was tried on the
    /// device, once; the answer is kept.
    ///
    /// * `context`: The context.
    /// * `flags`: Flags of the arrays.
    /// * `dimensions`: 1, 2 or 3; of a layer with LAYERED, 1 or 2; 2 with CUBEMAP and TEXTURE_GATHER.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, any device error.
    pub fn image_formats(context: &Context, flags: ArrayFlags, dimensions: u32) -> Result<Vec<ImageFormat>> {
        let items = array_out(|buffer, capacity, needed, error| unsafe { sys::gc_array_get_image_formats(context.raw, flags.0, dimensions, buffer, capacity, needed, error) })?;
        Ok(items.into_iter().map(ImageFormat::from_c).collect())
    }

    /// One attribute of an array. NOT_FOUND for a number that is none.
    ///
    /// * `attribute`: The attribute.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute(&self, attribute: ArrayAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_array_get_attribute(self.raw, attribute.0, &mut out_value, &mut error) };
        check(status, error)?;
        Ok(out_value)
    }

    /// A level of an array as an array of its own, which shares its content: for copies, surfaces, and
    /// textures of one level.
    ///
    /// * `level`: The level, from 0.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, any device error.
    pub fn level(&self, level: u32) -> Result<Array> {
        let mut out_array = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_array_get_level(self.raw, level, &mut out_array, &mut error) };
        check(status, error)?;
        Ok(Array { raw: out_array })
    }

    /// Maps a part of an array, behind the work that is queued on the stream: a copy in page-locked memory,
    /// whose rows follow each other without a gap, and whose slices do. The host may use the mapping when its
    /// event has happened, and [`Mapping::unmap`] copies back what was mapped for writing.
    ///
    /// * `region`: The part. None: all of it.
    /// * `flags`: [`MapFlags`] bits.
    /// * `stream`: The stream; of the array's context. None: the default stream of the array's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
    pub fn map(&self, region: Option<&ArrayRegion>, flags: MapFlags, stream: Option<&Stream>) -> Result<Mapping> {
        let region = region.map(|o| o.as_c());
        let mut out_mapping = ptr::null_mut();
        let mut error = ptr::null_mut();
        let status = unsafe { sys::gc_array_map(self.raw, region.as_ref().map_or(ptr::null(), |o| o as *const _), flags.0, stream.map_or(ptr::null_mut(), |h| h.raw), &mut out_mapping, &mut error) };
        check(status, error)?;
        Ok(Mapping { raw: out_mapping })
    }
}
