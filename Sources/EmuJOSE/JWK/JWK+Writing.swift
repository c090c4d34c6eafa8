package import EmuJSON
internal import EmuCrypto

extension JWK {
  /// The key as JSON: `kty`, `kid`, `use`, `alg`, then the key's numbers and its other members.
  package var json: JSON {
    var object = JSONObject()
    func add(_ name: String, _ value: String?) {
      if let value { object[name] = .string(value) }
    }
    add("kty", type)
    add("kid", kid)
    add("use", "sig")
    add("alg", algorithm?.rawValue)
    add("crv", curve)
    for (name, bytes) in numbers { add(name, Base64URL.encode(bytes)) }
    if let certificate {
      add("x5t", Base64URL.encode(certificate.sha1Thumbprint))
      object["x5c"] = .array([.string(Base64URL.encodePadded(certificate.derRepresentation))])
    }
    add("issuer", issuer)
    return .object(object)
  }

  /// The key's thumbprint: SHA-256 of its required members, sorted by name (RFC 7638 §3).
  package var thumbprint: String {
    var members = [("kty", type)] + numbers.map { ($0.0, Base64URL.encode($0.1)) }
    if let curve { members.append(("crv", curve)) }
    var object = JSONObject()
    for (name, value) in members.sorted(by: { $0.0 < $1.0 }) { object[name] = .string(value) }
    return Base64URL.encode(Digest.sha256.hash(JSON.object(object).serializedBytes()))
  }

  private var type: String {
    switch publicKey.kind {
    case .rsa: "RSA"
    case .ec: "EC"
    case .ed25519: "OKP"
    }
  }

  private var curve: String? {
    publicKey.kind == .ed25519 ? "Ed25519" : publicKey.kind.curve?.rawValue
  }

  private var numbers: [(String, [UInt8])] {
    switch publicKey.kind {
    case .rsa: [("n", publicKey.modulus), ("e", publicKey.exponent)]
    case .ec: [("x", publicKey.x), ("y", publicKey.y)]
    case .ed25519: [("x", publicKey.x)]
    }
  }
}
