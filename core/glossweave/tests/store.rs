//! Stores that earlier versions have written.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use glossweave::store::{
    Action, Backend, Change, CommitOutcome, Precondition, SledBackend, SledOptions, Table,
};

fn unpack(packed: &[u8], folder: &Path) {
    let mut archive = zip::ZipArchive::new(io::Cursor::new(packed)).unwrap();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let target = folder.join(file.enclosed_name().unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        fs::write(target, bytes).unwrap();
    }
}

/// The fixture has 20 rows in all tables. Each row was written in a separate commit with one of
/// three counters, when version 1 was current.
#[test]
fn a_folder_of_version_1_opens_with_everything_in_it() {
    let folder = tempfile::tempdir().unwrap();
    unpack(include_bytes!("data/store-v1.zip"), folder.path());
    for _ in 0..2 {
        let store = SledBackend::open(folder.path(), &SledOptions::default()).unwrap();
        let snapshot = store.snapshot().unwrap();
        assert_eq!((snapshot.revision, snapshot.rows.len()), (20, 20));
        for number in 0..20 {
            // Version 1 had seven tables.
            let table = Table::ALL[number % 7];
            let row = store.read(table, &format!("row-{number}")).unwrap().unwrap();
            assert_eq!(row.revision, number as u64 + 1);
            assert_eq!(row.value, format!("{{\"number\":{number}}}").into_bytes());
        }
        let counts = [0, 1, 2].map(|at| store.counter(&format!("next/{at}")).unwrap());
        assert_eq!(counts, [7, 7, 6]);
    }
    let store = SledBackend::open(folder.path(), &SledOptions::default()).unwrap();
    let change = Change {
        table: Table::Users,
        key: "new".to_owned(),
        expect: Precondition::Absent,
        action: Action::Put(Vec::new()),
    };
    assert_eq!(store.commit(&[change], &[]).unwrap(), CommitOutcome::Done { revision: 21 });
}
