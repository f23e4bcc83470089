//! Plural forms: the forms in the source, and the additional forms that a language needs.

use super::{Document, Unit};
use glossweave_base::text::PluralCategory;
#[cfg(feature = "plurals")]
use glossweave_base::text::{Language, PluralRules};

/// The plural forms of a text in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PluralForms {
    /// One bit for each category.
    categories: u8,
    /// `true` if the format only uses integers to select forms.
    has_integers_alone: bool,
}

impl PluralForms {
    /// Adds a plural category.
    pub fn insert(&mut self, category: PluralCategory) {
        self.categories |= 1 << category as u8;
    }

    /// Creates the forms for a format that only uses integers to select forms.
    pub fn of_integers(categories: &[PluralCategory]) -> PluralForms {
        let mut forms = PluralForms { has_integers_alone: true, ..PluralForms::default() };
        categories.iter().for_each(|category| forms.insert(*category));
        forms
    }

    /// Returns `true` if the source has the form of a category.
    pub fn contains(self, category: PluralCategory) -> bool {
        self.categories & 1 << category as u8 != 0
    }
}

/// The integers to test with the plural rules of languages. A form that only applies to greater
/// integers is not considered needed.
pub const INTEGERS: std::ops::RangeInclusive<u32> = 0..=200;

#[cfg(feature = "plurals")]
impl Document {
    /// Returns the plural forms that a language needs and the source lacks, if the unit is the form
    /// `other`. Such forms exist in PO, string catalogs, Android string resources, and i18next
    /// JSON. To add a form, use a translation with
    /// [`plural_form`](crate::annotation::Translation::plural_form).
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

/// Returns the plural forms that the source contains, if the unit is the form `other`.
pub(super) fn forms_of(document: &Document, unit: Unit<'_>) -> Option<PluralForms> {
    let plurals = &document.extras.plurals;
    let at = plurals.binary_search_by_key(&(unit.index() as u32), |row| row.0).ok()?;
    plurals.get(at).map(|row| row.1)
}
