use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::time::Duration;

use glossweave_testing::{Stopwatch, count};
use proptest::prelude::*;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::{Archive, Limits, SecondReader};
use glossweave_testing::zip::{Descriptor, EntryBuilder, minimal, zip};

fn changed(bytes: &[u8], parts: &[(&str, &[u8])]) -> Vec<u8> {
    Archive::open(bytes, Limits::default()).unwrap().with_records(parts).unwrap()
}

/// Returns the contents of an archive, as read by another library: names in order, contents,
/// comments.
fn contents(bytes: &[u8]) -> Vec<(String, Vec<u8>, String, CompressionMethod)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let read = |index| {
        let mut file = archive.by_index(index).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        let name = file.name().unwrap().into_owned();
        (name, content, file.comment().to_owned(), file.compression())
    };
    (0..ZipArchive::new(Cursor::new(bytes)).unwrap().len()).map(read).collect()
}

/// Returns the bytes of each record by name, from its local header to its end.
fn raw(bytes: &[u8]) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let package = Archive::open(bytes, Limits::default()).unwrap();
    let records = &package.directory.records;
    records
        .iter()
        .map(|record| (record.name.to_vec(), bytes[record.local..record.end].to_vec()))
        .collect()
}

#[test]
fn nothing_replaced_is_the_package() {
    let bytes = zip(&minimal("<office:text/>"), "comment", true);
    assert_eq!(changed(&bytes, &[]), bytes);
}

#[test]
fn a_record_is_replaced_and_the_rest_stays() {
    let mut records = minimal("<office:text/>");
    records[1].descriptor = Descriptor::Signed;
    records[1].local_extra = vec![0x55, 0x54, 1, 0, 9];
    records[2].descriptor = Descriptor::Wide;
    records[2].extra = vec![0xFE, 0xCA, 2, 0, 7, 7];
    records[3].gap = b"between".to_vec();
    records[3].comment = "of the manifest".into();
    let bytes = zip(&records, "of the package", false);
    let content = "<office:text>much longer than before</office:text>".repeat(20);
    let result = changed(&bytes, &[("content.xml", content.as_bytes())]);
    let (before, after) = (contents(&bytes), contents(&result));
    for (old, new) in before.iter().zip(&after) {
        assert_eq!((&old.0, &old.2, old.3), (&new.0, &new.2, new.3));
    }
    assert_eq!(after[1].1, content.as_bytes());
    let mut old = raw(&bytes);
    let mut new = raw(&result);
    assert_ne!(old.remove(b"content.xml".as_slice()), new.remove(b"content.xml".as_slice()));
    assert_eq!(old, new);
    assert!(result.windows(7).any(|seven| seven == b"between"));
    assert!(result.ends_with(b"of the package"));
    // The same content gives the same bytes again, and the old content gives the old sizes.
    assert_eq!(changed(&result, &[("content.xml", content.as_bytes())]), result);
}

#[test]
fn new_records_come_last() {
    let bytes = zip(&minimal("<office:text/>"), "", false);
    let result = changed(&bytes, &[("manifest.rdf", b"<rdf/>"), ("ü.xml", b"")]);
    let after = contents(&result);
    let names: Vec<_> = after.iter().map(|file| file.0.as_str()).collect();
    let all =
        ["mimetype", "content.xml", "Pictures/a.png", "META-INF/manifest.xml", "manifest.rdf"];
    assert_eq!(names[..5], all);
    assert_eq!((names[5], after[4].1.as_slice()), ("ü.xml", b"<rdf/>".as_slice()));
    let end = bytes.len() - 22;
    let start = u32::from_le_bytes(bytes[end + 16..end + 20].try_into().unwrap()) as usize;
    assert_eq!(result[..start], bytes[..start]);
}

#[test]
fn what_another_writer_made_is_kept() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let wide = SimpleFileOptions::default().large_file(true);
    writer.start_file("mimetype", stored).unwrap();
    writer.write_all(b"application/vnd.oasis.opendocument.text").unwrap();
    writer.add_directory("Configurations2/images", stored).unwrap();
    writer.start_file("content.xml", wide).unwrap();
    writer.write_all(b"<office:text/>").unwrap();
    writer.set_comment("by another").unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    let result = changed(&bytes, &[("content.xml", b"<other/>"), ("mimetype", b"text")]);
    let after = contents(&result);
    assert_eq!(
        (after[0].1.as_slice(), after[0].3),
        (b"text".as_slice(), CompressionMethod::Stored)
    );
    assert_eq!(after[1], contents(&bytes)[1]);
    assert_eq!(after[2].1, b"<other/>");
    assert!(result.ends_with(b"by another"));
}

