//! Real translations from English into Spanish by Apertium and from memory, through every format,
//! with terms from e-Terminology.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

mod glossary;
mod systems;
mod terms;
mod untranslated;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use glossweave::clock::{Clock, FixedClock};
use glossweave::resource::ResourceUpdate;
use glossweave::term::TerminologyRequest;
use glossweave::translate::TranslationMemory;
use glossweave::translate::{State, System, TranslationFindings, TranslationRequest};
use glossweave::{Caller, Engine, ErrorKind, Format, Reply, Request, Session, Settings};
use glossweave_testing::skip;
use glossweave_translate::Apertium;

const TMX: &str = r#"<?xml version="1.0"?><tmx version="1.4"><header srclang="en" datatype="plaintext"
    segtype="sentence" adminlang="en" creationtool="t" creationtoolversion="1" o-tmf="t"/><body>
    <tu><tuv xml:lang="en"><seg>The bank is high.</seg></tuv>
        <tuv xml:lang="es"><seg>El banco es alto.</seg></tuv></tu>
    <tu><tuv xml:lang="en"><seg>The bank is high.</seg></tuv>
        <tuv xml:lang="es"><seg>La ribera es alta.</seg></tuv></tu>
    <tu><tuv xml:lang="en"><seg>The <bpt i="1">&lt;b></bpt>red<ept i="1">&lt;/b></ept> house.</seg></tuv>
        <tuv xml:lang="es"><seg>La casa <bpt i="1">&lt;b></bpt>roja<ept i="1">&lt;/b></ept>.</seg></tuv></tu>
    </body></tmx>"#;

const TERMS: &[u8] = b"uri,term,language,status\n\
    http://c.example/bank,bank,en,preferred\n\
    http://c.example/bank,ribera,es,preferred\n\
    http://c.example/report,report,en,preferred\n\
    http://c.example/report,dictamen,es,preferred\n";

struct Hand(Arc<FixedClock>);

impl Clock for Hand {
    fn now(&self) -> SystemTime {
        self.0.now()
    }
}

/// Returns `true` if Apertium has the language pair.
fn is_there() -> bool {
    let found = Path::new("/usr/share/apertium/modes/eng-spa.mode").exists();
    if !found {
        skip("translation", "Apertium is not installed");
    }
    found
}

fn engine(clock: Arc<FixedClock>) -> (Engine, Caller) {
    let pair = |name: &str| System::new(name, "en".parse().unwrap(), "es".parse().unwrap());
    let mut memory = TranslationMemory::builder();
    memory.tmx(TMX.as_bytes()).unwrap();
    let engine = Engine::builder(Settings::default())
        .clock(Hand(clock))
        .translator("apertium", pair("eng-spa"), Apertium::new("eng-spa", None).unwrap())
        .translator("memory", pair("memory"), memory.build().unwrap())
        .open()
        .unwrap();
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse").unwrap();
    let anna = Caller::Token(users.authenticate("anna", "correct horse").unwrap());
    (engine, anna)
}

fn opened() -> (Engine, Caller) {
    engine(Arc::new(FixedClock::new(SystemTime::UNIX_EPOCH)))
}

fn translate(
    session: &Session<'_>,
    provider: &str,
    input: impl Into<Vec<u8>>,
    format: Format,
    fields: &[(&str, &str)],
) -> (String, Reply<TranslationFindings>) {
    let all = [("source-lang", "en"), ("target-lang", "es")];
    let all = all.iter().chain(fields).copied();
    let request = TranslationRequest::from_pairs(Request::new(input, format), all).unwrap();
    let reply = session.translations().enrich(provider, request).unwrap();
    (String::from_utf8(reply.bytes.clone()).unwrap(), reply)
}

const WRITE: (&str, &str) = ("translations", "yes");

