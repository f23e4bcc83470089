//! The tests of the server, in one program, because linking is a large part of the cost of a test program.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "clippy knows test functions only"
)]

mod audit;
mod batches;
mod client;
mod coding;
mod conformance;
mod connections;
mod fairness;
mod full_disk;
mod fuzz;
mod invitations;
mod jobs;
mod keys;
mod language_model;
mod link;
mod mcp;
mod models;
mod openapi;
mod program;
mod rate;
mod reconcile;
mod requests;
mod security;
mod service;
mod settings;
mod table;
mod traces;
mod workers;
