//! Tests of tables and text formats: GeoNames, Wikidata in JSON, OBO, CSV.

use std::io::Write;

use super::{Files, SkipReason, classes, count, entities, one};
use glossweave_base::error::ErrorKind;
use zip::write::{SimpleFileOptions, ZipWriter};

/// Lines of `IE.txt`, with a quotation mark, a negative population and a truncated line.
const PLACES: &str = "\
2965140\tCork\tCork\tCorcaigh,Cork,Корк\t51.89797\t-8.47061\tP\tPPLA\tIE\t\tM\t04\t\t\t190384\t\t8\tEurope/Dublin\t2019-09-05
2965139\tCork\tCork\tContae Chorcai\t51.96667\t-8.58333\tA\tADM2\tIE\t\tM\t04\t\t\t-1\t\t200\tEurope/Dublin\t2015-05-30
2963597\tÉire\tEire\t\t53\t-8\tA\tPCLI\tIE\tIE\t00\t\t\t\t4853506\t\t66\tEurope/Dublin\t2019-09-05
7117725\tThe \"Sky\" Road\tThe \"Sky\" Road\t\t53.5\t-10.0\tR\t\tIE\t\t\t\t\t\t0\t\t40\tEurope/Dublin\t2010-01-01
4683217\tCork\tCork\t\t33.0\t-96.0\t\t\tUS\t\tTX\t\t\t\t0\t\t100\tAmerica/Chicago\t2010-01-01
2964574\tDublin
";

const NAMES: &str = "\
1563505\t2965140\tga\tCorcaigh\t1\t\t\t
1563506\t2965140\tlink\thttps://en.wikipedia.org/wiki/Cork_%28city%29\t\t\t\t
1563507\t2965140\tiata\tORK\t\t\t\t
1563508\t2965140\tfr_1793\tCorque\t\t\t\t1\t1793\t1805
1563509\t2965140\ten\tReal Capital\t\t\t1\t
1563510\t999\ten\tNowhere\t\t\t\t
1563511\t2963597\ten\tIreland\t1\t1\t\t
1563512\t2963597\tde\tIrland\t1\t1\t\t
";

#[test]
fn places_of_geonames_are_read_with_their_names() {
    // The files of names come first, but are read last.
    let files = Files::new(&[
        ("alternateNamesV2.txt", NAMES.as_bytes()),
        ("hierarchy.txt", b"2963597\t2965139\tADM\n"),
        ("IE.txt", PLACES.as_bytes()),
    ]);
    let (names, report) = files.read("geonames", &[]).unwrap();
    assert_eq!(entities(&names, "Корк"), one("2965140", 190_385.0));
    assert_eq!(entities(&names, "Cork")[0], ("2965140".to_owned(), 190_385.0));
    assert_eq!(entities(&names, "Contae Chorcai"), one("2965139", 1.0));
    assert_eq!(entities(&names, "the \"sky\" road"), one("7117725", 1.0));
    assert_eq!(entities(&names, "Corque"), one("2965140", 190_385.0 / 2.0));
    assert_eq!(entities(&names, "Ireland"), one("2963597", 4_853_507.0));
    assert!(entities(&names, "ORK Nowhere Dublin").is_empty());
    assert_eq!(classes(&names, "Corcaigh"), ["https://www.geonames.org/ontology#P.PPLA"]);
    assert_eq!(report.entities, 5);
    assert_eq!(count(&report, SkipReason::Line), (1, vec!["IE.txt:6"]));
    assert_eq!(count(&report, SkipReason::Unknown), (1, vec!["alternateNamesV2.txt:6"]));
    assert_eq!(count(&report, SkipReason::Code).0, 2);
}

#[test]
fn places_of_geonames_are_chosen_by_class_country_and_language() {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in [("readme.txt", "Readme"), ("IE.txt", PLACES), ("names.txt", NAMES)] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    let zip = zip.finish().unwrap().into_inner();
    let files = Files::new(&[("IE.zip", &zip)]);
    let options = [("language", "en"), ("country", "ie"), ("code", "iata")];
    let (names, report) = files.read("geonames", &options).unwrap();
    assert_eq!(entities(&names, "Cork").len(), 2);
    assert_eq!(entities(&names, "ORK"), one("2965140", 190_385.0));
    assert!(entities(&names, "Корк Irland Corcaigh").is_empty());
    assert_eq!(count(&report, SkipReason::Country).0, 1);
    assert_eq!(count(&report, SkipReason::Language).0, 6);

    let towns = [("class", "https://www.geonames.org/ontology#P")];
    let (names, report) = files.read("geonames", &towns).unwrap();
    assert_eq!(entities(&names, "Cork"), one("2965140", 190_385.0));
    assert_eq!((report.entities, count(&report, SkipReason::Class).0), (1, 4));
}

