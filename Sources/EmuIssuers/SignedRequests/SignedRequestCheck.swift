internal import EmuCrypto
internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// Checks a signed request, and stores its nonce.
struct SignedRequestCheck: Sendable {
  let request: SignedRequest
  let clientID: String
  let nonce: String
  let timestamp: Int64
  /// A remark for the log about a signature that cannot be verified.
  let remark: String?

  /// The accepted clock difference in seconds.
  static let tolerance: Int64 = 300

  /// Checks everything except the nonce.
  ///
  /// - Parameters:
  ///   - tokenSecret: the secret of the request's token, empty without one.
  ///   - config: the provider's configuration in the client's project.
  init(
    _ request: SignedRequest, tokenSecret: String, config: ProviderConfig?, now: Timestamp
  ) throws(SignedRequestError) {
    if let name = request.repeated { throw .bad("The parameter \(name.prefix(64)) is repeated.") }
    guard let clientID = request["consumer_key"] else {
      throw .bad("oauth_consumer_key is missing.")
    }
    guard let nonce = request["nonce"], nonce.utf8.count <= 256 else {
      throw .bad("oauth_nonce is missing, or longer than 256 bytes.")
    }
    guard let timestamp = request["timestamp"].flatMap(Int64.init) else {
      throw .bad("oauth_timestamp is missing, or no number of seconds.")
    }
    guard request["version"] ?? "1.0" == "1.0" else { throw .bad("oauth_version is not 1.0.") }
    guard request["signature_method"] == "HMAC-SHA1" else {
      throw .unauthenticated("oauth_signature_method must be HMAC-SHA1.")
    }
    guard let signature = request["signature"] else { throw .bad("oauth_signature is missing.") }
    if let known = config?.audiences, !known.isEmpty, !known.contains(clientID) {
      throw .unauthenticated(
        "The project has configured \(known.joined(separator: ", ")), not \(clientID.prefix(128)).")
    }
    let secret = config?.clientID == clientID ? config?.clientSecret : nil
    if let secret {
      guard Self.isRight(signature, request, clientSecret: secret, tokenSecret: tokenSecret) else {
        throw .unauthenticated(
          "The signature is not HMAC-SHA1 over this request with the configured consumer secret"
            + (tokenSecret.isEmpty ? "." : " and the token's own."))
      }
    }
    // The magnitude is safe for the smallest integer, which has no positive counterpart.
    let distance = timestamp.subtractingReportingOverflow(now.seconds).partialValue.magnitude
    guard distance <= Self.tolerance.magnitude else {
      throw SignedRequestError(
        status: .unauthorized, code: 135, message: "Timestamp out of bounds.",
        reason: "oauth_timestamp is \(timestamp), and it is \(now.seconds) by the emulator's "
          + "clock.")
    }
    self.request = request
    self.clientID = clientID
    self.nonce = nonce
    self.timestamp = timestamp
    remark =
      secret == nil
      ? "No consumer secret is configured for \(clientID.prefix(128)), so the signature was not "
        + "checked. Set it by --client-secret of `auth-emulator providers set`." : nil
  }

  func recordNonce(_ writer: WriteTransaction, now: Timestamp) throws {
    let parts = [clientID, request["token"] ?? "", String(timestamp), nonce]
    let wasSeen = try writer.markUsed(
      digest: Digest.sha256.hex(Array(parts.joined(separator: "\n").utf8)), in: nil, now: now,
      expiresAt: Timestamp(seconds: timestamp + Self.tolerance + 1))
    guard !wasSeen else {
      throw SignedRequestError.unauthenticated(
        "This oauth_nonce was presented before with the same oauth_timestamp.")
    }
  }

  private static func isRight(
    _ signature: String, _ request: SignedRequest, clientSecret: String, tokenSecret: String
  ) -> Bool {
    guard let sent = Base64URL.decode(signature, lenient: true) else { return false }
    return request.addresses.contains { address in
      ConstantTime.areEqual(
        sent,
        request.signature(at: address, clientSecret: clientSecret, tokenSecret: tokenSecret))
    }
  }
}
