//! Telephone numbers.

use std::ops::Range;

use super::hit::{Hit, gap};
use glossweave_document::annotation::Entity;

/// The minimum and the maximum number of digits of a telephone number (ITU-T E.164, clause 6.1).
const DIGITS: (usize, usize) = (7, 15);

/// The maximum number of digits of a national number, which starts with 0.
const NATIONAL: usize = 12;

/// The minimum number of digits of a complete number, with and without a country code. A complete number does
/// not continue in the next line.
const COMPLETE: (usize, usize) = (10, 7);

/// The maximum number of digits including the country code, by country code. The maximum for other
/// countries is 15.
const COUNTRIES: &[(usize, &str)] = &[
    (10, "45 47"),
    (11, "1 7 27 31 32 33 34 36 40 41 48 61"),
    (12, "30 44 46 52 63 64 66 81 82 90 91 351 353 380 420 421 971 972"),
    (13, "39 43 49 54 55 86"),
];

/// The separators between groups of digits, in addition to spaces.
const MARKS: &[char] = &['-', '–', '−', '.', '/'];

/// The maximum distance between two numbers in a list, in bytes.
const BETWEEN: usize = 32;

/// Returns the regular expression for the start of telephone numbers: numbers with a country code, after a
/// word for a telephone, with an area code in brackets, and in the format of North America. It also matches
/// numbers that may continue a list.
pub(super) fn telephone() -> String {
    let word = r"\b(?:t[eé]l|t[eé]l[eé]ph?|tel[eé]fono?|t[eé]l[eé]phone|telephone|tfno|tlf|cell?|cellulare|cellular|fax|portable|gsm|whatsapp|durchwahl|hotline|m[oó]vil|mobil|mobile|mob|тел|телефон|моб|факс|τηλ|τηλέφωνο)";
    // These words are also used as the second part of compounds.
    let part =
        r"(?:telefone?|telefax|handy|ruf|mobil|phone)|電話(?:番号)?|电话|電話號碼|전화(?:번호)?";
    let number = r"(?:s?nummern?\b|[ .-]{0,2}(?:(?:nr|no|num(?:ber|[eé]ro)?|núm(?:ero)?)\b|n[°º]))";
    let note = r"(?:\s?\([^()\n0-9]{1,24}\))?";
    let america =
        r"(?:1[ .-]?)?(?:\([2-9][0-9]{2}\)[ -]?|[2-9][0-9]{2}[ .–-])[2-9][0-9]{2}[ .–-][0-9]{4}";
    format!(
        r"(?i)(?<code>(?:tel:)?(?:\+|\b00|\b011[ -])[1-9])|(?:{word}|{part})(?<sign>{number}?\.?{note}\s?[:=#]?\s{{0,2}}(?:(?:is|ist|lautet|est|es)\s)?)(?<labeled>\(?[0-9])|(?<area>\(0[0-9]{{1,5}}\))|(?<america>{america})|(?<listed>\(?\b0[1-9])"
    )
}

/// A parsed telephone number.
struct Number {
    end: usize,
    digits: String,
    /// `true` if a line end may be the end of the number.
    is_uncertain: bool,
}

pub(super) fn read_telephone(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let names = ["code", "labeled", "area", "america", "listed"];
    let (kind, begin) = names.iter().find_map(|name| Some((*name, hit.group(name)?)))?;
    let start = begin.start();
    let mut before = hit.text[..start].chars().rev();
    let last = before.next();
    let is_part =
        matches!(last, Some('.' | ',' | '-')) && before.next().is_some_and(|c| c.is_ascii_digit());
    let has_plus = begin.as_str().contains('+');
    if kind != "labeled" && (last.is_some_and(char::is_alphanumeric) || is_part && !has_plus)
        || kind == "listed" && !continues(hit, start)
    {
        return None;
    }
    let class = "http://schema.org/ContactPoint";
    if kind == "america" {
        let digits: String = begin.as_str().chars().filter(char::is_ascii_digit).collect();
        let mut after = hit.text[begin.end()..].chars();
        let goes_on = matches!(after.next(), Some('-' | '.' | '/' | '–'))
            && after.next().is_some_and(|c| c.is_ascii_digit());
        let entity = if digits.len() > 10 {
            Entity::new(format!("tel:+{digits}"))
        } else {
            Entity::default()
        };
        return (!goes_on).then(|| (begin.range(), entity.with_class(class)));
    }
    // The digits start after `tel:` and `+`.
    let skipped =
        begin.as_str().find(|c: char| c == '(' || c.is_ascii_digit()).unwrap_or(begin.len() - 1);
    let number = read(&hit.text[start + skipped..], kind == "code", has_plus)?;
    let least = match hit.group("sign") {
        Some(sign) if sign.as_str().contains([':', '=', '#', '.']) || sign.len() > 2 => 4,
        Some(_) => 5,
        None => DIGITS.0,
    };
    if number.digits.len() < least {
        return None;
    }
    let entity = match kind {
        "code" if !number.is_uncertain => Entity::new(format!("tel:+{}", number.digits)),
        _ => Entity::default(),
    };
    Some((start..start + skipped + number.end, entity.with_class(class)))
}

