//! Translations in Markdown: texts are escaped, and markup is written so that it is still parsed as markup.

use std::collections::HashMap;

use super::escape::{TextPosition, push_text};
use super::item::Context;
use super::mask::is_mdx;
use super::metadata;
use super::rewrite::{Break, breaks, shape, spellings};
use super::scan::{is_label_end, label};
use crate::yaml::YamlTarget;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, DocumentExt, Splice};
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::translate::{
    self, Content, Edit, Role, Target, TranslationPart, Written,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::EncodingExt;
use glossweave_markup::escape::{html_text, push_escaped};

/// Returns the replacements that write the requested translations into the source.
pub(super) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let metadata = YamlTarget::new(document, metadata::scalars);
    let source = document.source();
    let is_mdx = is_mdx(&source.encoding().decode_again(source.bytes()).text);
    let mut target = MarkdownTarget { metadata, is_mdx };
    translate::write(document, annotations, options, placements, &mut target)
}

struct MarkdownTarget {
    /// The writer of translations into metadata.
    metadata: YamlTarget,
    is_mdx: bool,
}

impl TagScanner for MarkdownTarget {}

impl Target for MarkdownTarget {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        push_escaped(text, out, html_text);
    }

    /// Removes white space next to hard line breaks, because a line cannot begin or end with it.
    fn arranged(
        &self,
        document: &Document,
        content: &Content,
        parts: Vec<TranslationPart>,
    ) -> Vec<TranslationPart> {
        let is_break = |part: Option<&TranslationPart>| match part {
            Some(TranslationPart::Code(index)) => content.codes.get(*index).is_some_and(|code| {
                let source = decoded(document, code.at.start(), code.at.end());
                code.role == Role::Void && is_break(&source)
            }),
            _ => false,
        };
        let mut arranged = parts.clone();
        for (index, part) in arranged.iter_mut().enumerate() {
            let TranslationPart::Text(text) = part else { continue };
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
        parts: &[TranslationPart],
        translation: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        let context =
            document.format_at(content.text.start()).0.map_or(Context::Block, Context::of);
        if context == Context::Metadata {
            return self.metadata.place(document, content, parts, translation);
        }
        let mut line = Line::new(document, content, parts);
        if context != Context::Html {
            line.move_spaces();
        }
        line.break_lines(breaks(document, content));
        let spellings = spellings(document, content, context);
        if context == Context::Html {
            line.escape_html(&spellings);
            return Ok(line.edits(document, content));
        }
        let written = |spellings: &HashMap<String, String>| {
            let mut line = line.clone();
            line.escape(context, self.is_mdx, spellings);
            line.use_tags();
            line.write_labels(document);
            line
        };
        let plain = written(&HashMap::new());
        let spelled = written(&spellings);
        // The spelling of the source can become markup next to new words.
        let (old, new) = (plain.source(), spelled.source());
        let line = if old == new || shape(&old) == shape(&new) { spelled } else { plain };
        Ok(line.edits(document, content))
    }
}

/// A code of a line.
#[derive(Clone)]
struct Code {
    /// Its index in the content.
    index: usize,
    at: ByteSpan,
    role: Role,
    /// Its characters in the source. `new` contains the characters that are written.
    source: String,
    new: String,
    /// The adjacent characters in the source, used to check that a delimiter is parsed as before.
    around: (Option<char>, Option<char>),
}

impl Code {
    /// Returns `true` for an emphasis delimiter.
    fn is_delimiter(&self) -> bool {
        self.role != Role::Void && self.new.starts_with(['*', '_', '~'])
    }

    /// Returns `true` for a hard line break.
    fn is_break(&self) -> bool {
        self.role == Role::Void && is_break(&self.source)
    }

