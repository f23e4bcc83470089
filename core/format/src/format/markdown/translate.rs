//! Translations in Markdown: texts are escaped, and markup is written so that it is read as such.

use super::escape::{Place, push_text};
use super::item::Context;
use super::metadata;
use super::scan::{is_label_end, label};
use crate::annotation::{Annotation, Translation};
use crate::document::{Document, Splice};
use crate::format::fragment::TagScanner;
use crate::format::translate::{self, Content, Edit, Part, Role, Target, Written};
use crate::format::yaml::YamlTarget;
use crate::format::{EncodeOptions, Placement};
use glossweave_base::text::ByteSpan;
use glossweave_markup::escape::{html_text, push_escaped};

/// Writes the wanted translations into a splice of the source.
pub(super) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let metadata = YamlTarget::new(document, metadata::scalars);
    let mut target = MarkdownTarget { metadata };
    translate::write(document, annotations, options, placements, &mut target)
}

struct MarkdownTarget {
    /// The writer into metadata.
    metadata: YamlTarget,
}

impl TagScanner for MarkdownTarget {}

impl Target for MarkdownTarget {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        push_escaped(text, out, html_text);
    }

    /// Leaves out white space beside hard line breaks, which no line can begin or end with.
    fn arranged(&self, document: &Document, content: &Content, parts: Vec<Part>) -> Vec<Part> {
        let is_break = |part: Option<&Part>| match part {
            Some(Part::Code(index)) => content.codes.get(*index).is_some_and(|code| {
                let source = decoded(document, code.at.start(), code.at.end());
                code.role == Role::Void && is_break(&source)
            }),
            _ => false,
        };
        let mut arranged = parts.clone();
        for (index, part) in arranged.iter_mut().enumerate() {
            let Part::Text(text) = part else { continue };
            if is_break(parts.get(index + 1)) {
                text.truncate(text.trim_end().len());
            }
            if index.checked_sub(1).is_some_and(|before| is_break(parts.get(before))) {
                *text = text.trim_start().to_owned();
            }
        }
        arranged
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[Part],
        translation: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        let context =
            document.format_at(content.text.start()).0.map_or(Context::Block, Context::of);
        if context == Context::Metadata {
            return self.metadata.place(document, content, parts, translation);
        }
        let mut line = Line::new(document, content, parts);
        match context {
            Context::Html => line.escape_html(),
            context => {
                line.move_spaces();
                line.escape(context);
                line.use_tags();
                line.write_labels(document);
            }
        }
        Ok(line.edits(document, content))
    }
}

/// A code of a line.
struct Code {
    /// Its index in the content.
    index: usize,
    at: ByteSpan,
    role: Role,
    /// Its characters in the source, and those that are written.
    source: String,
    new: String,
    /// The characters beside it in the source.
    around: (Option<char>, Option<char>),
}

impl Code {
    /// Returns `true` for a delimiter of emphasis.
    fn is_delimiter(&self) -> bool {
        self.role != Role::Void && self.new.starts_with(['*', '_', '~'])
    }

    /// Returns `true` for a hard line break.
    fn is_break(&self) -> bool {
        self.role == Role::Void && is_break(&self.source)
    }

    /// Makes a tag of a delimiter.
    fn write_tag(&mut self) {
        if !self.is_delimiter() {
            return;
        }
        let name = match self.new.as_bytes() {
            [b'~', ..] => "del",
            [_] => "em",
            _ => "strong",
        };
        self.new = match self.role {
            Role::Open(_) => format!("<{name}>"),
            _ => format!("</{name}>"),
        };
    }
}

fn is_break(code: &str) -> bool {
    code.trim_start_matches(['\\', ' ', '\t']).starts_with(['\n', '\r'])
}

/// Returns a part of the source.
fn decoded(document: &Document, from: usize, to: usize) -> String {
    let bytes = document.source().bytes().get(from..to).unwrap_or_default();
    document.source().encoding().decode_part(bytes).text.into_owned()
}

/// Returns the start of the character at a position, if the source is UTF-8.
fn char_start(bytes: &[u8], at: usize) -> usize {
    let is_inner = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (at.saturating_sub(3)..=at).rev().find(|at| !is_inner(at)).unwrap_or(at)
}

/// A translation: texts with codes between them, one more than there are codes.
struct Line {
    texts: Vec<String>,
    codes: Vec<Code>,
}

