/// The host of a `Host` header or of an origin: lower case, without port and final dot.
///
/// Works on bytes, since it runs for every request.
package struct Host {
  /// A name, a dotted IPv4 address, or an IPv6 address in brackets.
  package let name: String
  /// True for an IP literal.
  package let isAddress: Bool

  /// Parses `host` or `host:port`; nil for an invalid host.
  package init?(_ text: String) {
    let bytes = text.utf8.map(ASCII.lowercased)
    let isBracketed = bytes.first == Self.opening
    let end: Int
    if isBracketed {
      guard let closing = bytes.firstIndex(of: Self.closing) else { return nil }
      end = closing + 1
    } else {
      end = bytes.firstIndex(of: Self.colon) ?? bytes.count
    }
    guard Self.isPort(bytes[end...]) else { return nil }
    var host = bytes[..<end]
    if isBracketed {
      guard Self.isIPv6(host.dropFirst().dropLast()) else { return nil }
    } else {
      if host.last == Self.dot { host = host.dropLast() }
      guard !host.isEmpty, host.allSatisfy(Self.isNameByte) else { return nil }
    }
    name = String(decoding: host, as: UTF8.self)
    isAddress = isBracketed || IPAddress.ipv4(host) != nil
  }

  private static let opening = UInt8(ascii: "[")
  private static let closing = UInt8(ascii: "]")
  private static let colon = UInt8(ascii: ":")
  private static let dot = UInt8(ascii: ".")

  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    text.isEmpty || text.first == colon && text.dropFirst().allSatisfy(ASCII.isDigit)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == dot || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// Returns true for a possible IPv6 address; no name is valid in brackets, so the characters
  /// suffice.
  private static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(colon)
      && text.allSatisfy { ASCII.hexValue($0) != nil || $0 == colon || $0 == dot }
  }
}
