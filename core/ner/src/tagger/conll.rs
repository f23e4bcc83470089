//! The CoNLL column format: one token per line, with its tag in the last column, and an empty line
//! between sentences.

use std::fmt::Write;

use super::corpus::{Corpus, LabeledSpan, Sentence};
use glossweave_base::error::{Error, Location, Result};
use glossweave_document::conll_columns::{ColumnRow, ColumnTag, column_rows};

/// The separator between documents.
const DOCUMENT: &str = "-DOCSTART-";

impl Corpus {
    /// Parses a corpus. Each line has columns that are separated by spaces or tabs. The first column is the
    /// token and the last column is the tag; other columns are ignored. Token numbers, comments, headers and
    /// tags such as `LOC-B` are supported as in documents of the format `conll-2003`. `-DOCSTART-` starts a
    /// new document; without it, each sentence is a document. A tag is `O`, or a letter, a hyphen and a
    /// class. The common schemes IOB1, BIO, BILOU and BIOES are supported, and result in the same mentions.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed`, with the location, if a line has no tag or its tag is not valid.
    pub fn from_conll(text: &str) -> Result<Corpus> {
        // A byte order mark is kept if it is a token by itself.
        let marked = text.strip_prefix('\u{feff}').filter(|rest| !rest.starts_with([' ', '\t']));
        let rows = column_rows(marked.unwrap_or(text));
        let skipped = text.len() - marked.unwrap_or(text).len();
        let mut corpus = Corpus::default();
        let mut document = Vec::new();
        let mut sentence = TaggedSentence::default();
        let mut has_documents = false;
        for (at, row) in rows {
            let (form, tag) = match row {
                ColumnRow::Note => continue,
                ColumnRow::Break => {
                    document.extend(sentence.finish());
                    continue;
                }
                ColumnRow::Document => {
                    document.extend(sentence.finish());
                    has_documents = true;
                    if !document.is_empty() {
                        corpus.documents.push(std::mem::take(&mut document));
                    }
                    continue;
                }
                ColumnRow::Token { form, tag, .. } => (form, tag),
            };
            let class = class_of(tag).map_err(|message| {
                let line = at.start + skipped..at.end + skipped;
                Error::malformed(message).at(Location::in_source(text.as_bytes(), line))
            })?;
            let tag =
                class.map(|(letter, class)| (letter, class_number(&mut corpus.classes, class)));
            sentence.tokens.push(form.to_owned());
            sentence.tags.push(tag);
        }
        document.extend(sentence.finish());
        // Without document separators, each sentence is a separate document.
        if !document.is_empty() && !has_documents {
            corpus.documents = document.into_iter().map(|sentence| vec![sentence]).collect();
        } else if !document.is_empty() {
            corpus.documents.push(document);
        }
        corpus.sort_classes();
        Ok(corpus)
    }

    /// Numbers the classes in alphabetical order, so that the result does not depend on the order
    /// of the input.
    pub(super) fn sort_classes(&mut self) {
        let mut sorted = self.classes.clone();
        sorted.sort();
        let numbers: Vec<_> = self
            .classes
            .iter()
            .map(|class| sorted.binary_search(class).unwrap_or_default())
            .collect();
        self.classes = sorted;
        for sentence in self.documents.iter_mut().flatten() {
            for mention in &mut sentence.mentions {
                mention.class = numbers[mention.class];
            }
        }
    }

    /// Formats the corpus as tokens with BIO tags, which can be parsed by [`Corpus::from_conll`].
    pub fn to_conll(&self) -> String {
        let mut out = String::new();
        for (number, document) in self.documents.iter().enumerate() {
            if number > 0 || self.documents.len() > 1 {
                let _ = write!(out, "{DOCUMENT} O\n\n");
            }
            for sentence in document {
                for (at, token) in sentence.tokens.iter().enumerate() {
                    let inside = sentence
                        .mentions
                        .iter()
                        .find(|mention| (mention.start..mention.end).contains(&at));
                    let _ = match inside {
                        None => writeln!(out, "{token} O"),
                        Some(mention) => {
                            let letter = if mention.start == at { 'B' } else { 'I' };
                            writeln!(out, "{token} {letter}-{}", self.classes[mention.class])
                        }
                    };
                }
                out.push('\n');
            }
        }
        out
    }
}

/// The tokens of a sentence and their tags.
#[derive(Default)]
struct TaggedSentence {
    tokens: Vec<String>,
    tags: Vec<Option<(char, usize)>>,
}

impl TaggedSentence {
    /// Returns the sentence, and starts the next sentence. Returns `None` if there are no tokens.
    fn finish(&mut self) -> Option<Sentence> {
        let TaggedSentence { tokens, tags } = std::mem::take(self);
        (!tokens.is_empty()).then(|| Sentence { tokens, mentions: mentions(&tags) })
    }
}

/// Returns the letter and the class of a tag, or `None` outside of mentions. If the tag is not valid,
/// returns the reason.
fn class_of(tag: ColumnTag<'_>) -> std::result::Result<Option<(char, &str)>, String> {
    let wrong = |text: &str| format!("expected a tag such as `O` or `B-LOC`, found `{text}`");
    match tag {
        ColumnTag::Outside => Ok(None),
        ColumnTag::Inside { prefix, label: "" } => Err(wrong(&char::from(prefix).to_string())),
        ColumnTag::Inside { prefix: b'M', label } => Ok(Some(('I', label))),
        ColumnTag::Inside { prefix, label } => Ok(Some((char::from(prefix), label))),
        ColumnTag::Bare(text) | ColumnTag::Wrong(text) => Err(wrong(text)),
        ColumnTag::Missing => Err("expected a token and a tag, found one column".to_owned()),
    }
}

fn class_number(classes: &mut Vec<String>, class: &str) -> usize {
    match classes.iter().position(|known| known == class) {
        Some(number) => number,
        None => {
            classes.push(class.to_owned());
            classes.len() - 1
        }
    }
}

/// Returns the mentions of tags according to the rules of conlleval: a mention also starts when the
/// class changes, and ends when the next mention starts.
fn mentions(tags: &[Option<(char, usize)>]) -> Vec<LabeledSpan> {
    let mut mentions: Vec<LabeledSpan> = Vec::new();
    let mut open = false;
    for (at, tag) in tags.iter().enumerate() {
        let Some((letter, class)) = *tag else {
            open = false;
            continue;
        };
        match mentions.last_mut() {
            Some(last) if open && last.class == class && matches!(letter, 'I' | 'L' | 'E') => {
                last.end = at + 1;
            }
            _ => mentions.push(LabeledSpan { start: at, end: at + 1, class }),
        }
        open = !matches!(letter, 'L' | 'E' | 'U' | 'S');
    }
    mentions
}
