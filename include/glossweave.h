/* Glossweave: the C API. docs/c.md specifies ownership, the use by threads, and how to build.
 *
 * Generated from ffi/src by cbindgen; `UPDATE_HEADER=1 cargo test -p glossweave-ffi` regenerates it. */

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
 *     Files that documents refer to
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
 *     Export and import of XLIFF
 *     Checks of translations
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

// True if the version of this header is at least the specified version.
#define GW_VERSION_AT_LEAST(major, minor, patch) \
    (GW_VERSION_MAJOR > (major) || (GW_VERSION_MAJOR == (major) && \
        (GW_VERSION_MINOR > (minor) || \
            (GW_VERSION_MINOR == (minor) && GW_VERSION_PATCH >= (patch)))))

// Makes the compiler warn when the status of a call is ignored. Define it as nothing to disable the warning.
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

// The ABI version of this header. A library supports programs that were compiled with the same number.
#define GW_ABI_VERSION 2

// The major version of the library that this header belongs to: the first number of `0.2.0`.
#define GW_VERSION_MAJOR 0

// The minor version: the second number.
#define GW_VERSION_MINOR 2

// The patch version: the third number.
#define GW_VERSION_PATCH 0

// The status of a call: 0 for success, otherwise a kind of error as in docs/http.md. Later libraries with
// the same ABI version may add statuses, but do not change these numbers.
enum GwStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Success.
    GW_STATUS_OK = 0,
    // The call itself is wrong. Fix the call.
    GW_STATUS_INVALID = 1,
    // The input violates its format. Fix the document; the error contains the location.
    GW_STATUS_MALFORMED = 2,
    // The format, version or feature is not available. Use another one.
    GW_STATUS_UNSUPPORTED = 3,
    // The requested object does not exist.
    GW_STATUS_NOT_FOUND = 4,
    // The caller is not authenticated, or a token, password or key is wrong.
    GW_STATUS_UNAUTHENTICATED = 5,
    // The caller is not allowed to do this.
    GW_STATUS_FORBIDDEN = 6,
    // The name is already in use, or the object is still in use.
    GW_STATUS_CONFLICT = 7,
    // A required service does not respond. Try again later.
    GW_STATUS_UNAVAILABLE = 8,
    // A time limit was reached.
    GW_STATUS_DEADLINE = 9,
    // The disk or the data stored on it is faulty.
    GW_STATUS_STORAGE = 10,
    // A fault in the library. Report it.
    GW_STATUS_INTERNAL = 11,
    // A size limit was reached.
    GW_STATUS_TOO_LARGE = 12,
    // Too many attempts. Wait before you try again.
    GW_STATUS_THROTTLED = 13,
    // The object changed in the meantime. Read it again.
    GW_STATUS_PRECONDITION_FAILED = 14,
    // A recognizer, translator or other function of the host program failed or returned a wrong result.
    // Fix that function.
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
    // A kind that this ABI version has no constant for.
    GW_BODY_OTHER = 0,
    // The span refers to an entity.
    GW_BODY_ENTITY = 1,
    // The span is a term.
    GW_BODY_TERM = 2,
    // The span has a translation.
    GW_BODY_TRANSLATION = 3,
    // The span has metadata of another data category of ITS 2.0.
    GW_BODY_METADATA = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum GwBody GwBody;
#else
typedef uint32_t GwBody;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The way in which an annotation was inserted.
enum GwPlaced
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Not inserted; `rule` contains the reason.
    GW_PLACED_NOT = 0,
    // In new elements; `fragments` is their number.
    GW_PLACED_ELEMENTS = 1,
    // As attributes of an element of the source.
    GW_PLACED_ON_PARENT = 2,
    // Not inserted, because the source already contains the annotation.
    GW_PLACED_PRESENT = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum GwPlaced GwPlaced;
#else
typedef uint32_t GwPlaced;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A list of annotations. Free it with `gw_annotations_free`. Its texts live until the list is changed or
// freed. Do not change it while another thread uses it.
typedef struct GwAnnotations GwAnnotations;

// A running batch. Free it with `gw_batch_free`.
typedef struct GwBatch GwBatch;

// A stream of results. Free it with `gw_call_batch_free`.
typedef struct GwCallBatch GwCallBatch;

// A dictionary: a list of names that can be found in text. It is immutable, and any number of threads may
// use it at once. Free it with `gw_dictionary_free`.
typedef struct GwDictionary GwDictionary;

// A document. It is immutable, and any number of threads may use it at once. Free it with
// `gw_document_free`. Values read from a document live as long as the document.
typedef struct GwDocument GwDocument;

// An engine: settings and recognizers. Any number of threads may use it at once. Free it with
// `gw_engine_free`.
typedef struct GwEngine GwEngine;

// A NIF graph: all its statements, and the texts in them. Free it with `gw_nif_free`. Values read from it
// live until it is changed or freed. Do not change it while another thread uses it.
typedef struct GwNif GwNif;

// A list of names with values. Free it with `gw_params_free`. Do not change it while another thread uses
// it.
typedef struct GwParams GwParams;

// A set of providers with the names that callers use, for `gw_engine_open`. Free it with
// `gw_providers_free`. Do not change it while another thread uses it.
typedef struct GwProviders GwProviders;

// A session: an engine on behalf of a caller. It keeps the engine alive. Any number of threads may use it
// at once. Free it with `gw_session_free`.
typedef struct GwSession GwSession;

// The translations of a batch, which a `GwTranslate` adds.
typedef struct GwTranslations GwTranslations;

// A compiled stylesheet. It is immutable, and any number of threads may run it at once. Free it with
// `gw_xslt_free`. Values read from it live as long as it does.
typedef struct GwXslt GwXslt;

// A text in UTF-8, without a zero at its end. The library reads an argument only during the call. A
// returned text belongs to the object that it was read from.
typedef struct {
    // The first byte. NULL with a length of 0 means no text.
    const char *data;
    // The length in bytes.
    size_t length;
} GwStr;

// A range of offsets. `start` is included, `end` is not.
typedef struct {
    // The first offset.
    size_t start;
    // The offset after the last one.
    size_t end;
} GwSpan;

// A location in the source of a call.
typedef struct {
    // The span, in bytes of the source.
    GwSpan bytes;
    // The line, from 1.
    uint32_t line;
    // The column, from 1, in characters, or in bytes if the source is not UTF-8.
    uint32_t column;
} GwLocation;

// The values that the pointers of a structure refer to, for use by the library only.
typedef void *GwOwner;

// An error. Free it with `gw_error_free`. Its texts live as long as the error; do not change them.
typedef struct {
    // The status that the failed call returned.
    GwStatus status;
    // `true` if `location` is known.
    bool has_location;
    // The location in the source.
    GwLocation location;
    // The message with the location, as one line to display.
    GwStr text;
    // The message without the location.
    GwStr message;
    // The name of the wrong parameter. `data` is NULL if it is not known.
    GwStr parameter;
    // The error code of the stylesheet processor, for example `XTSE0010` from Saxon, or a word or number
    // from libxslt. `data` is NULL if there is no code.
    GwStr code;
    // The causes, the nearest first, separated by colons. It is empty if none is known.
    GwStr cause;
    // The milliseconds to wait before a retry, after `GW_STATUS_THROTTLED` or `GW_STATUS_UNAVAILABLE`; 0
    // if the time is not known.
    uint64_t retry_after;
    // The index of the pipeline step that failed, from 0; -1 if no step failed.
    int64_t step;
    // For use by the library only.
    GwOwner owner;
} GwError;

// Receives a log event. `level` is `error`, `warn`, `info` or `debug`, `target` is the part of the library
// that reports the event, and `message` is for people to read. The texts live until the function returns.
// Several threads may call it at once with the same `data`, during other calls. It must not throw an
// exception or use `longjmp`.
typedef void (*GwListen)(void *data, GwStr level, GwStr target, GwStr message);

// Frees the data of a recognizer or another callback. The library calls it once, in the thread that uses
// the data last. It must not throw an exception or use `longjmp`.
typedef void (*GwFinalize)(void *data);

// Bytes that belong to the caller. Free them with `gw_buffer_free` and no other function.
typedef struct {
    // The first byte.
    uint8_t *data;
    // The length in bytes.
    size_t length;
    // For use by the library only.
    size_t capacity;
} GwBuffer;

// Bytes, with the same rules as `GwStr`.
typedef struct {
    // The first byte. NULL with a length of 0 means no bytes.
    const void *data;
    // The length in bytes.
    size_t length;
} GwBytes;

// A unit: a range of coherent text, for example a paragraph.
typedef struct {
    // The span, in bytes of the text of the document.
    GwSpan bytes;
    // The span, in Unicode code points of the text of the document.
    GwSpan chars;
    // The language tag. `data` is NULL if the document specifies none.
    GwStr language;
    // The name in the source, for example the `id` of a `trans-unit`. `data` is NULL when there is none.
    GwStr name;
    // The identifier, which NIF contains as `dc:identifier`.
    uint32_t id;
} GwUnit;

// A section: a range of the text with a separate name and languages, for example a `file` of XLIFF.
typedef struct {
    // The span, in bytes of the text of the document.
    GwSpan bytes;
    // The name in the source. `data` is NULL when there is none.
    GwStr name;
    // The language tag of the text. `data` is NULL when there is none.
    GwStr language;
    // The language tag of the translations. `data` is NULL when there is none.
    GwStr target_language;
} GwSection;

// A warning about an anomaly in a source that could still be read.
typedef struct {
    // The message.
    GwStr message;
    // The span, in bytes of the source.
    GwSpan bytes;
} GwWarning;

// The main fields of an annotation. Use `gw_annotations_value` for the others.
typedef struct {
    // The kind.
    GwBody body;
    // The span, in bytes of the text.
    GwSpan span;
    // The confidence from 0 to 1; negative when it is not known.
    double confidence;
} GwAnnotation;

