//! Files in object storage: S3, Google Cloud Storage, Azure Blob Storage.
//!
//! Requests run on separate threads while the caller waits. Callers can therefore use any thread,
//! including threads that run other asynchronous code. Requests are retried a few times, within a
//! minute.

mod bucket;
mod download;

use std::collections::VecDeque;
use std::fmt;
use std::io::Read;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use futures_util::TryStreamExt;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload};
use tokio::runtime::{Builder, Runtime};

use self::download::Download;
use super::{FileEntry, FileStore, check_name};
use crate::store::blob_dir::Owner;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The size of the parts of uploads and downloads, in bytes. S3 requires at least 5 MiB, and at
/// most 10,000 parts.
const PART: usize = 16 << 20;

/// The number of concurrent requests for parts.
const PARTS: usize = 4;

/// A [`FileStore`] in a bucket.
pub(super) struct ObjectFiles(Arc<Objects>);

struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The prefix of names, empty or with a slash at its end.
    prefix: String,
    /// The runtime. It is `None` only while this value is dropped.
    runtime: Option<Runtime>,
    owner: Owner,
}

impl ObjectFiles {
    /// Opens the bucket of a URL, without sending a request. Returns `ErrorKind::Invalid` if the
    /// URL is invalid.
    pub fn open(url: &str) -> Result<ObjectFiles> {
        let (store, prefix) = bucket::of_url(url)?;
        ObjectFiles::of(store, prefix)
    }

    fn of(store: Arc<dyn ObjectStore>, prefix: String) -> Result<ObjectFiles> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("glossweave-files")
            .enable_all()
            .build();
        let runtime = runtime.map_err(|error| {
            let message = format!("the threads of object storage cannot be started: {error}");
            Error::new(ErrorKind::Storage, message).because(error)
        })?;
        let owner = Owner::this();
        Ok(ObjectFiles(Arc::new(Objects { store, prefix, runtime: Some(runtime), owner })))
    }

    /// Uploads a file in parts, several at the same time.
    fn put_parts(&self, name: &str, first: Vec<u8>, content: &mut dyn Read) -> Result<()> {
        let objects = &self.0;
        let (store, path) = (objects.store.clone(), objects.path(name)?);
        let mut upload =
            objects.begin(name, async move { store.put_multipart(&path).await })?.wait()?;
        let mut under_way = VecDeque::new();
        let mut part = first;
        let sent = loop {
            if part.is_empty() {
                break under_way.drain(..).try_for_each(Pending::wait);
            }
            if under_way.len() >= PARTS
                && let Some(Err(error)) = under_way.pop_front().map(Pending::wait)
            {
                break Err(error);
            }
            match objects.begin(name, upload.put_part(PutPayload::from(part))) {
                Ok(pending) => under_way.push_back(pending),
                Err(error) => break Err(error),
            }
            part = match read_part(name, content) {
                Ok(part) => part,
                Err(error) => break Err(error),
            };
        };
        match sent {
            Ok(()) => objects
                .begin(name, async move { upload.complete().await.map(drop) })
                .and_then(Pending::wait),
            Err(error) => {
                // Until the upload is aborted, its parts use space in the bucket.
                let _ = objects
                    .begin(name, async move { upload.abort().await })
                    .and_then(Pending::wait);
                Err(error)
            }
        }
    }
}

impl FileStore for ObjectFiles {
    fn put(&self, name: &str, content: &mut dyn Read) -> Result<()> {
        let part = read_part(name, content)?;
        if part.len() == PART {
            return self.put_parts(name, part, content);
        }
        let (store, path) = (self.0.store.clone(), self.0.path(name)?);
        let put = async move { store.put(&path, PutPayload::from(part)).await.map(drop) };
        self.0.begin(name, put)?.wait()
    }

