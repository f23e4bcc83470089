//! Words that are not names: common ones, and those that are not names by themselves.

use std::collections::{BTreeMap, HashSet};
use std::sync::OnceLock;

use super::corpus_counts::CorpusCounts;
use super::fold::{JOINED, SPACED, fold_chain};
use glossweave_base::words::{
    STOP_WORDS, Tokens, fold_token, function_word_languages, hash, stop_words,
};

/// Common words by languages, as `scripts/common_words.py` writes them.
const COMMON: [(&str, &str); 1] = [("en", include_str!("common_words/en.txt"))];

/// The words that are not names by themselves, besides the stop words of the language: parts of names, weekdays and
/// months.
const NEVER_ALONE: [(&str, &str); 7] = [
    (
        "de",
        "neu neue neuer neues alt alte alter altes groß große kleine nord süd ost west nördlich südlich \
         östlich westlich ober unter sankt universität hochschule institut montag dienstag \
         mittwoch donnerstag freitag samstag sonnabend sonntag januar februar märz april mai juni juli \
         august september oktober november dezember",
    ),
    (
        "en",
        "new old great little north south east west northern southern eastern western central upper lower \
         saint st university college institute monday \
         tuesday wednesday thursday friday saturday sunday january february march april may june july \
         august september october november december mr mrs ms dr",
    ),
    (
        "es",
        "nuevo nueva viejo vieja gran norte sur este oeste san santo santa universidad colegio instituto \
         lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio \
         julio agosto septiembre octubre noviembre diciembre",
    ),
    (
        "fr",
        "nouveau nouvelle vieux vieille grand grande petit petite nord sud est ouest saint sainte université \
         institut lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril \
         mai juin juillet août septembre octobre novembre décembre",
    ),
    (
        "it",
        "nuovo nuova vecchio vecchia grande nord sud est ovest san santo santa università istituto \
         lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio \
         giugno luglio agosto settembre ottobre novembre dicembre",
    ),
    (
        "nl",
        "nieuw nieuwe oud oude groot grote klein kleine noord zuid oost west sint universiteit hogeschool \
         maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei \
         juni juli augustus september oktober november december",
    ),
    (
        "pt",
        "novo nova velho velha grande norte sul leste oeste são santo santa universidade colégio instituto \
         segunda terça quarta quinta sexta sábado domingo janeiro fevereiro março abril maio junho julho \
         agosto setembro outubro novembro dezembro",
    ),
];

/// A set of languages: a bit for each one of [`STOP_WORDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Languages(u16);

impl Languages {
    const ALL: Languages = Languages(u16::MAX);

    /// Returns the language of a label; all of them if it has none.
    pub fn of(tag: Option<&str>) -> Languages {
        let Some(tag) = tag else { return Languages::ALL };
        let primary = tag.split(['-', '_']).next().unwrap_or(tag);
        let known =
            STOP_WORDS.iter().position(|(language, _)| language.eq_ignore_ascii_case(primary));
        Languages(known.map_or(0, |index| 1 << index))
    }

    fn has_any(self, other: Languages) -> bool {
        self.0 & other.0 != 0
    }
}

/// Returns the bit of a language; none if it has no list of function words.
pub(super) fn language_bit(primary: &str) -> u16 {
    Languages::of(Some(primary)).0
}

/// Returns the languages in which a word is a function word.
pub(super) fn languages_of(word: &str) -> u16 {
    let mut folded = String::new();
    fold_token(word, &mut folded);
    function_word_languages(&folded)
}

/// The languages in which a word is common, and in which it is not a name by itself.
#[derive(Clone, Copy, Default)]
struct Listed {
    common: Languages,
    never_alone: Languages,
}

/// The difference between a label and a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Commonness {
    Name,
    /// It means the same wherever it is found.
    Term,
    /// Its words are all common ones.
    Common,
    /// It is a single word that is not a name by itself.
    NeverAlone,
    /// It is a single function word in lower case.
    FunctionWord,
}

/// Returns `true` if the words of a name in a text are all common ones of any language.
pub(crate) fn is_common(name: &str) -> bool {
    let (tokens, mut folded) = (Tokens::new(name).collect::<Vec<_>>(), String::new());
    fold_chain(name, &tokens, &mut folded);
    let (never_alone, counts) = (HashSet::new(), CorpusCounts::default());
    let words = CommonWords { never_alone: &never_alone, counts: &counts };
    words.judge(&folded, Languages::ALL) != Commonness::Name
}

