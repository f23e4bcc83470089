//! Terms in an engine.

use glossweave::resource::ResourceUpdate;
use glossweave::term::{TermOptions, TerminologyRequest};
use glossweave::translate::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
use glossweave::translate::{System, TranslationRequest};
use glossweave::{Caller, Engine, ErrorKind, Format, Request, Result, Session, Settings};

const RIVERS: &str = "uri,term,language,status,domain,definition\n\
    http://c.example/bank,bank,en,preferred,rivers,The land beside a river.\n\
    http://c.example/bank,ribera,es,preferred,rivers,\n\
    http://c.example/bank,orilla,es,admitted,rivers,\n\
    http://c.example/ford,river ford,en,preferred,rivers,\n\
    http://c.example/ford,wath,en,deprecated,rivers,\n";

fn engine() -> (Engine, Caller) {
    let system = System::new("caps", "en".parse().unwrap(), "es".parse().unwrap());
    let engine =
        Engine::builder(Settings::default()).translator("caps", system, Capitals).open().unwrap();
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse").unwrap();
    let anna = Caller::Token(users.authenticate("anna", "correct horse").unwrap());
    (engine, anna)
}

struct Capitals;

impl Translator for Capitals {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let all = job.segments.iter();
        Ok(all.map(|one| Some(TranslatedSegment::machine(one.text.to_uppercase()))).collect())
    }

    fn abilities(&self) -> Capabilities {
        Capabilities::default().with_markup()
    }
}

fn terms() -> ResourceUpdate {
    let mut changes = ResourceUpdate::default();
    changes.set("type", "terms").unwrap();
    changes
}

fn load(session: &Session<'_>) {
    session.datasets().create(Some("rivers"), RIVERS.as_bytes(), &terms()).unwrap();
}

fn asked(text: &str, format: Format, fields: &[(&str, &str)]) -> TerminologyRequest {
    let mut request = TerminologyRequest::new(Default::default(), Request::new(text, format));
    fields.iter().for_each(|(name, value)| request.set(name, value).unwrap());
    request
}

const USUAL: &[(&str, &str)] =
    &[("dataset", "rivers"), ("source-lang", "en"), ("target-lang", "es")];

#[test]
fn terms_of_a_term_base_are_found_and_described() {
    let (engine, anna) = engine();
    load(&engine.session(anna));
    let session = engine.session(Caller::Anonymous);
    let text = "Two banks of the river, and a wath.";
    let reply = session.terms().enrich("termbase", asked(text, Format::Text, USUAL)).unwrap();
    let turtle = String::from_utf8(reply.bytes).unwrap();
    for expected in [
        "#char=4,9>",
        "itsrdf:termInfoRef <http://c.example/bank>",
        "itsrdf:term \"yes\"",
        "\"ribera\"@es",
        "skos:altLabel \"orilla\"@es",
        "skos:definition \"The land beside a river.\"",
        "skos:hiddenLabel \"wath\"@en",
        "skos:prefLabel \"river ford\"@en",
    ] {
        assert!(turtle.contains(expected), "{expected}: {turtle}");
    }
    let document = glossweave::decode(text, Format::Text, &Default::default()).unwrap();
    let request = asked(text, Format::Text, USUAL);
    let found = session.terms().find("termbase", &document, &request.wanted).unwrap();
    let infos: Vec<_> = found.iter().map(|one| one.as_term().unwrap().info.as_deref()).collect();
    assert_eq!(infos, [None, Some("deprecated: use `river ford`")]);
    let mut fields = USUAL.to_vec();
    fields.push(("mode", "annotation"));
    let reply = session.terms().enrich("termbase", asked(text, Format::Text, &fields)).unwrap();
    let turtle = String::from_utf8(reply.bytes).unwrap();
    assert!(turtle.contains("itsrdf:termInfoRef <http://c.example/bank>"));
    assert!(!turtle.contains("ribera"), "{turtle}");
}

