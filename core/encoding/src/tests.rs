use super::{Encoding, EncodingExt, Sniff, decode, decode_xml, for_iana_label};

/// Returns the decoded text, and the source length of each character.
fn listed(encoding: Encoding, bytes: &[u8]) -> (String, Vec<u8>) {
    let (text, lengths) = encoding.decode_run(bytes);
    let lengths = lengths.each(&text).collect();
    (text, lengths)
}

fn sniffed(source: &[u8]) -> &'static str {
    decode(source, None, Sniff::Meta).encoding.name()
}

#[test]
fn the_order_is_bom_transport_meta_content() {
    let meta = b"<meta charset=koi8-r>\xE4";
    let koi = Encoding::for_label("koi8-u");
    assert_eq!(sniffed(meta), "KOI8-R");
    assert_eq!(decode(meta, koi, Sniff::Meta).encoding.name(), "KOI8-U");
    let marked = [b"\xEF\xBB\xBF".as_slice(), meta].concat();
    assert_eq!(decode(&marked, koi, Sniff::Meta).encoding.name(), "UTF-8");
    assert_eq!(sniffed("é".as_bytes()), "UTF-8");
    assert_eq!(sniffed(b"\xE9"), "windows-1252");
    assert_eq!(decode(b"\xE9", None, Sniff::Nothing).encoding.name(), "UTF-8");
}

#[test]
fn a_meta_is_found_as_browsers_find_it() {
    let cases: &[(&str, &str)] = &[
        ("<meta charset='shift_jis'>\u{e9}", "Shift_JIS"),
        ("<META http-equiv=Content-Type content='text/html; charset=gbk'>", "GBK"),
        ("<meta content='text/html; charset=gbk'>", "UTF-8"),
        ("<!-- <meta charset=gbk> --><meta charset=big5>", "Big5"),
        ("<!--><meta charset=big5>", "Big5"),
        ("<a title='<meta charset=gbk>'><meta charset=euc-kr>", "EUC-KR"),
        ("<meta charset=utf-16le>", "UTF-8"),
        ("<meta charset=x-user-defined>", "windows-1252"),
        ("<meta charset=nonsense>", "UTF-8"),
        ("<metaphor charset=gbk>", "UTF-8"),
        ("<meta charset", "UTF-8"),
        ("<meta charset=\"gbk", "UTF-8"),
        ("<", "UTF-8"),
    ];
    for (source, expected) in cases {
        assert_eq!(sniffed(source.as_bytes()), *expected, "{source}");
    }
    let late = format!("{}<meta charset=gbk>", " ".repeat(1100));
    assert_eq!(sniffed(late.as_bytes()), "UTF-8");
}

/// For each label, decoding in single steps gives the result of encoding_rs, and the lengths add up
/// to the length of the source.
#[test]
fn every_encoding_decodes_like_the_reference_and_accounts_for_every_byte() {
    let labels = [
        "ibm866",
        "iso-8859-2",
        "iso-8859-5",
        "iso-8859-8-i",
        "koi8-r",
        "macintosh",
        "windows-874",
        "windows-1250",
        "windows-1251",
        "windows-1252",
        "windows-1258",
        "x-mac-cyrillic",
        "gbk",
        "gb18030",
        "big5",
        "euc-jp",
        "iso-2022-jp",
        "shift_jis",
        "euc-kr",
        "utf-16be",
        "utf-16le",
        "utf-8",
        "x-user-defined",
    ];
    let mut seed = 7u32;
    for label in labels {
        let encoding = Encoding::for_label(label).unwrap();
        for round in 0..200 {
            let source: Vec<u8> = (0..40)
                .map(|_| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let byte = (seed >> 24) as u8;
                    if round % 2 == 0 && byte < 0x80 { byte & 0x3F | 0x20 } else { byte }
                })
                .collect();
            let (text, lengths) = listed(encoding, &source);
            let (reference, _) = encoding.0.decode_without_bom_handling(&source);
            assert_eq!(text, reference, "{label} {source:02x?}");
            assert_eq!(lengths.len(), text.chars().count(), "{label}");
            let sum: usize = lengths.iter().map(|length| usize::from(*length)).sum();
            assert_eq!(sum, source.len(), "{label} {source:02x?}");
        }
    }
}

#[test]
fn broken_sequences_are_accounted_byte_by_byte() {
    let lengths = |label, bytes: &[u8]| listed(Encoding::for_label(label).unwrap(), bytes).1;
    assert_eq!(lengths("gbk", b"\xb19\xbe\xb3"), [1, 1, 2]);
    assert_eq!(lengths("shift_jis", b"\x81 "), [1, 1]);
    assert_eq!(lengths("big5", b"\x88\x62A"), [0, 2, 1]);
}

