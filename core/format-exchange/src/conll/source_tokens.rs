//! The tokens and sentences of a document that was read from CoNLL.

use std::borrow::Cow;
use std::ops::Range;

use super::row_id::RowId;
use glossweave_base::media::Format;
use glossweave_base::text::lines;
use glossweave_document::Document;
use glossweave_document::conll_columns::{ColumnRow, column_rows};
use glossweave_markup::EncodingExt;

/// The tokens of the source with their ranges in the text of the document.
pub(super) struct SourceTokens<'d> {
    source: Cow<'d, str>,
    /// The ranges in the text of the document, in order.
    tokens: Vec<Range<usize>>,
    sentences: Vec<SourceSentence>,
    /// `true` for lines of CoNLL-U, whose other columns can be kept.
    is_conllu: bool,
}

#[derive(Default)]
struct SourceSentence {
    /// The lines in the source, including the comments of the sentence.
    lines: Range<usize>,
    /// The numbers of the tokens.
    tokens: Range<usize>,
}

impl<'d> SourceTokens<'d> {
    /// Returns the tokens of a document. Returns `None` if the source is not CoNLL, or if the
    /// source and the document differ in their texts.
    pub fn of(document: &'d Document) -> Option<SourceTokens<'d>> {
        let source = document.source();
        let is_conllu = match source.format() {
            Format::Conllu => true,
            Format::Conll2003 => false,
            _ => return None,
        };
        let source = source.encoding().decode_again(source.bytes()).text;
        let (tokens, sentences) = (Vec::new(), Vec::new());
        let mut found = SourceTokens { source, tokens, sentences, is_conllu };
        let is_found =
            if is_conllu { found.add_conllu(document) } else { found.add_columns(document) };
        is_found.map(|()| found)
    }

    fn add_columns(&mut self, document: &Document) -> Option<()> {
        let source = std::mem::take(&mut self.source);
        let (mut end, mut sentence) = (0, SourceSentence::default());
        for (at, row) in column_rows(&source) {
            match row {
                ColumnRow::Token { form, .. } => self.add_token(form, document.text(), &mut end)?,
                ColumnRow::Break | ColumnRow::Document => self.end_sentence(&mut sentence, at.end),
                ColumnRow::Note => {}
            }
        }
        self.end_sentence(&mut sentence, source.len());
        self.source = source;
        Some(())
    }

    fn add_conllu(&mut self, document: &Document) -> Option<()> {
        let source = std::mem::take(&mut self.source);
        let (mut end, mut sentence, mut covered) = (0, SourceSentence::default(), 0);
        for (at, line) in lines(&source) {
            if line.trim().is_empty() {
                self.end_sentence(&mut sentence, at.start);
                sentence.lines = at.end..at.end;
                covered = 0;
            } else if !line.starts_with('#') {
                let mut columns = line.split('\t');
                let (id, form) = (columns.next()?, columns.next()?);
                match RowId::parse(id)? {
                    RowId::Range(_, last) => covered = last,
                    RowId::Word(number) if number > covered => {}
                    RowId::Word(_) | RowId::Empty => continue,
                }
                self.add_token(form, document.text(), &mut end)?;
            }
        }
        self.end_sentence(&mut sentence, source.len());
        self.source = source;
        Some(())
    }

    /// Adds the next occurrence of a form in the text as a token.
    fn add_token(&mut self, form: &str, text: &str, end: &mut usize) -> Option<()> {
        if !form.is_empty() {
            let start = *end + text.get(*end..)?.find(form)?;
            *end = start + form.len();
            self.tokens.push(start..*end);
        }
        Some(())
    }

    fn end_sentence(&mut self, sentence: &mut SourceSentence, end: usize) {
        let first = sentence.tokens.start;
        if self.tokens.len() > first {
            let lines = sentence.lines.start..end;
            self.sentences.push(SourceSentence { lines, tokens: first..self.tokens.len() });
        }
        let next = self.tokens.len();
        *sentence = SourceSentence { lines: end..end, tokens: next..next };
    }

    /// Returns the ranges of the tokens within a unit.
    pub fn within(&self, unit: &Range<usize>) -> &[Range<usize>] {
        let first = self.tokens.partition_point(|token| token.start < unit.start);
        let end = self.tokens.partition_point(|token| token.end <= unit.end);
        self.tokens.get(first..end.max(first)).unwrap_or_default()
    }

    /// Returns the starts of the sentences within a unit.
    pub fn starts(&self, unit: &Range<usize>) -> impl Iterator<Item = usize> {
        let start = |sentence: &SourceSentence| {
            self.tokens.get(sentence.tokens.start).map_or(0, |token| token.start)
        };
        let first = self.sentences.partition_point(|sentence| start(sentence) < unit.start);
        let starts = self.sentences.get(first..).unwrap_or_default().iter().map(start);
        starts.take_while(|start| *start < unit.end)
    }

    /// Returns the CoNLL-U lines of the sentence that consists of exactly these tokens.
    pub fn lines_of(
        &self,
        mut tokens: impl ExactSizeIterator<Item = Range<usize>>,
    ) -> Option<&str> {
        let count = tokens.len();
        let first = tokens.next().filter(|_| self.is_conllu)?;
        let number = self.tokens.binary_search_by_key(&first.start, |token| token.start).ok()?;
        let index =
            self.sentences.binary_search_by_key(&number, |sentence| sentence.tokens.start).ok()?;
        let sentence =
            self.sentences.get(index).filter(|sentence| sentence.tokens.len() == count)?;
        let mut expected = self.tokens.get(sentence.tokens.clone())?.iter().cloned();
        let is_same = expected.next()? == first && expected.eq(tokens);
        let lines = self.source.get(sentence.lines.clone()).filter(|_| is_same)?;
        Some(lines.trim_matches(['\r', '\n']))
    }

    /// Returns `true` if the other columns of the source can be kept.
    pub fn has_columns(&self) -> bool {
        self.is_conllu
    }
}
