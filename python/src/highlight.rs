//! Text with highlighted annotations, as HTML.

use std::borrow::Cow;

use glossweave::Result;
use glossweave::text::TextSpan;
use pyo3::prelude::*;

use crate::annotation::Annotation;
use crate::offsets::IndexedText;

/// A text with highlighted annotations. Notebooks display it, and `str` returns its HTML.
#[pyclass(frozen, str = "{html}", module = "glossweave")]
pub struct Highlight {
    html: String,
}

/// The maximum size of the displayed text, in bytes.
const LIMIT: usize = 100_000;

/// The beginning of the HTML. It contains the style rules once, not at each mark. If a viewer drops the
/// rules, browsers use the default style of `mark`.
const START: &str = "<div class=\"glossweave\"><style>\
    .glossweave{line-height:1.8;white-space:pre-wrap}\
    .glossweave mark{background:#fde68a;color:#1f2937;padding:0 .15em;border-radius:.2em}\
    .glossweave mark span{font-size:.7em;font-weight:600;vertical-align:middle}\
    </style>";

impl Highlight {
    /// Highlights annotations, which may overlap. Returns `ErrorKind::Invalid` if an annotation does not
    /// match the text.
    ///
    /// The text is cut at each start and end of an annotation, so that the set of open annotations is
    /// constant within each piece.
    pub fn new(text_index: IndexedText<'_>, annotations: &[&Annotation]) -> Result<Highlight> {
        let text = text_index.start(LIMIT);
        let mut marks = Vec::with_capacity(annotations.len());
        let mut cuts = vec![0, text.len()];
        for annotation in annotations {
            let span = annotation.span_in(text_index)?;
            if span.end() <= text.len() {
                cuts.extend([span.start(), span.end()]);
                marks.push((span, *annotation));
            }
        }
        marks.sort_by_key(|(span, _)| span.start());
        cuts.sort_unstable();
        cuts.dedup();
        let mut html = String::from(START);
        let mut waiting = marks.into_iter().peekable();
        let mut open = Vec::new();
        for cut in cuts.windows(2) {
            open.retain(|(span, _): &(TextSpan, &Annotation)| span.end() > cut[0]);
            while let Some(mark) = waiting.next_if(|(span, _)| span.start() <= cut[0]) {
                open.push(mark);
            }
            open.retain(|(span, _)| !span.is_empty());
            write(&mut html, &text[cut[0]..cut[1]], cut[1], &open);
        }
        html.push_str(if text_index.is_longer_than(text) { " …</div>" } else { "</div>" });
        Ok(Highlight { html })
    }

    /// Returns the HTML.
    pub fn html(&self) -> &str {
        &self.html
    }
}

#[pymethods]
impl Highlight {
    fn _repr_html_(&self) -> &str {
        &self.html
    }

    fn __repr__(&self) -> String {
        format!("<Highlight of {} bytes of HTML>", self.html.len())
    }
}

/// Writes a piece of text with its open annotations. Annotations that end at the end of the piece are
/// labelled after it.
fn write(html: &mut String, text: &str, end: usize, open: &[(TextSpan, &Annotation)]) {
    if open.is_empty() {
        escape(html, text);
        return;
    }
    let titles: Vec<&str> = open.iter().map(|(_, annotation)| annotation.title()).collect();
    html.push_str("<mark title=\"");
    escape(html, &titles.join("\n"));
    html.push_str("\">");
    escape(html, text);
    for (_, annotation) in open.iter().filter(|(span, _)| span.end() == end) {
        // The space separates text and label when both are copied.
        html.push_str("<span> ");
        escape(html, &label(annotation.title()));
        html.push_str("</span>");
    }
    html.push_str("</mark>");
}

/// Returns the last part of an IRI, percent-decoded (RFC 3986, 2.1) if the result is UTF-8.
fn label(title: &str) -> Cow<'_, str> {
    let end = title.rsplit(['/', '#']).find(|part| !part.is_empty()).unwrap_or(title);
    if !end.contains('%') {
        return Cow::Borrowed(end);
    }
    let mut bytes = Vec::with_capacity(end.len());
    let mut rest = end.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let octet = match (first, after) {
            (b'%', [high, low, ..]) => digit(*high).zip(digit(*low)),
            _ => None,
        };
        bytes.push(octet.map_or(*first, |(high, low)| high << 4 | low));
        rest = after.get(if octet.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(end), Cow::Owned)
}

/// Returns the value of a hexadecimal digit.
fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

fn escape(html: &mut String, text: &str) {
    for char in text.chars() {
        match char {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
}
