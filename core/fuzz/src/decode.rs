//! Any bytes as a document, with any declared encoding. The first byte selects the encoding, the second
//! byte the format and a language.

use glossweave::chunk::{ChunkOptions, chunks};
use glossweave::document::InsertionBarrier;
use glossweave::markup::{Encoding, InvalidBytes};
use glossweave::text::{Language, TextSpan};
use glossweave::{DecodeOptions, Document, ErrorKind, Format, chunk_lines};
use harness::reading::Reading;
use harness::{annotate, cases, corpus, laws};

use super::input::{Input, expect};

/// No declared encoding, and all encodings of the WHATWG standard.
pub const CHARSETS: &[&str] = &[
    "",
    "utf-8",
    "utf-16le",
    "utf-16be",
    "iso-2022-jp",
    "shift_jis",
    "euc-jp",
    "gb18030",
    "gbk",
    "big5",
    "euc-kr",
    "x-user-defined",
    "replacement",
    "windows-1252",
    "ibm866",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
];

/// Inputs with which fuzzing found faults.
const FOUND: &[&[u8]] = &[
    // The rest of a broken sequence of four bytes is decoded again.
    b"\x07\0<b>\x949\xFC\xC9\xC9\xC9",
    b"\x07\0<b>\x949\xFC ",
    // Also a byte at the end of a run that belongs to a broken sequence.
    b"\x07\0<b>\xB9\xD89\xEE9<",
];

/// Reads the bytes, and checks the invariants of reading.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let mut options = DecodeOptions::default();
    options.charset = Encoding::for_label(input.pick(CHARSETS));
    let claims = input.byte();
    if claims & 2 != 0 {
        options.language = Language::parse("cy");
    }
    options.translatable_attributes = claims & 4 != 0;
    options.numeric_cells = claims & 16 != 0;
    if claims & 8 == 0 {
        options.invalid_bytes = InvalidBytes::Replace;
    }
    for format in Format::ALL {
        let read = glossweave::decode(&b"x"[..], *format, &options);
        match format {
            // A single byte is not UTF-16.
            Format::Text if options.invalid_bytes == InvalidBytes::Refuse => {}
            Format::Text | Format::Html => assert!(read.is_ok(), "{format}"),
            // The bytes may not be a document of this format.
            _ if format.is_document() => {}
            _ => {
                assert!(read.is_err_and(|error| error.kind() == ErrorKind::Unsupported), "{format}")
            }
        }
    }
    let format = if claims & 1 == 0 { Format::Html } else { Format::Text };
    let bytes = input.rest();
    let document = match format {
        Format::Html => annotate::read_if_sound(bytes, &options),
        _ => glossweave::decode(bytes, format, &options).ok(),
    };
    let Some(document) = document else {
        // Files of other kinds are not text.
        let is_binary = matches!(bytes, [b'P', b'K', ..] | [0xD0 | 0x1F, ..] | [b'%', ..]);
        let is_refused = options.invalid_bytes == InvalidBytes::Refuse || is_binary;
        assert!(format == Format::Html || is_refused, "any bytes are a text");
        return;
    };
    lies_in_bounds(&document);
    expect(annotate::unchanged(&document));
    let mut reading = Reading::of(&document);
    if !is_flat(&document) {
        reading.cells.sort_by_key(|cell| cell.source.start);
    }
    expect(laws::text_is_where_it_says(&reading));
}

/// Returns `true` if the texts have the same order as in the source.
fn is_flat(document: &Document) -> bool {
    let in_attribute = |at: usize| {
        let (zone, _) = document.zone_at(at);
        zone.obstacle == Some(InsertionBarrier::Attribute)
    };
    matches!(document.source().format(), Format::Html | Format::Text)
        && !document.units().any(|unit| in_attribute(unit.span().start()))
}

