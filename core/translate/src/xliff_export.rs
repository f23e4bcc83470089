//! Writing of the texts of a document, and of translations, as an XLIFF file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use std::iter::Peekable;

use crate::segments::Done;
use crate::translator::Origin;
use crate::xliff_merge::texts_with_markers;
use crate::xliff_options::{XliffOptions, XliffVersion};
use crate::xliff_source;
use glossweave_base::call_limits::{check_now, is_exceeded};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::inline::{InlineCode, InlinePiece, InlineText};
use glossweave_base::text::{Language, PluralCategory, TextSpan, identified};
use glossweave_document::annotation::{Annotation, Body, Category};
use glossweave_document::{Document, DocumentExt, UnitExt, Units};
use glossweave_format::{CodeReader, code_reader};
use glossweave_markup::escape::{escaped, not_xml};

/// Writes the texts of a document that have no translation as an XLIFF file for translators. Each unit of the
/// document becomes a unit whose `id` is its number, with pairs of tags as `g` or `pc`, and other markup as
/// `x` or `ph`. When the target language needs plural forms that the source lacks, each becomes a unit with
/// the text of the form `other` and an `id` with the name of the form, for example `7-few`.
///
/// [`merge_xliff`](crate::merge_xliff) reads the translations back. By default, the file also contains the
/// bytes of the document, which [`embedded_document`](crate::embedded_document) reads.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) with the parameter `source-lang` if
/// the language of the text is not given and cannot be identified.
pub fn to_xliff(document: &Document, options: &XliffOptions) -> Result<Vec<u8>> {
    let declared = options.source.as_ref().or(document.language()).cloned();
    let source = declared.map_or_else(|| identified(document.text(), "source-lang"), Ok)?;
    let exchange = Exchange {
        document,
        languages: [&source, &options.target],
        version: options.version,
        made_by: Some(options),
        state: None,
    };
    let none = Done::default();
    let open = || document.units().filter(|unit| document.awaits_translation(*unit));
    let texts: Vec<InlineText> = texts_with_markers(document, open())
        .take_while(|_| !is_exceeded())
        .map(|(_, Ok(text) | Err(text))| InlineText::parse(&text))
        .collect();
    check_now()?;
    let rows = open().zip(&texts).flat_map(|(unit, text)| {
        let forms = document.missing_plural_forms(unit, &options.target);
        let forms = forms
            .into_iter()
            .map(move |form| (Some(Cow::Owned(unit.plural_name(form))), Some(form)));
        let all = forms.chain([(unit.name().map(Cow::Borrowed), None)]);
        let none = &none;
        all.map(move |(name, form)| Row { id: unit.id(), form, name, text, done: none })
    });
    Ok(exchange.write(rows).into_bytes())
}

/// A writer for XLIFF files.
pub struct Exchange<'e> {
    /// The document.
    pub document: &'e Document,
    /// The source and target languages.
    pub languages: [&'e Language; 2],
    /// The version of XLIFF.
    pub version: XliffVersion,
    /// The options for including the document. If `None`, the file contains only the texts.
    pub made_by: Option<&'e XliffOptions>,
    /// The state of all targets. If `None`, the state of a target depends on its origin.
    pub state: Option<&'e str>,
}

/// A unit with its text and its translation. Plural forms precede their unit.
pub struct Row<'e> {
    /// The number of the unit in the document.
    pub id: u32,
    /// The plural form of the unit, if the source lacks it.
    pub form: Option<PluralCategory>,
    /// The name of the unit, if it has one.
    pub name: Option<Cow<'e, str>>,
    /// The source text.
    pub text: &'e InlineText,
    /// The translation.
    pub done: &'e Done,
}

impl Row<'_> {
    /// Returns the identifier of the unit in the file.
    fn id(&self) -> String {
        match self.form {
            Some(form) => format!("{}-{}", self.id, form.name()),
            None => self.id.to_string(),
        }
    }
}

