import EmuHTTP
import EmuJSON
import EmuTestTools
import Testing

struct Discovery: Sendable {
  let version: String
  let document: JSON

  static let v1 = Discovery("v1")
  static let v2 = Discovery("v2")
  static let v3 = Discovery("v3")
  static let all = [v1, v2, v3]

  private init(_ version: String) {
    self.version = version
    document =
      (try? Repository.json("Tests/ContractTests/Discovery/identitytoolkit.\(version).json"))
      ?? .null
  }

  var methods: [DiscoveryMethod] { methods(of: document) }

  private func methods(of resource: JSON) -> [DiscoveryMethod] {
    let own = (resource["methods"]?.object ?? [:]).map { member in
      DiscoveryMethod(discovery: self, description: member.value)
    }
    return own + (resource["resources"]?.object ?? [:]).flatMap { methods(of: $0.value) }
  }

  func schema(_ name: String) -> JSON { document["schemas"]?[name] ?? .null }
}

struct DiscoveryMethod: Sendable, CustomTestStringConvertible {
  let discovery: Discovery
  let description: JSON

  var id: String { description["id"]?.string ?? "" }
  /// With the version as a prefix, since v1 and v3 share names.
  var name: String { "\(discovery.version) \(id.replacing("identitytoolkit.", with: ""))" }
  var method: EmuHTTP.Method { EmuHTTP.Method(rawValue: description["httpMethod"]?.string ?? "") }
  var testDescription: String { name }

  var request: String? { description["request"]?["$ref"]?.string }
  var response: String? { description["response"]?["$ref"]?.string }
  var queryParameters: [String: JSON] {
    var parameters: [String: JSON] = [:]
    for member in description["parameters"]?.object ?? [:]
    where member.value["location"] == "query" { parameters[member.key] = member.value }
    return parameters
  }

  /// The path with the project, tenant and provider of the tests.
  var path: String {
    if discovery.version == "v3" {
      return "/identitytoolkit/v3/relyingparty/" + (description["path"]?.string ?? "")
    }
    var path = "/" + (description["flatPath"]?.string ?? "")
    for (name, value) in Self.pathValues { path = path.replacing("{\(name)}", with: value) }
    return path
  }

  private static let pathValues = [
    ("projectsId", "demo-project"), ("tenantsId", "acme"),
    ("defaultSupportedIdpConfigsId", "google.com"), ("inboundSamlConfigsId", "saml.corp"),
    ("oauthIdpConfigsId", "oidc.corp"),
  ]

  var paths: [String] {
    let host = discovery.version == "v3" ? "/www.googleapis.com" : "/identitytoolkit.googleapis.com"
    return [host + path, path]
  }

  var isAdministrators: Bool {
    path.contains("/projects/") || path.hasPrefix("/v2/defaultSupportedIdps")
      || Self.v3Administrators.contains(path)
  }

  private static let v3Administrators: Set<String> = [
    "/identitytoolkit/v3/relyingparty/uploadAccount",
    "/identitytoolkit/v3/relyingparty/downloadAccount",
    "/identitytoolkit/v3/relyingparty/setProjectConfig",
  ]
}

extension DiscoveryMethod {
  static let all = Discovery.all.flatMap(\.methods)
}

extension Repository {
  static func json(_ path: String) throws -> JSON { try JSON(parsing: Array(data(path))) }
}
