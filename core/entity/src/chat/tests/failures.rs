//! Invalid answers, and servers that fail.

use std::io::Write;

use serde_json::{Value, json};

use super::{at, content, expected, recognize, right};
use glossweave_base::error::Skipped;
use glossweave_testing::chat::{check_failing_servers, completion};
use glossweave_testing::server::Server;

/// A function that returns an invalid answer.
type Damage = fn(Vec<Value>) -> String;

/// Returns an answer in which a field of the first mention has another value.
fn with(mut all: Vec<Value>, field: &str, value: Value) -> String {
    all[0][field] = value;
    content(&all)
}

fn added(mut all: Vec<Value>, id: u64, text: &str, label: &str) -> String {
    all.push(json!({"id": id, "text": text, "type": label, "confidence": 0.9}));
    content(&all)
}

const UNREADABLE: &str = "the language model gave no readable answer";
const NOT_IN_TEXT: &str = "the text does not contain this name";
const TOO_OFTEN: &str = "the answer contains this name more often than the text";
const OVERLAPS: &str = "this name overlaps another name in the answer";
const UNKNOWN_TEXT: &str = "the answer refers to a text that was not sent";
const UNKNOWN_TYPE: &str = "the type of this name was not requested";
const NO_NAME: &str = "an item of the answer is not a name";
const TOO_MANY: &str = "the answer has too many names";

/// Invalid answers with their names, the mentions that can still be read from them (as bits), and the
/// reported message.
const DAMAGES: &[(&str, u8, &str, Damage)] = &[
    ("no JSON", 0, UNREADABLE, |_| "I am sorry, I cannot do that.".to_owned()),
    ("nothing", 0, UNREADABLE, |_| String::new()),
    ("cut JSON", 0, UNREADABLE, |all| content(&all)[..120].to_owned()),
    ("another object", 0, UNREADABLE, |_| "{\"answer\": 42}".to_owned()),
    ("a list that is none", 0, UNREADABLE, |_| "{\"mentions\": \"Cork\"}".to_owned()),
    ("two objects", 15, "", |all| content(&all).repeat(2)),
    ("a number", 0, UNREADABLE, |_| "7".to_owned()),
    ("deep nesting", 0, UNREADABLE, |_| "[".repeat(100_000)),
    ("a block of code", 15, "", |all| format!("```json\n{}\n```", content(&all))),
    ("words around", 15, "", |all| format!("Here you are: {} Good luck!", content(&all))),
    ("a list without its object", 15, "", |all| Value::from(all).to_string()),
    ("numbers as strings", 15, "", |all| with(all, "id", json!("1"))),
    ("a confidence as string", 15, "", |all| with(all, "confidence", json!("0.5"))),
    ("a confidence above 1", 15, "", |all| with(all, "confidence", json!(95))),
    ("no confidence", 15, "", |all| with(all, "confidence", Value::Null)),
    ("a type in another case", 15, "", |all| with(all, "type", json!(" Person"))),
    ("a name in another case", 15, "", |all| with(all, "text", json!("ADA  BYRON"))),
    ("more members", 15, "", |all| with(all, "iri", json!("http://evil.example/"))),
    ("an invented name", 15, NOT_IN_TEXT, |all| added(all, 1, "Lord Byron", "person")),
    ("a part of a word", 15, NOT_IN_TEXT, |all| added(all, 2, "ork", "town")),
    ("a name of another sentence", 15, NOT_IN_TEXT, |all| added(all, 3, "Cork", "town")),
    ("a corrected spelling", 14, NOT_IN_TEXT, |all| with(all, "text", json!("Ada Bryon"))),
    ("a translated name", 14, NOT_IN_TEXT, |all| with(all, "text", json!("Ada von Byron"))),
    ("a name with marks around it", 14, NOT_IN_TEXT, |all| {
        with(all, "text", json!("**Ada Byron**"))
    }),
    ("a name over two sentences", 15, NOT_IN_TEXT, |all| added(all, 1, "Cork. She", "town")),
    ("an empty name", 15, NOT_IN_TEXT, |all| added(all, 1, "", "town")),
    ("a name without end", 15, NOT_IN_TEXT, |all| added(all, 1, &"Cork ".repeat(9_999), "town")),
    ("a name too often", 15, TOO_OFTEN, |all| added(all, 1, "Cork", "town")),
    ("two types of a name", 15, TOO_OFTEN, |all| added(all, 1, "Ada Byron", "town")),
    ("a name within another", 15, OVERLAPS, |all| added(all, 2, "River", "river")),
    ("a name across another", 15, OVERLAPS, |all| added(all, 1, "went to Cork", "town")),
    ("an invented type", 14, UNKNOWN_TYPE, |all| with(all, "type", json!("poet"))),
    ("an IRI for a type", 14, UNKNOWN_TYPE, |all| {
        with(all, "type", json!("http://schema.org/Person"))
    }),
    ("no type", 14, UNKNOWN_TYPE, |all| with(all, "type", Value::Null)),
    ("an object for a type", 14, UNKNOWN_TYPE, |all| with(all, "type", json!({"is": "person"}))),
    ("a text that there is not", 14, UNKNOWN_TEXT, |all| with(all, "id", json!(4))),
    ("text 0", 14, UNKNOWN_TEXT, |all| with(all, "id", json!(0))),
    ("a negative text", 14, UNKNOWN_TEXT, |all| with(all, "id", json!(-1))),
    ("a huge number of a text", 14, UNKNOWN_TEXT, |all| with(all, "id", json!(u64::MAX))),
    ("no number of a text", 14, UNKNOWN_TEXT, |all| with(all, "id", Value::Null)),
    ("a number for a name", 14, NO_NAME, |all| with(all, "text", json!(7))),
    ("a list for a name", 14, NO_NAME, |all| with(all, "text", json!(["Ada", "Byron"]))),
    ("a string for a mention", 15, NO_NAME, |mut all| {
        all.push("Cork".into());
        content(&all)
    }),
    ("an answer without end", 15, TOO_MANY, |mut all| {
        let town = json!({"id": 2, "text": "Dublin", "type": "town", "confidence": 1});
        all.extend(vec![town; 5_000]);
        content(&all)
    }),
    ("instructions of the document are followed", 15, NOT_IN_TEXT, |all| {
        added(all, 3, "http://evil.example/city", "town")
    }),
];

