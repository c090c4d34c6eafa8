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
  var unusable: String? {
    fields.first { field in
      field.value.utf8.count > (Self.limits[field.name] ?? 4096)
        || field.value.utf8.contains { $0 < 32 || $0 == 127 }
    }?.name
  }

  private static let limits = [
    "client_id": 512, "redirect_uri": 2048, "scope": 2048, "nonce": 2048, "code_challenge": 256,
    "id_token_hint": 16_384,
  ]
}
