internal import EmuCrypto
package import EmuJSON

/// A token in the compact form `header.payload.signature` (RFC 7515 §7.1), not yet verified.
///
/// Its init only splits; each part is decoded on access.
package struct CompactJWT: Sendable {
  private let text: [UInt8]
  private let firstDot: Int
  private let secondDot: Int

  /// Splits a token.
  ///
  /// - Throws: unless there are exactly two dots and text before each.
  package init(_ token: String) throws(JOSEError) {
    let text = Array(token.utf8)
    guard let first = text.firstIndex(of: Self.dot),
      let second = text[(first + 1)...].firstIndex(of: Self.dot),
      !text[(second + 1)...].contains(Self.dot), first > 0, second > first + 1
    else {
      throw JOSEError("a token has three segments with a dot between them")
    }
    self.text = text
    firstDot = first
    secondDot = second
  }

  /// - Throws: for anything but base64url of a JSON object with an `alg` and valid members.
  package func header() throws(JOSEError) -> JWSHeader {
    try JWSHeader(parsing: decode(text[..<firstDot], "header"))
  }

  /// Decodes the claims, as unparsed JSON text.
  ///
  /// - Throws: for anything but base64url.
  package func payload() throws(JOSEError) -> [UInt8] {
    try decode(text[(firstDot + 1)..<secondDot], "payload")
  }

  /// The claims; nil for a payload that is not base64url of a JSON object.
  package var claims: JSONObject? {
    guard let payload = try? payload() else { return nil }
    return (try? JSON(parsing: payload))?.object
  }

  /// Decodes the signature, empty for an unsigned token.
  ///
  /// - Throws: for anything but base64url.
  package func signature() throws(JOSEError) -> [UInt8] {
    try decode(text[(secondDot + 1)...], "signature")
  }

  package var hasEmptySignature: Bool {
    secondDot == text.count - 1
  }

  /// True for a valid unsigned token: `alg` is `none`, and there is no signature.
  package var isUnsigned: Bool {
    guard hasEmptySignature else { return false }
    // The header that this module writes itself needs no parsing.
    if text[...firstDot].elementsEqual(UnsignedAlgorithm.prefix) { return true }
    guard let header = try? header() else { return false }
    return header.algorithm == JWSAlgorithm.none && !header.isCritical
  }

  /// The bytes a signature is over: both segments and the dot between them.
  var signingInput: [UInt8] {
    Array(text[..<secondDot])
  }

  private func decode(_ segment: ArraySlice<UInt8>, _ name: String) throws(JOSEError) -> [UInt8] {
    guard let bytes = Base64URL.decode(segment) else {
      throw JOSEError("the token's \(name) is not base64url")
    }
    return bytes
  }

  private static let dot = UInt8(ascii: ".")
}
