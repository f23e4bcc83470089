//! A stored filter, a page: a table.
//!
//! ```sh
//! filters [--filter QUERY] [--out FORMAT] --labels CSV PAGE
//! ```
//!
//! stores the query (that of all mentions where none is given) as a filter, finds the
//! names of a list in an HTML page, and prints what the filter selects from it: as `csv`, `json`,
//! `xml` or a result set in a format of RDF.

#![allow(clippy::print_stderr, reason = "a command speaks")]

#[allow(dead_code, reason = "other examples use the rest")]
mod files;

use std::process::ExitCode;

use glossweave::entity::Dictionary;
use glossweave::rdf::ResultFormat;
use glossweave::resource::ResourceUpdate;
use glossweave::{Caller, Engine, Error, Format, Request, Settings};

const USAGE: &str = "usage: filters [--filter QUERY] [--out FORMAT] --labels CSV PAGE";

const MENTIONS: &[u8] = include_bytes!("../filters/mentions.rq");

struct Call {
    query: Option<String>,
    labels: String,
    results: ResultFormat,
    page: String,
}

impl Call {
    fn parse(arguments: Vec<String>) -> Result<Call, String> {
        let (mut query, mut labels, mut page) = (None, None, None);
        let mut results = ResultFormat::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("`{argument}` needs a value"));
            match argument.as_str() {
                "--filter" => query = Some(value()?),
                "--labels" => labels = Some(value()?),
                "--out" => {
                    results = value()?.parse().map_err(|error: Error| error.to_string())?;
                }
                option if option.starts_with("--") => return Err(format!("no option `{option}`")),
                _ if page.is_none() => page = Some(argument),
                _ => return Err(format!("one page at a time, not also `{argument}`")),
            }
        }
        let labels = labels.ok_or("`--labels` is missing")?;
        let page = page.ok_or("the page is missing")?;
        Ok(Call { query, labels, results, page })
    }

    fn run(&self) -> Result<Vec<u8>, String> {
        let labels = files::read(&self.labels)?;
        let names = Dictionary::from_csv(labels.as_slice()).map_err(files::of(&self.labels))?;
        let query = self.query.as_deref().map_or_else(|| Ok(MENTIONS.to_vec()), files::read)?;
        let page = files::read(&self.page)?;
        let of_query = files::of(self.query.as_deref().unwrap_or("mentions"));
        let engine = Engine::builder(Settings::default()).recognizer("names", names).open();
        let engine = engine.map_err(|error| error.to_string())?;

        // Stored once, and checked then. It is public: anyone may use it, only its owner may change it.
        let owner = engine.local_session().map_err(|error| error.to_string())?;
        owner
            .filters()
            .create(Some("mine"), &query, &ResourceUpdate::default())
            .map_err(of_query)?;

        // Used with any request, by anyone.
        let nobody = engine.session(Caller::Anonymous);
        let request = Request::new(page, Format::Html).through("mine", self.results);
        let reply = nobody.entities().enrich("names", request).map_err(files::of(&self.page))?;
        Ok(reply.bytes)
    }
}

fn main() -> ExitCode {
    files::run("filters", USAGE, Call::parse, Call::run)
}
