//! Tests of chunks in documents of several formats.

use crate::decode;
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::media::Format;
use glossweave_base::text::{TextSpan, word_breaks};
use glossweave_document::annotation::{Annotation, Entity, Term};
use glossweave_document::chunk::{Chunk, ChunkOptions, chunks, chunks_by};
use glossweave_document::{DecodeOptions, Document};

const PAGE: &str = "<title>Harbours</title><h1 lang=en>Cork</h1><h2>Rivers</h2><p>The Lee rises in \
    Shehy. It is &quot;long&quot;, isn&#39;t it?<p>Two  <b>islands</b>\r\n lie there. <h2>City</h2><p lang=ja>東京都は\
    大きい。次の文です。<p lang=de>Der Hafen z.B. ist groß. Und <i>tief</i>.<table><tr><td>12.5<td>\
    &frac12;<tr><td>a</table><p lang=th>ฉันรักกรุงเทพมหานคร";

const MARKDOWN: &str = "# Cork\n\nThe *Lee* rises in Shehy. It is long.\n\n## Islands\n\n- Two\n- of them\n\nCity\n----\n\n\
    | a | b |\n|---|---|\n| c | d |\n";

fn read(text: &str, format: Format) -> Document {
    decode(text, format, &DecodeOptions::default()).unwrap()
}

fn options(fields: &[(&str, &str)]) -> ChunkOptions {
    ChunkOptions::from_pairs(fields.iter().copied()).unwrap()
}

fn texts<'d>(chunks: &[Chunk<'d>]) -> Vec<&'d str> {
    chunks.iter().map(|chunk| chunk.text).collect()
}

/// Returns every combination of splitters, sizes and overlaps.
fn all_options() -> impl Iterator<Item = ChunkOptions> {
    let splits = ["units", "sentences", "words"];
    let units = ["characters", "words"];
    splits.into_iter().flat_map(move |split| {
        units.into_iter().flat_map(move |unit| {
            [0, 1, 2, 5, 17, 60, 1_000].into_iter().flat_map(move |size| {
                [0, 1, 4, 30].into_iter().filter_map(move |overlap| {
                    let (size, overlap) = (size.to_string(), overlap.to_string());
                    let fields = [
                        ("split", split),
                        ("size-unit", unit),
                        ("size", &size),
                        ("overlap", &overlap),
                    ];
                    let options = options(&fields);
                    chunks(&Document::of_text(String::new(), None), &[], &options)
                        .is_ok()
                        .then_some(options)
                })
            })
        })
    })
}

/// Checks the invariants of the chunks of a document.
fn hold(document: &Document, annotations: &[Annotation], options: &ChunkOptions) {
    let all = chunks(document, annotations, options).unwrap();
    let text = document.text();
    let breaks: Vec<usize> = word_breaks(text).collect();
    let mut covered = 0;
    let mut last = None;
    for (index, chunk) in all.iter().enumerate() {
        assert_eq!((chunk.index, chunk.text), (index, &text[chunk.span.range()]));
        assert_eq!(chunk.chars, document.char_span(chunk.span));
        assert!(last < Some(chunk.span.start()) && covered < chunk.span.end(), "{options:?}");
        assert!(chunk.span.start() <= covered, "a gap: {options:?}");
        if options.overlap == 0 {
            assert_eq!(chunk.span.start(), covered, "{options:?}");
        }
        assert!(breaks.binary_search(&chunk.span.start()).is_ok(), "{:?} {options:?}", chunk.text);
        (covered, last) = (chunk.span.end(), Some(chunk.span.start()));
        for annotation in annotations {
            let inside = chunk.span.contains(annotation.span());
            let apart = annotation.span().end() <= chunk.span.start()
                || annotation.span().start() >= chunk.span.end();
            assert!(inside || apart, "{options:?}");
            assert_eq!(chunk.annotations.contains(&annotation), inside, "{options:?}");
        }
        // The chunk lists the source of each character, and nothing else.
        let mut source = chunk.source.iter().copied();
        let mut within = source.next();
        for (at, char) in chunk.text.char_indices() {
            let at = chunk.span.start() + at;
            let Some(place) = document.source_span(TextSpan::new(at, at + char.len_utf8())) else {
                continue;
            };
            while within.is_some_and(|span| !span.contains(place)) {
                within = source.next();
            }
            assert!(within.is_some(), "{char} of {:?} {options:?}", chunk.text);
        }
        assert_eq!(source.next(), None, "{options:?}");
    }
    assert_eq!(covered, text.len(), "{options:?}");
}