// The result of inserting an annotation.
typedef struct {
    // The way in which the annotation was inserted, if it was.
    GwPlaced placed;
    // The number of new elements; more than one if the annotation crosses the markup of the source.
    size_t fragments;
    // The rule that prevented the insertion. `data` is NULL if the annotation was inserted.
    GwStr rule;
} GwPlacement;

// A span of the source that a translation replaced.
typedef struct {
    // The replaced bytes of the source.
    GwSpan source;
    // The new bytes of the reply.
    GwSpan span;
} GwReplacement;

// A file of a package (for example OpenDocument). Its span refers to the concatenated bytes of all files
// that were read, as do all spans of the source and of the reply for a package.
typedef struct {
    // The name in the package, for example `content.xml`.
    GwStr name;
    // The span of the file, in bytes of UTF-8, which is used whatever the encoding of the file is.
    GwSpan bytes;
    // The encoding of the file in the package.
    GwStr encoding;
} GwPart;

// The status of a sentence of a translated document.
typedef struct {
    // The index of the NIF context that contains the sentence, from 0; 0 in other documents.
    size_t context;
    // The span of the sentence, in bytes of the text of the context.
    GwSpan bytes;
    // `machine`, `exact`, `fuzzy` or `untranslated`. The text lives as long as the program.
    GwStr status;
} GwSegment;

// An entity for which a template failed.
typedef struct {
    // The IRI of the entity.
    GwStr entity;
    // The kind of the failure.
    GwStatus status;
    // The message.
    GwStr message;
} GwFailure;

// A part of the input that was skipped because it is wrong.
typedef struct {
    // The IRI of a string, the `id` of an entry, or the name of an entity or a file.
    GwStr subject;
    // The message.
    GwStr message;
    // The line in the source, from 1; 0 when it is not known.
    uint32_t line;
    // The column in the source, from 1; 0 when it is not known.
    uint32_t column;
} GwSkipped;

// A document as the result of a call. Free it with `gw_reply_free`. Its texts and arrays live as long as
// the reply; do not change them.
typedef struct {
    // The bytes of the document.
    GwBytes bytes;
    // The media type of replies of `gw_call` and of batches. It is empty for other replies.
    GwStr media_type;
    // The placement of each annotation, in the same order.
    const GwPlacement *placements;
    // The number of placements.
    size_t placement_count;
    // The spans of the insertions, in bytes of the reply. Without all insertions, the bytes of the reply
    // equal the source.
    const GwSpan *inserted;
    // The number of insertions.
    size_t inserted_count;
    // The spans of the source that translations replaced.
    const GwReplacement *replaced;
    // The number of replacements.
    size_t replaced_count;
    // The files of the reply's package, with their spans, which include the insertions.
    const GwPart *parts;
    // The number of files; 0 for formats that are not packages.
    size_t part_count;
    // The statuses of the sentences of a translated document that contain letters.
    const GwSegment *segments;
    // The number of sentences; 0 for other replies.
    size_t segment_count;
    // The entities for which the template of `gw_links_enrich` failed.
    const GwFailure *failures;
    // The number of failures.
    size_t failure_count;
    // The parts of the input that were skipped because they are wrong. With `strict` = `yes`, wrong NIF
    // strings are an error instead.
    const GwSkipped *skipped;
    // The number of skipped parts.
    size_t skipped_count;
    // For use by the library only.
    GwOwner owner;
} GwReply;

// A value of a data category.
typedef struct {
    // The name, for example `locNote`. If there are records, it contains the number of the record:
    // `person[1]`.
    GwStr name;
    // The value.
    GwStr value;
} GwItsValue;

// An element or attribute, and the values that hold for it.
typedef struct {
    // The path, for example `/html/body[1]/p[2]/@title`.
    GwStr path;
    // The values.
    const GwItsValue *values;
    // The number of values.
    size_t value_count;
} GwItsNode;

// The values of one data category for all elements and attributes of a document. Free it with
// `gw_its_free`. Its texts and arrays live as long as it does; do not change them.
typedef struct {
    // The nodes.
    const GwItsNode *nodes;
    // The number of nodes.
    size_t node_count;
    // For use by the library only.
    GwOwner owner;
} GwIts;

// Opens a file that a document refers to: linked ITS rules, or records. `reference` is the reference in
// the document, and `base` is the option `base` or the reference of the file that contains `reference`.
// Writes the bytes to `found`, or nothing if there is no such file or it must not be read. The bytes must
// not change until the next call in the same thread. Returns 0, or the number of the status that the
// caller of the library receives; it may then set `reason` to a text that lives until the next call in the
// same thread. Several threads may call it at once with the same `data`. It must not throw an exception or
// use `longjmp`.
typedef uint32_t (*GwResolve)(void *data, GwStr reference, GwStr base, GwBytes *found, GwStr *reason);

// A text in NIF (`nif:Context`).
typedef struct {
    // The IRI, or the label of the blank node.
    GwStr iri;
    // The text.
    GwStr text;
    // The language tag. `data` is NULL when it is not known.
    GwStr language;
} GwContext;

// Receives the progress of a call. `done` is the number of bytes read (for RDF, 0 until the end), `total`
// is the number of bytes of the source, and `records` is the number of accepted records. During training,
// they are the number of sentences processed (each counted once per round), their maximum, and the number
// of finished rounds. Returns 0 to continue. Any other result ends the call, which then returns
// `GW_STATUS_UNAVAILABLE` and changes nothing. It must not throw an exception or use `longjmp`.
typedef uint32_t (*GwProgress)(void *data, uint64_t done, uint64_t total, uint64_t records);

// A passage: a text in which a recognizer finds entities. It lives as long as the call.
typedef struct {
    // The whole text.
    GwStr text;
    // The language tag. `data` is NULL when it is not known.
    GwStr language;
    // The spans of blocks of coherent text, in bytes of the text. An annotation must not extend beyond its
    // block.
    const GwSpan *pieces;
    // The number of blocks.
    size_t piece_count;
} GwPassage;

// Finds entities in a passage, and adds them to `found` with `gw_annotations_add`, in the order of their
// spans, which count bytes of the text. Returns 0, or the number of the status that the caller of the
// library receives; it may then set `reason` to a text that lives until the next call in the same thread.
// If `gw_annotations_add` rejects an annotation, the caller receives `GW_STATUS_PROVIDER`, whatever the
// function returns. Several threads may call it at once with the same `data`. It must not throw an
// exception, use `longjmp`, or free `found`.
typedef uint32_t (*GwRecognize)(void *data,
                                const GwPassage *passage,
                                GwAnnotations *found,
                                GwStr *reason);

// Translates `count` texts from the language `source` to the language `target` (language tags): calls
// `gw_translations_add` once for each text, in their order. Returns 0, or the number of the status that
// the caller of the library receives; it may then set `reason` to a text that lives until the next call in
// the same thread. Several threads may call it at once with the same `data`. It must not throw an
// exception, use `longjmp`, or free `found`.
typedef uint32_t (*GwTranslate)(void *data,
                                GwStr source,
                                GwStr target,
                                const GwStr *texts,
                                size_t count,
                                GwTranslations *found,
                                GwStr *reason);

// An issue of a translation (ITS 2.0, Localization Quality Issue).
typedef struct {
    // The type from ITS 2.0 (appendix C), for example `markup`.
    GwStr issue_type;
    // The fault, in one sentence.
    GwStr comment;
    // The span of the unit, in bytes of the text of the document.
    GwSpan source;
    // The span in bytes of the text of the translations (`gw_document_target`). If something is missing,
    // the span is empty, at the end of the translation.
    GwSpan target;
    // The identifier of the unit.
    uint32_t unit;
    // The severity, from 0 to 100.
    uint32_t severity;
    // The line in the file, from 1; 0 when it is not known.
    uint32_t line;
    // The column in the line, from 1; 0 when it is not known.
    uint32_t column;
} GwIssue;

// The issues of the translations in a document. Free it with `gw_issues_free`. The issues live as long as
// it does; do not change them.
typedef struct {
    // The issues.
    const GwIssue *issues;
    // The number of issues.
    size_t count;
    // For use by the library only.
    GwOwner owner;
} GwIssues;

// A location in a document that was redacted, or where a redacted string remains.
typedef struct {
    // The label of the class, for example `PERSON`.
    GwStr label;
    // The replacement text; empty if the text was removed, and for a string that remains.
    GwStr replacement;
    // The name of the part of a package. `data` is NULL if the source is not a package.
    GwStr part;
    // The span, in bytes of the part or of the source: of the document before redaction, or, for a string
    // that remains, of the result. It is empty for the name of the part.
    GwSpan span;
} GwRedactedSpan;

// A redacted document. Free it with `gw_redaction_free`. Its texts and arrays live as long as the
// redaction; do not change them.
typedef struct {
    // The bytes of the redacted document.
    GwBytes bytes;
    // The pseudonym key as JSON. It is empty for other methods.
    GwBytes key;
    // The redacted locations.
    const GwRedactedSpan *spans;
    // The number of redacted locations.
    size_t span_count;
    // The locations where a redacted string remains.
    const GwRedactedSpan *residue;
    // The number of locations where a redacted string remains.
    size_t residue_count;
    // The names of the parts of a package that were removed, for example thumbnails.
    const GwStr *removed;
    // The number of removed parts.
    size_t removed_count;
    // The names of the parts of a package that could not be checked, for example pictures.
    const GwStr *unchecked;
    // The number of unchecked parts.
    size_t unchecked_count;
    // For use by the library only.
    GwOwner owner;
} GwRedaction;

// A call of a service or of another part of the HTTP interface. Set fields that are not needed to zero.
typedef struct {
    // The path after the version segment, optionally with parameters after a `?`, for example
    // `/e-entity/{engine}/documents`, `/pipelining/chain/{id}` or `/user` (docs/http.md).
    GwStr path;
    // More parameters; may be NULL.
    const GwParams *parameters;
    // The headers, as over HTTP, for example `Content-Type` and `Accept`; may be NULL.
    const GwParams *headers;
    // The body.
    GwBytes body;
    // `GET`, `POST`, `PUT` or `DELETE`; `POST` if it is empty.
    GwStr method;
    // The address of the client, for which failed log-ins are counted. It may be empty. Hosts that serve a
    // network should set it.
    GwStr address;
} GwCall;

