//! The rows about documents: input and output.

use std::path::Path;

use crate::client::{self, Call, Service, resource_kind};
use glossweave_http::{Config, TranslationSystem};

/// A translation memory with one sentence.
const MEMORY: &str = r#"<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en"/><body><tu>
<tuv xml:lang="en"><seg>To Cork!</seg></tuv><tuv xml:lang="es"><seg>¡A Cork!</seg></tuv>
</tu></body></tmx>"#;

/// Returns settings with a public and a private translation system, which use a memory in a folder.
pub fn settings(folder: &Path) -> Config {
    let mut config = client::settings();
    let file = folder.join("memory.tmx");
    std::fs::write(&file, MEMORY).unwrap();
    for (target, key) in [("es", None), ("fr", Some("sesame"))] {
        let mut system = vec![("source-lang", "en"), ("target-lang", target)];
        system.extend(key.map(|key| ("key", key)));
        let pairs = system.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        config.translators.push(TranslationSystem {
            provider: "memory".to_owned(),
            protocol: "memory".to_owned(),
            place: file.to_str().unwrap().to_owned(),
            system: pairs.collect(),
            options: Default::default(),
        });
    }
    config
}

const ENTITIES: &str = "/v1/e-entity/dictionary/documents?dataset=cork&language=en";
/// The annotation of the only entity in "To Cork!".
const FOUND: [&str; 4] = [
    "<http://www.w3.org/2005/11/its/rdf#taIdentRef> <http://example.org/Cork> .",
    "<http://www.w3.org/2005/11/its/rdf#taClassRef> <http://example.org/City> .",
    "/nif-core#anchorOf> \"Cork\"",
    "/nif-core#beginIndex> \"3\"^^<http://www.w3.org/2001/XMLSchema#nonNegativeInteger> .",
];

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

fn entities_of(service: &Service, more: &str) -> Call {
    service.call("POST", &format!("{ENTITIES}{more}"))
}

pub fn informat(service: &Service) {
    let text = "<p>To Cork!";
    let as_html = entities_of(service, "&outformat=n-triples").typed("text/html").body(text);
    has(&as_html.send().expect(200).text(), &["#isString> \"To Cork!\""]);
    let as_text = entities_of(service, "&outformat=n-triples&informat=text").typed("text/html");
    has(&as_text.body(text).send().expect(200).text(), &["#isString> \"<p>To Cork!\""]);
    let none = entities_of(service, "&informat=latex").body(text).send();
    assert_eq!(none.problem(415, "Unsupported").json()["parameter"], "informat");
    entities_of(service, "").typed("image/png").body(text).send().problem(415, "Unsupported");
    // Only enrichment services support short names.
    let short = entities_of(service, "&f=html&o=n-triples").typed("text/plain").body(text).send();
    has(&short.expect(200).text(), &["#isString> \"To Cork!\""]);
}

