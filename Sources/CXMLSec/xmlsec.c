#include "CXMLSec.h"

#if __has_include(<xmlsec/xmldsig.h>)
#include <xmlsec/version.h>
#if XMLSEC_VERSION_MAJOR == 1 && XMLSEC_VERSION_MINOR == 2
// As xmlsec1.pc says of the versions whose sizes are `unsigned int`.
#define XMLSEC_NO_SIZE_T
// The structures below are the same from this version on, which Ubuntu 22.04 has, to the end of 1.2.
#define OLDEST_SUBMINOR 33
#else
#define OLDEST_SUBMINOR XMLSEC_VERSION_SUBMINOR
#endif

#include <dlfcn.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/valid.h>
#include <libxml/xmlerror.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmlsec/buffer.h>
#include <xmlsec/errors.h>
#include <xmlsec/openssl/app.h>
#include <xmlsec/openssl/crypto.h>
#include <xmlsec/xmldsig.h>
#include <xmlsec/xmlsec.h>
#include <zlib.h>

// The number is that of the ABI.
#ifdef __APPLE__
#define XMLSEC "libxmlsec1-openssl.%d.dylib"
// The system's own: a name alone would be looked for in the current folder too.
#define ZLIB "/usr/lib/libz.1.dylib"
#else
#define XMLSEC "libxmlsec1-openssl.so.%d"
#define ZLIB "libz.so.1"
#endif

// Those of libxml2, libxmlsec1 and OpenSSL are found in the libraries that the back end brings with it.
#define XML_FUNCTIONS(X) \
  X(xmlInitParser) \
  X(xmlReadMemory) \
  X(xmlFreeDoc) \
  X(xmlDocGetRootElement) \
  X(xmlNodeListGetString) \
  X(xmlHasNsProp) \
  X(xmlAddID) \
  X(xmlDocDumpMemory) \
  X(xmlSetGenericErrorFunc) \
  X(xmlSecInit) \
  X(xmlSecCheckVersionExt) \
  X(xmlSecErrorsSetCallback) \
  X(xmlSecOpenSSLAppInit) \
  X(xmlSecOpenSSLInit) \
  X(xmlSecOpenSSLAppKeyLoadMemory) \
  X(xmlSecDSigCtxCreate) \
  X(xmlSecDSigCtxDestroy) \
  X(xmlSecDSigCtxEnableReferenceTransform) \
  X(xmlSecDSigCtxEnableSignatureTransform) \
  X(xmlSecDSigCtxVerify) \
  X(xmlSecDSigCtxSign) \
  X(xmlSecDSigReferenceCtxGetPreDigestBuffer) \
  X(xmlSecPtrListGetSize) \
  X(xmlSecPtrListGetItem) \
  X(xmlSecBufferGetData) \
  X(xmlSecBufferGetSize) \
  X(xmlSecTransformEnvelopedGetKlass) \
  X(xmlSecTransformExclC14NGetKlass) \
  X(xmlSecTransformInclC14NGetKlass) \
  X(xmlSecOpenSSLTransformSha256GetKlass) \
  X(xmlSecOpenSSLTransformSha384GetKlass) \
  X(xmlSecOpenSSLTransformSha512GetKlass) \
  X(xmlSecOpenSSLTransformRsaSha256GetKlass) \
  X(xmlSecOpenSSLTransformRsaSha384GetKlass) \
  X(xmlSecOpenSSLTransformRsaSha512GetKlass) \
  X(ERR_clear_error)

#define ZLIB_FUNCTIONS(X) \
  X(deflateInit2_) \
  X(deflateBound) \
  X(deflate) \
  X(deflateEnd) \
  X(inflateInit2_) \
  X(inflate) \
  X(inflateEnd)

// The types are those of the headers, so that a call with wrong arguments does not compile.
static struct {
#define MEMBER(name) __typeof__(&name) name;
  XML_FUNCTIONS(MEMBER)
  ZLIB_FUNCTIONS(MEMBER)
#undef MEMBER
} lib;

static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void ignore_xml_error(void *context, const char *format, ...) {}
static void ignore_signature_error(
  const char *file, int line, const char *function, const char *object, const char *subject,
  int reason, const char *message) {}

