import CMicrohttpd
import EmuSystem

package enum LocalNetwork {
  /// True in a container. Its own address is one of a network within its host, or within the virtual machine of
  /// Docker Desktop: other devices reach only the ports that the host publishes.
  package static var isContainer: Bool {
    ["/.dockerenv", "/run/.containerenv"].contains { (path: String) in access(path, F_OK) == 0 }
  }

  /// Returns the IPv4 address of this machine for other devices; nil without a network, and in a container.
  ///
  /// It is the system's source address for external destinations: connecting a datagram socket
  /// selects it and sends nothing (connect(2)). 192.0.2.1 is reserved for documentation (RFC 5737).
  package static func address() -> String? {
    if isContainer { return nil }
    let descriptor = socket(AF_INET, datagramSocket, 0)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    guard var somewhere = try? SocketAddress.resolve("192.0.2.1").first else { return nil }
    somewhere.port = 9
    guard somewhere.withPointer({ connect(descriptor, $0, $1) }) == 0 else { return nil }
    let own = SocketAddress(of: descriptor)?.host
    return own == "127.0.0.1" || own == "0.0.0.0" ? nil : own
  }
}
