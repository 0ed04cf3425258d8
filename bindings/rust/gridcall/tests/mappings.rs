// SPDX-License-Identifier: Apache-2.0

//! The ends of mappings. They compile no kernel, so that ctest runs them on a driver without a GPU too, whose memory is mapped by
//! way of a copy.

use gridcall::*;

#[test]
fn mappings_end_with_their_scope() -> Result<()> {
    let context = Context::default()?;
    let options = StreamOptions {
        flags: StreamFlags::NON_BLOCKING,
        ..Default::default()
    };
    let stream = Stream::create(&context, Some(&options))?;
    let x = Buffer::from_slice(&context, &[1i32, 2, 3, 4])?;
    {
        let mut mapped = x.map(.., MapFlags::READ | MapFlags::WRITE, Some(&stream))?;
        // SAFETY: nothing is queued.
        unsafe { mapped.as_mut_slice()?[3] = 40 };
    }
    let mut got = [0; 4];
    x.download_on(&mut got, Some(&stream))?;
    assert_eq!(got, [1, 2, 3, 40]);
    // Also where a panic ends it.
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut mapped = x.map(.., MapFlags::READ | MapFlags::WRITE, None).unwrap();
        // SAFETY: nothing is queued.
        unsafe { mapped.as_mut_slice().unwrap()[0] = 10 };
        panic!("on purpose");
    }));
    assert!(caught.is_err());
    assert_eq!(x.to_vec()?, [10, 2, 3, 40]);
    Ok(())
}
