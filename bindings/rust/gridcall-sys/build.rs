// SPDX-License-Identifier: Apache-2.0
//
// Finds libgridcall: in GRIDCALL_LIB_DIR, else by pkg-config. GRIDCALL_STATIC=1 links it statically. The feature `bundled` builds it
// by cmake in place of pkg-config, from the sources that the crate has with it, or from GRIDCALL_SOURCE_DIR.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{exit, Command};

fn main() {
    println!("cargo:rerun-if-env-changed=GRIDCALL_LIB_DIR");
    println!("cargo:rerun-if-env-changed=GRIDCALL_STATIC");
    println!("cargo:rerun-if-env-changed=GRIDCALL_SOURCE_DIR");
    println!("cargo:rerun-if-env-changed=GRIDCALL_CC");
    println!("cargo:rerun-if-env-changed=GRIDCALL_CMAKE_ARGS");
    println!("cargo:rerun-if-env-changed=DOCS_RS");
    // docs.rs builds documentation only, on a machine without the library; the feature dlopen links nothing.
    if env::var_os("DOCS_RS").is_some() || env::var_os("CARGO_FEATURE_DLOPEN").is_some() {
        return;
    }
    let fixed = env::var("GRIDCALL_STATIC").is_ok_and(|v| v == "1");
    if let Ok(dir) = env::var("GRIDCALL_LIB_DIR") {
        return link(Path::new(&dir), fixed);
    }
    if env::var_os("CARGO_FEATURE_BUNDLED").is_some() {
        // Statically: cargo hands no rpath on to the programs, and the library knows where its compiler was installed.
        return link(&build(), true);
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
                error
                    .to_string()
                    .lines()
                    .find(|line| !line.trim().is_empty())
                    .unwrap_or("pkg-config says no more")
            );
            println!("cargo:rustc-link-lib=gridcall");
        }
    }
}

/// Links the library of a folder.
fn link(dir: &Path, fixed: bool) {
    println!("cargo:rustc-link-search=native={}", dir.display());
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
    println!("cargo:libdir={}", dir.display());
}

/// Builds the library, and says in which folder it is.
fn build() -> PathBuf {
    // Links into the checkout; files in the packaged crate.
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("source");
    let source = env::var_os("GRIDCALL_SOURCE_DIR").map_or(own, PathBuf::from);
    if !source.join("include/gridcall/gridcall.h").exists() {
        fail(&format!(
            "the feature `bundled` builds gridcall from its sources, and {} has none: set GRIDCALL_SOURCE_DIR to a checkout, or \
             GRIDCALL_LIB_DIR to the folder of a libgridcall.so that is installed",
            source.display()
        ));
    }
    for name in ["CMakeLists.txt", "src", "bindings/api"] {
        println!("cargo:rerun-if-changed={}", source.join(name).display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let (folder, installed) = (out.join("build"), out.join("installed"));
    // A compiler that is there already takes the place of one that is built, which needs clang 19 and most of the time.
    let compiler = env::var_os("GRIDCALL_CC").map(PathBuf::from);
    if let Some(missing) = compiler.as_ref().filter(|path| !path.is_file()) {
        fail(&format!(
            "GRIDCALL_CC is {}, and there is no such file: name a gridcall-cc, or leave it out to have one built",
            missing.display()
        ));
    }
    // Behind ours, so that these win: where clang 19 is, a compiler, another kind of build.
    let more = env::var("GRIDCALL_CMAKE_ARGS").unwrap_or_default();
    let jobs = env::var("NUM_JOBS").unwrap_or_else(|_| "2".into());
    cmake(
        Command::new("cmake")
            .arg("-S")
            .arg(source)
            .arg("-B")
            .arg(&folder)
            .arg(format!("-DCMAKE_INSTALL_PREFIX={}", installed.display()))
            .args([
                "-DCMAKE_BUILD_TYPE=Release",
                "-DCMAKE_INSTALL_LIBDIR=lib",
                "-DBUILD_TESTING=OFF",
                "-DGRIDCALL_UNITY=ON",
                "-DGRIDCALL_WERROR=OFF", // other compilers have other warnings
                "-DGRIDCALL_BUILD_COMMAND=OFF",
            ])
            .arg(format!(
                "-DGRIDCALL_BUILD_CC={}",
                if compiler.is_some() { "OFF" } else { "ON" }
            ))
            .args(more.split_whitespace()),
    );
    // No tools: what the two components hold.
    cmake(Command::new("cmake").arg("--build").arg(&folder).args([
        "--target",
        "gridcall_installed",
        "--parallel",
        &jobs,
    ]));
    for component in ["runtime", "dev"] {
        cmake(
            Command::new("cmake")
                .arg("--install")
                .arg(&folder)
                .args(["--component", component]),
        );
    }
    let place = installed.join("libexec/gridcall");
    if compiler.is_none() && !place.join("gridcall-cc").exists() {
        println!("cargo:warning=gridcall-cc was not built, so the CPU device will compile nothing: install clang 19 and LLVM 19 with their development files (Debian: clang-19 llvm-19-dev libclang-19-dev), or set GRIDCALL_CC");
    }
    if let Some(compiler) = compiler {
        let linked = fs::create_dir_all(&place)
            .and_then(|()| fs::remove_file(place.join("gridcall-cc")).or(Ok(())))
            .and_then(|()| symlink(&compiler, place.join("gridcall-cc")));
        if let Err(error) = linked {
            fail(&format!("{}: {error}", compiler.display()));
        }
    }
    installed.join("lib")
}

fn cmake(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("{command:?} ended with {status}")),
        Err(error) => fail(&format!("the feature `bundled` needs cmake: {error}")),
    }
}

fn fail(why: &str) -> ! {
    println!("cargo:warning={why}");
    eprintln!("{why}");
    exit(1)
}
