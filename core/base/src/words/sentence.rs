//! Sentence boundaries.

use super::abbreviation::{AFTER_ARTICLE, Abbreviations, MONTHS, is_initial};
use super::{STOP_WORDS, fold_token, function_word_languages};
use crate::text::{Language, plain_sentence_breaks};

/// Returns the sentence boundaries of a text in bytes, without its start and its end. The rules are UAX
/// #29, except that there is no boundary after an abbreviation of the language, at a line end that only
/// wraps a text, or within a sentence that quotes another sentence. White space belongs to the sentence
/// before it, and an opening mark to the sentence after it.
pub fn sentence_breaks(text: &str, language: &Language) -> impl Iterator<Item = usize> {
    let rules = Rules::of(language);
    let mut previous = 0;
    plain_sentence_breaks(text).filter_map(move |at| {
        let at = before_opening(text, at);
        let is_end = at > previous && at < text.len() && rules.is_end(&text[..at], &text[at..]);
        if is_end {
            previous = at;
        }
        is_end.then_some(at)
    })
}

/// The number of bytes before a boundary that are examined, which is longer than any abbreviation.
const LOOK: usize = 64;

/// The minimum size of a wrapped line when the next line starts with a capital. Shorter lines are headings
/// and list items.
const WORDS: usize = 4;
const CHARS: usize = 16;

/// Marks that end a sentence.
const ENDS: &[char] = &['.', '!', '?', '…', '。', '！', '？', '．', '｡'];
/// Marks that open a quotation or a parenthesis.
const OPENING: &[char] =
    &['“', '‘', '「', '『', '（', '《', '〈', '【', '〔', '［', '｛', '«', '„', '¿', '¡'];
/// Marks that close a quotation or a parenthesis.
const CLOSING: &[char] = &[
    '”', '’', '」', '』', '）', '》', '〉', '】', '〕', '］', '｝', '»', '"', '\'', ')', ']', '}',
];
/// Marks at the start of a list item.
const BULLETS: &[char] = &['-', '–', '—', '*', '+', '•', '·', '▪', '◦', '●', '○', '#', '>', '|'];
/// Words after a quotation that continue its sentence, in Japanese.
const QUOTING: [&str; 3] = ["と", "って", "という"];

/// Returns the boundary `at`, or, when an opening mark follows the end of a sentence without a space, the
/// boundary before the mark.
fn before_opening(text: &str, at: usize) -> usize {
    let before = text[..at].trim_end_matches(OPENING);
    let follows_end = before.ends_with(|c: char| ENDS.contains(&c) || CLOSING.contains(&c));
    if follows_end { before.len() } else { at }
}

/// Returns the end of a text, which is examined.
fn tail(text: &str) -> &str {
    let from = text.len().saturating_sub(LOOK);
    let start = (from..=text.len()).find(|at| text.is_char_boundary(*at));
    &text[start.unwrap_or(text.len())..]
}

/// The rules of a language.
#[derive(Clone, Copy)]
struct Rules {
    known: Option<Abbreviations>,
    /// The bit of the language among the languages with function words, or 0.
    language: u16,
    has_ordinals: bool,
}

impl Rules {
    fn of(language: &Language) -> Rules {
        let primary = language.primary();
        let index = STOP_WORDS.iter().position(|(language, _)| *language == primary);
        Rules {
            known: Abbreviations::of(language),
            language: index.map_or(0, |index| 1 << index),
            has_ordinals: matches!(primary, "de" | "lb" | "gsw"),
        }
    }

    /// Returns `true` if a sentence ends at a boundary of UAX #29.
    fn is_end(self, before: &str, after: &str) -> bool {
        let before = tail(before);
        let line = before.trim_end();
        let blank = &before[line.len()..];
        let is_line_end = blank.contains(['\n', '\r']);
        let next = next_letter(after);
        if blank.matches('\n').count() > 1 || blank.contains('\u{2029}') {
            return true;
        }
        if is_line_end && after.starts_with(['\n', '\r']) {
            // The rest of an empty line.
            return false;
        }
        if is_line_end && is_item(after) {
            return true;
        }
        let stem = line.trim_end_matches(CLOSING);
        let is_quoted = stem.len() < line.len();
        if !stem.ends_with(ENDS) {
            return !is_line_end || !is_wrapped(line, next);
        }
        if next.is_some_and(char::is_lowercase) {
            // A question, an exclamation, or an abbreviation within a sentence.
            return false;
        }
        if is_quoted && blank.is_empty() && goes_on(stem, after) {
            return false;
        }
        is_quoted || !self.ends_in_abbreviation(line, after)
    }

