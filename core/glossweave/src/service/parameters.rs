//! The parameters of a call, by their long names.

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

/// Returns the error for an unknown parameter. The message lists the `known` parameters of the
/// service. Suggestions also include the options for reading documents.
pub(super) fn no_parameter(name: &str, known: &[&str]) -> Error {
    let reading = option_names(&[DecodeOptions::PARAMETERS]);
    let meant = closest(name, known.iter().chain(&reading).copied());
    Error::unknown_meant(ErrorKind::Invalid, "option", name, meant, known).with_parameter(name)
}

/// The parameters of a call. Each name occurs once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Returns the parameters of the path, and then of the call. A long name takes precedence over
    /// its short name. With `Short::Unknown`, short names have no special meaning.
    pub fn of(call: &Call, short: Short) -> Parameters {
        Parameters::with_repeated(call, short, &[])
    }

    /// Returns the parameters in the same way, but keeps all values of options that the table
    /// allows to be repeated.
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

    /// Removes options without a value, as [`Parameters::take`] does.
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

    /// Removes and returns an option. An option without a value counts as unset.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1).filter(|value| !value.is_empty())
    }

    /// Removes and returns an option whose value is a format.
    pub fn take_format(&mut self, name: &str) -> Option<String> {
        self.take(name).map(from_query)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
