internal import EmuHTTP
internal import EmuSystem
internal import Foundation

/// A client connection that sends exactly the given bytes.
package final class RawConnection {
  private struct Failure: Error {
    let call: String
    let number: Int32
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects to a port on 127.0.0.1 or ::1; reads fail after five minutes.
  ///
  /// A connection that the server has closed fails one test, not the process: SIGPIPE is ignored
  /// from then on.
  package init(port: UInt16, isIPv6: Bool = false) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    signal(SIGPIPE, SIG_IGN)
    descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, stream, 0)
    var timeout = timeval(tv_sec: 300, tv_usec: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var code: Int32
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      code = Self.connect(descriptor, &address)
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      code = Self.connect(descriptor, &address)
    }
    guard code == 0 else { throw Failure(call: "connect", number: errno) }
  }

  deinit { close(descriptor) }

  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) throws {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { throw Failure(call: "send", number: errno) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Closes the sending side only, as `nc -N` does after its input.
  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends a request with a Host header, and with a Content-Length when there is a body.
  package func request(
    _ method: String, _ path: String, headers: [String] = [], body: String? = nil
  ) throws {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    try send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
  }

  /// Returns the text of the answer to a request without a body.
  package func get(_ path: String = "/") throws -> String {
    try request("GET", path)
    return try reply().text
  }

  /// Reads one reply, its body framed by length or by chunks.
  package func reply(isHead: Bool = false) throws -> Reply {
    let lines = try readHead()
    var reply = Reply(status: Int(lines[0].split(separator: " ")[1]) ?? 0)
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      reply.headers.add(String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
    }
    if isHead || reply.status == 204 { return reply }
    if reply.headers["Transfer-Encoding"] == "chunked" {
      while let chunk = try readChunk() { reply.bytes += chunk }
    } else if let length = reply.headers["Content-Length"].flatMap({ Int($0) }) {
      reply.bytes = try read(length)
    }
    return reply
  }

  /// Reads the lines up to the empty one.
  package func readHead() throws -> [String] {
    var lines: [String] = []
    while true {
      let line = try readLine()
      if line.isEmpty { return lines }
      lines.append(line)
    }
  }

  /// Reads one chunk of a chunked body; nil for the last one.
  package func readChunk() throws -> [UInt8]? {
    let count = Int(try readLine(), radix: 16) ?? 0
    let chunk = try read(count)
    _ = try readLine()
    return count == 0 ? nil : chunk
  }

  /// Returns true when the server has closed the connection, or does so within a minute.
  package func isAtEnd() throws -> Bool { try buffer.isEmpty && !fill() }

  /// Returns true when the server closes the connection, even after more bytes.
  package func ends() throws -> Bool {
    buffer = []
    while try fill() { buffer = [] }
    return true
  }

  private func readLine() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self).trimmingCharacters(in: .newlines)
      }
      guard try fill() else { throw Failure(call: "end of stream", number: 0) }
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    while buffer.count < count {
      guard try fill() else { throw Failure(call: "end of stream", number: 0) }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private func fill() throws -> Bool {
    var piece = [UInt8](repeating: 0, count: 65536)
    let count = unsafe recv(descriptor, &piece, piece.count, 0)
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw Failure(call: "recv", number: errno) }
    buffer += piece[..<count]
    return count > 0
  }

  private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    let size = socklen_t(MemoryLayout<Address>.size)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Foundation.connect(descriptor, $0, size)
      }
    }
  }
}
