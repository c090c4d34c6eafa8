package import EmuJSON

/// A token's header (RFC 7515 §4.1); none of it is trusted.
package struct JWSHeader: Sendable, Hashable {
  /// `alg` as written.
  package let algorithmName: String
  /// `alg` when it is supported.
  package let algorithm: JWSAlgorithm?
  package let kid: String?
  package let type: String?
  /// The signer's public key in the token itself (`jwk`).
  package let key: JSON?
  /// True when it names required extensions (`crit`); none is supported.
  package let isCritical: Bool

  /// Parses the decoded header.
  ///
  /// - Throws: for anything but a JSON object with an `alg`, or a `kid` or `typ`
  ///   that is not a string.
  init(parsing bytes: [UInt8]) throws(JOSEError) {
    guard let json = try? JSON(parsing: bytes), let name = json["alg"]?.string else {
      throw JOSEError("the header is not a JSON object with an alg")
    }
    for member in ["kid", "typ"] {
      guard let value = json[member] else { continue }
      guard value.string != nil else {
        throw JOSEError("the header's \(member) is not a string")
      }
    }
    algorithmName = name
    algorithm = JWSAlgorithm(rawValue: name)
    kid = json["kid"]?.string
    type = json["typ"]?.string
    key = json["jwk"]
    isCritical = json["crit"] != nil
  }
}
