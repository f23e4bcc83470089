/* What an error tells, and that outputs are written only on success. */
#include "check.h"

static void a_format_is_unknown(void) {
    GwDocument *document = (GwDocument *)&document;
    GwError *error = NULL;
    GwStatus status = gw_decode(bytes("x"), gw_str("latex"), NULL, &document, &error);
    CHECK(status == GW_STATUS_UNSUPPORTED && error->status == status);
    CHECK(contains(error->message, "`latex`"));
    CHECK(document == (GwDocument *)&document);
    CHECK(!error->has_location);
    gw_error_free(error);
}

static void a_table_is_malformed(void) {
    GwDictionary *dictionary;
    GwError *error = NULL;
    GwBytes table = bytes("uri,label\nhttp://example.org/b,\n");
    CHECK(gw_dictionary_from_csv(table, &dictionary, &error) == GW_STATUS_MALFORMED);
    CHECK(error->has_location && error->location.line == 2 && error->location.column == 1);
    CHECK(error->location.bytes.start == 10 && error->location.bytes.end > 10);
    CHECK(contains(error->text, "at line 2 column 1"));
    CHECK(!contains(error->message, "line 2"));
    gw_error_free(error);
}

static void a_parameter_is_unknown(void) {
    GwParams *params;
    GwDocument *document;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("colour"), gw_str("red"), &error));
    GwStatus status = gw_decode(bytes("x"), gw_str("text"), params, &document, &error);
    CHECK(status == GW_STATUS_INVALID && same(error->parameter, "colour"));
    CHECK(contains(error->message, "max-bytes"));
    gw_error_free(error);
    gw_params_free(params);

    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("max-bytes"), gw_str("3"), &error));
    status = gw_decode(bytes("four"), gw_str("text"), params, &document, &error);
    CHECK(status == GW_STATUS_TOO_LARGE && same(gw_status_name(status), "TooLarge"));
    gw_error_free(error);
    WORKS(gw_params_add(params, gw_str("max-bytes"), gw_str("4"), &error));
    WORKS(gw_decode(bytes("four"), gw_str("text"), params, &document, &error));
    gw_document_free(document);
    gw_params_free(params);
}

static void a_file_is_missing(void) {
    GwDictionary *dictionary;
    GwError *error = NULL;
    GwStatus status = gw_dictionary_open(gw_str("no/such/file"), &dictionary, &error);
    CHECK(status == GW_STATUS_STORAGE || status == GW_STATUS_NOT_FOUND);
    CHECK(error->cause.length > 0);
    gw_error_free(error);
}

static void text_is_not_utf8(void) {
    GwDocument *document;
    GwError *error = NULL;
    GwStr format = {"ht\xFFml", 5};
    CHECK(gw_decode(bytes("x"), format, NULL, &document, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "format"));
    gw_error_free(error);
    CHECK(gw_decode(bytes("x"), format, NULL, &document, NULL) == GW_STATUS_INVALID);
}

int main(void) {
    CHECK(gw_abi_version() == GW_ABI_VERSION && gw_version().length >= 5);
    a_format_is_unknown();
    a_table_is_malformed();
    a_parameter_is_unknown();
    a_file_is_missing();
    text_is_not_utf8();
    return 0;
}
