// SPDX-License-Identifier: Apache-2.0
//
// The state of a texture or surface object of the CPU device: the object's number is the address of one.
// Included by the driver, which fills them, and embedded as a header of gridcall-cc, whose device functions
// read them.

#pragma once
#ifdef __GRIDCALL_CPU__
#pragma clang system_header
#endif

// Programs of C++11 include it, too. NOLINTNEXTLINE(modernize-concat-nested-namespaces)
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
  kReadBits,        // integers and 32-bit floats unchanged, the floats only if they are not filtered
  kReadFloat,       // f16 and f32
  kReadNormalized,  // u8, u10, u16, s8, s16, as numbers from 0 or -1 to 1
  kReadSrgb,        // u8, except the last of 2 or 4 channels
};

enum TexelAddress : unsigned { kAddressWrap, kAddressClamp, kAddressMirror, kAddressBorder };

struct TextureLevel {
  const unsigned char* base;
  unsigned long long pitch;  // the bytes between rows
  unsigned long long slice;  // the bytes between slices, layers or faces
  int width, height, depth;  // in texels, each at least 1; depth counts slices, layers or faces
  int reserved;
};

enum : unsigned { kTextureLevels = 18 };

struct TextureState {
  TextureLevel level[kTextureLevels];
  unsigned levels;
  unsigned type;  // a TexelType
  unsigned channels;
  unsigned texel_bytes;
  unsigned read;        // a TexelRead
  unsigned address[3];  // a TexelAddress; WRAP and MIRROR only with normalized coordinates
  unsigned is_linear;   // the filter is linear
  unsigned is_mip_linear;
  unsigned is_normalized;  // the coordinates are normalized
  unsigned dimensions;     // 1, 2 or 3, without layers and faces
  unsigned is_layered;
  unsigned is_cube;
  unsigned by_lanes;               // read_lanes() supports it: most formats, levels below 2 GiB
  int bias, min_level, max_level;  // in 256ths
  // The border colour in the texels' format: integers, or the bits of 32-bit floats, also for f16.
  unsigned border[4];
  unsigned long long count;  // the texels of one-dimensional linear memory, else 0
};

struct SurfaceState {
  unsigned char* base;
  unsigned long long pitch;
  unsigned long long slice;
  int row_bytes, height, depth;
  int reserved;
};

// The four channels of a read, 32 bits each, the first one lowest, in two registers.
struct Texel {
  unsigned long long xy;
  unsigned long long zw;
};

// The operation of a read; its two lowest bits are the number of dimensions.
enum TextureOp : unsigned { kOpLayered = 4, kOpCube = 8, kOpLevel = 16 };

}  // namespace cpu
}  // namespace gridcall
