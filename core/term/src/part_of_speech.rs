//! Parts of speech: of a term as its term base has them, and of a word of a text as far as its
//! neighbours tell.

/// A part of speech whose words are inflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordClass {
    Noun,
    Verb,
    Adjective,
}

impl WordClass {
    /// Returns the class that a term base names: `noun`, `properNoun`, `n.`, `v`, `adj`.
    pub(super) fn parse(name: &str) -> Option<WordClass> {
        let name = name.trim().trim_end_matches('.');
        let is = |names: &[&str]| names.iter().any(|one| name.eq_ignore_ascii_case(one));
        if is(&["noun", "n", "propernoun", "propn", "substantive", "nn"]) {
            return Some(WordClass::Noun);
        }
        if is(&["verb", "v", "vb"]) {
            return Some(WordClass::Verb);
        }
        is(&["adjective", "adj", "a", "jj"]).then_some(WordClass::Adjective)
    }
}

/// The words of a language that tell the class of their neighbours.
struct Neighbours {
    language: &'static str,
    /// Pronouns that a finite verb follows.
    subjects: &'static str,
    /// `true` if a verb follows them at the start of a clause only, as the second part of it.
    is_verb_second: bool,
    /// Those of them that a verb precedes if something else comes first.
    inverted: &'static str,
    /// Words that a noun follows, perhaps after adjectives.
    determiners: &'static str,
    /// Words that are determiners, or pronouns before a verb.
    articles: &'static str,
    /// Forms of auxiliary verbs that a participle follows.
    auxiliaries: &'static str,
    /// Words that an infinitive follows.
    infinitive: &'static str,
    /// Words that a comparative precedes.
    comparative: &'static str,
}

const LANGUAGES: [Neighbours; 3] = [
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

fn has(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split_ascii_whitespace().any(|one| one == word)
}

/// The words before and after a stretch of text, in lower case; empty if there is none.
pub(super) struct Context {
    before: String,
    /// The word before that.
    second: String,
    after: String,
    /// `true` if nothing of the clause precedes the word before.
    is_clause_start: bool,
}

impl Context {
    /// Reads the words around `text[start..end]`.
    pub(super) fn of(text: &str, start: usize, end: usize) -> Context {
        let (head, tail) = (text.get(..start).unwrap_or(""), text.get(end..).unwrap_or(""));
        let (rest, before) = last_word(head);
        let (_, second) = last_word(rest);
        let tail = tail.trim_start_matches([' ', '\u{A0}', '\n', '\t']);
        let length = tail.find(|c: char| !c.is_alphabetic()).unwrap_or(tail.len());
        Context {
            is_clause_start: !before.is_empty() && second.is_empty(),
            before: before.to_lowercase().replace('\u{2019}', "'"),
            second: second.to_lowercase().replace('\u{2019}', "'"),
            after: tail[..length].to_owned(),
        }
    }

    /// Returns `true` if a word that begins with a capital follows directly.
    pub(super) fn is_before_capital(&self) -> bool {
        self.after.chars().next().is_some_and(char::is_uppercase)
    }

    /// Returns `true` if a word that a noun follows precedes.
    pub(super) fn is_after_determiner(&self, language: &str) -> bool {
        LANGUAGES
            .iter()
            .find(|one| one.language == language)
            .is_none_or(|one| has(one.determiners, &self.before) || has(one.articles, &self.before))
    }

    /// Returns `true` if a word of the text cannot be of a class, as its neighbours show: a noun
    /// after `il`, a verb after `une`. `form` is the folded word, `word` that of the term.
    pub(super) fn excludes(
        &self,
        language: &str,
        class: WordClass,
        word: &str,
        form: &str,
    ) -> bool {
        let Some(one) = LANGUAGES.iter().find(|one| one.language == language) else { return false };
        let is_after_subject =
            has(one.subjects, &self.before) && (!one.is_verb_second || self.is_clause_start);
        match class {
            WordClass::Verb => {
                let is_noun = has(one.determiners, &self.before)
                    || has(one.articles, &self.before) && !has(one.subjects, &self.second);
                is_noun && word != form
            }
            WordClass::Noun => {
                let is_participle = has(one.auxiliaries, &self.before)
                    && ["é", "és", "ée", "ées"].iter().any(|end| form.ends_with(end));
                let is_gerund =
                    one.language == "fr" && self.before == "en" && form.ends_with("ant");
                let is_comparative = form.ends_with("er") && has(one.comparative, &self.after);
                let is_infinitive = has(one.infinitive, &self.before) && form.ends_with("en");
                let is_inverted =
                    has(one.inverted, &self.after) && !has(one.determiners, &self.before);
                is_after_subject
                    || is_participle
                    || is_gerund
                    || is_comparative
                    || is_infinitive
                    || is_inverted
            }
            WordClass::Adjective => is_after_subject,
        }
    }
}

/// Returns the last word of a text with an apostrophe after it, and what precedes it; empty if
/// other signs than spaces follow it.
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
