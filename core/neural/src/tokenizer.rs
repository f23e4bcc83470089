//! The tokenizer of BERT, loaded from a `tokenizer.json` file of the Tokenizers library. Words are
//! normalized, and then split greedily into the longest pieces that the vocabulary contains (WordPiece).
//! rten-text also supports this, but its tokenizer cannot be shared between threads.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use glossweave_base::error::{Error, ErrorKind, Result};
use regex_syntax::hir::{Class, HirKind};
use serde_json::Value;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// The maximum number of tokens of a text if the file does not specify it.
const MAX_TOKENS: u64 = 256;
/// The largest supported maximum number of tokens in a file.
const MOST_TOKENS: u64 = 8192;
/// The maximum number of bytes of a text that are read for each token.
const TOKEN_BYTES: usize = 32;
/// The maximum number of characters of a word that is split.
const MAX_WORD: usize = 100;

/// A set of characters, given by Unicode categories.
struct Characters(Vec<(char, char)>);

impl Characters {
    /// Returns the characters that match a character class, which is written as a regular
    /// expression.
    fn of(class: &str) -> Characters {
        let found = regex_syntax::parse(class).ok();
        let ranges = found.and_then(|parsed| match parsed.into_kind() {
            HirKind::Class(Class::Unicode(class)) => {
                Some(class.iter().map(|range| (range.start(), range.end())).collect())
            }
            _ => None,
        });
        Characters(ranges.unwrap_or_default())
    }

    fn has(&self, c: char) -> bool {
        let at = self.0.partition_point(|(_, end)| *end < c);
        self.0.get(at).is_some_and(|(start, _)| *start <= c)
    }
}

/// A token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The number of the token in the vocabulary.
    pub id: i32,
    /// The byte range in the text from which the token was created.
    pub span: Range<usize>,
    /// The number of the word that contains the token.
    pub word: usize,
}

/// A character of a normalized text, and the byte range in the original text from which it was
/// created.
#[derive(Clone, Copy, Debug)]
struct Mapped {
    c: char,
    start: usize,
    end: usize,
}

pub(crate) struct Tokenizer {
    /// The pieces that can start a word.
    heads: HashMap<String, i32>,
    /// The pieces that can continue a word, without the prefix that marks them.
    tails: HashMap<String, i32>,
    /// The tokens that are added to the vocabulary.
    added: HashMap<String, i32>,
    /// The length of the longest piece, in bytes.
    longest: usize,
    start: i32,
    end: i32,
    unknown: i32,
    is_cleaned: bool,
    is_lowercase: bool,
    is_without_accents: bool,
    are_ideographs_words: bool,
    punctuation: Characters,
    marks: Characters,
    controls: Characters,
    max_tokens: usize,
}

