//! Numbers as they are written in texts.

use glossweave_base::text::Language;

/// The regular expression for a number: groups of three digits, groups as used in India, or ungrouped
/// digits, followed by optional decimals.
pub(super) const EXPRESSION: &str = r"(?:(?:[0-9]{1,3}(?:[.,' ’\x{A0}\x{202F}\x{2009}][0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3})\b|[0-9]{1,15})(?:[.,][0-9]{1,15})?";

/// Fraction characters and their decimals, if these are finite.
const FRACTIONS: &[(char, Option<&str>)] = &[
    ('½', Some("5")),
    ('¼', Some("25")),
    ('¾', Some("75")),
    ('⅛', Some("125")),
    ('⅜', Some("375")),
    ('⅝', Some("625")),
    ('⅞', Some("875")),
    ('⅕', Some("2")),
    ('⅖', Some("4")),
    ('⅗', Some("6")),
    ('⅘', Some("8")),
    ('⅒', Some("1")),
    ('⅓', None),
    ('⅔', None),
    ('⅙', None),
    ('⅚', None),
    ('⅐', None),
    ('⅑', None),
];

/// Returns the decimals of the fraction at the start of a text, and the length of the fraction.
pub(super) fn fraction(text: &str) -> Option<(Option<&'static str>, usize)> {
    let c = text.chars().next()?;
    let (_, decimals) = FRACTIONS.iter().find(|(fraction, _)| *fraction == c)?;
    Some((*decimals, c.len_utf8()))
}

/// Returns the length of hyphens or dashes at the start of a text that are used instead of decimals, for
/// example in `49,- €`.
pub(super) fn no_decimals(text: &str) -> Option<usize> {
    let dashes = text.strip_prefix([',', '.'])?;
    let rest = dashes.trim_start_matches(['-', '–', '—', '−']);
    let count = dashes.chars().count() - rest.chars().count();
    let is_end = rest.chars().next().is_none_or(|c| !c.is_alphanumeric());
    (matches!(count, 1 | 2) && is_end).then_some(text.len() - rest.len())
}

/// Returns the length of the number at the start of a text.
pub(super) fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_part = |at: &usize| {
        is_digit(*at) || *at > 0 && matches!(bytes.get(*at), Some(b'.' | b',')) && is_digit(at + 1)
    };
    (0..text.len().min(LONGEST)).take_while(is_part).count()
}

/// The maximum length of the second number of a range, in bytes.
const LONGEST: usize = 32;

/// Returns a number with a decimal point and without group separators. Returns `None` if the number is
/// ambiguous. For example, `1,234` is more than a thousand in English, but a little more than one in
/// German.
pub(super) fn normal(number: &str, language: Option<&Language>) -> Option<String> {
    let marks: Vec<(usize, char)> =
        number.char_indices().filter(|(_, c)| !c.is_ascii_digit()).collect();
    let groups = |marks: &[(usize, char)]| marks.windows(2).all(|two| two[0].1 == two[1].1);
    let is_decimal = match marks.as_slice() {
        [] => false,
        [.., (_, last)] if !matches!(last, '.' | ',') => {
            return groups(&marks).then(|| plain(number, None));
        }
        [(at, mark)] => {
            let (whole, decimals) = (&number[..*at], &number[at + 1..]);
            if decimals.len() != 3 || whole.len() > 3 || whole.starts_with('0') {
                true
            } else {
                let is = |tags: &[&str]| {
                    language.is_some_and(|language| tags.iter().any(|tag| language.is(tag)))
                };
                match mark {
                    ',' if is(&["en"]) => false,
                    '.' if is(&["en"]) => true,
                    ',' if is(&["de", "fr", "es"]) => true,
                    '.' if is(&["de", "es"]) => false,
                    _ => return None,
                }
            }
        }
        [others @ .., (_, last)] => {
            let (_, mark) = others[0];
            if !groups(others) {
                return None;
            }
            mark != *last
        }
    };
    let decimal = if is_decimal { marks.last().map(|(at, _)| *at) } else { None };
    Some(plain(number, decimal))
}

/// Returns the digits of a number, with a decimal point at the position `decimal`.
fn plain(number: &str, decimal: Option<usize>) -> String {
    let digits = number.char_indices().filter_map(|(at, c)| match decimal == Some(at) {
        true => Some('.'),
        false => c.is_ascii_digit().then_some(c),
    });
    digits.collect()
}

