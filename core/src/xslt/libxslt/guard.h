/* What a call may take: memory, and the cost of single functions. */

#ifndef GLOSSWEAVE_XSLT_GUARD_H
#define GLOSSWEAVE_XSLT_GUARD_H

#include <libxslt/xsltInternals.h>

#include "pool.h"
#include "shim.h"

/* Lets allocations of libxml2 be counted, for threads on which a call runs. */
void gw_xslt_hook_memory(void);
/* Says which call pays on this thread; its pool gives the small blocks. */
void gw_xslt_budget(gw_xslt_call *call);
/* Puts functions whose cost is a product before those of libxslt that do not look at it. */
void gw_xslt_guard_functions(xsltTransformContextPtr transform);
/* Takes elements out of the XHTML namespace, and makes the page say its encoding. */
void gw_xslt_tidy_html(xmlDocPtr document, const char *encoding);

#endif
