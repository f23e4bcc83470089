//! Tests with damaged files, which may result in an error or a wrong match, but must never panic.

use super::{Dictionary, dictionary, found};
use glossweave_base::{ErrorKind, Result};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_testing::{opened, sealed};

const TEXT: &str = "New York, Zürich; CORK and Cork: new york city 東京都";

fn bytes() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names");
    dictionary(&["New York", "New York City", "Zürich", "Cork", "東京"]).save(&path).unwrap();
    std::fs::read(path).unwrap()
}

fn scan(bytes: Vec<u8>) -> Result<usize> {
    let names = Dictionary::from_bytes(bytes)?;
    let found = names.recognize(&Passage::new(TEXT))?;
    for annotation in &found {
        assert!(TEXT.get(annotation.span().range()).is_some());
    }
    Ok(found.len())
}

#[test]
fn a_saved_dictionary_is_the_same_when_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names");
    let names = dictionary(&["New York", "Zürich", "Cork"]);
    names.save(&path).unwrap();
    let opened = Dictionary::open(&path).unwrap();
    opened.verify().unwrap();
    assert_eq!((opened.labels(), opened.entries()), (3, 3));
    let annotations = |names: &Dictionary| names.recognize(&Passage::new(TEXT)).unwrap();
    assert_eq!(annotations(&opened), annotations(&names));

    // An open file can still be read after it was replaced.
    dictionary(&["York"]).save(&path).unwrap();
    assert_eq!(found(&opened, "New York"), ["New York"]);
    assert_eq!(found(&Dictionary::open(&path).unwrap(), "New York"), ["York"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn threads_may_save_to_one_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names");
    let names = dictionary(&["New York"]);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| names.save(&path).unwrap());
        }
    });
    Dictionary::open(&path).unwrap().verify().unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_opened_or_saved_is_a_storage_error() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("none").join("names");
    assert_eq!(Dictionary::open(&nowhere).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(Dictionary::open(folder.path()).unwrap_err().kind(), ErrorKind::Storage);
    #[cfg(unix)]
    for device in ["/dev/null", "/dev/zero"] {
        let error = Dictionary::open(device).unwrap_err();
        let message = format!("dictionary `{device}` cannot be opened: not a file");
        assert_eq!((error.kind(), error.message()), (ErrorKind::Storage, message.as_str()));
    }
    assert_eq!(dictionary(&["Cork"]).save(&nowhere).unwrap_err().kind(), ErrorKind::Storage);
    for content in [&b""[..], b"short", &[0; 4096]] {
        let path = folder.path().join("bad");
        std::fs::write(&path, content).unwrap();
        assert_eq!(Dictionary::open(&path).unwrap_err().kind(), ErrorKind::Storage);
    }
}

#[test]
fn a_file_cut_anywhere_is_an_error_or_still_safe() {
    let whole = bytes();
    assert_eq!(scan(whole.clone()).unwrap(), 6);
    for length in 0..whole.len() {
        if let Err(error) = scan(whole[..length].to_vec()) {
            assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
        }
    }
}

#[test]
fn a_flipped_byte_is_an_error_or_still_safe_and_is_noticed() {
    let whole = bytes();
    for at in 0..whole.len() {
        for flip in [0x01, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            assert_eq!(scan(bytes.clone()).unwrap_err().kind(), ErrorKind::Storage);
            let checked = Dictionary::from_bytes(bytes).and_then(|names| names.verify());
            assert_eq!(checked.unwrap_err().kind(), ErrorKind::Storage, "byte {at}");
        }
    }
    // The checksums of the blocks are valid.
    let body = opened(whole);
    for at in 0..body.len() {
        for flip in [0x01, 0x80, 0xFF] {
            let mut bytes = body.clone();
            bytes[at] ^= flip;
            let bytes = sealed(&bytes);
            if let Err(error) = scan(bytes.clone()) {
                assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
            }
            let checked = Dictionary::from_bytes(bytes).and_then(|names| names.verify());
            assert_eq!(checked.unwrap_err().kind(), ErrorKind::Storage, "byte {at}");
        }
    }
}

/// Overwrites offsets and lengths at each position of the file.
#[test]
fn a_wild_number_is_an_error_or_still_safe() {
    let whole = opened(bytes());
    for at in (0..whole.len() - 8).step_by(4) {
        for number in [u64::MAX, u64::from(u32::MAX), 1 << 31, whole.len() as u64, 0] {
            let mut bytes = whole.clone();
            bytes[at..at + 4].copy_from_slice(&(number as u32).to_le_bytes());
            let _ = scan(sealed(&bytes));
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
            let _ = scan(sealed(&bytes));
        }
    }
}

/// Simulates another label with the same hash. The stored label is compared, not just its hash.
#[test]
fn a_hash_alone_is_no_match() {
    let mut bytes = opened(bytes());
    let at = bytes.windows(4).position(|window| window == b"cork").unwrap();
    bytes[at] = b'd';
    assert_eq!(scan(sealed(&bytes)).unwrap(), 4);
}
