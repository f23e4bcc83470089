use super::Dictionary;
use glossweave_base::text::Language;
use glossweave_base::{ErrorKind, Format};
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_rdf as rdf;

const PREFIXES: &str = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    @prefix schema: <http://schema.org/> .
    @prefix secure: <https://schema.org/> .
    @prefix e: <http://e.org/> .\n";

fn read(turtle: &str) -> rdf::Graph {
    rdf::read(format!("{PREFIXES}{turtle}").as_bytes(), Format::Turtle, None).unwrap()
}

#[test]
fn every_label_of_every_language_is_taken() {
    let graph = read(
        "e:cork skos:prefLabel 'Cork'@en ; skos:altLabel 'Corcaigh'@ga ; a e:City ;
             skos:hiddenLabel 'Corke' ; skos:broader e:Munster, e:Munster ; skos:note 'Lee' .
         e:ann foaf:name 'Ann Lee' . e:bob schema:name 'Bob Lee' . e:cyd secure:name 'Cyd Lee' .
         e:dan rdfs:label 'Dan Lee', e:no ; a [] . [] rdfs:label 'Lee' .",
    );
    let names = Dictionary::builder().rdf(&graph).unwrap().build().unwrap();
    assert_eq!(names.labels(), 7);
    let text = "Cork, Corcaigh, Corke, Ann Lee, Bob Lee, Cyd Lee, Dan Lee, Lee";
    let found = names.recognize(&Passage::new(text)).unwrap();
    assert_eq!(found.len(), 7);
    let cork = found[0].as_entity().unwrap();
    assert_eq!(&*cork.idents[0], "http://e.org/cork");
    let classes: Vec<&str> = cork.classes.iter().map(|class| &**class).collect();
    assert_eq!(classes, ["http://e.org/City", "http://e.org/Munster"]);
    assert!(found[6].as_entity().unwrap().classes.is_empty());

    let irish = Language::parse("ga").unwrap();
    let found = names.recognize(&Passage::new(text).with_language(&irish)).unwrap();
    assert_eq!(found.len(), 6);
}

#[test]
fn labels_of_skos_xl_and_synonyms_of_obo_are_taken() {
    let graph = read(
        "@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
         @prefix obo: <http://www.geneontology.org/formats/oboInOwl#> .
         e:l xl:literalForm 'Corcaigh'@ga . e:cork xl:prefLabel e:l ; a e:City ;
             xl:altLabel [ xl:literalForm 'Leeside'@en ] ; obo:hasExactSynonym 'Korke' .
         e:nobody xl:literalForm 'Nowhere' .",
    );
    let names = Dictionary::builder().rdf(&graph).unwrap().build().unwrap();
    let found = names.recognize(&Passage::new("Corcaigh, Leeside, Korke, Nowhere")).unwrap();
    assert_eq!(found.len(), 3);
    for annotation in &found {
        let cork = annotation.as_entity().unwrap();
        assert_eq!(
            (&*cork.idents[0], &*cork.classes[0]),
            ("http://e.org/cork", "http://e.org/City")
        );
    }
}

#[test]
fn a_bad_label_is_counted_with_its_subject_and_the_rest_is_read() {
    let long = "x ".repeat(200);
    let graph =
        read(&format!("e:a rdfs:label 'A' . e:b rdfs:label ' ' . e:c rdfs:label '{long}' ."));
    let builder = Dictionary::builder().rdf(&graph).unwrap();
    let subjects: Vec<&str> = builder.skipped().iter().map(|label| label.subject()).collect();
    assert_eq!(subjects, ["http://e.org/b", "http://e.org/c"]);
    assert_eq!(builder.build().unwrap().labels(), 1);
    let source = b"<http://e.org/a> <http://schema.org/name> 'A' . <b> a: b .\n<http://e.org/b> \
        <http://schema.org/name> 'B'@en_x, '' . ";
    let built = Dictionary::builder().rdf_watched(source, Format::Turtle, None, &mut |_| Ok(()));
    let builder = built.unwrap();
    assert!(builder.skipped_count() > 1);
    assert!(builder.build().unwrap().labels() >= 1);
    let graph = read("e:b rdfs:label ' ' .");
    let error = Dictionary::builder().rdf(&graph).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert_eq!(error.to_string(), "`label` is empty in a label of <http://e.org/b>");
}