// Writes the next call of a stream to `call` and returns `true`, or returns `false` at the end of the
// stream. The data in `call` must live until the next call of the function. The library uses it in its
// threads, never twice at once. It must not throw an exception or use `longjmp`.
typedef bool (*GwNextCall)(void *data, GwCall *call);

// Frees the data of a stream; see `GwFinalize`.
typedef void (*GwEndOfCalls)(void *data);

// A result in a stream.
typedef struct {
    // `true` if the stream is over. The other fields are then empty.
    bool is_over;
    // The index of the call, from 0.
    size_t index;
    // The reply. Free it with `gw_reply_free`. NULL if the call failed.
    GwReply *reply;
    // The error of this call. Free it with `gw_error_free`. NULL if there is none.
    GwError *failure;
} GwDone;

// The result for one document of a batch.
typedef struct {
    // `true` if the batch is over. The other fields are then empty.
    bool is_over;
    // The index of the document, from 0.
    size_t index;
    // The name of the document, or an empty text. It lives until the next call for this batch.
    GwStr name;
    // The reply. Free it with `gw_reply_free`. NULL if the document failed.
    GwReply *reply;
    // The error of this document. Free it with `gw_error_free`. NULL if there is none.
    GwError *failure;
} GwBatchResult;

// A global parameter of a stylesheet.
typedef struct {
    // The name; `{namespace}local` if it is in a namespace.
    GwStr name;
    // The default value, if it is a literal. Otherwise `data` is NULL.
    GwStr usual;
    // The expression of the default value, if it is not a literal. Otherwise `data` is NULL.
    GwStr select;
    // `true` if a value is required.
    bool required;
} GwXsltParameter;

// A message of `xsl:message`.
typedef struct {
    // The text.
    GwStr text;
    // The line of the instruction in the stylesheet, from 1; 0 when it is not known.
    uint32_t line;
    // The column, from 1; 0 when it is not known.
    uint32_t column;
} GwXsltMessage;

// A secondary result, from `xsl:result-document`. The library does not write it to any file.
typedef struct {
    // The IRI that the stylesheet specifies.
    GwStr uri;
    // The document.
    GwBytes bytes;
} GwXsltDocument;

// The result of a stylesheet for a document. Free it with `gw_xslt_reply_free`. Its texts and arrays live
// as long as it does; do not change them.
typedef struct {
    // The bytes of the result, in the encoding that the stylesheet specifies.
    GwBytes bytes;
    // The media type, without parameters.
    GwStr media_type;
    // The name of the encoding.
    GwStr encoding;
    // The output method: `xml`, `html`, `xhtml` or `text`.
    GwStr method;
    // The messages of the stylesheet.
    const GwXsltMessage *messages;
    // The number of messages.
    size_t message_count;
    // The secondary results.
    const GwXsltDocument *documents;
    // The number of secondary results.
    size_t document_count;
    // For use by the library only.
    GwOwner owner;
} GwXsltReply;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* The version ------------------------------------------------------------------------------- */

// Returns the ABI version of the library. Compare it with `GW_ABI_VERSION`.
uint32_t gw_abi_version(void);

// Returns the version of the library, for example `0.2.0`. The text lives as long as the program.
GwStr gw_version(void);

/* Statuses ---------------------------------------------------------------------------------- */

// Returns the name of a status number, for example `Malformed`; `Ok` for 0, and an empty text for an
// unknown number. The text lives as long as the program.
GwStr gw_status_name(uint32_t status);

/* Errors ------------------------------------------------------------------------------------ */

// Frees an error. `error` may be NULL.
void gw_error_free(GwError *error);

/* Log --------------------------------------------------------------------------------------- */

// Passes log events of the library to a function, in the whole process: events of `level` or more severe.
// The function replaces the function of an earlier call. `finalize` may be NULL. If this call succeeds,
// `finalize` is called once, when another function was set or `gw_log_stop` was called, and no call of the
// function is in progress. Returns `GW_STATUS_CONFLICT` if a program in Rust already uses another logger.
GW_NODISCARD GwStatus gw_log_start(GwStr level,
                      GwListen function,
                      void *data,
                      GwFinalize finalize,
                      GwError **error);

// Stops passing log events to the function of `gw_log_start`.
void gw_log_stop(void);

/* Text and buffers -------------------------------------------------------------------------- */

// Returns the text of a string with a zero at its end. Returns no text if `text` is NULL. The result uses
// the memory of the string.
GwStr gw_str(const char *text);

// Frees the bytes and empties the buffer, so that a second call does nothing. `buffer` may be NULL.
void gw_buffer_free(GwBuffer *buffer);

/* Parameters -------------------------------------------------------------------------------- */

// Creates an empty list. Free it with `gw_params_free`.
GW_NODISCARD GwStatus gw_params_new(GwParams **params, GwError **error);

// Adds a name with its value; both are copied. If a name occurs more than once, an option uses its last
// value, and a field that supports several values uses all of them. Names are not checked here but by the
// call that uses the list.
GW_NODISCARD GwStatus gw_params_add(GwParams *params,
                       GwStr name,
                       GwStr value,
                       GwError **error);

// Frees a list. `params` may be NULL.
void gw_params_free(GwParams *params);

/* Documents --------------------------------------------------------------------------------- */

// Reads a document. `format` is a name, for example `html`, or a media type. `params` may be NULL, or
// contain the options of `DecodeOptions` (docs/options.md). Free the document with `gw_document_free`.
GW_NODISCARD GwStatus gw_decode(GwBytes source,
                   GwStr format,
                   const GwParams *params,
                   GwDocument **document,
                   GwError **error);

// Returns the text of the document. Returns an empty text if `document` is NULL.
GwStr gw_document_text(const GwDocument *document);

// Returns the encoding that was used to read the bytes, by its name in the Encoding Standard. Returns an
// empty text if `document` is NULL.
GwStr gw_document_encoding(const GwDocument *document);

// Returns the number of units of the document. Returns 0 if `document` is NULL.
size_t gw_document_unit_count(const GwDocument *document);

// Writes the unit `index`, from 0, to `unit`. Returns `GW_STATUS_NOT_FOUND` if there is no such unit.
GW_NODISCARD GwStatus gw_document_unit(const GwDocument *document,
                          size_t index,
                          GwUnit *unit,
                          GwError **error);

// Writes the annotations that the markup of the document contains to `annotations`. Free them with
// `gw_annotations_free`.
GW_NODISCARD GwStatus gw_document_annotations(const GwDocument *document,
                                 GwAnnotations **annotations,
                                 GwError **error);

// Converts a span in bytes of the text to bytes of the source. Returns `GW_STATUS_NOT_FOUND` if the span
// is empty, its end is before its start, it splits a character, or its text has no bytes in the source.
GW_NODISCARD GwStatus gw_document_source_span(const GwDocument *document,
                                 GwSpan text,
                                 GwSpan *source,
                                 GwError **error);

// Converts a span in bytes of the text to code points of the text. Returns `GW_STATUS_INVALID` if the span
// exceeds the text or splits a character.
GW_NODISCARD GwStatus gw_document_char_span(const GwDocument *document,
                               GwSpan text,
                               GwSpan *chars,
                               GwError **error);

// Converts a span in code points of the text to bytes of the text. Returns `GW_STATUS_INVALID` if the span
// exceeds the text.
GW_NODISCARD GwStatus gw_document_text_span(const GwDocument *document,
                               GwSpan chars,
                               GwSpan *text,
                               GwError **error);

// Writes the text of a span with a marker for each inline element (`<1>bold</1>`, `<2/>`), in the form
// that translation systems can preserve. Free the buffer with `gw_buffer_free`. Returns
// `GW_STATUS_INVALID` if the span exceeds the text.
GW_NODISCARD GwStatus gw_document_marked_text(const GwDocument *document,
                                 GwSpan text,
                                 GwBuffer *buffer,
                                 GwError **error);

// Returns the number of sections of the document. Returns 0 if `document` is NULL.
size_t gw_document_section_count(const GwDocument *document);

// Writes the section `index`, from 0, to `section`. Returns `GW_STATUS_NOT_FOUND` if there is no such
// section.
GW_NODISCARD GwStatus gw_document_section(const GwDocument *document,
                             size_t index,
                             GwSection *section,
                             GwError **error);

// Returns the number of warnings about the source. Returns 0 if `document` is NULL.
size_t gw_document_warning_count(const GwDocument *document);

// Writes the warning `index`, from 0, to `warning`. Returns `GW_STATUS_NOT_FOUND` if there is no such
// warning.
GW_NODISCARD GwStatus gw_document_warning(const GwDocument *document,
                             size_t index,
                             GwWarning *warning,
                             GwError **error);

// Writes the translations that the source contains to `target`, as a separate document. Free it with
// `gw_document_free`. Returns `GW_STATUS_NOT_FOUND` if the source has no translations.
GW_NODISCARD GwStatus gw_document_target(const GwDocument *document,
                            GwDocument **target,
                            GwError **error);

// Writes the index of the translation of the unit `index` to `target`: the index of a unit of
// `gw_document_target`, from 0. Returns `GW_STATUS_NOT_FOUND` if there is no translation.
GW_NODISCARD GwStatus gw_document_target_unit(const GwDocument *document,
                                 size_t index,
                                 size_t *target,
                                 GwError **error);

// Frees a document. `document` may be NULL.
void gw_document_free(GwDocument *document);

/* Annotations ------------------------------------------------------------------------------- */

// Creates an empty list. Free it with `gw_annotations_free`.
GW_NODISCARD GwStatus gw_annotations_new(GwAnnotations **annotations, GwError **error);

