//! Building of a memory: texts are collected in one pool, sorted and indexed.

use std::collections::HashMap;
use std::io::Read;

use super::codes::spaced;
use super::file::{
    BLOCK_TEXTS, IndexFile, MAX_SHIFT, MEMORY, RECORD, SECTIONS, SLOT, Section, TEXT, hash, place,
};
use super::ngram_index;
use super::{SegmentPair, TranslationMemory, tmx, xliff};
use glossweave_base::error::{Error, ErrorKind, Result, Side, Skipped, SkippedExt};
use glossweave_base::mmap_file::SectionFile;
use glossweave_base::text::Language;
use glossweave_base::text::inline::InlineText;

/// The error message for a file without translations.
const NOTHING: &str = "the file has no text with its translation";

/// The maximum length of a text, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// A range of bytes in the pool.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stretch {
    at: u64,
    bytes: u32,
}

/// An added translation.
#[derive(Clone, Copy)]
struct Row {
    /// The text without markers. `source` contains the markers.
    plain: Stretch,
    source: Stretch,
    target: Stretch,
    chars: u32,
    languages: [u16; 2],
    domain: u32,
    changed: u64,
}

/// A builder that collects the translations of a [`TranslationMemory`]. See [`TranslationMemory::builder`].
#[derive(Default)]
pub struct TranslationMemoryBuilder {
    pool: Vec<u8>,
    rows: Vec<Row>,
    languages: Names,
    domains: Names,
    is_lenient: bool,
    /// The units that readers skipped.
    skipped: Vec<Skipped>,
}

/// Numbered strings.
#[derive(Default)]
struct Names {
    all: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    fn lines(&self) -> Vec<u8> {
        self.all.iter().flat_map(|name| [name.as_bytes(), b"\n"].concat()).collect()
    }
}

impl TranslationMemoryBuilder {
    /// Skips malformed units of files instead of returning an error. [`TranslationMemoryBuilder::skipped`]
    /// lists the skipped units. An error in the file as a whole is still returned.
    pub fn lenient(&mut self) -> &mut TranslationMemoryBuilder {
        self.is_lenient = true;
        self
    }

    /// Returns the units that were skipped in the files so far, up to [`Skipped::MOST`].
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Adds the translations of a TMX file, version 1.4 or earlier, from the text in `srclang` to each other
    /// language. If `srclang` is `*all*`, translations from each language to each other language are added.
    /// The file is read unit by unit, and no other file is read.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the file has no translation, [`ErrorKind::Malformed`] with line and
    /// column if it is not TMX, [`ErrorKind::Unsupported`] if its encoding is not supported,
    /// [`ErrorKind::TooLarge`] if a unit has more than 16 MB, and [`ErrorKind::Unavailable`] if reading
    /// fails. When an error is returned, the builder is unchanged.
    pub fn tmx(&mut self, reader: impl Read) -> Result<&mut TranslationMemoryBuilder> {
        self.whole(|builder, skipped| {
            tmx::read(reader, skipped, &mut |pair| builder.add(pair).map(drop))
        })
    }

    /// Adds the translations of an XLIFF file, version 1.2 or 2. Units without a source or target text are
    /// skipped.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if the file has no translation, [`ErrorKind::Malformed`] with line and
    /// column if it is not XLIFF, [`ErrorKind::Unsupported`] if its encoding is not supported,
    /// [`ErrorKind::TooLarge`] if it has more than 256 MB, and [`ErrorKind::Unavailable`] if reading fails.
    /// When an error is returned, the builder is unchanged.
    pub fn xliff(&mut self, reader: impl Read) -> Result<&mut TranslationMemoryBuilder> {
        self.whole(|builder, skipped| {
            xliff::read(reader, skipped, &mut |pair| builder.add(pair).map(drop))
        })
    }

    /// Adds the translations of a file in the format `tmx` or `xliff`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`TranslationMemoryBuilder::tmx`] and [`TranslationMemoryBuilder::xliff`], and
    /// [`ErrorKind::Unsupported`] with the parameter `informat` if the format has another name.
    pub fn load(
        &mut self,
        informat: &str,
        reader: impl Read,
    ) -> Result<&mut TranslationMemoryBuilder> {
        match informat {
            "tmx" => self.tmx(reader),
            "xliff" => self.xliff(reader),
            other => {
                let message = format!("no memory format `{other}`, expected `tmx` or `xliff`");
                Err(Error::unsupported(Side::Input, message).with_parameter("informat"))
            }
        }
    }

    fn whole(
        &mut self,
        read: impl FnOnce(&mut TranslationMemoryBuilder, Option<&mut Vec<Skipped>>) -> Result<()>,
    ) -> Result<&mut TranslationMemoryBuilder> {
        let (pool, rows) = (self.pool.len(), self.rows.len());
        let mut skipped = Vec::new();
        let list = self.is_lenient.then_some(&mut skipped);
        match read(self, list) {
            Ok(()) if self.rows.len() > rows => {
                skipped.into_iter().for_each(|part| part.keep(&mut self.skipped));
                Ok(self)
            }
            // All units are malformed, or there are none.
            Ok(()) => Err(match skipped.first() {
                None => Error::invalid(NOTHING),
                Some(first) => first.to_error(),
            }),
            Err(error) => {
                self.pool.truncate(pool);
                self.rows.truncate(rows);
                Err(error)
            }
        }
    }

