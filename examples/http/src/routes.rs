//! The table of routes: everything that the interface has.

use std::sync::LazyLock;

use axum::http::Method;
use glossweave::Format;
use glossweave::rdf::ResultFormat;
use glossweave::resource::Kind;
use glossweave::service::{input_media_types, output_media_types};

use crate::handler::{reconcile, resource, service, user};
use crate::route::{Body, Content, Gives, Parameter, Place, Route, Shape, query};

/// Where what users store is managed.
pub const RESOURCES: [(Kind, &str, &str); 5] = [
    (Kind::Template, "/e-link/templates", "/e-link/templates/{templateID}"),
    (Kind::Filter, "/toolbox/convert/manage", "/toolbox/convert/manage/{filterName}"),
    (Kind::Pipeline, "/pipelining/templates", "/pipelining/templates/{pipelineId}"),
    (
        Kind::Dataset,
        "/e-entity/{entity_engine}/datasets",
        "/e-entity/{entity_engine}/datasets/{datasetName}",
    ),
    (
        Kind::Converter,
        "/toolbox/xslt-converter/manage",
        "/toolbox/xslt-converter/manage/{converterName}",
    ),
];

/// All routes.
pub fn routes() -> Vec<Route> {
    let mut routes = services();
    routes.extend(reconciliation());
    routes.extend(users());
    for (kind, collection, item) in RESOURCES {
        routes.extend(resources(kind, collection, item));
    }
    routes
}

/// What documents come as.
static DOCUMENTS: LazyLock<Vec<&str>> = LazyLock::new(input_media_types);
/// The media types in which services that enrich answer.
static ANSWERS: LazyLock<Vec<&str>> = LazyLock::new(output_media_types);
/// The media types that may come of a stylesheet, which says that itself.
const RESULTS: &[&str] = &["text/xml", "text/html", "application/xhtml+xml", "text/plain", "*/*"];
/// The media types in which the last request of a pipeline may answer.
static LAST: LazyLock<Vec<&str>> =
    LazyLock::new(|| ANSWERS.iter().chain(&["text/plain", "*/*"]).copied().collect());
/// The media types that a filter reads.
static RDF: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = Format::ALL.iter().filter(|format| format.is_rdf());
    all.flat_map(|format| format.media_types()).chain(Format::JSON).copied().collect()
});
/// The media types in which a filter answers.
static TABLES: LazyLock<Vec<&str>> = LazyLock::new(ResultFormat::media_types);
const MARKUP: &[&str] = &["text/xml", "application/xml", "text/html"];
const STEPS: &[&str] = &["application/json", "text/json"];

/// What every service has that reads or writes documents.
const FORMATS: [Parameter; 3] = [
    query("input", Shape::Text, "The input, in place of the body."),
    query("informat", Shape::Text, "The format of the input, in place of Content-Type."),
    query("outformat", Shape::Text, "The format of the answer, in place of Accept."),
];
/// The parameters of every service that enriches: the names of a request.
const ENRICHING: [Parameter; 16] = [
    query("filter", Shape::Text, "A stored filter that is applied to the result."),
    query("useI18n", Shape::Words(&["true", "false", "undefined"]), "Whether markup is converted."),
    query("prefix", Shape::Text, "What the IRIs of documents begin with."),
    query("nif-version", Shape::Words(&["2.0", "2.1"]), "The version of NIF."),
    query("charset", Shape::Text, "The encoding of the input, in place of what it says."),
    query("language", Shape::Text, "The language of the input; else it is found out."),
    query("any-language", YES, "Whether documents in other languages than English come back too."),
    query("any-format", YES, "Whether XLIFF and ODT come back too."),
    query(
        "strict",
        YES,
        "Whether NIF with a string that is wrong is refused, not read without it.",
    ),
    query(
        "unknown-entities",
        Shape::Words(&["omit", "replace", "refuse"]),
        "What references to external and undeclared entities in XML stand for.",
    ),
    query("verify", ON, "Whether a document that comes back is read again and compared."),
    query(
        "on-parent",
        Shape::Words(&["never", "when-needed", "preferred"]),
        "When annotations go on an element that is there.",
    ),
    query("translations", Shape::Words(&["off", "write"]), "Whether translations are written."),
    query("set-lang", Shape::Words(&["never", "always"]), "Whether languages are written too."),
    query("target-state", Shape::Text, "The state of targets that are written to XLIFF."),
    query(
        "max-output-bytes",
        Shape::Number,
        "The longest answer; what would be longer is refused.",
    ),
];
const LANGUAGES: [Parameter; 3] = [
    query("source-lang", Shape::Text, "The language of the input."),
    query("target-lang", Shape::Text, "The language that is wanted."),
    query("domain", Shape::Text, "What the input is about."),
];
const YES: Shape = Shape::Words(&["yes", "no"]);
const ON: Shape = Shape::Words(&["on", "off"]);
const THRESHOLD: Parameter = query("threshold", Shape::Text, "The least confidence, from 0 to 1.");