// Appends an annotation to the list. `body` is `entity`, `term`, `translation` or `metadata`. `span`
// counts bytes of the text of the document. `fields` may be NULL for entities and terms. It contains, for
// an entity, `ident` (its IRI; when there are several, the best one first), `class` (one or more), and
// `source` with `source-ident`; for a term, `info-ref` and `info`; for a translation, `text` and
// `language` (both required), and `plural-form`; for these three, `confidence`; for metadata, first
// `category` (an identifier of ITS 2.0, clause 5.7), then its values under the names of ITS, with each
// `record` (any value) before the values of that record; for all kinds, `annotator` (the IRI of the tool).
// Returns `GW_STATUS_INVALID` if the span is not valid or a field is wrong. In a `GwRecognize`, the span
// must consist of whole characters of the passage.
GW_NODISCARD GwStatus gw_annotations_add(GwAnnotations *annotations,
                            GwStr body,
                            GwSpan span,
                            const GwParams *fields,
                            GwError **error);

// Returns the number of annotations in the list. Returns 0 if `annotations` is NULL.
size_t gw_annotations_count(const GwAnnotations *annotations);

// Writes the main fields of the annotation `index`, from 0, to `annotation`. Returns `GW_STATUS_NOT_FOUND`
// if there is no such annotation.
GW_NODISCARD GwStatus gw_annotations_at(const GwAnnotations *annotations,
                           size_t index,
                           GwAnnotation *annotation,
                           GwError **error);

// Returns a value of an annotation by the name of its field (see `gw_annotations_add`). `number` selects
// the value, from 0, when the field has several. `data` of the result is NULL if there is no such
// annotation, field or value.
GwStr gw_annotations_value(const GwAnnotations *annotations,
                           size_t index,
                           GwStr field,
                           size_t number);

// Returns the value of the field `number` of an annotation, from 0, and writes its name to `name`, which
// may be NULL. Use it to list all fields except the confidence, in an order that `gw_annotations_add`
// accepts. `data` of the result is NULL, and `name` is not written, if there is no such field.
GwStr gw_annotations_field(const GwAnnotations *annotations,
                           size_t index,
                           size_t number,
                           GwStr *name);

// Frees a list. `annotations` may be NULL.
void gw_annotations_free(GwAnnotations *annotations);

/* Replies ----------------------------------------------------------------------------------- */

// Writes a document with annotations: the bytes of the source with insertions. `annotations` may be NULL
// (none). `params` may be NULL, or contain the options of `EncodeOptions` (docs/options.md). Free the
// reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_encode(const GwDocument *document,
                   const GwAnnotations *annotations,
                   const GwParams *params,
                   GwReply **reply,
                   GwError **error);

// Exports a document of any format as a new file with annotations: the annotations in its markup, and
// `annotations`, which may be NULL. `format` is the name or media type of a format with the ability
// `export`, for example `conll-u`. `params` may be NULL, or contain `name` (the name of the document in
// the file) and `max-output-bytes`. `skipped` of the reply lists content that the format cannot store. Free
// the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_export(const GwDocument *document,
                   const GwAnnotations *annotations,
                   GwStr format,
                   const GwParams *params,
                   GwReply **reply,
                   GwError **error);

// Frees a reply. `reply` may be NULL.
void gw_reply_free(GwReply *reply);

/* Parts of packages ------------------------------------------------------------------------- */

// Returns the number of files of the package that the document was read from. Returns 0 for other formats
// and if `document` is NULL.
size_t gw_document_part_count(const GwDocument *document);

// Writes the file `index` of the package, from 0, to `part`. Returns `GW_STATUS_NOT_FOUND` if there is no
// such file.
GW_NODISCARD GwStatus gw_document_part(const GwDocument *document,
                          size_t index,
                          GwPart *part,
                          GwError **error);

/* Formats ----------------------------------------------------------------------------------- */

// Writes the formats as a JSON array of objects with `name`, `title`, `media_types`, `extensions` and
// `abilities` (`read`, `annotate`, `translate`, `export`, `rdf`). Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_formats(GwBuffer *formats,
                    GwError **error);

/* Identification of languages --------------------------------------------------------------- */

// Identifies the language of a text, and writes its tag and the confidence, from 0 to 1. It distinguishes
// 69 languages. One or two sentences are enough for most texts, but one or two words are not. Free the tag
// with `gw_buffer_free`. Returns `GW_STATUS_NOT_FOUND` if the language cannot be identified.
GW_NODISCARD GwStatus gw_language_identify(GwStr text,
                              GwBuffer *tag,
                              double *confidence,
                              GwError **error);

/* Chunks of documents ----------------------------------------------------------------------- */

// Divides the text of a document into chunks, and writes them as JSON Lines with the text, its spans in
// code points of the document's text and in bytes of the source, headings, language, entities and terms.
// The chunks use the annotations in the markup and in `annotations`, which may be NULL. `params` may be
// NULL, or contain the options of `ChunkOptions` (docs/options.md). Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_chunks_write(const GwDocument *document,
                         const GwAnnotations *annotations,
                         const GwParams *params,
                         GwBuffer *bytes,
                         GwError **error);

/* Web Annotations --------------------------------------------------------------------------- */

// Writes annotations of a document as a page of Web Annotations (JSON-LD of the W3C): the annotations in
// its markup, and `annotations`, which may be NULL. `params` contains `source` (the IRI of the document;
// required), and optionally `base` (the prefix of the IRIs of annotations), `created` (a time with a zone)
// and `text` (the IRI of the text that offsets refer to). Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_web_annotation_write(const GwDocument *document,
                                 const GwAnnotations *annotations,
                                 const GwParams *params,
                                 GwBuffer *bytes,
                                 GwError **error);

// Reads Web Annotations of a document from JSON: one annotation, a page, a collection with its first page,
// or a list of these. The selectors of each annotation determine its span in the document. `source` is the
// IRI of the document, or empty; annotations of other documents are skipped. Proposed and rejected
// annotations are skipped silently. `report` may be NULL, or receives a reply without bytes, whose
// `skipped` lists the other annotations with the reasons; free it with `gw_reply_free`.
// Free the list with `gw_annotations_free`. Returns `GW_STATUS_MALFORMED`, with the location, if `json` is
// not JSON or contains no annotations.
GW_NODISCARD GwStatus gw_web_annotation_read(const GwDocument *document,
                                GwBytes json,
                                GwStr source,
                                GwAnnotations **annotations,
                                GwReply **report,
                                GwError **error);

/* Values of ITS 2.0 ------------------------------------------------------------------------- */

// Computes the values of a data category for the nodes of markup. `category` is an identifier of ITS 2.0
// (clause 5.7), for example `translate` or `localization-note`. `params` may be NULL, or contain the
// options of `DecodeOptions` (docs/options.md). Free the result with `gw_its_free`.
GW_NODISCARD GwStatus gw_its_analyze(GwBytes source,
                        GwStr format,
                        GwStr category,
                        const GwParams *params,
                        GwIts **its,
                        GwError **error);

// Frees the result of `gw_its_analyze`. `its` may be NULL.
void gw_its_free(GwIts *its);

/* Files that documents refer to ------------------------------------------------------------- */

// Sets a function that opens the files that documents refer to, for `gw_decode` and `gw_its_analyze`. It
// is used instead of the option `rules-folder`. `finalize` may be NULL. If this call succeeds, `finalize`
// is called once, when the params and all documents read with them were freed.
GW_NODISCARD GwStatus gw_params_resolve(GwParams *params,
                           GwResolve function,
                           void *data,
                           GwFinalize finalize,
                           GwError **error);

/* NIF --------------------------------------------------------------------------------------- */

// Writes a document with its annotations as NIF. `annotations` may be NULL (none). `format` is a name, for
// example `turtle` or `json-ld`, or a media type. `params` may be NULL, or contain `prefix` (the prefix of
// IRIs), `nif-version` (`2.0`, `2.1`), `shape` (`units`, `its`), `language` (of all texts) or
// `fallback-language` (of texts whose language the document does not specify), and `max-output-bytes` (the
// maximum size of the result). Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_nif_write(const GwDocument *document,
                      const GwAnnotations *annotations,
                      GwStr format,
                      const GwParams *params,
                      GwBuffer *bytes,
                      GwError **error);

// Writes the skeleton of a document as NIF: its text and units without annotations, its markup as a second
// text, and for each unit its location in the markup. `format` and `params` have the same meaning as in
// `gw_nif_write`. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_nif_skeleton(const GwDocument *document,
                         GwStr format,
                         const GwParams *params,
                         GwBuffer *bytes,
                         GwError **error);

// Checks RDF against the rules of NIF. Writes one line per violation to `findings`: the name of the rule,
// the resource and the expectation, separated by tabs; nothing if there is no violation. `format` and
// `base` have the same meaning as in `gw_nif_read`. Free the findings with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_nif_check(GwBytes source,
                      GwStr format,
                      GwStr base,
                      GwBuffer *findings,
                      GwError **error);

// Reads NIF in a format of RDF. `base` is the base for relative IRIs, and may be empty. Free the NIF with
// `gw_nif_free`. Returns `GW_STATUS_MALFORMED`, with the location if it is known, if the source is not RDF
// or an offset exceeds the text.
GW_NODISCARD GwStatus gw_nif_read(GwBytes source,
                     GwStr format,
                     GwStr base,
                     GwNif **nif,
                     GwError **error);

// Reads NIF like `gw_nif_read`, but skips the strings and texts that are wrong; `gw_nif_skipped` lists
// them. Free the NIF with `gw_nif_free`. Returns `GW_STATUS_MALFORMED` if the source is not RDF.
GW_NODISCARD GwStatus gw_nif_read_lenient(GwBytes source,
                             GwStr format,
                             GwStr base,
                             GwNif **nif,
                             GwError **error);

// Returns the number of strings and texts that were skipped because they are wrong. Returns 0 if `nif` is
// NULL.
size_t gw_nif_skipped_count(const GwNif *nif);

// Writes the skipped string or text `index`, from 0, to `skipped`. Returns `GW_STATUS_NOT_FOUND` if there
// is no such item.
GW_NODISCARD GwStatus gw_nif_skipped(const GwNif *nif,
                        size_t index,
                        GwSkipped *skipped,
                        GwError **error);

