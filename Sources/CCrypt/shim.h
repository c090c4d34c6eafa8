#ifndef EMU_CCrypt_SHIM_H
#define EMU_CCrypt_SHIM_H
#include <crypt.h>
#endif