#[test]
fn a_page_comes_back_with_its_terms() {
    let (engine, anna) = engine();
    load(&engine.session(anna));
    let mut fields = USUAL.to_vec();
    fields.push(("outformat", "html"));
    let request = asked("<p>The <b>banks</b>.", Format::Html, &fields);
    let reply = engine.session(Caller::Anonymous).terms().enrich("termbase", request).unwrap();
    let page = String::from_utf8(reply.bytes).unwrap();
    assert!(page.contains("its-term=\"yes\"") && page.contains("http://c.example/bank"), "{page}");
}

#[test]
fn what_terminology_gives_translation_takes() {
    let (engine, anna) = engine();
    load(&engine.session(anna));
    let session = engine.session(Caller::Anonymous);
    let text = "Two banks.";
    let found = session.terms().enrich("termbase", asked(text, Format::Text, USUAL)).unwrap();
    let translated = |input: Vec<u8>, format: Format| {
        let request = Request::new(input, format);
        let languages = [("source-lang", "en"), ("target-lang", "es")];
        let request = TranslationRequest::from_pairs(request, languages).unwrap();
        let reply = session.translations().enrich("caps", request).unwrap();
        String::from_utf8(reply.bytes).unwrap()
    };
    let with = translated(found.bytes, Format::Turtle);
    assert!(with.contains("itsrdf:target \"TWO ribera.\"@es"), "{with}");
    let without = translated(text.into(), Format::Text);
    assert!(without.contains("itsrdf:target \"TWO BANKS.\"@es"), "{without}");
}

#[test]
fn candidates_are_said_to_be_some() {
    let (engine, _) = engine();
    let text = "A black hole bends light. The black hole grows. No black hole is small.";
    let document = glossweave::decode(text, Format::Text, &Default::default()).unwrap();
    let mut wanted = TermOptions::default();
    wanted.source = Some("en".parse().unwrap());
    let session = engine.session(Caller::Anonymous);
    let found = session.terms().find("extraction", &document, &wanted).unwrap();
    let first = found.iter().find(|one| &text[one.span().range()] == "black hole").unwrap();
    assert_eq!(first.as_term().unwrap().info.as_deref(), Some("candidate"));
}

#[test]
fn what_cannot_be_asked_is_told() {
    let (engine, anna) = engine();
    let anna = engine.session(anna);
    load(&anna);
    anna.datasets()
        .create(Some("names"), b"uri,label\nhttp://x.org/a,a\n", &ResourceUpdate::default())
        .unwrap();
    let session = engine.session(Caller::Anonymous);
    let fault = |provider: &str, fields: &[(&str, &str)]| {
        let error = session.terms().enrich(provider, asked("banks", Format::Text, fields));
        let error = error.unwrap_err();
        (error.kind(), error.parameter().map(str::to_owned))
    };
    let named = |kind: ErrorKind, name: &str| (kind, Some(name.to_owned()));
    assert_eq!(fault("termbase", &[]), named(ErrorKind::Invalid, "dataset"));
    assert_eq!(fault("termbase", &[("dataset", "names")]), named(ErrorKind::Invalid, "dataset"));
    assert_eq!(
        fault("termbase", &[("collection", "none")]),
        named(ErrorKind::Unauthenticated, "dataset")
    );
    assert_eq!(
        fault("termbase", &[("dataset", "rivers")]),
        named(ErrorKind::Invalid, "source-lang")
    );
    assert_eq!(fault("other", &[]).0, ErrorKind::NotFound);
    let mut many = TermOptions::default();
    many.datasets = vec!["rivers".to_owned(); 17];
    let document = glossweave::decode("banks", Format::Text, &Default::default()).unwrap();
    let error = session.terms().find("termbase", &document, &many).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("dataset")));
    // e-Entity does not use terms as names.
    let mut request = Request::new("banks", Format::Text);
    request.set("dataset", "rivers").unwrap();
    let error = session.entities().enrich("dictionary", request).unwrap_err();
    assert_eq!(error.parameter(), Some("dataset"));
}

