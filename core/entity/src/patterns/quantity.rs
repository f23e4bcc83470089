//! Numbers with units, and amounts of money.

use std::ops::Range;

use super::hit::{Hit, named};
use super::number::{self, Scale};
use super::unit::{SPACES, Unit, currency_before, unit};
use glossweave_base::text::Language;
use glossweave_document::annotation::Entity;

const QUANTITY: &str = "http://schema.org/QuantitativeValue";
const MONEY: &str = "http://schema.org/MonetaryAmount";

/// The collections of units and currencies.
const UCUM: &str = "UCUM";
const ISO_4217: &str = "ISO 4217";

/// The signs of negative numbers.
const MINUS: [char; 3] = ['-', '−', '–'];

/// The signs of tolerances.
const TOLERANCES: &[&str] = &["±", "∓", "+/-", "+/−", "+/–", "+-", "-/+"];

/// The codes of temperature units, for which values below zero are common.
const TEMPERATURES: [&str; 2] = ["Cel", "[degF]"];

/// Words that connect the two numbers of a range.
const UP_TO: &[&str] = &["to", "bis", "à", "hasta"];

/// Words before a temperature that can mean a negative sign, but can also be part of a phrase such
/// as `au moins`.
const LESS: &[&str] = &["moins", "menos"];

/// Words after a temperature below zero.
const BELOW_ZERO: &[&str] = &[
    "below zero",
    "below freezing",
    "of frost",
    "unter null",
    "unter 0",
    "sous zéro",
    "au-dessous",
    "bajo cero",
];

/// Returns the regular expression for numbers. Their units are parsed by `read`.
pub(super) fn expression() -> String {
    format!("{}|[½¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅒⅓⅔⅙⅚⅐⅑]", number::EXPRESSION)
}

/// The sign before a number.
struct Before {
    /// The start of the number, including its sign.
    start: usize,
    is_negative: bool,
    /// `true` when there may be a sign before the number, for example after `±`.
    is_uncertain: bool,
}

pub(super) fn read(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let range = hit.range();
    let mut before = before(hit.text, range.start)?;
    let (value, end) = value(hit.text, &range, before.start, hit.language);
    let currency = currency_before(&hit.text[..before.start]);
    let (mut start, mut is_negative) = (before.start, before.is_negative);
    if let Some((_, length)) = currency {
        start -= length;
        // The sign may be before or after the currency: `-$5` or `$-5`.
        let sign = sign(hit.text, start);
        is_negative |= sign.is_negative;
        before.is_uncertain |= sign.is_uncertain;
        start = sign.start;
    }
    let scale = scale(&hit.text[end..], currency.is_some(), hit.language);
    let mut end_of_number = end + scale.as_ref().map_or(0, |scale| scale.length);
    // In a range, the second number has the unit, and there is no value.
    let is_open = currency.is_some() || scale.is_none() && unit(&hit.text[end..]).is_none();
    let second = is_open
        .then(|| second(hit.text, end_of_number, currency.is_some(), hit.language))
        .flatten();
    let is_range = second.is_some();
    end_of_number = second.unwrap_or(end_of_number);
    let value = match &scale {
        Some(scale) => value.zip(scale.zeros).map(|(value, zeros)| number::shifted(&value, zeros)),
        None => value,
    };
    let value = value.filter(|_| !is_range && !before.is_uncertain);
    let entity = |class, source, code: &str, value: Option<&String>| match value {
        Some(value) => {
            let sign = if is_negative { "-" } else { "" };
            named(class, source, format!("{sign}{value} {code}"))
        }
        None => Entity::default().with_class(class),
    };
    let rest = &hit.text[end_of_number..];
    // After a currency, only another currency can be a unit of the number.
    let unit =
        unit(rest).filter(|(unit, _)| currency.is_none() || matches!(unit, Unit::Currency(_)));
    match (unit, currency) {
        (Some((Unit::Measure(code), length)), _) => {
            let unit_end = end_of_number + length;
            let is_sure =
                !TEMPERATURES.contains(&code) || is_sure(hit.text, before.start..unit_end);
            let is_dash =
                hit.text[before.start..].starts_with('–') && hit.text[unit_end..].starts_with('–');
            let value = value.as_ref().filter(|_| is_sure && !is_dash);
            Some((before.start..unit_end, entity(QUANTITY, UCUM, code, value)))
        }
        (Some((Unit::Currency(code), length)), _) => {
            Some((start..end_of_number + length, entity(MONEY, ISO_4217, code, value.as_ref())))
        }
        (None, Some((code, _))) => {
            Some((start..end_of_number, entity(MONEY, ISO_4217, code, value.as_ref())))
        }
        (None, None) => None,
    }
}

/// Reads the text before a number. Returns `None` if the number is part of a version or another notation.
fn before(text: &str, start: usize) -> Option<Before> {
    let mut chars = text[..start].chars().rev();
    let (last, second) = (chars.next(), chars.next());
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    match last {
        Some('.' | ',' | ':' | '/') if is_digit(second) => None,
        Some('^' | '⁄' | '∕') => None,
        // Exponents: `10^-6`, `1E-6`.
        Some('-' | '−') if second == Some('^') => None,
        Some('-' | '−') if matches!(second, Some('e' | 'E')) && is_digit(chars.next()) => None,
        // `.5 km`.
        Some('.') if second.is_none_or(|c| !c.is_alphanumeric() && c != '.') => {
            Some(sign(text, start - 1))
        }
        _ => Some(sign(text, start)),
    }
}

