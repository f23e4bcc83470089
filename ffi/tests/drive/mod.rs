//! Calls of the C API that are determined by bytes, like the calls of a careless program: each handle is
//! used, replaced and freed, and all arguments except pointers are arbitrary.

use std::mem::MaybeUninit;
use std::ptr::null_mut;

use glossweave_ffi::*;

const WORDS: &[&str] = &[
    "html",
    "text",
    "turtle",
    "json-ld",
    "n-triples",
    "rdf-xml",
    "latex",
    "charset",
    "utf-16le",
    "language",
    "en",
    "max-bytes",
    "prefix",
    "http://a.example/",
    "nif-version",
    "2.1",
    "verify",
    "no",
    "on-parent",
    "preferred",
    "profile",
    "html-links",
    "schema",
    "informat",
    "outformat",
    "any-language",
    "yes",
    "entity",
    "term",
    "translation",
    "ident",
    "class",
    "confidence",
    "0.5",
    "nan",
    "annotator",
    "info-ref",
    "names",
    "",
    "\0",
    "-1",
    "99999999999999999999",
    "filter",
    "pipeline",
    "csv",
    "visibility",
    "private",
    "after",
    "limit",
];

/// The remaining bytes that control the test.
struct Script<'a>(&'a [u8]);

impl<'a> Script<'a> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> usize {
        match self.byte() {
            255 => usize::MAX,
            254 => usize::MAX / 2,
            small => small as usize,
        }
    }

    fn span(&mut self) -> GwSpan {
        GwSpan { start: self.number(), end: self.number() }
    }

    fn slice(&mut self) -> &'a [u8] {
        let length = self.byte() as usize * 4;
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn bytes(&mut self) -> GwBytes {
        match self.byte() {
            0 => GwBytes { length: usize::MAX, ..GwBytes::default() },
            1 => GwBytes::default(),
            _ => self.slice().into(),
        }
    }

    fn text(&mut self) -> GwStr {
        match self.byte() {
            255 => GwStr { length: 7, ..GwStr::default() },
            254 => {
                let bytes = self.bytes();
                GwStr { data: bytes.data.cast(), length: bytes.length }
            }
            word => WORDS[word as usize % WORDS.len()].into(),
        }
    }
}

/// A handle that the API returned, or NULL.
struct Handle<T>(*mut T, unsafe extern "C" fn(Option<Box<T>>));

impl<T> Handle<T> {
    fn new(free: unsafe extern "C" fn(Option<Box<T>>)) -> Handle<T> {
        Handle(null_mut(), free)
    }

    fn get(&self) -> Option<&T> {
        // SAFETY: NULL, or a handle that was not freed.
        unsafe { self.0.as_ref() }
    }

    fn get_mut(&mut self) -> Option<&mut T> {
        // SAFETY: as above, and there is no other reference.
        unsafe { self.0.as_mut() }
    }

