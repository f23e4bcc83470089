use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{LinkRequest, Links, Parts};
use crate::Reply;
use crate::filter::{Compiled, Filters};
use crate::registry::Registry;
use crate::request::{Attribution, Conversion, Request};
use glossweave_base::call_limits::CallBounds;
use glossweave_base::clock::SystemClock;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_base::trace::TraceContext;
use glossweave_link::Failure;
use glossweave_link::QueryEndpoint;
use glossweave_link::Template;
use glossweave_net::Network;
use glossweave_rdf as rdf;
use glossweave_rdf::GraphSource;
use glossweave_rdf::{Graph, IndexedGraph, Limits, ResultFormat, Triples};
use glossweave_store::acl::{AuthContext, Caller, Users};
use glossweave_store::resource::{
    Collection, CollectionExt, Limits as Sizes, ResourceUpdate, expire,
};
use glossweave_store::store::MemoryBackend;
use glossweave_testing::PATIENCE;
use glossweave_vocabulary::{Dataset as Names, VocabularyFiles};

const NAMES: &[u8] = b"uri,label\nhttp://d.example/Cork,Cork\n";
const URL: &str = "http://atlas.example/sparql";
const NIF: &str = r#"
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
<http://p.example/1#char=0,14> a nif:Context ; nif:isString "Dublin to Cork" ; <x:kept> _:b0 . _:b0 <x:n> 1 .
<http://p.example/1#char=0,6> nif:referenceContext <http://p.example/1#char=0,14> ;
  nif:beginIndex 0 ; nif:endIndex 6 ; itsrdf:taIdentRef <http://d.example/Dublin> .
<http://p.example/1#char=10,14> nif:referenceContext <http://p.example/1#char=0,14> ;
  nif:beginIndex 10 ; nif:endIndex 14 ; itsrdf:taIdentRef <http://d.example/Cork>, <http://d.example:no/> .
<http://p.example/2#char=0,4> a nif:Context ; nif:isString "Cork" .
<http://p.example/2#char=0,4> nif:referenceContext <http://p.example/2#char=0,4> ;
  itsrdf:taIdentRef <http://d.example/Cork> .
"#;
const FACTS: &str = "
<http://d.example/Cork> <x:river> [ <x:name> 'Lee' ] ; <x:near> <http://d.example/Cobh> .
<http://d.example/Dublin> <x:river> [ <x:name> 'Liffey' ] .
<http://d.example/Cobh> <http://www.w3.org/2000/01/rdf-schema#label> 'Cobh', 'An Cóbh'@ga ; <x:near> <x:y> .";

/// An endpoint that queries a graph, and counts the queries.
#[derive(Default)]
struct Atlas {
    asked: Arc<AtomicUsize>,
    /// The number of queries within a trace.
    traced: Arc<AtomicUsize>,
    at_once: Arc<Mutex<(usize, usize)>>,
    fails: Option<&'static str>,
    sleeps: Duration,
}

impl QueryEndpoint for Atlas {
    fn construct(&self, query: &str, time: Duration) -> Result<Graph> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let traced = usize::from(TraceContext::current().is_some());
        self.traced.fetch_add(traced, Ordering::Relaxed);
        let now = |by: isize| {
            let mut count = self.at_once.lock().unwrap();
            count.0 = count.0.checked_add_signed(by).unwrap();
            count.1 = count.1.max(count.0);
        };
        now(1);
        std::thread::sleep(self.sleeps.min(time));
        now(-1);
        if self.sleeps > time {
            return Err(Error::new(ErrorKind::Deadline, "too late"));
        }
        match self.fails {
            Some(part) if query.contains(part) => Err(Error::invalid("no such thing")),
            _ => rdf::Construct::parse(query)?.run(&[&facts()], &Limits::default()),
        }
    }
}

fn facts() -> IndexedGraph {
    IndexedGraph::read(FACTS.as_bytes(), Format::Turtle, None).unwrap()
}

