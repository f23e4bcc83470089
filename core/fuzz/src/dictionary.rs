//! Dictionaries from arbitrary tables and from damaged files. The first byte selects the kind of the rest.

use std::sync::OnceLock;

use glossweave::ErrorKind;
use glossweave::entity::{Dictionary, Passage, Recognizer};
use glossweave::text::{Language, TextSpan};

use super::input::{Input, boundary};

const TABLE: &str = "uri,label,language,type,weight\n\
    http://a.example/ny,New York,en,http://a.example/City http://a.example/Place,2\n\
    http://a.example/nyc,New York City,en,,1.5\n\
    http://a.example/z,Z\u{fc}rich,de,http://a.example/City,\n\
    http://a.example/c,Cork,,,1\nhttp://a.example/c2,CORK,ga,,3\n\
    http://a.example/t,\u{6771}\u{4eac},ja,,\n";

const TEXT: &str = "New York, Zu\u{308}rich; CORK and Cork: new york city \u{6771}\u{4eac}\u{90fd}";

const STORAGE: &[ErrorKind] = &[ErrorKind::Storage];

/// Creates a dictionary, and uses it to search a text.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.byte() % 4 {
        0 => {
            let text = input.rest();
            let table = Dictionary::from_csv(text);
            if let Some(names) = known(table, &[ErrorKind::Malformed, ErrorKind::TooLarge]) {
                names.verify().expect("a new dictionary is whole");
                let text = String::from_utf8_lossy(text);
                let found = scan(&names, &text).expect("a new dictionary is right");
                let labels = text.lines().skip(1).count();
                assert!(found > 0 || names.labels() == 0 || labels > 0);
            }
        }
        1 => {
            if let Some(names) = known(Dictionary::from_bytes(input.rest().to_vec()), STORAGE) {
                known(scan(&names, TEXT), STORAGE);
            }
        }
        // A saved dictionary with some changed bytes and corrected checksums.
        2 => {
            let mut file = saved().to_vec();
            while !input.is_empty() {
                let at = input.number() % file.len();
                file[at] = input.byte();
            }
            mend(&mut file);
            if let Some(names) = known(Dictionary::from_bytes(file), STORAGE) {
                known(names.verify(), STORAGE);
                known(scan(&names, TEXT), STORAGE);
            }
        }
        _ => {
            let names = Dictionary::from_bytes(saved().to_vec()).expect("what was saved");
            scan(&names, &String::from_utf8_lossy(input.rest())).expect("what was saved");
        }
    }
}

/// Searches a text as a whole and in two blocks. Checks that all matches are in the text, in order and
/// within one block.
fn scan(names: &Dictionary, text: &str) -> glossweave::Result<usize> {
    let middle = boundary(text, text.len() / 2);
    let halves = [TextSpan::new(0, middle), TextSpan::new(middle, text.len())];
    let german = Language::parse("de").expect("a tag");
    let mut count = 0;
    for pieces in [&[TextSpan::new(0, text.len())][..], &halves] {
        let passage = Passage::new(text).with_blocks(pieces);
        for passage in [passage, passage.with_language(&german)] {
            let found = names.recognize(&passage)?;
            let mut end = 0;
            for annotation in &found {
                let span = annotation.span();
                assert!(text.get(span.range()).is_some_and(|part| !part.is_empty()));
                assert!(end <= span.start(), "finds overlap");
                assert!(pieces.iter().any(|piece| piece.contains(span)), "across two pieces");
                end = span.end();
            }
            count += found.len();
        }
    }
    Ok(count)
}

fn known<T>(result: glossweave::Result<T>, kinds: &[ErrorKind]) -> Option<T> {
    match result {
        Ok(made) => Some(made),
        Err(error) => {
            assert!(kinds.contains(&error.kind()), "{:?} {error}", error.kind());
            None
        }
    }
}

fn saved() -> &'static [u8] {
    static SAVED: OnceLock<Vec<u8>> = OnceLock::new();
    SAVED.get_or_init(|| {
        let path = std::env::temp_dir().join(format!("glossweave-names-{}", std::process::id()));
        let names = Dictionary::from_csv(TABLE.as_bytes()).expect("a table");
        names.save(&path).expect("a folder that takes files");
        let bytes = std::fs::read(&path).expect("what was saved");
        std::fs::remove_file(&path).expect("what was saved");
        bytes
    })
}

/// The size of the header without its checksum; see the layout in the module of the dictionary.
const SUMMED: usize = 16 + 6 * 16 + 104;

fn mend(file: &mut [u8]) {
    let step =
        |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let words = file[..SUMMED].chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap()));
    let sum = words.fold(SUMMED as u64, step);
    file[SUMMED..SUMMED + 8].copy_from_slice(&sum.to_le_bytes());
    // The end of a file with one block: its checksum, the length, and the checksum of both.
    let body = file.len() - 16;
    let sum = crc(&file[..body]);
    file[body..body + 4].copy_from_slice(&sum.to_le_bytes());
    file[body + 4..body + 12].copy_from_slice(&(body as u64).to_le_bytes());
    let sum = crc(&file[body..body + 12]);
    file[body + 12..].copy_from_slice(&sum.to_le_bytes());
}

/// Computes the CRC-32 as used in gzip.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}

/// Returns tables, a saved dictionary, and changed copies of it.
pub fn seeds() -> Vec<Vec<u8>> {
    assert!(
        Dictionary::from_bytes({
            let mut file = saved().to_vec();
            mend(&mut file);
            assert_eq!(file, saved(), "the checksum is another one");
            file
        })
        .is_ok()
    );
    let mut seeds = vec![
        [&[0], TABLE.as_bytes()].concat(),
        [&[0], TABLE.replace(',', "\t").as_bytes()].concat(),
        [&[0], b"label;uri\n\"a;\"\"b\";http://a.example/\n".as_slice()].concat(),
        [&[1], saved()].concat(),
        [&[3], TEXT.as_bytes()].concat(),
    ];
    seeds.extend((0..saved().len()).step_by(9).map(|at| {
        let at = (at as u16).to_le_bytes();
        vec![2, at[0], at[1], 0xFF, at[0].wrapping_add(1), at[1], 1]
    }));
    seeds
}
