//! Plurals of names, which are formed by spelling rules.

/// Returns the possible plurals of a name in a language, which depend on the ending of its last word.
/// Returns an empty list if the language is not supported or the word is already a plural.
pub(super) fn plurals(label: &str, language: Option<&str>) -> Vec<String> {
    let primary = language.and_then(|tag| tag.split(['-', '_']).next()).unwrap_or("en");
    let lower = label.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    let with = |ending: &str| format!("{label}{ending}");
    // Abbreviations are skipped: they are written in capitals, but their plural ends in a small
    // letter, so that it would not be found.
    let is_word = label.chars().next_back().is_some_and(char::is_alphabetic)
        && label.chars().any(char::is_lowercase);
    if !is_word {
        return Vec::new();
    }
    let after_vowel = lower.chars().rev().nth(1).is_some_and(|c| "aeiouáéíóú".contains(c));
    match primary.to_ascii_lowercase().as_str() {
        "en" if ends(&["s", "x", "z", "ch", "sh"]) => vec![with("es")],
        "en" if ends(&["y"]) && !after_vowel => vec![format!("{}ies", cut(label, 1)), with("s")],
        "en" => vec![with("s")],
        "es" if ends(&["a", "e", "i", "o", "u", "á", "é", "ó"]) => vec![with("s")],
        "es" if ends(&["z"]) => vec![format!("{}ces", cut(label, 1))],
        "es" if !ends(&["s", "x"]) => vec![with("es")],
        "pt" if ends(&["ão"]) => vec![format!("{}ões", cut(label, 2)), with("s")],
        "pt" if ends(&["m"]) => vec![format!("{}ns", cut(label, 1))],
        "pt" if ends(&["r", "z"]) => vec![with("es")],
        "pt" if ends(&["al", "el", "ol", "ul"]) => vec![format!("{}is", cut(label, 1))],
        "pt" if !ends(&["s", "x"]) => vec![with("s")],
        "fr" if ends(&["al"]) => vec![format!("{}aux", cut(label, 2)), with("s")],
        "fr" if ends(&["au", "eu"]) => vec![with("x")],
        "fr" if !ends(&["s", "x", "z"]) => vec![with("s")],
        "it" if ends(&["a"]) => vec![format!("{}e", cut(label, 1))],
        "it" if ends(&["o", "e"]) => vec![format!("{}i", cut(label, 1))],
        "nl" if !ends(&["s", "en"]) => vec![with("s"), with("en")],
        "de" if ends(&["e"]) => vec![with("n")],
        "de" if !ends(&["s", "n"]) => vec![with("e"), with("en"), with("s")],
        _ => Vec::new(),
    }
}

/// Removes the last `count` characters of a text.
fn cut(label: &str, count: usize) -> &str {
    label.char_indices().nth_back(count.saturating_sub(1)).map_or("", |(at, _)| &label[..at])
}

#[cfg(test)]
mod tests {
    use super::plurals;

    #[test]
    fn plurals_follow_the_ending() {
        for (language, label, expected) in [
            ("en", "solar panel", &["solar panels"][..]),
            ("en", "City", &["Cities", "Citys"]),
            ("en-GB", "church", &["churches"]),
            ("en", "toy", &["toys"]),
            ("en", "US", &[]),
            ("es", "pez", &["peces"]),
            ("pt", "região", &["regiões", "regiãos"]),
            ("fr", "journal", &["journaux", "journals"]),
            ("it", "museo", &["musei"]),
            ("de", "Turbine", &["Turbinen"]),
            ("zh", "东京", &[]),
        ] {
            assert_eq!(plurals(label, Some(language)), expected, "{label}");
        }
    }
}
