//! Columns of CoNLL-2003 dialects: the separators, the token column, and the tag column.

use std::ops::Range;

use glossweave_base::call_limits::is_exceeded;
use glossweave_base::text::lines;

/// The letters that the schemes IOB, BIOES and BILOU use as prefixes of tags.
pub const PREFIXES: &[u8] = b"BIESLUM";

/// Returns `true` for the tag of a token outside of entities. Some corpora use zeros.
pub fn is_outside(tag: &str) -> bool {
    matches!(tag, "" | "O" | "o" | "0" | "_" | "-" | "-X-") || tag.starts_with("O-")
}

/// A line of a file with columns.
#[derive(Debug, PartialEq)]
pub enum ColumnRow<'s> {
    /// An empty line, which ends a sentence.
    Break,
    /// A line that begins a document.
    Document,
    /// A comment, or a header with the names of the columns.
    Note,
    /// A token.
    Token {
        /// The word as written.
        form: &'s str,
        /// The tag of the token.
        tag: ColumnTag<'s>,
        /// The tag of an entity within another entity (GermEval).
        nested: Option<ColumnTag<'s>>,
    },
}

/// The tag of a token.
#[derive(Debug, PartialEq)]
pub enum ColumnTag<'s> {
    /// `O`: the token is outside of entities.
    Outside,
    /// A tag of a scheme, for example `B-PER` or `PER-B`.
    Inside {
        /// The letter of the position in the entity, for example `B` or `I`.
        prefix: u8,
        /// The class.
        label: &'s str,
    },
    /// A label without a prefix.
    Bare(&'s str),
    /// A value that is not a valid tag in this file.
    Wrong(&'s str),
    /// The token has no tag.
    Missing,
}

/// The marker line between documents.
pub const START: &str = "-DOCSTART-";

/// The names of columns in headers, in lower case.
const TOKEN_NAMES: [&str; 6] = ["word", "words", "token", "tokens", "form", "text"];
const TAG_NAMES: [&str; 14] = [
    "ner", "ner_tag", "ner_tags", "ner-tag", "netag", "ne", "tag", "tags", "label", "labels",
    "entity", "bio", "iob", "iob2",
];

/// The number of columns, counted from the right, that are searched for tags.
const SURVEYED: usize = 8;

/// Returns the lines of a file with their ranges. The dialect is detected by using all lines of the
/// file.
pub fn column_rows(source: &str) -> impl Iterator<Item = (Range<usize>, ColumnRow<'_>)> {
    let dialect = Dialect::of(source);
    let mut state = State::default();
    lines(source).take_while(|_| !is_exceeded()).map(move |(at, line)| {
        let row = match state.kind(line, dialect.header == Some(at.start)) {
            Kind::Break => ColumnRow::Break,
            Kind::Document => ColumnRow::Document,
            Kind::Note => ColumnRow::Note,
            Kind::Token(columns) => dialect.token(&columns),
        };
        (at, row)
    })
}

enum Kind<'s> {
    Break,
    Document,
    Note,
    Token(Vec<&'s str>),
}

/// The state of a walk over lines.
#[derive(Default)]
struct State {
    is_in_sentence: bool,
}

impl State {
    fn kind<'s>(&mut self, line: &'s str, is_header: bool) -> Kind<'s> {
        let columns = columns(line);
        let is_start = !std::mem::replace(&mut self.is_in_sentence, false);
        match columns.first() {
            None => Kind::Break,
            Some(&START) => Kind::Document,
            _ if is_header || is_start && is_comment(&columns) => Kind::Note,
            Some(_) => {
                self.is_in_sentence = true;
                Kind::Token(columns)
            }
        }
    }
}

/// Returns the columns of a line. When the line contains tabs, only tabs separate columns, because
/// tokens may then contain spaces.
fn columns(line: &str) -> Vec<&str> {
    let line = line.trim_end_matches([' ', '\t', '\r']);
    if line.contains('\t') {
        return line.split('\t').map(|column| column.trim_matches(' ')).collect();
    }
    line.split(' ').filter(|column| !column.is_empty()).collect()
}

