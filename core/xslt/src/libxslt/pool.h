/* Memory of runs: small blocks are cut from chunks that belong to one run and are given back with it
 * as a whole. libxml2 takes thousands of them for one page. */

#ifndef GLOSSWEAVE_XSLT_POOL_H
#define GLOSSWEAVE_XSLT_POOL_H

#include <stddef.h>

typedef struct gwshim_pool gwshim_pool;

/* The largest block that is cut from a chunk. */
#define GWSHIM_SMALL 1016

/* A pool for a run; NULL where there is no memory, or none is wanted. */
gwshim_pool *gwshim_pool_take(void);
/* Whether every block that was cut has been given back. */
int gwshim_pool_is_clear(const gwshim_pool *pool);
/* Forgets every block of a pool. */
void gwshim_pool_give(gwshim_pool *pool);
/* A block of at most GWSHIM_SMALL bytes, or NULL. `fresh` tells by how many bytes the pool is fuller
 * than ever before in this run. */
void *gwshim_pool_cut(gwshim_pool *pool, size_t size, size_t *fresh);
/* How many bytes a block has; 0 for one that is not of this pool. */
size_t gwshim_pool_size(const gwshim_pool *pool, const void *block);
/* Takes a block of this pool back. */
void gwshim_pool_put(gwshim_pool *pool, void *block);

#endif
