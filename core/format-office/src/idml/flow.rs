//! The units of stories.

use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::{Builder, InsertionBarrier, InsertionContext};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::resolved;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};

/// The effect of an element on the surrounding text and on its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// `Content`, whose characters are text.
    Content,
    /// `Br`, which ends a paragraph.
    Break,
    /// A range of one or more paragraphs.
    Paragraphs,
    /// A range of characters with a language.
    Characters,
    /// An element around text that does not affect the text.
    Inline,
    /// An element with separate paragraphs, which follow the surrounding paragraph.
    Flow,
    /// An element without text.
    Nothing,
}

impl Class {
    fn of(local: &str, kind: Option<&str>) -> Class {
        match local {
            "Content" => Class::Content,
            "Br" => Class::Break,
            "ParagraphStyleRange" => Class::Paragraphs,
            "CharacterStyleRange" => Class::Characters,
            "Change" if kind == Some("DeletedText") => Class::Nothing,
            "Change"
            | "HyperlinkTextSource"
            | "CrossReferenceSource"
            | "HyperlinkTextDestination"
            | "XMLElement"
            | "Story" => Class::Inline,
            "Table" | "Cell" | "Footnote" | "Endnote" | "Note" => Class::Flow,
            _ => Class::Nothing,
        }
    }
}

/// The character that breaks a line without ending the paragraph.
const LINE: char = '\u{2028}';

/// A reader that reads stories into a document, one after the other.
pub(super) struct Flow {
    pub builder: Builder,
    next_id: u32,
    language: Option<Language>,
}

/// A range of nodes to read.
struct Frame {
    next: NodeId,
    end: NodeId,
    /// The elements with separate paragraphs that were found in the current paragraph.
    nested: Vec<NodeId>,
    /// The ends of the open paragraph ranges.
    open: Vec<NodeId>,
}

impl Frame {
    fn below(tree: &Tree<'_>, node: NodeId) -> Frame {
        let (next, end) = (node.next(), tree.node(node).after);
        Frame { next, end, nested: Vec::new(), open: Vec::new() }
    }
}

impl Flow {
    pub fn new(builder: Builder, language: Option<Language>) -> Flow {
        Flow { builder, next_id: 1, language }
    }

    /// Reads a story.
    pub fn read(&mut self, xml: &PartTree<'_>) {
        let tree = &xml.tree;
        let Some(root) = tree.root() else { return };
        let mut frames = vec![Frame::below(tree, root)];
        while let Some(frame) = frames.last_mut() {
            let at = frame.next;
            let closes = frame.open.last().is_some_and(|end| *end <= at);
            if closes {
                frame.open.pop();
            }
            let class = match at < frame.end && tree.node(at).is_element() && !closes {
                true => {
                    let kind = tree.attribute(at, "", "ChangeType");
                    Some(Class::of(&tree.name(at).local, kind))
                }
                false => None,
            };
            let is_end = closes || at >= frame.end;
            if is_end || matches!(class, Some(Class::Break | Class::Paragraphs)) {
                let nested: Vec<Frame> =
                    frame.nested.drain(..).rev().map(|node| Frame::below(tree, node)).collect();
                self.end_unit();
                if !nested.is_empty() {
                    frames.extend(nested);
                    continue;
                }
            }
            if closes {
                continue;
            }
            let Some(frame) = frames.last_mut() else { return };
            if at >= frame.end {
                frames.pop();
                continue;
            }
            let after = tree.node(at).after;
            frame.next = match class {
                Some(Class::Content) => {
                    self.content(xml, at);
                    after
                }
                Some(Class::Flow) => {
                    frame.nested.push(at);
                    after
                }
                Some(Class::Paragraphs) => {
                    frame.open.push(after);
                    at.next()
                }
                Some(Class::Characters) => {
                    let stated = tree.attribute(at, "", "AppliedLanguage").and_then(language);
                    self.builder.set_language(stated.or(self.language.clone()).as_ref());
                    at.next()
                }
                Some(Class::Inline) | None => at.next(),
                Some(Class::Break | Class::Nothing) => after,
            };
        }
    }

