//! The services by path, as used by HTTP requests and by the steps of pipelines.
//!
//! A [`Call`] has a path, parameters, headers and a body, as in the HTTP interface. The formats of
//! input and output are negotiated ([`Session::call`](crate::Session::call)). When negotiation is
//! not needed, use the services directly, for example [`Entities`](crate::entity::Entities).

mod call;
mod check;
mod chunks;
mod engines;
mod form;
mod i18n;
mod negotiate;
mod operation;
mod outcome;
mod parameters;
mod redact;
mod services;
mod xliff;

pub use call::{Answer, Call, Method};
pub use engines::{EngineInfo, Engines, Languages};
pub use form::parse_form;
pub use i18n::{Blacklist, I18n};
pub use negotiate::{input_media_types, output_media_types};
pub use operation::Operation;
pub(crate) use outcome::{Body, Outcome};
pub(crate) use parameters::{Parameters, Short};
pub(crate) use services::{GraphInput, ParsedCall, ServiceSet, Services, Source, no_service};
pub use xliff::MERGE_NAMES;
