//! The texts of a document, with their translations if there are some, as a new file in XLIFF.

use std::fmt::Write;

use super::Origin;
use super::segments::Done;
use super::xliff_merge::marked_text;
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_base::text::inline::{InlineCode, InlinePiece, InlineText};
use glossweave_format::document::Document;
use glossweave_markup::escape::escaped;

/// Writes the texts of a document as a file in XLIFF to translate: a unit for each unit of the document, with its number as
/// `id`, pairs of tags as `g` or `pc`, and other markup as `x` or `ph`. [`merge_xliff`](crate::merge_xliff) takes the
/// translations back. `version` is `1.2` or `2.1`.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) with the parameter `version` for another version.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_translate as translate; }
/// use glossweave::translate::to_xliff;
/// use glossweave::{DecodeOptions, Format};
/// let page = glossweave::decode("<p>The <b>red</b> house</p>", Format::Html, &DecodeOptions::default())?;
/// let file = String::from_utf8(to_xliff(&page, &"en".parse()?, &"fr".parse()?, "2.1")?).unwrap();
/// assert!(file.contains("<segment><source>The <pc id=\"1\">red</pc> house</source></segment>"));
/// # Ok::<(), glossweave::Error>(())
/// ```
pub fn to_xliff(
    document: &Document,
    source: &Language,
    target: &Language,
    version: &str,
) -> Result<Vec<u8>> {
    let is_first = match version {
        "1.2" => true,
        "2.1" => false,
        _ => {
            let message = format!("`version` is `{version}`, expected `1.2` or `2.1`");
            return Err(Error::invalid(message).with_parameter("version"));
        }
    };
    let exchange = Exchange { document, languages: [source, target], is_first, state: None };
    let none = Done::default();
    let texts: Vec<InlineText> =
        document.units().map(|unit| InlineText::parse(&marked_text(document, &unit))).collect();
    let rows = document.units().zip(&texts);
    let rows = rows.map(|(unit, text)| Row { id: unit.id(), name: unit.name(), text, done: &none });
    Ok(exchange.write(rows).into_bytes())
}

/// The writer of a file.
#[doc(hidden)]
pub struct Exchange<'e> {
    pub document: &'e Document,
    pub languages: [&'e Language; 2],
    /// `true` for version 1.2, otherwise 2.1.
    pub is_first: bool,
    /// The state of all targets. If there is none, it follows from their origin.
    pub state: Option<&'e str>,
}

/// A unit: its number and name in the document, its text, and its translation.
#[doc(hidden)]
pub struct Row<'e> {
    pub id: u32,
    pub name: Option<&'e str>,
    pub text: &'e InlineText,
    pub done: &'e Done,
}

impl Exchange<'_> {
    /// Writes the file: a `trans-unit` for each unit, pairs of tags as `g`, other markup as `x`
    /// (XLIFF 1.2, clause 2.4), or a `unit` with `pc` and `ph` (XLIFF 2.1, clause 4.2.3).
    pub fn write<'e>(&self, rows: impl Iterator<Item = Row<'e>>) -> String {
        let [source, target] = self.languages.map(|tag| escaped(tag.as_str()));
        let format = self.document.source().format();
        let ending = format.extensions().first().copied().unwrap_or("txt");
        // Values of its own begin with `x-` (XLIFF 1.2, clause 2.3).
        let sort = match format {
            Format::Html | Format::Xml => format.name().to_owned(),
            Format::Text => "plaintext".to_owned(),
            format => format!("x-{}", format.name()),
        };
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        // Writing to a string does not fail.
        let _ = match self.is_first {
            true => write!(
                out,
                "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\n\
                <file original=\"input.{ending}\" source-language=\"{source}\" target-language=\"{target}\" \
                datatype=\"{sort}\" xml:space=\"preserve\"><body>\n"
            ),
            false => write!(
                out,
                "<xliff version=\"2.1\" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" \
                srcLang=\"{source}\" trgLang=\"{target}\">\n\
                <file id=\"f1\" original=\"input.{ending}\" xml:space=\"preserve\">\n"
            ),
        };
        for row in rows {
            match self.is_first {
                true => self.row(&row, &mut out),
                false => second_row(&row, &mut out),
            }
        }
        out.push_str(if self.is_first { "</body></file></xliff>\n" } else { "</file></xliff>\n" });
        out
    }

    fn row(&self, row: &Row<'_>, out: &mut String) {
        let name = row.name.map(|name| format!(" resname=\"{}\"", escaped(name)));
        let name = name.unwrap_or_default();
        // Writing to a string does not fail.
        let _ = write!(out, "<trans-unit id=\"{}\"{name}>\n<source>", row.id);
        content(row.text, &FIRST, out);
        out.push_str("</source>\n");
        if let Some(inline) = row.done.inline.as_ref().filter(|_| !row.done.parts.is_empty()) {
            let (state, qualifier) = state(row.done);
            let state = escaped(self.state.unwrap_or(state));
            let _ = write!(out, "<target state=\"{state}\"");
            if let Some(qualifier) = qualifier {
                let _ = write!(out, " state-qualifier=\"{qualifier}\"");
            }
            out.push('>');
            content(inline, &FIRST, out);
            out.push_str("</target>\n");
            if let Some(quality) = row.done.confidence {
                let quality = (quality.clamp(0.0, 1.0) * 100.0).floor();
                let _ = write!(out, "<alt-trans match-quality=\"{quality}%\"><target>");
                content(inline, &FIRST, out);
                out.push_str("</target></alt-trans>\n");
            }
        }
        out.push_str("</trans-unit>\n");
    }
}

/// Writes a unit of version 2.1.
fn second_row(row: &Row<'_>, out: &mut String) {
    let name = row.name.map(|name| format!(" name=\"{}\"", escaped(name))).unwrap_or_default();
    let _ = write!(out, "<unit id=\"{}\"{name}>\n<segment><source>", row.id);
    content(row.text, &SECOND, out);
    out.push_str("</source></segment>\n</unit>\n");
}

/// The elements for codes: a pair around text, both ends of one that does not nest, and any other markup.
struct Elements {
    pair: &'static str,
    start: &'static str,
    end: &'static str,
    /// The attribute of an end that names its start.
    of: &'static str,
    empty: &'static str,
}

const FIRST: Elements = Elements { pair: "g", start: "bx", end: "ex", of: "id", empty: "x" };
const SECOND: Elements =
    Elements { pair: "pc", start: "sc", end: "ec", of: "startRef", empty: "ph" };

/// Returns the state of a target, and its qualifier: those of the sentence that needs review most.
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

/// Appends the content of an element with text.
fn content(inline: &InlineText, elements: &Elements, out: &mut String) {
    let nests = inline.has_codes_of(inline);
    let Elements { pair, start, end, of, empty } = elements;
    for (_, piece) in inline.pieces() {
        let _ = match (piece, nests) {
            (InlinePiece::Text(text), _) => write!(out, "{}", escaped(text)),
            (InlinePiece::Code(InlineCode::Empty(number)), _) => {
                write!(out, "<{empty} id=\"{number}\"/>")
            }
            (InlinePiece::Code(InlineCode::Open(number)), true) => {
                write!(out, "<{pair} id=\"{number}\">")
            }
            (InlinePiece::Code(InlineCode::Close(_)), true) => write!(out, "</{pair}>"),
            (InlinePiece::Code(InlineCode::Open(number)), false) => {
                write!(out, "<{start} id=\"{number}\"/>")
            }
            (InlinePiece::Code(InlineCode::Close(number)), false) => {
                write!(out, "<{end} {of}=\"{number}\"/>")
            }
        };
    }
}
