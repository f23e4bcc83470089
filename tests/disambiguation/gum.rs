//! The linked names of GUM, with a vocabulary of the titles of all their pages. Each fifth of the
//! documents is ranked with the names and weights of the other four. The corpus is not part of the
//! repository: `GLOSSWEAVE_GUM` specifies the file `gum.conll` if it is not where `make models`
//! looks for it.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::Path;

use glossweave::annotation::Annotation;
use glossweave::entity::{
    Candidate, Dictionary, EntityIndex, EntityOptions, Entry, Match, Mention, MentionCandidate,
    Passage, WordClasses, disambiguate,
};
use glossweave::rdf::{self, Graph};
use glossweave::resource::ResourceUpdate;
use glossweave::text::TextSpan;
use glossweave::{Document, Engine, Format, Result, Session, Settings};

const PAGE: &str = "http://en.wikipedia.org/wiki/";
/// The number of parts of the documents.
const PARTS: usize = 5;
/// A document: its text and the linked names.
struct Linked {
    text: String,
    names: Vec<(TextSpan, String)>,
}

fn documents(columns: &str) -> Vec<Linked> {
    let mut documents: Vec<Linked> = Vec::new();
    for line in columns.lines() {
        if line.starts_with("-DOCSTART-") {
            documents.push(Linked { text: String::new(), names: Vec::new() });
        }
        let Some(document) = documents.last_mut().filter(|_| !line.starts_with("-DOCSTART-"))
        else {
            continue;
        };
        let Some((token, (tag, title))) =
            line.split_once('\t').and_then(|(token, rest)| Some((token, rest.split_once('\t')?)))
        else {
            document.text.push('\n');
            continue;
        };
        let start = document.text.len();
        document.text.push_str(token);
        let span = TextSpan::new(start, document.text.len());
        document.text.push(' ');
        match document.names.last_mut() {
            Some((last, known))
                if tag.starts_with("I-") && known == title && last.end() + 1 == start =>
            {
                *last = TextSpan::new(last.start(), span.end());
            }
            _ if title != "-" && tag.starts_with("B-") => {
                document.names.push((span, title.to_owned()));
            }
            _ => (),
        }
    }
    documents
}

/// The names of a vocabulary with their entities, and a weight for each pair.
type Names = BTreeMap<(String, String), f64>;

/// Returns the names of titles without their disambiguating parts (for example `Mercury` for
/// `Mercury_(planet)`), the words of these names, and the names in the other parts.
fn names(titles: &[&str], documents: &[Linked], part: usize) -> Names {
    let mut names = Names::new();
    for title in titles {
        let label = title.split("_(").next().unwrap_or(title).replace('_', " ");
        let label = label.split(", ").next().unwrap_or(&label).to_owned();
        // Persons and locations are often named by a part of their names.
        for word in label.split(' ').filter(|word| word.len() > 3) {
            names.insert((word.to_owned(), format!("{PAGE}{title}")), 1.0);
        }
        names.insert((label, format!("{PAGE}{title}")), 1.0);
    }
    for (number, document) in documents.iter().enumerate() {
        if number % PARTS == part {
            continue;
        }
        for (span, title) in &document.names {
            let name = (document.text[span.range()].to_owned(), format!("{PAGE}{title}"));
            *names.entry(name).or_insert(1.0) += 1.0;
        }
    }
    names
}

/// Returns a graph of labels, and of the pages that occur together in the other parts.
fn graph(names: &Names, documents: &[Linked], part: usize) -> Graph {
    let mut turtle = String::new();
    let literal = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    for (name, iri) in names.keys() {
        let label = literal(name);
        writeln!(turtle, "<{iri}> <http://www.w3.org/2000/01/rdf-schema#label> \"{label}\" .")
            .unwrap();
    }
    for (_, document) in documents.iter().enumerate().filter(|(number, _)| number % PARTS != part) {
        for (_, one) in &document.names {
            for (_, other) in document.names.iter().filter(|(_, other)| other != one) {
                writeln!(turtle, "<{PAGE}{one}> <http://example.org/with> <{PAGE}{other}> .")
                    .unwrap();
            }
        }
    }
    rdf::read(turtle.as_bytes(), Format::Turtle, None).unwrap()
}

