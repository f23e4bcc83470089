//! Maps and sets of what documents name. Their hasher is several times as fast as that of the standard
//! library, and seeded at random: whoever writes a document cannot tell what collides.

pub(crate) type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;
pub(crate) type Set<T> = std::collections::HashSet<T, foldhash::fast::RandomState>;
