import CMicrohttpd
internal import EmuThread

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The thread that accepts connections on all listeners and hands them to their daemons.
final class AcceptLoop: Sendable {
  private let sockets: [(listener: Listener, daemon: Daemon)]
  private let wake: (read: Int32, write: Int32)
  private let thread: SystemThread

  /// Takes over the listeners and starts the thread.
  init(_ sockets: [(listener: Listener, daemon: Daemon)]) throws(ServerError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .startFailed("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let wake = (read: ends[0], write: ends[1])
    do throws(ThreadError) {
      thread = try SystemThread { Self.run(sockets, until: wake.read) }
    } catch {
      for end in ends { _ = posixClose(end) }
      throw .startFailed("pthread_create", error.number)
    }
    self.sockets = sockets
    self.wake = wake
  }

  /// Ends the thread and closes the listeners; called once.
  func stop() {
    var byte: UInt8 = 0
    _ = write(wake.write, &byte, 1)
    thread.join()
    for socket in sockets { socket.listener.close() }
    _ = posixClose(wake.read)
    _ = posixClose(wake.write)
  }

  private static func run(
    _ sockets: [(listener: Listener, daemon: Daemon)], until wake: Int32
  ) {
    var polled = ([wake] + sockets.map(\.listener.descriptor)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[0].revents != 0 { return }
      for (index, socket) in sockets.enumerated() where polled[index + 1].revents != 0 {
        acceptAll(socket.listener.descriptor, for: socket.daemon)
      }
    }
  }

  /// Accepts until the backlog is empty.
  private static func acceptAll(_ listener: Int32, for daemon: Daemon) {
    while true {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let done = withUnsafeMutablePointer(to: &peer) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let descriptor = accept(listener, address, &length)
          guard descriptor >= 0 else { return true }
          Listener.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
          daemon.take(descriptor, from: address, length)
          return false
        }
      }
      guard done else { continue }
      switch errno {
      case EINTR, ECONNABORTED: continue
      // Out of descriptors or memory: the listener stays readable, so wait for some to come back.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(20_000)
      default: break
      }
      return
    }
  }

  /// `accept` whose descriptor neither blocks nor outlives an exec.
  private static func accept(
    _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> Int32 {
    #if canImport(Glibc)
      return emu_accept4(
        listener, address, &length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
    #else
      let descriptor = Darwin.accept(listener, address, &length)
      guard descriptor >= 0 else { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      Listener.set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
      return descriptor
    #endif
  }
}
