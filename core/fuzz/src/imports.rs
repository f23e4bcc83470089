//! Files of public vocabularies. The first byte selects the vocabulary; the rest is the file.

use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use glossweave::ErrorKind;
use glossweave::entity::Import;

use super::input::Input;

const ERRORS: &[ErrorKind] = &[ErrorKind::Malformed, ErrorKind::TooLarge];

/// Imports a file, and builds a dictionary from it.
pub fn hold(bytes: &[u8]) {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let mut input = Input::new(bytes);
    let vocabulary = input.pick(&Import::NAMES);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let name = format!("glossweave-import-{}-{run}", std::process::id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, input.rest()).expect("a folder that takes files");
    let import = Import::new(vocabulary).expect("a vocabulary");
    let read = import.read(&[&path], &mut |_| Ok(()));
    fs::remove_file(&path).expect("what was written");
    match read {
        Ok((builder, report)) => {
            let names = builder.build().expect("a dictionary of what was read");
            names.verify().expect("a new dictionary is whole");
            assert!(report.names >= report.entities, "{report}");
            assert!(names.labels() as u64 <= report.names, "{report}");
        }
        Err(error) => assert!(ERRORS.contains(&error.kind()), "{:?} {error}", error.kind()),
    }
}

const FILES: &[(&str, &[&str])] = &[
    (
        "geonames",
        &[
            "2965140\tCork\tCork\tCorcaigh,\u{41a}\u{43e}\u{440}\u{43a}\t51.9\t-8.5\tP\tPPLA\tIE\t\tM\t04\t\t\t190384\t\t8\tEurope/Dublin\t2019-09-05\n2964574\tDublin\n",
            "1\tA\tA\t\t0\t0\t\t\t\t\t\t\t\t\t-1\t\t\t\t\n\n",
        ],
    ),
    (
        "wikidata",
        &[
            "[\n{\"type\":\"item\",\"id\":\"Q36647\",\"labels\":{\"en\":{\"language\":\"en\",\"value\":\"Cork\"}},\"aliases\":{\"ga\":[{\"language\":\"ga\",\"value\":\"Corcaigh\"}]},\"claims\":{\"P31\":[{\"rank\":\"normal\",\"mainsnak\":{\"snaktype\":\"value\",\"datavalue\":{\"value\":{\"id\":\"Q515\"}}}}]},\"sitelinks\":{}},\n]\n",
            "<http://www.wikidata.org/entity/Q1> <http://www.w3.org/2000/01/rdf-schema#label> \"Univers\\u00e9\"@fr .\n",
            "{\"id\":\"Q2\"",
        ],
    ),
    (
        "dbpedia",
        &[
            "<http://dbpedia.org/resource/A> <http://dbpedia.org/ontology/wikiPageRedirects> <http://dbpedia.org/resource/B> .\n<http://dbpedia.org/resource/B> <http://dbpedia.org/ontology/wikiPageRedirects> <http://dbpedia.org/resource/A> .\n",
            "<http://dbpedia.org/resource/Cork_%28city%29> <http://www.w3.org/2000/01/rdf-schema#label> \"Cork (city)\"@en .\n",
        ],
    ),
    (
        "obo",
        &[
            "format-version: 1.2\nidspace: X http://example.org/x_\n\n[Term]\nid: GO:0008150\nname: biological_process\nsynonym: \"physiological \\\"process\\\"\" EXACT []\nis_a: X:1 ! root\n\n[Term]\nid: X:1\nname: root\nis_obsolete: true\n",
            "[Typedef]\nid: part_of\n",
        ],
    ),
    (
        "mesh",
        &[
            "<?xml version=\"1.0\"?>\n<DescriptorRecordSet LanguageCode = \"eng\">\n<DescriptorRecord DescriptorClass = \"1\">\n<DescriptorUI>D000001</DescriptorUI>\n<DescriptorName><String>Calcimycin &#x26; &amp;</String></DescriptorName>\n<TreeNumberList><TreeNumber>D03.1</TreeNumber></TreeNumberList>\n<Concept PreferredConceptYN=\"N\"><Term><String>A-23187</String></Term></Concept>\n</DescriptorRecord>\n</DescriptorRecordSet>\n",
            "<DescriptorRecordSet><DescriptorRecord><DescriptorUI>D1</DescriptorUI></DescriptorRecord><DescriptorRecord DescriptorClass=\"\u{e9}",
            "<http://id.nlm.nih.gov/mesh/D1> <http://id.nlm.nih.gov/mesh/vocab#concept> <http://id.nlm.nih.gov/mesh/D1> .\n",
        ],
    ),
    (
        "skos",
        &[
            "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n<http://example.org/a> skos:prefLabel 'a'@en, 'b' ; skos:broader <http://example.org/a> .\n",
            "<http://example.org/a> <http://www.w3.org/2008/05/skos-xl#prefLabel> _:b .\n_:b <http://www.w3.org/2008/05/skos-xl#literalForm> \"x\"@en .\n",
            "<?xml version=\"1.0\"?><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:s=\"http://www.w3.org/2004/02/skos/core#\"><s:Concept rdf:about=\"http://example.org/a\"><s:prefLabel>a</s:prefLabel></s:Concept></rdf:RDF>",
            "{\"@id\": \"http://example.org/a\", \"http://schema.org/name\": \"a\"}",
        ],
    ),
    (
        "csv",
        &[
            "uri,label,language,weight,case\nhttp://example.org/a,Nice,fr,2,\nhttp://example.org/b,To,en,,exact\n",
            "uri;label\n\"http://example.org/a\";\"a\n\"\"b\"\n",
            "uri\tlabel\nno IRI\tx\n",
        ],
    ),
];

/// Returns the files unchanged, with the next vocabulary, and truncated to half their size.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (vocabulary, files) in FILES {
        let number = Import::NAMES.iter().position(|name| name == vocabulary);
        let number = number.expect("a vocabulary") as u8;
        for file in *files {
            let file = file.as_bytes();
            for (number, file) in
                [(number, file), (number + 1, file), (number, &file[..file.len() / 2])]
            {
                seeds.push([&[number], file].concat());
            }
        }
    }
    seeds
}
