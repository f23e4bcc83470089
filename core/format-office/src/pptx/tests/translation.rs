use super::{read, record, run, shape, texts};
use crate::marked_text;
use glossweave_base::Format;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Placement};

fn translated(shapes: &str, translations: &[&str]) -> (String, Document) {
    let document = read(shapes);
    let irish = |text: &str| Translation::new(text, "ga".parse().unwrap());
    let all: Vec<Annotation> = document
        .units()
        .zip(translations)
        .map(|(unit, text)| Annotation::translation(unit.span(), irish(text)))
        .collect();
    let options = EncodeOptions { translations: true, set_lang: true, ..EncodeOptions::default() };
    let back = crate::encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let again = crate::decode(back.bytes.clone(), Format::Pptx, &DecodeOptions::default()).unwrap();
    let slide = record(&back.bytes, "ppt/slides/s0.xml").unwrap();
    let start = slide.find("<p:spTree>").unwrap() + "<p:spTree>".len();
    (slide[start..slide.find("</p:spTree>").unwrap()].to_owned(), again)
}

fn marked(shapes: &str) -> Vec<String> {
    let document = read(shapes);
    document.units().map(|unit| marked_text(&document, unit.span()).unwrap()).collect()
}

#[test]
fn runs_of_the_same_format_are_one_text_for_translators() {
    let shapes = "<a:p><a:r><a:rPr lang=\"en\" dirty=\"0\"/><a:t>Du</a:t></a:r><a:r><a:rPr lang=\"de\" err=\"1\"/>\
        <a:t>blin</a:t></a:r><a:br/><a:r><a:t>is </a:t></a:r><a:r><a:rPr lang=\"en\" b=\"1\"/><a:t>big</a:t></a:r>\
        <a:r><a:t>!</a:t></a:r></a:p>";
    assert_eq!(marked(shapes), ["Dublin\nis <1>big</1>!"]);
    let (slide, again) = translated(shapes, &["Tá Áth Cliath\n<1>mór</1> & leathan"]);
    assert_eq!(texts(&again), ["Tá Áth Cliath\nmór & leathan"]);
    assert_eq!(
        slide,
        "<a:p><a:r><a:rPr lang=\"ga\" dirty=\"0\"/><a:t>Tá Áth Cliath</a:t></a:r><a:br/><a:r>\
         <a:rPr lang=\"ga\" dirty=\"0\"/><a:t></a:t></a:r><a:r><a:rPr lang=\"ga\" b=\"1\"/><a:t>mór</a:t></a:r>\
         <a:r><a:rPr lang=\"ga\"/><a:t> &amp; leathan</a:t></a:r></a:p>"
    );
    assert_eq!(again.language_at(0).map(ToString::to_string).as_deref(), Some("ga"));
}

#[test]
fn line_feeds_come_and_go() {
    let shapes = "<a:p><a:r><a:t>One</a:t></a:r></a:p><a:p><a:br/><a:r><a:rPr i=\"1\"/><a:t>two</a:t></a:r><a:br/>\
        <a:br/><a:r><a:rPr i=\"1\"/><a:t>three</a:t></a:r></a:p>";
    assert_eq!(texts(&read(shapes)), ["One", "\ntwo\n\nthree"]);
    let (slide, again) = translated(shapes, &["A\nB\n\nC", "D"]);
    assert_eq!(texts(&again), ["A\nB\n\nC", "\nD"]);
    let lang = "<a:rPr lang=\"ga\"/>";
    assert_eq!(
        slide,
        format!(
            "<a:p><a:r>{lang}<a:t>A</a:t></a:r><a:br/><a:r>{lang}<a:t>B</a:t></a:r><a:br/><a:br/><a:r>{lang}<a:t>C\
             </a:t></a:r></a:p><a:p><a:br/><a:r><a:rPr lang=\"ga\" i=\"1\"/><a:t>D</a:t></a:r></a:p>"
        )
    );
}

#[test]
fn fields_and_attributes_are_translated() {
    let shapes = format!(
        "<p:cNvPr descr='A \"box\"'/>{}",
        shape(&format!(
            "<a:p>{}<a:fld type=\"datetime1\"><a:rPr/><a:t>Monday</a:t></a:fld>{}</a:p>",
            run("On "),
            run(" we go")
        ))
    );
    assert_eq!(marked(&shapes), ["A \"box\"", "On <1/>Monday<2/> we go"]);
    let (slide, again) =
        translated(&shapes, &["Bosca 'a' \"b\" <c>", "Ar an <1/>Luan<2/> rachaimid"]);
    assert_eq!(texts(&again), ["Bosca 'a' \"b\" <c>", "Ar an Luan rachaimid"]);
    assert!(slide.contains("descr='Bosca &#39;a&#39; &quot;b&quot; &lt;c&gt;'"), "{slide}");
    assert!(
        slide.contains("<a:fld type=\"datetime1\"><a:rPr lang=\"ga\"/><a:t>Luan</a:t></a:fld>"),
        "{slide}"
    );
}

#[test]
fn line_breaks_keep_their_properties() {
    let shapes = "<a:p><a:r><a:t>One</a:t></a:r><a:br><a:rPr sz=\"4000\"/></a:br><a:r><a:t>two</a:t></a:r></a:p>";
    let (slide, again) = translated(shapes, &["Aon\ndó\ntrí"]);
    assert_eq!(texts(&again), ["Aon\ndó\ntrí"]);
    assert!(slide.contains("<a:br><a:rPr sz=\"4000\"/></a:br>"), "{slide}");
    assert_eq!(slide.matches("<a:br/>").count(), 1, "{slide}");
}

#[test]
fn texts_from_right_to_left_turn_their_paragraphs() {
    let cases = [
        ("<a:p>{}</a:p>", "<a:p><a:pPr rtl=\"1\"/>{}</a:p>"),
        ("<a:p><a:pPr lvl=\"1\"/>{}</a:p>", "<a:p><a:pPr rtl=\"1\" lvl=\"1\"/>{}</a:p>"),
        ("<a:p><a:pPr rtl=\"0\"/>{}</a:p>", "<a:p><a:pPr rtl=\"1\"/>{}</a:p>"),
    ];
    for (source, expected) in cases {
        let document = read(&shape(&source.replace("{}", &run("Text"))));
        let unit = document.units().next().unwrap().span();
        let new = Annotation::translation(unit, Translation::new("X", "fa".parse().unwrap()));
        let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
        let back = crate::encode(&document, &[new], &options).unwrap();
        assert!(back.placements[0].is_there(), "{:?}", back.placements);
        let slide = record(&back.bytes, "ppt/slides/s0.xml").unwrap();
        assert!(slide.contains(&expected.replace("{}", &run("X"))), "{slide}");
    }
}
