//! Tests of vocabularies in RDF: DBpedia, Wikidata, SKOS-XL, MeSH, OWL.

use std::io::Write;

use super::{Files, SkipReason, classes, count, entities, one};
use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use glossweave_base::error::ErrorKind;

const LABELS: &str = r#"# started 2016-05-16T12:31:47Z
<http://dbpedia.org/resource/Cork_(city)> <http://www.w3.org/2000/01/rdf-schema#label> "Cork (city)"@en .
<http://dbpedia.org/resource/Cork_(material)> <http://www.w3.org/2000/01/rdf-schema#label> "Cork (material)"@en .
<http://dbpedia.org/resource/Caf\u00E9> <http://www.w3.org/2000/01/rdf-schema#label> "Caf\u00e9"@en .
<http://dbpedia.org/resource/Cork> <http://www.w3.org/2000/01/rdf-schema#label> "Cork"@en .
<http://dbpedia.org/resource/Broken> <http://www.w3.org/2000/01/rdf-schema#label> "Bro\uD800ken"@en .
<http://dbpedia.org/resource/Cut> <http://www.w3.org/2000/01/rdf-schema#label> "Cut
# completed
"#;

const REDIRECTS: &str = "\
<http://dbpedia.org/resource/Corcaigh> <http://dbpedia.org/ontology/wikiPageRedirects> <http://dbpedia.org/resource/City_of_Cork> .
<http://dbpedia.org/resource/City_of_Cork> <http://dbpedia.org/ontology/wikiPageRedirects> <http://dbpedia.org/resource/Cork_(city)> .
<http://dbpedia.org/resource/Bark_%28oak%29> <http://dbpedia.org/ontology/wikiPageRedirects> <http://dbpedia.org/resource/Cork_(material)> .
<http://dbpedia.org/resource/A> <http://dbpedia.org/ontology/wikiPageRedirects> <http://dbpedia.org/resource/B> .
<http://dbpedia.org/resource/B> <http://dbpedia.org/ontology/wikiPageRedirects> <http://dbpedia.org/resource/A> .
";

const DISAMBIGUATIONS: &str = "\
<http://dbpedia.org/resource/Cork> <http://dbpedia.org/ontology/wikiPageDisambiguates> <http://dbpedia.org/resource/Cork_(city)> .
<http://dbpedia.org/resource/Cork> <http://dbpedia.org/ontology/wikiPageDisambiguates> <http://dbpedia.org/resource/Cork_(material)> .
<http://dbpedia.org/resource/Rebel> <http://dbpedia.org/ontology/wikiPageDisambiguates> <http://dbpedia.org/resource/Cork_(city)> .
";

const LINKS: &str = "\
<http://dbpedia.org/resource/Cobh> <http://dbpedia.org/ontology/wikiPageWikiLink> <http://dbpedia.org/resource/Cork_(city)> .
<http://dbpedia.org/resource/Mallow> <http://dbpedia.org/ontology/wikiPageWikiLink> <http://dbpedia.org/resource/Cork_(city)> .
<http://dbpedia.org/resource/Mallow> <http://dbpedia.org/ontology/wikiPageWikiLink> <http://dbpedia.org/resource/Butter> .
";

const TYPES: &str = "\
<http://dbpedia.org/resource/Cork_(city)> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://dbpedia.org/ontology/City> .
";

