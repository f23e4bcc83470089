use super::{formats, language};
use crate::nif::{Options, Shape, Version, check, graph, read, skeleton, write};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Category, Entity, Metadata};
use glossweave_document::{Builder, Document, DocumentExt, Source, SourceExt};
use glossweave_markup::Encoding;
use glossweave_rdf::vocab::{itsrdf, nif};
use glossweave_rdf::{Graph, Name};

type Section<'a> = (Option<&'a str>, &'a [&'a str]);

/// Returns a document with the given sections, as if a reader had created it.
fn of(sections: &[Section<'_>], tag: &str, target: Option<&str>) -> Document {
    let (source_language, target_language) = (language(tag), target.map(language));
    let mut builder = Builder::default();
    let mut source = String::new();
    let mut id = 0;
    for (name, units) in sections {
        builder.section(*name, Some(&source_language), target_language.as_ref());
        for unit in *units {
            id += 1;
            builder.literal(unit, source.len());
            builder.name_unit(&format!("u{id}"));
            builder.end_unit(id);
            source.push_str(unit);
        }
    }
    builder.finish(Source::new(source.into_bytes(), Format::Xliff, Encoding::UTF_8))
}

/// Returns a document with two files. The second file has a unit without a translation.
fn bilingual() -> Document {
    let source = [(Some("a b.txt"), &["Town", "😀 In"][..]), (Some("c/d"), &["Cork", "Dublin"])];
    let target = [(None, &["Città", "😀 Dentro"][..]), (None, &["Dublino"])];
    let target = of(&target, "it", None);
    of(&source, "en", Some("it")).with_target(
        target,
        vec![(0, 0, Default::default()), (1, 1, Default::default()), (3, 2, Default::default())],
    )
}

fn options() -> Options {
    Options::under("http://freme-project.eu/")
}

fn subjects(graph: &Graph, predicate: Name) -> Vec<String> {
    let those = graph.iter().filter(|triple| triple.predicate == predicate);
    those.map(|triple| triple.subject.to_string()).collect()
}

#[test]
fn each_section_and_each_translation_is_a_context() {
    let document = bilingual();
    for format in formats() {
        let bytes = write(&document, &[], format, &options()).unwrap();
        let read = read(&bytes, format, None).unwrap();
        assert_eq!(check(read.graph()), [], "{}", String::from_utf8_lossy(&bytes));
        let contexts: Vec<_> = read
            .contexts()
            .iter()
            .map(|context| (context.iri(), context.text(), context.language().unwrap().as_str()))
            .collect();
        let expected = [
            ("http://freme-project.eu/a%20b.txt/#char=0,9", "Town 😀 In", "en"),
            ("http://freme-project.eu/a%20b.txt/target-it#char=0,14", "Città 😀 Dentro", "it"),
            ("http://freme-project.eu/c%2Fd/#char=0,11", "Cork Dublin", "en"),
            ("http://freme-project.eu/c%2Fd/target-it#char=0,7", "Dublino", "it"),
        ];
        assert_eq!(contexts, expected);
    }
}

#[test]
fn units_lead_to_their_translations() {
    let turtle = write(&bilingual(), &[], Format::Turtle, &options()).unwrap();
    let graph = glossweave_rdf::read(&turtle, Format::Turtle, None).unwrap();
    let links: Vec<_> = graph
        .iter()
        .filter(|triple| triple.predicate == itsrdf::TARGET)
        .map(|triple| format!("{} {}", triple.subject, triple.object))
        .collect();
    let folder = "http://freme-project.eu/";
    let link = |from: &str, to: &str| format!("<{folder}{from}> <{folder}{to}>");
    assert_eq!(
        links,
        [
            link("a%20b.txt/#char=0,4", "a%20b.txt/target-it#char=0,5"),
            link("a%20b.txt/#char=5,9", "a%20b.txt/target-it#char=6,14"),
            link("c%2Fd/#char=5,11", "c%2Fd/target-it#char=0,7"),
        ]
    );
}

#[test]
fn one_section_keeps_the_prefix() {
    let document = of(&[(Some("a.txt"), &["Town"])], "en", Some("it"))
        .with_target(of(&[(None, &["Città"])], "it", None), vec![(0, 0, Default::default())]);
    let graph = graph(&document, &[], &options()).unwrap();
    let contexts = subjects(&graph, nif::IS_STRING);
    let target = "<http://freme-project.eu/target-it#char=0,5>";
    assert_eq!(contexts, ["<http://freme-project.eu/#char=0,4>", target]);
    assert!(graph.iter().any(|triple| triple.predicate == itsrdf::TARGET
        && triple.object.to_string() == target));
}

#[test]
fn annotations_lie_in_their_sections() {
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "whole").unwrap();
    let all = [
        Annotation::entity(TextSpan::new(18, 24), Entity::new("http://d.example/Dublin")),
        Annotation::metadata(TextSpan::new(0, 24), note),
    ];
    for version in [Version::V2_0, Version::V2_1] {
        let graph = graph(&bilingual(), &all, &Options { version, ..options() }).unwrap();
        assert_eq!(check(&graph), []);
        let read = crate::nif::Nif::from_graph(graph).unwrap();
        let spans: Vec<Vec<_>> = read
            .contexts()
            .iter()
            .map(|context| context.annotations().iter().map(Annotation::span).collect())
            .collect();
        let span = |start, end| TextSpan::new(start, end);
        let expected = [vec![span(0, 12)], vec![], vec![span(0, 11), span(5, 11)], vec![]];
        assert_eq!(spans, expected, "{version:?}");
    }
}

