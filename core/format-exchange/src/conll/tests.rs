use crate::{decode, export};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Term, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{Encoded, ExportOptions};

fn read(source: &str, format: Format) -> Document {
    decode(source, format, &DecodeOptions::default()).unwrap()
}

fn written(document: &Document, annotations: &[Annotation], format: Format) -> (String, Encoded) {
    let made = export(document, annotations, format, &ExportOptions::default()).unwrap();
    (String::from_utf8(made.bytes.clone()).unwrap(), made)
}

/// Returns the texts of annotations with their first identifier or class.
fn labels(document: &Document) -> Vec<(&str, &str)> {
    document
        .annotations()
        .iter()
        .map(|annotation| {
            let entity = annotation.as_entity().unwrap();
            let all = entity.idents.iter().chain(&entity.classes);
            let first = all.map(|iri| &**iri).next().unwrap_or_default();
            (
                &document.text()[annotation.span().range()],
                first.rsplit(['#', '/']).next().unwrap_or_default(),
            )
        })
        .collect()
}

const REUTERS: &str = "-DOCSTART- -X- -X- O\n\nEU NNP B-NP B-ORG\nrejects VBZ B-VP O\nGerman JJ B-NP \
    B-MISC\ncall NN I-NP O\n. . O O\n\nPeter NNP B-NP B-PER\nBlackburn NNP I-NP I-PER\n\n\
    -DOCSTART- -X- -X- O\r\n\r\nקורק\tN\tB\tB-LOC\r\n";

#[test]
fn columns_of_conll_2003_are_sentences_with_entities() {
    let document = read(REUTERS, Format::Conll2003);
    let units: Vec<&str> = document.units().map(|unit| unit.text()).collect();
    assert_eq!(units, ["EU rejects German call .", "Peter Blackburn", "קורק"]);
    let expected = [
        ("EU", "Organization"),
        ("German", "Miscellaneous"),
        ("Peter Blackburn", "Person"),
        ("קורק", "Location"),
    ];
    assert_eq!(labels(&document), expected);
    assert_eq!(document.sections().count(), 2);
    // Spans of the text map to the source.
    let span = document.annotations()[3].span();
    let at = document.source_span(span).unwrap();
    assert_eq!(&REUTERS[at.range()], "קורק");
    let again = written(&document, &[], Format::Conll2003).0;
    let again = read(&again, Format::Conll2003);
    assert_eq!((again.text(), labels(&again)), (document.text(), labels(&document)));
}

#[test]
fn a_line_without_a_tag_is_outside_and_reported_with_its_line() {
    let source = "EU B-ORG\nrejects\nVAT VBZ\n\tO\n";
    let document = read(source, Format::Conll2003);
    assert_eq!(
        (document.text(), labels(&document)),
        ("EU rejects VAT", vec![("EU", "Organization")])
    );
    let warnings = document.warnings().iter().map(|warning| {
        (
            warning.message().contains("in no entity"),
            document.source().location(warning.span()).line(),
        )
    });
    assert_eq!(warnings.collect::<Vec<_>>(), [(true, 2), (true, 3), (true, 4)]);
    for (wrong, line) in [("\nrejects\n", 2), ("EU NNP\nrejects VBZ\n", 1)] {
        let error = decode(wrong, Format::Conll2003, &DecodeOptions::default()).unwrap_err();
        assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, line));
    }
}

#[test]
fn nested_entities_of_germeval_are_counted() {
    let source = "#\thttp://a.example [2009-10-17]\n1\tUni\tB-ORG\tO\n2\tKöln\tI-ORG\tB-LOC\n";
    let document = read(source, Format::Conll2003);
    assert_eq!(labels(&document), [("Uni Köln", "Organization")]);
    assert_eq!(document.warnings()[0].message(), "1 nested entities are not read");
}

