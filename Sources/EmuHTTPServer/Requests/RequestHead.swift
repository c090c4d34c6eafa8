import CMicrohttpd
import EmuHTTP

/// The request line and the headers, as the daemon has parsed them.
enum RequestHead {
  /// A request without its body.
  ///
  /// - Parameters:
  ///   - target: as the client sent it.
  static func read(
    target: String, method: UnsafePointer<CChar>, from connection: OpaquePointer, isSecure: Bool
  ) -> Request {
    let (path, query) = Request.split(target: target)
    return Request(
      method: Method(rawValue: String(cString: method)), path: path, rawQuery: query,
      headers: headers(of: connection),
      remoteAddress: emu_mhd_client_address(connection).flatMap { SocketAddressText.text(of: $0) },
      isSecure: isSecure)
  }

  private static func headers(of connection: OpaquePointer) -> Headers {
    var headers = Headers(capacity: 12)
    withUnsafeMutablePointer(to: &headers) { pointer in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameCount, value, valueCount in
          guard let context else { return .NO }
          context.assumingMemoryBound(to: Headers.self).pointee.add(
            RequestHead.text(UnsafeRawBufferPointer(start: name, count: nameCount)),
            RequestHead.text(UnsafeRawBufferPointer(start: value, count: valueCount)))
          return .YES
        }, pointer)
    }
    return headers
  }

  /// Returns the bytes as text; invalid UTF-8 is repaired.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
