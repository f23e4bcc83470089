//! Measures imports of vocabularies: `imports MEGABYTES [VOCABULARY|FILE…]`. The files are generated in the
//! format in which they are published. Each import runs in a separate process, and is repeated in processes
//! that are killed and resumed. The results are compared byte for byte.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a command speaks")]

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use glossweave_entity::Import;

/// Writes records until the file is large enough, and compresses it with the program for its extension.
fn write(path: &Path, size: u64, record: &mut dyn FnMut(u64, &mut String)) {
    let program = match path.extension().and_then(OsStr::to_str) {
        Some("gz") => Some("gzip"),
        Some("bz2") => Some("bzip2"),
        _ => None,
    };
    let plain = program.map_or(path.to_owned(), |_| path.with_extension(""));
    let mut out = BufWriter::new(File::create(&plain).unwrap());
    let (mut text, mut written, mut number) = (String::new(), 0, 0);
    while written < size {
        text.clear();
        number += 1;
        record(number, &mut text);
        out.write_all(text.as_bytes()).unwrap();
        written += text.len() as u64;
    }
    out.flush().unwrap();
    if let Some(program) = program {
        assert!(Command::new(program).arg(plain).status().unwrap().success());
    }
}

/// Returns a pseudorandom number for a pair of numbers.
fn spread(number: u64, with: u64) -> u64 {
    let mixed = (number ^ with << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16
}

/// Appends a name: one of a million words that are made of syllables, often with a word before or after it.
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

/// Writes a line of `allCountries.txt`. It has about 110 bytes, because most locations have only
/// one name.
fn place(number: u64, out: &mut String) {
    let id = number * 2 + 49_000;
    write!(out, "{id}\t").unwrap();
    let start = out.len();
    name(number, out);
    let own_name = out[start..].to_owned();
    write!(out, "\t{}\t", own_name.replace('é', "e").replace('ö', "o")).unwrap();
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

/// Writes a line of `alternateNamesV2.txt`.
fn alternate(number: u64, out: &mut String) {
    const LANGUAGES: [&str; 16] = [
        "en", "", "ru", "zh", "link", "fr", "de", "wkdt", "ar", "es", "post", "fa", "ja",
        "zh-Hant", "fr_1793", "unlc",
    ];
    let language = LANGUAGES[spread(number, 8) as usize % LANGUAGES.len()];
    // Names are sorted by the time of their creation, so the names of a location are not adjacent.
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

/// Writes an entity with labels in 60 languages and language variants, aliases, descriptions and 40 claims.
/// It has about 15 KB, as in the dump, in which missing objects are written as empty lists.
fn entity(number: u64, out: &mut String) {
    const VARIANTS: [&str; 6] = ["mul", "en", "en-gb", "de-ch", "zh-hans", "be-tarask"];
    let tag = |index: u8| match VARIANTS.get(usize::from(index)) {
        Some(tag) => (*tag).to_owned(),
        None => {
            [b'a' + index / 26, b'a' + index % 26].iter().map(|byte| char::from(*byte)).collect()
        }
    };
    let separator = if number == 1 { "[\n" } else { ",\n" };
    write!(out, "{separator}{{\"type\":\"item\",\"id\":\"Q{number}\",\"labels\":").unwrap();
    // Some entities have no labels.
    let labels = if number.is_multiple_of(13) { 0 } else { 60 };
    texts(out, labels, &|index, out| {
        let (tag, title) = (tag(index), ESCAPES[spread(number, u64::from(index)) as usize % 4]);
        write!(out, "{{\"language\":\"{tag}\",\"value\":\"Entity {number} {title} {tag}\"}}")
            .unwrap();
        tag
    });
    out.push_str(",\"descriptions\":");
    texts(out, if number.is_multiple_of(5) { 0 } else { 8 }, &|index, out| {
        let (tag, class) = (tag(index), number % 997);
        write!(out, "{{\"language\":\"{tag}\",\"value\":\"one of the things of kind {class} \\u2013 in {tag}\"}}").unwrap();
        tag
    });
    out.push_str(",\"aliases\":");
    texts(out, if number.is_multiple_of(2) { 0 } else { 3 }, &|index, out| {
        let tag = tag(index);
        write!(out, "[{{\"language\":\"{tag}\",\"value\":\"E. {number}\"}},{{\"language\":\"{tag}\",\"value\":\"\\\"{number}\\\"\"}}]").unwrap();
        tag
    });
    out.push_str(",\"claims\":{");
    for property in 0..40 {
        let comma = if property > 0 { "," } else { "" };
        let (name, value) = (31 + property, number % 997 + property);
        let rank = ["normal", "preferred", "deprecated"][spread(number, property) as usize % 3];
        if spread(number, 50 + property).is_multiple_of(31) {
            write!(out, "{comma}\"P{name}\":[{{\"mainsnak\":{{\"snaktype\":\"somevalue\",\"property\":\"P{name}\",\"hash\":\"3f1e7a1d0e2f4c5b6a79\",\"datatype\":\"wikibase-item\"}},\"type\":\"statement\",\"id\":\"Q{number}$A1B2\",\"rank\":\"{rank}\"}}]").unwrap();
            continue;
        }
        write!(out, "{comma}\"P{name}\":[{{\"mainsnak\":{{\"snaktype\":\"value\",\"property\":\"P{name}\",\"hash\":\"3f1e7a1d0e2f4c5b6a79\",\"datavalue\":{{\"value\":{{\"entity-type\":\"item\",\"numeric-id\":{value},\"id\":\"Q{value}\"}},\"type\":\"wikibase-entityid\"}},\"datatype\":\"wikibase-item\"}},\"type\":\"statement\",\"id\":\"Q{number}$A1B2\",\"rank\":\"{rank}\"}}]").unwrap();
    }
    out.push_str(
        "},\"sitelinks\":{\"enwiki\":{\"site\":\"enwiki\",\"title\":\"E\",\"badges\":[]}}}",
    );
}

/// Letters as they are escaped in JSON and N-Triples.
const ESCAPES: [&str; 4] = ["\\u00e9", "plain", "\\\"quoted\\\"", "back\\\\slash \u{f6}"];

/// Appends an object with a text for each language, or an empty list if there are none.
fn texts(out: &mut String, count: u8, text: &dyn Fn(u8, &mut String) -> String) {
    if count == 0 {
        return out.push_str("[]");
    }
    for index in 0..count {
        let mut value = String::new();
        let tag = text(index, &mut value);
        let before = if index > 0 { ',' } else { '{' };
        write!(out, "{before}\"{tag}\":{value}").unwrap();
    }
    out.push('}');
}

/// Writes the truthy statements of an entity.
fn statements(number: u64, out: &mut String) {
    let entity = format!("<http://www.wikidata.org/entity/Q{number}>");
    let languages: &[&str] = match number % 13 {
        0 => &[],
        _ => &["en", "mul", "de-ch", "fr", "ja", "ru", "zh-hans", "ga", "es", "en-gb"],
    };
    for (index, language) in languages.iter().enumerate() {
        let title = ESCAPES[spread(number, index as u64) as usize % 4];
        let text = format!("\"Entity {number} {title} {language}\"@{language} .");
        writeln!(out, "{entity} <http://www.w3.org/2000/01/rdf-schema#label> {text}").unwrap();
        writeln!(out, "{entity} <http://schema.org/name> {text}").unwrap();
        if index < 3 {
            writeln!(out, "{entity} <http://www.w3.org/2004/02/skos/core#altLabel> \"E. {number}\"@{language} .").unwrap();
            writeln!(out, "{entity} <http://schema.org/description> \"one of the things of kind {}\"@{language} .", number % 997).unwrap();
        }
    }
    for property in 31..41 {
        let value = number % 997;
        writeln!(out, "{entity} <http://www.wikidata.org/prop/direct/P{property}> <http://www.wikidata.org/entity/Q{value}> .").unwrap();
    }
}

/// Returns the IRI of a DBpedia page.
fn page(number: u64) -> String {
    let mut title = String::new();
    name(number, &mut title);
    format!("http://dbpedia.org/resource/{}_{}", title.replace(' ', "_"), number % 97)
}

const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const DBO: &str = "http://dbpedia.org/ontology/";

fn label(number: u64, out: &mut String) {
    if number == 1 {
        out.push_str("# started 2026-01-01T00:00:00Z\n");
    }
    // Some pages have no label.
    if number.is_multiple_of(50) {
        return;
    }
    let mut title = String::new();
    name(number, &mut title);
    let title = title.replace('é', "\\u00E9");
    let iri = page(number);
    writeln!(out, "<{iri}> <{RDFS}label> \"{title} ({})\"@en .", number % 97).unwrap();
    if number.is_multiple_of(3) {
        writeln!(out, "<{iri}> <{RDFS}comment> \"{title} is one of the pages, \\\"known\\\" for nothing.\"@en .").unwrap();
    }
}

fn redirect(number: u64, out: &mut String) {
    let (from, to) = (page(number * 13 + 5), page(number));
    writeln!(out, "<{from}> <{DBO}wikiPageRedirects> <{to}> .").unwrap();
}

fn disambiguation(number: u64, out: &mut String) {
    let from = page(number / 4 * 7);
    let (from, to) = (format!("{from}_(disambiguation)"), page(number));
    writeln!(out, "<{from}> <{DBO}wikiPageDisambiguates> <{to}> .").unwrap();
}

fn link(number: u64, out: &mut String) {
    let (from, to) = (page(number / 25), page(spread(number, 11) % (number / 25 + 9)));
    writeln!(out, "<{from}> <{DBO}wikiPageWikiLink> <{to}> .").unwrap();
}

/// Writes a line of `hierarchy.txt`. The first locations are regions.
fn within(number: u64, out: &mut String) {
    let around = spread(number, 12) % (number / 100 + 1);
    writeln!(out, "{}\t{}\tADM", around * 2 + 49_000, number * 2 + 49_000).unwrap();
}

type Record = fn(u64, &mut String);

/// The files of an import, with their share of the total size in percent.
type Files = &'static [(&'static str, u64, Record)];

const PLACES: Files = &[("allCountries.txt", 65, place), ("alternateNamesV2.txt", 35, alternate)];
const REGIONS: Files = &[
    ("allCountries.txt", 65, place),
    ("alternateNamesV2.txt", 35, alternate),
    ("hierarchy.txt", 3, within),
];
const PAGES: Files = &[
    ("labels_en.ttl", 20, label),
    ("redirects_en.ttl", 15, redirect),
    ("disambiguations_en.ttl", 5, disambiguation),
    ("page_links_en.ttl", 60, link),
];

/// An import: the vocabulary, its languages, the extension of the output (`names`, or `csv` with
/// descriptions), and the files.
type Case = (&'static str, &'static str, &'static str, Files);

const CASES: [Case; 12] = [
    ("geonames", "", "names", PLACES),
    ("geonames", "en,de", "names", PLACES),
    ("geonames", "", "csv", REGIONS),
    ("wikidata", "", "names", &[("dump.json", 100, entity)]),
    ("wikidata", "en,de-ch", "names", &[("dump.json", 100, entity)]),
    ("wikidata", "en", "csv", &[("dump.json", 100, entity)]),
    ("wikidata", "", "names", &[("quarter.json.gz", 25, entity)]),
    ("wikidata", "", "names", &[("tenth.json.bz2", 10, entity)]),
    ("wikidata", "", "names", &[("truthy.nt", 100, statements)]),
    ("wikidata", "en", "csv", &[("truthy.nt", 100, statements)]),
    ("dbpedia", "", "names", PAGES),
    ("dbpedia", "", "csv", PAGES),
];

/// The number of times that an import is killed.
const KILLS: u64 = 3;

/// Returns the CPU time of the process in seconds, which does not depend on other processes.
fn processor_time() -> f64 {
    let spent = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    spent.split(' ').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or_default() / 1e9
}

/// Imports files into a dictionary or a table, optionally with a journal, and prints the results. `size` is
/// the total size of the decompressed files.
fn import(
    vocabulary: &str,
    languages: &str,
    journal: &str,
    output: &str,
    size: f64,
    files: &[String],
) {
    let mut import = Import::new(vocabulary).unwrap();
    import.set("language", languages).unwrap();
    if !journal.is_empty() {
        import = import.with_journal(journal);
    }
    let (from, mut read) = (Instant::now(), [0.0; 2]);
    let now = || [from.elapsed().as_secs_f64(), processor_time()];
    let report = if output.ends_with(".csv") {
        import.write_table(files, output, &mut |_| Ok(())).unwrap()
    } else {
        let (builder, report) = import.read(files, &mut |_| Ok(())).unwrap();
        read = now();
        builder.build().unwrap().save(output).unwrap();
        report
    };
    let made = now();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or_default() / 1e3
    };
    if read[0] > 0.0 {
        print!("{:.0} MB/s read ({:.0} of processor time), ", size / read[0], size / read[1]);
    }
    println!(
        "{:.0} MB/s until it is saved ({:.0} of processor time); peak {:.0} MB, {:.0} MB of them not files; \
         {} entities, {} names; {:.0} MB were not read again",
        size / made[0],
        size / made[1],
        of("VmHWM:"),
        of("RssAnon:"),
        report.entities,
        report.names,
        report.resumed as f64 / 1e6,
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mark, vocabulary, languages, journal, output, size, files @ ..] = &arguments[..]
        && mark == "--import"
    {
        return import(vocabulary, languages, journal, output, size.parse().unwrap(), files);
    }
    let megabytes: u64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(256);
    let folder = tempfile::tempdir().unwrap();
    let seed = Instant::now();
    for (vocabulary, languages, kind, files) in CASES {
        let is_wanted =
            |name: &String| files.iter().any(|(file, ..)| file == name) || name == vocabulary;
        if arguments.len() > 1 && !arguments[1..].iter().any(is_wanted) {
            continue;
        }
        let paths: Vec<PathBuf> = files.iter().map(|(name, ..)| folder.path().join(name)).collect();
        for (path, (_, share, record)) in paths.iter().zip(files) {
            if !path.exists() {
                write(path, megabytes * 10_000 * share, &mut |number, out| record(number, out));
            }
        }
        let shares: u64 = files.iter().map(|(_, share, _)| share).sum();
        let size = (megabytes * shares) as f64 / 100.0;
        let [whole, again] =
            ["whole", "again"].map(|name| folder.path().join(name).with_extension(kind));
        let command = |journal: &str, output: &Path| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--import", vocabulary, languages, journal]).arg(output);
            command.arg(size.to_string()).args(&paths);
            command
        };
        let names: Vec<&str> = files.iter().map(|(name, ..)| *name).collect();
        println!("{vocabulary} [{languages}] {} -> {kind}, {size:.0} MB", names.join(", "));
        let from = Instant::now();
        assert!(command("", &whole).status().unwrap().success());
        let time = from.elapsed();
        let journal = folder.path().join("journal").display().to_string();
        for kill in 0..KILLS {
            let mut killed = command(&journal, &again).stdout(Stdio::null()).spawn().unwrap();
            let moment = spread(seed.elapsed().as_nanos() as u64, kill) % 1000;
            std::thread::sleep(time.mul_f64(0.1 + 0.5 * moment as f64 / 1000.0));
            killed.kill().unwrap();
            let was_done = killed.wait().unwrap().success();
            println!("killed after {moment} of 1000{}", if was_done { ": too late" } else { "" });
        }
        assert!(command(&journal, &again).status().unwrap().success());
        println!("the same bytes: {}", are_equal(&whole, &again));
        for path in [&whole, &again] {
            fs::remove_file(path).unwrap();
        }
    }
}

/// Returns `true` if two files are equal.
fn are_equal(first: &Path, second: &Path) -> bool {
    let [mut first, mut second] =
        [first, second].map(|path| BufReader::new(File::open(path).unwrap()));
    loop {
        let (left, right) = (first.fill_buf().unwrap(), second.fill_buf().unwrap());
        let length = left.len().min(right.len());
        if length == 0 || left[..length] != right[..length] {
            return left.is_empty() && right.is_empty();
        }
        first.consume(length);
        second.consume(length);
    }
}
