//! The routes of API keys.

use axum::http::Method;
use glossweave::acl::ApiKeyOptions;

use crate::route::{Output, Parameter, Route};

/// Returns the routes of API keys.
pub(super) fn keys() -> Vec<Route> {
    let (all, one) = ("/user/{userName}/keys", "/user/{userName}/keys/{keyName}");
    let row = |method, path, id: &str, summary: &str| {
        Route::new(method, path, id, summary, "users").authenticated()
    };
    let options = ApiKeyOptions::PARAMETERS.iter().map(Parameter::from).collect();
    vec![
        row(Method::POST, all, "createKey", "Creates an API key; its secret is returned once.")
            .with_parameters(options)
            .with_output(Output::Created("NewApiKey")),
        row(Method::GET, all, "listKeys", "The API keys of a user, for that user and admins.")
            .with_output(Output::Array("ApiKey")),
        row(Method::GET, one, "readKey", "An API key, for its user and admins.")
            .with_output(Output::Json("ApiKey")),
        row(Method::DELETE, one, "revokeKey", "Revokes an API key, for its user and admins."),
    ]
}
