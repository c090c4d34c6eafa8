#ifndef EMU_CCURL_H
#define EMU_CCURL_H
#include <curl/curl.h>

// libcurl brings some thirty libraries with it, which take as long to load as all the others together.
// Most emulators never call another server, so it is loaded at the first call (ADR 0027).
//
// Each function calls the one of libcurl that it is named after, and must not be called before
// emu_curl_load has returned NULL. Where libcurl's function is variadic, which Swift cannot call, there
// is one for each type it takes.

/// Loads libcurl, once for the life of the process, from any thread.
///
/// @return NULL, or why it cannot be loaded.
const char *_Nullable emu_curl_load(void);

CURL *_Nullable emu_curl_easy_init(void);
void emu_curl_easy_cleanup(CURL *_Nonnull easy);
const char *_Nonnull emu_curl_easy_strerror(CURLcode code);

CURLcode emu_curl_set_number(CURL *_Nonnull easy, CURLoption option, long value);
CURLcode emu_curl_set_size(CURL *_Nonnull easy, CURLoption option, curl_off_t value);
CURLcode emu_curl_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable value);
CURLcode emu_curl_set_callback(
  CURL *_Nonnull easy, CURLoption option, curl_write_callback _Nonnull value);

/// Rules out every protocol but HTTP and HTTPS, for redirects too.
CURLcode emu_curl_allow_http_only(CURL *_Nonnull easy);
/// Has an end not wait for name look-ups under way, where libcurl can do that (since 7.87).
void emu_curl_quick_exit(CURL *_Nonnull easy);
/// The status of the response; 0 before there is one.
long emu_curl_status(CURL *_Nonnull easy);

CURLM *_Nullable emu_curl_multi_init(void);
CURLMcode emu_curl_multi_cleanup(CURLM *_Nonnull multi);
CURLMcode emu_curl_multi_set_number(CURLM *_Nonnull multi, CURLMoption option, long value);
CURLMcode emu_curl_multi_add_handle(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode emu_curl_multi_remove_handle(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode emu_curl_multi_perform(CURLM *_Nonnull multi, int *_Nonnull running);
/// Waits for what libcurl waits for, for a wake-up, or that many milliseconds.
CURLMcode emu_curl_multi_poll(CURLM *_Nonnull multi, int milliseconds);
CURLMcode emu_curl_multi_wakeup(CURLM *_Nonnull multi);
CURLMsg *_Nullable emu_curl_multi_info_read(CURLM *_Nonnull multi, int *_Nonnull left);

struct curl_slist *_Nullable emu_curl_slist_append(
  struct curl_slist *_Nullable list, const char *_Nonnull text);
void emu_curl_slist_free_all(struct curl_slist *_Nullable list);

CURLU *_Nullable emu_curl_url(void);
void emu_curl_url_cleanup(CURLU *_Nonnull url);
CURLUcode emu_curl_url_set(
  CURLU *_Nonnull url, CURLUPart part, const char *_Nonnull text, unsigned int flags);
CURLUcode emu_curl_url_get(
  CURLU *_Nonnull url, CURLUPart part, char *_Nullable *_Nonnull text, unsigned int flags);
void emu_curl_free(void *_Nullable memory);
#endif
