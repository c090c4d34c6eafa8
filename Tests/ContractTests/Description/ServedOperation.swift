import EmuHTTP
import EmuJSON
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// An operation of `/emulator/openapi.json`: its first path, and the number of its paths.
struct ServedOperation {
  var name: String
  var tag: String
  /// Methods and paths without the host, such as `POST /v1/accounts:signUp`.
  var lines: [String]
  var acceptsAPIKey: Bool

  static func all(_ emulator: TestEmulator) async throws -> [ServedOperation] {
    var operations: [ServedOperation] = []
    for (method, path, operation) in try await emulator.description().describedLines {
      let name = try #require(operation["summary"]?.string)
      let line = "\(method.rawValue) \(withoutHost(path))"
      if let known = operations.firstIndex(where: { $0.name == name }) {
        if !operations[known].lines.contains(line) { operations[known].lines.append(line) }
        continue
      }
      operations.append(
        ServedOperation(
          name: name, tag: operation["tags"]?[0]?.string ?? "", lines: [line],
          acceptsAPIKey: operation["security"]?[0]?["apiKey"] != nil))
    }
    return operations
  }

  private static func withoutHost(_ path: String) -> String {
    let hosts = ["/identitytoolkit.googleapis.com", "/www.googleapis.com"]
    return hosts.first { path.hasPrefix($0 + "/") }.map { String(path.dropFirst($0.count)) } ?? path
  }

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

/// The base names of the repository's tests.
struct TestFiles {
  private let names: Set<String>

  init() throws {
    let swift = try Repository.files(in: "Tests", ending: "Tests.swift")
    let python = try Repository.files(in: "Tests/Clients", ending: ".py")
    names = Set(
      (swift + python).map {
        URL(filePath: $0).lastPathComponent.replacing(".swift", with: "")
      })
  }

  func contains(_ name: String) -> Bool { names.contains(name) }
}
