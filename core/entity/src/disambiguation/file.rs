//! The sections of an index file, and bounds-checked access to them.

use super::word::HASH;
use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{FileType, SectionFile, u32_at, u64_at};

/// The sections of the file, in file order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// The records of all entities and classes, sorted. Each record contains a hash (u64), and for
    /// each [`NodePart`] the index of its first item (u32) and the number of its items (u32).
    Nodes,
    /// Word hashes in the upper 24 bits, and weights in the lower bits. Sorted for each node.
    Words,
    /// The words of related entities, in the same format.
    Related,
    /// IRI hashes in the upper 56 bits, and weights in the lower bits. Sorted for each node.
    Links,
    /// Node numbers (u32).
    Classes,
    /// Hashes of labels in their original case (u32).
    Spellings,
    /// The records of all entities with vectors, sorted. Each contains a hash (u64), the number of its
    /// first vector (u32), and the number of its vectors (u32).
    VectorRecords,
    /// Vectors with one number (i8) for each dimension.
    Vectors,
    /// The identity of the encoder that created the vectors. Empty if there are no vectors.
    Encoder,
    /// Paths of word classes in the upper 16 bits, and weights in the lower bits. Sorted for each node.
    ClassVectors,
}

/// The parts of a node, in record order.
#[derive(Clone, Copy)]
pub(super) enum NodePart {
    Words,
    Related,
    Links,
    Classes,
    Spellings,
    ClassVector,
}

/// The size of a node record, in bytes.
pub(super) const NODE: usize = 56;
/// The maximum number of items in a part of a node.
pub(super) const MAX_ITEMS: usize = 1024;

pub(super) static CONTEXT: FileType =
    FileType { name: "context", magic: b"GWCNTXT\n", version: 5, hint: "" };

/// An index file. Its numbers are the number of entities, the number of entities with a description, the
/// number of dimensions of its vectors, and the identity of its word classes.
pub(super) type IndexFile = SectionFile<10, 4>;

/// The data of an entity or class.
#[derive(Clone, Copy)]
pub(super) struct Node<'c> {
    index_file: &'c IndexFile,
    record: &'c [u8],
}

/// Returns the node of an entity, given the hash of its IRI. The records are searched with a binary
/// search.
pub(super) fn find(index_file: &IndexFile, hash: u64) -> Option<Node<'_>> {
    let records = index_file.section(Section::Nodes as usize);
    let at = records.partition_point(NODE, |record| u64_at(record, 0) < Some(hash)) * NODE;
    let record = records.get(at, NODE).filter(|record| u64_at(record, 0) == Some(hash))?;
    Some(Node { index_file, record })
}

impl<'c> Node<'c> {
    /// Returns the bytes of a part whose items have `size` bytes each.
    fn part(&self, part: NodePart, size: usize) -> Result<&'c [u8]> {
        let at = 8 + part as usize * 8;
        let section = match part {
            NodePart::Words => Section::Words,
            NodePart::Related => Section::Related,
            NodePart::Links => Section::Links,
            NodePart::Classes => Section::Classes,
            NodePart::Spellings => Section::Spellings,
            NodePart::ClassVector => Section::ClassVectors,
        };
        let start = u32_at(self.record, at).map(|start| start as usize);
        let count = u32_at(self.record, at + 4).map(|count| count as usize);
        start
            .zip(count.filter(|count| *count <= MAX_ITEMS))
            .and_then(|(start, count)| {
                self.index_file.section(section as usize).get(start * size, count * size)
            })
            .ok_or_else(|| broken("has a wrong offset"))
    }

    /// Returns the hashes of the words of a part, with weights from 0 to 1.
    pub(super) fn words(
        &self,
        part: NodePart,
    ) -> Result<impl Iterator<Item = (u32, f64)> + use<'c>> {
        let (words, _) = self.part(part, 4)?.as_chunks();
        Ok(words.iter().map(|word| {
            let word = u32::from_le_bytes(*word);
            (word & HASH, f64::from(word & !HASH) / 255.0)
        }))
    }

    /// Returns the hashes of the related IRIs, with weights from 0 to 1.
    pub(super) fn links(&self) -> Result<impl Iterator<Item = (u64, f64)> + use<'c>> {
        let (links, _) = self.part(NodePart::Links, 8)?.as_chunks();
        Ok(links.iter().map(|link| {
            let link = u64::from_le_bytes(*link);
            (link & !0xFF, (link & 0xFF) as f64 / 255.0)
        }))
    }

    /// Returns the nodes of the classes.
    pub(super) fn classes(&self) -> Result<impl Iterator<Item = Result<Node<'c>>> + use<'c>> {
        let (classes, _) = self.part(NodePart::Classes, 4)?.as_chunks();
        let index_file = self.index_file;
        Ok(classes.iter().map(move |class| {
            let at = u32::from_le_bytes(*class) as usize * NODE;
            let record = index_file.section(Section::Nodes as usize).get(at, NODE);
            let record = record.ok_or_else(|| broken("has a wrong number of a class"))?;
            Ok(Node { index_file, record })
        }))
    }

    /// Returns the vector over the classes of its words.
    pub(super) fn class_vector(&self) -> Result<impl Iterator<Item = u32> + use<'c>> {
        let (numbers, _) = self.part(NodePart::ClassVector, 4)?.as_chunks();
        Ok(numbers.iter().map(|number| u32::from_le_bytes(*number)))
    }

    /// Returns the hashes of the labels in their original case.
    pub(super) fn spellings(&self) -> Result<impl Iterator<Item = u32> + use<'c>> {
        let (spellings, _) = self.part(NodePart::Spellings, 4)?.as_chunks();
        Ok(spellings.iter().map(|spelling| u32::from_le_bytes(*spelling)))
    }
}

pub(super) fn broken(what: &str) -> Error {
    CONTEXT.broken(what)
}
