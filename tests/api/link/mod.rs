//! The public items of the crate `glossweave-link`, as a program uses them.

mod endpoint;
mod providers;
mod sparql;
mod template;
mod template_endpoint;
