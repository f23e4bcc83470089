//! Plural categories of languages, by the rules of CLDR for cardinal numbers.

#[cfg(feature = "plurals")]
use icu_locale_core::Locale;
use serde::{Deserialize, Serialize};

#[cfg(feature = "plurals")]
use super::Language;

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

    #[cfg(feature = "plurals")]
    fn of_icu(category: icu_plurals::PluralCategory) -> PluralCategory {
        match category {
            icu_plurals::PluralCategory::Zero => PluralCategory::Zero,
            icu_plurals::PluralCategory::One => PluralCategory::One,
            icu_plurals::PluralCategory::Two => PluralCategory::Two,
            icu_plurals::PluralCategory::Few => PluralCategory::Few,
            icu_plurals::PluralCategory::Many => PluralCategory::Many,
            icu_plurals::PluralCategory::Other => PluralCategory::Other,
        }
    }
}

#[cfg(feature = "plurals")]
/// Replaced language codes, which Java and Android still use.
const OLD_CODES: [(&str, &str); 5] =
    [("in", "id"), ("iw", "he"), ("ji", "yi"), ("mo", "ro"), ("sh", "sr")];

#[cfg(feature = "plurals")]
/// The rules of a language for cardinal numbers. A language without rules has only the category `other`.
#[derive(Debug)]
pub struct PluralRules(Option<icu_plurals::PluralRules>);

#[cfg(feature = "plurals")]
impl PluralRules {
    /// Finds the rules of a language.
    pub fn of(language: &Language) -> PluralRules {
        // The rules of some languages differ by region, but never by script, so the tag has no script. With a script,
        // CLDR would look up likely subtags.
        let is_region = |part: &&str| match part.len() {
            2 => part.bytes().all(|byte| byte.is_ascii_alphabetic()),
            3 => part.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        let primary = language.primary();
        let is_old = |row: &&(&str, &str)| row.0.eq_ignore_ascii_case(primary);
        let primary = OLD_CODES.iter().find(is_old).map_or(primary, |row| row.1);
        let region = language.as_str().split('-').skip(1).find(is_region);
        let tag = region.map_or_else(|| primary.to_owned(), |region| format!("{primary}-{region}"));
        let rules = Locale::try_from_str(&tag)
            .ok()
            .and_then(|locale| icu_plurals::PluralRules::try_new_cardinal((&locale).into()).ok());
        PluralRules(rules)
    }

    /// Returns the categories of the language, in the order of CLDR.
    pub fn categories(&self) -> Vec<PluralCategory> {
        let Some(rules) = &self.0 else { return vec![PluralCategory::Other] };
        let mut categories: Vec<_> = rules.categories().map(PluralCategory::of_icu).collect();
        categories.sort_unstable();
        categories
    }

    /// Returns the category of an integer.
    pub fn category(&self, number: u32) -> PluralCategory {
        match &self.0 {
            Some(rules) => PluralCategory::of_icu(rules.category_for(number)),
            None => PluralCategory::Other,
        }
    }
}

#[cfg(all(test, feature = "plurals"))]
mod tests {
    use super::PluralRules;

    #[test]
    fn categories_are_those_of_cldr() {
        let cases = [
            ("en", "one other"),
            ("pl", "one few many other"),
            ("pl-PL", "one few many other"),
            ("ar", "zero one two few many other"),
            ("ja", "other"),
            ("fr", "one many other"),
            ("qaa", "other"),
            ("sr-Latn", "one few other"),
            ("sr-Latn-RS", "one few other"),
            ("pt-PT", "one many other"),
            ("iw", "one two other"),
        ];
        for (language, expected) in cases {
            let rules = PluralRules::of(&language.parse().unwrap());
            let found: Vec<_> = rules.categories().iter().map(|category| category.name()).collect();
            assert_eq!(found.join(" "), expected, "{language}");
        }
        let rules = PluralRules::of(&"pl".parse().unwrap());
        let found: Vec<_> = [0, 1, 2, 5, 12, 22].map(|number| rules.category(number).name()).into();
        assert_eq!(found, ["many", "one", "few", "many", "many", "few"]);
    }
}
