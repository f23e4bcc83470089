//! Tests of the library as programs use it. `features` and `memory` are separate programs, because
//! `features` is built with some of the features only, and `memory` counts its allocations.

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
mod models;
mod nif_shape;
mod odt_shape;
mod options;
mod providers;
mod request;
mod saxon;
mod store;
mod words;
