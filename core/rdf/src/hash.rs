//! Maps and sets of names from documents. The hasher is several times as fast as the hasher of the
//! standard library, and it uses a random seed, so that the author of a document cannot predict
//! collisions.

/// A map with a fast, randomly seeded hasher.
pub type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;
/// A set with the same hasher.
pub type Set<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;
