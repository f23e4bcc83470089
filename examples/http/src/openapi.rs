//! The OpenAPI description of the service, generated from the routes of the router.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::openapi_example;
use crate::problem;
use crate::request::BASE;
use crate::route::{Access, Body, Content, Location, Output, Parameter, Route, Schema};

/// Examples of the variable segments of paths.
const EXAMPLES: [(&str, &str); 8] = [
    ("entity_engine", "dictionary"),
    ("terminology_provider", "extraction"),
    ("translation_provider", "memory"),
    ("datasetName", "places"),
    ("filterName", "entities"),
    ("converterName", "identity"),
    ("documentName", "letter"),
    ("templateID", "1"),
];

/// Returns the description in OpenAPI 3.1.
pub fn write(routes: &[Arc<Route>]) -> String {
    let mut paths = Map::new();
    for route in routes {
        let path = paths.entry(format!("{BASE}{}", route.path)).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation(route);
    }
    let description = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Glossweave",
            "summary": "Content enrichment: entities, links, terms, translations, pipelines.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": "X-Auth-Token"},
                "bearer": {"type": "http", "scheme": "bearer"}
            },
            "responses": {"Problem": {
                "description": "It failed.",
                "content": {problem::MEDIA_TYPE: {"schema": reference("Problem")}}
            }}
        }
    });
    description.to_string()
}

fn operation(route: &Route) -> Value {
    let segments = route
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{').and_then(|part| part.strip_suffix('}')));
    let segments = segments.map(|name| {
        let schema = json!({"type": "string"});
        let mut segment = json!({"name": name, "in": "path", "required": true, "schema": schema});
        if let Some((_, example)) = EXAMPLES.iter().find(|(known, _)| *known == name) {
            segment["example"] = json!(example);
        }
        segment
    });
    let mut parameters: Vec<Value> =
        segments.chain(route.parameters.iter().map(parameter)).collect();
    let example = openapi_example::of(&route.id);
    for (name, value) in example.into_iter().flat_map(|example| example.parameters) {
        if let Some(one) = parameters.iter_mut().find(|one| one["name"] == *name) {
            one["example"] = json!(value);
        }
    }
    let mut operation = json!({
        "operationId": route.id,
        "summary": route.summary,
        "tags": [route.tag],
        "parameters": parameters,
        "responses": responses(route),
    });
    let body = match route.body {
        Body::None => None,
        Body::Whole(types) => Some((types, true)),
        Body::Optional(types) | Body::Streamed(types) => Some((types, false)),
    };
    if let Some((types, required)) = body {
        let mut content: Map<String, Value> =
            types.iter().map(|name| ((*name).to_owned(), schema(route.content))).collect();
        if let Some(example) = example
            && let Some(media) = content.get_mut(example.media_type)
        {
            let is_json = matches!(route.content, Content::Json(_) | Content::Array(_));
            let value = if is_json { serde_json::from_str(example.body).ok() } else { None };
            media["example"] = value.unwrap_or_else(|| json!(example.body));
        }
        operation["requestBody"] = json!({"required": required, "content": content});
    }
    let token = || json!([{"token": []}, {"bearer": []}]);
    match route.access {
        Access::Authenticated => operation["security"] = token(),
        Access::Anyone => operation["security"] = json!([{}, {"token": []}, {"bearer": []}]),
        Access::TokenIgnored => operation["security"] = json!([]),
    }
    operation
}

fn schema(content: Content) -> Value {
    let schema = match content {
        Content::Bytes => json!({"type": "string", "format": "binary"}),
        Content::Text => json!({"type": "string"}),
        Content::Json(shape) => reference(shape),
        Content::Array(shape) => json!({"type": "array", "items": reference(shape)}),
        Content::AnyJson => return json!({}),
    };
    json!({"schema": schema})
}

