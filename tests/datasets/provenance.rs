//! The provenance of annotations, from the dataset to the result.

use std::time::{Duration, SystemTime};

use glossweave::annotation::{Annotation, Entity, Provenance};
use glossweave::clock::FixedClock;
use glossweave::entity::{Dictionary, Passage, Recognizer};
use glossweave::term::{TermBase, TermOptions, TerminologyRequest};
use glossweave::text::TextSpan;
use glossweave::{Caller, DecodeOptions, Document, Engine, Format, Request, Result, Settings};

use super::{Fixture, PLACES};

const NOON: &str = "2026-01-31T12:00:00Z";

/// A recognizer that finds the first word, optionally with the IRI of a tool.
struct By(Option<&'static str>);

impl Recognizer for By {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let end = passage.text().find(' ').unwrap_or(passage.text().len());
        let entity = Entity::default().with_class("http://ex.org/Word");
        let word = Annotation::entity(TextSpan::new(0, end), entity);
        Ok(vec![match self.0 {
            Some(tool) => word.by(tool),
            None => word,
        }])
    }
}

fn noon() -> FixedClock {
    FixedClock::new(SystemTime::UNIX_EPOCH + Duration::from_secs(1_769_860_800))
}

fn fixture(is_wanted: bool) -> Fixture {
    let mut settings = Settings { provenance: is_wanted, ..Settings::default() };
    settings.models.mentions = Some("none".into());
    let names = Dictionary::from_csv(PLACES.as_bytes()).unwrap();
    let engine = Engine::builder(settings)
        .clock(noon())
        .recognizer("my places", names)
        .recognizer("model", By(Some("urn:glossweave:chat-completions:m:1")))
        .recognizer("other", By(Some("http://tool.example/")))
        .recognizer("nameless", By(None));
    let fixture = Fixture::of(engine.open().unwrap());
    let datasets = fixture.anna();
    let datasets = datasets.datasets();
    datasets.create(Some("places"), PLACES.as_bytes(), &Default::default()).unwrap();
    let terms = b"concept,term,language\nc1,river,en\n";
    let load = glossweave::resource::ResourceUpdate::default();
    let mut as_terms = load.clone();
    as_terms.set("type", "terms").unwrap();
    datasets.create(Some("words"), terms, &as_terms).unwrap();
    fixture
}

fn made(fixture: &Fixture, recognizer: &str, dataset: Option<&str>) -> Vec<Option<Provenance>> {
    let mut wanted = glossweave::entity::EntityOptions::default();
    if let Some(name) = dataset {
        wanted.set("dataset", name).unwrap();
    }
    let text = Document::of_text("Cork on the river".to_owned(), None);
    let english = "en".parse().unwrap();
    let entities = fixture.anna();
    let entities = entities.entities();
    let found = entities.recognize_with(recognizer, &text, &wanted, Some(&english)).unwrap();
    assert!(!found.is_empty(), "{recognizer}");
    found.iter().map(Annotation::provenance).collect()
}

#[test]
fn annotations_name_tool_dataset_revision_and_time() {
    let fixture = fixture(true);
    let revision = fixture.anna().datasets().read("places").unwrap().revision.to_string();
    let version = env!("CARGO_PKG_VERSION");
    let one = |recognizer, dataset| made(&fixture, recognizer, dataset).remove(0).unwrap();
    let tool = |name: &str| {
        let tool = Provenance::new(format!("urn:glossweave:{name}"));
        tool.with_version(version).with_time(NOON.parse().unwrap())
    };
    let from_places = |tool: Provenance| tool.with_dataset("places", &*revision);
    assert_eq!(one("dictionary", Some("places")), from_places(tool("tool:dictionary")));
    // The recognizer finds the names, and the dataset links them.
    assert_eq!(one("nameless", Some("places")), from_places(tool("tool:nameless")));
    assert_eq!(one("nameless", None), tool("tool:nameless"));
    // A dictionary of the host is a dataset with its name.
    let names = Dictionary::from_csv(PLACES.as_bytes()).unwrap();
    let expected = tool("tool:my%20places").with_dataset("my places", names.revision());
    assert_eq!(one("my places", None), expected);
    // The tools of other recognizers are kept; the library adds details only to its tools.
    assert_eq!(one("model", None), tool("chat-completions:m:1"));
    assert_eq!(made(&fixture, "other", None), [None]);
}

