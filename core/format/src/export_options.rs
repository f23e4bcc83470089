//! Options of exporting, which can also be set by name.

use glossweave_base::allowance::{Allowance, number_of_bytes};
use glossweave_base::error::{Error, Result};

/// Options for writing a document with its annotations as a new file ([`export`](super::export())).
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// The name of the document in the file, if the format has one. Documents with sections have names of
    /// their own.
    pub name: Option<Box<str>>,
    /// The maximum size of the result in bytes. The default is 64 times the size of the source with
    /// the annotations, and at least 64 MiB.
    pub max_output_bytes: Option<usize>,
    /// The memory allowance of the call, if any.
    pub allowance: Option<Allowance>,
}

impl ExportOptions {
    /// The names that [`ExportOptions::set`] accepts.
    pub const NAMES: &[&str] = &["name", "max-output-bytes"];

    /// Sets an option by its name: `name` to a text, `max-output-bytes` to a number.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as the parameter, for an unknown name and for a value that is no
    /// number.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "name" => self.name = Some(value.into()),
            "max-output-bytes" => {
                let bytes = number_of_bytes(value).map_err(|error| error.with_parameter(name))?;
                self.max_output_bytes = Some(bytes);
            }
            _ => return Err(Error::no_option(name, ExportOptions::NAMES)),
        }
        Ok(())
    }
}
