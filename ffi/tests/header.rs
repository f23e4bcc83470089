//! The committed header is the one that the sources make.
#![allow(clippy::unwrap_used)]

use std::path::Path;

#[test]
fn the_committed_header_is_up_to_date() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).unwrap();
    let bindings =
        cbindgen::Builder::new().with_crate(here).with_config(config).generate().unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let path = here.join("../include/glossweave.h");
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read(&path).unwrap_or_default();
    let at = committed.iter().zip(&made).take_while(|(a, b)| a == b).count();
    assert!(
        committed == made,
        "include/glossweave.h differs from line {} on; `UPDATE_HEADER=1 cargo test -p \
         glossweave-ffi --test header` writes it anew",
        made[..at].iter().filter(|byte| **byte == b'\n').count() + 1
    );
}

#[test]
fn the_version_is_that_of_the_crate() {
    let numbers = [
        glossweave_ffi::GW_VERSION_MAJOR,
        glossweave_ffi::GW_VERSION_MINOR,
        glossweave_ffi::GW_VERSION_PATCH,
    ];
    let version = numbers.map(|number| number.to_string()).join(".");
    assert_eq!(version, env!("CARGO_PKG_VERSION"), "GW_VERSION_* in ffi/src/lib.rs");
}
