//! The features of a token: its form, its shape, its neighbours, and other occurrences of the same
//! form in the document.

use super::lexicon::Lexicon;
use crate::hash::{feature as one, feature_pair as join, form_key, hash, lower_key, mix, name_key};
use crate::word_classes::WordClass;
use glossweave_base::words::Keyed;

/// A feature, as a hash of its template and value.
pub(super) type Feature = u64;

/// The properties of a token that do not depend on its position.
#[derive(Clone, Copy, Default)]
struct Atoms {
    form: u64,
    lower: u64,
    /// The hash of the character classes of all characters.
    shape: u64,
    /// The hash of the character classes, in which runs are collapsed.
    short: u64,
    is_capital: bool,
    /// `true` if the token has more than one letter, and all letters are capitals.
    is_upper: bool,
    class: WordClass,
}

/// The properties of a missing token before or after a sentence.
const EDGE: Atoms = Atoms {
    form: 0x51,
    lower: 0x52,
    shape: 0x53,
    short: 0x54,
    is_capital: false,
    is_upper: false,
    class: WordClass::UNKNOWN,
};

fn sort_of(c: char) -> u8 {
    match c {
        'a'..='z' => b'x',
        'A'..='Z' => b'X',
        '0'..='9' => b'9',
        c if c.is_uppercase() => b'X',
        c if c.is_alphabetic() => b'x',
        c if c.is_numeric() => b'9',
        c if c.is_ascii() => c as u8,
        _ => b'?',
    }
}

fn atoms(token: &str, lexicon: &Lexicon, scratch: &mut Vec<u8>) -> Atoms {
    let form = form_key(token);
    let lower = lower_key(token);
    scratch.clear();
    scratch.extend(token.chars().map(sort_of));
    let letters = scratch.iter().filter(|sort| matches!(sort, b'x' | b'X')).count();
    let capitals = scratch.iter().filter(|sort| **sort == b'X').count();
    let is_capital = scratch.first() == Some(&b'X');
    let shape = hash(3, &scratch[..scratch.len().min(12)]);
    scratch.dedup();
    let short = hash(4, scratch);
    let is_upper = letters > 1 && letters == capitals;
    let class = lexicon.class(token, lower);
    Atoms { form, lower, shape, short, is_capital, is_upper, class }
}

/// The occurrences of a form in a document.
#[derive(Default)]
struct Namesakes {
    /// The occurrences, as indexes of the sentence and the token.
    places: Vec<(u32, u32)>,
    /// The number of capitalized occurrences, except at the start of a sentence or in a sentence in
    /// capitals.
    capital: u32,
    lower: u32,
}

/// A document and the properties of its tokens.
pub(super) struct Described<'d> {
    lexicon: &'d Lexicon,
    sentences: Vec<&'d [String]>,
    atoms: Vec<Vec<Atoms>>,
    is_upper: Vec<bool>,
    namesakes: Keyed<Namesakes>,
    opening: u64,
}

/// The prefix lengths of word class paths that are used as features.
const PREFIXES: [usize; 5] = [4, 6, 8, 10, 12];

/// The maximum number of occurrences that are examined.
const NAMESAKES: usize = 12;

/// The results of the first pass over a document: the classes of its forms and mentions.
pub(super) struct Hints {
    /// For each form, the number of times that each class was found. Class 0 means no mention.
    tokens: Keyed<Vec<u16>>,
    /// For each mention by its forms, the number of times that each class was found.
    mentions: Keyed<Vec<u16>>,
    /// For each form within mentions of several tokens, the number of times that each class was
    /// found.
    longer: Keyed<Vec<u16>>,
}

fn count(counts: &mut Keyed<Vec<u16>>, key: u64, class: usize, classes: usize) {
    let counts = counts.entry(key).or_insert_with(|| vec![0; classes + 1]);
    counts[class] = counts[class].saturating_add(1);
}

