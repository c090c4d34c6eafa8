package import EmuHTTP

/// A server on a port of this machine; each request opens a connection.
package struct SocketTransport: Transport {
  package let port: UInt16
  /// True to connect to `::1`.
  package let isIPv6: Bool

  package init(port: UInt16, isIPv6: Bool = false) {
    self.port = port
    self.isIPv6 = isIPv6
  }

  package var host: String { "localhost:\(port)" }

  package func send(_ request: Request) throws -> Reply {
    let connection = try RawConnection(port: port, isIPv6: isIPv6)
    let target = request.path + (request.rawQuery.map { "?" + $0 } ?? "")
    var lines = ["\(request.method.rawValue) \(target) HTTP/1.1", "Connection: close"]
    lines += request.headers.map { "\($0.name): \($0.value)" }
    if request.method != .get || !request.body.isEmpty {
      lines.append("Content-Length: \(request.body.count)")
    }
    try connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    try connection.send(request.body)
    return try connection.reply(isHead: request.method == .head)
  }
}
