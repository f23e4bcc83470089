/* What an error tells, and that outputs are written only on success. */
#include "check.h"

static void a_format_is_unknown(void) {
    GwDocument *document = (GwDocument *)&document;
    GwError *error = NULL;
    GwStatus status = gw_decode(bytes("x"), gw_str("latex"), NULL, &document, &error);
    CHECK(status == GW_STATUS_UNSUPPORTED && gw_error_status(error) == status);
    CHECK(contains(gw_error_message(error), "`latex`"));
    CHECK(document == (GwDocument *)&document);
    CHECK(!gw_error_location(error, NULL));
    gw_error_free(error);
}

static void a_table_is_malformed(void) {
    GwDictionary *dictionary;
    GwError *error = NULL;
    GwLocation location;
    GwBytes table = bytes("uri,label\nhttp://example.org/b,\n");
    CHECK(gw_dictionary_from_csv(table, &dictionary, &error) == GW_STATUS_MALFORMED);
    CHECK(gw_error_location(error, &location) && location.line == 2 && location.column == 1);
    CHECK(location.bytes.start == 10 && location.bytes.end > 10);
    CHECK(contains(gw_error_text(error), "at line 2 column 1"));
    CHECK(!contains(gw_error_message(error), "line 2"));
    gw_error_free(error);
}

static void a_parameter_is_unknown(void) {
    GwParams *params;
    GwDocument *document;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("colour"), gw_str("red"), &error));
    GwStatus status = gw_decode(bytes("x"), gw_str("text"), params, &document, &error);
    CHECK(status == GW_STATUS_INVALID && same(gw_error_parameter(error), "colour"));
    CHECK(contains(gw_error_message(error), "max-bytes"));
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
    CHECK(gw_error_cause(error).length > 0);
    gw_error_free(error);
}

static void text_is_not_utf8(void) {
    GwDocument *document;
    GwError *error = NULL;
    GwStr format = {"ht\xFFml", 5};
    CHECK(gw_decode(bytes("x"), format, NULL, &document, &error) == GW_STATUS_INVALID);
    CHECK(same(gw_error_parameter(error), "format"));
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