    /// Replaces the handle when a call returns a new one.
    fn fill(&mut self, call: impl FnOnce(Option<&mut MaybeUninit<*mut T>>, Out<'_>) -> GwStatus) {
        let mut out = MaybeUninit::new(null_mut());
        run(|error| call(Some(&mut out), error));
        // SAFETY: it was NULL, and the call wrote a handle or nothing.
        let new = unsafe { out.assume_init() };
        if !new.is_null() {
            self.empty();
            self.0 = new;
        }
    }

    fn empty(&mut self) {
        // SAFETY: the API created the box, and the handle is not used again.
        unsafe { (self.1)((!self.0.is_null()).then(|| Box::from_raw(self.0))) };
        self.0 = null_mut();
    }
}

impl<T> Drop for Handle<T> {
    fn drop(&mut self) {
        self.empty();
    }
}

type Out<'a> = Option<&'a mut MaybeUninit<*mut GwError>>;

/// Makes a call and checks its error. A fault of the library is a failure.
fn run(call: impl FnOnce(Out<'_>) -> GwStatus) {
    let mut error = Handle::new(gw_error_free);
    let mut out = MaybeUninit::new(null_mut());
    let status = call(Some(&mut out));
    // SAFETY: it was NULL, and the call wrote an error or nothing.
    error.0 = unsafe { out.assume_init() };
    let seen = error.get().map_or(GwStatus::Ok, |error| error.status);
    // SAFETY: the error lives until the end of this function.
    let text = error.get().map_or(&[][..], |error| unsafe { look(error.text) });
    assert_eq!(seen, status);
    assert!(status != GwStatus::Internal, "{}", String::from_utf8_lossy(text));
    assert_eq!(text.is_empty(), status == GwStatus::Ok);
}

/// Reads a whole text, so that a wrong pointer is detected.
unsafe fn look<'a>(text: GwStr) -> &'a [u8] {
    if text.data.is_null() {
        return &[];
    }
    // SAFETY: the API returned the text, and its owner is alive.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    assert!(std::str::from_utf8(bytes).is_ok());
    bytes
}

/// Makes a call that returns bytes, and frees them.
unsafe fn buffer(call: impl FnOnce(Option<&mut MaybeUninit<GwBuffer>>, Out<'_>) -> GwStatus) {
    let mut buffer = MaybeUninit::new(GwBuffer::from(Vec::new()));
    run(|e| call(Some(&mut buffer), e));
    // SAFETY: it was empty, and the call wrote bytes or nothing.
    unsafe { gw_buffer_free(Some(buffer.assume_init_mut())) };
}

/// Calls the functions for users, but not for passwords, because these are slow on purpose.
unsafe fn users(s: &mut Script<'_>, session: Option<&GwSession>) {
    // SAFETY: as in `drive`.
    unsafe {
        run(|e| gw_token_revoke(session, s.text(), e));
        run(|e| gw_token_revoke_all(session, s.text(), e));
        run(|e| gw_resource_check_use(session, s.text(), s.text(), e));
        buffer(|out, e| gw_store_export(session, out, e));
    }
}

/// The paths of the interface, except those that are slow on purpose.
const PATHS: &[&str] = &[
    "/user/names",
    "/user",
    "/user/names/keys",
    "/toolbox/convert/manage/names",
    "/toolbox/convert/manage",
    "/e-link/templates",
    "/documents/names",
    "/e-entity/names/documents",
    "/e-entity/dictionary/datasets/names?visibility=private",
    "/pipelining/chain",
    "/reconcile/names/1.0/reconcile",
    "/jobs/names/cancel",
    "/engines",
    "/%FF",
    "",
];
const METHODS: &[&str] = &["GET", "POST", "PUT", "DELETE", "", "PATCH"];

/// Returns a call of a path, or of any text.
fn call(s: &mut Script<'_>, params: *const GwParams) -> GwCall {
    let mut call = GwCall { parameters: params, ..GwCall::default() };
    call.path = PATHS.get(s.number()).map_or_else(|| s.text(), |path| (*path).into());
    call.method = METHODS.get(s.number()).map_or_else(|| s.text(), |method| (*method).into());
    call.body = s.bytes();
    call.address = if s.byte() == 0 { s.text() } else { GwStr::default() };
    call
}

/// Reads all texts of a reply.
unsafe fn read(reply: Option<&GwReply>) {
    let Some(reply) = reply else { return };
    // SAFETY: the arrays live as long as the reply.
    unsafe {
        look(reply.media_type);
        for index in 0..reply.placement_count {
            look((*reply.placements.add(index)).rule);
        }
        for index in 0..reply.inserted_count {
            let span = *reply.inserted.add(index);
            assert!(span.start <= span.end && span.end <= reply.bytes.length);
        }
        for index in 0..reply.skipped_count {
            look((*reply.skipped.add(index)).message);
        }
        for index in 0..reply.part_count {
            look((*reply.parts.add(index)).name);
        }
    }
}

/// Reads all values of a stylesheet and its reply.
unsafe fn stylesheets(index: usize, xslt: Option<&GwXslt>, reply: Option<&GwXsltReply>) {
    let mut parameter = MaybeUninit::uninit();
    // SAFETY: as in `drive`.
    unsafe {
        run(|e| gw_xslt_parameter(xslt, index, Some(&mut parameter), e));
        if index < gw_xslt_parameter_count(xslt) {
            look(parameter.assume_init().name);
        }
        look(gw_xslt_version(xslt));
        look(gw_xslt_processor(xslt));
        let Some(reply) = reply else { return };
        look(reply.media_type);
        look(reply.method);
        for index in 0..reply.message_count {
            look((*reply.messages.add(index)).text);
        }
        for index in 0..reply.document_count {
            look((*reply.documents.add(index)).uri);
        }
    }
}

/// Makes the calls that the bytes specify.
pub fn drive(bytes: &[u8]) {
    let mut script = Script(bytes);
    let mut params = Handle::new(gw_params_free);
    let mut document = Handle::new(gw_document_free);
    let mut list = Handle::new(gw_annotations_free);
    let mut reply = Handle::new(gw_reply_free);
    let mut nif = Handle::new(gw_nif_free);
    let mut dictionary = Handle::new(gw_dictionary_free);
    let mut providers = Handle::new(gw_providers_free);
    let mut engine = Handle::new(gw_engine_free);
    let mut session = Handle::new(gw_session_free);
    let mut xslt = Handle::new(gw_xslt_free);
    let mut transformed = Handle::new(gw_xslt_reply_free);
    while !script.0.is_empty() {
        let s = &mut script;
        // SAFETY: handles are NULL or live, and views refer to live bytes or have no pointer.
        unsafe {
            match s.byte() % 36 {
                0 => params.fill(|out, error| gw_params_new(out, error)),
                1 => params.empty(),
                2 | 3 => run(|e| gw_params_add(params.get_mut(), s.text(), s.text(), e)),
                4 | 5 => {
                    document.fill(|out, e| gw_decode(s.bytes(), s.text(), params.get(), out, e))
                }
                6 => {
                    look(gw_document_text(document.get()));
                    let mut unit = MaybeUninit::uninit();
                    run(|e| gw_document_unit(document.get(), s.number(), Some(&mut unit), e));
                }
                7 => list.fill(|out, e| gw_document_annotations(document.get(), out, e)),
                8 | 9 => {
                    let (mut span, at) = (MaybeUninit::uninit(), s.span());
                    let document = document.get();
                    run(|e| gw_document_source_span(document, at, Some(&mut span), e));
                    run(|e| gw_document_char_span(document, at, Some(&mut span), e));
                    run(|e| gw_document_text_span(document, at, Some(&mut span), e));
                }
                10 => list.fill(|out, e| gw_annotations_new(out, e)),
                11 | 12 => {
                    run(|e| gw_annotations_add(list.get_mut(), s.text(), s.span(), params.get(), e))
                }
                13 => {
                    let mut annotation = MaybeUninit::uninit();
                    run(|e| gw_annotations_at(list.get(), s.number(), Some(&mut annotation), e));
                    look(gw_annotations_value(list.get(), s.number(), s.text(), s.number()));
                }
                14 => {
                    reply.fill(|out, e| gw_encode(document.get(), list.get(), params.get(), out, e))
                }
                15 => read(reply.get()),
                16 => {
                    let mut buffer = MaybeUninit::new(GwBuffer::from(Vec::new()));
                    run(|e| {
                        let (document, list, params) = (document.get(), list.get(), params.get());
                        gw_nif_write(document, list, s.text(), params, Some(&mut buffer), e)
                    });
                    gw_buffer_free(Some(buffer.assume_init_mut()));
                    run(|e| {
                        let (document, params) = (document.get(), params.get());
                        gw_nif_skeleton(document, s.text(), params, Some(&mut buffer), e)
                    });
                    gw_buffer_free(Some(buffer.assume_init_mut()));
                    run(|e| gw_nif_check(s.bytes(), s.text(), s.text(), Some(&mut buffer), e));
                    gw_buffer_free(Some(buffer.assume_init_mut()));
                }
                17 => match s.number() % 2 {
                    0 => nif.fill(|out, e| gw_nif_read(s.bytes(), s.text(), s.text(), out, e)),
                    _ => nif
                        .fill(|out, e| gw_nif_read_lenient(s.bytes(), s.text(), s.text(), out, e)),
                },
                18 => {
                    let mut skipped = MaybeUninit::uninit();
                    run(|e| gw_nif_skipped(nif.get(), s.number(), Some(&mut skipped), e));
                    let mut context = MaybeUninit::uninit();
                    run(|e| gw_nif_context(nif.get(), s.number(), Some(&mut context), e));
                    list.fill(|out, e| gw_nif_annotations(nif.get(), s.number(), out, e));
                }
                19 => document.fill(|out, e| gw_nif_document(nif.get(), s.number(), out, e)),
                20 => run(|e| gw_nif_annotate(nif.get_mut(), s.number(), list.get(), e)),
                21 => dictionary.fill(|out, e| gw_dictionary_from_csv(s.bytes(), out, e)),
                22 => list.fill(|out, e| {
                    gw_dictionary_recognize(dictionary.get(), document.get(), out, e)
                }),
                23 => {
                    providers.fill(|out, e| gw_providers_new(out, e));
                    let (all, one) = (providers.get_mut(), dictionary.get());
                    run(|e| gw_providers_add_dictionary(all, s.text(), one, e));
                }
                24 => {
                    engine.fill(|out, e| gw_engine_open(s.text(), providers.get(), out, e));
                    session.fill(|out, e| gw_engine_session(engine.get(), out, e));
                }
                25 => list.fill(|out, e| {
                    let (session, params) = (session.get(), params.get());
                    gw_entities_recognize(session, s.text(), document.get(), params, out, e)
                }),
                26 => reply.fill(|out, e| {
                    let (session, params) = (session.get(), params.get());
                    gw_entities_enrich(session, s.text(), s.bytes(), params, out, e)
                }),
                27 => session.fill(|out, e| gw_engine_session_of(engine.get(), s.text(), out, e)),
                28 => users(s, session.get()),
                29 | 30 => {
                    let call = call(s, params.0);
                    reply.fill(|out, e| gw_call(session.get(), Some(&call), out, e));
                }
                31 => buffer(|out, e| {
                    let (name, input, from) = (s.text(), s.bytes(), s.text());
                    gw_filter_apply(session.get(), name, input, from, s.text(), out, e)
                }),
                32 => xslt.fill(|out, e| gw_xslt_compile(s.bytes(), params.get(), out, e)),
                33 => transformed
                    .fill(|out, e| gw_xslt_run(xslt.get(), s.bytes(), params.get(), out, e)),
                34 => transformed.fill(|out, e| {
                    let (session, params) = (session.get(), params.get());
                    gw_converter_apply(session, s.text(), s.bytes(), params, out, e)
                }),
                _ => stylesheets(s.number(), xslt.get(), transformed.get()),
            }
        }
    }
}
