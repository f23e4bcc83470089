//! The whole HTTP interface as calls: services, pipelines, jobs, stored resources, users and models.
//!
//! A server needs only this module: it turns each request into a [`Call`], and each [`Answer`] into
//! a response.

mod answers;
mod input;
mod invitations;
mod jobs;
mod keys;
mod lists;
mod models;
mod reconciliation;
mod resources;
mod users;

use percent_encoding::percent_decode_str;

use self::input::Input;
use crate::engine::Session;
use crate::pipeline::check_path;
use crate::service::{Answer, Call, Method};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_store::resource::ResourceKind;
use glossweave_vocabulary::{ApiVersion, Suggested};

impl Session<'_> {
    /// Calls a service, a pipeline or another part of the HTTP interface by its path below the
    /// version segment, with the parameters and headers that the interface defines for it:
    ///
    /// - the services: `/e-entity/{engine}/documents`, `/e-link/documents`,
    ///   `/e-terminology/{provider}`, `/e-translation/{provider}`,
    ///   `/toolbox/convert/documents/{filter}` and `/toolbox/xslt-converter/documents/{converter}`
    /// - `/toolbox/xliff/extract`, which converts a document to XLIFF, with the parameters of
    ///   [`XliffOptions`](crate::translate::XliffOptions)
    /// - `/toolbox/xliff/merge`, which returns the translated document of such a file
    /// - `/toolbox/check`
    /// - `/toolbox/redact` and `/toolbox/restore`, with the parameters of
    ///   [`RedactOptions`](crate::redact::RedactOptions)
    /// - `/pipelining/chain`, which runs the requests in its body, the first one on its own body
    /// - `/pipelining/chain/{pipelineId}`, which runs a stored pipeline on its body
    /// - with `GET`, `POST`, `PUT` and `DELETE`: stored resources (`/e-link/templates`,
    ///   `/toolbox/convert/manage`, `/pipelining/templates`, `/e-entity/{engine}/datasets`,
    ///   `/toolbox/xslt-converter/manage`, `/documents`, `/profiles`), users and their keys
    ///   (`/user`, `/user/{name}/keys`, `/authenticate`, `/invitations`, `/audit`), `/jobs`,
    ///   `/models`, `/reconcile/{dataset}`, `/engines` and `/formats`
    ///
    /// A service or a pipeline runs as a job if `async` is `true`. The answer is then the job as
    /// JSON.
    ///
    /// The enrichment services also accept the short names `i`, `f`, `o` and `p`, and the names of
    /// [`Request::parameters`](crate::Request::parameters). `informat` takes precedence over
    /// `Content-Type`, and `outformat` over `Accept`. By default, the input is plain text (XML for
    /// a stylesheet, Turtle for a filter), and the answer is Turtle (CSV if a filter applies, XML
    /// for a stylesheet).
    ///
    /// A call of a pipeline has the parameters `useI18n` (execution rule 7), `filter` (rule 6),
    /// `outformat` or its alias `output`, `informat`, `prefix` and `nif-version` for the first
    /// request, `any-format` and `any-language` for the last request, `stats` to include the times
    /// of the steps, and one parameter for each variable. When the URL of a request belongs to the
    /// engine, the step runs in the engine. This applies to the base URLs in the settings of
    /// pipelines, and to URLs with the host of the header `Host` of the call and a version segment.
    /// Remote hosts are called only if the settings allow them by name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if the interface does not have the path with this method;
    /// [`ErrorKind::Unsupported`], with the side of the input or the output, for unknown formats,
    /// and if `useI18n` or the blacklist prevents the conversion of markup (e-Internationalization,
    /// rule 5); [`ErrorKind::Invalid`], with the parameter at fault, for parameters that the service
    /// does not accept; and the errors of the service itself. For pipelines, returns
    /// `ErrorKind::Malformed` and `ErrorKind::Invalid` for invalid requests, `ErrorKind::Invalid` if
    /// variables have no value or parameters are not variables, `ErrorKind::Unauthenticated` and
    /// `ErrorKind::NotFound` if the caller may not use a stored pipeline, `ErrorKind::Deadline` if
    /// the steps take longer than the settings allow, `ErrorKind::Forbidden` for hosts that are not
    /// allowed, and the errors of a step, with its number
    /// ([`Error::step`](glossweave_base::Error::step)).
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::error::Side;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/Cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let session = engine.session(Caller::Anonymous);
    /// let call = Call::new("/e-entity/places/documents?f=text/html")
    ///     .with_header("Accept", "text/html")
    ///     .with_body("<p>To Cork!");
    /// let answer = session.call(call)?;
    /// assert_eq!(answer.media_type, "text/html");
    /// assert!(answer.bytes.starts_with(b"<p>To <span its-ta-ident-ref="));
    ///
    /// let error = session.call(Call::new("/e-entities")).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// let call = Call::new("/e-terminology/extraction?language=en").with_body("One black hole.");
    /// let error = session.call(call.clone().with_parameter("outformat", "rtf")).unwrap_err();
    /// assert_eq!((error.kind(), error.side()), (ErrorKind::Unsupported, Some(Side::Output)));
    /// let error = session.call(call.with_parameter("colour", "red")).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("colour")));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// The other parts of the interface answer in JSON:
    ///
    /// ```
    /// use glossweave::service::{Call, Method};
    /// use glossweave::{Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let session = engine.local_session()?;
    /// let call = Call::new("/toolbox/convert/manage/all").with_body("SELECT * { ?s ?p ?o }");
    /// assert_eq!(session.call(call)?.status, 201);
    /// let answer = session.call(Call::new("/toolbox/convert/manage").with_method(Method::Get))?;
    /// assert_eq!(answer.media_type, "application/json");
    /// assert!(answer.bytes.starts_with(br#"[{"name":"all","kind":"filter","#));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// An error of a pipeline contains the number of the step:
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let session = engine.session(Caller::Anonymous);
    /// let run = |requests: &str| session.call(Call::new("/pipelining/chain").with_body(requests));
    /// let first = r#"{"method": "POST", "body": "To Cork",
    ///     "endpoint": "/e-entity/places/documents?informat=text&outformat=turtle"}"#;
    /// let answer = run(&format!("[{first}]"))?;
    /// assert!(String::from_utf8_lossy(&answer.bytes).contains("http://example.org/cork"));
    /// let second = r#"{"method": "POST", "endpoint": "/e-entity/people/documents"}"#;
    /// let error = run(&format!("[{first}, {second}]")).unwrap_err();
    /// assert_eq!((error.kind(), error.step()), (ErrorKind::NotFound, Some(1)));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn call(&self, call: Call) -> Result<Answer> {
        call.run_traced(|call| self.answer(call))
    }

    fn answer(&self, mut call: Call) -> Result<Answer> {
        let Err(error) = check_path(&call.path) else {
            return match (call.method, jobs::submission(&mut call)?) {
                (Method::Post, None) => self.pipelines().call(call),
                (Method::Post, Some(options)) => jobs::submit(self, call, &options),
                _ => Err(wrong_method(&call)),
            };
        };
        let path = call.path.split(['?', '#']).next().unwrap_or_default();
        let path = path.trim_end_matches('/').to_owned();
        let segments: Vec<_> = path
            .trim_matches('/')
            .split('/')
            .map(|segment| percent_decode_str(segment).decode_utf8())
            .collect::<std::result::Result<_, _>>()
            .map_err(|_| Error::invalid("the path is not UTF-8").with_parameter("path"))?;
        let segments: Vec<&str> = segments.iter().map(|segment| &**segment).collect();
        let input = Input::new(self, &call, &path)?;
        match route(&segments) {
            Some(target) => target.answer(&input, call.method),
            None => Err(error),
        }
    }
}

