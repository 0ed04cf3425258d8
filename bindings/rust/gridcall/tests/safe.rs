// SPDX-License-Identifier: Apache-2.0

//! Requests that safe code alone can make, and that are refused.

#![forbid(unsafe_code)]

use gridcall::*;

#[test]
fn expressions_reach_no_memory() -> Result<()> {
    let context = Context::default()?;
    let secret = Box::new(42.5f32);
    let address = &*secret as *const f32 as usize;
    let out = NdarrayOf::<f32>::zeros(&context, &[1])?;
    for text in [
        format!("*(float*){address}ull"),
        format!("*(const float*){address}"),
        format!("(*(float*){address}ull)"),
        format!("1 ? *(float*){address} : a"),
        "*&a".into(),
        "*(&a + 1000000000)".into(),
        "a & &a".into(),
        "(long long)&a".into(),
        "(long long)sin".into(),
        "*(float(*)[1])a".into(),
        "(float&)a".into(),
        "(&a)<:1:>".into(),
        "[&]{ return a; }()".into(),
        "({ a; })".into(),
        "reinterpret_cast<float&>(a)".into(),
        "__uint_as_float(1)".into(),
    ] {
        let error = out.apply(&text, &[&out], &[], None).unwrap_err();
        assert_eq!(error.status(), Status::INVALID_ARGUMENT, "{text}");
        assert!(error.message().contains("at column"), "{error}");
    }
    assert_eq!(out.to_vec()?, [0.0]);
    out.apply("rsqrtf(a + 4.f) * (float)x", &[&out], &[scalar(2i32)], None)?;
    assert_eq!(out.to_vec()?, [1.0]);
    Ok(())
}

#[test]
fn handles_are_no_addresses() -> Result<()> {
    let context = Context::default()?;
    let module = Module::from_source(&context, "__global__ void k(long long n) {}", None)?;
    let kernel = module.kernel("k")?;
    let mem = Mem::alloc(&context, 64)?;
    // In C the object of this kind is an address of the host, of which the library reads 8 bytes.
    let value = Arg::new(ArgKind::VALUE, 8, 0, Some(&mem), ValueType::UNKNOWN);
    let prepared = prepare!(kernel<<<1, 1>>>(1i64))?;
    for error in [
        kernel.builder(1, 1).arg(&value).prepare().unwrap_err(),
        prepared.set(0, value).unwrap_err(),
        prepare!(kernel<<<1, 1>>>(value)).unwrap_err(),
    ] {
        assert_eq!(error.status(), Status::INVALID_ARGUMENT, "{error}");
    }
    Ok(())
}

#[test]
fn another_handle_keeps_memory() -> Result<()> {
    let context = Context::default()?;
    let array = NdarrayOf::<f32>::from_slice(&context, &[1.0, 2.0], &[2])?;
    // The array holds the memory that this would free.
    assert_eq!(
        array.mem()?.free().unwrap_err().status(),
        Status::INVALID_STATE
    );
    assert_eq!(array.to_vec()?, [1.0, 2.0]);
    let whole = Buffer::from_slice(&context, &[1i32, 2, 3])?;
    let part = whole.slice(1..)?;
    assert_eq!(whole.free().unwrap_err().status(), Status::INVALID_STATE);
    assert_eq!(part.to_vec()?, [2, 3]);
    Ok(())
}
