//! Translation of documents with the terms of term bases.

use std::sync::{Arc, Mutex};

use glossweave::resource::ResourceUpdate;
use glossweave::term::TermBase;
use glossweave::translate::{
    Capabilities, System, TranslatedSegment, TranslationBatch, TranslationFindings,
    TranslationRequest, Translator,
};
use glossweave::{Caller, Engine, ErrorKind, Format, Reply, Request, Result, Session, Settings};

const TERMS: &str = "concept,en,es,status\n\
    http://c.example/river,bank,ribera,\n\
    http://c.example/money,bank,banco,\n\
    http://c.example/hole,black hole,agujero negro,\n\
    http://c.example/old,gloss,glosa,deprecated\n";

/// A translator that writes in capitals. If it has a list, it accepts terms like a language model
/// and adds them to the list.
#[derive(Clone)]
struct Capitals(Option<Taken>);

/// The terms that a translator received, with their required translations.
type Taken = Arc<Mutex<Vec<(String, String)>>>;

impl Translator for Capitals {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        if let Some(list) = &self.0 {
            let terms = job.segments.iter().flat_map(|segment| segment.terms);
            let pair = terms.map(|term| (term.source.to_owned(), term.target.to_owned()));
            list.lock().unwrap().extend(pair);
        }
        let all = job.segments.iter().map(|segment| segment.text.to_uppercase());
        Ok(all.map(|text| Some(TranslatedSegment::machine(text))).collect())
    }

    fn abilities(&self) -> Capabilities {
        let markup = Capabilities::default().with_markup();
        if self.0.is_some() { markup.with_terms() } else { markup }
    }
}

struct Fixture {
    engine: Engine,
    taken: Taken,
}

impl Fixture {
    fn new() -> Fixture {
        let taken = Arc::new(Mutex::new(Vec::new()));
        let pair = || System::new("pair", "en".parse().unwrap(), "es".parse().unwrap());
        let base = TermBase::builder().csv(TERMS.as_bytes()).unwrap().build().unwrap();
        let engine = Engine::builder(Settings::default())
            .translator("model", pair(), Capitals(Some(taken.clone())))
            .translator("plain", pair(), Capitals(None))
            .term_base("host", base)
            .open()
            .unwrap();
        Fixture { engine, taken }
    }

    fn session(&self) -> Session<'_> {
        self.engine.local_session().unwrap()
    }

    fn translate(
        &self,
        provider: &str,
        input: &str,
        format: Format,
        fields: &[(&str, &str)],
    ) -> Result<Reply<TranslationFindings>> {
        let all = [("source-lang", "en"), ("target-lang", "es"), ("dataset", "host")];
        let all = all.into_iter().chain(fields.iter().copied());
        let request = TranslationRequest::from_pairs(Request::new(input, format), all)?;
        self.session().translations().enrich(provider, request)
    }

    fn text(&self, provider: &str, input: &str, format: Format) -> String {
        let fields = [("outformat", format.name()), ("translations", "yes"), ("any-format", "yes")];
        let reply = self.translate(provider, input, format, &fields).unwrap();
        String::from_utf8(reply.bytes).unwrap()
    }

    /// Returns the terms that the translator received since the last call.
    fn taken(&self) -> Vec<(String, String)> {
        std::mem::take(&mut self.taken.lock().unwrap())
    }
}

fn terms(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(source, target)| ((*source).to_owned(), (*target).to_owned())).collect()
}

#[test]
fn terms_of_documents_reach_translators_that_take_them() {
    let fixture = Fixture::new();
    let holes = terms(&[("black holes", "agujero negro")]);
    for (input, format) in [
        ("<h1>Sky</h1><p>\n Two <b>black</b> holes.", Format::Html),
        ("Two black holes.", Format::Text),
        ("# Sky\n\nTwo **black** holes.\n", Format::Markdown),
        (
            "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'><file original='a' \
             source-language='en' target-language='es' datatype='plaintext'><body><trans-unit id='1'>\
             <source> Two <g id='b'>black</g> holes.</source></trans-unit></body></file></xliff>",
            Format::Xliff,
        ),
    ] {
        fixture.text("model", input, format);
        assert_eq!(fixture.taken(), holes, "{format}");
    }
    // A new XLIFF file, and NIF.
    fixture
        .translate("model", "<p>Two black holes.", Format::Html, &[("outformat", "xliff")])
        .unwrap();
    assert_eq!(fixture.taken(), holes);
    let page =
        glossweave::decode("<p>Two black holes.", Format::Html, &Default::default()).unwrap();
    let nif = glossweave::nif::write(&page, &[], Format::Turtle, &Default::default()).unwrap();
    fixture.translate("model", &String::from_utf8(nif).unwrap(), Format::Turtle, &[]).unwrap();
    assert_eq!(fixture.taken(), holes);
}