    /// Adds a translation. A pair is skipped if one of its texts is empty or only white space.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] if a language tag is not valid, and [`ErrorKind::TooLarge`] if a text
    /// has more than 1 MB, if there are more than 4,000 million translations, or if there are more than
    /// 65,536 languages.
    pub fn add(&mut self, pair: &SegmentPair<'_>) -> Result<&mut TranslationMemoryBuilder> {
        let source_language = language(pair.source_language)?;
        let target_language = language(pair.target_language)?;
        for text in [pair.source, pair.target] {
            if text.len() > MAX_TEXT {
                let message = format!("a text has {} bytes, limit is {MAX_TEXT}", text.len());
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
        }
        if self.rows.len() >= u32::MAX as usize - 1 {
            return Err(Error::new(ErrorKind::TooLarge, "the memory has too many translations"));
        }
        let source = spaced(pair.source);
        let without = spaced(InlineText::parse(&source).text());
        let target = pair.target.trim();
        if without.is_empty() || target.is_empty() {
            return Ok(self);
        }
        let languages = [&source_language, &target_language]
            .map(|language| self.languages.number(&language.as_str().to_ascii_lowercase()));
        let [Ok(from), Ok(to)] = languages.map(u16::try_from) else {
            return Err(Error::new(ErrorKind::TooLarge, "the memory has too many languages"));
        };
        let domain = pair.domain.map(spaced).filter(|domain| !domain.is_empty());
        let domain = domain.map_or(0, |domain| self.domains.number(&domain) + 1);
        let mut push = |text: &str| {
            let at = self.pool.len() as u64;
            self.pool.extend_from_slice(text.as_bytes());
            Stretch { at, bytes: text.len() as u32 }
        };
        let stretch = push(&source);
        let row = Row {
            plain: if without == source { stretch } else { push(&without) },
            source: stretch,
            target: push(target),
            chars: without.chars().count() as u32,
            languages: [from, to],
            domain,
            changed: pair.changed.unwrap_or(0),
        };
        self.rows.push(row);
        Ok(self)
    }

    fn bytes(&self, stretch: Stretch) -> &[u8] {
        let start = stretch.at as usize;
        self.pool.get(start..start + stretch.bytes as usize).unwrap_or_default()
    }

    /// Builds the memory, and empties the builder. When translations differ only in their date, the newest
    /// one is kept.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::TooLarge`] if a section of the file would be too large.
    pub fn build(&mut self) -> Result<TranslationMemory> {
        std::mem::take(self).into_memory()
    }

    fn into_memory(mut self) -> Result<TranslationMemory> {
        let mut parts: [Vec<u8>; SECTIONS] = Default::default();
        let primaries = self.primaries();
        let mut rows = std::mem::take(&mut self.rows);
        let primary = |row: &Row| primaries[usize::from(row.languages[0])];
        let same_text = |first: &Row, second: &Row| {
            primary(first) == primary(second) && self.bytes(first.plain) == self.bytes(second.plain)
        };
        let key = |row: &Row| (row.languages, row.domain);
        rows.sort_by(|first, second| {
            let texts =
                |row: &Row| [row.plain, row.source, row.target].map(|text| self.bytes(text));
            (primary(first), first.chars)
                .cmp(&(primary(second), second.chars))
                .then_with(|| texts(first).cmp(&texts(second)))
                .then_with(|| key(first).cmp(&key(second)))
                .then_with(|| second.changed.cmp(&first.changed))
        });
        rows.dedup_by(|next, kept| {
            key(next) == key(kept)
                && primary(next) == primary(kept)
                && self.bytes(next.source) == self.bytes(kept.source)
                && self.bytes(next.target) == self.bytes(kept.target)
        });
        let mut texts: Vec<Row> = Vec::new();
        for group in rows.chunk_by(same_text) {
            let record = (parts[Section::Records as usize].len() / RECORD) as u32;
            write_text(&group[0], record, &mut parts[Section::Texts as usize]);
            texts.push(group[0]);
            group.iter().for_each(|row| write_record(row, &mut parts[Section::Records as usize]));
        }
        let records = rows.len();
        drop(rows);
        let end = Row { plain: Stretch { at: 0, bytes: 0 }, chars: u32::MAX, ..EMPTY };
        write_text(&end, records as u32, &mut parts[Section::Texts as usize]);
        let mut from = 0;
        for group in texts.chunk_by(|first, second| primary(first) == primary(second)) {
            self.write_group(group, from, primary(&group[0]), &mut parts)?;
            from += group.len() as u32;
        }
        let hashes = texts.iter().zip(1..).map(|(row, number)| {
            let text = std::str::from_utf8(self.bytes(row.plain)).unwrap_or_default();
            (hash(primary(row), text), number)
        });
        parts[Section::Slots as usize] = slots(hashes.collect())?;
        parts[Section::Languages as usize] = self.languages.lines();
        parts[Section::Domains as usize] = self.domains.lines();
        let numbers = [texts.len() as u64, records as u64];
        drop(texts);
        parts[Section::Strings as usize] = self.pool;
        TranslationMemory::from_file(IndexFile(SectionFile::assemble(&MEMORY, parts, numbers)))
    }

    /// Returns the number of the primary language for each language.
    fn primaries(&mut self) -> Vec<u32> {
        let all = self.languages.all.clone();
        let primary = |tag: &str| tag.split('-').next().unwrap_or(tag).to_owned();
        all.iter().map(|tag| self.languages.number(&primary(tag))).collect()
    }

    /// Writes the row of a language and the blocks of its texts. `from` is the number of the first text.
    fn write_group(
        &self,
        group: &[Row],
        from: u32,
        language: u32,
        parts: &mut [Vec<u8>; SECTIONS],
    ) -> Result<()> {
        let blocks = |parts: &[Vec<u8>; SECTIONS]| {
            (parts[Section::Blocks as usize].len() / super::file::BLOCK) as u32
        };
        let first = blocks(parts);
        let mut rest = group;
        let mut at = from;
        while let Some(shortest) = rest.first().map(|row| row.chars as usize) {
            let most = rest.len().min(BLOCK_TEXTS);
            let longest = ngram_index::longest(shortest);
            let count = rest[..most].partition_point(|row| row.chars as usize <= longest);
            let (block, after) = rest.split_at(count.max(1));
            let texts = block
                .iter()
                .map(|row| std::str::from_utf8(self.bytes(row.plain)).unwrap_or_default());
            let end = at + block.len() as u32;
            ngram_index::write(texts, (at, end), parts).ok_or_else(|| {
                Error::new(ErrorKind::TooLarge, "the memory has texts that are too long")
            })?;
            (rest, at) = (after, end);
        }
        let row = [language, from, at, first, blocks(parts)].map(u32::to_le_bytes);
        parts[Section::Groups as usize].extend_from_slice(row.as_flattened());
        Ok(())
    }
}

const EMPTY: Row = Row {
    plain: Stretch { at: 0, bytes: 0 },
    source: Stretch { at: 0, bytes: 0 },
    target: Stretch { at: 0, bytes: 0 },
    chars: 0,
    languages: [0; 2],
    domain: 0,
    changed: 0,
};

fn write_text(row: &Row, record: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&row.plain.at.to_le_bytes());
    let numbers = [row.plain.bytes, row.chars, record].map(u32::to_le_bytes);
    out.extend_from_slice(numbers.as_flattened());
    debug_assert_eq!(out.len() % TEXT, 0);
}