pub fn outformat(service: &Service) {
    let ask = |more: &str, accept: &str| {
        let call = entities_of(service, more).body("To Cork!");
        if accept.is_empty() { call.send() } else { call.accept(accept).send() }
    };
    let json = ask("&outformat=json-ld", "text/turtle").expect(200);
    assert_eq!(json.media_type(), Some("application/ld+json"));
    assert!(json.json().to_string().contains("http://example.org/Cork"));
    for (accept, media_type) in [
        ("", "text/turtle"),
        ("*/*", "text/turtle"),
        ("application/x-turtle", "application/x-turtle"),
        ("application/json+ld", "application/json+ld"),
        ("text/html;q=0.9, application/rdf+xml;q=0.5", "application/rdf+xml"),
        ("application/n-triples;q=0.1, text/turtle;q=0.2", "text/turtle"),
        ("text/n3", "text/n3"),
    ] {
        let reply = ask("", accept).expect(200);
        assert_eq!(reply.media_type(), Some(media_type), "{accept}");
        has(&reply.text(), &["http://example.org/Cork"]);
    }
    ask("", "image/png").problem(406, "Unsupported");
    for name in ["csv", "xml", "html"] {
        ask(&format!("&outformat={name}"), "").problem(400, "Invalid");
    }
    ask("", "text/html").problem(406, "Unsupported");
    // The input is returned unchanged, except for the inserted annotations.
    let page = "<!doctype html><title>x</title><p class=a>To Cork!</p>\n";
    let back = entities_of(service, "").typed("text/html").accept("text/html").body(page).send();
    assert_eq!(back.media_type(), Some("text/html"));
    let back = back.expect(200).text();
    has(&back, &["<p class=a>To <span its-ta-ident-ref=\"http://example.org/Cork\""]);
    let bare: String = back
        .split('<')
        .map(|part| match part.strip_prefix("span ") {
            Some(rest) => rest.split_once('>').unwrap().1.to_owned(),
            None if part.starts_with("/span>") => part["/span>".len()..].to_owned(),
            None => format!("<{part}"),
        })
        .collect();
    assert_eq!(bare.strip_prefix('<'), Some(page));
    let german = ENTITIES.replace("language=en", "language=de");
    let german = service.call("POST", &german).typed("text/html").accept("text/html").body(page);
    german.send().expect(400);
}

pub fn input(service: &Service) {
    let reply = entities_of(service, "&input=To+Cork!&outformat=n-triples").body("To Rome!").send();
    has(&reply.expect(200).text(), &FOUND);
    let none = entities_of(service, "").send().problem(400, "Invalid").json();
    assert_eq!(none["parameter"], "input");
}

/// Stores a filter as anna.
fn stored_filter(service: &Service, name: &str, more: &str) -> String {
    let place = format!("/v1/toolbox/convert/manage?name={name}{more}");
    let query = "SELECT ?entity { ?s <http://www.w3.org/2005/11/its/rdf#taIdentRef> ?entity }";
    let reply = service.call("POST", &place).token(&service.anna).body(query).send();
    assert!(matches!(reply.status, 201 | 409), "{}", reply.text());
    name.to_owned()
}

const TABLE: &str = "entity\r\nhttp://example.org/Cork\r\n";

pub fn filter(service: &Service) {
    stored_filter(service, "found", "");
    let ask = |more: &str| entities_of(service, more).body("To Cork!").send();
    let table = ask("&filter=found").expect(200);
    assert_eq!(table.text(), TABLE);
    assert!(table.header("content-type").unwrap().starts_with("text/csv"));
    has(
        &ask("&filter=found&outformat=xml").expect(200).text(),
        &[
            "<sparql xmlns=\"http://www.w3.org/2005/sparql-results#\"",
            "<uri>http://example.org/Cork</uri>",
        ],
    );
    ask("&filter=unknown").problem(401, "Unauthenticated");
    stored_filter(service, "hidden", "&visibility=private");
    ask("&filter=hidden").problem(401, "Unauthenticated");
    let ask =
        |token: &str| entities_of(service, "&filter=hidden").token(token).body("To Cork!").send();
    ask(&service.bert).problem(404, "NotFound");
    assert_eq!(ask(&service.anna).expect(200).text(), TABLE);
    assert_eq!(ask(&service.root).expect(200).text(), TABLE);
}

pub fn use_i18n(service: &Service) {
    let ask = |more: &str| {
        entities_of(service, &format!("{more}&outformat=n-triples"))
            .typed("text/html")
            .body("<p>To Cork!")
            .send()
    };
    for more in ["", "&useI18n=true", "&useI18n=undefined"] {
        has(&ask(more).expect(200).text(), &FOUND);
    }
    ask("&useI18n=false").problem(415, "Unsupported");
    assert_eq!(ask("&useI18n=maybe").problem(400, "Invalid").json()["parameter"], "useI18n");
}

