//! Parts of speech: of a term, as given in its term base, and of a word in a text, which is determined, if
//! possible, using its neighbours.

use std::sync::OnceLock;

use super::file::word_hash;
use super::stop_words;
use glossweave_base::words::Keyed;

/// The maximum length of a word that determines the class of its neighbours, in bytes.
const MAX_WORD: usize = 16;

/// A part of speech whose words are inflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordClass {
    Noun,
    Verb,
    Adjective,
}

impl WordClass {
    /// Parses the name of a class in a term base, for example `noun`, `properNoun`, `n.`, `v` or `adj`.
    pub(super) fn parse(name: &str) -> Option<WordClass> {
        match name {
            "noun" => return Some(WordClass::Noun),
            "verb" => return Some(WordClass::Verb),
            "adjective" => return Some(WordClass::Adjective),
            _ => {}
        }
        let name = name.trim().trim_end_matches('.');
        let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
        if is(&["noun", "n", "propernoun", "propn", "substantive", "nn"]) {
            return Some(WordClass::Noun);
        }
        if is(&["verb", "v", "vb"]) {
            return Some(WordClass::Verb);
        }
        is(&["adjective", "adj", "a", "jj"]).then_some(WordClass::Adjective)
    }
}

/// The words of a language that determine the class of their neighbours.
struct Neighbours {
    language: &'static str,
    /// Pronouns that are followed by a finite verb.
    subjects: &'static str,
    /// `true` if a verb follows them only at the start of a clause, as its second part.
    is_verb_second: bool,
    /// The subjects that are preceded by a verb when the clause starts with something else.
    inverted: &'static str,
    /// Words that are followed by a noun, possibly after adjectives.
    determiners: &'static str,
    /// Words that are determiners, or pronouns before a verb.
    articles: &'static str,
    /// Forms of auxiliary verbs that are followed by a participle.
    auxiliaries: &'static str,
    /// Words that are followed by an infinitive.
    infinitive: &'static str,
    /// Words that are preceded by a comparative.
    comparative: &'static str,
}

static LANGUAGES: [Neighbours; 3] = [
    Neighbours {
        language: "de",
        subjects: "ich du er sie es wir ihr man",
        is_verb_second: true,
        inverted: "",
        determiners: "ein eine einem einen einer eines kein keine keinem keinen \
                      keiner keines dieser diese dieses diesem diesen mein meine meinem meinen meiner \
                      unser unsere im am zum zur beim vom",
        articles: "",
        auxiliaries: "",
        infinitive: "",
        comparative: "als",
    },
    Neighbours {
        language: "nl",
        subjects: "ik jij hij zij ze wij we men u jullie",
        is_verb_second: true,
        inverted: "ik jij hij wij we men",
        determiners: "de een deze geen elke iedere mijn onze uw",
        articles: "",
        auxiliaries: "",
        infinitive: "te",
        comparative: "dan",
    },
    Neighbours {
        language: "fr",
        subjects: "je j' tu il elle on ils elles nous vous ne n' se s' me m' te t' qui",
        is_verb_second: false,
        inverted: "",
        determiners: "un une du des au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos \
                      votre vos leurs chaque quelques plusieurs deux trois",
        articles: "le la les l'",
        auxiliaries: "ai as a avons avez ont avais avait avions aviez avaient aura auront avoir ayant \
                      est sont était étaient été être sera seront suis sommes êtes",
        infinitive: "",
        comparative: "",
    },
];

/// The roles of a word in its language, as bit flags.
const SUBJECT: u8 = 1;
const DETERMINER: u8 = 2;
const ARTICLE: u8 = 4;
const AUXILIARY: u8 = 8;
const INFINITIVE: u8 = 16;
const COMPARATIVE: u8 = 32;
const INVERTED: u8 = 64;
const FUNCTION_WORD: u8 = 128;

