//! Measures imports of vocabularies on files that are made here, in the form in which they are published:
//! `imports MEGABYTES [VOCABULARY…]`. Each import is run in a process of its own, and once more in one that is killed
//! and one that goes on from there.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a command speaks")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

/// Returns a number that looks random for each pair.
fn spread(number: u64, with: u64) -> u64 {
    let mixed = (number ^ with << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16
}

/// Appends a name: a word of syllables, of which there are a million, often with a word before or after it.
fn name(number: u64, out: &mut String) {
    const SYLLABLES: [&str; 24] = [
        "ka", "ro", "ven", "li", "mor", "ta", "shan", "bel", "no", "du", "ri", "é", "gos", "wa",
        "pe", "lu", "san", "tor", "mi", "ck", "ha", "öst", "ny", "za",
    ];
    const BEFORE: [&str; 8] =
        ["San ", "Lake ", "Cerro ", "Ouadi ", "Mount ", "Rio ", "Gora ", "Upper "];
    const AFTER: [&str; 4] = [" River", " Shan", " School", " Creek"];
    let kind = spread(number, 1);
    if kind % 5 < 2 {
        out.push_str(BEFORE[kind as usize / 5 % BEFORE.len()]);
    }
    let start = out.len();
    let mut rest = spread(number, 2) % 1_000_000;
    for _ in 0..4 {
        out.push_str(SYLLABLES[rest as usize % SYLLABLES.len()]);
        rest /= SYLLABLES.len() as u64;
    }
    if out.is_char_boundary(start + 1) {
        out[start..=start].make_ascii_uppercase();
    }
    if kind.is_multiple_of(7) {
        out.push_str(AFTER[kind as usize / 7 % AFTER.len()]);
    }
}

/// A line of `allCountries.txt`: some 110 bytes, as most places have no more than a name.
fn place(number: u64, out: &mut String) {
    let id = number * 2 + 49_000;
    write!(out, "{id}\t").unwrap();
    let start = out.len();
    name(number, out);
    let own = out[start..].to_owned();
    write!(out, "\t{}\t", own.replace('é', "e").replace('ö', "o")).unwrap();
    for other in 0..spread(number, 3) % 5 {
        out.push_str(if other > 0 { "," } else { "" });
        match other {
            2 => write!(out, "Город {}", spread(number, 4) % 100_000).unwrap(),
            _ => name(number * 5 + other, out),
        }
    }
    let (class, code) =
        [("P", "PPL"), ("S", "SCH"), ("H", "STM"), ("T", "MT"), ("A", "ADM4"), ("", "")]
            [spread(number, 5) as usize % 6];
    let population = match spread(number, 6) % 40 {
        0 => (spread(number, 7) % 900_000).to_string(),
        1 => "-1".to_owned(),
        _ => "0".to_owned(),
    };
    writeln!(out, "\t51.{:05}\t-8.47061\t{class}\t{code}\tIE\t\tM\t{:02}\t\t\t{population}\t\t8\tEurope/Dublin\t2019-09-05", number % 100_000, number % 40).unwrap();
}

/// A line of `alternateNamesV2.txt`.
fn alternate(number: u64, out: &mut String) {
    const LANGUAGES: [&str; 16] = [
        "en", "", "ru", "zh", "link", "fr", "de", "wkdt", "ar", "es", "post", "fa", "ja",
        "zh-Hant", "fr_1793", "unlc",
    ];
    let language = LANGUAGES[spread(number, 8) as usize % LANGUAGES.len()];
    // Names come in the order in which they were entered, those of a place not all together.
    let id = (number * 3 / 4 + spread(number, 9) % 4096) * 2 + 49_000;
    write!(out, "{number}\t{id}\t{language}\t").unwrap();
    match language {
        "link" => write!(out, "https://en.wikipedia.org/wiki/Place_%28{number}%29").unwrap(),
        "wkdt" => write!(out, "Q{number}").unwrap(),
        _ => name(number * 11, out),
    }
    out.push_str(
        ["\t\t\t\t\t\t\n", "\t1\t\t\t\t\t\n", "\t\t\t\t1\t1793\t1805\n"]
            [spread(number, 10) as usize % 3],
    );
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

/// The truthy statements of an entity.
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

/// Returns the IRI of a page of DBpedia.
fn page(number: u64) -> String {
    let mut title = String::new();
    name(number, &mut title);
    format!("http://dbpedia.org/resource/{}_{}", title.replace(' ', "_"), number % 97)
}

fn label(number: u64, out: &mut String) {
    let mut title = String::new();
    name(number, &mut title);
    let (iri, property) = (page(number), "http://www.w3.org/2000/01/rdf-schema#label");
    writeln!(out, "<{iri}> <{property}> \"{title} ({})\"@en .", number % 97).unwrap();
}

fn redirect(number: u64, out: &mut String) {
    let (from, to) = (page(number * 13 + 5), page(number));
    writeln!(out, "<{from}> <http://dbpedia.org/ontology/wikiPageRedirects> <{to}> .").unwrap();
}

fn link(number: u64, out: &mut String) {
    let (from, to) = (page(number / 25), page(spread(number, 11) % (number / 25 + 9)));
    writeln!(out, "<{from}> <http://dbpedia.org/ontology/wikiPageWikiLink> <{to}> .").unwrap();
}

type Record = fn(u64, &mut String);

/// An import: the vocabulary, its languages, and its files, each with its share of the size in percent.
type Case = (&'static str, &'static str, &'static [(&'static str, u64, Record)]);

