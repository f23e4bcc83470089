//! The first column of CoNLL-U.

/// The number of a line in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowId {
    Word(u32),
    /// A multiword token, with the numbers of its first and last word.
    Range(u32, u32),
    /// An empty node, for example `8.1`.
    Empty,
}

impl RowId {
    /// Parses a number, a range or a decimal. Returns `None` for other values.
    pub fn parse(id: &str) -> Option<RowId> {
        let number = |text: &str| text.parse::<u32>().ok();
        if let Some((word, node)) = id.split_once('.') {
            return number(word).and(number(node)).map(|_| RowId::Empty);
        }
        match id.split_once('-') {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                (first <= last).then_some(RowId::Range(first, last))
            }
            None => number(id).map(RowId::Word),
        }
    }
}