impl Line {
    fn new(document: &Document, content: &Content, parts: &[Part]) -> Line {
        let bytes = document.source().bytes();
        let part = |from, to| decoded(document, from, to);
        // The characters of most encodings are not longer.
        const REACH: usize = 8;
        let mut line = Line { texts: vec![String::new()], codes: Vec::new() };
        for one in parts {
            match one {
                Part::Text(text) => {
                    let last = line.texts.last_mut();
                    let to_space = |char: char| match char {
                        '\n' | '\r' | '\t' | '\x0C' => ' ',
                        char => char,
                    };
                    last.into_iter().for_each(|last| last.extend(text.chars().map(to_space)));
                }
                Part::Code(index) => {
                    let Some(code) = content.codes.get(*index) else { continue };
                    let (start, end) = (code.at.start(), code.at.end());
                    let source = part(start, end);
                    let before = part(char_start(bytes, start.saturating_sub(REACH)), start);
                    let behind = part(end, char_start(bytes, (end + REACH).min(bytes.len())));
                    line.codes.push(Code {
                        index: *index,
                        at: code.at,
                        role: code.role,
                        new: source.clone(),
                        source,
                        around: (before.chars().next_back(), behind.chars().next()),
                    });
                    line.texts.push(String::new());
                }
            }
        }
        line
    }

    fn escape_html(&mut self) {
        for text in &mut self.texts {
            let mut new = String::with_capacity(text.len());
            push_escaped(text, &mut new, html_text);
            *text = new;
        }
    }

    /// Moves white space out of emphasis, which may not begin or end with it.
    fn move_spaces(&mut self) {
        for index in (0..self.codes.len()).rev() {
            if self.codes[index].is_delimiter() && matches!(self.codes[index].role, Role::Open(_)) {
                let rest = self.texts[index + 1].trim_start();
                let spaces = self.texts[index + 1].len() - rest.len();
                let moved: String = self.texts[index + 1].drain(..spaces).collect();
                self.texts[index].push_str(&moved);
            }
        }
        for index in 0..self.codes.len() {
            if self.codes[index].is_delimiter() && matches!(self.codes[index].role, Role::Close(_))
            {
                let kept = self.texts[index].trim_end().len();
                let moved = self.texts[index].split_off(kept);
                self.texts[index + 1].insert_str(0, &moved);
            }
        }
        if let Some(first) = self.texts.first_mut() {
            *first = first.trim_ascii_start().to_owned();
        }
        if let Some(last) = self.texts.last_mut() {
            last.truncate(last.trim_ascii_end().len());
        }
    }

    /// Escapes the texts.
    fn escape(&mut self, context: Context) {
        for index in 0..self.texts.len() {
            let before = index.checked_sub(1).and_then(|index| self.codes.get(index));
            let place = Place {
                context,
                is_first: match before {
                    None => context.obstacle().is_none(),
                    Some(code) => code.is_break(),
                },
                is_last: index + 1 == self.texts.len(),
                // A sign behind it could make a link or a definition of it.
                is_behind_bracket: before.is_some_and(|code| code.source.ends_with(']')),
                is_before_bracket: self
                    .codes
                    .get(index)
                    .is_some_and(|code| code.source.starts_with('[')),
            };
            let mut new = String::with_capacity(self.texts[index].len() + 8);
            push_text(&self.texts[index], place, &mut new);
            self.texts[index] = new;
        }
        for index in 1..self.codes.len() {
            // Two code spans would be one.
            let touches = self.texts[index].is_empty()
                && self.codes[index - 1].source.ends_with('`')
                && self.codes[index].source.starts_with('`');
            if touches {
                self.texts[index].push_str("<!-- -->");
            }
        }
    }

    /// Writes delimiters that would not be read as such as tags.
    fn use_tags(&mut self) {
        const ROUNDS: usize = 4;
        let partners = self.partners();
        // A tag is another neighbour than what it replaces.
        for round in 1..=ROUNDS {
            let mut broken = self.broken();
            if broken.is_empty() {
                return;
            }
            if round == ROUNDS {
                broken = (0..self.codes.len()).collect();
            }
            for index in broken {
                for index in [Some(index), partners[index]].into_iter().flatten() {
                    self.codes[index].write_tag();
                }
            }
        }
    }

    /// Returns the delimiters that would not be read as such.
    fn broken(&self) -> Vec<usize> {
        let mut broken: Vec<usize> = Vec::new();
        let mut open: Vec<Option<char>> = Vec::new();
        for (index, code) in self.codes.iter().enumerate().filter(|(_, code)| code.is_delimiter()) {
            let sign = code.new.chars().next();
            // An inner one could be read as the end of the outer one.
            let is_inner = open.contains(&sign);
            match code.role {
                Role::Open(_) => open.push(sign),
                _ => drop(open.pop()),
            }
            if !self.works(index, is_inner) {
                broken.push(index);
            }
        }
        broken
    }

