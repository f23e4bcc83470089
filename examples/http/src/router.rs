//! The router, which maps requests to responses with the table of routes.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::Router;
use axum::body::{Body as Stream, HttpBody};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request as HttpRequest};
use axum::http::header::{
    ACCEPT, ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, HOST,
    LINK, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{
    Extensions, HeaderMap, HeaderName, HeaderValue, Method, Response as HttpResponse, StatusCode,
    Uri, Version,
};
use axum::middleware::{Next, from_fn};
use axum::routing::{MethodFilter, MethodRouter, on};
use glossweave::service::parse_form;
use glossweave::trace::TraceContext;
use glossweave::{Caller, Error, ErrorKind, Result};
use serde_json::json;
use tower::{ServiceExt, service_fn};
use tower_http::compression::predicate::{DefaultPredicate, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use crate::app::App;
use crate::body::{BodyError, BodyLimits, collect, counted_bytes, decode, receive};
use crate::client::{Client, Key, Peer};
use crate::coding::Coding;
use crate::config::Server;
use crate::connection_table::OpenConnection;
use crate::load::Load;
use crate::log::{self, REQUEST_ID};
#[cfg(feature = "mcp")]
use crate::mcp;
use crate::metrics::{Finished, OPEN_METRICS};
use crate::rate::{RATE_LIMIT, RATE_LIMIT_POLICY, Rate};
use crate::request::{BASE, Content, Request};
use crate::response::{BUFFERING, Response};
use crate::route::{Access, Body, Route};
use crate::{
    auth, failures_header, health, log_in, multipart, openapi, problem, routes, static_files,
};

/// The alias of the version segment, which clients of the first server of the interface use.
const CURRENT: &str = "/current";

/// The policy for responses that browsers show as pages: scripts and all other features are disabled.
const SANDBOX: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// The estimated size of the results of a body, as a multiple of its size.
const RESULT_FACTOR: usize = 16;

/// The size up to which the results of a body do not count, because there are few workers.
const UNCOUNTED_RESULT: usize = 1 << 20;

/// The maximum size of a form whose fields are used as the query.
const MAX_FORM_BYTES: usize = 64 << 10;

/// The methods of a read-only path.
const READ_METHODS: &str = "GET, HEAD, OPTIONS";

/// The response header with the applied preference (RFC 7240).
const APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The route of all files of the page.
const PAGE: &str = "page";

/// The routes that are logged only at the level `debug`, because they are requested all the time, for example by probes.
const QUIET: [&str; 5] = [PAGE, "/health", "/ready", "/metrics", "/version"];

/// The route of a response, for metrics.
#[derive(Clone, Copy)]
struct MatchedRoute(&'static str);

/// Builds the router. Returns `ErrorKind::Invalid`, with the parameter `server.cors`, if an origin is wrong.
pub fn build(app: &Arc<App>, settings: &Server) -> Result<Router> {
    let routes: Vec<Arc<Route>> = routes::all().into_iter().map(Arc::new).collect();
    let description = openapi::write(&routes);
    let mut paths: BTreeMap<&str, Vec<Arc<Route>>> = BTreeMap::new();
    for route in routes {
        paths.entry(route.path).or_default().push(route);
    }
    let services: Arc<[&str]> = paths.keys().copied().collect();
    let mut router = Router::new();
    for (path, routes) in paths {
        router = router.route(&format!("{BASE}{path}"), methods(app, routes));
    }
    for file in static_files::FILES.iter().copied() {
        router = router.route(file.0, get(PAGE, move || static_files::response(file)));
    }
    router = router.route("/version", get("/version", version));
    let text = Arc::new(description);
    router = router.route(
        "/v1/openapi.json",
        get("/openapi.json", move || {
            Response::new(StatusCode::OK, "application/json", text.as_bytes().to_vec())
        }),
    );
    let health_app = app.clone();
    let health = move |_: HttpRequest| {
        let app = health_app.clone();
        async move { with_route(health::health(&app).await, "/health") }
    };
    let health = with_options(on(MethodFilter::GET, health), READ_METHODS.into());
    router = router.route("/health", health);
    let metrics_app = app.clone();
    let metrics = move |request: HttpRequest| {
        let app = metrics_app.clone();
        async move {
            let accepts = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
            let is_open = accepts.is_some_and(|all| all.contains("application/openmetrics-text"));
            let media_type = if is_open { OPEN_METRICS } else { "text/plain; version=0.0.4" };
            let text = app.metrics.to_text(&app.readings().await, is_open);
            with_route(Response::new(StatusCode::OK, media_type, text), "/metrics")
        }
    };
    let metrics = with_options(on(MethodFilter::GET, metrics), READ_METHODS.into());
    router = router.route("/metrics", metrics);
    let ready_app = app.clone();
    let ready = move |request: HttpRequest| {
        let app = ready_app.clone();
        async move {
            let peer = request.extensions().get::<Peer>().copied();
            let client = Client::of(peer, request.headers(), &Caller::Anonymous, &app.proxies);
            with_route(health::ready(&app, &client).await, "/ready")
        }
    };
    let ready = with_options(on(MethodFilter::GET, ready), READ_METHODS.into());
    router = router.route("/ready", ready);
    let log_in_app = app.clone();
    let describe = move || log_in::describe(&log_in_app.engine);
    router = router.route("/auth/oidc", get("/auth/oidc", describe));
    #[cfg(feature = "oidc")]
    for (path, method, handler) in LOG_IN {
        router = router.route(path, log_in_at(app, path, method, *handler));
    }
    #[cfg(feature = "mcp")]
    let router = {
        let admitting_app = app.clone();
        let admit = from_fn(move |request: HttpRequest, next: Next| {
            let app = admitting_app.clone();
            async move { admit(&app, request, next).await }
        });
        let protocol = Router::new().route_service(mcp::PATH, mcp::service(app, settings));
        router.merge(protocol.layer(admit))
    };
    let router = router.fallback(move |request: HttpRequest| async move {
        with_route(problem::not_found(request.uri().path(), &services), "other")
    });
    let observed_app = app.clone();
    let origins = settings.origins()?;
    let router = if origins.is_empty() { router } else { router.layer(cors(origins)) };
    let router = router
        .layer(
            CompressionLayer::new()
                .quality(CompressionLevel::Fastest)
                .compress_when(DefaultPredicate::new().and(without_tag).and(is_whole)),
        )
        .layer(from_fn(move |request: HttpRequest, next: Next| {
            let app = observed_app.clone();
            async move { observe(&app, request, next).await }
        }));
    Ok(Router::new().fallback_service(service_fn(move |mut request: HttpRequest| {
        rename(request.uri_mut());
        router.clone().oneshot(request)
    })))
}

/// A handler for log-in with a browser.
#[cfg(feature = "oidc")]
type LogInHandler = fn(&glossweave::Engine, &Uri, &HeaderMap) -> Result<Response>;

/// The paths for log-in with a browser, in addition to the paths of pages.
#[cfg(feature = "oidc")]
const LOG_IN: &[(&str, &str, LogInHandler)] =
    &[("/auth/oidc/login", "GET", log_in::begin), ("/auth/oidc/token", "POST", log_in::finish)];

/// Builds a path for log-in, whose handler waits for the provider.
#[cfg(feature = "oidc")]
fn log_in_at(
    app: &Arc<App>,
    path: &'static str,
    method: &'static str,
    handler: LogInHandler,
) -> MethodRouter {
    let app = app.clone();
    let filter = if method == "GET" { MethodFilter::GET } else { MethodFilter::POST };
    let methods = on(filter, move |request: HttpRequest| {
        let app = app.clone();
        async move {
            let (head, _) = request.into_parts();
            let peer = head.extensions.get::<Peer>().copied();
            let client = Client::of(peer, &head.headers, &Caller::Anonymous, &app.proxies);
            let engine = app.engine.clone();
            let job = move || handler(&engine, &head.uri, &head.headers);
            let response = app.pools.of(Load::Heavy).run(&client, job).await;
            let response = response.unwrap_or_else(|error| problem::of_error(&error, path));
            with_route(response, path)
        }
    });
    with_options(methods, format!("{method}, OPTIONS").into())
}

/// Rewrites a path of the interface to the form in the table of routes: without a slash at the end, and
/// with the standard version segment.
fn rename(uri: &mut Uri) {
    let path = uri.path();
    let below = [BASE, CURRENT].iter().find_map(|version| path.strip_prefix(version));
    let Some(below) = below.filter(|below| below.starts_with('/') && *below != "/") else { return };
    let below = below.strip_suffix('/').unwrap_or(below);
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = format!("{BASE}{below}{query}").parse().ok();
    if let Ok(renamed) = Uri::from_parts(parts) {
        *uri = renamed;
    }
}

type Segments = std::result::Result<RawPathParams, RawPathParamsRejection>;

/// Builds the methods of a path.
fn methods(app: &Arc<App>, routes: Vec<Arc<Route>>) -> MethodRouter {
    let mut names: Vec<&str> = routes.iter().map(|route| route.method.as_str()).collect();
    if names.contains(&"GET") {
        names.push("HEAD");
    }
    names.push("OPTIONS");
    let allowed: Arc<str> = names.join(", ").into();
    let mut methods = MethodRouter::new();
    for route in routes {
        let Ok(filter) = MethodFilter::try_from(route.method.clone()) else { continue };
        let app = app.clone();
        methods = methods.on(filter, move |segments: Segments, request: HttpRequest| {
            let (app, route) = (app.clone(), route.clone());
            async move {
                let response = respond(&app, &route, segments.ok(), request).await;
                with_route(response, route.path)
            }
        });
    }
    with_options(methods, allowed)
}

/// Adds OPTIONS, and a response for other methods. Both list the allowed methods.
fn with_options(methods: MethodRouter, allowed: Arc<str>) -> MethodRouter {
    let names = allowed.clone();
    methods
        .on(MethodFilter::OPTIONS, move || async move {
            let response = Response::empty(StatusCode::NO_CONTENT).with_header(ALLOW, &*names);
            with_route(response, "options")
        })
        .fallback(move |request: HttpRequest| async move { refuse(request, &allowed).await })
}

async fn refuse(request: HttpRequest, allowed: &str) -> HttpResponse<Stream> {
    with_route(problem::wrong_method(request.uri().path(), allowed), "other")
}

/// Builds a path with the same response for all callers.
fn get(
    route: &'static str,
    response: impl Fn() -> Response + Clone + Send + Sync + 'static,
) -> MethodRouter {
    let methods = on(MethodFilter::GET, move || {
        let response = response();
        async move { with_route(response, route) }
    });
    with_options(methods, READ_METHODS.into())
}

fn with_route(response: Response, route: &'static str) -> HttpResponse<Stream> {
    let mut response = response.into_http();
    response.extensions_mut().insert(MatchedRoute(route));
    response
}

/// Responds to a request of a route.
async fn respond(
    app: &App,
    route: &Arc<Route>,
    segments: Option<RawPathParams>,
    request: HttpRequest,
) -> Response {
    let path = request.uri().path().to_owned();
    let id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let caller = match route.access {
        Access::TokenIgnored => Caller::Anonymous,
        _ => auth::read(request.headers()),
    };
    let peer = request.extensions().get::<Peer>().copied();
    let client = Client::of(peer, request.headers(), &caller, &app.proxies);
    let rate = count(app, &client, &caller).await;
    let result = match rate.and_then(|rate| rate.refusal()) {
        Some(error) => Err(BodyError::Invalid(error)),
        None => process(app, route, segments, (caller, client), request).await,
    };
    let response = match result {
        Ok(response) => response,
        Err(BodyError::Timeout) => problem::timeout(&path),
        Err(BodyError::UnknownCoding) => problem::unknown_coding(&path),
        Err(BodyError::Invalid(error)) => {
            let response = problem::of_error(&error, &path);
            if response.status().is_server_error() {
                tracing::error!(id, kind = error.kind().name(), %error, "failed");
            }
            response
        }
    };
    rate.into_iter().fold(response, |response, rate| rate.add_to(response))
}

/// Counts a request for its address, its token and the user of the token.
///
/// All three are counted together, so that a user cannot exceed the limit with several tokens, and a refused
/// request is counted for none of them. Finding the user reads the store, so the limits of the address and
/// the token are checked first, without counting: a flood of requests then causes no work in the pool.
async fn count(app: &App, client: &Client, caller: &Caller) -> Option<Rate> {
    let rate = app.rates.look(client.keys(), Instant::now())?;
    if rate.refusal().is_some() {
        return Some(rate);
    }
    let user = match caller {
        Caller::Anonymous => None,
        _ => {
            let (engine, caller) = (app.engine.clone(), caller.clone());
            let number =
                move || Ok(engine.session(caller).users().current().map(|user| user.number));
            // If the token is invalid or the pool is full, the request is refused later for the same reason.
            // Only its address and its token are counted.
            app.pools.of(Load::Light).run(client, number).await.ok().flatten()
        }
    };
    app.rates.count(client.keys().chain(user.map(Key::User)), Instant::now())
}

/// Admits a request of the Model Context Protocol if its client has not exceeded the request limit, and its
/// token, if any, is valid.
#[cfg(feature = "mcp")]
async fn admit(app: &App, request: HttpRequest, next: Next) -> HttpResponse<Stream> {
    let caller = auth::read(request.headers());
    let peer = request.extensions().get::<Peer>().copied();
    let client = Client::of(peer, request.headers(), &caller, &app.proxies);
    let rate = count(app, &client, &caller).await;
    let refusal = match rate.and_then(|rate| rate.refusal()) {
        None => {
            let user = request.extensions().get::<LoggedUser>().cloned();
            check_token(app, &client, caller, user).await.err()
        }
        refusal => refusal,
    };
    match refusal {
        Some(error) => with_route(problem::of_error(&error, mcp::PATH), mcp::PATH),
        None => next.run(request).await,
    }
}

/// Checks the token of a caller. Returns `ErrorKind::Unauthenticated` if there is a token that is not
/// valid.
#[cfg(feature = "mcp")]
async fn check_token(
    app: &App,
    client: &Client,
    caller: Caller,
    logged: Option<LoggedUser>,
) -> Result<()> {
    if matches!(caller, Caller::Anonymous) {
        return Ok(());
    }
    let engine = app.engine.clone();
    let identify = move || Ok(engine.session(caller).users().current());
    let user = app.pools.of(Load::Light).run(client, identify).await?;
    let refused = || Error::new(ErrorKind::Unauthenticated, "the token is not valid");
    let user = user.ok_or_else(refused)?;
    if let Some(logged) = logged {
        logged.set(user.name);
    }
    Ok(())
}

async fn process(
    app: &App,
    route: &Arc<Route>,
    segments: Option<RawPathParams>,
    (caller, client): (Caller, Client),
    request: HttpRequest,
) -> std::result::Result<Response, BodyError> {
    let (mut head, mut body) = request.into_parts();
    let coding = Coding::of(&head.headers).ok_or(BodyError::UnknownCoding)?;
    let no_text = || Error::invalid("the path is not UTF-8");
    let segments = segments.ok_or_else(no_text)?;
    let segments = segments.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut reservation = app.bodies.take(&client, 0)?;
    let mut query = parse_form(head.uri.query().unwrap_or_default())?;
    if !matches!(route.body, Body::None) && !route.is_stream() {
        let limits_of_form = (&app.body_limits, &mut reservation);
        body = multipart::open(body, &mut head.headers, &mut query, limits_of_form).await?;
    }
    let mut request = Request {
        engine: app.engine.clone(),
        caller,
        address: client.address(),
        query,
        method: route.method.clone(),
        uri: head.uri,
        segments: segments.collect(),
        headers: head.headers,
        content: Content::Whole(Vec::new()),
        trace: head.extensions.get::<TraceContext>().cloned(),
    };
    let (route, limits) = (route.clone(), app.body_limits);
    let logged = head.extensions.get::<LoggedUser>().cloned().unwrap_or_default();
    let open = head.extensions.get::<Arc<OpenConnection>>();
    let active = open.filter(|_| route.is_stream()).map(OpenConnection::begin_request);
    if matches!(route.body, Body::Streamed(_)) && body.size_hint().exact() != Some(0) {
        request.content = Content::Coming;
        let receiving_route = route.clone();
        let open_source = move || {
            logged.identify(&request);
            let source =
                receiving_route.receiver.as_ref().map(|receiver| receiver(&request)).transpose()?;
            Ok((request, source.flatten()))
        };
        let _upload = app.uploads.take(&client, 1)?;
        let source;
        (request, source) = app.pools.of(Load::Light).run(&client, open_source).await?;
        request.content = Content::Whole(Vec::new());
        let uploads = &app.pools.uploads;
        if let Some(source) = source {
            let source = receive(body, &limits, coding, source, (uploads, &client)).await?;
            if !source.is_empty() {
                request.content = Content::Received(source);
            }
        }
        check_client(&route, open.map(AsRef::as_ref))?;
        return Ok(uploads.run(&client, move || route.answer(&mut request)).await?);
    }
    let mut bytes = match route.body {
        Body::None if request.has_form() => {
            let limits = BodyLimits { max_bytes: MAX_FORM_BYTES, setting: None, ..limits };
            collect(body, &limits, &mut reservation).await?
        }
        Body::None => Vec::new(),
        _ => collect(body, &limits, &mut reservation).await?,
    };
    if coding != Coding::Identity && !bytes.is_empty() {
        let pool = app.pools.of(Load::of_decoding(bytes.len()));
        let decoded = move || decode(coding, bytes, limits, reservation);
        (bytes, reservation) = pool.run(&client, decoded).await?;
    }
    let pool = app.pools.of(Load::of(&route, &request, bytes.len()));
    let stream = route.is_stream().then(|| app.streams.take(&client, 1)).transpose()?;
    let takes = bytes.len().saturating_mul(RESULT_FACTOR);
    let result_reservation = match takes > UNCOUNTED_RESULT {
        true => Some(app.results.take_within(&client, takes, limits.idle).await?),
        false => None,
    };
    check_client(&route, open.map(AsRef::as_ref))?;
    let job = move || {
        logged.identify(&request);
        match route.body {
            Body::None => request.add_fields(&bytes)?,
            _ => request.content = Content::Whole(bytes),
        }
        let mut response = route.answer(&mut request);
        drop(request);
        if let Ok(response) = &mut response {
            response.keep((reservation, result_reservation, stream, active));
        }
        response
    };
    let response = pool.run(&client, job).await?;
    let reservation = app.bodies.take(&client, counted_bytes(response.length()))?;
    Ok(response.with_memory(reservation))
}

/// Returns the name and the version of the program.
fn version() -> Response {
    let version = json!({"name": "glossweave", "version": env!("CARGO_PKG_VERSION")});
    Response::json(StatusCode::OK, &version)
}

/// Refuses a change if the client has closed the connection or its side of it. Otherwise a paused instance
/// could later make a change that the client has given up. Returns `ErrorKind::Unavailable`.
fn check_client(route: &Route, connection: Option<&OpenConnection>) -> Result<()> {
    let changes = route.access == Access::Authenticated
        && ![Method::GET, Method::HEAD].contains(&route.method);
    if changes && connection.is_some_and(OpenConnection::is_closed_by_client) {
        let message = "the client has closed the connection";
        return Err(
            Error::new(ErrorKind::Unavailable, message).with_retry_after(std::time::Duration::ZERO)
        );
    }
    Ok(())
}

#[derive(Clone)]
struct RequestId(String);

/// The name of the user of a request, for the log.
#[derive(Clone, Default)]
struct LoggedUser(Arc<OnceLock<String>>);

impl LoggedUser {
    fn set(&self, name: String) {
        let _ = self.0.set(name);
    }

    /// Looks up the user of a request. Skips the look-up if requests are not logged.
    fn identify(&self, request: &Request) {
        if matches!(request.caller, Caller::Anonymous) || !tracing::enabled!(tracing::Level::INFO) {
            return;
        }
        if let Some(user) = request.session().users().current() {
            self.set(user.name);
        }
    }
}

/// Adds an id, security headers, metrics and the log to a request.
async fn observe(app: &App, mut request: HttpRequest, next: Next) -> HttpResponse<Stream> {
    let (from, id) = (Instant::now(), log::id(request.headers()));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    request.extensions_mut().insert(RequestId(id.clone()));
    let user = LoggedUser::default();
    request.extensions_mut().insert(user.clone());
    let span = app.begin_span(request.headers());
    if let Some(span) = &span {
        request.extensions_mut().insert(span.context.clone());
    }
    let trace = span.as_ref().map(|span| span.context.trace_id());
    let peer = request.extensions().get::<Peer>().copied();
    let client = Client::of(peer, request.headers(), &Caller::Anonymous, &app.proxies).address();
    let _gauge = app.metrics.running_request();
    let _active =
        request.extensions().get::<Arc<OpenConnection>>().map(OpenConnection::begin_request);
    let mut response = match check_host(&request) {
        Ok(()) => next.run(request).await,
        Err(error) => with_route(problem::of_error(&error, &path), "other"),
    };
    let took = from.elapsed();
    let matched = response.extensions().get::<MatchedRoute>().map_or("other", |matched| matched.0);
    let status = response.status().as_u16();
    app.count(&Finished { route: matched, method: method_name(&method), status, took }, span);
    let (milliseconds, sent) = (took.as_micros() as f64 / 1e3, response.body().size_hint().exact());
    let (client, method) = (client.map(tracing::field::display), method_name(&method));
    let user = user.0.get();
    if QUIET.contains(&matched) && status < 400 {
        tracing::debug!(
            id,
            trace,
            client,
            user,
            method,
            path,
            route = matched,
            status,
            milliseconds,
            sent
        );
    } else {
        tracing::info!(
            id,
            trace,
            client,
            user,
            method,
            path,
            route = matched,
            status,
            milliseconds,
            sent
        );
    }
    let is_page = static_files::FILES.iter().any(|file| file.0 == path);
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if !is_page {
        headers.insert(CONTENT_SECURITY_POLICY, SANDBOX);
    }
    // Reconciliation tools run in pages of any origin. No cookies are used here.
    if matched.starts_with("/reconcile/") {
        let anybody = HeaderValue::from_static("*");
        headers.entry(ACCESS_CONTROL_ALLOW_ORIGIN).or_insert(anybody);
    }
    // Shared caches do not know which headers identify the caller.
    let private = HeaderValue::from_static("private, no-cache");
    headers.entry(CACHE_CONTROL).or_insert(private);
    if let Ok(id) = HeaderValue::try_from(id) {
        headers.insert(REQUEST_ID, id);
    }
    response
}

/// Checks the header `Host`. Returns `ErrorKind::Invalid` if a request has more than one, or none although
/// its HTTP version requires one (RFC 9112, 3.2).
fn check_host(request: &HttpRequest) -> Result<()> {
    match request.headers().get_all(HOST).iter().count() {
        1 => Ok(()),
        0 if request.version() < Version::HTTP_11 => Ok(()),
        0 => Err(Error::invalid("expected a header `Host`, found none")),
        hosts => Err(Error::invalid(format!("expected a header `Host`, found {hosts}"))),
    }
}

/// Returns the name of a method, or `other`.
fn method_name(method: &Method) -> &'static str {
    const METHODS: [&str; 9] =
        ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"];
    METHODS.iter().find(|name| **name == method.as_str()).unwrap_or(&"other")
}

/// Returns `true` if a response has no entity tag, because an entity tag identifies the uncompressed bytes.
fn without_tag(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    !headers.contains_key(ETAG)
}

/// Returns `true` if a response is not streamed. Streamed parts would wait in the encoder.
fn is_whole(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    !headers.contains_key(BUFFERING)
}

fn cors(origins: Vec<HeaderValue>) -> CorsLayer {
    let layer = CorsLayer::new();
    let layer = match origins.as_slice() {
        [origin] if origin == "*" => layer.allow_origin(Any),
        _ => layer.allow_origin(AllowOrigin::list(origins)),
    };
    let exposed = [
        ETAG,
        LINK,
        LOCATION,
        RETRY_AFTER,
        WWW_AUTHENTICATE,
        REQUEST_ID,
        failures_header::FAILURES,
        failures_header::SKIPPED,
        RATE_LIMIT,
        RATE_LIMIT_POLICY,
        APPLIED,
    ];
    layer.allow_methods(Any).allow_headers(Any).expose_headers(exposed)
}
