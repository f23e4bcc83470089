//! The rules of CLDR for the plural categories of cardinal numbers, by ICU4X.

use icu_locale_core::Locale;

use super::{Language, PluralCategory};

/// Replaced language codes, which Java and Android still use.
const OLD_CODES: [(&str, &str); 5] =
    [("in", "id"), ("iw", "he"), ("ji", "yi"), ("mo", "ro"), ("sh", "sr")];

/// The rules of a language for cardinal numbers. A language without rules has only the category `other`.
#[derive(Debug)]
pub struct PluralRules(Option<icu_plurals::PluralRules>);

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
        let mut categories: Vec<_> = rules.categories().map(category_of).collect();
        categories.sort_unstable();
        categories
    }

    /// Returns the category of an integer.
    pub fn category(&self, number: u32) -> PluralCategory {
        match &self.0 {
            Some(rules) => category_of(rules.category_for(number)),
            None => PluralCategory::Other,
        }
    }
}

fn category_of(category: icu_plurals::PluralCategory) -> PluralCategory {
    match category {
        icu_plurals::PluralCategory::Zero => PluralCategory::Zero,
        icu_plurals::PluralCategory::One => PluralCategory::One,
        icu_plurals::PluralCategory::Two => PluralCategory::Two,
        icu_plurals::PluralCategory::Few => PluralCategory::Few,
        icu_plurals::PluralCategory::Many => PluralCategory::Many,
        icu_plurals::PluralCategory::Other => PluralCategory::Other,
    }
}

#[cfg(test)]
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
