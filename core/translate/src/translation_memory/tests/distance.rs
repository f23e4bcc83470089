//! Tests that compare distances with the full table.

use super::distance;
use crate::translation_memory::distance::{Column, Pattern};

#[test]
fn distances_are_those_of_the_plain_table() {
    let mut state = 7u64;
    let mut number = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut column = Column::default();
    for round in 0..4_000 {
        let letters: Vec<char> = "abcdé漢".chars().take(2 + round % 5).collect();
        let length = number(if round % 3 == 0 { 300 } else { 70 });
        let original: Vec<char> = (0..length).map(|_| letters[number(letters.len())]).collect();
        let mut other = original.clone();
        for _ in 0..number(30) {
            let at = number(other.len() + 1);
            match number(3) {
                0 => other.insert(at, letters[number(letters.len())]),
                1 if at < other.len() => drop(other.remove(at)),
                _ if at < other.len() => other[at] = letters[number(letters.len())],
                _ => {}
            }
        }
        let (text, chars) = (other.iter().collect::<String>(), other.len());
        let right = distance(&original.iter().collect::<String>(), &text);
        let pattern = Pattern::new(&original);
        for most in [0, 1, right.saturating_sub(1), right, right + 1, right + 40, 400] {
            let found = pattern.distance(&text, chars, most, &mut column);
            assert_eq!(found, (right <= most).then_some(right), "{original:?} {other:?} {most}");
        }
    }
}