/// What takes documents.
fn services() -> Vec<Route> {
    let row = |path, id: &str, summary: &str, own: &[Parameter]| {
        let mut all = own.to_vec();
        all.extend(FORMATS);
        Route::new(Method::POST, path, id, summary, "services")
            .takes(all)
            .gives(Gives::Document(&ANSWERS, Content::Bytes))
            .by(service::call)
    };
    let enriches = |path, id: &str, summary: &str, own: &[Parameter]| {
        let mut all = own.to_vec();
        all.extend(ENRICHING);
        row(path, id, summary, &all).with_body(Body::Optional(&DOCUMENTS))
    };
    let entity = [
        query("dataset", Shape::Text, "The datasets whose names are found, with commas."),
        query("mode", Shape::Text, "`all`, or of `spot`, `classify`, `link` some with commas."),
        query("types", Shape::Text, "Classes that entities must have, with commas."),
        query("numLinks", Shape::Number, "How many links an entity has at most, 1 to 5."),
        THRESHOLD,
    ];
    let link = [
        Parameter { place: Place::Required, ..query("templateid", Shape::Text, "The template.") },
        query("partial", TRUTH, "Whether an endpoint may fail for some entities."),
    ];
    let mut terms = LANGUAGES.to_vec();
    terms.extend([
        query("dataset", Shape::Text, "The term bases, with commas."),
        query("collection", Shape::Text, "The same as `dataset`."),
        query("mode", Shape::Words(&["full", "annotation"]), "What is said of concepts."),
        THRESHOLD,
    ]);
    let mut translation = LANGUAGES.to_vec();
    translation.iter_mut().take(2).for_each(|one| one.place = Place::Required);
    translation.extend([
        query("key", Shape::Text, "The key of a private system."),
        query("keep", Shape::Text, "Words that are not translated, with commas."),
        query("srx", Shape::Text, "Rules for sentences: the text of a file in SRX."),
        query("any-target", YES, "Whether XLIFF that names another language is translated."),
    ]);
    let steps = [
        query("filter", Shape::Text, "A stored filter that is applied to the result."),
        query(
            "useI18n",
            Shape::Words(&["true", "false", "undefined"]),
            "Whether documents come back as they were.",
        ),
        query("output", Shape::Text, "The same as `outformat`."),
        query("stats", TRUTH, "Whether the times of the steps are told."),
    ];
    let lists = |path, id: &str, summary: &str| {
        Route::new(Method::GET, path, id, summary, "services").gives(Gives::Array("Provider"))
    };
    vec![
        lists("/e-entity", "listRecognizers", "The recognizers.").by(service::recognizers),
        lists("/e-terminology", "listTermProviders", "The providers of terms.")
            .by(service::term_providers),
        lists(
            "/e-translation",
            "listTranslationProviders",
            "The providers of translations, with the pairs of languages of public systems.",
        )
        .by(service::translation_providers),
        enriches(
            "/e-entity/{entity_engine}/documents",
            "enrichEntities",
            "Finds named entities.",
            &entity,
        ),
        enriches("/e-link/documents", "enrichLinks", "Asks a template about the entities.", &link),
        enriches("/e-terminology/{terminology_provider}", "enrichTerms", "Finds terms.", &terms),
        enriches(
            "/e-translation/{translation_provider}",
            "enrichTranslations",
            "Translates.",
            &translation,
        ),
        Route::new(
            Method::GET,
            "/e-translation/{translation_provider}/systems",
            "listSystems",
            "The translation systems that need no key, with their states.",
            "services",
        )
        .gives(Gives::Array("System"))
        .by(service::systems),
        row(
            "/toolbox/convert/documents/{filterName}",
            "applyFilter",
            "Turns RDF into a table.",
            &[],
        )
        .with_body(Body::Optional(&RDF))
        .gives(Gives::Document(&TABLES, Content::Bytes)),
        row(
            "/toolbox/xslt-converter/documents/{converterName}",
            "applyConverter",
            "Transforms XML or HTML; other parameters are those of the stylesheet.",
            &[],
        )
        .with_body(Body::Optional(MARKUP))
        .gives(Gives::Document(RESULTS, Content::Bytes)),
        row("/pipelining/chain", "runPipeline", "Runs requests one after the other.", &steps)
            .with_body(Body::Whole(STEPS))
            .of(Content::Array("PipelineRequest"))
            .gives(Gives::Document(&LAST, Content::Bytes)),
        row(
            "/pipelining/chain/{pipelineId}",
            "runStoredPipeline",
            "Runs a stored pipeline; other parameters are those of the pipeline.",
            &steps,
        )
        .with_body(Body::Optional(&DOCUMENTS))
        .gives(Gives::Document(&LAST, Content::Bytes)),
    ]
}

