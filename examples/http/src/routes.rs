//! The table of routes.

mod batches;
mod invitations;
mod jobs;
mod keys;
mod models;
mod reconciliation;
mod toolbox;

use std::sync::LazyLock;

use axum::http::Method;
use glossweave::entity::EntityOptions;
use glossweave::resource::ResourceKind::{
    self, Converter, Dataset, Document, Filter, Pipeline, Profile, Template,
};
use glossweave::resource::ResourceUpdate;
use glossweave::service::{input_media_types, output_media_types};
use glossweave::term::TermOptions;
use glossweave::translate::TranslationOptions;
use glossweave::{Format, Request};

use crate::handler::upload::{self, NameIn};
use crate::route::{Body, Content, Location, Output, Parameter, Route, Schema, query};

/// The paths of stored resources: the path of the collection, and the path of a resource.
pub const RESOURCES: [(ResourceKind, &str, &str); 7] = [
    (Template, "/e-link/templates", "/e-link/templates/{templateID}"),
    (Filter, "/toolbox/convert/manage", "/toolbox/convert/manage/{filterName}"),
    (Pipeline, "/pipelining/templates", "/pipelining/templates/{pipelineId}"),
    (Dataset, DATASETS, "/e-entity/{entity_engine}/datasets/{datasetName}"),
    (Converter, CONVERTERS, "/toolbox/xslt-converter/manage/{converterName}"),
    (Document, "/documents", "/documents/{documentName}"),
    (Profile, "/profiles", "/profiles/{profileName}"),
];
const DATASETS: &str = "/e-entity/{entity_engine}/datasets";
const CONVERTERS: &str = "/toolbox/xslt-converter/manage";

/// Returns all routes.
pub fn all() -> Vec<Route> {
    let mut routes = services();
    routes.extend(toolbox::toolbox());
    routes.extend(reconciliation::reconciliation());
    routes.extend(models::models());
    routes.extend(users());
    routes.extend(keys::keys());
    routes.extend(batches::batches());
    routes.extend(jobs::jobs());
    routes.extend(invitations::invitations());
    for (kind, collection, item) in RESOURCES {
        routes.extend(resources(kind, collection, item));
    }
    routes
}

/// The media types of input documents.
static INPUT_TYPES: LazyLock<Vec<&str>> = LazyLock::new(input_media_types);
/// The media types of the responses of enrichment services.
static OUTPUT_TYPES: LazyLock<Vec<&str>> = LazyLock::new(output_media_types);
/// The media types of the result of a pipeline.
static PIPELINE_RESULTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| OUTPUT_TYPES.iter().chain(&["text/plain", "*/*"]).copied().collect());
/// The media types of the input of a filter.
static RDF_TYPES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = Format::ALL.iter().filter(|format| format.is_rdf());
    all.flat_map(|format| format.media_types()).chain(Format::JSON).copied().collect()
});
/// The media types of annotated text.
static TRAINING_TYPES: LazyLock<Vec<&str>> =
    LazyLock::new(|| ["text/plain"].into_iter().chain(RDF_TYPES.iter().copied()).collect());
const PIPELINE_TYPES: &[&str] = &["application/json", "text/json"];

/// The parameters of all services that read or write documents.
const FORMATS: [Parameter; 3] = [
    query("input", Schema::String, "The input, instead of the body."),
    query("informat", Schema::String, "The format of the input, instead of Content-Type."),
    query("outformat", Schema::String, "The format of the answer, instead of Accept."),
];
const CONVERSION: Schema = Schema::Enum(&["true", "false", "undefined"]);
const YES_NO: Schema = Schema::Enum(&["yes", "no"]);

/// Returns the route of a service that reads a document.
fn row(path: &'static str, id: &str, summary: &str, own: &[Parameter]) -> Route {
    let mut all = own.to_vec();
    all.extend(FORMATS);
    all.extend(jobs::submission());
    Route::new(Method::POST, path, id, summary, "services")
        .with_parameters(all)
        .with_output(Output::Document(&OUTPUT_TYPES, Content::Bytes))
}