#[test]
fn apertium_translates_text_pages_and_xliff() {
    if !is_there() {
        return;
    }
    let (engine, _) = opened();
    let session = engine.session(Caller::Anonymous);
    let (nif, reply) = translate(&session, "apertium", "The red house.", Format::Text, &[]);
    assert!(nif.contains("itsrdf:target \"La casa roja.\"@es"), "{nif}");
    assert_eq!(reply.findings.segments[0].name(), "machine");

    let page =
        "<h1>The red house</h1>\n<p>The <b>red</b> house.  <code translate=no>run()</code></p>";
    let (page, _) =
        translate(&session, "apertium", page, Format::Html, &[("outformat", "html"), WRITE]);
    assert_eq!(
        page,
        "<h1>La casa roja</h1>\n<p>La casa <b>roja</b>.  <code translate=no>run()</code></p>"
    );

    let xliff = "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'>\
        <file original='a' source-language='en' target-language='es' datatype='plaintext'><body>\
        <trans-unit id='1'><source>The <g id='b'>red</g> house.</source></trans-unit>\
        </body></file></xliff>";
    let fields = [("outformat", "xliff"), ("any-format", "yes"), WRITE];
    let (xliff, _) = translate(&session, "apertium", xliff, Format::Xliff, &fields);
    assert!(xliff.contains("<source>The <g id='b'>red</g> house.</source>"), "{xliff}");
    assert!(xliff.contains("La casa <g id='b'>roja</g>.</target>"), "{xliff}");
}

#[test]
fn a_memory_gives_what_it_has_with_the_markup_of_the_page() {
    let (engine, _) = opened();
    let session = engine.session(Caller::Anonymous);
    let page = "<p>The <i>red</i> house. Unknown words here.";
    let (nif, reply) = translate(&session, "memory", page, Format::Html, &[]);
    let names: Vec<_> = reply.findings.segments.iter().map(|segment| segment.name()).collect();
    assert_eq!(names, ["exact", "untranslated"]);
    assert!(!nif.contains("itsrdf:target"), "{nif}");
    let page = "<p>The <i>red</i> house.";
    let (page, _) =
        translate(&session, "memory", page, Format::Html, &[("outformat", "html"), WRITE]);
    assert_eq!(page, "<p>La casa <i>roja</i>.");
}

#[test]
fn terms_that_were_found_change_the_translation() {
    let (engine, anna) = opened();
    let session = engine.session(anna);
    let mut terms = ResourceUpdate::default();
    terms.set("type", "terms").unwrap();
    session.datasets().create(Some("words"), TERMS, &terms).unwrap();
    let found = |text: &str| {
        let mut request = TerminologyRequest::new(<_>::default(), Request::new(text, Format::Text));
        let fields = [("source-lang", "en"), ("target-lang", "es"), ("dataset", "words")];
        fields.iter().for_each(|(name, value)| request.set(name, value).unwrap());
        session.terms().enrich("termbase", request).unwrap().bytes
    };
    let target = |provider: &str, input: Vec<u8>, format: Format| {
        let (nif, _) = translate(&session, provider, input, format, &[]);
        let (_, rest) = nif.split_once("itsrdf:target \"").unwrap_or_else(|| panic!("{nif}"));
        rest.split_once('"').unwrap().0.to_owned()
    };
    let text = "The bank is high.";
    // Without terms, two segments of the memory are equal.
    assert_eq!(target("memory", found(text), Format::Turtle), "La ribera es alta.");
    if is_there() {
        let plain = target("apertium", text.into(), Format::Text);
        assert!(!plain.contains("ribera"), "{plain}");
        assert!(target("apertium", found(text), Format::Turtle).contains("ribera"));
        // The term is not inserted if it occurs in another form or not at all.
        let many = target("apertium", found("Two banks."), Format::Turtle);
        assert!(many.contains("ribera"), "{many}");
        let none = target("apertium", found("The house is high."), Format::Turtle);
        assert!(!none.contains("ribera") && !none.contains("dictamen"), "{none}");
    }
}

