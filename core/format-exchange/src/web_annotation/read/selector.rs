//! Resolution of the targets of annotations to spans of a document.

use serde_json::Value;

use super::element::Elements;
use super::piece_table::{places, span_of_bytes};
use super::quote::Quotes;
use glossweave_base::text::{CharSpan, TextSpan};
use glossweave_document::{Document, Piece};
use glossweave_markup::Encoding;

/// The maximum nesting depth of selectors.
const DEPTH: usize = 8;

/// The maximum number of bytes that are decoded again for data positions.
const WORK: usize = 1 << 30;

/// A resolver of selectors to spans of a document.
pub(crate) struct Anchors<'d> {
    document: &'d Document,
    quotes: Quotes<'d>,
    elements: Elements<'d>,
    /// The pieces of the text in source order.
    bytes: Option<Vec<Piece>>,
    /// The number of bytes that may still be decoded for data positions.
    remaining: usize,
}

/// A span that a selector specifies. Positions may use one of two units.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    span: TextSpan,
    /// The span if the numbers are UTF-16 units, if it differs.
    other: Option<TextSpan>,
}

impl<'d> Anchors<'d> {
    pub fn new(document: &'d Document) -> Anchors<'d> {
        Anchors {
            document,
            quotes: Quotes::new(document.text()),
            elements: Elements::new(document),
            bytes: None,
            remaining: WORK,
        }
    }

    /// Returns the span of a target. The error is the reason why there is none.
    pub fn span(&mut self, target: &Value, source: Option<&str>) -> Result<TextSpan, String> {
        let id = |value: &Value| match value {
            Value::String(iri) => Some(iri.clone()),
            value => value.get("id").and_then(Value::as_str).map(str::to_owned),
        };
        let stated = match target.get("source") {
            Some(inner) => id(inner),
            None => id(target),
        };
        let (iri, fragment) = match stated.as_deref().map(|iri| iri.split_once('#')) {
            Some(Some((iri, fragment))) => (Some(iri), Some(fragment)),
            Some(None) => (stated.as_deref(), None),
            None => (None, None),
        };
        if let (Some(iri), Some(source)) = (iri, source) {
            let base = source.split('#').next().unwrap_or_default();
            if iri != base {
                return Err(format!("its target is `{iri}`, another document"));
            }
        }
        match (target.get("selector"), fragment) {
            (Some(selector), _) => self.select(selector, self.whole(), 0),
            (None, Some(fragment)) => {
                let selector = serde_json::json!({"type": "FragmentSelector", "value": fragment});
                self.select(&selector, self.whole(), 0)
            }
            (None, None) => Err("its target is the whole document".to_owned()),
        }
    }

    fn whole(&self) -> TextSpan {
        TextSpan::new(0, self.document.text().len())
    }

    /// Returns the span within a region that one selector, or several selectors for the same span, specify.
    fn select(
        &mut self,
        value: &Value,
        region: TextSpan,
        depth: usize,
    ) -> Result<TextSpan, String> {
        if depth > DEPTH {
            return Err(format!("its selectors are more than {DEPTH} levels deep"));
        }
        let all: Vec<&Value> = match value {
            Value::Array(all) => all.iter().collect(),
            selector => vec![selector],
        };
        let is_quote = |selector: &&&Value| selector.get("exact").is_some_and(Value::is_string);
        let quote = all.iter().find(is_quote).copied();
        let mut reason = None;
        let mut hint = None;
        for selector in all.iter().filter(|selector| !is_quote(selector)) {
            let found = match self.candidate(selector, region, depth) {
                Ok(found) => found,
                Err(message) => {
                    reason.get_or_insert(message);
                    continue;
                }
            };
            let Some(exact) = quote.and_then(exact) else {
                return self.refine(selector, found.span, depth);
            };
            for span in [Some(found.span), found.other].into_iter().flatten() {
                if self.quotes.has(span, exact) {
                    return Ok(span);
                }
            }
            hint.get_or_insert(found.span);
        }
        let Some(quote) = quote else {
            return Err(reason.unwrap_or_else(|| "there is no selector".to_owned()));
        };
        let around = |key: &str| quote.get(key).and_then(Value::as_str).unwrap_or_default();
        let exact = exact(quote).unwrap_or_default();
        let words = [around("prefix"), exact, around("suffix")];
        match self.quotes.find(words, region, hint) {
            Some(span) => self.refine(quote, span, depth),
            None if self.quotes.is_spent => {
                Err("the file has too many quotes for a text of this length".into())
            }
            None => {
                let shown: String = exact.chars().take(60).collect();
                Err(format!("the quote `{shown}` is not in the text"))
            }
        }
    }

    /// Returns the part of a span that the refinement of a selector specifies.
    fn refine(
        &mut self,
        selector: &Value,
        span: TextSpan,
        depth: usize,
    ) -> Result<TextSpan, String> {
        match selector.get("refinedBy") {
            Some(inner) => self.select(inner, span, depth + 1),
            None => Ok(span),
        }
    }

    fn candidate(
        &mut self,
        selector: &Value,
        region: TextSpan,
        depth: usize,
    ) -> Result<Candidate, String> {
        let kind = selector.get("type").and_then(Value::as_str).unwrap_or_default();
        let kind = kind.rsplit(['#', ':']).next().unwrap_or_default();
        let only = |span| Candidate { span, other: None };
        match kind {
            "TextPositionSelector" => self.position(pair(selector, ["start", "end"])?, region),
            "DataPositionSelector" => self.data(pair(selector, ["start", "end"])?).map(only),
            "FragmentSelector" => {
                let value = text(selector, "value")?;
                match value.strip_prefix("char=").map(|range| range.split([',', ';'])) {
                    Some(mut range) => {
                        let mut next = || range.next().and_then(|number| number.parse().ok());
                        let (Some(start), Some(end)) = (next(), next()) else {
                            return Err(format!("the fragment `{value}` is not a range"));
                        };
                        self.position([start, end], region)
                    }
                    None => Err(format!("the fragment `{value}` is not read")),
                }
            }
            "XPathSelector" => self.elements.span(text(selector, "value")?).map(only),
            "RangeSelector" => self.range(selector, region, depth).map(only),
            kind => Err(format!("selectors of the type `{kind}` are not read")),
        }
    }

    /// Returns the span between two positions in a region.
    fn position(&self, [start, end]: [usize; 2], region: TextSpan) -> Result<Candidate, String> {
        let whole = self.document.text();
        let (index, first) = (self.document.index(), region.start());
        let before = index.char_at(whole, first);
        let checked = |span: Option<TextSpan>| {
            span.filter(|span| !span.is_empty() && span.end() <= region.end())
        };
        let add = |number: usize, before: usize| number.saturating_add(before);
        let span = CharSpan::checked(add(start, before), add(end, before));
        let span = checked(span.and_then(|span| self.document.text_span(span)));
        // The start of a region in UTF-16 units is known only for the whole text.
        let other = match region.start() == 0 && start <= end {
            true => checked(index.span_of_utf16(whole, start, end)),
            false => None,
        };
        match (span, other) {
            (Some(span), other) => {
                Ok(Candidate { span, other: other.filter(|other| *other != span) })
            }
            (None, Some(other)) => Ok(Candidate { span: other, other: None }),
            (None, None) => Err(format!("the text has no span from {start} to {end}")),
        }
    }

    /// Returns the span of a range of bytes of the source.
    fn data(&mut self, [start, end]: [usize; 2]) -> Result<TextSpan, String> {
        if self.document.source().format().is_package() {
            return Err("data positions are not supported in packages".to_owned());
        }
        let source = self.document.source();
        if source.encoding() != Encoding::UTF_8 {
            let remaining = self.remaining.checked_sub(source.bytes().len());
            self.remaining = remaining.ok_or("the file has too many data positions")?;
        }
        let bytes = self.bytes.get_or_insert_with(|| places(self.document));
        let outside = || format!("no text begins at the byte {start} and ends at {end}");
        span_of_bytes(self.document, bytes, start, end).ok_or_else(outside)
    }

    /// Returns the span of a range between two elements, or between offsets in them.
    fn range(
        &mut self,
        selector: &Value,
        region: TextSpan,
        depth: usize,
    ) -> Result<TextSpan, String> {
        let (start, end) = match (selector.get("startSelector"), selector.get("endSelector")) {
            (Some(start), Some(end)) => {
                let start = self.select(start, region, depth + 1)?.start();
                (start, self.select(end, region, depth + 1)?.start())
            }
            // Hypothesis uses offsets in the text of elements.
            _ => {
                let [from, to] = pair(selector, ["startOffset", "endOffset"])?;
                let start = self.elements.offset(text(selector, "startContainer")?, from, true)?;
                (start, self.elements.offset(text(selector, "endContainer")?, to, false)?)
            }
        };
        match TextSpan::checked(start, end).filter(|span| !span.is_empty()) {
            Some(span) => Ok(span),
            None => Err("the range ends before it starts".to_owned()),
        }
    }
}

fn exact(selector: &Value) -> Option<&str> {
    selector.get("exact").and_then(Value::as_str)
}

fn text<'v>(selector: &'v Value, key: &str) -> Result<&'v str, String> {
    let found = selector.get(key).and_then(Value::as_str);
    found.ok_or_else(|| format!("a selector has no `{key}`"))
}

fn pair(selector: &Value, keys: [&str; 2]) -> Result<[usize; 2], String> {
    let number = |key: &str| {
        let number = selector.get(key).and_then(Value::as_u64);
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| format!("a selector has no number `{key}`"))
    };
    Ok([number(keys[0])?, number(keys[1])?])
}
