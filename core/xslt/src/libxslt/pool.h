/* Memory of runs: small blocks are cut from chunks that belong to one run and are freed together when
 * the run ends, because libxml2 allocates thousands of blocks for a page. */

#ifndef GLOSSWEAVE_XSLT_POOL_H
#define GLOSSWEAVE_XSLT_POOL_H

#include <stddef.h>

typedef struct gwshim_pool gwshim_pool;

/* The largest block that is cut from a chunk. */
#define GWSHIM_SMALL 1016

/* Returns a pool for a run, or NULL if there is no memory or pools are disabled. */
gwshim_pool *gwshim_pool_take(void);
/* Returns 1 if all blocks have been freed. */
int gwshim_pool_is_clear(const gwshim_pool *pool);
/* Releases a pool with all its blocks. */
void gwshim_pool_give(gwshim_pool *pool);
/* Returns a block of at most GWSHIM_SMALL bytes, or NULL. `fresh` is set to the number of bytes by
 * which the pool exceeds its previous maximum in this run. */
void *gwshim_pool_cut(gwshim_pool *pool, size_t size, size_t *fresh);
/* Returns the size of a block in bytes, or 0 if it does not belong to this pool. */
size_t gwshim_pool_size(const gwshim_pool *pool, const void *block);
/* Frees a block of this pool. */
void gwshim_pool_put(gwshim_pool *pool, void *block);

#endif
