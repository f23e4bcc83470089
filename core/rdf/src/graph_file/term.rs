//! Encoding and lookup of terms in the file.
//!
//! Each term has a text, which starts with a letter for its kind:
//! - `n`: a shared prefix: the first part of IRIs up to the last `/` or `#`, a datatype, or a
//!   language. It has a number, but is not a term.
//! - `i`: an IRI: the number of its first part, then the rest.
//! - `b`: a blank node: its name in the source. This name is not visible, because nodes are named
//!   after the file and their number.
//! - `s`: a string: its value.
//! - `l`, `t`: a string with a language, or a literal with a datatype: the number of the language
//!   or datatype, then the value.

use crate::{BlankNode, Literal, NamedNode, Term};
use glossweave_base::mmap_file::{Part, u32_at};

/// The letter for a shared prefix.
pub(super) const PART: u8 = b'n';

/// The size of an offset into the texts, in bytes.
pub(super) const PLACE: usize = 5;

/// Writes the text of a term. `part` returns the number of its prefix.
pub(super) fn encode<E>(
    term: TermRef<'_>,
    text: &mut Vec<u8>,
    part: impl FnOnce(&str) -> Result<u32, E>,
) -> Result<(), E> {
    let (letter, begin, rest) = match term {
        TermRef::Iri(iri) => {
            let end = iri.rfind(['/', '#']).map_or(0, |at| at + 1);
            (b'i', Some(&iri[..end]), &iri[end..])
        }
        TermRef::Blank(name) => (b'b', None, name),
        TermRef::Literal(literal) => match literal.language() {
            Some(language) => (b'l', Some(language), literal.value()),
            None if literal.datatype() == oxrdf::vocab::xsd::STRING => {
                (b's', None, literal.value())
            }
            None => (b't', Some(literal.datatype().as_str()), literal.value()),
        },
    };
    let number = begin.map(part).transpose()?;
    text.clear();
    text.push(letter);
    if let Some(number) = number {
        text.extend_from_slice(&number.to_le_bytes());
    }
    text.extend_from_slice(rest.as_bytes());
    Ok(())
}

/// A borrowed term.
#[derive(Clone, Copy)]
pub(super) enum TermRef<'a> {
    Iri(&'a str),
    Blank(&'a str),
    Literal(&'a Literal),
}

impl<'a> From<&'a Term> for TermRef<'a> {
    fn from(term: &'a Term) -> TermRef<'a> {
        match term {
            Term::NamedNode(node) => TermRef::Iri(node.as_str()),
            Term::BlankNode(node) => TermRef::Blank(node.as_str()),
            Term::Literal(literal) => TermRef::Literal(literal),
        }
    }
}

/// Hashes a text. The seed is random for each file, so that an attacker cannot prepare texts with
/// colliding hashes.
pub(super) fn hash(seed: u64, text: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let fold = |left: u64, right: u64| {
        let product = u128::from(left) * u128::from(right);
        (product as u64) ^ ((product >> 64) as u64)
    };
    let (words, rest) = text.as_chunks::<8>();
    let mut state = seed ^ text.len() as u64;
    for word in words {
        state = fold(state ^ u64::from_le_bytes(*word), FACTOR ^ seed.rotate_left(32));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    state = fold(state ^ u64::from_le_bytes(last), FACTOR ^ seed.rotate_left(32));
    (fold(state, FACTOR) >> 32) as u32
}

/// Returns the first slot for a hash. The size of the table must be a power of two.
pub(super) fn place(hash: u32, slots: usize) -> usize {
    ((u64::from(hash) * slots as u64) >> 32) as usize
}

/// Returns the offset with a given number.
pub(super) fn offset(offsets: &[u8], number: usize) -> Option<usize> {
    let bytes = offsets.get(number.checked_mul(PLACE)?..)?.first_chunk::<PLACE>()?;
    let mut wide = [0; 8];
    wide[..PLACE].copy_from_slice(bytes);
    usize::try_from(u64::from_le_bytes(wide)).ok()
}

/// Returns the text with a given number.
pub(super) fn text<'a>(offsets: &[u8], texts: &'a [u8], number: u32) -> Option<&'a [u8]> {
    let number = number as usize;
    texts.get(offset(offsets, number)?..offset(offsets, number + 1)?)
}

/// The terms of a file.
pub(super) struct Terms<'a> {
    pub(super) offsets: Part<'a>,
    pub(super) texts: Part<'a>,
    pub(super) slots: Part<'a>,
    pub(super) seed: u64,
}

impl Terms<'_> {
    fn text(&self, number: u32) -> Option<&[u8]> {
        let places = self.offsets.get(number as usize * PLACE, PLACE * 2)?;
        let (from, to) = (offset(places, 0)?, offset(places, 1)?);
        self.texts.get(from, to.checked_sub(from)?)
    }

    fn part(&self, number: u32) -> Option<&str> {
        match self.text(number)? {
            [PART, part @ ..] => str::from_utf8(part).ok(),
            _ => None,
        }
    }

    pub(super) fn term(&self, number: u32) -> Option<Term> {
        let (letter, rest) = self.text(number)?.split_first()?;
        let begun = |rest| {
            let part = self.part(u32_at(rest, 0)?)?;
            Some((part, str::from_utf8(rest.get(4..)?).ok()?))
        };
        Some(match letter {
            b'i' => {
                let (part, rest) = begun(rest)?;
                NamedNode::new_unchecked([part, rest].concat()).into()
            }
            b'b' => BlankNode::new_unchecked(format!("g{:016x}n{number}", self.seed)).into(),
            b's' => Literal::new_simple_literal(str::from_utf8(rest).ok()?).into(),
            b'l' => {
                let (language, value) = begun(rest)?;
                Literal::new_language_tagged_literal_unchecked(value, language).into()
            }
            b't' => {
                let (datatype, value) = begun(rest)?;
                Literal::new_typed_literal(value, NamedNode::new_unchecked(datatype)).into()
            }
            _ => return None,
        })
    }

    pub(super) fn find(&self, term: &Term) -> Option<u32> {
        if let Term::BlankNode(node) = term {
            let (mark, number) = node.as_str().strip_prefix('g')?.split_once('n')?;
            let number = number.parse().ok()?;
            let is_here =
                mark == format!("{:016x}", self.seed) && self.text(number)?.first() == Some(&b'b');
            return is_here.then_some(number);
        }
        let mut text = Vec::new();
        let part = |part: &str| self.lookup(&[&[PART], part.as_bytes()].concat()).ok_or(());
        encode(term.into(), &mut text, part).ok()?;
        self.lookup(&text)
    }

    fn lookup(&self, text: &[u8]) -> Option<u32> {
        let count = self.slots.len() / 4;
        let first = place(hash(self.seed, text), count);
        // Visit each slot at most once, because a damaged table may not have an empty slot.
        for at in (first..count).chain(0..first) {
            let number = self.slots.u32(at * 4)?.checked_sub(1)?;
            if self.text(number) == Some(text) {
                return Some(number);
            }
        }
        None
    }
}
