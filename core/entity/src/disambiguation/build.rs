//! The build of an entity index, in two passes over the statements. The first pass collects the
//! relations between entities and the frequency of each word. The second pass collects the words of
//! each entity, of which the rarest are kept.

use std::collections::HashMap;

use super::IndexModels;
use super::class_vector::{ClassSpace, WordClass};
use super::file::{CONTEXT, IndexFile, MAX_ITEMS};
use super::property::{Role, role};
use super::vectors::{self, VectorSections};
use super::word::{HASH, Word, words};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::SectionFile;
use glossweave_base::words::hash;
use glossweave_rdf::{NamedOrBlankNode, Statements, Term};

/// The maximum number of words and stems of an entity, and of its related entities.
const MAX_WORDS: usize = 384;
/// The maximum number of relations of an entity that are kept. Relations to entities with few relations
/// are preferred, because a hub is not useful as evidence.
const MAX_LINKS: usize = 1024;
/// The maximum number of relations of an entity that are read.
const MAX_GATHERED: usize = 4096;
/// The number of words with classes after which further texts of an entity are not read for class
/// vectors.
const MAX_CLASSED: usize = 1024;
/// The maximum number of classes of an entity.
const MAX_CLASSES: usize = 16;
/// The maximum number of spellings of an entity.
const MAX_SPELLINGS: usize = 64;
/// The maximum number of words that are read from a description.
const MAX_READ: usize = 512;
/// The maximum number of relations of an entity whose labels are added to its neighbours.
const MAX_NAMED: usize = 4096;
/// The maximum number of relations of an entity whose descriptions are added to its neighbours.
const MAX_DESCRIBED: usize = 32;
/// The number of word counters, which is large enough that few words share a counter.
const COUNTS: usize = 1 << 20;

/// The weight of words in the description of a neighbour, relative to words in a label.
const DESCRIBED: f64 = 0.5;
/// The weight of words in an example sentence.
const EXAMPLE: f64 = 0.5;

/// The data of an entity or a class during the build.
#[derive(Default)]
struct Item {
    hash: u64,
    words: Vec<u32>,
    related: Vec<u32>,
    has_description: bool,
    links: Vec<u64>,
    classes: Vec<u64>,
    spellings: Vec<u32>,
    /// The hashes of the words of the entity, with their classes.
    classed: Vec<(u32, WordClass)>,
    is_wanted: bool,
}

struct Gathering<'w> {
    wanted: &'w dyn Fn(&str) -> bool,
    space: Option<&'w ClassSpace>,
    items: Vec<Item>,
    numbers: HashMap<u64, u32>,
    /// The neighbours of items. Sorted by neighbour after the first pass.
    neighbours: Vec<(u64, u32)>,
    /// The number of literals that contain each word, by word hash.
    counts: Vec<u32>,
    literals: u32,
    /// The last subject, which is cached because statements are grouped by subject.
    last: (u64, Option<u32>),
    seen: Vec<Word>,
}

pub(super) fn build(
    statements: &dyn Statements,
    is_wanted: &dyn Fn(&str) -> bool,
    models: &IndexModels,
    step: &dyn Fn() -> Result<()>,
) -> Result<IndexFile> {
    let mut gathering = Gathering {
        wanted: is_wanted,
        space: models.space.as_deref(),
        items: Vec::new(),
        numbers: HashMap::new(),
        neighbours: Vec::new(),
        counts: vec![0; COUNTS],
        literals: 0,
        last: (0, None),
        seen: Vec::new(),
    };
    statements.each(&mut |triple| {
        if let NamedOrBlankNode::NamedNode(subject) = &triple.subject {
            let role = role(triple.predicate.as_str());
            match &triple.object {
                Term::Literal(literal) => gathering.count(role, literal.value()),
                Term::NamedNode(object) => {
                    gathering.relate(subject.as_str(), role, object.as_str())?;
                }
                Term::BlankNode(_) => (),
            }
            if role.has_words() {
                gathering.number(subject.as_str())?;
            }
        }
        Ok(())
    })?;
    gathering.place_classes()?;
    gathering.neighbours.sort_unstable();
    gathering.neighbours.dedup();
    statements.each(&mut |triple| {
        if let (NamedOrBlankNode::NamedNode(subject), Term::Literal(literal)) =
            (&triple.subject, &triple.object)
        {
            let role = role(triple.predicate.as_str());
            if role.has_words() {
                gathering.describe(hash(subject.as_str().as_bytes()), role, literal.value());
            }
        }
        Ok(())
    })?;
    let vectors = match &models.encoder {
        Some(encoder) => vectors::build(statements, is_wanted, &**encoder, step)?,
        None => VectorSections::default(),
    };
    gathering.finish(vectors)
}

