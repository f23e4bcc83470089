//! Tests with texts that contain matches, and texts that contain none.

use super::{Pattern, PatternKind, Patterns};
use glossweave_base::error::ErrorKind;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};
use glossweave_testing::{Stopwatch, count};

/// Returns each mention with its IRI or identifier, or an empty string.
fn found(patterns: &Patterns, text: &str, language: Option<&str>) -> Vec<(String, String)> {
    let language: Option<Language> = language.map(|tag| tag.parse().unwrap());
    let mut passage = Passage::new(text);
    if let Some(language) = &language {
        passage = passage.with_language(language);
    }
    let pair = |annotation: &Annotation| {
        assert_eq!(annotation.fault(), None, "{annotation:?}");
        let entity = annotation.as_entity().unwrap();
        let ident = entity.idents.first().or(entity.ident.as_ref());
        let ident = ident.map(|ident| ident.to_string()).unwrap_or_default();
        (text[annotation.span().range()].to_owned(), ident)
    };
    patterns.recognize(&passage).unwrap().iter().map(pair).collect()
}

/// A language, a text, and the matches with their IRIs.
type Row<'r> = (&'r str, &'r str, &'r [(&'r str, &'r str)]);

/// Checks the matches in rows.
fn check(kind: PatternKind, rows: &[Row<'_>]) {
    let patterns = Patterns::of([kind]);
    for (language, text, expected) in rows {
        let language = Some(*language).filter(|tag| !tag.is_empty());
        let found = found(&patterns, text, language);
        let found: Vec<_> = found.iter().map(|(name, ident)| (&**name, &**ident)).collect();
        assert_eq!(found, *expected, "{text} ({language:?})");
    }
}

#[test]
fn dates_are_read_as_their_language_writes_them() {
    check(
        PatternKind::Date,
        &[
            ("", "on 2024-02-29.", &[("2024-02-29", "2024-02-29")]),
            ("", "on 2023-02-29", &[]),
            ("", "2024-05-01T10:30:00Z", &[("2024-05-01T10:30:00Z", "2024-05-01T10:30:00Z")]),
            ("", "2024-05-01 10:30", &[("2024-05-01 10:30", "2024-05-01T10:30")]),
            ("", "2024-05-01 99:30", &[("2024-05-01", "2024-05-01")]),
            (
                "",
                "2024-01-01/2024-02-01",
                &[("2024-01-01", "2024-01-01"), ("2024-02-01", "2024-02-01")],
            ),
            ("", "12024-05-01 and 2024-05-011 and 2024-05-01-7", &[]),
            ("", "2024-05-01に", &[("2024-05-01", "2024-05-01")]),
            (
                "en",
                "5 May 2024, May 5, 2024",
                &[("5 May 2024", "2024-05-05"), ("May 5, 2024", "2024-05-05")],
            ),
            ("en", "the 5th of May, 2024", &[("5th of May, 2024", "2024-05-05")]),
            ("en", "in Sept. 2024 and on 3 March", &[("Sept. 2024", "2024-09"), ("3 March", "")]),
            ("en", "the top 5 may apply; 5 mayors; 5 marches; may 2024 men; 31 June 2024", &[]),
            (
                "de",
                "am 5. Mai 2024 und 05.06.2024",
                &[("5. Mai 2024", "2024-05-05"), ("05.06.2024", "2024-06-05")],
            ),
            ("de", "im Jänner 2024, 1. Oktober", &[("Jänner 2024", "2024-01"), ("1. Oktober", "")]),
            (
                "fr",
                "le 1er août 2024, le 5 mars",
                &[("1er août 2024", "2024-08-01"), ("5 mars", "")],
            ),
            (
                "es",
                "5 de mayo de 2024; mayo de 2024",
                &[("5 de mayo de 2024", "2024-05-05"), ("mayo de 2024", "2024-05")],
            ),
            ("en-US", "5/6/2024", &[("5/6/2024", "2024-05-06")]),
            ("fr", "5/6/2024", &[("5/6/2024", "2024-06-05")]),
            (
                "",
                "5/6/2024, 25/6/2024, 6/25/2024",
                &[("5/6/2024", ""), ("25/6/2024", "2024-06-25"), ("6/25/2024", "2024-06-25")],
            ),
            ("", "5/6.2024, 1.5.2024.7, 25.25.2024", &[]),
            (
                "",
                "5 May 2024 – 5 mai 2024 – 5 mayo 2024",
                &[
                    ("5 May 2024", "2024-05-05"),
                    ("5 mai 2024", "2024-05-05"),
                    ("5 mayo 2024", "2024-05-05"),
                ],
            ),
        ],
    );
}

#[test]
fn quantities_have_their_value_and_the_code_of_their_unit() {
    check(
        PatternKind::Quantity,
        &[
            ("en", "1,234.5 km and 3 kg", &[("1,234.5 km", "1234.5 km"), ("3 kg", "3 kg")]),
            ("de", "1.234,5 km, 12,5 %", &[("1.234,5 km", "1234.5 km"), ("12,5 %", "12.5 %")]),
            ("en", "1,234 m", &[("1,234 m", "1234 m")]),
            ("de", "1,234 m", &[("1,234 m", "1.234 m")]),
            ("", "1,234 m, 0.125 m", &[("1,234 m", ""), ("0.125 m", "0.125 m")]),
            (
                "fr",
                "12\u{202F}345 mètres à -5 °C",
                &[("12\u{202F}345 mètres", "12345 m"), ("-5 °C", "-5 Cel")],
            ),
            (
                "en",
                "a 10-kilometre race; the 1990s; 5G; 3D; 5 apples; v1.2.3 km",
                &[("10-kilometre", "10 km")],
            ),
            (
                "en",
                "$5 million, 5 million euros, EUR 3.50, A$5",
                &[
                    ("$5 million", "5000000 USD"),
                    ("5 million euros", "5000000 EUR"),
                    ("EUR 3.50", "3.50 EUR"),
                ],
            ),
            (
                "de",
                "2,5 Mio. € und 3 Milliarden Euro",
                &[("2,5 Mio. €", "2500000 EUR"), ("3 Milliarden Euro", "3000000000 EUR")],
            ),
            ("fr", "3 millions d’euros", &[("3 millions d’euros", "3000000 EUR")]),
            (
                "es",
                "3 millones de euros, 20 por ciento",
                &[("3 millones de euros", "3000000 EUR"), ("20 por ciento", "20 %")],
            ),
            ("", "5 billion dollars", &[("5 billion dollars", "")]),
            ("en", "5 billion dollars", &[("5 billion dollars", "5000000000 USD")]),
            ("en", "120 km/h, 50 m², 5 kmh", &[("120 km/h", "120 km/h"), ("50 m²", "50 m2")]),
        ],
    );
}

#[test]
fn a_quantity_has_its_exact_value_or_none() {
    check(
        PatternKind::Quantity,
        &[
            (
                "",
                "₹ 1,00,000 or ₹1,00,00,000.50",
                &[("₹ 1,00,000", "100000 INR"), ("₹1,00,00,000.50", "10000000.50 INR")],
            ),
            (
                "",
                "₹ 5 crore, 5 lakh rupees, ₹5 Cr, € 5 Mill.",
                &[
                    ("₹ 5 crore", "50000000 INR"),
                    ("5 lakh rupees", "500000 INR"),
                    ("₹5 Cr", ""),
                    ("€ 5 Mill.", "5000000 EUR"),
                ],
            ),
            (
                "",
                "was –5 °C, −5 °C, minus 5 °C",
                &[("–5 °C", "-5 Cel"), ("−5 °C", "-5 Cel"), ("minus 5 °C", "-5 Cel")],
            ),
            (
                "",
                "±5 °C, +/-5 %, +/- 5 %, 2 –5 °C, 5 °C below zero",
                &[("5 °C", ""), ("5 %", ""), ("5 %", ""), ("5 °C", ""), ("5 °C", "")],
            ),
            ("fr", "il fait moins 5 °C", &[("5 °C", "")]),
            ("es", "la ruta –5 km– es", &[("–5 km", "")]),
            (
                "en",
                "-$5 million, $-5, −€3, -5 €",
                &[
                    ("-$5 million", "-5000000 USD"),
                    ("$-5", "-5 USD"),
                    ("−€3", "-3 EUR"),
                    ("-5 €", "-5 EUR"),
                ],
            ),
            (
                "en",
                "$1.5m, €2k, £3bn, $1.5B, US$2M",
                &[
                    ("$1.5m", "1500000 USD"),
                    ("€2k", "2000 EUR"),
                    ("£3bn", "3000000000 GBP"),
                    ("$1.5B", "1500000000 USD"),
                    ("US$2M", "2000000 USD"),
                ],
            ),
            (
                "",
                "$1.5B, $5 m, 5 m€, 5k €, 1.5m",
                &[
                    ("$1.5B", ""),
                    ("$5 m", ""),
                    ("5 m€", ""),
                    ("5k €", "5000 EUR"),
                    ("1.5m", "1.5 m"),
                ],
            ),
            (
                "en",
                "$5-10 million, $5 – $10 million, $5 to 10 million, $1.5m-2m",
                &[
                    ("$5-10 million", ""),
                    ("$5 – $10 million", ""),
                    ("$5 to 10 million", ""),
                    ("$1.5m-2m", ""),
                ],
            ),
            (
                "en",
                "5-10 km, 5 to 10 km, 5 km-10 km, 5–10 million euros",
                &[
                    ("5-10 km", ""),
                    ("5 to 10 km", ""),
                    ("5 km", "5 km"),
                    ("10 km", "10 km"),
                    ("5–10 million euros", ""),
                ],
            ),
            (
                "de",
                "nur 49,- € oder 49,-- €, CHF 49.–",
                &[("49,- €", "49 EUR"), ("49,-- €", "49 EUR"), ("CHF 49.–", "49 CHF")],
            ),
            (
                "en",
                "1½ km, ½ km, ⅓ l, .5 mm, 3.14159 m",
                &[
                    ("1½ km", "1.5 km"),
                    ("½ km", "0.5 km"),
                    ("⅓ l", ""),
                    (".5 mm", "0.5 mm"),
                    ("3.14159 m", "3.14159 m"),
                ],
            ),
            ("", "10^6 km, 1E-6 m, 1⁄2 km, 5 m^2, 5 m s⁻¹, 5 $CAN, 3 kg·m", &[]),
            ("es", "5 mil millones de euros", &[("5 mil millones de euros", "5000000000 EUR")]),
            ("", "10 € 5 kg, $5 AUD", &[("10 €", "10 EUR"), ("5 kg", "5 kg"), ("$5 AUD", "5 AUD")]),
        ],
    );
}

#[test]
fn the_mark_at_the_end_of_a_sentence_is_no_part_of_a_url() {
    check(
        PatternKind::Url,
        &[
            (
                "",
                "See https://example.org/a.",
                &[("https://example.org/a", "https://example.org/a")],
            ),
            (
                "",
                "(see https://example.org/a)",
                &[("https://example.org/a", "https://example.org/a")],
            ),
            (
                "",
                "https://example.org/a_(b), https://example.org/(a))!",
                &[
                    ("https://example.org/a_(b)", "https://example.org/a_(b)"),
                    ("https://example.org/(a)", "https://example.org/(a)"),
                ],
            ),
            (
                "",
                "<https://example.org/?a[]=1&b=5%>",
                &[("https://example.org/?a[]=1&b=5%", "https://example.org/?a%5B%5D=1&b=5%25")],
            ),
            (
                "",
                "www.example.org/ä; www.; https://; http://.",
                &[("www.example.org/ä", "http://www.example.org/ä")],
            ),
            (
                "",
                "“https://example.org” https://example.org/。",
                &[
                    ("https://example.org", "https://example.org"),
                    ("https://example.org/", "https://example.org/"),
                ],
            ),
            (
                "",
                "http://[::1]:80/ xhttp://example.org",
                &[("http://[::1]:80/", "http://[::1]:80/")],
            ),
        ],
    );
}

#[test]
fn mail_addresses_are_found_whole() {
    check(
        PatternKind::Mail,
        &[
            (
                "",
                "Write to a.b+c@Example.org.",
                &[("a.b+c@Example.org", "mailto:a.b+c@example.org")],
            ),
            (
                "",
                "mailto:a@example.org, 'b@example.org'",
                &[
                    ("mailto:a@example.org", "mailto:a@example.org"),
                    ("b@example.org", "mailto:b@example.org"),
                ],
            ),
            (
                "",
                "Shape@3x.png and jane@roe.example",
                &[("jane@roe.example", "mailto:jane@roe.example")],
            ),
            ("", "write...a@example.org.2", &[("a@example.org", "mailto:a@example.org")]),
            (
                "",
                "an\u{AD}na@example.\u{200B}org",
                &[("an\u{AD}na@example.\u{200B}org", "mailto:anna@example.org")],
            ),
            ("", "a@b, a..b@example.org, a@example, a@1.2.3.4, @example.org, a@-x.org", &[]),
            ("", "jörg@müller.de", &[("jörg@müller.de", "mailto:jörg@müller.de")]),
        ],
    );
}

#[test]
fn identifiers_are_found_if_their_check_digits_are_right() {
    check(
        PatternKind::Isbn,
        &[
            ("", "ISBN 0-306-40615-2", &[("0-306-40615-2", "urn:isbn:9780306406157")]),
            (
                "",
                "978-0-306-40615-7 or 9780306406157",
                &[
                    ("978-0-306-40615-7", "urn:isbn:9780306406157"),
                    ("9780306406157", "urn:isbn:9780306406157"),
                ],
            ),
            (
                "",
                "ISBN-10: 080442957X, urn:isbn:9780306406157",
                &[
                    ("080442957X", "urn:isbn:9780804429573"),
                    ("urn:isbn:9780306406157", "urn:isbn:9780306406157"),
                ],
            ),
            ("", "0306406152, 978-0-306-40615-8, ISBN 0-306-40615-3, 979-0-2600-0043-8", &[]),
            ("", "99780306406157, 97803064061571", &[]),
        ],
    );
    check(
        PatternKind::Issn,
        &[
            (
                "",
                "ISSN 0378-5955, ISSN (online): 2434-561X",
                &[("0378-5955", "urn:issn:0378-5955"), ("2434-561X", "urn:issn:2434-561X")],
            ),
            ("", "ISSN 0378-5956, 0378-5955", &[]),
            ("", "urn:issn:0378-5955", &[("urn:issn:0378-5955", "urn:issn:0378-5955")]),
        ],
    );
    check(
        PatternKind::Orcid,
        &[
            (
                "",
                "0000-0002-1825-0097, https://orcid.org/0000-0002-1694-233X.",
                &[
                    ("0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"),
                    (
                        "https://orcid.org/0000-0002-1694-233X",
                        "https://orcid.org/0000-0002-1694-233X",
                    ),
                ],
            ),
            ("", "0000-0002-1825-0098, 0000-0002-1825-0097-1", &[]),
        ],
    );
    check(
        PatternKind::Iban,
        &[
            (
                "",
                "DE89 3704 0044 0532 0130 00, GB82WEST12345698765432.",
                &[
                    ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
                    ("GB82WEST12345698765432", "GB82WEST12345698765432"),
                ],
            ),
            (
                "",
                "DE88 3704 0044 0532 0130 00, DE89 37040044 0532 01300, ZZ89370400440532013000",
                &[],
            ),
            ("", "DE89370400440532013000A", &[]),
        ],
    );
    check(
        PatternKind::Doi,
        &[
            (
                "",
                "doi:10.1000/ABC.1, 10.1000/(x)1).",
                &[
                    ("doi:10.1000/ABC.1", "https://doi.org/10.1000/abc.1"),
                    ("10.1000/(x)1", "https://doi.org/10.1000/(x)1"),
                ],
            ),
            ("", "10.1/x 10.1000/ 110.1000/x", &[]),
        ],
    );
}

#[test]
fn of_matches_that_overlap_the_first_and_longest_wins() {
    let text = "https://doi.org/10.1000/182 https://example.org/10.1000/182 a@example.org";
    let all = found(&Patterns::new(), text, None);
    let idents: Vec<_> = all.iter().map(|(_, ident)| &**ident).collect();
    assert_eq!(
        idents,
        ["https://doi.org/10.1000/182", "https://example.org/10.1000/182", "mailto:a@example.org"]
    );
    let pattern = Pattern::new("http://a.example/Date", r"\d{4}-\d\d-\d\d").unwrap();
    let patterns = Patterns::new().with_pattern(pattern);
    let found = patterns.recognize(&Passage::new("2024-05-01")).unwrap();
    assert_eq!(&*found[0].as_entity().unwrap().classes[0], "http://a.example/Date");
    assert_eq!(found.len(), 1);
}

#[test]
fn nothing_extends_from_one_block_into_another() {
    let text = "5 May 2024";
    let cells = [TextSpan::new(0, 5), TextSpan::new(6, 10)];
    let passage = Passage::new(text).with_blocks(&cells);
    let found = Patterns::new().recognize(&passage).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].span().range(), 0..5);
}

