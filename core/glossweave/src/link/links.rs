//! The e-Link service.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::request::LinkRequest;
use crate::registry::Registry;
use crate::request::{Conversion, Enriched, Reply};
use glossweave_base::error::{Error, ErrorKind, Result, shown};
use glossweave_link::Failure;
use glossweave_link::describe;
use glossweave_link::{Answer, QueryEndpoint, SparqlEndpoint};
use glossweave_link::{Asked, Source, endpoint};
use glossweave_link::{Bounds, Found, run};
use glossweave_link::{Endpoint, Template};
use glossweave_link::{PREDEFINED_HOSTS, Pattern};
use glossweave_net::Network;
use glossweave_net::{HostPolicy, Hosts, Service};
use glossweave_nif::nif;
use glossweave_rdf::GraphSource;
use glossweave_rdf::vocab::itsrdf;
use glossweave_rdf::{Graph, Limits, Term, merge, triple_size};
use glossweave_store::acl::{AuthContext, Caller};
use glossweave_store::resource::{Collection, ResourceKind, authorize_use, owner_may_use};

/// The components of an engine that e-Link needs.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub access: &'a AuthContext,
    pub registry: &'a Registry,
    pub network: &'a Arc<Network>,
    pub graphs: &'a dyn GraphSource,
    pub limits: Limits,
    pub concurrency: usize,
    pub time: Duration,
}

/// The service that runs stored templates for entities, and adds the results.
#[derive(Clone)]
pub struct Links<'a> {
    templates: Collection<'a, Template>,
    conversion: Conversion<'a>,
    caller: Caller,
    parts: Parts<'a>,
}

impl std::fmt::Debug for Links<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Links").field("caller", &self.caller).finish_non_exhaustive()
    }
}

