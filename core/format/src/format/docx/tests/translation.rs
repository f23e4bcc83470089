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

const FIGURE: &str = "<w:p><w:r><w:t>Text</w:t><w:drawing><wp:inline xmlns:wp=\"urn:wp\"><wp:docPr id=\"1\" \
    name=\"n\" title=\"A title\" descr='A \"map\" &amp; more'/></wp:inline></w:drawing></w:r></w:p><w:p><w:r>\
    <w:pict><v:shape alt=\"Old\"><v:textbox><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p>\
    </w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>";

#[test]
fn alternative_texts_are_units_and_keep_their_quotation_marks() {
    let document = read(FIGURE);
    let units: Vec<&str> = document.units().map(|unit| unit.text()).collect();
    assert_eq!(units, ["Text", "A title", "A \"map\" & more", "Old", "In a box"]);
    let texts = ["Téacs", "\"Teideal\"", "'Léarscáil' \"eile\"", "Sean", "I mbosca"];
    let (body, again) = translated(FIGURE, &texts);
    let units: Vec<&str> = again.units().map(|unit| unit.text()).collect();
    assert_eq!(units, texts);
    assert!(body.contains("descr='&#39;Léarscáil&#39; &quot;eile&quot;'"), "{body}");
    let cork = super::entity(5..12, "http://e.example/");
    let back = crate::encode(&document, &[cork], &EncodeOptions::default()).unwrap();
    let [Placement::NotPlaced { rule }] = &*back.placements else { panic!() };
    assert_eq!(rule, "the text is an attribute's value");
}

#[test]
fn texts_of_charts_and_diagrams_are_units() {
    let chart = "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" \
        xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"><c:title><a:p><a:r><a:t>Rain</a:t></a:r>\
        <a:br/><a:r><a:t>a year</a:t></a:r></a:p></c:title><c:strCache><c:pt><c:v>Cork</c:v></c:pt></c:strCache>\
        </c:chartSpace>";
    let body = "<w:p><w:r><w:t>Text</w:t></w:r></w:p>";
    let others = [("chart", "charts/chart1.xml", chart), ("diagramData", "gone.xml", "")];
    let mut records = super::records(body, &others);
    records.pop();
    let document = super::decoded(&records).unwrap();
    assert_eq!(document.text(), "Text Rain\na year Cork");
    assert_eq!(document.warnings()[0].message(), "the package has no record `word/gone.xml`");
    let texts = ["Téacs", "Báisteach\nsa\nbhliain", "Corcaigh"];
    let all: Vec<Annotation> = document
        .units()
        .zip(texts)
        .map(|(unit, text)| {
            let text = Translation::new(text, "ga".parse().unwrap());
            Annotation::translation(unit.span(), text)
        })
        .collect();
    let options = EncodeOptions::default().with_translations(WriteTranslations::Write);
    let back = crate::encode(&document, &all, &options).unwrap();
    let again = crate::decode(back.bytes.clone(), Format::Docx, &DecodeOptions::default()).unwrap();
    assert_eq!(again.text(), "Téacs Báisteach\nsa\nbhliain Corcaigh");
    let chart = record(&back.bytes, "word/charts/chart1.xml").unwrap();
    assert!(chart.contains("<a:t>Báisteach</a:t></a:r><a:br/><a:r><a:t>sa</a:t></a:r><a:br/>"));
}

#[test]
fn text_without_its_tab_and_with_all_codes_is_written() {
    let body = "<w:p><w:r><w:t>one</w:t></w:r><w:r><w:drawing/></w:r><w:r><w:tab/></w:r><w:r><w:rPr><w:b/></w:rPr>\
        <w:t>two</w:t></w:r></w:p>";
    assert_eq!(marked(body), ["one<1/>\t<2>two</2>"]);
    for text in ["Aon<1/>\t<2>dó</2>", "<1/>aon <2>dó</2>", "a\tb<1/><2>\t</2>"] {
        let (_, again) = translated(body, &[text]);
        let plain = text.replace("<1/>", "").replace("<2>", "").replace("</2>", "");
        assert_eq!(again.text(), plain);
    }
}