/// Returns `true` for a comment. A line whose token is `#` is no comment because it has a tag.
fn is_comment(columns: &[&str]) -> bool {
    let is_mark = columns.first().is_some_and(|first| *first == "#" || first.starts_with("# "));
    let is_value = |text: &&str| matches!(value(text), Value::Other);
    is_mark && (columns.len() == 1 || columns.last().is_some_and(is_value))
}

/// A value in a column.
enum Value<'s> {
    Outside,
    Prefixed(u8, &'s str),
    Suffixed(u8, &'s str),
    Other,
}

fn value(text: &str) -> Value<'_> {
    if is_outside(text) {
        return Value::Outside;
    }
    let is_prefix = |letter: &&u8| PREFIXES.contains(letter);
    if let Some(prefix) = text.as_bytes().first().filter(is_prefix) {
        match text.get(1..) {
            Some("") => return Value::Prefixed(*prefix, ""),
            Some(rest) if rest.starts_with(['-', '_']) && rest.len() > 1 => {
                return Value::Prefixed(*prefix, &rest[1..]);
            }
            _ => {}
        }
    }
    match text.rsplit_once(['-', '_']) {
        Some((label, suffix)) if !label.is_empty() && suffix.len() == 1 => {
            let suffix = suffix.as_bytes().first().filter(is_prefix);
            suffix.map_or(Value::Other, |suffix| Value::Suffixed(*suffix, label))
        }
        _ => Value::Other,
    }
}

/// The counts of values in a column, by their kinds.
#[derive(Clone, Copy, Default)]
struct Survey {
    letters: usize,
    prefixed: usize,
    suffixed: usize,
    others: usize,
}

impl Survey {
    fn add(&mut self, text: &str) {
        match value(text) {
            Value::Outside => self.letters += usize::from(matches!(text, "O" | "o" | "0")),
            Value::Prefixed(..) => self.prefixed += 1,
            Value::Suffixed(..) => self.suffixed += 1,
            Value::Other => self.others += 1,
        }
    }

    fn has_tags(&self) -> bool {
        self.letters + self.prefixed + self.suffixed > 0
    }

    fn is_of_tags(&self) -> bool {
        self.others == 0 && self.has_tags()
    }
}

/// The rows of a file with more than one column.
#[derive(Default)]
struct Rows {
    /// The surveys of the columns, counted from the right.
    surveys: [Survey; SURVEYED],
    numbers: Numbers,
    /// The smallest and the largest number of columns.
    min: usize,
    max: usize,
}

impl Rows {
    fn add(&mut self, columns: &[&str]) {
        let count = columns.len();
        let Some((first, rest)) = columns.split_first().filter(|_| count > 1) else { return };
        self.numbers.add(first);
        self.min = if self.min == 0 { count } else { self.min.min(count) };
        self.max = self.max.max(count);
        for (survey, text) in self.surveys.iter_mut().zip(rest.iter().rev()) {
            survey.add(text);
        }
    }

    /// Returns `true` if the first column contains the token numbers.
    fn are_numbered(&self) -> bool {
        self.min > 2 && self.numbers.are_indices()
    }

    /// Returns `true` for the columns of GermEval: number, token, tag, and tag of a nested entity.
    fn are_nested(&self) -> bool {
        let [last, previous, ..] = &self.surveys;
        let has_four = (self.min, self.max) == (4, 4);
        has_four && self.are_numbered() && last.is_of_tags() && previous.is_of_tags()
    }
}

/// The columns of a file.
#[derive(Default)]
struct Dialect {
    /// The start of the line with the names of the columns.
    header: Option<usize>,
    token: usize,
    /// The index of the tag column, counted from the right. `None` if no column contains tags.
    tag: Option<usize>,
    survey: Survey,
    is_nested: bool,
    /// The usual number of columns, taken from the first row.
    count: usize,
}

