// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::call;
use crate::sys;
use crate::Result;
use core::ptr;
use super::*;

handle! {
    /// A way to read an array or linear memory in kernels.
    ///
    /// A texture is a way to read an array, or linear memory, in kernels: with coordinates that are clamped,
    /// repeated or mirrored, values that are converted to floating-point numbers, and filtering. A kernel
    /// takes it as a `cudaTextureObject_t`; the argument is of kind TEXTURE. A surface is a way to read and
    /// write an array by element; a kernel takes it as a `cudaSurfaceObject_t`, the argument is of kind
    /// SURFACE. A sampler is the part of a texture that says how it is read, as an object of its own. All
    /// three never change: make another one. A texture and a surface hold what they read and write. Releasing
    /// that first is safe; work that is queued uses it until it is done.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Texture(gc_texture) gc_texture_release
}

handle! {
    /// A way to read and write an array in kernels.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Surface(gc_surface) gc_surface_release
}

handle! {
    /// A way in which textures are read.
    ///
    /// Releasing never blocks and never fails; what was made from it stays usable.
    ///
    /// A clone is one more owner of the same object, which is released with the last of them.
    shared Sampler(gc_sampler) gc_sampler_release
}

codes! {
    /// The treatment of coordinates outside a texture. CUDA's numbers.
    AddressMode {
        /// The texture repeats (OpenCL: REPEAT). Without normalized coordinates it is CLAMP.
        WRAP = 0,
        /// The nearest edge (OpenCL: CLAMP_TO_EDGE, and NONE).
        CLAMP = 1,
        /// It repeats, every other time mirrored; without normalized coordinates it is CLAMP.
        MIRROR = 2,
        /// The border colour (OpenCL: CLAMP).
        BORDER = 3,
    }
}

codes! {
    /// The elements that a read combines. CUDA's numbers.
    FilterMode {
        /// The nearest element (OpenCL: NEAREST).
        POINT = 0,
        /// The weighted mean of the 2, 4 or 8 nearest elements, with weights of 8 bits.
        LINEAR = 1,
    }
}

codes! {
    /// Attributes of a sampler. gridcall's own numbers; floating-point numbers are their 32 bits.
    SamplerAttribute {
        /// [`SamplingFlags`] bits.
        FLAGS = 100001,
        /// The [`AddressMode`] of x.
        ADDRESS_X = 100002,
        /// The [`AddressMode`] of y.
        ADDRESS_Y = 100003,
        /// The [`AddressMode`] of z.
        ADDRESS_Z = 100004,
        /// The [`FilterMode`].
        FILTER = 100005,
        /// The [`FilterMode`] between levels.
        MIP_FILTER = 100006,
        /// Elements along the longer gradient.
        MAX_ANISOTROPY = 100007,
        /// The level's bias.
        BIAS = 100008,
        /// The least level.
        MIN_LEVEL = 100009,
        /// The greatest level.
        MAX_LEVEL = 100010,
        /// The number of handles and textures that hold it.
        REFERENCE_COUNT = 100011,
    }
}

codes! {
    /// Attributes of a texture. gridcall's own numbers, up to MAX_LEVEL those of [`SamplerAttribute`];
    /// floating-point numbers are their 32 bits.
    TextureAttribute {
        /// [`SamplingFlags`] bits.
        SAMPLING_FLAGS = 100001,
        /// The [`AddressMode`] of x.
        ADDRESS_X = 100002,
        /// The [`AddressMode`] of y.
        ADDRESS_Y = 100003,
        /// The [`AddressMode`] of z.
        ADDRESS_Z = 100004,
        /// The [`FilterMode`].
        FILTER = 100005,
        /// The [`FilterMode`] between levels.
        MIP_FILTER = 100006,
        /// Elements along the longer gradient.
        MAX_ANISOTROPY = 100007,
        /// The level's bias.
        BIAS = 100008,
        /// The least level.
        MIN_LEVEL = 100009,
        /// The greatest level.
        MAX_LEVEL = 100010,
        /// [`TextureFlags`] bits.
        FLAGS = 100021,
        /// The [`ArrayFormat`] that it reads.
        FORMAT = 100022,
        /// The channels of an element.
        CHANNELS = 100023,
        /// Bytes between where the texture begins and where the memory's part does; 0 but with ALLOW_OFFSET.
        OFFSET = 100024,
        /// The device address of the first element of linear memory; 0 of an array.
        ADDRESS = 100025,
        /// Elements of a row.
        WIDTH = 100026,
        /// Rows; 0: of one row.
        HEIGHT = 100027,
        /// Bytes from row to row of linear memory with rows; else 0.
        ROW_PITCH = 100028,
    }
}

