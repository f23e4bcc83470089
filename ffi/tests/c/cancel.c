/* Calls are cancelled from other threads: those of a session, and a stream whose next answer is waited for. */
#include <pthread.h>
#include <time.h>

#include "check.h"

struct stage {
    pthread_mutex_t mutex;
    pthread_cond_t moved;
    int waits, goes_on, calls;
};

static void reach(struct stage *stage, int *what) {
    pthread_mutex_lock(&stage->mutex);
    *what = 1;
    pthread_cond_broadcast(&stage->moved);
    pthread_mutex_unlock(&stage->mutex);
}

static void wait_for(struct stage *stage, const int *what) {
    pthread_mutex_lock(&stage->mutex);
    while (!*what) pthread_cond_wait(&stage->moved, &stage->mutex);
    pthread_mutex_unlock(&stage->mutex);
}

/* A recognizer that waits until the test lets it go on. */
static uint32_t find(void *data, const GwPassage *passage, GwAnnotations *found, GwStr *reason) {
    struct stage *stage = (struct stage *)data;
    (void)passage, (void)found, (void)reason;
    reach(stage, &stage->waits);
    wait_for(stage, &stage->goes_on);
    return 0;
}

static const GwSession *session;

static void *call(void *data) {
    GwCall asked = {.body = bytes("To Cork")};
    asked.path = gw_str("/e-entity/slow/documents?informat=text/plain&outformat=text/turtle");
    GwReply *reply;
    GwError *error = NULL;
    (void)data;
    CHECK(gw_call(session, &asked, &reply, &error) == GW_STATUS_UNAVAILABLE);
    CHECK(same(error->message, "the call was cancelled"));
    gw_error_free(error);
    return NULL;
}

static void *recognize(void *data) {
    const GwDocument *document = (const GwDocument *)data;
    GwAnnotations *found;
    GwError *error = NULL;
    GwStatus status =
        gw_entities_recognize(session, gw_str("slow"), document, NULL, &found, &error);
    CHECK(status == GW_STATUS_UNAVAILABLE);
    CHECK(same(error->message, "the call was cancelled"));
    gw_error_free(error);
    return NULL;
}

/* Cancels a call in another thread that waits in the recognizer. */
static void cancel_during(const GwEngine *engine, struct stage *stage, void *(*run)(void *), void *data) {
    GwSession *cancelled;
    GwError *error = NULL;
    pthread_t thread;
    stage->waits = stage->goes_on = 0;
    WORKS(gw_engine_session(engine, &cancelled, &error));
    session = cancelled;
    CHECK(pthread_create(&thread, NULL, run, data) == 0);
    wait_for(stage, &stage->waits);
    gw_session_cancel(cancelled);
    reach(stage, &stage->goes_on);
    CHECK(pthread_join(thread, NULL) == 0);
    /* Later calls, too. */
    run(data);
    gw_session_free(cancelled);
}

/* One call that waits in the recognizer; the next one is never there, as in a queue that is empty. */
static bool next(void *data, GwCall *asked) {
    struct stage *stage = (struct stage *)data;
    if (stage->calls++ > 0) return false;
    asked->path = gw_str("/e-entity/slow/documents?informat=text/plain&outformat=text/turtle");
    asked->body = bytes("To Cork");
    return true;
}

static void *take(void *data) {
    const GwCallBatch *many = (const GwCallBatch *)data;
    GwDone done;
    GwError *error = NULL;
    WORKS(gw_call_batch_next(many, &done, &error));
    CHECK(!done.is_over && done.reply != NULL);
    gw_reply_free(done.reply);
    WORKS(gw_call_batch_next(many, &done, &error));
    CHECK(done.is_over);
    return NULL;
}

int main(void) {
    struct stage stage = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};
    GwProviders *providers;
    GwEngine *engine;
    GwSession *other;
    GwDocument *document;
    GwCallBatch *many;
    GwError *error = NULL;
    pthread_t thread;
    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_providers_add_recognizer(providers, gw_str("slow"), find, &stage, NULL, false, &error));
    WORKS(gw_engine_open(gw_str(""), providers, &engine, &error));
    gw_providers_free(providers);

    WORKS(gw_decode(bytes("To Cork"), gw_str("text"), NULL, &document, &error));
    cancel_during(engine, &stage, call, NULL);
    cancel_during(engine, &stage, recognize, document);
    gw_document_free(document);

    /* Another session goes on. The stream is stopped while a thread waits for its first answer. */
    stage.waits = stage.goes_on = 0;
    WORKS(gw_engine_session(engine, &other, &error));
    WORKS(gw_call_batch_new(other, next, &stage, NULL, NULL, &many, &error));
    CHECK(pthread_create(&thread, NULL, take, many) == 0);
    wait_for(&stage, &stage.waits);
    /* So that the thread waits for the answer, as a rule. */
    struct timespec moment = {0, 20000000};
    nanosleep(&moment, NULL);
    gw_call_batch_cancel(many);
    reach(&stage, &stage.goes_on);
    CHECK(pthread_join(thread, NULL) == 0);
    gw_call_batch_free(many);
    gw_session_free(other);
    gw_engine_free(engine);
    return 0;
}
