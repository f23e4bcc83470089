#define _GNU_SOURCE
/* Memory: the allocator of libxml2 counts the memory of a call. It remains compatible with the
 * previous allocator, because it calls that allocator and returns its blocks unchanged. */

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

/* One struct, so that thread-local storage is looked up once. */
static __thread struct {
    gwshim_call *payer;
    gwshim_pool *pool;
} own;

static int hooked;
static int is_plain;

static void charge(gwshim_call *call, long bytes) {
    call->live += bytes;
    if (bytes > 0 && call->live > call->memory) gwshim_stop(call, GWSHIM_MEMORY);
}

/* Blocks of a pool remain charged, because the pool keeps their memory until the run ends. */
static void *cut(gwshim_call *call, gwshim_pool *pool, size_t size) {
    size_t fresh;
    void *block = gwshim_pool_cut(pool, size, &fresh);
    if (fresh > 0) charge(call, (long)fresh);
    return block;
}

/* Unbounded recursion allocates memory, so that allocations fail when the stack is exhausted. */
static int is_deep(gwshim_call *call) {
    char here;
    if (&here >= (char *)call->floor) return 0;
    gwshim_stop(call, GWSHIM_STACK);
    return 1;
}

static void *on_malloc(size_t size) {
    gwshim_call *call = own.payer;
    gwshim_pool *pool = own.pool;
    void *block = NULL;
    if (call != NULL && is_deep(call)) return NULL;
    if (pool != NULL && size <= GWSHIM_SMALL) block = cut(call, pool, size);
    if (block != NULL) return block;
    block = malloc(size);
    if (call != NULL && block != NULL) charge(call, (long)size_of(block));
    return block;
}

static void *on_realloc(void *block, size_t size) {
    gwshim_call *call = own.payer;
    gwshim_pool *pool = own.pool;
    size_t before = 0;
    void *grown;
    if (block == NULL) return on_malloc(size);
    if (pool != NULL) before = gwshim_pool_size(pool, block);
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
    gwshim_pool_put(pool, block);
    return grown;
}

static void on_free(void *block) {
    gwshim_pool *pool = own.pool;
    if (pool != NULL && gwshim_pool_size(pool, block) != 0) {
        gwshim_pool_put(pool, block);
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

void gwshim_hook_memory(void) {
    xmlFreeFunc free_before;
    xmlMallocFunc malloc_before;
    xmlReallocFunc realloc_before;
    xmlStrdupFunc strdup_before;
    if (xmlMemGet(&free_before, &malloc_before, &realloc_before, &strdup_before) != 0) return;
    /* If the host uses a custom allocator, it is kept, and the host must limit memory. */
    if (malloc_before != malloc || free_before != free || realloc_before != realloc) return;
    /* Read once, because another thread may change the environment later. */
    is_plain = getenv("GLOSSWEAVE_PLAIN_MEMORY") != NULL;
    hooked = xmlMemSetup(on_free, on_malloc, on_realloc, on_strdup) == 0;
}

void gwshim_budget(gwshim_call *call) {
    own.payer = call;
    own.pool = hooked && !is_plain && call != NULL ? call->pool : NULL;
}

void gwshim_use_pool(void *pool) { own.pool = pool; }

gwshim_call *gwshim_payer(void) { return own.payer; }

/* Returns the lowest address of the stack of this thread, or NULL if unknown. */
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

size_t gwshim_stack_left(void) {
    char here, *end = lowest();
    return end == NULL || &here < end ? 0 : (size_t)(&here - end);
}

/* The stack that is reserved for functions that allocate nothing and for error messages. */
#define FLOOR (48 << 10)

void *gwshim_stack_floor(void) {
    char *end = lowest();
    return end == NULL ? NULL : end + FLOOR;
}
