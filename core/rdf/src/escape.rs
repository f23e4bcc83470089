//! Formatting of numbers, and escapes of literals and IRIs in Turtle and N-Triples.

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Writes the content of a literal for use between double quotes (Turtle, clause 6.5, ECHAR and
/// UCHAR).
pub(super) fn push_text(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let mut from = 0;
    loop {
        let at = next(bytes, from, is_text_special);
        out.extend_from_slice(&bytes[from..at]);
        let Some(byte) = bytes.get(at) else { return };
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            other => push_code(out, *other),
        }
        from = at + 1;
    }
}

/// Writes the content of an IRI for use between angle brackets (Turtle, clause 6.5, IRIREF).
pub(super) fn push_iri(out: &mut Vec<u8>, iri: &str) {
    let bytes = iri.as_bytes();
    let mut from = 0;
    loop {
        let at = next(bytes, from, is_iri_special);
        out.extend_from_slice(&bytes[from..at]);
        let Some(byte) = bytes.get(at) else { return };
        push_code(out, *byte);
        from = at + 1;
    }
}

/// Writes a number in decimal digits.
pub(super) fn push_number(out: &mut Vec<u8>, number: usize) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Writes the digits of an `xsd:double` (XML Schema 1.1 part 2, clause 3.3.5).
pub(super) fn push_double(out: &mut Vec<u8>, number: f64) {
    let digits = match number {
        f64::INFINITY => "INF".to_owned(),
        f64::NEG_INFINITY => "-INF".to_owned(),
        other => format!("{other:?}"),
    };
    out.extend_from_slice(digits.as_bytes());
}

fn push_code(out: &mut Vec<u8>, byte: u8) {
    let digits = [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
    out.extend_from_slice(b"\\u00");
    out.extend_from_slice(&digits);
}

fn is_text_special(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\') | (byte == 0x7f)
}

fn is_iri_special(byte: u8) -> bool {
    (byte <= b' ')
        | (byte == b'<')
        | (byte == b'>')
        | (byte == b'"')
        | (byte == b'{')
        | (byte == b'}')
        | (byte == b'|')
        | (byte == b'^')
        | (byte == b'`')
        | (byte == b'\\')
        | (byte == 0x7f)
}

/// Returns the position of the next byte that needs an escape. Tests 32 bytes at a time without
/// branches, so that the compiler can use vector instructions.
fn next(bytes: &[u8], from: usize, special: impl Fn(u8) -> bool) -> usize {
    let mut at = from;
    while let Some(chunk) = bytes.get(at..at + 32) {
        if chunk.iter().fold(false, |found, byte| found | special(*byte)) {
            break;
        }
        at += 32;
    }
    let rest = &bytes[at..];
    at + rest.iter().position(|byte| special(*byte)).unwrap_or(rest.len())
}
