//! Measures imports of vocabularies on files that are made here: `imports MEGABYTES`.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a command speaks")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use glossweave_entity::Import;

/// Writes records until the file is large enough.
fn write(path: &Path, size: u64, record: &mut dyn FnMut(u64, &mut String)) {
    let mut out = BufWriter::new(File::create(path).unwrap());
    let (mut text, mut written, mut number) = (String::new(), 0, 0);
    while written < size {
        text.clear();
        number += 1;
        record(number, &mut text);
        out.write_all(text.as_bytes()).unwrap();
        written += text.len() as u64;
    }
    out.flush().unwrap();
}

/// An entity with labels in 60 languages and 40 claims: some 15 KB, as they are in the dump.
fn entity(number: u64, out: &mut String) {
    let separator = if number == 1 { "[\n" } else { ",\n" };
    write!(out, "{separator}{{\"type\":\"item\",\"id\":\"Q{number}\",\"labels\":{{").unwrap();
    for language in 0..60u8 {
        let tag = [b'a' + language / 26, b'a' + language % 26];
        let tag = std::str::from_utf8(&tag).unwrap();
        let comma = if language > 0 { "," } else { "" };
        write!(out, "{comma}\"{tag}\":{{\"language\":\"{tag}\",\"value\":\"Entity {number} \\u00e9 {tag}\"}}").unwrap();
    }
    out.push_str("},\"descriptions\":{},\"aliases\":[],\"claims\":{");
    for property in 0..40 {
        let comma = if property > 0 { "," } else { "" };
        let (name, value) = (31 + property, number % 997 + property);
        write!(out, "{comma}\"P{name}\":[{{\"mainsnak\":{{\"snaktype\":\"value\",\"property\":\"P{name}\",\"hash\":\"3f1e7a1d0e2f4c5b6a79\",\"datavalue\":{{\"value\":{{\"entity-type\":\"item\",\"numeric-id\":{value},\"id\":\"Q{value}\"}},\"type\":\"wikibase-entityid\"}},\"datatype\":\"wikibase-item\"}},\"type\":\"statement\",\"id\":\"Q{number}$A1B2\",\"rank\":\"normal\"}}]").unwrap();
    }
    out.push_str(
        "},\"sitelinks\":{\"enwiki\":{\"site\":\"enwiki\",\"title\":\"E\",\"badges\":[]}}}",
    );
}

fn statements(number: u64, out: &mut String) {
    let entity = format!("<http://www.wikidata.org/entity/Q{number}>");
    for language in ["en", "de", "fr", "ja", "ru", "zh-hans", "ga", "es", "it", "pt"] {
        writeln!(out, "{entity} <http://www.w3.org/2000/01/rdf-schema#label> \"Entity {number} \\u00E9 {language}\"@{language} .").unwrap();
        writeln!(
            out,
            "{entity} <http://schema.org/name> \"Entity {number} \\u00E9 {language}\"@{language} ."
        )
        .unwrap();
    }
    for property in 31..41 {
        let value = number % 997;
        writeln!(out, "{entity} <http://www.wikidata.org/prop/direct/P{property}> <http://www.wikidata.org/entity/Q{value}> .").unwrap();
    }
}

fn place(number: u64, out: &mut String) {
    writeln!(out, "{number}\tTown of {number}\tTown of {number}\tVille {number},Stadt {number},Город {number}\t51.89797\t-8.47061\tP\tPPL\tIE\t\tM\t04\t\t\t{}\t\t8\tEurope/Dublin\t2019-09-05", number % 10_000).unwrap();
}

fn main() {
    let megabytes = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(256);
    let folder = tempfile::tempdir().unwrap();
    type Record = fn(u64, &mut String);
    let cases: [(&str, &str, &[&str], Record); 5] = [
        ("wikidata", "dump.json", &[], entity),
        ("wikidata", "dump.json", &["ab", "cd"], entity),
        ("wikidata", "truthy.nt", &[], statements),
        ("wikidata", "truthy.nt", &["en"], statements),
        ("geonames", "allCountries.txt", &[], place),
    ];
    for (vocabulary, name, languages, record) in cases {
        let path = folder.path().join(name);
        if !path.exists() {
            write(&path, megabytes * 1_000_000, &mut |number, out| record(number, out));
        }
        let bytes = fs::metadata(&path).unwrap().len() as f64;
        let mut import = Import::new(vocabulary).unwrap();
        languages.iter().for_each(|tag| import.set("language", tag).unwrap());
        // The peak of this case alone.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let from = Instant::now();
        let (builder, report) = import.read(&[&path], &mut |_| Ok(())).unwrap();
        let read = from.elapsed().as_secs_f64();
        let names = builder.build().unwrap();
        let built = from.elapsed().as_secs_f64();
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let of = |key: &str| {
            let line = status.lines().find(|line| line.starts_with(key)).unwrap_or_default();
            line.split_once(':').map_or("", |(_, value)| value).trim().to_owned()
        };
        println!(
            "{vocabulary} {name} {languages:?}: {:.0} MB, {:.0} MB/s read, {:.0} MB/s with the build, \
             {} names, {} labels, peak {} (anonymous now {})",
            bytes / 1e6,
            bytes / 1e6 / read,
            bytes / 1e6 / built,
            report.names,
            names.labels(),
            of("VmHWM"),
            of("RssAnon")
        );
    }
}
