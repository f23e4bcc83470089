#define _GNU_SOURCE
/* Memory: the allocator of libxml2 counts what a call holds. It stays compatible with the one that
 * was there before: it calls that one and adds nothing to what it gives. */

#if defined(__APPLE__)
#include <malloc/malloc.h>
#define size_of malloc_size
#else
#include <malloc.h>
#define size_of malloc_usable_size
#endif
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/xmlmemory.h>

#include "guard.h"

/* One, so that it is looked up once. */
static __thread struct {
    gw_xslt_call *payer;
    gw_xslt_pool *pool;
} own;

static int hooked;

static void charge(gw_xslt_call *call, long bytes) {
    call->live += bytes;
    if (bytes > 0 && call->live > call->memory) gw_xslt_stop(call, GW_XSLT_MEMORY);
}

/* What is cut from a pool stays charged: the pool has it until the run ends. */
static void *cut(gw_xslt_call *call, gw_xslt_pool *pool, size_t size) {
    size_t fresh;
    void *block = gw_xslt_pool_cut(pool, size, &fresh);
    if (fresh > 0) charge(call, (long)fresh);
    return block;
}

/* Recursion that nobody bounds takes memory on its way down: where the stack ends, there is none. */
static int is_deep(gw_xslt_call *call) {
    char here;
    if (&here >= (char *)call->floor) return 0;
    gw_xslt_stop(call, GW_XSLT_STACK);
    return 1;
}

static void *on_malloc(size_t size) {
    gw_xslt_call *call = own.payer;
    gw_xslt_pool *pool = own.pool;
    void *block = NULL;
    if (call != NULL && is_deep(call)) return NULL;
    if (pool != NULL && size <= GW_XSLT_SMALL) block = cut(call, pool, size);
    if (block != NULL) return block;
    block = malloc(size);
    if (call != NULL && block != NULL) charge(call, (long)size_of(block));
    return block;
}

static void *on_realloc(void *block, size_t size) {
    gw_xslt_call *call = own.payer;
    gw_xslt_pool *pool = own.pool;
    size_t before = 0;
    void *grown;
    if (block == NULL) return on_malloc(size);
    if (pool != NULL) before = gw_xslt_pool_size(pool, block);
    if (before == 0) {
        if (call != NULL) before = size_of(block);
        grown = realloc(block, size);
        if (call != NULL && grown != NULL) charge(call, (long)size_of(grown) - (long)before);
        return grown;
    }
    if (size <= before) return block;
    grown = on_malloc(size);
    if (grown == NULL) return NULL;
    memcpy(grown, block, before);
    gw_xslt_pool_put(pool, block);
    return grown;
}

static void on_free(void *block) {
    gw_xslt_pool *pool = own.pool;
    if (pool != NULL && gw_xslt_pool_size(pool, block) != 0) {
        gw_xslt_pool_put(pool, block);
        return;
    }
    if (own.payer != NULL && block != NULL) own.payer->live -= (long)size_of(block);
    free(block);
}

static char *on_strdup(const char *text) {
    size_t length = strlen(text) + 1;
    char *twin = on_malloc(length);
    if (twin != NULL) memcpy(twin, text, length);
    return twin;
}

void gw_xslt_hook_memory(void) {
    xmlFreeFunc free_before;
    xmlMallocFunc malloc_before;
    xmlReallocFunc realloc_before;
    xmlStrdupFunc strdup_before;
    if (xmlMemGet(&free_before, &malloc_before, &realloc_before, &strdup_before) != 0) return;
    /* A host with an allocator of its own keeps it, and bounds memory itself. */
    if (malloc_before != malloc || free_before != free || realloc_before != realloc) return;
    hooked = xmlMemSetup(on_free, on_malloc, on_realloc, on_strdup) == 0;
}

void gw_xslt_budget(gw_xslt_call *call) {
    own.payer = call;
    own.pool = hooked && call != NULL ? call->pool : NULL;
}

gw_xslt_call *gw_xslt_payer(void) { return own.payer; }

/* The lowest address of the stack of this thread; NULL where it is not known. */
static char *lowest(void) {
    static __thread char *known;
    if (known == NULL) {
#if defined(__APPLE__)
        pthread_t self = pthread_self();
        known = (char *)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
        pthread_attr_t attributes;
        void *begin;
        size_t size;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
        if (pthread_attr_getstack(&attributes, &begin, &size) == 0) known = begin;
        pthread_attr_destroy(&attributes);
#endif
    }
    return known;
}

size_t gw_xslt_stack_left(void) {
    char here, *end = lowest();
    return end == NULL || &here < end ? 0 : (size_t)(&here - end);
}

/* What is left below it is for functions that take no memory and for what tells of errors. */
#define FLOOR (48 << 10)

void *gw_xslt_stack_floor(void) {
    char *end = lowest();
    return end == NULL ? NULL : end + FLOOR;
}
