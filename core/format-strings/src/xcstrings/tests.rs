//! Tests of string catalogs.

use super::compare::differences;
use crate::testing::{holds, is_fast, read, survives, texts, translated, translated_into, writing};
use crate::{decode, encode};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, DocumentExt};
use glossweave_format_base::Placement;
use glossweave_format_base::translate::WrittenText;

const SAMPLE: &str = r#"{
  "sourceLanguage" : "en",
  "strings" : {
    "" : {

    },
    "%lld files" : {
      "comment" : "The number of files.",
      "extractionState" : "manual",
      "localizations" : {
        "de" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "needs_review",
                  "value" : "%lld Datei"
                }
              }
            }
          }
        },
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
    },
    "Hello, \"%@\"" : {

    },
    "Name" : {
      "shouldTranslate" : false
    },
    "open" : {
      "localizations" : {
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Open %#@BOXES@"
          },
          "substitutions" : {
            "BOXES" : {
              "argNum" : 1,
              "formatSpecifier" : "lld",
              "variations" : {
                "plural" : {
                  "other" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%arg boxes"
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  },
  "version" : "1.0"
}
"#;

#[test]
fn texts_of_the_source_language_or_keys_are_units() {
    let document = read(SAMPLE.as_bytes(), Format::Xcstrings);
    let expected = [" file", " files", "Hello, \"\"", "Open ", " boxes"];
    assert_eq!(texts(&document), expected);
    let names: Vec<_> = document.units().map(|unit| unit.name().unwrap().to_owned()).collect();
    let expected = [
        "%lld files[plural=one]",
        "%lld files[plural=other]",
        "Hello, \"%@\"",
        "open",
        "open[substitutions=BOXES][plural=other]",
    ];
    assert_eq!(names, expected);
    assert_eq!(document.language().unwrap().as_str(), "en");
    // The comment of an entry is a note of its first text.
    assert_eq!(document.annotations().len(), 1);
    assert_eq!(document.annotations()[0].span(), document.units().next().unwrap().span());
}

#[test]
fn the_only_other_language_is_the_target() {
    let document = read(SAMPLE.as_bytes(), Format::Xcstrings);
    let first = document.units().next().unwrap();
    assert_eq!(document.target_unit(first).unwrap().text(), " Datei");
    assert_eq!(document.sections().next().unwrap().target_language.unwrap().as_str(), "de");
    let open: Vec<_> = document.units().map(|unit| document.awaits_translation(unit)).collect();
    assert_eq!(open, [true; 5]);
    let done = SAMPLE.replace("needs_review", "translated");
    let done = read(done.as_bytes(), Format::Xcstrings);
    assert!(!done.awaits_translation(done.units().next().unwrap()));
}

#[test]
fn the_language_of_targets_can_be_named() {
    let other = "\"fr\" : {\"stringUnit\" : {\"state\" : \"translated\", \"value\" : \"x\"}}";
    let more = "\"Hello, \\\"%@\\\"\" : {\n";
    assert!(SAMPLE.contains(more));
    let source = SAMPLE.replace(more, &format!("{more}\"localizations\" : {{{other}}}"));
    let open = |language: &str| {
        let options = DecodeOptions {
            target_language: Some(language.parse().unwrap()),
            ..DecodeOptions::default()
        };
        let document = decode(&*source, Format::Xcstrings, &options).unwrap();
        let section = document.sections().next().unwrap();
        assert_eq!(section.target_language.unwrap().as_str(), language);
        document.units().filter(|unit| document.awaits_translation(*unit)).count()
    };
    assert!(read(source.as_bytes(), Format::Xcstrings).target().is_none());
    // The only text in German needs a review.
    assert_eq!([open("fr"), open("de"), open("ga")], [4, 5, 5]);
}

#[test]
fn categories_stand_in_their_order() {
    let source = SAMPLE.replace("\"one\" : {\n                \"stringUnit\" : {\n                  \"state\" : \"needs_review", "\"other\" : {\n                \"stringUnit\" : {\n                  \"state\" : \"needs_review");
    assert_ne!(source, SAMPLE);
    let back =
        translated(&read(source.as_bytes(), Format::Xcstrings), |text| Some(text.to_uppercase()));
    let text = String::from_utf8(back.bytes).unwrap();
    let plural = r#"        "de" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld FILE"
                }
              },
              "other" : {
"#;
    assert!(text.contains(plural), "{text}");
}

#[test]
fn translations_go_to_the_localization_of_their_language() {
    let document = read(SAMPLE.as_bytes(), Format::Xcstrings);
    let back = translated(&document, |text| Some(text.to_uppercase()));
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let text = String::from_utf8(back.bytes).unwrap();
    let hello = r#"    "Hello, \"%@\"" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "HELLO, \"%@\""
          }
        }
      }
    },
