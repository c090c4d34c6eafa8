// The check of setopt's arguments names the functions themselves, which are not linked.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#ifdef __APPLE__
// The system's own: a name alone would be looked for in the current folder too.
#define LIBRARY "/usr/lib/libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

#define FUNCTIONS(X) \
  X(curl_global_init) \
  X(curl_easy_init) \
  X(curl_easy_cleanup) \
  X(curl_easy_strerror) \
  X(curl_easy_setopt) \
  X(curl_easy_getinfo) \
  X(curl_multi_init) \
  X(curl_multi_cleanup) \
  X(curl_multi_setopt) \
  X(curl_multi_add_handle) \
  X(curl_multi_remove_handle) \
  X(curl_multi_perform) \
  X(curl_multi_poll) \
  X(curl_multi_wakeup) \
  X(curl_multi_info_read) \
  X(curl_slist_append) \
  X(curl_slist_free_all) \
  X(curl_url) \
  X(curl_url_cleanup) \
  X(curl_url_set) \
  X(curl_url_get) \
  X(curl_free)

// Macros of curl.h that hide the functions of these names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// The types are those of curl.h, so that a call with wrong arguments does not compile.
static struct {
#define MEMBER(name) __typeof__(&name) name;
  FUNCTIONS(MEMBER)
#undef MEMBER
} lib;

static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    problem = dlerror();
    return;
  }
#define FIND(name) \
  if (!(lib.name = (__typeof__(&name))dlsym(handle, #name))) { \
    problem = LIBRARY " has no " #name; \
    return; \
  }
  FUNCTIONS(FIND)
#undef FIND
  CURLcode code = lib.curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code) problem = lib.curl_easy_strerror(code);
}

const char *emu_curl_load(void) {
  pthread_once(&once, load);
  return problem;
}

CURL *emu_curl_easy_init(void) { return lib.curl_easy_init(); }
void emu_curl_easy_cleanup(CURL *easy) { lib.curl_easy_cleanup(easy); }
const char *emu_curl_easy_strerror(CURLcode code) { return lib.curl_easy_strerror(code); }

CURLcode emu_curl_set_number(CURL *easy, CURLoption option, long value) {
  return lib.curl_easy_setopt(easy, option, value);
}
CURLcode emu_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return lib.curl_easy_setopt(easy, option, value);
}
CURLcode emu_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return lib.curl_easy_setopt(easy, option, value);
}
CURLcode emu_curl_set_callback(CURL *easy, CURLoption option, curl_write_callback value) {
  return lib.curl_easy_setopt(easy, option, value);
}

CURLcode emu_curl_allow_http_only(CURL *easy) {
// CURLOPT_PROTOCOLS_STR took the place of the older pair in 7.85, which warns since.
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = lib.curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  return code ? code : lib.curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  const long both = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  CURLcode code = lib.curl_easy_setopt(easy, CURLOPT_PROTOCOLS, both);
  return code ? code : lib.curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, both);
#endif
}

void emu_curl_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  lib.curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}

long emu_curl_status(CURL *easy) {
  long status = 0;
  lib.curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

CURLM *emu_curl_multi_init(void) { return lib.curl_multi_init(); }
CURLMcode emu_curl_multi_cleanup(CURLM *multi) { return lib.curl_multi_cleanup(multi); }
CURLMcode emu_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return lib.curl_multi_setopt(multi, option, value);
}
CURLMcode emu_curl_multi_add_handle(CURLM *multi, CURL *easy) {
  return lib.curl_multi_add_handle(multi, easy);
}
CURLMcode emu_curl_multi_remove_handle(CURLM *multi, CURL *easy) {
  return lib.curl_multi_remove_handle(multi, easy);
}
CURLMcode emu_curl_multi_perform(CURLM *multi, int *running) {
  return lib.curl_multi_perform(multi, running);
}
CURLMcode emu_curl_multi_poll(CURLM *multi, int milliseconds) {
  return lib.curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}
CURLMcode emu_curl_multi_wakeup(CURLM *multi) { return lib.curl_multi_wakeup(multi); }
CURLMsg *emu_curl_multi_info_read(CURLM *multi, int *left) {
  return lib.curl_multi_info_read(multi, left);
}

struct curl_slist *emu_curl_slist_append(struct curl_slist *list, const char *text) {
  return lib.curl_slist_append(list, text);
}
void emu_curl_slist_free_all(struct curl_slist *list) { lib.curl_slist_free_all(list); }

CURLU *emu_curl_url(void) { return lib.curl_url(); }
void emu_curl_url_cleanup(CURLU *url) { lib.curl_url_cleanup(url); }
CURLUcode emu_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
  return lib.curl_url_set(url, part, text, flags);
}
CURLUcode emu_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
  return lib.curl_url_get(url, part, text, flags);
}
void emu_curl_free(void *memory) { lib.curl_free(memory); }