impl Dialect {
    fn of(source: &str) -> Dialect {
        let mut dialect = Dialect::default();
        let (mut rows, mut named, mut state) = (Rows::default(), None, State::default());
        for (at, line) in lines(source) {
            match state.kind(line, false) {
                Kind::Token(columns) if dialect.count == 0 => {
                    dialect.count = columns.len();
                    named = header(&columns);
                    if named.is_none() {
                        rows.add(&columns);
                        continue;
                    }
                    dialect.header = Some(at.start);
                    state = State::default();
                }
                Kind::Token(columns) => rows.add(&columns),
                Kind::Break | Kind::Document => rows.numbers.next_sentence(),
                Kind::Note => {}
            }
        }
        dialect.token = usize::from(rows.are_numbered());
        dialect.is_nested = rows.are_nested();
        dialect.tag = match named {
            Some((token, tag)) => {
                dialect.token = token;
                Some(tag)
            }
            None if dialect.is_nested => Some(1),
            None => tag_column(&rows.surveys, rows.min.saturating_sub(dialect.token + 1)),
        };
        let survey = dialect.tag.and_then(|tag| rows.surveys.get(tag));
        dialect.survey = survey.copied().unwrap_or_default();
        dialect
    }

    fn token<'s>(&self, columns: &[&'s str]) -> ColumnRow<'s> {
        let at = self.tag.and_then(|tag| columns.len().checked_sub(tag + 1));
        let form = columns.get(self.token).or(columns.first()).copied().unwrap_or_default();
        let text = at.filter(|at| *at > self.token.min(columns.len() - 1));
        let tag = match (text.and_then(|at| columns.get(at)), self.tag) {
            _ if form.is_empty() => ColumnTag::Missing,
            (Some(text), _) => self.tag(text, columns.len()),
            (None, None) if columns.len() > 1 => {
                ColumnTag::Wrong(columns.last().copied().unwrap_or_default())
            }
            (None, _) => ColumnTag::Missing,
        };
        let nested = columns.last().filter(|_| self.is_nested && columns.len() == self.count);
        ColumnRow::Token { form, tag, nested: nested.map(|text| self.tag(text, columns.len())) }
    }

    fn tag<'s>(&self, text: &'s str, count: usize) -> ColumnTag<'s> {
        let is_suffixed = self.survey.prefixed == 0 && self.survey.suffixed > 0;
        match value(text) {
            Value::Outside => ColumnTag::Outside,
            Value::Prefixed(prefix, label) => ColumnTag::Inside { prefix, label },
            Value::Suffixed(prefix, label) if is_suffixed => ColumnTag::Inside { prefix, label },
            _ if self.survey.prefixed > 0 || is_suffixed => ColumnTag::Wrong(text),
            // The prefix is invalid, or the row has an extra column.
            _ if text.as_bytes().get(1) == Some(&b'-') || count != self.count => {
                ColumnTag::Wrong(text)
            }
            _ => ColumnTag::Bare(text),
        }
    }
}

/// Returns the index of the tag column, counted from the right. It is the last column when that
/// contains tags, otherwise the last column that contains only tags.
fn tag_column(surveys: &[Survey], count: usize) -> Option<usize> {
    let surveys = surveys.get(..count.min(surveys.len())).unwrap_or_default();
    let last = surveys.first()?;
    if last.has_tags() {
        return Some(0);
    }
    let is_blank = (last.others == 0).then_some(0);
    surveys.iter().position(Survey::is_of_tags).or(is_blank)
}

/// Returns the index of the token column, and the index of the tag column from the right, if a row
/// contains both names.
fn header(columns: &[&str]) -> Option<(usize, usize)> {
    let names: Vec<String> = columns.iter().map(|name| name.to_lowercase()).collect();
    let token = names.iter().position(|name| TOKEN_NAMES.contains(&name.as_str()))?;
    let tag = names.iter().rposition(|name| TAG_NAMES.contains(&name.as_str()))?;
    (tag > token).then(|| (token, names.len() - tag - 1))
}

/// The first column, which may contain the token numbers of each sentence.
#[derive(Default)]
struct Numbers {
    last: Option<usize>,
    has_second: bool,
    is_broken: bool,
}

impl Numbers {
    fn add(&mut self, text: &str) {
        let number = text.parse::<usize>().ok();
        self.is_broken |= match (self.last, number) {
            (None, Some(number)) => number > 1,
            (Some(last), Some(number)) => number != last + 1,
            (_, None) => true,
        };
        self.has_second |= self.last.is_some();
        self.last = number;
    }

    fn next_sentence(&mut self) {
        self.last = None;
    }