const CASES: [Case; 7] = [
    ("geonames", "", &[("allCountries.txt", 65, place), ("alternateNamesV2.txt", 35, alternate)]),
    (
        "geonames",
        "en,de",
        &[("allCountries.txt", 65, place), ("alternateNamesV2.txt", 35, alternate)],
    ),
    ("wikidata", "", &[("dump.json", 100, entity)]),
    ("wikidata", "ab,cd", &[("dump.json", 100, entity)]),
    ("wikidata", "", &[("truthy.nt", 100, statements)]),
    ("wikidata", "en", &[("truthy.nt", 100, statements)]),
    (
        "dbpedia",
        "",
        &[
            ("labels_en.ttl", 20, label),
            ("redirects_en.ttl", 20, redirect),
            ("page_links_en.ttl", 60, link),
        ],
    ),
];

/// Returns the seconds that the process has spent on a processor: others may be busy too.
fn processor_time() -> f64 {
    let spent = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    spent.split(' ').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or_default() / 1e9
}

/// Imports files into a dictionary beside the first one, with a journal if there is one, and prints figures.
fn import(vocabulary: &str, languages: &str, journal: &str, files: &[String]) {
    let bytes: u64 = files.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    let bytes = bytes as f64 / 1e6;
    let mut import = Import::new(vocabulary).unwrap();
    import.set("language", languages).unwrap();
    if !journal.is_empty() {
        import = import.with_journal(journal);
    }
    let from = Instant::now();
    let (builder, report) = import.read(files, &mut |_| Ok(())).unwrap();
    let read = [from.elapsed().as_secs_f64(), processor_time()];
    let names = builder.build().unwrap();
    let built = [from.elapsed().as_secs_f64(), processor_time()];
    names.save(format!("{}.names", files[0])).unwrap();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    println!(
        "{bytes:.0} MB, {:.0} MB/s read, {:.0} MB/s with the build, of processor time {:.0} and {:.0} MB/s; saved after {:.0} s; {} entities, {} names, {} labels; \
         {:.0} MB were not read again; peak {}; revision {}",
        bytes / read[0],
        bytes / built[0],
        bytes / read[1],
        bytes / built[1],
        from.elapsed().as_secs_f64(),
        report.entities,
        report.names,
        names.labels(),
        report.resumed as f64 / 1e6,
        peak.trim(),
        names.revision()
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mark, vocabulary, languages, journal, files @ ..] = &arguments[..]
        && mark == "--import"
    {
        return import(vocabulary, languages, journal, files);
    }
    let megabytes: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(256);
    let folder = tempfile::tempdir().unwrap();
    for (vocabulary, languages, files) in CASES {
        if arguments.len() > 1 && !arguments[1..].iter().any(|one| one == vocabulary) {
            continue;
        }
        let paths: Vec<PathBuf> = files.iter().map(|(name, ..)| folder.path().join(name)).collect();
        for (path, (_, share, record)) in paths.iter().zip(files) {
            if !path.exists() {
                write(path, megabytes * 10_000 * share, &mut |number, out| record(number, out));
            }
        }
        let command = |journal: &str| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--import", vocabulary, languages, journal]).args(&paths);
            command
        };
        let names: Vec<&str> = files.iter().map(|(name, ..)| *name).collect();
        println!("{vocabulary} [{languages}] {}", names.join(", "));
        let from = Instant::now();
        command("").status().unwrap();
        let half = from.elapsed().mul_f64(0.3);
        let journal = folder.path().join("journal").display().to_string();
        let mut killed = command(&journal).stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(half.max(Duration::from_millis(100)));
        killed.kill().unwrap();
        killed.wait().unwrap();
        command(&journal).status().unwrap();
    }
}
