//! From the table of routes to answers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body as Stream, HttpBody};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, LINK,
    LOCATION, RETRY_AFTER, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, Version};
use axum::middleware::{Next, from_fn};
use axum::routing::{MethodFilter, MethodRouter, on};
use glossweave::{Caller, Error, Result};
use tower::{ServiceExt, service_fn};
use tower_http::compression::predicate::{DefaultPredicate, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use crate::app::App;
use crate::body::{Bounds, Failure, collect, counted, receive, unpack};
use crate::client::{Client, Peer};
use crate::coding::Coding;
use crate::config::Server;
use crate::connection_table::Line;
use crate::load::Load;
use crate::log::{self, REQUEST_ID};
use crate::request::{Ask, Content};
use crate::response::Answer;
use crate::route::{BASE, Body, Callers, Route};
use crate::{
    auth, failures_header, health, multipart, openapi, problem, query, routes, static_files,
};

/// Another name for it, which clients of the interface's first server have.
const CURRENT: &str = "/current";

/// What pages may do with an answer that is shown as one: nothing.
const SANDBOX: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// The size of what is made of a body, as a multiple of the size of the body, more or less.
const MADE: usize = 16;

/// The size up to which what is made of a body is not counted: there are few workers.
const SMALL: usize = 1 << 20;

/// The longest form whose fields stand for a query.
const MOST_FORM: usize = 64 << 10;

/// The methods of what is only read.
const USUAL: &str = "GET, HEAD, OPTIONS";

/// The route of an answer, for those who count.
#[derive(Clone, Copy)]
struct Matched(&'static str);

/// The router. Kind Invalid, with the parameter `cors`.
pub fn make(app: &Arc<App>, settings: &Server) -> Result<Router> {
    let routes: Vec<Arc<Route>> = routes::routes().into_iter().map(Arc::new).collect();
    let description = openapi::write(&routes);
    let mut paths: BTreeMap<&str, Vec<Arc<Route>>> = BTreeMap::new();
    for route in routes {
        paths.entry(route.path).or_default().push(route);
    }
    let mut router = Router::new();
    for (path, routes) in paths {
        router = router.route(&format!("{BASE}{path}"), methods(app, routes));
    }
    for file in static_files::FILES.iter().copied() {
        router = router.route(file.0, fixed(file.0, move || static_files::answer(file)));
    }
    let text = Arc::new(description);
    router = router.route(
        "/v1/openapi.json",
        fixed("/openapi.json", move || {
            Answer::new(StatusCode::OK, "application/json", text.as_bytes().to_vec())
        }),
    );
    let lives = app.clone();
    router = router.route("/health", fixed("/health", move || health::health(&lives)));
    let counted = app.clone();
    router = router.route(
        "/metrics",
        fixed("/metrics", move || {
            Answer::new(StatusCode::OK, "text/plain; version=0.0.4", counted.metrics.to_text())
        }),
    );
    let asked = app.clone();
    let ready = move |request: Request| {
        let app = asked.clone();
        async move {
            let peer = request.extensions().get::<Peer>().copied();
            let client = Client::of(peer, request.headers(), &Caller::Anonymous, &app.proxies);
            marked(health::ready(&app, &client).await, "/ready")
        }
    };
    let ready = with_options(on(MethodFilter::GET, ready), USUAL.into());
    router = router.route("/ready", ready);
    let router = router.fallback(|request: Request| async move {
        marked(problem::not_found(request.uri().path()), "other")
    });
    let observed = app.clone();
    let router = match settings.cors.trim() {
        "" => router,
        origins => router.layer(cors(origins)?),
    };
    let router = router
        .layer(
            CompressionLayer::new()
                .quality(CompressionLevel::Fastest)
                .compress_when(DefaultPredicate::new().and(without_tag)),
        )
        .layer(from_fn(move |request: Request, next: Next| {
            let app = observed.clone();
            async move { observe(&app, request, next).await }
        }));
    Ok(Router::new().fallback_service(service_fn(move |mut request: Request| {
        rename(request.uri_mut());
        router.clone().oneshot(request)
    })))
}

/// Gives a path of the interface the one name that it has in the table of routes: a slash at its end says
/// nothing, and the version has two names.
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

/// All methods of a path.
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
        methods = methods.on(filter, move |segments: Segments, request: Request| {
            let (app, route) = (app.clone(), route.clone());
            async move {
                let answer = answer(&app, &route, segments.ok(), request).await;
                marked(answer, route.path)
            }
        });
    }
    with_options(methods, allowed)
}

