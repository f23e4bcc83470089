//! Options of export, which can also be set by name.

use glossweave_base::allowance::Allowance;
use glossweave_base::request_options;

request_options! {
    /// Options for writing a document with its annotations as a new file (`export`).
    #[derive(Clone, Debug, Default)]
    pub struct ExportOptions {
        /// The name of the document in the file, if the format supports names. When a document has sections, the
        /// names of the sections are used instead.
        pub name: Option<Box<str>> => "name": Text,
        /// The maximum size of the result. If unset, the limit is 64 times the size of the source with the
        /// annotations, and at least 64 MiB.
        pub max_output_bytes: Option<usize> => "max-output-bytes": Integer unit "bytes",
        /// The memory allowance of the call, if any.
        pub allowance: Option<Allowance>,
    }
}
