#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

  private static func listen(
    on addresses: [SocketAddress], port: UInt16, isSecure: Bool
  ) throws(ServerError) -> [Listener] {
    var listeners: [Listener] = []
    var missing: ServerError?
    for var address in addresses {
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
