//! What is said of a node in one category.

use crate::annotation::{Category, Field, Records};

/// What local markup or a rule says of a node in one category: values as they hold, with pointers
/// followed and records looked up. Names are those of [`Category::fields`] and
/// [`Category::record`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Said {
    pub category: Category,
    pub fields: Vec<Field>,
    /// The records of Provenance and Localization Quality Issue; what is said inline is one record.
    pub records: Records,
}

impl Said {
    pub fn new(category: Category) -> Said {
        Said { category, fields: Vec::new(), records: Records::default() }
    }

    /// A value that is said once, by its name.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.0 == name).map(|field| &*field.1)
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.records.is_empty()
    }
}

/// How an element stands to the text around it (clause 8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Within {
    /// It splits the text around it.
    No,
    /// Its text is part of the text around it.
    Yes,
    /// Its text is a flow of its own, at a place in the text around it.
    Nested,
}

/// To what a category is inherited (the table of clause 8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// To nothing.
    Own,
    /// To the elements below.
    Elements,
    /// To the elements below, and to the attributes of all.
    Attributes,
}

impl Reach {
    /// How far a category is inherited.
    pub fn of(category: Category) -> Reach {
        match category {
            Category::Terminology
            | Category::ElementsWithinText
            | Category::TextAnalysis
            | Category::ExternalResource
            | Category::TargetPointer
            | Category::IdValue
            | Category::StorageSize => Reach::Own,
            Category::Directionality
            | Category::LanguageInformation
            | Category::Domain
            | Category::LocaleFilter
            | Category::Provenance
            | Category::PreserveSpace => Reach::Attributes,
            _ => Reach::Elements,
        }
    }
}
