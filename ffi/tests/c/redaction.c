/* Documents are redacted, and restored by the key of their pseudonyms. */
#include "check.h"

static const char *NAMES = "uri,label,type\nhttp://example.org/jane,Jane Roe,http://schema.org/Person\n";

static const char *PAGE = "<!-- jane roe --><p title=\"Jane&#32;Roe\">Ask Ja<b>ne</b> Roe, jane@roe.example.";

static void set(GwParams *params, const char *name, const char *value) {
    GwError *error = NULL;
    WORKS(gw_params_add(params, gw_str(name), gw_str(value), &error));
}

/* What a dictionary and patterns find is replaced wherever it stands. */
static void redacts(void) {
    GwProviders *providers;
    GwDictionary *names;
    GwDocument *document;
    GwParams *params;
    GwRedaction *redaction;
    GwRedactedSpan span;
    GwError *error = NULL;
    WORKS(gw_dictionary_from_csv(bytes(NAMES), &names, &error));
    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_providers_add_dictionary(providers, gw_str("people"), names, &error));
    WORKS(gw_decode(bytes(PAGE), gw_str("html"), NULL, &document, &error));
    WORKS(gw_redact(document, providers, NULL, &redaction, &error));
    CHECK(same(text_of(redaction->bytes),
               "<!-- PERSON --><p title=\"PERSON\">Ask PERSON<b></b>, CONTACT-POINT."));
    CHECK(redaction->span_count == 6 && redaction->residue_count == 0);
    CHECK(redaction->key.length == 0);
    span = redaction->spans[1];
    CHECK(same(span.label, "PERSON") && same(span.replacement, "PERSON") && span.part.data == NULL);
    CHECK(span.span.start == 27 && span.span.end == 39);
    gw_redaction_free(redaction);
    WORKS(gw_params_new(&params, &error));
    set(params, "method", "blur");
    CHECK(gw_redact(document, NULL, params, &redaction, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "method"));
    gw_error_free(error);
    gw_params_free(params);
    gw_document_free(document);
    gw_providers_free(providers);
    gw_dictionary_free(names);
}

/* The key of pseudonyms restores the document. */
static void restores(void) {
    GwDocument *document;
    GwParams *params;
    GwRedaction *redaction;
    GwBuffer key, restored;
    GwRedactedSpan span;
    GwStr json;
    GwError *error = NULL;
    WORKS(gw_decode(bytes(PAGE), gw_str("html"), NULL, &document, &error));
    WORKS(gw_pseudonym_key_generate(true, &key, &error));
    WORKS(gw_params_new(&params, &error));
    set(params, "method", "pseudonym");
    set(params, "deny", "Jane Roe");
    json.data = (const char *)key.data;
    json.length = key.length;
    WORKS(gw_params_add(params, gw_str("key"), json, &error));
    WORKS(gw_redact(document, NULL, params, &redaction, &error));
    WORKS(gw_redaction_restore(redaction->bytes, redaction->key, &restored, &error));
    CHECK(restored.length == strlen(PAGE) && memcmp(restored.data, PAGE, restored.length) == 0);
    gw_buffer_free(&restored);
    span = redaction->spans[0];
    WORKS(gw_redaction_restore_text(span.replacement, redaction->key, &restored, &error));
    CHECK(restored.length == 8 && memcmp(restored.data, "Jane Roe", 8) == 0);
    gw_buffer_free(&restored);
    CHECK(redaction->removed_count == 0);
    CHECK(redaction->unchecked_count == 0);
    CHECK(gw_redaction_restore(bytes(PAGE), redaction->key, &restored, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    CHECK(gw_redaction_restore(bytes(PAGE), bytes("{}"), &restored, &error) == GW_STATUS_MALFORMED);
    gw_error_free(error);
    gw_buffer_free(&key);
    gw_redaction_free(redaction);
    gw_params_free(params);
    gw_document_free(document);
}

int main(void) {
    redacts();
    restores();
    return 0;
}
