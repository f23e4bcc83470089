//! Numbers with units, and amounts of money.

use std::ops::Range;

use super::hit::{Hit, named};
use super::number;
use super::unit::{Unit, currency_before, unit};
use glossweave_format::annotation::Entity;

const QUANTITY: &str = "http://schema.org/QuantitativeValue";
const MONEY: &str = "http://schema.org/MonetaryAmount";

/// The collections of units and of currencies.
const UCUM: &str = "UCUM";
const ISO_4217: &str = "ISO 4217";

/// Returns the expression of numbers; the function looks for their units.
pub(super) fn expression() -> String {
    number::EXPRESSION.to_owned()
}

pub(super) fn read(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let range = hit.range();
    let digits = &hit.text[range.clone()];
    let before = &hit.text[..range.start];
    // A part of a version or of a number in another notation.
    let mut chars = before.chars().rev();
    if matches!(chars.next(), Some('.' | ',' | ':' | '/'))
        && chars.next().is_some_and(|c| c.is_ascii_digit())
    {
        return None;
    }
    let mut start = range.start;
    let mut is_negative = false;
    let unsigned = before.strip_suffix(['-', '−']);
    if let Some(unsigned) = unsigned
        && unsigned.chars().next_back().is_none_or(|c| c.is_whitespace() || c == '(')
    {
        (start, is_negative) = (unsigned.len(), true);
    }
    let value = number::normal(digits, hit.language);
    let scale = number::scale(&hit.text[range.end..], hit.language);
    let (value, end) = match scale {
        Some(scale) => {
            let value = value.zip(scale.zeros).map(|(value, zeros)| number::shifted(&value, zeros));
            (value, range.end + scale.length)
        }
        None => (value, range.end),
    };
    let sign = if is_negative { "-" } else { "" };
    let entity = |class, source, code: &str| match &value {
        Some(value) => named(class, source, format!("{sign}{value} {code}")),
        None => Entity::default().with_class(class),
    };
    match unit(&hit.text[end..]) {
        Some((Unit::Measure(code), length)) => {
            Some((start..end + length, entity(QUANTITY, UCUM, code)))
        }
        Some((Unit::Currency(code), length)) => {
            Some((start..end + length, entity(MONEY, ISO_4217, code)))
        }
        None => {
            let (code, length) = currency_before(&hit.text[..start])?;
            Some((start - length..end, entity(MONEY, ISO_4217, code)))
        }
    }
}
