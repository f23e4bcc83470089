use std::time::Duration;

use super::Spotlight;
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{Passage, Recognizer};
use glossweave_net::Service;
use glossweave_testing::server::{Server, answer};

fn serving(body: &str) -> Server {
    let json = "Content-Type: application/json\r\n";
    Server::saying(vec![answer("200 OK", json, body)])
}

fn spotlight(server: &Server) -> Spotlight {
    Spotlight::at(Service::new(&server.url("/rest")).unwrap())
}

fn finds(text: &str, body: &str) -> Vec<Annotation> {
    spotlight(&serving(body)).recognize(&Passage::new(text)).unwrap()
}

fn fails(server: &Server) -> Error {
    spotlight(server).recognize(&Passage::new("To Cork")).unwrap_err()
}

/// Returns a mention as written by the server.
fn mention(name: &str, offset: usize) -> String {
    format!(
        r#"{{"@URI":"http://dbpedia.org/resource/Cork","@support":"2","@types":"DBpedia:Place,Schema:City,
        Wikidata:Q515,DUL:Location,Freebase:/location/city,Http://xmlns.com/foaf/0.1/Thing,Odd:x,",
        "@surfaceForm":"{name}","@offset":"{offset}","@similarityScore":"0.75",
        "@percentageOfSecondRank":"0.1"}}"#
    )
    .replace('\n', "")
}

