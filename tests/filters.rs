//! Stored filters: the five examples in examples/filters, on documents and on RDF; the output
//! formats; requests with a filter; errors; SPARQL compared with other engines.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

mod construct;
mod document;
mod form;
mod peer;
mod refused;
mod request;
mod server;
mod stored;
mod table;

use std::sync::{Arc, OnceLock};

use glossweave::entity::Dictionary;
use glossweave::rdf::ResultFormat;
use glossweave::resource::ResourceUpdate;
use glossweave::store::MemoryBackend;
use glossweave::{Caller, Engine, Format, Session, Settings};

const WORD: &str = "correct horse";

/// The filters of the examples, by name.
const FILTERS: [(&str, &str); 5] = [
    ("entities", include_str!("../examples/filters/entities.rq")),
    ("mentions", include_str!("../examples/filters/mentions.rq")),
    ("terms", include_str!("../examples/filters/terms.rq")),
    ("side-by-side", include_str!("../examples/filters/side-by-side.rq")),
    ("places", include_str!("../examples/filters/places.rq")),
];

/// An engine in which the user anna has stored the example filters.
struct Fixture {
    engine: Engine,
    store: Arc<MemoryBackend>,
    anna: Caller,
}

impl Fixture {
    fn new(settings: Settings) -> Fixture {
        let store = Arc::new(MemoryBackend::new());
        let names = "uri,label,type\n\
                     http://d.example/Cork,Cork,http://d.example/City\n\
                     http://d.example/Molly,\"Molly, the fishmonger\",\n";
        let names = Dictionary::from_csv(names.as_bytes()).unwrap();
        let builder = Engine::builder(settings).backend(store.clone());
        let engine = builder.recognizer("names", names).open().unwrap();
        let users = engine.session(Caller::Anonymous).users();
        users.create("anna", WORD).unwrap();
        let anna = Caller::Token(users.authenticate("anna", WORD).unwrap());
        let fixture = Fixture { engine, store, anna };
        for (name, query) in FILTERS {
            fixture.keep(name, query);
        }
        fixture
    }

    /// Returns the fixture for tests that change nothing or only add resources.
    fn shared() -> &'static Fixture {
        static FIXTURE: OnceLock<Fixture> = OnceLock::new();
        FIXTURE.get_or_init(|| Fixture::new(Settings::default()))
    }

    fn anna(&self) -> Session<'_> {
        self.engine.session(self.anna.clone())
    }

    /// Stores a public filter of the user anna.
    fn keep(&self, name: &str, query: &str) {
        let filters = self.anna().filters();
        filters.create(Some(name), query.as_bytes(), &ResourceUpdate::default()).unwrap();
    }

    fn apply(&self, name: &str, input: &str, format: Format, output: ResultFormat) -> String {
        let filters = self.engine.session(Caller::Anonymous).filters();
        let table = filters.apply(name, input.as_bytes(), format, output);
        String::from_utf8(table.unwrap_or_else(|error| panic!("{name}: {error}"))).unwrap()
    }

    /// Returns the selection of a query from Turtle, as CSV.
    fn csv(&self, name: &str, turtle: &str) -> String {
        self.apply(name, turtle, Format::Turtle, ResultFormat::Csv)
    }
}

const PREFIXES: &str = "\
@prefix : <http://a.example/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix geo: <http://www.w3.org/2003/01/geo/wgs84_pos#> .
";