/// The error for a path that does not have a method.
fn wrong_method(call: &Call) -> Error {
    let path = call.path.split(['?', '#']).next().unwrap_or_default();
    let message = format!("the path {} does not have this method", shown(path));
    Error::new(ErrorKind::NotFound, message).with_parameter("method")
}

/// A path of the interface that is neither a service nor a pipeline, with its variable segments.
enum Target<'p> {
    Engines,
    Formats,
    Recognizers,
    TermProviders,
    TranslationProviders,
    Systems(&'p str),
    Resources(ResourceKind),
    Resource(ResourceKind, &'p str),
    Users,
    User(&'p str),
    Authenticate,
    AuditLog,
    Keys(&'p str),
    Key(&'p str, &'p str),
    Invitations,
    Invitation(&'p str),
    Jobs,
    Job(&'p str),
    JobResult(&'p str),
    JobCancellation(&'p str),
    Models,
    Model(&'p str),
    Reconciliation(&'p str, ApiVersion, ReconciliationPath),
}

/// The paths of a reconciliation service.
#[derive(Clone, Copy)]
enum ReconciliationPath {
    Service,
    Reconcile,
    Extend,
    Suggest(Suggested),
    Preview,
    Propose,
}

fn route<'p>(segments: &[&'p str]) -> Option<Target<'p>> {
    use Target::*;
    Some(match *segments {
        ["engines"] => Engines,
        ["formats"] => Formats,
        ["e-entity"] => Recognizers,
        ["e-terminology"] => TermProviders,
        ["e-translation"] => TranslationProviders,
        ["e-translation", provider, "systems"] => Systems(provider),
        ["user"] => Users,
        ["user", name] => User(name),
        ["user", name, "keys"] => Keys(name),
        ["user", name, "keys", key] => Key(name, key),
        ["authenticate"] => Authenticate,
        ["audit"] => AuditLog,
        ["invitations"] => Invitations,
        ["invitations", name] => Invitation(name),
        ["jobs"] => Jobs,
        ["jobs", id] => Job(id),
        ["jobs", id, "result"] => JobResult(id),
        ["jobs", id, "cancel"] => JobCancellation(id),
        ["models"] => Models,
        ["models", name] => Model(name),
        ["reconcile", dataset, "1.0", ref rest @ ..] => {
            Reconciliation(dataset, ApiVersion::Draft1_0, reconciliation_path(rest)?)
        }
        ["reconcile", dataset, ref rest @ ..] => {
            Reconciliation(dataset, ApiVersion::V0_2, reconciliation_path(rest)?)
        }
        ref all => {
            let (kind, rest) = collection(all)?;
            match *rest {
                [] => Resources(kind),
                [name] => Resource(kind, name),
                _ => return None,
            }
        }
    })
}

/// Returns the kind of the stored resources at the start of a path, and the segments after it.
fn collection<'s, 'p>(segments: &'s [&'p str]) -> Option<(ResourceKind, &'s [&'p str])> {
    let (kind, rest) = match segments {
        ["e-link", "templates", rest @ ..] => (ResourceKind::Template, rest),
        ["toolbox", "convert", "manage", rest @ ..] => (ResourceKind::Filter, rest),
        ["pipelining", "templates", rest @ ..] => (ResourceKind::Pipeline, rest),
        ["e-entity", _, "datasets", rest @ ..] => (ResourceKind::Dataset, rest),
        ["toolbox", "xslt-converter", "manage", rest @ ..] => (ResourceKind::Converter, rest),
        ["documents", rest @ ..] => (ResourceKind::Document, rest),
        ["profiles", rest @ ..] => (ResourceKind::Profile, rest),
        _ => return None,
    };
    Some((kind, rest))
}

fn reconciliation_path(segments: &[&str]) -> Option<ReconciliationPath> {
    use ReconciliationPath::*;
    Some(match segments {
        [] => Service,
        ["reconcile"] => Reconcile,
        ["extend"] => Extend,
        ["suggest", "entity"] => Suggest(Suggested::Entity),
        ["suggest", "type"] => Suggest(Suggested::Type),
        ["suggest", "property"] => Suggest(Suggested::Property),
        ["preview"] => Preview,
        ["extend", "propose"] => Propose,
        _ => return None,
    })
}

impl Target<'_> {
    fn answer(self, input: &Input<'_>, method: Method) -> Result<Answer> {
        use Method::{Delete, Get, Post, Put};
        match (method, self) {
            (Get, Target::Engines) => lists::engines(input),
            (Get, Target::Formats) => Ok(lists::formats()),
            (Get, Target::Recognizers) => Ok(lists::recognizers(input)),
            (Get, Target::TermProviders) => Ok(lists::term_providers(input)),
            (Get, Target::TranslationProviders) => lists::translation_providers(input),
            (Get, Target::Systems(provider)) => lists::systems(input, provider),
            (Post, Target::Resources(kind)) => {
                resources::create(input, kind, input.parameter("name"))
            }
            (Get, Target::Resources(kind)) => resources::list(input, kind),
            (Post, Target::Resource(kind, name)) => resources::create_at(input, kind, name),
            (Get, Target::Resource(kind, name)) => resources::read(input, kind, name),
            (Put, Target::Resource(kind, name)) => resources::update(input, kind, name),
            (Delete, Target::Resource(kind, name)) => resources::delete(input, kind, name),
            (Post, Target::Users) => users::create(input),
            (Get, Target::Users) => users::list(input),
            (Get, Target::User(name)) => users::read(input, name),
            (Put, Target::User(name)) => users::update(input, name),
            (Delete, Target::User(name)) => users::delete(input, name),
            (Post, Target::Authenticate) => users::authenticate(input),
            (Get, Target::AuditLog) => users::audit_log(input),
            (Post, Target::Keys(user)) => keys::create(input, user),
            (Get, Target::Keys(user)) => keys::list(input, user),
            (Get, Target::Key(user, name)) => keys::read(input, user, name),
            (Delete, Target::Key(user, name)) => keys::revoke(input, user, name),
            (Post, Target::Invitations) => invitations::create(input),
            (Get, Target::Invitations) => invitations::list(input),
            (Get, Target::Invitation(name)) => invitations::read(input, name),
            (Delete, Target::Invitation(name)) => invitations::revoke(input, name),
            (Get, Target::Jobs) => jobs::list(input),
            (Get, Target::Job(id)) => jobs::read(input, id),
            (Delete, Target::Job(id)) => jobs::delete(input, id),
            (Get, Target::JobResult(id)) => jobs::result(input, id),
            (Post, Target::JobCancellation(id)) => jobs::cancel(input, id),
            (Get, Target::Models) => models::list(input),
            (Get, Target::Model(name)) => models::read(input, name),
            (Post, Target::Model(name)) => models::train(input, name),
            (Delete, Target::Model(name)) => models::delete(input, name),
            (_, Target::Reconciliation(dataset, version, path)) => {
                let service = reconciliation::Service { input, dataset, version };
                match (method, path, version) {
                    (Get | Post, ReconciliationPath::Service, ApiVersion::V0_2) => {
                        service.reconcile()
                    }
                    (Get, ReconciliationPath::Service, ApiVersion::Draft1_0) => service.manifest(),
                    (Post, ReconciliationPath::Reconcile, ApiVersion::Draft1_0) => service.answer(),
                    (Post, ReconciliationPath::Extend, ApiVersion::Draft1_0) => service.extend(),
                    (Get, ReconciliationPath::Suggest(suggested), _) => service.suggest(suggested),
                    (Get, ReconciliationPath::Preview, _) => service.preview(),
                    (Get, ReconciliationPath::Propose, _) => service.propose(),
                    _ => Err(wrong_method(input.call)),
                }
            }
            _ => Err(wrong_method(input.call)),
        }
    }
}
