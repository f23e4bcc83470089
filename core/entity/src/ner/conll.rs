//! The CoNLL column format: a token on each line, its tag last, an empty line between sentences.

use std::fmt::Write;

use super::corpus::{Corpus, LabeledSpan, Sentence};
use glossweave_base::error::{Error, Location, Result};

/// The mark between two documents.
const DOCUMENT: &str = "-DOCSTART-";

impl Corpus {
    /// Parses a corpus: lines of columns separated by spaces or tabs, of which the first is the
    /// token and the last the tag; other columns are ignored. `-DOCSTART-` begins a document;
    /// without any, every sentence is a document of its own. Tags are `O`, or a letter, a hyphen
    /// and a class, by any of the usual schemes: IOB1, BIO, BILOU, BIOES.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` with the line if it has no tag, or one that is not valid.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Corpus;
    /// let columns = "-DOCSTART- -X- O O\n\nCork NNP B-NP B-LOC\nHarbour NNP I-NP I-LOC\n";
    /// let corpus = Corpus::from_conll(columns)?;
    /// let sentence = &corpus.documents[0][0];
    /// assert_eq!(sentence.tokens, ["Cork", "Harbour"]);
    /// assert_eq!((sentence.mentions[0].start, sentence.mentions[0].end), (0, 2));
    /// let error = Corpus::from_conll("To O\nCork B-LOC extra?\n").unwrap_err();
    /// assert_eq!(error.location().unwrap().line(), 2);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// All schemes mean the same:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Corpus;
    /// let bio = Corpus::from_conll("Cork B-LOC\nHarbour I-LOC\nand O\nCobh B-LOC\n")?;
    /// assert_eq!(Corpus::from_conll("Cork B-LOC\nHarbour L-LOC\nand O\nCobh U-LOC\n")?, bio);
    /// assert_eq!(Corpus::from_conll("Cork B-LOC\nHarbour E-LOC\nand O\nCobh S-LOC\n")?, bio);
    /// assert_eq!(Corpus::from_conll("Cork I-LOC\nHarbour I-LOC\nand O\nCobh I-LOC\n")?, bio);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn from_conll(text: &str) -> Result<Corpus> {
        let mut corpus = Corpus::default();
        let mut document = Vec::new();
        let mut tokens: Vec<String> = Vec::new();
        let mut tags: Vec<Option<(char, usize)>> = Vec::new();
        let (mut at, mut has_documents) = (0, false);
        for line in text.split_inclusive('\n').chain(["\n"]) {
            let start = at;
            at += line.len();
            let line = line.trim_matches(['\n', '\r']);
            // One that is a token by itself stays.
            let is_mark = |rest: &&str| start == 0 && !rest.starts_with([' ', '\t']);
            let line = line.strip_prefix('\u{feff}').filter(is_mark).unwrap_or(line);
            let mut columns = line.split([' ', '\t']).filter(|column| !column.is_empty());
            let first = columns.next();
            if first.is_none() || first == Some(DOCUMENT) {
                if !tokens.is_empty() {
                    let mentions = mentions(&tags);
                    document.push(Sentence { tokens: std::mem::take(&mut tokens), mentions });
                    tags.clear();
                }
                has_documents |= first.is_some();
                if first.is_some() && !document.is_empty() {
                    corpus.documents.push(std::mem::take(&mut document));
                }
                continue;
            }
            let place = || {
                let end = (start + line.len()).min(text.len());
                Location::in_source(text.as_bytes(), start..end)
            };
            let tag = columns.next_back().ok_or_else(|| {
                Error::malformed("expected a token and a tag, found one column").at(place())
            })?;
            tags.push(match tag {
                "O" => None,
                _ => match tag.split_once('-') {
                    Some((letter @ ("B" | "I" | "L" | "E" | "U" | "S"), class))
                        if !class.is_empty() =>
                    {
                        let letter = letter.chars().next().unwrap_or('I');
                        Some((letter, class_number(&mut corpus.classes, class)))
                    }
                    _ => {
                        let message =
                            format!("expected a tag such as `O` or `B-LOC`, found `{tag}`");
                        return Err(Error::malformed(message).at(place()));
                    }
                },
            });
            tokens.extend(first.map(str::to_owned));
        }
        // Without document marks, every sentence is a document of its own.
        if !document.is_empty() && !has_documents {
            corpus.documents = document.into_iter().map(|sentence| vec![sentence]).collect();
        } else if !document.is_empty() {
            corpus.documents.push(document);
        }
        corpus.sort_classes();
        Ok(corpus)
    }

    /// Numbers the classes in the order of their names, so that the order of the input does not
    /// matter.
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

    /// Writes tokens and BIO tags, as [`Corpus::from_conll`] reads them.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::Corpus;
    /// let corpus = Corpus::from_conll("To O\nCork B-LOC\n")?;
    /// assert_eq!(Corpus::from_conll(&corpus.to_conll())?, corpus);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn to_conll(&self) -> String {
        let mut out = String::new();
        for (number, document) in self.documents.iter().enumerate() {
            if number > 0 || self.documents.len() > 1 {
                let _ = write!(out, "{DOCUMENT} O\n\n");
            }
            for sentence in document {
                for (at, token) in sentence.tokens.iter().enumerate() {
                    let inside =
                        sentence.mentions.iter().find(|one| (one.start..one.end).contains(&at));
                    let _ = match inside {
                        None => writeln!(out, "{token} O"),
                        Some(one) => {
                            let letter = if one.start == at { 'B' } else { 'I' };
                            writeln!(out, "{token} {letter}-{}", self.classes[one.class])
                        }
                    };
                }
                out.push('\n');
            }
        }
        out
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

/// Returns the mentions of tags, by the rules of conlleval: a mention also begins if the class
/// changes, and ends if the next one begins.
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
