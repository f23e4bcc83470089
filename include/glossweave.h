/* Glossweave: the C API. docs/c.md tells who frees what, which threads may call, how to build.
 *
 * Made from ffi/src by cbindgen; `UPDATE_HEADER=1 cargo test -p glossweave-ffi` regenerates it. */

/* Contents
 *
 * Errors, text and options
 *     Statuses
 *     Errors
 *     Log
 *     Text and buffers
 *     Parameters
 *
 * Documents and NIF
 *     Documents
 *     Annotations
 *     Replies
 *     Parts of packages
 *     Formats
 *     Identification of languages
 *     Chunks of documents
 *     Web Annotations
 *     Values of ITS 2.0
 *     Referenced files of documents
 *     NIF
 *
 * Providers
 *     Dictionaries
 *     Providers: recognizers, term finders, translators and endpoints
 *     Recognizers of the host
 *     Translators of the host
 *
 * Engines and sessions
 *     Engines from settings
 *     Engines and sessions
 *
 * Services
 *     e-Entity
 *     e-Link
 *     e-Translation and e-Terminology
 *     Statuses of translated sentences
 *     Export and import of XLIFF
 *     Checks of translations
 *     Reconciliation with stored datasets
 *     Public vocabularies
 *     Redaction and pseudonyms
 *
 * Pipelines, batches and jobs
 *     Services by path, pipelines and streams of calls
 *     Batches: one call for the documents of an archive or JSON Lines
 *     Jobs
 *
 * Stored resources
 *     Stored resources
 *     Stored documents
 *     Uploads of datasets
 *     Stored SPARQL filters
 *     XSLT stylesheets
 *     Export and import of a store
 *
 * Users
 *     Users and tokens
 *     API keys
 *     Invitations
 *
 * Trained models
 *     Training of taggers
 *     Training of mention models
 *     Training of ranking weights
 *     Stored models
 */

#ifndef GLOSSWEAVE_H
#define GLOSSWEAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether this header is of that version or a later one.
#define GW_VERSION_AT_LEAST(major, minor, patch) \
    (GW_VERSION_MAJOR > (major) || (GW_VERSION_MAJOR == (major) && \
        (GW_VERSION_MINOR > (minor) || \
            (GW_VERSION_MINOR == (minor) && GW_VERSION_PATCH >= (patch)))))

// Lets the compiler warn if the status of a call is ignored; a program may define it as nothing.
#ifndef GW_NODISCARD
#if defined(__cplusplus) && __cplusplus >= 201703L
#define GW_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define GW_NODISCARD __attribute__((warn_unused_result))
#elif defined(_MSC_VER)
#define GW_NODISCARD _Check_return_
#else
#define GW_NODISCARD
#endif
#endif

// The version of the interface. A library serves programs that were compiled for the same number.
#define GW_ABI_VERSION 1

// The version of the library that this header came with: the first number of `0.1.0`.
#define GW_VERSION_MAJOR 0

// The second number.
#define GW_VERSION_MINOR 1

// The third number.
#define GW_VERSION_PATCH 0

// The status of a call: 0 is success, the others are the kinds of docs/http.md. More kinds may come with
// the same interface version; the numbers of these stay.
enum GwStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Success.
    GW_STATUS_OK = 0,
    // The call itself is wrong. Fix the call.
    GW_STATUS_INVALID = 1,
    // The input is not what its format says. Fix the document; the error has the place.
    GW_STATUS_MALFORMED = 2,
    // A format, version or feature that is not available. Choose another one.
    GW_STATUS_UNSUPPORTED = 3,
    // No such thing.
    GW_STATUS_NOT_FOUND = 4,
    // No caller, or a wrong token, password or key.
    GW_STATUS_UNAUTHENTICATED = 5,
    // The caller may not do this.
    GW_STATUS_FORBIDDEN = 6,
    // The name is taken, or the thing is still in use.
    GW_STATUS_CONFLICT = 7,
    // A service that is needed does not answer. Try again later.
    GW_STATUS_UNAVAILABLE = 8,
    // A time limit was reached.
    GW_STATUS_DEADLINE = 9,
    // The disk, or what is stored on it, failed.
    GW_STATUS_STORAGE = 10,
    // A fault of the library itself. Report it.
    GW_STATUS_INTERNAL = 11,
    // A size limit was reached.
    GW_STATUS_TOO_LARGE = 12,
    // Too many attempts. Wait.
    GW_STATUS_THROTTLED = 13,
    // The thing changed in the meantime. Read it again.
    GW_STATUS_PRECONDITION_FAILED = 14,
    // A recognizer, translator or other function of the host failed or gave a wrong answer. Fix that function.
    GW_STATUS_PROVIDER = 15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum GwStatus GwStatus;
#else
typedef uint32_t GwStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The kind of an annotation.
enum GwBody
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // One that this version of the interface has no name for.
    GW_BODY_OTHER = 0,
    // The span names an entity.
    GW_BODY_ENTITY = 1,
    // The span is a term.
    GW_BODY_TERM = 2,
    // The span has a translation.
    GW_BODY_TRANSLATION = 3,
    // Something else that ITS 2.0 has a data category for.
    GW_BODY_METADATA = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum GwBody GwBody;
#else
typedef uint32_t GwBody;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The result for an annotation.
enum GwPlaced
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // It could not be placed; `rule` says why.
    GW_PLACED_NOT = 0,
    // It stands in new elements, as many as `fragments` says.
    GW_PLACED_ELEMENTS = 1,
    // It stands as attributes on an element of the source.
    GW_PLACED_ON_PARENT = 2,
    // The source says it already.
    GW_PLACED_PRESENT = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum GwPlaced GwPlaced;
#else
typedef uint32_t GwPlaced;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A list of annotations. Free it with `gw_annotations_free`; its texts live until it changes or is
// freed. Not to be changed while another thread uses it.
typedef struct GwAnnotations GwAnnotations;

// A batch that is being done. Free it with `gw_batch_free`.
typedef struct GwBatch GwBatch;

// A stream of answers. Free it with `gw_call_batch_free`.
typedef struct GwCallBatch GwCallBatch;

// A list of names that finds its names in text. It never changes; any number of threads may use
// it at once. Free it with `gw_dictionary_free`.
typedef struct GwDictionary GwDictionary;

// A document. It never changes; any number of threads may use it at once. Free it with `gw_document_free`;
// the values that were read from it live as long.
typedef struct GwDocument GwDocument;

// An engine: settings and recognizers. Any number of threads may use it at once. Free it with
// `gw_engine_free`.
typedef struct GwEngine GwEngine;

// An error. Free it with `gw_error_free`; the texts of it live as long as it does.
typedef struct GwError GwError;

// The issues of the translations in a document.
typedef struct GwIssues GwIssues;

// The values of every element and attribute of a document in one data category. It never changes; free it
// with `gw_its_free`; the values that were read from it live as long.
typedef struct GwIts GwIts;

// NIF that was read: everything that was stated, and the texts among it. Free it with
// `gw_nif_free`; what was asked of it lives until it changes or is freed. Not to be changed while
// another thread uses it.
typedef struct GwNif GwNif;

// Names with values. Free it with `gw_params_free`. Not to be changed while another thread uses
// it.
typedef struct GwParams GwParams;

// Providers of any kind under the names that callers use, to hand to `gw_engine_open`. Free it with
// `gw_providers_free`. Not to be changed while another thread uses it.
typedef struct GwProviders GwProviders;

// A redacted document. Free it with `gw_redaction_free`.
typedef struct GwRedaction GwRedaction;

// A document given back. It never changes. Free it with `gw_reply_free`; the values that were read from it
// live as long.
typedef struct GwReply GwReply;

// An engine on behalf of a caller, which it keeps alive. Any number of threads may use it at once.
// Free it with `gw_session_free`.
typedef struct GwSession GwSession;

// The translations of a job, filled by a `GwTranslate`.
typedef struct GwTranslations GwTranslations;

// A compiled stylesheet. It never changes: any number of threads may run it at once. Free it with
// `gw_xslt_free`; the values that were read from it live as long.
typedef struct GwXslt GwXslt;

// The result of a stylesheet for a document. It never changes. Free it with `gw_xslt_reply_free`; the
// values that were read from it live as long.
typedef struct GwXsltReply GwXsltReply;

// Text: UTF-8, without a zero at its end. Handed in, it is read during the call only; handed out,
// it belongs to what it was asked of.
typedef struct {
    // The first byte. NULL with a length of 0 means no text.
    const char *data;
    // The number of bytes.
    size_t length;
} GwStr;

// From `start` up to, and without, `end`.
typedef struct {
    // The first position.
    size_t start;
    // The position after the last one.
    size_t end;
} GwSpan;

// A place in the bytes that were handed in.
typedef struct {
    // Bytes of the source.
    GwSpan bytes;
    // The line, from 1.
    uint32_t line;
    // The column, from 1, in characters (bytes if the source is not UTF-8).
    uint32_t column;
} GwLocation;

// Gets what has happened: `level` is `error`, `warn`, `info` or `debug`, `target` the part of the library
// that tells it, `message` for people to read. The texts live during the call. Several threads may
// call it at once with the same `data`, in the middle of other calls; it must not throw or jump out.
typedef void (*GwListen)(void *data, GwStr level, GwStr target, GwStr message);

// Frees the data of a recognizer, or of another callback. It is called once, in whichever thread uses it last,
// and must not throw or jump out.
typedef void (*GwFinalize)(void *data);

// Bytes that belong to the caller, who frees them with `gw_buffer_free` and nothing else.
typedef struct {
    // The first byte.
    uint8_t *data;
    // The number of bytes.
    size_t length;
    // For the library.
    size_t capacity;
} GwBuffer;

// Bytes, with the same rules as `GwStr`.
typedef struct {
    // The first byte. NULL with a length of 0 means no bytes.
    const void *data;
    // The number of bytes.
    size_t length;
} GwBytes;

// A run of text that belongs together, such as a paragraph.
typedef struct {
    // Bytes of the text of the document.
    GwSpan bytes;
    // Unicode code points of the text of the document.
    GwSpan chars;
    // Its language tag; `data` is NULL if the document says none.
    GwStr language;
    // The name in the source, such as the `id` of a `trans-unit`; `data` is NULL if there is none.
    GwStr name;
    // The identifier that NIF shows as `dc:identifier`.
    uint32_t id;
} GwUnit;

// A stretch of the text with a name and languages of its own, such as a `file` of XLIFF.
typedef struct {
    // Bytes of the text of the document.
    GwSpan bytes;
    // The name in the source; `data` is NULL if there is none, here and below.
    GwStr name;
    // The language tag of its text.
    GwStr language;
    // The language tag of its translations.
    GwStr target_language;
} GwSection;

// Something odd in a source that was read all the same.
typedef struct {
    // The message.
    GwStr message;
    // Bytes of the source.
    GwSpan bytes;
} GwWarning;

// An annotation in short. `gw_annotations_value` has the rest.
typedef struct {
    // The kind.
    GwBody body;
    // Bytes of the text that are meant.
    GwSpan span;
    // From 0 to 1; negative if it is not known.
    double confidence;
} GwAnnotation;

