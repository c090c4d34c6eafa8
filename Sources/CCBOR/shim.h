#ifndef EMU_CCBOR_SHIM_H
#define EMU_CCBOR_SHIM_H
#include <cbor.h>
#endif
