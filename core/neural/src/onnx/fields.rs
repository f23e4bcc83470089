//! Protocol Buffers messages, whose fields are read in place and written.

/// A field of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'b> {
    /// The number of the field.
    pub number: u64,
    /// The value of a varint field. 0 for other types.
    pub value: u64,
    /// The content of a length-delimited field. Empty for other types.
    pub content: &'b [u8],
    /// All bytes of the field.
    pub raw: &'b [u8],
}

/// The fields of a message.
pub(super) struct Fields<'b>(pub &'b [u8]);

impl<'b> Fields<'b> {
    /// Reads a varint.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 127) << shift;
            if *byte < 128 {
                return Some(number);
            }
        }
        None
    }

    fn field(&mut self) -> Option<Field<'b>> {
        let whole = self.0;
        let key = self.number()?;
        let mut value = 0;
        let length = match key & 7 {
            0 => {
                value = self.number()?;
                0
            }
            1 => 8,
            2 => usize::try_from(self.number()?).ok()?,
            5 => 4,
            _ => return None,
        };
        let (content, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        let content = if key & 7 == 2 { content } else { &[] };
        let raw = &whole[..whole.len() - rest.len()];
        Some(Field { number: key >> 3, value, content, raw })
    }
}

impl<'b> Iterator for Fields<'b> {
    type Item = Result<Field<'b>, &'static str>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let found = self.field().ok_or("its fields are damaged or truncated");
        if found.is_err() {
            self.0 = &[];
        }
        Some(found)
    }
}

/// Appends a varint.
fn write_number(mut value: u64, out: &mut Vec<u8>) {
    while value > 127 {
        out.push(value as u8 & 127 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a varint field.
pub(super) fn write_value(number: u64, value: u64, out: &mut Vec<u8>) {
    write_number(number << 3, out);
    write_number(value, out);
}

/// Appends a length-delimited field.
pub(super) fn write_content(number: u64, content: &[u8], out: &mut Vec<u8>) {
    write_number(number << 3 | 2, out);
    write_number(content.len() as u64, out);
    out.extend_from_slice(content);
}
