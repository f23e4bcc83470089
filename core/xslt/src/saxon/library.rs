//! The entry points of the shared library, and the only module that calls them.
//!
//! The functions here can be called in any order and with any text. The library itself cannot: a handle
//! that it did not return, or that was freed, ends the process, and so does a call on a thread that is
//! not attached. Both are ensured by types: an [`Isolate`] stays on the thread that created it, and a
//! [`Handle`] belongs to an isolate, keeps it alive, and is freed once.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::ptr::{self, null, null_mut};
use std::rc::Rc;
use std::sync::Arc;

use libloading::Library as Object;

use super::locate;
use glossweave_base::error::{Error, ErrorKind, Result};

type Thread = *mut c_void;
type Raw = i64;
type Text = *const c_char;
type Allocate = extern "C" fn(usize) -> *mut c_void;

/// `graal_create_isolate_params_t` of GraalVM, version 4. The two fields that its header calls reserved
/// are the arguments of the virtual machine, as on a command line.
#[repr(C)]
struct Parameters {
    version: c_int,
    reserved_address_space_size: usize,
    auxiliary_image_path: Text,
    auxiliary_image_reserved_space_size: usize,
    argument_count: c_int,
    arguments: *const Text,
    protection_key: c_int,
    reserved: [c_char; 3],
}