fn parameter(Parameter { name, location, schema, text }: &Parameter) -> Value {
    let (location, required) = match location {
        Location::Query => ("query", false),
        Location::Required => ("query", true),
        Location::Header => ("header", false),
        Location::RequiredHeader => ("header", true),
    };
    let schema = match schema {
        Schema::String => json!({"type": "string"}),
        Schema::Integer => json!({"type": "integer", "minimum": 0}),
        Schema::Enum(values) => enumeration(values),
        Schema::Range(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Schema::Fraction => json!({"type": "number", "minimum": 0, "maximum": 1}),
    };
    json!({"name": name, "in": location, "required": required, "description": text, "schema": schema})
}

fn responses(route: &Route) -> Value {
    let typed = |schema: Value| json!({"application/json": {"schema": schema}});
    let tag = json!({"description": "The revision.", "schema": {"type": "string"}});
    let location = json!({"description": "The location.", "schema": {"type": "string"}});
    let (status, mut response) = match route.output {
        Output::Json(shape) => ("200", json!({"content": typed(reference(shape))})),
        Output::Array(shape) => {
            let array = json!({"type": "array", "items": reference(shape)});
            let next = "The next part (`rel=\"next\"`), if any (RFC 8288).";
            let next = json!({"description": next, "schema": {"type": "string"}});
            ("200", json!({"headers": {"Link": next}, "content": typed(array)}))
        }
        Output::Created(shape) => {
            let headers = json!({"Location": &location, "ETag": tag});
            ("201", json!({"headers": headers, "content": typed(reference(shape))}))
        }
        Output::Nothing => ("204", json!({})),
        Output::Stream(types, shape) => {
            let content: Map<String, Value> = types
                .iter()
                .map(|name| ((*name).to_owned(), json!({"schema": reference(shape)})))
                .collect();
            ("200", json!({"content": content}))
        }
        Output::Document(types, shape) => {
            let content: Map<String, Value> =
                types.iter().map(|name| ((*name).to_owned(), schema(shape))).collect();
            let failures = "Entities for which a template failed, if failures are allowed: a list \
                            of structured fields (RFC 9651).";
            let failures = json!({"description": failures, "schema": {"type": "string"}});
            let skipped = "Invalid strings of NIF that were skipped, unless `strict` is `yes`, \
                           warnings about the document, and content that the format of a new file \
                           cannot store: a list of structured fields (RFC 9651).";
            let skipped = json!({"description": skipped, "schema": {"type": "string"}});
            let headers = json!({"Glossweave-Failures": failures, "Glossweave-Skipped": skipped});
            ("200", json!({"headers": headers, "content": content}))
        }
    };
    response["description"] = json!("Success.");
    let mut responses =
        json!({status: response, "default": {"$ref": "#/components/responses/Problem"}});
    if route.may_be_job() {
        let applied = json!({"description": "`respond-async`.", "schema": {"type": "string"}});
        responses["202"] = json!({
            "description": "The call became a job.",
            "headers": {"Location": location, "Preference-Applied": applied},
            "content": typed(reference("Job"))
        });
    }
    responses
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn object(required: &[&str], properties: Value) -> Value {
    json!({"type": "object", "required": required, "properties": properties})
}

fn enumeration(values: &[&str]) -> Value {
    json!({"type": "string", "enum": values})
}

/// Returns the schemas that routes refer to, by name.
fn schemas() -> Value {
    // Frequent types. They are functions, because a value of JSON moves into each schema that contains it.
    let text = || json!({"type": "string"});
    let maybe = || json!({"type": ["string", "null"]});
    let count = || json!({"type": "integer", "minimum": 0});
    let date_time = || json!({"type": "string", "format": "date-time"});
    // The schema of a resource: its name in the field `key`, the fields that all resources have, and `fields`.
    // The description is the only common field that can be missing.
    let stored = |key: &str, fields: Value| {
        let mut properties = json!({
            key: text(),
            "kind": text(),
            "owner": text(),
            "visibility": enumeration(&["public", "private"]),
            "description": maybe(),
            "created": date_time(),
            "updated": date_time(),
            "revision": count(),
        });
        let mut names: Vec<String> = vec![key.to_owned()];
        names.extend(
            ["kind", "owner", "visibility", "created", "updated", "revision"].map(str::to_owned),
        );
        if let (Value::Object(all), Value::Object(fields)) = (&mut properties, fields) {
            all.extend(fields);
        }
        json!({"type": "object", "required": names, "properties": properties})
    };
    let endpoint = || {
        let several = json!({"type": "array", "items": text()});
        json!({"anyOf": [text(), several]})
    };
    let engines = || json!({"type": "array", "items": reference("Engine")});
    let extent = || object(&["start", "end"], json!({"start": count(), "end": count()}));
    let pairs = || json!({"type": "object", "additionalProperties": {"type": "string"}});
    let moment = || json!({"type": ["string", "null"], "format": "date-time"});
    let api_key = || {
        let scope = enumeration(&["read", "enrich", "write", "admin"]);
        json!({
            "name": text(), "scopes": {"type": "array", "items": scope}, "created": date_time(),
            "expires": moment(), "last_used": moment()
        })
    };
    let invitation = || {
        let role = enumeration(&["ROLE_USER", "ROLE_ADMIN"]);
        json!({"name": text(), "role": role, "created": date_time(), "expires": moment()})
    };
    let request = object(
        &["method", "endpoint"],
        json!({
            "method": enumeration(&["POST"]), "endpoint": text(), "parameters": pairs(),
            "headers": pairs(), "body": maybe()
        }),
    );
    let mut schemas = json!({
        "Problem": object(
            &["type", "title", "status", "detail", "kind"],
            json!({
                "type": text(), "title": text(), "status": count(), "detail": text(),
                "instance": text(), "kind": text(), "line": count(), "column": count(),
                "step": count(), "parameter": text(), "code": text()
            }),
        ),
        "User": object(
            &["username", "role", "created"],
            json!({"username": text(), "role": enumeration(&["ROLE_USER", "ROLE_ADMIN"]), "created": date_time()}),
        ),
        "Model": object(
            &["name", "kind", "revision", "languages", "classes"],
            json!({
                "name": text(), "kind": enumeration(&["tagger", "mentions", "weights", "context"]), "revision": text(),
                "languages": {"type": "array", "items": text()},
                "classes": {"type": "array", "items": text()}
            }),
        ),
        "System": object(
            &["name", "source", "target", "state", "always_running"],
            json!({
                "name": text(), "source": text(), "target": text(), "domain": maybe(),
                "state": enumeration(&["available", "standby"]), "always_running": {"type": "boolean"}
            }),
        ),
        "Format": object(
            &["name", "title", "media_types", "extensions", "abilities", "is_package"],
            json!({
                "name": text(), "title": text(),
                "media_types": {"type": "array", "items": text()},
                "extensions": {"type": "array", "items": text()},
                "abilities": {"type": "array", "items": text()},
                "is_package": {"type": "boolean"}
            }),
        ),
        "Provider": object(
            &["name"],
            json!({"name": text(), "languages": {"type": "array", "items": object(
                &["source", "target"], json!({"source": text(), "target": text()})
            )}}),
        ),
        "Engines": object(
            &["recognizers", "term_finders", "translators"],
            json!({
                "recognizers": engines(), "term_finders": engines(), "translators": engines()
            }),
        ),
        "Engine": object(
            &["name", "parameters"],
            json!({
                "name": text(), "parameters": {"type": "array", "items": reference("Parameter")},
                "languages": {"type": "array", "items": object(
                    &["source"], json!({"source": text(), "target": text()})
                )}
            }),
        ),
        "Parameter": object(
            &["name", "type", "text"],
            json!({
                "name": text(), "text": text(), "default": text(), "unit": text(),
                "type": enumeration(&[
                    "text", "list", "lines", "file", "path", "pair", "language", "integer", "number", "amount",
                    "word", "secret"
                ]),
                "words": {"type": "array", "items": text()},
                "repeats": {"type": "boolean"}, "required": {"type": "boolean"}
            }),
        ),
        "ApiKey": object(&["name", "scopes", "created", "expires", "last_used"], api_key()),
        "NewApiKey": object(&["name", "scopes", "created", "expires", "last_used", "secret"], {
            let mut properties = api_key();
            properties["secret"] = text();
            properties
        }),
        "AuditEntry": object(
            &["id", "time", "user", "api_key", "action", "kind", "name", "changed"],
            json!({
                "id": text(), "time": date_time(), "user": maybe(), "api_key": maybe(),
                "action": enumeration(&["create", "update", "delete"]), "kind": text(), "name": text(),
                "changed": {"type": "array", "items": text()}
            }),
        ),
        "Invitation": object(&["name", "role", "created", "expires"], invitation()),
        "NewInvitation": object(&["name", "role", "created", "expires", "code"], {
            let mut properties = invitation();
            properties["code"] = text();
            properties
        }),
        "Job": object(
            &["id", "owner", "path", "state", "created", "attempts"],
            json!({
                "id": text(), "owner": text(), "path": text(), "created": date_time(),
                "state": enumeration(&["queued", "running", "done", "failed", "cancelled"]),
                "progress": {"type": ["object", "null"], "properties": {"done": count(), "total": count()}},
                "started": moment(), "ended": moment(), "expires": moment(), "attempts": count(),
                "webhook": {"enum": ["pending", "delivered", "failed", null]},
                "error": {"type": ["object", "null"], "properties": {
                    "kind": text(), "message": text(), "parameter": text(), "step": count(), "line": count(),
                    "column": count(), "code": text(), "side": text()
                }}
            }),
        ),
        "Token": object(&["token"], json!({"token": text()})),
        "Template": stored("id", json!({
            "label": maybe(), "endpoint": endpoint(), "query": text(), "issue": maybe()
        })),
        "TemplateContent": object(
            &["query", "endpoint"],
            json!({
                "query": text(), "endpoint": endpoint(), "label": maybe(), "issue": maybe(),
                "description": maybe(), "visibility": enumeration(&["public", "private"])
            }),
        ),
        "PipelineRequest": request,
        "Queries": object(&[], json!({"queries": text(), "extend": text()})),
        "Filter": stored("name", json!({"query": text()})),
        "Pipeline": stored("id", json!({
            "label": maybe(), "requests": {"type": "array", "items": reference("PipelineRequest")},
            "persist": {"type": "boolean"}, "expires": {"type": ["string", "null"]}
        })),
        "Dataset": stored("name", json!({
            "type": enumeration(&["terms"]), "language": maybe(), "entities": count(), "labels": count(),
            "plurals": {"type": "boolean"}, "case": text(),
            "neverAlone": {"type": "array", "items": text()}, "commonLabels": count(),
            "neverAloneLabels": count(), "skipped": {"type": "array", "items": text()}
        })),
        "Converter": stored("name", json!({"stylesheet": text()})),
        "CheckReport": object(
            &["issues"],
            json!({"issues": {"type": "array", "items": object(
                &["unit", "type", "severity", "comment", "source", "target"],
                json!({
                    "unit": count(), "name": text(), "type": text(), "severity": count(),
                    "comment": text(), "source": extent(), "target": extent(), "line": count(),
                    "column": count()
                }),
            )}}),
        ),
    });
    // Not in the list above, because the macro is recursive.
    schemas["Profile"] = stored("name", json!({"profile": {"type": "object"}}));
    schemas["BatchLine"] = json!({"type": "object", "properties": {
        "index": count(), "name": text(), "state": enumeration(&["done", "failed"]),
        "media_type": text(), "content": text(), "base64": text(),
        "failures": {"type": "array", "items": {"type": "object"}},
        "skipped": {"type": "array", "items": {"type": "object"}},
        "error": {"type": "object", "properties": {
            "kind": text(), "message": text(), "parameter": text(), "step": count(), "line": count(),
            "column": count(), "code": text(), "side": text()
        }},
        "summary": object(&["done", "failed"], json!({"done": count(), "failed": count()}))
    }});
    schemas["AnnotationPage"] = object(
        &["items"],
        json!({
            "@context": {}, "id": text(), "type": enumeration(&["AnnotationPage"]), "label": text(),
            "dcterms:references": object(
                &["value"],
                json!({
                    "id": text(), "type": text(), "format": text(),
                    "language": text(), "value": text()
                }),
            ),
            "items": {"type": "array", "items": object(&["target"], json!({
                "id": text(), "target": {}, "body": {}, "motivation": {},
                "schema:creativeWorkStatus": enumeration(&["proposed", "accepted", "rejected"]),
                "created": date_time(), "modified": date_time()
            }))}
        }),
    );
    schemas["Document"] = stored(
        "name",
        json!({
            "page": reference("AnnotationPage"), "text": text(), "proposed": count(), "accepted": count(), "rejected": count()
        }),
    );
    schemas["DraftQueries"] =
        object(&["queries"], json!({"queries": {"type": "array", "items": {"type": "object"}}}));
    schemas["DraftExtension"] = object(
        &["ids", "properties"],
        json!({
            "ids": {"type": "array", "items": text()},
            "properties": {"type": "array", "items": {"type": "object"}}
        }),
    );
    schemas
}