"#;
    assert!(text.contains(hello), "{text}");
    let plural = r#"        "de" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld FILE"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld FILES"
                }
              }
            }
          }
        },
        "en" : {
"#;
    assert!(text.contains(plural), "{text}");
    // The new localization is sorted before `en`, and contains all texts of the entry.
    let open = r#"        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "OPEN %#@BOXES@"
          },
          "substitutions" : {
            "BOXES" : {
              "argNum" : 1,
              "formatSpecifier" : "lld",
              "variations" : {
                "plural" : {
"#;
    assert!(text.contains(open), "{text}");
    assert_eq!(text.matches("\"argNum\" : 1,").count(), 2);
    let count = |text: &str| text.matches("\"en\" : {").count();
    assert_eq!(count(&text), count(SAMPLE));
}

#[test]
fn another_language_stands_behind_those_before_it() {
    let source = r#"{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"state":"new","value":"b"}}}}}}"#;
    let document = read(source.as_bytes(), Format::Xcstrings);
    let back = translated_into(&document, "fr", |_| Some("c/d".to_owned()));
    let added = r#""de":{"stringUnit":{"state":"new","value":"b"}},"fr":{"stringUnit":{"state":"translated","value":"c/d"}}}"#;
    let text = String::from_utf8(back.bytes).unwrap();
    assert!(text.contains(added), "{text}");
    // With two other languages, there is no target, but translations into both can be written.
    let document = read(text.as_bytes(), Format::Xcstrings);
    assert!(document.target().is_none());
    let back = translated_into(&document, "fr", |_| Some("e".to_owned()));
    assert_eq!(String::from_utf8(back.bytes).unwrap(), text.replace("c/d", "e"));
}

#[test]
fn what_does_not_fit_is_not_written() {
    let document = read(SAMPLE.as_bytes(), Format::Xcstrings);
    let back = translated_into(&document, "en", |_| Some("x".to_owned()));
    assert!(!back.placements.iter().any(Placement::is_there));
    let source = SAMPLE.replace("\"variations\" : {\n            \"plural\" : {\n              \"one\" : {\n                \"stringUnit\" : {\n                  \"state\" : \"needs", "\"stringUnit\" : {\"value\":\"x\"}, \"other\" : {\"plural\" : {\"one\" : {\"stringUnit\" : {\n                  \"state\" : \"needs");
    let document = read(source.as_bytes(), Format::Xcstrings);
    let back = translated(&document, |text| Some(text.to_uppercase()));
    let there: Vec<_> = back.placements.iter().map(Placement::is_there).collect();
    assert_eq!(there, [false, false, true, true, true]);
}

#[test]
fn the_state_of_new_translations_can_be_set() {
    let document = read(SAMPLE.as_bytes(), Format::Xcstrings);
    let unit = document.units().next().unwrap();
    let new = glossweave_document::annotation::Translation::new("<1/> X", "de".parse().unwrap());
    let new = glossweave_document::annotation::Annotation::translation(unit.span(), new);
    let options = glossweave_format_base::EncodeOptions {
        target_state: Some("needs-review-translation".into()),
        ..writing()
    };
    let back = encode(&document, &[new], &options).unwrap();
    let text = String::from_utf8(back.bytes).unwrap();
    assert_eq!(text, SAMPLE.replace("%lld Datei", "%lld X"));
}

#[test]
fn a_translation_in_another_language_is_noticed() {
    let catalog = r#"{"sourceLanguage":"en","strings":{
        "To %@":{"localizations":{"de":{"stringUnit":{"value":"An %@"}},"fr":{"stringUnit":{"value":"A %@"}}}},
        "Bay":{"localizations":{"de":{"stringUnit":{"state":"new","value":"Golf"}}}}}}"#;
    let de = r#""localizations":{"de":{"variations":{"plural":{"one":{"stringUnit":{"value":"An %@"}}}}},"#;
    for (from, to, is_right) in [
        ("An", "Nach", true),
        ("", "", false),
        ("\"A %", "\"Nach %", false),
        ("Golf", "Nach %@", false),
        ("An %@", "Nach", false),
        (
            "\"de\":{\"stringUnit\":{\"value\":\"An",
            "\"da\":{\"stringUnit\":{\"value\":\"Nach",
            false,
        ),
        (
            r#""localizations":{"de":{"stringUnit":{"value":"An %@"}},"#,
            &de.replace("An", "Nach"),
            false,
        ),
        (
            "An %@\"}},\"fr\":{\"stringUnit\":{\"value\":\"A",
            "Nach %@\"}},\"fr\":{\"stringUnit\":{\"value\":\"B",
            false,
        ),
        ("An %@\"}},\"fr\":{\"stringUnit\":{\"value\":\"A %@\"}}", "Nach %@\"}}", false),
    ] {
        let mut wrong = catalog.to_owned();
        if !from.is_empty() {
            assert!(wrong.contains(from), "{from}");
            wrong = wrong.replace(from, to);
        }
        let [document, again] =
            [catalog, &wrong].map(|text| read(text.as_bytes(), Format::Xcstrings));
        let (span, language) = (document.units().next().unwrap().span(), "de".parse().unwrap());
        let written = vec![WrittenText { span, text: "Nach ".to_owned(), language, form: None }];
        assert_eq!(differences(&document, &again, &written).is_ok(), is_right, "{wrong}");
    }
    let state = catalog.replace("An", "Nach").replace("new", "translated");
    let [document, again] = [catalog, &state].map(|text| read(text.as_bytes(), Format::Xcstrings));
    let (span, language) = (document.units().next().unwrap().span(), "de".parse().unwrap());
    let written = vec![WrittenText { span, text: "Nach ".to_owned(), language, form: None }];
    assert!(differences(&document, &again, &written).is_err());
}

#[test]
fn other_json_is_refused() {
    for source in ["[]", "{\"strings\": []", "{\"strings\": 1}", ""] {
        let error = decode(source, Format::Xcstrings, &DecodeOptions::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{source}");
        assert!(error.location().is_some());
    }
}

#[test]
fn sources_keep_the_laws() {
    holds(SAMPLE.as_bytes(), Format::Xcstrings);
    holds(SAMPLE.replace('\n', "\r\n").as_bytes(), Format::Xcstrings);
    survives(SAMPLE.as_bytes(), Format::Xcstrings);
}

#[test]
fn long_sources_take_linear_time() {
    let entries: Vec<String> = (0..20_000).map(|n| format!("\"k{n} %d\": {{\n}}")).collect();
    let all =
        |inner: &str| format!("{{\n \"sourceLanguage\": \"en\",\n \"strings\": {{{inner}}}\n}}");
    is_fast(all(&entries.join(",")), Format::Xcstrings);
    let unit = "{\"stringUnit\": {\"value\": \"a\"}}";
    let languages: Vec<String> = (0..20_000).map(|n| format!("\"l{n}\": {unit}")).collect();
    let all_of = format!("\"de\": {unit},{}", languages.join(","));
    let key = format!("\"k\": {{\"localizations\": {{{all_of}}}}}");
    is_fast(all(&key), Format::Xcstrings);
}

const PHRASES: &str = r#"{
  "sourceLanguage" : "en",
  "strings" : {
    "Start ${applicationName}" : {
      "localizations" : {
        "en" : {
          "stringSet" : {
            "state" : "translated",
            "values" : [
              "Start ${applicationName}",
              "Begin with ${applicationName}"
            ]
          }
        }
      }
    }
  },
  "version" : "1.0"
}
"#;

#[test]
fn phrases_of_a_set_are_units_and_come_back_as_a_set() {
    let document = read(PHRASES.as_bytes(), Format::Xcstrings);
    assert_eq!(texts(&document), ["Start ", "Begin with "]);
    let names: Vec<_> = document.units().map(|unit| unit.name().unwrap().to_owned()).collect();
    assert_eq!(names[1], "Start ${applicationName}[stringSet=1]");
    let back = translated(&document, |text| Some(text.to_uppercase()));
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let text = String::from_utf8(back.bytes).unwrap();
    let set = r#"        "de" : {
          "stringSet" : {
            "state" : "translated",
            "values" : [
              "START ${applicationName}",
              "BEGIN WITH ${applicationName}"
            ]
          }
        },
        "en" : {
"#;
    assert!(text.contains(set), "{text}");
    let again = read(text.as_bytes(), Format::Xcstrings);
    let targets = again.units().map(|unit| again.target_unit(unit).unwrap().text().to_owned());
    assert_eq!(targets.collect::<Vec<_>>(), ["START ", "BEGIN WITH "]);
    holds(text.as_bytes(), Format::Xcstrings);
    survives(PHRASES.as_bytes(), Format::Xcstrings);
}

#[test]
fn a_set_takes_single_phrases_in_their_order() {
    let line_end = "\n              ";
    for (values, expected) in [
        (
            format!("[{line_end}\"a\"\n            ]"),
            "\"a\",\n              \"BEGIN WITH ${applicationName}\"\n",
        ),
        ("[\"a\", \"b\", \"c\"]".to_owned(), "[\"a\", \"BEGIN WITH ${applicationName}\", \"c\"]"),
    ] {
        let set =
            format!("\"de\" : {{\"stringSet\" : {{\"state\" : \"new\", \"values\" : {values}}}}},");
        let source = PHRASES.replace("\"en\" : {", &format!("{set}\n        \"en\" : {{"));
        let document = read(source.as_bytes(), Format::Xcstrings);
        let back =
            translated(&document, |text| text.contains("Begin").then(|| text.to_uppercase()));
        assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
        let text = String::from_utf8(back.bytes).unwrap();
        assert!(text.contains(expected) && !text.contains("\"new\""), "{text}");
    }
    let document = read(PHRASES.as_bytes(), Format::Xcstrings);
    let back = translated(&document, |text| text.contains("Begin").then(|| text.to_uppercase()));
    assert!(!back.placements[0].is_there());
    assert_eq!(back.bytes, PHRASES.as_bytes());
    // An empty set accepts only the first phrase.
    let set = "\"de\" : {\"stringSet\" : {\"state\" : \"new\", \"values\" : []}}, \"en\" : {";
    let document = read(PHRASES.replace("\"en\" : {", set).as_bytes(), Format::Xcstrings);
    let back = translated(&document, |text| text.contains("Start").then(|| text.to_uppercase()));
    assert!(back.placements[0].is_there(), "{:?}", back.placements);
}

#[test]
fn a_text_is_not_written_beside_a_set() {
    let text = "\"de\" : {\"stringUnit\" : {\"value\" : \"x\"}}, \"en\" : {";
    let with_text = PHRASES.replace("\"en\" : {", text);
    let set = "\"de\" : {\"stringSet\" : {\"values\" : [\"x\"]}}";
    let with_set = format!(
        "{{\"sourceLanguage\":\"en\",\"strings\":{{\"a\":{{\"localizations\":{{{set}}}}}}}}}"
    );
    for source in [with_text, with_set] {
        let document = read(source.as_bytes(), Format::Xcstrings);
        let back = translated(&document, |text| Some(text.to_uppercase()));
        assert!(!back.placements.iter().any(Placement::is_there), "{:?}", back.placements);
        assert_eq!(back.bytes, source.as_bytes());
    }
}

#[test]
fn texts_of_codes_alone_are_their_own_translations() {
    // The format key of substitutions, and a category without words.
    for (other, added) in
        [("Open %#@BOXES@", "\"value\" : \"%#@BOXES@\""), ("%lld file", "\"value\" : \"%lld\"")]
    {
        let codes = if other.starts_with("Open") { "%#@BOXES@" } else { "%lld" };
        let source = SAMPLE.replace(&format!("\"{other}\""), &format!("\"{codes}\""));
        assert_ne!(source, SAMPLE);
        let document = read(source.as_bytes(), Format::Xcstrings);
        let back = translated_into(&document, "fr", |text| Some(text.to_uppercase()));
        assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
        let text = String::from_utf8(back.bytes).unwrap();
        assert_eq!(text.matches(added).count(), source.matches(added).count() + 1, "{text}");
        // Nothing is added to an entry without a translation.
        let back = translated_into(&document, "fr", |text| {
            text.contains("Hello").then(|| "x <1/>".into())
        });
        let text = String::from_utf8(back.bytes).unwrap();
        assert_eq!(text.matches(added).count(), source.matches(added).count(), "{text}");
    }
}
