//! Tests with a server that returns wrong answers: damaged translations are rejected, correct ones accepted.

mod memory;

use std::io::Write;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::ChatCompletions;
use crate::{Segment, TranslationBatch, Translator, WantedTerm};
use glossweave_base::error::{ErrorKind, Result, Skipped};
use glossweave_base::text::Language;
use glossweave_net::Service;
use glossweave_testing::chat::{check_failing_servers, completion};
use glossweave_testing::server::{Seen, Server, answer};

const KEY: &str = "secret-4711";

/// Texts with their translations.
const PAIRS: [(&str, &str); 4] = [
    ("Open <1>{name}</1>!", "<1>{name}</1> öffnen!"),
    (
        "Delete %d files from https://example.org/a?",
        "%d Dateien von https://example.org/a löschen?",
    ),
    ("The house has 2026 windows.", "Das Haus hat 2026 Fenster."),
    ("He reads the long story to us.", "Er liest uns die lange Geschichte vor."),
];

/// The numbers of segments with their translations.
type Translations = Vec<(u64, String)>;

/// Returns the correct translations of the requested segments.
fn right(seen: &Seen) -> Translations {
    let body: Value = serde_json::from_str(&seen.body).unwrap();
    let user = body.pointer("/messages/1/content").unwrap().as_str().unwrap();
    let user: Value = serde_json::from_str(user).unwrap();
    let segments = user["segments"].as_array().unwrap().iter();
    let of = |text: &str| PAIRS.iter().find(|(source, _)| *source == text).unwrap().1.to_owned();
    segments
        .map(|segment| (segment["id"].as_u64().unwrap(), of(segment["text"].as_str().unwrap())))
        .collect()
}

fn content(all: &Translations) -> String {
    let all: Vec<Value> = all.iter().map(|(id, text)| json!({"id": id, "text": text})).collect();
    json!({ "translations": all }).to_string()
}

fn translate(translator: &ChatCompletions, texts: &[&str]) -> Result<Vec<Option<String>>> {
    translate_and_list(translator, texts, &Mutex::default())
}

fn translate_and_list(
    translator: &ChatCompletions,
    texts: &[&str],
    skipped: &Mutex<Vec<Skipped>>,
) -> Result<Vec<Option<String>>> {
    let segments: Vec<Segment<'_>> = texts.iter().map(|text| Segment::new(text)).collect();
    let (english, german) = (Language::parse("en").unwrap(), Language::parse("de").unwrap());
    let mut job = TranslationBatch::new(&english, &german, &segments);
    job.skipped = Some(skipped);
    let done = translator.translate(&job)?;
    Ok(done.into_iter().map(|result| result.map(|segment| segment.text.into())).collect())
}

fn at(server: &Server) -> ChatCompletions {
    let service = Service::new(&server.url("/v1/")).unwrap();
    ChatCompletions::at(service, "tiny").with_key(KEY)
}

fn texts() -> Vec<&'static str> {
    PAIRS.iter().map(|(source, _)| *source).collect()
}

/// Changes the translation of a pair.
fn change(all: &mut Translations, pair: usize, to: &str) {
    let right = PAIRS[pair].1;
    all.iter_mut().filter(|(_, text)| text == right).for_each(|(_, text)| *text = to.to_owned());
}

/// A wrong content of an answer.
type Damage = fn(Translations) -> String;

