//! The kinds of resources that users own.

use std::str::FromStr;

use crate::store::Table;
use glossweave_base::error::{Error, Result};

/// A kind of stored resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ResourceKind {
    /// A query that enriches found entities, with its source.
    Template,
    /// A query that converts RDF to a table.
    Filter,
    /// A sequence of requests.
    Pipeline,
    /// A collection of names or terms.
    Dataset,
    /// An XSLT stylesheet.
    Converter,
    /// A document with annotations that users correct.
    Document,
    /// A markup profile.
    Profile,
}

/// The origin of the name of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// A name that the creator chooses.
    Chosen,
    /// A number that the store assigns.
    Given,
}

impl ResourceKind {
    /// Every kind.
    pub const ALL: &[ResourceKind] = &[
        ResourceKind::Template,
        ResourceKind::Filter,
        ResourceKind::Pipeline,
        ResourceKind::Dataset,
        ResourceKind::Converter,
        ResourceKind::Document,
        ResourceKind::Profile,
    ];

    /// Returns the name, which is the same in all interfaces.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the JSON field for the name of a resource: `id` if the store assigns the name, and
    /// `name` otherwise.
    pub const fn key(self) -> &'static str {
        match self.naming() {
            Naming::Chosen => "name",
            Naming::Given => "id",
        }
    }

    pub(crate) const fn table(self) -> Table {
        self.row().1
    }

    pub(crate) const fn naming(self) -> Naming {
        self.row().2
    }

    /// Returns the name of the counter of a user's resources.
    pub(crate) fn owned(self, user: &str) -> String {
        format!("owned/{user}/{}", self.name())
    }

    /// Returns the name of the counter of names that the store has assigned.
    pub(crate) fn next_name_counter(self) -> String {
        format!("next/{}", self.name())
    }

    const fn row(self) -> (&'static str, Table, Naming) {
        match self {
            ResourceKind::Template => ("template", Table::Templates, Naming::Given),
            ResourceKind::Filter => ("filter", Table::Filters, Naming::Chosen),
            ResourceKind::Pipeline => ("pipeline", Table::Pipelines, Naming::Given),
            ResourceKind::Dataset => ("dataset", Table::Datasets, Naming::Chosen),
            ResourceKind::Converter => ("xsltconverter", Table::Converters, Naming::Chosen),
            ResourceKind::Document => ("document", Table::Documents, Naming::Chosen),
            ResourceKind::Profile => ("profile", Table::Profiles, Naming::Chosen),
        }
    }
}

impl FromStr for ResourceKind {
    type Err = Error;

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter
    /// `kind`, if the word is unknown.
    fn from_str(word: &str) -> Result<ResourceKind> {
        ResourceKind::ALL.iter().copied().find(|kind| kind.name() == word).ok_or_else(|| {
            let known: Vec<_> = ResourceKind::ALL.iter().map(|kind| kind.name()).collect();
            let expected = format!("one of {}", known.join(", "));
            Error::no_such("kind of resource", word, &expected).with_parameter("kind")
        })
    }
}
