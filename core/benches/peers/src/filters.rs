//! Filters over NIF, and stored resources: the time to read a resource and to log in.

use std::fs;
use std::path::Path;
use std::time::Instant;

use glossweave::annotation::Annotation;
use glossweave::rdf::{IndexedGraph, Limits, Query, ResultFormat};
use glossweave::resource::ResourceUpdate;
use glossweave::{Caller, Document, Engine, Format, Settings, nif};
use serde_json::json;

use crate::{Result, SEED, Taken, fact, marks, ours, page, report, timed, turtle};

/// The sizes of HTML pages whose NIF has about as many triples as the names specify.
const PAGES: &[(&str, usize)] = &[("one-page", 6_000), ("100000-triples", 1_190_000)];

const QUERY: &str = "PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
SELECT ?text ?entity ?class ?confidence ?begin ?end WHERE {
  ?string nif:anchorOf ?text ;
    nif:beginIndex ?begin ;
    nif:endIndex ?end ;
    itsrdf:taIdentRef ?entity .
  OPTIONAL { ?string itsrdf:taClassRef ?class }
  OPTIONAL { ?string itsrdf:taConfidence ?confidence }
}
ORDER BY ?begin
";

/// Writes the NIF of each page, and the query, for the Python peers.
pub fn generate(dir: &Path) -> Result<()> {
    fs::write(dir.join("filter.rq"), QUERY)?;
    for (name, size) in PAGES {
        let (document, found) = document(*size)?;
        fs::write(dir.join(format!("{name}.ttl")), ours::turtle(&document, &found)?)?;
    }
    Ok(())
}

fn document(size: usize) -> Result<(Document, Vec<Annotation>)> {
    let document = ours::decode(page::page(size, SEED).as_bytes())?;
    let found = marks::spread(&document);
    Ok((document, found))
}

/// Runs one round over the NIF of a page.
pub fn measure(path: &Path, source: &[u8]) -> Result<()> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let size = PAGES.iter().find(|(page, _)| *page == name).ok_or("a page made here")?.1;
    let (query, limits) = (Query::parse(QUERY)?, Limits::default());
    let table = |dataset: &IndexedGraph| query.write(dataset, ResultFormat::Csv, &limits);

    let read = || IndexedGraph::read(source, Format::Turtle, None);
    report(&name, "turtle-read", "glossweave", timed(|| Ok(read()?.len()))?, source.len());
    report(
        &name,
        "turtle-read",
        "oxttl",
        timed(|| Ok(turtle::triples(source)?.len()))?,
        source.len(),
    );
    let whole = timed(|| Ok(table(&read()?)?))?;
    report(&name, "filter", "glossweave", whole, source.len());

    let (document, found) = document(size)?;
    let options = nif::Options::default();
    let straight = timed(|| Ok(table(&nif::dataset(&document, &found, &options)?)?))?;
    report(&name, "filter", "glossweave, from annotations", straight, source.len());

    let dataset = read()?;
    let rows = table(&dataset)?;
    assert_eq!(rows.iter().filter(|byte| **byte == b'\n').count(), found.len() + 1);
    if name != PAGES[0].0 {
        println!("{}", json!({ "page": name, "triples": dataset.len() }));
        return Ok(());
    }
    // The overhead of a stored filter: identifying the caller, and reading and checking the filter.
    let (engine, token) = stored(&Settings::default())?;
    let evaluated = timed(|| Ok(table(&dataset)?))?;
    let applied = timed(|| {
        let filters = engine.session(Caller::token(&token)).filters();
        Ok(filters.apply_to("filter-500", &dataset, ResultFormat::Csv)?)
    })?;
    fact("one page", "evaluating a filter, microseconds", micros(evaluated));
    fact("one page", "applying it as a stored one, microseconds", micros(applied));
    Ok(())
}

fn micros(taken: Taken) -> f64 {
    taken.clock.as_secs_f64() * 1e6
}

/// Returns an engine with a thousand filters, and the token of their owner.
fn stored(settings: &Settings) -> Result<(Engine, String)> {
    let engine = Engine::builder(settings.clone()).open()?;
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse")?;
    let token = users.authenticate("anna", "correct horse")?.to_text();
    let filters = engine.session(Caller::token(&token)).filters();
    for number in 0..1_000 {
        let name = format!("filter-{number}");
        filters.create(Some(&name), QUERY.as_bytes(), &ResourceUpdate::default())?;
    }
    Ok((engine, token))
}

/// Runs one round over a store in a folder.
pub fn measure_store(folder: &Path) -> Result<()> {
    let mut settings = Settings::default();
    settings.store.location = Some(folder.to_string_lossy().parse()?);
    settings.store.durability = "periodic".parse()?;
    let (engine, token) = stored(&settings)?;
    for (who, caller) in [("by token", Caller::token(&token)), ("anonymous", Caller::Anonymous)] {
        let read = || Ok(engine.session(caller.clone()).filters().read("filter-500")?);
        let time = timed(read)?;
        fact(
            "store",
            &format!("reads of one resource a second, {who}"),
            1.0 / time.clock.as_secs_f64(),
        );
    }
    let users = engine.session(Caller::Anonymous).users();
    let log_in = timed(|| Ok(users.authenticate("anna", "correct horse")?))?;
    fact("store", "one log-in, milliseconds", micros(log_in) / 1e3);
    drop(engine);

    // With each write on disk before it is acknowledged.
    let flushed = folder.join("flushed");
    settings.store.location = Some(flushed.to_string_lossy().parse()?);
    settings.store.durability = "flush".parse()?;
    let from = Instant::now();
    drop(stored(&settings)?);
    fact("store", "writes of one thread a second, flushed", 1_000.0 / from.elapsed().as_secs_f64());
    Ok(())
}