#[test]
fn pages_of_dbpedia_are_joined_over_their_files() {
    let mut labels = BzEncoder::new(Vec::new(), Default::default());
    labels.write_all(LABELS.as_bytes()).unwrap();
    let labels = labels.finish().unwrap();
    let mut links = GzEncoder::new(Vec::new(), Default::default());
    links.write_all(LINKS.as_bytes()).unwrap();
    let links = links.finish().unwrap();
    let files = Files::new(&[
        ("redirects_en.ttl", REDIRECTS.as_bytes()),
        ("page_links_en.ttl.gz", &links),
        ("labels_en.ttl.bz2", &labels),
        ("disambiguations_en.ttl", DISAMBIGUATIONS.as_bytes()),
        ("instance_types_en.ttl", TYPES.as_bytes()),
    ]);
    let (names, report) = files.read("dbpedia", &[("language", "en")]).unwrap();
    let material = ("Cork_(material)".to_owned(), 1.0);
    assert_eq!(entities(&names, "Cork"), [("Cork_(city)".to_owned(), 3.0), material]);
    assert_eq!(entities(&names, "Corcaigh"), one("Cork_(city)", 3.0));
    assert_eq!(entities(&names, "city of Cork"), one("Cork_(city)", 3.0));
    assert_eq!(entities(&names, "Rebel"), one("Cork_(city)", 1.5));
    assert_eq!(entities(&names, "Bark"), one("Cork_(material)", 1.0));
    assert_eq!(entities(&names, "café"), one("Café", 1.0));
    assert_eq!(classes(&names, "Corcaigh"), ["http://dbpedia.org/ontology/City"]);
    assert!(entities(&names, "A B").is_empty());
    assert_eq!(report.entities, 3);
    let wrong = vec!["labels_en.ttl:6", "labels_en.ttl:7"];
    assert_eq!(count(&report, SkipReason::Line), (2, wrong));
    assert_eq!(count(&report, SkipReason::Redirect).0, 2);

    let cities = [("class", "http://dbpedia.org/ontology/City")];
    let (names, report) = files.read("dbpedia", &cities).unwrap();
    assert_eq!(entities(&names, "Cork"), one("Cork_(city)", 3.0));
    assert_eq!((report.entities, count(&report, SkipReason::Class).0), (1, 2));
}

#[test]
fn entities_of_wikidata_are_read_from_triples() {
    let triples = r#"<https://www.wikidata.org/wiki/Special:EntityData/Q36647> <http://schema.org/about> <http://www.wikidata.org/entity/Q36647> .
<http://www.wikidata.org/entity/Q36647> <http://www.w3.org/2000/01/rdf-schema#label> "Cork"@en .
<http://www.wikidata.org/entity/Q36647> <http://www.w3.org/2004/02/skos/core#prefLabel> "Cork"@en .
<http://www.wikidata.org/entity/Q36647> <http://www.w3.org/2004/02/skos/core#altLabel> "Corcaigh"@ga .
<http://www.wikidata.org/entity/Q36647> <http://www.w3.org/2000/01/rdf-schema#label> "Korko"@mul .
<http://www.wikidata.org/entity/Q36647> <http://schema.org/description> "city in Munster"@en .
<http://www.wikidata.org/entity/Q36647> <http://www.wikidata.org/prop/direct/P31> <http://www.wikidata.org/entity/Q515> .
<https://en.wikipedia.org/wiki/Cork_(city)> <http://schema.org/about> <http://www.wikidata.org/entity/Q36647> .
<http://www.wikidata.org/entity/Q226000> <http://www.w3.org/2000/01/rdf-schema#label> "Cork"@en .
<http://www.wikidata.org/entity/Q226000> <http://www.wikidata.org/prop/direct/P31> <http://www.wikidata.org/entity/Q4167410> .
<http://www.wikidata.org/entity/P31> <http://www.w3.org/2000/01/rdf-schema#label> "instance of"@en .
"#;
    let files = Files::new(&[("truthy.nt", triples.as_bytes())]);
    let (names, report) = files.read("wikidata", &[("language", "en")]).unwrap();
    assert_eq!(entities(&names, "Cork"), one("Q36647", 2.0));
    assert_eq!(entities(&names, "Korko"), one("Q36647", 2.0));
    assert!(entities(&names, "Corcaigh, instance of").is_empty());
    assert_eq!(classes(&names, "Cork"), ["http://www.wikidata.org/entity/Q515"]);
    assert_eq!((report.entities, count(&report, SkipReason::Page).0), (1, 1));
}