flags! {
    /// The meaning of coordinates. CUDA's bit (CU_TRSF_...).
    SamplingFlags {
        /// From 0 to 1 across the texture, else in elements.
        NORMALIZED_COORDINATES = 1,
    }
}

flags! {
    /// Flags of how a texture converts what it reads. CUDA's bits (CU_TRSF_...), but ALLOW_OFFSET.
    TextureFlags {
        /// Integers are read as they are; else those of 8 and 16 bits as numbers from 0 or -1 to 1.
        READ_AS_INTEGER = 0,
        /// Channels of 8 bits are sRGB and are made linear, but the last of 2 and of 4.
        SRGB = 4,
        /// Filtering combines faces of a cube. GPU only.
        SEAMLESS_CUBEMAP = 6,
        /// Linear memory may begin at no multiple of the device's alignment: the texture begins before it,
        /// and the attribute OFFSET tells how many bytes.
        ALLOW_OFFSET = 32,
    }
}

/// The way in which a texture is read. All zero: WRAP, POINT, coordinates in elements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sampling {
    /// [`SamplingFlags`] bits.
    pub flags: SamplingFlags,
    /// The treatment of x outside the texture.
    pub address_x: AddressMode,
    /// The treatment of y outside the texture.
    pub address_y: AddressMode,
    /// The treatment of z outside the texture.
    pub address_z: AddressMode,
    /// The filter within one level.
    pub filter: FilterMode,
    /// The filter between two levels.
    pub mip_filter: FilterMode,
    /// Elements along the longer gradient, at most 16; 0 and 1: one. The CPU device has no anisotropic
    /// filter: [`Texture::create`] returns UNSUPPORTED for more.
    pub max_anisotropy: u32,
    /// Added to the level that tex2DLod and tex2DGrad (and their kin) ask for.
    pub bias: f32,
    /// The least level that is read.
    pub min_level: f32,
    /// The greatest level that is read (CUDA's maxMipmapLevelClamp): 0 is level 0 alone.
    pub max_level: f32,
    /// The border colour's first channel.
    pub border_r: f32,
    /// The second.
    pub border_g: f32,
    /// The third.
    pub border_b: f32,
    /// The fourth.
    pub border_a: f32,
}

impl Sampling {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_sampling {
        sys::gc_sampling {
            flags: self.flags.0,
            address_x: self.address_x.0,
            address_y: self.address_y.0,
            address_z: self.address_z.0,
            filter: self.filter.0,
            mip_filter: self.mip_filter.0,
            max_anisotropy: self.max_anisotropy,
            bias: self.bias,
            min_level: self.min_level,
            max_level: self.max_level,
            border_r: self.border_r,
            border_g: self.border_g,
            border_b: self.border_b,
            border_a: self.border_a,
            reserved: 0,
        }
    }
}

/// Options of a sampler.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SamplerOptions {
    /// The way in which a texture is read.
    pub sampling: Sampling,
}

impl SamplerOptions {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_sampler_options {
        sys::gc_sampler_options {
            struct_size: core::mem::size_of::<sys::gc_sampler_options>(),
            sampling: self.sampling.as_c(),
        }
    }
}

/// The source of a texture, an array or linear memory (`height` 0: a row of it), and how it is read.
///
/// The default is every default; new fields may come, so end a literal with `..Default::default()`.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextureOptions<'a> {
    /// [`TextureFlags`] bits.
    pub flags: TextureFlags,
    /// The array. None: `mem` is read.
    pub array: Option<&'a Array>,
    /// The linear memory. None: `array` is read.
    pub mem: Option<&'a Mem>,
    /// The first byte in `mem`, in bytes: a multiple of the device's TEXTURE_ALIGNMENT.
    pub offset: u64,
    /// Elements of a row of `mem`.
    pub width: u64,
    /// Rows of `mem`; 0: one row, which kernels read with tex1Dfetch alone.
    pub height: u64,
    /// From row to row of `mem`, in bytes: a multiple of the device's TEXTURE_PITCH_ALIGNMENT. 0: the
    /// memory's own pitch, else rows without a gap.
    pub row_pitch: u64,
    /// The [`ArrayFormat`] of `mem`; 0 with an array.
    pub format: i32,
    /// The channels of `mem`; 0 with an array.
    pub channels: u32,
    /// The way in which it is read.
    pub sampling: Sampling,
    /// Takes the place of `sampling`, which is then all zero. None: `sampling` says it.
    pub sampler: Option<&'a Sampler>,
}

