import CMicrohttpd
internal import EmuSystem
internal import EmuThread

/// The thread that accepts connections on all listeners and passes them to their daemons.
///
/// It alone enforces the limit: while every slot is taken it accepts nothing, and the system keeps
/// new connections in the listeners' backlog.
final class AcceptLoop: Sendable {
  typealias Sockets = [(listener: Listener, daemon: Daemon)]

  private let loop: Loop
  private let thread: SystemThread

  /// Takes ownership of the listeners and starts the thread.
  ///
  /// - Parameter wakeUp: the signal of `connections` about free slots.
  init(
    _ sockets: Sockets, connections: ConnectionTable, hangUps: ClosedClients, wakeUp: WakeUp
  ) throws(ServerError) {
    let loop = Loop(
      sockets: sockets, connections: connections, hangUps: hangUps, wakeUp: wakeUp)
    do throws(ThreadError) {
      thread = try SystemThread { loop.run() }
    } catch {
      throw .startFailed("pthread_create", error.number)
    }
    self.loop = loop
  }

  /// Ends the thread and closes the listeners; called once.
  func stop() {
    loop.wakeUp.end()
    thread.join()
    for socket in loop.sockets { socket.listener.close() }
  }
}

private struct Loop: Sendable {
  let sockets: AcceptLoop.Sockets
  let connections: ConnectionTable
  let hangUps: ClosedClients
  let wakeUp: WakeUp

  func run() {
    var isFull = false
    while !wakeUp.hasEnded {
      var polled = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
      if !isFull {
        polled += sockets.map {
          pollfd(fd: $0.listener.descriptor, events: Int16(POLLIN), revents: 0)
        }
      }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[0].revents != 0 { wakeUp.clear() }
      let waiting = sockets.indices.filter { !isFull && polled[$0 + 1].revents != 0 }
      isFull = (isFull || !waiting.isEmpty) && !connections.hasRoom && connections.requestSlot()
      if isFull { continue }
      let areServed = waiting.map {
        acceptAll(sockets[$0].listener.descriptor, for: sockets[$0].daemon)
      }
      if areServed.allSatisfy({ $0 }) { connections.relax() }
    }
  }

  /// Accepts until the backlog is empty; false when the slots are used up before.
  private func acceptAll(_ listener: Int32, for daemon: Daemon) -> Bool {
    while connections.hasRoom {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let isDone = withUnsafeMutablePointer(to: &peer) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let descriptor = Self.accept(listener, address, &length)
          guard descriptor >= 0 else { return true }
          Listener.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
          let connection = connections.insert(descriptor)
          hangUps.watch(connection)
          if !daemon.take(descriptor, from: address, length) { connections.remove(connection) }
          return false
        }
      }
      guard isDone else { continue }
      switch errno {
      case EINTR, ECONNABORTED: continue
      // Out of descriptors or memory: the listener remains readable, so wait until some are free.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(20_000)
      default: break
      }
      return true
    }
    return false
  }

  /// Calls `accept` for a descriptor that neither blocks nor survives an exec.
  private static func accept(
    _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> Int32 {
    #if os(Linux)
      return emu_accept(listener, address, &length)
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
