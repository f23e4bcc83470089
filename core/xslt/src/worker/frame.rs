//! Frames of byte fields that are sent over a pipe: the number of fields, followed by each field with its
//! length before it.

use std::io::{self, Read, Write};

/// The maximum number of fields in a frame. Each parameter and each message is at least one field.
const FIELDS: u32 = 10_000_000;

pub(super) fn write(out: &mut impl Write, fields: &[Vec<u8>]) -> io::Result<()> {
    let count =
        u32::try_from(fields.len()).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
    out.write_all(&count.to_le_bytes())?;
    for field in fields {
        out.write_all(&(field.len() as u64).to_le_bytes())?;
        out.write_all(field)?;
    }
    out.flush()
}

/// Reads the next frame. Returns `None` at the end.
pub(super) fn read(input: &mut impl Read) -> io::Result<Option<Vec<Vec<u8>>>> {
    let mut count = [0; 4];
    match input.read_exact(&mut count) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let count = u32::from_le_bytes(count);
    if count > FIELDS {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut fields = Vec::new();
    for _ in 0..count {
        let mut length = [0; 8];
        input.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        let mut field = Vec::new();
        // Memory is allocated only for bytes that are actually read, whatever the length is.
        input.take(length).read_to_end(&mut field)?;
        if field.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        fields.push(field);
    }
    Ok(Some(fields))
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn what_is_written_is_read() {
        let frames = [vec![], vec![vec![]], vec![b"a".to_vec(), vec![0; 100_000], vec![]]];
        let mut bytes = Vec::new();
        frames.iter().for_each(|frame| write(&mut bytes, frame).unwrap());
        let mut rest = &bytes[..];
        for frame in &frames {
            assert_eq!(read(&mut rest).unwrap().as_ref(), Some(frame));
        }
        assert!(read(&mut rest).unwrap().is_none());
        for end in 5..16 {
            let mut cut = &bytes[4 + 12..][..end];
            assert!(read(&mut cut).is_err(), "{end}");
        }
        assert!(read(&mut &b"\xff\xff\xff\xff"[..]).is_err());
        assert!(read(&mut &b"\x01\0\0\0\xff\xff\xff\xff\xff\xff\xff\x7fabc"[..]).is_err());
    }
}
