//! Readers for files of word classes and word vectors.

use std::io::BufRead;

use super::cluster::Vectors;
use super::{MOST, Path, STEPS};
use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The maximum length of a line, in bytes.
const LINE: u64 = 1 << 20;
/// The maximum length of a vector.
const DIMENSIONS: usize = 4096;

/// Calls `take` with each line and its number, starting at 1, until it returns `false`.
fn each_line(
    mut input: impl BufRead,
    mut take: impl FnMut(&str, u32, &dyn Fn(String) -> Error) -> Result<bool>,
) -> Result<()> {
    let mut line = Vec::new();
    let mut start = 0;
    for number in 1.. {
        start += line.len();
        line.clear();
        let read = std::io::Read::take(&mut input, LINE).read_until(b'\n', &mut line);
        let failed = |cause: std::io::Error| {
            Error::new(ErrorKind::Storage, format!("the word classes could not be read: {cause}"))
        };
        if read.map_err(failed)? == 0 {
            break;
        }
        let place = Location::of(start..start + line.len(), number, 1);
        let wrong = |message| Error::new(ErrorKind::Malformed, message).at(place.clone());
        if line.len() as u64 == LINE {
            return Err(wrong(format!("a line has more than {LINE} bytes")));
        }
        let text =
            std::str::from_utf8(&line).map_err(|_| wrong("the line is not UTF-8".to_owned()))?;
        let text = text.trim_end_matches(['\n', '\r']);
        if !text.is_empty() && !take(text, number, &wrong)? {
            break;
        }
    }
    Ok(())
}

/// Returns the words in a file of clusters, the most frequent first.
pub(super) fn paths(input: impl BufRead) -> Result<Vec<Path>> {
    let mut found: Vec<(u64, Path)> = Vec::new();
    each_line(input, |line, _, wrong| {
        let mut columns = line.split('\t');
        let path = columns.next().unwrap_or_default();
        let word = columns.next().filter(|word| !word.is_empty());
        let word = word.ok_or_else(|| wrong("a path has no word".to_owned()))?;
        let count = columns
            .next()
            .map_or(Ok(1), str::parse)
            .map_err(|_| wrong("the number of occurrences is not a whole number".to_owned()))?;
        if path.is_empty() || !path.bytes().all(|step| matches!(step, b'0' | b'1')) {
            return Err(wrong(format!("`{path}` is not a path of zeros and ones")));
        }
        if found.len() == MOST {
            return Err(Error::invalid(format!("more than {MOST} words")));
        }
        let steps = path.bytes().take(STEPS).enumerate();
        let steps = steps.fold(0, |steps, (at, step)| steps | u16::from(step == b'1') << (15 - at));
        let length = path.len().min(STEPS) as u8;
        found.push((count, Path { word: word.to_owned(), steps, length }));
        Ok(true)
    })?;
    found.sort_by(|(count, first), (other_count, second)| {
        other_count.cmp(count).then_with(|| first.word.cmp(&second.word))
    });
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// Returns words and their vectors.
pub(super) fn vectors(input: impl BufRead, max_words: usize) -> Result<(Vec<String>, Vectors)> {
    let mut words = Vec::new();
    let mut vectors = Vectors::default();
    each_line(input, |line, number, wrong| {
        let mut parts = line.trim_end().split(' ');
        let word = parts.next().unwrap_or_default();
        let start = vectors.numbers.len();
        for part in parts {
            let value: Option<f32> = part.parse().ok().filter(|value: &f32| value.is_finite());
            let value = value.ok_or_else(|| wrong(format!("`{part}` is not a number")))?;
            vectors.numbers.push(value);
        }
        let length = vectors.numbers.len() - start;
        if number == 1 && length == 1 && word.parse::<u64>().is_ok() {
            // The first line of word2vec files contains the numbers of words and dimensions.
            vectors.numbers.clear();
            return Ok(true);
        }
        if words.is_empty() {
            vectors.dimensions = length;
        }
        if length == 0 || length > DIMENSIONS || length != vectors.dimensions {
            let expected = vectors.dimensions;
            let message = format!("the vector has {length} numbers, expected {expected}");
            return Err(wrong(message));
        }
        words.push(word.to_owned());
        Ok(words.len() < max_words)
    })?;
    words.truncate(max_words);
    vectors.numbers.truncate(words.len() * vectors.dimensions);
    Ok((words, vectors))
}