/// The names with several candidates, one of which is right: the number of all names, of right
/// choices, and of right choices by prior.
#[derive(Debug, Default)]
struct Tally {
    all: usize,
    right: usize,
    by_prior: usize,
    said: f64,
}

fn dictionary(names: &Names) -> Result<Dictionary> {
    let mut builder = Dictionary::builder();
    for ((name, iri), weight) in names {
        builder.add(&Entry::new(iri, name).weighing(*weight))?;
    }
    builder.build()
}

fn count(
    tally: &mut Tally,
    dictionary: &Dictionary,
    index: &EntityIndex,
    document: &Linked,
) -> Result<()> {
    let passage = Passage::new(&document.text);
    let mut found = Vec::new();
    dictionary.each_match(&passage, |one| {
        let candidates =
            one.candidates().map(|one| one.map(|one| (one.ident.to_owned(), one.weight)));
        found.push((one.span(), candidates.collect::<Result<Vec<_>>>()?));
        Ok(())
    })?;
    let mentions: Vec<Mention<'_>> = found
        .iter()
        .map(|(span, all)| {
            let candidates = all.iter().map(|(ident, weight)| MentionCandidate {
                candidate: Candidate { ident, classes: "", weight: *weight },
                context: Some(index),
            });
            Mention { span: *span, candidates: candidates.collect() }
        })
        .collect();
    let ranked = disambiguate(&passage, &mentions)?;
    for (span, title) in &document.names {
        let gold = format!("{PAGE}{title}");
        let Some(at) = found.iter().position(|(known, _)| known == span) else { continue };
        let candidates = &found[at].1;
        if candidates.len() < 2 || !candidates.iter().any(|(ident, _)| *ident == gold) {
            continue;
        }
        let best = ranked[at].choices[0];
        tally.all += 1;
        tally.right += usize::from(candidates[best.index].0 == gold);
        tally.by_prior += usize::from(candidates[0].0 == gold);
        tally.said += best.confidence;
    }
    Ok(())
}

fn report(classes: Option<&WordClasses>, documents: &[Linked]) -> Tally {
    let titles = titles(documents);
    let mut tally = Tally::default();
    for part in 0..PARTS {
        let names = names(&titles, documents, part);
        let graph = graph(&names, documents, part);
        let index = match classes {
            Some(classes) => EntityIndex::build_with_word_classes(&graph, &|_| true, classes),
            None => EntityIndex::build(&graph, &|_| true),
        };
        let (index, names) = (index.unwrap(), dictionary(&names).unwrap());
        for document in documents.iter().skip(part).step_by(PARTS) {
            count(&mut tally, &names, &index, document).unwrap();
        }
    }
    tally
}

/// Returns documents as CoNLL columns, with the pages of their names as tags.
fn columns<'d>(documents: impl Iterator<Item = &'d Linked>) -> String {
    let mut columns = String::new();
    for document in documents {
        columns.push_str("-DOCSTART- O\n\n");
        let mut at = 0;
        for line in document.text.split_inclusive('\n') {
            for token in line.split_inclusive(' ') {
                let name = document
                    .names
                    .iter()
                    .find(|(span, _)| (span.start()..span.end()).contains(&at));
                let tag = match name {
                    Some((span, title)) if span.start() == at => format!("B-{PAGE}{title}"),
                    Some((_, title)) => format!("I-{PAGE}{title}"),
                    None => "O".to_owned(),
                };
                if !token.trim().is_empty() {
                    writeln!(columns, "{}\t{tag}", token.trim()).unwrap();
                }
                at += token.len();
            }
            columns.push('\n');
        }
    }
    columns
}