#[test]
fn terms_are_put_in_for_other_translators() {
    let fixture = Fixture::new();
    let page = |html: &str| fixture.text("plain", html, Format::Html);
    assert_eq!(page("<p>A <i>black hole</i> here."), "<p>A <i>agujero negro</i> HERE.");
    assert_eq!(page("<p>\n No term."), "<p>\n NO TERM.");
    assert_eq!(page("<p>A gloss."), "<p>A GLOSS.", "a deprecated translation");
}

#[test]
fn a_marked_term_stands_for_its_concept() {
    let fixture = Fixture::new();
    fixture.text("model", "<p>A bank.", Format::Html);
    assert_eq!(fixture.taken(), terms(&[("bank", "ribera")]));
    let marked = "<p>A <span its-term=yes its-term-info-ref=http://c.example/money>bank</span>.";
    fixture.text("model", marked, Format::Html);
    assert_eq!(fixture.taken(), terms(&[("bank", "banco")]));
}

#[test]
fn a_translation_without_its_term_is_reported() {
    let fixture = Fixture::new();
    let reply =
        fixture.translate("model", "<p>No terms.<p>A black hole.", Format::Html, &[]).unwrap();
    let issues: Vec<(String, u32)> = reply
        .findings
        .issues
        .iter()
        .map(|issue| (issue.issue_type.to_string(), issue.unit))
        .collect();
    assert_eq!(issues, [("terminology".to_owned(), 2)]);
    // The unit keeps its text on request.
    let fields = [("outformat", "html"), ("translations", "yes"), ("max-severity", "40")];
    let reply = fixture.translate("model", "<p>A black hole.", Format::Html, &fields).unwrap();
    assert_eq!(reply.bytes, b"<p>A black hole.");
}

#[test]
fn stored_term_bases_are_used_by_those_who_may() {
    let fixture = Fixture::new();
    let mut changes = ResourceUpdate::default();
    changes.set("type", "terms").unwrap();
    changes.set("visibility", "private").unwrap();
    let table = b"en,es\ncomet,cometa\n";
    fixture.session().datasets().create(Some("stored"), table, &changes).unwrap();
    let fields = [("dataset", "host,stored")];
    fixture.translate("model", "A comet and a black hole", Format::Text, &fields).unwrap();
    assert_eq!(fixture.taken(), terms(&[("comet", "cometa"), ("black hole", "agujero negro")]));

    let request = |name| {
        let fields = [("source-lang", "en"), ("target-lang", "es"), ("dataset", name)];
        TranslationRequest::from_pairs(Request::new("A comet", Format::Text), fields).unwrap()
    };
    let anonymous = fixture.engine.session(Caller::Anonymous);
    let error = anonymous.translations().enrich("model", request("stored")).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unauthenticated, Some("dataset")));
    let error = fixture.session().translations().enrich("model", request("none")).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::NotFound, Some("dataset")));
    assert_eq!(fixture.taken(), []);
}

#[test]
fn a_term_with_a_control_character_leaves_the_rest_translated() {
    let fixture = Fixture::new();
    let fields = [("outformat", "html"), ("translations", "yes")];
    // Labels in NIF come from the request, so they were not checked before.
    let nif = r#"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
        @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
        @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://a.example/#char=0,8> a nif:Context ; nif:isString 'A comet.' .
        <http://a.example/#char=2,7> a nif:Phrase ; nif:anchorOf 'comet' ;
            nif:referenceContext <http://a.example/#char=0,8> ; nif:beginIndex 2 ; nif:endIndex 7 ;
            itsrdf:term 'yes' ; itsrdf:termInfoRef <http://c.example/comet> .
        <http://c.example/comet> skos:prefLabel "co\u0000meta"@es ."#;
    let reply = fixture.translate("plain", nif, Format::Turtle, &[]).unwrap();
    let turtle = String::from_utf8(reply.bytes).unwrap();
    assert!(turtle.contains("itsrdf:target \"A COMET.\"@es"), "{turtle}");
    let skipped: Vec<&str> = reply.skipped.iter().map(|one| one.message()).collect();
    let message = "the term `co\\0meta` is not used: it contains the control character U+0000";
    assert_eq!(skipped, [message]);

    let mut changes = ResourceUpdate::default();
    changes.set("type", "terms").unwrap();
    let table = b"en,es\ncomet,co\0meta\nstar,estrella\n";
    let stored = fixture.session().datasets().create(Some("stored"), table, &changes).unwrap();
    assert_eq!(stored.content.skipped.len(), 1);
    let fields = [&fields[..], &[("dataset", "stored")]].concat();
    let page = "<p>A comet.</p><p>A star.</p>";
    let reply = fixture.translate("plain", page, Format::Html, &fields).unwrap();
    assert_eq!(reply.bytes, b"<p>A COMET.</p><p>A estrella.</p>");
}
