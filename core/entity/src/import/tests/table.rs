//! Tests of tables with descriptions.

use std::fs;

use super::{Files, Import};
use glossweave_base::error::{ErrorKind, Result};

/// Returns the rows of the table of an import, without the header.
fn rows(files: &Files, name: &str, options: &[(&str, &str)]) -> Result<Vec<String>> {
    let mut import = Import::new(name)?;
    for (name, value) in options {
        import.set(name, value)?;
    }
    let table = files.0.path().join("table.csv");
    import.write_table(&files.1, &table, &mut |_| Ok(()))?;
    let text = fs::read_to_string(table).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    assert_eq!(header, "uri,label,language,type,weight,case,description");
    Ok(rows.lines().map(str::to_owned).collect())
}

/// A city in a county, whose province comes later in the list of divisions, a continent, and a lake.
const PLACES: &str = "\
2965140\tCork\tCork\tCorcaigh\t51.9\t-8.5\tP\tPPLA\tIE\t\tM\t04\t\t\t10\t\t8\tEurope/Dublin\t2019-09-05
2965139\tCounty Cork\tCork\t\t52\t-8.6\tA\tADM2\tIE\t\tM\t04\t\t\t7\t\t200\tEurope/Dublin\t2015-05-30
7521315\tMunster\tMunster\t\t52\t-8.6\tA\tADM1\tIE\t\tM\t\t\t\t9\t\t200\tEurope/Dublin\t2015-05-30
2963597\tÉire\tEire\t\t53\t-8\tA\tPCLI\tIE\tIE\t00\t\t\t\t20\t\t66\tEurope/Dublin\t2019-09-05
6255148\tEurope\tEurope\t\t48\t9\tL\tCONT\t\t\t\t\t\t\t0\t\t1\t\t2019-09-05
1\tLough, The\tLough, The\t\t52\t-8.6\tH\tLK\tIE\t\tM\t\t\t\t0\t\t1\t\t2019-09-05
";

const HIERARCHY: &str = "6255148\t2963597\tdependency\n2963597\t7521315\tADM\n2963597\t999\tADM\n";

#[test]
fn places_are_described_by_the_regions_around_them() {
    let files = Files::new(&[
        ("hierarchy.txt", HIERARCHY.as_bytes()),
        ("IE.txt", PLACES.as_bytes()),
        (
            "alternateNamesV2.txt",
            b"1\t2963597\ten\tIreland\t1\t1\n2\t2965140\tga\tCathair Chorca\xC3\xAD\n",
        ),
    ]);
    let found = rows(&files, "geonames", &[]).unwrap();
    let iri = |id: &str| format!("https://sws.geonames.org/{id}/");
    let class = |code: &str| format!("https://www.geonames.org/ontology#{code}");
    let row = |id, label: &str, class: &str, weight, description: &str| {
        format!("{},{label},{class},{weight},,{description}", iri(id))
    };
    let (town, county) = (class("P.PPLA"), class("A.ADM2"));
    let regions = "\"County Cork, Munster, Éire, Europe\"";
    assert_eq!(found[0], row("2965140", "Cork,", &town, 11, regions));
    // Only the first row of an entity contains its description.
    assert_eq!(found[1], row("2965140", "Corcaigh,", &town, 11, ""));
    assert_eq!(found[2], row("2965139", "County Cork,", &county, 8, "\"Munster, Éire, Europe\""));
    let lake = row("1", "\"Lough, The\",", &class("H.LK"), 1, "\"Munster, Éire, Europe\"");
    assert!(found.contains(&lake), "{found:#?}");
    assert!(found.contains(&row("6255148", "Europe,", &class("L.CONT"), 1, "")), "{found:#?}");
    assert!(found.contains(&row("2963597", "Ireland,en", &class("A.PCLI"), 21, "")), "{found:#?}");
    // The regions are only used for descriptions, and are not entities.
    let towns = rows(&files, "geonames", &[("class", &class("P")), ("language", "ga")]).unwrap();
    assert_eq!(towns.len(), 2, "{towns:#?}");
    assert!(towns[0].ends_with("\"County Cork, Munster, Éire, Europe\""), "{towns:#?}");
}

#[test]
fn a_circle_of_regions_ends() {
    let hierarchy = b"2965139\t2965140\n2965140\t2965139\n2965139\t2965139\n";
    let files = Files::new(&[("hierarchy.txt", hierarchy), ("IE.txt", PLACES.as_bytes())]);
    let found = rows(&files, "geonames", &[]).unwrap();
    assert!(found[0].ends_with(",County Cork"), "{found:#?}");
}

