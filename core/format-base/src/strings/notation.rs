//! Recognition of placeholders at their start, one function for each notation.

/// The maximum length of a placeholder, in bytes. The limit does not apply to tags and arguments with branches.
pub const LONGEST: usize = 200;

/// Returns the length of a name that begins with an ASCII letter or `_`, and continues with ASCII letters, digits,
/// `_` and `further` characters.
fn name_length(text: &str, further: &[u8]) -> usize {
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || further.contains(byte);
    if !text.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_') {
        return 0;
    }
    text.bytes().take(LONGEST).take_while(is_name).count()
}

/// Returns `true` for a character of a word in a script that uses spaces between words.
fn is_in_word(char: char) -> bool {
    char.is_alphanumeric() && char < '\u{2E80}' || char == '_'
}

/// Returns the length of `%name%` or `%%name%%`.
pub fn percent_name(rest: &str, before: Option<char>) -> Option<usize> {
    let sign = if rest.starts_with("%%") { "%%" } else { "%" };
    let inner = rest.get(sign.len()..)?;
    let name = name_length(inner, b".-");
    let behind = inner.get(name..)?.strip_prefix(sign)?;
    let ends = !behind.starts_with(is_in_word);
    (name > 0 && ends && !before.is_some_and(is_in_word)).then_some(name + 2 * sign.len())
}

/// Returns the length of `:name`.
pub fn colon_name(rest: &str, before: Option<char>) -> Option<usize> {
    let name = name_length(rest.get(1..)?, b"");
    let begins = before.is_none_or(|char| !is_in_word(char) && !":)]}".contains(char));
    let behind = rest.get(name + 1..)?;
    // `:smile:` includes its second colon, and `:)` is not a placeholder.
    let ends = !behind.starts_with("::");
    (name > 1 && begins && ends).then_some(name + 1)
}

/// Returns the length of `@:key`, `@.lower:key`, `@:(key)` or `@:{'key'}`.
pub fn link(rest: &str, before: Option<char>) -> Option<usize> {
    let mut at = 1;
    if rest.as_bytes().get(1) == Some(&b'.') {
        let modifier = name_length(rest.get(2..)?, b"");
        at += 1 + Some(modifier).filter(|length| *length > 0)?;
    }
    let key = rest.get(at..)?.strip_prefix(':')?;
    at += 1;
    let length = match key.as_bytes().first()? {
        b'(' => within(key, ")")?,
        b'{' => within(key, "}")?,
        _ => {
            let length = name_length(key, b".-");
            key.get(..length)?.trim_end_matches(['.', '-']).len()
        }
    };
    (length > 0 && !before.is_some_and(is_in_word)).then_some(at + length)
}

/// Returns the length of a `strftime` directive.
pub fn date(rest: &str, before: Option<char>) -> Option<usize> {
    let bytes = rest.as_bytes();
    let flag = usize::from(bytes.get(1).is_some_and(|byte| b"-_0^#EO".contains(byte)));
    let letter = *bytes.get(1 + flag)?;
    let known = b"aAbBcCdDeFgGhHIjklmMpPrRsStTuUVwWxXyYzZ".contains(&letter);
    // In `%Hh%M` and `%dT%H`, one letter follows a directive. More letters would be a word.
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    let is_word = is_letter(2 + flag) && is_letter(3 + flag);
    (known && !is_word && !before.is_some_and(|char| char.is_ascii_digit())).then_some(2 + flag)
}

/// Returns the length of a template tag, which has different opening and closing delimiters.
pub fn template(rest: &str) -> Option<usize> {
    let end = match rest.as_bytes().get(..2)? {
        b"<%" => "%>",
        b"<?" => "?>",
        b"{%" => "%}",
        b"{#" => "#}",
        b"#{" => "}",
        _ => return None,
    };
    within(rest, end)
}

/// Returns the length up to and including `end`, which must be nearby on the same line.
pub fn within(rest: &str, end: &str) -> Option<usize> {
    until(rest, end, LONGEST).filter(|length| !rest[..*length].contains(['\n', '\r']))
}

pub fn until(rest: &str, end: &str, most: usize) -> Option<usize> {
    let cut = (0..=most.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at))?;
    let rest = rest.get(..cut)?;
    let mut chars = end.chars();
    let found = match (chars.next(), chars.next()) {
        // Searching for a `char` is much faster than searching for a string of one character.
        (Some(char), None) => rest.find(char),
        _ => rest.find(end),
    };
    found.map(|at| at + end.len())
}
