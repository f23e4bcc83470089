//! The parameters of a call by their long names.

use url::form_urlencoded;

use super::Call;
use glossweave_base::error::{Error, ErrorKind, closest};
use glossweave_base::media::from_query;
use glossweave_base::options::option_names;
use glossweave_base::provider::Parameter;
use glossweave_document::DecodeOptions;

/// Short names, and their long names.
const SHORT: &[(&str, &str)] =
    &[("i", "input"), ("f", "informat"), ("o", "outformat"), ("p", "prefix")];

/// `Known` if short names are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Short {
    Known,
    Unknown,
}

/// Returns the error for a parameter that a service does not have. The message lists the names of its `known` parameters,
/// and suggests these and the names of reading documents.
pub(super) fn no_parameter(name: &str, known: &[&str]) -> Error {
    let reading = option_names(&[DecodeOptions::PARAMETERS]);
    let meant = closest(name, known.iter().chain(&reading).copied());
    Error::unknown_meant(ErrorKind::Invalid, "option", name, meant, known).with_parameter(name)
}

/// The parameters of a call, each name once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Returns those of the path, then those of the call. A long name wins over its short one. The short
    /// ones are names like any others if nothing is enriched.
    pub fn of(call: &Call, short: Short) -> Parameters {
        Parameters::with_repeated(call, short, &[])
    }

    /// Does the same, but keeps each value of the options of a table that may be repeated.
    pub fn with_repeated(call: &Call, short: Short, table: &[Parameter]) -> Parameters {
        let query = call.path.split_once('?').map_or("", |(_, query)| query);
        let query = query.split('#').next().unwrap_or_default();
        let mut all = Parameters::default();
        let path = form_urlencoded::parse(query.as_bytes()).into_owned();
        for (name, value) in path.chain(call.parameters.iter().cloned()) {
            match table.iter().any(|parameter| parameter.name == name && parameter.repeats) {
                true => all.0.push((name, value)),
                false => all.set(name, value),
            }
        }
        if short == Short::Known {
            for (short, long) in SHORT {
                if let Some(value) = all.take(short)
                    && all.get(long).is_none()
                {
                    all.set((*long).to_owned(), value);
                }
            }
        }
        all
    }

    /// Removes those without a value whose names are options, as [`Parameters::take`] does.
    pub fn without_empty(mut self, is_option: impl Fn(&str) -> bool) -> Parameters {
        self.0.retain(|(name, value)| !(value.is_empty() && is_option(name)));
        self
    }

    fn set(&mut self, name: String, value: String) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Removes and returns an option. One without a value counts as not given.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1).filter(|value| !value.is_empty())
    }

    /// Removes and returns an option that names a format.
    pub fn take_format(&mut self, name: &str) -> Option<String> {
        self.take(name).map(from_query)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
