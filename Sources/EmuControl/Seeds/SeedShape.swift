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
  static func check(_ tree: JSON) throws(DocumentError) {
    guard case .object(let document) = tree else {
      throw DocumentError(message: "a seed is an object, such as \(sketch)")
    }
    for name in document.keys where !known.contains(name) {
      throw DocumentError(field: name, message: "there is no such field here; \(advice(on: name))")
    }
    guard document["version"].map(\.isNull) == false else {
      throw DocumentError(field: "version", message: "the field is missing; a seed is \(sketch)")
    }
    let count = entries(of: document)
    guard count <= Seed.mostEntries else {
      throw DocumentError(
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
    let near = NearestNames.of(name, among: known).joined(separator: " or ")
    return "\(near.isEmpty ? "a" : "did you mean \(near)? A") seed is \(sketch)"
  }
}

extension DocumentError {
  /// Returns a part of a document, or throws its error with the path of the part before its member.
  static func located<Part>(
    at path: String, _ read: () throws(DocumentError) -> Part
  ) throws(DocumentError) -> Part {
    do throws(DocumentError) {
      return try read()
    } catch {
      let member = error.field.isEmpty ? "" : ".\(error.field)"
      throw DocumentError(field: path + member, message: error.message)
    }
  }
}
