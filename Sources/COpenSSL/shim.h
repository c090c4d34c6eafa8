#ifndef EMU_COpenSSL_SHIM_H
#define EMU_COpenSSL_SHIM_H
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// EVP_PKEY_PUBLIC_KEY is a macro built of macros, which the importer leaves out.
static inline int emu_evp_pkey_public_key(void) { return EVP_PKEY_PUBLIC_KEY; }
#endif
