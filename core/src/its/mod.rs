//! The Internationalization Tag Set 2.0: metadata that markup carries about its text.

mod local;

pub use local::Category;
pub(crate) use local::{HtmlMarkup, category_of};
