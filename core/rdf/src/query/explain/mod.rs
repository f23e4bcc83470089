//! Explanations of syntax errors in queries. The parser only reports the characters that it would
//! have accepted next.

mod token;
mod word;

use std::collections::HashSet;
use std::ops::Range;

use spargebra::{SparqlParser, SparqlSyntaxError};

use self::token::{Kind, Token, tokens};
use self::word::{FORMS, UPDATES, is_one};
use crate::vocab;
use glossweave_base::error::{Error, Location, closest};

/// The maximum size of a query that is parsed again to find the position of the error.
const LONGEST: usize = 16 << 10;
/// The number of spaces to insert between tokens. The parser consumes as many characters as a
/// keyword has before it compares them. The spaces prevent it from consuming more than the token at
/// which it fails.
const GAP: usize = 32;
/// The maximum number of characters of a line to show.
const SHOWN: usize = 80;

/// Creates the error for a rejected query. `form` is the expected query form.
pub(super) fn explained(text: &str, form: &str, error: &SparqlSyntaxError) -> Error {
    let query = Text { text, tokens: tokens(text) };
    let (message, hint, at) = query
        .open()
        .or_else(|| query.form(form))
        .or_else(|| query.prefix())
        .or_else(|| query.word())
        .or_else(|| query.bracket())
        .or_else(|| query.sentence(error))
        .unwrap_or_else(|| query.unexpected(error));
    let line = query.line(at.start);
    let message = match line.is_empty() {
        true => format!("not a SPARQL query: {message}"),
        false => format!("not a SPARQL query: {message}, in the line `{line}`"),
    };
    let error = Error::malformed(message).at(Location::in_source(text.as_bytes(), at));
    match hint {
        Some(hint) => error.with_hint(&hint),
        None => error,
    }
}

/// A message, an optional hint, and the position.
type Explanation = (String, Option<String>, Range<usize>);

struct Text<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

