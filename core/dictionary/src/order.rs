//! Bucket sorts by numbers and hashes, which avoid most comparisons between items.

use glossweave_base::error::Result;
use glossweave_base::progress::Reporter;

/// The approximate number of hashes in a bucket.
const BUCKET: usize = 64;
/// The maximum number of buckets, in bits. More buckets would make the writes too scattered for the
/// cache.
const MOST: u32 = 12;

/// Returns the indexes of items in the stable order of their numbers, and the end of each number's
/// range. All numbers must be less than `count`. Returns the errors of the watcher.
pub(super) fn by_number<T>(
    items: &[T],
    count: usize,
    number: impl Fn(&T) -> u32,
    reporter: &mut Reporter<'_, '_>,
) -> Result<(Vec<u32>, Vec<u32>)> {
    let mut ends = vec![0; count];
    for item in items {
        reporter.step()?;
        ends[number(item) as usize] += 1;
    }
    starts(&mut ends);
    let mut order = vec![0; items.len()];
    for (place, item) in items.iter().enumerate() {
        reporter.step()?;
        let end = &mut ends[number(item) as usize];
        order[*end as usize] = place as u32;
        *end += 1;
    }
    Ok((order, ends))
}

/// Sorts items that start with a hash. Returns the errors of the watcher.
pub(super) fn sort_hashes<T: Copy + Default + Ord>(
    items: &mut Vec<T>,
    hash: impl Fn(&T) -> u64,
    reporter: &mut Reporter<'_, '_>,
) -> Result<()> {
    let bits = (items.len() / BUCKET).max(2).ilog2().min(MOST);
    let bucket = |item: &T| (hash(item) >> (u64::BITS - bits)) as usize;
    let mut ends = vec![0; 1 << bits];
    for item in items.iter() {
        reporter.step()?;
        ends[bucket(item)] += 1;
    }
    starts(&mut ends);
    let mut sorted = vec![T::default(); items.len()];
    for item in items.iter() {
        reporter.step()?;
        let end = &mut ends[bucket(item)];
        sorted[*end as usize] = *item;
        *end += 1;
    }
    *items = sorted;
    let mut start = 0;
    for end in ends {
        let bucket = &mut items[start..end as usize];
        start = end as usize;
        reporter.sort(bucket, &Ord::cmp)?;
    }
    Ok(())
}

/// Replaces each count with the start of its range.
fn starts(counts: &mut [u32]) {
    let mut start = 0;
    for count in counts {
        start += std::mem::replace(count, start);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{by_number, sort_hashes};
    use glossweave_base::error::{Error, ErrorKind};
    use glossweave_base::progress::{Progress, Reporter};

    proptest! {
        #[test]
        fn numbers_are_put_in_order_and_their_items_stay_in_theirs(
            numbers in proptest::collection::vec(0..20_u32, 0..200),
        ) {
            let mut watch = |_| Ok(());
            let mut reporter = Reporter::new(&mut watch, Progress::default());
            let (order, ends) = by_number(&numbers, 20, |number| *number, &mut reporter).unwrap();
            let mut sorted: Vec<u32> = (0..numbers.len() as u32).collect();
            sorted.sort_by_key(|place| numbers[*place as usize]);
            prop_assert_eq!(order, sorted);
            for (number, end) in ends.iter().enumerate() {
                let before = numbers.iter().filter(|item| **item as usize <= number).count();
                prop_assert_eq!(*end as usize, before);
            }
        }

        #[test]
        fn hashes_are_sorted(
            hashes in proptest::collection::vec((any::<u64>(), any::<u32>()), 0..1000),
            near in proptest::collection::vec((0..9_u64, any::<u32>()), 0..1000),
        ) {
            let mut watch = |_| Ok(());
            let mut reporter = Reporter::new(&mut watch, Progress::default());
            for items in [hashes, near] {
                let (mut ours, mut sorted) = (items.clone(), items);
                sort_hashes(&mut ours, |(hash, _)| *hash, &mut reporter).unwrap();
                sorted.sort_unstable();
                prop_assert_eq!(ours, sorted);
            }
        }
    }

    #[test]
    fn a_sort_is_ended_between_its_parts() {
        let mut hashes: Vec<u64> = (0..20_000).rev().collect();
        let mut end = |_| Err(Error::new(ErrorKind::Unavailable, "enough"));
        let mut reporter = Reporter::new(&mut end, Progress::default());
        let ended = sort_hashes(&mut hashes, |hash| *hash, &mut reporter);
        assert_eq!(ended.unwrap_err().message(), "enough");
        let mut reporter = Reporter::new(&mut end, Progress::default());
        let ended = by_number(&hashes, 20_000, |hash| *hash as u32, &mut reporter);
        assert_eq!(ended.unwrap_err().message(), "enough");
    }
}