pub fn entities(service: &Service) {
    let ask = |more: &str| {
        entities_of(service, more).body("To Cork!").accept("application/n-triples").send()
    };
    has(&ask("").expect(200).text(), &FOUND);
    has(&ask("&mode=all").expect(200).text(), &FOUND);
    has(&ask("&numLinks=1&threshold=0.1").expect(200).text(), &FOUND);
    let spots = ask("&mode=spot").expect(200).text();
    has(&spots, &FOUND[2..]);
    assert!(!spots.contains("taIdentRef"), "{spots}");
    assert!(!ask("&types=http://example.org/River").expect(200).text().contains("anchorOf"));
    assert_eq!(ask("&numLinks=9").expect(400).json()["parameter"], "numLinks");
    assert_eq!(ask("&colour=red").problem(400, "Invalid").json()["parameter"], "colour");
    // NIF input in the notation of the output, with the media type that GERBIL uses.
    let nif = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
        <http://a.example/#char=0,8> a nif:Context ; nif:isString \"To Cork!\" .";
    let call =
        entities_of(service, "").typed("application/x-turtle").accept("application/x-turtle");
    let reply = call.body(nif).send().expect(200);
    assert_eq!(reply.media_type(), Some("application/x-turtle"));
    has(&reply.text(), &["http://a.example/#char=3,7", "http://example.org/Cork"]);
    // Recognizers and datasets that do not exist, or are private.
    let engine = ENTITIES.replace("dictionary", "oracle");
    service.call("POST", &engine).body("To Cork!").send().problem(404, "NotFound");
    let own =
        resource_kind("dataset").stored(service, &service.anna, "own-names", "visibility=private");
    assert_eq!(own, "/v1/e-entity/dictionary/datasets/own-names");
    let ask = |token: &str, dataset: &str| {
        let place = format!("/v1/e-entity/dictionary/documents?dataset={dataset}&language=en");
        service.call("POST", &place).token(token).body("To Cork!").send()
    };
    ask(&service.anna, "own-names").expect(200);
    ask("", "own-names").problem(401, "Unauthenticated");
    ask("", "nothing").problem(401, "Unauthenticated");
    ask("wrong", "cork").problem(401, "Unauthenticated");
    let [hidden, none] = ["own-names", "nothing"]
        .map(|name| ask(&service.bert, name).problem(404, "NotFound").text().replace(name, ""));
    assert_eq!(hidden, none, "what is private is as what is not there");
}

pub fn links(service: &Service) {
    let template = |more: &str| {
        let place = resource_kind("template").stored(service, &service.anna, "", more);
        place.rsplit('/').next().unwrap().to_owned()
    };
    let (open, own) = (template(""), template("visibility=private"));
    let nif = entities_of(service, "&mode=link").body("To Cork!").send().expect(200).text();
    let ask = |token: &str, more: &str| {
        let place = format!("/v1/e-link/documents?outformat=n-triples{more}");
        service.call("POST", &place).token(token).typed("text/turtle").body(&nif).send()
    };
    let class = "<http://example.org/Cork> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/City> .";
    has(&ask("", &format!("&templateid={open}")).expect(200).text(), &[class, FOUND[0]]);
    assert_eq!(ask("", "").problem(400, "Invalid").json()["parameter"], "templateid");
    ask("", &format!("&templateid={own}")).problem(401, "Unauthenticated");
    ask(&service.bert, &format!("&templateid={own}")).problem(404, "NotFound");
    has(&ask(&service.anna, &format!("&templateid={own}")).expect(200).text(), &[class]);
    // Predefined resources have names, and no user who can log in owns them.
    let list = service.get("/v1/e-link/templates").expect(200).json();
    let owners = list.as_array().unwrap().iter().filter(|one| one["owner"] == "system");
    assert_eq!(owners.count(), 6);
}

