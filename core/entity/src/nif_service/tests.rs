use super::NifService;
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_net::Service;
use glossweave_nif::nif::{self, Version};
use glossweave_testing::server::{Seen, Server, answer};

const TEXT: &str = "\u{1F600} To Cork";
const PREFIXES: &str = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
    @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .\n";
const CONTEXT: &str = "<http://example.org/glossweave/#char=0,9>";

fn at(server: &Server) -> NifService {
    NifService::at(Service::new(&server.url("/nif")).unwrap())
}

fn serving(media_type: &str, body: &str) -> Server {
    let headers = format!("Content-Type: {media_type}\r\n");
    Server::saying(vec![answer("200 OK", &headers, &format!("{PREFIXES}{body}"))])
}

/// Returns the statements about the string between two offsets.
fn string(start: usize, end: usize, anchor: &str) -> String {
    format!(
        "<http://example.org/glossweave/#char={start},{end}> nif:beginIndex {start} ; nif:endIndex {end} ; \
         {anchor} nif:referenceContext {CONTEXT} ; itsrdf:taConfidence 0.5 ; \
         itsrdf:taIdentRef <http://dbpedia.org/resource/Cork> .\n"
    )
}

fn finds(server: &Server) -> Vec<Annotation> {
    at(server).recognize(&Passage::new(TEXT)).unwrap()
}

fn fails(server: &Server) -> Error {
    at(server).recognize(&Passage::new(TEXT)).unwrap_err()
}

/// Creates a server that returns the request with an additional string.
fn echoing(start: usize, end: usize) -> Server {
    Server::new(move |_, seen: &Seen, stream| {
        let body =
            format!("{}\n{PREFIXES}{}", seen.body, string(start, end, "nif:anchorOf \"Cork\" ;"));
        let headers = "Content-Type: application/x-turtle\r\n";
        let _ = std::io::Write::write_all(stream, answer("200 OK", headers, &body).as_bytes());
    })
}

#[test]
fn the_text_goes_out_and_strings_come_back() {
    let server = echoing(5, 9);
    let recognizer = at(&server).with_media_type("application/x-turtle").unwrap();
    let language = "en".parse().unwrap();
    let found = recognizer.recognize(&Passage::new(TEXT).with_language(&language)).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(&TEXT[found[0].span().range()], "Cork");
    let entity = found[0].as_entity().unwrap();
    assert_eq!(&*entity.idents[0], "http://dbpedia.org/resource/Cork");
    assert_eq!(entity.confidence, Some(0.5));
    let seen = &server.seen()[0];
    assert_eq!(seen.line, "POST /nif");
    assert_eq!(seen.header("content-type"), Some("application/x-turtle"));
    assert!(seen.header("accept").unwrap().starts_with("text/turtle,application/x-turtle;"));
    let sent = nif::read(seen.body.as_bytes(), Format::Turtle, None).unwrap();
    assert_eq!(sent.contexts()[0].text(), TEXT);
    assert_eq!(sent.contexts()[0].language(), Some(&language));
}

#[test]
fn what_is_sent_may_be_another_notation() {
    let server = serving("text/turtle", "");
    at(&server)
        .with_media_type("application/ld+json")
        .unwrap()
        .with_version(Version::V2_1)
        .recognize(&Passage::new(TEXT))
        .unwrap();
    let seen = &server.seen()[0];
    let sent = nif::read(seen.body.as_bytes(), Format::JsonLd, None).unwrap();
    assert!(sent.contexts()[0].iri().contains("#offset_0_9"));
    for wrong in ["text/html", "turtle", ""] {
        let error = at(&server).with_media_type(wrong).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("media-type")));
    }
}

#[test]
fn units_of_utf16_are_noticed() {
    assert_eq!(&TEXT[finds(&echoing(6, 10))[0].span().range()], "Cork");
}

#[test]
fn an_answer_need_not_repeat_the_text() {
    for media_type in ["text/turtle", "text/plain", "application/x-turtle; charset=utf-8"] {
        let found = finds(&serving(media_type, &string(5, 9, "")));
        assert_eq!(&TEXT[found[0].span().range()], "Cork", "{media_type}");
    }
    assert!(finds(&serving("text/turtle", "")).is_empty());
    let nothing = Server::saying(vec!["HTTP/1.1 204 No Content\r\n\r\n"]);
    assert!(finds(&nothing).is_empty());
}

