//! Identifiers with check digits.

use std::ops::Range;

use super::hit::{Hit, groups, named};
use glossweave_document::annotation::Entity;

/// Returns the regular expression for ORCID iDs, which are ISNI numbers that start with three
/// zeros.
pub(super) fn orcid() -> String {
    r"(?i)(?:https?://(?:www\.)?orcid\.org/)?(?<id>000[0-9]-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])"
        .to_owned()
}

pub(super) fn read_orcid(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let id = hit.group("id")?.as_str().to_ascii_uppercase();
    let digits = digits(&id)?;
    let (last, others) = digits.split_last()?;
    // ISO/IEC 7064, MOD 11-2.
    let total = others.iter().fold(0, |total, digit| (total + digit) * 2 % 11);
    let is_right = (12 - total) % 11 == *last && hit.is_alone(&hit.range(), &['-']);
    let entity = Entity::new(format!("https://orcid.org/{id}"));
    is_right.then(|| (hit.range(), entity.with_class("http://schema.org/Person")))
}

/// Returns the regular expression for ISBNs.
pub(super) fn isbn() -> String {
    let number = r"(?:97[89][-\x{2010}\x{2011} ]?)?[0-9](?:[-\x{2010}\x{2011} ]?[0-9]){8}[-\x{2010}\x{2011} ]?[0-9X]";
    let label = r"ISBN(?:-1[03])?(?:\s?\(1[03]\))?[:\s]\s{0,2}";
    format!(r"(?i)(?:(?<label>{label})|(?<urn>urn:isbn:))?(?<number>{number})")
}

pub(super) fn read_isbn(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let number = hit.group("number")?;
    let range = match hit.group("urn") {
        Some(urn) => urn.start()..number.end(),
        None => number.range(),
    };
    let is_labeled = hit.group("label").or(hit.group("urn")).is_some();
    let digits = digits(number.as_str())?;
    let separators = number.as_str().chars().filter(|c| !c.is_ascii_alphanumeric()).count();
    let ean: Vec<u32> = match *digits.as_slice() {
        // One in eleven ten-digit numbers has a valid check digit, so the parts of the number must
        // be visible.
        [.., last] if digits.len() == 10 && (is_labeled || separators == 3) => {
            let total: u32 =
                (2..=10).rev().zip(&digits).map(|(weight, digit)| weight * digit).sum();
            if !(total + last).is_multiple_of(11) {
                return None;
            }
            let mut ean = vec![9, 7, 8];
            ean.extend(&digits[..9]);
            ean.push((10 - weighted(&ean) % 10) % 10);
            ean
        }
        // 979-0 is the prefix of music numbers (ISMN).
        [9, 7, 9, 0, ..] => return None,
        [9, 7, 8 | 9, ..] if digits.len() == 13 && weighted(&digits).is_multiple_of(10) => digits,
        _ => return None,
    };
    if !hit.is_alone(&range, &['-', '.', '/']) {
        return None;
    }
    let ean: String = ean.iter().filter_map(|digit| char::from_digit(*digit, 10)).collect();
    let entity = Entity::new(format!("urn:isbn:{ean}")).with_class("http://schema.org/Book");
    Some((range, entity))
}

/// Returns the sum of the digits of an EAN, with alternating weights 1 and 3.
fn weighted(digits: &[u32]) -> u32 {
    digits.iter().zip([1, 3].iter().cycle()).map(|(digit, weight)| digit * weight).sum()
}

/// Returns the regular expression for ISSNs. A label is required, because ISSNs look like ranges of years.
pub(super) fn issn() -> String {
    let label = r"ISSN(?:-L)?(?:\s?\([a-z]{2,12}\))?[:\s]\s{0,2}";
    let iri = r"urn:issn:|https?://portal\.issn\.org/resource/issn/";
    format!(r"(?i)(?:{label}|(?<iri>{iri}))(?<number>[0-9]{{4}}-[0-9]{{3}}[0-9X])")
}

pub(super) fn read_issn(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let number = hit.group("number")?;
    let digits = digits(number.as_str())?;
    let total: u32 = (1..=8).rev().zip(&digits).map(|(weight, digit)| weight * digit).sum();
    let range = match hit.group("iri") {
        Some(iri) => iri.start()..number.end(),
        None => number.range(),
    };
    let is_right = total.is_multiple_of(11) && hit.is_alone(&range, &['-']);
    let ident = format!("urn:issn:{}", number.as_str().to_ascii_uppercase());
    is_right.then(|| (range, Entity::new(ident).with_class("http://schema.org/Periodical")))
}

/// Returns the digits of a number, where `X` means ten.
fn digits(number: &str) -> Option<Vec<u32>> {
    let digits = number.chars().filter(char::is_ascii_alphanumeric);
    digits.map(|c| if c.eq_ignore_ascii_case(&'X') { Some(10) } else { c.to_digit(10) }).collect()
}

/// The lengths of IBANs by country, from the SWIFT registry.
const IBANS: &[(usize, &str)] = &[
    (15, "NO"),
    (16, "BE"),
    (18, "DK FI FK FO GL NL SD"),
    (19, "MK SI"),
    (20, "AT BA EE KZ LT LU MN XK"),
    (21, "CH HR LI LV"),
    (22, "BG BH CR DE GB GE IE ME RS VA"),
    (23, "AE GI IL IQ OM SO TL"),
    (24, "AD CZ ES MD PK RO SA SE SK TN VG"),
    (25, "LY PT ST"),
    (26, "IS TR"),
    (27, "BI DJ FR GR IT MC MR SM"),
    (28, "AL AZ BY CY DO GT HN HU LB NI PL SV"),
    (29, "BR EG PS QA UA"),
    (30, "JO KW MU YE"),
    (31, "MT SC"),
    (32, "LC"),
    (33, "RU"),
];

/// The separators between groups of an IBAN, in addition to spaces.
const MARKS: &[char] = &['-', '–', '.'];

/// Returns the regular expression for the start of an IBAN.
pub(super) fn iban() -> String {
    r"(?i)[A-Z]{2} ?[0-9]{2}[ \n.–-]{0,3}[A-Z0-9]".to_owned()
}

pub(super) fn read_iban(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let start = hit.range().start;
    let rest = &hit.text[start..];
    let country = rest.get(..2)?.to_ascii_uppercase();
    let is_of = |countries: &str| countries.split(' ').any(|code| code == country);
    let length = IBANS.iter().find(|(_, countries)| is_of(countries))?.0;
    let mut iban = String::with_capacity(length);
    let mut end = start;
    for group in groups(rest, MARKS, |c| c.is_ascii_alphanumeric()) {
        end = start + group.end;
        iban.push_str(rest.get(group)?);
        if iban.len() >= length {
            break;
        }
    }
    iban.make_ascii_uppercase();
    if iban.len() != length {
        return None;
    }
    let (head, tail) = iban.split_at(4);
    // ISO/IEC 7064, MOD 97-10: a letter is replaced with two digits.
    let remainder = tail.chars().chain(head.chars()).try_fold(0, |total, c| {
        let value = c.to_digit(36)?;
        Some((total * if value < 10 { 10 } else { 100 } + value) % 97)
    });
    let entity = named("http://schema.org/BankAccount", "IBAN", iban);
    (remainder == Some(1)).then_some((start..end, entity))
}