fn write_record(row: &Row, out: &mut Vec<u8>) {
    let source = if row.source == row.plain { u64::MAX } else { row.source.at };
    out.extend_from_slice([source, row.target.at].map(u64::to_le_bytes).as_flattened());
    let languages = u32::from(row.languages[0]) | u32::from(row.languages[1]) << 16;
    let numbers = [row.source.bytes, row.target.bytes, languages, row.domain];
    out.extend_from_slice(numbers.map(u32::to_le_bytes).as_flattened());
    out.extend_from_slice(&row.changed.to_le_bytes());
    debug_assert_eq!(out.len() % RECORD, 0);
}

/// Builds a hash table with open addressing that is half full. Each hash is stored in its home slot or at
/// most `MAX_SHIFT` slots after it; because the hashes are sorted, the slots are in order, too.
fn slots(mut hashes: Vec<(u64, u32)>) -> Result<Vec<u8>> {
    hashes.sort_unstable();
    let mut count = hashes.len() * 2 + 8;
    // Each try halves the load. In practice, a hash is shifted by a few slots.
    for _ in 0..4 {
        let mut slots: Vec<u8> = Vec::with_capacity((count + MAX_SHIFT) * SLOT);
        let fits = hashes.iter().all(|(hash, value)| {
            let (place, next) = (place(*hash, count), slots.len() / SLOT);
            slots.resize(next.max(place) * SLOT, 0);
            slots.extend_from_slice([*hash as u32, *value].map(u32::to_le_bytes).as_flattened());
            next < place + MAX_SHIFT - 1
        });
        if fits {
            slots.resize((count + MAX_SHIFT) * SLOT, 0);
            return Ok(slots);
        }
        count *= 2;
    }
    Err(Error::new(ErrorKind::Internal, "too many texts share a hash"))
}

/// Parses a language tag of a translation file, which may be an unregistered language.
fn language(tag: &str) -> Result<Language> {
    Language::parse(tag).map_or_else(|| tag.parse(), Ok)
}
