/* One document and one dictionary in many threads. */
#include <pthread.h>

#include "check.h"

struct shared {
    const GwDocument *document;
    const GwDictionary *dictionary;
};

static void *work(void *data) {
    const struct shared *shared = (const struct shared *)data;
    GwError *error = NULL;
    for (int turn = 0; turn < 20; turn++) {
        GwAnnotations *found;
        GwReply *reply;
        WORKS(gw_dictionary_recognize(shared->dictionary, shared->document, &found, &error));
        CHECK(gw_annotations_count(found) == 2);
        CHECK(same(gw_annotations_value(found, 1, gw_str("ident"), 0), "http://example.org/Cork"));
        WORKS(gw_encode(shared->document, found, NULL, &reply, &error));
        CHECK(reply->inserted_count == 4);
        gw_reply_free(reply);
        gw_annotations_free(found);
    }
    return NULL;
}

int main(void) {
    GwDocument *document;
    GwDictionary *dictionary;
    GwError *error = NULL;
    GwBytes names = bytes("uri,label\nhttp://example.org/Dublin,Dublin\nhttp://example.org/Cork,Cork\n");
    WORKS(gw_decode(bytes("<p>Dublin to Cork"), gw_str("html"), NULL, &document, &error));
    WORKS(gw_dictionary_from_csv(names, &dictionary, &error));

    struct shared shared = {document, dictionary};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) CHECK(pthread_create(&threads[i], NULL, work, &shared) == 0);
    for (int i = 0; i < 4; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    gw_dictionary_free(dictionary);
    gw_document_free(document);
    return 0;
}
