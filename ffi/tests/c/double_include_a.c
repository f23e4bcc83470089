/* The header may be included twice, and in two files of one program. */
#include "glossweave.h"
#include "glossweave.h"

int other_file(void);

int main(void) { return other_file() == (int)gw_abi_version() ? 0 : 1; }
