//! Pipelines: the rules of execution, the values between steps, streams of documents, and errors.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

mod batch;
mod fixture;
mod handoff;
mod refused;
mod remote;
mod rules;
mod services;
mod shown;
mod table;
