//! Tests of translations in `target`.

use glossweave_testing::Stopwatch;

use super::{one, read, two, units};
use crate::encode;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_format_base::{EncodeOptions, Placement};

fn options() -> EncodeOptions {
    EncodeOptions { translations: true, ..EncodeOptions::default() }
}

/// Writes a translation of each unit.
fn translated(source: &str, texts: &[&str], language: &str, options: &EncodeOptions) -> String {
    let file = read(source);
    let language = || language.parse().unwrap();
    let all: Vec<_> = file
        .units()
        .zip(texts)
        .map(|(unit, text)| {
            Annotation::translation(unit.span(), Translation::new(*text, language()))
        })
        .collect();
    let back = encode(&file, &all, options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let again = read(std::str::from_utf8(&back.bytes).unwrap());
    assert_eq!(units(&again), units(&file));
    String::from_utf8(back.bytes).unwrap()
}

fn inside(file: &str) -> &str {
    let start = file.find("<source").unwrap();
    let end = file.rfind("</trans-unit>").or(file.rfind("</segment>")).unwrap();
    &file[start..end]
}

#[test]
fn a_target_is_made_after_the_source_and_before_notes() {
    let file = one("<trans-unit id=\"1\">\n  <source>The <g id=\"1\">red</g> <x id=\"2\"/>house\
         </source>\n  <note>n</note></trans-unit>");
    let back = translated(&file, &["Das <1>rote</1> <2/>Haus & Hof"], "de", &options());
    assert_eq!(
        inside(&back),
        "<source>The <g id=\"1\">red</g> <x id=\"2\"/>house</source>\n  <target>Das <g id=\"1\">rote\
         </g> <x id=\"2\"/>Haus &amp; Hof</target>\n  <note>n</note>"
    );
}

#[test]
fn only_the_bytes_of_a_target_change() {
    let file =
        one("<trans-unit id=\"1\"><source>A</source><target state=\"new\"><!--c-->B</target>\
         <alt-trans><target>C</target></alt-trans></trans-unit><trans-unit id=\"2\"><source>D\
         </source><target/></trans-unit>");
    let options = EncodeOptions { target_state: Some("translated".into()), ..options() };
    let back = translated(&file, &["E", "F"], "de", &options);
    let expected = file
        .replace("\"new\"><!--c-->B<", "\"translated\">E<")
        .replace("<target/>", "<target state=\"translated\">F</target>");
    assert_eq!(back, expected);
}

#[test]
fn another_language_is_said() {
    let file = one("<trans-unit id=\"1\"><source>A</source><target>B</target></trans-unit>\
         <trans-unit id=\"2\"><source>C</source></trans-unit>");
    let back = translated(&file, &["E", "F"], "fr-CA", &options());
    assert_eq!(back.matches("<target xml:lang=\"fr-CA\">").count(), 2);
    let always = EncodeOptions { set_lang: true, ..options() };
    let back = translated(&file, &["E", "F"], "de", &always);
    assert_eq!(back.matches("<target xml:lang=\"de\">").count(), 2);
}

#[test]
fn segments_get_segments() {
    let source = |target: &str| {
        one(&format!(
            "<trans-unit id=\"1\"><source>A. B.</source><seg-source><mrk mtype=\"seg\" mid=\"a\">A.\
             </mrk> <mrk mtype=\"seg\" mid=\"b\">B.</mrk></seg-source>{target}</trans-unit>"
        ))
    };
    let made = "<target><mrk mtype=\"seg\" mid=\"a\">C.</mrk> <mrk mtype=\"seg\" mid=\"b\">D.</mrk>\
                </target>";
    assert_eq!(translated(&source(""), &["C.", "D."], "de", &options()), source(made));
    assert_eq!(translated(&source("<target/>"), &["C.", "D."], "de", &options()), source(made));
    let half = "<target><mrk mtype=\"seg\" mid=\"a\"/></target>";
    assert_eq!(translated(&source(half), &["C.", "D."], "de", &options()), source(made));
    let file = read(&source("<target>C. D.</target>"));
    let span = file.units().next().unwrap().span();
    let text = Translation::new("C.", "de".parse().unwrap());
    let back = encode(&file, &[Annotation::translation(span, text)], &options()).unwrap();
    let rule = "the target has no segments".into();
    assert_eq!(back.placements, [Placement::NotPlaced { rule }]);
}

#[test]
fn segments_of_two_get_targets_and_states() {
    let file = two("<unit id=\"1\"><segment><source><sc id=\"1\"/>A<cp hex=\"0001\"/></source>\
         </segment><segment state=\"initial\"><source>B</source><target>C</target></segment></unit>");
    let options = EncodeOptions { target_state: Some("final".into()), ..options() };
    let back = translated(&file, &["X\u{1}", "Y"], "de", &options);
    assert!(
        back.contains(
            "<segment state=\"final\"><source><sc id=\"1\"/>A<cp hex=\"0001\"/>\
         </source><target><sc id=\"1\"/>X<cp hex=\"0001\"/></target></segment>"
        ),
        "{back}"
    );
    assert!(back.contains("<segment state=\"final\"><source>B</source><target>Y</target>"));
    let bare = file.replace(" trgLang=\"de\"", "").replace("<target>C</target>", "");
    let back = translated(&bare, &["X", "Y"], "ga", &options);
    assert_eq!(back.matches(" trgLang=\"ga\"").count(), 1, "{back}");
}

#[test]
fn cdata_and_marks_go_along() {
    let file = one("<trans-unit id=\"1\"><source><![CDATA[a <b> ]]><g id=\"1\">c</g> d</source>\
         </trans-unit>");
    let back = translated(&file, &["e & f g"], "de", &options());
    assert!(back.contains("<g id=\"1\">"), "{back}");
    assert!(!back.contains("<target><![CDATA["), "{back}");
}

#[test]
fn many_segments_of_one_unit_take_no_quadratic_time() {
    let start = Stopwatch::start();
    let segments = |word: &str| -> String {
        let segment = |n: usize| format!("<mrk mtype=\"seg\" mid=\"{n}\">{word} {n}</mrk> ");
        (0..25_000).map(segment).collect()
    };
    let plain: String = (0..25_000).map(|n| format!("a {n} ")).collect();
    let file = one(&format!(
        "<trans-unit id=\"u\"><source>{plain}</source><seg-source>{}</seg-source><target>{}</target>\
         </trans-unit>",
        segments("a"),
        segments("b"),
    ));
    let texts: Vec<String> = (0..25_000).map(|n| format!("c {n}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let back = translated(&file, &texts, "de", &options());
    assert_eq!(back, file.replace(">b ", ">c "));
    let taken = start.elapsed();
    assert!(taken.as_secs() < 60, "{taken:?}");
}