#[test]
fn the_way_back_leads_to_the_bytes_of_each_character() {
    for label in ["windows-1251", "shift_jis", "gb18030", "utf-16le", "euc-kr", "big5"] {
        let encoding = Encoding::for_label(label).unwrap();
        let text = match label {
            "windows-1251" => "Дублин и Cork",
            "big5" => "台北 Cork",
            "euc-kr" => "서울 Cork",
            _ => "東京 と Cork",
        };
        let source = encoding.encode(text).into_owned();
        let decoded = decode(&source, Some(encoding), Sniff::Nothing);
        assert_eq!(decoded.text, text, "{label}");
        let mut back = decoded.way_back();
        for (at, char) in text.char_indices() {
            let start = back.source(at);
            let end = back.source(at + char.len_utf8());
            let bytes = encoding.encode(&text[at..at + char.len_utf8()]).into_owned();
            assert_eq!(&source[start..end], bytes, "{label} {char}");
        }
        assert_eq!(encoding.bytes_of_chars(&source, 2), {
            let end = text.char_indices().nth(2).unwrap().0;
            Some(encoding.encode(&text[..end]).len())
        });
    }
}

#[test]
fn what_follows_a_broken_sequence_keeps_its_bytes() {
    let gb = Encoding::for_label("gb18030").unwrap();
    assert_eq!(listed(gb, b"\x949\xFC\xC9.").1, [1, 1, 2, 1]);
    assert_eq!(listed(gb, b"\x949\xFC ").1, [1, 1, 1, 1]);
    assert_eq!(listed(gb, b"a\x949").1, [1, 2]);
}

#[test]
fn two_characters_of_one_sequence_are_not_parted() {
    let big5 = Encoding::for_label("big5").unwrap();
    assert_eq!(listed(big5, b"a\x88\x62b"), ("a\u{CA}\u{304}b".into(), vec![1, 0, 2, 1]));
    let edges: Vec<_> = (0..=4).map(|chars| big5.bytes_of_chars(b"a\x88\x62b", chars)).collect();
    assert_eq!(edges, [Some(0), Some(1), None, Some(3), Some(4)]);
}

/// Returns the name of the encoding of a source, or the message and the range of the error.
fn of_xml(source: &[u8], declared: Option<Encoding>) -> Result<String, (String, Vec<usize>)> {
    match decode_xml(source, declared) {
        Ok(decoded) => Ok(decoded.encoding.name().to_owned()),
        Err(error) => {
            let at = error.location().unwrap().bytes();
            Err((error.message().to_owned(), vec![at.start, at.end]))
        }
    }
}

#[test]
fn xml_says_its_encoding() {
    let latin = b"<?xml version='1.0' encoding = \"ISO-8859-1\"?><a>\xE9</a>";
    assert_eq!(of_xml(latin, None).unwrap(), "ISO-8859-1");
    assert_eq!(of_xml(latin, Encoding::for_label("iso-8859-1")).unwrap(), "ISO-8859-1");
    assert_eq!(of_xml(latin, Encoding::for_label("koi8-r")).unwrap(), "KOI8-R");
    assert_eq!(of_xml("<é/>".as_bytes(), None).unwrap(), "UTF-8");
    assert_eq!(of_xml(b"", None).unwrap(), "UTF-8");
    let wide = |text: &str| -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| unit.to_le_bytes()).collect()
    };
    for text in [
        "<a/>",
        "\u{FEFF}<a/>",
        "<?xml version='1.0' encoding='utf-16'?><a>\u{FFFD}</a>",
        "\u{FEFF}<?xml version='1.0' encoding='UTF-16LE'?><a/>",
    ] {
        assert_eq!(of_xml(&wide(text), None).unwrap(), "UTF-16LE", "{text}");
    }
    let source = wide("\u{FEFF}<a/>");
    let decoded = decode_xml(&source, None).unwrap();
    assert_eq!((&*decoded.text, decoded.skip), ("<a/>", 2));
}

#[test]
fn a_label_of_xml_means_what_iana_says() {
    for (label, bytes) in [
        ("ISO-8859-1", &b"\x93\xE9&#351;&#8364;&#8220;"[..]),
        ("latin5", b"\x93\xE9\xFE&#8364;&#8220;"),
        ("US-ASCII", b"&#147;&#233;&#351;&#8364;&#8220;"),
        ("windows-1252", b"&#147;\xE9&#351;\x80\x93"),
        ("TIS-620", b"\x93&#233;&#351;&#8364;&#8220;"),
    ] {
        let source = format!("<?xml version='1.0' encoding='{label}'?><a/>").into_bytes();
        let encoding = decode_xml(&source, None).unwrap().encoding;
        assert_eq!(&*encoding.encode("\u{93}é\u{15F}€“"), bytes, "{label}");
        assert!(encoding.holds("e") && !encoding.holds("\u{15F}€"), "{label}");
    }
    let korean = for_iana_label("euc-kr").unwrap();
    assert_eq!(&*korean.encode("가똠"), b"\xB0\xA1&#46624;");
    let source = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\x93\xE9</a>";
    let decoded = decode_xml(source, None).unwrap();
    assert!(decoded.text.ends_with("<a>\u{93}é</a>"), "{}", decoded.text);
    assert_eq!(decoded.way_back().source(decoded.text.len()), source.len());
}