struct FixedGraphs(HashMap<&'static str, Arc<IndexedGraph>>);

impl GraphSource for FixedGraphs {
    fn graph(&self, dataset: &str) -> Result<Arc<dyn Triples + Send + Sync>> {
        let graph = self.0.get(dataset).cloned();
        Ok(graph.ok_or_else(|| Error::new(ErrorKind::NotFound, "no graph"))?)
    }
}

struct World {
    access: AuthContext,
    registry: Registry,
    graphs: FixedGraphs,
    sizes: Sizes,
    compiled: Compiled,
    folder: VocabularyFiles,
    network: Arc<Network>,
    time: Duration,
    bounds: CallBounds,
}

impl World {
    fn new(atlas: Atlas) -> World {
        let access =
            AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), expire);
        let mut registry = Registry::default();
        registry.add_endpoint(URL, Arc::new(atlas));
        let (sizes, compiled) = (Sizes::default(), Compiled::default());
        let rivers =
            IndexedGraph::read(b"<http://d.example/Cork> <x:river> 'Lee' .", Format::Turtle, None);
        let graphs = [("facts", Arc::new(facts())), ("rivers", Arc::new(rivers.unwrap()))];
        let graphs = FixedGraphs(graphs.into_iter().collect());
        let folder = VocabularyFiles::open(&access).unwrap();
        let time = Duration::from_secs(10);
        let network = Arc::default();
        let bounds = CallBounds::default();
        World { access, registry, graphs, sizes, compiled, folder, network, time, bounds }
    }

    fn user(&self, name: &str) -> Caller {
        let users = Users::new(&self.access, Caller::Anonymous);
        users.create(name, "correct horse").unwrap();
        Caller::Token(users.authenticate(name, "correct horse").unwrap())
    }

    fn templates(&self, caller: &Caller) -> Collection<'_, Template> {
        Collection::new(&self.access, &self.sizes, caller.clone(), &())
    }

    fn datasets(&self, caller: &Caller) -> Collection<'_, Names> {
        Collection::new(&self.access, &self.sizes, caller.clone(), &self.folder)
    }

    fn links(&self, caller: &Caller) -> Links<'_> {
        let collection = Collection::new(&self.access, &self.sizes, caller.clone(), &());
        let filters = Filters::new(collection, &self.compiled, Limits::default(), 100_000);
        let parts = Parts {
            access: &self.access,
            registry: &self.registry,
            network: &self.network,
            graphs: &self.graphs,
            limits: Limits::default(),
            concurrency: 4,
            time: self.time,
        };
        let conversion = Conversion {
            prefix: "http://example.org/",
            max_bytes: 100_000,
            bounds: &self.bounds,
            max_output_bytes: None,
            attribution: Attribution::none(),
            filters,
            profiles: Collection::new(&self.access, &self.sizes, caller.clone(), &()),
        };
        Links::new(parts, self.templates(caller), conversion, caller.clone())
    }

    fn template(&self, caller: &Caller, query: &str, endpoint: serde_json::Value) -> String {
        let body = serde_json::json!({ "query": query, "endpoint": endpoint }).to_string();
        let made = self.templates(caller).create(None, body.as_bytes(), &ResourceUpdate::default());
        made.unwrap().name
    }

    fn rivers(&self, caller: &Caller, endpoint: serde_json::Value) -> String {
        let query = "CONSTRUCT { <@@@entity_uri@@@> <x:on> [ <x:is> ?name ] } \
            WHERE { <@@@entity_uri@@@> <x:river>/<x:name> ?name }";
        self.template(caller, query, endpoint)
    }
}

fn nif() -> Request {
    Request::new(NIF, Format::Turtle).output(Format::NTriples)
}

fn text(reply: &Reply<Vec<Failure>>) -> String {
    String::from_utf8(reply.bytes.clone()).unwrap()
}

#[test]
fn every_entity_is_asked_about_once_and_what_is_found_is_added() {
    let (asked, traced, at_once) = (Arc::default(), Arc::default(), Arc::default());
    let world = World::new(Atlas {
        asked: Arc::clone(&asked),
        traced: Arc::clone(&traced),
        at_once: Arc::clone(&at_once),
        fails: None,
        sleeps: Duration::from_millis(50),
    });
    let anna = world.user("anna");
    let template = world.rivers(&anna, URL.into());
    let links = world.links(&Caller::Anonymous);
    let enrich = || links.enrich(LinkRequest::new(template, nif())).unwrap();
    let reply = TraceContext::new(1.0).run(enrich);
    let found = text(&reply);
    assert_eq!((asked.load(Ordering::Relaxed), traced.load(Ordering::Relaxed)), (2, 2));
    assert_eq!(at_once.lock().unwrap().1, 2);
    for part in
        ["<x:is> \"Lee\"", "<x:is> \"Liffey\"", "<x:kept>", "<http://d.example/Cork> <x:on> _:"]
    {
        assert_eq!(found.matches(part).count(), 1, "{part} in {found}");
    }
    // Three blank nodes: one in the input, and one for each river.
    let nodes: std::collections::HashSet<_> =
        found.split_whitespace().filter(|word| word.starts_with("_:")).collect();
    assert_eq!(nodes.len(), 3, "{found}");
    assert!(reply.findings.is_empty());
}

