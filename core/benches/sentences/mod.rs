//! Generated sentences of 3 to 30 words, for measuring translation memories.

use std::io::Read;

/// A seeded random number generator.
pub struct Source(pub u64);

impl Source {
    /// Returns a number below `most`.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn part(&mut self) -> f64 {
        self.below(1 << 30) as f64 / (1 << 30) as f64
    }
}

/// Letters with approximately their frequency in English.
const VOWELS: &[u8] = b"eeeeeeeeeeeeaaaaaaaaoooooooiiiiiiiuuu";
const OTHERS: &[u8] = b"tttttttttnnnnnnnssssssrrrrrrhhhhhhddddllllccmmwwffggyyppbbvk";

/// Returns words, the common ones first.
pub fn words(source: &mut Source) -> Vec<String> {
    let word = |source: &mut Source, number: usize| {
        // Common words are short.
        let parts = 1 + source.below(1 + number.ilog10() as usize);
        let mut word = String::new();
        for _ in 0..parts {
            word.push(OTHERS[source.below(OTHERS.len())].into());
            word.push(VOWELS[source.below(VOWELS.len())].into());
            if source.below(3) > 0 {
                word.push(OTHERS[source.below(OTHERS.len())].into());
            }
        }
        word
    };
    (1..=30_000).map(|number| word(source, number)).collect()
}

/// Returns a sentence of these words.
pub fn sentence(source: &mut Source, words: &[String]) -> String {
    let count = 3 + source.below(28).min(source.below(28));
    let mut sentence = String::new();
    for _ in 0..count {
        // Selects small numbers much more often than large ones, like the frequency of words in a language.
        let word = (words.len() as f64).powf(source.part()) as usize - 1;
        sentence.push_str(if sentence.is_empty() { "" } else { " " });
        sentence.push_str(&words[word]);
    }
    sentence.push('.');
    sentence
}

/// Returns a text with the specified number of edits.
pub fn changed(text: &str, edits: usize, source: &mut Source) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..edits {
        let at = source.below(text.len() + 1);
        let letter = char::from(b'a' + source.below(26) as u8);
        match source.below(3) {
            0 => text.insert(at, letter),
            1 if at < text.len() => drop(text.remove(at)),
            _ if at < text.len() => text[at] = letter,
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// A file that is generated while it is read, and never completely in memory.
pub struct Tmx<'w> {
    left: usize,
    source: Source,
    words: &'w [String],
    ready: Vec<u8>,
    at: usize,
}

impl<'w> Tmx<'w> {
    /// Creates a file with `size` units.
    pub fn new(size: usize, words: &'w [String]) -> Tmx<'w> {
        let ready = b"<tmx version='1.4'><header srclang='en'/><body>".to_vec();
        Tmx { left: size, source: Source(2), words, ready, at: 0 }
    }
}

impl Read for Tmx<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.at == self.ready.len() && self.left > 0 {
            self.left -= 1;
            let text = sentence(&mut self.source, self.words);
            let turned: String = text.chars().rev().collect();
            let end = if self.left == 0 { "</body></tmx>" } else { "" };
            self.ready = format!(
                "<tu creationdate='20200101T000000Z'><tuv xml:lang='en'><seg>{text}</seg></tuv>\n\
                 <tuv xml:lang='es'><seg>{turned}</seg></tuv></tu>\n{end}"
            )
            .into_bytes();
            self.at = 0;
        }
        let count = buffer.len().min(self.ready.len() - self.at);
        buffer[..count].copy_from_slice(&self.ready[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// Computes the Levenshtein distance with the plain table, one row at a time.
pub fn levenshtein(first: &[u8], second: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (index, byte) in first.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], index + 1);
        for (at, theirs) in second.iter().enumerate() {
            let cost = corner + usize::from(byte != theirs);
            corner = row[at + 1];
            row[at + 1] = cost.min(corner + 1).min(row[at] + 1);
        }
    }
    row[second.len()]
}
