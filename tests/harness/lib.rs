//! Shared code that the tests of the workspace use: laws, generators, a reference parser, case
//! tables.

pub mod annotate;
pub mod annotations;
pub mod base64;
pub mod bytes;
pub mod cases;
pub mod corpus;
pub mod grammar;
pub mod laws;
pub mod mutate;
pub mod package;
#[cfg(feature = "postgres")]
pub mod postgres_server;
pub mod random;
pub mod reading;
pub mod reference;
pub mod s3_server;
pub mod sparql_server;
pub mod stylesheets;
pub mod translating;
pub mod xliff;
pub mod xml;
pub mod xml_grammar;

pub use glossweave_testing::pdf;
