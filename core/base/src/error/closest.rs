//! The known name closest to an unknown one.

use strsim::osa_distance;

/// The maximum length of a word that is compared, in characters.
const LONGEST: usize = 64;

/// Returns the known name closest to a word, ignoring case, or `None` if no name is similar.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().nth(LONGEST).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    // Too many words are as short as `no` and `on` for a guess.
    let most = match word.chars().count() {
        0..3 => 0,
        length => length / 3,
    };
    let short = known.into_iter().filter(|name| name.len() <= 2 * LONGEST);
    let far = short.map(|name| (osa_distance(&word, &name.to_lowercase()), name));
    far.filter(|(far, name)| *far <= most && *far < name.len())
        .min_by_key(|(far, _)| *far)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn names_are_found_by_what_is_like_them() {
        let known = ["SELECT", "FILTER", "OPTIONAL", "BIND", "AS"];
        for (word, expected) in [
            ("SELEC", Some("SELECT")),
            ("fliter", Some("FILTER")),
            ("OPTIONL", Some("OPTIONAL")),
            ("bnd", Some("BIND")),
            ("x", None),
            ("sa", None),
            ("as", Some("AS")),
            ("INSERT", None),
            ("", None),
        ] {
            assert_eq!(closest(word, known), expected, "{word}");
        }
        assert_eq!(closest(&"a".repeat(1_000), known), None);
    }
}
