//! The conversion of ITS 2.0 to NIF (Annex F), tested with the suite of the W3C by comparing
//! graphs.

use std::path::{Path, PathBuf};

use glossweave::annotation::{Annotation, Body, Category, Metadata};
use glossweave::nif::{self, Shape};
use glossweave::{DecodeOptions, Document, Format, rdf};
use glossweave_testing::skip;

/// The text before the offsets if the options have no prefix.
const BASE: &str = "http://example.org/glossweave/";
const PREFIX: &str = "http://example.com/exampledoc.html";

/// Returns the files in a folder of the suite, or notes that they are missing.
fn files(folder: &str) -> Vec<PathBuf> {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance/its20");
    let folder = suite.join(folder);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        skip("its_nif", &format!("no {}", folder.display()));
        return Vec::new();
    };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "nothing in {}", folder.display());
    files
}

/// Returns the documents in a folder and its subfolders.
fn documents(folder: &str) -> Vec<(PathBuf, Document)> {
    let mut documents = Vec::new();
    let mut waiting = files(folder);
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => Format::Html,
            Some("xml") => Format::Xml,
            _ => continue,
        };
        let bytes = std::fs::read(&path).unwrap();
        let document = glossweave::decode(bytes, format, &DecodeOptions::default());
        documents.push((path, document.unwrap()));
    }
    documents
}

fn converted(input: &Path) -> Vec<u8> {
    let bytes = std::fs::read(input).unwrap();
    let document = glossweave::decode(bytes, Format::Xml, &DecodeOptions::default());
    let document = document.unwrap_or_else(|error| panic!("{}: {error}", input.display()));
    let options = nif::Options { shape: Shape::Its, ..nif::Options::under(PREFIX) };
    nif::write(&document, &[], Format::Turtle, &options).unwrap()
}

#[test]
fn the_graphs_are_those_of_the_suite() {
    let mut wrong = Vec::new();
    for expected in files("nif-expected") {
        let name = expected.file_stem().unwrap().to_str().unwrap();
        let folder = expected.parent().unwrap().parent().unwrap().join("nif-input");
        let ours = converted(&folder.join(format!("{name}.xml")));
        let graph = rdf::read(&ours, Format::Turtle, None).unwrap();
        let expected = std::fs::read(&expected).unwrap();
        let expected = rdf::read(&expected, Format::Turtle, None).unwrap();
        if !graph.is_isomorphic(&expected) {
            wrong.push(format!("{name}:\n{}", String::from_utf8_lossy(&ours)));
        }
    }
    assert!(wrong.is_empty(), "{} are not equal:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_input_becomes_valid_nif_with_its_issues() {
    for input in files("nif-input") {
        let ours = converted(&input);
        let shown = String::from_utf8_lossy(&ours);
        let read = nif::read(&ours, Format::Turtle, None).unwrap();
        assert_eq!(nif::check(read.graph()), [], "{}:\n{shown}", input.display());
        let issues = read.contexts()[0].annotations().iter();
        let issues = issues.filter_map(|one| one.as_metadata()).flat_map(|one| one.records());
        let expected = std::fs::read_to_string(&input).unwrap();
        // Rules and records outside of the text, and attributes of the text.
        let expected = expected.matches("locQualityIssueComment=").count();
        let found = issues.flatten().filter(|field| field.0 == "locQualityIssueComment").count();
        assert_eq!(found, expected, "{}:\n{shown}", input.display());
    }
}

/// Returns `true` if NIF can express an annotation. An empty span is not a string, and there is no
/// property for paths and languages.
fn sayable(annotation: &Annotation) -> bool {
    let category = annotation.as_metadata().map(Metadata::category);
    !annotation.span().is_empty()
        && !matches!(category, Some(Category::LanguageInformation | Category::TargetPointer))
}

/// Returns an annotation as NIF expresses it: relative references are resolved against the prefix,
/// and references to records have no property.
fn spoken(annotation: &Annotation) -> Annotation {
    let resolved = |name: &str, value: &str| {
        let relative = name.ends_with("Ref") && !value.contains("://");
        if relative { format!("{BASE}{value}") } else { value.to_owned() }
    };
    let body = match annotation.body() {
        Body::Term(term) => {
            let mut term = term.clone();
            term.info_ref = term.info_ref.map(|iri| resolved("infoRef", &iri).into());
            Body::Term(term)
        }
        Body::Metadata(all) => {
            let mut metadata = Metadata::new(all.category());
            for (name, value) in all.fields().iter().filter(|one| !one.0.ends_with("sRef")) {
                metadata.set(name, resolved(name, value)).unwrap();
            }
            for record in all.records() {
                let fields = record.iter().map(|(name, value)| (*name, resolved(name, value)));
                let fields: Vec<_> = fields.collect();
                metadata.add_record(fields.iter().map(|(name, value)| (*name, &**value))).unwrap();
            }
            Body::Metadata(metadata)
        }
        other => other.clone(),
    };
    let spoken = Annotation::new(annotation.span(), body);
    match annotation.annotator() {
        Some(tool) => spoken.by(tool),
        None => spoken,
    }
}

#[test]
fn what_markup_says_comes_back_from_nif() {
    for (path, document) in documents("input") {
        let options = nif::Options { version: nif::Version::V2_1, ..nif::Options::default() };
        let turtle = nif::write(&document, &[], Format::Turtle, &options).unwrap();
        let read = nif::read(&turtle, Format::Turtle, None).unwrap();
        let shown = || format!("{}\n{}", path.display(), String::from_utf8_lossy(&turtle));
        assert_eq!(nif::check(read.graph()), [], "{}", shown());
        let found = read.annotations_of(&document).unwrap();
        let mut expected: Vec<Annotation> = Vec::new();
        for annotation in document.annotations().iter().filter(|one| sayable(one)) {
            let said = spoken(annotation);
            let silent = said.as_metadata().is_some_and(Metadata::is_empty);
            if !silent && !expected.contains(&said) {
                expected.push(said);
            }
        }
        assert!(expected.iter().all(|one| found.contains(one)), "{expected:?}\n{}", shown());
        assert_eq!(found.len(), expected.len(), "{expected:?}\n{}", shown());
    }
}
