//! Calls each function with NULL or empty values for all arguments: this must cause an error, never a
//! crash.
#![allow(unsafe_code)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::mem::MaybeUninit;
use std::path::Path;
use std::ptr::null_mut;

use glossweave_ffi::*;

/// A name, and the call. The call returns the status when the function has one.
type Call = (&'static str, fn(Error<'_>) -> Option<GwStatus>);
type Error<'a> = Option<&'a mut MaybeUninit<*mut GwError>>;

macro_rules! fails {
    ($name:ident($($argument:expr),*)) => {
        // SAFETY: NULL is allowed for all arguments.
        (stringify!($name), |error| Some(unsafe { $name($($argument,)* error) }))
    };
}

macro_rules! tells {
    ($name:ident($($argument:expr),*)) => {
        (stringify!($name), |_| {
            // SAFETY: NULL is allowed for all arguments; some functions are safe.
            #[allow(unused_unsafe)]
            let _ = unsafe { $name($($argument),*) };
            None
        })
    };
}

fn text() -> GwStr {
    GwStr::default()
}

fn bytes() -> GwBytes {
    GwBytes::default()
}

fn span() -> GwSpan {
    GwSpan::default()
}

const CALLS: &[Call] = &[
    tells!(gw_abi_version()),
    tells!(gw_version()),
    tells!(gw_status_name(0)),
    tells!(gw_str(None)),
    tells!(gw_buffer_free(None)),
    tells!(gw_error_free(None)),
    fails!(gw_log_start(text(), None, null_mut(), None)),
    tells!(gw_log_stop()),
    fails!(gw_call(None, None, None)),
    fails!(gw_call_batch_new(None, None, null_mut(), None, None, None)),
    fails!(gw_call_batch_next(None, None)),
    tells!(gw_call_batch_cancel(None)),
    tells!(gw_call_batch_free(None)),
    fails!(gw_batch_new(None, None, text(), None, None)),
    fails!(gw_batch_next(None, None)),
    tells!(gw_batch_free(None)),
    fails!(gw_params_new(None)),
    fails!(gw_params_add(None, text(), text())),
    tells!(gw_params_free(None)),
    fails!(gw_decode(bytes(), text(), None, None)),
    tells!(gw_document_text(None)),
    tells!(gw_document_encoding(None)),
    tells!(gw_document_unit_count(None)),
    fails!(gw_document_unit(None, 0, None)),
    fails!(gw_document_marked_text(None, span(), None)),
    fails!(gw_chunks_write(None, None, None, None)),
    tells!(gw_document_section_count(None)),
    fails!(gw_document_section(None, 0, None)),
    tells!(gw_document_warning_count(None)),
    fails!(gw_document_warning(None, 0, None)),
    fails!(gw_document_target(None, None)),
    fails!(gw_document_target_unit(None, 0, None)),
    tells!(gw_annotations_field(None, 0, 0, None)),
    fails!(gw_document_annotations(None, None)),
    fails!(gw_document_source_span(None, span(), None)),
    fails!(gw_document_char_span(None, span(), None)),
    fails!(gw_document_text_span(None, span(), None)),
    tells!(gw_document_free(None)),
    fails!(gw_annotations_new(None)),
    fails!(gw_annotations_add(None, text(), span(), None)),
    tells!(gw_annotations_count(None)),
    fails!(gw_annotations_at(None, 0, None)),
    tells!(gw_annotations_value(None, 0, text(), 0)),
    tells!(gw_annotations_free(None)),
    fails!(gw_encode(None, None, None, None)),
    fails!(gw_export(None, None, text(), None, None)),
    fails!(gw_params_resolve(None, None, null_mut(), None)),
    fails!(gw_its_analyze(bytes(), text(), text(), None, None)),
    tells!(gw_its_free(None)),
    tells!(gw_reply_free(None)),
    tells!(gw_document_part_count(None)),
    fails!(gw_document_part(None, 0, None)),
    fails!(gw_web_annotation_write(None, None, None, None)),
    fails!(gw_web_annotation_read(None, bytes(), text(), None, None)),
    fails!(gw_translations_check(None, None, None)),
    tells!(gw_issues_free(None)),
    fails!(gw_redact(None, None, None, None)),
    tells!(gw_redaction_free(None)),
    fails!(gw_pseudonym_key_generate(true, None)),
    fails!(gw_redaction_restore(bytes(), bytes(), None)),
    fails!(gw_redaction_restore_text(text(), bytes(), None)),
    fails!(gw_xliff_write(None, None, None)),
    fails!(gw_xliff_merge(None, bytes(), None)),
    fails!(gw_embedded_document(bytes(), None, None)),
    fails!(gw_nif_write(None, None, text(), None, None)),
    fails!(gw_nif_skeleton(None, text(), None, None)),
    fails!(gw_nif_check(bytes(), text(), text(), None)),
    fails!(gw_nif_read(bytes(), text(), text(), None)),
    fails!(gw_nif_read_lenient(bytes(), text(), text(), None)),
    tells!(gw_nif_skipped_count(None)),
    fails!(gw_nif_skipped(None, 0, None)),
    tells!(gw_nif_context_count(None)),
    fails!(gw_nif_context(None, 0, None)),
    fails!(gw_nif_document(None, 0, None)),
    fails!(gw_nif_annotations(None, 0, None)),
    fails!(gw_nif_annotations_of(None, None, None)),
    fails!(gw_nif_annotate(None, 0, None)),
    fails!(gw_nif_bytes(None, text(), None)),
    tells!(gw_nif_free(None)),
    fails!(gw_dictionary_from_csv(bytes(), None)),
    fails!(gw_dictionary_from_csv_watched(bytes(), None, null_mut(), None)),
    fails!(gw_dictionary_from_vocabulary(text(), None, None, null_mut(), None, None)),
    fails!(gw_vocabulary_write_table(text(), None, text(), None, null_mut(), None)),
    fails!(gw_dictionary_open(text(), None)),
    fails!(gw_dictionary_save(None, text())),
    fails!(gw_dictionary_recognize(None, None, None)),
    tells!(gw_dictionary_free(None)),
    fails!(gw_providers_add_dictionary(None, text(), None)),
    fails!(gw_providers_add_recognizer(None, text(), None, null_mut(), None, false)),
    fails!(gw_formats(None)),
    fails!(gw_language_identify(text(), None, None)),
    fails!(gw_providers_new(None)),
    fails!(gw_providers_open(None, text(), text(), text(), text(), None, None)),
    tells!(gw_providers_free(None)),
    fails!(gw_protocols(None)),
    fails!(gw_engine_open(text(), None, None)),
    fails!(gw_engine_session(None, None)),
    fails!(gw_engine_session_of(None, text(), None)),
    fails!(gw_engine_local_session(None, None)),
    fails!(gw_engine_expire(None, None)),
    fails!(gw_engine_token_usage(None, None)),
    fails!(gw_user_authenticate(None, text(), text(), None)),
    fails!(gw_token_revoke(None, text())),
    fails!(gw_token_revoke_all(None, text())),
    fails!(gw_job_wait(None, text(), 0, None)),
    fails!(gw_model_check(text(), None)),
    fails!(gw_resource_check_use(None, text(), text())),
    fails!(gw_store_export(None, None)),
    fails!(gw_store_import(text(), bytes())),
    fails!(gw_stored_document_open(None, text(), None, None)),
    fails!(gw_filter_apply(None, text(), bytes(), text(), text(), None)),
    tells!(gw_engine_free(None)),
    fails!(gw_tagger_train(bytes(), None, text(), None, null_mut())),
    fails!(gw_mention_model_train(bytes(), None, None, text(), None, null_mut())),
    fails!(gw_dictionary_with_mention_model(None, text(), None, None)),
    fails!(gw_ranking_weights_train(bytes(), bytes(), text(), None, text())),
    fails!(gw_entities_explain(None, None, None, None)),
    fails!(gw_entities_recognize(None, text(), None, None, None)),
    fails!(gw_dataset_load(None, text(), text(), text(), None, None, null_mut(), None)),
    fails!(gw_upload_append(None, text(), bytes(), None)),
    fails!(gw_upload_load(None, text(), text(), None, None)),
    fails!(gw_upload_discard(None, text())),
    fails!(gw_entities_enrich(None, text(), bytes(), None, None)),
    fails!(gw_providers_add_translator(None, text(), None, None, null_mut(), None)),
    fails!(gw_memory_build(bytes(), text(), text(), None)),
    fails!(gw_translations_add(None, text(), 0.5)),
    fails!(gw_translations_enrich(None, text(), bytes(), None, None)),
    fails!(gw_terms_enrich(None, text(), bytes(), None, None)),
    fails!(gw_links_enrich(None, bytes(), None, None)),
    fails!(gw_links_explore(None, text(), text(), text(), None)),
    tells!(gw_session_cancel(None)),
    tells!(gw_session_free(None)),
    fails!(gw_xslt_compile(bytes(), None, None)),
    tells!(gw_xslt_version(None)),
    tells!(gw_xslt_processor(None)),
    tells!(gw_xslt_parameter_count(None)),
    fails!(gw_xslt_parameter(None, 0, None)),
    fails!(gw_xslt_run(None, bytes(), None, None)),
    tells!(gw_xslt_free(None)),
    fails!(gw_converter_apply(None, text(), bytes(), None, None)),
    tells!(gw_xslt_reply_free(None)),
];