fn made() -> impl Strategy<Value = EntryBuilder> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..200);
    let extra = prop::collection::vec(any::<u8>(), 0..20).prop_map(|data| {
        let length = data.len() as u8;
        [&[0xFE, 0xCA, length, 0], data.as_slice()].concat()
    });
    let descriptors = [Descriptor::None, Descriptor::Bare, Descriptor::Signed, Descriptor::Wide];
    let shape = (any::<bool>(), prop::sample::select(descriptors.to_vec()), any::<bool>());
    (bytes(), shape, extra.clone(), extra, "[a-z]{0,5}", prop::collection::vec(0u8..9, 0..5))
        .prop_map(|(content, (deflated, descriptor, wide), local_extra, extra, comment, gap)| {
            EntryBuilder {
                deflated,
                descriptor,
                wide,
                local_extra,
                extra,
                comment,
                gap,
                ..EntryBuilder::new("", content)
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(count(100, 400) as u32))]
    #[test]
    fn only_what_is_replaced_changes(
        others in prop::collection::vec(made(), 0..6),
        place in 0..6usize,
        wide in any::<bool>(),
        comment in "[a-z ]{0,9}",
        picks in prop::collection::vec((0..9usize, prop::collection::vec(any::<u8>(), 0..300)), 0..4),
    ) {
        let mut records = others;
        for (index, made) in records.iter_mut().enumerate() {
            made.name = format!("r{index}");
        }
        let mut first = minimal("<office:text/>");
        first.truncate(2);
        let place = place.min(records.len());
        records.splice(place..place, first);
        let bytes = zip(&records, &comment, wide);
        let names: Vec<String> = picks.iter().map(|(pick, _)| match records.get(*pick) {
            Some(made) => made.name.clone(),
            None => format!("new{pick}"),
        }).collect();
        let parts: Vec<(&str, &[u8])> =
            names.iter().map(String::as_str).zip(picks.iter().map(|pick| pick.1.as_slice())).collect();
        let result = Archive::open(&bytes, Limits::default()).unwrap().with_records(&parts).unwrap();
        let replaced: BTreeMap<&str, &[u8]> = parts.iter().copied().collect();

        let (before, after) = (contents(&bytes), contents(&result));
        for (old, new) in before.iter().zip(&after) {
            prop_assert_eq!((&old.0, &old.2, old.3), (&new.0, &new.2, new.3));
            let content = replaced.get(old.0.as_str()).copied().unwrap_or(&old.1);
            prop_assert_eq!(&new.1, content);
        }
        for new in &after[before.len()..] {
            prop_assert_eq!(new.1.as_slice(), replaced[new.0.as_str()]);
        }
        prop_assert_eq!(after.len(), records.len() + names.iter().filter(|name| {
            name.starts_with("new")
        }).collect::<std::collections::BTreeSet<_>>().len());

        // All bytes outside the replaced records are preserved, in the same order.
        let package = Archive::open(&bytes, Limits::default()).unwrap();
        let again = match Archive::open(&result, Limits::default()) {
            Ok(again) => again,
            Err(_) => { prop_assert!(replaced.contains_key("mimetype")); return Ok(()); }
        };
        let preserved = |package: &Archive<'_>| {
            let mut order: Vec<_> = package.directory.records.clone();
            order.sort_by_key(|record| record.local);
            let mut ranges = Vec::new();
            let mut at = 0;
            for record in order {
                ranges.push(package.bytes[at..record.local].to_vec());
                if !replaced.contains_key(String::from_utf8_lossy(record.name).as_ref()) {
                    ranges.push(package.bytes[record.local..record.end].to_vec());
                }
                at = record.end;
            }
            ranges.retain(|piece| !piece.is_empty());
            ranges
        };
        prop_assert_eq!(preserved(&package), preserved(&again));
        if replaced.is_empty() {
            prop_assert_eq!(&result, &bytes);
        }
    }
}

#[test]
fn very_many_records_take_linear_time() {
    let timed = |count: usize| {
        let names: Vec<String> = (0..count).map(|number| format!("slides/{number:06}")).collect();
        let records: Vec<_> =
            names.iter().map(|name| EntryBuilder::new(name, "a").stored()).collect();
        let bytes = zip(&records, "", false);
        let parts: Vec<(&str, &[u8])> =
            names.iter().map(|name| (name.as_str(), &b"b"[..])).collect();
        let start = Stopwatch::start();
        let archive = Archive::open(&bytes, Limits::default()).unwrap();
        assert!(names.iter().all(|name| archive.read(name).unwrap() == b"a"));
        let result = archive.with_records(&parts).unwrap();
        let second = SecondReader::new(&result).unwrap();
        assert!(names.iter().all(|name| second.content(name).unwrap() == b"b"));
        start.elapsed()
    };
    timed(300);
    // Use the best of several runs, because other processes may slow one down.
    let best = |count| (0..3).map(|_| timed(count)).min().unwrap();
    let (few, many) = (best(3_000), best(60_000));
    assert!(many < few * 60 + Duration::from_millis(300), "{few:?}, {many:?}");
}
