//! Interned strings: distinct strings in one byte buffer, identified by their numbers.

/// A pool of distinct strings, numbered in the order of insertion.
#[derive(Default)]
pub struct Pool {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    /// A hash table of numbers plus one; 0 marks a free slot. At most half of it is used.
    table: Vec<u32>,
    /// The number that was returned last.
    last: u32,
}

impl Pool {
    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no items.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns `true` if another string of `more` bytes fits into the pool.
    pub fn has_space(&self, more: usize) -> bool {
        self.bytes.len() + more <= u32::MAX as usize && self.ends.len() < (1 << 31) - 2
    }

    /// Returns `true` if a string equals the one that was interned last. This is fast, because tables often
    /// repeat a value in consecutive rows.
    pub fn is_last(&self, string: &[u8]) -> bool {
        !self.is_empty() && self.item(self.last) == string
    }

    /// Returns the number of a string. Adds the string if it is new.
    pub fn intern(&mut self, string: &[u8]) -> u32 {
        if !self.is_last(string) {
            self.last = self.number(string);
        }
        self.last
    }

    /// Returns the number of a string if the pool contains it.
    pub fn find(&self, string: &[u8]) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        self.slot(string).ok()
    }

    /// Returns the number of a string, or the index of the slot where it would be inserted. The table has
    /// free slots.
    fn slot(&self, string: &[u8]) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash(string) as usize & mask;
        loop {
            match self.table[at].checked_sub(1) {
                Some(number) if self.item(number) == string => return Ok(number),
                Some(_) => at = (at + 1) & mask,
                None => return Err(at),
            }
        }
    }

    fn number(&mut self, string: &[u8]) -> u32 {
        if self.table.len() < self.ends.len() * 2 + 2 {
            self.grow();
        }
        let at = match self.slot(string) {
            Ok(number) => return number,
            Err(at) => at,
        };
        let number = self.ends.len() as u32;
        self.table[at] = number + 1;
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len() as u32);
        number
    }

    /// Returns the bytes of an item.
    pub fn item(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.bytes[start..self.ends[number] as usize]
    }

    /// Drops the hash table. From now on, strings can be read by their numbers, but not added.
    pub fn close(&mut self) {
        self.table = Vec::new();
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(64);
        let mut table = vec![0u32; size];
        for number in 0..self.ends.len() as u32 {
            let mut at = hash(self.item(number)) as usize & (size - 1);
            while table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            table[at] = number + 1;
        }
        self.table = table;
    }

    /// Returns all strings, each preceded by its length and aligned to `unit` bytes, and their offsets in
    /// units. Returns `None` if an offset does not fit into 32 bits.
    pub fn place(&self, unit: usize) -> Option<(Vec<u8>, Vec<u32>)> {
        let mut bytes = Vec::with_capacity(self.bytes.len() + self.ends.len() * 8);
        let mut places = Vec::with_capacity(self.ends.len());
        for number in 0..self.ends.len() as u32 {
            bytes.resize(bytes.len().next_multiple_of(unit), 0);
            places.push(u32::try_from(bytes.len() / unit).ok()?);
            let item = self.item(number);
            bytes.extend_from_slice(&(item.len() as u32).to_le_bytes());
            bytes.extend_from_slice(item);
        }
        Some((bytes, places))
    }

    /// Returns all strings, each followed by a line feed.
    pub fn lines(&self) -> Vec<u8> {
        (0..self.ends.len() as u32).fold(Vec::new(), |mut lines, number| {
            lines.extend_from_slice(self.item(number));
            lines.push(b'\n');
            lines
        })
    }
}

/// Returns the hash of a string. Files contain such hashes, so the function must not change.
pub fn hash(string: &[u8]) -> u64 {
    let step = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(0x9E37_79B9_7F4A_7C15_u64);
        (product >> 64) as u64 ^ product as u64
    };
    let (words, rest) = string.as_chunks::<8>();
    let start = 0x2545_F491_4F6C_DD1D ^ string.len() as u64;
    let hash = words.iter().fold(start, |hash, word| step(hash, u64::from_le_bytes(*word)));
    let last = rest.iter().fold(1, |word: u64, byte| word << 8 | u64::from(*byte));
    step(hash, last)
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn a_string_keeps_its_number() {
        let mut pool = Pool::default();
        let names: Vec<String> = (0..5000).map(|n| "x".repeat(n % 40) + &n.to_string()).collect();
        let numbers: Vec<u32> = names.iter().map(|name| pool.intern(name.as_bytes())).collect();
        assert_eq!(numbers, (0..5000).collect::<Vec<_>>());
        for (name, number) in names.iter().zip(numbers) {
            assert_eq!(pool.intern(name.as_bytes()), number);
            assert_eq!(pool.item(number), name.as_bytes());
            assert_eq!(pool.find(name.as_bytes()), Some(number));
        }
        assert_eq!((pool.find(b"y"), Pool::default().find(b"y")), (None, None));
    }
}
