//! The entry points of the shared library. No other module calls them.
//!
//! The functions here can be called in any order and with any text. The library itself is not safe: a handle
//! that it did not return or that was freed ends the process, and so does a call on a thread that is not
//! attached. Types prevent both: an [`Isolate`] stays on the thread that created it, and a [`Handle`] belongs
//! to an isolate, keeps it alive, and is freed once.
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

/// `graal_create_isolate_params_t` of GraalVM, version 4. The two fields that its header marks as reserved
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

/// Looks up the used entry points in the library by name.
macro_rules! entry_points {
    ($($field:ident = $name:literal: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        struct EntryPoints {
            $($field: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl EntryPoints {
            fn of(object: &Object) -> std::result::Result<EntryPoints, &'static str> {
                Ok(EntryPoints {
                    // SAFETY: the signature is the one in the header of SaxonC 12. Before this call,
                    // `Library::open` has loaded the library.
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

/// The open library. It is never closed, because a native image cannot be unloaded.
pub(super) struct Library {
    entry: EntryPoints,
    _object: ManuallyDrop<Object>,
}

impl Library {
    /// Opens the library. Returns `ErrorKind::Unsupported` if the file is not a library, or not the library
    /// of SaxonC 12.
    pub fn open(path: &Path) -> Result<Arc<Library>> {
        let shown = path.display();
        let not = |why: String| Error::new(ErrorKind::Unsupported, why);
        // SAFETY: a native image runs no code when it is opened. The administrator who configured the path is
        // responsible for the file being a native image and not a harmful library.
        let object = unsafe { Object::new(path) }
            .map_err(|fault| not(format!("`{shown}` cannot be opened: {fault}")))?;
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

/// The version that provides these entry points.
pub(super) const NEEDED: &str = "12.10";
/// The installation hint.
pub(super) const HOW: &str = "install it with `pip install saxonche==12.10.1`";

/// The error message of a failed call.
#[derive(Debug)]
pub(super) struct Diagnostic {
    /// All errors with their locations, on several lines.
    pub all: String,
    /// The last error, without its location.
    pub brief: String,
}

/// The result of a call.
pub(super) type Answer<T> = std::result::Result<T, Diagnostic>;

/// An isolate of the library, with a separate heap. It is torn down when it is dropped.
///
/// The library stores errors once for each isolate. If two threads failed in the same isolate, they would get
/// each other's errors, so that each thread uses a separate isolate.
pub(super) struct Isolate {
    library: Arc<Library>,
    thread: Thread,
}

impl Isolate {
    /// Creates an isolate for this thread, with a maximum heap of this many bytes.
    pub fn create(library: &Arc<Library>, heap: usize) -> Result<Rc<Isolate>> {
        let arguments = [
            c"glossweave".to_owned(),
            CString::new(format!("-Xmx{heap}")).unwrap_or_default(),
            // The working directory must not appear in messages or in `static-base-uri()`.
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
        // SAFETY: the parameters and everything they point to live until the call, which copies them,
        // returns. Both output variables are written once.
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

    /// Returns the handle that a call returned, or the error.
    fn handle(self: &Rc<Self>, raw: Raw) -> Answer<Handle> {
        if raw > 0 { Ok(Handle { isolate: self.clone(), raw }) } else { Err(self.diagnostic()) }
    }

    fn diagnostic(&self) -> Diagnostic {
        // SAFETY: this is the thread of the isolate, because `Isolate` is not `Send`.
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

    /// Creates a processor, which is a configuration that documents and stylesheets share.
    pub fn processor(self: &Rc<Self>) -> Answer<Handle> {
        // SAFETY: this is the thread of the isolate.
        self.handle(unsafe { (self.entry().processor)(self.thread, 0) })
    }

    /// Returns the name and version that the library reports.
    pub fn version(&self, processor: &Handle) -> String {
        // SAFETY: this is the thread of the isolate, and the handle is alive.
        text(unsafe { (self.entry().version)(self.thread, processor.raw) })
    }

    pub fn configure(&self, processor: &Handle, feature: &CStr, value: &CStr) -> Answer<()> {
        let (feature, value) = (feature.as_ptr(), value.as_ptr());
        // SAFETY: this is the thread of the isolate, and the handle and the texts are alive.
        let code = unsafe { (self.entry().configure)(self.thread, processor.raw, feature, value) };
        if code < 0 { Err(self.diagnostic()) } else { Ok(()) }
    }

    /// Compiles a stylesheet. Relative references are resolved against the IRI `base`.
    pub fn compile(
        self: &Rc<Self>,
        processor: &Handle,
        base: &CStr,
        sheet: &CStr,
    ) -> Answer<Handle> {
        // SAFETY: this is the thread of the isolate, and the handle is alive.
        let compiler =
            self.handle(unsafe { (self.entry().compiler)(self.thread, processor.raw) })?;
        let (base, sheet) = (base.as_ptr(), sheet.as_ptr());
        // SAFETY: this is the thread of the isolate, and the handle and the texts are alive. 0 is Java's
        // null, which means no properties.
        self.handle(unsafe { (self.entry().compile)(self.thread, compiler.raw, base, sheet, 0, 0) })
    }

    /// Parses a document with the IRI `base`. Only stylesheets of the same processor can use it.
    pub fn parse(
        self: &Rc<Self>,
        processor: &Handle,
        base: Option<&CStr>,
        source: &CStr,
    ) -> Answer<Handle> {
        let mut builder = None;
        if let Some(base) = base {
            // SAFETY: this is the thread of the isolate, and the handle is alive.
            let made =
                self.handle(unsafe { (self.entry().builder)(self.thread, processor.raw) })?;
            let base = base.as_ptr();
            // SAFETY: this is the thread of the isolate, and the handle and the text are alive.
            if unsafe { (self.entry().builder_base)(self.thread, made.raw, base) } < 0 {
                return Err(self.diagnostic());
            }
            builder = Some(made);
        }
        // 0 is Java's null, which selects the default builder.
        let builder = builder.as_ref().map_or(0, |builder| builder.raw);
        let (folder, source) = (c"".as_ptr(), source.as_ptr());
        // SAFETY: this is the thread of the isolate, and the handles and the texts are alive. No validator is
        // passed, and a missing encoding name means UTF-8.
        self.handle(unsafe {
            let parse = self.entry().parse;
            parse(self.thread, folder, processor.raw, builder, 0, source, null())
        })
    }

    /// Creates an untyped value, which is converted to the declared type of the parameter.
    pub fn value(self: &Rc<Self>, value: &CStr) -> Answer<Handle> {
        let kind = c"untypedAtomic".as_ptr();
        // SAFETY: this is the thread of the isolate, and the texts are alive.
        self.handle(unsafe { (self.entry().atomic)(self.thread, kind, value.as_ptr()) })
    }

    /// Creates a listener that collects the output of `xsl:message` instead of printing it. Printing cannot
    /// be disabled, so that the output is sent to `/dev/null`.
    pub fn listener(self: &Rc<Self>, processor: &Handle) -> Answer<Handle> {
        let (folder, sink) = (c"".as_ptr(), c"/dev/null".as_ptr());
        // SAFETY: this is the thread of the isolate, and the handle and the texts are alive.
        self.handle(unsafe { (self.entry().listener)(self.thread, processor.raw, folder, sink) })
    }

    /// Creates a collector of the results of `xsl:result-document`, which are written to files otherwise.
    pub fn collector(self: &Rc<Self>) -> Answer<Handle> {
        // SAFETY: this is the thread of the isolate.
        self.handle(unsafe { (self.entry().collector)(self.thread, 0) })
    }

    /// Runs a stylesheet and returns the bytes of its result, in the encoding that the stylesheet requests.
    pub fn transform(
        self: &Rc<Self>,
        program: &Handle,
        values: &[(&CStr, &Handle)],
        properties: &[(&CStr, &CStr)],
    ) -> Answer<Vec<u8>> {
        let capacity = c_int::try_from(values.len() + properties.len()).unwrap_or(c_int::MAX);
        // SAFETY: this is the thread of the isolate.
        let data = self.handle(unsafe { (self.entry().data)(self.thread, capacity) })?;
        for (key, value) in values {
            // SAFETY: this is the thread of the isolate, and the handles and the text are alive.
            unsafe { (self.entry().add)(self.thread, data.raw, key.as_ptr(), value.raw) };
        }
        for (key, value) in properties {
            let (key, value) = (key.as_ptr(), value.as_ptr());
            // SAFETY: this is the thread of the isolate, and the handle and the texts are alive.
            unsafe { (self.entry().add_property)(self.thread, data.raw, key, value) };
        }
        // SAFETY: this is the thread of the isolate, and the handles are alive. No other processor and no
        // files are passed, because the source is one of the values.
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
        // SAFETY: this is the thread of the isolate, and the handle is alive.
        let found = unsafe { (self.entry().messages)(self.thread, allocate, listener.raw) };
        let messages = handles(self, found).iter().flatten().map(Handle::text).collect();
        release();
        messages
    }

    /// Returns the documents of a collector, with their IRIs.
    pub fn documents(self: &Rc<Self>, collector: &Handle) -> Vec<(String, Handle)> {
        // SAFETY: this is the thread of the isolate, and the handle is alive.
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
            // SAFETY: as above. The list of names is as long as the list of documents.
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
        // SAFETY: this is the only thread of the isolate. No handle is left, because each handle keeps the
        // isolate alive.
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
        // SAFETY: this is the thread of the isolate, and the handle is alive. Without an encoding name, the
        // encoding is UTF-8.
        text(unsafe { (isolate.entry().item_text)(isolate.thread, allocate, self.raw, null()) })
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: this is the thread of the isolate. The isolate returned the handle, which is not used
        // again.
        unsafe { (self.isolate.entry().destroy)(self.isolate.thread, self.raw) };
    }
}

thread_local! {
    /// The memory that was allocated for the library on this thread, with the length in bytes.
    static ALLOCATIONS: RefCell<Vec<(Vec<u64>, usize)>> = const { RefCell::new(Vec::new()) };
}

/// Allocates memory for a result of the library. The length is stored, because the end of a result in UTF-16
/// cannot be found otherwise.
extern "C" fn allocate(size: usize) -> *mut c_void {
    ALLOCATIONS.with(|allocations| {
        let Ok(mut allocations) = allocations.try_borrow_mut() else { return null_mut() };
        allocations.push((vec![0; size.div_ceil(8).max(1)], size));
        allocations.last_mut().map_or(null_mut(), |(memory, _)| memory.as_mut_ptr().cast())
    })
}

/// Frees all allocated memory.
fn release() {
    ALLOCATIONS.with(|allocations| {
        allocations.try_borrow_mut().map(|mut allocations| allocations.clear()).unwrap_or_default()
    });
}

/// Returns the bytes at an address that the library returned, without the NUL at the end.
fn bytes(address: Text) -> Option<Vec<u8>> {
    if address.is_null() {
        return None;
    }
    let size = ALLOCATIONS.with(|allocations| {
        let allocations = allocations.try_borrow().ok()?;
        let ours = allocations.iter().find(|(memory, _)| ptr::eq(memory.as_ptr().cast(), address));
        ours.map(|(_, size)| *size)
    });
    Some(match size {
        // SAFETY: this memory was allocated with this length, was zeroed before, and is alive.
        Some(size) => unsafe {
            std::slice::from_raw_parts(address.cast::<u8>(), size.saturating_sub(1)).to_vec()
        },
        // SAFETY: other texts are in the memory of the library, pinned, and end with NUL. Nothing else runs
        // in the isolate before the text is copied.
        None => unsafe { CStr::from_ptr(address) }.to_bytes().to_vec(),
    })
}

fn text(address: Text) -> String {
    bytes(address).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// Returns the handles of a list, which contains its length followed by the handles. A missing handle is
/// `None`.
fn handles(isolate: &Rc<Isolate>, list: *const Raw) -> Vec<Option<Handle>> {
    ALLOCATIONS.with(|allocations| {
        let Ok(allocations) = allocations.try_borrow() else { return Vec::new() };
        // The length of a list in other memory would be unknown.
        let ours = allocations.iter().find(|(memory, _)| ptr::eq(memory.as_ptr().cast(), list));
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

/// Scheduling priority of threads that did not end in time.
pub(super) mod priority {
    /// Returns the system id of this thread, or 0 if unknown.
    pub fn own_thread() -> u32 {
        let link = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        link.file_name().and_then(|name| name.to_str()?.parse().ok()).unwrap_or(0)
    }

    /// Lowers the priority of a thread of this process, so that it runs only when the CPU is idle, on Linux.
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
            // SAFETY: the function takes three numbers and rejects invalid numbers.
            unsafe { setpriority(0, thread, 19) };
        }
        #[cfg(not(target_os = "linux"))]
        let _ = thread;
    }
}