#[test]
fn chunks_cover_the_text_and_cut_no_word() {
    for (text, format) in [(PAGE, Format::Html), (MARKDOWN, Format::Markdown), (PAGE, Format::Text)]
    {
        let document = read(text, format);
        let all = document.text();
        let at = |name: &str| {
            let start = all.find(name).unwrap();
            TextSpan::new(start, start + name.len())
        };
        let marks = [
            Annotation::entity(at("rises in Shehy. It"), Entity::new("http://example.org/a")),
            Annotation::term(at("Lee"), Term::new()),
            Annotation::entity(at("Shehy"), Entity::new("http://example.org/b")),
        ];
        for options in all_options() {
            hold(&document, &marks, &options);
            hold(&document, &[], &options);
        }
    }
}

#[test]
fn no_chunk_is_white_space_alone() {
    for (text, expected) in [
        ("chunk chunk", vec!["chunk ", "chunk"]),
        ("  chunk \n chunk  ", vec!["  chunk \n ", "chunk  "]),
        (" ", vec![" "]),
    ] {
        let document = read(text, Format::Text);
        for overlap in ["0", "2"] {
            let options = options(&[("size", "5"), ("split", "words"), ("overlap", overlap)]);
            let all = chunks(&document, &[], &options).unwrap();
            assert!(
                text.trim().is_empty() || all.iter().all(|chunk| !chunk.text.trim().is_empty())
            );
            if overlap == "0" {
                assert_eq!(texts(&all), expected);
            }
            hold(&document, &[], &options);
        }
    }
}

#[test]
fn a_chunk_has_the_path_of_its_headings() {
    for (text, format) in [(PAGE, Format::Html), (MARKDOWN, Format::Markdown)] {
        let document = read(text, format);
        let all = chunks(&document, &[], &options(&[("size", "1000")])).unwrap();
        let last: Vec<&str> =
            all.last().unwrap().headings.iter().map(|heading| &**heading).collect();
        assert_eq!(last, ["Cork", "City"], "{format}");
        let of = |start: &str| all.iter().find(|chunk| chunk.text.starts_with(start)).unwrap();
        // A heading directly after a heading of a higher level does not begin a chunk.
        let first = if format == Format::Html { "Rivers" } else { "Cork" };
        assert_eq!(of("Cork").headings.last().unwrap().as_ref(), first);
    }
}

#[test]
fn annotations_are_in_the_chunk_that_has_them() {
    let page =
        read("<p>To <b its-ta-ident-ref=http://example.org/cork>Cork</b>. To Cobh.", Format::Html);
    let cobh = page.text().find("Cobh").unwrap();
    let cobh = [Annotation::term(TextSpan::new(cobh, cobh + 4), Term::new())];
    let all = chunks(&page, &cobh, &options(&[("size", "0")])).unwrap();
    assert_eq!(texts(&all), ["To Cork. ", "To Cobh."]);
    assert!(all[0].annotations[0].as_entity().is_some() && all[0].annotations.len() == 1);
    assert!(all[1].annotations[0].as_term().is_some() && all[1].annotations.len() == 1);
}

#[test]
fn parts_that_are_too_large_are_divided_further() {
    let text = Document::of_text("One two three. Four (five,six-seven).".to_owned(), None);
    let with =
        |size: &str| chunks(&text, &[], &options(&[("split", "units"), ("size", size)])).unwrap();
    assert_eq!(texts(&with("0")).len(), 1);
    assert_eq!(texts(&with("24")), ["One two three. ", "Four (five,six-seven)."]);
    assert_eq!(texts(&with("14")), ["One two ", "three. Four (", "five,six-seven", ")."]);
}

#[test]
fn an_overlap_is_made_of_whole_parts() {
    let text = Document::of_text("A b. C d. E f. G h.".to_owned(), None);
    let fields = [("size", "10"), ("overlap", "5")];
    let all = chunks(&text, &[], &options(&fields)).unwrap();
    assert_eq!(texts(&all), ["A b. C d. ", "C d. E f. ", "E f. G h."]);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let text = Document::of_text("A b.".to_owned(), None);
    for (fields, parameter) in [
        ([("size", "10"), ("overlap", "6")], "overlap"),
        ([("size", "0"), ("split", "words")], "size"),
    ] {
        let error = chunks(&text, &[], &options(&fields)).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(parameter)));
    }
    let error =
        chunks_by(&text, &[], &options(&[]), |_| Err(Error::invalid("no size"))).unwrap_err();
    assert_eq!(error.message(), "no size");
}

#[test]
fn a_long_heading_is_not_repeated_in_full() {
    let page = format!("<h1>{}</h1><p>A. B.", "word ".repeat(1_000));
    let page = read(&page, Format::Html);
    let all = chunks(&page, &[], &options(&[("size", "0")])).unwrap();
    assert!(all.iter().all(|chunk| chunk.headings[0].chars().count() <= 200));
}
