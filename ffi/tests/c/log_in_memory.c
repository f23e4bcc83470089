/* The memory of log-ins is given back: it does not stay in the threads that logged in. */
#include <pthread.h>

#include "check.h"

enum { THREADS = 8 };

/* The resident memory of this process in KiB; 0 if the system does not say. */
static long resident(void) {
    char line[200];
    long found = 0;
    FILE *status = fopen("/proc/self/status", "r");
    if (status == NULL) return 0;
    while (fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0) found = strtol(line + 6, NULL, 10);
    }
    fclose(status);
    return found;
}

static void *log_in(void *data) {
    GwError *error = NULL;
    GwBuffer token;
    for (int i = 0; i < 2; i++) {
        WORKS(gw_user_authenticate((const GwSession *)data, gw_str("anna"), gw_str("correct horse"),
                                   &token, &error));
        gw_buffer_free(&token);
    }
    return NULL;
}

int main(void) {
    GwEngine *engine;
    GwSession *session;
    GwError *error = NULL;
    pthread_t threads[THREADS];
    /* valgrind, for which this variable is set, has an allocator of its own. */
    if (getenv("GLOSSWEAVE_PLAIN_MEMORY") != NULL) return 0;
    WORKS(gw_engine_open(gw_str(""), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &session, &error));
    WORKS(create_user(session, gw_str("anna"), gw_str("correct horse"), NULL, &error));
    long before = resident();
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, log_in, session) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    long kept = resident() - before;
    if (getenv("SHOW_MEMORY") != NULL) printf("%ld KiB\n", kept);
    CHECK(kept < 16 * 1024);
    gw_session_free(session);
    gw_engine_free(engine);
    return 0;
}