// Returns the number of texts in the NIF. Returns 0 if `nif` is NULL.
size_t gw_nif_context_count(const GwNif *nif);

// Writes the text `index`, from 0, to `context`. Returns `GW_STATUS_NOT_FOUND` if there is no such text.
GW_NODISCARD GwStatus gw_nif_context(const GwNif *nif,
                        size_t index,
                        GwContext *context,
                        GwError **error);

// Creates a document in plain text from the text `index` of the NIF, from 0. Free it with
// `gw_document_free`. Returns `GW_STATUS_NOT_FOUND` if there is no such text.
GW_NODISCARD GwStatus gw_nif_document(const GwNif *nif, size_t index, GwDocument **document, GwError **error);

// Writes the annotations of the text `index` of the NIF, from 0, to `annotations`. Their spans count bytes
// of that text. Free the list with `gw_annotations_free`. Returns `GW_STATUS_NOT_FOUND` if there is no
// such text.
GW_NODISCARD GwStatus gw_nif_annotations(const GwNif *nif,
                            size_t index,
                            GwAnnotations **annotations,
                            GwError **error);

// Writes the annotations that the NIF contains for the text of a document, or for the texts of its
// sections, to `annotations`. Free the list with `gw_annotations_free`. Returns `GW_STATUS_NOT_FOUND` if
// the NIF has no such text.
GW_NODISCARD GwStatus gw_nif_annotations_of(const GwNif *nif,
                               const GwDocument *document,
                               GwAnnotations **annotations,
                               GwError **error);

// Adds annotations to the text `index` of the NIF, from 0. Existing statements are not repeated.
GW_NODISCARD GwStatus gw_nif_annotate(GwNif *nif,
                         size_t index,
                         const GwAnnotations *annotations,
                         GwError **error);

// Writes all statements of the NIF in a format of RDF. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_nif_bytes(const GwNif *nif, GwStr format, GwBuffer *bytes, GwError **error);

// Frees NIF. `nif` may be NULL.
void gw_nif_free(GwNif *nif);

/* Dictionaries ------------------------------------------------------------------------------ */

// Builds a dictionary from CSV or TSV in UTF-8, with a header of the columns `uri`, `label`, and
// optionally `language`, `type` and `weight`. Wrong rows are skipped. Free the dictionary with
// `gw_dictionary_free`. Returns `GW_STATUS_MALFORMED`, with the location of the first wrong row, if no row
// is valid.
GW_NODISCARD GwStatus gw_dictionary_from_csv(GwBytes table,
                                GwDictionary **dictionary,
                                GwError **error);

// Builds a dictionary like `gw_dictionary_from_csv`, and reports the progress, for large tables.
// `progress` may be NULL; each call of it receives `data`. Free the dictionary with `gw_dictionary_free`.
// Returns `GW_STATUS_UNAVAILABLE` if `progress` ends the call.
GW_NODISCARD GwStatus gw_dictionary_from_csv_watched(GwBytes table,
                                        GwProgress progress,
                                        void *data,
                                        GwDictionary **dictionary,
                                        GwError **error);

// Opens a saved dictionary. The file is mapped into memory, so do not truncate or overwrite it while the
// dictionary is in use. Free the dictionary with `gw_dictionary_free`. Returns `GW_STATUS_STORAGE` if the
// file is not a dictionary. Later calls return it when they reach damaged parts of the file.
GW_NODISCARD GwStatus gw_dictionary_open(GwStr path,
                            GwDictionary **dictionary,
                            GwError **error);

// Saves a dictionary to a file. An existing file is replaced atomically.
GW_NODISCARD GwStatus gw_dictionary_save(const GwDictionary *dictionary, GwStr path, GwError **error);

// Finds the names in a document, unit by unit, in the language of the document. Free the list with
// `gw_annotations_free`.
GW_NODISCARD GwStatus gw_dictionary_recognize(const GwDictionary *dictionary,
                                 const GwDocument *document,
                                 GwAnnotations **annotations,
                                 GwError **error);

// Frees a dictionary. `dictionary` may be NULL.
void gw_dictionary_free(GwDictionary *dictionary);

/* Providers: recognizers, term finders, translators and endpoints --------------------------- */

// Creates an empty set. Free it with `gw_providers_free`.
GW_NODISCARD GwStatus gw_providers_new(GwProviders **providers, GwError **error);

// Opens a provider, and adds it under `name`, where it replaces an existing provider. `kind` is
// `recognizer`, `term-finder`, `translator` or `endpoint` (`name` is then the URL of the endpoint).
// `gw_protocols` lists the protocols of each kind, the meaning of `place`, and the names in `options`,
// which may be NULL (none). `system` describes the system of a translator, as in
// `gw_providers_add_translator`; use NULL for other kinds. Returns `GW_STATUS_INVALID`, with the
// parameter, if an argument is not known.
GW_NODISCARD GwStatus gw_providers_open(GwProviders *providers,
                           GwStr kind,
                           GwStr name,
                           GwStr protocol,
                           GwStr place,
                           const GwParams *options,
                           const GwParams *system,
                           GwError **error);

// Adds a dictionary as a recognizer under `name`, where it replaces an existing provider. The dictionary
// may be freed after the call.
GW_NODISCARD GwStatus gw_providers_add_dictionary(GwProviders *providers,
                                     GwStr name,
                                     const GwDictionary *dictionary,
                                     GwError **error);

// Frees a set. `providers` may be NULL.
void gw_providers_free(GwProviders *providers);

// Writes the protocols for `gw_providers_open` as a JSON array of objects with `kind`, `name`, `place`
// (`file`, `url`, `mode`, `words`), `text`, and `parameters`. Each parameter has `name`, `type` and
// `text`, and may have `words`, `default`, `unit`, `repeats` and `required`. Free the bytes with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_protocols(GwBuffer *all,
                      GwError **error);

/* Recognizers of the host ------------------------------------------------------------------- */

// Adds a function that recognizes entities under `name`, where it replaces an existing provider. Each call
// of it receives `data`, which may be NULL. If this call succeeds, the library owns `data`, and calls
// `finalize`, unless that is NULL, when the set and all engines opened with it are freed. If this call
// fails, `data` remains with the caller. If `needs_language` is true and the language of a text is not
// specified, it is identified before each call; a request returns `GW_STATUS_INVALID`, with the parameter
// `language`, if it cannot be identified.
GW_NODISCARD GwStatus gw_providers_add_recognizer(GwProviders *providers,
                                     GwStr name,
                                     GwRecognize function,
                                     void *data,
                                     GwFinalize finalize,
                                     bool needs_language,
                                     GwError **error);

/* Translators of the host ------------------------------------------------------------------- */

// Adds the translation of the next text. Pass a text whose `data` is NULL if there is no translation.
// `confidence` is from 0 to 1; negative when it is not known.
GW_NODISCARD GwStatus gw_translations_add(GwTranslations *found,
                             GwStr text,
                             double confidence,
                             GwError **error);

// Adds a translation system, whose texts a function translates, to the provider `name`. `system` contains
// `source-lang` and `target-lang` (both required), and optionally `name`, `domain`, `key` (makes the
// system private) and `always-running` (`true`, `false`). `data` and `finalize` have the same meaning as
// in `gw_providers_add_recognizer`.
GW_NODISCARD GwStatus gw_providers_add_translator(GwProviders *providers,
                                     GwStr name,
                                     const GwParams *system,
                                     GwTranslate function,
                                     void *data,
                                     GwFinalize finalize,
                                     GwError **error);

/* Engines from settings --------------------------------------------------------------------- */

// Opens an engine. `settings` is a text in TOML, or in JSON if it begins with `{`, for example
// `{"store.location": "data", "limits.source": "64 MiB"}`. Use an empty text for the defaults.
// docs/settings.md lists all settings; its tables of providers are only for the server. `providers` may be
// NULL (none), and may be freed after the call. Free the engine with `gw_engine_free`. Returns
// `GW_STATUS_INVALID` if a setting is unknown or wrong, with the setting as the parameter of the error, or
// if a translator has no system, with the parameter `system`. Returns `GW_STATUS_STORAGE` if the store
// cannot be opened or another process has it open.
GW_NODISCARD GwStatus gw_engine_open(GwStr settings,
                        const GwProviders *providers,
                        GwEngine **engine,
                        GwError **error);

/* Engines and sessions ---------------------------------------------------------------------- */

// Opens an anonymous session. Free it with `gw_session_free`.
GW_NODISCARD GwStatus gw_engine_session(const GwEngine *engine, GwSession **session, GwError **error);

// Opens a session for the user of a token: a token from `gw_user_authenticate`, the secret of an API key,
// or a token of the OpenID provider of the settings. The token is not checked here; later calls return
// `GW_STATUS_UNAUTHENTICATED` if it is not valid. Free the session with `gw_session_free`.
GW_NODISCARD GwStatus gw_engine_session_of(const GwEngine *engine,
                              GwStr token,
                              GwSession **session,
                              GwError **error);

// Opens a session for the local user, an admin without a password. Use it in programs with a single user.
// If the user `local` does not exist, the call creates it. Free the session with `gw_session_free`.
// Returns `GW_STATUS_CONFLICT` if that user is not an admin.
GW_NODISCARD GwStatus gw_engine_local_session(const GwEngine *engine,
                                 GwSession **session,
                                 GwError **error);

// Deletes expired resources from the store, for example pipelines after a week, and writes their number to
// `count`, which may be NULL. Callers cannot see expired resources even before, and opening an engine
// deletes them too, so call this once a day only if an engine runs for a long time.
GW_NODISCARD GwStatus gw_engine_expire(const GwEngine *engine,
                          size_t *count,
                          GwError **error);

// Writes the token usage of each language model since the engine was opened, as a JSON array of objects
// with `kind` (`recognizer` or `translator`), `name`, `system` (only for translators), `calls`, `cached`
// (calls that were answered from the cache), `prompt_tokens`, `completion_tokens` and `cost`. Free the
// bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_engine_token_usage(const GwEngine *engine,
                               GwBuffer *usage,
                               GwError **error);

