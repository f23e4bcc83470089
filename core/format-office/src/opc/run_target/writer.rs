//! The writer of a text between two edges in runs.

use super::edge::{Edge, Kind, Level};
use super::run_language::RunChange;
use crate::opc::{PartTrees, escape_at, prefix};
use glossweave_format_base::translate::SignPart;
use glossweave_markup::escape::{push_escaped, xml_text, xml_value};

/// A writer that moves between levels: outside of runs, in a run before its text, in the text,
/// after the text, and outside again.
pub(super) struct Writer {
    kind: Kind,
    level: Level,
    end: Level,
    /// For each level, the tags that lead to the next level.
    tags: [String; 4],
    /// The end tag of the run at the start.
    first_end: Option<String>,
    /// The elements used for line feeds and tabs.
    line_feed: String,
    tab: String,
}

fn number(level: Level) -> usize {
    match level {
        Level::Outside => 0,
        Level::Before => 1,
        Level::Within => 2,
        Level::After => 3,
    }
}

impl Writer {
    pub fn new(trees: &PartTrees<'_>, start: &Edge, end: &Edge, change: RunChange<'_>) -> Writer {
        let edge = if start.run.is_some() || end.run.is_none() { start } else { end };
        let kind = edge.kind;
        let mut writer = Writer {
            kind,
            level: start.level,
            end: end.level,
            tags: Default::default(),
            first_end: None,
            line_feed: String::new(),
            tab: String::new(),
        };
        let Some((tree, _)) = trees.part(edge.part) else { return writer };
        let Some(element) = edge.element else { return writer };
        let prefix = prefix(tree, element);
        let properties = match edge.run {
            Some(run) => change.properties(tree, run, kind),
            None => change.new_properties(kind, &prefix),
        };
        let space = match kind {
            Kind::Sheet | Kind::Word => " xml:space=\"preserve\"",
            _ => "",
        };
        writer.tags = [
            format!("<{prefix}r>{properties}"),
            format!("<{prefix}t{space}>"),
            format!("</{prefix}t>"),
            format!("</{prefix}r>"),
        ];
        let first = start.run.filter(|_| start.level != Level::Outside);
        writer.first_end = first
            .zip(trees.part(start.part))
            .map(|(run, (tree, _))| format!("</{}>", tree.name(run).qualified()));
        writer.line_feed = format!("<{prefix}br/>");
        writer.tab = format!("<{prefix}tab/>");
        writer
    }

    /// Writes the tags that lead to a level.
    fn go_to(&mut self, level: Level, out: &mut String) {
        while self.level != level {
            let (from, next) = match self.level {
                Level::Outside => (Level::Outside, Level::Before),
                Level::Before if self.kind == Kind::Word && level == Level::Outside => {
                    (Level::After, Level::Outside)
                }
                Level::Before => (Level::Before, Level::Within),
                Level::Within if self.kind == Kind::Word => (Level::Within, Level::Before),
                Level::Within => (Level::Within, Level::After),
                Level::After => (Level::After, Level::Outside),
            };
            match self.first_end.take_if(|_| next == Level::Outside) {
                Some(end) => out.push_str(&end),
                None => out.push_str(&self.tags[number(from)]),
            }
            self.level = next;
        }
    }

    /// Writes a text, and then the tags that lead to the level at its end.
    pub fn write(mut self, parts: &[SignPart<'_>], out: &mut String) {
        for part in parts {
            match part {
                SignPart::Text(text) => self.text(text, out),
                SignPart::Sign(element) => self.sign(element, out),
            }
        }
        if !matches!(self.kind, Kind::Element | Kind::Attribute) {
            self.go_to(self.end, out);
        }
    }

    /// Writes an element that represents a character. In WordprocessingML it is inside a run, in
    /// DrawingML between runs.
    fn sign(&mut self, element: &str, out: &mut String) {
        match self.kind {
            Kind::Word => self.go_to(Level::Before, out),
            Kind::Drawing => self.go_to(Level::Outside, out),
            _ => {}
        }
        out.push_str(element);
    }

    fn text(&mut self, text: &str, out: &mut String) {
        match self.kind {
            _ if text.is_empty() => {}
            Kind::Element => push_escaped(text, out, xml_text),
            Kind::Attribute => push_escaped(text, out, |char| match char {
                '\'' => Some("&#39;"),
                char => xml_value(char),
            }),
            Kind::Sheet => {
                self.go_to(Level::Within, out);
                push_escaped(&without_escapes(text), out, xml_text);
            }
            Kind::Word | Kind::Drawing => {
                // In DrawingML, a tab is a character of the text.
                let signs = if self.kind == Kind::Word { &['\t', '\n'][..] } else { &['\n'] };
                for line in text.split_inclusive(signs) {
                    let plain = line.trim_end_matches(signs);
                    if !plain.is_empty() {
                        self.go_to(Level::Within, out);
                        push_escaped(plain, out, xml_text);
                    }
                    if plain.len() < line.len() {
                        let is_tab = line.ends_with('\t');
                        let element = if is_tab { &self.tab } else { &self.line_feed };
                        self.sign(&element.clone(), out);
                    }
                }
            }
        }
    }
}

/// Escapes substrings that look like an escape of a character (clause 22.9.2.19), and carriage
/// returns.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, char) in text.char_indices() {
        match char {
            '_' if escape_at(text, at).is_some() => out.push_str("_x005F_"),
            // Excel writes this escape. Libraries preserve it, but treat a character reference as a
            // line end.
            '\r' => out.push_str("_x000D_"),
            char => out.push(char),
        }
    }
    out
}
