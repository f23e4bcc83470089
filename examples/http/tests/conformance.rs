//! A case for each row of the tables of the interface document under "Endpoints" and "Authentication". It
//! uses the service over sockets and checks the meaning of the response.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

pub mod documents;
mod limits;
mod pipelines;
mod stored;
mod users;
mod walk;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::client::{Service, Way};

/// The copy of the interface document in this repository.
const DOCUMENT: &str = include_str!("interface.md");

type Case = (&'static str, fn(&Service));

const CASES: &[Case] = &[
    ("Common parameters of enrichment and conversion operations: informat", documents::informat),
    ("Common parameters of enrichment and conversion operations: outformat", documents::outformat),
    ("Common parameters of enrichment and conversion operations: input", documents::input),
    ("Common parameters of enrichment and conversion operations: filter", documents::filter),
    ("Common parameters of enrichment and conversion operations: useI18n", documents::use_i18n),
    ("e-Entity: POST /e-entity/{entity_engine}/documents", documents::entities),
    ("e-Entity: POST /e-entity/{entity_engine}/datasets/{datasetName}", |s| {
        stored::creates_at(s, "dataset")
    }),
    ("e-Entity: PUT /e-entity/{entity_engine}/datasets/{datasetName}", |s| {
        stored::updates(s, "dataset")
    }),
    ("e-Entity: DELETE /e-entity/{entity_engine}/datasets/{datasetName}", |s| {
        stored::deletes(s, "dataset")
    }),
    ("e-Entity: GET /e-entity/{entity_engine}/datasets", |s| stored::lists(s, "dataset")),
    ("e-Link: POST /e-link/documents", documents::links),
    ("e-Link: POST /e-link/templates/{templateID}", |s| stored::creates_at(s, "template")),
    ("e-Link: PUT /e-link/templates/{templateID}", |s| stored::updates(s, "template")),
    ("e-Link: DELETE /e-link/templates/{templateID}", |s| stored::deletes(s, "template")),
    ("e-Link: GET /e-link/templates", |s| stored::lists(s, "template")),
    ("e-Terminology: POST /e-terminology/{terminology_provider}", documents::terms),
    ("e-Translation: POST /e-translation/{translation_provider}", documents::translations),
    ("Pipelining: POST /pipelining/chain", pipelines::runs),
    ("Pipelining: POST /pipelining/chain/{pipelineId}", pipelines::runs_stored),
    ("Pipelining: POST /pipelining/templates", pipelines::creates),
    ("Pipelining: GET /pipelining/templates/{pipelineId}", |s| stored::reads(s, "pipeline")),
    ("Pipelining: GET /pipelining/templates", |s| stored::lists(s, "pipeline")),
    ("Pipelining: PUT /pipelining/templates/{pipelineId}", |s| stored::updates(s, "pipeline")),
    ("Pipelining: DELETE /pipelining/templates/{pipelineId}", |s| stored::deletes(s, "pipeline")),
    ("Filters (toolbox convert): POST /toolbox/convert/manage?name={filterName}", |s| {
        stored::creates(s, "filter")
    }),
    ("Filters (toolbox convert): GET /toolbox/convert/manage/{filterName}", |s| {
        stored::reads(s, "filter")
    }),
    ("Filters (toolbox convert): GET /toolbox/convert/manage", |s| stored::lists(s, "filter")),
    ("Filters (toolbox convert): PUT /toolbox/convert/manage/{filterName}", |s| {
        stored::updates(s, "filter")
    }),
    ("Filters (toolbox convert): DELETE /toolbox/convert/manage/{filterName}", |s| {
        stored::deletes(s, "filter")
    }),
    ("Filters (toolbox convert): POST /toolbox/convert/documents/{filterName}", documents::filters),
    ("Filters (toolbox convert): csv (default)", documents::filter_csv),
    ("Filters (toolbox convert): json", documents::filter_json),
    ("Filters (toolbox convert): xml", documents::filter_xml),
    (
        "Filters (toolbox convert): any RDF format accepted by the enrichment services, e.g. turtle",
        documents::filter_rdf,
    ),
    ("XSLT converters: POST /toolbox/xslt-converter/manage?name={converterName}", |s| {
        stored::creates(s, "xsltconverter")
    }),
    ("XSLT converters: GET /toolbox/xslt-converter/manage/{converterName}", |s| {
        stored::reads(s, "xsltconverter")
    }),
    ("XSLT converters: GET /toolbox/xslt-converter/manage", |s| stored::lists(s, "xsltconverter")),
    ("XSLT converters: PUT /toolbox/xslt-converter/manage/{converterName}", |s| {
        stored::updates(s, "xsltconverter")
    }),
    ("XSLT converters: DELETE /toolbox/xslt-converter/manage/{converterName}", |s| {
        stored::deletes(s, "xsltconverter")
    }),
    (
        "XSLT converters: POST /toolbox/xslt-converter/documents/{converterName}",
        documents::converters,
    ),
    ("Users: POST /user", users::registers),
    ("Users: POST /authenticate", users::logs_in),
    ("Users: GET /user", users::lists),
    ("Users: GET /user/{userName}", users::reads),
    ("Users: PUT /user/{userName}", users::updates),
    ("Users: DELETE /user/{userName}", users::deletes),
    ("Authentication: POST /e-link/templates/{templateID}", |s| stored::creates(s, "template")),
    ("Authentication: PUT /e-link/templates/{templateID}", |s| {
        stored::guards(s, "template", "PUT")
    }),
    ("Authentication: DELETE /e-link/templates/{templateID}", |s| {
        stored::guards(s, "template", "DELETE")
    }),
    ("Authentication: POST /toolbox/convert/manage/{filterName}", |s| {
        stored::creates_at(s, "filter")
    }),
    ("Authentication: PUT /toolbox/convert/manage/{filterName}", |s| {
        stored::guards(s, "filter", "PUT")
    }),
    ("Authentication: DELETE /toolbox/convert/manage/{filterName}", |s| {
        stored::guards(s, "filter", "DELETE")
    }),
    ("Authentication: POST /pipelining/templates/{pipelineID}", |s| {
        stored::creates_at(s, "pipeline")
    }),
    ("Authentication: PUT /pipelining/templates/{pipelineID}", |s| {
        stored::guards(s, "pipeline", "PUT")
    }),
    ("Authentication: DELETE /pipelining/templates/{pipelineID}", |s| {
        stored::guards(s, "pipeline", "DELETE")
    }),
    ("Authentication: POST /e-entity/{entity_engine}/datasets/{datasetName}", |s| {
        stored::creates(s, "dataset")
    }),
    ("Authentication: PUT /e-entity/{entity_engine}/datasets/{datasetName}", |s| {
        stored::guards(s, "dataset", "PUT")
    }),
    ("Authentication: DELETE /e-entity/{entity_engine}/datasets/{datasetName}", |s| {
        stored::guards(s, "dataset", "DELETE")
    }),
    ("Authentication: POST /toolbox/xslt-converter/manage/{converterName}", |s| {
        stored::creates_at(s, "xsltconverter")
    }),
    ("Authentication: PUT /toolbox/xslt-converter/manage/{converterName}", |s| {
        stored::guards(s, "xsltconverter", "PUT")
    }),
    ("Authentication: DELETE /toolbox/xslt-converter/manage/{converterName}", |s| {
        stored::guards(s, "xsltconverter", "DELETE")
    }),
    ("Authentication: GET /user/{userName}", users::guards_reading),
    ("Authentication: DELETE /user/{userName}", users::guards_removing),
    ("Authentication: GET /user", users::guards_listing),
];

#[test]
fn every_row_has_a_case() {
    let rows: BTreeSet<String> = walk::rows(DOCUMENT).into_iter().collect();
    let cases: BTreeSet<String> = CASES.iter().map(|(row, _)| (*row).to_owned()).collect();
    assert_eq!(cases.len(), CASES.len(), "two cases for one row");
    let missing: Vec<_> = rows.difference(&cases).collect();
    let idle: Vec<_> = cases.difference(&rows).collect();
    assert!(
        missing.is_empty() && idle.is_empty(),
        "without a case: {missing:#?}, without a row: {idle:#?}"
    );
    assert!(rows.len() > 60, "the tables were not found: {rows:?}");
}

#[test]
fn every_case_holds() {
    run(Way::Plain);
}

#[test]
fn every_case_holds_with_a_slash_behind_the_path() {
    run(Way::Slash);
}

#[test]
fn every_case_holds_with_the_other_name_of_the_version() {
    run(Way::Current);
}

#[track_caller]
fn run(way: Way) {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::with(crate::conformance::documents::settings(folder.path()));
    service.way = way;
    let mut failed = Vec::new();
    for (row, case) in CASES {
        if catch_unwind(AssertUnwindSafe(|| case(&service))).is_err() {
            failed.push(row);
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Checks that the copy equals the original document, if that is next to the repository.
#[test]
fn the_copy_is_the_document() {
    let mut folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    while let Some(parent) = folder.parent() {
        let place = parent.join("shared/spec/interface.md");
        if let Ok(text) = std::fs::read_to_string(place) {
            assert!(text == DOCUMENT, "examples/http/tests/interface.md is out of date");
        }
        folder = parent;
    }
}
