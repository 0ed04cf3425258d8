// SPDX-License-Identifier: Apache-2.0
//
// The state of a texture or surface object of the CPU device: the object's number is the address of one.
// Included by the driver, which fills them, and embedded as a header of gridcall-cc, whose device functions
// read them.

#pragma once
#ifdef __GRIDCALL_CPU__
#pragma clang system_header
#endif

namespace gridcall {
namespace cpu {

// The type of a channel's bytes.
enum TexelType : unsigned {
  kTexelU8,
  kTexelU16,
  kTexelU32,
  kTexelS8,
  kTexelS16,
  kTexelS32,
  kTexelF16,
  kTexelF32,
  kTexelU10,  // four channels of 10, 10, 10 and 2 bits in a word
};

// The value that a read returns for a texel.
enum TexelRead : unsigned {
  kReadBits,        // integers as they are; 32-bit floats too, unless they are filtered
  kReadFloat,       // f16 and f32
  kReadNormalized,  // u8, u10, u16, s8, s16: from 0 or -1 to 1
  kReadSrgb,        // u8, but for the last channel of 2 and of 4
};

enum TexelAddress : unsigned { kAddressWrap, kAddressClamp, kAddressMirror, kAddressBorder };

struct TextureLevel {
  const unsigned char* base;
  unsigned long long pitch;  // bytes from row to row
  unsigned long long slice;  // from slice, layer or face to the next
  int width, height, depth;  // in texels, 1 at least; depth counts slices, layers or faces
  int reserved;
};

enum : unsigned { kTextureLevels = 18 };

struct TextureState {
  TextureLevel level[kTextureLevels];
  unsigned levels;
  unsigned type;  // TexelType
  unsigned channels;
  unsigned texel_bytes;
  unsigned read;        // TexelRead
  unsigned address[3];  // TexelAddress: WRAP and MIRROR only with normalized coordinates
  unsigned is_linear;   // filter
  unsigned is_mip_linear;
  unsigned is_normalized;  // coordinates
  unsigned dimensions;     // 1, 2 or 3; layers and faces do not count
  unsigned is_layered;
  unsigned is_cube;
  unsigned by_lanes;               // read_lanes() can read it: all but few formats, levels below 2 GiB
  int bias, min_level, max_level;  // 256ths
  // As texels are: numbers of the format, the bits of floats of f32, and of f16 as f32.
  unsigned border[4];
  unsigned long long count;  // texels of linear memory of one dimension, else 0
};

struct SurfaceState {
  unsigned char* base;
  unsigned long long pitch;
  unsigned long long slice;
  int row_bytes, height, depth;
  int reserved;
};

// The channels of what a read returns, 32 bits each, the first lowest: what two registers hold.
struct Texel {
  unsigned long long xy;
  unsigned long long zw;
};

// The operation of a read; its two lowest bits are the number of dimensions.
enum TextureOp : unsigned { kOpLayered = 4, kOpCube = 8, kOpLevel = 16 };

}  // namespace cpu
}  // namespace gridcall
