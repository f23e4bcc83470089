use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::{ApertiumApy, DeepL, Google, LibreTranslate};
use crate::{Segment, TranslationBatch, Translator};
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::text::Language;
use glossweave_net::Service;
use glossweave_testing::server::{Seen, Server, answer};

/// A key that must not appear in any output.
const KEY: &str = "secret-4711:fx";

/// The names of the services in the test cases.
const NAMES: [&str; 4] = ["libre", "deepl", "google", "apy"];

fn at(name: &str, server: &Server) -> Box<dyn Translator> {
    let service = Service::new(&server.url("/base/")).unwrap();
    match name {
        "libre" => Box::new(LibreTranslate::at(service).with_key(KEY)),
        "deepl" => Box::new(DeepL::at(service, KEY)),
        "google" => {
            Box::new(Google::at(service.with_header("Authorization", format!("Bearer {KEY}"))))
        }
        _ => Box::new(ApertiumApy::at(service.with_header("X-Key", KEY))),
    }
}

fn translate(
    translator: &dyn Translator,
    (source, target): (&str, &str),
    texts: &[&str],
) -> glossweave_base::Result<Vec<Option<String>>> {
    let segments: Vec<Segment<'_>> = texts.iter().map(|text| Segment::new(text)).collect();
    let language = |tag| Language::parse(tag).unwrap();
    let done = translator.translate(&TranslationBatch::new(
        &language(source),
        &language(target),
        &segments,
    ))?;
    Ok(done.into_iter().map(|result| result.map(|segment| segment.text.into())).collect())
}

/// Returns the texts of a request, and its other fields.
fn request_of(name: &str, seen: &Seen) -> (Vec<String>, Value) {
    if name == "apy" {
        let mut fields = json!({});
        let mut texts = Vec::new();
        for pair in seen.body.split('&') {
            let (field, value) = pair.split_once('=').unwrap();
            match (field, decoded(value)) {
                ("q", text) => texts.push(text),
                (field, value) => fields[field] = value.into(),
            }
        }
        return (texts, fields);
    }
    let mut body: Value = serde_json::from_str(&seen.body).unwrap();
    let field = ["q", "text", "contents"].into_iter().find(|field| body[*field].is_array());
    let texts = body.as_object_mut().unwrap().shift_remove(field.unwrap()).unwrap();
    (serde_json::from_value(texts).unwrap(), body)
}

