// SPDX-License-Identifier: Apache-2.0

//! With the feature dlopen a program starts without the library, and is told. Run: cargo test --features dlopen

use gridcall::*;

#[test]
fn a_missing_library_is_an_error() {
    std::env::set_var("GRIDCALL_LIBRARY", "/nowhere/libgridcall.so.0");
    let error = Context::default().unwrap_err();
    assert_eq!(error.status(), Status::DRIVER_UNAVAILABLE);
    assert!(
        error.message().contains("/nowhere/libgridcall.so.0"),
        "{error}"
    );
    assert_eq!(handle_count(), 0);
    assert_eq!(Status::OK.name(), "");
}
