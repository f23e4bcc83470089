//! Plural forms of texts: the forms in the source, and the forms that a language also needs.

use super::{Document, Unit};
use glossweave_base::text::{Language, PluralCategory, PluralRules};

/// The plural forms of a text that the source contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PluralForms {
    /// A bit for each category.
    categories: u8,
    /// `true` if the format chooses forms for integers alone.
    has_integers_alone: bool,
}

impl PluralForms {
    /// Adds a category.
    pub fn insert(&mut self, category: PluralCategory) {
        self.categories |= 1 << category as u8;
    }

    /// Creates the forms of a format that chooses forms for integers alone.
    pub fn of_integers(categories: &[PluralCategory]) -> PluralForms {
        let mut forms = PluralForms { has_integers_alone: true, ..PluralForms::default() };
        categories.iter().for_each(|category| forms.insert(*category));
        forms
    }

    /// Returns `true` if the source has a category.
    pub fn contains(self, category: PluralCategory) -> bool {
        self.categories & 1 << category as u8 != 0
    }
}

/// The integers that languages are asked about: forms for greater ones alone are of no use to a format of integers.
pub const INTEGERS: std::ops::RangeInclusive<u32> = 0..=200;

impl Document {
    /// Returns the plural forms that a language needs and the source lacks, for a unit that is the form `other` of a text: in PO,
    /// string catalogs, string resources of Android, and JSON of i18next. A translation with
    /// [`plural_form`](crate::annotation::Translation::plural_form) adds such a form.
    pub fn missing_plural_forms(&self, unit: Unit<'_>, language: &Language) -> Vec<PluralCategory> {
        let Some(forms) = forms_of(self, unit) else { return Vec::new() };
        let rules = PluralRules::of(language);
        let mut categories = rules.categories();
        if forms.has_integers_alone {
            categories.retain(|category| INTEGERS.clone().any(|n| rules.category(n) == *category));
        }
        categories.retain(|category| !forms.contains(*category));
        categories
    }
}

/// Returns the plural forms of the source, for a unit that is the form `other` of a text.
pub(super) fn forms_of(document: &Document, unit: Unit<'_>) -> Option<PluralForms> {
    let plurals = &document.extras.plurals;
    let found = plurals.binary_search_by_key(&(unit.index() as u32), |row| row.0).ok()?;
    plurals.get(found).map(|row| row.1)
}