    fn open(&self, name: &str) -> Result<Box<dyn Read + Send>> {
        let (store, path) = (self.0.store.clone(), self.0.path(name)?);
        let head = self.0.begin(name, async move { store.head(&path).await })?.wait()?;
        Ok(Box::new(Download::new(self.0.clone(), name, head)))
    }

    fn remove(&self, name: &str) -> Result<()> {
        let (store, path) = (self.0.store.clone(), self.0.path(name)?);
        match self.0.begin(name, async move { store.delete(&path).await })?.wait() {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn list(&self, prefix: &str) -> Result<Vec<FileEntry>> {
        let (store, below) = (self.0.store.clone(), format!("{}{prefix}", self.0.prefix));
        let path = Path::parse(below.trim_end_matches('/')).map_err(|_| invalid(prefix))?;
        let list = async move { store.list(Some(&path)).try_collect::<Vec<_>>().await };
        let found = self.0.begin(prefix, list)?.wait()?;
        let entry = |about: object_store::ObjectMeta| {
            let name = about.location.as_ref().strip_prefix(&self.0.prefix)?.to_owned();
            Some(FileEntry { name, modified: about.last_modified.into() })
        };
        Ok(found.into_iter().filter_map(entry).collect())
    }
}

impl fmt::Debug for ObjectFiles {
    /// Writes the name of the bucket, without credentials.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Objects { store, prefix, .. } = &*self.0;
        write!(out, "ObjectFiles({store}, `{prefix}`)")
    }
}

impl Objects {
    fn path(&self, name: &str) -> Result<Path> {
        check_name(name)?;
        Path::parse(format!("{}{name}", self.prefix)).map_err(|_| invalid(name))
    }

    /// Starts a request for a file.
    fn begin<T: Send + 'static>(
        &self,
        name: &str,
        request: impl Future<Output = object_store::Result<T>> + Send + 'static,
    ) -> Result<Pending<T>> {
        let Some(runtime) = self.runtime.as_ref().filter(|_| self.owner.is_this()) else {
            let message = "object storage was opened before this process was forked";
            return Err(Error::new(ErrorKind::Storage, message));
        };
        let (sender, receiver) = channel();
        runtime.spawn(async move {
            // The send fails if the caller no longer waits.
            let _ = sender.send(request.await);
        });
        Ok(Pending { name: name.to_owned(), receiver })
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        match self.runtime.take() {
            Some(runtime) if self.owner.is_this() => runtime.shutdown_background(),
            // The threads exist only in the parent process, so a shutdown would wait forever.
            runtime => std::mem::forget(runtime),
        }
    }
}

/// A request in progress.
struct Pending<T> {
    name: String,
    receiver: Receiver<object_store::Result<T>>,
}

impl<T> Pending<T> {
    fn wait(self) -> Result<T> {
        match self.receiver.recv() {
            Ok(done) => done.map_err(|error| failed(&self.name, &error)),
            Err(_) => Err(Error::new(ErrorKind::Internal, "a request to object storage was lost")),
        }
    }
}

/// Reads a part, up to `PART` bytes.
fn read_part(name: &str, content: &mut dyn Read) -> Result<Vec<u8>> {
    let mut part = Vec::new();
    content.take(PART as u64).read_to_end(&mut part).map_err(|error| {
        let message = format!("the file `{name}` cannot be read: {error}");
        Error::new(ErrorKind::Storage, message).because(error)
    })?;
    Ok(part)
}

fn invalid(name: &str) -> Error {
    Error::invalid(format!("`{name}` is not the name of a file"))
}

/// Returns the error of a request. It has no cause, because the cause may contain credentials; the
/// message does not.
fn failed(name: &str, error: &object_store::Error) -> Error {
    match error {
        object_store::Error::NotFound { .. } => {
            Error::new(ErrorKind::NotFound, format!("there is no object `{name}`"))
        }
        _ => {
            let message = format!("object storage failed for `{name}`: {error}");
            Error::new(ErrorKind::Storage, message)
        }
    }
}

#[cfg(test)]
mod tests;
