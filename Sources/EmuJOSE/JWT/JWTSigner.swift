package import EmuJSON
internal import EmuCrypto

/// Creates tokens in compact form.
package enum JWTSigner {
  /// Signs claims with a key: header `{"alg":…,"kid":…,"typ":"JWT"}` and additional members.
  ///
  /// - Parameters:
  ///   - claims: the payload as JSON text, signed unchanged.
  ///   - type: `typ`; nil omits it, as Apple does.
  ///   - headers: additional members, after the others; none replaces `alg` or `kid`.
  ///   - namesKey: true to include `kid`.
  /// - Throws: where OpenSSL cannot sign.
  package static func sign(
    claims: [UInt8], key: SigningKey, type: String? = "JWT", headers: JSONObject = [:],
    namesKey: Bool = true
  ) throws(JOSEError) -> String {
    try signed(
      key.algorithm, kid: namesKey ? key.kid : nil, type: type, headers: headers,
      claims: claims, by: key.sign)
  }

  /// Signs claims with a shared secret (HS256).
  package static func sign(claims: [UInt8], secret: [UInt8], kid: String? = nil) -> String {
    signed(.hs256, kid: kid, type: "JWT", headers: [:], claims: claims) {
      HMAC.code(for: $0, key: secret, using: .sha256)
    }
  }

  /// Writes claims without a signature: header `{"alg":"none","typ":"JWT"}`, nothing after the dot.
  package static func unsigned(claims: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(UnsignedAlgorithm.prefix.count + (claims.count + 2) / 3 * 4 + 1)
    text.append(contentsOf: UnsignedAlgorithm.prefix)
    Base64URL.append(claims, to: &text)
    text.append(UInt8(ascii: "."))
    return String(decoding: text, as: UTF8.self)
  }

  /// - Parameter sign: receives the first two segments with the dot between them.
  private static func signed<Failure>(
    _ algorithm: JWSAlgorithm, kid: String?, type: String?, headers: JSONObject,
    claims: [UInt8], by sign: ([UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) -> String {
    var header = JSONObject()
    header["alg"] = .string(algorithm.rawValue)
    if let kid { header["kid"] = .string(kid) }
    if let type { header["typ"] = .string(type) }
    for member in headers where header[member.key] == nil {
      header[member.key] = member.value
    }
    var text: [UInt8] = []
    text.reserveCapacity(claims.count * 3 / 2 + 512)
    Base64URL.append(JSON.object(header).serializedBytes(), to: &text)
    text.append(UInt8(ascii: "."))
    Base64URL.append(claims, to: &text)
    let signature = try sign(text)
    text.append(UInt8(ascii: "."))
    Base64URL.append(signature, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