#[test]
fn groups_of_a_pattern_give_the_mention_and_the_iri() {
    let read = |pattern: &str, text: &str| {
        let pattern: Pattern = pattern.parse().unwrap();
        found(&Patterns::of([]).with_pattern(pattern), text, None)
    };
    let pair = |name: &str, ident: &str| vec![(name.to_owned(), ident.to_owned())];
    let law = r"http://a.example/Law http://a.example/{law}#{ident} (?i)(?<law>BGB|StGB) §\s?(?<ident>\d+\w?)";
    assert_eq!(read(law, "nach BGB § 12a."), pair("BGB § 12a", "http://a.example/BGB#12a"));
    let mention = r"http://a.example/X - item: (?<mention>\w+ \w+)";
    assert_eq!(read(mention, "an item: red car"), pair("red car", ""));
    let encoded = "http://a.example/X http://a.example/{0} <.*?>";
    assert_eq!(read(encoded, "<a/b ü>"), pair("<a/b ü>", "http://a.example/%3Ca%2Fb%20ü%3E"));
    let iri = r"http://a.example/X - \[(?<mention>\w+)\]\((?<ident>[^)]*)\)";
    assert_eq!(read(iri, "[a](http://b.example/)"), pair("a", "http://b.example/"));
    assert_eq!(read(iri, "[a](no IRI)"), pair("a", ""));
    // If the group is not part of the matching alternative, the entity has no IRI.
    let either = "http://a.example/X http://a.example/{ident} X|Y(?<ident>[0-9])";
    assert_eq!(read(either, "X Y1")[0].1, "");
    assert!(read(r"http://a.example/X - \d", "12 x1 1x").is_empty());
    assert!(read("http://a.example/X - x*", "abc").is_empty());
}

