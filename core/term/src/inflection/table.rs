//! The inflection tables, with folded words (`ss` for `ß`).

use super::rule::{Inflection, Row, Spelling};
use crate::part_of_speech::WordClass::{self, Adjective, Noun, Verb};

const fn row(
    class: WordClass,
    end: &'static str,
    endings: &'static str,
    added: &'static str,
) -> Row {
    Row { class, end, endings, added, is_last: false }
}

/// A row after which no other row of its class is used.
const fn last(class: WordClass, end: &'static str, endings: &'static str) -> Row {
    Row { class, end, endings, added: "", is_last: true }
}

pub(super) static LANGUAGES: [Inflection; 3] = [
    Inflection {
        language: "de",
        has_capital_nouns: true,
        is_head_first: false,
        spelling: Spelling::Fixed,
        rows: GERMAN,
    },
    Inflection {
        language: "nl",
        has_capital_nouns: false,
        is_head_first: false,
        spelling: Spelling::Dutch,
        rows: DUTCH,
    },
    Inflection {
        language: "fr",
        has_capital_nouns: false,
        is_head_first: true,
        spelling: Spelling::French,
        rows: FRENCH,
    },
];

const GERMAN: &[Row] = &[
    row(Noun, "", "_ e en ens er ern es n ns s se sen ses nen ¨ ¨e ¨en ¨er ¨ern ¨n", ""),
    row(Noun, "in", "", "innen"),
    row(Noun, "nis", "", "nisse nissen nisses"),
    row(Noun, "a", "", "en"),
    row(Noun, "um", "", "en a"),
    row(Noun, "us", "", "en"),
    row(Noun, "is", "", "en"),
    // Adjectives that are used as nouns: `Angestellte`, `Beschuldigte`, `Vorsitzende`.
    row(Noun, "nde", "nder ndem ndes", ""),
    row(Noun, "ige", "iger igem iges", ""),
    row(Noun, "iche", "icher ichem iches", ""),
    row(Noun, "gte", "gter gtem gtes", ""),
    row(Noun, "lte", "lter ltem ltes", ""),
    row(Noun, "mte", "mter mtem mtes", ""),
    row(Noun, "ene", "ener enem enes", ""),
    // Terms in the plural.
    row(Noun, "e", "_", ""),
    row(Noun, "n", "_", ""),
    row(Noun, "ungen", "ung", ""),
    row(Noun, "heiten", "heit", ""),
    row(Noun, "keiten", "keit", ""),
    row(Noun, "schaften", "schaft", ""),
    row(Noun, "ionen", "ion", ""),
    row(Noun, "täten", "tät", ""),
    row(
        Verb,
        "en",
        "e st est en te ten test tet ete eten etest ¨t ¨st ¨e ¨en ¨te ¨ten",
        "t et ge-t ge-et ge-en",
    ),
    row(Verb, "eln", "eln le ele elst elte elten eltest eltet", "elt ge-elt"),
    row(Verb, "ern", "ern re ere erst erte erten ertest ertet", "ert ge-ert"),
    row(
        Adjective,
        "",
        "_ e em en er es ere erem eren erer eres st ste stem sten ster stes est este estem esten \
         ester estes ¨er ¨ere ¨erem ¨eren ¨erer ¨eres ¨st ¨ste ¨stem ¨sten ¨ster ¨stes ¨este \
         ¨esten",
        "",
    ),
    row(Adjective, "el", "", "le les len ler lem"),
    row(Adjective, "er", "", "re res ren rer rem erste ersten"),
];