#[test]
fn a_term_base_is_added_to_and_taken_from() {
    let (engine, anna) = engine();
    let session = engine.session(anna);
    load(&session);
    let datasets = session.datasets();
    let counts = || {
        let content = datasets.read("rivers").unwrap().content;
        (content.entities, content.labels)
    };
    assert_eq!(counts(), (2, 5));
    let mut changes = ResourceUpdate::default();
    let more = b"uri,term,language\nhttp://c.example/ford,vado,es\nhttp://c.example/weir,weir,en\n";
    datasets.update("rivers", Some(more), &changes).unwrap();
    assert_eq!(counts(), (3, 7));
    changes.set("mode", "remove").unwrap();
    datasets
        .update("rivers", Some(b"uri,term,language\nhttp://c.example/bank,bank,en\n"), &changes)
        .unwrap();
    assert_eq!(counts(), (2, 4));
    changes.set("mode", "replace").unwrap();
    datasets.update("rivers", Some(more), &changes).unwrap();
    assert_eq!(counts(), (2, 2));
    changes.set("type", "names").unwrap();
    let error =
        datasets.update("rivers", Some(b"uri,label\nhttp://x.org/a,a\n"), &changes).unwrap_err();
    assert_eq!(error.parameter(), Some("type"));
    let broken = b"uri,term,language\nhttp://c.example/x,,en\n";
    let error = datasets.update("rivers", Some(broken), &ResourceUpdate::default()).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    assert_eq!(counts(), (2, 2));
}

#[test]
fn what_has_no_concepts_is_told() {
    let engine = Engine::builder(Settings::default()).open().unwrap();
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse").unwrap();
    let token = users.authenticate("anna", "correct horse").unwrap();
    let anna = engine.session(Caller::Token(token));
    let empty = [("turtle", "<http://a.b/c> <http://a.b/d> 5 ."), ("csv", "uri,term,language\n")];
    for (informat, source) in empty {
        let mut changes = ResourceUpdate::default();
        changes.set("type", "terms").unwrap();
        changes.set("informat", informat).unwrap();
        let error = anna.datasets().create(Some("none"), source.as_bytes(), &changes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid, "{error}");
        assert!(error.message().contains("no concepts"), "{error}");
    }
}

#[test]
fn entries_that_are_wrong_are_left_out_unless_asked_to_be_strict() {
    let engine = Engine::builder(Settings::default()).open().unwrap();
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse").unwrap();
    let token = users.authenticate("anna", "correct horse").unwrap();
    let anna = engine.session(Caller::Token(token));
    let entry = |id: usize, term: &str| {
        format!(
            "<termEntry id='c{id}'><langSet xml:lang='en'><tig><term>{term}</term></tig></langSet>\
             </termEntry>\n"
        )
    };
    let mut tbx = "<martif type='TBX'><text><body>\n".to_owned();
    (2..225).for_each(|id| tbx += &entry(id, if id == 9 { "" } else { "star" }));
    tbx += "</body></text></martif>";
    let sources = [
        ("tbx", tbx.as_str(), 222, "c9", 9),
        ("csv", "uri,term,language\nhttp://a.b/c,star,en\nhttp://a.b/d,,en\n", 1, "row 2", 3),
        ("csv", "uri,term,language\nhttp://a.b/c,star,en\nno iri,x,en\n", 1, "row 2", 3),
        (
            "turtle",
            "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n\
             <http://a.b/c> s:prefLabel 'star'@en .\n<http://a.b/d> s:prefLabel ' '@en .",
            1,
            "http://a.b/d",
            0,
        ),
    ];
    for (number, (informat, source, concepts, subject, line)) in sources.into_iter().enumerate() {
        let name = format!("stars{number}");
        let mut changes = ResourceUpdate::default();
        changes.set("type", "terms").unwrap();
        changes.set("informat", informat).unwrap();
        changes.set("strict", "true").unwrap();
        let create = |changes: &ResourceUpdate| {
            anna.datasets().create(Some(&name), source.as_bytes(), changes)
        };
        let error = create(&changes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{error}");
        changes.strict = None;
        let made = create(&changes).unwrap().content;
        assert_eq!(made.entities, concepts);
        let place = if line > 0 { format!(" at line {line} column ") } else { String::new() };
        let [skipped] = made.skipped.as_slice() else { panic!("{:?}", made.skipped) };
        assert!(skipped.starts_with(&format!("{subject}: ")), "{skipped}");
        assert!(skipped.contains(&place), "{skipped}");
        if line > 0 {
            assert_eq!(error.location().unwrap().line(), line);
        }
    }
}
