//! The Levenshtein distance with 64 rows of its table in a word (Myers 1999, in the form of Hyyrö 2003). It
//! computes only the rows that a distance within a limit can reach (Ukkonen 1985).

const ROWS: usize = 64;

/// A text that is compared with many others. It stores a bit mask for each of its characters, with the rows
/// in which the character occurs.
pub(super) struct Pattern {
    chars: usize,
    words: usize,
    /// The masks of all ASCII characters, `words` words each.
    ascii: Vec<u64>,
    /// The other characters, sorted. `masks` contains their masks in the same order.
    others: Vec<char>,
    masks: Vec<u64>,
    /// The mask of characters that are not in the pattern.
    none: Vec<u64>,
}

/// The state between two columns of the table: for each word, the rising and falling vertical differences and
/// the distance at its last row.
#[derive(Default)]
pub(super) struct Column(Vec<(u64, u64, usize)>);

impl Pattern {
    pub(super) fn new(text: &[char]) -> Pattern {
        let words = text.len().div_ceil(ROWS).max(1);
        let mut others: Vec<char> = text.iter().copied().filter(|c| !c.is_ascii()).collect();
        others.sort_unstable();
        others.dedup();
        let mut ascii = vec![0; 128 * words];
        let mut masks = vec![0; others.len() * words];
        for (row, character) in text.iter().enumerate() {
            let bit = 1 << (row % ROWS);
            if character.is_ascii() {
                ascii[*character as usize * words + row / ROWS] |= bit;
            } else if let Ok(index) = others.binary_search(character) {
                masks[index * words + row / ROWS] |= bit;
            }
        }
        Pattern { chars: text.len(), words, ascii, others, masks, none: vec![0; words] }
    }

    fn rows(&self, character: char) -> &[u64] {
        if character.is_ascii() {
            let at = character as usize * self.words;
            return &self.ascii[at..at + self.words];
        }
        match self.others.binary_search(&character) {
            Ok(index) => &self.masks[index * self.words..(index + 1) * self.words],
            Err(_) => &self.none,
        }
    }

    /// Returns the distance to a text of `chars` characters, or `None` if it is more than `most`.
    pub(super) fn distance(
        &self,
        text: &str,
        chars: usize,
        most: usize,
        column: &mut Column,
    ) -> Option<usize> {
        let (rows, columns) = (self.chars, chars);
        if rows.abs_diff(columns) > most {
            return None;
        }
        if rows == 0 || columns == 0 {
            return Some(rows.max(columns));
        }
        // The maximum distance above and below the diagonal of a path through the table that costs at most
        // `most`. Only the words from `first` to `last` are within it.
        let above = (most + columns - rows) / 2;
        let below = (most + rows - columns) / 2;
        let column = &mut column.0;
        column.clear();
        let last_row = |word: usize| ((word + 1) * ROWS).min(rows);
        for (index, character) in text.chars().enumerate() {
            let at = index + 1;
            let first = at.saturating_sub(above).max(1).min(rows);
            let first = (first - 1) / ROWS;
            let last = ((at + below).min(rows) - 1) / ROWS;
            while column.len() <= last {
                let word = column.len();
                let before = column.last().map_or(index, |before| before.2);
                let start = if word == 0 { 0 } else { last_row(word - 1) };
                column.push((u64::MAX, 0, before + last_row(word) - start));
            }
            let masks = self.rows(character);
            let (mut up, mut down) = (1, 0);
            for word in first..=last {
                let (positive, negative, score) = &mut column[word];
                let top = (last_row(word) - 1) % ROWS;
                (*positive, *negative, up, down) =
                    step(masks[word], *positive, *negative, up, down, top);
                *score = *score + up as usize - down as usize;
            }
            let score = column[last].2;
            let rest = (rows - last_row(last)).abs_diff(columns.saturating_sub(at));
            if score > most + rest {
                return None;
            }
        }
        column.get(self.words - 1).map(|end| end.2).filter(|distance| *distance <= most)
    }
}

/// Computes one word of one column. It takes the vertical differences of the previous column and the
/// horizontal difference above the word, and returns the vertical differences of this column and the
/// horizontal difference at row `top`.
#[inline(always)]
fn step(
    equal: u64,
    positive: u64,
    negative: u64,
    up: u64,
    down: u64,
    top: usize,
) -> (u64, u64, u64, u64) {
    let vertical = equal | negative;
    let equal = equal | down;
    let horizontal = ((equal & positive).wrapping_add(positive) ^ positive) | equal;
    let rising = negative | !(horizontal | positive);
    let falling = positive & horizontal;
    let out = (rising >> top & 1, falling >> top & 1);
    let (rising, falling) = (rising << 1 | up, falling << 1 | down);
    (falling | !(vertical | rising), rising & vertical, out.0, out.1)
}
