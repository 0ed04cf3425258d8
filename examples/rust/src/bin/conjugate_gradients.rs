// SPDX-License-Identifier: Apache-2.0

//! Solves Poisson's equation on a square by conjugate gradients: a sparse matrix times a vector, dot products, and sums of
//! vectors. What divides these stays on the device, so that the host waits for every 50th step alone.

use gridcall::{Context, Ndarray, NdarrayOf, Reduction, Result};
use std::mem::swap;

const SIDE: usize = 127;
const UNKNOWNS: usize = SIDE * SIDE;
const BETWEEN_CHECKS: usize = 50;

/// A sparse matrix by rows (CSR).
struct Csr {
    offsets: NdarrayOf<i32>,
    columns: NdarrayOf<i32>,
    values: NdarrayOf<f64>,
}

impl Csr {
    /// The 5-point Laplacian of a square of unknowns.
    fn laplacian(context: &Context) -> Result<Csr> {
        let (mut offsets, mut columns, mut values) = (vec![0], vec![], vec![]);
        for at in 0..UNKNOWNS as i32 {
            let side = SIDE as i32;
            let (x, y) = (at % side, at / side);
            let neighbours = [
                (y > 0, at - side),
                (x > 0, at - 1),
                (true, at),
                (x < side - 1, at + 1),
                (y < side - 1, at + side),
            ];
            for (_, column) in neighbours.into_iter().filter(|(is_inside, _)| *is_inside) {
                columns.push(column);
                values.push(if column == at { 4.0 } else { -1.0 });
            }
            offsets.push(columns.len() as i32);
        }
        Ok(Csr {
            offsets: NdarrayOf::from_slice(context, &offsets, &[offsets.len() as u64])?,
            columns: NdarrayOf::from_slice(context, &columns, &[columns.len() as u64])?,
            values: NdarrayOf::from_slice(context, &values, &[values.len() as u64])?,
        })
    }

    fn multiply(&self, result: &Ndarray, vector: &Ndarray) -> Result<()> {
        result.sparse_matmul(
            &self.offsets,
            &self.columns,
            &self.values,
            vector,
            None,
            None,
        )
    }
}

fn dot(result: &Ndarray, a: &Ndarray, b: &Ndarray) -> Result<()> {
    let sum = [Reduction::SUM];
    Ndarray::transform_reduce(&[result], "a * b", &[a, b], None, &[], &sum, &[], None)
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let matrix = Csr::laplacian(&context)?;
    let vector = || NdarrayOf::<f64>::zeros(&context, &[UNKNOWNS as u64]);
    let number = || NdarrayOf::<f64>::zeros(&context, &[]);
    let (x, r, p, q) = (vector()?, vector()?, vector()?, vector()?);
    let (mut rr, mut previous, pq) = (number()?, number()?, number()?);

    let area = 1.0 / ((SIDE + 1) * (SIDE + 1)) as f64;
    r.fill_with(area, None)?; // the right side, as x is 0
    p.copy(&r, None)?;
    dot(&rr, &r, &r)?;
    let first = rr.to_vec()?[0];
    println!("{UNKNOWNS} unknowns, {} elements", matrix.columns.len()?);
    let (mut steps, mut last) = (0, first);
    while last > 1e-16 * first {
        for _ in 0..BETWEEN_CHECKS {
            matrix.multiply(&q, &p)?;
            dot(&pq, &p, &q)?;
            x.apply("a + b / c * d", &[&x, &rr, &pq, &p], &[], None)?;
            r.apply("a - b / c * d", &[&r, &rr, &pq, &q], &[], None)?;
            swap(&mut rr, &mut previous);
            dot(&rr, &r, &r)?;
            p.apply("a + b / c * d", &[&r, &rr, &previous, &p], &[], None)?;
        }
        last = rr.to_vec()?[0];
        steps += BETWEEN_CHECKS;
        println!(
            "{steps} steps: residual 10^{:.3}",
            (last / first).log10() / 2.0
        );
    }
    let (greatest, sum) = (x.reduced(Reduction::MAX)?, x.reduced(Reduction::SUM)?);
    println!("greatest {greatest:.6}, mean {:.6}", sum * area);
    Ok(())
}
