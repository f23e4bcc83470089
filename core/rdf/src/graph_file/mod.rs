//! Triples in a memory-mapped file.

mod build;
mod term;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use self::build::Builder;
use self::term::Terms;
use super::order::Order;
use super::rows::Table;
use super::triples::{Matching, Triples};
use super::{NamedNode, NamedOrBlankNode, Statements, Term, Triple};
use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{FileAccess, FileType, OpenFile, Part, SectionFile};

/// The sections of the file, in order.
#[derive(Clone, Copy)]
enum Section {
    /// The start of the text of each term and the end of the last one, using five bytes each.
    Offsets,
    Texts,
    /// The hash table of the terms, with their numbers plus one.
    Slots,
    /// For each order, the start of the rows of each first term, and the end of the last rows.
    SubjectStarts,
    PredicateStarts,
    ObjectStarts,
    /// For each order, the other two terms of each row.
    SubjectRows,
    PredicateRows,
    ObjectRows,
}

/// The sections, and the numbers in the header: terms, triples, and a random number. The random
/// number is different for each file. It is used to seed the hashes and to name blank nodes.
type IndexFile = SectionFile<9, 3>;

static GRAPH: FileType = FileType { name: "graph file", magic: b"GWGRAPH\n", version: 2, hint: "" };

/// Triples in a memory-mapped file. Opening takes constant time regardless of the size. Queries
/// work as for an [`IndexedGraph`](super::IndexedGraph) in memory.
///
/// The names of blank nodes are local to the file: `_:a` in two files denotes two nodes. Each
/// triple is stored once.
///
/// If a file is larger than 1 MiB, other processes must not modify or truncate it in place while it
/// is open, because this can crash the program. When the file is already damaged, reading it returns
/// an error of `ErrorKind::Storage`. Use [`verify`](GraphFile::verify) to check the whole file.
pub struct GraphFile {
    index_file: IndexFile,
    terms: u32,
    triples: u32,
}

impl GraphFile {
    /// Builds a graph file in one pass over the triples.
    ///
    /// The builder uses 12 bytes for each triple, the text of each distinct term, and the size of
    /// the file. For example, a dataset with half as many terms as triples needs about 70 bytes for
    /// each triple.
    ///
    /// # Errors
    ///
    /// Returns any error while reading the triples, and `ErrorKind::TooLarge` if there are more
    /// than four billion triples or terms.
    pub fn build(statements: &dyn Statements) -> Result<GraphFile> {
        let mut builder = Builder::new();
        statements.each(&mut |triple| builder.push(triple))?;
        GraphFile::checked(builder.finish()?)
    }

    /// Opens a saved file.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be opened or is not a graph file.
    pub fn open(path: impl AsRef<Path>) -> Result<GraphFile> {
        GraphFile::open_with(path.as_ref(), FileAccess::Shared)
    }