/// Returns the hashes of the folded words of the lists, sorted.
fn listed() -> &'static [(u64, Listed)] {
    static LISTED: OnceLock<Vec<(u64, Listed)>> = OnceLock::new();
    LISTED.get_or_init(|| {
        let mut words: BTreeMap<u64, Listed> = BTreeMap::new();
        let mut add = |languages: Languages, folded: &str, is_alone: bool| {
            let one = words.entry(hash(folded.as_bytes())).or_default();
            one.common.0 |= languages.0;
            one.never_alone.0 |= if is_alone { languages.0 } else { 0 };
        };
        for (word, languages) in stop_words() {
            add(Languages(*languages), word, true);
        }
        let mut folded = String::new();
        for (lists, is_alone) in [(&NEVER_ALONE[..], true), (&COMMON, false)] {
            for (language, list) in lists {
                for word in list.split_whitespace() {
                    folded.clear();
                    fold_token(word, &mut folded);
                    add(Languages::of(Some(language)), &folded, is_alone);
                }
            }
        }
        words.into_iter().collect()
    })
}

/// The words of the lists and those of a host.
pub(super) struct CommonWords<'b> {
    /// Words that are not names by themselves, folded.
    pub never_alone: &'b HashSet<String>,
    pub counts: &'b CorpusCounts,
}

impl CommonWords<'_> {
    /// Judges a folded label.
    pub fn judge(&self, folded: &str, languages: Languages) -> Commonness {
        let (mut count, mut last) = (0, Commonness::Name);
        let words = folded.split([SPACED, JOINED]);
        for word in words.filter(|word| !matches!(*word, "" | "." | "'" | "-" | ",")) {
            last = self.judge_word(word, languages);
            count += 1;
            if last == Commonness::Name {
                return last;
            }
        }
        if count > 1 { Commonness::Common } else { last }
    }

    /// Judges a folded label that has no capital: it is a term, unless it is a single word that is common.
    pub fn judge_lower(&self, folded: &str, languages: Languages) -> Commonness {
        if folded.contains([SPACED, JOINED]) {
            Commonness::Term
        } else if Languages(function_word_languages(folded)).has_any(languages) {
            Commonness::FunctionWord
        } else if self.judge_word(folded, languages) != Commonness::Name {
            Commonness::Common
        } else {
            Commonness::Term
        }
    }

    fn judge_word(&self, word: &str, languages: Languages) -> Commonness {
        // Letters are words in too many languages.
        let is_letter = languages == Languages::ALL && word.chars().nth(1).is_none();
        let languages = if is_letter { Languages::of(Some("en")) } else { languages };
        let place = listed().binary_search_by_key(&hash(word.as_bytes()), |(known, _)| *known);
        let listed = place.map_or(Listed::default(), |place| listed()[place].1);
        if self.never_alone.contains(word) || listed.never_alone.has_any(languages) {
            Commonness::NeverAlone
        } else if listed.common.has_any(languages) || self.counts.is_common(word) {
            Commonness::Common
        } else {
            Commonness::Name
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(label: &str, language: Option<&str>) -> Commonness {
        let (never_alone, counts) = (HashSet::from(["quay".to_owned()]), CorpusCounts::default());
        let folded: Vec<String> = label
            .split(' ')
            .map(|word| {
                let mut folded = String::new();
                fold_token(word, &mut folded);
                folded
            })
            .collect();
        CommonWords { never_alone: &never_alone, counts: &counts }
            .judge(&folded.join(" "), Languages::of(language))
    }

    #[test]
    fn words_are_judged_in_their_language() {
        for (label, language, expected) in [
            ("nice", None, Commonness::Common),
            ("nice", Some("en-IE"), Commonness::Common),
            ("nice", Some("fr"), Commonness::Name),
            ("nice", Some("pl"), Commonness::Name),
            ("to", None, Commonness::NeverAlone),
            ("die", Some("de"), Commonness::NeverAlone),
            ("die", Some("fr"), Commonness::Name),
            ("quay", Some("pl"), Commonness::NeverAlone),
            ("monday", None, Commonness::NeverAlone),
            ("märz", Some("de"), Commonness::NeverAlone),
            ("cork", None, Commonness::Name),
            ("1999", None, Commonness::Name),
            ("c +", Some("it"), Commonness::Name),
            ("a", None, Commonness::NeverAlone),
            ("c", None, Commonness::Name),
            ("c", Some("it"), Commonness::NeverAlone),
            ("", None, Commonness::Name),
        ] {
            assert_eq!(judge(label, language), expected, "{label} {language:?}");
        }
    }

    #[test]
    fn a_label_of_several_common_words_is_common() {
        assert_eq!(judge("big bath", None), Commonness::Common);
        assert_eq!(judge("the who", None), Commonness::Common);
        assert_eq!(judge("new\u{1F}\u{1F}york", None), Commonness::Name);
    }
}
