// SPDX-License-Identifier: Apache-2.0
//
// Finds libgridcall: in GRIDCALL_LIB_DIR, else by pkg-config. GRIDCALL_STATIC=1 links it statically.

use std::env;

fn main() {
    println!("cargo:rerun-if-env-changed=GRIDCALL_LIB_DIR");
    println!("cargo:rerun-if-env-changed=GRIDCALL_STATIC");
    println!("cargo:rerun-if-env-changed=DOCS_RS");
    // docs.rs builds documentation only, on a machine without the library; the feature dlopen links nothing.
    if env::var_os("DOCS_RS").is_some() || env::var_os("CARGO_FEATURE_DLOPEN").is_some() {
        return;
    }
    let fixed = env::var("GRIDCALL_STATIC").is_ok_and(|v| v == "1");
    if let Ok(dir) = env::var("GRIDCALL_LIB_DIR") {
        println!("cargo:rustc-link-search=native={dir}");
        println!(
            "cargo:rustc-link-lib={}gridcall",
            if fixed { "static=" } else { "" }
        );
        if fixed {
            // As gridcall.pc has them in Libs.private.
            for library in ["stdc++", "m", "dl", "pthread"] {
                println!("cargo:rustc-link-lib={library}");
            }
        }
        println!("cargo:libdir={dir}");
        return;
    }
    // Minor versions are not compatible before 1.0.
    let found = pkg_config::Config::new()
        .range_version("0.1.0".."0.2.0")
        .statik(fixed)
        .probe("gridcall");
    match found {
        Ok(library) => {
            for dir in &library.include_paths {
                println!("cargo:include={}", dir.display());
            }
            for dir in &library.link_paths {
                println!("cargo:libdir={}", dir.display());
            }
            println!("cargo:version={}", library.version);
        }
        Err(error) => {
            // Not fatal: checking and documenting need no library, and linking will say what it misses.
            println!("cargo:warning=libgridcall was not found by pkg-config: set PKG_CONFIG_PATH to the folder of gridcall.pc, or GRIDCALL_LIB_DIR to that of libgridcall.so");
            println!(
                "cargo:warning={}",
                error.to_string().lines().next().unwrap_or("")
            );
            println!("cargo:rustc-link-lib=gridcall");
        }
    }
}
