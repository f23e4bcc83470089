//! Plurals of names, by the rules of spelling alone.

/// Returns the plurals that a name may have in a language, by the ending of its last word. Returns none
/// for languages that are not known here, and none for words that are plurals already.
pub(super) fn plurals(label: &str, language: Option<&str>) -> Vec<String> {
    let primary = language.and_then(|tag| tag.split(['-', '_']).next()).unwrap_or("en");
    let lower = label.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    let with = |ending: &str| format!("{label}{ending}");
    // An abbreviation is written in capitals, its plural with a small letter: it would not be found.
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

/// Returns a text without its last `count` characters.
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
