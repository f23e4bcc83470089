//! Gives the shared library its name, so that programs find it wherever it lies.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libglossweave_ffi.so");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
