//! The services and their paths.

use percent_encoding::percent_decode_str;

/// A service that processes a document.
///
/// ```
/// use glossweave::service::Operation;
/// let operation = Operation::of_path("/e-entity/dictionary/documents").unwrap();
/// assert_eq!(operation, Operation::Entity("dictionary".into()));
/// assert_eq!(Operation::of_path("/e-entity/dictionary"), None);
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// e-Entity, by the name of the recognizer.
    Entity(String),
    /// e-Link.
    Link,
    /// e-Terminology, by the name of the provider.
    Terminology(String),
    /// e-Translation, by the name of the provider.
    Translation(String),
    /// A stored filter.
    Filter(String),
    /// A stored stylesheet.
    Converter(String),
    /// The extraction of the texts of a document as an XLIFF file.
    XliffExtract,
    /// The translations of an XLIFF file, merged into the document that is its skeleton.
    XliffMerge,
    /// A check of the translations in a document.
    Check,
    /// The redaction of a document.
    Redact,
    /// The restoration of a redacted document.
    Restore,
    /// The chunks of a document.
    Chunks,
}

impl Operation {
    /// Returns the service of a path, which may have parameters. Returns `None` if no service has
    /// the path.
    ///
    /// ```
    /// use glossweave::service::Operation;
    /// let operation = Operation::of_path("/e-link/documents?templateid=5");
    /// assert_eq!(operation, Some(Operation::Link));
    /// let operation = Operation::of_path("/toolbox/convert/documents/places");
    /// assert_eq!(operation, Some(Operation::Filter("places".to_owned())));
    /// ```
    pub fn of_path(path: &str) -> Option<Operation> {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
        let name = |segment: &str| -> Option<String> {
            let name = percent_decode_str(segment).decode_utf8().ok()?;
            (!name.is_empty()).then(|| name.into_owned())
        };
        match segments[..] {
            ["e-entity", engine, "documents"] => name(engine).map(Operation::Entity),
            ["e-link", "documents"] => Some(Operation::Link),
            ["e-terminology", provider] => name(provider).map(Operation::Terminology),
            ["e-translation", provider] => name(provider).map(Operation::Translation),
            ["toolbox", "convert", "documents", filter] => name(filter).map(Operation::Filter),
            ["toolbox", "xslt-converter", "documents", converter] => {
                name(converter).map(Operation::Converter)
            }
            ["toolbox", "xliff", "extract"] => Some(Operation::XliffExtract),
            ["toolbox", "xliff", "merge"] => Some(Operation::XliffMerge),
            ["toolbox", "check"] => Some(Operation::Check),
            ["toolbox", "redact"] => Some(Operation::Redact),
            ["toolbox", "restore"] => Some(Operation::Restore),
            ["toolbox", "chunks"] => Some(Operation::Chunks),
            _ => None,
        }
    }

    /// Returns `true` if the service enriches documents. In this case calls may use short names and
    /// a filter, and the rules of conversion apply.
    ///
    /// ```
    /// use glossweave::service::Operation;
    /// assert!(Operation::Link.enriches());
    /// assert!(!Operation::Filter("places".to_owned()).enriches());
    /// ```
    pub fn enriches(&self) -> bool {
        use Operation::{Entity, Link, Terminology, Translation};
        matches!(self, Entity(_) | Link | Terminology(_) | Translation(_))
    }
}
