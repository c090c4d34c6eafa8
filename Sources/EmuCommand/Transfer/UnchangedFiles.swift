import EmuJSON
import EmuServer

/// Keeps the files of an older export as they are written where a new export means the same, so that a folder
/// under version control shows only what changed.
enum UnchangedFiles {
  /// The longest file that is compared, in bytes.
  private static let limit = 64 << 20

  /// Puts the older files into a new folder in place of new ones that mean the same.
  static func keep(of old: String, in new: String) throws(LocalFile.Failure) {
    for name in LocalFolder.names(in: new) ?? [] {
      guard let content = unchanged("\(old)/\(name)", bytes(at: "\(new)/\(name)")) else { continue }
      try LocalFile.replace("\(new)/\(name)", with: content)
    }
  }

  /// Writes a file unless the one that is there means the same.
  static func replace(_ path: String, with content: [UInt8]) throws(LocalFile.Failure) {
    guard unchanged(path, content) == nil else { return }
    try LocalFile.replace(path, with: content)
  }

  /// The content of a file that means the same as another one; nil where it does not.
  private static func unchanged(_ path: String, _ new: [UInt8]?) -> [UInt8]? {
    guard let old = bytes(at: path), let new, let one = try? JSON(parsing: old, options: .relaxed),
      let other = try? JSON(parsing: new), meaning(of: one) == meaning(of: other, beside: one)
    else { return nil }
    return old
  }

  private static func bytes(at path: String) -> [UInt8]? {
    guard let bytes = try? LocalFile.bytes(at: path, limit: limit), bytes.count <= limit else {
      return nil
    }
    return bytes
  }

  // MARK: - Meaning

  /// The same value without what has no meaning: the order of members and of users, members without a
  /// content, and the way in which a number or a custom claim is written.
  ///
  /// - Parameter older: the older export, whose users may lack times that the import had to set.
  static func meaning(of file: JSON, beside older: JSON? = nil) -> JSON {
    guard var members = file.object, let users = members["users"]?.array else {
      return normal(file) ?? [:]
    }
    var lacking: [String: JSONObject] = [:]
    for user in older?["users"]?.array ?? [] {
      if let id = user["localId"]?.string { lacking[id] = user.object }
    }
    let sorted = users.sorted {
      ($0["localId"]?.string ?? "") < ($1["localId"]?.string ?? "")
    }
    members["users"] = .array(
      sorted.map { user in
        guard var object = user.object else { return user }
        if let old = object["localId"]?.string.flatMap({ lacking[$0] }) {
          for time in ["createdAt", "passwordUpdatedAt"] where old[time] == nil {
            object[time] = nil
          }
        }
        if let claims = object["customAttributes"]?.string {
          object["customAttributes"] = try? JSON(parsing: claims)
        }
        return .object(object)
      })
    return normal(.object(members)) ?? [:]
  }

  /// nil for a value without content.
  private static func normal(_ value: JSON) -> JSON? {
    switch value {
    case .object(let object):
      var result = JSONObject()
      for key in object.keys.sorted() { result[key] = object[key].flatMap(normal) }
      return result.isEmpty ? nil : .object(result)
    case .array(let elements):
      return elements.isEmpty ? nil : .array(elements.map { normal($0) ?? .null })
    case .string(""), .bool(false), .null: return nil
    default: return value.int.map { .string(String($0)) } ?? value
    }
  }
}