fn all(mentions: &[String]) -> String {
    format!(r#"{{"@text":"x","@confidence":"0.5","Resources":[{}]}}"#, mentions.join(","))
}

#[test]
fn mentions_become_entities() {
    let found = finds("To Cork", &all(&[mention("Cork", 3)]));
    assert_eq!(found[0].span().range(), 3..7);
    let entity = found[0].as_entity().unwrap();
    assert_eq!(&*entity.idents[0], "http://dbpedia.org/resource/Cork");
    let classes: Vec<_> = entity.classes.iter().map(AsRef::as_ref).collect();
    assert_eq!(
        classes,
        [
            "http://dbpedia.org/ontology/Place",
            "http://schema.org/City",
            "http://www.wikidata.org/entity/Q515",
            "http://www.ontologydesignpatterns.org/ont/dul/DUL.owl#Location",
            "http://rdf.freebase.com/ns/location/city",
            "http://xmlns.com/foaf/0.1/Thing",
        ]
    );
    assert_eq!((entity.confidence, found[0].fault()), (Some(0.75), None));
    assert!(finds("To Cork", r#"{"@text":"To Cork","@policy":"whitelist"}"#).is_empty());
}

#[test]
fn calls_are_forms_with_the_parameters() {
    let server = serving(&all(&[]));
    let service = Service::new(&server.url("/en/annotate?v=1")).unwrap();
    let mut spotlight = Spotlight::at(service.with_header("Authorization", "Key 1"));
    for (name, value) in [("confidence", "0.4"), ("support", "7"), ("types", "DBpedia:Place")] {
        spotlight.set(name, value).unwrap();
    }
    spotlight.recognize(&Passage::new("Ä & b")).unwrap();
    spotlight.set("candidates", "true").unwrap();
    spotlight.recognize(&Passage::new("c")).unwrap();
    let seen = server.seen();
    assert_eq!(seen[0].line, "POST /en/annotate?v=1");
    let form = "text=%C3%84+%26+b&confidence=0.4&support=7&types=DBpedia%3APlace";
    assert_eq!(seen[0].body, form);
    assert_eq!(seen[0].header("accept"), Some("application/json"));
    assert_eq!(seen[0].header("authorization"), Some("Key 1"));
    assert_eq!(seen[1].line, "POST /en/candidates?v=1");
}

#[test]
fn offsets_in_units_of_utf16_are_made_right() {
    // A character of two UTF-16 code units, and a character of two bytes.
    let text = "\u{1F600} ä Cork, Cork";
    let found = finds(text, &all(&[mention("Cork", 5), mention("Cork", 11)]));
    let places: Vec<_> = found.iter().map(|annotation| annotation.span().start()).collect();
    assert_eq!(places, [8, 14]);
    // Servers that are written in Python count characters.
    assert_eq!(finds(text, &all(&[mention("Cork", 4)]))[0].span().start(), 8);
}

#[test]
fn what_does_not_stand_there_is_left_out() {
    let right = mention("Cork", 3);
    for wrong in
        [mention("Cork", 4), mention("Dublin", 3), mention("Cork", usize::MAX), mention("", 3)]
    {
        assert_eq!(finds("To Cork", &all(&[wrong.clone(), right.clone()])).len(), 1, "{wrong}");
        let error = fails(&serving(&all(&[wrong])));
        assert_eq!(error.kind(), ErrorKind::Unavailable);
        assert!(error.message().ends_with("gives offsets that do not fit the text"), "{error}");
    }
    // A mention cannot cross blocks either.
    let pieces = [TextSpan::new(0, 4), TextSpan::new(5, 7)];
    let server = serving(&all(&[right]));
    let found = spotlight(&server).recognize(&Passage::new("To Cork").with_blocks(&pieces));
    assert!(found.unwrap().is_empty());
}

#[test]
fn candidates_come_best_first() {
    let rival = |uri: &str, score: &str| {
        format!(
            r#"{{"@label":"x","@uri":"{uri}","@finalScore":"{score}","@types":"DBpedia:{uri}"}}"#
        )
    };
    let body =
        |mentions: &str| format!(r#"{{"annotation":{{"@text":"x","surfaceForm":{mentions}}}}}"#);
    let rivals = format!("[{},{}]", rival("Cork_(material)", "0.25"), rival("Cork", "0.5"));
    let two = format!(
        r#"[{{"@name":"To","@offset":"0","resource":{}}},{{"@name":"Cork","@offset":"3","resource":{rivals}}}]"#,
        rival("To", "0.125")
    );
    let server = serving(&body(&two));
    let mut spotlight = spotlight(&server);
    spotlight.set("candidates", "true").unwrap();
    spotlight.set("resources", "http://de.example/").unwrap();
    let found = spotlight.recognize(&Passage::new("To Cork")).unwrap();
    let entity = found[1].as_entity().unwrap();
    let idents: Vec<_> = entity.idents.iter().map(AsRef::as_ref).collect();
    assert_eq!(idents, ["http://de.example/Cork", "http://de.example/Cork_(material)"]);
    assert_eq!(&*entity.classes[0], "http://dbpedia.org/ontology/Cork");
    assert_eq!(entity.confidence, Some(0.5));
    assert_eq!(&*found[0].as_entity().unwrap().idents[0], "http://de.example/To");
    // A single mention is written without a list. Without mentions, the key is missing.
    let single = format!(r#"{{"@name":"Cork","@offset":3,"resource":{rivals}}}"#);
    assert_eq!(finds("To Cork", &body(&single)).len(), 1);
    assert!(finds("To Cork", r#"{"annotation":{"@text":"x"}}"#).is_empty());
}

#[test]
fn long_texts_go_out_in_parts() {
    let sentence = "To \u{1F600} Cork we went. ";
    let text = sentence.repeat(1_000);
    // Simulates a server that searches the request for the name and counts UTF-16 code units.
    let server = Server::new(|_, seen, stream| {
        let text = seen.body.strip_prefix("text=").unwrap().replace('+', " ");
        let text = text.replace("%F0%9F%98%80", "\u{1F600}");
        let found = text
            .match_indices("Cork")
            .map(|(at, name)| mention(name, text[..at].encode_utf16().count()));
        let body = all(&found.collect::<Vec<_>>());
        let _ = std::io::Write::write_all(stream, answer("200 OK", "", &body).as_bytes());
    });
    let found = spotlight(&server).recognize(&Passage::new(&text)).unwrap();
    assert!(server.seen().len() > 2);
    let expected: Vec<_> = text.match_indices("Cork").map(|(at, _)| at..at + 4).collect();
    let places: Vec<_> = found.iter().map(|annotation| annotation.span().range()).collect();
    assert_eq!(places, expected);
}

#[test]
fn what_is_no_answer_of_spotlight_is_unavailable() {
    for body in [
        "<html><h1>Oops",
        "",
        "[]",
        "{}",
        r#"{"Resources":[{"@URI":"http://a.example/"}]}"#,
        r#"{"Resources":[7]}"#,
        r#"{"Resources":[{"@surfaceForm":"Cork","@offset":"-3"}]}"#,
        r#"{"annotation":{"surfaceForm":[{"@name":"Cork","@offset":"3"}]}}"#,
    ] {
        let error = fails(&serving(body));
        assert_eq!(error.kind(), ErrorKind::Unavailable, "{body}");
        assert!(error.message().contains("not Spotlight JSON"), "{body}: {error}");
    }
    assert_eq!(fails(&serving(&"[".repeat(100_000))).kind(), ErrorKind::Unavailable);
    let many = vec![mention("o", 1); 8];
    assert!(
        fails(&serving(&all(&many)))
            .message()
            .ends_with("finds more names than the text has letters")
    );
    let server = Server::saying(vec![answer("400 Bad", "Content-Type: text/html\r\n", "<h1>No")]);
    let error = fails(&server);
    assert_eq!((error.kind(), server.seen().len()), (ErrorKind::Unavailable, 1));
    assert!(error.message().ends_with("answered 400"), "{error}");
}

#[test]
fn all_parts_share_one_time() {
    let server = Server::new(|_, _, stream| {
        std::thread::sleep(Duration::from_millis(150));
        let _ = std::io::Write::write_all(stream, answer("200 OK", "", &all(&[])).as_bytes());
    });
    let service = Service::new(&server.url("/")).unwrap().with_time(Duration::from_millis(400));
    let text = "Some words. ".repeat(4_000);
    let error = Spotlight::at(service).recognize(&Passage::new(&text)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert!(error.message().ends_with("did not finish within 400 milliseconds"), "{error}");
}

#[test]
fn options_have_names() {
    let server = serving(&all(&[]));
    let mut recognizer = spotlight(&server);
    let values =
        ["X-Key: 1", "5000", "0.4", "7", "DBpedia:Place", "true", "http://a/", "p", "q", "s", "d"];
    for (name, value) in Spotlight::NAMES.iter().zip(values) {
        recognizer.set(name, value).unwrap();
    }
    recognizer.recognize(&Passage::new("x")).unwrap();
    let seen = &server.seen()[0];
    assert_eq!((seen.line.as_str(), seen.header("x-key")), ("POST /rest/candidates", Some("1")));
    let form = "text=x&confidence=0.4&support=7&types=DBpedia%3APlace&policy=p&sparql=q&spotter=s\
                &disambiguator=d";
    assert_eq!(seen.body, form);
    for (name, value) in [
        ("confidence", "2"),
        ("confidence", "NaN"),
        ("support", "-1"),
        ("candidates", "yes"),
        ("x", ""),
    ] {
        let error = recognizer.set(name, value).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)));
    }
}