impl Exchange<'_> {
    /// Writes the file. In version 1.2, each unit is a `trans-unit`, pairs of tags are `g`, and other markup
    /// is `x` (XLIFF 1.2, clause 2.4). In version 2.1, each unit is a `unit` with `pc` and `ph` (XLIFF 2.1,
    /// clause 4.2.3).
    pub fn write<'e>(&self, rows: impl Iterator<Item = Row<'e>>) -> String {
        let [source, target] = self.languages.map(|tag| escaped(tag.as_str()));
        let source_file = self.document.source();
        let format = source_file.format();
        let is_first = self.version == XliffVersion::V1_2;
        let original = self.made_by.and_then(|options| options.original.as_deref());
        let original = escaped(&xliff_source::original(format, original));
        let (attributes, skeleton) = match self.made_by {
            Some(options) => (
                xliff_source::attributes(source_file),
                xliff_source::skeleton(source_file, options, is_first),
            ),
            None => Default::default(),
        };
        // Custom values begin with `x-` (XLIFF 1.2, clause 2.3).
        let sort = match format {
            Format::Html | Format::Xml => format.name().to_owned(),
            Format::Text => "plaintext".to_owned(),
            format => format!("x-{}", format.name()),
        };
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        // Writing to a string does not fail.
        let _ = match is_first {
            true => write!(
                out,
                "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\n\
                <file original=\"{original}\" source-language=\"{source}\" target-language=\"{target}\" \
                datatype=\"{sort}\" xml:space=\"preserve\"{attributes}>{skeleton}<body>\n"
            ),
            false => write!(
                out,
                "<xliff version=\"2.1\" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" \
                srcLang=\"{source}\" trgLang=\"{target}\">\n\
                <file id=\"f1\" original=\"{original}\" xml:space=\"preserve\"{attributes}>\n{skeleton}"
            ),
        };
        let mut hints = self.made_by.map(|_| Hints::new(self.document));
        let (mut hint, mut last) = (Hint::default(), None);
        for row in rows.take_while(|_| !is_exceeded()) {
            // All forms of a text share one hint.
            if let Some(hints) = hints.as_mut().filter(|_| last != Some(row.id)) {
                (hint, last) = (hints.of(&row), Some(row.id));
            }
            match is_first {
                true => self.row(&row, &hint, &mut out),
                false => second_row(&row, &hint, &mut out),
            }
        }
        out.push_str(if is_first { "</body></file></xliff>\n" } else { "</file></xliff>\n" });
        out
    }

    fn row(&self, row: &Row<'_>, hint: &Hint, out: &mut String) {
        let name = row.name.as_ref().map(|name| format!(" resname=\"{}\"", escaped(name)));
        let name = name.unwrap_or_default();
        // Writing to a string does not fail.
        let _ = write!(out, "<trans-unit id=\"{}\"{name}>\n<source>", row.id());
        content(row.text, &FIRST, &hint.codes, out);
        out.push_str("</source>\n");
        if let Some(inline) = row.done.inline.as_ref().filter(|_| !row.done.parts.is_empty()) {
            let (state, qualifier) = state(row.done);
            let state = escaped(self.state.unwrap_or(state));
            let _ = write!(out, "<target state=\"{state}\"");
            if let Some(qualifier) = qualifier {
                let _ = write!(out, " state-qualifier=\"{qualifier}\"");
            }
            out.push('>');
            content(inline, &FIRST, &hint.codes, out);
            out.push_str("</target>\n");
            if let Some(quality) = row.done.confidence {
                let quality = (quality.clamp(0.0, 1.0) * 100.0).floor();
                let _ = write!(out, "<alt-trans match-quality=\"{quality}%\"><target>");
                content(inline, &FIRST, &hint.codes, out);
                out.push_str("</target></alt-trans>\n");
            }
        }
        for note in &hint.notes {
            let _ = writeln!(out, "<note>{}</note>", escaped(note));
        }
        out.push_str("</trans-unit>\n");
    }
}

/// Writes a unit in version 2.1.
fn second_row(row: &Row<'_>, hint: &Hint, out: &mut String) {
    let name = row.name.as_ref().map(|name| format!(" name=\"{}\"", escaped(name)));
    let _ = writeln!(out, "<unit id=\"{}\"{}>", row.id(), name.unwrap_or_default());
    if !hint.notes.is_empty() {
        out.push_str("<notes>");
        for note in &hint.notes {
            let _ = write!(out, "<note>{}</note>", escaped(note));
        }
        out.push_str("</notes>\n");
    }
    out.push_str("<segment><source>");
    content(row.text, &SECOND, &hint.codes, out);
    out.push_str("</source></segment>\n</unit>\n");
}

/// The notes for translators about a unit.
#[derive(Default)]
struct Hint {
    notes: Vec<String>,
    /// The spelling of each code in the source.
    codes: HashMap<InlineCode, String>,
}

/// An iterator over the notes and codes of the units of a document, in document order.
struct Hints<'d> {
    units: Units<'d>,
    codes: CodeReader<'d>,
    /// The notes with their spans.
    notes: Peekable<std::vec::IntoIter<(TextSpan, String)>>,
}