// The result for an annotation.
typedef struct {
    // The way in which it was placed, if it was.
    GwPlaced placed;
    // The number of its elements; more than one if it crosses the markup of the source.
    size_t fragments;
    // The rule that kept it from being placed; `data` is NULL if it was placed.
    GwStr rule;
} GwPlacement;

// A part of the input that was left out since it is wrong.
typedef struct {
    // The IRI of a string, the `id` of an entry, or the name of an entity or a file.
    GwStr subject;
    // The message.
    GwStr message;
    // Its line in the source, from 1; 0 if that is not known.
    uint32_t line;
    // Its column, from 1; 0 if that is not known.
    uint32_t column;
} GwSkipped;

// A file of a package (OpenDocument), and its span among the bytes of all files that were
// read, which is what spans of such a source and of such a reply count.
typedef struct {
    // Its name in the package, such as `content.xml`.
    GwStr name;
    // Its bytes, which are UTF-8 whatever the file is in.
    GwSpan bytes;
    // The encoding of the file in the package.
    GwStr encoding;
} GwPart;

// Opens a file that a document refers to: linked ITS rules, or records. `reference` is what stands in the
// document, `base` the option of that name or the reference that led there. Writes the bytes to `found`, which must
// stay as they are until the next call in the same thread, or nothing if there is no such file, or none that may be
// read. Returns 0, or the number of a status that the caller of the library is to get; it may then set `reason` to a
// text that lives until the next call in the same thread. Several threads may call it at once with the same `data`.
// It must not throw or jump out.
typedef uint32_t (*GwResolve)(void *data, GwStr reference, GwStr base, GwBytes *found, GwStr *reason);

// A text that NIF states (`nif:Context`).
typedef struct {
    // Its IRI, or the label of its blank node.
    GwStr iri;
    // The text.
    GwStr text;
    // Its language tag; `data` is NULL if none is known.
    GwStr language;
} GwContext;

// Receives the progress of a call: the bytes that were read (0 of RDF until the end), those that there are,
// and the records that were taken; of training the sentences that were learned from, each as often as
// it was, how many that can be at most, and the rounds that were done. Returns 0 to go on; anything
// else ends the call, which is then Unavailable, with nothing changed. It must not throw or jump out.
typedef uint32_t (*GwProgress)(void *data, uint64_t done, uint64_t total, uint64_t records);

// A text to look through. It lives as long as the call.
typedef struct {
    // The whole text.
    GwStr text;
    // Its language tag; `data` is NULL if it is not known.
    GwStr language;
    // The stretches that belong together, in bytes of the text: no annotation reaches from one
    // into another.
    const GwSpan *pieces;
    // The number of pieces.
    size_t piece_count;
} GwPassage;

// Finds entities: adds them to `found`, in the order of their spans, which count bytes of the
// text. Returns 0, or the number of a status that the caller of the library is to get; it may then
// set `reason` to a text that lives until the next call in the same thread. If `gw_annotations_add` refuses an
// annotation, the caller gets Provider, whatever is returned. Several threads may
// call it at once with the same `data`. It must not throw, jump out, or free `found`.
typedef uint32_t (*GwRecognize)(void *data,
                                const GwPassage *passage,
                                GwAnnotations *found,
                                GwStr *reason);

// Translates `count` texts from the language `source` to `target` (tags): calls
// `gw_translations_add` once for each, in their order. Returns 0, or the number of a status that the
// caller of the library is to get; it may then set `reason` to a text that lives until the next call
// in the same thread. Several threads may call it at once with the same `data`. It must not throw,
// jump out, or free `found`.
typedef uint32_t (*GwTranslate)(void *data,
                                GwStr source,
                                GwStr target,
                                const GwStr *texts,
                                size_t count,
                                GwTranslations *found,
                                GwStr *reason);

// An entity for which a template failed.
typedef struct {
    // The IRI of the entity.
    GwStr entity;
    // The kind of the failure.
    GwStatus status;
    // The message.
    GwStr message;
} GwFailure;

// The status of a sentence of a translated document.
typedef struct {
    // The number of the context of NIF that it is in, from 0; 0 in other documents.
    size_t context;
    // The bytes of the text of that context.
    GwSpan bytes;
    // `machine`, `exact`, `fuzzy` or `untranslated`. It lives as long as the program.
    GwStr status;
} GwSegment;

// An issue of a translation (ITS 2.0, Localization Quality Issue).
typedef struct {
    // The type, as ITS 2.0 has it (appendix C), such as `markup`.
    GwStr issue_type;
    // The fault, in one sentence.
    GwStr comment;
    // Bytes of the text of the document: the unit.
    GwSpan source;
    // Bytes of the text of the translations (`gw_document_target`); empty, at the end of the translation, if
    // something is missing.
    GwSpan target;
    // The identifier of the unit.
    uint32_t unit;
    // The severity, from 0 to 100.
    uint32_t severity;
    // The line in the file, from 1; 0 if there is none.
    uint32_t line;
    // The column in the line, from 1; 0 if there is none.
    uint32_t column;
} GwIssue;

// A place of a document that was redacted, or where a redacted string is left.
typedef struct {
    // The label of the class, such as `PERSON`.
    GwStr label;
    // The text that was written there; empty if nothing was, and for a string that is left.
    GwStr replacement;
    // The name of the part of a package; `data` is NULL for a source that is not a package.
    GwStr part;
    // Bytes of the part, or of the source: of the document before redaction, or of the result for a string that is left.
    // Empty for the name of the part.
    GwSpan span;
} GwRedactedSpan;

// A call of a service.
typedef struct {
    // The path below the version segment, with or without parameters behind a `?`:
    // `/e-entity/{engine}/documents`, `/pipelining/chain/{id}` and so on (docs/pipelines.md).
    GwStr path;
    // More parameters; may be NULL.
    const GwParams *parameters;
    // Headers, of which `Content-Type` and `Accept` count; may be NULL.
    const GwParams *headers;
    // The body.
    GwBytes body;
} GwCall;

// Returns the next call of a stream: writes it to `call` and returns true, or returns false if there is
// none. The data that `call` points to lives until the next call of the function. It is called in threads
// of the library, never twice at once, and must not throw or jump out.
typedef bool (*GwNextCall)(void *data, GwCall *call);

// Frees the data of a stream; see `GwFinalize`.
typedef void (*GwEndOfCalls)(void *data);

// One answer of a stream.
typedef struct {
    // `true` if the stream is over; then there is nothing else.
    bool is_over;
    // The index of the call, from 0.
    size_t index;
    // The answer, to free with `gw_reply_free`; NULL if the call failed.
    GwReply *reply;
    // The error of this call, to free with `gw_error_free`; NULL if there is none.
    GwError *failure;
} GwDone;

// The result of one document of a batch.
typedef struct {
    // `true` if the batch is over; then there is nothing else.
    bool is_over;
    // The index of the document, from 0.
    size_t index;
    // The name of the document, empty if it has none. It lives until the next call for this batch.
    GwStr name;
    // The answer, to free with `gw_reply_free`; NULL if the document failed.
    GwReply *reply;
    // The error of this document, to free with `gw_error_free`; NULL if there is none.
    GwError *failure;
} GwBatchResult;

// A global parameter of a stylesheet.
typedef struct {
    // The name; `{namespace}local` if it is in one.
    GwStr name;
    // The value if none is given, if it is a literal; else `data` is NULL.
    GwStr usual;
    // The expression that gives the value if none is given, if it is not a literal; else `data` is NULL.
    GwStr select;
    // `true` if a value is required.
    bool required;
} GwXsltParameter;

// A message of `xsl:message`.
typedef struct {
    // The text.
    GwStr text;
    // The line of the instruction in the stylesheet, from 1; 0 if it is not known.
    uint32_t line;
    // The column, from 1; 0 if it is not known.
    uint32_t column;
} GwXsltMessage;

// A result beside the main one, of an `xsl:result-document`. Nothing is written anywhere.
typedef struct {
    // The IRI that the stylesheet gives it.
    GwStr uri;
    // The document.
    GwBytes bytes;
} GwXsltDocument;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* The version ------------------------------------------------------------------------------- */

// Returns the version of the interface that the library has; compare it with `GW_ABI_VERSION`.
uint32_t gw_abi_version(void);

// Returns the version of the library, such as `0.1.0`. It lives as long as the program.
GwStr gw_version(void);

/* Statuses ---------------------------------------------------------------------------------- */

// Returns the name of a status number, such as `Malformed`; `Ok` for 0, empty for a number that no status
// has. It lives as long as the program.
GwStr gw_status_name(uint32_t status);

/* Errors ------------------------------------------------------------------------------------ */

// Returns the status that the failed call returned; `GW_STATUS_OK` for NULL.
GW_NODISCARD GwStatus gw_error_status(const GwError *error);

// Returns the message with the location, as one line to show; empty for NULL.
GwStr gw_error_text(const GwError *error);

// Returns the message without the place; empty for NULL.
GwStr gw_error_message(const GwError *error);

// Returns the name of the parameter at fault; its `data` is NULL if none is known.
GwStr gw_error_parameter(const GwError *error);

// Returns the code that the processor of a stylesheet gave: `XTSE0010` and the like of Saxon, a word or a
// number of libxslt; its `data` is NULL if there is none.
GwStr gw_error_code(const GwError *error);

// Returns the causes of the error, from the nearest, parted by colons; empty if none is known.
GwStr gw_error_cause(const GwError *error);

// Returns `true` if the location in the source is known, and writes it to `location`; `location` may be
// NULL.
bool gw_error_location(const GwError *error,
                       GwLocation *location);

// Returns the milliseconds to wait before a retry, for Throttled and Unavailable; 0 if that is not known.
uint64_t gw_error_retry_after(const GwError *error);

// Frees an error. NULL is allowed.
void gw_error_free(GwError *error);

/* Log --------------------------------------------------------------------------------------- */

// Passes the events of the library to a function from now on, in place of the one before: those of `level`
// or more severe. It is for the whole process. `finalize` may be NULL; it is called once, when another
// function takes its place or `gw_log_stop` is called and no call of it is left; not if this call fails.
// Returns Conflict if a program in Rust has a logger of its own.
GW_NODISCARD GwStatus gw_log_start(GwStr level,
                      GwListen function,
                      void *data,
                      GwFinalize finalize,
                      GwError **error);

// Hands what the library tells to nobody any more.
void gw_log_stop(void);

/* Text and buffers -------------------------------------------------------------------------- */

// Returns text from a string with a zero at its end; no text for NULL. It belongs to that string.
GwStr gw_str(const char *text);

// Frees the bytes and empties the buffer, so that a second call does nothing. NULL is allowed.
void gw_buffer_free(GwBuffer *buffer);

/* Parameters -------------------------------------------------------------------------------- */

// Makes an empty set. Free it with `gw_params_free`.
GW_NODISCARD GwStatus gw_params_new(GwParams **params, GwError **error);

// Adds a name with its value; both are copied. Of options the last value of a name counts, of fields that
// hold several values each counts. Whether a name is known is found out if the set is used.
GW_NODISCARD GwStatus gw_params_add(GwParams *params,
                       GwStr name,
                       GwStr value,
                       GwError **error);