/// The Reconciliation Service API 0.2.
fn reconciliation() -> Vec<Route> {
    let path = "/reconcile/{datasetName}";
    let row = |method, path, id: &str, summary: &str| {
        Route::new(method, path, id, summary, "reconciliation")
    };
    let queries = query("queries", Shape::Text, "A batch of queries, in JSON.");
    let prefix = query("prefix", Shape::Text, "What names begin with.");
    let id = query("id", Shape::Text, "The IRI of the thing.");
    vec![
        row(Method::GET, path, "describeReconciliation", "What the service can do.")
            .takes(vec![queries])
            .gives(Gives::Document(JSON, Content::AnyJson))
            .by(reconcile::answer),
        row(Method::POST, path, "reconcile", "The candidates for names.")
            .takes(vec![queries])
            .with_body(Body::Optional(FORM))
            .of(Content::Json("Queries"))
            .gives(Gives::Document(JSON, Content::AnyJson))
            .by(reconcile::answer),
        row(Method::GET, "/reconcile/{datasetName}/suggest/entity", "suggest", "Completes a name.")
            .takes(vec![Parameter { place: Place::Required, ..prefix }])
            .gives(Gives::Document(JSON, Content::AnyJson))
            .by(reconcile::suggest),
        row(Method::GET, "/reconcile/{datasetName}/preview", "preview", "A page about a thing.")
            .takes(vec![Parameter { place: Place::Required, ..id }])
            .gives(Gives::Document(PAGES, Content::Text))
            .by(reconcile::preview),
    ]
}

const JSON: &[&str] = &["application/json"];
const FORM: &[&str] = &["application/x-www-form-urlencoded"];
const PAGES: &[&str] = &["text/html"];

const PAGE: [Parameter; 2] = [
    query("limit", Shape::Number, "How many are wanted at most; 100 where nothing is said."),
    query("after", Shape::Text, "The name that the part of the list begins behind."),
];
const CONTENTS: Parameter = query(
    "contents",
    Shape::Words(&["true", "false"]),
    "Whether queries, stylesheets and requests of pipelines are there; `false` where nothing is said.",
);

const USERNAME: Parameter = Parameter {
    name: "username",
    place: Place::Required,
    shape: Shape::Text,
    text: "1 to 64 letters, digits, `.`, `_` and `-`; the first is a letter.",
};
const PASSWORD: Parameter = Parameter {
    name: "password",
    place: Place::Required,
    shape: Shape::Text,
    text: "At least 8 characters.",
};

fn users() -> Vec<Route> {
    let header =
        |name, text| Parameter { name, place: Place::RequiredHeader, shape: Shape::Text, text };
    let changes = vec![
        query("password", Shape::Text, PASSWORD.text),
        query("role", Shape::Words(&["ROLE_USER", "ROLE_ADMIN"]), "For admins to change."),
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
            .takes(vec![USERNAME, PASSWORD])
            .gives(Gives::Created("User"))
            .by(user::create),
        row(Method::GET, all, "listUsers", "The users, for admins.")
            .takes(PAGE.to_vec())
            .for_known()
            .gives(Gives::Array("User"))
            .by(user::list),
        row(Method::GET, one, "readUser", "A user, for that user and admins.")
            .for_known()
            .gives(Gives::Json("User"))
            .by(user::read),
        row(Method::PUT, one, "updateUser", "Changes a password or a role.")
            .takes(changes)
            .for_known()
            .gives(Gives::Json("User"))
            .by(user::update),
        row(
            Method::DELETE,
            one,
            "deleteUser",
            "Removes a user who owns nothing, or with all of it.",
        )
        .takes(vec![query(
            "resources",
            Shape::Words(&["delete"]),
            "What becomes of what the user owns; refused without it.",
        )])
        .for_known()
        .by(user::delete),
        row(Method::POST, "/authenticate", "authenticate", "Gives a token that never expires.")
            .takes(login)
            .for_nobody()
            .gives(Gives::Json("Token"))
            .by(user::authenticate),
    ]
}

/// What the content of a kind may come as.
fn media_types(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Filter => &["text/plain", "application/sparql-query"],
        Kind::Converter => &["text/plain", "application/xslt+xml"],
        Kind::Dataset => &["text/csv", "text/turtle", "application/x-tbx", "application/jsonl"],
        _ => &["application/json", "text/json"],
    }
}

fn shape(kind: Kind) -> &'static str {
    match kind {
        Kind::Template => "Template",
        Kind::Filter => "Filter",
        Kind::Pipeline => "Pipeline",
        Kind::Dataset => "Dataset",
        _ => "Converter",
    }
}