    /// Returns `true` if the full stop at the end of a text belongs to its last word.
    fn ends_in_abbreviation(self, line: &str, after: &str) -> bool {
        let Some(before) = line.strip_suffix('.') else { return false };
        let word = last_word(before);
        if word.is_empty() {
            return false;
        }
        if is_item_number(&before[..before.len() - word.len()], word) {
            return true;
        }
        if self.has_ordinals && is_ordinal(&before[..before.len() - word.len()], word, after) {
            return true;
        }
        if is_initial(word) || self.known.is_some_and(|known| known.has(word)) {
            return true;
        }
        if word.contains('.') && is_capitals(word) {
            // No boundary after `U.S.` before a name, but a boundary before the first word of a sentence.
            return !self.starts_sentence(after);
        }
        // The first part of `z. B.` or `EE. UU.`, or the last part of `d. h.`.
        is_part(word) && starts_with_part(word, after)
            || self.known.is_some_and(|known| known.has(&joined(before)))
    }

    /// Returns `true` if a text starts with a function word of the language, or of any language if the
    /// language is not known.
    fn starts_sentence(self, text: &str) -> bool {
        let word = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        let end = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
        if end == 0 || end > LOOK {
            return end == 0;
        }
        let mut folded = String::new();
        fold_token(&word[..end], &mut folded);
        let languages = function_word_languages(&folded);
        languages & self.language != 0 || self.language == 0 && languages != 0
    }
}

/// Returns the first letter or digit of a text if only a few marks precede it.
fn next_letter(text: &str) -> Option<char> {
    text.chars().take(CHARS).find(|c| c.is_alphanumeric())
}

/// Returns `true` if a line is a list item.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(BULLETS) || rest.len() < line.len() && rest.starts_with(['.', ')'])
}

