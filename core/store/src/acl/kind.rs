//! The kinds of resources that belong to users.

use std::str::FromStr;

use crate::store::Table;
use glossweave_base::error::{Error, Result};

/// A kind of stored resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ResourceKind {
    /// A query that enriches what was found, with the source to query.
    Template,
    /// A query that turns RDF into a table.
    Filter,
    /// A list of requests that run one after the other.
    Pipeline,
    /// A collection of names of things.
    Dataset,
    /// An XSLT stylesheet.
    Converter,
    /// A document with annotations that people correct.
    Document,
    /// A markup profile.
    Profile,
}

/// The origin of a resource's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// A word that the creator chooses.
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

    /// Returns the JSON field with the name of a resource: `id` if the store assigns it, else `name`.
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

    /// Returns the name of the counter of what a user owns.
    pub(crate) fn owned(self, user: &str) -> String {
        format!("owned/{user}/{}", self.name())
    }

    /// Returns the name of the counter of the names that the store assigned.
    pub(crate) fn given(self) -> String {
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
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `kind`, for another
    /// word.
    fn from_str(word: &str) -> Result<ResourceKind> {
        ResourceKind::ALL.iter().copied().find(|kind| kind.name() == word).ok_or_else(|| {
            let known: Vec<_> = ResourceKind::ALL.iter().map(|kind| kind.name()).collect();
            let expected = format!("one of {}", known.join(", "));
            Error::no_such("kind of resource", word, &expected).with_parameter("kind")
        })
    }
}