#[test]
fn a_wrong_pattern_is_refused_with_its_place() {
    let error = |pattern: &str| pattern.parse::<Pattern>().unwrap_err();
    let syntax = error("http://a.example/X - ab\\");
    assert_eq!((syntax.kind(), syntax.location().unwrap().column()), (ErrorKind::Malformed, 24));
    let lines = error("http://a.example/X - (?x)a\nb**)");
    assert_eq!(lines.location().unwrap().line(), 2);
    assert_eq!(error("http://a.example/X\n- ab\\").location().unwrap().column(), 5);
    assert_eq!(error("http://a.example/X - (?=a)").kind(), ErrorKind::Malformed);
    assert_eq!(error("X - a").parameter(), Some("class"));
    assert_eq!(error("http://a.example/X -").kind(), ErrorKind::Invalid);
    for template in ["http://a.example/{b}", "http://a.example/{0", "/{0}", "http://a.example/}"] {
        let error = error(&format!("http://a.example/X {template} a"));
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("ident")));
    }
    let large = [r"(\w{1000}){1000}".to_owned(), "a".repeat(5000)];
    for expression in large {
        assert_eq!(
            error(&format!("http://a.example/X - {expression}")).kind(),
            ErrorKind::TooLarge
        );
    }
    let deep = format!("http://a.example/X - {}{}", "(".repeat(200), ")".repeat(200));
    assert_eq!(error(&deep).kind(), ErrorKind::Malformed);
}

