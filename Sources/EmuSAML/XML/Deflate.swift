internal import CXMLSec

/// Raw DEFLATE (RFC 1951), as the redirect binding of SAML writes messages.
package enum Deflate {
  /// - Throws: ``XMLError/library(_:)``; ``XMLError/malformed`` where there is no memory.
  package static func deflated(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] {
    try XML.throwUnlessLibraryIsReady()
    return try taken(
      bytes.withUnsafeBytes { emu_xml_deflate($0.baseAddress ?? .init(XML.empty), CInt($0.count)) })
  }

  /// - Throws: ``XMLError/malformed`` for damaged bytes, ``XMLError/exceeds(_:)`` for too many.
  package static func inflated(_ bytes: [UInt8]) throws(XMLError) -> [UInt8] {
    try XML.throwUnlessLibraryIsReady()
    return try taken(
      bytes.withUnsafeBytes {
        emu_xml_inflate(
          $0.baseAddress ?? .init(XML.empty), CInt($0.count), CInt(XMLLimit.bytes.value))
      })
  }

  private static func taken(_ out: emu_xml_bytes) throws(XMLError) -> [UInt8] {
    guard let start = out.start else { throw out.count > 0 ? .exceeds(.bytes) : .malformed }
    defer { emu_xml_free(out) }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(out.count)))
  }
}