    fn are_indices(&self) -> bool {
        self.has_second && !self.is_broken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens with their tags, for example `B-PER` or `O`. A label without a prefix is
    /// returned as `=PER`, an invalid tag as `?x`, and a missing tag as `!`.
    fn tokens(source: &str) -> Vec<(&str, String)> {
        let rows = column_rows(source).filter_map(|(_, row)| match row {
            ColumnRow::Token { form, tag, .. } => Some((form, shown(&tag))),
            _ => None,
        });
        rows.collect()
    }

    fn shown(tag: &ColumnTag<'_>) -> String {
        match tag {
            ColumnTag::Outside => "O".to_owned(),
            ColumnTag::Inside { prefix, label } => format!("{}-{label}", char::from(*prefix)),
            ColumnTag::Bare(label) => format!("={label}"),
            ColumnTag::Wrong(text) => format!("?{text}"),
            ColumnTag::Missing => "!".to_owned(),
        }
    }

    #[test]
    fn columns_of_every_dialect_have_the_same_tokens_and_tags() {
        let expected = [("Ann", "B-PER"), ("Roe", "I-PER"), ("met", "O"), ("#", "O")];
        let expected = expected.map(|(form, tag)| (form, tag.to_owned()));
        for source in [
            "Ann B-PER\nRoe I-PER\nmet O\n\n# O\n",
            "Ann\tB-PER\r\nRoe\tI-PER \r\nmet\tO\n\n# NN O\n",
            "Ann _ _ B-PER\nRoe _ _ I-PER\nmet _ _ O\n# _ _ O\n",
            "# id 1\tdomain=en\nAnn _ _ B-PER\nRoe _ _ I-PER\nmet _ _ O\n\n# id 2\n# NN B-NP O\n",
            "#\thttp://a.example [2009]\n1\tAnn\tB-PER\tO\n2\tRoe\tI-PER\tO\n3\tmet\tO\tB-X\n\n1\t#\tO\tO\n",
            "0 Ann NN B-PER\n1 Roe NN I-PER\n2 met VB O\n\n0 # NN O\n",
            "Ann PER-B\nRoe PER-I\nmet O\n# O\n",
            "Ann B-PER\nRoe I-PER\nmet 0\n# 0\n",
            "word pos chunk ner\nAnn NN B B-PER\nRoe NN I I-PER\nmet VB O O\n# NN O O\n",
            "ID Token NER Lemma\n1 Ann B-PER Ann\n2 Roe I-PER Roe\n3 met O meet\n4 # O #\n",
            "Ann B-PER NN\nRoe I-PER NN\nmet O VB\n# O #\n",
            "Ann B-PER _\nRoe I-PER _\nmet O _\n# O _\n",
        ] {
            assert_eq!(tokens(source), expected, "{source}");
        }
    }

    #[test]
    fn tokens_may_have_spaces_and_numbers_may_be_tokens() {
        let found = tokens("New York\tB-LOC\nis\tO\n");
        assert_eq!(found, [("New York", "B-LOC".to_owned()), ("is", "O".to_owned())]);
        assert_eq!(tokens("1 CD O\n\n1 CD O\n")[0].0, "1");
        assert_eq!(tokens("1 O\n2 O\n")[0].0, "1");
        assert_eq!(tokens("#Cork PER\nmet O\n")[0], ("#Cork", "=PER".to_owned()));
    }

    #[test]
    fn values_that_are_no_tags_are_wrong() {
        for (source, number, expected) in [
            ("Ann B-PER\nlone\n", 1, "!"),
            ("Ann B-PER\nmet VB\n", 1, "?VB"),
            ("Ann NNP\nmet VBD\n", 0, "?NNP"),
            ("Ann met Bob\nHe left\n", 0, "?Bob"),
            ("a O\nb X-LOC\n", 1, "?X-LOC"),
            ("a O\nb B-LOC extra?\n", 1, "?extra?"),
            ("a O\n\tO\n", 1, "!"),
            ("a B-\n", 0, "?B-"),
            ("1\ta\t_\tSpaceAfter=No\n2\tb\t_\t_\n", 0, "?SpaceAfter=No"),
        ] {
            assert_eq!(tokens(source)[number].1, expected, "{source}");
        }
    }
}
