/* The other file of double_include_a.c. */
#include "glossweave.h"

int other_file(void);

int other_file(void) { return GW_ABI_VERSION; }
