//! The table of routes: everything that the interface has.

use axum::http::Method;
use glossweave::Result;
use glossweave::resource::Kind;

use crate::answer::Answer;
use crate::ask::Ask;
use crate::handler::{reconcile, resource, service, user};
use crate::route::{Body, Callers, Gives, Parameter, Place, Route, Shape, query};

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
const DOCUMENTS: &[&str] = &[
    "text/plain",
    "text/html",
    "text/xml",
    "application/x-xliff+xml",
    "application/x-openoffice",
    "text/turtle",
    "application/x-turtle",
    "application/ld+json",
    "application/json+ld",
    "application/json",
    "text/n3",
    "application/n-triples",
    "application/rdf+xml",
];
/// What answers come as.
const ANSWERS: &[&str] = &["*/*"];
const MARKUP: &[&str] = &["text/xml", "application/xml", "text/html"];
const RDF: &[&str] =
    &["text/turtle", "application/ld+json", "application/n-triples", "application/rdf+xml"];
const STEPS: &[&str] = &["application/json", "text/json"];

/// What every service has that reads or writes documents.
const FORMATS: [Parameter; 3] = [
    query("input", Shape::Text, "The input, in place of the body."),
    query("informat", Shape::Text, "The format of the input, in place of Content-Type."),
    query("outformat", Shape::Text, "The format of the answer, in place of Accept."),
];
const ENRICHING: [Parameter; 4] = [
    query("filter", Shape::Text, "A stored filter that is applied to the result."),
    query("useI18n", Shape::Words(&["true", "false", "undefined"]), "Whether markup is converted."),
    query("prefix", Shape::Text, "What the IRIs of documents begin with."),
    query("nif-version", Shape::Words(&["2.0", "2.1"]), "The version of NIF."),
];
const LANGUAGES: [Parameter; 3] = [
    query("source-lang", Shape::Text, "The language of the input."),
    query("target-lang", Shape::Text, "The language that is wanted."),
    query("domain", Shape::Text, "What the input is about."),
];

/// What takes documents.
fn services() -> Vec<Route> {
    let row = |path, id: &str, summary: &str, own: &[Parameter]| {
        let mut all = own.to_vec();
        all.extend(FORMATS);
        Route::new(Method::POST, path, id, summary, "services")
            .takes(all)
            .gives(Gives::Document(ANSWERS))
            .by(service::call)
    };
    let enriches = |path, id: &str, summary: &str, own: &[Parameter]| {
        let mut all = own.to_vec();
        all.extend(ENRICHING);
        row(path, id, summary, &all).with_body(Body::Optional(DOCUMENTS))
    };
    let entity = [
        query("language", Shape::Text, "The language of the input; else it is found out."),
        query("dataset", Shape::Text, "The datasets whose names are found, with commas."),
        query("mode", Shape::Text, "`all`, or of `spot`, `classify`, `link` some with commas."),
        query("types", Shape::Text, "Classes that entities must have, with commas."),
        query("numLinks", Shape::Number, "How many links an entity has at most, 1 to 5."),
        query("threshold", Shape::Text, "The least confidence, from 0 to 1."),
    ];
    let link = [
        Parameter { place: Place::Required, ..query("templateid", Shape::Text, "The template.") },
        query("partial", TRUTH, "Whether an endpoint may fail for some entities."),
    ];
    let mut terms = LANGUAGES.to_vec();
    terms.push(query("dataset", Shape::Text, "The term bases, with commas; `collection` too."));
    terms.push(query("mode", Shape::Words(&["full", "annotation"]), "What is said of concepts."));
    let mut translation = LANGUAGES.to_vec();
    translation.iter_mut().take(2).for_each(|one| one.place = Place::Required);
    translation.push(query("key", Shape::Text, "The key of a private system."));
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
    vec![
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
        .with_body(Body::Optional(RDF)),
        row(
            "/toolbox/xslt-converter/documents/{converterName}",
            "applyConverter",
            "Transforms XML or HTML; other parameters are those of the stylesheet.",
            &[],
        )
        .with_body(Body::Optional(MARKUP)),
        row("/pipelining/chain", "runPipeline", "Runs requests one after the other.", &steps)
            .with_body(Body::Whole(STEPS)),
        row(
            "/pipelining/chain/{pipelineId}",
            "runStoredPipeline",
            "Runs a stored pipeline; other parameters are those of the pipeline.",
            &steps,
        )
        .with_body(Body::Optional(DOCUMENTS)),
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
            .gives(Gives::Document(JSON))
            .by(reconcile::answer),
        row(Method::POST, path, "reconcile", "The candidates for names.")
            .takes(vec![queries])
            .with_body(Body::Optional(FORM))
            .gives(Gives::Document(JSON))
            .by(reconcile::answer),
        row(Method::GET, "/reconcile/{datasetName}/suggest/entity", "suggest", "Completes a name.")
            .takes(vec![Parameter { place: Place::Required, ..prefix }])
            .gives(Gives::Document(JSON))
            .by(reconcile::suggest),
        row(Method::GET, "/reconcile/{datasetName}/preview", "preview", "A page about a thing.")
            .takes(vec![Parameter { place: Place::Required, ..id }])
            .gives(Gives::Document(PAGES))
            .by(reconcile::preview),
    ]
}

const JSON: &[&str] = &["application/json"];
const FORM: &[&str] = &["application/x-www-form-urlencoded"];
const PAGES: &[&str] = &["text/html"];

const PAGE: [Parameter; 2] = [
    query("limit", Shape::Number, "How many are wanted at most."),
    query("after", Shape::Text, "The name that the part of the list begins behind."),
];

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
        row(Method::DELETE, one, "deleteUser", "Removes a user who owns nothing.")
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
            .for_known()
            .gives(Gives::Created(shape))
            .by(move |ask| resource::create(ask, kind, resource::NameIn::Query)),
        row(Method::GET, collection, "list", "s", format!("The {name}s that the caller may see."))
            .takes(PAGE.to_vec())
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
        .for_known()
        .gives(Gives::Created(shape))
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
        .for_known()
        .gives(Gives::Json(shape))
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

impl Route {
    fn new(
        method: Method,
        path: &'static str,
        id: &str,
        summary: &str,
        tag: &'static str,
    ) -> Route {
        Route {
            method,
            path,
            handler: Box::new(|_: &mut Ask| Ok(Answer::empty(axum::http::StatusCode::NO_CONTENT))),
            id: id.to_owned(),
            summary: summary.to_owned(),
            tag,
            parameters: Vec::new(),
            body: Body::None,
            gives: Gives::Nothing,
            callers: Callers::All,
        }
    }

    fn takes(mut self, parameters: Vec<Parameter>) -> Route {
        self.parameters = parameters;
        self
    }

    fn with_body(mut self, body: Body) -> Route {
        self.body = body;
        self
    }

    fn gives(mut self, gives: Gives) -> Route {
        self.gives = gives;
        self
    }

    fn for_known(mut self) -> Route {
        self.callers = Callers::Known;
        self
    }

    fn for_nobody(mut self) -> Route {
        self.callers = Callers::Nobody;
        self
    }

    fn by(mut self, handler: impl Fn(&mut Ask) -> Result<Answer> + Send + Sync + 'static) -> Route {
        self.handler = Box::new(handler);
        self
    }
}
