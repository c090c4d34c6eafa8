internal import EmuHTTP
internal import EmuModel

/// Converts the engine's problems to Microsoft's errors.
struct MicrosoftWording {
  let issuer: MicrosoftIssuer
  let call: IssuerCall

  private var values: [String: String] {
    let header = try? ClientCredentials.basic(call.request)
    return [
      "tenant": call.parameters["tenant"] ?? "",
      "client": shown(fields.first("client_id") ?? header?.id),
      "account": shown(fields.first("login_hint")),
    ]
  }

  /// Returns the value of `{name}` for a selected error.
  private func name(in row: AADSTS) -> String? {
    switch row.example {
    case .value(let field): shown(fields.first(field))
    case .word(let word): word
    case nil: nil
    }
  }

  private func shown(_ value: String?) -> String { String((value ?? "unknown").prefix(128)) }

  /// True if the client forbids pages (OpenID Connect Core §3.1.2.1).
  var forbidsPages: Bool { fields.first("prompt") == "none" }

  /// The request's fields; a page's form contains them sealed.
  private var fields: FormFields {
    guard call.request.method == .post else { return call.request.query }
    return call.opened(call.sealedForm(of: issuer)) ?? call.request.form
  }

  /// - Returns: nil if Microsoft has no error for the problem.
  func error(_ problem: RequestProblem, reason: String?) -> MicrosoftError? {
    guard let (number, error, more) = numbered(problem) else { return nil }
    var result = MicrosoftError(
      number, error: error, values.merging(more) { _, new in new }, reason: reason)
    result.values["name"] = result.values["name"] ?? name(in: result.row)
    result.trace = MicrosoftTrace(call)
    return result
  }

  private typealias Case = (number: Int, error: String?, values: [String: String])

  private func numbered(_ problem: RequestProblem) -> Case? {
    switch problem {
    case .missing("redirect_uri") where call.route.style == .page: (900_971, nil, [:])
    case .missing(let name): (900_144, nil, ["name": name])
    case .repeated(let name): (9_000_411, nil, ["name": name])
    case .malformed: (9_002_313, nil, [:])
    case .method(let name): (900_561, nil, ["name": name])
    case .responseType(let name): (70005, nil, ["name": name])
    case .responseMode: (70007, nil, [:])
    case .prompt: (90023, nil, [:])
    case .scope(let name): (70011, nil, ["name": name])
    case .grantType(nil): (900_144, nil, ["name": "grant_type"])
    case .grantType(let name?): (70003, nil, ["name": name])
    case .challenge: (501_491, call.route.style == .page ? "invalid_request" : nil, [:])
    case .verifier(.missing), .verifier(.malformed): (50147, nil, [:])
    case .verifier: (501_481, nil, [:])
    case .unknownClient(let id): (700_016, nil, ["client": String(id.prefix(128))])
    case .redirectURI(let uri): (50011, nil, ["name": String(uri.prefix(256))])
    case .code(let refusal): code(refusal)
    case .refreshToken(let refusal): refreshToken(refusal)
    case .unconsented, .noConsent: (65001, nil, [:])
    case .device(let refusal): device(refusal)
    case .unknownPerson(let name): (50034, nil, ["account": name])
    case .notSignedIn: (50058, nil, [:])
    case .denied: (65004, nil, [:])
    case .numbered(let number, let values): (number, nil, values)
    case .fault(let isPassing): (isPassing ? 90033 : 50000, nil, [:])
    case .cancelled, .unknownFailure: nil
    }
  }

  private func code(_ refusal: CodeRule.Refusal) -> Case {
    switch refusal {
    case .unknown, .otherIssuer:
      // A text that does not look like a code has a separate error.
      ["0.A", "M.C"].contains(call.request.form.first("code")?.prefix(3))
        ? (70000, nil, [:]) : (9_002_313, "invalid_grant", [:])
    case .expired: (70008, nil, [:])
    case .alreadyUsed: (54005, nil, [:])
    case .consentRevoked: (50173, nil, [:])
    case .otherClient: (70000, nil, [:])
    case .redirectMismatch: (500_112, nil, [:])
    }
  }

  private func refreshToken(_ refusal: RequestProblem.TokenRefusal) -> Case {
    switch refusal {
    case .unknown, .otherClient: (70000, nil, [:])
    case .expired:
      (call.request.headers["Origin"] == nil ? 700_082 : 700_084, nil, [:])
    case .revoked, .replaced: (50173, nil, [:])
    }
  }

  private func device(_ refusal: RequestProblem.DeviceRefusal) -> Case {
    switch refusal {
    case .pending, .hasty: (70016, nil, [:])
    case .denied: (70018, nil, [:])
    case .unknown: (70018, "bad_verification_code", [:])
    case .expired: (70019, nil, [:])
    case .revoked: (50173, nil, [:])
    }
  }
}
