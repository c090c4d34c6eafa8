import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

extension TestEmulator {
  /// Sends a call of the backend; the path is without Google's host.
  ///
  /// - Parameter bearer: nil for a client, which sends an API key.
  func api(
    _ method: EmuHTTP.Method, _ path: String, _ body: JSON?, query: String = "",
    bearer: String? = nil
  ) async -> Reply {
    let key = bearer == nil && !query.contains("key=") ? "key=fake-key" : ""
    let queries = [key, query].filter { !$0.isEmpty }.joined(separator: "&")
    var headers: Headers = [:]
    headers["Authorization"] = bearer.map { "Bearer \($0)" }
    return await call(method, queries.isEmpty ? path : "\(path)?\(queries)", body, headers: headers)
  }

  func api(_ method: DiscoveryMethod, _ body: JSON? = nil, query: String = "") async -> Reply {
    var query = query
    if query.isEmpty, let id = method.idField { query = id }
    return await api(
      method.method, method.path,
      method.method == .get ? JSON?.none : method.withProject(body ?? [:]),
      query: query, bearer: method.isAdministrators ? "owner" : nil)
  }

  func description() async -> JSON { await get("/emulator/openapi.json").json }
}

extension JSON {
  /// A method and path of `/emulator/openapi.json`, with its description.
  typealias DescribedLine = (method: EmuHTTP.Method, path: String, operation: JSON)

  /// All lines of the document, in its order.
  var describedLines: [DescribedLine] {
    get throws {
      try #require(self["paths"]?.object).flatMap { path in
        (path.value.object ?? [:]).map { line in
          (EmuHTTP.Method(rawValue: line.key.uppercased()), path.key, line.value)
        }
      }
    }
  }
}

extension String {
  /// A path of the description with values in place of the names in braces.
  var withValues: String {
    replacing("{tenant}", with: "acme").replacing("{issuer}", with: "apple.com")
      .replacing("{project}", with: "demo-project").replacing(/\{\w+\}/, with: "none")
  }
}

extension DiscoveryMethod {
  fileprivate var idField: String? {
    guard id.hasSuffix(".create") else { return nil }
    return [
      "oauthIdpConfigs": "oauthIdpConfigId=oidc.corp",
      "inboundSamlConfigs": "inboundSamlConfigId=saml.corp",
      "defaultSupportedIdpConfigs": "idpId=google.com",
    ].first { path.contains($0.key) }?.value
  }

  /// Returns the body with the project, which v3 methods read from it.
  fileprivate func withProject(_ body: JSON) -> JSON {
    guard discovery.version == "v3", isAdministrators, var object = body.object,
      object["targetProjectId"] == nil
    else { return body }
    object["targetProjectId"] = "demo-project"
    return .object(object)
  }

  /// The field that is the body according to the path; errors name it.
  var bodyName: String? {
    guard discovery.version == "v2", isAdministrators, method != .get else { return nil }
    return [
      ("oauthIdpConfigs", "oauth_idp_config"), ("inboundSamlConfigs", "inbound_saml_config"),
      ("defaultSupportedIdpConfigs", "default_supported_idp_config"), ("/config", "config"),
      ("IamPolicy", ""), ("IamPermissions", ""), ("initializeAuth", ""), ("/tenants", "tenant"),
    ].first { path.contains($0.0) }.flatMap { $0.1.isEmpty ? nil : $0.1 }
  }
}