/// OPTIONS says which methods there are, and so does the refusal of others.
fn with_options(methods: MethodRouter, allowed: Arc<str>) -> MethodRouter {
    let said = allowed.clone();
    methods
        .on(MethodFilter::OPTIONS, move || async move {
            let answer = Answer::empty(StatusCode::NO_CONTENT).with_header(ALLOW, &*said);
            marked(answer, "options")
        })
        .fallback(move |request: Request| async move { refuse(request, &allowed).await })
}

async fn refuse(request: Request, allowed: &str) -> Response<Stream> {
    marked(problem::wrong_method(request.uri().path(), allowed), "other")
}

/// A path with one answer for all.
fn fixed(
    route: &'static str,
    answer: impl Fn() -> Answer + Clone + Send + Sync + 'static,
) -> MethodRouter {
    let methods = on(MethodFilter::GET, move || {
        let answer = answer();
        async move { marked(answer, route) }
    });
    with_options(methods, USUAL.into())
}

fn marked(answer: Answer, route: &'static str) -> Response<Stream> {
    let mut response = answer.respond();
    response.extensions_mut().insert(Matched(route));
    response
}

/// Answers by a route.
async fn answer(
    app: &App,
    route: &Arc<Route>,
    segments: Option<RawPathParams>,
    request: Request,
) -> Answer {
    let path = request.uri().path().to_owned();
    let id = request.extensions().get::<Id>().map(|id| id.0.clone()).unwrap_or_default();
    match work(app, route, segments, request).await {
        Ok(answer) => answer,
        Err(Failure::Slow) => problem::too_slow(&path),
        Err(Failure::Coded) => problem::wrong_coding(&path),
        Err(Failure::Wrong(error)) => {
            let answer = problem::answer(&error, &path);
            if answer.status().is_server_error() {
                tracing::error!(id, kind = error.kind().name(), %error, "failed");
            }
            answer
        }
    }
}

async fn work(
    app: &App,
    route: &Arc<Route>,
    segments: Option<RawPathParams>,
    request: Request,
) -> std::result::Result<Answer, Failure> {
    let (mut head, mut body) = request.into_parts();
    let coding = Coding::of(&head.headers).ok_or(Failure::Coded)?;
    let no_text = || Error::invalid("the path is not UTF-8");
    let segments = segments.ok_or_else(no_text)?;
    let segments = segments.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let caller = match route.callers {
        Callers::Nobody => Caller::Anonymous,
        _ => auth::read(&head.headers),
    };
    let peer = head.extensions.get::<Peer>().copied();
    let client = Client::of(peer, &head.headers, &caller, &app.proxies);
    let mut held = app.bodies.take(&client, 0)?;
    let mut query = query::read(head.uri.query().unwrap_or_default())?;
    if !matches!(route.body, Body::None) {
        let room = (&app.bounds, &mut held);
        body = multipart::open(body, &mut head.headers, &mut query, room).await?;
    }
    let mut ask = Ask {
        engine: app.engine.clone(),
        caller,
        address: client.address(),
        query,
        uri: head.uri,
        segments: segments.collect(),
        headers: head.headers,
        content: Content::Whole(Vec::new()),
    };
    let (route, bounds) = (route.clone(), app.bounds);
    if matches!(route.body, Body::Coming(_)) && body.size_hint().exact() != Some(0) {
        ask.content = Content::Coming;
        let of = route.clone();
        let begin = move || {
            let source = of.receiver.as_ref().map(|receiver| receiver(&ask)).transpose()?;
            Ok((ask, source.flatten()))
        };
        let _place = app.receiving.take(&client, 1)?;
        let source;
        (ask, source) = app.pools.of(Load::Light).run(&client, begin).await?;
        ask.content = Content::Whole(Vec::new());
        let uploads = &app.pools.uploads;
        if let Some(source) = source {
            let source = receive(body, &bounds, coding, source, (uploads, &client)).await?;
            if !source.is_empty() {
                ask.content = Content::Received(source);
            }
        }
        return Ok(uploads.run(&client, move || (route.handler)(&mut ask)).await?);
    }
    let mut bytes = match route.body {
        Body::None if ask.has_form(&route.method) => {
            let bounds = Bounds { most: MOST_FORM, ..bounds };
            collect(body, &bounds, &mut held).await?
        }
        Body::None => Vec::new(),
        _ => collect(body, &bounds, &mut held).await?,
    };
    if coding != Coding::Identity && !bytes.is_empty() {
        let pool = app.pools.of(Load::of_packed(bytes.len()));
        let unpacked = move || unpack(coding, bytes, bounds.most, held);
        (bytes, held) = pool.run(&client, unpacked).await?;
    }
    let pool = app.pools.of(Load::of(&route, &ask, bytes.len()));
    let takes = bytes.len().saturating_mul(MADE);
    let room = match takes > SMALL {
        true => Some(app.calls.wait(&client, takes, bounds.pause).await?),
        false => None,
    };
    let job = move || {
        match route.body {
            Body::None => ask.add_fields(&bytes)?,
            _ => ask.content = Content::Whole(bytes),
        }
        let answer = (route.handler)(&mut ask);
        drop((ask, held, room));
        answer
    };
    let answer = pool.run(&client, job).await?;
    let held = app.bodies.take(&client, counted(answer.length()))?;
    Ok(answer.with_memory(held))
}

