//! The reader of brat files.

use std::collections::HashMap;
use std::ops::Range;

use super::{ID, IRI};
use crate::lines::place;
use crate::offsets::{OffsetUnit, Offsets, StatedSpan, fits, fitting, same};
use crate::reading::{ReadMark, ReadPart, ReadUnit, Reading, build};
use crate::rejections::Rejections;
use glossweave_archive::{Archive, Limits};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_base::text::lines;
use glossweave_document::{DecodeOptions, Document, DocumentExt, Source, SourceExt};
use glossweave_format_base::new_file::{AnnotationFields, TERM};
use glossweave_format_base::package::{Joined, in_utf8, is_of_system};
use glossweave_format_base::strings::{Fault, Value};
use glossweave_markup::{Encoding, EncodingExt};

/// The numbers of lines that are not read, by their kinds.
#[derive(Default)]
struct Unread {
    divided: usize,
    relations: usize,
    notes: usize,
}

pub(super) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let (joined, annotations, others) = unpack(&bytes)?;
    let decoded = Encoding::UTF_8.decode_part(&joined.bytes);
    let mut reading = Reading::default();
    for name in others.iter().take(100) {
        reading.warn(format!("the file `{name}` is not read"), 0..0);
    }
    let (mut unread, mut rejections) = (Unread::default(), Rejections::default());
    for (part, ann) in joined.parts.iter().zip(&annotations) {
        let mut span = part.span.range();
        let whole = decoded.text.get(span.clone()).unwrap_or_default();
        span.start += whole.len() - whole.trim_start_matches(BOM).len();
        let mut text = Value::default();
        text.literal(&decoded.text, span);
        let mut unit = ReadUnit { text, marks: Vec::new() };
        if let Some((name, lines)) = ann {
            let mut faults = Vec::new();
            if marks(lines, whole, &mut unit, &mut unread, &mut faults) {
                rejections.accept();
            }
            for (number, mut fault) in faults {
                fault.message = format!("{} in the part `{name}`", fault.message);
                let message = format!("line {number}: {}", fault.message);
                rejections.reject((fault, lines), message, 0..0);
            }
        }
        let name = part.name.strip_suffix(".txt").unwrap_or(&part.name);
        let is_unannotated = ann.is_none();
        let mut read =
            ReadPart { name: Some(name.to_owned()), is_unannotated, ..ReadPart::default() };
        if !unit.text.text.is_empty() {
            read.units.push(unit);
        }
        reading.parts.push(read);
    }
    rejections.report("annotations", "it is skipped", &mut reading).map_err(|(fault, lines)| {
        let place = Encoding::UTF_8.decode_part(lines.as_bytes());
        fault.in_source(lines.as_bytes(), &place)
    })?;
    for (count, what) in [
        (unread.divided, "annotations with several parts are read as one span"),
        (unread.relations, "relations, events and attributes are not read"),
        (unread.notes, "annotator notes on entities are not read"),
    ] {
        if count > 0 {
            reading.warn(format!("{count} {what}"), 0..0);
        }
    }
    let (builder, annotations) = build(reading, &decoded, options);
    drop(decoded);
    let source = Source::new(joined.bytes, Format::Brat, Encoding::UTF_8);
    let source = source.packed_in(bytes, joined.parts);
    Ok(builder.finish(source).with_annotations(annotations))
}

/// The name of an annotation file, and its contents.
type Annotations = Option<(String, String)>;

/// The extensions of other annotation files that brat reads in addition to `NAME.ann`.
const OTHERS: [&str; 4] = [".a1", ".a2", ".co", ".rel"];

/// Returns the texts, the annotations of each text, and the names of the annotation files that are
/// not read.
fn unpack(bytes: &[u8]) -> Result<(Joined, Vec<Annotations>, Vec<String>)> {
    let limits = Limits::default();
    let archive = Archive::open(bytes, limits)?;
    let (mut joined, mut annotations) = (Joined::default(), Vec::new());
    let mut remaining = limits.unpacked;
    let is_text = |name: &str| name.ends_with(".txt") && !is_of_system(name);
    for name in archive.names().filter(|name| is_text(name)) {
        let (text, encoding) = in_utf8(&name, archive.read_within(&name, remaining)?)?;
        remaining = remaining.saturating_sub(text.len());
        joined.push(&name, &text, encoding);
        let ann = format!("{}.ann", name.strip_suffix(".txt").unwrap_or(&name));
        annotations.push(match archive.has(&ann) {
            false => None,
            true => {
                let (lines, _) = in_utf8(&ann, archive.read_within(&ann, remaining)?)?;
                remaining = remaining.saturating_sub(lines.len());
                Some((ann, String::from_utf8_lossy(&lines).into_owned()))
            }
        });
    }
    if joined.parts.is_empty() {
        let message = "the package has no text (`NAME.txt` next to `NAME.ann`)";
        return Err(Error::malformed(message));
    }
    let is_other =
        |name: &String| OTHERS.iter().any(|end| name.ends_with(end)) && !is_of_system(name);
    let others = archive.names().map(|name| name.to_string()).filter(is_other).collect();
    Ok((joined, annotations, others))
}

