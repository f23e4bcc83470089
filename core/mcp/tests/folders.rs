//! Tests that files outside the allowed folders cannot be read.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::fs;
use std::os::unix::fs::symlink;

use glossweave::ErrorKind;
use glossweave_mcp::Folders;

#[test]
fn a_symbolic_link_leads_nowhere() {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join("secret"), "x").unwrap();
    let inner = outer.path().join("open");
    fs::create_dir(&inner).unwrap();
    fs::create_dir(inner.join("deep")).unwrap();
    fs::write(inner.join("deep/a.txt"), "a").unwrap();
    symlink(outer.path().join("secret"), inner.join("file")).unwrap();
    symlink(outer.path(), inner.join("folder")).unwrap();
    symlink("a.txt", inner.join("deep/own")).unwrap();
    let folders = Folders::open([&inner]).unwrap();
    assert_eq!(folders.read("deep/a.txt", 9).unwrap(), b"a");
    for path in ["file", "folder/secret", "deep/own", "deep/../../secret", "deep", ".", ""] {
        let error = folders.read(path, 9).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Forbidden, "{path}: {error}");
    }
    assert_eq!(folders.read("none", 9).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(Folders::default().read("a", 9).unwrap_err().kind(), ErrorKind::Forbidden);
}

#[test]
fn a_folder_that_is_a_link_itself_may_be_allowed() {
    let outer = tempfile::tempdir().unwrap();
    fs::create_dir(outer.path().join("real")).unwrap();
    fs::write(outer.path().join("real/a"), "a").unwrap();
    symlink("real", outer.path().join("link")).unwrap();
    let folders = Folders::open([outer.path().join("link")]).unwrap();
    for path in ["link/a", "real/a"] {
        assert_eq!(folders.read(outer.path().join(path), 9).unwrap(), b"a");
    }
}
