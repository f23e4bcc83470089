//! The options of a new job.

use glossweave_base::request_options;

request_options! {
    /// The options of a new job.
    ///
    /// ```
    /// use glossweave::job::JobOptions;
    /// let options = JobOptions::from_pairs([("webhook", "https://example.org/ended")])?;
    /// assert_eq!(options.webhook.as_deref(), Some("https://example.org/ended"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct JobOptions {
        /// The URL that is called when the job has ended.
        pub webhook: Option<String> => "webhook": Text,
    }
}
