//! The kinds of stored resources, with example contents.

use super::{Reply, Service};

/// A kind of stored resource.
#[derive(Clone, Copy, Debug)]
pub struct ResourceKind {
    pub kind: &'static str,
    /// The path of the collection.
    pub collection: &'static str,
    /// The key of the name in JSON.
    pub key: &'static str,
    pub media_type: &'static str,
    /// Content to store, and content to replace it with.
    pub contents: [&'static str; 2],
    /// A field of the JSON, and its values for the two contents.
    pub field: &'static str,
    pub shows: [&'static str; 2],
}

pub const RESOURCE_KINDS: [ResourceKind; 7] = [
    ResourceKind {
        kind: "template",
        collection: "/v1/e-link/templates",
        key: "id",
        media_type: "application/json",
        contents: [
            r#"{"endpoint": "dataset:cork", "query": "CONSTRUCT { <@@@entity_uri@@@> a ?t } WHERE { <@@@entity_uri@@@> a ?t }"}"#,
            r#"{"endpoint": "dataset:cork", "query": "CONSTRUCT { <@@@entity_uri@@@> a ?u } WHERE { <@@@entity_uri@@@> a ?u }"}"#,
        ],
        field: "query",
        shows: [
            r#""CONSTRUCT { <@@@entity_uri@@@> a ?t } WHERE { <@@@entity_uri@@@> a ?t }""#,
            r#""CONSTRUCT { <@@@entity_uri@@@> a ?u } WHERE { <@@@entity_uri@@@> a ?u }""#,
        ],
    },
    ResourceKind {
        kind: "filter",
        collection: "/v1/toolbox/convert/manage",
        key: "name",
        media_type: "text/plain",
        contents: ["SELECT ?s { ?s ?p ?o }", "SELECT ?o { ?s ?p ?o }"],
        field: "query",
        shows: [r#""SELECT ?s { ?s ?p ?o }""#, r#""SELECT ?o { ?s ?p ?o }""#],
    },
    ResourceKind {
        kind: "pipeline",
        collection: "/v1/pipelining/templates",
        key: "id",
        media_type: "text/json",
        contents: [
            r#"[{"method": "POST", "endpoint": "/a", "parameters": {}, "headers": {}, "body": null}]"#,
            r#"[{"method": "POST", "endpoint": "/b", "parameters": {}, "headers": {}, "body": null}]"#,
        ],
        field: "requests",
        shows: [
            r#"[{"method":"POST","endpoint":"/a","parameters":{},"headers":{},"body":null}]"#,
            r#"[{"method":"POST","endpoint":"/b","parameters":{},"headers":{},"body":null}]"#,
        ],
    },
    ResourceKind {
        kind: "dataset",
        collection: "/v1/e-entity/dictionary/datasets",
        key: "name",
        media_type: "text/csv",
        contents: [
            "uri,label\nhttp://example.org/Cork,Cork\n",
            "uri,label\nhttp://example.org/Cork,Corcaigh\n",
        ],
        field: "labels",
        // The second content is added to the first.
        shows: ["1", "2"],
    },
    ResourceKind {
        kind: "xsltconverter",
        collection: "/v1/toolbox/xslt-converter/manage",
        key: "name",
        media_type: "text/plain",
        contents: [
            r#"<x:transform version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"/>"#,
            r#"<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"/>"#,
        ],
        field: "stylesheet",
        shows: [
            r#""<x:transform version=\"1.0\" xmlns:x=\"http://www.w3.org/1999/XSL/Transform\"/>""#,
            r#""<x:stylesheet version=\"1.0\" xmlns:x=\"http://www.w3.org/1999/XSL/Transform\"/>""#,
        ],
    },
    ResourceKind {
        kind: "document",
        collection: "/v1/documents",
        key: "name",
        media_type: "application/json",
        contents: [
            r#"{"dcterms:references": {"value": "To Cork"}, "items": []}"#,
            r#"{"items": [{"motivation": "highlighting", "target": {"selector": {"type": "TextQuoteSelector", "exact": "Cork"}}}]}"#,
        ],
        field: "proposed",
        shows: ["0", "1"],
    },
    ResourceKind {
        kind: "profile",
        collection: "/v1/profiles",
        key: "name",
        media_type: "application/json",
        contents: [
            r#"{"name": "own", "rules": [{"annotation": "term", "element": "i"}]}"#,
            r#"{"name": "own", "rules": [{"annotation": "term", "element": "b"}]}"#,
        ],
        field: "profile",
        shows: [
            r#"{"name":"own","rules":[{"annotation":"term","element":"i"}]}"#,
            r#"{"name":"own","rules":[{"annotation":"term","element":"b"}]}"#,
        ],
    },
];

/// Returns the resource kind with a name.
pub fn resource_kind(kind: &str) -> ResourceKind {
    RESOURCE_KINDS.into_iter().find(|resource_kind| resource_kind.kind == kind).unwrap()
}

impl ResourceKind {
    /// Returns the path for creating a resource.
    pub fn place(&self, name: &str) -> String {
        match self.key {
            "id" => self.collection.to_owned(),
            _ => format!("{}?name={name}", self.collection),
        }
    }

    /// Stores the first content. `more` contains further parameters.
    #[track_caller]
    pub fn store(&self, service: &Service, token: &str, name: &str, more: &str) -> Reply {
        let place = self.place(name);
        let mark = if place.contains('?') { "&" } else { "?" };
        let call = service.call("POST", &format!("{place}{mark}{more}")).token(token);
        call.typed(self.media_type).body(self.contents[0]).send()
    }

    /// Stores the first content and returns its path.
    #[track_caller]
    pub fn stored(&self, service: &Service, token: &str, name: &str, more: &str) -> String {
        let reply = self.store(service, token, name, more).expect(201);
        reply.header("location").unwrap().to_owned()
    }

    /// Returns the names in a list.
    #[track_caller]
    pub fn names(&self, service: &Service, token: &str) -> Vec<String> {
        let list = service.call("GET", self.collection).token(token).send().expect(200).json();
        let names = list.as_array().unwrap().iter().map(|one| one[self.key].as_str().unwrap());
        names.map(str::to_owned).collect()
    }
}
