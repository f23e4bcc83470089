//! The options of a new job.

use glossweave_base::error::{Error, Result};

/// The options of a new job.
///
/// ```
/// use glossweave::job::JobOptions;
/// let mut options = JobOptions::default();
/// options.set("webhook", "https://example.org/ended")?;
/// assert_eq!(options, JobOptions { webhook: Some("https://example.org/ended".into()), ..JobOptions::default() });
/// assert_eq!(options.set("colour", "red").unwrap_err().parameter(), Some("colour"));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobOptions {
    /// The URL that is called when the job has ended.
    pub webhook: Option<String>,
}

impl JobOptions {
    /// The names that [`JobOptions::set`] knows.
    pub const NAMES: &[&str] = &["webhook"];

    /// Sets a field by its name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the name as parameter, if it is not
    /// known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "webhook" => self.webhook = Some(value.to_owned()).filter(|url| !url.is_empty()),
            _ => return Err(Error::no_option(name, JobOptions::NAMES)),
        }
        Ok(())
    }
}