#[test]
fn files_of_another_format_are_refused_by_their_names() {
    let files = Files::new(&[("a.csv", b"uri,label\nhttp://example.org/cork,Cork\n")]);
    for vocabulary in ["wikidata", "dbpedia", "obo", "mesh", "skos"] {
        let error = files.read(vocabulary, &[]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{vocabulary}");
        assert!(error.message().contains("a.csv"), "{vocabulary}: {error}");
    }
}

#[test]
fn files_that_are_no_tables_of_geonames_are_refused() {
    let files = Files::new(&[("a.csv", b"uri,label\nhttp://example.org/cork,Cork\n")]);
    let error = files.read("geonames", &[]).unwrap_err();
    assert!(error.message().contains("19 columns"), "{error}");
}

/// Entities from the dump: an empty object as a list, an unknown value, ranks, an escape.
const DUMP: &str = r#"[
{"type":"item","id":"Q36647","labels":{"en":{"language":"en","value":"Cork"},"ga":{"language":"ga","value":"Corcaigh"}},"descriptions":{},"aliases":{"en":[{"language":"en","value":"Cork City"},{"language":"en","value":"the \"Rebel\" City"}]},"claims":{"P17":[{"mainsnak":{"snaktype":"value","property":"P17","datavalue":{"value":{"entity-type":"item","numeric-id":27,"id":"Q27"},"type":"wikibase-entityid"},"datatype":"wikibase-item"},"type":"statement","rank":"normal"}],"P31":[{"mainsnak":{"snaktype":"value","property":"P31","datavalue":{"value":{"entity-type":"item","numeric-id":515,"id":"Q515"},"type":"wikibase-entityid"}},"type":"statement","rank":"preferred"},{"mainsnak":{"snaktype":"value","property":"P31","datavalue":{"value":{"entity-type":"item","numeric-id":3957,"id":"Q3957"},"type":"wikibase-entityid"}},"type":"statement","rank":"normal"}]},"sitelinks":{"enwiki":{"site":"enwiki","title":"Cork (city)","badges":[]},"gawiki":{"site":"gawiki","title":"Corcaigh","badges":[]}}},
{"type":"item","id":"Q42","labels":{"mul":{"language":"mul","value":"Douglas Adams"}},"descriptions":[],"aliases":[],"claims":{"P31":[{"mainsnak":{"snaktype":"somevalue","property":"P31"},"type":"statement","rank":"normal"},{"mainsnak":{"snaktype":"value","property":"P31","datavalue":{"value":{"entity-type":"item","numeric-id":5,"id":"Q5"},"type":"wikibase-entityid"}},"type":"statement","rank":"normal"}]},"sitelinks":[]},
{"type":"item","id":"Q1","labels":[],"descriptions":[],"aliases":[],"claims":[],"sitelinks":[]},
{"type":"item","id":"Q226000","labels":{"en":{"language":"en","value":"Cork"}},"claims":{"P31":[{"mainsnak":{"snaktype":"value","property":"P31","datavalue":{"value":{"id":"Q4167410"},"type":"wikibase-entityid"}},"type":"statement","rank":"normal"}]},"sitelinks":{}},
{"type":"property","id":"P31","labels":{"en":{"language":"en","value":"instance of"}},"claims":{}},
{"type":"item","id":"Q7","labels":{"en":{"language":
{"type":"item","id":"Q8","labels":{"en":{"language":"en","value":"happiness"}},"claims":{}}
]
"#;

#[test]
fn entities_of_wikidata_are_read_from_json() {
    let files = Files::new(&[("latest-all.json", DUMP.as_bytes())]);
    let (names, report) = files.read("wikidata", &[]).unwrap();
    assert_eq!(entities(&names, "Cork"), one("Q36647", 3.0));
    assert_eq!(entities(&names, "the \"Rebel\" City"), one("Q36647", 3.0));
    assert_eq!(classes(&names, "Corcaigh"), ["http://www.wikidata.org/entity/Q515"]);
    assert_eq!(classes(&names, "Douglas Adams"), ["http://www.wikidata.org/entity/Q5"]);
    assert_eq!(entities(&names, "happiness"), one("Q8", 1.0));
    assert_eq!(report.entities, 3);
    assert_eq!(count(&report, SkipReason::Line), (1, vec!["latest-all.json:7"]));
    assert_eq!(count(&report, SkipReason::NoName), (1, vec!["latest-all.json:4"]));
    assert_eq!(count(&report, SkipReason::Page).0, 2);
}

#[test]
fn entities_of_wikidata_are_read_from_one_document() {
    let city = r#"{"type": "item", "id": "Q1", "labels": {"en": {"language": "en", "value": "Cork"}},
        "claims": {"P31": [{"mainsnak": {"datavalue": {"value": {"id": "Q515"}}}}]}}"#;
    for document in [
        format!(r#"{{"entities": {{"Q1": {city}, "Q2": {{"id": 3}}}}, "success": 1}}"#),
        format!("[{},\n{}]", city.replace('\n', ""), r#"{"id": 3}"#),
        format!(r#"{{"entities": {{"Q1": {}, "Q2": {{"id": 3}}}}}}"#, city.replace('\n', "")),
        format!("[\n{city},\n{{\"id\": 3}}]"),
        format!("{{\n\"entities\": [{city}, 5]\n}}"),
        format!("[{{\"type\": \"item\",\n{}, 5]", city.replacen("{\"type\": \"item\",", "", 1)),
    ] {
        let files = Files::new(&[("some.json", document.as_bytes())]);
        let (names, report) = files.read("wikidata", &[]).unwrap();
        assert_eq!(classes(&names, "Cork"), ["http://www.wikidata.org/entity/Q515"], "{document}");
        assert_eq!(count(&report, SkipReason::Line).0, 1, "{document}");
    }
    let files = Files::new(&[("some.json", br#"{"entities": {"Q1": 1}}"#)]);
    assert_eq!(files.read("wikidata", &[]).unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn a_first_line_that_is_wrong_does_not_hide_a_table_of_geonames() {
    let table = format!("geonameid\tname\n{PLACES}");
    let files = Files::new(&[("IE.txt", table.as_bytes())]);
    let (names, report) = files.read("geonames", &[]).unwrap();
    assert!(!entities(&names, "Cork").is_empty());
    assert!(count(&report, SkipReason::Line).1.contains(&"IE.txt:1"));
}

#[test]
fn entities_of_wikidata_are_chosen_by_class_and_language() {
    let files = Files::new(&[("latest-all.json", DUMP.as_bytes())]);
    let options = [
        ("class", "http://www.wikidata.org/entity/Q515,http://www.wikidata.org/entity/Q5"),
        ("language", "ga"),
    ];
    let (names, report) = files.read("wikidata", &options).unwrap();
    assert_eq!(entities(&names, "Corcaigh").len(), 1);
    assert!(entities(&names, "Cork").is_empty());
    // The name is valid in all languages.
    assert_eq!(entities(&names, "Douglas Adams").len(), 1);
    assert_eq!((report.entities, report.names), (2, 2));
}

/// An ontology with an ID space, escapes, comments and qualifiers.
const OBO: &str = r#"format-version: 1.4
ontology: go
idspace: ZZ http://example.org/zz#
! a comment

[Term]
id: GO:0006915 ! apoptosis
name: apoptotic process {source="x"}
synonym: "apoptosis" NARROW []
synonym: "programmed \"cell\" death, type I" EXACT OMO:0003012 [GOC:x, "y"]
synonym: "broken
is_a: GO:0012501 {gci_relation="part_of"} ! programmed cell death

[Term]
id: GO:0005574
name: obsolete DNA
is_obsolete: true

[Term]
id: ZZ:lee
name: Lee \(river\)\!
exact_synonym: "Laoi" []
[Term]
id: unprefixed
name: Without prefix

[Typedef]
id: part_of
name: part of

[Term]
id: GO:1
is_a: GO:2
"#;

#[test]
fn terms_of_obo_are_read_with_their_synonyms() {
    let files = Files::new(&[("go.obo", OBO.as_bytes())]);
    let (names, report) = files.read("obo", &[]).unwrap();
    assert_eq!(entities(&names, "apoptotic process"), one("GO_0006915", 1.0));
    assert_eq!(entities(&names, "Apoptosis"), one("GO_0006915", 0.5));
    assert_eq!(entities(&names, "programmed \"cell\" death, type I"), one("GO_0006915", 1.0));
    assert_eq!(classes(&names, "apoptosis"), ["http://purl.obolibrary.org/obo/GO_0012501"]);
    assert_eq!(entities(&names, "Lee (river)!"), one("lee", 1.0));
    assert_eq!(entities(&names, "Laoi"), one("lee", 1.0));
    assert_eq!(entities(&names, "Without prefix"), one("unprefixed", 1.0));
    assert!(entities(&names, "part of").is_empty() && entities(&names, "obsolete DNA").is_empty());
    assert_eq!(report.entities, 3);
    assert_eq!(count(&report, SkipReason::Line), (1, vec!["go.obo:11"]));
    let obsolete = "http://purl.obolibrary.org/obo/GO_0005574";
    assert_eq!(count(&report, SkipReason::Obsolete), (1, vec![obsolete]));
    let unnamed = "http://purl.obolibrary.org/obo/GO_1";
    assert_eq!(count(&report, SkipReason::NoName), (1, vec![unnamed]));
}

#[test]
fn columns_of_a_table_are_mapped() {
    let table = "Id;Name;Also;Kind;Score\n7;Cork;Leeside|Rebel City;http://example.org/City;2.5\n\
        8;Cobh\n;Mallow;;;\n9;Fermoy;;;many\n10;;;;\n";
    let files = Files::new(&[("towns.csv", table.as_bytes())]);
    let options = [
        ("column", "uri=http://example.org/{id}"),
        ("column", "label@en=Name"),
        ("column", "label@en=Also"),
        ("column", "type=Kind"),
        ("column", "weight=Score"),
        ("separator", "|"),
    ];
    let (names, report) = files.read("csv", &options).unwrap();
    for name in ["Cork", "leeside", "Rebel City"] {
        assert_eq!(entities(&names, name), one("7", 2.5), "{name}");
    }
    assert_eq!(classes(&names, "Leeside"), ["http://example.org/City"]);
    assert_eq!((report.entities, report.names), (1, 3));
    assert_eq!(count(&report, SkipReason::Line), (2, vec!["towns.csv:3", "towns.csv:5"]));
    assert_eq!(count(&report, SkipReason::Iri), (1, vec!["towns.csv:4"]));
    assert_eq!(count(&report, SkipReason::NoName), (1, vec!["towns.csv:6"]));

    let error = files.read("csv", &[("column", "uri={Nr}")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Malformed, Some("column")));
    let error = files.read("csv", &[("column", "title=Name")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("column")));
}

#[test]
fn a_file_without_a_right_line_is_refused() {
    for name in ["wikidata", "dbpedia", "obo"] {
        let files = Files::new(&[("page.html", b"[<p>Cork\n<p>Cobh\n")]);
        let error = files.read(name, &[]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{name}");
    }
}

const DESCRIPTORS: &str = r#"<?xml version="1.0"?>
<!DOCTYPE DescriptorRecordSet SYSTEM "desc2026.dtd">
<DescriptorRecordSet LanguageCode = "eng">
<DescriptorRecord DescriptorClass = "1">
  <DescriptorUI>D000001</DescriptorUI>
  <DescriptorName>
   <String>Calcimycin</String>
  </DescriptorName>
  <SeeRelatedList>
   <SeeRelatedDescriptor>
    <DescriptorReferredTo>
     <DescriptorUI>D000900</DescriptorUI>
     <DescriptorName>
      <String>Anti-Bacterial Agents</String>
     </DescriptorName>
    </DescriptorReferredTo>
   </SeeRelatedDescriptor>
  </SeeRelatedList>
  <TreeNumberList>
   <TreeNumber>D03.633.100.221</TreeNumber>
  </TreeNumberList>
  <ConceptList>
   <Concept PreferredConceptYN="Y">
    <ConceptUI>M0000001</ConceptUI>
    <ConceptName>
     <String>Calcimycin</String>
    </ConceptName>
    <ScopeNote>An ionophorous antibiotic,

     of Streptomyces &amp; others.</ScopeNote>
    <TermList>
     <Term ConceptPreferredTermYN="Y">
      <TermUI>T000002</TermUI>
      <String>A23187 &amp; &quot;B&#x43;&quot;</String>
     </Term>
    </TermList>
   </Concept>
   <Concept PreferredConceptYN="N">
    <ConceptUI>M0353609</ConceptUI>
    <TermList>
     <Term><TermUI>T000003</TermUI><String>Narrower One</String></Term>
    </TermList>
   </Concept>
  </ConceptList>
 </DescriptorRecord>
<DescriptorRecord DescriptorClass = "4">
  <DescriptorUI>D007494</DescriptorUI>
  <DescriptorName><String>Ireland</String></DescriptorName>
 </DescriptorRecord><DescriptorRecord DescriptorClass = "1"><DescriptorUI>D001583</DescriptorUI>
  <DescriptorName><String>Benzoxazoles</String></DescriptorName>
  <TreeNumberList><TreeNumber>D03.633.100</TreeNumber></TreeNumberList>
</DescriptorRecord>
<DescriptorRecord DescriptorClass = "1"><DescriptorUI></DescriptorUI></DescriptorRecord>
</DescriptorRecordSet>
"#;

#[test]
fn descriptors_of_mesh_are_read_from_xml() {
    let files = Files::new(&[("desc2026.xml", DESCRIPTORS.as_bytes())]);
    let (names, report) = files.read("mesh", &[]).unwrap();
    assert_eq!(entities(&names, "calcimycin"), one("D000001", 1.0));
    assert_eq!(entities(&names, "A23187 & \"BC\""), one("D000001", 1.0));
    assert_eq!(entities(&names, "Narrower One"), one("D000001", 0.5));
    assert!(entities(&names, "Anti-Bacterial Agents").is_empty());
    let topical = "http://id.nlm.nih.gov/mesh/vocab#TopicalDescriptor";
    assert_eq!(classes(&names, "Calcimycin"), [topical, "http://id.nlm.nih.gov/mesh/D001583"]);
    let place = "http://id.nlm.nih.gov/mesh/vocab#GeographicalDescriptor";
    assert_eq!(classes(&names, "Ireland"), [place]);
    assert_eq!(report.entities, 3);
    assert_eq!(count(&report, SkipReason::Line), (1, vec!["desc2026.xml:53"]));
}

#[test]
fn records_of_mesh_are_well_formed_xml() {
    let source = "<DescriptorRecordSet><DescriptorRecord><!-- <DescriptorUI>D1</DescriptorUI> -->\n\
        <DescriptorUI>D000002</DescriptorUI><DescriptorName><String><![CDATA[Salt & <Pepper>]]></String>\n\
        </DescriptorName></DescriptorRecord>\n\
        <DescriptorRecord><DescriptorUI>D000003</DescriptorUI><DescriptorName><String>Cumin</Name></DescriptorRecord>\n\
        <DescriptorRecord><DescriptorUI>D000004</DescriptorUI><DescriptorName><String>Mace</String></DescriptorName></DescriptorRecord>\n\
        </DescriptorRecordSet>";
    let files = Files::new(&[("desc.xml", source.as_bytes())]);
    let (names, report) = files.read("mesh", &[]).unwrap();
    assert_eq!(entities(&names, "Salt & <Pepper>"), one("D000002", 1.0));
    assert_eq!(entities(&names, "Mace"), one("D000004", 1.0));
    assert_eq!(count(&report, SkipReason::Line), (1, vec!["desc.xml:4"]));
}

#[test]
fn names_of_an_import_have_a_case() {
    let rows = "uri,label\na:a,Nice\na:b,To\na:c,Cork\na:d,Quay\na:e,Cobh\n";
    let corpus = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(corpus.path(), "a cork, some cork, the cork").unwrap();
    let files = Files::new(&[("towns.csv", rows.as_bytes())]);
    let count = |options: &[(&str, &str)]| {
        let (names, _) = files.read("csv", options).unwrap();
        (names.common_entries(), names.never_alone_entries())
    };
    assert_eq!(count(&[]), (1, 1));
    let corpus = corpus.path().to_str().unwrap();
    assert_eq!(count(&[("corpus", corpus), ("never-alone", "Quay")]), (2, 2));
    assert_eq!(count(&[("case", "term")]), (0, 0));
    assert!(files.read("csv", &[("case", "small")]).is_err());
    assert!(files.read("csv", &[("corpus", "none.txt")]).is_err());
}

#[test]
fn rows_of_tables_have_the_lines_of_the_file_and_iris_in_brackets() {
    let table = "uri,label\n<http://a.example/cork>,\"Cork\nHarbour\"\nno iri,Cobh\n";
    let files = Files::new(&[("towns.csv", table.as_bytes())]);
    let (names, report) = files.read("csv", &[]).unwrap();
    assert_eq!(entities(&names, "Cork Harbour").len(), 1);
    assert_eq!(count(&report, SkipReason::Iri), (1, vec!["towns.csv:4"]));
}
