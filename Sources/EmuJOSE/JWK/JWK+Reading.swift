package import EmuJSON
internal import EmuCrypto

extension JWK {
  /// Decodes a key. Unknown members are ignored, private ones included. Padding is accepted, since
  /// some issuers write it.
  ///
  /// - Throws: for what is not an object, an unknown `kty` or `crv`, a missing member, a member
  ///   that is not base64url, invalid numbers, a `use` or `key_ops` without signatures, or an `alg`
  ///   that is unknown or not of the key's kind.
  package init(_ json: JSON) throws(JOSEError) {
    let key = try Self.publicKey(json)
    guard Self.isForSignatures(json) else {
      let use = json["use"]?.string ?? "other operations"
      throw JOSEError("the key is for \(use), not for signatures")
    }
    var algorithm: JWSAlgorithm?
    if let name = json["alg"]?.string {
      guard let known = JWSAlgorithm(rawValue: name),
        VerificationKey.algorithms(of: key).contains(known)
      else { throw JOSEError("the key is not a key for the algorithm \(name)") }
      algorithm = known
    }
    self.init(
      kid: json["kid"]?.string, algorithm: algorithm, publicKey: key,
      issuer: json["issuer"]?.string)
  }

  /// Returns true for a key that declares a supported kind and the use for signatures.
  package static func isForSignatures(_ json: JSON) -> Bool {
    guard ["sig", .null, nil].contains(json["use"]) else { return false }
    let operations = json["key_ops"]?.array ?? ["verify"]
    guard operations.contains("verify") || operations.contains("sign") else { return false }
    return ["RSA", "EC", "OKP"].contains(json["kty"]?.string)
  }

  private static func publicKey(_ json: JSON) throws(JOSEError) -> PublicKey {
    let type = json["kty"]?.string
    do throws(CryptoError) {
      switch (type, json["crv"]?.string) {
      case ("RSA", _):
        return try PublicKey(modulus: bytes("n", json), exponent: bytes("e", json))
      case ("EC", let name?):
        guard let curve = ECCurve(rawValue: name) else { break }
        return try PublicKey(curve: curve, x: bytes("x", json), y: bytes("y", json))
      case ("OKP", "Ed25519"):
        return try PublicKey(ed25519: bytes("x", json))
      default: break
      }
    } catch {
      throw JOSEError("the key's members make no key (\(error.message))")
    }
    throw JOSEError("keys of the type \(type ?? "(none)") are not known here")
  }

  private static func bytes(_ name: String, _ json: JSON) throws(CryptoError) -> [UInt8] {
    guard let text = json[name]?.string, let bytes = Base64URL.decode(text, lenient: true) else {
      throw CryptoError(.invalidKey, "the member \(name) is missing or no base64url")
    }
    return bytes
  }
}