/// Looks up the entry points that are used, by name, in the library.
macro_rules! entry_points {
    ($($field:ident = $name:literal: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        struct EntryPoints {
            $($field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl EntryPoints {
            fn of(object: &Object) -> std::result::Result<EntryPoints, &'static str> {
                Ok(EntryPoints {
                    // SAFETY: the signature is that of the header of SaxonC 12; what the library
                    // is has been asked before, by `Library::open`.
                    $($field: *unsafe { object.get(concat!($name, "\0").as_bytes()) }
                        .map_err(|_| $name)?,)*
                })
            }
        }
    };
}

entry_points! {
    create_isolate = "graal_create_isolate":
        fn(*const Parameters, *mut *mut c_void, *mut Thread) -> c_int;
    tear_down = "graal_tear_down_isolate": fn(Thread) -> c_int;
    version = "j_c_getProductVersion": fn(Thread, Raw) -> Text;
    processor = "createSaxonProcessor": fn(Thread, c_int) -> Raw;
    compiler = "createXslt30WithProcessor": fn(Thread, Raw) -> Raw;
    configure = "j_applyPropertyToConfiguration": fn(Thread, Raw, Text, Text) -> Raw;
    compile = "j_compileFromString": fn(Thread, Raw, Text, Text, c_int, Raw) -> Raw;
    builder = "createDocumentBuilder": fn(Thread, Raw) -> Raw;
    builder_base = "j_db_setBaseURI": fn(Thread, Raw, Text) -> Raw;
    parse = "j_main_parseXmlString": fn(Thread, Text, Raw, Raw, Raw, Text, Text) -> Raw;
    data = "createProcessorDataWithCapacity": fn(Thread, c_int) -> Raw;
    add = "addProcessorDataPair": fn(Thread, Raw, Text, Raw);
    add_property = "addProcessorPropertyPair": fn(Thread, Raw, Text, Text);
    transform = "j_transformToString":
        fn(Thread, Allocate, Text, Raw, Raw, Text, Text, Raw) -> *const c_char;
    destroy = "j_handles_destroy": fn(Thread, Raw);
    complaints = "j_getCombinedStaticErrorMessages": fn(Thread, Allocate) -> Text;
    diagnostic = "j_getErrorMessage": fn(Thread, Allocate) -> Text;
    clear = "j_clearException": fn(Thread);
    listener = "createSaxonCMessageListener": fn(Thread, Raw, Text, Text) -> Raw;
    messages = "j_getXslMessages": fn(Thread, Allocate, Raw) -> *const Raw;
    item_text = "getStringValueForXdmItem": fn(Thread, Allocate, Raw, Text) -> Text;
    collector = "createSaxonCResultDocumentHandler": fn(Thread, c_int) -> Raw;
    documents = "j_getResultDocuments": fn(Thread, Allocate, Raw) -> *const Raw;
    document_names = "j_getResultDocumentURIs": fn(Thread, Raw) -> Raw;
    property = "j_getProcessorDataProperty": fn(Thread, Allocate, Raw, c_int) -> Text;
    atomic = "j_makeAtomicValue": fn(Thread, Text, Text) -> Raw;
}

/// The open library. It stays in the process: a native image cannot be unloaded.
pub(super) struct Library {
    entry: EntryPoints,
    _object: ManuallyDrop<Object>,
}

impl Library {
    /// Opens the library. Returns `ErrorKind::Unsupported` if it is not one, or not that of SaxonC 12.
    pub fn open(path: &Path) -> Result<Arc<Library>> {
        let shown = path.display();
        let not = |why: String| Error::new(ErrorKind::Unsupported, why);
        // SAFETY: a native image runs no code of its own when it is opened. That the file is one,
        // and not a library that does harm, is the word of whoever configured its path.
        let object = unsafe { Object::new(path) }
            .map_err(|fault| not(format!("`{shown}` is not opened: {fault}")))?;
        let object = ManuallyDrop::new(object);
        let entry = EntryPoints::of(&object).map_err(|name| {
            let found = locate::version(path).map(|version| format!(", it is {version} by its name"));
            let found = found.unwrap_or_default();
            not(format!(
                "`{shown}` is not the library of SaxonC-HE {NEEDED}{found}: it has no `{name}`; {HOW}"
            ))
        })?;
        Ok(Arc::new(Library { entry, _object: object }))
    }
}

/// The version that has these entry points.
pub(super) const NEEDED: &str = "12.10";
/// The way to install it.
pub(super) const HOW: &str = "`pip install saxonche==12.10.1` brings it";

/// The error message of a call that failed.
#[derive(Debug)]
pub(super) struct Diagnostic {
    /// Every error with its place, over several lines.
    pub all: String,
    /// The last error, without its place.
    pub brief: String,
}

/// The result of a call.
pub(super) type Answer<T> = std::result::Result<T, Diagnostic>;

/// An isolate of the library, with its own heap. It is torn down when it is dropped.
///
/// The library keeps errors once for the whole isolate: two threads that fail in the same one get each
/// other's. So each thread has its own.
pub(super) struct Isolate {
    library: Arc<Library>,
    thread: Thread,
}

impl Isolate {
    /// Creates an isolate with a maximum heap of this many bytes, for this thread.
    pub fn create(library: &Arc<Library>, heap: usize) -> Result<Rc<Isolate>> {
        let arguments = [
            c"glossweave".to_owned(),
            CString::new(format!("-Xmx{heap}")).unwrap_or_default(),
            // Neither messages nor `static-base-uri()` name the folder that the process is in.
            c"-Duser.dir=/".to_owned(),
            c"-Dfile.encoding=UTF-8".to_owned(),
            c"-Dsun.jnu.encoding=UTF-8".to_owned(),
        ];
        let mut pointers: Vec<Text> = arguments.iter().map(|text| text.as_ptr()).collect();
        let count = pointers.len() as c_int;
        pointers.push(null());
        let parameters = Parameters {
            version: 4,
            reserved_address_space_size: 0,
            auxiliary_image_path: null(),
            auxiliary_image_reserved_space_size: 0,
            argument_count: count,
            arguments: pointers.as_ptr(),
            protection_key: 0,
            reserved: [0; 3],
        };
        let (mut isolate, mut thread) = (null_mut(), null_mut());
        // SAFETY: the parameters and what they point to live through the call, which copies them;
        // the two places are written once.
        let code =
            unsafe { (library.entry.create_isolate)(&parameters, &mut isolate, &mut thread) };
        if code != 0 || thread.is_null() {
            let message = format!("Saxon does not start, code {code}");
            return Err(Error::new(ErrorKind::Unavailable, message));
        }
        Ok(Rc::new(Isolate { library: library.clone(), thread }))
    }

    fn entry(&self) -> &EntryPoints {
        &self.library.entry
    }

    /// Returns the result of a call: a handle, or the error.
    fn handle(self: &Rc<Self>, raw: Raw) -> Answer<Handle> {
        if raw > 0 { Ok(Handle { isolate: self.clone(), raw }) } else { Err(self.diagnostic()) }
    }

    fn diagnostic(&self) -> Diagnostic {
        // SAFETY: this thread is the isolate's, as `Isolate` is not `Send`.
        let all = unsafe { (self.entry().complaints)(self.thread, allocate) };
        let all = text(all);
        // SAFETY: as above.
        let brief = unsafe { (self.entry().diagnostic)(self.thread, allocate) };
        let brief = text(brief);
        // SAFETY: as above.
        unsafe { (self.entry().clear)(self.thread) };
        release();
        Diagnostic { all, brief }
    }

    /// Creates a processor: a configuration that documents and stylesheets share.
    pub fn processor(self: &Rc<Self>) -> Answer<Handle> {
        // SAFETY: this thread is the isolate's.
        self.handle(unsafe { (self.entry().processor)(self.thread, 0) })
    }

    /// Returns the name and version that the library reports.
    pub fn version(&self, processor: &Handle) -> String {
        // SAFETY: this thread is the isolate's, and the handle is alive.
        text(unsafe { (self.entry().version)(self.thread, processor.raw) })
    }

    pub fn configure(&self, processor: &Handle, feature: &CStr, value: &CStr) -> Answer<()> {
        let (feature, value) = (feature.as_ptr(), value.as_ptr());
        // SAFETY: this thread is the isolate's, the handle and the texts are alive.
        let code = unsafe { (self.entry().configure)(self.thread, processor.raw, feature, value) };
        if code < 0 { Err(self.diagnostic()) } else { Ok(()) }
    }

    /// Compiles a stylesheet. `base` is the IRI against which relative references are resolved.
    pub fn compile(
        self: &Rc<Self>,
        processor: &Handle,
        base: &CStr,
        sheet: &CStr,
    ) -> Answer<Handle> {
        // SAFETY: this thread is the isolate's, and the handle is alive.
        let compiler =
            self.handle(unsafe { (self.entry().compiler)(self.thread, processor.raw) })?;
        let (base, sheet) = (base.as_ptr(), sheet.as_ptr());
        // SAFETY: this thread is the isolate's, the handle and the texts are alive. 0 is Java's
        // null where there are no properties.
        self.handle(unsafe { (self.entry().compile)(self.thread, compiler.raw, base, sheet, 0, 0) })
    }

    /// Parses a document, which only stylesheets of the same processor can take. `base` is its IRI.
    pub fn parse(
        self: &Rc<Self>,
        processor: &Handle,
        base: Option<&CStr>,
        source: &CStr,
    ) -> Answer<Handle> {
        let mut builder = None;
        if let Some(base) = base {
            // SAFETY: this thread is the isolate's, and the handle is alive.
            let made =
                self.handle(unsafe { (self.entry().builder)(self.thread, processor.raw) })?;
            let base = base.as_ptr();
            // SAFETY: this thread is the isolate's, the handle and the text are alive.
            if unsafe { (self.entry().builder_base)(self.thread, made.raw, base) } < 0 {
                return Err(self.diagnostic());
            }
            builder = Some(made);
        }
        // 0 is Java's null: the usual builder.
        let builder = builder.as_ref().map_or(0, |builder| builder.raw);
        let (folder, source) = (c"".as_ptr(), source.as_ptr());
        // SAFETY: this thread is the isolate's, the handles and the texts are alive. There is no
        // validator; a missing name of an encoding means UTF-8.
        self.handle(unsafe {
            let parse = self.entry().parse;
            parse(self.thread, folder, processor.raw, builder, 0, source, null())
        })
    }

    /// Creates an untyped value, which is converted to the declared type of the parameter.
    pub fn value(self: &Rc<Self>, value: &CStr) -> Answer<Handle> {
        let kind = c"untypedAtomic".as_ptr();
        // SAFETY: this thread is the isolate's, and the texts are alive.
        self.handle(unsafe { (self.entry().atomic)(self.thread, kind, value.as_ptr()) })
    }

    /// Creates a listener that collects the output of `xsl:message`, instead of printing it. Printing
    /// cannot be turned off, so it goes where nothing is kept.
    pub fn listener(self: &Rc<Self>, processor: &Handle) -> Answer<Handle> {
        let (folder, sink) = (c"".as_ptr(), c"/dev/null".as_ptr());
        // SAFETY: this thread is the isolate's, the handle and the texts are alive.
        self.handle(unsafe { (self.entry().listener)(self.thread, processor.raw, folder, sink) })
    }

    /// Creates a collector of the results of `xsl:result-document`, which otherwise are written to files.
    pub fn collector(self: &Rc<Self>) -> Answer<Handle> {
        // SAFETY: this thread is the isolate's.
        self.handle(unsafe { (self.entry().collector)(self.thread, 0) })
    }

    /// Runs a stylesheet and returns the bytes of its result, in the encoding that it requests.
    pub fn transform(
        self: &Rc<Self>,
        program: &Handle,
        values: &[(&CStr, &Handle)],
        properties: &[(&CStr, &CStr)],
    ) -> Answer<Vec<u8>> {
        let capacity = c_int::try_from(values.len() + properties.len()).unwrap_or(c_int::MAX);
        // SAFETY: this thread is the isolate's.
        let data = self.handle(unsafe { (self.entry().data)(self.thread, capacity) })?;
        for (key, value) in values {
            // SAFETY: this thread is the isolate's, the handles and the text are alive.
            unsafe { (self.entry().add)(self.thread, data.raw, key.as_ptr(), value.raw) };
        }
        for (key, value) in properties {
            let (key, value) = (key.as_ptr(), value.as_ptr());
            // SAFETY: this thread is the isolate's, the handle and the texts are alive.
            unsafe { (self.entry().add_property)(self.thread, data.raw, key, value) };
        }
        // SAFETY: this thread is the isolate's, the handles are alive. No other processor, and no
        // files: the source is one of the values.
        let found = unsafe {
            let (folder, none) = (c"".as_ptr(), null());
            let entry = self.entry();
            (entry.transform)(self.thread, allocate, folder, 0, program.raw, none, none, data.raw)
        };
        let taken = bytes(found);
        release();
        taken.ok_or_else(|| self.diagnostic())
    }

    /// Returns the messages of a listener.
    pub fn messages(self: &Rc<Self>, listener: &Handle) -> Vec<String> {
        // SAFETY: this thread is the isolate's, and the handle is alive.
        let found = unsafe { (self.entry().messages)(self.thread, allocate, listener.raw) };
        let messages = handles(self, found).iter().flatten().map(Handle::text).collect();
        release();
        messages
    }

    /// Returns the documents of a collector, with their IRIs.
    pub fn documents(self: &Rc<Self>, collector: &Handle) -> Vec<(String, Handle)> {
        // SAFETY: this thread is the isolate's, and the handle is alive.
        let found = unsafe { (self.entry().documents)(self.thread, allocate, collector.raw) };
        let found = handles(self, found);
        release();
        if found.is_empty() {
            return Vec::new();
        }
        // SAFETY: as above.
        let names =
            self.handle(unsafe { (self.entry().document_names)(self.thread, collector.raw) });
        let Ok(names) = names else { return Vec::new() };
        let mut documents = Vec::new();
        for (index, document) in (0..).zip(found) {
            // SAFETY: as above; the list of names is as long as that of the documents.
            let name = unsafe { (self.entry().property)(self.thread, allocate, names.raw, index) };
            let name = text(name);
            release();
            documents.extend(document.map(|document| (name, document)));
        }
        documents
    }
}

impl Drop for Isolate {
    fn drop(&mut self) {
        // SAFETY: this thread is the isolate's and the only one; no handle is left, as each keeps
        // the isolate alive.
        unsafe { (self.entry().tear_down)(self.thread) };
    }
}

/// A handle of an object in the library.
pub(super) struct Handle {
    isolate: Rc<Isolate>,
    raw: Raw,
}

impl Handle {
    /// Returns the string value of an item.
    fn text(&self) -> String {
        let isolate = &self.isolate;
        // SAFETY: this thread is the isolate's, and the handle is alive; the encoding is UTF-8
        // where none is named.
        text(unsafe { (isolate.entry().item_text)(isolate.thread, allocate, self.raw, null()) })
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: this thread is the isolate's; the handle was given by it and is not used again.
        unsafe { (self.isolate.entry().destroy)(self.isolate.thread, self.raw) };
    }
}

thread_local! {
    /// The memory that the library was given on this thread and has filled, with the length in bytes.
    static GIVEN: RefCell<Vec<(Vec<u64>, usize)>> = const { RefCell::new(Vec::new()) };
}

/// Allocates memory for a result of the library. Only its known length shows where a result in UTF-16
/// ends.
extern "C" fn allocate(size: usize) -> *mut c_void {
    GIVEN.with(|given| {
        let Ok(mut given) = given.try_borrow_mut() else { return null_mut() };
        given.push((vec![0; size.div_ceil(8).max(1)], size));
        given.last_mut().map_or(null_mut(), |(memory, _)| memory.as_mut_ptr().cast())
    })
}

/// Frees all memory that was given.
fn release() {
    GIVEN.with(|given| given.try_borrow_mut().map(|mut given| given.clear()).unwrap_or_default());
}

/// Returns the bytes at an address that the library returned, without the NUL at their end.
fn bytes(found: Text) -> Option<Vec<u8>> {
    if found.is_null() {
        return None;
    }
    let size = GIVEN.with(|given| {
        let given = given.try_borrow().ok()?;
        let ours = given.iter().find(|(memory, _)| ptr::eq(memory.as_ptr().cast(), found));
        ours.map(|(_, size)| *size)
    });
    Some(match size {
        // SAFETY: this memory was given with that length, was zero before, and is alive.
        Some(size) => unsafe {
            std::slice::from_raw_parts(found.cast::<u8>(), size.saturating_sub(1)).to_vec()
        },
        // SAFETY: texts that are not in our memory are in the library's, pinned, and end with
        // NUL; nothing else runs in the isolate before this copy is made.
        None => unsafe { CStr::from_ptr(found) }.to_bytes().to_vec(),
    })
}

fn text(found: Text) -> String {
    bytes(found).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// Returns the handles of a list: its length, then the handles. A missing one is `None`.
fn handles(isolate: &Rc<Isolate>, list: *const Raw) -> Vec<Option<Handle>> {
    GIVEN.with(|given| {
        let Ok(given) = given.try_borrow() else { return Vec::new() };
        // A list that is not in our memory would have no length that is known.
        let ours = given.iter().find(|(memory, _)| ptr::eq(memory.as_ptr().cast(), list));
        let Some((memory, size)) = ours else { return Vec::new() };
        let words = &memory[..size / 8];
        let Some((count, words)) = words.split_first() else { return Vec::new() };
        let count = usize::try_from(*count).unwrap_or(0).min(words.len());
        let handle = |raw: &u64| {
            let raw = raw.cast_signed();
            (raw > 0).then(|| Handle { isolate: isolate.clone(), raw })
        };
        words[..count].iter().map(handle).collect()
    })
}

/// The priority of threads that did not end in time.
pub(super) mod priority {
    /// Returns the system's number of this thread; 0 if unknown.
    pub fn own_thread() -> u32 {
        let link = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        link.file_name().and_then(|name| name.to_str()?.parse().ok()).unwrap_or(0)
    }

    /// Makes a thread of this process run only if no other wants to, on Linux.
    pub fn lower(thread: u32) {
        #[cfg(target_os = "linux")]
        if thread != 0 {
            unsafe extern "C" {
                fn setpriority(
                    which: std::ffi::c_int,
                    who: u32,
                    value: std::ffi::c_int,
                ) -> std::ffi::c_int;
            }
            // SAFETY: it takes three numbers, and refuses those that are wrong.
            unsafe { setpriority(0, thread, 19) };
        }
        #[cfg(not(target_os = "linux"))]
        let _ = thread;
    }
}
