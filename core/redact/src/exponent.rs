//! Numbers with an exponent, such as `4.111E+15`, which spreadsheets and data files use for large numbers.

use std::ops::Range;

/// The maximum number of digits of a number that is read. An IBAN has fewer digits.
const DIGITS: usize = 40;

/// Returns `true` if a text may have a number with an exponent.
pub fn has_exponent(text: &str) -> bool {
    text.as_bytes().windows(3).any(|window| {
        matches!(window, [first, b'e' | b'E', last]
            if first.is_ascii_digit() && (last.is_ascii_digit() || *last == b'+'))
    })
}

/// Decodes a number with an exponent at the start of a text into its digits, and returns its length, or 0 if
/// there is none. `before` is the text before it.
pub fn exponent(
    before: &str,
    rest: &str,
    start: usize,
    put: &mut dyn FnMut(char, Range<usize>),
) -> usize {
    let count = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = count(rest);
    let is_within = before.ends_with(|c: char| c.is_alphanumeric() || c == '.');
    if whole == 0 || is_within {
        return 0;
    }
    let tail = &rest[whole..];
    let fraction = tail.strip_prefix('.').map_or(0, count);
    let point = if fraction > 0 { fraction + 1 } else { 0 };
    let Some(scale) = tail[point..].strip_prefix(['e', 'E']) else { return 0 };
    let digits = scale.strip_prefix('+').unwrap_or(scale);
    let length = count(digits);
    let value = digits[..length]
        .parse::<usize>()
        .ok()
        .filter(|value| *value >= fraction && whole.saturating_add(*value) <= DIGITS);
    let Some(value) = value else { return 0 };
    let end = rest.len() - digits.len() + length;
    let source = start..start + end;
    let written = rest[..whole].chars().chain(tail[point - fraction..point].chars());
    let zeros = std::iter::repeat_n('0', value - fraction);
    written.chain(zeros).for_each(|digit| put(digit, source.clone()));
    end
}

#[cfg(test)]
mod tests {
    use super::{exponent, has_exponent};

    fn read(text: &str) -> (String, usize) {
        let mut digits = String::new();
        let length = exponent("", text, 0, &mut |digit, _| digits.push(digit));
        (digits, length)
    }

    #[test]
    fn a_number_with_an_exponent_has_its_digits() {
        for (text, digits, length) in [
            ("4.111111111111111E15", "4111111111111111", 20),
            ("4.93E+5,", "493000", 7),
            ("12e3", "12000", 4),
            ("1.234E2", "", 0),
            ("1E99", "", 0),
            ("1.E2", "", 0),
            ("1E-5", "", 0),
            ("12", "", 0),
        ] {
            assert_eq!(read(text), (digits.to_owned(), length), "{text}");
        }
        assert_eq!(exponent("a", "1e5", 0, &mut |_, _| ()), 0);
        assert!(has_exponent("x 1E5") && !has_exponent("1 E5, 1ex"));
    }
}
