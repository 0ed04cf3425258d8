// SPDX-License-Identifier: Apache-2.0

//! Sums up a table whose rows are records, without a kernel of its own: fields are arrays, an expression fills one of them,
//! and reductions add up.

use gridcall::{
    scalar, Context, Dtype, DtypeEntry, Ndarray, NdarrayOf, NdarrayOptions, Reduction, Result,
    ScalarType,
};
use std::mem::{size_of, size_of_val};

const ROWS: usize = 100000;
const REGIONS: usize = 4;

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Sale {
    number: i32,
    price: f32,
    quantity: u16,
    region: u16,
    padding: u32,
    total: f64,
}

fn bytes_of(sales: &mut [Sale]) -> &mut [u8] {
    // SAFETY: every byte of a Sale belongs to a number.
    unsafe { std::slice::from_raw_parts_mut(sales.as_mut_ptr().cast(), size_of_val(sales)) }
}

fn reduced(one: &NdarrayOf<f64>, of: &Ndarray, how: Reduction) -> Result<f64> {
    one.reduce(of, how, &[], None)?;
    Ok(one.to_vec()?[0])
}

fn main() -> Result<()> {
    let mut regions = [0.0f64; REGIONS];
    let (mut all, mut dearest) = (0.0f64, 0.0f64);
    let mut x = 1u32;
    let mut sales = vec![Sale::default(); ROWS];
    for (i, sale) in sales.iter_mut().enumerate() {
        x = x.wrapping_mul(1664525).wrapping_add(1013904223);
        *sale = Sale {
            number: i as i32,
            price: (x >> 22) as f32 / 4.0,
            quantity: (x >> 10 & 63) as u16,
            region: (x >> 16 & 3) as u16,
            ..Default::default()
        };
        let total = f64::from(sale.price) * f64::from(sale.quantity);
        all += total;
        regions[usize::from(sale.region)] += total;
        dearest = dearest.max(total);
    }

    let context = Context::default()?;
    let entry = |name, offset, scalar_type| DtypeEntry {
        name,
        offset,
        scalar_type,
        ..Default::default()
    };
    let record = Dtype::create(
        &[
            entry("number", 0, ScalarType::INT32),
            entry("price", 4, ScalarType::FLOAT32),
            entry("quantity", 8, ScalarType::UINT16),
            entry("region", 10, ScalarType::UINT16),
            entry("total", 16, ScalarType::FLOAT64),
        ],
        size_of::<Sale>() as u64,
    )?;
    let options = NdarrayOptions {
        record: Some(&record),
        shape: &[ROWS as u64],
        ..Default::default()
    };
    let table = Ndarray::from_host(&context, bytes_of(&mut sales), &options)?;
    let (price, quantity) = (table.field("price")?, table.field("quantity")?);
    let (region, total) = (table.field("region")?, table.field("total")?);
    total.apply("(double)a * b", &[&price, &quantity], &[], None)?;

    let chosen = NdarrayOf::<f64>::zeros(&context, &[ROWS as u64])?;
    let one = NdarrayOf::<f64>::zeros(&context, &[])?;
    let mut right = true;
    println!("rows: {ROWS} of {} bytes", size_of::<Sale>());
    for (i, expected) in regions.into_iter().enumerate() {
        let number = [scalar(i as i32)];
        chosen.apply("a == x ? b : 0.0", &[&region, &total], &number, None)?;
        let sum = reduced(&one, &chosen, Reduction::SUM)?;
        println!("region {i}: {sum:.2}");
        right &= sum == expected;
    }
    let sum = reduced(&one, &total, Reduction::SUM)?;
    let most = reduced(&one, &total, Reduction::MAX)?;
    println!("all: {sum:.2}\nthe dearest: {most:.2}");
    table.copy_to_host(bytes_of(&mut sales), None, None)?;
    let s = sales[7];
    println!(
        "row 7: number {}, {:.2} x {} = {:.2}",
        s.number, s.price, s.quantity, s.total
    );
    right &= sum == all && most == dearest;
    right &= s.total == f64::from(s.price) * f64::from(s.quantity);
    println!("as on the host: {}", if right { "yes" } else { "no" });
    Ok(())
}