/// What may be said of a resource besides its content.
fn said(kind: Kind) -> Vec<Parameter> {
    let mut said = vec![
        query("visibility", Shape::Words(&["public", "private"]), "Who may see it."),
        query("description", Shape::Text, "What it is good for."),
    ];
    match kind {
        Kind::Template => said.push(query("label", Shape::Text, "What it is called.")),
        Kind::Pipeline => said.extend([
            query("label", Shape::Text, "What it is called."),
            query("persist", TRUTH, "Whether it stays for ever; else for a week."),
        ]),
        Kind::Dataset => said.extend([
            query("informat", Shape::Text, "What the content is written in."),
            query("language", Shape::Text, "The language of names that do not say theirs."),
            query("properties", Shape::Text, "The properties whose values are names."),
            query("plurals", TRUTH, "Whether plurals of names are found too."),
            query("type", Shape::Words(&["names", "terms"]), "What it has."),
            query("strict", TRUTH, "Whether an entry of a term base that is wrong is an error."),
        ]),
        _ => {}
    }
    said
}

const TRUTH: Shape = Shape::Words(&["true", "false"]);
const MATCH: Parameter = Parameter {
    name: "If-Match",
    place: Place::Header,
    shape: Shape::Text,
    text: "The entity tag of what was seen.",
};

fn resources(kind: Kind, collection: &'static str, item: &'static str) -> Vec<Route> {
    let (name, shape) = (kind.name(), shape(kind));
    let row = |method, path, verb: &str, suffix: &str, summary: String| {
        Route::new(method, path, &format!("{verb}{shape}{suffix}"), &summary, tag(kind))
    };
    let content = match kind {
        Kind::Pipeline => Content::Array("PipelineRequest"),
        Kind::Template => Content::Json("TemplateContent"),
        Kind::Dataset => Content::Bytes,
        _ => Content::Text,
    };
    let (whole, optional) = match kind {
        Kind::Dataset => (Body::Coming(media_types(kind)), Body::Coming(media_types(kind))),
        _ => (Body::Whole(media_types(kind)), Body::Optional(media_types(kind))),
    };
    let mut named = said(kind);
    if kind.key() == "name" {
        let text = "1 to 128 letters, digits, `.`, `_` and `-`.";
        named.push(Parameter { place: Place::Required, ..query("name", Shape::Text, text) });
    }
    let mut changes = said(kind);
    changes.push(query("newOwner", Shape::Text, "The user who shall own it."));
    changes.push(MATCH);
    if kind == Kind::Dataset {
        let words = Shape::Words(&["add", "replace", "remove"]);
        changes.push(query("mode", words, "What happens to what is there."));
    }
    vec![
        row(Method::POST, collection, "create", "", format!("Stores a {name}."))
            .takes(named)
            .with_body(whole)
            .of(content)
            .for_known()
            .gives(Gives::Created(shape))
            .into_source(move |ask| resource::receive(ask, kind, resource::NameIn::Query))
            .by(move |ask| resource::create(ask, kind, resource::NameIn::Query)),
        row(Method::GET, collection, "list", "s", format!("The {name}s that the caller may see."))
            .takes([&PAGE[..], &[CONTENTS]].concat())
            .gives(Gives::Array(shape))
            .by(move |ask| resource::list(ask, kind)),
        row(
            Method::POST,
            item,
            "create",
            "At",
            format!("Stores a {name} under the name in the path."),
        )
        .takes(said(kind))
        .with_body(whole)
        .of(content)
        .for_known()
        .gives(Gives::Created(shape))
        .into_source(move |ask| resource::receive(ask, kind, resource::NameIn::Path))
        .by(move |ask| resource::create(ask, kind, resource::NameIn::Path)),
        row(Method::GET, item, "read", "", format!("A {name}."))
            .gives(Gives::Json(shape))
            .by(move |ask| resource::read(ask, kind)),
        row(
            Method::PUT,
            item,
            "update",
            "",
            format!("Changes a {name}; its content stays where none is sent."),
        )
        .takes(changes)
        .with_body(optional)
        .of(content)
        .for_known()
        .gives(Gives::Json(shape))
        .into_source(move |ask| resource::receive_update(ask, kind))
        .by(move |ask| resource::update(ask, kind)),
        row(Method::DELETE, item, "delete", "", format!("Removes a {name}."))
            .takes(vec![MATCH])
            .for_known()
            .by(move |ask| resource::delete(ask, kind)),
    ]
}

fn tag(kind: Kind) -> &'static str {
    match kind {
        Kind::Template => "templates",
        Kind::Filter => "filters",
        Kind::Pipeline => "pipelines",
        Kind::Dataset => "datasets",
        _ => "converters",
    }
}
