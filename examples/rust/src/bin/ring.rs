// SPDX-License-Identifier: Apache-2.0

//! Ranks in a ring: each sends its number to the next one, then all sum up. Alone it is a ring of one rank;
//! `mpirun -n 4 ring ranks` makes one of four, srun and torchrun likewise.

use gridcall::{
    Comm, CommAttribute, CommOp, CommOperation, CommReduction, Context, Mem, Result, ScalarType,
};
use std::time::Duration;

const COUNT: u64 = 1024;
const BYTES: u64 = COUNT * 4;

fn last(mem: &Mem) -> Result<i32> {
    let mut bytes = [0u8; 4];
    mem.memcpy_dtoh(&mut bytes, BYTES - 4, None)?;
    Ok(i32::from_ne_bytes(bytes))
}

fn main() -> Result<()> {
    let comm = if std::env::args().count() > 1 {
        // Each rank of a machine takes a GPU of its own.
        Comm::from_environment(None, None)?
    } else {
        Comm::create(&Context::default()?, None, 0, 1, None)?
    };
    let context = comm.context()?;
    let rank = comm.attribute(CommAttribute::RANK)? as u32;
    let count = comm.attribute(CommAttribute::COUNT)? as u32;
    let mine = Mem::alloc(&context, BYTES)?;
    let received = Mem::alloc(&context, BYTES)?;
    mine.fill(0, rank + 1, COUNT, None)?;

    // Both directions in one call: a rank that first sent and then received would wait for itself.
    let (next, before) = ((rank + 1) % count, (rank + count - 1) % count);
    let (int, sum) = (ScalarType::INT32, CommReduction::SUM);
    Comm::launch_group(&[
        CommOp {
            operation: CommOperation::SEND,
            scalar_type: int,
            peer: next,
            src: Some(&mine),
            count: COUNT,
            ..CommOp::new(&comm)
        },
        CommOp {
            operation: CommOperation::RECV,
            scalar_type: int,
            peer: before,
            dst: Some(&received),
            count: COUNT,
            ..CommOp::new(&comm)
        },
    ])?;
    let number = last(&received)?;
    if rank == 0 {
        println!("ring of {count}: rank 0 received {number}");
    }

    comm.all_reduce(&mine, 0, &mine, 0, COUNT, int, sum, None)?;
    let number = last(&mine)?;
    if rank == 0 {
        println!("the sum is {number}");
    }
    comm.finalize(Duration::ZERO)?;
    Ok(())
}
