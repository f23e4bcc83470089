//! Abbreviations with a full stop, by language: one table for two rules.
//!
//! A sentence does not end after an abbreviation that precedes a name or a number (`Dr.`, `No.`), but may
//! end after other abbreviations (`Inc.`). A tagger keeps the full stop in the tokens of both kinds, but
//! only for the abbreviations of its training corpora, as they are written there. Changes break the files
//! of taggers.

use crate::text::Language;

/// The abbreviations of a language, without their final full stops.
#[derive(Clone, Copy)]
pub(super) struct Abbreviations {
    language: &'static str,
    /// Abbreviations that precede a name or a number.
    before: &'static [&'static str],
    /// Abbreviations like in `before` that are also tokens of a tagger.
    both: &'static [&'static str],
    /// Other tokens of a tagger.
    other: &'static [&'static str],
}

const TABLE: [Abbreviations; 7] = [
    Abbreviations {
        language: "en",
        before: &[
            "art", "blvd", "cf", "ch", "e.g", "ed", "eds", "fig", "figs", "ft", "hon", "i.e",
            "mar", "nos", "p", "pp", "sec", "v", "viz", "vol", "vols",
        ],
        both: &[
            "Apr", "Aug", "Ave", "Capt", "Col", "Dec", "Dr", "Feb", "Gen", "Gov", "Jan", "Jul",
            "Jun", "Lt", "Messrs", "Mr", "Mrs", "Ms", "Mt", "No", "Nov", "Oct", "Prof", "Rep",
            "Rev", "Sen", "Sep", "Sept", "Sgt", "St", "approx", "ca", "vs",
        ],
        other: &[
            "Adm", "Bros", "Cie", "Co", "Corp", "Inc", "Jr", "Ltd", "Maj", "Ph.D", "Sr", "etc",
        ],
    },
    Abbreviations {
        language: "de",
        before: &[
            "dr", "prof", "hr", "fr", "frl", "st", "nr", "bd", "abb", "abs", "art", "kap", "s",
            "vgl", "z.b", "d.h", "u.a", "bzw", "ca", "evtl", "ggf", "inkl", "sog", "usw", "geb",
            "gest", "hrsg", "aufl", "jan", "feb", "mär", "apr", "jun", "jul", "aug", "sep", "okt",
            "nov", "dez", "mio", "mrd", "str", "dipl", "ing", "chr", "i.d.r", "u.u", "v.a", "z.t",
            "s.o", "s.u", "o.ä", "m.e", "i.a", "n.chr", "v.chr", "z.zt", "z.hd", "u.ä", "a.d",
            "i.s",
        ],
        both: &[],
        other: &[],
    },
    Abbreviations {
        language: "fr",
        before: &[
            "m", "mm", "mme", "mlle", "dr", "pr", "st", "ste", "n", "no", "vol", "fig", "p", "pp",
            "chap", "art", "cf", "env", "av", "bd", "janv", "févr", "avr", "juil", "sept", "oct",
            "nov", "déc",
        ],
        both: &[],
        other: &[],
    },
    Abbreviations {
        language: "es",
        before: &[
            "sr", "sra", "srta", "dr", "dra", "d", "prof", "st", "sta", "sto", "núm", "n", "vol",
            "fig", "p", "pp", "pág", "págs", "cap", "art", "aprox", "av", "avda", "p.ej", "vs",
            "ud", "uds",
        ],
        both: &[],
        other: &[],
    },
    Abbreviations {
        language: "it",
        before: &[
            "sig", "sig.ra", "dott", "dr", "prof", "avv", "ing", "n", "vol", "fig", "p", "pp",
            "pag", "cap", "art", "ca", "cfr", "es", "ecc", "ss",
        ],
        both: &[],
        other: &[],
    },
    Abbreviations {
        language: "pt",
        before: &[
            "sr", "sra", "dr", "dra", "prof", "d", "n", "vol", "fig", "p", "pp", "pág", "cap",
            "art", "av", "aprox", "ex",
        ],
        both: &[],
        other: &[],
    },
    Abbreviations {
        language: "nl",
        before: &[
            "dhr", "mevr", "dr", "prof", "ir", "mr", "nr", "blz", "fig", "art", "ca", "bijv",
            "d.w.z", "m.b.t", "o.a", "st",
        ],
        both: &[],
        other: &[],
    },
];

/// The German months. In a date, an ordinal number precedes the month.
pub(super) const MONTHS: [&str; 25] = [
    "Januar",
    "Jänner",
    "Februar",
    "Feber",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
    "Jan",
    "Jän",
    "Feb",
    "Mär",
    "Apr",
    "Jun",
    "Jul",
    "Aug",
    "Sept",
    "Okt",
    "Dez",
];

/// The German words before an ordinal number with a full stop.
pub(super) const AFTER_ARTICLE: [&str; 21] = [
    "der", "die", "das", "dem", "den", "des", "am", "im", "zum", "zur", "vom", "beim", "ein",
    "eine", "einen", "einem", "einer", "jeder", "jede", "jedes", "jeden",
];

impl Abbreviations {
    /// Returns the abbreviations of a language, or `None` if there are none.
    pub(super) fn of(language: &Language) -> Option<Abbreviations> {
        TABLE.into_iter().find(|abbreviations| abbreviations.language == language.primary())
    }

    /// Returns `true` if the word precedes a name or a number, ignoring case, so that no sentence ends
    /// after it.
    pub(super) fn has(&self, word: &str) -> bool {
        self.before.iter().chain(self.both).any(|known| known.eq_ignore_ascii_case(word))
    }
}

/// Returns `true` if a word is an initial, for example in `J. Smith`.
pub(super) fn is_initial(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
}

/// Returns `true` if the full stop after a word belongs to its token in the training corpora of taggers:
/// initials, `U.S.`, titles.
pub fn keeps_full_stop(word: &str) -> bool {
    let is_letter = |part: &str| part.chars().count() == 1 && !part.contains(char::is_numeric);
    let [english, ..] = TABLE;
    is_initial(word)
        || word.contains('.') && word.split('.').all(is_letter)
        || english.both.contains(&word)
        || english.other.contains(&word)
}
