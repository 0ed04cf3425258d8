// SPDX-License-Identifier: Apache-2.0

//! Blurs a picture by Fourier transforms: the spectra of the picture and of a Gaussian are multiplied. Some pixels are computed
//! as weighted sums of their neighbours, too. The picture goes on at its other side.

use gridcall::{Context, FftFlags, FftOptions, NdarrayOf, Reduction, Result};

const HEIGHT: usize = 1080;
const WIDTH: usize = 1920;
const RECTANGLES: usize = 1000;
const DEVIATION: f64 = 5.0;
const REACH: usize = 40;

/// Rectangles of gray on top of each other.
fn random_picture() -> Vec<u8> {
    let mut r = 1u32;
    let mut random = |limit: usize| {
        r = r.wrapping_mul(1664525).wrapping_add(1013904223);
        (r >> 8) as usize % limit
    };
    let mut picture = vec![0; HEIGHT * WIDTH];
    for _ in 0..RECTANGLES {
        let (top, left) = (random(HEIGHT), random(WIDTH));
        let bottom = HEIGHT.min(top + random(200));
        let right = WIDTH.min(left + random(200));
        let gray = random(256) as u8;
        for row in picture.chunks_mut(WIDTH).take(bottom).skip(top) {
            row[left..right].fill(gray);
        }
    }
    picture
}

/// Weights of distances along a circle of pixels, whose sum is 1.
fn gaussian(count: usize) -> Vec<f64> {
    let distance = |i: usize| i.min(count - i) as f64 / DEVIATION;
    let weights: Vec<_> = (0..count)
        .map(|i| (-distance(i).powi(2) / 2.0).exp())
        .collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

fn main() -> Result<()> {
    let (picture, down, across) = (random_picture(), gaussian(HEIGHT), gaussian(WIDTH));
    let context = Context::default()?;
    let (height, width) = (HEIGHT as u64, WIDTH as u64);
    let bytes = NdarrayOf::from_slice(&context, &picture, &[height, width])?;
    let image = NdarrayOf::<f64>::from_ndarray(&bytes)?;
    let weights = NdarrayOf::<f64>::zeros(&context, &[height, width])?;
    let spectrum = NdarrayOf::<[f64; 2]>::zeros(&context, &[height, width / 2 + 1])?; // complex
    let factors = NdarrayOf::<[f64; 2]>::zeros(&context, &[height, width / 2 + 1])?;
    let column = NdarrayOf::from_slice(&context, &down, &[height, 1])?;
    let row = NdarrayOf::from_slice(&context, &across, &[1, width])?;
    weights.apply("a * b", &[&column, &row], &[], None)?;
    let before = image.reduced(Reduction::SUM)?;

    spectrum.fft(&image, None, None)?;
    factors.fft(&weights, None, None)?;
    spectrum.apply("a * b", &[&spectrum, &factors], &[], None)?;
    let back = FftOptions {
        flags: FftFlags::INVERSE,
        ..Default::default()
    };
    image.fft(&spectrum, Some(&back), None)?;

    let after = image.reduced(Reduction::SUM)?;
    println!("{WIDTH} x {HEIGHT} pixels, sum {before:.3}, of the blurred ones {after:.3}");
    let blurred = image.to_vec()?;
    for i in 0..4 {
        let (row, column) = (40 + 270 * i, 300 + 480 * i);
        let mut direct = 0.0;
        for y in 0..=2 * REACH {
            for x in 0..=2 * REACH {
                let at = (row + HEIGHT + y - REACH) % HEIGHT * WIDTH
                    + (column + WIDTH + x - REACH) % WIDTH;
                let weight = down[y.abs_diff(REACH)] * across[x.abs_diff(REACH)];
                direct += weight * f64::from(picture[at]);
            }
        }
        let fast = blurred[row * WIDTH + column];
        println!(
            "row {row}, column {column}: {fast:.3} by Fourier transforms, {direct:.3} directly"
        );
    }
    Ok(())
}
