//! Numbers and addresses that identify people or devices: payment cards, documents, IP addresses.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::hit::{Hit, groups, named};
use glossweave_document::annotation::Entity;

/// The separators between groups of a card number, in addition to spaces.
const MARKS: &[char] = &['-', '–', '.'];

/// The group lengths of card numbers, as printed on cards. A number with 13 to 19 digits may also be written
/// without groups.
const GROUPS: &[&[usize]] = &[
    &[4, 4, 4, 1],
    &[4, 4, 4, 2],
    &[4, 4, 4, 3],
    &[4, 4, 4, 4],
    &[4, 4, 4, 7],
    &[4, 4, 4, 4, 1],
    &[4, 4, 4, 4, 2],
    &[4, 4, 4, 4, 3],
    &[4, 3, 3, 3],
    &[4, 6, 4],
    &[4, 6, 5],
    &[6, 13],
];

/// Returns the regular expression for the first digits of a payment card number (ISO/IEC 7812). The rest is
/// parsed by `read_card`.
pub(super) fn card() -> String {
    "[2-6][0-9]{3}".to_owned()
}

pub(super) fn read_card(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let start = hit.range().start;
    let mut before = hit.text[..start].chars().rev();
    // The digits belong to another group, or are decimals.
    let last = before.next();
    if last.is_some_and(|c| c.is_alphanumeric())
        || matches!(last, Some('.' | ',')) && before.next().is_some_and(|c| c.is_ascii_digit())
    {
        return None;
    }
    let rest = &hit.text[start..];
    let mut lengths = Vec::new();
    let mut digits = Vec::new();
    let mut end = None;
    // The data after a card number can look like further groups, for example its expiry date, its
    // code or another card number.
    for group in groups(rest, MARKS, |c| c.is_ascii_digit()).take(5) {
        lengths.push(group.len());
        if digits.len() + group.len() > 19 {
            break;
        }
        digits.extend(rest[group.clone()].chars().filter_map(|c| c.to_digit(10)));
        let is_shape = match lengths.as_slice() {
            [length] => (13..=19).contains(length),
            lengths => GROUPS.contains(&lengths),
        };
        if is_shape && has_check_digit(&digits) {
            end = Some(start + group.end);
        }
    }
    Some((start..end?, Entity::default().with_class("http://schema.org/PaymentCard")))
}

/// Returns `true` if the check digit is valid (ISO/IEC 7812-1, annex B): every second digit from the right is
/// doubled.
fn has_check_digit(digits: &[u32]) -> bool {
    let digits = digits.iter().rev().enumerate();
    let total: u32 = digits
        .map(|(index, digit)| if index % 2 == 0 { *digit } else { digit * 2 % 10 + digit * 2 / 10 })
        .sum();
    total.is_multiple_of(10)
}

/// The number of characters from which a document number does not continue in the next line.
const COMPLETE: usize = 8;

/// Returns the regular expression for numbers of passports, identity cards, licences and insurances. They
/// must follow a word for such a document.
pub(super) fn document() -> String {
    let words = r"passport|identity card|ID(?:[- ]card)?|driv(?:er['’]?s|ing) licen[cs]e|social security|SSN|tax ID|reisepass|personalausweis|ausweis|führerschein|sozialversicherung|steuer-?ID|passeport|carte d['’]identité|permis de conduire|sécurité sociale|pasaporte|DNI|NIE|carné de conducir";
    let number = r"(?:s?nummer|[- ]?(?:(?:no|nr|number|núm)\b|n°|nº))?\.?\s?[:#]?\s{0,2}(?:is |ist |est |es )?";
    format!(r"(?i)\b(?:{words})[ -]?{number}(?<number>[A-Z0-9](?:[ \n-]?[A-Z0-9]){{4,19}})")
}

