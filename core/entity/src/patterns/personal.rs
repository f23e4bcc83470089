//! Numbers and addresses of people and machines: telephones, payment cards, documents, IP addresses.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::hit::{Hit, named};
use glossweave_format::annotation::Entity;

/// The maximum number of digits of a telephone number (ITU-T E.164, clause 6.1), and the minimum of one that is found.
const TELEPHONE: (usize, usize) = (7, 15);

/// Returns the expression of telephone numbers: those with the code of a country, with an area code in brackets, behind a
/// word that says so, and those of North America.
pub(super) fn telephone() -> String {
    let rest = r"(?:[ \x{A0}./\x{2011}-]{0,2}\(?[0-9]{1,8}\)?){1,7}";
    let label = r"(?:tel(?:[eé]f(?:ono?)?|e?phone)?|t[eé]l(?:[eé]phone)?|phone|mobile?|m[oó]vil|cell|fax|handy)\.?:?\s{0,2}";
    format!(
        r"(?i)(?:(?<code>(?:tel:)?(?:\+|\b00)[1-9][0-9]{{0,2}}{rest})|(?:{label})(?<labeled>\(?0?[0-9]{{1,5}}\)?{rest})|(?<area>\(0[0-9]{{1,5}}\){rest})|(?<america>\(?[2-9][0-9]{{2}}\)?[ .-][2-9][0-9]{{2}}[ .-][0-9]{{4}}))"
    )
}

pub(super) fn read_telephone(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let names = ["code", "labeled", "area", "america"];
    let number = names.iter().find_map(|name| hit.group(name))?;
    // Behind the code of a country, a zero in brackets is not dialled.
    let spelled = match hit.group("code") {
        Some(_) => number.as_str().replace("(0)", ""),
        None => number.as_str().to_owned(),
    };
    let digits: String = spelled.chars().filter(char::is_ascii_digit).collect();
    let (least, most) = TELEPHONE;
    let before = hit.text.get(..number.start())?.chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric()) && hit.group("labeled").is_none() {
        return None;
    }
    let is_short = hit.group("labeled").is_some() && digits.len() >= 4;
    if digits.len() > most
        || digits.len() < least && !is_short
        || !hit.is_alone(&number.range(), &['-', '.', '/', ' '])
    {
        return None;
    }
    let entity = match hit.group("code") {
        Some(_) => Entity::new(format!("tel:+{}", digits.trim_start_matches("00"))),
        None => Entity::default(),
    };
    Some((number.range(), entity.with_class("http://schema.org/ContactPoint")))
}

/// Returns the expression of the numbers of payment cards (ISO/IEC 7812).
pub(super) fn card() -> String {
    r"[2-6][0-9]{3}(?:[ \x{A0}-]?[0-9]{4}){2}[ \x{A0}-]?[0-9]{1,7}|3[47][0-9]{2}[ \x{A0}-]?[0-9]{6}[ \x{A0}-]?[0-9]{5}|3[068][0-9]{2}[ \x{A0}-]?[0-9]{6}[ \x{A0}-]?[0-9]{4}"
        .to_owned()
}

pub(super) fn read_card(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let range = hit.range();
    let digits: Vec<u32> =
        hit.text.get(range.clone())?.chars().filter_map(|c| c.to_digit(10)).collect();
    // ISO/IEC 7812-1, annex B: every second digit from the right counts double.
    let total: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, digit)| if index % 2 == 0 { *digit } else { digit * 2 % 10 + digit * 2 / 10 })
        .sum();
    let is_right = (13..=19).contains(&digits.len()) && total.is_multiple_of(10);
    let entity = Entity::default().with_class("http://schema.org/PaymentCard");
    (is_right && hit.is_alone(&range, &['-', '.', ' '])).then_some((range, entity))
}

/// Returns the expression of numbers of passports, identity cards, licences and insurances, behind a word that says so.
pub(super) fn document() -> String {
    let words = r"passport|identity card|ID(?:[- ]card)?|driv(?:er['’]?s|ing) licen[cs]e|social security|SSN|tax ID|reisepass|personalausweis|ausweis|führerschein|sozialversicherung|steuer-?ID|passeport|carte d['’]identité|permis de conduire|sécurité sociale|pasaporte|DNI|NIE|carné de conducir";
    let number =
        r"(?:s?nummer|[- ]?(?:no|nr|number|núm|n°|nº)\b)?[.:#]{0,2}\s{0,2}(?:is |ist |est |es )?";
    format!(r"(?i)\b(?:{words})[ -]?{number}(?<number>[A-Z0-9](?:[ -]?[A-Z0-9]){{4,19}})")
}