impl TextureOptions<'_> {
    #[inline]
    pub(crate) fn as_c(&self) -> sys::gc_texture_options {
        sys::gc_texture_options {
            struct_size: core::mem::size_of::<sys::gc_texture_options>(),
            flags: self.flags.0,
            array: self.array.map_or(ptr::null_mut(), |h| h.raw),
            mem: self.mem.map_or(ptr::null_mut(), |h| h.raw),
            offset: self.offset,
            width: self.width,
            height: self.height,
            row_pitch: self.row_pitch,
            format: self.format,
            channels: self.channels,
            sampling: self.sampling.as_c(),
            sampler: self.sampler.map_or(ptr::null_mut(), |h| h.raw),
        }
    }
}

impl Texture {
    /// Makes a texture. Filtering integers that are read as integers works on the GPUs that were tried and on
    /// the CPU device; CUDA does not promise it.
    ///
    /// * `context`: The context of what it reads.
    /// * `options`: The source, and how it is read.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`, `UNSUPPORTED`, `WRONG_CONTEXT`, any device error.
    pub fn create(context: &Context, options: &TextureOptions<'_>) -> Result<Texture> {
        let options = options.as_c();
        let mut out_texture = ptr::null_mut();
        call(|error| unsafe { sys::gc_texture_create(context.raw, &options, &mut out_texture, error) })?;
        Ok(Texture::own(out_texture))
    }

    /// One attribute of a texture. NOT_FOUND for a number that is none.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute(&self, attribute: TextureAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_texture_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }

    /// The array that a texture reads. NOT_FOUND if it reads linear memory.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn array(&self) -> Result<Array> {
        let mut out_array = ptr::null_mut();
        call(|error| unsafe { sys::gc_texture_get_array(self.raw, &mut out_array, error) })?;
        Ok(Array::own(out_array))
    }
}

impl Surface {
    /// Makes a surface of an array that was made with SURFACE_LDST.
    ///
    /// * `array`: The array, without levels or one level.
    ///
    /// # Errors
    /// `UNSUPPORTED`, any device error.
    pub fn create(array: &Array) -> Result<Surface> {
        let mut out_surface = ptr::null_mut();
        call(|error| unsafe { sys::gc_surface_create(array.raw, &mut out_surface, error) })?;
        Ok(Surface::own(out_surface))
    }

    /// The array of a surface.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT`, `INVALID_HANDLE`.
    pub fn array(&self) -> Result<Array> {
        let mut out_array = ptr::null_mut();
        call(|error| unsafe { sys::gc_surface_get_array(self.raw, &mut out_array, error) })?;
        Ok(Array::own(out_array))
    }
}

impl Sampler {
    /// Makes a sampler.
    ///
    /// * `options`: The way in which textures are read. None: WRAP, POINT, coordinates in elements.
    ///
    /// # Errors
    /// `OUT_OF_RANGE`.
    pub fn create(context: &Context, options: Option<&SamplerOptions>) -> Result<Sampler> {
        let options = options.map(|o| o.as_c());
        let mut out_sampler = ptr::null_mut();
        call(|error| unsafe { sys::gc_sampler_create(context.raw, options.as_ref().map_or(ptr::null(), |o| o as *const _), &mut out_sampler, error) })?;
        Ok(Sampler::own(out_sampler))
    }

    /// One attribute of a sampler. NOT_FOUND for a number that is none.
    ///
    /// # Errors
    /// `NOT_FOUND`.
    pub fn attribute(&self, attribute: SamplerAttribute) -> Result<u64> {
        let mut out_value = 0u64;
        call(|error| unsafe { sys::gc_sampler_get_attribute(self.raw, attribute.0, &mut out_value, error) })?;
        Ok(out_value)
    }
}
