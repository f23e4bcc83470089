//! Conversion of texts with markers to and from Apertium's stream format.
//!
//! Markers around words are written as word-bound blanks, `[[t:m:1]]word[[/]]`, which follow their words
//! through the translation. All other markers are written as superblanks, for example `[2]`, which keep their
//! position between words. See <https://wiki.apertium.org/wiki/Apertium_stream_format>.

use super::reinsert_tags::{Atom, Blank, Mark, Shape};
use glossweave_base::text::inline::{InlineCode, InlinePiece, pieces};

/// The characters that end a sentence.
const STOPS: [char; 6] = ['.', '?', '!', ':', ';', '…'];

/// A text as it is sent, with the data that is needed to read its answer.
#[derive(Debug)]
pub(super) struct Request {
    /// The text in the stream format. `None` if it has nothing to translate.
    pub(super) stream: Option<String>,
    shape: Shape,
    /// `true` if a full stop was added, because Apertium otherwise takes a text for part of a longer
    /// sentence.
    stopped: bool,
}

/// A run of text under one mark, or a blank.
#[derive(Debug)]
enum Run {
    Text(String, Option<usize>),
    Blank(usize),
}

impl Request {
    pub(super) fn new(text: &str) -> Request {
        let pieces = pieces(text);
        let (head, inner) = peel(&pieces);
        let leads =
            matches!(inner, [InlinePiece::Text(text), ..] if text.starts_with(char::is_whitespace));
        let wide = text.contains("  ");
        let mut shape = Shape { head, leads, wide, ..Shape::default() };
        let mut runs = runs(inner, &mut shape);
        join_words(&mut runs);
        let texts = runs.iter().filter_map(|run| match run {
            Run::Text(text, _) => Some(text.as_str()),
            Run::Blank(_) => None,
        });
        let plain: String = texts.collect();
        let last = plain.trim_end().chars().next_back();
        let stopped = last.is_some_and(|last| !STOPS.contains(&last));
        let stream = plain.contains(char::is_alphabetic).then(|| {
            let mut stream = String::with_capacity(text.len() + 64);
            runs.iter().for_each(|run| write(run, &mut stream));
            if stopped {
                stream.push('.');
            }
            stream
        });
        Request { stream, shape, stopped }
    }

    /// Returns the translation in an answer. It has all markers, or no markers if one is missing.
    pub(super) fn read(&self, answer: &str) -> String {
        let mut atoms = atoms(answer, &self.shape);
        if self.stopped {
            drop_stop(&mut atoms);
        }
        self.shape.write(&atoms)
    }
}

/// Returns the pairs of markers around a whole text, and the pieces within them.
fn peel<'a, 'b>(mut pieces: &'b [InlinePiece<'a>]) -> (Vec<u32>, &'b [InlinePiece<'a>]) {
    let mut around = Vec::new();
    while let [InlinePiece::Code(InlineCode::Open(first)), inner @ .., last] = pieces {
        if *last != InlinePiece::Code(InlineCode::Close(*first)) {
            break;
        }
        around.push(*first);
        pieces = inner;
    }
    (around, pieces)
}

/// Splits pieces into texts and blanks. A pair of markers without a word in it is one blank.
fn runs(pieces: &[InlinePiece<'_>], shape: &mut Shape) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        let mark = open.last().copied();
        at += 1;
        match *piece {
            InlinePiece::Text(text) => runs.push(Run::Text(text.replace('\0', " "), mark)),
            InlinePiece::Code(InlineCode::Close(_)) => {
                open.pop();
            }
            InlinePiece::Code(InlineCode::Empty(_)) => {
                runs.push(shape.blank(std::slice::from_ref(piece), mark))
            }
            InlinePiece::Code(InlineCode::Open(number)) => {
                let close = InlinePiece::Code(InlineCode::Close(number));
                let length = pieces[at..].iter().position(|other| *other == close);
                let end = at + length.unwrap_or(0);
                let speaks = |piece: &InlinePiece<'_>| match piece {
                    InlinePiece::Text(text) => text.contains(char::is_alphanumeric),
                    _ => false,
                };
                if pieces[at..end].iter().any(speaks) {
                    open.push(shape.mark(number, mark));
                } else {
                    runs.push(shape.blank(&pieces[at - 1..=end], mark));
                    at = end + 1;
                }
            }
        }
    }
    runs
}

