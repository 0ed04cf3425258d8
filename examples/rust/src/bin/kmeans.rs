// SPDX-License-Identifier: Apache-2.0

//! Divides points into clusters by k-means, without a kernel of its own: the nearest center of all points at once, and the
//! sums of all clusters at once, are reductions of expressions over points by centers.

use gridcall::{Context, Ndarray, NdarrayOf, Reduction, Result};

const POINTS: usize = 20000;
const CLUSTERS: usize = 4;
const STEPS: usize = 10;

fn main() -> Result<()> {
    let corners = [
        [100.0, 200.0],
        [700.0, 100.0],
        [400.0, 700.0],
        [100.0, 600.0],
    ];
    let mut points = [vec![0f64; POINTS], vec![0f64; POINTS]];
    let mut r = 1u32;
    let [x, y] = &mut points;
    for (x, y) in x.iter_mut().zip(y.iter_mut()) {
        r = r.wrapping_mul(1664525).wrapping_add(1013904223);
        let corner: [f64; 2] = corners[(r >> 30) as usize];
        *x = corner[0] + f64::from(r >> 8 & 255);
        *y = corner[1] + f64::from(r >> 16 & 255);
    }

    let context = Context::default()?;
    let (rows, columns) = ([POINTS as u64, 1], [1, CLUSTERS as u64]);
    let at = [
        NdarrayOf::from_slice(&context, &points[0], &rows)?,
        NdarrayOf::from_slice(&context, &points[1], &rows)?,
    ];
    // The first points are the first centers.
    let center = [
        NdarrayOf::from_slice(&context, &points[0][..CLUSTERS], &columns)?,
        NdarrayOf::from_slice(&context, &points[1][..CLUSTERS], &columns)?,
    ];
    let sum_x = NdarrayOf::<f64>::zeros(&context, &columns)?;
    let sum_y = NdarrayOf::<f64>::zeros(&context, &columns)?;
    let size = NdarrayOf::<f64>::zeros(&context, &columns)?;
    let number = NdarrayOf::<i32>::zeros(&context, &columns)?;
    let label = NdarrayOf::<i32>::zeros(&context, &rows)?;
    number.apply("i", &[], &[], None)?;

    let ([x, y], [center_x, center_y]) = (&at, &center);
    let distance = "(a - c) * (a - c) + (b - d) * (b - d)";
    let places: [&Ndarray; 4] = [x, y, center_x, center_y];
    // The points of each cluster and their coordinates, added up in one pass.
    let chosen = "a == b ? 1.0 : 0.0; a == b ? c : 0.0; a == b ? d : 0.0";
    let (labels, sums): ([&Ndarray; 4], [&Ndarray; 3]) =
        ([&label, &number, x, y], [&size, &sum_x, &sum_y]);
    let means = "a > 0 ? b / a : d; a > 0 ? c / a : e";
    let old: [&Ndarray; 5] = [&size, &sum_x, &sum_y, center_x, center_y];
    let (nearest, add) = ([Reduction::ARG_MIN], [Reduction::SUM]);
    for _ in 0..STEPS {
        Ndarray::transform_reduce(
            &[&label],
            distance,
            &places,
            None,
            &[],
            &nearest,
            &[1],
            None,
        )?;
        Ndarray::transform_reduce(&sums, chosen, &labels, None, &[], &add, &[0], None)?;
        Ndarray::transform(&[center_x, center_y], means, &old, None, &[], None)?;
    }

    println!("{POINTS} points after {STEPS} steps");
    let (x, y) = (center[0].to_vec()?, center[1].to_vec()?);
    for (k, size) in size.to_vec()?.into_iter().enumerate() {
        println!("{size:.0} points around ({:.3}, {:.3})", x[k], y[k]);
    }
    Ok(())
}