// Frees a set. NULL is allowed.
void gw_params_free(GwParams *params);

/* Documents --------------------------------------------------------------------------------- */

// Reads a document. `format` is a name such as `html` or a media type. `params` may be NULL, or
// have the options of `DecodeOptions` (docs/options.md). Free the document with `gw_document_free`.
GW_NODISCARD GwStatus gw_decode(GwBytes source,
                   GwStr format,
                   const GwParams *params,
                   GwDocument **document,
                   GwError **error);

// Returns the text of the document; empty for NULL.
GwStr gw_document_text(const GwDocument *document);

// Returns the encoding in which the bytes were read, by its name in the Encoding Standard.
GwStr gw_document_encoding(const GwDocument *document);

// Returns the number of units of the document; 0 for NULL.
size_t gw_document_unit_count(const GwDocument *document);

// Writes the span of a unit, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_document_unit(const GwDocument *document, size_t index, GwUnit *unit, GwError **error);

// Returns the annotations that the markup of the document has. Free them with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_document_annotations(const GwDocument *document,
                                 GwAnnotations **annotations,
                                 GwError **error);

// Converts bytes of the text to bytes of the source. Returns NotFound if the text has no bytes of its own
// there, its end is before its start, or the span is empty or cuts a character.
GW_NODISCARD GwStatus gw_document_source_span(const GwDocument *document,
                                 GwSpan text,
                                 GwSpan *source,
                                 GwError **error);

// Converts bytes of the text to code points of the text. Returns Invalid if the span leaves the text or
// cuts a character.
GW_NODISCARD GwStatus gw_document_char_span(const GwDocument *document,
                               GwSpan text,
                               GwSpan *chars,
                               GwError **error);

// Converts code points of the text to bytes of the text. Returns Invalid if the span leaves the text.
GW_NODISCARD GwStatus gw_document_text_span(const GwDocument *document,
                               GwSpan chars,
                               GwSpan *text,
                               GwError **error);

// Returns the text of a span with a marker for each inline element in it (`<1>bold</1>`, `<2/>`), as
// translators may keep them. Returns Invalid if the span leaves the text. Free the buffer with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_document_marked_text(const GwDocument *document,
                                 GwSpan text,
                                 GwBuffer *buffer,
                                 GwError **error);

// Returns the number of sections of the document; 0 for NULL.
size_t gw_document_section_count(const GwDocument *document);

// Writes a section, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_document_section(const GwDocument *document,
                             size_t index,
                             GwSection *section,
                             GwError **error);

// Returns the number of warnings about the source; 0 for NULL.
size_t gw_document_warning_count(const GwDocument *document);

// Writes a warning, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_document_warning(const GwDocument *document,
                             size_t index,
                             GwWarning *warning,
                             GwError **error);

// Returns the texts that the source gives as translations, as a document of their own. Returns NotFound if
// there are none. Free it with `gw_document_free`.
GW_NODISCARD GwStatus gw_document_target(const GwDocument *document,
                            GwDocument **target,
                            GwError **error);

// Returns the number of the unit of `gw_document_target` that is the translation of a unit. Returns
// NotFound if there is none.
GW_NODISCARD GwStatus gw_document_target_unit(const GwDocument *document,
                                 size_t index,
                                 size_t *target,
                                 GwError **error);

// Frees a document. NULL is allowed.
void gw_document_free(GwDocument *document);

/* Annotations ------------------------------------------------------------------------------- */

// Makes an empty list. Free it with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_annotations_new(GwAnnotations **annotations, GwError **error);

// Adds an annotation at the end. `body` is `entity`, `term`, `translation` or `metadata`; `span` counts
// bytes of the text of the document. `fields` may be NULL, or have, of an entity `ident` (its IRI; the
// best one first if there are several), `class` (one or several), `source` with `source-ident`; of a term
// `info-ref`, `info`; of a translation `text` and `language`, both needed; of these `confidence`; of
// metadata first `category` (an identifier of ITS 2.0, clause 5.7), then what is said under the names of
// ITS, each `record` (of any value) before those of one record; of all `annotator` (the IRI of the tool).
// Returns Invalid for a span that is none; in a `GwRecognize`, of the text of its passage.
GW_NODISCARD GwStatus gw_annotations_add(GwAnnotations *annotations,
                            GwStr body,
                            GwSpan span,
                            const GwParams *fields,
                            GwError **error);

// Returns the number of annotations of the list; 0 for NULL.
size_t gw_annotations_count(const GwAnnotations *annotations);

// Writes the outline of an annotation, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_annotations_at(const GwAnnotations *annotations,
                           size_t index,
                           GwAnnotation *annotation,
                           GwError **error);

// Returns a field of an annotation by its name (see `gw_annotations_add`), and of those that have several
// values by the number of the value from 0. `data` is NULL if there is no such annotation, field or value.
GwStr gw_annotations_value(const GwAnnotations *annotations,
                           size_t index,
                           GwStr field,
                           size_t number);

// Returns all fields of an annotation by their numbers from 0, in an order that `gw_annotations_add`
// reads; the confidence is none of them. `name` is written if there is such a field; else `data` of the
// answer is NULL.
GwStr gw_annotations_field(const GwAnnotations *annotations,
                           size_t index,
                           size_t number,
                           GwStr *name);

// Frees a list. NULL is allowed.
void gw_annotations_free(GwAnnotations *annotations);

/* Replies ----------------------------------------------------------------------------------- */

// Writes a document with annotations inserted: the bytes of the source with insertions. `annotations` may
// be NULL (none), `params` too, or have the options of `EncodeOptions` (docs/options.md). Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_encode(const GwDocument *document,
                   const GwAnnotations *annotations,
                   const GwParams *params,
                   GwReply **reply,
                   GwError **error);

// Writes a document of any format as a new file with its annotations: those that its markup has and those of
// `annotations`, which may be NULL. `format` is the name or media type of a format with the ability `export`, such as
// `conll-u`. `params` may be NULL, or have `name` (of the document in the file) and `max-output-bytes`. What the format
// cannot say is in `gw_reply_skipped`. Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_export(const GwDocument *document,
                   const GwAnnotations *annotations,
                   GwStr format,
                   const GwParams *params,
                   GwReply **reply,
                   GwError **error);

// Returns the bytes of the reply; none for NULL.
GwBytes gw_reply_bytes(const GwReply *reply);

// Returns the number of placements: one for each annotation, in their order.
size_t gw_reply_placement_count(const GwReply *reply);

// Writes the result for an annotation, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_reply_placement(const GwReply *reply,
                            size_t index,
                            GwPlacement *placement,
                            GwError **error);

// Returns the number of insertions.
size_t gw_reply_inserted_count(const GwReply *reply);

// Writes the span of an insertion in the bytes of the reply, by its index from 0. Without them the bytes
// are the source. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_reply_inserted(const GwReply *reply,
                           size_t index,
                           GwSpan *span,
                           GwError **error);

// Returns the number of spans of the source that translations replaced.
size_t gw_reply_replaced_count(const GwReply *reply);

// Writes the spans that a translation replaced, by its index from 0: bytes of the source, and bytes of the
// reply that stand there. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_reply_replaced(const GwReply *reply,
                           size_t index,
                           GwSpan *source,
                           GwSpan *span,
                           GwError **error);

// Returns the number of strings of NIF that were left out since they are wrong; 0 if they were an error
// (`strict` = `yes`), and for NULL.
size_t gw_reply_skipped_count(const GwReply *reply);

// Writes a part of the input that was left out, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_reply_skipped(const GwReply *reply,
                          size_t index,
                          GwSkipped *skipped,
                          GwError **error);

// Frees a reply. NULL is allowed.
void gw_reply_free(GwReply *reply);

/* Parts of packages ------------------------------------------------------------------------- */

// Returns the number of files of a package that the document was read from; 0 for NULL and for other
// formats.
size_t gw_document_part_count(const GwDocument *document);

// Writes the span of a file of the package, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_document_part(const GwDocument *document, size_t index, GwPart *part, GwError **error);

// Returns the number of files in the package of a reply that the document was read from; 0 for NULL and for
// other formats.
size_t gw_reply_part_count(const GwReply *reply);

// Writes the span of a file of the package with the insertions in it, by its index from 0. Returns
// NotFound if there is none.
GW_NODISCARD GwStatus gw_reply_part(const GwReply *reply, size_t index, GwPart *part, GwError **error);

/* Formats ----------------------------------------------------------------------------------- */

// Writes the formats as JSON: an array of objects with `name`, `title`, `media_types`, `extensions` and
// `abilities` (`read`, `annotate`, `translate`, `export`, `rdf`). Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_formats(GwBuffer *formats,
                    GwError **error);

/* Identification of languages --------------------------------------------------------------- */

// Writes the tag of the language that a text is likely in, and how sure that is, from 0 to 1. Knows 69
// languages; a sentence or two is enough to tell most apart, a word or two is not. Returns NotFound if
// nothing can be said. Free the tag with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_language_identify(GwStr text,
                              GwBuffer *tag,
                              double *confidence,
                              GwError **error);

/* Chunks of documents ----------------------------------------------------------------------- */

// Divides the text of a document into chunks, and writes them as JSON Lines: text, code points of the text of the
// document, bytes of its source, headings, language, entities and terms. The chunks contain the annotations of its
// markup and of `annotations`, which may be NULL. `params` may have the options of
// `ChunkOptions` (docs/options.md). Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_chunks_write(const GwDocument *document,
                         const GwAnnotations *annotations,
                         const GwParams *params,
                         GwBuffer *bytes,
                         GwError **error);

/* Web Annotations --------------------------------------------------------------------------- */

// Writes annotations of a document as a page of Web Annotations (JSON-LD of the W3C): those that
// its markup has and those of `annotations`, which may be NULL. `params` has `source` (the IRI of
// the document, needed), and may have `base` (what the IRIs of annotations begin with), `created`
// (a time with a zone) and `text` (the IRI of the text that positions count). Free the bytes with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_web_annotation_write(const GwDocument *document,
                                 const GwAnnotations *annotations,
                                 const GwParams *params,
                                 GwBuffer *bytes,
                                 GwError **error);

// Reads Web Annotations of a document from JSON: one, a page, a collection with its first page, or a list of these. Each
// gets the place that its selectors have in the document. `source` is the IRI of the document, or empty: annotations of
// others are left out. If `report` is not NULL, it gets a reply without bytes, of which `gw_reply_skipped` has
// those that were left out, with the reason; free it with `gw_reply_free`. Annotations that were proposed or rejected are
// left out silently. Returns Malformed, with the place, for what is not JSON or has no annotations. Free the list
// with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_web_annotation_read(const GwDocument *document,
                                GwBytes json,
                                GwStr source,
                                GwAnnotations **annotations,
                                GwReply **report,
                                GwError **error);

/* Values of ITS 2.0 ------------------------------------------------------------------------- */

// Reads markup and says what holds for its nodes. `category` is an identifier of ITS 2.0 (clause
// 5.7) such as `translate` or `localization-note`; `params` may be NULL, or have the options of
// `DecodeOptions` (docs/options.md). Free the
// answer with `gw_its_free`.
GW_NODISCARD GwStatus gw_its_analyze(GwBytes source,
                        GwStr format,
                        GwStr category,
                        const GwParams *params,
                        GwIts **its,
                        GwError **error);

