internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

extension DocumentError {
  /// Rejects a text that is not a plain line, see ``PlainText``.
  static func check(
    _ text: String?, _ field: String, limit: Int
  ) throws(DocumentError) {
    guard let text, let problem = PlainText.problem(with: text, limit: limit) else { return }
    throw DocumentError(field: field, message: problem)
  }

  /// Rejects a list with a text that is not a plain line.
  static func check(
    _ texts: [String], _ field: String, limit: Int
  ) throws(DocumentError) {
    for (index, text) in texts.enumerated() {
      try check(text, "\(field)[\(index)]", limit: limit)
    }
  }

  /// Rejects anything but an http or https address, see ``WebAddress``.
  static func checkWebAddress(_ text: String?, _ field: String) throws(DocumentError) {
    guard let text, let problem = WebAddress.problem(with: text) else { return }
    throw DocumentError(field: field, message: problem)
  }

  /// Rejects addresses that cannot be redirect URIs, see ``RedirectURI``.
  static func checkRedirects(_ uris: [String]?, _ field: String) throws(DocumentError) {
    for (index, uri) in (uris ?? []).enumerated() {
      guard let problem = RedirectURI.problem(with: uri) else { continue }
      throw DocumentError(
        field: "\(field)[\(index)]",
        message: "\"\(uri.prefix(80))\" \(problem); write it as https://example.com/callback")
    }
  }

  /// Rejects anything but a JWK set with a usable key.
  ///
  /// Keys of other types and for other uses are skipped, as RFC 7517 §5 requires; the others must
  /// be valid.
  static func checkKeySet(_ text: String?, _ field: String) throws(DocumentError) {
    guard let text else { return }
    guard let keys = (try? JSON(parsing: text))?["keys"]?.array, !keys.isEmpty else {
      throw DocumentError(
        field: field, message: "write a JWK set with at least one key: {\"keys\": […]}")
    }
    var hasKey = false
    for (index, key) in keys.enumerated() where JWK.isForSignatures(key) {
      do throws(JOSEError) {
        _ = try JWK(key)
        hasKey = true
      } catch {
        throw DocumentError(
          field: "\(field).keys[\(index)]",
          message: "\(error.message); write the public key as RFC 7517 has it, such as "
            + #"{"kty":"RSA","n":"…","e":"AQAB"}"#)
      }
    }
    guard hasKey else {
      throw DocumentError(
        field: field,
        message: "none of the keys checks signatures; write one of kty RSA, EC or OKP (Ed25519)")
    }
  }

  /// Rejects anything but an issuer string or a word for one, see ``IssuerName``.
  ///
  /// - Parameter acceptsNames: true where the text need not be an address.
  static func checkIssuer(
    _ issuer: String?, _ field: String, acceptsNames: Bool = false
  ) throws(DocumentError) {
    guard let issuer, !IssuerName.isMode(issuer), !IssuerName.isAddress(issuer),
      !acceptsNames || !IssuerName.isName(issuer)
    else { return }
    throw DocumentError(
      field: field,
      message: "write local, production, or an http or https address without query and fragment")
  }
}
