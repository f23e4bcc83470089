//! Text with annotations marked in it, as HTML.

use glossweave::Result;
use glossweave::text::TextSpan;
use pyo3::prelude::*;

use crate::annotation::Annotation;
use crate::place::Place;

/// A text with annotations marked in it. Notebooks show it; `str` gives its HTML.
#[pyclass(frozen, str = "{html}", module = "glossweave")]
pub struct Highlight {
    html: String,
}

/// How much of a text is shown, in bytes.
const LIMIT: usize = 100_000;

const MARK: &str = "background:#fde68a;color:#1f2937;padding:0 .15em;border-radius:.2em";
const LABEL: &str = "font-size:.7em;font-weight:600;margin-left:.3em;vertical-align:middle";

impl Highlight {
    /// Marks annotations, which may overlap. Kind Invalid for one that is not of this text.
    pub fn new(place: Place<'_>, annotations: &[&Annotation]) -> Result<Highlight> {
        let text = place.start(LIMIT);
        let mut marks = Vec::with_capacity(annotations.len());
        let mut cuts = vec![0, text.len()];
        for annotation in annotations {
            let span = annotation.span_in(place)?;
            if span.end() <= text.len() {
                cuts.extend([span.start(), span.end()]);
                marks.push((span, *annotation));
            }
        }
        marks.sort_by_key(|(span, _)| span.start());
        cuts.sort_unstable();
        cuts.dedup();
        let mut html = String::from("<div style=\"line-height:1.8;white-space:pre-wrap\">");
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
        html.push_str(if place.is_longer_than(text) { " …</div>" } else { "</div>" });
        Ok(Highlight { html })
    }

    /// The HTML.
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

/// A stretch of text under the same annotations. What ends with it is named behind it.
fn write(html: &mut String, text: &str, end: usize, open: &[(TextSpan, &Annotation)]) {
    if open.is_empty() {
        escape(html, text);
        return;
    }
    let titles: Vec<&str> = open.iter().map(|(_, annotation)| annotation.title()).collect();
    html.push_str(&format!("<mark style=\"{MARK}\" title=\""));
    escape(html, &titles.join("\n"));
    html.push_str("\">");
    escape(html, text);
    for (_, annotation) in open.iter().filter(|(span, _)| span.end() == end) {
        html.push_str(&format!("<span style=\"{LABEL}\">"));
        let title = annotation.title();
        escape(html, title.rsplit(['/', '#']).find(|part| !part.is_empty()).unwrap_or(title));
        html.push_str("</span>");
    }
    html.push_str("</mark>");
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
