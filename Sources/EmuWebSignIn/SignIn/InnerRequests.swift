internal import EmuHTTP
internal import EmuJSON

/// The requests of the page on behalf of its visitor, as production's pages send them.
struct InnerRequests: Sendable {
  let visit: Visit
  let request: Request

  private static let backend = "/identitytoolkit.googleapis.com"

  /// Requests the project of the API key.
  var projectConfiguration: Request {
    make(.get, "\(Self.backend)/v1/projects", ["key": visit.apiKey])
  }

  /// Returns the request for the authorization address, which the backend creates.
  ///
  /// - Parameters:
  ///   - continueURI: the redirect address of the provider.
  ///   - sessionID: the app's secret, or its digest.
  func authorizationRequest(continueURI: String, sessionID: String) -> Request {
    var context = visit.fields
    if visit["sessionId"] == nil { context.add("sessionId", sessionID) }
    var body: JSONObject = [
      "providerId": .string(visit.providerID), "continueUri": .string(continueURI),
      "sessionId": .string(sessionID), "context": .string(context.encoded),
    ]
    if let tenant = visit.tenantID { body["tenantId"] = .string(tenant) }
    if !visit.scopes.isEmpty { body["oauthScope"] = .string(visit.scopes.joined(separator: " ")) }
    var parameters = JSONObject()
    for (name, value) in visit.customParameters.sorted(by: { $0.key < $1.key }) {
      parameters[name] = .string(value)
    }
    if let language = visit["hl"], parameters["hl"] == nil { parameters["hl"] = .string(language) }
    if !parameters.isEmpty { body["customParameter"] = .object(parameters) }
    return make(
      .post, "\(Self.backend)/v1/accounts:createAuthUri", ["key": visit.apiKey],
      json: .object(body))
  }

  func newAccount(_ account: JSONObject, project: String) -> Request {
    make(
      .post, "/emulator/v1/issuers/\(visit.providerID)/accounts", ["project": project],
      json: .object(account))
  }

  /// Returns the request to the issuer's authorization endpoint, which answers without a page, as
  /// JSON.
  ///
  /// - Parameters:
  ///   - uri: an address below the emulator's, which may have the path of a proxy.
  ///   - decision: `emulator_auto` or `emulator_fail`.
  func authorization(at uri: String, _ decision: (name: String, value: String)) -> Request {
    let (path, query) = Request.split(target: String(uri.dropFirst(visit.baseURL.count)))
    let fields: FormFields = [decision.name: decision.value, "emulator_answer": "json"]
    var request = make(.get, path, [:])
    request.rawQuery = [query, fields.encoded].compactMap(\.self).joined(separator: "&")
    return request
  }

  private func make(
    _ method: Method, _ path: String, _ query: FormFields, json: JSON? = nil
  ) -> Request {
    var headers = Headers()
    for name in ["Host", "User-Agent", "Accept-Language"] {
      if let value = request.headers[name] { headers.add(name, value) }
    }
    if json != nil { headers.add("Content-Type", "application/json") }
    return Request(
      method: method, path: path, rawQuery: query.isEmpty ? nil : query.encoded, headers: headers,
      body: json?.serializedBytes() ?? [], remoteAddress: request.remoteAddress,
      isSecure: request.isSecure)
  }
}