#[test]
fn matches_are_found_behind_windows_without_any() {
    let text = format!("{}2024-05-01 {}", "é ".repeat(5000), "é".repeat(5000));
    let all = found(&Patterns::new(), &text, None);
    assert_eq!(all, [("2024-05-01".to_owned(), "2024-05-01".to_owned())]);
    for offset in 0..40 {
        let text = format!("{} 2024-05-01", "x".repeat(super::search::LONGEST * 2 - offset));
        assert_eq!(found(&Patterns::new(), &text, None).len(), 1, "{offset}");
    }
    let long = format!("https://example.org/{} 2024-05-01", "x".repeat(10_000));
    assert_eq!(found(&Patterns::new(), &long, None).len(), 1);
}

#[test]
fn time_grows_with_the_text_for_any_expression() {
    // Each match reads ahead to the end of the text.
    let pattern = Pattern::new("http://a.example/X", "a.*b|a").unwrap();
    let patterns = Patterns::new().with_pattern(pattern);
    let long = format!("{}@b ", "a".repeat(2000));
    let texts =
        ["a ", "a@b.co ", "1", "AB12 1234 ", "5 ", "(https://a.b/(( ", "a@", "10.1000/)", &long];
    for piece in texts {
        let text = piece.repeat(count(60_000, 400_000) / piece.len());
        let start = Stopwatch::start();
        let found = patterns.recognize(&Passage::new(&text));
        assert!(found.is_ok() || found.is_err_and(|error| error.kind() == ErrorKind::TooLarge));
        assert!(start.elapsed().as_secs() < 20, "{piece}: {:?}", start.elapsed());
    }
}

#[test]
fn what_is_found_draws_on_the_memory_of_the_call() {
    let text = "a@b.co ".repeat(1000);
    let memory = glossweave_base::allowance::Allowance::new(10_000);
    let passage = Passage::new(&text).drawing_on(&memory);
    assert_eq!(Patterns::new().recognize(&passage).unwrap_err().kind(), ErrorKind::TooLarge);
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_and_spans_are_in_order(
        text in "([0-9a-zA-Z.,@/:()\\[\\]{}%€$£ éß東²°\u{A0}-]|https?://|10\\.1000/|ISBN |[0-9]{4}|May|km|DE89){0,60}",
    ) {
        let mut end = 0;
        for annotation in Patterns::new().recognize(&Passage::new(&text)).unwrap() {
            let span = annotation.span();
            assert!(text.get(span.range()).is_some() && span.start() >= end);
            assert_eq!(annotation.fault(), None);
            end = span.end();
        }
    }
}
