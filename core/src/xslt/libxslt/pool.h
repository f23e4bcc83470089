/* Memory of runs: small blocks are cut from chunks that belong to one run and are given back with it
 * as a whole. libxml2 takes thousands of them for one page. */

#ifndef GLOSSWEAVE_XSLT_POOL_H
#define GLOSSWEAVE_XSLT_POOL_H

#include <stddef.h>

typedef struct gw_xslt_pool gw_xslt_pool;

/* The largest block that is cut from a chunk. */
#define GW_XSLT_SMALL 1016

/* A pool for a run; NULL where there is no memory, or none is wanted. */
gw_xslt_pool *gw_xslt_pool_take(void);
/* Forgets every block of a pool. */
void gw_xslt_pool_give(gw_xslt_pool *pool);
/* A block of at most GW_XSLT_SMALL bytes, or NULL. `fresh` tells by how many bytes the pool is fuller
 * than ever before in this run. */
void *gw_xslt_pool_cut(gw_xslt_pool *pool, size_t size, size_t *fresh);
/* How many bytes a block has; 0 for one that is not of this pool. */
size_t gw_xslt_pool_size(const gw_xslt_pool *pool, const void *block);
/* Takes a block of this pool back. */
void gw_xslt_pool_put(gw_xslt_pool *pool, void *block);

#endif
