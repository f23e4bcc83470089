//! Unusual client requests, for example forms, options without a value, words in any case.

use super::documents;
use crate::client::{Call, RESOURCE_KINDS, Reply, Service};
use serde_json::Value;

/// A service that processes a document, with an example request.
struct Asked {
    path: &'static str,
    /// The required parameters.
    needs: &'static str,
    body: &'static str,
}

const SERVICES: [Asked; 6] = [
    Asked {
        path: "/e-entity/{entity_engine}/documents",
        needs: "dataset=cork&language=en",
        body: "To Cork & on = 1+1",
    },
    Asked {
        path: "/e-link/documents",
        needs: "templateid=1&informat=turtle",
        body: "<http://a.example/a> <http://a.example/b> 1 .",
    },
    Asked {
        path: "/e-terminology/{terminology_provider}",
        needs: "source-lang=en",
        body: "Two banks & 1+1.",
    },
    Asked {
        path: "/e-translation/{translation_provider}",
        needs: "source-lang=en&target-lang=es",
        body: "To Cork!",
    },
    Asked {
        path: "/toolbox/convert/documents/{filterName}",
        needs: "informat=turtle",
        body: "<http://a.example/a> <http://a.example/b> 1 .",
    },
    Asked {
        path: "/toolbox/xslt-converter/documents/{converterName}",
        needs: "informat=xml",
        body: "<a b='1'>To Cork</a>",
    },
];

/// Starts a service with a filter `border` and a stylesheet `border`.
fn service(folder: &std::path::Path) -> Service {
    let service = Service::with(documents::settings(folder));
    for (place, content) in [
        ("/v1/toolbox/convert/manage?name=border", "SELECT ?s ?o { ?s ?p ?o }"),
        (
            "/v1/toolbox/xslt-converter/manage?name=border",
            "<x:stylesheet version='1.0' xmlns:x='http://www.w3.org/1999/XSL/Transform'/>",
        ),
    ] {
        service.call("POST", place).token(&service.anna).body(content).send().expect(201);
    }
    service
}

impl Asked {
    fn call(&self, service: &Service, more: &str) -> Call {
        let names = [
            ("{entity_engine}", "dictionary"),
            ("{terminology_provider}", "extraction"),
            ("{translation_provider}", "memory"),
            ("{filterName}", "border"),
            ("{converterName}", "border"),
        ];
        let path =
            names.iter().fold(self.path.to_owned(), |path, (from, to)| path.replace(from, to));
        service.call("POST", &format!("/v1{path}?{}{more}", self.needs))
    }

    fn plain(&self, service: &Service) -> Reply {
        self.call(service, "").body(self.body).send().expect(200)
    }
}

#[track_caller]
fn same(asked: &Asked, reply: &Reply, expected: &Reply) {
    let path = asked.path;
    assert_eq!(reply.status, expected.status, "{path}: {}", reply.text());
    assert_eq!(reply.header("content-type"), expected.header("content-type"), "{path}");
    assert_eq!(reply.text(), expected.text(), "{path}");
}

#[test]
fn bodies_come_in_whatever_way() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    for asked in &SERVICES {
        let expected = asked.plain(&service);
        let call = |media_type: &str| asked.call(&service, "").typed(media_type);
        // The request that `curl -d` sends.
        let curled = call("application/x-www-form-urlencoded").body(asked.body).send();
        same(asked, &curled, &expected);
        // As a form with the field `input`, and as the query parameter.
        let escaped =
            percent_encoding::utf8_percent_encode(asked.body, percent_encoding::NON_ALPHANUMERIC);
        let form = format!("input={escaped}");
        let field = call("application/x-www-form-urlencoded").body(&form).send();
        same(asked, &field, &expected);
        same(asked, &asked.call(&service, &format!("&{form}")).send(), &expected);
        // As a file.
        let file = format!(
            "--edge\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n{}\r\n--edge--",
            asked.body
        );
        same(asked, &call("multipart/form-data; boundary=edge").body(file).send(), &expected);
        // With the `Accept` headers of clients that accept all media types.
        let java = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";
        // For a stylesheet, the header omits HTML, because the stylesheet could return HTML.
        let java = if asked.path.contains("xslt") { "*; q=.2, */*; q=.2" } else { java };
        for accept in ["*/*", java, "application/problem+json, */*"] {
            let reply = asked.call(&service, "").accept(accept).body(asked.body).send();
            assert_eq!(reply.expect(200).text(), expected.text(), "{} {accept}", asked.path);
        }
    }
}

#[test]
fn options_without_a_value_are_absent() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let description = service.get("/v1/openapi.json").expect(200).json();
    for asked in &SERVICES {
        let expected = asked.plain(&service);
        let all = description["paths"][format!("/v1{}", asked.path)]["post"]["parameters"]
            .as_array()
            .unwrap()
            .clone();
        let optional = all.iter().filter(|one| one["in"] == "query" && one["required"] != true);
        let names: Vec<&str> = optional.map(|one| one["name"].as_str().unwrap()).collect();
        assert!(names.len() > 2, "{}: {names:?}", asked.path);
        for name in names.iter().filter(|name| !asked.needs.contains(&format!("{name}="))) {
            let reply = asked.call(&service, &format!("&{name}=")).body(asked.body).send();
            assert_eq!(reply.status, 200, "{name}");
            same(asked, &reply, &expected);
        }
    }
}

#[test]
fn answers_to_questions_are_words_in_any_case() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    for asked in &SERVICES {
        for word in ["true", "TRUE", "False", "Undefined"] {
            let reply = asked.call(&service, &format!("&useI18n={word}")).body(asked.body).send();
            reply.expect(200);
        }
        let wrong = asked.call(&service, "&useI18n=maybe").body(asked.body).send();
        assert_eq!(wrong.problem(400, "Invalid").json()["parameter"], "useI18n", "{}", asked.path);
    }
    for resource_kind in RESOURCE_KINDS {
        for (number, (word, is)) in
            [("PUBLIC", "public"), ("Private", "private"), ("", "public")].into_iter().enumerate()
        {
            let (name, more) = (format!("case-{number}"), format!("visibility={word}"));
            let made = resource_kind.store(&service, &service.anna, &name, &more).expect(201);
            assert_eq!(made.json()["visibility"], is);
            let place = format!("{}?visibility={word}", made.header("location").unwrap());
            let put = service.call("PUT", &place).token(&service.anna).send().expect(200);
            assert_eq!(put.json()["visibility"], is);
        }
        let place = format!("{}?contents=TRUE&limit=1&outformat=json", resource_kind.collection);
        let list = service.get(&place).expect(200).json();
        assert!(list[0].get(resource_kind.field).is_some(), "{list}");
        let place = format!("{}?outformat=turtle", resource_kind.collection);
        service.get(&place).problem(400, "Invalid");
    }
    let pipeline = crate::client::resource_kind("pipeline");
    let kept = pipeline.store(&service, &service.anna, "", "persist=True").expect(201);
    assert_eq!(kept.json()["persist"], Value::Bool(true));
}

#[test]
fn what_is_offered_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let named = |path: &str| service.get(path).expect(200).json()[0]["name"].clone();
    for slash in ["", "/"] {
        assert_eq!(named(&format!("/v1/e-entity{slash}")), "dictionary");
        assert_eq!(named(&format!("/current/e-terminology{slash}")), "extraction");
        assert_eq!(named(&format!("/v1/e-translation{slash}")), "memory");
    }
}
