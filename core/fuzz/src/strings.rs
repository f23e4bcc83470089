//! Any bytes as a format of texts or strings. Bytes: the format, the declared encoding, the kind of
//! translations, the source.

use glossweave::annotation::{Annotation, Translation};
use glossweave::markup::Encoding;
use glossweave::text::Language;
use glossweave::translate::{CheckOptions, check_translations};
use glossweave::{DecodeOptions, EncodeOptions, ErrorKind, Format};
use harness::annotate;

use super::decode::{CHARSETS, lies_in_bounds};
use super::input::{Input, expect};

const FORMATS: &[Format] = &[
    Format::Text,
    Format::Po,
    Format::Properties,
    Format::Jsonc,
    Format::Srt,
    Format::Vtt,
    Format::Markdown,
    Format::Yaml,
    Format::AppleStrings,
    Format::Fluent,
    Format::Stringsdict,
    Format::Xcstrings,
    Format::Csv,
    Format::Tsv,
];

/// Beginnings of translations, for example with escapes, placeholders or markup.
const LEADS: &[&str] = &["", "\u{e9} ", "\"\\\n'", "{x} % ", "<b> &amp; ", "\u{1f600}\t#"];

/// Reads the bytes, and writes translations of all units. Checks the invariants of both.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let format = input.pick(FORMATS);
    let mut options = DecodeOptions::default();
    options.charset = Encoding::for_label(input.pick(CHARSETS));
    let lead = input.pick(LEADS);
    let document = match glossweave::decode(input.rest(), format, &options) {
        Ok(document) => document,
        Err(error) => {
            let known = [ErrorKind::Malformed, ErrorKind::TooLarge];
            assert!(known.contains(&error.kind()), "{error}");
            assert!(error.location().is_some(), "{error}");
            return;
        }
    };
    lies_in_bounds(&document);
    drop(check_translations(&document, &CheckOptions::default()));
    expect(annotate::unchanged(&document));
    let language = document.sections().next().and_then(|section| section.target_language.cloned());
    let language = language.or_else(|| Language::parse("de")).expect("a language");
    let translations: Vec<Annotation> = document
        .units()
        .filter_map(|unit| {
            // A unit with only white space has nothing to translate.
            let marked = glossweave::marked_text(&document, unit.span()).ok()?;
            let new = Translation::new(format!("{lead}{marked}"), language.clone());
            Some(Annotation::translation(unit.span(), new))
        })
        .collect();
    let mut writing = EncodeOptions::default();
    writing.translations = true;
    let back = glossweave::encode(&document, &translations, &writing).expect("a result");
    let again = glossweave::decode(back.bytes, format, &options).expect("what was written");
    assert_eq!(again.units().len(), document.units().len());
    expect(annotate::unchanged(&again));
}

/// Returns a source of each format, complete and truncated, in some encodings.
pub fn seeds() -> Vec<Vec<u8>> {
    let sources: [(u8, &str); 14] = [
        (0, " To Cork.\r\n"),
        (
            1,
            "msgid \"\"\nmsgstr \"Language: de\\n\"\n\n#, fuzzy, c-format\n#| msgid \"a\"\nmsgctxt \"c\"\n\
             msgid \"%d file\\n\"\n\"x\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"\"\nmsgstr[1] \"b\"\n\n#~ msgid \"o\"\n",
        ),
        (2, "# n\na.b = It''s {0} \\u00e9\\\n  c\nd\\:e f {n, plural, one {#} other {# x}}\n"),
        (
            3,
            "{\"a\": [\"b {{c}} \\ud83d\\ude00\", 1.5e3, null], /* d */ \"e\": \"<b>f</b> {g, select, h {i} other {j}}\",}",
        ),
        (
            4,
            "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>a</i>\r\nb\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nc\r\n",
        ),
        (5, "WEBVTT\n\nNOTE n\n\nid\n00:01.000 --> 00:02.000\n<v Ann>a &amp; <c.x>b</c>\n"),
        (
            6,
            "# A *b*\n\n> c `d`  \n> **e** [f](g \"h\") ![i](j)\n\n- k<b>l</b> [m]\n\n|n|o\\|\n|-|-|\n|p|\n\n<p>q\n&amp;</p>\n\n[m]: r\n",
        ),
        (
            7,
            "# n\nen:\n  a: b %{c} # d\n  e: 'it''s\n    f'\n  g: \"h \\u00e9\\\n    i\"\n  j: |2\n     k\n\n    l\n  m: >-\n    n\n    o\n  \
             p: &q [r, {s: t}]\n  u: *q\n  v: 5\n---\n- w\n",
        ),
        (
            8,
            "/* n */\n\"a\" = \"b %@ \\U00e9 \\\"c\\\"\";\n// d\ne = f.g;\n'h' = 'i\\'j';\n\"k\";\n",
        ),
        (
            9,
            "# c\n-a = b\nd = e { $f }\n    .g =\n        h\n          i\nj = { $k ->\n    [one] l { \"{\" }\n   *[other] m\n } n\nbroken\n",
        ),
        (
            10,
            "<plist><dict><!-- n --><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@b@ c</string><key>b</key>\
             <dict><key>one</key><string>%d d &amp; e</string><key>other</key><string><![CDATA[f]]></string></dict></dict></dict></plist>",
        ),
        (
            11,
            "{\"sourceLanguage\":\"en\",\"strings\":{\"a %lld\":{\"comment\":\"n\"},\"b\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"new\",\
             \"value\":\"c\"}},\"en\":{\"variations\":{\"plural\":{\"other\":{\"stringUnit\":{\"state\":\"new\",\"value\":\"%arg d\"}}}}}}}}}",
        ),
        (12, "id;source;target;note\r\n1;a %s;\"b; \"\"c\"\"\";n\r\n2;\"d\ne\"\r\n"),
        (13, "keys\ten\tde\tfr\nk\ta {b}\t\tc\n"),
    ];
    let mut seeds = Vec::new();
    for (format, source) in sources {
        for cut in [source.len(), source.len() / 2] {
            for lead in 0..LEADS.len() as u8 {
                seeds.push([&[format, 0, lead], &source.as_bytes()[..cut]].concat());
            }
        }
        let wide: Vec<u8> = "\u{feff}"
            .encode_utf16()
            .chain(source.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        seeds.push([&[format, 0, 1], &wide[..]].concat());
        seeds.push([&[format, 13, 1], source.as_bytes(), &b"\xE9"[..]].concat());
    }
    seeds
}
