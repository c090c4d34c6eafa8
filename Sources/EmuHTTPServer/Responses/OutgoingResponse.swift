import CMicrohttpd
import EmuHTTP

/// A response in the daemon's form; the daemon retains it once it is queued.
struct OutgoingResponse: ~Copyable {
  private let pointer: OpaquePointer
  private let status: UInt32
  let stream: StreamReader?

  /// Copies a response; nil for one that is dropped, and when memory is short.
  init?(_ response: Response, connection: OpaquePointer) {
    let created: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
      stream = nil
      created = bytes.withUnsafeBytes { buffer in
        // MUST_COPY does not change the buffer; the parameter is mutable for the other modes.
        MHD_create_response_from_buffer(
          buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress),
          .RESPMEM_MUST_COPY)
      }
    case .stream(let body):
      let reader = StreamReader(body, connection: connection)
      stream = reader
      created = MHD_create_response_from_callback(
        emu_mhd_size_unknown, StreamReader.blockSize, StreamReader.read,
        Unmanaged.passRetained(reader).toOpaque(), StreamReader.free)
    case .dropped:
      stream = nil
      created = nil
    }
    guard let created else { return nil }
    pointer = created
    status = UInt32(clamping: response.status.rawValue)
    for (name, value) in response.headers { add(name, value) }
  }

  deinit {
    MHD_destroy_response(pointer)
  }

  /// Adds a header; the daemon rejects one with a line break, or one that frames the message.
  func add(_ name: String, _ value: String) {
    _ = MHD_add_response_header(pointer, name, value)
  }

  /// Ends the body with the connection instead of a last chunk.
  func sendUnframed() {
    emu_mhd_send_unframed(pointer)
  }

  /// Returns the head of a response with a body of a number of bytes, after which the connection ends.
  static func head(of response: Response, count: Int) -> [UInt8] {
    let code = UInt32(clamping: response.status.rawValue)
    var lines = ["HTTP/1.1 \(code) \(String(cString: MHD_get_reason_phrase_for(code)))"]
    for (name, value) in response.headers where !value.contains(where: \.isNewline) {
      lines.append("\(name): \(value)")
    }
    if code != 204, code != 304 { lines.append("Content-Length: \(count)") }
    return Array((lines + ["Connection: close", "\r\n"]).joined(separator: "\r\n").utf8)
  }

  consuming func queue(on connection: OpaquePointer) -> MHD_Result {
    MHD_queue_response(connection, status, pointer)
  }
}
