//! The routes of the Reconciliation Service API, version 0.2 and the draft of 1.0.

use axum::http::Method;

use super::{FORM, JSON};
use crate::route::{Body, Content, Location, Output, Parameter, Route, Schema, query};

const PAGES: &[&str] = &["text/html"];

/// Returns the routes of the Reconciliation Service API.
pub(super) fn reconciliation() -> Vec<Route> {
    let path = "/reconcile/{datasetName}";
    let queries = query("queries", Schema::String, "A batch of queries, in JSON.");
    let extend = query("extend", Schema::String, "A query for values of properties, in JSON.");
    let mut routes = vec![
        row(Method::GET, path, "describeReconciliation", "The abilities of the service.")
            .with_parameters(vec![queries, extend]),
        row(Method::POST, path, "reconcile", "The candidates for names, or values of properties.")
            .with_parameters(vec![queries, extend])
            .with_body(Body::Optional(FORM))
            .with_content(Content::Json("Queries")),
    ];
    routes.extend(both("", &PATHS));
    let posted = |path, id: &str, summary: &str, body| {
        row(Method::POST, path, id, summary)
            .with_body(Body::Whole(JSON))
            .with_content(Content::Json(body))
    };
    routes.extend([
        row(
            Method::GET,
            "/reconcile/{datasetName}/1.0",
            "describeReconciliationDraft",
            "The abilities of the service, by the draft of 1.0.",
        ),
        posted(
            "/reconcile/{datasetName}/1.0/reconcile",
            "reconcileDraft",
            "The candidates for names, by the draft of 1.0.",
            "DraftQueries",
        ),
        posted(
            "/reconcile/{datasetName}/1.0/extend",
            "extendDraft",
            "Values of properties, by the draft of 1.0.",
            "DraftExtension",
        ),
    ]);
    routes.extend(both("Draft", &DRAFT_PATHS));
    routes
}

/// The paths that both versions have, for suggestions, the preview and proposals.
const PATHS: [&str; 5] = [
    "/reconcile/{datasetName}/suggest/entity",
    "/reconcile/{datasetName}/suggest/type",
    "/reconcile/{datasetName}/suggest/property",
    "/reconcile/{datasetName}/preview",
    "/reconcile/{datasetName}/extend/propose",
];
const DRAFT_PATHS: [&str; 5] = [
    "/reconcile/{datasetName}/1.0/suggest/entity",
    "/reconcile/{datasetName}/1.0/suggest/type",
    "/reconcile/{datasetName}/1.0/suggest/property",
    "/reconcile/{datasetName}/1.0/preview",
    "/reconcile/{datasetName}/1.0/extend/propose",
];

fn both(suffix: &str, paths: &[&'static str; 5]) -> Vec<Route> {
    let required = |name, text| Parameter {
        location: Location::Required,
        ..query(name, Schema::String, text)
    };
    let [entity, class, property, preview, propose] = *paths;
    let suggest = |path, name: &str, summary: &str| {
        row(Method::GET, path, &format!("{name}{suffix}"), summary).with_parameters(vec![
            required("prefix", "The start of the names."),
            query("cursor", Schema::Integer, "The number of suggestions to skip."),
        ])
    };
    vec![
        suggest(entity, "suggest", "Completes a name."),
        suggest(class, "suggestType", "Completes the name of a class."),
        suggest(property, "suggestProperty", "Completes the name of a property."),
        row(Method::GET, preview, &format!("preview{suffix}"), "A page about a thing.")
            .with_parameters(vec![required("id", "The IRI of the thing.")])
            .with_output(Output::Document(PAGES, Content::Text)),
        row(Method::GET, propose, &format!("proposeProperties{suffix}"), "Properties of a class.")
            .with_parameters(vec![
                query("type", Schema::String, "The IRI of the class; all by default."),
                query("limit", Schema::Integer, "The maximum number; 100 by default."),
            ]),
    ]
}

fn row(method: Method, path: &'static str, id: &str, summary: &str) -> Route {
    Route::new(method, path, id, summary, "reconciliation")
        .with_output(Output::Document(JSON, Content::AnyJson))
}