/// Returns the routes of services.
fn services() -> Vec<Route> {
    let enriches = |path, id: &str, summary: &str, own: &[Parameter]| {
        let mut all = own.to_vec();
        let request = Request::parameters().map(Parameter::from);
        all.extend(request.filter(|one| FORMATS.iter().all(|format| format.name != one.name)));
        all.push(query("useI18n", CONVERSION, "Convert markup (`true`) or not."));
        row(path, id, summary, &all).with_body(Body::Optional(&INPUT_TYPES))
    };
    let entity: Vec<_> = EntityOptions::PARAMETERS.iter().map(Parameter::from).collect();
    let link = [
        Parameter {
            location: Location::Required,
            ..query("templateid", Schema::String, "The template.")
        },
        query("partial", BOOLEAN, "Allow an endpoint to fail for some entities."),
    ];
    let terms: Vec<_> = TermOptions::PARAMETERS.iter().map(Parameter::from).collect();
    let mut translation: Vec<_> =
        TranslationOptions::PARAMETERS.iter().map(Parameter::from).collect();
    translation.iter_mut().take(2).for_each(|one| one.location = Location::Required);
    let steps = [
        query("filter", Schema::String, "A stored filter that is applied to the result."),
        query("useI18n", CONVERSION, "Return documents in their own format."),
        query("output", Schema::String, "The same as `outformat`."),
        query("any-format", YES_NO, "Return documents in all formats."),
        query("any-language", YES_NO, "Return documents in all languages."),
        query("stats", BOOLEAN, "Return the times of the steps."),
    ];
    let lists = |path, id: &str, summary: &str, of| {
        Route::new(Method::GET, path, id, summary, "services").with_output(Output::Array(of))
    };
    vec![
        Route::new(
            Method::GET,
            "/engines",
            "listEngines",
            "The recognizers, term finders and translators, with their parameters and languages.",
            "services",
        )
        .with_output(Output::Json("Engines")),
        lists("/formats", "listFormats", "The formats of documents and of RDF.", "Format"),
        lists("/e-entity", "listRecognizers", "The recognizers.", "Provider"),
        lists("/e-terminology", "listTermProviders", "The providers of terms.", "Provider"),
        lists(
            "/e-translation",
            "listTranslationProviders",
            "The providers of translations, with the pairs of languages of public systems.",
            "Provider",
        ),
        enriches(
            "/e-entity/{entity_engine}/documents",
            "enrichEntities",
            "Finds named entities.",
            &entity,
        ),
        enriches(
            "/e-link/documents",
            "enrichLinks",
            "Runs the query of a template for entities.",
            &link,
        ),
        enriches("/e-terminology/{terminology_provider}", "enrichTerms", "Finds terms.", &terms),
        enriches(
            "/e-translation/{translation_provider}",
            "enrichTranslations",
            "Translates.",
            &translation,
        ),
        lists(
            "/e-translation/{translation_provider}/systems",
            "listSystems",
            "The translation systems that need no key, with their states.",
            "System",
        ),
        row("/pipelining/chain", "runPipeline", "Runs requests one after the other.", &steps)
            .with_body(Body::Whole(PIPELINE_TYPES))
            .with_content(Content::Array("PipelineRequest"))
            .with_output(Output::Document(&PIPELINE_RESULTS, Content::Bytes)),
        row(
            "/pipelining/chain/{pipelineId}",
            "runStoredPipeline",
            "Runs a stored pipeline, with the parameters of the pipeline.",
            &steps,
        )
        .with_body(Body::Optional(&INPUT_TYPES))
        .with_output(Output::Document(&PIPELINE_RESULTS, Content::Bytes)),
    ]
}

const JSON: &[&str] = &["application/json"];
const FORM: &[&str] = &["application/x-www-form-urlencoded"];

