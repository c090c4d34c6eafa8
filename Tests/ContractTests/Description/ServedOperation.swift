import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

/// An operation of `/emulator/openapi.json`: its first path, and the number of its paths.
struct ServedOperation {
  var name: String
  var tag: String
  /// Methods and paths without the host, such as `POST /v1/accounts:signUp`.
  var lines: [String]
  var acceptsAPIKey: Bool

  /// Returns all served operations, in the order of the route table.
  static func all(_ emulator: TestEmulator) async throws -> [ServedOperation] {
    let document = await emulator.call(.get, "/emulator/openapi.json").json
    var operations: [ServedOperation] = []
    for path in try #require(document["paths"]?.object) {
      for method in path.value.object ?? [:] {
        let name = try #require(method.value["summary"]?.string)
        let line = "\(method.key.uppercased()) \(withoutHost(path.key))"
        if let known = operations.firstIndex(where: { $0.name == name }) {
          if !operations[known].lines.contains(line) { operations[known].lines.append(line) }
          continue
        }
        operations.append(
          ServedOperation(
            name: name, tag: method.value["tags"]?[0]?.string ?? "", lines: [line],
            acceptsAPIKey: method.value["security"]?[0]?["apiKey"] != nil))
      }
    }
    return operations
  }

  private static func withoutHost(_ path: String) -> String {
    let hosts = ["/identitytoolkit.googleapis.com", "/www.googleapis.com"]
    return hosts.first { path.hasPrefix($0 + "/") }.map { String(path.dropFirst($0.count)) } ?? path
  }

  /// The section of the page that has the operation.
  var section: Section {
    switch tag {
    case "control": .control
    case "issuers": .issuers
    case "official emulator": .official
    default:
      lines[0].contains("/relyingparty/") ? .legacy : acceptsAPIKey || isPublic ? .clients : .admin
    }
  }

  private var isPublic: Bool {
    !lines[0].contains("/projects/") && !lines[0].contains("/v2/default")
  }

  enum Section: String, CaseIterable {
    case clients = "Clients"
    case admin = "Administrators"
    case legacy = "Of v3 alone"
    case official = "The official emulator's own"
    case control = "Control"
    case issuers = "Issuers"
  }
}
