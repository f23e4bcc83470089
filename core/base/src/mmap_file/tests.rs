use std::fs;
use std::path::Path;

use super::*;

static TYPE: FileType = FileType { name: "list", magic: b"GWTESTS\n", version: 1, hint: "" };

type TestFile = SectionFile<2, 1>;

/// Returns sections with several blocks, more than opening the file reads.
fn parts() -> [Vec<u8>; 2] {
    let numbers = |seed: u32, count: u32| {
        (0..count).flat_map(move |value| (value ^ seed).wrapping_mul(0x9E37_79B9).to_le_bytes())
    };
    [numbers(1, 300_000).collect(), numbers(2, 50_000).collect()]
}

fn test_file() -> TestFile {
    TestFile::assemble(&TYPE, parts(), [7])
}

fn saved(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("list");
    test_file().save(&path).unwrap();
    path
}

const WAYS: [FileAccess; 3] = [FileAccess::Shared, FileAccess::Copied, FileAccess::Read];

#[test]
fn a_file_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(folder.path());
    for access in WAYS {
        let opened = TestFile::open(&TYPE, &path, access).unwrap();
        let [first, second] = parts();
        assert_eq!(opened.section(1).get(100, 8).unwrap(), &second[100..108]);
        // A range across the end of a block.
        assert_eq!(opened.section(0).get(65_000, 90_000).unwrap(), &first[65_000..155_000]);
        assert_eq!(opened.section(0).whole(), first);
        assert_eq!(opened.section(0).get(first.len() - 3, 4), None);
        assert_eq!(opened.section(0).u32(usize::MAX - 1), None);
        opened.sound().unwrap();
        opened.verify().unwrap();
        assert_eq!(opened.to_bytes().unwrap(), fs::read(&path).unwrap());
        assert_eq!(opened.size() as u64, fs::metadata(&path).unwrap().len());
        assert_eq!((opened.numbers, opened.revision()), ([7], test_file().revision()));
    }
}

#[test]
fn opening_reads_the_ends_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(folder.path());
    let mut bytes = fs::read(&path).unwrap();
    bytes[700_000] ^= 1;
    fs::write(&path, &bytes).unwrap();
    for access in [FileAccess::Shared, FileAccess::Copied] {
        let opened = TestFile::open(&TYPE, &path, access).unwrap();
        assert_eq!(opened.section(0).whole().len(), 0);
        let error = opened.sound().unwrap_err();
        let message = format!(
            "`{}`: the list is damaged: bytes 655360 to 720895 do not match their checksum",
            path.display()
        );
        assert_eq!((error.kind(), error.message()), (ErrorKind::Storage, message.as_str()));
        // Damaged data is not used any more.
        assert_eq!(opened.section(1).u32(0), None);
        let opened = TestFile::open(&TYPE, &path, access).unwrap();
        assert!(opened.section(1).u32(0).is_some());
        opened.sound().unwrap();
        assert!(opened.verify().is_err());
        assert!(opened.save(&folder.path().join("copy")).is_err());
    }
}

#[test]
fn a_part_is_settled_where_all_of_it_was_found_to_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(folder.path());
    let [_, second] = parts();
    for access in [FileAccess::Shared, FileAccess::Copied] {
        let opened = TestFile::open(&TYPE, &path, access).unwrap();
        let part = opened.section(1);
        part.u32(0).unwrap();
        assert!(!part.settled().is_settled());
        assert_eq!(part.whole(), second);
        let settled = part.settled();
        assert!(settled.is_settled() && !opened.section(0).settled().is_settled());
        for (at, count) in [(0, 0), (0, 8), (100, 80_000), (199_999, 1), (200_000, 0)] {
            assert_eq!(settled.get(at, count), Some(&second[at..at + count]));
            assert_eq!(settled.slice(9..199_000).get(at, 1), part.slice(9..199_000).get(at, 1));
        }
        for (at, count) in [(199_999, 2), (200_001, 0), (usize::MAX, 1), (1, usize::MAX)] {
            assert_eq!(settled.get(at, count), None);
        }
    }
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1_000;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    for access in [FileAccess::Shared, FileAccess::Copied] {
        let opened = TestFile::open(&TYPE, &path, access).unwrap();
        assert_eq!(opened.section(1).whole().len(), 0);
        assert!(!opened.section(1).settled().is_settled());
    }
}

