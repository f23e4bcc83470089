//! The value layer of texts in XML: placeholders as codes, and the escapes of a vocabulary.

#[cfg(test)]
mod tests;

use super::android::{self, Change};
use super::text::{self, Run};
use crate::vocabulary::rule_set;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, Notations, RuleSet};
use glossweave_format_base::strings::{FoundPlaceholder, Syntax, find};
use glossweave_markup::WayBack;
use glossweave_markup::tree::Tree;

/// The interpretation of the values of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    syntax: Syntax,
    is_android: bool,
    /// `true` within a quoted part of an Android resource.
    is_quoted: bool,
}

impl Layer {
    /// Returns the layer of a document. Returns `None` if its texts are literal.
    pub fn of(tree: &Tree<'_>, notations: Option<Notations>) -> Option<Layer> {
        let vocabulary = rule_set(tree);
        let is_android = vocabulary == Some(RuleSet::Android);
        let usual = match vocabulary {
            Some(RuleSet::Android) => Some(Notations::COMMON),
            Some(RuleSet::Resx) => Some(Notations::of(Format::Xml)),
            _ => None,
        };
        let notations = notations.or(usual)?;
        let syntax = Syntax::with(notations).without_branches();
        Some(Layer { syntax, is_android, is_quoted: false })
    }

    /// Returns `true` for Android string resources.
    pub fn is_android(self) -> bool {
        self.is_android
    }

    /// Begins a unit.
    pub fn begin(&mut self) {
        self.is_quoted = false;
    }

    /// Passes a text to the builder.
    pub fn read(&mut self, run: &Run<'_>, back: &mut WayBack<'_>, builder: &mut Builder) {
        let is_first = builder.unit_text().is_empty();
        let escapes = match self.is_android {
            true => android::escapes(run.value, is_first, run.preserve, &mut self.is_quoted),
            false => Vec::new(),
        };
        let changes = changes(run.value, escapes, self.syntax);
        read(run, &changes, back, builder);
    }
}

/// Returns the changes of a value: its escapes, and the placeholders in its text after resolving the escapes.
pub(crate) fn changes(value: &str, escapes: Vec<Change>, syntax: Syntax) -> Vec<Change> {
    // The text after resolving the escapes, with the position in the value of each part.
    let mut text = String::with_capacity(value.len());
    let mut starts: Vec<(usize, usize)> = vec![(0, 0)];
    let mut done = 0;
    for escape in &escapes {
        text.push_str(value.get(done..escape.at.start).unwrap_or_default());
        starts.push((text.len(), escape.at.start));
        text.push_str(escape.text.as_deref().unwrap_or_default());
        starts.push((text.len(), escape.at.end));
        done = escape.at.end;
    }
    text.push_str(value.get(done..).unwrap_or_default());
    let syntax = syntax.of_message(&text);
    let mut codes = find(&text, 0..text.len(), syntax, false);
    if syntax.quotes {
        add_apostrophes(&text, &mut codes);
    }
    let place = |at: usize, is_end: bool| {
        let next =
            starts.partition_point(|start| if is_end { start.0 < at } else { start.0 <= at });
        let (from, start) = starts.get(next.saturating_sub(1)).copied().unwrap_or_default();
        let limit = starts.get(next).map_or(value.len(), |after| after.1);
        (start + at.saturating_sub(from)).min(limit)
    };
    let mut changes = Vec::with_capacity(codes.len() + escapes.len());
    let mut escapes = escapes.into_iter().peekable();
    for code in codes {
        let at = place(code.at.start, false)..place(code.at.end, true);
        while let Some(escape) = escapes.next_if(|escape| escape.at.end <= at.start) {
            changes.push(escape);
        }
        while escapes.next_if(|escape| escape.at.start < at.end).is_some() {}
        let is_apostrophe = text.get(code.at) == Some("''");
        changes.push(Change { at, text: is_apostrophe.then(|| "'".to_owned()) });
    }
    changes.extend(escapes);
    changes
}

/// Adds the doubled apostrophes of a message between its codes.
fn add_apostrophes(text: &str, codes: &mut Vec<FoundPlaceholder>) {
    use glossweave_format_base::strings::Kind;
    let mut pairs = Vec::new();
    let mut start = 0;
    for end in
        codes.iter().map(|code| code.at.clone()).chain(std::iter::once(text.len()..text.len()))
    {
        let between = text.get(start..end.start).unwrap_or_default();
        let found = between.match_indices("''").map(|(at, _)| start + at..start + at + 2);
        pairs.extend(found.map(|at| FoundPlaceholder { at, kind: Kind::Void }));
        start = end.end;
    }
    codes.append(&mut pairs);
    codes.sort_by_key(|code| code.at.start);
}

/// Passes a text with changes to the builder.
pub(crate) fn read(
    run: &Run<'_>,
    changes: &[Change],
    back: &mut WayBack<'_>,
    builder: &mut Builder,
) {
    if changes.is_empty() {
        return text::read(run, back, builder);
    }
    let mut cursor = Cursor { value: 0, source: run.at.start, reference: 0 };
    for change in changes {
        let before = cursor;
        let (Some(start), Some(end)) =
            (before.moved(run, change.at.start), before.moved(run, change.at.end))
        else {
            // The change begins or ends within a reference for several characters.
            continue;
        };
        run_between(run, before, start, back, builder);
        let span = ByteSpan::new(back.source(start.source), back.source(end.source));
        match &change.text {
            Some(text) => builder.atom(text, span),
            None => {
                let chars = run.value.get(change.at.clone()).unwrap_or_default();
                builder.placeholder(span, chars);
            }
        }
        cursor = end;
    }
    let end =
        Cursor { value: run.value.len(), source: run.at.end, reference: run.references.len() };
    run_between(run, cursor, end, back, builder);
}

fn run_between(
    run: &Run<'_>,
    start: Cursor,
    end: Cursor,
    back: &mut WayBack<'_>,
    builder: &mut Builder,
) {
    if start.source < end.source {
        let part = Run {
            at: start.source..end.source,
            value: run.value.get(start.value..end.value).unwrap_or_default(),
            references: run.references.get(start.reference..end.reference).unwrap_or_default(),
            ..run.clone()
        };
        text::read(&part, back, builder);
    }
}

/// A position in a value and in its source.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    value: usize,
    source: usize,
    /// The number of references before it.
    reference: usize,
}

impl Cursor {
    /// Returns the cursor at a later position of the value. Returns `None` if the position is within a reference.
    fn moved(mut self, run: &Run<'_>, value: usize) -> Option<Cursor> {
        loop {
            let reference = run.references.get(self.reference);
            let end = reference.map_or(run.at.end, |reference| reference.at().start);
            let raw = run.source.get(self.source..end)?;
            let length = run.length(raw);
            if value <= self.value + length {
                self.source += run.prefix(raw, value - self.value)?;
                self.value = value;
                return Some(self);
            }
            let reference = reference?;
            self.value += length + reference.length();
            self.source = reference.at().end;
            self.reference += 1;
            if value < self.value {
                return None;
            }
        }
    }
}
