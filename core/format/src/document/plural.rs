//! Plural forms of texts: the forms in the source, and the forms that a language also needs.

use super::{Document, Unit};
use glossweave_base::text::{Language, PluralCategory, PluralRules};

/// The plural forms of a text that the source contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PluralForms {
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
pub(crate) const INTEGERS: std::ops::RangeInclusive<u32> = 0..=200;

impl Document {
    /// Returns the plural forms that a language needs and the source lacks, for a unit that is the form `other` of a text: in PO,
    /// string catalogs, string resources of Android, and JSON of i18next. A translation with
    /// [`plural_form`](crate::annotation::Translation::plural_form) adds such a form.
    pub fn missing_plural_forms(&self, unit: Unit<'_>, language: &Language) -> Vec<PluralCategory> {
        let Some(forms) = self.plural_forms_of(unit) else { return Vec::new() };
        let rules = PluralRules::of(language);
        let mut categories = rules.categories();
        if forms.has_integers_alone {
            categories.retain(|category| INTEGERS.clone().any(|n| rules.category(n) == *category));
        }
        categories.retain(|category| !forms.contains(*category));
        categories
    }

    /// Returns the plural forms of the source, for a unit that is the form `other` of a text.
    pub(crate) fn plural_forms_of(&self, unit: Unit<'_>) -> Option<PluralForms> {
        let plurals = &self.extras.plurals;
        let found = plurals.binary_search_by_key(&(unit.index as u32), |row| row.0).ok()?;
        plurals.get(found).map(|row| row.1)
    }
}

impl Unit<'_> {
    /// Returns the name of another plural form of a unit that is the form `other`.
    #[doc(hidden)]
    pub fn plural_name(&self, form: PluralCategory) -> String {
        let (name, form) = (self.name().unwrap_or_default(), form.name());
        if let Some(stem) = name.strip_suffix("[plural]") {
            return format!("{stem}[plural={form}]");
        }
        if let Some((before, behind)) = name.rsplit_once("[plural=other]") {
            return format!("{before}[plural={form}]{behind}");
        }
        match name.strip_suffix("_other") {
            Some(stem) => format!("{stem}_{form}"),
            None => format!("{name}[plural={form}]"),
        }
    }
}
