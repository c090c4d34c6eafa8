#include "CBuild.h"

// The manifest sets it.
#ifndef EMU_COMMIT
#define EMU_COMMIT ""
#endif

const char *emu_commit(void) { return EMU_COMMIT; }
