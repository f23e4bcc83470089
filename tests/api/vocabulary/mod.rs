//! The public items of the crate `glossweave-vocabulary`, as programs use them.

mod datasets;
mod load;
mod reconciliation;
mod reconciliation_options;
mod upload;