const UD: &str = "# newdoc id = letter\n# newpar\n# sent_id = 1\n# text = 😀 Cobh's quay, Cork.\n\
    1\t😀\t_\t_\t_\t_\t_\t_\t_\t_\n\
    2-3\tCobh's\t_\t_\t_\t_\t_\t_\t_\t_\n\
    2\tCobh\t_\t_\t_\t_\t_\t_\t_\tNER=B-LOC\n\
    3\t's\t_\t_\t_\t_\t_\t_\t_\t_\n\
    3.1\tempty\t_\t_\t_\t_\t_\t_\t_\t_\n\
    4\tquay\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n\
    5\t,\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\s\\n\n\
    6\tCork\t_\t_\t_\t_\t_\t_\t_\tEntity=S-LOC|Ident=wd:Q36647|SpaceAfter=No\n\
    7\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n";

#[test]
fn conll_u_has_the_white_space_of_its_text() {
    let document = read(UD, Format::Conllu);
    assert_eq!(document.text(), "😀 Cobh's quay, \nCork.");
    assert_eq!(labels(&document), [("Cobh's", "Location"), ("Cork", "Q36647")]);
    assert_eq!(document.sections().next().unwrap().name, Some("letter"));
}

#[test]
fn everything_comes_back_from_conll_u() {
    let text = "  😀 Dr. Élan O'Neill met 𝔸nna|B\\ in Cork.\r\nשלום, קורק!\t\u{a0}Ende ";
    let document = Document::of_text(text.to_owned(), None);
    let at = |part: &str| {
        let start = text.find(part).unwrap();
        TextSpan::new(start, start + part.len())
    };
    let person = Entity::new("http://a.example/a,b?x=1")
        .with_ident("http://a.example/2")
        .with_source("MESH", "D1")
        .with_class("http://nerd.eurecom.fr/ontology#Person")
        .with_class("http://a.example/Human")
        .with_confidence(0.25);
    let term = Term::new().with_info_ref("http://a.example/t").with_info("a | b\nc");
    let all = [
        Annotation::entity(at("Dr. Élan O'Neill"), person).by("http://a.example/tool"),
        Annotation::entity(at("𝔸nna|B\\"), Entity::default().with_class("http://a.example/#X")),
        Annotation::term(at("קורק"), term),
    ];
    let (made, report) = written(&document, &all, Format::Conllu);
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    assert!(report.placements.iter().all(|placement| placement.is_there()));
    let again = read(&made, Format::Conllu);
    assert_eq!(again.text(), text);
    assert_eq!(again.annotations(), all);
}

#[test]
fn paragraphs_and_documents_come_back() {
    let source = "# newdoc id = a\n# newpar\n1\tOne\t_\t_\t_\t_\t_\t_\t_\t_\n\n# newpar\n\
        1\tTwo\t_\t_\t_\t_\t_\t_\t_\t_\n\n# newdoc id = b\n# newpar\n1\tThree\t_\t_\t_\t_\t_\t_\t_\t_\n\n";
    let document = read(source, Format::Conllu);
    let made = written(&document, &[], Format::Conllu).0;
    let again = read(&made, Format::Conllu);
    for document in [&document, &again] {
        let sections: Vec<_> =
            document.sections().map(|section| (section.name, section.span.range())).collect();
        assert_eq!(sections, [(Some("a"), 0..7), (Some("b"), 8..13)]);
        assert_eq!(document.units().count(), 3);
    }
}

#[test]
fn what_columns_cannot_say_is_reported() {
    let text = "New York City is big";
    let document = Document::of_text(text.to_owned(), None);
    let place = |end| {
        let city = Entity::new("http://a.example/ny").with_class("http://a.example/City");
        Annotation::entity(TextSpan::new(0, end), city.with_confidence(0.5))
    };
    let german = Translation::new("groß", "de".parse().unwrap());
    let german = Annotation::translation(TextSpan::new(17, 20), german);
    let (made, report) = written(&document, &[place(13), place(8), german], Format::Conll2003);
    assert!(made.starts_with("New _ _ B-http://a.example/City\nYork _ _ I-"));
    let there: Vec<bool> = report.placements.iter().map(|placement| placement.is_there()).collect();
    assert_eq!(there, [true, false, false]);
    let lost: Vec<&str> = report.skipped.iter().map(|skipped| skipped.subject()).collect();
    assert_eq!(lost, ["confidences", "identifiers"]);
}

