//! Values of one category on a node.

use glossweave_document::annotation::{Category, Field, Records};

/// The values that local markup or a rule sets on a node in one category, after pointers are
/// followed and records are looked up. The names are those used by [`Category::fields`] and
/// [`Category::record`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CategoryValue {
    /// The data category.
    pub category: Category,
    /// The values by field name.
    pub fields: Vec<Field>,
    /// The records of Provenance and Localization Quality Issue. Inline values form one record.
    pub records: Records,
}

impl CategoryValue {
    /// Creates an item without values.
    pub fn new(category: Category) -> CategoryValue {
        CategoryValue { category, fields: Vec::new(), records: Records::default() }
    }

    /// Returns the value of a field by its name.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.0 == name).map(|field| &*field.1)
    }

    /// Returns `true` if there are no values.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.records.is_empty()
    }
}

/// The relation of an element to the surrounding text (clause 8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// The element splits the surrounding text.
    No,
    /// The text of the element is part of the surrounding text.
    Yes,
    /// The text of the element is a separate flow at a position within the surrounding text.
    Nested,
}

/// The nodes that inherit a value, according to the table of clause 8.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inheritance {
    /// No nodes.
    Own,
    /// Descendant elements.
    Elements,
    /// Descendant elements, and all their attributes.
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