// Returns the number of nodes; 0 for NULL.
size_t gw_its_count(const GwIts *its);

// Returns the path of a node by its number from 0, such as `/html/body[1]/p[2]/@title`; `data` is NULL if
// there is none.
GwStr gw_its_path(const GwIts *its,
                  size_t index);

// Returns a value that holds for a node, by its number from 0. `name` is written if there is one, such as
// `locNote`, with the number of the record if there are records: `person[1]`; else `data` of the answer is
// NULL.
GwStr gw_its_value(const GwIts *its,
                   size_t index,
                   size_t number,
                   GwStr *name);

// Frees an answer. NULL is allowed.
void gw_its_free(GwIts *its);

/* Referenced files of documents ------------------------------------------------------------- */

// Lets a function open the files that documents refer to, for `gw_decode` and `gw_its_analyze`. It takes
// the place of the option `rules-folder`. `finalize` may be NULL; it is called once, when neither the
// params nor a document read with them are left; not if this call fails.
GW_NODISCARD GwStatus gw_params_resolve(GwParams *params,
                           GwResolve function,
                           void *data,
                           GwFinalize finalize,
                           GwError **error);

/* NIF --------------------------------------------------------------------------------------- */

// Writes a document with its annotations as NIF. `annotations` may be NULL (none). `format` is a
// name such as `turtle` or `json-ld`, or a media type. `params` may be NULL, or have `prefix`
// (what IRIs begin with), `nif-version` (`2.0`, `2.1`), `shape` (`units`, `its`), and `language` (of all
// texts) or `fallback-language` (of texts for which the document says none), and `max-output-bytes`
// (of the longest result). Free the bytes with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_nif_write(const GwDocument *document,
                      const GwAnnotations *annotations,
                      GwStr format,
                      const GwParams *params,
                      GwBuffer *bytes,
                      GwError **error);

// Writes the skeleton of a document: its text and units without annotations, its markup as a second
// text, and for each unit the place in the markup it was converted from. `format` and `params` as
// in `gw_nif_write`. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_nif_skeleton(const GwDocument *document,
                         GwStr format,
                         const GwParams *params,
                         GwBuffer *bytes,
                         GwError **error);

// Checks RDF against the rules of NIF. `findings` gets a line for each rule that is broken: the name of
// the rule, the resource and what was expected, parted by tabs; nothing if the rules are kept. `format`
// and `base` as in `gw_nif_read`. Free the findings with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_nif_check(GwBytes source,
                      GwStr format,
                      GwStr base,
                      GwBuffer *findings,
                      GwError **error);

// Reads NIF in a notation of RDF. `base` is what relative IRIs are resolved against; it may be
// empty. Returns Malformed, with the location if it is known, for what is not RDF and for offsets outside
// the text. Free the NIF with `gw_nif_free`.
GW_NODISCARD GwStatus gw_nif_read(GwBytes source,
                     GwStr format,
                     GwStr base,
                     GwNif **nif,
                     GwError **error);

// Reads NIF as `gw_nif_read` does, and leaves out the strings and texts for which that is
// Malformed; `gw_nif_skipped` tells them. Malformed for what is not RDF. Free the NIF with
// `gw_nif_free`.
GW_NODISCARD GwStatus gw_nif_read_lenient(GwBytes source,
                             GwStr format,
                             GwStr base,
                             GwNif **nif,
                             GwError **error);

// Returns the number of strings and texts of the NIF that were left out since they are wrong; 0 for NULL.
size_t gw_nif_skipped_count(const GwNif *nif);

// Writes a part of the NIF that was left out, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_nif_skipped(const GwNif *nif,
                        size_t index,
                        GwSkipped *skipped,
                        GwError **error);

// Returns the number of texts that the NIF states; 0 for NULL.
size_t gw_nif_context_count(const GwNif *nif);

// Writes a text, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_nif_context(const GwNif *nif, size_t index, GwContext *context, GwError **error);

// Makes a document of plain text of a text, by its number from 0. Free it with
// `gw_document_free`.
GW_NODISCARD GwStatus gw_nif_document(const GwNif *nif, size_t index, GwDocument **document, GwError **error);

// Returns the annotations of a text, by the index of the text from 0; spans count bytes of it. Free
// the list with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_nif_annotations(const GwNif *nif,
                            size_t index,
                            GwAnnotations **annotations,
                            GwError **error);

// Returns the annotations of the text of a document, or of the texts of its sections.
// Returns NotFound if the NIF has no such text. Free the list with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_nif_annotations_of(const GwNif *nif,
                               const GwDocument *document,
                               GwAnnotations **annotations,
                               GwError **error);

// Adds annotations of a text, by its number from 0. What is stated already is not stated again.
GW_NODISCARD GwStatus gw_nif_annotate(GwNif *nif,
                         size_t index,
                         const GwAnnotations *annotations,
                         GwError **error);

// Writes everything that is stated in a notation of RDF. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_nif_bytes(const GwNif *nif, GwStr format, GwBuffer *bytes, GwError **error);

// Frees NIF. NULL is allowed.
void gw_nif_free(GwNif *nif);

/* Dictionaries ------------------------------------------------------------------------------ */

// Builds a dictionary from CSV or TSV in UTF-8, with a header that names the columns `uri`, `label` and
// optionally `language`, `type`, `weight`. Rows that are wrong are left out; returns Malformed, with the place of
// the first one, if no row is right. Free it with `gw_dictionary_free`.
GW_NODISCARD GwStatus gw_dictionary_from_csv(GwBytes table,
                                GwDictionary **dictionary,
                                GwError **error);

// Builds a dictionary of a large table: `progress` may be NULL, or receives the progress; `data` goes to
// each call of it. Returns Unavailable if it ends the call.
GW_NODISCARD GwStatus gw_dictionary_from_csv_watched(GwBytes table,
                                        GwProgress progress,
                                        void *data,
                                        GwDictionary **dictionary,
                                        GwError **error);

// Opens a saved dictionary, which is mapped into memory and not to be cut short or written in place
// meanwhile. Returns Storage if the file is not one; what is damaged further in is that if it is met. Free
// it with `gw_dictionary_free`.
GW_NODISCARD GwStatus gw_dictionary_open(GwStr path,
                            GwDictionary **dictionary,
                            GwError **error);

// Saves a dictionary to one file, which replaces an older one at once or not at all.
GW_NODISCARD GwStatus gw_dictionary_save(const GwDictionary *dictionary, GwStr path, GwError **error);

// Finds the names in a document, unit by unit, in the language of the document. Free
// the list with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_dictionary_recognize(const GwDictionary *dictionary,
                                 const GwDocument *document,
                                 GwAnnotations **annotations,
                                 GwError **error);

// Frees a dictionary. NULL is allowed.
void gw_dictionary_free(GwDictionary *dictionary);

/* Providers: recognizers, term finders, translators and endpoints --------------------------- */

// Makes an empty set. Free it with `gw_providers_free`.
GW_NODISCARD GwStatus gw_providers_new(GwProviders **providers, GwError **error);

// Opens a provider and adds it under a name, in place of what had that name. `kind` is `recognizer`,
// `term-finder`, `translator` or `endpoint` (then `name` is the URL for which it answers); `gw_protocols` lists
// the protocols of each kind, what `place` is, and the names of `options` (NULL for none). A translator needs
// the description of its `system`, as `gw_providers_add_translator` has it; NULL for the others.
// Returns Invalid, with the parameter at fault, for what is not known.
GW_NODISCARD GwStatus gw_providers_open(GwProviders *providers,
                           GwStr kind,
                           GwStr name,
                           GwStr protocol,
                           GwStr place,
                           const GwParams *options,
                           const GwParams *system,
                           GwError **error);

// Adds a dictionary as a recognizer under a name, in place of what had that name. The dictionary may be freed
// afterwards.
GW_NODISCARD GwStatus gw_providers_add_dictionary(GwProviders *providers,
                                     GwStr name,
                                     const GwDictionary *dictionary,
                                     GwError **error);

// Frees a set. NULL is allowed.
void gw_providers_free(GwProviders *providers);

// Writes the protocols by which providers are opened, as JSON: an array of objects with `kind`, `name`, `place`
// (`file`, `url`, `mode`, `words`), `text`, and `parameters`, each with `name`, `type`, `text`, and maybe `words`,
// `default`, `unit`, `repeats` and `required`. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_protocols(GwBuffer *all,
                      GwError **error);

// Writes the engines that the caller may use, as JSON: an object with the arrays `recognizers`,
// `term_finders` and `translators`, of objects with `name`, `parameters` (of a request, as `gw_protocols`
// describes them), and `languages` if they are known. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_session_engines(const GwSession *session,
                            GwBuffer *engines,
                            GwError **error);

/* Recognizers of the host ------------------------------------------------------------------- */

// Adds a function that recognizes entities under a name, in place of what had that name. `data` goes to each call and may
// be NULL. On success it belongs to the library, which hands it to `finalize` (unless that is
// NULL) when the set and every engine opened with it are freed; on failure it stays with the
// caller. If the function `needs_language`, the language of a text is identified before each call unless it is given, and a
// request is Invalid, with the parameter `language`, if that fails.
GW_NODISCARD GwStatus gw_providers_add_recognizer(GwProviders *providers,
                                     GwStr name,
                                     GwRecognize function,
                                     void *data,
                                     GwFinalize finalize,
                                     bool needs_language,
                                     GwError **error);

/* Translators of the host ------------------------------------------------------------------- */

// Adds the translation of the next text; `data` is NULL if there is none. `confidence` is from 0 to 1,
// below 0 if it is not known.
GW_NODISCARD GwStatus gw_translations_add(GwTranslations *found,
                             GwStr text,
                             double confidence,
                             GwError **error);

// Adds a system whose texts a function translates, under the name of a provider. Names of `system`:
// `source-lang` and `target-lang`, which must be there, `name`, `domain`, `key` (makes it private),
// `always-running` (`true`, `false`). `data` is that of `gw_providers_add_recognizer`.
GW_NODISCARD GwStatus gw_providers_add_translator(GwProviders *providers,
                                     GwStr name,
                                     const GwParams *system,
                                     GwTranslate function,
                                     void *data,
                                     GwFinalize finalize,
                                     GwError **error);

/* Engines from settings --------------------------------------------------------------------- */

// Opens an engine. `settings` is a text in TOML, or in JSON if it begins with `{`, for example
// `{"store.location": "data", "limits.source": "64 MiB"}`; an empty text means the defaults. All settings are listed in
// docs/settings.md; its tables of providers are for the server. `providers` may be NULL (none), and may be freed
// afterwards. Returns Invalid, with the setting as parameter, for a setting that is unknown or wrong, and with the
// parameter `system` for a translator without a system; Storage for a store that does not open or that another process has open. Free the engine
// with `gw_engine_free`.
GW_NODISCARD GwStatus gw_engine_open(GwStr settings,
                        const GwProviders *providers,
                        GwEngine **engine,
                        GwError **error);

/* Engines and sessions ---------------------------------------------------------------------- */

