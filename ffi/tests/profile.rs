//! Checks that panics unwind, because they are caught at the boundary.

use std::path::Path;

#[test]
fn no_profile_aborts_on_panic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifests =
        ["Cargo.toml", "core/glossweave/Cargo.toml", "ffi/Cargo.toml", "python/Cargo.toml"];
    let settings = [".cargo/config.toml", ".cargo/config"];
    let mut read = 0;
    for name in manifests.iter().chain(&settings) {
        let Ok(text) = std::fs::read_to_string(root.join(name)) else { continue };
        read += 1;
        assert!(!aborts(&text), "{name} sets panic to abort");
    }
    assert!(read >= 3, "the manifests were not found");
}

fn aborts(manifest: &str) -> bool {
    let plain: String = manifest.chars().filter(|c| !c.is_whitespace()).collect();
    let names = ["panic=\"abort\"", "panic='abort'", "panic=abort", "\"panic\"=\"abort\""];
    names.iter().any(|name| plain.contains(name)) || plain.contains("immediate-abort")
}

#[test]
fn an_aborting_profile_is_seen() {
    assert!(aborts("[profile.release]\npanic = \"abort\"\n"));
    assert!(aborts("rustflags = [\"-C\", \"panic=abort\"]"));
    assert!(!aborts("[profile.release]\nlto = \"thin\"\n"));
}
