//! Exports and imports.

use glossweave::ErrorKind;
use glossweave::store::{Action, Backend, MemoryBackend, Precondition, export, import};

use super::{change, done, open, put, tally};

fn filled(store: &dyn Backend) -> Vec<u8> {
    done(store, &[put("json", Precondition::Absent, r#"{"b":1,"a":[null,1.5,"ü"]}"#)], &[]);
    done(store, &[put("null", Precondition::Absent, "null")], &[tally("next/pipeline", 7)]);
    done(store, &[put("spaced", Precondition::Absent, "{ }")], &[]);
    done(store, &[put("bytes", Precondition::Absent, [0, 255, 10])], &[]);
    done(store, &[change("spaced", Precondition::Present, Action::Remove)], &[]);
    let mut lines = Vec::new();
    export(store, &mut lines).unwrap();
    lines
}

#[test]
fn an_import_is_the_store_that_was_exported() {
    let folder = tempfile::tempdir().unwrap();
    let (memory, disk) = (MemoryBackend::new(), open(folder.path()).unwrap());
    let lines = filled(&memory);
    import(&disk, &lines[..]).unwrap();
    assert_eq!(disk.snapshot().unwrap(), memory.snapshot().unwrap());
    drop(disk);
    let disk = open(folder.path()).unwrap();
    let mut again = Vec::new();
    export(&disk, &mut again).unwrap();
    assert_eq!(again, lines);
    // Ids and revisions continue.
    assert_eq!(disk.counter("next/pipeline").unwrap(), 7);
    assert_eq!(done(&disk, &[put("spaced", Precondition::Absent, "1")], &[]), 6);
    assert_eq!(import(&disk, &lines[..]).unwrap_err().kind(), ErrorKind::Conflict);
}

#[test]
fn no_flipped_bit_of_an_export_is_imported() {
    let lines = filled(&MemoryBackend::new());
    let store = MemoryBackend::new();
    for at in 0..lines.len() - 1 {
        for bit in (0..8).step_by(glossweave_testing::count(5, 1)) {
            let mut spoilt = lines.clone();
            spoilt[at] ^= 1 << bit;
            let outcome = import(&store, &spoilt[..]);
            assert!(outcome.is_err(), "bit {bit} of byte {at}");
        }
    }
    assert_eq!(store.snapshot().unwrap(), Default::default());
}

#[test]
fn cut_and_spoilt_exports_leave_the_store_empty() {
    let text = String::from_utf8(filled(&MemoryBackend::new())).unwrap();
    let store = MemoryBackend::new();
    let lines: Vec<_> = text.lines().collect();
    for end in 0..text.len() - 1 {
        if text.is_char_boundary(end) {
            let error = import(&store, &text.as_bytes()[..end]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed, "{end}: {error}");
        }
    }
    for at in 0..lines.len() {
        let mut lines = lines.clone();
        lines.remove(at);
        assert_eq!(
            import(&store, lines.join("\n").as_bytes()).unwrap_err().kind(),
            ErrorKind::Malformed
        );
    }
    for (from, to, kind, said) in [
        ("\"version\":1", "\"version\":2", ErrorKind::Unsupported, "the export has version 2"),
        ("\"filters\"", "\"filter\"", ErrorKind::Malformed, "line 2: no table `filter`"),
        ("\"null\"", "\"json\"", ErrorKind::Malformed, "the row `json` of `filters` appears twice"),
        ("00ff0a", "00ff0", ErrorKind::Malformed, "line 2: `bytes` are not pairs"),
        (
            "\"revision\":4",
            "\"revision\":9",
            ErrorKind::Malformed,
            "has revision 9, expected 1 to 5",
        ),
        ("\"counter\"", "\"counters\"", ErrorKind::Malformed, "line 5: invalid line of an export"),
    ] {
        let spoilt = text.replacen(from, to, 1);
        assert_ne!(spoilt, text, "{from}");
        let error = import(&store, spoilt.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.message().contains(said), "{error}");
    }
    assert_eq!(store.snapshot().unwrap(), Default::default());
    import(&store, text.as_bytes()).unwrap();
}

#[test]
fn large_values_are_exported_and_imported() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = open(from.path()).unwrap();
    done(&store, &[put("text", Precondition::Absent, "\"x\"".repeat(9_000))], &[]);
    done(&store, &[put("json", Precondition::Absent, format!("[{}0]", "1,".repeat(9_000)))], &[]);
    done(&store, &[put("small", Precondition::Absent, "1")], &[]);
    let mut lines = Vec::new();
    export(&store, &mut lines).unwrap();
    let other = open(to.path()).unwrap();
    import(&other, &lines[..]).unwrap();
    drop(other);
    let other = open(to.path()).unwrap();
    assert_eq!(other.snapshot().unwrap(), store.snapshot().unwrap());
}
