// SPDX-License-Identifier: Apache-2.0

//! Smooths a picture: a PNG is read into an array, a kernel reads it through a texture with a linear filter, and the result
//! is written as a PNG. Four reads at the corners of a pixel are the weights 1 2 1, 2 4 2, 1 2 1.

use gridcall::{
    launch, AddressMode, Array, ArrayFlags, ArrayFromFlags, Buffer, Context, FilterMode, Module,
    NdarrayOptions, Sampling, ScalarType, Texture, TextureOptions,
};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

const WIDTH: usize = 160;
const HEIGHT: usize = 96;

const SOURCE: &str = "\
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
";

fn write_png(file: &Path, pixels: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(File::create(file)?, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(())
}

fn read_png(file: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(file)?)).read_info()?;
    let mut pixels = vec![0; WIDTH * HEIGHT * 4];
    reader.next_frame(&mut pixels)?;
    Ok(pixels)
}

fn checksum(pixels: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| (sum ^ u32::from(byte)).wrapping_mul(16777619);
    pixels.iter().fold(2166136261, step)
}

/// A channel of a pixel; outside, of the nearest one.
fn at(pixels: &[u8], x: i32, y: i32, channel: usize) -> i32 {
    let x = x.clamp(0, WIDTH as i32 - 1) as usize;
    let y = y.clamp(0, HEIGHT as i32 - 1) as usize;
    pixels[(y * WIDTH + x) * 4 + channel].into()
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::temp_dir().join(format!("image_filter-rust-{}.png", std::process::id()));
    let mut picture = Vec::with_capacity(WIDTH * HEIGHT * 4);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let checks = (x / 8 + y / 8) % 2 * 200;
            let red = x * 255 / (WIDTH - 1);
            picture.extend([
                red as u8,
                checks as u8,
                (x * x + y * y) as u8,
                255 - y as u8,
            ]);
        }
    }
    write_png(&file, &picture)?;
    let picture = read_png(&file)?;
    println!("picture: {WIDTH} x {HEIGHT}, {:08x}", checksum(&picture));

    let context = Context::default()?;
    let smooth = Module::from_source(&context, SOURCE, None)?.kernel("smooth")?;

    // An array of the shape of the elements: rows, columns, channels.
    let elements = NdarrayOptions {
        scalar_type: ScalarType::UINT8,
        shape: &[HEIGHT as u64, WIDTH as u64, 4],
        ..Default::default()
    };
    let array = Array::from_host(
        &context,
        &picture,
        &elements,
        ArrayFlags::default(),
        ArrayFromFlags::CHANNELS,
    )?;
    let options = TextureOptions {
        array: Some(&array),
        sampling: Sampling {
            filter: FilterMode::LINEAR,
            address_x: AddressMode::CLAMP,
            address_y: AddressMode::CLAMP,
            ..Default::default()
        },
        ..Default::default()
    };
    let texture = Texture::create(&context, &options)?;
    let out = Buffer::<u8>::new(&context, WIDTH * HEIGHT * 4)?;
    let grid = ((WIDTH as u32 + 31) / 32, (HEIGHT as u32 + 7) / 8);
    // SAFETY: the result has room for every pixel.
    unsafe {
        launch!(smooth<<<grid, (32, 8)>>>(&texture, out.mem(), WIDTH as i32, HEIGHT as i32))?
    };
    write_png(&file, &out.to_vec()?)?;
    let smooth = read_png(&file)?;
    println!("smooth: {:08x}", checksum(&smooth));

    let mut largest = 0;
    for y in 0..HEIGHT as i32 {
        for x in 0..WIDTH as i32 {
            for c in 0..4 {
                let mut sum = 0;
                for j in -1..=1 {
                    for i in -1..=1 {
                        sum += at(&picture, x + i, y + j, c) * (2 - i * i) * (2 - j * j);
                    }
                }
                largest = largest.max(((sum + 8) / 16 - at(&smooth, x, y, c)).abs());
            }
        }
    }
    println!("from the host's: at most {largest}");
    std::fs::remove_file(file)?;
    Ok(())
}
