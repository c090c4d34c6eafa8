#ifndef EMU_CCurl_SHIM_H
#define EMU_CCurl_SHIM_H
#include <curl/curl.h>

// curl_easy_setopt is variadic, which Swift cannot call: one function for each type it takes.
static inline CURLcode emu_curl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode emu_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode emu_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode emu_curl_set_callback(
  CURL *easy, CURLoption option, curl_write_callback value
) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPT_PROTOCOLS_STR took the place of the older pair in 7.85, which warns since.
static inline CURLcode emu_curl_allow_http_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  return code ? code : curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  const long both = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS, both);
  return code ? code : curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, both);
#endif
}

// CURLOPT_QUICK_EXIT came with 7.87; without it an end waits for name look-ups under way.
static inline void emu_curl_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}

// curl_easy_getinfo is variadic too.
static inline long emu_curl_status(CURL *easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

// CURLINFO_CAINFO, the file of certificates that libcurl was built to trust, came with 7.84.
static inline const char *emu_curl_default_certificates(CURL *easy) {
  char *path = NULL;
#if LIBCURL_VERSION_NUM >= 0x075400
  curl_easy_getinfo(easy, CURLINFO_CAINFO, &path);
#endif
  return path;
}

// curl_multi_setopt is variadic.
static inline CURLMcode emu_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// CURL_GLOBAL_DEFAULT is a macro built of macros, which the importer leaves out.
static inline CURLcode emu_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
#endif
