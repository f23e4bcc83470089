//! Bytes that control a fuzz target.

/// The remaining bytes. When there are no more bytes, each value is 0.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Input<'a> {
        Input(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// Reads a number of two bytes.
    pub fn number(&mut self) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()]))
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::from(self.byte()) % from.len()]
    }

    /// Takes the bytes up to the next NUL, and skips the NUL.
    pub fn until_nul(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        let (part, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        part
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}

/// Returns an offset of a text, rounded down to a character boundary.
pub fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Panics with the message if there is a fault.
#[track_caller]
pub fn expect(verdict: Result<(), String>) {
    if let Err(what) = verdict {
        panic!("{what}");
    }
}
