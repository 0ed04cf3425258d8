// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{array_out, call};
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

handle! {
    /// Memory of 1, 2 or 3 dimensions in the device's own layout.
    ///
    /// An array is memory of 1, 2 or 3 dimensions whose layout is the device's own. Kernels read it through a
    /// texture and read and write it through a surface; the host copies it with [`Mem::memcpy_rect`] or maps
    /// it with [`Array::map`]. It can have layers, the six faces of a cube, and levels: each level is half as
    /// large as the one before in every dimension that is not layers. An array holds elements of 1, 2 or 4
    /// channels of one format. Neither kernels nor the host have its address.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    Array(gc_array) gc_array_release
}

codes! {
    /// The type of a channel of an element. CUDA's numbers (CU_AD_FORMAT_...).
    ArrayFormat {
        /// An unsigned integer of 8 bits.
        UNSIGNED_INT8 = 1,
        /// An unsigned integer of 16 bits.
        UNSIGNED_INT16 = 2,
        /// An unsigned integer of 32 bits.
        UNSIGNED_INT32 = 3,
        /// A signed integer of 8 bits.
        SIGNED_INT8 = 8,
        /// A signed integer of 16 bits.
        SIGNED_INT16 = 9,
        /// A signed integer of 32 bits.
        SIGNED_INT32 = 10,
        /// A floating-point number of 16 bits.
        HALF = 16,
        /// A floating-point number of 32 bits.
        FLOAT = 32,
        /// Four channels in 32 bits, 10, 10, 10 and 2, the first one lowest, always read as 0 to 1.
        UNORM_INT_101010_2 = 80,
        /// One channel of 8 bits, always read as a number from 0 to 1.
        UNORM_INT8X1 = 192,
        /// Two channels of 8 bits, always read as numbers from 0 to 1.
        UNORM_INT8X2 = 193,
        /// Four channels of 8 bits, always read as numbers from 0 to 1.
        UNORM_INT8X4 = 194,
        /// One channel of 16 bits, always read as a number from 0 to 1.
        UNORM_INT16X1 = 195,
        /// Two channels of 16 bits, always read as numbers from 0 to 1.
        UNORM_INT16X2 = 196,
        /// Four channels of 16 bits, always read as numbers from 0 to 1.
        UNORM_INT16X4 = 197,
        /// One channel of 8 bits, always read as a number from -1 to 1.
        SNORM_INT8X1 = 198,
        /// Two channels of 8 bits, always read as numbers from -1 to 1.
        SNORM_INT8X2 = 199,
        /// Four channels of 8 bits, always read as numbers from -1 to 1.
        SNORM_INT8X4 = 200,
        /// One channel of 16 bits, always read as a number from -1 to 1.
        SNORM_INT16X1 = 201,
        /// Two channels of 16 bits, always read as numbers from -1 to 1.
        SNORM_INT16X2 = 202,
        /// Four channels of 16 bits, always read as numbers from -1 to 1.
        SNORM_INT16X4 = 203,
    }
}

codes! {
    /// The channels of an element of an image, and their order. OpenCL's numbers.
    ChannelOrder {
        /// One channel.
        R = 4272,
        /// Alpha alone.
        A = 4273,
        /// Two channels.
        RG = 4274,
        /// Red and alpha.
        RA = 4275,
        /// Three channels.
        RGB = 4276,
        /// Four channels.
        RGBA = 4277,
        /// Four channels, blue first.
        BGRA = 4278,
        /// Four channels, alpha first.
        ARGB = 4279,
        /// One channel that is read as all four.
        INTENSITY = 4280,
        /// One channel that is read as red, green and blue.
        LUMINANCE = 4281,
        /// One channel and padding.
        RX = 4282,
        /// Two channels and padding.
        RGX = 4283,
        /// Three channels and padding.
        RGBX = 4284,
        /// A depth.
        DEPTH = 4285,
        /// A depth and a stencil.
        DEPTH_STENCIL = 4286,
        /// Three channels, sRGB.
        SRGB = 4287,
        /// Three channels, sRGB, and padding.
        SRGBX = 4288,
        /// Three channels, sRGB, and alpha.
        SRGBA = 4289,
        /// Three channels, sRGB, blue first, and alpha.
        SBGRA = 4290,
        /// Four channels, alpha first, red last.
        ABGR = 4291,
    }
}

codes! {
    /// The type of a channel of an image. OpenCL's numbers.
    ChannelType {
        /// 8 bits, a number from -1 to 1.
        SNORM_INT8 = 4304,
        /// 16 bits, a number from -1 to 1.
        SNORM_INT16 = 4305,
        /// 8 bits, a number from 0 to 1.
        UNORM_INT8 = 4306,
        /// 16 bits, a number from 0 to 1.
        UNORM_INT16 = 4307,
        /// Three channels in 16 bits.
        UNORM_SHORT_565 = 4308,
        /// Three channels in 15 of 16 bits.
        UNORM_SHORT_555 = 4309,
        /// Three channels in 30 of 32 bits.
        UNORM_INT_101010 = 4310,
        /// A signed integer of 8 bits.
        SIGNED_INT8 = 4311,
        /// A signed integer of 16 bits.
        SIGNED_INT16 = 4312,
        /// A signed integer of 32 bits.
        SIGNED_INT32 = 4313,
        /// An unsigned integer of 8 bits.
        UNSIGNED_INT8 = 4314,
        /// An unsigned integer of 16 bits.
        UNSIGNED_INT16 = 4315,
        /// An unsigned integer of 32 bits.
        UNSIGNED_INT32 = 4316,
        /// A floating-point number of 16 bits.
        HALF_FLOAT = 4317,
        /// A floating-point number of 32 bits.
        FLOAT = 4318,
        /// 24 bits, a number from 0 to 1.
        UNORM_INT24 = 4319,
        /// Four channels in 32 bits: 10, 10, 10 and 2.
        UNORM_INT_101010_2 = 4320,
    }
}

