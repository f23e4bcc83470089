//! Translations of texts: the texts of the runs of a unit are replaced, the runs stay.

use std::cell::RefCell;

use super::SIGNED;
use super::element::is_word;
use super::flow::keeps_space;
use super::run_language;
use super::run_place::{Runs, content};
use crate::annotation::{Annotation, Translation};
use crate::document::{Document, InsertionBarrier, Splice};
use crate::format::fragment::{Tag, TagScanner};
use crate::format::opc::{is_signed, prefix};
use crate::format::package::{in_section, sections};
use crate::format::translate::{self, Content, Edit, Part, Target, Written, exchange};
use crate::format::{EncodeOptions, Placement, SetLang};
use glossweave_base::text::{ByteSpan, Language};
use glossweave_markup::escape::{push_escaped, xml_text};
use glossweave_markup::tree::XML;

/// Writes the wanted translations into a splice of the parts.
pub(in crate::format) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    if document.source().package().is_some_and(is_signed) {
        for (annotation, placement) in annotations.iter().zip(placements) {
            if annotation.as_translation().is_some() && placement.is_new() {
                *placement = Placement::not_placed(SIGNED);
            }
        }
        return Default::default();
    }
    let mut target = DocxTarget {
        runs: RefCell::new(Runs::new(document)),
        sections: sections(document.source().bytes()),
        sets_language: options.set_lang == SetLang::Always,
    };
    translate::write(document, annotations, options, placements, &mut target)
}

/// A scanner that finds no tags. All markup between two texts of a unit is one code: it ends one run and begins
/// another, so text may stand only between such codes.
pub(super) struct NoTags;

impl TagScanner for NoTags {
    fn tags(&mut self, _: ByteSpan, _: Option<InsertionBarrier>, _: &mut Vec<Tag>) {}
}

struct DocxTarget<'d> {
    runs: RefCell<Runs<'d>>,
    sections: Vec<ByteSpan>,
    sets_language: bool,
}

impl TagScanner for DocxTarget<'_> {
    fn tags(&mut self, _: ByteSpan, _: Option<InsertionBarrier>, _: &mut Vec<Tag>) {}
}

/// The element of the source in whose place a text is written.
enum Place {
    /// A `w:t` with this name.
    Text(String),
    /// Another child of a run, with the prefix of its name.
    Sign(String),
    /// An element that holds nothing but text.
    Plain,
}

impl DocxTarget<'_> {
    fn place_of(&self, at: ByteSpan) -> Place {
        let mut runs = self.runs.borrow_mut();
        let Some((part, element, _)) = runs.element(at.start()) else { return Place::Plain };
        let Some((tree, _)) = runs.part(part) else { return Place::Plain };
        let name = tree.name(element);
        match is_word(name, "t") {
            true => Place::Text(name.qualified().into_owned()),
            false => Place::Sign(prefix(tree, element)),
        }
    }

    /// Makes the white space at the ends of a new text count. Returns another edit if that takes one.
    fn keep_space(&self, edit: &mut Edit) -> Option<Edit> {
        let mut runs = self.runs.borrow_mut();
        let (part, element, _) = runs.element(edit.at.start())?;
        let (tree, base) = runs.part(part)?;
        let (first, last) = (edit.bytes.first()?, edit.bytes.last()?);
        let has_space = first.is_ascii_whitespace() || last.is_ascii_whitespace();
        let is_split = edit.bytes.windows(2).any(|two| two == b"</");
        let name = tree.name(element);
        if !is_word(name, "t") || !(has_space || is_split) || keeps_space(tree, element) {
            return None;
        }
        let inner = content(tree.node(element));
        let is_whole = base + inner.start == edit.at.start() && base + inner.end == edit.at.end();
        if is_whole && tree.attribute(element, XML, "space").is_none() {
            let at = base + inner.start - 1;
            let bytes = b" xml:space=\"preserve\"".to_vec();
            return Some(Edit { at: ByteSpan::new(at, at), bytes });
        }
        let name = name.qualified();
        let start = format!("</{name}><{name} xml:space=\"preserve\">");
        let end = format!("</{name}><{name} xml:space=\"default\">");
        edit.bytes = [start.as_bytes(), &edit.bytes, end.as_bytes()].concat();
        None
    }

    /// Returns the edit that sets the language of a run.
    fn language_of(&self, at: ByteSpan, language: &Language) -> Option<Edit> {
        let mut runs = self.runs.borrow_mut();
        let (part, _, run) = runs.element(at.start())?;
        let (tree, base) = runs.part(part)?;
        let (range, text) = run_language::edit(tree, run, language)?;
        let at = ByteSpan::new(base + range.start, base + range.end);
        Some(Edit { at, bytes: text.into_bytes() })
    }
}

impl Target for DocxTarget<'_> {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        let is_section = in_section(&self.sections, at.start());
        let place = self.place_of(at);
        let (name, prefix) = match &place {
            Place::Plain => (String::new(), ""),
            Place::Sign(prefix) => (format!("{prefix}t"), &**prefix),
            Place::Text(name) => (name.clone(), name.strip_suffix('t').unwrap_or_default()),
        };
        let (close, open) = if is_section { ("]]>", "<![CDATA[") } else { ("", "") };
        let end = format!("{close}</{name}>");
        let start = format!("<{name} xml:space=\"preserve\">{open}");
        for line in text.split_inclusive(['\t', '\n']) {
            let plain = match place {
                Place::Plain => line,
                _ => line.trim_end_matches(['\t', '\n']),
            };
            let is_child = matches!(place, Place::Sign(_)) && !plain.is_empty();
            if is_child {
                out.push_str(&start);
            }
            match is_section {
                true => out.push_str(&plain.replace("]]>", "]]]]><![CDATA[>")),
                false => push_escaped(plain, out, xml_text),
            }
            if is_child {
                out.push_str(&end);
            }
            let sign = sign(&line[plain.len()..], prefix);
            match place {
                _ if sign.is_empty() => {}
                Place::Text(_) => out.push_str(&format!("{end}{sign}{start}")),
                _ => out.push_str(&sign),
            }
        }
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[Part],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let write = |text: &str, at: ByteSpan, out: &mut String| self.text(text, at, out);
        let mut edits = exchange(document, content, parts, write);
        let spaces: Vec<Edit> = edits.iter_mut().filter_map(|one| self.keep_space(one)).collect();
        edits.extend(spaces);
        if self.sets_language {
            let language = &translation.language;
            let runs = content.runs().filter(|run| !run.is_empty());
            edits.extend(runs.filter_map(|run| self.language_of(run, language)));
        }
        edits.sort_by_key(|edit| (edit.at.start(), edit.at.end()));
        // A run may have several texts.
        edits.dedup();
        Ok(edits)
    }
}

/// Returns the element for a tab or a line feed.
fn sign(char: &str, prefix: &str) -> String {
    match char {
        "\t" => format!("<{prefix}tab/>"),
        "\n" => format!("<{prefix}br/>"),
        _ => String::new(),
    }
}
