//! What the tests of the workspace share: laws, generators, an oracle, case tables.

pub mod annotations;
pub mod base64;
pub mod bytes;
pub mod cases;
pub mod corpus;
pub mod grammar;
pub mod laws;
pub mod mutate;
pub mod oracle;
pub mod package;
pub mod random;
pub mod reading;
pub mod sparql_server;
pub mod stylesheets;
pub mod translating;
pub mod weaving;
pub mod xliff;
pub mod xml;
pub mod xml_grammar;
