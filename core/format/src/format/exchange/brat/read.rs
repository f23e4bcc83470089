//! Reading of files of brat.

use std::collections::HashMap;
use std::ops::Range;

use super::{ID, IRI};
use crate::archive::zip::{Archive, Limits};
use crate::document::{Document, Source};
use crate::format::DecodeOptions;
use crate::format::exchange::lines::{lines, place};
use crate::format::exchange::offsets::{OffsetUnit, Offsets, same};
use crate::format::exchange::reading::{ReadMark, ReadPart, ReadUnit, Reading, build};
use crate::format::new_file::{AnnotationFields, TERM};
use crate::format::package::{Joined, in_utf8};
use crate::format::strings::{Fault, Value};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_markup::Encoding;

/// The numbers of lines that are not read.
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
    let mut unread = Unread::default();
    for (part, ann) in joined.parts.iter().zip(&annotations) {
        let mut text = Value::default();
        text.literal(&decoded.text, part.span.range());
        let mut unit = ReadUnit { text, marks: Vec::new() };
        if let Some((name, lines)) = ann {
            marks(lines, &mut unit, &mut unread).map_err(|mut fault| {
                let place = Encoding::UTF_8.decode_part(lines.as_bytes());
                fault.message = format!("{} in the part `{name}`", fault.message);
                fault.in_source(lines.as_bytes(), &place)
            })?;
        }
        let name = part.name.strip_suffix(".txt").unwrap_or(&part.name);
        let mut read = ReadPart { name: Some(name.to_owned()), ..ReadPart::default() };
        if !unit.text.text.is_empty() {
            read.units.push(unit);
        }
        reading.parts.push(read);
    }
    for (count, what) in [
        (unread.divided, "annotations of several parts are read as one span"),
        (unread.relations, "relations, events and attributes are not read"),
        (unread.notes, "notes of annotators on entities are not read"),
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

/// The name of a file of annotations, and its lines.
type Annotations = Option<(String, String)>;

/// The files with annotations of a text that brat reads beside `NAME.ann`.
const OTHERS: [&str; 4] = [".a1", ".a2", ".co", ".rel"];

/// Returns the texts, the annotations of each, and the names of files with annotations that are not read.
fn unpack(bytes: &[u8]) -> Result<(Joined, Vec<Annotations>, Vec<String>)> {
    let limits = Limits::default();
    let archive = Archive::open(bytes, limits)?;
    let (mut joined, mut annotations) = (Joined::default(), Vec::new());
    let mut left = limits.unpacked;
    for name in archive.names().filter(|name| name.ends_with(".txt")) {
        let (text, encoding) = in_utf8(&name, archive.read_within(&name, left)?)?;
        left = left.saturating_sub(text.len());
        joined.push(&name, &text, encoding);
        let ann = format!("{}.ann", name.strip_suffix(".txt").unwrap_or(&name));
        annotations.push(match archive.has(&ann) {
            false => None,
            true => {
                let (lines, _) = in_utf8(&ann, archive.read_within(&ann, left)?)?;
                left = left.saturating_sub(lines.len());
                Some((ann, String::from_utf8_lossy(&lines).into_owned()))
            }
        });
    }
    if joined.parts.is_empty() {
        let message = "the package has no text (`NAME.txt` beside `NAME.ann`)";
        return Err(Error::malformed(message));
    }
    let is_other = |name: &String| OTHERS.iter().any(|end| name.ends_with(end));
    let others = archive.names().map(|name| name.to_string()).filter(is_other).collect();
    Ok((joined, annotations, others))
}

/// A text-bound annotation with what other lines say of it.
struct Bound<'a> {
    label: &'a str,
    span: Range<usize>,
    idents: Vec<String>,
    note: Option<&'a str>,
}

fn marks(source: &str, unit: &mut ReadUnit, unread: &mut Unread) -> std::result::Result<(), Fault> {
    let content = unit.text.text.clone();
    let offsets = Offsets::new(&content, OffsetUnit::CodePoint);
    let mut bounds: Vec<Bound<'_>> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut others = Vec::new();
    for (at, line) in lines(source) {
        let mut columns = line.splitn(3, '\t');
        let (id, middle) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
        match id.bytes().next() {
            None => {}
            Some(b'T') => {
                let quote = columns.next();
                let bound = text_bound(&at, line, middle, quote, &content, &offsets, unread)?;
                numbers.insert(id, bounds.len());
                bounds.push(bound);
            }
            Some(b'N' | b'#') => {
                others.push((at, line, id, middle, columns.next().unwrap_or_default()))
            }
            Some(_) => unread.relations += 1,
        }
    }
    // They may stand before what they are about.
    for (at, line, id, middle, text) in others {
        let mut words = middle.split_whitespace();
        let (_, about, ident) = (words.next(), words.next().unwrap_or_default(), words.next());
        let bound = numbers.get(about).and_then(|number| bounds.get_mut(*number));
        match (id.starts_with('N'), bound, ident) {
            (true, Some(bound), Some(ident)) => bound.idents.push(identifier(ident)),
            (true, None, _) if about.starts_with('T') => {
                let message = format!("expected an annotation of the file, found `{about}`");
                return Err(Fault::new(message, place(at.start, line, about)));
            }
            (true, _, None) => {
                let message = "expected a target and an identifier";
                return Err(Fault::new(message, at));
            }
            (true, None, Some(_)) => unread.relations += 1,
            (false, Some(bound), _) if bound.label == TERM => bound.note = Some(text),
            (false, _, _) => unread.notes += 1,
        }
    }
    for bound in bounds {
        let idents: Vec<&str> = bound.idents.iter().map(String::as_str).collect();
        let note = bound.note.map(|note| note.replace("\\n", "\n"));
        let fields = AnnotationFields {
            label: Some(bound.label),
            idents: &idents,
            info: note.as_deref(),
            ..AnnotationFields::default()
        };
        unit.marks.push(ReadMark::new(bound.span, &fields));
    }
    Ok(())
}

fn text_bound<'a>(
    at: &Range<usize>,
    line: &str,
    middle: &'a str,
    quote: Option<&str>,
    content: &str,
    offsets: &Offsets<'_>,
    unread: &mut Unread,
) -> std::result::Result<Bound<'a>, Fault> {
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
    let start = ends.iter().map(|one| one.0).min().unwrap_or_default();
    let end = ends.iter().map(|one| one.1).max().unwrap_or_default();
    let is_divided = ends.len() > 1;
    unread.divided += usize::from(is_divided);
    let Some(range) = offsets.range(start, end) else {
        let length = offsets.of(content.len());
        let message =
            format!("a span extends from {start} to {end}, the text has {length} characters");
        return Err(Fault::new(message, place(at.start, line, spans)));
    };
    let found = content.get(range.clone()).unwrap_or_default();
    if let Some(quote) = quote.filter(|quote| !is_divided && !same(quote, found)) {
        let message = format!("expected the text `{}`, found `{quote}`", found.escape_debug());
        return Err(Fault::new(message, place(at.start, line, quote)));
    }
    Ok(Bound { label, span: range, idents: Vec::new(), note: None })
}

/// Returns an identifier as it was before it was written with a prefix.
fn identifier(ident: &str) -> String {
    match ident.split_once(':') {
        Some((IRI | ID, rest)) => rest.replace("%20", " "),
        _ => ident.replace("%20", " "),
    }
}
