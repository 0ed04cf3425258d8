// SPDX-License-Identifier: Apache-2.0

//! Writes `operations.rs`, an operation for each function of the API, from `bindings/api`.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    let bindings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../bindings");
    for folder in ["api", "gen", "lang"] {
        println!("cargo:rerun-if-changed={}", bindings.join(folder).display());
    }
    let status = Command::new("python3")
        .arg("-B")
        .arg(bindings.join("gen/gen.py"))
        .args(["--build", "scenario", "--root"])
        .arg(env::var_os("OUT_DIR").expect("cargo sets it"))
        .status()
        .expect("python3 writes the operations");
    assert!(status.success(), "bindings/gen/gen.py wrote no operations");
}
