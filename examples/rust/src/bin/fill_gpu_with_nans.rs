// SPDX-License-Identifier: Apache-2.0

//! Fills memory with NaN, to find who reads what nobody wrote: half of what is free, but 64 MiB at most.

use gridcall::{Buffer, Context, Result};

fn main() -> Result<()> {
    let context = Context::default()?;
    let (free, _total) = context.memory_info()?;
    let count = (free / 2).min(64 << 20) as usize / 4;

    let pattern = f32::NAN.to_bits();
    let buffer = Buffer::<f32>::new(&context, count)?;
    buffer.mem().fill(0, pattern, count as u64, None)?;
    println!("filled {} bytes with {pattern:08x}", count * 4);

    let found = buffer.to_vec()?.iter().filter(|x| x.is_nan()).count();
    println!("NaN: {found} of {count}");
    Ok(())
}
