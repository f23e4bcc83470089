//! Maps and sets of what documents name. Their hasher is several times as fast as that of the standard
//! library, and seeded at random: whoever writes a document cannot tell what collides.

#[doc(hidden)]
pub type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;
#[doc(hidden)]
pub type Set<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;