    /// Returns the partner of each code.
    fn partners(&self) -> Vec<Option<usize>> {
        let mut partners = vec![None; self.codes.len()];
        let mut open = Vec::new();
        for (index, code) in self.codes.iter().enumerate() {
            match code.role {
                Role::Open(_) => open.push(index),
                Role::Close(_) => {
                    if let Some(start) = open.pop() {
                        let start: usize = start;
                        partners[start] = Some(index);
                        partners[index] = Some(start);
                    }
                }
                Role::Void => {}
            }
        }
        partners
    }

    /// Returns `true` if a delimiter is read as such where it stands (CommonMark, 6.2).
    fn works(&self, index: usize, is_inner: bool) -> bool {
        let code = &self.codes[index];
        let before = self.char_before(index);
        let behind = self.char_behind(index);
        let opens = matches!(code.role, Role::Open(_));
        let sign = code.source.chars().next();
        if before == code.around.0 && behind == code.around.1 {
            return true;
        }
        // A longer run of the same sign is another delimiter.
        if before == sign || behind == sign {
            return false;
        }
        let (outer, inner) = if opens { (before, behind) } else { (behind, before) };
        let is_free = outer.is_none_or(|char| char.is_whitespace() || char.is_ascii_punctuation());
        match inner {
            None => false,
            Some(char) if char.is_whitespace() => false,
            Some(char) if char.is_alphanumeric() => {
                is_free || sign != Some('_') && !(opens && is_inner)
            }
            Some(_) => is_free,
        }
    }

    fn char_before(&self, index: usize) -> Option<char> {
        let mut at = index;
        loop {
            if let Some(char) = self.texts[at].chars().next_back() {
                return Some(char);
            }
            at = at.checked_sub(1)?;
            if self.codes[at].is_break() {
                return None;
            }
            if let Some(char) = self.codes[at].new.chars().next_back() {
                return Some(char);
            }
        }
    }

    fn char_behind(&self, index: usize) -> Option<char> {
        let mut at = index + 1;
        loop {
            if let Some(char) = self.texts.get(at)?.chars().next() {
                return Some(char);
            }
            let code = self.codes.get(at)?;
            if code.is_break() {
                return None;
            }
            if let Some(char) = code.new.chars().next() {
                return Some(char);
            }
            at += 1;
        }
    }

    /// Writes the label of a reference beside its text if that is another one now.
    fn write_labels(&mut self, document: &Document) {
        let partners = self.partners();
        for (index, partner) in partners.into_iter().enumerate() {
            let Some(start) = partner.filter(|start| *start < index) else { continue };
            if !is_label_end(self.codes[index].source.as_bytes()) {
                continue;
            }
            let mut text = String::new();
            for inner in start + 1..=index {
                text.push_str(&self.texts[inner]);
                if inner < index {
                    text.push_str(&self.codes[inner].new);
                }
            }
            let (from, to) = (self.codes[start].at.end(), self.codes[index].at.start());
            let label = label(document, from, to);
            if text != label {
                self.codes[index].new = format!("][{label}]");
            }
        }
    }

    /// Returns the edits: if the codes stay in their order, those of texts and of changed codes alone.
    fn edits(self, document: &Document, content: &Content) -> Vec<Edit> {
        let (source, encoding) = (document.source().bytes(), document.source().encoding());
        let bytes = |text: &str| encoding.encode(text).into_owned();
        let mut edits = Vec::new();
        if !self.codes.is_sorted_by_key(|code| code.index) {
            let mut whole = Vec::new();
            let mut texts = self.texts.iter();
            whole.extend(texts.next().iter().flat_map(|text| bytes(text)));
            for (code, text) in self.codes.iter().zip(texts) {
                match code.new == code.source {
                    true => whole.extend(source.get(code.at.range()).unwrap_or_default()),
                    false => whole.extend(bytes(&code.new)),
                }
                whole.extend(bytes(text));
            }
            return vec![Edit { at: content.region, bytes: whole }];
        }
        for (index, (at, text)) in content.runs().zip(&self.texts).enumerate() {
            let new = bytes(text);
            if source.get(at.range()) != Some(&new) {
                edits.push(Edit { at, bytes: new });
            }
            if let Some(code) = self.codes.get(index).filter(|code| code.new != code.source) {
                edits.push(Edit { at: code.at, bytes: bytes(&code.new) });
            }
        }
        edits
    }
}
