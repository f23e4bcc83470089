//! Tests of plural forms that the target language needs and the source lacks, in all formats that support them.

use crate::marked_text;
use crate::{EncodeOptions, Encoded, decode, encode};
use glossweave_base::media::Format;
use glossweave_base::text::{Language, PluralCategory};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document, RuleSet};
use glossweave_testing::Stopwatch;

fn read(source: &str, format: Format) -> Document {
    decode(
        source,
        format,
        &DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() },
    )
    .unwrap()
}

/// Returns translations of all units with all plural forms. The word `file` or `files` is replaced by the name of the
/// form.
fn translations(document: &Document, language: &Language) -> Vec<Annotation> {
    let mut all = Vec::new();
    for unit in document.units() {
        let marked = marked_text(document, unit.span()).unwrap();
        let base = if marked.contains("files") { "other" } else { "one" };
        let new = |word: &str| {
            let text = marked.replace("files", "file").replace("file", word);
            Translation::new(text, language.clone())
        };
        all.push(Annotation::translation(unit.span(), new(base)));
        for form in document.missing_plural_forms(unit, language) {
            let mut translation = new(form.name());
            translation.plural_form = Some(form);
            all.push(Annotation::translation(unit.span(), translation));
        }
    }
    all
}

fn delivered(source: &str, format: Format, language: &str) -> Encoded {
    let document = read(source, format);
    let all = translations(&document, &language.parse().unwrap());
    encode(&document, &all, &EncodeOptions { translations: true, ..EncodeOptions::default() })
        .unwrap()
}

fn text_of(encoded: Encoded) -> String {
    let rules: Vec<_> =
        encoded.placements.iter().filter(|placement| !placement.is_there()).collect();
    assert!(rules.is_empty(), "{rules:?}");
    String::from_utf8(encoded.bytes).unwrap()
}

#[test]
fn forms_of_android_are_items() {
    let source = "<resources>\n  <!-- a --><string name=\"a\">x</string>\n  <plurals name=\"files\">\n    \
                  <!-- b --><item quantity=\"one\">%d file</item>\n    <item quantity=\"other\">%d \
                  <b>files</b></item>\n  </plurals>\n</resources>\n";
    let cases = [
        (
            "pl",
            "<!-- b --><item quantity=\"one\">%d one</item>\n    <item quantity=\"few\">%d \
             <b>few</b></item>\n    <item quantity=\"many\">%d <b>many</b></item>\n    \
             <item quantity=\"other\">%d <b>other</b></item>\n",
        ),
        (
            "ar",
            "<!-- b --><item quantity=\"zero\">%d <b>zero</b></item><item quantity=\"one\">%d \
             one</item>\n    <item quantity=\"two\">%d <b>two</b></item>\n    <item \
             quantity=\"few\">%d <b>few</b></item>\n    <item quantity=\"many\">%d \
             <b>many</b></item>\n    <item quantity=\"other\">%d <b>other</b></item>\n",
        ),
        (
            "ja",
            "<!-- b --><item quantity=\"one\">%d one</item>\n    <item quantity=\"other\">%d \
             <b>other</b></item>\n",
        ),
    ];
    for (language, expected) in cases {
        let back = text_of(delivered(source, Format::Xml, language));
        let start = source.find("<!-- b").unwrap();
        let (before, behind) = (&source[..start], &source[source.find("  </plurals").unwrap()..]);
        assert_eq!(back, format!("{before}{expected}{behind}"), "{language}");
    }
}

