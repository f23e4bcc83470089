//! Placement of markers around the words that they enclosed in the source.

use std::ops::RangeInclusive;

use glossweave_base::text::inline::{InlineCode, InlinePiece, push_escaped};

/// The markers, blanks and spacing of a text, which are used to write its translation.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// Pairs of markers around the whole text.
    pub(super) head: Vec<u32>,
    /// Pairs of markers around words, outer ones before inner ones.
    pub(super) marks: Vec<Mark>,
    pub(super) blanks: Vec<Blank>,
    /// `true` if the text begins with white space.
    pub(super) leads: bool,
    /// `true` if the text has more than one space between words.
    pub(super) wide: bool,
}

#[derive(Debug)]
pub(super) struct Mark {
    pub(super) number: u32,
    pub(super) parent: Option<usize>,
}

/// Markers without words, as markup and as plain text.
#[derive(Debug)]
pub(super) struct Blank {
    pub(super) marked: String,
    pub(super) plain: String,
    pub(super) parent: Option<usize>,
}

/// A piece of a translation: text under a mark, or a blank.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Atom {
    Text(String, Option<usize>),
    Blank(usize),
}

type AtomRange = RangeInclusive<usize>;

impl Shape {
    /// Returns `true` if `mark` is `outer` or is nested in it.
    pub(super) fn is_within(&self, mark: usize, outer: usize) -> bool {
        let parent = |mark: &usize| self.marks.get(*mark).and_then(|mark| mark.parent);
        std::iter::successors(Some(mark), parent).any(|mark| mark == outer)
    }

    /// Writes a translation with all markers, or as plain text if a marker is lost.
    pub(super) fn write(&self, atoms: &[Atom]) -> String {
        let blanks = atoms.iter().filter(|atom| matches!(atom, Atom::Blank(_))).count();
        let each = (0..self.blanks.len()).all(|index| atoms.contains(&Atom::Blank(index)));
        let places = if each && blanks == self.blanks.len() { self.places(atoms) } else { None };
        let mut out = Written { text: String::new(), spaced: !self.leads, wide: self.wide };
        let Some(places) = places else {
            atoms.iter().for_each(|atom| match atom {
                Atom::Text(text, _) => out.text(text),
                Atom::Blank(index) if self.blanks[*index].plain.is_empty() => out.gap(),
                Atom::Blank(index) => out.text(&self.blanks[*index].plain),
            });
            return out.text.trim_end().to_owned();
        };
        self.head.iter().for_each(|number| out.mark(InlineCode::Open(*number)));
        for (at, atom) in atoms.iter().enumerate() {
            let marks = || self.marks.iter().zip(&places);
            let opened = marks().filter(|(_, place)| *place.start() == at);
            opened.for_each(|(mark, _)| out.mark(InlineCode::Open(mark.number)));
            match atom {
                Atom::Text(text, _) => out.text(text),
                Atom::Blank(index) => out.blank(&self.blanks[*index].marked),
            }
            let closed = marks().rev().filter(|(_, place)| *place.end() == at);
            closed.for_each(|(mark, _)| out.mark(InlineCode::Close(mark.number)));
        }
        let length = out.text.trim_end().len();
        out.text.truncate(length);
        self.head.iter().rev().for_each(|number| out.mark(InlineCode::Close(*number)));
        out.text
    }

    /// Returns the range of each mark, from the first of its words to the last. If that range includes words
    /// under another mark, the range is reduced to the longest run of the words of the mark. Returns `None`
    /// if ranges still overlap.
    fn places(&self, atoms: &[Atom]) -> Option<Vec<AtomRange>> {
        let mut tight = vec![false; self.marks.len()];
        let wide = self.places_with(atoms, &tight)?;
        if !self.find_conflicts(atoms, &wide, &mut tight) {
            return Some(wide);
        }
        let places = self.places_with(atoms, &tight)?;
        (!self.find_conflicts(atoms, &places, &mut tight)).then_some(places)
    }

    fn places_with(&self, atoms: &[Atom], tight: &[bool]) -> Option<Vec<AtomRange>> {
        let mut places: Vec<AtomRange> = Vec::with_capacity(self.marks.len());
        for (mark, entry) in self.marks.iter().enumerate() {
            let scope = match entry.parent {
                Some(parent) => places.get(parent)?.clone(),
                None => 0..=atoms.len().checked_sub(1)?,
            };
            let is_under_mark = |at: &usize| self.is_under(&atoms[*at], mark);
            places.push(match tight[mark] {
                false => scope.clone().find(is_under_mark)?..=scope.rev().find(is_under_mark)?,
                true => self.longest(atoms, scope, mark)?,
            });
        }
        Some(places)
    }

    /// Returns the longest run of atoms under a mark. White space between the atoms is allowed.
    fn longest(&self, atoms: &[Atom], scope: AtomRange, mark: usize) -> Option<AtomRange> {
        let mut found: Vec<(usize, AtomRange)> = Vec::new();
        let mut open = false;
        for at in scope {
            let under = self.is_under(&atoms[at], mark);
            let length = match &atoms[at] {
                Atom::Text(text, _) => text.len(),
                Atom::Blank(_) => 0,
            };
            match (&atoms[at], found.last_mut()) {
                (_, Some((whole, place))) if under && open => {
                    *whole += length;
                    *place = *place.start()..=at;
                }
                _ if under => found.push((length, at..=at)),
                (Atom::Text(text, _), _) if text.trim().is_empty() => continue,
                _ => {}
            }
            open = under;
        }
        found.into_iter().max_by_key(|(length, _)| *length).map(|(_, place)| place)
    }

    /// Sets `tight` for the marks whose range includes other marks, and returns `true` if there are any.
    fn find_conflicts(&self, atoms: &[Atom], places: &[AtomRange], tight: &mut [bool]) -> bool {
        let mut any = false;
        for (mark, place) in places.iter().enumerate() {
            let strange = |atom: &Atom| match self.parent(atom) {
                Some(other) => !self.is_within(other, mark) && !self.is_within(mark, other),
                None => matches!(atom, Atom::Blank(_)),
            };
            if atoms[place.clone()].iter().any(strange) {
                (tight[mark], any) = (true, true);
            }
        }
        any
    }

    fn parent(&self, atom: &Atom) -> Option<usize> {
        match atom {
            Atom::Text(_, mark) => *mark,
            Atom::Blank(index) => self.blanks[*index].parent,
        }
    }

    fn is_under(&self, atom: &Atom, mark: usize) -> bool {
        self.parent(atom).is_some_and(|parent| self.is_within(parent, mark))
    }
}

/// A text that is being written. It has no double space when the engine dropped a word.
struct Written {
    text: String,
    spaced: bool,
    wide: bool,
}

impl Written {
    fn text(&mut self, text: &str) {
        let mut plain = String::with_capacity(text.len());
        for char in text.chars() {
            let is_first = self.text.is_empty() && plain.is_empty();
            if char != ' ' || !self.spaced || (self.wide && !is_first) {
                plain.push(char);
            }
            self.spaced = char == ' ';
        }
        push_escaped(&plain, &mut self.text);
    }

    fn mark(&mut self, code: InlineCode) {
        InlinePiece::Code(code).write(&mut self.text);
    }

    fn blank(&mut self, marked: &str) {
        self.text.push_str(marked);
        self.spaced = false;
    }

    fn gap(&mut self) {
        if !self.spaced {
            self.text.push(' ');
        }
        self.spaced = true;
    }
}
