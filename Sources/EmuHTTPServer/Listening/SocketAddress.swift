import CMicrohttpd
import EmuSystem

/// An IPv4 or IPv6 address with a port, in the form of the system calls.
struct SocketAddress {
  private var storage: sockaddr_storage
  private let length: socklen_t

  init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
    storage = sockaddr_storage()
    self.length = length
    withUnsafeMutableBytes(of: &storage) { target in
      target.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
    }
  }

  /// The local address of a socket; nil when it has none.
  init?(of descriptor: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard status == 0 else { return nil }
    self.storage = storage
    self.length = length
  }

  var isIPv6: Bool { Int32(storage.ss_family) == AF_INET6 }

  /// True for `::`, every address of both families.
  var isIPv6Any: Bool { isIPv6 && host == "::" }

  var port: UInt16 {
    get {
      // sin_port and sin6_port have the same offset.
      withUnsafeBytes(of: storage) {
        UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
      }
    }
    set {
      withUnsafeMutableBytes(of: &storage) {
        $0.storeBytes(of: newValue.bigEndian, toByteOffset: 2, as: UInt16.self)
      }
    }
  }

  /// The IP literal, without port or brackets.
  var host: String {
    withPointer { address, _ in SocketAddressText.text(of: address) ?? "?" }
  }

  func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// The addresses of a name or literal on this machine; the port is set afterwards.
  static func resolve(_ host: String) throws(ServerError) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = streamSocket
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    let bare =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    // A name that glibc reads as every address, of both families apart.
    guard bare != "*" else {
      throw .invalidHost(host, reason: "0.0.0.0 and :: are every address")
    }
    let code = getaddrinfo(bare, "0", &hints, &list)
    guard code == 0, let first = list else {
      throw .invalidHost(host, reason: String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(first) }
    return sequence(first: first, next: { $0.pointee.ai_next }).compactMap { info in
      let family = info.pointee.ai_family
      guard family == AF_INET || family == AF_INET6, let address = info.pointee.ai_addr else {
        return nil
      }
      return SocketAddress(copying: address, length: info.pointee.ai_addrlen)
    }
  }
}

// MARK: - Equatable

extension SocketAddress: Equatable {
  static func == (left: SocketAddress, right: SocketAddress) -> Bool {
    withUnsafeBytes(of: left.storage) { left in
      withUnsafeBytes(of: right.storage) { left.elementsEqual($0) }
    }
  }
}

// MARK: - CustomStringConvertible

extension SocketAddress: CustomStringConvertible {
  var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