#[derive(Clone)]
struct Id(String);

/// What happens around every request: its id, what is counted, what is written down.
async fn observe(app: &App, mut request: Request, next: Next) -> Response<Stream> {
    let (from, id) = (Instant::now(), log::id(request.headers()));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    request.extensions_mut().insert(Id(id.clone()));
    let _held = app.metrics.request();
    let _busy = request.extensions().get::<Arc<Line>>().map(Line::busy);
    let mut response = next.run(request).await;
    let took = from.elapsed();
    let matched = response.extensions().get::<Matched>().map_or("other", |matched| matched.0);
    let status = response.status().as_u16();
    app.metrics.count(matched, known(&method), status, took);
    let (milliseconds, sent) = (took.as_micros() as f64 / 1e3, response.body().size_hint().exact());
    tracing::info!(id, method = known(&method), path, route = matched, status, milliseconds, sent);
    let is_page = static_files::FILES.iter().any(|file| file.0 == path);
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if !is_page {
        headers.insert(CONTENT_SECURITY_POLICY, SANDBOX);
    }
    // Tools that reconcile run in pages of any origin; there is nothing here that cookies open.
    if matched.starts_with("/reconcile/") {
        let anybody = HeaderValue::from_static("*");
        headers.entry(ACCESS_CONTROL_ALLOW_ORIGIN).or_insert(anybody);
    }
    // Caches between do not know which headers say who is calling.
    let private = HeaderValue::from_static("private, no-cache");
    headers.entry(CACHE_CONTROL).or_insert(private);
    if let Ok(id) = HeaderValue::try_from(id) {
        headers.insert(REQUEST_ID, id);
    }
    response
}

/// A method by its name, of which there are few.
fn known(method: &Method) -> &'static str {
    const METHODS: [&str; 9] =
        ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"];
    METHODS.iter().find(|name| **name == method.as_str()).unwrap_or(&"other")
}

/// An entity tag is that of the bytes: what has one goes as it is.
fn without_tag(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    !headers.contains_key(ETAG)
}

fn cors(origins: &str) -> Result<CorsLayer> {
    let layer = CorsLayer::new();
    let origins = origins.split(',').map(str::trim).filter(|origin| !origin.is_empty());
    let origins: Vec<&str> = origins.collect();
    let layer = match origins.as_slice() {
        ["*"] => layer.allow_origin(Any),
        origins => {
            let all = origins.iter().map(|origin| {
                HeaderValue::from_str(origin).map_err(|_| {
                    Error::invalid(format!("no origin `{origin}`")).with_parameter("cors")
                })
            });
            layer.allow_origin(AllowOrigin::list(all.collect::<Result<Vec<_>>>()?))
        }
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
    ];
    Ok(layer.allow_methods(Any).allow_headers(Any).expose_headers(exposed))
}
