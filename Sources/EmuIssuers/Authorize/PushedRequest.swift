internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The endpoint for pushed authorization requests (RFC 9126).
///
/// A request is contained in its `request_uri`, sealed: one that is never used needs no storage.
struct PushedRequestEndpoint: AnsweringEndpoint, Sendable {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let form = try TokenRequestForm(whole: call.request, rules: issuer.tokenRules)
    guard form["request_uri"] == nil else {
      throw OAuthError(
        .invalidRequest, reason: "A pushed request has no request_uri (RFC 9126 §2.1).")
    }
    let credentials = try ClientCredentials(
      form, call.request, methods: issuer.clientAuthentication)
    let proof = try call.proof(at: issuer)
    let fields = try fields(credentials, proof)
    _ = try AuthorizeClient(authenticating: credentials, fields, issuer, call)
    try check(fields)
    let uri =
      PushedRequest.prefix + PushedRequest.seal(of: issuer, call).seal(fields)
    return call.write { writer in
      try writer.spend(credentials, proof, at: issuer, now: call.now)
    } then: { _ in
      return .uncached(
        [
          "request_uri": .string(uri),
          "expires_in": .int(PushedRequest.lifetime.components.seconds),
        ], status: .created)
    }
  }

  /// Returns the parameters of the authorization request, without the client's credentials.
  private func fields(
    _ client: ClientCredentials, _ proof: DPoPProof?
  ) throws(OAuthError) -> FormFields {
    let credentials = ["client_secret", "client_assertion", "client_assertion_type"]
    var fields = FormFields(call.request.form.filter { !credentials.contains($0.name) })
    if fields.first("client_id") == nil { fields.add("client_id", client.id) }
    if let proof {
      // The proof binds the code, like the parameter (RFC 9449 §10.1).
      guard (fields.first("dpop_jkt") ?? proof.thumbprint) == proof.thumbprint else {
        throw OAuthError(
          .invalidRequest, reason: "dpop_jkt is not the thumbprint of the key of the DPoP proof.")
      }
      if fields.first("dpop_jkt") == nil { fields.add("dpop_jkt", proof.thumbprint) }
    }
    fields.add(PushedRequest.mark, call.services.ids.urlSafe(22))
    return fields
  }

  /// Checks the request as the authorization endpoint does.
  private func check(_ fields: FormFields) throws {
    do {
      _ = try AuthorizeFlow(issuer, call, fields).checkedRequest()
    } catch let error as PageError {
      throw OAuthError(.init(name: error.code), error.message, problem: error.problem)
    }
  }
}

/// The `request_uri` of a pushed authorization request.
enum PushedRequest {
  static let prefix = "urn:ietf:params:oauth:request_uri:"
  static let lifetime = Duration.seconds(60)
  /// The parameter that identifies a pushed request, which is valid for one sign-in.
  static let mark = "emulator_request"

  static func seal(of issuer: any FakeIssuer, _ call: IssuerCall) -> SealedForm {
    call.sealedForm("pushed \(issuer.id)", lifetime: lifetime)
  }

  /// Returns the parameters of an authorization request, those that were pushed if it names them.
  ///
  /// The emulator's own parameters may still be beside `request_uri`.
  ///
  /// - Throws: `PageError` for an unknown or expired `request_uri`, or one of another client.
  static func resolved(
    _ fields: FormFields, _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws(PageError) -> FormFields {
    guard issuer.paths.pushedRequests != nil, let uri = fields.first("request_uri"),
      uri.hasPrefix(prefix)
    else { return fields }
    guard
      var pushed = seal(of: issuer, call).open(String(uri.dropFirst(prefix.count)))
    else {
      throw issuer.pageError(
        "invalid_request_uri",
        "The request_uri is unknown, or older than \(lifetime.components.seconds) seconds; push the "
          + "request again.")
    }
    guard fields.first("client_id") == pushed.first("client_id") else {
      throw issuer.pageError(
        "invalid_request", "client_id is not the client that pushed the request.")
    }
    pushed.add(
      contentsOf: FormFields(
        fields.filter { $0.name.hasPrefix("emulator_") && $0.name != mark }))
    return pushed
  }
}
