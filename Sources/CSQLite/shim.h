#ifndef EMU_CSQLite_SHIM_H
#define EMU_CSQLite_SHIM_H
#include <sqlite3.h>

/* sqlite3_config is variadic, which Swift cannot call. Turns the allocation counters off: they cost
   every thread one process-wide lock for each malloc. */
static inline int emu_sqlite3_disable_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
#endif
