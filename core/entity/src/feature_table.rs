//! Tables of learned weights by the hashes of features, read in place with eight bits for each weight.

/// The bytes of a slot: the upper half of the hash u32, and the row plus one u32; 0 if it is free.
const SLOT: usize = 8;

/// A table in its two parts.
#[derive(Default)]
pub(crate) struct Table {
    pub slots: Vec<u8>,
    /// Rows of weights: the upper half of a unit f32, and for each weight its number of units i8.
    pub rows: Vec<u8>,
}

/// Returns the number of slots for features: a quarter stays free.
fn table_size(features: usize) -> usize {
    features + features / 3 + 16
}

fn place(feature: u64, slots: usize) -> usize {
    (((feature & 0xFFFF_FFFF) * slots as u64) >> 32) as usize
}

/// Returns the table of features, in the order of their hashes, with their weights.
pub(crate) fn build<'w>(kept: impl ExactSizeIterator<Item = (u64, &'w [f32])>) -> Table {
    let count = table_size(kept.len());
    let mut slots = vec![(0u32, 0u32); count];
    let mut rows = Vec::new();
    for (number, (feature, weights)) in kept.enumerate() {
        let mut at = place(feature, count);
        while slots[at].1 != 0 {
            at = (at + 1) % count;
        }
        slots[at] = ((feature >> 32) as u32, number as u32 + 1);
        let most = weights.iter().fold(0.0f32, |most, one| most.max(one.abs()));
        let unit = half(most / 127.0);
        rows.extend_from_slice(&unit.to_le_bytes());
        let unit = whole(unit);
        // A cast to an integer keeps to its range.
        rows.extend(weights.iter().map(|weight| (weight / unit).round() as i8 as u8));
    }
    let mut bytes = Vec::with_capacity(count * SLOT);
    for (tag, row) in slots {
        bytes.extend_from_slice(&tag.to_le_bytes());
        bytes.extend_from_slice(&row.to_le_bytes());
    }
    Table { slots: bytes, rows }
}

/// Returns the upper half of a number, rounded to the nearest.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    (bits.wrapping_add(0x7FFF + (bits >> 16 & 1)) >> 16) as u16
}

/// Returns the number with an upper half.
fn whole(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

/// Adds the weights of a feature to sums, of which there are as many as a row has weights.
pub(crate) fn add((slots, rows): (&[u8], &[u8]), feature: u64, sums: &mut [f32]) {
    let Some(row) = find(slots.as_chunks::<SLOT>().0, feature) else { return };
    let size = 2 + sums.len();
    let start = row as usize * size;
    let Some([low, high, weights @ ..]) = rows.get(start..start + size) else { return };
    let unit = whole(u16::from_le_bytes([*low, *high]));
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += unit * f32::from(*weight as i8);
    }
}

fn find(slots: &[[u8; SLOT]], feature: u64) -> Option<u32> {
    let tag = (feature >> 32) as u32;
    let (before, from) = slots.split_at_checked(place(feature, slots.len()))?;
    for slot in from.iter().chain(before) {
        let [a, b, c, d, row @ ..] = *slot;
        let row = u32::from_le_bytes(row).checked_sub(1)?;
        if u32::from_le_bytes([a, b, c, d]) == tag {
            return Some(row);
        }
    }
    None
}