const DUTCH: &[Row] = &[
    row(Noun, "aas", "", "azen"),
    row(Noun, "oos", "", "ozen"),
    row(Noun, "ees", "", "ezen"),
    row(Noun, "uis", "", "uizen"),
    row(Noun, "eis", "", "eizen"),
    row(Noun, "ijs", "", "ijzen"),
    row(Noun, "oes", "", "oezen"),
    row(Noun, "eus", "", "euzen"),
    row(Noun, "ans", "", "anzen"),
    row(Noun, "ens", "", "enzen"),
    row(Noun, "rs", "", "rzen"),
    row(Noun, "als", "", "alzen"),
    row(Noun, "las", "", "lazen"),
    row(Noun, "aaf", "", "aven"),
    row(Noun, "oof", "", "oven"),
    row(Noun, "eef", "", "even"),
    row(Noun, "uif", "", "uiven"),
    row(Noun, "ijf", "", "ijven"),
    row(Noun, "ief", "", "ieven"),
    row(Noun, "oef", "", "oeven"),
    row(Noun, "rf", "", "rven"),
    row(Noun, "lf", "", "lven"),
    // The vowel of the plural is long.
    row(Noun, "graf", "", "graven"),
    row(Noun, "hof", "", "hoven"),
    row(Noun, "staf", "", "staven"),
    row(Noun, "dag", "", "dagen"),
    row(Noun, "slag", "", "slagen"),
    row(Noun, "dak", "", "daken"),
    row(Noun, "weg", "", "wegen"),
    row(Noun, "pad", "", "paden"),
    row(Noun, "bad", "", "baden"),
    row(Noun, "vat", "", "vaten"),
    row(Noun, "gat", "", "gaten"),
    row(Noun, "spel", "", "spelen"),
    row(Noun, "god", "", "goden"),
    row(Noun, "slot", "", "sloten"),
    row(Noun, "schot", "", "schoten"),
    row(Noun, "lot", "", "loten"),
    row(Noun, "hol", "", "holen"),
    row(Noun, "lid", "", "leden"),
    row(Noun, "schip", "", "schepen"),
    row(Noun, "stad", "", "steden"),
    row(Noun, "heid", "", "heden"),
    row(Noun, "kind", "", "kinderen"),
    row(Noun, "ei", "", "eieren"),
    row(Noun, "lied", "", "liederen"),
    row(Noun, "blad", "", "bladeren bladen"),
    row(Noun, "goed", "", "goederen"),
    row(Noun, "ader", "", "aderen"),
    row(Noun, "wonder", "", "wonderen"),
    row(Noun, "us", "", "i"),
    row(Noun, "um", "", "a"),
    // Nouns in an unstressed `er` have `s` in the plural.
    last(Noun, "eer", "eer eers eren"),
    last(Noun, "ier", "ier iers ieren"),
    last(Noun, "oer", "oer oers oeren"),
    last(Noun, "uur", "uur uurs uren"),
    last(Noun, "er", "er ers er's"),
    last(Noun, "cht", "cht chten"),
    row(Noun, "", "_ s 's en n es ën", "s en"),
    row(Verb, "en", "te de ten den en e end ende ge-_", "_ t d ge-t ge-d ge-en"),
    row(Verb, "n", "n", "t"),
    row(Adjective, "", "_ e er ere st ste s", "e er"),
];

const FRENCH: &[Row] = &[
    row(Noun, "", "_ s x", ""),
    row(Noun, "al", "", "aux"),
    row(Noun, "ail", "", "aux"),
    row(Noun, "eu", "", "eux"),
    row(Noun, "ou", "", "oux"),
    row(Noun, "au", "", "aux"),
    row(Noun, "oeil", "", "yeux"),
    row(Noun, "œil", "", "yeux"),
    row(
        Verb,
        "er",
        "er e es ons ez ent ais ait ions iez aient ai as a âmes âtes èrent é ée és ées erai eras \
         era erons erez eront erais erait erions eriez eraient ant asse assent",
        "e es ent ons ez ait aient é ées a",
    ),
    row(Verb, "yer", "", "ie ies ient iera ieront"),
    row(
        Verb,
        "ir",
        "ir is it issons issez issent issais issait issions issiez issaient issant i ie ies irai \
         iras ira irons irez iront irais irait iraient îmes irent isse issent",
        "",
    ),
    row(
        Verb,
        "re",
        "re s _ ons ez ent ais ait ions iez aient is it irent u ue us ues rai ras ra rons rez ront \
         rais rait raient ant e es",
        "",
    ),
    row(Adjective, "", "_ s e es", ""),
    row(Adjective, "f", "", "ve ves"),
    row(Adjective, "x", "", "se ses"),
    row(Adjective, "oux", "", "ouce ouces"),
    row(Adjective, "er", "", "ère ères"),
    row(Adjective, "et", "", "ète ètes ette ettes"),
    row(Adjective, "el", "", "elle elles"),
    row(Adjective, "il", "", "ille illes"),
    row(Adjective, "ul", "", "ulle ulles"),
    row(Adjective, "en", "", "enne ennes"),
    row(Adjective, "on", "", "onne onnes"),
    row(Adjective, "s", "", "sse sses"),
    row(Adjective, "c", "", "che ches que ques"),
    row(Adjective, "ec", "", "èche èches"),
    row(Adjective, "g", "", "gue gues"),
    row(Adjective, "al", "", "aux"),
    row(Adjective, "eau", "", "elle elles eaux"),
    row(Adjective, "eur", "", "euse euses"),
    row(Adjective, "teur", "", "trice trices"),
];
