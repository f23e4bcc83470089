#![no_main]

#[path = "../../../ffi/tests/drive/mod.rs"]
mod drive;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drive::drive(bytes));