// Frees an engine. Its sessions continue to work. `engine` may be NULL.
void gw_engine_free(GwEngine *engine);

// Cancels the calls of a session, both those in progress in any thread and later calls: they return
// `GW_STATUS_UNAVAILABLE`. A running call ends at its next check of limits, usually soon, and makes no
// further changes. Streams and batches of the session also end. Any thread may call this function. Open
// another session to continue. `session` may be NULL.
void gw_session_cancel(const GwSession *session);

// Frees a session. `session` may be NULL.
void gw_session_free(GwSession *session);

/* e-Entity ---------------------------------------------------------------------------------- */

// Finds the entities of a document. Use the recognizer `dictionary` for the names of stored datasets.
// `params` may be NULL, or contain `language` (of the text; by default, the language of the document) and
// the options of `EntityOptions` (docs/options.md). Free the list with `gw_annotations_free`. Returns
// `GW_STATUS_NOT_FOUND` if there is no such recognizer.
GW_NODISCARD GwStatus gw_entities_recognize(const GwSession *session,
                               GwStr recognizer,
                               const GwDocument *document,
                               const GwParams *params,
                               GwAnnotations **annotations,
                               GwError **error);

// Explains the disambiguation of each dataset name in a document, as a JSON array of objects with `start`
// and `end` (bytes of the text), `text`, `mention` (the probability that the name refers to an entity) and
// `choices`, the most likely first. Each choice has `ident`, `classes`, `weight` (from the dataset),
// `confidence`, `score` and `features`, and each feature has `feature`, `value` and `weight`. `params` has
// the same meaning as in `gw_entities_recognize`. Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_entities_explain(const GwSession *session,
                             const GwDocument *document,
                             const GwParams *params,
                             GwBuffer *explanations,
                             GwError **error);

// Finds the entities of a document or of NIF, and writes the result in the requested format. `params`
// contains `informat` (required), and optionally the options of `EntityOptions` and `RequestOptions`
// (docs/options.md). Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_entities_enrich(const GwSession *session,
                            GwStr recognizer,
                            GwBytes input,
                            const GwParams *params,
                            GwReply **reply,
                            GwError **error);

/* e-Link ------------------------------------------------------------------------------------ */

// Adds links to a document or to NIF: queries a stored template for its
// entities, and adds the results. `params` contains `informat` and `templateid` (both required),
// optionally `partial` (`true` to get the results even if the template fails for some entities; see
// `failures` of the reply) and the options of `RequestOptions` (docs/options.md). All other names are
// parameters of the template. Free the reply with `gw_reply_free`. Returns `GW_STATUS_INVALID` if the
// template does not have a parameter, or a parameter is missing; `GW_STATUS_UNAUTHENTICATED` or
// `GW_STATUS_NOT_FOUND` if the caller is not allowed to use the template; and `GW_STATUS_UNAVAILABLE`,
// `GW_STATUS_FORBIDDEN` or `GW_STATUS_DEADLINE` if the endpoint of the template does not respond, must not
// be called, or takes too long.
GW_NODISCARD GwStatus gw_links_enrich(const GwSession *session,
                         GwBytes input,
                         const GwParams *params,
                         GwReply **reply,
                         GwError **error);

// Writes the statements about one resource, and the names of the resources that it refers to. `endpoint`
// is the URL of a SPARQL endpoint or `dataset:NAME`. `outformat` is a format of RDF; `turtle` if it is
// empty. Free the bytes with `gw_buffer_free`. Returns `GW_STATUS_UNAUTHENTICATED` or
// `GW_STATUS_NOT_FOUND` if the caller is not allowed to use the dataset, and otherwise the statuses of
// `gw_links_enrich`.
GW_NODISCARD GwStatus gw_links_explore(const GwSession *session,
                          GwStr resource,
                          GwStr endpoint,
                          GwStr outformat,
                          GwBuffer *bytes,
                          GwError **error);

/* e-Translation and e-Terminology ----------------------------------------------------------- */

// Reads a translation memory from TMX or XLIFF, and saves it to the file `path`; an existing file is
// replaced atomically. `informat` is `tmx` or `xliff`. If `report` is NULL, a wrong unit is an error.
// Otherwise wrong units are skipped, and `report` receives a reply without bytes, whose `skipped`
// lists them; free it with `gw_reply_free`. Returns `GW_STATUS_MALFORMED`, with the location, if the
// source is not in that format, contains a wrong unit and `report` is NULL, or contains no valid unit.
GW_NODISCARD GwStatus gw_memory_build(GwBytes source,
                         GwStr informat,
                         GwStr path,
                         GwReply **report,
                         GwError **error);

// Translates a document or NIF with a translation system of a provider. `params` contains `informat` and
// `target-lang` (both required), and optionally `source-lang` (by default, the language of the document,
// or else the detected language) and the options of `TranslationOptions` and `RequestOptions`
// (docs/options.md). Free the reply with `gw_reply_free`. Returns `GW_STATUS_NOT_FOUND` if there is no
// system for these languages, and `GW_STATUS_UNAUTHENTICATED` if a key is wrong.
GW_NODISCARD GwStatus gw_translations_enrich(const GwSession *session,
                                GwStr provider,
                                GwBytes input,
                                const GwParams *params,
                                GwReply **reply,
                                GwError **error);

// Finds the terms of a document or of NIF with a provider (`termbase`, `extraction`, or a recognizer).
// `params` contains `informat` (required), and optionally the options of `TermOptions` and
// `RequestOptions` (docs/options.md). Free the reply with `gw_reply_free`.
GW_NODISCARD GwStatus gw_terms_enrich(const GwSession *session,
                         GwStr provider,
                         GwBytes input,
                         const GwParams *params,
                         GwReply **reply,
                         GwError **error);

/* Export and import of XLIFF ---------------------------------------------------------------- */

// Writes the texts of a document without translations as an XLIFF file for translation. `params` contains
// `target-lang` (required), and optionally the options of `XliffOptions` (docs/options.md). Free the bytes
// with `gw_buffer_free`. Returns `GW_STATUS_INVALID`, with the parameter, if an option is missing or
// wrong, or the language cannot be identified.
GW_NODISCARD GwStatus gw_xliff_write(const GwDocument *document,
                        const GwParams *params,
                        GwBuffer *bytes,
                        GwError **error);

// Reads the translations of an XLIFF file of `gw_xliff_write` as annotations of the document that it was
// made from. To write them into the document, use `gw_encode` with `translations` set to `write`. Free the
// annotations with `gw_annotations_free`. Returns `GW_STATUS_MALFORMED`, with the location, if the file is
// not XLIFF, and `GW_STATUS_CONFLICT`, with the units that differ, if the document has changed or is a
// different one.
GW_NODISCARD GwStatus gw_xliff_merge(const GwDocument *document,
                        GwBytes xliff,
                        GwAnnotations **annotations,
                        GwError **error);

// Reads the original document that `gw_xliff_write` stored in an XLIFF file. `params` has the same meaning
// as in `gw_decode`, and must contain the same options as when the document was first read, except for
// `charset`, which the file contains. Free the document with `gw_document_free`. Returns
// `GW_STATUS_NOT_FOUND` if the file contains no document, `GW_STATUS_MALFORMED`, with the location, if the
// file is not XLIFF, and the errors of `gw_decode`.
GW_NODISCARD GwStatus gw_embedded_document(GwBytes xliff,
                              const GwParams *params,
                              GwDocument **document,
                              GwError **error);

/* Checks of translations -------------------------------------------------------------------- */

// Checks the translations in a document: XLIFF, PO, string catalogs, or tables with translations. `params`
// may be NULL, or contain the options of `CheckOptions` (docs/options.md). Free the issues with
// `gw_issues_free`. Returns `GW_STATUS_UNSUPPORTED` if the document has no translations, and
// `GW_STATUS_INVALID`, with the parameter, if an option is wrong.
GW_NODISCARD GwStatus gw_translations_check(const GwDocument *document,
                               const GwParams *params,
                               GwIssues **issues,
                               GwError **error);

// Frees issues. `issues` may be NULL.
void gw_issues_free(GwIssues *issues);

/* Public vocabularies ----------------------------------------------------------------------- */

// Builds a dictionary from the files of a public vocabulary: `geonames`, `wikidata`, `dbpedia`, `obo`,
// `mesh`, `skos` or `csv`. `params` contains `file`, a path, once for each file, and optionally `journal`
// (the path of a file that records progress, so that a later call continues a call that was ended),
// `language`, `class`, `country`, `code`, `column`, `separator`, `case`, `never-alone` and `corpus`.
// `progress` may be NULL; each call of it receives `data`. `summary` may be NULL, or receives a text about
// used and skipped records; free it with `gw_buffer_free`. Free the dictionary with `gw_dictionary_free`.
// Returns `GW_STATUS_MALFORMED` if a file does not belong to the vocabulary.
GW_NODISCARD GwStatus gw_dictionary_from_vocabulary(GwStr vocabulary,
                                       const GwParams *params,
                                       GwProgress progress,
                                       void *data,
                                       GwDictionary **dictionary,
                                       GwBuffer *summary,
                                       GwError **error);

// Writes the entries of a public vocabulary to the file `table`, in CSV that datasets can read: names,
// classes, weights and descriptions of entities. An existing file is replaced atomically. The other
// parameters have the same meaning as in `gw_dictionary_from_vocabulary`, without `never-alone` and
// `corpus`.
GW_NODISCARD GwStatus gw_vocabulary_write_table(GwStr vocabulary,
                                   const GwParams *params,
                                   GwStr table,
                                   GwProgress progress,
                                   void *data,
                                   GwBuffer *summary,
                                   GwError **error);

/* Redaction and pseudonyms ------------------------------------------------------------------ */

