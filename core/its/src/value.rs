//! The statements about a node in one category.

use glossweave_document::annotation::{Category, Field, Records};

/// The statement of local markup or a rule about a node in one category: effective values, with
/// pointers followed and records looked up. Names are those of [`Category::fields`] and
/// [`Category::record`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CategoryValue {
    /// The data category.
    pub category: Category,
    /// The values, by the names of their fields.
    pub fields: Vec<Field>,
    /// The records of Provenance and Localization Quality Issue; inline values are one record.
    pub records: Records,
}

impl CategoryValue {
    /// Creates a statement without values.
    pub fn new(category: Category) -> CategoryValue {
        CategoryValue { category, fields: Vec::new(), records: Records::default() }
    }

    /// Returns the value of a field by its name.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.0 == name).map(|field| &*field.1)
    }

    /// Returns `true` if the statement has no values.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.records.is_empty()
    }
}

/// The relation of an element to the text around it (clause 8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// An element that splits the text around it.
    No,
    /// An element whose text is part of the text around it.
    Yes,
    /// An element whose text is a flow of its own, at a place in the text around it.
    Nested,
}

/// The nodes that inherit a category (the table of clause 8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inheritance {
    /// No nodes.
    Own,
    /// The descendant elements.
    Elements,
    /// The descendant elements, and the attributes of all of them.
    Attributes,
}

impl Inheritance {
    /// Returns the inheritance of a category.
    pub fn of(category: Category) -> Inheritance {
        match category {
            Category::Terminology
            | Category::ElementsWithinText
            | Category::TextAnalysis
            | Category::ExternalResource
            | Category::TargetPointer
            | Category::IdValue
            | Category::StorageSize => Inheritance::Own,
            Category::Directionality
            | Category::LanguageInformation
            | Category::Domain
            | Category::LocaleFilter
            | Category::Provenance
            | Category::PreserveSpace => Inheritance::Attributes,
            _ => Inheritance::Elements,
        }
    }
}
