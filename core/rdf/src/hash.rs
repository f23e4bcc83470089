//! Maps and sets of names from documents. Their hasher is several times as fast as that of the standard
//! library, and seeded at random, so that the author of a document cannot predict collisions.

#[doc(hidden)]
pub type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;
#[doc(hidden)]
pub type Set<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;
