#ifndef EMU_CArgon2_SHIM_H
#define EMU_CArgon2_SHIM_H
#include <argon2.h>
#endif
