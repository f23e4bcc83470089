//! Random corruption of pages, which is used to test readers on invalid input.

use crate::random::Random;

const TOKENS: &[&[u8]] = &[
    b"<",
    b">",
    b"</",
    b"<b>",
    b"</b>",
    b"<p>",
    b"</p>",
    b"<table>",
    b"<td>",
    b"</table>",
    b"<!--",
    b"-->",
    b"\"",
    b"'",
    b"&",
    b";",
    b"&amp;",
    b"&#",
    b"&notin",
    b"\r",
    b"\n",
    b"\r\n",
    b"\0",
    b"\xFF",
    b"\xC3",
    b"\xE2\x82",
    b"=",
    b" ",
    b"<script>",
    b"</script>",
    b"<svg>",
    b"</svg>",
    b"<![CDATA[",
    b"]]>",
    b"<select>",
    b"<pre>\n",
    b"<a>",
    b"<template>",
    b"</template>",
    b"<textarea>",
    b"<plaintext>",
    b"<i><b>",
    b"</i>",
    b"/",
    b"<math><mtext>",
    b"\x0C",
    b"<span its-term=yes>",
    b"</span>",
    b"<title>",
    b"<!DOCTYPE x>",
    b"\xF0\x9F\x98\x80",
    b"<li>",
    b"<form>",
];

/// Deletes, duplicates, swaps, inserts and cuts, up to `most` times.
pub fn spoil(random: &mut Random, bytes: &mut Vec<u8>, most: usize) {
    for _ in 0..random.within(1..most + 1) {
        let from = random.below(bytes.len() + 1);
        let to = (from + random.below(24)).min(bytes.len());
        match random.below(8) {
            0 => drop(bytes.drain(from..to)),
            1 => {
                let twice = bytes[from..to].to_vec();
                bytes.splice(to..to, twice);
            }
            2 => {
                let taken: Vec<u8> = bytes.drain(from..to).collect();
                let at = random.below(bytes.len() + 1);
                bytes.splice(at..at, taken);
            }
            3 if random.chance(20) => bytes.truncate(from),
            4 if from < bytes.len() => bytes[from] = random.draw() as u8,
            _ => {
                let token = random.pick(TOKENS);
                bytes.splice(from..from, token.iter().copied());
            }
        }
    }
}
