//! Checks of terms: a translation uses the terms of the list, and no forbidden terms.

use std::collections::{BTreeSet, HashMap};

use super::CheckedText;
use super::issue::{DOUBTFUL, IssueType, Issues, WRONG, quoted};
use glossweave_base::csv::Table;
use glossweave_base::error::Result;

/// The number of characters at the start that all forms of a word share.
const SAME: usize = 3;

/// A term with its translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TermRule {
    /// The words of the term in the source text. Empty if the rule applies to all texts.
    source: Vec<String>,
    target: String,
    target_words: Vec<String>,
    is_forbidden: bool,
}

impl TermRule {
    pub fn required(source: &str, target: &str) -> TermRule {
        TermRule {
            source: words(source),
            target: target.to_owned(),
            target_words: words(target),
            is_forbidden: false,
        }
    }
}

/// The rules of a list, indexed by the start of the first word of each term.
#[derive(Clone, Debug, Default)]
pub(super) struct TermRules {
    rules: Vec<TermRule>,
    by_start: HashMap<String, Vec<usize>>,
    /// The rules that apply to all texts.
    others: Vec<usize>,
}

impl TermRules {
    pub fn push(&mut self, rule: TermRule) {
        let index = self.rules.len();
        match rule.source.first() {
            Some(word) => self.by_start.entry(start(word)).or_default().push(index),
            None => self.others.push(index),
        }
        self.rules.push(rule);
    }

    /// Returns the rules whose terms may occur in a text, in list order.
    fn of(&self, words: &[String]) -> Vec<&TermRule> {
        let starts: BTreeSet<String> = words.iter().map(|word| start(word)).collect();
        let found = starts.iter().filter_map(|start| self.by_start.get(start)).flatten();
        let all: BTreeSet<usize> = found.chain(&self.others).copied().collect();
        all.into_iter().filter_map(|index| self.rules.get(index)).collect()
    }
}

/// Returns the start that all forms of a word share.
fn start(word: &str) -> String {
    word.chars().take(SAME).collect()
}

/// Reads a table with the columns `source`, `target` and `status`.
pub(super) fn read_rules(csv: &str) -> Result<TermRules> {
    let mut table = Table::new(csv.as_bytes())?;
    let [source, target, status] = table.columns(&[&["source"], &["target"], &["status"]])?;
    let target = target.ok_or_else(|| table.no_column("target"))?;
    let mut rules = TermRules::default();
    while let Some(row) = table.next_row()? {
        let field =
            |column: Option<usize>| column.and_then(|column| row.field(column)).unwrap_or_default();
        let mut rule = TermRule::required(field(source), field(Some(target)));
        rule.is_forbidden = field(status).eq_ignore_ascii_case("forbidden");
        if rule.target_words.is_empty() || rule.source.is_empty() && !rule.is_forbidden {
            continue;
        }
        rules.push(rule);
    }
    Ok(rules)
}

fn words(text: &str) -> Vec<String> {
    let text = CheckedText::new(text, Vec::new());
    text.words().into_iter().map(|(_, word)| word).collect()
}

pub(super) fn check(
    source: &CheckedText<'_>,
    target: &CheckedText<'_>,
    terms: &TermRules,
    issues: &mut Issues<'_>,
) {
    if terms.rules.is_empty() {
        return;
    }
    let source_words: Vec<String> = source.words().into_iter().map(|(_, word)| word).collect();
    let found = target.words();
    let target_words: Vec<String> = found.iter().map(|(_, word)| word.clone()).collect();
    for rule in terms.of(&source_words) {
        let applies = rule.source.is_empty() || position(&source_words, &rule.source).is_some();
        if !applies {
            continue;
        }
        // A sign such as `€` has no words that could be inflected.
        if rule.target_words.is_empty() {
            continue;
        }
        let at = position(&target_words, &rule.target_words);
        match (at, rule.is_forbidden) {
            (Some(first), true) => {
                let last = first + rule.target_words.len() - 1;
                let range = found[first].0.start..found[last].0.end;
                let comment = format!("{} is a forbidden term", quoted(&rule.target));
                issues.add(IssueType::Terminology, WRONG, range, comment);
            }
            (None, false) => {
                let end = target.text.len();
                let term = rule.source.join(" ");
                let comment = format!(
                    "the term {} is not translated as {}",
                    quoted(&term),
                    quoted(&rule.target)
                );
                issues.add(IssueType::Terminology, DOUBTFUL, end..end, comment);
            }
            _ => {}
        }
    }
}

/// Returns the position of the words of a term, or of inflected forms of them, in a text.
fn position(text: &[String], term: &[String]) -> Option<usize> {
    text.windows(term.len().max(1))
        .position(|words| words.iter().zip(term).all(|(word, expected)| is_form(word, expected)))
        // For example, `Bildschirm` in `Flachbildschirm`.
        .or_else(|| match term {
            [single] if single.chars().count() > 3 => {
                text.iter().position(|word| word.contains(single.as_str()))
            }
            _ => None,
        })
}

/// Returns `true` if a word may be a form of another: both have the same start and short endings.
fn is_form(word: &str, term: &str) -> bool {
    if word == term {
        return true;
    }
    let same = word.chars().zip(term.chars()).take_while(|(first, second)| first == second).count();
    let ends = |text: &str| text.chars().count() - same;
    same >= SAME && ends(term) <= same.div_ceil(4).min(3) && ends(word) <= 4
}
