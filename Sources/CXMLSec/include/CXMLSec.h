#ifndef EMU_CXMLSEC_H
#define EMU_CXMLSEC_H
#include <stddef.h>

// XML with signatures, by libxml2 and libxmlsec1 with its OpenSSL back end, and raw DEFLATE by zlib.
//
// The libraries are loaded at the first message of SAML (ADR 0039). No function must be called before
// emu_xml_load has returned NULL. All are safe from any thread.
//
// Nothing is read but the given bytes: no network and no file. A document is in UTF-8 without a document type;
// the caller has checked that, and its limits.

/// Loads the libraries, once for the life of the process.
///
/// @return NULL, or why one cannot be loaded.
const char *_Nullable emu_xml_load(void);

enum emu_xml_outcome {
  emu_xml_done,
  /// The bytes are not well-formed XML.
  emu_xml_malformed,
  /// No element, or more than one, has the ID.
  emu_xml_ambiguous_id,
  /// The element contains no signature, or more than one.
  emu_xml_unsigned,
  /// The signature is not about this element alone, or is made by an algorithm that is not accepted.
  emu_xml_foreign_reference,
  /// The PEM text is not a key.
  emu_xml_bad_key,
  /// The key did not make the signature, or what it signs was changed.
  emu_xml_invalid,
};

/// The functions that are called for the parts of a document, in their order.
struct emu_xml_reader {
  void (*_Nonnull open)(void *_Nonnull context, const char *_Nonnull name, const char *_Nullable space);
  /// Called for attributes without a namespace, after `open`.
  void (*_Nonnull attribute)(
    void *_Nonnull context, const char *_Nonnull name, const char *_Nonnull value);
  void (*_Nonnull text)(void *_Nonnull context, const char *_Nonnull text);
  void (*_Nonnull close)(void *_Nonnull context);
};

enum emu_xml_outcome emu_xml_read(
  const char *_Nonnull bytes, int count, struct emu_xml_reader reader, void *_Nonnull context);

/// Bytes that the caller frees with emu_xml_free.
struct emu_xml_bytes {
  void *_Nullable start;
  int count;
};

void emu_xml_free(struct emu_xml_bytes bytes);

/// Verifies the enveloped signature that the element with this ID contains.
///
/// @param key the public key in PEM.
/// @param out the canonical form of what is signed.
enum emu_xml_outcome emu_xml_verify(
  const char *_Nonnull bytes, int count, const char *_Nonnull id, const char *_Nonnull key,
  struct emu_xml_bytes *_Nonnull out);

/// Completes the empty enveloped signature that the element with this ID contains.
///
/// @param key the private key in PEM.
/// @param out the signed document.
enum emu_xml_outcome emu_xml_sign(
  const char *_Nonnull bytes, int count, const char *_Nonnull id, const char *_Nonnull key,
  struct emu_xml_bytes *_Nonnull out);

/// Writes bytes as raw DEFLATE (RFC 1951). No start means that there is no memory.
struct emu_xml_bytes emu_xml_deflate(const void *_Nonnull bytes, int count);
/// Reads raw DEFLATE. No start means that the bytes are damaged or, with a count, more than the limit.
struct emu_xml_bytes emu_xml_inflate(const void *_Nonnull bytes, int count, int limit);
#endif