impl<'a> Links<'a> {
    pub(crate) fn new(
        parts: Parts<'a>,
        templates: Collection<'a, Template>,
        conversion: Conversion<'a>,
        caller: Caller,
    ) -> Links<'a> {
        Links { templates, conversion, caller, parts }
    }

    /// Runs a stored template for the entities of a document and adds the results to the NIF.
    ///
    /// The entities are the objects of `itsrdf:taIdentRef`, in any context of NIF or in the markup
    /// of a document. The template runs once for each entity, and for several entities at a time.
    /// Blank nodes of different results are kept apart. An entity without results is not an error.
    /// When a document is returned with annotations, it cannot contain the results
    /// (e-Internationalization, rule 3), so no queries are sent.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unauthenticated`] and [`ErrorKind::NotFound`] if the caller may not use
    /// the template, or if its owner may no longer use one of its datasets. Returns
    /// [`ErrorKind::Invalid`], with the name as parameter, if a parameter of the template is
    /// missing, has an invalid value, or does not belong to the template. Returns the errors of
    /// reading the input and of writing the output, as
    /// [`Entities::enrich`](crate::entity::Entities::enrich) does.
    ///
    /// Returns [`ErrorKind::Unavailable`] if an endpoint fails, [`ErrorKind::Forbidden`] if it may
    /// not be called, and [`ErrorKind::Deadline`] and [`ErrorKind::TooLarge`] if the queries exceed
    /// a limit. With [`LinkRequest::partial`], such a failure concerns a single entity and is
    /// reported in the reply.
    ///
    /// ```
    /// use glossweave::link::LinkRequest;
    /// use glossweave::link::QueryEndpoint;
    /// use glossweave::rdf::{self, Graph};
    /// use glossweave::resource::ResourceUpdate;
    /// use glossweave::{Caller, Engine, Format, Request, Settings};
    ///
    /// // What a host puts in place of a server.
    /// struct Atlas;
    /// impl QueryEndpoint for Atlas {
    ///     fn construct(&self, query: &str, _: std::time::Duration) -> glossweave::Result<Graph> {
    ///         assert!(query.contains("<http://example.org/Cork> <http://example.org/river>"));
    ///         let found = b"<http://example.org/Cork> <http://example.org/river> 'Lee' .";
    ///         rdf::read(found, Format::Turtle, None)
    ///     }
    /// }
    /// let engine = Engine::builder(Settings::default()).endpoint("http://atlas.example/", Atlas).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let template = br#"{"endpoint": "http://atlas.example/", "query": "CONSTRUCT WHERE {
    ///     <@@@entity_uri@@@> <http://example.org/river> ?river }"}"#;
    /// let template: Vec<u8> = template.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect();
    /// let template = anna.templates().create(None, &template, &ResourceUpdate::default())?;
    ///
    /// let page = "<p>To <span its-ta-ident-ref='http://example.org/Cork'>Cork</span>";
    /// let request = LinkRequest::new(template.name, Request::new(page, Format::Html));
    /// let reply = anna.links().enrich(request)?;
    /// assert!(String::from_utf8_lossy(&reply.bytes).contains("<http://example.org/river> \"Lee\""));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// A template that the caller may not use and an unknown parameter cause different errors:
    ///
    /// ```
    /// use glossweave::link::LinkRequest;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let links = engine.session(Caller::Anonymous).links();
    /// let page = "<p>To <span its-ta-ident-ref='http://dbpedia.org/resource/Cork'>Cork</span>";
    /// let page = Request::new(page, Format::Html);
    /// let error = links.enrich(LinkRequest::new("999", page.clone())).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    /// // A template that comes with the library, and a parameter that it does not have.
    /// let request = LinkRequest::new("1", page).with("colour", "red");
    /// let error = links.enrich(request).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("colour")));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn enrich(&self, mut asked: LinkRequest) -> Result<Reply<Vec<Failure>>> {
        let limits = self.conversion.bounds.limits(asked.request.input.len());
        limits.run(|| {
            let (made, failures) = self.make(&mut asked)?;
            Ok(self.conversion.answer(made, &asked.request)?.with_findings(failures))
        })
    }

    /// Does the work of [`Links::enrich`], except writing the answer.
    pub(crate) fn make(&self, asked: &mut LinkRequest) -> Result<(Enriched, Vec<Failure>)> {
        let conversion = &self.conversion;
        let memory = conversion.begin(&mut asked.request)?;
        if asked.template.is_empty() {
            return Err(Error::invalid("`templateid` is missing").with_parameter("templateid"));
        }
        let template = self
            .templates
            .read_for_use(&asked.template)
            .map_err(|error| error.with_parameter("templateid"))?;
        let pattern = Pattern::parse(&template.content.query)?;
        let values = asked.values(&pattern.own_names())?;
        let partial = asked.partial;
        let request = &mut asked.request;
        let (mut graph, skipped, document) = if request.informat.is_rdf() {
            let (graph, skipped) = conversion.nif(request)?.into_parts();
            (graph, skipped, None)
        } else {
            let options = conversion.options(request)?;
            let document = conversion.document(request, None)?;
            if request.filter.is_none() && !request.outformat.is_rdf() {
                return Ok((Enriched::found(document, Vec::new(), options), Vec::new()));
            }
            (nif::graph(&document, &[], &options)?, Vec::new(), Some(document))
        };
        let entities = entities(&graph);
        let mut failures = Vec::new();
        if !entities.is_empty() {
            let source = self.source(&template.content.endpoint, Some(&template.owner))?;
            let found = self.ask(&source, &pattern, &values, &entities, partial)?;
            let size = found.graphs.iter().flatten().map(triple_size).sum();
            memory.take(size, "the data of the entities")?;
            merge(&mut graph, found.graphs);
            failures = found.failures;
        }
        let mut made = Enriched::graph(graph, document);
        made.skipped.extend(skipped);
        Ok((made, failures))
    }

    /// Returns the statements about a resource, and the names of the resources that it refers to,
    /// from a SPARQL endpoint or from `dataset:NAME`. Returns at most 10,000 statements. The result
    /// reports whether there are more, or whether the endpoint omits some.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`], with the parameter `resource` if the resource is not an IRI,
    /// and with `endpoint` if the endpoint is not valid; [`ErrorKind::Unauthenticated`] and
    /// [`ErrorKind::NotFound`] if the caller may not use the dataset; [`ErrorKind::Forbidden`] if
    /// the endpoint may not be called; [`ErrorKind::Unavailable`] if it fails; and
    /// [`ErrorKind::Deadline`] and [`ErrorKind::TooLarge`] if the query exceeds a limit.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let links = engine.session(Caller::Anonymous).links();
    /// let error = links.explore("Cork", "https://example.org/sparql").unwrap_err();
    /// assert_eq!(error.parameter(), Some("resource"));
    /// // The host is not among those of the settings.
    /// let cork = "http://example.org/cork";
    /// let error = links.explore(cork, "https://example.org/sparql").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Forbidden);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// For example, explore a stored dataset:
    ///
    /// ```
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let users = engine.session(Caller::Anonymous).users();
    /// users.create("anna", "correct horse")?;
    /// let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    /// let names = b"uri,label\nhttp://example.org/cork,Cork\n";
    /// anna.datasets().create(Some("places"), names, &Default::default())?;
    /// let answer = anna.links().explore("http://example.org/cork", "dataset:places")?;
    /// assert!(answer.graph.iter().any(|triple| triple.object.to_string().contains("Cork")));
    /// assert_eq!(answer.incomplete, None);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn explore(&self, resource: &str, place: &str) -> Result<Answer> {
        self.parts.access.check_service(&self.caller)?;
        let source = self.source(&endpoint(place)?, None)?;
        let pattern = Pattern::parse(describe::QUERY)?;
        let Some(query) = pattern.fill(resource, &BTreeMap::new())? else {
            let message = format!("expected an IRI as resource, found {}", shown(resource));
            return Err(Error::invalid(message).with_parameter("resource"));
        };
        let Answer { graph: found, mut incomplete, .. } =
            source.construct(&Asked::from(query), self.parts.time)?;
        if found.len() > describe::MOST {
            incomplete.get_or_insert("there are more than 10,000 triples".into());
        }
        let mut graph = Graph::new();
        merge(&mut graph, [found.into_iter().take(describe::MOST).collect()]);
        Ok(Answer { graph, incomplete })
    }

    fn ask(
        &self,
        source: &Source,
        pattern: &Pattern,
        values: &BTreeMap<String, String>,
        entities: &[String],
        partial: bool,
    ) -> Result<Found> {
        // The template is filled before any query is sent, so that invalid values are errors of the
        // request.
        let mut filled = entities.iter().map(|entity| (entity, pattern.fill(entity, values)));
        let first = filled.find_map(|(entity, query)| Some((entity, query.transpose()?)));
        let Some((entity, first)) = first else { return Ok(Found::default()) };
        let (first, expected) = source.read(first?)?;
        let first = Mutex::new(Some((entity, first)));
        let Parts { limits, concurrency, time, .. } = self.parts;
        let bounds = Bounds { concurrency, time, result: limits.result, partial };
        let query = |entity: &str| {
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, ready)) = first.take_if(|(one, _)| *one == entity) {
                return Ok(Some(ready));
            }
            drop(first);
            let Some(query) = pattern.fill(entity, values)? else { return Ok(None) };
            let (query, outline) = source.read(query)?;
            // Values must not change the structure of the query. This was checked when the template
            // was stored, and is checked again for these values.
            match outline == expected {
                true => Ok(Some(query)),
                false => Err(Error::invalid("these values change the structure of the query")),
            }
        };
        run(source, entities, &query, &bounds)
    }

    /// Returns the source that answers queries, on behalf of the owner of a template or of the
    /// caller.
    fn source(&self, endpoint: &Endpoint, owner: Option<&str>) -> Result<Source> {
        if let Some(url) = endpoint.url() {
            return Ok(Source::Remote(self.server(url)?, url.to_owned()));
        }
        let mut graphs = Vec::new();
        for name in endpoint.datasets() {
            match owner {
                None => authorize_use(self.parts.access, &self.caller, ResourceKind::Dataset, name)
                    .map_err(|error| error.with_parameter("endpoint"))?,
                Some(owner)
                    if owner_may_use(self.parts.access, owner, ResourceKind::Dataset, name)? => {}
                Some(_) => {
                    let message = format!("no dataset {} that the owner may read", shown(name));
                    return Err(Error::new(ErrorKind::NotFound, message));
                }
            }
            graphs.push(self.parts.graphs.graph(name)?);
        }
        Ok(Source::Local(graphs, self.parts.limits))
    }

    /// Returns the server at a URL. This is the endpoint that the host has added for the URL, or
    /// the remote server, if the settings allow it or a predefined template uses it.
    fn server(&self, url: &str) -> Result<Arc<dyn QueryEndpoint>> {
        if let Some(endpoint) = self.parts.registry.endpoint(url) {
            return Ok(endpoint.clone());
        }
        let reach = HostPolicy::Hosts(PREDEFINED_HOSTS.parse::<Hosts>()?);
        let service = Service::over(self.parts.network.clone(), url, reach);
        let service = service.map_err(|error| error.with_parameter("endpoint"))?;
        Ok(Arc::new(SparqlEndpoint::at(service)))
    }
}

/// Returns the identified entities without duplicates, in the order of the graph.
fn entities(graph: &Graph) -> Vec<String> {
    let mut known = HashSet::new();
    let named = graph.iter().filter(|triple| triple.predicate == itsrdf::TA_IDENT_REF);
    let named = named.filter_map(|triple| match &triple.object {
        Term::NamedNode(node) => Some(node.as_str()),
        _ => None,
    });
    named.filter(|iri| known.insert(*iri)).map(str::to_owned).collect()
}