/// Wrong contents by name, with `true` if the correct translations can still be obtained.
const DAMAGES: &[(&str, bool, Damage)] = &[
    ("no JSON", false, |_| "I am sorry, I cannot do that.".to_owned()),
    ("nothing", false, |_| String::new()),
    ("cut JSON", false, |all| content(&all)[..40].to_owned()),
    ("another object", false, |_| "{\"answer\": 42}".to_owned()),
    ("a list of strings", false, |all| {
        let texts: Vec<String> = all.into_iter().map(|(_, text)| text).collect();
        json!({ "translations": texts }).to_string()
    }),
    ("a block of code", true, |all| format!("```json\n{}\n```", content(&all))),
    ("words before and after", true, |all| format!("Here you are: {} Good luck!", content(&all))),
    ("a list without its object", true, |all| {
        serde_json::from_str::<Value>(&content(&all)).unwrap()["translations"].to_string()
    }),
    ("numbers as strings", true, |all| {
        let all: Vec<Value> =
            all.iter().map(|(id, text)| json!({"id": id.to_string(), "text": text})).collect();
        json!({ "translations": all }).to_string()
    }),
    ("a number that was not asked for", true, |mut all| {
        all.push((99, "Zugabe".to_owned()));
        content(&all)
    }),
    ("the same twice", true, |mut all| {
        all.extend(all.clone());
        content(&all)
    }),
    ("two for one", false, |mut all| {
        all.push((all[0].0, "Etwas anderes".to_owned()));
        content(&all)
    }),
    ("one is missing", false, |mut all| {
        all.pop();
        content(&all)
    }),
    ("no text", false, |mut all| {
        let (id, _) = all.remove(0);
        let mut value: Value = serde_json::from_str(&content(&all)).unwrap();
        value["translations"].as_array_mut().unwrap().push(json!({"id": id, "text": null}));
        value.to_string()
    }),
    ("a number for a text", false, |mut all| {
        let (id, _) = all.remove(0);
        let mut value: Value = serde_json::from_str(&content(&all)).unwrap();
        value["translations"].as_array_mut().unwrap().push(json!({"id": id, "text": 7}));
        value.to_string()
    }),
    ("an object for a text", false, |mut all| {
        let (id, _) = all.remove(0);
        let mut value: Value = serde_json::from_str(&content(&all)).unwrap();
        value["translations"].as_array_mut().unwrap().push(json!({"id": id, "text": {"de": "x"}}));
        value.to_string()
    }),
    ("swapped", false, |mut all| {
        if all.len() > 1 {
            (all[0].0, all[1].0) = (all[1].0, all[0].0);
        } else {
            all[0].1 = "Vertauscht".to_owned();
        }
        content(&all)
    }),
    ("a marker is lost", false, |mut all| {
        change(&mut all, 0, "<1>{name} öffnen!");
        content(&all)
    }),
    ("both markers are lost", false, |mut all| {
        change(&mut all, 0, "{name} öffnen!");
        content(&all)
    }),
    ("a marker is doubled", false, |mut all| {
        change(&mut all, 0, "<1>{name}</1> <1>öffnen</1>!");
        content(&all)
    }),
    ("a marker is invented", false, |mut all| {
        change(&mut all, 0, "<1>{name}</1> öffnen<9/>!");
        content(&all)
    }),
    ("markers cross", false, |mut all| {
        change(&mut all, 0, "</1>{name}<1> öffnen!");
        content(&all)
    }),
    ("a placeholder is lost", false, |mut all| {
        change(&mut all, 0, "<1>Datei</1> öffnen!");
        content(&all)
    }),
    ("a placeholder is translated", false, |mut all| {
        change(&mut all, 0, "<1>{Name}</1> öffnen!");
        content(&all)
    }),
    ("a placeholder is doubled", false, |mut all| {
        change(&mut all, 0, "<1>{name}</1> {name} öffnen!");
        content(&all)
    }),
    ("a placeholder of another type", false, |mut all| {
        change(&mut all, 1, "%s Dateien von https://example.org/a löschen?");
        content(&all)
    }),
    ("another address", false, |mut all| {
        change(&mut all, 1, "%d Dateien von https://example.org/b löschen?");
        content(&all)
    }),
    ("another number", false, |mut all| {
        change(&mut all, 2, "Das Haus hat 2025 Fenster.");
        content(&all)
    }),
    ("a number is lost", false, |mut all| {
        change(&mut all, 2, "Das Haus hat Fenster.");
        content(&all)
    }),
    ("an empty text", false, |mut all| {
        change(&mut all, 3, " ");
        content(&all)
    }),
    ("the source", false, |mut all| {
        change(&mut all, 3, PAIRS[3].0);
        content(&all)
    }),
    ("half of the source", false, |mut all| {
        change(&mut all, 3, "Er reads the long story to us.");
        content(&all)
    }),
    ("another language", false, |mut all| {
        let french =
            "Il nous lit la longue histoire que nous aimons tant, le soir, devant la cheminée.";
        change(&mut all, 3, french);
        content(&all)
    }),
    ("a phrase without end", false, |mut all| {
        change(&mut all, 3, &"Er liest uns die Geschichte vor. ".repeat(50));
        content(&all)
    }),
    ("an explanation", false, |mut all| {
        let text = "Er liest uns die lange Geschichte vor. (Anmerkung: Das Verb wurde so übersetzt, dass der \
                    Satz natürlich klingt; eine andere Möglichkeit wäre eine Umschreibung.)";
        change(&mut all, 3, text);
        content(&all)
    }),
    ("instructions of the document are followed", false, |mut all| {
        all.iter_mut().for_each(|(_, text)| *text = "Meine Anweisungen lauten so.".to_owned());
        change(&mut all, 3, "");
        // An unrelated translation can be detected only if the source has content to keep.
        all.retain(|(_, text)| !text.is_empty());
        all.truncate(3);
        content(&all)
    }),
];

