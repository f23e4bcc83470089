//! The protocols that can be used to open endpoints.

use std::sync::Arc;

use crate::{QueryEndpoint, QueryForm, SparqlEndpoint};
use glossweave_base::error::Result;
use glossweave_base::provider::{
    self, Opener, Pairs, Parameter, ParameterType, Place, Protocol, ProviderKind, SERVICE,
};
use glossweave_net::Service;

/// Opens an endpoint by the name of its protocol and its address, for example `sparql` and a URL.
/// Options are passed by name.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter at
/// fault, if the protocol or an option is unknown, or if the address is invalid.
pub fn open_endpoint<'o>(
    protocol: &str,
    place: &str,
    options: impl IntoIterator<Item = (&'o str, &'o str)>,
) -> Result<Arc<dyn QueryEndpoint>> {
    provider::open(ENDPOINTS, protocol, place, options)
}

/// Returns the protocols that endpoints support.
pub fn protocols() -> impl Iterator<Item = Protocol> {
    ENDPOINTS.iter().map(|endpoint| endpoint.protocol)
}

const ENDPOINTS: &[Opener<Arc<dyn QueryEndpoint>>] = &[Opener {
    protocol: Protocol::new(
        ProviderKind::Endpoint,
        "sparql",
        Place::Url,
        "An endpoint of the SPARQL 1.1 Protocol.",
        &[
            &SERVICE,
            &[Parameter::new(
                "form",
                ParameterType::Word(&["short", "form", "direct"]),
                "How queries are sent: in the URL if they are short, as a form, or unencoded.",
            )
            .with_default("short")],
        ],
    ),
    open: sparql,
}];

fn sparql(place: &str, options: &Pairs<'_>) -> Result<Arc<dyn QueryEndpoint>> {
    let (mut service, mut form) = (Service::new(place)?, QueryForm::default());
    for (name, value) in options {
        match (*name, *value) {
            ("form", "form") => form = QueryForm::Form,
            ("form", "direct") => form = QueryForm::Direct,
            ("form", _) => form = QueryForm::Short,
            _ => service.set(name, value)?,
        }
    }
    Ok(Arc::new(SparqlEndpoint::at(service).with_form(form)))
}