#[test]
fn null_is_an_error_of_kind_invalid() {
    for (name, call) in CALLS {
        let mut error = MaybeUninit::new(null_mut());
        let Some(status) = call(Some(&mut error)) else { continue };
        // SAFETY: it was NULL, and the function wrote an error or nothing.
        let error = unsafe { error.assume_init() };
        assert!(matches!(status, GwStatus::Invalid | GwStatus::Unsupported), "{name}: {status:?}");
        assert!(!error.is_null(), "{name} gave no error");
        // SAFETY: the function created it, and it is freed only here.
        unsafe {
            assert_eq!((*error).status, status, "{name}");
            gw_error_free(Some(Box::from_raw(error)));
        }
        assert_eq!(call(None), Some(status), "{name} without an error to write to");
    }
}

#[test]
fn every_function_is_called() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Functions that only WebAssembly has are not in the header.
        if path.ends_with("wasm.rs") {
            continue;
        }
        let source = fs::read_to_string(path).unwrap();
        let parts = source.split("extern \"C\" fn gw_").skip(1);
        names.extend(parts.map(|part| format!("gw_{}", part.split('(').next().unwrap())));
    }
    names.sort();
    let mut called: Vec<&str> = CALLS.iter().map(|(name, _)| *name).collect();
    called.sort_unstable();
    assert_eq!(called, names);
}