#[test]
fn labels_of_skos_xl_are_names_of_their_concepts() {
    // In EuroVoc and Getty vocabularies, labels are named or blank nodes, and come before or after
    // their subjects.
    let turtle = r#"@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
        @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://eurovoc.europa.eu/1/l> a xl:Label ; xl:literalForm "fishing port"@en .
        <http://eurovoc.europa.eu/1> xl:prefLabel <http://eurovoc.europa.eu/1/l> ;
            xl:altLabel [ xl:literalForm "harbour"@en , "Hafen"@de ] ; skos:broader <http://eurovoc.europa.eu/2> .
        <http://eurovoc.europa.eu/2> skos:prefLabel "port"@en .
        <http://eurovoc.europa.eu/3> xl:literalForm "of nobody"@en ; a xl:Label .
        <http://eurovoc.europa.eu/4> skos:prefLabel "old"@en ; <http://www.w3.org/2002/07/owl#deprecated> true .
        <http://eurovoc.europa.eu/5> <http://www.geneontology.org/formats/oboInOwl#hasExactSynonym> "pier" ;
            <http://www.geneontology.org/formats/oboInOwl#hasBroadSynonym> "quay" .
        "#;
    let files = Files::new(&[("eurovoc.ttl", turtle.as_bytes())]);
    let (names, report) = files.read("skos", &[("language", "en")]).unwrap();
    assert_eq!(entities(&names, "fishing port"), one("1", 1.0));
    assert_eq!(entities(&names, "harbour"), one("1", 1.0));
    assert_eq!(entities(&names, "pier"), one("5", 1.0));
    assert_eq!(entities(&names, "quay"), one("5", 0.5));
    assert_eq!(classes(&names, "harbour"), ["http://eurovoc.europa.eu/2"]);
    assert!(entities(&names, "Hafen, of nobody, old").is_empty());
    assert_eq!(report.entities, 3);
    assert_eq!(count(&report, SkipReason::Page), (1, vec!["http://eurovoc.europa.eu/3"]));
    assert_eq!(count(&report, SkipReason::Obsolete).0, 1);
}

#[test]
fn vocabularies_in_xml_are_read() {
    let xml = r#"<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:skos="http://www.w3.org/2004/02/skos/core#">
        <skos:Concept rdf:about="http://example.org/cork"><skos:prefLabel xml:lang="en">Cork</skos:prefLabel></skos:Concept>
        </rdf:RDF>"#;
    for name in ["eurovoc.rdf", "eurovoc"] {
        let files = Files::new(&[(name, xml.as_bytes())]);
        let (names, _) = files.read("skos", &[]).unwrap();
        assert_eq!(entities(&names, "Cork"), one("cork", 1.0));
    }
}

#[test]
fn terms_of_mesh_are_names_of_their_descriptors() {
    let triples = r#"<http://id.nlm.nih.gov/mesh/T000001> <http://id.nlm.nih.gov/mesh/vocab#prefLabel> "Calcimycin"@en .
<http://id.nlm.nih.gov/mesh/T000001> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://id.nlm.nih.gov/mesh/vocab#Term> .
<http://id.nlm.nih.gov/mesh/T000002> <http://id.nlm.nih.gov/mesh/vocab#prefLabel> "A-23187"@en .
<http://id.nlm.nih.gov/mesh/T000002> <http://id.nlm.nih.gov/mesh/vocab#altLabel> "A 23187"@en .
<http://id.nlm.nih.gov/mesh/T000003> <http://id.nlm.nih.gov/mesh/vocab#prefLabel> "Narrower One"@en .
<http://id.nlm.nih.gov/mesh/M0000001> <http://id.nlm.nih.gov/mesh/vocab#preferredTerm> <http://id.nlm.nih.gov/mesh/T000001> .
<http://id.nlm.nih.gov/mesh/M0000001> <http://id.nlm.nih.gov/mesh/vocab#term> <http://id.nlm.nih.gov/mesh/T000002> .
<http://id.nlm.nih.gov/mesh/M0000002> <http://id.nlm.nih.gov/mesh/vocab#preferredTerm> <http://id.nlm.nih.gov/mesh/T000003> .
<http://id.nlm.nih.gov/mesh/M0000001> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://id.nlm.nih.gov/mesh/vocab#Concept> .
<http://id.nlm.nih.gov/mesh/D000001> <http://id.nlm.nih.gov/mesh/vocab#preferredConcept> <http://id.nlm.nih.gov/mesh/M0000001> .
<http://id.nlm.nih.gov/mesh/D000001> <http://id.nlm.nih.gov/mesh/vocab#concept> <http://id.nlm.nih.gov/mesh/M0000002> .
<http://id.nlm.nih.gov/mesh/D000001> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://id.nlm.nih.gov/mesh/vocab#TopicalDescriptor> .
<http://id.nlm.nih.gov/mesh/D000001> <http://id.nlm.nih.gov/mesh/vocab#active> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .
<http://id.nlm.nih.gov/mesh/D000002> <http://www.w3.org/2000/01/rdf-schema#label> "Gone"@en .
<http://id.nlm.nih.gov/mesh/D000002> <http://id.nlm.nih.gov/mesh/vocab#active> "false"^^<http://www.w3.org/2001/XMLSchema#boolean> .
<http://id.nlm.nih.gov/mesh/D000001Q000008> <http://www.w3.org/2000/01/rdf-schema#label> "Calcimycin/administration & dosage"@en .
<http://id.nlm.nih.gov/mesh/D000001Q000008> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://id.nlm.nih.gov/mesh/vocab#AllowedDescriptorQualifierPair> .
"#;
    let files = Files::new(&[("mesh2026.nt", triples.as_bytes())]);
    let (names, report) = files.read("mesh", &[]).unwrap();
    for name in ["Calcimycin", "A-23187", "A 23187"] {
        assert_eq!(entities(&names, name), one("D000001", 1.0), "{name}");
    }
    assert_eq!(entities(&names, "Narrower One"), one("D000001", 0.5));
    assert_eq!(
        classes(&names, "Calcimycin"),
        ["http://id.nlm.nih.gov/mesh/vocab#TopicalDescriptor"]
    );
    assert_eq!(report.entities, 1);
    assert_eq!(count(&report, SkipReason::Obsolete).0, 1);
}

