package io.github.glossweave;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** The functions of {@code include/glossweave.h} for documents, by their names without {@code gw_}. */
final class Functions {
    /** {@code GwStr} and {@code GwBytes}: data and length. */
    static final StructLayout STR = MemoryLayout.structLayout(ADDRESS, JAVA_LONG);
    /** {@code GwSpan}: start and end. */
    static final StructLayout SPAN = MemoryLayout.structLayout(JAVA_LONG, JAVA_LONG);

    static final AddressLayout POINTER = ADDRESS;

    static final Function VERSION = text("gw_version");
    static final Function FORMATS = status("gw_formats", POINTER);
    static final Function BUFFER_FREE = free("gw_buffer_free");
    static final Function LANGUAGE_IDENTIFY = status("gw_language_identify", STR, POINTER, POINTER);

    static final Function ERROR_FREE = free("gw_error_free");

    static final Function PARAMS_NEW = status("gw_params_new", POINTER);
    static final Function PARAMS_ADD = status("gw_params_add", POINTER, STR, STR);
    static final Function PARAMS_FREE = free("gw_params_free");

    static final Function DECODE = status("gw_decode", STR, STR, POINTER, POINTER);
    static final Function DOCUMENT_TEXT = text("gw_document_text", POINTER);
    static final Function DOCUMENT_ENCODING = text("gw_document_encoding", POINTER);
    static final Function DOCUMENT_UNIT_COUNT = count("gw_document_unit_count");
    static final Function DOCUMENT_UNIT = item("gw_document_unit");
    static final Function DOCUMENT_SECTION_COUNT = count("gw_document_section_count");
    static final Function DOCUMENT_SECTION = item("gw_document_section");
    static final Function DOCUMENT_WARNING_COUNT = count("gw_document_warning_count");
    static final Function DOCUMENT_WARNING = item("gw_document_warning");
    static final Function DOCUMENT_PART_COUNT = count("gw_document_part_count");
    static final Function DOCUMENT_PART = item("gw_document_part");
    static final Function DOCUMENT_ANNOTATIONS = status("gw_document_annotations", POINTER, POINTER);
    static final Function DOCUMENT_SOURCE_SPAN = status("gw_document_source_span", POINTER, SPAN, POINTER);
    static final Function DOCUMENT_TARGET = status("gw_document_target", POINTER, POINTER);
    static final Function DOCUMENT_TARGET_UNIT = item("gw_document_target_unit");
    static final Function DOCUMENT_FREE = free("gw_document_free");

    static final Function ANNOTATIONS_NEW = status("gw_annotations_new", POINTER);
    static final Function ANNOTATIONS_ADD = status("gw_annotations_add", POINTER, STR, SPAN, POINTER);
    static final Function ANNOTATIONS_COUNT = count("gw_annotations_count");
    static final Function ANNOTATIONS_AT = item("gw_annotations_at");
    static final Function ANNOTATIONS_FIELD = text("gw_annotations_field", POINTER, JAVA_LONG, JAVA_LONG, POINTER);
    static final Function ANNOTATIONS_FREE = free("gw_annotations_free");

    static final Function ENCODE = status("gw_encode", POINTER, POINTER, POINTER, POINTER);
    static final Function EXPORT = status("gw_export", POINTER, POINTER, STR, POINTER, POINTER);
    static final Function REPLY_FREE = free("gw_reply_free");

    static final Function NIF_WRITE = status("gw_nif_write", POINTER, POINTER, STR, POINTER, POINTER);
    static final Function NIF_READ = status("gw_nif_read", STR, STR, STR, POINTER);
    static final Function NIF_CONTEXT_COUNT = count("gw_nif_context_count");
    static final Function NIF_CONTEXT = item("gw_nif_context");
    static final Function NIF_DOCUMENT = item("gw_nif_document");
    static final Function NIF_ANNOTATIONS = item("gw_nif_annotations");
    static final Function NIF_ANNOTATIONS_OF = status("gw_nif_annotations_of", POINTER, POINTER, POINTER);
    static final Function NIF_FREE = free("gw_nif_free");

    static final Function WEB_ANNOTATION_WRITE =
            status("gw_web_annotation_write", POINTER, POINTER, POINTER, POINTER);
    static final Function WEB_ANNOTATION_READ =
            status("gw_web_annotation_read", POINTER, STR, STR, POINTER, POINTER);
    static final Function CHUNKS_WRITE = status("gw_chunks_write", POINTER, POINTER, POINTER, POINTER);

    static final Function ITS_ANALYZE = status("gw_its_analyze", STR, STR, STR, POINTER, POINTER);
    static final Function ITS_FREE = free("gw_its_free");

    static final Function DICTIONARY_FROM_CSV = status("gw_dictionary_from_csv", STR, POINTER);
    static final Function DICTIONARY_OPEN = status("gw_dictionary_open", STR, POINTER);
    static final Function DICTIONARY_SAVE = status("gw_dictionary_save", POINTER, STR);
    static final Function DICTIONARY_RECOGNIZE = status("gw_dictionary_recognize", POINTER, POINTER, POINTER);
    static final Function DICTIONARY_FREE = free("gw_dictionary_free");

    private Functions() {}

    /** A function that returns a status, and takes the place of the error last. */
    static Function status(String name, MemoryLayout... parameters) {
        List<MemoryLayout> all = new ArrayList<>(List.of(parameters));
        all.add(POINTER);
        return Library.function(name, JAVA_INT, all.toArray(MemoryLayout[]::new));
    }

    /** A function that writes an item of a list, by its index. */
    static Function item(String name) {
        return status(name, POINTER, JAVA_LONG, POINTER);
    }

    /** A function that returns a text, or bytes. */
    static Function text(String name, MemoryLayout... parameters) {
        return Library.function(name, STR, parameters);
    }

    /** A function that returns a number of 64 bits. */
    static Function count(String name) {
        return Library.function(name, JAVA_LONG, POINTER);
    }

    static Function free(String name) {
        return Library.function(name, null, POINTER);
    }
}
