#ifndef EMU_CMicrohttpd_SHIM_H
#define EMU_CMicrohttpd_SHIM_H
#include <microhttpd.h>
#endif