/// Statements from Getty exports: a concept, its terms, a location, an obsolete subject, a revision.
const GETTY: &str = r#"<http://vocab.getty.edu/aat/300004792> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://vocab.getty.edu/ontology#Concept> .
<http://vocab.getty.edu/aat/300004792> <http://vocab.getty.edu/ontology#broaderPreferred> <http://vocab.getty.edu/aat/300004790> .
<http://vocab.getty.edu/aat/300004792> <http://vocab.getty.edu/ontology#prefLabelGVP> <http://vocab.getty.edu/aat/term/1000004792-en> .
<http://vocab.getty.edu/aat/300004792> <http://www.w3.org/2008/05/skos-xl#prefLabel> <http://vocab.getty.edu/aat/term/1000004792-en> .
<http://vocab.getty.edu/aat/300004792> <http://www.w3.org/2008/05/skos-xl#altLabel> <http://vocab.getty.edu/aat/term/1000559840-nl> .
<http://vocab.getty.edu/aat/300004792> <http://www.w3.org/2004/02/skos/core#changeNote> <http://vocab.getty.edu/aat/rev/5000195131> .
<http://vocab.getty.edu/aat/rev/5000195131> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/ns/prov#Modify> .
<http://vocab.getty.edu/aat/term/1000004792-en> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2008/05/skos-xl#Label> .
<http://vocab.getty.edu/aat/term/1000004792-en> <http://www.w3.org/2008/05/skos-xl#literalForm> "tower houses"@en .
<http://vocab.getty.edu/aat/term/1000004792-en> <http://vocab.getty.edu/ontology#term> "tower houses"@en .
<http://vocab.getty.edu/aat/term/1000559840-nl> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2008/05/skos-xl#Label> .
<http://vocab.getty.edu/aat/term/1000559840-nl> <http://www.w3.org/2008/05/skos-xl#literalForm> "woontorens"@nl .
<http://vocab.getty.edu/tgn/7004829> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://vocab.getty.edu/ontology#AdminPlaceConcept> .
<http://vocab.getty.edu/tgn/7004829> <http://vocab.getty.edu/ontology#placeTypePreferred> <http://vocab.getty.edu/aat/300008347> .
<http://vocab.getty.edu/tgn/7004829> <http://www.w3.org/2004/02/skos/core#prefLabel> "Cork" .
<http://vocab.getty.edu/aat/300999999> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://vocab.getty.edu/ontology#ObsoleteSubject> .
<http://vocab.getty.edu/aat/300999999> <http://www.w3.org/2000/01/rdf-schema#label> "old houses"@en .
"#;