impl Tokenizer {
    /// Parses a tokenizer. Returns `ErrorKind::Malformed` if the file is not a tokenizer, and
    /// `ErrorKind::Unsupported` if its type is not supported.
    pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<Tokenizer> {
        let name = format!("the tokenizer `{}`", path.display());
        let malformed = |what: &str| {
            let message = format!("{name} is not a tokenizer of the Tokenizers library: {what}");
            Error::new(ErrorKind::Malformed, message)
        };
        let file: Value =
            serde_json::from_slice(bytes).map_err(|error| malformed(&error.to_string()))?;
        for (part, expected) in [
            ("model", "WordPiece"),
            ("normalizer", "BertNormalizer"),
            ("pre_tokenizer", "BertPreTokenizer"),
        ] {
            let found = file[part]["type"].as_str().unwrap_or("none");
            if found != expected {
                let message = format!("{name} has the {part} `{found}`, expected `{expected}`");
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
        }
        let model = &file["model"];
        let table = model["vocab"].as_object().ok_or_else(|| malformed("it has no `vocab`"))?;
        let mut vocabulary = HashMap::with_capacity(table.len());
        for (token, number) in table {
            let number = number.as_u64().and_then(|number| i32::try_from(number).ok());
            let number = number.ok_or_else(|| malformed(&format!("`{token}` has no number")))?;
            vocabulary.insert(token.as_str(), number);
        }
        let special = |token: &str| {
            let number = vocabulary.get(token).copied();
            number.ok_or_else(|| malformed(&format!("`vocab` does not contain `{token}`")))
        };
        let normalizer = &file["normalizer"];
        let is_on = |option: &str| normalizer[option].as_bool().unwrap_or(true);
        let is_lowercase = is_on("lowercase");
        let max_tokens = file["truncation"]["max_length"].as_u64().unwrap_or(MAX_TOKENS);
        let prefix = model["continuing_subword_prefix"].as_str().unwrap_or("##");
        let (mut heads, mut tails) = (HashMap::new(), HashMap::new());
        for (token, number) in &vocabulary {
            let tail = token.strip_prefix(prefix);
            if prefix.is_empty() || tail.is_none() {
                heads.insert((*token).to_owned(), *number);
            }
            if let Some(tail) = tail {
                tails.insert(tail.to_owned(), *number);
            }
        }
        let added = file["added_tokens"].as_array().into_iter().flatten().filter_map(|token| {
            let number = token["id"].as_u64().and_then(|number| i32::try_from(number).ok());
            Some((token["content"].as_str()?.to_owned(), number?))
        });
        Ok(Tokenizer {
            start: special("[CLS]")?,
            end: special("[SEP]")?,
            unknown: special(model["unk_token"].as_str().unwrap_or("[UNK]"))?,
            is_cleaned: is_on("clean_text"),
            is_lowercase,
            is_without_accents: normalizer["strip_accents"].as_bool().unwrap_or(is_lowercase),
            are_ideographs_words: is_on("handle_chinese_chars"),
            punctuation: Characters::of(r"[\p{P}[:punct:]]"),
            marks: Characters::of(r"\p{Mn}"),
            controls: Characters::of(r"[\p{Cc}\p{Cf}\p{Co}]"),
            max_tokens: max_tokens.clamp(3, MOST_TOKENS) as usize,
            longest: vocabulary.keys().map(|token| token.len()).max().unwrap_or(0),
            heads,
            tails,
            added: added.collect(),
        })
    }

    /// Returns the maximum number of tokens of a text, including the start token and the end token.
    pub(crate) fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// Returns the number of tokens in the vocabulary.
    pub(crate) fn vocabulary(&self) -> usize {
        self.heads.len() + self.tails.len()
    }

    /// Returns the token numbers of a text, which is truncated if it is too long.
    pub(crate) fn tokens(&self, text: &str) -> Vec<i32> {
        let most = self.max_tokens - 2;
        let end = text.floor_char_boundary(self.max_tokens * TOKEN_BYTES);
        let mut pieces = Vec::new();
        self.each_word(&text[..end], |word| {
            self.divide(word, 0, usize::MAX, &mut pieces);
            pieces.len() < most
        });
        pieces.truncate(most);
        self.framed(&pieces)
    }

    /// Returns the tokens of a text, without the start token and the end token. A word with more than `most`
    /// tokens becomes one unknown token.
    pub(crate) fn pieces(&self, text: &str, most: usize) -> Vec<Piece> {
        let (mut pieces, mut number) = (Vec::new(), 0);
        self.each_word(text, |word| {
            self.divide(word, number, most, &mut pieces);
            number += 1;
            true
        });
        pieces
    }

    /// Returns the number of a token, including tokens that are added to the vocabulary.
    pub(crate) fn token(&self, token: &str) -> Option<i32> {
        self.added.get(token).or_else(|| self.heads.get(token)).copied()
    }

    /// Returns the token numbers of pieces, with the start token and the end token.
    pub(crate) fn framed(&self, pieces: &[Piece]) -> Vec<i32> {
        self.framed_ids(pieces.iter().map(|piece| piece.id))
    }

    /// Adds the start token and the end token to a list of token numbers.
    pub(crate) fn framed_ids(&self, ids: impl IntoIterator<Item = i32>) -> Vec<i32> {
        [self.start].into_iter().chain(ids).chain([self.end]).collect()
    }

    /// Calls `call` for each word of a text until it returns `false`.
    fn each_word(&self, text: &str, mut call: impl FnMut(&[Mapped]) -> bool) {
        let all = self.normalized(text);
        let mut from = 0;
        for (at, character) in all.iter().enumerate() {
            let is_alone = self.punctuation.has(character.c);
            if !is_alone && !character.c.is_whitespace() {
                continue;
            }
            if from < at && !call(&all[from..at]) || is_alone && !call(&all[at..=at]) {
                return;
            }
            from = at + 1;
        }
        if from < all.len() {
            call(&all[from..]);
        }
    }

    fn normalized(&self, text: &str) -> Vec<Mapped> {
        let mut all = Vec::with_capacity(text.len());
        for (start, c) in text.char_indices() {
            let mut push = |as_c| all.push(Mapped { c: as_c, start, end: start + c.len_utf8() });
            if matches!(c, '\t' | '\n' | '\r') || c.is_whitespace() {
                push(' ');
            } else if self.is_cleaned && (c == '\u{FFFD}' || self.controls.has(c)) {
                continue;
            } else if self.are_ideographs_words && is_ideograph(c) {
                [' ', c, ' '].into_iter().for_each(push);
            } else {
                push(c);
            }
        }
        if self.is_without_accents && !text.is_ascii() {
            all = self.without_marks(decomposed(&all));
        }
        if self.is_lowercase {
            let lower = |character: Mapped| {
                character.c.to_lowercase().map(move |c| Mapped { c, ..character })
            };
            all = all.into_iter().flat_map(lower).collect();
        }
        all
    }

    /// Removes the marks of a decomposed text. The range of a character is extended over the marks
    /// that follow it.
    fn without_marks(&self, all: Vec<Mapped>) -> Vec<Mapped> {
        let mut out: Vec<Mapped> = Vec::with_capacity(all.len());
        for character in all {
            if !self.marks.has(character.c) {
                out.push(character);
            } else if let Some(before) = out.last_mut().filter(|before| before.c != ' ') {
                before.end = before.end.max(character.end);
            }
        }
        out
    }

    /// Appends the tokens of a word. At each position, the longest known piece is used. When no piece
    /// matches, the whole word becomes one unknown token.
    fn divide(&self, word: &[Mapped], number: usize, most: usize, pieces: &mut Vec<Piece>) {
        let before = pieces.len();
        let Some(end) = word.iter().map(|character| character.end).max() else { return };
        let unknown = Piece { id: self.unknown, span: word[0].start..end, word: number };
        if word.len() > MAX_WORD {
            pieces.push(unknown);
            return;
        }
        let text: String = word.iter().map(|character| character.c).collect();
        // The byte offset of each character, and the end of the word.
        let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut from = 0;
        while from < word.len() {
            let known = if from == 0 { &self.heads } else { &self.tails };
            let longest = bytes.partition_point(|at| *at <= bytes[from] + self.longest) - 1;
            let found = (from + 1..=longest)
                .rev()
                .find_map(|to| known.get(&text[bytes[from]..bytes[to]]).map(|id| (to, *id)));
            match found.filter(|_| pieces.len() - before < most) {
                Some((to, id)) => {
                    let end =
                        word[from..to].iter().map(|character| character.end).max().unwrap_or(end);
                    pieces.push(Piece { id, span: word[from].start..end, word: number });
                    from = to;
                }
                None => {
                    pieces.truncate(before);
                    pieces.push(unknown);
                    return;
                }
            }
        }
    }
}

/// Returns the canonical decomposition of a text (NFD).
fn decomposed(all: &[Mapped]) -> Vec<Mapped> {
    let mut out: Vec<(u8, Mapped)> = Vec::with_capacity(all.len());
    for character in all {
        decompose_canonical(character.c, |c| {
            out.push((canonical_combining_class(c), Mapped { c, ..*character }));
        });
    }
    for marks in out.chunk_by_mut(|(first, _), (second, _)| *first != 0 && *second != 0) {
        marks.sort_by_key(|(class, _)| *class);
    }
    out.into_iter().map(|(_, character)| character).collect()
}

/// Returns `true` if a character is in a block of CJK Unified or Compatibility Ideographs.
fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c),
        0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x2A6DF
        | 0x2A700..=0x2CEAF | 0x2F800..=0x2FA1F)
}
