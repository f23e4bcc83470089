//! Encodings with their IANA meaning. Like browsers, the Encoding Standard uses larger encodings
//! for some names. Other readers of XML and PO would then interpret the additional characters
//! differently.

use std::borrow::Cow;

use encoding_rs::{EUC_KR, GBK, WINDOWS_874, WINDOWS_1252, WINDOWS_1254};

use super::Encoding;

/// The part of an encoding of the standard that an IANA label refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Repertoire {
    /// The whole encoding.
    Standard,
    /// ASCII.
    Ascii,
    /// A part of ISO 8859, in which the bytes 80 to 9F are control characters.
    Controls,
    /// A set of 94 × 94 characters, in which both bytes are A1 or higher.
    Pairs,
}

/// The labels for which IANA defines a smaller encoding than the Encoding Standard.
const LABELS: [(Repertoire, &[&str]); 3] = [
    (
        Repertoire::Ascii,
        &[
            "us-ascii",
            "ascii",
            "ansi_x3.4-1968",
            "ansi_x3.4-1986",
            "iso646-us",
            "iso_646.irv:1991",
            "iso-ir-6",
            "csascii",
            "ibm367",
            "cp367",
            "us",
        ],
    ),
    (
        Repertoire::Controls,
        &[
            "iso-8859-1",
            "iso8859-1",
            "iso88591",
            "iso_8859-1",
            "iso_8859-1:1987",
            "iso-ir-100",
            "latin1",
            "l1",
            "csisolatin1",
            "ibm819",
            "cp819",
            "iso-8859-9",
            "iso8859-9",
            "iso88599",
            "iso_8859-9",
            "iso_8859-9:1989",
            "iso-ir-148",
            "latin5",
            "l5",
            "csisolatin5",
            "iso-8859-11",
            "iso8859-11",
            "iso885911",
            "tis-620",
        ],
    ),
    (
        Repertoire::Pairs,
        &[
            "gb2312",
            "gb_2312",
            "gb_2312-80",
            "csgb2312",
            "chinese",
            "csiso58gb231280",
            "iso-ir-58",
            "euc-kr",
            "cseuckr",
            "ks_c_5601-1987",
            "ks_c_5601-1989",
            "ksc5601",
            "ksc_5601",
            "korean",
            "iso-ir-149",
            "csksc56011987",
        ],
    ),
];

impl Repertoire {
    pub fn name(self, encoding: &'static encoding_rs::Encoding) -> &'static str {
        let names = [
            (Repertoire::Controls, WINDOWS_1252, "ISO-8859-1"),
            (Repertoire::Controls, WINDOWS_1254, "ISO-8859-9"),
            (Repertoire::Controls, WINDOWS_874, "ISO-8859-11"),
            (Repertoire::Pairs, GBK, "GB2312"),
            (Repertoire::Pairs, EUC_KR, "EUC-KR"),
        ];
        match names.iter().find(|row| row.0 == self && row.1 == encoding) {
            Some(row) => row.2,
            None if self == Repertoire::Ascii => "US-ASCII",
            None => encoding.name(),
        }
    }

    /// Returns `true` if the repertoire contains a non-ASCII character, given its bytes.
    fn has(self, bytes: &[u8]) -> bool {
        match self {
            Repertoire::Standard => true,
            Repertoire::Ascii => false,
            Repertoire::Controls => !bytes.iter().any(|byte| matches!(byte, 0x80..=0x9F)),
            Repertoire::Pairs => bytes.iter().all(|byte| *byte >= 0xA1),
        }
    }
}

impl Encoding {
    /// Returns `true` if this is ASCII, which the Encoding Standard does not define.
    pub(super) fn is_ascii(self) -> bool {
        self.1 == Repertoire::Ascii
    }

    /// Returns `true` if the standard uses the same encoding for both.
    pub(super) fn is_like(self, other: Encoding) -> bool {
        self.0 == other.0
    }

    /// Encodes a text. The result includes `true` if some characters became references.
    pub(super) fn encode_with_references(self, text: &str) -> (Cow<'_, [u8]>, bool) {
        if self.1 == Repertoire::Standard || text.is_ascii() {
            let (bytes, _, has_references) = self.0.encode(text);
            return (bytes, has_references);
        }
        let mut out = Vec::with_capacity(text.len());
        let mut has_references = false;
        for char in text.chars() {
            let mut buffer = [0; 4];
            let (bytes, _, is_reference) = self.0.encode(char.encode_utf8(&mut buffer));
            match u8::try_from(u32::from(char)) {
                Ok(byte @ 0x80..=0x9F) if self.1 == Repertoire::Controls => out.push(byte),
                _ if char.is_ascii() || !is_reference && self.1.has(&bytes) => {
                    out.extend_from_slice(&bytes)
                }
                _ => {
                    has_references = true;
                    out.extend(format!("&#{};", u32::from(char)).into_bytes());
                }
            }
        }
        (Cow::Owned(out), has_references)
    }

    /// Decodes an encoding in which the bytes 80 to 9F are control characters, using `decode` for
    /// all other bytes. Any other encoding is passed to `decode` as a whole.
    pub(super) fn decode_controls(self, bytes: &[u8], decode: impl Fn(&[u8]) -> String) -> String {
        if self.1 != Repertoire::Controls {
            return decode(bytes);
        }
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
        let mut rest = bytes;
        loop {
            let end = rest.iter().position(|byte| matches!(byte, 0x80..=0x9F));
            let (others, behind) = rest.split_at(end.unwrap_or(rest.len()));
            text.push_str(&decode(others));
            let Some((control, behind)) = behind.split_first() else { return text };
            text.push(char::from(*control));
            rest = behind;
        }
    }
}

/// Returns the encoding that IANA defines for a label. Uses the Encoding Standard for labels
/// that IANA does not define.
pub fn for_iana_label(label: &str) -> Option<Encoding> {
    let label = label.trim_ascii();
    let row = LABELS.iter().find(|row| row.1.iter().any(|name| name.eq_ignore_ascii_case(label)));
    match row {
        Some((Repertoire::Ascii, _)) => Some(Encoding(WINDOWS_1252, Repertoire::Ascii)),
        Some((repertoire, _)) => {
            Encoding::for_label(label).map(|encoding| Encoding(encoding.0, *repertoire))
        }
        None => Encoding::for_label(label),
    }
}
