//! The likeness of two names.

/// A normalized name: in lower case, with one space in place of what is no letter or digit.
#[derive(Debug, Default)]
pub(super) struct Likeness {
    folded: String,
    /// Pairs of letters, the edges of words among them; sorted.
    pairs: Vec<u64>,
}

impl Likeness {
    pub fn of(name: &str) -> Likeness {
        let mut likeness = Likeness::default();
        likeness.set(name);
        likeness
    }

    /// Sets another name, in the same memory.
    pub fn set(&mut self, name: &str) {
        self.folded.clear();
        self.pairs.clear();
        for letter in name.chars().flat_map(char::to_lowercase) {
            match letter.is_alphanumeric() {
                true => self.folded.push(letter),
                false if self.folded.ends_with(' ') || self.folded.is_empty() => {}
                false => self.folded.push(' '),
            }
        }
        if self.folded.ends_with(' ') {
            self.folded.pop();
        }
        // A name of signs alone is compared as it is.
        if self.folded.is_empty() {
            self.folded.push_str(name.trim());
        }
        let mut last = ' ';
        for letter in self.folded.chars().chain([' ']) {
            self.pairs.push(u64::from(last) << 32 | u64::from(letter));
            last = letter;
        }
        self.pairs.sort_unstable();
    }

    /// Returns `true` if there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// Returns `true` if the other name begins with this one.
    pub fn begins(&self, other: &Likeness) -> bool {
        other.folded.starts_with(&self.folded)
    }

    /// Returns the maximum number of steps that [`Likeness::to`] takes.
    pub fn work(&self, other: &Likeness) -> usize {
        self.pairs.len() + other.pairs.len()
    }

    /// Returns the likeness from 0 to 1: 1 if the names are the same, else less (Dice's coefficient of
    /// the pairs).
    pub fn to(&self, other: &Likeness) -> f64 {
        if self.folded == other.folded {
            return 1.0;
        }
        let (mut one, mut two) = (self.pairs.as_slice(), other.pairs.as_slice());
        let all = one.len() + two.len();
        let mut shared = 0;
        while let (Some((first, rest)), Some((second, others))) =
            (one.split_first(), two.split_first())
        {
            shared += usize::from(first == second);
            (one, two) = match first.cmp(second) {
                std::cmp::Ordering::Less => (rest, two),
                std::cmp::Ordering::Greater => (one, others),
                std::cmp::Ordering::Equal => (rest, others),
            };
        }
        // Words in another order have the same pairs.
        (2.0 * shared as f64 / all.max(1) as f64).min(0.98)
    }
}
