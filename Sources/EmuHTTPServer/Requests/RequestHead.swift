import CMicrohttpd
import EmuHTTP

/// The request line and the headers, as the daemon has parsed them.
enum RequestHead {
  /// A request without its body.
  ///
  /// - Parameters:
  ///   - target: as the client sent it.
  ///   - layout: receives the headers.
  static func read(
    target: String, method: UnsafePointer<CChar>, from connection: OpaquePointer, isSecure: Bool,
    _ layout: inout RequestLayout
  ) -> Request {
    let (path, query) = Request.split(target: target)
    return Request(
      method: Method(rawValue: String(cString: method)), path: path, rawQuery: query,
      headers: headers(of: connection, &layout),
      remoteAddress: emu_mhd_client_address(connection).flatMap { SocketAddressText.text(of: $0) },
      isSecure: isSecure)
  }

  private static func headers(
    of connection: OpaquePointer, _ layout: inout RequestLayout
  ) -> Headers {
    var read = (headers: Headers(capacity: 12), layout: layout)
    withUnsafeMutablePointer(to: &read) { pointer in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameCount, value, valueCount in
          guard let context else { return .NO }
          let read = context.assumingMemoryBound(to: (headers: Headers, layout: RequestLayout).self)
          let name = UnsafeRawBufferPointer(start: name, count: nameCount)
          let value = UnsafeRawBufferPointer(start: value, count: valueCount)
          read.pointee.headers.add(RequestHead.text(name), RequestHead.text(value))
          read.pointee.layout.add(name, value)
          return .YES
        }, pointer)
    }
    layout = read.layout
    layout.end(headSize: emu_mhd_head_size(connection))
    return read.headers
  }

  /// Returns the bytes as text; invalid UTF-8 is repaired.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
