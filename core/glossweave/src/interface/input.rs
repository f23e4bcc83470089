//! The parameters, headers and body of a call.

use crate::engine::Session;
use crate::service::{Call, parse_form};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::provider::Parameter;
use glossweave_store::resource::PageRequest;

/// A call, with the session of its caller.
pub(super) struct Input<'c> {
    pub session: &'c Session<'c>,
    pub call: &'c Call,
    /// The path without parameters.
    pub path: &'c str,
    /// The parameters of the path, and then those of the call.
    parameters: Vec<(String, String)>,
}

impl<'c> Input<'c> {
    /// Returns `ErrorKind::Invalid` if a parameter of the path is not UTF-8.
    pub fn new(session: &'c Session<'c>, call: &'c Call, path: &'c str) -> Result<Input<'c>> {
        let mut parameters = path_parameters(call)?;
        parameters.extend(call.parameters.iter().cloned());
        Ok(Input { session, call, path, parameters })
    }

    /// Returns all parameters in their order.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns a parameter. If it is repeated, returns the last value.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters().filter(|(known, _)| *known == name).last().map(|(_, value)| value)
    }

    /// Returns a required parameter. Returns `ErrorKind::Invalid` if it is missing.
    pub fn required(&self, name: &str) -> Result<&str> {
        self.parameter(name).ok_or_else(|| missing(name))
    }

    /// Returns a required header. Returns `ErrorKind::Invalid` if it is missing.
    pub fn required_header(&self, name: &str) -> Result<&str> {
        let mut named =
            self.call.headers.iter().rev().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.as_str()).ok_or_else(|| missing(name))
    }

    /// Returns a parameter that is a number. Returns `ErrorKind::Invalid` if it is not.
    pub fn number(&self, name: &str) -> Result<Option<usize>> {
        let text = self.parameter(name).filter(|text| !text.is_empty());
        let error = |text| Error::no_such("number", text, "digits").with_parameter(name);
        text.map(|text| text.parse().map_err(|_| error(text))).transpose()
    }

    /// Checks that all parameters have one of these names. Returns `ErrorKind::Invalid` for another
    /// parameter, for example a misspelt `role`.
    pub fn check_names(&self, names: &[&str]) -> Result<()> {
        match self.parameters().find(|(name, _)| !names.contains(name)) {
            None => Ok(()),
            Some((name, _)) => {
                Err(Error::unknown(ErrorKind::Invalid, "parameter", name, names)
                    .with_parameter(name))
            }
        }
    }

    /// Checks that all parameters are options of a table, and sets them.
    pub fn options(
        &self,
        table: &[Parameter],
        mut set: impl FnMut(&str, &str) -> Result<()>,
    ) -> Result<()> {
        self.check_names(&table.iter().map(|option| option.name).collect::<Vec<_>>())?;
        self.parameters().try_for_each(|(name, value)| set(name, value))
    }

    /// Returns the page that `limit` and `after` select. No other parameter is allowed.
    pub fn page(&self) -> Result<PageRequest> {
        self.check_names(&["limit", "after"])?;
        let mut page = PageRequest::default();
        self.parameters().try_for_each(|(name, value)| page.set(name, value))?;
        Ok(page)
    }

    /// Returns the body as text. Returns `ErrorKind::Malformed`, with the parameter `name`, if it is
    /// not UTF-8.
    pub fn text(&self, what: &str, name: &str) -> Result<&str> {
        std::str::from_utf8(&self.call.body)
            .map_err(|_| Error::malformed(format!("the {what} is not UTF-8")).with_parameter(name))
    }

    /// Returns the fields of the body, which is a form. Returns `ErrorKind::Malformed`, with the
    /// parameter `name`, if the form or a value is not UTF-8.
    pub fn form(&self, name: &str) -> Result<Vec<(String, String)>> {
        let fields = parse_form(self.text("form", name)?);
        fields.map_err(|_| Error::malformed("the form is not UTF-8").with_parameter(name))
    }
}

/// Returns the parameters in the path of a call. Returns `ErrorKind::Invalid` if one is not UTF-8.
pub(super) fn path_parameters(call: &Call) -> Result<Vec<(String, String)>> {
    let query = call.path.split_once('?').map_or("", |(_, query)| query);
    parse_form(query.split('#').next().unwrap_or_default())
}

fn missing(name: &str) -> Error {
    Error::invalid(format!("`{name}` is missing")).with_parameter(name)
}
