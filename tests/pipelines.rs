//! Pipelines: each rule of execution, what goes on between steps, streams of documents, and what is
//! refused.

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
