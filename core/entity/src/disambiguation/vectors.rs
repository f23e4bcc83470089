//! Sentence vectors of entities, stored with one byte for each dimension.

use super::entity_text::EntityTexts;
use super::file::{IndexFile, Section, broken};
use crate::sentence_encoder::{SentenceEncoder, encode};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::{u32_at, u64_at};
use glossweave_rdf::Statements;

/// The number of texts that are encoded in one call.
const BATCH: usize = 64;
/// The size of the record of an entity, in bytes.
const RECORD: usize = 16;
/// The maximum number of dimensions of a vector.
const MAX_DIMENSIONS: usize = 1 << 14;
/// The maximum length of the identity of an encoder, in bytes.
const MAX_IDENTITY: usize = 1024;

/// The sections of a file that contain vectors.
#[derive(Default)]
pub(super) struct VectorSections {
    pub records: Vec<u8>,
    pub vectors: Vec<u8>,
    pub encoder: Vec<u8>,
    pub dimensions: u64,
}

/// Encodes the texts in the statements about the accepted entities. `step` is called before each batch.
pub(super) fn build(
    statements: &dyn Statements,
    is_wanted: &dyn Fn(&str) -> bool,
    encoder: &dyn SentenceEncoder,
    step: &dyn Fn() -> Result<()>,
) -> Result<VectorSections> {
    let (name, dimensions) = (encoder.identity(), encoder.dimensions());
    if name.is_empty() || name.len() > MAX_IDENTITY {
        let message = format!("expected an encoder identity of 1 to {MAX_IDENTITY} bytes");
        return Err(Error::invalid(message));
    }
    if dimensions == 0 || dimensions > MAX_DIMENSIONS {
        return Err(Error::invalid(format!(
            "the sentence encoder `{name}` has {dimensions} dimensions, expected 1 to {MAX_DIMENSIONS}"
        )));
    }
    let texts = EntityTexts::gather(statements, is_wanted)?;
    let mut sections = VectorSections {
        encoder: name.as_bytes().to_vec(),
        dimensions: dimensions as u64,
        ..VectorSections::default()
    };
    let mut batch: Vec<String> = Vec::new();
    let mut count = 0_u32;
    for entity in texts.entities() {
        let texts = texts.of(entity);
        if texts.is_empty() {
            continue;
        }
        sections.records.extend_from_slice(&entity.to_le_bytes());
        sections.records.extend_from_slice(&count.to_le_bytes());
        sections.records.extend_from_slice(&(texts.len() as u32).to_le_bytes());
        count = count.checked_add(texts.len() as u32).ok_or_else(|| {
            Error::new(ErrorKind::TooLarge, "a context of more than 4 billion vectors is too large")
        })?;
        batch.extend(texts);
        if batch.len() >= BATCH {
            step()?;
            flush(encoder, &mut batch, &mut sections.vectors)?;
        }
    }
    step()?;
    flush(encoder, &mut batch, &mut sections.vectors)?;
    Ok(sections)
}

/// Encodes the texts of a batch, and clears it.
fn flush(encoder: &dyn SentenceEncoder, batch: &mut Vec<String>, out: &mut Vec<u8>) -> Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let texts: Vec<&str> = batch.iter().map(String::as_str).collect();
    for vector in encode(encoder, &texts)? {
        // Scales the greatest value to 127, because only the direction of the vector is used.
        let most = vector.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
        let scale = if most > 0.0 { 127.0 / most } else { 0.0 };
        out.extend(vector.iter().map(|value| (value * scale).round() as i8 as u8));
    }
    batch.clear();
    Ok(())
}

/// Returns the identity of the encoder of a file. Returns `None` if there are no vectors.
pub(super) fn identity(index_file: &IndexFile) -> Result<Option<&str>> {
    let bytes = index_file.section(Section::Encoder as usize).up_to(0, MAX_IDENTITY);
    let text = std::str::from_utf8(bytes).map_err(|_| broken("has a wrong encoder"))?;
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// Returns the maximum cosine between a vector and the vectors of an entity, given the hash of its IRI.
/// Returns `None` if the entity has no vectors.
pub(super) fn similarity(
    index_file: &IndexFile,
    entity: u64,
    vector: &[f32],
) -> Result<Option<f64>> {
    let records = index_file.section(Section::VectorRecords as usize);
    let at = records.partition_point(RECORD, |record| u64_at(record, 0) < Some(entity)) * RECORD;
    let record = records.get(at, RECORD).filter(|record| u64_at(record, 0) == Some(entity));
    let Some(record) = record else { return Ok(None) };
    let number = |at| u32_at(record, at).map(|number| number as usize);
    let size = vector.len();
    let found = number(8).zip(number(12)).and_then(|(start, count)| {
        let (start, length) = (start.checked_mul(size)?, count.checked_mul(size)?);
        index_file.section(Section::Vectors as usize).get(start, length)
    });
    let found = found.ok_or_else(|| broken("has a wrong offset of a vector"))?;
    let own_length = length(vector.iter().copied());
    let cosines = found.chunks_exact(size.max(1)).map(|known| {
        let values = known.iter().map(|value| f32::from(*value as i8));
        let product: f32 =
            vector.iter().zip(values.clone()).map(|(first, second)| first * second).sum();
        let lengths = own_length * length(values);
        if lengths > 0.0 { f64::from(product) / lengths } else { 0.0 }
    });
    Ok(cosines.reduce(f64::max))
}

fn length(values: impl Iterator<Item = f32>) -> f64 {
    f64::from(values.map(|value| value * value).sum::<f32>()).sqrt()
}
