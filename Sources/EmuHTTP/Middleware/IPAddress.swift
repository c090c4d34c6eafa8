/// An IP address as a URL writes it: IPv4 in dotted decimals (RFC 791), or IPv6 (RFC 4291 §2.2).
struct IPAddress {
  /// 4 or 16 bytes in network order.
  let bytes: [UInt8]

  /// - Parameter text: the host of a URL, with IPv6 in brackets; nil for other hosts.
  init?(_ text: String) {
    if text.hasPrefix("["), text.hasSuffix("]") {
      guard let bytes = Self.ipv6(text.dropFirst().dropLast()) else { return nil }
      // An IPv4-mapped IPv6 address is that IPv4 address (RFC 4291 §2.5.5.2).
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10..<12] == [255, 255]
      self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    } else {
      guard let bytes = Self.ipv4(text.utf8) else { return nil }
      self.bytes = bytes
    }
  }

  /// True when only this machine and its own network can have the address: loopback, private (RFC
  /// 1918, RFC 4193), link-local (RFC 3927, RFC 4291 §2.5.6) or unspecified.
  ///
  /// The unspecified address (`0.0.0.0`, `::`) reaches this machine, and tools print it as theirs.
  var isLocal: Bool {
    if bytes.count == 4 {
      return switch (bytes[0], bytes[1]) {
      case (127, _), (10, _), (192, 168), (169, 254), (172, 16...31): true
      default: bytes.allSatisfy { $0 == 0 }
      }
    }
    if bytes.dropLast().allSatisfy({ $0 == 0 }) { return bytes[15] <= 1 }
    return bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
  }

  /// The bytes of dotted decimals; nil for any other text.
  static func ipv4(_ text: some Collection<UInt8>) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { part in
      part.allSatisfy(ASCII.isDigit) && part.count <= 3
        ? UInt8(String(decoding: part, as: UTF8.self)) : nil
    }
    return bytes.count == 4 ? bytes : nil
  }

  private static func ipv6(_ text: Substring) -> [UInt8]? {
    guard let gap = text.firstRange(of: "::") else {
      return groups(text).flatMap { $0.count == 16 ? $0 : nil }
    }
    guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
      head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// Groups of up to four hexadecimal digits, the last of which may be an IPv4 address.
  private static func groups(_ text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, let address = ipv4(part.utf8) {
        bytes += address
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.first != UInt8(ascii: "+"),
          let group = UInt16(part, radix: 16)
        else { return nil }
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      }
    }
    return bytes
  }
}
