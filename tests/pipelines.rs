//! Pipelines: each rule of execution, what goes on between steps, streams of documents, and what is
//! refused.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

#[path = "pipelines/batch.rs"]
mod batch;
#[path = "pipelines/fixture.rs"]
mod fixture;
#[path = "pipelines/handoff.rs"]
mod handoff;
#[path = "pipelines/refused.rs"]
mod refused;
#[path = "pipelines/remote.rs"]
mod remote;
#[path = "pipelines/rules.rs"]
mod rules;
#[path = "pipelines/services.rs"]
mod services;
#[path = "pipelines/shown.rs"]
mod shown;
#[path = "pipelines/table.rs"]
mod table;
