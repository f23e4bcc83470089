//! Nesting of the elements to insert into a source.

/// A range of the source to wrap in an element. Its tags are balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The start of the range.
    pub start: u32,
    /// The end of the range.
    pub end: u32,
    /// The end of the last text in the range.
    pub text_end: u32,
    /// The index of the annotation.
    pub owner: u32,
}

/// A start tag or an end tag to insert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The position in the source.
    pub at: u32,
    /// The index of the annotation.
    pub owner: u32,
    /// `true` for a start tag.
    pub opens: bool,
}

/// Returns the well-nested tags to insert, in the order of their positions.
///
/// When two fragments cross, the one that ends first stays whole. The other one is closed before that
/// end and reopened after it. Because both fragments are balanced, their intersection and all parts
/// are balanced too.
pub fn split_crossing(mut fragments: Vec<Fragment>) -> Vec<Edge> {
    fragments
        .sort_by_key(|fragment| (fragment.start, std::cmp::Reverse(fragment.end), fragment.owner));
    let mut edges = Vec::with_capacity(fragments.len() * 2);
    let mut open: Vec<Fragment> = Vec::new();
    for fragment in fragments {
        close_until(fragment.start, &mut open, &mut edges);
        edges.push(Edge { at: fragment.start, owner: fragment.owner, opens: true });
        open.push(fragment);
    }
    close_until(u32::MAX, &mut open, &mut edges);
    edges
}

/// The maximum number of open fragments at one position. Each end closes and reopens the fragments
/// that cross it, so the number of tags could otherwise grow with the square of the number of
/// annotations.
pub const OPEN: usize = 256;

fn close_until(place: u32, open: &mut Vec<Fragment>, edges: &mut Vec<Edge>) {
    while let Some(at) = open.iter().map(|fragment| fragment.end).min().filter(|end| *end <= place)
    {
        let Some(lowest) = open.iter().position(|fragment| fragment.end == at) else { return };
        let above = open.split_off(lowest);
        for fragment in above.iter().rev() {
            edges.push(Edge { at, owner: fragment.owner, opens: false });
        }
        for fragment in above {
            if fragment.end > at && fragment.text_end > at {
                edges.push(Edge { at, owner: fragment.owner, opens: true });
                open.push(fragment);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fragment, split_crossing};

    fn woven(text: &str, spans: &[(u32, u32)]) -> String {
        let fragments = spans.iter().zip(0..).map(|((start, end), owner)| Fragment {
            start: *start,
            end: *end,
            text_end: *end,
            owner,
        });
        let mut output = String::new();
        let mut copied = 0;
        for edge in split_crossing(fragments.collect()) {
            output += &text[copied..edge.at as usize];
            copied = edge.at as usize;
            output += &format!("{}{}", if edge.opens { "<" } else { ">" }, edge.owner);
        }
        output + &text[copied..]
    }

    #[test]
    fn crossing_fragments_are_split_at_the_end_that_comes_first() {
        assert_eq!(woven("abcdef", &[(0, 3), (2, 5)]), "<0ab<1c>1>0<1de>1f");
    }

    #[test]
    fn nested_adjacent_and_equal_fragments_stay_whole() {
        assert_eq!(woven("abcdef", &[(1, 2), (0, 4), (4, 6)]), "<1a<0b>0cd>1<2ef>2");
        assert_eq!(woven("ab", &[(0, 2), (0, 2)]), "<0<1ab>1>0");
    }

    #[test]
    fn three_that_cross_come_apart_in_order() {
        assert_eq!(woven("abcdefg", &[(0, 3), (1, 5), (2, 7)]), "<0a<1b<2c>2>1>0<1<2de>2>1<2fg>2");
    }
}