/// Returns `true` if a word is the number of a list item at the start of a line.
fn is_item_number(before: &str, word: &str) -> bool {
    before.ends_with(['\n', '\r'])
        && word.len() <= 3
        && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` if a line end only wraps a text: the next line continues in lower case, or the line is
/// longer than a heading.
fn is_wrapped(line: &str, next: Option<char>) -> bool {
    let line = line.rsplit(['\n', '\r']).next().unwrap_or(line);
    match next {
        Some(next) if next.is_lowercase() => true,
        Some(_) => {
            !line.ends_with(':')
                && (line.split_whitespace().nth(WORDS - 1).is_some()
                    || !line.is_ascii() && line.chars().nth(CHARS - 1).is_some())
        }
        None => false,
    }
}

/// Returns `true` if a sentence continues after a quotation or a parenthesis whose text ends with `stem`.
fn goes_on(stem: &str, after: &str) -> bool {
    let is_letter = after.starts_with(|c: char| c.is_alphanumeric());
    is_letter
        && (!stem.ends_with(['。', '.', '．', '｡'])
            || QUOTING.iter().any(|word| after.starts_with(word)))
}

/// Returns the longest suffix that consists of letters, digits and full stops.
fn last_word(text: &str) -> &str {
    let start = text.rfind(|c: char| !c.is_alphanumeric() && c != '.');
    let length = |at: usize| at + text[at..].chars().next().map_or(0, char::len_utf8);
    &text[start.map_or(0, length)..]
}

/// Returns `true` for a part of an abbreviation with several words: a letter, or the same capital twice.
fn is_part(word: &str) -> bool {
    let mut letters = word.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some(first), None, None) => first.is_alphabetic(),
        (Some(first), Some(second), None) => first == second && first.is_uppercase(),
        _ => false,
    }
}

/// Returns `true` if another part with the same length follows.
fn starts_with_part(word: &str, after: &str) -> bool {
    let after = after.trim_start();
    let next = after.split('.').next().filter(|next| next.len() < after.len());
    next.is_some_and(|next| is_part(next) && next.chars().count() == word.chars().count())
}

/// Returns the short words with full stops at the end of a text, without the spaces between them.
fn joined(before: &str) -> String {
    let mut parts = vec![last_word(before)];
    let mut rest = &before[..before.len() - parts[0].len()];
    while let Some(shorter) = rest.trim_end().strip_suffix('.') {
        let word = last_word(shorter);
        if !(1..=2).contains(&word.chars().count()) || parts.len() > CHARS {
            break;
        }
        rest = &shorter[..shorter.len() - word.len()];
        parts.push(word);
    }
    parts.reverse();
    parts.join(".")
}

/// Returns `true` if the letters of a word with full stops are single capitals.
fn is_capitals(word: &str) -> bool {
    word.split('.').all(|part| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
    })
}

/// Returns `true` for an ordinal number in German: before a month, after an article, or in a date.
fn is_ordinal(before: &str, number: &str, after: &str) -> bool {
    let last = number.rsplit('.').next().unwrap_or_default();
    if !(1..=2).contains(&last.len()) || !last.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let end = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
    let next = &after[..end];
    let is_date = after.starts_with(|c: char| c.is_ascii_digit());
    is_date
        || MONTHS.contains(&next)
        || AFTER_ARTICLE.contains(&&*last_word(before.trim_end()).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::inline::InlineText;

    fn words(text: &str) -> Vec<&str> {
        let breaks: Vec<usize> = crate::text::word_breaks(text).collect();
        breaks.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
    }

    fn sentences<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
        let language = Language::parse(language).unwrap();
        let mut breaks = vec![0];
        breaks.extend(sentence_breaks(text, &language));
        breaks.push(text.len());
        breaks.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
    }

    #[cfg(feature = "cjk")]
    #[test]
    fn scripts_without_spaces_are_cut_by_their_dictionaries() {
        assert_eq!(words("東京都は"), ["東京", "都", "は"]);
        assert_eq!(words("毛泽东在北京"), ["毛泽东", "在", "北京"]);
        assert_eq!(words("ฉันรักกรุงเทพมหานคร"), ["ฉัน", "รัก", "กรุงเทพมหานคร"]);
        assert_eq!(words("ភ្នំពេញជា"), ["ភ្នំពេញ", "ជា"]);
        assert!(words("").is_empty());
    }

    #[test]
    fn sentences_end_where_they_end() {
        let english = "Dr. Jones met J. R. Smith at 3.5 m. He left! \"No?\" See fig. 3.";
        assert_eq!(
            sentences(english, "en-GB"),
            ["Dr. Jones met J. R. Smith at 3.5 m. ", "He left! ", "\"No?\" ", "See fig. 3."]
        );
        assert_eq!(
            sentences("Das ist z.B. Nr. 5. Und dann?", "de"),
            ["Das ist z.B. Nr. 5. ", "Und dann?"]
        );
        assert_eq!(sentences("これは文です。次の文。", "ja"), ["これは文です。", "次の文。"]);
        assert_eq!(sentences("", "en"), [""]);
    }

    /// Checks that a text is split at its bars.
    fn check(language: &str, text: &str) {
        let expected: Vec<&str> = text.split('|').collect();
        assert_eq!(sentences(&expected.concat(), language), expected, "{text}");
    }

    #[test]
    fn an_ordinal_number_ends_no_german_sentence() {
        for text in [
            "Ich habe am 3. Juni Geburtstag. |Jonas ist Fan.",
            "Im 19. Jahrhundert war der 2. Weltkrieg fern. |Gut.",
            "Vom 3. bis 5. März, am 10. 12. 2020. |Gut.",
            "Er wohnt in Haus 3. |Sie auch. |Das war 1990. |Danach kam er.",
        ] {
            check("de", text);
        }
        check("en", "It was number 3. |June came.");
    }

    #[test]
    fn an_abbreviation_of_several_words_ends_no_sentence() {
        check("de", "Er kauft z. B. Brot. |Gut.");
        check("de", "Das ist alt, d. h. Wein, u. a. Riesling, i. d. R. Weißwein. |Gut.");
        check("es", "El Sr. García vive en EE. UU. desde 1990. |Bien.");
        check("es", "Los JJ. OO. de 1992. |Bien.");
        check(
            "en",
            "The U.S. Army met him. |He left. |He came to the U.S. |The U.K. Parliament knew.",
        );
    }

    #[test]
    fn a_quotation_is_within_the_sentence_that_has_it() {
        check("zh", "这是第二句！|“真的吗？”他说。");
        check("zh", "他问（真的吗？）然后走了。|好。");
        check("ja", "「はい。」と彼は言った。|「本当？」と聞いた。");
        check("en", "“Really?” he said. |“Yes.” |She left.");
        check("en", "\"Stop!\" she cried. |Then (why?) all went.");
    }

    #[test]
    fn a_line_that_wraps_a_text_ends_no_sentence() {
        check("en", "The man who lives in New\nYork wrote a long letter.");
        check("en", "He wrote approx.\r\nfive letters to\r\nher. |She left.");
        check("en", "A title\n|The text of it begins here.\n\n|Another paragraph.");
        check("en", "We need all of this:\n|- One thing\n|- Another thing\n|2. A third one");
    }

    #[test]
    fn a_long_text_without_sentences_takes_time_by_its_length() {
        for part in ["a. ", "“", "x\n", "z. B. "] {
            let text = part.repeat(100_000);
            assert!(sentence_breaks(&text, &Language::parse("de").unwrap()).count() < text.len());
        }
    }

    #[test]
    fn quotation_marks_after_a_code_open_the_next_sentence() {
        let inline = InlineText::parse("“One.”<1/>“Two.” “Three.”");
        let breaks = |inline: &InlineText| -> Vec<String> {
            let language = Language::parse("en").unwrap();
            let mut places: Vec<usize> = sentence_breaks(inline.text(), &language).collect();
            inline.open_after_codes(&mut places);
            inline.cut(&places).iter().map(InlineText::marked).collect()
        };
        assert_eq!(breaks(&inline), ["“One.”", "<1/>“Two.” ", "“Three.”"]);
        let inline = InlineText::parse("\"One.\"<1/>\"Two.\"");
        assert_eq!(breaks(&inline), ["\"One.\"", "<1/>\"Two.\""]);
    }
}