#[test]
fn xml_is_held_to_its_encoding() {
    let wide: Vec<u8> = "<?xml version='1.0' encoding='utf-8'?><a/>"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    for (source, message, at) in [
        (
            &b"\0\0\0<"[..],
            "expected an encoding of the Encoding Standard, found `UTF-32BE`",
            [0, 4],
        ),
        (
            b"\xFF\xFE\0\0<\0\0\0",
            "expected an encoding of the Encoding Standard, found `UTF-32LE`",
            [0, 4],
        ),
        (
            b"\x4C\x6F\xA7\x94",
            "expected an encoding of the Encoding Standard, found `EBCDIC`",
            [0, 4],
        ),
        (
            b"<?xml version='1.0' encoding='cp037'?><a/>",
            "expected an encoding of the Encoding Standard, found `cp037`",
            [30, 35],
        ),
        (
            b"<?xml version='1.0' encoding='UTF-16'?><a/>",
            "expected the encoding of the declaration itself, found `UTF-16`",
            [30, 36],
        ),
        (
            b"\xEF\xBB\xBF<?xml version='1.0' encoding='latin1'?><a/>",
            "expected the encoding `UTF-8`, found `latin1`",
            [33, 39],
        ),
        (&wide, "expected the encoding `UTF-16BE`, found `utf-8`", [60, 70]),
        (b"<a>\xE9</a>", "expected UTF-8, found the bytes `E9`", [3, 4]),
        (
            b"<?xml version='1.0' encoding='us-ascii'?><a>\xE9</a>",
            "expected US-ASCII, found the bytes `E9`",
            [44, 45],
        ),
        (
            b"<?xml version='1.0' encoding='shift_jis'?><a>\x81</a>",
            "expected Shift_JIS, found the bytes `81`",
            [45, 46],
        ),
        (b"<\0a\0/\0>\0\0\xD8", "expected UTF-16LE, found the bytes `00 D8`", [8, 10]),
    ] {
        assert_eq!(of_xml(source, None).unwrap_err(), (message.to_owned(), at.to_vec()));
    }
}

/// Long texts are decoded in stretches, and an invalid sequence only affects its own stretch.
#[test]
fn long_texts_decode_like_the_reference() {
    let cases = [
        ("shift_jis", "\u{6771}\u{4eac} \u{ff76}\u{ff80} Tokyo\n", &b"\x81\x20"[..]),
        ("euc-jp", "\u{6771}\u{4eac} \u{ff76} \u{4e02} Tokyo\n", b"\x8F\xA1"),
        ("gb18030", "\u{6771}\u{20ac} \u{1F600}\u{e9} Cork\n", b"\x81\x30\xFF"),
        ("gbk", "\u{6771}\u{20ac} Cork\n", b"\xFF"),
        ("big5", "\u{53f0}\u{5317} Cork\n", b"\x88\x62\x88"),
        ("euc-kr", "\u{c11c}\u{c6b8} Cork\n", b"\xC9\x20"),
        ("windows-1252", "caf\u{e9} \u{20ac} Cork\n", b"\x81"),
        ("utf-8", "caf\u{e9} \u{6771} Cork\n", b"\xE6\x9D"),
    ];
    for (label, text, broken) in cases {
        let encoding = Encoding::for_label(label).unwrap();
        let plain = encoding.encode(&text.repeat(3_000)).into_owned();
        let mut spoilt = plain.clone();
        for at in [plain.len() / 2, 17, 3] {
            spoilt.splice(at..at, broken.iter().copied());
        }
        for source in [plain, spoilt] {
            let (text, lengths) = listed(encoding, &source);
            assert_eq!(text, encoding.0.decode_without_bom_handling(&source).0, "{label}");
            let sum: usize = lengths.iter().map(|length| usize::from(*length)).sum();
            assert_eq!(sum, source.len(), "{label}");
            let decoded = encoding.decode_part(&source);
            let (mut back, mut at, mut place) = (decoded.way_back(), 0, 0);
            for (char, length) in text.chars().zip(&lengths) {
                assert_eq!(back.source(at), place, "{label} at {at}");
                at += char.len_utf8();
                place += usize::from(*length);
            }
        }
    }
}

#[test]
fn an_iana_label_has_the_repertoire_of_iana() {
    let latin = for_iana_label("ISO-8859-1").unwrap();
    assert_eq!((latin.name(), &*latin.encode("é€")), ("ISO-8859-1", &b"\xE9&#8364;"[..]));
}
