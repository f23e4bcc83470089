//! Lists of names and a text that contains them, for measuring dictionaries.

use std::collections::HashSet;

/// The size of the text in bytes.
pub const TEXT: usize = 10_000_000;

/// Returns distinct labels, and a text that contains them between other words.
pub fn case(size: usize) -> (Vec<String>, String) {
    let words = words(200_000);
    let labels = labels(size, &words);
    let text = text(&words, &labels);
    (labels, text)
}

/// A seeded random number generator (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ z >> 31) * bound as u128) >> 64) as usize
    }

    /// Returns small numbers much more often than large ones, like the frequency of words in a language.
    fn skewed(&mut self, bound: usize) -> usize {
        let power = self.below(1 << 20) as f64 / (1 << 20) as f64;
        ((bound as f64).powf(power) as usize).min(bound) - 1
    }
}

fn words(count: usize) -> Vec<String> {
    const SYLLABLES: [&str; 40] = [
        "ba", "cor", "da", "el", "fin", "gra", "han", "is", "jo", "kel", "lu", "mar", "ne", "or",
        "pa", "qui", "ran", "sol", "ta", "ul", "vi", "wen", "xa", "yor", "zi", "bré", "che", "dün",
        "est", "flo", "gwy", "hol", "ing", "ka", "lein", "mo", "nor", "pri", "ster", "tho",
    ];
    let mut random = Random(1);
    (0..count)
        .map(|_| (0..2 + random.below(3)).map(|_| SYLLABLES[random.below(40)]).collect())
        .collect()
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The number of common words, which texts consist of. The other words occur only in names.
const COMMON: usize = 30_000;

fn rare(random: &mut Random, words: &[String]) -> usize {
    COMMON + random.below(words.len() - COMMON)
}

/// Returns labels of one to four words. One in five words is common, but a label with a single word is
/// never common.
fn labels(count: usize, words: &[String]) -> Vec<String> {
    let mut random = Random(2);
    let mut seen = HashSet::new();
    let common: HashSet<&String> = words[..COMMON].iter().collect();
    let mut labels = Vec::with_capacity(count);
    while labels.len() < count {
        let label = (0..1 + random.below(4))
            .map(|_| {
                let common = random.below(5) == 0;
                let word = if common { random.skewed(COMMON) } else { rare(&mut random, words) };
                capitalized(&words[word])
            })
            .collect::<Vec<_>>()
            .join(" ");
        let plain = !label.contains(' ') && common.contains(&label.to_lowercase());
        if !plain && seen.insert(label.clone()) {
            labels.push(label);
        }
    }
    labels
}

/// Returns a text of common words, most of which are also the first word of a label. One in twelve items is
/// a label instead.
fn text(words: &[String], labels: &[String]) -> String {
    let mut random = Random(3);
    let mut text = String::with_capacity(TEXT + 100);
    while text.len() < TEXT {
        match random.below(12) {
            0 => text.push_str(&labels[random.below(labels.len())]),
            1 => text.push_str(&words[rare(&mut random, words)]),
            _ => text.push_str(&words[random.skewed(COMMON)]),
        }
        text.push_str(match random.below(20) {
            0 => ". ",
            1 => ", ",
            2 => "\n",
            _ => " ",
        });
    }
    text
}
