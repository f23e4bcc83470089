//! The routes of trained models.

use axum::http::Method;

use super::TRAINING_TYPES;
use crate::route::{Body, Content, Output, Route, Schema, query};

/// Returns the routes of trained models.
pub(super) fn models() -> Vec<Route> {
    let (all, one) = ("/models", "/models/{modelName}");
    let row =
        |method, path, id: &str, summary: &str| Route::new(method, path, id, summary, "models");
    let options = vec![
        query(
            "kind",
            Schema::Enum(&["tagger", "mentions", "weights", "context"]),
            "The kind; `tagger` by default. `weights` are for linking with the dataset of the name, \
             and `context` is added to it.",
        ),
        query("documents", Schema::String, "Stored documents, instead of the body."),
        query("informat", Schema::String, "The format of NIF or of a document; else CoNLL."),
        query("dataset", Schema::String, "For `mentions`: the dataset whose names are judged."),
        query("language", Schema::String, "For `mentions`: the language of the text."),
        query("rounds", Schema::Integer, "The number of rounds of training."),
        query("cutoff", Schema::Integer, "For `mentions`: the minimum occurrences of a feature."),
        query("patience", Schema::Integer, "For `tagger`: rounds without improvement."),
        query("iri", Schema::String, "For `tagger`: the IRI of a class, as `CLASS=IRI`."),
        query("namespace", Schema::String, "For `tagger`: the start of other IRIs of classes."),
    ];
    vec![
        row(Method::GET, all, "listModels", "The trained models.")
            .with_output(Output::Array("Model")),
        row(Method::GET, one, "readModel", "A trained model.").with_output(Output::Json("Model")),
        row(Method::POST, one, "trainModel", "Trains a model on annotated text, for admins.")
            .with_parameters(options)
            .with_body(Body::Whole(&TRAINING_TYPES))
            .with_content(Content::Bytes)
            .authenticated()
            .with_output(Output::Created("Model")),
        row(Method::DELETE, one, "deleteModel", "Removes a trained model, for admins.")
            .authenticated(),
    ]
}
