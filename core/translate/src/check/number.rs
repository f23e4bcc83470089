//! Checks of numbers: a translation has the numbers of its source text, in any spelling.

use std::ops::Range;

use super::CheckedText;
use super::difference::{Difference, difference};
use super::issue::{DOUBTFUL, IssueType, Issues, SLIGHT, quoted};

/// The maximum number that languages usually spell out.
const SPELLED_OUT: usize = 12;

/// A number in a text: its range, and its ASCII digits without separators.
struct Number {
    at: Range<usize>,
    /// The runs of digits between separators.
    runs: Vec<String>,
}

pub(super) fn check(source: &CheckedText<'_>, target: &CheckedText<'_>, issues: &mut Issues<'_>) {
    let (source_numbers, target_numbers) = (numbers(source), numbers(target));
    // `1,000.5` is `1.000,5` in other languages, and a time of `10:30` may be `10.30`.
    let (source_numbers, target_numbers) = others(source_numbers, target_numbers);
    let runs =
        |all: Vec<Number>| -> Vec<Number> { all.into_iter().flat_map(Number::cut).collect() };
    let (source_numbers, target_numbers) = others(runs(source_numbers), runs(target_numbers));
    let severity = |number: &Number| {
        let value: Option<usize> = number.runs.concat().parse().ok();
        if value.is_some_and(|value| value <= SPELLED_OUT) { SLIGHT } else { DOUBTFUL }
    };
    for extra in &target_numbers {
        let number = target.text.get(extra.at.clone()).unwrap_or_default();
        let comment = format!("the number {} is not in the text", quoted(number));
        // When another number is missing, the number was probably replaced.
        let severity = if source_numbers.is_empty() { severity(extra) } else { DOUBTFUL };
        issues.add(IssueType::Numbers, severity, extra.at.clone(), comment);
    }
    let end = target.text.len();
    for missing in &source_numbers {
        let number = source.text.get(missing.at.clone()).unwrap_or_default();
        let severity = if target_numbers.is_empty() { severity(missing) } else { DOUBTFUL };
        let comment = format!("the number {} is missing", quoted(number));
        issues.add(IssueType::Numbers, severity, end..end, comment);
    }
}

impl Number {
    /// Splits the number into one number for each run of digits.
    fn cut(self) -> impl Iterator<Item = Number> {
        let at = self.at;
        self.runs.into_iter().map(move |run| Number { at: at.clone(), runs: vec![run] })
    }
}

/// Returns the numbers of each list that the other list does not contain.
fn others(
    mut source_numbers: Vec<Number>,
    mut target_numbers: Vec<Number>,
) -> (Vec<Number>, Vec<Number>) {
    let digits = |all: &[Number]| all.iter().map(|number| number.runs.concat()).collect::<Vec<_>>();
    let (of_text, of_translation) = (digits(&source_numbers), digits(&target_numbers));
    let Difference { missing, added } = difference(of_text.iter(), of_translation.iter());
    keep(&mut source_numbers, missing);
    keep(&mut target_numbers, added);
    (source_numbers, target_numbers)
}

/// Keeps only the numbers with the given indexes, which must be in ascending order.
fn keep(numbers: &mut Vec<Number>, indexes: Vec<usize>) {
    let (mut index, mut indexes) = (0, indexes.into_iter().peekable());
    numbers.retain(|_| {
        index += 1;
        indexes.next_if_eq(&(index - 1)).is_some()
    });
}

fn numbers(text: &CheckedText<'_>) -> Vec<Number> {
    let mut numbers = Vec::new();
    for part in text.wording() {
        let words = text.text.get(part.clone()).unwrap_or_default();
        let mut current: Option<Number> = None;
        // `true` if the last character was a separator after a digit.
        let mut pending = false;
        for (at, c) in words.char_indices() {
            let at = part.start + at;
            match (digit(c), &mut current) {
                (Some(value), Some(number)) => {
                    if pending {
                        number.runs.push(String::new());
                        pending = false;
                    }
                    if let Some(run) = number.runs.last_mut() {
                        run.push(value);
                    }
                    number.at.end = at + c.len_utf8();
                }
                (Some(value), None) => {
                    let runs = vec![value.to_string()];
                    current = Some(Number { at: at..at + c.len_utf8(), runs });
                }
                (None, Some(_)) if !pending && is_separator(c) => pending = true,
                (None, _) => {
                    numbers.extend(current.take());
                    pending = false;
                }
            }
        }
        numbers.extend(current);
    }
    numbers
}

/// Converts a decimal digit of any script to ASCII.
fn digit(c: char) -> Option<char> {
    if c.is_ascii_digit() {
        return Some(c);
    }
    // The code point of zero in each script with separate digits, which are ten consecutive characters.
    const ZEROS: [u32; 18] = [
        0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50,
        0xED0, 0xF20, 0x1040, 0x17E0, 0xFF10,
    ];
    let code = c as u32;
    let zero = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | ',' | '\'' | '’' | ':' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '٫' | '٬')
}
