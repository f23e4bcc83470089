//! A rule: a regular expression for the text before a position, and one for the text after it.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use fancy_regex::{Error as Fault, Regex, RegexBuilder};

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::Language;

/// The backtracking limit of a search, far more than one step for each character of a large document.
const STEPS: usize = 50_000_000;
/// The maximum memory of an expression, in bytes.
const MEMORY: usize = 4 << 20;
/// The name of the empty group that marks the break.
const CUT: &str = "glossweaveCut";

/// A regular expression that is compiled when it is first used, because a file has rules for many languages.
#[derive(Debug)]
struct Expression {
    pattern: String,
    compiled: OnceLock<std::result::Result<Regex, Box<Fault>>>,
}

impl Expression {
    fn new(pattern: String) -> Expression {
        Expression { pattern, compiled: OnceLock::new() }
    }

    fn get(&self) -> Result<&Regex> {
        let compile = || {
            let mut builder = RegexBuilder::new(&self.pattern);
            builder.backtrack_limit(STEPS).delegate_size_limit(MEMORY);
            builder.build().map_err(Box::new)
        };
        self.compiled.get_or_init(compile).as_ref().map_err(|fault| none(fault))
    }
}

fn none(fault: &Fault) -> Error {
    Error::malformed(format!("invalid regular expression: {fault}"))
}

fn failed(fault: &Fault) -> Error {
    Error::new(ErrorKind::TooLarge, format!("the regular expression exceeded its limit: {fault}"))
}

/// A map from languages to rules.
#[derive(Debug)]
pub(super) struct Map {
    languages: Expression,
    /// The number of the set of rules.
    pub set: usize,
    /// The range in the source.
    pub at: Range<usize>,
}

impl Map {
    pub(super) fn new(pattern: &str, set: usize, at: Range<usize>) -> Result<Map> {
        check(pattern)?;
        let pattern = format!("^(?:{})$", plain(pattern));
        Ok(Map { languages: Expression::new(pattern), set, at })
    }

    pub(super) fn fits(&self, language: &Language) -> Result<bool> {
        let regex = self.languages.get()?;
        let tag = language.as_str();
        for tag in [tag, &tag.to_ascii_lowercase(), &tag.to_ascii_uppercase()] {
            if regex.is_match(tag).map_err(|fault| failed(&fault))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A rule of a set.
#[derive(Debug)]
pub(super) struct Rule {
    whole: Expression,
    /// `true` if there is a break at the positions that the rule matches.
    pub breaks: bool,
    /// The range in the source.
    pub at: Range<usize>,
}

impl Rule {
    /// Creates a rule. Returns `ErrorKind::Malformed` for an invalid expression.
    pub(super) fn new(breaks: bool, before: &str, after: &str, at: Range<usize>) -> Result<Rule> {
        check(before)?;
        check(after)?;
        let pattern = format!("(?:{})(?<{CUT}>)(?:{})", plain(before), plain(after));
        Ok(Rule { whole: Expression::new(pattern), breaks, at })
    }

    /// Calls `found` with the positions in a text that the rule matches. Positions may be repeated.
    pub(super) fn each(
        &self,
        text: &str,
        visit: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<()> {
        let regex = self.whole.get()?;
        let mut from = 0;
        while from <= text.len() {
            let captures = regex.captures_from_pos(text, from);
            let captures = captures.map_err(|fault| failed(&fault))?;
            let Some(captures) = captures else { break };
            let (Some(whole), Some(cut)) = (captures.get(0), captures.name(CUT)) else { break };
            visit(cut.start())?;
            // Other matches may begin within this match.
            let next = text[whole.start()..].chars().next();
            from = whole.start() + next.map_or(1, char::len_utf8);
        }
        Ok(())
    }
}

/// Returns an error for an invalid expression, so that an expression cannot close the groups of the rule.
fn check(pattern: &str) -> Result<()> {
    fancy_regex::Expr::parse_tree(&plain(pattern)).map(drop).map_err(|fault| none(&fault))
}

/// Rewrites ICU syntax that `fancy-regex` does not support: `\h` becomes a class of spaces and tabs, text
/// between `\Q` and `\E` is escaped, and needless backslashes are removed.
fn plain(pattern: &str) -> Cow<'_, str> {
    if !pattern.contains('\\') {
        return pattern.into();
    }
    let mut out = String::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            out.push(char);
            continue;
        }
        match chars.next() {
            Some('h') => out.push_str(r"[\t\p{Zs}]"),
            Some('H') => out.push_str(r"[^\t\p{Zs}]"),
            Some('Q') => {
                let rest = chars.as_str();
                let (quoted, after) = rest.split_once(r"\E").unwrap_or((rest, ""));
                for char in quoted.chars() {
                    // With a backslash, these two characters would be word boundaries.
                    let special = char.is_ascii_punctuation() && !matches!(char, '<' | '>');
                    out.extend(special.then_some('\\'));
                    out.push(char);
                }
                chars = after.chars();
            }
            Some(plain @ ('<' | '>')) => out.push(plain),
            Some(plain) if !plain.is_ascii() => out.push(plain),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out.into()
}
