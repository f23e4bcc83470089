//! The batches of a session.

use std::sync::Arc;

use super::Session;
use crate::batch::{Batch, BatchCalls, BatchDocument, BatchDocuments, BatchNames};
use crate::pipeline::{BatchOptions, check_path, run_many};
use crate::service::Call;
use glossweave_base::error::Result;
use glossweave_base::trace::TraceContext;

impl Session<'_> {
    /// Calls a service or a pipeline for many documents on several threads. If the options specify
    /// 0 threads, the setting `batches.threads` is used. Each document is the body of a call like
    /// the given one, with its media type as `Content-Type`. When a document fails, its result is
    /// an error, and the batch continues.
    ///
    /// A document beyond the settings `batches.documents` or `batches.size` fails with
    /// [`ErrorKind::TooLarge`] and ends the batch.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if no service has the path, [`ErrorKind::Unauthenticated`]
    /// if the token of the caller is not valid, and [`ErrorKind::Forbidden`] for an API key without
    /// the scope `enrich`.
    ///
    /// [`ErrorKind::TooLarge`]: glossweave_base::ErrorKind::TooLarge
    /// [`ErrorKind::NotFound`]: glossweave_base::ErrorKind::NotFound
    /// [`ErrorKind::Unauthenticated`]: glossweave_base::ErrorKind::Unauthenticated
    /// [`ErrorKind::Forbidden`]: glossweave_base::ErrorKind::Forbidden
    ///
    /// ```
    /// use glossweave::batch::BatchDocument;
    /// use glossweave::pipeline::{BatchOptions, Order};
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let documents = (0..20).map(|number| {
    ///     let name = Some(format!("{number}.txt"));
    ///     BatchDocument { name, ..BatchDocument::new("One black hole.") }
    /// });
    /// let call = Call::new("/e-terminology/extraction?language=en");
    /// // As they are finished.
    /// let options = BatchOptions { order: Order::Free, ..BatchOptions::default() };
    /// for result in engine.session(Caller::Anonymous).batch(call, documents, &options)? {
    ///     assert_eq!(result.name, Some(format!("{}.txt", result.index)));
    ///     assert_eq!(result.answer?.media_type, "text/turtle");
    /// }
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn batch<I>(&self, mut call: Call, documents: I, options: &BatchOptions) -> Result<Batch>
    where
        I: Iterator<Item = BatchDocument> + Send + 'static,
    {
        check_path(&call.path)?;
        self.services().check_caller()?;
        if call.header("traceparent").is_none()
            && let Some(context) = TraceContext::current()
        {
            let headers = context.headers().map(|(name, value)| (name.to_owned(), value));
            call.headers.extend(headers);
        }
        let settings = &self.settings().batches;
        let threads = if options.threads == 0 { settings.threads } else { options.threads };
        let names = Arc::<BatchNames>::default();
        let calls = BatchCalls::new(call, documents, names.clone(), settings.limits());
        let (engine, caller) = (self.engine.clone(), self.caller.clone());
        // Only services and pipelines: a document of a batch is not a job, for example.
        let run = move |call: Call| {
            call.run_traced(|call| engine.session(caller.clone()).pipelines().call(call))
        };
        Ok(Batch::new(run_many(calls, &BatchOptions { threads, ..*options }, run), names))
    }

    /// Calls a service or a pipeline for the documents in the body of a request, as [`Session::batch`] does.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Session::batch`] and of [`BatchDocuments::read`].
    ///
    /// ```
    /// use glossweave::pipeline::BatchOptions;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let session = engine.session(Caller::Anonymous);
    /// let call = Call::new("/e-terminology/extraction?language=en");
    /// let lines = r#"{"name": "a.txt", "content": "One black hole."}"#;
    /// let options = BatchOptions::default();
    /// let mut batch = session.batch_body(call, "application/x-ndjson", lines, &options)?;
    /// assert_eq!(batch.next().unwrap().name.as_deref(), Some("a.txt"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn batch_body(
        &self,
        call: Call,
        media_type: &str,
        body: impl Into<Vec<u8>>,
        options: &BatchOptions,
    ) -> Result<Batch> {
        let documents =
            BatchDocuments::read(media_type, body, self.settings().limits.source.as_usize())?;
        self.batch(call, documents, options)
    }
}