/// The byte order mark, which some editors write.
const BOM: char = '\u{FEFF}';

/// A text-bound annotation with its remarks.
struct Bound<'a> {
    label: &'a str,
    span: Range<usize>,
    idents: Vec<String>,
    note: Option<&'a str>,
}

/// The offset units to try, starting with the unit that brat uses. Some programs count a
/// two-character line end as one character, because Python reads it as one.
const UNITS: [OffsetUnit; 5] = [
    OffsetUnit::CodePoint,
    OffsetUnit::CodePointOfLines,
    OffsetUnit::Utf16,
    OffsetUnit::Utf16OfLines,
    OffsetUnit::Byte,
];

/// A line with a text-bound annotation.
struct StatedBound<'a> {
    number: usize,
    at: Range<usize>,
    id: &'a str,
    label: &'a str,
    span: StatedSpan<'a>,
    is_divided: bool,
}

/// A line about an annotation: a normalization (`N`) or a note of an annotator (`#`).
struct Remark<'a> {
    number: usize,
    at: Range<usize>,
    line: &'a str,
    is_normalization: bool,
    /// The identifiers of the annotation and of the normalized entity.
    target: &'a str,
    ident: Option<&'a str>,
    text: &'a str,
}

/// Reads the annotation lines of a text into a unit, and collects faulty lines with their numbers.
/// `whole` is the text with its byte order mark. Returns `true` if at least one annotation was
/// read.
fn marks(
    source: &str,
    whole: &str,
    unit: &mut ReadUnit,
    unread: &mut Unread,
    faults: &mut Vec<(usize, Fault)>,
) -> bool {
    let content = unit.text.text.clone();
    let (stated, remarks) = sorted(source, unread, faults);
    let (offsets, skip) = offsets(&content, whole, &stated);
    let mut bounds: Vec<Bound<'_>> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for bound in stated {
        match range_of(&bound, &content, &offsets, skip) {
            Ok(span) => {
                unread.divided += usize::from(bound.is_divided);
                numbers.insert(bound.id, bounds.len());
                bounds.push(Bound { label: bound.label, span, idents: Vec::new(), note: None });
            }
            Err(fault) => faults.push((bound.number, fault)),
        }
    }
    // Remarks are added last because a remark may precede its annotation.
    for remark in remarks {
        let number = remark.number;
        let bound = numbers.get(remark.target).and_then(|number| bounds.get_mut(*number));
        if let Err(fault) = add(remark, bound, unread) {
            faults.push((number, fault));
        }
    }
    faults.sort_by_key(|(number, _)| *number);
    unit.marks.extend(bounds.iter().map(mark));
    !bounds.is_empty()
}

/// Returns the text-bound annotations and the remarks of a file.
fn sorted<'a>(
    source: &'a str,
    unread: &mut Unread,
    faults: &mut Vec<(usize, Fault)>,
) -> (Vec<StatedBound<'a>>, Vec<Remark<'a>>) {
    let (mut stated, mut remarks) = (Vec::new(), Vec::new());
    for (number, (at, line)) in (1..).zip(lines(source)) {
        let line = line.trim_start_matches(BOM);
        let mut columns = line.splitn(3, '\t');
        let (id, middle) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
        match id.bytes().next() {
            None => {}
            Some(b'T') => match text_bound(&at, line, id, middle, columns.next()) {
                Ok(bound) => stated.push(StatedBound { number, ..bound }),
                Err(fault) => faults.push((number, fault)),
            },
            Some(kind @ (b'N' | b'#')) => {
                let mut words = middle.split_whitespace().skip(1);
                remarks.push(Remark {
                    number,
                    at,
                    line,
                    is_normalization: kind == b'N',
                    target: words.next().unwrap_or_default(),
                    ident: words.next(),
                    text: columns.next().unwrap_or_default(),
                });
            }
            Some(_) => unread.relations += 1,
        }
    }
    (stated, remarks)
}

