//! Predefined legacy encodings of Chinese, Japanese and Korean composite fonts (clause 9.7.5.2).

use glossweave_markup::{Encoding, EncodingExt};

/// Substrings of the names of encodings, with the matching labels in the Encoding Standard.
const NAMES: &[(&str, &str)] = &[
    ("RKSJ", "shift_jis"),
    ("B5", "big5"),
    ("GB", "gb18030"),
    ("KSC", "euc-kr"),
    ("EUC", "euc-jp"),
];

/// An encoding of codes of one to four bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegacyEncoding {
    encoding: Encoding,
    label: &'static str,
    /// `true` if the codes are rows and cells of JIS X 0208, which equal EUC-JP without the high
    /// bits.
    is_jis: bool,
}

impl LegacyEncoding {
    /// Returns a predefined legacy encoding. Returns `None` for other names.
    pub fn named(name: &str) -> Option<LegacyEncoding> {
        let base = name.strip_suffix("-H").or(name.strip_suffix("-V")).unwrap_or(name);
        let is_jis = base == "H" || base == "V";
        // The Encoding Standard does not support all planes of CNS-EUC.
        if base.starts_with("Uni") || base.starts_with("CNS") || base.starts_with("Identity") {
            return None;
        }
        let named = NAMES.iter().find(|(part, _)| base.contains(part)).map(|(_, label)| *label);
        let label = named.or(is_jis.then_some("euc-jp"))?;
        Some(LegacyEncoding { encoding: Encoding::for_label(label)?, label, is_jis })
    }

    /// Returns the length of the code at the start of a string.
    pub fn code_length(self, string: &[u8]) -> usize {
        let [first, rest @ ..] = string else { return 1 };
        match (self.label, first) {
            _ if self.is_jis => 2,
            (_, 0..=0x80) | ("shift_jis", 0xA0..=0xDF | 0xFD..) => 1,
            ("gb18030", _) if rest.first().is_some_and(u8::is_ascii_digit) => 4,
            ("euc-jp", 0x8F) => 3,
            _ => 2,
        }
    }

    /// Returns the text of a code, or an empty text for an unassigned code.
    pub fn text(self, code: &[u8]) -> String {
        let high = if self.is_jis { 0x80 } else { 0 };
        let bytes: Vec<u8> = code.iter().map(|byte| byte | high).collect();
        let text = self.encoding.decode_part(&bytes).text.into_owned();
        if text.contains(char::REPLACEMENT_CHARACTER) { String::new() } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::LegacyEncoding;

    #[test]
    fn codes_have_their_lengths_and_texts() {
        for (name, string, length, text) in [
            ("90ms-RKSJ-H", &b"\x93\xFA\x96{"[..], 2, "日"),
            ("90ms-RKSJ-V", b"\xB1\xB2", 1, "ｱ"),
            ("GBK-EUC-H", b"\xD6\xD0a", 2, "中"),
            ("GBK2K-H", b"\x81\x30\x81\x30a", 4, "\u{80}"),
            ("ETen-B5-H", b"\xA4\xA4", 2, "中"),
            ("KSCms-UHC-H", b"\xC7\xD1", 2, "한"),
            ("EUC-H", b"\xC6\xFC", 2, "日"),
            ("H", b"\x46\x7C", 2, "日"),
            ("GBpc-EUC-H", b"ab", 1, "a"),
        ] {
            let encoding = LegacyEncoding::named(name).unwrap();
            assert_eq!(encoding.code_length(string), length, "{name}");
            assert_eq!(encoding.text(&string[..length]), text, "{name}");
        }
        for name in ["Identity-H", "UniGB-UCS2-H", "CNS-EUC-H", "X"] {
            assert!(LegacyEncoding::named(name).is_none(), "{name}");
        }
        assert_eq!(LegacyEncoding::named("H").unwrap().text(b"\xFF"), "");
    }
}
