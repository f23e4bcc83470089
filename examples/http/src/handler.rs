//! The handlers of requests. All but those of batches and of streamed datasets are calls of the library.

pub mod batch;
pub mod call;
pub mod upload;
