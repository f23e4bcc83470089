//! The spellings in which a secret is inserted into a document.

/// The names that are redacted. Patterns find the rest.
pub const NAMES: &str = "Jane Roe\nKim\nAli Demir\nΑλέξης Μάιος\nФёдор Королёв\nדוד כהן\nمحمد حسن\n김철수\n田中 太郎\n\
    Öztürk\nGroß Strauß\nÅsa Nyström";

/// The character at which the markup of a document divides a secret.
pub const DIVIDER: char = '‸';

/// A spelling of a secret, with its letters and digits as the reader folds them.
pub type Writing = (&'static str, &'static str);

/// Spellings in which each secret is replaced.
pub const REPLACED: &[Writing] = &[
    ("Jane Roe", "janeroe"),
    ("JANE ROE", "janeroe"),
    ("jane roe", "janeroe"),
    ("Jane\u{A0}Roe", "janeroe"),
    ("Jane  Roe", "janeroe"),
    ("Ja\u{AD}ne R\u{AD}oe", "janeroe"),
    ("Jane\u{200B} Roe", "janeroe"),
    ("Ja\u{200D}ne Roe", "janeroe"),
    ("Ja\u{34F}ne Ro\u{FE0F}e", "janeroe"),
    ("\u{2066}Jane\u{2069} \u{202E}Roe\u{202C}", "janeroe"),
    ("Jane Roe", "janeroe"),
    ("𝐉𝐚𝐧𝐞 𝑅𝑜𝑒", "janeroe"),
    ("Ｊａｎｅ　Ｒｏｅ", "janeroe"),
    ("ja‸ne‸ roe", "janeroe"),
    ("Jane‸ ‸Roe", "janeroe"),
    ("jane.roe", "janeroe"),
    ("jane_roe.png", "janeroe"),
    ("Jane-Roe", "janeroe"),
    ("JaneRoe", "janeroe"),
    ("Jane Roes Haus", "janeroe"),
    ("Jane, Roe", "janeroe"),
    ("Jane%20Roe", "janeroe"),
    ("Jane%2520Roe", "janeroe"),
    ("%4Aane+Roe", "janeroe"),
    ("%u004Aane%20Roe", "janeroe"),
    ("=4Aane=20Roe", "janeroe"),
    ("=?utf-8?Q?=4Aane_Roe?=", "janeroe"),
    ("Jane_x0020_Roe", "janeroe"),
    ("&#74;ane&#32;Roe", "janeroe"),
    ("&#x4a;ane&#x20;R&#111;e", "janeroe"),
    ("&amp;#74;ane Roe", "janeroe"),
    ("&#74;&#97;&#110;&#101;&#32;&#82;&#111;&#101;", "janeroe"),
    ("Jane&#x200B; Roe", "janeroe"),
    ("\\u004aane\\u0020Roe", "janeroe"),
    ("\\u{4a}ane Roe", "janeroe"),
    ("\\x4aane Roe", "janeroe"),
    ("\\112ane Roe", "janeroe"),
    ("\\00004aane\\20 Roe", "janeroe"),
    ("MR KIM", "kim"),
    ("kim", "kim"),
    ("K\u{2061}i\u{FE00}m", "kim"),
    ("ALİ DEMİR", "alidemir"),
    ("ΑΛΕΞΗΣ ΜΑΪΟΣ", "αλεξησμαιοσ"),
    ("ФЕДОР КОРОЛЕВ", "федоркоролев"),
    ("Федор Королев", "федоркоролев"),
    ("ולדוד כהן", "דודכהן"),
    ("מ\u{5B0}דוד כהן", "דודכהן"),
    ("لمحمـــد حسن", "محمدحسن"),
    ("김철수는", "김철수"),
    ("\u{1100}\u{1175}\u{11B7}\u{110E}\u{1165}\u{11AF}\u{1109}\u{116E}", "김철수"),
    ("田中太郎さん", "田中太郎"),
    ("O\u{308}ZTÜRK", "ozturk"),
    ("Oztu\u{308}rk %D6zt%FCrk", "ozturk"),
    ("GROSS STRAUSS", "grossstrauss"),
    ("A\u{30A}sa Nystro\u{308}m", "asanystrom"),
    ("\u{212B}SA NYSTRÖM", "asanystrom"),
    ("4111111111111111", "4111111111111111"),
    ("4111 1111 1111 1111", "4111111111111111"),
    ("4111-1111-1111-1111", "4111111111111111"),
    ("4111\u{A0}1111\u{2011}1111\u{2009}1111", "4111111111111111"),
    ("４１１１１１１１１１１１１１１１", "4111111111111111"),
    ("٤١١١١١١١١١١١١١١١", "4111111111111111"),
    ("DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
    ("DE89370400440532013000", "de89370400440532013000"),
    ("+49 30 1234567", "49301234567"),
    ("tel:+49-30-1234567", "49301234567"),
    ("anna@poe.example", "annapoeexample"),
    ("ANNA@POE.EXAMPLE", "annapoeexample"),
    ("an\u{AD}na@po\u{200B}e.example", "annapoeexample"),
    ("anna@‸poe.example", "annapoeexample"),
    ("anna&#64;poe.example", "annapoeexample"),
    ("mailto:anna%40poe.example", "annapoeexample"),
    ("192.0.2.7", "192027"),
    ("2001:db8::8a2e:370:7334", "2001db88a2e3707334"),
];

/// Spellings in which a secret is replaced, or the document is refused with the position.
pub const HIDDEN: &[Writing] = &[
    ("J a n e R o e", "janeroe"),
    ("J.A.N.E R.O.E", "janeroe"),
    ("xJaneRoex", "janeroe"),
    ("Jane -- * -- Roe", "janeroe"),
    // "Ask Jane Roe.", also in the URL alphabet.
    ("QXNrIEphbmUgUm9lLg==", "janeroe"),
    ("data:text/plain;base64,Pz8_PyBKYW5lIFJvZQ", "janeroe"),
    // After a path, as if the path belonged to the code.
    ("x/img/QXNrIEphbmUgUm9lLg", "janeroe"),
    // "ask &#74;ane Roe" and "ask Jane%20Roe".
    ("YXNrICYjNzQ7YW5lIFJvZQ==", "janeroe"),
    ("YXNrIEphbmUlMjBSb2U=", "janeroe"),
    // "Jane Roe" in UTF-16, and twice in Base64.
    ("SgBhAG4AZQAgAFIAbwBlAA==", "janeroe"),
    ("U21GdVpTQlNiMlU9", "janeroe"),
    // "Jane Roe", compressed with gzip.
    ("H4sIAAAAAAACA/NKzEtVCMpPBQBVZyWDCAAAAA==", "janeroe"),
    // "Ask Jane Roe." in hexadecimal digits.
    ("41736b204a616e6520526f652e", "janeroe"),
    ("\\x41736B204A616E6520526F652E", "janeroe"),
];