const PAGE: [Parameter; 2] = [
    query("limit", Schema::Integer, "The maximum number; 100 by default."),
    query("after", Schema::String, "The name after which the part of the list starts."),
];
const CONTENTS: Parameter = query(
    "contents",
    Schema::Enum(&["true", "false"]),
    "Include queries, stylesheets and requests of pipelines; `false` by default.",
);

const USERNAME: Parameter = Parameter {
    name: "username",
    location: Location::Required,
    schema: Schema::String,
    text: "1 to 64 letters, digits, `.`, `_` and `-`; the first is a letter.",
};
const PASSWORD: Parameter = Parameter {
    name: "password",
    location: Location::Required,
    schema: Schema::String,
    text: "At least 8 characters.",
};

fn users() -> Vec<Route> {
    let header = |name, text| Parameter {
        name,
        location: Location::RequiredHeader,
        schema: Schema::String,
        text,
    };
    let changes = vec![
        query("password", Schema::String, PASSWORD.text),
        query("role", Schema::Enum(&["ROLE_USER", "ROLE_ADMIN"]), "Only admins can change it."),
    ];
    let login = vec![
        header("X-Auth-Username", "The name of the user, in UTF-8."),
        header("X-Auth-Password", "The password, in UTF-8."),
    ];
    let (all, one) = ("/user", "/user/{userName}");
    let row =
        |method, path, id: &str, summary: &str| Route::new(method, path, id, summary, "users");
    vec![
        row(Method::POST, all, "createUser", "Registers a user.")
            .with_parameters(vec![
                USERNAME,
                PASSWORD,
                query("invitation", Schema::String, "The code of an invitation, if one is needed."),
            ])
            .with_output(Output::Created("User")),
        row(Method::GET, all, "listUsers", "The users, for admins.")
            .with_parameters(PAGE.to_vec())
            .authenticated()
            .with_output(Output::Array("User")),
        row(Method::GET, one, "readUser", "A user, for that user and admins.")
            .authenticated()
            .with_output(Output::Json("User")),
        row(Method::PUT, one, "updateUser", "Changes a password or a role.")
            .with_parameters(changes)
            .authenticated()
            .with_output(Output::Json("User")),
        row(
            Method::DELETE,
            one,
            "deleteUser",
            "Removes a user who owns nothing, or a user with all resources.",
        )
        .with_parameters(vec![query(
            "resources",
            Schema::Enum(&["delete"]),
            "Delete all that the user owns; otherwise, the call is refused.",
        )])
        .authenticated(),
        row(Method::GET, "/audit", "readAuditLog", "The changes and their users, for admins.")
            .with_parameters(PAGE.to_vec())
            .authenticated()
            .with_output(Output::Array("AuditEntry")),
        row(Method::POST, "/authenticate", "authenticate", "Returns a token that never expires.")
            .with_parameters(login)
            .ignoring_token()
            .with_output(Output::Json("Token")),
    ]
}

/// Returns the media types of the content of a resource kind.
fn media_types(kind: ResourceKind) -> &'static [&'static str] {
    match kind {
        ResourceKind::Filter => &["text/plain", "application/sparql-query"],
        ResourceKind::Converter => &["text/plain", "application/xslt+xml"],
        ResourceKind::Dataset => {
            &["text/csv", "text/turtle", "application/x-tbx", "application/jsonl"]
        }
        ResourceKind::Document => {
            &["application/json", "application/ld+json", "application/x-annotated-document+json"]
        }
        _ => &["application/json", "text/json"],
    }
}

fn shape(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Template => "Template",
        ResourceKind::Filter => "Filter",
        ResourceKind::Pipeline => "Pipeline",
        ResourceKind::Dataset => "Dataset",
        ResourceKind::Converter => "Converter",
        ResourceKind::Document => "Document",
        ResourceKind::Profile => "Profile",
    }
}

/// Returns the parameters of a resource, except its content.
fn options(kind: ResourceKind) -> Vec<Parameter> {
    let common = ResourceUpdate::PARAMETERS.iter().take(2);
    let specific = ResourceUpdate::of_kind(kind).filter(|parameter| parameter.name != "mode");
    common.chain(specific).map(Parameter::from).collect()
}