// Begins to act on behalf of nobody in particular. Free the session with `gw_session_free`.
GW_NODISCARD GwStatus gw_engine_session(const GwEngine *engine, GwSession **session, GwError **error);

// Begins to act on behalf of who holds a token (`gw_user_authenticate`), an API key, or a token of the OpenID provider
// of the settings. Never fails for a wrong
// one: whose it is, is found out at each call, which is then Unauthenticated. Free the session with
// `gw_session_free`.
GW_NODISCARD GwStatus gw_engine_session_of(const GwEngine *engine,
                              GwStr token,
                              GwSession **session,
                              GwError **error);

// Begins to act on behalf of the local user, an admin without a password: for programs with a single user.
// The user is created under the name `local` if there is none. Returns Conflict if that user is not an admin.
// Free the session with `gw_session_free`.
GW_NODISCARD GwStatus gw_engine_local_session(const GwEngine *engine,
                                 GwSession **session,
                                 GwError **error);

// Removes expired resources from the store, such as pipelines after their week. It is gone for callers
// anyway, and removed when an engine is opened; call this once a day if one runs for long. `count` may be
// NULL.
GW_NODISCARD GwStatus gw_engine_expire(const GwEngine *engine,
                          size_t *count,
                          GwError **error);

// Writes the use of each language model since the engine was opened, as JSON: an array of objects with `kind`
// (`recognizer` or `translator`), `name`, `system` (of translators), `calls`, `cached` (questions that were answered
// before), `prompt_tokens`, `completion_tokens` and `cost`. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_engine_token_usage(const GwEngine *engine,
                               GwBuffer *usage,
                               GwError **error);

// Frees an engine; its sessions go on. NULL is allowed.
void gw_engine_free(GwEngine *engine);

// Cancels the calls of a session that are in progress, in whatever thread, and those that begin later: they return
// Unavailable. A call ends when it next looks at its limits, soon as a rule, and changes nothing that it has not yet
// changed. Streams and batches that the session began end, too. Any thread may call it; open another session to go on. NULL is allowed.
void gw_session_cancel(const GwSession *session);

// Frees a session. NULL is allowed.
void gw_session_free(GwSession *session);

/* e-Entity ---------------------------------------------------------------------------------- */

// Finds the entities of a document. The recognizer `dictionary` finds the names of stored datasets.
// Returns NotFound if no recognizer has that name. `params` may be NULL, or have `language` (of the
// text; by default, the language of the document) and the options of `EntityOptions` (docs/options.md). Free the
// list with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_entities_recognize(const GwSession *session,
                               GwStr recognizer,
                               const GwDocument *document,
                               const GwParams *params,
                               GwAnnotations **annotations,
                               GwError **error);

// Explains the disambiguation of each name of datasets in a document: an array of JSON with `start` and
// `end` (bytes of the text), `text`, `mention` (the probability that it means an entity) and `choices`, the
// likeliest first, each with `ident`, `classes`, `weight` (as the dataset has it), `confidence`, `score` and
// `features`, of which each has a `feature`, a `value` and a `weight`. `params` are those of
// `gw_entities_recognize`. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_entities_explain(const GwSession *session,
                             const GwDocument *document,
                             const GwParams *params,
                             GwBuffer *explanations,
                             GwError **error);

// Finds the entities of a document or of NIF and answers in the requested format. `params` have
// `informat`, and may have the options of `EntityOptions` and `RequestOptions` (docs/options.md). Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_entities_enrich(const GwSession *session,
                            GwStr recognizer,
                            GwBytes input,
                            const GwParams *params,
                            GwReply **reply,
                            GwError **error);

/* e-Link ------------------------------------------------------------------------------------ */

// Asks a stored template (`gw_resource_create`, `template`) about the entities of a document or of NIF and
// adds what it finds. `params` have `informat` and `templateid`, may have `partial` (`true`: answer what
// is found even if the template fails for some entities; see `gw_reply_failure_count`) and the options of
// `RequestOptions` (docs/options.md), and by any other name the template's own parameters: Invalid
// for those that it does not have, and if one is missing. Unauthenticated and NotFound if the caller
// may not use the template; Unavailable, Forbidden and Deadline if the endpoint of the template does not
// answer, may not be asked, or takes too long. Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_links_enrich(const GwSession *session,
                         GwBytes input,
                         const GwParams *params,
                         GwReply **reply,
                         GwError **error);

// Writes the statements about one resource, and the names of what it points to. `endpoint` is the URL of a
// SPARQL endpoint or `dataset:NAME`; `outformat` is a format of RDF, `turtle` if it is empty.
// Unauthenticated and NotFound if the caller may not use the dataset; else as `gw_links_enrich`. Free the
// bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_links_explore(const GwSession *session,
                          GwStr resource,
                          GwStr endpoint,
                          GwStr outformat,
                          GwBuffer *bytes,
                          GwError **error);

// For how many entities the template of `gw_links_enrich` failed.
size_t gw_reply_failure_count(const GwReply *reply);

// Writes a failure, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_reply_failure(const GwReply *reply, size_t index, GwFailure *failure, GwError **error);

/* e-Translation and e-Terminology ----------------------------------------------------------- */

// Reads a translation memory from TMX or XLIFF (`informat`: `tmx`, `xliff`) and saves it to a file, which
// replaces an older one at once or not at all. Returns Malformed, with the place, for a source that is not in that
// format, and for a wrong unit if `report` is NULL. If it is not, wrong units are skipped, and it gets a reply without
// bytes, of which `gw_reply_skipped` has them; free it with `gw_reply_free`. A file without a right unit is Malformed.
GW_NODISCARD GwStatus gw_memory_build(GwBytes source,
                         GwStr informat,
                         GwStr path,
                         GwReply **report,
                         GwError **error);

// Translates a document, or NIF, by a system of a provider. `params` have `informat` and `target-lang`,
// and may have `source-lang` (by default, the language of the document, or else the detected language) and the options of
// `TranslationOptions` and `RequestOptions` (docs/options.md). Returns NotFound if there is no system
// for these languages, Unauthenticated for a wrong key. Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_translations_enrich(const GwSession *session,
                                GwStr provider,
                                GwBytes input,
                                const GwParams *params,
                                GwReply **reply,
                                GwError **error);

// Writes the systems of a provider that need no key as JSON: an array of objects with `name`, `source`,
// `target`, `domain`, `state` and `always_running`. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_translations_systems(const GwSession *session,
                                 GwStr provider,
                                 GwBuffer *systems,
                                 GwError **error);

// Finds the terms of a document, or of NIF, by a provider (`termbase`, `extraction`, or a recognizer).
// `params` have `informat`, and may have the options of `TermOptions` and `RequestOptions` (docs/options.md). Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_terms_enrich(const GwSession *session,
                         GwStr provider,
                         GwBytes input,
                         const GwParams *params,
                         GwReply **reply,
                         GwError **error);

/* Statuses of translated sentences ---------------------------------------------------------- */

// Returns the number of sentences of a translated document that have letters; 0 for other replies.
size_t gw_reply_segment_count(const GwReply *reply);

// Writes the status of the sentence `index`. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_reply_segment(const GwReply *reply, size_t index, GwSegment *segment, GwError **error);

/* Export and import of XLIFF ---------------------------------------------------------------- */

// Writes the texts of a document that have no translation as a file in XLIFF to translate. `params` has
// `target-lang` (required), and may have the options of `XliffOptions` (docs/options.md). Returns Invalid, with the parameter, if one is missing or
// wrong, or the language cannot be identified. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_xliff_write(const GwDocument *document,
                        const GwParams *params,
                        GwBuffer *bytes,
                        GwError **error);

// Returns the translations in a file in XLIFF that was made from a document, as annotations of that document,
// which `gw_encode` writes into it with `translations` as `write`. Returns Malformed, with the place, if the file
// is not XLIFF, and Conflict, with the units that differ, if the document has changed since, or is another one. Free
// them with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_xliff_merge(const GwDocument *document,
                        GwBytes xliff,
                        GwAnnotations **annotations,
                        GwError **error);

// Reads the document that is in a file in XLIFF that was made from it by `gw_xliff_write`. `params` is as for
// `gw_decode`, and has to be as when the document was read; the file says `charset`. Returns NotFound if there is
// no document in the file, Malformed, with the place, if the file is not XLIFF, and the errors of `gw_decode`. Free
// the document with `gw_document_free`.
GW_NODISCARD GwStatus gw_xliff_document(GwBytes xliff,
                           const GwParams *params,
                           GwDocument **document,
                           GwError **error);

/* Checks of translations -------------------------------------------------------------------- */

// Checks the translations in a document: XLIFF, PO, string catalogs, tables with translations. `params` may have
// the options of `CheckOptions` (docs/options.md).
// Returns Unsupported if the document has no translations, and Invalid, with the parameter, if one is wrong.
// Free the issues with `gw_issues_free`.
GW_NODISCARD GwStatus gw_translations_check(const GwDocument *document,
                               const GwParams *params,
                               GwIssues **issues,
                               GwError **error);

// Returns the number of issues; 0 for NULL.
size_t gw_issue_count(const GwIssues *issues);

// Writes an issue, by its index from 0. Its texts are valid as long as the issues. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_issue(const GwIssues *issues,
                  size_t index,
                  GwIssue *issue,
                  GwError **error);

// Frees issues. NULL is allowed.
void gw_issues_free(GwIssues *issues);

/* Reconciliation with stored datasets ------------------------------------------------------- */

// Writes the manifest of the reconciliation service of a dataset, whose URL is `url`, as JSON of the Reconciliation
// Service API. `params` may be NULL, or have `version` (`0.2`, the default, or `1.0-draft`) and `languages` (language
// tags of names, the most wanted first, separated by commas). Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_reconciliation_manifest(const GwSession *session,
                                    GwStr dataset,
                                    GwStr url,
                                    const GwParams *params,
                                    GwBuffer *manifest,
                                    GwError **error);

// Writes the candidates for a batch of queries of the API. Returns Malformed, Invalid and TooLarge with the parameter
// `queries`, and Deadline after ten seconds. `params` are those of `gw_reconciliation_manifest`. Free it with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_reconciliation_answer(const GwSession *session,
                                  GwStr dataset,
                                  GwStr queries,
                                  const GwParams *params,
                                  GwBuffer *candidates,
                                  GwError **error);

// Writes the values of properties of things, which a query of the API names (data extension). Returns Malformed, Invalid and
// TooLarge with the parameter `extend`, and Deadline after ten seconds. `params` are those of
// `gw_reconciliation_manifest`. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_reconciliation_extend(const GwSession *session,
                                  GwStr dataset,
                                  GwStr query,
                                  const GwParams *params,
                                  GwBuffer *values,
                                  GwError **error);

// Writes up to 20 suggestions of `entity`, `type` or `property` (`suggested`) whose name begins with a text, after
// the first `skip` ones: digits, or nothing for 0. `params` are those of `gw_reconciliation_manifest`. Free it with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_reconciliation_suggest(const GwSession *session,
                                   GwStr dataset,
                                   GwStr suggested,
                                   GwStr prefix,
                                   GwStr skip,
                                   const GwParams *params,
                                   GwBuffer *suggestions,
                                   GwError **error);