pub fn terms(service: &Service) {
    let table =
        "uri,term,language\nhttp://example.org/bank,bank,en\nhttp://example.org/bank,ribera,es\n";
    let place = "/v1/e-entity/termbase/datasets/rivers?type=terms";
    let reply =
        service.call("POST", place).token(&service.anna).typed("text/csv").body(table).send();
    assert_eq!(reply.expect(201).json()["type"], "terms");
    let ask = |more: &str| {
        let place = format!(
            "/v1/e-terminology/termbase?source-lang=en&target-lang=es&dataset=rivers{more}"
        );
        service.call("POST", &place).body("Two banks.").accept("application/n-triples").send()
    };
    let found = ask("").expect(200).text();
    has(
        &found,
        &[
            "/its/rdf#term> \"yes\"",
            "/its/rdf#termInfoRef> <http://example.org/bank> .",
            "#anchorOf> \"banks\"",
            "\"ribera\"@es",
        ],
    );
    assert!(!ask("&mode=annotation").expect(200).text().contains("ribera"));
    let page = service.call("POST", "/v1/e-terminology/termbase?source-lang=en&collection=rivers");
    let page = page.typed("text/html").accept("text/html").body("<p>Two banks.").send().expect(200);
    has(&page.text(), &["its-term=\"yes\"", ">banks</span>"]);
    let none = service.call("POST", "/v1/e-terminology/oracle?source-lang=en").body("x").send();
    none.problem(404, "NotFound");
}

pub fn translations(service: &Service) {
    let ask = |languages: &str| {
        let place = format!("/v1/e-translation/memory?{languages}");
        service.call("POST", &place).body("To Cork!").accept("application/n-triples").send()
    };
    let found = ask("source-lang=en&target-lang=es").expect(200).text();
    has(&found, &["/its/rdf#target> \"", "#isString> \"To Cork!\""]);
    assert!(found.contains("A Cork!\"@es"), "{found}");
    ask("source-lang=en&target-lang=de").problem(404, "NotFound");
    assert_eq!(ask("source-lang=en").problem(400, "Invalid").json()["parameter"], "target-lang");
    assert_eq!(ask("target-lang=es").problem(400, "Invalid").json()["parameter"], "source-lang");
    // A private system can be used only with its key.
    ask("source-lang=en&target-lang=fr").problem(404, "NotFound");
    ask("source-lang=en&target-lang=fr&key=wrong").problem(401, "Unauthenticated");
    ask("source-lang=en&target-lang=fr&key=sesame").expect(200);
    let systems = service.get("/v1/e-translation/memory/systems").expect(200).json();
    assert_eq!(systems.as_array().unwrap().len(), 1, "private ones are not listed");
    assert_eq!(
        (systems[0]["source"].as_str(), systems[0]["target"].as_str()),
        (Some("en"), Some("es"))
    );
    assert!(matches!(systems[0]["state"].as_str(), Some("available" | "standby")));
    service.get("/v1/e-translation/oracle/systems").problem(404, "NotFound");
}

fn table_of(service: &Service, accept: &str, more: &str) -> client::Reply {
    stored_filter(service, "found", "");
    let nif = entities_of(service, "").body("To Cork!").send().expect(200).text();
    let place = format!("/v1/toolbox/convert/documents/found{more}");
    let call = service.call("POST", &place).typed("text/turtle").body(nif);
    if accept.is_empty() { call.send() } else { call.accept(accept).send() }
}

pub fn filters(service: &Service) {
    assert_eq!(table_of(service, "", "").expect(200).text(), TABLE);
    let rdf = "%3Cu:a%3E+%3Chttp://www.w3.org/2005/11/its/rdf%23taIdentRef%3E+%3Cu:b%3E.";
    let given = table_of(service, "", &format!("?informat=turtle&input={rdf}"));
    assert_eq!(given.expect(200).text(), "entity\r\nu:b\r\n");
    let wrong = table_of(service, "", "?informat=turtle&input=no").problem(400, "Malformed").json();
    assert_eq!((&wrong["line"], wrong["column"].is_u64()), (&1.into(), true));
    stored_filter(service, "hidden", "&visibility=private");
    let ask = |token: &str| {
        let call = service.call("POST", "/v1/toolbox/convert/documents/hidden").token(token);
        call.typed("text/turtle").body("<u:a> <u:b> <u:c> .").send()
    };
    ask("").problem(401, "Unauthenticated");
    ask(&service.bert).problem(404, "NotFound");
    assert_eq!(ask(&service.anna).expect(200).text(), "entity\r\n");
}

