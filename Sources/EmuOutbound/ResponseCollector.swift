import EmuHTTP

/// Collects the parts of a response from libcurl, within its limits.
struct ResponseCollector {
  private(set) var headers = Headers()
  private(set) var body: [UInt8] = []
  /// True when the response exceeded a limit.
  private(set) var isTooLarge = false

  private let maximumBodyBytes: Int
  private let receive: (@Sendable ([UInt8]) -> Bool)?
  private var headerBytes = 0
  /// True for a successful response, by its status line.
  private var isGood = false

  /// - Parameter receive: receives the body of a successful response, in place of `body`.
  init(maximumBodyBytes: Int, receive: (@Sendable ([UInt8]) -> Bool)? = nil) {
    self.maximumBodyBytes = maximumBodyBytes
    self.receive = receive
  }

  /// Adds one line of a head; returns true to continue.
  mutating func add(headerLine line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= 64 << 10 else {
      isTooLarge = true
      return false
    }
    // A status line starts another head: after a redirect, or after an interim response.
    if line.starts(with: "HTTP/".utf8) {
      headers = Headers()
      isGood = line.split(separator: 0x20).dropFirst().first?.first == UInt8(ascii: "2")
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      headers.add(
        String(decoding: line[..<colon], as: UTF8.self),
        String(decoding: Self.trimmed(line[(colon + 1)...]), as: UTF8.self))
    }
    return true
  }

  /// Adds a piece of the body; returns true to continue.
  mutating func add(body piece: UnsafeRawBufferPointer) -> Bool {
    if isGood, let receive { return receive(Array(piece)) }
    guard body.count + piece.count <= maximumBodyBytes else {
      isTooLarge = true
      return false
    }
    body += piece
    return true
  }

  /// The value without the white space around it (RFC 9110 §5.5).
  private static func trimmed(
    _ value: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    var value = value
    while value.first.map({ $0 <= 0x20 }) == true { value = value.dropFirst() }
    while value.last.map({ $0 <= 0x20 }) == true { value = value.dropLast() }
    return value
  }
}