    /// Replaces a delimiter by an HTML tag.
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

/// A translation: texts with codes between them. There is one more text than there are codes.
#[derive(Clone)]
struct Line {
    texts: Vec<String>,
    codes: Vec<Code>,
    /// The line breaks in the source that replace the line breaks in the texts.
    ends: Vec<ByteSpan>,
}

impl Line {
    fn new(document: &Document, content: &Content, parts: &[TranslationPart]) -> Line {
        let bytes = document.source().bytes();
        let part = |from, to| decoded(document, from, to);
        // A character has at most this many bytes in most encodings.
        const REACH: usize = 8;
        let mut line = Line { texts: vec![String::new()], codes: Vec::new(), ends: Vec::new() };
        for piece in parts {
            match piece {
                TranslationPart::Text(text) => {
                    let last = line.texts.last_mut();
                    let to_space = |char: char| match char {
                        '\n' | '\r' | '\t' | '\x0C' => ' ',
                        char => char,
                    };
                    last.into_iter().for_each(|last| last.extend(text.chars().map(to_space)));
                }
                TranslationPart::Code(index) => {
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

    fn escape_html(&mut self, spellings: &HashMap<String, String>) {
        for text in &mut self.texts {
            let mut new = String::with_capacity(text.len());
            for part in text.split_inclusive(|char: char| char.is_ascii_whitespace()) {
                let word = part.trim_ascii_end();
                match spellings.get(word) {
                    Some(spelling) => new.push_str(spelling),
                    None => push_escaped(word, &mut new, html_text),
                }
                new.push_str(&part[word.len()..]);
            }
            *text = new;
        }
    }

    /// Returns the translation with `\n` in place of the line breaks of the source.
    fn source(&self) -> String {
        let mut source = String::new();
        for (index, text) in self.texts.iter().enumerate() {
            source.push_str(text);
            source.push_str(self.codes.get(index).map_or("", |code| &code.new));
        }
        source
    }

    /// Breaks the translation into lines like the source: each line ends after the word that corresponds to the last
    /// word of the source line. Words that are equal at the start and the end of both texts correspond to each other,
    /// and positions between them are interpolated.
    fn break_lines(&mut self, (words, breaks): (Vec<&str>, Vec<Break>)) {
        if breaks.is_empty() || !self.codes.is_sorted_by_key(|code| code.index) {
            return;
        }
        let texts = std::mem::take(&mut self.texts);
        let new: Vec<&str> = texts.iter().flat_map(|text| text.split_ascii_whitespace()).collect();
        let most = words.len().min(new.len());
        let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
        let start = words.iter().zip(&new).take_while(same).count();
        let ends = words.iter().rev().zip(new.iter().rev()).take(most - start);
        let end = ends.take_while(same).count();
        // Returns the number of words before a line break in the translation.
        let place = |before: usize| {
            let (old, total) = (words.len() - start - end, new.len() - start - end);
            match before {
                before if before <= start => before,
                before if before >= words.len() - end => new.len() - (words.len() - before),
                before => start + ((before - start) * total + old / 2) / old,
            }
        };
        let mut breaks = breaks.iter().map(|end| {
            let is_inner = 0 < end.words && end.words < words.len() && new.len() > 1;
            let before = place(end.words);
            (if is_inner { before.clamp(1, new.len() - 1) } else { before }, end.at)
        });
        let mut next = breaks.next();
        let mut count = 0;
        for (index, text) in texts.iter().enumerate() {
            let mut broken = String::with_capacity(text.len());
            let mut is_word = false;
            for (at, char) in text.char_indices() {
                let is_space = char.is_ascii_whitespace();
                count += usize::from(is_word && is_space);
                is_word = !is_space;
                while next.is_some_and(|(before, _)| is_space && before < count) {
                    next = breaks.next();
                }
                match next {
                    Some((before, end)) if is_space && before == count => {
                        // A tag at the start of a line could begin a block.
                        let code = self.codes.get(index).filter(|_| at + 1 == text.len());
                        let tag = code.filter(|code| code.source.starts_with('<'));
                        if tag.is_none_or(|tag| tag.at.start() == end.end()) {
                            broken.push('\n');
                            self.ends.push(end);
                        } else {
                            broken.push(char);
                        }
                        next = breaks.next();
                    }
                    _ => broken.push(char),
                }
            }
            count += usize::from(is_word);
            self.texts.push(broken);
        }
    }

    /// Moves white space out of emphasis, because emphasis must not begin or end with it.
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
                let length = self.texts[index].trim_end().len();
                let moved = self.texts[index].split_off(length);
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
    fn escape(&mut self, context: Context, is_mdx: bool, spellings: &HashMap<String, String>) {
        for index in 0..self.texts.len() {
            let before = index.checked_sub(1).and_then(|index| self.codes.get(index));
            let place = TextPosition {
                context,
                is_first: match before {
                    None => context.obstacle().is_none(),
                    Some(code) => code.is_break(),
                },
                is_last: index + 1 == self.texts.len(),
                // A sign after the bracket could turn it into a link or a definition.
                is_behind_bracket: before.is_some_and(|code| code.source.ends_with(']')),
                is_before_bracket: self
                    .codes
                    .get(index)
                    .is_some_and(|code| code.source.starts_with('[')),
                is_mdx,
            };
            let mut new = String::with_capacity(self.texts[index].len() + 8);
            push_text(&self.texts[index], place, spellings, &mut new);
            self.texts[index] = new;
        }
        for index in 1..self.codes.len() {
            // Two adjacent code spans would be parsed as one, and so would two pairs of brackets.
            let (before, behind) = (&self.codes[index - 1], &self.codes[index]);
            let is_pair = |end: char, start: char| {
                before.source.ends_with(end) && behind.source.starts_with(start)
            };
            // Links get a label later, so they end in another bracket.
            let is_code = before.role == Role::Void && !before.source.starts_with("[^");
            let touches =
                self.texts[index].is_empty() && (is_pair('`', '`') || is_code && is_pair(']', '['));
            if touches {
                self.texts[index].push_str("<!-- -->");
            }
        }
    }

    /// Writes delimiters that would not be parsed as delimiters as HTML tags.
    fn use_tags(&mut self) {
        const ROUNDS: usize = 4;
        let partners = self.partners();
        // Replacing a delimiter by a tag changes the neighbors of other delimiters, so the check is repeated.
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

    /// Returns the delimiters that would not be parsed as delimiters.
    fn broken(&self) -> Vec<usize> {
        let mut broken: Vec<usize> = Vec::new();
        let mut open: Vec<Option<char>> = Vec::new();
        for (index, code) in self.codes.iter().enumerate().filter(|(_, code)| code.is_delimiter()) {
            let sign = code.new.chars().next();
            // An inner delimiter could be parsed as the end of the outer one.
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

    /// Returns `true` if a delimiter is parsed as a delimiter at its position (CommonMark, 6.2).
    fn works(&self, index: usize, is_inner: bool) -> bool {
        let code = &self.codes[index];
        let opens = matches!(code.role, Role::Open(_));
        let sign = code.source.chars().next();
        let (first, last) = self.run(index);
        let (before, behind) = (self.char_before(first), self.char_behind(last));
        if before == self.codes[first].around.0 && behind == self.codes[last].around.1 {
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

    /// Returns the first and the last delimiter of a run, for example of `***`. The delimiters are adjacent both in
    /// the translation and in the source.
    fn run(&self, index: usize) -> (usize, usize) {
        let is_joined = |first: usize| {
            let (Some(left), Some(right)) = (self.codes.get(first), self.codes.get(first + 1))
            else {
                return false;
            };
            let opens = |code: &Code| matches!(code.role, Role::Open(_));
            left.at.end() == right.at.start()
                && self.texts[first + 1].is_empty()
                && opens(left) == opens(right)
                && left.is_delimiter()
                && right.is_delimiter()
                && left.new.chars().next() == right.new.chars().next()
        };
        // Longer runs have no meaning.
        const MOST: usize = 8;
        let (mut first, mut last) = (index, index);
        while first > 0 && index - first < MOST && is_joined(first - 1) {
            first -= 1;
        }
        while last - index < MOST && is_joined(last) {
            last += 1;
        }
        (first, last)
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

    /// Writes the label of a reference next to its text when the text has changed.
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
            if text.replace('\n', " ") != label {
                self.codes[index].new = format!("][{label}]");
            }
        }
    }

    /// Returns the edits. When the order of the codes is unchanged, only texts and changed codes are edited.
    fn edits(self, document: &Document, content: &Content) -> Vec<Edit> {
        let (source, encoding) = (document.source().bytes(), document.source().encoding());
        let mut ends = self.ends.iter();
        let mut bytes = |text: &str| {
            let mut parts = text.split('\n');
            let mut bytes = encoding.encode(parts.next().unwrap_or_default()).into_owned();
            for part in parts {
                let end = ends.next().and_then(|end| source.get(end.range()));
                bytes.extend(end.unwrap_or(b" "));
                bytes.extend_from_slice(&encoding.encode(part));
            }
            bytes
        };
        let mut edits = Vec::new();
        if !self.codes.is_sorted_by_key(|code| code.index) {
            let mut whole = Vec::new();
            let mut texts = self.texts.iter();
            whole.extend(texts.next().map(|text| bytes(text)).unwrap_or_default());
            for (code, text) in self.codes.iter().zip(texts) {
                match code.new == code.source {
                    true => whole.extend(source.get(code.at.range()).unwrap_or_default()),
                    false => whole.extend_from_slice(&encoding.encode(&code.new)),
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
                edits.push(Edit { at: code.at, bytes: encoding.encode(&code.new).into_owned() });
            }
        }
        edits
    }
}
