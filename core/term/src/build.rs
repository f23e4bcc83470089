//! Building of a term base.

use std::collections::BTreeMap;

use super::file::{
    CONCEPT, Chain, GROUP, IndexFile, MORE, NONE, NUMBERS, SECTIONS, TERM, TERMBASE, UNIT,
    filter_bits, word_hash,
};
use super::form::{JOINED, PLAIN, folded, is_short_upper};
use super::inflection::Inflection;
use super::part_of_speech::WordClass;
use super::stem::{Stems, language_key};
use super::tokens::{Pieces, split};
use super::{Concept, TermBase, TermBaseBuilder, TermEntry, TermStatus};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::SectionFile;
use glossweave_base::text::Language;
use glossweave_base::words::Pool;

/// The default prefix of derived concept IRIs.
const BASE: &str = "urn:x-term:";

impl TermBaseBuilder {
    /// Builds the term base.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if a section of the file would reach 16 GB.
    pub fn build(self) -> Result<TermBase> {
        let base = self.base.as_deref().unwrap_or(BASE);
        let mut compiler = Compiler::default();
        for (number, concept) in self.concepts.iter().enumerate() {
            compiler.concept(number as u32, concept, base)?;
        }
        compiler.frame = compiler.some_text(self.frame.as_deref())?;
        let counts = self.counts();
        compiler.finish(counts).ok_or_else(too_large).map(TermBase::from_file)
    }
}

fn too_large() -> Error {
    Error::new(ErrorKind::TooLarge, "the term base is too large for one file")
}

/// The concatenated groups, the value of each first word, and the chains with their values.
type Groups = (Vec<u32>, Vec<u32>, Vec<(u64, u32)>);

/// The data of a term base in the layout of its file.
#[derive(Default)]
struct Compiler {
    texts: Pool,
    words: Pool,
    lists: Vec<u32>,
    /// The terms with the numbers of their texts, which are replaced by positions at the end.
    terms: Vec<[u32; TERM]>,
    concepts: Vec<[u32; CONCEPT]>,
    languages: BTreeMap<Box<str>, (u32, Stems)>,
    language_texts: Vec<u32>,
    /// The words of all terms. Each entry contains the range of its words, and the term with its form.
    arena: Vec<u32>,
    entries: Vec<(u32, u32, u32)>,
    stem: Vec<u8>,
    frame: u32,
    /// The hashes of positions at which words may be split in two.
    splits: Vec<u64>,
}

impl Compiler {
    fn text(&mut self, text: &str) -> Result<u32> {
        if !self.texts.has_space(text.len()) {
            return Err(too_large());
        }
        Ok(self.texts.intern(text.as_bytes()))
    }

    fn some_text(&mut self, text: Option<&str>) -> Result<u32> {
        text.map_or(Ok(NONE), |text| self.text(text))
    }

    /// Adds a list of text numbers and returns its position.
    fn list(&mut self, numbers: &[u32]) -> u32 {
        if self.lists.is_empty() {
            self.lists.push(0);
        }
        if numbers.is_empty() {
            return 0;
        }
        let place = self.lists.len() as u32;
        self.lists.push(numbers.len() as u32);
        self.lists.extend_from_slice(numbers);
        place
    }

    fn concept(&mut self, number: u32, concept: &Concept, base: &str) -> Result<()> {
        let first = self.terms.len() as u32;
        for term in &concept.terms {
            self.term(number, term)?;
        }
        let id = self.text(&concept.id)?;
        let iri = match &concept.iri {
            Some(iri) => self.text(iri)?,
            None => self.text(&derived(base, &concept.id))?,
        };
        let domains = concept.domains.iter().map(|domain| self.text(domain));
        let domains = domains.collect::<Result<Vec<u32>>>()?;
        let domains = self.list(&domains);
        let mut definitions = Vec::with_capacity(concept.definitions.len() * 3);
        for definition in &concept.definitions {
            definitions.push(self.text(&definition.text)?);
            definitions.push(self.some_text(definition.language.as_ref().map(Language::as_str))?);
            definitions.push(self.some_text(definition.source.as_deref())?);
        }
        let mut fields = Vec::with_capacity(concept.fields.len() * 3);
        for field in &concept.fields {
            fields.push(self.text(&field.name)?);
            fields.push(self.text(&field.value)?);
            fields.push(self.some_text(field.language.as_ref().map(Language::as_str))?);
        }
        let (definitions, fields) = (self.list(&definitions), self.list(&fields));
        let markup = self.some_text(concept.markup.as_deref())?;
        let count = concept.terms.len() as u32;
        self.concepts.push([id, iri, domains, first, count, definitions, fields, markup]);
        Ok(())
    }

    fn term(&mut self, concept: u32, term: &TermEntry) -> Result<()> {
        let number = self.terms.len() as u32;
        let text = self.text(&term.text)?;
        let language = self.text(term.language.as_str())?;
        let status = term.status.and_then(|status| {
            TermStatus::ALL.iter().position(|known| *known == status).map(|place| place as u32)
        });
        let part = self.some_text(term.part_of_speech.as_deref())?;
        let mut fields = Vec::with_capacity(term.fields.len() * 2);
        for (name, value) in &term.fields {
            fields.push(self.text(name)?);
            fields.push(self.text(value)?);
        }
        let fields = self.list(&fields);
        self.terms.push([concept, text, language, status.unwrap_or(NONE), part, fields]);
        self.spell(number, term)
    }

