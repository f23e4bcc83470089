/* A user who logs in and stores a query. Run it as `filter`; it keeps everything in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glossweave.h"

static void check(GwStatus status, GwError **error) {
    if (status == GW_STATUS_OK) return;
    GwStr text = gw_error_text(*error);
    fprintf(stderr, "filter: %.*s\n", (int)text.length, text.data);
    gw_error_free(*error);
    exit(1);
}

int main(void) {
    static const char query[] = "SELECT ?text ?thing WHERE {\n"
                                "  ?mention nif:anchorOf ?text ; itsrdf:taIdentRef ?thing\n"
                                "} ORDER BY ?text";
    const GwBytes content = {query, strlen(query)};
    const GwStr name = gw_str("anna"), password = gw_str("correct horse");
    GwError *error = NULL;
    GwEngine *engine;
    GwSession *nobody, *anna;
    GwBuffer token, stored;

    check(gw_engine_open(NULL, NULL, &engine, &error), &error);
    check(gw_engine_session(engine, &nobody, &error), &error);
    check(gw_user_create(nobody, name, password, NULL, &error), &error);
    check(gw_user_authenticate(nobody, name, password, &token, &error), &error);
    GwStr word = {(const char *)token.data, token.length};
    check(gw_engine_session_of(engine, word, &anna, &error), &error);
    check(gw_resource_create(anna, gw_str("filter"), gw_str("mentions"), content, NULL, &stored,
                             &error),
          &error);

    fwrite(stored.data, 1, stored.length, stdout);
    putchar('\n');

    gw_buffer_free(&stored);
    gw_buffer_free(&token);
    gw_session_free(anna);
    gw_session_free(nobody);
    gw_engine_free(engine);
    return 0;
}