#[test]
fn forms_of_i18next_are_members() {
    let source = "{\n  \"a\": \"x\", // y\n  \"files_one\": \"{{count}} file\",\n  \"files_other\" : \
                  \"{{count}} \\u0041 files\",\n  \"place_ordinal_one\": \"1st\",\n  \
                  \"place_ordinal_other\": \"nth\"\n}\n";
    let single = "\"files_one\": \"{{count}} one\",\n  ";
    let form = |form: &str| format!("\"files_{form}\" : \"{{{{count}}}} A {form}\",\n  ");
    let cases = [
        ("pl", format!("{single}{}{}", form("few"), form("many"))),
        ("ar", format!("{}{single}{}{}{}", form_zero(), form("two"), form("few"), form("many"))),
        ("ja", single.to_owned()),
    ];
    for (language, expected) in cases {
        let back = text_of(delivered(source, Format::Jsonc, language));
        let start = source.find("\"files_one").unwrap();
        let behind = "\"files_other\" : \"{{count}} A other\"".to_owned()
            + &source[source.find(",\n  \"place").unwrap()..];
        let expected = format!("{}{expected}{behind}", &source[..start]);
        assert_eq!(back, expected, "{language}");
    }
    // Compact files have no white space.
    let back = text_of(delivered(r#"{"n_one":"file","n_other":"files"}"#, Format::Jsonc, "pl"));
    assert_eq!(back, r#"{"n_one":"one","n_few":"few","n_many":"many","n_other":"other"}"#);
}

fn form_zero() -> String {
    "\"files_zero\" : \"{{count}} A zero\",\n  ".to_owned()
}

const PO: &str = "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\
                  \"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n\"\n\n#. files\n#, \
                  c-format\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"\"\n\
                  msgstr[1] \"\"\n\nmsgid \"x\"\nmsgstr \"\"\n";

#[test]
fn forms_of_po_are_numbered_by_the_header() {
    let polish = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 \
                  : 2);";
    let arabic = "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : \
                  n%100>=11 && n%100<=99 ? 4 : 5);";
    let template = "nplurals=INTEGER; plural=EXPRESSION;";
    let cases: [(&str, &str, &[&str]); 2] = [
        ("pl", polish, &["one", "few", "many"]),
        ("ar", arabic, &["zero", "one", "two", "few", "many", "other"]),
    ];
    for (language, header, forms) in cases {
        let strings = forms.iter().enumerate();
        let strings: Vec<_> =
            strings.map(|(number, form)| format!("msgstr[{number}] \"%d {form}\"\n")).collect();
        let expected = PO
            .replace(template, header)
            .replace("msgstr[0] \"\"\nmsgstr[1] \"\"\n", &strings.concat())
            .replace("msgstr \"\"\n\"", "msgstr \u{0}\n\"")
            .replace("msgstr \"\"", "msgstr \"x\"")
            .replace('\u{0}', "\"\"");
        assert_eq!(text_of(delivered(PO, Format::Po, language)), expected, "{language}");
        // A header without the field gets the field, and a header for other languages is corrected.
        let field = format!("\"Plural-Forms: {template}\\n\"\n");
        for other in ["", "\"Plural-Forms: nplurals=2; plural=\"\n\"(n != 1);\\n\"\n"] {
            let back = text_of(delivered(&PO.replace(&field, other), Format::Po, language));
            assert_eq!(back, expected, "{language} {other}");
        }
    }
    // A header with the forms of the language is preserved, even if the forms have another order.
    let slovenian =
        "nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0);";
    let back = text_of(delivered(&PO.replace(template, slovenian), Format::Po, "sl"));
    let expected = "msgstr[0] \"%d other\"\nmsgstr[1] \"%d one\"\nmsgstr[2] \"%d two\"\nmsgstr[3] \
                    \"%d few\"\n";
    assert!(back.contains(expected) && back.contains(slovenian), "{back}");
}

#[test]
fn forms_of_po_with_translations_keep_their_meaning() {
    let source = PO
        .replace("nplurals=INTEGER; plural=EXPRESSION;", "nplurals=2; plural=(n != 1);")
        .replace("msgstr[0] \"\"", "msgstr[0] \"%d plik\"");
    let back = delivered(&source, Format::Po, "pl");
    let rules = back.placements.iter().filter(|placement| !placement.is_there()).count();
    assert_eq!(rules, 2);
    let text = String::from_utf8(back.bytes).unwrap();
    assert!(text.contains("msgstr[1] \"%d other\"\n\n") && text.contains("n != 1"), "{text}");
}

#[test]
fn forms_of_string_catalogs_are_variations() {
    let source = r#"{
  "sourceLanguage" : "en",
  "strings" : {
    "files" : {
      "localizations" : {
        "en" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld file"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld files"
                }
              }
            }
          }
        }
      }
    }
  },
  "version" : "1.0"
}"#;
    let cases: [(&str, &[&str]); 3] = [
        ("pl", &["few", "many", "one", "other"]),
        ("zu", &["one", "other"]),
        ("ja", &["one", "other"]),
    ];
    for (language, forms) in cases {
        let back = text_of(delivered(source, Format::Xcstrings, language));
        let mut rest = back.split_once(&format!("\"{language}\" : {{")).unwrap().1;
        for form in forms {
            rest = rest.split_once(&format!("\"{form}\" : {{")).unwrap().1;
            let value = format!("\"value\" : \"%lld {form}\"");
            rest = rest.split_once(&value).unwrap_or_else(|| panic!("{form}: {back}")).1;
        }
        let count = back.matches("\"stringUnit\"").count();
        assert_eq!(count, 2 + forms.len(), "{language}");
    }
    let back = text_of(delivered(source, Format::Xcstrings, "ar"));
    assert_eq!(back.matches("\"stringUnit\"").count(), 8, "{back}");
}