    /// Adds the spellings of a term.
    fn spell(&mut self, number: u32, term: &TermEntry) -> Result<()> {
        let key = language_key(term.language.primary());
        let (language, stems) = match self.languages.remove(&*key) {
            Some(known) => known,
            None => {
                let text = self.text(&key)?;
                self.language_texts.push(text);
                (self.language_texts.len() as u32 - 1, Stems::of(&key))
            }
        };
        let start = self.arena.len();
        let mut joined = String::new();
        for piece in Pieces::new(&term.text) {
            let token = &term.text[piece.range()];
            let word = self.word(language, &stems, token);
            self.arena.push(word);
            joined.push_str(token);
            for (at, _) in token.char_indices().skip(1) {
                let parts = (Pieces::new(&token[..at]).next(), &token[at..]);
                if let (Some(first), rest) = parts
                    && let Some(split) = split(token.get(..at), first.key, rest)
                {
                    self.splits.push(split);
                }
            }
        }
        let count = self.arena.len() - start;
        self.entries.push((start as u32, self.arena.len() as u32, number << 2 | PLAIN));
        let is_plain = joined.chars().all(char::is_alphabetic);
        if count == 2 && is_plain || count == 1 && is_short_upper(&term.text) {
            // Stemmers do not handle the plural of an abbreviation.
            let form = if count == 2 { joined } else { format!("{joined}s") };
            let word = self.word(language, &stems, &form);
            self.arena.push(word);
            let end = self.arena.len() as u32;
            let form = if count == 2 { JOINED } else { PLAIN };
            self.entries.push((end - 1, end, number << 2 | form));
        }
        for (at, form) in other_stems(&key, term, count) {
            let word = self.word(language, &stems, &form);
            let of_term = start..start + count;
            if self.arena[start + at] != word {
                let from = self.arena.len();
                self.arena.extend_from_within(of_term);
                self.arena[from + at] = word;
                self.entries.push((from as u32, self.arena.len() as u32, number << 2 | PLAIN));
            }
        }
        self.languages.insert(key.into(), (language, stems));
        match self.arena.len() < u32::MAX as usize && number < 1 << 29 {
            true => Ok(()),
            false => Err(too_large()),
        }
    }

    fn word(&mut self, language: u32, stems: &Stems, token: &str) -> u32 {
        let mut stem = String::new();
        stems.push(token, &mut stem);
        self.stem.clear();
        self.stem.extend_from_slice(&language.to_le_bytes());
        self.stem.extend_from_slice(stem.as_bytes());
        self.words.intern(&self.stem)
    }

    /// Sorts the entries and writes their groups. Returns the groups with the values of first words and
    /// chains.
    fn groups(&mut self) -> Option<Groups> {
        let arena = &self.arena;
        let words = |entry: &(u32, u32, u32)| &arena[entry.0 as usize..entry.1 as usize];
        self.entries
            .sort_by(|first, second| words(first).cmp(words(second)).then(first.2.cmp(&second.2)));
        self.entries.dedup_by(|next, kept| words(next) == words(kept) && next.2 == kept.2);
        let mut groups: Vec<u32> = Vec::new();
        let mut starts = vec![0u32; self.words.len()];
        let mut chains: Vec<(u64, u32)> = Vec::new();
        for group in self.entries.chunk_by(|first, second| words(first) == words(second)) {
            let of_group = group.first().map(words)?;
            let value = u32::try_from(groups.len() + 1).ok().filter(|value| *value <= GROUP)?;
            groups.push(of_group.len() as u32);
            groups.extend_from_slice(of_group);
            groups.push(group.len() as u32);
            groups.extend(group.iter().map(|entry| entry.2));
            let (first, rest) = of_group.split_first()?;
            if rest.is_empty() {
                starts[*first as usize] |= value;
                continue;
            }
            starts[*first as usize] |= MORE;
            let mut chain = Chain::start(*first);
            for (index, word) in rest.iter().enumerate() {
                chain = chain.then(*word);
                chains.push((chain.0, if index + 1 == rest.len() { value } else { MORE }));
            }
        }
        unite(&mut chains);
        Some((groups, starts, chains))
    }

