//! Searches for bytes.

/// The number of bytes that are tested at a time.
const CHUNK: usize = 16;

/// Returns the position of the first byte that passes a test. Whole chunks are tested without a branch, many
/// bytes at a time, if the test has no branch either: `|` rather than `||`.
#[inline]
pub fn find_byte(bytes: &[u8], test: impl Fn(u8) -> bool) -> Option<usize> {
    let (chunks, rest) = bytes.as_chunks::<CHUNK>();
    let has_one = |chunk: &[u8; CHUNK]| chunk.iter().fold(false, |one, byte| one | test(*byte));
    let from = chunks.iter().position(has_one).unwrap_or(chunks.len()) * CHUNK;
    let end = chunks.get(from / CHUNK).map_or(rest, |chunk| chunk.as_slice());
    end.iter().position(|byte| test(*byte)).map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, find_byte};

    #[test]
    fn the_first_byte_is_found_wherever_it_is() {
        for length in 0..3 * CHUNK {
            let mut bytes = vec![b'a'; length];
            assert_eq!(find_byte(&bytes, |byte| (byte == b'b') | (byte == b'c')), None);
            for at in (0..length).rev() {
                bytes[at] = if at % 2 == 0 { b'b' } else { b'c' };
                assert_eq!(find_byte(&bytes, |byte| (byte == b'b') | (byte == b'c')), Some(at));
            }
        }
    }
}
