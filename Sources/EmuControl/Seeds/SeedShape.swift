internal import EmuJSON
internal import EmuModel

/// The outermost members of a seed document, checked before their contents.
///
/// An author of a first seed, or a user with an export of another tool, sees the format of a seed
/// in the error.
enum SeedShape {
  private static let sketch = #"{version: 1, projects: {"my-project": {users: […]}}}"#
  private static let known = ["version", "projects", "issuers"]

  /// - Throws: the first error: no object, an unknown member, no version, too many entries.
  static func check(_ tree: JSON) throws(SeedError) {
    guard case .object(let document) = tree else {
      throw SeedError(path: "", message: "a seed is an object, such as \(sketch)")
    }
    for name in document.keys where !known.contains(name) {
      throw SeedError(path: name, message: "there is no such field here; \(advice(on: name))")
    }
    guard document["version"].map(\.isNull) == false else {
      throw SeedError(path: "version", message: "the field is missing; a seed is \(sketch)")
    }
    let count = entries(of: document)
    guard count <= Seed.mostEntries else {
      throw SeedError(
        path: "",
        message: "a seed has at most \(Seed.mostEntries) users, people, providers, tenants and "
          + "projects, not \(count); store more users with auth-emulator import")
    }
  }

  private static func entries(of document: JSONObject) -> Int {
    func values(_ tree: JSON?) -> [JSON] { tree?.array ?? tree?.object?.map(\.value) ?? [] }
    let projects = values(document["projects"])
    let lists = projects.flatMap { [$0["users"], $0["tenants"], $0["providers"]] }
    let people =
      projects.flatMap { values($0["people"]) }
      + values(document["issuers"]).compactMap { $0["accounts"] }
    return (lists + people).reduce(projects.count) { $0 + values($1).count }
  }

  private static func advice(on name: String) -> String {
    if SeedDocument.ProjectDocument.CodingKeys(stringValue: name) != nil {
      return "it belongs to a project: {version: 1, projects: {\"my-project\": {\(name): …}}}"
    }
    if name == "accounts" {
      return #"it belongs to an issuer: {version: 1, issuers: {"google.com": {accounts: […]}}}"#
    }
    let near = NearestNames.of(name, among: known)
    let hint = near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))? A"
    return "\(hint.isEmpty ? "a" : hint) seed is \(sketch)"
  }
}

/// An error of a seed document; nothing is stored.
package struct SeedError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path, such as `projects.demo.users[3].email`; empty for the whole document.
  package var path: String
  /// A sentence without the path.
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  static func check(
    at path: String, _ body: () throws(DocumentError) -> Void
  ) throws(SeedError) {
    do throws(DocumentError) {
      try body()
    } catch {
      let member = error.field.isEmpty ? "" : ".\(error.field)"
      throw SeedError(path: path + member, message: error.message)
    }
  }

  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