// Redacts a document: replaces the matches of the recognizers of `providers` and the texts in `params`,
// everywhere in its source. `providers` may be NULL (none). `params` may be NULL, or contain the options
// of `RedactOptions` (docs/options.md). Free the redaction with `gw_redaction_free`. Returns
// `GW_STATUS_UNSUPPORTED` if the format cannot be written, `GW_STATUS_CONFLICT` if a redacted string
// remains, `GW_STATUS_INVALID`, with the parameter, if an option is wrong, and the errors of the
// recognizers.
GW_NODISCARD GwStatus gw_redact(const GwDocument *document,
                   const GwProviders *providers,
                   const GwParams *params,
                   GwRedaction **redaction,
                   GwError **error);

// Frees a redaction. `redaction` may be NULL.
void gw_redaction_free(GwRedaction *redaction);

// Generates a pseudonym key, as JSON for the parameter `key` of `gw_redact`. If `reversible` is false, the
// key assigns the same pseudonym to the same string, but cannot restore it. Free the bytes with
// `gw_buffer_free`.
GW_NODISCARD GwStatus gw_pseudonym_key_generate(bool reversible,
                                   GwBuffer *key,
                                   GwError **error);

// Restores a document that was redacted with pseudonyms, byte for byte, using the key of its redaction or
// a later one. Free the bytes with `gw_buffer_free`. Returns `GW_STATUS_NOT_FOUND` if the key does not
// contain the document, for example because the document was changed, and `GW_STATUS_MALFORMED` if `key`
// is not a key.
GW_NODISCARD GwStatus gw_redaction_restore(GwBytes redacted,
                              GwBytes key,
                              GwBuffer *bytes,
                              GwError **error);

// Replaces pseudonyms in a text with the original strings, for example in the output of a language model.
// Free the text with `gw_buffer_free`. Returns `GW_STATUS_MALFORMED` if `key` is not a key.
GW_NODISCARD GwStatus gw_redaction_restore_text(GwStr text,
                                   GwBytes key,
                                   GwBuffer *restored,
                                   GwError **error);

/* Services by path, pipelines and streams of calls ------------------------------------------ */

// Calls a path of the HTTP interface: a service, a pipeline, stored resources, users and their keys,
// invitations, jobs, models, reconciliation, or a list such as `/engines` (docs/http.md lists the paths,
// their parameters, and the JSON of their replies). The body for a pipeline contains its requests as JSON;
// a stored pipeline is called by its number. The parameter `async` = `true` submits the call of a service
// as a job. The reply has the bytes and the media type. Free it with `gw_reply_free`. Returns
// `GW_STATUS_NOT_FOUND` if the interface does not have this path with this method,
// `GW_STATUS_UNSUPPORTED` if a format is unknown or not possible, `GW_STATUS_INVALID`, with the parameter,
// if the service does not have a parameter, and the errors of the service. For a pipeline, `step` of the
// error is the step that failed.
GW_NODISCARD GwStatus gw_call(const GwSession *session,
                 const GwCall *call,
                 GwReply **reply,
                 GwError **error);

// Starts to process a stream of calls on several threads. `params` may be NULL, or contain `threads` (a
// number; by default, the number of cores) and `order` (`kept`, or `free` to get results as they finish).
// The library requests only as many calls as it can process soon. Each call of `function` receives `data`.
// If this call succeeds, the library owns `data`, and calls `finalize`, unless that is NULL, when it needs
// no more calls. If this call fails, `data` remains with the caller. Free the stream with
// `gw_call_batch_free`.
GW_NODISCARD GwStatus gw_call_batch_new(const GwSession *session,
                           GwNextCall function,
                           void *data,
                           GwEndOfCalls finalize,
                           const GwParams *params,
                           GwCallBatch **many,
                           GwError **error);

// Waits for the next result of a stream, and writes it to `done`. If a call of the stream fails, the
// function still returns `GW_STATUS_OK`, and `failure` of the result contains the error.
GW_NODISCARD GwStatus gw_call_batch_next(const GwCallBatch *many,
                            GwDone *done,
                            GwError **error);

// Stops a stream. Finished results can still be read, then the stream is over. Any thread may call this
// function, even while another thread waits in `gw_call_batch_next`. `many` may be NULL.
void gw_call_batch_cancel(const GwCallBatch *many);

// Frees a stream. If the stream is not over, stops it and waits for running calls. `many` may be NULL.
void gw_call_batch_free(GwCallBatch *many);

/* Batches: one call for the documents of an archive or JSON Lines --------------------------- */

// Starts a batch: calls a service or a pipeline for each document in the body of `call`, on several
// threads. `media_type` is the media type of the body: `application/x-ndjson`, `application/zip`,
// `multipart/form-data` or `multipart/mixed` (docs/batches.md). `params` may be NULL, or contain `threads`
// (a number; by default, the number of the engine) and `order` (`kept`, or `free` to get results as they
// finish). Free the batch with `gw_batch_free`. Returns `GW_STATUS_UNSUPPORTED` for another media type,
// `GW_STATUS_MALFORMED` for a broken archive, and `GW_STATUS_NOT_FOUND` if there is no service with this
// path.
GW_NODISCARD GwStatus gw_batch_new(const GwSession *session,
                      const GwCall *call,
                      GwStr media_type,
                      const GwParams *params,
                      GwBatch **batch,
                      GwError **error);

// Waits for the next result of a batch, and writes it to `result`. If a document fails, the call still
// returns `GW_STATUS_OK`, and `failure` of the result contains the error.
GW_NODISCARD GwStatus gw_batch_next(const GwBatch *batch,
                       GwBatchResult *result,
                       GwError **error);

// Frees a batch. If the batch is not over, stops it and waits for documents in progress. `batch` may be
// NULL.
void gw_batch_free(GwBatch *batch);

/* Jobs -------------------------------------------------------------------------------------- */

// Waits until a job has ended, but not longer than `milliseconds`, and writes it as JSON (docs/pipelines.md).
// Free the bytes with `gw_buffer_free`.
GW_NODISCARD GwStatus gw_job_wait(const GwSession *session,
                     GwStr id,
                     uint64_t milliseconds,
                     GwBuffer *job,
                     GwError **error);

/* Stored resources -------------------------------------------------------------------------- */

// Checks whether the caller can use a resource. `kind` is `template`, `filter`, `pipeline`, `dataset`,
// `xsltconverter`, `document` or `profile`. Returns the status that its use would return.
GW_NODISCARD GwStatus gw_resource_check_use(const GwSession *session,
                               GwStr kind,
                               GwStr name,
                               GwError **error);

/* Stored documents -------------------------------------------------------------------------- */

// Opens a stored document in its format, with its accepted
// annotations. Free the document with `gw_document_free` and the list with `gw_annotations_free`. Returns
// `GW_STATUS_UNAUTHENTICATED` or `GW_STATUS_NOT_FOUND` if the caller is not allowed to read it.
GW_NODISCARD GwStatus gw_stored_document_open(const GwSession *session,
                                 GwStr name,
                                 GwDocument **document,
                                 GwAnnotations **annotations,
                                 GwError **error);

/* Uploads of datasets ----------------------------------------------------------------------- */

// Loads a dataset from a file, which is read in pieces and never completely in memory. `how` is `create`
// (creates the dataset) or `update` (changes it, as specified by the parameter `mode`). `params` may be
// NULL, or contain the options of `ResourceOptions` (docs/options.md). `progress` may be NULL; each call
// of it receives `data`. `resource` may be NULL, or receives the resource as JSON; free it with
// `gw_buffer_free`. Wrong rows are skipped, and `skipped` of the resource lists them with their locations
// (for a label in RDF, the message contains the subject instead). Returns `GW_STATUS_MALFORMED`, with the
// location of the first wrong row, if `strict` is set or no row is valid; then nothing changes.
GW_NODISCARD GwStatus gw_dataset_load(const GwSession *session,
                         GwStr name,
                         GwStr path,
                         GwStr how,
                         const GwParams *params,
                         GwProgress progress,
                         void *data,
                         GwBuffer *resource,
                         GwError **error);

// Appends bytes to an upload, which the store keeps until it is loaded or discarded, even if the process
// ends: the same user can continue it under the same name. `length` may be NULL, or receives the size of
// the upload in bytes. Use the function without bytes to get only the size.
GW_NODISCARD GwStatus gw_upload_append(const GwSession *session,
                          GwStr name,
                          GwBytes data,
                          uint64_t *length,
                          GwError **error);

// Loads an upload as a dataset, and deletes the upload on success. `how`, `params` and `resource` have the
// same meaning as in `gw_dataset_load`. Returns `GW_STATUS_NOT_FOUND` if there is no such upload.
GW_NODISCARD GwStatus gw_upload_load(const GwSession *session,
                        GwStr name,
                        GwStr how,
                        const GwParams *params,
                        GwBuffer *resource,
                        GwError **error);

// Discards an upload.
GW_NODISCARD GwStatus gw_upload_discard(const GwSession *session, GwStr name, GwError **error);

/* Stored SPARQL filters --------------------------------------------------------------------- */

// Applies a stored filter to RDF, and writes the result of its query. `informat` is
// a format of RDF. `outformat` is `csv` (the default if it is empty), `json`, `xml` or a format of RDF. To
// filter the annotations of a document, use the parameter `filter` of `gw_entities_enrich` instead. Free
// the bytes with `gw_buffer_free`. Returns `GW_STATUS_UNAUTHENTICATED` or `GW_STATUS_NOT_FOUND` if the
// caller is not allowed to use the filter, and `GW_STATUS_DEADLINE` or `GW_STATUS_TOO_LARGE` if the query
// exceeds the limits of the engine's settings.
GW_NODISCARD GwStatus gw_filter_apply(const GwSession *session,
                         GwStr name,
                         GwBytes input,
                         GwStr informat,
                         GwStr outformat,
                         GwBuffer *bytes,
                         GwError **error);

/* XSLT stylesheets -------------------------------------------------------------------------- */

