//! Archives, in which packaged formats keep their parts.

pub(crate) mod zip;