impl Gathering<'_> {
    /// Returns the number of an entity, which is added if it is in the index.
    fn number(&mut self, iri: &str) -> Result<Option<u32>> {
        let hash = hash(iri.as_bytes());
        if self.last.0 == hash {
            return Ok(self.last.1);
        }
        let known = self.numbers.get(&hash).copied();
        let number = match known {
            Some(number) => Some(number),
            None if (self.wanted)(iri) => Some(self.add(hash, true)?),
            None => None,
        };
        self.last = (hash, number);
        Ok(number)
    }

    fn add(&mut self, hash: u64, is_wanted: bool) -> Result<u32> {
        let number = u32::try_from(self.items.len()).map_err(|_| too_large())?;
        self.items.push(Item { hash, is_wanted, ..Item::default() });
        self.numbers.insert(hash, number);
        Ok(number)
    }

    fn count(&mut self, role: Role, text: &str) {
        if !role.has_words() {
            return;
        }
        self.read(text);
        self.literals = self.literals.saturating_add(1);
        for word in &self.seen {
            for hash in [word.full, word.stem] {
                let count = &mut self.counts[place(hash)];
                *count = count.saturating_add(u32::from(hash > 0));
            }
        }
    }

    /// Stores the distinct words of a text in `seen`.
    fn read(&mut self, text: &str) {
        let seen = &mut self.seen;
        seen.clear();
        words(text, self.space, |_, word| {
            if seen.len() < MAX_READ {
                seen.push(word);
            }
        });
        seen.sort_unstable();
        seen.dedup();
    }

    fn relate(&mut self, subject: &str, role: Role, object: &str) -> Result<()> {
        let object_hash = hash(object.as_bytes());
        if let Some(number) = self.number(subject)? {
            let item = &mut self.items[number as usize];
            if matches!(role, Role::Class | Role::Broader)
                && item.classes.len() < MAX_CLASSES
                && !item.classes.contains(&object_hash)
            {
                item.classes.push(object_hash);
            }
            if role != Role::Class && item.links.len() < MAX_GATHERED {
                item.links.push(object_hash & !0xFF);
                self.neighbours.push((object_hash, number));
            }
        }
        if role == Role::Class {
            return Ok(());
        }
        let number = match self.numbers.get(&object_hash) {
            Some(number) => Some(*number),
            None if (self.wanted)(object) => Some(self.add(object_hash, true)?),
            None => None,
        };
        if let Some(number) = number {
            let subject_hash = hash(subject.as_bytes());
            let item = &mut self.items[number as usize];
            if item.links.len() < MAX_GATHERED {
                item.links.push(subject_hash & !0xFF);
                self.neighbours.push((subject_hash, number));
            }
        }
        Ok(())
    }

    /// Adds the classes of items as further items.
    fn place_classes(&mut self) -> Result<()> {
        for index in 0..self.items.len() {
            for at in 0..self.items[index].classes.len() {
                let class = self.items[index].classes[at];
                if !self.numbers.contains_key(&class) {
                    self.add(class, false)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the words of a text about a subject to its item and to its related items.
    fn describe(&mut self, subject: u64, role: Role, text: &str) {
        let own_item = self.numbers.get(&subject).copied();
        let from = self.neighbours.partition_point(|(neighbour, _)| *neighbour < subject);
        let near = self.neighbours[from..].iter();
        // The count stops at the limit, because it is repeated for each literal of a hub.
        let near =
            near.take(MAX_NAMED + 1).take_while(|(neighbour, _)| *neighbour == subject).count();
        let most = if role == Role::Label { MAX_NAMED } else { MAX_DESCRIBED };
        if own_item.is_none() && (near == 0 || near > most) {
            return;
        }
        self.read(text);
        if role == Role::Example {
            // The words describe the contexts of the entity, and not the entity itself.
            if let Some(number) = own_item {
                let words = &mut self.items[number as usize].related;
                push(&self.seen, &self.counts, self.literals, EXAMPLE, words);
            }
            return;
        }
        if let Some(number) = own_item {
            let item = &mut self.items[number as usize];
            item.has_description |= role == Role::Description;
            if role == Role::Label && item.spellings.len() < MAX_SPELLINGS {
                item.spellings.push(spelling(text));
            }
            push(&self.seen, &self.counts, self.literals, 1.0, &mut item.words);
            if item.classed.len() < MAX_CLASSED {
                let known = self.seen.iter().filter(|word| word.class.path > 0);
                item.classed.extend(known.map(|word| (word.full, word.class)));
            }
        }
        if near <= most {
            let part = if role == Role::Label { 1.0 } else { DESCRIBED };
            for (_, number) in &self.neighbours[from..from + near] {
                let words = &mut self.items[*number as usize].related;
                push(&self.seen, &self.counts, self.literals, part, words);
            }
        }
    }

    fn finish(mut self, encoded: VectorSections) -> Result<IndexFile> {
        let degrees = degrees(&self.neighbours);
        self.neighbours = Vec::new();
        let mut order: Vec<u32> = (0..self.items.len() as u32).collect();
        order.sort_unstable_by_key(|number| self.items[*number as usize].hash);
        let mut places = vec![0u32; order.len()];
        for (place, number) in order.iter().enumerate() {
            places[*number as usize] = place as u32;
        }
        let [mut nodes, mut words, mut related, mut links, mut classes, mut spellings, mut vectors] =
            [const { Vec::new() }; 7];
        let classed: Vec<Vec<(u32, WordClass)>> =
            self.items.iter_mut().map(|item| std::mem::take(&mut item.classed)).collect();
        let (mut entities, mut described) = (0, 0);
        for number in order {
            let item = &mut self.items[number as usize];
            entities += u64::from(item.is_wanted);
            described += u64::from(item.is_wanted && item.has_description);
            keep_best(&mut item.words);
            keep_best(&mut item.related);
            item.links.sort_unstable();
            item.links.dedup();
            if item.links.len() > MAX_LINKS {
                item.links.sort_by_key(|link| degrees.get(link).copied().unwrap_or(1));
                item.links.truncate(MAX_LINKS);
                item.links.sort_unstable();
            }
            item.spellings.sort_unstable();
            item.spellings.dedup();
            let mut of_class: Vec<u32> = item
                .classes
                .iter()
                .filter_map(|class| self.numbers.get(class))
                .map(|number| places[*number as usize])
                .collect();
            of_class.sort_unstable();
            let vector = match self.space.filter(|_| item.is_wanted) {
                Some(space) => {
                    let of = |number: u32| &classed[number as usize];
                    let classes = item.classes.iter().filter_map(|class| self.numbers.get(class));
                    let all = [number].into_iter().chain(classes.copied()).flat_map(of);
                    let mut all: Vec<(u32, WordClass)> = all.copied().collect();
                    all.sort_unstable();
                    all.dedup_by_key(|(word, _)| *word);
                    space.vector(&all.iter().map(|(_, class)| *class).collect::<Vec<_>>())
                }
                None => Vec::new(),
            };
            nodes.extend_from_slice(&item.hash.to_le_bytes());
            let starts = [
                words.len() / 4,
                related.len() / 4,
                links.len() / 8,
                classes.len() / 4,
                spellings.len() / 4,
                vectors.len() / 4,
            ];
            let counts = [
                item.words.len(),
                item.related.len(),
                item.links.len(),
                of_class.len(),
                item.spellings.len(),
                vector.len(),
            ];
            for (start, count) in starts.into_iter().zip(counts) {
                let start = u32::try_from(start).map_err(|_| too_large())?;
                nodes.extend_from_slice(&start.to_le_bytes());
                nodes.extend_from_slice(&(count.min(MAX_ITEMS) as u32).to_le_bytes());
            }
            let write = |list: &[u32], out: &mut Vec<u8>| {
                list.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
            };
            write(&item.words, &mut words);
            write(&item.related, &mut related);
            for link in &item.links {
                let degree = degrees.get(link).copied().unwrap_or(1);
                let weight = 1.0 / (1.0 + f64::from(degree).ln() / 2.0);
                let link = link | (weight * 255.0).round().max(1.0) as u64;
                links.extend_from_slice(&link.to_le_bytes());
            }
            write(&of_class, &mut classes);
            write(&item.spellings, &mut spellings);
            write(&vector, &mut vectors);
            *item = Item::default();
        }
        let VectorSections { records, vectors: encoded, encoder, dimensions } = encoded;
        let parts =
            [nodes, words, related, links, classes, spellings, records, encoded, encoder, vectors];
        let identity = self.space.map_or(0, ClassSpace::identity);
        Ok(SectionFile::assemble(&CONTEXT, parts, [entities, described, dimensions, identity]))
    }
}

/// Returns the number of items that are related to each neighbour. The keys are hashes in the
/// format of links.
fn degrees(neighbours: &[(u64, u32)]) -> HashMap<u64, u32> {
    let mut degrees = HashMap::new();
    for (neighbour, _) in neighbours {
        *degrees.entry(neighbour & !0xFF).or_insert(0) += 1;
    }
    degrees
}

fn place(hash: u32) -> usize {
    (hash >> (32 - COUNTS.trailing_zeros())) as usize
}

/// Returns the hash of a label in its original case.
pub(super) fn spelling(label: &str) -> u32 {
    hash(label.trim().as_bytes()) as u32
}

/// Returns the inverse document frequency of a word, from 0 for a word in every literal to 1.
fn rarity(hash: u32, counts: &[u32], literals: u32) -> f64 {
    let all = f64::from(literals).max(1.0) + 1.0;
    let count = f64::from(counts[place(hash)]) + 0.5;
    ((all / count).ln() / (all / 1.5).ln().max(1.0)).clamp(0.0, 1.0)
}

/// Adds words with their weights. A word that occurs in every literal has the weight 0.
fn push(seen: &[Word], counts: &[u32], literals: u32, part: f64, out: &mut Vec<u32>) {
    for hash in seen.iter().flat_map(|word| [word.full, word.stem]).filter(|hash| *hash > 0) {
        let weight = (rarity(hash, counts, literals) * part * 255.0).round() as u32;
        if weight > 0 {
            out.push(hash & HASH | weight);
        }
    }
    if out.len() > MAX_WORDS * 4 {
        keep_best(out);
    }
}

/// Keeps the greatest weight of each word, and only the words with the greatest weights, sorted by
/// hash.
fn keep_best(words: &mut Vec<u32>) {
    words.sort_unstable_by(|first, second| second.cmp(first));
    words.dedup_by_key(|word| *word & HASH);
    words.sort_unstable_by_key(|word| (!*word & !HASH, *word));
    words.truncate(MAX_WORDS);
    words.sort_unstable();
}

fn too_large() -> Error {
    Error::new(ErrorKind::TooLarge, "a context of more than 4 billion items is too large")
}