/// Returns the number of right names in a fifth of the documents, and the number of names with
/// several pages in the dictionary.
fn linked(session: &Session<'_>, dictionary: &Dictionary, documents: &[&Linked]) -> [usize; 2] {
    let mut wanted = EntityOptions::default();
    wanted.set("dataset", "pages").unwrap();
    wanted.set("mentions", "all").unwrap();
    let mut counts = [0, 0];
    for document in documents {
        let mut several = HashMap::new();
        let visit = |one: &Match<'_>| {
            let pages: Result<Vec<String>> =
                one.candidates().map(|one| one.map(|one| one.ident.to_owned())).collect();
            several.insert(one.span(), pages?);
            Ok(())
        };
        dictionary.each_match(&Passage::new(&document.text), visit).unwrap();
        let text = Document::of_text(document.text.clone(), None);
        let found = session.entities().recognize_with("dictionary", &text, &wanted, None).unwrap();
        for (span, title) in &document.names {
            let page = format!("{PAGE}{title}");
            if several.get(span).is_none_or(|all| all.len() < 2 || !all.contains(&page)) {
                continue;
            }
            counts[0] += 1;
            let one = found.iter().find(|one| one.span() == *span).and_then(Annotation::as_entity);
            counts[1] += usize::from(one.is_some_and(|one| *one.idents[0] == *page));
        }
    }
    counts
}

#[test]
fn links_in_other_documents_tell_pages_apart() {
    let Some(documents) = corpus() else { return };
    let titles = titles(&documents);
    let (mut all, mut before, mut after) = (0, 0, 0);
    for part in 0..PARTS {
        // No name has a weight, and the graph contains only the names of pages.
        let mut names = names(&titles, &documents, part);
        names.values_mut().for_each(|weight| *weight = 1.0);
        let dictionary = dictionary(&names).unwrap();
        let engine = Engine::builder(Settings::default()).open().unwrap();
        let session = engine.local_session().unwrap();
        let mut update = ResourceUpdate::default();
        update.set("informat", "turtle").unwrap();
        let turtle = rdf::write(&graph(&names, &[], part), Format::Turtle).unwrap();
        session.datasets().create(Some("pages"), &turtle, &update).unwrap();
        let test: Vec<&Linked> = documents.iter().skip(part).step_by(PARTS).collect();
        let [count, right] = linked(&session, &dictionary, &test);
        (all, before) = (all + count, before + right);
        let others = documents.iter().enumerate().filter(|(number, _)| number % PARTS != part);
        let corpus = columns(others.map(|(_, one)| one));
        session.models().train("pages", corpus.as_bytes(), [("kind", "context")]).unwrap();
        after += linked(&session, &dictionary, &test)[1];
    }
    println!(
        "GUM, a dataset: {all} names; right: {before}, with the links of other documents {after}"
    );
    assert!(all > 150 && after > before + 20);
}

fn titles(documents: &[Linked]) -> Vec<&str> {
    let mut titles: Vec<&str> =
        documents.iter().flat_map(|one| &one.names).map(|(_, title)| title.as_str()).collect();
    titles.sort_unstable();
    titles.dedup();
    titles
}

/// Returns the documents, or `None` if the corpus is missing.
fn corpus() -> Option<Vec<Linked>> {
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/ner/gum.conll");
    let path = std::env::var_os("GLOSSWEAVE_GUM").map_or(usual, Into::into);
    match std::fs::read_to_string(&path) {
        Ok(columns) => Some(documents(&columns)),
        Err(_) => {
            super::skip("disambiguation", &format!("no file {}", path.display()));
            None
        }
    }
}

#[test]
fn names_of_gum_are_linked() {
    let Some(documents) = corpus() else { return };
    let model = glossweave::models::english_mentions().unwrap();
    let kinds = [("without classes", None), ("with classes", Some(model.word_classes()))];
    for (what, classes) in kinds {
        let tally = report(classes, &documents);
        let share = |count: usize| count as f64 / tally.all as f64 * 100.0;
        println!(
            "GUM, {what}: {} names; right: {:.1} %, {:.1} % by prior alone; mean confidence {:.1} %",
            tally.all,
            share(tally.right),
            share(tally.by_prior),
            tally.said / tally.all as f64 * 100.0
        );
        let least = if classes.is_some() { tally.by_prior } else { tally.by_prior * 98 / 100 };
        assert!(tally.all > 150 && tally.right >= least, "{tally:?}");
    }
}
