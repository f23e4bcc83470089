/* Files that a document refers to, opened by the host; the data is freed once, after the document. */
#include "check.h"

struct files {
    int calls, freed;
};

static uint32_t take(void *data, GwStr reference, GwStr base, GwBytes *found, GwStr *reason) {
    static const char rules[] = "<its:rules xmlns:its='http://www.w3.org/2005/11/its' version='2.0'>"
                                "<its:translateRule selector='//code' translate='no'/></its:rules>";
    struct files *files = (struct files *)data;
    files->calls++;
    CHECK(same(base, "here.xml") && found->data == NULL);
    if (same(reference, "remote.xml")) {
        *reason = gw_str("no network");
        return GW_STATUS_UNAVAILABLE;
    }
    if (same(reference, "rules.xml")) *found = (GwBytes){rules, sizeof rules - 1};
    return 0;
}

static void finalize(void *data) {
    ((struct files *)data)->freed++;
}

static const char linked[] = "<doc xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink="
                             "'http://www.w3.org/1999/xlink'><its:rules version='2.0' xlink:type="
                             "'simple' xlink:href='%s'/><p>To <code>x</code></p></doc>";

int main(void) {
    struct files files = {0, 0};
    char source[400];
    GwParams *params;
    GwDocument *document;
    GwUnit unit;
    GwIts *its;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    CHECK(gw_params_resolve(params, NULL, &files, finalize, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "function") && files.freed == 0);
    gw_error_free(error);
    error = NULL;
    WORKS(gw_params_add(params, gw_str("base"), gw_str("here.xml"), &error));
    WORKS(gw_params_resolve(params, take, &files, finalize, &error));

    snprintf(source, sizeof source, linked, "rules.xml");
    WORKS(gw_decode(bytes(source), gw_str("xml"), params, &document, &error));
    CHECK(gw_document_unit_count(document) == 1 && files.calls == 1);
    WORKS(gw_document_unit(document, 0, &unit, &error));
    CHECK(same(gw_document_text(document), "To "));
    WORKS(gw_its_analyze(bytes(source), gw_str("xml"), gw_str("translate"), params, &its, &error));
    CHECK(its->node_count > 4 && its->nodes[0].value_count > 0);
    gw_its_free(its);

    snprintf(source, sizeof source, linked, "others.xml");
    CHECK(gw_its_analyze(bytes(source), gw_str("xml"), gw_str("translate"), params, &its, &error) ==
          GW_STATUS_NOT_FOUND);
    gw_error_free(error);

    snprintf(source, sizeof source, linked, "remote.xml");
    CHECK(gw_its_analyze(bytes(source), gw_str("xml"), gw_str("translate"), params, &its, &error) ==
          GW_STATUS_UNAVAILABLE);
    CHECK(contains(error->message, "the resolver of `remote.xml`: no network"));
    gw_error_free(error);
    gw_params_free(params);
    gw_document_free(document);
    CHECK(files.freed == 1);
    return 0;
}
