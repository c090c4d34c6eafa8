internal import EmuJSON

/// What a token says about itself (RFC 7515 §4.1); nothing in it is to be trusted.
package struct JWSHeader: Sendable, Hashable {
  /// `alg` as written.
  package let algorithmName: String
  /// `alg` when it is known here.
  package let algorithm: JWSAlgorithm?
  /// The key it asks for.
  package let kid: String?
  /// The kind of token.
  package let type: String?
  /// Whether it names extensions (`crit`) that a reader must understand; none is understood here.
  package let isCritical: Bool

  /// Reads the decoded header.
  ///
  /// - Throws: `malformedToken` for what is no JSON object with an `alg`, or a `kid` or `typ` that is
  ///   no string.
  init(parsing bytes: [UInt8]) throws(JOSEError) {
    guard let json = try? JSON(parsing: bytes), let name = json["alg"]?.string else {
      throw JOSEError(.malformedToken, "the header is no JSON object with an alg")
    }
    for member in ["kid", "typ"] {
      guard let value = json[member] else { continue }
      guard value.string != nil else {
        throw JOSEError(.malformedToken, "the header's \(member) is no string")
      }
    }
    algorithmName = name
    algorithm = JWSAlgorithm(rawValue: name)
    kid = json["kid"]?.string
    type = json["typ"]?.string
    isCritical = json["crit"] != nil
  }
}