#[test]
fn forms_without_a_place_are_not_written() {
    let cases = [
        (Format::Jsonc, r#"{"n_one":"file","n_other":"files"}"#, 1, PluralCategory::Two),
        (Format::Jsonc, r#"{"n_one":"file","n_other":"files"}"#, 0, PluralCategory::Few),
        (Format::Jsonc, r#"{"n_other":"files"}"#, 0, PluralCategory::Few),
        (
            Format::Jsonc,
            r#"{"place_ordinal_one":"1","place_ordinal_other":"n"}"#,
            1,
            PluralCategory::Few,
        ),
        (Format::Html, "<p>files", 0, PluralCategory::Few),
    ];
    for (format, source, unit, form) in cases {
        let document = read(source, format);
        let span = document.units().nth(unit.min(document.units().len() - 1)).unwrap().span();
        let mut few = Translation::new("x", "pl".parse().unwrap());
        few.plural_form = Some(form);
        let other = Translation::new("y", "pl".parse().unwrap());
        let both = [few, other].map(|translation| Annotation::translation(span, translation));
        let back = encode(
            &document,
            &both,
            &EncodeOptions { translations: true, ..EncodeOptions::default() },
        )
        .unwrap();
        assert!(!back.placements[0].is_there() && back.placements[1].is_there(), "{source}");
        assert!(!String::from_utf8(back.bytes).unwrap().contains('x'), "{source}");
        let back = encode(
            &document,
            &both[..1],
            &EncodeOptions { translations: true, ..EncodeOptions::default() },
        )
        .unwrap();
        assert_eq!(back.bytes, source.as_bytes());
    }
}

#[test]
fn a_form_with_other_placeholders_is_not_written() {
    let document = read(r#"{"n_one":"{{n}} file","n_other":"{{n}} files"}"#, Format::Jsonc);
    let span = document.units().nth(1).unwrap().span();
    let language: Language = "pl".parse().unwrap();
    let texts = [("{{x}} y", Some(PluralCategory::Few)), ("{{n}} z", None)];
    let both = texts.map(|(text, form)| {
        let mut translation = Translation::new(text, language.clone());
        translation.plural_form = form;
        Annotation::translation(span, translation)
    });
    let back =
        encode(&document, &both, &EncodeOptions { translations: true, ..EncodeOptions::default() })
            .unwrap();
    assert_eq!(back.bytes, br#"{"n_one":"{{n}} file","n_other":"{{n}} z"}"#);
    assert!(!back.placements[0].is_there());
}

#[test]
fn repeated_forms_take_linear_time() {
    let start = Stopwatch::start();
    let members = "\"a_other\": \"files\", ".repeat(300_000);
    read(&format!("{{{members}\"a_one\": \"file\"}}"), Format::Jsonc);
    let items = "<item quantity=\"other\">files</item>".repeat(200_000);
    read(&format!("<resources><plurals name=\"a\">{items}</plurals></resources>"), Format::Xml);
    assert!(start.elapsed().as_secs() < 15, "{:?}", start.elapsed());
}

#[test]
fn forms_far_from_their_text_take_linear_time() {
    let start = Stopwatch::start();
    let key = |form: &str| {
        let text = if form == "one" { "file" } else { "files" };
        (0..40_000).map(|number| format!("\"k{number}_{form}\": \"{text}\", ")).collect::<String>()
    };
    let source = format!("{{{}{}{}\"z\": \"x\"}}", key("one"), key("many"), key("other"));
    let document = read(&source, Format::Jsonc);
    let polish = "pl".parse().unwrap();
    let all = translations(&document, &polish);
    let back = text_of(
        encode(&document, &all, &EncodeOptions { translations: true, ..EncodeOptions::default() })
            .unwrap(),
    );
    assert_eq!(back.matches("_few\": \"few\"").count(), 40_000);
    assert!(start.elapsed().as_secs() < 15, "{:?}", start.elapsed());
}
