use super::{FOOT, HEAD, read, record};
use crate::annotation::{Annotation, Translation};
use crate::format::{SetLang, WriteTranslations};
use crate::{DecodeOptions, Document, EncodeOptions, Placement};
use glossweave_base::Format;

fn translated(body: &str, translations: &[&str]) -> (String, Document) {
    let document = read(body);
    let irish = |text: &str| Translation::new(text, "ga".parse().unwrap());
    let all: Vec<Annotation> = document
        .units()
        .zip(translations)
        .map(|(unit, text)| Annotation::translation(unit.span(), irish(text)))
        .collect();
    let options = EncodeOptions::default()
        .with_translations(WriteTranslations::Write)
        .with_set_lang(SetLang::Always);
    let back = crate::encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let again = crate::decode(back.bytes.clone(), Format::Docx, &DecodeOptions::default()).unwrap();
    let content = record(&back.bytes, "word/document.xml").unwrap();
    (content[HEAD.len()..content.len() - FOOT.len()].to_owned(), again)
}

fn marked(body: &str) -> Vec<String> {
    let document = read(body);
    document.units().map(|unit| document.marked_text(unit.span()).unwrap()).collect()
}

#[test]
fn runs_of_the_same_format_are_one_text_for_translators() {
    let split = "<w:p><w:r w:rsidR=\"1\"><w:t>Du</w:t></w:r><w:proofErr w:type=\"spellStart\"/><w:r>\
        <w:rPr><w:noProof/><w:lang w:val=\"de\"/></w:rPr><w:t>bl</w:t><w:lastRenderedPageBreak/>\
        <w:t xml:space=\"preserve\">in </w:t></w:r><w:hyperlink><w:r><w:rPr><w:u/></w:rPr><w:t>Ci</w:t>\
        </w:r><w:r><w:rPr><w:u/></w:rPr><w:t>ty</w:t></w:r></w:hyperlink><w:r><w:tab/><w:t>!</w:t></w:r>\
        <w:r><w:drawing/><w:t>.</w:t></w:r></w:p>";
    assert_eq!(marked(split), ["Dublin <1>City</1>\t!<2/>."]);
    let (body, again) = translated(split, &["Cathair <1>Bhaile</1> Átha\tCliath<2/>?"]);
    assert_eq!(again.text(), "Cathair Bhaile Átha\tCliath?");
    let lang = "<w:lang w:val=\"ga\"/>";
    assert_eq!(
        body,
        format!(
            "<w:p><w:r w:rsidR=\"1\"><w:rPr>{lang}</w:rPr><w:t xml:space=\"preserve\">Cathair </w:t></w:r>\
         <w:hyperlink><w:r><w:rPr><w:u/>{lang}</w:rPr><w:t>Bhaile</w:t></w:r></w:hyperlink><w:r>\
         <w:rPr>{lang}</w:rPr><w:t xml:space=\"preserve\"> Átha</w:t><w:tab/>\
         <w:t xml:space=\"preserve\">Cliath</w:t></w:r><w:r><w:rPr>{lang}</w:rPr><w:drawing/><w:t>?</w:t></w:r></w:p>"
        )
    );
}

#[test]
fn white_space_that_does_not_count_does_not_come_to_count() {
    let body = "<w:p><w:r><w:t> a </w:t><w:tab/><w:t> b  </w:t></w:r></w:p><w:p><w:r><w:t>x</w:t></w:r>\
        <w:r><w:t>y</w:t></w:r></w:p><w:p><w:r><w:br/><w:t>c</w:t><w:br/>\
        <w:t>d</w:t></w:r></w:p>";
    let texts = ["One\ttwo", "Three & ]]> <four>", "five\nsix seven"];
    let (_, again) = translated(body, &texts);
    let units: Vec<&str> = again.units().map(|unit| unit.text()).collect();
    assert_eq!(units, ["One\ttwo", "Three & ]]> <four>", "\nfive\nsix seven"]);
    let (_, again) = translated(body, &["One", "Two", "Three"]);
    assert_eq!(again.text(), "One Two \nThree");
}

#[test]
fn translations_replace_the_texts_of_runs() {
    let body = "<w:p><w:r><w:rPr><w:rPrChange w:id=\"1\"/></w:rPr><w:t>To</w:t></w:r><w:r><w:rPr><w:b/>\
        <w:lang w:val=\"en-US\"/></w:rPr><w:t xml:space=\"preserve\"> Cork </w:t></w:r><w:r><w:t>now</w:t>\
        <w:tab/></w:r></w:p><w:p><w:r><w:tab/><w:t>A</w:t><w:br/><w:t>B</w:t></w:r></w:p>";
    let (body, again) = translated(body, &["<1>Go</1> Corcaigh <2>anois</2>", "\tC\nD\tE\nF"]);
    let units: Vec<&str> = again.units().map(|unit| unit.text()).collect();
    assert_eq!(units, ["Go Corcaigh anois\t", "\tC\nD\tE\nF"]);
    let lang = "<w:lang w:val=\"ga\"/>";
    assert!(
        body.starts_with(&format!(
            "<w:p><w:r><w:rPr>{lang}<w:rPrChange w:id=\"1\"/></w:rPr><w:t>Go</w:t></w:r>\
         <w:r><w:rPr><w:b/>{lang}</w:rPr><w:t xml:space=\"preserve\"> Corcaigh </w:t></w:r>\
         <w:r><w:rPr>{lang}</w:rPr><w:t>anois</w:t><w:tab/></w:r></w:p>"
        )),
        "{body}"
    );
    assert_eq!(again.language_at(0).map(ToString::to_string).as_deref(), Some("ga"));
}
