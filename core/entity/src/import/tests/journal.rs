//! Tests of imports that are interrupted and resumed.

use std::fs;
use std::io::Write;

use super::{Files, Import, entities};
use flate2::write::GzEncoder;
use glossweave_base::error::{Error, ErrorKind};

/// Returns many locations, including an invalid line, and their names.
fn files() -> Files {
    let mut places = String::new();
    for id in 1..=40_000 {
        places.push_str(&format!(
            "{id}\tTown number {id}\t\tPlace {id}\t5\t-8\tP\tPPL\tIE\t\t\t\t\t\t{id}\t\t\t\t\n"
        ));
        if id % 10_000 == 0 {
            places.push_str("not a place\n");
        }
    }
    let mut gzip = GzEncoder::new(Vec::new(), Default::default());
    gzip.write_all(places.as_bytes()).unwrap();
    let names: String =
        (1..=40_000).map(|id| format!("{id}\t{id}\tga\tBaile {id}\t\t\t\t\n")).collect();
    Files::new(&[("a.txt.gz", &gzip.finish().unwrap()), ("names.txt", names.as_bytes())])
}

#[test]
fn an_import_that_was_ended_goes_on_and_results_in_the_same() {
    let files = files();
    let journal = files.0.path().join("places.journal");
    let (whole, of_whole) = files.read("geonames", &[]).unwrap();
    let import = Import::new("geonames").unwrap().with_journal(&journal);
    // The import is interrupted in the first file and in the second file.
    for most in [35_000, 60_000] {
        let mut end = |at: glossweave_base::progress::Progress| match at.records > most {
            true => Err(Error::new(ErrorKind::Unavailable, "enough")),
            false => Ok(()),
        };
        assert!(import.read(&files.1, &mut end).is_err());
        // Simulates a kill in the middle of a block.
        let mut journal_file = fs::OpenOptions::new().append(true).open(&journal).unwrap();
        journal_file.write_all(&[9, 0, 0, 0, 1, 2, 3]).unwrap();
    }
    let mut least = u64::MAX;
    let mut watch = |at: glossweave_base::progress::Progress| {
        least = least.min(at.records);
        Ok(())
    };
    let (builder, report) = import.read(&files.1, &mut watch).unwrap();
    let names = builder.build().unwrap();
    assert!(report.resumed > 0 && least > 40_000, "{least}");
    assert_eq!(names.revision(), whole.revision());
    assert_eq!(entities(&names, "Baile 17"), entities(&whole, "Place 17"));
    assert_eq!((report.entities, report.names), (of_whole.entities, of_whole.names));
    assert!(report.skipped().eq(of_whole.skipped()));
    assert!(!journal.exists());
}

#[test]
fn what_is_damaged_in_a_journal_is_read_again() {
    let files = files();
    let journal = files.0.path().join("places.journal");
    let (whole, _) = files.read("geonames", &[]).unwrap();
    let import = Import::new("geonames").unwrap().with_journal(&journal);
    let mut end = |at: glossweave_base::progress::Progress| match at.records > 60_000 {
        true => Err(Error::new(ErrorKind::Unavailable, "enough")),
        false => Ok(()),
    };
    assert!(import.read(&files.1, &mut end).is_err());
    let mut bytes = fs::read(&journal).unwrap();
    // Overwrites a letter of a name in the second half.
    let half = bytes.len() / 2;
    let place = bytes[half..].windows(5).position(|five| five == b"Place").unwrap();
    bytes[half + place] = b'X';
    fs::write(&journal, bytes).unwrap();
    let (builder, report) = import.read(&files.1, &mut |_| Ok(())).unwrap();
    assert_eq!(builder.build().unwrap().revision(), whole.revision());
    assert!(report.resumed > 0);
}

#[test]
fn a_journal_of_other_options_is_not_used() {
    let files = files();
    let journal = files.0.path().join("places.journal");
    let mut import = Import::new("geonames").unwrap().with_journal(&journal);
    let mut end = |at: glossweave_base::progress::Progress| match at.records > 35_000 {
        true => Err(Error::new(ErrorKind::Unavailable, "enough")),
        false => Ok(()),
    };
    assert!(import.read(&files.1, &mut end).is_err());
    assert!(journal.exists());
    import.set("language", "en").unwrap();
    let (_, report) = import.read(&files.1, &mut |_| Ok(())).unwrap();
    assert_eq!((report.resumed, report.entities), (0, 40_000));
}

#[test]
fn a_journal_that_cannot_be_written_is_an_error() {
    let files = files();
    let import = Import::new("geonames").unwrap().with_journal(files.0.path());
    let error = import.read(&files.1, &mut |_| Ok(())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
}