// Writes the properties that things of a class have, or all things if `class_iri` is empty, those that are used most
// first, up to `limit`: digits, or nothing for 100. `params` are those of `gw_reconciliation_manifest`. Free it with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_reconciliation_propose(const GwSession *session,
                                   GwStr dataset,
                                   GwStr class_iri,
                                   GwStr limit,
                                   const GwParams *params,
                                   GwBuffer *properties,
                                   GwError **error);

// Writes a page of HTML about a thing. Returns NotFound if the dataset names no such thing. `params` are those of
// `gw_reconciliation_manifest`. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_reconciliation_preview(const GwSession *session,
                                   GwStr dataset,
                                   GwStr id,
                                   const GwParams *params,
                                   GwBuffer *page,
                                   GwError **error);

/* Public vocabularies ----------------------------------------------------------------------- */

// Builds a dictionary from the files of a public vocabulary: `geonames`, `wikidata`, `dbpedia`, `obo`, `mesh`,
// `skos` or `csv`. `params` have `file`, a path, for each file, and may have `journal`, the path of a file that
// keeps what was read, so that a call that was ended goes on the next time, `language`, `class`, `country`,
// `code`, `column`, `separator`, `case`, `never-alone` and `corpus`. `progress` may be NULL; `data` goes to each call of
// it. `summary` may be NULL, or receives as text what was taken and left out: free it with `gw_buffer_free`. Returns Malformed if a file is
// none of the vocabulary. Free the dictionary with `gw_dictionary_free`.
GW_NODISCARD GwStatus gw_dictionary_from_vocabulary(GwStr vocabulary,
                                       const GwParams *params,
                                       GwProgress progress,
                                       void *data,
                                       GwDictionary **dictionary,
                                       GwBuffer *summary,
                                       GwError **error);

// Writes the entries of a public vocabulary as a table in CSV, which datasets read: names, classes, weights, and
// what describes an entity. The other arguments are those of `gw_dictionary_from_vocabulary`, without
// `never-alone` and `corpus`. The table replaces an older one at once or not at all.
GW_NODISCARD GwStatus gw_vocabulary_write_table(GwStr vocabulary,
                                   const GwParams *params,
                                   GwStr table,
                                   GwProgress progress,
                                   void *data,
                                   GwBuffer *summary,
                                   GwError **error);

/* Redaction and pseudonyms ------------------------------------------------------------------ */

// Redacts a document: replaces what the recognizers of `providers` find, and what `params` name, in the whole of its source.
// `providers` may be NULL (none). `params` may have the options of `RedactOptions` (docs/options.md). Returns Unsupported if the format cannot be written, Conflict if a redacted string is left,
// Invalid, with the parameter, if one is wrong, and the errors of the recognizers.
GW_NODISCARD GwStatus gw_redact(const GwDocument *document,
                   const GwProviders *providers,
                   const GwParams *params,
                   GwRedaction **redaction,
                   GwError **error);

// Returns the bytes of the redacted document, which live as long as the redaction; none for NULL.
GwBytes gw_redaction_bytes(const GwRedaction *redaction);

// Returns the key of pseudonyms in JSON, which lives as long as the redaction; none for another method, and for NULL.
GwBytes gw_redaction_key(const GwRedaction *redaction);

// Returns the number of places that were redacted; 0 for NULL.
size_t gw_redaction_span_count(const GwRedaction *redaction);

// Writes a place that was redacted, by its index from 0. Its texts live as long as the redaction. Returns NotFound if
// there is none.
GW_NODISCARD GwStatus gw_redaction_span(const GwRedaction *redaction,
                           size_t index,
                           GwRedactedSpan *span,
                           GwError **error);

// Returns the number of places where a redacted string is left; 0 for NULL.
size_t gw_redaction_residue_count(const GwRedaction *redaction);

// Writes a place where a redacted string is left, by its index from 0. Its texts live as long as the redaction. Returns
// NotFound if there is none.
GW_NODISCARD GwStatus gw_redaction_residue(const GwRedaction *redaction,
                              size_t index,
                              GwRedactedSpan *residue,
                              GwError **error);

// Returns the number of parts of a package that were left out, such as thumbnails; 0 for NULL.
size_t gw_redaction_left_out_count(const GwRedaction *redaction);

// Returns the name of a part that was left out, by its index from 0, which lives as long as the redaction; `data` is NULL
// if there is none, and for NULL.
GwStr gw_redaction_left_out(const GwRedaction *redaction,
                            size_t index);

// Returns the number of parts of a package that could not be looked into, such as pictures; 0 for NULL.
size_t gw_redaction_unchecked_count(const GwRedaction *redaction);

// Returns the name of a part that could not be looked into, by its index from 0, which lives as long as the redaction; `data`
// is NULL if there is none, and for NULL.
GwStr gw_redaction_unchecked(const GwRedaction *redaction,
                             size_t index);

// Frees a redaction. NULL is allowed.
void gw_redaction_free(GwRedaction *redaction);

// Generates a key of pseudonyms, as JSON for the parameter `key` of `gw_redact`. One that is not reversible gives the same
// string the same pseudonym, and restores nothing. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_pseudonym_key_generate(bool reversible,
                                   GwBuffer *key,
                                   GwError **error);

// Restores a document that was redacted with pseudonyms, byte for byte, by the key of its redaction or a later one. Returns
// NotFound if the key does not know the document, also if that was changed, and Malformed if `key` is not a key. Free the
// bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_redaction_restore(GwBytes redacted,
                              GwBytes key,
                              GwBuffer *bytes,
                              GwError **error);

// Replaces the pseudonyms of a key in a text by the strings that they stand for, as in the answer of a language model.
// Returns Malformed if `key` is not a key. Free the text with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_redaction_restore_text(GwStr text,
                                   GwBytes key,
                                   GwBuffer *restored,
                                   GwError **error);

/* Services by path, pipelines and streams of calls ------------------------------------------ */

// Calls the service of a path, or a pipeline, whose requests are the body in JSON (stored ones by their
// number). The reply has the bytes and `gw_reply_media_type`. Returns NotFound if nothing has the path,
// Unsupported for formats that are unknown or impossible, Invalid, with the parameter, for parameters that
// the service does not know, and the errors of the service. In a pipeline `gw_error_step` returns the step
// that failed. Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_call(const GwSession *session,
                 const GwCall *call,
                 GwReply **reply,
                 GwError **error);

// Returns the media type of a reply of `gw_call` and `gw_call_batch_next`; empty for others.
GwStr gw_reply_media_type(const GwReply *reply);

// Begins to process a stream of calls on several threads. `params` may be NULL, or have `threads` (a
// number; the number of cores if it is not given) and `order` (`kept`; `free`: as they finish). No more
// calls are taken than can be answered soon. On success `data` belongs to the library, which hands it to
// `finalize` (unless that is NULL) when no call is taken any more; on failure it stays with the caller.
// Free the stream with `gw_call_batch_free`.
GW_NODISCARD GwStatus gw_call_batch_new(const GwSession *session,
                           GwNextCall function,
                           void *data,
                           GwEndOfCalls finalize,
                           const GwParams *params,
                           GwCallBatch **many,
                           GwError **error);

// Waits for the next answer of a stream. A call that fails is an answer too: OK, with the failure in
// `done`.
GW_NODISCARD GwStatus gw_call_batch_next(const GwCallBatch *many,
                            GwDone *done,
                            GwError **error);

// Stops a stream: what is done already still comes, then it is over. Any thread may call it, also while
// another one waits in `gw_call_batch_next`.
void gw_call_batch_cancel(const GwCallBatch *many);

// Frees a stream, and stops it if it is not over; waits for the calls that are running. NULL is allowed.
void gw_call_batch_free(GwCallBatch *many);

// Returns the step of a pipeline that failed, from 0; -1 if it was none.
int64_t gw_error_step(const GwError *error);

/* Batches: one call for the documents of an archive or JSON Lines --------------------------- */

// Begins to call a service or a pipeline for each document in the body of `call`, on several threads. `media_type` is
// that of the body: `application/x-ndjson`, `application/zip`, `multipart/form-data` or `multipart/mixed`
// (docs/batches.md). `params` may be NULL, or have `threads` (a number; what the engine was opened with if it is not
// given) and `order` (`kept`; `free`: as they finish). Returns Unsupported for another media type, Malformed for a
// broken archive, and NotFound if nothing has the path. Free the batch with `gw_batch_free`.
GW_NODISCARD GwStatus gw_batch_new(const GwSession *session,
                      const GwCall *call,
                      GwStr media_type,
                      const GwParams *params,
                      GwBatch **batch,
                      GwError **error);

// Waits for the next result of a batch. A document that fails is a result too: OK, with the failure in `result`.
GW_NODISCARD GwStatus gw_batch_next(const GwBatch *batch,
                       GwBatchResult *result,
                       GwError **error);

// Frees a batch, and stops it if it is not over; waits for the documents that are in progress. NULL is allowed.
void gw_batch_free(GwBatch *batch);

/* Jobs -------------------------------------------------------------------------------------- */

// Submits a call of a service or a pipeline as a job, which runs later with the rights that the caller has then.
// `params` may be NULL, or have `webhook`: a URL that is called when the job has ended. The job is written as JSON:
// `id`, `owner`, `path`, `state` (`queued`, `running`, `done`, `failed`, `cancelled`), `progress` (`done` and
// `total` steps of a pipeline that runs), `created`, `started`, `ended`, `expires`, `attempts`, `webhook`
// (`pending`, `delivered`, `failed`) and `error`. Returns NotFound if no service has the path, Unauthenticated for
// nobody, TooLarge and Throttled for what `jobs.size` and `quotas.jobs` of the engine do not allow. Free the job with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_job_submit(const GwSession *session,
                       const GwCall *call,
                       const GwParams *params,
                       GwBuffer *job,
                       GwError **error);

// Writes a job as JSON, for its owner and admins. Returns NotFound for others. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_job_read(const GwSession *session,
                     GwStr id,
                     GwBuffer *job,
                     GwError **error);

// Writes the jobs of the caller as an array of JSON, in the order of their time; for admins those of all users.
// `params` may be NULL, or have `limit` and `after`, which is the `id` of a job. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_job_list(const GwSession *session,
                     const GwParams *params,
                     GwBuffer *jobs,
                     GwError **error);

// Returns the answer of a job that is done, as `gw_call` does. Returns the error of a failed job, and Conflict for
// one that has not ended or was cancelled. Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_job_result(const GwSession *session,
                       GwStr id,
                       GwReply **reply,
                       GwError **error);

// Waits until a job has ended, or so many milliseconds have gone, and writes it as JSON. Free it with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_job_wait(const GwSession *session,
                     GwStr id,
                     uint64_t milliseconds,
                     GwBuffer *job,
                     GwError **error);

// Cancels a job: one that is queued never runs, one that runs is stopped before its next step, and its result is
// dropped. One that has ended stays as it is. The job is written as JSON unless `job` is NULL; free it with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_job_cancel(const GwSession *session,
                       GwStr id,
                       GwBuffer *job,
                       GwError **error);

