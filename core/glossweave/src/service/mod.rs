//! The services by their paths: what a request over HTTP, or a step of a pipeline, asks for.
//!
//! A [`Call`] has a path, parameters, headers and a body, as the interface has them; which formats come
//! in and go out is found out here ([`Services::call`]). Hosts that know what they want call the doors
//! themselves, such as [`Entities`](crate::enrich::Entities).

mod call;
mod door;
mod i18n;
mod negotiate;
mod operation;
mod outcome;
mod parameters;

pub use call::{Answer, Call};
pub use door::Services;
pub(crate) use door::{Doors, Handed, Prepared, Source, no_service};
pub use i18n::{Blacklist, I18n};
pub use negotiate::{input_media_types, output_media_types};
pub use operation::Operation;
pub(crate) use outcome::{Body, Outcome};
pub(crate) use parameters::{Parameters, Short};