#[test]
fn documents_are_read_and_filters_applied() {
    let world = World::new(Atlas::default());
    let anna = world.user("anna");
    let template = world.rivers(&anna, URL.into());
    let page = "<p>To <span its-ta-ident-ref=http://d.example/Cork>Cork</span> and back";
    let links = world.links(&anna);
    let ask = |request| links.enrich(LinkRequest::new(template.as_str(), request));
    let found = text(&ask(Request::new(page, Format::Html)).unwrap());
    assert!(found.contains("\"Lee\"") && found.contains("taIdentRef"), "{found}");
    // Rule 3: a page is returned without results, and no query is sent.
    let same = ask(Request::new(page, Format::Html).output(Format::Html)).unwrap();
    assert_eq!(text(&same), page);
    let error = ask(Request::new(page, Format::Html).output(Format::Xml)).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("outformat")));
    let filters: Collection<'_, crate::filter::Filter> =
        Collection::new(&world.access, &world.sizes, anna.clone(), &());
    let query = b"SELECT ?name { ?river <x:is> ?name } ORDER BY ?name";
    filters.create(Some("names"), query, &ResourceUpdate::default()).unwrap();
    let table = ask(nif().through("names", ResultFormat::Csv)).unwrap();
    assert_eq!(text(&table), "name\r\nLee\r\nLiffey\r\n");
    assert_eq!(text(&ask(Request::new("No one", Format::Text)).unwrap()).matches("x:").count(), 0);
}

