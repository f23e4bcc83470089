//! Plural categories of CLDR.

use serde::{Deserialize, Serialize};

/// A plural category of CLDR ([UTS 35, part 3](https://unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules)),
/// in the order of CLDR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PluralCategory {
    /// `zero`.
    Zero,
    /// `one`.
    One,
    /// `two`.
    Two,
    /// `few`.
    Few,
    /// `many`.
    Many,
    /// `other`, which all languages have.
    Other,
}

impl PluralCategory {
    /// All categories.
    pub const ALL: [PluralCategory; 6] = [
        PluralCategory::Zero,
        PluralCategory::One,
        PluralCategory::Two,
        PluralCategory::Few,
        PluralCategory::Many,
        PluralCategory::Other,
    ];

    /// Returns the name in CLDR.
    pub fn name(self) -> &'static str {
        match self {
            PluralCategory::Zero => "zero",
            PluralCategory::One => "one",
            PluralCategory::Two => "two",
            PluralCategory::Few => "few",
            PluralCategory::Many => "many",
            PluralCategory::Other => "other",
        }
    }

    /// Returns the category with a name in CLDR.
    pub fn from_name(name: &str) -> Option<PluralCategory> {
        PluralCategory::ALL.into_iter().find(|category| category.name() == name)
    }
}