#[test]
fn annotations_come_back_to_their_sections() {
    // The translation has the same text, and two sections are equal.
    let units: &[&str] = &["Town", "In Cork"];
    let document = of(&[(Some("a"), units), (Some("b"), units), (None, &["x"])], "en", Some("it"))
        .with_target(
            of(&[(None, units)], "it", None),
            vec![(0, 0, Default::default()), (1, 1, Default::default())],
        );
    let at = |start: usize| {
        let entity = Entity::new(format!("http://d.example/{start}"));
        Annotation::entity(TextSpan::new(start, start + 4), entity)
    };
    let all = [at(0), at(8), at(13), at(21)];
    let graph = graph(&document, &all, &options()).unwrap();
    let read = crate::nif::Nif::from_graph(graph).unwrap();
    assert_eq!(read.contexts().len(), 4);
    let mut annotations = read.annotations_of(&document).unwrap();
    annotations.sort_by_key(Annotation::span);
    assert_eq!(annotations, all);
    assert!(read.annotations_of(&bilingual()).is_none());
}

#[test]
fn sections_have_folders_of_their_own() {
    let names = [Some("doc1"), Some("x"), None, Some("x"), Some(".."), Some("x-4")];
    let sections: Vec<Section<'_>> = names.iter().map(|name| (*name, &["a"][..])).collect();
    let graph = graph(&of(&sections, "en", None), &[], &options()).unwrap();
    let folders: Vec<_> = subjects(&graph, nif::IS_STRING)
        .iter()
        .map(|iri| iri.split('/').nth(3).unwrap().to_owned())
        .collect();
    assert_eq!(folders, ["doc1-1", "x", "3", "x-4", "5", "x-4-6"]);
}

#[test]
fn the_skeleton_names_the_units_of_all_sections() {
    let document = bilingual();
    let skeleton = skeleton(&document, &options()).unwrap();
    assert_eq!(check(&skeleton), []);
    let units = subjects(&skeleton, nif::WAS_CONVERTED_FROM);
    let anchors = subjects(&skeleton, nif::ANCHOR_OF);
    assert_eq!(units.len(), 4);
    assert!(units.iter().all(|unit| anchors.contains(unit)), "{units:?} {anchors:?}");
}

#[test]
fn the_shape_of_its_has_nothing_between_units_and_no_types() {
    let mut issue = Metadata::new(Category::LocQualityIssue);
    issue.add_record([("locQualityIssueSeverity", "50")]).unwrap();
    let entity = Entity::new("http://d.example/D").with_confidence(0.5);
    let all = [
        Annotation::metadata(TextSpan::new(5, 10), issue),
        Annotation::entity(TextSpan::new(0, 10), entity),
    ];
    let document = of(&[(None, &["Town", "a😀", " x"])], "en", None);
    let options = Options { shape: Shape::Its, ..Options::under("http://a.example/x.html") };
    let turtle = write(&document, &all, Format::Turtle, &options).unwrap();
    let turtle = String::from_utf8(turtle).unwrap();
    let expected = r#"
<http://a.example/x.html#char=0,8>
    a nif:Context , nif:RFC5147String ;
    nif:beginIndex "0" ;
    nif:endIndex "8" ;
    nif:isString "Towna😀 x" .

<http://a.example/x.html#char=0,6>
    a nif:RFC5147String ;
    nif:beginIndex "0" ;
    nif:endIndex "6" ;
    nif:referenceContext <http://a.example/x.html#char=0,8> ;
    itsrdf:taIdentRef <http://d.example/D> ;
    itsrdf:taConfidence "0.5" .

<http://a.example/x.html#char=4,6>
    a nif:RFC5147String ;
    nif:beginIndex "4" ;
    nif:endIndex "6" ;
    nif:referenceContext <http://a.example/x.html#char=0,8> ;
    itsrdf:hasLocQualityIssue [ a itsrdf:LocQualityIssue ; itsrdf:locQualityIssueSeverity "50" ] .
"#;
    assert!(turtle.ends_with(expected), "{turtle}");
    let graph = glossweave_rdf::read(turtle.as_bytes(), Format::Turtle, None).unwrap();
    assert_eq!(check(&graph), []);
}
