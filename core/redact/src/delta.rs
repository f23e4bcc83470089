//! Binary differences, which are used to restore documents: instructions that copy and add bytes to change
//! one sequence of bytes into another.

use std::collections::HashMap;

/// The number of bytes in a block, which is the unit of the search for equal bytes.
const BLOCK: usize = 32;

const COPY: u8 = 1;
const ADD: u8 = 0;

/// Returns the difference that [`apply`] uses to create `to` from `from`.
pub fn between(from: &[u8], to: &[u8]) -> Vec<u8> {
    let blocks: HashMap<&[u8], usize> = from
        .chunks_exact(BLOCK)
        .enumerate()
        .map(|(index, block)| (block, index * BLOCK))
        .rev()
        .collect();
    let mut delta = Vec::new();
    let (mut at, mut added) = (0, 0);
    while at + BLOCK <= to.len() {
        // An equal block is extended in both directions.
        let Some(start) = blocks.get(&to[at..at + BLOCK]).copied() else {
            at += 1;
            continue;
        };
        let back = to[added..at].iter().rev().zip(from[..start].iter().rev());
        let back = back.take_while(|(first, second)| first == second).count();
        let (at_start, from_start) = (at - back, start - back);
        let length = to[at_start..].iter().zip(&from[from_start..]);
        let length = length.take_while(|(first, second)| first == second).count();
        add(&mut delta, &to[added..at_start]);
        delta.push(COPY);
        put(&mut delta, from_start);
        put(&mut delta, length);
        at = at_start + length;
        added = at;
    }
    add(&mut delta, &to[added..]);
    delta
}

fn add(delta: &mut Vec<u8>, bytes: &[u8]) {
    if !bytes.is_empty() {
        delta.push(ADD);
        put(delta, bytes.len());
        delta.extend_from_slice(bytes);
    }
}

/// Applies a difference. Returns `None` if the difference does not belong to these bytes.
pub fn apply(from: &[u8], delta: &[u8]) -> Option<Vec<u8>> {
    let mut rest = delta;
    let mut to = Vec::new();
    while let Some((kind, tail)) = rest.split_first() {
        rest = tail;
        let number = take(&mut rest)?;
        match *kind {
            COPY => {
                let length = take(&mut rest)?;
                // No document is longer.
                (to.len().checked_add(length)? <= u32::MAX as usize).then_some(())?;
                to.extend_from_slice(from.get(number..number.checked_add(length)?)?);
            }
            ADD => {
                let (bytes, tail) = rest.split_at_checked(number)?;
                to.extend_from_slice(bytes);
                rest = tail;
            }
            _ => return None,
        }
    }
    Some(to)
}

fn put(delta: &mut Vec<u8>, number: usize) {
    delta.extend_from_slice(&(number as u64).to_le_bytes());
}

fn take(rest: &mut &[u8]) -> Option<usize> {
    let (number, tail) = rest.split_first_chunk::<8>()?;
    *rest = tail;
    usize::try_from(u64::from_le_bytes(*number)).ok()
}

#[cfg(test)]
mod tests {
    use super::{apply, between};
    use proptest::prelude::*;

    #[test]
    fn a_small_change_of_a_long_text_is_a_small_difference() {
        let from: Vec<u8> =
            (0..100_000u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        let mut to = from.clone();
        to.splice(1_000..1_010, *b"more than there was before");
        to.splice(300_000..300_500, []);
        let delta = between(&from, &to);
        assert!(delta.len() < 200, "{}", delta.len());
        assert_eq!(apply(&from, &delta).unwrap(), to);
        assert_eq!(apply(&from[..1_000], &delta), None);
    }

    proptest! {
        #[test]
        fn a_difference_makes_the_other(
            from in proptest::collection::vec(0u8..3, 0..400),
            to in proptest::collection::vec(0u8..3, 0..400),
            start in 0usize..400,
        ) {
            let mixed = [&to[..], &from[start.min(from.len())..], &to[..]].concat();
            for to in [to, mixed] {
                prop_assert_eq!(apply(&from, &between(&from, &to)), Some(to));
            }
        }

        #[test]
        fn any_bytes_are_a_difference_or_none(delta in proptest::collection::vec(any::<u8>(), 0..60)) {
            apply(b"some bytes", &delta);
        }
    }
}
