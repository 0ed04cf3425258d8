# SPDX-License-Identifier: Apache-2.0
#
# Smooths a picture: a PNG is read into an array, a kernel reads it through a texture with a linear filter, and the result is
# written as a PNG. Four reads at the corners of a pixel are the weights 1 2 1, 2 4 2, 1 2 1.
#
# PNGs are read and written by the system's libpng, so that no package need be installed.

using GridCall

const SOURCE = """
__global__ void smooth(cudaTextureObject_t picture, uchar4 *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float4 a = tex2D<float4>(picture, x, y), b = tex2D<float4>(picture, x + 1, y);
  float4 c = tex2D<float4>(picture, x, y + 1), d = tex2D<float4>(picture, x + 1, y + 1);
  auto mean = [](float p, float q, float r, float s) {
    return (unsigned char)__fmaf_rn((p + q) + (r + s), 63.75f, 0.5f);
  };
  out[y * width + x] = make_uchar4(mean(a.x, b.x, c.x, d.x), mean(a.y, b.y, c.y, d.y),
                                   mean(a.z, b.z, c.z, d.z), mean(a.w, b.w, c.w, d.w));
}
"""

# png_image of png.h.
mutable struct PngImage
    opaque::Ptr{Cvoid}
    version::UInt32
    width::UInt32
    height::UInt32
    format::UInt32
    flags::UInt32
    colormap_entries::UInt32
    warning_or_error::UInt32
    message::NTuple{64,UInt8}
end
const RGBA = UInt32(3)
PngImage(width = 0, height = 0) = PngImage(C_NULL, 1, width, height, RGBA, 0, 0, 0, ntuple(_ -> 0x00, 64))
check(image, worked) = worked == 0 && error("libpng: " * String(collect(Iterators.takewhile(!iszero, image.message))))

function write_png(file, pixels)
    image = PngImage(size(pixels, 2), size(pixels, 3))
    check(image, ccall((:png_image_write_to_file, "libpng16.so.16"), Cint,
                       (Ref{PngImage}, Cstring, Cint, Ptr{UInt8}, Int32, Ptr{Cvoid}), image, file, 0, pixels, 0, C_NULL))
end

function read_png(file)
    image = PngImage()
    check(image, ccall((:png_image_begin_read_from_file, "libpng16.so.16"), Cint, (Ref{PngImage}, Cstring), image, file))
    image.format = RGBA
    pixels = Array{UInt8}(undef, 4, image.width, image.height)
    check(image, ccall((:png_image_finish_read, "libpng16.so.16"), Cint,
                       (Ref{PngImage}, Ptr{Cvoid}, Ptr{UInt8}, Int32, Ptr{Cvoid}), image, C_NULL, pixels, 0, C_NULL))
    return pixels
end

checksum(pixels) = string(foldl((sum, byte) -> (sum ⊻ byte) * 0x01000193, pixels; init = 0x811c9dc5), base = 16, pad = 8)

function main()
    width, height = 160, 96
    file = tempname() * ".png"
    # Channels, columns, rows: in memory as libpng has them.
    picture = Array{UInt8}(undef, 4, width, height)
    for y in 0:(height - 1), x in 0:(width - 1)
        picture[:, x + 1, y + 1] = [x * 255 ÷ (width - 1), (x ÷ 8 + y ÷ 8) % 2 * 200, (x * x + y * y) % 256, 255 - y]
    end
    write_png(file, picture)
    picture = read_png(file)
    println("picture: ", width, " x ", height, ", ", checksum(picture))

    context = Context()
    smooth = kernel(CodeModule(SOURCE), "smooth")
    # An array of the shape of the elements: rows, columns, channels.
    array = GridCall.array_from_host(context, picture; from_flags = :CHANNELS, scalar_type = :UINT8, shape = (height, width, 4))
    texture = GridCall.Texture(context; array = array, sampling = (address_x = :CLAMP, address_y = :CLAMP, filter = :LINEAR))
    out = DeviceArray{UInt8}(undef, 4, width, height)
    smooth[(cld(width, 32), cld(height, 8)), (32, 8)](texture, GridCall.DevicePointer(out.mem), Int32(width), Int32(height))
    write_png(file, Array(out))
    smoothed = read_png(file)
    println("smooth: ", checksum(smoothed))

    at(x, y, c) = Int(picture[c, clamp(x, 1, width), clamp(y, 1, height)])
    expected = [(sum(at(x + i, y + j, c) * (2 - i * i) * (2 - j * j) for i in -1:1, j in -1:1) + 8) ÷ 16
                for c in 1:4, x in 1:width, y in 1:height]
    println("from the host's: at most ", maximum(abs.(expected .- smoothed)))
    rm(file)
end

main()