    /// Creates a graph file from its bytes.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the bytes are not a graph file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<GraphFile> {
        GraphFile::checked(IndexFile::from_bytes(&GRAPH, bytes)?)
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file is damaged.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.index_file.to_bytes()
    }

    /// Writes the file atomically. Processes that have the previous file open continue to use it.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.index_file.save(path.as_ref())
    }

    /// Verifies the checksum of the whole file.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file is damaged.
    pub fn verify(&self) -> Result<()> {
        self.index_file.verify()
    }

    /// Returns the number of triples.
    pub fn len(&self) -> usize {
        self.triples as usize
    }

    /// Returns `true` if there are no triples.
    pub fn is_empty(&self) -> bool {
        self.triples == 0
    }

    fn checked(index_file: IndexFile) -> Result<GraphFile> {
        let [terms, triples, _] = index_file.numbers;
        let (Ok(terms), Ok(triples)) = (u32::try_from(terms), u32::try_from(triples)) else {
            return Err(GRAPH.broken("states more terms or triples than it can hold"));
        };
        let file = GraphFile { index_file, terms, triples };
        let size = |section| file.section(section).len() as u64;
        let (places, triples) = (u64::from(terms) + 1, u64::from(triples));
        let fits = size(Section::Offsets) == places * 5
            && size(Section::Slots).is_power_of_two()
            && size(Section::Slots) > u64::from(terms) * 4
            && [Section::SubjectStarts, Section::PredicateStarts, Section::ObjectStarts]
                .into_iter()
                .all(|starts| size(starts) == places * 4)
            && [Section::SubjectRows, Section::PredicateRows, Section::ObjectRows]
                .into_iter()
                .all(|rows| size(rows) == triples * 8);
        match fits {
            true => Ok(file),
            false => Err(GRAPH.broken("has sections whose sizes differ from its header")),
        }
    }

    fn section(&self, section: Section) -> Part<'_> {
        self.index_file.section(section as usize)
    }

    fn dictionary(&self) -> Terms<'_> {
        Terms {
            offsets: self.section(Section::Offsets),
            texts: self.section(Section::Texts),
            slots: self.section(Section::Slots),
            seed: self.index_file.numbers[2],
        }
    }

    fn table(&self, order: Order) -> Table<'_> {
        let (starts, rows) = match order {
            Order::Subject => (Section::SubjectStarts, Section::SubjectRows),
            Order::Predicate => (Section::PredicateStarts, Section::PredicateRows),
            Order::Object => (Section::ObjectStarts, Section::ObjectRows),
        };
        Table::new(self.section(starts), self.section(rows), order)
    }
}

fn damaged() -> Error {
    GRAPH.broken("is damaged: a term cannot be read")
}

impl Triples for GraphFile {
    fn len(&self) -> usize {
        GraphFile::len(self)
    }

    fn terms(&self) -> u32 {
        self.terms
    }

    fn term(&self, number: u32) -> Option<Term> {
        self.dictionary().term(number)
    }

    fn find(&self, term: &Term) -> Option<u32> {
        self.dictionary().find(term).filter(|number| *number < self.terms)
    }

    fn matching(
        &self,
        subject: Option<u32>,
        predicate: Option<u32>,
        object: Option<u32>,
    ) -> Matching<'_> {
        let (order, known) = Order::of(subject, predicate, object);
        Matching::filed(self.table(order).rows(known))
    }

    fn sound(&self) -> Result<()> {
        self.index_file.sound()
    }
}

impl Statements for GraphFile {
    /// Passes each triple to `take`. The triples of a subject are consecutive.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file is damaged, and any error of `take`.
    fn each(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()> {
        let walked = self.walk(take);
        self.index_file.sound()?;
        walked
    }
}

impl GraphFile {
    fn walk(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()> {
        let terms = self.dictionary();
        let read = |number| terms.term(number).ok_or_else(damaged);
        let mut predicates: HashMap<u32, NamedNode> = HashMap::new();
        let mut subject: Option<(u32, NamedOrBlankNode)> = None;
        let mut count = 0;
        for [at, predicate, object] in self.matching(None, None, None) {
            let node = match &subject {
                Some((present, node)) if *present == at => node.clone(),
                _ => match read(at)? {
                    Term::NamedNode(node) => node.into(),
                    Term::BlankNode(node) => node.into(),
                    Term::Literal(_) => return Err(damaged()),
                },
            };
            subject = Some((at, node.clone()));
            let name = match predicates.get(&predicate) {
                Some(name) => name.clone(),
                None => {
                    let Term::NamedNode(name) = read(predicate)? else { return Err(damaged()) };
                    predicates.insert(predicate, name.clone());
                    name
                }
            };
            take(&Triple { subject: node, predicate: name, object: read(object)? })?;
            count += 1;
        }
        if count == self.triples { Ok(()) } else { Err(damaged()) }
    }
}

impl fmt::Debug for GraphFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("GraphFile").field("triples", &self.triples).finish_non_exhaustive()
    }
}

impl OpenFile for GraphFile {
    fn open_with(path: &Path, access: FileAccess) -> Result<GraphFile> {
        GraphFile::checked(IndexFile::open(&GRAPH, path, access)?)
    }
}
