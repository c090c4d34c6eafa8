// The floor that does not change with the emulator: libmicrohttpd alone, which answers every request with
// a constant.
//
// It prints its port, one line, and ends when its standard input is closed, or by SIGTERM.

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>

// What `GET /` of the emulator returns. It stays as it is when that answer changes, so that figures of
// several versions can be compared.
static char body[] =
  "{\"authEmulator\":{\"ready\":true,"
  "\"docs\":\"https://firebase.google.com/docs/emulator-suite\","
  "\"apiSpec\":\"/emulator/openapi.json\"}}";

// Called with the head of a request, with each part of its body, and once more at its end.
static enum MHD_Result answer(
  void *response, struct MHD_Connection *connection, const char *url, const char *method,
  const char *version, const char *part, size_t *length, void **request
) {
  static char begun;
  (void)url, (void)method, (void)version, (void)part;
  if (!*request) {
    *request = &begun;
    return MHD_YES;
  }
  if (*length > 0) {
    *length = 0;  // All of it was taken.
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

static struct MHD_Daemon *start(struct MHD_Response *response) {
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = 0, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  return MHD_start_daemon(
    MHD_USE_EPOLL | MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, answer, response,
    MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
    MHD_OPTION_THREAD_POOL_SIZE, 2u,
    MHD_OPTION_END);
}

int main(void) {
  // Each request queues the same response, whose uses libmicrohttpd counts.
  struct MHD_Response *response =
    MHD_create_response_from_buffer(sizeof body - 1, body, MHD_RESPMEM_PERSISTENT);
  if (!response) return 1;
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json; charset=utf-8");
  struct MHD_Daemon *daemon = start(response);
  if (!daemon) {
    perror("libmicrohttpd could not listen on 127.0.0.1");
    return 1;
  }
  printf("%d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  while (getchar() != EOF) {}
  MHD_stop_daemon(daemon);
  MHD_destroy_response(response);
  return 0;
}