// Compiles a stylesheet, in any encoding that it declares. `params` may be NULL, or contain `processor`
// (`libxslt`, `saxon`; by default, depends on the version of the stylesheet), `saxon` (the library of
// SaxonC-HE or its folder; by default, the value of `SAXONC_HE_LIB`), `worker` (a program that runs
// stylesheets instead of this process, called with `xslt-worker`; by default, none), `folder` (a folder
// with files that the stylesheet can read; by default, none), and the limits of a run: `milliseconds`,
// `memory`, `output` (bytes), `depth` (of elements of a source) and `recursion` (of templates). Free the
// stylesheet with `gw_xslt_free`. Returns `GW_STATUS_MALFORMED` or `GW_STATUS_INVALID`, with the location,
// if the stylesheet is wrong, and `GW_STATUS_UNSUPPORTED` if its processor is not available.
GW_NODISCARD GwStatus gw_xslt_compile(GwBytes stylesheet,
                         const GwParams *params,
                         GwXslt **xslt,
                         GwError **error);

// Returns the version that the stylesheet declares, unchanged. Returns an empty text if `xslt` is NULL.
GwStr gw_xslt_version(const GwXslt *xslt);

// Returns the processor, `libxslt` or `saxon`. Returns an empty text if `xslt` is NULL.
GwStr gw_xslt_processor(const GwXslt *xslt);

// Returns the number of global parameters of the stylesheet. Returns 0 if `xslt` is NULL.
size_t gw_xslt_parameter_count(const GwXslt *xslt);

// Writes the global parameter `index` of the stylesheet, from 0, to `parameter`. Returns
// `GW_STATUS_NOT_FOUND` if there is no such parameter.
GW_NODISCARD GwStatus gw_xslt_parameter(const GwXslt *xslt,
                           size_t index,
                           GwXsltParameter *parameter,
                           GwError **error);

// Transforms a document. `params` may be NULL, or contain `informat` (by default, `xml`; or `html`, or a
// media type with its `charset`), `outformat` (`xml`, `html`, `xhtml`, `text`, or media types as in an
// Accept header; by default, as the stylesheet specifies), and values of global parameters of the
// stylesheet under any other name; unknown parameters are ignored. Free the reply with
// `gw_xslt_reply_free`. Returns `GW_STATUS_INVALID`, with the code of the processor (`code` of the error) and
// the location in the stylesheet, if the stylesheet fails or terminates the run, `GW_STATUS_MALFORMED`,
// with the location, if the input is wrong, and `GW_STATUS_DEADLINE` or `GW_STATUS_TOO_LARGE` if the run
// exceeds a limit.
GW_NODISCARD GwStatus gw_xslt_run(const GwXslt *xslt,
                     GwBytes input,
                     const GwParams *params,
                     GwXsltReply **reply,
                     GwError **error);

// Frees a stylesheet. `xslt` may be NULL.
void gw_xslt_free(GwXslt *xslt);

// Transforms a document with a stored stylesheet. `params` has the
// same meaning as in `gw_xslt_run`. Free the reply with `gw_xslt_reply_free`. Returns
// `GW_STATUS_UNAUTHENTICATED` or `GW_STATUS_NOT_FOUND` if the caller is not allowed to use the stylesheet,
// and otherwise the statuses of `gw_xslt_run`.
GW_NODISCARD GwStatus gw_converter_apply(const GwSession *session,
                            GwStr name,
                            GwBytes input,
                            const GwParams *params,
                            GwXsltReply **reply,
                            GwError **error);

// Frees a reply. `reply` may be NULL.
void gw_xslt_reply_free(GwXsltReply *reply);

/* Export and import of a store -------------------------------------------------------------- */

// Exports the whole store as JSON Lines, including the hashes of passwords and tokens. Anyone who has the
// export can act as the users in it. Only admins can export a store. Free the bytes with `gw_buffer_free`.
// Returns `GW_STATUS_UNAUTHENTICATED` if the caller is anonymous, and `GW_STATUS_FORBIDDEN` if the caller
// is not an admin.
GW_NODISCARD GwStatus gw_store_export(const GwSession *session,
                         GwBuffer *bytes,
                         GwError **error);

// Imports an export of `gw_store_export` into a folder that is empty or does not exist, either completely
// or not at all. Then open an engine with that folder as `store.location` to use the same users, tokens
// and resources. `folder` may also be another value of `store.location`. Returns `GW_STATUS_MALFORMED` if
// the export is truncated or changed, `GW_STATUS_CONFLICT` if the folder contains stored data, and
// `GW_STATUS_STORAGE` if the folder is in use.
GW_NODISCARD GwStatus gw_store_import(GwStr folder,
                         GwBytes input,
                         GwError **error);

/* Users and tokens -------------------------------------------------------------------------- */

// Logs in a user, and writes a token, 64 hexadecimal digits, for `gw_engine_session_of`. The token does
// not expire. Any session may be used. Free the token with `gw_buffer_free`. Returns
// `GW_STATUS_UNAUTHENTICATED` if the password is wrong or the user does not exist, without a difference
// between the two, and `GW_STATUS_THROTTLED` after five failures in a row, with the time to wait
// (`retry_after` of the error).
GW_NODISCARD GwStatus gw_user_authenticate(const GwSession *session,
                              GwStr username,
                              GwStr password,
                              GwBuffer *token,
                              GwError **error);

// Revokes a token, or the API key with this secret. Only admins can revoke it. Returns
// `GW_STATUS_NOT_FOUND` if there is no such token or key.
GW_NODISCARD GwStatus gw_token_revoke(const GwSession *session, GwStr token, GwError **error);

// Revokes all tokens and API keys of a user. Only admins can revoke them.
GW_NODISCARD GwStatus gw_token_revoke_all(const GwSession *session, GwStr username, GwError **error);

/* Training of taggers ----------------------------------------------------------------------- */

// Trains a tagger on CoNLL columns (a token and its tag per line, an empty line after each sentence), and
// saves it to the file `path`. `params` may be NULL, or contain `informat` (a format of RDF if the text is
// NIF, or the format of a document), `rounds` (the maximum number of passes over the corpus), `patience`
// (the number of rounds without progress on held-out text after which training ends; 0 for never), `iri`
// (`CLASS=IRI`; can be repeated), `namespace` (the prefix of IRIs of classes without `iri`), and
// `language` (of the text, a primary subtag such as `en`; can be repeated). `progress` may be NULL; each
// call of it receives `data`. Returns `GW_STATUS_MALFORMED`, with the location, if a line has no tag.
GW_NODISCARD GwStatus gw_tagger_train(GwBytes corpus,
                         const GwParams *params,
                         GwStr path,
                         GwProgress progress,
                         void *data,
                         GwError **error);

/* Training of mention models ---------------------------------------------------------------- */

// Trains a mention model on annotated text and the matches of a dictionary in it, and saves the model to
// the file `path`. `params` may be NULL, or contain `informat` (a format of RDF if the text is NIF, or the
// format of a document; by default, columns of CoNLL), `language` (of the text; can be repeated; the model
// does not apply to other languages), `model` (the path of another model whose word classes are used),
// `rounds` and `cutoff`. `progress` may be NULL; each call of it receives `data`. Returns
// `GW_STATUS_MALFORMED`, with the location, if the text cannot be read.
GW_NODISCARD GwStatus gw_mention_model_train(GwBytes corpus,
                                const GwDictionary *names,
                                const GwParams *params,
                                GwStr path,
                                GwProgress progress,
                                void *data,
                                GwError **error);

// Creates a dictionary that matches the names of `dictionary` only if the mention model in the file `path`
// considers an entity likely. Confidences are multiplied by this probability. `params` may be NULL, or
// contain `threshold` (the minimum probability, from 0 to 1; by default, 0.3) and `tagger` (the path of a
// tagger to use in addition, for more precise matches at the speed of the tagger). Free the dictionary
// with `gw_dictionary_free`. Returns `GW_STATUS_STORAGE` if a file is not a model or is damaged.
GW_NODISCARD GwStatus gw_dictionary_with_mention_model(const GwDictionary *dictionary,
                                          GwStr path,
                                          const GwParams *params,
                                          GwDictionary **likely,
                                          GwError **error);

/* Training of ranking weights --------------------------------------------------------------- */

// Trains the weights of entity linking on texts whose names are linked to entities of a vocabulary, and
// saves them to the file `path`, for the setting `ranking-weights`. `graph` is the vocabulary, in the
// format of RDF `graph_format`. `params` may be NULL, or contain `informat` (a format of RDF if the texts
// are NIF, or the format of a document; by default, columns of CoNLL with tags such as
// `B-http://example.org/cork`) and `model` (the path of a mention model whose word classes are used, as
// engines do). Returns `GW_STATUS_MALFORMED`, with the location, if an input cannot be read, and
// `GW_STATUS_INVALID` if no name has several candidates that include the right entity.
GW_NODISCARD GwStatus gw_ranking_weights_train(GwBytes corpus,
                                  GwBytes graph,
                                  GwStr graph_format,
                                  const GwParams *params,
                                  GwStr path,
                                  GwError **error);

/* Stored models ----------------------------------------------------------------------------- */

// Describes the file of a model: a file that this library saved, for example a tagger, or, in a library
// built with the feature `neural`, a neural model, by its file or folder. The call opens the model. A
// neural model is also run, which takes about half a second. Writes a JSON object with `kind` (`tagger`,
// `token-classifier` …), `file`, `bytes`, `identity`, `weights`, `inputs` and `outputs` (with `name`,
// `data_type`, `shape`), `operators`, `classes`, `languages`, `dimensions`, `max_tokens`, `tokenizer`,
// `vocabulary`, `entries`, `license` (with `file`, `text`), `open_milliseconds`, `tokens_per_second` and
// `memory` (bytes). Fields that do not apply to the kind are empty or null. Free the bytes with
// `gw_buffer_free`. Returns `GW_STATUS_STORAGE` if the file cannot be read or is damaged,
// `GW_STATUS_MALFORMED` if it is another kind of file, and `GW_STATUS_UNSUPPORTED` if a neural model
// cannot be run or the feature is missing.
GW_NODISCARD GwStatus gw_model_check(GwStr path,
                        GwBuffer *report,
                        GwError **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GLOSSWEAVE_H */
