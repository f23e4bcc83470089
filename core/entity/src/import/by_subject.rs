//! Sorted lists of items that are grouped by subject.

/// Returns the index of the first item of each subject, followed by the end. The items must be
/// sorted by subject.
pub(super) fn starts(subjects: usize, items: impl ExactSizeIterator<Item = u32>) -> Vec<u32> {
    let end = items.len() as u32;
    if end == 0 {
        return Vec::new();
    }
    let mut starts = Vec::with_capacity(subjects + 1);
    for (index, subject) in items.enumerate() {
        while starts.len() <= subject as usize {
            starts.push(index as u32);
        }
    }
    starts.resize(subjects + 1, end);
    starts
}

/// Returns the items of a subject.
pub(super) fn items<'i, T>(all: &'i [T], starts: &[u32], subject: u32) -> &'i [T] {
    match starts.get(subject as usize..).unwrap_or_default() {
        [start, end, ..] => all.get(*start as usize..*end as usize).unwrap_or_default(),
        _ => &[],
    }
}