codes! {
    /// Attributes of an array. gridcall's own numbers.
    ArrayAttribute {
        /// Elements of a row.
        WIDTH = 100001,
        /// Rows; 0: of one dimension.
        HEIGHT = 100002,
        /// Slices, layers or faces; 0: of one or two dimensions.
        DEPTH = 100003,
        /// The [`ArrayFormat`].
        FORMAT = 100004,
        /// Channels of an element.
        CHANNELS = 100005,
        /// [`ArrayFlags`] bits.
        FLAGS = 100006,
        /// Levels; 0: without.
        LEVELS = 100007,
        /// The level that it is, of an array that [`Array::level`] returned; else 0.
        LEVEL = 100008,
        /// Layers; 0: none. Of a layered cube map each has six faces.
        LAYERS = 100009,
        /// Bytes of an element.
        ELEMENT_SIZE = 100010,
        /// Bytes of all elements of this level, without what the device adds.
        SIZE = 100011,
        /// Samples of an element: always 0.
        SAMPLES = 100012,
        /// The [`ChannelOrder`]: R, RG or RGBA.
        CHANNEL_ORDER = 100013,
        /// The [`ChannelType`].
        CHANNEL_TYPE = 100014,
        /// Bytes from row to row where the host or memory has the elements without gaps, as a mapping of all
        /// of it. How far apart the device's own rows are is not told by any driver.
        ROW_PITCH = 100015,
        /// Bytes from slice to slice there, or from layer to layer; 0 of an array of one or two dimensions.
        SLICE_PITCH = 100016,
        /// The number of its holders: handles, levels, textures, surfaces, mappings, calls under way.
        REFERENCE_COUNT = 100017,
        /// The number of its mappings that are mapped.
        MAP_COUNT = 100018,
    }
}

flags! {
    /// The kind of an array and the uses it allows. CUDA's bits (CUDA_ARRAY3D_...).
    ArrayFlags {
        /// `depth` counts layers of 1 or 2 dimensions.
        LAYERED = 0,
        /// A surface may be made of it.
        SURFACE_LDST = 1,
        /// `depth` counts the faces of a cube: 6, with LAYERED a multiple of 6. Width and height are equal.
        CUBEMAP = 2,
        /// Kernels may use tex2Dgather. Of 2 dimensions alone.
        TEXTURE_GATHER = 3,
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
#[derive(Clone, Copy, Debug, Default)]
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
    /// * `options`: Extent, format and kind.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, any device error.
    pub fn create(context: &Context, options: &ArrayOptions) -> Result<Array> {
        let options = options.as_c();
        let mut out_array = ptr::null_mut();
        call(|error| unsafe { sys::gc_array_create(context.raw, &options, &mut out_array, error) })?;
        Ok(Array::own(out_array))
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
        call(|error| unsafe { sys::gc_array_wrap(context.raw, native, &mut out_array, error) })?;
        Ok(Array::own(out_array))
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
        call(|error| unsafe { sys::gc_array_find_format(order.0, channel_type.0, &mut out_info, error) })?;
        Ok(ImageFormatInfo::from_c(out_info))
    }

    /// The channels of an array for so many values an element: 1, 2 or 4, the least that is enough, else 0.
    ///
    /// * `channels`: Values of an element; 1 to 4.
    pub fn channel_count(channels: u32) -> u32 {
        unsafe { sys::gc_array_channel_count(channels) }
    }

    /// The image formats of which a context can make arrays of these dimensions. Each was tried on the
    /// device, once; the answer is kept.
    ///
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
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute(&self, attribute: ArrayAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_array_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// A level of an array as an array that shares its content, for copies, surfaces and textures.
    ///
    /// * `level`: The level, from 0.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, any device error.
    pub fn level(&self, level: u32) -> Result<Array> {
        let mut out_array = ptr::null_mut();
        call(|error| unsafe { sys::gc_array_get_level(self.raw, level, &mut out_array, error) })?;
        Ok(Array::own(out_array))
    }

    /// Maps a part of an array, behind the work that is queued on the stream: a copy in page-locked memory,
    /// whose rows follow each other without a gap, and whose slices do. The host may use the mapping when its
    /// event has happened, and [`Mapping::unmap`] copies back what was mapped for writing.
    ///
    /// * `region`: The part. None: all of it.
    /// * `stream`: The stream; of the array's context. None: the default stream of the array's context.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `WRONG_CONTEXT`, any device error.
    pub fn map(&self, region: Option<&ArrayRegion>, flags: MapFlags, stream: Option<&Stream>) -> Result<Mapping> {
        let region = region.map(|o| o.as_c());
        let mut out_mapping = ptr::null_mut();
        call(|error| unsafe { sys::gc_array_map(self.raw, region.as_ref().map_or(ptr::null(), |o| o as *const _), flags.0, stream.map_or(ptr::null_mut(), |h| h.raw), &mut out_mapping, error) })?;
        Ok(Mapping::own(out_mapping))
    }
}