#[test]
fn a_failure_is_one_of_all_or_one_of_its_entity() {
    let world = World::new(Atlas { fails: Some("Cork"), ..Atlas::default() });
    let anna = world.user("anna");
    let template = world.rivers(&anna, URL.into());
    let request = LinkRequest::new(template, nif());
    let error = world.links(&anna).enrich(request.clone()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    // The path of a URL may contain a key.
    assert!(error.message().contains("`http://atlas.example` failed: no such thing"), "{error}");
    let reply = world.links(&anna).enrich(request.partially()).unwrap();
    let [failure] = reply.findings.as_slice() else { panic!("{:?}", reply.findings) };
    assert_eq!(
        (failure.entity.as_str(), failure.kind),
        ("http://d.example/Cork", ErrorKind::Unavailable)
    );
    assert!(text(&reply).contains("Liffey") && !text(&reply).contains("Lee\""));
}

#[test]
fn all_of_it_has_one_deadline() {
    let mut world = World::new(Atlas { sleeps: Duration::from_secs(60), ..Atlas::default() });
    world.time = Duration::from_millis(200);
    let anna = world.user("anna");
    let template = world.rivers(&anna, URL.into());
    let start = Instant::now();
    let request = LinkRequest::new(template, nif());
    let error = world.links(&anna).enrich(request.clone()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    let reply = world.links(&anna).enrich(request.partially()).unwrap();
    assert!(reply.findings.iter().all(|one| one.kind == ErrorKind::Deadline));
    assert_eq!(reply.findings.len(), 2);
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn parameters_are_those_of_the_template() {
    let world = World::new(Atlas::default());
    let anna = world.user("anna");
    let query = "CONSTRUCT { <@@@entity_uri@@@> <x:said> \"@@@language@@@\", @@@what@@@ } WHERE {}";
    let template = world.template(&anna, query, URL.into());
    let ask = |pairs: &[(&str, &str)]| {
        let mut request = LinkRequest::new("", nif());
        request.set("templateid", &template).unwrap();
        pairs.iter().for_each(|(name, value)| request.set(name, value).unwrap());
        world.links(&anna).enrich(request)
    };
    let found = text(&ask(&[("what", "} a"), ("language", "en")]).unwrap());
    assert!(found.contains("<x:said> \"en\"") && found.contains("<x:said> \"} a\""), "{found}");
    for (pairs, parameter) in [
        (&[("language", "en")] as &[_], "what"),
        (&[("what", "x")], "language"),
        (&[("what", "x"), ("language", "en"), ("other", "x")], "other"),
        (&[("what", "x"), ("language", "en"), ("entity_uri", "x:y")], "entity_uri"),
    ] {
        let error = ask(pairs).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(parameter)));
    }
    let nobody = world.links(&anna).enrich(LinkRequest::new("", nif())).unwrap_err();
    assert_eq!((nobody.kind(), nobody.parameter()), (ErrorKind::Invalid, Some("templateid")));
}

#[test]
fn local_graphs_are_for_those_who_may_use_them() {
    let world = World::new(Atlas::default());
    let (anna, berta) = (world.user("anna"), world.user("berta"));
    let mut private = ResourceUpdate::default();
    private.set("visibility", "private").unwrap();
    world.datasets(&anna).create(Some("facts"), NAMES, &private).unwrap();
    world.datasets(&berta).create(Some("rivers"), NAMES, &ResourceUpdate::default()).unwrap();
    let both = serde_json::json!(["dataset:facts", "dataset:rivers"]);
    let query = "CONSTRUCT WHERE { <@@@entity_uri@@@> <x:river> ?river }";
    let template = world.template(&anna, query, both);
    let ask =
        |caller: &Caller| world.links(caller).enrich(LinkRequest::new(template.as_str(), nif()));
    // The owner may read both datasets, so that all users of the template see their content.
    let found = text(&ask(&Caller::Anonymous).unwrap());
    assert!(found.contains("<x:river> \"Lee\"") && found.contains("<x:river> _:"), "{found}");
    let explored =
        |caller: &Caller| world.links(caller).explore("http://d.example/Cork", "dataset:facts");
    assert_eq!(explored(&Caller::Anonymous).unwrap_err().kind(), ErrorKind::Unauthenticated);
    assert_eq!(explored(&berta).unwrap_err().kind(), ErrorKind::NotFound);
    let graph = explored(&anna).unwrap().graph;
    assert!(graph.iter().any(|triple| triple.object.to_string() == "\"Cobh\""));
    assert_eq!(graph.len(), 4);

    // A private template, and a dataset that its owner may no longer use.
    world.templates(&anna).update("1", None, &private).unwrap();
    assert_eq!(ask(&berta).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(ask(&Caller::Anonymous).unwrap_err().kind(), ErrorKind::Unauthenticated);
    ask(&anna).unwrap();
    world.datasets(&berta).update("rivers", None, &private).unwrap();
    let error = ask(&anna).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.message().contains("`rivers`"), "{error}");
}

#[test]
fn one_resource_is_explored_wherever_it_is() {
    let world = World::new(Atlas::default());
    let links = world.links(&Caller::Anonymous);
    let found = links.explore("http://d.example/Cork", URL).unwrap();
    assert_eq!((found.graph.len(), found.incomplete), (4, None));
    assert!(links.explore("http://d.example/None", URL).unwrap().graph.is_empty());
    for (resource, place, parameter) in
        [("no iri", URL, "resource"), ("x:y", "ftp://x/", "endpoint"), ("x:y", "", "endpoint")]
    {
        let error = links.explore(resource, place).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(parameter)));
    }
}

/// An endpoint that answers with a given number of triples.
struct Talker(usize);

impl QueryEndpoint for Talker {
    fn construct(&self, _: &str, _: Duration) -> Result<Graph> {
        let lines: String = (0..self.0).map(|n| format!("<x:s> <x:p> {n} .")).collect();
        rdf::read(lines.as_bytes(), Format::Turtle, None)
    }
}

#[test]
fn what_is_left_out_of_a_large_answer_is_told() {
    let mut world = World::new(Atlas::default());
    for (count, said) in [(10_000, None), (10_001, Some("there are more than 10,000 triples"))] {
        world.registry.add_endpoint(URL, Arc::new(Talker(count)));
        let found = world.links(&Caller::Anonymous).explore("x:s", URL).unwrap();
        assert_eq!((found.graph.len(), found.incomplete.as_deref()), (10_000, said));
    }
}

#[test]
fn only_hosts_that_are_allowed_are_asked() {
    let world = World::new(Atlas::default());
    let anna = world.user("anna");
    for url in ["http://other.example/sparql", "http://127.0.0.1:1/", "http://localhost/"] {
        let template = world.rivers(&anna, url.into());
        let error = world.links(&anna).enrich(LinkRequest::new(template, nif())).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Forbidden, "{url}: {error}");
        assert_eq!(
            world.links(&anna).explore("x:y", url).unwrap_err().kind(),
            ErrorKind::Forbidden
        );
    }
}
