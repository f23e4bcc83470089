/* The local user stores a query, and anybody sees as a table what it selects from the names in
 * a text. Everything is kept in memory: run it as `filter`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glossweave.h"

static const char NAMES[] = "uri,label\n"
                            "http://dbpedia.org/resource/Dublin,Dublin\n"
                            "http://dbpedia.org/resource/Cork_(city),Cork\n";

static const char QUERY[] =
    "PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>\n"
    "PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>\n"
    "SELECT ?name ?entity { ?at nif:anchorOf ?name ; itsrdf:taIdentRef ?entity } ORDER BY ?name\n";

static void check(GwStatus status, GwError **error) {
    if (status == GW_STATUS_OK) return;
    GwStr text = (*error)->text;
    fprintf(stderr, "filter: %.*s\n", (int)text.length, text.data);
    gw_error_free(*error);
    exit(1);
}

static GwBytes bytes(const char *text) {
    GwBytes bytes = {text, strlen(text)};
    return bytes;
}

/* An engine that finds the names. */
static GwEngine *open_engine(void) {
    GwError *error = NULL;
    GwEngine *engine;
    GwDictionary *names;
    GwProviders *providers;
    check(gw_dictionary_from_csv(bytes(NAMES), &names, &error), &error);
    check(gw_providers_new(&providers, &error), &error);
    check(gw_providers_add_dictionary(providers, gw_str("places"), names, &error), &error);
    check(gw_engine_open(gw_str(""), providers, &engine, &error), &error);
    gw_providers_free(providers);
    gw_dictionary_free(names);
    return engine;
}

static void store_filter(const GwEngine *engine) {
    GwError *error = NULL;
    GwReply *stored;
    GwSession *owner;
    GwCall call = {.path = gw_str("/toolbox/convert/manage/mentions"), .body = bytes(QUERY)};
    check(gw_engine_local_session(engine, &owner, &error), &error);
    check(gw_call(owner, &call, &stored, &error), &error);
    printf("%.*s\n\n", (int)stored->bytes.length, (const char *)stored->bytes.data);
    gw_reply_free(stored);
    gw_session_free(owner);
}

int main(void) {
    GwError *error = NULL;
    GwEngine *engine = open_engine();
    GwSession *nobody;
    GwParams *params;
    GwReply *nif;
    GwBuffer table;
    check(gw_engine_session(engine, &nobody, &error), &error);
    store_filter(engine);

    check(gw_params_new(&params, &error), &error);
    check(gw_params_add(params, gw_str("informat"), gw_str("text"), &error), &error);
    GwStatus status = gw_entities_enrich(nobody, gw_str("places"), bytes("From Dublin to Cork"),
                                         params, &nif, &error);
    check(status, &error);
    status = gw_filter_apply(nobody, gw_str("mentions"), nif->bytes, gw_str("turtle"),
                             gw_str("csv"), &table, &error);
    check(status, &error);
    fwrite(table.data, 1, table.length, stdout);

    gw_buffer_free(&table);
    gw_reply_free(nif);
    gw_params_free(params);
    gw_session_free(nobody);
    gw_engine_free(engine);
    return 0;
}