#[test]
fn units_of_nif_are_translated_one_by_one_and_come_back() {
    let (engine, anna) = opened();
    let session = engine.session(anna);
    let html = "<ul><li>The bank is high.<li>The <b>red</b> house.</ul>";
    let page = glossweave::decode(html, Format::Html, &Default::default()).unwrap();
    let nif = glossweave::nif::write(&page, &[], Format::Turtle, &Default::default()).unwrap();
    let (nif, reply) = translate(&session, "memory", nif, Format::Turtle, &[]);
    assert_eq!(reply.findings.segments.len(), 2);
    let read = glossweave::nif::read(nif.as_bytes(), Format::Turtle, None).unwrap();
    let mut options = glossweave::EncodeOptions::default();
    options.set("translations", "yes").unwrap();
    let said = read.annotations_of(&page).unwrap();
    let back = glossweave::encode(&page, &said, &options).unwrap();
    let back = String::from_utf8(back.bytes).unwrap();
    assert_eq!(
        back.replace("<b>", "").replace("</b>", ""),
        "<ul><li>El banco es alto.<li>La casa roja.</ul>"
    );
}

#[test]
fn what_a_memory_gives_has_the_words_that_are_kept() {
    let (engine, _) = opened();
    let session = engine.session(Caller::Anonymous);
    let page = "<p>The <i>red</i> house.";
    let status = |keep: &str| {
        let (_, reply) = translate(&session, "memory", page, Format::Html, &[("keep", keep)]);
        reply.findings.segments[0].name()
    };
    assert_eq!((status("red"), status("roof")), ("untranslated", "exact"));
}

#[test]
fn what_is_translated_already_stays() {
    if !is_there() {
        return;
    }
    let (engine, _) = opened();
    let session = engine.session(Caller::Anonymous);
    let xliff = "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'>\
        <file original='a' source-language='en' target-language='es' datatype='plaintext'><body>\
        <trans-unit id='1'><source>The cat.</source><target state='final'>Mi gato.</target></trans-unit>\
        <trans-unit id='2'><source>The house.</source><target>The house.</target></trans-unit>\
        <trans-unit id='3'><source>Pluto.</source><target state='signed-off'>Pluto.</target></trans-unit>\
        <trans-unit id='4'><source>The dog.</source><target state='new'>El can.</target></trans-unit>\
        <trans-unit id='5' approved='yes'><source>The cat.</source><target>The cat.</target></trans-unit>\
        </body></file></xliff>";
    let fields = [("outformat", "xliff"), ("any-format", "yes"), WRITE];
    let (xliff, _) = translate(&session, "apertium", xliff, Format::Xliff, &fields);
    assert!(xliff.contains("<target state='final'>Mi gato.</target>"), "{xliff}");
    assert!(xliff.contains("La casa."), "{xliff}");
    assert!(xliff.contains("<target state='signed-off'>Pluto.</target>"), "{xliff}");
    assert!(xliff.contains("El perro.") && !xliff.contains("El can."), "{xliff}");
    assert!(xliff.contains("<target>The cat.</target>"), "{xliff}");
}

#[test]
fn a_system_goes_from_standby_to_available_and_back() {
    if !is_there() {
        return;
    }
    let clock = Arc::new(FixedClock::new(SystemTime::UNIX_EPOCH));
    let (engine, _) = engine(clock.clone());
    let session = engine.session(Caller::Anonymous);
    let state = || session.translations().systems("apertium").unwrap()[0].state;
    assert_eq!(state(), State::Standby);
    translate(&session, "apertium", "Hello.", Format::Text, &[]);
    assert_eq!(state(), State::Available);
    clock.advance(Duration::from_secs(3600));
    assert_eq!(state(), State::Standby);
    let (nif, _) = translate(&session, "apertium", "The red house.", Format::Text, &[]);
    assert!(nif.contains("La casa roja."), "{nif}");
    assert_eq!(state(), State::Available);
}

#[test]
fn what_no_system_does_is_told() {
    let (engine, _) = opened();
    let session = engine.session(Caller::Anonymous);
    let fields = [("source-lang", "es"), ("target-lang", "eu")];
    let request = TranslationRequest::from_pairs(Request::new("x", Format::Text), fields).unwrap();
    let error = session.translations().enrich("memory", request).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