pub(super) fn read_document(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let number = hit.group("number")?;
    // The number ends at the last group with a digit, and contains no words before it.
    let mut end = 0;
    for (at, group) in code_groups(number.as_str()) {
        // When the number is long enough, the next line contains another number.
        if at > COMPLETE && number.as_str()[..at].ends_with('\n') {
            break;
        }
        let has_digit = group.bytes().any(|byte| byte.is_ascii_digit());
        let is_code = has_digit || group.len() < 3 && group.bytes().all(|b| b.is_ascii_uppercase());
        if !is_code {
            break;
        }
        end = if has_digit { at + group.len() } else { end };
    }
    let written = number.as_str().get(..end)?;
    let value: String = written.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let entity =
        named("http://schema.org/GovernmentPermit", "number of a document", value.to_uppercase());
    (digits >= 4 && value.len() >= 5).then_some((number.start()..number.start() + end, entity))
}

/// Splits a number at spaces, hyphens and line ends. Returns the groups with their offsets.
fn code_groups(number: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    number.split([' ', '-', '\n']).map(move |group| {
        let start = at;
        at += group.len() + 1;
        (start, group)
    })
}

/// Returns the regular expression for IP addresses.
pub(super) fn address() -> String {
    r"(?i)(?<four>[0-9]{1,3}(?:\.[0-9]{1,3}){3})|(?<six>[0-9a-f]{0,4}:[0-9a-f]{0,4}:[0-9a-f:.]{0,40})".to_owned()
}

pub(super) fn read_address(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let (range, value) = match (hit.group("four"), hit.group("six")) {
        (Some(four), _) if hit.is_alone(&four.range(), &['.']) => {
            let is_byte = |number: &str| number.parse::<u8>().is_ok();
            let is_address = four.as_str().split('.').all(is_byte);
            // Numbers with leading zeros get no value, because some programs read them as octal.
            let value = four.as_str().parse::<Ipv4Addr>().is_ok().then_some(four.as_str());
            is_address.then(|| (four.range(), value))
        }
        (_, Some(six)) => {
            let address = without_marks(six.as_str())?;
            Some((six.start()..six.start() + address.len(), Some(address)))
        }
        _ => None,
    }?;
    let class = "https://ontology.unifiedcyberontology.org/uco/observable/IPAddress";
    let entity = match value {
        Some(value) => named(class, "IP", value.to_ascii_lowercase()),
        None => Entity::default().with_class(class),
    };
    Some((range, entity))
}

/// Returns an IPv6 address without a trailing colon, full stop or port.
fn without_marks(text: &str) -> Option<&str> {
    let is_address = |address: &&str| {
        let is_long = address.bytes().filter(u8::is_ascii_hexdigit).count() > 3;
        is_long && address.parse::<Ipv6Addr>().is_ok()
    };
    let trimmed = text.trim_end_matches('.');
    let cut = |text: &'_ str| text.len() - text.trim_end_matches([':', '.']).len();
    let shorter = (0..=cut(trimmed)).filter_map(|marks| trimmed.get(..trimmed.len() - marks));
    let no_port =
        || trimmed.trim_end_matches([':', '.']).rsplit_once(':').map(|(address, _)| address);
    shorter.chain(std::iter::once_with(no_port).flatten()).find(is_address)
}

#[cfg(test)]
mod tests {
    use crate::patterns::{PatternKind, Patterns};
    use glossweave_document::recognizer::{Passage, Recognizer};