/// Returns `true` if a number continues a list, for example in `030 12345 (office), 0171 1234567`.
fn continues(hit: &Hit<'_, '_>, start: usize) -> bool {
    let between = hit.previous.and_then(|end| hit.text.get(end..start));
    between.is_some_and(|between| {
        between.len() <= BETWEEN
            && !between.contains(|c: char| c.is_numeric())
            && !between.contains("\n\n")
    })
}

/// Reads the groups of a number at the start of a text, and stops at the first group that does not
/// belong to the number.
fn read(text: &str, has_code: bool, has_plus: bool) -> Option<Number> {
    let is_part = |c: char| c.is_ascii_digit() || c == '(';
    let mut number = Number { end: 0, digits: String::new(), is_uncertain: false };
    let mut all = String::new();
    let mut is_closed = true;
    loop {
        let rest = &text[number.end..];
        // The closing bracket of a code whose opening bracket precedes the number.
        let skipped = if number.end > 0 && is_closed && all.len() < 4 && rest.starts_with(')') {
            1
        } else {
            0
        };
        let rest = &rest[skipped..];
        let between = match number.end {
            0 => 0,
            _ => match gap(rest, MARKS, is_part) {
                Some(length) => length,
                None => break,
            },
        };
        let (between, group) = rest.split_at(between);
        let inner = group.strip_prefix('(').unwrap_or(group);
        let is_bracket = inner.len() < group.len();
        let length = inner.find(|c: char| !c.is_ascii_digit()).unwrap_or(inner.len());
        let (digits, after) = inner.split_at(length);
        is_closed = !is_bracket || after.starts_with(')');
        let is_exit = has_code && is_bracket && digits == "0";
        let count = if is_exit { 0 } else { digits.len() };
        let is_new = number.end > 0 && ends(&all, between, digits, after, has_code)
            || is_bracket && (all.len() >= DIGITS.0 || !is_closed)
            || all.len() + count > limit(&all, between, has_code, has_plus);
        if length == 0 || is_new {
            break;
        }
        number.is_uncertain |= between.contains('\n') && all.len() >= DIGITS.0;
        if !is_exit {
            all.push_str(digits);
        }
        number.end += skipped + between.len() + length + if is_bracket { 2 } else { 0 };
    }
    number.digits = match (has_code, has_plus) {
        (true, false) => {
            let code = all.strip_prefix("011").or(all.strip_prefix("00"))?;
            code.to_owned()
        }
        _ => all,
    };
    (number.end > 0).then_some(number)
}

/// Returns `true` if a group of digits does not belong to the number before it.
fn ends(all: &str, between: &str, digits: &str, after: &str, has_code: bool) -> bool {
    let has_space = between.contains([' ', '\n']);
    let has_mark = between.contains(MARKS);
    let complete = if has_code { COMPLETE.0 } else { COMPLETE.1 };
    let mut next = after.chars();
    let (mark, digit) = (next.next(), next.next());
    let is_digit = digit.is_some_and(|c| c.is_ascii_digit());
    // A full stop followed by a space ends a sentence.
    between.starts_with('.') && has_space
        || has_mark && has_space && !between.ends_with('\n') && all.len() >= DIGITS.0
        || between.contains('\n') && all.len() >= complete
        // A time, an amount, or a word such as `24h`.
        || has_space && matches!(mark, Some(':' | ',')) && is_digit
        || mark.is_some_and(|c| c.is_alphabetic() || matches!(c, '%' | '€' | '$' | '°'))
        || has_space && is_date(digits, after)
}

/// Returns `true` if digits are the start of a date, for example `2024-05-05` or `5.5.2024`.
fn is_date(digits: &str, after: &str) -> bool {
    let Some(mark) = after.chars().next().filter(|c| matches!(c, '-' | '.' | '/')) else {
        return false;
    };
    let end = after.char_indices().nth(8).map_or(after.len(), |(at, _)| at);
    let mut groups = after[1..end].splitn(2, mark);
    let length = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (Some(second), Some(third)) = (groups.next(), groups.next()) else { return false };
    let is_short = length(second) == second.len() && matches!(second.len(), 1 | 2);
    is_short && matches!((digits.len(), length(third)), (4, 1 | 2) | (1 | 2, 4))
}

