//! Term bases of the host.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use glossweave::term::TermBase;
use glossweave::term::{TermOptions, TerminologyRequest};
use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};

const TABLE: &str = "uri,term,language\n\
    http://example.org/bank,bank,en\n\
    http://example.org/bank,ribera,es\n";

#[test]
fn a_term_base_of_the_host_is_a_provider() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rivers.terms");
    let built = TermBase::builder().csv(TABLE.as_bytes()).unwrap().build().unwrap();
    built.save(&path).unwrap();
    let opened = TermBase::open(&path).unwrap().at_revision(&built.revision()).unwrap();
    let error = TermBase::open(&path).unwrap().at_revision("0123456789abcdef").unwrap_err();
    assert_eq!(
        (error.kind(), error.parameter()),
        (ErrorKind::PreconditionFailed, Some("revision"))
    );
    assert_eq!(TermBase::from_bytes(built.to_bytes().unwrap()).unwrap().terms(), 2);

    let engine = Engine::builder(Settings::default()).term_base("rivers", opened).open().unwrap();
    let terms = engine.session(Caller::Anonymous).terms();
    let mut request =
        TerminologyRequest::new(TermOptions::default(), Request::new("Two banks.", Format::Text));
    request.set("source-lang", "en").unwrap();
    request.set("target-lang", "es").unwrap();
    let reply = terms.enrich("rivers", request).unwrap();
    let turtle = String::from_utf8(reply.bytes).unwrap();
    assert!(turtle.contains("itsrdf:termInfoRef <http://example.org/bank>"), "{turtle}");
    assert!(turtle.contains("\"ribera\"@es"), "{turtle}");

    let text = glossweave::decode("Banks.", Format::Text, &Default::default()).unwrap();
    let error = terms.find("seas", &text, &TermOptions::default()).unwrap_err();
    let known = "no terminology provider `seas`, expected one of termbase, extraction, rivers";
    assert_eq!((error.kind(), error.message()), (ErrorKind::NotFound, known));
    let error = terms.find("river", &text, &TermOptions::default()).unwrap_err();
    assert!(error.message().ends_with("did you mean `rivers`?"), "{error}");
}