const BOOLEAN: Schema = Schema::Enum(&["true", "false"]);
const IF_MATCH: Parameter = Parameter {
    name: "If-Match",
    location: Location::Header,
    schema: Schema::String,
    text: "The entity tag of the known version.",
};

fn resources(kind: ResourceKind, collection: &'static str, item: &'static str) -> Vec<Route> {
    let (name, shape) = (kind.name(), shape(kind));
    let row = |method, path, verb: &str, suffix: &str, summary: String| {
        Route::new(method, path, &format!("{verb}{shape}{suffix}"), &summary, tag(kind))
    };
    let content = match kind {
        ResourceKind::Pipeline => Content::Array("PipelineRequest"),
        ResourceKind::Template => Content::Json("TemplateContent"),
        ResourceKind::Dataset => Content::Bytes,
        ResourceKind::Document => Content::Json("AnnotationPage"),
        _ => Content::Text,
    };
    let (whole, optional) = match kind {
        ResourceKind::Dataset => {
            (Body::Streamed(media_types(kind)), Body::Streamed(media_types(kind)))
        }
        _ => (Body::Whole(media_types(kind)), Body::Optional(media_types(kind))),
    };
    let mut named = options(kind);
    if kind.key() == "name" {
        let text = "1 to 128 letters, digits, `.`, `_` and `-`.";
        named.push(Parameter {
            location: Location::Required,
            ..query("name", Schema::String, text)
        });
    }
    let mut changes = options(kind);
    changes.push(query("newOwner", Schema::String, "The new owner."));
    changes.push(IF_MATCH);
    if kind == ResourceKind::Dataset {
        let words = Schema::Enum(&["add", "replace", "remove"]);
        changes.push(query("mode", words, "How the content is changed."));
    }
    let mut routes = vec![
        row(Method::POST, collection, "create", "", format!("Stores a {name}."))
            .with_parameters(named)
            .with_body(whole)
            .with_content(content)
            .authenticated()
            .with_output(Output::Created(shape)),
        row(Method::GET, collection, "list", "s", format!("The {name}s that the caller may see."))
            .with_parameters([&PAGE[..], &[CONTENTS]].concat())
            .with_output(Output::Array(shape)),
        row(
            Method::POST,
            item,
            "create",
            "At",
            format!("Stores a {name} under the name in the path."),
        )
        .with_parameters(options(kind))
        .with_body(whole)
        .with_content(content)
        .authenticated()
        .with_output(Output::Created(shape)),
        row(Method::GET, item, "read", "", format!("A {name}.")).with_output(Output::Json(shape)),
        row(
            Method::PUT,
            item,
            "update",
            "",
            format!("Changes a {name}; its content stays if none is sent."),
        )
        .with_parameters(changes)
        .with_body(optional)
        .with_content(content)
        .authenticated()
        .with_output(Output::Json(shape)),
        row(Method::DELETE, item, "delete", "", format!("Removes a {name}."))
            .with_parameters(vec![IF_MATCH])
            .authenticated(),
    ];
    if kind == ResourceKind::Dataset {
        routes = routes.into_iter().map(streamed).collect();
    }
    routes
}

/// Adds the handlers of bodies that are written to a file while they are received.
fn streamed(route: Route) -> Route {
    let name_in = if route.path == DATASETS { NameIn::Query } else { NameIn::Path };
    match route.method {
        Method::POST => route
            .with_receiver(move |request| upload::receive(request, name_in))
            .with_handler(move |request| upload::create(request, name_in)),
        Method::PUT => route.with_receiver(upload::receive_update).with_handler(upload::update),
        _ => route,
    }
}

fn tag(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Template => "templates",
        ResourceKind::Filter => "filters",
        ResourceKind::Pipeline => "pipelines",
        ResourceKind::Dataset => "datasets",
        ResourceKind::Converter => "converters",
        ResourceKind::Document => "documents",
        ResourceKind::Profile => "profiles",
    }
}