/// Returns the maximum number of digits of a number that starts with `all`.
fn limit(all: &str, between: &str, has_code: bool, has_plus: bool) -> usize {
    // The group may be an extension.
    if !between.contains([' ', '\n']) && between.contains(['-', '–', '−', '/']) {
        return DIGITS.1 + if has_plus { 0 } else { 3 };
    }
    if !has_code {
        return if all.starts_with('0') { NATIONAL } else { NATIONAL + 1 };
    }
    let prefix = match has_plus {
        true => "",
        false if all.starts_with("011") => "011",
        false => "00",
    };
    let number = all.strip_prefix(prefix).unwrap_or_default();
    let is_of = |codes: &str| codes.split(' ').any(|code| number.starts_with(code));
    let known = COUNTRIES.iter().find(|(_, codes)| is_of(codes)).map(|(most, _)| *most);
    prefix.len() + known.unwrap_or(DIGITS.1)
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
        let idents = found
            .iter()
            .map(|annotation| annotation.as_entity().unwrap().idents.first().map(|iri| &**iri));
        let expected = [Some("tel:+49301234567"), Some("tel:+442079460958"), None];
        assert!(idents.eq(expected));
    }

    #[test]
    fn numbers_behind_a_telephone_number_are_no_part_of_it() {
        check(
            PatternKind::Telephone,
            &[
                ("+49 30 1234567 10117 Berlin", &["+49 30 1234567"]),
                ("Tel. 030 1234567 10117 Berlin", &["030 1234567"]),
                ("Dial +1 212 555 0100 24 hours a day", &["+1 212 555 0100"]),
                (
                    "+1 212 555 0100 24h, +33 1 23 45 67 89 75001",
                    &["+1 212 555 0100", "+33 1 23 45 67 89"],
                ),
                ("+49 30 1234567 2024-05-05", &["+49 30 1234567"]),
                ("+49 30 1234567 5.5.2024", &["+49 30 1234567"]),
                (
                    "+49 30 1234567 12:30, 0044 20 7946 0958 12",
                    &["+49 30 1234567", "0044 20 7946 0958"],
                ),
                ("555-201-0100 12", &["555-201-0100"]),
                ("12 +49 30 1234567, 5 (030) 1234567", &["+49 30 1234567", "(030) 1234567"]),
                ("+49 30 1234567\n10117 Berlin", &["+49 30 1234567"]),
                ("Tel. 030 1234567. 5 people", &["030 1234567"]),
            ],
        );
    }

    #[test]
    fn telephone_numbers_are_found_as_countries_write_them() {
        check(
            PatternKind::Telephone,
            &[
                ("Call 1-800-555-0199 or (555)201-0100", &["1-800-555-0199", "(555)201-0100"]),
                ("Call 1 (800) 555-0199 now", &["1 (800) 555-0199"]),
                ("Tél. : 01 23 45 67 89", &["01 23 45 67 89"]),
                ("Tel.-Nr.: 030/1234567, Tel.Nr. 030 12345", &["030/1234567", "030 12345"]),
                (
                    "Telefonnummer: 0171/1234567; Mobiltelefon 0171 1234567",
                    &["0171/1234567", "0171 1234567"],
                ),
                ("Rufnummer: 030 / 123 45 67", &["030 / 123 45 67"]),
                ("N° de téléphone : 01.23.45.67.89", &["01.23.45.67.89"]),
                ("Tel. (privat): 030 12345, Fax-Nr. 030 12346", &["030 12345", "030 12346"]),
                (
                    "+49 (0)30 / 123 45-67 or +49 30 1234567–12",
                    &["+49 (0)30 / 123 45-67", "+49 30 1234567–12"],
                ),
                ("(+49) 30 1234567, +49(30)1234567", &["+49) 30 1234567", "+49(30)1234567"]),
                (
                    "011 44 20 7946 0958, +49\u{A0}30\u{2011}1234567",
                    &["011 44 20 7946 0958", "+49\u{A0}30\u{2011}1234567"],
                ),
                (
                    "\u{202A}+49 30 1234567\u{202C}, ＋４９ ３０ １２３４５６７",
                    &["+49 30 1234567", "＋４９ ３０ １２３４５６７"],
                ),
                (
                    "Tel. 030 12345 (Büro), 0171 1234567 oder 0172 1234567",
                    &["030 12345", "0171 1234567", "0172 1234567"],
                ),
                ("電話番号：03-1234-5678", &["03-1234-5678"]),
                ("hotel 12345, phone 2024, a mobile of 2024, 0171 1234567", &[]),
            ],
        );
    }

    #[test]
    fn telephone_numbers_go_on_in_the_next_line() {
        check(
            PatternKind::Telephone,
            &[
                ("my number is +49 30\n1234567.", &["+49 30\n1234567"]),
                ("> my number is +49 30\r\n> 1234567.", &["+49 30\r\n> 1234567"]),
                ("Tel.\n  030 12345", &["030 12345"]),
                ("+49 30\n\n1234567", &[]),
            ],
        );
        let found =
            |text| Patterns::of([PatternKind::Telephone]).recognize(&Passage::new(text)).unwrap();
        let number = found("+49 30\n> 1234567");
        assert_eq!(&*number[0].as_entity().unwrap().idents[0], "tel:+49301234567");
        // The end of the line may be the end of the number.
        assert!(found("+43 1 12345\n1010 Wien")[0].as_entity().unwrap().idents.is_empty());
    }
}
