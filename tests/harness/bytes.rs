//! Comparison of bytes, which shows the first difference instead of both documents.

/// The number of bytes shown on each side of a difference.
const AROUND: usize = 20;

/// Describes the first difference. Returns `None` if the bytes are equal.
pub fn difference(expected: &[u8], found: &[u8]) -> Option<String> {
    if expected == found {
        return None;
    }
    let at = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    Some(format!(
        "first difference at byte {at} of {} expected and {} found\n  expected {}\n  found    {}",
        expected.len(),
        found.len(),
        around(expected, at),
        around(found, at),
    ))
}

/// Returns the bytes around a position, which is marked.
pub fn around(bytes: &[u8], at: usize) -> String {
    let at = at.min(bytes.len());
    let before = &bytes[at.saturating_sub(AROUND)..at];
    let after = &bytes[at..(at + AROUND).min(bytes.len())];
    format!("`{}` >> `{}`", before.escape_ascii(), after.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(difference(b"same", b"same"), None);
        let long = difference(&[b'a'; 90], &[&[b'a'; 50][..], b"\xFFrest"].concat()).unwrap();
        assert!(
            long.starts_with("first difference at byte 50 of 90 expected and 55 found"),
            "{long}"
        );
        assert!(long.ends_with(&format!("found    `{}` >> `\\xffrest`", "a".repeat(20))), "{long}");
        assert!(difference(b"ab", b"a").unwrap().contains("at byte 1 of 2"));
    }
}
