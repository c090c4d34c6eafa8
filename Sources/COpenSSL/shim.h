#ifndef EMU_COpenSSL_SHIM_H
#define EMU_COpenSSL_SHIM_H
#include <openssl/evp.h>
#endif
