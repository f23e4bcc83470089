//! The kinds of things that belong to users.

use std::str::FromStr;

use crate::store::Table;
use glossweave_base::error::{Error, Result};

/// A kind of stored resource.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::acl::Kind;
/// assert_eq!("xsltconverter".parse::<Kind>()?, Kind::Converter);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A query that enriches what was found, with a place to ask it.
    Template,
    /// A query that turns RDF into a table.
    Filter,
    /// Requests that run one after the other.
    Pipeline,
    /// Names of things.
    Dataset,
    /// An XSLT stylesheet.
    Converter,
}

/// What the name of a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// A word that its creator chooses.
    Chosen,
    /// A number that the store gives.
    Given,
}

impl Kind {
    /// Every kind.
    pub const ALL: &[Kind] =
        &[Kind::Template, Kind::Filter, Kind::Pipeline, Kind::Dataset, Kind::Converter];

    /// The name, the same in every door.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// What the name of a resource is called in its JSON: `id` where the store gives it, else
    /// `name`.
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

    /// The counter of what a user owns.
    pub(crate) fn owned(self, user: &str) -> String {
        format!("owned/{user}/{}", self.name())
    }

    /// The counter of the names that the store gave.
    pub(crate) fn given(self) -> String {
        format!("next/{}", self.name())
    }

    const fn row(self) -> (&'static str, Table, Naming) {
        match self {
            Kind::Template => ("template", Table::Templates, Naming::Given),
            Kind::Filter => ("filter", Table::Filters, Naming::Chosen),
            Kind::Pipeline => ("pipeline", Table::Pipelines, Naming::Given),
            Kind::Dataset => ("dataset", Table::Datasets, Naming::Chosen),
            Kind::Converter => ("xsltconverter", Table::Converters, Naming::Chosen),
        }
    }
}

impl FromStr for Kind {
    type Err = Error;

    /// Reads a name. Kind Invalid, with the parameter `kind`, for another word.
    fn from_str(word: &str) -> Result<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == word).ok_or_else(|| {
            let known: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            let expected = format!("one of {}", known.join(", "));
            Error::no_such("kind of resource", word, &expected).with_parameter("kind")
        })
    }
}
