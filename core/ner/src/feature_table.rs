//! Tables of learned weights, which are looked up by the hash of a feature. The tables are read
//! directly from the file and use eight bits for each weight.

/// The size of a slot in bytes: the upper half of the hash (u32), and the row number plus one
/// (u32), which is 0 if the slot is free.
const SLOT: usize = 8;

/// The two parts of a table.
#[derive(Default)]
pub(crate) struct Table {
    pub slots: Vec<u8>,
    /// The rows of weights. A row contains the upper half of a unit (f32), and each weight as a
    /// multiple of this unit (i8).
    pub rows: Vec<u8>,
}

/// Returns the number of slots for a number of features. A quarter of the slots stays free.
fn table_size(features: usize) -> usize {
    features + features / 3 + 16
}

fn place(feature: u64, slots: usize) -> usize {
    (((feature & 0xFFFF_FFFF) * slots as u64) >> 32) as usize
}

/// Builds the table of features and their weights, which must be sorted by the hashes of the
/// features.
pub(crate) fn build<'w>(entries: impl ExactSizeIterator<Item = (u64, &'w [f32])>) -> Table {
    let count = table_size(entries.len());
    let mut slots = vec![(0u32, 0u32); count];
    let mut rows = Vec::new();
    for (number, (feature, weights)) in entries.enumerate() {
        let mut at = place(feature, count);
        while slots[at].1 != 0 {
            at = (at + 1) % count;
        }
        slots[at] = ((feature >> 32) as u32, number as u32 + 1);
        let most = weights.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
        let unit = half(most / 127.0);
        rows.extend_from_slice(&unit.to_le_bytes());
        let unit = whole(unit);
        // The cast from float to integer saturates.
        rows.extend(weights.iter().map(|weight| (weight / unit).round() as i8 as u8));
    }
    let mut bytes = Vec::with_capacity(count * SLOT);
    for (tag, row) in slots {
        bytes.extend_from_slice(&tag.to_le_bytes());
        bytes.extend_from_slice(&row.to_le_bytes());
    }
    Table { slots: bytes, rows }
}

/// Returns the upper 16 bits of a number, rounded to the nearest.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    (bits.wrapping_add(0x7FFF + (bits >> 16 & 1)) >> 16) as u16
}

/// Returns the number for its upper 16 bits.
fn whole(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

/// Adds the weights of a feature to `sums`, which must have as many items as a row has weights.
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
