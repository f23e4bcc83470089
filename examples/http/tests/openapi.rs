//! The description of the services agrees with the engine.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::{self, Service};
use glossweave::entity::EntityOptions;
use glossweave::link::LinkRequest;
use glossweave::provider::Parameter;
use glossweave::service::{input_media_types, output_media_types};
use glossweave::term::TermOptions;
use glossweave::translate::TranslationOptions;
use glossweave::{Format, Request};
use serde_json::Value;

fn described() -> Value {
    Service::start().get("/v1/openapi.json").expect(200).json()
}

#[test]
fn every_parameter_of_the_engine_is_described() {
    let document = described();
    let names = |own: &'static [Parameter]| -> Vec<&str> {
        own.iter().chain(Request::parameters()).map(|parameter| parameter.name).collect()
    };
    let services: [(&str, Vec<&str>); 4] = [
        ("/e-entity/{entity_engine}/documents", names(EntityOptions::PARAMETERS)),
        ("/e-link/documents", [names(&[]), LinkRequest::NAMES.to_vec()].concat()),
        ("/e-terminology/{terminology_provider}", names(TermOptions::PARAMETERS)),
        ("/e-translation/{translation_provider}", names(TranslationOptions::PARAMETERS)),
    ];
    for (path, names) in services {
        let parameters = document["paths"][format!("/v1{path}")]["post"]["parameters"].clone();
        let of = |one: &Value| one["name"].as_str().unwrap().to_owned();
        let said: Vec<String> = parameters.as_array().unwrap().iter().map(of).collect();
        for name in names.iter().chain(&["input", "useI18n"]) {
            let count = said.iter().filter(|one| one == name).count();
            assert_eq!(count, 1, "{path}: {name}");
        }
    }
}

#[test]
fn the_formats_are_those_of_the_engine() {
    let listed = Service::start().get("/v1/formats").expect(200).json();
    let known: Vec<_> = Format::ALL.iter().map(|format| format.info()).collect();
    assert_eq!(listed, serde_json::to_value(&known).unwrap());
    assert_eq!(listed[1]["abilities"], serde_json::json!(["read", "annotate", "translate"]));
}

#[test]
fn documents_are_bytes_of_every_media_type_that_the_engine_knows() {
    let document = described();
    let bytes = serde_json::json!({"type": "string", "format": "binary"});
    let operation = &document["paths"]["/v1/e-entity/{entity_engine}/documents"]["post"];
    let sides = [
        (&operation["requestBody"]["content"], input_media_types()),
        (&operation["responses"]["200"]["content"], output_media_types()),
    ];
    for (content, known) in sides {
        let content = content.as_object().unwrap();
        assert_eq!(content.keys().map(String::as_str).collect::<Vec<_>>(), known);
        assert!(content.values().all(|one| one["schema"] == bytes));
    }
    assert!(output_media_types().contains(&"text/csv"));
    assert_eq!(output_media_types()[0], "text/turtle");
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.values().flat_map(|path| path.as_object().unwrap().values());
    for operation in operations {
        let body = operation["requestBody"]["content"].as_object();
        for (media_type, content) in body.into_iter().flatten() {
            assert!(content.get("schema").is_some(), "{}: {media_type}", operation["operationId"]);
        }
        let first = operation["responses"]["200"]["content"].as_object();
        let first = first.and_then(|content| content.keys().next());
        assert_ne!(first.map(String::as_str), Some("*/*"), "{}", operation["operationId"]);
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let document = described();
    let text = document.to_string();
    let all: Vec<&str> = text.split("\"$ref\":\"#").skip(1).collect();
    assert!(all.len() > 20);
    for reference in all {
        let pointer = reference.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}

#[test]
fn each_example_can_be_sent() {
    let mut config = client::settings();
    config.engine.dataset = Some("places".into());
    let service = Service::with(config);
    let places = "uri,label,language\nhttp://dbpedia.org/resource/Dublin,Dublin,en\n";
    let filter = "SELECT ?a { ?a ?b ?c }";
    let sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>";
    for (path, media_type, body) in [
        ("/v1/e-entity/dictionary/datasets/places", "text/csv", places),
        ("/v1/toolbox/convert/manage/entities", "text/plain", filter),
        ("/v1/toolbox/xslt-converter/manage/identity", "text/plain", sheet),
    ] {
        service
            .call("POST", path)
            .token(&service.root)
            .typed(media_type)
            .body(body)
            .send()
            .expect(201);
    }
    let document = service.get("/v1/openapi.json").expect(200).json();
    let mut sent = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let content = item["post"]["requestBody"]["content"].as_object();
        let example =
            content.into_iter().flatten().find(|(_, media)| media["example"] != Value::Null);
        let Some((media_type, media)) = example else { continue };
        let id = item["post"]["operationId"].as_str().unwrap();
        // These require another service, or a stored resource with a number.
        if ["enrichLinks", "enrichTranslations", "runStoredPipeline"].contains(&id) {
            continue;
        }
        let mut target = path.clone();
        let mut query = Vec::new();
        for parameter in item["post"]["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            let Some(value) = parameter["example"].as_str() else { continue };
            match parameter["in"].as_str() {
                Some("path") => target = target.replace(&format!("{{{name}}}"), value),
                _ => {
                    query.push(format!("{name}={}", value.replace(' ', "%20").replace('?', "%3F")))
                }
            }
        }
        let body = media["example"].as_str().map_or(media["example"].to_string(), str::to_owned);
        let target = format!("{target}?{}", query.join("&"));
        let reply =
            service.call("POST", &target).token(&service.root).typed(media_type).body(body).send();
        assert!([200, 201].contains(&reply.status), "{id}: {}", reply.text());
        sent.push(id);
    }
    assert_eq!(sent.len(), 15, "{sent:?}");
}
