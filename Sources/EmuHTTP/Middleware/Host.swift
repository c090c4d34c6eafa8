/// The host of a `Host` header or of an origin: lower case, without port and final dot.
struct Host {
  /// A name, a dotted IPv4 address, or an IPv6 address in brackets.
  let name: String
  /// Whether the name is an IP literal.
  let isAddress: Bool

  /// Reads `host` or `host:port`; nil for what cannot be a host.
  init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]"), Self.isPort(text[text.index(after: end)...]) else {
        return nil
      }
      let address = text[text.index(after: text.startIndex)..<end]
      guard address.utf8.allSatisfy({ ASCII.hexValue($0) != nil || ":.".utf8.contains($0) }),
        address.contains(":")
      else { return nil }
      name = String(text[...end])
      isAddress = true
      return
    }
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    var host = text[..<colon]
    if host.hasSuffix(".") { host = host.dropLast() }
    guard Self.isPort(text[colon...]), !host.isEmpty, host.utf8.allSatisfy(Self.isNameByte) else {
      return nil
    }
    name = String(host)
    isAddress = Self.isIPv4(host)
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && text.dropFirst().utf8.allSatisfy(ASCII.isDigit)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._".utf8.contains(byte)
  }

  private static func isIPv4(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { $0.utf8.allSatisfy(ASCII.isDigit) && UInt8($0) != nil }
  }
}
