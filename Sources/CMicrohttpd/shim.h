#ifndef EMU_CMicrohttpd_SHIM_H
#define EMU_CMicrohttpd_SHIM_H
#include <microhttpd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#ifdef __linux__
#include <linux/sockios.h>
#include <sys/epoll.h>
#endif

/// The options of a daemon; those of the same names are in microhttpd.h.
struct emu_mhd_options {
  unsigned int flags;
  unsigned int workers;
  unsigned int connection_limit;
  unsigned int timeout_seconds;
  size_t connection_memory;
  /// PEM texts, or NULL for plain HTTP.
  const char *tls_key;
  const char *tls_certificate;
  MHD_NotifyConnectionCallback connected;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  void *(*begin)(void *cls, const char *uri, struct MHD_Connection *connection);
  size_t (*unescape)(void *cls, struct MHD_Connection *connection, char *text);
  void *cls;
};

/// Sends the response without chunks, and closes the connection after it. The function of the daemon is
/// variadic, which Swift cannot call.
static inline void emu_mhd_send_unframed(struct MHD_Response *response) {
  MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
}

/// Before 0.9.77 the library has no strict level: it accepts lines that end with a line feed alone, folded
/// lines and null bytes.
#if MHD_VERSION >= 0x00097701
#define EMU_MHD_STRICTNESS MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1
#else
#define EMU_MHD_STRICTNESS MHD_OPTION_STRICT_FOR_CLIENT, 0
#endif

/// MHD_start_daemon is variadic, which Swift cannot call.
static inline struct MHD_Daemon *emu_mhd_start(const struct emu_mhd_options *o) {
  struct MHD_OptionItem tls[] = {
    {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)o->tls_key},
    {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)o->tls_certificate},
    // RFC 8996 retires what came before 1.2.
    {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-TLS1.0:-VERS-TLS1.1"},
    {MHD_OPTION_END, 0, NULL},
  };
  return MHD_start_daemon(
    o->flags, 0, NULL, NULL, o->handle, o->cls,
    MHD_OPTION_NOTIFY_CONNECTION, o->connected, o->cls,
    MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->cls,
    MHD_OPTION_URI_LOG_CALLBACK, o->begin, o->cls,
    MHD_OPTION_UNESCAPE_CALLBACK, o->unescape, o->cls,
    MHD_OPTION_THREAD_POOL_SIZE, o->workers,
    MHD_OPTION_CONNECTION_LIMIT, o->connection_limit,
    MHD_OPTION_CONNECTION_TIMEOUT, o->timeout_seconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory,
    EMU_MHD_STRICTNESS,
    MHD_OPTION_ARRAY, o->tls_key ? tls : tls + 3,
    MHD_OPTION_END);
}

#ifdef __linux__
extern int accept4(int, struct sockaddr *, socklen_t *, int);
/// accept4 is declared under _GNU_SOURCE only, without which Swift's Glibc module is built. The
/// constants below have other types in glibc than in musl.
static inline int emu_accept(int socket, struct sockaddr *address, socklen_t *length) {
  return accept4(socket, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
static const unsigned int emu_epoll_readable = EPOLLIN;
static const unsigned int emu_epoll_closed = EPOLLRDHUP | EPOLLET;
#endif

/// MHD_get_connection_info returns a union that Swift cannot name its members of by kind.
static inline const struct sockaddr *emu_mhd_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// The same for the socket, and for what the application keeps with it.
static inline int emu_mhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
static inline void *emu_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// Returns the number of received bytes that are still to be read; ioctl is variadic.
static inline int emu_unread(int socket) {
  int count = 0;
  ioctl(socket, FIONREAD, &count);
  return count;
}

/// Returns the number of sent bytes that the peer has not acknowledged.
static inline int emu_unsent(int socket) {
  int count = 0;
#ifdef __linux__
  ioctl(socket, SIOCOUTQ, &count);
#else
  socklen_t size = sizeof count;
  getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size);
#endif
  return count;
}

/// These two are macros with a cast, which Swift does not import.
static const ssize_t emu_mhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t emu_mhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;
static const uint64_t emu_mhd_size_unknown = MHD_SIZE_UNKNOWN;

#endif