    /// Checks the matches in texts.
    fn check(kind: PatternKind, rows: &[(&str, &[&str])]) {
        for (text, expected) in rows {
            let found = Patterns::of([kind]).recognize(&Passage::new(text)).unwrap();
            let found: Vec<&str> =
                found.iter().map(|annotation| &text[annotation.span().range()]).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn cards_have_check_digits() {
        check(
            PatternKind::PaymentCard,
            &[
                (
                    "4111 1111 1111 1111, 5500005555555559, 3782-822463-10005",
                    &["4111 1111 1111 1111", "5500005555555559", "3782-822463-10005"],
                ),
                ("4111 1111 1111 1112, 4111-1111, 1111 1111 1111 1117", &[]),
            ],
        );
    }

    #[test]
    fn numbers_beside_a_card_do_not_hide_it() {
        check(
            PatternKind::PaymentCard,
            &[
                ("Card 4111 1111 1111 1111 12/27 123, thanks", &["4111 1111 1111 1111"]),
                (
                    "4111 1111 1111 1111 5500 0055 5555 5559",
                    &["4111 1111 1111 1111", "5500 0055 5555 5559"],
                ),
                (
                    "4111111111111111 5500005555555559-123",
                    &["4111111111111111", "5500005555555559"],
                ),
                ("No. 12 4111-1111-1111-1111-1227", &["4111-1111-1111-1111"]),
                ("3782 822463 10005 12 27", &["3782 822463 10005"]),
                (
                    "4111.1111.1111.1111, 4111 - 1111 - 1111 - 1111",
                    &["4111.1111.1111.1111", "4111 - 1111 - 1111 - 1111"],
                ),
                ("> 4111 1111\n> 1111 1111", &["4111 1111\n> 1111 1111"]),
                ("0.4111111111111111, 4111 1111\n\n1111 1111, 14111111111111111", &[]),
            ],
        );
    }

    #[test]
    fn an_ibans_groups_may_have_any_separator() {
        check(
            PatternKind::Iban,
            &[
                ("DE89-3704-0044-0532-0130-00", &["DE89-3704-0044-0532-0130-00"]),
                ("DE89 3704 0044\n0532 0130 00.", &["DE89 3704 0044\n0532 0130 00"]),
                ("> DE89 3704 0044\r\n> 0532 0130 00", &["DE89 3704 0044\r\n> 0532 0130 00"]),
                ("FR14 20041 01005 0500013M026 06", &["FR14 20041 01005 0500013M026 06"]),
                ("de89 3704 0044 0532 0130 00 COBADEFF", &["de89 3704 0044 0532 0130 00"]),
                ("DE89 3704 0044 0532 0130 00 12 EUR", &["DE89 3704 0044 0532 0130 00"]),
                (
                    "DE89\u{A0}3704\u{2009}0044\u{2011}0532 0130 00",
                    &["DE89\u{A0}3704\u{2009}0044\u{2011}0532 0130 00"],
                ),
                ("DE89 3704 0044\n\n0532 0130 00, DE88-3704-0044-0532-0130-00", &[]),
            ],
        );
    }

    #[test]
    fn documents_are_named_before_their_numbers() {
        check(
            PatternKind::DocumentNumber,
            &[
                (
                    "Passport No. C01X 00T47, ID card number: L01-X00T471",
                    &["C01X 00T47", "L01-X00T471"],
                ),
                ("Reisepassnummer C01X00T47 und SSN 078-05-1120 of", &["C01X00T47", "078-05-1120"]),
                (
                    "Passeport n° : 12AB34567, Ausweis-Nr.: L01X\n00T47",
                    &["12AB34567", "L01X\n00T47"],
                ),
                ("SSN 078-05-1120\n2024 of", &["078-05-1120"]),
                ("passport control area, ID 12, passports 123456", &[]),
            ],
        );
    }

    #[test]
    fn addresses_have_numbers_up_to_255() {
        check(
            PatternKind::Ip,
            &[
                (
                    "from 192.168.0.1:80, 2001:db8::ff00:42:8329 and ::1",
                    &["192.168.0.1", "2001:db8::ff00:42:8329"],
                ),
                (
                    "client 2001:db8::1: refused, [2001:db8::2]:443, 2001:db8::3.",
                    &["2001:db8::1", "2001:db8::2", "2001:db8::3"],
                ),
                ("2001:db8:: 2001:db8:::", &["2001:db8::", "2001:db8::"]),
                (
                    "1:2:3:4:5:6:7:8:443, ip:192.168.001.010",
                    &["1:2:3:4:5:6:7:8", "192.168.001.010"],
                ),
                ("1.2.3, 256.1.1.1, 1.2.3.4.5, 12:30:45, a::b, std::fmt", &[]),
            ],
        );
    }
}
