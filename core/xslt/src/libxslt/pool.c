/* Memory of runs, see pool.h: a region (arena) of chunks with segregated free lists. A new block is cut
 * from the current chunk by moving a pointer. A freed block goes to the list of its size class, and the
 * next block of this class uses it again. Sizes, with the head, are rounded up to a multiple of STEP.
 * The class of a block is this multiple minus one, and the head of the block stores it.
 *
 * The allocations of a run are freed before it ends: documents, contexts, dictionaries. The last error
 * of the thread is reset before. libxslt may still leave allocations in the stylesheet (for example,
 * it creates the namespace of `xml` when it is first used), so blocks are counted. A pool with a block
 * in use is kept until that stylesheet is freed. Blocks have the layout of the C library: eight bytes
 * with the size, followed by aligned memory. */

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "pool.h"

/* In builds with sanitizers, the C library allocates all blocks, and also if the environment variable
 * GLOSSWEAVE_PLAIN_MEMORY is set (guard.c). */
#if defined(__SANITIZE_ADDRESS__)
#define PLAIN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PLAIN 1
#endif
#endif
#ifndef PLAIN
#define PLAIN 0
#endif

/* The alignment of blocks and the difference between two size classes, in bytes. */
#define STEP 16
/* The bytes before a block, which store its class. */
#define HEAD sizeof(size_t)
#define CLASSES ((GWSHIM_SMALL + HEAD) / STEP)

/* The size of chunks doubles up to the largest. The total exceeds any limit of memory. */
#define FIRST ((size_t)256 << 10)
#define LARGEST ((size_t)64 << 20)
#define CHUNKS 1024

/* The maximum number of pools that are kept for later runs, and the maximum size of each. */
#define SPARE 16
#define KEPT ((size_t)2 << 20)

/* A freed block, which stores the link to the next free block of its class. */
typedef struct piece {
    struct piece *next;
} piece;

typedef struct {
    char *from;
    char *to;
} chunk;

struct gwshim_pool {
    /* The current position in the current chunk, and its end. */
    char *at;
    char *end;
    /* Chunks 0 to `used` - 1 are in use, and chunks up to `count` - 1 are allocated. */
    int used;
    int count;
    /* The number of blocks in use. */
    size_t live;
    piece *free[CLASSES];
    chunk chunks[CHUNKS];
};

/* Used with trylock only, because a fork may leave it locked. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gwshim_pool *spare[SPARE];
static int spares;

static int adds_chunk(gwshim_pool *pool) {
    chunk *next = &pool->chunks[pool->used];
    if (pool->used == pool->count) {
        size_t size = pool->count < 8 ? FIRST << pool->count : LARGEST;
        char *from;
        if (pool->count == CHUNKS) return 0;
        from = malloc(size);
        if (from == NULL) return 0;
        next->from = from;
        next->to = from + size;
        pool->count++;
    }
    pool->used++;
    pool->at = next->from;
    pool->end = next->to;
    return 1;
}

gwshim_pool *gwshim_pool_take(void) {
    gwshim_pool *pool = NULL;
    if (PLAIN) return NULL;
    if (pthread_mutex_trylock(&lock) == 0) {
        if (spares > 0) pool = spare[--spares];
        pthread_mutex_unlock(&lock);
    }
    if (pool == NULL) pool = calloc(1, sizeof *pool);
    return pool;
}

int gwshim_pool_is_clear(const gwshim_pool *pool) { return pool == NULL || pool->live == 0; }

void gwshim_pool_give(gwshim_pool *pool) {
    size_t kept = 0;
    int count = 0, at;
    if (pool == NULL) return;
    while (count < pool->count) {
        kept += (size_t)(pool->chunks[count].to - pool->chunks[count].from);
        if (kept > KEPT) break;
        count++;
    }
    while (pool->count > count) free(pool->chunks[--pool->count].from);
    for (at = 0; at < (int)CLASSES; at++) pool->free[at] = NULL;
    pool->used = 0;
    pool->at = pool->end = NULL;
    if (pthread_mutex_trylock(&lock) == 0) {
        if (spares < SPARE) {
            spare[spares++] = pool;
            pool = NULL;
        }
        pthread_mutex_unlock(&lock);
    }
    if (pool == NULL) return;
    while (pool->count > 0) free(pool->chunks[--pool->count].from);
    free(pool);
}

void *gwshim_pool_cut(gwshim_pool *pool, size_t size, size_t *fresh) {
    size_t class = (size + HEAD - 1) / STEP;
    size_t whole = (class + 1) * STEP;
    piece *block = pool->free[class];
    char *start;
    *fresh = 0;
    if (block != NULL) {
        pool->free[class] = block->next;
        pool->live++;
        return block;
    }
    if ((size_t)(pool->end - pool->at) < whole + HEAD && !adds_chunk(pool)) return NULL;
    /* Chunks begin at a multiple of STEP, so that the first head must not. */
    start = pool->at;
    if (((uintptr_t)start & (STEP - 1)) == 0) start += HEAD;
    *(size_t *)(void *)start = class;
    pool->at = start + whole;
    *fresh = whole;
    pool->live++;
    return start + HEAD;
}

size_t gwshim_pool_size(const gwshim_pool *pool, const void *block) {
    const char *at = block;
    int number;
    /* Search backwards, because the last chunk is as large as all previous chunks together. */
    for (number = pool->used - 1; number >= 0; number--)
        if (at >= pool->chunks[number].from && at < pool->chunks[number].to)
            return (*(const size_t *)(const void *)(at - HEAD) + 1) * STEP - HEAD;
    return 0;
}

void gwshim_pool_put(gwshim_pool *pool, void *block) {
    size_t class = *(const size_t *)(const void *)((const char *)block - HEAD);
    piece *one = block;
    one->next = pool->free[class];
    pool->free[class] = one;
    pool->live--;
}
