import CMicrohttpd
import EmuSystem

enum SocketAddressText {
  /// The literal of an address, an IPv4-mapped one in its IPv4 form; nil for other families.
  static func text(of address: UnsafePointer<sockaddr>) -> String? {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return v4(raw + 4)
    case AF_INET6:
      let bytes = UnsafeRawBufferPointer(start: raw + 8, count: 16)
      if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
        return v4(raw + 20)
      }
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
        text in
        inet_ntop(AF_INET6, raw + 8, text.baseAddress, socklen_t(text.count))
          .map { String(cString: $0) }
      }
    default:
      return nil
    }
  }

  /// Four bytes in dotted form; the usual one is a constant, for this runs once a request.
  private static func v4(_ bytes: UnsafeRawPointer) -> String {
    let bytes = UnsafeRawBufferPointer(start: bytes, count: 4)
    if bytes.elementsEqual([127, 0, 0, 1]) { return "127.0.0.1" }
    return "\(bytes[0]).\(bytes[1]).\(bytes[2]).\(bytes[3])"
  }
}