/// Adds a remark to its annotation, if the annotation was read.
fn add<'a>(
    remark: Remark<'a>,
    bound: Option<&mut Bound<'a>>,
    unread: &mut Unread,
) -> std::result::Result<(), Fault> {
    match (remark.is_normalization, bound, remark.ident) {
        (true, Some(bound), Some(ident)) => bound.idents.push(identifier(ident)),
        (true, None, _) if remark.target.starts_with('T') => {
            let message = format!("expected an annotation of the file, found `{}`", remark.target);
            return Err(Fault::new(message, place(remark.at.start, remark.line, remark.target)));
        }
        (true, _, None) => {
            return Err(Fault::new("expected a target and an identifier", remark.at));
        }
        (true, None, Some(_)) => unread.relations += 1,
        (false, Some(bound), _) if bound.label == TERM => bound.note = Some(remark.text),
        (false, _, _) => unread.notes += 1,
    }
    Ok(())
}

fn mark(bound: &Bound<'_>) -> ReadMark {
    let idents: Vec<&str> = bound.idents.iter().map(String::as_str).collect();
    let note = bound.note.map(|note| note.replace("\\n", "\n"));
    let fields = AnnotationFields {
        label: Some(bound.label),
        idents: &idents,
        info: note.as_deref(),
        ..AnnotationFields::default()
    };
    ReadMark::new(bound.span.clone(), &fields)
}

/// Returns an offset index of a text, and the length of the byte order mark if the stated offsets
/// include it, 0 otherwise.
fn offsets<'t>(
    content: &'t str,
    whole: &'t str,
    stated: &[StatedBound<'_>],
) -> (Offsets<'t>, usize) {
    let spans: Vec<StatedSpan<'_>> = stated.iter().map(|bound| bound.span).collect();
    let without = fitting(content, &UNITS, &spans);
    let skip = whole.len() - content.len();
    if skip > 0 && fits(&without, &spans) < spans.len() {
        let with = fitting(whole, &UNITS, &spans);
        if fits(&with, &spans) > fits(&without, &spans) {
            return (with, skip);
        }
    }
    (without, 0)
}

fn text_bound<'a>(
    at: &Range<usize>,
    line: &'a str,
    id: &'a str,
    middle: &'a str,
    quote: Option<&'a str>,
) -> std::result::Result<StatedBound<'a>, Fault> {
    let wrong = || {
        let message = format!("expected a type with two offsets, found `{middle}`");
        Fault::new(message, place(at.start, line, middle))
    };
    let (label, spans) = middle.split_once(' ').ok_or_else(wrong)?;
    let mut ends = Vec::new();
    for span in spans.split(';') {
        let (start, end) = span.trim().split_once(' ').ok_or_else(wrong)?;
        let both = (start.parse::<usize>(), end.trim().parse::<usize>());
        let (Ok(start), Ok(end)) = both else { return Err(wrong()) };
        ends.push((start, end));
    }
    let start = ends.iter().map(|(start, _)| *start).min().unwrap_or_default();
    let end = ends.iter().map(|(_, end)| *end).max().unwrap_or_default();
    let is_divided = ends.len() > 1;
    let span = StatedSpan { start, end, quote: quote.filter(|_| !is_divided) };
    Ok(StatedBound { number: 0, at: at.clone(), id, label, span, is_divided })
}

/// Returns the range of a text-bound annotation in a text.
fn range_of(
    bound: &StatedBound<'_>,
    content: &str,
    offsets: &Offsets<'_>,
    skip: usize,
) -> std::result::Result<Range<usize>, Fault> {
    let StatedSpan { start, end, quote } = bound.span;
    let range = offsets
        .range(start, end)
        .and_then(|range| Some(range.start.checked_sub(skip)?..range.end.checked_sub(skip)?));
    let Some(range) = range else {
        let length = offsets.of(content.len());
        let message =
            format!("a span extends from {start} to {end}, the text has {length} characters");
        return Err(Fault::new(message, bound.at.clone()));
    };
    let found = content.get(range.clone()).unwrap_or_default();
    match quote.filter(|quote| !same(quote, found)) {
        Some(quote) => {
            let message = format!("expected the text `{}`, found `{quote}`", found.escape_debug());
            Err(Fault::new(message, bound.at.clone()))
        }
        None => Ok(range),
    }
}

/// Returns the identifier without the prefix that the writer added.
fn identifier(ident: &str) -> String {
    match ident.split_once(':') {
        Some((IRI | ID, rest)) => rest.replace("%20", " "),
        _ => ident.replace("%20", " "),
    }
}
