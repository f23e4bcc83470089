//! The steps of a pipeline, ready to run.

use url::{Url, form_urlencoded};

use super::Request;
use super::chain_options::ChainOptions;
use super::endpoint::{Target, resolve};
use super::variable::{fill, fill_endpoint};
use crate::service::{Call, Parameters, Short};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result};

/// The origin of the body of the first request: the request (execution rule 3) or the call (rule
/// 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstBody {
    Own,
    Called,
}

/// A step with the values of its variables.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub target: Target,
    pub call: Call,
    /// The name for errors and statistics: a path, or the origin of a remote URL.
    pub endpoint: String,
}

/// Creates the steps of requests for a call. Returns `ErrorKind::Invalid` and
/// `ErrorKind::NotFound`, with the step, for an invalid endpoint, `ErrorKind::Invalid` for a header
/// with a line break, and `ErrorKind::TooLarge` if the values of variables need more memory than
/// the call may use.
pub(super) fn steps(
    requests: &[Request],
    options: &mut ChainOptions,
    bases: &[String],
    begin: FirstBody,
    allowance: &Allowance,
) -> Result<Vec<Step>> {
    let one = |(number, request): (usize, &Request)| {
        step(number, request, options, bases, allowance)
            .map_err(|error| error.in_step(number, &shown(&request.endpoint)))
    };
    let mut steps = requests.iter().enumerate().map(one).collect::<Result<Vec<Step>>>()?;
    if let Some(first) = steps.first_mut() {
        if begin == FirstBody::Called {
            first.call.body = std::mem::take(&mut options.body);
            if let Some(input) = options.input.take() {
                first.bring(input);
            }
            if let Some(declared) = &options.content_type {
                first.replace("Content-Type", declared);
            }
        }
        let informat = options.informat.iter().map(|name| ("informat".to_owned(), name.clone()));
        first.call.parameters.extend(informat);
        first.call.parameters.extend(options.first.iter().cloned());
    }
    Ok(steps)
}

fn step(
    place: usize,
    request: &Request,
    options: &ChainOptions,
    bases: &[String],
    allowance: &Allowance,
) -> Result<Step> {
    let endpoint = fill_endpoint(&request.endpoint, &options.values, allowance)?;
    let (target, path) = resolve(&endpoint, bases)?;
    let pairs = |pairs: &super::Pairs| -> Result<Vec<(String, String)>> {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        pairs
            .iter()
            .map(|(name, value)| {
                Ok((name.clone(), fill(&text(value), &options.values, allowance)?))
            })
            .collect()
    };
    let (parameters, headers) = (pairs(&request.parameters)?, pairs(&request.headers)?);
    let within = matches!(target, Target::Stored(_) | Target::Chain);
    if within && parameters.iter().any(|(name, _)| name == "stats") {
        let message = "a nested pipeline has no statistics";
        return Err(Error::invalid(message).with_parameter("stats"));
    }
    if let Some((name, _)) = headers.iter().find(|(_, value)| value.contains(['\r', '\n', '\0'])) {
        let message = format!("the header `{name}` has a line break in its value");
        return Err(Error::invalid(message));
    }
    let endpoint = match &target {
        Target::Outside(url) => origin(url),
        _ => shown(&path),
    };
    let mut call = Call::new(path);
    (call.parameters, call.headers) = (parameters, headers);
    let mut step = Step { target, call, endpoint };
    if let Some(body) = request.body.clone().filter(|_| place == 0) {
        step.bring(body);
    }
    Ok(step)
}

impl Step {
    /// Returns `true` if the step sets the format of its answer.
    pub fn says_output(&self) -> bool {
        let known = |name: &str| matches!(name, "outformat" | "o");
        let query = self.call.path.split_once('?').map_or("", |(_, query)| query);
        self.call.header("accept").is_some()
            || self.call.parameters.iter().any(|(name, _)| known(name))
            || form_urlencoded::parse(query.as_bytes()).any(|(name, _)| known(&name))
    }

    /// Returns `ErrorKind::Invalid` if the request sets an input that a service or a pipeline would
    /// use instead of the result of the previous request (execution rule 1).
    pub fn check_input(&self) -> Result<()> {
        let short = match &self.target {
            Target::Outside(_) => return Ok(()),
            Target::Service(operation) if operation.enriches() => Short::Known,
            _ => Short::Unknown,
        };
        match Parameters::of(&self.call, short).get("input") {
            None => Ok(()),
            Some(_) => {
                let message =
                    "the input is the result of the previous request, but another input is set";
                Err(Error::invalid(message).with_parameter("input"))
            }
        }
    }

    /// Sets the text of the input. If the target reads the parameter `input`, the text is passed in
    /// it, because parameters are always text.
    fn bring(&mut self, text: String) {
        let known = |(name, _): &(String, String)| matches!(name.as_str(), "input" | "i");
        match self.target {
            Target::Outside(_) | Target::Chain => self.call.body = text.into_bytes(),
            _ if self.call.parameters.iter().any(known) => {}
            _ => self.call.parameters.push(("input".to_owned(), text)),
        }
    }

    /// Sets a header, and removes earlier headers of the same name.
    pub fn replace(&mut self, name: &str, value: &str) {
        self.call.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.call.headers.push((name.to_owned(), value.to_owned()));
    }
}

/// Returns an endpoint without its parameters, because they may contain keys.
fn shown(endpoint: &str) -> String {
    // If an endpoint is not a path, only the scheme is certain not to be a secret.
    if let Some((scheme, _)) = endpoint.split_once(':').filter(|(scheme, _)| !scheme.contains('/'))
    {
        return format!("{}:…", scheme.chars().take(20).collect::<String>());
    }
    endpoint.split(['?', '#']).next().unwrap_or_default().chars().take(200).collect()
}

/// Returns the scheme, host and port of a URL.
fn origin(url: &Url) -> String {
    match url.origin() {
        origin if origin.is_tuple() => origin.ascii_serialization(),
        _ => format!("{}:…", url.scheme()),
    }
}
