internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The device authorization endpoint (RFC 8628 §3.1): returns a code for the device and one for the
/// person.
struct DeviceAuthorization: AnsweringEndpoint {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let form = try TokenRequestForm(whole: call.request, rules: issuer.tokenRules)
    let credentials = try ClientCredentials(
      form, call.request, methods: issuer.clientAuthentication)
    let parameters = call.request.form
    let client = try AuthorizeClient(
      authenticating: credentials, call.request.form, issuer, call,
      checksProof: issuer.deviceRules.authenticatesClients)
    if let problem = parameters.problem {
      throw OAuthError(.invalidRequest, reason: problem)
    }
    let scopes = try issuer.authorizeRules.scopes.named(parameters.filled("scope"), resource: nil)
    let ids = call.services.ids
    let letters = ids.lowercaseLetters(8).uppercased()
    let code = DeviceCode(
      code: ids.urlSafe(43), userCode: "\(letters.prefix(4))-\(letters.suffix(4))",
      issuer: issuer.id, clientID: client.id, project: client.project.id,
      scope: Scopes(scopes).text,
      expiresAt: call.now + .seconds(issuer.deviceRules.lifetime),
      tenant: client.tenant)
    return call.write { writer in
      try writer.spend(credentials, at: issuer, now: call.now)
      try writer.insert(code)
    } then: { _ in
      .uncached(document(code))
    }
  }

  private func document(_ code: DeviceCode) -> JSONObject {
    let page = IssuerSite(issuer, call).url(issuer.paths.devicePage)
    let rules = issuer.deviceRules
    var document: JSONObject = [
      "device_code": .string(code.code), "user_code": .string(code.userCode),
      rules.pageName: .string(page), "expires_in": .int(rules.lifetime),
      "interval": .int(code.interval),
    ]
    if rules.hasCompletePage {
      document["verification_uri_complete"] = .string("\(page)?user_code=\(code.userCode)")
    }
    if rules.hasMessage {
      document["message"] = .string(
        "To sign in, open \(page) in a browser and enter the code \(code.userCode).")
    }
    return document
  }
}
