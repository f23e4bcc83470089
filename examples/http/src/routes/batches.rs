//! The route of batches.

use axum::http::Method;
use glossweave::batch::{BatchDocuments, BatchNotation};

use crate::handler::batch;
use crate::route::{Body, Location, Output, Parameter, Route, Schema, query};

const PATH: Parameter = Parameter {
    location: Location::Required,
    ..query(
        "path",
        Schema::String,
        "The path of a service or a stored pipeline, with its parameters.",
    )
};

/// Returns the route of batches.
pub(super) fn batches() -> Vec<Route> {
    let summary = "Calls a service for many documents, with results as they are finished.";
    vec![
        Route::new(Method::POST, "/batch", "runBatch", summary, "services")
            .with_parameters(vec![PATH])
            .with_body(Body::Whole(BatchDocuments::MEDIA_TYPES))
            .with_output(Output::Stream(BatchNotation::MEDIA_TYPES, "BatchLine"))
            .with_handler(batch::call),
    ]
}
