package import EmuJSON

/// A set of public keys (RFC 7517 §5), as issuers publish them.
package struct JWKSet: Sendable, Equatable {
  /// The keys in the order they are published.
  package var keys: [JWK]

  package init(_ keys: [JWK]) {
    self.keys = keys
  }

  /// Creates a set of the public keys of signing keys, in their order.
  package init(signingKeys: [SigningKey]) {
    keys = signingKeys.map(\.publicJWK)
  }

  /// Decodes a set; unusable keys are skipped, as RFC 7517 §5 requires.
  ///
  /// - Throws: when the text is not a JSON object with an array `keys`.
  package init(parsing text: [UInt8]) throws(JOSEError) {
    guard let elements = (try? JSON(parsing: text))?["keys"]?.array else {
      throw JOSEError("the text is not a JSON object with an array of keys")
    }
    keys = elements.compactMap { try? JWK($0) }
  }

  package var verificationKeys: [VerificationKey] {
    keys.map(\.verificationKey)
  }

  package var json: JSON {
    ["keys": .array(keys.map(\.json))]
  }
}