pub(super) fn read_document(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let number = hit.group("number")?;
    // Up to the last group with a digit, and no word before it.
    let mut end = 0;
    for (at, group) in groups(number.as_str()) {
        let has_digit = group.bytes().any(|byte| byte.is_ascii_digit());
        let is_code = has_digit || group.len() < 3 && group.bytes().all(|b| b.is_ascii_uppercase());
        if !is_code {
            break;
        }
        end = if has_digit { at + group.len() } else { end };
    }
    let found = number.as_str().get(..end)?;
    let value: String = found.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let entity =
        named("http://schema.org/GovernmentPermit", "number of a document", value.to_uppercase());
    (digits >= 4 && value.len() >= 5).then_some((number.start()..number.start() + end, entity))
}

/// Returns the groups between spaces and hyphens, with their places.
fn groups(number: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    number.split([' ', '-']).map(move |group| {
        let start = at;
        at += group.len() + 1;
        (start, group)
    })
}

/// Returns the expression of IP addresses.
pub(super) fn address() -> String {
    r"(?i)(?<four>[0-9]{1,3}(?:\.[0-9]{1,3}){3})|(?<six>[0-9a-f]{0,4}:[0-9a-f]{0,4}:[0-9a-f:.]{0,40})".to_owned()
}

pub(super) fn read_address(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let range = match (hit.group("four"), hit.group("six")) {
        (Some(four), _) if hit.is_alone(&four.range(), &['.']) => {
            four.as_str().parse::<Ipv4Addr>().ok().map(|_| four.range())
        }
        (_, Some(six)) => {
            let address = six.as_str().trim_end_matches('.');
            let is_long = address.bytes().filter(u8::is_ascii_hexdigit).count() > 3;
            let parsed = address.parse::<Ipv6Addr>().ok().filter(|_| is_long);
            parsed.map(|_| six.start()..six.start() + address.len())
        }
        _ => None,
    }?;
    let value = hit.text.get(range.clone())?.to_ascii_lowercase();
    let class = "https://ontology.unifiedcyberontology.org/uco/observable/IPAddress";
    Some((range, named(class, "IP", value)))
}

#[cfg(test)]
mod tests {
    use crate::patterns::{PatternKind, Patterns};
    use glossweave_format::recognizer::{Passage, Recognizer};

    /// Checks the matches in texts.
    fn check(kind: PatternKind, rows: &[(&str, &[&str])]) {
        for (text, wanted) in rows {
            let found = Patterns::of([kind]).recognize(&Passage::new(text)).unwrap();
            let found: Vec<&str> = found.iter().map(|one| &text[one.span().range()]).collect();
            assert_eq!(found, *wanted, "{text}");
        }
    }

    #[test]
    fn telephone_numbers_need_a_sign_of_one() {
        check(
            PatternKind::Telephone,
            &[
                (
                    "Call +49 (30) 1234-567 or 0044 20 7946 0958.",
                    &["+49 (30) 1234-567", "0044 20 7946 0958"],
                ),
                (
                    "tel:+15550100, Tel. 030 12345, Telefon: 030/123 45 67",
                    &["tel:+15550100", "030 12345", "030/123 45 67"],
                ),
                (
                    "(030) 1234567, (555) 201-0100, 555-201-0100",
                    &["(030) 1234567", "(555) 201-0100", "555-201-0100"],
                ),
                (
                    "2024-05-05, 1234567, 12 345 678, 3+4 567 890, +1 2, (12) 3456789, v1.555.201",
                    &[],
                ),
            ],
        );
    }

    #[test]
    fn numbers_with_the_code_of_a_country_have_iris() {
        let text = "+49 (0)30 1234567, 0044 20 7946 0958, (030) 1234567";
        let found = Patterns::of([PatternKind::Telephone]).recognize(&Passage::new(text)).unwrap();
        let idents =
            found.iter().map(|one| one.as_entity().unwrap().idents.first().map(|one| &**one));
        let wanted = [Some("tel:+49301234567"), Some("tel:+442079460958"), None];
        assert!(idents.eq(wanted));
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
    fn documents_are_named_before_their_numbers() {
        check(
            PatternKind::DocumentNumber,
            &[
                (
                    "Passport No. C01X 00T47, ID card number: L01-X00T471",
                    &["C01X 00T47", "L01-X00T471"],
                ),
                ("Reisepassnummer C01X00T47 und SSN 078-05-1120 of", &["C01X00T47", "078-05-1120"]),
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
                ("1.2.3, 256.1.1.1, 1.2.3.4.5, 12:30:45, a::b, std::fmt", &[]),
            ],
        );
    }
}