#[test]
fn a_new_revision_is_told() {
    let fixture = fixture(true);
    let before = made(&fixture, "dictionary", Some("places")).remove(0).unwrap();
    let anna = fixture.anna();
    let table = b"uri,label\nhttp://ex.org/Cobh,Cobh\n";
    let load = glossweave::resource::ResourceUpdate::default();
    anna.datasets().update("places", Some(table), &load).unwrap();
    let after = made(&fixture, "dictionary", Some("places")).remove(0).unwrap();
    assert_ne!(before.revision, after.revision);
    assert_eq!(after.revision, Some(anna.datasets().read("places").unwrap().revision.to_string()));
}

#[test]
fn nothing_is_named_unless_it_is_wanted() {
    let fixture = fixture(false);
    for (recognizer, dataset) in
        [("dictionary", Some("places")), ("nameless", None), ("my places", None)]
    {
        assert!(made(&fixture, recognizer, dataset).iter().all(Option::is_none), "{recognizer}");
    }
}

#[test]
fn terms_and_documents_have_it() {
    let fixture = fixture(true);
    let anna = fixture.anna();
    let revision = anna.datasets().read("words").unwrap().revision.to_string();
    let mut wanted = TermOptions::default();
    wanted.set("source-lang", "en").unwrap();
    wanted.set("dataset", "words").unwrap();
    let request = Request::new("<p>Cork on the river", Format::Html).output(Format::Html);
    let request = TerminologyRequest::new(wanted.clone(), request);
    let reply = anna.terms().enrich("termbase", request).unwrap();
    let page = glossweave::decode(reply.bytes, Format::Html, &DecodeOptions::default()).unwrap();
    let expected = Provenance::new("urn:glossweave:tool:termbase")
        .with_version(env!("CARGO_PKG_VERSION"))
        .with_dataset("words", revision)
        .with_time(NOON.parse().unwrap());
    assert_eq!(page.annotations()[0].provenance().as_ref(), Some(&expected));
    // The same from NIF to NIF.
    let turtle = anna.terms().enrich(
        "termbase",
        TerminologyRequest::new(wanted, Request::new("Cork on the river", Format::Text)),
    );
    let again = Request::new(turtle.unwrap().bytes, Format::Turtle);
    let mut again = again.output(Format::Turtle);
    again.set("dataset", "places").unwrap();
    let turtle = anna.entities().enrich("dictionary", again).unwrap().bytes;
    let turtle = String::from_utf8(turtle).unwrap();
    assert_eq!(turtle.matches("prov:SoftwareAgent").count(), 2, "{turtle}");
    assert!(turtle.contains("<urn:glossweave:dataset:places?=revision="), "{turtle}");
}

#[test]
fn a_term_base_of_the_host_has_its_revision() {
    let base = TermBase::builder().csv(&b"concept,term,language\nc1,river,en\n"[..]).unwrap();
    let base = base.build().unwrap();
    let revision = base.revision();
    let settings = Settings { provenance: true, ..Settings::default() };
    let engine = Engine::builder(settings).clock(noon()).term_base("words", base).open().unwrap();
    let text = Document::of_text("Cork on the river".to_owned(), None);
    let wanted = TermOptions { source: Some("en".parse().unwrap()), ..TermOptions::default() };
    let found = engine.session(Caller::Anonymous).terms().find("words", &text, &wanted).unwrap();
    let made = found[0].provenance().unwrap();
    assert_eq!((made.dataset.as_deref(), made.revision), (Some("words"), Some(revision)));
}
