//! An engine with resources for every service, and users.

use glossweave::entity::Dictionary;
use glossweave::resource::ResourceUpdate;
use glossweave::service::{Answer, Call};
use glossweave::translate::System;
use glossweave::translate::{TranslatedSegment, TranslationBatch, Translator};
use glossweave::{Caller, Engine, Error, Session, Settings};

pub const CITIES: &str = "uri,label,type\nhttp://e.example/Cork,Cork,http://c.example/City\n\
    http://e.example/Dublin,Dublin,http://c.example/City\n";
const RIVERS: &str = "uri,label,type\nhttp://e.example/Lee,Lee,http://c.example/River\n\
    http://e.example/Liffey,Liffey,http://c.example/River\n";
const TERMS: &[u8] = b"uri,term,language,status\n\
    http://t.example/bank,bank,en,preferred\nhttp://t.example/bank,ribera,es,preferred\n";
const FACTS: &[u8] =
    b"@prefix e: <http://e.example/> . @prefix r: <http://www.w3.org/2000/01/rdf-schema#> .
    e:Cork r:label 'Cork' ; e:people 224004 . e:Dublin r:label 'Dublin' ; e:people 592713 .";
const LINK: &[u8] = br#"{"endpoint": "dataset:facts", "query": "CONSTRUCT { <@@@entity_uri@@@> <http://e.example/people> ?n } WHERE { <@@@entity_uri@@@> <http://e.example/people> ?n }"}"#;
pub const FILTER: &[u8] = b"PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
    PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
    SELECT ?word ?entity { ?s itsrdf:taIdentRef ?entity ; nif:anchorOf ?word } ORDER BY ?entity";
const IDENTITY: &[u8] = br#"<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
    <xsl:template match="@*|node()"><xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy></xsl:template>
    </xsl:stylesheet>"#;

/// A translator that writes in capitals.
struct Loud;

impl Translator for Loud {
    fn translate(
        &self,
        job: &TranslationBatch<'_>,
    ) -> glossweave::Result<Vec<Option<TranslatedSegment>>> {
        let one = |text: &str| Some(TranslatedSegment::machine(text.to_uppercase()));
        Ok(job.segments.iter().map(|segment| one(segment.text)).collect())
    }
}

pub struct Fixture {
    pub engine: Engine,
    pub anna: Caller,
    pub link: String,
}

pub fn fixture() -> Fixture {
    world_with(Settings::default())
}

pub fn world_with(settings: Settings) -> Fixture {
    let names = |table: &str| Dictionary::from_csv(table.as_bytes()).unwrap();
    let system = System::new("loud", "en".parse().unwrap(), "es".parse().unwrap());
    let engine = Engine::builder(settings)
        .recognizer("cities", names(CITIES))
        .recognizer("rivers", names(RIVERS))
        .translator("loud", system, Loud)
        .open()
        .unwrap();
    let anna = user(&engine, "anna");
    let session = engine.session(anna.clone());
    let mut terms = ResourceUpdate::default();
    terms.set("type", "terms").unwrap();
    session.datasets().create(Some("terms"), TERMS, &terms).unwrap();
    let mut turtle = ResourceUpdate::default();
    turtle.set("informat", "turtle").unwrap();
    session.datasets().create(Some("facts"), FACTS, &turtle).unwrap();
    let link = session.templates().create(None, LINK, &ResourceUpdate::default()).unwrap().name;
    session.filters().create(Some("entities"), FILTER, &ResourceUpdate::default()).unwrap();
    session.converters().create(Some("identity"), IDENTITY, &ResourceUpdate::default()).unwrap();
    Fixture { engine, anna, link }
}

pub fn user(engine: &Engine, name: &str) -> Caller {
    let users = engine.session(Caller::Anonymous).users();
    users.create(name, "correct horse").unwrap();
    Caller::Token(users.authenticate(name, "correct horse").unwrap())
}

impl Fixture {
    pub fn session(&self) -> Session<'_> {
        self.engine.session(self.anna.clone())
    }

    /// Runs requests that are written as JSON.
    pub fn chain(&self, requests: &str) -> glossweave::Result<Answer> {
        self.chain_with(requests, &[])
    }

    pub fn chain_with(
        &self,
        requests: &str,
        parameters: &[(&str, &str)],
    ) -> glossweave::Result<Answer> {
        let call = Call::new("/pipelining/chain").with_body(requests);
        let call =
            parameters.iter().fold(call, |call, (name, value)| call.with_parameter(*name, *value));
        self.session().call(call)
    }

    pub fn refusal(&self, requests: &str, parameters: &[(&str, &str)]) -> Error {
        self.chain_with(requests, parameters).unwrap_err()
    }

    /// Stores requests and returns the number of the pipeline.
    pub fn store(&self, requests: &str) -> String {
        let changes = ResourceUpdate::default();
        self.session().pipelines().create(None, requests.as_bytes(), &changes).unwrap().name
    }
}

pub fn text(answer: &Answer) -> String {
    String::from_utf8(answer.bytes.clone()).unwrap()
}
