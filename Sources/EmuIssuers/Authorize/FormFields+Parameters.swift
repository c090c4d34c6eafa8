internal import EmuHTTP

// The parameters of an authorization request as they were sent.
extension FormFields {
  /// The first repeated parameter (RFC 6749 §3.1); `resource` may repeat (RFC 8707 §2).
  var repeated: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0.name).inserted && $0.name != "resource" }?.name
  }

  /// The problem of the first parameter that is too long or has control characters, as a sentence.
  ///
  /// Unknown parameters are not checked (RFC 6749 §3.1).
  var problem: String? {
    lazy.compactMap { Self.problem(of: $0.name, $0.value) }.first
  }

  /// - Parameter longest: the limit in bytes, if it is below that of every issuer.
  static func problem(of name: String, _ value: String, longest: Int = .max) -> String? {
    guard let limit = limits[name].map({ Swift.min($0, longest) }) else { return nil }
    if value.utf8.count > limit { return "The parameter \(name) has more than \(limit) bytes." }
    return value.utf8.contains { $0 < 32 || $0 == 127 }
      ? "The parameter \(name) has a control character." : nil
  }

  /// The limits of known parameters in bytes.
  private static let limits: [String: Int] = [
    "client_id": 512, "redirect_uri": 2048, "scope": 2048, "nonce": 2048, "code_challenge": 256,
    "id_token_hint": 16_384,
  ].merging(
    [
      "access_type", "claims", "client_info", "code_challenge_method", "domain_hint", "dpop_jkt",
      "emulator_auto", "emulator_claims", "emulator_fail", "emulator_project", "emulator_request",
      "emulator_tenant", "language", "locale",
      "login", "login_hint", "logout_hint", "max_age", "post_logout_redirect_uri", "prompt",
      "registration", "request", "request_uri", "resource", "response_mode", "response_type",
      "screen_name", "state",
    ].map { ($0, 4096) }
  ) { own, _ in own }
}