// Removes a job with its result. One that has not ended is stopped, and its webhook is not called.
GW_NODISCARD GwStatus gw_job_delete(const GwSession *session, GwStr id, GwError **error);

/* Stored resources -------------------------------------------------------------------------- */

// Stores something new, which then belongs to the caller. `kind` is `template`, `filter`, `pipeline`,
// `dataset`, `xsltconverter`, `document` or `profile`. `name` is 1 to 128 letters, digits, `.`, `_` and `-`, and empty if the
// store gives a number (templates and pipelines). `params` may be NULL, or have the options of
// `ResourceOptions` (docs/options.md). Returns Conflict if the name is taken. `resource` may be NULL, or is
// written as JSON; free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_resource_create(const GwSession *session,
                            GwStr kind,
                            GwStr name,
                            GwBytes content,
                            const GwParams *params,
                            GwBuffer *resource,
                            GwError **error);

// Writes a resource as JSON: `name` or `id`, `kind`, `owner`, `visibility`, `description`,
// `created`, `updated`, `revision`, and the fields of its kind. What is private and somebody
// else's is NotFound, like what is not there; without a user both are Unauthenticated. Free it with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_resource_read(const GwSession *session,
                          GwStr kind,
                          GwStr name,
                          GwBuffer *resource,
                          GwError **error);

// Writes the resources of a kind that the caller may see as an array of JSON, in the order of their names.
// `params` may be NULL, or have `after` (the name that the list begins behind), `limit` (how many at most,
// 100 without it) and `contents` (`true` for queries, stylesheets and requests of pipelines, which are
// left out without it). A part has up to 8 MiB; the list is at its end if nothing follows the last name.
// Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_resource_list(const GwSession *session,
                          GwStr kind,
                          const GwParams *params,
                          GwBuffer *resources,
                          GwError **error);

// Changes a resource; only its owner and admins may. The content stays if the `data` of `content` is NULL.
// Whatever `params` do not name stays too. They are those of `gw_resource_create`, and `newOwner` (or
// `owner`; the name of a user) and `if-revision` (PreconditionFailed if the resource has another one by
// now). `resource` as there.
GW_NODISCARD GwStatus gw_resource_update(const GwSession *session,
                            GwStr kind,
                            GwStr name,
                            GwBytes content,
                            const GwParams *params,
                            GwBuffer *resource,
                            GwError **error);

// Removes a resource; only its owner and admins may. `params` may be NULL, or have `if-revision`.
GW_NODISCARD GwStatus gw_resource_delete(const GwSession *session,
                            GwStr kind,
                            GwStr name,
                            const GwParams *params,
                            GwError **error);

// Checks if the caller may use a resource: the status is that of the use.
GW_NODISCARD GwStatus gw_resource_check_use(const GwSession *session, GwStr kind, GwStr name, GwError **error);

/* Stored documents -------------------------------------------------------------------------- */

// Opens a stored document (`gw_resource_create` with the kind `document`) in its own format, with the annotations that were
// accepted. Unauthenticated and NotFound if the caller may not read it. Free the document with
// `gw_document_free` and the list with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_stored_document_open(const GwSession *session,
                                 GwStr name,
                                 GwDocument **document,
                                 GwAnnotations **annotations,
                                 GwError **error);

/* Uploads of datasets ----------------------------------------------------------------------- */

// Loads a dataset from a file, which is never held as a whole. `how` is `create` (makes it) or
// `update` (changes it, as `mode` of the parameters says). `params` may be NULL, or have the
// options of `ResourceOptions` (docs/options.md). `progress` may be NULL;
// `data` goes to each call of it. Malformed for the first row that is wrong, with its place, with `strict` or if no row
// is right; others are left out, and `skipped` of the resource lists them
// (a label of RDF has none, the message names its thing); nothing has changed then. `resource` may
// be NULL, or is written as JSON; free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_dataset_load(const GwSession *session,
                         GwStr name,
                         GwStr path,
                         GwStr how,
                         const GwParams *params,
                         GwProgress progress,
                         void *data,
                         GwBuffer *resource,
                         GwError **error);

// Adds bytes to a source that stays until it is loaded or given up, even when the process ends: the
// same user goes on under the same name. `length` may be NULL, or gets how many bytes are there;
// with no bytes to add that is all that happens.
GW_NODISCARD GwStatus gw_upload_append(const GwSession *session,
                          GwStr name,
                          GwBytes data,
                          uint64_t *length,
                          GwError **error);

// Loads an upload and removes it; if that fails, it stays. Returns NotFound if there is none. `how`,
// `params` and `resource` are those of `gw_dataset_load`.
GW_NODISCARD GwStatus gw_upload_load(const GwSession *session,
                        GwStr name,
                        GwStr how,
                        const GwParams *params,
                        GwBuffer *resource,
                        GwError **error);

// Discards an upload.
GW_NODISCARD GwStatus gw_upload_discard(const GwSession *session, GwStr name, GwError **error);

/* Stored SPARQL filters --------------------------------------------------------------------- */

// Applies a stored filter (`gw_resource_create`) to RDF and writes what its query selects. `informat` is a
// format of RDF; `outformat` is `csv`, which is usual and meant if it is empty, `json`, `xml` or a format
// of RDF. Unauthenticated and NotFound if the caller may not use the filter; Deadline and TooLarge if the
// query takes more than the settings of the engine allow. To filter what was found in a document, give
// `filter` to `gw_entities_enrich`. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_filter_apply(const GwSession *session,
                         GwStr name,
                         GwBytes input,
                         GwStr informat,
                         GwStr outformat,
                         GwBuffer *bytes,
                         GwError **error);

/* XSLT stylesheets -------------------------------------------------------------------------- */

// Compiles a stylesheet, in any encoding that it declares. `params` may be NULL, or have
// `processor` (`libxslt`, `saxon`; by the version of the stylesheet without), `saxon` (the library of
// SaxonC-HE, or its folder; as SAXONC_HE_LIB says without), `worker` (a program that runs stylesheets in place of
// this process, called with `xslt-worker`; none without), `folder` (whose files the stylesheet may
// read; none without), and what a run may take: `milliseconds`, `memory`, `output` (bytes),
// `depth` (of elements of a source) and `recursion` (of templates). Malformed and Invalid with the
// place for a wrong stylesheet, Unsupported for one whose processor is not there. Free the
// stylesheet with `gw_xslt_free`.
GW_NODISCARD GwStatus gw_xslt_compile(GwBytes stylesheet,
                         const GwParams *params,
                         GwXslt **xslt,
                         GwError **error);

// Returns the version that the stylesheet asks for, as it says it; empty for NULL.
GwStr gw_xslt_version(const GwXslt *xslt);

// Returns the processor, `libxslt` or `saxon`; empty for NULL.
GwStr gw_xslt_processor(const GwXslt *xslt);

// Returns the number of global parameters of the stylesheet.
size_t gw_xslt_parameter_count(const GwXslt *xslt);

// Writes a global parameter of the stylesheet, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_xslt_parameter(const GwXslt *xslt,
                           size_t index,
                           GwXsltParameter *parameter,
                           GwError **error);

// Transforms a document. `params` may be NULL, or have `informat` (`xml`, which is usual, `html`, or
// a media type with its `charset`), `outformat` (`xml`, `html`, `xhtml`, `text`, or media types as
// an Accept header has them; as the stylesheet says without), and values of the global parameters
// of the stylesheet by any other name; those that it does not have do not matter. Invalid with the
// code of the processor (`gw_error_code`) and the place in the stylesheet for one that fails or ends
// the run, Malformed with the place in the input, Deadline and TooLarge at the limits. Free the
// reply with `gw_xslt_reply_free`.
GW_NODISCARD GwStatus gw_xslt_run(const GwXslt *xslt,
                     GwBytes input,
                     const GwParams *params,
                     GwXsltReply **reply,
                     GwError **error);

// Frees a stylesheet. NULL is allowed.
void gw_xslt_free(GwXslt *xslt);

// Transforms a document by a stored stylesheet (`gw_resource_create`, `xsltconverter`). `params` as for
// `gw_xslt_run`. Unauthenticated and NotFound if the caller may not use it; else as there. Free the reply
// with `gw_xslt_reply_free`.
GW_NODISCARD GwStatus gw_converter_apply(const GwSession *session,
                            GwStr name,
                            GwBytes input,
                            const GwParams *params,
                            GwXsltReply **reply,
                            GwError **error);

// Returns the result, in the encoding that the stylesheet asks for; none for NULL.
GwBytes gw_xslt_reply_bytes(const GwXsltReply *reply);

// Returns the media type of the result, without parameters; empty for NULL.
GwStr gw_xslt_reply_media_type(const GwXsltReply *reply);

// Returns the name of its encoding; empty for NULL.
GwStr gw_xslt_reply_encoding(const GwXsltReply *reply);

// Returns the method that it was written by, `xml`, `html`, `xhtml` or `text`; empty for NULL.
GwStr gw_xslt_reply_method(const GwXsltReply *reply);

// Returns the number of messages of the stylesheet.
size_t gw_xslt_reply_message_count(const GwXsltReply *reply);

// Writes a message, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_xslt_reply_message(const GwXsltReply *reply,
                               size_t index,
                               GwXsltMessage *message,
                               GwError **error);

// Returns the number of results besides the main one.
size_t gw_xslt_reply_document_count(const GwXsltReply *reply);

// Writes a result beside the main one, by its index from 0. Returns NotFound if there is none.
GW_NODISCARD GwStatus gw_xslt_reply_document(const GwXsltReply *reply,
                                size_t index,
                                GwXsltDocument *document,
                                GwError **error);

// Frees a reply. NULL is allowed.
void gw_xslt_reply_free(GwXsltReply *reply);

/* Export and import of a store -------------------------------------------------------------- */

// Writes down everything that is stored, as JSON Lines, hashes of passwords and tokens included: who
// has it can do whatever their owners can. Only admins may: Unauthenticated, Forbidden. Free the
// bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_store_export(const GwSession *session,
                         GwBuffer *bytes,
                         GwError **error);

// Reads what `gw_store_export` wrote into a folder that is empty or not there: all of it, or
// nothing. An engine with that folder as `store.location` then has the users, tokens and resources as they
// were. Malformed for an export that is cut or changed, Conflict for a folder in which something was
// stored, Storage for one that is in use. `folder` may be another value of `store.location`.
GW_NODISCARD GwStatus gw_store_import(GwStr folder,
                         GwBytes input,
                         GwError **error);

/* Users and tokens -------------------------------------------------------------------------- */

// Registers a user; everybody may, unless `access.registration` says otherwise (see `gw_user_create_invited`).
// A name is 1 to 64 letters, digits, `.`, `_` and `-` and begins with a
// letter; a password has at least 8 characters and at most 1,024 bytes. Returns Conflict if the name is
// taken. `user` may be NULL, or is written as JSON (`username`, `role`, `created`); free it with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_user_create(const GwSession *session,
                        GwStr username,
                        GwStr password,
                        GwBuffer *user,
                        GwError **error);

