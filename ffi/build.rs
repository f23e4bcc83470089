//! Gives the shared library the name that programs look for where it is installed (scripts/install).
//! Its number is that of the interface, `GW_ABI_VERSION`.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libglossweave.so.2");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
