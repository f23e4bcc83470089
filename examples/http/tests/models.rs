//! The models of the service: the default models, and models that admins train.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::Service;

const COLUMNS: &str = "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n";

#[test]
fn the_default_models_are_used() {
    let service = Service::start();
    let text = "Yesterday Mary Robinson travelled from Cork to Limerick, where she met her family.";
    let tagged = service.call("POST", "/v1/e-entity/trained/documents").body(text).send();
    let tagged = tagged.expect(200).text();
    assert!(tagged.contains("\"Mary Robinson\"") && !tagged.contains("taIdentRef"), "{tagged}");
    let call = service.call("POST", "/v1/e-entity/linker/documents?dataset=cork");
    let linked = call.body(text).send().expect(200).text();
    assert!(linked.contains("<http://example.org/Cork>") && linked.contains("\"Limerick\""));
}

#[test]
fn admins_train_models() {
    let service = Service::start();
    let columns = COLUMNS.repeat(20);
    let train = |target: &str, token: &str| {
        let call = service.call("POST", target).typed("text/plain").body(&columns);
        if token.is_empty() { call.send() } else { call.token(token).send() }
    };
    train("/v1/models/news", "").problem(401, "Unauthenticated");
    train("/v1/models/news", &service.anna).problem(403, "Forbidden");
    train("/v1/models/trained", &service.root).problem(409, "Conflict");
    train("/v1/models/news?kind=best", &service.root).problem(400, "Invalid");
    train("/v1/models/news?rouds=1", &service.root).problem(400, "Invalid");
    train("/v1/models/news?kind=mentions", &service.root).problem(400, "Invalid");
    let made = train("/v1/models/news?rounds=2", &service.root).expect(201);
    assert_eq!(made.header("location"), Some("/v1/models/news"));
    assert_eq!(made.json()["classes"][0], "http://nerd.eurecom.fr/ontology#Location");

    // The request that `curl --data-binary` sends.
    let form = service.call("POST", "/v1/models/forms?rounds=1").token(&service.root);
    form.typed("application/x-www-form-urlencoded").body(&columns).send().expect(201);
    service.call("DELETE", "/v1/models/forms").token(&service.root).send().expect(204);
    for path in ["/v1/models", "/v1/models/news"] {
        service.call("GET", path).token("nobody").send().problem(401, "Unauthenticated");
    }

    let call = service.call("POST", "/v1/e-entity/dictionary/datasets/towns").token(&service.anna);
    let table = "uri,label\nhttp://example.org/nice,Nice\n";
    call.typed("text/csv").body(table).send().expect(201);
    train("/v1/models/likely-towns?kind=mentions&dataset=towns", &service.root).expect(201);
    let found = |mentions: &str| {
        let target = "/v1/e-entity/dictionary/documents?dataset=towns&mentions=";
        let call = service.call("POST", &format!("{target}{mentions}"));
        call.body("Nice weather! We went to Nice.").send()
    };
    assert_eq!(found("likely-towns").expect(200).text().matches("taIdentRef").count(), 1);
    assert_eq!(found("all").expect(200).text().matches("taIdentRef").count(), 2);
    found("news").problem(400, "Invalid");

    let names: Vec<_> = service.get("/v1/models").expect(200).json().as_array().unwrap().clone();
    assert_eq!((&names[0]["name"], &names[1]["kind"]), (&"likely-towns".into(), &"tagger".into()));
    let delete = |token: &str| service.call("DELETE", "/v1/models/news").token(token).send();
    delete(&service.anna).problem(403, "Forbidden");
    delete(&service.root).expect(204);
    service.get("/v1/models/news").problem(404, "NotFound");
}

#[test]
fn weights_are_fitted_to_a_dataset() {
    let service = Service::start();
    let call =
        service.call("POST", "/v1/e-entity/dictionary/datasets/harbours").token(&service.anna);
    let graph = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <http://example.org/city> rdfs:label 'Cork' ; rdfs:comment 'a harbour of Ireland' .
        <http://example.org/bark> rdfs:label 'Cork' ; rdfs:comment 'the bark of an oak' .";
    call.typed("text/turtle").body(graph).send().expect(201);
    let confidence = || {
        let target = "/v1/e-entity/dictionary/documents?dataset=harbours&outformat=n-triples";
        let found = service
            .call("POST", target)
            .body("The harbour and the oak near Cork.")
            .send()
            .expect(200)
            .text();
        let (_, after) = found.split_once("taConfidence> \"").unwrap();
        after.split('"').next().unwrap().parse::<f64>().unwrap()
    };
    let before = confidence();
    let train = |target: &str| {
        // The examples contradict the descriptions, so that the trained weights become less certain.
        let columns = "Harbour O\nof O\nCork B-http://example.org/bark\n\n".repeat(50);
        let call = service.call("POST", target).typed("text/plain").token(&service.root);
        call.body(&columns).send()
    };
    train("/v1/models/harbours?kind=weights&rounds=3").problem(400, "Invalid");
    train("/v1/models/towns?kind=weights").problem(404, "NotFound");
    let made = train("/v1/models/harbours?kind=weights").expect(201).json();
    assert_eq!(made["kind"], "weights");
    assert!(confidence() < before - 0.1, "{} {before}", confidence());
    service.call("DELETE", "/v1/models/harbours").token(&service.root).send().expect(204);
    assert_eq!(confidence(), before);
}

#[test]
fn models_are_trained_on_nif() {
    let service = Service::start();
    let nif = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
        @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
        @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
        <http://example.org/#char=0,15> a nif:Context ; nif:isString \"We went to Cork\" .
        <http://example.org/#char=11,15> nif:referenceContext <http://example.org/#char=0,15> ;
            nif:beginIndex \"11\"^^xsd:nonNegativeInteger ; nif:endIndex \"15\"^^xsd:nonNegativeInteger ;
            itsrdf:taClassRef <http://schema.org/City> .";
    let call = service.call("POST", "/v1/models/towns?rounds=1").token(&service.root);
    let made = call.typed("text/turtle").body(nif).send().expect(201);
    assert_eq!(made.json()["classes"][0], "http://schema.org/City");
}