fn decoded(value: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        let mut digit = || char::from(rest.next().unwrap()).to_digit(16).unwrap() as u8;
        bytes.push(match byte {
            b'%' => digit() * 16 + digit(),
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).unwrap()
}

/// Returns a response in the format of the service.
fn answered(name: &str, texts: &[String]) -> String {
    let each = |field: &str| -> Vec<Value> {
        texts.iter().map(|text| json!({ field: text, "detected_source_language": "EN" })).collect()
    };
    let body = match name {
        "libre" => json!({ "translatedText": texts }),
        "deepl" => json!({ "translations": each("text") }),
        "google" => json!({ "translations": each("translatedText") }),
        _ => json!({
            "responseData": { "translatedText": format!("{}\n", texts[0]) },
            "responseDetails": null,
            "responseStatus": 200,
        }),
    };
    answer("200 OK", "Content-Type: application/json\r\n", &body.to_string())
}

/// Creates a server that reverses the order of words, with their tags, and changes them to capitals.
fn turning(name: &'static str) -> Server {
    Server::new(move |_, seen, stream| {
        let turn = |text: String| {
            let elements = text.replace("<g id=", "<g_id=").replace("<x id=", "<x_id=");
            let words: Vec<_> = elements.split(' ').rev().collect();
            words.join(" ").replace("_id", " id").replace("house", "HOUSE")
        };
        let texts: Vec<_> = request_of(name, seen).0.into_iter().map(turn).collect();
        stream.write_all(answered(name, &texts).as_bytes()).unwrap();
    })
}

#[test]
fn texts_and_markers_go_out_and_come_back() {
    for name in NAMES {
        let server = turning(name);
        let texts = ["a <0/>5 & house", "— <1/>", "a <1>red <2/>x</1> house & <0/>6>", "", "b"];
        let done = translate(&*at(name, &server), ("en", "de"), &texts).unwrap();
        // The server returns the pair with its end first.
        let expected = ["HOUSE & <0/>5 a", "— <1/>", "<0/>6> & HOUSE x red a", "", "b"];
        assert_eq!(done.iter().flatten().collect::<Vec<_>>(), expected, "{name}");
        let texts = ["<1>red</1> <2/>house"];
        let done = translate(&*at(name, &server), ("en", "de"), &texts).unwrap();
        assert_eq!(done[0].as_deref(), Some("<2/>HOUSE <1>red</1>"), "{name}");
    }
}

#[test]
fn calls_are_as_the_services_document_them() {
    for (name, line, plain, marked) in [
        (
            "libre",
            "POST /base/translate",
            json!({ "source": "en", "target": "pb", "format": "text", "api_key": KEY }),
            json!({ "source": "en", "target": "pb", "format": "html", "api_key": KEY }),
        ),
        (
            "deepl",
            "POST /base/v2/translate",
            json!({ "source_lang": "EN", "target_lang": "PT-BR" }),
            json!({ "source_lang": "EN", "target_lang": "PT-BR", "tag_handling": "xml" }),
        ),
        (
            "google",
            "POST /base:translateText",
            json!({ "mimeType": "text/plain", "sourceLanguageCode": "en-US",
                "targetLanguageCode": "pt-BR" }),
            json!({ "mimeType": "text/html", "sourceLanguageCode": "en-US",
                "targetLanguageCode": "pt-BR" }),
        ),
        (
            "apy",
            "POST /base/translate",
            json!({ "langpair": "en|pt", "markUnknown": "no", "format": "txt" }),
            json!({ "langpair": "en|pt", "markUnknown": "no", "format": "html" }),
        ),
    ] {
        let server = turning(name);
        translate(&*at(name, &server), ("en-US", "pt-BR"), &["R&D", "<1>R&D</1> <2/>"]).unwrap();
        let seen = server.seen();
        assert_eq!(seen.len(), 2);
        assert_eq!((seen[0].line.as_str(), seen[1].line.as_str()), (line, line));
        assert_eq!(request_of(name, &seen[0]), (vec!["R&D".into()], plain));
        let sent = "<g id=\"1\">R&amp;D</g> <x id=\"2\"></x>";
        assert_eq!(request_of(name, &seen[1]), (vec![sent.into()], marked));
        let media_type = seen[0].header("content-type").unwrap();
        let form = "application/x-www-form-urlencoded";
        assert_eq!(media_type, if name == "apy" { form } else { "application/json" });
        let authorization = seen[0].header("authorization");
        match name {
            "deepl" => assert_eq!(authorization, Some(&*format!("DeepL-Auth-Key {KEY}"))),
            "google" => assert_eq!(authorization, Some(&*format!("Bearer {KEY}"))),
            _ => assert_eq!(authorization, None),
        }
    }
}

#[test]
fn languages_have_the_names_of_the_service() {
    let codes = |name: &'static str, tag: &str| {
        let server = turning(name);
        translate(&*at(name, &server), (tag, tag), &["a"]).unwrap();
        let fields = request_of(name, &server.seen()[0]).1;
        let text = |field: &str| fields[field].as_str().unwrap().to_owned();
        match name {
            "deepl" => (text("source_lang"), text("target_lang")),
            _ => (text("source"), text("target")),
        }
    };
    for (tag, source, target) in [
        ("en", "EN", "EN-US"),
        ("en-gb", "EN", "EN-GB"),
        ("pt", "PT", "PT-PT"),
        ("zh-Hant-TW", "ZH", "ZH-HANT"),
        ("zh", "ZH", "ZH-HANS"),
        ("de-AT", "DE", "DE"),
        ("no", "NB", "NB"),
        ("es-MX", "ES", "ES-419"),
    ] {
        assert_eq!(codes("deepl", tag), (source.into(), target.into()), "{tag}");
    }
    for (tag, code) in [("de-AT", "de"), ("zh-TW", "zt"), ("zh", "zh"), ("pt-PT", "pt")] {
        assert_eq!(codes("libre", tag).0, code, "{tag}");
    }
}

#[test]
fn calls_keep_to_the_limits() {
    for (name, most, bytes) in
        [("libre", 25, 5_000), ("deepl", 50, 50_000), ("google", 1_024, 30_000), ("apy", 1, 30_000)]
    {
        let server = turning(name);
        let mut texts: Vec<String> = (0..60).map(|number| format!("text {number}")).collect();
        texts.push("w".repeat(bytes));
        texts.push("w".repeat(bytes + 1));
        texts.push("the end".into());
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let done = translate(&*at(name, &server), ("en", "de"), &texts).unwrap();
        assert_eq!(done[59].as_deref(), Some("59 text"), "{name}");
        assert_eq!(done[62].as_deref(), Some("end the"), "{name}");
        assert!(done[60].is_some() && done[61].is_none(), "{name}");
        let calls: Vec<_> = server.seen().iter().map(|seen| request_of(name, seen).0).collect();
        assert!(calls.iter().all(|texts| texts.len() <= most), "{name}");
        assert!(calls.iter().all(|texts| texts.concat().len() <= bytes), "{name}");
        let fewest = if name == "apy" { 62 } else { 60usize.div_ceil(most) + 2 };
        assert_eq!(calls.len(), fewest, "{name}");
    }
}

fn fails(name: &str, status: &str, headers: &str, body: &str) -> Error {
    let server = Server::saying(vec![answer(status, headers, body)]);
    let error = translate(&*at(name, &server), ("en", "de"), &["a"]).unwrap_err();
    assert!(!format!("{error:?}").contains(KEY), "{error:?}");
    error
}

