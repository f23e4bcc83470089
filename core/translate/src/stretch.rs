//! Splitting of sentences into locked and free parts, and joining of their translations.

use super::{Origin, TranslatedSegment};
use glossweave_base::text::inline::InlineText;
use glossweave_base::text::word_breaks;

/// A part of a sentence without its markers.
pub(super) enum Stretch<'s> {
    Locked(&'s str),
    Free(String),
}

impl Stretch<'_> {
    pub fn is_wanted(&self) -> bool {
        matches!(self, Stretch::Free(text) if text.contains(char::is_alphabetic))
    }

    /// Returns the text of the part, escaped when the translator uses markers.
    pub fn escaped(&self, markup: bool) -> String {
        match self {
            Stretch::Free(text) if markup => InlineText::plain(text.trim()).marked(),
            Stretch::Free(text) => text.trim().to_owned(),
            Stretch::Locked(text) => (*text).to_owned(),
        }
    }
}

/// A joined translation of a sentence, with the confidence and the origin of its free parts.
pub(super) struct Joined {
    pub text: String,
    pub confidence: Option<f64>,
    pub origin: Origin,
}

/// Joins the translations of the free parts of a sentence. Returns `None` if a part has no translation.
pub(super) fn put_together(
    stretches: &[Stretch<'_>],
    answers: &mut impl Iterator<Item = Option<TranslatedSegment>>,
    markup: bool,
) -> Option<Joined> {
    let mut text = String::new();
    let (mut sum, mut weight) = (0.0, 0.0);
    let mut origin = None;
    let mut is_whole = true;
    // `true` if the source text has a separator after the part that was added last.
    let mut parted = false;
    for stretch in stretches {
        match stretch {
            Stretch::Locked(locked) => {
                if parted && grow_together(&text, locked) {
                    text.push(' ');
                }
                text.push_str(locked);
                parted = false;
            }
            Stretch::Free(free) if !stretch.is_wanted() => text.push_str(free),
            Stretch::Free(free) => {
                let Some(answer) = answers.next().flatten() else {
                    is_whole = false;
                    continue;
                };
                let translated = match markup {
                    true => InlineText::parse(&answer.text).into_text(),
                    false => answer.text.into_string(),
                };
                let start = free.len() - free.trim_start().len();
                let is_apart = |c: char| !c.is_alphanumeric();
                text.push_str(&free[..start]);
                if free.starts_with(is_apart) && grow_together(&text, translated.trim()) {
                    text.push(' ');
                }
                parted = free.ends_with(is_apart);
                text.push_str(translated.trim());
                text.push_str(&free[free.trim_end().len().max(start)..]);
                let length = free.len() as f64;
                if let Some(confidence) = answer.confidence {
                    sum += confidence * length;
                    weight += length;
                }
                origin = Some(answer.origin);
            }
        }
    }
    let confidence = (weight > 0.0).then(|| sum / weight);
    match (is_whole, origin) {
        (true, Some(origin)) => Some(Joined { text, confidence, origin }),
        // All parts are locked.
        (true, None) => Some(Joined { text, confidence: None, origin: Origin::Machine }),
        (false, _) => None,
    }
}

/// Returns `true` if joining the texts merges two words into one word.
pub(super) fn grow_together(before: &str, after: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric();
    if !before.ends_with(is_word) || !after.starts_with(is_word) {
        return false;
    }
    let from = before.rfind(|c| !is_word(c)).unwrap_or(0);
    let to = after.find(|c| !is_word(c)).unwrap_or(after.len());
    let joined = format!("{}{}", &before[from..], &after[..to]);
    word_breaks(&joined).all(|at| at != before.len() - from)
}

#[cfg(test)]
mod tests {
    use super::{Stretch, grow_together, put_together};
    use crate::TranslatedSegment;

    #[test]
    fn words_that_are_kept_stay_words() {
        let stretches = [
            Stretch::Free("the ".to_owned()),
            Stretch::Locked("single"),
            Stretch::Free("-plate".into()),
        ];
        let mut answers =
            ["la", "de plato"].map(|text| Some(TranslatedSegment::machine(text))).into_iter();
        let joined = put_together(&stretches, &mut answers, true).unwrap();
        assert_eq!(joined.text, "la single de plato");
        // Scripts without spaces between words need no space.
        assert!(!grow_together("東京", "single") && !grow_together("l’", "Cork"));
        assert!(grow_together("y Cork", "de"));
    }
}
