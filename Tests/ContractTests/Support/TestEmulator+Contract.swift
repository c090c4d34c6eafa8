import EmuHTTP
import EmuJSON
import EmuTestSupport

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
    return await call(
      method, queries.isEmpty ? path : "\(path)?\(queries)", body, headers: headers)
  }

  /// Calls a published method with the required privileges.
  func api(_ method: DiscoveryMethod, _ body: JSON? = nil, query: String = "") async -> Reply {
    var query = query
    if query.isEmpty, let id = method.idField { query = id }
    return await api(
      method.method, method.path,
      method.method == .get ? JSON?.none : method.withProject(body ?? [:]),
      query: query, bearer: method.isAdministrators ? "owner" : nil)
  }
}

extension DiscoveryMethod {
  /// The query of a create call.
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