#[test]
fn nothing_invented_comes_out_and_each_fault_is_reported() {
    for (name, bits, message, damage) in DAMAGES {
        let server = Server::new(move |_, _, stream| {
            stream.write_all(completion(&damage(right()), "stop").as_bytes()).unwrap();
        });
        let (found, skipped) = recognize(&at(&server)).unwrap();
        let remaining =
            expected().into_iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
        let remaining: Vec<_> = remaining.map(|(_, mention)| mention).collect();
        assert_eq!(found, remaining, "{name}");
        let messages: Vec<&str> = skipped.iter().map(Skipped::message).collect();
        match *message {
            "" => assert!(messages.is_empty(), "{name}: {messages:?}"),
            message => {
                let is_there = messages.iter().any(|reported| reported.starts_with(message));
                assert!(is_there, "{name}: {messages:?}");
            }
        }
        assert!(skipped.iter().all(|part| part.subject().len() < 500), "{name}");
        assert!(skipped.len() <= Skipped::MOST);
        // The question is repeated only if nothing could be read.
        assert_eq!(server.seen().len(), if *message == UNREADABLE { 2 } else { 1 }, "{name}");
    }
    assert!(DAMAGES.len() >= 45);
}

#[test]
fn what_cannot_be_read_is_asked_for_again() {
    for (name, _, _, damage) in DAMAGES.iter().filter(|(_, _, message, _)| *message == UNREADABLE) {
        let server = Server::new(move |number, _, stream| {
            let response = if number == 0 { damage(right()) } else { content(&right()) };
            stream.write_all(completion(&response, "stop").as_bytes()).unwrap();
        });
        let (found, skipped) = recognize(&at(&server)).unwrap();
        assert_eq!((found, skipped), (expected(), Vec::new()), "{name}");
    }
}

#[test]
fn an_answer_that_is_cut_is_asked_for_in_halves() {
    let server = Server::new(|_, seen, stream| {
        let (_, user) = super::asked(seen);
        let texts = user["texts"].as_array().unwrap();
        let mut all = Vec::new();
        for text in texts {
            let here = right().into_iter().filter(|mention| {
                let sentence = text["text"].as_str().unwrap();
                mention["id"] == if sentence.starts_with("Ada") { 1 } else { 2 }
                    && sentence.contains(mention["text"].as_str().unwrap())
            });
            all.extend(here.map(|mut mention| {
                mention["id"] = text["id"].clone();
                mention
            }));
        }
        // A truncated answer may still be valid JSON.
        let reason = if texts.len() > 1 { "length" } else { "stop" };
        stream.write_all(completion(&content(&all), reason).as_bytes()).unwrap();
    });
    let (found, skipped) = recognize(&at(&server)).unwrap();
    assert_eq!((found, skipped), (expected(), Vec::new()));
    assert_eq!(server.seen().len(), 5);

    let server = Server::new(|_, _, stream| {
        stream.write_all(completion(&content(&right()), "length").as_bytes()).unwrap();
    });
    let (found, skipped) = recognize(&at(&server)).unwrap();
    assert_eq!((found.len(), skipped.len()), (0, 3));
    assert!(skipped.iter().all(|part| part.message().starts_with(UNREADABLE)));
    assert_eq!(server.seen().len(), 8);
}

#[test]
fn servers_that_fail_are_told_by_their_kind() {
    check_failing_servers(|server, milliseconds| {
        let mut recognizer = at(server);
        recognizer.set("milliseconds", milliseconds).unwrap();
        recognize(&recognizer).unwrap_err()
    });
}
