internal import EmuHTTP

/// The form of a token or revocation request.
struct TokenRequestForm: Sendable {
  private let fields: FormFields
  /// The source of the parameters, for messages.
  private let source: String

  /// - Throws: `invalid_request` for a repeated field (RFC 6749 §3.2), except those of the rules.
  init(_ request: Request, rules: TokenRules = TokenRules()) throws(OAuthError) {
    fields = rules.fields(of: request)
    source = request.method == .get ? "query" : "form in the body"
    var seen: Set<String> = []
    for field in fields
    where !seen.insert(field.name).inserted && !rules.repeatableFields.contains(field.name) {
      throw OAuthError(
        .invalidRequest,
        reason: "The parameter \(field.name.prefix(64)) is repeated; send it once.",
        problem: .repeated(String(field.name.prefix(64))))
    }
  }

  /// - Throws: `invalid_request`, also for a body that is not a form.
  init(
    whole request: Request, rules: TokenRules = TokenRules()
  ) throws(OAuthError) {
    guard rules.accepts(request) else {
      throw OAuthError(
        .invalidRequest,
        reason: "The body is not a form: send application/x-www-form-urlencoded.")
    }
    try self.init(request, rules: rules)
  }

  static func isForm(_ request: Request) -> Bool {
    request.contentType == "application/x-www-form-urlencoded"
  }

  /// Returns a field; nil if absent or empty, which have the same meaning (RFC 6749 §3.2).
  subscript(name: String) -> String? { fields.filled(name) }

  /// Returns every value of a field that is not empty.
  func all(_ name: String) -> [String] { fields.all(name).filter { !$0.isEmpty } }

  /// - Throws: `invalid_request` if the field is absent or empty.
  func required(_ name: String) throws(OAuthError) -> String {
    guard let value = self[name] else {
      throw OAuthError(
        .invalidRequest,
        reason: "The parameter \(name) is missing from the \(source).",
        problem: .missing(name))
    }
    return value
  }
}