#[test]
fn every_flipped_bit_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(folder.path());
    let bytes = fs::read(&path).unwrap();
    for at in (0..bytes.len()).step_by(9_973).chain(bytes.len() - 110..bytes.len()) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, damaged).unwrap();
        for access in WAYS {
            let read = TestFile::open(&TYPE, &path, access).and_then(|file| {
                let all = [file.section(0).whole().to_vec(), file.section(1).whole().to_vec()];
                file.sound().map(|()| all)
            });
            match read {
                Ok(all) => assert!(all == parts(), "byte {at}"),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Storage);
                    assert!(error.message().contains("list"), "{error}");
                }
            }
        }
    }
}

#[test]
fn a_file_that_shrinks_while_it_is_open_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for length in [0, 100, 70_000, 1_300_000] {
        let path = saved(folder.path());
        let opened = TestFile::open(&TYPE, &path, FileAccess::Copied).unwrap();
        let [first, _] = parts();
        assert_eq!(opened.section(0).get(0, 8).unwrap(), &first[..8]);
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(length).unwrap();
        // Data that was already read is still available.
        assert_eq!(opened.section(0).get(8, 8).unwrap(), &first[8..16]);
        opened.sound().unwrap();
        assert_eq!(opened.section(1).whole().len(), 0);
        let error = opened.sound().unwrap_err();
        assert!(error.message().contains("it ends before byte"), "{error}");
    }
    // A process that has the file open can use it after the file was removed.
    let path = saved(folder.path());
    let opened = TestFile::open(&TYPE, &path, FileAccess::Copied).unwrap();
    fs::remove_file(&path).unwrap();
    opened.verify().unwrap();
}

#[test]
fn threads_read_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = saved(folder.path());
    let [first, _] = parts();
    for access in WAYS {
        let opened = TestFile::open(&TYPE, &path, access).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for at in (0..first.len() - 16).step_by(4_099) {
                        assert_eq!(opened.section(0).get(at, 16).unwrap(), &first[at..at + 16]);
                    }
                });
            }
        });
    }
}

#[test]
fn a_stream_gives_what_was_written_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stream");
    for length in [0, 1, 65_535, 65_536, 65_537, 200_000] {
        let body: Vec<u8> = (0..length).map(|at: u32| (at % 251) as u8).collect();
        let mut out = Sealing::new(Vec::new());
        body.chunks(7_001).for_each(|part| out.write_all(part).unwrap());
        let whole = out.finish().unwrap();
        assert_eq!(whole, glossweave_testing::sealed(&body));
        let read = || {
            let stream = Stream::open("list", &path)?;
            let mut all = Vec::new();
            let mut reader = stream.reader();
            while !reader.is_done() {
                reader.take(1, &mut all)?;
            }
            Ok::<_, Error>(all)
        };
        fs::write(&path, &whole).unwrap();
        assert!(read().unwrap() == body);
        for at in (0..whole.len()).step_by(whole.len() / 40 + 1) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, damaged).unwrap();
            assert_eq!(read().unwrap_err().kind(), ErrorKind::Storage, "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(read().unwrap_err().kind(), ErrorKind::Storage, "byte {at}");
        }
    }
}

#[test]
fn sections_may_be_written_in_any_order_in_memory_and_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let write = |mut out: SectionWriter<2, 1>| {
        let [first, second] = parts();
        out.begin(1).unwrap();
        // A section that is started again replaces its previous content.
        out.write(1, &first).unwrap();
        out.begin(1).unwrap();
        out.write(1, &[7]).unwrap();
        assert_eq!(out.align(1, 8).unwrap(), 1);
        second.chunks(1001).for_each(|part| out.write(1, part).unwrap());
        out.begin(0).unwrap();
        first.chunks(70_001).for_each(|part| out.write(0, part).unwrap());
        let file = out.finish([7]).unwrap();
        file.verify().unwrap();
        assert_eq!(file.section(0).whole(), first);
        assert_eq!(file.section(1).get(8, second.len()).unwrap(), second);
        let path = folder.path().join("list");
        file.save(&path).unwrap();
        let saved = fs::read(&path).unwrap();
        assert_eq!(saved, file.to_bytes().unwrap());
        for access in WAYS {
            TestFile::open(&TYPE, &path, access).unwrap().verify().unwrap();
        }
        saved
    };
    let in_memory = write(SectionWriter::in_memory(&TYPE));
    assert!(in_memory == write(SectionWriter::on_disk(&TYPE).unwrap()));
}
