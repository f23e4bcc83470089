//! The options of a pipeline call.

use std::collections::BTreeSet;

use super::Request;
use super::variable::Values;
use crate::service::{Call, I18n, Parameters, Short};
use glossweave_base::error::shown;
use glossweave_base::error::{Error, Result};
use glossweave_base::media::essence;
use glossweave_base::text::truth;
use glossweave_rdf::ResultFormat;

/// The options of a pipeline call.
#[derive(Clone, Debug, Default)]
pub(super) struct ChainOptions {
    pub i18n: I18n,
    pub stats: bool,
    pub filter: Option<String>,
    pub outformat: Option<String>,
    /// The header `Accept`, unless it is `*/*`.
    pub accept: Option<String>,
    pub informat: Option<String>,
    pub content_type: Option<String>,
    /// Parameters for the first request: `prefix`, `nif-version`.
    pub first: Vec<(String, String)>,
    /// Parameters for the last request: `any-format`, `any-language`.
    pub last: Vec<(String, String)>,
    pub values: Values,
    pub body: Vec<u8>,
    /// The body as text.
    pub input: Option<String>,
}

impl ChainOptions {
    /// Returns the number of bytes of the input and of the values of variables.
    pub fn size(&self) -> usize {
        let values: usize = self.values.values().map(String::len).sum();
        self.body.len() + self.input.as_ref().map_or(0, String::len) + values
    }

    /// Parses a call. Returns `ErrorKind::Invalid`, with the parameter, for an invalid value, and
    /// for a parameter that is neither known nor a variable of the requests. If variables have no
    /// value, returns `ErrorKind::Invalid` with all their names.
    pub fn of(mut call: Call, requests: &[Request]) -> Result<ChainOptions> {
        let mut parameters = Parameters::of(&call, Short::Unknown);
        let mut options = ChainOptions {
            accept: call.header("accept").filter(|accept| *accept != "*/*").map(str::to_owned),
            content_type: call.header("content-type").map(str::to_owned),
            body: std::mem::take(&mut call.body),
            ..ChainOptions::default()
        };
        if let Some(word) = parameters.take("useI18n") {
            options.i18n = word.parse()?;
        }
        if let Some(word) = parameters.take("stats") {
            options.stats = truth("stats", &word)?;
        }
        options.input = parameters.take("input");
        let output = parameters.take_format("output");
        options.filter = parameters.take("filter");
        options.outformat = parameters.take_format("outformat").or(output);
        options.informat = parameters.take_format("informat");
        let mut take = |names: [&str; 2]| -> Vec<(String, String)> {
            let given = |name: &str| Some((name.to_owned(), parameters.take(name)?));
            names.into_iter().filter_map(given).collect()
        };
        options.first = take(["prefix", "nif-version"]);
        options.last = take(["any-format", "any-language"]);
        let wanted: BTreeSet<&str> = requests.iter().flat_map(Request::variables).collect();
        for (name, value) in parameters.iter() {
            if !wanted.contains(name) {
                let message = match list(wanted.iter()) {
                    None => format!("no parameter {}: the pipeline has no variables", shown(name)),
                    Some(known) => {
                        format!("no parameter {}, the pipeline has {known}", shown(name))
                    }
                };
                return Err(Error::invalid(message).with_parameter(name));
            }
            options.values.insert(name.to_owned(), value.to_owned());
        }
        let mut missing = wanted.iter().filter(|name| !options.values.contains_key(**name));
        let names = list(missing.clone());
        match (missing.next(), names) {
            (Some(first), Some(names)) => {
                let error = Error::invalid(format!("variables without a value: {names}"));
                Err(error.with_parameter(*first))
            }
            _ => Ok(options),
        }
    }

    /// Returns the format of the results of a filter, and the media type if the call sets one.
    pub fn results(&self) -> Result<(ResultFormat, Option<String>)> {
        let Some(name) = self.outformat.as_deref().or(self.accept.as_deref()) else {
            return Ok((ResultFormat::default(), None));
        };
        let results = name.parse().map_err(|error: Error| error.with_parameter("outformat"))?;
        let asked = name.contains('/').then(|| essence(name).to_ascii_lowercase());
        Ok((results, asked))
    }
}

/// Returns names for a message, or `None` if there are none.
fn list<'n>(names: impl Iterator<Item = &'n &'n str>) -> Option<String> {
    let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| names.join(", "))
}
