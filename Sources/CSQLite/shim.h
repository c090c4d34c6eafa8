#ifndef EMU_CSQLite_SHIM_H
#define EMU_CSQLite_SHIM_H
#include <sqlite3.h>

/* sqlite3_config is variadic, which Swift cannot call. Turns the allocation counters off: they cost
   every thread one process-wide lock for each malloc. */
static inline int emu_sqlite3_disable_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* sqlite3_db_config is variadic too. While on, closing the last connection leaves the log as it is
   instead of copying it into the database file. */
static inline int emu_sqlite3_keep_log_at_close(sqlite3 *connection, int keeps) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

/* Variadic as well. What the schema of a file says can damage neither the file nor the process. */
static inline int emu_sqlite3_set_defensive(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
#endif