/// Returns the most frequent class, after subtracting the current occurrence. Returns `None` if no
/// occurrence is left.
fn majority(counts: Option<&Vec<u16>>, own_class: Option<usize>) -> Option<usize> {
    let counts = counts?;
    let remaining = |class: usize| i32::from(counts[class]) - i32::from(own_class == Some(class));
    let best = (0..counts.len()).max_by_key(|class| (remaining(*class), usize::MAX - class))?;
    (remaining(best) > 0).then_some(best)
}

impl<'d> Described<'d> {
    pub fn new(
        sentences: impl Iterator<Item = &'d [String]>,
        lexicon: &'d Lexicon,
    ) -> Described<'d> {
        let sentences: Vec<_> = sentences.collect();
        let mut scratch = Vec::new();
        let atoms: Vec<Vec<Atoms>> = sentences
            .iter()
            .map(|tokens| tokens.iter().map(|token| atoms(token, lexicon, &mut scratch)).collect())
            .collect();
        let is_upper: Vec<bool> = atoms
            .iter()
            .map(|atoms| {
                let words =
                    atoms.iter().filter(|atom| atom.is_capital || atom.short == lower_word());
                let (words, upper) = words.fold((0, 0), |(words, upper), atom| {
                    (words + 1, upper + usize::from(atom.is_upper))
                });
                words > 1 && upper * 4 >= words * 3
            })
            .collect();
        let mut namesakes: Keyed<Namesakes> = Keyed::default();
        for (row, atoms) in atoms.iter().enumerate() {
            for (at, atom) in atoms.iter().enumerate() {
                let entry = namesakes.entry(atom.lower).or_default();
                if entry.places.len() < 64 {
                    entry.places.push((row as u32, at as u32));
                }
                if !is_upper[row] && at > 0 {
                    entry.capital += u32::from(atom.is_capital);
                    entry.lower += u32::from(!atom.is_capital);
                }
            }
        }
        let opening = atoms.first().and_then(|atoms| atoms.first()).map_or(0, |atom| atom.lower);
        Described { lexicon, sentences, atoms, is_upper, namesakes, opening }
    }

    pub fn len(&self) -> usize {
        self.sentences.len()
    }

    /// Returns the hints for the tags of a first pass. For each token, `tags` contains 0 or its
    /// class plus one.
    pub fn hints(&self, tags: &[Vec<usize>], classes: usize) -> Hints {
        let (mut tokens, mut mentions) = (Keyed::default(), Keyed::default());
        let mut longer = Keyed::default();
        for (atoms, tags) in self.atoms.iter().zip(tags) {
            let mut at = 0;
            while at < atoms.len() {
                let class = tags[at];
                if atoms[at].is_capital {
                    count(&mut tokens, atoms[at].lower, class, classes);
                }
                let mut end = at + 1;
                if class > 0 {
                    while end < atoms.len() && tags[end] == class {
                        count(&mut tokens, atoms[end].lower, class, classes);
                        end += 1;
                    }
                    let key = sequence(&atoms[at..end]);
                    count(&mut mentions, key, class, classes);
                    if end - at > 1 {
                        for atom in &atoms[at..end] {
                            count(&mut longer, atom.lower, class, classes);
                        }
                    }
                }
                at = end;
            }
        }
        Hints { tokens, mentions, longer }
    }

    /// Stores the features of the tokens of a sentence in `out`, and the end of the features of
    /// each token in `ends`.
    pub fn features(&self, row: usize, out: &mut Vec<Feature>, ends: &mut Vec<usize>) {
        out.clear();
        ends.clear();
        for at in 0..self.atoms[row].len() {
            self.local(row, at, out);
            self.document(row, at, out);
            if !self.lexicon.classes.is_empty() {
                self.classes(row, at, out);
            }
            ends.push(out.len());
        }
        self.listed(row, out, ends);
    }

    /// Adds features for the lists that contain a token, with the position of the token in the
    /// name.
    fn listed(&self, row: usize, out: &mut Vec<Feature>, ends: &mut [usize]) {
        if self.lexicon.lists.is_empty() {
            return;
        }
        let lowers: Vec<u64> = self.atoms[row].iter().map(|atom| atom.lower).collect();
        let found = self.lexicon.lists.find(&lowers);
        if found.is_empty() {
            return;
        }
        let mut found = found.into_iter().peekable();
        let (old, mut start) = (std::mem::take(out), 0);
        for (token, end) in ends.iter_mut().enumerate() {
            out.extend_from_slice(&old[start..*end]);
            while let Some((_, list, place)) = found.next_if(|(at, ..)| *at == token) {
                out.push(join(110, list, place));
            }
            start = *end;
            *end = out.len();
        }
    }

    fn local(&self, row: usize, at: usize, out: &mut Vec<Feature>) {
        let atoms = &self.atoms[row];
        let near =
            |by: isize| at.checked_add_signed(by).and_then(|at| atoms.get(at)).unwrap_or(&EDGE);
        let here = near(0);
        out.push(one(1, 1));
        for by in -2..=2isize {
            let template = (by + 10) as u64;
            let atom = near(by);
            out.push(one(template, atom.lower));
            out.push(one(template + 10, atom.shape));
            if by.abs() < 2 {
                out.push(one(template + 20, atom.short));
            }
        }
        out.push(one(2, here.form));
        let (before, after) = (near(-1), near(1));
        out.push(join(40, before.lower, here.lower));
        out.push(join(41, here.lower, after.lower));
        out.push(join(42, before.lower, after.lower));
        out.push(join(43, before.shape, here.shape));
        out.push(join(44, here.shape, after.shape));
        out.push(join(45, mix(before.short ^ here.short.rotate_left(7)), after.short));
        out.push(join(46, before.lower, here.short));
        out.push(join(47, here.short, after.lower));
        out.push(join(48, mix(near(-2).lower ^ 3), mix(before.lower ^ here.short)));
        out.push(join(49, mix(near(2).lower ^ 3), mix(after.lower ^ here.short)));
        let upper = u64::from(self.is_upper[row]) * 2 + u64::from(at == 0);
        out.push(join(50, here.short, upper));
        out.push(join(51, here.lower, upper));
        let token = self.sentences[row][at].as_str();
        let folded;
        let text = match here.is_capital {
            true => {
                folded = token.to_lowercase();
                folded.as_str()
            }
            false => token,
        };
        let mut starts = text.char_indices().map(|(at, _)| at).skip(1);
        for length in 1..=4u64 {
            let Some(end) = starts.next() else { break };
            out.push(hash(60 + length, &text.as_bytes()[..end]));
        }
        let mut starts = text.char_indices().rev().map(|(at, _)| at);
        for length in 1..=4u64 {
            let Some(start) = starts.next() else { break };
            let suffix = hash(70 + length, &text.as_bytes()[start..]);
            out.push(suffix);
            if length == 3 {
                out.push(join(75, suffix, here.short));
            }
        }
        for by in [-4, -3] {
            out.push(one(80, near(by).lower));
        }
        for by in [3, 4] {
            out.push(one(81, near(by).lower));
        }
    }

    /// Adds features for the word classes of a token and its neighbours.
    fn classes(&self, row: usize, at: usize, out: &mut Vec<Feature>) {
        let atoms = &self.atoms[row];
        let near =
            |by: isize| at.checked_add_signed(by).and_then(|at| atoms.get(at)).unwrap_or(&EDGE);
        let here = near(0);
        for by in -2..=2isize {
            let class = near(by).class;
            for steps in PREFIXES {
                let Some(prefix) = class.prefix(steps) else { break };
                out.push(join(120 + (by + 2) as u64, prefix, 0));
            }
        }
        let of = |by: isize, steps: usize| near(by).class.prefix(steps).unwrap_or(0);
        for steps in [6, 10] {
            let template = 130 + steps as u64;
            out.push(join(template, of(-1, steps), of(0, steps)));
            out.push(join(template + 20, of(0, steps), of(1, steps)));
            out.push(join(template + 40, of(0, steps), here.short));
        }
        for steps in [8, 12] {
            let template = 130 + steps as u64;
            out.push(join(template, of(-1, steps), here.short));
            out.push(join(template + 20, of(1, steps), here.short));
        }
        let frequency = here.class.frequency_class().map_or(99, |class| u64::from(class / 2));
        let start = u64::from(self.is_upper[row]) * 2 + u64::from(at == 0);
        out.push(join(126, frequency * 4 + start, here.short));
    }

    fn document(&self, row: usize, at: usize, out: &mut Vec<Feature>) {
        let here = &self.atoms[row][at];
        out.push(one(90, self.opening));
        out.push(join(91, self.opening, here.short));
        if !here.is_capital {
            return;
        }
        let Some(namesakes) = self.namesakes.get(&here.lower) else { return };
        let bucket = |count: u32| u64::from(count.min(3));
        let sort = bucket(namesakes.capital) * 4 + bucket(namesakes.lower);
        out.push(join(92, sort, u64::from(at == 0) * 2 + u64::from(self.is_upper[row])));
        let mut seen = 0;
        for place in &namesakes.places {
            let (there, other) = (place.0 as usize, place.1 as usize);
            if (there, other) == (row, at) || !self.atoms[there][other].is_capital {
                continue;
            }
            let atoms = &self.atoms[there];
            let near = |by: isize| {
                other.checked_add_signed(by).and_then(|at| atoms.get(at)).unwrap_or(&EDGE)
            };
            out.push(one(93, near(-1).lower));
            out.push(one(94, near(1).lower));
            out.push(one(95, near(-1).short));
            out.push(one(96, near(1).short));
            seen += 1;
            if seen == NAMESAKES {
                break;
            }
        }
        out.push(one(97, seen.min(3) as u64));
    }

    /// Stores the additional features of tokens that use the results of the first pass. The result of
    /// the token itself is excluded.
    pub fn second(&self, row: usize, tags: &[usize], hints: &Hints, out: &mut Vec<Vec<Feature>>) {
        let atoms = &self.atoms[row];
        out.clear();
        out.resize(atoms.len(), Vec::new());
        let mut at = 0;
        while at < atoms.len() {
            let class = tags[at];
            let mut end = at + 1;
            while class > 0 && end < atoms.len() && tags[end] == class {
                end += 1;
            }
            let key = sequence(&atoms[at..end]);
            let whole =
                (class > 0).then(|| majority(hints.mentions.get(&key), Some(class))).flatten();
            for token in at..end {
                let features = &mut out[token];
                let atom = &atoms[token];
                // The classes of the token and its neighbours in the first pass.
                features.push(join(100, tags[token] as u64, 0));
                let near = |by: isize| {
                    let near = token.checked_add_signed(by).and_then(|at| tags.get(at));
                    near.map_or(99, |class| *class as u64)
                };
                features.push(join(101, near(-1), near(1)));
                features.push(join(106, tags[token] as u64, atom.short));
                if !atom.is_capital && class == 0 {
                    continue;
                }
                let mine = Some(tags[token]);
                let say = |class: Option<usize>| class.map_or(98, |class| class as u64);
                let tokens = majority(hints.tokens.get(&atom.lower), mine);
                features.push(join(102, say(tokens), 0));
                features.push(join(103, say(tokens), tags[token] as u64));
                features.push(join(104, say(whole), class as u64));
                let is_long = end - at > 1 && class > 0;
                let longer = majority(hints.longer.get(&atom.lower), mine.filter(|_| is_long));
                features.push(join(105, say(longer), class as u64));
            }
            at = end;
        }
    }
}

fn sequence(atoms: &[Atoms]) -> u64 {
    name_key(atoms.iter().map(|atom| atom.lower))
}

/// Returns the short shape of a word in lower case.
fn lower_word() -> u64 {
    hash(4, b"x")
}
