//! A run-length map from positions to values.

/// A run-length map. A value applies from its position up to the position of the next entry.
#[derive(Clone, Debug)]
pub(crate) struct RunLengthMap<T> {
    runs: Vec<(u32, T)>,
}

impl<T> Default for RunLengthMap<T> {
    fn default() -> RunLengthMap<T> {
        RunLengthMap { runs: Vec::new() }
    }
}

impl<T: PartialEq + Copy> RunLengthMap<T> {
    /// Sets the value from `at` on. Positions must not decrease.
    pub fn set(&mut self, at: u32, value: T) {
        if let Some(last) = self.runs.last_mut() {
            if last.1 == value {
                return;
            }
            if last.0 == at {
                last.1 = value;
                let count = self.runs.len();
                if count > 1 && self.runs[count - 2].1 == value {
                    self.runs.pop();
                }
                return;
            }
        }
        self.runs.push((at, value));
    }

    /// Removes all entries from a position on.
    pub fn truncate(&mut self, at: u32) {
        while self.runs.last().is_some_and(|run| run.0 >= at) {
            self.runs.pop();
        }
    }

    /// Returns the value at a position, and the position where it begins.
    pub fn get(&self, at: u32) -> Option<(u32, T)> {
        let next = self.runs.partition_point(|run| run.0 <= at);
        next.checked_sub(1).map(|index| self.runs[index])
    }

    /// Returns the position of the first change after `at`, if any.
    pub fn next_change(&self, at: u32) -> Option<u32> {
        let next = self.runs.partition_point(|run| run.0 <= at);
        self.runs.get(next).map(|run| run.0)
    }

    pub fn shrink(&mut self) {
        self.runs.shrink_to_fit();
    }

    pub fn heap_size(&self) -> usize {
        self.runs.capacity() * size_of::<(u32, T)>()
    }
}

#[cfg(test)]
mod tests {
    use super::RunLengthMap;

    #[test]
    fn a_value_holds_until_the_next_one() {
        let mut runs = RunLengthMap::default();
        runs.set(0, 'a');
        runs.set(5, 'b');
        runs.set(7, 'b');
        runs.set(9, 'a');
        assert_eq!(runs.get(4), Some((0, 'a')));
        assert_eq!(runs.get(8), Some((5, 'b')));
        assert_eq!(runs.get(99), Some((9, 'a')));
        assert_eq!(runs.next_change(5), Some(9));
        assert_eq!(runs.next_change(9), None);
    }

    #[test]
    fn what_is_truncated_holds_no_more() {
        let mut runs = RunLengthMap::default();
        runs.set(0, 1);
        runs.set(4, 2);
        runs.truncate(4);
        runs.set(3, 3);
        assert_eq!((runs.get(2), runs.get(5)), (Some((0, 1)), Some((3, 3))));
    }

    #[test]
    fn a_value_set_twice_at_one_place_is_the_later() {
        let mut runs = RunLengthMap::default();
        runs.set(0, 1);
        runs.set(4, 2);
        runs.set(4, 1);
        runs.set(6, 3);
        assert_eq!(runs.get(5), Some((0, 1)));
        assert_eq!(RunLengthMap::<u8>::default().get(3), None);
    }
}