#[test]
fn concepts_of_getty_are_read_with_their_terms() {
    let files = Files::new(&[("AATOut_Full.nt", GETTY.as_bytes())]);
    let (names, report) = files.read("skos", &[]).unwrap();
    assert_eq!(entities(&names, "Tower houses"), one("300004792", 1.0));
    assert_eq!(entities(&names, "woontorens"), one("300004792", 1.0));
    let broader = "http://vocab.getty.edu/aat/300004790";
    assert_eq!(classes(&names, "woontorens"), ["http://vocab.getty.edu/ontology#Concept", broader]);
    let kind = "http://vocab.getty.edu/aat/300008347";
    let place = "http://vocab.getty.edu/ontology#AdminPlaceConcept";
    assert_eq!(classes(&names, "Cork"), [place, kind]);
    assert!(entities(&names, "old houses").is_empty());
    assert_eq!(report.entities, 2);
    assert_eq!(count(&report, SkipReason::Obsolete).0, 1);
}

#[test]
fn concepts_of_eurovoc_are_read_from_an_archive() {
    // Labels are both literals and SKOS-XL nodes, and a status marks obsolete concepts.
    let xml = r#"<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"
    xmlns:skosxl="http://www.w3.org/2008/05/skos-xl#" xmlns:euvoc="http://publications.europa.eu/ontology/euvoc#">
<rdf:Description rdf:about="http://eurovoc.europa.eu/1138">
  <rdf:type rdf:resource="http://www.w3.org/2004/02/skos/core#Concept"/>
  <skos:prefLabel xml:lang="en">fishing port</skos:prefLabel>
  <skosxl:prefLabel rdf:resource="http://eurovoc.europa.eu/1138/l1"/>
  <skosxl:altLabel rdf:resource="http://eurovoc.europa.eu/1138/l2"/>
  <skos:broader rdf:resource="http://eurovoc.europa.eu/4277"/>
  <euvoc:status rdf:resource="http://publications.europa.eu/resource/authority/concept-status/CURRENT"/>
</rdf:Description>
<rdf:Description rdf:about="http://eurovoc.europa.eu/1138/l2">
  <rdf:type rdf:resource="http://www.w3.org/2008/05/skos-xl#Label"/>
  <skosxl:literalForm xml:lang="ga">calafort iascaigh</skosxl:literalForm>
</rdf:Description>
<rdf:Description rdf:about="http://eurovoc.europa.eu/99">
  <skos:prefLabel xml:lang="en">customs quay</skos:prefLabel>
  <euvoc:status rdf:resource="http://publications.europa.eu/resource/authority/concept-status/DEPRECATED"/>
</rdf:Description>
</rdf:RDF>"#;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("eurovoc.rdf", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(xml.as_bytes()).unwrap();
    let zip = zip.finish().unwrap().into_inner();
    let files = Files::new(&[("eurovoc_in_skos_core_concepts.zip", &zip)]);
    let (names, report) = files.read("skos", &[]).unwrap();
    assert_eq!(entities(&names, "fishing port"), one("1138", 1.0));
    assert_eq!(entities(&names, "calafort iascaigh"), one("1138", 1.0));
    assert!(classes(&names, "fishing port").contains(&"http://eurovoc.europa.eu/4277".to_owned()));
    assert!(entities(&names, "customs quay").is_empty());
    assert_eq!((report.entities, count(&report, SkipReason::Obsolete).0), (1, 1));
}

#[test]
fn a_wrong_statement_of_turtle_is_skipped_with_its_line() {
    let turtle = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n\
        <http://a.example/cork> skos:prefLabel \"Cork\" .\n\
        <http://a.example/cobh> skos:prefLabel <<oops> .\n\
        <http://a.example/mallow> skos:prefLabel \"Mallow\" .\n";
    let files = Files::new(&[("towns.ttl", turtle.as_bytes())]);
    let (names, report) = files.read("skos", &[]).unwrap();
    assert!(!entities(&names, "Cork").is_empty());
    assert!(!entities(&names, "Mallow").is_empty());
    assert_eq!(count(&report, SkipReason::Line), (1, vec!["towns.ttl:3"]));
    let files = Files::new(&[("towns.ttl", b"<http://a.example/cobh> oops .\n")]);
    assert_eq!(files.read("skos", &[]).unwrap_err().kind(), ErrorKind::Malformed);
}
