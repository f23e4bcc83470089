//! Byte searches.

/// The number of bytes to test at a time.
const CHUNK: usize = 16;

/// Returns the position of the first byte that passes a test. Whole chunks are tested without
/// branches, so that the compiler can use vector instructions. Use `|` instead of `||` in the test.
#[inline]
pub fn find_byte(bytes: &[u8], test: impl Fn(u8) -> bool) -> Option<usize> {
    let (chunks, rest) = bytes.as_chunks::<CHUNK>();
    let has_one = |chunk: &[u8; CHUNK]| chunk.iter().fold(false, |any, byte| any | test(*byte));
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
