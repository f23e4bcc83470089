//! Limits on the time that any source and any list of annotations may take.

#![allow(clippy::unwrap_used)] // A failing test reports its line.

use std::time::Duration;

use glossweave::annotation::{Annotation, Entity};
use glossweave::markup::InvalidBytes;
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, Document, EncodeOptions, ErrorKind, Format};
use glossweave_testing::{Stopwatch, count};

fn read(source: impl Into<Vec<u8>>) -> Document {
    glossweave::decode(source, Format::Html, &DecodeOptions::default()).unwrap()
}

#[test]
fn a_document_takes_at_most_four_times_its_source() {
    let pieces = [
        "<p>a",
        "<b>a",
        "a&lt;",
        "a\n\nb",
        "a<br>",
        "<option>a",
        "<li>a<b>b</b>",
        "é&nbsp;",
        "<td>a<p>b",
        "a\u{1f600} ",
        "<p lang=de>a<p lang=fr>b",
        "<svg>a</svg>b",
    ];
    for piece in pieces {
        let source = piece.repeat(20_000);
        let bytes = source.len();
        let heap = read(source).heap_size();
        assert!(
            heap <= 4 * bytes,
            "{piece}: {heap} for {bytes}, {:.2}",
            heap as f64 / bytes as f64
        );
    }
}

#[test]
fn a_document_in_another_encoding_takes_no_more() {
    for piece in [b"\xff".as_slice(), b"a\xff", b"\xe2\x82b", b"\xc3\xa9"] {
        for charset in ["utf-8", "windows-1252", "shift_jis", "utf-16le"] {
            let source = piece.repeat(20_000);
            let mut options = DecodeOptions::default();
            options.charset = Some(charset.parse().unwrap());
            options.invalid_bytes = InvalidBytes::Replace;
            for format in [Format::Text, Format::Html] {
                let document = glossweave::decode(source.as_slice(), format, &options).unwrap();
                let ratio = document.heap_size() as f64 / source.len() as f64;
                assert!(ratio <= 4.0, "{piece:?} in {charset} as {format}: {ratio:.2}");
            }
        }
    }
}

#[test]
fn a_source_above_the_limit_is_refused_at_once() {
    let mut options = DecodeOptions::default();
    options.max_bytes = 1 << 20;
    let error = glossweave::decode(vec![b'<'; 2 << 20], Format::Html, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

/// Twice the source may take little more than twice the time. The bound is wide because machines
/// are busy. Quadratic time would be four times as long, and ten times for these sizes.
#[test]
fn reading_takes_time_in_proportion_to_the_source() {
    let pieces = [
        "<",
        "</",
        "<a ",
        "<!--",
        "&",
        "&amp",
        " ",
        "<p>",
        "<b>",
        "<a>",
        "<table>",
        "<svg>",
        "<select>",
        "<template>",
        "<b></p>",
        "<a b=",
        "<x y>",
        "<p lang=a>",
        "</p>",
        "<i></b>",
        "<li><b>",
        "<span its-term=yes>x",
        "<ruby><rt>",
    ];
    for piece in pieces {
        let time = |count: usize| {
            let source = piece.repeat(count);
            let started = Stopwatch::start();
            drop(read(source));
            started.elapsed()
        };
        let (small, large) = (time(5_000), time(50_000));
        let bound = 30 * small.max(Duration::from_millis(20));
        assert!(large < bound, "`{piece}`: {small:?}, ten times as much: {large:?}");
    }
    let many: String = (0..50_000).map(|n| format!("<x{n} lang=a{} b{n}>", n % 10_000)).collect();
    let started = Stopwatch::start();
    drop(read(many));
    assert!(started.elapsed() < Duration::from_secs(10));
}

fn entity(start: usize, end: usize) -> Annotation {
    Annotation::entity(TextSpan::new(start, end), Entity::new("x:y"))
}

#[test]
fn annotations_that_cross_do_not_square() {
    let page = read(format!("<p>{}", "word ".repeat(4_000)));
    let crossing: Vec<Annotation> = (0..4_000).map(|n| entity(n, n + 10_000)).collect();
    let same: Vec<Annotation> = (0..20_000).map(|_| entity(0, 20)).collect();
    for annotations in [crossing, same] {
        let started = Stopwatch::start();
        let back = glossweave::encode(&page, &annotations, &EncodeOptions::default()).unwrap();
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
        let placed = back.placements.iter().filter(|placement| placement.is_there()).count();
        assert!(placed >= 256, "{placed}");
        assert!(back.bytes.len() < 100 << 20);
    }
}

/// The limit applies to the fragments of an annotation after the first one.
#[test]
fn any_number_of_small_annotations_is_placed() {
    let page = read("a ".repeat(250_000));
    let each: Vec<Annotation> = (0..250_000).map(|n| entity(2 * n, 2 * n + 1)).collect();
    let back = glossweave::encode(&page, &each, &EncodeOptions::default()).unwrap();
    assert!(back.placements.iter().all(|placement| placement.is_there()));
}

#[test]
fn many_annotations_that_reach_over_everything_stay_bounded() {
    let page = read("<p>a <b>b</b>".repeat(count(1_000, 5_000)));
    let all = page.text().len();
    let annotations: Vec<Annotation> = (0..1_000).map(|_| entity(0, all)).collect();
    let wide = read("<p>a".repeat(100_000));
    let over: Vec<Annotation> = (0..50).map(|_| entity(0, wide.text().len())).collect();
    let back = glossweave::encode(&wide, &over, &EncodeOptions::default()).unwrap();
    assert_eq!(back.placements.iter().filter(|placement| placement.is_there()).count(), 2);
    let started = Stopwatch::start();
    let back = glossweave::encode(&page, &annotations, &EncodeOptions::default()).unwrap();
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    assert!(back.placements.iter().filter(|placement| placement.is_there()).count() <= 256);
}