    fn finish(mut self, counts: [usize; 2]) -> Option<IndexFile> {
        let (groups, starts, chains) = self.groups()?;
        let (texts, places) = self.texts.place(UNIT)?;
        let base = u32::try_from(texts.len() / UNIT + 1).ok()?;
        let (word_texts, word_places) = self.words.place(UNIT)?;
        let mut all = texts;
        all.resize(base as usize * UNIT, 0);
        all.extend_from_slice(&word_texts);
        let place = |number: u32| if number == NONE { NONE } else { places[number as usize] };
        let mut lists = std::mem::take(&mut self.lists);
        let mut at = 0;
        while at < lists.len() {
            let end = at + 1 + lists[at] as usize;
            lists[at + 1..end].iter_mut().for_each(|number| *number = place(*number));
            at = end;
        }
        let words = (0..self.words.len() as u32).map(|number| {
            let (language, word) = self.words.item(number).split_first_chunk::<4>()?;
            Some((word_hash(u32::from_le_bytes(*language), word), number + 1))
        });
        let words: Vec<(u64, u32)> = words.collect::<Option<_>>()?;
        let start_rows = starts
            .iter()
            .enumerate()
            .map(|(number, value)| Some([word_places[number].checked_add(base)?, *value]));
        let start_rows: Vec<[u32; 2]> = start_rows.collect::<Option<_>>()?;
        let term_rows = self.terms.iter().map(|[concept, text, language, status, part, fields]| {
            [*concept, place(*text), place(*language), *status, place(*part), *fields]
        });
        let concept_rows = self.concepts.iter().map(|row| {
            let [id, iri, domains, first, count, definitions, fields, markup] = *row;
            [place(id), place(iri), domains, first, count, definitions, fields, place(markup)]
        });
        let languages = self.language_texts.iter().map(|text| place(*text));
        self.splits.sort_unstable();
        self.splits.dedup();
        let frame = if self.frame == NONE { 0 } else { place(self.frame) as usize + 1 };
        let numbers = [counts[0], counts[1], self.words.len(), chains.len(), frame];
        let parts: [Vec<u8>; SECTIONS] = [
            all,
            bytes(lists),
            table(&words),
            bytes(start_rows.into_iter().flatten()),
            table(&chains),
            filter(chains.len(), chains.iter().map(|chain| chain.0)),
            bytes(groups),
            bytes(term_rows.flatten()),
            bytes(concept_rows.flatten()),
            bytes(languages),
            filter(self.splits.len(), self.splits.iter().copied()),
        ];
        let numbers: [u64; NUMBERS] = numbers.map(|number| number as u64);
        Some(SectionFile::assemble(&TERMBASE, parts, numbers))
    }
}

fn bytes(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    numbers.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Creates a Bloom filter that sets two bits for each hash and uses sixteen bits of space per hash.
fn filter(count: usize, hashes: impl Iterator<Item = u64>) -> Vec<u8> {
    let mut filter = vec![0u64; (count / 4).max(1)];
    let bytes = filter.len() * 8;
    for hash in hashes {
        let (place, bits) = filter_bits(hash, bytes);
        filter[place / 8] |= bits;
    }
    filter.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// Merges equal chains. Two groups whose chains have the same hash stay separate.
fn unite(chains: &mut Vec<(u64, u32)>) {
    chains.sort_unstable();
    chains.dedup_by(|next, kept| {
        let same = next.0 == kept.0 && (next.1 & GROUP == 0 || kept.1 & GROUP == 0);
        if same {
            kept.1 |= next.1;
        }
        same
    });
}

/// Builds a hash table with linear probing that is at most half full.
fn table(values: &[(u64, u32)]) -> Vec<u8> {
    let count = (values.len() * 2).next_power_of_two().max(8);
    let mut slots = vec![[0u32; 2]; count];
    for (hash, value) in values {
        let mut at = (hash >> 32) as usize & (count - 1);
        while slots[at][1] != 0 {
            at = (at + 1) & (count - 1);
        }
        slots[at] = [*hash as u32, *value];
    }
    bytes(slots.into_iter().flatten())
}

/// Returns forms of the main word of a term that may have another stem, each with the index of the word.
fn other_stems(key: &str, term: &TermEntry, count: usize) -> Vec<(usize, String)> {
    let Some(inflection) = Inflection::of(key) else {
        // The stemmer returns `len` for `lens`, but `lens` for `lenses`.
        let last = Pieces::new(&term.text).last().map(|piece| &term.text[piece.range()]);
        let last = last.filter(|last| key == "en" && last.ends_with('s'));
        return last.map(|last| (count - 1, format!("{last}es"))).into_iter().collect();
    };
    let at = if inflection.is_head_first { 0 } else { count - 1 };
    let head = Pieces::new(&term.text).nth(at).map(|piece| &term.text[piece.range()]);
    let known = term.part_of_speech.as_deref();
    let class = match known {
        Some(known) => WordClass::parse(known),
        None => Some(WordClass::Noun),
    };
    let mut forms = Vec::new();
    if let (Some(head), Some(class)) = (head, class) {
        inflection.added(class, &folded(head), |form| forms.push((at, form.to_owned())));
    }
    forms
}

/// Derives the IRI of a concept from its `id`.
fn derived(base: &str, id: &str) -> String {
    let mut iri = base.to_owned();
    for c in id.chars() {
        if c.is_ascii_alphanumeric() || "-._~:@!$&'()*+,;=".contains(c) || c as u32 >= 0xA0 {
            iri.push(c);
        } else {
            let mut bytes = [0; 4];
            let encoded = c.encode_utf8(&mut bytes).bytes();
            encoded.for_each(|byte| iri.push_str(&format!("%{byte:02X}")));
        }
    }
    iri
}
