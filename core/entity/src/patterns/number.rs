//! Numbers as texts write them.

use glossweave_base::text::Language;

/// The expression of a number: groups of three digits, or digits, and decimals.
pub(super) const EXPRESSION: &str =
    r"(?:[0-9]{1,3}(?:[.,' ’\x{A0}\x{202F}\x{2009}][0-9]{3})+|[0-9]{1,15})(?:[.,][0-9]{1,15})?";

/// Returns a number with a decimal point and without groups. Returns `None` if it can be read in two ways:
/// `1,234` is more than a thousand in English, and a little more than one in German.
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

/// Returns the digits of a number, with a point at the place of its decimals.
fn plain(number: &str, decimal: Option<usize>) -> String {
    let kept = number.char_indices().filter_map(|(at, c)| match decimal == Some(at) {
        true => Some('.'),
        false => c.is_ascii_digit().then_some(c),
    });
    kept.collect()
}

/// A word for a power of ten behind a number.
pub(super) struct Scale {
    /// The length with the white space before it.
    pub length: usize,
    /// The number of zeros, if it is the same in all languages that have the word.
    pub zeros: Option<usize>,
}

/// Returns the word for a power of ten at the start of a text.
pub(super) fn scale(text: &str, language: Option<&Language>) -> Option<Scale> {
    let (word, length) = super::unit::word(text)?;
    let is_english = language.is_some_and(|language| language.is("en"));
    let zeros = match word.to_lowercase().as_str() {
        "thousand" | "tausend" | "mille" | "mil" => Some(3),
        "million" | "millions" | "millionen" | "millones" | "millón" | "mio" => Some(6),
        "milliard" | "milliards" | "milliarde" | "milliarden" | "mrd" => Some(9),
        "bn" => Some(9),
        "billion" | "billions" if is_english => Some(9),
        "trillion" | "trillions" if is_english => Some(12),
        // A million of millions outside English.
        "billionen" | "billones" | "billón" => Some(12),
        "billion" | "billions" | "trillion" | "trillions" => None,
        _ => return None,
    };
    // The point of an abbreviation.
    let point = usize::from(matches!(word, "Mio" | "Mrd") && text[length..].starts_with('.'));
    let mut length = length + point;
    // `5 millions d’euros`, `5 millones de euros`.
    let rest = &text[length..];
    let link = [" de ", " d’", " d'"].iter().find(|link| rest.starts_with(**link));
    if let Some(link) = link {
        let joined = link.trim_end().len();
        length += joined;
    }
    Some(Scale { length, zeros })
}

/// Returns a number in normal form times a power of ten.
pub(super) fn shifted(number: &str, zeros: usize) -> String {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let moved = decimals.len().min(zeros);
    let mut shifted = format!("{whole}{}{}", &decimals[..moved], "0".repeat(zeros - moved));
    let kept = shifted.len() - 1;
    let leading = shifted.bytes().take(kept).take_while(|byte| *byte == b'0').count();
    shifted.drain(..leading);
    if moved < decimals.len() {
        shifted.push('.');
        shifted.push_str(&decimals[moved..]);
    }
    shifted
}