pub fn filter_csv(service: &Service) {
    for (accept, more) in
        [("", "?outformat=csv"), ("text/comma-separated-values", ""), ("text/csv", "")]
    {
        let reply = table_of(service, accept, more).expect(200);
        assert_eq!(reply.text(), TABLE);
        if !accept.is_empty() {
            assert_eq!(reply.media_type(), Some(accept));
        }
    }
}

pub fn filter_json(service: &Service) {
    for (accept, more) in [("", "?outformat=json"), ("application/json", "")] {
        let table = table_of(service, accept, more).expect(200).json();
        assert_eq!(table["head"]["vars"][0], "entity");
        assert_eq!(table["results"]["bindings"][0]["entity"]["value"], "http://example.org/Cork");
    }
}

pub fn filter_xml(service: &Service) {
    for (accept, more) in [("", "?outformat=xml"), ("text/xml", "")] {
        let text = table_of(service, accept, more).expect(200).text();
        has(
            &text,
            &[
                "http://www.w3.org/2005/sparql-results#",
                "<variable name=\"entity\"/>",
                "<uri>http://example.org/Cork</uri>",
            ],
        );
    }
}

pub fn filter_rdf(service: &Service) {
    for (accept, more) in [
        ("", "?outformat=turtle"),
        ("text/turtle", ""),
        ("application/rdf+xml", ""),
        ("application/ld+json", ""),
    ] {
        let text = table_of(service, accept, more).expect(200).text();
        has(
            &text,
            &["http://www.w3.org/2001/sw/DataAccess/tests/result-set#", "http://example.org/Cork"],
        );
    }
}

pub fn converters(service: &Service) {
    let sheet = r#"<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform">
        <x:output method="xml" omit-xml-declaration="yes"/><x:param name="who">nobody</x:param>
        <x:template match="/"><to><x:value-of select="$who"/>: <x:value-of select="normalize-space(.)"/></to></x:template>
        </x:stylesheet>"#;
    for (name, more) in [("letter", ""), ("own-letter", "&visibility=private")] {
        let place = format!("/v1/toolbox/xslt-converter/manage?name={name}{more}");
        service.call("POST", &place).token(&service.anna).body(sheet).send().expect(201);
    }
    let ask = |token: &str, place: &str, media_type: &str, body: &str| {
        let place = format!("/v1/toolbox/xslt-converter/documents/{place}");
        let call = service.call("POST", &place).token(token).body(body);
        if media_type.is_empty() { call } else { call.typed(media_type) }
    };
    let plain = ask("", "letter", "", "<a>Hi</a>").send().expect(200);
    assert_eq!(
        (plain.text().trim_end(), plain.media_type()),
        ("<to>nobody: Hi</to>", Some("text/xml"))
    );
    let given = ask("", "letter?who=Anna+%26+Bert", "text/xml", "<a>Hi</a>").send().expect(200);
    assert_eq!(given.text().trim_end(), "<to>Anna &amp; Bert: Hi</to>");
    let page =
        ask("", "letter", "text/html", "<p>Hi<br>you").accept("text/html").send().expect(200);
    assert_eq!(page.media_type(), Some("text/html"));
    has(&page.text(), &["nobody: Hi"]);
    let wrong = ask("", "letter", "text/xml", "<a>\n</b>").send().problem(400, "Malformed").json();
    assert_eq!(wrong["line"], 2);
    ask("", "own-letter", "", "<a/>").send().problem(401, "Unauthenticated");
    ask(&service.bert, "own-letter", "", "<a/>").send().problem(404, "NotFound");
    ask(&service.anna, "own-letter", "", "<a/>").send().expect(200);
    ask(&service.bert, "unknown", "", "<a/>").send().problem(404, "NotFound");
}