impl Shape {
    fn blank(&mut self, pieces: &[InlinePiece<'_>], parent: Option<usize>) -> Run {
        let (mut marked, mut plain) = (String::new(), String::new());
        for piece in pieces {
            piece.write(&mut marked);
            if let InlinePiece::Text(text) = piece {
                plain.push_str(text);
            }
        }
        self.blanks.push(Blank { marked, plain, parent });
        Run::Blank(self.blanks.len() - 1)
    }

    fn mark(&mut self, number: u32, parent: Option<usize>) -> usize {
        self.marks.push(Mark { number, parent });
        self.marks.len() - 1
    }
}

/// Moves markers within a word to one of its ends, because Apertium would see two words otherwise.
fn join_words(runs: &mut [Run]) {
    let mut last = None;
    for at in 0..runs.len() {
        let (before, from) = runs.split_at_mut(at);
        let left = last.and_then(|last: usize| before.get_mut(last));
        last = match (left, &mut from[0]) {
            (_, Run::Blank(_)) => None,
            (Some(Run::Text(left, outer)), Run::Text(right, _)) => {
                join_word(left, right, outer.is_none());
                if right.is_empty() { last } else { Some(at) }
            }
            (_, Run::Text(right, _)) => (!right.is_empty()).then_some(at),
        };
    }
}

fn join_word(left: &mut String, right: &mut String, to_right: bool) {
    let start = left.trim_end_matches(char::is_alphanumeric).len();
    let head = right.len() - right.trim_start_matches(char::is_alphanumeric).len();
    if start == left.len() || head == 0 {
        return;
    }
    if to_right {
        right.insert_str(0, &left.split_off(start));
    } else {
        let rest = right.split_off(head);
        left.push_str(&std::mem::replace(right, rest));
    }
}

fn write(run: &Run, out: &mut String) {
    match run {
        Run::Blank(index) => out.push_str(&format!("[{index}]")),
        Run::Text(text, None) => escape(text, out),
        Run::Text(text, Some(mark)) => {
            let inner = text.trim();
            let start = text.len() - text.trim_start().len();
            if inner.is_empty() {
                return escape(text, out);
            }
            escape(&text[..start], out);
            out.push_str(&format!("[[t:m:{mark}]]"));
            escape(inner, out);
            out.push_str("[[/]]");
            escape(&text[start + inner.len()..], out);
        }
    }
}

fn escape(text: &str, out: &mut String) {
    for char in text.chars() {
        match char {
            '[' | ']' | '{' | '}' | '^' | '$' | '/' | '\\' | '@' | '<' | '>' => {
                out.extend(['\\', char]);
            }
            // The last program of a mode interprets `~`.
            '~' => out.push_str("[~]"),
            char => out.push(char),
        }
    }
}

/// Parses an answer into atoms.
fn atoms(answer: &str, shape: &Shape) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut mark = None;
    let mut rest = answer;
    while let Some(char) = rest.chars().next() {
        let (this, behind) = rest.split_at(char.len_utf8());
        if char == '\\' {
            let length = behind.chars().next().map_or(0, char::len_utf8);
            let (escaped, behind) = behind.split_at(length);
            add(&mut atoms, escaped, mark);
            rest = behind;
        } else if let Some((marks, behind)) = within(rest, "[[", "]]") {
            mark = innermost(marks, shape);
            rest = behind;
        } else if let Some((blank, behind)) = within(rest, "[", "]") {
            match blank.parse().ok().filter(|index| *index < shape.blanks.len()) {
                Some(index) => atoms.push(Atom::Blank(index)),
                None if blank == "~" => add(&mut atoms, blank, mark),
                None => {}
            }
            rest = behind;
        } else {
            add(&mut atoms, this, mark);
            rest = behind;
        }
    }
    atoms
}

fn add(atoms: &mut Vec<Atom>, text: &str, mark: Option<usize>) {
    match atoms.last_mut() {
        Some(Atom::Text(last, known)) if *known == mark => last.push_str(text),
        _ => atoms.push(Atom::Text(text.to_owned(), mark)),
    }
}

fn within<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, &'a str)> {
    text.strip_prefix(open)?.split_once(close)
}

/// Returns the innermost mark of a word that has several marks, or `None` for `/`, which ends all marks.
fn innermost(marks: &str, shape: &Shape) -> Option<usize> {
    let known = marks.split(';').filter_map(|mark| mark.trim().strip_prefix("t:m:")?.parse().ok());
    let known = known.filter(|index| *index < shape.marks.len());
    known.reduce(|first, second| if shape.is_within(second, first) { second } else { first })
}

/// Removes the full stop that was added.
fn drop_stop(atoms: &mut [Atom]) {
    let last = atoms.iter_mut().rev().find_map(|atom| match atom {
        Atom::Text(text, _) if !text.trim_end().is_empty() => Some(text),
        _ => None,
    });
    if let Some(text) = last {
        let length = text.trim_end().strip_suffix('.').map(str::len);
        length.into_iter().for_each(|length| text.truncate(length));
    }
}
