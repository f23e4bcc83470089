//! The Internationalization Tag Set 2.0: metadata that markup carries about its text.

mod local;

pub(crate) use local::{HtmlMarkup, category_of};
pub use local::Category;
