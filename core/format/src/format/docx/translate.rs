//! Translations of texts: the texts of the runs of a unit are replaced, the runs stay.

use std::cell::RefCell;

use super::run_language;
use super::run_place::{Runs, content, is_plain, is_text};
use crate::annotation::{Annotation, Translation};
use crate::document::{Document, InsertionBarrier, Splice};
use crate::format::fragment::{Tag, TagScanner};
use crate::format::opc::{RunScanner, SIGNED, is_signed, keeps_space, prefix};
use crate::format::translate::{self, Content, Edit, Part, Target, Written, exchange};
use crate::format::{EncodeOptions, Placement, SetLang};
use glossweave_base::text::{ByteSpan, Language};
use glossweave_markup::escape::{push_escaped, xml_text};
use glossweave_markup::tree::XML;

const NOT_PLAIN: &str = "a comment or CDATA section stands in the text";

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
        scanner: RunScanner::new(document),
        runs: RefCell::new(Runs::new(document)),
        sets_language: options.set_lang == SetLang::Always,
    };
    translate::write(document, annotations, options, placements, &mut target)
}

struct DocxTarget<'d> {
    scanner: RunScanner<'d>,
    runs: RefCell<Runs<'d>>,
    sets_language: bool,
}

impl TagScanner for DocxTarget<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        self.scanner.tags(source, obstacle, tags);
    }

    fn tags_between(
        &mut self,
        source: ByteSpan,
        characters: (Option<usize>, Option<usize>),
        obstacle: Option<InsertionBarrier>,
        tags: &mut Vec<Tag>,
    ) {
        self.scanner.tags_between(source, characters, obstacle, tags);
    }

    fn is_separator(&mut self, source: ByteSpan, characters: (usize, usize)) -> bool {
        self.scanner.is_separator(source, characters)
    }
}

/// The element of the source around a position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A `w:t` with this name.
    Text(String),
    /// A run, with the prefix of its children.
    Run(String),
    /// An element that holds nothing but text.
    Plain,
}

/// A `w:t` around a position.
struct TextElement {
    name: String,
    /// The range of its content in the source.
    content: ByteSpan,
    /// `true` if white space at its ends counts.
    keeps: bool,
    /// `true` if it has `xml:space` of its own.
    states: bool,
    /// `true` if there is nothing in it but characters.
    is_plain: bool,
}

impl DocxTarget<'_> {
    fn place_of(&self, at: usize) -> Place {
        if let Some(text) = self.text_element(at) {
            return Place::Text(text.name);
        }
        let mut runs = self.runs.borrow_mut();
        let found = runs.child(at).or_else(|| runs.child(at.checked_sub(1)?));
        let Some((part, _, run)) = found else { return Place::Plain };
        runs.part(part).map_or(Place::Plain, |(tree, _)| Place::Run(prefix(tree, run)))
    }

    /// Returns the `w:t` around a position, which may be at an edge of its content.
    fn text_element(&self, at: usize) -> Option<TextElement> {
        let mut runs = self.runs.borrow_mut();
        for byte in [Some(at), at.checked_sub(1)].into_iter().flatten() {
            let Some((part, element, _)) = runs.child(byte) else { continue };
            let (tree, base) = runs.part(part)?;
            let inner = content(tree.node(element));
            let inner = ByteSpan::new(base + inner.start, base + inner.end);
            if is_text(tree, element) && inner.start() <= at && at <= inner.end() {
                return Some(TextElement {
                    name: tree.name(element).qualified().into_owned(),
                    content: inner,
                    keeps: keeps_space(tree, element),
                    states: tree.attribute(element, XML, "space").is_some(),
                    is_plain: is_plain(tree, element),
                });
            }
        }
        None
    }

    /// Makes the white space of a new text count, and not that beside it. Returns another edit if that takes one.
    fn keep_space(&self, edit: &mut Edit) -> Option<Edit> {
        let (first, last) = (self.text_element(edit.at.start()), self.text_element(edit.at.end()));
        let edges = [edit.bytes.first(), edit.bytes.last()];
        let has_space = edges.into_iter().flatten().any(u8::is_ascii_whitespace);
        let has_tags = edit.bytes.windows(2).any(|two| two == b"</");
        let needs = (has_space || has_tags) && first.as_ref().is_some_and(|first| !first.keeps);
        let reaches = !edit.bytes.is_empty() && (needs || has_tags || !same(&first, &last));
        let mut other = None;
        if let Some(first) = first.filter(|_| needs) {
            if first.content.start() == edit.at.start() && !first.states {
                let at = first.content.start() - 1;
                let bytes = b" xml:space=\"preserve\"".to_vec();
                other = Some(Edit { at: ByteSpan::new(at, at), bytes });
            } else {
                let name = &first.name;
                let tags = format!("</{name}><{name} xml:space=\"preserve\">");
                edit.bytes.splice(0..0, tags.into_bytes());
            }
        }
        if let Some(last) = last.filter(|last| reaches && !last.keeps)
            && edit.at.end() < last.content.end()
        {
            let name = &last.name;
            let tags = format!("</{name}><{name} xml:space=\"default\">");
            edit.bytes.extend(tags.into_bytes());
        }
        other
    }

    /// Returns the edit that sets the language of a run.
    fn language_of(&self, at: ByteSpan, language: &Language) -> Option<Edit> {
        let mut runs = self.runs.borrow_mut();
        let (part, _, run) = runs.child(at.start())?;
        let (tree, base) = runs.part(part)?;
        let (range, text) = run_language::edit(tree, run, language)?;
        let at = ByteSpan::new(base + range.start, base + range.end);
        Some(Edit { at, bytes: text.into_bytes() })
    }
}

/// Returns `true` if two elements are the same one.
fn same(first: &Option<TextElement>, last: &Option<TextElement>) -> bool {
    let place = |element: &Option<TextElement>| element.as_ref().map(|one| one.content);
    place(first) == place(last)
}

impl Target for DocxTarget<'_> {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        let (from, to) = (self.place_of(at.start()), self.place_of(at.end()));
        let (name, prefix) = match (&from, &to) {
            (Place::Text(name), _) | (_, Place::Text(name)) => {
                (name.clone(), name.strip_suffix('t').unwrap_or_default())
            }
            (Place::Run(prefix), _) => (format!("{prefix}t"), &**prefix),
            (Place::Plain, _) => return push_escaped(text, out, xml_text),
        };
        let start = format!("<{name} xml:space=\"preserve\">");
        let mut is_open = matches!(from, Place::Text(_));
        let mut turn = |opens: bool, out: &mut String| {
            match opens {
                _ if is_open == opens => {}
                true => out.push_str(&start),
                false => out.push_str(&format!("</{name}>")),
            }
            is_open = opens;
        };
        for line in text.split_inclusive(['\t', '\n']) {
            let plain = line.trim_end_matches(['\t', '\n']);
            if !plain.is_empty() {
                turn(true, out);
                push_escaped(plain, out, xml_text);
            }
            let sign = sign(&line[plain.len()..], prefix);
            if !sign.is_empty() {
                turn(false, out);
                out.push_str(&sign);
            }
        }
        turn(matches!(to, Place::Text(_)), out);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[Part],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let mut edges = content.runs().flat_map(|run| [run.start(), run.end()]);
        if edges.any(|at| self.text_element(at).is_some_and(|text| !text.is_plain)) {
            return Err(NOT_PLAIN);
        }
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
