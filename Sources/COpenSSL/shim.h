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

// EVP_CIPHER_CTX_ctrl takes the tag as void *, and its commands' names are chained macros.
static inline int emu_gcm_get_tag(EVP_CIPHER_CTX *context, int count, unsigned char *tag) {
  return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, count, tag);
}
static inline int emu_gcm_set_tag(EVP_CIPHER_CTX *context, int count, const unsigned char *tag) {
  return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, count, (void *)tag);
}
#endif