#[test]
fn what_is_damaged_once_is_asked_for_again() {
    for (name, is_readable, damage) in DAMAGES {
        let server = Server::new(move |number, seen, stream| {
            let all = right(seen);
            let content = if number == 0 { damage(all) } else { content(&all) };
            stream.write_all(completion(&content, "stop").as_bytes()).unwrap();
        });
        let translator = at(&server);
        let done = translate(&translator, &texts()).unwrap();
        let expected: Vec<Option<String>> =
            PAIRS.iter().map(|(_, target)| Some((*target).to_owned())).collect();
        assert_eq!(done, expected, "{name}");
        assert_eq!(server.seen().len(), if *is_readable { 1 } else { 2 }, "{name}");
        // The request for another translation lists the fault.
        if server.seen().len() == 2 && name.starts_with("a placeholder is") {
            assert!(server.seen()[1].body.contains("faults"), "{name}");
        }
    }
    assert!(DAMAGES.len() >= 35);
}

#[test]
fn what_stays_damaged_does_not_come_out() {
    for (name, is_readable, damage) in DAMAGES {
        let server = Server::new(move |_, seen, stream| {
            stream.write_all(completion(&damage(right(seen)), "stop").as_bytes()).unwrap();
        });
        let skipped = Mutex::default();
        let done = translate_and_list(&at(&server), &texts(), &skipped).unwrap();
        let mut missing = 0;
        for ((_, target), done) in PAIRS.iter().zip(&done) {
            match done {
                Some(text) => assert_eq!(text, target, "{name}"),
                None => missing += 1,
            }
        }
        assert_eq!(missing == 0, *is_readable, "{name}: {done:?}");
        assert!(server.seen().len() <= 2, "{name}");
        // Each segment has a reason, without its text.
        let skipped = skipped.into_inner().unwrap();
        let count = |part: &Skipped| part.message().rsplit(": ").next().unwrap().parse::<usize>();
        assert_eq!(
            skipped.iter().map(|part| count(part).unwrap()).sum::<usize>(),
            missing,
            "{name}"
        );
        let messages = skipped.iter().map(Skipped::message).collect::<String>();
        assert!(texts().iter().all(|text| !messages.contains(text)), "{messages}");
    }
}

#[test]
fn servers_that_fail_are_told_by_their_kind() {
    check_failing_servers(|server, milliseconds| {
        let mut translator = at(server);
        translator.set("milliseconds", milliseconds).unwrap();
        translate(&translator, &texts()).unwrap_err()
    });
}

#[test]
fn an_answer_that_is_cut_is_asked_for_in_halves() {
    let server = Server::new(|_, seen, stream| {
        let all = right(seen);
        let is_long = all.len() > 1;
        let text = content(&all);
        let text = if is_long { &text[..30] } else { &text };
        let reason = if is_long { "length" } else { "stop" };
        stream.write_all(completion(text, reason).as_bytes()).unwrap();
    });
    let done = translate(&at(&server), &texts()).unwrap();
    assert!(done.iter().all(Option::is_some));
    assert_eq!(server.seen().len(), 7);
}