/// The words with their roles, by hash.
type Roles = Keyed<(&'static str, u8)>;

/// The roles of each language, which are created on first use.
static ROLES: [OnceLock<Roles>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// The rules that determine the class of a word in one language from its neighbours.
#[derive(Clone, Copy)]
pub(super) struct Syntax {
    language: &'static Neighbours,
    roles: &'static Roles,
}

impl Syntax {
    /// Returns the syntax of a language by its key.
    pub(super) fn of(key: &str) -> Option<Syntax> {
        let (language, roles) =
            LANGUAGES.iter().zip(&ROLES).find(|(language, _)| language.language == key)?;
        let roles = roles.get_or_init(|| {
            let mut roles = Roles::default();
            for (list, role) in [
                (language.subjects, SUBJECT),
                (language.determiners, DETERMINER),
                (language.articles, ARTICLE),
                (language.auxiliaries, AUXILIARY),
                (language.infinitive, INFINITIVE),
                (language.comparative, COMPARATIVE),
                (language.inverted, INVERTED),
                (stop_words::list(key), FUNCTION_WORD),
            ] {
                for word in list.split_ascii_whitespace().filter(|word| *word != "|") {
                    roles.entry(word_hash(0, word.as_bytes())).or_insert((word, 0)).1 |= role;
                }
            }
            roles
        });
        Some(Syntax { language, roles })
    }

    /// Returns the roles of a word.
    fn roles(self, word: &str) -> u8 {
        if word.is_empty() || word.len() > MAX_WORD {
            return 0;
        }
        let of = |word: &str| {
            let found = self.roles.get(&word_hash(0, word.as_bytes()));
            found.filter(|found| found.0 == word).map_or(0, |found| found.1)
        };
        match word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            true => of(word),
            false => of(&word.to_lowercase().replace('\u{2019}', "'")),
        }
    }

    /// Returns `true` if a word is a function word.
    pub(super) fn is_function_word(self, word: &str) -> bool {
        self.roles(word) & FUNCTION_WORD != 0
    }

    /// Returns `true` if the word before `text[start..]` is followed by a noun.
    pub(super) fn is_after_determiner(self, text: &str, start: usize) -> bool {
        let (_, before) = last_word(text.get(..start).unwrap_or(""));
        self.roles(before) & (DETERMINER | ARTICLE) != 0
    }

    /// Returns `true` if the neighbours of `text[start..end]` exclude a class. For example, a noun cannot
    /// follow `il`, and a verb cannot follow `une`. `term` is the word in the term base.
    pub(super) fn excludes(
        self,
        class: WordClass,
        term: &str,
        text: &str,
        start: usize,
        end: usize,
    ) -> bool {
        let form = text.get(start..end).unwrap_or("");
        let (rest, before) = last_word(text.get(..start).unwrap_or(""));
        let roles = self.roles(before);
        let has = |role: u8| roles & role != 0;
        let is_after_subject =
            || has(SUBJECT) && (!self.language.is_verb_second || last_word(rest).1.is_empty());
        match class {
            WordClass::Verb => {
                let is_noun =
                    has(DETERMINER) || has(ARTICLE) && self.roles(last_word(rest).1) & SUBJECT == 0;
                is_noun && term != form
            }
            WordClass::Noun => {
                let is_participle = || {
                    has(AUXILIARY) && ["é", "és", "ée", "ées"].iter().any(|end| form.ends_with(end))
                };
                let is_gerund = || self.language.has_gerund(before) && form.ends_with("ant");
                let is_infinitive = || has(INFINITIVE) && form.ends_with("en");
                let is_before_verb_part = || {
                    let after = self.roles(first_word(text.get(end..).unwrap_or("")));
                    after & COMPARATIVE != 0 && form.ends_with("er")
                        || after & INVERTED != 0 && !has(DETERMINER)
                };
                is_after_subject()
                    || is_participle()
                    || is_gerund()
                    || is_infinitive()
                    || is_before_verb_part()
            }
            WordClass::Adjective => is_after_subject(),
        }
    }
}

impl Neighbours {
    /// Returns `true` if a gerund can follow a word.
    fn has_gerund(&self, before: &str) -> bool {
        self.language == "fr" && before.eq_ignore_ascii_case("en")
    }
}

/// Returns the word that follows directly after white space, or an empty string if there is none.
pub(super) fn first_word(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\u{A0}', '\n', '\t']);
    let length = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    &text[..length]
}

/// Returns the text before the last word, and the last word with an apostrophe after it. The word is empty if
/// other characters than white space follow it.
fn last_word(text: &str) -> (&str, &str) {
    let text = text.trim_end_matches([' ', '\u{A0}', '\n', '\t']);
    let letters = text.strip_suffix(['\'', '\u{2019}']).unwrap_or(text);
    let start = letters
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphabetic())
        .last()
        .map_or(letters.len(), |(at, _)| at);
    match start < letters.len() {
        true => (&text[..start], &text[start..]),
        false => (text, ""),
    }
}
