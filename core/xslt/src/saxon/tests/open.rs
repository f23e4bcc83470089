use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::library;
use crate::Saxon;
use crate::saxon::{check_version, locate};
use glossweave_base::error::ErrorKind;

#[test]
fn other_versions_are_refused() {
    let version = |found: &str| check_version(Path::new("/l.so"), found);
    assert_eq!(version("SaxonC-HE 12.10.1 from Saxonica").unwrap(), "12.10.1");
    assert_eq!(version("SaxonC-HE 12.10 from Saxonica").unwrap(), "12.10");
    for found in ["SaxonC-HE 13.1.1 from Saxonica", "SaxonC-HE 12.1 x", "SaxonC-EE 12.10.1 x", ""] {
        let error = version(found).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        for part in [found, "SaxonC-HE 12.10;", "pip install saxonche==12.10.1"] {
            assert!(error.message().contains(part), "{error}");
        }
    }
}

#[test]
fn what_is_not_the_library_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("no-library.so");
    fs::write(&text, "no library").unwrap();
    let other = ["/lib/x86_64-linux-gnu/libm.so.6", "/usr/lib64/libm.so.6"];
    let other = other.iter().map(Path::new).find(|path| path.exists());
    for path in [Some(Path::new("/nowhere/lib.so")), Some(text.as_path()), other] {
        let Some(path) = path else { continue };
        let error = Saxon::open(path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
        assert!(error.message().contains(&path.display().to_string()), "{error}");
    }
    if let Some(other) = other {
        let later = folder.path().join("libsaxonc-core-he-8cfd067e.so.13.1.1");
        fs::copy(other, &later).unwrap();
        let message = Saxon::open(&later).unwrap_err().message().to_owned();
        assert!(message.contains("SaxonC-HE 12.10, it is 13.1.1 by its name"), "{message}");
    }
    let error = Saxon::open(Path::new("/lib\0x")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

#[test]
fn the_library_is_found_by_setting_or_variable() {
    let temporary = tempfile::tempdir().unwrap();
    let [folder, empty] = ["some libs", "no libs"].map(|name| temporary.path().join(name));
    fs::create_dir(&folder).unwrap();
    fs::create_dir(&empty).unwrap();
    for name in ["libsaxonc-he-1.so.12.10.1", "libsaxonc-core-he-1.so.12.10.1", "readme"] {
        fs::write(folder.join(name), "").unwrap();
    }
    let core = folder.join("libsaxonc-core-he-1.so.12.10.1");
    let variable = |path: &Path| Some(OsString::from(path));
    assert_eq!(locate::library(None, None).unwrap(), None);
    assert_eq!(locate::library(None, Some(OsString::new())).unwrap(), None);
    assert_eq!(locate::library(Some(&folder), None).unwrap().as_ref(), Some(&core));
    assert_eq!(locate::library(Some(&core), variable(&empty)).unwrap().as_ref(), Some(&core));
    assert_eq!(locate::library(None, variable(&folder)).unwrap().as_ref(), Some(&core));
    for wrong in [empty.as_path(), Path::new("/nowhere")] {
        let error = locate::library(None, variable(wrong)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().starts_with("SAXONC_HE_LIB names `"), "{error}");
        assert!(locate::library(Some(wrong), variable(&core)).is_err());
    }
}

#[test]
fn a_library_is_opened_once() {
    let Some(path) = library() else { return };
    let saxon = Saxon::open(&path).unwrap();
    assert!(Arc::ptr_eq(&saxon, &Saxon::open(&path).unwrap()));
    assert!(saxon.version().starts_with("12.10"));
    assert_eq!(format!("{saxon:?}"), format!("Saxon {{ version: \"{}\", .. }}", saxon.version()));
}
