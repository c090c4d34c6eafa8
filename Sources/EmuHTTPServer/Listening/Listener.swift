import CMicrohttpd

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A listening socket; its last owner calls ``close()``.
struct Listener: Sendable {
  let descriptor: Int32
  let bound: BoundAddress

  /// Binds and listens.
  init(_ address: SocketAddress, isSecure: Bool) throws(ServerError) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let family = address.isIPv6 ? AF_INET6 : AF_INET
    let descriptor = socket(family, stream, 0)
    guard descriptor >= 0 else { throw .binding(address, isSecure: isSecure, errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    if address.isIPv6 {
      // Only `::` includes IPv4; ::1 leaves 127.0.0.1 to its own socket.
      Self.set(
        descriptor, Int32(IPPROTO_IPV6), Int32(IPV6_V6ONLY), address.isIPv6Any ? 0 : 1)
    }
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, posixListen(descriptor) == 0
    else {
      let number = errno
      _ = posixClose(descriptor)
      throw .binding(address, isSecure: isSecure, number)
    }
    self.descriptor = descriptor
    bound = BoundAddress(
      host: address.host, port: Self.port(of: descriptor) ?? address.port, isSecure: isSecure)
  }

  func close() {
    _ = posixClose(descriptor)
  }

  static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getsockname(descriptor, address, &length) == 0 else { return nil }
        return SocketAddress(copying: address, length: length).port
      }
    }
  }
}

/// `close` under a name that a method `close()` does not hide.
func posixClose(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}

/// `listen` under a name that `Listener.listen` does not hide; the system may allow fewer to wait.
private func posixListen(_ descriptor: Int32) -> Int32 {
  listen(descriptor, 4096)
}