// Logs in: gives a token, 64 hexadecimal digits, to who knows the password. It does not expire;
// `gw_engine_session_of` takes it. Whose session this is does not matter. Unauthenticated, alike
// for a wrong password and an unknown user; Throttled after five failures in a row, with the time to
// wait (`gw_error_retry_after`). Free the token with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_user_authenticate(const GwSession *session,
                              GwStr username,
                              GwStr password,
                              GwBuffer *token,
                              GwError **error);

// Writes a user as JSON. Only that user and admins may ask: Unauthenticated, Forbidden, NotFound.
// Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_user_read(const GwSession *session, GwStr username, GwBuffer *user, GwError **error);

// Writes the users as an array of JSON, in the order of their names. Only admins may ask. `params`
// may be NULL, or have `after` (the name that the list begins behind) and `limit` (how many at
// most, 100 without it). Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_user_list(const GwSession *session,
                      const GwParams *params,
                      GwBuffer *users,
                      GwError **error);

// Writes a part of the audit log as an array of JSON, the oldest entries first: `id`, `time`, `user`, `api_key`, `action`,
// `kind`, `name`, `changed`. There is one if the engine has `access.audit`. Only admins may ask. `params` may be NULL, or
// have `after` (the `id` of an entry, after which the part begins) and `limit` (how many at most, 100 without it). Free
// it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_audit_log_read(const GwSession *session,
                           const GwParams *params,
                           GwBuffer *entries,
                           GwError **error);

// Changes a password; tokens stay as they are. Only that user and admins may. `user` as for
// `gw_user_create`.
GW_NODISCARD GwStatus gw_user_set_password(const GwSession *session,
                              GwStr username,
                              GwStr password,
                              GwBuffer *user,
                              GwError **error);

// Changes the role of a user, `ROLE_USER` or `ROLE_ADMIN`. Only admins may; Conflict for the last one.
// `user` as for `gw_user_create`.
GW_NODISCARD GwStatus gw_user_set_role(const GwSession *session,
                          GwStr username,
                          GwStr role,
                          GwBuffer *user,
                          GwError **error);

// Removes a user, whose tokens and API keys stop working at once. Only that user and admins may. `params` may be NULL, or
// have `resources`: with `delete`, all that the user owns is removed too. Returns Conflict for a user who owns something
// otherwise, and for the last admin.
GW_NODISCARD GwStatus gw_user_delete(const GwSession *session,
                        GwStr username,
                        const GwParams *params,
                        GwError **error);

// Makes a token, or the API key with that secret, stop working. Only admins may. Returns NotFound if it is
// nobody's.
GW_NODISCARD GwStatus gw_token_revoke(const GwSession *session,
                         GwStr token,
                         GwError **error);

// Makes all tokens and API keys of a user stop working. Only admins may.
GW_NODISCARD GwStatus gw_token_revoke_all(const GwSession *session, GwStr username, GwError **error);

/* API keys ---------------------------------------------------------------------------------- */

// Creates an API key, with which programs act as the user within its scopes: `gw_engine_session_of` takes
// its secret in place of a token. Only that user may, logged in with the password. `params` have `name`,
// `scopes` (some of `read`, `enrich`, `write`, `admin`, separated by commas) and, if it expires, `expires`
// (a moment as in RFC 3339). The key is written as JSON: `name`, `scopes`, `created`, `expires`,
// `last_used`, and `secret`, which nobody can read again. Conflict if the name is taken or the user has
// 100 keys. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_key_create(const GwSession *session,
                       GwStr username,
                       const GwParams *params,
                       GwBuffer *key,
                       GwError **error);

// Writes an API key as JSON, without its secret. Only its user and admins may ask, logged in with the
// password. Returns NotFound if there is none that has not expired. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_key_read(const GwSession *session,
                     GwStr username,
                     GwStr name,
                     GwBuffer *key,
                     GwError **error);

// Writes the API keys of a user as an array of JSON, in the order of their names, for the callers of
// `gw_key_read`. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_key_list(const GwSession *session,
                     GwStr username,
                     GwBuffer *keys,
                     GwError **error);

// Revokes an API key, which stops working at once, for the callers of `gw_key_read`.
GW_NODISCARD GwStatus gw_key_revoke(const GwSession *session, GwStr username, GwStr name, GwError **error);

/* Invitations ------------------------------------------------------------------------------- */

// Registers a user as `gw_user_create` does, with the code of an invitation, which is used up. Returns Forbidden,
// with the parameter `invitation`, if the code is not valid.
GW_NODISCARD GwStatus gw_user_create_invited(const GwSession *session,
                                GwStr username,
                                GwStr password,
                                GwStr invitation,
                                GwBuffer *user,
                                GwError **error);

// Creates an invitation, with whose code one user can be registered. Only admins may. `params` have `name`, and
// may have `role` (`ROLE_USER` by default) and `expires` (a moment as in RFC 3339). It is written as JSON: `name`,
// `role`, `created`, `expires`, and `code`, which nobody can read again. Conflict if the name is taken or there are
// 1,000 invitations. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_invitation_create(const GwSession *session,
                              const GwParams *params,
                              GwBuffer *invitation,
                              GwError **error);

// Writes an invitation as JSON, without its code. Only admins may ask. Returns NotFound if there is none that is
// valid. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_invitation_read(const GwSession *session,
                            GwStr name,
                            GwBuffer *invitation,
                            GwError **error);

// Writes the invitations that are valid as an array of JSON, in the order of their names. Only admins may ask. Free
// it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_invitation_list(const GwSession *session,
                            GwBuffer *invitations,
                            GwError **error);

// Revokes an invitation, whose code stops working at once. Only admins may.
GW_NODISCARD GwStatus gw_invitation_revoke(const GwSession *session, GwStr name, GwError **error);

/* Training of taggers ----------------------------------------------------------------------- */

// Trains a tagger on CoNLL columns (a token and its tag on a line, an empty line behind each sentence) and
// saves it to a file. Names of `params` (NULL for none): `informat` (a format of RDF if the text is NIF, or one
// of a document), `rounds` (how often the corpus is gone through at
// most), `patience` (after how many rounds that do not help on text that was held out training ends; 0 for
// never), `iri` (`CLASS=IRI`, several), `namespace` (what the IRI of a class begins with that has none
// there), `language` (of the text, several: a primary subtag such as `en`). `progress` may be NULL; `data` goes to each
// call of it. Malformed, with the place, for a line that has no tag.
GW_NODISCARD GwStatus gw_tagger_train(GwBytes corpus,
                         const GwParams *params,
                         GwStr path,
                         GwProgress progress,
                         void *data,
                         GwError **error);

/* Training of mention models ---------------------------------------------------------------- */

// Trains a mention model on annotated text and on the places in it that a dictionary finds, and saves it to a
// file. Names of `params` (NULL for none): `informat` (a format of RDF if the text is NIF, or one of a document;
// columns of CoNLL otherwise), `language` (of the text, several; text in others is not judged), `model` (the path
// of another model whose classes of words are used), `rounds`, `cutoff`. `progress` may be NULL; `data` goes to
// each call of it. Returns Malformed, with the place, for text that cannot be read.
GW_NODISCARD GwStatus gw_mention_model_train(GwBytes corpus,
                                const GwDictionary *names,
                                const GwParams *params,
                                GwStr path,
                                GwProgress progress,
                                void *data,
                                GwError **error);

// Makes a dictionary of the same names that finds them where the mention model of a file says that an entity is
// probably meant; its confidences are multiplied with that probability. Names of `params` (NULL for none): `threshold`
// (the minimum probability, from 0 to 1; 0.3 otherwise), `tagger` (the path of a tagger that is asked too: names are
// found more precisely, and at its speed). Returns Storage if a file is none or damaged. Free it with
// `gw_dictionary_free`.
GW_NODISCARD GwStatus gw_dictionary_with_mention_model(const GwDictionary *dictionary,
                                          GwStr path,
                                          const GwParams *params,
                                          GwDictionary **likely,
                                          GwError **error);

/* Training of ranking weights --------------------------------------------------------------- */

// Fits the weights of linking to texts whose names are linked to entities of a vocabulary, and saves them to a
// file, for the setting `ranking-weights`. `graph` is the vocabulary, in the format of RDF `graph_format`. Names of
// `params` (NULL for none): `informat` (a format of RDF if the texts are NIF, or one of a document; columns of
// CoNLL with tags such as `B-http://example.org/cork` otherwise), `model` (the path of a mention model whose classes
// of words are used, as engines do). Returns Malformed, with the place, for what cannot be read, and Invalid if no
// name has several candidates and the right one among them.
GW_NODISCARD GwStatus gw_ranking_weights_train(GwBytes corpus,
                                  GwBytes graph,
                                  GwStr graph_format,
                                  const GwParams *params,
                                  GwStr path,
                                  GwError **error);

/* Stored models ----------------------------------------------------------------------------- */

// Trains a model on annotated text and stores it, or replaces the one of that name: a tagger is then a
// recognizer of that name, a mention model a value of `mentions` for `gw_entities_enrich`. Only admins may. Names of
// `params` (NULL for none): `kind` (`tagger`, the default, `mentions`, `weights` for linking with the dataset of the
// name, or `context`, which adds the sentences with linked entities to that dataset), `informat` (a format of RDF if the text is NIF, or one of a document; columns of CoNLL otherwise), `dataset` (the one whose names a mention model judges), and
// those of `gw_tagger_train` or `language`, `rounds` and `cutoff` of `gw_mention_model_train`. `documents` are the names of
// stored documents, with commas, in place of the text, which is empty then. Returns Conflict if a
// recognizer of the engine has the name, Deadline after half an hour. `model` may be NULL, or is written as JSON:
// `name`, `kind`, `revision`, `languages`, `classes`; free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_model_train(const GwSession *session,
                        GwStr name,
                        GwBytes corpus,
                        const GwParams *params,
                        GwBuffer *model,
                        GwError **error);

// Writes the description of a stored model as JSON, as `gw_model_train` does. Free it with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_model_read(const GwSession *session,
                       GwStr name,
                       GwBuffer *model,
                       GwError **error);

// Writes the descriptions of all stored models as an array of JSON, in the order of their names. Free it with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_model_list(const GwSession *session,
                       GwBuffer *models,
                       GwError **error);

// Removes a stored model. Only admins may.
GW_NODISCARD GwStatus gw_model_delete(const GwSession *session, GwStr name, GwError **error);

// Describes the file of a model: one that this library has saved, such as a tagger, or in a library built with the
// feature `neural` a neural model, by its file or its folder. It is opened; a neural one also runs, which takes about
// half a second. Writes JSON: an object with `kind` (`tagger`, `token-classifier` …), `file`, `bytes`, `identity`,
// `weights`, `inputs` and `outputs` (with `name`, `data_type`, `shape`), `operators`, `classes`, `languages`,
// `dimensions`, `max_tokens`, `tokenizer`, `vocabulary`, `entries`, `license` (with `file`, `text`),
// `open_milliseconds`, `tokens_per_second` and `memory` (bytes); what has no meaning for its kind is empty or null.
// Returns Storage if it cannot be read or is damaged, Malformed for a file of another kind, and Unsupported for a neural
// model that cannot be run, or without the feature. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_model_check(GwStr path,
                        GwBuffer *report,
                        GwError **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GLOSSWEAVE_H */
