//! The tests of the library as programs use it. `features` and `memory` are programs of their own: the first is
//! built with parts of the features, the second counts what it allocates.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "clippy knows test functions only"
)]

mod batch;
mod bounds;
mod call;
mod docs;
mod layers;
mod models;
mod nif_shape;
mod odt_shape;
mod options;
mod providers;
mod request;
mod saxon;
mod store;
mod words;
