//! The filter and the hash table of all token chains, which are built from partitions that are
//! sorted one at a time.

use super::file::{AGAIN, LABEL, MAX_SHIFT, MORE, NUMBERS, SECTIONS, Section, filter_bit, place};
use super::order::sort_hashes;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::SectionWriter;
use glossweave_base::progress::Reporter;
use glossweave_base::spool::Spool;
use glossweave_base::words::{Chain, Token};

/// The number of partitions. A partition contains the chains with the same first bits.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 8;
/// The maximum size of the chains and their values in memory.
const HELD: usize = 64 << 20;
/// The size of the cache of recently added prefixes.
const RECENT: usize = 1 << 14;
/// The size of the buffer for writing slots, in bytes.
const WRITTEN: usize = 1 << 20;

/// The token chains of labels, each with the value of its slot.
pub(super) struct Chains {
    spool: Spool,
    /// Recently added prefixes. The cache avoids duplicates, because many labels start with the
    /// same tokens.
    recent: Vec<u64>,
}

impl Chains {
    pub fn new() -> Chains {
        Chains { spool: Spool::new(PARTS, HELD), recent: vec![0; RECENT] }
    }

    /// Adds the chains of the label at the given position.
    pub fn add(&mut self, tokens: impl Iterator<Item = Token>, label: u32) -> Result<()> {
        let mut chain: Option<Chain> = None;
        for token in tokens {
            if let Some(before) = chain {
                let recent = &mut self.recent[before.0 as usize % RECENT];
                if *recent != before.0 {
                    *recent = before.0;
                    self.push(before.0, MORE)?;
                }
            }
            chain = Some(chain.map_or(Chain::start(&token), |chain| chain.then(&token)));
        }
        chain.map_or(Ok(()), |chain| self.push(chain.0, label + 1))
    }

    fn push(&mut self, chain: u64, value: u32) -> Result<()> {
        push(&mut self.spool, chain, value)
    }

    /// Writes the hash table and the filter.
    pub fn write(
        mut self,
        out: &mut SectionWriter<SECTIONS, NUMBERS>,
        reporter: &mut Reporter<'_, '_>,
    ) -> Result<()> {
        self.recent = Vec::new();
        let mut united = Spool::new(PARTS, HELD);
        let (mut bytes, mut count) = (Vec::new(), 0);
        for part in 0..PARTS {
            self.spool.read(part, &mut bytes)?;
            self.spool.free(part);
            let mut chains: Vec<(u64, u32)> = each(&bytes).collect();
            unite(&mut chains, reporter)?;
            count += chains.len();
            for (chain, value) in chains {
                push(&mut united, chain, value)?;
            }
        }
        drop(self);
        write_slots(&united, count, out, reporter)?;
        let mut filter = vec![0u8; count];
        for part in 0..PARTS {
            united.read(part, &mut bytes)?;
            for (chain, _) in each(&bytes) {
                reporter.step()?;
                let bit = filter_bit(Chain(chain), filter.len() * 8);
                filter[bit / 8] |= 1 << (bit % 8);
            }
        }
        out.begin(Section::Filter as usize)?;
        out.write(Section::Filter as usize, &filter)
    }
}

/// Adds a chain: its hash (u64) and its value (u32).
fn push(spool: &mut Spool, chain: u64, value: u32) -> Result<()> {
    let mut entry = [0; 12];
    entry[..8].copy_from_slice(&chain.to_le_bytes());
    entry[8..].copy_from_slice(&value.to_le_bytes());
    spool.push((chain >> (u64::BITS - PART_BITS)) as usize, &entry)
}

/// Returns the chains of a partition.
fn each(bytes: &[u8]) -> impl Iterator<Item = (u64, u32)> {
    bytes.as_chunks::<12>().0.iter().map(|entry| {
        let [a, b, c, d, e, f, g, h, value @ ..] = *entry;
        (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes(value))
    })
}

/// Sorts the chains, and merges equal chains.
fn unite(chains: &mut Vec<(u64, u32)>, reporter: &mut Reporter<'_, '_>) -> Result<()> {
    sort_hashes(chains, |(chain, _)| *chain << PART_BITS, reporter)?;
    chains.dedup_by(|next, kept| {
        // Two labels with the same hash keep separate slots.
        let same = next.0 == kept.0 && (next.1 & LABEL == 0 || kept.1 & LABEL == 0);
        if same {
            kept.1 |= next.1;
        }
        same
    });
    Ok(())
}

/// Writes a hash table that is half full, with linear probing. A chain is stored at its home slot
/// or after it.
fn write_slots(
    chains: &Spool,
    count: usize,
    out: &mut SectionWriter<SECTIONS, NUMBERS>,
    reporter: &mut Reporter<'_, '_>,
) -> Result<()> {
    let mut slots = count * 2 + 8;
    // Each attempt halves the load factor. In practice, chains are shifted by only a few slots.
    for _ in 0..4 {
        out.begin(Section::Slots as usize)?;
        if has_written_slots(chains, slots, out, reporter)? {
            return Ok(());
        }
        slots *= 2;
    }
    Err(Error::new(ErrorKind::Internal, "too many labels share a hash"))
}

/// Writes the slots. Returns `false` if a chain would be too far from its home slot.
fn has_written_slots(
    chains: &Spool,
    count: usize,
    out: &mut SectionWriter<SECTIONS, NUMBERS>,
    reporter: &mut Reporter<'_, '_>,
) -> Result<bool> {
    let mut bytes = Vec::new();
    // The slots that are still in the buffer, and the number of slots written so far.
    let (mut slots, mut written): (Vec<u8>, usize) = (Vec::new(), 0);
    for part in 0..chains.parts() {
        chains.read(part, &mut bytes)?;
        for (chain, value) in each(&bytes) {
            reporter.step()?;
            let place = place(Chain(chain), count);
            let next = written + slots.len() / 8;
            if next >= place + MAX_SHIFT - 1 {
                return Ok(false);
            }
            // Slots before a free slot are final.
            if place > next && slots.len() >= WRITTEN {
                out.write(Section::Slots as usize, &slots)?;
                written = next;
                slots.clear();
            }
            slots.resize((next.max(place) - written) * 8, 0);
            mark_again(&mut slots, chain as u32);
            slots.extend_from_slice(&(chain as u32).to_le_bytes());
            slots.extend_from_slice(&value.to_le_bytes());
        }
    }
    slots.resize((count + MAX_SHIFT - written) * 8, 0);
    out.write(Section::Slots as usize, &slots)?;
    Ok(true)
}

/// Sets `AGAIN` in preceding slots with the same tag, back to the last free slot.
fn mark_again(slots: &mut [u8], tag: u32) {
    for slot in slots.rchunks_exact_mut(8) {
        if slot[4..] == [0; 4] {
            break;
        }
        if slot[..4] == tag.to_le_bytes() {
            slot[7] |= (AGAIN >> 24) as u8;
        }
    }
}