static void *open_xmlsec(const char *format) {
  // Libtool's "current:revision:age", of which the ABI is the first without the last.
  int current = 0, age = 0;
  sscanf(XMLSEC_VERSION_INFO, "%d:%*d:%d", &current, &age);
  char path[100];
  snprintf(path, sizeof path, format, current - age);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void load(void) {
  void *handle = open_xmlsec(XMLSEC);
#ifdef __APPLE__
  if (!handle) handle = open_xmlsec("/opt/homebrew/lib/" XMLSEC);
  if (!handle) handle = open_xmlsec("/usr/local/lib/" XMLSEC);
#endif
  void *zlib = handle ? dlopen(ZLIB, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!zlib) {
    problem = dlerror();
    return;
  }
#define FIND(name) \
  if (!(lib.name = (__typeof__(&name))dlsym(handle, #name))) { \
    problem = "libxmlsec1-openssl has no " #name; \
    return; \
  }
  XML_FUNCTIONS(FIND)
#undef FIND
#define FIND(name) \
  if (!(lib.name = (__typeof__(&name))dlsym(zlib, #name))) { \
    problem = ZLIB " has no " #name; \
    return; \
  }
  ZLIB_FUNCTIONS(FIND)
#undef FIND
  lib.xmlInitParser();
  // xmlSecInit reads the variable http_proxy, and prints an error about an empty one.
  lib.xmlSetGenericErrorFunc(NULL, ignore_xml_error);
  if (lib.xmlSecInit() < 0) {
    problem = "libxmlsec1 cannot be initialized";
  } else if (
    lib.xmlSecCheckVersionExt(
      XMLSEC_VERSION_MAJOR, XMLSEC_VERSION_MINOR, OLDEST_SUBMINOR,
      xmlSecCheckVersionABICompatible) != 1) {
    problem = "libxmlsec1 is not compatible with version " XMLSEC_VERSION;
  } else if (lib.xmlSecOpenSSLAppInit(NULL) < 0 || lib.xmlSecOpenSSLInit() < 0) {
    problem = "the OpenSSL back end of libxmlsec1 cannot be initialized";
  }
  lib.xmlSecErrorsSetCallback(ignore_signature_error);
}

const char *emu_xml_load(void) {
  pthread_once(&once, load);
  return problem;
}

// MARK: Reading

static xmlDocPtr parse(const char *bytes, int count, enum emu_xml_outcome *outcome) {
  // The function is kept for each thread.
  lib.xmlSetGenericErrorFunc(NULL, ignore_xml_error);
  xmlDocPtr doc = lib.xmlReadMemory(
    bytes, count, NULL, "UTF-8",
    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC);
  *outcome = doc && lib.xmlDocGetRootElement(doc) ? emu_xml_done : emu_xml_malformed;
  if (doc && *outcome != emu_xml_done) lib.xmlFreeDoc(doc);
  return *outcome == emu_xml_done ? doc : NULL;
}

static void read_element(xmlNodePtr element, const struct emu_xml_reader *reader, void *context) {
  reader->open(
    context, (const char *)element->name, element->ns ? (const char *)element->ns->href : NULL);
  for (xmlAttrPtr one = element->properties; one; one = one->next) {
    if (one->ns) continue;
    xmlChar *value = lib.xmlNodeListGetString(element->doc, one->children, 1);
    reader->attribute(context, (const char *)one->name, value ? (const char *)value : "");
    free(value);
  }
  for (xmlNodePtr child = element->children; child; child = child->next) {
    if (child->type == XML_ELEMENT_NODE) {
      read_element(child, reader, context);
    } else if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE) {
      reader->text(context, child->content ? (const char *)child->content : "");
    }
  }
  reader->close(context);
}

enum emu_xml_outcome emu_xml_read(
  const char *bytes, int count, struct emu_xml_reader reader, void *context) {
  enum emu_xml_outcome outcome;
  xmlDocPtr doc = parse(bytes, count, &outcome);
  if (!doc) return outcome;
  read_element(lib.xmlDocGetRootElement(doc), &reader, context);
  lib.xmlFreeDoc(doc);
  return outcome;
}

// MARK: Signatures

static struct emu_xml_bytes copy(const void *start, size_t count) {
  struct emu_xml_bytes bytes = {malloc(count ? count : 1), (int)count};
  if (bytes.start) memcpy(bytes.start, start, count);
  return bytes;
}

void emu_xml_free(struct emu_xml_bytes bytes) { free(bytes.start); }

/// Counts the elements with an ID, and gives the last one's attribute.
static int find_id(xmlNodePtr element, const char *id, xmlAttrPtr *found) {
  int count = 0;
  xmlAttrPtr attribute = lib.xmlHasNsProp(element, BAD_CAST "ID", NULL);
  if (attribute) {
    xmlChar *value = lib.xmlNodeListGetString(element->doc, attribute->children, 1);
    if (value && !strcmp((const char *)value, id)) {
      *found = attribute;
      count++;
    }
    free(value);
  }
  for (xmlNodePtr child = element->children; child; child = child->next) {
    if (child->type == XML_ELEMENT_NODE) count += find_id(child, id, found);
  }
  return count;
}

/// Finds the one signature that is a child of an element.
static xmlNodePtr find_signature(xmlNodePtr element) {
  xmlNodePtr found = NULL;
  for (xmlNodePtr child = element->children; child; child = child->next) {
    if (
      child->type != XML_ELEMENT_NODE || !child->ns || strcmp((const char *)child->name, "Signature")
      || strcmp((const char *)child->ns->href, "http://www.w3.org/2000/09/xmldsig#"))
      continue;
    if (found) return NULL;
    found = child;
  }
  return found;
}

/// Parses a document and prepares a context for the signature of the element with an ID.
static enum emu_xml_outcome open_signature(
  const char *bytes, int count, const char *id, const char *pem, xmlDocPtr *doc,
  xmlNodePtr *signature, xmlSecDSigCtxPtr *context) {
  enum emu_xml_outcome outcome;
  *doc = parse(bytes, count, &outcome);
  if (!*doc) return outcome;
  xmlAttrPtr attribute = NULL;
  if (find_id(lib.xmlDocGetRootElement(*doc), id, &attribute) != 1) return emu_xml_ambiguous_id;
  *signature = find_signature(attribute->parent);
  if (!*signature) return emu_xml_unsigned;
  if (!lib.xmlAddID(NULL, *doc, BAD_CAST id, attribute)) return emu_xml_ambiguous_id;
  xmlSecKeyPtr key = lib.xmlSecOpenSSLAppKeyLoadMemory(
    (const xmlSecByte *)pem, (xmlSecSize)strlen(pem), xmlSecKeyDataFormatPem, NULL, NULL, NULL);
  if (!key) return emu_xml_bad_key;
  *context = lib.xmlSecDSigCtxCreate(NULL);
  if (!*context) return emu_xml_bad_key;
  // The context owns the key, and reads none of the document.
  (*context)->signKey = key;
  return emu_xml_done;
}

static void close_signature(xmlDocPtr doc, xmlSecDSigCtxPtr context) {
  if (context) lib.xmlSecDSigCtxDestroy(context);
  if (doc) lib.xmlFreeDoc(doc);
  // Each form of a key that did not fit has left an error for the thread's next call of OpenSSL.
  lib.ERR_clear_error();
}

static void restrict_algorithms(xmlSecDSigCtxPtr context) {
  context->enabledReferenceUris = xmlSecTransformUriTypeSameDocument;
  const xmlSecTransformId both[] = {
    lib.xmlSecTransformExclC14NGetKlass(), lib.xmlSecTransformInclC14NGetKlass()};
  for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
    lib.xmlSecDSigCtxEnableReferenceTransform(context, both[i]);
    lib.xmlSecDSigCtxEnableSignatureTransform(context, both[i]);
  }
  lib.xmlSecDSigCtxEnableReferenceTransform(context, lib.xmlSecTransformEnvelopedGetKlass());
  lib.xmlSecDSigCtxEnableReferenceTransform(context, lib.xmlSecOpenSSLTransformSha256GetKlass());
  lib.xmlSecDSigCtxEnableReferenceTransform(context, lib.xmlSecOpenSSLTransformSha384GetKlass());
  lib.xmlSecDSigCtxEnableReferenceTransform(context, lib.xmlSecOpenSSLTransformSha512GetKlass());
  lib.xmlSecDSigCtxEnableSignatureTransform(context, lib.xmlSecOpenSSLTransformRsaSha256GetKlass());
  lib.xmlSecDSigCtxEnableSignatureTransform(context, lib.xmlSecOpenSSLTransformRsaSha384GetKlass());
  lib.xmlSecDSigCtxEnableSignatureTransform(context, lib.xmlSecOpenSSLTransformRsaSha512GetKlass());
}

/// Gives what a verified signature signs: one reference, to the element with the ID.
static enum emu_xml_outcome signed_bytes(
  xmlSecDSigCtxPtr context, const char *id, struct emu_xml_bytes *out) {
  if (lib.xmlSecPtrListGetSize(&context->signedInfoReferences) != 1) return emu_xml_foreign_reference;
  xmlSecDSigReferenceCtxPtr reference =
    lib.xmlSecPtrListGetItem(&context->signedInfoReferences, 0);
  const char *uri = reference ? (const char *)reference->uri : NULL;
  if (!uri || uri[0] != '#' || strcmp(uri + 1, id)) return emu_xml_foreign_reference;
  xmlSecBufferPtr buffer = lib.xmlSecDSigReferenceCtxGetPreDigestBuffer(reference);
  if (!buffer) return emu_xml_foreign_reference;
  *out = copy(lib.xmlSecBufferGetData(buffer), lib.xmlSecBufferGetSize(buffer));
  return out->start ? emu_xml_done : emu_xml_invalid;
}

enum emu_xml_outcome emu_xml_verify(
  const char *bytes, int count, const char *id, const char *key, struct emu_xml_bytes *out) {
  xmlDocPtr doc = NULL;
  xmlNodePtr signature = NULL;
  xmlSecDSigCtxPtr context = NULL;
  enum emu_xml_outcome outcome =
    open_signature(bytes, count, id, key, &doc, &signature, &context);
  if (outcome == emu_xml_done) {
    restrict_algorithms(context);
    context->flags |= XMLSEC_DSIG_FLAGS_STORE_SIGNEDINFO_REFERENCES;
    if (lib.xmlSecDSigCtxVerify(context, signature) < 0) {
      outcome = emu_xml_foreign_reference;
    } else if (context->status != xmlSecDSigStatusSucceeded) {
      outcome = emu_xml_invalid;
    } else {
      outcome = signed_bytes(context, id, out);
    }
  }
  close_signature(doc, context);
  return outcome;
}

enum emu_xml_outcome emu_xml_sign(
  const char *bytes, int count, const char *id, const char *key, struct emu_xml_bytes *out) {
  xmlDocPtr doc = NULL;
  xmlNodePtr signature = NULL;
  xmlSecDSigCtxPtr context = NULL;
  enum emu_xml_outcome outcome =
    open_signature(bytes, count, id, key, &doc, &signature, &context);
  if (outcome == emu_xml_done) {
    xmlChar *text = NULL;
    int length = 0;
    if (lib.xmlSecDSigCtxSign(context, signature) >= 0) {
      lib.xmlDocDumpMemory(doc, &text, &length);
    }
    if (text) *out = copy(text, (size_t)length);
    if (!text || !out->start) outcome = emu_xml_invalid;
    free(text);
  }
  close_signature(doc, context);
  return outcome;
}

// MARK: DEFLATE

// No head and no sum, as the redirect binding of SAML writes it.
#define RAW -15

struct emu_xml_bytes emu_xml_deflate(const void *bytes, int count) {
  struct emu_xml_bytes out = {NULL, 0};
  z_stream stream = {0};
  if (lib.deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, RAW, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        (int)sizeof stream) != Z_OK)
    return out;
  uLong bound = lib.deflateBound(&stream, (uLong)count);
  out.start = malloc(bound);
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = out.start;
  stream.avail_out = out.start ? (uInt)bound : 0;
  if (out.start && lib.deflate(&stream, Z_FINISH) == Z_STREAM_END) {
    out.count = (int)stream.total_out;
  } else {
    free(out.start);
    out.start = NULL;
  }
  lib.deflateEnd(&stream);
  return out;
}

struct emu_xml_bytes emu_xml_inflate(const void *bytes, int count, int limit) {
  struct emu_xml_bytes out = {NULL, 0};
  z_stream stream = {0};
  if (lib.inflateInit2_(&stream, RAW, ZLIB_VERSION, (int)sizeof stream) != Z_OK) return out;
  out.start = malloc((size_t)limit);
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = out.start;
  stream.avail_out = out.start ? (uInt)limit : 0;
  int is_whole = out.start && lib.inflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.count = (int)stream.total_out;
  if (!is_whole) {
    // Only a full buffer is more than the limit.
    if (out.count < limit) out.count = 0;
    free(out.start);
    out.start = NULL;
  }
  lib.inflateEnd(&stream);
  return out;
}
// A compiler for another system, as that of the check for macOS on Linux, does not search these folders.
#elif !__has_include("/usr/include/xmlsec1/xmlsec/xmldsig.h")
#error "The headers of libxmlsec1 are missing; scripts/install-dependencies installs them."
#endif