#[test]
fn a_hierarchy_that_is_none_is_reported() {
    let files = Files::new(&[
        ("hierarchy.txt", b"6255148\t2963597\tADM\nx\n".as_slice()),
        ("IE.txt", PLACES.as_bytes()),
    ]);
    let table = files.0.path().join("table.csv");
    let import = Import::new("geonames").unwrap();
    let report = import.write_table(&files.1, &table, &mut |_| Ok(())).unwrap();
    assert_eq!(super::count(&report, super::SkipReason::Line), (1, vec!["hierarchy.txt:2"]));
}

#[test]
fn descriptions_are_read_in_the_wanted_languages() {
    let entity = r#"{"type":"item","id":"Q36647","labels":{"en":{"language":"en","value":"Cork"},"ga":{"language":"ga","value":"Corcaigh"}},"descriptions":{"en":{"language":"en","value":"city in \"Munster\", Ireland"},"ga":{"language":"ga","value":"cathair"},"de":{"language":"de","value":"Stadt"}},"aliases":[],"claims":[],"sitelinks":[]}"#;
    let files = Files::new(&[("all.json", entity.as_bytes())]);
    let iri = "http://www.wikidata.org/entity/Q36647";
    let found = rows(&files, "wikidata", &[("language", "en,ga")]).unwrap();
    let description = "\"city in \"\"Munster\"\", Ireland; cathair\"";
    assert_eq!(
        found,
        [format!("{iri},Cork,en,,1,,{description}"), format!("{iri},Corcaigh,ga,,1,,")]
    );
    let triples = format!(
        "<{iri}> <http://schema.org/description> \"Stadt\"@de .\n<{iri}> <http://schema.org/description> \"city\"@en .\n\
         <{iri}> <http://www.w3.org/2000/01/rdf-schema#label> \"Cork\"@en .\n"
    );
    let files = Files::new(&[("truthy.nt", triples.as_bytes())]);
    let found = rows(&files, "wikidata", &[("language", "en")]).unwrap();
    assert_eq!(found, [format!("{iri},Cork,en,,1,,city")]);
}

#[test]
fn definitions_of_terms_are_read() {
    let stanza = "[Term]\nid: ZZ:7\nname: Lee\ndef: \"A river \\\"of\\\" Cork.\" [X:1]\n";
    let found = rows(&Files::new(&[("a.obo", stanza.as_bytes())]), "obo", &[]).unwrap();
    let iri = "http://purl.obolibrary.org/obo/ZZ_7";
    assert_eq!(found, [format!("{iri},Lee,,,1,term,\"A river \"\"of\"\" Cork.\"")]);
    let record = "<DescriptorRecordSet>\n<DescriptorRecord DescriptorClass=\"1\"><DescriptorUI>D1</DescriptorUI>\
        <DescriptorName><String>Calcium</String></DescriptorName><ConceptList>\
        <Concept PreferredConceptYN=\"Y\"><ScopeNote>A metal &amp; a signal.</ScopeNote></Concept>\
        <Concept PreferredConceptYN=\"N\"><ScopeNote>Other.</ScopeNote></Concept>\
        </ConceptList></DescriptorRecord>\n</DescriptorRecordSet>\n";
    let found = rows(&Files::new(&[("desc.xml", record.as_bytes())]), "mesh", &[]).unwrap();
    assert!(found[0].ends_with(",1,term,A metal & a signal."), "{found:#?}");
    let graph = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n\
        <http://example.org/lee> skos:prefLabel 'Lee'@en ; skos:definition 'a river'@en, 'ein Fluss'@de .\n";
    let files = Files::new(&[("a.ttl", graph.as_bytes())]);
    let found = rows(&files, "skos", &[("language", "en")]).unwrap();
    assert_eq!(found, ["http://example.org/lee,Lee,en,,1,term,a river"]);
}

#[test]
fn options_without_a_place_in_a_table_are_refused() {
    let files = Files::new(&[("a.csv", b"uri,label\nhttp://example.org/cork,Cork\n")]);
    let error = rows(&files, "csv", &[("never-alone", "cork")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("never-alone")));
    let long = format!("uri,label\nhttp://example.org/a,{}\n", "Cork ".repeat(129));
    let files = Files::new(&[("a.csv", long.as_bytes())]);
    assert!(rows(&files, "csv", &[]).unwrap().is_empty(), "a dataset would refuse it");
}