impl<'d> Hints<'d> {
    fn new(document: &'d Document) -> Hints<'d> {
        let note = |annotation: &Annotation| match annotation.body() {
            Body::Metadata(note) if note.category() == Category::LocalizationNote => {
                Some((annotation.span(), note.field("locNote")?.to_owned()))
            }
            _ => None,
        };
        let mut notes: Vec<_> = document.annotations().iter().filter_map(note).collect();
        notes.sort_by_key(|note| note.0);
        let notes = notes.into_iter().peekable();
        Hints { units: document.units(), codes: code_reader(document), notes }
    }

    /// Returns the hint for the next unit.
    fn of(&mut self, row: &Row<'_>) -> Hint {
        let mut hint = Hint::default();
        let Some(unit) = self.units.find(|unit| unit.id() == row.id) else { return hint };
        while let Some((span, note)) =
            self.notes.next_if(|(span, _)| span.start() < unit.span().end())
        {
            if span.start() >= unit.span().start() && !hint.notes.contains(&note) {
                hint.notes.push(note);
            }
        }
        let spelled = self.codes.codes(unit);
        if spelled.len() == row.text.codes().count() {
            let spellings = spelled.into_iter().map(|code| code.spelling);
            hint.codes = row.text.codes().zip(spellings).collect();
        }
        hint
    }
}

/// The elements that are used for codes: a pair around text, the start and end of an unnested pair, and other
/// markup.
struct Elements {
    pair: &'static str,
    start: &'static str,
    end: &'static str,
    /// The attribute of an end element that refers to its start.
    of: &'static str,
    empty: &'static str,
    /// The attribute for the spelling of a code.
    shown: &'static str,
    /// `true` if the version has an element for characters that XML does not allow.
    has_characters: bool,
}

const FIRST: Elements = Elements {
    pair: "g",
    start: "bx",
    end: "ex",
    of: "id",
    empty: "x",
    shown: "equiv-text",
    has_characters: false,
};
const SECOND: Elements = Elements {
    pair: "pc",
    start: "sc",
    end: "ec",
    of: "startRef",
    empty: "ph",
    shown: "disp",
    has_characters: true,
};

/// Returns the state and the qualifier of a target, from the sentence that needs most review.
fn state(done: &Done) -> (&'static str, Option<&'static str>) {
    let origins = || done.parts.iter().filter_map(|part| part.origin);
    if origins().any(|origin| origin == Origin::Machine) {
        ("needs-review-translation", Some("mt-suggestion"))
    } else if origins().any(|origin| matches!(origin, Origin::Fuzzy(_))) {
        ("needs-review-translation", Some("fuzzy-match"))
    } else if origins().next().is_some() {
        ("translated", Some("exact-match"))
    } else {
        ("translated", None)
    }
}

/// Appends the content of a `source` or `target` element.
fn content(
    inline: &InlineText,
    elements: &Elements,
    codes: &HashMap<InlineCode, String>,
    out: &mut String,
) {
    let nests = inline.has_codes_of(inline);
    let Elements { pair, start, end, of, empty, shown, has_characters } = elements;
    let shown = |code: InlineCode| match codes.get(&code).filter(|spelling| !spelling.is_empty()) {
        Some(spelling) => format!(" {shown}=\"{}\"", escaped(spelling)),
        None => String::new(),
    };
    for (_, piece) in inline.pieces() {
        let _ = match (piece, nests) {
            (InlinePiece::Text(text), _) => {
                for part in text.split_inclusive(|c| not_xml(c).is_some()) {
                    let other = part.chars().next_back().filter(|c| not_xml(*c).is_some());
                    let (text, other) = match other {
                        Some(c) if *has_characters => (part.strip_suffix(c), Some(c)),
                        _ => (None, None),
                    };
                    out.push_str(&escaped(text.unwrap_or(part)));
                    if let Some(c) = other {
                        let _ = write!(out, "<cp hex=\"{:04X}\"/>", u32::from(c));
                    }
                }
                Ok(())
            }
            (InlinePiece::Code(code @ InlineCode::Empty(number)), _) => {
                write!(out, "<{empty} id=\"{number}\"{}/>", shown(code))
            }
            (InlinePiece::Code(InlineCode::Open(number)), true) => {
                write!(out, "<{pair} id=\"{number}\">")
            }
            (InlinePiece::Code(InlineCode::Close(_)), true) => write!(out, "</{pair}>"),
            (InlinePiece::Code(code @ InlineCode::Open(number)), false) => {
                write!(out, "<{start} id=\"{number}\"{}/>", shown(code))
            }
            (InlinePiece::Code(code @ InlineCode::Close(number)), false) => {
                write!(out, "<{end} {of}=\"{number}\"{}/>", shown(code))
            }
        };
    }
}