#[test]
fn answers_that_do_not_fit_are_unavailable() {
    let other = "<http://a.example/#char=0,4> a nif:Context ; nif:isString \"Cork\" .";
    let two = format!("{CONTEXT} nif:isString \"Cork\", \"Dublin\" .");
    for (media_type, body, message) in [
        ("text/turtle", other, "answers about a different text"),
        ("text/turtle", &two, "that cannot be read"),
        ("text/turtle", &string(5, 90, ""), "that cannot be read"),
        ("text/turtle", &string(4, 8, "nif:anchorOf \"Cork\" ;"), "that cannot be read"),
        ("text/turtle", "<http://a.example/> <p", "that cannot be read"),
        ("text/html", "<h1>Oops", "answers with `text/html`, expected NIF"),
        ("application/json", "{}", "answers with `application/json`, expected NIF"),
    ] {
        let error = fails(&serving(media_type, body));
        assert_eq!(error.kind(), ErrorKind::Unavailable, "{error}");
        assert!(error.message().contains(message), "{error}");
    }
    let html = answer("500 Oops", "Content-Type: text/html\r\n", "<h1>No");
    assert!(fails(&Server::saying(vec![html])).message().ends_with("answered 500"));
}

#[test]
fn one_odd_string_does_not_spoil_the_others() {
    let odd = |more: &str| {
        format!(
            "<http://example.org/glossweave/#char=2,4> nif:beginIndex 2 ; nif:endIndex 4 ; \
             nif:referenceContext {CONTEXT} ; {more} .\n"
        )
    };
    for (more, idents, confidence) in [
        ("itsrdf:taIdentRef <http://a.example/to> ; itsrdf:taConfidence 12.3", 1, Some(1.0)),
        ("itsrdf:taIdentRef \"null\" ; itsrdf:taConfidence 0.25", 0, Some(0.25)),
        ("itsrdf:taIdentRef <http://a.example/to> ; itsrdf:taClassRef \"a b\"", 1, None),
    ] {
        let found = finds(&serving("text/turtle", &(odd(more) + &string(5, 9, ""))));
        assert_eq!(found.len(), 2, "{more}");
        assert!(found.iter().all(|annotation| annotation.fault().is_none()), "{more}");
        let entity = found[0].as_entity().unwrap();
        assert_eq!((entity.idents.len(), entity.confidence), (idents, confidence));
        assert!(entity.classes.is_empty());
    }
    let found = finds(&serving("text/turtle", &(string(5, 5, "") + &string(5, 9, ""))));
    assert_eq!(found.len(), 1);
}

#[test]
fn nothing_reaches_from_one_piece_into_another() {
    let pieces = [TextSpan::new(0, 9), TextSpan::new(10, 12)];
    let server = serving("text/turtle", &string(5, 9, ""));
    let found = at(&server).recognize(&Passage::new(TEXT).with_blocks(&pieces)).unwrap();
    assert!(found.is_empty());
    let blank = at(&server).recognize(&Passage::new(" \n")).unwrap();
    assert!(blank.is_empty() && server.seen().len() == 1);
}

#[test]
fn options_have_names() {
    let server = serving("text/turtle", "");
    let mut service = at(&server);
    let values = ["X-Key: a:b", "5000", "application/n-triples", "2.1", "http://a.example/"];
    for (name, value) in NifService::NAMES.iter().zip(values) {
        service.set(name, value).unwrap();
    }
    service.recognize(&Passage::new(TEXT)).unwrap();
    let seen = &server.seen()[0];
    assert_eq!(seen.header("x-key"), Some("a:b"));
    assert_eq!(seen.header("content-type"), Some("application/n-triples"));
    assert!(seen.body.starts_with("<http://a.example/#offset_0_9>"), "{}", seen.body);
    for (name, value) in [
        ("header", "none"),
        ("milliseconds", "-1"),
        ("nif-version", "3"),
        ("prefix", "x"),
        ("x", ""),
    ] {
        let error = service.set(name, value).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)));
    }
}