#[test]
fn broken_lines_of_conll_u_are_refused_with_their_places() {
    for (source, line, column) in [
        ("1\ta\n", 1, 1),
        ("# x\nx\ta\t_\t_\t_\t_\t_\t_\t_\t_\n", 2, 1),
        ("5-4\ta\t_\t_\t_\t_\t_\t_\t_\t_\n", 1, 1),
        ("1.b\ta\t_\t_\t_\t_\t_\t_\t_\t_\n", 1, 1),
    ] {
        let error = decode(source, Format::Conllu, &DecodeOptions::default()).unwrap_err();
        let at = error.location().unwrap();
        assert_eq!((error.kind(), at.line(), at.column()), (ErrorKind::Malformed, line, column));
    }
    let brackets = "1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-person-1)\n";
    let document = read(brackets, Format::Conllu);
    assert!(document.warnings()[0].message().contains("brackets"));
}

#[test]
fn a_file_that_is_too_long_is_refused() {
    let document = Document::of_text("To Cork".to_owned(), None);
    let options = ExportOptions { max_output_bytes: Some(20), ..ExportOptions::default() };
    for format in [Format::Conll2003, Format::Conllu] {
        let error = export(&document, &[], format, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
    }
    let error = export(&document, &[], Format::Html, &options).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("format")));
}

#[test]
fn white_space_that_columns_lose_is_reported() {
    for text in [" Cork", "Cork ", "To  Cork", "Cork.", " "] {
        let document = Document::of_text(text.to_owned(), None);
        let (_, report) = written(&document, &[], Format::Conll2003);
        assert_eq!(report.skipped[0].subject(), "white space between tokens", "{text:?}");
    }
    let document = Document::of_text("To Cork".to_owned(), None);
    assert!(written(&document, &[], Format::Conll2003).1.skipped.is_empty());
}

#[test]
fn an_annotation_that_is_passed_twice_has_the_placement_of_the_first() {
    let page = "<p>To <b its-ta-class-ref='http://a.example/C'>Cork</b> now";
    let page = decode(page, Format::Html, &DecodeOptions::default()).unwrap();
    let class = || Entity::default().with_class("http://a.example/C");
    let long = Annotation::entity(TextSpan::new(0, 11), class());
    let cork = Annotation::entity(TextSpan::new(3, 7), class());
    let (_, report) = written(&page, &[cork.clone(), long, cork.clone()], Format::Conll2003);
    let there: Vec<bool> = report.placements.iter().map(|placement| placement.is_there()).collect();
    assert_eq!((there, report.skipped.len()), (vec![false, true, false], 0));
    let (_, report) = written(&page, &[cork.clone(), cork], Format::Conll2003);
    assert!(report.placements.iter().all(|placement| placement.is_there()));
}

#[test]
fn white_space_at_the_ends_of_annotations_is_reported() {
    let document = Document::of_text("To Cork now".to_owned(), None);
    let class = Entity::default().with_class("http://nerd.eurecom.fr/ontology#Location");
    for (start, end) in [(2, 7), (3, 8), (2, 8)] {
        let cork = Annotation::entity(TextSpan::new(start, end), class.clone());
        let (made, report) = written(&document, &[cork], Format::Conllu);
        assert_eq!(report.skipped[0].subject(), "white space at the ends of annotations");
        assert_eq!(labels(&read(&made, Format::Conllu)), [("Cork", "Location")]);
    }
    let space = Annotation::entity(TextSpan::new(2, 3), class);
    let (_, report) = written(&document, &[space], Format::Conllu);
    assert!(!report.placements[0].is_there());
}

