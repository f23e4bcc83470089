//! The tokens of BERT, by the file `tokenizer.json` of the Tokenizers library: words are normalized and divided into
//! the longest pieces that the vocabulary has (WordPiece). rten-text has this too, but its tokenizer cannot be shared
//! by threads.

use std::collections::HashMap;
use std::path::Path;

use glossweave_base::error::{Error, ErrorKind, Result};
use regex_syntax::hir::{Class, HirKind};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

/// The number of tokens of a text that count if the file does not say.
const MAX_TOKENS: u64 = 256;
/// The greatest number of tokens that a file may say.
const MOST_TOKENS: u64 = 8192;
/// The number of bytes of a text that are read for each token.
const TOKEN_BYTES: usize = 32;
/// The greatest number of characters of a word that is divided.
const MAX_WORD: usize = 100;

/// The characters of Unicode categories.
struct Characters(Vec<(char, char)>);

impl Characters {
    /// Returns those of a character class in the syntax of regular expressions.
    fn of(class: &str) -> Characters {
        let found = regex_syntax::parse(class).ok();
        let ranges = found.and_then(|found| match found.into_kind() {
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

pub(crate) struct Tokenizer {
    vocabulary: HashMap<String, i32>,
    start: i32,
    end: i32,
    unknown: i32,
    /// The characters before a piece that does not begin a word.
    prefix: String,
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
    /// Reads a tokenizer. Returns `ErrorKind::Malformed` if it is none, and `ErrorKind::Unsupported` if it is of another
    /// kind.
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
            vocabulary.insert(token.clone(), number);
        }
        let special = |token: &str| {
            let number = vocabulary.get(token).copied();
            number.ok_or_else(|| malformed(&format!("`vocab` does not have `{token}`")))
        };
        let normalizer = &file["normalizer"];
        let is_on = |option: &str| normalizer[option].as_bool().unwrap_or(true);
        let is_lowercase = is_on("lowercase");
        let max_tokens = file["truncation"]["max_length"].as_u64().unwrap_or(MAX_TOKENS);
        Ok(Tokenizer {
            start: special("[CLS]")?,
            end: special("[SEP]")?,
            unknown: special(model["unk_token"].as_str().unwrap_or("[UNK]"))?,
            prefix: model["continuing_subword_prefix"].as_str().unwrap_or("##").to_owned(),
            is_cleaned: is_on("clean_text"),
            is_lowercase,
            is_without_accents: normalizer["strip_accents"].as_bool().unwrap_or(is_lowercase),
            are_ideographs_words: is_on("handle_chinese_chars"),
            punctuation: Characters::of(r"[\p{P}[:punct:]]"),
            marks: Characters::of(r"\p{Mn}"),
            controls: Characters::of(r"[\p{Cc}\p{Cf}\p{Co}]"),
            max_tokens: max_tokens.clamp(3, MOST_TOKENS) as usize,
            vocabulary,
        })
    }

    /// Returns the maximum number of tokens of a text, with those at its start and end.
    pub(crate) fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// Returns the numbers of the tokens of a text, of which the end is left out if it is too long.
    pub(crate) fn tokens(&self, text: &str) -> Vec<i32> {
        let mut end = text.len().min(self.max_tokens * TOKEN_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let mut tokens = vec![self.start];
        let mut word = String::new();
        for c in self.normalized(&text[..end]).chars() {
            let is_alone = self.punctuation.has(c);
            if is_alone || c.is_whitespace() {
                self.divide(&word, &mut tokens);
                word.clear();
            } else {
                word.push(c);
            }
            if is_alone {
                self.divide(c.encode_utf8(&mut [0; 4]), &mut tokens);
            }
            if tokens.len() >= self.max_tokens {
                break;
            }
        }
        self.divide(&word, &mut tokens);
        tokens.truncate(self.max_tokens - 1);
        tokens.push(self.end);
        tokens
    }

    fn normalized(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            if matches!(c, '\t' | '\n' | '\r') || c.is_whitespace() {
                out.push(' ');
            } else if self.is_cleaned && (c == '\u{FFFD}' || self.controls.has(c)) {
                continue;
            } else if self.are_ideographs_words && is_ideograph(c) {
                out.extend([' ', c, ' ']);
            } else {
                out.push(c);
            }
        }
        if self.is_without_accents {
            out = out.nfd().filter(|c| !self.marks.has(*c)).collect();
        }
        if self.is_lowercase {
            out = out.chars().flat_map(char::to_lowercase).collect();
        }
        out
    }

    /// Appends the tokens of a word: each time the longest piece that is known, or one token for a word in which a
    /// piece is not.
    fn divide(&self, word: &str, tokens: &mut Vec<i32>) {
        if word.is_empty() {
            return;
        }
        if word.chars().nth(MAX_WORD).is_some() {
            tokens.push(self.unknown);
            return;
        }
        let before = tokens.len();
        let (mut rest, mut piece) = (word, String::new());
        while !rest.is_empty() {
            let ends = rest.char_indices().rev().map(|(at, c)| at + c.len_utf8());
            let found = ends.into_iter().find_map(|end| {
                piece.clear();
                if rest.len() < word.len() {
                    piece.push_str(&self.prefix);
                }
                piece.push_str(&rest[..end]);
                self.vocabulary.get(&piece).map(|token| (end, *token))
            });
            match found {
                Some((end, token)) => {
                    tokens.push(token);
                    rest = &rest[end..];
                }
                None => {
                    tokens.truncate(before);
                    tokens.push(self.unknown);
                    return;
                }
            }
        }
    }
}

/// Returns `true` for the blocks of CJK Unified and Compatibility Ideographs.
fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c),
        0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x2A6DF
        | 0x2A700..=0x2CEAF | 0x2F800..=0x2FA1F)
}
