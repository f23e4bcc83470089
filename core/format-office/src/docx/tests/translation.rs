use super::{FOOT, HEAD, read, record};
use crate::marked_text;
use glossweave_base::Format;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Placement};

fn translated(body: &str, translations: &[&str]) -> (String, Document) {
    let document = read(body);
    let irish = |text: &str| Translation::new(text, "ga".parse().unwrap());
    let all: Vec<Annotation> = document
        .units()
        .zip(translations)
        .map(|(unit, text)| Annotation::translation(unit.span(), irish(text)))
        .collect();
    let options = EncodeOptions { translations: true, set_lang: true, ..EncodeOptions::default() };
    let back = crate::encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let again = crate::decode(back.bytes.clone(), Format::Docx, &DecodeOptions::default()).unwrap();
    let content = record(&back.bytes, "word/document.xml").unwrap();
    (content[HEAD.len()..content.len() - FOOT.len()].to_owned(), again)
}

fn marked(body: &str) -> Vec<String> {
    let document = read(body);
    document.units().map(|unit| marked_text(&document, unit.span()).unwrap()).collect()
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
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
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

/// Writes translations without setting languages, and returns the body.
fn body_of(body: &str, translations: &[&str]) -> String {
    let document = read(body);
    let irish = |text: &str| Translation::new(text, "ga".parse().unwrap());
    let all: Vec<Annotation> = document
        .units()
        .zip(translations)
        .map(|(unit, text)| Annotation::translation(unit.span(), irish(text)))
        .collect();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = crate::encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let content = record(&back.bytes, "word/document.xml").unwrap();
    content[HEAD.len()..content.len() - FOOT.len()].to_owned()
}

const SIGNS: &str = "<w:p><w:r><w:t>One</w:t><w:ptab w:alignment=\"right\"/><w:t>two</w:t><w:tab/><w:t>three</w:t>\
    <w:br w:clear=\"all\"/><w:t>a-b c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:cr/><w:t>e</w:t></w:r></w:p>";

#[test]
fn signs_keep_their_elements() {
    let body = body_of(SIGNS, &["Aon\ttwo\tthree\na-b c-d\ne"]);
    let start = "<w:p><w:r><w:t xml:space=\"preserve\">Aon</w:t><w:ptab w:alignment=\"right\"/>";
    assert!(body.starts_with(start), "{body}");
    let signs =
        ["ptab w:alignment=\"right\"/", "tab/", "br w:clear=\"all\"/", "noBreakHyphen/", "cr/"];
    let mut rest = &*body;
    for sign in signs {
        let (_, after) = rest.split_once(sign).unwrap_or_else(|| panic!("{sign} in {body}"));
        rest = after;
    }
    assert!(body.contains(">a-b c</w:t><w:noBreakHyphen/>"), "{body}");
    assert_eq!(body_of(SIGNS, &["One\ttwo\tthree\na-b c-d\ne"]), SIGNS);
}

#[test]
fn signs_of_another_number_keep_their_elements_in_their_order() {
    let fewer = body_of(SIGNS, &["Aon\tdó\ntrí c-d"]);
    assert!(fewer.contains("<w:ptab w:alignment=\"right\"/>") && !fewer.contains("<w:tab/>"));
    assert!(fewer.contains("<w:noBreakHyphen/>") && fewer.contains("<w:br w:clear=\"all\"/>"));
    let more = body_of(SIGNS, &["Aon\tdó\ttrí\tceathair\nx\ny\nz"]);
    assert_eq!(more.matches("<w:tab/>").count(), 2, "{more}");
    assert_eq!(more.matches("<w:br/>").count(), 1, "{more}");
}

#[test]
fn a_run_that_does_not_change_keeps_its_source() {
    let body = "<w:p><w:r><w:t>One </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>t</w:t></w:r><w:r w:rsidR=\"1\">\
        <w:rPr><w:b/></w:rPr><w:t>wo</w:t></w:r></w:p>";
    let tail = &body[body.find("<w:r><w:rPr>").unwrap()..];
    let new = body_of(body, &["Aon <1>two</1>"]);
    assert!(new.ends_with(tail), "{new}");
}

#[test]
fn titles_lists_and_tooltips_are_units() {
    let body = "<w:tbl><w:tblPr><w:tblCaption w:val=\"Table title\"/><w:tblDescription w:val=\"Table text\"/></w:tblPr>\
        <w:tr><w:tc><w:p><w:r><w:t>Cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:r><w:pict><v:shape>\
        <v:textpath string=\"Draft\"/></v:shape></w:pict></w:r><w:sdt><w:sdtPr><w:alias w:val=\"key\"/><w:dropDownList>\
        <w:listItem w:displayText=\"Red\" w:value=\"1\"/></w:dropDownList></w:sdtPr><w:sdtContent><w:r><w:t>Choose\
        </w:t></w:r></w:sdtContent></w:sdt><w:hyperlink w:tooltip=\"Go there\"><w:r><w:t xml:space=\"preserve\"> here</w:t></w:r></w:hyperlink>\
        </w:p><w:p><w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData><w:helpText w:type=\"text\" w:val=\"Help\"/>\
        <w:statusText w:type=\"autoText\" w:val=\"AUTO\"/><w:ddList><w:listEntry w:val=\"Green\"/></w:ddList></w:ffData>\
        </w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/>\
        </w:r></w:p>";
    let texts = [
        "Table title",
        "Table text",
        "Cell",
        "Choose here",
        "Draft",
        "Red",
        "Go there",
        "Help",
        "Green",
    ];
    assert_eq!(super::units(body), texts);
    let capitals: Vec<String> = texts.iter().map(|text| text.to_uppercase()).collect();
    let capitals: Vec<&str> = capitals.iter().map(String::as_str).collect();
    let new = body_of(body, &capitals);
    assert_eq!(super::units(&new), capitals);
    assert!(new.contains("w:alias w:val=\"key\"") && new.contains("w:value=\"1\""), "{new}");
}

#[test]
fn entries_of_an_index_are_units_for_each_level() {
    let field = |codes: &[&str]| {
        let codes: String = codes
            .iter()
            .map(|code| format!("<w:r><w:instrText>{code}</w:instrText></w:r>"))
            .collect();
        format!(
            "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>{codes}<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        )
    };
    let body = format!(
        "<w:p><w:r><w:t>Cork</w:t></w:r>{}{}{}{}{}<w:r><w:t xml:space=\"preserve\"> city</w:t></w:r></w:p>",
        field(&[" XE \"Harbour:Quays &amp; docks\" \\b "]),
        field(&[" xe &quot;", "Bridge", "&quot; "]),
        field(&[" PAGE \"no\" "]),
        field(&["XE \"with \\\"mark\\\"\""]),
        field(&["XE \"Open"]),
    );
    assert_eq!(super::units(&body), ["Cork city", "Harbour", "Quays & docks", "Bridge", "Open"]);
    let new = body_of(&body, &["Corcaigh", "Cuan", "Céanna & duganna", "Droichead", "Oscailte"]);
    assert!(new.contains("> XE \"Cuan:Céanna &amp; duganna\" \\b <"), "{new}");
    assert!(new.contains("<w:instrText>Droichead</w:instrText>"), "{new}");
    // A quotation mark would end the text of the field.
    let document = read(&body);
    let unit = document.units().nth(3).unwrap();
    let text = Translation::new("a \"b\"", "ga".parse().unwrap());
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back =
        crate::encode(&document, &[Annotation::translation(unit.span(), text)], &options).unwrap();
    assert!(!back.placements[0].is_there());
}

#[test]
fn properties_that_nobody_sees_make_no_codes() {
    let unseen = [
        "<w:rFonts w:hint=\"eastAsia\"/>",
        "<w:rFonts w:cs=\"Arial\"/>",
        "<w:bCs/>",
        "<w:iCs/>",
        "<w:szCs w:val=\"20\"/>",
        "<w:kern w:val=\"2\"/>",
        "<w:snapToGrid w:val=\"0\"/>",
        "<w:webHidden/>",
        "<w14:ligatures xmlns:w14=\"http://schemas.microsoft.com/office/word/2010/wordml\" w14:val=\"all\"/>",
    ];
    for property in unseen {
        let body = format!(
            "<w:p><w:r><w:t>Du</w:t></w:r><w:r><w:rPr>{property}</w:rPr><w:t>blin</w:t></w:r></w:p>"
        );
        assert_eq!(marked(&body), ["Dublin"], "{property}");
    }
    let complex = "<w:p><w:r><w:rPr><w:rtl/></w:rPr><w:t>one</w:t></w:r><w:r><w:rPr><w:bCs/><w:rtl/></w:rPr>\
        <w:t>two</w:t></w:r></w:p>";
    assert_ne!(marked(complex), ["onetwo"]);
    let bookmark = |name: &str| {
        format!(
            "<w:p><w:r><w:t>Du</w:t></w:r><w:bookmarkStart w:id=\"4\" w:name=\"{name}\"/><w:bookmarkEnd w:id=\"4\"/>\
             <w:r><w:t>blin</w:t></w:r></w:p>"
        )
    };
    assert_eq!(marked(&bookmark("_GoBack")), ["Dublin"]);
    assert_eq!(marked(&bookmark("place")), ["Du<1/>blin"]);
}

/// Writes translations into a language without setting the language, and returns the body.
fn translated_into(language: &str, body: &str) -> String {
    let document = read(body);
    let all: Vec<Annotation> = document
        .units()
        .map(|unit| {
            let text = marked_text(&document, unit.span()).unwrap().replace("Text", "X");
            Annotation::translation(unit.span(), Translation::new(text, language.parse().unwrap()))
        })
        .collect();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = crate::encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let content = record(&back.bytes, "word/document.xml").unwrap();
    content[HEAD.len()..content.len() - FOOT.len()].to_owned()
}

#[test]
fn texts_from_right_to_left_turn_their_runs_and_paragraphs() {
    let cases = [
        (
            "<w:p><w:r><w:t>Text</w:t></w:r></w:p>",
            "<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>X</w:t></w:r></w:p>",
        ),
        (
            "<w:p><w:pPr/><w:r><w:rPr/><w:t>Text</w:t></w:r></w:p>",
            "<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>X</w:t></w:r></w:p>",
        ),
        (
            "<w:p><w:pPr><w:pStyle w:val=\"a\"/><w:jc w:val=\"both\"/></w:pPr><w:r><w:rPr><w:b/>\
             <w:i w:val=\"0\"/><w:iCs/><w:sz w:val=\"20\"/><w:lang w:val=\"en\"/></w:rPr>\
             <w:t>Text</w:t></w:r></w:p>",
            "<w:p><w:pPr><w:pStyle w:val=\"a\"/><w:bidi/><w:jc w:val=\"both\"/></w:pPr><w:r><w:rPr><w:b/>\
             <w:bCs/><w:i w:val=\"0\"/><w:iCs/><w:sz w:val=\"20\"/><w:szCs w:val=\"20\"/><w:rtl/>\
             <w:lang w:val=\"en\"/></w:rPr><w:t>X</w:t></w:r></w:p>",
        ),
        (
            "<w:p><w:pPr><w:bidi w:val=\"0\"/></w:pPr><w:r><w:rPr><w:rtl w:val=\"false\"/></w:rPr>\
             <w:t>Text</w:t></w:r><w:r><w:rPr><w:rtl/><w:u/></w:rPr><w:t>b</w:t></w:r></w:p>",
            "<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>X</w:t></w:r>\
             <w:r><w:rPr><w:rtl/><w:u/></w:rPr><w:t>b</w:t></w:r></w:p>",
        ),
    ];
    for (body, expected) in cases {
        for language in ["ar", "he-IL", "fa", "ur-PK", "pa-Arab"] {
            assert_eq!(translated_into(language, body), expected);
        }
        assert_eq!(translated_into("pa", body), body.replace("Text", "X"));
    }
}

#[test]
fn runs_with_several_texts_are_turned_once() {
    let body = "<w:p><w:r><w:rPr><w:u/></w:rPr><w:t>Text</w:t><w:drawing/><w:t>b</w:t><w:tab/><w:t>c</w:t></w:r></w:p>";
    let expected = "<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:u/><w:rtl/></w:rPr><w:t>X</w:t><w:drawing/>\
        <w:t>b</w:t><w:tab/><w:t>c</w:t></w:r></w:p>";
    assert_eq!(translated_into("ar", body), expected);
    // A new run also gets the direction.
    let document = read(body);
    let unit = document.units().next().unwrap().span();
    let text = Translation::new("b\tc <1/>\nX", "ar".parse().unwrap());
    let options = EncodeOptions { translations: true, set_lang: true, ..EncodeOptions::default() };
    let back = crate::encode(&document, &[Annotation::translation(unit, text)], &options).unwrap();
    let content = record(&back.bytes, "word/document.xml").unwrap();
    assert_eq!(content.matches("<w:bidi/>").count(), 1);
    assert_eq!(
        content.matches("<w:rtl/><w:lang w:bidi=\"ar\"/>").count(),
        content.matches("<w:r>").count()
    );
}