#[test]
fn documents_without_text_stay_between_others() {
    let line = |text: &str| format!("1\t{text}\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
    let source = format!(
        "# newdoc id = a\n# newpar\n{}# newdoc id = b\n# newdoc id = c\n# newpar\n{}# newpar\n{}# newdoc id = d\n",
        line("One"),
        line("Two"),
        line("Three")
    );
    let document = read(&source, Format::Conllu);
    for format in [Format::Conllu, Format::BiocXml, Format::PubAnnotation] {
        let made = export(&document, &[], format, &ExportOptions::default()).unwrap();
        let again = decode(made.bytes, format, &DecodeOptions::default()).unwrap();
        let sections: Vec<_> =
            again.sections().map(|section| (section.name, section.span.range())).collect();
        let expected =
            [(Some("a"), 0..3), (Some("b"), 4..4), (Some("c"), 4..13), (Some("d"), 13..13)];
        assert_eq!((again.text(), sections), ("One Two Three", expected.to_vec()), "{format}");
    }
}

#[test]
fn tokens_and_sentences_of_the_source_are_kept() {
    let source = "U.S.-based B-ORG\nIt O\nwrote O\nto O\nDr. O\nNo B-PER\n\nHe O\nis O\n\nin O\nNew York\tB-LOC\n";
    let document = read(source, Format::Conll2003);
    let (columns, report) = written(&document, &[], Format::Conll2003);
    let expected = source.replace(" B-", " _ _ B-").replace(" O", " _ _ O");
    assert_eq!(columns, expected.replace("\tB-LOC", "\t_\t_\tB-LOC") + "\n");
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    let (conllu, _) = written(&document, &[], Format::Conllu);
    assert_eq!(conllu.matches("# sent_id").count(), 3);
    assert!(conllu.contains("1\tU.S.-based\t") && conllu.contains("5\tDr.\t"));
    assert!(conllu.contains("2\tNew York\t"));
    let again = read(&conllu, Format::Conllu);
    assert_eq!((again.text(), labels(&again)), (document.text(), labels(&document)));
    assert_eq!(written(&again, &[], Format::Conll2003).0, columns);
}

const PARSED: &str = "# newdoc id = letter\n# newpar\n# sent_id = s-7\n# text = Cobh's quay, U.S.-based\n\
    # translit = x\n\
    1-2\tCobh's\t_\t_\t_\t_\t_\t_\t_\t_\n\
    1\tCobh\tCobh\tPROPN\tNNP\tNumber=Sing\t3\tnmod\t_\tNER=B-LOC|Gloss=x\n\
    2\t's\t's\tPART\tPOS\t_\t1\tcase\t_\t_\n\
    3\tquay\tquay\tNOUN\tNN\t_\t0\troot\t_\tSpaceAfter=No\n\
    3.1\tempty\tempty\t_\t_\t_\t_\t_\t_\t_\n\
    4\t,\t,\tPUNCT\t,\t_\t3\tpunct\t_\tEntity=(e1-place-1)\n\
    5\tU.S.-based\tU.S.-based\tADJ\tJJ\t_\t3\tamod\t_\t_\n\n\
    # sent_id = s-8\n\
    1\tno\tno\tDET\tDT\t_\t0\troot\t_\tSpacesAfter=\\n\n\n";

#[test]
fn columns_of_conll_u_are_kept() {
    let document = read(PARSED, Format::Conllu);
    let (made, report) = written(&document, &[], Format::Conllu);
    assert!(report.skipped.is_empty(), "{:?}", report.skipped);
    let expected = PARSED
        .replace("_\t_\n1\tCobh\t", "_\tname=B-LOC\n1\tCobh\t")
        .replace("NER=B-LOC|Gloss=x", "Gloss=x")
        .replace("s-8\n", "s-8\n# text = no\n");
    assert_eq!(made, expected);
    let again = read(&made, Format::Conllu);
    assert_eq!((again.text(), again.annotations()), (document.text(), document.annotations()));
}

#[test]
fn a_sentence_with_a_divided_token_loses_its_columns_and_is_reported() {
    let document = read(PARSED, Format::Conllu);
    let start = document.text().find("U.S.").unwrap();
    let class = Entity::default().with_class("http://nerd.eurecom.fr/ontology#Location");
    let country = Annotation::entity(TextSpan::new(start, start + 4), class);
    let (made, report) = written(&document, std::slice::from_ref(&country), Format::Conllu);
    let lost = &report.skipped[0];
    assert_eq!(lost.subject(), "columns of sentences with other tokens");
    assert!(!made.contains("amod") && made.contains("no\tDET\tDT"));
    let again = read(&made, Format::Conllu);
    assert_eq!(again.text(), document.text());
    assert!(again.annotations().contains(&country));
}