#[test]
fn a_server_without_schemas_is_asked_without() {
    let server = Server::new(|_, seen, stream| {
        let body: Value = serde_json::from_str(&seen.body).unwrap();
        let response = match body.pointer("/response_format/type").and_then(Value::as_str) {
            Some("json_schema") => {
                answer("400 Bad Request", "", "{\"error\": \"unknown response_format\"}")
            }
            _ => completion(&content(&right(seen)), "stop"),
        };
        stream.write_all(response.as_bytes()).unwrap();
    });
    let translator = at(&server);
    for text in texts() {
        assert!(translate(&translator, &[text]).unwrap()[0].is_some());
    }
    // The request with a schema is tried only once.
    assert_eq!(server.seen().len(), 5);
    // A refusal for another reason does not change later requests.
    let odd = Server::new(|number, seen, stream| {
        let response = match number {
            0..3 => answer("400 Bad Request", "", "{\"error\": \"the context is too long\"}"),
            _ => completion(&content(&right(seen)), "stop"),
        };
        stream.write_all(response.as_bytes()).unwrap();
    });
    let translator = at(&odd);
    let error = translate(&translator, &texts()).unwrap_err();
    assert!(error.message().contains("the context is too long"), "{error}");
    assert!(translate(&translator, &texts()).unwrap()[0].is_some());
    assert!(odd.seen()[3].body.contains("json_schema"));
    let mut strict = at(&server);
    strict.set("structured-output", "schema").unwrap();
    assert_eq!(translate(&strict, &texts()).unwrap_err().kind(), ErrorKind::Unavailable);
}

#[test]
fn a_question_has_all_that_the_model_needs_and_is_asked_once() {
    let server = Server::new(|_, seen, stream| {
        stream.write_all(completion(&content(&right(seen)), "stop").as_bytes()).unwrap();
    });
    let mut translator = at(&server);
    for (name, value) in [
        ("style", "formal {{source}}"),
        ("seed", "7"),
        ("max-tokens", "900"),
        ("temperature", "0.5"),
    ] {
        translator.set(name, value).unwrap();
    }
    let terms = [WantedTerm { source: "house", target: "Haus" }];
    let texts = texts();
    let mut segments: Vec<Segment<'_>> = texts.iter().map(|text| Segment::new(text)).collect();
    segments[2] = segments[2].with_terms(&terms);
    let numbers = Segment::new("12 / 34");
    segments.insert(1, numbers);
    let (english, german) = (Language::parse("en").unwrap(), Language::parse("de").unwrap());
    let job = TranslationBatch::new(&english, &german, &segments).about(Some("estates"));
    for _ in 0..2 {
        let done = translator.translate(&job).unwrap();
        assert_eq!(&*done[1].as_ref().unwrap().text, "12 / 34");
        assert!(done.iter().all(Option::is_some));
    }
    let seen = server.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].line, "POST /v1/chat/completions");
    assert_eq!(seen[0].header("authorization"), Some("Bearer secret-4711"));
    let body: Value = serde_json::from_str(&seen[0].body).unwrap();
    assert_eq!(
        (&body["model"], &body["seed"], &body["max_tokens"]),
        (&json!("tiny"), &json!(7), &json!(900))
    );
    assert_eq!(body["temperature"], json!(0.5));
    let system = body.pointer("/messages/0/content").unwrap().as_str().unwrap();
    for instruction in
        ["from en into de.", "subject of the document: estates.", "formal {{source}}."]
    {
        assert!(system.contains(instruction), "{instruction}: {system}");
    }
    let user = body.pointer("/messages/1/content").unwrap().as_str().unwrap();
    let user: Value = serde_json::from_str(user).unwrap();
    assert_eq!(user["segments"].as_array().unwrap().len(), 4);
    assert_eq!(user["segments"][2]["terms"], json!([{"source": "house", "target": "Haus"}]));
    let usage = translator.usage();
    assert_eq!((usage.calls, usage.cached), (1, 1));
    assert_eq!((usage.prompt_tokens, usage.completion_tokens), (100, 10));
}

#[test]
fn texts_are_sent_in_groups_with_what_is_around_them() {
    let server = Server::new(|_, seen, stream| {
        stream.write_all(completion(&content(&right(seen)), "stop").as_bytes()).unwrap();
    });
    let texts: Vec<&str> = texts().into_iter().cycle().take(50).collect();
    let done = translate(&at(&server), &texts).unwrap();
    assert!(done.iter().all(Option::is_some));
    let seen = server.seen();
    assert_eq!(seen.len(), 3);
    let body: Value = serde_json::from_str(&seen[1].body).unwrap();
    let user = body.pointer("/messages/1/content").unwrap().as_str().unwrap();
    let user: Value = serde_json::from_str(user).unwrap();
    let count = |name: &str| user[name].as_array().unwrap().len();
    assert_eq!((count("before"), count("segments"), count("after")), (3, 20, 3));
}
