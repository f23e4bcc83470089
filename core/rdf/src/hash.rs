//! Maps and sets of names from documents. Their hasher is several times as fast as that of the standard
//! library, and seeded at random, so that the author of a document cannot predict collisions.

/// A map with a fast hash whose seed differs from process to process.
pub type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;
/// A set with the same hash.
pub type Set<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;
