// SPDX-License-Identifier: Apache-2.0

//! Arrays of the crate `ndarray`, in each order, as parts, and of shapes that do not fit.

use gridcall::{Context, NdarrayOf, Reduction, Status};
use ndarray::{arr0, s, Array, Array2, Array3, ShapeBuilder};

#[test]
fn arrays_come_and_go() -> gridcall::Result<()> {
    let context = Context::default()?;
    let c = Array3::from_shape_fn((3, 4, 5), |(i, j, k)| (i * 100 + j * 10 + k) as i32);
    let f = Array2::from_shape_fn((7, 3).f(), |(i, j)| i as f64 - j as f64 / 4.0);
    let on_device = NdarrayOf::from_array(&context, &c)?;
    assert_eq!(on_device.to_array()?, c.clone().into_dyn());
    assert_eq!(on_device.reduced(Reduction::SUM)?, c.sum());
    assert_eq!(
        NdarrayOf::from_array(&context, &f)?.to_array()?,
        f.clone().into_dyn()
    );
    // Fortran's order stays.
    assert_eq!(NdarrayOf::from_array(&context, &f)?.strides()?, [8, 56]);
    // Parts, backwards, with gaps.
    let part = c.slice(s![..;-1, 1..3, ..;2]);
    let of_part = NdarrayOf::from_array(&context, &part)?;
    assert_eq!(of_part.shape()?, [3, 2, 3]);
    assert_eq!(of_part.to_array()?, part.to_owned().into_dyn());
    assert_eq!(
        NdarrayOf::from_array(&context, &arr0(7u8))?.to_array()?,
        arr0(7u8).into_dyn()
    );
    Ok(())
}

#[test]
fn copies_go_both_ways() -> gridcall::Result<()> {
    let context = Context::default()?;
    let on_device = NdarrayOf::<f32>::zeros(&context, &[4, 6])?;
    let values = Array::from_shape_fn((6, 4), |(i, j)| (i * 4 + j) as f32);
    on_device.copy_from_array(&values.t(), None)?;
    let mut back = Array2::<f32>::zeros((8, 6));
    on_device.copy_to_array(back.slice_mut(s![..;2, ..;-1]), None)?;
    assert_eq!(back.slice(s![..;2, ..;-1]), values.t());
    assert_eq!(back.slice(s![1..;2, ..]), Array2::<f32>::zeros((4, 6)));
    let error = on_device.copy_from_array(&values, None).unwrap_err();
    assert_eq!(error.status(), Status::INVALID_ARGUMENT);
    assert!(
        error.message().contains("[4, 6]") && error.message().contains("[6, 4]"),
        "{error}"
    );
    Ok(())
}
