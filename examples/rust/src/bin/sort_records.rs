// SPDX-License-Identifier: Apache-2.0

//! Sorts a table of records by one of their fields: the field is an array, and the records move along with it.

use gridcall::{
    Context, Dtype, DtypeEntry, Ndarray, NdarrayOf, NdarrayOptions, Result, ScalarType, SortOptions,
};
use std::mem::{size_of, size_of_val};

const READINGS: usize = 100000;

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Reading {
    sensor: u32,
    value: f32,
    time: u64,
}

fn bytes_of(readings: &mut [Reading]) -> &mut [u8] {
    // SAFETY: every byte of a Reading belongs to a number.
    unsafe { std::slice::from_raw_parts_mut(readings.as_mut_ptr().cast(), size_of_val(readings)) }
}

fn main() -> Result<()> {
    let mut readings = vec![Reading::default(); READINGS];
    let mut x = 1u32;
    for (i, reading) in readings.iter_mut().enumerate() {
        x = x.wrapping_mul(1664525).wrapping_add(1013904223);
        *reading = Reading {
            sensor: x >> 8 & 1023,
            value: (x >> 20) as f32 / 8.0,
            time: 1000 + i as u64,
        };
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
            entry("sensor", 0, ScalarType::UINT32),
            entry("value", 4, ScalarType::FLOAT32),
            entry("time", 8, ScalarType::UINT64),
        ],
        size_of::<Reading>() as u64,
    )?;
    let options = NdarrayOptions {
        record: Some(&record),
        shape: &[READINGS as u64],
        ..Default::default()
    };
    let table = Ndarray::from_host(&context, bytes_of(&mut readings), &options)?;
    let sorted = Ndarray::create(&context, &options)?;
    let keys = NdarrayOf::<u32>::zeros(&context, &[READINGS as u64])?;
    let along = SortOptions {
        values: Some(&sorted),
        values_src: Some(&table),
        ..Default::default()
    };
    keys.sort(&table.field("sensor")?, Some(&along), None)?;

    sorted.copy_to_host(bytes_of(&mut readings), None, None)?;
    let order: Vec<_> = readings.iter().map(|r| (r.sensor, r.time)).collect();
    let right = order.windows(2).all(|pair| pair[0] < pair[1]);
    println!("{READINGS} readings of {} bytes", size_of::<Reading>());
    for (i, r) in readings.iter().enumerate().step_by(33333) {
        println!("{i}: sensor {} at {}: {:.3}", r.sensor, r.time, r.value);
    }
    println!(
        "by sensor, and by time for each: {}",
        if right { "yes" } else { "no" }
    );
    Ok(())
}