#[test]
fn refusals_have_kinds() {
    for name in NAMES {
        let kind = |status: &str, body: &str| fails(name, status, "", body).kind();
        for status in ["401 No", "403 No", "500 Oops"] {
            assert_eq!(
                kind(status, &format!("{{\"error\":\"key {KEY}\"}}")),
                ErrorKind::Unavailable
            );
        }
        assert_eq!(kind("413 Long", "<html>"), ErrorKind::TooLarge);
        assert_eq!(kind("456 Quota", "{}"), ErrorKind::Throttled);
        assert_eq!(kind("400 Bad", "{\"message\":\"q is missing\"}"), ErrorKind::Unavailable);
        let throttled = fails(name, "429 Slower", "Retry-After: 3600\r\n", "{}");
        assert_eq!(throttled.kind(), ErrorKind::Throttled);
        assert_eq!(throttled.retry_after(), Some(Duration::from_secs(3_600)));
    }
    for (name, body) in [
        ("libre", r#"{"error":"xx is not supported"}"#),
        ("deepl", r#"{"message":"Value for 'target_lang' not supported."}"#),
        ("google", r#"{"error":{"code":400,"message":"Unsupported language pair."}}"#),
        ("apy", r#"{"status":"error","code":400,"explanation":"That pair is not installed"}"#),
    ] {
        let error = fails(name, "400 Bad", "", body);
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
        let message = body.rsplit('"').nth(1).unwrap();
        assert!(error.message().ends_with(message) && error.code() == Some("400"), "{error}");
    }
}

#[test]
fn what_is_no_translation_is_unavailable() {
    for name in NAMES {
        for body in [
            "<html><h1>Oops",
            "",
            "[]",
            "{}",
            r#"{"translatedText":7,"translations":7}"#,
            r#"{"translatedText":[7],"translations":[{"text":7}]}"#,
            r#"{"translatedText":[],"translations":[]}"#,
            &"[".repeat(100_000),
        ] {
            let error = fails(name, "200 OK", "", body);
            assert_eq!(error.kind(), ErrorKind::Unavailable, "{name}: {body:.60}");
            assert!(error.message().contains(" answers with "), "{error}");
        }
    }
    let server = Server::new(|_, _, _| std::thread::sleep(Duration::from_secs(2)));
    let service = Service::new(&server.url("/")).unwrap().with_time(Duration::from_millis(200));
    let error = translate(&ApertiumApy::at(service), ("en", "de"), &["a"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
}

#[test]
fn options_have_names() {
    let first = Server::saying(vec![answered("deepl", &["x".into()])]);
    let service = || Service::new(&first.url("/v2/translate?a=1")).unwrap();
    let mut deepl = DeepL::at(service(), KEY);
    for (name, value) in DeepL::NAMES.iter().zip(["X-Key: 1", "5000", "less", "4711", "best"]) {
        deepl.set(name, value).unwrap();
    }
    translate(&deepl, ("en", "de"), &["a"]).unwrap();
    let seen = &first.seen()[0];
    assert_eq!((seen.line.as_str(), seen.header("x-key")), ("POST /v2/translate?a=1", Some("1")));
    let fields = request_of("deepl", seen).1;
    assert_eq!(fields["formality"], "less");
    assert_eq!((&fields["glossary_id"], &fields["model_type"]), (&json!("4711"), &json!("best")));

    let body = json!({
        "translations": [{ "translatedText": "plain" }],
        "glossaryTranslations": [{ "translatedText": "terms" }],
    });
    let server = Server::saying(vec![answer("200 OK", "", &body.to_string())]);
    let mut google = Google::at(Service::new(&server.url("/v3")).unwrap());
    let text = |google: &Google| translate(google, ("en", "de"), &["a"]).unwrap()[0].clone();
    assert_eq!(text(&google).as_deref(), Some("plain"));
    google.set("glossary", "projects/p/g").unwrap();
    google.set("model", "projects/p/m").unwrap();
    assert_eq!(text(&google).as_deref(), Some("terms"));
    let fields = request_of("google", &server.seen()[1]).1;
    assert_eq!(fields["glossaryConfig"]["glossary"], "projects/p/g");
    assert_eq!(fields["model"], "projects/p/m");

    let mut libre = LibreTranslate::at(service());
    libre.set("key", KEY).unwrap();
    let mut apy = ApertiumApy::at(service());
    apy.set("milliseconds", "10000").unwrap();
    apy.set("pair", "spa|eng_US").unwrap();
    assert_eq!(apy.set("pair", "eng").unwrap_err().parameter(), Some("pair"));
    assert!(translate(&apy, ("es", "en"), &["a"]).is_err());
    assert!(first.seen().iter().any(|seen| seen.body.contains("langpair=spa%7Ceng_US")));
    for error in [
        libre.set("x", "").unwrap_err(),
        deepl.set("x", "").unwrap_err(),
        google.set("x", "").unwrap_err(),
        apy.set("x", "").unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("x")));
    }
    assert!(!format!("{libre:?} {deepl:?} {google:?} {apy:?}").contains(KEY));
    assert!(format!("{:?}", DeepL::new(KEY).unwrap()).contains("https://api-free.deepl.com"));
    assert!(format!("{:?}", DeepL::new("4711").unwrap()).contains("https://api.deepl.com"));
}
