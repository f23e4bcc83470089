//! Translations of a document as a new file in XLIFF 1.2, with both texts of each unit, for review.

use std::fmt::Write;

use super::Origin;
use super::segments::Done;
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_base::text::inline::{InlineCode, InlinePiece, InlineText};
use glossweave_format::document::Document;
use glossweave_markup::escape::escaped;

/// The writer of a file.
#[doc(hidden)]
pub struct Exchange<'e> {
    pub document: &'e Document,
    pub languages: [&'e Language; 2],
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
    /// (XLIFF 1.2, clause 2.4).
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
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
            <xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\n\
            <file original=\"input.{ending}\" source-language=\"{source}\" target-language=\"{target}\" \
            datatype=\"{sort}\" xml:space=\"preserve\"><body>\n"
        );
        for row in rows {
            self.row(&row, &mut out);
        }
        out.push_str("</body></file></xliff>\n");
        out
    }

    fn row(&self, row: &Row<'_>, out: &mut String) {
        let name = row.name.map(|name| format!(" resname=\"{}\"", escaped(name)));
        let name = name.unwrap_or_default();
        // Writing to a string does not fail.
        let _ = write!(out, "<trans-unit id=\"{}\"{name}>\n<source>", row.id);
        content(row.text, out);
        out.push_str("</source>\n");
        if let Some(inline) = row.done.inline.as_ref().filter(|_| !row.done.parts.is_empty()) {
            let (state, qualifier) = state(row.done);
            let state = escaped(self.state.unwrap_or(state));
            let _ = write!(out, "<target state=\"{state}\"");
            if let Some(qualifier) = qualifier {
                let _ = write!(out, " state-qualifier=\"{qualifier}\"");
            }
            out.push('>');
            content(inline, out);
            out.push_str("</target>\n");
            if let Some(quality) = row.done.confidence {
                let quality = (quality.clamp(0.0, 1.0) * 100.0).floor();
                let _ = write!(out, "<alt-trans match-quality=\"{quality}%\"><target>");
                content(inline, out);
                out.push_str("</target></alt-trans>\n");
            }
        }
        out.push_str("</trans-unit>\n");
    }
}

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
fn content(inline: &InlineText, out: &mut String) {
    let nests = inline.has_codes_of(inline);
    for (_, piece) in inline.pieces() {
        let _ = match (piece, nests) {
            (InlinePiece::Text(text), _) => write!(out, "{}", escaped(text)),
            (InlinePiece::Code(InlineCode::Empty(number)), _) => {
                write!(out, "<x id=\"{number}\"/>")
            }
            (InlinePiece::Code(InlineCode::Open(number)), true) => {
                write!(out, "<g id=\"{number}\">")
            }
            (InlinePiece::Code(InlineCode::Close(_)), true) => write!(out, "</g>"),
            (InlinePiece::Code(InlineCode::Open(number)), false) => {
                write!(out, "<bx id=\"{number}\"/>")
            }
            (InlinePiece::Code(InlineCode::Close(number)), false) => {
                write!(out, "<ex id=\"{number}\"/>")
            }
        };
    }
}