impl<'t> Text<'t> {
    fn word_of(&self, token: &Token) -> &'t str {
        &self.text[token.at.clone()]
    }

    fn is(&self, number: usize, word: &str) -> bool {
        self.tokens.get(number).is_some_and(|token| self.word_of(token).eq_ignore_ascii_case(word))
    }

    /// Finds an unclosed string or IRI.
    fn open(&self) -> Option<Explanation> {
        let open = self.tokens.iter().find(|token| token.kind == Kind::Open)?;
        let is_iri = self.word_of(open).starts_with('<');
        let message = match is_iri {
            true => "an IRI without a final `>`, or with a character that IRIs cannot contain",
            false => "a string without its closing quote",
        };
        Some((message.into(), None, open.at.clone()))
    }

    /// Finds an error in the prologue or in the query form.
    fn form(&self, form: &str) -> Option<Explanation> {
        let mut number = 0;
        loop {
            if self.is(number, "PREFIX") {
                let is_prefix = |token: &&Token| {
                    let name = self.word_of(token);
                    token.kind == Kind::Name && name.find(':') == Some(name.len() - 1)
                };
                let name = self.tokens.get(number + 1);
                if name.filter(is_prefix).is_none() {
                    return Some(self.expected("a prefix that ends in `:`", number + 1));
                }
                if self.tokens.get(number + 2).is_none_or(|token| token.kind != Kind::Iri) {
                    return Some(self.expected("an IRI between `<` and `>`", number + 2));
                }
                number += 3;
            } else if self.is(number, "BASE") {
                number += 2;
            } else {
                break;
            }
        }
        let Some(token) = self.tokens.get(number) else {
            return Some((format!("expected {form}, found the end"), None, self.end()));
        };
        let found = self.word_of(token);
        if is_one(found, FORMS) {
            return None;
        }
        let message = format!("expected {form}, found `{}`", short(found));
        let hint = match is_one(found, UPDATES) {
            true => Some("queries cannot change data".to_owned()),
            false => meant(found, FORMS),
        };
        Some((message, hint, token.at.clone()))
    }

    /// Finds a name with an undeclared prefix.
    fn prefix(&self) -> Option<Explanation> {
        let mut declared = HashSet::from(["_"]);
        for (number, token) in self.tokens.iter().enumerate() {
            if token.kind != Kind::Name {
                continue;
            }
            let prefix = self.word_of(token).split(':').next().unwrap_or_default();
            if number > 0 && self.is(number - 1, "PREFIX") {
                declared.insert(prefix);
            } else if !declared.contains(prefix) {
                let known = || word::PREFIXES.iter().find(|(name, _)| *name == prefix);
                let listed = vocab::PREFIXES.iter().find(|known| known.name == prefix);
                let iri =
                    listed.map(|known| known.namespace).or_else(|| known().map(|(_, iri)| *iri));
                let iri = iri.unwrap_or("…");
                let prefix = short(prefix);
                let message = format!("the prefix `{prefix}:` is not declared");
                let hint = format!("begin with `PREFIX {prefix}: <{iri}>`");
                return Some((message, Some(hint), token.at.clone()));
            }
        }
        None
    }

    /// Finds a word that is not a SPARQL keyword.
    fn word(&self) -> Option<Explanation> {
        let mut words = self.tokens.iter().filter(|token| token.kind == Kind::Word);
        let token = words.find(|token| !is_one(self.word_of(token), word::ALL))?;
        let found = self.word_of(token);
        let message = format!("unknown word `{}`", short(found));
        Some((message, meant(found, word::ALL), token.at.clone()))
    }

    /// Finds an unbalanced bracket.
    fn bracket(&self) -> Option<Explanation> {
        let mut open: Vec<(&str, &Token)> = Vec::new();
        for token in self.tokens.iter().filter(|token| token.kind == Kind::Sign) {
            let sign = self.word_of(token);
            let opening = match sign {
                "{" | "(" | "[" => {
                    open.push((sign, token));
                    continue;
                }
                "}" => "{",
                ")" => "(",
                "]" => "[",
                _ => continue,
            };
            match open.pop() {
                None => {
                    let message = format!("unmatched `{sign}`");
                    return Some((message, None, token.at.clone()));
                }
                Some((last, at)) if last != opening => {
                    return Some((format!("unclosed `{last}`"), None, at.at.clone()));
                }
                Some(_) => {}
            }
        }
        let (sign, token) = open.pop()?;
        Some((format!("unclosed `{sign}`"), None, token.at.clone()))
    }

    /// Finds an error that the parser reports as a sentence. These errors violate rules outside the
    /// grammar.
    fn sentence(&self, error: &SparqlSyntaxError) -> Option<Explanation> {
        let message = error.to_string();
        let (_, message) = message.split_once("expected ")?;
        let message = message.strip_prefix("one of ").unwrap_or(message);
        let mut parts = message.split(", ").map(str::trim);
        let is_sentence = |part: &&str| {
            part.split(' ').count() > 2 && !part.contains(['[', '\n']) && !part.contains("1.2")
        };
        let sentence = parts.find(is_sentence)?.trim_end_matches('.');
        let mut letters = sentence.chars();
        let first = letters.next()?.to_lowercase();
        let sentence = match sentence.as_bytes().get(1).is_some_and(u8::is_ascii_lowercase) {
            true => first.chain(letters).collect(),
            false => sentence.to_owned(),
        };
        Some((sentence, None, self.token_at(error).map_or(self.end(), |number| self.at(number))))
    }

    /// Reports the token at which the parser fails.
    fn unexpected(&self, error: &SparqlSyntaxError) -> Explanation {
        let number = self.failing().or_else(|| self.token_at(error)).unwrap_or(self.tokens.len());
        let message = match self.tokens.get(number) {
            None => "unexpected end of the query".into(),
            Some(token) => format!("unexpected `{}`", short(self.word_of(token))),
        };
        (message, self.hint(number).map(str::to_owned), self.at(number))
    }

    /// Returns a suggestion for a correction.
    fn hint(&self, number: usize) -> Option<&'static str> {
        let word = |number: usize| self.tokens.get(number).map(|token| self.word_of(token));
        let found = word(number);
        let kind = |number: usize| self.tokens.get(number).map(|token| token.kind);
        let before = number.checked_sub(1);
        let is_selecting = !self.tokens[..number].iter().any(|token| self.word_of(token) == "{");
        if is_selecting && found == Some(",") {
            return Some("separate variables by spaces, not commas");
        }
        if is_selecting
            && kind(number) == Some(Kind::Variable)
            && before.and_then(word) == Some(")")
        {
            return Some("write `AS` before the variable of an expression");
        }
        if is_selecting && matches!(kind(number), Some(Kind::Word | Kind::Iri | Kind::Name)) {
            return Some("expected variables or `*`, then `WHERE {`");
        }
        // The number of terms in the last triple.
        let mut terms = 0;
        for token in self.tokens[..number].iter().rev() {
            match (token.kind, self.word_of(token)) {
                (Kind::Sign, "{" | "." | "}") => break,
                (Kind::Sign, ";") => {
                    terms += 1;
                    break;
                }
                (Kind::Sign, _) | (Kind::Word, _) if !self.word_of(token).eq("a") => return None,
                (Kind::Language, _) => {}
                _ => terms += 1,
            }
        }
        let ends = matches!(found, None | Some("}" | "." | ";"));
        let is_term = matches!(
            kind(number),
            Some(Kind::Variable | Kind::Name | Kind::Iri | Kind::Text | Kind::Number)
        );
        match terms {
            1 | 2 if ends => Some("a triple has a subject, a predicate and an object"),
            3.. if is_term => Some("write `.` between two triples"),
            _ => None,
        }
    }

    /// Returns the index of the token at which the parser fails. Parses the tokens again with wide
    /// spaces in between, so that the parser cannot look beyond the failing token.
    fn failing(&self) -> Option<usize> {
        if self.text.len() > LONGEST {
            return None;
        }
        let (mut spaced, mut length) = (String::new(), 0);
        let mut starts = Vec::new();
        for token in &self.tokens {
            let word = self.word_of(token);
            starts.push(length);
            spaced.push_str(word);
            spaced.extend(std::iter::repeat_n(' ', GAP));
            length += word.chars().count() + GAP;
        }
        // Use one line, so that the column is the position.
        let spaced = spaced.replace(['\n', '\r'], " ");
        let error = SparqlParser::new().parse_query(&spaced).err()?;
        let (_, column) = place(&error)?;
        let at = column.saturating_sub(1);
        // A position after the last token is the end of the query.
        if at + GAP / 2 >= length {
            return Some(self.tokens.len());
        }
        starts.iter().rposition(|start| *start <= at)
    }

    /// Returns the token at the position that the parser reports.
    fn token_at(&self, error: &SparqlSyntaxError) -> Option<usize> {
        let (line, column) = place(error)?;
        let line = u32::try_from(line).ok()?;
        let column = u32::try_from(column).ok()?;
        let at = Location::at_line(self.text.as_bytes(), line, column).bytes().start;
        let found = self.tokens.iter().position(|token| token.at.end >= at);
        Some(found.unwrap_or(self.tokens.len()))
    }

    fn expected(&self, what: &str, number: usize) -> Explanation {
        let found = match self.tokens.get(number) {
            None => "the end".into(),
            Some(token) => format!("`{}`", short(self.word_of(token))),
        };
        (format!("expected {what}, found {found}"), None, self.at(number))
    }

    fn at(&self, number: usize) -> Range<usize> {
        self.tokens.get(number).map_or(self.end(), |token| token.at.clone())
    }

    fn end(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        end..end
    }

    /// Returns the line at a position. A long line is shortened to the text around the position.
    fn line(&self, at: usize) -> String {
        let start = self.text[..at].rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        if line.chars().count() <= SHOWN {
            return line.trim().to_owned();
        }
        let before = line[..(at - start).min(line.len())].chars().count();
        let skipped = before.saturating_sub(SHOWN / 2);
        let shown: String = line.chars().skip(skipped).take(SHOWN).collect();
        format!("{}{}…", if skipped > 0 { "…" } else { "" }, shown.trim())
    }
}

/// Returns a hint with the most similar known word.
fn meant(found: &str, known: &[&str]) -> Option<String> {
    closest(found, known.iter().copied()).map(|meant| format!("did you mean `{meant}`?"))
}

/// Returns a word, shortened for display.
fn short(word: &str) -> String {
    match word.char_indices().nth(SHOWN / 2) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// Returns the line and the column that the parser reports.
fn place(error: &SparqlSyntaxError) -> Option<(usize, usize)> {
    let message = error.to_string();
    let (place, _) = message.strip_prefix("error at ")?.split_once(": ")?;
    let (line, column) = place.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests;