/// A word for a power of ten that follows a number.
pub(super) struct Scale {
    /// The length of the word and the white space before it.
    pub length: usize,
    /// The number of zeros. `None` if the word has different values in different languages.
    pub zeros: Option<usize>,
}

/// Returns the words for a power of ten at the start of a text, for example `million` or `mil
/// millones`.
pub(super) fn scale(text: &str, language: Option<&Language>) -> Option<Scale> {
    let first = scale_word(text, language)?;
    let second = scale_word(&text[first.length..], language).filter(|_| first.length > 0);
    let mut scale = match second {
        Some(second) => Scale {
            length: first.length + second.length,
            zeros: first.zeros.zip(second.zeros).map(|(first, second)| first + second),
        },
        None => first,
    };
    // `5 millions d’euros`, `5 millones de euros`.
    let rest = &text[scale.length..];
    let link = [" de ", " d’", " d'"].iter().find(|link| rest.starts_with(**link));
    scale.length += link.map_or(0, |link| link.trim_end().len());
    Some(scale)
}

fn scale_word(text: &str, language: Option<&Language>) -> Option<Scale> {
    let (word, length) = super::unit::word(text)?;
    let is = |tag: &str| language.is_some_and(|language| language.is(tag));
    let zeros = match word.to_lowercase().as_str() {
        "hundred" | "hundert" => Some(2),
        "thousand" | "tausend" | "mille" | "mil" | "tsd" => Some(3),
        "lakh" | "lakhs" | "lac" | "lacs" => Some(5),
        "million" | "millions" | "millionen" | "millones" | "millón" | "mio" | "mill" | "mn"
        | "mln" => Some(6),
        "crore" | "crores" => Some(7),
        "milliard" | "milliards" | "milliarde" | "milliarden" | "mrd" | "bn" | "mld" => Some(9),
        "billion" | "billions" if is("en") => Some(9),
        "trillion" | "trillions" if is("en") => Some(12),
        // A million millions, except in English.
        "billionen" | "billones" | "billón" => Some(12),
        "billion" | "billions" if is("de") || is("fr") => Some(12),
        "billion" | "billions" | "trillion" | "trillions" | "trillionen" | "trillones"
        | "trillón" => None,
        "dozen" | "dozens" | "dutzend" | "bio" | "tn" | "trn" => None,
        _ => return None,
    };
    // The point of an abbreviation.
    let is_short = matches!(word, "Mio" | "Mrd" | "Tsd" | "Bio" | "Mill");
    let point = usize::from(is_short && text[length..].starts_with('.'));
    Some(Scale { length: length + point, zeros })
}

/// Returns the letters for a power of ten at the start of a text. They are only valid in amounts of money,
/// for example `$1.5m` or `5k €`.
pub(super) fn short_scale(text: &str, language: Option<&Language>) -> Option<Scale> {
    let (word, length) = super::unit::word(text)?;
    let is_english = language.is_some_and(|language| language.is("en"));
    let zeros = match word {
        "k" | "K" => Some(3),
        "m" | "M" | "mm" | "MM" => Some(6),
        "b" | "B" if is_english => Some(9),
        "t" | "T" if is_english => Some(12),
        "b" | "B" | "t" | "T" | "g" | "G" | "l" | "L" | "cr" | "Cr" => None,
        _ => return None,
    };
    // `$5 m` may have another meaning, and `MM` can also be a roman numeral.
    let is_sure = length == word.len() && word.len() == 1;
    Some(Scale { length, zeros: zeros.filter(|_| is_sure) })
}

/// Multiplies a normalized number by a power of ten.
pub(super) fn shifted(number: &str, zeros: usize) -> String {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let moved = decimals.len().min(zeros);
    let mut shifted = format!("{whole}{}{}", &decimals[..moved], "0".repeat(zeros - moved));
    let removable = shifted.len() - 1;
    let leading = shifted.bytes().take(removable).take_while(|byte| *byte == b'0').count();
    shifted.drain(..leading);
    if moved < decimals.len() {
        shifted.push('.');
        shifted.push_str(&decimals[moved..]);
    }
    shifted
}