/// Reads the sign before an offset.
fn sign(text: &str, start: usize) -> Before {
    let before = &text[..start];
    let none = |is_uncertain| Before { start, is_negative: false, is_uncertain };
    let trimmed = before.strip_suffix(SPACES).unwrap_or(before);
    if TOLERANCES.iter().any(|tolerance| trimmed.ends_with(tolerance)) {
        return none(true);
    }
    if let Some(unsigned) = before.strip_suffix(MINUS) {
        let mut chars = unsigned.chars().rev();
        let (last, second) = (chars.next(), chars.next());
        let is_number = |c: Option<char>| c.is_some_and(char::is_numeric);
        return match last {
            // The sign is part of a word or a range.
            Some(c) if c.is_alphabetic() => none(false),
            last if is_number(last) => none(true),
            Some(c) if c.is_whitespace() && is_number(second) => none(true),
            _ => Before { start: unsigned.len(), is_negative: true, is_uncertain: false },
        };
    }
    if trimmed.len() < before.len()
        && let Some((word, rest)) = last_word(trimmed)
        && word.eq_ignore_ascii_case("minus")
    {
        let is_uncertain = rest.trim_end().ends_with(|c: char| c.is_numeric());
        return Before { start: rest.len(), is_negative: true, is_uncertain };
    }
    none(before.ends_with('—'))
}

/// Returns the last word of a text, and the text before it.
fn last_word(text: &str) -> Option<(&str, &str)> {
    let letters = text.chars().rev().take(LONGEST).take_while(|c| c.is_alphabetic());
    let length: usize = letters.map(char::len_utf8).sum();
    let (rest, word) = text.split_at(text.len() - length);
    (length > 0).then_some((word, rest))
}

/// The maximum number of characters of a word before a number.
const LONGEST: usize = 16;

/// Returns the value of a number if it is known, and the end of the number including its fraction, or the
/// dash that replaces its decimals.
fn value(
    text: &str,
    range: &Range<usize>,
    start: usize,
    language: Option<&Language>,
) -> (Option<String>, usize) {
    let digits = &text[range.clone()];
    if let Some((decimals, _)) = number::fraction(digits) {
        return (decimals.map(|decimals| format!("0.{decimals}")), range.end);
    }
    let value = match text[start..range.start].ends_with('.') {
        true => digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("0.{digits}")),
        false => number::normal(digits, language),
    };
    let rest = &text[range.end..];
    match (number::fraction(rest), number::no_decimals(rest)) {
        (Some((decimals, length)), _) => {
            let value = value.filter(|value| !value.contains('.')).zip(decimals);
            (value.map(|(value, decimals)| format!("{value}.{decimals}")), range.end + length)
        }
        (None, Some(length))
            if is_money(&rest[length..]) || currency_before(&text[..start]).is_some() =>
        {
            (value, range.end + length)
        }
        _ => (value, range.end),
    }
}

fn is_money(text: &str) -> bool {
    matches!(unit(text), Some((Unit::Currency(_), _)))
}

/// Returns the power of ten at the start of a text.
fn scale(text: &str, has_currency: bool, language: Option<&Language>) -> Option<Scale> {
    number::scale(text, language).or_else(|| {
        let short = number::short_scale(text, language)?;
        (has_currency || is_money(&text[short.length..])).then_some(short)
    })
}

/// Returns the end of the second number of a range, including its power of ten.
fn second(text: &str, at: usize, has_currency: bool, language: Option<&Language>) -> Option<usize> {
    let rest = &text[at..];
    let unspaced = rest.strip_prefix(SPACES).unwrap_or(rest);
    let is_spaced = unspaced.len() < rest.len();
    let after = match unspaced.strip_prefix(['-', '–', '—', '−']) {
        // `5 -3` is not a range.
        Some(after) if after.starts_with(SPACES) != is_spaced => return None,
        Some(after) => after.strip_prefix(SPACES).unwrap_or(after),
        None => {
            let word = UP_TO.iter().find(|word| unspaced.starts_with(**word))?;
            unspaced[word.len()..].strip_prefix(SPACES).filter(|_| is_spaced)?
        }
    };
    let after = match after.chars().next() {
        Some(c) if has_currency && !c.is_alphanumeric() => {
            let number = &after[c.len_utf8()..];
            let is_currency = currency_before(&after[..c.len_utf8()]).is_some();
            if is_currency { number.strip_prefix(SPACES).unwrap_or(number) } else { after }
        }
        _ => after,
    };
    let length = number::length(after);
    let end = text.len() - after.len() + length;
    let scale = scale(&text[end..], has_currency, language).map_or(0, |scale| scale.length);
    // There is a third number, as in dates.
    let third = &text[end..];
    let is_more = third.starts_with(['-', '/', '.', ':'])
        && third[1..].starts_with(|c: char| c.is_ascii_digit());
    (length > 0 && !is_more).then_some(end + scale)
}

/// Returns `true` if no other words around a temperature indicate that it is below zero.
fn is_sure(text: &str, range: Range<usize>) -> bool {
    let before = text[..range.start].trim_end_matches(SPACES);
    let is_less =
        last_word(before).is_some_and(|(word, _)| LESS.contains(&word.to_lowercase().as_str()));
    // A dash before the number, as in `– 5 °C`, unless it marks a list item.
    let is_dash = before.len() < range.start
        && before.strip_suffix(MINUS).is_some_and(|line| !line.is_empty() && !line.ends_with('\n'));
    let after: String =
        text[range.end..].chars().take(LONGEST).flat_map(char::to_lowercase).collect();
    let is_below = BELOW_ZERO.iter().any(|words| after.trim_start().starts_with(words));
    !is_less && !is_dash && !is_below
}
