import CMicrohttpd
import EmuSystem

/// A listening socket; its last owner calls ``close()``.
struct Listener: Sendable {
  let descriptor: Int32
  let bound: BoundAddress

  init(_ address: SocketAddress, isSecure: Bool) throws(ServerError) {
    let family = address.isIPv6 ? AF_INET6 : AF_INET
    let descriptor = socket(family, streamSocket, 0)
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
      host: address.host, port: SocketAddress(of: descriptor)?.port ?? address.port,
      isSecure: isSecure)
  }

  func close() {
    _ = posixClose(descriptor)
  }

  static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
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

package struct BoundAddress: Sendable, Hashable {
  /// An IP literal without brackets.
  package let host: String
  /// The port, chosen by the system if 0 was requested.
  package let port: UInt16
  package let isSecure: Bool

  /// `http://127.0.0.1:9099`, without a slash at the end.
  package var url: String {
    let authority = host.contains(":") ? "[\(host)]" : host
    return "\(isSecure ? "https" : "http")://\(authority):\(port)"
  }
}

extension Listener {
  /// Listens on every address of a configuration, on one port.
  static func listen(
    on address: HTTPServer.Configuration.Address, port: UInt16, isSecure: Bool
  ) throws(ServerError) -> [Listener] {
    var addresses: [SocketAddress] = []
    switch address {
    case .loopback:
      addresses = try SocketAddress.resolve("127.0.0.1")
      // A machine without IPv6 may even reject the literal.
      addresses += (try? SocketAddress.resolve("::1")) ?? []
    case .host(let host):
      addresses = try SocketAddress.resolve(host)
    }
    // The system's port of one family may be taken in the other: try again.
    for _ in 0..<32 where port == 0 {
      if let listeners = try? listen(on: addresses, port: 0, isSecure: isSecure) {
        return listeners
      }
    }
    return try listen(on: addresses, port: port, isSecure: isSecure)
  }

  static func listen(
    on addresses: [SocketAddress], port: UInt16, isSecure: Bool
  ) throws(ServerError) -> [Listener] {
    var listeners: [Listener] = []
    var missing: ServerError?
    // hosts(5) may list an address twice.
    for (index, address) in addresses.enumerated() where !addresses[..<index].contains(address) {
      var address = address
      address.port = listeners.first?.bound.port ?? port
      do throws(ServerError) {
        listeners.append(try Listener(address, isSecure: isSecure))
      } catch  where error.code == .addressNotAvailable {
        missing = missing ?? error
      } catch {
        listeners.forEach { $0.close() }
        throw error
      }
    }
    if let missing, listeners.isEmpty { throw missing }
    return listeners
  }
}