/// Checks that units and source locations are within bounds and in order. A nested text, as in XML and in
/// HTML attributes, precedes the end of the outer text in the source, so that the order of locations
/// applies only within units.
pub fn lies_in_bounds(document: &Document) {
    let (text, source) = (document.text(), document.source().bytes());
    let is_flat = is_flat(document);
    let mut last_end = 0;
    let mut unit_end = 0;
    chunks_cover(document);
    for unit in document.units() {
        let span = unit.span();
        assert!(unit_end <= span.start(), "units overlap");
        unit_end = span.end();
        if !is_flat {
            last_end = 0;
        }
        assert_eq!(text.get(span.range()), Some(unit.text()), "a unit cuts a character");
        let mut start = span.start();
        for (at, c) in unit.text().char_indices() {
            let end = span.start() + at + c.len_utf8();
            let part = TextSpan::new(start, end);
            assert_eq!(document.text_span(document.char_span(part)), Some(part));
            let Some(place) = document.source_span(part) else { continue };
            assert!(
                last_end <= place.start() && place.end() <= source.len(),
                "a place out of order"
            );
            last_end = place.end();
            start = end;
        }
        if let Some(place) = document.source_span(span) {
            assert!(place.end() <= source.len());
        }
    }
}

/// Checks that chunks cover the text in order, each character once, and that their bytes are in the source.
fn chunks_cover(document: &Document) {
    for fields in [[("split", "words"), ("size", "7")], [("split", "units"), ("size", "0")]] {
        let Ok(options) = ChunkOptions::from_pairs(fields) else { continue };
        let Ok(all) = chunks(document, &[], &options) else { panic!("chunks of a document fail") };
        let mut end = 0;
        for chunk in &all {
            assert_eq!((chunk.span.start(), chunk.text.is_empty()), (end, false), "a gap");
            assert_eq!(document.text().get(chunk.span.range()), Some(chunk.text));
            let source = document.source().bytes();
            assert!(chunk.source.iter().all(|span| source.get(span.range()).is_some()));
            end = chunk.span.end();
        }
        assert_eq!(end, document.text().len(), "a text is cut short");
        assert!(chunk_lines::write(document, &all, &options).is_ok());
    }
}

/// Returns the corpus, the case table, and the beginnings of some pages for each declared encoding.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> =
        pages().iter().map(|page| [&[0, 0], &page[..]].concat()).collect();
    for (claim, label) in (0..).zip(CHARSETS) {
        let encoding = Encoding::for_label(label).unwrap_or(Encoding::UTF_8);
        let page = encoding
            .encode("<p lang=ga>Baile \u{c1}tha <b>\u{65e5}&amp;\r\n\u{1f600}x</b><pre>\n z");
        seeds.push([&[claim, 0], &page[..]].concat());
        seeds.push([&[claim, 3], &page[..]].concat());
        let page = encoding.encode("<p lang=ga>\u{c1} <img alt='\u{65e5} b' title=c&amp;d> e<input value=\"f\" type=reset>");
        seeds.push([&[claim, 4], &page[..]].concat());
        seeds.push([&[claim, 9], &page[..]].concat());
    }
    // Two-byte sequences for two characters, across the runs that are processed at once.
    let pairs = [b"\x88\x62".repeat(400), b"a".to_vec(), b"\x88\xA5".repeat(300)].concat();
    seeds.push([&[9, 1], &pairs[..]].concat());
    seeds.push([&[9, 0, 0xA4], &pairs[..]].concat());
    seeds.extend(FOUND.iter().map(|bytes| bytes.to_vec()));
    seeds
}

/// Returns small pages of the corpus, and the inputs of the cases.
pub fn pages() -> Vec<Vec<u8>> {
    let pages = corpus::html().into_iter().map(|page| page.bytes);
    let cases = cases::all();
    let inputs = cases.iter().filter_map(|case| case.row()["input"].as_str());
    let inputs = inputs.filter(|input| !input.starts_with("@prefix"));
    let all = pages.chain(inputs.map(|input| input.as_bytes().to_vec()));
    all.filter(|page| page.len() < 5000).collect()
}
