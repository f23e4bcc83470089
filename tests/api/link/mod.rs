//! The public items of the crate `glossweave-link`, as programs use them.

mod endpoint;
mod providers;
mod sparql;
mod template;
mod template_endpoint;
