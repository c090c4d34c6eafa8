#ifndef EMU_CSQLite_SHIM_H
#define EMU_CSQLite_SHIM_H
#include <sqlite3.h>
#endif
