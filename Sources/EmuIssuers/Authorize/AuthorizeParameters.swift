internal import EmuHTTP

/// The parameters of an authorization request as they were sent.
struct AuthorizeParameters: Sendable {
  let fields: FormFields

  /// A parameter; nil when it is absent or empty, which mean the same (RFC 6749 §3.1).
  subscript(name: String) -> String? {
    guard let value = fields.first(name), !value.isEmpty else { return nil }
    return value
  }

  /// The first parameter that comes twice (RFC 6749 §3.1); `resource` may (RFC 8707 §2).
  var repeated: String? {
    var seen: Set<String> = []
    return fields.first { !seen.insert($0.name).inserted && $0.name != "resource" }?.name
  }

  /// The first parameter that is longer than anyone needs, or holds control characters.
  ///
  /// What nobody reads may be as it likes (RFC 6749 §3.1).
  var unusable: String? {
    fields.first { field in
      guard let limit = Self.limits[field.name] else { return false }
      return field.value.utf8.count > limit
        || field.value.utf8.contains { $0 < 32 || $0 == 127 }
    }?.name
  }

  /// The parameters that are read or shown, in bytes.
  private static let limits: [String: Int] = [
    "client_id": 512, "redirect_uri": 2048, "scope": 2048, "nonce": 2048, "code_challenge": 256,
    "id_token_hint": 16_384,
  ].merging(
    [
      "access_type", "claims", "client_info", "code_challenge_method", "domain_hint",
      "emulator_auto", "emulator_fail", "emulator_project", "emulator_tenant", "language", "locale",
      "login", "login_hint", "logout_hint", "max_age", "post_logout_redirect_uri", "prompt",
      "registration", "request", "request_uri", "resource", "response_mode", "response_type",
      "screen_name", "state",
    ].map { ($0, 4096) }
  ) { own, _ in own }
}