    fn end_unit(&mut self) {
        let text = self.builder.unit_text();
        if text.is_empty() {
            return;
        }
        if text.iter().all(u8::is_ascii_whitespace) {
            return self.builder.drop_unit();
        }
        self.builder.end_unit(self.next_id);
        self.next_id += 1;
    }

    /// Reads the characters of `Content`. Processing instructions in it represent special
    /// characters.
    fn content(&mut self, xml: &PartTree<'_>, content: NodeId) {
        self.builder.set_zone(InsertionContext { obstacle: Some(InsertionBarrier::TextOnly) });
        let tree = &xml.tree;
        for at in tree.below(content).filter(|node| tree.node(*node).is_text()) {
            let node = tree.node(at);
            let (place, base) = (node.at(), xml.base);
            let span = |start: usize, end: usize| ByteSpan::new(base + start, base + end);
            if node.inside {
                self.builder.atom(tree.text(at), span(place.start, place.end));
                continue;
            }
            let raw = tree.source().get(place.clone()).unwrap_or_default();
            let mut done = 0;
            for (from, found) in raw.match_indices(['&', '\r', LINE]) {
                if from < done {
                    continue;
                }
                let start = place.start + from;
                let rest = &raw[from..];
                let length = match found {
                    "&" if node.kind == NodeKind::Text => rest.find(';').map_or(1, |end| end + 1),
                    "&" => continue,
                    _ if rest.starts_with("\r\n") => 2,
                    other => other.len(),
                };
                let char = if found == "&" { resolved(&rest[..length]) } else { Some('\n') };
                self.builder.literal(&raw[done..from], base + place.start + done);
                if let Some(char) = char {
                    self.builder.atom(char.encode_utf8(&mut [0; 4]), span(start, start + length));
                }
                done = from + length;
            }
            self.builder.literal(&raw[done..], base + place.start + done);
        }
    }
}

/// Returns the language of a name, for example `$ID/English: UK`.
fn language(name: &str) -> Option<Language> {
    let name = name.trim_start_matches("$ID/");
    let found = LANGUAGES
        .iter()
        .find(|language| name == language.0 || name.starts_with(&format!("{}:", language.0)));
    let base = found?.1;
    let region = name.split_once(": ").and_then(|(_, variety)| {
        REGIONS.iter().find(|region| region.0 == variety).map(|region| region.1)
    });
    match region {
        Some(region) => Language::parse(&format!("{base}-{region}")),
        None => Language::parse(base),
    }
}

/// The language names that InDesign uses, without their varieties.
const LANGUAGES: &[(&str, &str)] = &[
    ("Arabic", "ar"),
    ("Bulgarian", "bg"),
    ("Catalan", "ca"),
    ("Chinese", "zh"),
    ("Croatian", "hr"),
    ("Czech", "cs"),
    ("Danish", "da"),
    ("Dutch", "nl"),
    ("English", "en"),
    ("Estonian", "et"),
    ("Finnish", "fi"),
    ("French", "fr"),
    ("German", "de"),
    ("Greek", "el"),
    ("Hebrew", "he"),
    ("Hungarian", "hu"),
    ("Italian", "it"),
    ("Japanese", "ja"),
    ("Korean", "ko"),
    ("Latvian", "lv"),
    ("Lithuanian", "lt"),
    ("Norwegian", "no"),
    ("Polish", "pl"),
    ("Portuguese", "pt"),
    ("Romanian", "ro"),
    ("Russian", "ru"),
    ("Slovak", "sk"),
    ("Slovenian", "sl"),
    ("Spanish", "es"),
    ("Swedish", "sv"),
    ("Turkish", "tr"),
    ("Ukrainian", "uk"),
];

/// The varieties that are regions.
const REGIONS: &[(&str, &str)] =
    &[("UK", "GB"), ("USA", "US"), ("Canadian", "CA"), ("Brazilian", "BR"), ("Swiss", "CH")];
