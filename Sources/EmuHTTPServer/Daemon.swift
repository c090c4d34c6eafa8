import CMicrohttpd
import EmuHTTP
import EmuSystem

/// One libmicrohttpd daemon without a listening socket.
// Safety: the pointer is immutable and the daemon's functions used here may be called from any
// thread (microhttpd manual, "Thread safety"); stop() is called once, after the last take().
final class Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let context: Unmanaged<ServerContext>

  init(_ context: ServerContext) throws(ServerError) {
    let configuration = context.configuration
    // The daemon's callbacks borrow this reference; stop() releases it.
    let retained = Unmanaged.passRetained(context)
    var options = emu_mhd_options()
    // With epoll, a worker that receives exactly 128 events waits for another one before it serves
    // any of them, up to the idle timeout, which then ends the connections.
    options.flags =
      MHD_USE_POLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
      | MHD_USE_NO_LISTEN_SOCKET.rawValue | MHD_USE_ITC.rawValue
      | MHD_ALLOW_SUSPEND_RESUME.rawValue
    // Otherwise the sending side of a socket is shut before `completed`, which may send an answer.
    if !context.isSecure { options.flags |= MHD_USE_TURBO.rawValue }
    options.workers = UInt32(max(1, configuration.workers))
    // Far above the number of passed connections: at its own limit the daemon waits forever for a
    // lock that it holds. Each worker has a share of it, and accepts any number of the connections.
    options.connection_limit = UInt32(
      clamping: 2 * (context.connections.limit + 16) * max(1, configuration.workers))
    options.timeout_seconds = UInt32(clamping: configuration.timeouts.idle.components.seconds)
    options.connection_memory = max(4096, configuration.headerLimit)
    options.connected = Self.connected
    options.handle = Self.handle
    options.completed = Self.completed
    options.begin = Self.begin
    options.unescape = Self.unescape
    options.cls = retained.toOpaque()
    let pointer: OpaquePointer?
    if let tls = configuration.tls, context.isSecure {
      options.flags |= MHD_USE_TLS.rawValue
      pointer = tls.keyPEM.withCString { key in
        tls.certificatePEM.withCString { certificate in
          options.tls_key = key
          options.tls_certificate = certificate
          return emu_mhd_start(&options)
        }
      }
    } else {
      pointer = emu_mhd_start(&options)
    }
    guard let pointer else {
      let number = errno
      retained.release()
      throw .startFailed(context.isSecure ? "the TLS daemon" : "the daemon", number)
    }
    self.pointer = pointer
    self.context = retained
  }

  /// Passes a connected socket to the daemon, which closes it, even when it rejects it: false.
  func take(_ socket: Int32, from address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Bool {
    MHD_add_connection(pointer, socket, address, length) == .YES
  }

  /// Ends the workers and closes the connections, none of which may be suspended.
  func stop() {
    MHD_stop_daemon(pointer)
    context.release()
  }
}

/// The shared state of a daemon's requests, which its callbacks receive as their context.
final class ServerContext: Sendable {
  let responder: any Responder
  let configuration: HTTPServer.Configuration
  let connections: ConnectionTable
  let isSecure: Bool

  init(
    responder: any Responder, configuration: HTTPServer.Configuration,
    connections: ConnectionTable, isSecure: Bool
  ) {
    self.responder = responder
    self.configuration = configuration
    self.connections = connections
    self.isSecure = isSecure
  }
}
