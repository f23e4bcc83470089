/* NUL bytes are bytes, and empty input is input. */
#include "check.h"

int main(void) {
    static const char page[] = "<p>a\0b";
    GwBytes source = {page, sizeof page - 1}, none = {NULL, 0};
    GwDocument *document;
    GwReply *reply;
    GwError *error = NULL;
    WORKS(gw_decode(source, gw_str("html"), NULL, &document, &error));
    WORKS(gw_encode(document, NULL, NULL, &reply, &error));
    GwBytes back = reply->bytes;
    CHECK(back.length == source.length && memcmp(back.data, page, back.length) == 0);
    gw_reply_free(reply);
    gw_document_free(document);

    GwStr text;
    WORKS(gw_decode(source, gw_str("text"), NULL, &document, &error));
    text = gw_document_text(document);
    CHECK(text.length == source.length && text.data[4] == '\0');
    gw_document_free(document);

    WORKS(gw_decode(none, gw_str("html"), NULL, &document, &error));
    CHECK(gw_document_text(document).length == 0);
    gw_document_free(document);

    GwBytes lie = {NULL, 7};
    CHECK(gw_decode(lie, gw_str("html"), NULL, &document, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "source"));
    gw_error_free(error);
    CHECK(gw_decode(source, gw_str(NULL), NULL, &document, &error) == GW_STATUS_UNSUPPORTED);
    gw_error_free(error);
    return 0;
}
